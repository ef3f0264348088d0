/* How far a run is and what came of it so far. Threads add to it side by side. */
#ifndef KIBITZER_RUN_TALLY_H
#define KIBITZER_RUN_TALLY_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "match/record.h"

enum { BROUGHT_MAX = 128 };

struct run_tally {
    pthread_mutex_t lock;
    double bytes_total, bytes_done; /* for the progress bar */
    double *fraction; /* of the file in work, by worker, weighted by its bytes */
    int n_workers;
    size_t n_open, n_done; /* files */
    size_t n_matches; /* stored in this run */
    size_t n_known_stay, n_stays; /* matches with a fact of their own, other than the one that was given */
    size_t n_refused; /* matches of files of which others were used */
    size_t n_corrected; /* files whose earlier contents were replaced by what they hold now */
    double worst; /* the costliest error among them; NAN = none yet */
    double began; /* the first file: seconds */
    double storing; /* seconds of the processor that the collection took, pages and index aside */
    size_t n_brought; /* matches that came with an analysis */
    char brought_by[BROUGHT_MAX]; /* its engine; empty = of several engines */
};

void run_tally_begin(struct run_tally *t, int n_workers);
void run_tally_done(struct run_tally *t);
void run_tally_expect(struct run_tally *t, int64_t bytes); /* a file that is to be done */

/* For any thread. */
struct file_progress {
    int worker;
    const char *name;
    int64_t bytes;
    bool offline; /* the collection's server has gone away */
};
/* A share 0..1 of the file is done; the progress is shown. */
void run_tally_progress(struct run_tally *t, const struct file_progress *p, double done);
void run_tally_file(struct run_tally *t, const struct file_progress *p); /* it is done */
void run_tally_match(struct run_tally *t, double worst); /* it is stored */
void run_tally_brought(struct run_tally *t, const struct match *m); /* it came with an analysis: its last set */
void run_tally_corrected(struct run_tally *t);
void run_tally_refused(struct run_tally *t, size_t n);
void run_tally_stays(struct run_tally *t, size_t n);
/* What a thread has done for the collection since `began`, seconds of its processor. */
void run_tally_storing(struct run_tally *t, double began);

/* Reports that matches came with an analysis, and what became of it. */
void run_tally_say_brought(const struct run_tally *t, bool kept);
/* Reports that --date, --event ... did not replace what matches say themselves. */
void run_tally_say_stays(const struct run_tally *t);

double seconds_of(clockid_t clock);

#endif
