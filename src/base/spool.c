/* Sorted runs in one file, merged as they are read; see spool.h. */
#include "base/spool.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/os.h"
#include "base/strbuf.h"
#include "base/xmalloc.h"

enum { HELD = 4 << 20, PIECE = 1 << 15, ALIGNMENT = 16 };

struct run { /* of the file */
    int64_t at, end; /* what has not been read into `bytes` yet */
    char *bytes; /* whole records, each behind its length */
    size_t next, length, capacity;
    const void *record; /* the first that has not been given; NULL = there is none */
};

struct spool {
    int (*order)(const void *a, const void *b);
    char *bytes; /* of records that are held: each behind its length, both padded */
    size_t length, capacity;
    size_t *held, n_held, held_capacity; /* where they begin */
    const void **sorted; /* those held */
    size_t next;
    struct run *runs;
    size_t n_runs, runs_capacity, count;
    int64_t written;
    int fd, problem; /* -1: no file yet */
};

struct spool *spool_new(int (*order)(const void *a, const void *b))
{
    struct spool *s = xcalloc(1, sizeof *s);
    *s = (struct spool){.order = order, .fd = -1};
    return s;
}

static void close_file(void *fd)
{
    (void)close((int)(intptr_t)fd - 1);
}

void spool_free(struct spool *s)
{
    if (s == NULL)
        return;
    for (size_t i = 0; i < s->n_runs; i++)
        xfree(s->runs[i].bytes);
    if (s->fd >= 0)
        attempt_release((void *)(intptr_t)(s->fd + 1), close_file); /* no descriptor is NULL */
    xfree(s->runs);
    xfree(s->sorted);
    xfree(s->held);
    xfree(s->bytes);
    xfree(s);
}

size_t spool_count(const struct spool *s)
{
    return s->count;
}

bool spool_ok(const struct spool *s)
{
    errno = s->problem;
    return s->problem == 0;
}

static size_t padded(size_t length)
{
    return (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* ---- what is held ---- */

static _Thread_local int (*order_of_sort)(const void *a, const void *b);

static int by_order(const void *a, const void *b)
{
    const void *const x = *(const void *const *)a, *const y = *(const void *const *)b;
    const int order = order_of_sort(x, y);
    return order != 0 ? order : (x > y) - (x < y); /* as they came */
}

static void sort_held(struct spool *s)
{
    s->sorted = xrealloc(s->sorted, (s->n_held + 1) * sizeof *s->sorted);
    for (size_t i = 0; i < s->n_held; i++)
        s->sorted[i] = s->bytes + s->held[i] + ALIGNMENT;
    order_of_sort = s->order;
    qsort(s->sorted, s->n_held, sizeof *s->sorted, by_order);
    s->next = 0;
}

/* A record with its length before it, as it stands in memory and in the file. */
static size_t size_of(const char *record)
{
    size_t length;
    memcpy(&length, record, sizeof length);
    return ALIGNMENT + padded(length);
}

/* ---- the file ---- */

static bool open_file(struct spool *s)
{
    struct strbuf path = {0};
    s->fd = os_open_temporary(&path);
    if (s->fd >= 0) {
        (void)os_remove(path.at);
        attempt_hold((void *)(intptr_t)(s->fd + 1), close_file);
    } else {
        s->problem = errno;
    }
    strbuf_done(&path);
    return s->fd >= 0;
}

static void write_out(struct spool *s, const char *bytes, size_t length)
{
    if (!os_write_at(s->fd, bytes, length, s->written))
        s->problem = errno;
    s->written += (int64_t)length;
}

/* What is held becomes a run. */
static void put_aside(struct spool *s)
{
    struct strbuf piece = {0};
    if (s->fd < 0 && !open_file(s))
        return;
    const int64_t from = s->written;
    sort_held(s);
    for (size_t i = 0; i < s->n_held && s->problem == 0; i++) {
        const char *record = (const char *)s->sorted[i] - ALIGNMENT;
        strbuf_add(&piece, record, size_of(record));
        if (piece.length >= PIECE || i + 1 == s->n_held) {
            write_out(s, piece.at, piece.length);
            strbuf_clear(&piece);
        }
    }
    strbuf_done(&piece);
    s->runs = grow(s->runs, s->n_runs, &s->runs_capacity, sizeof *s->runs);
    s->runs[s->n_runs++] = (struct run){.at = from, .end = s->written};
    s->n_held = s->length = 0;
}

void spool_add(struct spool *s, const void *record, size_t length)
{
    const size_t size = ALIGNMENT + padded(length);
    if (s->n_held > 0 && s->length + size > HELD)
        put_aside(s);
    if (s->problem != 0)
        return;
    while (s->length + size > s->capacity) {
        s->capacity = s->capacity > 0 ? 2 * s->capacity : PIECE;
        s->bytes = xrealloc(s->bytes, s->capacity);
    }
    s->held = grow(s->held, s->n_held, &s->held_capacity, sizeof *s->held);
    s->held[s->n_held++] = s->length;
    char *at = s->bytes + s->length;
    memset(at, 0, size);
    memcpy(at, &length, sizeof length);
    memcpy(at + ALIGNMENT, record, length);
    s->length += size;
    s->count++;
}

/* ---- going out ---- */

/* At least `least` bytes from r->next on; false at the end. */
static bool fill(struct spool *s, struct run *r, size_t least)
{
    if (r->length - r->next >= least)
        return true;
    memmove(r->bytes, r->bytes + r->next, r->length - r->next);
    r->length -= r->next;
    r->next = 0;
    const size_t wanted = least > PIECE ? least : PIECE;
    if (wanted > r->capacity) {
        r->bytes = xrealloc(r->bytes, wanted);
        r->capacity = wanted;
    }
    const size_t room = wanted - r->length, left = (size_t)(r->end - r->at), n = room < left ? room : left;
    const ssize_t read = os_read_at(s->fd, r->bytes + r->length, n, r->at);
    if (read != (ssize_t)n) {
        s->problem = read < 0 ? errno : EIO;
        return false;
    }
    r->length += n, r->at += read;
    return r->length >= least;
}

static void advance(struct spool *s, struct run *r)
{
    if (r->record != NULL)
        r->next += size_of((const char *)r->record - ALIGNMENT);
    r->record = NULL;
    if (fill(s, r, ALIGNMENT) && fill(s, r, size_of(r->bytes + r->next)))
        r->record = r->bytes + r->next + ALIGNMENT;
}

void spool_sort(struct spool *s)
{
    if (s->n_runs > 0 && s->n_held > 0)
        put_aside(s);
    if (s->n_runs == 0) {
        sort_held(s);
        return;
    }
    xfree(s->bytes);
    s->bytes = NULL;
    s->length = s->capacity = 0;
    for (size_t i = 0; i < s->n_runs && s->problem == 0; i++) {
        s->runs[i].bytes = xmalloc(PIECE);
        s->runs[i].capacity = PIECE;
        advance(s, &s->runs[i]);
    }
    s->next = s->n_runs; /* none was given */
}

static const void *next_record(struct spool *s)
{
    if (s->problem != 0)
        return NULL;
    if (s->n_runs == 0)
        return s->next < s->n_held ? s->sorted[s->next++] : NULL;
    if (s->next < s->n_runs)
        advance(s, &s->runs[s->next]);
    const struct run *least = NULL;
    for (const struct run *r = s->runs; r < s->runs + s->n_runs; r++)
        if (r->record != NULL && (least == NULL || s->order(r->record, least->record) < 0))
            least = r;
    if (least == NULL || s->problem != 0)
        return NULL;
    s->next = (size_t)(least - s->runs);
    return least->record;
}

const void *spool_next(struct spool *s, size_t *length)
{
    const void *record = next_record(s);
    if (record != NULL)
        memcpy(length, (const char *)record - ALIGNMENT, sizeof *length);
    return record;
}
