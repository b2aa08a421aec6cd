/* Frozen bytes from anywhere: what the verifier says is what the decoder does; a value that came out goes back to the
 * same bytes. Then the same bytes as a stream of frames. */
#include <weft/weft.h>

#include <stdlib.h>

#define KIND(E) E(FZ_ONE, 1, "one") E(FZ_TWO, 2, "two")
WEFT_ENUM(Kind, KIND)
#define SIDE(V) V(SIDE_TEXT, weft_str, text) V(SIDE_NUMBER, double, number) V(SIDE_NONE, weft_unit, none)
WEFT_UNION(Side, SIDE)
#define LEAF(F)                                                                                                        \
    F(weft_str, name)                                                                                                  \
    F(bool, on) F(int16_t, small) F(Kind, kind) F(weft_opt(double), maybe) F(Side, side) F(weft_list(int32_t), numbers)
WEFT_STRUCT(Leaf, LEAF)
#define TREE(F) F(weft_list(Tree), children) F(weft_map(Leaf), leaves) F(weft_ptr(Leaf), one) F(uint64_t, id)
WEFT_STRUCT(Tree, TREE)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    weft_str bytes = WEFT_TEXT((const char *)data, size);
    weft_error err;
    weft_status verdict = weft_type_verify_frozen(weft_type_of(Tree), bytes, NULL, &err);
    Tree *v = Tree_new_from_frozen(bytes, NULL, &err);
    if ((v != NULL) != (verdict == WEFT_OK)) abort();
    if (v) {
        weft_buf again = { 0 };
        if (Tree_to_frozen(v, &again, NULL, &err) || !weft_str_equal(weft_buf_str(&again), bytes)) abort();
        weft_buf_free(&again);
        weft_free(v);
    }
    weft_frame_reader frames = weft_frame_reader_of(bytes);
    for (weft_frame frame; weft_frame_next(&frames, &frame, &err);) {
    }
    return 0;
}
