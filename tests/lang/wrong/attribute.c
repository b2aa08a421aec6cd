/* kye */
#include <weft/weft.h>
#define USER(F) F(int, id) F(weft_str, name, .kye = "n")
WEFT_STRUCT(User, USER)
