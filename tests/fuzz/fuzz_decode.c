/* Typed decoding of any bytes: what is decoded is encoded, decoded again and equal; what is refused leaves no memory
 * behind (the leak checker watches). */
#include <weft/weft.h>

#include <stdlib.h>

static void check(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "fuzz_decode: %s\n", what);
    abort();
}

#define COLOUR(E) E(COLOUR_RED, 0, "red") E(COLOUR_BLUE, 5, "blue", .alias = "azure")
WEFT_ENUM(Colour, COLOUR)
#define INNER(F) F(int8_t, a) F(double, b, WEFT_DFLT(0.5)) F(weft_opt(weft_str), c)
WEFT_STRUCT(Inner, INNER)
#define CHOICE(V) V(CHOICE_INNER, Inner, inner) V(CHOICE_WORD, weft_str, word) V(CHOICE_NONE, weft_unit, none)
WEFT_UNION(Choice, CHOICE)
#define OUTER(F)                                                                                                       \
    F(weft_str, s, .optional = true)                                                                                   \
    F(weft_cstr, z, .optional = true, .nullable = true, .omit = WEFT_OMIT_EMPTY)                                       \
    F(uint64_t, u, .optional = true)                                                                                   \
    F(int16_t, r, .optional = true, .range = { -5, 500 })                                                              \
    F(float, f, .optional = true)                                                                                      \
    F(bool, t, .coerce = true, .optional = true)                                                                       \
    F(Colour, colour, .optional = true)                                                                                \
    F(weft_list(Inner), list, .optional = true, .max_len = 50)                                                         \
    F(weft_map(weft_str), map, .optional = true)                                                                       \
    F(weft_bytes, bytes, .optional = true)                                                                             \
    F(weft_opt(Choice), choice)                                                                                        \
    F(weft_ptr(Outer), next)                                                                                           \
    F(weft_raw, raw, .optional = true, .omit = WEFT_OMIT_EMPTY)
WEFT_STRUCT(Outer, OUTER)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    weft_decode_opts o;
    memset(&o, 0, sizeof o);
    if (size >= 2 && data[0] == 0xff) {
        o.unknown = data[1] & 1 ? WEFT_UNKNOWN_FORBID : WEFT_UNKNOWN_DEFAULT;
        o.repeat = data[1] & 2 ? WEFT_REPEAT_LAST : WEFT_REPEAT_DEFAULT;
        o.borrow = data[1] & 4;
        o.max_depth = data[1] & 8 ? 3 : 0;
        data += 2;
        size -= 2;
    }
    char *exact = (char *)malloc(size ? size : 1); /* so that a read behind the end is seen */
    if (!exact) return 0;
    if (size) memcpy(exact, data, size);
    weft_str text = WEFT_TEXT(exact, size);
    weft_error err;
    Outer *v = Outer_new_from_json(text, &o, &err);
    if (v) {
        weft_read_opts any_size; /* a number that is skipped is not converted */
        memset(&any_size, 0, sizeof any_size);
        any_size.saturate = true;
        check(weft_json_validate(text, &any_size, NULL) == WEFT_OK, "decoded what is no JSON");
        weft_buf out = { 0 };
        if (Outer_to_json(v, &out, &err) == WEFT_OK) {
            Outer *w = Outer_new_from_json(weft_buf_str(&out), NULL, &err);
            check(w != NULL, "what was encoded is not decoded");
            check(Outer_equal(v, w), "another value came back");
            weft_free(w);
        }
        Outer *copy = Outer_copy(v, NULL, &err);
        check(copy && Outer_equal(copy, v), "a copy differs");
        weft_free(copy);
        weft_buf_free(&out);
    } else check(err.offset <= size, "an error outside the text");
    weft_free(v);
    free(exact);
    return 0;
}
