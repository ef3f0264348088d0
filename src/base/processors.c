/* How many processors this process may use; see threads.h. */
#include <sched.h>

#include "base/threads.h"

int threads_available(void)
{
    cpu_set_t set;
    const int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n < 1 ? 1 : n > THREADS_MAX ? THREADS_MAX : n;
}
