/* One drawing of the board, painted by SVG, PNG, PDF and PostScript alike.
 *
 * The drawing knows where everything stands; a canvas knows how to paint a polygon, a disc and a word. Nothing here
 * carries a colour: shapes name a paint ("the first player's chequer"), a theme says what it looks like. The unit is
 * a fortieth of a point's width: the whole board is DRAW_WIDTH by DRAW_HEIGHT units, y growing downwards.
 *
 * Things that occur again and again (a stack of three, a die, the empty board) are parts: a canvas may paint them its
 * own way, as HTML does by referring to one definition, else the drawing breaks them down into shapes. */
#ifndef KIBITZER_DRAW_H
#define KIBITZER_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/moves.h"
#include "match/position.h"

enum { DRAW_WIDTH = 644, DRAW_HEIGHT = 484 };

/* ORDER PAINT: themes in draw.c, class names in svg.c */
enum paint {
    PAINT_FRAME,
    PAINT_TABLE,
    PAINT_TRAY,
    PAINT_POINT_DARK,
    PAINT_POINT_LIGHT,
    PAINT_NUMBER, /* point numbers and pip counts on the frame */
    PAINT_CHEQUER_0,
    PAINT_CHEQUER_1,
    PAINT_RING_0, /* the ring inside a chequer */
    PAINT_RING_1,
    PAINT_COUNT_0, /* a figure or a spot on the colour of player 0 */
    PAINT_COUNT_1,
    PAINT_CUBE,
    PAINT_CUBE_FIGURE,
    PAINT_ARROW_PLAYED,
    PAINT_ARROW_BEST,
    PAINT_ARROW_FINE, /* played, and no error */
    PAINTS
};

struct theme_paint {
    uint32_t fill, edge; /* 0xRRGGBB */
    float edge_width; /* 0 = no edge */
    float opacity; /* of the fill, 0..1 */
};

struct theme {
    const char *name;
    struct theme_paint paint[PAINTS];
};

extern const struct theme theme_colour, theme_print; /* print: black, white and greys only */
extern const struct theme theme_light, theme_dark, theme_xg;
extern const char *const theme_names[]; /* NULL-terminated: the styles of pictures */
const struct theme *theme_find(const char *name); /* one of theme_names; NULL if unknown */
/* Other chequers, 0xRRGGBB; edges, rings and the figures on them follow, so that they stay readable. */
void theme_set_chequers(struct theme *t, uint32_t player0, uint32_t player1);

/* For a picture over a video: the table is clear, what is around it lets half through; chequers, dice and cube do not.
 */
void theme_clear(struct theme *t);

struct draw_point {
    float x, y;
};

enum part_kind { PART_BOARD, PART_NUMBERS, PART_STACK, PART_SLABS, PART_DIE, PART_CUBE, PART_KINDS };

struct part {
    enum part_kind kind;
    int player; /* STACK, SLABS, DIE: whose colour. NUMBERS: 0 = counted from the bottom's side, 1 = from the top's */
    int count; /* STACK, SLABS: chequers 1..5. DIE: 1..6. NUMBERS: how large they are, 0 = as usual */
    bool home_left; /* NUMBERS: the home boards are on the left */
};

struct canvas {
    void (*polygon)(struct canvas *c, enum paint p, const struct draw_point *at, size_t n);
    void (*disc)(struct canvas *c, enum paint p, struct draw_point centre, float radius);
    void (*text)(struct canvas *c, enum paint p, struct draw_point middle, float size, const char *text); /* centred */
    bool (*part)(struct canvas *c, const struct part *part, struct draw_point at); /* NULL, or false = not mine */
    void (*arrow)(struct canvas *c, enum paint p, struct draw_point from, struct draw_point to); /* NULL = polygons */
};

struct draw_arrows {
    const struct play *play; /* of the player on roll */
    enum paint paint;
};

enum { LARGEST_FIGURES = 25 }; /* that have room beside the board */

struct draw_options {
    int bottom; /* the player drawn at the bottom: 0, 1, or -1 = the one who decides */
    int numbers; /* whose point numbers: 0, 1, -1 = likewise */
    bool home_left; /* home boards on the left; the default is the right */
    int least_figures; /* how large figures are at least, LARGEST_FIGURES at most; 0 = as usual */
    bool no_numbers, no_pips, no_cube, no_dice;
    bool score; /* both players' points "2/7", and "Cr" in the Crawford game: where no words below say it */
    struct draw_arrows arrows[2]; /* play NULL = none */
};

/* Numbers as `numbers` (enum board_numbers) wants them, `turn` being on roll. */
void draw_numbering(struct draw_options *o, int numbers, int turn);

/* Draws `p` on the canvas. Options all zero except bottom = numbers = -1 are the usual diagram. */
void draw_board(struct canvas *c, const struct position *p, const struct draw_options *o);

/* The shapes of one part, origin at `at` (stack: centre of its lowest chequer; slabs: centre of the lowest; die and
 * cube: centre; board and numbers: top left corner). For canvases that define parts once. */
void draw_part(struct canvas *c, const struct part *part, struct draw_point at);

/* What the drawing shows, in words, for those who cannot see it: points from the roller's side with how many chequers
 * stand there, if more than one. */
struct strbuf;
void draw_describe_score(struct strbuf *out, const struct position *p); /* "7-point match, on roll 2, opponent 3" */
void draw_describe(struct strbuf *out, const struct position *p);
/* Where the words around it say whose turn it is, and boards are many. */
void draw_describe_briefly(struct strbuf *out, const struct position *p);

#endif
