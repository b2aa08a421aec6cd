/* The table: grouped by data set and operation, fastest first, with the ratio to the best peer and to a chosen engine.
 */
#include "board.h"

#include <stdlib.h>

static bool same_group(const bench_row *a, const bench_row *b) {
    return a->input == b->input && strcmp(a->how->op, b->how->op) == 0;
}
static bool is_weft(const bench_row *r) { return strcmp(r->engine->name, "weft") == 0; }
/* Bytes per time; binary formats differ in bytes for the same value, so there it is values per time. */
static double speed_of(const bench_row *r, double ns) {
    if (r->error[0]) return 0;
    return (double)(r->input->binary ? r->items : r->bytes) / ns;
}
static int by_speed(const void *a, const void *b) {
    const bench_row *x = *(const bench_row *const *)a, *y = *(const bench_row *const *)b;
    double s = speed_of(x, x->median), t = speed_of(y, y->median);
    return (s < t) - (s > t);
}

static void print_group(FILE *to, const bench_row *rows, size_t count, const char *against, bool colour) {
    const bench_row **order = (const bench_row **)malloc(count * sizeof *order);
    if (!order) return;
    const bench_row *peer = NULL, *chosen = NULL;
    for (size_t i = 0; i < count; i++) order[i] = &rows[i];
    qsort(order, count, sizeof *order, by_speed);
    for (size_t i = 0; i < count; i++) {
        const bench_row *r = order[i];
        if (r->error[0]) continue;
        if (!peer && !is_weft(r) && !(r->how->flags & (BENCH_REFERENCE))) peer = r;
        if (!chosen && against && strcmp(r->engine->name, against) == 0) chosen = r;
    }
    fprintf(to, "\n%s%s / %s%s  %zu bytes\n", colour ? "\033[1m" : "", rows->input->dataset, rows->how->op,
            colour ? "\033[0m" : "", rows->bytes);
    for (size_t i = 0; i < count; i++) {
        const bench_row *r = order[i];
        if (r->error[0]) {
            fprintf(to, "  %-28s %serror: %s%s\n", r->name, colour ? "\033[31m" : "", r->error,
                    colour ? "\033[0m" : "");
            continue;
        }
        fprintf(to, "  %s%-28s%s %10.1f MB/s  min %10.1f", colour && is_weft(r) ? "\033[32m" : "", r->name,
                colour && is_weft(r) ? "\033[0m" : "", (double)r->bytes / r->median * 1e3,
                (double)r->bytes / r->min * 1e3);
        if (r->items > 1) fprintf(to, "  %8.1f ns each", r->median / (double)r->items);
        if (peer) {
            /* medians and minima of one run: a ratio says more than either figure */
            double m = speed_of(r, r->median) / speed_of(peer, peer->median);
            double n = speed_of(r, r->min) / speed_of(peer, peer->min);
            fprintf(to, "  %5.2f (%5.2f) x best peer", m, n);
        }
        if (chosen && chosen != peer)
            fprintf(to, "  %5.2f x %s", speed_of(r, r->median) / speed_of(chosen, chosen->median),
                    chosen->engine->name);
        if (r->peak_bytes > 0 && r->bytes) fprintf(to, "  peak %.2f B/B", r->peak_bytes / (double)r->bytes);
        if (r->alone > 0) fprintf(to, "  alone %.2fx", r->median / r->alone);
        if (r->unsteady) fputs("  [counts differ]", to);
        if (r->accepts[0]) fprintf(to, "  [takes bad: %s]", r->accepts);
        if (r->how->flags & BENCH_PADDED) fputs("  [padded input]", to);
        if (r->perturbed) fputs("  [perturbed]", to);
        if (r->instructions >= 0 && r->bytes) fprintf(to, "  %.2f instr/B", r->instructions / (double)r->bytes);
        if (r->cycles > 0 && r->bytes)
            fprintf(to, " %.2f cycles/B %.2f ipc", r->cycles / (double)r->bytes, r->instructions / r->cycles);
        fputc('\n', to);
    }
    free(order);
}

void bench_table(FILE *to, const bench_row *rows, size_t count, const char *against, bool colour) {
    for (size_t i = 0, n; i < count; i += n) {
        for (n = 1; i + n < count && same_group(&rows[i], &rows[i + n]); n++) {
        }
        print_group(to, rows + i, n, against, colour);
    }
}
