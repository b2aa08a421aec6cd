/* The writer of one instruction set: minimal escapes, shortest doubles, document order, minified or pretty.
 * A template: WEFT__ISA is set, the strings of that set are included (text/string_*.h), and these are defined:
 *   WEFT__LAYOUT       places a double's digits (text/number_print.h)
 *   WEFT__UINT_PRINT   prints an integer
 *
 * One pass over the cells, no recursion. Every value is followed by a comma; closing a container writes over the last
 * one. At the top of the loop there is room for a short key and any scalar that is not a long string; what needs more
 * asks for it. */
#define string_put WEFT__KERNEL(weft__string_put)
#define string_put_clean WEFT__KERNEL(weft__string_put_clean)
#define string_copy WEFT__KERNEL(weft__string_copy)
#define string_quote WEFT__KERNEL(weft__string_quote)
#define STRING_SHORT WEFT__KERNEL(WEFT__STRING_SHORT)
#define write_long WEFT__KERNEL(write_long)
#define write_cells WEFT__KERNEL(write_cells)

/* A string body that is long or has escapes. Room for the usual is made again behind it. */
static WEFT_NOINLINE char *write_long(weft__emit *e, char *o, const weft__cell *c) {
    const char *s = c->s;
    size_t n = (size_t)weft__cell_size(c);
    if (c->tag & WEFT__CLEAN) {
        for (; n > WEFT__EMIT_PIECE; n -= WEFT__EMIT_PIECE, s += WEFT__EMIT_PIECE) {
            o = weft__emit_room(e, o, WEFT__EMIT_PIECE);
            if (!o) return NULL;
            string_copy(o, s, WEFT__EMIT_PIECE);
            o += WEFT__EMIT_PIECE;
        }
        o = weft__emit_room(e, o, n);
        if (!o) return NULL;
        string_copy(o, s, n);
        o += n;
    } else {
        enum { PART = WEFT__EMIT_PIECE / WEFT__ESCAPE_GROWTH };
        while (n) {
            size_t part = n < PART ? n : PART;
            o = weft__emit_room(e, o, part * WEFT__ESCAPE_GROWTH);
            if (!o) return NULL;
            o = string_quote(o, s, part);
            s += part;
            n -= part;
        }
    }
    return weft__emit_room(e, o, 0);
}

#define ROOM(n)                                                                                                        \
    do {                                                                                                               \
        if (weft_unlikely((ptrdiff_t)(n) > e->limit - o)) {                                                            \
            o = weft__emit_more(e, o, n);                                                                              \
            if (!o) return NULL;                                                                                       \
        }                                                                                                              \
    } while (0)
/* The string of cell c between quotes. */
#define STRING(c)                                                                                                      \
    do {                                                                                                               \
        size_t n_ = (size_t)weft__cell_size(c);                                                                        \
        bool padded_ = (uintptr_t)(c)->s - safe < safe_len;                                                            \
        *o++ = '"';                                                                                                    \
        if (weft_likely(n_ <= STRING_SHORT && (c)->tag & WEFT__CLEAN)) string_put(o, (c)->s, n_, padded_), o += n_;    \
        else if (n_ <= STRING_SHORT && string_put_clean(o, (c)->s, n_, padded_)) o += n_;                              \
        else if (!(o = write_long(e, o, c))) return NULL;                                                              \
    } while (0)
#define LINE()                                                                                                         \
    do {                                                                                                               \
        size_t n_ = style->newline_len + depth * style->indent_len;                                                    \
        if (weft_likely(n_ <= WEFT__PAD)) {                                                                            \
            ROOM(n_);                                                                                                  \
            for (size_t i_ = 0; i_ < n_; i_ += 32) memcpy(o + i_, style->pad + i_, 32);                                \
            o += n_;                                                                                                   \
        } else {                                                                                                       \
            o = weft__emit_line(e, o, depth, style);                                                                   \
            if (!o) return NULL;                                                                                       \
            ROOM(0);                                                                                                   \
        }                                                                                                              \
    } while (0)

WEFT_INLINE char *write_cells(weft__emit *e, char *o, const weft__cell *c, const weft__style *style,
                              weft__frames *frames, const weft__cell **where, bool pretty) {
    const uintptr_t safe = (uintptr_t)frames->safe;
    const size_t safe_len = frames->safe_len;
    const bool plain = style->plain_reals;
    uintptr_t *stack = frames->at;
    size_t depth = 0;
    const weft__cell *end = c + 1; /* of the container, past its last child */
    bool object = false;
    if (weft__cell_is_container(c)) end = c + c->extent;
    for (;;) {
        ROOM(0);
        if (pretty && depth) LINE();
        if (object) {
            STRING(c);
            memcpy(o, "\": ", 4);
            o += pretty ? 3 : 2;
            c++;
        }
        uint64_t tag = c->tag;
        switch (tag & WEFT__KIND_MASK) {
        case WEFT_STRING:
            STRING(c);
            memcpy(o, "\",", 2);
            o += 2;
            break;
        case WEFT_NULL:
            memcpy(o, "null,", 5);
            o += 5;
            break;
        case WEFT_BOOL:
            memcpy(o, c->u ? "true,  " : "false, ", 8);
            o += 6 - c->u;
            break;
        case WEFT_INT: {
            uint64_t sign = c->u >> 63;
            *o = '-';
            o = WEFT__UINT_PRINT((c->u ^ (0 - sign)) + sign, o + sign);
            *o++ = ',';
            break;
        }
        case WEFT_UINT:
            o = WEFT__UINT_PRINT(c->u, o);
            *o++ = ',';
            break;
        case WEFT_REAL: {
            char *next = weft__real_print_with(WEFT__LAYOUT, c->d, o, plain);
            if (weft_unlikely(!next)) {
                next = weft__emit_real(e, o, c->d, style);
                if (!next) {
                    *where = c;
                    return NULL;
                }
            }
            o = next;
            *o++ = ',';
            break;
        }
        case WEFT_RAW:
            o = weft__emit_raw(e, o, c->s, (size_t)weft__cell_size(c));
            if (!o) return NULL;
            *o++ = ',';
            break;
        case WEFT_ARRAY:
        case WEFT_OBJECT: {
            bool is_object = (tag & WEFT__KIND_MASK) == WEFT_OBJECT;
            if (weft_unlikely(tag >> WEFT__SIZE_SHIFT == 0)) {
                memcpy(o, is_object ? "{}," : "[],", 4);
                o += 3;
                break;
            }
            if (weft_unlikely(depth == frames->cap)) {
                if (!weft__frames_grow(frames)) return weft__emit_fail(e, WEFT_E_MEMORY);
                stack = frames->at;
            }
            *o++ = is_object ? '{' : '[';
            stack[depth++] = (uintptr_t)end | object;
            end = c + c->extent;
            object = is_object;
            c++;
            continue;
        }
        default: return weft__emit_fail(e, WEFT_E_ARGUMENT);
        }
        c++;
        while (weft_unlikely(c == end)) {
            if (!depth) return o - 1; /* without the last comma */
            char close = object ? '}' : ']';
            depth--;
            end = (const weft__cell *)(stack[depth] & ~(uintptr_t)1);
            object = stack[depth] & 1;
            o--;
            ROOM(0);
            if (pretty) LINE();
            *o++ = close;
            *o++ = ',';
        }
    }
}

char *WEFT__KERNEL(weft__write)(weft__emit *e, char *o, const weft__cell *root, const weft__style *style,
                                weft__frames *frames, const weft__cell **where) {
    return style->opts->pretty ? write_cells(e, o, root, style, frames, where, true)
                               : write_cells(e, o, root, style, frames, where, false);
}

#undef ROOM
#undef STRING
#undef LINE
#undef string_put
#undef string_put_clean
#undef string_copy
#undef string_quote
#undef STRING_SHORT
#undef write_long
#undef write_cells
#undef WEFT__LAYOUT
#undef WEFT__UINT_PRINT
