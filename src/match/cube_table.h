/* A cube decision as people see it: three actions, the best first, and how often the opponent would have to answer
 * wrongly for another one to be right. Equities of the doubler. */
#ifndef KIBITZER_CUBE_TABLE_H
#define KIBITZER_CUBE_TABLE_H

#include <stdbool.h>

#include "match/annotation.h"

struct cube_row {
    int action; /* 0 = no double, 1 = double and take, 2 = double and pass */
    const char *label; /* "No double", "Double, take", "Double, pass"; "Redouble ..." */
    float equity, difference; /* of the doubler; difference to row 0 (NAN there) */
};

struct cube_table {
    struct cube_row row[3]; /* best action first, in the order docs/formats/html.md gives */
    const char *verdict; /* the proper cube action */
    float percent; /* share of wrong passes (or takes) that would justify the other action, 0..1; NAN = none */
};

/* `equity`: of no double; double and take; double and pass. */
void cube_table_of(const float equity[3], enum cube_verdict verdict, bool redouble, struct cube_table *out);

#endif
