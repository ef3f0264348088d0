/* Hints on a terminal; see hint_terminal.h. */
#include "command/hint_terminal.h"

#include <math.h>

#include "base/figure.h"
#include "base/utf8.h"
#include "export/board/ascii.h"
#include "match/notation.h"

enum { LABEL_WIDTH = 28, PLAYS_LISTED = 10 };

static void show_position(struct strbuf *out, const struct position *p)
{
    const char *names[2] = {"opponent", "opponent"};
    names[p->turn] = "you";
    strbuf_putc(out, '\n');
    ascii_position(out, p, names);
    strbuf_putc(out, '\n');
}

static void show_heading(struct strbuf *out, const char *label)
{
    strbuf_printf(out, "      %-*s  %8s  %8s   %6s %6s %6s   %6s %6s\n", LABEL_WIDTH, label, "Equity", "Diff.", "Win",
                  "Gammon", "Bg", "Gammon", "Bg");
}

/* One line of a table. `rank` 0 = not numbered; `difference` to the best one, NAN = none; `o` NULL = no percentages. */
static void show_row(struct strbuf *out, int rank, const char *label, bool best, bool bold, float equity,
                     float difference, bool guess, const struct outcome *o)
{
    const size_t width = utf8_count(label);
    strbuf_puts(out, bold ? "\033[1m" : "");
    if (rank != 0)
        strbuf_printf(out, " %s%2d. ", best ? "*" : " ", rank);
    else
        strbuf_puts(out, best ? " *    " : "      ");
    strbuf_puts(out, label);
    strbuf_fill(out, ' ', width < LABEL_WIDTH ? LABEL_WIDTH - width : 0);
    strbuf_printf(out, "  %8s", isnan(equity) ? "n/a" : SIGNED(equity, 3));
    if (best || isnan(difference))
        strbuf_fill(out, ' ', 10);
    else
        strbuf_printf(out, "%s%7s", guess ? " \xe2\x89\x88 " : "   ", SIGNED(difference, 3));
    if (o != NULL)
        strbuf_printf(out, "   %5.1f%% %5.1f%% %5.1f%%   %5.1f%% %5.1f%%", 100 * o->win, 100 * o->win_gammon,
                      100 * o->win_backgammon, 100 * o->lose_gammon, 100 * o->lose_backgammon);
    strbuf_puts(out, bold ? "\033[0m\n" : "\n");
}

void hint_list_plays(struct strbuf *out, const struct asked *q, const struct ranked_plays *r,
                     void (*print)(struct strbuf *out, void *context, const struct listed_play *l), void *context)
{
    const struct ranked_play *best = r->at;
    for (int i = 0; i < r->n && i < PLAYS_LISTED; i++) {
        struct strbuf text = {0};
        struct listed_play l = {.play = &r->at[i], .rank = i + 1, .as_deep = r->at[i].plies == best->plies};
        l.difference = i > 0 ? l.play->cubeful - best->cubeful : NAN;
        if (i > 0 && !l.as_deep && r->at[i - 1].plies == best->plies)
            strbuf_puts(out, "      ---- looked at less deeply:\n");
        notation_write(&text, &q->position.board, &l.play->play, NOTATION_MERGED);
        l.text = strbuf_text(&text);
        print(out, context, &l);
        strbuf_done(&text);
    }
    if (r->n > PLAYS_LISTED)
        strbuf_printf(out, "      ... and %d more\n", r->n - PLAYS_LISTED);
}

static void show_play(struct strbuf *out, void *in_colour, const struct listed_play *l)
{
    struct strbuf label = {0};
    strbuf_puts(&label, l->text);
    if (!l->as_deep)
        strbuf_printf(&label, " (%d-ply)", l->play->plies);
    show_row(out, l->rank, strbuf_text(&label), l->rank == 1, *(bool *)in_colour && l->rank == 1, l->play->cubeful,
             l->difference, !l->as_deep, &l->play->outcome);
    strbuf_done(&label);
}

void hint_show_plays(struct strbuf *out, bool in_colour, const struct asked *q, const struct ranked_plays *r)
{
    show_position(out, &q->position);
    if (r->n == 0) {
        strbuf_printf(out, "You rolled %d%d and cannot move.\n", q->position.dice[0], q->position.dice[1]);
        return;
    }
    strbuf_printf(out, "Your best play for %d%d, %d-ply (XG: %d-ply):\n\n", q->position.dice[0], q->position.dice[1],
                  r->at[0].plies, r->at[0].plies + 1);
    show_heading(out, "Play");
    hint_list_plays(out, q, r, show_play, &in_colour);
}

/* What doubling is worth: the opponent takes or passes, whichever costs the doubler more. */
static float doubled(const struct cube_answer *c)
{
    return isnan(c->dt) ? NAN : fminf(c->dt, c->dp);
}

void hint_show_cube(struct strbuf *out, bool in_colour, const struct asked *q, const struct cube_answer *c,
                    const char *action)
{
    static const char *const labels[2][3] = {{"No double", "Double, take", "Double, pass"},
                                             {"No redouble", "Redouble, take", "Redouble, pass"}};
    const char *const *label = labels[q->position.cube_owner != CUBE_CENTRED];
    const float equity[3] = {c->nd, c->dt, c->dp}, best = fmaxf(c->nd, doubled(c)); /* fmaxf() passes over NAN */
    bool marked = false;
    show_position(out, &q->position);
    strbuf_printf(out, "Your cube decision before the roll, %d-ply (XG: %d-ply):\n\n", c->plies, c->plies + 1);
    show_heading(out, "Action");
    for (int i = 0; i < 3 && !isnan(equity[i]); i++) {
        const bool is_best = !marked && equity[i] == best; /* of two equal ones the first */
        show_row(out, 0, label[i], is_best, in_colour && is_best, equity[i], equity[i] - best, false,
                 i == 0 ? &c->outcome[0] : NULL);
        marked = marked || is_best;
    }
    strbuf_printf(out, "\nProper cube action: %s\n", action);
}

void hint_show_answers(struct strbuf *out, bool in_colour, const struct asked *q, const struct replies *a,
                       const struct outcome *o, int plies)
{
    show_position(out, &q->position);
    strbuf_printf(out, "You are %s to %d; %d-ply (XG: %d-ply):\n\n", offer_made(&q->position), 2 * q->position.cube,
                  plies, plies + 1);
    show_heading(out, "Answer");
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        if (i != REPLY_RAISE || a->may_raise)
            show_row(out, 0, reply_name(&q->position, i), i == a->best, in_colour && i == a->best, a->equity[i],
                     -a->cost[i], false, i == REPLY_TAKE ? o : NULL);
    strbuf_printf(out, "\nProper answer: %s\n", reply_name(&q->position, a->best));
}
