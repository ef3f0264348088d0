/* tools/measure balance: what one net says too much of is taken out of it and of the net that answers for the other
 * side, and of no other. */
#include "support/assertions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../tools/measure/measure.h"

enum { WIN_GAMMON = 1, LOSE_GAMMON = 3, GAMES = 30 };
static const float too_much = 0.4f; /* logit */
static const char *const shipped = "data/kibitzer.net";

static void praise_gammons(const struct desk *with_it, int games, struct net *net)
{
    (void)with_it;
    (void)games;
    net->of[NET_BEHIND].bias_out[WIN_GAMMON][0] += too_much;
}

/* The shares of `too_much` by which the biases of `file` are above those of the shipped net. */
static void shares_of(const char *file, double share[NET_CLASSES][NET_OUT])
{
    struct diags d;
    diags_init(&d, file);
    struct net *now = net_load(file, &d);
    const struct net *before = net_builtin();
    assert_non_null(now);
    for (int c = 0; c < NET_CLASSES; c++)
        for (int i = 0; i < NET_OUT; i++)
            share[c][i] = (double)((now->of[c].bias_out[i][0] - before->of[c].bias_out[i][0]) / too_much);
    net_free(now);
    diags_done(&d);
}

TEST(both_sides_of_a_swing_meet_in_the_middle)
{
    char one_sided[] = "/tmp/kibitzer-net-XXXXXX", balanced[] = "/tmp/kibitzer-net-XXXXXX";
    close(mkstemp(one_sided));
    close(mkstemp(balanced));
    const struct desk d = {.every = 1};
    double share[NET_CLASSES][NET_OUT];
    assert_true(remake_net(&d, 1, shipped, one_sided, praise_gammons));
    assert_int_equal(measure_balance(&d, GAMES, one_sided, balanced), 0);
    shares_of(balanced, share);
    unlink(one_sided);
    unlink(balanced);
    for (int c = 0; c < NET_CLASSES; c++)
        for (int i = 0; i < NET_OUT; i++) {
            const bool moved = (c == NET_BEHIND && i == WIN_GAMMON) || (c == NET_PAST && i == LOSE_GAMMON);
            if (moved ? fabs(share[c][i] - 0.45) > 0.2 : fabs(share[c][i]) > 0.1)
                fail_msg("%s, output %d: %.3f of it", net_class_names[c], i, share[c][i]);
        }
}

TEST_MAIN(NULL, NULL)
