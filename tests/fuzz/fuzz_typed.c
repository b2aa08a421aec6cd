/* Typed decode, the cursor and the document reader over one input: same verdict on the text, and what was decoded comes
 * back. */
#include <weft/cursor.h>
#include <weft/weft.h>

#include <stdlib.h>

#define COLOR(E) E(FUZZ_RED, 0, "red") E(FUZZ_BLUE, 1, "blue")
WEFT_ENUM(Color, COLOR)
#define LEAF(F) F(int, n) F(weft_str, s, .optional = true)
WEFT_STRUCT(Leaf, LEAF)
#define INTERNAL(V) V(IN_LEAF, Leaf, leaf) V(IN_NONE, weft_unit, none)
WEFT_UNION(Internal, INTERNAL, .repr = WEFT_INTERNAL)
#define UNTAGGED(V) V(UN_LEAF, Leaf, leaf) V(UN_NUMBER, double, number) V(UN_TEXT, weft_str, text)
WEFT_UNION(Untagged, UNTAGGED, .repr = WEFT_UNTAGGED)
#define NODE(F)                                                                                                        \
    F(weft_list(Node), l, .optional = true)                                                                            \
    F(weft_map(Node), m, .optional = true)                                                                             \
    F(weft_ptr(Node), p)                                                                                               \
    F(Internal, i, WEFT_DFLT({ .tag = IN_NONE }))                                                                      \
    F(weft_opt(Untagged), u)                                                                                           \
    F(Color, c, .optional = true)                                                                                      \
    F(int64_t, t, .conv = &weft_conv_time, .optional = true)                                                           \
    F(weft_bytes, b, .optional = true)                                                                                 \
    F(uint8_t, n, .optional = true, .coerce = true) F(double, d, .optional = true) F(weft_extra, rest)
WEFT_STRUCT(Node, NODE)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    weft_str text = WEFT_TEXT((const char *)data, size);
    weft_error err, plain;
    weft_status st = weft_json_validate(text, NULL, &plain);
    weft_cursor c = weft_cursor_open(text, NULL);
    if (weft_cursor_finish(&c) != (st == WEFT_OK)) abort();
    Node *v = Node_new_from_json(text, NULL, &err);
    if (v && st) abort();
    if (!v && err.stage == WEFT_STAGE_PARSE && err.code != WEFT_E_DEPTH &&
        (err.code != st || err.offset != plain.offset))
        abort();
    if (v) {
        weft_buf out = { 0 };
        if (Node_to_json(v, &out, &err)) abort();
        Node *w = Node_new_from_json(weft_buf_str(&out), NULL, &err);
        if (!w || !Node_equal(v, w)) abort();
        weft_free(w);
        weft_buf_free(&out);
    }
    weft_free(v);
    return 0;
}
