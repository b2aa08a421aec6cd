/* Streams on several threads. There is no thread that only hands out work: who is idle cuts the next batch of records
 * off the stream under the lock, works on it alone, and passes on what is ready in turn. Batches live in a ring of
 * slots; a full ring makes threads wait, which bounds memory.
 *
 *   slot   free -> taken (cut under the lock, worked on without) -> ready -> delivered, in turn -> free
 */
#include "base/alloc.h"
#include "base/error.h"
#include "base/opts.h"
#include "stream/stream.h"

#if !defined(_WIN32) && !defined(WEFT_NO_THREADS)
#include <pthread.h>
#include <unistd.h>
#define RUN_THREADS 1
#else
#define RUN_THREADS 0
#endif

enum { RUN_MOST_THREADS = 64 };

/* A record outside LINES, or one that is broken already: text[at, at + len) of the batch. */
typedef struct run_frame {
    size_t at, len;
    uint64_t offset, line, line_start, element;
    bool broken;
    weft_error error;
} run_frame;

typedef struct run_batch {
    weft_str text; /* in the stream's text, or in bytes */
    weft_buf bytes, out;
    bool lines; /* text is a range of whole lines; otherwise there are frames */
    uint64_t offset, line, line_start;
    run_frame *frames;
    size_t frame_count, frame_cap;
    enum { RUN_FREE, RUN_TAKEN, RUN_READY } state;
    uint64_t broken;
    weft_status status; /* of the work */
    weft_error error;
} run_batch;

typedef struct run_state {
    weft_stream *s;
    weft_record_work *work;
    weft_record_deliver *deliver;
    void *ctx;
    weft_run_opts o;
    run_batch *ring;
    uint64_t cut, delivered; /* batches so far; ordered: batch n is in slot n % queue */
    bool ended, stopped, delivering;
    weft_status status;
    weft_error error;
#if RUN_THREADS
    pthread_mutex_t lock;
    pthread_cond_t changed;
#endif
} run_state;

typedef struct run_worker {
    run_state *run;
    unsigned number;
    weft_stream *sub; /* reads the batches' records */
} run_worker;

static void run_lock(run_state *r) {
#if RUN_THREADS
    if (r->o.threads > 1) pthread_mutex_lock(&r->lock);
#else
    (void)r;
#endif
}
static void run_unlock(run_state *r) {
#if RUN_THREADS
    if (r->o.threads > 1) pthread_mutex_unlock(&r->lock);
#else
    (void)r;
#endif
}
static void run_wait(run_state *r) {
#if RUN_THREADS
    pthread_cond_wait(&r->changed, &r->lock);
#else
    (void)r;
#endif
}
static void run_changed(run_state *r) {
#if RUN_THREADS
    if (r->o.threads > 1) pthread_cond_broadcast(&r->changed);
#else
    (void)r;
#endif
}

static void run_stop(run_state *r, const weft_error *why) {
    if (!r->stopped) {
        r->error = *why;
        r->status = why->code;
    }
    r->stopped = true;
}

/* ---- cutting, under the lock ------------------------------------------------------------------------------------ */
/* The fast way for LINES: a range of whole lines. False: this place needs a look at each record. */
static bool run_cut_range(run_state *r, run_batch *b, bool *failed) {
    weft_stream *s = r->s;
    if (s->o.format != WEFT_STREAM_LINES || !s->started || s->skip_line || s->scan) return false;
    while (!s->eof && s->len - s->pos < r->o.batch) {
        if (!weft__stream_fill(s)) {
            *failed = true;
            return true;
        }
    }
    const char *p = s->data + s->pos;
    size_t have = s->len - s->pos, n = have;
    if (!s->eof || have > r->o.batch) {
        const char *last = weft__last_byte(p, have < r->o.batch ? have : r->o.batch, '\n');
        if (!last) return false;
        n = (size_t)(last - p) + 1;
    }
    if (n == 0) return false;
    b->lines = true;
    b->offset = s->base + s->pos;
    b->line = s->line;
    b->line_start = s->line_start;
    if (s->source == WEFT__SOURCE_TEXT) {
        b->text = WEFT_TEXT(p, n);
    } else {
        b->bytes.len = 0;
        if (weft_buf_append(&b->bytes, WEFT_TEXT(p, n))) {
            weft__error_set(&s->error, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
            *failed = true;
            return true;
        }
        b->text = weft_buf_str(&b->bytes);
    }
    s->line += weft__count_byte(p, n, '\n');
    const char *last = weft__last_byte(p, n, '\n');
    if (last) s->line_start = b->offset + (size_t)(last - p) + 1;
    s->pos += n;
    return true;
}

static bool run_add_frame(run_state *r, run_batch *b, const weft__frame *f, const weft_error *broken) {
    if (b->frame_count == b->frame_cap) {
        size_t cap = b->frame_cap ? b->frame_cap * 2 : 16;
        run_frame *grown =
            (run_frame *)weft__resize(r->s->alloc, b->frames, b->frame_cap * sizeof *grown, cap * sizeof *grown);
        if (!grown) return false;
        b->frames = grown;
        b->frame_cap = cap;
    }
    run_frame *to = &b->frames[b->frame_count];
    to->at = b->bytes.len;
    to->len = broken ? 0 : f->text.len;
    to->offset = f->offset;
    to->line = f->line;
    to->line_start = f->line_start;
    to->element = f->element;
    to->broken = broken != NULL;
    if (broken) to->error = *broken;
    else if (weft_buf_append(&b->bytes, f->text)) return false;
    b->frame_count++;
    return true;
}

/* The next batch, which may be empty; at the end, or where the stream fails, r->ended is set. */
static void run_cut(run_state *r, run_batch *b) {
    weft_stream *s = r->s;
    bool failed = false;
    b->lines = false;
    b->frame_count = 0;
    b->bytes.len = 0;
    b->text = WEFT_TEXT("", 0);
    b->broken = 0;
    b->status = WEFT_OK;
    if (!run_cut_range(r, b, &failed)) {
        do {
            weft__frame f;
            weft__step step = weft__stream_cut(s, &f);
            if (step == WEFT__STEP_FRAME && s->o.format == WEFT_STREAM_VALUES && !s->o.text_only &&
                s->o.broken != WEFT_BROKEN_STOP) {
                /* where to go on behind a broken value is known only once it has been read */
                weft_status st = weft__json_validate(f.text, &s->read, sizeof s->read, &s->error);
                if (st == WEFT_E_MEMORY) step = WEFT__STEP_FAILED;
                else if (st) {
                    weft__stream_place(s, &f, &s->error);
                    weft__stream_resume(s, &f, &s->error);
                    step = WEFT__STEP_BROKEN;
                }
            }
            if (step == WEFT__STEP_FAILED) failed = true;
            else if (step == WEFT__STEP_END) r->ended = true;
            else if (!run_add_frame(r, b, &f, step == WEFT__STEP_BROKEN ? &s->error : NULL)) {
                weft__error_set(&s->error, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
                failed = true;
            }
        } while (!failed && !r->ended && b->bytes.len < r->o.batch && b->frame_count < 4096 &&
                 s->o.format != WEFT_STREAM_LINES);
    }
    if (failed) { /* comes behind what is in the batch */
        r->ended = true;
        b->status = s->error.code;
        b->error = s->error;
    }
}

/* ---- working, without the lock ---------------------------------------------------------------------------------- */
static bool run_fail(run_batch *b, const weft_error *err) {
    b->status = err->code;
    b->error = *err;
    return false;
}

static bool run_record(run_worker *w, run_batch *b, weft_record *rec) {
    rec->worker = w->number;
    if (w->run->work(w->run->ctx, rec, &b->out)) return true;
    weft_error err;
    weft__error_set(&err, WEFT_E_CALLBACK, WEFT_STAGE_READ, "the work on a record was cancelled");
    return run_fail(b, &err);
}

/* Points the worker's stream at a text that stands at a place of the whole stream. */
static void run_aim(weft_stream *sub, weft_str text, uint64_t offset, uint64_t line, uint64_t line_start) {
    sub->data = text.len ? text.ptr : "";
    sub->len = text.len;
    sub->pos = sub->scan = 0;
    sub->base = offset;
    sub->line = line;
    sub->line_start = line_start;
    sub->failed = sub->skip_line = false;
    sub->broken = 0;
}

static void run_work(run_worker *w, run_batch *b) {
    weft_stream *sub = w->sub;
    weft_record rec;
    weft_error err;
    if (b->lines) {
        run_aim(sub, b->text, b->offset, b->line, b->line_start);
        weft_next next;
        while ((next = weft_stream_next(sub, &rec, &err)) == WEFT_NEXT_RECORD)
            if (!run_record(w, b, &rec)) break;
        b->broken = sub->broken;
        if (next == WEFT_NEXT_ERROR) run_fail(b, &err);
        return;
    }
    weft_status later = b->status; /* the stream failed behind this batch */
    b->status = WEFT_OK;
    for (size_t i = 0; i < b->frame_count; i++) {
        const run_frame *f = &b->frames[i];
        weft__frame frame = { .text = WEFT_TEXT(f->len ? b->bytes.data + f->at : "", f->len),
                              .offset = f->offset,
                              .line = f->line,
                              .line_start = f->line_start,
                              .element = f->element };
        memset(&rec, 0, sizeof rec);
        bool broken = f->broken;
        if (broken) err = f->error;
        else if (!sub->o.text_only) {
            weft_status st = weft__stream_read(sub, &frame, &err);
            if (st == WEFT_E_MEMORY) {
                run_fail(b, &err);
                return;
            }
            if (st) {
                weft__stream_place(sub, &frame, &err);
                broken = true;
            } else rec.value = weft_doc_root(sub->doc);
        }
        if (broken) {
            b->broken++;
            if (sub->o.broken == WEFT_BROKEN_STOP) {
                run_fail(b, &err);
                return;
            }
            if (sub->o.broken == WEFT_BROKEN_SKIP) continue;
            rec.broken = &err;
        }
        rec.text = frame.text;
        rec.offset = f->offset;
        rec.line = f->line;
        if (!run_record(w, b, &rec)) return;
    }
    b->status = later;
}

/* ---- passing on ------------------------------------------------------------------------------------------------- */
/* Under the lock; it is given up while deliver runs. */
static void run_deliver(run_state *r, run_batch *b) {
    if (!r->stopped) {
        r->s->broken += b->broken;
        if (r->deliver && b->out.len) {
            r->delivering = true;
            run_unlock(r);
            bool go_on = r->deliver(r->ctx, weft_buf_str(&b->out));
            run_lock(r);
            r->delivering = false;
            if (!go_on) {
                weft_error err;
                weft__error_set(&err, WEFT_E_CALLBACK, WEFT_STAGE_WRITE, "the delivery was cancelled");
                run_stop(r, &err);
            }
        }
        if (b->status) run_stop(r, &b->error);
    }
    b->out.len = 0;
    b->state = RUN_FREE;
    r->delivered++;
    run_changed(r);
}

static run_batch *run_slot(run_state *r) {
    if (r->o.unordered) {
        for (size_t i = 0; i < r->o.queue; i++)
            if (r->ring[i].state == RUN_FREE) return &r->ring[i];
        return NULL;
    }
    run_batch *b = &r->ring[r->cut % r->o.queue];
    return b->state == RUN_FREE ? b : NULL;
}

static run_batch *run_ready(run_state *r) {
    if (r->delivering) return NULL;
    if (r->o.unordered) {
        for (size_t i = 0; i < r->o.queue; i++)
            if (r->ring[i].state == RUN_READY) return &r->ring[i];
        return NULL;
    }
    run_batch *b = &r->ring[r->delivered % r->o.queue];
    return b->state == RUN_READY ? b : NULL;
}

static void *run_thread(void *arg) {
    run_worker *w = (run_worker *)arg;
    run_state *r = w->run;
    run_lock(r);
    for (;;) {
        run_batch *b;
        while ((b = run_ready(r)) != NULL) run_deliver(r, b);
        if (r->stopped || r->ended) break;
        b = run_slot(r);
        if (!b) { /* a thread that delivers or works will free one */
            run_wait(r);
            continue;
        }
        b->state = RUN_TAKEN;
        r->cut++;
        run_cut(r, b);
        run_unlock(r);
        run_work(w, b);
        run_lock(r);
        b->state = RUN_READY;
        run_changed(r);
    }
    run_changed(r);
    run_unlock(r);
    return NULL;
}

/* ---- the call --------------------------------------------------------------------------------------------------- */
static unsigned run_processors(void) {
#if RUN_THREADS && defined(_SC_NPROCESSORS_ONLN)
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > RUN_MOST_THREADS ? RUN_MOST_THREADS : (unsigned)n;
#else
    return 1;
#endif
}

static weft_stream *run_sub(const weft_stream *s) {
    weft_stream_opts o = s->o;
    o.read = NULL;
    weft_stream *sub = weft__stream_text(WEFT_TEXT("", 0), &o, sizeof o, NULL);
    if (!sub) return NULL;
    sub->read = s->read;
    sub->read.bom = false;
    sub->started = true;
    if (s->name) {
        size_t n = strlen(s->name) + 1;
        sub->name = (char *)weft__alloc(s->alloc, n);
        if (sub->name) memcpy(sub->name, s->name, n);
        else {
            weft_stream_free(sub);
            sub = NULL;
        }
    }
    return sub;
}

weft_status weft__stream_run(weft_stream *s, weft_record_work *work, weft_record_deliver *deliver, void *ctx,
                             const weft_run_opts *opts, size_t opts_size, weft_error *err) {
    run_state r;
    memset(&r, 0, sizeof r);
    r.s = s;
    r.work = work;
    r.deliver = deliver;
    r.ctx = ctx;
    weft__opts_copy(&r.o, sizeof r.o, opts, opts_size);
    if (!r.o.threads) r.o.threads = run_processors();
    if (r.o.threads > RUN_MOST_THREADS) r.o.threads = RUN_MOST_THREADS;
    if (!RUN_THREADS) r.o.threads = 1;
    if (!r.o.batch) r.o.batch = (size_t)256 << 10;
    if (!r.o.queue) r.o.queue = (size_t)r.o.threads * 2;
    if (s->source == WEFT__SOURCE_PUSH)
        return weft__error_set(err, WEFT_E_STATE, WEFT_STAGE_READ, "a pushed stream cannot be run");
    if (s->failed) {
        if (err) *err = s->error;
        return s->error.code;
    }
    run_worker workers[RUN_MOST_THREADS];
    unsigned ready = 0;
    bool ok = r.o.queue <= SIZE_MAX / sizeof *r.ring;
    if (ok) r.ring = (run_batch *)weft__alloc(s->alloc, r.o.queue * sizeof *r.ring);
    ok = r.ring != NULL;
    if (ok) {
        memset(r.ring, 0, r.o.queue * sizeof *r.ring);
        for (size_t i = 0; i < r.o.queue; i++) r.ring[i].bytes.alloc = r.ring[i].out.alloc = s->alloc;
        for (; ok && ready < r.o.threads; ready++) {
            workers[ready] = (run_worker){ &r, ready, run_sub(s) };
            if (!workers[ready].sub) {
                ok = false;
                break;
            }
        }
    }
    if (ok) {
#if RUN_THREADS
        pthread_t threads[RUN_MOST_THREADS];
        unsigned started = 1;
        pthread_mutex_init(&r.lock, NULL);
        pthread_cond_init(&r.changed, NULL);
        /* fewer threads than asked for are no error */
        while (started < r.o.threads && pthread_create(&threads[started], NULL, run_thread, &workers[started]) == 0)
            started++;
        run_thread(&workers[0]);
        for (unsigned i = 1; i < started; i++) pthread_join(threads[i], NULL);
        pthread_cond_destroy(&r.changed);
        pthread_mutex_destroy(&r.lock);
#else
        run_thread(&workers[0]);
#endif
        if (r.status) {
            s->failed = true;
            s->error = r.error;
        }
    } else {
        weft__error_set(&r.error, WEFT_E_MEMORY, WEFT_STAGE_READ, NULL);
        r.status = WEFT_E_MEMORY;
    }
    for (unsigned i = 0; i < ready; i++) weft_stream_free(workers[i].sub);
    for (size_t i = 0; r.ring && i < r.o.queue; i++) {
        weft_buf_free(&r.ring[i].bytes);
        weft_buf_free(&r.ring[i].out);
        weft__release(s->alloc, r.ring[i].frames, r.ring[i].frame_cap * sizeof *r.ring[i].frames);
    }
    weft__release(s->alloc, r.ring, r.o.queue * sizeof *r.ring);
    if (r.status && err) *err = r.error;
    return r.status;
}
#undef RUN_THREADS
