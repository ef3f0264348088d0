/* Decisions of a collection that fit a question: where a position was met, right or wrong. */
#ifndef KIBITZER_FIND_H
#define KIBITZER_FIND_H

#include "match/board.h"
#include "collection/query.h"

enum { CUBE_ANYWHERE = 2 };

struct find_query {
    struct match_filter match;
    const char *position; /* Position ID as decisions have it, or NULL */
    const struct board *like; /* positions no further from this one than `within` pips (like.h), or NULL */
    int within;
    int cube_side; /* of `like`: the cube of the player on roll, as struct decision_row; CUBE_ANYWHERE */
    struct decision_traits of; /* where errors are chosen: only these */
    int most; /* this many are kept, the others counted */
};

struct found_decision {
    int64_t match;
    int side, n, game, number;
    enum decision_kind kind;
    int phase, plan;
    theme_set themes;
    const char *position, *state, *action, *best; /* best may be NULL */
    int dice;
    double error; /* NAN = not judged */
    int distance; /* pips from `like` */
    const char *record_key, *stem, *date, *player, *opponent; /* date may be NULL */
};

struct found_list {
    struct found_decision *at; /* by distance, by date as matches come; in each as they were played */
    size_t n, capacity;
    size_t met, erred; /* all that fit; of them with an error */
    double lost; /* EMG, of all */
    bool by_distance; /* `like` was asked for */
    const char *who; /* whose decisions alone, or NULL */
    const char *what; /* "position" or "opening" where one position was asked for; NULL */
    struct arena *arena; /* private: of texts */
};

/* Forced plays are not decisions and are left out. False on an error of the database. Release with found_done() in
 * either case. */
bool find_decisions(struct store *s, const struct find_query *q, struct found_list *out);
void found_done(struct found_list *list);

/* "Ann has had this opening 14 times and erred in 5, 0.412 lost in all", "met 14 times, 5 with an error ..." */
void found_summary(const struct found_list *list, struct strbuf *out);

#endif
