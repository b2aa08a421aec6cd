/* CPU choice for dispatchers and tests. */
#ifndef WEFT_SRC_BASE_CPU_H
#define WEFT_SRC_BASE_CPU_H

#include <weft/base.h>

/* Tests and benches only: makes weft_cpu_used answer `cpu` from now on; false when this machine lacks it. Dispatchers
 * that already chose keep their choice unless they ask weft_cpu_used on every call. */
bool weft__cpu_force(weft_cpu cpu);

#endif
