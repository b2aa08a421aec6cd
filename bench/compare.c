/* Two snapshots side by side: how each row's wall time and instruction count changed. */
#include "board.h"

#include <weft/weft.h>

static weft_json find_row(weft_json rows, weft_json like) {
    weft_json a = weft_json_get(like, "labels");
    for (weft_iter it = weft_json_iter(rows); weft_iter_next(&it);) {
        weft_json b = weft_json_get(it.value, "labels");
        if (weft_str_equal(weft_json_str(it.value, "name", ""), weft_json_str(like, "name", "")) &&
            weft_str_equal(weft_json_str(a, "dataset", ""), weft_json_str(b, "dataset", "")) &&
            weft_str_equal(weft_json_str(a, "operation", ""), weft_json_str(b, "operation", "")))
            return it.value;
    }
    return (weft_json){ NULL, NULL };
}

int bench_compare(const char *a, const char *b) {
    weft_error err;
    weft_doc *old = weft_doc_read_file(a, NULL, &err), *new = old ? weft_doc_read_file(b, NULL, &err) : NULL;
    int status = 0;
    if (!old || !new) {
        weft_error_print(stderr, &err);
        status = 2;
    } else {
        weft_json rows = weft_json_get(weft_doc_root(old), "rows");
        size_t close = 0, both = 0;
        printf("%-16s %-18s %-28s %10s %10s %12s\n", "dataset", "operation", "engine", "median", "min", "instructions");
        for (weft_iter it = weft_json_iter(weft_json_get(weft_doc_root(new), "rows")); weft_iter_next(&it);) {
            weft_json was = find_row(rows, it.value), labels = weft_json_get(it.value, "labels");
            double m = weft_json_real(was, "medianNs", 0), n = weft_json_real(was, "minNs", 0);
            double m2 = weft_json_real(it.value, "medianNs", 0), n2 = weft_json_real(it.value, "minNs", 0);
            double i = weft_json_real(weft_json_get(was, "metrics"), "instr", 0),
                   i2 = weft_json_real(weft_json_get(it.value, "metrics"), "instr", 0);
            if (!(m > 0) || !(m2 > 0)) continue;
            both++;
            close += m2 / m > 0.95 && m2 / m < 1.05;
            printf("%-16s %-18s %-28s %9.2fx %9.2fx", weft_json_str(labels, "dataset", "").ptr,
                   weft_json_str(labels, "operation", "").ptr, weft_json_str(it.value, "name", "").ptr, m2 / m, n2 / n);
            if (i > 0 && i2 > 0) printf(" %11.3fx\n", i2 / i);
            else printf(" %12s\n", "-");
        }
        printf("%zu rows in both, %zu within 5 %% by median; above 1: %s takes longer\n", both, close, b);
    }
    weft_doc_free(old);
    weft_doc_free(new);
    return status;
}
