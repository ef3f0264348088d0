/* Foreign tellers; see dialects.h. The idea: one walk hands every event to a format's line. */
#include "dialects.h"

#include "match/notation.h"
#include "match/walk.h"

struct telling {
    struct strbuf *out;
    const struct match *m;
    struct walk w;
    struct strbuf play; /* of the event, every step apart; empty = nothing moved */
};

typedef void put_event(struct telling *t, const struct event *e);
typedef void put_game(struct telling *t, const struct game *g);

static bool has_dice(const struct event *e)
{
    return e->kind == EVENT_PLAY || e->kind == EVENT_ROLL;
}

static void put(struct strbuf *out, const struct match *m, put_game *begin, put_event *event, put_game *end)
{
    struct telling t = {.out = out, .m = m};
    for (size_t i = 0; i < m->n_games; i++) {
        begin(&t, &m->games[i]);
        for (walk_begin(&t.w, m, &m->games[i]); walk_next(&t.w);) {
            strbuf_clear(&t.play);
            if (t.w.event->kind == EVENT_PLAY)
                notation_write(&t.play, &t.w.before.board, &t.w.event->play, NOTATION_MERGED);
            if (t.w.event->kind == EVENT_PLAY && t.w.event->play.n <= 0)
                strbuf_clear(&t.play); /* where notation says "cannot move" */
            event(&t, t.w.event);
        }
        end(&t, &m->games[i]);
    }
    strbuf_done(&t.play);
}

/* ---- GamesGrid ---- */

static void sgg_begin(struct telling *t, const struct game *g)
{
    strbuf_printf(t->out, "\nGame %d. %d%s-%d/%d\n", g->number, g->score[0], g->crawford_game ? "*" : "", g->score[1],
                  t->m->length);
}

static void sgg_event(struct telling *t, const struct event *e)
{
    static const char *const words[EVENT_KINDS] = {
        [EVENT_BEAVER] = "Beaver", [EVENT_RACCOON] = "Raccoon", [EVENT_TAKE] = "Accept",
        [EVENT_DROP] = "Pass",     [EVENT_RESIGN] = "Resign",   [EVENT_RESIGN_ACCEPT] = NULL};
    const char *tabs = e->player == 0 ? "\t" : "\t\t";
    if (e->kind == EVENT_DOUBLE)
        strbuf_printf(t->out, "%d%sDouble to %d\n", t->w.move_number, tabs, e->value);
    else if (has_dice(e)) {
        strbuf_printf(t->out, "%d%s%d%d: \n", t->w.move_number, tabs, e->dice[0], e->dice[1]);
        for (size_t i = 0; i < t->play.length; i++)
            if (t->play.at[i] == ' ')
                t->play.at[i] = ',';
        if (e->kind == EVENT_PLAY)
            strbuf_printf(t->out, "%d%s%d%d: %s\n", t->w.move_number, tabs, e->dice[0], e->dice[1],
                          t->play.length != 0 ? strbuf_text(&t->play) : "O-O");
    } else if (words[e->kind] != NULL)
        strbuf_printf(t->out, "%d%s%s\n", t->w.move_number, tabs, words[e->kind]);
}

static void sgg_end(struct telling *t, const struct game *g)
{
    if (g->winner != NOBODY)
        strbuf_printf(t->out, "%s  wins %d points.\n", t->m->player[g->winner].name, g->points);
}

void tell_sgg(struct strbuf *out, const struct match *m)
{
    strbuf_printf(out, "%s vs. %s\nGridGammon\nELO: 1700.10 100 1650.20 200\nJacoby: No\nCrawford: Yes\nBeavers: No\n",
                  m->player[0].name, m->player[1].name);
    strbuf_printf(out, "Match Length: %d\nVariant: Backgammon\n", m->length);
    put(out, m, sgg_begin, sgg_event, sgg_end);
}

/* ---- TrueMoneyGames ---- */

static void tmg_begin(struct telling *t, const struct game *g)
{
    strbuf_printf(t->out, "Game %d: %d-%d\n", g->number, g->score[0], g->score[1]);
}

static void tmg_event(struct telling *t, const struct event *e)
{
    static const int codes[EVENT_KINDS] = {[EVENT_DOUBLE] = 5, [EVENT_TAKE] = 7, [EVENT_DROP] = 10, [EVENT_BEAVER] = 8};
    static const char *const words[EVENT_KINDS] = {
        [EVENT_DOUBLE] = "Double", [EVENT_TAKE] = "Take", [EVENT_DROP] = "Pass", [EVENT_BEAVER] = "Beaver"};
    const int number = e->player == 0 ? t->w.move_number : -t->w.move_number;
    if (has_dice(e))
        strbuf_printf(t->out, "%3d 1 %d%d:\n", number, e->dice[0], e->dice[1]);
    if (e->kind == EVENT_PLAY)
        strbuf_printf(t->out, "%3d 4 %s\n", number, t->play.length != 0 ? strbuf_text(&t->play) : "0/0");
    if (codes[e->kind] != 0)
        strbuf_printf(t->out, "%3d %d %s\n", number, codes[e->kind], words[e->kind]);
}

static void tmg_end(struct telling *t, const struct game *g)
{
    const int number = t->w.move_number + 1;
    if (g->winner != NOBODY)
        strbuf_printf(t->out, "%3d 14 %s wins %d points\n", g->winner == 0 ? number : -number,
                      t->m->player[g->winner].name, g->points);
}

void tell_tmg(struct strbuf *out, const struct match *m)
{
    strbuf_printf(out, "MatchID: 4711\nPlayer1: 17 %s 1612.5\nPlayer2: 23 %s 1580\nJacoby: 0\nCrawford: 1\nCube: 1\n",
                  m->player[0].name, m->player[1].name);
    strbuf_printf(out, "Length: %d\nVariant: 1\n\n", m->length);
    put(out, m, tmg_begin, tmg_event, tmg_end);
}

/* ---- PartyGammon ---- */

static void party_begin(struct telling *t, const struct game *g)
{
    for (int i = 0; i < 2; i++)
        strbuf_printf(t->out, "GAME_%d_PLAYER_%d=%s\n", g->number, i + 1, t->m->player[i].name);
    strbuf_printf(t->out, "GAME_%d_GAMEPLAY=", g->number);
}

static void party_event(struct telling *t, const struct event *e)
{
    static const char *const words[EVENT_KINDS] = {
        [EVENT_DOUBLE] = "Doubles", [EVENT_TAKE] = "Takes", [EVENT_DROP] = "Drops"};
    if (t->w.index > 0)
        strbuf_putc(t->out, '#');
    if (has_dice(e))
        strbuf_printf(t->out, "%d 0 0 %d%d %s", e->player + 1, e->dice[0], e->dice[1], strbuf_text(&t->play));
    else if (words[e->kind] != NULL)
        strbuf_printf(t->out, "%d %s", e->player + 1, words[e->kind]);
}

static void party_end(struct telling *t, const struct game *g)
{
    strbuf_putc(t->out, '\n');
    for (int i = 0; i < 2; i++)
        strbuf_printf(t->out, "GAME_%d_SCORE%d=%d\n", g->number, i + 1, g->score[i] + (g->winner == i ? g->points : 0));
}

void tell_party(struct strbuf *out, const struct match *m)
{
    strbuf_printf(out, "BOARDID=4711\nCREATOR=PartyGammon\nMATCHLENGTH=%d\n", m->length);
    put(out, m, party_begin, party_event, party_end);
}

/* ---- BackGammonRoom ---- */

static void bgroom_begin(struct telling *t, const struct game *g)
{
    strbuf_printf(t->out, "Game %d - %s (X) vs. %s (0)\nSingle game\n", g->number, t->m->player[0].name,
                  t->m->player[1].name);
}

static void bgroom_event(struct telling *t, const struct event *e)
{
    const char side = e->player == 0 ? 'X' : '0';
    if (has_dice(e))
        strbuf_printf(t->out, "%d.%c:(%d %d) %s\n", t->w.move_number, side, e->dice[0], e->dice[1],
                      t->play.length != 0 ? strbuf_text(&t->play) : "can't move");
    else if (e->kind == EVENT_DOUBLE)
        strbuf_printf(t->out, "%d.%c:Double\n", t->w.move_number, side);
}

static void bgroom_end(struct telling *t, const struct game *g)
{
    (void)g;
    strbuf_putc(t->out, '\n');
}

void tell_bgroom(struct strbuf *out, const struct match *m)
{
    strbuf_puts(out, "BGF version 1.0\n");
    put(out, m, bgroom_begin, bgroom_event, bgroom_end);
}

/* ---- FIBS ---- */

static void oldmoves_begin(struct telling *t, const struct game *g)
{
    strbuf_printf(t->out, "Score is %d-%d", g->score[0], g->score[1]);
    if (t->m->length > 0)
        strbuf_printf(t->out, " in a %d point match.", t->m->length);
    strbuf_printf(t->out, "\n%s is X - %s is O\n", t->m->player[0].name, t->m->player[1].name);
}

static void oldmoves_point(struct telling *t, int point, int player)
{
    if (point == BOARD_BAR || point == 0)
        strbuf_puts(t->out, point == 0 ? "off" : "bar");
    else
        strbuf_int(t->out, player == 0 ? point : BOARD_BAR - point);
}

static void oldmoves_event(struct telling *t, const struct event *e)
{
    static const char *const words[EVENT_KINDS] = {
        [EVENT_DOUBLE] = "doubles", [EVENT_TAKE] = "accepts", [EVENT_DROP] = "rejects"};
    const char side = e->player == 0 ? 'X' : 'O';
    if (has_dice(e)) {
        strbuf_printf(t->out, "%c: (%d %d)%s", side, e->dice[0], e->dice[1], e->play.n <= 0 ? " can't move" : "");
        for (int i = 0; i < e->play.n; i++) {
            strbuf_putc(t->out, ' ');
            oldmoves_point(t, e->play.step[i].from, e->player);
            strbuf_putc(t->out, '-');
            oldmoves_point(t, e->play.step[i].to, e->player);
        }
        strbuf_putc(t->out, '\n');
    } else if (words[e->kind] != NULL)
        strbuf_printf(t->out, "%c: %s\n", side, words[e->kind]);
}

static void oldmoves_end(struct telling *t, const struct game *g)
{
    if (g->winner != NOBODY)
        strbuf_printf(t->out, "%c: wins\n\n", g->winner == 0 ? 'X' : 'O');
}

void tell_oldmoves(struct strbuf *out, const struct match *m)
{
    put(out, m, oldmoves_begin, oldmoves_event, oldmoves_end);
}

void tell_fibsboard(struct strbuf *out, const struct match *m, const struct position *p)
{
    struct board b = p->board;
    if (p->on_roll != 0)
        board_flip(&b, &b);
    strbuf_printf(out, "board:%s:%s:%d:%d:%d", m->player[0].name, m->player[1].name, p->length > 0 ? p->length : 9999,
                  p->score[0], p->score[1]);
    for (int i = 0; i < BOARD_POINTS; i++)
        strbuf_printf(out, ":%d", b.point[i]);
    strbuf_printf(out, ":%d", p->on_roll == 0 ? 1 : -1);
    for (int i = 0; i < 2; i++)
        strbuf_printf(out, ":%d:%d", p->on_roll == i ? p->dice[0] : 0, p->on_roll == i ? p->dice[1] : 0);
    strbuf_printf(out, ":%d:%d:%d:0:1:-1:0:25:0:0:0:0:0:0:0:0\n", p->cube, p->cube_owner != 1, p->cube_owner != 0);
}
