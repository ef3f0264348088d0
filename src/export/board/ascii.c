/* The board in letters; see ascii.h. The top left point is always the bottom player's 13-point. */
#include "base/language.h"
#include "export/board/ascii.h"

#include <stdio.h>

#include "format/posid.h"

enum { ROWS = 5 }; /* chequers drawn on a point; beyond, a figure stands for them */

struct drawing {
    const struct position *p;
    int bottom; /* the player who sits there */
};

/* Chequers on the bottom player's point `p` (1..24; 0 = the other's bar, 25 = his): positive his, negative the
 * other's. */
static int chequers(const struct drawing *d, int p)
{
    return d->p->on_roll == d->bottom ? d->p->board.point[p] : -d->p->board.point[BOARD_BAR - p];
}

/* A cell of three characters: chequer `row` (0 = nearest the edge) of a stack. */
static void cell(struct strbuf *out, const struct drawing *d, int p, int row)
{
    const int count = chequers(d, p), n = count < 0 ? -count : count;
    if (row == ROWS - 1 && n > ROWS)
        strbuf_printf(out, "%2d ", n);
    else
        strbuf_puts(out, n <= row ? "   " : (count > 0) == (d->bottom == 1) ? " X " : " O ");
}

static void cells(struct strbuf *out, const struct drawing *d, int first, int step, int row)
{
    for (int i = 0; i < 6; i++)
        cell(out, d, first + i * step, row);
}

/* Row 0 is nearest the edge; top rows run 13..24, bottom rows 12..1 in the bottom player's numbering. */
static void board_row(struct strbuf *out, const struct drawing *d, bool top, int row)
{
    int first = top ? 13 : 12, step = top ? 1 : -1;
    strbuf_puts(out, " |");
    cells(out, d, first, step, row);
    strbuf_puts(out, "|");
    cell(out, d, top ? BOARD_OPPONENT_BAR : BOARD_BAR, row);
    strbuf_puts(out, "|");
    cells(out, d, first + 6 * step, step, row);
    strbuf_puts(out, "|");
}

static void frame(struct strbuf *out, bool high)
{
    strbuf_puts(out,
                high ? " +13-14-15-16-17-18------19-20-21-22-23-24-+" : " +12-11-10--9--8--7-------6--5--4--3--2--1-+");
}

/* ---- the words on the right ---- */

static void say(struct strbuf *out, const char *words)
{
    if (words[0] != '\0') {
        strbuf_puts(out, "     ");
        strbuf_puts(out, words);
    }
    strbuf_putc(out, '\n');
}

static void name_words(struct strbuf *out, int who, const char *name)
{
    strbuf_puts(out, who == 0 ? "     O: " : "     X: ");
    strbuf_puts(out, name);
    strbuf_putc(out, '\n');
}

static void score_words(const struct position *p, int who, struct strbuf *out)
{
    int off = p->board.off[who == p->on_roll ? 0 : 1];
    tr_add_counted(out, "{0} point", "{0} points", p->score[who], TR_INT(p->score[who]));
    if (off > 0)
        tr_add(out, ", {0} off", TR_INT(off));
}

/* What player `who` is about: dice, offer or turn. */
static void state_words(const struct position *p, int who, struct strbuf *out)
{
    static const char *const resigns[] = {N_("Resigns"), N_("Resigns a single game"), N_("Resigns a gammon"),
                                          N_("Resigns a backgammon")};
    if (p->offer == OFFER_RESIGNATION && p->turn != who)
        strbuf_puts(out, tr(resigns[p->resigned & 3]));
    else if (p->offer == OFFER_RESIGNATION)
        return;
    else if (p->offer != OFFER_NONE && p->turn != who)
        tr_add(out, "Cube offered at {0}", TR_INT(2 * p->cube));
    else if (p->offer == OFFER_NONE && p->on_roll == who && p->dice[0] != 0)
        tr_add(out, "Rolled {0}{1}", TR_INT(p->dice[0]), TR_INT(p->dice[1]));
    else if (p->offer == OFFER_NONE && p->on_roll == who && p->state == GAME_PLAYING)
        strbuf_puts(out, tr("On roll"));
}

static void cube_words(const struct position *p, int who, struct strbuf *out)
{
    if (p->rules.cube && !p->crawford_game && p->cube_owner == who)
        tr_add(out, "Cube: {0}", TR_INT(p->cube));
}

static void middle_words(const struct position *p, struct strbuf *out)
{
    if (p->length > 0)
        tr_add(out, "{0} point match", TR_INT(p->length));
    else
        strbuf_puts(out, tr("Money session"));
    if (p->crawford_game)
        strbuf_puts(out, tr(" (Crawford game)"));
    else if (!p->rules.cube)
        strbuf_puts(out, tr(" (no cube)"));
    else if (p->cube_owner == CUBE_CENTRED)
        tr_add(out, " (Cube: {0})", TR_INT(p->cube));
}

void ascii_board(struct strbuf *out, const struct position *p, int bottom, const char *const name[2])
{
    const struct drawing d = {p, bottom < 0 ? 1 : bottom};
    const bool from_bottom = bottom >= 0 || p->on_roll == 1;
    struct strbuf words[2][4] = {{{0}}}; /* by player: score, state, nothing, cube: from the edge inwards */
    struct strbuf middle = {0};
    for (int who = 0; who < 2; who++) {
        score_words(p, who, &words[who][0]);
        state_words(p, who, &words[who][1]);
        cube_words(p, who, &words[who][3]);
    }
    middle_words(p, &middle);
    frame(out, from_bottom);
    name_words(out, 1 - d.bottom, name[1 - d.bottom]);
    for (int row = 0; row < ROWS; row++) {
        board_row(out, &d, true, row);
        say(out, row < 4 ? strbuf_text(&words[1 - d.bottom][row]) : "");
    }
    strbuf_puts(out, from_bottom ? "v|" : "^|");
    strbuf_puts(out, "                  |BAR|                  |");
    say(out, strbuf_text(&middle));
    for (int row = ROWS - 1; row >= 0; row--) {
        board_row(out, &d, false, row);
        say(out, row < 4 ? strbuf_text(&words[d.bottom][row]) : "");
    }
    frame(out, !from_bottom);
    name_words(out, d.bottom, name[d.bottom]);
    for (int i = 0; i < 8; i++)
        strbuf_done(&words[i / 4][i % 4]);
    strbuf_done(&middle);
}

void ascii_position(struct strbuf *out, const struct position *p, int bottom, const char *const name[2])
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    const int pips[2] = {board_pips(&p->board), board_opponent_pips(&p->board)};
    position_id(&p->board, id);
    match_id(p, match);
    xgid(p, xg);
    strbuf_printf(out, " GNUbg ID: %s:%s\n %s\n", id, match, xg);
    ascii_board(out, p, bottom, name);
    tr_add(out, "Pip counts: O {0}, X {1}", TR_INT(pips[p->on_roll]), TR_INT(pips[1 - p->on_roll]));
    strbuf_putc(out, '\n');
}
