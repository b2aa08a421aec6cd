/* Documents -> text: the public entry points and the choice of the writer. */
#include "json/write.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "json/doc.h"

/* ---- frames ----------------------------------------------------------------------------------------------------- */
void weft__frames_begin(weft__frames *f, const weft_alloc *alloc) {
    f->at = f->first;
    f->cap = WEFT__FRAMES;
    f->alloc = alloc;
    f->safe = NULL;
    f->safe_len = 0;
}
bool weft__frames_grow(weft__frames *f) {
    bool first = f->at == f->first;
    uintptr_t *at = (uintptr_t *)weft__resize(f->alloc, first ? NULL : f->at, first ? 0 : f->cap * sizeof *at,
                                              2 * f->cap * sizeof *at);
    if (!at) return false;
    if (first) memcpy(at, f->first, sizeof f->first);
    f->at = at;
    f->cap *= 2;
    return true;
}
void weft__frames_end(weft__frames *f) {
    if (f->at != f->first) weft__release(f->alloc, f->at, f->cap * sizeof *f->at);
}

/* ---- one text --------------------------------------------------------------------------------------------------- */
weft__write_cells *weft__write_choose(const weft__style *style) {
    const weft_write_opts *o = style->opts;
    if (!style->plain_style || o->sort || (o->pretty && o->inline_width)) return weft__write_any;
    switch (weft_cpu_used()) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    case WEFT_CPU_SSE42: return weft__write_sse42;
    case WEFT_CPU_AVX2: return weft__write_avx2;
    case WEFT_CPU_AVX512: return weft__write_avx512;
#endif
#if defined(__aarch64__) && !WEFT_BIG_ENDIAN
    case WEFT_CPU_NEON: return weft__write_neon;
#endif
    default: return weft__write_scalar;
    }
}

/* "$.a[2]" of the cell `where` below root: the steps are found from the outside in, and the innermost ones are kept. */
enum { WRITE_STEPS = 64 };
static void write_path(weft_error *err, const weft__cell *root, const weft__cell *where) {
    struct {
        const weft__cell *key; /* NULL: an element */
        size_t index;
    } steps[WRITE_STEPS];
    size_t depth = 0;
    const weft__cell *c = root;
    while (c != where && weft__cell_is_container(c)) {
        bool object = weft__cell_kind(c) == WEFT_OBJECT;
        const weft__cell *end = c + c->extent, *child = c + 1, *key = NULL;
        size_t index = 0;
        for (; child < end; child = weft__cell_next(child), index++) {
            if (object) key = child++;
            if (where < weft__cell_next(child)) break;
        }
        if (child >= end) break;
        steps[depth % WRITE_STEPS].key = key;
        steps[depth % WRITE_STEPS].index = index;
        depth++;
        c = child;
    }
    for (size_t i = 0; i < depth && i < WRITE_STEPS; i++) {
        size_t at = (depth - 1 - i) % WRITE_STEPS;
        const weft__cell *key = steps[at].key;
        if (key) weft__error_path_member(err, WEFT_TEXT(key->s, (size_t)weft__cell_size(key)));
        else weft__error_path_index(err, steps[at].index);
    }
}

weft_status weft__write_text(weft__emit *e, char *o, weft_json v, const weft__style *style, weft__write_cells *writer,
                             size_t *total, weft_error *err) {
    const weft__cell *where = NULL;
    if (o) {
        weft__frames frames;
        weft__frames_begin(&frames, style->opts->alloc);
        if (v.doc && v.doc->image && v.doc->image_cap > WEFT__IMAGE_SLACK) {
            frames.safe = v.doc->image;
            frames.safe_len = v.doc->image_cap - WEFT__IMAGE_SLACK;
        }
        o = (writer ? writer : weft__write_choose(style))(e, o, v.cell, style, &frames, &where);
        weft__frames_end(&frames);
    }
    if (o && style->opts->final_newline)
        o = weft__emit_raw(e, o, style->opts->newline ? style->opts->newline : "\n", style->newline_len);
    weft_status st = weft__emit_end(e, o, total);
    if (st && err && st != WEFT_E_OPEN && st != WEFT_E_WRITE) { /* a file's error is set already */
        weft__error_set(err, st, WEFT_STAGE_WRITE, NULL);
        if (where && (st == WEFT_E_NONFINITE || st == WEFT_E_UTF8 || st == WEFT_E_DUPLICATE))
            write_path(err, v.cell, where);
    }
    return st;
}

static weft_status write_begin(weft_json v, weft_write_opts *ours, weft__style *style, const weft_write_opts *opts,
                               size_t opts_size, weft_error *err) {
    weft__opts_copy(ours, sizeof *ours, opts, opts_size);
    if (!v.cell) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no value to write");
    return weft__style_make(style, ours, err);
}

weft_status weft__json_write(weft_json v, weft_buf *out, const weft_write_opts *opts, size_t opts_size,
                             weft_error *err) {
    weft_write_opts ours;
    weft__style style;
    weft__emit e;
    weft_status st = write_begin(v, &ours, &style, opts, opts_size, err);
    if (st) return st;
    char *o = weft__emit_to_buf(&e, out, ours.max_bytes);
    /* a first guess of the size saves copies: about a dozen bytes a cell, and then it doubles */
    if (o && weft__cell_is_container(v.cell) && v.cell->extent > 256 && e.limit - o < WEFT__EMIT_PIECE)
        o = weft__emit_more(&e, o, (size_t)v.cell->extent * 12);
    return weft__write_text(&e, o, v, &style, NULL, NULL, err);
}

weft_status weft__json_write_into(weft_json v, char *out, size_t cap, size_t *len, const weft_write_opts *opts,
                                  size_t opts_size, weft_error *err) {
    weft_write_opts ours;
    weft__style style;
    weft__emit e;
    weft_status st = write_begin(v, &ours, &style, opts, opts_size, err);
    if (st) return st;
    char *o = weft__emit_into(&e, out, cap, ours.max_bytes);
    return weft__write_text(&e, o, v, &style, NULL, len, err);
}

weft_status weft__json_write_to(weft_json v, weft_sink *sink, void *ctx, const weft_write_opts *opts, size_t opts_size,
                                weft_error *err) {
    weft_write_opts ours;
    weft__style style;
    weft__emit e;
    weft_status st = write_begin(v, &ours, &style, opts, opts_size, err);
    if (st) return st;
    if (!sink) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no function to write to");
    char *o = weft__emit_to_sink(&e, sink, ctx, ours.max_bytes);
    return weft__write_text(&e, o, v, &style, NULL, NULL, err);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */
static bool write_piece_stdio(void *ctx, const char *piece, size_t len) {
    return fwrite(piece, 1, len, (FILE *)ctx) == len;
}
weft_status weft__json_write_stdio(weft_json v, FILE *to, const weft_write_opts *opts, size_t opts_size,
                                   weft_error *err) {
    if (!to) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no file to write to");
    weft_status st = weft__json_write_to(v, write_piece_stdio, to, opts, opts_size, err);
    return st == WEFT_E_CALLBACK ? weft__error_set(err, WEFT_E_WRITE, WEFT_STAGE_WRITE, NULL) : st;
}

typedef struct write_file_ctx {
    weft_file_writer writer;
    weft_status status;
    weft_error *err;
} write_file_ctx;
static bool write_piece_file(void *ctx, const char *piece, size_t len) {
    write_file_ctx *f = (write_file_ctx *)ctx;
    f->status = weft_file_writer_add(&f->writer, WEFT_TEXT(piece, len), f->err);
    return !f->status;
}
weft_status weft__json_write_file(weft_json v, const char *path, const weft_write_opts *opts, size_t opts_size,
                                  weft_error *err) {
    write_file_ctx f;
    weft_error file_error;
    if (!v.cell) return weft__error_set(err, WEFT_E_ARGUMENT, WEFT_STAGE_WRITE, "no value to write");
    memset(&f, 0, sizeof f);
    f.err = &file_error;
    weft_status st = weft_file_writer_begin(&f.writer, path, err);
    if (st) return st;
    st = weft__json_write_to(v, write_piece_file, &f, opts, opts_size, err);
    if (!st) return weft_file_writer_finish(&f.writer, err);
    weft_file_writer_abandon(&f.writer);
    if (f.status) {
        if (err) *err = file_error;
        return f.status;
    }
    weft__error_file(err, path);
    return st;
}
