/* cannot infer the type of member at of struct user */
#include <weft/weft.h>
struct point {
    int x;
};
struct user {
    struct point at;
};
WEFT_TYPE_DECL(user, struct user);
static const weft_field fields[] = { WEFT_FIELD(struct user, at) };
WEFT_TYPE(user, struct user, fields)
