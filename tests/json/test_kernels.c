/* Every fast reader this machine has against the plain reader: same verdict, same cells, for all conformance files and
 * for mutated texts, each placed against an unreadable page at either end. A fast reader that refuses good text would
 * only cost speed, so it is counted as a fault too. WEFT_KERNEL_RUNS sets the number of mutated texts. */
#include "support.h"

#include <dirent.h>
#include <sys/stat.h>
#include <weft/json.h>

#include "base/cpu.h"
#include "json/engine.h"
#include "json/plain.h"

static weft_read_opts complete(void) {
    weft_read_opts o;
    memset(&o, 0, sizeof o);
    o.max_depth = 1024;
    o.max_bytes = o.max_members = o.max_string = SIZE_MAX;
    return o;
}

static const weft_cpu kernels[] = { WEFT_CPU_SCALAR, WEFT_CPU_SSE42, WEFT_CPU_AVX2, WEFT_CPU_AVX512, WEFT_CPU_NEON };

/* "" when the documents are equal, else what differs. */
static const char *documents_differ(const weft_doc *a, const weft_doc *b) {
    if (a->cell_count != b->cell_count) return "number of cells";
    if (a->consumed != b->consumed) return "consumed";
    for (size_t i = 0; i < a->cell_count; i++) {
        const weft__cell *x = &a->cells[i], *y = &b->cells[i];
        if (x->tag != y->tag) return "tag";
        if (weft__cell_kind(x) == WEFT_STRING || weft__cell_kind(x) == WEFT_RAW) {
            size_t n = (size_t)weft__cell_size(x);
            if (n && memcmp(x->s, y->s, n) != 0) return "string";
            if (!(x->tag & WEFT__BORROWED) && (x->s[n] || y->s[n])) return "no NUL behind a string";
        } else if (x->u != y->u) {
            return "payload";
        }
    }
    return "";
}

static bool gaps_left(weft_str t) {
    bool in = false;
    for (size_t i = 0; i < t.len; i++) {
        if (in && t.ptr[i] == '\\') i++;
        else if (t.ptr[i] == '"') in = !in;
        else if (!in && strchr(" \t\r\n", t.ptr[i])) return true;
    }
    return in;
}

static weft_doc *fast_doc, *plain_doc;
static size_t accepted, compared, validator_gave_up, small_gave_up, small_read;

/* 0, or the number of kernels that disagree with the plain reader. */
static int compare(weft_str text, const weft_read_opts *o, const char *name) {
    int wrong = 0;
    weft_error err;
    weft_status plain = weft__plain_read(plain_doc, text, o, &err);
    accepted += plain == WEFT_OK;
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!weft__cpu_force(kernels[k])) continue;
        weft__doc_clear(fast_doc);
        weft__fast r = weft__fast_read(fast_doc, text, o);
        const char *what = "";
        if ((r == WEFT__FAST_OK) != (plain == WEFT_OK)) what = plain ? "accepted" : "refused";
        else if (r == WEFT__FAST_OK) what = documents_differ(fast_doc, plain_doc);
        /* A validator may leave a text to the plain reader, but must accept nothing that it refuses. */
        weft__fast v = weft__fast_validate(text, o);
        if (v == WEFT__FAST_OK && plain != WEFT_OK) what = "accepted by the validator";
        if (v != WEFT__FAST_OK && plain == WEFT_OK) validator_gave_up++;
        if (plain == WEFT_OK && (text.len < 3000 || text.len > 20000)) {
            weft_buf small = { 0 };
            if (weft_json_minify(text, &small, o, NULL)) what = "minify refused";
            else if (weft__plain_read(fast_doc, weft_buf_str(&small), o, NULL)) what = "minified text is invalid";
            else if (fast_doc->consumed = plain_doc->consumed, *documents_differ(fast_doc, plain_doc))
                what = "minified text differs";
            else if (gaps_left(weft_buf_str(&small))) what = "minified text has white space";
            weft_buf_free(&small);
        }
#if WEFT__X86
        /* What the choice by size would hide. */
        weft__fast (*wide)(weft_doc *, weft_str, const weft_read_opts *) =
            kernels[k] == WEFT_CPU_AVX512 ? weft__read_avx512
            : kernels[k] == WEFT_CPU_AVX2 ? weft__read_avx2
                                          : NULL;
        if (wide && text.len && text.len <= WEFT__NARROW_MAX && text.len <= o->max_bytes && !o->bom) {
            weft__doc_clear(fast_doc);
            r = wide(fast_doc, text, o);
            fast_doc->consumed = plain_doc->consumed;
            if (r == WEFT__FAST_OK && !weft__within_limits(fast_doc, o)) r = WEFT__FAST_BAD;
            if ((r == WEFT__FAST_OK) != (plain == WEFT_OK))
                what = plain ? "accepted by the wide reader" : "refused by the wide reader";
            else if (r == WEFT__FAST_OK && *documents_differ(fast_doc, plain_doc))
                what = documents_differ(fast_doc, plain_doc);
            if (kernels[k] == WEFT_CPU_AVX512 && text.len <= WEFT__SMALL_MAX && !o->borrow) {
                r = weft__read_small_avx512(fast_doc, text, o);
                small_gave_up += r != WEFT__FAST_OK && plain == WEFT_OK;
                small_read += r == WEFT__FAST_OK;
                if (r == WEFT__FAST_OK && plain != WEFT_OK && weft__within_limits(fast_doc, o))
                    what = "accepted by the small reader";
            }
        }
#endif
        compared++;
        if (*what && wrong++ < 3) {
            print_error("%s, kernel %s: %s (plain: %s at %zu)\n", name, weft_cpu_name(kernels[k]), what,
                        weft_status_text(plain), plain ? err.offset : 0);
            FILE *f = fopen("/tmp/weft-kernel-fault.json", "wb");
            if (f) {
                fwrite(text.ptr, 1, text.len, f);
                fclose(f);
            }
        }
    }
    return wrong;
}

static int compare_all(weft_str text, const char *name) {
    int wrong = 0;
    weft_read_opts o = complete();
    for (int end = 0; end < 2; end++) {
        test_guard g = test_guard_make(text, end);
        weft_str t = { g.text, g.len };
        o.borrow = end;
        wrong += compare(t, &o, name);
        test_guard_free(&g);
    }
    return wrong;
}

static char *slurp(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    *len = (size_t)ftell(f);
    rewind(f);
    char *t = malloc(*len + 1);
    assert_non_null(t);
    if (fread(t, 1, *len, f) != *len) *len = 0;
    fclose(f);
    return t;
}

static int walk(const char *dir, int level, size_t *files) {
    int wrong = 0;
    DIR *d = opendir(dir);
    if (!d) return 0;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[1024];
        struct stat st;
        if (e->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        if (stat(path, &st)) continue;
        if (S_ISDIR(st.st_mode)) {
            if (level < 5) wrong += walk(path, level + 1, files);
        } else if (S_ISREG(st.st_mode) && st.st_size < 8 << 20) {
            size_t n;
            char *t = slurp(path, &n);
            if (!t) continue;
            wrong += compare_all(WEFT_TEXT(t, n), path);
            ++*files;
            free(t);
        }
    }
    closedir(d);
    return wrong;
}

static void every_conformance_file(void **state) {
    (void)state;
    const char *dir = test_data_dir();
    if (!dir) skip();
    size_t files = 0;
    assert_int_equal(walk(dir, 0, &files), 0);
    assert_true(files > 500);
}

/* Each line of the number sets' tables would be a file of its own; here every token that looks like a number is read
 * alone, in an array, and as the last thing before the end. */
static void numbers(void **state) {
    (void)state;
    static const char *const list[] = { "0",
                                        "-0",
                                        "-0.0",
                                        "1",
                                        "-1",
                                        "9223372036854775807",
                                        "9223372036854775808",
                                        "-9223372036854775808",
                                        "-9223372036854775809",
                                        "18446744073709551615",
                                        "18446744073709551616",
                                        "1e5",
                                        "1E+5",
                                        "1e-5",
                                        "0.1",
                                        "1.5",
                                        "123456789012345678901234567890",
                                        "1e308",
                                        "1e309",
                                        "-1e400",
                                        "1e-400",
                                        "5e-324",
                                        "2.2250738585072011e-308",
                                        "9007199254740993.0",
                                        "0.000000000000000000001",
                                        "1.00000000000000011102230246251565404",
                                        "00",
                                        "01",
                                        "-",
                                        "-a",
                                        "1.",
                                        ".5",
                                        "1e",
                                        "1e+",
                                        "+1",
                                        "1.5.5",
                                        "1-1",
                                        "--1",
                                        "0x1",
                                        "1a",
                                        "12345678901234567890.5",
                                        "0.30000000000000004",
                                        "999999999999999999",
                                        "9999999999999999999",
                                        "1234567890123456789012345678901",
                                        "12345678901234567890123456789012345" };
    int wrong = 0;
    char b[400];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        static const char *const forms[] = { "%s",
                                             "[%s]",
                                             "[%s ]",
                                             " %s ",
                                             "{\"a\":%s}",
                                             "[1,%s,2]",
                                             "[\"0123456789012345678901234567890123456789012345678901234567890123456789"
                                             "012345678901234567890123456789012345678901234567890123456789\",%s]",
                                             "[%s                                                                      "
                                             "                                                 \n\t  ]" };
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
            int n = snprintf(b, sizeof b, forms[k], list[i]);
            wrong += compare_all(WEFT_TEXT(b, (size_t)n), b);
        }
    }
    uint64_t seed = 7;
    for (int i = 0; i < 3000; i++) {
        int n = 0;
        b[n++] = '[';
        for (int k = 0; k < 8; k++) {
            uint64_t r = test_random(&seed), v = test_random(&seed) >> (r >> 8 & 63);
            switch (r & 3) {
            case 0: n += snprintf(b + n, 60, "%llu,", (unsigned long long)v); break;
            case 1:
                n += snprintf(b + n, 60, "-%llu.%0*llu,", (unsigned long long)(v % 100000), (int)(r >> 20 & 15) + 1,
                              (unsigned long long)(v >> 3));
                break;
            case 2: {
                double d;
                memcpy(&d, &v, 8);
                v = test_random(&seed);
                memcpy(&d, &v, 8);
                if (d - d == 0) n += snprintf(b + n, 60, "%.*e,", (int)(r >> 20) & 15, d);
                break;
            }
            default: n += snprintf(b + n, 60, "%lld,", (long long)v); break;
            }
        }
        n += snprintf(b + n, 10, "0]");
        wrong += compare_all(WEFT_TEXT(b, (size_t)n), "random numbers");
    }
    assert_int_equal(wrong, 0);
}

static void limits(void **state) {
    (void)state;
    static char deep[4200];
    int wrong = 0;
    weft_read_opts o = complete();
    for (size_t depth = 1020; depth < 1030; depth++) {
        memset(deep, '[', depth);
        memset(deep + depth, ']', depth);
        wrong += compare(WEFT_TEXT(deep, 2 * depth), &o, "depth");
        o.max_depth = depth;
        wrong += compare(WEFT_TEXT(deep, 2 * depth), &o, "depth");
        o.max_depth = depth - 1;
        wrong += compare(WEFT_TEXT(deep, 2 * depth), &o, "depth");
        o.max_depth = 1024;
    }
    weft_str t = WEFT_STR("{\"abc\":[1,2,3],\"d\":\"xyz\\u0041\",\"e\":{}}");
    for (size_t n = 1; n < 6; n++) {
        o = complete();
        o.max_string = n;
        wrong += compare(t, &o, "strings");
        o = complete();
        o.max_members = n;
        wrong += compare(t, &o, "members");
        o = complete();
        o.max_bytes = t.len - 2 + n;
        wrong += compare(t, &o, "bytes");
    }
    o = complete();
    o.bom = true;
    wrong += compare(WEFT_STR("\xef\xbb\xbf[1]"), &o, "byte order mark");
    wrong += compare(WEFT_STR("\xef\xbb\xbf"), &o, "byte order mark");
    wrong += compare(WEFT_STR("\xef\xbb[1]"), &o, "byte order mark");
    o = complete();
    o.saturate = true;
    wrong += compare(WEFT_STR("[1e999,-1e999]"), &o, "saturate");
    o = complete();
    o.trust_utf8 = true;
    wrong += compare(WEFT_STR("[\"\xff\xc3\x28\"]"), &o, "trusted text");
    assert_int_equal(wrong, 0);
}

/* Random structure with everything that matters to the scanner near its block borders. */
static size_t random_text(char *buf, size_t cap, uint64_t *seed) {
    static const char *const bits[] = { "\\\"",
                                        "\\\\",
                                        "\\n",
                                        "\\u0041",
                                        "\\u001f",
                                        "\\u0022",
                                        "\\u3042\\u3044\\u3046\\u3048\\u304A",
                                        "\\ud83d\\ude00",
                                        "\xc3\xa9",
                                        "\xe3\x81\x82",
                                        "\xf0\x9f\x98\x80",
                                        "abc",
                                        "x",
                                        " ",
                                        "/",
                                        "\\/",
                                        "{}[],:",
                                        "0123456789abcdef0123456789abcdef" };
    static const char *const gaps[] = { "",  "",      "",
                                        " ", "\n   ", "                                                         " };
    size_t n = 0, want = test_random(seed) % cap;
    char open[64];
    size_t depth = 0;
    buf[n++] = '[';
    open[depth++] = '[';
    bool first = true;
    while (n + 400 < cap) {
        uint64_t r = test_random(seed);
        if (n >= want || (r % 11 == 0 && depth > 1)) {
            char o = open[--depth];
            buf[n++] = o == '[' ? ']' : '}';
            first = false;
            if (!depth) break;
            continue;
        }
        if (!first) buf[n++] = ',';
        n += (size_t)snprintf(buf + n, 100, "%s", gaps[r >> 8 & 1 ? 0 : (r >> 9) % 6]);
        first = false;
        if (open[depth - 1] == '{')
            n += (size_t)snprintf(buf + n, 40, "\"k%u\"%s:", (unsigned)(r >> 50), gaps[(r >> 16) % 4]);
        switch (r >> 24 & 15) {
        case 0:
        case 1:
        case 2:
        case 3: {
            buf[n++] = '"';
            for (uint64_t c = (r >> 30) % 9; c; c--)
                n += (size_t)snprintf(buf + n, 40, "%s", bits[test_random(seed) % 18]);
            buf[n++] = '"';
            break;
        }
        case 4:
            n += (size_t)snprintf(buf + n, 30, "%lld", (long long)((int64_t)test_random(seed) >> (r >> 40 & 63)));
            break;
        case 5:
            n += (size_t)snprintf(buf + n, 40, "%.*g", (int)(r >> 40 & 15) + 1,
                                  (double)(int64_t)test_random(seed) / 1e12);
            break;
        case 6: n += (size_t)snprintf(buf + n, 40, "%u.%u", (unsigned)(r >> 40 & 0xfff), (unsigned)(r >> 52)); break;
        case 7: n += (size_t)snprintf(buf + n, 40, "%u", (unsigned)(r >> 40 & 0xff)); break;
        case 8: n += (size_t)snprintf(buf + n, 10, "true"); break;
        case 9: n += (size_t)snprintf(buf + n, 10, "false"); break;
        case 10: n += (size_t)snprintf(buf + n, 10, "null"); break;
        case 11: n += (size_t)snprintf(buf + n, 10, "{}"); break;
        case 12: n += (size_t)snprintf(buf + n, 10, "[]"); break;
        default:
            if (depth < sizeof open && n < want) {
                open[depth++] = r >> 60 & 1 ? '[' : '{';
                buf[n++] = open[depth - 1];
                first = true;
            } else {
                buf[n++] = '1';
            }
        }
        n += (size_t)snprintf(buf + n, 100, "%s", gaps[(r >> 20) % 4]);
    }
    while (depth && n < cap) buf[n++] = open[--depth] == '[' ? ']' : '}';
    return n;
}

static void mutated(void **state) {
    (void)state;
    static const char *const bits[] = { "\"",
                                        "\\",
                                        "{",
                                        "}",
                                        "[",
                                        "]",
                                        ",",
                                        ":",
                                        "1",
                                        "-",
                                        "0",
                                        ".",
                                        "e5",
                                        "\\u0041",
                                        "\\ud83d\\ude00",
                                        "\\ud800",
                                        "true",
                                        "null",
                                        "fals",
                                        " ",
                                        "\n",
                                        "\t",
                                        "\x01",
                                        "\xc3\xa9",
                                        "\xe3\x81\x82",
                                        "\xf0\x9f\x98\x80",
                                        "\xff",
                                        "\xed\xa0\x80",
                                        "\xc0\x80",
                                        "\xf4\x90\x80\x80",
                                        "12345678901234567890",
                                        "1e400",
                                        "-0",
                                        "00",
                                        "\\\\\\\"",
                                        "\\\\\\\\",
                                        "\xe2\x80",
                                        "\xa2" };
    enum { CAP = 40000, BITS = sizeof bits / sizeof *bits };
    static char buf[CAP + 1000];
    const char *want = getenv("WEFT_KERNEL_RUNS");
    long runs = want ? atol(want) : 4000;
    uint64_t seed = 88172645463325252u;
    const char *seeded = getenv("WEFT_KERNEL_SEED");
    if (seeded) seed ^= strtoull(seeded, NULL, 0) * 0x9e3779b97f4a7c15u;
    int wrong = 0;
    accepted = compared = validator_gave_up = 0;
    for (long i = 0; i < runs && wrong < 10; i++) {
        size_t n = random_text(buf, i % 16 ? (i % 4 ? 600 : 4000) : CAP, &seed);
        for (uint64_t m = test_random(&seed) % 4; m; m--) {
            uint64_t r = test_random(&seed);
            size_t at = n ? (size_t)(r >> 8) % n : 0;
            const char *b = bits[(r >> 40) % BITS];
            size_t bl = strlen(b), cut = (size_t)(r >> 50) % 5;
            switch (r & 3) {
            case 0:
                memmove(buf + at + bl, buf + at, n - at);
                memcpy(buf + at, b, bl);
                n += bl;
                break;
            case 1:
                if (at + cut > n) cut = n - at;
                memmove(buf + at, buf + at + cut, n - at - cut);
                n -= cut;
                break;
            case 2:
                if (n) buf[at] = (char)(r >> 33);
                break;
            default: n = at;
            }
        }
        wrong += compare_all(WEFT_TEXT(buf, n), "mutated text");
    }
    print_message("%zu comparisons, %zu of them with accepted text\n", compared, accepted);
    assert_int_equal(wrong, 0);
    assert_true(accepted * 10 > (size_t)runs); /* enough of them are good */
    if (weft__cpu_force(WEFT_CPU_AVX512))
        assert_true(validator_gave_up <= accepted * 3 + accepted / 100); /* of four kernels */
}

/* Every byte value at every place around the block and window borders. */
static void borders(void **state) {
    (void)state;
    static char buf[9000];
    int wrong = 0;
    static const size_t places[] = { 1, 31, 32, 63, 64, 65, 127, 128, 511, 512, 513, 8190, 8191, 8192, 8193 };
    for (size_t p = 0; p < sizeof places / sizeof *places; p++)
        for (int c = 0; c<256; c += places[p]> 600 ? 7 : 1) {
            size_t n = places[p] + 20;
            memset(buf, 'a', n);
            buf[0] = '"', buf[n - 1] = '"';
            buf[places[p]] = (char)c;
            wrong += compare_all(WEFT_TEXT(buf, n), "one byte in a string");
            memset(buf, ' ', n);
            buf[n - 1] = '7';
            buf[places[p]] = (char)c;
            wrong += compare_all(WEFT_TEXT(buf, n), "one byte in white space");
        }
    for (size_t n = 0; n < 1300; n++) { /* every length, cut anywhere */
        uint64_t seed = n;
        size_t k = random_text(buf, 1400, &seed);
        wrong += compare_all(WEFT_TEXT(buf, n < k ? n : k), "cut text");
        memset(buf, '\\', n + 2);
        buf[0] = '"', buf[n + 1] = '"', buf[n + 2] = '"';
        wrong += compare_all(WEFT_TEXT(buf, n + 2), "backslashes");
        wrong += compare_all(WEFT_TEXT(buf, n + 3), "backslashes");
    }
    assert_int_equal(wrong, 0);
}

/* Fallbacks of the small reader are invisible but for their cost: compact texts with escapes and non-ASCII stay in it.
 */
static void small_texts_stay_small(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"a\":1,\"b\":[true,null]}",
        "[]",
        "{}",
        "0",
        "-1.5",
        "\"x\"",
        "[1,-2,3.25,1e5,0.001,12345678901]",
        ("{\"id\":12,\"name\":\"a\\nb\\u00e9\",\"x\":\"\xc3\xa9\",\"y\":{\"z\":[[],[{}],"
         "\"abcdefghijklmnopqrstuvwxyz0123456789\"]}}"),
        "[\"0123456789012345678901234567890123456789012345678901234567890123456789\",false]"
    };
    if (!weft__cpu_force(WEFT_CPU_AVX512)) skip();
    small_gave_up = small_read = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(compare_all(weft_str_of(texts[i]), texts[i]), 0);
    assert_int_equal(small_gave_up, 0);
    assert_int_equal(small_read, sizeof texts / sizeof *texts);
}

static void reuse_allocates_nothing(void **state) {
    (void)state;
    static char buf[40000];
    test_alloc a;
    test_alloc_init(&a, 0);
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!weft__cpu_force(kernels[k])) continue;
        uint64_t seed = 5;
        size_t n = random_text(buf, sizeof buf, &seed);
        weft_doc *d = weft_doc_new(&a.alloc);
        assert_int_equal(weft_doc_reread(d, WEFT_TEXT(buf, n), NULL, NULL), WEFT_OK);
        size_t before = a.requests;
        for (int i = 0; i < 3; i++) assert_int_equal(weft_doc_reread(d, WEFT_TEXT(buf, n), NULL, NULL), WEFT_OK);
        assert_int_equal(a.requests, before);
        weft_doc_free(d);
        assert_int_equal(a.live_blocks, 0);
    }
}

static void failing_memory(void **state) {
    (void)state;
    static char buf[40000];
    for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
        if (!weft__cpu_force(kernels[k])) continue;
        for (uint64_t which = 0; which < 4; which++) {
            uint64_t seed = which * 77 + 1;
            size_t n = random_text(buf, which ? 3000 : sizeof buf, &seed);
            weft_doc *d = NULL;
            for (size_t at = 1; !d; at++) {
                test_alloc a;
                weft_error err;
                test_alloc_init(&a, at);
                weft_read_opts o;
                memset(&o, 0, sizeof o);
                o.alloc = &a.alloc;
                d = weft_doc_read(WEFT_TEXT(buf, n), &o, &err);
                if (!d) assert_int_equal(err.code, WEFT_E_MEMORY);
                weft_doc_free(d);
                assert_int_equal(a.live_blocks, 0);
                assert_false(a.size_mismatch);
                assert_true(at < 100);
            }
        }
    }
}

static int setup(void **state) {
    (void)state;
    fast_doc = weft_doc_new(NULL);
    plain_doc = weft_doc_new(NULL);
    return !fast_doc || !plain_doc;
}
static int teardown(void **state) {
    (void)state;
    weft_doc_free(fast_doc);
    weft_doc_free(plain_doc);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_conformance_file),
        cmocka_unit_test(numbers),
        cmocka_unit_test(limits),
        cmocka_unit_test(borders),
        cmocka_unit_test(mutated),
        cmocka_unit_test(small_texts_stay_small),
        cmocka_unit_test(reuse_allocates_nothing),
        cmocka_unit_test(failing_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
