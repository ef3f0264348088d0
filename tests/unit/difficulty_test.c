/* How hard decisions are: what is expected of one, and how often "harder" is said where it is not true. */
#include "support/assertions.h"
#include "support/random.h"

#include <math.h>

#include "match/difficulty.h"
#include "match/kept.h"

static uint64_t seed;

static void near(double x, double expected, double within)
{
    if (!(fabs(x - expected) <= within))
        fail_msg("found %g, expected %g", x, expected);
}

static void add(struct difficulty *to, enum difficulty_kind kind, const float *choices, int n)
{
    float lost[2];
    difficulty_of(kind, choices, n, lost);
    difficulty_add(to, lost);
}

static double one_at(const float *lost, int n, double level)
{
    struct difficulty d = {.decisions = 0};
    add(&d, DIFFICULTY_CONTACT, lost, n);
    return difficulty_pr(&d, level);
}

TEST(weak_players_lose_more_and_nobody_loses_where_all_choices_are_worth_the_same)
{
    const float close[] = {0, 0.01f, 0.02f, 0.05f, 0.2f}, obvious[] = {0, 0.6f, 0.7f, 0.8f, 0.9f}, same[] = {0, 0, 0};
    assert_true(one_at(close, 5, 3) < one_at(close, 5, 8));
    assert_true(one_at(close, 5, 8) < one_at(close, 5, 20));
    assert_true(one_at(obvious, 5, 5) < one_at(close, 5, 5));
    assert_true(one_at(close, 5, 5) < 500 * 0.2);
    assert_true(isnan(one_at(close, 5, 31)));
    near(one_at(same, 3, 5), 0, 0);
}

TEST(levels_between_and_beyond_are_on_a_line_and_never_below_zero)
{
    near(at_level(4, 14, 10), 9, 1e-12);
    near(at_level(4, 14, 25), 24, 1e-12);
    near(at_level(4, 14, 0.5), 0.1, 1e-12);
}

TEST(of_the_plays_kept_the_best_and_the_one_made_are_not_enough)
{
    struct candidate c[6] = {{.equity = 0.5f}, {.equity = 0.4f}, {.equity = 0.3f}, {.equity = 0.2f}, {.equity = 0.1f}};
    struct play_analysis p = {.candidates = c, .n = 5, .n_legal = 9};
    float lost[DIFFICULTY_CHOICES];
    assert_int_equal(play_choices(&p, lost), 9);
    assert_true(fabsf(lost[4] - 0.4f) < 1e-6f && fabsf(lost[8] - 0.8f) < 1e-6f); /* as much more each */
    p.n_legal = 40;
    assert_int_equal(play_choices(&p, lost), DIFFICULTY_CHOICES);
    p.n = 2;
    assert_int_equal(play_choices(&p, lost), 0);
    p.n_legal = 2;
    assert_int_equal(play_choices(&p, lost), 2);
    struct difficulty d = {.decisions = 0};
    add(&d, DIFFICULTY_CONTACT, lost, 2);
    assert_false(isnan(difficulty_pr(&d, 5)));
    difficulty_add(&d, NULL);
    assert_true(isnan(difficulty_pr(&d, 5)));
}

TEST(what_is_left_away_leaves_the_difficulty_as_it_is)
{
    struct candidate c[6] = {{.equity = 0.5f}, {.equity = 0.4f}, {.equity = 0.3f}, {.equity = 0.2f}, {.equity = 0.1f}};
    struct play_analysis p = {.candidates = c, .n = 5, .n_legal = 9};
    struct annotation a = {.play = &p};
    struct event e = {.kind = EVENT_PLAY, .annotations = &a};
    struct game g = {.events = &e, .n_events = 1};
    struct annotation_set set = {.own = true};
    struct match m = {.games = &g, .n_games = 1, .sets = &set, .n_sets = 1};
    float before[2], after[2];
    assert_true(play_difficulty(&p, before));
    match_keep(&m, KEPT_LEAST);
    assert_int_equal(p.n, 1);
    assert_true(play_difficulty(&p, after));
    assert_true(before[0] == after[0] && before[1] == after[1] && after[0] > 0);
}

TEST(a_sum_of_games_is_that_of_their_decisions)
{
    const float lost[] = {0, 0.03f, 0.08f};
    struct difficulty one = {.decisions = 0}, two = {.decisions = 0}, both = {.decisions = 0};
    add(&one, DIFFICULTY_CONTACT, lost, 3);
    add(&two, DIFFICULTY_CUBE, lost, 2);
    add(&two, DIFFICULTY_RACE, lost, 3);
    difficulty_join(&both, &one);
    difficulty_join(&both, &two);
    assert_int_equal(both.decisions, 3);
    near(both.at_15, one.at_15 + two.at_15, 1e-15);
    near(3 * difficulty_pr(&both, 7), difficulty_pr(&one, 7) + 2 * difficulty_pr(&two, 7), 1e-9);
}

/* ---- made-up matches, of which it is known how hard they truly are ---- */

/* Of `obvious` of them the best choice is far ahead. */
static double add_decision(double obvious, struct difficulty *d)
{
    float lost[5] = {0};
    struct difficulty one = {.decisions = 0};
    const int n = 2 + (int)(4 * random_uniform(&seed));
    const double apart = random_uniform(&seed) < obvious ? 2 : 0.04;
    for (int i = 1; i < n; i++)
        lost[i] = lost[i - 1] + (float)(apart * (0.5 - log(random_uniform(&seed))));
    add(&one, DIFFICULTY_CONTACT, lost, n);
    difficulty_join(d, &one);
    return one.at_5;
}

/* What players truly lose scatters around what is expected with a variance of 0.8 (docs/lab/study.md), and all of one's
 * decisions together by 10 %. */
static double play(int decisions, double obvious, struct difficulty *d)
{
    const double part = sqrt(0.8);
    double truly = 0;
    for (int i = 0; i < decisions; i++)
        truly += (1 - part - part * log(random_uniform(&seed))) * add_decision(obvious, d);
    return truly * (1 + 0.1 * sqrt(3) * (2 * random_uniform(&seed) - 1));
}

struct said {
    int harder, wrongly;
};

static struct said say(int matches, int decisions, double obvious)
{
    struct said s = {0, 0};
    for (int i = 0; i < matches; i++) {
        struct difficulty_of_both d = {.level = 5};
        double truly[2];
        truly[0] = play(decisions, 0.1, &d.of[0]) / decisions;
        truly[1] = play(decisions, obvious, &d.of[1]) / decisions;
        const int harder = difficulty_harder(&d);
        s.harder += harder != NOBODY;
        s.wrongly += harder != NOBODY && truly[harder] <= truly[!harder];
    }
    return s;
}

TEST(harder_is_seldom_said_where_it_is_not_true)
{
    enum { MATCHES = 2000 };
    const int decisions[] = {20, 60, 200};
    int harder = 0, wrongly = 0;
    seed = 11;
    for (int i = 0; i < 3; i++)
        for (double obvious = 0.1; obvious < 1; obvious += 0.2) {
            const struct said s = say(MATCHES, decisions[i], obvious);
            assert_true(s.wrongly <= MATCHES * 25 / 1000); /* the range promises 2.5 % on either side */
            harder += s.harder;
            wrongly += s.wrongly;
        }
    assert_true(harder > MATCHES);
    assert_true(wrongly < harder * 5 / 100);
}

TEST(harder_is_said_where_it_is_plain)
{
    seed = 13;
    const struct said much = say(200, 150, 0.8), nothing = say(200, 150, 0.1);
    assert_true(much.harder >= 100);
    assert_true(nothing.harder <= 10);
}

TEST(a_range_holds_what_is_true_in_at_least_nineteen_of_twenty)
{
    enum { MATCHES = 2000 };
    int within = 0;
    seed = 17;
    for (int i = 0; i < MATCHES; i++) {
        struct difficulty d = {.decisions = 0};
        const double truly = 500 * play(80, 0.1, &d) / 80;
        const struct difficulty_range r = difficulty_range(&d, 5);
        within += r.low <= truly && truly <= r.high;
        assert_true(r.low < r.pr && r.pr < r.high);
    }
    assert_true(within >= MATCHES * 95 / 100);
}

TEST_MAIN(NULL, NULL)
