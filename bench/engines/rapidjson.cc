// RapidJSON (https://github.com/Tencent/rapidjson), full precision; UTF-8 checked in "validate" and by the parse flag.
#include "../bench.h"

#include <memory>
#include <vector>

#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace {
using namespace rapidjson;
constexpr unsigned kFlags = kParseFullPrecisionFlag | kParseValidateEncodingFlag;

struct State {
    const bench_input *in;
    std::vector<std::unique_ptr<Document>> docs;
    std::vector<std::vector<char>> copies;
    StringBuffer text;
    std::vector<const Value *> found;
    bench_facts *collect = nullptr;
};
void *open(const bench_input *in) {
    State *s = new State;
    s->in = in;
    s->docs.resize(in->count);
    s->copies.resize(in->count);
    return s;
}
void release(void *p) {
    for (auto &d : static_cast<State *>(p)->docs) d.reset();
}
void close(void *p) { delete static_cast<State *>(p); }
bool parse(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++) {
        s->docs[i].reset(new Document);
        if (s->docs[i]->Parse<kFlags>(s->in->texts[i].ptr, s->in->texts[i].len).HasParseError()) return false;
    }
    return true;
}
bool parse_insitu(void *p) { // the copy it destroys is inside the timing
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++) {
        const bench_text &t = s->in->texts[i];
        s->copies[i].resize(t.len + 1);
        memcpy(s->copies[i].data(), t.ptr, t.len);
        s->copies[i][t.len] = 0;
        s->docs[i].reset(new Document);
        if (s->docs[i]->ParseInsitu<kFlags>(s->copies[i].data()).HasParseError()) return false;
    }
    return true;
}
bool validate(void *p) {
    State *s = static_cast<State *>(p);
    for (size_t i = 0; i < s->in->count; i++) {
        BaseReaderHandler<> handler;
        Reader reader;
        MemoryStream ms(s->in->texts[i].ptr, s->in->texts[i].len);
        EncodedInputStream<UTF8<>, MemoryStream> is(ms);
        if (reader.Parse<kParseFullPrecisionFlag | kParseValidateEncodingFlag>(is, handler).IsError()) return false;
    }
    return true;
}
void *open_docs(const bench_input *in) {
    void *p = open(in);
    parse(p);
    return p;
}
template <class W> bool write(State *s) {
    s->text.Clear();
    for (size_t i = 0; i < s->in->count; i++) {
        if (i) s->text.Put('\n');
        W w(s->text);
        if (!s->docs[i]->Accept(w)) return false;
    }
    return true;
}
bool serialize(void *p) { return write<Writer<StringBuffer>>(static_cast<State *>(p)); }
bool pretty(void *p) {
    State *s = static_cast<State *>(p);
    return s->in->count == 1 && write<PrettyWriter<StringBuffer>>(s);
}
bool text_facts(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    f->text = s->text.GetString();
    f->text_len = s->text.GetSize();
    return true;
}
void walk(const Value &v, bench_facts *f) {
    switch (v.GetType()) {
    case kNullType: f->nulls++; break;
    case kFalseType: f->falses++; break;
    case kTrueType: f->trues++; break;
    case kNumberType: f->numbers++, f->number_sum += v.GetDouble(); break;
    case kStringType: f->strings++, f->string_bytes += v.GetStringLength(); break;
    case kArrayType:
        f->arrays++, f->elements += v.Size();
        for (const Value &e : v.GetArray()) walk(e, f);
        break;
    case kObjectType:
        f->objects++, f->members += v.MemberCount();
        for (const auto &m : v.GetObject()) f->key_bytes += m.name.GetStringLength(), walk(m.value, f);
        break;
    }
}
bool facts(void *p, bench_facts *f) {
    for (auto &d : static_cast<State *>(p)->docs) walk(*d, f);
    return true;
}
const Value *find(const Value *v, const bench_path &path) {
    for (size_t k = 0; k < path.count; k++) {
        const bench_step &step = path.steps[k];
        if (!step.key) {
            v = &(*v)[SizeType(step.index)];
            continue;
        }
        auto m = v->FindMember(Value(StringRef(step.key, step.len)));
        if (m == v->MemberEnd()) return nullptr;
        v = &m->value;
    }
    return v;
}
bool lookup(void *p) {
    State *s = static_cast<State *>(p);
    s->found.resize(s->in->n_looks);
    for (size_t i = 0; i < s->in->n_looks; i++)
        if (!(s->found[i] = find(s->docs[s->in->looks[i].text].get(), s->in->looks[i]))) return false;
    return true;
}
bool found(void *p, bench_facts *f) {
    uint64_t h = 1;
    for (const Value *v : static_cast<State *>(p)->found) {
        switch (v->GetType()) {
        case kNullType: h = bench_found_other(h, 0); break;
        case kFalseType: h = bench_found_other(h, 2); break;
        case kTrueType: h = bench_found_other(h, 1); break;
        case kNumberType: h = bench_found_real(h, v->GetDouble()); break;
        case kStringType: h = bench_found_string(h, v->GetString(), v->GetStringLength()); break;
        case kArrayType: h = bench_found_many(h, 5, v->Size()); break;
        case kObjectType: h = bench_found_many(h, 6, v->MemberCount()); break;
        }
    }
    f->checksum = h;
    return true;
}
bool mutate(void *p) {
    State *s = static_cast<State *>(p);
    if (!parse(p)) return false;
    for (size_t i = 0; i < s->in->n_changes; i++) {
        const Value *v = find(s->docs[s->in->changes[i].text].get(), s->in->changes[i]);
        if (!v) return false;
        const_cast<Value *>(v)->SetInt(7);
    }
    bool ok = serialize(p);
    release(p);
    return ok;
}
bool stream(void *p) {
    State *s = static_cast<State *>(p);
    MemoryStream is(s->in->stream.ptr, s->in->stream.len);
    EncodedInputStream<UTF8<>, MemoryStream> records(is);
    for (size_t i = 0; i < s->in->records; i++) {
        Document d;
        if (d.ParseStream<kFlags | kParseStopWhenDoneFlag>(records).HasParseError()) return false;
        if (s->collect) walk(d, s->collect);
    }
    return true;
}
bool streamed(void *p, bench_facts *f) {
    State *s = static_cast<State *>(p);
    s->collect = f;
    bool ok = stream(p);
    s->collect = nullptr;
    return ok;
}
} // namespace

extern "C" const bench_engine *bench_engine_rapidjson(void) {
    static const bench_case cases[] = {
        { "parse", "", open, parse, release, facts, close, 0 },
        { "parse", "insitu", open, parse_insitu, release, facts, close, 0 },
        { "parse-stream", "", open, stream, nullptr, streamed, close, 0 },
        { "lookup", "", open_docs, lookup, nullptr, found, close, 0 },
        { "mutate", "", open, mutate, nullptr, text_facts, close, 0 },
        { "validate", "sax", open, validate, nullptr, nullptr, close, 0 },
        { "serialize", "", open_docs, serialize, nullptr, text_facts, close, 0 },
        { "serialize-pretty", "", open_docs, pretty, nullptr, text_facts, close, 0 },
    };
    static const bench_engine e = { "rapidjson", "", RAPIDJSON_VERSION_STRING, cases, sizeof cases / sizeof *cases };
    return &e;
}
