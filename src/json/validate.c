/* Only the verdict: by a kernel that makes no document, else by the plain reader. */
#include "json/engine.h"
#include "json/plain.h"

weft__fast weft__fast_validate(weft_str text, const weft_read_opts *opts) {
    if (text.len > opts->max_bytes || text.len == 0) return WEFT__FAST_BAD;
    if (opts->max_string != SIZE_MAX || opts->max_members != SIZE_MAX) return WEFT__FAST_BAD;
    if (opts->bom && text.len >= 3 && memcmp(text.ptr, "\xef\xbb\xbf", 3) == 0) text.ptr += 3, text.len -= 3;
    switch (weft_cpu_used()) {
#if WEFT__X86
    case WEFT_CPU_AVX512: return weft__validate_avx512(text, opts);
#endif
    default: return WEFT__FAST_BAD;
    }
}

weft_status weft__json_validate(weft_str text, const weft_read_opts *opts, size_t opts_size, weft_error *err) {
    weft_read_opts o;
    weft__read_opts_complete(&o, opts, opts_size);
    if (weft__fast_allowed(&o) && weft__fast_validate(text, &o) == WEFT__FAST_OK) return WEFT_OK;
    return weft__plain_validate(text, &o, NULL, err);
}
