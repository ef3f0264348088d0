/* What can be done to a collection by `db`: one row of a table each, in db.c. */
#ifndef KIBITZER_COMMAND_DB_H
#define KIBITZER_COMMAND_DB_H

#include "base/arena.h"
#include "command/answers.h"
#include "storage/collection.h"

struct db_options {
    struct collection_options where;
    const char *content, *decisions, *tables;
    const char *date, *event, *place;
    bool undo, suggest, partial;
    struct answers_options answer;
};

struct db_head { /* what each answer begins with */
    const char *collection, *chore;
};

struct doing {
    struct store *store;
    const struct db_options *options;
    const char *const *name; /* what it is done to */
    size_t n;
    struct db_head head;
    struct arena *arena; /* for what is answered */
    const char *list; /* as in answers_options */
    struct answers_stream *lines; /* that the chore prints; NULL = what it fills is put: db_put() */
};

/* Rows of a chore's answer, a struct that begins with `head`; and the document that they make. */
#define DB_HEAD(s, chore_)                                                                                             \
    ANSWER_NAMED("collection", s, head.collection, "Collection", .help = "the file, or the URL without its password"), \
        ANSWER_NAMED("chore", s, head.chore, NULL, .flags = ANSWER_DATA, .words = (const char *const[]){chore_},       \
                     .n_words = 1)
#define DB_DOCUMENT(title_, rows_, ...)                                                                                \
    {                                                                                                                  \
        "db", 1, title_, "What was done to a collection, or is in it.", .rows = rows_, __VA_ARGS__                     \
    }

/* A list that is filled while something is gone through, in the arena. */
struct db_list {
    void *at;
    size_t n, room;
};
void *db_list_add(struct doing *d, struct db_list *l, size_t size); /* one more, zeroed */

/* Puts the answer if the chore was done, at least in part, and does not print lines. Returns `ending`, or a worse one.
 */
int db_put(const struct doing *d, const struct answer_document *a, const void *record, int ending);
/* Anybody may have written what is in a collection: a line shows it so that it cannot steer a terminal. */
void put_plain(struct strbuf *line, const char *text);

extern const struct answer_document db_alias_document, db_suggest_document, db_players_document, db_check_document,
    db_classify_document, db_duplicates_document, db_export_document, db_export_gnubg_document, db_set_document,
    db_comment_document, db_mark_document;

/* Each returns an enum call_ending. */
int db_alias(struct doing *d);
int db_players(struct doing *d);
int db_check(struct doing *d);
int db_classify(struct doing *d);
int db_duplicates(struct doing *d);
int db_export(struct doing *d);
int db_export_gnubg(struct doing *d);
int db_set(struct doing *d);
int db_comment(struct doing *d);
int db_mark(struct doing *d);

bool db_export_named(const struct db_options *o); /* does a name say what `export` writes? */

/* CALL_NOTHING, after a message about what the database did not do. */
int db_failed(const struct store *s);
/* The match of an analysis, with all that it holds; NULL after a message. */
struct match *db_record(struct store *s, int64_t analysis, const char *name);

#endif
