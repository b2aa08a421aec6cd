/* What lookup, mutate and parse-stream need beyond the text: random places, one scalar in a hundred, one record a line.
 * Found with the reference's reader, the same for every engine. */
#include "board.h"

#include "paths.h"

#include <jansson.h>
#include <stdlib.h>

typedef struct place {
    const json_t *value;
    size_t parent; /* index of the place above, SIZE_MAX at a root */
    size_t text, depth;
    bench_step step;
} place;
typedef struct places {
    place *items;
    size_t count, room;
} places;

static size_t add_place(places *p, place x) {
    if (p->count == p->room) {
        p->room = p->room ? p->room * 2 : 1024;
        place *grown = (place *)realloc(p->items, p->room * sizeof *grown);
        if (!grown) abort();
        p->items = grown;
    }
    p->items[p->count] = x;
    return p->count++;
}

/* Breadth-first: the list is its own queue. */
static void collect(places *p, const json_t *root, size_t text) {
    place top = { root, SIZE_MAX, text, 0, { NULL, 0, 0 } };
    for (size_t at = add_place(p, top); at < p->count; at++) {
        const json_t *v = p->items[at].value;
        size_t below = p->items[at].depth + 1;
        if (json_is_array(v)) {
            for (size_t i = 0; i < json_array_size(v); i++) {
                place c = { json_array_get(v, i), at, text, below, { NULL, 0, i } };
                add_place(p, c);
            }
        } else if (json_is_object(v)) {
            const char *key;
            json_t *value;
            json_object_foreach((json_t *)(uintptr_t)v, key, value) {
                place c = { value, at, text, below, { key, strlen(key), 0 } };
                add_place(p, c);
            }
        }
    }
}

static bench_path path_of(const places *p, size_t at) {
    bench_path r = { p->items[at].text, NULL, 0, NULL, p->items[at].depth };
    bench_step *steps = (bench_step *)calloc(r.count ? r.count : 1, sizeof *steps);
    size_t room = 1;
    for (size_t i = at; p->items[i].parent != SIZE_MAX; i = p->items[i].parent) {
        if (!steps) abort();
        steps[p->items[i].depth - 1] = p->items[i].step;
        room += 24 + 2 * p->items[i].step.len;
    }
    char *t = (char *)malloc(room), *o = t;
    if (!t) abort();
    for (size_t i = 0; i < r.count; i++) {
        *o++ = '/';
        if (!steps[i].key) o += sprintf(o, "%zu", steps[i].index);
        else
            for (size_t k = 0; k < steps[i].len; k++) {
                char c = steps[i].key[k];
                if (c == '~' || c == '/') *o++ = '~', *o++ = c == '~' ? '0' : '1';
                else *o++ = c;
            }
    }
    *o = 0;
    r.pointer = t;
    r.pointer_len = (size_t)(o - t);
    r.steps = steps;
    return r;
}

static uint64_t next_random(uint64_t *s) {
    uint64_t z = (*s += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    return z ^ z >> 27;
}

static json_t *read_text(bench_text t) { return json_loadb(t.ptr, t.len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL); }

static uint64_t found(uint64_t h, const json_t *v) {
    switch (json_typeof(v)) {
    case JSON_NULL: return bench_found_other(h, 0);
    case JSON_TRUE: return bench_found_other(h, 1);
    case JSON_FALSE: return bench_found_other(h, 2);
    case JSON_INTEGER:
    case JSON_REAL: return bench_found_real(h, json_number_value(v));
    case JSON_STRING: return bench_found_string(h, json_string_value(v), json_string_length(v));
    case JSON_ARRAY: return bench_found_many(h, 5, json_array_size(v));
    case JSON_OBJECT: return bench_found_many(h, 6, json_object_size(v));
    }
    return h;
}

/* Replaces the value at a path by the number 7. */
static void change(json_t *root, const bench_path *path) {
    json_t *v = root;
    for (size_t i = 0; i + 1 < path->count; i++)
        v = path->steps[i].key ? json_object_get(v, path->steps[i].key) : json_array_get(v, path->steps[i].index);
    const bench_step *last = &path->steps[path->count - 1];
    if (last->key) json_object_set_new(v, last->key, json_integer(7));
    else json_array_set_new(v, last->index, json_integer(7));
}

bool bench_paths(bench_input *in, bench_paths_facts *facts) {
    if (in->n_looks) return true;
    places p = { NULL, 0, 0 };
    json_t **roots = (json_t **)calloc(in->count, sizeof *roots);
    if (!roots) return false;
    for (size_t i = 0; i < in->count; i++) {
        if (!(roots[i] = read_text(in->texts[i]))) return false;
        collect(&p, roots[i], i);
    }
    const size_t looks = 1000;
    bench_path *found_at = (bench_path *)calloc(looks, sizeof *found_at);
    bench_path *changed = (bench_path *)calloc(p.count / 100 + 1, sizeof *changed);
    if (!found_at || !changed) return false;
    uint64_t seed = 7;
    facts->looked.checksum = 1;
    for (size_t i = 0; i < looks; i++) {
        size_t at = (size_t)(next_random(&seed) % p.count);
        found_at[i] = path_of(&p, at);
        facts->looked.checksum = found(facts->looked.checksum, p.items[at].value);
    }
    in->looks = found_at;
    in->n_looks = looks;
    for (size_t i = 50; i < p.count; i += 100) { /* the next scalar, that is no root, from every hundredth place */
        size_t at = i;
        while (at < p.count &&
               (!p.items[at].depth || json_is_array(p.items[at].value) || json_is_object(p.items[at].value)))
            at++;
        if (at < p.count && at < i + 100) changed[in->n_changes++] = path_of(&p, at);
    }
    in->changes = changed;
    for (size_t i = 0; i < in->count; i++) {
        /* keys of the paths stay with these roots, which are kept; the changes go to copies */
        json_t *copy = json_deep_copy(roots[i]);
        if (!copy) return false;
        for (size_t k = 0; k < in->n_changes; k++)
            if (changed[k].text == i) change(copy, &changed[k]);
        char *text = json_dumps(copy, JSON_COMPACT | JSON_ENCODE_ANY);
        char reason[160];
        bool ok = text && bench_reference_text(text, strlen(text), &facts->mutated, reason);
        free(text);
        json_decref(copy);
        if (!ok) return false;
    }
    free(p.items);
    return true;
}

/* The largest array of an object, or the root itself. */
static const json_t *records_of(const json_t *root) {
    const json_t *best = json_is_array(root) ? root : NULL;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)root, key, value) {
        if (json_is_array(value) && (!best || json_array_size(value) > json_array_size(best))) best = value;
    }
    return best;
}

bool bench_stream(bench_input *in, bench_facts *facts) {
    if (in->records) return true;
    char *text = NULL;
    size_t len = 0, room = 0, n = 0;
    json_t *root = in->count == 1 ? read_text(in->texts[0]) : NULL;
    const json_t *list = root ? records_of(root) : NULL;
    size_t many = in->count > 1 ? in->count : json_array_size(list);
    if (many < 4) {
        json_decref(root);
        return false;
    }
    for (size_t pass = 0; pass < 64 && (pass == 0 || (in->count > 1 && len < 500000)); pass++)
        for (size_t i = 0; i < many; i++, n++) {
            char *own = in->count > 1 ? NULL : json_dumps(json_array_get(list, i), JSON_COMPACT | JSON_ENCODE_ANY);
            const char *t = own ? own : in->texts[i].ptr;
            size_t k = own ? strlen(own) : in->texts[i].len;
            if (in->count == 1 && !own) abort();
            if (len + k + 1 > room) {
                room = (len + k + 1) * 2;
                char *grown = (char *)realloc(text, room);
                if (!grown) abort();
                text = grown;
            }
            memcpy(text + len, t, k);
            len += k;
            text[len++] = '\n';
            free(own);
        }
    json_decref(root);
    char reason[160];
    for (const char *at = text, *end = text + len; at < end;) {
        const char *stop = (const char *)memchr(at, '\n', (size_t)(end - at));
        if (!bench_reference_text(at, (size_t)(stop - at), facts, reason)) return false;
        at = stop + 1;
    }
    in->stream.ptr = text;
    in->stream.len = len;
    in->records = n;
    return true;
}
