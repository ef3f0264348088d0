/* Machines that watch: from observations to the most probable match, with the certainty of each ply.
 *
 * Lines are added one by one, as they arrive; after any of them the match so far can be asked for. A person's
 * correction of an earlier line is a line too: the search then starts again with it. Observations and how they are
 * weighed: observation.h, likeliest.h. */
#ifndef KIBITZER_WATCHED_H
#define KIBITZER_WATCHED_H

#include <stdint.h>

#include "base/diag.h"
#include "match/record.h"

/* Properties of a ply that was read by a machine, their format WATCHED_FORMAT. */
#define WATCHED_FORMAT "bgobs"
#define WATCHED_CERTAINTY "certainty" /* "0.9731", a share */
#define WATCHED_LINE "line" /* of the observation that shows it, from 0, as corrections name it */

enum { WATCHED_OTHERS = 3 };
#define WATCHED_NOTHING SIZE_MAX
#define WATCHED_SURE 0.95 /* where files are read as any others: plies that are less certain get a comment */

struct watched_other { /* a ply that may have happened instead */
    enum event_kind kind;
    int dice[2];
    bool unknown; /* how the roll was played */
    struct play play;
    struct board before, after; /* seen by the mover */
    double share;
};

/* A ply and how sure it is. */
struct watched_ply {
    int game; /* index */
    size_t event; /* index in the game; WATCHED_NOTHING: nothing seems to have happened before it, but that is
                     uncertain */
    size_t next; /* of the next event in the game */
    int64_t t; /* milliseconds; -1 = not given */
    int line; /* from 0 */
    double certainty;
    struct board before, after; /* of plays, seen by the mover */
    struct watched_other other[WATCHED_OTHERS];
    int n_others;
};

/* How much likelier a person makes a play of a roll than any other legal one, as a logarithm: `before` and `after`
 * are seen by the mover. Uncertain plays are weighed by it, but weakly: blunders must remain possible. */
typedef float watched_judge(void *context, const struct board *before, const int dice[2], const struct board *after);

struct watched *watched_new(void);
void watched_judge_by(struct watched *w, watched_judge *judge, void *context);
void watched_free(struct watched *w);

/* The next line, without its end. Errors are reported in `d`, and the line is left out. */
void watched_line(struct watched *w, struct span line, struct diags *d);

/* The match so far: it belongs to the caller and is not checked; NULL if nothing has happened. A ply less certain
 * than `sure` has a comment with the alternatives. */
struct match *watched_match(struct watched *w, double sure);
/* What is to be said of that match besides: observations that it does not use, times out of order. False if there are
 * any of the former. */
bool watched_report(const struct watched *w, struct diags *d);
/* The plies of the last such match, in order; good until the next line. */
const struct watched_ply *watched_plies(const struct watched *w, size_t *n);
const char *watched_media(const struct watched *w); /* its address, or NULL */

/* Does a text begin like this? 0 to 100. */
int watched_sniff(struct span head);

#endif
