/* JSON text -> typed value: what the parts of the decoder share. Text is read by the pull reader, never through a
 * document. */
#ifndef WEFT_SRC_CODEC_JSON_DECODE_H
#define WEFT_SRC_CODEC_JSON_DECODE_H

#include "json/pull.h"
#include "type/plan.h"

typedef struct weft__dec {
    weft__pull r;
    weft_arena *arena;
    const weft_decode_opts *opts;
    weft_str text;        /* the whole text: errors are placed in it */
    const char *stand_in; /* place for errors of text that a converter made */
    weft_error *errors;   /* of the caller; n may exceed cap: then the rest was not kept */
    size_t cap, n;
    uint32_t max_depth;
    bool collect, fatal; /* fatal: syntax, memory, limits; nothing can follow */
} weft__dec;

/* One value into *out. keep: *out holds a value whose members stay unless given (layering); else *out is filled anew.
 * False: at least one error was recorded (n grew); the reader may be anywhere. */
bool weft__dec_value(weft__dec *d, const weft_node *node, void *out, bool keep);
/* The same without the node's converter. */
bool weft__dec_plain(weft__dec *d, const weft_node *node, void *out, bool keep);
bool weft__dec_struct(weft__dec *d, const weft__plan *plan, void *out, bool keep, const weft_str *tag);
bool weft__dec_union(weft__dec *d, const weft__plan *plan, const weft_node *node, void *out);
bool weft__dec_converted(weft__dec *d, const weft_node *node, void *out, bool keep);
/* Runs the converters of a member the text did not give. */
bool weft__dec_absent(weft__dec *d, const weft_node *node, void *out);

/* Recording errors; all return false. */
WEFT_PRINTF(4, 5)
bool weft__dec_error(weft__dec *d, weft_status code, const char *at, const char *reason, ...);
bool weft__dec_syntax(weft__dec *d);
bool weft__dec_memory(weft__dec *d);
/* Why a type has no plan; kept out of the decoder's own frames, which count once per level of nesting. */
WEFT_NOINLINE bool weft__dec_no_plan(weft__dec *d, const weft_type *type);
/* "expected <what node is>, got <what stands at `at`>"; a syntax error there comes first. */
bool weft__dec_expected(weft__dec *d, const weft_node *node, weft_status code, const char *at);
bool weft__dec_expected_words(weft__dec *d, const char *want, weft_status code, const char *at);
/* Puts a step in front of the paths of errors from number `from` on. */
void weft__dec_in_member(weft__dec *d, size_t from, weft_str name);
void weft__dec_in_element(weft__dec *d, size_t from, size_t index);
/* After an error in the value at `at`: goes behind it. False when nothing can follow. */
bool weft__dec_step_over(weft__dec *d, const char *at, uint32_t depth);
bool weft__dec_enter(weft__dec *d, const weft_node *node);
/* A string value or name, owned by the arena unless borrowed. */
bool weft__dec_text(weft__dec *d, weft_str raw, bool escaped, bool borrow, weft_str *out);
/* What a node accepts, in words. */
void weft__node_words(const weft_node *node, char *out, size_t cap);

#endif
