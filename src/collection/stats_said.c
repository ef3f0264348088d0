/* What is not in figures, and what follows from several; see stats.h. */
#include "collection/stats.h"

#include <math.h>

#include "base/strbuf.h"

double error_of_judges(const struct figures *f)
{
    return f->by == BY_ERROR_KIND || f->in_part ? (double)NAN : judged_error(&f->tally.judged);
}

double share_of_rating(const struct stats *st, const struct figures *f)
{
    for (size_t i = 0; i < st->players.n; i++)
        if (st->players.at[i]->player == f->player)
            return ratio_value(tally_ratio(&f->tally, FIGURE_PR)) /
                   ratio_value(tally_ratio(&st->players.at[i]->tally, FIGURE_PR));
    return NAN;
}

void stats_left_out(const struct stats *st, struct strbuf *out)
{
    const struct left_out *l = &st->left_out;
    const struct {
        int n;
        const char *one, *many;
    } parts[] = {
        {l->not_analysed, "1 match is not analysed: it is in no figure",
         "%d matches are not analysed: they are in no figure"},
        {l->unnamed, "1 player is not named; the decisions of that player are in no figure",
         "%d players are not named: their decisions are in no figure"},
        {l->stand_apart ? 0 : l->undated, "1 match has no date: it is in no figure that asks for one",
         "%d matches have no date: they are in no figure that asks for one"},
        {l->stand_apart ? l->undated : 0, "1 match has no date: it is listed under \"undated\"",
         "%d matches have no date: they are listed under \"undated\""},
        {l->abandoned, "1 match was not finished: its decisions count, its result, luck and loss per match do not",
         "%d matches were not finished: their decisions count, their results, luck and losses per match do not"},
        {l->given_away,
         "1 game was left or resigned though it was not lost, or has a gap in its record: its decisions count, its "
         "result and luck do not",
         "%d games were left or resigned though they were not lost, or have gaps in their records: their decisions "
         "count, their results and luck do not"},
        {l->other_variants, "1 match is of another game than backgammon (nackgammon, hypergammon): it is counted too",
         "%d matches are of other games than backgammon (nackgammon, hypergammon): they are counted too"},
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].n == 1)
            strbuf_puts(out, parts[i].one);
        else if (parts[i].n > 1)
            strbuf_printf(out, "%d%s", parts[i].n, parts[i].many + 2);
        if (parts[i].n > 0)
            strbuf_putc(out, '\n');
    }
}
