/* yyjson: look-ups, changes through its mutable document, records of a stream. */
typedef struct yym_state {
    const bench_input *in;
    yyjson_doc **docs;
    yyjson_val **found;
    char *text;
    size_t len, room;
    bench_facts *collect;
} yym_state;

static void *yym_open(const bench_input *in) {
    yym_state *s = (yym_state *)calloc(1, sizeof *s);
    s->in = in;
    s->docs = (yyjson_doc **)calloc(in->count, sizeof *s->docs);
    s->found = (yyjson_val **)calloc(in->n_looks + 1, sizeof *s->found);
    return s;
}
static void *yym_open_docs(const bench_input *in) {
    yym_state *s = (yym_state *)yym_open(in);
    for (size_t i = 0; i < in->count; i++) s->docs[i] = yyjson_read(in->texts[i].ptr, in->texts[i].len, 0);
    return s;
}
static void yym_close(void *p) {
    yym_state *s = (yym_state *)p;
    for (size_t i = 0; i < s->in->count; i++) yyjson_doc_free(s->docs[i]);
    free(s->docs), free(s->found), free(s->text), free(s);
}
static bool yym_lookup(void *p) {
    yym_state *s = (yym_state *)p;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path *path = &s->in->looks[i];
        yyjson_val *v = yyjson_doc_get_root(s->docs[path->text]);
        for (size_t k = 0; k < path->count; k++)
            v = path->steps[k].key ? yyjson_obj_getn(v, path->steps[k].key, path->steps[k].len)
                                   : yyjson_arr_get(v, path->steps[k].index);
        if (!(s->found[i] = v)) return false;
    }
    return true;
}
static bool yym_pointer(void *p) {
    yym_state *s = (yym_state *)p;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        const bench_path *path = &s->in->looks[i];
        if (!(s->found[i] = yyjson_doc_ptr_getn(s->docs[path->text], path->pointer, path->pointer_len))) return false;
    }
    return true;
}
static bool yym_found(void *p, bench_facts *f) {
    yym_state *s = (yym_state *)p;
    f->checksum = 1;
    for (size_t i = 0; i < s->in->n_looks; i++) {
        yyjson_val *v = s->found[i];
        if (yyjson_is_null(v)) f->checksum = bench_found_other(f->checksum, 0);
        else if (yyjson_is_bool(v)) f->checksum = bench_found_other(f->checksum, yyjson_get_bool(v) ? 1 : 2);
        else if (yyjson_is_num(v)) f->checksum = bench_found_real(f->checksum, yyjson_get_num(v));
        else if (yyjson_is_str(v)) f->checksum = bench_found_string(f->checksum, yyjson_get_str(v), yyjson_get_len(v));
        else f->checksum = bench_found_many(f->checksum, yyjson_is_arr(v) ? 5 : 6, yyjson_get_len(v));
    }
    return true;
}

static bool yym_append(yym_state *s, const char *t, size_t n) {
    if (s->len + n + 1 > s->room) {
        size_t room = (s->len + n + 1) * 2;
        char *grown = (char *)realloc(s->text, room);
        if (!grown) return false;
        s->text = grown;
        s->room = room;
    }
    if (s->len) s->text[s->len++] = '\n';
    memcpy(s->text + s->len, t, n);
    s->len += n;
    return true;
}
static bool yym_mutate(void *p) {
    yym_state *s = (yym_state *)p;
    size_t c = 0, n;
    s->len = 0;
    for (size_t i = 0; i < s->in->count; i++) {
        yyjson_doc *d = yyjson_read(s->in->texts[i].ptr, s->in->texts[i].len, 0);
        yyjson_mut_doc *m = d ? yyjson_doc_mut_copy(d, NULL) : NULL;
        yyjson_doc_free(d);
        if (!m) return false;
        for (; c < s->in->n_changes && s->in->changes[c].text == i; c++)
            yyjson_mut_set_sint(yyjson_mut_doc_ptr_getn(m, s->in->changes[c].pointer, s->in->changes[c].pointer_len),
                                7);
        char *t = yyjson_mut_write(m, 0, &n);
        yyjson_mut_doc_free(m);
        bool ok = t && yym_append(s, t, n);
        free(t);
        if (!ok) return false;
    }
    return true;
}
static bool yym_text(void *p, bench_facts *f) {
    f->text = ((yym_state *)p)->text;
    f->text_len = ((yym_state *)p)->len;
    return true;
}

static bool yym_stream(void *p) {
    yym_state *s = (yym_state *)p;
    const char *at = s->in->stream.ptr, *end = at + s->in->stream.len;
    size_t n = 0;
    while (at < end) {
        const char *stop = (const char *)memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        yyjson_doc *d = yyjson_read(at, (size_t)(stop - at), 0);
        if (!d) return false;
        if (s->collect) yy_walk(yyjson_doc_get_root(d), s->collect);
        yyjson_doc_free(d);
        n++;
        at = stop + 1;
    }
    return n == s->in->records;
}
static bool yym_streamed(void *p, bench_facts *f) {
    yym_state *s = (yym_state *)p;
    s->collect = f;
    bool ok = yym_stream(s);
    s->collect = NULL;
    return ok;
}
