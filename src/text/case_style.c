/* Names from one case style to another: split into words, joined by the style's rule. */
#include <weft/text.h>

static bool case_upper(char c) { return c >= 'A' && c <= 'Z'; }
static bool case_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
static bool case_gap(char c) { return c == '_' || c == '-' || c == ' '; }

/* Style -> what stands between words, and the case of a word's first letter in the first word, in later words, and of
 * the rest. */
typedef struct case_rule {
    char gap;
    bool first_up, later_up, rest_up;
} case_rule;
static const case_rule case_rules[] = {
    [WEFT_AS_IS] = { 0, false, false, false },   [WEFT_CAMEL] = { 0, false, true, false },
    [WEFT_PASCAL] = { 0, true, true, false },    [WEFT_SNAKE] = { '_', false, false, false },
    [WEFT_KEBAB] = { '-', false, false, false }, [WEFT_SCREAMING] = { '_', true, true, true },
    [WEFT_LOWER] = { 0, false, false, false },   [WEFT_UPPER] = { 0, true, true, true },
};

size_t weft_case_convert(weft_str name, weft_case style, char *out, size_t cap) {
    size_t n = 0;
    if (style <= WEFT_AS_IS || style > WEFT_UPPER) {
        for (size_t i = 0; i < name.len; i++)
            if (n < cap) out[n++] = name.ptr[i];
        return n;
    }
    const case_rule *rule = &case_rules[style];
    bool word_start = true, first = true;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i], before = i ? name.ptr[i - 1] : 0, after = i + 1 < name.len ? name.ptr[i + 1] : 0;
        if (case_gap(c)) {
            word_start = true;
            continue;
        }
        if (i && case_upper(c) && (case_lower(before) || (case_upper(before) && after >= 'a' && after <= 'z')))
            word_start = true;
        bool up = word_start ? (first ? rule->first_up : rule->later_up) : rule->rest_up;
        if (word_start && !first && rule->gap && n < cap) out[n++] = rule->gap;
        if (up && c >= 'a' && c <= 'z') c = (char)(c - 'a' + 'A');
        if (!up && case_upper(c)) c = (char)(c - 'A' + 'a');
        if (n < cap) out[n++] = c;
        word_start = first = false;
    }
    return n;
}
