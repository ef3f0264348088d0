/* A cube decision as people see it: three actions in a fixed order, who loses what by each, and how often the opponent
 * would have to answer wrongly for another one to be right. Equities of the doubler. */
#ifndef KIBITZER_CUBE_TABLE_H
#define KIBITZER_CUBE_TABLE_H

#include <stdbool.h>

#include "match/annotation.h"

/* Of no double; double and take; double and pass. "No double", "Double, take", "Double, pass"; "Redouble ..." */
const char *cube_label(int row, bool redouble);

struct cube_row {
    const char *label;
    float equity; /* of the doubler */
    float loss; /* by the last mistake in it, as statistics count it; NAN = it is the best */
    bool opponents; /* who answered wrongly loses it, not the doubler */
};

struct cube_table {
    struct cube_row row[3]; /* no double; double and take; double and pass */
    int merit[3]; /* the rows, the best first */
    const char *verdict; /* the proper cube action */
    float percent; /* share of wrong passes (or takes) that would justify the other action, 0..1; NAN = none */
};

/* `equity`: of no double; double and take; double and pass. */
void cube_table_of(const float equity[3], enum cube_verdict verdict, bool redouble, struct cube_table *out);

#endif
