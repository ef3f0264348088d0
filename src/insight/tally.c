/* Sums by unit; see tally.h. */
#include "insight/tally.h"

#include <string.h>

bool figure_is_of_matches(enum figure f)
{
    return f >= FIGURE_LUCK && f <= FIGURE_MWC_LOST;
}

static void flush(struct ratio to[FIGURES], struct share from[FIGURES])
{
    for (int i = 0; i < FIGURES; i++)
        ratio_add(&to[i], from[i].e, from[i].n);
    memset(from, 0, FIGURES * sizeof *from);
}

static void end_game(struct tallies *t)
{
    if (t->match != 0)
        flush(t->by_game, t->of_game);
}

void tally_end(struct tallies *t)
{
    end_game(t);
    if (t->match != 0)
        flush(t->by_match, t->of_match);
    judged_end_match(&t->judged);
    t->match = 0;
}

void tally_add(struct tallies *t, int64_t match, int game, const struct share row[FIGURES])
{
    if (match != t->match) {
        tally_end(t);
        t->matches++;
        t->games++;
    } else if (game != t->game) {
        end_game(t);
        t->games++;
    }
    t->match = match;
    t->game = game;
    for (int i = 0; i < FIGURES; i++) {
        if (row[i].n == 0 && row[i].e == 0) /* as most of a decision are */
            continue;
        t->of_match[i].e += row[i].e;
        t->of_match[i].n += row[i].n;
        t->of_game[i].e += row[i].e;
        t->of_game[i].n += row[i].n;
    }
}

const struct ratio *tally_ratio(const struct tallies *t, enum figure f)
{
    return t->matches == 1 && !figure_is_of_matches(f) ? &t->by_game[f] : &t->by_match[f];
}
