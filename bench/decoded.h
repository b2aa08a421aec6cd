/* The structs that the decode and encode operations fill and write, the same for every engine. */
#ifndef WEFT_BENCH_DECODED_H
#define WEFT_BENCH_DECODED_H

#include "bench.h"

#include <stdlib.h>

#include <weft/weft.h>

/* twitter.json, the partial struct most boards use */
#define BENCH_USER(F) F(int64_t, id) F(weft_str, screen_name) F(int64_t, followers_count)
WEFT_DECLARE(BenchUser, BENCH_USER)
#define BENCH_STATUS(F)                                                                                                \
    F(weft_str, created_at)                                                                                            \
    F(int64_t, id) F(weft_str, text) F(BenchUser, user) F(int64_t, retweet_count) F(int64_t, favorite_count)
WEFT_DECLARE(BenchStatus, BENCH_STATUS)
#define BENCH_TWITTER(F) F(weft_list(BenchStatus), statuses)
WEFT_DECLARE(BenchTwitter, BENCH_TWITTER)

/* citm_catalog.json, the performances */
#define BENCH_PRICE(F) F(int64_t, amount) F(int64_t, audienceSubCategoryId) F(int64_t, seatCategoryId)
WEFT_DECLARE(BenchPrice, BENCH_PRICE)
#define BENCH_AREA(F) F(int64_t, areaId) F(weft_list(int64_t), blockIds)
WEFT_DECLARE(BenchArea, BENCH_AREA)
#define BENCH_SEAT(F) F(weft_list(BenchArea), areas) F(int64_t, seatCategoryId)
WEFT_DECLARE(BenchSeat, BENCH_SEAT)
#define BENCH_PERFORMANCE(F)                                                                                           \
    F(int64_t, eventId)                                                                                                \
    F(int64_t, id)                                                                                                     \
    F(weft_opt(weft_str), logo)                                                                                        \
    F(weft_opt(weft_str), name)                                                                                        \
    F(weft_list(BenchPrice), prices)                                                                                   \
    F(weft_list(BenchSeat), seatCategories)                                                                            \
    F(weft_opt(weft_str), seatMapImage) F(int64_t, start) F(weft_str, venueCode)
WEFT_DECLARE(BenchPerformance, BENCH_PERFORMANCE)
#define BENCH_CITM(F) F(weft_list(BenchPerformance), performances)
WEFT_DECLARE(BenchCitm, BENCH_CITM)

/* tiny and small: every member */
#define BENCH_TINY(F)                                                                                                  \
    F(int64_t, id)                                                                                                     \
    F(weft_str, user)                                                                                                  \
    F(bool, active)                                                                                                    \
    F(double, score)                                                                                                   \
    F(int32_t, level)                                                                                                  \
    F(weft_list(weft_str), tags) F(weft_str, created_at) F(weft_str, city) F(double, lat) F(double, lon)
WEFT_DECLARE(BenchTiny, BENCH_TINY)
#define BENCH_CUSTOMER(F) F(int64_t, id) F(weft_str, name) F(weft_str, email) F(bool, vip)
WEFT_DECLARE(BenchCustomer, BENCH_CUSTOMER)
#define BENCH_LINE(F)                                                                                                  \
    F(weft_str, sku) F(weft_str, title) F(int32_t, quantity) F(double, price) F(weft_opt(double), discount)
WEFT_DECLARE(BenchLine, BENCH_LINE)
#define BENCH_SHIPPING(F) F(weft_str, street) F(weft_str, zip) F(weft_str, country) F(bool, express)
WEFT_DECLARE(BenchShipping, BENCH_SHIPPING)
#define BENCH_SMALL(F)                                                                                                 \
    F(int64_t, order_id)                                                                                               \
    F(BenchCustomer, customer)                                                                                         \
    F(weft_str, currency)                                                                                              \
    F(double, total) F(weft_str, note) F(weft_list(BenchLine), lines) F(BenchShipping, shipping)
WEFT_DECLARE(BenchSmall, BENCH_SMALL)

typedef enum bench_shape {
    BENCH_SHAPE_NONE,
    BENCH_SHAPE_TWITTER,
    BENCH_SHAPE_CITM,
    BENCH_SHAPE_TINY,
    BENCH_SHAPE_SMALL
} bench_shape;
typedef union bench_value {
    BenchTwitter twitter;
    BenchCitm citm;
    BenchTiny tiny;
    BenchSmall small;
} bench_value;

#ifdef __cplusplus
extern "C" {
#endif
/* What a data set decodes to; NONE: nothing is declared for it (the engine then refuses). */
bench_shape bench_shape_of(const char *dataset);
const weft_type *bench_type_of(bench_shape shape);
/* Of every member in declared order. */
uint64_t bench_value_checksum(uint64_t h, bench_shape shape, const bench_value *v);
/* The reference's own values, for the gate. */
bool bench_decode_reference(const bench_input *in, uint64_t *checksum, char reason[160]);

/* One block that every run fills from its start: memory for lists and owned strings, the same for every engine. */
typedef struct bench_pool {
    char *base;
    size_t used, size;
} bench_pool;
static inline void *bench_pool_take(bench_pool *p, size_t n) {
    n = (n + 15) & ~(size_t)15;
    if (n > p->size - p->used) return NULL;
    void *r = p->base + p->used;
    p->used += n;
    return r;
}
#ifdef __cplusplus
}
#endif
#endif
