/* A run of `analyze`: files and folders in, a collection that grows, a set of reports per match and an index over all.
 * A file is a task of its own from reading to writing, so that a bad one harms no other. Many files run beside each
 * other, a few share all threads inside each match; either way the bytes are the same. What the collection knows is not
 * done again. run.c has the course of a run, run_file.c one file, run_known.c what is known, run_summary.c what it
 * reports, run_tally.c how far it is.
 */
#ifndef KIBITZER_RUN_H
#define KIBITZER_RUN_H

#include <stdatomic.h>

#include "analyze/analysis_options.h"
#include "storage/collection.h"
#include "run/date_guess.h"
#include "storage/named.h"
#include "source/input_options.h"
#include "pages/pages.h"
#include "run/refusals.h"
#include "run/runlog.h"
#include "run/run_tally.h"
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
    const struct exporter *printed; /* documents are printed instead; NULL = none */
    bool json; /* the same as JSON */
    bool watch, fresh;
    bool keep; /* report on the annotations that a file brought */
    int kept; /* of the plays that were looked at: an enum kept, or KEPT_AS_BEFORE */
    int date_from; /* an enum date_source: of matches whose files hold no date */
    bool bad_is_ok; /* files that cannot be used are no failure of the run */
    bool reads_otherwise; /* an option says how: what is refused so is not refused for good */

    const float *marks; /* thresholds, where they were given */
    const char *given; /* see pages_given() */
};

enum { KEPT_AS_BEFORE = KEPT_KINDS };

/* What is asked for: the command's, the same in all rounds. */
struct run_request {
    const struct analyze_options *options;
    struct input_options input; /* beside what is named: what is none, and what is done on the way */
    const char *const *name; /* the inputs as they are named */
    size_t n_names;
    struct shard shard;
};

/* What there is to do, by input: whatever thread has an input in work owns its entries. */
struct run_work {
    struct inputs inputs;
    struct worklist list;
    enum fate *fate;
    struct diags *why; /* it could not be used, for the index */
    struct refusals *refusals; /* of earlier rounds of --watch, the command's; NULL = this is the only round */
    size_t n_refused_before; /* files: what an earlier run refused is not read again */
};

/* Where it goes: the store is its lock's (collection_with()); the rest is settled before files are in work. */
struct run_collection {
    struct collection collection;
    struct analysis_wanted wanted;
    enum kept kept; /* of the plays that were looked at */
    bool was_empty;
    atomic_bool trouble; /* a write to the collection failed: stop */
    struct parts_new cut; /* matches that this run found to be the beginning of others */
    bool indexed; /* the index was written */
};

struct run {
    struct run_request request;
    struct engine_pool pool;
    struct pages pages;
    struct named_players *named;
    struct run_work work;
    struct run_collection into;
    struct run_tally tally;
    struct runlog log;
};

/* Analyses all inputs into the collection and the folder of reports. An enum call_ending. */
int run_all(struct run *run);
/* Prints documents of all inputs, or writes pages of parts: what no collection holds. */
int run_print(struct run *run);

/* ---- one file ---- */

struct task { /* one file in work */
    struct run *run;
    const struct input *input;
    struct job *job; /* NULL: there is no list, one document is printed */
    struct diags *why; /* see struct run_work */
    int slot; /* of its progress */
    struct worker *const *workers;
    int n_workers;
    enum fate fate;
};

/* Reads, analyses, reports and stores the task's file. */
enum fate run_file(struct task *t);
/* Analyses a match. The set to report on, or -1 if the call was cancelled or the engine lacks what the match needs. */
int run_annotate(struct task *t, struct match *m, struct diags *d);

struct file_progress task_progress(const struct task *t);
/* An input as the collection knows it. */
struct content job_content(const struct job *j, const struct input *in);

/* ---- what the collection knew before the run ---- */

/* Pages of known matches that are not there, or were written in another way. */
void run_renew_pages(struct run *run);
/* What the options say about matches, said of those that are known too. */
bool run_say_of_known(void *run);
/* Places where known bytes lie now. All in one transaction. */
bool run_note_places(struct run *run);
/* What became of known inputs, copies and those of other machines. */
void run_judge_known(struct run *run);

/* Reports what was done and what it cost, at the end. */
void run_summary(const struct run *run, const struct fates *fates);

#endif
