/* Conditions that filters make; see store_private.h. */
#include "collection/store_private.h"

void inquiry_add(struct inquiry *q, const char *text, struct sql_value value)
{
    strbuf_puts(&q->text, text);
    q->value[q->n++] = value;
}

/* A day, month or year of its own precision lies within what was asked if some day of it does: the texts compare by
 * their common length. */
static void date_conditions(struct inquiry *q, const struct match_filter *f)
{
    if (f->since != NULL)
        inquiry_add(q, " AND m.date >= SUBSTR(?, 1, LENGTH(m.date))", sql_text(f->since));
    if (f->until != NULL) {
        inquiry_add(q, " AND SUBSTR(m.date, 1, LENGTH(?)) <=", sql_text(f->until));
        inquiry_add(q, " SUBSTR(?, 1, LENGTH(m.date))", sql_text(f->until));
    }
}

void inquiry_matches(struct inquiry *q, const struct match_filter *f)
{
    if (f->id != 0)
        inquiry_add(q, " AND m.id = ?", sql_int(f->id));
    else
        strbuf_puts(&q->text, f->cut_short   ? " AND m.whole IS NOT NULL"
                              : f->positions ? " AND m.whole IS NULL"
                                             : " AND m.whole IS NULL AND NOT " IS_BARE);
    const int64_t who[2] = {f->player, f->opponent};
    for (int i = 0; i < 2; i++)
        if (who[i] != 0) {
            inquiry_add(q, " AND (m.player0 IN (SELECT id FROM players WHERE id = ?", sql_int(who[i]));
            inquiry_add(q, " OR same_as = ?)", sql_int(who[i]));
            inquiry_add(q, " OR m.player1 IN (SELECT id FROM players WHERE id = ?", sql_int(who[i]));
            inquiry_add(q, " OR same_as = ?))", sql_int(who[i]));
        }
    date_conditions(q, f);
    if (f->event_like != NULL)
        inquiry_add(q, " AND LOWER(m.event) LIKE LOWER(?) ESCAPE '!'", sql_text(f->event_like));
    else if (f->event != NULL)
        inquiry_add(q, " AND LOWER(m.event) = LOWER(?)", sql_text(f->event));
    if (f->length != STORE_ANY)
        inquiry_add(q, " AND m.length = ?", sql_int(f->length));
}

struct sql_rows *inquiry_ask(struct inquiry *q, struct sql *db, bool many)
{
    struct sql_rows *r = (many ? sql_ask_many : sql_ask)(db, strbuf_text(&q->text), q->value, q->n);
    strbuf_done(&q->text);
    return r;
}
