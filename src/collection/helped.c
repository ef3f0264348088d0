/* Did it help? See helped.h. */
#include "base/language.h"
#include "collection/helped.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/date.h"
#include "base/xmalloc.h"
#include "collection/said.h"
#include "format/keys.h"

static const double normal_95 = 1.959964, scale = 500;

const char *helped_word(enum helped h)
{
    static const char *const words[] = {N_("too few"), N_("open"), N_("better"), N_("worse")}; /* ORDER HELPED */
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
    const bool known = was > 0 && is > 0; /* without errors elsewhere nothing tells how much changed there */
    const double times_error = known ? times * hypot(ratio_error(&rest[0]) / was, ratio_error(&rest[1]) / is) : 0;
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

void progress_of(const struct study *before, const struct player_sums *since, const struct ratio rest[2],
                 struct progress *out)
{
    *out = (struct progress){.before = *before, .rest = {rest[0], rest[1]}, .n = before->n_leaks};
    for (int i = 0; i < out->n; i++)
        follow(&before->leak[i], &since->at[before->leak[i].class], rest, &out->at[i]);
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

/* "2025-05-12; plan: holding; all: cube" */
static void plan_text(const char *day, const struct study *shown, struct strbuf *out)
{
    strbuf_printf(out, "%s;", day);
    for (int i = 0; i < shown->n_leaks; i++)
        strbuf_printf(out, " %s: %s;", study_class_kind(&shown->leak[i].what), shown->leak[i].what.name);
}

static int class_called(const char *kind_and_name, size_t length)
{
    char text[64];
    struct study_class c;
    for (int i = 0; i < class_count(); i++) {
        class_of(i, &c);
        snprintf(text, sizeof text, "%s: %s", study_class_kind(&c), c.name);
        if (strlen(text) == length && memcmp(text, kind_and_name, length) == 0)
            return i;
    }
    return -1;
}

static bool take_plan(void *into, const char *what, const char *text)
{
    struct study_plan *p = into;
    if (strcmp(what, plan) != 0)
        return true;
    size_t length = strcspn(text, ";");
    snprintf(p->day, sizeof p->day, "%.*s", (int)length, text);
    p->named = text[length] != '\0';
    for (text += length; *text != '\0' && p->n < LEAKS; text += length) {
        text += strspn(text, "; ");
        length = strcspn(text, ";");
        const int class = class_called(text, length);
        if (class >= 0)
            p->class[p->n++] = class;
    }
    return true;
}

bool plan_last(struct store *s, const char *name, struct study_plan *out)
{
    char key[KEY_LENGTH + 1];
    *out = (struct study_plan){.n = 0};
    plan_key(name, key);
    return store_said(s, key, take_plan, out);
}

bool plan_remember(struct store *s, int64_t person, const char *name, const struct study *shown, struct study_plan *out)
{
    struct match_filter all = MATCH_FILTER_ALL;
    char key[KEY_LENGTH + 1], day[PROGRESS_DAY] = "";
    struct strbuf text = {0};
    all.player = person;
    plan_key(name, key);
    bool ok = store_matches_alone(s, &all, keep_last, day);
    if (*day != '\0') {
        plan_text(day, shown, &text);
        ok = ok && store_say(s, key, plan, strbuf_text(&text));
    }
    strbuf_done(&text);
    *out = (struct study_plan){.n = 0};
    return ok && (*day == '\0' || plan_last(s, name, out));
}

/* ---- the two windows ---- */

struct window {
    struct player_sums sums;
    const struct unclear *unclear;
    uint64_t studied; /* classes, a bit each */
    int64_t match; /* at hand */
    double of_match[2];
    struct ratio rest;
};

/* Matches of a year or month that the day is in: before or since? */
struct unclear {
    int64_t *match;
    size_t n, room;
    int analysed;
};

static bool note_unclear(void *context, const struct stored_match *m)
{
    struct unclear *u = context;
    u->match = grow(u->match, u->n, &u->room, sizeof *u->match);
    u->match[u->n++] = m->id;
    u->analysed += m->analysis != 0;
    return true;
}

static bool count_undated(void *undated, const struct stored_match *m)
{
    *(int *)undated += m->analysis != 0 && m->date == NULL;
    return true;
}

static bool is_in(const struct window *w, int64_t match)
{
    for (size_t i = 0; i < w->unclear->n; i++)
        if (w->unclear->match[i] == match)
            return false;
    return true;
}

static bool add_decision(void *context, const struct stored_decision *d)
{
    struct window *w = context;
    if (is_in(w, d->match))
        player_sums_add(&w->sums, d->match, &d->row);
    return true;
}

static void end_match(struct window *w)
{
    ratio_add(&w->rest, w->of_match[0], w->of_match[1]);
    w->of_match[0] = w->of_match[1] = 0;
}

static bool add_rest(void *context, const struct stored_decision *d)
{
    struct window *w = context;
    if (d->row.counted == COUNTED_NOT || isnan(d->row.error) || (classes_of(&d->row) & w->studied) != 0 ||
        !is_in(w, d->match))
        return true;
    if (d->match != w->match)
        end_match(w);
    w->match = d->match;
    w->of_match[0] += d->row.error;
    w->of_match[1]++;
    return true;
}

/* What is studied, and what became of it. */
static bool compare(struct store *s, const struct decision_filter filter[2], const struct field *f,
                    const struct study_plan *of, struct window w[2], struct progress *out)
{
    struct study before;
    uint64_t studied = 0;
    bool ok = true;
    for (int i = 0; ok && i < 2; i++) {
        ok = store_decisions(s, &filter[i], add_decision, &w[i]);
        player_sums_end(&w[i].sums);
    }
    if (of->named)
        study_of_classes(&w[0].sums, f, of->class, of->n, &before);
    else
        study_of(&w[0].sums, f, &before);
    for (int i = 0; i < before.n_leaks; i++)
        studied |= UINT64_C(1) << before.leak[i].class;
    for (int i = 0; ok && i < 2; i++) {
        w[i].studied = studied;
        ok = store_decisions(s, &filter[i], add_rest, &w[i]);
        end_match(&w[i]);
    }
    progress_of(&before, &w[1].sums, (const struct ratio[2]){w[0].rest, w[1].rest}, out);
    return ok;
}

bool progress_person(struct store *s, int64_t person, const struct field *f, const char *since,
                     const struct study_plan *of, struct progress *out)
{
    char until[PROGRESS_DAY];
    int both[CLASSES_MOST][CLASSES_MOST] = {{0}}, undated = 0;
    struct unclear unclear = {.n = 0};
    struct window w[2] = {{.sums.both = both, .unclear = &unclear}, {.unclear = &unclear}};
    struct decision_filter filter[2] = {{.match = MATCH_FILTER_ALL, .brief = true},
                                        {.match = MATCH_FILTER_ALL, .brief = true}};
    struct match_filter all = MATCH_FILTER_ALL;
    day_before(since, until);
    all.player = filter[0].match.player = filter[1].match.player = person;
    filter[0].match.until = until;
    filter[1].match.since = since;
    bool ok = store_matches_alone(s, &all, count_undated, &undated);
    all.since = since;
    all.until = until;
    ok = ok && store_matches_alone(s, &all, note_unclear, &unclear) && compare(s, filter, f, of, w, out);
    out->undated = undated + unclear.analysed;
    xfree(unclear.match);
    return ok;
}
