/* League tables; see league.h. */
#include "collection/league.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsonw.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "collection/csv.h"

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
        return r->points[1] - r->points[0];
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
    l->at[l->n++] = (struct league_row){.rank = f->tally.decisions >= l->least,
                                        .name = f->name,
                                        .won = m->won,
                                        .lost = m->lost,
                                        .points = {m->points[0], m->points[1]},
                                        .decisions = f->tally.decisions,
                                        .pr = 500 * ratio_value(pr),
                                        .range = 500 * ratio_interval(pr),
                                        .adjusted = ratio_value(tally_ratio(&f->tally, FIGURE_ADJUSTED)),
                                        .elo = m->elo};
    l->n_left_out += f->tally.decisions < l->least;
}

bool league_of(struct store *s, const struct stats_query *query, enum league_order order, int least, struct league *out)
{
    struct gathering g = {.n = 0};
    struct stats_query q = *query;
    *out = (struct league){.title = q.match.event, .order = order, .least = least};
    q.each_match = take_match;
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

/* ---- as text ---- */

enum { NAME_WIDTH = 26 };

static void put_padded_name(struct strbuf *out, const char *name)
{
    const size_t from = out->length;
    strbuf_puts(out, name);
    utf8_disarm(out, from, '?', false);
    const size_t width = utf8_count(out->at + from);
    strbuf_fill(out, ' ', width < NAME_WIDTH ? NAME_WIDTH - width : 1);
}

void league_table(const struct league *l, struct strbuf *out)
{
    strbuf_printf(out, "rank  %-*s  W-L   points    PR       (95%%)  decisions  result less luck     Elo\n", NAME_WIDTH,
                  "player");
    for (size_t i = 0; i < l->n; i++) {
        const struct league_row *r = &l->at[i];
        char pair[32], range[32] = "-";
        if (r->rank > 0)
            strbuf_printf(out, "%4d  ", r->rank);
        else
            strbuf_puts(out, "   -  ");
        put_padded_name(out, r->name);
        snprintf(pair, sizeof pair, "%d-%d", r->won, r->lost);
        strbuf_printf(out, "%5s", pair);
        snprintf(pair, sizeof pair, "%d-%d", r->points[0], r->points[1]);
        strbuf_printf(out, "%9s", pair);
        strbuf_cell(out, r->pr, 2, 6);
        if (!isnan(r->range))
            snprintf(range, sizeof range, "%.1f-%.1f", fmax(0, r->pr - r->range), r->pr + r->range);
        strbuf_printf(out, "%12s%11d", range, r->decisions);
        strbuf_cell(out, 100 * r->adjusted, 1, 18);
        strbuf_cell(out, r->elo, 0, 8);
        strbuf_putc(out, '\n');
    }
}

void league_csv(const struct league *l, struct strbuf *out)
{
    strbuf_puts(out, "rank,name,won,lost,points,points_against,pr,pr_interval,decisions,result_less_luck,elo\r\n");
    for (size_t i = 0; i < l->n; i++) {
        const struct league_row *r = &l->at[i];
        if (r->rank > 0)
            strbuf_printf(out, "%d", r->rank);
        strbuf_putc(out, ',');
        csv_text(out, r->name);
        strbuf_printf(out, ",%d,%d,%d,%d", r->won, r->lost, r->points[0], r->points[1]);
        csv_figure(out, r->pr, 4);
        csv_figure(out, r->range, 4);
        strbuf_printf(out, ",%d", r->decisions);
        csv_figure(out, r->adjusted, 6);
        csv_figure(out, r->elo, 2);
        strbuf_puts(out, "\r\n");
    }
}

static void json_row(struct jsonw *j, const struct league_row *r)
{
    jsonw_object(j, NULL);
    if (r->rank > 0)
        jsonw_int(j, "rank", r->rank);
    else
        jsonw_null(j, "rank");
    jsonw_string(j, "name", r->name);
    jsonw_int(j, "won", r->won);
    jsonw_int(j, "lost", r->lost);
    jsonw_int(j, "points", r->points[0]);
    jsonw_int(j, "points_against", r->points[1]);
    jsonw_number(j, "pr", r->pr, 4);
    jsonw_number(j, "pr_interval", r->range, 4);
    jsonw_int(j, "decisions", r->decisions);
    jsonw_number(j, "result_less_luck", r->adjusted, 6);
    jsonw_number(j, "elo", r->elo, 2);
    jsonw_end(j);
}

void league_json(const struct league *l, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "event", l->title);
    jsonw_string(&j, "sort", league_order_name(l->order));
    jsonw_int(&j, "min_decisions", l->least);
    jsonw_int(&j, "matches", l->matches);
    jsonw_array(&j, "players");
    for (size_t i = 0; i < l->n; i++)
        json_row(&j, &l->at[i]);
    jsonw_end(&j);
    left_out_json(&l->stats.left_out, &j);
    jsonw_end(&j);
    jsonw_finish(&j);
}
