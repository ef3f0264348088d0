/* Readers in tests; see reading.h. */
#include "reading.h"

#include <string.h>

#include "base/sink.h"

const struct match *read_bytes(struct reading *r, struct span bytes)
{
    *r = (struct reading){0};
    diags_init(&r->d, NULL);
    r->good = import_bytes(bytes, NULL, NULL, &r->out, &r->d);
    return r->good ? r->out.at[0] : NULL;
}

const struct match *read_text(struct reading *r, const char *text)
{
    return read_bytes(r, span_of(text));
}

const struct match *read_by(struct reading *r, const struct importer *from, const char *text)
{
    *r = (struct reading){0};
    diags_init(&r->d, NULL);
    r->good = from->read(span_of(text), matches_receiver(&r->out), &r->d);
    assert_true(r->good);
    return r->out.at[0];
}

void reading_done(struct reading *r)
{
    matches_done(&r->out);
    diags_done(&r->d);
}

const struct event *last_event(const struct match *m)
{
    const struct game *g = &m->games[m->n_games - 1];
    return &g->events[g->n_events - 1];
}

struct match *read_file(const char *path)
{
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    if (!file_read(path, 0, &bytes) || !import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &list, &d) ||
        list.n != 1)
        fail_msg("%s is not read", path);
    struct match *m = list.at[0];
    list.n = 0;
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return m;
}
