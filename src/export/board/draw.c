/* One drawing of the board. Everything is placed for a viewer at the bottom with the home board on the right;
 * a mirror turns the x axis for a home on the left, and the position is turned first so that the bottom player's
 * numbering runs 1 (bottom right) to 24 (top right). Conventions: docs/formats/pictures.md. */
#include "base/language.h"
#include "export/board/draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/strbuf.h"
#include "report/report_options.h"

enum {
    FRAME = 8,
    STRIP = 22, /* frame above and below, where the numbers stand */
    TRAY = 44,
    POINT = 40, /* width of a point */
    TABLE_LEFT = FRAME + TRAY + FRAME,
    BAR_LEFT = TABLE_LEFT + 6 * POINT,
    BAR = 44,
    TABLE_RIGHT = BAR_LEFT + BAR,
    TRAY_RIGHT = TABLE_RIGHT + 6 * POINT + FRAME,
    TOP = STRIP,
    BOTTOM = DRAW_HEIGHT - STRIP,
    MIDDLE = DRAW_HEIGHT / 2,
    RADIUS = 19,
    PITCH = 2 * RADIUS, /* of chequers in a stack */
    POINT_LENGTH = 196,
    SLAB = 11, /* pitch of chequers borne off, seen from the side */
    STACK_MAX = 5,
    DIE_HALF = 17,
    CUBE_HALF = 18
};

const struct theme theme_colour = {
    .name = "colour",
    .paint =
        {
            [PAINT_FRAME] = {0x4b3527, 0, 0, 1},
            [PAINT_TABLE] = {0xefe5d2, 0, 0, 1},
            [PAINT_TRAY] = {0x3a281d, 0, 0, 1},
            [PAINT_POINT_DARK] = {0x9c6b45, 0, 0, 1},
            [PAINT_POINT_LIGHT] = {0xd8bd95, 0, 0, 1},
            [PAINT_NUMBER] = {0xf1e6d2, 0, 0, 1},
            [PAINT_CHEQUER_0] = {0xfdfaf3, 0x6f5a48, 1.4f, 1},
            [PAINT_CHEQUER_1] = {0x2b3038, 0x0c0e11, 1.4f, 1},
            [PAINT_RING_0] = {0xf1eadc, 0xd3c5ae, 1.2f, 1},
            [PAINT_RING_1] = {0x343a44, 0x5b6472, 1.2f, 1},
            [PAINT_COUNT_0] = {0x2b2018, 0, 0, 1},
            [PAINT_COUNT_1] = {0xf7f3ea, 0, 0, 1},
            [PAINT_CUBE] = {0xfffdf8, 0x6f5a48, 1.4f, 1},
            [PAINT_CUBE_FIGURE] = {0x8a1f1f, 0, 0, 1},
            [PAINT_ARROW_PLAYED] = {0xb23606, 0xfff7ed, 1.2f, .85f},
            [PAINT_ARROW_BEST] = {0x0b6e2e, 0xf0fdf4, 1.2f, .85f},
            [PAINT_ARROW_FINE] = {0x24507a, 0xf0f6fd, 1.2f, .85f},
        },
};

const struct theme theme_print = {
    .name = "print",
    .paint =
        {
            [PAINT_FRAME] = {0xffffff, 0x000000, 1.5f, 1},
            [PAINT_TABLE] = {0xffffff, 0x000000, 1.5f, 1},
            [PAINT_TRAY] = {0xffffff, 0x000000, 1.0f, 1},
            [PAINT_POINT_DARK] = {0xb4b4b4, 0x000000, .8f, 1},
            [PAINT_POINT_LIGHT] = {0xffffff, 0x000000, .8f, 1},
            [PAINT_NUMBER] = {0x000000, 0, 0, 1},
            [PAINT_CHEQUER_0] = {0xffffff, 0x000000, 1.8f, 1},
            [PAINT_CHEQUER_1] = {0x1a1a1a, 0x000000, 1.8f, 1},
            [PAINT_RING_0] = {0xffffff, 0xffffff, 1.0f, 1},
            [PAINT_RING_1] = {0x1a1a1a, 0x8a8a8a, 1.0f, 1},
            [PAINT_COUNT_0] = {0x000000, 0, 0, 1},
            [PAINT_COUNT_1] = {0xffffff, 0, 0, 1},
            [PAINT_CUBE] = {0xffffff, 0x000000, 1.8f, 1},
            [PAINT_CUBE_FIGURE] = {0x000000, 0, 0, 1},
            [PAINT_ARROW_PLAYED] = {0x555555, 0xffffff, 1.5f, 1},
            [PAINT_ARROW_BEST] = {0xd0d0d0, 0x000000, 1.0f, 1},
            [PAINT_ARROW_FINE] = {0x8a8a8a, 0xffffff, 1.5f, 1},
        },
};

const struct theme theme_light = {
    .name = "light",
    .paint =
        {
            [PAINT_FRAME] = {0xc9c3b8, 0, 0, 1},
            [PAINT_TABLE] = {0xfbfaf7, 0, 0, 1},
            [PAINT_TRAY] = {0xddd8ce, 0, 0, 1},
            [PAINT_POINT_DARK] = {0xa9bccb, 0, 0, 1},
            [PAINT_POINT_LIGHT] = {0xe1e7ea, 0, 0, 1},
            [PAINT_NUMBER] = {0x22262b, 0, 0, 1},
            [PAINT_CHEQUER_0] = {0xffffff, 0x6b6f76, 1.4f, 1},
            [PAINT_CHEQUER_1] = {0x3a4250, 0x171a1f, 1.4f, 1},
            [PAINT_RING_0] = {0xffffff, 0xc9ccd1, 1.2f, 1},
            [PAINT_RING_1] = {0x3a4250, 0x6a7482, 1.2f, 1},
            [PAINT_COUNT_0] = {0x22262b, 0, 0, 1},
            [PAINT_COUNT_1] = {0xffffff, 0, 0, 1},
            [PAINT_CUBE] = {0xffffff, 0x6b6f76, 1.4f, 1},
            [PAINT_CUBE_FIGURE] = {0x8a1f1f, 0, 0, 1},
            [PAINT_ARROW_PLAYED] = {0xb23606, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_BEST] = {0x0b6e2e, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_FINE] = {0x24507a, 0xffffff, 1.2f, .85f},
        },
};

const struct theme theme_dark = {
    .name = "dark",
    .paint =
        {
            [PAINT_FRAME] = {0x1b1e22, 0, 0, 1},
            [PAINT_TABLE] = {0x33383e, 0, 0, 1},
            [PAINT_TRAY] = {0x101214, 0, 0, 1},
            [PAINT_POINT_DARK] = {0x565f6a, 0, 0, 1},
            [PAINT_POINT_LIGHT] = {0x464d55, 0, 0, 1},
            [PAINT_NUMBER] = {0xd5d2cb, 0, 0, 1},
            [PAINT_CHEQUER_0] = {0xe9e5db, 0x15171a, 1.4f, 1},
            [PAINT_CHEQUER_1] = {0x8c2f2f, 0x15171a, 1.4f, 1},
            [PAINT_RING_0] = {0xe9e5db, 0xb9b3a6, 1.2f, 1},
            [PAINT_RING_1] = {0x8c2f2f, 0xb56a6a, 1.2f, 1},
            [PAINT_COUNT_0] = {0x1b1e22, 0, 0, 1},
            [PAINT_COUNT_1] = {0xffffff, 0, 0, 1},
            [PAINT_CUBE] = {0xe9e5db, 0x15171a, 1.4f, 1},
            [PAINT_CUBE_FIGURE] = {0x8a1f1f, 0, 0, 1},
            [PAINT_ARROW_PLAYED] = {0xf0733c, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_BEST] = {0x4cc47a, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_FINE] = {0x86c1ea, 0xffffff, 1.2f, .85f},
        },
};

/* After the board that eXtreme Gammon's users know: green cloth, red and white points. */
const struct theme theme_xg = {
    .name = "xg",
    .paint =
        {
            [PAINT_FRAME] = {0x6b4a2b, 0, 0, 1},
            [PAINT_TABLE] = {0x2f6b46, 0, 0, 1},
            [PAINT_TRAY] = {0x244f35, 0, 0, 1},
            [PAINT_POINT_DARK] = {0x9e2b25, 0, 0, 1},
            [PAINT_POINT_LIGHT] = {0xe6dcc3, 0, 0, 1},
            [PAINT_NUMBER] = {0xf3e7cf, 0, 0, 1},
            [PAINT_CHEQUER_0] = {0xf6f1e4, 0x4b4437, 1.4f, 1},
            [PAINT_CHEQUER_1] = {0x1f1d1b, 0x000000, 1.4f, 1},
            [PAINT_RING_0] = {0xf6f1e4, 0xcfc6b2, 1.2f, 1},
            [PAINT_RING_1] = {0x1f1d1b, 0x57524c, 1.2f, 1},
            [PAINT_COUNT_0] = {0x201c16, 0, 0, 1},
            [PAINT_COUNT_1] = {0xffffff, 0, 0, 1},
            [PAINT_CUBE] = {0xfdfaf2, 0x4b4437, 1.4f, 1},
            [PAINT_CUBE_FIGURE] = {0x1f1d1b, 0, 0, 1},
            [PAINT_ARROW_PLAYED] = {0xff9d2e, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_BEST] = {0x9bf0a4, 0xffffff, 1.2f, .85f},
            [PAINT_ARROW_FINE] = {0x9fd0ff, 0xffffff, 1.2f, .85f},
        },
};

const char *const theme_names[] = {"colour", "print", "light", "dark", "xg", NULL};

const struct theme *theme_find(const char *name)
{
    const struct theme *const all[] = {&theme_colour, &theme_print, &theme_light, &theme_dark, &theme_xg};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcasecmp(all[i]->name, name) == 0)
            return all[i];
    return NULL;
}

/* Towards black or white by a part of the way, channel by channel. */
static uint32_t blend(uint32_t colour, uint32_t towards, unsigned percent)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        uint32_t from = colour >> shift & 255, to = towards >> shift & 255;
        mixed |= (from * (100 - percent) + to * percent) / 100 << shift;
    }
    return mixed;
}

static bool is_light(uint32_t colour)
{
    return 299 * (colour >> 16 & 255) + 587 * (colour >> 8 & 255) + 114 * (colour & 255) > 128 * 1000;
}

void theme_clear(struct theme *t)
{
    t->paint[PAINT_FRAME].opacity = 0.35F;
    t->paint[PAINT_TABLE].opacity = 0;
    t->paint[PAINT_TRAY].opacity = 0.35F;
    t->paint[PAINT_POINT_DARK].opacity = t->paint[PAINT_POINT_LIGHT].opacity = 0.55F;
}

void theme_set_chequers(struct theme *t, uint32_t player0, uint32_t player1)
{
    const uint32_t colour[2] = {player0, player1}, black = 0x000000, white = 0xffffff;
    for (int i = 0; i < 2; i++) {
        bool light = is_light(colour[i]);
        t->paint[PAINT_CHEQUER_0 + i].fill = colour[i];
        t->paint[PAINT_CHEQUER_0 + i].edge = blend(colour[i], black, 60);
        t->paint[PAINT_RING_0 + i].fill = colour[i];
        t->paint[PAINT_RING_0 + i].edge = blend(colour[i], light ? black : white, 20);
        t->paint[PAINT_COUNT_0 + i].fill = light ? black : white;
    }
}

/* ---- shapes ---- */

static void rectangle(struct canvas *c, enum paint p, float left, float top, float width, float height)
{
    struct draw_point at[4] = {{left, top}, {left + width, top}, {left + width, top + height}, {left, top + height}};
    c->polygon(c, p, at, 4);
}

/* A square with its corners cut by quarter circles, drawn as a polygon. */
static void rounded_square(struct canvas *c, enum paint p, struct draw_point centre, float half, float corner)
{
    enum { PER_CORNER = 4 };
    struct draw_point at[4 * PER_CORNER];
    const float quarter = (float)M_PI / 2;
    for (int k = 0; k < 4; k++) {
        float cx = centre.x + (k == 0 || k == 3 ? half - corner : corner - half);
        float cy = centre.y + (k < 2 ? half - corner : corner - half);
        for (int i = 0; i < PER_CORNER; i++) {
            float a = quarter * ((float)k + (float)i / (PER_CORNER - 1));
            at[k * PER_CORNER + i] = (struct draw_point){cx + corner * cosf(a), cy + corner * sinf(a)};
        }
    }
    c->polygon(c, p, at, sizeof at / sizeof *at);
}

static enum paint of_player(enum paint first, int player)
{
    return first + (enum paint)(player != 0);
}

static void chequer(struct canvas *c, int player, float x, float y)
{
    c->disc(c, of_player(PAINT_CHEQUER_0, player), (struct draw_point){x, y}, RADIUS - 0.7f);
    c->disc(c, of_player(PAINT_RING_0, player), (struct draw_point){x, y}, RADIUS * 0.62f);
}

static void table(struct canvas *c, float left, bool dark_first)
{
    rectangle(c, PAINT_TABLE, left, TOP, 6 * POINT, BOTTOM - TOP);
    for (int i = 0; i < 6; i++) {
        float x = left + (float)(i * POINT);
        bool dark = (i % 2 == 0) == dark_first;
        struct draw_point up[3] = {{x, BOTTOM}, {x + POINT / 2.0f, BOTTOM - POINT_LENGTH}, {x + POINT, BOTTOM}};
        struct draw_point down[3] = {{x, TOP}, {x + POINT / 2.0f, TOP + POINT_LENGTH}, {x + POINT, TOP}};
        c->polygon(c, dark ? PAINT_POINT_DARK : PAINT_POINT_LIGHT, up, 3);
        c->polygon(c, dark ? PAINT_POINT_LIGHT : PAINT_POINT_DARK, down, 3);
    }
}

static void part_board(struct canvas *c)
{
    rectangle(c, PAINT_FRAME, 0, 0, DRAW_WIDTH, DRAW_HEIGHT);
    for (int side = 0; side < 2; side++) {
        float x = side == 0 ? FRAME : TRAY_RIGHT;
        rectangle(c, PAINT_TRAY, x, TOP, TRAY, MIDDLE - TOP - CUBE_HALF - 6);
        rectangle(c, PAINT_TRAY, x, MIDDLE + CUBE_HALF + 6, TRAY, BOTTOM - MIDDLE - CUBE_HALF - 6);
    }
    table(c, TABLE_LEFT, true);
    table(c, TABLE_RIGHT, true);
}

/* Middle of the bottom player's point 1..24 along x, home on the right. */
static float point_x(int point)
{
    int column = point <= 12 ? 12 - point : point - 13; /* 0..11 from the left */
    return (float)(column < 6 ? TABLE_LEFT : TABLE_RIGHT - 6 * POINT) + (float)column * POINT + POINT / 2.0f;
}

static float mirrored(float x, bool home_left)
{
    return home_left ? DRAW_WIDTH - x : x;
}

static void part_numbers(struct canvas *c, const struct part *part, struct draw_point at)
{
    for (int point = 1; point <= 24; point++) {
        char text[12];
        snprintf(text, sizeof text, "%d", part->player == 0 ? point : 25 - point);
        struct draw_point middle = {at.x + mirrored(point_x(point), part->home_left),
                                    at.y + (point <= 12 ? DRAW_HEIGHT - STRIP / 2 : STRIP / 2)};
        c->text(c, PAINT_NUMBER, middle, part->count > 14 ? (float)part->count : 14, text);
    }
}

static void part_slabs(struct canvas *c, const struct part *part, struct draw_point at)
{
    for (int i = 0; i < part->count; i++)
        rectangle(c, of_player(PAINT_CHEQUER_0, part->player), at.x - RADIUS, at.y - (float)(i * SLAB) - SLAB / 2.0f,
                  PITCH, SLAB - 1);
}

static void part_die(struct canvas *c, const struct part *part, struct draw_point at)
{
    /* spots of each face on a 3 x 3 grid, bit = 3 * row + column */
    static const unsigned faces[7] = {0, 0x010, 0x101, 0x111, 0x145, 0x155, 0x16d};
    rounded_square(c, of_player(PAINT_CHEQUER_0, part->player), at, DIE_HALF, 5);
    unsigned face = part->count >= 1 && part->count <= 6 ? faces[part->count] : 0;
    for (int bit = 0; bit < 9; bit++)
        if (face >> bit & 1)
            c->disc(c, of_player(PAINT_COUNT_0, part->player),
                    (struct draw_point){at.x + (float)(bit % 3 - 1) * 9, at.y + (float)(bit / 3 - 1) * 9}, 3.2f);
}

void draw_part(struct canvas *c, const struct part *part, struct draw_point at)
{
    switch (part->kind) {
    case PART_BOARD:
        part_board(c);
        break;
    case PART_NUMBERS:
        part_numbers(c, part, at);
        break;
    case PART_STACK:
        for (int i = 0; i < part->count; i++)
            chequer(c, part->player, at.x, at.y - (float)(i * PITCH));
        break;
    case PART_SLABS:
        part_slabs(c, part, at);
        break;
    case PART_DIE:
        part_die(c, part, at);
        break;
    case PART_CUBE:
        rounded_square(c, PAINT_CUBE, at, CUBE_HALF, 5);
        break;
    case PART_KINDS:
        break;
    }
}

/* ---- the drawing ---- */

struct drawing {
    struct canvas *c;
    const struct draw_options *o;
    const struct position *p;
    struct board board; /* seen by the player at the bottom */
    int bottom; /* who that is */
};

static void place(const struct drawing *d, struct part part, float x, float y)
{
    struct draw_point at = {part.kind == PART_BOARD || part.kind == PART_NUMBERS ? x : mirrored(x, d->o->home_left), y};
    if (d->c->part == NULL || !d->c->part(d->c, &part, at))
        draw_part(d->c, &part, at);
}

static float at_least(const struct drawing *d, float size)
{
    const float least = (float)d->o->least_figures;
    return size > least ? size : least;
}

static void figure(const struct drawing *d, enum paint p, float x, float y, float size, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    d->c->text(d->c, p, (struct draw_point){mirrored(x, d->o->home_left), y}, size, text);
}

/* A pile of `count` chequers whose first stands at y and whose next ones follow in `step` (+1 down, -1 up). */
static void pile(const struct drawing *d, int player, int count, int most, float x, float y, int step)
{
    if (count <= 0)
        return;
    int shown = count < most ? count : most;
    float last = y + (float)(step * (shown - 1) * PITCH);
    struct part stack = {.kind = PART_STACK, .player = player, .count = shown};
    place(d, stack, x, step > 0 ? last : y);
    if (count > most)
        figure(d, of_player(PAINT_COUNT_0, player), x, last, at_least(d, 18), count);
}

static void chequers_on_points(const struct drawing *d)
{
    for (int point = 1; point <= 24; point++) {
        int n = d->board.point[point];
        int player = n > 0 ? d->bottom : 1 - d->bottom;
        if (point <= 12)
            pile(d, player, n > 0 ? n : -n, STACK_MAX, point_x(point), BOTTOM - RADIUS, -1);
        else
            pile(d, player, n > 0 ? n : -n, STACK_MAX, point_x(point), TOP + RADIUS, +1);
    }
}

/* A bar is numbered 25: the bottom player's is in the upper half, beside the 24 point, where it enters. */
static void chequers_on_bar(const struct drawing *d)
{
    const float x = BAR_LEFT + BAR / 2.0f, gap = 1.5f * PITCH;
    pile(d, d->bottom, d->board.point[BOARD_BAR], 4, x, MIDDLE - gap, -1);
    pile(d, 1 - d->bottom, -d->board.point[BOARD_OPPONENT_BAR], 4, x, MIDDLE + gap, +1);
}

static void chequers_off(const struct drawing *d, int player, int count, bool at_bottom)
{
    const float x = TRAY_RIGHT + TRAY / 2.0f;
    for (int done = 0; done < count; done += STACK_MAX) {
        int n = count - done < STACK_MAX ? count - done : STACK_MAX;
        float first = (float)(done * SLAB) + SLAB / 2.0f + 2;
        place(d, (struct part){.kind = PART_SLABS, .player = player, .count = n}, x,
              at_bottom ? BOTTOM - first : TOP + first + (float)((n - 1) * SLAB));
    }
}

static void dice(const struct drawing *d)
{
    const struct position *p = d->p;
    if (d->o->no_dice || p->dice[0] == 0)
        return;
    bool right = p->on_roll == d->bottom;
    float middle = (right ? TABLE_RIGHT : TABLE_LEFT) + 3 * POINT;
    for (int i = 0; i < 2; i++) {
        bool first = (i == 0) != d->o->home_left; /* the first die stays on the left in a mirror */
        place(d, (struct part){.kind = PART_DIE, .player = p->on_roll, .count = p->dice[i]},
              middle + (first ? -24 : 24), MIDDLE);
    }
}

/* The cube lies on its owner's side, in the middle while nobody has it (showing 64, as on a table, until it is turned);
 * an offered one is pushed into the answerer's half, already turned. */
static void cube(const struct drawing *d)
{
    const struct position *p = d->p;
    if (d->o->no_cube || !p->rules.cube || p->crawford_game)
        return;
    float x = FRAME + TRAY / 2.0f, y = MIDDLE;
    int value = p->cube == 1 ? 64 : p->cube;
    if (position_is_doubled(p)) {
        x = (p->turn == d->bottom ? TABLE_RIGHT : TABLE_LEFT) + 3 * POINT;
        value = p->cube * 2;
    } else if (p->cube_owner != CUBE_CENTRED) {
        y = p->cube_owner == d->bottom ? BOTTOM - CUBE_HALF - 3 : TOP + CUBE_HALF + 3;
    }
    place(d, (struct part){.kind = PART_CUBE}, x, y);
    figure(d, PAINT_CUBE_FIGURE, x, y, value < 1000 ? at_least(d, value < 100 ? 20 : 16) : 11, value);
}

static void pips(const struct drawing *d)
{
    if (d->o->no_pips)
        return;
    const float x = FRAME + TRAY / 2.0f;
    figure(d, PAINT_NUMBER, x, DRAW_HEIGHT - STRIP / 2.0f, at_least(d, 15), board_pips(&d->board));
    figure(d, PAINT_NUMBER, x, STRIP / 2.0f, at_least(d, 15), board_opponent_pips(&d->board));
}

/* Of a money session that has just begun there is nothing to say. */
static bool has_score(const struct position *p)
{
    return p->length > 0 || p->score[0] != 0 || p->score[1] != 0;
}

static void score_of(const struct drawing *d, int who, float y)
{
    char text[32];
    if (d->p->length > 0)
        snprintf(text, sizeof text, "%d/%d", d->p->score[who], d->p->length);
    else
        snprintf(text, sizeof text, "%d", d->p->score[who]);
    const struct draw_point at = {mirrored(DRAW_WIDTH - FRAME - TRAY / 2.0f, d->o->home_left), y};
    d->c->text(d->c, PAINT_NUMBER, at, strlen(text) > 5 ? 11 : 15, text);
}

static void score(const struct drawing *d)
{
    if (!d->o->score || !has_score(d->p))
        return;
    score_of(d, d->bottom, DRAW_HEIGHT - STRIP / 2.0f);
    score_of(d, 1 - d->bottom, STRIP / 2.0f);
    if (d->p->crawford_game)
        d->c->text(d->c, PAINT_NUMBER, (struct draw_point){DRAW_WIDTH / 2.0f, STRIP / 2.0f}, 15, "Cr");
}

/* ---- arrows ---- */

struct leg {
    int from, to; /* bottom player's numbering: 25 the bar, 0 off; the top player's 0 bar, 25 off */
};

/* Steps joined to journeys as a player sees them: 24/18 18/13 is one arrow, unless a blot was hit on the way. */
static int journeys(const struct play *play, const struct board *b, struct leg out[PLAY_STEPS])
{
    int n = 0;
    for (int i = 0; i < play->n && i < PLAY_STEPS; i++) {
        struct step s = play->step[i];
        int k = n - 1;
        bool hit = s.from >= 1 && s.from <= 24 && b->point[s.from] == -1;
        while (k >= 0 && (out[k].to != s.from || hit))
            k--;
        if (k >= 0)
            out[k].to = s.to;
        else
            out[n++] = (struct leg){s.from, s.to};
    }
    return n;
}

/* Where an arrow of the player `who` begins or ends: on the top chequer that leaves, or where the next would lie. */
static struct draw_point landing(const struct drawing *d, int who, int point, bool arriving)
{
    bool bottom = who == d->bottom;
    if (point == 25)
        return (struct draw_point){BAR_LEFT + BAR / 2.0f, bottom ? MIDDLE - 1.5f * PITCH : MIDDLE + 1.5f * PITCH};
    if (point == 0)
        return (struct draw_point){TRAY_RIGHT + TRAY / 2.0f, bottom ? BOTTOM - 60 : TOP + 60};
    int place_ = bottom ? point : 25 - point;
    int n = bottom ? d->board.point[place_] : -d->board.point[place_];
    n = n < 0 ? 0 : n;
    if (!arriving && n > 0)
        n--;
    n = n > STACK_MAX - 1 ? STACK_MAX - 1 : n;
    float depth = RADIUS + (float)(n * PITCH);
    return (struct draw_point){point_x(place_), place_ <= 12 ? BOTTOM - depth : TOP + depth};
}

struct shaft {
    struct canvas *c;
    enum paint paint;
    struct draw_point from, way; /* way: of length 1 */
    bool home_left;
};

/* A point so far along the shaft and beside it. */
static struct draw_point along(const struct shaft *s, float far, float beside)
{
    return (struct draw_point){mirrored(s->from.x + s->way.x * far - s->way.y * beside, s->home_left),
                               s->from.y + s->way.y * far + s->way.x * beside};
}

enum { DASH = 15, DASH_GAP = 8 };

static void strip(const struct shaft *s, float from, float to)
{
    const float half = 4.5f;
    const struct draw_point at[4] = {along(s, from, half), along(s, to, half), along(s, to, -half),
                                     along(s, from, -half)};
    s->c->polygon(s->c, s->paint, at, 4);
}

static void arrow_from(const struct shaft *s, float from, float length)
{
    const float half = 4.5f, wing = 11, neck = fmaxf(length - 19, from);
    const struct draw_point at[7] = {along(s, from, half), along(s, neck, half),  along(s, neck, wing),
                                     along(s, length, 0),  along(s, neck, -wing), along(s, neck, -half),
                                     along(s, from, -half)};
    s->c->polygon(s->c, s->paint, at, 7);
}

/* What was played is dashed, so that it differs from what is better without a colour too. */
static void arrow(const struct drawing *d, enum paint paint, struct draw_point a, struct draw_point b, float shift)
{
    float dx = b.x - a.x, dy = b.y - a.y, length = hypotf(dx, dy);
    if (length < 1)
        return;
    dx /= length, dy /= length;
    float nx = -dy, ny = dx;
    a.x += nx * shift, a.y += ny * shift, b.x += nx * shift, b.y += ny * shift;
    if (d->c->arrow != NULL) {
        a.x = mirrored(a.x, d->o->home_left), b.x = mirrored(b.x, d->o->home_left);
        d->c->arrow(d->c, paint, a, b);
        return;
    }
    const struct shaft shaft = {d->c, paint, a, {dx, dy}, d->o->home_left};
    float from = 0;
    for (; paint == PAINT_ARROW_PLAYED && from + DASH + DASH_GAP + DASH < length; from += DASH + DASH_GAP)
        strip(&shaft, from, from + DASH);
    arrow_from(&shaft, from, length);
}

/* How many arrows lie on this way already, of this play or the one drawn before. */
static int on_the_same_way(const struct leg *legs, int n, struct leg leg)
{
    int same = 0;
    for (int i = 0; i < n; i++)
        same += legs[i].from == leg.from && legs[i].to == leg.to;
    return same;
}

static void arrows(const struct drawing *d)
{
    enum { PLAYS = sizeof d->o->arrows / sizeof *d->o->arrows };
    struct leg legs[PLAYS * PLAY_STEPS];
    struct board roller;
    int who = d->p->on_roll, drawn = 0;
    if (who == d->bottom)
        roller = d->board;
    else
        board_flip(&d->board, &roller);
    for (int k = 0; k < PLAYS; k++) {
        const struct play *play = d->o->arrows[k].play;
        int n = play != NULL ? journeys(play, &roller, legs + drawn) : 0;
        for (int end = drawn + n; drawn < end; drawn++)
            arrow(d, d->o->arrows[k].paint, landing(d, who, legs[drawn].from, false),
                  landing(d, who, legs[drawn].to, true), 11.0f * (float)on_the_same_way(legs, drawn, legs[drawn]));
    }
}

void draw_numbering(struct draw_options *o, int numbers, int turn)
{
    o->no_numbers = o->no_numbers || numbers == NUMBERS_NONE;
    o->numbers = numbers == NUMBERS_PLAYER_0 ? 0 : numbers == NUMBERS_PLAYER_1 ? 1 : turn;
}

void draw_board(struct canvas *c, const struct position *p, const struct draw_options *o)
{
    struct drawing d = {.c = c, .o = o, .p = p, .bottom = o->bottom >= 0 ? o->bottom : p->turn};
    if (d.bottom == p->on_roll)
        d.board = p->board;
    else
        board_flip(&p->board, &d.board);
    place(&d, (struct part){.kind = PART_BOARD}, 0, 0);
    int numbers = o->numbers >= 0 ? o->numbers : p->turn;
    if (!o->no_numbers)
        place(&d,
              (struct part){.kind = PART_NUMBERS,
                            .player = numbers != d.bottom,
                            .count = o->least_figures,
                            .home_left = o->home_left},
              0, 0);
    pips(&d);
    score(&d);
    chequers_on_points(&d);
    chequers_on_bar(&d);
    chequers_off(&d, d.bottom, d.board.off[0], true);
    chequers_off(&d, 1 - d.bottom, d.board.off[1], false);
    arrows(&d);
    dice(&d);
    cube(&d);
}

/* ---- in words ---- */

static void describe_side(struct strbuf *out, const struct board *b)
{
    const char *between = "";
    for (int point = BOARD_BAR; point >= 1; point--) {
        if (b->point[point] <= 0)
            continue;
        strbuf_puts(out, between);
        if (b->point[point] > 1)
            strbuf_printf(out, "%dx", b->point[point]); /* 2x13 */
        if (point == BOARD_BAR)
            strbuf_puts(out, "bar");
        else
            strbuf_int(out, point);
        between = " ";
    }
    if (b->off[0] > 0)
        strbuf_printf(out, "%soff %d", between, b->off[0]);
}

void draw_describe_score(struct strbuf *out, const struct position *p)
{
    if (!has_score(p))
        return;
    tr_add(out,
           p->length > 0 ? N_("{2}-point match, on roll {0}, opponent {1}") : N_("score: on roll {0}, opponent {1}"),
           TR_INT(p->score[p->on_roll]), TR_INT(p->score[1 - p->on_roll]), TR_INT(p->length));
    strbuf_printf(out, "%s; ", p->crawford_game ? tr(", Crawford game") : "");
}

static void describe_in(struct strbuf *out, const struct position *p, const char *words)
{
    struct board other;
    struct strbuf side[2] = {{0}, {0}};
    board_flip(&p->board, &other);
    describe_side(&side[0], &p->board);
    describe_side(&side[1], &other);
    tr_add(out, words, strbuf_text(&side[0]), strbuf_text(&side[1]));
    strbuf_done(&side[0]);
    strbuf_done(&side[1]);
}

void draw_describe(struct strbuf *out, const struct position *p)
{
    describe_in(out, p, N_("on roll {0}; opponent {1}"));
}

void draw_describe_briefly(struct strbuf *out, const struct position *p)
{
    describe_in(out, p, N_("{0} against {1}"));
}
