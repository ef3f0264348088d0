/* `rollout`: positions played out many times: the plays of a roll, or the cube decision before it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "command/chosen_plays.h"
#include "command/positions.h"
#include "command/rollout_answer.h"
#include "base/call.h"
#include "base/command.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "match/notation.h"
#include "rollout/rollout_options.h"
#include "rollout/state.h"

enum { SAVE_EVERY = 30 /* seconds */, PLAYS_USUAL = 5, PLAYS_MOST = 1000 };

struct rollout_command {
    struct rollout_request request;
    int seconds; /* for each decision; 0 = no limit */
    struct option_texts plays; /* their number at most, or they themselves */
    int most; /* settled: the number */
    bool named, said; /* settled: they themselves; something is said about which */
    double within; /* of the best one */
    struct level choice; /* which they are is seen at this level */
    const char *state; /* file, or NULL */
    struct option_texts merge; /* files of states */
    struct id_said what;
    struct answers_options answer;
    struct jobs_option jobs;
    struct engine_files files;
};

/* A file of a state, open while its trials are taken over. */
struct kept {
    const char *path;
    struct strbuf text;
    struct state state;
    bool *used; /* by section */
};

struct session {
    const struct rollout_command *asked;
    struct engine_pool pool;
    struct arena *memory;
    const struct state *kept; /* to go on from, or NULL */
    struct rollout_options options;
    struct id_list ids;
    struct rollout_job *jobs; /* [ids.n] */
    double until; /* when the present one ends, if its time is limited */
    double saved; /* when */
    bool save_failed;
    struct strbuf text; /* not yet printed */
};

/* ---- the questions ---- */

/* The plays worth rolling out, by a look at them; a dance is rolled out as it is. */
static void add_plays(const struct session *s, const struct engine *e, struct rollout_job *j, const struct position *p)
{
    struct ranked_plays ranked = {0};
    struct rollout *roll = &j->rollout;
    const int n = engine_plays(e, s->pool.worker[0], p, &s->asked->choice, NULL, &ranked);
    int i = 0;
    for (; i < n && i < s->asked->most; i++)
        if ((double)ranked.at[i].cubeful >= (double)ranked.at[0].cubeful - s->asked->within)
            rollout_add_play(roll, &ranked.at[i].play, &ranked.at[i].after);
        else
            break;
    j->left_out = n - i, j->choice = s->asked->choice.name;
    j->next_behind = i < n ? (double)(ranked.at[0].cubeful - ranked.at[i].cubeful) : 0;
    if (n == 0)
        rollout_add_play(roll, &(struct play){0}, &p->board);
    ranked_plays_done(&ranked);
}

static const char *refuse_play(struct session *s, const struct rollout *r, const struct play *play, const char *why)
{
    struct strbuf text = {0};
    notation_write(&text, &r->position.board, play, NOTATION_MERGED);
    strbuf_printf(&text, " %s; roll it out in a state of its own", why);
    why = arena_strdup(s->memory, strbuf_text(&text));
    strbuf_done(&text);
    return why;
}

static int candidate_of(const struct rollout *r, const struct board *after)
{
    for (int i = 0; i < r->n; i++)
        if (memcmp(r->candidates[i].after.point, after->point, sizeof after->point) == 0)
            return i;
    return -1;
}

/* Those of a state, in its order. What they are not is found by state_read(). */
static void add_kept_plays(struct session *s, struct rollout_job *j, size_t section, const struct position *p)
{
    struct move_list legal = {0};
    struct board *after = arena_alloc(s->memory, MOVES_MAX * sizeof *after);
    const size_t n = state_plays(s->kept, section, after, MOVES_MAX);
    moves_list(&p->board, p->dice[0], p->dice[1], &legal);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < legal.n; k++)
            if (memcmp(legal.at[k].after.point, after[i].point, sizeof after->point) == 0)
                rollout_add_play(&j->rollout, &legal.at[k].play, &legal.at[k].after);
    if (legal.n == 0)
        rollout_add_play(&j->rollout, &(struct play){0}, &p->board);
    moves_free(&legal);
}

/* Goes on with those named, or with all: the others rest as if they had been dropped. */
static const char *choose_kept(struct session *s, struct rollout_job *j, const struct chosen_plays *named)
{
    const size_t n = (size_t)j->rollout.n;
    j->left = arena_alloc(s->memory, (n + 1) * sizeof *j->left);
    for (size_t i = 0; i < n; i++)
        j->left[i] = named->n > 0;
    for (size_t i = 0; i < named->n; i++) {
        const int at = candidate_of(&j->rollout, &named->after[i]);
        if (at < 0)
            return refuse_play(s, &j->rollout, &named->play[i], "is not among the plays of the state");
        j->left[at] = false;
    }
    return NULL;
}

static const char *add_candidates(struct session *s, const struct engine *e, struct rollout_job *j,
                                  const struct position *p)
{
    const struct rollout_command *o = s->asked;
    struct chosen_plays named = {0};
    const char *problem = o->named ? chosen_plays_read(&o->plays, p, s->memory, &named) : NULL;
    const long section =
        problem == NULL && s->kept != NULL && (o->named || !o->said) ? state_find(s->kept, &j->position) : -1;
    if (problem != NULL)
        return problem;
    if (section >= 0) {
        add_kept_plays(s, j, (size_t)section, p);
        return choose_kept(s, j, &named);
    }
    for (size_t i = 0; i < named.n; i++)
        rollout_add_play(&j->rollout, &named.play[i], &named.after[i]);
    if (!o->named)
        add_plays(s, e, j, p);
    return NULL;
}

static const char *begin(struct session *s, const struct id_line *id, struct rollout_job *j, size_t *fault)
{
    struct position *p = &j->position;
    const struct engine *e = s->pool.engine;
    const char *problem = id_position(id, &s->asked->what, &e, p, fault);
    if (problem == NULL)
        problem = position_over(p);
    if (problem != NULL)
        return problem;
    const struct position asked = position_refused(p), *of = p->offer == OFFER_RESIGNATION ? &asked : p;
    rollout_begin(&j->rollout, e, of, &s->options);
    if (s->options.opening && !j->rollout.opening) {
        rollout_end(&j->rollout);
        return W_("found dice or a cube that was turned; expected a position that can begin a game (--opening)");
    }
    if (s->asked->named || p->dice[0] != 0)
        problem = add_candidates(s, e, j, of);
    if (problem != NULL)
        rollout_end(&j->rollout);
    j->begun = problem == NULL;
    return problem;
}

/* ---- states ---- */

static bool kept_open(struct kept *k, const char *path)
{
    struct diags d;
    *k = (struct kept){.path = path};
    if (!file_read(path, 0, &k->text)) {
        say_error("%s: %s", path, file_problem(errno));
        return false;
    }
    diags_init(&d, path);
    const bool ok = state_open(&k->state, (struct span){strbuf_text(&k->text), k->text.length}, &d);
    call_diags(&d);
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

/* False where a play that is to go on was dropped on the way: it lacks trials that the others have. */
static bool rest(struct session *s, const struct kept *k, struct rollout_job *j)
{
    struct rollout *r = &j->rollout;
    int most = 0;
    for (int i = 0; i < r->n; i++)
        most = r->candidates[i].now.trials > most ? r->candidates[i].now.trials : most;
    for (int i = 0; j->left != NULL && i < r->n; i++) {
        struct rollout_candidate *c = &r->candidates[i];
        const bool wanted = s->asked->named && !j->left[i];
        c->dropped = c->dropped && !(wanted && c->now.trials == most);
        if (wanted && c->dropped) {
            say_error("%s: %s", k->path,
                      refuse_play(s, r, &c->play, W_("was dropped, and lacks trials of the others")));
            return false;
        }
        c->dropped = c->dropped || j->left[i];
    }
    return true;
}

static bool take_over(struct session *s, struct kept *k, bool merge)
{
    struct diags d;
    bool ok = true, refused = false;
    diags_init(&d, k->path);
    for (size_t i = 0; i < s->ids.n && ok; i++) {
        const long section = state_find(&k->state, &s->jobs[i].position);
        refused = refused || (section >= 0 && !s->jobs[i].begun); /* why has been said */
        if (section < 0 || !s->jobs[i].begun)
            continue;
        ok = state_read(&k->state, (size_t)section, merge, &s->jobs[i].rollout, &d) &&
             (merge || rest(s, k, &s->jobs[i]));
        k->used[section] = true;
    }
    call_diags(&d);
    diags_done(&d);
    return ok && !refused && all_used(k);
}

static bool merge_one(struct session *s, const char *path)
{
    struct kept k;
    const bool ok = kept_open(&k, path) && take_over(s, &k, true);
    kept_close(&k);
    return ok;
}

/* A file, or where there is none of that name a list of files with commas between them. */
static bool merge_files(struct session *s, const char *files)
{
    if (os_access(files, F_OK))
        return merge_one(s, files);
    bool ok = true;
    char *list = xstrdup(files), *rest = list;
    for (char *path; ok && (path = strsep(&rest, ",")) != NULL;)
        ok = *path == '\0' || merge_one(s, path);
    xfree(list);
    return ok;
}

static bool merge_all(struct session *s)
{
    const struct option_texts *merge = &s->asked->merge;
    bool ok = true;
    for (size_t i = 0; ok && i < merge->n; i++)
        ok = merge_files(s, merge->at[i]);
    return ok;
}

static void save(struct session *s)
{
    const char *path = s->asked->state;
    const struct rollout **list = xcalloc(s->ids.n + 1, sizeof(struct rollout *));
    struct strbuf text = {0};
    size_t n = 0;
    for (size_t i = 0; i < s->ids.n; i++)
        if (s->jobs[i].begun && (s->jobs[i].rollout.done > 0 || s->jobs[i].rollout.n_seeds > 1))
            list[n++] = &s->jobs[i].rollout;
    if (path != NULL && n > 0) {
        state_write(list, n, &text);
        s->save_failed = !file_write_atomic(path, text.at, text.length);
        if (s->save_failed)
            say_error("%s: the state could not be saved: %s", path, file_problem(errno));
    }
    s->saved = clock_seconds();
    strbuf_done(&text);
    xfree(list);
}

/* ---- the rollout ---- */

/* Progress is the part that is done, with the present estimate. */
static void on_progress(void *context, const struct rollout *roll, size_t done, size_t total)
{
    char text[40] = "";
    const struct rollout_estimate *e = &roll->candidates[rollout_best(roll)].now;
    (void)context;
    if (e->trials > 0)
        snprintf(text, sizeof text, "%s +- %.4f", SIGNED(e->equity, 4), e->equity_error);
    call_progress((double)done / (double)total, text);
}

static bool on_enough(void *context, const struct rollout *roll)
{
    struct session *s = context;
    (void)roll;
    if (clock_seconds() > s->saved + SAVE_EVERY)
        save(s);
    return s->asked->seconds > 0 && clock_seconds() >= s->until;
}

/* False if interrupted. */
static bool roll_out(struct session *s, struct rollout_job *j)
{
    const struct rollout_hooks hooks = {
        .progress = on_progress, .enough = on_enough, .context = s, .cancel = call_cancel_flag()};
    s->until = clock_seconds() + s->asked->seconds;
    const bool finished = rollout_run(&j->rollout, s->pool.worker, s->pool.jobs, &hooks);
    call_progress_end();
    return finished;
}

/* ---- the command ---- */

/* Printed as it comes; a file is written at the end. */
static void put_text(struct session *s, const struct rollout_job *j)
{
    const bool shown = s->asked->answer.terminal != 0 && strcmp(s->asked->answer.output, "-") == 0;
    rollout_job_text(&s->text, j, shown, answers_text_width(&s->asked->answer));
    stronger_text(&s->text, s->asked->what.better.stronger);
    answers_fold_prose(&s->asked->answer, &s->text);
    if (strcmp(s->asked->answer.output, "-") != 0)
        return;
    call_write(strbuf_text(&s->text), s->text.length);
    call_flush();
    strbuf_clear(&s->text);
}

/* Answers in other forms than text are written at the end. */
static bool put_rest(const struct session *s)
{
    const struct answers_options *o = &s->asked->answer;
    const struct rollout_played by = {&s->options, s->pool.engine, s->asked->what.better.stronger};
    if (o->form != ANSWERS_TEXT)
        return rollout_put(o, &by, s->jobs, s->ids.n) == CALL_CLEAN;
    return strcmp(o->output, "-") == 0 || answers_put_text(o, &s->text) == CALL_CLEAN;
}

static int roll_out_all(struct session *s)
{
    size_t failed = 0;
    bool finished = true;
    for (size_t i = 0; i < s->ids.n; i++) {
        struct rollout_job *j = &s->jobs[i];
        failed += !j->begun;
        if (!j->begun || !finished)
            continue;
        finished = roll_out(s, j);
        if (s->asked->answer.form == ANSWERS_TEXT && j->rollout.candidates[0].now.trials > 0)
            put_text(s, j);
        save(s);
    }
    if (s->ids.n == 0)
        say_error("no position is named");
    const bool written = failed < s->ids.n || answers_are_data(&s->asked->answer) ? put_rest(s) : true;
    if (!finished) {
        say("interrupted: the results so far have been printed%s",
            s->asked->state != NULL && !s->save_failed ? W_(", the state has been saved") : "");
        return CALL_CANCELLED;
    }
    if (!written)
        return CALL_NOTHING;
    return failed == s->ids.n ? CALL_NOTHING : failed == 0 && !s->save_failed ? CALL_CLEAN : CALL_SOME_FAILED;
}

static void begin_jobs(struct session *s)
{
    bool said = false;
    s->jobs = xcalloc(s->ids.n + 1, sizeof *s->jobs);
    for (size_t i = 0; i < s->ids.n; i++) {
        size_t fault = 0;
        s->jobs[i].id = id_text(&s->ids.at[i]);
        const char *problem = begin(s, &s->ids.at[i], &s->jobs[i], &fault);
        if (problem != NULL)
            id_refuse(&s->ids.diags, &s->ids.at[i], fault, problem);
        else
            id_note_interpolated(&s->ids.diags, &s->ids.at[i], s->pool.engine, &s->jobs[i].position, &said);
    }
}

/* The positions, with what is known of them from earlier runs. False after a message. */
static bool begin_all(struct session *s, const char *const *input, size_t n)
{
    struct kept k = {0};
    const char *state = s->asked->state;
    const bool there = state != NULL && os_access(state, F_OK);
    bool ok = !there || kept_open(&k, state);
    if (state != NULL && !path_has_folder(state)) { /* said before hours have been spent */
        say_error("%s: the state could not be saved: its folder does not exist", state);
        return false;
    }
    if (ok && there && k.state.n > 0 && !s->asked->request.seed_given)
        s->options.seed = state_seed(&k.state, 0);
    s->kept = ok && there ? &k.state : NULL;
    ok = ok && id_list_read(&s->ids, input, n);
    if (ok)
        begin_jobs(s);
    call_losses(&s->ids.diags); /* notes are shown */
    ok = ok && (!there || take_over(s, &k, false)) && merge_all(s);
    kept_close(&k);
    return ok;
}

static void end_all(struct session *s)
{
    arena_free(s->memory);
    for (size_t i = 0; s->jobs != NULL && i < s->ids.n; i++) {
        xfree(s->jobs[i].id);
        rollout_end(&s->jobs[i].rollout);
    }
    xfree(s->jobs);
    strbuf_done(&s->text);
    id_list_done(&s->ids);
    engine_pool_close(&s->pool);
}

static int rollout_answer_run(const void *options, const char *const *input, size_t n)
{
    const struct rollout_command *asked = options;
    struct session s = {.asked = asked, .options = asked->request.how, .saved = clock_seconds()};
    if (n == 0)
        return call_misuse("no position is given");
    if (!engine_pool_open(&s.pool, &asked->files, asked->jobs.jobs))
        return CALL_NOTHING;
    s.memory = arena_new();
    const int ending = begin_all(&s, input, n) ? roll_out_all(&s) : CALL_NOTHING;
    end_all(&s);
    return ending;
}

enum { DAY = 86400 };

#define FIELD(field) OPTION_FIELD(struct rollout_command, field)

static const struct option_row rows[] = {
    {.name = "stop-time",
     .argument = "SECONDS",
     FIELD(seconds),
     .least = 1,
     .most = 100 * DAY,
     .flags = OPTION_CHANGES_RESULT,
     .help = "stop after this much time on a decision (the result then depends on the machine)"},
    {.name = "plays",
     .argument = "N|PLAYS",
     FIELD(plays),
     .flags = OPTION_CHANGES_RESULT,
     .help = "roll out at most the N best plays of a roll, or these:\n"
             "\"24/18 13/11; 13/5\" [5, or those of --state]"},
    {.name = "within",
     .argument = "EMG",
     .initial = "0.1",
     FIELD(within),
     .least = 0,
     .most = 100,
     .flags = OPTION_CHANGES_RESULT,
     .help = "and only those this close to the best"},
    {.name = "choice-level",
     .argument = "LEVEL",
     .initial = "2ply",
     FIELD(choice),
     .parse = level_option_parse,
     .listed = level_option_listed,
     .flags = OPTION_CHANGES_RESULT,
     .help = "level at which these plays are chosen"},
    {.name = "state",
     .argument = "FILE",
     FIELD(state),
     .flags = OPTION_READS_FILE | OPTION_WRITES_FILE,
     .help = "keep the trials in FILE: continue from those in it and save new ones"},
    {.name = "merge",
     .argument = "FILE",
     FIELD(merge),
     .flags = OPTION_READS_FILE | OPTION_CHANGES_RESULT,
     .help = "add the trials of this state, which has another seed; may be repeated"},
    {0},
};

static bool rollout_settle(const struct options *given, void *all, struct option_fault *f)
{
    static const struct own_form forms[] = {{"text", "txt"}, {"html", "html"}, {0}};
    struct rollout_command *o = all;
    if (!answers_settle(&o->answer, forms, ANSWERS_TEXT, f))
        return false;
    o->most = PLAYS_USUAL, o->named = false;
    o->said = options_given(given, "plays") || options_given(given, "within") || options_given(given, "choice-level");
    for (size_t i = 0; i < o->plays.n; i++) {
        char *end;
        const long n = strtol(o->plays.at[i], &end, 10);
        const bool number = end != o->plays.at[i] && *end == '\0';
        o->named = o->named || !number;
        if (number && (n < 1 || n > PLAYS_MOST))
            return option_refuse(f, "plays", o->plays.at[i],
                                 "1 to %d, or plays like \"24/18 13/11; 8/2 6/2\", expected", PLAYS_MOST);
        o->most = number ? (int)n : o->most;
    }
    return true;
}

static const struct option_group own_group = {.title = "What is rolled out", .rows = rows};

static const struct option_part parts[] = {
    {&rollout_group, offsetof(struct rollout_command, request)},
    {&own_group, 0},
    {&rules_group, offsetof(struct rollout_command, what.rules)},
    {&stronger_group, offsetof(struct rollout_command, what.better)},
    {&answers_text_group, offsetof(struct rollout_command, answer)},
    {&jobs_group, offsetof(struct rollout_command, jobs)},
    {&engine_group, offsetof(struct rollout_command, files)},
    {0},
};

static const struct answer_document *const documents[] = {&rollout_document, NULL};

const struct command rollout_command = {{"rollout", sizeof(struct rollout_command), parts, rollout_settle},
                                        .run = rollout_answer_run,
                                        .finishes = true,
                                        .answers = documents};
