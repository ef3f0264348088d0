/* Sums by unit; see tally.h. */
#include "collection/tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

/* It has no meaning for a single game. */
static bool figure_is_of_matches(enum figure f)
{
    return f >= FIGURE_LUCK && f <= FIGURE_MWC_LOST;
}

/* Games are units of the first match, until another one comes. */
static void end_game(struct tallies *t)
{
    if (t->of_game == NULL)
        return;
    for (enum figure f = 0; f < FIGURES; f++)
        if (!figure_is_of_matches(f))
            ratio_add(&t->rate[f], t->of_game[f].e, t->of_game[f].n);
    memset(t->of_game, 0, FIGURES * sizeof *t->of_game);
}

void tally_pause(struct tallies *t)
{
    end_game(t);
    xfree(t->of_game);
    t->of_game = NULL;
}

static void add_match(struct tallies *t, enum figure f)
{
    ratio_add(&t->rate[f], t->of_match[f].e, t->of_match[f].n);
}

/* Another one follows: now matches are the units. */
static void end_match(struct tallies *t)
{
    tally_pause(t);
    for (enum figure f = 0; f < FIGURES; f++) {
        if (t->matches == 1)
            t->rate[f] = (struct ratio){0};
        add_match(t, f);
    }
    memset(t->of_match, 0, sizeof t->of_match);
    judged_end_match(&t->judged);
}

void tally_end(struct tallies *t)
{
    tally_pause(t);
    for (enum figure f = 0; f < FIGURES; f++)
        if (t->matches > 1 || figure_is_of_matches(f))
            add_match(t, f);
    judged_end_match(&t->judged);
}

void tally_add(struct tallies *t, int64_t match, int game, const struct addend row[FIGURES])
{
    if (match != t->match) {
        if (t->matches > 0)
            end_match(t);
        t->matches++;
        t->games++;
    } else if (game != t->game) {
        end_game(t);
        t->games++;
    }
    t->match = match;
    t->game = game;
    if (t->matches == 1 && t->of_game == NULL)
        t->of_game = xcalloc(FIGURES, sizeof *t->of_game);
    for (enum figure f = 0; f < FIGURES; f++) {
        if (row[f].n == 0 && row[f].e == 0) /* as most of a decision are */
            continue;
        addend_add(&t->of_match[f], &row[f]);
        if (t->of_game != NULL)
            addend_add(&t->of_game[f], &row[f]);
    }
}

const struct ratio *tally_ratio(const struct tallies *t, enum figure f)
{
    return &t->rate[f];
}
