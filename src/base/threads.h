/* Work spread over threads. Where memory runs out in one of them, the attempt of the caller ends (attempt.h). */
#ifndef KIBITZER_THREADS_H
#define KIBITZER_THREADS_H

#include <signal.h>
#include <stddef.h>

enum { THREADS_MAX = 1024 };

/* Processors that this process may use. */
int threads_available(void);

/* Calls work(context, hand, i) once for every i < n, in the order of i, on up to `threads` threads (THREADS_MAX at
 * most); the caller is hand 0. `hand` < `threads` names the thread, so that each can have its own scratch. If a thread
 * cannot be created, the others do its share. Returns when all are done, or, `stop` not being NULL, soon after *stop
 * becomes non-zero, the flag of the call (call_cancel_flag()), with some left out and some left where they stand: each
 * of them is an attempt_turn(). Where the caller's attempt may be cancelled itself, it ends then. */
void threads_for(int threads, size_t n, void (*work)(void *context, int hand, size_t i), void *context,
                 const volatile sig_atomic_t *stop);

#endif
