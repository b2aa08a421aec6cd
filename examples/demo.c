/* The main job, end to end: a file becomes a document, the document tells facts; one declaration turns the same text
 * into C structs, and the structs into JSON again; a broken text is refused with place and reason.
 *
 *   demo [FILE...]     without FILE: data/stations.json                                                              */
#include <weft/weft.h>

/* ---- data/stations.json ----------------------------------------------------------------------------------------- */
#define KIND(E)                                                                                                        \
    E(KIND_THERMOMETER, 0, "thermometer")                                                                              \
    E(KIND_ANEMOMETER, 1, "anemometer") E(KIND_BAROMETER, 2, "barometer") E(KIND_HYGROMETER, 3, "hygrometer")
WEFT_ENUM(Kind, KIND)

#define SENSOR(F)                                                                                                      \
    F(Kind, kind)                                                                                                      \
    F(weft_str, unit)                                                                                                  \
    F(weft_list(double), readings, .max_len = 1000)                                                                    \
    F(weft_str, note, WEFT_DFLT({ 0 }), .omit = WEFT_OMIT_EMPTY)
WEFT_STRUCT(Sensor, SENSOR)

#define POSITION(F)                                                                                                    \
    F(double, lat, WEFT_REAL_RANGE(-90, 90))                                                                           \
    F(double, lon, WEFT_REAL_RANGE(-180, 180))
WEFT_STRUCT(Position, POSITION)

#define STATION(F)                                                                                                     \
    F(uint64_t, id)                                                                                                    \
    F(weft_str, name)                                                                                                  \
    F(int32_t, altitude, .key = "altitude_m", .range = { -500, 9000 })                                                 \
    F(Position, position)                                                                                              \
    F(bool, online, WEFT_DFLT(true))                                                                                   \
    F(weft_opt(float), battery, .omit = WEFT_OMIT_NULL)                                                                \
    F(weft_list(Sensor), sensors)
WEFT_STRUCT(Station, STATION)

#define CONTACT(F)                                                                                                     \
    F(weft_str, name)                                                                                                  \
    F(weft_opt(weft_str), mail)                                                                                        \
    F(weft_opt(weft_str), phone)
WEFT_STRUCT(Contact, CONTACT)

#define NETWORK(F)                                                                                                     \
    F(weft_str, network)                                                                                               \
    F(uint16_t, version, WEFT_DFLT(1))                                                                                 \
    F(Contact, contact)                                                                                                \
    F(weft_map(weft_str), labels, .optional = true)                                                                    \
    F(weft_list(Station), stations)
WEFT_STRUCT(Network, NETWORK)

/* ---- a search result of twitter.com, the few members of interest ------------------------------------------------- */
#define USER(F)                                                                                                        \
    F(int64_t, id)                                                                                                     \
    F(weft_str, screen_name)                                                                                           \
    F(uint32_t, followers, .key = "followers_count", WEFT_DFLT(0))
WEFT_STRUCT(User, USER)

#define TWEET(F)                                                                                                       \
    F(uint64_t, id)                                                                                                    \
    F(weft_str, text)                                                                                                  \
    F(User, user)                                                                                                      \
    F(uint32_t, retweets, .key = "retweet_count")
WEFT_STRUCT(Tweet, TWEET)

#define TWEETS(F) F(weft_list(Tweet), statuses)
WEFT_STRUCT(Tweets, TWEETS)

/* ---- what is shown ----------------------------------------------------------------------------------------------- */
static void heading(const char *text) { printf("\n-- %s\n", text); }

/* The document: look-ups chain, and every one may find nothing. */
static void show_document(const weft_doc *doc) {
    heading("the document");
    weft_json root = weft_doc_root(doc);
    printf("%s of %zu, in %zu bytes of memory\n", weft_kind_name(weft_json_kind(root)), weft_json_len(root),
           weft_doc_memory(doc));
    for (weft_iter it = weft_json_iter(root); weft_iter_next(&it) && it.index < 5;) {
        if (it.key.len)
            printf("  %-12" WEFT_STR_FMT " %s", WEFT_STR_ARG(it.key), weft_kind_name(weft_json_kind(it.value)));
        else printf("  [%zu] %s", it.index, weft_kind_name(weft_json_kind(it.value)));
        if (weft_json_is(it.value, WEFT_STRING))
            printf(" \"%" WEFT_STR_FMT "\"", WEFT_STR_ARG(weft_json_as_str(it.value)));
        else if (weft_json_is_number(it.value)) printf(" %g", weft_json_as_real(it.value, 0));
        else if (weft_json_len(it.value)) printf(" of %zu", weft_json_len(it.value));
        putchar('\n');
    }
    weft_json lat = weft_json_pointer(root, WEFT_STR("/stations/0/position/lat"), NULL);
    if (weft_json_exists(lat)) printf("  /stations/0/position/lat is %.6f\n", weft_json_as_real(lat, 0));
}

static void show_fingerprint(weft_stat s) {
    heading("its fingerprint");
    printf("%llu null, %llu true, %llu false, %llu numbers (sum %.17g), %llu strings (%llu bytes)\n",
           (unsigned long long)s.nulls, (unsigned long long)s.trues, (unsigned long long)s.falses,
           (unsigned long long)s.numbers, s.number_sum, (unsigned long long)s.strings,
           (unsigned long long)s.string_bytes);
    printf("%llu arrays of %llu elements, %llu objects of %llu members (%llu bytes of names), %llu levels\n",
           (unsigned long long)s.arrays, (unsigned long long)s.elements, (unsigned long long)s.objects,
           (unsigned long long)s.members, (unsigned long long)s.key_bytes, (unsigned long long)s.depth);
}

static void show_start(const weft_buf *text) {
    weft_str start = weft_buf_str(text);
    if (start.len > 300) start.len = 300;
    start.len = weft_utf8_valid(start); /* no half character */
    printf("%" WEFT_STR_FMT "%s\n(%zu bytes)\n", WEFT_STR_ARG(start), start.len < text->len ? " ..." : "", text->len);
}

static bool show_network(weft_str text, const char *file, weft_error *err) {
    Network *n = Network_new_from_json(text, &(weft_decode_opts){ .file_name = file }, err);
    if (!n) return false;
    heading("as C structs: Network");
    printf("%" WEFT_STR_FMT ", version %u, mail %" WEFT_STR_FMT ", phone %s\n", WEFT_STR_ARG(n->network),
           (unsigned)n->version, WEFT_STR_ARG(n->contact.mail.value), n->contact.phone.has ? "yes" : "none");
    for (size_t i = 0; i < n->stations.count; i++) {
        const Station *s = &n->stations.items[i];
        printf("  %" WEFT_STR_FMT " (id %llu), %d m, %s", WEFT_STR_ARG(s->name), (unsigned long long)s->id,
               (int)s->altitude, s->online ? "online" : "offline");
        if (s->battery.has) printf(", battery %g", (double)s->battery.value);
        for (size_t k = 0; k < s->sensors.count; k++) {
            const Sensor *sensor = &s->sensors.items[k];
            double sum = 0;
            for (size_t r = 0; r < sensor->readings.count; r++) sum += sensor->readings.items[r];
            printf("%s %s %.2f %" WEFT_STR_FMT, k ? "," : ";", weft_type_of(Kind)->values[sensor->kind].name,
                   sum / (double)sensor->readings.count, WEFT_STR_ARG(sensor->unit));
        }
        putchar('\n');
    }
    heading("changed, and as JSON again");
    n->version++;
    weft_buf out = { 0 };
    weft_status st = Network_to_json(n, &out, err);
    if (st == WEFT_OK) show_start(&out);
    weft_buf_free(&out);
    weft_free(n);
    return st == WEFT_OK;
}

static bool show_tweets(weft_str text, const char *file, weft_error *err) {
    Tweets *t = Tweets_new_from_json(text, &(weft_decode_opts){ .file_name = file }, err);
    if (!t) return false;
    heading("as C structs: Tweets");
    const Tweet *most = NULL;
    for (size_t i = 0; i < t->statuses.count; i++)
        if (!most || t->statuses.items[i].user.followers > most->user.followers) most = &t->statuses.items[i];
    printf("%zu tweets", t->statuses.count);
    if (most)
        printf("; most followers: @%" WEFT_STR_FMT " (%u), tweet %llu, retweeted %u times",
               WEFT_STR_ARG(most->user.screen_name), (unsigned)most->user.followers, (unsigned long long)most->id,
               (unsigned)most->retweets);
    putchar('\n');
    heading("as JSON again, these members only");
    weft_buf out = { 0 };
    weft_status st = Tweets_to_json(t, &out, err);
    if (st == WEFT_OK) show_start(&out);
    weft_buf_free(&out);
    weft_free(t);
    return st == WEFT_OK;
}

/* What is wrong is said with line, column, path, reason and a caret: of the text, and of what the types demand. */
static void show_errors(void) {
    heading("broken input is refused");
    fflush(stdout);
    weft_error err;
    const weft_read_opts named = { .file_name = "broken.json" };
    weft_doc *doc =
        weft_doc_read(WEFT_STR("{\n  \"name\": \"S\xc3\xa4ntis\",\n  \"altitude_m\": 2502,,\n}\n"), &named, &err);
    if (!doc) weft_error_print(stdout, &err);
    weft_doc_free(doc);
    const weft_decode_opts station = { .file_name = "station.json" };
    Station *s = Station_new_from_json(WEFT_STR("{\"id\": 1, \"name\": \"x\", \"altitude_m\": 100, \"position\": "
                                                "{\"lat\": 123.4, \"lon\": 0}, \"sensors\": []}"),
                                       &station, &err);
    if (!s) weft_error_print(stdout, &err);
    weft_free(s);
}

static int show(const char *path) {
    weft_error err, first;
    weft_file file;
    printf("==== %s\n", path);
    if (weft_file_open(&file, path, NULL, &err)) {
        weft_error_print(stderr, &err);
        return 1;
    }
    int status = 0;
    weft_doc *doc = weft_doc_read(file.text, &(weft_read_opts){ .file_name = path }, &err);
    if (!doc) {
        weft_error_print(stderr, &err);
        status = 1;
    } else {
        show_document(doc);
        show_fingerprint(weft_json_stat(weft_doc_root(doc)));
        if (!show_network(file.text, path, &first) && !show_tweets(file.text, path, &err)) {
            heading("it is neither of the two types this program declares");
            weft_error_print(stdout, &first);
        }
    }
    weft_doc_free(doc);
    weft_file_close(&file);
    return status;
}

int main(int argc, char **argv) {
    printf("weft %s, kernels for %s\n\n", weft_version_string(), weft_cpu_name(weft_cpu_used()));
    int status = argc > 1 ? 0 : show("data/stations.json");
    for (int i = 1; i < argc; i++) {
        if (i > 1) putchar('\n');
        status |= show(argv[i]);
    }
    show_errors();
    return status;
}
