/* Columns of tables, for static arrays: a title, and what is not as usual.
 *
 *     static const struct column columns[] = {ROW_HEAD("Roll"), COLUMN("Played"), FIGURE("Times"), FIGURE("Cost")}; */
#ifndef KIBITZER_DOCUMENT_COLUMNS_H
#define KIBITZER_DOCUMENT_COLUMNS_H

#include "document/node.h"

#define COLUMN_WORDS(text) (&(const struct node){.kind = NODE_WORDS, .side = NOBODY, .words = {text, NULL, 0}})

/* Words; a figure, set right; the row's head. */
#define COLUMN(text)                                                                                                   \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_NONE, NOBODY, 1, false, false                                              \
    }
#define FIGURE(text)                                                                                                   \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_NONE, NOBODY, 1, false, true                                               \
    }
#define FIGURE_OF(text, unit)                                                                                          \
    {                                                                                                                  \
        COLUMN_WORDS(text), unit, ROLE_NONE, NOBODY, 1, false, true                                                    \
    }
#define ROW_HEAD(text)                                                                                                 \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_NONE, NOBODY, 1, true, false                                               \
    }
/* Words, a figure, that move below their row where space is short. */
#define COLUMN_LATER(text)                                                                                             \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_NONE, NOBODY, 2, false, false                                              \
    }
#define FIGURE_LATER(text, unit)                                                                                       \
    {                                                                                                                  \
        COLUMN_WORDS(text), unit, ROLE_NONE, NOBODY, 2, false, true                                                    \
    }
/* Words that are left out, and named below the table, where space is short. */
#define COLUMN_IF_ROOM(text)                                                                                           \
    {                                                                                                                  \
        COLUMN_WORDS(text), UNIT_NONE, ROLE_NONE, NOBODY, 3, false, false                                              \
    }
/* A pair of columns: player 0's and player 1's. */
#define FIGURE_PAIR(text, unit, role)                                                                                  \
    {COLUMN_WORDS(text), unit, role, 0, 1, false, true},                                                               \
    {                                                                                                                  \
        COLUMN_WORDS(text), unit, role, 1, 1, false, true                                                              \
    }

#endif
