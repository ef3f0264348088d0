/* Hints on a terminal; see hint_terminal.h. */
#include "command/hint_terminal.h"

#include <math.h>

#include "base/columns.h"
#include "base/figure.h"
#include "base/language.h"
#include "export/board/ascii.h"

enum { LABEL_WIDTH = 23 }; /* a row has 80 columns */

void hint_show_position(struct strbuf *out, const struct position *p)
{
    const char *names[2] = {tr("opponent"), tr("opponent")};
    names[p->turn] = tr("you");
    strbuf_putc(out, '\n');
    ascii_position(out, p, p->turn, names);
    strbuf_putc(out, '\n');
}

static void show_heading(struct strbuf *out, const struct hint_shown *s, const char *label, const char *again)
{
    const char *const behind = tr(C_("at most 9 letters", "Diff.")), *const gammons[] = {HINT_GAMMONS};
    strbuf_fill(out, ' ', 6);
    put_left(out, label, LABEL_WIDTH);
    put_right(out, s->line->shown ? tr("MWC") : tr(C_("at most 7 letters", "Equity")), 9);
    put_right(out, behind, 10);
    put_right(out, tr(C_("at most 5 letters", "Win%")), 7);
    if (again != NULL)
        strbuf_printf(out, "  %8.8s", again);
    if (again != NULL)
        put_right(out, behind, 10);
    for (int i = 0; again == NULL && i < 4; i++)
        put_right(out, tr(gammons[i]), i == 2 ? 7 : 6);
    strbuf_putc(out, '\n');
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

static void put_equity(struct strbuf *out, const struct mwc_line *line, float equity, size_t width)
{
    put_right(out, isnan(equity) ? tr("n/a") : EQUITY(line, equity, 3), width);
}

static void show_row(struct strbuf *out, const struct hint_shown *s, const struct row *r)
{
    const struct outcome *o = r->chances;
    const bool bold = r->best && s->in_colour;
    strbuf_puts(out, bold ? "\033[1m" : "");
    if (r->rank != 0)
        strbuf_printf(out, " %s%2d. ", r->best ? ">" : " ", r->rank);
    else
        strbuf_puts(out, r->best ? " >    " : "      ");
    put_left(out, r->label, LABEL_WIDTH);
    put_equity(out, s->line, r->equity, 9);
    strbuf_puts(out, r->guess && !r->best && !isnan(r->difference) ? " \xe2\x89\x88 " : "   ");
    put_right(out, r->best || isnan(r->difference) ? "" : DIFFERENCE(s->line, r->difference, 3), 7);
    if (o != NULL)
        put_right(out, TR_REAL(100 * o->win, 1), 7);
    if (r->again != NULL) {
        put_equity(out, s->line, r->again->at->cubeful, 10);
        put_right(out, r->again->behind > 0 ? DIFFERENCE(s->line, -r->again->behind, 3) : "", 10);
    } else if (o != NULL) {
        put_right(out, TR_REAL(100 * o->win_gammon, 1), 6);
        put_right(out, TR_REAL(100 * o->win_backgammon, 1), 6);
        put_right(out, TR_REAL(100 * o->lose_gammon, 1), 7);
        put_right(out, TR_REAL(100 * o->lose_backgammon, 1), 6);
    }
    strbuf_puts(out, bold ? "\033[0m\n" : "\n");
}

static void put_line(struct strbuf *out, const char *begin, const char *words)
{
    strbuf_printf(out, "%s%s\n", begin, words);
}

void hint_list_plays(struct strbuf *out, const struct hint_plays *r,
                     void (*print)(struct strbuf *out, void *context, const struct hint_play *p), void *context)
{
    const struct hint_play *play = r->plays.at;
    const size_t n = r->plays.n, shown = r->chosen || n < HINT_LISTED ? n : HINT_LISTED;
    for (size_t i = 0; i < shown; i++) {
        if (i > 0 && !play[i].look.as_deep && play[i - 1].look.as_deep)
            put_line(out, "      ---- ", tr("looked at less deeply:"));
        print(out, context, &play[i]);
    }
    if (shown == n)
        return;
    strbuf_puts(out, "      ");
    tr_add(out, "... and {0} more", TR_INT(n - shown));
    strbuf_putc(out, '\n');
}

static void put_depth(struct strbuf *out, int plies)
{
    strbuf_puts(out, " (");
    tr_add(out, "{0}-ply", TR_INT(plies));
    strbuf_putc(out, ')');
}

static void show_play(struct strbuf *out, void *shown, const struct hint_play *p)
{
    struct strbuf label = {0};
    strbuf_puts(&label, p->play);
    if (!p->look.as_deep)
        put_depth(&label, p->look.at->plies);
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

static void show_position(struct strbuf *out, const struct hint_shown *s)
{
    if (!s->board_seen)
        hint_show_position(out, &s->asked->position);
}

void hint_show_plays(struct strbuf *out, const struct hint_shown *s, const struct hint_plays *r)
{
    struct hint_shown copy = *s;
    const char *roll = TR_INT(10 * r->dice[0] + r->dice[1]);
    show_position(out, s);
    if (r->plays.n == 0) {
        tr_add(out, "You rolled {0} and cannot move.", roll);
        strbuf_putc(out, '\n');
        return;
    }
    tr_put(out,
           tr(r->chosen ? N_("The plays chosen for {0}, {1}-ply (XG: {2}-ply):")
                        : N_("Your best play for {0}, {1}-ply (XG: {2}-ply):")),
           TR_FILLING(roll, TR_INT(r->plies), TR_INT(r->plies + 1)));
    strbuf_puts(out, "\n\n");
    show_heading(out, s, tr("Play"), r->again);
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
    strbuf_printf(out, "%s %s    ", bold ? "\033[1m" : "", best ? ">" : " ");
    put_left(out, tr(row->label), LABEL_WIDTH);
    put_right(out, EQUITY(&c->line, row->equity, 3), 9);
    if (!isnan(c->mwc[action]) && !c->line.shown)
        put_right(out, TR_SHARE(c->mwc[action], 2), 9);
    if (!best)
        put_right(out, LOSS(&c->line, row->loss, 3), 9);
    if (!best && row->opponents)
        strbuf_printf(out, "  %s", tr("the opponent's error"));
    strbuf_puts(out, bold ? "\033[0m\n" : "\n");
}

static void show_chances(struct strbuf *out, const struct outcome *o)
{
    strbuf_puts(out, "  ");
    tr_add(out, "wins {0} (gammons {1}, backgammons {2}), loses {3} ({4}, {5})", TR_SHARE(o->win, 1),
           TR_REAL(100 * o->win_gammon, 1), TR_REAL(100 * o->win_backgammon, 1), TR_SHARE(1 - o->win, 1),
           TR_REAL(100 * o->lose_gammon, 1), TR_REAL(100 * o->lose_backgammon, 1));
    strbuf_putc(out, '\n');
}

void hint_show_actions(struct strbuf *out, const struct cube_figures *c, bool in_colour, bool best_first)
{
    strbuf_fill(out, ' ', 6);
    put_left(out, tr("Action"), LABEL_WIDTH);
    put_right(out, c->line.shown ? tr("MWC") : tr(C_("at most 7 letters", "Equity")), 9);
    if (!isnan(c->mwc[0]) && !c->line.shown)
        put_right(out, tr("MWC"), 9);
    put_right(out, tr(C_("at most 7 letters", "Loss")), 9);
    strbuf_putc(out, '\n');
    for (int i = 0; i < 3; i++) {
        const int action = hint_cube_action(c, i, best_first);
        if (!isnan(c->table.row[action].equity))
            show_action(out, in_colour, c, action);
    }
}

void hint_show_cube(struct strbuf *out, const struct hint_shown *s, const struct cube_figures *c)
{
    show_position(out, s);
    tr_put(out,
           tr(c->problem != NULL ? N_("Before the roll, {0}-ply (XG: {1}-ply):")
                                 : N_("Your cube decision before the roll, {0}-ply (XG: {1}-ply):")),
           TR_FILLING(TR_INT(s->chances->plies), TR_INT(s->chances->plies + 1)));
    strbuf_puts(out, "\n\n");
    hint_show_actions(out, c, s->in_colour, s->best_first);
    strbuf_putc(out, '\n');
    cube_figures_text(out, tr("Proper cube action: {0}"), c, s->here);
    show_chances(out, &s->chances->outcome);
    stakes_text(out, "  ", s->here);
}

void hint_show_answers(struct strbuf *out, const struct hint_shown *s, const struct replies *a)
{
    const struct position *p = &s->asked->position;
    show_position(out, s);
    tr_add(out, "You are {0} to {1}; {2}-ply (XG: {3}-ply):", tr(offer_made(p)), TR_INT(2 * p->cube),
           TR_INT(s->chances->plies), TR_INT(s->chances->plies + 1));
    strbuf_puts(out, "\n\n");
    show_heading(out, s, tr("Answer"), NULL);
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        if (i != REPLY_RAISE || a->may_raise)
            show_row(out, s,
                     &(struct row){.label = tr(reply_name(p, i)),
                                   .best = i == a->best,
                                   .equity = a->equity[i],
                                   .difference = -a->cost[i],
                                   .chances = i == REPLY_TAKE ? &s->chances->outcome : NULL});
    strbuf_putc(out, '\n');
    tr_add(out, "Proper answer: {0}", tr(reply_name(p, a->best)));
    strbuf_putc(out, '\n');
    stakes_text(out, "  ", s->here);
}
