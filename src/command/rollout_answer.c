/* The answers of `rollout`; see rollout_answer.h. */
#include "command/rollout_answer.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/answered.h"
#include "analyze/resignation.h"
#include "base/xmalloc.h"
#include "command/positions.h"
#include "format/posid.h"
#include "match/notation.h"
#include "match/replies.h"

/* ---- candidates ---- */

static void write_name(struct strbuf *out, const struct rollout *r, const struct rollout_candidate *c)
{
    if (c->kind == CANDIDATE_PLAY)
        notation_write(out, &r->position.board, &c->play, NOTATION_MERGED);
    else
        strbuf_puts(out, c->kind == CANDIDATE_NO_DOUBLE ? "no double" : "double, take");
}

static int by_merit(const void *a, const void *b)
{
    const struct rollout_candidate *const *x = a, *const *y = b;
    if ((*x)->kind != CANDIDATE_PLAY)
        return (int)(*x)->kind - (int)(*y)->kind;
    if ((*x)->dropped != (*y)->dropped)
        return (*x)->dropped ? 1 : -1;
    const double d = (*y)->now.equity - (*x)->now.equity;
    return d > 0 ? 1 : d < 0 ? -1 : *x < *y ? -1 : *x > *y;
}

/* The candidates, best first; freed by the caller. */
static const struct rollout_candidate **sorted(const struct rollout *r)
{
    const struct rollout_candidate **list = xcalloc((size_t)r->n + 1, sizeof(struct rollout_candidate *));
    for (int i = 0; i < r->n; i++)
        list[i] = &r->candidates[i];
    qsort(list, (size_t)r->n, sizeof *list, by_merit);
    return list;
}

static bool at_stake(const struct rollout *r)
{
    return !isnan(r->candidates[0].now.equity);
}

static const char *verdict_of(const struct rollout *r)
{
    struct cube_answer c;
    if (!at_stake(r) && r->candidates[0].kind != CANDIDATE_PLAY)
        return verdict_text(VERDICT_NOTHING_AT_STAKE, false);
    if (!rollout_cube(r, &c))
        return NULL;
    return verdict_text(c.verdict, r->position.cube_owner != CUBE_CENTRED);
}

static void put_error(struct strbuf *out, double error, int digits)
{
    if (isnan(error))
        strbuf_puts(out, " +- n/a");
    else
        strbuf_printf(out, " +- %.*f", digits, error);
}

static void put_chances(struct strbuf *out, const struct rollout_estimate *e)
{
    const struct outcome o = rollout_outcome(e, true);
    const double *error = &e->error[FIGURE_WIN];
    strbuf_printf(out, "        %.3f %.3f %.3f - %.3f %.3f %.3f", (double)o.win, (double)o.win_gammon,
                  (double)o.win_backgammon, 1 - (double)o.win, (double)o.lose_gammon, (double)o.lose_backgammon);
    if (!isnan(e->mean[FIGURE_CUBELESS])) {
        strbuf_printf(out, "   cubeless %s", SIGNED(e->mean[FIGURE_CUBELESS], 4));
        put_error(out, e->error[FIGURE_CUBELESS], 4);
    }
    strbuf_putc(out, '\n');
    if (!isnan(error[0]))
        strbuf_printf(out, "        %.3f %.3f %.3f - %.3f %.3f %.3f   standard errors\n", error[0], error[1], error[2],
                      error[0], error[3], error[4]);
}

static void candidate_text(struct strbuf *out, const struct rollout *r, const struct rollout_candidate *c, int rank)
{
    const struct rollout_estimate *e = &c->now;
    struct strbuf name = {0};
    write_name(&name, r, c);
    if (c->kind == CANDIDATE_PLAY)
        strbuf_printf(out, "  %2d. ", rank);
    strbuf_printf(out, c->kind == CANDIDATE_PLAY ? "%-26s" : "  %-14s", strbuf_text(&name));
    if (at_stake(r)) {
        strbuf_printf(out, " %7s", SIGNED(e->equity, 4));
        put_error(out, e->equity_error, 4);
    } else
        strbuf_puts(out, " nothing at stake");
    if (r->position.length > 0) {
        strbuf_printf(out, "  MWC %.2f %%", 100 * e->mwc);
        put_error(out, 100 * e->mwc_error, 2);
    }
    if (c->kind == CANDIDATE_PLAY && rank > 1 && at_stake(r)) {
        strbuf_printf(out, "  (%s", SIGNED(-e->behind, 4));
        put_error(out, e->behind_error, 4);
        strbuf_puts(out, ")");
    }
    strbuf_printf(out, "  %d trials%s\n", e->trials, c->dropped ? ", dropped" : "");
    put_chances(out, e);
    strbuf_done(&name);
}

/* ---- the answer to what waits: from the seat of the player who has to give it ---- */

static struct outcome answerers_chances(const struct answered *a)
{
    const struct outcome o = rollout_outcome(&a->by->now, true);
    return a->sign > 0 ? o : outcome_flip(o);
}

static void answers_text(struct strbuf *out, const struct rollout_job *j, const struct answered *a)
{
    const struct position *p = &j->position;
    const struct outcome o = answerers_chances(a);
    if (p->offer == OFFER_RESIGNATION)
        strbuf_printf(out, "  %s resigned%s: accept or refuse?\n", resignation_name(p->resigned),
                      p->under != OFFER_NONE ? ", a double waits" : "");
    else
        strbuf_printf(out, "  %s to %d: %s\n", offer_made(p), 2 * p->cube, reply_choice(p));
    for (int i = 0; i < a->n; i++) {
        strbuf_printf(out, "  %-14s %7s", a->at[i].name, SIGNED(a->at[i].equity, 4));
        if (i == (p->offer == OFFER_RESIGNATION)) {
            put_error(out, a->at[i].error, 4);
            strbuf_printf(out, "  %d trials\n        %.3f %.3f %.3f - %.3f %.3f %.3f", a->by->now.trials, (double)o.win,
                          (double)o.win_gammon, (double)o.win_backgammon, 1 - (double)o.win, (double)o.lose_gammon,
                          (double)o.lose_backgammon);
        }
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, "  proper answer: %s\n", a->at[a->best].name);
}

/* ---- all answers ---- */

void rollout_job_text(struct strbuf *out, const struct rollout_job *j)
{
    struct answered answers;
    const struct rollout *r = &j->rollout;
    const struct rollout_candidate **list = sorted(r);
    const char *verdict = verdict_of(r);
    strbuf_printf(out, "%s\n  rollout, seed", j->id);
    for (size_t i = 0; i < r->n_seeds; i++)
        strbuf_printf(out, "%s %llu", i > 0 ? "," : "", (unsigned long long)r->seeds[i]);
    strbuf_puts(out, ": ");
    rollout_describe(&r->options, out);
    strbuf_putc(out, '\n');
    const bool answered = answered_by_rollout(r, &j->position, &answers);
    if (answered)
        answers_text(out, j, &answers);
    for (int i = 0; i < r->n && !answered; i++)
        candidate_text(out, r, list[i], i + 1);
    if (verdict != NULL && !answered) {
        struct cube_answer c;
        if (rollout_cube(r, &c))
            strbuf_printf(out, "  %-14s %7s\n", "double, pass", SIGNED(c.dp, 4));
        strbuf_printf(out, "  proper action: %s\n", verdict);
    }
    xfree(list);
}

struct result { /* what does not apply is NULL */
    const char *id, *xgid, *play;
    double equity, standard_error;
    struct outcome chances;
    int trials;
    double cubeless;
    const struct rollout_estimate *mwc, *standard_errors;
    const struct rollout_candidate *as_play;
    const char *verdict;
};

struct rollouts {
    const char *engine, *settings, *stronger;
    int64_t seed;
    struct answer_list results;
};

#define ERROR(key, figure, u)                                                                                          \
    ANSWER_NAMED(key, struct rollout_estimate, error[figure], NULL, .unit = u, .decimals = 6, .missing = ANSWER_NULL)
static const struct answer_field errors_fields[] = {ERROR("cubeless", FIGURE_CUBELESS, UNIT_EMG),
                                                    ERROR("win", FIGURE_WIN, UNIT_CHANCE),
                                                    ERROR("win_g", FIGURE_WIN_GAMMON, UNIT_CHANCE),
                                                    ERROR("win_bg", FIGURE_WIN_BACKGAMMON, UNIT_CHANCE),
                                                    ERROR("lose_g", FIGURE_LOSE_GAMMON, UNIT_CHANCE),
                                                    ERROR("lose_bg", FIGURE_LOSE_BACKGAMMON, UNIT_CHANCE),
                                                    {0}};
#undef ERROR
static const struct answer_rows errors_rows = {"RolloutErrors", NULL, sizeof(struct rollout_estimate), errors_fields};

static const struct answer_field mwc_fields[] = {
    ANSWER_NAMED("mwc", struct rollout_estimate, mwc, "MWC", .unit = UNIT_MWC, .decimals = 6, .shown = 2,
                 .help = "match winning chance; in matches only"),
    ANSWER_NAMED("mwc_standard_error", struct rollout_estimate, mwc_error, "+-", .unit = UNIT_MWC, .decimals = 6,
                 .shown = 2, .missing = ANSWER_NULL),
    {0}};
static const struct answer_rows mwc_rows = {"RolloutMwc", NULL, sizeof(struct rollout_estimate), mwc_fields};

static const struct answer_field as_play_fields[] = {
    POSITION_EQUITY("behind", struct rollout_candidate, now.behind, "Behind", .missing = ANSWER_NULL,
                    .help = "how much worse than the best play; plays only"),
    POSITION_EQUITY("behind_standard_error", struct rollout_candidate, now.behind_error, "+-", .missing = ANSWER_NULL),
    ANSWER(struct rollout_candidate, dropped, "Dropped", .help = "dropped as clearly worse before the end; plays only"),
    {0}};
static const struct answer_rows as_play_rows = {"RolloutPlay", NULL, sizeof(struct rollout_candidate), as_play_fields};

#define INLINE(name, rows) ANSWER_TO(struct result, name, NULL, rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE)
static const struct answer_field result_fields[] = {
    POSITION_ID(struct result),
    ANSWER(struct result, play, "Play", .flags = ANSWER_KEY, .example = "8/5 6/5",
           .help = "or no double; or double, take; or the answer to a pending double or resignation: take, pass, "
                   "beaver; accept, refuse"),
    POSITION_EQUITY("equity", struct result, equity, "Equity", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                    .help = "with the cube; null if nothing is at stake"),
    POSITION_EQUITY("standard_error", struct result, standard_error, "+-", .missing = ANSWER_NULL,
                    .help = "of the equity; null for fewer than two trials"),
    ANSWER_IN(struct result, chances, NULL, &chances_rows, .flags = ANSWER_INLINE),
    ANSWER(struct result, trials, "Trials"),
    POSITION_EQUITY("cubeless", struct result, cubeless, "Cubeless", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                    .help = "equity without the cube"),
    INLINE(mwc, &mwc_rows),
    ANSWER_TO(struct result, standard_errors, NULL, &errors_rows, .missing = ANSWER_ZERO,
              .flags = ANSWER_OMIT | ANSWER_DATA, .help = "null for fewer than two trials; not of answers"),
    INLINE(as_play, &as_play_rows),
    ANSWER(struct result, verdict, "Proper action", .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "the proper cube action, or the proper answer to a pending offer; not of plays"),
    POSITION_XGID(struct result),
    {0}};
#undef INLINE
static const struct answer_rows result_rows = {"RolloutCandidate", NULL, sizeof(struct result), result_fields};

static const struct answer_field rollouts_fields[] = {
    ANSWER(struct rollouts, engine, "Engine"),
    ANSWER(struct rollouts, settings, "Settings", .help = "how the games were played"),
    ANSWER(struct rollouts, seed, "Seed", .help = "of the dice"),
    POSITION_STRONGER(struct rollouts),
    ANSWER_LIST(struct rollouts, results, NULL, &result_rows, .flags = ANSWER_FLAT,
                .help = "the candidates of each position, best first; positions in the order given"),
    {0}};
static const struct answer_rows rollouts_rows = {"Rollouts", NULL, sizeof(struct rollouts), rollouts_fields};
const struct answer_document rollout_document = {
    "rollout", 1, "Rollouts",
    "Positions played out many times. Seen by the player on roll, or by the one who has to answer a double or a "
    "resignation that "
    "waits; equities are normalised to the cube before any double.",
    .rows = &rollouts_rows};

static const char *candidate_name(struct arena *memory, const struct rollout *r, const struct rollout_candidate *c)
{
    struct strbuf name = {0};
    write_name(&name, r, c);
    const char *kept = arena_strdup(memory, strbuf_text(&name));
    strbuf_done(&name);
    return kept;
}

static struct result result_of(struct arena *memory, const struct rollout_job *j, const struct rollout_candidate *c)
{
    const struct rollout *r = &j->rollout;
    const struct rollout_estimate *e = &c->now;
    return (struct result){.id = j->id,
                           .play = candidate_name(memory, r, c),
                           .equity = e->equity,
                           .standard_error = e->equity_error,
                           .chances = rollout_outcome(e, true),
                           .trials = e->trials,
                           .cubeless = e->mean[FIGURE_CUBELESS],
                           .mwc = r->position.length > 0 ? e : NULL,
                           .standard_errors = e,
                           .as_play = c->kind == CANDIDATE_PLAY ? c : NULL,
                           .verdict = verdict_of(r)};
}

static struct result result_of_answer(const struct rollout_job *j, const struct answered *a, int i)
{
    return (struct result){.id = j->id,
                           .play = a->at[i].name,
                           .equity = a->at[i].equity,
                           .standard_error = a->at[i].error,
                           .chances = answerers_chances(a),
                           .trials = a->by->now.trials,
                           .cubeless = a->sign * a->by->now.mean[FIGURE_CUBELESS],
                           .verdict = a->at[a->best].name};
}

/* Appends what came of a job; returns the number. */
static size_t add_results(struct arena *memory, const struct rollout_job *j, struct result *to)
{
    struct answered answers;
    size_t n = 0;
    if (!j->begun || j->rollout.candidates[0].now.trials == 0)
        return 0;
    if (answered_by_rollout(&j->rollout, &j->position, &answers)) {
        for (; n < (size_t)answers.n; n++)
            to[n] = result_of_answer(j, &answers, (int)n);
    } else {
        const struct rollout_candidate **list = sorted(&j->rollout);
        for (int i = 0; i < j->rollout.n; i++)
            to[n++] = result_of(memory, j, list[i]);
        xfree(list);
    }
    const char *id = xgid_kept(memory, &j->position);
    for (size_t i = 0; i < n; i++)
        to[i].xgid = id;
    return n;
}

int rollout_put(const struct answers_options *o, const struct rollout_played *by, const struct rollout_job *jobs,
                size_t n)
{
    struct arena *memory = arena_new();
    struct strbuf settings = {0};
    size_t room = 0, made = 0;
    rollout_describe(by->options, &settings);
    for (size_t i = 0; i < n; i++)
        room += ANSWERS_MAX + (size_t)jobs[i].rollout.n;
    struct result *results = xcalloc(room + 1, sizeof *results);
    for (size_t i = 0; i < n; i++)
        made += add_results(memory, &jobs[i], results + made);
    const int ending = answers_put(o, &rollout_document,
                                   &(struct rollouts){.engine = engine_version(by->engine),
                                                      .settings = strbuf_text(&settings),
                                                      .stronger = stronger_word(by->stronger),
                                                      .seed = (int64_t)by->options->seed,
                                                      .results = {results, made}});
    xfree(results);
    strbuf_done(&settings);
    arena_free(memory);
    return ending;
}
