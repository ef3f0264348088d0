/* Tables of coloured cells, as SVG and as an HTML page: verdicts by score, equities by roll. */
#ifndef KIBITZER_MAP_H
#define KIBITZER_MAP_H

#include <stdint.h>

#include "base/strbuf.h"
#include "match/position.h"

enum { MAP_SIDE = 24, MAP_TEXT = 16, MAP_HINT = 240, MAP_KEYS = 10, MAP_NOTES = 3 };

struct map_cell {
    char text[MAP_TEXT]; /* in the cell */
    char hint[MAP_HINT]; /* shown by browsers when the pointer rests on it, and read aloud */
    uint32_t fill; /* 0xRRGGBB */
    bool marked; /* with a frame: where the position is */
};

struct map {
    const char *title; /* to be translated, as these are: */
    const char *across, *down; /* what columns and rows are */
    bool of_doubler; /* the board is that before a double on offer, as its player saw it */
    int columns, rows;
    char column[MAP_SIDE][MAP_TEXT], row[MAP_SIDE][MAP_TEXT];
    struct map_cell cell[MAP_SIDE][MAP_SIDE]; /* [row][column] */
    struct map_cell key[MAP_KEYS]; /* the legend: hint says what text and colour mean */
    int keys;
    char note[MAP_NOTES][MAP_HINT]; /* below, or empty */
};

/* A complete SVG file. */
void map_svg(struct strbuf *out, const struct map *m);

/* A page with the position, `id` as given, and its map. */
void map_html(struct strbuf *out, const char *id, const struct position *p, const struct map *m);

/* A colour from blue (`at` = -1) over a pale middle (0) to red (1). */
uint32_t map_heat(double at);

#endif
