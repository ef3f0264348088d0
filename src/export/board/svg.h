/* Boards as SVG: one drawing (draw.h) painted as a page of its own or as a piece of an HTML page. */
#ifndef KIBITZER_SVG_H
#define KIBITZER_SVG_H

#include "base/strbuf.h"
#include "export/board/draw.h"

/* A board in one <svg> element that refers to the symbols of svg_definitions() and to the classes of svg_css():
 * about a kilobyte. `label` (UTF-8, not escaped) is what screen readers say; NULL = the position in words. */
void svg_board_inline(struct strbuf *out, const struct position *p, const struct draw_options *o, const char *label);

/* All parts as <symbol>s in a hidden <svg>: once per page. */
void svg_definitions(struct strbuf *out);

/* The classes that colour a board, `.bg0 {...}`: of `theme`, all selectors beginning with `scope` ("" or "svg "). */
void svg_css(struct strbuf *out, const struct theme *theme, const char *scope);

/* A complete SVG file; `width` in pixels (0 = 644). Title and description say what is shown. */
void svg_board(struct strbuf *out, const struct position *p, const struct draw_options *o, const struct theme *theme,
               int width, const char *title);

#endif
