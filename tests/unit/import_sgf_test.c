/* The SGF reader, one trait a test. Whole files with their records are in fixtures/sgf. */
#include "support/reading.h"

#include <math.h>
#include <string.h>

#include "import/readers.h"
#include "import/sgf/sgf_moves.h"

static const struct match *read(struct reading *r, const char *text)
{
    return read_by(r, importer_find("sgf"), text);
}

#define ROOT "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]PW[Ann]PB[Bo]"
#define MATCH ROOT "MI[length:5][game:0][ws:1][bs:2]RU[Crawford]"
#define MONEY ROOT "MI[length:0][game:0][ws:0][bs:0]RU[Jacoby]"
#define DA_TWO "DA[E ver 3 2C 1 0.000000 1 0.5 0.1 0 0.1 0 0.02 0.03 0.5 0.1 0 0.1 0 0.02 -0.25]"

TEST(letters_name_places_seen_by_the_mover)
{
    assert_int_equal(sgf_point('a', 0), 1);
    assert_int_equal(sgf_point('x', 0), 24);
    assert_int_equal(sgf_point('a', 1), 24);
    assert_int_equal(sgf_point('y', 1), BOARD_BAR);
    assert_int_equal(sgf_point('z', 0), 0);
    assert_int_equal(sgf_point('A', 0), -1);
}

TEST(merged_and_disordered_steps_are_taken_apart)
{
    struct board b;
    struct play play;
    board_start(&b, VARIANT_BACKGAMMON);
    assert_true(sgf_play(span_of("xm"), 0, &b, (int[]){6, 5}, &play)); /* 24/13 */
    assert_int_equal(play.n, 2);
    assert_false(sgf_play(span_of("xl"), 0, &b, (int[]){6, 5}, &play)); /* 24/12 */
    assert_int_equal(play.n, -1);
    assert_false(sgf_play(span_of("hd"), 0, &b, (int[]){6, 5}, &play)); /* 8/4 can be made, but not so */
    assert_int_equal(play.n, 1);
}

TEST(a_double_by_the_doubled_player_is_a_beaver_and_then_a_raccoon)
{
    struct reading r;
    const struct match *m = read(&r, MONEY ";W[31hefe];B[double];W[double];B[double];W[take];B[31qtst])");
    const struct event *e = m->games[0].events;
    assert_int_equal(m->games[0].n_events, 6);
    assert_int_equal(e[2].kind, EVENT_BEAVER);
    assert_int_equal(e[2].value, 4);
    assert_int_equal(e[3].kind, EVENT_RACCOON);
    assert_int_equal(e[3].value, 8);
    reading_done(&r);
}

TEST(a_result_by_resignation_becomes_events)
{
    struct reading r;
    const struct match *m = read(&r, MATCH "RE[B+2R];W[31hefe])");
    const struct game *g = &m->games[0];
    assert_int_equal(g->n_events, 3);
    assert_int_equal(g->events[1].kind, EVENT_RESIGN);
    assert_int_equal(g->events[1].player, 0);
    assert_int_equal(g->events[1].value, 2);
    assert_int_equal(g->winner, 1);
    assert_int_equal(g->score[1], 2);
    reading_done(&r);
}

TEST(in_matches_cube_values_stay_mwc)
{
    struct reading r;
    const struct match *m = read(&r, MATCH ";W[31hefe]" DA_TWO ")");
    const struct cube_analysis *c = event_annotation(&m->games[0].events[0], 0)->cube;
    assert_true(isnan(c->nd) && isnan(c->dt));
    assert_float_equal(c->dp, 1, 0);
    assert_float_equal(c->branch[1].mwc, -0.25F, 0);
    assert_true(c->level.cubeful && c->level.plies == 2);
    assert_string_equal(m->sets[0].engine, "GNU Backgammon");
    assert_string_equal(m->sets[0].version, "1.07.001");
    reading_done(&r);
}

TEST(in_money_play_they_are_equities_and_points)
{
    struct reading r;
    const struct match *m = read(&r, MONEY "CV[4];W[31hefe]" DA_TWO "LU[0.5]GB[2])");
    const struct annotation *a = event_annotation(&m->games[0].events[0], 0);
    assert_float_equal(a->cube->nd, 0.03F, 0);
    assert_float_equal(a->cube->dt, -0.25F, 0);
    assert_float_equal(a->cube->branch[1].mwc, -1, 0);
    assert_float_equal(a->luck_mwc, 2, 0);
    assert_int_equal(a->luck_mark, LUCK_VERY_UNLUCKY);
    reading_done(&r);
}

TEST(luck_beyond_all_bounds_is_kept_as_it_stands)
{
    struct reading r;
    const struct match *m = read(&r, MATCH ";W[31xufe]LU[1e39])");
    const struct annotation *a = event_annotation(&m->games[0].events[0], 0);
    assert_true(isnan(a->luck));
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "analysis LU[...] is not understood, kept unchanged");
    assert_string_equal(a->raw->name, "LU");
    assert_string_equal(a->raw->values[0], "1e39");
    reading_done(&r);
}

TEST(candidates_carry_their_error_and_boards)
{
    struct reading r;
    const struct match *m = read(&r, MATCH ";W[31xufe]A[1][hefe E ver 3 0.5 0.1 0 0.1 0 0.25 2C 0 1 0.000000 1]"
                                           "[xufe E ver 3 0.4 0.1 0 0.1 0 0.125 0C 0 1 0.000000 1]BM[1])");
    const struct annotation *a = event_annotation(&m->games[0].events[0], 0);
    assert_int_equal(a->play->n, 2);
    assert_int_equal(a->play->played, 1);
    assert_int_equal(a->play->n_legal, 16);
    assert_float_equal(a->play->error, 0.125F, 0);
    assert_true(isnan(a->play->error_mwc));
    assert_int_equal(a->play->candidates[0].after.point[5], 2);
    assert_int_equal(a->play_skill, SKILL_BAD);
    assert_null(a->play->candidates[0].raw);
    reading_done(&r);
}

/* Versions of DA, all with the same figures: the oldest with four numbers before the plies and no version, version 2
 * with the obsolete word, the present one, that of 1.08 with a flag more, one that inherits its version. */
TEST(every_version_of_a_cube_evaluation_gives_its_figures)
{
#define FIGURES " 0.5 0.1 0 0.1 0 0.02 0.03 0.5 0.1 0 0.1 0 0.02 -0.25]"
    static const char *const versions[] = {
        "DA[E 0 0 0 0 2C 0 1 0.500000" FIGURES, "DA[E ver 2 2C 0 1 0.500000 1" FIGURES,
        "DA[E ver 3 2C 1 0.500000 1" FIGURES,   "DA[E ver 3 2C 1 0.500000 1 0" FIGURES,
        "DA[E 2C 1 0.500000 1" FIGURES,
    };
#undef FIGURES
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct reading r;
        char text[400];
        snprintf(text, sizeof text, MONEY ";W[31hefe]%s)", versions[i]);
        const struct cube_analysis *c = event_annotation(&read(&r, text)->games[0].events[0], 0)->cube;
        assert_non_null(c);
        assert_int_equal(c->level.kind, EVAL_PLY);
        assert_int_equal(c->level.plies, 2);
        assert_true(c->level.cubeful);
        assert_float_equal(c->level.noise, 0.5F, 0);
        assert_float_equal(c->nd, 0.03F, 0);
        assert_float_equal(c->dt, -0.25F, 0);
        assert_true((c->raw == NULL) == (i == 2));
        reading_done(&r);
    }
}

TEST(every_version_of_a_play_s_evaluation_gives_its_figures)
{
    static const char *const versions[] = {
        "E 0.5 0.1 0 0.1 0 0.25 2C 0 1 0.500000",
        "E ver 2 0.5 0.1 0 0.1 0 0.25 2C 0 1 0.500000 1",
        "E ver 3 0.5 0.1 0 0.1 0 0.25 2C 0 1 0.500000 1",
        "E ver 3 0.5 0.1 0 0.1 0 0.25 2C 0 1 0.500000 1 0",
    };
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        struct reading r;
        char text[400];
        snprintf(text, sizeof text, MATCH ";W[31hefe]A[0][hefe %s])", versions[i]);
        const struct play_analysis *p = event_annotation(&read(&r, text)->games[0].events[0], 0)->play;
        assert_non_null(p);
        assert_int_equal(p->candidates[0].level.plies, 2);
        assert_float_equal(p->candidates[0].equity, 0.25F, 0);
        assert_float_equal(p->candidates[0].level.noise, 0.5F, 0);
        assert_true((p->candidates[0].raw == NULL) == (i == 2));
        reading_done(&r);
    }
}

#define OUTPUT "Output 0.45 0.1 0.01 0.12 0.01 -0.12 0.375 StdDev 0.001 0.002 0.003 0.004 0.005 0.006 0.007 "

TEST(a_rollout_comes_with_errors_and_settings)
{
    struct reading r;
    const struct match *m =
        read(&r, MATCH
             ";W[31hefe]A[0][hefe X ver 3 Score -0.25 -0.12 Trials 1296 " OUTPUT
             "SK 2 RC 1 1 0 1 1 1 11 1 0 5 \"Mersenne Twister\" 4294967295  cube0 ver 3 1C 1 0.000000 1  cheq0 ver "
             "3 2C 1 0.250000 1 filt0 0 8 0.16000 -1 0 0.00000  latecheq0 ver 3 0 1 0.000000 1 cheqtrunc ver 3 "
             "3C 1 0.000000 1])");
    const struct candidate *c = event_annotation(&m->games[0].events[0], 0)->play->candidates;
    assert_int_equal(c->level.kind, EVAL_ROLLOUT);
    assert_int_equal(c->level.trials, 1296);
    assert_float_equal(c->equity, -0.25F, 0);
    assert_float_equal(c->mwc, 0.375F, 0);
    assert_float_equal(c->stderror->outcome.lose_backgammon, 0.005F, 0);
    assert_float_equal(c->stderror->mwc, 0.007F, 0);
    assert_true(isnan(c->stderror->cubeful)); /* takes a table */
    const struct rollout_settings *s = c->rollout;
    assert_true(s->variance_reduction && s->quasi_random && s->stop_two_sided);
    assert_false(s->opening || s->stop_one_sided);
    assert_int_equal(s->truncation, 11);
    assert_int_equal(s->late_from, 5);
    assert_string_equal(s->dice, "Mersenne Twister");
    assert_true(s->seed == 4294967295L);
    assert_int_equal(s->early.chequer.plies, 2);
    assert_float_equal(s->early.chequer.noise, 0.25F, 0);
    assert_int_equal(s->early.cube.plies, 1);
    assert_false(s->late.chequer.cubeful);
    assert_int_equal(s->late.cube.kind, EVAL_NONE);
    assert_int_equal(s->last.chequer.plies, 3);
    assert_non_null(c->raw); /* move filters are kept word for word */
    reading_done(&r);
}

TEST(an_old_rollout_block_is_read_too)
{
    struct reading r;
    const struct match *m = read(&r, MONEY "CV[2];W[31hefe]A[0][hefe R Score -0.25 Trials 144 " OUTPUT
                                           "RC 0 1 0 7 360 \"ISAAC\" 12 1 1 0];B[double]DA[R Trials 36 NoDouble " OUTPUT
                                           "DoubleTake " OUTPUT "RC 1 1 1 0 36 \"ISAAC\" 13 0 0 1])");
    const struct candidate *c = event_annotation(&m->games[0].events[0], 0)->play->candidates;
    assert_int_equal(c->level.trials, 144);
    assert_false(c->level.cubeful);
    assert_float_equal(c->equity, -0.25F, 0);
    assert_float_equal(c->cubeless, -0.12F, 0);
    assert_float_equal(c->stderror->cubeful, 0.007F, 0);
    assert_float_equal(c->stderror->mwc, 0.014F, 1e-6F);
    assert_int_equal(c->rollout->truncation, 7);
    assert_int_equal(c->rollout->max_trials, 360);
    assert_int_equal(c->rollout->seed, 12);
    assert_true(c->rollout->quasi_random && c->rollout->stop_two_sided && !c->rollout->stop_one_sided);
    const struct cube_analysis *d = event_annotation(&m->games[0].events[1], 0)->cube;
    assert_int_equal(d->level.trials, 36);
    assert_float_equal(d->branch[1].stderror->outcome.win, 0.001F, 0);
    assert_true(d->rollout->opening && d->rollout->stop_one_sided && !d->rollout->quasi_random);
    assert_string_equal(d->rollout->dice, "ISAAC");
    reading_done(&r);
}

TEST(trees_of_one_match_become_one_record)
{
    struct reading r;
    const char *second = "(;GM[6]PW[Ann]PB[Bo]MI[length:5][game:1][ws:2][bs:2];B[31qtst])";
    const char *other = "(;GM[6]PW[Cy]PB[Bo]MI[length:5][game:2][ws:2][bs:2];B[31qtst])";
    struct strbuf text = {0};
    strbuf_printf(&text, "%s%s%s", MATCH "RE[W+1];W[31hefe])", second, other);
    const struct match *m = read(&r, text.at);
    assert_int_equal(r.out.n, 2);
    assert_int_equal(m->n_games, 2);
    assert_int_equal(m->games[1].number, 2);
    assert_string_equal(r.out.at[1]->player[0].name, "Cy");
    strbuf_done(&text);
    reading_done(&r);
}

TEST(names_are_unescaped_and_unknown_properties_kept_raw)
{
    struct reading r;
    const struct match *m = read(&r, "(;FF[4]GM[6]PW[a \\] \\\\ b]PB[c]MI[length:1];W[31hefe]QQ[x\\]y][z])");
    assert_string_equal(m->player[0].name, "a ] \\ b");
    const struct property *p = m->games[0].events[0].properties;
    assert_string_equal(p->name, "QQ");
    assert_string_equal(p->values[0], "x\\]y");
    assert_string_equal(p->values[1], "z");
    reading_done(&r);
}

TEST(what_stands_twice_counts_once_and_is_kept)
{
    struct reading r;
    const struct match *m = read(&r, "(;FF[4]GM[6]MI[length:3]PW[a]PB[b]EV[e]EV[f]RU[Crawford][Jacoby]C[1]C[2]"
                                     ";W[31hefe]LU[0.1]LU[0.2]C[3][4]C[5])");
    const struct game *g = &m->games[0];
    const struct event *e = &g->events[0];
    assert_string_equal(m->info.event, "e");
    assert_true(m->rules.crawford);
    assert_string_equal(g->comment, "1\n2");
    assert_string_equal(property_find(g->properties, "EV")->values[0], "f");
    assert_string_equal(property_find(g->properties, "RU")->values[0], "Jacoby");
    assert_string_equal(e->comment, "3\n4\n5");
    assert_true(e->annotations->luck > 0.09F && e->annotations->luck < 0.11F);
    assert_string_equal(property_find(e->properties, "LU")->values[0], "0.2");
    assert_string_equal(property_find(e->properties, "LU")->format, "sgf-repeated");
    assert_diag(&r.d, SEVERITY_WARNING, 1, 0, "a second EV");
    assert_diag(&r.d, SEVERITY_WARNING, 1, 0, "expected one value");
    reading_done(&r);
}

TEST(boards_are_set_by_single_points_and_ranges)
{
    static const char *const texts[] = {"AW[a][b][c]AB[v][w][x][x]", "AW[a:c]AB[v:x][x]"};
    for (size_t i = 0; i < 2; i++) {
        struct reading r;
        char text[200];
        snprintf(text, sizeof text, "(;FF[4]GM[6];PL[B]AE[a:y]%s)", texts[i]);
        const struct event *e = &read(&r, text)->games[0].events[0];
        const struct board *b = event_board(e);
        assert_int_equal(e->kind, EVENT_SET_BOARD);
        assert_int_equal(e->player, 1);
        assert_int_equal(b->point[1], 2);
        assert_int_equal(b->point[3], 1);
        assert_int_equal(b->point[22], -1);
        assert_int_equal(b->off[0], 11);
        assert_int_equal(b->off[1], 12);
        reading_done(&r);
    }
}

/* However many events there are: they move while they grow. */
TEST(a_refused_resignation_leaves_its_node_what_it_says)
{
    for (int plays = 0; plays < 20; plays++) {
        struct reading r;
        struct strbuf text = {0};
        strbuf_puts(&text, "(;FF[4]GM[6]");
        for (int i = 0; i < plays; i++)
            strbuf_puts(&text, i % 2 == 0 ? ";W[66]" : ";B[66]");
        strbuf_puts(&text, plays % 2 == 0 ? ";W[66]" : ";B[66]");
        strbuf_puts(&text, "KT[:resign:B1]C[kept]XX[kept too])");
        const struct match *m = read(&r, text.at);
        const struct event *e = &m->games[0].events[plays];
        assert_int_equal(e[1].kind, EVENT_RESIGN);
        assert_string_equal(e->comment, "kept");
        assert_non_null(property_find(e->properties, "XX"));
        strbuf_done(&text);
        reading_done(&r);
    }
}

TEST(dice_at_the_end_are_a_roll_not_played)
{
    struct reading r;
    const struct match *m = read(&r, MATCH ";W[31hefe];PL[B]DI[43];B[43])");
    assert_int_equal(m->games[0].n_events, 2);
    assert_int_equal(m->games[0].events[1].kind, EVENT_ROLL);
    assert_int_equal(m->games[0].events[1].player, 1);
    reading_done(&r);
    m = read(&r, MATCH ";W[31hefe];PL[B]DI[43];C[a remark])");
    assert_int_equal(m->games[0].events[1].kind, EVENT_ROLL);
    reading_done(&r);
}

TEST(a_board_said_to_follow_belongs_to_the_play)
{
    struct reading r;
    /* no 66 from the bar is possible, so the dance is legal, but the next node says what stood there */
    const struct match *m =
        read(&r, MATCH ";PL[B]AE[a:y]AW[s][s][a]AB[y][x];B[66]KT[:after:next node];PL[W]AE[a:y]AW[s][s][a]AB[w][x])");
    const struct game *g = &m->games[0];
    assert_int_equal(g->n_events, 2);
    assert_true(g->events[1].flags & EVENT_AFTER_GIVEN);
    assert_int_equal(event_board(&g->events[1])->point[2], 1);
    reading_done(&r);
}

TEST(luck_that_was_not_analysed_is_no_annotation)
{
    struct reading r;
    const struct match *m =
        read(&r, "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b];W[31hefe]LU[-inf];B[41ablp]LU[0.25])");
    assert_null(m->games[0].events[0].annotations);
    assert_non_null(m->games[0].events[1].annotations);
    assert_int_equal(m->n_sets, 1);
    reading_done(&r);
}

TEST(words_of_other_formats_stay_with_their_events)
{
    struct reading r;
    const struct match *m = read(&r, "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[a]PB[b]KT[xg:of:match][@*:of:game]"
                                     ";W[31hefe]KT[xg:flag:one][+::two];B[double]KT[:cube:8])");
    assert_string_equal(m->properties->name, "of");
    assert_string_equal(m->properties->format, "xg");
    assert_string_equal(m->games[0].properties->values[0], "game");
    assert_null(m->games[0].properties->format);
    const struct property *flag = m->games[0].events[0].properties;
    assert_int_equal(flag->n_values, 2);
    assert_string_equal(flag->values[1], "two");
    assert_int_equal(m->games[0].events[1].value, 8);
    assert_null(m->games[0].events[1].properties);
    reading_done(&r);
}

TEST_MAIN(NULL, NULL)
