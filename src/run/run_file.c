/* One file of a run: its matches analysed, reported and stored, one after the other; see run.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analyze/lesson.h"
#include "analyze/described.h"
#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/xmalloc.h"
#include "run/date_guess.h"
#include "run/run.h"
#include "collection/grown.h"
#include "collection/said.h"

/* ---- one match ---- */

struct file_progress task_progress(const struct task *t)
{
    return (struct file_progress){t->slot, t->input->shown, t->input->size, t->run->into.collection.away.is};
}

static void on_progress(void *context, size_t done, size_t total)
{
    const struct task *t = context;
    const struct file_progress p = task_progress(t);
    run_tally_progress(&t->run->tally, &p, total != 0 ? (double)done / (double)total : 0);
}

/* The file's own analysis is kept, and explained: its verdicts, and what our net counts where it agrees. */
static int keep_annotation(const struct task *t, struct match *m, const struct engine *e)
{
    const int set = (int)m->n_sets - 1;
    const char *problem = NULL;
    if (!m->sets[set].own && engine_knows(e, m->rules.variant, &problem))
        explain_errors(m, set, e, t->workers, t->n_workers, &t->run->request.options->analysis.cube_level,
                       call_cancel_flag());
    if (t->run->request.options->analysis.options.part.game != 0)
        analysis_leave_part(m, set, &t->run->request.options->analysis.options.part, engine_met(e));
    return set;
}

static void lacks(const struct task *t)
{
    if (t->job != NULL)
        t->job->lacks = true;
}

int run_annotate(struct task *t, struct match *m, struct diags *d)
{
    struct run *run = t->run;
    const struct analysis_options options = analysis_options_for(&run->request.options->analysis, m);
    const char *problem = NULL;
    if (!match_has_part(m, &options.part, d))
        return -1;
    const struct engine *e = analysis_engine(run->pool.engine, m, &options, &problem);
    if (e == NULL) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", problem);
        lacks(t);
        return -1;
    }
    restate_match(m, engine_met(e), run->request.options->marks);
    if (m->n_sets != 0)
        run_tally_brought(&run->tally, m);
    if (run->request.options->keep && m->n_sets != 0)
        return keep_annotation(t, m, e);
    struct analysis_hooks hooks = {on_progress, t, call_cancel_flag(), NULL};
    if (!engine_knows(run->pool.engine, m->rules.variant, &problem)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s", problem);
        lacks(t);
        return -1;
    }
    analysis_warn_interpolated(e, m, d);
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
    struct run *run; /* the task's, as what follows */
    const struct input *input;
    struct job *job;
    const struct loaded *loaded;
    struct held_position *held; /* positions that are analysed and go on one page */
    size_t n_held, held_capacity;
    struct stored_pages *on_page; /* the same, stored */
    unsigned changes; /* of the store when the first of them was stored */
    size_t n_again; /* matches that the file has held before */
    size_t n_refused, n_put; /* matches: those that cannot be used; those that were stored in this run */
    struct diags messages[2]; /* about the first match, about the others: after what the reader had to say */
    bool ok; /* false: nothing more can be stored, or written */
    double worst; /* of its matches; NAN = none */
};

static bool link_in_transaction(struct reporting *r, const char *key, bool *linked)
{
    struct store *s = r->run->into.collection.store;
    const struct content content = job_content(r->job, r->input);
    return store_begin(s) &&
           store_end(s, store_content(s, &content) && store_link(s, r->job->hash, (int)r->receiver.n, key, linked));
}

struct linking {
    struct reporting *reporting;
    char key[KEY_LENGTH + 1];
    const char *fingerprint; /* of the analysis that is wanted */
    bool linked;
};

/* Does another file own this match, or has this one brought it before, and has it the analysis that is wanted? Then it
 * is linked and done. */
static void link_known(void *linking)
{
    struct linking *l = linking;
    struct reporting *r = l->reporting;
    struct run *run = r->run;
    struct collection *c = &run->into.collection;
    const bool again = store_holds_before(c->store, l->key, r->job->hash, (int)r->receiver.n);
    if ((again || r->job->stored || (!run->request.options->fresh && !store_owns(c->store, l->key, r->job->path))) &&
        store_has(c->store, l->key, l->fingerprint))
        r->ok = link_in_transaction(r, l->key, &l->linked) || collection_trouble(c, r->input->path);
    r->n_again += again && l->linked;
}

static bool link_if_known(struct reporting *r, const struct match *m)
{
    struct run *run = r->run;
    struct linking l = {.reporting = r,
                        .fingerprint = fingerprint_wanted(&run->into.wanted, m->player[0].name, m->player[1].name)};
    const double began = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    match_key(m, l.key);
    collection_with(&run->into.collection, link_known, &l);
    run_tally_storing(&run->tally, began);
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
    struct stored_pages of = {.match = put->match, .kept = p->reporting->run->into.kept};
    snprintf(of.stem, sizeof of.stem, "%s", put->stem);
    snprintf(of.fingerprint, sizeof of.fingerprint, "%s", match_entry_fingerprint(p->entry));
    return of;
}

static bool put_in_transaction(void *putting)
{
    struct putting *p = putting;
    struct match_put *out = &p->out;
    struct reporting *r = p->reporting;
    struct run *run = r->run;
    struct collection *c = &run->into.collection;
    const struct content content = job_content(r->job, r->input);
    if (!store_begin(c->store))
        return false;
    bool ok = store_content(c->store, &content) && store_put_match(c->store, p->entry, &p->from, out);
    const struct stored_pages of = pages_of(out, p);
    ok = ok && (p->position || out->linked || pages_note(&run->pages, c, &of, 1));
    return store_end(c->store, ok);
}

static void put_entry(void *putting)
{
    struct putting *p = putting;
    struct reporting *r = p->reporting;
    struct run *run = r->run;
    p->ok = !run->into.trouble && collection_insist(&run->into.collection, r->input->path, put_in_transaction, p);
    run->into.trouble = run->into.trouble || !p->ok;
}

/* A page of positions stays whatever becomes of one of them. */
static bool put_match(struct reporting *r, const struct match_entry *e, int number, const char *stem,
                      struct stored_pages *position)
{
    struct run *run = r->run;
    struct putting p = {
        .reporting = r,
        .entry = e,
        .from = {r->job->hash, r->job->path, number, stem,
                 date_guess(r->job->path, (enum date_source)run->request.options->date_from, r->loaded->from.written)}};
    p.position = position != NULL;
    collection_with(&run->into.collection, put_entry, &p);
    if (position != NULL) {
        *position = pages_of(&p.out, &p);
        snprintf(position->stem, sizeof position->stem, "%s", stem);
        return p.ok;
    }
    if (!p.ok || p.out.linked)
        pages_remove(&run->pages, stem); /* it is another file's match, or nobody's: its pages have another name */
    else if (strcmp(p.out.old_stem, stem) != 0)
        pages_remove(&run->pages, p.out.old_stem);
    return p.ok;
}

/* ---- what the owner says ---- */

struct saying {
    struct reporting *reporting;
    struct match *match;
    char key[KEY_LENGTH + 1];
    int number; /* in its file */
    const struct match_info *own; /* of the file */
};

static bool say_comments(const struct saying *s)
{
    struct run *run = s->reporting->run;
    const struct option_texts *all = &run->request.options->said.comments;
    struct strbuf what = {0};
    bool ok = true;
    for (size_t i = 0; ok && i < all->n; i++) {
        const char *text, *address = match_comment_address(all->at[i], s->match->arena, &text);
        strbuf_clear(&what);
        strbuf_printf(&what, SAID_COMMENT "%s", address);
        ok = store_say(run->into.collection.store, s->key, strbuf_text(&what), text);
    }
    strbuf_done(&what);
    return ok;
}

static void apply_said(void *saying)
{
    struct saying *s = saying;
    struct run *run = s->reporting->run;
    struct store *store = run->into.collection.store;
    (void)(said_follow(store, s->reporting->job->hash, s->number, s->key) && say_comments(s) &&
           said_apply(store, s->key, s->match)); /* a lost server is met again when the match is stored */
}

static bool say_facts(void *saying)
{
    const struct saying *s = saying;
    struct run *run = s->reporting->run;
    size_t stays = 0;
    const bool ok = said_fill(run->into.collection.store, s->key, s->own, &run->request.options->said.info, &stays);
    run_tally_stays(&run->tally, stays);
    return ok && say_comments(s);
}

/* The record stays what the file says; pages, and the rows of the collection, say what the owner does. */
static void take_said(struct held_position *h, struct reporting *r)
{
    struct saying s = {.reporting = r, .match = h->match, .number = h->number};
    record_text(h->match, &h->record);
    h->own = h->match->info;
    match_key(h->match, s.key);
    match_fill_said(&r->run->request.options->said, h->match);
    collection_with(&r->run->into.collection, apply_said, &s);
}

/* `position` receives what is on the page then; NULL: it is a match, or a page of its own. */
static bool put_record(struct reporting *r, struct held_position *h, const char *stem, struct stored_pages *position)
{
    struct saying s = {.reporting = r, .match = h->match, .own = &h->own};
    const double began = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    struct match_entry *e =
        match_entry_new(h->match, h->set, r->run->into.kept, (struct span){strbuf_text(&h->record), h->record.length});
    const bool ok = put_match(r, e, h->number, stem, position);
    r->n_put += ok;
    r->worst = fmax(r->worst, match_entry_worst(e)); /* NAN gives way */
    run_tally_match(&r->run->tally, match_entry_worst(e));
    match_entry_free(e);
    match_key(h->match, s.key);
    if (ok && match_says(&r->run->request.options->said))
        r->ok = collection_keep(&r->run->into.collection, r->input->path, say_facts, &s);
    run_tally_storing(&r->run->tally, began);
    return ok && r->ok;
}

/* It costs no other match of its file. */
static bool refuse(struct reporting *r, struct diags *d, size_t before)
{
    diags_about_match(d, before, r->receiver.n);
    r->n_refused++;
    return r->ok = r->ok && !call_cancelled();
}

/* Pages first: what the collection knows has its pages, however a run may end. */
static bool keep_match(struct reporting *r, struct match *m, int set, struct diags *d)
{
    char stem[STEM_ROOM];
    struct held_position h = {.match = m, .set = set, .number = (int)r->receiver.n};
    const size_t before = d->n, errors = d->n_errors;
    pages_stem(r->job->stem, h.number, stem);
    take_said(&h, r);
    r->ok = pages_write(&r->run->pages, m, stem, set, d);
    if (r->ok) {
        r->ok = put_record(r, &h, stem, NULL);
    } else if (d->n_errors > errors) { /* it is the match that does not fit */
        pages_remove(&r->run->pages, stem);
        r->ok = true;
        refuse(r, d, before);
    }
    strbuf_done(&h.record);
    return r->ok;
}

/* ---- positions: analysed one by one, on one page ---- */

static bool write_held(struct reporting *r, const char *stem)
{
    const struct pages *p = &r->run->pages;
    struct diags *d = &r->messages[r->held[0].number != 1];
    if (r->n_held == 1)
        return pages_write(p, r->held[0].match, stem, r->held[0].set, d);
    struct match **m = xcalloc(r->n_held, sizeof *m);
    for (size_t i = 0; i < r->n_held; i++)
        m[i] = r->held[i].match;
    const bool ok = pages_write_positions(p, m, r->n_held, stem, d);
    xfree(m);
    return ok;
}

static void note_held(void *reporting)
{
    struct reporting *r = reporting;
    struct run *run = r->run;
    r->ok =
        r->changes != run->into.collection.changes || /* some are in another store: the page will be written again */
        pages_note(&run->pages, &run->into.collection, r->on_page, r->n_held) ||
        collection_trouble(&run->into.collection, r->input->path);
}

static bool keep_held(struct reporting *r)
{
    char stem[STEM_ROOM];
    if (r->n_held == 0)
        return r->ok;
    pages_stem(r->job->stem, r->held[0].number, stem);
    r->ok = r->ok && write_held(r, stem);
    r->on_page = xcalloc(r->n_held, sizeof *r->on_page);
    r->changes = r->run->into.collection.changes;
    for (size_t i = 0; i < r->n_held; i++) {
        struct held_position *h = &r->held[i];
        r->ok = r->ok && put_record(r, h, stem, &r->on_page[i]);
        strbuf_done(&h->record);
        match_free(h->match);
    }
    if (r->ok)
        collection_with(&r->run->into.collection, note_held, r);
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
    struct diags *d = &r->messages[r->receiver.n != 1];
    const bool position = match_is_position(m);
    const size_t before = d->n;
    if (!match_take_comments(&r->run->request.options->said, m, true, d))
        return refuse(r, d, before);
    if (!position && (link_if_known(r, m) || !r->ok))
        return r->ok;
    const int set = run_annotate(r->task, m, d);
    if (set < 0)
        return refuse(r, d, before);
    match_keep(m, r->run->into.kept);
    *taken = position;
    if (!position)
        return keep_match(r, m, set, d);
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
    struct store *s = p->reporting->run->into.collection.store;
    p->n_gone = 0;
    return store_begin(s) &&
           store_end(s, store_content(s, &p->content) && store_supersede(s, &p->content, note_gone, p, &p->superseded));
}

/* The match goes on under another name: the pages of what it was go. */
static void remove_gone(const struct completing *p)
{
    struct run *run = p->reporting->run;
    for (size_t i = 0; i < p->n_gone; i++)
        pages_remove(&run->pages, p->gone[i]);
    if (p->superseded.corrected != 0)
        run_tally_corrected(&run->tally);
    if (p->n_gone != 0 && p->superseded.grown != 0)
        say(tr_counted("%s has grown: %zu shorter match removed", "%s has grown: %zu shorter matches removed",
                       (long)p->n_gone),
            p->reporting->input->shown, p->n_gone);
}

/* All of its matches are stored: from now on its bytes are known. */
static bool complete(struct reporting *r, const struct diags *d)
{
    struct run *run = r->run;
    char *messages = diags_text(d, SEVERITY_WARNING);
    struct completing p = {.reporting = r, .content = job_content(r->job, r->input)};
    p.content.n_matches = (int)r->receiver.n;
    p.content.n_errors = d->n_errors;
    p.content.n_warnings = d->n_warnings;
    p.content.messages = messages;
    const double began = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    const bool ok = collection_keep(&run->into.collection, r->input->path, store_completed, &p);
    run_tally_storing(&run->tally, began);
    if (ok)
        remove_gone(&p);
    xfree(p.gone);
    xfree(messages);
    return ok;
}

static void say_again(const struct reporting *r)
{
    if (r->n_again != 0)
        say(tr_counted("%s: of %zu matches %zu is a copy of earlier ones in this file: analysed and counted once",
                       "%s: of %zu matches %zu are copies of earlier ones in this file: analysed and counted once",
                       (long)r->n_again),
            r->input->shown, r->receiver.n, r->n_again);
}

/* What becomes of a file whose matches are through. Where nothing can be used it stays what it was in the collection.
 */
static enum fate store_rest(struct reporting *r, struct diags *d)
{
    enum fate fate = fate_of_matches(d, r->receiver.n, r->n_refused);
    if (!r->ok || (fate != FATE_FAILED && !complete(r, d)))
        fate = call_cancelled() ? FATE_LEFT : FATE_FAILED;
    if (fate == FATE_IN_PART) {
        run_tally_refused(&r->run->tally, r->n_refused);
        r->job->known = r->job->stored && r->n_put == 0; /* it is as it was */
        r->job->n_errors = d->n_errors;
    }
    return fate;
}

static enum fate fate_of_unread(const struct input *in, const struct loaded *l)
{
    return call_cancelled() ? FATE_LEFT : input_may_be_skipped(in, l) ? FATE_SKIPPED : FATE_FAILED;
}

static enum fate process(struct task *t)
{
    struct run *run = t->run;
    const struct input *in = t->input;
    struct loaded l;
    struct reporting r = {.receiver = {.take = take_match},
                          .task = t,
                          .run = run,
                          .input = in,
                          .job = t->job,
                          .loaded = &l,
                          .ok = true,
                          .worst = NAN};
    const double began = seconds_of(CLOCK_MONOTONIC);
    bool read = load_each(&l, in, &run->request.input.how, &r.receiver);
    keep_held(&r);
    xfree(r.held);
    diags_append(&l.diags, &r.messages[0]);
    diags_append(&l.diags, &r.messages[1]);
    const enum fate fate = read ? store_rest(&r, &l.diags) : fate_of_unread(in, &l);
    t->job->put = r.n_put != 0;
    t->job->bad = read ? t->job->lacks : !l.unreadable;
    if (fate != FATE_SKIPPED && (read || fate != FATE_LEFT))
        call_diags(&l.diags);
    say_again(&r);
    runlog_add(&run->log, &(struct runlog_entry){in->path, fate, r.receiver.n - r.n_refused, r.n_again, r.worst,
                                                 seconds_of(CLOCK_MONOTONIC) - began, &l.diags});
    if (fate == FATE_FAILED) {
        *t->why = l.diags;
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
enum fate run_file(struct task *t)
{
    struct run *run = t->run;
    if (attempt_within(&run->request.input.work, process_attempted, t))
        return t->fate;
    if (attempt_was_cancelled())
        return FATE_LEFT;
    diags_init(t->why, t->input->path);
    diag_at(t->why, SEVERITY_ERROR, 0, 0, "%s", attempt_why_text());
    call_diags(t->why);
    return FATE_FAILED;
}
