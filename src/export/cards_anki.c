/* Cards as an Anki deck: a zip of an SQLite database of version 11, `collection.anki2`, and a list of media. Format:
 * the tables that Anki and genanki write. A note's guid is the key of its question and its id follows from that, so
 * that an import finds notes again; what a version is higher than replaces what was there. Boards are SVG in the
 * fields. */
#include "export/cards.h"

#include <archive.h>
#include <archive_entry.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "document/answer.h"

#define MODEL "1497260131" /* fixed for ever: of the kind of note, of the deck */
#define DECK "1497260132"

enum { CREATED = 1577836800 }; /* 2020-01-01: dates of a deck say nothing */

static const char schema[] =
    "CREATE TABLE col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,"
    " ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,"
    " models text not null, decks text not null, dconf text not null, tags text not null);"
    "CREATE TABLE notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,"
    " usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,"
    " flags integer not null, data text not null);"
    "CREATE TABLE cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,"
    " mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,"
    " ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,"
    " left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);"
    "CREATE TABLE revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,"
    " ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,"
    " type integer not null);"
    "CREATE TABLE graves (usn integer not null, oid integer not null, type integer not null);"
    "CREATE INDEX ix_notes_usn on notes (usn); CREATE INDEX ix_cards_usn on cards (usn);"
    "CREATE INDEX ix_revlog_usn on revlog (usn); CREATE INDEX ix_cards_nid on cards (nid);"
    "CREATE INDEX ix_cards_sched on cards (did, queue, due); CREATE INDEX ix_revlog_cid on revlog (cid);"
    "CREATE INDEX ix_notes_csum on notes (csum);";

static const char config[] =
    "{\"nextPos\":1,\"estTimes\":true,\"activeDecks\":[1],\"sortType\":\"noteFld\",\"timeLim\":0,\"sortBackwards\":"
    "false,\"addToCur\":true,\"curDeck\":1,\"newBury\":true,\"newSpread\":0,\"dueCounts\":true,\"curModel\":\"" MODEL
    "\",\"collapseTime\":1200}";
static const char deck_config[] =
    "{\"1\":{\"id\":1,\"mod\":0,\"name\":\"Default\",\"usn\":0,\"maxTaken\":60,\"autoplay\":true,\"timer\":0,"
    "\"replayq\":true,\"new\":{\"bury\":true,\"delays\":[1,10],\"initialFactor\":2500,\"ints\":[1,4,7],\"order\":1,"
    "\"perDay\":20,\"separate\":true},\"rev\":{\"bury\":true,\"ease4\":1.3,\"fuzz\":0.05,\"ivlFct\":1,\"maxIvl\":"
    "36500,\"minSpace\":1,\"perDay\":100},\"lapse\":{\"delays\":[10],\"leechAction\":0,\"leechFails\":8,\"minInt\":1,"
    "\"mult\":0}}}";
static const char models[] =
    "{\"" MODEL "\":{\"id\":" MODEL ",\"name\":\"kibitzer decision\",\"type\":0,\"mod\":1577836800,\"usn\":-1,"
    "\"sortf\":0,\"did\":" DECK ",\"tags\":[],\"vers\":[],\"latexPre\":\"\",\"latexPost\":\"\",\"req\":[[0,\"any\","
    "[1]]],\"css\":\".card{font-family:sans-serif;font-size:18px;text-align:center}figure{margin:0 "
    "auto;max-width:480px}"
    "figure svg{max-width:100%;height:auto}figcaption small{margin-left:1em}.positionid{font:12px monospace;"
    "white-space:pre-line;overflow-wrap:anywhere}table{margin:.6em auto;border-collapse:collapse}td,th{padding:2px "
    "8px;border-bottom:1px solid #8884;font-weight:normal}td{text-align:right}tr.played,.movethemove{background:"
    "#f003}.level,.percent,.cubeprobs,.note,.luck{font-size:13px;opacity:.8}p{margin:.3em 0}dl{display:inline-grid;"
    "grid-template-columns:auto auto;gap:.1em .8em;text-align:left}dd{margin:0}\",\"tmpls\":[{"
    "\"name\":\"Decision\",\"ord\":0,\"qfmt\":\"{{Question}}\",\"afmt\":\"{{FrontSide}}<hr id=answer>{{Answer}}\","
    "\"did\":null,\"bqfmt\":\"\",\"bafmt\":\"\"}],\"flds\":[{\"name\":\"Key\",\"ord\":0,\"sticky\":false,\"rtl\":"
    "false,\"font\":\"Arial\",\"size\":20,\"media\":[]},{\"name\":\"Question\",\"ord\":1,\"sticky\":false,\"rtl\":"
    "false,\"font\":\"Arial\",\"size\":20,\"media\":[]},{\"name\":\"Answer\",\"ord\":2,\"sticky\":false,\"rtl\":false,"
    "\"font\":\"Arial\",\"size\":20,\"media\":[]}]}}";

struct deck { /* as Anki calls it */
    int64_t id;
    const char *name, *desc;
    int64_t mod;
    int usn, conf, dyn, extendNew, extendRev;
    bool collapsed;
    int newToday[2], revToday[2], lrnToday[2], timeToday[2];
};

struct decks {
    struct deck usual, ours;
};

#define OF_DECK(field) ANSWER(struct deck, field, NULL)
#define TODAY(field) ANSWER_ARRAY(struct deck, field, NULL)
static const struct answer_field deck_fields[] = {
    OF_DECK(id),     OF_DECK(name),   OF_DECK(desc),      OF_DECK(mod),       OF_DECK(usn),
    OF_DECK(conf),   OF_DECK(dyn),    OF_DECK(extendNew), OF_DECK(extendRev), OF_DECK(collapsed),
    TODAY(newToday), TODAY(revToday), TODAY(lrnToday),    TODAY(timeToday),   {0}};
static const struct answer_rows deck_rows = {"Deck", NULL, sizeof(struct deck), deck_fields};

#define NUMBERED(key, field)                                                                                           \
    {                                                                                                                  \
        .name = key, .kind = ANSWER_RECORD, ANSWER_PLACE(struct decks, field), .rows = &deck_rows                      \
    }
static const struct answer_field decks_fields[] = {NUMBERED("1", usual), NUMBERED(DECK, ours), {0}};
static const struct answer_rows decks_rows = {"Decks", NULL, sizeof(struct decks), decks_fields};

static struct deck deck(const char *id, const char *name)
{
    return (struct deck){.id = strtoll(id, NULL, 10), .name = name, .desc = "", .mod = CREATED, .usn = -1, .conf = 1};
}

/* ---- the database ---- */

/* Values: %lld and %s only, bound by their letters: 'i' int64_t, 's' text. */
static bool insert(sqlite3 *db, const char *sql, const char *kinds, const int64_t *numbers, const char *const *texts)
{
    sqlite3_stmt *st = NULL;
    bool ok = sqlite3_prepare_v2(db, sql, -1, &st, NULL) == SQLITE_OK;
    for (int i = 0; ok && kinds[i] != '\0'; i++)
        ok = (kinds[i] == 'i' ? sqlite3_bind_int64(st, i + 1, *numbers++)
                              : sqlite3_bind_text(st, i + 1, *texts++, -1, SQLITE_STATIC)) == SQLITE_OK;
    ok = ok && sqlite3_step(st) == SQLITE_DONE;
    sqlite3_finalize(st);
    return ok;
}

/* 40 bits of the key as an id of the size of Anki's own, which are milliseconds. */
static int64_t id_of(const struct costly_question *c)
{
    char part[11];
    memcpy(part, c->key, 10);
    part[10] = '\0';
    return 1000000000000 + strtoll(part, NULL, 16) % 500000000000;
}

static bool add_note(sqlite3 *db, const struct costly_question *c, const struct card_options *o, int due)
{
    struct strbuf fields = {0}, answer = {0}, guid = {0};
    char part[9];
    memcpy(part, c->key, 8);
    part[8] = '\0';
    strbuf_printf(&guid, "kb%.16s", c->key);
    strbuf_printf(&fields, "%s\x1f", c->key);
    card_sides(c, o->page, &fields, &answer);
    strbuf_printf(&fields, "\x1f%s", strbuf_text(&answer));
    strbuf_done(&answer);
    const int64_t id = id_of(c), mod = CREATED + o->version;
    const bool ok =
        insert(db, "INSERT INTO notes VALUES (?, ?, " MODEL ", ?, -1, ' kibitzer ', ?, ?, ?, 0, '')", "isissi",
               (const int64_t[]){id, mod, strtoll(part, NULL, 16)},
               (const char *const[]){strbuf_text(&guid), strbuf_text(&fields), c->key}) &&
        insert(db, "INSERT INTO cards VALUES (?, ?, " DECK ", 0, ?, -1, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')", "iiii",
               (const int64_t[]){id, id, mod, due}, NULL);
    strbuf_done(&fields);
    strbuf_done(&guid);
    return ok;
}

/* What was deleted or moved within the file is zeros: without that, what SQLite leaves there depends on how it was
 * built. */
static bool fill(sqlite3 *db, const struct costly_list *list, const struct card_options *o)
{
    struct strbuf decks = {0};
    answer_json(&decks_rows, &(struct decks){deck("1", "Default"), deck(DECK, o->title)}, &decks);
    bool ok = sqlite3_exec(db, "PRAGMA secure_delete=ON", NULL, NULL, NULL) == SQLITE_OK &&
              sqlite3_exec(db, schema, NULL, NULL, NULL) == SQLITE_OK &&
              insert(db, "INSERT INTO col VALUES (1, ?, ?, ?, 11, 0, 0, 0, ?, ?, ?, ?, '{}')", "iiissss",
                     (const int64_t[]){CREATED, 1000 * (CREATED + o->version), (int64_t)1000 * CREATED},
                     (const char *const[]){config, models, strbuf_text(&decks), deck_config});
    for (size_t i = 0; ok && i < list->n; i++)
        ok = add_note(db, &list->at[i], o, (int)i + 1);
    strbuf_done(&decks);
    return ok;
}

/* ---- the zip ---- */

static bool add_file(struct archive *zip, const char *name, const void *bytes, size_t length)
{
    struct archive_entry *e = archive_entry_new();
    archive_entry_set_pathname(e, name);
    archive_entry_set_size(e, (la_int64_t)length);
    archive_entry_set_filetype(e, AE_IFREG);
    archive_entry_set_perm(e, 0644);
    archive_entry_set_mtime(e, CREATED, 0);
    const bool ok =
        archive_write_header(zip, e) == ARCHIVE_OK && archive_write_data(zip, bytes, length) == (la_ssize_t)length;
    archive_entry_free(e);
    return ok;
}

static bool zip_up(const void *db, size_t length, struct strbuf *out)
{
    const size_t room = length + length / 100 + 65536;
    char *bytes = xmalloc_or_null(room);
    size_t used = 0;
    struct archive *zip = archive_write_new();
    bool ok = bytes != NULL && zip != NULL && archive_write_set_format_zip(zip) == ARCHIVE_OK &&
              archive_write_set_bytes_in_last_block(zip, 1) == ARCHIVE_OK &&
              archive_write_open_memory(zip, bytes, room, &used) == ARCHIVE_OK &&
              add_file(zip, "collection.anki2", db, length) && add_file(zip, "media", "{}", 2) &&
              archive_write_close(zip) == ARCHIVE_OK;
    if (zip != NULL)
        archive_write_free(zip);
    if (ok)
        strbuf_add(out, bytes, used);
    xfree(bytes);
    return ok;
}

bool cards_anki(const struct costly_list *list, const struct card_options *o, struct strbuf *out, struct diags *d)
{
    sqlite3 *db = NULL;
    sqlite3_int64 length = 0;
    bool ok = sqlite3_open(":memory:", &db) == SQLITE_OK && fill(db, list, o);
    if (!ok)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the deck cannot be made: %s", sqlite3_errmsg(db));
    unsigned char *bytes = ok ? sqlite3_serialize(db, "main", &length, 0) : NULL;
    if (ok && !(bytes != NULL && zip_up(bytes, (size_t)length, out))) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "the deck cannot be packed");
        ok = false;
    }
    sqlite3_free(bytes);
    sqlite3_close(db);
    return ok;
}
