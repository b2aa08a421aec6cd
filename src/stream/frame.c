/* Cutting records out of the window. LINES need only line ends: a raw LF inside a string is no JSON, so a line is a
 * record. VALUES and ELEMENTS are cut by brackets and quotes alone; whether the cut text is JSON is the reader's to
 * say. That is exact: up to its first error the reader sees the same brackets and strings as the cut does, and where
 * the reader sees no error both end at the same byte. Scalars have no closing byte: the plain reader finds their end,
 * given the byte behind as well, without which it cannot tell an end of text from a wrong character.
 */
#include "base/error.h"
#include "json/plain.h"
#include "stream/stream.h"

static bool frame_is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
static bool frame_ends_scalar(char c) {
    return frame_is_space(c) || c == ',' || c == ':' || c == '"' || c == '[' || c == ']' || c == '{' || c == '}';
}

/* Uses up the window to data[to), keeping count of lines: LF, CR and CRLF end one, in LINES only LF does. */
static void frame_advance(weft_stream *s, size_t to) {
    const char *p = s->data + s->pos;
    size_t n = to - s->pos;
    if (!n) return;
    uint64_t at = s->base + s->pos;
    s->pos = to;
    if (s->o.format == WEFT_STREAM_LINES || (!s->after_cr && !memchr(p, '\r', n))) {
        const char *last = weft__last_byte(p, n, '\n');
        if (!last) return;
        s->line += weft__count_byte(p, (size_t)(last - p) + 1, '\n');
        s->line_start = at + (size_t)(last - p) + 1;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        bool lf = p[i] == '\n';
        if (lf || p[i] == '\r') {
            if (!lf || !s->after_cr) s->line++;
            s->line_start = at + i + 1;
        }
        s->after_cr = p[i] == '\r';
    }
}

static void frame_set(const weft_stream *s, weft__frame *f, size_t n) {
    f->text = WEFT_TEXT(s->data + s->pos, n);
    f->offset = s->base + s->pos;
    f->line = s->line;
    f->line_start = s->line_start;
    f->element = s->o.format == WEFT_STREAM_ELEMENTS ? s->element : 0;
    f->blank = false;
}

void weft__stream_place(const weft_stream *s, const weft__frame *f, weft_error *err) {
    if (err->placed) {
        bool first = err->line <= 1 || s->o.format == WEFT_STREAM_LINES;
        uint64_t line = f->line + (first ? 0 : err->line - 1);
        uint64_t column = first ? f->offset - f->line_start + err->offset + 1 : err->column;
        err->line = line > UINT32_MAX ? UINT32_MAX : (uint32_t)line;
        err->column = column > UINT32_MAX ? UINT32_MAX : (uint32_t)column;
        err->offset += (size_t)f->offset;
    }
    if (err->path[0] && f->element) weft__error_path_index(err, (size_t)(f->element - 1));
    weft__error_file(err, s->name);
}

void weft__stream_resume(weft_stream *s, const weft__frame *f, const weft_error *err) {
    if (s->o.format != WEFT_STREAM_VALUES) return;
    size_t start = (size_t)(f->offset - s->base), in = err->placed ? err->offset - (size_t)f->offset : 0;
    s->pos = start;
    s->line = f->line;
    s->line_start = f->line_start;
    s->after_cr = false;
    frame_advance(s, start + in);
    s->skip_line = true;
}

static bool frame_passed_line(weft_stream *s) {
    const char *lf = (const char *)memchr(s->data + s->pos, '\n', s->len - s->pos);
    frame_advance(s, lf ? (size_t)(lf - s->data) + 1 : s->len);
    s->skip_line = !lf;
    return lf != NULL;
}

/* The record at pos is longer than allowed; f is set to what of it may be looked at. */
static weft__step frame_too_long(weft_stream *s, weft__frame *f) {
    weft__error_at(&s->error, WEFT_E_SIZE, WEFT_STAGE_READ, f->text, 0, "record of more than %zu bytes",
                   s->o.max_record);
    weft__stream_place(s, f, &s->error);
    return WEFT__STEP_BROKEN;
}

static weft__step frame_line(weft_stream *s, weft__frame *f) {
    for (;;) {
        if (s->pos == s->len) return s->eof ? WEFT__STEP_END : WEFT__STEP_MORE;
        if (s->skip_line && !frame_passed_line(s)) continue;
        if (s->pos == s->len) continue;
        size_t have = s->len - s->pos;
        const char *start = s->data + s->pos;
        const char *lf = (const char *)memchr(start + s->scan, '\n', have - s->scan);
        if (!lf && !s->eof && have <= s->o.max_record) {
            s->scan = have;
            return WEFT__STEP_MORE;
        }
        size_t n = lf ? (size_t)(lf - start) : have;
        s->scan = 0;
        if (n > s->o.max_record) {
            frame_set(s, f, s->o.max_record);
            s->skip_line = true;
            return frame_too_long(s, f);
        }
        frame_set(s, f, n);
        size_t i = 0;
        while (i < n && frame_is_space(start[i])) i++;
        f->blank = i == n;
        frame_advance(s, s->pos + n + (lf ? 1 : 0));
        if (f->blank && s->o.blank == WEFT_BLANK_SKIP) continue;
        return WEFT__STEP_FRAME;
    }
}

/* Is there an error in the first n bytes of the record at pos, whatever may follow? Its offset counts from pos. */
static bool frame_prefix_error(weft_stream *s, size_t n) {
    if (s->read.duplicates == WEFT_DUPLICATES_ERROR) return false; /* their place depends on the object's end */
    if (s->first != '"' && s->first != '[' && s->first != '{') return false; /* a scalar may end before */
    const char *p = s->data + s->pos;
    weft_status st = weft__plain_validate(WEFT_TEXT(p, n), &s->read, NULL, NULL);
    if (st == WEFT_OK || st == WEFT_E_END || st == WEFT_E_MEMORY) return false;
    weft__plain_validate(WEFT_TEXT(p, n), &s->read, NULL, &s->error);
    if (s->error.code == WEFT_E_MEMORY) return false; /* it is found again when the record is whole */
    if (p[s->error.offset] == '/' && s->error.offset + 1 == n) return false; /* a comment needs one more byte to show */
    if (st != WEFT_E_RANGE) return true;
    for (size_t i = s->error.offset; i < n; i++) /* a negative exponent may follow */
        if (frame_ends_scalar(p[i])) return true;
    return false;
}

/* Looks for the end of the container or string at pos, from where the last look stopped. */
static bool frame_scan(weft_stream *s, size_t *length) {
    const char *start = s->data + s->pos, *p = start + s->scan, *end = s->data + s->len;
    size_t depth = s->depth;
    bool in_string = s->in_string, escaped = s->escaped, found = false;
    for (; p < end; p++) {
        char c = *p;
        if (in_string) {
            if (escaped) escaped = false;
            else if (c == '\\') escaped = true;
            else if (c == '"') {
                in_string = false;
                if (depth == 0) found = true;
            }
        } else if (c == '"') {
            in_string = true;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if (c == ']' || c == '}') {
            if (--depth == 0) found = true;
        }
        if (found) {
            p++;
            break;
        }
    }
    s->depth = depth;
    s->in_string = in_string;
    s->escaped = escaped;
    s->scan = (size_t)(p - start);
    *length = s->scan;
    return found;
}

static void frame_open(weft_stream *s) {
    s->first = s->data[s->pos];
    s->scan = 0;
    s->depth = 0;
    s->in_string = s->escaped = false;
    s->check_at = s->o.buffer;
    s->element++;
}

/* The scalar at pos is n bytes long at most. */
static weft__step frame_scalar(weft_stream *s, weft__frame *f, size_t n) {
    weft_read_opts o = s->read;
    o.stop_after = true;
    frame_set(s, f, n + (s->pos + n < s->len));
    size_t used = 0;
    weft_status st = weft__plain_validate(f->text, &o, &used, &s->error);
    s->scan = 0;
    if (st) {
        frame_advance(s, s->pos + n);
        if (st == WEFT_E_MEMORY) return WEFT__STEP_FAILED;
        weft__stream_place(s, f, &s->error);
        weft__stream_resume(s, f, &s->error);
        f->text.len = n;
        return WEFT__STEP_BROKEN;
    }
    f->text.len = used;
    frame_advance(s, s->pos + used);
    return WEFT__STEP_FRAME;
}

/* The record at pos exceeds the limit; whole: its end is known, s->scan bytes from pos. */
static weft__step frame_value_too_long(weft_stream *s, weft__frame *f, bool whole) {
    frame_set(s, f, s->o.max_record);
    if (frame_prefix_error(s, s->o.max_record)) weft__stream_place(s, f, &s->error);
    else {
        frame_too_long(s, f);
        if (s->o.format == WEFT_STREAM_VALUES) { /* goes on with the line behind the limit */
            frame_advance(s, s->pos + s->o.max_record);
            s->skip_line = true;
            s->scan = 0;
            return WEFT__STEP_BROKEN;
        }
    }
    if (s->o.format == WEFT_STREAM_VALUES) {
        weft__stream_resume(s, f, &s->error);
        s->scan = 0;
    } else if (whole) {
        frame_advance(s, s->pos + s->scan);
        s->scan = 0;
    } else {
        s->too_long = true;
    }
    return WEFT__STEP_BROKEN;
}

/* The rest of an element that is not kept. */
static bool frame_passed_element(weft_stream *s) {
    bool scalar = s->first != '"' && s->first != '[' && s->first != '{', done;
    size_t n;
    if (scalar) {
        n = s->scan;
        while (s->pos + n < s->len && !frame_ends_scalar(s->data[s->pos + n])) n++;
        done = s->pos + n < s->len || s->eof;
    } else {
        done = frame_scan(s, &n) || s->eof;
    }
    frame_advance(s, s->pos + n);
    s->scan = 0;
    s->too_long = !done;
    return done;
}

static weft__step frame_value(weft_stream *s, weft__frame *f) {
    bool fresh = s->scan == 0;
    if (fresh) frame_open(s);
    bool scalar = s->first != '"' && s->first != '[' && s->first != '{', whole;
    size_t n;
    if (scalar) {
        n = fresh ? 1 : s->scan;
        if (!frame_ends_scalar(s->first)) /* such a byte is wrong all by itself */
            while (s->pos + n < s->len && !frame_ends_scalar(s->data[s->pos + n])) n++;
        s->scan = n;
        whole = s->pos + n < s->len || s->eof;
    } else {
        whole = frame_scan(s, &n);
    }
    if (n > s->o.max_record) return frame_value_too_long(s, f, whole || (!scalar && s->eof));
    if (scalar && whole) return frame_scalar(s, f, n);
    if (whole || s->eof) {
        frame_set(s, f, n);
        frame_advance(s, s->pos + n);
        s->scan = 0;
        return WEFT__STEP_FRAME;
    }
    /* A broken record may never end: it is looked at whenever it has doubled. */
    if (n >= s->check_at && (s->o.format == WEFT_STREAM_VALUES || s->o.broken == WEFT_BROKEN_STOP)) {
        s->check_at = n * 2;
        if (frame_prefix_error(s, n)) {
            frame_set(s, f, n);
            weft__stream_place(s, f, &s->error);
            weft__stream_resume(s, f, &s->error);
            s->scan = 0;
            return WEFT__STEP_BROKEN;
        }
    }
    return WEFT__STEP_MORE;
}

static weft__step frame_values(weft_stream *s, weft__frame *f) {
    for (;;) {
        if (s->skip_line && s->pos < s->len) frame_passed_line(s);
        if (s->scan == 0 && !s->skip_line) {
            size_t p = s->pos;
            while (p < s->len && frame_is_space(s->data[p])) p++;
            frame_advance(s, p);
        }
        if (s->pos == s->len) return s->eof ? WEFT__STEP_END : WEFT__STEP_MORE;
        return frame_value(s, f);
    }
}

/* What the plain reader says of the byte at pos (or of the end) behind `before`: no value can follow. */
static weft__step frame_structure(weft_stream *s, const char *before) {
    char text[16];
    size_t n = strlen(before);
    weft__frame f;
    memcpy(text, before, n);
    size_t more = s->len - s->pos < 2 ? s->len - s->pos : 2; /* two bytes make a comment */
    bool end = more == 0;
    if (more == 1 && !s->eof && s->data[s->pos] == '/') return WEFT__STEP_MORE;
    if (more == 2 && s->data[s->pos] != '/') more = 1;
    memcpy(text + n, s->data + s->pos, more);
    weft_read_opts o = s->read;
    if (!o.max_depth) o.max_depth = 1;
    if (weft__plain_validate(WEFT_TEXT(text, n + more), &o, NULL, &s->error) == WEFT_E_MEMORY) return WEFT__STEP_FAILED;
    weft_error said = s->error;
    frame_set(s, &f, end ? 0 : 1);
    f.element = 0;
    weft__error_at(&s->error, said.code, said.stage, f.text, 0, "%s", said.reason);
    memcpy(s->error.found, said.found, sizeof said.found);
    weft__stream_place(s, &f, &s->error);
    return WEFT__STEP_FAILED;
}

static weft__step frame_elements(weft_stream *s, weft__frame *f) {
    static const char *const before[] = { [WEFT__PLACE_START] = "",
                                          [WEFT__PLACE_FIRST] = "[",
                                          [WEFT__PLACE_VALUE] = "[\"\",",
                                          [WEFT__PLACE_AFTER] = "[\"\"",
                                          [WEFT__PLACE_TAIL] = "[]" };
    for (;;) {
        if (s->too_long) {
            if (s->pos == s->len && !s->eof) return WEFT__STEP_MORE;
            if (!frame_passed_element(s)) continue;
            s->place = WEFT__PLACE_AFTER;
        }
        if (s->scan == 0) {
            size_t p = s->pos;
            while (p < s->len && frame_is_space(s->data[p])) p++;
            frame_advance(s, p);
            if (p == s->len) {
                if (!s->eof) return WEFT__STEP_MORE;
                return s->place == WEFT__PLACE_TAIL ? WEFT__STEP_END : frame_structure(s, before[s->place]);
            }
            char c = s->data[p];
            weft__place next = s->place;
            if (s->place == WEFT__PLACE_START && c == '[') next = WEFT__PLACE_FIRST;
            if (s->place == WEFT__PLACE_AFTER && c == ',') next = WEFT__PLACE_VALUE;
            if (c == ']' && (s->place == WEFT__PLACE_FIRST || s->place == WEFT__PLACE_AFTER ||
                             (s->place == WEFT__PLACE_VALUE && s->read.trailing_commas)))
                next = WEFT__PLACE_TAIL;
            if (next != s->place) {
                s->place = next;
                frame_advance(s, p + 1);
                continue;
            }
            if (s->place == WEFT__PLACE_START) {
                weft__frame at;
                frame_set(s, &at, s->len - p < 64 ? s->len - p : 64);
                weft__error_at(&s->error, WEFT_E_KIND, WEFT_STAGE_PARSE, at.text, 0, "expected an array");
                weft__stream_place(s, &at, &s->error);
                return WEFT__STEP_FAILED;
            }
            if (s->place == WEFT__PLACE_AFTER || s->place == WEFT__PLACE_TAIL || c == ',' || c == ':' || c == ']' ||
                c == '}')
                return frame_structure(s, before[s->place]);
        }
        weft__step step = frame_value(s, f);
        if (step == WEFT__STEP_FRAME || (step == WEFT__STEP_BROKEN && !s->too_long)) s->place = WEFT__PLACE_AFTER;
        return step;
    }
}

weft__step weft__stream_frame(weft_stream *s, weft__frame *f) {
    if (!s->started) {
        static const char mark[] = "\xef\xbb\xbf";
        size_t have = s->len < 3 ? s->len : 3;
        if (s->read.bom && (have == 0 || memcmp(s->data, mark, have) == 0)) {
            if (have < 3 && !s->eof) return WEFT__STEP_MORE;
            if (have == 3) s->pos = 3;
        }
        s->started = true;
        s->read.bom = false;
    }
    switch (s->o.format) {
    case WEFT_STREAM_LINES: return frame_line(s, f);
    case WEFT_STREAM_VALUES: return frame_values(s, f);
    default: return frame_elements(s, f);
    }
}
