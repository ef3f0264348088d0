/* What the files of the page of a comparison share among themselves. */
#ifndef KIBITZER_COMPARE_PRIVATE_H
#define KIBITZER_COMPARE_PRIVATE_H

#include "document/columns.h"
#include "document/draft.h"
#include "match/compared.h"

/* Titles of columns that hold a name: made once for a page. */
struct named_title {
    struct node words, name;
};

/* Titles of two columns, with {0} in `words` for the names of the first and the second. `at` is the column of the
 * first; that of the second comes `step` later. */
void name_pair(struct column *columns, struct named_title *titles, const struct comparison *c, int at, int step,
               const char *words);

/* A decision in words, appended to what was begun last. */
void put_choice(struct draft *b, const struct compared_decision *d, const struct compared_choice *choice);
void put_task(struct draft *b, const struct compared_decision *d); /* the roll, "double?" */
void put_place(struct draft *b, const struct comparison *c, const struct compared_decision *d); /* "game 3, move 12" */

/* Whose decision it is. */
const char *compared_player(const struct comparison *c, const struct compared_decision *d);

/* EMG; nothing where it is not known. */
void loss_cell(struct draft *b, int column, float lost);

/* compare_card.c: a disagreement with its board and why the two differ, `n` counted from 1. */
void compare_card(struct draft *b, const struct comparison *c, const struct compared_decision *d, size_t n);

#endif
