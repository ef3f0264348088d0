/* A match as rows: every decision of both players, with what one annotation set says about it. Which decisions there
 * are is asked of analyze/decisions.h, which of them count of match/rates.h: nothing is defined here. */
#ifndef KIBITZER_ROWS_H
#define KIBITZER_ROWS_H

#include "match/phase.h"
#include "format/posid.h"
#include "match/record.h"
#include "match/themes.h"

/* ORDER DECISION_KIND: numbers in the database, never to be changed; names in rows.c. */
enum decision_kind {
    DECISION_PLAY = 1,
    DECISION_NO_DOUBLE, /* rolling where a double was possible */
    DECISION_DOUBLE,
    DECISION_TAKE,
    DECISION_PASS,
    DECISION_FORCED /* a play that is the only legal one, or a dance: no choice, but luck */
};

const char *decision_kind_name(enum decision_kind kind); /* "play", "no double", "double", "take", "pass", "forced" */

/* COUNTED: does the performance rating count it, and among which decisions. */
enum counted { COUNTED_NOT, COUNTED_PLAY, COUNTED_CUBE };

/* No match has this many games and decisions, nobody needs this many points, and no cube or score is this high. */
enum { ROWS_NUMBER_MOST = 1 << 24, ROWS_AWAY_MOST = 1 << 20, ROWS_POINTS_MOST = 1 << 30 };

/* One decision. All figures are those of the player who decides, `side`: errors positive = lost, luck positive = lucky,
 * EMG, `_mwc` in match winning chances (points in money play); NAN = not known. */
struct decision_row {
    int side; /* 0, 1: player of the record */
    int n; /* its place in the match, from 0, counted over both sides */
    int game, number; /* of the game; of the move in it, as reports number them */
    enum decision_kind kind;
    char position[POSITION_ID_LENGTH + 1]; /* seen by the player on roll: of takes and passes the doubler */
    char state[MATCH_ID_LENGTH + 1]; /* GNU Backgammon's Match ID */
    int dice; /* 10 x larger + smaller; 0 = cube decisions */
    const char *action, *best; /* "13/5 6/5*", "no double"; best NULL = not known */
    int64_t play, best_code; /* the same as numbers, see codes.h; play 0 for cube decisions */
    int n_legal; /* of plays: distinct results, 1 = forced, 0 = dance; -1 for cube decisions */
    int away[2]; /* points that player and the opponent need; 0 0 in money play */
    int phase, plan; /* of the board as that player sees it: enum phase, enum plan; -1 = not known */
    int cube, cube_side; /* before a double; 1 own, -1 the opponent's, 0 centred */
    int64_t taken, remaining, video; /* ms: that it took; left to the player before it; place in a recording; -1 = not
                                      * known. Of rows_of() alone */
    /* what the set says */
    enum counted counted;
    double error, error_mwc, luck, luck_mwc;
    int close; /* cube decisions: 1 = close or an action, 0 = not; -1 = not known, or a play */
    int cube_error; /* enum cube_error of an error > 0, -1 = none */
    theme_set themes; /* by the best play or the equities where they are known; none of forced plays */
    const char *level; /* "2-ply", "rollout 1296"; NULL = not judged */
    const struct annotation *note; /* of rows_of(): all that the set says about the event; else NULL */
};

struct decision_rows {
    struct decision_row *at;
    size_t n, capacity;
    int plies; /* deepest evaluation; rollouts are 100; -1 = none */
    struct arena *arena; /* private: of texts */
};

/* `set` -1 = nobody judges. Release with rows_done(). */
void rows_of(const struct match *m, int set, struct decision_rows *out);
/* Is all that anybody may count by, of what was read from a database, within these limits and those of its enums? */
bool row_is_sound(const struct decision_row *r);
void rows_done(struct decision_rows *r);

#endif
