/* Another format with public headers only: any declared type as MessagePack, by walking its description.
 * Structs and maps become maps, lists and arrays become arrays, optionals nil or the value, unions a map of one member.
 */
#include <weft/weft.h>

typedef struct packer {
    weft_buf *out;
    weft_status st;
} packer;

static void put(packer *p, const void *bytes, size_t n) {
    if (!p->st) p->st = weft_buf_append(p->out, WEFT_TEXT((const char *)bytes, n));
}
/* A marker and a big-endian number of `width` bytes. */
static void put_marked(packer *p, unsigned marker, uint64_t v, int width) {
    unsigned char b[9] = { (unsigned char)marker };
    for (int i = 0; i < width; i++) b[1 + i] = (unsigned char)(v >> 8 * (width - 1 - i));
    put(p, b, (size_t)width + 1);
}
/* A length: small ones inside the marker, then 8 (where the format has it), 16 and 32 bits. */
static void put_length(packer *p, size_t n, unsigned small, unsigned limit, unsigned m8, unsigned m16) {
    if (n < limit) put_marked(p, small | (unsigned)n, 0, 0);
    else if (m8 && n <= 0xff) put_marked(p, m8, n, 1);
    else if (n <= 0xffff) put_marked(p, m16, n, 2);
    else if (n <= 0xffffffff) put_marked(p, m16 + 1, n, 4);
    else p->st = WEFT_E_SIZE;
}
static void put_string(packer *p, weft_str s) {
    put_length(p, s.len, 0xa0, 32, 0xd9, 0xda);
    put(p, s.ptr, s.len);
}
static void put_uint(packer *p, uint64_t v) {
    if (v < 128) put_marked(p, (unsigned)v, 0, 0);
    else if (v <= 0xff) put_marked(p, 0xcc, v, 1);
    else if (v <= 0xffff) put_marked(p, 0xcd, v, 2);
    else if (v <= 0xffffffff) put_marked(p, 0xce, v, 4);
    else put_marked(p, 0xcf, v, 8);
}
static void put_int(packer *p, int64_t v) {
    if (v >= 0) put_uint(p, (uint64_t)v);
    else if (v >= -32) put_marked(p, (unsigned)(v & 0xff), 0, 0);
    else put_marked(p, 0xd3, (uint64_t)v, 8);
}

static void put_value(packer *p, const weft_node *node, const char *at);

static void put_members(packer *p, const weft_type *type, const char *at) {
    size_t n, shown = 0;
    const weft_member *m = weft_type_members(type, &n, NULL);
    for (size_t i = 0; i < n; i++)
        shown += !m[i].hidden && m[i].node->kind != WEFT_TYPE_EXTRA && m[i].node->kind != WEFT_TYPE_PRESENCE;
    put_length(p, shown, 0x80, 16, 0, 0xde);
    for (size_t i = 0; i < n; i++) {
        if (m[i].hidden || m[i].node->kind == WEFT_TYPE_EXTRA || m[i].node->kind == WEFT_TYPE_PRESENCE) continue;
        put_string(p, m[i].key);
        put_value(p, m[i].node, at + m[i].offset);
    }
}

static void put_value(packer *p, const weft_node *node, const char *at) {
    switch (node->kind) {
    case WEFT_TYPE_BOOL: put_marked(p, *(const bool *)at ? 0xc3 : 0xc2, 0, 0); break;
    case WEFT_TYPE_U64: put_uint(p, (uint64_t)weft_node_load(node, at)); break;
    case WEFT_TYPE_F32: {
        uint32_t bits;
        memcpy(&bits, at, sizeof bits);
        put_marked(p, 0xca, bits, 4);
        break;
    }
    case WEFT_TYPE_F64: {
        uint64_t bits;
        memcpy(&bits, at, sizeof bits);
        put_marked(p, 0xcb, bits, 8);
        break;
    }
    case WEFT_TYPE_STR: put_string(p, *(const weft_str *)(const void *)at); break;
    case WEFT_TYPE_CSTR: put_string(p, weft_str_of(*(const char *const *)(const void *)at)); break;
    case WEFT_TYPE_CHARS: put_string(p, WEFT_TEXT(at, strlen(at))); break;
    case WEFT_TYPE_BYTES: {
        const weft_bytes *b = (const weft_bytes *)(const void *)at;
        put_length(p, b->len, 0, 0, 0xc4, 0xc5);
        put(p, b->ptr, b->len);
        break;
    }
    case WEFT_TYPE_ENUM: {
        weft_str name = weft_enum_name(node, weft_node_load(node, at));
        if (name.ptr) put_string(p, name);
        else put_int(p, weft_node_load(node, at));
        break;
    }
    case WEFT_TYPE_STRUCT: put_members(p, node->type, at); break;
    case WEFT_TYPE_UNION: {
        size_t n;
        const weft_member *m = weft_type_members(node->type, &n, NULL);
        uint32_t tag;
        memcpy(&tag, at, sizeof tag);
        if (tag >= n) {
            p->st = WEFT_E_VARIANT;
            break;
        }
        put_length(p, 1, 0x80, 16, 0, 0xde);
        put_string(p, m[tag].key);
        put_value(p, m[tag].node, at + m[tag].offset);
        break;
    }
    case WEFT_TYPE_LIST:
    case WEFT_TYPE_MAP: {
        const void *items;
        size_t n = weft_node_items(node, at, &items);
        bool map = node->kind == WEFT_TYPE_MAP;
        put_length(p, n, map ? 0x80 : 0x90, 16, 0, map ? 0xde : 0xdc);
        for (size_t i = 0; i < n; i++) {
            const char *item = (const char *)items + i * node->stride;
            if (map && node->key) put_value(p, node->key, item);
            if (map && !node->key) put_string(p, *(const weft_str *)(const void *)item);
            put_value(p, node->elem, item + (map ? node->value_off : 0));
        }
        break;
    }
    case WEFT_TYPE_ARRAY:
        put_length(p, node->n, 0x90, 16, 0, 0xdc);
        for (uint32_t i = 0; i < node->n; i++) put_value(p, node->elem, at + i * node->stride);
        break;
    case WEFT_TYPE_OPT:
        if (*(const bool *)at) put_value(p, node->elem, at + node->value_off);
        else put_marked(p, 0xc0, 0, 0);
        break;
    case WEFT_TYPE_PTR: {
        const char *to = *(const char *const *)(const void *)at;
        if (to) put_value(p, node->elem, to);
        else put_marked(p, 0xc0, 0, 0);
        break;
    }
    case WEFT_TYPE_UNIT: put_marked(p, 0xc0, 0, 0); break;
    default:
        if (node->kind >= WEFT_TYPE_I8 && node->kind <= WEFT_TYPE_U32) put_int(p, weft_node_load(node, at));
        else p->st = WEFT_E_UNSUPPORTED;
    }
}

static weft_status to_messagepack(const weft_type *type, const void *value, weft_buf *out) {
    packer p = { out, WEFT_OK };
    const weft_node *root = weft_type_node(type, NULL);
    if (!root) return WEFT_E_TYPE;
    put_value(&p, root, (const char *)value);
    return p.st;
}

#define LEVEL(E) E(LEVEL_LOW, 0, "low") E(LEVEL_HIGH, 1, "high")
WEFT_ENUM(Level, LEVEL)
#define READING(F)                                                                                                     \
    F(weft_str, sensor)                                                                                                \
    F(double, value)                                                                                                   \
    F(int32_t, offset)                                                                                                 \
    F(Level, level) F(weft_opt(uint8_t), battery) F(weft_list(uint16_t), raw) F(weft_map(bool), flags)
WEFT_STRUCT(Reading, READING)

int main(void) {
    weft_error err;
    Reading *r = Reading_new_from_json(WEFT_STR("{\"sensor\":\"t1\",\"value\":0.5,\"offset\":-300,\"level\":\"high\","
                                                "\"battery\":null,\"raw\":[1,300],\"flags\":{\"ok\":true}}"),
                                       NULL, &err);
    if (!r) {
        weft_error_print(stderr, &err);
        return 1;
    }
    static const unsigned char expected[] = "\x87\xa6sensor\xa2t1\xa5value\xcb\x3f\xe0\x00\x00\x00\x00\x00\x00\xa6offse"
                                            "t\xd3\xff\xff\xff\xff\xff\xff\xfe\xd4"
                                            "\xa5level\xa4high\xa7"
                                            "battery\xc0\xa3raw\x92\x01\xcd\x01\x2c\xa5"
                                            "flags\x81\xa2ok\xc3";
    weft_buf out = { 0 };
    bool good = !to_messagepack(weft_type_of(Reading), r, &out) && out.len == sizeof expected - 1 &&
                !memcmp(out.data, expected, out.len);
    for (size_t i = 0; i < out.len; i++) printf("%02x%s", (unsigned char)out.data[i], i + 1 == out.len ? "\n" : " ");
    weft_buf_free(&out);
    weft_free(r);
    return good ? 0 : 1;
}
