/* Boards as SVG: one drawing (draw.h) painted as a page of its own or as a piece of an HTML page. */
#ifndef KIBITZER_SVG_H
#define KIBITZER_SVG_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "export/board/draw.h"

/* A player's chequers, as they were drawn last. */
struct svg_chequers {
    char *path, name[12]; /* "": it has none yet */
    size_t at; /* where its name would stand in the page */
    bool at_top;
};

/* What recurs on the boards of a page: the board with its cube, dice, figures. Zero-initialised is empty. */
struct svg_symbols {
    char **markup;
    size_t n, capacity;
    struct svg_chequers chequers[2]; /* of the last board, by player: one of the two has not moved since */
    size_t named; /* such paths with a name so far */
};

/* What a board shows, inside an <svg viewBox="0 0 644 484">: <use>s of symbols, the players' chequers as paths of
 * classes "k0" and "k1" with the markers "c0" and "c1" at each corner ("z" turns them upside down), and arrows in a
 * group, of classes "ap" (what was played), "ab" (best) and "af" (fine; then it is the group's), that end in the
 * markers "mp", "mb" and "mf". Shapes have a class for each paint, "bA" and so on in the order of enum paint. */
void svg_board_inline(struct strbuf *out, struct svg_symbols *symbols, const struct position *p,
                      const struct draw_options *o);

/* All symbols that boards have referred to, in a hidden <svg>; and forgets them. */
void svg_symbols_define(struct strbuf *out, struct svg_symbols *symbols);

/* The colours of a theme, as rules for the classes of shapes. */
void svg_theme_rules(struct strbuf *out, const struct theme *theme);

/* The pieces of a file: all before the shapes, up to a style sheet that more rules may follow, for `units` of width and
 * height; the board's shapes, in units of draw.h. */
void svg_begin(struct strbuf *out, const struct position *p, const struct theme *theme, int width, int height,
               struct draw_point units, const char *title);
void svg_shapes(struct strbuf *out, const struct position *p, const struct draw_options *o);

/* A complete SVG file; `width` in pixels (0 = 644). Title and description say what is shown. */
void svg_board(struct strbuf *out, const struct position *p, const struct draw_options *o, const struct theme *theme,
               int width, const char *title);

#endif
