/* `kibitzer rollout`: positions played out many times: the plays of a roll, or the cube decision before it. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/figure.h"
#include "base/jsonw.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/maps.h"
#include "cli/positions.h"
#include "cli/rolling.h"
#include "cli/terminal.h"
#include "engine/judged.h"
#include "match/notation.h"
#include "match/posid.h"
#include "rollout/state.h"

enum { SAVE_EVERY = 30 }; /* seconds */

/* One decision: as asked, and what came of it. */
struct job {
    char *id;
    int line;
    const char *problem;
    size_t fault; /* offset of the ID, then of the problem, in the line */
    struct position position;
    struct rollout rollout;
    bool begun;
};

/* A file of a state, open while its trials are taken over. */
struct kept {
    const char *path;
    struct strbuf text;
    struct state state;
    bool *used; /* by section */
};

struct rolling {
    struct thinking thinking;
    struct rollout_options options;
    enum variant variant; /* of the positions */
    struct level choice; /* which plays are rolled out is seen at this level */
    int plays; /* at most so many */
    double within; /* of the best one */
    int seconds; /* for each decision; 0 = no limit */
    double until; /* of the present one */
    struct job *jobs;
    size_t n, capacity;
    struct diags diags; /* about the IDs */
    const char *state; /* file, or NULL */
    double saved; /* when */
    bool save_failed;
};

/* ---- the questions ---- */

static void add_job(struct rolling *r, struct span text, int line)
{
    const struct span id = span_trim(text);
    struct job *j;
    r->jobs = grow(r->jobs, r->n, &r->capacity, sizeof *r->jobs);
    j = &r->jobs[r->n++];
    *j = (struct job){.line = line, .id = xcalloc(id.length + 1, 1)};
    for (size_t i = 0; i < id.length; i++)
        j->id[i] = id.at[i];
    j->fault = (size_t)(id.at - text.at);
}

static bool read_stdin(struct rolling *r)
{
    struct strbuf text = {0};
    int line = 1;
    diags_init(&r->diags, "<stdin>");
    if (!file_read("-", 0, &text)) {
        say_error("standard input could not be read");
        return false;
    }
    for (const char *at = strbuf_text(&text), *next; *at != '\0'; at = next, line++) {
        const char *end = at;
        while (*end != '\0' && *end != '\n')
            end++;
        next = *end != '\0' ? end + 1 : end;
        const struct span id = span_trim((struct span){at, (size_t)(end - at)});
        if (id.length != 0 && id.at[0] != '#')
            add_job(r, (struct span){at, (size_t)(end - at)}, line);
    }
    strbuf_done(&text);
    return true;
}

static bool read_jobs(struct rolling *r, const struct args *a)
{
    if (a->n_operands == 0)
        return read_stdin(r);
    diags_init(&r->diags, "<arguments>");
    for (int i = 0; i < a->n_operands; i++)
        add_job(r, span_of(a->operand[i]), i + 1);
    return true;
}

/* The plays worth rolling out, by a look at them; a dance is rolled out as it is. */
static void add_plays(struct rolling *r, struct rollout *roll, const struct position *p)
{
    struct ranked_plays ranked = {0};
    const int n = engine_plays(r->thinking.engine, r->thinking.worker[0], p, &r->choice, NULL, &ranked);
    for (int i = 0; i < n && i < r->plays; i++)
        if ((double)ranked.at[i].cubeful >= (double)ranked.at[0].cubeful - r->within)
            rollout_add_play(roll, &ranked.at[i].play, &ranked.at[i].after);
    if (n == 0)
        rollout_add_play(roll, &(struct play){0}, &p->board);
    ranked_plays_done(&ranked);
}

static void begin_job(struct rolling *r, struct job *j)
{
    struct position *p = &j->position;
    size_t fault = 0;
    if (!any_id_read(span_of(j->id), p, &j->problem, &fault))
        j->fault += fault;
    else if ((j->problem = variation_set(r->thinking.engine, r->variant, p)) == NULL)
        j->problem = position_over(p);
    if (j->problem != NULL) {
        diag_at(&r->diags, SEVERITY_ERROR, j->line, (int)j->fault + 1, "%s", j->problem);
        return;
    }
    rollout_begin(&j->rollout, r->thinking.engine, p, &r->options);
    if (r->options.opening && !j->rollout.opening) {
        diag_at(&r->diags, SEVERITY_ERROR, j->line, (int)j->fault + 1,
                "found dice or a cube that was turned; expected a position that can begin a game (--opening)");
        rollout_end(&j->rollout);
        return;
    }
    if (p->dice[0] != 0)
        add_plays(r, &j->rollout, p);
    j->begun = true;
}

/* ---- states ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool kept_open(struct kept *k, const char *path)
{
    struct diags d;
    *k = (struct kept){.path = path};
    if (!file_read(path, 0, &k->text)) {
        say_error("%s: %s", path, strerror(errno));
        return false;
    }
    diags_init(&d, path);
    const bool ok = state_open(&k->state, (struct span){strbuf_text(&k->text), k->text.length}, &d);
    terminal_diags(&d);
    diags_done(&d);
    k->used = xcalloc(k->state.n + 1, sizeof *k->used);
    return ok;
}

static void kept_close(struct kept *k)
{
    state_close(&k->state);
    strbuf_done(&k->text);
    xfree(k->used);
}

/* Nothing of a file is passed over: it would be lost when the state is saved. */
static bool all_used(const struct kept *k)
{
    for (size_t i = 0; i < k->state.n; i++)
        if (!k->used[i]) {
            say_error("%s:%d: holds a rollout of %s, which is not among the positions given", k->path,
                      k->state.sections[i].line, k->state.sections[i].position);
            return false;
        }
    return true;
}

static bool take_over(struct rolling *r, struct kept *k, bool merge)
{
    struct diags d;
    bool ok = true;
    diags_init(&d, k->path);
    for (size_t i = 0; i < r->n && ok; i++) {
        const long section = r->jobs[i].begun ? state_find(&k->state, &r->jobs[i].position) : -1;
        if (section < 0)
            continue;
        ok = state_read(&k->state, (size_t)section, merge, &r->jobs[i].rollout, &d);
        k->used[section] = true;
    }
    terminal_diags(&d);
    diags_done(&d);
    return ok && all_used(k);
}

static bool merge_all(struct rolling *r, const char *paths)
{
    bool ok = true;
    char *list = xstrdup(paths != NULL ? paths : ""), *rest = list;
    for (char *path; ok && (path = strsep(&rest, ",")) != NULL;) {
        struct kept k;
        if (*path == '\0')
            continue;
        ok = kept_open(&k, path) && take_over(r, &k, true);
        kept_close(&k);
    }
    xfree(list);
    return ok;
}

static void save(struct rolling *r)
{
    const struct rollout **list = xcalloc(r->n + 1, sizeof(struct rollout *));
    struct strbuf text = {0};
    size_t n = 0;
    for (size_t i = 0; i < r->n; i++)
        if (r->jobs[i].begun && (r->jobs[i].rollout.done > 0 || r->jobs[i].rollout.n_seeds > 1))
            list[n++] = &r->jobs[i].rollout;
    if (r->state != NULL && n > 0) {
        state_write(list, n, &text);
        r->save_failed = !file_write_atomic(r->state, text.at, text.length);
        if (r->save_failed)
            say_error("%s: the state could not be saved: %s", r->state, strerror(errno));
    }
    r->saved = now();
    strbuf_done(&text);
    xfree(list);
}

/* ---- the rollout ---- */

/* The bar shows the time that is left. */
static void on_progress(void *context, const struct rollout *roll, size_t done, size_t total)
{
    char text[40] = "";
    const struct rollout_estimate *e = &roll->candidates[rollout_best(roll)].now;
    (void)context;
    if (e->trials > 0)
        snprintf(text, sizeof text, "%s +- %.4f", SIGNED(e->equity, 4), e->equity_error);
    progress_show((double)done / (double)total, text);
}

static bool on_enough(void *context, const struct rollout *roll)
{
    struct rolling *r = context;
    (void)roll;
    if (now() > r->saved + SAVE_EVERY)
        save(r);
    return r->seconds > 0 && now() >= r->until;
}

/* False if interrupted. */
static bool roll_out(struct rolling *r, struct job *j)
{
    const struct rollout_hooks hooks = {
        .progress = on_progress, .enough = on_enough, .context = r, .cancel = interrupt_flag()};
    r->until = now() + r->seconds;
    const bool finished = rollout_run(&j->rollout, r->thinking.worker, r->thinking.jobs, &hooks);
    progress_clear();
    return finished;
}

/* ---- answers ---- */

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

static const char *verdict_of(const struct rollout *r)
{
    struct cube_answer c;
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
    strbuf_printf(out, "   cubeless %s", SIGNED(e->mean[FIGURE_CUBELESS], 4));
    put_error(out, e->error[FIGURE_CUBELESS], 4);
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
    strbuf_printf(out, " %7s", SIGNED(e->equity, 4));
    put_error(out, e->equity_error, 4);
    if (r->position.length > 0) {
        strbuf_printf(out, "  MWC %.2f %%", 100 * e->mean[FIGURE_VALUE]);
        put_error(out, 100 * e->error[FIGURE_VALUE], 2);
    }
    if (c->kind == CANDIDATE_PLAY && rank > 1) {
        strbuf_printf(out, "  (%s", SIGNED(-e->behind, 4));
        put_error(out, e->behind_error, 4);
        strbuf_puts(out, ")");
    }
    strbuf_printf(out, "  %d trials%s\n", e->trials, c->dropped ? ", dropped" : "");
    put_chances(out, e);
    strbuf_done(&name);
}

static void job_text(struct strbuf *out, const struct job *j)
{
    const struct rollout *r = &j->rollout;
    const struct rollout_candidate **list = sorted(r);
    const char *verdict = verdict_of(r);
    strbuf_printf(out, "%s\n  rollout, seed", j->id);
    for (size_t i = 0; i < r->n_seeds; i++)
        strbuf_printf(out, "%s %llu", i > 0 ? "," : "", (unsigned long long)r->seeds[i]);
    strbuf_puts(out, ": ");
    rollout_describe(&r->options, out);
    strbuf_putc(out, '\n');
    for (int i = 0; i < r->n; i++)
        candidate_text(out, r, list[i], i + 1);
    if (verdict != NULL) {
        struct cube_answer c;
        rollout_cube(r, &c);
        strbuf_printf(out, "  %-14s %7s\n  proper action: %s\n", "double, pass", SIGNED(c.dp, 4), verdict);
    }
    xfree(list);
}

static void errors_json(struct jsonw *j, const struct rollout_estimate *e)
{
    static const char *const names[] = {"win", "win_g", "win_bg", "lose_g", "lose_bg"};
    jsonw_object(j, "standard_errors");
    jsonw_number(j, "cubeless", e->error[FIGURE_CUBELESS], 6);
    for (int i = 0; i < 5; i++)
        jsonw_number(j, names[i], e->error[FIGURE_WIN + i], 6);
    jsonw_end(j);
}

static void candidate_json(struct jsonw *out, const struct job *j, const struct rollout_candidate *c,
                           const char *verdict)
{
    const struct rollout *r = &j->rollout;
    const struct rollout_estimate *e = &c->now;
    const struct outcome o = rollout_outcome(e, true);
    struct strbuf name = {0};
    write_name(&name, r, c);
    jsonw_object_flat(out, NULL);
    jsonw_string(out, "id", j->id);
    jsonw_string(out, "play", strbuf_text(&name));
    jsonw_number(out, "equity", e->equity, 6);
    jsonw_number(out, "standard_error", e->equity_error, 6);
    outcome_json(out, &o);
    jsonw_int(out, "trials", e->trials);
    jsonw_number(out, "cubeless", e->mean[FIGURE_CUBELESS], 6);
    if (r->position.length > 0) {
        jsonw_number(out, "mwc", e->mean[FIGURE_VALUE], 6);
        jsonw_number(out, "mwc_standard_error", e->error[FIGURE_VALUE], 6);
    }
    errors_json(out, e);
    if (c->kind == CANDIDATE_PLAY) {
        jsonw_number(out, "behind", e->behind, 6);
        jsonw_number(out, "behind_standard_error", e->behind_error, 6);
        jsonw_bool(out, "dropped", c->dropped);
    }
    if (verdict != NULL)
        jsonw_string(out, "verdict", verdict);
    jsonw_end(out);
    strbuf_done(&name);
}

static void all_json(struct strbuf *out, const struct rolling *r)
{
    struct jsonw j;
    struct strbuf settings = {0};
    rollout_describe(&r->options, &settings);
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "engine", engine_version(r->thinking.engine));
    jsonw_string(&j, "settings", strbuf_text(&settings));
    jsonw_int(&j, "seed", (long)r->options.seed);
    jsonw_array(&j, "results");
    for (size_t i = 0; i < r->n; i++) {
        const struct job *job = &r->jobs[i];
        if (!job->begun || job->rollout.candidates[0].now.trials == 0)
            continue;
        const struct rollout_candidate **list = sorted(&job->rollout);
        for (int k = 0; k < job->rollout.n; k++)
            candidate_json(&j, job, list[k], verdict_of(&job->rollout));
        xfree(list);
    }
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
    strbuf_done(&settings);
}

/* ---- the command ---- */

static void print_text(const struct job *j)
{
    struct strbuf out = {0};
    job_text(&out, j);
    fwrite(out.at, 1, out.length, stdout);
    fflush(stdout);
    strbuf_done(&out);
}

static void print_json(const struct rolling *r)
{
    struct strbuf out = {0};
    all_json(&out, r);
    fwrite(out.at, 1, out.length, stdout);
    strbuf_done(&out);
}

/* With `json` the answers are printed at the end. */
static int roll_out_all(struct rolling *r, bool json)
{
    size_t failed = 0;
    bool finished = true;
    for (size_t i = 0; i < r->n; i++) {
        struct job *j = &r->jobs[i];
        failed += !j->begun;
        if (!j->begun || !finished)
            continue;
        finished = roll_out(r, j);
        if (!json && j->rollout.candidates[0].now.trials > 0)
            print_text(j);
        save(r);
    }
    if (json)
        print_json(r);
    if (!finished) {
        say("interrupted: what is known has been printed%s",
            r->state != NULL && !r->save_failed ? ", the state has been saved" : "");
        return EXIT_INTERRUPTED;
    }
    return failed == 0 && !r->save_failed ? EXIT_CLEAN : failed == r->n ? EXIT_NOTHING : EXIT_SOME_FAILED;
}

/* The positions, with what is known of them from earlier runs. False after a message. */
static bool begin_all(struct rolling *r, const struct args *a)
{
    struct kept k = {0};
    const bool there = r->state != NULL && access(r->state, F_OK) == 0;
    bool ok = !there || kept_open(&k, r->state);
    if (ok && there && k.state.n > 0 && !args_has(a, "seed"))
        r->options.seed = state_seed(&k.state, 0);
    ok = ok && read_jobs(r, a);
    for (size_t i = 0; ok && i < r->n; i++)
        begin_job(r, &r->jobs[i]);
    terminal_diags(&r->diags);
    ok = ok && (!there || take_over(r, &k, false)) && merge_all(r, args_text(a, "merge"));
    kept_close(&k);
    return ok;
}

static bool read_options(struct rolling *r, const struct args *a)
{
    enum { DAY = 86400 };
    return rolling_read(&r->options, a) && variation_read(a, &r->variant) &&
           level_read(a, "choice-level", args_text(a, "choice-level"), &r->choice) &&
           args_number(a, "plays", 1, 1000, 5, &r->plays) && args_real(a, "within", 0, 100, 0.1, &r->within) &&
           args_number(a, "stop-time", 1, 100 * DAY, 0, &r->seconds);
}

static int run(const struct args *a)
{
    struct rolling r = {0};
    int result = EXIT_NOTHING;
    if (!read_options(&r, a))
        return EXIT_USAGE;
    if (!thinking_open(&r.thinking, a, &result))
        return result;
    interrupts_catch();
    r.state = args_text(a, "state");
    r.saved = now();
    if (begin_all(&r, a))
        result = roll_out_all(&r, args_has(a, "json"));
    for (size_t i = 0; i < r.n; i++) {
        xfree(r.jobs[i].id);
        rollout_end(&r.jobs[i].rollout);
    }
    xfree(r.jobs);
    diags_done(&r.diags);
    thinking_done(&r.thinking);
    return result;
}

static const struct option_row options[] = {
    ROLLING_OPTIONS,
    {"stop-time", 0, "SECONDS", NULL,
     "stop after this much time on a decision (the result then depends on the machine)"},
    {"plays", 0, "N", NULL, "roll out at most the N best plays of a roll [5]"},
    {"within", 0, "EMG", NULL, "and only those this close to the best [0.1]"},
    {"choice-level", 0, "LEVEL", "2ply", "level at which these plays are chosen"},
    {"state", 0, "FILE", NULL, "keep the trials here: continue from what FILE holds, save what is added"},
    {"merge", 0, "FILES", NULL, "add the trials of these states (separated by commas), made with other seeds"},
    VARIATION_OPTION,
    {"json", 0, NULL, NULL, "one JSON document with results[]"},
    JOBS_OPTION,
    ENGINE_OPTIONS,
    {0},
};

const struct command command_rollout = {
    .name = "rollout",
    .usage = "[options] [ID...]",
    .summary = "play positions out many times: the plays of a roll, or the cube decision",
    .description =
        "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle). With dice\n"
        "in it the best plays are rolled out, else \"no double\" and \"double, take\". All have the same dice.\n"
        "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
        "Equities are normalised to the cube before any double; errors are standard errors (68 %). Chances are of\n"
        "games that are played on after a pass, whatever the cube did.\n\n"
        "examples:\n  kibitzer rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n"
        "  kibitzer rollout --trials 5184 --level 1ply --stop-jsd 3 4HPwATDgc/ABMA:cAkAAAAAAAAA\n",
    .options = options,
    .run = run,
};
