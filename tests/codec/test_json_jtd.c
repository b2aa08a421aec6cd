/* Descriptions built at run time from JSON Type Definition schemas (RFC 8927), judged by that specification's own test
 * suite: the same verdict on every instance, and the place of a single error. What C types cannot say is counted and
 * left out: unions without variants, types that are nothing but a list of themselves, converters deeper than a member.
 * Leap seconds are refused here. */
#include "support.h"

#include <weft/weft.h>

#include "type/plan.h"

typedef struct builder {
    weft_arena arena;
    void **slots[256];
    size_t n_slots;
    weft_json root;
    bool unsupported;
    int depth;
} builder;

static void *zeroed(builder *b, size_t n) {
    void *p = weft_arena_alloc(&b->arena, n ? n : 1, 16);
    memset(p, 0, n);
    return p;
}
static const weft_type *unsupported(builder *b) {
    b->unsupported = true;
    return weft_type_of(weft_raw);
}
static weft_type *fresh(builder *b, uint8_t kind, size_t size, size_t align) {
    weft_type *t = (weft_type *)zeroed(b, sizeof *t);
    t->kind = kind;
    t->version = WEFT_TYPE_VERSION;
    t->flags = WEFT_TYPE_DIRECT;
    t->name = "schema";
    t->size = (uint32_t)size;
    t->align = (uint8_t)align;
    if (kind < WEFT_TYPE_LIST) {
        assert_true(b->n_slots < sizeof b->slots / sizeof *b->slots);
        t->slot = b->slots[b->n_slots++] = (void **)zeroed(b, sizeof(void *));
    }
    return t;
}
/* Types normally live as long as the program, and so does what is kept in their slots. */
static void finish(builder *b) {
    for (size_t i = 0; i < b->n_slots; i++) {
        weft__plan *plan = (weft__plan *)*b->slots[i];
        if (plan) weft_arena_free(&plan->memory);
        free(plan);
    }
    weft_arena_free(&b->arena);
}
static size_t rounded(size_t n, size_t align) { return (n + align - 1) / align * align; }
static const char *cstr(weft_json v) { return weft_json_as_str(v).ptr; }

static const weft_type *build(builder *b, weft_json s, const weft_conv **conv);

/* Members of properties and optionalProperties, laid out behind each other. */
static const weft_type *build_struct(builder *b, weft_json s) {
    weft_json parts[2] = { weft_json_get(s, "properties"), weft_json_get(s, "optionalProperties") };
    size_t n = weft_json_len(parts[0]) + weft_json_len(parts[1]), size = 0, i = 0;
    weft_field *fields = (weft_field *)zeroed(b, (n + 1) * sizeof *fields);
    for (int part = 0; part < 2; part++)
        for (weft_iter it = weft_json_iter(parts[part]); weft_iter_next(&it); i++) {
            weft_attr *attr = (weft_attr *)zeroed(b, sizeof *attr);
            const weft_type *t = build(b, it.value, &attr->conv);
            attr->optional = part == 1;
            size = rounded(size, t->align);
            fields[i] = (weft_field){ .name = it.key.ptr, .type.at = t, .attr = attr, .offset = (uint32_t)size };
            size += t->size;
        }
    weft_type *t = fresh(b, WEFT_TYPE_STRUCT, rounded(size + 1, 16), 16);
    weft_type_attr *attr = (weft_type_attr *)zeroed(b, sizeof *attr);
    attr->unknown = weft_json_bool(s, "additionalProperties", false) ? WEFT_UNKNOWN_IGNORE : WEFT_UNKNOWN_FORBID;
    t->fields = fields;
    t->n = (uint32_t)n;
    t->attr = attr;
    return t;
}

static const weft_type *build_union(builder *b, weft_json s) {
    weft_json mapping = weft_json_get(s, "mapping");
    size_t n = weft_json_len(mapping), most = 1, i = 0;
    if (!n) return unsupported(b);
    weft_field *fields = (weft_field *)zeroed(b, n * sizeof *fields);
    for (weft_iter it = weft_json_iter(mapping); weft_iter_next(&it); i++) {
        const weft_type *t = build_struct(b, it.value);
        fields[i] = (weft_field){ .name = it.key.ptr, .type.at = t, .offset = 16 };
        if (t->size > most) most = t->size;
    }
    weft_type *t = fresh(b, WEFT_TYPE_UNION, 16 + most, 16);
    weft_type_attr *attr = (weft_type_attr *)zeroed(b, sizeof *attr);
    attr->repr = WEFT_INTERNAL;
    attr->tag = cstr(weft_json_get(s, "discriminator"));
    t->fields = fields;
    t->n = (uint32_t)n;
    t->attr = attr;
    t->value_off = 4;
    return t;
}

static const weft_type *build_plain(builder *b, weft_json s, const weft_conv **conv) {
    static const char *const names[] = { "boolean", "float32", "float64", "int8",   "uint8",
                                         "int16",   "uint16",  "int32",   "uint32", "string" };
    const weft_type *const types[] = { weft_type_of(bool),     weft_type_of(float),   weft_type_of(double),
                                       weft_type_of(int8_t),   weft_type_of(uint8_t), weft_type_of(int16_t),
                                       weft_type_of(uint16_t), weft_type_of(int32_t), weft_type_of(uint32_t),
                                       weft_type_of(weft_str) };
    weft_json v;
    if (++b->depth > 40) return unsupported(b); /* a definition that is only itself */
    if (weft_json_exists(v = weft_json_get(s, "type"))) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strcmp(cstr(v), names[i])) return types[i];
        if (!conv) return unsupported(b);
        *conv = &weft_conv_time;
        return weft_type_of(int64_t);
    }
    if (weft_json_exists(v = weft_json_get(s, "ref")))
        return build(b, weft_json_get(weft_json_get(b->root, "definitions"), cstr(v)), conv);
    if (weft_json_exists(v = weft_json_get(s, "enum"))) {
        weft_type *t = fresh(b, WEFT_TYPE_ENUM, 4, 4);
        weft_enum_value *values = (weft_enum_value *)zeroed(b, weft_json_len(v) * sizeof *values);
        for (weft_iter it = weft_json_iter(v); weft_iter_next(&it); t->n++)
            values[t->n] =
                (weft_enum_value){ .value = (int64_t)it.index, .ident = cstr(it.value), .name = cstr(it.value) };
        t->values = values;
        return t;
    }
    if (weft_json_exists(v = weft_json_get(s, "elements"))) {
        weft_type *t = fresh(b, WEFT_TYPE_LIST, sizeof(weft_list(int)), _Alignof(weft_list(int)));
        t->count_off = offsetof(weft_list(int), count);
        t->elem.at = build(b, v, NULL);
        return t;
    }
    if (weft_json_exists(v = weft_json_get(s, "values"))) {
        weft_type *t = fresh(b, WEFT_TYPE_MAP, sizeof(weft_map(int)), _Alignof(weft_map(int)));
        t->count_off = offsetof(weft_map(int), count);
        t->elem.at = build(b, v, NULL);
        t->value_off = 16;
        t->stride = (uint32_t)rounded(16 + t->elem.at->size, 16);
        return t;
    }
    if (weft_json_exists(weft_json_get(s, "discriminator"))) return build_union(b, s);
    if (weft_json_exists(weft_json_get(s, "properties")) || weft_json_exists(weft_json_get(s, "optionalProperties")))
        return build_struct(b, s);
    return weft_type_of(weft_raw);
}

static const weft_type *build(builder *b, weft_json s, const weft_conv **conv) {
    const weft_type *inner = build_plain(b, s, conv);
    if (!weft_json_bool(s, "nullable", false) || inner->kind == WEFT_TYPE_OPT || inner->kind == WEFT_TYPE_RAW)
        return inner;
    if (conv && *conv) return unsupported(b);
    weft_type *t = fresh(b, WEFT_TYPE_OPT, 16 + rounded(inner->size, 16), 16);
    t->elem.at = inner;
    t->value_off = 16;
    return t;
}

static void specification_tests(void **state) {
    (void)state;
    const char *path = test_data("typed/jtd_validation.half-a.json");
    weft_error err;
    if (!path) skip();
    weft_doc *doc = weft_doc_read_file(path, NULL, &err);
    assert_non_null(doc);
    size_t done = 0, left_out = 0, places = 0;
    for (weft_iter it = weft_json_iter(weft_doc_root(doc)); weft_iter_next(&it);) {
        builder b = { .root = weft_json_get(it.value, "schema") };
        weft_json errors = weft_json_get(it.value, "errors");
        weft_attr attr = { .weft__ = 0 };
        const weft_type *t = build(&b, b.root, &attr.conv);
        if (b.unsupported || strstr(it.key.ptr, ":60Z")) {
            left_out++;
            finish(&b);
            continue;
        }
        weft_field field = { .name = "v", .type.at = t, .attr = &attr };
        weft_type *root = fresh(&b, WEFT_TYPE_STRUCT, rounded(t->size, 16), 16);
        root->fields = &field;
        root->n = 1;
        weft_buf text = { 0 };
        weft_buf_append(&text, WEFT_STR("{\"v\":"));
        assert_int_equal(weft_json_write(weft_json_get(it.value, "instance"), &text, NULL, &err), WEFT_OK);
        weft_buf_byte(&text, '}');
        if (weft_type_check(root, &err)) fail_msg("%s: %s", it.key.ptr, err.reason);
        memset(&err, 0, sizeof err);
        void *value = weft_type_new_from_json(root, weft_buf_str(&text), NULL, &err);
        if ((value != NULL) != (weft_json_len(errors) == 0))
            fail_msg("%s: %.*s: %s %s", it.key.ptr, (int)text.len, text.data, err.path, err.reason);
        if (weft_json_len(errors) == 1 && err.code != WEFT_E_REQUIRED) {
            char expected[128] = "$.v";
            for (weft_iter step = weft_json_iter(weft_json_get(weft_json_at(errors, 0), "instancePath"));
                 weft_iter_next(&step);) {
                const char *s = cstr(step.value);
                bool number = s[0] >= '0' && s[0] <= '9';
                size_t n = strlen(expected);
                snprintf(expected + n, sizeof expected - n, number ? "[%s]" : ".%s", s);
            }
            assert_string_equal(err.path, expected);
            places++;
        }
        done++;
        weft_free(value);
        weft_buf_free(&text);
        finish(&b);
    }
    print_message("%zu schemas judged, %zu places compared, %zu left out\n", done, places, left_out);
    assert_true(done > 140 && left_out < 20 && places > 60);
    weft_doc_free(doc);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(specification_tests) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
