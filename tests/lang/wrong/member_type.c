/* weft_strr */
#include <weft/weft.h>
#define USER(F) F(int, id) F(weft_strr, name)
WEFT_STRUCT(User, USER)
