/* How many threads to use, and the user's wish to stop. */
#ifndef KIBITZER_PARALLEL_H
#define KIBITZER_PARALLEL_H

#include <signal.h>
#include <stdbool.h>

#include "base/threads.h"

enum { JOBS_MAX = THREADS_MAX };

/* Processors this process may use. */
int jobs_available(void);

/* Opens /dev/null in place of those of standard input, output and error that are closed, so that no file that is opened
 * later gets what is meant for them. False if that fails. */
bool descriptors_hold(void);

/* From here on SIGINT (or SIGTERM, SIGHUP) ends the program at once with the exit status of an interrupt; no
 * half-written file stays behind. */
void interrupts_end(void);
/* From here on the first one asks to stop at the next good place; a second one ends the program. */
void interrupts_catch(void);
bool interrupted(void);
/* The flag behind it, non-zero once interrupted. */
const volatile sig_atomic_t *interrupt_flag(void);

#endif
