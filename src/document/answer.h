/* Answers, described once. A document is a table of rows over the fields of plain structs, as options are
 * (base/option.h): a command fills the structs, and JSON, CSV, tables, pages, the JSON Schema of docs/, the types of
 * Python and TypeScript and the lists of keys in the manual follow from the rows.
 *
 *     struct level_answer { const char *name; int plies; double noise; struct answer_list filters; };
 *     static const struct answer_field level_fields[] = {
 *         ANSWER(struct level_answer, name, "Level", .flags = ANSWER_KEY),
 *         ANSWER(struct level_answer, plies, "Plies"),
 *         ANSWER(struct level_answer, noise, "Noise", .decimals = 4, .help = "standard deviation of ..."),
 *         ANSWER_LIST(struct level_answer, filters, NULL, &filter_rows, .flags = ANSWER_DATA),
 *         {0}};
 *     static const struct answer_rows level_rows = {"Level", NULL, sizeof(struct level_answer), level_fields};
 *
 * A value that is missing (the row says which may be) is null in JSON, an empty cell elsewhere. */
#ifndef KIBITZER_ANSWER_H
#define KIBITZER_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "document/node.h"

enum answer_kind {
    ANSWER_BOOL,
    ANSWER_INT, /* int8_t to int64_t; with `words`: the name of that number */
    ANSWER_UINT, /* likewise without a sign; enumerations are of this kind */
    ANSWER_REAL, /* float, double */
    ANSWER_STRING, /* const char * */
    ANSWER_CHARS, /* char[] in the struct; "" is missing */
    ANSWER_RECORD, /* a struct in the struct */
    ANSWER_POINTER, /* a pointer to a struct */
    ANSWER_RECORDS, /* struct answer_list of structs */
    ANSWER_VALUES, /* struct answer_list of plain values: `of` says which */
    ANSWER_SERIES /* struct answer_series of structs; for JSON alone */
};

struct answer_list { /* an array that somebody else owns */
    const void *at;
    size_t n;
};

struct answer_series { /* records that are made one by one, as they are written */
    const void *(*next)(void *source); /* good until it is called again; NULL = that was the last */
    void *source;
};

enum answer_missing { /* which values of a field say that there is none; types and schemas say so too */
                      ANSWER_THERE, /* there is always one */
                      ANSWER_NULL, /* NAN, NULL, a number without its word */
                      ANSWER_BELOW_ZERO, /* numbers below zero; of ANSWER_BOOL in a signed char too */
                      ANSWER_ZERO, /* 0, NULL, "", an empty list */
                      ANSWER_INFINITE /* of figures: NAN is null, an infinity is left out: it goes by another name */
};

enum answer_flag {
    ANSWER_KEY = 1, /* says which record it is; never dropped from a table */
    ANSWER_WIDE = 2, /* the first to be dropped where a table has no room */
    ANSWER_WIDE_LAST = 32768, /* beside it: the last of these */
    ANSWER_DATA = 4, /* for programs: not in tables and pages */
    ANSWER_PEOPLE = 8, /* for people: in tables and pages alone */
    ANSWER_FLAT = 16, /* JSON: each record on one line; arrays of plain values are anyway, but for: */
    ANSWER_TALL = 512,
    ANSWER_PATH = 1024, /* a file's name: JSON spells bytes that are not UTF-8 so that it can be found (jsonw.h) */
    ANSWER_OMIT = 32, /* JSON: a missing one is left out, not null */
    ANSWER_STREAM = 64, /* its records come one by one: answer_row() */
    ANSWER_SIGNED = 128, /* people see plus signs */
    ANSWER_KEYED = 256, /* JSON: an object whose keys are the records' first texts, not an array */
    ANSWER_BARE = 4096, /* JSON: of a list whose records have one field (beside the key), the values of it */
    ANSWER_LINES_TOO = 8192, /* of a list: its records may be the lines of CSV, instead of those of the first list */
    ANSWER_ID = 16384, /* of a position, or what else is copied whole: no line ends inside of it */
    ANSWER_OWN = 65536, /* the words of a record or of a person: a name is the same in every language */
    ANSWER_INLINE = 2048, /* a record whose fields are the outer one's own; where it is missing, none of them */
};

struct answer_rows;

struct answer_field {
    const char *name; /* "error_mwc": key, column, member; NULL ends the rows */
    const char *title; /* "MWC lost": of tables and pages; NULL = the name */
    const char *help; /* a line for programmers: viewpoint, unit, sign */
    const char *example; /* of texts whose form matters, or NULL */
    const struct answer_rows *rows; /* of records */
    const char *const *words; /* of whole numbers: NULL where one has no name, which is missing; NULL ends nothing, */
    uint16_t n_words; /* this does. Of texts: which there are */
    /* Small types: there are a thousand fields, which the browser loads before anything can be asked. */
    enum answer_kind kind : 8;
    enum answer_kind of : 8; /* of ANSWER_VALUES */
    uint32_t at;
    uint16_t size; /* of one value */
    uint16_t n; /* > 0: an array of so many in the struct */
    uint16_t n_inner; /* > 0: each of those is an array of so many values; for documents alone */
    uint32_t flags;
    enum unit unit : 8; /* people see per cent, thousandths: document/leaf.c */
    enum answer_missing missing : 8;
    int8_t decimals; /* of data, at most */
    int8_t shown; /* of people; 0 = none: a whole figure */
};

struct answer_rows {
    const char *name; /* "Level": of types; rows that several documents have in common bear one name */
    const char *help;
    size_t size;
    const struct answer_field *fields;
};

enum answer_several {
    ANSWER_SEVERAL = 1,
    ANSWER_ANSWERED, /* the records answer what is asked one by one: no line end between a bracket and a record */
    ANSWER_LINES /* likewise, each on one line */
};

struct answer_document { /* a document */
    const char *name; /* "levels": its schema is kibitzer/levels/VERSION in docs/levels.schema.json */
    int version;
    const char *title, *help;
    const struct answer_rows *rows;
    int several; /* an array of such records (enum answer_several): each has its schema */
    const struct answer_rows *lines; /* of CSV and TSV; NULL = the records of the first list, or the document */
    bool whole; /* there is no CSV of it */
};

/* Kind, place and size, all from the field: they cannot disagree. */
#define ANSWER_KIND(v)                                                                                                 \
    _Generic(&(v), bool *: ANSWER_BOOL, signed char *: ANSWER_INT, short *: ANSWER_INT, int *: ANSWER_INT,             \
             long *: ANSWER_INT, long long *: ANSWER_INT, unsigned char *: ANSWER_UINT, unsigned short *: ANSWER_UINT, \
             unsigned *: ANSWER_UINT, unsigned long *: ANSWER_UINT, unsigned long long *: ANSWER_UINT,                 \
             float *: ANSWER_REAL, double *: ANSWER_REAL, const char **: ANSWER_STRING, char **: ANSWER_STRING,            \
             default: ANSWER_CHARS)
#define ANSWER_PLACE(s, f) .at = offsetof(s, f), .size = sizeof(((s *)0)->f)
#define ANSWER_NAMED(key, s, f, title_, ...)                                                                           \
    {                                                                                                                  \
        .name = key, .title = title_, .kind = ANSWER_KIND(((s *)0)->f), ANSWER_PLACE(s, f), __VA_ARGS__                \
    }
#define ANSWER(s, f, ...) ANSWER_NAMED(#f, s, f, __VA_ARGS__)
/* The language of a document's sentences: language_said(). */
#define ANSWER_LANGUAGE(s)                                                                                             \
    ANSWER(s, language, NULL, .example = "de", .missing = ANSWER_NULL, .flags = ANSWER_OMIT | ANSWER_DATA,             \
           .help = "of sentences: `why`, `question`; left out: English")
/* An array of a fixed length in the struct: [3, 5]. */
#define ANSWER_ARRAY(s, f, title_, ...)                                                                                \
    {                                                                                                                  \
        .name = #f, .title = title_, .kind = ANSWER_KIND(((s *)0)->f[0]), .at = offsetof(s, f),                        \
        .size = sizeof(((s *)0)->f[0]), .n = sizeof(((s *)0)->f) / sizeof(((s *)0)->f[0]), __VA_ARGS__                 \
    }
#define ANSWER_MATRIX(s, f, title_, ...)                                                                               \
    {                                                                                                                  \
        .name = #f, .title = title_, .kind = ANSWER_KIND(((s *)0)->f[0][0]), .at = offsetof(s, f),                     \
        .size = sizeof(((s *)0)->f[0][0]), .n = sizeof(((s *)0)->f) / sizeof(((s *)0)->f[0]),                          \
        .n_inner = sizeof(((s *)0)->f[0]) / sizeof(((s *)0)->f[0][0]), __VA_ARGS__                                     \
    }
#define ANSWER_OF(kind_, s, f, title_, ...)                                                                            \
    {                                                                                                                  \
        .name = #f, .title = title_, .kind = kind_, ANSWER_PLACE(s, f), __VA_ARGS__                                    \
    }
#define ANSWER_IN(s, f, title_, rows_, ...) ANSWER_OF(ANSWER_RECORD, s, f, title_, .rows = rows_, __VA_ARGS__)
#define ANSWER_TO(s, f, title_, rows_, ...) ANSWER_OF(ANSWER_POINTER, s, f, title_, .rows = rows_, __VA_ARGS__)
#define ANSWER_LIST(s, f, title_, rows_, ...) ANSWER_OF(ANSWER_RECORDS, s, f, title_, .rows = rows_, __VA_ARGS__)
#define ANSWER_ONE_BY_ONE(s, f, title_, rows_, ...) ANSWER_OF(ANSWER_SERIES, s, f, title_, .rows = rows_, __VA_ARGS__)
#define ANSWER_LIST_OF(type, s, f, title_, ...)                                                                        \
    {                                                                                                                  \
        .name = #f, .title = title_, .kind = ANSWER_VALUES, .of = ANSWER_KIND(*(type *)0), .at = offsetof(s, f),       \
        .size = sizeof(type), __VA_ARGS__                                                                              \
    }
#define ANSWER_WORDS(list) .words = list, .n_words = sizeof(list) / sizeof *(list)

/* ---- writing ---- */

enum answer_style { /* ORDER ANSWER_STYLE */
                    ANSWER_TABLE, /* for a terminal */
                    ANSWER_JSON,
                    ANSWER_NDJSON, /* a record a line */
                    ANSWER_CSV, /* RFC 4180 */
                    ANSWER_TSV,
                    ANSWER_MARKDOWN,
                    ANSWER_HTML,
                    ANSWER_LATEX,
                    ANSWER_STYLES
};
extern const char *const answer_style_names[ANSWER_STYLES];

struct answer_form {
    enum answer_style style;
    int width; /* of a table in columns, 0 = any */
    bool safe; /* CSV: a text that a spreadsheet would take for a formula gets an apostrophe in front */
    const char *list; /* whose records are the lines of CSV, TSV and NDJSON; NULL = the first */
    bool goes_on; /* CSV, TSV: other lines are before these, and the names of the columns before them */
};

/* The whole document. `record` is the struct of its rows; of `several` it is a struct answer_list of them. Tables and
 * pages show plain fields first, then each list. CSV, TSV and NDJSON have the records of one list alone (or, of a
 * document without one, the record itself). */
void answer_print(const struct answer_document *a, const void *record, const struct answer_form *form,
                  struct strbuf *out);

/* Lines of a text that are longer than `width` columns (0 = any), from the byte `from` on, become several, none of
 * whose words is cut. What is drawn, as boards and tables are, stays. */
void answer_fold(struct strbuf *text, size_t from, int width);

/* The same piece by piece: `record` needs what comes before the streamed list when it is begun, what comes after it at
 * the end. `out` may be emptied between the calls (JSON, NDJSON, CSV, TSV). Of `several` the rows are its records. */
struct answer_writer;
struct answer_writer *answer_begin(const struct answer_document *a, const void *record, const struct answer_form *form,
                                   struct strbuf *out);
void answer_row(struct answer_writer *w, const void *row);
void answer_end(struct answer_writer *w, const void *record); /* frees it */
/* For whoever keeps the rows first: their size, and a copy of `record` with them in its list, xfree()d by the caller;
 * NULL of `several`, where they are the document. */
size_t answer_row_size(const struct answer_document *a);
void *answer_with_rows(const struct answer_document *a, const void *record, const struct answer_list *rows);

/* ---- for databases ---- */

struct answer_cell { /* a plain value of a record, as JSON has it */
    const char *name; /* of its column: "range_low" */
    enum answer_kind kind; /* ANSWER_INT, ANSWER_BOOL (an integer too), ANSWER_REAL or ANSWER_STRING */
    bool missing;
    int64_t integer;
    double real;
    const char *text;
};

/* Each plain value of a record in turn; with `record` NULL its columns. Texts are good until `visit` returns. */
void answer_cells(const struct answer_rows *rows, const void *record,
                  void (*visit)(void *context, const struct answer_cell *cell), void *context);

/* One record as JSON that is part of something else. */
void answer_json(const struct answer_rows *rows, const void *record, struct strbuf *out);

/* As a document of nodes, for the writers of reports. */
void answer_page(const struct answer_document *a, const void *record, struct node_receiver *to);

/* The JSON Schema (2020-12) of a document. Several of one name are what it may be. */
void answer_schema(const struct answer_document *const *a, size_t n, struct strbuf *out);

#endif
