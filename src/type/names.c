/* Name tables of types: hash look-up, enum names, the nearest name for a suggestion. */
#include "type/plan.h"

uint32_t weft__name_hash(weft_str s) {
    uint32_t h = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < s.len; i++) h = (h ^ (unsigned char)s.ptr[i]) * 16777619u;
    return h;
}

int32_t weft__names_find(const weft__names *names, weft_str s) {
    if (!names->slots) return -1;
    uint32_t h = weft__name_hash(s);
    for (uint32_t i = h & names->mask;; i = (i + 1) & names->mask) {
        const weft__name_slot *slot = &names->slots[i];
        if (!slot->index) return -1;
        if (slot->hash == h && weft_str_equal(slot->name, s)) return (int32_t)(slot->index - 1);
    }
}

const weft__names *weft__enum_names(const weft_node *node) {
    if (node->weft__names) return (const weft__names *)node->weft__names;
    const weft__plan *plan = weft__plan_of(node->type, NULL);
    return plan ? &plan->names : NULL;
}

int32_t weft__enum_row(const weft_node *node, int64_t value) {
    const weft_type *t = node->type;
    for (uint32_t i = 0; i < t->n; i++)
        if (t->values[i].value == value) return (int32_t)i;
    return -1;
}

weft_str weft_enum_name(const weft_node *node, int64_t value) {
    weft_str none = { NULL, 0 };
    if (node->kind != WEFT_TYPE_ENUM && node->kind != WEFT_TYPE_FLAGS) return none;
    int32_t row = weft__enum_row(node, value);
    const weft__names *names = row < 0 ? NULL : weft__enum_names(node);
    return names ? names->shown[row] : none;
}

enum { NEAREST_LONGEST = 40 };
static char names_folded(char c) { return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c; }
/* Edit distance where swapping neighbours counts once and case counts nothing; `limit` when it is at least that. */
static uint32_t names_distance(weft_str a, weft_str b, uint32_t limit) {
    uint8_t rows[3][NEAREST_LONGEST + 1];
    if (a.len > NEAREST_LONGEST || b.len > NEAREST_LONGEST) return limit;
    for (size_t j = 0; j <= b.len; j++) rows[0][j] = (uint8_t)j;
    for (size_t i = 1; i <= a.len; i++) {
        uint8_t *row = rows[i % 3], *above = rows[(i + 2) % 3], *above2 = rows[(i + 1) % 3];
        row[0] = (uint8_t)i;
        for (size_t j = 1; j <= b.len; j++) {
            char x = names_folded(a.ptr[i - 1]), y = names_folded(b.ptr[j - 1]);
            uint8_t best = (uint8_t)(above[j - 1] + (x == y ? 0 : 1));
            if (above[j] + 1 < best) best = (uint8_t)(above[j] + 1);
            if (row[j - 1] + 1 < best) best = (uint8_t)(row[j - 1] + 1);
            if (i > 1 && j > 1 && x == names_folded(b.ptr[j - 2]) && y == names_folded(a.ptr[i - 2]) &&
                above2[j - 2] + 1 < best)
                best = (uint8_t)(above2[j - 2] + 1);
            row[j] = best;
        }
    }
    uint8_t d = rows[a.len % 3][b.len];
    return d < limit ? d : limit;
}

weft_str weft__names_nearest(const weft__names *names, weft_str s) {
    weft_str best = { NULL, 0 };
    if (!names->slots) return best;
    uint32_t limit = (uint32_t)(s.len / 3 + 1) > 4 ? 4 : (uint32_t)(s.len / 3 + 1); /* one error in three characters */
    for (uint32_t i = 0; i <= names->mask; i++) {
        if (!names->slots[i].index) continue;
        uint32_t d = names_distance(s, names->slots[i].name, limit);
        if (d < limit) {
            limit = d;
            best = names->slots[i].name;
        }
    }
    return best;
}
