/* Races beyond the databases: distributions of rolls by the net of races, against exact ones where both know. */
#include "engine/race.h"

#include <math.h>
#include "base/xmalloc.h"
#include <string.h>

#include "match/dice.h"
#include "support/assertions.h"
#include "support/engine_things.h"

static double mean_of(const uint16_t d[BEAROFF_ROLLS])
{
    double sum = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++)
        sum += i * (d[i] / (double)BEAROFF_CERTAIN);
    return sum;
}

static int sum_of(const uint16_t d[BEAROFF_ROLLS])
{
    int sum = 0;
    for (int i = 0; i < BEAROFF_ROLLS; i++)
        sum += d[i];
    return sum;
}

/* 15 chequers on up to `points` points, by dice. */
static void place(struct dice *d, int points, int8_t own[RACE_POINTS])
{
    memset(own, 0, RACE_POINTS);
    for (int i = 0; i < BOARD_CHEQUERS; i++) {
        int roll[2];
        dice_roll(d, roll);
        own[(roll[0] * 7 + roll[1]) % points]++;
    }
}

TEST(distributions_add_up)
{
    struct dice d = dice_of_game(1, 1);
    for (int i = 0; i < 200; i++) {
        int8_t own[RACE_POINTS];
        struct bearoff_distribution of;
        place(&d, 3 + i % 8, own);
        race_distribution(race_net_builtin(), own, &of);
        assert_int_equal(sum_of(of.all), BEAROFF_CERTAIN);
        assert_int_equal(sum_of(of.first), BEAROFF_CERTAIN);
        assert_int_equal(of.all[0], 0);
    }
}

TEST(once_a_chequer_is_off_the_gammon_is_saved)
{
    const int8_t own[RACE_POINTS] = {[8] = 14};
    struct bearoff_distribution of;
    race_distribution(race_net_builtin(), own, &of);
    assert_int_equal(of.first[0], BEAROFF_CERTAIN);
}

/* Where exact distributions exist the net may be off by 0.05 rolls at most on average. */
TEST(the_net_is_near_the_exact_distributions)
{
    struct bearoff_one *t = bearoff_one_make(7, 2);
    struct dice d = dice_of_game(2, 1);
    double squares = 0;
    enum { N = 300 };
    assert_non_null(t);
    for (int i = 0; i < N; i++) {
        int8_t own[RACE_POINTS];
        struct bearoff_distribution of;
        place(&d, 7, own);
        race_distribution(race_net_builtin(), own, &of);
        struct bearoff_distribution exact;
        bearoff_one_get(t, bearoff_id(own, 7), &exact);
        squares += pow(mean_of(of.all) - mean_of(exact.all), 2);
    }
    assert_true(sqrt(squares / N) < 0.05);
    bearoff_one_free(t);
}

/* `points` placings of both sides, 15 chequers each, seen by the mover. */
static struct board race_of(const int8_t mover[RACE_POINTS], const int8_t other[RACE_POINTS])
{
    struct board b = {0};
    for (int p = 1; p <= RACE_POINTS; p++) {
        b.point[p] = (int8_t)(b.point[p] + mover[p - 1]);
        b.point[25 - p] = (int8_t)(b.point[25 - p] - other[p - 1]);
    }
    return b;
}

TEST(a_race_is_answered_and_contact_is_not)
{
    const int8_t near[RACE_POINTS] = {[3] = 5, [5] = 5, [8] = 5}, far[RACE_POINTS] = {[4] = 5, [6] = 5, [9] = 5};
    struct bearoff *tables = bearoff_open(&(struct bearoff_options){.cache = kept_tables()}, NULL);
    struct race_memo memo[2] = {0};
    struct outcome o;
    const struct board race = race_of(near, far);
    struct board contact = race, out_of_reach = race;
    contact.point[25 - 18] = -1, contact.point[25 - 7] = -4; /* one of the opponent's on the 18 point there */
    out_of_reach.point[25 - 12] = -1, out_of_reach.point[25 - 7] = -4; /* on the 12 point, behind nobody */
    assert_true(race_outcome(race_net_builtin(), tables, &race, memo, &o));
    assert_true(o.win > 0.7f && o.win < 1);
    assert_true(o.win_backgammon == 0 && o.lose_backgammon == 0);
    assert_false(race_outcome(race_net_builtin(), tables, &contact, memo, &o));
    assert_false(race_outcome(race_net_builtin(), tables, &out_of_reach, memo, &o));
    bearoff_close(tables);
}

TEST(a_memo_changes_no_value)
{
    struct dice d = dice_of_game(3, 1);
    struct bearoff *tables = bearoff_open(&(struct bearoff_options){.cache = kept_tables()}, NULL);
    struct race_memo last[2] = {0}, *kept = xcalloc(RACE_KEPT, sizeof *kept);
    int8_t other[RACE_POINTS];
    place(&d, 10, other);
    for (int i = 0; i < (is_light() ? 200 : 800); i++) { /* some of them in each other's place */
        int8_t own[RACE_POINTS];
        struct race_memo fresh[2] = {0}, looking[2] = {{.kept = kept}, {.kept = kept}};
        struct outcome a, b;
        place(&d, 10, own);
        const struct board race = race_of(own, other);
        assert_true(race_outcome(race_net_builtin(), tables, &race, last, &a));
        assert_true(race_outcome(race_net_builtin(), tables, &race, fresh, &b));
        assert_memory_equal(&a, &b, sizeof a);
        assert_true(race_outcome(race_net_builtin(), tables, &race, looking, &b));
        assert_memory_equal(&a, &b, sizeof a);
        if (i % 7 == 0)
            place(&d, 10, other);
    }
    xfree(kept);
    bearoff_close(tables);
}

TEST(a_damaged_net_is_refused)
{
    struct strbuf bytes = {0};
    race_net_write(race_net_builtin(), &bytes);
    for (int flipped = 0; flipped < 2; flipped++) {
        struct diags d;
        diags_init(&d, "race.net");
        bytes.at[bytes.length / 2] = (char)(bytes.at[bytes.length / 2] ^ flipped);
        assert_null(race_net_read((unsigned char *)bytes.at, bytes.length - (flipped ? 0 : 1), &d));
        assert_int_equal(d.n_errors, 1);
        diags_done(&d);
    }
    strbuf_done(&bytes);
}

TEST(another_weight_is_another_net)
{
    struct race_net *net = xmalloc(sizeof *net);
    *net = *race_net_builtin();
    assert_true(race_net_checksum(net) == race_net_checksum(race_net_builtin()));
    net->out_bias[0] += 0.25f;
    assert_true(race_net_checksum(net) != race_net_checksum(race_net_builtin()));
    assert_true(race_net_checksum(NULL) == 0);
    xfree(net);
}

TEST(weights_without_bounds_are_refused)
{
    struct race_net *net = xmalloc(sizeof *net);
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, "race.net");
    *net = *race_net_builtin();
    net->upper[3][4] = INFINITY;
    race_net_write(net, &bytes);
    assert_null(race_net_read((unsigned char *)bytes.at, bytes.length, &d));
    assert_int_equal(d.n_errors, 1);
    diags_done(&d);
    strbuf_done(&bytes);
    xfree(net);
}

TEST_MAIN(NULL, NULL)
