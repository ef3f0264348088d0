/* Fuzzing of collections whose schema and content are damaged at once: see fuzz_files.h. Tables may be missing, be
 * views, have other columns; triggers and indices that nobody expects may be there; versions may be any number. */
#include "fuzz_collection.h"
#include "fuzz_files.h"

#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "collection/people.h"
#include "collection/upkeep.h"

enum { CHANGE = 9 /* bytes: a kind, then what fuzz_change_value() takes */ };

/* ---- changes ---- */

/* The name of the table number `n`, and of a column of it. */
static bool a_column(sqlite3 *h, int n, char table[64], char column[64])
{
    sqlite3_stmt *s = NULL;
    bool found = false;
    if (sqlite3_prepare_v2(h,
                           "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p"
                           " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY 1, 2 LIMIT 1 OFFSET ?",
                           -1, &s, NULL) == SQLITE_OK &&
        sqlite3_bind_int(s, 1, n) == SQLITE_OK && sqlite3_step(s) == SQLITE_ROW) {
        snprintf(table, 64, "%s", (const char *)sqlite3_column_text(s, 0));
        snprintf(column, 64, "%s", (const char *)sqlite3_column_text(s, 1));
        found = strpbrk(table, "\"'") == NULL && strpbrk(column, "\"'") == NULL;
    }
    sqlite3_finalize(s);
    return found;
}

/* T: the table, C: its column. */
static const char *const rebuilding[] = {
    "DROP TABLE \"T\"",
    "DELETE FROM \"T\"",
    "ALTER TABLE \"T\" RENAME TO renamed",
    "ALTER TABLE \"T\" DROP COLUMN \"C\"",
    "ALTER TABLE \"T\" RENAME COLUMN \"C\" TO renamed",
    "ALTER TABLE \"T\" ADD COLUMN further INTEGER NOT NULL DEFAULT -1",
    "ALTER TABLE \"T\" RENAME TO hidden; CREATE VIEW \"T\" AS SELECT * FROM hidden",
    "ALTER TABLE \"T\" RENAME TO hidden; CREATE VIEW \"T\" AS SELECT a.* FROM hidden a, hidden b",
    "ALTER TABLE \"T\" RENAME TO hidden; CREATE TABLE \"T\" AS SELECT * FROM hidden UNION ALL SELECT * FROM hidden",
    "ALTER TABLE \"T\" RENAME TO hidden; CREATE VIRTUAL TABLE \"T\" USING fts5(\"C\")",
    "CREATE TRIGGER changed AFTER INSERT ON \"T\" BEGIN DELETE FROM \"T\"; END",
    "CREATE TRIGGER refused BEFORE UPDATE ON \"T\" BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE UNIQUE INDEX once ON \"T\" (\"C\")",
    "CREATE INDEX absurd ON \"T\" (abs(\"C\"))",
    "UPDATE OR IGNORE \"T\" SET \"C\" = zeroblob(100000)",
    "UPDATE OR IGNORE \"T\" SET \"C\" = -\"C\"",
    "UPDATE OR IGNORE \"T\" SET \"C\" = 9e999",
    "UPDATE OR IGNORE \"T\" SET \"C\" = NULL",
};

static void rebuild(sqlite3 *h, const unsigned char at[8])
{
    char table[64], column[64], text[600];
    size_t n = 0;
    if (!a_column(h, at[0], table, column))
        return;
    for (const char *from = rebuilding[at[1] % (sizeof rebuilding / sizeof *rebuilding)]; *from != '\0'; from++) {
        const bool hole = from[0] != '\0' && from[1] == '"' && n > 0 && text[n - 1] == '"';
        const char *word = hole && *from == 'T' ? table : hole && *from == 'C' ? column : NULL;
        n += (size_t)(word != NULL ? snprintf(text + n, sizeof text - n, "%s", word)
                                   : snprintf(text + n, sizeof text - n, "%c", *from));
        must(n < sizeof text);
    }
    (void)sqlite3_exec(h, text, NULL, NULL, NULL);
}

/* Words of the schema's own text. */
static const char *const reworded[][2] = {
    {"INTEGER", "TEXT"},
    {"NOT NULL", ""},
    {"PRIMARY KEY", "UNIQUE"},
    {"WITHOUT ROWID", ""},
    {"TEXT", "BLOB"},
    {"REAL", "INTEGER"},
    {"REFERENCES", "CHECK"},
    {"UNIQUE", ""},
    {"INTEGER", "AS (-1) INTEGER"},
    {"(", "(("},
    {"match_id", "matchid"},
    {"BLOB", "TEXT COLLATE NOCASE"},
};

static void reword(sqlite3 *h, const unsigned char at[8])
{
    sqlite3_stmt *s = NULL;
    const size_t which = at[1] % (sizeof reworded / sizeof *reworded);
    if (sqlite3_exec(h, "PRAGMA writable_schema = ON", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(h,
                           "UPDATE sqlite_master SET sql = replace(sql, ?, ?)"
                           " WHERE rowid = (SELECT rowid FROM sqlite_master LIMIT 1 OFFSET ?)",
                           -1, &s, NULL) == SQLITE_OK) {
        sqlite3_bind_text(s, 1, reworded[which][0], -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, reworded[which][1], -1, SQLITE_STATIC);
        sqlite3_bind_int(s, 3, at[0] % 64);
        (void)sqlite3_step(s);
    }
    sqlite3_finalize(s);
    (void)sqlite3_exec(h, "PRAGMA writable_schema = RESET", NULL, NULL, NULL);
}

static void set_version(sqlite3 *h, const unsigned char at[8])
{
    char text[80];
    int32_t n;
    memcpy(&n, at + 4, sizeof n);
    snprintf(text, sizeof text, "PRAGMA %s = %d", at[0] % 4 == 3 ? "application_id" : "user_version",
             at[1] % 2 != 0 ? n : (int8_t)at[4]);
    (void)sqlite3_exec(h, text, NULL, NULL, NULL);
}

static void change_schema(const char *path, const unsigned char *at)
{
    sqlite3 *h = NULL;
    if (sqlite3_open_v2(path, &h, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        (*at % 5 == 1 ? rebuild : *at % 5 == 2 ? reword : set_version)(h, at + 1);
    sqlite3_close(h);
}

static void change_content(const char *path, const unsigned char *at)
{
    struct strbuf why = {0};
    struct sql *db = sql_open(path, SQL_WRITE, &why);
    if (db != NULL)
        fuzz_change_value(db, at + 1);
    sql_close(db);
    strbuf_done(&why);
}

static void change_bytes(const char *path, const unsigned char *at)
{
    struct strbuf file = {0};
    fuzz_get(path, &file);
    if (file.length > 8)
        fuzz_damage((struct span){(const char *)at + 1, 8}, &file);
    fuzz_put(path, file.at, file.length);
    strbuf_done(&file);
}

static void change(const char *path, const unsigned char *at)
{
    switch (*at % 5) {
    case 0:
        change_content(path, at);
        break;
    case 4:
        change_bytes(path, at);
        break;
    default:
        change_schema(path, at);
    }
}

/* ---- questions ---- */

static bool see_suspects(void *context, const struct suspects *group)
{
    (void)context;
    return group->n > 1;
}

static bool see_file(void *context, const struct source_file *f)
{
    (void)context;
    must(f->path != NULL || f->hash == NULL);
    return true;
}

static bool see_player(void *context, const struct stored_player *p)
{
    (void)context;
    must(p->name != NULL && p->counted_as != NULL);
    return true;
}

/* Into a collection that is sound: it must be sound afterwards. */
static void bring_in(struct store *from)
{
    static struct strbuf empty;
    char path[220];
    snprintf(path, sizeof path, "%s", fuzz_scratch("-into.db"));
    if (empty.length == 0) {
        unlink(path);
        store_close(fuzz_open_collection(path, SQL_CREATE));
        fuzz_get(path, &empty);
    }
    fuzz_put(path, empty.at, empty.length);
    struct store *s = fuzz_open_collection(path, SQL_WRITE);
    must(s != NULL);
    struct merged merged;
    (void)store_merge(s, from, &merged);
    fuzz_ask(s, 0), fuzz_ask(s, 1);
    store_close(s);
    unlink(path), unlink(fuzz_scratch("-into.db-wal")), unlink(fuzz_scratch("-into.db-shm"));
}

static void ask_further(struct store *s, int what)
{
    bool found;
    switch (what) {
    case 0:
        (void)store_duplicates(s, see_suspects, NULL);
        (void)store_files(s, see_file, NULL);
        break;
    case 1:
        (void)store_alias(s, "Ann", "Bob");
        (void)store_players(s, see_player, NULL);
        (void)store_unalias(s, "Bob");
        break;
    case 2:
        (void)store_forget(s, "/played.mat", "", &found);
        break;
    default:
        bring_in(s);
    }
}

/* The first byte says what is asked; then changes. */
void try_schema(struct span bytes)
{
    enum { FURTHER = 4, ELSE = 36 };
    char path[220];
    snprintf(path, sizeof path, "%s", fuzz_scratch(".db"));
    const int what = bytes.length > 0 ? (unsigned char)bytes.at[0] % (FURTHER + ELSE) : 0;
    const struct strbuf *good = fuzz_good_collection(path);
    fuzz_forget_collection();
    fuzz_put(path, good->at, good->length);
    for (size_t i = 1; i + CHANGE <= bytes.length && i < 10 * CHANGE; i += CHANGE)
        change(path, (const unsigned char *)bytes.at + i);
    struct store *s = fuzz_open_collection(path, what % 8 == 5 ? SQL_READ : SQL_WRITE);
    if (s != NULL && what < FURTHER)
        ask_further(s, what);
    else if (s != NULL)
        fuzz_ask(s, what - FURTHER);
    store_close(s);
    fuzz_forget_collection();
}
