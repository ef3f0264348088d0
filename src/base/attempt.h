/* Work that may run out of memory, and what becomes of it then.
 *
 * attempt() calls work(context) and gives true. Where memory runs out on the way, however deep, the attempt ends there:
 * what it has taken and not given back (memory of xmalloc.h, things of attempt_hold()) is released and attempt() gives
 * false. Lua's pcall() does the same. Attempts nest; each thread has its own.
 *
 * RULES for who writes what runs in an attempt:
 * - Memory comes from xmalloc.h and goes back by xfree(); what other libraries hand out is held by attempt_hold().
 * - After a false nothing that work() has changed outside may be looked at, but for what it says itself: results are
 *   handed over in the last step, or belong to the attempt.
 * - No lock is held where memory is asked for, unless in an attempt_apart() of its own.
 * - Growing what belongs to somebody else leaves it with its owner; but what is made anew belongs to the attempt. */
#ifndef KIBITZER_ATTEMPT_H
#define KIBITZER_ATTEMPT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* What `work` leaves behind belongs to the attempt around it, if there is one. */
bool attempt(void (*work)(void *context), void *context);

/* What `work` leaves behind belongs to nobody and outlives every attempt: tables made at their first use. */
bool attempt_apart(void (*work)(void *context), void *context);

/* Does something once for all threads, apart; `done` afterwards. Where memory runs out, the attempt of the caller ends,
 * and the next caller tries again. */
struct attempt_once {
    pthread_mutex_t lock;
    atomic_bool done;
};
#define ATTEMPT_ONCE_INIT                                                                                              \
    {                                                                                                                  \
        PTHREAD_MUTEX_INITIALIZER, false                                                                               \
    }
void attempt_once(struct attempt_once *once, void (*work)(void *context), void *context);

/* The same, and the attempt ends, too, once its call is cancelled (call.h): where memory is asked for, and where a loop
 * asks by attempt_goes_on(). For work that can be left where it stands. */
bool attempt_until_cancelled(void (*work)(void *context), void *context);
/* The same for a turn of a loop: false where it was cancelled; for other reasons the attempt around ends too. */
bool attempt_turn(void (*work)(void *context), void *context);
/* Is that why the last attempt of this thread ended? */
bool attempt_was_cancelled(void);

/* The same as attempt_until_cancelled(), and the attempt ends, too, where it has taken more than this: of memory what
 * xmalloc.h has handed out in it and in its threads and was not given back, of time what has passed. Within another
 * such attempt both hold. */
struct attempt_limits {
    size_t bytes; /* 0 = as much as there is */
    double seconds; /* 0 = as long as it takes */
};
bool attempt_within(const struct attempt_limits *limits, void (*work)(void *context), void *context);
/* The same for limits of a call (kibitzer_call_limit()), not of options: attempt_why_text() says so. */
bool attempt_within_call(const struct attempt_limits *limits, void (*work)(void *context), void *context);
/* Is one of those why the last attempt of this thread ended? */
bool attempt_hit_limit_of_call(void);
/* Ends the attempt if its time is over or it was cancelled: the one question of all loops whether to go on, to be asked
 * every 50 ms at least; whoever asks for memory has asked it. */
void attempt_goes_on(void);

/* For another thread that works for the attempt `around`, see threads.c. */
struct attempt;
struct attempt *attempt_current(void); /* NULL if there is none */
bool attempt_under(struct attempt *around, void (*work)(void *context), void *context);

/* Memory has run out: ends the attempt of this thread. Where there is none, the process. */
_Noreturn void attempt_fail(void);
/* The same for another reason why nothing can go on, a string constant: what the program brought is damaged. */
_Noreturn void attempt_refuse(const char *why);
/* Why the last attempt of this thread ended; NULL = memory had run out. For messages: attempt_why_text(). */
const char *attempt_why(void);
const char *attempt_why_text(void);
/* Ends the attempt around one that has just ended, for the same reason. */
_Noreturn void attempt_end_too(void);

/* `release(thing)` is called should the attempt end here; it must not ask for memory. attempt_release() calls it, and
 * the attempt no longer holds the thing. */
void attempt_hold(void *thing, void (*release)(void *thing));
void attempt_release(void *thing, void (*release)(void *thing));

/* `thing`, which this attempt holds, moves to the attempt that holds `owner`, a thing of xmalloc.h: what grows stays
 * whole when the attempt in which it grew ends. */
void attempt_pass_on(void *thing, const void *owner);

/* ---- for xmalloc.c ---- */

/* Room for one more thing of `bytes`; false if there is no memory for it, or more is asked for than the attempt may
 * take. */
bool attempt_reserve(size_t bytes);
/* Notes a thing that room was reserved for. */
void attempt_note(void *thing, void (*release)(void *thing));
/* The thing is given back to whom it came from. */
void attempt_forget(const void *thing);
/* The attempt that holds `thing` gives it up, as *holder, to hold another in its place: attempt_swap_end(). */
struct attempt *attempt_swap_begin(const void *thing);
void attempt_swap_end(struct attempt *holder, void *thing);

#endif
