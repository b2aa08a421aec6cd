/* Reading: any bytes, any options. The readers must agree with each other, and what was read must survive being walked.
 */
#include <weft/weft.h>

#include <stdlib.h>

static void check(bool ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "fuzz_read: %s\n", what);
    abort();
}

/* The first two bytes choose options. */
static weft_read_opts options(unsigned bits) {
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.duplicates = (weft_duplicates)(bits % 3);
    bits /= 3;
    bool *const flags[] = { &o.raw_numbers,     &o.big_raw,    &o.saturate, &o.replace_invalid,
                            &o.borrow,          &o.stop_after, &o.bom,      &o.comments,
                            &o.trailing_commas, &o.nonfinite,  &o.json5 };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) *flags[i] = bits >> i & 1;
    if (bits >> 11 & 1) o.max_depth = 5;
    if (bits >> 12 & 1) o.max_string = 20;
    return o;
}

static bool same_stat(weft_stat a, weft_stat b) {
    return a.nulls == b.nulls && a.trues == b.trues && a.falses == b.falses && a.numbers == b.numbers &&
           a.strings == b.strings && a.arrays == b.arrays && a.objects == b.objects && a.elements == b.elements &&
           a.members == b.members && a.string_bytes == b.string_bytes && a.key_bytes == b.key_bytes &&
           a.depth == b.depth && memcmp(&a.number_sum, &b.number_sum, sizeof a.number_sum) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    unsigned bits = 0;
    if (size >= 2 && data[0] == 0xff) { /* ordinary texts, as the seeds are, take the defaults */
        bits = (unsigned)data[1] << 8 | (size > 2 ? data[2] : 0u);
        size_t used = size > 2 ? 3 : 2;
        data += used;
        size -= used;
    }
    weft_read_opts o = options(bits);
    char *exact = (char *)malloc(size ? size : 1); /* so that a read behind the end is seen */
    if (!exact) return 0;
    if (size) memcpy(exact, data, size);
    weft_str text = WEFT_TEXT(exact, size);

    weft_error a, b;
    weft_doc *fast = weft_doc_read(text, &o, &a);
    weft_status verdict = weft_json_validate(text, &o, &b);
    check((fast != NULL) == (verdict == WEFT_OK), "read and validate disagree");
    if (!fast) {
        check(a.code == b.code && a.offset == b.offset && a.line == b.line, "read and validate place the error apart");
        check(a.offset <= size, "an error outside the text");
    } else {
        char *copy = (char *)malloc(size ? size : 1);
        if (copy && !o.replace_invalid) {
            if (size) memcpy(copy, exact, size);
            weft_doc *in_place = weft_doc_read_in_place(copy, size, &o, &b);
            check(in_place != NULL, "in place refuses what reading takes");
            check(same_stat(weft_json_stat(weft_doc_root(fast)), weft_json_stat(weft_doc_root(in_place))),
                  "in place reads something else");
            weft_doc_free(in_place);
        }
        free(copy);
        check(weft_doc_consumed(fast) <= size, "consumed more than there is");
        weft_json root = weft_doc_root(fast);
        for (weft_iter it = weft_json_iter(root); weft_iter_next(&it);) {
            if (weft_json_is(root, WEFT_OBJECT))
                check(weft_json_exists(weft_json_find(root, it.key)), "a member is not found");
            else check(weft_json_at(root, it.index).cell == it.value.cell, "an element is not at its index");
        }
    }
    weft_doc_free(fast);
    free(exact);
    return 0;
}
