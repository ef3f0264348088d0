/* What an input may cost: processor time and memory against its size. More than that is a failure like any other, or
 * one file of a thousand bytes could hold up a batch for hours. */
#ifndef KIBITZER_FUZZ_ORACLE_H
#define KIBITZER_FUZZ_ORACLE_H

#include "base/span.h"

struct allowance {
    double seconds, microseconds_per_byte; /* of processor time, under the sanitizers */
    double mebibytes, bytes_per_byte; /* of memory at its highest */
};

/* Runs `target` on the bytes. What takes too long is run twice more, and the fastest of the three counts: the first run
 * may have opened an engine. `size`: of the bytes, of what they unpack to where they are compressed. Ends the process
 * when the allowance is exceeded. */
void oracle_run(void (*target)(struct span bytes), struct span bytes, size_t size, const struct allowance *a);

#endif
