/* Reference positions: a few of a player's errors that stand for most of what all of them lost. One stands for another
 * if the same is asked with the same plan, a third of their themes or more agree, and the chequers stand alike.
 * Deterministic; definitions: docs/analysis.md, "Reference positions". */
#ifndef KIBITZER_REFERENCE_H
#define KIBITZER_REFERENCE_H

#include "collection/errors.h"

/* EMG: errors from here on. */
#define REFERENCE_ABOVE 0.02
/* EMG at one place: smaller errors are chosen only if none of these stands for anything more. */
#define REFERENCE_WORTH 0.06
enum { REFERENCES = 12, REFERENCE_ERRORS = 2000 /* the costliest are looked at */, REFERENCE_PIPS = 120 };

struct reference {
    int n;
    size_t of; /* questions that were looked at */
    double lost; /* by all of them, EMG */
    double share; /* of it, what the positions stand for */
    struct reference_chosen {
        size_t errors; /* questions it stands for that none before it does, itself too */
        double lost, share;
    } at[REFERENCES];
};

/* Pips that chequers of both sides would have to be moved, to make one board of the other. */
int reference_distance(const struct board *a, const struct board *b);
bool reference_stands_for(const struct costly_question *a, const struct costly_question *b);

/* Moves those chosen to the front of the list, the one that stands for most first; `most` REFERENCES at most. */
void reference_choose(struct costly_list *list, int most, struct reference *out);

#endif
