/* decode(encode(x)) == x for generated values of generated types: seeded, descriptions built at run time.
 * A generated type is a struct of members of random shapes over random kinds; a generated value fills it at random. */
#include "support.h"

#include <weft/weft.h>

#include "type/plan.h"

enum { MOST_TYPES = 6, MOST_FIELDS = 9, MOST_SHAPES = 64 };

typedef struct maker {
    uint64_t seed;
    weft_arena arena; /* of descriptions and values */
    weft_type types[MOST_TYPES];
    void *slots[MOST_TYPES];
    weft_type shapes[MOST_SHAPES];
    size_t n_types, n_shapes;
} maker;

static uint32_t pick(maker *m, uint32_t below) { return (uint32_t)(test_random(&m->seed) >> 33) % below; }

#define COLOR(E) E(COLOR_RED, -3, "red") E(COLOR_GREEN, 5, "gr\"een") E(COLOR_BLUE, 1000000, "bl\xc3\xa4u")
WEFT_ENUM(Color, COLOR)
#define BITS(E) E(BIT_A, 1, "a") E(BIT_B, 2, "b") E(BIT_C, 0x40000000, "c")
WEFT_FLAGS(Bits, BITS)
WEFT_CHARS(Short, 9)
#define LEAF(F) F(int, n) F(weft_str, s)
WEFT_STRUCT(Leaf, LEAF)
#define PICK(V) V(PICK_LEAF, Leaf, leaf) V(PICK_NUMBER, double, number) V(PICK_NONE, weft_unit, none)
WEFT_UNION(Pick, PICK)
#define ADJ(V) V(ADJ_LEAF, Leaf, leaf) V(ADJ_TEXT, weft_str, text)
WEFT_UNION(Adj, ADJ, .repr = WEFT_ADJACENT)

static const weft_type *leaf_type(maker *m) {
    switch (pick(m, 20)) {
    case 0: return weft_type_of(bool);
    case 1: return weft_type_of(int8_t);
    case 2: return weft_type_of(int16_t);
    case 3: return weft_type_of(int32_t);
    case 4: return weft_type_of(int64_t);
    case 5: return weft_type_of(uint8_t);
    case 6: return weft_type_of(uint16_t);
    case 7: return weft_type_of(uint32_t);
    case 8: return weft_type_of(uint64_t);
    case 9: return weft_type_of(float);
    case 10: return weft_type_of(double);
    case 11: return weft_type_of(weft_str);
    case 12: return weft_type_of(weft_cstr);
    case 13: return weft_type_of(Short);
    case 14: return weft_type_of(weft_bytes);
    case 15: return weft_type_of(Color);
    case 16: return weft_type_of(Bits);
    case 17: return weft_type_of(Pick);
    case 18: return weft_type_of(Adj);
    default: return m->n_types ? &m->types[pick(m, (uint32_t)m->n_types)] : weft_type_of(Leaf);
    }
}

static size_t rounded(size_t n, size_t align) { return (n + align - 1) / align * align; }

/* A shape over a type: what the macros would have written for it. */
static const weft_type *shaped(maker *m, const weft_type *elem, unsigned level) {
    unsigned shape = pick(m, 8);
    if (shape > 4 || level > 3 || m->n_shapes == MOST_SHAPES) return elem;
    bool nullish = elem->kind == WEFT_TYPE_OPT || elem->kind == WEFT_TYPE_PTR;
    if (nullish && (shape == 2 || shape == 3)) return elem;
    weft_type *t = &m->shapes[m->n_shapes++];
    memset(t, 0, sizeof *t);
    t->version = WEFT_TYPE_VERSION;
    t->flags = WEFT_TYPE_DIRECT;
    t->name = "shape";
    t->elem.at = elem;
    t->align = (uint8_t) _Alignof(void *);
    size_t offset = rounded(sizeof(bool), elem->align);
    switch (shape) {
    case 0:
        t->kind = WEFT_TYPE_LIST;
        t->size = sizeof(weft_list(int));
        t->count_off = offsetof(weft_list(int), count);
        break;
    case 1:
        t->kind = WEFT_TYPE_MAP;
        t->size = sizeof(weft_map(int));
        t->count_off = offsetof(weft_map(int), count);
        t->value_off = (uint32_t)rounded(sizeof(weft_str), elem->align);
        t->stride = (uint32_t)rounded(t->value_off + elem->size, elem->align > 8 ? elem->align : 8);
        break;
    case 2:
        t->kind = WEFT_TYPE_OPT;
        t->value_off = (uint32_t)offset;
        t->size = (uint32_t)rounded(offset + elem->size, elem->align);
        t->align = elem->align;
        break;
    case 3:
        t->kind = WEFT_TYPE_PTR;
        t->size = sizeof(void *);
        break;
    default:
        t->kind = WEFT_TYPE_ARRAY;
        t->n = 1 + pick(m, 3);
        t->size = t->n * elem->size;
        t->align = elem->align;
    }
    return shaped(m, t, level + 1);
}

static void make_type(maker *m) {
    static const char *const names[MOST_FIELDS] = {
        "a", "b_b", "c\"c", "d\xc3\xa9", "e e", "f", "gggggggggggggggggggggggggggggg", "", "_h"
    };
    uint32_t n = 1 + pick(m, MOST_FIELDS);
    weft_field *fields = (weft_field *)weft_arena_alloc(&m->arena, n * sizeof *fields, 8);
    memset(fields, 0, n * sizeof *fields);
    size_t size = 0, align = 1;
    for (uint32_t i = 0; i < n; i++) {
        const weft_type *t = shaped(m, leaf_type(m), 0);
        size = rounded(size, t->align);
        fields[i].name = names[i];
        fields[i].type.at = t;
        fields[i].offset = (uint32_t)size;
        size += t->size;
        if (t->align > align) align = t->align;
    }
    weft_type *type = &m->types[m->n_types];
    memset(type, 0, sizeof *type);
    type->kind = WEFT_TYPE_STRUCT;
    type->version = WEFT_TYPE_VERSION;
    type->flags = WEFT_TYPE_DIRECT;
    type->name = "made";
    type->align = (uint8_t)align;
    type->size = (uint32_t)rounded(size ? size : 1, align);
    type->fields = fields;
    type->n = n;
    type->slot = &m->slots[m->n_types++];
}

static weft_str make_text(maker *m, bool nul, size_t most) {
    static const char *const pieces[] = {
        "a", "xyz", "\"", "\\", "\n", "\x01", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "/", "\x7f", ""
    };
    char text[64];
    size_t n = 0;
    for (uint32_t i = pick(m, 9); i; i--) {
        const char *p = pieces[pick(m, 12)];
        size_t len = strlen(p);
        if (!len && nul) len = 1;
        if (n + len > most) break;
        memcpy(text + n, p, len);
        n += len;
    }
    return weft_arena_copy(&m->arena, WEFT_TEXT(text, n));
}

static void make_value(maker *m, const weft_node *node, char *out, unsigned depth);
static void make_struct(maker *m, const weft_type *type, char *out, unsigned depth) {
    size_t n;
    const weft_member *members = weft_type_members(type, &n, NULL);
    for (size_t i = 0; i < n; i++) make_value(m, members[i].node, out + members[i].offset, depth);
}
static void make_value(maker *m, const weft_node *node, char *out, unsigned depth) {
    memset(out, 0, node->size);
    switch (node->kind) {
    case WEFT_TYPE_BOOL: *(bool *)out = pick(m, 2); return;
    case WEFT_TYPE_F32: {
        uint32_t bits;
        float f;
        do {
            bits = (uint32_t)test_random(&m->seed);
            memcpy(&f, &bits, 4);
        } while (f - f != 0);
        memcpy(out, &f, 4);
        return;
    }
    case WEFT_TYPE_F64: {
        uint64_t bits;
        double f;
        do {
            bits = test_random(&m->seed);
            memcpy(&f, &bits, 8);
        } while (f - f != 0);
        memcpy(out, &f, 8);
        return;
    }
    case WEFT_TYPE_STR:
    case WEFT_TYPE_BYTES: {
        weft_str s = make_text(m, true, 60);
        memcpy(out, &s, sizeof s);
        return;
    }
    case WEFT_TYPE_CSTR: *(const char **)(void *)out = make_text(m, false, 60).ptr; return;
    case WEFT_TYPE_CHARS: {
        weft_str s = make_text(m, false, node->n - 1);
        memcpy(out, s.ptr, s.len);
        return;
    }
    case WEFT_TYPE_ENUM: weft_node_store(node, out, node->type->values[pick(m, node->type->n)].value); return;
    case WEFT_TYPE_FLAGS:
        for (uint32_t i = 0; i < node->type->n; i++)
            if (pick(m, 2)) weft_node_store(node, out, weft_node_load(node, out) | node->type->values[i].value);
        return;
    case WEFT_TYPE_STRUCT: make_struct(m, node->type, out, depth + 1); return;
    case WEFT_TYPE_UNION: {
        size_t n;
        const weft_member *members = weft_type_members(node->type, &n, NULL);
        uint32_t i = pick(m, (uint32_t)n), tag = i;
        memcpy(out, &tag, sizeof tag);
        make_value(m, members[i].node, out + members[i].offset, depth + 1);
        return;
    }
    case WEFT_TYPE_OPT:
        if ((*(bool *)out = pick(m, 2))) make_value(m, node->elem, out + node->value_off, depth + 1);
        return;
    case WEFT_TYPE_PTR:
        if (pick(m, 2)) {
            char *to = (char *)weft_arena_alloc(&m->arena, node->elem->size, 16);
            make_value(m, node->elem, to, depth + 1);
            memcpy(out, &to, sizeof to);
        }
        return;
    case WEFT_TYPE_ARRAY:
        for (uint32_t i = 0; i < node->n; i++) make_value(m, node->elem, out + i * node->stride, depth + 1);
        return;
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: {
        size_t n = depth > 4 ? 0 : pick(m, 5);
        bool map = node->kind == WEFT_TYPE_MAP;
        char *items = (char *)weft_arena_alloc(&m->arena, n * node->stride + 1, 16);
        for (size_t i = 0; i < n; i++) {
            char *at = items + i * node->stride;
            memset(at, 0, node->stride);
            if (map) {
                char key[32];
                int len = snprintf(key, sizeof key, "%zu\xc3\xa9\"%u", i, (unsigned)pick(m, 100));
                weft_str s = weft_arena_copy(&m->arena, WEFT_TEXT(key, (size_t)len));
                memcpy(at, &s, sizeof s);
            }
            make_value(m, node->elem, at + (map ? node->value_off : 0), depth + 1);
        }
        memcpy(out, &items, sizeof items);
        memcpy(out + node->count_off, &n, sizeof n);
        return;
    }
    default: weft_node_store(node, out, (int64_t)(test_random(&m->seed) >> pick(m, 64)));
    }
}

static void free_plans(maker *m) {
    for (size_t i = 0; i < m->n_types; i++) {
        weft__plan *plan = (weft__plan *)m->slots[i];
        if (plan) weft_arena_free(&plan->memory);
        free(plan);
    }
}

static void every_value_comes_back(void **state) {
    (void)state;
    weft_buf a = { 0 }, b = { 0 };
    for (uint64_t seed = 1; seed <= 600; seed++) {
        maker m;
        weft_error err;
        memset(&m, 0, sizeof m);
        m.seed = seed * 0x9e3779b97f4a7c15u;
        for (uint32_t i = 1 + pick(&m, MOST_TYPES - 1); i; i--) make_type(&m);
        const weft_type *type = &m.types[m.n_types - 1];
        if (weft_type_check(type, &err)) fail_msg("seed %llu: %s", (unsigned long long)seed, err.reason);
        for (int round = 0; round < 8; round++) {
            char *value = (char *)weft_arena_alloc(&m.arena, type->size, 16);
            memset(value, 0, type->size);
            make_struct(&m, type, value, 0);
            a.len = b.len = 0;
            weft_encode_opts opts = { .pretty = round & 1, .escape = (uint8_t)(round % 3) };
            if (weft_type_to_json(type, value, &a, &opts, &err))
                fail_msg("seed %llu: %s %s", (unsigned long long)seed, err.path, err.reason);
            if (weft_json_validate(weft_buf_str(&a), NULL, &err))
                fail_msg("seed %llu: not JSON: %s", (unsigned long long)seed, err.reason);
            void *back = weft_type_new_from_json(type, weft_buf_str(&a), NULL, &err);
            if (!back)
                fail_msg("seed %llu: %s %s in %.*s", (unsigned long long)seed, err.path, err.reason, (int)a.len,
                         a.data);
            if (!weft_type_equal(type, value, back))
                fail_msg("seed %llu: another value: %.*s", (unsigned long long)seed, (int)a.len, a.data);
            assert_int_equal(weft_type_to_json(type, back, &b, &opts, &err), WEFT_OK);
            assert_true(weft_str_equal(weft_buf_str(&a), weft_buf_str(&b)));
            void *copy = weft_type_copy(type, back, NULL, &err);
            weft_free(back);
            assert_true(weft_type_equal(type, value, copy));
            weft_free(copy);
        }
        free_plans(&m);
        weft_arena_free(&m.arena);
    }
    weft_buf_free(&a);
    weft_buf_free(&b);
}

/* Damaged texts: never a crash, and never a value from a text that is no JSON. */
static void damage_is_survived(void **state) {
    (void)state;
    weft_buf a = { 0 };
    for (uint64_t seed = 1; seed <= 150; seed++) {
        maker m;
        weft_error err;
        memset(&m, 0, sizeof m);
        m.seed = seed * 0x9e3779b97f4a7c15u;
        for (uint32_t i = 1 + pick(&m, MOST_TYPES - 1); i; i--) make_type(&m);
        const weft_type *type = &m.types[m.n_types - 1];
        char *value = (char *)weft_arena_alloc(&m.arena, type->size, 16);
        assert_int_equal(weft_type_check(type, &err), WEFT_OK);
        memset(value, 0, type->size);
        make_struct(&m, type, value, 0);
        a.len = 0;
        assert_int_equal(weft_type_to_json(type, value, &a, NULL, &err), WEFT_OK);
        for (int round = 0; round < 100 && a.len; round++) {
            size_t at = pick(&m, (uint32_t)a.len);
            char old = a.data[at];
            a.data[at] = "\"\\{}[],:0-1e. tfn\x01\xff\xc3"[pick(&m, 20)];
            test_guard g = test_guard_make(weft_buf_str(&a), true);
            void *back = weft_type_new_from_json(type, WEFT_TEXT(g.text, a.len), NULL, &err);
            weft_error plain;
            weft_status st = weft_json_validate(weft_buf_str(&a), NULL, &plain);
            if (back && st) fail_msg("seed %llu: accepted %.*s", (unsigned long long)seed, (int)a.len, a.data);
            if (!back && err.stage == WEFT_STAGE_PARSE && (err.code != st || err.offset != plain.offset))
                fail_msg("seed %llu: %s at %zu, the document reader says %s at %zu: %.*s", (unsigned long long)seed,
                         weft_status_name(err.code), err.offset, weft_status_name(st), plain.offset, (int)a.len,
                         a.data);
            weft_free(back);
            test_guard_free(&g);
            a.data[at] = old;
        }
        free_plans(&m);
        weft_arena_free(&m.arena);
    }
    weft_buf_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_value_comes_back),
                                        cmocka_unit_test(damage_is_survived) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
