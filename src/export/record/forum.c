/* One decision for a forum, in eXtreme Gammon's familiar text layout, which our own reader of it (xgtext) reads again.
 * X is the player on roll, plies are counted as eXtreme Gammon does. docs/formats/forum.md. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "export/export.h"
#include "match/loss.h"
#include "match/notation.h"
#include "format/posid.h"
#include "report/card.h"
#include "report/lessons.h"

enum { ROWS = 5, LEVEL_WIDTH = 12, PLAY_WIDTH = 28 };

/* ---- the position ---- */

/* Players change numbers so that the one on roll is player 1: X. */
static struct position seen_by_x(const struct position *p)
{
    struct position q = *p;
    if (p->on_roll == 1)
        return q;
    q.on_roll = 1;
    q.turn = 1 - p->turn;
    q.cube_owner = p->cube_owner == CUBE_CENTRED ? CUBE_CENTRED : 1 - p->cube_owner;
    q.score[0] = p->score[1];
    q.score[1] = p->score[0];
    return q;
}

static void name(struct strbuf *out, const struct match *m, int who)
{
    const char *words = m->player[who].name != NULL && m->player[who].name[0] != '\0' ? m->player[who].name : "Player";
    utf8_clean(out, words);
}

static void cell(struct strbuf *out, int n, int row)
{
    const int count = n < 0 ? -n : n;
    if (row == ROWS - 1 && count > ROWS)
        strbuf_printf(out, "%2d ", count);
    else
        strbuf_puts(out, row >= count ? "   " : n > 0 ? " X " : " O ");
}

static void half(struct strbuf *out, const struct board *b, bool top, int first, int row)
{
    for (int i = 0; i < 6; i++)
        cell(out, b->point[top ? first + i : first - i], row);
}

/* The cube stands beside its owner's home board, three lines high. */
static void cube_box(struct strbuf *out, const struct position *p, bool top, int row)
{
    if (p->cube_owner == CUBE_CENTRED || (p->cube_owner == 0) != top || row > 2)
        return;
    if (row == 1)
        strbuf_printf(out, " |%2d |", p->cube);
    else
        strbuf_puts(out, " +---+");
}

/* Row 0 is nearest the edge. */
static void board_row(struct strbuf *out, const struct position *p, bool top, int row)
{
    const struct board *b = &p->board;
    strbuf_puts(out, " |");
    half(out, b, top, top ? 13 : 12, row);
    strbuf_puts(out, "|");
    cell(out, b->point[top ? BOARD_OPPONENT_BAR : BOARD_BAR], row);
    strbuf_puts(out, "|");
    half(out, b, top, top ? 19 : 6, row);
    strbuf_puts(out, "|");
    cube_box(out, p, top, row);
    strbuf_putc(out, '\n');
}

static void board(struct strbuf *out, const struct position *p)
{
    strbuf_puts(out, " +13-14-15-16-17-18------19-20-21-22-23-24-+\n");
    for (int row = 0; row < ROWS; row++)
        board_row(out, p, true, row);
    strbuf_puts(out, " |                  |BAR|                  |\n");
    for (int row = ROWS - 1; row >= 0; row--)
        board_row(out, p, false, row);
    strbuf_puts(out, " +12-11-10--9--8--7-------6--5--4--3--2--1-+\n");
}

static void score(struct strbuf *out, const struct position *p)
{
    strbuf_printf(out, "Score is X:%d O:%d ", p->score[1], p->score[0]);
    if (p->length > 0)
        strbuf_printf(out, "%d pt.(s) match.%s\n", p->length, p->crawford_game ? " Crawford" : "");
    else
        strbuf_printf(out, "Unlimited Game%s%s\n", p->rules.jacoby ? ", Jacoby" : "",
                      p->rules.beavers ? " Beaver" : "");
}

static void below_board(struct strbuf *out, const struct position *p)
{
    strbuf_printf(out, "Pip count  X: %d  O: %d X-O: %d-%d", board_pips(&p->board), board_opponent_pips(&p->board),
                  p->score[1], p->score[0]);
    if (p->length > 0)
        strbuf_printf(out, "/%d", p->length);
    strbuf_printf(out, "\nCube: %d", p->cube);
    if (p->cube_owner != CUBE_CENTRED)
        strbuf_printf(out, ", %c own cube", p->cube_owner == 1 ? 'X' : 'O');
    if (p->dice[0] != 0)
        strbuf_printf(out, "\nX to play %d%d\n\n", p->dice[0], p->dice[1]);
    else
        strbuf_puts(out, "\nX on roll, cube action\n\n");
}

static void position(struct strbuf *out, const struct match *m, const struct position *at)
{
    const struct position p = seen_by_x(at);
    char id[XGID_MAX];
    xgid(&p, id);
    strbuf_printf(out, "%s\n\nX:", id);
    name(out, m, at->on_roll);
    strbuf_puts(out, "   O:");
    name(out, m, 1 - at->on_roll);
    strbuf_putc(out, '\n');
    score(out, &p);
    board(out, &p);
    below_board(out, &p);
}

/* ---- the analysis ---- */

static void level(struct strbuf *out, const struct eval_level *l)
{
    if (l->kind == EVAL_PLY && l->name == NULL)
        strbuf_printf(out, "%d-ply", l->plies + 1);
    else
        eval_level_name(l, out);
}

static void signed_figure(struct strbuf *out, float v)
{
    strbuf_puts(out, v < 0 ? "" : "+");
    strbuf_fixed(out, (double)v, 3);
}

static void chances(struct strbuf *out, const char *before[2], const struct outcome *o)
{
    const float per_cent[2][3] = {{o->win, o->win_gammon, o->win_backgammon},
                                  {1 - o->win, o->lose_gammon, o->lose_backgammon}};
    for (int i = 0; i < 2; i++)
        strbuf_printf(out, "%s%.2f%% (G:%.2f%% B:%.2f%%)\n", before[i], 100 * (double)per_cent[i][0],
                      100 * (double)per_cent[i][1], 100 * (double)per_cent[i][2]);
}

static void candidate(struct strbuf *out, const struct board *b, const struct play_analysis *a, int i)
{
    static const char *names[2] = {"      Player:   ", "      Opponent: "};
    const struct candidate *c = &a->candidates[i];
    struct strbuf depth = {0}, play = {0};
    level(&depth, &c->level);
    notation_write(&play, b, &c->play, NOTATION_MERGED);
    strbuf_printf(out, "%5d. %-*s%-*s eq:", i + 1, LEVEL_WIDTH, strbuf_text(&depth), PLAY_WIDTH - 1,
                  strbuf_text(&play));
    signed_figure(out, c->equity);
    if (i > 0) {
        strbuf_puts(out, " (");
        signed_figure(out, c->equity - a->candidates[0].equity);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, '\n');
    chances(out, names, &c->outcome);
    strbuf_putc(out, '\n');
    strbuf_done(&depth);
    strbuf_done(&play);
}

static void plays(struct strbuf *out, const struct card *c, const struct export_options *o)
{
    const struct play_analysis *a = c->decision.note->play;
    for (int i = 0; i < a->n; i++)
        if (i < o->candidates || i == a->played)
            candidate(out, &c->decision.before.board, a, i);
}

static void cube_line(struct strbuf *out, const char *words, float equity, float best)
{
    strbuf_printf(out, "       %s", words);
    signed_figure(out, equity);
    if (equity != best) {
        strbuf_puts(out, " (");
        signed_figure(out, equity - best);
        strbuf_putc(out, ')');
    }
    strbuf_putc(out, '\n');
}

/* Files may give equities alone. */
static enum cube_verdict verdict_of(const struct cube_analysis *c)
{
    const bool pass = c->dt > c->dp, no_double = c->nd >= fminf(c->dt, c->dp);
    if (c->verdict != VERDICT_NONE)
        return c->verdict;
    if (!no_double)
        return pass ? VERDICT_DOUBLE_PASS : VERDICT_DOUBLE_TAKE;
    if (c->nd > c->dp)
        return pass ? VERDICT_TOO_GOOD_PASS : VERDICT_TOO_GOOD_TAKE;
    return VERDICT_NO_DOUBLE_TAKE;
}

/* "Double / Take" of our "Double, take". */
static void best_action(struct strbuf *out, enum cube_verdict v, bool redouble)
{
    const char *words = verdict_text(v, redouble), *comma = strchr(words, ',');
    if (comma == NULL || comma[1] == '\0') {
        strbuf_printf(out, "\nBest Cube action: %s\n", words);
        return;
    }
    strbuf_printf(out, "\nBest Cube action: %.*s / %c%s\n", (int)(comma - words), words,
                  (char)(comma[2] >= 'a' && comma[2] <= 'z' ? comma[2] - 'a' + 'A' : comma[2]), comma + 3);
}

static void cube(struct strbuf *out, const struct cube_analysis *c, bool redouble)
{
    static const char *names[2] = {"Player Winning Chances:   ", "Opponent Winning Chances: "};
    static const char *const rows[2][3] = {{"No double:     ", "Double/Take:   ", "Double/Pass:   "},
                                           {"No redouble:     ", "Redouble/Take:   ", "Redouble/Pass:   "}};
    const float doubled = fminf(c->dt, c->dp), best = fmaxf(c->nd, doubled);
    strbuf_puts(out, "Analyzed in ");
    level(out, &c->level);
    strbuf_putc(out, '\n');
    chances(out, names, &c->branch[0].outcome);
    if (!isnan(c->branch[0].cubeless) && !isnan(c->branch[1].cubeless)) {
        strbuf_puts(out, "\nCubeless Equities: No Double=");
        signed_figure(out, c->branch[0].cubeless);
        strbuf_puts(out, ", Double=");
        signed_figure(out, c->branch[1].cubeless);
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "\nCubeful Equities:\n");
    cube_line(out, rows[redouble][0], c->nd, best);
    cube_line(out, rows[redouble][1], c->dt, best);
    cube_line(out, rows[redouble][2], c->dp, best);
    best_action(out, verdict_of(c), redouble);
}

/* ---- the row ---- */

static void analysis(struct strbuf *out, const struct card *c, const struct export_options *o)
{
    const struct annotation *a = c->decision.note;
    if (!o->analysis || a == NULL)
        return;
    if (c->cube && a->cube != NULL && !isnan(a->cube->nd))
        cube(out, a->cube, c->decision.before.cube_owner != CUBE_CENTRED);
    else if (!c->cube && a->play != NULL)
        plays(out, c, o);
    const struct annotation_set *set = c->set >= 0 ? &c->match->sets[c->set] : NULL;
    if (set == NULL || (set->version == NULL && set->met == NULL))
        return; /* nobody knows who it was */
    strbuf_printf(out, "\n%s%s%s", set->engine != NULL ? set->engine : "", set->version != NULL ? " " : "",
                  set->version != NULL ? set->version : "");
    if (set->met != NULL)
        strbuf_printf(out, ", MET: %s", set->met);
    strbuf_putc(out, '\n');
}

static void done(struct strbuf *out, const struct card *c)
{
    static const char *const words[] = {[EVENT_DOUBLE] = "double",
                                        [EVENT_BEAVER] = "beaver",
                                        [EVENT_RACCOON] = "raccoon",
                                        [EVENT_TAKE] = "take",
                                        [EVENT_DROP] = "pass"};
    const struct event *e = c->decision.event;
    if (!c->cube)
        notation_write(out, &c->decision.before.board, &e->play, NOTATION_MERGED);
    else
        strbuf_puts(out, decision_is_cube_action(&c->decision) ? words[e->kind] : "no double");
}

/* Why it was an error; a comment that was read from such a row says so already. */
static void why(struct strbuf *out, const struct card *c, const struct export_options *o)
{
    struct strbuf text = {0};
    const char *comment = o->annotations ? c->decision.event->comment : NULL;
    if (o->analysis && lesson_text(&c->decision, c->cube, &text) &&
        (comment == NULL || strstr(comment, strbuf_text(&text)) == NULL)) {
        strbuf_puts(out, "\nPlayed: ");
        done(out, c);
        strbuf_printf(out, ". %s\n", strbuf_text(&text));
    }
    strbuf_done(&text);
}

bool forum_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct card c;
    struct strbuf *out = sink_main(sink);
    if (!card_at(&c, m, o)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "there is no decision to write; --select names one: g2m14");
        return false;
    }
    struct position p = c.decision.before;
    if (c.cube)
        p.dice[0] = p.dice[1] = 0;
    p.offer = OFFER_NONE;
    p.turn = p.on_roll;
    position(out, m, &p);
    analysis(out, &c, o);
    why(out, &c, o);
    if (o->annotations && c.decision.event->comment != NULL)
        strbuf_printf(out, "\n%s\n", c.decision.event->comment);
    if (!loss_is_single_position(m))
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one decision");
    return true;
}
