/* Hints on a terminal; see hint_terminal.h. */
#include "command/hint_terminal.h"

#include <math.h>

#include "base/figure.h"
#include "base/utf8.h"
#include "export/board/ascii.h"

enum { LABEL_WIDTH = 23 }; /* a row has 80 columns */

void hint_show_position(struct strbuf *out, const struct position *p)
{
    const char *names[2] = {"opponent", "opponent"};
    names[p->turn] = "you";
    strbuf_putc(out, '\n');
    ascii_position(out, p, p->turn, names);
    strbuf_putc(out, '\n');
}

static void show_heading(struct strbuf *out, const struct hint_shown *s, const char *label, const char *again)
{
    strbuf_printf(out, "      %-*s  %7s %9s  %5s", LABEL_WIDTH, label, s->line->shown ? "MWC" : "Equity", "Diff.",
                  "Win%");
    if (again != NULL)
        strbuf_printf(out, "  %8.8s %9s\n", again, "Diff.");
    else
        strbuf_printf(out, " %5s %5s %6s %5s\n", "G", "BG", "Lose G", "BG");
}

/* One line of a table. */
struct row {
    int rank; /* 0 = not numbered */
    const char *label;
    bool best, guess;
    float equity, difference; /* to the best one, NAN = none */
    const struct outcome *chances; /* NULL = no percentages */
    const struct hint_look *again; /* has the place of those of gammons; or NULL */
};

static void show_row(struct strbuf *out, const struct hint_shown *s, const struct row *r)
{
    const size_t width = utf8_count(r->label);
    const struct outcome *o = r->chances;
    const bool bold = r->best && s->in_colour;
    strbuf_puts(out, bold ? "\033[1m" : "");
    if (r->rank != 0)
        strbuf_printf(out, " %s%2d. ", r->best ? ">" : " ", r->rank);
    else
        strbuf_puts(out, r->best ? " >    " : "      ");
    strbuf_puts(out, r->label);
    strbuf_fill(out, ' ', width < LABEL_WIDTH ? LABEL_WIDTH - width : 0);
    strbuf_printf(out, "  %7s", isnan(r->equity) ? "n/a" : EQUITY(s->line, r->equity, 3));
    if (r->best || isnan(r->difference))
        strbuf_fill(out, ' ', 10);
    else
        strbuf_printf(out, "%s%7s", r->guess ? " \xe2\x89\x88 " : "   ", DIFFERENCE(s->line, r->difference, 3));
    if (o != NULL)
        strbuf_printf(out, "  %5.1f", 100 * o->win);
    if (r->again != NULL)
        strbuf_printf(out, "  %8s %9s",
                      isnan(r->again->at->cubeful) ? "n/a" : EQUITY(s->line, r->again->at->cubeful, 3),
                      r->again->behind > 0 ? DIFFERENCE(s->line, -r->again->behind, 3) : "");
    else if (o != NULL)
        strbuf_printf(out, " %5.1f %5.1f %6.1f %5.1f", 100 * o->win_gammon, 100 * o->win_backgammon,
                      100 * o->lose_gammon, 100 * o->lose_backgammon);
    strbuf_puts(out, bold ? "\033[0m\n" : "\n");
}

void hint_list_plays(struct strbuf *out, const struct hint_plays *r,
                     void (*print)(struct strbuf *out, void *context, const struct hint_play *p), void *context)
{
    const struct hint_play *play = r->plays.at;
    const size_t n = r->plays.n, shown = r->chosen || n < HINT_LISTED ? n : HINT_LISTED;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0 && !play[i].look.as_deep && play[i - 1].look.as_deep)
            strbuf_puts(out, "      ---- looked at less deeply:\n");
        print(out, context, &play[i]);
    }
    if (shown < n)
        strbuf_printf(out, "      ... and %zu more\n", n - shown);
}

static void show_play(struct strbuf *out, void *shown, const struct hint_play *p)
{
    struct strbuf label = {0};
    strbuf_puts(&label, p->play);
    if (!p->look.as_deep)
        strbuf_printf(&label, " (%d-ply)", p->look.at->plies);
    show_row(out, shown,
             &(struct row){.rank = p->look.rank,
                           .label = strbuf_text(&label),
                           .best = p->look.rank == 1,
                           .guess = !p->look.as_deep,
                           .equity = p->look.at->cubeful,
                           .difference = (float)-p->look.behind,
                           .chances = &p->look.at->outcome,
                           .again = p->again});
    strbuf_done(&label);
}

void hint_show_plays(struct strbuf *out, const struct hint_shown *s, const struct hint_plays *r)
{
    struct hint_shown copy = *s;
    hint_show_position(out, &s->asked->position);
    if (r->plays.n == 0) {
        strbuf_printf(out, "You rolled %d%d and cannot move.\n", r->dice[0], r->dice[1]);
        return;
    }
    strbuf_printf(out, "%s for %d%d, %d-ply (XG: %d-ply):\n\n", r->chosen ? "The plays chosen" : "Your best play",
                  r->dice[0], r->dice[1], r->plies, r->plies + 1);
    show_heading(out, s, "Play", r->again);
    hint_list_plays(out, r, show_play, &copy);
}

int hint_cube_action(const struct cube_figures *c, int i, bool best_first)
{
    return best_first ? c->table.merit[i] : i;
}

static void show_action(struct strbuf *out, bool in_colour, const struct cube_figures *c, int action)
{
    const struct cube_row *row = &c->table.row[action];
    const bool best = action == c->table.merit[0], bold = best && in_colour;
    strbuf_printf(out, "%s %s    %-*s  %7s", bold ? "\033[1m" : "", best ? ">" : " ", LABEL_WIDTH, row->label,
                  EQUITY(&c->line, row->equity, 3));
    if (!isnan(c->mwc[action]) && !c->line.shown)
        strbuf_printf(out, "  %6.2f%%", 100 * c->mwc[action]);
    if (!best)
        strbuf_printf(out, "  %7s%s", LOSS(&c->line, row->loss, 3), row->opponents ? "  the opponent's error" : "");
    strbuf_puts(out, bold ? "\033[0m\n" : "\n");
}

static void show_chances(struct strbuf *out, const struct outcome *o)
{
    strbuf_printf(out, "  wins %.1f%% (gammons %.1f, backgammons %.1f), loses %.1f%% (%.1f, %.1f)\n", 100 * o->win,
                  100 * o->win_gammon, 100 * o->win_backgammon, 100 * (1 - o->win), 100 * o->lose_gammon,
                  100 * o->lose_backgammon);
}

void hint_show_actions(struct strbuf *out, const struct cube_figures *c, bool in_colour, bool best_first)
{
    strbuf_printf(out, "      %-*s  %7s%s  %7s\n", LABEL_WIDTH, "Action", c->line.shown ? "MWC" : "Equity",
                  isnan(c->mwc[0]) || c->line.shown ? "" : "      MWC", "Loss");
    for (int i = 0; i < 3; i++) {
        const int action = hint_cube_action(c, i, best_first);
        if (!isnan(c->table.row[action].equity))
            show_action(out, in_colour, c, action);
    }
}

void hint_show_cube(struct strbuf *out, const struct hint_shown *s, const struct cube_figures *c)
{
    hint_show_position(out, &s->asked->position);
    strbuf_printf(out, "%s, %d-ply (XG: %d-ply):\n\n",
                  c->problem != NULL ? "Before the roll" : "Your cube decision before the roll", s->chances->plies,
                  s->chances->plies + 1);
    hint_show_actions(out, c, s->in_colour, s->best_first);
    strbuf_puts(out, "\nProper cube action: ");
    cube_figures_text(out, c, s->here);
    show_chances(out, &s->chances->outcome);
    stakes_text(out, "  ", s->here);
}

void hint_show_answers(struct strbuf *out, const struct hint_shown *s, const struct replies *a)
{
    const struct position *p = &s->asked->position;
    hint_show_position(out, p);
    strbuf_printf(out, "You are %s to %d; %d-ply (XG: %d-ply):\n\n", offer_made(p), 2 * p->cube, s->chances->plies,
                  s->chances->plies + 1);
    show_heading(out, s, "Answer", NULL);
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        if (i != REPLY_RAISE || a->may_raise)
            show_row(out, s,
                     &(struct row){.label = reply_name(p, i),
                                   .best = i == a->best,
                                   .equity = a->equity[i],
                                   .difference = -a->cost[i],
                                   .chances = i == REPLY_TAKE ? &s->chances->outcome : NULL});
    strbuf_printf(out, "\nProper answer: %s\n", reply_name(p, a->best));
    stakes_text(out, "  ", s->here);
}
