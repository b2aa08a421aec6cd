/* prot */
#include <weft/weft.h>
struct user {
    int port;
};
WEFT_TYPE_DECL(user, struct user);
static const weft_field fields[] = { WEFT_FIELD(struct user, prot) };
WEFT_TYPE(user, struct user, fields)
