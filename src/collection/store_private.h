/* What the files of the store share among themselves. */
#ifndef KIBITZER_STORE_PRIVATE_H
#define KIBITZER_STORE_PRIVATE_H

#include "collection/packed.h"
#include "collection/store.h"

struct store {
    struct sql *db;
    struct strbuf name;
    bool begun; /* a transaction of the caller's: what is put joins it */
    bool is_read; /* SQL_READ */
};

/* A query that grows condition by condition; release q->text. */
enum { INQUIRY_VALUES = 24 };

struct inquiry {
    struct strbuf text;
    struct sql_value value[INQUIRY_VALUES];
    int n;
};

void inquiry_add(struct inquiry *q, const char *text, struct sql_value value); /* text holds one question mark */
void inquiry_matches(struct inquiry *q, const struct match_filter *f); /* " AND ..." of the table matches m */
/* Asks, and releases the text; `many`: see sql_ask_many(). */
struct sql_rows *inquiry_ask(struct inquiry *q, struct sql *db, bool many);

/* Nothing was decided in the record of `m`, a row of matches: a single position, or an empty one. */
#define IS_BARE                                                                                                        \
    "(m.winner IS NULL AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.match_id = m.id)"                                 \
    " AND (SELECT COUNT(*) FROM games g WHERE g.match_id = m.id) = 1)"

/* The order in which matches come: of nothing but what they are. */
#define MATCH_ORDER " ORDER BY m.date IS NULL, m.date, m.record_key"

/* Of the turns a and b: was the same decided in the same place? */
#define SAME_COLUMN(column) "COALESCE(b." column ", -1) = COALESCE(a." column ", -1)"
#define SAME_TURN                                                                                                      \
    "b.n = a.n AND b.game = a.game AND b.side = a.side AND b.position = a.position AND b.cube = a.cube"                \
    " AND b.cube_side = a.cube_side AND " SAME_COLUMN("cube_action") " AND " SAME_COLUMN("dice") " AND " SAME_COLUMN(  \
        "play")

/* The name of pages that stands there, which is the name of a file in their folder and nothing else. */
const char *stem_at(const struct sql_rows *r, int column);
void stem_fold(const char *stem, char out[STEM_ROOM]); /* as compared: without capitals */

bool analysis_drop(struct store *s, int64_t analysis); /* with all that it says */
bool analysis_best(struct store *s, int64_t match, int64_t *best); /* which one should count; 0 = there is none */
bool analysis_choose(struct store *s, int64_t match); /* which one counts */
bool match_link(struct store *s, const char *hash, int number, int64_t match);
bool match_drop_lonely(struct store *s, int64_t match); /* unless a file holds it */

/* ORDER SUMS: the columns of the table as they are written. */
#define SUMS_COLUMNS                                                                                                   \
    "analysis_id, side, game, moves, unforced, plays, play_error, play_error_mwc, cubes, close, judged, cube_error,"   \
    " cube_error_mwc, counted_plays, counted_play_error, counted_cubes, counted_cube_error, counted_error_mwc, lucks," \
    " luck, luck_mwc, doubtful, bad, very_bad, bold, timid, worst, worst_number"

/* The sums over the assessments of an analysis, which must be there. */
bool sums_make(struct sql *db, int64_t analysis);
/* Are the sums of an analysis still those? */
bool sums_agree(struct sql *db, int64_t analysis, bool *agree);

/* All decisions as an analysis assesses them, whether it is the chosen one or not; without words. */
bool decisions_of_analysis(struct sql *db, int64_t analysis, decision_visitor visit, void *context);

/* The same in brief, see extracts.c: made from the rows, which must be there. */
bool extracts_make(struct sql *db, int64_t analysis);
bool extracts_agree(struct sql *db, int64_t analysis, bool *agree);

/* Reading them, of one side or both (NOBODY). All zero before the first; one after the other may be opened. */
struct extracts {
    struct strbuf bytes[2];
    struct span rest[2]; /* what is left at the end was damaged */
    struct brief last[2];
    struct decision_row next[2];
    bool is_there[2];
    int n;
};
bool extracts_open(struct extracts *x, struct sql *db, int64_t analysis, int side, bool *there);
bool extracts_next(struct extracts *x, struct decision_row *out);
void extracts_done(struct extracts *x);
struct sql_rows *extracts_plan(struct sql *db); /* how SQLite finds one */

#endif
