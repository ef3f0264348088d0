/* The JSON document: its keys as the command line promises them, null where nothing was analysed, escaping. */
#include "support/annotated.h"
#include "support/assertions.h"
#include "support/script.h"
#include "support/writing.h"

#include <json-c/json.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct json_object *document_with(struct match *m, const struct export_options *options)
{
    char *text = written_with(m, "json", options);
    struct json_object *o = json_tokener_parse(text);
    assert_non_null(o);
    assert_null(strstr(text, "-0,"));
    assert_null(strstr(text, "nan"));
    free(text);
    match_free(m);
    return o;
}

static struct json_object *document(struct match *m)
{
    struct export_options o;
    export_defaults(&o);
    return document_with(m, &o);
}

/* Follows "statistics/players/0/checker"; fails if a step is missing. NULL for a JSON null. */
static struct json_object *at(struct json_object *o, const char *path)
{
    char step[64];
    for (const char *p = path; *p != '\0';) {
        size_t n = strcspn(p, "/");
        memcpy(step, p, n);
        step[n] = '\0';
        p += n + (p[n] == '/');
        if (json_object_is_type(o, json_type_array))
            o = json_object_array_get_idx(o, (size_t)atoi(step));
        else if (!json_object_object_get_ex(o, step, &o))
            fail_msg("no %s in %s", step, path);
    }
    return o;
}

static void expect_number(struct json_object *o, const char *path, double expected)
{
    struct json_object *value = at(o, path);
    if (value == NULL || fabs(json_object_get_double(value) - expected) > 1e-6)
        fail_msg("%s is %s, expected %g", path, json_object_get_string(value), expected);
}

static void expect_text(struct json_object *o, const char *path, const char *expected)
{
    assert_string_equal(json_object_get_string(at(o, path)), expected);
}

TEST(the_document_has_its_parts)
{
    struct json_object *o = document(annotated_match(3));
    assert_int_equal(json_object_object_length(o), 5);
    assert_null(at(o, "certificate")); /* nobody asked for one */
    expect_text(o, "match/players/1/name", "Bo");
    expect_number(o, "match/length", 3);
    expect_text(o, "match/analysis/engine", "kibitzer");
    assert_int_equal(json_object_array_length(at(o, "games")), 1);
    assert_int_equal(json_object_array_length(at(o, "games/0/plies")), 4);
    assert_int_equal(json_object_array_length(at(o, "statistics/players")), 2);
    assert_int_equal(json_object_array_length(at(o, "statistics/games")), 1);
    json_object_put(o);
}

TEST(only_plies_that_are_asked_for_appear)
{
    struct export_options o;
    export_defaults(&o);
    o.show_move[SKILL_NONE] = o.show_move[SKILL_BAD] = o.show_move[SKILL_VERY_BAD] = false; /* doubtful ones */
    memset(o.show_cube, 0, sizeof o.show_cube);
    o.show_actual_cube = o.show_missed_cube = o.show_close_cube = false;
    struct json_object *d = document_with(annotated_match(3), &o);
    assert_int_equal(json_object_array_length(at(d, "games/0/plies")), 1);
    expect_number(d, "games/0/plies/0/number", 2);
    expect_text(d, "games/0/plies/0/marks/move", "doubtful");
    json_object_put(d);
    o.show_move[SKILL_DOUBTFUL] = false;
    o.show_cube[SKILL_VERY_BAD] = true; /* the wrong pass */
    d = document_with(annotated_match(3), &o);
    assert_int_equal(json_object_array_length(at(d, "games/0/plies")), 1);
    expect_text(d, "games/0/plies/0/action", "drop");
    expect_number(d, "statistics/players/1/checker/total_moves", 1); /* statistics are of all */
    json_object_put(d);
}

TEST(comments_can_be_left_out)
{
    struct export_options o;
    struct match *m = annotated_match(3);
    m->games[0].comment = "of the game";
    export_defaults(&o);
    o.annotations = false;
    struct json_object *d = document_with(m, &o);
    assert_null(at(d, "games/0/comment"));
    assert_null(at(d, "games/0/plies/1/comment"));
    json_object_put(d);
}

TEST(a_ply_carries_position_candidates_and_luck)
{
    struct json_object *o = document(annotated_match(3));
    expect_text(o, "games/0/plies/0/xgid", "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:3:10");
    expect_text(o, "games/0/plies/1/play", "24/23 13/9");
    expect_text(o, "games/0/plies/1/roll", "41");
    expect_number(o, "games/0/plies/1/moves/played", 2);
    expect_number(o, "games/0/plies/1/moves/error", 0.05);
    expect_number(o, "games/0/plies/1/moves/candidates_total", 2);
    expect_number(o, "games/0/plies/1/moves/candidates/1/difference", -0.05);
    expect_number(o, "games/0/plies/1/moves/candidates/1/probabilities/lose", 0.5);
    expect_number(o, "games/0/plies/1/moves/candidates/0/level/plies", 2);
    expect_number(o, "games/0/plies/1/moves/candidates/0/level/xg_plies", 3);
    expect_number(o, "games/0/plies/1/luck/mwc", 0.0625);
    expect_text(o, "games/0/plies/1/marks/move", "doubtful");
    expect_text(o, "games/0/plies/1/comment", "why not <24/20>?");
    assert_null(at(o, "games/0/plies/1/cube"));
    json_object_put(o);
}

TEST(a_cube_action_carries_three_equities_and_the_verdict)
{
    struct json_object *o = document(annotated_match(3));
    expect_number(o, "games/0/plies/2/cube/no_double", 0.5);
    expect_number(o, "games/0/plies/2/cube/double_take", 0.4);
    expect_number(o, "games/0/plies/2/cube/double_pass", 1);
    expect_text(o, "games/0/plies/2/cube/verdict", verdict_text(VERDICT_NO_DOUBLE_TAKE, false));
    expect_number(o, "games/0/plies/3/cube/answer_error_mwc", 0.06);
    assert_null(at(o, "games/0/plies/2/luck"));
    json_object_put(o);
}

TEST(a_rollout_carries_its_settings)
{
    struct match *m = annotated_match(3);
    struct game *g = &m->games[0];
    static const struct rollout_settings settings = {
        .truncation = 11, .seed = 7, .early = {{EVAL_PLY, .plies = 2}, {EVAL_PLY, .plies = 1}}};
    static struct rollout_error error = {.cubeful = 0.25f, .cubeless = 0.5f};
    struct candidate *c = event_annotation(&g->events[0], 0)->play->candidates;
    c->level = (struct eval_level){.kind = EVAL_ROLLOUT, .trials = 1296};
    c->rollout = &settings;
    c->stderror = &error;
    struct json_object *o = document(m);
#define FIRST "games/0/plies/0/moves/candidates/0/"
    expect_number(o, FIRST "level/trials", 1296);
    expect_number(o, FIRST "standard_error/equity", 0.25);
    expect_number(o, FIRST "rollout/truncation", 11);
    expect_number(o, FIRST "rollout/seed", 7);
    expect_number(o, FIRST "rollout/early/cube/level/plies", 1);
#undef FIRST
    json_object_put(o);
}

TEST(statistics_have_the_promised_keys)
{
    struct json_object *o = document(annotated_match(3));
    static const char *const keys[] = {"checker/total_moves",
                                       "checker/unforced_moves",
                                       "checker/doubtful",
                                       "checker/bad",
                                       "checker/very_bad",
                                       "checker/error_emg",
                                       "checker/error_mwc",
                                       "checker/error_rate_memg",
                                       "checker/rating",
                                       "luck/very_lucky",
                                       "luck/lucky",
                                       "luck/unlucky",
                                       "luck/very_unlucky",
                                       "luck/luck_emg",
                                       "luck/luck_mwc",
                                       "luck/luck_rate_memg",
                                       "luck/rating",
                                       "cube/total_decisions",
                                       "cube/close_or_actual",
                                       "cube/doubles",
                                       "cube/takes",
                                       "cube/passes",
                                       "cube/missed_double_below_cp/count",
                                       "cube/missed_double_above_cp/error_emg",
                                       "cube/wrong_double_below_dp/error_mwc",
                                       "cube/wrong_double_above_tg/count",
                                       "cube/wrong_take/count",
                                       "cube/wrong_pass/count",
                                       "cube/error_emg",
                                       "cube/error_mwc",
                                       "cube/error_rate_memg",
                                       "cube/rating",
                                       "overall/error_emg",
                                       "overall/error_mwc",
                                       "overall/error_rate_memg",
                                       "overall/decisions",
                                       "overall/snowie_error_rate",
                                       "overall/snowie_moves",
                                       "overall/pr",
                                       "overall/pr_decisions",
                                       "overall/rating",
                                       "overall/actual_result",
                                       "overall/luck_adjusted_result",
                                       "overall/unread_plays",
                                       "overall/abandoned_games",
                                       "overall/given_up_emg",
                                       "overall/given_up_mwc",
                                       "overall/luck_based_fibs_difference",
                                       "overall/error_based_fibs_rating",
                                       "overall/checker_rating_loss",
                                       "overall/cube_rating_loss",
                                       "overall/mwc_against_current_opponent",
                                       "name"};
    char path[128];
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (int who = 0; who < 2; who++) {
            snprintf(path, sizeof path, "statistics/players/%d/%s", who, keys[i]);
            at(o, path);
            snprintf(path, sizeof path, "statistics/games/0/players/%d/%s", who, keys[i]);
            at(o, path);
        }
    expect_number(o, "statistics/players/1/checker/error_rate_memg", 50);
    expect_number(o, "statistics/players/1/cube/wrong_pass/error_mwc", 0.06);
    expect_number(o, "statistics/players/1/overall/error_rate_memg", 325);
    expect_number(o, "statistics/players/0/overall/actual_result", 0.125);
    json_object_put(o);
}

TEST(money_play_holds_points_instead_of_winning_chances)
{
    struct json_object *o = document(annotated_match(0)), *unused;
    expect_number(o, "statistics/players/1/checker/error_points", 0.005);
    expect_number(o, "statistics/players/1/luck/luck_points", 0.0625);
    expect_number(o, "statistics/players/1/overall/actual_result", -1);
    assert_false(json_object_object_get_ex(at(o, "statistics/players/1/checker"), "error_mwc", &unused));
    assert_null(at(o, "statistics/players/1/overall/error_based_fibs_rating"));
    json_object_put(o);
}

TEST(what_was_not_analysed_is_null)
{
    struct match *m = match_new();
    m->player[0].name = "<script>\"\\\n\xFF";
    script_game(m, "0 31: 8/5 6/5; 1 66:");
    struct json_object *o = document(m);
    expect_text(o, "match/players/0/name", "<script>\"\\\n\xEF\xBF\xBD");
    assert_null(at(o, "match/analysis"));
    assert_null(at(o, "games/0/winner"));
    assert_null(at(o, "games/0/plies/0/moves"));
    assert_null(at(o, "games/0/plies/1/play"));
    assert_null(at(o, "statistics/players/0/checker/total_moves"));
    assert_null(at(o, "statistics/players/0/overall/rating"));
    json_object_put(o);
}

TEST_MAIN(NULL, NULL)
