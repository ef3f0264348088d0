/* `hint` in plain columns; see hint_record.h. */
#include <math.h>

#include "analyze/resignation.h"
#include "analyze/units.h"
#include "base/columns.h"
#include "base/figure.h"
#include "base/language.h"
#include "command/hint_record.h"
#include "match/replies.h"

/* ---- plays ---- */

static void put_outcome(struct strbuf *out, const struct outcome *o)
{
    const float chance[] = {o->win, o->win_gammon, o->win_backgammon, 1 - o->win, o->lose_gammon, o->lose_backgammon};
    strbuf_fill(out, ' ', 5);
    for (int i = 0; i < 6; i++)
        strbuf_printf(out, "%s %s", i == 3 ? " -" : "", TR_FORMAT("%5.1f", 100 * (double)chance[i]));
    strbuf_putc(out, '\n');
}

static const char *const chance_heads[] = {C_("at most 5 letters", "win"),  C_("at most 5 letters", "gam."),
                                           C_("at most 5 letters", "bg"),   C_("at most 5 letters", "lose"),
                                           C_("at most 5 letters", "gam."), C_("at most 5 letters", "bg")};

static void chances_heading(struct strbuf *out)
{
    strbuf_fill(out, ' ', 6);
    for (int i = 0; i < 6; i++) {
        strbuf_puts(out, i == 3 ? "- " : "");
        put_left(out, tr(chance_heads[i]), i == 5 ? 0 : 6);
    }
    strbuf_puts(out, ", %\n");
}

static void put_depth(struct strbuf *out, const char *begin, int plies)
{
    strbuf_puts(out, begin);
    tr_add(out, "{0}ply", TR_INT(plies));
}

static void put_depths(struct strbuf *out, const char *begin, int plies)
{
    strbuf_puts(out, begin);
    tr_add(out, "{0}ply (XG: {1}-ply)", TR_INT(plies), TR_INT(plies + 1));
}

/* "pass    -0.812 (-0.134)" */
static void put_reply(struct strbuf *out, const char *name, const struct mwc_line *line, double equity, double cost)
{
    strbuf_puts(out, "  ");
    put_left(out, tr(name), 12);
    put_right(out, EQUITY(line, equity, 4), 8);
    if (cost > 0)
        strbuf_printf(out, " (%s)", DIFFERENCE(line, -cost, 4));
    strbuf_putc(out, '\n');
}

static void put_proper_answer(struct strbuf *out, const char *name)
{
    strbuf_puts(out, "  ");
    tr_add(out, "proper answer: {0}", tr(name));
    strbuf_putc(out, '\n');
}

static void print_play(struct strbuf *out, void *line, const struct hint_play *p)
{
    const struct hint_look *l = &p->look;
    strbuf_printf(out, "  %2d. ", l->rank);
    put_left(out, tr(p->play), 28);
    put_depth(out, " ", l->at->plies);
    put_right(out, isnan(l->at->cubeful) ? tr("nothing at stake") : EQUITY(line, l->at->cubeful, 4), 8);
    if (l->rank > 1 && !isnan(l->behind))
        strbuf_printf(out, " (%s%s)", l->as_deep ? "" : "\xe2\x89\x88 ", DIFFERENCE(line, -l->behind, 4));
    if (p->again != NULL && !isnan(l->at->cubeful)) {
        put_depth(out, "   ", p->again->at->plies);
        put_right(out, EQUITY(line, p->again->at->cubeful, 4), 8);
    }
    if (p->again != NULL && p->again->behind > 0)
        strbuf_printf(out, " (%s)", DIFFERENCE(line, -p->again->behind, 4));
    strbuf_putc(out, '\n');
    put_outcome(out, &l->at->outcome);
}

static void plays_text(struct strbuf *out, const struct asked *q, const struct hint_plays *r, struct mwc_line line)
{
    strbuf_printf(out, "%s  ", q->id);
    tr_add(out, "to play {0}", TR_INT(10 * r->dice[0] + r->dice[1]));
    if (r->plays.n > 0)
        put_depths(out, ", ", r->plies);
    if (r->again != NULL)
        tr_add(out, ", again at {0}", r->again);
    strbuf_putc(out, '\n');
    if (r->plays.n > 0)
        chances_heading(out);
    hint_list_plays(out, r, print_play, &line);
    if (r->plays.n == 0)
        strbuf_printf(out, "      %s\n", tr("cannot move"));
}

/* ---- cube ---- */

static void put_loss(struct strbuf *out, const struct mwc_line *line, const struct cube_row *row)
{
    strbuf_puts(out, "  ");
    tr_put(out,
           tr(row->loss < 0.00005f ? N_("as good")
              : row->opponents     ? N_("opponent loses {0}")
                                   : N_("loses {0}")),
           TR_FILLING(LOSS(line, row->loss, 4)));
}

static void cube_text(struct strbuf *out, const struct hint_record *r, bool best_first)
{
    const struct cube_figures *c = r->action;
    strbuf_printf(out, "%s  ", r->id);
    tr_add(out, "cube decision, {0}ply (XG: {1}-ply)", TR_INT(r->chances->plies), TR_INT(r->chances->plies + 1));
    strbuf_putc(out, '\n');
    chances_heading(out);
    put_outcome(out, &r->chances->outcome);
    for (int i = 0; i < 3; i++) {
        const int action = hint_cube_action(c, i, best_first);
        const struct cube_row *row = &c->table.row[action];
        if (isnan(row->equity))
            continue;
        strbuf_puts(out, "  ");
        put_left(out, tr(row->label), 14);
        put_right(out, EQUITY(&c->line, row->equity, 4), 8);
        if (!isnan(c->mwc[action]) && !c->line.shown)
            put_right(out, TR_SHARE(c->mwc[action], 2), 9);
        if (action != c->table.merit[0])
            put_loss(out, &c->line, row);
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "  ");
    cube_figures_text(out, tr("proper action: {0}"), c, r->here);
    stakes_text(out, "  ", r->here);
}

/* ---- answers ---- */

static void answers_text(struct strbuf *out, const struct hint_record *r)
{
    const struct position *p = &r->asked->position;
    const struct replies *a = r->replies;
    strbuf_printf(out, "%s  ", r->id);
    tr_add(out, "{0} to {1}: {2}", tr(offer_made(p)), TR_INT(2 * p->cube), tr(reply_choice(p)));
    put_depths(out, " ", r->chances->plies);
    strbuf_putc(out, '\n');
    chances_heading(out);
    put_outcome(out, &r->chances->outcome);
    for (enum reply i = REPLY_TAKE; i < REPLIES; i++)
        if (i != REPLY_RAISE || a->may_raise)
            put_reply(out, reply_name(p, i), &r->line, (double)a->equity[i], (double)a->cost[i]);
    put_proper_answer(out, reply_name(p, a->best));
    stakes_text(out, "  ", r->here);
}

static void resignation_text(struct strbuf *out, const struct hint_record *r)
{
    strbuf_printf(out, "%s  ", r->id);
    resignation_question(out, r->resigned, r->asked->position.under != OFFER_NONE);
    put_depths(out, " ", r->chances->plies);
    strbuf_putc(out, '\n');
    chances_heading(out);
    put_outcome(out, &r->chances->outcome);
    put_reply(out, N_("accept"), &r->line, r->accept->equity, r->accept->cost);
    put_reply(out, N_("refuse"), &r->line, r->refuse->equity, r->refuse->cost);
    put_proper_answer(out, r->answer);
}

/* ---- one of them ---- */

void hint_text(struct strbuf *out, const struct hint_record *r, bool best_first)
{
    if (r->resigned != 0)
        resignation_text(out, r);
    else if (r->plays != NULL)
        plays_text(out, r->asked, r->plays, r->line);
    else if (r->replies != NULL)
        answers_text(out, r);
    else
        cube_text(out, r, best_first);
}
