/* Two JSON texts, divided by the first zero byte: the second is a patch of the first; it is a merge patch of it; and
 * the differences between the two lead from one to the other. */
#include <weft/weft.h>

#include <stdlib.h>

static void leads_to(weft_doc *made, weft_json to) {
    bool equal = false;
    if (!made || weft_json_equal(weft_doc_root(made), to, &equal, NULL) || !equal) abort();
    weft_doc_free(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *zero = size ? (const uint8_t *)memchr(data, 0, size) : NULL;
    weft_error err;
    if (!zero) return 0;
    size_t first = (size_t)(zero - data);
    weft_read_opts opts = { .duplicates = WEFT_DUPLICATES_LAST };
    weft_doc *a = weft_doc_read(WEFT_TEXT((const char *)data, first), &opts, &err);
    weft_doc *b = weft_doc_read(WEFT_TEXT((const char *)zero + 1, size - first - 1), &opts, &err);
    if (a && b) {
        weft_json from = weft_doc_root(a), to = weft_doc_root(b);
        weft_doc_free(weft_json_patch(from, to, NULL, &err));
        weft_doc_free(weft_json_merge_patch(from, to, NULL, &err));
        weft_doc *difference = weft_json_diff(from, to, NULL, &err);
        if (!difference) abort();
        leads_to(weft_json_patch(from, weft_doc_root(difference), NULL, &err), to);
        weft_doc_free(difference);
        weft_json p = weft_json_pointer(from, WEFT_TEXT((const char *)zero + 1, size - first - 1), &err);
        (void)p;
    }
    weft_doc_free(a);
    weft_doc_free(b);
    return 0;
}
