/* Matches that may be one, in groups; see upkeep.h. Each reason is one question for matches and what they have in
 * common. Of those that a stronger reason has in one group already (their class) a weaker reason names the first alone,
 * and a group of the same matches is not shown again: both time and text grow as the collection does, however many
 * copies it holds. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/call.h"
#include "base/language.h"
#include "base/xmalloc.h"
#include "collection/store_private.h"
#include "collection/upkeep.h"

struct found {
    const char *key, *class;
    int64_t number; /* of those with the same key */
    bool later; /* than the whole, which comes first */
    struct suspect of;
};

struct groups {
    struct arena *arena;
    struct group {
        struct suspects of;
        int reason;
    } * at;
    size_t n, capacity;
};

#define MATCH                                                                                                          \
    " x.id, (SELECT a.id FROM analyses a WHERE a.match_id = x.id AND a.chosen = 1),"                                   \
    " (SELECT MIN(f.path) FROM sources f JOIN holds h ON h.hash = f.hash WHERE h.match_id = x.id),"                    \
    " (SELECT f.hash FROM sources f JOIN holds h ON h.hash = f.hash WHERE h.match_id = x.id"                           \
    " ORDER BY f.path, f.hash LIMIT 1)"
#define CLASS "COALESCE(x.opening_key, x.dice_key)"
#define COUNTS "x.whole IS NULL"

static const struct {
    const char *why, *rows; /* key, number, class, later, then MATCH; ORDER COLUMN */
} reasons[] = {
    {N_("the others are beginnings of the first, and not counted"),
     "SELECT '', COALESCE(x.whole, x.id), x.record_key, CASE WHEN " COUNTS " THEN 0 ELSE 1 END," MATCH
     " FROM matches x WHERE x.whole IS NOT NULL OR x.id IN (SELECT y.whole FROM matches y WHERE y.whole IS NOT NULL)"},
    {N_("the same dice"),
     "SELECT x.dice_key, 0, x.record_key, 0," MATCH " FROM matches x WHERE " COUNTS " AND x.dice_key IN"
     " (SELECT y.dice_key FROM matches y WHERE y.whole IS NULL GROUP BY y.dice_key HAVING COUNT(*) > 1)"},
    {N_("the same first rolls"), "SELECT x.opening_key, 0, x.dice_key, 0," MATCH " FROM matches x WHERE " COUNTS
                                 " AND x.opening_key IN (SELECT y.opening_key FROM matches y WHERE y.whole IS NULL"
                                 " GROUP BY y.opening_key HAVING COUNT(DISTINCT y.dice_key) > 1)"},
    {N_("a game with the same dice"),
     "SELECT g.dice_key, 0, " CLASS ", 0," MATCH " FROM games g JOIN matches x ON x.id = g.match_id WHERE " COUNTS
     " AND g.dice_key IN (SELECT k.dice_key FROM games k GROUP BY k.dice_key HAVING COUNT(DISTINCT k.match_id) > 1)"},
    {N_("the same place"),
     "SELECT p.path_key, o.number, " CLASS ", 0," MATCH
     " FROM sources p JOIN holds o ON o.hash = p.hash JOIN matches x ON x.id = o.match_id WHERE " COUNTS
     " AND p.path <> '-' AND p.path_key IN"
     " (SELECT e.path_key FROM sources e GROUP BY e.path_key HAVING COUNT(*) > 1)"},
};

enum { AT_KEY, AT_NUMBER, AT_CLASS, AT_LATER, AT_MATCH, AT_ANALYSIS, AT_PATH, AT_HASH };

static int by_place(const struct found *x, const struct found *y)
{
    const int path = strcmp(x->of.path, y->of.path), hash = strcmp(x->of.hash, y->of.hash);
    if (x->later != y->later)
        return x->later - y->later;
    return path != 0 ? path : hash != 0 ? hash : (x->of.match > y->of.match) - (x->of.match < y->of.match);
}

static int by_common(const struct found *x, const struct found *y)
{
    const int key = strcmp(x->key, y->key);
    return key != 0 ? key : (x->number > y->number) - (x->number < y->number);
}

static int by_class(const void *a, const void *b)
{
    const struct found *x = a, *y = b;
    const int common = by_common(x, y), class = strcmp(x->class, y->class);
    return common != 0 ? common : class != 0 ? class : by_place(x, y);
}

static int by_group(const void *a, const void *b)
{
    const int common = by_common(a, b);
    return common != 0 ? common : by_place(a, b);
}

static struct found *read_rows(struct store *s, struct arena *a, int reason, size_t *n)
{
    struct found *rows = NULL;
    size_t capacity = 0;
    struct sql_rows *r = sql_ask_many(s->db, reasons[reason].rows, SQL_NO_VALUES);
    for (*n = 0; r != NULL && !call_cancelled() && sql_next(r); ++*n) {
        rows = arena_grow(a, rows, *n, &capacity, sizeof *rows);
        rows[*n] = (struct found){.key = arena_strdup(a, sql_get_word(r, AT_KEY)),
                                  .class = arena_strdup(a, sql_get_word(r, AT_CLASS)),
                                  .number = sql_get_int(r, AT_NUMBER),
                                  .later = sql_get_int(r, AT_LATER) != 0,
                                  .of = {.match = sql_get_int(r, AT_MATCH),
                                         .analysis = sql_get_int(r, AT_ANALYSIS),
                                         .path = arena_strdup(a, sql_get_word(r, AT_PATH)),
                                         .hash = arena_strdup(a, sql_get_word(r, AT_HASH))}};
    }
    return sql_done(r) ? rows : NULL;
}

static void add_group(struct groups *l, int reason, const struct found *rows, size_t n)
{
    struct suspect *of = arena_alloc(l->arena, n * sizeof *of);
    for (size_t i = 0; i < n; i++)
        of[i] = rows[i].of;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n++] = (struct group){{reasons[reason].why, of, n}, reason};
}

/* The first of each class, then those that have something in common. */
static void find_groups(struct groups *l, int reason, struct found *rows, size_t n_rows)
{
    size_t n = 0;
    qsort(rows, n_rows, sizeof *rows, by_class);
    for (size_t i = 0; i < n_rows; i++)
        if (n == 0 || by_common(&rows[i], &rows[n - 1]) != 0 || strcmp(rows[i].class, rows[n - 1].class) != 0)
            rows[n++] = rows[i];
    qsort(rows, n, sizeof *rows, by_group);
    for (size_t i = 0, end; i < n; i = end) {
        for (end = i + 1; end < n && by_common(&rows[i], &rows[end]) == 0; end++)
            continue;
        if (end - i > 1)
            add_group(l, reason, &rows[i], end - i);
    }
}

static int by_matches(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    for (size_t i = 0; i < x->of.n && i < y->of.n; i++)
        if (x->of.at[i].match != y->of.at[i].match)
            return x->of.at[i].match < y->of.at[i].match ? -1 : 1;
    return x->of.n != y->of.n ? (x->of.n > y->of.n) - (x->of.n < y->of.n) : x->reason - y->reason;
}

static bool has_same_matches(const struct group *x, const struct group *y)
{
    return by_matches(x, &(struct group){y->of, x->reason}) == 0;
}

static int by_reason(const void *a, const void *b)
{
    const struct group *x = a, *y = b;
    const int path = strcmp(x->of.at[0].path, y->of.at[0].path);
    return x->reason != y->reason ? x->reason - y->reason : path != 0 ? path : by_matches(x, y);
}

/* Each set of matches once, for its strongest reason. */
static void leave_one_of_each(struct groups *l)
{
    size_t n = 0;
    qsort(l->at, l->n, sizeof *l->at, by_matches);
    for (size_t i = 0; i < l->n; i++)
        if (n == 0 || !has_same_matches(&l->at[i], &l->at[n - 1]))
            l->at[n++] = l->at[i];
    l->n = n;
    qsort(l->at, l->n, sizeof *l->at, by_reason);
}

bool store_duplicates(struct store *s, suspects_visitor visit, void *context)
{
    struct groups l = {.arena = arena_new()};
    bool ok = true;
    for (int i = 0; ok && i < (int)(sizeof reasons / sizeof *reasons); i++) {
        size_t n;
        struct found *rows = read_rows(s, l.arena, i, &n);
        if (rows != NULL)
            find_groups(&l, i, rows, n);
        ok = *store_error(s) == '\0';
    }
    if (l.n > 0)
        leave_one_of_each(&l);
    for (size_t i = 0; ok && i < l.n && visit(context, &l.at[i].of); i++)
        continue;
    xfree(l.at);
    arena_free(l.arena);
    return ok;
}
