/* The kernels of one instruction set behind function pointers. A template: WEFT__ISA is set, and these are defined:
 *   WEFT__NUMBER_PARSE, WEFT__REAL_PARSE   as in number_parse.h, 64 bytes readable
 *   WEFT__LAYOUT                           places a double's digits
 *   WEFT__UINT_PRINT                                                                                               */
static const char *WEFT__KERNEL(text_number_parse)(const char *p, weft__number *out) {
    return WEFT__NUMBER_PARSE(p, out);
}
static const char *WEFT__KERNEL(text_real_parse)(const char *p, double *out) { return WEFT__REAL_PARSE(p, out); }
static char *WEFT__KERNEL(text_real_print)(double value, char *out, bool plain) {
    return weft__real_print_with(WEFT__LAYOUT, value, out, plain);
}
static char *WEFT__KERNEL(text_uint_print)(uint64_t value, char *out) { return WEFT__UINT_PRINT(value, out); }
const weft__text_kernels WEFT__KERNEL(weft__text) = { WEFT__KERNEL(text_number_parse), WEFT__KERNEL(text_real_parse),
                                                      WEFT__KERNEL(text_real_print), WEFT__KERNEL(text_uint_print) };
#undef WEFT__NUMBER_PARSE
#undef WEFT__REAL_PARSE
#undef WEFT__LAYOUT
#undef WEFT__UINT_PRINT
