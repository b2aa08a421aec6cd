/* Names of what is compiled once per instruction set: WEFT__KERNEL(f) is f_avx2 while WEFT__ISA is avx2. */
#ifndef WEFT__PASTE
#define WEFT__PASTE_(name, isa) name##_##isa
#define WEFT__PASTE(name, isa) WEFT__PASTE_(name, isa)
#define WEFT__KERNEL(name) WEFT__PASTE(name, WEFT__ISA)
#endif
