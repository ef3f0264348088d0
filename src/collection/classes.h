/* Phases, plans, themes and difficulties of decisions: kept beside the boards and records that they follow from, with
 * the version of their rules. */
#ifndef KIBITZER_CLASSES_H
#define KIBITZER_CLASSES_H

#include "collection/store.h"
#include "match/difficulty.h"
#include "match/phase.h"

enum { CLASS_RULES = 10000 * DIFFICULTY_RULES + 100 * PHASE_RULES + THEME_RULES }; /* as matches say it */

/* Matches whose classes follow rules of another version, which is the value. */
#define OLD_RULES " FROM matches m WHERE COALESCE(m.rules_version, 0) <> ?"

/* Reads a record (store_record()) of the match so called; NULL after a message. */
typedef struct match *(*record_reader)(const struct strbuf *record, const char *name);

/* Makes them again where an earlier version of the rules made them, each match in one transaction; *n: matches. What is
 * not as it was stored (seal.h) ends it: it would be sealed anew. */
bool store_classify(struct store *s, record_reader read, size_t *n);

/* Are phase and plan of each decision those of its board? */
bool phases_agree(struct store *s, int64_t match, enum variant variant, bool *agree);

#endif
