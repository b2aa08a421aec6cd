/* The gate: what an engine made is compared with what an independent library (jansson) finds in the same text, before a
 * single number is taken. A row that fails has a reason instead of a number. */
#include "board.h"

#include "binary.h"
#include "decoded.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

uint64_t bench_mix_bytes(uint64_t h, const char *s, size_t n) {
    uint64_t f = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i++) f = (f ^ (uint8_t)s[i]) * 0x100000001b3u;
    return bench_mix(bench_mix(h, f), n);
}

static void reference_walk(const json_t *v, bench_facts *f) {
    switch (json_typeof(v)) {
    case JSON_NULL: f->nulls++; break;
    case JSON_TRUE: f->trues++; break;
    case JSON_FALSE: f->falses++; break;
    case JSON_INTEGER:
    case JSON_REAL:
        f->numbers++;
        f->number_sum += json_number_value(v);
        break;
    case JSON_STRING:
        f->strings++;
        f->string_bytes += json_string_length(v);
        break;
    case JSON_ARRAY:
        f->arrays++;
        f->elements += json_array_size(v);
        for (size_t i = 0; i < json_array_size(v); i++) reference_walk(json_array_get(v, i), f);
        break;
    case JSON_OBJECT: {
        const char *key;
        json_t *value;
        f->objects++;
        f->members += json_object_size(v);
        json_object_foreach((json_t *)(uintptr_t)v, key, value) {
            f->key_bytes += strlen(key);
            reference_walk(value, f);
        }
        break;
    }
    }
}

bool bench_reference_text(const char *text, size_t len, bench_facts *facts, char reason[160]) {
    json_error_t e;
    json_t *v = json_loadb(text, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, &e);
    if (!v) {
        snprintf(reason, 160, "the reference cannot read it: %.100s", e.text);
        return false;
    }
    reference_walk(v, facts);
    json_decref(v);
    return true;
}

bool bench_reference(const bench_input *in, bench_facts *facts, char reason[160]) {
    memset(facts, 0, sizeof *facts);
    for (size_t i = 0; i < in->count; i++)
        if (!bench_reference_text(in->texts[i].ptr, in->texts[i].len, facts, reason)) return false;
    return true;
}

bool bench_facts_agree(const bench_facts *want, const bench_facts *got, bool counts, char reason[160]) {
#define SAME(member)                                                                                                   \
    if (want->member != got->member) {                                                                                 \
        snprintf(reason, 160, #member ": %llu, the reference has %llu", (unsigned long long)got->member,               \
                 (unsigned long long)want->member);                                                                    \
        return false;                                                                                                  \
    }
    if (counts) {
        SAME(nulls)
        SAME(trues)
        SAME(falses)
        SAME(numbers)
        SAME(strings)
        SAME(arrays)
        SAME(objects)
        SAME(elements)
        SAME(members)
        SAME(string_bytes)
        SAME(key_bytes) if (!(fabs(want->number_sum - got->number_sum) <= 1e-9 * fabs(want->number_sum))) {
            snprintf(reason, 160, "number_sum: %.17g, the reference has %.17g", got->number_sum, want->number_sum);
            return false;
        }
    } else {
        SAME(checksum)
    }
#undef SAME
    return true;
}

const bench_facts *bench_expected(bench_input *in, const char *op, bench_references *r) {
    char reason[160];
    if (strncmp(op, "frozen", 6) == 0) return bench_binary_expected(in, &r->typed) ? &r->typed : NULL;
    if (!in->count) return NULL; /* no text */
    if (strncmp(op, "decode", 6) == 0 || strcmp(op, "encode") == 0) {
        if (bench_shape_of(in->dataset) == BENCH_SHAPE_NONE) return NULL;
        return bench_decode_reference(in, &r->typed.checksum, reason) ? &r->typed : NULL;
    }
    if (strcmp(op, "parse-stream") == 0) return bench_stream(in, &r->streamed) ? &r->streamed : NULL;
    if (strcmp(op, "lookup") == 0) return bench_paths(in, &r->paths) ? &r->paths.looked : NULL;
    if (strcmp(op, "mutate") == 0) return bench_paths(in, &r->paths) ? &r->paths.mutated : NULL;
    if (strcmp(op, "serialize-pretty") == 0 && in->count != 1) return NULL;
    return &r->text;
}

/* Texts no strict engine takes, by what is wrong with them. */
static const struct {
    const char *fault, *text;
    size_t len;
} faults[] = {
    { "utf8", "[\"\xff\"]", 5 },
    { "utf8", "[\"\xed\xa0\x80\"]", 7 },
    { "number", "[01]", 4 },
    { "number", "[1.]", 4 },
    { "number", "[-]", 3 },
    { "escape", "[\"\\x\"]", 6 },
    { "escape", "[\"\\ud800\"]", 10 },
    { "control", "[\"\x01\"]", 5 },
    { "truncated", "[1,2", 4 },
    { "truncated", "{\"a\":\"b", 7 },
    { "literal", "[trve]", 6 },
    { "comma", "[1,]", 4 },
    { "trailing", "[1] 2", 5 },
    { "brackets", "[1}", 3 },
};

typedef struct probe {
    const bench_case *how;
    const bench_input *in;
} probe;
static bool probe_run(void *arg) {
    const probe *p = (const probe *)arg;
    void *state = p->how->open ? p->how->open(p->in) : NULL;
    bool ok = p->how->run(state);
    if (p->how->release) p->how->release(state);
    if (p->how->close) p->how->close(state);
    return ok;
}

/* The fault as it is, or for typed decodes in a member that nobody asked for, in front of the data set's first text. */
static char *fault_text(const bench_row *row, size_t i, size_t *len) {
    bench_text t = { "", 0 };
    bool typed = strncmp(row->how->op, "decode", 6) == 0;
    if (typed) t = row->input->texts[0];
    char *out = (char *)malloc(t.len + faults[i].len + 16), *o = out;
    if (!out) return NULL;
    size_t skip = typed ? (size_t)((const char *)memchr(t.ptr, '{', t.len) - t.ptr) + 1 : 0;
    if (typed && strcmp(faults[i].fault, "truncated") == 0) {
        memcpy(o, t.ptr, t.len);
        o += t.len;
        while (o > out && o[-1] != '}') o--;
        o--; /* the last brace */
    } else if (typed && strcmp(faults[i].fault, "trailing") == 0) {
        memcpy(o, t.ptr, t.len);
        o += t.len;
        *o++ = '2';
    } else {
        if (typed) memcpy(o, "{\"zz\":", 6), o += 6;
        memcpy(o, faults[i].text, faults[i].len);
        o += faults[i].len;
        if (typed) *o++ = ',', memcpy(o, t.ptr + skip, t.len - skip), o += t.len - skip;
    }
    *len = (size_t)(o - out);
    return out;
}

/* Feeds broken texts; what passes is named in the row's label. */
static void gate_strictness(bench_row *row) {
    const char *op = row->how->op;
    bool typed = strncmp(op, "decode", 6) == 0;
    if (!typed && strcmp(op, "parse") != 0 && strcmp(op, "validate") != 0 && strcmp(op, "minify") != 0 &&
        strcmp(op, "parse-stream") != 0)
        return;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        bench_text t = { NULL, 0 };
        if (!row->input->count || !(t.ptr = fault_text(row, i, &t.len))) continue;
        bench_input in = {
            .dataset = row->input->dataset, .texts = &t, .count = 1, .bytes = t.len, .stream = t, .records = 1
        };
        probe p = { row->how, &in };
        bool accepted = false;
        char reason[160];
        bool fine = bench_guarded(probe_run, &p, &accepted, reason);
        if ((accepted || !fine) && !strstr(row->accepts, faults[i].fault)) {
            size_t n = strlen(row->accepts);
            snprintf(row->accepts + n, sizeof row->accepts - n, "%s%s%s", n ? " " : "", faults[i].fault,
                     fine ? "" : "(crash)");
        }
        free((void *)(uintptr_t)t.ptr);
    }
}

static bool gate_run(void *arg) {
    bench_row *row = (bench_row *)arg;
    row->state = row->how->open ? row->how->open(row->input) : NULL;
    if (row->how->open && !row->state) return false;
    bench_memory_start();
    bool ok = row->how->run(row->state);
    bench_memory_stop(row);
    return ok;
}

typedef struct facts_call {
    bench_row *row;
    bench_facts *facts;
} facts_call;
static bool gate_facts(void *arg) {
    facts_call *c = (facts_call *)arg;
    return c->row->how->facts(c->row->state, c->facts);
}

void bench_gate(bench_row *row, const bench_facts *reference) {
    bool ok = false;
    row->bytes = row->input->bytes;
    row->items = row->input->count;
    if (strcmp(row->how->op, "parse-stream") == 0)
        row->bytes = row->input->stream.len, row->items = row->input->records;
    if (strcmp(row->how->op, "lookup") == 0) {
        row->items = row->input->n_looks;
        row->bytes = 0;
        for (size_t i = 0; i < row->items; i++) row->bytes += row->input->looks[i].pointer_len;
    }
    if (row->input->binary) row->items = row->input->binary->units * row->input->binary->per_unit;
    row->instructions = row->cycles = row->branch_misses = row->page_faults = row->peak_bytes = row->allocated_bytes =
        -1;
    if (!bench_guarded(gate_run, row, &ok, row->error)) return;
    if (!ok) {
        snprintf(row->error, sizeof row->error, "refused the input");
        return;
    }
    if (row->how->facts) {
        bench_facts got;
        memset(&got, 0, sizeof got);
        facts_call call = { row, &got };
        if (!bench_guarded(gate_facts, &call, &ok, row->error)) return;
        if (!ok) {
            snprintf(row->error, sizeof row->error, "no result to check");
            return;
        }
        bool counts = true;
        const char *op = row->how->op;
        if (!got.text && got.text_len) row->bytes = got.text_len; /* an encode that was read back */
        if (strcmp(op, "lookup") == 0 || strncmp(op, "decode", 6) == 0 || strcmp(op, "encode") == 0 ||
            strncmp(op, "frozen", 6) == 0)
            counts = false;
        if (got.text) { /* a text producer: its text is read again by the reference; texts of many inputs are one per
                           line */
            if (strcmp(op, "mutate") != 0) row->bytes = got.text_len;
            const char *p = got.text, *end = p + got.text_len;
            bench_facts again;
            memset(&again, 0, sizeof again);
            for (size_t i = 0; i < row->input->count && ok; i++) {
                const char *stop = row->input->count > 1 ? (const char *)memchr(p, '\n', (size_t)(end - p)) : end;
                if (!stop) stop = end;
                ok = bench_reference_text(p, (size_t)(stop - p), &again, row->error);
                p = stop < end ? stop + 1 : end;
            }
            if (!ok) return;
            got = again;
        }
        if (!bench_facts_agree(reference, &got, counts, row->error)) return;
    }
    if (row->how->release) row->how->release(row->state);
    gate_strictness(row);
}
