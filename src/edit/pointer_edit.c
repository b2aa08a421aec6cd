/* JSON Pointer (RFC 6901) and Relative JSON Pointer (draft-bhutton-relative-json-pointer-00) on editable documents. */
#include "edit/node.h"

#include "base/error.h"

weft_status weft__edit_token_error(weft_error *err, weft_status code, size_t at, weft_str token, const char *reason) {
    int n = token.len > 60 ? 60 : (int)token.len;
    weft__error_set(err, code, WEFT_STAGE_NONE, "%s: token \"%.*s\"", reason, n, token.ptr ? token.ptr : "");
    if (err) {
        err->placed = true;
        err->offset = at;
    }
    return code;
}

bool weft__pointer_index(weft_str t, size_t *out) {
    size_t v = 0;
    if (!t.len || (t.ptr[0] == '0' && t.len > 1)) return false;
    for (size_t i = 0; i < t.len; i++) {
        if (t.ptr[i] < '0' || t.ptr[i] > '9' || v > (SIZE_MAX - 9) / 10) return false;
        v = v * 10 + (size_t)(t.ptr[i] - '0');
    }
    *out = v;
    return true;
}

static weft_status point_check(weft_str p, weft_error *err) {
    if (p.len && p.ptr[0] != '/') return weft__edit_token_error(err, WEFT_E_POINTER, 0, p, "a pointer starts with '/'");
    for (size_t i = 0; i < p.len; i++)
        if (p.ptr[i] == '~' && (i + 1 == p.len || (p.ptr[i + 1] != '0' && p.ptr[i + 1] != '1')))
            return weft__edit_token_error(err, WEFT_E_POINTER, i, WEFT_TEXT(p.ptr + i, i + 1 == p.len ? 1 : 2),
                                          "'~' must be followed by 0 or 1");
    return WEFT_OK;
}

/* The token behind the slash at *at, as it is written; *at moves to the next slash or the end. */
static weft_str point_next(weft_str p, size_t *at) {
    size_t start = *at + 1, end = start;
    while (end < p.len && p.ptr[end] != '/') end++;
    *at = end;
    return WEFT_TEXT(p.ptr + start, end - start);
}

/* Unescaped; in the arena where it differs. ptr NULL: memory. */
static weft_str point_name(weft_edit *e, weft_str token) {
    if (!token.len || !memchr(token.ptr, '~', token.len)) return token.ptr ? token : WEFT_STR("");
    char *copy = (char *)weft_arena_alloc(&e->arena, token.len, 1);
    size_t n = 0;
    if (!copy) return WEFT_TEXT(NULL, 0);
    for (size_t i = 0; i < token.len; i++) {
        char c = token.ptr[i];
        if (c == '~') c = token.ptr[++i] == '0' ? '~' : '/';
        copy[n++] = c;
    }
    return WEFT_TEXT(copy, n);
}

/* Why a token names nothing in an array or a scalar. */
static const char *point_no_element(weft_kind kind, weft_str token) {
    if (kind != WEFT_ARRAY) return "a scalar has no members";
    if (token.len == 1 && token.ptr[0] == '-') return "'-' is behind the last element";
    size_t i;
    return weft__pointer_index(token, &i) ? "index beyond the array" : "not an array index";
}

/* Place of the child that an unescaped token names; v is an open container. SIZE_MAX: none. */
static size_t point_place(weft_edit_node *v, weft_str name) {
    size_t i;
    if (weft__node_kind(v) == WEFT_OBJECT) return weft__node_find(v, name);
    return weft__pointer_index(name, &i) && i < v->count ? i : SIZE_MAX;
}

static weft_status point_step(weft_edit *e, weft_edit_node **v, weft_str token, size_t at, weft_error *err) {
    weft_kind kind = weft__node_kind(*v);
    if (kind < WEFT_ARRAY) return weft__edit_token_error(err, WEFT_E_MISSING, at, token, point_no_element(kind, token));
    weft_str name = point_name(e, token);
    if (!name.ptr || !weft__node_open(*v)) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    size_t i = point_place(*v, name);
    if (i == SIZE_MAX)
        return weft__edit_token_error(err, WEFT_E_MISSING, at, token,
                                      kind == WEFT_OBJECT ? "no such member" : point_no_element(kind, token));
    weft_edit_node *child = weft__node_touch(*v, i);
    if (!child) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    *v = child;
    return WEFT_OK;
}

weft_status weft__edit_walk(weft_edit *e, weft_str pointer, weft_edit_node **parent, weft_str *token, size_t *at,
                            weft_error *err) {
    weft_status st = point_check(pointer, err);
    weft_edit_node *v = e->root;
    if (st) return st;
    if (!v) return weft__edit_token_error(err, WEFT_E_MISSING, 0, WEFT_STR(""), "no value to point into");
    for (size_t here = 0;;) {
        size_t start = here + 1;
        weft_str raw = point_next(pointer, &here);
        if (here == pointer.len) {
            weft_kind kind = weft__node_kind(v);
            if (kind < WEFT_ARRAY)
                return weft__edit_token_error(err, WEFT_E_MISSING, start, raw, point_no_element(kind, raw));
            *token = point_name(e, raw);
            *parent = v;
            *at = start;
            return token->ptr && weft__node_open(v) ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
        }
        if ((st = point_step(e, &v, raw, start, err)) != WEFT_OK) return st;
    }
}

weft_status weft__edit_peek(weft_edit *e, weft_str pointer, weft__ref *out, weft_error *err) {
    weft_status st = point_check(pointer, err);
    weft_edit_node *v = e->root;
    if (st) return st;
    if (!v) return weft__edit_token_error(err, WEFT_E_MISSING, 0, WEFT_STR(""), "no value to point into");
    for (size_t here = 0; here < pointer.len;) {
        if (v->base) { /* untouched from here on: as documents do it */
            weft_json base = { v->base, v->doc };
            base = weft_json_pointer(base, WEFT_TEXT(pointer.ptr + here, pointer.len - here), err);
            if (err && !base.cell) err->offset += here;
            if (!base.cell) return WEFT_E_MISSING;
            out->cell = base.cell;
            out->node = NULL;
            out->doc = base.doc;
            return WEFT_OK;
        }
        size_t start = here + 1;
        weft_str raw = point_next(pointer, &here);
        if ((st = point_step(e, &v, raw, start, err)) != WEFT_OK) return st;
    }
    *out = weft__ref_of(v);
    return WEFT_OK;
}

weft_edit_node *weft_edit_at(weft_edit *e, weft_str pointer, weft_error *err) {
    weft_edit_node *v = e->root;
    if (point_check(pointer, err)) return NULL;
    if (!v) weft__edit_token_error(err, WEFT_E_MISSING, 0, WEFT_STR(""), "no value to point into");
    for (size_t here = 0; v && here < pointer.len;) {
        size_t start = here + 1;
        weft_str raw = point_next(pointer, &here);
        if (point_step(e, &v, raw, start, err)) return NULL;
    }
    return v;
}

weft_status weft__edit_add(weft_edit *e, weft_str pointer, weft_edit_node *value, bool replace, weft_error *err) {
    weft_edit_node *v;
    weft_str token;
    weft__cell key;
    size_t at, index;
    if (!pointer.len) return weft__edit_root_swap(e, value) ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
    weft_status st = weft__edit_walk(e, pointer, &v, &token, &at, err);
    if (st) return st;
    for (const weft_edit_node *up = v; up; up = up->parent)
        if (up == value) return weft__edit_error(err, WEFT_E_CYCLE, "a value cannot contain itself");
    bool ok;
    if (weft__node_kind(v) == WEFT_OBJECT) {
        index = weft__node_find(v, token);
        if (index != SIZE_MAX) ok = weft__node_swap(v, index, value);
        else if (!weft__edit_key(e, token, &key, &st)) return weft__edit_error(err, st, NULL);
        else ok = weft__node_put(v, v->count, value, &key);
    } else {
        if (token.len == 1 && token.ptr[0] == '-') index = v->count;
        else if (!weft__pointer_index(token, &index))
            return weft__edit_token_error(err, WEFT_E_MISSING, at, token, "not an array index");
        if (index > v->count) return weft__edit_token_error(err, WEFT_E_MISSING, at, token, "index beyond the array");
        ok = replace && index < v->count ? weft__node_swap(v, index, value) : weft__node_put(v, index, value, NULL);
    }
    return ok ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
}

weft_status weft__edit_take(weft_edit *e, weft_str pointer, weft_edit_node **taken, weft_error *err) {
    weft_edit_node *v;
    weft_str token;
    size_t at;
    if (!pointer.len) return weft__edit_token_error(err, WEFT_E_POINTER, 0, pointer, "the root cannot be removed");
    weft_status st = weft__edit_walk(e, pointer, &v, &token, &at, err);
    if (st) return st;
    weft_kind kind = weft__node_kind(v);
    size_t i = point_place(v, token);
    if (i == SIZE_MAX)
        return weft__edit_token_error(err, WEFT_E_MISSING, at, token,
                                      kind == WEFT_OBJECT ? "no such member" : point_no_element(kind, token));
    if (taken && !(*taken = weft__node_touch(v, i))) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    bool ok = weft__node_take(v, i);
    if (kind == WEFT_OBJECT)
        while (ok && i-- > 0) /* earlier members of that name */
            if (weft_str_equal(weft__cell_str(weft__item_key(v->items[i])), token)) ok = weft__node_take(v, i);
    return ok ? WEFT_OK : weft__edit_error(err, WEFT_E_MEMORY, NULL);
}

static weft_status point_own(weft_edit *e, const weft_edit_node *value, weft_error *err) {
    if (!value) return weft__edit_error(err, WEFT_E_MEMORY, "no value");
    if (value->edit != e) return weft__edit_error(err, WEFT_E_FOREIGN, NULL);
    if (value->parent || value == e->root)
        return weft__edit_error(err, WEFT_E_STATE, "the value is in a document already");
    return WEFT_OK;
}

weft_status weft_edit_add(weft_edit *e, weft_str pointer, weft_edit_node *value, weft_error *err) {
    weft_status st = point_own(e, value, err);
    if (!st) st = point_check(pointer, err);
    return st ? st : weft__edit_add(e, pointer, value, false, err);
}
weft_status weft_edit_set(weft_edit *e, weft_str pointer, weft_edit_node *value, weft_error *err) {
    weft_status st = point_own(e, value, err);
    if (!st) st = point_check(pointer, err);
    return st ? st : weft__edit_add(e, pointer, value, true, err);
}
weft_status weft_edit_remove(weft_edit *e, weft_str pointer, weft_error *err) {
    weft_status st = point_check(pointer, err);
    return st ? st : weft__edit_take(e, pointer, NULL, err);
}

/* ---- relative --------------------------------------------------------------------------------------------------- */
/* Digits without leading zeros at *at. */
static bool point_number(weft_str p, size_t *at, size_t *out) {
    size_t start = *at;
    while (*at < p.len && p.ptr[*at] >= '0' && p.ptr[*at] <= '9') ++*at;
    return weft__pointer_index(WEFT_TEXT(p.ptr + start, *at - start), out);
}

weft_status weft_node_relative(weft_edit_node *from, weft_str p, weft_relative *out, weft_error *err) {
    size_t at = 0, up, shift = 0;
    char sign = 0;
    memset(out, 0, sizeof *out);
    if (!from) return weft__edit_error(err, WEFT_E_ARGUMENT, "no value to start from");
    if (!point_number(p, &at, &up))
        return weft__edit_token_error(err, WEFT_E_POINTER, 0, p, "a relative pointer starts with a number");
    size_t up_end = at;
    if (at < p.len && (p.ptr[at] == '+' || p.ptr[at] == '-')) {
        sign = p.ptr[at++];
        if (!point_number(p, &at, &shift) || !shift)
            return weft__edit_token_error(err, WEFT_E_POINTER, up_end, WEFT_TEXT(p.ptr + up_end, at - up_end),
                                          "not an index manipulation");
    }
    weft_str rest = WEFT_TEXT(p.ptr + at, p.len - at);
    bool hash = rest.len == 1 && rest.ptr[0] == '#';
    if (!hash) {
        weft_status st = point_check(rest, err);
        if (st) {
            if (err) err->offset += at;
            return st;
        }
    }
    weft_edit_node *v = from;
    for (size_t i = 0; i < up; i++) {
        v = v->parent;
        if (!v)
            return weft__edit_token_error(err, WEFT_E_MISSING, 0, WEFT_TEXT(p.ptr, up_end), "nothing above the root");
    }
    if (sign) {
        weft_str token = WEFT_TEXT(p.ptr + up_end, at - up_end);
        if (weft_node_kind(v->parent) != WEFT_ARRAY)
            return weft__edit_token_error(err, WEFT_E_MISSING, up_end, token, "not an element of an array");
        size_t i = weft__node_place(v), n = v->parent->count;
        if (sign == '+' ? shift >= n - i : shift > i)
            return weft__edit_token_error(err, WEFT_E_MISSING, up_end, token, "index beyond the array");
        v = weft__node_touch(v->parent, sign == '+' ? i + shift : i - shift);
        if (!v) return weft__edit_error(err, WEFT_E_MEMORY, NULL);
    }
    if (hash) {
        if (!v->parent) return weft__edit_token_error(err, WEFT_E_MISSING, at, rest, "the root has no name");
        out->in_object = weft__node_kind(v->parent) == WEFT_OBJECT;
        out->name = weft_node_name(v);
        out->index = weft__node_place(v);
        return WEFT_OK;
    }
    for (size_t here = 0; here < rest.len;) {
        size_t start = here + 1;
        weft_str raw = point_next(rest, &here);
        weft_status st = point_step(v->edit, &v, raw, at + start, err);
        if (st) return st;
    }
    out->node = v;
    return WEFT_OK;
}
