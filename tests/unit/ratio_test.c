/* Standard errors of rates: the closed form on a case worked by hand, and how often its interval holds the truth. */
#include "support/assertions.h"
#include "support/random.h"

#include <math.h>
#include <stdint.h>

#include "match/ratio.h"

static void near(double x, double expected, double tolerance)
{
    if (fabs(x - expected) > tolerance)
        fail_msg("found %g, expected %g", x, expected);
}

TEST(five_matches_give_the_standard_error_worked_by_hand)
{
    static const double unit[][2] = {{0.310, 24}, {0.050, 11}, {0.620, 31}, {0.140, 18}, {0.400, 16}};
    struct ratio r = {.units = 0};
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++)
        ratio_add(&r, unit[i][0], unit[i][1]);
    near(500 * ratio_value(&r), 7.60, 1e-9);
    near(500 * ratio_error(&r), 1.594, 5e-4); /* 500 sqrt(5/4 * 0.0813) / 100 */
    near(500 * ratio_interval(&r), 1.594086 * 2.776445, 1e-4);
}

TEST(below_three_units_nothing_is_said_about_certainty)
{
    struct ratio r = {.units = 0};
    assert_true(isnan(ratio_value(&r)));
    ratio_add(&r, 1, 10);
    ratio_add(&r, 0, 0); /* no decision: no unit */
    ratio_add(&r, 2, 10);
    assert_int_equal(r.units, 2);
    near(ratio_value(&r), 0.15, 1e-12);
    assert_true(isnan(ratio_error(&r)) && isnan(ratio_interval(&r)));
    ratio_add(&r, 3, 10);
    near(ratio_value(&r), 0.2, 1e-12);
    near(ratio_error(&r), sqrt(1.5 * 2) / 30, 1e-12);
}

TEST(units_that_are_all_alike_have_no_error)
{
    struct ratio r = {.units = 0};
    for (int i = 0; i < 10; i++)
        ratio_add(&r, 0.1, 7);
    near(ratio_error(&r), 0, 0);
}

TEST(a_difference_of_rates_of_the_same_units_has_their_common_scatter_taken_off)
{
    static const double e[][2] = {{3, 2}, {5, 4}, {2, 3}, {8, 5}}, n[][2] = {{10, 8}, {12, 9}, {9, 11}, {15, 10}};
    struct contrast c = {.units = 0}, same = {.units = 0};
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        contrast_add(&c, e[i][0], n[i][0], e[i][1], n[i][1]);
        contrast_add(&same, e[i][0], n[i][0], 2 * e[i][0], 2 * n[i][0]);
    }
    const double a = 18.0 / 46, b = 14.0 / 38;
    for (int i = 0; i < 4; i++)
        sum += pow((e[i][0] - a * n[i][0]) / 46 - (e[i][1] - b * n[i][1]) / 38, 2);
    near(contrast_value(&c), a - b, 1e-12);
    near(contrast_interval(&c), sqrt(4.0 / 3 * sum) * student_t(3, 0.95), 1e-12);
    near(contrast_value(&same), 0, 1e-12);
    near(contrast_interval(&same), 0, 1e-7);
    struct contrast few = {.units = 0};
    contrast_add(&few, 1, 2, 3, 4);
    assert_true(isnan(contrast_interval(&few)));
}

TEST(quantiles_of_students_t_are_those_of_the_tables)
{
    static const struct {
        int freedom;
        double t;
    } table[] = {{1, 12.7062}, {2, 4.3027}, {3, 3.1824}, {9, 2.2622}, {30, 2.0423}, {120, 1.9799}, {1000, 1.9623}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        near(student_t(table[i].freedom, 0.95), table[i].t, 6e-5);
    near(student_t(10, 0.99), 3.1693, 6e-5);
    near(student_t(200, 0.95), student_t(201, 0.95), 1e-4);
}

/* ---- players of known strength ---- */

static uint64_t seed;

/* Mean 1, standard deviation `spread`. */
static double effect(double spread)
{
    return 1 + spread * sqrt(3) * (2 * random_uniform(&seed) - 1);
}

/* A match of 3 to 9 games, each of 12 to 40 decisions: most lose nothing, the others exponentially much; the level
 * changes with the match and with the game. */
static void play_match(struct ratio *r, double strength)
{
    const double form = effect(0.3);
    const int games = 3 + (int)(7 * random_uniform(&seed));
    double e = 0, n = 0;
    for (int g = 0; g < games; g++) {
        const int decisions = 12 + (int)(29 * random_uniform(&seed));
        const double level = strength * form * effect(0.4);
        for (int i = 0; i < decisions; i++)
            if (random_uniform(&seed) < 0.2)
                e -= 5 * level * log(random_uniform(&seed));
        n += decisions;
    }
    ratio_add(r, e, n);
}

/* Of 300 players from world class to beginner, each measured `times`, in per cent. */
static double coverage(int least, int most, int times)
{
    int held = 0;
    for (int player = 0; player < 300 * times; player++) {
        const double strength = (3 + player % 300 * 0.05) / 500;
        const int matches = least + (int)((most - least + 1) * random_uniform(&seed));
        struct ratio r = {.units = 0};
        for (int i = 0; i < matches; i++)
            play_match(&r, strength);
        held += fabs(ratio_value(&r) - strength) <= ratio_interval(&r);
    }
    return 100.0 * held / (300 * times);
}

TEST(intervals_of_300_synthetic_players_hold_their_strength_as_often_as_they_say)
{
    seed = 1;
    const double many = coverage(20, 100, 4), few = coverage(5, 10, 20);
    print_message("95%% intervals hold the truth: %.1f%% with 20 to 100 matches, %.1f%% with 5 to 10\n", many, few);
    assert_true(many >= 93 && many <= 97);
    assert_true(few >= 93 && few <= 97);
}

/* ---- the bootstrap ---- */

enum { RESAMPLES = 4000, RESAMPLED = 40 };

/* The standard error of the ratio when its units are drawn again with replacement; `e`, `n` of RESAMPLED units. */
static double bootstrap_error(const double e[], const double n[])
{
    double sum = 0, squares = 0;
    for (int k = 0; k < RESAMPLES; k++) {
        double lost = 0, decisions = 0;
        for (int i = 0; i < RESAMPLED; i++) {
            const int drawn = (int)(RESAMPLED * random_uniform(&seed));
            lost += e[drawn];
            decisions += n[drawn];
        }
        sum += lost / decisions;
        squares += lost / decisions * (lost / decisions);
    }
    return sqrt(squares / RESAMPLES - sum / RESAMPLES * (sum / RESAMPLES));
}

/* It lacks the factor G / (G - 1) under the root. */
TEST(the_bootstrap_finds_the_closed_form)
{
    double e[RESAMPLED], n[RESAMPLED];
    seed = 20250118;
    for (int sample = 0; sample < 10; sample++) {
        struct ratio r = {.units = 0};
        for (int i = 0; i < RESAMPLED; i++) {
            n[i] = floor(20 + 80 * random_uniform(&seed));
            e[i] = -0.012 * n[i] * log(1 - random_uniform(&seed)); /* skewed, as matches are */
            ratio_add(&r, e[i], n[i]);
        }
        const double corrected = sqrt(RESAMPLED / (RESAMPLED - 1.0)) * bootstrap_error(e, n);
        near(corrected / ratio_error(&r), 1, 0.06);
    }
}

TEST_MAIN(NULL, NULL)
