/* `db`: looking after a collection. One row of a table for each thing that can be done. */
#include "command/db.h"

#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/utf8.h"
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

void print_plain(const char *text)
{
    struct strbuf out = {0};
    strbuf_puts(&out, text);
    utf8_disarm(&out, 0, '?', false);
    call_puts(strbuf_text(&out));
    strbuf_done(&out);
}

/* ---- what there is ---- */

static void print_count(void *context, const char *what, int64_t n)
{
    (void)context;
    call_printf("%-16s %lld\n", what, (long long)n);
}

static void count_json(void *writer, const char *what, int64_t n)
{
    char key[32];
    snprintf(key, sizeof key, "%s", what);
    for (char *at = key; *at != '\0'; at++)
        *at = *at == ' ' ? '_' : *at;
    jsonw_int(writer, key, n);
}

static void print_engine(void *context, const struct stored_engine *e)
{
    const char *const words[] = {e->name, e->version, e->level};
    (void)context;
    call_printf("%-16s", "analysed by");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i] != NULL) {
            call_puts(" ");
            print_plain(words[i]);
        }
    call_printf(": %lld\n", (long long)e->analyses);
}

static void engine_json(void *writer, const struct stored_engine *e)
{
    struct jsonw *j = writer;
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "engine", e->name);
    jsonw_string(j, "version", e->version);
    jsonw_string(j, "level", e->level);
    jsonw_int(j, "analyses", (int64_t)e->analyses);
    jsonw_end(j);
}

static void print_line(void *context, const char *line)
{
    (void)context;
    call_printf("%s\n", line);
}

static void line_json(void *writer, const char *line)
{
    jsonw_string(writer, NULL, line);
}

static bool info_json(struct store *s, struct jsonw *j)
{
    bool ok = store_counts(s, count_json, j);
    jsonw_array(j, "analysed_by");
    ok = ok && store_engines(s, engine_json, j);
    jsonw_end(j);
    jsonw_array(j, "missing_shares");
    ok = ok && store_shares_missing(s, line_json, j);
    jsonw_end(j);
    return ok;
}

static bool print_info(struct store *s)
{
    call_printf("%-16s %s\n", "collection", store_name(s));
    return store_counts(s, print_count, NULL) && store_engines(s, print_engine, NULL) &&
           store_shares_missing(s, print_line, NULL);
}

static int db_info(struct doing *d)
{
    const bool ok = d->json != NULL ? info_json(d->store, d->json) : print_info(d->store);
    return ok ? CALL_CLEAN : db_failed(d->store);
}

/* ---- forgetting ---- */

static int forget_one(struct doing *d, const char *path, const char *hash)
{
    char *place = place_of(path);
    bool found = false;
    const bool ok = store_forget(d->store, place, hash, &found);
    xfree(place);
    if (!ok)
        return db_failed(d->store);
    if (d->json != NULL) {
        jsonw_object_flat(d->json, NULL);
        jsonw_path(d->json, "file", path);
        jsonw_bool(d->json, "known", found);
        jsonw_end(d->json);
    }
    if (!found)
        say_error(*hash != '\0' ? "%s: the collection has no such content of it"
                                : "%s: the collection knows no such file",
                  path);
    return found ? CALL_CLEAN : CALL_SOME_FAILED;
}

static int db_forget(struct doing *d)
{
    const char *hash = d->options->content != NULL ? d->options->content : "";
    int result = CALL_CLEAN;
    if (d->options->content != NULL && (*hash == '\0' || hash[strspn(hash, "0123456789abcdef")] != '\0'))
        return call_misuse("--content %s: the first digits of a SHA-256 are expected, of 0-9 and a-f", hash);
    if (d->json != NULL)
        jsonw_array(d->json, "files");
    for (size_t i = 0; i < d->n && result != CALL_NOTHING; i++) {
        const int one = forget_one(d, d->name[i], hash);
        result = one > result ? one : result;
    }
    if (d->json != NULL)
        jsonw_end(d->json);
    return result;
}

/* ---- merging ---- */

static void merged_json(struct jsonw *j, const char *where, const struct merged *m)
{
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "from", where);
    jsonw_int(j, "matches", (int64_t)m->matches);
    jsonw_int(j, "known", (int64_t)m->known);
    jsonw_end(j);
}

static int merge_from(struct doing *d, const char *where)
{
    struct merged m = {0};
    struct store *s = d->store, *from = collection_open_store(where, SQL_READ);
    if (from == NULL)
        return CALL_SOME_FAILED;
    const bool ok = (collection_is_kept_aside(where) ? store_bring_home : store_merge)(s, from, &m);
    if (ok && d->json != NULL)
        merged_json(d->json, store_name(from), &m);
    if (ok)
        say("%s: %zu matches, %zu of them known", store_name(from), m.matches, m.known);
    else if (!call_cancelled())
        say_error("%s: %s", *store_error(s) != '\0' ? store_name(s) : store_name(from),
                  *store_error(s) != '\0' ? store_error(s) : store_error(from));
    store_close(from);
    return ok ? CALL_CLEAN : CALL_NOTHING;
}

struct parts {
    const struct doing *doing;
    size_t n;
};

static void report_missing(void *parts, const char *line)
{
    struct parts *p = parts;
    const struct doing *d = p->doing;
    p->n++;
    if (d->json != NULL)
        jsonw_string(d->json, NULL, line);
    if (d->options->partial)
        say("%s: %s", store_name(d->store), line);
    else
        say_error("%s: %s", store_name(d->store), line);
}

/* Are all shares there of what was shared out? */
static int check_shares(struct doing *d)
{
    struct parts p = {.doing = d};
    if (d->json != NULL)
        jsonw_array(d->json, "missing_shares");
    const bool ok = store_shares_missing(d->store, report_missing, &p);
    if (d->json != NULL)
        jsonw_end(d->json);
    if (!ok)
        return db_failed(d->store);
    if (p.n == 0 || d->options->partial)
        return CALL_CLEAN;
    say_error("merge the other parts too, or allow missing ones with --partial");
    return CALL_SOME_FAILED;
}

static int db_merge(struct doing *d)
{
    int result = CALL_CLEAN;
    if (!store_merge_begin(d->store))
        return db_failed(d->store);
    if (d->json != NULL)
        jsonw_array(d->json, "merged");
    for (size_t i = 0; i < d->n && !call_cancelled(); i++) {
        const int one = merge_from(d, d->name[i]);
        result = one > result ? one : result;
    }
    if (d->json != NULL)
        jsonw_end(d->json);
    if (!call_cancelled() && !store_is_lost(d->store) && !store_merge_end(d->store))
        return db_failed(d->store);
    if (result < CALL_NOTHING && !call_cancelled()) {
        const int shares = check_shares(d);
        result = shares > result ? shares : result;
    }
    return call_cancelled() ? CALL_CANCELLED : result;
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
    struct strbuf text = {0};
    struct jsonw j;
    if (!d->options->json)
        return c->run(d);
    d->json = &j;
    jsonw_begin(&j, &text);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/db/1");
    jsonw_string(&j, "collection", store_name(d->store));
    jsonw_string(&j, "chore", c->name);
    const int ending = c->run(d);
    jsonw_end(&j);
    jsonw_finish(&j);
    if (ending == CALL_CLEAN || ending == CALL_SOME_FAILED)
        call_write(text.at, text.length);
    strbuf_done(&text);
    return ending;
}

/* CALL_CLEAN, or CALL_MISUSE after a message. */
static int check_words(const struct chore *c, const struct db_options *o, size_t n)
{
    if ((int)n < c->least)
        return c->run == db_comment ? call_misuse("comment: an address and a text are expected")
                                    : call_misuse("%s: name at least one", c->name);
    if (c->most >= 0 && (int)n > c->most)
        return call_misuse("%s: takes %s", c->name,
                           c->most == 2   ? "an address and a text"
                           : c->most == 1 ? "one name"
                                          : "no names");
    if (c->run == db_export && !is_csv_name(o->decisions))
        return call_misuse("export: --decisions FILE.csv or FILE.csv.gz is expected");
    return CALL_CLEAN;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct db_options *o = options;
    const struct chore *c = chore_named(n != 0 ? input[0] : NULL);
    struct collection collection;
    if (c == NULL)
        return call_misuse("%s: alias, players, info, check, classify, duplicates, export, export-gnubg, forget, "
                           "merge, set or comment is expected",
                           n != 0 ? input[0] : "nothing to do");
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
    {.name = "out",
     .letter = 'o',
     .argument = "FOLDER",
     .initial = REPORTS_FOLDER,
     OPTION_FIELD(struct db_options, where.out),
     .help = "the folder of reports whose collection.db is meant"},
    {.name = "content",
     .argument = "DIGITS",
     OPTION_FIELD(struct db_options, content),
     .help = "forget: of several contents that lay at one place, only those whose\nSHA-256 begins so (see duplicates)"},
    {.name = "undo", OPTION_FIELD(struct db_options, undo), .help = "alias: the names are counted as themselves again"},
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
    {.name = "suggest",
     OPTION_FIELD(struct db_options, suggest),
     .help = "alias: print pairs that differ only by capitals, accents or punctuation"},
    {.name = "json", OPTION_FIELD(struct db_options, json), .help = "print a JSON document"},
    {0},
};

static const struct option_group group = {.title = "Looking after it", .rows = rows};

static const struct option_part parts[] = {{&collection_group, offsetof(struct db_options, where)}, {&group, 0}, {0}};

const struct command db_command = {{"db", sizeof(struct db_options), parts, NULL}, .run = run, .finishes = true};
