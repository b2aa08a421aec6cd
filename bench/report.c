/* A snapshot as one HTML page: bars per data set and operation, no script, no network. */
#include "board.h"

#include <stdlib.h>

#include <weft/weft.h>

static void html_(FILE *f, weft_str s) {
    for (size_t i = 0; i < s.len; i++) switch (s.ptr[i]) {
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '&': fputs("&amp;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(s.ptr[i], f);
        }
}

static weft_str label_(weft_json row, const char *key) { return weft_json_str(weft_json_get(row, "labels"), key, ""); }
static double speed_(weft_json row) { return weft_json_real(weft_json_get(row, "metrics"), "B/s", 0); }
static int by_speed(const void *a, const void *b) {
    double x = speed_(*(const weft_json *)a), y = speed_(*(const weft_json *)b);
    return (x < y) - (x > y);
}

static void group_(FILE *f, weft_json *rows, size_t n) {
    qsort(rows, n, sizeof *rows, by_speed);
    double best = speed_(rows[0]);
    fputs("<section><h2>", f), html_(f, label_(rows[0], "dataset"));
    fputs(" <small>", f), html_(f, label_(rows[0], "operation"));
    fputs("</small></h2>\n<table>\n", f);
    for (size_t i = 0; i < n; i++) {
        weft_str name = weft_json_str(rows[i], "name", ""), error = weft_json_str(rows[i], "error", ""),
                 accepts = weft_json_str(rows[i], "accepts", "");
        bool ours = weft_str_starts(name, WEFT_STR("weft"));
        fprintf(f, "<tr%s><th>", ours ? " class=\"weft\"" : ""), html_(f, name);
        fputs("</th><td>", f);
        if (error.len) {
            fputs("<em>", f), html_(f, error), fputs("</em>", f);
        } else {
            fprintf(f, "<i style=\"width:%.1f%%\"></i><b>%.0f MB/s</b>", best > 0 ? 70 * speed_(rows[i]) / best : 0,
                    speed_(rows[i]) / 1e6);
            if (accepts.len) fputs(" <em>takes bad ", f), html_(f, accepts), fputs("</em>", f);
        }
        fputs("</td></tr>\n", f);
    }
    fputs("</table></section>\n", f);
}

int bench_report(const char *snapshot, const char *page) {
    weft_error err;
    weft_doc *doc = weft_doc_read_file(snapshot, NULL, &err);
    if (!doc) {
        weft_error_print(stderr, &err);
        return 2;
    }
    weft_json root = weft_doc_root(doc), meta = weft_json_get(root, "meta"), list = weft_json_get(root, "rows");
    size_t count = weft_json_len(list), n = 0;
    weft_json *rows = (weft_json *)malloc((count + 1) * sizeof *rows);
    FILE *f = rows ? fopen(page, "w") : NULL;
    if (!f) {
        fprintf(stderr, "weft-bench: cannot write %s\n", page);
        free(rows);
        weft_doc_free(doc);
        return 1;
    }
    fputs("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>weft scoreboard</title>\n<style>\n"
          "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 "
          "1em;color:#222;background:#fff}\n"
          "h2{margin:1.6em 0 "
          ".3em;font-size:1.1em}small{color:#777;font-weight:normal}table{width:100%;border-collapse:collapse}\n"
          "th{width:16em;text-align:right;font-weight:normal;padding:.1em .8em;white-space:nowrap}\n"
          "td i{display:inline-block;height:1em;background:#9bb;vertical-align:middle;margin-right:.5em}\n"
          "td b{font-weight:normal;color:#555}tr.weft i{background:#0a7}tr.weft th{font-weight:bold}em{color:#b30}\n"
          "</style></head><body>\n<h1>weft scoreboard</h1>\n<p>",
          f);
    static const char *const facts[] = { "cpu", "isa", "compiler", "flags", "date", "absent" };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        fprintf(f, "%s%s: ", i ? " &middot; " : "", facts[i]);
        html_(f, weft_json_str(meta, facts[i], ""));
    }
    fprintf(f,
            " &middot; %.0f ms per row%s</p>\n<p>Bars are medians; longer is faster. Every engine passed the gate or "
            "shows its reason.</p>\n",
            weft_json_real(meta, "minTimeMs", 0),
            weft_json_bool(meta, "partial", false) ? " &middot; <em>interrupted run</em>" : "");
    for (weft_iter it = weft_json_iter(list); weft_iter_next(&it);) {
        if (n && (!weft_str_equal(label_(rows[0], "dataset"), label_(it.value, "dataset")) ||
                  !weft_str_equal(label_(rows[0], "operation"), label_(it.value, "operation")))) {
            group_(f, rows, n);
            n = 0;
        }
        rows[n++] = it.value;
    }
    if (n) group_(f, rows, n);
    fputs("</body></html>\n", f);
    int status = fclose(f) ? 1 : 0;
    free(rows);
    weft_doc_free(doc);
    return status;
}
