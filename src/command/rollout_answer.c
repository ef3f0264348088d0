/* The answers of `rollout`; see rollout_answer.h. */
#include "command/rollout_answer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/answered.h"
#include "analyze/noted.h"
#include "analyze/resignation.h"
#include "analyze/rolled.h"
#include "base/call.h"
#include "base/columns.h"
#include "base/figure.h"
#include "base/language.h"
#include "base/width.h"
#include "base/xmalloc.h"
#include "command/hint_terminal.h"
#include "command/position_page.h"
#include "command/positions.h"
#include "engine/cube.h"
#include "format/posid.h"
#include "match/notation.h"
#include "match/replies.h"
#include "report/settings_words.h"

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

/* A row of the table has a label, an equity, how far it is behind, each with its standard error, and chances in per
 * cent, as `hint` has it on a terminal. In a narrow one backgammons are left out, and the row below has the errors. */
enum { BEGIN_WIDTH = 6, CHANCES = 5, FIGURE_WIDTH = 8, WIDE = 80 };

struct table_form {
    size_t begin, label;
    int equity, error, behind, behind_error, chance[CHANCES], mwc; /* widths; 0 = left out */
    int decimals; /* of equities */
};

/* Only plays have an error of the difference; in a match all have MWC. */
static const struct table_form wide_plays = {BEGIN_WIDTH, 15, 9, 7, 8, 7, {6, 5, 5, 7, 5}, 0, 4},
                               wide_match = {4, 16, 7, 6, 7, 6, {6, 5, 5, 7, 5}, 6, 3},
                               wide_cube = {BEGIN_WIDTH, 20, 10, 7, 9, 0, {6, 5, 5, 7, 5}, 0, 4},
                               wide_match_cube = {4, 19, 8, 7, 8, 0, {6, 5, 5, 7, 5}, 6, 4},
                               narrow_form = {BEGIN_WIDTH, 17, 8, 0, 9, 0, {7, 6, 0, 7, 0}, 0, 4},
                               narrow_match = {BEGIN_WIDTH, 14, 8, 0, 8, 0, {6, 5, 0, 7, 0}, 6, 4};

static const struct table_form *form_for(int width, bool plays, bool match)
{
    if (width > 0 && width < WIDE)
        return match ? &narrow_match : &narrow_form;
    if (!plays)
        return match ? &wide_match_cube : &wide_cube;
    return match ? &wide_match : &wide_plays;
}

#define error_shown(error, decimals) (isnan(error) ? tr("n/a") : TR_REAL(error, decimals))

static void put_error(struct strbuf *out, int width, int decimals, double error)
{
    if (width > 0)
        put_right(out, isnan(error) ? tr("n/a") : TR_REAL(error, decimals), (size_t)width);
}

static void put_label(struct strbuf *out, const struct table_form *f, const char *begin, const char *label)
{
    strbuf_printf(out, "%-*s", (int)f->begin, begin);
    put_left(out, label, f->label);
}

static void put_heading(struct strbuf *out, const struct table_form *f, const char *label, const char *behind)
{
    static const char *const names[CHANCES] = {C_("at most 5 letters", "Win%"), HINT_GAMMONS};
    put_label(out, f, "", label);
    put_right(out, tr(C_("at most 7 letters", "Equity")), (size_t)f->equity);
    put_right(out, f->error > 0 ? "+-" : "", (size_t)f->error);
    put_right(out, behind, (size_t)f->behind);
    put_right(out, f->behind_error > 0 ? "+-" : "", (size_t)f->behind_error);
    for (int i = 0; i < CHANCES; i++)
        if (f->chance[i] > 0)
            put_right(out, tr(names[i]), (size_t)f->chance[i]);
    put_right(out, f->mwc > 0 ? tr("MWC") : "", (size_t)f->mwc);
    strbuf_putc(out, '\n');
}

static void put_chances(struct strbuf *out, const struct table_form *f, const struct outcome *o)
{
    const float chance[CHANCES] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < CHANCES; i++)
        put_error(out, f->chance[i], 1, 100 * (double)chance[i]);
}

static void put_errors(struct strbuf *out, const struct table_form *f, const struct rollout_estimate *e,
                       double behind_error)
{
    const double *error = &e->error[FIGURE_WIN];
    put_label(out, f, "", tr("standard error"));
    put_error(out, f->equity, f->decimals, e->equity_error);
    if (isnan(behind_error))
        strbuf_fill(out, ' ', (size_t)f->behind);
    else
        put_error(out, f->behind, f->decimals, behind_error);
    for (int i = 0; i < CHANCES && !isnan(error[0]); i++)
        put_error(out, f->chance[i], 1, 100 * error[i]);
    put_error(out, f->mwc, 2, 100 * e->mwc_error);
    strbuf_putc(out, '\n');
}

static void put_loss(struct strbuf *out, const struct table_form *f, const struct cube_row *row)
{
    put_right(out, isnan(row->loss) ? "" : TR_REAL((double)row->loss, f->decimals), (size_t)f->behind);
}

/* What has no column has a line of its own. */
static void put_below(struct strbuf *out, struct strbuf *text)
{
    strbuf_fill(out, ' ', BEGIN_WIDTH);
    strbuf_printf(out, "%s\n", strbuf_text(text));
    strbuf_done(text);
}

static void put_trials(struct strbuf *out, int trials)
{
    struct strbuf text = {0};
    tr_add_counted(&text, "{0} trial", "{0} trials", trials, TR_INT(trials));
    put_below(out, &text);
}

static void put_details(struct strbuf *out, const struct table_form *f, const struct rollout *r,
                        const struct rollout_candidate *c)
{
    const struct rollout_estimate *e = &c->now;
    struct strbuf text = {0};
    tr_add_counted(&text, "{0} trial", "{0} trials", e->trials, TR_INT(e->trials));
    strbuf_puts(&text, c->dropped ? tr(", dropped") : "");
    const bool of_cube = c->kind != CANDIDATE_PLAY; /* a column has no room for errors */
    if (r->position.length > 0 && (f->mwc == 0 || (of_cube && f->error > 0)))
        tr_add(&text, "; MWC {0}% (standard error {1})", TR_REAL(100 * e->mwc, 2), error_shown(100 * e->mwc_error, 2));
    if (!isnan(e->mean[FIGURE_CUBELESS]) && (f->mwc == 0 || of_cube))
        tr_add(&text, "; cubeless {0} ({1})", SIGNED(e->mean[FIGURE_CUBELESS], 4),
               error_shown(e->error[FIGURE_CUBELESS], 4));
    put_below(out, &text);
}

/* A name, and a figure behind it: on a line of its own if the name leaves no room. */
static void put_named(struct strbuf *out, const struct table_form *f, const char *begin, const char *name,
                      const char *figure, int figure_width)
{
    const size_t width = width_of_text(name), both = f->label + (size_t)figure_width;
    const size_t taken = width + FIGURE_WIDTH - 4 + (size_t)f->decimals; /* with a figure behind it */
    put_label(out, f, begin, name);
    if (taken > both) {
        strbuf_putc(out, '\n');
        strbuf_fill(out, ' ', f->begin + f->label);
    }
    put_right(out, figure, width > f->label && taken <= both ? both - width : (size_t)figure_width);
}

static void put_figures(struct strbuf *out, const struct table_form *f, const struct rollout_candidate *c,
                        const char *begin, const char *name, const struct cube_row *row)
{
    const struct rollout_estimate *e = &c->now;
    put_named(out, f, begin, name, SIGNED(e->equity, f->decimals), f->equity);
    put_error(out, f->error, f->decimals, e->equity_error);
    if (row != NULL)
        put_loss(out, f, row);
    else
        put_right(out, e->behind > 0 ? SIGNED(-e->behind, f->decimals) : "", (size_t)f->behind);
    if (f->behind_error > 0)
        put_right(out, e->behind > 0 && !isnan(e->behind_error) ? TR_REAL(e->behind_error, f->decimals) : "",
                  (size_t)f->behind_error);
}

/* `row`: of a cube decision; else NULL. */
static void candidate_row(struct strbuf *out, const struct table_form *f, const struct rollout *r,
                          const struct rollout_candidate *c, const char *begin, const struct cube_row *row)
{
    const struct outcome o = rollout_outcome(&c->now, true);
    struct strbuf name = {0};
    if (c->kind == CANDIDATE_PLAY)
        write_name(&name, r, c);
    else
        strbuf_puts(&name, tr(cube_label(c->kind != CANDIDATE_NO_DOUBLE, r->position.cube_owner != CUBE_CENTRED)));
    if (at_stake(r))
        put_figures(out, f, c, begin, strbuf_text(&name), row);
    else
        put_named(out, f, begin, strbuf_text(&name), tr("nothing at stake"),
                  f->equity + f->error + f->behind + f->behind_error);
    put_chances(out, f, &o);
    put_error(out, f->mwc, 2, 100 * c->now.mwc);
    strbuf_putc(out, '\n');
    if (at_stake(r) && f->error == 0)
        put_errors(out, f, &c->now, row == NULL && c->now.behind > 0 ? c->now.behind_error : NAN);
    strbuf_done(&name);
}

/* Have all plays as many trials? Then one line for all of them says it. */
static bool alike(const struct rollout *r)
{
    bool same = true;
    for (int i = 0; i < r->n; i++)
        same = same && !r->candidates[i].dropped && r->candidates[i].now.trials == r->candidates[0].now.trials;
    return same;
}

static void name_of(struct strbuf *out, const struct rollout *r, int i)
{
    static const char *const names[2][3] = {{N_("no double"), N_("double, take"), N_("double, pass")},
                                            {N_("no redouble"), N_("redouble, take"), N_("redouble, pass")}};
    if (r->candidates[0].kind == CANDIDATE_PLAY)
        write_name(out, r, &r->candidates[i]);
    else
        strbuf_puts(out, tr(names[r->position.cube_owner != CUBE_CENTRED][i]));
}

/* Which leads the errors leave open. */
static void close_text(struct strbuf *out, const struct rollout *r)
{
    struct rollout_lead leads[ROLLOUT_LEADS];
    const int n = at_stake(r) ? rollout_close(r, leads) : 0;
    for (int i = 0; i < n; i++) {
        struct strbuf better = {0}, worse = {0}, range = {0};
        name_of(&better, r, leads[i].better);
        name_of(&worse, r, leads[i].worse);
        /* the errors in the table above it are of 68% */
        strbuf_printf(&range, "%s (%s)", TR_REAL(leads[i].range, 4), TR_SHARE(0.95, 0));
        tr_add(out, "Too close to call: {0} is {1} ± {2} better than {3}.", strbuf_text(&better),
               TR_REAL(leads[i].by, 4), strbuf_text(&range), strbuf_text(&worse));
        strbuf_putc(out, '\n');
        strbuf_done(&range);
        strbuf_done(&better);
        strbuf_done(&worse);
    }
}

static void plays_text(struct strbuf *out, const struct table_form *f, const struct rollout *r)
{
    const struct rollout_candidate **list = sorted(r);
    put_heading(out, f, tr("Play"), tr(C_("at most 6 letters", "Diff.")));
    for (int i = 0; i < r->n; i++) {
        char begin[16];
        if (f->begin < BEGIN_WIDTH)
            snprintf(begin, sizeof begin, "%s%d. ", i == 0 ? ">" : i < 9 ? " " : "", i + 1);
        else
            snprintf(begin, sizeof begin, " %s%2d. ", i == 0 ? ">" : " ", i + 1);
        candidate_row(out, f, r, list[i], begin, NULL);
        if (!alike(r))
            put_details(out, f, r, list[i]);
    }
    if (alike(r))
        put_trials(out, list[0]->now.trials);
    xfree(list);
}

static void put_proper(struct strbuf *out, const char *id, const char *words)
{
    strbuf_putc(out, '\n');
    tr_put(out, tr(id), TR_FILLING(tr(words)));
    strbuf_putc(out, '\n');
}

static void cube_text(struct strbuf *out, const struct table_form *f, const struct rollout *r)
{
    static const struct cube_row unknown = {.loss = NAN};
    struct cube_answer c;
    struct cube_table table;
    const bool live = rollout_cube(r, &c);
    const char *verdict = verdict_of(r);
    if (live)
        cube_table_of((float[]){c.nd, c.dt, c.dp}, c.verdict, r->position.cube_owner != CUBE_CENTRED, &table);
    put_heading(out, f, tr("Action"), live ? tr(C_("at most 7 letters", "Loss")) : "");
    for (int i = 0; i < r->n; i++) {
        candidate_row(out, f, r, &r->candidates[i], live && table.merit[0] == i ? " >" : "",
                      live ? &table.row[i] : &unknown);
        put_details(out, f, r, &r->candidates[i]);
        if (live && table.row[i].opponents && !isnan(table.row[i].loss))
            strbuf_printf(out, "      %s\n", tr("the loss is the opponent's error"));
    }
    if (live) {
        put_named(out, f, table.merit[0] == 2 ? " >" : "", tr(table.row[2].label), SIGNED(c.dp, 4), f->equity);
        if (!isnan(table.row[2].loss))
            put_right(out, TR_REAL((double)table.row[2].loss, 4), (size_t)(f->error + f->behind));
        if (!isnan(table.row[2].loss) && table.row[2].opponents)
            strbuf_printf(out, "  %s", tr("the opponent's error"));
        strbuf_putc(out, '\n');
    }
    if (verdict != NULL)
        put_proper(out, N_("Proper cube action: {0}"), verdict);
    if (live)
        close_text(out, r);
}

/* ---- the answer to what waits: from the seat of the player who has to give it ---- */

static struct outcome answerers_chances(const struct answered *a)
{
    const struct outcome o = rollout_outcome(&a->by->now, true);
    return a->sign > 0 ? o : outcome_flip(o);
}

static void answers_text(struct strbuf *out, const struct table_form *f, const struct rollout_job *j,
                         const struct answered *a)
{
    const struct position *p = &j->position;
    const struct outcome o = answerers_chances(a);
    strbuf_puts(out, "  ");
    if (p->offer == OFFER_RESIGNATION)
        resignation_question(out, p->resigned, p->under != OFFER_NONE);
    else
        tr_add(out, "{0} to {1}: {2}", tr(offer_made(p)), TR_INT(2 * p->cube), tr(reply_choice(p)));
    strbuf_putc(out, '\n');
    put_heading(out, f, tr("Answer"), tr(C_("at most 7 letters", "Loss")));
    for (int i = 0; i < a->n; i++) {
        const bool played = i == (p->offer == OFFER_RESIGNATION);
        const float loss = i == a->best ? NAN : (float)(a->at[a->best].equity - a->at[i].equity);
        put_label(out, f, i == a->best ? " >" : "", tr(a->at[i].name));
        put_right(out, SIGNED(a->at[i].equity, 4), (size_t)f->equity);
        if (played)
            put_error(out, f->error, 4, a->at[i].error);
        else if (!isnan(loss))
            strbuf_fill(out, ' ', (size_t)f->error);
        if (played || !isnan(loss))
            put_loss(out, f, &(struct cube_row){.loss = loss});
        if (played)
            put_chances(out, f, &o);
        strbuf_putc(out, '\n');
        if (played && f->error == 0) {
            put_label(out, f, "", tr("standard error"));
            put_error(out, f->equity, 4, a->at[i].error);
            strbuf_putc(out, '\n');
        }
        if (played)
            put_trials(out, a->by->now.trials);
    }
    put_proper(out, N_("Proper answer: {0}"), a->at[a->best].name);
}

/* ---- all answers ---- */

/* Which plays were not rolled out, and how far the best of them seemed to be behind. */
static void left_out_text(struct strbuf *out, const struct rollout_job *j)
{
    if (j->left_out == 0)
        return;
    strbuf_fill(out, ' ', BEGIN_WIDTH);
    tr_add_counted(out, "{0} other, not rolled out: {1} or more behind at {2} (--within, --plays)",
                   "{0} others, not rolled out: {1} or more behind at {2} (--within, --plays)", j->left_out,
                   TR_INT(j->left_out), TR_REAL((double)j->next_behind, 3), j->choice);
    strbuf_putc(out, '\n');
}

void rollout_job_text(struct strbuf *out, const struct rollout_job *j, bool board, int width)
{
    struct answered answers;
    const struct rollout *r = &j->rollout;
    const bool asked = answered_by_rollout(r, &j->position, &answers);
    const bool plays = !asked && r->candidates[0].kind == CANDIDATE_PLAY;
    const struct table_form *f = form_for(width, plays, r->position.length > 0);
    if (board)
        hint_show_position(out, &j->position);
    else
        strbuf_printf(out, "%s\n", j->id);
    struct strbuf seeds = {0}, settings = {0};
    for (size_t i = 0; i < r->n_seeds; i++)
        strbuf_printf(&seeds, "%s%llu", i > 0 ? ", " : "", (unsigned long long)r->seeds[i]);
    tr_add(out, "rollout, seed {0}:", strbuf_text(&seeds));
    strbuf_done(&seeds);
    strbuf_putc(out, ' ');
    rollout_describe(&r->options, &settings);
    settings_words(strbuf_text(&settings), out);
    strbuf_done(&settings);
    strbuf_puts(out, "\n\n");
    if (asked)
        answers_text(out, f, j, &answers);
    else if (!plays)
        cube_text(out, f, r);
    else {
        plays_text(out, f, r);
        left_out_text(out, j);
        close_text(out, r);
    }
    if (f == &narrow_form || f == &narrow_match)
        strbuf_printf(out, "%s\n", tr("(not shown: backgammons; --width 80 shows them)"));
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

/* ---- a page ---- */

enum { PLAYS_SHOWN = 50 };

static struct cube_analysis *note_cube(const struct rolled_setup *how, const struct rollout *r)
{
    struct cube_answer answer;
    struct rolled_cube rolled;
    struct cube_stakes stakes;
    if (!rolled_action(how, r, &answer, &rolled))
        return NULL;
    struct cube_analysis *out = arena_alloc(how->arena, sizeof *out);
    noted_cube(out, &answer, &how->options->last);
    out->level = rolled.level;
    out->rollout = rolled.settings;
    for (int i = 0; i < 2; i++)
        out->branch[i].stderror = rolled.error[i];
    cube_stakes_at(&r->position, engine_met(how->engine), &answer.outcome[0], &stakes);
    out->stakes = memcpy(arena_alloc(how->arena, sizeof stakes), &stakes, sizeof stakes);
    return out;
}

/* Of an answer that waits: its two figures. */
static struct resigned_analysis *note_resignation(const struct rolled_setup *how, const struct rollout_job *j)
{
    struct answered a;
    struct resigned_analysis *out = arena_alloc(how->arena, sizeof *out);
    (void)answered_by_rollout(&j->rollout, &j->position, &a);
    *out = (struct resigned_analysis){(float)a.at[0].equity, (float)a.at[1].equity};
    return out;
}

static struct annotation note_of(const struct rolled_setup *how, const struct rollout_job *j)
{
    const struct rollout *r = &j->rollout;
    struct annotation note = {.luck = NAN, .luck_mwc = NAN};
    if (j->position.offer == OFFER_RESIGNATION)
        note.resigned = note_resignation(how, j);
    else if (r->candidates[0].kind == CANDIDATE_PLAY)
        note.play = rolled_plays(how, r, r->n + j->left_out);
    else
        note.cube = note_cube(how, r);
    note.race = noted_race(how->engine, &j->position, how->arena);
    return note;
}

/* What close_text() has, on one line; NULL = nothing. */
static const char *remark_of(struct arena *memory, const struct rollout_job *j)
{
    struct answered answers;
    struct strbuf text = {0};
    if (!answered_by_rollout(&j->rollout, &j->position, &answers))
        close_text(&text, &j->rollout);
    text.length -= text.length > 0; /* the last line's end */
    for (size_t i = 0; i < text.length; i++)
        text.at[i] = text.at[i] == '\n' ? ' ' : text.at[i];
    const char *kept = text.length > 0 ? arena_strndup(memory, text.at, text.length) : NULL;
    strbuf_done(&text);
    return kept;
}

static void page_facts(const void *context, struct draft *b)
{
    const struct rollouts *all = context;
    fact_text(b, "Engine", all->engine);
    fact_text(b, "Settings", all->settings);
    fact_text(b, "Seed", draft_string(b, "%lld", (long long)all->seed));
    fact_text(b, "Stronger", all->stronger);
}

static int put_page(const struct answers_options *o, const struct rollout_played *by, const struct rollouts *all,
                    const struct rollout_job *jobs, size_t n, struct arena *memory)
{
    const struct rolled_setup how = {.engine = by->engine, .options = by->options, .arena = memory};
    struct paged_position *at = arena_alloc(memory, (n + 1) * sizeof *at);
    struct annotation *notes = arena_alloc(memory, (n + 1) * sizeof *notes);
    struct position_page page = {
        .title = rollout_document.title, .at = at, .candidates = PLAYS_SHOWN, .facts = page_facts, .context = all};
    struct strbuf text = {0};
    for (size_t i = 0; i < n; i++)
        if (jobs[i].begun && jobs[i].rollout.candidates[0].now.trials > 0) {
            notes[page.n] = note_of(&how, &jobs[i]);
            at[page.n] = (struct paged_position){&jobs[i].position, &notes[page.n], NULL, remark_of(memory, &jobs[i])};
            page.n++;
        }
    const int ending = position_page(&page, DOCUMENT_HTML, &text) ? answers_put_text(o, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
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
    const struct rollouts all = {.engine = engine_version(by->engine),
                                 .settings = strbuf_text(&settings),
                                 .stronger = stronger_word(by->stronger),
                                 .seed = (int64_t)by->options->seed,
                                 .results = {results, made}};
    const int ending =
        o->form > ANSWERS_TEXT ? put_page(o, by, &all, jobs, n, memory) : answers_put(o, &rollout_document, &all);
    xfree(results);
    strbuf_done(&settings);
    arena_free(memory);
    return ending;
}
