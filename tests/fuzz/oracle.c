/* See oracle.h. */
#include "oracle.h"

#include <sanitizer/allocator_interface.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- memory: what is held between two moments, at its highest ---- */

static _Atomic long long held, highest;

static void note_malloc(const volatile void *at, size_t size)
{
    (void)at;
    const long long now = atomic_fetch_add_explicit(&held, (long long)size, memory_order_relaxed) + (long long)size;
    if (now > atomic_load_explicit(&highest, memory_order_relaxed))
        atomic_store_explicit(&highest, now, memory_order_relaxed);
}

static void note_free(const volatile void *at)
{
    if (at != NULL)
        atomic_fetch_sub_explicit(&held, (long long)__sanitizer_get_allocated_size(at), memory_order_relaxed);
}

/* ---- both ---- */

struct cost {
    double seconds;
    long long bytes;
};

static double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static struct cost measure(void (*target)(struct span bytes), struct span bytes)
{
    static bool begun;
    if (!begun)
        begun = __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free) != 0;
    if (!begun)
        abort();
    const long long before = held;
    const double start = processor_time();
    highest = before;
    target(bytes);
    return (struct cost){processor_time() - start, highest - before};
}

void oracle_run(void (*target)(struct span bytes), struct span bytes, size_t size, const struct allowance *a)
{
    const double seconds = a->seconds + a->microseconds_per_byte * (double)size / 1e6;
    const double room = a->mebibytes * (1 << 20) + a->bytes_per_byte * (double)size;
    struct cost least = measure(target, bytes);
    for (int i = 0; i < 2 && (least.seconds > seconds || (double)least.bytes > room); i++) {
        const struct cost again = measure(target, bytes);
        if (again.seconds < least.seconds)
            least.seconds = again.seconds;
        if (again.bytes < least.bytes)
            least.bytes = again.bytes;
    }
    if (least.seconds <= seconds && (double)least.bytes <= room)
        return;
    fprintf(stderr, "oracle: %zu bytes took %.3f s of processor time (allowed: %.3f) and %.1f MiB (allowed: %.1f)\n",
            size, least.seconds, seconds, (double)least.bytes / (1 << 20), room / (1 << 20));
    abort();
}
