// simdjson (https://github.com/simdjson/simdjson), DOM. "+reused" keeps the parser and gets padded input as its users
// give it; the plain rows copy into padding inside the timing, as the contract of immutable input asks.
#include "../bench.h"

#include <string>
#include <vector>

#include <simdjson.h>

namespace {
using namespace simdjson;

struct State {
    const bench_input *in;
    dom::parser parser;
    std::vector<dom::parser> parsers;
    std::vector<padded_string> padded;
    std::vector<dom::element> roots;
    std::string text;
    std::vector<dom::element> found;
    bench_facts *collect = nullptr;
};

void *open(const bench_input *in) {
    State *s = new State;
    s->in = in;
    s->parsers.resize(in->count);
    s->roots.resize(in->count);
    for (size_t i = 0; i < in->count; i++) s->padded.emplace_back(in->texts[i].ptr, in->texts[i].len);
    return s;
}
void close(void *p) { delete static_cast<State *>(p); }

bool parse_fresh(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++) {
        s->parsers[i] = dom::parser();
        if (s->parsers[i].parse(s->in->texts[i].ptr, s->in->texts[i].len, true).get(s->roots[i])) return false;
    }
    return true;
}
bool parse_copy(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++)
        if (s->parsers[i].parse(s->in->texts[i].ptr, s->in->texts[i].len, true).get(s->roots[i])) return false;
    return true;
}
bool parse_padded(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++)
        if (s->parsers[i].parse(s->padded[i]).get(s->roots[i])) return false;
    return true;
}
bool validate(void *p) { // it has no validator alone: one parser for all
    State *s = static_cast<State *>(p);
    dom::element root;
    for (size_t i = 0; i < s->in->count; i++)
        if (s->parser.parse(s->padded[i]).get(root)) return false;
    return true;
}
bool minify(void *p) {
    State *s = static_cast<State *>(p);
    s->text.resize(s->in->bytes + s->in->count + 64);
    size_t at = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        size_t n = 0;
        if (i) s->text[at++] = '\n';
        if (simdjson::minify(s->in->texts[i].ptr, s->in->texts[i].len, &s->text[at], n)) return false;
        at += n;
    }
    s->text.resize(at);
    return true;
}
void *open_docs(const bench_input *in) {
    void *p = open(in);
    parse_padded(p);
    return p;
}
bool serialize(void *p) {
    State *s = static_cast<State *>(p);
    s->text.clear();
    for (size_t i = 0; i < s->in->count; i++) {
        if (i) s->text += '\n';
        s->text += simdjson::minify(s->roots[i]);
    }
    return true;
}
bool text_facts(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    f->text = s->text.data();
    f->text_len = s->text.size();
    return true;
}

void walk(dom::element e, bench_facts *f) {
    switch (e.type()) {
    case dom::element_type::NULL_VALUE: f->nulls++; break;
    case dom::element_type::BOOL: bool(e) ? f->trues++ : f->falses++; break;
    case dom::element_type::INT64: f->numbers++, f->number_sum += double(int64_t(e)); break;
    case dom::element_type::UINT64: f->numbers++, f->number_sum += double(uint64_t(e)); break;
    case dom::element_type::DOUBLE: f->numbers++, f->number_sum += double(e); break;
    case dom::element_type::STRING: f->strings++, f->string_bytes += std::string_view(e).size(); break;
    case dom::element_type::ARRAY:
        f->arrays++;
        for (dom::element c : dom::array(e)) f->elements++, walk(c, f);
        break;
    case dom::element_type::OBJECT:
        f->objects++;
        for (dom::key_value_pair m : dom::object(e)) f->members++, f->key_bytes += m.key.size(), walk(m.value, f);
        break;
    default: f->numbers++; break;
    }
}
bool facts(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    for (dom::element r : s->roots) walk(r, f);
    return true;
}

bool lookup(void *p) {
    State *s = static_cast<State *>(p);
    s->found.resize(s->in->n_looks);
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path &path = s->in->looks[i];
        dom::element v = s->roots[path.text];
        for (size_t k = 0; k < path.count; k++) {
            const bench_step &step = path.steps[k];
            if (step.key ? v.at_key(std::string_view(step.key, step.len)).get(v) : v.at(step.index).get(v))
                return false;
        }
        s->found[i] = v;
    }
    return true;
}
bool pointer(void *p) {
    State *s = static_cast<State *>(p);
    s->found.resize(s->in->n_looks);
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path &path = s->in->looks[i];
        if (s->roots[path.text].at_pointer(std::string_view(path.pointer, path.pointer_len)).get(s->found[i]))
            return false;
    }
    return true;
}
bool found(void *p, bench_facts *f) {
    uint64_t h = 1;
    for (dom::element v : static_cast<State *>(p)->found) {
        if (v.is_null()) h = bench_found_other(h, 0);
        else if (v.is_bool()) h = bench_found_other(h, bool(v) ? 1 : 2);
        else if (v.is_number()) h = bench_found_real(h, double(v));
        else if (v.is_string()) h = bench_found_string(h, std::string_view(v).data(), std::string_view(v).size());
        else if (v.is_array()) h = bench_found_many(h, 5, dom::array(v).size());
        else h = bench_found_many(h, 6, dom::object(v).size());
    }
    f->checksum = h;
    return true;
}
// The copy into padding is inside the timing: the stream is somebody's read-only mapping.
bool stream(void *p) {
    State *s = static_cast<State *>(p);
    padded_string text(s->in->stream.ptr, s->in->stream.len);
    dom::document_stream records;
    if (s->parser.parse_many(text, 1 << 20).get(records)) return false;
    size_t n = 0;
    for (auto r : records) {
        dom::element e;
        if (r.get(e)) return false;
        if (s->collect) walk(e, s->collect);
        n++;
    }
    return n == s->in->records;
}
bool streamed(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    s->collect = f;
    bool ok = stream(p);
    s->collect = nullptr;
    return ok;
}
} // namespace

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#ifdef BENCH_BUILD
#define bench_engine_simdjson bench_module
#else
#define BENCH_BUILD ""
#endif
extern "C" __attribute__((visibility("default"))) const bench_engine *bench_engine_simdjson(void) {
    static const bench_case cases[] = {
        { "parse", "", open, parse_fresh, nullptr, facts, close, 0 },
        { "parse", "reused", open, parse_copy, nullptr, facts, close, 0 },
        { "parse", "padded", open, parse_padded, nullptr, facts, close, BENCH_PADDED },
        { "parse-stream", "reused", open, stream, nullptr, streamed, close, 0 },
        { "lookup", "", open_docs, lookup, nullptr, found, close, 0 },
        { "lookup", "pointer", open_docs, pointer, nullptr, found, close, 0 },
        { "validate", "padded", open, validate, nullptr, nullptr, close, BENCH_PADDED },
        { "minify", "", open, minify, nullptr, text_facts, close, 0 },
        { "serialize", "", open_docs, serialize, nullptr, text_facts, close, 0 },
    };
    static char version[32]; // newer releases have their version in quotes
    if (!version[0])
        for (const char *v = TEXT(SIMDJSON_VERSION), *q = v; *q && size_t(q - v) < sizeof version - 1; q++)
            if (*q != '"' && *q != '\\') version[strlen(version)] = *q;
    static const bench_engine e = { "simdjson-dom", BENCH_BUILD, version, cases, sizeof cases / sizeof *cases };
    return &e;
}
