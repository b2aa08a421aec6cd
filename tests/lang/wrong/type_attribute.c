/* renam */
#include <weft/weft.h>
#define USER(F) F(int, id)
WEFT_STRUCT(User, USER, .renam = WEFT_CAMEL)
