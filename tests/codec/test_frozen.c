/* Frozen messages: exact bytes, every kind both ways, truncation, damage, hostile counts, failing memory, evolution.
 * The golden files of tests/golden/frozen are compared here and read by an independent decoder in tests/frozen. */
#include "support.h"

#include "frozen_types.h"

static weft_error err;

static weft_buf encode(const weft_type *type, const void *value, const weft_freeze_opts *opts) {
    weft_buf b = { 0 };
    weft_status st = weft_type_to_frozen(type, value, &b, opts, &err);
    if (st) fail_msg("%s: %s: %s", weft_status_name(st), err.path, err.reason);
    return b;
}

/* Compares with a golden file; WEFT_GOLDEN_WRITE=1 writes it instead. */
static void golden(const char *name, weft_str bytes) {
    char path[1024];
    const char *source = getenv("WEFT_SOURCE_DIR");
    if (!source) skip();
    snprintf(path, sizeof path, "%s/tests/golden/frozen/%s", source, name);
    if (getenv("WEFT_GOLDEN_WRITE")) {
        assert_int_equal(weft_file_write(path, bytes, &err), WEFT_OK);
        return;
    }
    weft_file f;
    if (weft_file_open(&f, path, NULL, &err)) fail_msg("%s: %s", path, err.reason);
    assert_int_equal(f.text.len, bytes.len);
    assert_memory_equal(f.text.ptr, bytes.ptr, bytes.len);
    weft_file_close(&f);
}

static void small_message_takes_44_bytes(void **state) {
    (void)state;
    Small v = small_value();
    weft_buf b = encode(weft_type_of(Small), &v, NULL);
    static const unsigned char want[] = { 1,    0,    0xfd, 0xff, 0xff, 0xff, 0x70, 0x11, 1,   0,   0x00,
                                          0x0e, 0xfa, 0xd5, 0xfe, 255,  255,  255,  0,    0,   0,   0,
                                          0,    0,    4,    0x40, 5,    0,    0,    0,    'h', 'e', 'l',
                                          'l',  'o',  5,    0,    0,    0,    'w',  'o',  'r', 'l', 'd' };
    assert_int_equal(b.len, 44);
    assert_memory_equal(b.data, want, 44);
    golden("small.frozen", weft_buf_str(&b));
    weft_buf_free(&b);
}

static void every_kind_round_trips(void **state) {
    (void)state;
    Everything v = everything_value();
    weft_buf b = encode(weft_type_of(Everything), &v, NULL);
    golden("everything.frozen", weft_buf_str(&b));
    for (int mode = 0; mode < 4; mode++) {
        weft_thaw_opts o = { .borrow = mode & 1, .trust = mode & 2 };
        Everything *w = Everything_new_from_frozen(weft_buf_str(&b), &o, &err);
        if (!w) fail_msg("%s: %s", err.path, err.reason);
        assert_true(Everything_equal(&v, w));
        assert_int_equal(w->secret, 77);
        assert_null(w->nick);
        bool inside = w->text.ptr >= b.data && w->text.ptr < b.data + b.len;
        assert_int_equal(inside, mode & 1);
        weft_buf again = encode(weft_type_of(Everything), w, NULL); /* canonical: maps came back in order */
        assert_int_equal(again.len, b.len);
        assert_memory_equal(again.data, b.data, b.len);
        weft_buf_free(&again);
        weft_free(w);
    }
    assert_int_equal(Everything_verify_frozen(weft_buf_str(&b), NULL, &err), WEFT_OK);
    weft_buf_free(&b);
}

static void framed_messages_know_their_type(void **state) {
    (void)state;
    Everything v = everything_value();
    Small s = small_value();
    weft_buf b = encode(weft_type_of(Everything), &v, &(weft_freeze_opts){ .frame = true });
    golden("everything.frame", weft_buf_str(&b));
    weft_thaw_opts o = { .frame = true };
    Everything *w = Everything_new_from_frozen(weft_buf_str(&b), &o, &err);
    assert_non_null(w);
    assert_true(Everything_equal(&v, w));
    weft_free(w);
    assert_null(Small_new_from_frozen(weft_buf_str(&b), &o, &err));
    assert_int_equal(err.code, WEFT_E_HASH);
    for (size_t i = 0; i < b.len * 8; i++) {
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
        assert_int_not_equal(Everything_verify_frozen(weft_buf_str(&b), &o, &err), WEFT_OK);
        b.data[i / 8] = (char)(b.data[i / 8] ^ (1 << i % 8));
    }
    weft_buf t = { 0 };
    for (int i = 0; i < 3; i++) {
        s.c = i;
        assert_int_equal(Small_to_frozen(&s, &t, &(weft_freeze_opts){ .frame = true }, &err), WEFT_OK);
    }
    golden("small.stream", weft_buf_str(&t));
    weft_frame_reader r = weft_frame_reader_of(weft_buf_str(&t));
    weft_frame f;
    int n = 0;
    while (weft_frame_next(&r, &f, &err)) {
        assert_int_equal(f.type_hash, weft_type_digest(weft_type_of(Small), WEFT_WIRE_FROZEN));
        weft_arena arena = { 0 };
        assert_int_equal(Small_from_frozen(&s, f.payload, &arena, NULL, &err), WEFT_OK);
        assert_int_equal(s.c, n++);
        weft_arena_free(&arena);
    }
    assert_int_equal(n, 3);
    weft_buf_free(&t);
    weft_buf_free(&b);
}

/* Truncated at every byte: an error, no byte behind the end read, nothing leaked, the target untouched. */
static void truncation_at_every_byte_is_an_error(void **state) {
    (void)state;
    Everything v = everything_value();
    weft_buf b = encode(weft_type_of(Everything), &v, NULL);
    for (size_t n = 0; n < b.len; n++) {
        test_guard g = test_guard_make(WEFT_TEXT(b.data, n), true);
        weft_str cut = WEFT_TEXT(g.text, n);
        weft_arena arena = { 0 };
        Everything w, before;
        memset(&w, 0x5a, sizeof w);
        memset(&before, 0x5a, sizeof before);
        assert_int_equal(Everything_from_frozen(&w, cut, &arena, NULL, &err), WEFT_E_SHORT);
        assert_true(err.placed && err.offset <= n && err.path[0] == '$');
        assert_memory_equal(&w, &before, sizeof w);
        assert_int_equal(Everything_from_frozen(&w, cut, &arena, &(weft_thaw_opts){ .trust = true }, &err),
                         WEFT_E_SHORT);
        assert_int_equal(Everything_verify_frozen(cut, NULL, &err), WEFT_E_SHORT);
        weft_arena_free(&arena);
        test_guard_free(&g);
    }
    assert_int_equal(weft_buf_byte(&b, 0), WEFT_OK);
    assert_int_equal(Everything_verify_frozen(weft_buf_str(&b), NULL, &err), WEFT_E_LONG);
    assert_int_equal(err.offset, b.len - 1);
    weft_buf_free(&b);
}

/* A flipped bit gives an error or another value; what is accepted is canonical: it encodes to the same bytes. */
static void every_bit_flip_is_an_error_or_canonical(void **state) {
    (void)state;
    Everything v = everything_value();
    weft_buf b = encode(weft_type_of(Everything), &v, NULL);
    for (size_t i = 0; i < b.len * 8; i++) {
        test_guard g = test_guard_make(weft_buf_str(&b), true);
        g.text[i / 8] = (char)(g.text[i / 8] ^ (1 << i % 8));
        Everything *w = Everything_new_from_frozen(WEFT_TEXT(g.text, g.len), NULL, &err);
        weft_status checked = Everything_verify_frozen(WEFT_TEXT(g.text, g.len), NULL, NULL);
        assert_int_equal(checked, w ? WEFT_OK : err.code);
        if (w) {
            weft_buf again = encode(weft_type_of(Everything), w, NULL);
            assert_int_equal(again.len, g.len);
            assert_memory_equal(again.data, g.text, g.len);
            weft_buf_free(&again);
            weft_free(w);
        }
        w = Everything_new_from_frozen(WEFT_TEXT(g.text, g.len), &(weft_thaw_opts){ .trust = true }, NULL);
        weft_free(w);
        test_guard_free(&g);
    }
    weft_buf_free(&b);
}

/* One invalid message for each rule. */
#define ONE(F) F(bool, yes)
WEFT_STRUCT(OneBool, ONE)
#define ONE_OPT(F) F(weft_opt(uint8_t), x)
WEFT_STRUCT(OneOpt, ONE_OPT)
#define ONE_STR(F) F(weft_str, x)
WEFT_STRUCT(OneStr, ONE_STR)
#define ONE_CSTR(F) F(weft_cstr, x)
WEFT_STRUCT(OneCstr, ONE_CSTR)
#define ONE_CODE(F) F(Code, x)
WEFT_STRUCT(OneCode, ONE_CODE)
#define ONE_COLOR(F) F(Color, x)
WEFT_STRUCT(OneColor, ONE_COLOR)
#define ONE_GRADE(F) F(Grade, x)
WEFT_STRUCT(OneGrade, ONE_GRADE)
#define ONE_MODE(F) F(Mode, x)
WEFT_STRUCT(OneMode, ONE_MODE)
#define ONE_SHAPE(F) F(Shape, x)
WEFT_STRUCT(OneShape, ONE_SHAPE)
#define ONE_MAP(F) F(weft_map(uint8_t), x)
WEFT_STRUCT(OneMap, ONE_MAP)
#define ONE_ENUM_MAP(F) F(ByColor, x)
WEFT_STRUCT(OneEnumMap, ONE_ENUM_MAP)
#define ONE_RANGE(F) F(uint8_t, x, .range = { 1, 9 }) F(weft_str, y, .max_len = 2) F(weft_str, z, .one_of = "on|off")
WEFT_STRUCT(OneRange, ONE_RANGE)

#define REFUSED(T, code_, offset_, path_, ...)                                                                         \
    do {                                                                                                               \
        const char bytes_[] = { __VA_ARGS__ };                                                                         \
        T *got_ = T##_new_from_frozen(WEFT_TEXT(bytes_, sizeof bytes_), NULL, &err);                                   \
        assert_null(got_);                                                                                             \
        assert_string_equal(weft_status_name(err.code), #code_);                                                       \
        assert_int_equal(err.offset, offset_);                                                                         \
        assert_string_equal(err.path, path_);                                                                          \
    } while (0)

static void each_rule_has_its_error(void **state) {
    (void)state;
    REFUSED(OneBool, WEFT_E_TAG, 0, "$.yes", 2);
    REFUSED(OneOpt, WEFT_E_TAG, 0, "$.x", 2, 0);
    REFUSED(OneStr, WEFT_E_UTF8, 5, "$.x", 2, 0, 0, 0, 'a', (char)0xff);
    REFUSED(OneStr, WEFT_E_SHORT, 6, "$.x", 3, 0, 0, 0, 'a', 'b');
    REFUSED(OneStr, WEFT_E_SHORT, 6, "$.x", -1, -1, -1, -1, 'a', 'b');
    REFUSED(OneCstr, WEFT_E_NUL, 5, "$.x", 2, 0, 0, 0, 'a', 0);
    REFUSED(OneCode, WEFT_E_FIT, 4, "$.x", 8, 0, 0, 0, '1', '2', '3', '4', '5', '6', '7', '8');
    REFUSED(OneColor, WEFT_E_ENUM, 0, "$.x", 3, 0, 0, 0);
    REFUSED(OneGrade, WEFT_E_ENUM, 0, "$.x", 1);
    REFUSED(OneMode, WEFT_E_ENUM, 0, "$.x", 4, 0, 0, 0);
    REFUSED(OneShape, WEFT_E_VARIANT, 0, "$.x", 3);
    REFUSED(OneMap, WEFT_E_ORDER, 10, "$.x", 2, 0, 0, 0, 1, 0, 0, 0, 'b', 0, 1, 0, 0, 0, 'a', 0);
    REFUSED(OneMap, WEFT_E_DUPLICATE, 10, "$.x", 2, 0, 0, 0, 1, 0, 0, 0, 'b', 0, 1, 0, 0, 0, 'b', 0);
    REFUSED(OneEnumMap, WEFT_E_ORDER, 16, "$.x", 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0);
    REFUSED(OneRange, WEFT_E_RANGE, 1, "$.x", 0, 0, 0, 0, 0, 2, 0, 0, 0, 'o', 'n');
    REFUSED(OneRange, WEFT_E_COUNT, 8, "$.y", 1, 3, 0, 0, 0, 'a', 'b', 'c', 2, 0, 0, 0, 'o', 'n');
    REFUSED(OneRange, WEFT_E_ENUM, 11, "$.z", 1, 0, 0, 0, 0, 2, 0, 0, 0, 'o', 'k');
}

static void values_that_cannot_be_decoded_are_not_encoded(void **state) {
    (void)state;
    weft_buf b = { 0 };
    assert_int_equal(weft_buf_byte(&b, 'x'), WEFT_OK);
    OneStr s = { WEFT_STR("a\xff") };
    assert_int_equal(OneStr_to_frozen(&s, &b, NULL, &err), WEFT_E_UTF8);
    assert_string_equal(err.path, "$.x");
    OneCstr c = { NULL };
    assert_int_equal(OneCstr_to_frozen(&c, &b, NULL, &err), WEFT_E_NULL);
    OneCode k;
    memset(k.x, 'a', sizeof k.x);
    assert_int_equal(OneCode_to_frozen(&k, &b, NULL, &err), WEFT_E_FIT);
    OneColor o = { (Color)5 };
    assert_int_equal(OneColor_to_frozen(&o, &b, NULL, &err), WEFT_E_ENUM);
    OneMode m = { 4 };
    assert_int_equal(OneMode_to_frozen(&m, &b, NULL, &err), WEFT_E_ENUM);
    OneShape h;
    memset(&h, 0, sizeof h);
    memset(&h.x.tag, 3, 1);
    assert_int_equal(OneShape_to_frozen(&h, &b, NULL, &err), WEFT_E_VARIANT);
    weft_entry_uint8_t twice[] = { { WEFT_STR("b"), 1 }, { WEFT_STR("a"), 1 }, { WEFT_STR("b"), 2 } };
    OneMap p = { { twice, 3, 0 } };
    assert_int_equal(OneMap_to_frozen(&p, &b, NULL, &err), WEFT_E_DUPLICATE);
    OneRange r = { 10, WEFT_STR(""), WEFT_STR("on") };
    assert_int_equal(OneRange_to_frozen(&r, &b, NULL, &err), WEFT_E_RANGE);
    assert_int_equal(b.len, 1);
    weft_buf_free(&b);
}

/* Counts near 2^32 with nothing behind them: no memory is taken for them. */
#define LISTS(F) F(weft_list(double), a) F(weft_list(Tree), b) F(weft_map(Tree), c)
WEFT_STRUCT(Lists, LISTS)
static void hostile_counts_take_no_memory(void **state) {
    (void)state;
    static const uint32_t counts[] = { 1u << 31, UINT32_MAX, UINT32_MAX - 7, 1000, 2 };
    for (size_t at = 0; at < 12; at += 4)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            char bytes[16] = { 0 };
            memcpy(bytes + at, &counts[i], 4); /* one bit in every byte order */
            test_alloc t;
            test_alloc_init(&t, 0);
            weft_thaw_opts o = { .alloc = &t.alloc };
            assert_null(Lists_new_from_frozen(WEFT_TEXT(bytes, 12), &o, &err));
            assert_true(err.code == WEFT_E_SHORT);
            assert_true(t.peak_bytes < 16384);
            assert_int_equal(t.live_blocks, 0);
        }
}

static void nesting_is_limited(void **state) {
    (void)state;
    static Tree chain[3000];
    for (int i = 0; i < 2999; i++) chain[i].next = &chain[i + 1];
    weft_buf b = { 0 };
    assert_int_equal(Tree_to_frozen(&chain[0], &b, NULL, &err), WEFT_E_DEPTH);
    assert_int_equal(Tree_to_frozen(&chain[0], &b, &(weft_freeze_opts){ .max_depth = 100000 }, &err), WEFT_E_DEPTH);
    assert_int_equal(Tree_to_frozen(&chain[2900], &b, NULL, &err), WEFT_OK);
    assert_int_equal(Tree_verify_frozen(weft_buf_str(&b), NULL, &err), WEFT_OK);
    assert_int_equal(Tree_verify_frozen(weft_buf_str(&b), &(weft_thaw_opts){ .max_depth = 50 }, &err), WEFT_E_DEPTH);
    chain[2999].next = &chain[2990]; /* a cycle */
    assert_int_equal(Tree_to_frozen(&chain[2990], &b, NULL, &err), WEFT_E_DEPTH);
    weft_buf_free(&b);
    weft_buf deep = { 0 };
    for (int i = 0; i < 100000; i++)
        assert_int_equal(weft_buf_append(&deep, WEFT_TEXT("\0\0\0\0\0\0\0\0\1", 9)), WEFT_OK);
    assert_int_equal(Tree_verify_frozen(weft_buf_str(&deep), NULL, &err), WEFT_E_DEPTH);
    assert_null(Tree_new_from_frozen(weft_buf_str(&deep), NULL, &err));
    weft_buf_free(&deep);
}

static void lists_of_nothing_are_refused(void **state) {
    (void)state;
    static const weft_type list_of_unit = { .kind = WEFT_TYPE_LIST,
                                            .version = WEFT_TYPE_VERSION,
                                            .align = 8,
                                            .size = 3 * sizeof(size_t),
                                            .name = "list of unit",
                                            .elem = { weft__type_weft_unit },
                                            .count_off = sizeof(void *) };
    weft_list(uint8_t) v = { 0 };
    weft_buf b = { 0 };
    assert_int_equal(weft_type_to_frozen(&list_of_unit, &v, &b, NULL, &err), WEFT_E_TYPE);
    weft_buf_free(&b);
}

static weft_status round_trip(const weft_alloc *alloc, void *ctx) {
    (void)ctx;
    Everything v = everything_value();
    weft_buf b = { .alloc = alloc };
    weft_status st = Everything_to_frozen(&v, &b, &(weft_freeze_opts){ .alloc = alloc, .frame = true }, &err);
    if (!st) {
        Everything *w =
            Everything_new_from_frozen(weft_buf_str(&b), &(weft_thaw_opts){ .alloc = alloc, .frame = true }, &err);
        st = w ? WEFT_OK : err.code;
        weft_free(w);
    }
    weft_buf_free(&b);
    return st;
}
static void survives_failing_memory(void **state) {
    (void)state;
    assert_true(test_every_failure(round_trip, NULL) > 2);
}

static void memory_limit_holds(void **state) {
    (void)state;
    Everything v = everything_value();
    weft_buf b = encode(weft_type_of(Everything), &v, NULL);
    assert_null(Everything_new_from_frozen(weft_buf_str(&b), &(weft_thaw_opts){ .max_memory = 512 }, &err));
    assert_int_equal(err.code, WEFT_E_ALLOCATION);
    weft_buf_free(&b);
}

/* ---- evolution: three versions of one struct, inside another one ---- */
#define EVOLVE_1(F) F(int32_t, a) F(weft_str, b)
#define EVOLVE_2(F) EVOLVE_1(F) F(double, c, WEFT_DFLT(2.5))
#define EVOLVE_3(F) EVOLVE_2(F) F(weft_list(int32_t), d) F(weft_str, e, WEFT_DFLT({ "new", 3 })) F(weft_presence, seen)
WEFT_STRUCT(Evolve1, EVOLVE_1, .evolvable = true)
WEFT_STRUCT(Evolve2, EVOLVE_2, .evolvable = true, .first_fields = 2)
WEFT_STRUCT(Evolve3, EVOLVE_3, .evolvable = true, .first_fields = 2)
#define HOLDER_1(F) F(weft_list(Evolve1), items) F(uint8_t, end)
#define HOLDER_2(F) F(weft_list(Evolve2), items) F(uint8_t, end)
#define HOLDER_3(F) F(weft_list(Evolve3), items) F(uint8_t, end)
WEFT_STRUCT(Holder1, HOLDER_1)
WEFT_STRUCT(Holder2, HOLDER_2)
WEFT_STRUCT(Holder3, HOLDER_3)

static void versions_read_each_other(void **state) {
    (void)state;
    Evolve1 v1[2] = { { 1, WEFT_STR("one") }, { 2, WEFT_STR("two") } };
    Evolve2 v2[2] = { { 1, WEFT_STR("one"), 10 }, { 2, WEFT_STR("two"), 20 } };
    int32_t d[] = { 5, 6 };
    Evolve3 v3[2] = { { 1, WEFT_STR("one"), 10, { d, 2, 0 }, WEFT_STR("x"), { 0 } },
                      { 2, WEFT_STR("two"), 20, { NULL, 0, 0 }, WEFT_STR(""), { 0 } } };
    Holder1 h1 = { { v1, 2, 0 }, 99 };
    Holder2 h2 = { { v2, 2, 0 }, 99 };
    Holder3 h3 = { { v3, 2, 0 }, 99 };
    weft_buf from[3];
    from[0] = encode(weft_type_of(Holder1), &h1, NULL);
    from[1] = encode(weft_type_of(Holder2), &h2, NULL);
    from[2] = encode(weft_type_of(Holder3), &h3, NULL);
    golden("evolve1.frozen", weft_buf_str(&from[0]));
    golden("evolve3.frozen", weft_buf_str(&from[2]));
    for (int w = 0; w < 3; w++) {
        Holder1 *r1 = Holder1_new_from_frozen(weft_buf_str(&from[w]), NULL, &err);
        Holder2 *r2 = Holder2_new_from_frozen(weft_buf_str(&from[w]), NULL, &err);
        Holder3 *r3 = Holder3_new_from_frozen(weft_buf_str(&from[w]), NULL, &err);
        assert_true(r1 && r2 && r3);
        assert_true(r1->end == 99 && r2->end == 99 && r3->end == 99);
        assert_true(Holder1_equal(r1, &h1));
        assert_true(r2->items.items[1].a == 2 && r2->items.items[1].c == (w >= 1 ? 20 : 2.5));
        assert_true(r3->items.items[0].c == (w >= 1 ? 10 : 2.5));
        assert_int_equal(r3->items.items[0].d.count, w == 2 ? 2 : 0);
        assert_true(weft_str_equal(r3->items.items[0].e, w == 2 ? WEFT_STR("x") : WEFT_STR("new")));
        assert_int_equal(r3->items.items[0].seen.bits, w == 0 ? 3 : w == 1 ? 7 : 31);
        weft_free(r1);
        weft_free(r2);
        weft_free(r3);
    }
    /* cut inside a member, or inside the first version: an error, not an older writer */
    for (uint32_t length = 0; length < 4 + 4 + 3 + 8; length++) {
        char bytes[64];
        memset(bytes, 0, sizeof bytes);
        bytes[0] = (char)length;
        memcpy(bytes + 4, from[1].data + 8, length);
        weft_status st = weft_type_verify_frozen(weft_type_of(Evolve2), WEFT_TEXT(bytes, 4 + length), NULL, &err);
        assert_int_equal(st, length == 11 ? WEFT_OK : WEFT_E_SHORT);
    }
    /* the same type with members added: one hash; with another first version, or another name: another */
    static void *slots[2];
    weft_type grown = *weft_type_of(Evolve3), other = *weft_type_of(Evolve3);
    weft_type_attr first = *grown.attr;
    first.first_fields = 1;
    grown.name = other.name = "Evolve1";
    grown.slot = &slots[0];
    other.slot = &slots[1];
    other.attr = &first;
    uint64_t hash = weft_type_digest(weft_type_of(Evolve1), WEFT_WIRE_FROZEN);
    assert_true(weft_type_digest(&grown, WEFT_WIRE_FROZEN) == hash);
    assert_true(weft_type_digest(&other, WEFT_WIRE_FROZEN) != hash);
    assert_true(weft_type_digest(weft_type_of(Evolve2), WEFT_WIRE_FROZEN) != hash);
    for (int i = 0; i < 3; i++) weft_buf_free(&from[i]);
}

static void json_and_frozen_carry_the_same_value(void **state) {
    (void)state;
    Everything v = everything_value();
    weft_buf json = { 0 }, frozen = { 0 }, again = { 0 };
    assert_int_equal(Everything_to_json(&v, &json, &err), WEFT_OK);
    Everything *w = Everything_new_from_json(weft_buf_str(&json), NULL, &err);
    if (!w) fail_msg("%s: %s", err.path, err.reason);
    assert_int_equal(Everything_to_frozen(w, &frozen, NULL, &err), WEFT_OK);
    golden("everything.frozen", weft_buf_str(&frozen));
    Everything *x = Everything_new_from_frozen(weft_buf_str(&frozen), NULL, &err);
    assert_non_null(x);
    assert_int_equal(Everything_to_json(x, &again, &err), WEFT_OK);
    Everything *y = Everything_new_from_json(weft_buf_str(&again), NULL, &err);
    assert_non_null(y);
    assert_true(Everything_equal(y, &v));
    weft_free(w);
    weft_free(x);
    weft_free(y);
    weft_buf_free(&json);
    weft_buf_free(&frozen);
    weft_buf_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_message_takes_44_bytes),
        cmocka_unit_test(every_kind_round_trips),
        cmocka_unit_test(framed_messages_know_their_type),
        cmocka_unit_test(truncation_at_every_byte_is_an_error),
        cmocka_unit_test(every_bit_flip_is_an_error_or_canonical),
        cmocka_unit_test(each_rule_has_its_error),
        cmocka_unit_test(values_that_cannot_be_decoded_are_not_encoded),
        cmocka_unit_test(hostile_counts_take_no_memory),
        cmocka_unit_test(nesting_is_limited),
        cmocka_unit_test(lists_of_nothing_are_refused),
        cmocka_unit_test(survives_failing_memory),
        cmocka_unit_test(memory_limit_holds),
        cmocka_unit_test(versions_read_each_other),
        cmocka_unit_test(json_and_frozen_carry_the_same_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
