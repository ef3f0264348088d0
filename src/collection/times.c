/* How long decisions took; see times.h. */
#include "collection/times.h"

#include <stdlib.h>

#include "base/xmalloc.h"
#include "collection/store_private.h"

static int by_place(const void *a, const void *b)
{
    const struct time_of_decision *x = a, *y = b;
    if (x->match != y->match)
        return x->match < y->match ? -1 : 1;
    return (x->n > y->n) - (x->n < y->n);
}

/* The matches come first, so that of one player only the own ones are looked up. */
bool times_of(struct store *s, const struct match_filter *f, struct times *out)
{
    struct inquiry q = {.n = 0};
    *out = (struct times){.n = 0};
    strbuf_puts(&q.text, "SELECT t.match_id, t.n, t.taken FROM matches m CROSS JOIN times t"
                         " WHERE t.match_id = m.id AND t.taken >= 0");
    inquiry_matches(&q, f);
    struct sql_rows *r = inquiry_ask(&q, s->db, true);
    while (r != NULL && sql_next(r)) {
        out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
        out->at[out->n++] =
            (struct time_of_decision){sql_get_int(r, 0), sql_get_within(r, 1, 0, ROWS_NUMBER_MOST), sql_get_int(r, 2)};
    }
    if (out->n > 0)
        qsort(out->at, out->n, sizeof *out->at, by_place);
    return sql_done(r);
}

int64_t time_of(const struct times *t, int64_t match, int n)
{
    const struct time_of_decision here = {.match = match, .n = n};
    const struct time_of_decision *found = t->n > 0 ? bsearch(&here, t->at, t->n, sizeof here, by_place) : NULL;
    return found != NULL ? found->taken : -1;
}

void times_done(struct times *t)
{
    xfree(t->at);
}
