/* Tables of a collection as Arrow streams: match by match into batches. See kibitzer_collection.h. */
#include "kibitzer_collection.h"

#include <errno.h>
#include <string.h>

#include "base/xmalloc.h"
#include "command/export_tables.h"
#include "document/arrow.h"
#include "library/library.h"

struct table_stream {
    struct kibitzer_collection *of;
    struct kibitzer_call *call; /* its own: nobody else's lasts as long */
    enum export_table table;
    int64_t *match; /* whose rows come */
    size_t n_matches, capacity, next;
};

/* ---- batches ---- */

static bool add_row(void *batch, enum export_table t, const void *record)
{
    (void)t;
    arrow_batch_add(batch, record);
    return true;
}

/* Players are not of one match: all at once. */
static bool gather(const struct table_stream *s, struct store *store, struct arrow_batch *b, size_t *next)
{
    struct match_filter one = MATCH_FILTER_ALL;
    bool ok = true;
    for (; ok && *next < s->n_matches && !arrow_batch_is_full(b); ++*next) {
        one.id = s->match[*next];
        ok = export_each(store, 1U << s->table, &one, add_row, b);
    }
    return ok;
}

struct asking {
    struct table_stream *stream;
    struct ArrowArray *rows; /* one of these is asked for */
    struct ArrowSchema *schema;
};

/* The stream goes on in the last step: if memory runs out it is what it was. */
static int next_batch(void *asking)
{
    const struct asking *a = asking;
    struct table_stream *s = a->stream;
    struct arrow_batch *b = arrow_batch_new(export_table_rows(s->table));
    size_t next = s->next;
    const bool ok = library_leave(s->of, gather(s, library_enter(s->of), b, &next));
    if (!ok || arrow_batch_rows(b) == 0)
        arrow_batch_free(b);
    else
        arrow_batch_take(b, a->rows);
    s->next = ok ? next : s->next;
    return ok ? KIBITZER_OK : call_cancelled() ? KIBITZER_CANCELLED : library_unread(s->of);
}

static int describe(void *asking)
{
    const struct asking *a = asking;
    arrow_schema(export_table_rows(a->stream->table), a->schema);
    return KIBITZER_OK;
}

/* ---- the stream ---- */

static int errno_of(int code)
{
    return code == KIBITZER_OK ? 0 : code == KIBITZER_NO_MEMORY ? ENOMEM : code == KIBITZER_CANCELLED ? ECANCELED : EIO;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *out)
{
    struct table_stream *s = stream->private_data;
    out->release = NULL;
    return errno_of(library_call(s->call, describe, &(struct asking){s, NULL, out}));
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *out)
{
    struct table_stream *s = stream->private_data;
    out->release = NULL;
    return errno_of(library_call(s->call, next_batch, &(struct asking){s, out, NULL}));
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    const struct table_stream *s = stream->private_data;
    return kibitzer_call_message(s->call);
}

static void release(struct ArrowArrayStream *stream)
{
    struct table_stream *s = stream->private_data;
    library_let_go(s->of);
    kibitzer_call_free(s->call);
    xfree(s->match);
    xfree(s);
    stream->release = NULL;
}

/* ---- making one ---- */

struct stream_request {
    struct kibitzer_collection *of;
    const char *table;
    struct ArrowArrayStream *out;
};

static bool note_match(void *stream, const struct stored_match *m)
{
    struct table_stream *s = stream;
    s->match = grow(s->match, s->n_matches, &s->capacity, sizeof *s->match);
    s->match[s->n_matches++] = m->id;
    return true;
}

static bool find_rows(struct table_stream *s)
{
    static const struct stored_match all = {.id = 0}; /* as a filter: any */
    if (s->table == TABLE_PLAYERS)
        return note_match(s, &all);
    struct store *store = library_enter(s->of);
    return library_leave(s->of, store_matches_alone(store, &MATCH_FILTER_ALL, note_match, s));
}

static int make_stream(void *request)
{
    const struct stream_request *r = request;
    int t = 0;
    if (r->of == NULL || r->table == NULL || r->out == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected a collection, the name of a table and a stream");
    while (t < TABLE_NAMES && strcmp(export_table_names[t], r->table) != 0)
        t++;
    if (t == TABLE_NAMES)
        return library_refuse(KIBITZER_UNKNOWN,
                              "found \"%s\", expected matches, games, players, decisions or candidates", r->table);
    struct table_stream *s = xcalloc(1, sizeof *s);
    *s = (struct table_stream){.of = r->of, .table = (enum export_table)t};
    const bool found = find_rows(s);
    s->call = found ? kibitzer_call_new() : NULL;
    if (s->call == NULL) {
        xfree(s->match);
        xfree(s);
        return found ? KIBITZER_NO_MEMORY : library_unread(r->of);
    }
    library_hold(r->of);
    *r->out = (struct ArrowArrayStream){get_schema, get_next, get_last_error, release, s};
    return KIBITZER_OK;
}

int kibitzer_collection_arrow(struct kibitzer_collection *k, const char *table, struct ArrowArrayStream *out,
                              struct kibitzer_call *c)
{
    return library_call(c, make_stream, &(struct stream_request){k, table, out});
}
