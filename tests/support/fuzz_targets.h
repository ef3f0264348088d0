/* Targets for fuzzing besides readers and writers of matches: any bytes into what reads them. They are run by
 * tests/fuzz/fuzz_table.c, and by fuzz_replay_test on the inputs kept in fixtures/fuzz/NAME/. */
#ifndef KIBITZER_TEST_FUZZ_TARGETS_H
#define KIBITZER_TEST_FUZZ_TARGETS_H

#include "base/span.h"

struct fuzz_target {
    const char *name;
    void (*try)(struct span bytes); /* ends the process where something is wrong */
};

extern const struct fuzz_target fuzz_targets[]; /* ends with a NULL name */

#endif
