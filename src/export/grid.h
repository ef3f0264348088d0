/* The columns of a table of text: how wide each is, what moves below its row, and what is left out, where a line is too
 * short for all of them. Of all layouts that fit the one with the fewest lines is taken. */
#ifndef KIBITZER_EXPORT_GRID_H
#define KIBITZER_EXPORT_GRID_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "document/node.h"

enum { GRID_COLUMNS_MAX = 16, GRID_GAP = 2 };

struct grid_line {
    char *cell[GRID_COLUMNS_MAX]; /* NULL = empty */
    bool group; /* a heading over the lines that follow */
    bool below; /* what moves below the line before it */
};

enum grid_place { GRID_BESIDE, GRID_BELOW, GRID_LEFT_OUT };

struct text_grid {
    int n;
    size_t width[GRID_COLUMNS_MAX]; /* in characters, of those that are beside each other */
    enum grid_place place[GRID_COLUMNS_MAX];
};

/* `lines` begin with the titles. Where nothing fits, rows are longer than `room`. */
struct text_grid grid_fit(const struct node *table, const struct grid_line *lines, size_t n, size_t room);

/* How many lines a cell takes in so many characters. */
size_t grid_height(const char *cell, size_t width);
/* Appends its i-th line; nothing behind its last one. Words that are longer stay whole. */
void grid_piece(const char *cell, size_t width, size_t i, struct strbuf *out);

#endif
