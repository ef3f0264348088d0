/* What players of a level lose; see field.h. */
#include "base/language.h"
#include "collection/field.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "match/difficulty.h"
#include "match/phase.h"

static const double pr_scale = 500;

/* ---- classes ---- */

/* What decisions are classed by, and how many numbers each has; see group_number(). */
static const struct {
    enum stats_by by;
    int n;
} kinds[] = {{BY_PHASE, PHASES}, {BY_PLAN, PLANS}, {BY_CUBE_ACTION, CUBE_ACTIONS}, {BY_THEME, THEMES}};

enum { KINDS = sizeof kinds / sizeof *kinds };

#define BIT(n) (UINT64_C(1) << (n))

/* Themes that are a phase or a plan too, and that of the clock, of which no field is known. */
static const theme_set not_twice = BIT(THEME_RACE) | BIT(THEME_BEAR_OFF) | BIT(THEME_OPENING) | BIT(THEME_HOLDING) |
                                   BIT(THEME_MUTUAL_HOLDING) | BIT(THEME_BLITZ) | BIT(THEME_PRIME_V_PRIME) |
                                   BIT(THEME_BACKGAME) | BIT(THEME_ACE_POINT) | BIT(THEME_CRUNCH) |
                                   BIT(THEME_BEAR_OFF_CONTACT) | BIT(THEME_TIME_TROUBLE);
/* Those that depend on what was played: whoever errs more often meets them more often. */
static const theme_set of_choice =
    BIT(THEME_POINT_MAKING) | BIT(THEME_HIT) | BIT(THEME_SAFE_V_BOLD) | BIT(THEME_ESCAPE) | BIT(THEME_KEY_POINT) |
    BIT(THEME_BREAKING_POINT) | BIT(THEME_MISSED_HIT) | BIT(THEME_MISSED_POINT) | BIT(THEME_STACKING) |
    BIT(THEME_ANCHOR) | BIT(THEME_PRIME) | BIT(THEME_NEEDLESS_HIT) | BIT(THEME_LOOSE_HIT) | BIT(THEME_DOUBLE_HIT) |
    BIT(THEME_CROSSOVER) | BIT(THEME_MARKET_LOSERS) | BIT(THEME_WASTAGE) | BIT(THEME_DIVERSIFICATION) |
    BIT(THEME_DUPLICATION) | BIT(THEME_BLOT_COUNT);

static bool is_class(size_t kind, int number)
{
    return kinds[kind].by != BY_THEME || (not_twice >> number & 1) == 0;
}

/* All classes: made once, they never change. */
static struct {
    int n;
    struct {
        enum stats_by by;
        int number;
    } at[CLASSES_MOST];
    uint64_t of_choice;
    int8_t class[STATS_BY][CLASSES_MOST]; /* by number; -1 = none */
} known;

static void learn(void)
{
    memset(known.class, -1, sizeof known.class);
    known.n = CLASS_FIRST;
    for (size_t k = 0; k < KINDS; k++)
        for (int number = 0; number < kinds[k].n; number++) {
            if (!is_class(k, number))
                continue;
            if (kinds[k].by == BY_THEME && (of_choice >> number & 1) != 0)
                known.of_choice |= BIT(known.n);
            known.at[known.n].by = kinds[k].by;
            known.at[known.n].number = number;
            known.class[kinds[k].by][number] = (int8_t)known.n++;
        }
}

static void classes_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, learn);
}

int class_count(void)
{
    classes_ready();
    return known.n;
}

bool class_is_of_choice(int class)
{
    classes_ready();
    return (known.of_choice >> class & 1) != 0;
}

void class_of(int i, struct study_class *out)
{
    struct group g = {.name = ""};
    *out = (struct study_class){.by = BY_NOTHING, .number = i};
    snprintf(out->name, sizeof out->name, "%s", i == CLASS_CHEQUER ? "chequer play" : i == CLASS_CUBE ? "cube" : "");
    if (i < CLASS_FIRST || i >= CLASSES_MOST || i >= class_count())
        return;
    out->by = known.at[i].by;
    out->number = known.at[i].number;
    group_of_number(out->by, out->number, &g);
    snprintf(out->name, sizeof out->name, "%.31s", g.name);
}

uint64_t classes_of(const struct decision_row *d)
{
    if (d->counted == COUNTED_NOT)
        return 0;
    classes_ready();
    uint64_t bits = BIT(d->counted == COUNTED_CUBE ? CLASS_CUBE : CLASS_CHEQUER);
    for (size_t k = 0; k < KINDS; k++)
        for (int64_t i = -1; (i = group_number(kinds[k].by, d, i + 1)) >= 0 && i < kinds[k].n;) {
            const int class = known.class[kinds[k].by][i];
            bits |= class >= 0 ? BIT(class) : 0;
            if (kinds[k].by != BY_THEME)
                break;
        }
    return bits;
}

int class_of_group(enum stats_by by, const char *group)
{
    struct study_class c;
    for (int i = CLASS_FIRST; i < class_count(); i++) {
        class_of(i, &c);
        if (c.by == by && strcmp(c.name, group) == 0)
            return i;
    }
    return -1;
}

/* ---- sums of a player ---- */

static void end_match(struct player_sums *p)
{
    if (p->of_match[1] > 0)
        p->matches++;
    for (int i = 0; i < 2; i++) {
        p->sum[i] += p->of_match[i];
        for (int k = 0; k < 2; k++)
            p->product[i][k] += p->of_match[i] * p->of_match[k];
    }
    for (int c = 0; c < class_count(); c++) {
        struct class_sums *s = &p->at[c];
        const double all[SUMS] = {s->of_match[0], s->of_match[1], p->of_match[0], p->of_match[1]};
        s->matches += s->of_match[1] > 0;
        for (int i = 0; i < 2; i++) {
            s->sum[i] += s->of_match[i];
            for (int k = 0; k < SUMS; k++)
                s->product[i][k] += s->of_match[i] * all[k];
        }
        s->of_match[0] = s->of_match[1] = 0;
    }
    p->of_match[0] = p->of_match[1] = 0;
}

static void count_both(struct player_sums *p, int class, uint64_t bits)
{
    for (int c = 0; bits != 0; c++, bits >>= 1)
        p->both[class][c] += (int)(bits & 1);
}

/* Of a class that depends on what was played every decision is one in which it could be met. */
void player_sums_add(struct player_sums *p, int64_t match, const struct decision_row *d)
{
    if (d->counted == COUNTED_NOT || isnan(d->error))
        return;
    if (p->match != match)
        player_sums_end(p);
    p->match = match;
    p->of_match[0] += d->error;
    p->of_match[1]++;
    p->squares += d->error * d->error;
    const uint64_t all = classes_of(d);
    uint64_t bits = all | known.of_choice;
    for (int c = 0; bits != 0; c++, bits >>= 1) {
        const bool own = (all >> c & 1) != 0;
        p->at[c].of_match[1] += (double)(bits & 1);
        if (!own)
            continue;
        p->at[c].of_match[0] += d->error;
        p->at[c].squares += d->error * d->error;
        p->at[c].decisions++;
        if (p->both != NULL)
            count_both(p, c, all);
    }
}

void player_sums_end(struct player_sums *p)
{
    if (p->match != 0)
        end_match(p);
    p->match = 0;
}

double player_pr(const struct player_sums *p)
{
    return p->sum[1] > 0 ? pr_scale * p->sum[0] / p->sum[1] : (double)NAN;
}

struct ratio class_ratio(const struct class_sums *s)
{
    return (struct ratio){.units = s->matches,
                          .e = s->sum[0],
                          .n = s->sum[1],
                          .ee = s->product[0][SUM_LOST],
                          .en = s->product[0][SUM_DECISIONS],
                          .nn = s->product[1][SUM_DECISIONS]};
}

/* ---- what is expected ---- */

static double slope(const struct field_class *f)
{
    return (f->at_15 - f->at_5) / 10;
}

static double rate_at(const struct field_class *f, double pr)
{
    return at_level(f->at_5, f->at_15, pr);
}

const char level_note[] = N_(
    "Same level (level 5.2): the rate that players with the same PR overall have there. Rates of doubles, takes and "
    "passes are over these actions alone, in which an error costs several times what it costs in a play: they lie far "
    "above the PR at every level.");

double field_rate(const struct field *f, int class, double pr)
{
    return f->at[class].players > 0 ? rate_at(&f->at[class], pr) : (double)NAN;
}

/* Sum over matches of the squares by which the player's rate less what is expected scatters: the linearised residual
 * 500 e_c - r n_c - b q (500 e - PR n), where q is the class's share of the decisions and b the slope. */
static double squares(const struct field_class *f, const struct class_sums *s, const struct player_sums *p)
{
    const double rate = pr_scale * s->sum[0] / s->sum[1], part = slope(f) * s->sum[1] / p->sum[1];
    const double of[SUMS] = {pr_scale, -rate, -part * pr_scale, part * player_pr(p)};
    double total = 0;
    for (int i = 0; i < SUMS; i++)
        for (int k = 0; k < SUMS; k++)
            total += of[i] * of[k] * (i < 2 ? s->product[i][k] : k < 2 ? s->product[k][i] : p->product[i - 2][k - 2]);
    return fmax(total, 0) * p->matches / (p->matches - 1);
}

/* Of a decision's cost: players who lose more in all make larger errors too. */
static double variance_at(const struct field_class *f, double rate)
{
    return f->noise * pow(rate, 1.5);
}

/* The player's own scatter says little where matches are few: it counts as if there were COMMON matches more, which
 * scatter as those of other players (the posterior of a variance with an inverse gamma prior). */
enum { COMMON = 10 };

double field_error(const struct field *f, int class, const struct player_sums *p)
{
    const struct field_class *c = &f->at[class];
    const struct class_sums *s = &p->at[class];
    const double n = s->sum[1], common = variance_at(c, rate_at(c, player_pr(p))) * n;
    if (c->players == 0 || !(n > 0))
        return NAN;
    const int own = p->matches - 1;
    const double sum = own < 1 ? common : (COMMON * common + own * squares(c, s, p)) / (COMMON + own);
    return sqrt(sum) / n;
}

/* ---- the players of a collection ---- */

struct person {
    int64_t id;
    int decisions;
    size_t order; /* in which they were met: the same whatever their ids */
    struct player_sums *sums;
};

struct people {
    struct store *store;
    struct person *at;
    size_t n, capacity;
    struct stored_sums *sums; /* of matches, in their order */
    size_t n_sums, room, next;
};

static int by_id(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id) : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    return (x->order > y->order) - (x->order < y->order);
}

static bool keep_sums(void *context, const struct stored_sums *s)
{
    struct people *l = context;
    l->sums = grow(l->sums, l->n_sums, &l->room, sizeof *l->sums);
    l->sums[l->n_sums++] = *s;
    return true;
}

static bool count_match(void *context, const struct stored_match *m)
{
    struct people *l = context;
    for (; l->next < l->n_sums && l->sums[l->next].match == m->id; l->next++) {
        const struct stored_sums *s = &l->sums[l->next];
        l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
        l->at[l->n] = (struct person){m->player[s->side], s->counted_plays + s->counted_cubes, l->n, NULL};
        l->n++;
    }
    return true;
}

/* Each once, those alone who have decided often enough. */
static void merge(struct people *l, int least)
{
    size_t n = 0;
    if (l->n > 0)
        qsort(l->at, l->n, sizeof *l->at, by_id);
    for (size_t i = 0, end; i < l->n; i = end) {
        struct person p = l->at[i];
        for (end = i + 1; end < l->n && l->at[end].id == p.id; end++)
            p.decisions += l->at[end].decisions;
        if (p.id != 0 && p.decisions >= least)
            l->at[n++] = p;
    }
    l->n = n;
}

static bool find_people(struct store *s, int least, struct people *l)
{
    const struct match_filter all = MATCH_FILTER_ALL;
    const bool ok = store_sums(s, &all, false, keep_sums, l) && store_matches_alone(s, &all, count_match, l);
    xfree(l->sums);
    merge(l, least);
    return ok;
}

static bool add_decision(void *context, const struct stored_decision *d)
{
    struct people *l = context;
    const struct person key = {.id = d->player}, *p = NULL;
    for (size_t low = 0, high = l->n; low < high && p == NULL;) {
        const size_t mid = (low + high) / 2;
        if (l->at[mid].id == key.id)
            p = &l->at[mid];
        else if (l->at[mid].id < key.id)
            low = mid + 1;
        else
            high = mid;
    }
    if (p != NULL)
        player_sums_add(p->sums, d->match, &d->row);
    return true;
}

static bool read_people(struct people *l)
{
    const struct decision_filter all = {.match = MATCH_FILTER_ALL, .brief = true};
    for (size_t i = 0; i < l->n; i++)
        l->at[i].sums = xcalloc(1, sizeof *l->at[i].sums);
    const bool ok = store_decisions(l->store, &all, add_decision, l);
    for (size_t i = 0; i < l->n; i++)
        player_sums_end(l->at[i].sums);
    if (l->n > 0)
        qsort(l->at, l->n, sizeof *l->at, by_order);
    return ok;
}

static void people_done(struct people *l)
{
    for (size_t i = 0; i < l->n; i++)
        xfree(l->at[i].sums);
    xfree(l->at);
}

/* ---- a line through them ---- */

enum { ROUNDS = 20, CLASS_DECISIONS = 5 };

/* Players further than that from the line, in standard deviations, count as if they were no further. */
static const double furthest = 4;

struct fit {
    const struct people *people;
    struct field *out;
};

static const struct class_sums *sums_in(const struct fit *f, int class, size_t i)
{
    const struct player_sums *p = f->people->at[i].sums;
    const bool met = class_is_of_choice(class) || p->at[class].decisions >= CLASS_DECISIONS;
    return met && player_pr(p) <= FIELD_HIGHEST_PR ? &p->at[class] : NULL;
}

struct point {
    double pr, rate, expected, variance; /* of the rate around what is expected */
    double level; /* of which the spread is a share */
};

/* The class's decisions are a part of the PR that the expectation is made from: what is left scatters less. */
static double chance(const struct field_class *c, const struct player_sums *p, const struct class_sums *s, double level)
{
    const double b = slope(c), share = s->sum[1] / p->sum[1], own = variance_at(c, level) / s->sum[1];
    const double all = p->squares / p->sum[1] - p->sum[0] * p->sum[0] / (p->sum[1] * p->sum[1]);
    return fmax(own * (1 - 2 * b * share) + b * b * pr_scale * pr_scale * all / p->sum[1], own / 5);
}

static bool point_of(const struct fit *f, int class, size_t i, struct point *out)
{
    const struct field_class *c = &f->out->at[class];
    const struct class_sums *s = sums_in(f, class, i);
    const struct player_sums *p = f->people->at[i].sums;
    if (s == NULL || c->players == 0)
        return false;
    out->pr = player_pr(p);
    out->rate = pr_scale * s->sum[0] / s->sum[1];
    out->expected = rate_at(c, out->pr);
    out->level = fmax(out->expected, 0.02);
    out->variance = c->spread * c->spread * out->level * out->level + chance(c, p, s, out->level);
    return true;
}

static double off(const struct point *p)
{
    return fabs(p->rate - p->expected) / sqrt(p->variance);
}

/* Weighted least squares, in which outliers weigh less (P. J. Huber). */
static void fit_line(struct fit *f, int class)
{
    double w = 0, wx = 0, wy = 0, wxx = 0, wxy = 0;
    struct point p;
    for (size_t i = 0; i < f->people->n; i++) {
        if (!point_of(f, class, i, &p))
            continue;
        const double weight = fmin(furthest / off(&p), 1) / p.variance;
        w += weight;
        wx += weight * p.pr;
        wy += weight * p.rate;
        wxx += weight * p.pr * p.pr;
        wxy += weight * p.pr * p.rate;
    }
    const double b = (w * wxy - wx * wy) / (w * wxx - wx * wx), a = (wy - b * wx) / w;
    f->out->at[class].at_5 = a + 5 * b;
    f->out->at[class].at_15 = a + 15 * b;
}

/* How much what a decision costs scatters, of no player more than MANY decisions' worth. */
enum { MANY = 200, LEAST_MATCHES = 3 };

/* Decisions of a match are alike: by how much more matches scatter than their decisions would apart. */
static double alike(const struct fit *f, int class, double noise)
{
    struct field_class apart = f->out->at[class];
    double found = 0, expected = 0;
    apart.noise = noise;
    for (size_t i = 0; i < f->people->n; i++) {
        const struct player_sums *p = f->people->at[i].sums;
        const struct class_sums *s = sums_in(f, class, i);
        if (s == NULL || p->matches < LEAST_MATCHES)
            continue;
        const double weight = fmin(s->sum[1], MANY) / s->sum[1];
        found += weight * squares(&apart, s, p);
        expected += weight * variance_at(&apart, rate_at(&apart, player_pr(p))) * s->sum[1];
    }
    return expected > 0 ? fmin(fmax(found / expected, 1), 2) : 1;
}

static void fit_noise(struct fit *f, int class)
{
    struct field_class *c = &f->out->at[class];
    double found = 0, expected = 0;
    for (size_t i = 0; i < f->people->n; i++) {
        const struct class_sums *s = sums_in(f, class, i);
        if (s == NULL)
            continue;
        const double n = s->sum[1], mean = s->sum[0] / n, weight = fmin(n, MANY);
        found += weight * pr_scale * pr_scale * (s->squares / n - mean * mean) * n / (n - 1);
        expected += weight * pow(rate_at(c, player_pr(f->people->at[i].sums)), 1.5);
    }
    if (expected > 0 && found > 0)
        c->noise = found / expected * alike(f, class, found / expected);
}

/* The slope of the likelihood over the spread: above 0 where players are further from the line than chance and a spread
 * of that size take them. */
static double pull(struct fit *f, uint64_t classes, double spread)
{
    double total = 0;
    struct point p;
    for (int class = 0; class < class_count(); class ++)
        if ((classes >> class & 1) != 0)
            f->out->at[class].spread = spread;
    for (int class = 0; class < class_count(); class ++)
        for (size_t i = 0; (classes >> class & 1) != 0 && i < f->people->n; i++)
            if (point_of(f, class, i, &p))
                total += p.level * p.level / p.variance * (fmin(off(&p) * off(&p), furthest * furthest) - 1);
    return total;
}

static void fit_spread(struct fit *f, uint64_t classes)
{
    double low = 0, high = 2;
    if (pull(f, classes, 0) <= 0)
        high = 0;
    for (int i = 0; i < 40 && high > 0; i++)
        *(pull(f, classes, (low + high) / 2) > 0 ? &low : &high) = (low + high) / 2;
    (void)pull(f, classes, high);
}

/* One for all classes of a kind, of each of which few players have enough decisions; but for those to which a quarter
 * of all decisions belong: they say what the PR says, and players hardly differ in them. */
static void fit_spreads(struct fit *f, int first, int n)
{
    uint64_t special = 0;
    for (int class = first; class < first + n; class ++) {
        double part = 0, all = 0;
        for (size_t i = 0; i < f->people->n; i++) {
            part += f->people->at[i].sums->at[class].decisions;
            all += f->people->at[i].sums->sum[1];
        }
        if (part < all / 4)
            special |= UINT64_C(1) << class;
        else
            fit_spread(f, UINT64_C(1) << class);
    }
    fit_spread(f, special);
}

static double rounded(double x, double step)
{
    return round(x / step) * step;
}

static void fit_classes(struct fit *f, int first, int n)
{
    for (int c = first; c < first + n; c++) {
        int players = 0, decisions = 0;
        for (size_t i = 0; i < f->people->n; i++)
            if (sums_in(f, c, i) != NULL) {
                players++;
                decisions += f->people->at[i].sums->at[c].decisions;
            }
        if (players >= FIELD_PLAYERS && decisions >= FIELD_PLAYERS * CLASS_DECISIONS)
            f->out->at[c] = (struct field_class){5, 15, 0.2, 30, players};
    }
    for (int i = 0; i < ROUNDS; i++) {
        for (int c = first; c < first + n; c++)
            if (f->out->at[c].players > 0) {
                fit_line(f, c);
                fit_noise(f, c);
            }
        fit_spreads(f, first, n);
    }
    for (int c = first; c < first + n; c++) {
        struct field_class *at = &f->out->at[c];
        if (at->players > 0)
            *at = (struct field_class){rounded(at->at_5, 0.01), rounded(at->at_15, 0.01), rounded(at->spread, 0.02),
                                       fmax(rounded(at->noise, 1), 1), at->players};
        else
            *at = (struct field_class){.players = 0};
    }
}

static bool fit_people(struct people *l, struct field *out)
{
    struct fit f = {.people = l, .out = out};
    if (!read_people(l))
        return false;
    *out = (struct field){.players = (int)l->n};
    fit_classes(&f, 0, CLASS_FIRST);
    for (int first = CLASS_FIRST, end; first < class_count(); first = end) {
        for (end = first + 1; end < class_count() && known.at[end].by == known.at[first].by; end++)
            continue;
        fit_classes(&f, first, end - first);
    }
    return true;
}

bool field_fit(struct store *s, int least_decisions, struct field *out)
{
    struct people l = {.store = s};
    *out = (struct field){.players = 0};
    const bool ok = find_people(s, least_decisions, &l) && fit_people(&l, out);
    people_done(&l);
    return ok;
}

bool field_of(struct store *s, struct field *out)
{
    struct people l = {.store = s};
    *out = field_table;
    bool ok = find_people(s, FIELD_DECISIONS, &l);
    if (ok && l.n >= FIELD_PLAYERS)
        ok = fit_people(&l, out);
    people_done(&l);
    return ok;
}

/* ---- the table ---- */

/* ORDER STUDY_CLASS; made by `make study-table` from matches that are not ours to publish: these figures are all that
 * is taken from them. docs/analysis.md, "What to study". */
const struct field field_table = {.at = {
#include "collection/field_table.inc"
                                  }};
