/* The course of a run; see run.h. */
#include "run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/outputs.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "collection/said.h"
#include "collection/shares.h"

enum { FILES_PER_JOB = 3 };

/* ---- the files ---- */

static void work_on(void *context, int worker, size_t index)
{
    struct batch *b = context;
    struct task t = {b, index, worker, &b->pool.worker[worker], 1, FATE_LEFT, false};
    if (!job_is_open(&b->list.at[index]) || b->trouble || call_cancelled())
        return;
    b->fate[index] = batch_file(&t);
    batch_progress(&t, 0, true);
}

static void work_through(struct batch *b)
{
    const int jobs = b->pool.jobs;
    size_t n_open = 0;
    for (size_t i = 0; i < b->inputs.n; i++)
        n_open += job_is_open(&b->list.at[i]);
    if (n_open >= (size_t)jobs * FILES_PER_JOB) {
        threads_for(jobs, b->inputs.n, work_on, b, NULL); /* what becomes of each is noted */
        return;
    }
    for (size_t i = 0; i < b->inputs.n && !call_cancelled() && !b->trouble; i++) {
        struct task t = {b, i, 0, b->pool.worker, jobs, FATE_LEFT, false};
        if (!job_is_open(&b->list.at[i]))
            continue;
        b->fate[i] = batch_file(&t);
        batch_progress(&t, 0, true);
    }
}

/* ---- the batch ---- */

static bool write_index(struct batch *b)
{
    struct refusal *refused = xcalloc(b->inputs.n + 1, sizeof *refused);
    size_t n = 0;
    for (size_t i = 0; i < b->inputs.n; i++)
        if (b->fate[i] == FATE_FAILED && !b->list.at[i].copy)
            refused[n++] = (struct refusal){b->inputs.at[i].shown, &b->said[i]};
    const bool ok = pages_index(&b->pages, &b->collection, refused, n);
    xfree(refused);
    return ok;
}

/* Could it not be used, and is that due to the file itself? */
static bool is_bad(const struct batch *b, size_t index)
{
    const struct job *j = &b->list.at[index], *done = j->copy ? &b->list.at[j->original] : j;
    return b->fate[index] == FATE_FAILED && (done->bad || done->refused);
}

static int result_of(const struct batch *b, const struct fates *fates)
{
    struct fates t = *fates;
    size_t bad = b->inputs.n_damaged;
    if (!b->options->bad_is_ok) {
        t.n[FATE_FAILED] -= t.n[FATE_GOOD] + t.n[FATE_IN_PART] != 0 ? b->n_refused_before : 0; /* said once */
        return fates_ending(&t, &b->inputs);
    }
    for (size_t i = 0; i < b->inputs.n; i++)
        bad += is_bad(b, i);
    t.n[FATE_GOOD] += t.n[FATE_IN_PART] + bad; /* as far as the run is concerned */
    t.n[FATE_IN_PART] = 0;
    t.n[FATE_FAILED] -= bad;
    return fates_ending(&t, &b->inputs);
}

/* What was shared out, as other shares name it too: where it lies. */
static void shared_source(const struct batch *b, struct strbuf *out)
{
    for (size_t i = 0; i < b->n_names; i++) {
        char *place = place_of(b->name[i]);
        strbuf_printf(out, "%s%s", i != 0 ? ", " : "", place);
        xfree(place);
    }
    if (b->inputs.list_hash[0] != '\0')
        strbuf_printf(out, "%sthe list with SHA-256 %s", out->length != 0 ? ", " : "", b->inputs.list_hash);
}

static bool note_share(struct batch *b, bool done)
{
    struct strbuf source = {0};
    if (b->shard.of == 1)
        return true;
    shared_source(b, &source);
    struct store *s = b->collection.store;
    const struct share share = {strbuf_text(&source), b->shard.index, b->shard.of, done};
    const bool ok = store_begin(s) && store_end(s, store_share_put(s, &share));
    strbuf_done(&source);
    return ok;
}

static bool note_begun(void *batch)
{
    return note_share(batch, false);
}

/* Was everything worked through, and what failed bad itself? */
static bool is_done(const struct batch *b)
{
    bool done = !call_cancelled() && !b->trouble && b->inputs.n_failed == b->inputs.n_damaged;
    for (size_t i = 0; i < b->inputs.n; i++)
        done = done && b->fate[i] != FATE_LEFT && (b->fate[i] != FATE_FAILED || is_bad(b, i));
    return done;
}

static bool note_places(void *batch)
{
    struct batch *b = batch;
    return batch_note_places(b) && (!is_done(b) || note_share(b, true));
}

static bool say_of_known(void *batch)
{
    return batch_say_of_known(batch);
}

static bool settle_parts(void *batch)
{
    struct batch *b = batch;
    return parts_settle(b->collection.store, &b->cut);
}

enum { LAST_TRIES = 4 };

/* What is done when all files are: again from the start if the server has gone away meanwhile, for what was read may
 * not be all. False if something is kept aside in the end; then there is no index either. */
static bool write_rest(struct batch *b)
{
    struct collection *c = &b->collection;
    bool home = false, steady = false;
    for (int i = 0; i < LAST_TRIES && !steady && (home = collection_come_home(c)) && !b->trouble; i++) {
        const unsigned changes = c->changes;
        if (!collection_insist(c, "what is said about matches", say_of_known, b) ||
            !collection_insist(c, "which matches were cut short", settle_parts, b))
            b->trouble = true;
        batch_renew_pages(b);
        if (!b->trouble && !collection_insist(c, "the places of files", note_places, b))
            b->trouble = true;
        b->written = !b->trouble && write_index(b);
        if (store_is_lost(c->store))
            (void)collection_go_away(c);
        steady = c->changes == changes;
        b->trouble = b->trouble && steady;
    }
    b->written = b->written && steady;
    if (c->away.is && is_done(b))
        (void)note_share(b, true); /* with the rest, when that is brought in */
    return home && !c->away.is;
}

/* Others have the matches: there is nothing wrong with that. */
static bool is_share_without_matches(const struct batch *b, const struct fates *t)
{
    return b->shard.of > 1 && b->inputs.n + b->inputs.n_elsewhere != 0 && t->n[FATE_GOOD] == 0 &&
           t->n[FATE_IN_PART] == 0 && t->n[FATE_FAILED] == 0;
}

/* No input is a match: nothing has changed, and where there was no index none is due. */
static bool is_idle(const struct batch *b, const struct fates *t)
{
    return t->n[FATE_SKIPPED] == b->inputs.n && b->inputs.n_failed == 0 && b->shard.of == 1 && b->refusals == NULL;
}

static bool is_remembered(const struct batch *b);
static bool remember_refused(void *batch);

static int conclude(struct batch *b)
{
    struct fates fates = {0};
    batch_judge_known(b);
    for (size_t i = 0; i < b->inputs.n; i++)
        fates.n[b->fate[i]]++;
    fates.n[FATE_FAILED] += b->inputs.n_failed;
    if (is_idle(b, &fates)) {
        call_progress_end();
        return fates_ending(&fates, &b->inputs);
    }
    const bool home = write_rest(b);
    if (home && !b->trouble && is_remembered(b))
        (void)collection_insist(&b->collection, "what was refused", remember_refused, b);
    call_progress_end();
    batch_say(b, &fates, b->written);
    if (call_cancelled())
        return CALL_CANCELLED;
    if (!home && !b->trouble)
        return CALL_SOME_FAILED;
    if (!b->written)
        return CALL_NOTHING;
    return is_share_without_matches(b, &fates) ? CALL_CLEAN : result_of(b, &fates);
}

static void fingerprint_of(const struct batch *b, const struct analysis_options *o, char out[KEY_LENGTH + 1])
{
    struct arena *arena = arena_new();
    struct annotation_set set;
    analysis_describe(b->pool.engine, o, arena, &set);
    analysis_fingerprint(&set, out);
    arena_free(arena);
}

/* What the analyses that this run makes are known by. */
static void describe_wanted(struct batch *b)
{
    b->wanted.player = b->options->analysis.player;
    b->wanted.of_files = b->options->keep;
    for (int who = 0; who < 3; who++) {
        struct analysis_options o = b->options->analysis.options;
        if (b->wanted.player != NULL)
            analysis_only(&o, who < 2 ? who : NOBODY);
        fingerprint_of(b, &o, b->wanted.fingerprint[who]);
    }
}

/* Once again where the server goes away meanwhile: what it knows must be known first. */
static bool list_work(struct batch *b)
{
    struct collection *c = &b->collection;
    for (;;) {
        if (worklist_make(&b->list, &b->inputs, c, &b->wanted, b->shard, b->options->fresh, b->pool.jobs))
            return collection_insist(c, "the share", note_begun, b);
        if (!collection_trouble(c, "what is known") || !collection_come_home(c))
            return false;
        worklist_done(&b->list);
    }
}

/* ---- what is not a match, whoever reads it ---- */

static bool is_remembered(const struct batch *b)
{
    return b->refusals == NULL && !b->options->fresh && !b->options->bad_is_ok && /* that one reports them each time */
           !b->options->reads_otherwise;
}

/* Closes the jobs whose bytes an earlier run has refused. */
static bool recall_refused(void *batch)
{
    struct batch *b = batch;
    bool ok = true;
    b->n_refused_before = 0;
    for (size_t i = 0; ok && i < b->inputs.n; i++) {
        struct job *j = &b->list.at[i];
        bool is = false;
        if (!job_is_open(j) || j->hash[0] == '\0')
            continue;
        ok = said_refused(b->collection.store, j->hash, &is);
        j->refused = j->refused_before = is;
        b->n_refused_before += is;
        if (is && b->said[i].n == 0) {
            diags_init(&b->said[i], b->inputs.at[i].path);
            diag_at(&b->said[i], SEVERITY_ERROR, 0, 0,
                    "not a match; an earlier run has said why, --fresh says it again");
        }
    }
    return ok;
}

static bool remember_refused(void *batch)
{
    struct batch *b = batch;
    bool ok = store_begin(b->collection.store);
    for (size_t i = 0; ok && i < b->inputs.n; i++) {
        const struct job *j = &b->list.at[i];
        if (b->fate[i] == FATE_FAILED && j->bad && !j->refused && !j->copy && j->hash[0] != '\0')
            ok = said_refuse(b->collection.store, j->hash);
    }
    return store_end(b->collection.store, ok);
}

static int work(struct batch *b)
{
    b->fate = xcalloc(b->inputs.n + 1, sizeof *b->fate);
    b->said = xcalloc(b->inputs.n + 1, sizeof *b->said);
    describe_wanted(b);
    int result = CALL_NOTHING;
    b->kept = (enum kept)b->options->kept;
    if (b->options->kept == KEPT_AS_BEFORE && !store_kept_last(b->collection.store, &b->kept))
        (void)collection_trouble(&b->collection, "what is kept");
    (void)collection_come_home(&b->collection); /* what an earlier run had kept aside */
    b->first = store_is_empty(b->collection.store);
    if (list_work(b)) {
        if (b->refusals != NULL)
            refusals_recall(b->refusals, &b->list, b->said);
        else if (is_remembered(b))
            (void)collection_insist(&b->collection, "what was refused", recall_refused, b);
        batch_begin_progress(b);
        work_through(b);
        result = conclude(b);
        for (size_t i = 0; b->refusals != NULL && i < b->inputs.n; i++)
            if (b->fate[i] == FATE_FAILED)
                refusals_keep(b->refusals, &b->list.at[i], &b->said[i]);
    }
    for (size_t i = 0; i < b->inputs.n; i++)
        diags_done(&b->said[i]);
    worklist_done(&b->list);
    xfree(b->cut.match);
    xfree(b->said);
    xfree(b->fate);
    return result;
}

/* Reports go into it, or the collection that is not said to be elsewhere. */
static bool uses_folder(const struct analyze_options *o)
{
    return o->pages.report[0] != NULL || (o->collection.db == NULL && o->collection.db_file == NULL);
}

int batch_run(struct batch *b)
{
    const struct analyze_options *o = b->options;
    const char *folder = o->pages.folder;
    if (b->inputs.n == 0 && b->inputs.n_elsewhere == 0 && b->refusals == NULL) /* nothing to do: nothing is made */
        return call_cancelled() ? CALL_CANCELLED : result_of(b, &(struct fates){.n[FATE_FAILED] = b->inputs.n_failed});
    if ((uses_folder(o) && !folder_make(folder)) ||
        !collection_open(&b->collection, &o->collection, folder, SQL_CREATE))
        return CALL_NOTHING;
    b->pages.met = engine_met(b->pool.engine);
    b->pages.collection = &b->collection;
    b->collection.patience = o->reconnect.seconds;
    b->pages.thresholds = o->analysis.options.threshold;
    const int result = runlog_open(&b->log, o->log) ? work(b) : CALL_NOTHING;
    runlog_close(&b->log);
    collection_close(&b->collection);
    return result;
}

/* ---- one document ---- */

static int print_json_of(struct batch *b)
{
    struct task t = {b, 0, 0, b->pool.worker, b->pool.jobs, FATE_LEFT, false};
    struct loaded l;
    bool ok = load(&l, &b->inputs.at[0], &b->input.how);
    if (ok && l.matches.n > 1) {
        diag_at(&l.diags, SEVERITY_ERROR, 0, 0, "%zu matches do not fit one JSON document; use --report json",
                l.matches.n);
        ok = false;
    }
    if (ok) {
        named_look(b->named, l.matches.at[0]);
        (void)match_turn_said(&b->options->said, l.matches.at[0]);
        match_fill_said(&b->options->said, l.matches.at[0]);
        int set = batch_annotate(&t, l.matches.at[0], &l.diags);
        call_progress_end();
        ok = set >= 0 && page_write(&b->pages, l.matches.at[0], exporter_find("json"), "-", set, &l.diags);
    }
    call_diags(&l.diags);
    batch_say_brought(b);
    loaded_done(&l);
    return call_cancelled() ? CALL_CANCELLED : ok ? CALL_CLEAN : CALL_NOTHING;
}

struct printing {
    struct batch *batch;
    int result;
};

static void print_attempted(void *printing)
{
    struct printing *p = printing;
    p->result = print_json_of(p->batch);
}

int batch_print(struct batch *b)
{
    struct printing p = {b, CALL_NOTHING};
    batch_begin_progress(b); /* outlives the attempt */
    if (b->inputs.n == 1 && !attempt_within(&b->input.work, print_attempted, &p))
        say_why_ended(b->inputs.at[0].path);
    else if (b->inputs.n != 1 && b->inputs.n_failed == 0)
        say_error("--json prints one document: there are %zu files", b->inputs.n);
    return p.result;
}
