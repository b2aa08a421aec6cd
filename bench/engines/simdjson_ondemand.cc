// simdjson On-Demand: reads what it is asked for and does not validate what it skips (its rows say so). The plain rows
// copy into padding inside the timing, as the contract of immutable input asks; "+padded" rows get padded input.
#include "../decoded.h"

#include <string>
#include <vector>

#include <simdjson.h>

namespace {
using namespace simdjson;

struct State {
    const bench_input *in;
    bench_shape shape;
    ondemand::parser parser;
    std::vector<ondemand::parser> parsers; // views point into a parser's own buffer
    std::vector<padded_string> padded;
    std::vector<char> copy;
    std::vector<bench_value> values;
    bench_pool pool;
    bool own;
};

void *open(const bench_input *in) {
    State *s = new State;
    s->in = in;
    s->shape = bench_shape_of(in->dataset);
    s->parsers.resize(in->count);
    s->values.resize(in->count);
    for (size_t i = 0; i < in->count; i++) s->padded.emplace_back(in->texts[i].ptr, in->texts[i].len);
    size_t most = 0;
    for (size_t i = 0; i < in->count; i++) most = in->texts[i].len > most ? in->texts[i].len : most;
    s->copy.resize(most + SIMDJSON_PADDING);
    s->pool.size = in->bytes * 4 + 65536;
    s->pool.base = static_cast<char *>(calloc(1, s->pool.size));
    s->pool.used = 0;
    return s;
}
void close(void *p) {
    free(static_cast<State *>(p)->pool.base);
    delete static_cast<State *>(p);
}

// Any failure ends the decode: exceptions are this interface's own way.
template <class T> T get(simdjson_result<ondemand::value> v) {
    T out;
    auto error = v.get(out);
    if (error) throw simdjson_error(error);
    return out;
}
weft_str text(State *s, simdjson_result<ondemand::value> v) {
    std::string_view t = get<std::string_view>(v);
    weft_str r = { t.data(), t.size() };
    if (s->own) {
        char *o = static_cast<char *>(bench_pool_take(&s->pool, t.size() + 1));
        if (!o) throw simdjson_error(MEMALLOC);
        memcpy(o, t.data(), t.size());
        o[t.size()] = 0;
        r.ptr = o;
    }
    return r;
}
template <class O> void text_or_null(State *s, ondemand::value v, O *out) {
    out->has = !v.is_null();
    if (out->has) out->value = text(s, simdjson_result<ondemand::value>(std::move(v)));
}
// Elements are appended at the end of the pool: lists that hold lists are filled from a vector afterwards.
template <class T, class L> void list_of(State *s, const std::vector<T> &from, L *to) {
    to->items = static_cast<T *>(bench_pool_take(&s->pool, from.size() * sizeof(T) + 1));
    if (!to->items) throw simdjson_error(MEMALLOC);
    to->count = from.size();
    if (!from.empty()) memcpy(static_cast<void *>(to->items), from.data(), from.size() * sizeof(T));
}

void twitter(State *s, ondemand::document &doc, BenchTwitter *v) {
    static thread_local std::vector<BenchStatus> list;
    list.clear();
    for (ondemand::object o : doc["statuses"].get_array()) {
        BenchStatus t;
        t.created_at = text(s, o["created_at"]);
        t.id = get<int64_t>(o["id"]);
        t.text = text(s, o["text"]);
        ondemand::object u = o["user"].get_object();
        t.user.id = get<int64_t>(u["id"]);
        t.user.screen_name = text(s, u["screen_name"]);
        t.user.followers_count = get<int64_t>(u["followers_count"]);
        t.retweet_count = get<int64_t>(o["retweet_count"]);
        t.favorite_count = get<int64_t>(o["favorite_count"]);
        list.push_back(t);
    }
    list_of(s, list, &v->statuses);
}
void citm(State *s, ondemand::document &doc, BenchCitm *v) {
    static thread_local std::vector<BenchPerformance> list;
    static thread_local std::vector<BenchPrice> prices;
    static thread_local std::vector<BenchSeat> seats;
    static thread_local std::vector<BenchArea> areas;
    static thread_local std::vector<int64_t> ids;
    list.clear();
    for (ondemand::object o : doc["performances"].get_array()) {
        BenchPerformance p;
        p.eventId = get<int64_t>(o["eventId"]);
        p.id = get<int64_t>(o["id"]);
        text_or_null(s, o["logo"].value(), &p.logo);
        text_or_null(s, o["name"].value(), &p.name);
        prices.clear();
        for (ondemand::object q : o["prices"].get_array()) {
            BenchPrice price;
            price.amount = get<int64_t>(q["amount"]);
            price.audienceSubCategoryId = get<int64_t>(q["audienceSubCategoryId"]);
            price.seatCategoryId = get<int64_t>(q["seatCategoryId"]);
            prices.push_back(price);
        }
        list_of(s, prices, &p.prices);
        seats.clear();
        for (ondemand::object q : o["seatCategories"].get_array()) {
            BenchSeat seat;
            areas.clear();
            for (ondemand::object a : q["areas"].get_array()) {
                BenchArea area;
                area.areaId = get<int64_t>(a["areaId"]);
                ids.clear();
                for (auto id : a["blockIds"].get_array()) ids.push_back(int64_t(id));
                list_of(s, ids, &area.blockIds);
                areas.push_back(area);
            }
            list_of(s, areas, &seat.areas);
            seat.seatCategoryId = get<int64_t>(q["seatCategoryId"]);
            seats.push_back(seat);
        }
        list_of(s, seats, &p.seatCategories);
        text_or_null(s, o["seatMapImage"].value(), &p.seatMapImage);
        p.start = get<int64_t>(o["start"]);
        p.venueCode = text(s, o["venueCode"]);
        list.push_back(p);
    }
    list_of(s, list, &v->performances);
}
void tiny(State *s, ondemand::document &doc, BenchTiny *v) {
    static thread_local std::vector<weft_str> tags;
    ondemand::object o = doc.get_object();
    v->id = get<int64_t>(o["id"]);
    v->user = text(s, o["user"]);
    v->active = get<bool>(o["active"]);
    v->score = get<double>(o["score"]);
    v->level = int32_t(get<int64_t>(o["level"]));
    tags.clear();
    for (auto t : o["tags"].get_array()) tags.push_back(text(s, t));
    list_of(s, tags, &v->tags);
    v->created_at = text(s, o["created_at"]);
    v->city = text(s, o["city"]);
    v->lat = get<double>(o["lat"]);
    v->lon = get<double>(o["lon"]);
}
void small(State *s, ondemand::document &doc, BenchSmall *v) {
    static thread_local std::vector<BenchLine> lines;
    ondemand::object o = doc.get_object();
    v->order_id = get<int64_t>(o["order_id"]);
    ondemand::object c = o["customer"].get_object();
    v->customer.id = get<int64_t>(c["id"]);
    v->customer.name = text(s, c["name"]);
    v->customer.email = text(s, c["email"]);
    v->customer.vip = get<bool>(c["vip"]);
    v->currency = text(s, o["currency"]);
    v->total = get<double>(o["total"]);
    v->note = text(s, o["note"]);
    lines.clear();
    for (ondemand::object l : o["lines"].get_array()) {
        BenchLine x;
        x.sku = text(s, l["sku"]);
        x.title = text(s, l["title"]);
        x.quantity = int32_t(get<int64_t>(l["quantity"]));
        x.price = get<double>(l["price"]);
        ondemand::value d = l["discount"].value();
        x.discount.has = !d.is_null();
        x.discount.value = x.discount.has ? double(d.get_double()) : 0;
        lines.push_back(x);
    }
    list_of(s, lines, &v->lines);
    ondemand::object to = o["shipping"].get_object();
    v->shipping.street = text(s, to["street"]);
    v->shipping.zip = text(s, to["zip"]);
    v->shipping.country = text(s, to["country"]);
    v->shipping.express = get<bool>(to["express"]);
}

// One parser for all when strings are copied; a parser each when they are views.
bool decode(State *s, bool own, bool padded) {
    s->own = own;
    s->pool.used = 0;
    try {
        for (size_t i = 0; i < s->in->count; i++) {
            ondemand::parser &parser = own ? s->parser : s->parsers[i];
            ondemand::document doc;
            if (padded) {
                doc = parser.iterate(s->padded[i]);
            } else {
                memcpy(s->copy.data(), s->in->texts[i].ptr, s->in->texts[i].len);
                doc = parser.iterate(s->copy.data(), s->in->texts[i].len, s->copy.size());
            }
            switch (s->shape) {
            case BENCH_SHAPE_TWITTER: twitter(s, doc, &s->values[i].twitter); break;
            case BENCH_SHAPE_CITM: citm(s, doc, &s->values[i].citm); break;
            case BENCH_SHAPE_TINY: tiny(s, doc, &s->values[i].tiny); break;
            case BENCH_SHAPE_SMALL: small(s, doc, &s->values[i].small); break;
            case BENCH_SHAPE_NONE: return false;
            }
        }
    } catch (simdjson_error &) {
        return false;
    }
    return true;
}
bool decode_owned(void *p) { return decode(static_cast<State *>(p), true, false); }
bool decode_padded(void *p) { return decode(static_cast<State *>(p), true, true); }
bool view_copy(void *p) { return decode(static_cast<State *>(p), false, false); }
bool view_padded(void *p) { return decode(static_cast<State *>(p), false, true); }
bool facts(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    uint64_t h = 1;
    for (bench_value &v : s->values) h = bench_value_checksum(h, s->shape, &v);
    f->checksum = h | 1;
    return true;
}
} // namespace

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#ifdef BENCH_BUILD
#define bench_engine_ondemand bench_module_2
#else
#define BENCH_BUILD ""
#endif
extern "C" __attribute__((visibility("default"))) const bench_engine *bench_engine_ondemand(void) {
    static const bench_case cases[] = {
        { "decode", "", open, decode_owned, nullptr, facts, close, 0 },
        { "decode", "padded", open, decode_padded, nullptr, facts, close, BENCH_PADDED },
        { "decode-view", "", open, view_copy, nullptr, facts, close, 0 },
        { "decode-view", "padded", open, view_padded, nullptr, facts, close, BENCH_PADDED },
    };
    static char version[32]; // newer releases have their version in quotes
    if (!version[0])
        for (const char *v = TEXT(SIMDJSON_VERSION), *q = v; *q && size_t(q - v) < sizeof version - 1; q++)
            if (*q != '"' && *q != '\\') version[strlen(version)] = *q;
    static const bench_engine e = { "simdjson-ondemand", BENCH_BUILD, version, cases, sizeof cases / sizeof *cases };
    return &e;
}
