/* Collections of analysed matches, asked directly: cursors over matches, decisions and players, where a document
 * (kibitzer_document() of "stats", "errors", "find") costs too much. Collections are filled by kibitzer_run() of
 * "analyze", and looked after by that of "db": aliases, merging, checking, forgetting. Rules for calls, errors, memory
 * and threads: kibitzer.h.
 *
 *     struct kibitzer_collection *k = kibitzer_collection_open("kibitzer-report", NULL, call);
 *     struct kibitzer_options *o = kibitzer_options_new("find", call);
 *     kibitzer_options_set(o, "player", "Ann", call);
 *     struct kibitzer_cursor *d = kibitzer_collection_decisions(k, o, call);
 *     while (kibitzer_cursor_next(d, call) == 1)
 *         sum += kibitzer_cursor_number(d, KIBITZER_DECISION_ERROR);
 *
 * A collection and its cursors: one thread at a time, all together. */
#ifndef KIBITZER_COLLECTION_PUBLIC_H
#define KIBITZER_COLLECTION_PUBLIC_H

#include "kibitzer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- collections ---- */

struct kibitzer_collection;

/* Opens it for reading. `where`: a file, a folder with a collection.db, or a server's URL; NULL = what `o` says with
 * db, db-file or out: options of "find", "stats" or "errors", NULL = the defaults. NULL where there is none. */
KIBITZER_API struct kibitzer_collection *kibitzer_collection_open(const char *where, struct kibitzer_options *o,
                                                                  struct kibitzer_call *c);
/* Cursors that are left keep it open until they are freed. */
KIBITZER_API void kibitzer_collection_close(struct kibitzer_collection *k);
/* The file, or the URL without its password. */
KIBITZER_API const char *kibitzer_collection_name(const struct kibitzer_collection *k);

enum kibitzer_match_column { /* T: a text, the others are numbers */
                             KIBITZER_MATCH_ROW_ID, /* in this collection */
                             KIBITZER_MATCH_ROW_DATE, /* T: yyyy, yyyy-mm or yyyy-mm-dd */
                             KIBITZER_MATCH_ROW_PLAYER_0, /* T: as counted: aliases under one name */
                             KIBITZER_MATCH_ROW_PLAYER_1, /* T */
                             KIBITZER_MATCH_ROW_SCORE_0,
                             KIBITZER_MATCH_ROW_SCORE_1,
                             KIBITZER_MATCH_ROW_LENGTH, /* points; 0 = money session */
                             KIBITZER_MATCH_ROW_WINNER, /* 0, 1; -1 = not finished */
                             KIBITZER_MATCH_ROW_GAMES,
                             KIBITZER_MATCH_ROW_EVENT, /* T */
                             KIBITZER_MATCH_ROW_ROUND, /* T */
                             KIBITZER_MATCH_ROW_PLACE, /* T */
                             KIBITZER_MATCH_ROW_ENGINE, /* T: that judged it */
                             KIBITZER_MATCH_ROW_LEVEL, /* T */
                             KIBITZER_MATCH_ROW_PAGE, /* T: the name of its pages */
                             KIBITZER_MATCH_ROW_FILE, /* T: where it was read */
                             KIBITZER_MATCH_COLUMNS
};

/* By date, undated ones last. `o`: options of "find", "stats" or "errors" about matches (player, opponent, since,
 * until, length, event); NULL = all. */
KIBITZER_API struct kibitzer_cursor *kibitzer_collection_matches(struct kibitzer_collection *k,
                                                                 struct kibitzer_options *o, struct kibitzer_call *c);

enum kibitzer_decision_column { /* T: a text, the others are numbers */
                                KIBITZER_DECISION_MATCH, /* KIBITZER_MATCH_ROW_ID of its match */
                                KIBITZER_DECISION_GAME, /* from 1 */
                                KIBITZER_DECISION_MOVE, /* its number in the game, as reports have it */
                                KIBITZER_DECISION_SIDE, /* who decides: player 0 or 1 of the match */
                                KIBITZER_DECISION_PLAYER, /* T: likewise by name */
                                KIBITZER_DECISION_OPPONENT, /* T */
                                KIBITZER_DECISION_KIND, /* T: "play", "no double", "double", "take", "pass" */
                                KIBITZER_DECISION_POSITION, /* T: Position ID, seen by the player on roll: of takes and
                                                               passes the doubler */
                                KIBITZER_DECISION_MATCH_ID, /* T: GNU Backgammon's */
                                KIBITZER_DECISION_DICE, /* 10 x larger + smaller; 0 = cube decisions */
                                KIBITZER_DECISION_ACTION, /* T: what was played */
                                KIBITZER_DECISION_BEST, /* T */
                                KIBITZER_DECISION_ERROR, /* EMG */
                                KIBITZER_DECISION_ERROR_MWC, /* match winning chances; points in money play */
                                KIBITZER_DECISION_LUCK, /* of the roll, EMG */
                                KIBITZER_DECISION_LUCK_MWC,
                                KIBITZER_DECISION_COUNTED, /* 1 = by the performance rating */
                                KIBITZER_DECISION_PHASE, /* T */
                                KIBITZER_DECISION_PLAN, /* T */
                                KIBITZER_DECISION_AWAY, /* points that the player needs; 0 = money play */
                                KIBITZER_DECISION_AWAY_OPPONENT,
                                KIBITZER_DECISION_CUBE, /* its value before a double */
                                KIBITZER_DECISION_CUBE_SIDE, /* 1 = the player's own, -1 the opponent's, 0 centred */
                                KIBITZER_DECISION_LEVEL, /* T: how deep it was looked at */
                                KIBITZER_DECISION_THEMES, /* T: what it is about, with blanks between */
                                KIBITZER_DECISION_DATE, /* T: of the match, as KIBITZER_MATCH_ROW_DATE */
                                KIBITZER_DECISION_EVENT, /* T: likewise */
                                KIBITZER_DECISION_LENGTH, /* likewise */
                                KIBITZER_DECISION_CLOSE, /* of cube decisions: 1 = close, or an action */
                                KIBITZER_DECISION_ENGINE, /* T: that judged it */
                                KIBITZER_DECISION_COLUMNS
};

/* Match by match as above, in each as they were played; forced plays are none. `o`: options of "find", "stats" or
 * "errors" about matches and decisions, NULL = all. Refused with KIBITZER_MISUSE: position and like of "find". */
KIBITZER_API struct kibitzer_cursor *kibitzer_collection_decisions(struct kibitzer_collection *k,
                                                                   struct kibitzer_options *o, struct kibitzer_call *c);

/* The same with plays that were forced and rolls with which nothing could be moved; their kind is "forced". */
KIBITZER_API struct kibitzer_cursor *
kibitzer_collection_every_decision(struct kibitzer_collection *k, struct kibitzer_options *o, struct kibitzer_call *c);

enum kibitzer_player_column {
    KIBITZER_PLAYER_NAME, /* T */
    KIBITZER_PLAYER_COUNTED_AS, /* T: the name under which an alias is counted; NULL = its own */
    KIBITZER_PLAYER_MATCHES, /* under this name */
    KIBITZER_PLAYER_COLUMNS
};

/* By person, each before the aliases. */
KIBITZER_API struct kibitzer_cursor *kibitzer_collection_players(struct kibitzer_collection *k,
                                                                 struct kibitzer_call *c);

/* A table of the collection for other programs in this process (pandas, polars, DuckDB ...), by the C stream interface
 * of Apache Arrow, whose struct the caller has: "matches", "games", "players", "decisions" or "candidates", with the
 * columns of `kibitzer db export --tables` (docs/collection.md); the rows of about 65,536 decisions at a time. Whole
 * numbers are int64, figures float64, truth values bool, texts UTF-8; what is not known is null. A code; *out is
 * filled with KIBITZER_OK alone, and its release() frees it. It holds the collection, which may be closed before it;
 * what it hands out holds nothing, and may be released later and on any thread. get_next() gives EIO, ENOMEM or
 * ECANCELED where the collection cannot be read, and get_last_error() says why. */
struct ArrowArrayStream;
KIBITZER_API int kibitzer_collection_arrow(struct kibitzer_collection *k, const char *table,
                                           struct ArrowArrayStream *out, struct kibitzer_call *c);

#ifdef __cplusplus
}
#endif

#endif
