/* League tables; see league.h. */
#include "base/language.h"
#include "collection/league.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

enum { ELO_FIRST = 1500 };

struct member { /* a player while matches come */
    int64_t player;
    int won, lost, points[2];
    double elo;
};

struct gathering {
    struct member *at;
    size_t n, capacity;
    int matches;
};

static struct member *member_of(struct gathering *g, int64_t player)
{
    for (size_t i = 0; i < g->n; i++)
        if (g->at[i].player == player)
            return &g->at[i];
    g->at = grow(g->at, g->n, &g->capacity, sizeof *g->at);
    g->at[g->n] = (struct member){.player = player, .elo = ELO_FIRST};
    return &g->at[g->n++];
}

/* FIBS's formula: who is D ahead wins a match to N with 1 / (10^(-D sqrt N / 2000) + 1), and 4 sqrt N are at stake. */
static void play_for_elo(struct member *winner, struct member *loser, int length)
{
    const double root = sqrt(length);
    const double chance = 1 / (pow(10, -(winner->elo - loser->elo) * root / 2000) + 1);
    winner->elo += 4 * root * (1 - chance);
    loser->elo -= 4 * root * (1 - chance);
}

/* In the order of dates: Elo depends on it. */
static bool take_match(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    if (m->length == 0 || m->winner == NOBODY || m->player[0] == 0 || m->player[1] == 0 || m->player[0] == m->player[1])
        return true;
    g->matches++;
    (void)member_of(g, m->player[0]); /* both first: the list may move */
    (void)member_of(g, m->player[1]);
    struct member *of[2] = {member_of(g, m->player[0]), member_of(g, m->player[1])};
    for (int who = 0; who < 2; who++) {
        of[who]->won += m->winner == who;
        of[who]->lost += m->winner != who;
        of[who]->points[0] += m->score[who];
        of[who]->points[1] += m->score[1 - who];
    }
    play_for_elo(of[m->winner], of[!m->winner], m->length);
    return true;
}

/* ---- ranks ---- */

/* The better the less. */
static double key_of(const struct league_row *r, enum league_order order)
{
    switch (order) {
    case LEAGUE_PR:
        return r->pr;
    case LEAGUE_WON:
        return r->lost - r->won;
    case LEAGUE_POINTS:
        return -r->balance;
    case LEAGUE_LUCK:
        return -r->adjusted;
    case LEAGUE_ELO:
        return -r->elo;
    default:
        return 0;
    }
}

struct keyed { /* for qsort */
    struct league_row row;
    double key;
};

static int by_key(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    if ((x->row.rank == 0) != (y->row.rank == 0))
        return x->row.rank == 0 ? 1 : -1;
    if (isnan(x->key) != isnan(y->key))
        return isnan(x->key) ? 1 : -1;
    if (x->key != y->key && !isnan(x->key))
        return x->key < y->key ? -1 : 1;
    return strcmp(x->row.name, y->row.name);
}

const char *league_order_name(enum league_order order)
{
    static const char *const names[] = {"", "pr", "won", "points", "luck", "elo", "name"}; /* ORDER LEAGUE_ORDER */
    return names[order];
}

const char *league_order_words(enum league_order order)
{
    /* ORDER LEAGUE_ORDER */
    static const char *const words[] = {"",
                                        N_("PR, the lowest first"),
                                        N_("matches won less matches lost"),
                                        N_("points won less points lost"),
                                        N_("result less luck"),
                                        N_("Elo"),
                                        N_("name")};
    return words[order];
}

static void rank_rows(struct league *l)
{
    struct keyed *sorted = xcalloc(l->n + 1, sizeof *sorted);
    for (size_t i = 0; i < l->n; i++)
        sorted[i] = (struct keyed){l->at[i], key_of(&l->at[i], l->order)};
    if (l->n > 0)
        qsort(sorted, l->n, sizeof *sorted, by_key);
    for (size_t i = 0; i < l->n; i++) {
        const bool level = i > 0 && l->order != LEAGUE_NAME && sorted[i].key == sorted[i - 1].key;
        l->at[i] = sorted[i].row;
        if (l->at[i].rank != 0)
            l->at[i].rank = level ? l->at[i - 1].rank : (int)i + 1;
    }
    xfree(sorted);
}

static void add_row(struct league *l, struct gathering *g, const struct figures *f)
{
    const struct ratio *pr = tally_ratio(&f->tally, FIGURE_PR);
    const struct member *m = member_of(g, f->player);
    const bool few = f->tally.decisions < l->least,
               needs_match = l->order == LEAGUE_WON || l->order == LEAGUE_POINTS || l->order == LEAGUE_ELO,
               unfinished = needs_match && m->won + m->lost == 0;
    l->at[l->n++] = (struct league_row){.rank = !few && !unfinished,
                                        .name = f->name,
                                        .won = m->won,
                                        .lost = m->lost,
                                        .points = {m->points[0], m->points[1]},
                                        .balance = m->points[0] - m->points[1],
                                        .decisions = f->tally.decisions,
                                        .pr = 500 * ratio_value(pr),
                                        .range = 500 * ratio_interval(pr),
                                        .grade = ratio_grade(pr),
                                        .adjusted = ratio_value(tally_ratio(&f->tally, FIGURE_ADJUSTED)),
                                        .elo = m->elo};
    l->n_left_out += few;
    l->n_unfinished += !few && unfinished;
}

bool league_of(struct store *s, const struct stats_query *query, enum league_order order, int least, struct league *out)
{
    struct gathering g = {.n = 0};
    struct stats_query q = *query;
    *out = (struct league){.title = q.match.event, .order = order, .least = least};
    q.each_match = take_match;
    q.to_points = q.match.length != 0; /* sessions have a PR but no winner: each figure would be of other games */
    q.context = &g;
    const bool ok = stats_of(s, &q, &out->stats);
    out->at = xcalloc(out->stats.players.n + 1, sizeof *out->at);
    for (size_t i = 0; ok && i < out->stats.players.n; i++)
        add_row(out, &g, out->stats.players.at[i]);
    out->matches = g.matches;
    rank_rows(out);
    xfree(g.at);
    return ok;
}

void league_done(struct league *l)
{
    xfree(l->at);
    stats_done(&l->stats);
}
