/* What is called a leak, and what players of a level are expected to lose: synthetic players whose leaks are known. */
#include "support/assertions.h"
#include "support/random.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "collection/study.h"

/* ---- players of known strength ---- */

static uint64_t seed;

/* Mean 1, standard deviation `spread`. */
static double effect(double spread)
{
    return fmax(0, 1 + spread * sqrt(3) * (2 * random_uniform(&seed) - 1));
}

/* An error now and then, most of them small: mean `rate` PR, variance 30 rate^1.5 PR^2. */
static double cost(double rate)
{
    const double mean_error = 15 * sqrt(rate), often = rate / mean_error; /* exponential: twice the square */
    return random_uniform(&seed) < often ? -mean_error * log(random_uniform(&seed)) / 500 : 0;
}

enum { PLANS_MET = 4 };
static const enum plan plans[PLANS_MET] = {PLAN_CONTACT, PLAN_HOLDING, PLAN_BLITZ, PLAN_PRIME};

struct known_player {
    double rate[PLANS_MET]; /* PR in each plan */
};

static void play_matches(const struct known_player *k, int matches, int decisions, struct player_sums *out)
{
    for (int m = 1; m <= matches; m++) {
        const double day = effect(0.2);
        for (int i = 0; i < decisions; i++) {
            const int at = i % 8 < 5 ? 0 : i % 8 - 4;
            const struct decision_row d = {.kind = DECISION_PLAY,
                                           .counted = COUNTED_PLAY,
                                           .phase = PHASE_MIDDLE,
                                           .plan = (int)plans[at],
                                           .error = cost(k->rate[at] * day)};
            player_sums_add(out, m, &d);
        }
    }
    player_sums_end(out);
}

static int class_called(const char *name)
{
    const int class = class_of_group(BY_PLAN, name);
    assert_true(class >= CLASS_FIRST);
    return class;
}

/* What players of these plans lose: as they are made. */
static void made_field(double spread, double in_contact, struct field *out)
{
    *out = (struct field){.players = 0};
    for (int i = 0; i < PLANS_MET; i++)
        out->at[class_called(plan_name(plans[i]))] = (struct field_class){5, 15, i == 0 ? in_contact : spread, 30, 100};
}

TEST(a_player_like_all_others_has_no_leak_in_19_of_20_cases)
{
    enum { PLAYERS = 400 };
    struct field f;
    int with = 0;
    seed = 1;
    made_field(0.2, 0.02, &f);
    for (int i = 0; i < PLAYERS; i++) {
        const double pr = 3 + 9 * random_uniform(&seed);
        const struct known_player k = {.rate = {pr, pr, pr, pr}};
        struct player_sums sums = {.matches = 0};
        struct study st;
        play_matches(&k, 10, 120, &sums);
        study_of(&sums, &f, &st);
        with += st.n_sure > 0;
    }
    if (with > PLAYERS / 20)
        fail_msg("%d of %d have a leak and play like all others", with, PLAYERS);
}

TEST(ranges_hold_what_players_really_lose_too_much)
{
    enum { PLAYERS = 300 };
    struct field f;
    int shown = 0, held = 0, right = 0;
    seed = 2;
    made_field(0.45, 0.11, &f);
    for (int i = 0; i < PLAYERS; i++) {
        const double pr = 4 + 6 * random_uniform(&seed);
        struct known_player k = {.rate = {pr, pr * effect(0.5), pr * effect(0.5), pr * effect(0.5)}};
        struct player_sums sums = {.matches = 0};
        struct study st;
        play_matches(&k, 40, 120, &sums);
        study_of(&sums, &f, &st);
        for (int l = 0; l < st.n_sure; l++) {
            const int plan = st.leak[l].what.number == PLAN_CONTACT   ? 0
                             : st.leak[l].what.number == PLAN_HOLDING ? 1
                             : st.leak[l].what.number == PLAN_BLITZ   ? 2
                                                                      : 3;
            const double real = (5 * k.rate[0] + k.rate[1] + k.rate[2] + k.rate[3]) / 8;
            const double excess = (k.rate[plan] - real) * (plan == 0 ? 5 : 1) / 8;
            shown++;
            held += excess >= st.leak[l].low && excess <= st.leak[l].high;
            right += excess > 0;
        }
    }
    assert_true(shown > 100);
    if (held < 0.9 * shown || right < 0.97 * shown)
        fail_msg("of %d leaks %d lie within their ranges, %d are some", shown, held, right);
}

TEST(a_great_leak_is_found_and_named_with_its_cost)
{
    const struct known_player k = {.rate = {5, 5, 15, 5}};
    struct field f;
    struct player_sums sums = {.matches = 0};
    struct study st;
    seed = 3;
    made_field(0.4, 0.02, &f);
    play_matches(&k, 60, 120, &sums);
    study_of(&sums, &f, &st);
    assert_int_equal(st.n_sure, 1);
    assert_int_equal(st.leak[0].certainty, LEAK_SURE);
    assert_string_equal(st.leak[0].what.name, "blitz");
    assert_string_equal(study_class_kind(&st.leak[0].what), "plan");
    assert_int_equal(st.leak[0].decisions, 60 * 120 / 8);
    assert_true(st.leak[0].low > 0 && st.leak[0].low < st.leak[0].cost && st.leak[0].cost < st.leak[0].high);
    /* 15 PR in an eighth of the decisions, where 6.25 are expected of a PR of 6.25 */
    assert_true(fabs(st.leak[0].cost - (15 - 6.25) / 8) < 0.35);
    assert_true(fabs(st.leak[0].lost - 15.0 / 8) < 0.35);
    assert_true(fabs(st.leak[0].expected - 6.25 / 8) < 0.1);
    assert_true(fabs(st.leak[0].cost) <= st.leak[0].lost - st.leak[0].expected);
}

TEST(where_nothing_stands_out_it_says_what_is_missing)
{
    const struct known_player k = {.rate = {6, 6, 6, 6}};
    struct field f;
    struct study few, many, none;
    struct strbuf text = {0};
    seed = 4;
    made_field(0.3, 0.02, &f);
    for (int i = 0; i < 2; i++) {
        struct player_sums sums = {.matches = 0};
        play_matches(&k, i == 0 ? 2 : 400, 80, &sums);
        study_of(&sums, &f, i == 0 ? &few : &many);
    }
    assert_int_equal(few.n_sure, 0);
    assert_true(few.n_leaks > 0);
    assert_true(few.more >= 100);
    study_nothing(&few, &text);
    assert_true(strstr(strbuf_text(&text), "Nothing is sure yet: some ") != NULL);
    assert_true(strstr(strbuf_text(&text), "more decisions would show a leak of 0.5 PR") != NULL);
    assert_int_equal(many.more, 0);
    strbuf_clear(&text);
    study_nothing(&many, &text);
    assert_string_equal(strbuf_text(&text), "Nothing is sure: a leak of 0.5 PR would show.");
    study_of(&(struct player_sums){.matches = 0}, &f, &none);
    assert_true(isnan(none.pr));
    strbuf_clear(&text);
    study_nothing(&none, &text);
    assert_string_equal(strbuf_text(&text), "No decision counts yet.");
    strbuf_done(&text);
}

TEST(of_two_leaks_with_the_same_decisions_one_is_shown)
{
    struct field f = {.players = 0};
    struct player_sums sums = {.both = xcalloc(CLASSES_MOST, sizeof *sums.both)};
    struct study st;
    seed = 5;
    f.at[class_of_group(BY_PHASE, "race")] = (struct field_class){5, 15, 0.4, 30, 100};
    f.at[class_of_group(BY_PLAN, "race")] = (struct field_class){5, 15, 0.4, 30, 100};
    for (int i = 0; i < 20000; i++) {
        const bool race = i % 4 == 0;
        const struct decision_row d = {.kind = DECISION_PLAY,
                                       .counted = COUNTED_PLAY,
                                       .phase = race ? PHASE_RACE : PHASE_MIDDLE,
                                       .plan = race ? PLAN_RACE : PLAN_CONTACT,
                                       .error = cost(race ? 15 : 5)};
        player_sums_add(&sums, 1 + i / 200, &d);
    }
    player_sums_end(&sums);
    study_of(&sums, &f, &st);
    assert_int_equal(st.n_leaks, 1);
    xfree(sums.both);
}

TEST(classes_are_phases_plans_cube_actions_and_themes)
{
    struct study_class c;
    assert_true(class_count() <= CLASSES_MOST);
    for (int i = CLASS_FIRST; i < class_count(); i++) {
        class_of(i, &c);
        assert_true(c.name[0] != '\0');
        assert_int_equal(class_of_group(c.by, c.name), i);
    }
    assert_int_equal(class_of_group(BY_THEME, "holding"), -1); /* it is a plan */
    const struct decision_row d = {.kind = DECISION_PASS, .counted = COUNTED_CUBE, .phase = PHASE_RACE, .plan = -1};
    assert_true(classes_of(&d) == (UINT64_C(1) << CLASS_CUBE | UINT64_C(1) << class_of_group(BY_PHASE, "race") |
                                   UINT64_C(1) << class_of_group(BY_CUBE_ACTION, "pass")));
    const struct decision_row forced = {.kind = DECISION_FORCED, .phase = PHASE_RACE};
    assert_true(classes_of(&forced) == 0);
}

TEST(the_table_grows_with_the_pr_and_says_nothing_of_what_it_does_not_know)
{
    int known = 0;
    for (int i = 0; i < class_count(); i++) {
        const double at_5 = field_rate(&field_table, i, 5), at_10 = field_rate(&field_table, i, 10);
        if (isnan(at_5))
            continue;
        known++;
        assert_true(at_5 > 0 && at_10 > at_5);
        assert_true(field_rate(&field_table, i, 0.1) > 0);
    }
    assert_true(known > 35);
}

TEST_MAIN(NULL, NULL)
