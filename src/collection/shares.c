/* Shares of the work; see shares.h. */
#include "collection/shares.h"

#include <string.h>

#include "base/strbuf.h"
#include "collection/seal.h"

bool store_share_put(struct store *s, const struct share *share)
{
    struct sql *db = store_sql(s);
    char key[KEY_LENGTH + 1];
    text_key(span_of(share->source), key);
    const struct sql_value k = sql_text(key), of = sql_int(share->of), number = sql_int(share->number);
    return sql_run(db, "DELETE FROM shares WHERE source_key = ? AND of_all = ? AND number = ?", SQL(k, of, number)) &&
           sql_run(db, "INSERT INTO shares (source_key, of_all, number, done, source) VALUES (?, ?, ?, ?, ?)",
                   SQL(k, of, number, sql_int(share->done), sql_text(share->source))) &&
           seal(db, SEALED_SHARE, SQL(k, of, number));
}

bool store_shares(struct store *s, share_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(
        store_sql(s), "SELECT source, number, of_all, done FROM shares ORDER BY source_key, of_all, number",
        SQL_NO_VALUES);
    bool more = true;
    while (r != NULL && more && sql_next(r))
        more = visit(context, &(struct share){.source = sql_get_text(r, 0),
                                              .number = (int)sql_get_int(r, 1),
                                              .of = (int)sql_get_int(r, 2),
                                              .done = sql_get_int(r, 3) != 0});
    return sql_done(r);
}

/* ---- what is missing ---- */

/* Numbers that come in order, as "2, 5-11". */
struct ranges {
    struct strbuf text;
    int first, last; /* of the range at hand; last 0 = there is none */
};

static void end_range(struct ranges *r)
{
    if (r->last == 0)
        return;
    strbuf_printf(&r->text, "%s%d", r->text.length != 0 ? ", " : "", r->first);
    if (r->last != r->first)
        strbuf_printf(&r->text, r->last == r->first + 1 ? ", %d" : "-%d", r->last);
    r->last = 0;
}

static void add_range(struct ranges *r, int first, int last)
{
    if (r->last + 1 != first || r->last == 0) {
        end_range(r);
        r->first = first;
    }
    r->last = last;
}

static void print_set(struct store *s, const struct sql_value set[2], struct strbuf *line)
{
    struct ranges missing = {.last = 0}, begun = {.last = 0};
    int next = 1, of = (int)set[1].integer;
    struct sql_rows *r = sql_ask(
        store_sql(s), "SELECT number, done FROM shares WHERE source_key = ? AND of_all = ? ORDER BY number", set, 2);
    while (r != NULL && sql_next(r)) {
        const int number = (int)sql_get_int(r, 0);
        if (number > next)
            add_range(&missing, next, number - 1);
        if (sql_get_int(r, 1) == 0)
            add_range(&begun, number, number);
        next = number + 1;
    }
    (void)sql_done(r);
    if (next <= of)
        add_range(&missing, next, of);
    end_range(&missing);
    end_range(&begun);
    if (missing.text.length != 0)
        strbuf_printf(line, "; missing: %s", missing.text.at);
    if (begun.text.length != 0)
        strbuf_printf(line, "; not finished: %s", begun.text.at);
    strbuf_done(&missing.text);
    strbuf_done(&begun.text);
}

/* Ways in which something was shared out, with how many of the shares are there; none where one way is whole. */
static const char *const partial =
    "SELECT source_key, of_all, MIN(source), SUM(done) FROM shares o WHERE NOT EXISTS (SELECT 1 FROM shares w"
    " WHERE w.source_key = o.source_key GROUP BY w.of_all HAVING SUM(w.done) = w.of_all)"
    " GROUP BY source_key, of_all ORDER BY MIN(source), of_all";

bool store_shares_missing(struct store *s, shares_reporter report, void *context)
{
    struct sql_rows *r = sql_ask_many(store_sql(s), partial, SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        struct strbuf line = {0};
        const struct sql_value set[2] = {sql_get_value(r, 0), sql_int(sql_get_int(r, 1))};
        strbuf_printf(&line, "shares of %s: %lld of %lld present", sql_get_text(r, 2), (long long)sql_get_int(r, 3),
                      (long long)sql_get_int(r, 1));
        print_set(s, set, &line);
        report(context, strbuf_text(&line));
        strbuf_done(&line);
    }
    return sql_done(r);
}

/* ---- parts that are brought together ---- */

struct sharing {
    struct store *to, *from;
    bool ok;
};

static bool is_whole(struct store *s, struct sql_value key, int of)
{
    return sql_number(store_sql(s), "SELECT SUM(done) FROM shares WHERE source_key = ? AND of_all = ?",
                      SQL(key, sql_int(of)), 0) == of;
}

static bool take_share(void *sharing, const struct share *share)
{
    struct sharing *m = sharing;
    char key[KEY_LENGTH + 1];
    text_key(span_of(share->source), key);
    const bool known = sql_number(store_sql(m->to), "SELECT COUNT(*) FROM shares WHERE source_key = ? AND of_all = ?",
                                  SQL(sql_text(key), sql_int(share->of)), 0) != 0;
    bool sound = false;
    m->ok = seal_holds(store_sql(m->from), SEALED_SHARE, SQL(sql_text(key), sql_int(share->of), sql_int(share->number)),
                       &sound) &&
            (sound || sql_fail(store_sql(m->from), "a share is not as it was stored; `kibitzer db check` names it")) &&
            ((!known && is_whole(m->from, sql_text(key), share->of)) || store_share_put(m->to, share));
    return m->ok;
}

bool shares_merge(struct store *s, struct store *from)
{
    struct sharing m = {.to = s, .from = from, .ok = true};
    return store_shares(from, take_share, &m) && m.ok;
}
