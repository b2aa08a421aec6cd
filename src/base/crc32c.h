/* CRC-32C with a named kernel set, for tests and measurements. */
#ifndef WEFT_SRC_BASE_CRC32C_H
#define WEFT_SRC_BASE_CRC32C_H

#include <weft/base.h>

uint32_t weft__crc32c_with(weft_cpu cpu, uint32_t sum, const void *data, size_t len);

#endif
