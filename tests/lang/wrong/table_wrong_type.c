/* member at of struct user does not have the type that Other describes */
#include <weft/weft.h>
#define POINT(F) F(int, x)
WEFT_STRUCT(Point, POINT)
WEFT_STRUCT(Other, POINT)
struct user {
    Point at;
};
WEFT_TYPE_DECL(user, struct user);
static const weft_field fields[] = { WEFT_FIELD_OF(struct user, at, Other) };
WEFT_TYPE(user, struct user, fields)
