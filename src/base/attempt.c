/* A table of what is held, by address, for every attempt under way, and a longjmp() to its door; see
 * attempt.h. The table is open addressing with linear probing; it is locked, since threads that work for an attempt may
 * give back what it holds. */
#include "base/attempt.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "base/call.h"

enum { FIRST_ROOM = 64 };

struct holding {
    void *thing; /* NULL = free slot */
    void (*release)(void *thing);
};

struct excuse { /* why no more can be had */
    const char *too_much, *too_long;
};

static const char was_cancelled[] = "interrupted";

/* What attempts may take, one and those in it. */
struct allowance {
    struct attempt_limits limits;
    const struct excuse *excuse; /* NULL = there are no limits */
    struct allowance *around; /* holds as well; or NULL */
    const volatile sig_atomic_t *cancelled; /* of the call */
    atomic_size_t used;
    double until;
};

struct attempt {
    struct allowance *allowance; /* or NULL */
    struct attempt *around; /* who gets what is left, or is asked for what is not ours */
    struct attempt *before; /* the one of this thread */
    bool apart;
    atomic_flag busy;
    struct holding *at;
    size_t n, room; /* room: a power of two, or 0 */
    jmp_buf door;
};

static _Thread_local struct attempt *current;
static _Thread_local const char *why_ended; /* NULL = memory had run out */
static _Thread_local const char *why_denied; /* memory that there is; NULL = there is none */

/* ---- what is allowed ---- */

static const struct excuse by_options = {W_("takes more memory than --max-memory allows"),
                                         W_("takes longer than --max-seconds allows")};
static const struct excuse by_call = {"takes more memory than kibitzer_call_limit() allows",
                                      "takes longer than kibitzer_call_limit() allows"};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Why nothing goes on; NULL = it does. */
static const char *is_over(const struct allowance *a)
{
    return *a->cancelled ? was_cancelled : a->limits.seconds > 0 && now() > a->until ? a->excuse->too_long : NULL;
}

static struct allowance *allowance_of(const struct attempt *a)
{
    return a != NULL ? a->allowance : NULL;
}

static bool may_take(size_t bytes)
{
    for (const struct allowance *a = allowance_of(current); a != NULL; a = a->around) {
        const size_t most = a->limits.bytes != 0 ? a->limits.bytes : SIZE_MAX, used = atomic_load(&a->used);
        why_denied = is_over(a);
        if (why_denied == NULL && (used > most || bytes > most - used))
            why_denied = a->excuse->too_much;
        if (why_denied != NULL)
            return false;
    }
    return true;
}

void attempt_goes_on(void)
{
    for (const struct allowance *a = allowance_of(current); a != NULL; a = a->around) {
        const char *why = is_over(a);
        if (why != NULL)
            attempt_refuse(why);
    }
}

static size_t size_of(const struct holding *h)
{
    return h->release == free ? malloc_usable_size(h->thing) : 0;
}

static void count(struct attempt *a, const struct holding *h)
{
    for (struct allowance *of = a->allowance; of != NULL; of = of->around)
        atomic_fetch_add(&of->used, size_of(h));
}

static void uncount(struct attempt *a, const struct holding *h)
{
    for (struct allowance *of = a->allowance; of != NULL; of = of->around)
        atomic_fetch_sub(&of->used, size_of(h));
}

/* ---- the table ---- */

static void lock(struct attempt *a)
{
    while (atomic_flag_test_and_set_explicit(&a->busy, memory_order_acquire))
        ;
}

static void unlock(struct attempt *a)
{
    atomic_flag_clear_explicit(&a->busy, memory_order_release);
}

static size_t slot_of(const void *thing, size_t room)
{
    const uint64_t h = (uint64_t)(uintptr_t)thing * 0x9e3779b97f4a7c15u;
    return (size_t)(h >> 20) & (room - 1);
}

/* The slot where `thing` is, or where it would go. */
static struct holding *find(const struct attempt *a, const void *thing)
{
    size_t i = slot_of(thing, a->room);
    while (a->at[i].thing != NULL && a->at[i].thing != thing)
        i = (i + 1) & (a->room - 1);
    return &a->at[i];
}

static void put(struct attempt *a, struct holding h)
{
    struct holding *slot = find(a, h.thing);
    a->n += slot->thing == NULL;
    *slot = h;
}

/* Closes the gap, so that whoever was pushed behind it is found again. */
static void take_out(struct attempt *a, struct holding *slot)
{
    const size_t mask = a->room - 1;
    size_t gap = (size_t)(slot - a->at);
    for (size_t i = (gap + 1) & mask; a->at[i].thing != NULL; i = (i + 1) & mask) {
        const size_t home = slot_of(a->at[i].thing, a->room);
        if (((i - home) & mask) < ((i - gap) & mask))
            continue;
        a->at[gap] = a->at[i];
        gap = i;
    }
    a->at[gap].thing = NULL;
    a->n--;
}

/* Makes room for `more`, with a third of the slots left free. */
static bool reserve(struct attempt *a, size_t more)
{
    size_t room = a->room != 0 ? a->room : FIRST_ROOM;
    while ((a->n + more) * 3 > room * 2)
        room *= 2;
    if (room == a->room)
        return true;
    struct attempt bigger = {.at = calloc(room, sizeof *bigger.at), .room = room};
    if (bigger.at == NULL)
        return false;
    for (size_t i = 0; i < a->room; i++)
        if (a->at[i].thing != NULL)
            put(&bigger, a->at[i]);
    free(a->at);
    a->at = bigger.at;
    a->room = room;
    return true;
}

/* Takes `thing` out of the nearest attempt that holds it: returned, NULL if none does. */
static struct attempt *let_go(const void *thing)
{
    for (struct attempt *a = current; a != NULL; a = a->around) {
        lock(a);
        struct holding *slot = a->n != 0 ? find(a, thing) : NULL;
        const bool ours = slot != NULL && slot->thing != NULL;
        if (ours) {
            uncount(a, slot);
            take_out(a, slot);
        }
        unlock(a);
        if (ours)
            return a;
    }
    return NULL;
}

bool attempt_reserve(size_t bytes)
{
    if (current == NULL)
        return true;
    if (!may_take(bytes))
        return false;
    lock(current);
    const bool good = reserve(current, 1);
    unlock(current);
    return good;
}

void attempt_note(void *thing, void (*release)(void *thing))
{
    if (current == NULL)
        return;
    const struct holding h = {thing, release};
    lock(current);
    put(current, h);
    unlock(current);
    count(current, &h);
}

void attempt_forget(const void *thing)
{
    (void)let_go(thing);
}

struct attempt *attempt_swap_begin(const void *thing)
{
    return let_go(thing);
}

void attempt_swap_end(struct attempt *holder, void *thing)
{
    if (holder == NULL)
        return;
    const struct holding h = {thing, free};
    lock(holder);
    put(holder, h); /* into the room that the old one has left */
    unlock(holder);
    count(holder, &h);
}

/* ---- holding ---- */

void attempt_hold(void *thing, void (*release)(void *thing))
{
    if (attempt_reserve(0)) {
        attempt_note(thing, release);
    } else {
        release(thing);
        attempt_fail();
    }
}

void attempt_release(void *thing, void (*release)(void *thing))
{
    attempt_forget(thing);
    release(thing);
}

static struct attempt *holder_of(const void *thing)
{
    for (struct attempt *a = current; a != NULL; a = a->around) {
        lock(a);
        const bool ours = a->n != 0 && find(a, thing)->thing != NULL;
        unlock(a);
        if (ours)
            return a;
    }
    return NULL;
}

void attempt_pass_on(void *thing, const void *owner)
{
    struct attempt *to = holder_of(owner);
    if (current == NULL || to == current)
        return;
    if (to != NULL) {
        lock(to);
        const bool good = reserve(to, 1);
        if (good)
            put(to, (struct holding){thing, free});
        unlock(to);
        if (!good)
            attempt_fail();
        count(to, &(struct holding){thing, free});
    }
    lock(current);
    uncount(current, find(current, thing));
    take_out(current, find(current, thing));
    unlock(current);
}

/* ---- attempts ---- */

static void release_all(struct attempt *a)
{
    for (size_t i = 0; i < a->room; i++)
        if (a->at[i].thing != NULL) {
            uncount(a, &a->at[i]);
            a->at[i].release(a->at[i].thing);
        }
    free(a->at);
}

/* What is left goes to the attempt around, or to nobody. */
static bool settle_attempt(struct attempt *a)
{
    struct attempt *to = a->apart ? NULL : a->around;
    if (to != NULL) {
        lock(to);
        const bool good = reserve(to, a->n);
        for (size_t i = 0; good && i < a->room; i++)
            if (a->at[i].thing != NULL)
                put(to, a->at[i]); /* it is counted there already */
        unlock(to);
        if (!good) {
            why_ended = NULL;
            release_all(a);
            return false;
        }
    }
    free(a->at);
    return true;
}

static bool run_attempt(struct attempt *a, void (*work)(void *context), void *context)
{
    a->before = current;
    if (setjmp(a->door) != 0) {
        current = a->before;
        return false;
    }
    current = a;
    work(context);
    current = a->before;
    return settle_attempt(a);
}

bool attempt(void (*work)(void *context), void *context)
{
    struct attempt a = {.around = current, .busy = ATOMIC_FLAG_INIT, .allowance = allowance_of(current)};
    return run_attempt(&a, work, context);
}

static bool within(const struct attempt_limits *limits, const struct excuse *excuse, void (*work)(void *context),
                   void *context)
{
    struct allowance own = {
        .limits = *limits, .excuse = excuse, .around = allowance_of(current), .cancelled = call_cancel_flag()};
    own.until = limits->seconds > 0 ? now() + limits->seconds : 0;
    struct attempt a = {.around = current, .busy = ATOMIC_FLAG_INIT, .allowance = &own};
    return run_attempt(&a, work, context);
}

bool attempt_until_cancelled(void (*work)(void *context), void *context)
{
    return within(&(struct attempt_limits){0}, NULL, work, context);
}

bool attempt_turn(void (*work)(void *context), void *context)
{
    const bool whole = attempt_until_cancelled(work, context);
    if (!whole && !attempt_was_cancelled())
        attempt_end_too();
    return whole;
}

bool attempt_was_cancelled(void)
{
    return why_ended == was_cancelled;
}

bool attempt_within(const struct attempt_limits *limits, void (*work)(void *context), void *context)
{
    return within(limits, &by_options, work, context);
}

bool attempt_within_call(const struct attempt_limits *limits, void (*work)(void *context), void *context)
{
    return within(limits, &by_call, work, context);
}

bool attempt_hit_limit_of_call(void)
{
    return why_ended == by_call.too_much || why_ended == by_call.too_long;
}

bool attempt_apart(void (*work)(void *context), void *context)
{
    struct attempt a = {.around = current, .apart = true, .busy = ATOMIC_FLAG_INIT};
    return run_attempt(&a, work, context);
}

/* The same, which can be left: the next one begins anew. */
static bool apart_until_cancelled(void (*work)(void *context), void *context)
{
    const bool can_be_left = allowance_of(current) != NULL;
    struct allowance own = {.cancelled = call_cancel_flag()};
    struct attempt a = {
        .around = current, .apart = true, .busy = ATOMIC_FLAG_INIT, .allowance = can_be_left ? &own : NULL};
    return run_attempt(&a, work, context);
}

void attempt_once(struct attempt_once *once, void (*work)(void *context), void *context)
{
    if (atomic_load_explicit(&once->done, memory_order_acquire))
        return;
    pthread_mutex_lock(&once->lock);
    bool good = atomic_load_explicit(&once->done, memory_order_relaxed);
    if (!good && (good = apart_until_cancelled(work, context)))
        atomic_store_explicit(&once->done, true, memory_order_release);
    pthread_mutex_unlock(&once->lock);
    if (!good)
        attempt_end_too();
}

struct attempt *attempt_current(void)
{
    return current;
}

bool attempt_under(struct attempt *around, void (*work)(void *context), void *context)
{
    struct attempt a = {.around = around, .busy = ATOMIC_FLAG_INIT, .allowance = allowance_of(around)};
    return run_attempt(&a, work, context);
}

_Noreturn void attempt_refuse(const char *why)
{
    struct attempt *a = current;
    if (a == NULL)
        abort();
    why_ended = why;
    release_all(a);
    longjmp(a->door, 1);
}

_Noreturn void attempt_fail(void)
{
    const char *why = why_denied;
    why_denied = NULL;
    attempt_refuse(why);
}

_Noreturn void attempt_end_too(void)
{
    attempt_refuse(why_ended);
}

const char *attempt_why(void)
{
    return why_ended;
}

const char *attempt_why_text(void)
{
    return why_ended != NULL ? why_ended : "out of memory";
}
