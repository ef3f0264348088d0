/* What the files of the store share among themselves. */
#ifndef KIBITZER_STORE_PRIVATE_H
#define KIBITZER_STORE_PRIVATE_H

#include "store/store.h"

struct store {
    struct sql *db;
    struct strbuf name;
    bool begun; /* a transaction of the caller's: what is put joins it */
};

/* A query that grows condition by condition; release q->text. */
enum { QUERY_VALUES = 24 };

struct query {
    struct strbuf text;
    struct sql_value value[QUERY_VALUES];
    int n;
};

void query_add(struct query *q, const char *text, struct sql_value value); /* text holds one question mark */
void query_matches(struct query *q, const struct match_filter *f); /* " AND ..." of the table matches m */
/* Asks, and releases the text; `many`: see sql_ask_many(). */
struct sql_rows *query_ask(struct query *q, struct store *s, bool many);

/* The order in which matches come: of nothing but what they are. */
#define MATCH_ORDER " ORDER BY m.date IS NULL, m.date, m.record_key"

void stem_fold(const char *stem, char out[STEM_ROOM]); /* as compared: without capitals */

bool analysis_drop(struct store *s, int64_t analysis); /* with all that it says */
bool analysis_choose(struct store *s, int64_t match); /* which one counts */
bool match_link(struct store *s, const char *hash, int number, int64_t match);

/* The sums over the assessments of an analysis, which must be there. */
bool sums_make(struct sql *db, int64_t analysis);
/* Are the sums of an analysis still those? */
bool sums_agree(struct sql *db, int64_t analysis, bool *agree);

#endif
