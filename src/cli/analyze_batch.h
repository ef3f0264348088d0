/* A run of `kibitzer analyze`: what cmd_analyze.c and analyze_known.c share. */
#ifndef KIBITZER_ANALYZE_BATCH_H
#define KIBITZER_ANALYZE_BATCH_H

#include <pthread.h>

#include "analyze/analyze.h"
#include "cli/collection.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/pages.h"
#include "cli/refusals.h"
#include "cli/runlog.h"
#include "cli/shard.h"
#include "cli/thinking.h"
#include "cli/worklist.h"

enum { BROUGHT_MAX = 128 };

struct batch {
    struct thinking thinking;
    struct analysis_options analysis;
    const struct args *args;
    struct pages pages;
    struct input_options input;
    bool keep; /* report on the annotations a file brought */
    struct refusals *refusals; /* of earlier rounds of --watch; NULL = this is the only round */
    struct inputs inputs;
    struct collection collection;
    struct wanted wanted;
    struct worklist list;
    struct shard shard;
    struct runlog log;
    enum fate *fate; /* by input */
    struct diags *said; /* by input: of what could not be used, for the index */
    bool trouble; /* the collection took something no more: there is no use in going on */
    pthread_mutex_t lock; /* of what follows */
    double bytes_total, bytes_done; /* for the progress bar */
    size_t n_open, n_done; /* files */
    size_t n_matches; /* stored in this run */
    double worst; /* the costliest error among them; NAN = none yet */
    double began; /* seconds */
    double storing; /* seconds of the processor that the collection took, pages and index aside */
    double *fraction; /* of the file in work, by worker, weighted by its bytes */
    size_t n_brought; /* matches that came with an analysis */
    char brought_by[BROUGHT_MAX]; /* its engine; empty = of several engines */
};

/* An input as the collection knows it. */
struct content batch_content(const struct batch *b, size_t index);

/* ---- what the collection knew before the run ---- */

/* Pages of known matches that are not there, or were written in another way. */
void batch_renew_pages(struct batch *b);
/* Places where known bytes lie now. All in one transaction. */
bool batch_note_places(struct batch *b);
/* How known inputs, copies and those of other machines fared. */
void batch_judge_known(struct batch *b);

/* ---- what is said ---- */

/* The line of progress, `seconds` into the run: "4/10 final.mat, 37/min, worst 0.412". The caller holds the lock. */
void batch_show_progress(const struct batch *b, const char *file, double seconds);
/* What was done and what it cost, at the end. `written`: the index was. */
void batch_say(const struct batch *b, const struct tally *tally, bool written);
/* That matches came with an analysis, and what became of it. */
void batch_say_brought(const struct batch *b);

#endif
