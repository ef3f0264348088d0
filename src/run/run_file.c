/* One file of a run: its matches analysed, reported and stored, one after the other; see run.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/lesson.h"
#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/xmalloc.h"
#include "run/date_guess.h"
#include "run/run.h"
#include "collection/grown.h"
#include "collection/said.h"

/* What a thread has done for the collection since `began`, seconds of its processor. */
static void note_storing(struct batch *b, double began)
{
    pthread_mutex_lock(&b->lock);
    b->storing += batch_seconds(CLOCK_THREAD_CPUTIME_ID) - began;
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

static void on_progress(void *context, size_t done, size_t total)
{
    batch_progress(context, total != 0 ? (double)done / (double)total : 0, false);
}

/* The file's own analysis is kept, and explained: its verdicts, and what our net counts where it agrees. */
static int keep_annotation(const struct task *t, struct match *m, const struct engine *e)
{
    const int set = (int)m->n_sets - 1;
    const char *problem = NULL;
    if (!m->sets[set].own && engine_knows(e, m->rules.variant, &problem))
        explain_errors(m, set, e, t->workers, t->n_workers, &t->batch->options->analysis.cube_level,
                       call_cancel_flag());
    return set;
}

int batch_annotate(struct task *t, struct match *m, struct diags *d)
{
    struct batch *b = t->batch;
    const struct analysis_options options = analysis_options_for(&b->options->analysis, m);
    const char *problem = NULL;
    const struct engine *e = analysis_engine(b->pool.engine, m, &options, &problem);
    if (e == NULL) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", problem);
        t->lacks = true;
        return -1;
    }
    restate_match(m, engine_met(e), b->options->marks);
    if (m->n_sets != 0)
        note_brought(b, m);
    if (b->options->keep && m->n_sets != 0)
        return keep_annotation(t, m, e);
    struct analysis_hooks hooks = {on_progress, t, call_cancel_flag(), NULL};
    if (!engine_knows(b->pool.engine, m->rules.variant, &problem)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", problem);
        t->lacks = true;
        return -1;
    }
    return analyze_match(m, e, t->workers, t->n_workers, &options, &hooks);
}

struct held_position {
    struct match *match;
    struct strbuf record; /* as its file has it */
    struct match_info own; /* likewise */
    int set, number; /* of its file, from 1 */
};

/* A file's matches, each analysed, reported, stored and forgotten before the next one is read. */
struct reporting {
    struct receiver receiver;
    struct task *task;
    struct job *job;
    const struct loaded *loaded;
    struct held_position *held; /* positions that are analysed and go on one page */
    size_t n_held, held_capacity;
    struct stored_pages *on_page; /* the same, stored */
    unsigned changes; /* of the store when the first of them was stored */
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
    if (!b->options->fresh && !store_owns(c->store, l->key, r->job->path) &&
        store_has(c->store, l->key, l->fingerprint))
        r->ok = link_in_transaction(r, l->key, &l->linked) || collection_trouble(c, b->inputs.at[r->task->index].path);
}

static bool link_if_known(struct reporting *r, const struct match *m)
{
    struct batch *b = r->task->batch;
    struct linking l = {.reporting = r,
                        .fingerprint = fingerprint_wanted(&b->wanted, m->player[0].name, m->player[1].name)};
    const double began = batch_seconds(CLOCK_THREAD_CPUTIME_ID);
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
    struct match_put out;
    bool ok;
};

static struct stored_pages pages_of(const struct match_put *put, const struct putting *p)
{
    struct stored_pages of = {.match = put->match, .kept = p->reporting->task->batch->kept};
    snprintf(of.stem, sizeof of.stem, "%s", put->stem);
    snprintf(of.fingerprint, sizeof of.fingerprint, "%s", match_entry_fingerprint(p->entry));
    return of;
}

static bool put_in_transaction(void *putting)
{
    struct putting *p = putting;
    struct match_put *out = &p->out;
    struct reporting *r = p->reporting;
    struct batch *b = r->task->batch;
    struct collection *c = &b->collection;
    const struct content content = batch_content(b, r->task->index);
    if (!store_begin(c->store))
        return false;
    bool ok = store_content(c->store, &content) && store_put_match(c->store, p->entry, &p->from, out);
    const struct stored_pages of = pages_of(out, p);
    ok = ok && (p->position || out->linked || pages_note(&b->pages, c, &of, 1));
    return store_end(c->store, ok);
}

static void put_entry(void *putting)
{
    struct putting *p = putting;
    struct reporting *r = p->reporting;
    struct batch *b = r->task->batch;
    p->ok = !b->trouble && collection_insist(&b->collection, b->inputs.at[r->task->index].path, put_in_transaction, p);
    b->trouble = b->trouble || !p->ok;
}

/* A page of positions stays whatever becomes of one of them. */
static bool put_match(struct reporting *r, const struct match_entry *e, int number, const char *stem,
                      struct stored_pages *position)
{
    struct batch *b = r->task->batch;
    struct putting p = {
        .reporting = r,
        .entry = e,
        .from = {r->job->hash, r->job->path, number, stem,
                 date_guess(r->job->path, (enum date_source)b->options->date_from, r->loaded->from.written)}};
    p.position = position != NULL;
    collection_with(&b->collection, put_entry, &p);
    if (position != NULL) {
        *position = pages_of(&p.out, &p);
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

/* ---- what the owner says ---- */

struct saying {
    struct reporting *reporting;
    struct match *match;
    char key[KEY_LENGTH + 1];
    const struct match_info *own; /* of the file */
};

static void apply_said(void *saying)
{
    struct saying *s = saying;
    struct batch *b = s->reporting->task->batch;
    (void)said_apply(b->collection.store, s->key, s->match); /* a lost server is met again when the match is stored */
}

static bool say_facts(void *saying)
{
    const struct saying *s = saying;
    struct batch *b = s->reporting->task->batch;
    return said_fill(b->collection.store, s->key, s->own, &b->options->said.info);
}

static void remember_said(void *saying)
{
    struct saying *s = saying;
    struct reporting *r = s->reporting;
    r->ok =
        collection_insist(&r->task->batch->collection, r->task->batch->inputs.at[r->task->index].path, say_facts, s);
}

/* The record stays what the file says; pages, and the rows of the collection, say what the owner does. */
static void take_said(struct held_position *h, struct reporting *r)
{
    struct saying s = {.reporting = r, .match = h->match};
    record_text(h->match, &h->record);
    h->own = h->match->info;
    match_key(h->match, s.key);
    match_fill_said(&r->task->batch->options->said, h->match);
    collection_with(&r->task->batch->collection, apply_said, &s);
}

/* `position` receives what is on the page then; NULL: it is a match, or a page of its own. */
static bool put_record(struct reporting *r, struct held_position *h, const char *stem, struct stored_pages *position)
{
    struct saying s = {.reporting = r, .match = h->match, .own = &h->own};
    const double began = batch_seconds(CLOCK_THREAD_CPUTIME_ID);
    struct match_entry *e = match_entry_new(h->match, h->set, r->task->batch->kept,
                                            (struct span){strbuf_text(&h->record), h->record.length});
    const bool ok = put_match(r, e, h->number, stem, position);
    note_worst(r, match_entry_worst(e));
    match_entry_free(e);
    match_key(h->match, s.key);
    if (ok && match_says(&r->task->batch->options->said))
        collection_with(&r->task->batch->collection, remember_said, &s);
    note_storing(r->task->batch, began);
    return ok && r->ok;
}

/* Pages first: what the collection knows has its pages, however a run may end. */
static bool keep_match(struct reporting *r, struct match *m, int set, struct diags *said)
{
    char stem[STEM_ROOM];
    struct held_position h = {.match = m, .set = set, .number = (int)r->receiver.n};
    pages_stem(r->job->stem, h.number, stem);
    take_said(&h, r);
    const bool ok = pages_write(&r->task->batch->pages, m, stem, set, said) && put_record(r, &h, stem, NULL);
    strbuf_done(&h.record);
    return ok;
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
    r->ok = r->changes != b->collection.changes || /* some are in another store: the page will be written again */
            pages_note(&b->pages, &b->collection, r->on_page, r->n_held) ||
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
    r->changes = r->task->batch->collection.changes;
    for (size_t i = 0; i < r->n_held; i++) {
        struct held_position *h = &r->held[i];
        r->ok = r->ok && put_record(r, h, stem, &r->on_page[i]);
        strbuf_done(&h->record);
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
    r->held[r->n_held] = (struct held_position){.match = m, .set = set, .number = (int)r->receiver.n};
    take_said(&r->held[r->n_held++], r);
    if (r->n_held == POSITIONS_MAX)
        keep_held(r);
}

/* *taken: the match is held, or gone already. */
static bool report_match(struct reporting *r, struct match *m, bool *taken)
{
    struct diags *said = &r->said[r->receiver.n != 1];
    const bool position = match_is_position(m);
    if (!position && (link_if_known(r, m) || !r->ok))
        return r->ok;
    const int set = batch_annotate(r->task, m, said);
    if (set < 0)
        return false;
    match_keep(m, r->task->batch->kept);
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
    struct superseded superseded;
    bool ok;
};

static void note_gone(void *completing, const struct gone_match *m)
{
    struct completing *p = completing;
    p->gone = grow(p->gone, p->n_gone, &p->gone_room, sizeof *p->gone);
    snprintf(p->gone[p->n_gone++], STEM_ROOM, "%s", m->stem);
}

static bool store_completed(void *completing)
{
    struct completing *p = completing;
    struct store *s = p->reporting->task->batch->collection.store;
    p->n_gone = 0;
    return store_begin(s) &&
           store_end(s, store_content(s, &p->content) && store_supersede(s, &p->content, note_gone, p, &p->superseded));
}

static void put_content(void *completing)
{
    struct completing *p = completing;
    struct batch *b = p->reporting->task->batch;
    p->ok = collection_insist(&b->collection, b->inputs.at[p->reporting->task->index].path, store_completed, p);
}

/* The match goes on under another name: the pages of what it was go. */
static void remove_gone(const struct completing *p)
{
    struct batch *b = p->reporting->task->batch;
    for (size_t i = 0; i < p->n_gone; i++)
        pages_remove(&b->pages, p->gone[i]);
    pthread_mutex_lock(&b->lock);
    b->n_corrected += p->superseded.corrected != 0;
    pthread_mutex_unlock(&b->lock);
    if (p->n_gone != 0 && p->superseded.grown != 0)
        say("%s has grown: %zu shorter match%s removed", b->inputs.at[p->reporting->task->index].shown, p->n_gone,
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
    const double began = batch_seconds(CLOCK_THREAD_CPUTIME_ID);
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
    struct reporting r = {
        .receiver = {.take = take_match}, .task = t, .job = job, .loaded = &l, .ok = true, .worst = NAN};
    const double began = batch_seconds(CLOCK_MONOTONIC);
    bool read = load_each(&l, in, &b->input.how, &r.receiver);
    keep_held(&r);
    xfree(r.held);
    enum fate fate = read                           ? fate_of_used(&l.diags)
                     : call_cancelled()             ? FATE_LEFT
                     : input_may_be_skipped(in, &l) ? FATE_SKIPPED
                                                    : FATE_FAILED;
    diags_append(&l.diags, &r.said[0]);
    diags_append(&l.diags, &r.said[1]);
    if (read && (!r.ok || !complete(&r, &l.diags)))
        fate = call_cancelled() ? FATE_LEFT : FATE_FAILED;
    job->bad = read ? t->lacks : !l.unreadable;
    if (fate != FATE_SKIPPED && (read || fate != FATE_LEFT))
        call_diags(&l.diags);
    runlog_add(&b->log, &(struct runlog_entry){in->path, fate, r.receiver.n, r.worst,
                                               batch_seconds(CLOCK_MONOTONIC) - began, &l.diags});
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

/* A file that takes more memory or time than there is, or than it may, ends alone. */
enum fate batch_file(struct task *t)
{
    struct batch *b = t->batch;
    if (attempt_within(&b->input.work, process_attempted, t))
        return t->fate;
    if (attempt_was_cancelled())
        return FATE_LEFT;
    struct diags *said = &b->said[t->index];
    diags_init(said, b->inputs.at[t->index].path);
    diag_at(said, SEVERITY_ERROR, 0, 0, "%s", attempt_why_text());
    call_diags(said);
    return FATE_FAILED;
}
