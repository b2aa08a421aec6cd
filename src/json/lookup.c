/* Members by name, elements by number. A walk over the members until an object has been walked often enough that an
 * index pays; then a hash table of its own, published atomically and kept until the document goes. Several threads may
 * look at once: two that build the same index are both right, one of the two is freed. Without memory for an index the
 * walk goes on.
 */
#include "json/doc.h"

#include "base/alloc.h"
#include "base/compiler.h"

#include <stdatomic.h>

typedef struct weft__index {
    struct weft__index *next;
    const weft__cell *owner; /* the object or array */
    uint64_t seed;
    size_t slots;      /* object: a power of two; array: the elements */
    uint32_t places[]; /* object: hash table of the distances of keys from the owner, 0: free; array: those of the
                          elements */
} weft__index;

/* Where the indexes of a document are found: as many buckets as keep the lists short, however many there will be. */
typedef struct weft__index_table {
    size_t buckets; /* a power of two */
    _Atomic(weft__index *) bucket[];
} weft__index_table;

enum {
    INDEX_FROM = 32, /* members below which a walk always wins */
    INDEX_AFTER = 6  /* walks of a whole object that an index costs */
};

static size_t index_bytes(size_t slots) { return sizeof(weft__index) + slots * sizeof(uint32_t); }
static size_t index_table_bytes(size_t buckets) {
    return sizeof(weft__index_table) + buckets * sizeof(_Atomic(weft__index *));
}

void weft__index_free(weft_doc *doc) {
    weft__index_table *t = atomic_load_explicit(&doc->index, memory_order_relaxed);
    memset((void *)doc->heat, 0, sizeof doc->heat); /* nobody else looks now */
    if (!t) return;
    atomic_store_explicit(&doc->index, NULL, memory_order_relaxed);
    for (size_t i = 0; i < t->buckets; i++)
        for (weft__index *x = atomic_load_explicit(&t->bucket[i], memory_order_relaxed), *next; x; x = next) {
            next = x->next;
            weft__release(doc->alloc, x, index_bytes(x->slots));
        }
    weft__release(doc->alloc, t, index_table_bytes(t->buckets));
}

/* 64-bit multiply-and-fold over eight bytes a step, seeded per index so that names made to collide elsewhere do not
 * here. */
static uint64_t index_hash(const char *s, size_t n, uint64_t seed) {
    const uint64_t k = 0x9e3779b97f4a7c15u;
    uint64_t h = seed ^ n * k;
    for (; n >= 8; s += 8, n -= 8) {
        h = (h ^ weft__load64le(s)) * k;
        h ^= h >> 32;
    }
    uint64_t tail = 0;
    if (n) memcpy(&tail, s, n);
    h = (h ^ tail) * 0xd6e8feb86659fd93u;
    h ^= h >> 29;
    h *= k;
    return h ^ h >> 32;
}

static bool index_key_is(const weft__cell *key, weft_str name) {
    return weft__cell_size(key) == name.len && (name.len == 0 || memcmp(key->s, name.ptr, name.len) == 0);
}

static weft__index *index_build(const weft_doc *doc, const weft__cell *object) {
    size_t members = (size_t)weft__cell_size(object), slots = 64;
    if (object->extent > UINT32_MAX || members > SIZE_MAX / 32) return NULL;
    while (slots < members * 2) slots *= 2;
    weft__index *x = (weft__index *)weft__alloc(doc->alloc, index_bytes(slots));
    if (!x) return NULL;
    x->next = NULL;
    x->owner = object;
    x->seed = (uint64_t)(uintptr_t)x * 0xff51afd7ed558ccdu ^ (uint64_t)(uintptr_t)object;
    x->slots = slots;
    memset(x->places, 0, slots * sizeof *x->places);
    for (const weft__cell *key = object + 1, *end = object + object->extent; key < end;
         key = weft__cell_next(key + 1)) {
        weft_str name = { key->s, (size_t)weft__cell_size(key) };
        size_t s = (size_t)index_hash(name.ptr, name.len, x->seed) & (slots - 1);
        while (x->places[s] && !index_key_is(object + x->places[s], name)) s = (s + 1) & (slots - 1);
        x->places[s] = (uint32_t)(key - object); /* the last of a name wins */
    }
    return x;
}

static const weft__cell *index_find(const weft__index *x, weft_str name) {
    size_t s = (size_t)index_hash(name.ptr, name.len, x->seed) & (x->slots - 1);
    for (; x->places[s]; s = (s + 1) & (x->slots - 1)) {
        const weft__cell *key = x->owner + x->places[s];
        if (index_key_is(key, name)) return key + 1;
    }
    return NULL;
}

static weft__index *index_build_array(const weft_doc *doc, const weft__cell *array) {
    size_t n = (size_t)weft__cell_size(array);
    if (array->extent > UINT32_MAX || n > SIZE_MAX / 32) return NULL;
    weft__index *x = (weft__index *)weft__alloc(doc->alloc, index_bytes(n));
    if (!x) return NULL;
    x->next = NULL;
    x->owner = array;
    x->seed = 0;
    x->slots = n;
    const weft__cell *element = array + 1;
    for (size_t i = 0; i < n; i++, element = weft__cell_next(element)) x->places[i] = (uint32_t)(element - array);
    return x;
}

static weft__index_table *index_table(weft_doc *doc) {
    weft__index_table *t = atomic_load_explicit(&doc->index, memory_order_acquire);
    if (t) return t;
    size_t buckets = 16, most = doc->cell_count / 256;
    while (buckets < most) buckets *= 2;
    t = (weft__index_table *)weft__alloc(doc->alloc, index_table_bytes(buckets));
    if (!t) return NULL;
    t->buckets = buckets;
    for (size_t i = 0; i < buckets; i++) atomic_init(&t->bucket[i], NULL);
    weft__index_table *other = NULL;
    if (atomic_compare_exchange_strong_explicit(&doc->index, &other, t, memory_order_acq_rel, memory_order_acquire))
        return t;
    weft__release(doc->alloc, t, index_table_bytes(buckets));
    return other;
}

static _Atomic(weft__index *) *index_bucket(weft__index_table *t, const weft_doc *doc, const weft__cell *owner) {
    uint64_t h = (uint64_t)(owner - doc->cells) * 0x9e3779b97f4a7c15u;
    return &t->bucket[(size_t)(h >> 32) & (t->buckets - 1)];
}

/* The index of a container if there is one, or if it is time to build it. */
static const weft__index *index_of(const weft_doc *const_doc, const weft__cell *owner) {
    weft_doc *doc = (weft_doc *)(uintptr_t)const_doc; /* only the atomics are written */
    weft__index_table *t = atomic_load_explicit(&doc->index, memory_order_acquire);
    if (t)
        for (weft__index *x = atomic_load_explicit(index_bucket(t, doc, owner), memory_order_acquire); x; x = x->next)
            if (x->owner == owner) return x;
    _Atomic(uint32_t) *heat = &doc->heat[(size_t)(owner - doc->cells) % WEFT__HEAT];
    if (atomic_fetch_add_explicit(heat, 1, memory_order_relaxed) + 1 < INDEX_AFTER) return NULL;
    atomic_store_explicit(heat, 0, memory_order_relaxed);
    t = index_table(doc);
    if (!t) return NULL;
    weft__index *x = weft__cell_kind(owner) == WEFT_OBJECT ? index_build(doc, owner) : index_build_array(doc, owner);
    if (!x) return NULL;
    _Atomic(weft__index *) *bucket = index_bucket(t, doc, owner);
    weft__index *first = atomic_load_explicit(bucket, memory_order_acquire);
    do {
        for (weft__index *other = first; other; other = other->next)
            if (other->owner == owner) {
                weft__release(doc->alloc, x, index_bytes(x->slots));
                return other;
            }
        x->next = first;
    } while (!atomic_compare_exchange_weak_explicit(bucket, &first, x, memory_order_acq_rel, memory_order_acquire));
    return x;
}

weft_json weft_json_find(weft_json v, weft_str key) {
    weft_json r = { NULL, v.doc };
    const weft__cell *object = v.cell;
    if (!object || weft__cell_kind(object) != WEFT_OBJECT) return r;
    if (weft__cell_size(object) >= INDEX_FROM && v.doc) {
        const weft__index *x = index_of(v.doc, object);
        if (x) {
            r.cell = index_find(x, key);
            return r;
        }
    }
    for (const weft__cell *k = object + 1, *end = object + object->extent; k < end; k = weft__cell_next(k + 1))
        if (index_key_is(k, key)) r.cell = k + 1;
    return r;
}

weft_json weft_json_at(weft_json v, size_t index) {
    weft_json r = { NULL, v.doc };
    const weft__cell *array = v.cell;
    if (!array || weft__cell_kind(array) != WEFT_ARRAY || index >= weft__cell_size(array)) return r;
    if (array->tag & WEFT__FLAT) {
        r.cell = array + 1 + index;
        return r;
    }
    if (index >= INDEX_FROM && v.doc) {
        const weft__index *x = index_of(v.doc, array);
        if (x) {
            r.cell = array + x->places[index];
            return r;
        }
    }
    r.cell = array + 1;
    while (index--) r.cell = weft__cell_next(r.cell);
    return r;
}
