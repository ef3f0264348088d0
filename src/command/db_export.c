/* A collection for other programs: GNU Backgammon's record keeping, and tables. */
#include <string.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "command/db.h"
#include "command/export_tables.h"
#include "command/table_files.h"
#include "format/keys.h"
#include "collection/gnubg.h"
#include "collection/said.h"
#include "collection/upkeep.h"

/* ---- GNU Backgammon's record keeping ---- */

struct session { /* a match that is written */
    int64_t analysis, player[2];
    char *name[2], *date, *stem;
    char record_key[KEY_LENGTH + 1], fingerprint[KEY_LENGTH + 1];
};

struct sessions {
    struct session *at;
    size_t n, capacity;
};

/* A player without a name has the number of a seat there, behind all others. */
enum { SEAT_1 = 2000000000 };

static bool is_day(const char *date)
{
    return date != NULL && strlen(date) == 10;
}

static bool add_session(void *context, const struct stored_match *m)
{
    struct sessions *l = context;
    if (m->analysis == 0)
        return true;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    struct session *s = &l->at[l->n++];
    *s = (struct session){
        .analysis = m->analysis, .date = is_day(m->date) ? xstrdup(m->date) : NULL, .stem = xstrdup(m->stem)};
    snprintf(s->record_key, sizeof s->record_key, "%s", m->record_key);
    snprintf(s->fingerprint, sizeof s->fingerprint, "%s", m->fingerprint);
    for (int i = 0; i < 2; i++) {
        s->player[i] = m->player[i] != 0 ? m->player[i] : SEAT_1 + i;
        s->name[i] = xstrdup(*m->person[i] != '\0' ? m->person[i] : i == 0 ? "Player 1" : "Player 2");
    }
    return true;
}

static void sessions_done(struct sessions *l)
{
    for (size_t i = 0; i < l->n; i++) {
        xfree(l->at[i].date);
        xfree(l->at[i].stem);
        xfree(l->at[i].name[0]);
        xfree(l->at[i].name[1]);
    }
    xfree(l->at);
}

static bool export_session(struct store *s, const struct session *from, int64_t id, struct gnubg_file *to)
{
    struct match *m = db_record(s, from->analysis, from->stem);
    const struct gnubg_match facts = {id, from->record_key, {from->player[0], from->player[1]}, from->date};
    if (m == NULL)
        return false;
    (void)said_apply_to(s, m);
    const bool ok = gnubg_player(to, from->player[0], from->name[0]) &&
                    gnubg_player(to, from->player[1], from->name[1]) &&
                    gnubg_add(to, m, set_of_fingerprint(m, from->fingerprint), &facts);
    match_free(m);
    return ok;
}

static bool export_sessions(struct store *s, const struct sessions *l, const char *path, struct diags *d)
{
    struct gnubg_file to;
    if (!gnubg_begin(&to, path, d))
        return false;
    bool ok = true;
    for (size_t i = 0; ok && i < l->n && !call_cancelled(); i++)
        ok = export_session(s, &l->at[i], (int64_t)i + 1, &to);
    return gnubg_end(&to, ok && !call_cancelled(), d);
}

struct export_answer {
    struct db_head head;
    const char *output;
    int64_t matches, decisions, games, players, candidates;
};

#define EXPORTED(chore)                                                                                                \
    DB_HEAD(struct export_answer, chore), ANSWER(struct export_answer, output, "Output", .flags = ANSWER_PATH),        \
        ANSWER(struct export_answer, matches, "Matches")
static const struct answer_field gnubg_fields[] = {EXPORTED("export-gnubg"), {0}};
static const struct answer_rows gnubg_rows = {"DbExportGnubg", NULL, sizeof(struct export_answer), gnubg_fields};
const struct answer_document db_export_gnubg_document = DB_DOCUMENT("GNU Backgammon's record keeping", &gnubg_rows);
static const struct answer_field export_fields[] = {
    EXPORTED("export"),
    ANSWER(struct export_answer, decisions, "Decisions"),
    ANSWER(struct export_answer, games, "Games", .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
           .help = "with --tables"),
    ANSWER(struct export_answer, players, "Players", .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
           .help = "likewise"),
    ANSWER(struct export_answer, candidates, "Candidates", .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
           .help = "likewise"),
    {0}};
static const struct answer_rows export_rows = {"DbExport", NULL, sizeof(struct export_answer), export_fields};
const struct answer_document db_export_document = DB_DOCUMENT("Decisions", &export_rows);

int db_export_gnubg(struct doing *d)
{
    struct store *s = d->store;
    const char *path = d->name[0];
    struct sessions l = {.n = 0};
    struct diags notes;
    diags_init(&notes, path);
    const bool ok = store_matches(s, &MATCH_FILTER_ALL, add_session, &l);
    const int result = !ok                                    ? db_failed(s)
                       : export_sessions(s, &l, path, &notes) ? CALL_CLEAN
                       : call_cancelled()                     ? CALL_CANCELLED
                                                              : CALL_NOTHING;
    const struct export_answer answer = {d->head, path, (int64_t)l.n, 0, 0, 0, 0};
    if (result == CALL_CLEAN)
        say("%s: %zu matches", path, l.n);
    call_diags(&notes);
    diags_done(&notes);
    sessions_done(&l);
    return db_put(d, &db_export_gnubg_document, &answer, result);
}

/* ---- tables ---- */

struct exporting {
    struct table *table[TABLE_NAMES]; /* NULL = not asked for */
    int64_t n[TABLE_NAMES];
};

static bool put_row(void *context, enum export_table t, const void *record)
{
    struct exporting *x = context;
    x->n[t]++;
    return table_add_row(x->table[t], record);
}

static bool add_tables(struct exporting *x, struct tables *to, unsigned which, struct diags *d)
{
    for (int t = 0; t < TABLE_NAMES; t++)
        if (which >> t & 1 &&
            (x->table[t] = tables_add(to, export_table_names[t], export_table_rows((enum export_table)t), d)) == NULL)
            return false;
    return true;
}

static int export_to(struct doing *d, const char *path, bool all, struct exporting *x)
{
    const unsigned which = all ? TABLES_ALL : 1U << TABLE_DECISIONS;
    struct diags notes;
    diags_init(&notes, path);
    struct tables *t = tables_begin(path, d->options->answer.safe, &notes);
    const bool begun = t != NULL && add_tables(x, t, which, &notes);
    const bool filled = begun && export_each(d->store, which, &MATCH_FILTER_ALL, put_row, x);
    const bool good = t != NULL && tables_end(t, filled, all, &notes);
    const int ending = good                             ? CALL_CLEAN
                       : call_cancelled()               ? CALL_CANCELLED
                       : *store_error(d->store) != '\0' ? db_failed(d->store)
                                                        : CALL_NOTHING;
    call_diags(&notes);
    diags_done(&notes);
    return ending;
}

int db_export(struct doing *d)
{
    const bool all = d->options->tables != NULL;
    const char *path = all ? d->options->tables : d->options->decisions;
    struct exporting x = {0};
    const int ending = export_to(d, path, all, &x);
    if (ending != CALL_CLEAN)
        return ending;
    const struct export_answer answer = {.head = d->head,
                                         .output = path,
                                         .matches = store_count_matches(d->store),
                                         .decisions = x.n[TABLE_DECISIONS],
                                         .games = all ? x.n[TABLE_GAMES] : -1,
                                         .players = all ? x.n[TABLE_PLAYERS] : -1,
                                         .candidates = all ? x.n[TABLE_CANDIDATES] : -1};
    say(tr_counted("%s: %lld decisions of %lld match", "%s: %lld decisions of %lld matches", (long)answer.matches),
        path, (long long)answer.decisions, (long long)answer.matches);
    return db_put(d, &db_export_document, &answer, CALL_CLEAN);
}

bool db_export_named(const struct db_options *o)
{
    if (o->tables != NULL)
        return o->decisions == NULL && tables_kind_of(o->tables) >= TABLES_DATABASE;
    return tables_kind_of(o->decisions) == TABLES_CSV;
}
