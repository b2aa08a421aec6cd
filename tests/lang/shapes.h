/* Types declared once, defined in C, used from C and C++. */
#ifndef WEFT_TESTS_LANG_SHAPES_H
#define WEFT_TESTS_LANG_SHAPES_H

#include <weft/weft.h>

#define COLOR(E) E(COLOR_RED, 1, "red") E(COLOR_BLUE, 2, "blue")
WEFT_DECLARE_ENUM(Color, COLOR)
#define POINT(F) F(double, x) F(double, y, WEFT_DFLT(2.5))
WEFT_DECLARE(Point, POINT)
#define SHAPE(V) V(SHAPE_DOT, Point, dot) V(SHAPE_WORD, weft_str, word) V(SHAPE_NONE, weft_unit, none)
WEFT_DECLARE_UNION(Shape, SHAPE)
WEFT_ARRAY(Triple, int, 3)
WEFT_CHARS(Tag, 8)
#define DRAWING(F)                                                                                                     \
    F(weft_str, name)                                                                                                  \
    F(Color, color)                                                                                                    \
    F(bool, on, .optional = true)                                                                                      \
    F(weft_opt(bool), maybe)                                                                                           \
    F(weft_list(Shape), shapes) F(weft_map(Point), named) F(Triple, triple) F(Tag, tag) F(weft_ptr(Drawing), inner)
WEFT_DECLARE(Drawing, DRAWING)

#endif
