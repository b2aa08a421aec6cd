/* Types, checksums and the reference of the decode operations. */
#include "board.h"

#include "decoded.h"

#include <jansson.h>

WEFT_DEFINE(BenchUser, BENCH_USER)
WEFT_DEFINE(BenchStatus, BENCH_STATUS)
WEFT_DEFINE(BenchTwitter, BENCH_TWITTER)
WEFT_DEFINE(BenchPrice, BENCH_PRICE)
WEFT_DEFINE(BenchArea, BENCH_AREA)
WEFT_DEFINE(BenchSeat, BENCH_SEAT)
WEFT_DEFINE(BenchPerformance, BENCH_PERFORMANCE)
WEFT_DEFINE(BenchCitm, BENCH_CITM)
WEFT_DEFINE(BenchTiny, BENCH_TINY)
WEFT_DEFINE(BenchCustomer, BENCH_CUSTOMER)
WEFT_DEFINE(BenchLine, BENCH_LINE)
WEFT_DEFINE(BenchShipping, BENCH_SHIPPING)
WEFT_DEFINE(BenchSmall, BENCH_SMALL)

bench_shape bench_shape_of(const char *dataset) {
    if (strncmp(dataset, "twitter", 7) == 0) return BENCH_SHAPE_TWITTER;
    if (strcmp(dataset, "citm_catalog") == 0) return BENCH_SHAPE_CITM;
    if (strcmp(dataset, "tiny") == 0) return BENCH_SHAPE_TINY;
    if (strcmp(dataset, "small") == 0) return BENCH_SHAPE_SMALL;
    return BENCH_SHAPE_NONE;
}

const weft_type *bench_type_of(bench_shape shape) {
    switch (shape) {
    case BENCH_SHAPE_TWITTER: return weft_type_of(BenchTwitter);
    case BENCH_SHAPE_CITM: return weft_type_of(BenchCitm);
    case BENCH_SHAPE_TINY: return weft_type_of(BenchTiny);
    case BENCH_SHAPE_SMALL: return weft_type_of(BenchSmall);
    case BENCH_SHAPE_NONE: break;
    }
    return NULL;
}

static uint64_t mix_i(uint64_t h, int64_t v) { return bench_mix(h, (uint64_t)v); }
static uint64_t mix_s(uint64_t h, weft_str s) { return bench_mix_bytes(h, s.ptr, s.len); }
static uint64_t mix_d(uint64_t h, double d) {
    uint64_t u;
    memcpy(&u, &d, sizeof u);
    return bench_mix(h, u);
}
static uint64_t mix_os(uint64_t h, const weft_opt(weft_str) * o) {
    return o->has ? mix_s(h, o->value) : bench_mix(h, 77);
}

uint64_t bench_value_checksum(uint64_t h, bench_shape shape, const bench_value *v) {
    switch (shape) {
    case BENCH_SHAPE_TWITTER:
        for (size_t i = 0; i < v->twitter.statuses.count; i++) {
            const BenchStatus *s = &v->twitter.statuses.items[i];
            h = mix_i(mix_s(mix_i(mix_s(h, s->created_at), s->id), s->text), s->user.id);
            h = mix_i(mix_i(mix_i(mix_s(h, s->user.screen_name), s->user.followers_count), s->retweet_count),
                      s->favorite_count);
        }
        break;
    case BENCH_SHAPE_CITM:
        for (size_t i = 0; i < v->citm.performances.count; i++) {
            const BenchPerformance *p = &v->citm.performances.items[i];
            h = mix_os(mix_os(mix_i(mix_i(h, p->eventId), p->id), &p->logo), &p->name);
            for (size_t k = 0; k < p->prices.count; k++)
                h = mix_i(mix_i(mix_i(h, p->prices.items[k].amount), p->prices.items[k].audienceSubCategoryId),
                          p->prices.items[k].seatCategoryId);
            for (size_t k = 0; k < p->seatCategories.count; k++) {
                const BenchSeat *c = &p->seatCategories.items[k];
                for (size_t a = 0; a < c->areas.count; a++) {
                    h = mix_i(h, c->areas.items[a].areaId);
                    for (size_t b = 0; b < c->areas.items[a].blockIds.count; b++)
                        h = mix_i(h, c->areas.items[a].blockIds.items[b]);
                }
                h = mix_i(h, c->seatCategoryId);
            }
            h = mix_s(mix_i(mix_os(h, &p->seatMapImage), p->start), p->venueCode);
        }
        break;
    case BENCH_SHAPE_TINY:
        h = mix_i(mix_d(mix_i(mix_s(mix_i(h, v->tiny.id), v->tiny.user), v->tiny.active), v->tiny.score),
                  v->tiny.level);
        for (size_t i = 0; i < v->tiny.tags.count; i++) h = mix_s(h, v->tiny.tags.items[i]);
        h = mix_d(mix_d(mix_s(mix_s(h, v->tiny.created_at), v->tiny.city), v->tiny.lat), v->tiny.lon);
        break;
    case BENCH_SHAPE_SMALL:
        h = mix_i(mix_s(mix_s(mix_i(mix_i(h, v->small.order_id), v->small.customer.id), v->small.customer.name),
                        v->small.customer.email),
                  v->small.customer.vip);
        h = mix_s(mix_d(mix_s(h, v->small.currency), v->small.total), v->small.note);
        for (size_t i = 0; i < v->small.lines.count; i++) {
            const BenchLine *l = &v->small.lines.items[i];
            h = mix_d(mix_i(mix_s(mix_s(h, l->sku), l->title), l->quantity), l->price);
            h = l->discount.has ? mix_d(h, l->discount.value) : bench_mix(h, 77);
        }
        h = mix_i(mix_s(mix_s(mix_s(h, v->small.shipping.street), v->small.shipping.zip), v->small.shipping.country),
                  v->small.shipping.express);
        break;
    case BENCH_SHAPE_NONE: break;
    }
    return h;
}

/* ---- the same walk over jansson's values ---- */
static uint64_t ref_i(uint64_t h, const json_t *o, const char *k) {
    return mix_i(h, json_integer_value(json_object_get(o, k)));
}
static uint64_t ref_b(uint64_t h, const json_t *o, const char *k) {
    return mix_i(h, json_is_true(json_object_get(o, k)));
}
static uint64_t ref_d(uint64_t h, const json_t *o, const char *k) {
    const json_t *v = json_object_get(o, k);
    return json_is_null(v) ? bench_mix(h, 77) : mix_d(h, json_number_value(v));
}
static uint64_t ref_s(uint64_t h, const json_t *o, const char *k) {
    const json_t *v = json_object_get(o, k);
    return json_is_string(v) ? bench_mix_bytes(h, json_string_value(v), json_string_length(v)) : bench_mix(h, 77);
}

static uint64_t ref_value(uint64_t h, bench_shape shape, const json_t *root) {
    size_t i, k, a;
    json_t *s, *q, *area;
    switch (shape) {
    case BENCH_SHAPE_TWITTER:
        json_array_foreach(json_object_get(root, "statuses"), i, s) {
            const json_t *user = json_object_get(s, "user");
            h = ref_i(ref_s(ref_i(ref_s(h, s, "created_at"), s, "id"), s, "text"), user, "id");
            h = ref_i(ref_i(ref_i(ref_s(h, user, "screen_name"), user, "followers_count"), s, "retweet_count"), s,
                      "favorite_count");
        }
        break;
    case BENCH_SHAPE_CITM:
        json_array_foreach(json_object_get(root, "performances"), i, s) {
            h = ref_s(ref_s(ref_i(ref_i(h, s, "eventId"), s, "id"), s, "logo"), s, "name");
            json_array_foreach(json_object_get(s, "prices"), k, q) h =
                ref_i(ref_i(ref_i(h, q, "amount"), q, "audienceSubCategoryId"), q, "seatCategoryId");
            json_array_foreach(json_object_get(s, "seatCategories"), k, q) {
                json_array_foreach(json_object_get(q, "areas"), a, area) {
                    h = ref_i(h, area, "areaId");
                    const json_t *ids = json_object_get(area, "blockIds");
                    for (size_t b = 0; b < json_array_size(ids); b++)
                        h = mix_i(h, json_integer_value(json_array_get(ids, b)));
                }
                h = ref_i(h, q, "seatCategoryId");
            }
            h = ref_s(ref_i(ref_s(h, s, "seatMapImage"), s, "start"), s, "venueCode");
        }
        break;
    case BENCH_SHAPE_TINY:
        h = ref_i(ref_d(ref_b(ref_s(ref_i(h, root, "id"), root, "user"), root, "active"), root, "score"), root,
                  "level");
        json_array_foreach(json_object_get(root, "tags"), i, s) h =
            bench_mix_bytes(h, json_string_value(s), json_string_length(s));
        h = ref_d(ref_d(ref_s(ref_s(h, root, "created_at"), root, "city"), root, "lat"), root, "lon");
        break;
    case BENCH_SHAPE_SMALL: {
        const json_t *c = json_object_get(root, "customer"), *to = json_object_get(root, "shipping");
        h = ref_b(ref_s(ref_s(ref_i(ref_i(h, root, "order_id"), c, "id"), c, "name"), c, "email"), c, "vip");
        h = ref_s(ref_d(ref_s(h, root, "currency"), root, "total"), root, "note");
        json_array_foreach(json_object_get(root, "lines"), i, s) {
            h = ref_d(ref_i(ref_s(ref_s(h, s, "sku"), s, "title"), s, "quantity"), s, "price");
            h = ref_d(h, s, "discount");
        }
        h = ref_b(ref_s(ref_s(ref_s(h, to, "street"), to, "zip"), to, "country"), to, "express");
        break;
    }
    case BENCH_SHAPE_NONE: break;
    }
    return h;
}

bool bench_decode_reference(const bench_input *in, uint64_t *checksum, char reason[160]) {
    bench_shape shape = bench_shape_of(in->dataset);
    uint64_t h = 1;
    for (size_t i = 0; i < in->count; i++) {
        json_t *v = json_loadb(in->texts[i].ptr, in->texts[i].len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
        if (!v) {
            snprintf(reason, 160, "the reference cannot read it");
            return false;
        }
        h = ref_value(h, shape, v);
        json_decref(v);
    }
    *checksum = h | 1; /* never zero */
    return true;
}
