/* yyjson read, then a walk into the structs: strings stay where the document has them, and the document is kept. */
typedef struct yyd_state {
    const bench_input *in;
    bench_shape shape;
    yyjson_doc **docs;
    bench_value *values;
    bench_pool pool;
} yyd_state;

static void *yyd_open(const bench_input *in) {
    yyd_state *s = (yyd_state *)calloc(1, sizeof *s);
    s->in = in;
    s->shape = bench_shape_of(in->dataset);
    s->docs = (yyjson_doc **)calloc(in->count, sizeof *s->docs);
    s->values = (bench_value *)calloc(in->count, sizeof *s->values);
    s->pool.size = in->bytes * 4 + 65536;
    s->pool.base = (char *)calloc(1, s->pool.size);
    return s;
}
static void yyd_release(void *p) {
    yyd_state *s = (yyd_state *)p;
    for (size_t i = 0; i < s->in->count; i++) {
        yyjson_doc_free(s->docs[i]);
        s->docs[i] = NULL;
    }
}
static void yyd_close(void *p) {
    yyd_state *s = (yyd_state *)p;
    yyd_release(s);
    free(s->docs), free(s->values), free(s->pool.base), free(s);
}
static bool yyd_i(yyjson_val *o, const char *k, int64_t *out) {
    yyjson_val *v = yyjson_obj_get(o, k);
    *out = yyjson_get_sint(v);
    return yyjson_is_int(v);
}
static bool yyd_i32(yyjson_val *o, const char *k, int32_t *out) {
    int64_t i;
    bool ok = yyd_i(o, k, &i) && i >= INT32_MIN && i <= INT32_MAX;
    *out = (int32_t)i;
    return ok;
}
static bool yyd_d(yyjson_val *o, const char *k, double *out) {
    yyjson_val *v = yyjson_obj_get(o, k);
    *out = yyjson_get_num(v);
    return yyjson_is_num(v);
}
static bool yyd_b(yyjson_val *o, const char *k, bool *out) {
    yyjson_val *v = yyjson_obj_get(o, k);
    *out = yyjson_get_bool(v);
    return yyjson_is_bool(v);
}
static bool yyd_str(yyjson_val *v, weft_str *out) {
    out->ptr = yyjson_get_str(v);
    out->len = yyjson_get_len(v);
    return yyjson_is_str(v);
}
static bool yyd_s(yyjson_val *o, const char *k, weft_str *out) { return yyd_str(yyjson_obj_get(o, k), out); }
static bool yyd_os(yyjson_val *o, const char *k, weft_opt(weft_str) * out) {
    yyjson_val *v = yyjson_obj_get(o, k);
    out->has = !yyjson_is_null(v);
    return !out->has || yyd_str(v, &out->value);
}
#define YYD_LIST(s, list, array, T)                                                                                    \
    ((list)->items = (T *)bench_pool_take(&(s)->pool, yyjson_arr_size(array) * sizeof(T)), (list)->count = 0,          \
     yyjson_is_arr(array) && (list)->items)

static bool yyd_value(yyd_state *s, yyjson_val *root, bench_value *v) {
    yyjson_val *e, *q, *x, *list = NULL, *sub;
    size_t i, n, j, m, k, l;
    bool ok = true;
    switch (s->shape) {
    case BENCH_SHAPE_TWITTER:
        list = yyjson_obj_get(root, "statuses");
        if (!YYD_LIST(s, &v->twitter.statuses, list, BenchStatus)) return false;
        yyjson_arr_foreach(list, i, n, e) {
            BenchStatus *t = &v->twitter.statuses.items[v->twitter.statuses.count++];
            yyjson_val *u = yyjson_obj_get(e, "user");
            ok = ok && yyd_s(e, "created_at", &t->created_at) && yyd_i(e, "id", &t->id) && yyd_s(e, "text", &t->text) &&
                 yyd_i(u, "id", &t->user.id) && yyd_s(u, "screen_name", &t->user.screen_name) &&
                 yyd_i(u, "followers_count", &t->user.followers_count) &&
                 yyd_i(e, "retweet_count", &t->retweet_count) && yyd_i(e, "favorite_count", &t->favorite_count);
        }
        return ok;
    case BENCH_SHAPE_CITM:
        list = yyjson_obj_get(root, "performances");
        if (!YYD_LIST(s, &v->citm.performances, list, BenchPerformance)) return false;
        yyjson_arr_foreach(list, i, n, e) {
            BenchPerformance *p = &v->citm.performances.items[v->citm.performances.count++];
            ok = ok && yyd_i(e, "eventId", &p->eventId) && yyd_i(e, "id", &p->id) && yyd_os(e, "logo", &p->logo) &&
                 yyd_os(e, "name", &p->name) && yyd_os(e, "seatMapImage", &p->seatMapImage) &&
                 yyd_i(e, "start", &p->start) && yyd_s(e, "venueCode", &p->venueCode);
            sub = yyjson_obj_get(e, "prices");
            if (!YYD_LIST(s, &p->prices, sub, BenchPrice)) return false;
            yyjson_arr_foreach(sub, j, m, q) {
                BenchPrice *r = &p->prices.items[p->prices.count++];
                ok = ok && yyd_i(q, "amount", &r->amount) &&
                     yyd_i(q, "audienceSubCategoryId", &r->audienceSubCategoryId) &&
                     yyd_i(q, "seatCategoryId", &r->seatCategoryId);
            }
            sub = yyjson_obj_get(e, "seatCategories");
            if (!YYD_LIST(s, &p->seatCategories, sub, BenchSeat)) return false;
            yyjson_arr_foreach(sub, j, m, q) {
                BenchSeat *c = &p->seatCategories.items[p->seatCategories.count++];
                yyjson_val *areas = yyjson_obj_get(q, "areas"), *id;
                ok = ok && yyd_i(q, "seatCategoryId", &c->seatCategoryId);
                if (!YYD_LIST(s, &c->areas, areas, BenchArea)) return false;
                yyjson_arr_foreach(areas, k, l, x) {
                    BenchArea *a = &c->areas.items[c->areas.count++];
                    yyjson_val *ids = yyjson_obj_get(x, "blockIds");
                    size_t y, z;
                    ok = ok && yyd_i(x, "areaId", &a->areaId);
                    if (!YYD_LIST(s, &a->blockIds, ids, int64_t)) return false;
                    yyjson_arr_foreach(ids, y, z, id) a->blockIds.items[a->blockIds.count++] = yyjson_get_sint(id);
                }
            }
        }
        return ok;
    case BENCH_SHAPE_TINY:
        list = yyjson_obj_get(root, "tags");
        if (!YYD_LIST(s, &v->tiny.tags, list, weft_str)) return false;
        yyjson_arr_foreach(list, i, n, e) ok = yyd_str(e, &v->tiny.tags.items[v->tiny.tags.count++]) && ok;
        return ok && yyd_i(root, "id", &v->tiny.id) && yyd_s(root, "user", &v->tiny.user) &&
               yyd_b(root, "active", &v->tiny.active) && yyd_d(root, "score", &v->tiny.score) &&
               yyd_i32(root, "level", &v->tiny.level) && yyd_s(root, "created_at", &v->tiny.created_at) &&
               yyd_s(root, "city", &v->tiny.city) && yyd_d(root, "lat", &v->tiny.lat) &&
               yyd_d(root, "lon", &v->tiny.lon);
    case BENCH_SHAPE_SMALL:
        q = yyjson_obj_get(root, "customer");
        x = yyjson_obj_get(root, "shipping");
        list = yyjson_obj_get(root, "lines");
        if (!YYD_LIST(s, &v->small.lines, list, BenchLine)) return false;
        yyjson_arr_foreach(list, i, n, e) {
            BenchLine *t = &v->small.lines.items[v->small.lines.count++];
            yyjson_val *d = yyjson_obj_get(e, "discount");
            t->discount.has = !yyjson_is_null(d);
            t->discount.value = yyjson_get_num(d);
            ok = ok && yyd_s(e, "sku", &t->sku) && yyd_s(e, "title", &t->title) &&
                 yyd_i32(e, "quantity", &t->quantity) && yyd_d(e, "price", &t->price);
        }
        return ok && yyd_i(root, "order_id", &v->small.order_id) && yyd_i(q, "id", &v->small.customer.id) &&
               yyd_s(q, "name", &v->small.customer.name) && yyd_s(q, "email", &v->small.customer.email) &&
               yyd_b(q, "vip", &v->small.customer.vip) && yyd_s(root, "currency", &v->small.currency) &&
               yyd_d(root, "total", &v->small.total) && yyd_s(root, "note", &v->small.note) &&
               yyd_s(x, "street", &v->small.shipping.street) && yyd_s(x, "zip", &v->small.shipping.zip) &&
               yyd_s(x, "country", &v->small.shipping.country) && yyd_b(x, "express", &v->small.shipping.express);
    case BENCH_SHAPE_NONE: break;
    }
    return false;
}
static bool yyd_run(void *p) {
    yyd_state *s = (yyd_state *)p;
    s->pool.used = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        if (!(s->docs[i] = yyjson_read(s->in->texts[i].ptr, s->in->texts[i].len, 0))) return false;
        if (!yyd_value(s, yyjson_doc_get_root(s->docs[i]), &s->values[i])) return false;
    }
    return true;
}
static bool yyd_facts(void *p, bench_facts *f) {
    yyd_state *s = (yyd_state *)p;
    uint64_t h = 1;
    for (size_t i = 0; i < s->in->count; i++) h = bench_value_checksum(h, s->shape, &s->values[i]);
    f->checksum = h | 1;
    return true;
}
