/* Conditions that filters make; see store_private.h. */
#include "store/store_private.h"

void query_add(struct query *q, const char *text, struct sql_value value)
{
    strbuf_puts(&q->text, text);
    q->value[q->n++] = value;
}

/* A day, month or year of its own precision lies within what was asked if some day of it does: the texts compare by
 * their common length. */
static void date_conditions(struct query *q, const struct match_filter *f)
{
    if (f->since != NULL)
        query_add(q, " AND m.date >= SUBSTR(?, 1, LENGTH(m.date))", sql_text(f->since));
    if (f->until != NULL) {
        query_add(q, " AND SUBSTR(m.date, 1, LENGTH(?)) <=", sql_text(f->until));
        query_add(q, " SUBSTR(?, 1, LENGTH(m.date))", sql_text(f->until));
    }
}

void query_matches(struct query *q, const struct match_filter *f)
{
    if (f->id != 0)
        query_add(q, " AND m.id = ?", sql_int(f->id));
    const int64_t who[2] = {f->player, f->opponent};
    for (int i = 0; i < 2; i++)
        if (who[i] != 0) {
            query_add(q, " AND (m.player0 IN (SELECT id FROM players WHERE id = ?", sql_int(who[i]));
            query_add(q, " OR same_as = ?)", sql_int(who[i]));
            query_add(q, " OR m.player1 IN (SELECT id FROM players WHERE id = ?", sql_int(who[i]));
            query_add(q, " OR same_as = ?))", sql_int(who[i]));
        }
    date_conditions(q, f);
    if (f->event != NULL)
        query_add(q, " AND LOWER(m.event) = LOWER(?)", sql_text(f->event));
    if (f->length != STORE_ANY)
        query_add(q, " AND m.length = ?", sql_int(f->length));
}

struct sql_rows *query_ask(struct query *q, struct sql *db, bool many)
{
    struct sql_rows *r = (many ? sql_ask_many : sql_ask)(db, strbuf_text(&q->text), q->value, q->n);
    strbuf_done(&q->text);
    return r;
}
