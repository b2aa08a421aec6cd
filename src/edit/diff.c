/* The difference of two documents as a JSON Patch. A list of pairs still to be compared; an array's own operations come
 * before those inside its elements, so that the indexes in their paths are final. */
#include "edit/node.h"

#include "base/alloc.h"
#include "base/error.h"

typedef struct diff_path {
    const struct diff_path *up; /* NULL: the root, which has no token */
    weft_str name;
    size_t index;
    bool in_array;
} diff_path;

typedef struct diff_pair {
    const weft__cell *a, *b;
    const diff_path *path;
} diff_pair;

typedef struct diff_run {
    const weft_alloc *alloc;
    weft_arena arena; /* paths and the members and elements at hand */
    weft_build *out;
    weft_buf text; /* of the path that is written */
    diff_pair *pairs;
    size_t len, cap;
} diff_run;

static weft_json diff_view(const weft__cell *c) {
    weft_json v = { c, NULL };
    return v;
}

static bool diff_push(diff_run *r, const weft__cell *a, const weft__cell *b, const diff_path *path) {
    if (r->len == r->cap) {
        size_t cap = r->cap ? r->cap * 2 : 32;
        diff_pair *pairs = (diff_pair *)weft__resize(r->alloc, r->pairs, r->cap * sizeof *pairs, cap * sizeof *pairs);
        if (!pairs) return false;
        r->pairs = pairs;
        r->cap = cap;
    }
    diff_pair p = { a, b, path };
    r->pairs[r->len++] = p;
    return true;
}

static const diff_path *diff_below(diff_run *r, const diff_path *up, weft_str name, size_t index, bool in_array) {
    diff_path *p = (diff_path *)weft_arena_alloc(&r->arena, sizeof *p, 0);
    if (!p) return NULL;
    p->up = up;
    p->name = name;
    p->index = index;
    p->in_array = in_array;
    return p;
}

/* The pointer, written from its end. */
static weft_status diff_pointer(diff_run *r, const diff_path *path) {
    char number[24];
    size_t len = 0;
    for (const diff_path *p = path; p->up; p = p->up) {
        if (p->in_array) len += 1 + (size_t)snprintf(number, sizeof number, "%llu", (unsigned long long)p->index);
        else len += 1 + p->name.len;
        for (size_t i = 0; !p->in_array && i < p->name.len; i++) len += p->name.ptr[i] == '~' || p->name.ptr[i] == '/';
    }
    r->text.len = 0;
    weft_status st = weft_buf_reserve(&r->text, len + 1);
    if (st) return st;
    char *o = r->text.data + len;
    for (const diff_path *p = path; p->up; p = p->up) {
        if (p->in_array) {
            size_t n = (size_t)snprintf(number, sizeof number, "%llu", (unsigned long long)p->index);
            o -= n;
            memcpy(o, number, n);
        } else {
            for (size_t i = p->name.len; i--;) {
                char c = p->name.ptr[i];
                if (c == '~' || c == '/') {
                    *--o = c == '~' ? '0' : '1';
                    c = '~';
                }
                *--o = c;
            }
        }
        *--o = '/';
    }
    r->text.len = len;
    return WEFT_OK;
}

static weft_status diff_string(diff_run *r, const char *name, const diff_path *path) {
    weft_build_key(r->out, weft_str_of(name));
    weft_status st = diff_pointer(r, path);
    return st ? st : weft_build_str(r->out, weft_buf_str(&r->text));
}

/* {"op":op,"from":from,"path":path,"value":value}; from and value may be NULL. */
static weft_status diff_emit(diff_run *r, const char *op, const diff_path *from, const diff_path *path,
                             const weft__cell *value) {
    weft_build_object(r->out);
    weft_build_key(r->out, WEFT_STR("op"));
    weft_build_str(r->out, weft_str_of(op));
    weft_status st = from ? diff_string(r, "from", from) : WEFT_OK;
    if (!st) st = diff_string(r, "path", path);
    if (value) {
        weft_build_key(r->out, WEFT_STR("value"));
        weft_build_json(r->out, diff_view(value));
    }
    weft_status ended = weft_build_end(r->out); /* reports what failed before */
    return st ? st : ended;
}

/* ---- objects ---------------------------------------------------------------------------------------------------- */
static const weft__cell **diff_sorted(diff_run *r, const weft__cell *object) {
    size_t n = (size_t)weft__cell_size(object);
    if (n > SIZE_MAX / 4 / sizeof(void *)) return NULL;
    const weft__cell **at = (const weft__cell **)weft_arena_alloc(&r->arena, 2 * n * sizeof *at, sizeof *at);
    if (at) weft__members_sorted(object, at);
    return at;
}

static weft_status diff_objects(diff_run *r, const weft__cell *a, const weft__cell *b, const diff_path *path) {
    size_t n = (size_t)weft__cell_size(a), m = (size_t)weft__cell_size(b);
    const weft__cell **x = diff_sorted(r, a), **y = diff_sorted(r, b);
    if (!x || !y) return WEFT_E_MEMORY;
    if (weft__members_repeat(x, n) || weft__members_repeat(y, m)) {
        bool equal;
        weft_status st = weft_json_equal(diff_view(a), diff_view(b), &equal, r->alloc);
        return st || equal ? st : diff_emit(r, "replace", NULL, path, b);
    }
    weft_status st = WEFT_OK;
    for (size_t i = 0, j = 0; !st && (i < n || j < m);) {
        int order = i == n ? 1 : j == m ? -1 : weft_str_compare(weft__cell_str(x[i]), weft__cell_str(y[j]));
        const weft__cell *key = order <= 0 ? x[i] : y[j];
        const diff_path *below = diff_below(r, path, weft__cell_str(key), 0, false);
        if (!below) return WEFT_E_MEMORY;
        if (order < 0) st = diff_emit(r, "remove", NULL, below, NULL);
        else if (order > 0) st = diff_emit(r, "add", NULL, below, key + 1);
        else if (!diff_push(r, x[i] + 1, y[j] + 1, below)) st = WEFT_E_MEMORY;
        i += order <= 0;
        j += order >= 0;
    }
    return st;
}

/* ---- arrays ----------------------------------------------------------------------------------------------------- */
/* Removed or new; where it was among its neighbours; changed in its place; taken from elsewhere. */
typedef enum diff_fate { DIFF_ALONE, DIFF_KEPT, DIFF_PAIRED, DIFF_MOVED } diff_fate;
typedef struct diff_element {
    const weft__cell *cell;
    uint64_t hash;
    size_t other; /* its partner in the other array; SIZE_MAX: none */
    diff_fate fate;
    bool settled; /* moved behind its predecessor already */
} diff_element;

enum { DIFF_LCS_MOST = 4000000 };

static diff_element *diff_elements(diff_run *r, const weft__cell *array, weft_status *st) {
    size_t n = (size_t)weft__cell_size(array);
    *st = WEFT_E_MEMORY;
    if (n > SIZE_MAX / 2 / sizeof(diff_element)) return NULL;
    diff_element *e = (diff_element *)weft_arena_alloc(&r->arena, n * sizeof *e, 0);
    if (!e) return NULL;
    *st = WEFT_OK;
    const weft__cell *c = array + 1;
    for (size_t i = 0; i < n && !*st; i++, c = weft__cell_next(c)) {
        memset(&e[i], 0, sizeof e[i]);
        e[i].cell = c;
        e[i].other = SIZE_MAX;
        *st = weft_json_hash(diff_view(c), &e[i].hash, r->alloc);
    }
    return e;
}

static void diff_match(diff_element *a, size_t i, diff_element *b, size_t j, diff_fate fate) {
    a[i].other = j;
    b[j].other = i;
    a[i].fate = b[j].fate = fate;
}

/* Elements by hash, then place. */
static bool diff_before(const diff_element *e, size_t i, size_t j) {
    return e[i].hash != e[j].hash ? e[i].hash < e[j].hash : i < j;
}
static void diff_sort_places(const diff_element *e, size_t *at, size_t n, size_t *room) {
    size_t *from = at, *to = room;
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t left = 0; left < n; left += 2 * width) {
            size_t middle = n - left > width ? left + width : n, right = n - left > 2 * width ? left + 2 * width : n;
            size_t i = left, j = middle;
            for (size_t k = left; k < right; k++)
                to[k] = j >= right || (i < middle && diff_before(e, from[i], from[j])) ? from[i++] : from[j++];
        }
        size_t *t = from;
        from = to;
        to = t;
    }
    if (from != at) memcpy(at, from, n * sizeof *at);
}
/* First of the sorted places with that hash and a place of at least `least`; n: none. */
static size_t diff_first(const diff_element *e, const size_t *at, size_t n, uint64_t hash, size_t least) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        bool before = e[at[mid]].hash != hash ? e[at[mid]].hash < hash : at[mid] < least;
        if (before) low = mid + 1;
        else high = mid;
    }
    return low < n && e[at[low]].hash == hash ? low : n;
}

/* Longest common subsequence of a[start..n) and b[start..m) by hash: one byte a cell, two rows of lengths. */
static bool diff_lcs(diff_run *r, diff_element *a, size_t n, diff_element *b, size_t m, size_t start) {
    size_t h = n - start, w = m - start, size = h * w, rows = 2 * (w + 1) * sizeof(uint32_t);
    uint8_t *step = (uint8_t *)weft__alloc(r->alloc, size);
    uint32_t *row = (uint32_t *)weft__alloc(r->alloc, rows);
    bool ok = step && row;
    if (ok) {
        memset(row, 0, rows);
        for (size_t i = h; i--;) {
            uint32_t *here = row + (i & 1) * (w + 1), *below = row + (~i & 1) * (w + 1);
            here[w] = 0;
            for (size_t j = w; j--;) {
                if (a[start + i].hash == b[start + j].hash) {
                    here[j] = below[j + 1] + 1;
                    step[i * w + j] = 0;
                } else {
                    step[i * w + j] = below[j] >= here[j + 1] ? 1 : 2;
                    here[j] = below[j] >= here[j + 1] ? below[j] : here[j + 1];
                }
            }
        }
        for (size_t i = 0, j = 0; i < h && j < w;) {
            uint8_t s = step[i * w + j];
            if (s == 0) diff_match(a, start + i, b, start + j, DIFF_KEPT);
            i += s != 2;
            j += s != 1;
        }
    }
    weft__release(r->alloc, step, size);
    weft__release(r->alloc, row, rows);
    return ok;
}

/* Decides the fate of all elements. */
static bool diff_align(diff_run *r, diff_element *a, size_t n, diff_element *b, size_t m) {
    size_t start = 0, an = n, bm = m;
    for (; start < n && start < m && a[start].hash == b[start].hash; start++) diff_match(a, start, b, start, DIFF_KEPT);
    while (an > start && bm > start && a[an - 1].hash == b[bm - 1].hash) {
        an--;
        bm--;
        diff_match(a, an, b, bm, DIFF_KEPT);
    }
    if (an == start || bm == start) return true;
    size_t h = an - start;
    size_t *places = (size_t *)weft_arena_alloc(&r->arena, 2 * h * sizeof *places, sizeof *places);
    if (!places) return false;
    for (size_t i = 0; i < h; i++) places[i] = start + i;
    diff_sort_places(a, places, h, places + h);
    if ((bm - start) <= DIFF_LCS_MOST / h) {
        if (!diff_lcs(r, a, an, b, bm, start)) return false;
    } else {
        for (size_t j = start, least = start; j < bm; j++) {
            size_t k = diff_first(a, places, h, b[j].hash, least);
            if (k == h) continue;
            diff_match(a, places[k], b, j, DIFF_KEPT);
            least = places[k] + 1;
        }
    }
    for (size_t j = start; j < bm; j++) { /* moved: equal, elsewhere */
        if (b[j].fate) continue;
        size_t k = diff_first(a, places, h, b[j].hash, 0);
        while (k < h && a[places[k]].hash == b[j].hash && a[places[k]].fate) k++;
        if (k < h && a[places[k]].hash == b[j].hash) diff_match(a, places[k], b, j, DIFF_MOVED);
    }
    for (size_t i = start, j = start; i < an && j < bm;) { /* changed: alone between the same neighbours */
        if (a[i].fate == DIFF_KEPT && b[j].fate == DIFF_KEPT) i++, j++;
        else if (a[i].fate == DIFF_MOVED || (a[i].fate == DIFF_ALONE && b[j].fate == DIFF_KEPT)) i++;
        else if (b[j].fate == DIFF_MOVED || (b[j].fate == DIFF_ALONE && a[i].fate == DIFF_KEPT)) j++;
        else diff_match(a, i++, b, j++, DIFF_PAIRED);
    }
    return true;
}

static void diff_shift(size_t *list, size_t from, size_t to) { /* takes an item out and puts it in at `to` */
    size_t item = list[from];
    if (from < to) memmove(list + from, list + from + 1, (to - from) * sizeof *list);
    else memmove(list + to + 1, list + to, (from - to) * sizeof *list);
    list[to] = item;
}

static weft_status diff_move(diff_run *r, const diff_path *path, size_t *list, size_t from, size_t to) {
    const diff_path *f = diff_below(r, path, WEFT_STR(""), from, true);
    const diff_path *t = diff_below(r, path, WEFT_STR(""), to, true);
    diff_shift(list, from, to);
    return f && t ? diff_emit(r, "move", f, t, NULL) : WEFT_E_MEMORY;
}

static size_t diff_seek(const size_t *list, size_t from, size_t item) {
    while (list[from] != item) from++;
    return from;
}

static weft_status diff_arrays(diff_run *r, const weft__cell *va, const weft__cell *vb, const diff_path *path) {
    size_t n = (size_t)weft__cell_size(va), m = (size_t)weft__cell_size(vb), len = 0;
    weft_status st;
    diff_element *a = diff_elements(r, va, &st), *b = st ? NULL : diff_elements(r, vb, &st);
    if (st) return st;
    size_t *list = (size_t *)weft_arena_alloc(&r->arena, (n + m) * sizeof *list, sizeof *list);
    if (!list || !diff_align(r, a, n, b, m)) return WEFT_E_MEMORY;
    for (size_t i = n; i-- > 0 && !st;)
        if (a[i].fate == DIFF_ALONE) {
            const diff_path *p = diff_below(r, path, WEFT_STR(""), i, true);
            st = p ? diff_emit(r, "remove", NULL, p, NULL) : WEFT_E_MEMORY;
        }
    for (size_t i = 0; i < n; i++)
        if (a[i].fate != DIFF_ALONE) list[len++] = i;
    size_t anchor = 0; /* the last element of b before the one at hand that holds its neighbours together */
    for (size_t j = 0; j < m && !st; j++) {
        size_t want = b[j].other;
        if (want == SIZE_MAX) {
            const diff_path *p = diff_below(r, path, WEFT_STR(""), j, true);
            st = p ? diff_emit(r, "add", NULL, p, b[j].cell) : WEFT_E_MEMORY;
            list[len++] = SIZE_MAX;
            diff_shift(list, len - 1, j);
            continue;
        }
        /* What stands in the way and moves on anyway goes behind what will be before it. */
        while (!st && b[j].fate != DIFF_MOVED && list[j] != want && a[list[j]].fate == DIFF_MOVED &&
               !a[list[j]].settled) {
            size_t x = list[j];
            for (anchor = a[x].other - 1;
                 b[anchor].fate == DIFF_ALONE || (b[anchor].fate == DIFF_MOVED && !a[b[anchor].other].settled);)
                anchor--; /* ends at j at the latest */
            a[x].settled = true;
            st = diff_move(r, path, list, j, diff_seek(list, j, b[anchor].other));
        }
        if (!st && list[j] != want) st = diff_move(r, path, list, diff_seek(list, j, want), j);
    }
    for (size_t j = m; j-- > 0 && !st;) {
        if (b[j].other == SIZE_MAX) continue;
        const weft__cell *c = a[b[j].other].cell;
        bool equal = false; /* hashes may agree by chance */
        if (b[j].fate != DIFF_PAIRED) st = weft_json_equal(diff_view(c), diff_view(b[j].cell), &equal, r->alloc);
        if (st || equal) continue;
        const diff_path *p = diff_below(r, path, WEFT_STR(""), j, true);
        if (!p || !diff_push(r, c, b[j].cell, p)) st = WEFT_E_MEMORY;
    }
    return st;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */
static weft_status diff_values(diff_run *r, diff_pair p) {
    weft_kind kind = weft__cell_kind(p.a);
    bool equal;
    if (p.a == p.b) return WEFT_OK;
    if (kind == weft__cell_kind(p.b) && kind == WEFT_OBJECT) return diff_objects(r, p.a, p.b, p.path);
    if (kind == weft__cell_kind(p.b) && kind == WEFT_ARRAY) return diff_arrays(r, p.a, p.b, p.path);
    weft_status st = weft_json_equal(diff_view(p.a), diff_view(p.b), &equal, r->alloc);
    return st || equal ? st : diff_emit(r, "replace", NULL, p.path, p.b);
}

weft_doc *weft_json_diff(weft_json from, weft_json to, const weft_alloc *alloc, weft_error *err) {
    diff_run r;
    diff_path root = { NULL, { "", 0 }, 0, false };
    weft_status st;
    if (!from.cell || !to.cell) {
        weft__edit_error(err, WEFT_E_ARGUMENT, "no value to compare");
        return NULL;
    }
    memset(&r, 0, sizeof r);
    r.alloc = r.text.alloc = alloc;
    r.arena = weft_arena_make(alloc, 0);
    r.out = weft_build_new(alloc);
    st = weft_build_array(r.out);
    if (!st && !diff_push(&r, from.cell, to.cell, &root)) st = WEFT_E_MEMORY;
    while (!st && r.len) {
        diff_pair p = r.pairs[--r.len];
        st = diff_values(&r, p);
    }
    weft_buf_free(&r.text);
    weft__release(alloc, r.pairs, r.cap * sizeof *r.pairs);
    weft_arena_free(&r.arena);
    if (st) {
        weft_build_free(r.out);
        weft__edit_error(err, st, NULL);
        return NULL;
    }
    weft_build_end(r.out);
    return weft_build_finish(r.out, err);
}
