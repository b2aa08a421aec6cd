/* Round trips: what was read is written, with any options, and read again; the value must be the same. Writing into a
 * buffer, in pieces and into a fixed space must agree. */
#include <weft/weft.h>

#include <stdlib.h>

static void check(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "fuzz_write: %s\n", what);
    abort();
}

static bool collect(void *ctx, const char *piece, size_t len) {
    return weft_buf_append((weft_buf *)ctx, WEFT_TEXT(piece, len)) == WEFT_OK;
}

static bool same(weft_stat a, weft_stat b) {
    return a.nulls == b.nulls && a.trues == b.trues && a.falses == b.falses && a.numbers == b.numbers &&
           a.strings == b.strings && a.arrays == b.arrays && a.objects == b.objects && a.elements == b.elements &&
           a.members == b.members && a.string_bytes == b.string_bytes && a.key_bytes == b.key_bytes &&
           a.depth == b.depth;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned bits = 0;
    weft_read_opts in;
    memset(&in, 0, sizeof in);
    if (size >= 2 && data[0] == 0xff) { /* seeds are ordinary texts and take the defaults */
        bits = data[1];
        data += 2;
        size -= 2;
    }
    in.raw_numbers = bits & 1;
    in.json5 = bits >> 1 & 1;
    weft_doc *doc = weft_doc_read(WEFT_TEXT((const char *)data, size), &in, NULL);
    if (!doc) return 0;
    weft_write_opts out;
    memset(&out, 0, sizeof out);
    out.pretty = bits >> 2 & 1;
    out.inline_width = bits >> 3 & 1 ? 40 : 0;
    out.escape = (weft_escape)((bits >> 4) % 3);
    out.sort = bits >> 6 & 1 ? WEFT_SORT_BYTES : WEFT_SORT_NONE;
    out.escape_slash = bits >> 7 & 1;
    weft_json root = weft_doc_root(doc);
    weft_buf text = { 0 }, pieces = { 0 }, again = { 0 };
    weft_error err;
    weft_status st = weft_json_write(root, &text, &out, &err);
    if (st) check(text.len == 0, "a failed write left text behind");
    check(weft_json_write_to(root, collect, &pieces, &out, NULL) == st, "pieces disagree");
    if (!st) {
        check(weft_str_equal(weft_buf_str(&text), weft_buf_str(&pieces)), "pieces are other text");
        size_t len = 0;
        char *space = (char *)malloc(text.len ? text.len : 1);
        if (space) {
            check(weft_json_write_into(root, space, text.len, &len, &out, NULL) == WEFT_OK && len == text.len,
                  "does not fit into its own size");
            check(memcmp(space, text.data, len) == 0, "other text in a fixed space");
            if (len)
                check(weft_json_write_into(root, space, len - 1, &len, &out, NULL) == WEFT_E_SPACE && len == text.len,
                      "a byte too few is not noticed");
        }
        free(space);
        weft_read_opts strict = in;
        strict.json5 = in.raw_numbers && in.json5; /* a raw JSON5 number keeps its spelling */
        weft_doc *back = weft_doc_read(weft_buf_str(&text), &strict, &err);
        check(back != NULL, "what was written is not read");
        weft_stat a = weft_json_stat(root), b = weft_json_stat(weft_doc_root(back));
        check(same(a, b), "another value came back");
        if (!out.sort) check(memcmp(&a.number_sum, &b.number_sum, sizeof(double)) == 0, "other numbers came back");
        check(weft_json_write(weft_doc_root(back), &again, &out, NULL) == WEFT_OK &&
                  weft_str_equal(weft_buf_str(&text), weft_buf_str(&again)),
              "a second round trip changes the text");
        weft_doc_free(back);
    }
    weft_buf_free(&text);
    weft_buf_free(&pieces);
    weft_buf_free(&again);
    weft_doc_free(doc);
    return 0;
}
