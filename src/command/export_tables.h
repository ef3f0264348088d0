/* The tables of a collection that other programs get: rows of document/answer.h, as files (`db export`) or as Arrow
 * columns. docs/collection.md says what their columns mean. */
#ifndef KIBITZER_EXPORT_TABLES_H
#define KIBITZER_EXPORT_TABLES_H

#include <stdbool.h>

#include "collection/store.h"
#include "document/answer.h"

enum export_table { /* ORDER EXPORT_TABLE */
                    TABLE_MATCHES,
                    TABLE_GAMES,
                    TABLE_PLAYERS,
                    TABLE_DECISIONS,
                    TABLE_CANDIDATES,
                    TABLE_NAMES
};
enum { TABLES_ALL = (1 << TABLE_NAMES) - 1 };

extern const char *const export_table_names[TABLE_NAMES];
const struct answer_rows *export_table_rows(enum export_table t);

/* Each row of the tables whose bits are in `which`, of the matches that fit: of games and candidates match by match, as
 * of decisions. False once `take` is, where the call was cancelled, and on an error of the database or of a record,
 * after a message or with store_error(). */
bool export_each(struct store *s, unsigned which, const struct match_filter *f,
                 bool (*take)(void *context, enum export_table t, const void *record), void *context);

#endif
