/* Did it help? See helped.h. */
#include "collection/helped.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/date.h"
#include "collection/said.h"
#include "format/keys.h"

static const double normal_95 = 1.959964, scale = 500;

const char *helped_word(enum helped h)
{
    static const char *const words[] = {"too few", "open", "better", "worse"}; /* ORDER HELPED */
    return words[h];
}

/* ---- one leak ---- */

/* Of an estimate in shares of the PR: how many times as much it is in the class. */
static double in_class(const struct leak *l, double share_of_pr)
{
    return l->lost > 0 ? share_of_pr * l->rate / l->lost : (double)NAN;
}

static void judge(struct progress_leak *p, double variance)
{
    const double half = normal_95 * sqrt(variance);
    p->low = p->change - half;
    p->high = p->change + half;
    p->helped = isnan(half) ? HELPED_UNKNOWN : p->high < 0 ? HELPED_BETTER : p->low > 0 ? HELPED_WORSE : HELPED_OPEN;
}

static void follow(const struct leak *l, const struct class_sums *after, const struct ratio rest[2],
                   struct progress_leak *out)
{
    const struct ratio r = class_ratio(after);
    const double half = scale * ratio_interval(&r), error = scale * ratio_error(&r);
    const double was = ratio_value(&rest[0]), is = ratio_value(&rest[1]), times = was > 0 && is > 0 ? is / was : 1;
    const double times_error = times * hypot(ratio_error(&rest[0]) / was, ratio_error(&rest[1]) / is);
    const double estimate_error = in_class(l, (l->high - l->low) / (2 * normal_95));
    *out = (struct progress_leak){.before = *l, .decisions = after->decisions, .rate = scale * ratio_value(&r)};
    out->rate_low = fmax(out->rate - half, isnan(half) ? half : 0);
    out->rate_high = out->rate + half;
    const double shrunk = l->expected_rate + in_class(l, l->cost);
    out->expected = times * shrunk;
    out->change = out->low = out->high = NAN;
    if (l->decisions < PROGRESS_DECISIONS || after->decisions < PROGRESS_DECISIONS)
        return;
    out->change = out->rate - out->expected;
    const double expected_error = hypot(times * estimate_error, times_error * shrunk);
    judge(out, error * error + expected_error * expected_error);
    if (out->helped == HELPED_UNKNOWN)
        out->change = NAN;
}

void progress_of(const struct study *before, const struct player_sums sums[2], const struct ratio rest[2],
                 struct progress *out)
{
    *out = (struct progress){.before = *before, .rest = {rest[0], rest[1]}, .n = before->n_leaks};
    for (int i = 0; i < out->n; i++)
        follow(&before->leak[i], &sums[1].at[before->leak[i].class], rest, &out->at[i]);
}

/* ---- from a collection ---- */

void day_before(const char *since, char out[PROGRESS_DAY])
{
    int year = 0, month = 0, day = 0;
    const int known = sscanf(since, "%4d-%2d-%2d", &year, &month, &day);
    day--;
    month -= known == 2 || (known == 3 && day == 0);
    year -= known == 1 || (known > 1 && month == 0);
    if (known > 1 && month == 0)
        month = 12;
    for (day = day == 0 ? 31 : day; known == 3 && !date_is_day(year, month, day);)
        day--;
    snprintf(out, PROGRESS_DAY, known == 3 ? "%04d-%02d-%02d" : known == 2 ? "%04d-%02d" : "%04d", year, month, day);
}

void day_after(const char *until, char out[PROGRESS_DAY])
{
    int year = 0, month = 0, day = 0;
    const int known = sscanf(until, "%4d-%2d-%2d", &year, &month, &day);
    if (known == 3 && !date_is_day(year, month, ++day)) {
        day = 1;
        month++;
    }
    month += known == 2;
    year += known == 1 || month > 12;
    month = month > 12 ? 1 : month;
    snprintf(out, PROGRESS_DAY, known == 3 ? "%04d-%02d-%02d" : known == 2 ? "%04d-%02d" : "%04d", year, month, day);
}

/* ---- plans ---- */

static const char plan[] = "plan";

/* In place of a match's: of the player. */
static void plan_key(const char *name, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%s %s", plan, name);
    text_key((struct span){strbuf_text(&text), text.length}, out);
    strbuf_done(&text);
}

static bool keep_last(void *day, const struct stored_match *m)
{
    if (m->date != NULL && strcmp(m->date, day) > 0)
        snprintf(day, PROGRESS_DAY, "%s", m->date);
    return true;
}

bool plan_remember(struct store *s, int64_t person, const char *name, char day[PROGRESS_DAY])
{
    struct match_filter all = MATCH_FILTER_ALL;
    char key[KEY_LENGTH + 1];
    all.player = person;
    *day = '\0';
    plan_key(name, key);
    return store_matches_alone(s, &all, keep_last, day) && (*day == '\0' || store_say(s, key, plan, day));
}

static bool take_plan(void *day, const char *what, const char *text)
{
    if (strcmp(what, plan) == 0)
        snprintf(day, PROGRESS_DAY, "%s", text);
    return true;
}

bool plan_last(struct store *s, const char *name, char day[PROGRESS_DAY])
{
    char key[KEY_LENGTH + 1];
    *day = '\0';
    plan_key(name, key);
    return store_said(s, key, take_plan, day);
}

/* ---- the two windows ---- */

struct window {
    uint64_t studied; /* classes, a bit each */
    int64_t match; /* at hand */
    double of_match[2];
    struct ratio *rest;
};

static bool add_decision(void *context, const struct stored_decision *d)
{
    player_sums_add(context, d->match, &d->row);
    return true;
}

static void end_match(struct window *w)
{
    ratio_add(w->rest, w->of_match[0], w->of_match[1]);
    w->of_match[0] = w->of_match[1] = 0;
}

static bool add_rest(void *context, const struct stored_decision *d)
{
    struct window *w = context;
    if (d->row.counted == COUNTED_NOT || isnan(d->row.error) || (classes_of(&d->row) & w->studied) != 0)
        return true;
    if (d->match != w->match)
        end_match(w);
    w->match = d->match;
    w->of_match[0] += d->row.error;
    w->of_match[1]++;
    return true;
}

bool progress_person(struct store *s, int64_t person, const struct field *f, const char *since, struct progress *out)
{
    char until[PROGRESS_DAY];
    int both[CLASSES_MOST][CLASSES_MOST] = {{0}};
    struct player_sums sums[2] = {{.both = both}, {.both = NULL}};
    struct decision_filter window[2] = {{.match = MATCH_FILTER_ALL, .brief = true},
                                        {.match = MATCH_FILTER_ALL, .brief = true}};
    struct ratio rest[2] = {{0}, {0}};
    struct study before;
    struct window w = {.studied = 0};
    bool ok = true;
    day_before(since, until);
    window[0].match.until = until;
    window[1].match.since = since;
    for (int i = 0; ok && i < 2; i++) {
        window[i].match.player = person;
        ok = store_decisions(s, &window[i], add_decision, &sums[i]);
        player_sums_end(&sums[i]);
    }
    study_of(&sums[0], f, &before);
    for (int i = 0; i < before.n_leaks; i++)
        w.studied |= UINT64_C(1) << before.leak[i].class;
    for (int i = 0; ok && i < 2; i++) {
        w.rest = &rest[i];
        w.match = 0;
        ok = store_decisions(s, &window[i], add_rest, &w);
        end_match(&w);
    }
    progress_of(&before, sums, rest, out);
    return ok;
}
