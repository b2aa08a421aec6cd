/* weft/weft.h - everything. */
#ifndef WEFT_WEFT_H
#define WEFT_WEFT_H
#include <weft/base.h>
#include <weft/edit.h>
#include <weft/frozen.h>
#include <weft/cursor.h>
#include <weft/json.h>
#include <weft/tensor.h>
#include <weft/stream.h>
#include <weft/text.h>
#include <weft/type.h>
#include <weft/convert.h>
#endif
