/* A feed of GitHub events: only the members that matter are declared, the rest is skipped; payloads stay text until
 * their kind is known, then decode into their own type. github_events [events.json] */
#include <weft/weft.h>

#define ACTOR(F) F(int64_t, id) F(weft_str, login)
WEFT_STRUCT(Actor, ACTOR)
#define REPO(F) F(int64_t, id) F(weft_str, name)
WEFT_STRUCT(Repo, REPO)
#define COMMIT(F) F(weft_str, sha) F(weft_str, message)
WEFT_STRUCT(Commit, COMMIT)
#define PUSH(F) F(weft_str, ref) F(uint32_t, size) F(weft_list(Commit), commits)
WEFT_STRUCT(Push, PUSH)
#define EVENT(F)                                                                                                       \
    F(uint64_t, id, .coerce = true) /* "1652857722": a number in quotes */                                             \
    F(weft_str, type)                                                                                                  \
    F(int64_t, created_at, .conv = &weft_conv_time)                                                                    \
    F(Actor, actor) F(weft_opt(Repo), repo) F(bool, is_public, .key = "public") F(weft_raw, payload)
WEFT_STRUCT(Event, EVENT)

static const char sample[] =
    "[{\"type\":\"PushEvent\",\"created_at\":\"2013-01-10T07:58:30Z\",\"actor\":{\"gravatar_id\":\"a7\",\"login\":"
    "\"ann\",\"id\":138052},"
    "\"repo\":{\"url\":\"https://api.example.org/repos/ann/loom\",\"id\":6357414,\"name\":\"ann/"
    "loom\"},\"public\":true,"
    "\"payload\":{\"size\":1,\"ref\":\"refs/heads/main\",\"commits\":[{\"sha\":\"05570a30\",\"message\":\"Warp and "
    "weft\",\"distinct\":true}]},"
    "\"id\":\"1652857722\"},"
    "{\"type\":\"WatchEvent\",\"created_at\":\"2013-01-10T07:58:29Z\",\"actor\":{\"login\":\"bo\",\"id\":2},\"public\":"
    "true,"
    "\"payload\":{\"action\":\"started\"},\"id\":\"1652857721\"}]";

int main(int argc, char **argv) {
    weft_error err;
    weft_arena arena = { 0 };
    weft_list(Event) events;
    weft_file file = { 0 };
    weft_str text = WEFT_TEXT(sample, sizeof sample - 1);
    if (argc > 1) {
        if (weft_file_open(&file, argv[1], NULL, &err)) {
            weft_error_print(stderr, &err);
            return 1;
        }
        text = file.text;
    }
    /* a list at the root, everything in one arena */
    weft_status st = weft_type_from_json(weft_type_of(weft_list(Event)), &events, text, &arena,
                                         &(weft_decode_opts){ .file_name = argc > 1 ? argv[1] : NULL }, &err);
    size_t commits = 0, pushes = 0;
    for (size_t i = 0; !st && i < events.count; i++) {
        Event *e = &events.items[i];
        Push push;
        if (!weft_str_equal(e->type, WEFT_STR("PushEvent"))) continue;
        st = Push_from_json(&push, e->payload.text, &arena, NULL, &err);
        if (st) break;
        pushes++;
        commits += push.commits.count;
        if (i < 3)
            printf("%s pushed %zu to %s: %.40s\n", e->actor.login.ptr, push.commits.count,
                   e->repo.has ? e->repo.value.name.ptr : "?",
                   push.commits.count ? push.commits.items[0].message.ptr : "");
    }
    if (st) weft_error_print(stderr, &err);
    else printf("%zu events, %zu pushes, %zu commits\n", events.count, pushes, commits);
    bool good = !st && (argc > 1 || (events.count == 2 && commits == 1 && events.items[0].id == 1652857722));
    weft_arena_free(&arena);
    weft_file_close(&file);
    return good ? 0 : 1;
}
