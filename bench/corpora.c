/* Data sets: the six public corpora from the test-data folder, look-alikes made here where they are missing, and the
 * small messages, 256 different ones in rotation so that no branch predictor learns one by heart. */
#include "binary.h"
#include "board.h"

#include <stdlib.h>

const char *const bench_dataset_names[] = { "twitter", "citm_catalog", "canada",   "github_events",
                                            "mesh",    "mesh_pretty",  "tiny",     "small",
                                            "message", "batch100",     "tensor2m", NULL };

static uint64_t made_random(uint64_t *s) { /* splitmix64 */
    uint64_t z = (*s += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static char *read_whole(const char *path, size_t *len) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    long n = ftell(f);
    rewind(f);
    char *data = n > 0 ? (char *)malloc((size_t)n) : NULL;
    if (data && fread(data, 1, (size_t)n, f) != (size_t)n) {
        free(data);
        data = NULL;
    }
    fclose(f);
    *len = data ? (size_t)n : 0;
    return data;
}

typedef struct maker {
    char *data;
    size_t len, cap;
    uint64_t seed;
} maker;
static void put(maker *m, const char *s, size_t n) {
    if (m->len + n > m->cap) {
        m->cap = (m->len + n) * 2;
        char *grown = (char *)realloc(m->data, m->cap);
        if (!grown) abort();
        m->data = grown;
    }
    memcpy(m->data + m->len, s, n);
    m->len += n;
}
static void puts_(maker *m, const char *s) { put(m, s, strlen(s)); }
static void number_(maker *m, uint64_t v) {
    char t[24];
    put(m, t, (size_t)snprintf(t, sizeof t, "%llu", (unsigned long long)v));
}
static void real_(maker *m, double v, int digits) {
    char t[40];
    put(m, t, (size_t)snprintf(t, sizeof t, "%.*f", digits, v));
}
/* Words; `odd` per 16 are escaped or not ASCII. */
static void words_(maker *m, size_t bytes, unsigned odd) {
    static const char *const plain[] = { "the ",  "quick ",       "brown ", "fox ",   "jumps ", "over ",  "lazy ",
                                         "dogs ", "http://t.co/", "weft ",  "reads ", "and ",   "writes " };
    static const char *const special[] = {
        "\xe6\x97\xa5\xe6\x9c\xac", "\\n", "\xc3\xa9t\xc3\xa9 ", "\\\"", "\xe2\x80\x94 ", "\\/"
    };
    for (size_t end = m->len + bytes; m->len < end;)
        puts_(m, made_random(&m->seed) % 16 < odd ? special[made_random(&m->seed) % 6]
                                                  : plain[made_random(&m->seed) % 13]);
}

/* About 200 bytes: what a server is asked all day. */
static void make_tiny(maker *m) {
    uint64_t r = made_random(&m->seed);
    puts_(m, "{\"id\":");
    number_(m, r >> (8 + r % 40));
    puts_(m, ",\"user\":\"");
    words_(m, 4 + r % 12, r % 16 == 0 ? 8 : 0);
    puts_(m, "\",\"active\":");
    puts_(m, r & 1 ? "true" : "false");
    puts_(m, ",\"score\":");
    real_(m, (double)(r % 100000) / 97, 1 + (int)(r % 3));
    puts_(m, ",\"level\":");
    number_(m, r % 100);
    puts_(m, ",\"tags\":[");
    for (unsigned i = 0, n = (unsigned)(r >> 5) % 4; i < n; i++) {
        puts_(m, i ? ",\"" : "\"");
        words_(m, 3, 0);
        puts_(m, "\"");
    }
    puts_(m, "],\"created_at\":\"2024-05-17T12:34:56Z\",\"city\":\"");
    words_(m, 5 + r % 7, 0);
    puts_(m, "\",\"lat\":");
    real_(m, (double)(r % 180000000) / 1e6 - 90, 6);
    puts_(m, ",\"lon\":");
    real_(m, (double)(r % 360000000) / 1e6 - 180, 6);
    puts_(m, "}");
}

/* About 2 KB: an order with its lines. */
static void make_small(maker *m) {
    uint64_t r = made_random(&m->seed);
    puts_(m, "{\"order_id\":");
    number_(m, r >> 20);
    puts_(m, ",\"customer\":{\"id\":");
    number_(m, r % 1000000);
    puts_(m, ",\"name\":\"");
    words_(m, 12 + r % 9, 4);
    puts_(m, "\",\"email\":\"someone@example.org\",\"vip\":");
    puts_(m, r & 4 ? "true" : "false");
    puts_(m, "},\"currency\":\"EUR\",\"total\":");
    real_(m, (double)(r % 10000000) / 100, 2);
    puts_(m, ",\"note\":\"");
    words_(m, 40 + r % 60, 3);
    puts_(m, "\",\"lines\":[");
    for (unsigned i = 0, n = 8 + (unsigned)(r >> 7) % 7; i < n; i++) {
        uint64_t q = made_random(&m->seed);
        puts_(m, i ? ",{\"sku\":\"" : "{\"sku\":\"");
        number_(m, q >> 34);
        puts_(m, "\",\"title\":\"");
        words_(m, 16 + q % 25, 1);
        puts_(m, "\",\"quantity\":");
        number_(m, 1 + q % 9);
        puts_(m, ",\"price\":");
        real_(m, (double)(q % 100000) / 100, 2);
        puts_(m, ",\"discount\":");
        puts_(m, q & 3 ? "null" : "0.15");
        puts_(m, "}");
    }
    puts_(m, "],\"shipping\":{\"street\":\"");
    words_(m, 18, 2);
    puts_(m, "\",\"zip\":\"12345\",\"country\":\"DE\",\"express\":false}}");
}

/* Look-alikes of the corpora: the same mix of values and sizes, labelled "made" by the caller. */
static void make_corpus(maker *m, const char *name) {
    bool geo = strcmp(name, "canada") == 0, mesh = strncmp(name, "mesh", 4) == 0,
         pretty = strcmp(name, "mesh_pretty") == 0;
    if (geo || mesh) {
        puts_(m, geo ? "{\"type\":\"FeatureCollection\",\"rings\":[" : "{\"positions\":[");
        for (unsigned i = 0, n = geo ? 480 : 1; i < n; i++) {
            if (geo) puts_(m, i ? ",[" : "[");
            for (unsigned k = 0, points = geo ? 116 : 50000; k < points; k++) {
                uint64_t r = made_random(&m->seed);
                if (k) puts_(m, ",");
                if (pretty) puts_(m, "\n        ");
                if (geo) {
                    puts_(m, "[");
                    real_(m, -141 + (double)(r >> 11) / 9007199254740992.0 * 88, 15);
                    puts_(m, ",");
                    real_(m, 41 + (double)(r << 20 >> 11) / 9007199254740992.0 * 42, 15);
                    puts_(m, "]");
                } else if (k % 3) {
                    real_(m, (double)(r % 2000000) / 1e6 - 1, 6);
                } else {
                    number_(m, r % 50000);
                }
            }
            if (geo) puts_(m, "]");
        }
        puts_(m, "]}");
        return;
    }
    size_t target = strcmp(name, "twitter") == 0 ? 630000 : strcmp(name, "github_events") == 0 ? 65000 : 1700000;
    unsigned odd = strcmp(name, "twitter") == 0 ? 5 : 0;
    bool blank = strcmp(name, "citm_catalog") == 0;
    puts_(m, "{\"statuses\":[");
    for (bool first = true; m->len < target; first = false) {
        uint64_t r = made_random(&m->seed);
        puts_(m, first ? "{" : ",{");
        if (blank) puts_(m, "\n                ");
        puts_(m, "\"created_at\":\"Sun Aug 31 00:29:15 +0000 2014\",\"id\":");
        number_(m, r >> 5);
        puts_(m, blank ? ",\n                \"text\":\"" : ",\"text\":\"");
        words_(m, 40 + r % 100, odd);
        puts_(m, "\",\"user\":{\"id\":");
        number_(m, r % 3000000000u);
        puts_(m, ",\"screen_name\":\"");
        words_(m, 8, 0);
        puts_(m, "\",\"followers_count\":");
        number_(m, r % 5000);
        puts_(m, ",\"verified\":false,\"url\":null},\"retweet_count\":");
        number_(m, r % 90);
        puts_(m, ",\"favorite_count\":");
        number_(m, r % 7);
        puts_(m, ",\"coordinates\":null,\"lang\":\"ja\",\"indices\":[3,19]}");
    }
    puts_(m, "]}");
}

static bench_input *input_of(const char *dataset, char *data, const size_t *ends, size_t count) {
    bench_input *in = (bench_input *)calloc(1, sizeof *in);
    bench_text *t = (bench_text *)calloc(count, sizeof *t);
    if (!in || !t) abort();
    in->dataset = dataset;
    in->texts = t;
    in->count = count;
    in->bytes = ends[count - 1];
    for (size_t i = 0, at = 0; i < count; at = ends[i++]) {
        t[i].ptr = data + at;
        t[i].len = ends[i] - at;
    }
    return in;
}

/* The folder that was named, and no other; else the test data, else what fetch-corpora.sh has left. */
static char *corpus_file(const char *name, size_t *len) {
    const char *folder = getenv("WEFT_BENCH_CORPORA"), *test = getenv("WEFT_TEST_DATA");
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    char path[4096];
    if (folder) {
        snprintf(path, sizeof path, "%s/%s", folder, name);
        return read_whole(path, len);
    }
    snprintf(path, sizeof path, "%s/corpora/%s", test ? test : "../shared/conformance", name);
    char *data = read_whole(path, len);
    if (data) return data;
    snprintf(path, sizeof path, "%s%s/weft/corpora/%s",
             cache  ? cache
             : home ? home
                    : ".",
             cache ? "" : "/.cache", name);
    return read_whole(path, len);
}

bench_input *bench_input_load(const char *dataset, char reason[160]) {
    static const char *const files[][2] = {
        { "twitter", "twitter.json" }, { "citm_catalog", "citm_catalog.json" },
        { "canada", "canada.json" },   { "github_events", "github_events.json" },
        { "mesh", "mesh.json" },       { "mesh_pretty", "mesh.pretty.json" },
    };
    maker m = { NULL, 0, 0, 42 };
    const bench_binary *binary = bench_binary_load(dataset);
    if (binary) {
        bench_input *in = (bench_input *)calloc(1, sizeof *in);
        if (!in) abort();
        in->dataset = dataset;
        in->binary = binary;
        return in;
    }
    bool tiny = strcmp(dataset, "tiny") == 0;
    if (tiny || strcmp(dataset, "small") == 0) {
        static size_t ends[2][256];
        for (size_t i = 0; i < 256; i++) {
            if (tiny) make_tiny(&m);
            else make_small(&m);
            ends[!tiny][i] = m.len;
        }
        return input_of(dataset, m.data, ends[!tiny], 256);
    }
    size_t len = 0;
    char *data = NULL;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(dataset, files[i][0]) == 0) {
            data = corpus_file(files[i][1], &len);
            if (data) return input_of(dataset, data, &len, 1);
            make_corpus(&m, dataset);
            char *label = (char *)malloc(64);
            if (!label) abort();
            snprintf(label, 64, "%s(made)", dataset);
            return input_of(label, m.data, &m.len, 1);
        }
    /* an external file */
    data = read_whole(dataset, &len);
    if (data) return input_of(dataset, data, &len, 1);
    snprintf(reason, 160, "cannot read %.120s", dataset);
    return NULL;
}
