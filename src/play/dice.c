/* Counter-based dice: the mixing function is splitmix64 (S. Vigna, public domain description). */
#include "play/dice.h"

static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

struct dice dice_of_game(uint64_t seed, uint64_t game)
{
    return (struct dice){.key = mix(mix(seed) ^ game)};
}

void dice_roll(struct dice *d, int roll[2])
{
    enum { THROWS = 36 };
    const uint64_t fair = UINT64_MAX - UINT64_MAX % THROWS;
    uint64_t x;
    do
        x = mix(d->key ^ mix(d->counter++));
    while (x >= fair);
    int throw = (int)(x % THROWS), a = throw / 6 + 1, b = throw % 6 + 1;
    roll[0] = a > b ? a : b;
    roll[1] = a > b ? b : a;
}
