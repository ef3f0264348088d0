/* The most probable course of a match behind uncertain observations.
 *
 * After each observation a layer holds the states that are possible there, the likeliest first: the board, the cube and
 * score, and what has been thrown and not been played as far as the board was seen. An edge between two layers is what
 * happened from one observation to the next: nothing, a ply, several of which some were not seen, the end of a game.
 * Its weight is the logarithm of how likely the observation is, times a prior: dice as they fall, all legal plays of a
 * roll alike (an engine would make blunders vanish), small ones for what was not seen, and a smaller one for an illegal
 * play. States that are the same meet again, so that doubts about dice and plays far back survive: search_settle() sums
 * over all paths, not over those that are left at the end. */
#ifndef KIBITZER_LIKELIEST_H
#define KIBITZER_LIKELIEST_H

#include "match/record.h"
#include "watched/observation.h"

enum { OTHERS_MAX = 3 };

/* Something that happened, as an event of the record will have it. */
struct happened {
    enum event_kind kind; /* EVENT_PLAY, DOUBLE, TAKE, DROP, RESIGN, RESIGN_ACCEPT, ROLL */
    int8_t player, dice[2];
    int8_t value; /* EVENT_RESIGN */
    bool illegal;
    struct play play;
    struct board before, after; /* of a play: seen by the mover; else `before` alone */
    int game; /* from 0 */
    int earlier; /* within its edge; -1 = the first */
};

struct other { /* what else may have happened there */
    const struct happened *what;
    float share;
};

struct told {
    const struct happened *what; /* NULL: nothing happened there, which is not sure */
    const struct seen *at; /* the observation that told */
    int game; /* from 0 */
    float certainty; /* share of all paths on which the same happened there */
    struct other others[OTHERS_MAX];
    int n_others;
};

struct told_game {
    int score[2], winner, points; /* before it; NOBODY and 0 while it goes on */
    bool crawford;
    enum ending ending;
};

struct told_match {
    struct told *plies;
    size_t n;
    struct told_game *games; /* all that began */
    size_t n_games;
    int dice[2]; /* thrown and not played at the end; 0 0 = none */
    int on_roll; /* at the end */
    bool rolled_unseen;
};

struct likeliest;

struct likeliest *search_new(const struct seen_head *head); /* `head` is not kept */
void search_free(struct likeliest *s);

/* The next observation, which must live as long as `s`. */
void search_step(struct likeliest *s, const struct seen *o);

/* The best path so far; lives in `a`, but for what `s` owns. */
struct told_match search_settle(struct likeliest *s, struct arena *a);

/* How much likelier a person makes this play of this roll than any other legal one, as a logarithm; 0 = no idea. */
typedef float play_judge(void *context, const struct happened *play);

/* Weighs plays that are not certain by `judge`, which is asked once about each: what is told takes it into account
 * until it is forgotten. The next observation must not meet it: what is told depends on what was seen alone, not on
 * when. */
void likeliest_judge(struct likeliest *s, play_judge *judge, void *context);
void likeliest_forget_opinions(struct likeliest *s);

/* So many observations came that fewer courses were followed than usual. */
bool search_was_narrowed(const struct likeliest *s);

#endif
