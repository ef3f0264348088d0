/* The test of a kernel on the machine that it runs on: some machines have computed wrongly what they claim to have. */
#include <string.h>

#include "base/xmalloc.h"
#include "engine/features.h"
#include "engine/kernel.h"
#include "engine/net.h"
#include "match/moves.h"

enum { BOARDS = 128, EVERY = 4 };

static uint32_t next_number(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

/* Every fourth board after a play, of games played at random: every kind up to the last chequers. */
static void play_games(struct board *out)
{
    struct board *list = xmalloc(MOVES_MAX * sizeof *list);
    uint64_t state = 1;
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    for (int i = 0; i < BOARDS * EVERY; i++) {
        const int die1 = 1 + (int)(next_number(&state) % 6), die2 = 1 + (int)(next_number(&state) % 6);
        const int plays = moves_boards(&b, die1, die2, list);
        struct board *after = &out[i / EVERY];
        *after = plays > 0 ? list[next_number(&state) % (uint32_t)plays] : b;
        if (board_won(after))
            board_start(&b, VARIANT_BACKGAMMON);
        else
            board_flip(after, &b);
    }
    xfree(list);
}

struct answers {
    struct outcome outcome[BOARDS];
    float rank[BOARDS];
    int16_t features[BOARDS][NET_FEATURES];
};

static void ask(const struct net_kernel *k, const struct board *boards, struct answers *out)
{
    const struct board *list[BOARDS];
    struct net_evaluator e;
    net_evaluator_init(&e, net_builtin());
    e.kernel = k;
    for (int i = 0; i < BOARDS; i++)
        list[i] = &boards[i];
    e.base.eval(&e.base, NULL, boards, BOARDS, out->outcome);
    net_rank(&e, boards, BOARDS, out->rank);
    k->features(input_tables(), list, BOARDS, out->features);
}

bool net_kernel_agrees(const struct net_kernel *k)
{
    const struct net_kernel *plain = *net_kernels;
    for (const struct net_kernel *const *at = net_kernels; *at != NULL; at++)
        plain = *at;
    struct board *boards = xmalloc(BOARDS * sizeof *boards);
    struct answers *expected = xcalloc(2, sizeof *expected), *found = expected + 1;
    play_games(boards);
    ask(plain, boards, expected);
    ask(k, boards, found);
    const bool same = memcmp(expected, found, sizeof *found) == 0;
    xfree(expected);
    xfree(boards);
    return same;
}
