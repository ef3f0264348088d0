/* The work space for making a bearoff database: memory or, for large ones, a mapped file. The file survives an
 * interrupted run, and the next run continues from it. */
#ifndef KIBITZER_BEAROFF_WORK_H
#define KIBITZER_BEAROFF_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "engine/bearoff.h"

struct bearoff_work {
    void *at; /* zero at first, aligned as a page is in a file and as by malloc() in memory */
    size_t size;
    uint64_t done; /* steps of earlier runs; the maker says what a step is */
    size_t memory; /* of the process, from which on pages are given back */
    char *path; /* NULL = in memory */
    int fd;
    double saved; /* when, in seconds */
};

/* `kind` says what is made: a file of another kind or size is begun anew. Its room on the disk is taken at once, so
 * that a disk cannot be full later. NULL and *end says why. */
struct bearoff_work *bearoff_work_open(const char *kind, size_t size, const struct bearoff_order *o,
                                       enum bearoff_end *end);
/* So many steps are done: written down every half minute, after all that belongs to them. */
void bearoff_work_mark(struct bearoff_work *w, uint64_t done);
/* The same at once, before a run ends. */
void bearoff_work_save(struct bearoff_work *w, uint64_t done);
/* Gives pages back to the file if the process holds more memory than it may. From any thread. */
void bearoff_work_trim(const struct bearoff_work *w);
void bearoff_work_close(struct bearoff_work *w, bool keep);

#endif
