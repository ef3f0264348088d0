/* What can be done to a collection by `db`: one row of a table each, in db.c. */
#ifndef KIBITZER_BATCH_DB_H
#define KIBITZER_BATCH_DB_H

#include "base/jsonw.h"
#include "storage/collection.h"

struct db_options {
    struct collection_options where;
    const char *content, *decisions;
    const char *date, *event, *place;
    bool undo, suggest, partial, json;
};

struct doing {
    struct store *store;
    const struct db_options *options;
    const char *const *name; /* what it is done to */
    size_t n;
    struct jsonw *json; /* the open object of the document; NULL = lines are printed */
};

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

bool is_csv_name(const char *path); /* .csv, or .csv.gz; NULL is none */

/* CALL_NOTHING, after a message about what the database did not do. */
int db_failed(const struct store *s);
/* Anybody may have written what is in a collection: printed so that it cannot steer a terminal. */
void print_plain(const char *text);
/* The match of an analysis, with all that it holds; NULL after a message. */
struct match *db_record(struct store *s, int64_t analysis, const char *name);

#endif
