/* Numbers drawn for tests, the same on any machine: SplitMix64. */
#ifndef KIBITZER_TEST_RANDOM_H
#define KIBITZER_TEST_RANDOM_H

#include <stdint.h>

static inline uint64_t random_next(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

/* Between 0 and 1, neither of them. */
static inline double random_uniform(uint64_t *seed)
{
    return ((double)(random_next(seed) >> 11) + 0.5) / 9007199254740992.0;
}

#endif
