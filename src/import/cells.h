/* One line of a .mat game, cut into cells. Cells are found by what they say (dice or a word begins one), never by a
 * fixed column, since every program has its own; columns only separate left from right. Grammar: docs/formats/mat.md.
 */
#ifndef KIBITZER_CELLS_H
#define KIBITZER_CELLS_H

#include <stdbool.h>

#include "base/span.h"

enum cell_kind {
    CELL_PLAY, /* dice and text of a play */
    CELL_DANCE, /* dice and nothing, or "Cannot Move" */
    CELL_ROLL, /* dice and "????" */
    CELL_ILLEGAL, /* dice and "Illegal play (...)"; text = what is in the parentheses */
    CELL_DOUBLE,
    CELL_BEAVER,
    CELL_RACCOON,
    CELL_TAKE,
    CELL_DROP,
    CELL_WINS,
    CELL_LOSSES,
    CELL_RESIGNS,
    CELL_NOTHING, /* "-", "???" without dice */
    CELL_REMARK, /* "; words"; text = the words */
    CELL_UNKNOWN
};

struct cell {
    enum cell_kind kind;
    int player; /* 0 = left column */
    int column; /* where it begins, from 1, in bytes */
    int text_column; /* where `text` begins */
    int dice[2]; /* 0 0 where there are none; digits as found (0 and 7..9 too) */
    long value; /* after Doubles, Wins ...; 0 = not given */
    struct span text; /* of a play; all of an unknown cell */
};

enum { CELLS_MAX = 8 };

/* True if the line begins with a move number: digits and ')'. */
bool line_is_numbered(struct span line);

/* True if the first thing on the line is a word of a cell (Wins, Losses, Drops ...) or dice: a line without number. */
bool line_is_cell(struct span line);

/* Cuts `line`; returns the number of cells. */
int cells_cut(struct span line, struct cell cells[CELLS_MAX]);

#endif
