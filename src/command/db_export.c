/* A collection for other programs: GNU Backgammon's record keeping, and decisions as CSV. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "command/db.h"
#include "collection/columns.h"
#include "collection/gnubg.h"

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
    int64_t matches, decisions;
};

#define EXPORTED(chore)                                                                                                \
    DB_HEAD(struct export_answer, chore), ANSWER(struct export_answer, output, "Output", .flags = ANSWER_PATH),        \
        ANSWER(struct export_answer, matches, "Matches")
static const struct answer_field gnubg_fields[] = {EXPORTED("export-gnubg"), {0}};
static const struct answer_rows gnubg_rows = {"DbExportGnubg", NULL, sizeof(struct export_answer), gnubg_fields};
const struct answer_document db_export_gnubg_document = DB_DOCUMENT("GNU Backgammon's record keeping", &gnubg_rows);
static const struct answer_field export_fields[] = {
    EXPORTED("export"), ANSWER(struct export_answer, decisions, "Decisions"), {0}};
static const struct answer_rows export_rows = {"DbExport", NULL, sizeof(struct export_answer), export_fields};
const struct answer_document db_export_document = DB_DOCUMENT("Decisions", &export_rows);

int db_export_gnubg(struct doing *d)
{
    struct store *s = d->store;
    const char *path = d->name[0];
    struct sessions l = {.n = 0};
    struct diags said;
    diags_init(&said, path);
    const bool ok = store_matches(s, &MATCH_FILTER_ALL, add_session, &l);
    const int result = !ok                                   ? db_failed(s)
                       : export_sessions(s, &l, path, &said) ? CALL_CLEAN
                       : call_cancelled()                    ? CALL_CANCELLED
                                                             : CALL_NOTHING;
    const struct export_answer answer = {d->head, path, (int64_t)l.n, 0};
    if (result == CALL_CLEAN)
        say("%s: %zu matches", path, l.n);
    call_diags(&said);
    diags_done(&said);
    sessions_done(&l);
    return db_put(d, &db_export_gnubg_document, &answer, result);
}

/* ---- decisions for programs that count ---- */

bool is_csv_name(const char *path)
{
    const char *const endings[] = {".csv", ".csv.gz"};
    const size_t length = path != NULL ? strlen(path) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (length > strlen(endings[i]) && strcmp(path + length - strlen(endings[i]), endings[i]) == 0)
            return true;
    return false;
}

int db_export(struct doing *d)
{
    const char *path = d->options->decisions;
    const bool zipped = strcmp(path + strlen(path) - 3, ".gz") == 0;
    struct columns_written n;
    struct file_out file;
    output_sweep(path);
    file_out_begin(&file, path);
    const bool all = columns_write(d->store, &file, zipped, call_cancel_flag(), &n);
    if (!file_out_end(&file, all) && all) {
        struct diags said;
        diags_init(&said, path);
        diag_at(&said, SEVERITY_ERROR, 0, 0, "cannot be written: %s", file_problem(errno));
        call_diags(&said);
        diags_done(&said);
        return CALL_NOTHING;
    }
    if (call_cancelled())
        return CALL_CANCELLED;
    if (!all)
        return db_failed(d->store);
    say("%s: %llu decisions of %llu match%s", path, (unsigned long long)n.decisions, (unsigned long long)n.matches,
        n.matches == 1 ? "" : "es");
    const struct export_answer answer = {d->head, path, (int64_t)n.matches, (int64_t)n.decisions};
    return db_put(d, &db_export_document, &answer, CALL_CLEAN);
}
