/* Players and their aliases: a name is counted under the one it points to, which points nowhere itself. */
#include "collection/people.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/suggest.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "collection/seal.h"
#include "collection/store_private.h"

static int64_t id_of(struct store *s, const char *name)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(name), key);
    return sql_number(s->db, "SELECT id FROM players WHERE name_key = ?", SQL(sql_text(key)), 0);
}

bool store_player_add(struct store *s, const char *name, int64_t *id)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(name), key);
    *id = id_of(s, name);
    if (*id != 0 || *store_error(s) != '\0')
        return *id != 0;
    *id = sql_number(s->db, "INSERT INTO players (name_key, name) VALUES (?, ?) RETURNING id",
                     SQL(sql_text(key), sql_text(name)), 0);
    return *id != 0 && seal(s->db, SEALED_PLAYER, SQL(sql_int(*id)));
}

int64_t store_person(struct store *s, const char *name)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(name), key);
    return sql_number(s->db, "SELECT COALESCE(same_as, id) FROM players WHERE name_key = ?", SQL(sql_text(key)), 0);
}

/* Who is counted as somebody. */
static bool seal_aliases_of(struct store *s, int64_t main)
{
    bool ok = true;
    struct sql_rows *r = sql_ask(s->db, "SELECT id FROM players WHERE same_as = ? ORDER BY id", SQL(sql_int(main)));
    while (r != NULL && ok && sql_next(r))
        ok = seal(s->db, SEALED_PLAYER, SQL(sql_int(sql_get_int(r, 0))));
    return sql_done(r) && ok;
}

enum alias_result store_alias(struct store *s, const char *name, const char *other)
{
    const int64_t id = id_of(s, other), own = id_of(s, name);
    int64_t main = store_person(s, name);
    if (id == 0)
        return *store_error(s) == '\0' ? ALIAS_UNKNOWN : ALIAS_FAILED;
    if (main == id) /* the other way round from now on */
        main = own;
    if (main == id || (main != 0 && store_person(s, other) == main))
        return ALIAS_SAME;
    if (!store_begin(s))
        return ALIAS_FAILED;
    const bool ok = (main != 0 || store_player_add(s, name, &main)) &&
                    sql_run(s->db, "UPDATE players SET same_as = NULL WHERE id = ?", SQL(sql_int(main))) &&
                    sql_run(s->db, "UPDATE players SET same_as = ? WHERE id = ? OR same_as = ?",
                            SQL(sql_int(main), sql_int(id), sql_int(id))) &&
                    seal(s->db, SEALED_PLAYER, SQL(sql_int(main))) && seal_aliases_of(s, main);
    return store_end(s, ok) ? ALIAS_DONE : ALIAS_FAILED;
}

enum alias_result store_unalias(struct store *s, const char *name)
{
    const int64_t id = id_of(s, name);
    if (id == 0)
        return *store_error(s) == '\0' ? ALIAS_UNKNOWN : ALIAS_FAILED;
    if (sql_number(s->db, "SELECT same_as FROM players WHERE id = ?", SQL(sql_int(id)), 0) == 0)
        return ALIAS_SAME;
    if (!store_begin(s))
        return ALIAS_FAILED;
    const bool ok = sql_run(s->db, "UPDATE players SET same_as = NULL WHERE id = ?", SQL(sql_int(id))) &&
                    seal(s->db, SEALED_PLAYER, SQL(sql_int(id)));
    return store_end(s, ok) ? ALIAS_DONE : ALIAS_FAILED;
}

bool store_players(struct store *s, player_visitor visit, void *context)
{
    struct sql_rows *r = sql_ask_many(s->db,
                                      "SELECT p.id, p.name, COALESCE(q.name, ''),"
                                      " (SELECT COUNT(*) FROM matches m WHERE m.player0 = p.id AND m.whole IS NULL) +"
                                      " (SELECT COUNT(*) FROM matches m WHERE m.player1 = p.id AND m.whole IS NULL)"
                                      " FROM players p LEFT JOIN players q ON q.id = p.same_as WHERE " PLAYER_IS_THERE(
                                          "p") " ORDER BY COALESCE(q.name, p.name), p.same_as IS NOT NULL, p.name",
                                      SQL_NO_VALUES);
    for (bool more = true; r != NULL && more && sql_next(r);)
        more = visit(context, &(struct stored_player){sql_get_int(r, 0), sql_get_word(r, 1), sql_get_word(r, 2),
                                                      sql_get_int(r, 3)});
    return sql_done(r);
}

int64_t store_matches_between(struct store *s, const char *name, const char *other)
{
    return sql_number(
        s->db,
        "SELECT COUNT(*) FROM matches m JOIN players p ON p.id = m.player0 JOIN players q"
        " ON q.id = m.player1 WHERE ((p.name = ? AND q.name = ?) OR (p.name = ? AND q.name = ?)) AND m.whole IS NULL",
        SQL(sql_text(name), sql_text(other), sql_text(other), sql_text(name)), 0);
}

bool store_person_name(struct store *s, const char *name, struct strbuf *out)
{
    char key[KEY_LENGTH + 1];
    text_key(span_of(name), key);
    struct sql_rows *r =
        sql_ask(s->db, "SELECT q.name FROM players p JOIN players q ON q.id = p.same_as WHERE p.name_key = ?",
                SQL(sql_text(key)));
    strbuf_puts(out, r != NULL && sql_next(r) ? sql_get_word(r, 0) : name);
    return sql_done(r);
}

bool store_name_of(struct store *s, int64_t person, struct strbuf *out)
{
    struct sql_rows *r = sql_ask(s->db, "SELECT name FROM players WHERE id = ?", SQL(sql_int(person)));
    if (r != NULL && sql_next(r))
        strbuf_puts(out, sql_get_word(r, 0));
    return sql_done(r);
}

bool store_first_of(struct store *s, const char *names, int64_t *id, struct strbuf *out)
{
    struct strbuf name = {0};
    bool ok = true;
    for (*id = 0; ok && *id == 0 && *names != '\0';) {
        const size_t n = strcspn(names, ";");
        const struct span one = span_trim((struct span){names, n});
        strbuf_clear(&name);
        strbuf_add(&name, one.at, one.length);
        *id = one.length != 0 ? store_person(s, strbuf_text(&name)) : 0;
        ok = *store_error(s) == '\0' && (*id == 0 || store_person_name(s, strbuf_text(&name), out));
        names += n + (names[n] == ';');
    }
    strbuf_done(&name);
    return ok;
}

bool store_persons_of(struct store *s, int64_t match, struct strbuf *out)
{
    struct sql_rows *r =
        sql_ask(s->db,
                "SELECT p.name FROM matches m JOIN players o ON o.id IN (m.player0, m.player1)"
                " JOIN players p ON p.id = COALESCE(o.same_as, o.id) WHERE m.id = ? ORDER BY o.id = m.player1, p.name",
                SQL(sql_int(match)));
    while (r != NULL && sql_next(r))
        strbuf_printf(out, "%s\n", sql_get_word(r, 0));
    return sql_done(r);
}

/* ---- whatever the capitals ---- */

struct calling {
    struct strbuf wanted, folded; /* in small letters */
    struct suggestion *near;
    struct arena *names;
    const char *person; /* under which who was found is counted; NULL = nobody yet */
    bool several;
};

static bool compare_name(void *context, const struct stored_player *p)
{
    struct calling *c = context;
    const char *name = arena_strdup(c->names, p->name);
    suggest(c->near, name);
    strbuf_clear(&c->folded);
    utf8_lower(&c->folded, p->name);
    if (strcmp(strbuf_text(&c->folded), strbuf_text(&c->wanted)) != 0)
        return true;
    const char *person = *p->counted_as != '\0' ? arena_strdup(c->names, p->counted_as) : name;
    c->several = c->several || (c->person != NULL && strcmp(c->person, person) != 0);
    c->person = person;
    return true;
}

enum person_result store_person_called(struct store *s, const char *name, int64_t *id, struct suggestion *near,
                                       struct arena *names)
{
    struct calling c = {.near = near, .names = names};
    *id = store_person(s, name);
    if (*id != 0)
        return PERSON_FOUND;
    utf8_lower(&c.wanted, name);
    const bool ok = *store_error(s) == '\0' && store_players(s, compare_name, &c);
    if (ok && c.person != NULL && !c.several)
        *id = store_person(s, c.person);
    strbuf_done(&c.wanted);
    strbuf_done(&c.folded);
    return !ok ? PERSON_FAILED : *id != 0 ? PERSON_FOUND : c.several ? PERSON_AMBIGUOUS : PERSON_UNKNOWN;
}

/* ---- spellings ---- */

void name_fold(const char *name, struct strbuf *out)
{
    for (unsigned c; (c = utf8_next_bare(&name)) != 0;)
        if (c >= 0x80)
            strbuf_printf(out, "<%x>", c);
        else if (isalnum((int)c))
            strbuf_putc(out, (char)c);
}

struct spelling {
    char *fold, *name;
};

struct spellings {
    struct spelling *at;
    size_t n, capacity;
};

static bool add_spelling(void *context, const struct stored_player *p)
{
    struct spellings *l = context;
    struct strbuf fold = {0};
    if (*p->counted_as != '\0')
        return true;
    name_fold(p->name, &fold);
    if (fold.length != 0) {
        l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
        l->at[l->n++] = (struct spelling){xstrdup(fold.at), xstrdup(p->name)};
    }
    strbuf_done(&fold);
    return true;
}

static int by_fold(const void *a, const void *b)
{
    const struct spelling *x = a, *y = b;
    const int order = strcmp(x->fold, y->fold);
    return order != 0 ? order : strcmp(x->name, y->name);
}

bool store_spelt_alike(struct store *s, spelling_visitor visit, void *context)
{
    struct spellings l = {.n = 0};
    const bool ok = store_players(s, add_spelling, &l);
    bool goes_on = ok;
    if (l.n > 0)
        qsort(l.at, l.n, sizeof *l.at, by_fold);
    for (size_t i = 1; i < l.n && goes_on; i++)
        if (strcmp(l.at[i].fold, l.at[i - 1].fold) == 0)
            goes_on = visit(context, l.at[i - 1].name, l.at[i].name);
    for (size_t i = 0; i < l.n; i++) {
        xfree(l.at[i].fold);
        xfree(l.at[i].name);
    }
    xfree(l.at);
    return ok;
}

static bool stop_at_one(void *there, const char *name, const char *other)
{
    (void)name, (void)other;
    *(bool *)there = true;
    return false;
}

bool store_has_alike(struct store *s)
{
    bool there = false;
    return store_spelt_alike(s, stop_at_one, &there) && there;
}
