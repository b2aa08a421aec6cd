/* weft_is_declared_Point */
#include <weft/weft.h>
typedef struct Point {
    int x;
} Point;
#define USER(F) F(int, id) F(Point, at)
WEFT_STRUCT(User, USER)
