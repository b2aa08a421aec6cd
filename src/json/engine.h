/* The fast readers and the choice among them. They know only "good" and "bad": whatever they refuse, the plain reader
 * decides (json/plain.h), so that verdict, code and offset never depend on the machine. Given good text, all of them
 * and the plain reader build the same document, except that places in the image differ.
 */
#ifndef WEFT_SRC_JSON_ENGINE_H
#define WEFT_SRC_JSON_ENGINE_H

#include "json/doc.h"
#include "text/number_parse.h"

enum { WEFT__SMALL_MAX = 768, WEFT__NARROW_MAX = 1024 };

typedef enum weft__fast {
    WEFT__FAST_OK,
    WEFT__FAST_BAD, /* the plain reader decides; the document's content is undefined, its memory usable */
    WEFT__FAST_MEMORY
} weft__fast;

/* What the caller knows of its options, with defaults and limits filled in and json5 spread out. */
void weft__read_opts_complete(weft_read_opts *o, const weft_read_opts *opts, size_t opts_size);
/* May a fast reader be tried with these (complete) options? */
bool weft__fast_allowed(const weft_read_opts *opts);
/* Reads into doc with the kernel weft_cpu_used names. opts must be allowed. */
weft__fast weft__fast_read(weft_doc *doc, weft_str text, const weft_read_opts *opts);
/* The same with nothing kept (validate.c). Kernels without a validator of their own say BAD. */
weft__fast weft__fast_validate(weft_str text, const weft_read_opts *opts);
/* Valid RFC 8259 text -> out without white space between tokens; out has room for text.len + 64 bytes. Returns the
 * length (minify.c). */
size_t weft__fast_minify(weft_str text, char *out);

/* One number token, exactly text; plain code. false: no number, or one that only the plain reader can judge (options).
 */
bool weft__number_cell(weft_str text, const weft_read_opts *opts, weft__cell *cell);
static inline bool weft__number_to_cell(const weft__number *n, const weft_read_opts *opts, weft__cell *cell) {
    cell->u = n->u;
    cell->tag = weft__cell_tag(n->kind == WEFT__NUMBER_INT    ? WEFT_INT
                               : n->kind == WEFT__NUMBER_UINT ? WEFT_UINT
                                                              : WEFT_REAL,
                               0, 0);
    if (weft_likely(n->kind < WEFT__NUMBER_REAL)) return true;
    if (n->kind == WEFT__NUMBER_BIG && opts->big_raw) return false;
    return (n->u << 1 < (uint64_t)0x7ff << 53) || opts->saturate; /* finite */
}
/* Are the limits on strings and containers kept? For a complete document. */
bool weft__within_limits(const weft_doc *doc, const weft_read_opts *opts);

/* The value of four hexadecimal digits, negative when one is none. */
int weft__hex4(const uint8_t *p);
/* What a backslash and this character stand for; 0: nothing, or a \u escape. */
extern const uint8_t weft__simple_escape[256];

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define WEFT__X86 1
weft__fast weft__read_avx512(weft_doc *doc, weft_str text, const weft_read_opts *opts);
weft__fast weft__read_avx2(weft_doc *doc, weft_str text, const weft_read_opts *opts);
/* Texts of at most WEFT__SMALL_MAX bytes, owned strings only; BAD: the general reader may still accept. */
weft__fast weft__read_small_avx512(weft_doc *doc, weft_str text, const weft_read_opts *opts);
weft__fast weft__validate_avx512(weft_str text, const weft_read_opts *opts);
size_t weft__minify_avx512(weft_str text, char *out);
weft__fast weft__read_sse42(weft_doc *doc, weft_str text, const weft_read_opts *opts);
#else
#define WEFT__X86 0
#endif
#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
#define WEFT__NEON 1
weft__fast weft__read_neon(weft_doc *doc, weft_str text, const weft_read_opts *opts);
#else
#define WEFT__NEON 0
#endif
weft__fast weft__read_scalar(weft_doc *doc, weft_str text, const weft_read_opts *opts);

#endif
