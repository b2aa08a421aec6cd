/* A package manifest in the style of package.json: members of more than one form (an author is a string or an object),
 * maps, and everything undeclared kept, so that editing one member loses nothing. package_manifest [package.json] */
#include <weft/weft.h>

#define PERSON(F)                                                                                                      \
    F(weft_str, name)                                                                                                  \
    F(weft_str, email, .optional = true, .omit = WEFT_OMIT_EMPTY)                                                      \
    F(weft_str, url, .optional = true, .omit = WEFT_OMIT_EMPTY)
WEFT_STRUCT(Person, PERSON)
#define AUTHOR(V) V(AUTHOR_LINE, weft_str, line) V(AUTHOR_PERSON, Person, person)
WEFT_UNION(Author, AUTHOR, .repr = WEFT_UNTAGGED)
#define BIN(V) V(BIN_ONE, weft_str, one) V(BIN_MANY, weft_map(weft_str), many)
WEFT_UNION(Bin, BIN, .repr = WEFT_UNTAGGED)

static const char *version_check(const void *value, void *ctx) {
    const weft_str *v = (const weft_str *)value;
    size_t dots = 0;
    (void)ctx;
    for (size_t i = 0; i < v->len && v->ptr[i] != '-' && v->ptr[i] != '+'; i++) {
        if (v->ptr[i] == '.') dots++;
        else if (v->ptr[i] < '0' || v->ptr[i] > '9') return "expected a version like 1.2.3";
    }
    return dots == 2 ? NULL : "expected a version like 1.2.3";
}

#define MANIFEST(F)                                                                                                    \
    F(weft_str, name, WEFT_LENGTH(1, 214))                                                                             \
    F(weft_str, version, .check = version_check, .check_text = "three numbers with dots")                              \
    F(weft_str, description, .optional = true)                                                                         \
    F(weft_opt(Author), author)                                                                                        \
    F(weft_opt(Bin), bin)                                                                                              \
    F(weft_map(weft_str), scripts, .optional = true)                                                                   \
    F(weft_map(weft_str), dependencies, .optional = true)                                                              \
    F(weft_map(weft_str), dev_dependencies, .optional = true)                                                          \
    F(bool, is_private, .key = "private", .optional = true)                                                            \
    F(weft_list(weft_str), keywords, .optional = true) F(weft_extra, rest)
WEFT_STRUCT(Manifest, MANIFEST, .rename = WEFT_CAMEL, .omit = WEFT_OMIT_NULL | WEFT_OMIT_EMPTY | WEFT_OMIT_DEFAULT)

static const char sample[] =
    "{\"name\":\"@loom/shuttle\",\"version\":\"1.4.0-rc.1\",\"author\":\"Ann Weaver "
    "<ann@example.org>\",\"bin\":{\"shuttle\":\"cli.js\"},"
    "\"scripts\":{\"test\":\"node test.js\"},\"dependencies\":{\"yarn-count\":\"^2.0.0\"},\"private\":true,"
    "\"exports\":{\".\":{\"import\":\"./index.mjs\"}},\"engines\":{\"node\":\">=18\"}}";

int main(int argc, char **argv) {
    weft_error err;
    Manifest *m = argc > 1 ? Manifest_new_from_json_file(argv[1], NULL, &err)
                           : Manifest_new_from_json(WEFT_TEXT(sample, sizeof sample - 1), NULL, &err);
    if (!m) {
        weft_error_print(stderr, &err);
        return 1;
    }
    printf("%s %s, %zu dependencies, %zu members kept as they are\n", m->name.ptr, m->version.ptr,
           m->dependencies.count, m->rest.count);
    weft_map_put(weft_arena_of(m), &m->dependencies, WEFT_STR("heddle"), WEFT_STR("~1.0.0"));
    weft_buf out = { 0 };
    weft_status st = Manifest_to_json_with(
        m, &out, &(weft_encode_opts){ .pretty = true, .final_newline = true, .sort_maps = true }, &err);
    if (st) weft_error_print(stderr, &err);
    else fwrite(out.data, 1, out.len, stdout);
    Manifest *bad = Manifest_new_from_json(WEFT_STR("{\"name\":\"x\",\"version\":\"1.2\"}"), NULL, &err);
    if (!bad) weft_error_print(stdout, &err);
    bool good =
        !st && !bad &&
        (argc > 1 || (m->author.value.tag == AUTHOR_LINE && m->bin.value.tag == BIN_MANY && m->rest.count == 2));
    weft_free(bad);
    weft_buf_free(&out);
    weft_free(m);
    return good ? 0 : 1;
}
