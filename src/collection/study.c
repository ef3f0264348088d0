/* What to study; see study.h. */
#include "base/language.h"
#include "collection/study.h"

#include <math.h>
#include <stdlib.h>

#include "match/themes.h"

static const double normal_95 = 1.959964, normal_80 = 1.281552;
/* A range that is printed as beginning at 0.00 does not lie above it. */
static const double shown_from = 0.005;

const char *study_class_kind(const struct study_class *c)
{
    return c->by == BY_PHASE         ? N_("phase")
           : c->by == BY_PLAN        ? N_("plan")
           : c->by == BY_CUBE_ACTION ? N_("cube action")
           : c->by == BY_THEME       ? N_("theme")
                                     : N_("all");
}

const char *study_class_words(const struct study_class *c)
{
    return c->by == BY_THEME ? theme_words((enum decision_theme)c->number) : c->name;
}

const char *certainty_word(enum certainty c)
{
    return c == LEAK_SURE ? N_("sure") : c == LEAK_LIKELY ? N_("likely") : N_("weak");
}

/* ---- leaks ---- */

/* Rates in the class: how far the player is off, how far players are, and chance. */
struct excess {
    double found, spread, error;
    double share; /* of the class in the player's decisions: makes a share of the PR of a rate */
};

static bool excess_of(const struct player_sums *p, const struct field *f, int class, double pr, struct excess *out)
{
    const struct class_sums *s = &p->at[class];
    if (!(s->sum[1] > 0) || f->at[class].players == 0)
        return false;
    const double expected = field_rate(f, class, pr);
    *out = (struct excess){500 * s->sum[0] / s->sum[1] - expected, f->at[class].spread * expected,
                           field_error(f, class, p), s->sum[1] / p->sum[1]};
    return out->error > 0 && out->spread > 0;
}

static enum certainty certainty_of(const struct leak *l)
{
    const double half = (l->cost - l->low) * normal_80 / normal_95; /* of the 80% range */
    return l->low >= shown_from ? LEAK_SURE : l->cost > half ? LEAK_LIKELY : LEAK_WEAK;
}

static void set_rate(const struct class_sums *s, struct leak *l)
{
    const struct ratio r = class_ratio(s);
    const double half = 500 * ratio_interval(&r);
    l->rate = 500 * ratio_value(&r);
    l->rate_low = fmax(l->rate - half, isnan(half) ? half : 0);
    l->rate_high = l->rate + half;
}

static struct leak leak_of(const struct player_sums *p, const struct field *f, int class, const struct excess *e)
{
    const double spread = e->spread * e->spread, error = e->error * e->error, sum = spread + error;
    const double mean = e->found * spread / sum, range = normal_95 * sqrt(spread * error / sum);
    const double expected = field_rate(f, class, player_pr(p));
    struct leak l = {.class = class,
                     .cost = e->share * mean,
                     .low = e->share * (mean - range),
                     .high = e->share * (mean + range),
                     .expected_rate = expected,
                     .decisions = p->at[class].decisions};
    set_rate(&p->at[class], &l);
    l.certainty = certainty_of(&l);
    l.lost = e->share * l.rate;
    l.expected = e->share * expected;
    class_of(class, &l.what);
    return l;
}

static int by_certainty(const void *a, const void *b)
{
    const struct leak *x = a, *y = b;
    if (x->certainty != y->certainty)
        return (int)y->certainty - (int)x->certainty;
    return x->cost != y->cost ? (x->cost < y->cost ? 1 : -1) : x->class - y->class;
}

/* Are half of the decisions of the smaller class the other's too? Then both say the same. Nearly all classes lie in
 * chequer play: it takes the place of none. */
static bool overlap(const struct player_sums *p, int a, int b)
{
    if (a == CLASS_CHEQUER || b == CLASS_CHEQUER)
        return false;
    const double less = fmin(p->at[a].decisions, p->at[b].decisions);
    return p->both != NULL && 2.0 * p->both[a][b] > less;
}

static void keep_leaks(const struct player_sums *p, const struct leak *all, int n, struct study *out)
{
    for (int i = 0; i < n && out->n_leaks < LEAKS; i++) {
        bool same = false;
        for (int k = 0; k < out->n_leaks; k++)
            same = same || overlap(p, all[i].class, out->leak[k].class);
        if (same)
            continue;
        out->leak[out->n_leaks++] = all[i];
        out->n_sure += all[i].certainty == LEAK_SURE;
    }
}

/* ---- what is missing ---- */

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many times as many decisions it takes until an excess of LEAK_SHOWN has a range above 0: the variance s at which
 * x t / sqrt(t^2 + s) = 1.96 sqrt(s). */
static double times_more(const struct excess *e)
{
    const double x = LEAK_SHOWN / e->share, t = e->spread * e->spread, z = normal_95 * normal_95;
    const double s = (sqrt(z * z * t * t + 4 * z * x * x * t) - z * t) / (2 * z);
    return e->error * e->error / s;
}

/* To two figures. */
static int about(double n)
{
    const double step = n > 100 ? pow(10, floor(log10(n)) - 1) : 10;
    return n <= 0 ? 0 : n < 1e8 ? (int)(ceil(n / step) * step) : 100000000;
}

void study_of(const struct player_sums *p, const struct field *f, struct study *out)
{
    struct leak all[CLASSES_MOST];
    double times[CLASSES_MOST];
    int n = 0, n_times = 0;
    const double pr = player_pr(p);
    *out = (struct study){.pr = pr, .decisions = (int)p->sum[1], .matches = p->matches, .players = f->players};
    for (int c = 0; c < class_count() && pr > 0; c++) {
        struct excess e;
        if (!excess_of(p, f, c, pr, &e))
            continue;
        if (c >= CLASS_FIRST)
            times[n_times++] = times_more(&e);
        all[n] = leak_of(p, f, c, &e);
        n += all[n].cost > 0;
    }
    if (n > 0)
        qsort(all, (size_t)n, sizeof *all, by_certainty);
    keep_leaks(p, all, n, out);
    if (n_times > 0)
        qsort(times, (size_t)n_times, sizeof *times, by_size);
    out->more = n_times > 0 ? about((times[n_times / 2] - 1) * p->sum[1]) : 0;
}

void study_of_classes(const struct player_sums *p, const struct field *f, const int *class, int n, struct study *out)
{
    const double pr = player_pr(p);
    *out = (struct study){.pr = pr, .decisions = (int)p->sum[1], .matches = p->matches, .players = f->players};
    for (int i = 0; i < n && i < LEAKS; i++) {
        struct leak *l = &out->leak[out->n_leaks++];
        struct excess e;
        *l = (struct leak){.class = class[i], .rate = NAN, .expected_rate = NAN};
        class_of(class[i], &l -> what);
        if (pr > 0 && excess_of(p, f, class[i], pr, &e))
            *l = leak_of(p, f, class[i], &e);
    }
}

void study_nothing(const struct study *st, struct strbuf *out)
{
    if (isnan(st->pr))
        strbuf_puts(out, tr("No decision counts yet."));
    else if (st->more > 0)
        tr_add(out, "Nothing is sure yet: some {0} more decisions would show a leak of {1} PR.", TR_INT(st->more),
               TR_REAL(LEAK_SHOWN, 1));
    else
        tr_add(out, "Nothing is sure: a leak of {0} PR would show.", TR_REAL(LEAK_SHOWN, 1));
}

/* ---- from a collection ---- */

static bool add_decision(void *context, const struct stored_decision *d)
{
    player_sums_add(context, d->match, &d->row);
    return true;
}

bool study_person(struct store *s, int64_t person, const struct field *f, struct study *out)
{
    struct decision_filter d = {.match = MATCH_FILTER_ALL, .brief = true};
    int both[CLASSES_MOST][CLASSES_MOST] = {{0}};
    struct player_sums sums = {.both = both};
    d.match.player = person;
    const bool ok = store_decisions(s, &d, add_decision, &sums);
    player_sums_end(&sums);
    study_of(&sums, f, out);
    return ok;
}

bool study_errors(struct store *s, int64_t person, uint64_t classes, int worst, struct costly_list *out)
{
    struct error_query q = {.match = MATCH_FILTER_ALL, .worst = worst};
    q.match.player = person;
    q.of.classes = classes;
    return errors_of(s, &q, out);
}
