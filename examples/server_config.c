/* A server's configuration: defaults, then the file, then what the environment overrides; errors a person can act on.
 *   server_config [file.json] */
#include <weft/weft.h>

#include <stdlib.h>

#define LEVEL(E) E(LEVEL_DEBUG, 0, "debug") E(LEVEL_INFO, 1, "info") E(LEVEL_ERROR, 2, "error")
WEFT_ENUM(Level, LEVEL)

#define FILE_SINK(F) F(weft_str, path, .min_len = 1) F(uint32_t, max_mb, WEFT_DFLT(64), .range = { 1, 4096 })
WEFT_STRUCT(FileSink, FILE_SINK, .unknown = WEFT_UNKNOWN_FORBID)

#define SINK(V) V(SINK_FILE, FileSink, file) V(SINK_STDERR, weft_unit, stderr_, .key = "stderr")
WEFT_UNION(Sink, SINK, .repr = WEFT_INTERNAL, .tag = "type")

#define ROUTE(F)                                                                                                       \
    F(weft_str, prefix)                                                                                                \
    F(weft_list(weft_str), backends, .min_len = 1, .max_len = 16)                                                      \
    F(int64_t, timeout, .conv = &weft_conv_duration, WEFT_DFLT(30000000000))
static const char *route_check(const void *value, void *ctx);
WEFT_STRUCT(Route, ROUTE, .check = route_check, .check_text = "prefix begins with /")
static const char *route_check(const void *value, void *ctx) {
    (void)ctx;
    const Route *r = (const Route *)value;
    return r->prefix.len && r->prefix.ptr[0] == '/' ? NULL : "a prefix begins with /";
}

#define CONFIG(F)                                                                                                      \
    F(weft_str, server_name, .alias = { "host" }, WEFT_DFLT({ "localhost", 9 }), .doc = "name in answers")             \
    F(uint16_t, port, WEFT_DFLT(8080), .range = { 1, 65535 }, .coerce = true)                                          \
    F(Level, log_level, WEFT_DFLT(LEVEL_INFO))                                                                         \
    F(weft_list(Route), routes, .optional = true)                                                                      \
    F(weft_map(weft_str), headers, .optional = true)                                                                   \
    F(weft_opt(double), rate_limit)                                                                                    \
    F(Sink, log, WEFT_DFLT({ .tag = SINK_STDERR }))
WEFT_STRUCT(Config, CONFIG, .rename = WEFT_CAMEL, .unknown = WEFT_UNKNOWN_FORBID)

static const char sample[] =
    "{\n"
    "  \"host\": \"api.example.org\",\n"
    "  \"port\": \"8443\",\n"
    "  \"logLevel\": \"debug\",\n"
    "  \"routes\": [\n"
    "    { \"prefix\": \"/v1/\", \"backends\": [\"10.0.0.1:80\", \"10.0.0.2:80\"], \"timeout\": \"PT5S\" },\n"
    "    { \"prefix\": \"/\", \"backends\": [\"10.0.0.3:80\"] }\n"
    "  ],\n"
    "  \"headers\": { \"X-Frame-Options\": \"DENY\" },\n"
    "  \"log\": { \"type\": \"file\", \"path\": \"/var/log/api.log\" }\n"
    "}\n";

int main(int argc, char **argv) {
    weft_error err;
    weft_status bad = weft_type_check(weft_type_of(Config), &err); /* a project's tests call this */
    Config *config = bad        ? NULL
                     : argc > 1 ? Config_new_from_json_file(argv[1], NULL, &err)
                                : Config_new_from_json(WEFT_TEXT(sample, sizeof sample - 1), NULL, &err);
    if (!config) {
        weft_error_print(stderr, &err);
        return 1;
    }
    /* a second layer changes only the members it gives */
    weft_str override = weft_str_of(getenv("SERVER_OVERRIDE"));
    if (!override.len) override = WEFT_STR("{\"port\": 9000}");
    if (Config_from_json(config, override, weft_arena_of(config),
                         &(weft_decode_opts){ .layer = true, .file_name = "SERVER_OVERRIDE" }, &err)) {
        weft_error_print(stderr, &err);
        weft_free(config);
        return 1;
    }
    printf("%s:%u, %zu routes, first to %s\n", config->server_name.ptr, config->port, config->routes.count,
           config->routes.count ? config->routes.items[0].backends.items[0].ptr : "nowhere");

    /* all mistakes of a document in one pass */
    weft_error errors[8];
    size_t count;
    weft_str wrong = WEFT_STR("{\"prot\": 1, \"port\": 0, \"logLevel\": \"inof\", \"routes\": [{\"prefix\": \"v1\", "
                              "\"backends\": [\"x\"]}]}");
    Config *none = Config_new_from_json(
        wrong, &(weft_decode_opts){ .errors = errors, .errors_cap = 8, .errors_count = &count }, NULL);
    for (size_t i = 0; i < count; i++) {
        char line[512];
        weft_error_format(&errors[i], line, sizeof line);
        puts(line);
    }
    weft_buf out = { 0 };
    bad = Config_to_json_with(
        config, &out, &(weft_encode_opts){ .pretty = true, .final_newline = true, .omit = WEFT_OMIT_NULL }, &err);
    fwrite(out.data, 1, out.len, stdout);
    bool good = !bad && !none && count == 4 && config->port == 9000;
    weft_buf_free(&out);
    weft_free(config);
    return good ? 0 : 1;
}
