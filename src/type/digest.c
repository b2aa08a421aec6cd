/* Fingerprint of what a type looks like on a wire: FNV-1a, 64 bits, over a canonical text.
 *
 *   text    = node ";" types          node of the root, then every declared type reached, in the order of the walk
 *   types   = { number "=" type ";" } the root's first type is number 0
 *   node    = kind name, or "@" number of a declared type, or list(node) map(node) map(node,node) opt(node)
 * array:n(node); a pointer is opt struct  = "{" { name ":" node "," } "}"        enum = "<" { value [":" name] "," }
 * ">"      union = "|" like struct Frozen: names are C's, enum names do not count, strings of every C type are "str",
 * long and size_t count as 64 bits; an evolvable struct is "~" its name and the members of its first version. JSON:
 * names are the JSON ones (decode, encode where it differs, aliases), with "?" for a member that may be missing and "0"
 * for one that may be null; the union's form and tag.
 */
#include "type/reach.h"

typedef struct digest_state {
    uint64_t hash;
    weft_wire wire;
    const weft__reach *reach;
} digest_state;

static void digest_put(digest_state *d, weft_str s) {
    for (size_t i = 0; i < s.len; i++) d->hash = (d->hash ^ (unsigned char)s.ptr[i]) * 0x100000001b3u;
}
static void digest_text(digest_state *d, const char *s) { digest_put(d, weft_str_of(s)); }
static void digest_number(digest_state *d, int64_t v) {
    char text[24];
    int n = snprintf(text, sizeof text, "%lld", (long long)v);
    digest_put(d, WEFT_TEXT(text, (size_t)n));
}

static const char *digest_kind(const weft_node *n) {
    static const char *const names[] = {
        [WEFT_TYPE_BOOL] = "bool",   [WEFT_TYPE_I8] = "i8",       [WEFT_TYPE_I16] = "i16",
        [WEFT_TYPE_I32] = "i32",     [WEFT_TYPE_I64] = "i64",     [WEFT_TYPE_U8] = "u8",
        [WEFT_TYPE_U16] = "u16",     [WEFT_TYPE_U32] = "u32",     [WEFT_TYPE_U64] = "u64",
        [WEFT_TYPE_F32] = "f32",     [WEFT_TYPE_F64] = "f64",     [WEFT_TYPE_STR] = "str",
        [WEFT_TYPE_CSTR] = "str",    [WEFT_TYPE_CHARS] = "str",   [WEFT_TYPE_BYTES] = "bytes",
        [WEFT_TYPE_RAW] = "raw",     [WEFT_TYPE_UNIT] = "unit",   [WEFT_TYPE_LIST] = "list",
        [WEFT_TYPE_MAP] = "map",     [WEFT_TYPE_OPT] = "opt",     [WEFT_TYPE_PTR] = "opt",
        [WEFT_TYPE_ARRAY] = "array", [WEFT_TYPE_EXTRA] = "extra", [WEFT_TYPE_PRESENCE] = "presence",
    };
    if (n->native) return n->kind >= WEFT_TYPE_U8 ? "u64" : "i64";
    return names[n->kind];
}

static void digest_node(digest_state *d, const weft_node *n) {
    unsigned open = 0;
    for (;; n = n->elem) {
        if (d->wire == WEFT_WIRE_JSON && n->conv) {
            digest_text(d, "conv ");
            digest_text(d, n->conv->name ? n->conv->name : "");
            break;
        }
        if (n->kind >= WEFT_TYPE_ENUM && n->kind <= WEFT_TYPE_UNION) {
            digest_text(d, "@");
            digest_number(d, (int64_t)weft__reach_index(d->reach, n->type));
            if (d->wire == WEFT_WIRE_JSON && n->by_value) digest_text(d, "#");
            if (d->wire == WEFT_WIRE_JSON && n->weft__names) digest_number(d, n->case_style);
            break;
        }
        digest_text(d, digest_kind(n));
        if (d->wire == WEFT_WIRE_JSON && n->coerce) digest_text(d, "~");
        if (!n->elem) break;
        if (n->kind == WEFT_TYPE_ARRAY) {
            digest_text(d, ":");
            digest_number(d, n->n);
        }
        digest_text(d, "(");
        open++;
        if (n->key) {
            digest_node(d, n->key); /* an enum: one step */
            digest_text(d, ",");
        }
    }
    while (open--) digest_text(d, ")");
}

static void digest_record(digest_state *d, const weft__plan *plan) {
    bool json = d->wire == WEFT_WIRE_JSON, is_union = plan->type->kind == WEFT_TYPE_UNION;
    uint32_t n = plan->n;
    if (!json && plan->attr->evolvable) {
        digest_text(d, "~");
        digest_text(d, plan->type->name);
        if (plan->attr->first_fields && plan->attr->first_fields < n) n = plan->attr->first_fields;
    }
    if (json && is_union) {
        digest_number(d, plan->repr);
        if (plan->repr == WEFT_INTERNAL || plan->repr == WEFT_ADJACENT) digest_put(d, plan->tag);
        if (plan->repr == WEFT_ADJACENT) digest_put(d, plan->content);
    }
    digest_text(d, is_union ? "|{" : "{");
    for (uint32_t i = 0; i < n; i++) {
        const weft_member *m = &plan->members[i];
        if (m->hidden || m->node->kind == WEFT_TYPE_EXTRA || m->node->kind == WEFT_TYPE_PRESENCE) continue;
        if (json) {
            digest_put(d, m->key);
            if (!weft_str_equal(m->key, m->write_key)) {
                digest_text(d, ">");
                digest_put(d, m->write_key);
            }
            for (uint32_t k = 0; k < 3 && m->aliases[k].ptr; k++) {
                digest_text(d, "/");
                digest_put(d, m->aliases[k]);
            }
            if (!m->required && !is_union) digest_text(d, "?");
            if (m->node->nullable) digest_text(d, "0");
        } else {
            digest_text(d, m->name);
        }
        bool tagged = !json && weft__member_tagged(m);
        digest_text(d, tagged ? ":opt(" : ":");
        digest_node(d, m->node);
        if (tagged) digest_text(d, ")");
        digest_text(d, ",");
    }
    digest_text(d, "}");
}

static void digest_enum(digest_state *d, const weft__plan *plan) {
    bool json = d->wire == WEFT_WIRE_JSON;
    digest_text(d, plan->type->kind == WEFT_TYPE_FLAGS ? "&<" : "<");
    if (!json) digest_number(d, plan->attr->wire ? plan->attr->wire : 4);
    for (uint32_t i = 0; i < plan->type->n; i++) {
        if (!json || plan->attr->by_value) digest_number(d, plan->type->values[i].value);
        if (json && !plan->attr->by_value) digest_put(d, plan->names.shown[i]);
        digest_text(d, ",");
    }
    digest_text(d, plan->attr->open ? "*>" : ">");
}

uint64_t weft_type_digest(const weft_type *type, weft_wire wire) {
    weft__reach reach;
    digest_state d = { 0xcbf29ce484222325u, wire, &reach };
    const weft__plan *root = weft__plan_of(type, NULL);
    if (!root || (wire == WEFT_WIRE_FROZEN ? weft__reach_frozen : weft__reach_all)(&reach, type, NULL)) return 0;
    digest_node(&d, &root->root);
    for (size_t i = 0; i < reach.count; i++) {
        const weft__plan *plan = reach.plans[i];
        digest_text(&d, ";");
        if (plan->type->kind == WEFT_TYPE_STRUCT || plan->type->kind == WEFT_TYPE_UNION) digest_record(&d, plan);
        else digest_enum(&d, plan);
    }
    weft__reach_free(&reach);
    return d.hash ? d.hash : 1; /* 0 means: no valid type */
}
