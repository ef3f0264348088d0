/* The most probable course of a match, given uncertain observations.
 *
 * After each observation a layer holds the states that are possible there, the likeliest first: the board, the cube and
 * score, and the rolls that have not been played on the board that was seen last. An edge between two layers is a list
 * of the events from one observation to the next: none, a ply, several plies of which some were not seen, the end of a
 * game. Its weight is the logarithm of how likely the observation is, times a prior: dice have their usual
 * probabilities, all legal plays of a roll have the same (an engine would make blunders vanish), unseen events have a
 * small prior, and illegal plays a smaller one. Equal states are merged, so that doubts about dice and plays far back
 * survive: search_settle() sums over all paths, not over those that are left at the end. */
#ifndef KIBITZER_LIKELIEST_H
#define KIBITZER_LIKELIEST_H

#include "match/record.h"
#include "watched/observation.h"

enum { OTHERS_MAX = 12 };

/* Something that happened, as an event of the record will show it. */
struct happened {
    enum event_kind kind; /* EVENT_PLAY, DOUBLE, TAKE, DROP, RESIGN, RESIGN_ACCEPT, ROLL */
    int8_t player, dice[2];
    int8_t value; /* EVENT_RESIGN */
    bool illegal;
    bool unknown; /* of a roll that no board followed: not how it was played, and without dice not even the roll */
    struct play play;
    struct board before, after; /* of a play: seen by the mover; else `before` alone */
    int game; /* from 0 */
    int earlier; /* the one before it on its edge; -1 = it is the first */
};

struct other { /* an alternative to a ply */
    const struct happened *what;
    float share;
};

struct reported_ply {
    const struct happened *what; /* NULL: nothing seems to have happened there, but that is uncertain */
    const struct seen *at; /* the observation that shows it */
    int game; /* from 0 */
    float certainty; /* share of all paths on which the same happened there */
    struct other others[OTHERS_MAX];
    int n_others;
};

struct reported_game {
    int score[2], winner, points; /* before it; NOBODY and 0 while it goes on */
    bool crawford;
    enum ending ending;
};

struct reported_match {
    struct reported_ply *plies;
    size_t n;
    struct reported_game *games; /* all that have begun */
    size_t n_games;
    int dice[2]; /* thrown and not played at the end; 0 0 = none */
    int on_roll; /* at the end */
    bool rolled_unseen;
    size_t n_unused; /* observations that nothing of all this explains */
    const struct seen *unused; /* the first of these */
};

struct likeliest;

struct likeliest *search_new(const struct seen_head *head); /* `head` is not kept */
void search_free(struct likeliest *s);

/* The next observation, which must live as long as `s`. */
void search_step(struct likeliest *s, const struct seen *o);

/* The best path so far; lives in `a`, but for what `s` owns. */
struct reported_match search_settle(struct likeliest *s, struct arena *a);

/* How much likelier a person makes this play of this roll than any other legal one, as a logarithm; 0 = no idea. */
typedef float play_judge(void *context, const struct happened *play);

/* Weighs uncertain plays by `judge`, which is asked once about each. search_settle() takes its opinions into account
 * until they are forgotten, which must be before the next observation: a report depends only on the observations,
 * not on when it was requested. */
void likeliest_judge(struct likeliest *s, play_judge *judge, void *context);
void likeliest_forget_opinions(struct likeliest *s);

/* There were so many observations that fewer courses than usual were followed. */
bool search_was_narrowed(const struct likeliest *s);

#endif
