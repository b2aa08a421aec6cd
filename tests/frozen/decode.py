#!/usr/bin/env python3
"""An independent decoder of Frozen messages, frames and directories, written from docs/spec/frozen.md alone.

Reads every golden file of tests/golden/frozen, compares it with the expected values below, computes the type hashes from
the type texts, and checks that truncated files are refused. Needs nothing but Python 3.
"""
import struct
import sys
import os


class Bad(Exception):
    pass


# ---- CRC-32C, bit by bit ----
CRC = []
for i in range(256):
    c = i
    for _ in range(8):
        c = (c >> 1) ^ (0x82F63B78 if c & 1 else 0)
    CRC.append(c)


def crc32c(data):
    c = 0xFFFFFFFF
    for b in data:
        c = (c >> 8) ^ CRC[(c ^ b) & 255]
    return c ^ 0xFFFFFFFF


# ---- types ----
# A type is ("i32",), ("str",), ("list", t), ("opt", t), ("map", t) with string keys, ("emap", enum, t),
# ("array", n, t) or the name of a declared type in the schema.
# Declared: ("struct", [(name, t)...]), ("evolvable", first, [(name, t)...]), ("union", [(name, t)...]),
# ("enum", wire, open, [values]), ("flags", wire, open, [values]).
NUMBERS = {"i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "u8": "<B", "u16": "<H", "u32": "<I", "u64": "<Q",
           "f32": "<f", "f64": "<d"}


class Reader:
    def __init__(self, data, schema):
        self.data, self.at, self.end, self.schema = data, 0, len(data), schema

    def take(self, n):
        if n > self.end - self.at:
            raise Bad("short")
        self.at += n
        return self.data[self.at - n:self.at]

    def number(self, fmt):
        return struct.unpack(fmt, self.take(struct.calcsize(fmt)))[0]

    def enum(self, decl):
        _, wire, is_open, values = decl
        signed = decl[0] == "enum" and (wire == 4 or min(values) < 0)
        v = int.from_bytes(self.take(wire), "little", signed=signed)
        if decl[0] == "enum" and not is_open and v not in values:
            raise Bad("enum")
        if decl[0] == "flags" and not is_open and v & ~sum(values):
            raise Bad("flags")
        return v

    def entries(self, key, value):
        count, out, before = self.number("<I"), {}, None
        for _ in range(count):
            k = key()
            if before is not None and not before < k:
                raise Bad("order")
            before = k
            out[k if isinstance(k, int) else k.decode("utf-8")] = self.read(value)
        return out

    def read(self, t):
        if isinstance(t, str):
            return self.declared(self.schema[t])
        kind = t[0]
        if kind in NUMBERS:
            return self.number(NUMBERS[kind])
        if kind == "bool":
            v = self.number("<B")
            if v > 1:
                raise Bad("bool")
            return bool(v)
        if kind in ("str", "raw"):
            try:
                return self.take(self.number("<I")).decode("utf-8")
            except UnicodeDecodeError:
                raise Bad("utf-8")
        if kind == "bytes":
            return self.take(self.number("<I"))
        if kind == "unit":
            return None
        if kind == "opt":
            tag = self.number("<B")
            if tag > 1:
                raise Bad("tag")
            return self.read(t[1]) if tag else None
        if kind == "list":
            return [self.read(t[1]) for _ in range(self.number("<I"))]
        if kind == "array":
            return [self.read(t[2]) for _ in range(t[1])]
        if kind == "map":
            return self.entries(lambda: self.take(self.number("<I")), t[1])
        if kind == "emap":
            return self.entries(lambda: self.enum(self.schema[t[1]]), t[2])
        raise AssertionError(t)

    def declared(self, decl):
        kind = decl[0]
        if kind == "struct":
            return {name: self.read(t) for name, t in decl[1]}
        if kind == "evolvable":
            length = self.number("<I")
            if length > self.end - self.at:
                raise Bad("short")
            outer, self.end = self.end, self.at + length
            out = {}
            for i, (name, t) in enumerate(decl[2]):
                if self.at == self.end and i >= decl[1]:
                    break
                out[name] = self.read(t)
            self.at, self.end = self.end, outer
            return out
        if kind == "union":
            i = self.number("<B" if len(decl[1]) <= 255 else "<H")
            if i >= len(decl[1]):
                raise Bad("variant")
            return (decl[1][i][0], self.read(decl[1][i][1]))
        return self.enum(decl)


def message(data, schema, root):
    r = Reader(data, schema)
    v = r.read(root)
    if r.at != r.end:
        raise Bad("long")
    return v


# ---- type hash ----
def type_text(schema, root):
    order = []

    def reach(t):
        if isinstance(t, str):
            if t not in order:
                order.append(t)
        elif t[0] == "emap":
            reach(t[1])
            reach(t[2])
        elif t[0] in ("list", "opt", "map"):
            reach(t[1])
        elif t[0] == "array":
            reach(t[2])

    def fields(decl):
        if decl[0] == "evolvable":
            return decl[2][:decl[1]]
        return decl[1] if decl[0] in ("struct", "union") else []

    def node(t):
        if isinstance(t, str):
            return "@%d" % order.index(t)
        if t[0] == "emap":
            return "map(@%d,%s)" % (order.index(t[1]), node(t[2]))
        if t[0] in ("list", "opt", "map"):
            return "%s(%s)" % (t[0], node(t[1]))
        if t[0] == "array":
            return "array:%d(%s)" % (t[1], node(t[2]))
        return t[0]

    reach(root)
    for name in order:  # grows while it runs
        for _, t in fields(schema[name]):
            reach(t)
    out = node(root)
    for name in order:
        decl = schema[name]
        out += ";"
        if decl[0] in ("enum", "flags"):
            out += ("&<" if decl[0] == "flags" else "<") + str(decl[1])
            out += "".join("%d," % v for v in decl[3]) + ("*>" if decl[2] else ">")
        else:
            out += {"struct": "{", "union": "|{", "evolvable": "~" + name + "{"}[decl[0]]
            out += "".join("%s:%s," % (n, node(t)) for n, t in fields(decl)) + "}"
    return out


def type_hash(schema, root):
    h = 0xCBF29CE484222325
    for b in type_text(schema, root).encode():
        h = (h ^ b) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return h or 1


# ---- frames ----
def frame(data, at=0):
    head = data[at:at + 32]
    if head[:4] != b"\xf7WFM"[:len(head)]:
        raise Bad("magic")
    if len(head) < 32:
        raise Bad("short")
    magic, version, flags, hash_, length, head_sum, sum_ = struct.unpack("<4sHHQQII", head)
    if crc32c(head[:24] + head[28:]) != head_sum:
        raise Bad("header sum")
    if version != 1 or flags:
        raise Bad("version")
    payload = data[at + 32:at + 32 + length]
    if len(payload) != length:
        raise Bad("short")
    if crc32c(payload) != sum_:
        raise Bad("payload sum")
    return hash_, payload, at + 32 + length


def stream(data):
    """The whole frames, and whether a torn tail follows."""
    out, at = [], 0
    while at < len(data):
        try:
            hash_, payload, at = frame(data, at)
        except Bad:
            return out, True
        out.append((hash_, payload))
    return out, False


# ---- directories ----
DTYPES = {1: "?", 2: "b", 3: "h", 4: "i", 5: "q", 6: "B", 7: "H", 8: "I", 9: "Q", 10: "e", 12: "f", 13: "d"}
SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 2, 8: 4, 9: 8, 10: 2, 11: 2, 12: 4, 13: 8, 14: 1, 15: 1, 16: 8, 17: 16}


def pad(n):
    return n + 63 & ~63


def directory(data):
    if len(data) < 64:
        raise Bad("short")
    magic, version, flags, count, table, names_len, length, table_sum, _, head_sum = struct.unpack("<8sHHIQQQI16sI", data[:64])
    if magic != b"\xf7WEFTDIR" or crc32c(data[:60]) != head_sum or version != 1 or flags or data[44:60].strip(b"\0"):
        raise Bad("header")
    if length > len(data):
        raise Bad("short")
    if length < len(data):
        raise Bad("long")
    size = count * 64 + pad(names_len)
    if table % 64 or length % 64 or table < 64 or table + size > length:
        raise Bad("table")
    whole = data[table:table + size]
    if crc32c(whole) != table_sum or whole[count * 64 + names_len:].strip(b"\0"):
        raise Bad("table sum")
    names = whole[count * 64:count * 64 + names_len]
    out, position, passed = {}, 64, False
    for i in range(count):
        kind, dtype, rank, eflags, name, name_len, more, offset, bytes_ = struct.unpack("<BBBBIIIQQ", whole[i * 64:i * 64 + 32])
        dims = list(struct.unpack("<4Q", whole[i * 64 + 32:i * 64 + 64]))
        if not passed and position == table and (offset != position or bytes_):
            position, passed = position + size, True
        if offset != position or offset % 64 or offset + pad(bytes_) > length:
            raise Bad("overlap or gap")
        if not passed and offset < table < offset + pad(bytes_):
            raise Bad("over the table")
        position = offset + pad(bytes_)
        if kind == 0:
            continue
        payload = data[offset:offset + bytes_]
        if data[offset + bytes_:position].strip(b"\0"):
            raise Bad("padding")
        key = names[name:name + name_len].decode("utf-8")
        if len(key.encode()) != name_len or not key or key in out:
            raise Bad("name")
        extra = max(rank - 4, 0) + (rank if eflags & 1 else 0) + (1 if eflags & 2 else 0)
        words = list(struct.unpack("<%dQ" % extra, names[more:more + 8 * extra]))
        dims = (dims + words[:max(rank - 4, 0)])[:rank] if kind == 1 else dims
        words = words[max(rank - 4, 0):]
        strides = words[:rank] if eflags & 1 else None
        if eflags & 2 and crc32c(payload) != words[-1]:
            raise Bad("payload sum")
        if kind == 2:
            out[key] = payload.decode("utf-8")
        elif kind == 3:
            out[key] = (dims[0], payload)
        elif kind == 1:
            out[key] = (dtype, dims, elements(payload, dtype, dims, strides))
        else:
            raise Bad("kind")
    if not passed and position == table:
        position += size
    if position != length:
        raise Bad("gap at the end")
    return out


def elements(payload, dtype, dims, strides):
    size, total = SIZES[dtype], 1
    for d in dims:
        total *= d
    if strides is None:
        if total * size != len(payload):
            raise Bad("size")
        strides, step = [0] * len(dims), size
        for k in reversed(range(len(dims))):
            strides[k], step = step, step * dims[k]
    out = []
    for i in range(total):
        at, rest = 0, i
        for k in reversed(range(len(dims))):
            at += rest % dims[k] * strides[k]
            rest //= dims[k]
        if at + size > len(payload):
            raise Bad("strides")
        one = payload[at:at + size]
        if dtype in (16, 17):
            out.append(complex(*struct.unpack("<2f" if dtype == 16 else "<2d", one)))
        else:
            out.append(struct.unpack("<" + DTYPES[dtype], one)[0])
    return out


# ---- what the golden files hold ----
def prim(*names):
    return [(n,) for n in names]


BOOL, I32, STR, F64 = prim("bool", "i32", "str", "f64")
SCHEMA = {
    "Small": ("struct", [("a", BOOL), ("b", BOOL), ("c", I32), ("d", I32), ("e", ("i64",)), ("f", F64), ("g", STR), ("h", STR)]),
    "Color": ("enum", 4, False, [1, 2, -7]),
    "Grade": ("enum", 1, False, [0, 200]),
    "Mode": ("flags", 4, False, [1, 2, 8]),
    "Point": ("struct", [("x", ("f32",)), ("y", ("f32",))]),
    "Circle": ("struct", [("at", "Point"), ("radius", F64)]),
    "Shape": ("union", [("none", ("unit",)), ("circle", "Circle"), ("name", STR)]),
    "Tree": ("struct", [("value", I32), ("children", ("list", "Tree")), ("next", ("opt", "Tree"))]),
    "Everything": ("struct", [
        ("yes", BOOL), ("i8", ("i8",)), ("i16", ("i16",)), ("i32", I32), ("i64", ("i64",)), ("u8", ("u8",)), ("u16", ("u16",)),
        ("u32", ("u32",)), ("u64", ("u64",)), ("f32", ("f32",)), ("f64", F64), ("native", ("i64",)), ("size", ("u64",)),
        ("text", STR), ("cstr", STR), ("nick", ("opt", STR)), ("code", STR), ("blob", ("bytes",)), ("raw", ("raw",)),
        ("color", "Color"), ("grade", "Grade"), ("mode", "Mode"), ("point", "Point"), ("triple", ("array", 3, ("i16",))),
        ("shapes", ("array", 2, "Shape")), ("maybe", ("opt", F64)), ("maybe_point", ("opt", "Point")),
        ("numbers", ("list", ("u16",))), ("bits", ("list", BOOL)), ("circles", ("list", "Circle")),
        ("words", ("opt", ("list", STR))), ("counts", ("map", I32)), ("by_color", ("emap", "Color", F64)), ("shape", "Shape"),
        ("tree", "Tree")]),
    "Evolve1": ("evolvable", 2, [("a", I32), ("b", STR)]),
    "Evolve3": ("evolvable", 2, [("a", I32), ("b", STR), ("c", F64), ("d", ("list", I32)), ("e", STR)]),
    "Holder1": ("struct", [("items", ("list", "Evolve1")), ("end", ("u8",))]),
    "Holder3": ("struct", [("items", ("list", "Evolve3")), ("end", ("u8",))]),
}
SMALL = {"a": True, "b": False, "c": -3, "d": 70000, "e": -5000000000, "f": 2.5, "g": "hello", "h": "world"}
CIRCLES = [{"at": {"x": 1, "y": 2}, "radius": 3}, {"at": {"x": -1, "y": 0.5}, "radius": 1e300}]
LEAF = {"value": 3, "children": [], "next": None}
EVERYTHING = {
    "yes": True, "i8": -128, "i16": -32768, "i32": -2**31, "i64": -2**63, "u8": 255, "u16": 65535, "u32": 2**32 - 1,
    "u64": 2**64 - 1, "f32": 1.5, "f64": -0.1, "native": -123456, "size": 123456, "text": "gr\u00fc\u00df",
    "cstr": "a C string", "nick": None, "code": "seven77", "blob": b"\0\xff\x80", "raw": '{"x":[1,2]}', "color": -7,
    "grade": 200, "mode": 9, "point": {"x": 0.25, "y": -4}, "triple": [1, -2, 3], "shapes": [("none", None), ("name", "box")],
    "maybe": 6.5, "maybe_point": None, "numbers": [1, 2, 65535], "bits": [True, False, True, True], "circles": CIRCLES,
    "words": ["alpha", "", "\u00e4\u20ac"], "counts": {"a": 1, "ab": -3, "b": 2}, "by_color": {-7: -7.0, 1: 1.0, 2: 2.0},
    "shape": ("circle", CIRCLES[0]),
    "tree": {"value": 100, "children": [{"value": 1, "children": [], "next": None},
                                        {"value": 2, "children": [], "next": LEAF}], "next": None},
}
DIRECTORY = {
    "matrix": (12, [2, 3], [1, 2, 3, 4, 5, 6]), "transposed": (3, [2, 3], [1, 3, 5, 2, 4, 6]), "empty": (13, [3, 0, 5], []),
    "scalar": (6, [], [200]), "complex": (17, [2], [1 - 1j, 0.5 + 2j]), "deep": (5, [1, 1, 1, 2, 1, 1], [-2**63, 2**63 - 1]),
    "author": "J\u00fcrgen", "config": (0x1122334455667788, b"\1\0\0\0"),
}


def refuses_every_prefix(read, data):
    for n in range(len(data)):
        try:
            read(data[:n])
        except Bad:
            continue
        raise AssertionError("accepted the first %d bytes of %d" % (n, len(data)))


def main(folder):
    def load(name):
        with open(os.path.join(folder, name), "rb") as f:
            return f.read()

    small = load("small.frozen")
    assert len(small) == 44 and message(small, SCHEMA, "Small") == SMALL
    everything = load("everything.frozen")
    assert message(everything, SCHEMA, "Everything") == EVERYTHING
    hash_, payload, end = frame(load("everything.frame"))
    assert payload == everything and end == len(load("everything.frame"))
    assert hash_ == type_hash(SCHEMA, "Everything"), "%x, %s" % (hash_, type_text(SCHEMA, "Everything"))
    frames, torn = stream(load("small.stream"))
    assert [message(p, SCHEMA, "Small")["c"] for _, p in frames] == [0, 1, 2] and not torn
    assert frames[0][0] == type_hash(SCHEMA, "Small")
    for n in range(len(load("small.stream"))):
        frames, torn = stream(load("small.stream")[:n])
        assert len(frames) == n // 76 and torn == (n % 76 != 0)
    one = {"a": 1, "b": "one"}
    two = {"a": 2, "b": "two"}
    more = [dict(one, c=10.0, d=[5, 6], e="x"), dict(two, c=20.0, d=[], e="")]
    for name, writes in (("evolve1.frozen", [one, two]), ("evolve3.frozen", more)):
        for root, knows in (("Holder1", "ab"), ("Holder3", "abcde")):
            want = [{k: v for k, v in item.items() if k in knows} for item in writes]
            assert message(load(name), SCHEMA, root) == {"items": want, "end": 99}
    assert directory(load("directory")) == DIRECTORY
    assert directory(load("directory.appended")) == dict(DIRECTORY, nothing="", last="x")
    refuses_every_prefix(lambda d: message(d, SCHEMA, "Small"), small)
    refuses_every_prefix(lambda d: message(d, SCHEMA, "Everything"), everything)
    refuses_every_prefix(frame, load("everything.frame"))
    refuses_every_prefix(directory, load("directory"))
    print("all golden files read")


main(sys.argv[1])
