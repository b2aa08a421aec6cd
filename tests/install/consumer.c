/* A user's program: only public headers, only what is installed. */
#include <weft/weft.h>

int main(void) {
    weft_error err;
    if (!weft_version_agrees()) return 2;
    weft_doc *doc = weft_doc_read(WEFT_STR("{\"port\": 8080}"), NULL, &err);
    if (!doc) {
        weft_error_print(stderr, &err);
        return 1;
    }
    int64_t port = weft_json_int(weft_doc_root(doc), "port", 0);
    weft_doc_free(doc);
    printf("weft %s, port %d\n", weft_version_string(), (int)port);
    return port == 8080 ? 0 : 3;
}
