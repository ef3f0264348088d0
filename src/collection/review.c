/* A tournament's review; see review.h. */
#include "base/language.h"
#include "collection/review.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/student.h"
#include "base/xmalloc.h"

static const double scale = 500;

const char *review_kind_name(enum review_kind k)
{
    static const char *const names[] = {"all", "match", "half", "score"}; /* ORDER REVIEW_KIND */
    return names[k];
}

static const char *const half_names[] = {N_("first half"), N_("second half")};
static const char *const score_names[SCORES] = {N_("money"),
                                                N_("level"),
                                                N_("ahead"),
                                                N_("behind"),
                                                N_("one of both needs a point"),
                                                N_("double match point")}; /* ORDER REVIEW_SCORE */

/* ---- sums ---- */

struct sums {
    double lost, n;
    struct difficulty difficulty;
};

struct which { /* games that are meant */
    bool here;
    enum review_kind kind;
    int64_t number; /* of the match, half, score */
};

static bool is_meant(const struct which *w, const struct review_game *g)
{
    if (w->here != g->here)
        return false;
    switch (w->kind) {
    case REVIEW_MATCH:
        return !w->here || g->match == w->number; /* usual: all */
    case REVIEW_HALF:
        return g->half == w->number;
    case REVIEW_SCORE:
        return (int)g->score == w->number;
    case REVIEW_WHOLE:
        break;
    }
    return true;
}

static struct sums sum_of(const struct review_game *game, size_t n, const struct which *w)
{
    struct sums s = {.n = 0};
    for (size_t i = 0; i < n; i++) {
        if (!is_meant(w, &game[i]))
            continue;
        s.lost += game[i].lost;
        s.n += game[i].decisions;
        difficulty_join(&s.difficulty, &game[i].difficulty);
    }
    return s;
}

/* ---- chance ---- */

/* Variance of what a decision adds, from the scatter of games and of matches around their means, at the event and
 * usually: the greater one, as decisions of a game are alike, and perhaps those of a match. */
struct scatter {
    double variance;
    int freedom;
};

static struct scatter scatter_of(const struct review_game *game, size_t n, const double rate[2], bool by_match)
{
    double squares = 0, decisions = 0;
    int units = 0;
    for (size_t i = 0, end; i < n; i = end) {
        double rest = 0;
        for (end = i; end == i || (by_match && end < n && game[end].match == game[i].match); end++) {
            rest += game[end].lost - rate[game[end].here] * game[end].decisions;
            decisions += game[end].decisions;
        }
        squares += rest * rest;
        units++;
    }
    return (struct scatter){units > 2 && decisions > 0 ? squares / decisions * units / (units - 2) : (double)NAN,
                            units - 2};
}

/* ---- a part ---- */

struct reviewing {
    const struct review_game *game;
    size_t n;
    struct scatter scatter;
    double usual_rate; /* EMG a decision, over all */
    struct review *out;
};

/* How much harder the decisions here are than those there; 1 where it is not known. *error: of its logarithm. */
static double times_harder(const struct reviewing *r, const struct sums *here, const struct sums *there, double *error)
{
    const double level = fmax(scale * r->usual_rate, DIFFICULTY_LOWEST_PR);
    const double times = difficulty_pr(&here->difficulty, level) / difficulty_pr(&there->difficulty, level);
    const bool known = times > 0 && isfinite(times);
    *error = known ? hypot(difficulty_error(&here->difficulty), difficulty_error(&there->difficulty)) : 0;
    return known ? times : 1;
}

static bool compare(const struct reviewing *r, enum review_kind kind, int64_t number, struct review_part *p)
{
    const struct sums here = sum_of(r->game, r->n, &(struct which){true, kind, number});
    const struct sums there = sum_of(r->game, r->n, &(struct which){false, kind, number});
    double error;
    if (here.n < REVIEW_DECISIONS || there.n < REVIEW_DECISIONS || !(here.lost + there.lost > 0))
        return false;
    const double times = times_harder(r, &here, &there, &error), usual = there.lost / there.n * times;
    /* who loses more in all makes larger errors too: docs/analysis.md, "What to study" */
    const double variance = r->scatter.variance * pow(fmax(usual, r->usual_rate / 10) / r->usual_rate, 1.5);
    *p = (struct review_part){.kind = kind,
                              .match = kind == REVIEW_MATCH ? number : 0,
                              .decisions = (int)here.n,
                              .pr = scale * here.lost / here.n,
                              .usual = scale * usual};
    p->difference = p->pr - p->usual;
    p->low = scale * sqrt(variance * (1 / here.n + times * times / there.n) + usual * usual * error * error);
    return true;
}

/* compare() leaves the standard error in `low`. */
static void judge(struct review_part *p, double t)
{
    const double half = t * p->low;
    p->low = p->difference - half;
    p->high = p->difference + half;
    p->verdict = p->low > 0 ? 1 : p->high < 0 ? -1 : 0;
}

static void add_part(struct reviewing *r, enum review_kind kind, int64_t number, const char *name)
{
    struct review *out = r->out;
    if (out->n < REVIEW_PARTS && compare(r, kind, number, &out->part[out->n]))
        out->part[out->n++].name = name;
}

static void add_parts(struct reviewing *r)
{
    add_part(r, REVIEW_WHOLE, 0, N_("all"));
    for (size_t i = 0; i < r->n && r->out->n <= REVIEW_MATCHES; i++)
        if (r->game[i].here && (i == 0 || r->game[i - 1].match != r->game[i].match))
            add_part(r, REVIEW_MATCH, r->game[i].match, "");
    for (int half = 0; half < 2; half++)
        add_part(r, REVIEW_HALF, half, half_names[half]);
    for (int score = 0; score < SCORES; score++)
        add_part(r, REVIEW_SCORE, score, score_names[score]);
}

void review_of(const struct review_game *game, size_t n, struct review *out)
{
    const struct sums here = sum_of(game, n, &(struct which){true, REVIEW_WHOLE, 0});
    const struct sums there = sum_of(game, n, &(struct which){false, REVIEW_WHOLE, 0});
    const double rate[2] = {there.n > 0 ? there.lost / there.n : 0, here.n > 0 ? here.lost / here.n : 0};
    const struct scatter games = scatter_of(game, n, rate, false), matches = scatter_of(game, n, rate, true);
    struct reviewing r = {game, n, matches.variance > games.variance ? matches : games, rate[0], out};
    out->decisions = (int)here.n;
    out->usual_decisions = (int)there.n;
    out->pr = here.n > 0 ? scale * rate[1] : (double)NAN;
    out->usual_pr = there.n > 0 ? scale * rate[0] : (double)NAN;
    out->n = 0;
    if (out->usual_matches < REVIEW_USUAL_MATCHES || isnan(r.scatter.variance) || !(rate[0] > 0))
        return;
    add_parts(&r);
    for (int i = 0; i < out->n; i++)
        judge(&out->part[i],
              student_t(r.scatter.freedom, out->part[i].kind == REVIEW_WHOLE ? 0.95 : 1 - 0.05 / (out->n - 1)));
}

/* ---- from a collection ---- */

struct known {
    int64_t id;
    int side;
    bool here;
    const char *date, *opponent, *round, *stem;
};

struct gathering {
    struct review *out;
    int64_t player;
    struct known *match;
    size_t n_matches, match_room;
    struct review_game *game;
    int *number; /* of each game in its match */
    size_t n, room, number_room;
    size_t at; /* match or game at hand */
    int64_t passed; /* a match that is not meant */
};

static bool keep_match(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    if (m->analysis == 0)
        return true;
    g->match = grow(g->match, g->n_matches, &g->match_room, sizeof *g->match);
    const int side = m->player[0] == g->player ? 0 : 1;
    g->match[g->n_matches++] = (struct known){.id = m->id,
                                              .side = side,
                                              .date = arena_strdup(g->out->arena, m->date),
                                              .opponent = arena_strdup(g->out->arena, m->person[!side]),
                                              .round = arena_strdup(g->out->arena, m->round),
                                              .stem = arena_strdup(g->out->arena, m->stem)};
    return true;
}

static bool mark_here(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    for (size_t i = 0; i < g->n_matches; i++)
        if (g->match[i].id == m->id) {
            g->match[i].here = true;
            g->out->matches++;
        }
    return true;
}

/* Only matches of the year before the event, where there are enough; else all others. */
static void choose_usual(struct gathering *g)
{
    const char *first = NULL;
    char from[DAY_ROOM] = "";
    int year = 0, in_year = 0, others = 0;
    for (size_t i = 0; i < g->n_matches; i++)
        if (g->match[i].here && g->match[i].date != NULL && (first == NULL || strcmp(g->match[i].date, first) < 0))
            first = g->match[i].date;
    if (first != NULL && sscanf(first, "%4d", &year) == 1)
        snprintf(from, sizeof from, "%04u%.6s", (unsigned)(year - 1) % 10000, first + 4);
    size_t n = 0;
    for (size_t i = 0; i < g->n_matches; i++) {
        const struct known *k = &g->match[i];
        others += !k->here;
        in_year +=
            !k->here && first != NULL && k->date != NULL && strcmp(k->date, from) >= 0 && strcmp(k->date, first) < 0;
    }
    g->out->of_year = in_year >= REVIEW_YEAR_MATCHES;
    for (size_t i = 0; i < g->n_matches; i++) {
        const struct known *k = &g->match[i];
        const bool in = k->date != NULL && first != NULL && strcmp(k->date, from) >= 0 && strcmp(k->date, first) < 0;
        if (k->here || in || !g->out->of_year)
            g->match[n++] = *k;
    }
    g->n_matches = n;
    g->out->usual_matches = g->out->of_year ? in_year : others;
}

static bool take_sums(void *context, const struct stored_sums *s)
{
    struct gathering *g = context;
    const size_t from = g->at;
    while (g->at < g->n_matches && g->match[g->at].id != s->match)
        g->at++;
    if (g->at == g->n_matches) { /* it is not meant; those that are come in the same order */
        g->at = from;
        return true;
    }
    const struct known *k = &g->match[g->at];
    const int decisions = s->counted_plays + s->counted_cubes;
    if (s->side != k->side || decisions == 0)
        return true;
    g->game = grow(g->game, g->n, &g->room, sizeof *g->game);
    g->number = grow(g->number, g->n, &g->number_room, sizeof *g->number);
    g->number[g->n] = s->game;
    g->game[g->n++] = (struct review_game){.match = k->id,
                                           .here = k->here,
                                           .lost = s->counted_play_error + s->counted_cube_error,
                                           .decisions = decisions,
                                           .difficulty = s->difficulty};
    return true;
}

static enum review_score score_of(const int away[2])
{
    if (away[0] <= 0)
        return SCORE_MONEY;
    if (away[0] == 1 && away[1] == 1)
        return SCORE_BOTH_ONE_AWAY;
    if (away[0] == 1 || away[1] == 1)
        return SCORE_ONE_AWAY;
    return away[0] == away[1] ? SCORE_LEVEL : away[0] < away[1] ? SCORE_AHEAD : SCORE_BEHIND;
}

static bool take_score(void *context, const struct stored_decision *d)
{
    struct gathering *g = context;
    const size_t from = g->at;
    if (d->match == g->passed)
        return true;
    while (g->at < g->n && (g->game[g->at].match != d->match || g->number[g->at] != d->row.game))
        g->at++;
    if (g->at == g->n) {
        g->at = from;
        g->passed = from < g->n && g->game[from].match == d->match ? 0 : d->match;
    } else {
        g->game[g->at].score = score_of(d->row.away);
    }
    return true;
}

/* A game is in the half that the middle of it is in. */
static void halve(struct review_game *game, size_t n)
{
    for (size_t i = 0, end; i < n; i = end) {
        int all = 0, before = 0;
        for (end = i; end < n && game[end].match == game[i].match; end++)
            all += game[end].decisions;
        for (size_t k = i; k < end; k++) {
            game[k].half = 2 * before + game[k].decisions > all;
            before += game[k].decisions;
        }
    }
}

static void name_matches(const struct gathering *g)
{
    for (int i = 0; i < g->out->n; i++)
        for (size_t k = 0; k < g->n_matches; k++)
            if (g->out->part[i].kind == REVIEW_MATCH && g->match[k].id == g->out->part[i].match) {
                g->out->part[i].name = g->match[k].opponent;
                g->out->part[i].round = g->match[k].round;
                g->out->part[i].stem = g->match[k].stem;
            }
}

bool review_person(struct store *s, const struct match_filter *match, struct review *out)
{
    struct match_filter all = MATCH_FILTER_ALL;
    *out = (struct review){.arena = arena_new()};
    all.player = match->player;
    struct decision_filter decisions = {.match = all, .brief = true};
    struct gathering g = {.out = out, .player = match->player};
    bool ok = store_matches_alone(s, &all, keep_match, &g) && store_matches_alone(s, match, mark_here, &g);
    choose_usual(&g);
    ok = ok && store_sums(s, &all, true, take_sums, &g);
    g.at = 0;
    ok = ok && store_decisions(s, &decisions, take_score, &g);
    halve(g.game, g.n);
    if (out->matches > 0)
        review_of(g.game, g.n, out);
    name_matches(&g);
    xfree(g.match);
    xfree(g.game);
    xfree(g.number);
    return ok;
}

void review_done(struct review *r)
{
    arena_free(r->arena);
}
