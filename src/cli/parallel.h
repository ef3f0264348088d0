/* Work spread over threads, and the user's wish to stop. */
#ifndef KIBITZER_PARALLEL_H
#define KIBITZER_PARALLEL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

enum { JOBS_MAX = 1024 };

/* Processors this process may use. */
int jobs_available(void);

/* Calls work(context, worker, i) once for every i < n, on up to `jobs` threads; worker < jobs names the thread, so that
 * each can have its own scratch. Returns when all are done, or soon after an interrupt with some left out. */
void parallel_for(int jobs, size_t n, void (*work)(void *context, int worker, size_t i), void *context);

/* From here on SIGINT (or SIGTERM, SIGHUP) ends the program at once with the exit status of an interrupt; no
 * half-written file stays behind. */
void interrupts_end(void);
/* From here on the first one asks to stop at the next good place; a second one ends the program. */
void interrupts_catch(void);
bool interrupted(void);
/* The flag behind it, non-zero once interrupted. */
const volatile sig_atomic_t *interrupt_flag(void);

#endif
