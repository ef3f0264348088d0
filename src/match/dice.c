/* Counter-based dice: the mixing function is splitmix64 (S. Vigna, public domain description). */
#include "match/dice.h"

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

int dice_below(struct dice *d, int n)
{
    const uint64_t fair = UINT64_MAX - UINT64_MAX % (uint64_t)n;
    uint64_t x;
    do
        x = mix(d->key ^ mix(d->counter++));
    while (x >= fair);
    return (int)(x % (uint64_t)n);
}

void dice_shuffle(struct dice *d, uint8_t *out, int n)
{
    for (int i = 0; i < n; i++) {
        const int j = dice_below(d, i + 1);
        out[i] = out[j];
        out[j] = (uint8_t)i;
    }
}

void dice_roll(struct dice *d, int roll[2])
{
    enum { THROWS = 36 };
    const int throw = dice_below(d, THROWS), a = throw / 6 + 1, b = throw % 6 + 1;
    roll[0] = a > b ? a : b;
    roll[1] = a > b ? b : a;
}
