/* Direct calls about positions (kibitzer_position.h), as a program that links the library makes them. */
#include "support/assertions.h"
#include "support/engine_things.h"

#include <math.h>
#include <string.h>

#include "kibitzer_position.h"

enum { MANY = 2000 };

static struct kibitzer_engine *an_engine(void)
{
    struct kibitzer_options *o = kibitzer_options_new("eval", NULL);
    if (kept_tables() != NULL)
        assert_int_equal(kibitzer_options_set(o, "bearoff", kept_tables(), NULL), KIBITZER_OK);
    struct kibitzer_engine *e = kibitzer_engine_new(o, NULL);
    assert_non_null(e);
    kibitzer_options_free(o);
    return e;
}

/* Boards that play leads to, each seen by the player on roll. */
static void fill(int8_t *boards)
{
    static int8_t after[KIBITZER_PLAYS_MAX][KIBITZER_BOARD];
    kibitzer_board_start(boards);
    for (int i = 1; i < MANY; i++) {
        const int n = kibitzer_legal_plays(boards + (i - 1) * KIBITZER_BOARD, 1 + i % 6, 1 + i / 7 % 6, after[0], NULL,
                                           KIBITZER_PLAYS_MAX, NULL);
        assert_in_range(n, 0, KIBITZER_PLAYS_MAX);
        int8_t *next = boards + i * KIBITZER_BOARD;
        if (n == 0 || i % 40 == 0)
            kibitzer_board_start(next);
        else
            kibitzer_board_flip(after[i * 31 % n], next);
    }
}

TEST(boards_have_the_same_chances_alone_and_among_many_with_any_number_of_threads)
{
    static int8_t boards[MANY * KIBITZER_BOARD];
    static float one[MANY * KIBITZER_CHANCES], three[MANY * KIBITZER_CHANCES];
    struct kibitzer_engine *e = an_engine();
    fill(boards);
    assert_int_equal(kibitzer_evaluate(e, boards, MANY, one, 1, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_evaluate(e, boards, MANY, three, 3, NULL), KIBITZER_OK);
    assert_memory_equal(one, three, sizeof one);
    for (int i = 0; i < MANY; i += 97) {
        double alone[KIBITZER_EVALUATION];
        struct kibitzer_position *p = kibitzer_position_of(boards + i * KIBITZER_BOARD, NULL);
        assert_non_null(p);
        if (kibitzer_position_evaluate(e, p, "0ply", alone, NULL) == KIBITZER_OK)
            for (int k = 0; k < KIBITZER_CHANCES; k++)
                assert_float_equal(alone[k], one[i * KIBITZER_CHANCES + k], 1e-6);
        kibitzer_position_free(p);
    }
    kibitzer_engine_free(e);
}

TEST(states_are_worth_what_their_positions_are)
{
    enum { N = 40 };
    static int8_t boards[MANY * KIBITZER_BOARD];
    static int32_t states[N * KIBITZER_STATE];
    static float one[N * KIBITZER_EVALUATION], three[N * KIBITZER_EVALUATION];
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_engine *e = an_engine();
    fill(boards);
    for (int i = 0; i < N; i++) {
        const int32_t seven[KIBITZER_STATE] = {1 << i % 3, i % 3 == 0 ? 0 : 1 - i % 2 * 2, 7, i % 6, i / 7, 0, 0, 0};
        const int32_t money[KIBITZER_STATE] = {2, -1, 0, 0, 0, 0, 1, 1};
        memcpy(states + i * KIBITZER_STATE, i % 5 == 0 ? money : seven, sizeof seven);
    }
    assert_int_equal(kibitzer_evaluate_states(e, boards, states, N, "0ply", one, 1, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_evaluate_states(e, boards, states, N, "0ply", three, 3, NULL), KIBITZER_OK);
    assert_memory_equal(one, three, sizeof one);
    for (int i = 0; i < N; i++) {
        double alone[KIBITZER_EVALUATION];
        struct kibitzer_position *p = kibitzer_position_of(boards + i * KIBITZER_BOARD, NULL);
        for (int k = 0; k < KIBITZER_STATE; k++)
            assert_int_equal(kibitzer_position_set(p, KIBITZER_POSITION_CUBE + k, states[i * KIBITZER_STATE + k], NULL),
                             KIBITZER_OK);
        assert_int_equal(kibitzer_position_evaluate(e, p, "0ply", alone, NULL), KIBITZER_OK);
        for (int k = 0; k < KIBITZER_EVALUATION; k++)
            assert_float_equal(alone[k], one[i * KIBITZER_EVALUATION + k], 1e-6);
        kibitzer_position_free(p);
    }
    states[3 * KIBITZER_STATE] = 3;
    assert_int_equal(kibitzer_evaluate_states(e, boards, states, N, "0ply", one, 1, c), KIBITZER_MISUSE);
    assert_non_null(strstr(kibitzer_call_message(c), "position 3: "));
    assert_int_equal(kibitzer_evaluate_states(e, boards, NULL, 1, "9ply", one, 1, c), KIBITZER_UNKNOWN);
    assert_int_equal(kibitzer_evaluate_states(e, NULL, NULL, 1, NULL, one, 1, c), KIBITZER_MISUSE);
    kibitzer_engine_free(e);
    kibitzer_call_free(c);
}

TEST(equities_and_chances_are_converted)
{
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_position *money = kibitzer_position_new("4HPwATDgc/ABMA:cAkAAAAAAAAA", NULL);
    struct kibitzer_position *last = kibitzer_position_new("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:2:0:3:10", NULL);
    struct kibitzer_position *away = kibitzer_position_new("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:0:0:7:10", NULL);
    assert_true(isnan(kibitzer_position_mwc(e, money, 0.5)));
    assert_true(isnan(kibitzer_position_mwc(e, NULL, 0.5)));
    assert_true(isnan(kibitzer_position_equity(NULL, last, 0.5)));
    assert_float_equal(kibitzer_position_mwc(e, last, 0.5), 0.75, 1e-12); /* double match point */
    assert_float_equal(kibitzer_position_equity(e, last, 0.25), -0.5, 1e-12);
    const double mwc = kibitzer_position_mwc(e, away, 0.3);
    assert_true(mwc > 0.5 && mwc < 1);
    assert_float_equal(kibitzer_position_equity(e, away, mwc), 0.3, 1e-9);
    kibitzer_position_free(money);
    kibitzer_position_free(last);
    kibitzer_position_free(away);
    kibitzer_engine_free(e);
}

TEST(legal_plays_come_with_steps_that_lead_to_their_boards)
{
    int8_t start[KIBITZER_BOARD], after[32][KIBITZER_BOARD], plays[32][KIBITZER_PLAY];
    kibitzer_board_start(start);
    const int n = kibitzer_legal_plays(start, 3, 1, after[0], plays[0], 32, NULL);
    assert_int_equal(n, 16);
    for (int i = 0; i < n; i++) {
        int8_t b[KIBITZER_BOARD];
        memcpy(b, start, sizeof b);
        for (int k = 0; k < KIBITZER_PLAY && plays[i][k] >= 0; k += 2) {
            b[plays[i][k]]--;
            b[plays[i][k + 1]]++; /* nothing can be hit from here */
        }
        assert_memory_equal(b, after[i], sizeof b);
    }
    assert_int_equal(kibitzer_legal_plays(start, 3, 1, after[0], NULL, 2, NULL), 16); /* counted, two written */
}

TEST(plays_are_ranked_and_the_best_opening_three_one_makes_the_five_point)
{
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_position *p = kibitzer_position_new("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", NULL);
    struct kibitzer_cursor *k = kibitzer_position_plays(e, p, "0ply", NULL);
    assert_non_null(k);
    kibitzer_position_free(p); /* the cursor needs it no more */
    double before = INFINITY;
    int n = 0;
    while (kibitzer_cursor_next(k, NULL) == 1) {
        if (n++ == 0)
            assert_string_equal(kibitzer_cursor_text(k, 0), "8/5 6/5");
        assert_true(kibitzer_cursor_number(k, 1) <= before);
        before = kibitzer_cursor_number(k, 1);
    }
    assert_int_equal(n, 16);
    assert_null(kibitzer_cursor_text(k, 0));
    assert_string_equal(kibitzer_cursor_name(k, 1), "cubeful");
    kibitzer_cursor_free(k);
    kibitzer_engine_free(e);
}

TEST(the_cube_has_a_verdict_and_a_dead_one_none)
{
    double out[KIBITZER_CUBE];
    const char *verdict = NULL;
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_position *p = kibitzer_position_new("XGID=-BBBBBB---aa-a---a-bbba---:0:0:1:00:0:0:0:7:10", NULL);
    assert_non_null(p);
    assert_int_equal(kibitzer_position_cube(e, p, "1ply", out, &verdict, NULL), KIBITZER_OK);
    assert_non_null(verdict);
    assert_true(out[KIBITZER_CUBE_BEST] >= out[KIBITZER_NO_DOUBLE]);
    assert_int_equal(kibitzer_position_set(p, KIBITZER_POSITION_SCORE, 6, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_position_set(p, KIBITZER_POSITION_CRAWFORD, 1, NULL), KIBITZER_OK);
    assert_int_equal(kibitzer_position_cube(e, p, "0ply", out, &verdict, NULL), KIBITZER_OK);
    assert_true(isnan(out[KIBITZER_DOUBLE_TAKE]));
    kibitzer_position_free(p);
    kibitzer_engine_free(e);
}

struct answer {
    const char *id, *best, *other;
    double equity, other_equity; /* by hand, of the player who answers; NAN = not asked for */
};

/* Four of 36 rolls (66, 55, 44, 33) bear off both chequers on the 6 point; 29 bear off those on 4 and 1, and 34 the
 * opponent's last one on the 4 point. Nobody gets another roll. */
static const struct answer answers[] = {
    {"AQAAgAEAAAAAAA:cCEAAAAAAAAA", "accept", "refuse", 1, 1 - 8 / 36.0}, /* the resigner is on roll */
    {"AQAAgAEAAAAAAA:cCkAAAAAAAAA", "accept", "refuse", 1, -1 + 8 / 36.0}, /* the opponent is */
    {"XGID=-A--A----------------a----:0:0:1:D:0:0:0:0:10", "pass", "take", -1, -2 * 22 / 36.0},
    {"XGID=------B-----------------a-:0:0:1:D:0:0:1:0:10", "take", "pass", 2 * 28 / 36.0, -1},
    {"XGID=------B-----------------a-:0:0:1:D:0:0:2:0:10", "beaver", "take", 4 * 28 / 36.0, 2 * 28 / 36.0},
};

static void check_answer(struct kibitzer_engine *e, const struct answer *a, struct kibitzer_options *o)
{
    double out[KIBITZER_CUBE];
    const char *verdict = NULL;
    struct kibitzer_position *p = kibitzer_position_new(a->id, NULL);
    assert_non_null(p);
    assert_int_equal(kibitzer_position_cube(e, p, NULL, out, &verdict, NULL), KIBITZER_OK);
    assert_string_equal(verdict, a->best);
    assert_float_equal(out[KIBITZER_CUBE_BEST], a->equity, 1e-4);
    assert_true(isnan(out[KIBITZER_NO_DOUBLE]));
    if (strcmp(a->other, "take") == 0)
        assert_float_equal(out[KIBITZER_DOUBLE_TAKE], a->other_equity, 1e-4);
    struct kibitzer_cursor *k = kibitzer_position_rollout(e, p, o, 1, 1, NULL);
    assert_non_null(k);
    assert_int_equal(kibitzer_cursor_next(k, NULL), 1);
    assert_string_equal(kibitzer_cursor_text(k, 0), a->best);
    assert_float_equal(kibitzer_cursor_number(k, 1), a->equity, 1e-4);
    assert_int_equal(kibitzer_cursor_next(k, NULL), 1);
    assert_string_equal(kibitzer_cursor_text(k, 0), a->other);
    assert_float_equal(kibitzer_cursor_number(k, 1), a->other_equity, 1e-4);
    assert_float_equal(kibitzer_cursor_number(k, 10), (a->equity - a->other_equity), 1e-4);
    kibitzer_cursor_free(k);
    kibitzer_position_free(p);
}

TEST(what_waits_is_answered_by_whoever_has_to)
{
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_options *o = kibitzer_options_new("rollout", NULL);
    assert_int_equal(kibitzer_options_set(o, "trials", "36", NULL), KIBITZER_OK);
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        check_answer(e, &answers[i], o);
    kibitzer_options_free(o);
    kibitzer_engine_free(e);
}

static int stop_at_once(void *context, const struct kibitzer_progress *p)
{
    assert_true(kibitzer_progress_fraction(p) >= 0);
    ++*(int *)context;
    return 1;
}

TEST(a_rollout_has_errors_and_can_be_stopped)
{
    int reports = 0;
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = kibitzer_options_new("rollout", c);
    struct kibitzer_position *p = kibitzer_position_new("XGID=---ABCDBBA-----aabbdcaa---:0:0:1:31:0:0:0:0:10", c);
    assert_int_equal(kibitzer_options_set(o, "trials", "36", c), KIBITZER_OK);
    struct kibitzer_cursor *k = kibitzer_position_rollout(e, p, o, 2, 2, c);
    assert_non_null(k);
    double best = 0;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(kibitzer_cursor_next(k, c), 1);
        assert_true(kibitzer_cursor_number(k, 2) > 0 && kibitzer_cursor_number(k, 2) < 1);
        assert_float_equal(kibitzer_cursor_number(k, 9), 36, 0);
        assert_true(i == 0 || kibitzer_cursor_number(k, 1) <= best);
        best = kibitzer_cursor_number(k, 1);
    }
    assert_int_equal(kibitzer_cursor_next(k, c), 0);
    kibitzer_cursor_free(k);
    kibitzer_call_on_progress(c, stop_at_once, &reports, 0);
    assert_null(kibitzer_position_rollout(e, p, o, 2, 1, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_CANCELLED);
    assert_true(reports > 0);
    kibitzer_position_free(p);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
    kibitzer_engine_free(e);
}

TEST(ids_go_in_and_out)
{
    static const char id[] = "XGID=-b----E-C---eE---c-e----B-:1:1:1:52:2:3:0:7:10";
    struct kibitzer_position *p = kibitzer_position_new(id, NULL);
    char *again = kibitzer_position_id(p, "xgid", NULL), *gnubg = kibitzer_position_id(p, "gnubg", NULL);
    assert_string_equal(again, id);
    struct kibitzer_position *q = kibitzer_position_new(gnubg, NULL);
    for (int i = KIBITZER_POSITION_DIE_1; i <= KIBITZER_POSITION_CRAWFORD; i++)
        assert_int_equal(kibitzer_position_number(p, (enum kibitzer_position_number)i),
                         kibitzer_position_number(q, (enum kibitzer_position_number)i));
    assert_int_equal(kibitzer_position_number(p, KIBITZER_POSITION_CUBE_OWNER), 1);
    kibitzer_free(again);
    kibitzer_free(gnubg);
    kibitzer_position_free(p);
    kibitzer_position_free(q);
}

TEST(nonsense_is_refused_with_a_code_and_words)
{
    int8_t crowded[KIBITZER_BOARD] = {0};
    float out[KIBITZER_CHANCES];
    crowded[6] = 16;
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_engine *e = an_engine();
    assert_non_null(kibitzer_board_problem(crowded));
    assert_null(kibitzer_position_new("no position", c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNKNOWN);
    assert_true(kibitzer_call_message(c)[0] != '\0');
    assert_null(kibitzer_position_new(NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_position_of(crowded, c));
    assert_int_equal(kibitzer_evaluate(e, crowded, 1, out, 1, c), KIBITZER_MISUSE);
    assert_non_null(strstr(kibitzer_call_message(c), "more than fifteen chequers"));
    crowded[6] = 15;
    assert_int_equal(kibitzer_evaluate(e, crowded, 1, out, 0, c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_legal_plays(crowded, 7, 1, NULL, NULL, 0, c), KIBITZER_MISUSE);
    assert_null(kibitzer_position_plays(e, NULL, NULL, c));
    assert_int_equal(kibitzer_position_number(NULL, KIBITZER_POSITION_CUBE), -2);
    kibitzer_position_free(NULL);
    kibitzer_cursor_free(NULL);
    kibitzer_engine_free(e);
    kibitzer_call_free(c);
}

TEST_MAIN(NULL, NULL)
