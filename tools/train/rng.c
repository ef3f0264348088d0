/* Counter-based random numbers: the n-th number of a key is a hash of both (splitmix64's finaliser). */
#include "train.h"

static uint64_t mixed(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

struct rng rng_keyed(uint64_t seed, uint64_t round, uint64_t task)
{
    return (struct rng){.key = mixed(mixed(mixed(seed + 0x9e3779b97f4a7c15u) ^ round) + 0x632be59bd9b4e019u * task)};
}

uint64_t rng_next(struct rng *r)
{
    return mixed(r->key + 0x9e3779b97f4a7c15u * ++r->counter);
}

int rng_below(struct rng *r, int n)
{
    return (int)((rng_next(r) >> 32) * (uint64_t)n >> 32);
}

float rng_unit(struct rng *r)
{
    return (float)(rng_next(r) >> 40) * 0x1p-24f;
}
