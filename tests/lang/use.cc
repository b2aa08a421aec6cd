// The C declarations from C++17: decode, look, change, encode, errors; the same results as C gives.
#include "shapes.h"

#include <cstdio>
#include <cstring>
#include <string>

#define CHECK(what)                                                                                                    \
    do {                                                                                                               \
        if (!(what)) {                                                                                                 \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                                     \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

int main() {
    const std::string text =
        R"({"name":"n","color":"blue","on":true,"maybe":false,"shapes":[{"dot":{"x":1,"y":2}},{"word":"w"},"none"],)"
        R"("named":{"a":{"x":0,"y":2.5}},"triple":[1,2,3],"tag":"t","inner":null})";
    weft_error err;
    Drawing *d = Drawing_new_from_json(WEFT_TEXT(text.data(), text.size()), nullptr, &err);
    CHECK(d != nullptr);
    CHECK(d->color == COLOR_BLUE && d->on && d->maybe.has && !d->maybe.value);
    CHECK(d->shapes.count == 3 && d->shapes.items[0].tag == SHAPE_DOT && d->shapes.items[0].dot.x == 1);
    CHECK(d->named.items[0].value.y == 2.5 && d->triple[2] == 3 && std::strcmp(d->tag, "t") == 0);
    weft_buf out{};
    CHECK(Drawing_to_json(d, &out, &err) == WEFT_OK);
    CHECK(std::string(out.data, out.len) == text);
    Point p{};
    weft_arena arena{};
    CHECK(Point_from_json(&p, WEFT_STR("{\"x\":7}"), &arena, nullptr, &err) == WEFT_OK && p.x == 7 && p.y == 2.5);
    weft_list(Point) points{};
    CHECK(weft_list_push(&arena, &points, p) && points.count == 1);
    CHECK(weft_type_from_json(weft_type_of(weft_list(bool)), &points, WEFT_STR("[true]"), &arena, nullptr, &err) == WEFT_OK);
    CHECK(!Drawing_new_from_json(WEFT_STR("{\"nam\":1}"), nullptr, &err));
    CHECK(std::string(err.reason) == "unknown member \"nam\"; did you mean \"name\"?");
    weft_buf_free(&out);
    weft_arena_free(&arena);
    weft_free(d);
    return 0;
}
