/* `kibitzer db`: looking after a collection. One row of a table for each thing that can be done. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sink.h"
#include "base/xmalloc.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
#include "store/gnubg.h"
#include "store/people.h"
#include "store/upkeep.h"

struct chore {
    const char *name;
    enum sql_mode mode;
    int least, most; /* operands; most -1 = any number */
    int (*run)(struct store *s, const struct args *a, const char *const *operand, int n);
};

static int failed(const struct store *s)
{
    say_error("%s: %s", store_name(s), store_error(s));
    return EXIT_NOTHING;
}

/* ---- people ---- */

static int report_alias(const struct store *s, enum alias_result r, const char *name, const char *same)
{
    switch (r) {
    case ALIAS_DONE:
        return EXIT_CLEAN;
    case ALIAS_UNKNOWN:
        say_error("no player of the collection is called \"%s\"; see `kibitzer db players`", name);
        return EXIT_SOME_FAILED;
    case ALIAS_SAME:
        say("\"%s\" %s already", name, same);
        return EXIT_CLEAN;
    case ALIAS_FAILED:
        break;
    }
    return failed(s);
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

/* A word for a shell, whatever stands in it. */
static void print_word(const char *text)
{
    putchar('\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            putchar(*text);
    putchar('\'');
}

/* Proposals only, as commands: whether two spellings are one person is for the user to say. */
static int suggest(struct store *s)
{
    struct spellings l = {.n = 0};
    const bool ok = store_players(s, add_spelling, &l);
    qsort(l.at, l.n, sizeof *l.at, by_fold);
    for (size_t i = 1; i < l.n; i++) {
        if (strcmp(l.at[i].fold, l.at[i - 1].fold) != 0)
            continue;
        fputs("kibitzer db alias ", stdout);
        print_word(l.at[i - 1].name);
        putchar(' ');
        print_word(l.at[i].name);
        putchar('\n');
    }
    for (size_t i = 0; i < l.n; i++) {
        xfree(l.at[i].fold);
        xfree(l.at[i].name);
    }
    xfree(l.at);
    return ok ? EXIT_CLEAN : failed(s);
}

static int run_alias(struct store *s, const struct args *a, const char *const *name, int n)
{
    int result = EXIT_CLEAN;
    if (args_has(a, "suggest"))
        return suggest(s);
    if (n < (args_has(a, "undo") ? 1 : 2))
        return usage_error(
            a->command, "alias: name a player and the other names of that player, or --undo and a name, or --suggest");
    for (int i = args_has(a, "undo") ? 0 : 1; i < n; i++) {
        const int one = args_has(a, "undo")
                            ? report_alias(s, store_unalias(s, name[i]), name[i], "counts under this name again")
                            : report_alias(s, store_alias(s, name[0], name[i]), name[i], "is counted so");
        result = one > result ? one : result;
    }
    return result;
}

static bool print_player(void *context, const struct stored_player *p)
{
    (void)context;
    const bool alias = *p->counted_as != '\0';
    printf("%s%s\t%lld\n", alias ? "  = " : "", p->name, (long long)p->matches);
    return true;
}

static int run_players(struct store *s, const struct args *a, const char *const *operand, int n)
{
    (void)a, (void)operand, (void)n;
    puts("player\tmatches");
    return store_players(s, print_player, NULL) ? EXIT_CLEAN : failed(s);
}

/* ---- what there is ---- */

static int run_info(struct store *s, const struct args *a, const char *const *operand, int n)
{
    (void)a, (void)operand, (void)n;
    static const struct {
        const char *words, *query;
    } rows[] = {
        {"version", NULL},
        {"matches", "SELECT COUNT(*) FROM matches"},
        {"games", "SELECT COUNT(*) FROM games"},
        {"decisions", "SELECT COUNT(*) + COALESCE(SUM(CASE WHEN cube_action = 2 THEN 1 ELSE 0 END), 0) FROM turns"},
        {"players", "SELECT COUNT(*) FROM players WHERE same_as IS NULL"},
        {"aliases", "SELECT COUNT(*) FROM players WHERE same_as IS NOT NULL"},
        {"files", "SELECT COUNT(*) FROM sources"},
        {"different files", "SELECT COUNT(*) FROM contents"},
        {"analyses", "SELECT COUNT(*) FROM analyses"},
    };
    printf("%-16s %s\n", "collection", store_name(s));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        printf("%-16s %lld\n", rows[i].words,
               (long long)sql_number(store_sql(s),
                                     rows[i].query != NULL ? rows[i].query : sql_dialect(store_sql(s))->version,
                                     SQL_NO_VALUES, 0));
    struct sql_rows *r = sql_ask(store_sql(s),
                                 "SELECT engine, version, level, COUNT(*) FROM analyses GROUP BY engine, version, level"
                                 " ORDER BY engine, version, level",
                                 SQL_NO_VALUES);
    while (r != NULL && sql_next(r)) {
        printf("%-16s", "analysed by");
        for (int i = 0; i < 3; i++)
            if (!sql_is_null(r, i))
                printf(" %s", sql_get_text(r, i));
        printf(": %lld\n", (long long)sql_get_int(r, 3));
    }
    return sql_done(r) ? EXIT_CLEAN : failed(s);
}

/* ---- soundness ---- */

static void print_fault(void *context, const char *line)
{
    ++*(size_t *)context;
    puts(line);
}

static bool check_file(void *context, const struct source_file *f)
{
    struct strbuf bytes = {0};
    char hash[HASH_LENGTH + 1];
    if (access(f->path, F_OK) == 0 && file_read(f->path, 0, &bytes)) {
        bytes_hash((struct span){strbuf_text(&bytes), bytes.length}, hash);
        if (strcmp(hash, f->hash) != 0) {
            ++*(size_t *)context;
            printf("changed since it was analysed: %s\n", f->path);
        }
    }
    strbuf_done(&bytes);
    return true;
}

static int run_check(struct store *s, const struct args *a, const char *const *operand, int n)
{
    (void)a, (void)operand, (void)n;
    size_t faults = 0;
    if (!store_check(s, print_fault, &faults) || !store_files(s, check_file, &faults))
        return failed(s);
    if (faults == 0)
        say("%s: sound", store_name(s));
    return faults == 0 ? EXIT_CLEAN : EXIT_SOME_FAILED;
}

static int run_classify(struct store *s, const struct args *a, const char *const *operand, int n)
{
    (void)a, (void)operand, (void)n;
    size_t done;
    if (!store_classify(s, &done))
        return failed(s);
    say("%s: phases and plans of %zu matches made again", store_name(s), done);
    return EXIT_CLEAN;
}

/* ---- duplicates ---- */

struct pair {
    struct suspects of; /* with texts of its own */
};

struct pairs {
    struct pair *at;
    size_t n, capacity;
};

static char *copy(const char *text)
{
    return xstrdup(text != NULL ? text : "?");
}

static bool add_pair(void *context, const struct suspects *p)
{
    struct pairs *l = context;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n].of = *p;
    l->at[l->n].of.path[0] = copy(p->path[0]);
    l->at[l->n].of.path[1] = copy(p->path[1]);
    l->at[l->n++].of.why = copy(p->why);
    return true;
}

static struct match *record_of(struct store *s, int64_t analysis, const char *name)
{
    struct strbuf text = {0};
    struct match *m = store_record(s, analysis, &text) ? record_of_text(&text, met_default(), name) : NULL;
    strbuf_done(&text);
    return m;
}

static void print_pair(struct store *s, const struct suspects *p)
{
    struct match *x = record_of(s, p->analysis[0], p->path[0]), *y = record_of(s, p->analysis[1], p->path[1]);
    struct strbuf why = {0};
    if (x != NULL && y != NULL)
        (void)match_equal(x, y, &why);
    printf("%s\n%s\n  %s; %s\n", p->path[0], p->path[1], p->why, strbuf_text(&why));
    strbuf_done(&why);
    match_free(x);
    match_free(y);
}

static int run_duplicates(struct store *s, const struct args *a, const char *const *operand, int n)
{
    (void)a, (void)operand, (void)n;
    struct pairs l = {.n = 0};
    const bool ok = store_duplicates(s, add_pair, &l);
    for (size_t i = 0; i < l.n; i++) {
        print_pair(s, &l.at[i].of);
        xfree((char *)l.at[i].of.path[0]);
        xfree((char *)l.at[i].of.path[1]);
        xfree((char *)l.at[i].of.why);
    }
    xfree(l.at);
    return ok ? EXIT_CLEAN : failed(s);
}

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
    struct match *m = record_of(s, from->analysis, from->stem);
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
    for (size_t i = 0; ok && i < l->n && !interrupted(); i++)
        ok = export_session(s, &l->at[i], (int64_t)i + 1, &to);
    return gnubg_end(&to, ok && !interrupted(), d);
}

static int run_export_gnubg(struct store *s, const struct args *a, const char *const *path, int n)
{
    (void)a, (void)n;
    struct sessions l = {.n = 0};
    struct diags d;
    diags_init(&d, path[0]);
    bool ok = store_matches(s, &MATCH_FILTER_ALL, add_session, &l);
    const int result = !ok                                   ? failed(s)
                       : export_sessions(s, &l, path[0], &d) ? EXIT_CLEAN
                       : interrupted()                       ? EXIT_INTERRUPTED
                                                             : EXIT_NOTHING;
    if (result == EXIT_CLEAN)
        say("%s: %zu matches", path[0], l.n);
    terminal_diags(&d);
    diags_done(&d);
    sessions_done(&l);
    return result;
}

/* ---- forgetting, merging ---- */

static int run_forget(struct store *s, const struct args *a, const char *const *path, int n)
{
    (void)a;
    int result = EXIT_CLEAN;
    for (int i = 0; i < n; i++) {
        char *place = place_of(path[i]);
        bool found;
        const bool ok = store_forget(s, place, &found);
        xfree(place);
        if (!ok)
            return failed(s);
        if (!found) {
            say_error("%s: the collection knows no such file", path[i]);
            result = EXIT_SOME_FAILED;
        }
    }
    return result;
}

static int merge_from(struct store *s, const char *where)
{
    struct merged m;
    struct store *from = collection_open_store(where, SQL_READ);
    if (from == NULL)
        return EXIT_SOME_FAILED;
    const bool ok = store_merge(s, from, &m);
    if (ok)
        say("%s: %zu matches, %zu of them known", store_name(from), m.matches, m.known);
    else
        say_error("%s: %s", *store_error(s) != '\0' ? store_name(s) : store_name(from),
                  *store_error(s) != '\0' ? store_error(s) : store_error(from));
    store_close(from);
    return ok ? EXIT_CLEAN : EXIT_NOTHING;
}

static int run_merge(struct store *s, const struct args *a, const char *const *where, int n)
{
    (void)a;
    int result = EXIT_CLEAN;
    for (int i = 0; i < n && !interrupted(); i++) {
        const int one = merge_from(s, where[i]);
        result = one > result ? one : result;
    }
    return interrupted() ? EXIT_INTERRUPTED : result;
}

/* ---- the command line ---- */

static const struct chore chores[] = {
    {"alias", SQL_WRITE, 0, -1, run_alias},
    {"players", SQL_READ, 0, 0, run_players},
    {"info", SQL_READ, 0, 0, run_info},
    {"check", SQL_READ, 0, 0, run_check},
    {"classify", SQL_WRITE, 0, 0, run_classify},
    {"duplicates", SQL_READ, 0, 0, run_duplicates},
    {"export-gnubg", SQL_READ, 1, 1, run_export_gnubg},
    {"forget", SQL_WRITE, 1, -1, run_forget},
    {"merge", SQL_CREATE, 1, -1, run_merge},
};

enum { N_CHORES = sizeof chores / sizeof *chores };

static const struct chore *chore_named(const char *name)
{
    for (int i = 0; i < N_CHORES; i++)
        if (strcmp(chores[i].name, name) == 0)
            return &chores[i];
    return NULL;
}

static int run(const struct args *a)
{
    struct collection c;
    const struct chore *chore = a->n_operands != 0 ? chore_named(a->operand[0]) : NULL;
    if (chore == NULL)
        return usage_error(
            a->command,
            "%s: alias, players, info, check, classify, duplicates, export-gnubg, forget or merge is expected",
            a->n_operands != 0 ? a->operand[0] : "nothing to do");
    const int n = a->n_operands - 1;
    if (n < chore->least || (chore->most >= 0 && n > chore->most))
        return usage_error(a->command, "%s: %s", chore->name,
                           n < chore->least   ? "name at least one"
                           : chore->most == 1 ? "takes one name"
                                              : "takes no names");
    if (chore->run == run_merge || chore->run == run_export_gnubg)
        interrupts_catch();
    if (!collection_open(&c, a, args_text(a, "out"), chore->mode))
        return EXIT_NOTHING;
    const int result = chore->run(c.store, a, a->operand + 1, n);
    collection_close(&c);
    return result;
}

static const struct option_row options[] = {
    DB_OPTION,
    {"out", 'o', "FOLDER", "./kibitzer-report", "the folder of reports whose collection.db is meant"},
    {"undo", 0, NULL, NULL, "alias: the names are counted as themselves again"},
    {"suggest", 0, NULL, NULL, "alias: print pairs that differ only by capitals, accents or punctuation"},
    {0},
};

const struct command command_db = {
    .name = "db",
    .usage = "alias|players|info|check|classify|duplicates|export-gnubg|forget|merge [--db FILE|URL] [NAME...]",
    .summary = "look after a collection of analysed matches",
    .description = "alias NAME OTHER...   count the players called OTHER as NAME; --undo OTHER..., --suggest\n"
                   "players               who plays, under which names, in how many matches\n"
                   "info                  what the collection holds\n"
                   "check                 check that it is sound and that the files read have not changed\n"
                   "classify              classify phases and plans again where older rules were used\n"
                   "duplicates            matches that may be the same: renamed, cut short, edited\n"
                   "export-gnubg FILE     write GNU Backgammon's record keeping, which `relational` opens\n"
                   "forget FILE...        forget what was read from these files\n"
                   "merge DB...           bring other collections in, as if their files had been analysed here\n\n"
                   "examples:\n  kibitzer db alias \"Ann Smith\" ann_s Ann_S.\n"
                   "  kibitzer db merge --db all.db part1.db part2.db\n",
    .options = options,
    .run = run,
};
