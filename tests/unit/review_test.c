/* A tournament's review: made-up players of whom it is known whether they played otherwise than usually. */
#include "support/assertions.h"
#include "support/random.h"

#include <math.h>
#include <string.h>

#include "collection/review.h"

static uint64_t seed;

enum { HERE = 5, USUAL = 20, GAMES = 5, MOST = (HERE + USUAL) * GAMES, DECISIONS = 16 };

/* Errors are few and skewed: an exponential one in three decisions; games differ in how hard they are by a fifth. */
static struct review_game play(int match, bool here, int number, double rate)
{
    struct review_game g = {.match = match, .here = here, .half = number >= GAMES / 2, .decisions = DECISIONS};
    const double hard = 1 + 0.2 * sqrt(3) * (2 * random_uniform(&seed) - 1);
    g.score = (enum review_score)(SCORE_LEVEL + (match + number) % 3);
    for (int i = 0; i < DECISIONS; i++) {
        const float expected[2] = {(float)(5 * hard / 500), (float)(15 * hard / 500)};
        difficulty_add(&g.difficulty, expected);
        if (random_uniform(&seed) < 1 / 3.0)
            g.lost -= 3 * hard * rate / 500 * log(random_uniform(&seed));
    }
    return g;
}

static void tournament(double usual, double first_half, double second_half, struct review *out)
{
    struct review_game game[MOST];
    size_t n = 0;
    for (int m = 0; m < HERE + USUAL; m++)
        for (int k = 0; k < GAMES; k++)
            game[n++] = play(m + 1, m < HERE, k, m >= HERE ? usual : k < GAMES / 2 ? first_half : second_half);
    *out = (struct review){.matches = HERE, .usual_matches = USUAL};
    review_of(game, n, out);
}

static const struct review_part *part(const struct review *r, enum review_kind kind, const char *name)
{
    for (int i = 0; i < r->n; i++)
        if (r->part[i].kind == kind && strcmp(r->part[i].name, name) == 0)
            return &r->part[i];
    fail_msg("there is no %s", name);
    return NULL;
}

TEST(nothing_is_called_a_difference_where_there_is_none)
{
    enum { PLAYERS = 1000 };
    int whole = 0, any = 0;
    double difference = 0;
    seed = 3;
    for (int i = 0; i < PLAYERS; i++) {
        struct review r;
        bool of_parts = false;
        tournament(6, 6, 6, &r);
        assert_true(r.n == 1 + HERE + 2 + 3);
        whole += r.part[0].verdict != 0;
        difference += r.part[0].difference;
        for (int k = 1; k < r.n; k++)
            of_parts = of_parts || r.part[k].verdict != 0;
        any += of_parts;
    }
    assert_true(whole <= PLAYERS * 5 / 100);
    assert_true(any <= PLAYERS * 5 / 100); /* in eleven parts of a tournament together */
    assert_true(fabs(difference / PLAYERS) < 0.2);
}

TEST(who_plays_much_worse_or_better_is_found_and_the_half_in_which)
{
    enum { PLAYERS = 200 };
    int worse = 0, better = 0, second = 0, first = 0;
    seed = 5;
    for (int i = 0; i < PLAYERS; i++) {
        struct review r;
        tournament(6, 16, 16, &r);
        worse += r.part[0].verdict > 0;
        assert_true(r.part[0].low < r.part[0].difference && r.part[0].difference < r.part[0].high);
        tournament(14, 3, 3, &r);
        better += r.part[0].verdict < 0;
        tournament(6, 6, 22, &r);
        second += part(&r, REVIEW_HALF, "second half")->verdict > 0;
        first += part(&r, REVIEW_HALF, "first half")->verdict != 0;
    }
    assert_true(worse > PLAYERS * 9 / 10);
    assert_true(better > PLAYERS * 9 / 10);
    assert_true(second > PLAYERS * 8 / 10);
    assert_true(first <= PLAYERS * 2 / 100);
}

/* What is lost more is what the decisions are harder. */
TEST(harder_decisions_are_no_worse_play)
{
    struct review_game game[MOST];
    size_t n = 0;
    struct review r = {.matches = HERE, .usual_matches = USUAL};
    seed = 7;
    for (int m = 0; m < HERE + USUAL; m++)
        for (int k = 0; k < GAMES; k++) {
            struct review_game g = play(m + 1, m < HERE, k, 6);
            if (m < HERE) {
                g.lost *= 3;
                g.difficulty.at_5 *= 3, g.difficulty.at_15 *= 3, g.difficulty.squares *= 9;
            }
            game[n++] = g;
        }
    review_of(game, n, &r);
    assert_true(r.part[0].usual > 2.5 * r.usual_pr);
    assert_true(fabs(r.part[0].difference) < r.usual_pr);
    assert_int_equal(r.part[0].verdict, 0);
}

TEST(of_too_few_matches_and_decisions_nothing_is_said)
{
    struct review_game game[MOST];
    size_t n = 0;
    seed = 9;
    for (int k = 0; k < 30; k++)
        game[n++] = play(k + 1, k == 0, 0, 6);
    struct review r = {.matches = 1, .usual_matches = 29};
    review_of(game, n, &r);
    assert_int_equal(r.n, 0); /* 16 decisions */
    assert_false(isnan(r.usual_pr));
    r.usual_matches = REVIEW_USUAL_MATCHES - 1;
    game[1].here = true;
    review_of(game, n, &r);
    assert_int_equal(r.n, 0);
    r.usual_matches = 28;
    review_of(game, n, &r);
    assert_true(r.n > 0);
}

TEST_MAIN(NULL, NULL)
