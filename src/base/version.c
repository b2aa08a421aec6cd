#include <weft/base.h>

int weft_version_number(void) { return WEFT_VERSION_NUMBER; }
const char *weft_version_string(void) { return WEFT_VERSION_STRING; }
bool weft__version_agrees(int compiled) {
    return compiled / 1000000 == WEFT_VERSION_MAJOR && compiled <= WEFT_VERSION_NUMBER;
}
