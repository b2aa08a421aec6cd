/* The document reader without vectors, for any machine. */
#include "json/engine.h"

#include "base/compiler.h"
#include "simd/block.h"

#define WEFT__ISA scalar
#include "simd/names.h"
#include "simd/span.h"
#include "json/read_narrow.h"
#include "simd/names_end.h"
