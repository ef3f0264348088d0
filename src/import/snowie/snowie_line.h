/* Snowie's one-line position: 40 fields, each followed by ';'. Stands alone in position files and inside
 * "Illegal play (...)" of matches. Format: docs/formats/snowie.md. */
#ifndef KIBITZER_SNOWIE_LINE_H
#define KIBITZER_SNOWIE_LINE_H

#include <stdbool.h>

#include "base/span.h"
#include "match/board.h"

/* VIEWPOINT: board, names, score and cube owner are seen by the player on roll. */
struct snowie_line {
    int length; /* 0 = money */
    bool jacoby, beavers;
    int on_roll; /* field 4: 0 = first player. Inside "Illegal play" it says who played instead */
    struct span name[2]; /* of the player on roll, of the opponent */
    bool crawford_game;
    int score[2]; /* likewise */
    int cube;
    int owner; /* 1 = player on roll, -1 = opponent, 0 = centred */
    struct board board;
    int dice[2];
};

/* Reads the first 40 fields; chequers missing from `chequers` are borne off. False with *problem (static text) and
 * *fault = offset. */
bool snowie_line_read(struct span text, int chequers, struct snowie_line *s, const char **problem, size_t *fault);

#endif
