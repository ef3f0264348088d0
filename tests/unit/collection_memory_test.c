/* Memory runs out while a collection is in use: what was begun is undone, no lock stays behind, in the program or in
 * the database, and the next try does its work. */
#include <pthread.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/assertions.h"
#include "support/failing.h"

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/sink.h"
#include "pages/pages.h"
#include "import/import.h"

static const char *const ANNOTATED = "fixtures/sgf/rollouts.sgf";
static char folder[] = "/dev/shm/kibitzer-memory-XXXXXX";
static char db[80], page[80], index_html[80];

static struct pages_options where;
static struct report_options reports;
static const struct match_said nothing_said;
static struct named_players nobody;
static struct pages pages;
static struct collection collection;
static struct matches matches; /* one with an analysis */
static struct strbuf record;
static struct stored_pages stored;

/* ---- SQLite's memory ---- */

static sqlite3_mem_methods real;

static void *lite_malloc(int size)
{
    return failing_now() ? NULL : real.xMalloc(size);
}

static void *lite_realloc(void *p, int size)
{
    return failing_now() ? NULL : real.xRealloc(p, size);
}

static void wrap_sqlite(void)
{
    sqlite3_mem_methods wrapped;
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
    wrapped = real;
    wrapped.xMalloc = lite_malloc;
    wrapped.xRealloc = lite_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &wrapped);
    sqlite3_initialize();
}

/* ---- what is done in a collection ---- */

static void open_collection(void *context)
{
    (void)context;
    static const struct collection_options in_folder;
    assert_true(collection_open(&collection, &in_folder, folder, SQL_CREATE));
}

struct storing {
    struct match_entry *entry;
    struct match_put out;
    bool ok;
};

static void store_in_transaction(void *storing)
{
    struct storing *s = storing;
    struct store *to = collection.store;
    const struct content c = {.hash = "h", .size = 10, .path = "/h", .stem = "match", .n_matches = 1};
    s->ok = store_begin(to) &&
            store_end(to, store_content(to, &c) &&
                              store_put_match(to, s->entry,
                                              &(struct origin){.hash = "h", .path = "/h", .number = 1, .stem = "match"},
                                              &s->out));
}

static void store_it(void *context)
{
    struct storing s = {.entry = match_entry_new(matches.at[0], 0, KEPT_ALL, (struct span){record.at, record.length})};
    collection_with(&collection, store_in_transaction, &s);
    *(bool *)context = s.ok;
    stored = (struct stored_pages){.match = s.out.match, .analysis = s.out.analysis, .stem = "match"};
    snprintf(stored.fingerprint, sizeof stored.fingerprint, "%s", match_entry_fingerprint(s.entry));
    match_entry_free(s.entry);
}

static void renew_it(void *context)
{
    *(bool *)context = pages_renew(&pages, &collection, &stored, 1);
}

static void list_it(void *context)
{
    *(bool *)context = pages_index(&pages, &collection, NULL, 0);
}

/* ---- and what must be true when memory has run out in it ---- */

static bool runs(sqlite3 *h, const char *sql)
{
    return sqlite3_exec(h, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void expect_unlocked(long n)
{
    sqlite3 *other;
    sqlite3_stmt *s;
    assert_int_equal(pthread_mutex_trylock(&collection.lock), 0);
    pthread_mutex_unlock(&collection.lock);
    assert_int_equal(sqlite3_open(db, &other), SQLITE_OK);
    if (!runs(other, "BEGIN IMMEDIATE; CREATE TABLE t (x); DROP TABLE t; COMMIT"))
        fail_msg("after allocation %ld: %s", n, sqlite3_errmsg(other));
    assert_int_equal(sqlite3_prepare_v2(other, "PRAGMA wal_checkpoint(TRUNCATE)", -1, &s, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(s), SQLITE_ROW);
    assert_int_equal(sqlite3_column_int(s, 0), 0); /* nobody reads */
    sqlite3_finalize(s);
    sqlite3_close(other);
}

static int64_t count_matches(void)
{
    return sql_number(store_sql(collection.store), "SELECT COUNT(*) FROM matches", SQL_NO_VALUES, -1);
}

static void remove_database(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[100];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", db, ends[i]);
        unlink(name);
    }
}

static int silent; /* a copy of stderr while messages are not wanted */

static void be_silent(void)
{
    const int nowhere = open("/dev/null", O_WRONLY);
    silent = dup(STDERR_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

static void speak_again(void)
{
    dup2(silent, STDERR_FILENO);
    close(silent);
}

static void store_first(void)
{
    bool ok = false;
    store_it(&ok);
    assert_true(ok);
}

static bool fail_at(long n, bool one_only, void (*act)(void *ok), bool *ok)
{
    *ok = false;
    failing_from(n, one_only);
    be_silent();
    (void)attempt(act, ok);
    speak_again();
    return failing_stop() != 0;
}

/* Each failure meets a connection that was just opened. `before` prepares it, `undo` makes the work necessary again. */
static void walk(void (*before)(void), void (*act)(void *ok), void (*undo)(void), bool one_only)
{
    bool goes_on = true;
    for (long n = 1; goes_on; n += n < 40 ? 1 : n / 12) {
        bool ok = false;
        const long long lite = sqlite3_memory_used();
        undo();
        open_collection(NULL);
        if (before != NULL)
            before();
        goes_on = fail_at(n, one_only, act, &ok);
        if (goes_on) {
            if (!one_only)
                (void)count_matches(); /* undoing may have wanted memory too, and is tried again then */
            expect_unlocked(n);
            (void)attempt(act, &ok);
        }
        if (!ok)
            fail_msg("after allocation %ld the work is not done: %s", n, store_error(collection.store));
        assert_int_equal(count_matches(), 1);
        collection_close(&collection);
        if (sqlite3_memory_used() != lite)
            fail_msg("allocation %ld: SQLite keeps %lld bytes", n, sqlite3_memory_used() - lite);
    }
}

TEST(storing_a_match_survives_every_allocation_that_fails)
{
    walk(NULL, store_it, remove_database, true);
    walk(NULL, store_it, remove_database, false);
}

static void remove_page(void)
{
    unlink(page);
}

TEST(writing_pages_again_survives_every_allocation_that_fails)
{
    walk(NULL, renew_it, remove_page, true);
    assert_int_equal(access(page, F_OK), 0);
    walk(NULL, renew_it, remove_page, false);
}

static void remove_index(void)
{
    unlink(index_html);
}

TEST(writing_the_index_survives_every_allocation_that_fails)
{
    walk(NULL, list_it, remove_index, true);
    assert_int_equal(access(index_html, F_OK), 0);
    walk(NULL, list_it, remove_index, false);
}

TEST(an_answer_that_is_being_read_is_given_up)
{
    open_collection(NULL);
    store_first();
    struct sql *sql = store_sql(collection.store);
    struct sql_rows *r = sql_ask(sql, "SELECT n FROM turns", SQL_NO_VALUES);
    assert_true(sql_next(r));
    store_recover(collection.store);
    expect_unlocked(0);
    r = sql_ask(sql, "SELECT n FROM turns", SQL_NO_VALUES);
    assert_true(sql_next(r));
    assert_true(sql_done(r));
    collection_close(&collection);
}

static int set_up(void **state)
{
    (void)state;
    struct strbuf bytes = {0};
    struct diags d;
    assert_non_null(mkdtemp(folder));
    snprintf(db, sizeof db, "%s/collection.db", folder);
    snprintf(page, sizeof page, "%s/match.txt", folder);
    snprintf(index_html, sizeof index_html, "%s/index.html", folder);
    where = (struct pages_options){.folder = folder, .report = {exporter_find("text")}};
    export_defaults(&reports.export);
    named_begin(&nobody);
    pages = (struct pages){.where = &where,
                           .reports = &reports,
                           .said = &nothing_said,
                           .given = "",
                           .named = &nobody,
                           .met = met_default()};
    diags_init(&d, ANNOTATED);
    assert_true(file_read(ANNOTATED, 0, &bytes));
    assert_true(import_bytes((struct span){bytes.at, bytes.length}, ANNOTATED, NULL, &matches, &d));
    restate_match(matches.at[0], met_default(), NULL);
    record_text(matches.at[0], &record);
    strbuf_done(&bytes);
    diags_done(&d);
    return 0;
}

static int clean_up(void **state)
{
    (void)state;
    remove_database();
    remove_page();
    remove_index();
    rmdir(folder);
    matches_done(&matches);
    strbuf_done(&record);
    named_end(&nobody, true, 0);
    return 0;
}

int main(void)
{
    wrap_sqlite();
    return unit_tests_run(set_up, clean_up);
}
