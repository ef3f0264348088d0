/* What the owner of a collection says about matches; see said.h. */
#include "collection/said.h"

#include <stdio.h>
#include <string.h>

#include "base/date.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "collection/seal.h"
#include "collection/store_private.h"
#include "match/address.h"

const char *const said_facts[] = {"date", "event", "round", "place", "annotator", NULL};

/* The member of `info` of this name; NULL = there is none. */
static const char **said_fact(struct match_info *info, const char *what)
{
    const char **const members[] = {&info->date, &info->event, &info->round, &info->place, &info->annotator};
    for (size_t i = 0; said_facts[i] != NULL; i++)
        if (strcmp(what, said_facts[i]) == 0)
            return members[i];
    return NULL;
}

/* ---- in the rows of matches ---- */

static bool is_fact(const char *what)
{
    struct match_info unused;
    return said_fact(&unused, what) != NULL;
}

/* The column has the fact's name. */
static bool settle_fact(struct store *s, const char *record_key, const char *what, const char *text)
{
    struct strbuf change = {0};
    const int64_t match =
        sql_number(s->db, "SELECT id FROM matches WHERE record_key = ?", SQL(sql_text(record_key)), 0);
    const bool date = strcmp(what, "date") == 0, sorts = date_is_iso(text);
    strbuf_printf(&change, "UPDATE matches SET %s%s = ? WHERE id = ?",
                  !date   ? ""
                  : sorts ? "date_text = NULL, "
                          : "date = NULL, ",
                  date && !sorts ? "date_text" : what);
    const bool ok = match == 0 || (sql_run(s->db, strbuf_text(&change), SQL(sql_text(text), sql_int(match))) &&
                                   seal(s->db, SEALED_MATCH, SQL(sql_int(match))));
    strbuf_done(&change);
    return ok && *store_error(s) == '\0';
}

struct settling {
    struct said_row {
        char *record_key, *what, *text;
    } * at;
    size_t n, capacity;
};

static bool settle_rows(struct store *s, const struct settling *l)
{
    bool ok = true;
    for (size_t i = 0; ok && i < l->n; i++)
        ok = settle_fact(s, l->at[i].record_key, l->at[i].what, l->at[i].text);
    return ok;
}

static void forget(struct settling *l)
{
    for (size_t i = 0; i < l->n; i++) {
        xfree(l->at[i].record_key);
        xfree(l->at[i].what);
        xfree(l->at[i].text);
    }
    xfree(l->at);
}

bool said_settle(struct store *s)
{
    struct settling l = {.n = 0};
    struct sql_rows *r =
        sql_ask(s->db, "SELECT record_key, what, text FROM said ORDER BY record_key, what", SQL_NO_VALUES);
    while (r != NULL && sql_next(r))
        if (is_fact(sql_get_word(r, 1))) {
            l.at = grow(l.at, l.n, &l.capacity, sizeof *l.at);
            l.at[l.n++] = (struct said_row){xstrdup(sql_get_word(r, 0)), xstrdup(sql_get_word(r, 1)),
                                            xstrdup(sql_get_word(r, 2))};
        }
    const bool ok = sql_done(r) && settle_rows(s, &l);
    forget(&l);
    return ok;
}

/* ---- saying ---- */

static bool put(struct store *s, const char *record_key, const char *what, const char *text)
{
    const struct sql_value key = sql_text(record_key), of = sql_text(what);
    return sql_run(s->db, "DELETE FROM said WHERE record_key = ? AND what = ?", SQL(key, of)) &&
           (*text == '\0' || (sql_run(s->db, "INSERT INTO said (record_key, what, text) VALUES (?, ?, ?)",
                                      SQL(key, of, sql_text(text))) &&
                              seal(s->db, SEALED_SAID, SQL(key, of)))) &&
           (!is_fact(what) || settle_fact(s, record_key, what, text));
}

bool store_say(struct store *s, const char *record_key, const char *what, const char *text)
{
    const bool own = !s->begun;
    if (own && !store_begin(s))
        return false;
    const bool ok = put(s, record_key, what, text);
    return own ? store_end(s, ok) : ok;
}

/* All that is said of a match. */
static bool read_said(struct store *s, const char *record_key, struct settling *out)
{
    struct sql_rows *r =
        sql_ask(s->db, "SELECT what, text FROM said WHERE record_key = ? ORDER BY what", SQL(sql_text(record_key)));
    while (r != NULL && sql_next(r)) {
        out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
        out->at[out->n++] = (struct said_row){NULL, xstrdup(sql_get_word(r, 0)), xstrdup(sql_get_word(r, 1))};
    }
    return sql_done(r);
}

static bool has_said(struct store *s, const char *record_key, const char *what)
{
    return sql_number(s->db, "SELECT 1 FROM said WHERE record_key = ? AND what = ?",
                      SQL(sql_text(record_key), sql_text(what)), 0) != 0;
}

bool said_follow(struct store *s, const char *hash, int number, const char *record_key)
{
    char *before = NULL;
    struct settling l = {.n = 0};
    struct sql_rows *r = sql_ask(s->db,
                                 "SELECT m.record_key FROM holds h JOIN matches m ON m.id = h.match_id"
                                 " WHERE h.hash = ? AND h.number = ? AND m.record_key <> ?",
                                 SQL(sql_text(hash), sql_int(number), sql_text(record_key)));
    if (r != NULL && sql_next(r))
        before = xstrdup(sql_get_word(r, 0));
    bool ok = sql_done(r) && (before == NULL || read_said(s, before, &l));
    const bool elsewhere =
        ok && sql_number(s->db, "SELECT 1 FROM matches WHERE record_key = ?", SQL(sql_text(record_key)), 0) != 0;
    for (size_t i = 0; ok && i < l.n; i++)
        ok = (elsewhere && has_said(s, record_key, l.at[i].what)) ||
             store_say(s, record_key, l.at[i].what, l.at[i].text);
    forget(&l);
    xfree(before);
    return ok;
}

bool said_fill(struct store *s, const char *record_key, const struct match_info *own, const struct match_info *said,
               size_t *stays)
{
    struct match_info here = *own, there = *said;
    bool ok = true, another = false;
    for (size_t i = 0; ok && said_facts[i] != NULL; i++) {
        const char *mine = *said_fact(&here, said_facts[i]), *theirs = *said_fact(&there, said_facts[i]);
        if (theirs == NULL || *theirs == '\0')
            continue;
        if (mine == NULL || *mine == '\0')
            ok = store_say(s, record_key, said_facts[i], theirs);
        else
            another = another || strcmp(mine, theirs) != 0;
    }
    *stays += another;
    return ok;
}

/* What is there and was not said is the file's. */
static bool has_own(struct store *s, const char *record_key, const char *fact)
{
    struct strbuf ask = {0};
    strbuf_printf(&ask,
                  "SELECT 1 FROM matches m WHERE m.record_key = ? AND (m.%s IS NOT NULL%s) AND NOT EXISTS"
                  " (SELECT 1 FROM said d WHERE d.record_key = m.record_key AND d.what = ?)",
                  fact, strcmp(fact, "date") == 0 ? " OR m.date_text IS NOT NULL" : "");
    const bool has = sql_number(s->db, strbuf_text(&ask), SQL(sql_text(record_key), sql_text(fact)), 0) != 0;
    strbuf_done(&ask);
    return has;
}

static bool fill_one(struct store *s, const char *record_key, struct match_info *said, bool *stays)
{
    bool ok = true;
    for (size_t i = 0; ok && said_facts[i] != NULL; i++) {
        const char *text = *said_fact(said, said_facts[i]);
        if (text == NULL || *text == '\0')
            continue;
        if (has_own(s, record_key, said_facts[i]))
            *stays = true;
        else
            ok = *store_error(s) == '\0' && store_say(s, record_key, said_facts[i], text);
    }
    return ok;
}

struct keys {
    char (*at)[KEY_LENGTH + 1];
    size_t n, capacity;
};

static void keep_keys(struct sql_rows *r, struct keys *k)
{
    while (r != NULL && sql_next(r)) {
        k->at = grow(k->at, k->n, &k->capacity, sizeof *k->at);
        snprintf(k->at[k->n++], KEY_LENGTH + 1, "%s", sql_get_word(r, 0));
    }
}

bool said_fill_known(struct store *s, const char *hash, const struct match_info *said, size_t *stays)
{
    struct match_info what = *said;
    struct keys k = {.n = 0};
    struct sql_rows *r =
        sql_ask(s->db, "SELECT m.record_key FROM holds h JOIN matches m ON m.id = h.match_id WHERE h.hash = ?",
                SQL(sql_text(hash)));
    keep_keys(r, &k);
    bool ok = sql_done(r);
    for (size_t i = 0; ok && i < k.n; i++) {
        bool own = false;
        ok = fill_one(s, k.at[i], &what, &own);
        *stays += own;
    }
    xfree(k.at);
    return ok;
}

static bool visit_matches(struct sql_rows *r, said_match_visitor visit, void *context)
{
    bool more = true;
    while (r != NULL && more && sql_next(r))
        more = visit(context, &(struct said_match){sql_get_word(r, 0), sql_get_word(r, 1), sql_get_int(r, 2)});
    return sql_done(r);
}

#define SAID_MATCHES                                                                                                   \
    "SELECT DISTINCT m.record_key, m.stem, COALESCE((SELECT a.id FROM analyses a WHERE a.match_id = m.id AND"          \
    " a.chosen = 1), 0) FROM matches m"

bool said_matches_at(struct store *s, const char *path, said_match_visitor visit, void *context)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(path), key);
    return visit_matches(sql_ask(s->db,
                                 SAID_MATCHES " JOIN holds h ON h.match_id = m.id JOIN sources f ON f.hash = h.hash"
                                              " WHERE f.path_key = ? ORDER BY m.stem",
                                 SQL(sql_text(key))),
                         visit, context);
}

bool said_matches_called(struct store *s, const char *stem, said_match_visitor visit, void *context)
{
    return visit_matches(sql_ask(s->db, SAID_MATCHES " WHERE m.stem = ? ORDER BY m.record_key", SQL(sql_text(stem))),
                         visit, context);
}

bool store_said(struct store *s, const char *record_key, said_visitor visit, void *context)
{
    bool more = true;
    struct sql_rows *r =
        sql_ask(s->db, "SELECT what, text FROM said WHERE record_key = ? ORDER BY what", SQL(sql_text(record_key)));
    while (r != NULL && more && sql_next(r))
        more = visit(context, sql_get_word(r, 0), sql_get_word(r, 1));
    return sql_done(r);
}

#define SAID_REFUSED "refused by " KIBITZER_VERSION

bool said_refused(struct store *s, const char *hash, bool *is)
{
    *is = sql_number(s->db, "SELECT 1 FROM said WHERE record_key = ? AND what = ?",
                     SQL(sql_text(hash), sql_text(SAID_REFUSED)), 0) != 0;
    return *store_error(s) == '\0';
}

bool said_refuse(struct store *s, const char *hash)
{
    return store_say(s, hash, SAID_REFUSED, "yes");
}

bool said_of_pages(struct store *s, said_visitor visit, void *context)
{
    bool more = true;
    struct sql_rows *r =
        sql_ask(s->db, "SELECT what, text FROM said WHERE what = ? ORDER BY record_key", SQL(sql_text(SAID_PAGES)));
    while (r != NULL && more && sql_next(r))
        more = visit(context, sql_get_word(r, 0), sql_get_word(r, 1));
    return sql_done(r);
}

bool store_said_key(struct store *s, int64_t match, struct strbuf *out)
{
    struct sql_rows *r = sql_ask(s->db,
                                 "SELECT d.what, d.text FROM said d JOIN matches m ON m.record_key = d.record_key"
                                 " WHERE m.id = ? ORDER BY d.what",
                                 SQL(sql_int(match)));
    while (r != NULL && sql_next(r))
        strbuf_printf(out, " %s: %s\n", sql_get_word(r, 0), sql_get_word(r, 1));
    return sql_done(r);
}

/* ---- in records ---- */

static bool apply(void *match, const char *what, const char *text)
{
    struct match *m = match;
    const char **fact = said_fact(&m->info, what);
    if (fact != NULL) {
        *fact = arena_strdup(m->arena, text);
        return true;
    }
    const bool mark = strncmp(what, SAID_MARK, strlen(SAID_MARK)) == 0;
    if (!mark && strncmp(what, SAID_COMMENT, strlen(SAID_COMMENT)) != 0)
        return true;
    const char *address = what + strlen(mark ? SAID_MARK : SAID_COMMENT);
    bool undoubled;
    struct event *e = match_decision_at(m, address, &undoubled);
    if (mark && e != NULL)
        event_mark_here(e, undoubled, mark_named(text));
    else if (!mark && (e != NULL || *address == '\0'))
        comment_append(m, e != NULL ? &e->comment : &m->comment, span_of(text));
    return true;
}

bool said_apply_to(struct store *s, struct match *m)
{
    char key[KEY_LENGTH + 1];
    match_key(m, key);
    return said_apply(s, key, m);
}

bool said_apply(struct store *s, const char *record_key, struct match *m)
{
    return store_said(s, record_key, apply, m);
}
