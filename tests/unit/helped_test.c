/* Did it help: players whose leaks, and whose progress, are known. */
#include "support/assertions.h"
#include "support/random.h"

#include <math.h>
#include <string.h>

#include "collection/helped.h"

static uint64_t seed;

enum { PLANS_MET = 4 };
static const enum plan plans[PLANS_MET] = {PLAN_CONTACT, PLAN_HOLDING, PLAN_BLITZ, PLAN_PRIME};

static double cost(double rate)
{
    const double mean_error = 15 * sqrt(rate), often = rate / mean_error;
    return random_uniform(&seed) < often ? -mean_error * log(random_uniform(&seed)) / 500 : 0;
}

static int class_called(enum plan plan)
{
    return class_of_group(BY_PLAN, plan_name(plan));
}

/* Matches with 80 decisions, 20 of each plan. */
static void play(const double rate[PLANS_MET], int matches, struct player_sums *sums, struct ratio of_plan[PLANS_MET])
{
    for (int m = 1; m <= matches; m++) {
        for (int at = 0; at < PLANS_MET; at++) {
            double lost = 0;
            for (int i = 0; i < 20; i++) {
                const struct decision_row d = {.kind = DECISION_PLAY,
                                               .counted = COUNTED_PLAY,
                                               .phase = PHASE_MIDDLE,
                                               .plan = (int)plans[at],
                                               .error = cost(rate[at])};
                player_sums_add(sums, m, &d);
                lost += d.error;
            }
            ratio_add(&of_plan[at], lost, 20);
        }
    }
    player_sums_end(sums);
}

/* The holding game was studied; contact, which is no leak, was not. */
static void follow(const double before[PLANS_MET], const double since[PLANS_MET], int matches, struct progress *out)
{
    struct field f = {.players = 0};
    struct player_sums sums[2] = {{.matches = 0}, {.matches = 0}};
    struct ratio of_plan[2][PLANS_MET] = {{{0}}};
    struct study st;
    for (int i = 0; i < PLANS_MET; i++)
        f.at[class_called(plans[i])] = (struct field_class){5, 15, i == 0 ? 0.02 : 0.2, 30, 100};
    play(before, matches, &sums[0], of_plan[0]);
    play(since, matches, &sums[1], of_plan[1]);
    study_of(&sums[0], &f, &st);
    progress_of(&st, &sums[1], (const struct ratio[2]){of_plan[0][0], of_plan[1][0]}, out);
}

static const struct progress_leak *leak_called(const struct progress *p, enum plan plan)
{
    for (int i = 0; i < p->n; i++)
        if (p->at[i].before.class == class_called(plan))
            return &p->at[i];
    return NULL;
}

/* Mean 1, standard deviation 0.2: how players of one PR differ. */
static double effect(void)
{
    return 1 + 0.2 * sqrt(3) * (2 * random_uniform(&seed) - 1);
}

/* The worst plan is chosen: its rate falls by itself, and that is no progress. */
TEST(what_was_chance_gets_better_by_itself_and_is_not_called_better)
{
    enum { PLAYERS = 400 };
    int found = 0, better = 0, worse = 0, lower = 0;
    double change = 0, fell = 0;
    seed = 5;
    for (int i = 0; i < PLAYERS; i++) {
        const double same[PLANS_MET] = {8, 8 * effect(), 8 * effect(), 8 * effect()};
        struct progress p;
        follow(same, same, 10, &p);
        if (p.n == 0 || isnan(p.at[0].change))
            continue;
        found++;
        better += p.at[0].helped == HELPED_BETTER;
        worse += p.at[0].helped == HELPED_WORSE;
        lower += p.at[0].rate < p.at[0].before.rate;
        change += p.at[0].change;
        fell += p.at[0].before.rate - p.at[0].rate;
    }
    assert_true(found > PLAYERS / 2);
    assert_true(lower > found * 6 / 10 && fell / found > 1); /* it looks like progress */
    assert_true(better <= found * 25 / 1000);
    assert_true(better + worse <= found * 5 / 100);
    assert_true(fabs(change / found) < 0.5);
}

TEST(a_leak_that_was_mended_is_better_and_one_that_grew_worse_is_worse)
{
    const double before[PLANS_MET] = {5, 30, 5, 5}, mended[PLANS_MET] = {5, 5, 5, 5}, grown[PLANS_MET] = {5, 90, 5, 5};
    struct progress p;
    seed = 7;
    follow(before, mended, 60, &p);
    const struct progress_leak *l = leak_called(&p, PLAN_HOLDING);
    assert_non_null(l);
    assert_int_equal(l->helped, HELPED_BETTER);
    assert_true(l->high < 0 && l->low < l->change && l->change < l->high);
    assert_string_equal(helped_word(l->helped), "better");
    follow(before, grown, 60, &p);
    l = leak_called(&p, PLAN_HOLDING);
    assert_non_null(l);
    assert_int_equal(l->helped, HELPED_WORSE);
}

/* All became better alike: studying the one plan has not helped more than the rest. */
TEST(what_became_of_the_rest_is_expected_of_the_leak)
{
    const double before[PLANS_MET] = {16, 26, 16, 16}, since[PLANS_MET] = {8, 18, 8, 8};
    struct progress p;
    seed = 11;
    follow(before, since, 60, &p);
    const struct progress_leak *l = leak_called(&p, PLAN_HOLDING);
    assert_non_null(l);
    assert_true(l->rate < l->before.rate - 4);
    assert_int_equal(l->helped, HELPED_OPEN);
}

/* The rest is compared by its ratio; without an error there it has none. */
TEST(players_without_an_error_elsewhere_get_an_answer)
{
    const double before[PLANS_MET] = {0, 30, 5, 5}, since[PLANS_MET] = {0, 5, 5, 5};
    struct progress p;
    seed = 17;
    follow(before, since, 60, &p);
    const struct progress_leak *l = leak_called(&p, PLAN_HOLDING);
    assert_non_null(l);
    assert_int_equal(l->helped, HELPED_BETTER);
    assert_true(isfinite(l->change) && l->low < l->change && l->change < l->high);
}

TEST(of_too_few_nothing_is_said)
{
    const double before[PLANS_MET] = {5, 30, 5, 5};
    struct progress p;
    seed = 13;
    follow(before, before, 1, &p);
    for (int i = 0; i < p.n; i++) {
        assert_int_equal(p.at[i].helped, HELPED_UNKNOWN);
        assert_true(isnan(p.at[i].change));
    }
}

TEST(the_day_before_is_of_the_calendar)
{
    static const char *const cases[][2] = {{"2024-03-01", "2024-02-29"},
                                           {"2023-03-01", "2023-02-28"},
                                           {"2024-01-01", "2023-12-31"},
                                           {"2024-05-31", "2024-05-30"},
                                           {"2024-01", "2023-12"},
                                           {"2024-10", "2024-09"},
                                           {"2024", "2023"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char day[PROGRESS_DAY];
        day_before(cases[i][0], day);
        assert_string_equal(day, cases[i][1]);
    }
}

TEST(the_day_after_is_of_the_calendar_too)
{
    static const char *const cases[][2] = {{"2024-02-29", "2024-03-01"}, {"2023-02-28", "2023-03-01"},
                                           {"2023-12-31", "2024-01-01"}, {"2024-05-30", "2024-05-31"},
                                           {"2023-12", "2024-01"},       {"2023", "2024"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char day[PROGRESS_DAY];
        day_after(cases[i][0], day);
        assert_string_equal(day, cases[i][1]);
    }
}

TEST_MAIN(NULL, NULL)
