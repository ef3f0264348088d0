/* One of N shares of the work, for schedulers that run a command many times. */
#ifndef KIBITZER_SHARD_H
#define KIBITZER_SHARD_H

#include "cli/options.h"

/* Row for the option. */
/* clang-format off */
#define SHARD_OPTION \
    {"shard", 0, "I/N", NULL, "process only the I-th of N shares of the files; without it the\n" \
                              "variables of Slurm, Grid Engine, AWS Batch and Kubernetes are read"}
/* clang-format on */

struct shard {
    int index, of; /* 1 .. of; 1 of 1 = all of it */
};

/* From --shard, else from the environment of an array of jobs. False after a message. */
bool shard_read(struct shard *s, const struct args *a);

#endif
