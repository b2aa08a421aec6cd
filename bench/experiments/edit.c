/* Editing twitter.json against the mutable documents of yyjson: one status (1 %) or one member of every status; with
 * and without reading the text. Texts are compared. Interleaved, one process. cc -O2 -Iinclude -I$YYJSON/include
 * bench/experiments/edit.c $B/libweft.a $YYJSON/lib/libyyjson.a -lm -o edit taskset -c 1 ./edit twitter.json */
#include <weft/edit.h>
#include <yyjson.h>
#include <time.h>
#include <stdlib.h>
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}
static int cmp(const void *a, const void *b) {
    double x = *(double *)a, y = *(double *)b;
    return (x > y) - (x < y);
}
int main(int c, char **v) {
    FILE *f = fopen(v[1], "rb");
    char *t = malloc(1 << 20);
    size_t n = fread(t, 1, 1 << 20, f);
    (void)c;
    for (int parse = 0; parse < 2; parse++)
        for (int per = 1; per <= 100; per *= 100) { /* statuses touched; 1 member each or all */
            enum { R = 200 };
            double W[R], Y[R], Q[R];
            size_t lw = 0, ly = 0;
            int same = 1;
            weft_doc *d = weft_doc_read(WEFT_TEXT(t, n), NULL, NULL);
            yyjson_doc *yd = yyjson_read(t, n, 0);
            weft_buf o = { 0 };
            for (int r = 0; r < R; r++) {
                double s = now();
                weft_doc *dd = parse ? weft_doc_read(WEFT_TEXT(t, n), NULL, NULL) : d;
                weft_edit *e = weft_edit_new(weft_doc_root(dd), NULL);
                weft_edit_node *st = weft_node_get(weft_edit_root(e), WEFT_STR("statuses"), NULL);
                for (int i = 0; i < per; i++) {
                    weft_edit_node *x = weft_node_at(st, (size_t)(per == 1 ? 50 : i), NULL);
                    weft_node_set(x, WEFT_STR("favorite_count"), weft_node_int(e, i + 7), NULL);
                    if (per == 1) {
                        weft_node_remove(x, WEFT_STR("truncated"), NULL);
                        weft_node_set(x, WEFT_STR("note"), weft_node_str(e, WEFT_STR("edited"), NULL), NULL);
                    }
                }
                o.len = 0;
                weft_edit_write(e, &o, NULL, NULL);
                lw = o.len;
                weft_edit_free(e);
                if (parse) weft_doc_free(dd);
                W[r] = now() - s;
                s = now();
                yyjson_doc *y = parse ? yyjson_read(t, n, 0) : yd;
                yyjson_mut_doc *m = yyjson_doc_mut_copy(y, NULL);
                yyjson_mut_val *ys = yyjson_mut_obj_get(yyjson_mut_doc_get_root(m), "statuses");
                if (per == 1) {
                    yyjson_mut_val *x = yyjson_mut_arr_get(ys, 50);
                    yyjson_mut_set_int(yyjson_mut_obj_get(x, "favorite_count"), 7);
                    yyjson_mut_obj_remove_key(x, "truncated");
                    yyjson_mut_obj_add_str(m, x, "note", "edited");
                } else {
                    size_t ix, mx;
                    yyjson_mut_val *x;
                    yyjson_mut_arr_foreach(ys, ix, mx, x)
                        yyjson_mut_set_int(yyjson_mut_obj_get(x, "favorite_count"), (int)ix + 7);
                }
                char *w = yyjson_mut_write(m, 0, &ly);
                same &= ly == lw && !memcmp(w, o.data, ly);
                free(w);
                yyjson_mut_doc_free(m);
                if (parse) yyjson_doc_free(y);
                Y[r] = now() - s;
                Q[r] = Y[r] / W[r];
            }
            qsort(W, R, 8, cmp);
            qsort(Y, R, 8, cmp);
            qsort(Q, R, 8, cmp);
            printf(
                "parse=%d statuses=%d weft %.0f/%.0f us yyjson %.0f/%.0f us ratio median %.2f of mins %.2f same=%d\n",
                parse, per, W[R / 2], W[0], Y[R / 2], Y[0], Q[R / 2], Y[0] / W[0], same);
            weft_doc_free(d);
            yyjson_doc_free(yd);
            weft_buf_free(&o);
        }
}
