/* `kibitzer analyze`: files and folders in, a collection that grows, one set of reports per match and an index page
 * out. A file is a task of its own from reading to writing, so that a bad one harms no other. Many files run beside
 * each other, a few share all threads inside each match; either way the bytes are the same. What the collection knows
 * is not done again. */
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "cli/analysing.h"
#include "cli/analyze_batch.h"
#include "cli/asking.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/match_options.h"
#include "cli/pages.h"
#include "cli/parallel.h"
#include "cli/refusals.h"
#include "cli/rolling.h"
#include "cli/runlog.h"
#include "cli/worklist.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "cli/watch.h"
#include "store/grown.h"

enum { FILES_PER_JOB = 3 };

/* ---- progress ---- */

struct task { /* one file in work */
    struct batch *batch;
    size_t index;
    int slot; /* in batch->fraction */
    struct worker *const *workers;
    int n_workers;
    enum fate fate;
};

static double now_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now(void)
{
    return now_of(CLOCK_MONOTONIC);
}

static void progress_begin(struct batch *b)
{
    b->fraction = xcalloc((size_t)b->thinking.jobs, sizeof *b->fraction);
    b->worst = NAN;
    b->began = now();
    for (size_t i = 0; i < b->inputs.n; i++)
        if (b->list.n == 0 || job_is_open(&b->list.at[i])) {
            b->bytes_total += (double)b->inputs.at[i].size;
            b->n_open++;
        }
}

static void on_progress(void *context, size_t done, size_t total)
{
    struct task *t = context;
    const struct input *in = &t->batch->inputs.at[t->index];
    pthread_mutex_lock(&t->batch->lock);
    t->batch->fraction[t->slot] = total != 0 ? (double)in->size * (double)done / (double)total : 0;
    batch_show_progress(t->batch, in->shown, now() - t->batch->began);
    pthread_mutex_unlock(&t->batch->lock);
}

static void end_progress(struct task *t)
{
    const struct input *in = &t->batch->inputs.at[t->index];
    pthread_mutex_lock(&t->batch->lock);
    t->batch->fraction[t->slot] = 0;
    t->batch->bytes_done += (double)in->size;
    t->batch->n_done++;
    batch_show_progress(t->batch, in->shown, now() - t->batch->began);
    pthread_mutex_unlock(&t->batch->lock);
}

/* What a thread has done for the collection since `began`, seconds of its processor. */
static void note_storing(struct batch *b, double began)
{
    pthread_mutex_lock(&b->lock);
    b->storing += now_of(CLOCK_THREAD_CPUTIME_ID) - began;
    pthread_mutex_unlock(&b->lock);
}

/* ---- one match ---- */

/* Remembers that the match came with an analysis, and whose. */
static void note_brought(struct batch *b, const struct match *m)
{
    const struct annotation_set *last = &m->sets[m->n_sets - 1];
    const char *engine = last->engine != NULL ? last->engine : "";
    pthread_mutex_lock(&b->lock);
    if (b->n_brought++ == 0)
        snprintf(b->brought_by, sizeof b->brought_by, "%s", engine);
    else if (strncmp(b->brought_by, engine, sizeof b->brought_by - 1) != 0)
        b->brought_by[0] = '\0';
    pthread_mutex_unlock(&b->lock);
}

/* The set to report on, or -1 if interrupted or if the engine lacks what the match needs. */
static int annotate(struct task *t, struct match *m, struct diags *d)
{
    struct batch *b = t->batch;
    const struct met *met = engine_met(b->thinking.engine);
    restate_match(m, met, args_has(b->args, "thresholds") ? b->analysis.threshold : NULL);
    if (m->n_sets != 0)
        note_brought(b, m);
    if (b->keep && m->n_sets != 0)
        return (int)m->n_sets - 1;
    struct analysis_hooks hooks = {on_progress, t, interrupt_flag()};
    const struct analysis_options options = analysing_for(&b->analysis, b->args, m);
    const char *problem = NULL;
    if (!engine_knows(b->thinking.engine, m->rules.variant, &problem)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", problem);
        return -1;
    }
    return analyze_match(m, b->thinking.engine, t->workers, t->n_workers, &options, &hooks);
}

struct held_position {
    struct match *match;
    int set, number; /* of its file, from 1 */
};

/* A file's matches, each analysed, reported, stored and forgotten before the next one is read. */
struct reporting {
    struct receiver receiver;
    struct task *task;
    struct job *job;
    struct held_position *held; /* positions that are analysed and go on one page */
    size_t n_held, held_capacity;
    struct stored_pages *on_page; /* the same, stored */
    struct diags said[2]; /* about the first match, about the others: after what the reader had to say */
    bool ok;
    double worst; /* of its matches; NAN = none */
};

static bool link_in_transaction(struct reporting *r, const char *key, bool *linked)
{
    struct store *s = r->task->batch->collection.store;
    const struct content content = batch_content(r->task->batch, r->task->index);
    return store_begin(s) &&
           store_end(s, store_content(s, &content) && store_link(s, r->job->hash, (int)r->receiver.n, key, linked));
}

struct linking {
    struct reporting *reporting;
    char key[KEY_LENGTH + 1];
    const char *fingerprint; /* of the analysis that is wanted */
    bool linked;
};

/* Does another file own this match, and has it the analysis that is wanted? Then it is linked and done. */
static void link_known(void *linking)
{
    struct linking *l = linking;
    struct reporting *r = l->reporting;
    struct batch *b = r->task->batch;
    struct collection *c = &b->collection;
    if (!args_has(b->args, "fresh") && !store_owns(c->store, l->key, r->job->path) &&
        store_has(c->store, l->key, l->fingerprint))
        r->ok = link_in_transaction(r, l->key, &l->linked) || collection_trouble(c, b->inputs.at[r->task->index].path);
}

static bool link_if_known(struct reporting *r, const struct match *m)
{
    struct batch *b = r->task->batch;
    struct linking l = {.reporting = r,
                        .fingerprint = wanted_fingerprint(&b->wanted, m->player[0].name, m->player[1].name)};
    const double began = now_of(CLOCK_THREAD_CPUTIME_ID);
    match_key(m, l.key);
    collection_with(&b->collection, link_known, &l);
    note_storing(b, began);
    return l.linked;
}

struct putting {
    struct reporting *reporting;
    const struct match_entry *entry;
    struct origin from;
    bool position; /* its page is noted when all on it are stored */
    struct put out;
    bool ok;
};

static struct stored_pages pages_of(const struct put *put, const struct match_entry *e)
{
    struct stored_pages of = {.match = put->match};
    snprintf(of.stem, sizeof of.stem, "%s", put->stem);
    snprintf(of.fingerprint, sizeof of.fingerprint, "%s", match_entry_fingerprint(e));
    return of;
}

static bool put_in_transaction(const struct putting *p, struct put *out)
{
    struct reporting *r = p->reporting;
    struct batch *b = r->task->batch;
    struct collection *c = &b->collection;
    const struct content content = batch_content(b, r->task->index);
    if (!store_begin(c->store))
        return false;
    bool ok = store_content(c->store, &content) && store_put(c->store, p->entry, &p->from, out);
    const struct stored_pages of = pages_of(out, p->entry);
    ok = ok && (p->position || out->linked || pages_note(&b->pages, c, &of, 1));
    return store_end(c->store, ok);
}

static void put_entry(void *putting)
{
    struct putting *p = putting;
    struct reporting *r = p->reporting;
    struct batch *b = r->task->batch;
    p->ok = !b->trouble && put_in_transaction(p, &p->out);
    if (!p->ok && !b->trouble)
        p->ok = collection_trouble(&b->collection, b->inputs.at[r->task->index].path) && put_in_transaction(p, &p->out);
    b->trouble = b->trouble || !p->ok;
}

/* A page of positions stays whatever becomes of one of them. */
static bool put_match(struct reporting *r, const struct match_entry *e, int number, const char *stem,
                      struct stored_pages *position)
{
    struct batch *b = r->task->batch;
    struct putting p = {.reporting = r, .entry = e, .from = {r->job->hash, r->job->path, number, stem}};
    p.position = position != NULL;
    collection_with(&b->collection, put_entry, &p);
    if (position != NULL) {
        *position = pages_of(&p.out, e);
        snprintf(position->stem, sizeof position->stem, "%s", stem);
        return p.ok;
    }
    if (!p.ok || p.out.linked)
        pages_remove(&b->pages, stem); /* it is another file's match, or nobody's: its pages have another name */
    else if (strcmp(p.out.old_stem, stem) != 0)
        pages_remove(&b->pages, p.out.old_stem);
    return p.ok;
}

static void note_worst(struct reporting *r, double worst)
{
    struct batch *b = r->task->batch;
    r->worst = fmax(r->worst, worst); /* NAN gives way */
    pthread_mutex_lock(&b->lock);
    b->worst = fmax(b->worst, worst);
    b->n_matches++;
    pthread_mutex_unlock(&b->lock);
}

/* `position` receives what is on the page then; NULL: it is a match, or a page of its own. */
static bool put_record(struct reporting *r, const struct match *m, int set, int number, const char *stem,
                       struct stored_pages *position)
{
    struct strbuf record = {0};
    const double began = now_of(CLOCK_THREAD_CPUTIME_ID);
    record_text(m, &record);
    struct match_entry *e = match_entry_new(m, set, (struct span){record.at, record.length});
    const bool ok = put_match(r, e, number, stem, position);
    note_worst(r, match_entry_worst(e));
    match_entry_free(e);
    strbuf_done(&record);
    note_storing(r->task->batch, began);
    return ok;
}

/* Pages first: what the collection knows has its pages, however a run may end. */
static bool keep_match(struct reporting *r, struct match *m, int set, struct diags *said)
{
    char stem[STEM_ROOM];
    const int number = (int)r->receiver.n;
    pages_stem(r->job->stem, number, stem);
    return pages_write(&r->task->batch->pages, m, stem, set, said) && put_record(r, m, set, number, stem, NULL);
}

/* ---- positions: analysed one by one, on one page ---- */

static bool write_held(struct reporting *r, const char *stem)
{
    const struct pages *p = &r->task->batch->pages;
    struct diags *said = &r->said[r->held[0].number != 1];
    if (r->n_held == 1)
        return pages_write(p, r->held[0].match, stem, r->held[0].set, said);
    struct match **m = xcalloc(r->n_held, sizeof *m);
    for (size_t i = 0; i < r->n_held; i++)
        m[i] = r->held[i].match;
    const bool ok = pages_write_positions(p, m, r->n_held, stem, said);
    xfree(m);
    return ok;
}

static void note_held(void *reporting)
{
    struct reporting *r = reporting;
    struct batch *b = r->task->batch;
    r->ok = pages_note(&b->pages, &b->collection, r->on_page, r->n_held) ||
            collection_trouble(&b->collection, b->inputs.at[r->task->index].path);
}

static bool keep_held(struct reporting *r)
{
    char stem[STEM_ROOM];
    if (r->n_held == 0)
        return r->ok;
    pages_stem(r->job->stem, r->held[0].number, stem);
    r->ok = r->ok && write_held(r, stem);
    r->on_page = xcalloc(r->n_held, sizeof *r->on_page);
    for (size_t i = 0; i < r->n_held; i++) {
        const struct held_position *h = &r->held[i];
        r->ok = r->ok && put_record(r, h->match, h->set, h->number, stem, &r->on_page[i]);
        match_free(h->match);
    }
    if (r->ok)
        collection_with(&r->task->batch->collection, note_held, r);
    xfree(r->on_page);
    r->n_held = 0;
    return r->ok;
}

static void hold(struct reporting *r, struct match *m, int set)
{
    r->held = grow(r->held, r->n_held, &r->held_capacity, sizeof *r->held);
    r->held[r->n_held++] = (struct held_position){m, set, (int)r->receiver.n};
    if (r->n_held == POSITIONS_MAX)
        keep_held(r);
}

/* *taken: the match is held, or gone already. */
static bool report_match(struct reporting *r, struct match *m, bool *taken)
{
    struct diags *said = &r->said[r->receiver.n != 1];
    const bool position = match_is_position(m);
    match_options_fill(r->task->batch->args, m);
    if (!position && (link_if_known(r, m) || !r->ok))
        return r->ok;
    const int set = annotate(r->task, m, said);
    if (set < 0)
        return false;
    *taken = position;
    if (!position)
        return keep_match(r, m, set, said);
    hold(r, m, set);
    return r->ok;
}

static void take_match(struct receiver *self, struct match *m)
{
    struct reporting *r = (struct reporting *)self;
    bool taken = false;
    r->ok = r->ok && report_match(r, m, &taken);
    if (!taken)
        match_free(m);
}

/* ---- one file ---- */

struct completing {
    struct reporting *reporting;
    struct content content;
    char (*gone)[STEM_ROOM]; /* of matches that the file goes on from: the names of their pages */
    size_t n_gone, gone_room;
    bool ok;
};

static void note_gone(void *completing, const struct gone_match *m)
{
    struct completing *p = completing;
    p->gone = grow(p->gone, p->n_gone, &p->gone_room, sizeof *p->gone);
    snprintf(p->gone[p->n_gone++], STEM_ROOM, "%s", m->stem);
}

static bool store_completed(struct completing *p, struct store *s)
{
    return store_content(s, &p->content) && store_supersede(s, &p->content, note_gone, p);
}

static void put_content(void *completing)
{
    struct completing *p = completing;
    struct batch *b = p->reporting->task->batch;
    struct collection *c = &b->collection;
    p->ok = store_completed(p, c->store) ||
            (collection_trouble(c, b->inputs.at[p->reporting->task->index].path) && store_completed(p, c->store));
}

/* The match goes on under another name: the pages of what it was go. */
static void remove_gone(const struct completing *p)
{
    const struct batch *b = p->reporting->task->batch;
    for (size_t i = 0; i < p->n_gone; i++)
        pages_remove(&b->pages, p->gone[i]);
    if (p->n_gone != 0)
        say("%s has grown: %zu shorter match%s gave way", b->inputs.at[p->reporting->task->index].shown, p->n_gone,
            p->n_gone == 1 ? "" : "es");
}

/* All of its matches are stored: from now on its bytes are known. */
static bool complete(struct reporting *r, const struct diags *said)
{
    struct batch *b = r->task->batch;
    char *messages = diags_text(said, SEVERITY_WARNING);
    struct completing p = {.reporting = r, .content = batch_content(b, r->task->index)};
    p.content.n_matches = (int)r->receiver.n;
    p.content.n_errors = said->n_errors;
    p.content.n_warnings = said->n_warnings;
    p.content.messages = messages;
    const double began = now_of(CLOCK_THREAD_CPUTIME_ID);
    collection_with(&b->collection, put_content, &p);
    note_storing(b, began);
    if (p.ok)
        remove_gone(&p);
    xfree(p.gone);
    xfree(messages);
    return p.ok;
}

static enum fate process(struct task *t)
{
    struct batch *b = t->batch;
    const struct input *in = &b->inputs.at[t->index];
    struct job *job = &b->list.at[t->index];
    struct loaded l;
    struct reporting r = {.receiver = {.take = take_match}, .task = t, .job = job, .ok = true, .worst = NAN};
    const double began = now();
    bool read = load_each(&l, in, &b->input.how, &r.receiver);
    keep_held(&r);
    xfree(r.held);
    enum fate fate = read ? fate_of_used(&l.diags) : input_may_be_skipped(in) ? FATE_SKIPPED : FATE_FAILED;
    diags_append(&l.diags, &r.said[0]);
    diags_append(&l.diags, &r.said[1]);
    if (read && (!r.ok || !complete(&r, &l.diags)))
        fate = interrupted() ? FATE_LEFT : FATE_FAILED;
    if (fate != FATE_SKIPPED)
        terminal_diags(&l.diags);
    runlog_add(&b->log, &(struct runlog_entry){in->path, fate, r.receiver.n, r.worst, now() - began, &l.diags});
    if (fate == FATE_FAILED) {
        b->said[t->index] = l.diags;
        diags_init(&l.diags, NULL);
    }
    loaded_done(&l);
    return fate;
}

static void process_attempted(void *task)
{
    struct task *t = task;
    t->fate = process(t);
}

/* A file that takes more memory than there is ends alone. */
static enum fate process_file(struct task *t)
{
    struct batch *b = t->batch;
    if (attempt(process_attempted, t))
        return t->fate;
    struct diags *said = &b->said[t->index];
    diags_init(said, b->inputs.at[t->index].path);
    diag_at(said, SEVERITY_ERROR, 0, 0, "%s", attempt_why_text());
    terminal_diags(said);
    return FATE_FAILED;
}

static void work_on(void *context, int worker, size_t index)
{
    struct batch *b = context;
    struct task t = {b, index, worker, &b->thinking.worker[worker], 1, FATE_LEFT};
    if (!job_is_open(&b->list.at[index]) || b->trouble)
        return;
    b->fate[index] = process_file(&t);
    end_progress(&t);
}

static void work_through(struct batch *b)
{
    const int jobs = b->thinking.jobs;
    size_t n_open = 0;
    for (size_t i = 0; i < b->inputs.n; i++)
        n_open += job_is_open(&b->list.at[i]);
    if (n_open >= (size_t)jobs * FILES_PER_JOB) {
        threads_for(jobs, b->inputs.n, work_on, b, interrupt_flag());
        return;
    }
    for (size_t i = 0; i < b->inputs.n && !interrupted() && !b->trouble; i++) {
        struct task t = {b, i, 0, b->thinking.worker, jobs, FATE_LEFT};
        if (!job_is_open(&b->list.at[i]))
            continue;
        b->fate[i] = process_file(&t);
        end_progress(&t);
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

static int conclude(struct batch *b)
{
    struct tally tally = {0};
    batch_judge_known(b);
    for (size_t i = 0; i < b->inputs.n; i++)
        tally.n[b->fate[i]]++;
    tally.n[FATE_FAILED] += b->inputs.n_failed;
    const bool written = !b->trouble && write_index(b);
    progress_clear();
    batch_say(b, &tally, written);
    if (interrupted())
        return EXIT_INTERRUPTED;
    return written && b->list.n_elsewhere == b->inputs.n && b->inputs.n != 0 ? EXIT_CLEAN
           : written                                                         ? tally_result(&tally, &b->inputs)
                                                                             : EXIT_NOTHING;
}

static void fingerprint_of(const struct batch *b, const struct analysis_options *o, char out[KEY_LENGTH + 1])
{
    struct arena *arena = arena_new();
    struct annotation_set set;
    analysis_describe(b->thinking.engine, o, arena, &set);
    analysis_fingerprint(&set, out);
    arena_free(arena);
}

/* What the analyses that this run makes are known by. */
static void describe_wanted(struct batch *b)
{
    b->wanted.player = args_text(b->args, "analyze-player");
    b->wanted.of_files = b->keep;
    for (int who = 0; who < 3; who++) {
        struct analysis_options o = b->analysis;
        if (b->wanted.player != NULL)
            analysing_only(&o, who < 2 ? who : NOBODY);
        fingerprint_of(b, &o, b->wanted.fingerprint[who]);
    }
}

static int work(struct batch *b)
{
    b->fate = xcalloc(b->inputs.n + 1, sizeof *b->fate);
    b->said = xcalloc(b->inputs.n + 1, sizeof *b->said);
    describe_wanted(b);
    int result = EXIT_NOTHING;
    if (worklist_make(&b->list, &b->inputs, &b->collection, &b->wanted, b->shard, args_has(b->args, "fresh"),
                      b->thinking.jobs)) {
        if (b->refusals != NULL)
            refusals_recall(b->refusals, &b->list, b->said);
        progress_begin(b);
        work_through(b);
        batch_renew_pages(b);
        if (!b->trouble && !batch_note_places(b))
            b->trouble = !collection_trouble(&b->collection, "the places of files");
        result = conclude(b);
        for (size_t i = 0; b->refusals != NULL && i < b->inputs.n; i++)
            if (b->fate[i] == FATE_FAILED)
                refusals_keep(b->refusals, &b->list.at[i], &b->said[i]);
    }
    for (size_t i = 0; i < b->inputs.n; i++)
        diags_done(&b->said[i]);
    worklist_done(&b->list);
    xfree(b->said);
    xfree(b->fate);
    return result;
}

static int analyze_files(struct batch *b)
{
    if (!folder_make(b->pages.folder) || !collection_open(&b->collection, b->args, b->pages.folder, SQL_CREATE))
        return EXIT_NOTHING;
    b->pages.met = engine_met(b->thinking.engine);
    b->pages.collection = &b->collection;
    b->pages.thresholds = b->analysis.threshold;
    const int result = runlog_open(&b->log, args_text(b->args, "log")) ? work(b) : EXIT_NOTHING;
    runlog_close(&b->log);
    collection_close(&b->collection);
    return result;
}

/* ---- one document on stdout ---- */

static int print_json(struct batch *b)
{
    if (b->inputs.n != 1) {
        if (b->inputs.n_failed == 0)
            say_error("--json prints one document: there are %zu files", b->inputs.n);
        return EXIT_NOTHING;
    }
    struct task t = {b, 0, 0, b->thinking.worker, b->thinking.jobs, FATE_LEFT};
    struct loaded l;
    progress_begin(b);
    bool ok = load(&l, &b->inputs.at[0], &b->input.how);
    if (ok && l.matches.n > 1) {
        diag_at(&l.diags, SEVERITY_ERROR, 0, 0, "%zu matches do not fit one JSON document; use --report json",
                l.matches.n);
        ok = false;
    }
    if (ok) {
        match_options_apply(b->args, l.matches.at[0]);
        int set = annotate(&t, l.matches.at[0], &l.diags);
        progress_clear();
        ok = set >= 0 && page_write(&b->pages, l.matches.at[0], exporter_find("json"), "-", set, &l.diags);
    }
    terminal_diags(&l.diags);
    batch_say_brought(b);
    loaded_done(&l);
    return interrupted() ? EXIT_INTERRUPTED : ok ? EXIT_CLEAN : EXIT_NOTHING;
}

/* ---- the command line ---- */

static bool read_rollouts(struct analysis_options *o, const struct args *a)
{
    if (o->rolled_like == NULL)
        return rolled_read(&o->rollout_errors, &o->rollout_close, &o->rollout, a);
    if (args_has(a, "rollout-errors"))
        usage_error(a->command, "--rollout-errors and --level %s both say what is rolled out", o->rolled_like);
    return !args_has(a, "rollout-errors");
}

static bool read_settings(struct batch *b, const struct args *a)
{
    b->keep = args_has(a, "keep");
    if (!analysing_read(&b->analysis, a))
        return false;
    if (!args_number(a, "candidates", 1, 1000, b->analysis.candidates, &b->analysis.candidates))
        return false;
    b->analysis.cube_maps = args_has(a, "cube-maps");
    if (!read_rollouts(&b->analysis, a))
        return false;
    if (!input_options_read(&b->input, a) || !pages_read(&b->pages, a))
        return false;
    if (!shard_read(&b->shard, a))
        return false;
    b->input.except = b->pages.folder;
    b->input.reserved = "index";
    return true;
}

static bool all_are_folders(const struct args *a)
{
    struct stat s;
    for (int i = 0; i < a->n_operands; i++)
        if (stat(a->operand[i], &s) != 0 || !S_ISDIR(s.st_mode))
            return false;
    return true;
}

static bool makes_sense(const struct args *a)
{
    if (a->n_operands == 0)
        usage_error(a->command, "no file or folder is named");
    else if (args_has(a, "json") && a->n_operands != 1)
        usage_error(a->command, "--json prints one document: name one file");
    else if (args_has(a, "json") && (args_has(a, "out") || args_has(a, "report")))
        usage_error(a->command, "--json prints on standard output; --out and --report write into a folder");
    else if (args_has(a, "watch") && (args_has(a, "json") || args_has(a, "fresh") || !all_are_folders(a)))
        usage_error(a->command, "--watch waits for files in folders: name only folders, without --json and --fresh");
    else if (args_has(a, "json") && args_has(a, "db"))
        usage_error(a->command, "--json prints on standard output and leaves the collection alone; --db names one");
    else
        return true;
    return false;
}

/* One look over all the inputs. */
static int run_round(const struct batch *settings)
{
    const struct args *a = settings->args;
    struct batch b = *settings;
    pthread_mutex_init(&b.lock, NULL);
    inputs_collect(&b.inputs, a->operand, a->n_operands, &b.input);
    const int result = args_has(a, "json") ? print_json(&b) : analyze_files(&b);
    xfree(b.fraction);
    inputs_done(&b.inputs);
    pthread_mutex_destroy(&b.lock);
    return result;
}

/* Round after round until a signal comes. That is the usual end: interrupted is only who had work in hand. */
static int run_watching(struct batch *settings)
{
    struct refusals refusals = {0};
    struct watch *watch = watch_begin();
    int result;
    if (watch == NULL)
        return EXIT_NOTHING;
    settings->refusals = &refusals;
    settings->input.on_folder = watch_folder;
    settings->input.context = watch;
    do
        result = run_round(settings);
    while (!interrupted() && watch_wait(watch));
    settings->refusals = NULL;
    settings->input.context = NULL;
    refusals_done(&refusals);
    watch_end(watch);
    return result;
}

static int run(const struct args *a)
{
    struct batch b = {.args = a};
    int result;
    if (!makes_sense(a) || !read_settings(&b, a))
        return EXIT_USAGE;
    if (!thinking_open(&b.thinking, a, &result))
        return result;
    interrupts_catch();
    result = args_has(a, "watch") ? run_watching(&b) : run_round(&b);
    thinking_done(&b.thinking);
    report_options_done(&b.pages.reports);
    return result;
}

static const struct option_row options[] = {
    {"out", 'o', "FOLDER", ANALYZE_FOLDER, "where the reports and index.html go"},
    {"report", 'r', "FORMATS", "html,json",
     "which reports each match gets: any of `kibitzer formats`, separated by commas;\nnone = only the collection, no "
     "index "
     "either"},
    {"json", 0, NULL, NULL, "print one JSON document about one file on stdout instead"},
    ANALYSING_OPTIONS,
    DB_OPTION,
    SHARD_OPTION,
    {"log", 0, "FILE", NULL, "add a JSON line to this file for each file that is done"},
    {"watch", 0, NULL, NULL, "keep running: analyse files as they appear in the folders, until a signal comes"},
    {"fresh", 0, NULL, NULL, "analyse again what the collection already has"},
    {"cube-maps", 0, NULL, NULL, "show for each cube error the verdict at every score and the equity after each roll"},
    {"keep", 0, NULL, NULL, "report on the analysis a file brought, where it brought one"},
    INPUT_OPTIONS,
    ROLLED_OPTIONS,
    MATCH_OPTIONS,
    REPORT_OPTIONS,
    ANALYSIS_LEVEL_OPTION,
    JOBS_OPTION,
    ENGINE_OPTIONS,
    {0},
};

const struct command command_analyze = {
    .name = "analyze",
    .alias = "analyse",
    .usage = "[--level L] [--jobs N] [--out FOLDER] [--report FORMATS] PATH...\n"
             "       kibitzer analyze --json FILE",
    .summary = "analyse matches and write reports",
    .description =
        "PATHs are match files, or folders that are searched through. Each match gets its reports in FOLDER,\n"
        "with index.html over all of them. Unreadable files are reported; the others are still analysed.\n"
        "Positions of one file (IDs, eXtreme Gammon's text) share a page in formats for reading: 500 at most.\n\n"
        "What was analysed is kept in a collection, collection.db in FOLDER: the next run skips files that it knows\n"
        "at these settings, adds what is new and lists in index.html everything ever analysed,\n"
        "with a page for each player in players/.\n\n"
        "examples:\n  kibitzer analyze final.mat\n  kibitzer analyze --level 1ply --out reports matches/\n"
        "  kibitzer analyze --json final.mat | jq .statistics.players[0].overall\n",
    .options = options,
    .run = run,
};
