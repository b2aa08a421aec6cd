/* A run as JSON: sorted keys, plain decimals, null where a figure is absent. */
#include "board.h"

#include <math.h>
#include <time.h>

#include <sys/utsname.h>

#include <weft/weft.h>

static void text_(FILE *f, const char *s) {
    fputc('"', f);
    for (; *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') fprintf(f, "\\%c", c);
        else if (c < 0x20) fprintf(f, "\\u%04x", c);
        else fputc(c, f);
    }
    fputc('"', f);
}
static void decimal_(FILE *f, double v) {
    if (!(fabs(v) < 1e300) || v < 0) fputs("null", f);
    else fprintf(f, v == floor(v) && v < 1e15 ? "%.0f" : "%.3f", v);
}

static void cpu_name(char out[128]) {
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[256];
    snprintf(out, 128, "unknown");
    while (f && fgets(line, sizeof line, f))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(out, 128, "%s", strchr(line, ':') + 2);
            out[strcspn(out, "\n")] = 0;
            break;
        }
    if (f) fclose(f);
}

static void row_(FILE *f, const bench_row *r) {
    bool good = !r->error[0];
    fputs("    {\"accepts\":", f), text_(f, r->accepts);
    fputs(",\"aloneNs\":", f), decimal_(f, r->alone > 0 ? r->alone : -1);
    fprintf(f, ",\"bytes\":%zu,\"deviationNs\":", r->bytes), decimal_(f, good ? r->mad : -1);
    fputs(",\"error\":", f), text_(f, r->error);
    fprintf(f, ",\"items\":%zu", r->items);
    fputs(",\"labels\":{\"build\":", f), text_(f, r->engine->build);
    fputs(",\"dataset\":", f), text_(f, r->input ? r->input->dataset : "");
    fputs(",\"operation\":", f), text_(f, r->how->op);
    fprintf(f, ",\"padded\":%s,\"perturbed\":%s}", r->how->flags & BENCH_PADDED ? "true" : "false",
            r->perturbed ? "true" : "false");
    fputs(",\"maxNs\":", f), decimal_(f, good ? r->max : -1);
    fputs(",\"medianNs\":", f), decimal_(f, good ? r->median : -1);
    fputs(",\"metrics\":{\"B/s\":", f), decimal_(f, good ? (double)r->bytes / r->median * 1e9 : -1);
    fputs(",\"alloc-bytes\":", f), decimal_(f, r->allocated_bytes);
    fputs(",\"br-miss\":", f), decimal_(f, r->branch_misses);
    fputs(",\"cycles\":", f), decimal_(f, r->cycles);
    fputs(",\"instr\":", f), decimal_(f, r->instructions);
    fputs(",\"ipc\":", f), decimal_(f, r->cycles > 0 ? r->instructions / r->cycles : -1);
    fputs(",\"page-faults\":", f), decimal_(f, r->page_faults);
    fputs(",\"peak-bytes\":", f), decimal_(f, r->peak_bytes);
    fputs("},\"minNs\":", f), decimal_(f, good ? r->min : -1);
    fputs(",\"name\":", f), text_(f, r->name);
    fprintf(f, ",\"samples\":%zu}", r->samples);
}

bool bench_snapshot(const char *path, const bench_row *rows, size_t count, double min_ms, bool partial,
                    const char *absent) {
    FILE *f = fopen(path, "w");
    if (!f) return false;
    char cpu[128], date[32];
    struct utsname u;
    time_t now = time(NULL);
    struct tm tm;
    cpu_name(cpu);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
    if (uname(&u)) memset(&u, 0, sizeof u);
    fputs("{\n  \"meta\":{\"absent\":", f), text_(f, absent);
    fputs(",\"compiler\":", f), text_(f, __VERSION__);
    fputs(",\"cpu\":", f), text_(f, cpu);
    fputs(",\"date\":", f), text_(f, date);
    fputs(",\"engines\":{", f);
    const char *seen[64];
    size_t n_seen = 0;
    for (size_t i = 0; i < count; i++) { /* versions, by name and build */
        char key[64];
        snprintf(key, sizeof key, "%s%s%s", rows[i].engine->name, rows[i].engine->build[0] ? "@" : "",
                 rows[i].engine->build);
        bool again = false;
        for (size_t k = 0; k < n_seen; k++) again = again || seen[k] == (const char *)rows[i].engine;
        if (again || n_seen == 64) continue;
        if (n_seen) fputc(',', f);
        seen[n_seen++] = (const char *)rows[i].engine;
        text_(f, key), fputc(':', f), text_(f, rows[i].engine->version);
    }
    fputs("},\"flags\":", f), text_(f, WEFT_BENCH_FLAGS);
    fputs(",\"isa\":", f), text_(f, weft_cpu_name(weft_cpu_used()));
    fputs(",\"machine\":", f), text_(f, u.machine);
    fputs(",\"minTimeMs\":", f), decimal_(f, min_ms);
    fprintf(f, ",\"partial\":%s,\"system\":", partial ? "true" : "false"), text_(f, u.sysname);
    fputs("},\n  \"rows\":[\n", f);
    for (size_t i = 0; i < count; i++) {
        row_(f, &rows[i]);
        fputs(i + 1 < count ? ",\n" : "\n", f);
    }
    fputs("  ]\n}\n", f);
    return fclose(f) == 0;
}
