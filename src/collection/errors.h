/* The costliest decisions of a collection, each question once: a position met often (same board, dice, cube, points
 * still needed, same kind of decision) is listed with all its places. */
#ifndef KIBITZER_ERRORS_H
#define KIBITZER_ERRORS_H

#include "match/position.h"
#include "collection/query.h"

enum asks { /* ORDER ASKS */
            ASKS_PLAY,
            ASKS_DOUBLE,
            ASKS_ANSWER
};

enum asks asks_of(const struct decision_row *d);
/* The position that the IDs of a row mean, with its dice. */
bool position_of_row(const struct decision_row *d, struct position *out);

struct error_query {
    struct match_filter match;
    struct decision_traits of;
    const char *position; /* Position ID, or NULL */
    int worst; /* how many questions */
    bool timed; /* only those whose time is known and above 0 */
    double slower_than; /* seconds that they took at least */
};

struct error_place { /* where it was met, with an error */
    int64_t match, analysis;
    int side, n, game, number; /* of the decision in the match, as struct decision_row */
    const char *record_key, *stem, *date, *event; /* of the match; date and event may be NULL */
    const char *player, *opponent, *action;
    double error, error_mwc; /* error_mwc in points in money play */
};

struct alternative {
    const char *text;
    double equity, difference; /* EMG of the player who decides; against the best, <= 0 */
    bool best, played; /* played: at the first place */
};

struct costly_question {
    char key[KEY_LENGTH + 1]; /* of the question: the same for the same, whatever the collection */
    enum asks asks;
    struct position position; /* seen by the player on roll; of answers the doubler */
    int side; /* who decides */
    const char *best;
    int phase, plan, kind; /* as error_kind_of() */
    theme_set themes; /* of the worst place */
    double worst, total; /* errors: the greatest, and of all places */
    struct error_place *place; /* the costliest first */
    size_t n_places, capacity;
    struct alternative *alternative; /* best first; filled by errors_explain(), as is `set` */
    size_t n_alternatives;
    struct alternative cube[3]; /* no double, double and take, double and pass; of who doubles */
    size_t n_cube; /* 3, of plays 0 */
    bool marked; /* the first place is, by the limits of its analysis; filled likewise */
    struct lesson lesson; /* why the first place was an error; filled likewise */
    struct play best_play; /* of plays */
    const char *why; /* the same in words, or NULL: for whoever has them */
    int set; /* the annotation set of the first place's match that judged it so */
};

struct costly_list {
    struct costly_question *at; /* the costliest first */
    size_t n;
    size_t n_more; /* places that fit, of questions beyond query.worst */
    struct arena *arena; /* private: of texts */
};

/* False on an error of the database. Release with errors_done() in either case. */
bool errors_of(struct store *s, const struct error_query *q, struct costly_list *out);
/* The alternatives of the first places of n questions, all from one match, which has all analyses of the stored record.
 * What the record lacks stays without alternatives. */
void errors_explain(struct costly_list *list, struct costly_question *const *c, size_t n, const struct match *m);
void errors_done(struct costly_list *list);

/* A number that grows with the collection: of two decks the newer one has the greater. */
int64_t errors_version(struct store *s);

#endif
