/* A run of `analyze`: files and folders in, a collection that grows, a set of reports per match and an index over all.
 * A file is a task of its own from reading to writing, so that a bad one harms no other. Many files run beside each
 * other, a few share all threads inside each match; either way the bytes are the same. What the collection knows is not
 * done again. run.c has the course of a run, run_file.c one file, run_known.c what is known, run_said.c what is said.
 */
#ifndef KIBITZER_BATCH_RUN_H
#define KIBITZER_BATCH_RUN_H

#include <pthread.h>
#include <stdatomic.h>

#include "analyze/analysis_options.h"
#include "storage/collection.h"
#include "run/date_guess.h"
#include "storage/named.h"
#include "source/input_options.h"
#include "pages/pages.h"
#include "run/refusals.h"
#include "run/runlog.h"
#include "source/shard.h"
#include "run/worklist.h"
#include "collection/parts.h"
#include "engine/pool.h"
#include "rollout/rollout_options.h"

struct analyze_options {
    struct pages_options pages;
    struct report_options reports;
    struct match_said said;
    struct analysis_choice analysis; /* once settled with the rollouts */
    struct rolled_options rolled;
    struct input_options input;
    struct collection_options collection;
    struct reconnect_option reconnect;
    struct shard shard;
    struct jobs_option jobs;
    struct engine_files files;
    const char *log;
    bool json; /* one document about one file */
    bool watch, fresh;
    bool keep; /* report on the annotations that a file brought */
    int kept; /* of the plays that were looked at: an enum kept, or KEPT_AS_BEFORE */
    int date_from; /* an enum date_source: of matches whose files hold no date */
    bool bad_is_ok; /* files that cannot be used are no failure of the run */
    bool reads_otherwise; /* an option says how: what is refused so is not refused for good */

    const float *marks; /* thresholds, where they were given */
    const char *given; /* see pages_given() */
};

enum { BROUGHT_MAX = 128, KEPT_AS_BEFORE = KEPT_KINDS };

struct batch {
    const struct analyze_options *options;
    struct engine_pool pool;
    struct pages pages;
    struct named_players *named;
    struct input_options input;
    const char *const *name; /* the inputs as they are named */
    size_t n_names;
    struct shard shard;
    struct refusals *refusals; /* of earlier rounds of --watch; NULL = this is the only round */
    struct inputs inputs;
    struct collection collection;
    struct analysis_wanted wanted;
    enum kept kept; /* of the plays that were looked at */
    struct worklist list;
    struct runlog log;
    enum fate *fate; /* by input */
    struct diags *said; /* by input: of what could not be used, for the index */
    bool written; /* the index was */
    bool first; /* the collection was empty */
    size_t n_refused_before; /* files: what an earlier run refused is not read again */
    atomic_bool trouble; /* a write to the collection failed: stop */
    pthread_mutex_t lock; /* of what follows */
    double bytes_total, bytes_done; /* for the progress bar */
    size_t n_open, n_done; /* files */
    size_t n_matches; /* stored in this run */
    size_t n_corrected; /* files whose earlier contents were replaced by what they hold now */
    double worst; /* the costliest error among them; NAN = none yet */
    double began; /* seconds */
    double storing; /* seconds of the processor that the collection took, pages and index aside */
    double *fraction; /* of the file in work, by worker, weighted by its bytes */
    struct parts_new cut; /* matches that this run found to be the beginning of others */
    size_t n_brought; /* matches that came with an analysis */
    char brought_by[BROUGHT_MAX]; /* its engine; empty = of several engines */
};

/* Analyses all inputs into the collection and the folder of reports. An enum call_ending. */
int batch_run(struct batch *b);
/* Prints the one input as a JSON document. */
int batch_print(struct batch *b);

/* ---- one file ---- */

struct task { /* one file in work */
    struct batch *batch;
    size_t index;
    int slot; /* in batch->fraction */
    struct worker *const *workers;
    int n_workers;
    enum fate fate;
    bool lacks; /* the engine lacks what a match of it needs */
};

/* Reads, analyses, reports and stores the task's file. */
enum fate batch_file(struct task *t);
/* Analyses a match. The set to report on, or -1 if the call was cancelled or the engine lacks what the match needs. */
int batch_annotate(struct task *t, struct match *m, struct diags *d);

/* An input as the collection knows it. */
struct content batch_content(const struct batch *b, size_t index);

/* ---- what the collection knew before the run ---- */

/* Pages of known matches that are not there, or were written in another way. */
void batch_renew_pages(struct batch *b);
/* What the options say about matches, said of those that are known too. */
bool batch_say_of_known(struct batch *b);
/* Places where known bytes lie now. All in one transaction. */
bool batch_note_places(struct batch *b);
/* What became of known inputs, copies and those of other machines. */
void batch_judge_known(struct batch *b);

/* ---- what is said ---- */

void batch_begin_progress(struct batch *b);
/* A file has come this far; `ended`: it is done. For any thread. */
void batch_progress(struct task *t, double done, bool ended);
/* What was done and what it cost, at the end. `written`: the index was. */
void batch_say(const struct batch *b, const struct fates *fates, bool written);
/* That matches came with an analysis, and what became of it. */
void batch_say_brought(const struct batch *b);

/* Seconds of a clock, for what is said about time. */
double batch_seconds(clockid_t clock);

#endif
