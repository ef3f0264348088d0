/* The course of a run; see run.h. */
#include "run/run.h"

#include <stdlib.h>
#include <string.h>

#include "analyze/described.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/helpers.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "collection/said.h"
#include "collection/shares.h"

enum { FILES_PER_JOB = 3 };

/* ---- the files ---- */

static struct task task_of(struct run *run, size_t index)
{
    const struct run_work *w = &run->work;
    return (struct task){.run = run,
                         .input = &w->inputs.at[index],
                         .job = w->list.n != 0 ? &w->list.at[index] : NULL,
                         .why = w->why != NULL ? &w->why[index] : NULL,
                         .workers = run->pool.worker,
                         .n_workers = run->pool.jobs};
}

static void run_one(struct task *t, enum fate *fate)
{
    *fate = run_file(t);
    const struct file_progress p = task_progress(t);
    run_tally_file(&t->run->tally, &p);
}

static void work_on(void *context, int worker, size_t index)
{
    struct run *run = context;
    struct task t = task_of(run, index);
    if (!job_is_open(t.job) || run->into.trouble || call_cancelled())
        return;
    t.slot = worker;
    t.workers = &run->pool.worker[worker];
    t.n_workers = 1;
    run_one(&t, &run->work.fate[index]);
}

static void work_through(struct run *run)
{
    const int jobs = run->pool.jobs;
    size_t n_open = 0;
    for (size_t i = 0; i < run->work.inputs.n; i++)
        n_open += job_is_open(&run->work.list.at[i]);
    if (n_open >= (size_t)jobs * FILES_PER_JOB) {
        threads_for(jobs, run->work.inputs.n, work_on, run, NULL); /* what becomes of each is noted */
        return;
    }
    for (size_t i = 0; i < run->work.inputs.n && !call_cancelled() && !run->into.trouble; i++) {
        struct task t = task_of(run, i);
        if (job_is_open(t.job))
            run_one(&t, &run->work.fate[i]);
    }
}

/* ---- the run ---- */

static bool write_index(struct run *run)
{
    struct refusal *refused = xcalloc(run->work.inputs.n + 1, sizeof *refused);
    size_t n = 0;
    for (size_t i = 0; i < run->work.inputs.n; i++)
        if (run->work.fate[i] == FATE_FAILED && !run->work.list.at[i].copy)
            refused[n++] = (struct refusal){run->work.inputs.at[i].shown, &run->work.why[i]};
    const bool ok = pages_index(&run->pages, &run->into.collection, refused, n);
    xfree(refused);
    return ok;
}

/* Could it not be used, and is that due to the file itself? */
static bool is_bad(const struct run *run, size_t index)
{
    const struct job *j = &run->work.list.at[index], *done = j->copy ? &run->work.list.at[j->original] : j;
    return run->work.fate[index] == FATE_FAILED && (done->bad || done->refused);
}

static int result_of(const struct run *run, const struct fates *fates)
{
    struct fates t = *fates;
    size_t bad = run->work.inputs.n_damaged;
    if (!run->request.options->bad_is_ok) {
        t.n[FATE_FAILED] -= t.n[FATE_GOOD] + t.n[FATE_IN_PART] != 0 ? run->work.n_refused_before : 0; /* said once */
        return fates_ending(&t, &run->work.inputs);
    }
    for (size_t i = 0; i < run->work.inputs.n; i++)
        bad += is_bad(run, i);
    t.n[FATE_GOOD] += t.n[FATE_IN_PART] + bad; /* as far as the run is concerned */
    t.n[FATE_IN_PART] = 0;
    t.n[FATE_FAILED] -= bad;
    return fates_ending(&t, &run->work.inputs);
}

/* What was shared out, as other shares name it too: where it lies. */
static void shared_source(const struct run *run, struct strbuf *out)
{
    for (size_t i = 0; i < run->request.n_names; i++) {
        char *place = place_of(run->request.name[i]);
        strbuf_printf(out, "%s%s", i != 0 ? ", " : "", place);
        xfree(place);
    }
    if (run->work.inputs.list_hash[0] != '\0')
        strbuf_printf(out, "%sthe list with SHA-256 %s", out->length != 0 ? ", " : "", run->work.inputs.list_hash);
}

static bool note_share(struct run *run, bool done)
{
    struct strbuf source = {0};
    if (run->request.shard.of == 1)
        return true;
    shared_source(run, &source);
    struct store *s = run->into.collection.store;
    const struct share share = {strbuf_text(&source), run->request.shard.index, run->request.shard.of, done};
    const bool ok = store_begin(s) && store_end(s, store_share_put(s, &share));
    strbuf_done(&source);
    return ok;
}

static bool note_begun(void *run)
{
    return note_share(run, false);
}

/* Was everything worked through, and what failed bad itself? */
static bool is_done(const struct run *run)
{
    bool done = !call_cancelled() && !run->into.trouble && run->work.inputs.n_failed == run->work.inputs.n_damaged;
    for (size_t i = 0; i < run->work.inputs.n; i++)
        done = done && run->work.fate[i] != FATE_LEFT && (run->work.fate[i] != FATE_FAILED || is_bad(run, i));
    return done;
}

static bool note_places(void *run)
{
    return run_note_places(run) && (!is_done(run) || note_share(run, true));
}

static bool settle_parts(void *context)
{
    struct run *run = context;
    return parts_settle(run->into.collection.store, &run->into.cut);
}

enum { LAST_TRIES = 4 };

/* What is done when all files are: again from the start if the server has gone away meanwhile, for what was read may
 * not be all. False if something is kept aside in the end; then there is no index either. */
static bool write_rest(struct run *run)
{
    struct collection *c = &run->into.collection;
    bool home = false, steady = false;
    for (int i = 0; i < LAST_TRIES && !steady && (home = collection_come_home(c)) && !run->into.trouble; i++) {
        const unsigned changes = c->changes;
        if (!collection_insist(c, "what is said about matches", run_say_of_known, run) ||
            !collection_insist(c, "which matches were cut short", settle_parts, run))
            run->into.trouble = true;
        run_renew_pages(run);
        if (!run->into.trouble && !collection_insist(c, "the places of files", note_places, run))
            run->into.trouble = true;
        run->into.indexed = !run->into.trouble && write_index(run);
        if (store_is_lost(c->store))
            (void)collection_go_away(c);
        steady = c->changes == changes;
        run->into.trouble = run->into.trouble && steady;
    }
    run->into.indexed = run->into.indexed && steady;
    if (c->away.is && is_done(run))
        (void)note_share(run, true); /* with the rest, when that is brought in */
    return home && !c->away.is;
}

/* Others have the matches: there is nothing wrong with that. */
static bool is_share_without_matches(const struct run *run, const struct fates *t)
{
    return run->request.shard.of > 1 && run->work.inputs.n + run->work.inputs.n_elsewhere != 0 &&
           t->n[FATE_GOOD] == 0 && t->n[FATE_IN_PART] == 0 && t->n[FATE_FAILED] == 0;
}

/* No input is a match: nothing has changed, and where there was no index none is due. */
static bool is_idle(const struct run *run, const struct fates *t)
{
    return t->n[FATE_SKIPPED] == run->work.inputs.n && run->work.inputs.n_failed == 0 && run->request.shard.of == 1 &&
           run->work.refusals == NULL;
}

static bool is_remembered(const struct run *run);
static bool remember_refused(void *run);

static int conclude(struct run *run)
{
    struct fates fates = {0};
    run_judge_known(run);
    for (size_t i = 0; i < run->work.inputs.n; i++)
        fates.n[run->work.fate[i]]++;
    fates.n[FATE_FAILED] += run->work.inputs.n_failed;
    if (is_idle(run, &fates)) {
        call_progress_end();
        return fates_ending(&fates, &run->work.inputs);
    }
    const bool home = write_rest(run);
    if (home && !run->into.trouble && is_remembered(run))
        (void)collection_insist(&run->into.collection, "what was refused", remember_refused, run);
    call_progress_end();
    run_summary(run, &fates);
    if (call_cancelled())
        return CALL_CANCELLED;
    if (!home && !run->into.trouble)
        return CALL_SOME_FAILED;
    if (!run->into.indexed)
        return CALL_NOTHING;
    return is_share_without_matches(run, &fates) ? CALL_CLEAN : result_of(run, &fates);
}

static void fingerprint_of(const struct run *run, const struct analysis_options *o, char out[KEY_LENGTH + 1])
{
    struct arena *arena = arena_new();
    struct annotation_set set;
    analysis_describe(run->pool.engine, o, arena, &set);
    analysis_fingerprint(&set, out);
    arena_free(arena);
}

/* What the analyses that this run makes are known by. */
static void describe_wanted(struct run *run)
{
    run->into.wanted.player = run->request.options->analysis.player;
    run->into.wanted.of_files = run->request.options->keep;
    for (int who = 0; who < 3; who++) {
        struct analysis_options o = run->request.options->analysis.options;
        if (run->into.wanted.player != NULL)
            analysis_only(&o, who < 2 ? who : NOBODY);
        fingerprint_of(run, &o, run->into.wanted.fingerprint[who]);
    }
}

/* Once again where the server goes away meanwhile: what it knows must be known first. */
static bool list_work(struct run *run)
{
    struct collection *c = &run->into.collection;
    for (;;) {
        if (worklist_make(&run->work.list, &run->work.inputs, c, &run->into.wanted, run->request.shard,
                          run->request.options->fresh, run->pool.jobs))
            return collection_insist(c, "the share", note_begun, run);
        if (!collection_trouble(c, "what is known") || !collection_come_home(c))
            return false;
        worklist_done(&run->work.list);
    }
}

/* ---- what is not a match, whoever reads it ---- */

static bool is_remembered(const struct run *run)
{
    return run->work.refusals == NULL && !run->request.options->fresh &&
           !run->request.options->bad_is_ok && /* that one reports them each time */
           !run->request.options->reads_otherwise;
}

/* Closes the jobs whose bytes an earlier run has refused. */
static bool recall_refused(void *context)
{
    struct run *run = context;
    bool ok = true;
    run->work.n_refused_before = 0;
    for (size_t i = 0; ok && i < run->work.inputs.n; i++) {
        struct job *j = &run->work.list.at[i];
        bool is = false;
        if (!job_is_open(j) || j->hash[0] == '\0')
            continue;
        ok = said_refused(run->into.collection.store, j->hash, &is);
        j->refused = is;
        run->work.n_refused_before += is;
        if (is && run->work.why[i].n == 0) {
            diags_init(&run->work.why[i], run->work.inputs.at[i].path);
            diag_at(&run->work.why[i], SEVERITY_ERROR, 0, 0,
                    "not a match; an earlier run has said why, --fresh says it again");
        }
    }
    return ok;
}

static bool remember_refused(void *context)
{
    struct run *run = context;
    bool ok = store_begin(run->into.collection.store);
    for (size_t i = 0; ok && i < run->work.inputs.n; i++) {
        const struct job *j = &run->work.list.at[i];
        if (run->work.fate[i] == FATE_FAILED && j->bad && !j->lacks && !j->refused && !j->copy && j->hash[0] != '\0')
            ok = said_refuse(run->into.collection.store, j->hash);
    }
    return store_end(run->into.collection.store, ok);
}

static int work(struct run *run)
{
    run->work.fate = xcalloc(run->work.inputs.n + 1, sizeof *run->work.fate);
    run->work.why = xcalloc(run->work.inputs.n + 1, sizeof *run->work.why);
    describe_wanted(run);
    int result = CALL_NOTHING;
    run->into.kept = (enum kept)run->request.options->kept;
    if (run->request.options->kept == KEPT_AS_BEFORE && !store_kept_last(run->into.collection.store, &run->into.kept))
        (void)collection_trouble(&run->into.collection, "what is kept");
    (void)collection_come_home(&run->into.collection); /* what an earlier run had kept aside */
    run->into.was_empty = store_is_empty(run->into.collection.store);
    if (list_work(run)) {
        if (run->work.refusals != NULL)
            refusals_recall(run->work.refusals, &run->work.list, run->work.why);
        else if (is_remembered(run))
            (void)collection_insist(&run->into.collection, "what was refused", recall_refused, run);
        for (size_t i = 0; i < run->work.inputs.n; i++)
            if (job_is_open(&run->work.list.at[i]))
                run_tally_expect(&run->tally, run->work.inputs.at[i].size);
        work_through(run);
        result = conclude(run);
        for (size_t i = 0; run->work.refusals != NULL && i < run->work.inputs.n; i++)
            if (run->work.fate[i] == FATE_FAILED || run->work.fate[i] == FATE_IN_PART)
                refusals_keep(run->work.refusals, &run->work.list.at[i], run->work.fate[i], &run->work.why[i]);
    }
    for (size_t i = 0; i < run->work.inputs.n; i++)
        diags_done(&run->work.why[i]);
    worklist_done(&run->work.list);
    xfree(run->into.cut.match);
    xfree(run->work.why);
    xfree(run->work.fate);
    return result;
}

/* Reports go into it, or the collection that is not said to be elsewhere. */
static bool uses_folder(const struct analyze_options *o)
{
    return o->pages.report[0] != NULL || (o->collection.db == NULL && o->collection.db_file == NULL);
}

int run_all(struct run *run)
{
    const struct analyze_options *o = run->request.options;
    const char *folder = o->pages.folder;
    if (run->work.inputs.n == 0 && run->work.inputs.n_elsewhere == 0 &&
        run->work.refusals == NULL) /* nothing to do: nothing is made */
        return call_cancelled() ? CALL_CANCELLED
                                : result_of(run, &(struct fates){.n[FATE_FAILED] = run->work.inputs.n_failed});
    if ((uses_folder(o) && !folder_make(folder)) ||
        !collection_open(&run->into.collection, &o->collection, folder, SQL_CREATE))
        return CALL_NOTHING;
    run->pages.met = engine_met(run->pool.engine);
    run->pages.collection = &run->into.collection;
    run->into.collection.patience = o->reconnect.seconds;
    run->pages.thresholds = o->analysis.options.threshold;
    const int result = runlog_open(&run->log, o->log) ? work(run) : CALL_NOTHING;
    runlog_close(&run->log);
    collection_close(&run->into.collection);
    return result;
}

/* ---- one document ---- */

static bool prints_one(const struct run *run)
{
    return run->request.options->printed != NULL && !run->request.options->printed->follow;
}

/* What is said while a match is analysed and written comes behind what reading said, which the document lists. */
static bool print_match_of(struct run *run, size_t input, struct match *m, int number, const struct diags *read,
                           struct diags *notes)
{
    const struct analyze_options *o = run->request.options;
    struct task t = task_of(run, input);
    const size_t before = notes->n;
    named_look(run->named, m);
    (void)match_turn_said(&o->said, m);
    match_fill_said(&o->said, m);
    const int set = match_take_comments(&o->said, m, false, notes) ? run_annotate(&t, m, notes) : -1;
    call_progress_end();
    if (shares_helping()) /* there is nothing to print */
        return !call_cancelled();
    char stem[STEM_ROOM];
    pages_stem(t.input->stem, number, stem);
    const bool ok = set >= 0 && (o->printed != NULL ? page_print(&run->pages, m, o->printed, set, read, notes)
                                                    : pages_write_part(&run->pages, m, stem, set, notes));
    diags_about_match(notes, before, (size_t)number);
    return ok;
}

/* Of several matches the others are printed where one is refused. */
static enum fate print_matches(struct run *run, size_t input, struct loaded *l)
{
    struct diags notes;
    size_t n_refused = 0;
    bool ok = true;
    diags_init(&notes, run->work.inputs.at[input].path);
    for (size_t i = 0; ok && i < l->matches.n; i++) {
        const size_t errors = notes.n_errors;
        ok = print_match_of(run, input, l->matches.at[i], (int)i + 1, &l->diags, &notes);
        n_refused += !ok && notes.n_errors > errors;
        ok = (ok || notes.n_errors > errors) && !call_cancelled();
    }
    diags_append(&l->diags, &notes);
    const enum fate fate = fate_of_matches(&l->diags, l->matches.n, n_refused);
    return ok ? fate : FATE_FAILED;
}

/* Several matches of a file share what reading it said. */
static enum fate print_file_of(struct run *run, size_t input)
{
    const struct input *in = &run->work.inputs.at[input];
    struct loaded l;
    enum fate fate = FATE_FAILED;
    const bool read = load(&l, in, &run->request.input.how);
    if (!read && input_may_be_skipped(in, &l))
        fate = FATE_SKIPPED;
    else if (read && l.matches.n > 1 && prints_one(run))
        diag_at(&l.diags, SEVERITY_ERROR, 0, 0, "%zu matches do not fit one document; use --to ndjson", l.matches.n);
    else if (read)
        fate = print_matches(run, input, &l);
    if (fate != FATE_SKIPPED)
        call_diags(&l.diags);
    loaded_done(&l);
    return fate;
}

struct printing {
    struct run *run;
    size_t input;
    enum fate fate;
};

static void print_attempted(void *printing)
{
    struct printing *p = printing;
    p->fate = print_file_of(p->run, p->input);
}

int run_print(struct run *run)
{
    const struct inputs *inputs = &run->work.inputs;
    struct fates fates = {.n[FATE_FAILED] = inputs->n_failed};
    for (size_t i = 0; i < inputs->n; i++)
        run_tally_expect(&run->tally, inputs->at[i].size);
    if (inputs->n != 1 && inputs->n_failed == 0 && prints_one(run)) {
        say_error("one document is printed, and there are %zu files", inputs->n);
        return CALL_NOTHING;
    }
    if (run->request.options->printed == NULL && inputs->n != 0 && !folder_make(run->pages.where->folder))
        return CALL_NOTHING;
    for (size_t i = 0; i < inputs->n && !call_cancelled(); i++) {
        struct printing p = {run, i, FATE_FAILED};
        if (!attempt_within(&run->request.input.work, print_attempted, &p))
            say_why_ended(inputs->at[i].path);
        fates.n[p.fate]++;
    }
    run_tally_say_brought(&run->tally, run->request.options->keep);
    if (run->request.options->printed == NULL && fates.n[FATE_GOOD] + fates.n[FATE_IN_PART] != 0) {
        struct strbuf part = {0};
        match_part_say(&run->pages.part, &part);
        say("pages of %s in %s; no collection has it", strbuf_text(&part), run->pages.where->folder);
        strbuf_done(&part);
    }
    return call_cancelled() ? CALL_CANCELLED : fates_ending(&fates, inputs);
}
