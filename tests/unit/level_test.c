/* Levels by name, and the noise of the weaker ones. */
#include <math.h>
#include <string.h>

#include "support/test.h"

#include "engine/engine.h"
#include "engine/noise.h"
#include "support/pip_evaluator.h"

TEST(every_listed_name_is_a_level)
{
    int n = 0;
    for (const char *const *name = level_names(); *name; name++, n++) {
        struct level l;
        assert_true(level_parse(*name, &l));
        assert_string_equal(l.name, *name);
        assert_in_range(l.plies, 0, LEVEL_MAX_PLIES);
    }
    assert_int_equal(n, 14);
}

TEST(case_blanks_and_hyphens_do_not_matter)
{
    static const char *const written[] = {"World Class", "world-class", "WORLDCLASS", "world_class"};
    struct level l;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        assert_true(level_parse(written[i], &l));
        assert_string_equal(l.name, "worldclass");
        assert_int_equal(l.plies, 2);
    }
    assert_true(level_parse("Casual", &l));
    assert_string_equal(l.name, "casual");
    assert_true(level_parse("2-PLY", &l));
    assert_int_equal(l.plies, 2);
}

TEST(unknown_names_are_refused)
{
    static const char *const unknown[] = {"", "5ply", "2 plies", "worldclas", "worldclasss", "ply"};
    struct level l = {.name = "untouched"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        assert_false(level_parse(unknown[i], &l));
    assert_string_equal(l.name, "untouched");
}

TEST(weaker_levels_are_noisier)
{
    static const char *const weaker[] = {"beginner", "casual", "intermediate", "advanced", "expert"};
    struct level worse, better;
    for (int i = 0; i < 4; i++) {
        assert_true(level_parse(weaker[i], &worse) && level_parse(weaker[i + 1], &better));
        assert_true(worse.noise > better.noise);
    }
    assert_true(better.noise == 0);
}

/* ---- noise ---- */

static struct board some_board(int i)
{
    struct board b;
    board_start(&b, VARIANT_BACKGAMMON);
    b.point[6] = (int8_t)(b.point[6] - 1), b.point[2 + i % 4] = 1;
    b.point[13] = (int8_t)(b.point[13] - i / 4 % 3), b.point[9 + i / 12 % 2] = (int8_t)(i / 4 % 3);
    b.point[19] = (int8_t)(b.point[19] + i / 24 % 3), b.point[14 + i / 72 % 3] = (int8_t)(-(i / 24 % 3));
    return b;
}

TEST(the_same_position_is_always_misjudged_alike)
{
    struct noise_evaluator e;
    const struct board b = some_board(7);
    struct outcome once, again, plain;
    noise_evaluator_init(&e, &pip_evaluator, 0.06f, 0);
    e.base.eval(&e.base, NULL, &b, 1, &once);
    e.base.eval(&e.base, NULL, &b, 1, &again);
    pip_evaluator.eval(&pip_evaluator, NULL, &b, 1, &plain);
    assert_memory_equal(&once, &again, sizeof once);
    assert_true(once.win != plain.win);
    assert_true(once.win_gammon == plain.win_gammon && once.lose_gammon == plain.lose_gammon);
}

TEST(noise_has_its_deviation_and_no_bias)
{
    enum { N = 216 };
    struct noise_evaluator e;
    double sum = 0, squares = 0;
    noise_evaluator_init(&e, &pip_evaluator, 0.06f, 0);
    for (int i = 0; i < N; i++) {
        const struct board b = some_board(i);
        struct outcome o, plain;
        e.base.eval(&e.base, NULL, &b, 1, &o);
        pip_evaluator.eval(&pip_evaluator, NULL, &b, 1, &plain);
        const double error = (double)(o.win - plain.win);
        sum += error, squares += error * error;
    }
    assert_true(fabs(sum / N) < 3 * 0.06 / sqrt(N));
    assert_true(sqrt(squares / N) > 0.05 && sqrt(squares / N) < 0.07);
}

TEST(finished_games_are_never_misjudged)
{
    struct noise_evaluator e;
    const struct board won = {.point = {[20] = -5}, .off = {15, 10}};
    struct outcome o;
    noise_evaluator_init(&e, &pip_evaluator, 0.5f, 0);
    e.base.eval(&e.base, NULL, &won, 1, &o);
    assert_true(o.win == 1 && o.win_gammon == 0);
}

TEST(filters_are_read_for_each_depth)
{
    struct level l;
    assert_true(level_parse("3ply", &l));
    assert_true(level_set_filters(&l, "2,6,0.1/-"));
    assert_int_equal(l.filter[0].accept, 2);
    assert_int_equal(l.filter[0].extra, 6);
    assert_true(l.filter[0].threshold == 0.1f);
    assert_true(l.filter[1].accept < 0); /* no look one ply deep */
    assert_int_equal(l.filter[2].extra, 3); /* as it was */
    assert_true(level_set_filters(&l, "7,0.5"));
    assert_int_equal(l.filter[0].accept, 0);
    assert_int_equal(l.filter[0].extra, 7);
}

TEST(gnubgs_filters_have_names)
{
    struct level l, world_class, grandmaster;
    assert_true(level_parse("world class", &world_class));
    assert_true(level_parse("grandmaster", &grandmaster));
    assert_true(level_parse("2ply", &l));
    assert_true(level_set_filters(&l, "Normal"));
    assert_memory_equal(l.filter, world_class.filter, sizeof l.filter[0] * 2);
    assert_true(level_parse("3ply", &l));
    assert_true(level_set_filters(&l, "large"));
    assert_memory_equal(l.filter, grandmaster.filter, sizeof l.filter[0] * 3);
    assert_true(level_set_filters(&l, "huge"));
    assert_int_equal(l.filter[2].extra, 6);
    assert_true(level_parse("0ply", &l));
    assert_false(level_set_filters(&l, "tiny")); /* nothing to filter */
}

TEST(what_is_no_filter_changes_nothing)
{
    static const char *const bad[] = {"",      "x",      "1",      "-1,0.1", "5,-0.1",
                                      "5,nan", "5,0.1x", "5,0.1/", "-",      "5,0.1/5,0.1/5,0.1"};
    struct level l, before;
    assert_true(level_parse("2ply", &before));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        l = before;
        if (level_set_filters(&l, bad[i]))
            fail_msg("\"%s\" was taken for filters", bad[i]);
        assert_memory_equal(&l, &before, sizeof l);
    }
}

TEST(cubes_are_decided_as_deeply_as_plays_but_never_at_one_ply)
{
    for (const char *const *name = level_names(); *name != NULL; name++) {
        struct level l;
        assert_true(level_parse(*name, &l));
        assert_int_equal(level_of_cube(&l).plies, l.plies == 1 ? 2 : l.plies);
    }
}

TEST_MAIN(NULL, NULL)
