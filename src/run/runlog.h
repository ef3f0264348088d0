/* The log of a run: a JSON line for each file that was done, added to a file as it is done. */
#ifndef KIBITZER_RUNLOG_H
#define KIBITZER_RUNLOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sink.h"
#include "source/inputs.h"

struct runlog {
    struct file_out file; /* no path = nothing is logged */
};

/* Lines are added behind what is there; `path` NULL = no log. False after a message. */
bool runlog_open(struct runlog *l, const char *path);
void runlog_close(struct runlog *l);

struct runlog_entry {
    const char *file;
    enum fate fate;
    size_t matches, again; /* again: copies of earlier ones in the file */
    double worst; /* the costliest error found, EMG; NAN = none */
    double seconds;
    const struct diags *messages;
};

/* One write, so that lines of several programs do not mix. */
void runlog_add(struct runlog *l, const struct runlog_entry *e);

#endif
