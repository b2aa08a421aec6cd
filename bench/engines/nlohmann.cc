// nlohmann json (https://github.com/nlohmann/json).
#include "../bench.h"

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace {
using json = nlohmann::json;
struct State {
    const bench_input *in;
    std::vector<json> docs;
    std::string text;
    std::vector<const json *> found;
};
void *open(const bench_input *in) {
    State *s = new State;
    s->in = in;
    s->docs.resize(in->count);
    return s;
}
void release(void *p) {
    for (json &d : static_cast<State *>(p)->docs) d = nullptr;
}
void close(void *p) { delete static_cast<State *>(p); }
bool parse(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++) {
        const bench_text &t = s->in->texts[i];
        s->docs[i] = json::parse(t.ptr, t.ptr + t.len, nullptr, false);
        if (s->docs[i].is_discarded()) return false;
    }
    return true;
}
bool validate(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++)
        if (!json::accept(s->in->texts[i].ptr, s->in->texts[i].ptr + s->in->texts[i].len)) return false;
    return true;
}
void *open_docs(const bench_input *in) {
    void *p = open(in);
    parse(p);
    return p;
}
bool write(State *s, int indent) {
    s->text.clear();
    for (size_t i = 0; i < s->in->count; i++) {
        if (i) s->text += '\n';
        s->text += s->docs[i].dump(indent);
    }
    return true;
}
bool serialize(void *p) { return write(static_cast<State *>(p), -1); }
bool pretty(void *p) { return static_cast<State *>(p)->in->count == 1 && write(static_cast<State *>(p), 2); }
bool text_facts(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    f->text = s->text.data();
    f->text_len = s->text.size();
    return true;
}
void walk(const json &v, bench_facts *f) {
    if (v.is_null()) f->nulls++;
    else if (v.is_boolean()) v.get<bool>() ? f->trues++ : f->falses++;
    else if (v.is_number()) f->numbers++, f->number_sum += v.get<double>();
    else if (v.is_string()) f->strings++, f->string_bytes += v.get_ref<const std::string &>().size();
    else if (v.is_array()) {
        f->arrays++, f->elements += v.size();
        for (const json &e : v) walk(e, f);
    } else {
        f->objects++, f->members += v.size();
        for (const auto &m : v.items()) f->key_bytes += m.key().size(), walk(m.value(), f);
    }
}
bool facts(void *p, bench_facts *f) {
    for (const json &d : static_cast<State *>(p)->docs) walk(d, f);
    return true;
}
json *find(json *v, const bench_path &path) {
    for (size_t k = 0; k < path.count; k++) {
        const bench_step &step = path.steps[k];
        if (!step.key) {
            v = &(*v)[step.index];
            continue;
        }
        auto m = v->find(step.key);
        if (m == v->end()) return nullptr;
        v = &*m;
    }
    return v;
}
bool lookup(void *p) {
    State *s = static_cast<State *>(p);
    s->found.resize(s->in->n_looks);
    for (size_t i = 0; i < s->in->n_looks; i++)
        if (!(s->found[i] = find(&s->docs[s->in->looks[i].text], s->in->looks[i]))) return false;
    return true;
}
bool found(void *p, bench_facts *f) {
    uint64_t h = 1;
    for (const json *v : static_cast<State *>(p)->found) {
        if (v->is_null()) h = bench_found_other(h, 0);
        else if (v->is_boolean()) h = bench_found_other(h, v->get<bool>() ? 1 : 2);
        else if (v->is_number()) h = bench_found_real(h, v->get<double>());
        else if (v->is_string())
            h = bench_found_string(h, v->get_ref<const std::string &>().data(),
                                   v->get_ref<const std::string &>().size());
        else h = bench_found_many(h, v->is_array() ? 5 : 6, v->size());
    }
    f->checksum = h;
    return true;
}
bool mutate(void *p) {
    State *s = static_cast<State *>(p);
    if (!parse(p)) return false;
    for (size_t i = 0; i < s->in->n_changes; i++) {
        json *v = find(&s->docs[s->in->changes[i].text], s->in->changes[i]);
        if (!v) return false;
        *v = 7;
    }
    bool ok = serialize(p);
    release(p);
    return ok;
}
} // namespace

extern "C" const bench_engine *bench_engine_nlohmann(void) {
    static const bench_case cases[] = {
        { "parse", "", open, parse, release, facts, close, 0 },
        { "lookup", "", open_docs, lookup, nullptr, found, close, 0 },
        { "mutate", "", open, mutate, nullptr, text_facts, close, 0 },
        { "validate", "accept", open, validate, nullptr, nullptr, close, 0 },
        { "serialize", "", open_docs, serialize, nullptr, text_facts, close, 0 },
        { "serialize-pretty", "", open_docs, pretty, nullptr, text_facts, close, 0 },
    };
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
    static const bench_engine e = { "nlohmann", "",
                                    TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." TEXT(NLOHMANN_JSON_VERSION_MINOR) "." TEXT(
                                        NLOHMANN_JSON_VERSION_PATCH),
                                    cases, sizeof cases / sizeof *cases };
    return &e;
}
