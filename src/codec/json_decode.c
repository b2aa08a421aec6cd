/* JSON text -> typed value: the public entry points and converters. */
#include "codec/json_decode.h"
#include "codec/json_direct.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "type/reach.h"
#include "type/root.h"

/* ---- converters ---- */
static bool dec_call_conv(weft__dec *d, const weft_node *node, const weft_conv *conv, void *out, weft_scalar in,
                          const char *at) {
    weft_call call = { d->opts->ctx, d->arena, conv, NULL, d, node };
    size_t from = d->n;
    while (conv && !conv->decode) call.conv = conv = conv->next;
    weft_status st = conv ? conv->decode(&call, out, in) : weft_call_next(&call, out, in);
    if (!st) {
        d->n = from; /* errors that the converter got over */
        return !d->fatal;
    }
    if (d->n > from && !call.problem) return false; /* recorded by the rest of the pipeline */
    d->n = from;
    if (st == WEFT_E_MEMORY) return weft__dec_memory(d);
    if (!call.problem && conv->name) return weft__dec_expected_words(d, conv->name, st, at);
    weft__dec_error(d, st, at, "%s", call.problem ? call.problem : weft_status_text(st));
    if (d->n - 1 < d->cap && conv->name) weft__error_target(&d->errors[d->n - 1], conv->name);
    return false;
}

weft_status weft_call_fail(weft_call *call, const char *reason) {
    call->problem = reason;
    return WEFT_E_CONVERT;
}

weft_status weft_call_next(weft_call *call, void *out, weft_scalar in) {
    weft__dec *d = (weft__dec *)call->weft__state;
    const weft_node *node = (const weft_node *)call->weft__node;
    const weft_conv *next = call->conv ? call->conv->next : NULL;
    const char *at = d->stand_in ? d->stand_in : d->r.p;
    size_t from = d->n;
    bool good;
    if (next) {
        good = dec_call_conv(d, node, next, out, in, at);
    } else if (in.kind == WEFT_NONE) {
        return WEFT_OK; /* nothing to decode: the default stays */
    } else {
        /* the member's own decoding, over the text the converter hands on */
        weft_str text = in.text;
        weft_buf quoted;
        memset(&quoted, 0, sizeof quoted);
        quoted.alloc = d->opts->alloc;
        if (in.kind == WEFT_STRING) {
            if (weft_json_string(&quoted, in.text)) {
                weft_buf_free(&quoted);
                return WEFT_E_MEMORY;
            }
            text = weft_buf_str(&quoted);
        }
        weft__pull outer = d->r;
        const char *stand_in = d->stand_in;
        bool borrowed = in.kind != WEFT_STRING && text.ptr >= d->text.ptr && text.ptr < d->text.ptr + d->text.len;
        weft__pull_init(&d->r, text, 0);
        d->r.depth = outer.depth;
        d->r.trust_utf8 = outer.trust_utf8;
        if (!borrowed) d->stand_in = at;
        good = weft__dec_plain(d, node, out, false) && (weft__pull_finish(&d->r) || weft__dec_syntax(d));
        d->r = outer;
        d->stand_in = stand_in;
        weft_buf_free(&quoted);
    }
    if (good) return WEFT_OK;
    return from < d->cap && d->n > from ? d->errors[from].code : d->fatal ? WEFT_E_MEMORY : WEFT_E_CONVERT;
}

bool weft__dec_converted(weft__dec *d, const weft_node *node, void *out, bool keep) {
    (void)keep;
    unsigned char c = weft__pull_peek(&d->r);
    const char *at = d->r.p;
    weft_scalar in = { WEFT_NONE, { NULL, 0 } };
    bool flag;
    if (c == '"') {
        weft_str raw;
        in.kind = WEFT_STRING;
        if (!weft__pull_string(&d->r, &raw, &flag)) return weft__dec_syntax(d);
        if (!flag) in.text = raw;
        else if (!weft__dec_text(d, raw, true, false, &in.text)) return false;
    } else {
        if (!weft__pull_skip(&d->r, &in.text)) return weft__dec_syntax(d);
        in.kind = c == 'n'               ? WEFT_NULL
                  : c == 't' || c == 'f' ? WEFT_BOOL
                  : c == '['             ? WEFT_ARRAY
                  : c == '{'             ? WEFT_OBJECT
                                         : WEFT_INT;
        if (in.kind == WEFT_INT)
            for (size_t i = 0; i < in.text.len; i++)
                if (in.text.ptr[i] == '.' || in.text.ptr[i] == 'e' || in.text.ptr[i] == 'E') in.kind = WEFT_REAL;
    }
    const char *stand_in = d->stand_in;
    if (!stand_in) d->stand_in = at;
    bool good = dec_call_conv(d, node, node->conv, out, in, at);
    d->stand_in = stand_in;
    return good;
}

bool weft__dec_absent(weft__dec *d, const weft_node *node, void *out) {
    for (const weft_conv *c = node->conv; c; c = c->next) {
        if (!c->sees_absence) continue;
        weft_scalar none = { WEFT_NONE, { NULL, 0 } };
        return dec_call_conv(d, node, c, out, none, d->r.p);
    }
    return true;
}

/* ---- entry points ---- */
static weft_status dec_run(const weft__plan *plan, void *out, weft_str text, weft_arena *arena,
                           const weft_decode_opts *opts, weft_error *err) {
    weft__dec d;
    weft_error mine; /* the status is read from an error */
    if (text.len <= WEFT__DIRECT_MOST && !opts->max_bytes && !opts->max_depth &&
        weft__direct_decode(plan, out, text, arena, opts)) {
        if (opts->errors_count) *opts->errors_count = 0;
        return WEFT_OK;
    }
    if (!opts->layer && text.len <= WEFT__DIRECT_MOST) memset(out, 0, plan->type->size);
    if (!err) err = &mine;
    memset(&d, 0, sizeof d);
    d.arena = arena;
    d.opts = opts;
    d.text = text;
    d.collect = opts->errors && opts->errors_cap;
    d.errors = d.collect ? opts->errors : err;
    d.cap = d.collect ? opts->errors_cap : 1;
    d.max_depth = opts->max_depth == 0 ? 256 : opts->max_depth > WEFT__PULL_DEPTH ? WEFT__PULL_DEPTH : opts->max_depth;
    if (opts->max_bytes && text.len > opts->max_bytes) return weft__error_set(err, WEFT_E_SIZE, WEFT_STAGE_PARSE, NULL);
    weft__pull_init(&d.r, text, 0);
    d.r.trust_utf8 = opts->trust_utf8;
    d.text = d.r.text;
    if (text.len >= 3 && !memcmp(text.ptr, "\xef\xbb\xbf", 3)) {
        if (!opts->bom) return weft__error_at(err, WEFT_E_BOM, WEFT_STAGE_PARSE, text, 0, NULL);
        d.r.p += 3;
    }
    bool good;
    if (!weft__pull_peek(&d.r) && d.r.p == d.r.end) {
        weft__pull_fail(&d.r, WEFT_E_EMPTY, d.r.end, NULL);
        good = weft__dec_syntax(&d);
    } else {
        good = weft__dec_value(&d, &plan->root, out, opts->layer);
        if (good) good = weft__pull_finish(&d.r) || weft__dec_syntax(&d);
    }
    if (opts->errors_count) *opts->errors_count = good ? 0 : d.n < d.cap ? d.n : d.cap;
    if (good) return WEFT_OK;
    for (size_t i = 0; opts->file_name && i < d.n && i < d.cap; i++) weft__error_file(&d.errors[i], opts->file_name);
    for (size_t i = 0; i < d.n && i < d.cap; i++)
        if (!d.errors[i].path[0]) memcpy(d.errors[i].path, "$", 2);
    if (d.collect) *err = d.errors[0];
    return d.errors[0].code;
}

static weft_status dec_plan(const weft_type *type, const weft_decode_opts *o, const weft__plan **plan,
                            weft_error *err) {
    weft_error mine;
    if (o->errors_count) *o->errors_count = 0;
    weft_error *e = err ? err : &mine;
    *plan = weft__plan_of(type, e);
    if (!*plan) return e->code;
    return weft__reach_check(*plan, e);
}

enum { DEC_TRIAL = 512 }; /* values up to this size are tried on the stack */

weft_status weft__type_from_json(const weft_type *type, void *out, weft_str text, weft_arena *arena,
                                 const weft_decode_opts *opts, size_t opts_size, weft_error *err) {
    weft_decode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    const weft__plan *plan;
    weft_status st = dec_plan(type, &o, &plan, err);
    if (st) return st;
    if (!out || !arena) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_DECODE, NULL);
    _Alignas(max_align_t) char small[DEC_TRIAL];
    /* a shape as the root keeps its count inside itself, so its size says all */
    void *trial = type->size <= sizeof small ? (void *)small : weft_arena_alloc(arena, type->size, type->align);
    if (!trial) return weft__error_set(err, WEFT_E_MEMORY, WEFT_STAGE_DECODE, NULL);
    if (o.layer) memcpy(trial, out, type->size);
    else memset(trial, 0, type->size);
    st = dec_run(plan, trial, text, arena, &o, err);
    if (!st) memcpy(out, trial, type->size);
    return st;
}

void *weft__type_new_from_json(const weft_type *type, weft_str text, const weft_decode_opts *opts, size_t opts_size,
                               weft_error *err) {
    weft_decode_opts o;
    weft__opts_copy(&o, sizeof o, opts, opts_size);
    const weft__plan *plan;
    if (dec_plan(type, &o, &plan, err)) return NULL;
    void *root = weft__root_new(type, o.alloc, o.max_memory, err);
    if (!root) return NULL;
    o.layer = false;
    if (dec_run(plan, root, text, weft_arena_of(root), &o, err)) {
        weft_free(root);
        return NULL;
    }
    return root;
}
