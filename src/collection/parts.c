/* Copies that were cut short; see parts.h. */
#include "collection/parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "collection/store_private.h"

enum { TURNS_LEAST = 3 }; /* fewer are the same in matches that were really played */

/* A match in which something was decided. */
struct decided_match {
    char family[KEY_LENGTH + 1]; /* of length, variant, persons and the first turn: the same of a copy and its whole */
    char opening[KEY_LENGTH + 1]; /* "" = too few rolls */
    char record_key[KEY_LENGTH + 1];
    int64_t id, whole; /* whole: as it is noted, 0 = none */
    bool won;
    int64_t turns, results; /* how far it goes; -1 = not asked yet */
};

struct decided_matches {
    struct decided_match *at;
    size_t n, capacity;
};

static int by_family(const void *a, const void *b)
{
    const struct decided_match *x = a, *y = b;
    const int order = strcmp(x->family, y->family);
    return order != 0 ? order : strcmp(x->record_key, y->record_key);
}

/* The columns of the family come last. */
static const char *const decided =
    "SELECT m.id, m.whole, m.winner, m.opening_key, m.record_key, m.length, m.variant, COALESCE(p.same_as, p.id),"
    " COALESCE(q.same_as, q.id), t.side, t.dice, t.play, t.cube_action, t.position FROM matches m JOIN turns t ON"
    " t.match_id = m.id AND t.n = 0 LEFT JOIN players p ON p.id = m.player0 LEFT JOIN players q ON q.id = m.player1";
enum { AT_ID, AT_WHOLE, AT_WINNER, AT_OPENING, AT_RECORD, AT_FAMILY, AT_POSITION = AT_FAMILY + 8 };

static void family_of(const struct sql_rows *r, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    const struct span position = sql_get_bytes(r, AT_POSITION);
    for (int i = AT_FAMILY; i < AT_POSITION; i++)
        strbuf_printf(&text, "%lld ", sql_is_null(r, i) ? -1LL : (long long)sql_get_int(r, i));
    strbuf_add(&text, position.at, position.length);
    text_key((struct span){strbuf_text(&text), text.length}, out);
    strbuf_done(&text);
}

static bool find_decided(struct store *s, struct decided_matches *l)
{
    struct sql_rows *r = sql_ask_many(s->db, decided, SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
        struct decided_match *c = &l->at[l->n++];
        *c = (struct decided_match){.id = sql_get_int(r, AT_ID),
                                    .whole = sql_get_int(r, AT_WHOLE),
                                    .won = !sql_is_null(r, AT_WINNER),
                                    .turns = -1};
        const char *opening = sql_get_text(r, AT_OPENING);
        snprintf(c->opening, sizeof c->opening, "%s", opening != NULL ? opening : "");
        snprintf(c->record_key, sizeof c->record_key, "%s", sql_get_word(r, AT_RECORD));
        family_of(r, c->family);
    }
    if (l->n > 0)
        qsort(l->at, l->n, sizeof *l->at, by_family);
    return sql_done(r);
}

static void measure(struct store *s, struct decided_match *c)
{
    const struct sql_value id = sql_int(c->id);
    if (c->turns >= 0)
        return;
    c->turns = sql_number(s->db, "SELECT COUNT(*) FROM turns WHERE match_id = ?", &id, 1, 0);
    c->results = sql_number(s->db, "SELECT COUNT(*) FROM games WHERE match_id = ? AND winner IS NOT NULL", &id, 1, 0);
}

static bool goes_further(const struct decided_match *x, const struct decided_match *y)
{
    return x->turns != y->turns ? x->turns > y->turns : x->results > y->results;
}

/* Everything that was decided in x was decided in y. */
static bool is_beginning(struct store *s, const struct decided_match *x, const struct decided_match *y)
{
    return sql_number(s->db,
                      "SELECT COUNT(*) FROM turns a WHERE a.match_id = ? AND NOT EXISTS (SELECT 1 FROM turns b"
                      " WHERE b.match_id = ? AND " SAME_TURN ")",
                      SQL(sql_int(x->id), sql_int(y->id)), 1) == 0;
}

/* Of several the one that goes furthest: it is no beginning of a third. */
static int64_t whole_of(struct store *s, struct decided_match *x, struct decided_match *family, size_t n)
{
    const struct decided_match *whole = NULL;
    for (size_t i = 0; i < n && !x->won; i++) {
        struct decided_match *y = &family[i];
        if (y == x || (x->opening[0] != '\0' && strcmp(x->opening, y->opening) != 0))
            continue;
        measure(s, x);
        measure(s, y);
        if (x->turns >= TURNS_LEAST && goes_further(y, x) && (whole == NULL || goes_further(y, whole)) &&
            is_beginning(s, x, y))
            whole = y;
    }
    return whole != NULL ? whole->id : 0;
}

bool parts_find(struct store *s, part_visitor visit, void *context)
{
    struct decided_matches l = {.n = 0};
    bool ok = find_decided(s, &l);
    for (size_t i = 0, end; ok && i < l.n; i = end) {
        for (end = i + 1; end < l.n && strcmp(l.at[end].family, l.at[i].family) == 0; end++)
            continue;
        for (size_t k = i; ok && k < end; k++) {
            const int64_t whole = whole_of(s, &l.at[k], &l.at[i], end - i);
            ok = *store_error(s) == '\0' && (whole == l.at[k].whole || visit(context, l.at[k].id, whole));
        }
    }
    xfree(l.at);
    return ok;
}

struct noting {
    struct store *store;
    struct parts_new *found;
};

static bool note(void *noting, int64_t match, int64_t whole)
{
    struct noting *n = noting;
    if (n->found != NULL && whole != 0) {
        n->found->match = grow(n->found->match, n->found->n, &n->found->capacity, sizeof *n->found->match);
        n->found->match[n->found->n++] = match;
    }
    return sql_run(n->store->db, "UPDATE matches SET whole = ? WHERE id = ?",
                   SQL(whole != 0 ? sql_int(whole) : sql_null(), sql_int(match)));
}

bool parts_settle(struct store *s, struct parts_new *found)
{
    struct noting n = {s, found};
    const size_t before = found != NULL ? found->n : 0;
    const bool ok = store_begin(s) && store_end(s, parts_find(s, note, &n));
    if (!ok && found != NULL)
        found->n = before;
    return ok;
}
