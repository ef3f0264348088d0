/* A tournament's review: how a player played at an event against how the player usually does, as a whole, by match, by
 * half of the matches, by score. The same decisions are compared: what is usual is what the difficulty of those at hand
 * makes of it (match/difficulty.h). Ranges of parts hold all together. Definitions: docs/analysis.md, "A tournament".
 */
#ifndef KIBITZER_REVIEW_H
#define KIBITZER_REVIEW_H

#include "collection/store.h"

enum { REVIEW_DECISIONS = 20, REVIEW_USUAL_MATCHES = 5 }; /* below, nothing is said */
enum { REVIEW_YEAR_MATCHES = 10 }; /* that make the year before the event a measure of its own */

enum review_kind { REVIEW_WHOLE, REVIEW_MATCH, REVIEW_HALF, REVIEW_SCORE };
const char *review_kind_name(enum review_kind k); /* "all", "match", "half", "score" */

/* ORDER REVIEW_SCORE */
enum review_score { SCORE_MONEY, SCORE_LEVEL, SCORE_AHEAD, SCORE_BEHIND, SCORE_ONE_AWAY, SCORE_BOTH_ONE_AWAY, SCORES };

struct review_game { /* a player's decisions in a game that count */
    int64_t match;
    bool here; /* at the event */
    int half; /* of the player's decisions in the match: 0, 1 */
    enum review_score score;
    double lost; /* EMG */
    int decisions;
    struct difficulty difficulty;
};

struct review_part { /* PR; NAN where too little is known */
    enum review_kind kind;
    int64_t match; /* of REVIEW_MATCH */
    const char *name; /* "first half", "ahead", an opponent */
    const char *round, *stem; /* of REVIEW_MATCH; or NULL */
    int decisions;
    double pr, usual; /* what the player usually has in such decisions */
    double difference, low, high; /* pr less usual, with its range */
    int verdict; /* 1 worse, -1 better, 0: the range includes no difference */
};

enum {
    REVIEW_PARTS = 80,
    REVIEW_MATCHES = REVIEW_PARTS - 1 - 2 - SCORES
}; /* the whole, the halves and scores have room */

struct review {
    int matches, decisions, usual_matches, usual_decisions;
    bool of_year; /* usual: of the year before; else of all other matches */
    double pr, usual_pr; /* NAN = no decision */
    struct review_part part[REVIEW_PARTS]; /* the whole first */
    int n;
    struct arena *arena; /* private: of texts */
};

/* The games of a match come one after the other. Parts of matches are named by the caller. */
void review_of(const struct review_game *game, size_t n, struct review *out);

/* `match`: the player's matches of the event. False on an error of the database; release with review_done() in either
 * case. matches == 0: there is none. */
bool review_person(struct store *s, const struct match_filter *match, struct review *out);
void review_done(struct review *r);

#endif
