/* Fuzzing of collections: see fuzz_files.h. A database that is asked everything may hold anything. */
#include "fuzz_collection.h"
#include "assertions.h"
#include "fuzz_files.h"
#include "writing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sink.h"
#include "export/html/page.h"
#include "import/import.h"
#include "command/errors_answer.h"
#include "command/stats_answer.h"
#include "report/career_page.h"
#include "report/stats_page.h"
#include "collection/classes.h"
#include "report/study_section.h"
#include "collection/errors.h"
#include "collection/find.h"
#include "collection/stats.h"
#include "collection/upkeep.h"

static const char *const PLAYED = " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n"
                                  "  1) 31: 8/5 6/5                    42: 8/4 6/4\n"
                                  "  2)  Doubles => 2                   Takes\n"
                                  "  3) 65: 24/13                      63: 24/15\n"
                                  "  4) 21: 13/11 6/5                   Doubles => 4\n"
                                  "  5)  Drops\n"
                                  "                                     Wins 2 points\n";

static void fill(struct store *s, const struct match *m)
{
    struct match_put out;
    char *record = written(m, "dump", NULL);
    const struct content c = {.hash = "h", .size = 10, .path = "/played.mat", .stem = "played", .n_matches = 1};
    struct match_entry *e = match_entry_new(m, 0, KEPT_ALL, span_of(record));
    must(store_content(s, &c));
    must(store_put_match(s, e, &(struct origin){.hash = c.hash, .path = c.path, .number = 1, .stem = c.stem}, &out));
    match_entry_free(e);
    free(record);
}

struct store *fuzz_open_collection(const char *path, enum sql_mode mode)
{
    struct diags d;
    diags_init(&d, path);
    struct store *s = store_open(path, mode, &d);
    must(s != NULL || d.n_errors != 0);
    diags_done(&d);
    return s;
}

const struct strbuf *fuzz_good_collection(const char *path)
{
    static struct strbuf good;
    if (good.length == 0) {
        struct matches all = {.n = 0};
        struct store *s = fuzz_open_collection(path, SQL_CREATE);
        fill(s, fuzz_analysed(PLAYED, &all));
        store_close(s);
        fuzz_get(path, &good);
        matches_done(&all);
    }
    return &good;
}

void fuzz_change_value(struct sql *db, const unsigned char at[8])
{
    char table[64] = "", column[64] = "", text[400];
    int32_t n;
    struct sql_rows *r = sql_ask(db,
                                 "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p"
                                 " WHERE m.type = 'table' ORDER BY 1, 2 LIMIT 1 OFFSET ?",
                                 SQL(sql_int(at[0])));
    if (r != NULL && sql_next(r)) {
        snprintf(table, sizeof table, "%s", sql_get_text(r, 0));
        snprintf(column, sizeof column, "%s", sql_get_text(r, 1));
    }
    sql_done(r);
    if (table[0] == '\0')
        return;
    memcpy(&n, at + 4, sizeof n);
    const struct span bytes = {(const char *)at + 4, 4};
    const struct sql_value value[] = {sql_int(n),      sql_int((int8_t)at[4]),
                                      sql_null(),      sql_real(ldexp(n, (int8_t)at[2])),
                                      sql_blob(bytes), {.kind = SQL_TEXT, .bytes = bytes}};
    snprintf(text, sizeof text,
             "UPDATE OR IGNORE \"%s\" SET \"%s\" = ? WHERE \"%s\" IS (SELECT \"%s\" FROM \"%s\" LIMIT 1 OFFSET ?)",
             table, column, column, column, table);
    (void)sql_run(db, text, SQL(value[at[1] % 6], sql_int(at[3])));
}

static void change_values(const char *path, struct span bytes)
{
    struct strbuf why = {0};
    struct sql *db = sql_open(path, SQL_WRITE, &why);
    for (; db != NULL && bytes.length >= 8; bytes = span_sub(bytes, 8, bytes.length))
        fuzz_change_value(db, (const unsigned char *)bytes.at);
    sql_close(db);
    strbuf_done(&why);
}

static void ignore(void *context, const char *line)
{
    (void)context, (void)line;
}

/* Every record is read again, as the pages of a collection are made from it. */
static struct match *read_dump(const struct strbuf *text, const char *name)
{
    struct matches all = {.n = 0};
    struct match *m = NULL;
    struct diags d;
    diags_init(&d, name);
    import_bytes((struct span){strbuf_text(text), text->length}, NULL, NULL, &all, &d);
    if (all.n == 1 && all.at[0]->n_sets > 0) {
        m = all.at[0];
        all.n = 0;
    }
    matches_done(&all);
    diags_done(&d);
    return m;
}

static bool read_record(void *context, const struct stored_match *m)
{
    struct strbuf text = {0};
    if (store_record(context, m->analysis, &text))
        match_free(read_dump(&text, "fuzz"));
    strbuf_done(&text);
    return true;
}

/* Written, and heard by nobody. */
static const struct answers_options *in_form(int form)
{
    static _Thread_local struct answers_options o;
    o = (struct answers_options){.output = "-", .form = form};
    return &o;
}

static void ask_for_stats(struct store *s, enum stats_by by)
{
    struct stats st;
    struct strbuf out = {0};
    const struct stats_query q = {.match = MATCH_FILTER_ALL, .by = by};
    if (stats_of(s, &q, &st)) {
        for (int form = 0; form < ANSWER_STYLES; form++)
            (void)stats_put(in_form(form), &st, by);
        left_out_text(&st.left_out, &out);
    }
    stats_done(&st);
    strbuf_done(&out);
}

static void ask_for_errors(struct store *s)
{
    const struct error_query q = {.match = MATCH_FILTER_ALL, .worst = 100};
    struct costly_list list;
    if (errors_of(s, &q, &list))
        for (int form = 0; form < ANSWER_STYLES; form++)
            (void)errors_put(in_form(form), &list);
    errors_done(&list);
}

static void ask_for_decisions(struct store *s)
{
    const struct find_query q = {.match = MATCH_FILTER_ALL, .cube_side = CUBE_ANYWHERE, .most = 100};
    struct found_list list;
    if (find_decisions(s, &q, &list))
        for (int form = 0; form < ANSWER_STYLES; form++)
            (void)found_put(in_form(form), &list);
    found_done(&list);
}

static void ask_for_career(struct store *s, const char *name)
{
    struct career c;
    struct html_page page;
    struct export_options o;
    struct sink out;
    export_defaults(&o);
    sink_init(&out);
    struct field field;
    const struct study_sheet sheet = {.quiz = "quiz.html"};
    (void)field_of(s, &field);
    (void)field_fit(s, 1, &field);
    if (career_of(s, &MATCH_FILTER_OF(store_person(s, name)), name, &field, &c)) {
        html_page_begin(&page, &o, &out);
        career_page(&c, "html", &sheet, page.receiver);
        html_page_done(&page);
    }
    career_done(&c);
    sink_done(&out);
}

void fuzz_ask(struct store *s, int what)
{
    const struct match_filter all = MATCH_FILTER_ALL;
    size_t n;
    switch (what % 6) {
    case 0:
        (void)store_check(s, ignore, NULL);
        (void)store_classify(s, read_dump, &n);
        break;
    case 1:
        (void)store_matches(s, &all, read_record, s);
        break;
    case 2:
        ask_for_errors(s);
        break;
    case 3:
        ask_for_decisions(s);
        break;
    case 4:
        ask_for_career(s, "Ann");
        break;
    default:
        ask_for_stats(s, what / 6 % STATS_BY);
    }
}

void fuzz_forget_collection(void)
{
    static const char *const ends[] = {".db", ".db-wal", ".db-shm", ".db-journal"};
    for (int i = 0; i < 4; i++)
        unlink(fuzz_scratch(ends[i]));
}

/* The first byte says what is changed, bytes of the file or values in its tables, and what is asked then. */
void try_collection(struct span bytes)
{
    const char *path = fuzz_scratch(".db");
    const struct strbuf *good = fuzz_good_collection(path);
    struct strbuf file = {0};
    const bool values = bytes.length > 0 && bytes.at[0] & 1;
    strbuf_add(&file, good->at, good->length);
    if (bytes.length > 0 && !values)
        fuzz_damage(span_sub(bytes, 1, bytes.length), &file);
    fuzz_forget_collection();
    path = fuzz_scratch(".db");
    fuzz_put(path, file.at, file.length);
    if (values)
        change_values(path, span_sub(bytes, 1, bytes.length));
    struct store *s = fuzz_open_collection(path, SQL_WRITE);
    if (s != NULL)
        fuzz_ask(s, bytes.length > 0 ? (unsigned char)bytes.at[0] >> 1 : 0);
    store_close(s);
    fuzz_forget_collection();
    strbuf_done(&file);
}
