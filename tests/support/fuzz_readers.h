/* Fuzzing of readers and writers; run by tests/fuzz/fuzz_import.c, and by fuzz_replay_test on what is kept. */
#ifndef KIBITZER_TEST_FUZZ_READERS_H
#define KIBITZER_TEST_FUZZ_READERS_H

#include <stdbool.h>

#include "base/span.h"

/* What `reader` says; false if nothing is called so. Ends the process where something is wrong.
 *     any         the reader that content chooses, and another one by turns; then two of the writers, by turns too
 *     writers     the reader that content chooses, then every writer
 *     sgf, mat    only that reader, so that its grammar gets all the time
 *     xg-records  the bytes are the unpacked records of an .xg file, past checksums and inflating */
bool try_matches(const char *reader, struct span bytes);

#endif
