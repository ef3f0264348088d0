/* `db`: looking after a collection. One row of a table for each thing that can be done. */
#include "command/db.h"

#include <string.h>

#include "base/call.h"
#include "base/columns.h"
#include "base/command.h"
#include "base/language.h"
#include "base/utf8.h"
#include "base/width.h"
#include "command/report.h"
#include "base/xmalloc.h"
#include "collection/parts.h"
#include "collection/query.h"
#include "collection/shares.h"
#include "collection/upkeep.h"

int db_failed(const struct store *s)
{
    say_error("%s: %s", store_name(s), store_error(s));
    return CALL_NOTHING;
}

void *db_list_add(struct doing *d, struct db_list *l, size_t size)
{
    l->at = arena_grow(d->arena, l->at, l->n, &l->room, size);
    return memset((char *)l->at + l->n++ * size, 0, size);
}

int db_put(const struct doing *d, const struct answer_document *a, const void *record, int ending)
{
    if (d->lines != NULL || ending > CALL_SOME_FAILED)
        return ending;
    struct answers_options to = d->options->answer;
    to.list = d->list;
    const int put = answers_put(&to, a, record);
    return put != CALL_CLEAN ? put : ending;
}

void put_plain(struct strbuf *line, const char *text)
{
    const size_t from = line->length;
    strbuf_puts(line, text);
    utf8_disarm(line, from, '?', false);
    utf8_isolate(line, from);
}

/* ---- what there is ---- */

struct info_answer {
    struct db_head head;
    struct stored_counts counts;
    struct answer_list analysed_by, missing_shares;
};

#define COUNT(field, ...) ANSWER_NAMED(#field, struct info_answer, counts.field, __VA_ARGS__)

static const struct answer_field engine_fields[] = {
    ANSWER_NAMED("engine", struct stored_engine, name, "Analysed by", .missing = ANSWER_NULL),
    ANSWER(struct stored_engine, version, "Version", .example = "0.1.0", .missing = ANSWER_NULL),
    ANSWER(struct stored_engine, level, "Level", .example = "2ply", .missing = ANSWER_NULL),
    ANSWER(struct stored_engine, analyses, "Analyses"),
    {0}};
static const struct answer_rows engine_rows = {"DbEngine", NULL, sizeof(struct stored_engine), engine_fields};

static const struct answer_field info_fields[] = {
    DB_HEAD(struct info_answer, "info"),
    COUNT(version, "Version", .help = "of the collection's tables"),
    COUNT(matches, "Matches", .help = "as in the library, in exports and in figures of players"),
    COUNT(cut_short, "Cut short", .help = "incomplete copies of other matches; not included in the other numbers"),
    COUNT(positions, "Positions",
          .help = "records without a decision: single positions, which do not count as matches, and empty matches"),
    COUNT(games, "Games"),
    COUNT(decisions, "Decisions"),
    COUNT(players, "Players"),
    COUNT(aliases, "Aliases"),
    COUNT(files, "Files"),
    COUNT(different_files, "Different files"),
    COUNT(analyses, "Analyses"),
    COUNT(keep_errors, "Keep errors", .help = "analyses with all candidates of errors only"),
    COUNT(keep_none, "Keep none", .help = "analyses with the best play and the play made only"),
    ANSWER_LIST(struct info_answer, analysed_by, NULL, &engine_rows, .flags = ANSWER_FLAT),
    ANSWER_LIST_OF(const char *, struct info_answer, missing_shares, "Missing shares", .missing = ANSWER_THERE,
                   .flags = ANSWER_TALL, .help = "shares of the work that are not yet complete"),
    {0}};
static const struct answer_rows info_rows = {"DbInfo", NULL, sizeof(struct info_answer), info_fields};
static const struct answer_document info_document = DB_DOCUMENT("A collection", &info_rows, .lines = &info_rows);

struct noting {
    struct doing *d;
    struct db_list list;
};

static void note_engine(void *noting, const struct stored_engine *e)
{
    struct noting *n = noting;
    *(struct stored_engine *)db_list_add(n->d, &n->list, sizeof *e) =
        (struct stored_engine){arena_strdup(n->d->arena, e->name), arena_strdup(n->d->arena, e->version),
                               arena_strdup(n->d->arena, e->level), e->analyses};
}

static void note_line(void *noting, const char *line)
{
    struct noting *n = noting;
    *(const char **)db_list_add(n->d, &n->list, sizeof line) = arena_strdup(n->d->arena, line);
}

static size_t info_width(void)
{
    size_t width = 16;
    for (const struct answer_field *f = info_fields; f->name != NULL; f++)
        if (f->kind == ANSWER_INT && width_of_text(tr(f->title)) > width)
            width = width_of_text(tr(f->title));
    return width;
}

static void print_counts(struct strbuf *out, const struct info_answer *info)
{
    for (const struct answer_field *f = info_fields; f->name != NULL; f++) {
        if (f->kind != ANSWER_INT)
            continue;
        put_left(out, tr(f->title), info_width());
        strbuf_printf(out, " %lld\n", (long long)*(const int64_t *)(const void *)((const char *)info + f->at));
    }
}

static void print_engine(struct strbuf *out, const struct stored_engine *e)
{
    const char *const words[] = {e->name, e->version, e->level};
    put_left(out, tr("Analysed by"), info_width());
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i] != NULL) {
            strbuf_putc(out, ' ');
            put_plain(out, words[i]);
        }
    strbuf_printf(out, ": %lld\n", (long long)e->analyses);
}

static void print_info(struct strbuf *out, const struct info_answer *info)
{
    const struct stored_engine *e = info->analysed_by.at;
    const char *const *line = info->missing_shares.at;
    put_left(out, tr("Collection"), info_width());
    strbuf_printf(out, " %s\n", info->head.collection);
    print_counts(out, info);
    for (size_t i = 0; i < info->analysed_by.n; i++)
        print_engine(out, &e[i]);
    for (size_t i = 0; i < info->missing_shares.n; i++)
        strbuf_printf(out, "%s\n", line[i]);
}

static int db_info(struct doing *d)
{
    struct noting engines = {.d = d}, shares = {.d = d};
    struct info_answer info = {.head = d->head};
    if (!store_counts(d->store, &info.counts) || !store_engines(d->store, note_engine, &engines) ||
        !store_shares_missing(d->store, note_line, &shares))
        return db_failed(d->store);
    info.analysed_by = (struct answer_list){engines.list.at, engines.list.n};
    info.missing_shares = (struct answer_list){shares.list.at, shares.list.n};
    d->list = ""; /* the counts are the line of CSV */
    if (d->lines != NULL)
        print_info(answers_own_text(d->lines), &info);
    return db_put(d, &info_document, &info, CALL_CLEAN);
}

/* ---- forgetting ---- */

struct forgotten {
    const char *file;
    bool known;
};

struct forget_answer {
    struct db_head head;
    struct answer_list files;
};

static const struct answer_field forgotten_fields[] = {ANSWER(struct forgotten, file, "File",
                                                              .example = "matches/club-final.mat",
                                                              .flags = ANSWER_KEY | ANSWER_PATH, .help = "as given"),
                                                       ANSWER(struct forgotten, known, "Known"),
                                                       {0}};
static const struct answer_rows forgotten_rows = {"Forgotten", NULL, sizeof(struct forgotten), forgotten_fields};
static const struct answer_field forget_fields[] = {
    DB_HEAD(struct forget_answer, "forget"),
    ANSWER_LIST(struct forget_answer, files, NULL, &forgotten_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows forget_rows = {"DbForget", NULL, sizeof(struct forget_answer), forget_fields};
static const struct answer_document forget_document = DB_DOCUMENT("Forgotten files", &forget_rows);

static int forget_one(struct doing *d, const char *path, const char *hash, bool *found)
{
    char *place = place_of(path);
    const bool ok = store_forget(d->store, place, hash, found);
    xfree(place);
    if (!ok)
        return db_failed(d->store);
    if (!*found)
        say_error(*hash != '\0' ? F_("%s: the collection has no such content of it")
                                : F_("%s: the collection knows no such file"),
                  path);
    return *found ? CALL_CLEAN : CALL_SOME_FAILED;
}

static int db_forget(struct doing *d)
{
    const char *hash = d->options->content != NULL ? d->options->content : "";
    struct forgotten *files = arena_alloc(d->arena, d->n * sizeof *files);
    int result = CALL_CLEAN;
    if (d->options->content != NULL && (*hash == '\0' || hash[strspn(hash, "0123456789abcdef")] != '\0'))
        return call_misuse("--content %s: the first digits of a SHA-256 are expected, of 0-9 and a-f", hash);
    for (size_t i = 0; i < d->n && result != CALL_NOTHING; i++) {
        files[i].file = d->name[i];
        const int one = forget_one(d, d->name[i], hash, &files[i].known);
        result = one > result ? one : result;
    }
    return db_put(d, &forget_document, &(struct forget_answer){d->head, {files, d->n}}, result);
}

/* ---- merging ---- */

struct merge_row {
    const char *from;
    int64_t matches, known;
};

struct merge_answer {
    struct db_head head;
    struct answer_list merged, missing_shares;
};

static const struct answer_field merged_fields[] = {
    ANSWER(struct merge_row, from, "From", .flags = ANSWER_KEY),
    ANSWER(struct merge_row, matches, "Matches"),
    ANSWER(struct merge_row, known, "Known", .help = "those already in the collection"),
    {0}};
static const struct answer_rows merged_rows = {"Merged", NULL, sizeof(struct merge_row), merged_fields};
static const struct answer_field merge_fields[] = {
    DB_HEAD(struct merge_answer, "merge"),
    ANSWER_LIST(struct merge_answer, merged, NULL, &merged_rows, .flags = ANSWER_FLAT),
    ANSWER_LIST_OF(const char *, struct merge_answer, missing_shares, "Missing shares", .flags = ANSWER_TALL,
                   .help = "shares of the work that are not yet complete"),
    {0}};
static const struct answer_rows merge_rows = {"DbMerge", NULL, sizeof(struct merge_answer), merge_fields};
static const struct answer_document merge_document = DB_DOCUMENT("Merged collections", &merge_rows);

struct merging {
    struct doing *d;
    struct db_list merged;
    struct noting shares;
};

static int merge_from(struct merging *all, const char *where)
{
    struct merged m = {0};
    struct store *s = all->d->store, *from = collection_open_store(where, SQL_READ);
    if (from == NULL)
        return CALL_SOME_FAILED;
    const bool ok = (collection_is_kept_aside(where) ? store_bring_home : store_merge)(s, from, &m);
    if (ok) {
        struct merge_row *row = db_list_add(all->d, &all->merged, sizeof *row);
        *row = (struct merge_row){arena_strdup(all->d->arena, store_name(from)), (int64_t)m.matches, (int64_t)m.known};
        say(tr_counted("%s: %zu match, %zu of them known", "%s: %zu matches, %zu of them known", (long)m.matches),
            store_name(from), m.matches, m.known);
        if (m.otherwise != 0)
            say(tr_counted("%s: %zu match of files that were read otherwise here left out",
                           "%s: %zu matches of files that were read otherwise here left out", (long)m.otherwise),
                store_name(from), m.otherwise);
    } else if (!call_cancelled()) {
        say_error("%s: %s", *store_error(s) != '\0' ? store_name(s) : store_name(from),
                  *store_error(s) != '\0' ? store_error(s) : store_error(from));
    }
    store_close(from);
    return ok ? CALL_CLEAN : CALL_NOTHING;
}

static void report_missing(void *merging, const char *line)
{
    struct merging *all = merging;
    note_line(&all->shares, line);
    if (all->d->options->partial)
        say("%s: %s", store_name(all->d->store), line);
    else
        say_error("%s: %s", store_name(all->d->store), line);
}

/* Are all shares there of what was shared out? */
static int check_shares(struct merging *all)
{
    if (!store_shares_missing(all->d->store, report_missing, all))
        return db_failed(all->d->store);
    if (all->shares.list.n == 0 || all->d->options->partial)
        return CALL_CLEAN;
    say_error("merge the other parts too, or allow missing ones with --partial");
    return CALL_SOME_FAILED;
}

static int db_merge(struct doing *d)
{
    struct merging all = {.d = d, .shares = {.d = d}};
    int result = CALL_CLEAN;
    if (!store_merge_begin(d->store))
        return db_failed(d->store);
    for (size_t i = 0; i < d->n && !call_cancelled(); i++) {
        const int one = merge_from(&all, d->name[i]);
        result = one > result ? one : result;
    }
    if (!call_cancelled() && !store_is_lost(d->store) && !store_merge_end(d->store))
        return db_failed(d->store);
    if (result < CALL_NOTHING && !call_cancelled()) {
        const int shares = check_shares(&all);
        result = shares > result ? shares : result;
    }
    if (call_cancelled())
        return CALL_CANCELLED;
    const struct merge_answer answer = {
        d->head, {all.merged.at, all.merged.n}, {all.shares.list.at, all.shares.list.n}};
    return db_put(d, &merge_document, &answer, result);
}

/* ---- the command ---- */

enum { ANY_NUMBER = -1 };

static const struct chore {
    const char *name;
    enum sql_mode mode;
    int least, most; /* of names */
    int (*run)(struct doing *d);
    bool shown; /* what it changes stands on pages: they are written again */
} chores[] = {
    {"alias", SQL_WRITE, 0, ANY_NUMBER, db_alias, true},
    {"players", SQL_READ, 0, 0, db_players, false},
    {"info", SQL_READ, 0, 0, db_info, false},
    {"check", SQL_READ, 0, 0, db_check, false},
    {"classify", SQL_WRITE, 0, 0, db_classify, false},
    {"duplicates", SQL_READ, 0, 0, db_duplicates, false},
    {"export", SQL_READ, 0, 0, db_export, false},
    {"export-gnubg", SQL_READ, 1, 1, db_export_gnubg, false},
    {"forget", SQL_WRITE, 1, ANY_NUMBER, db_forget, false},
    {"merge", SQL_CREATE, 1, ANY_NUMBER, db_merge, false},
    {"set", SQL_WRITE, 1, ANY_NUMBER, db_set, true},
    {"comment", SQL_WRITE, 2, 2, db_comment, true},
    {"mark", SQL_WRITE, 2, 2, db_mark, true},
};

static const struct chore *chore_named(const char *name)
{
    for (size_t i = 0; name != NULL && i < sizeof chores / sizeof *chores; i++)
        if (strcmp(chores[i].name, name) == 0)
            return &chores[i];
    return NULL;
}

static int do_chore(const struct chore *c, struct doing *d)
{
    d->head = (struct db_head){store_name(d->store), c->name};
    d->arena = arena_new();
    if (d->options->answer.form == ANSWERS_TEXT)
        d->lines = answers_begin(&d->options->answer, NULL, NULL);
    int ending = c->run(d);
    if (d->lines != NULL) {
        const int written = answers_end(d->lines, NULL);
        ending = written > ending ? written : ending;
    }
    arena_free(d->arena);
    return ending;
}

/* CALL_CLEAN, or CALL_MISUSE after a message. */
static int check_words(const struct chore *c, const struct db_options *o, size_t n)
{
    if ((int)n < c->least)
        return c->least == 2 ? call_misuse("%s: an address and a %s are expected", c->name,
                                           c->run == db_mark ? W_("mark") : W_("text"))
                             : call_misuse("%s: name at least one", c->name);
    if (c->most >= 0 && (int)n > c->most)
        return call_misuse("%s: takes %s", c->name,
                           c->run == db_mark ? W_("an address and a mark")
                           : c->most == 2    ? W_("an address and a text")
                           : c->most == 1    ? W_("one name")
                                             : W_("no names"));
    if (c->run == db_export && !db_export_named(o))
        return call_misuse(
            "export: found %s, expected --tables FOLDER or FILE.db, or --decisions FILE.csv or FILE.csv.gz",
            o->tables != NULL && o->decisions != NULL ? W_("both --tables and --decisions")
            : o->tables != NULL                       ? o->tables
            : o->decisions != NULL                    ? o->decisions
                                                      : W_("nothing"));
    return CALL_CLEAN;
}

static int db_run(const void *options, const char *const *input, size_t n)
{
    const struct db_options *o = options;
    const struct chore *c = chore_named(n != 0 ? input[0] : NULL);
    struct collection collection;
    if (c == NULL)
        return call_misuse("%s: alias, players, info, check, classify, duplicates, export, export-gnubg, forget, "
                           "merge, set, comment or mark is expected",
                           n != 0 ? input[0] : W_("nothing to do"));
    if (check_words(c, o, n - 1) != CALL_CLEAN)
        return CALL_MISUSE;
    if (!collection_open(&collection, &o->where, NULL, c->mode))
        return CALL_NOTHING;
    struct doing d = {.store = collection.store, .options = o, .name = input + 1, .n = n - 1};
    int ending = do_chore(c, &d);
    if (c->mode != SQL_READ && !store_is_lost(d.store) && !call_cancelled() && !parts_settle(d.store, NULL))
        ending = db_failed(d.store);
    collection_close(&collection);
    if (c->shown && !o->suggest && (ending == CALL_CLEAN || (ending == CALL_SOME_FAILED && d.n > 2)))
        report_again(&o->where);
    return ending;
}

static const struct option_row rows[] = {
    {.name = "content",
     .argument = "DIGITS",
     OPTION_FIELD(struct db_options, content),
     .help = "forget: if a path has held different contents, only the one whose\nSHA-256 begins like this (see "
             "duplicates)"},
    {.name = "undo", OPTION_FIELD(struct db_options, undo), .help = "alias: count these names separately again"},
    {.name = "date",
     .argument = "DATE",
     OPTION_FIELD(struct db_options, date),
     .parse = parse_day,
     .help = "set: the day, as in 2025-03-01, 2025-03 or 2025"},
    {.name = "event", .argument = "TEXT", OPTION_FIELD(struct db_options, event), .help = "set: the event"},
    {.name = "place", .argument = "TEXT", OPTION_FIELD(struct db_options, place), .help = "set: the place"},
    {.name = "partial", OPTION_FIELD(struct db_options, partial), .help = "merge: shares of a run may be missing"},
    {.name = "decisions",
     .argument = "FILE",
     OPTION_FIELD(struct db_options, decisions),
     .flags = OPTION_WRITES_FILE,
     .help = "export: a row of CSV for each decision; FILE.csv, or FILE.csv.gz for gzip"},
    {.name = "tables",
     .argument = "PLACE",
     OPTION_FIELD(struct db_options, tables),
     .flags = OPTION_WRITES_FILE,
     .help = "export: matches, games, players, decisions and candidates: a folder\nof CSV files, or FILE.db (SQLite, "
             "with views)"},
    {.name = "suggest",
     OPTION_FIELD(struct db_options, suggest),
     .help = "alias: print pairs that differ only by capitals, accents or punctuation"},
    {0},
};

static const struct option_group group = {.title = "Looking after it", .rows = rows};

static const struct option_part parts[] = {{&reports_group, offsetof(struct db_options, where)},
                                           {&group, 0},
                                           {&answers_text_group, offsetof(struct db_options, answer)},
                                           {0}};

static const struct answer_document *const answers[] = {
    &db_alias_document,      &db_suggest_document, &db_players_document,
    &info_document,          &db_check_document,   &db_classify_document,
    &db_duplicates_document, &db_export_document,  &db_export_gnubg_document,
    &forget_document,        &merge_document,      &db_set_document,
    &db_comment_document,    &db_mark_document,    NULL};

const struct command db_command = {
    {"db", sizeof(struct db_options), parts, NULL}, .run = db_run, .finishes = true, .answers = answers};
