/* Stratified dice: what comes in equal numbers, over many seeds. */
#include <math.h>
#include <string.h>

#include "support/test.h"

#include "rollout/throws.h"

enum { SERIES = THROWS * THROWS_BLOCKS };

/* 0 to 35 for the two dice: one number for both orders of unlike dice would hide a skew, so weights are compared. */
static int number_of(const int dice[2])
{
    return (dice[0] - 1) * 6 + dice[1] - 1;
}

static int expected(int number)
{
    return number / 6 == number % 6 ? 1 : number / 6 > number % 6 ? 2 : 0;
}

TEST(every_throw_comes_once_in_36_trials_at_each_turn)
{
    static struct throws t;
    for (unsigned seed = 0; seed < 20; seed++) {
        throws_init(&t, seed, seed % 3, false, false);
        for (int turn = 0; turn < THROWS_TURNS; turn++)
            for (int block = 0; block < THROWS_BLOCKS; block += 7) {
                int count[36] = {0}, dice[2];
                for (int i = 0; i < THROWS; i++) {
                    throws_at(&t, block * THROWS + i, turn, dice);
                    count[number_of(dice)]++;
                }
                for (int i = 0; i < 36; i++)
                    assert_int_equal(count[i], expected(i));
            }
    }
}

TEST(the_first_throw_meets_every_later_one_once_in_1296_trials)
{
    static struct throws t;
    for (unsigned seed = 0; seed < 20; seed++) {
        throws_init(&t, seed, 0, false, false);
        for (int turn = 1; turn < THROWS_TURNS; turn++) {
            static int count[36][36];
            memset(count, 0, sizeof count);
            for (int i = 0; i < SERIES; i++) {
                int first[2], later[2];
                throws_at(&t, i, 0, first);
                throws_at(&t, i, turn, later);
                count[number_of(first)][number_of(later)]++;
            }
            for (int a = 0; a < 36; a++)
                for (int b = 0; b < 36; b++)
                    assert_int_equal(count[a][b], expected(a) * expected(b));
        }
    }
}

TEST(an_opening_throw_is_never_a_double_and_each_comes_once_in_30_trials)
{
    static struct throws t;
    throws_init(&t, 5, 0, true, false);
    for (int block = 0; block < THROWS_BLOCKS; block++) {
        int count[36] = {0}, later[36] = {0}, dice[2];
        for (int i = 0; i < OPENING_THROWS; i++) {
            throws_at(&t, block * OPENING_THROWS + i, 0, dice);
            count[number_of(dice)]++;
            throws_at(&t, block * OPENING_THROWS + i, 1, dice);
            later[number_of(dice)]++;
        }
        for (int i = 0; i < 36; i++) {
            assert_int_equal(count[i], expected(i) == 2 ? 2 : 0);
            assert_true(later[i] <= expected(i));
        }
    }
}

static const int turns[][2] = {{1, 2}, {0, 5}, {6, 7}, {5, 40}, {126, 127}, {127, 128}, {128, 129}};
enum { TURNS = sizeof turns / sizeof *turns };
static int pairs[TURNS][36][36];

/* One trial of each seed: these are independent. */
static void count_pairs(int seeds)
{
    static struct throws t;
    for (int seed = 0; seed < seeds; seed++) {
        throws_init(&t, (uint64_t)seed + 1000, 0, false, false);
        for (int i = 0; i < TURNS; i++) {
            int a[2], b[2];
            throws_at(&t, seed * 577 % SERIES, turns[i][0], a);
            throws_at(&t, seed * 577 % SERIES, turns[i][1], b);
            pairs[i][number_of(a)][number_of(b)]++;
        }
    }
}

static double chi_square(int count[36][36], int n)
{
    double sum = 0;
    for (int a = 0; a < 36; a++)
        for (int b = 0; b < 36; b++) {
            const double mean = n * expected(a) * expected(b) / 1296.0;
            if (mean > 0)
                sum += (count[a][b] - mean) * (count[a][b] - mean) / mean;
        }
    return sum;
}

TEST(no_pair_of_throws_is_favoured_over_the_seeds)
{
    enum { SEEDS = 6000, FREEDOM = 21 * 21 - 1 };
    const double deviation = sqrt(2.0 * FREEDOM);
    count_pairs(SEEDS);
    for (int i = 0; i < TURNS; i++)
        assert_true(fabs(chi_square(pairs[i], SEEDS) - FREEDOM) < 4 * deviation);
}

TEST(another_seed_or_series_gives_other_dice)
{
    static struct throws t[3];
    int same[3] = {0}, dice[3][2];
    throws_init(&t[0], 1, 0, false, false);
    throws_init(&t[1], 2, 0, false, false);
    throws_init(&t[2], 1, 1, false, false);
    for (int i = 0; i < 1000; i++) {
        for (int k = 0; k < 3; k++)
            throws_at(&t[k], i, i % 200, dice[k]);
        for (int k = 1; k < 3; k++)
            same[k] += number_of(dice[0]) == number_of(dice[k]);
    }
    for (int k = 1; k < 3; k++)
        assert_in_range(same[k], 20, 100); /* 51 by chance */
}

TEST(independent_throws_come_about_equally_often)
{
    enum { N = 36000 };
    struct throws t = {0};
    int dice[2], seen[7][7] = {{0}};
    throws_init(&t, 3, 0, false, true);
    for (int i = 0; i < N; i++) {
        throws_at(&t, i % 1296, i / 1296, dice);
        seen[dice[0]][dice[1]]++;
    }
    for (int high = 1; high <= 6; high++)
        for (int low = 1; low <= high; low++) { /* five standard deviations */
            const double expected = N / 36.0 * (high == low ? 1 : 2);
            assert_true(fabs(seen[high][low] - expected) < 5 * sqrt(expected));
        }
}

TEST(independent_throws_open_a_game_without_doubles)
{
    struct throws t = {0};
    int dice[2];
    throws_init(&t, 3, 0, true, true);
    for (int i = 0; i < 1080; i++) {
        throws_at(&t, i, 0, dice);
        assert_true(dice[0] > dice[1]);
    }
}

TEST_MAIN(NULL, NULL)
