/* Values of .gva files that are not what they should be: each is kept, or said with its place. */
#include "support/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_in.h"
#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"

static struct strbuf fixture, blocks, club;

static int load(void **state)
{
    (void)state;
    return file_read("fixtures/gva/every-member.gva", 0, &fixture) &&
                   file_read("fixtures/gva/two-blocks.gva", 0, &blocks) && file_read("fixtures/gva/club.gva", 0, &club)
               ? 0
               : -1;
}

static int unload(void **state)
{
    (void)state;
    strbuf_done(&fixture);
    strbuf_done(&blocks);
    strbuf_done(&club);
    return 0;
}

static void dump(const struct matches *list, struct strbuf *to, struct diags *d)
{
    struct sink sink;
    struct export_options o;
    export_defaults(&o);
    sink_init(&sink);
    for (size_t i = 0; i < list->n; i++)
        assert_true(exporter_find("dump")->write(list->at[i], &o, &sink, d));
    strbuf_puts(to, strbuf_text(sink_main(&sink)));
    sink_done(&sink);
}

/* All that the reader says, and the record that it made. */
static void read_text(const char *text, size_t length, bool places, struct strbuf *said, struct strbuf *record)
{
    struct matches out = {0};
    struct diags d, other;
    diags_init(&d, "x.gva");
    diags_init(&other, NULL);
    const bool good = import_bytes((struct span){text, length}, NULL, importer_find("gva"), &out, &d);
    if (good != (d.n_errors == 0))
        fail_msg("read: %d, with %zu errors: %s\n%.900s", good, d.n_errors, d.n > 0 ? d.at[d.n - 1].message : "", text);
    for (size_t i = 0; i < d.n; i++) {
        if (places)
            strbuf_printf(said, "%d:%d: ", d.at[i].line, d.at[i].column);
        strbuf_printf(said, "%s\n", d.at[i].message);
    }
    dump(&out, record, &other);
    matches_done(&out);
    diags_done(&d);
    diags_done(&other);
}

static void assert_says(const char *text, size_t length, const char *expected)
{
    struct strbuf said = {0}, record = {0};
    read_text(text, length, true, &said, &record);
    if (strstr(strbuf_text(&said), expected) == NULL)
        fail_msg("found \"%s\", expected \"%s\"", strbuf_text(&said), expected);
    strbuf_done(&said);
    strbuf_done(&record);
}

/* ---- one value after another ---- */

static const char *const hostile[] = {"-3",         "1000000000000", "1.25",   "1e999", "\"a\\u0000b\"",
                                      "{\"zz\":5}", "[\"zz\"]",      "\"zz\"", "null"};

/* What the format says may be null; without games there is an error, of whatever they are. */
static const char *const may_be_null[] = {"event", "site", "games"};

struct trial {
    json_object *root;
    int n;
};

static void read_tree(json_object *root, struct strbuf *said, struct strbuf *record)
{
    const char *text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN);
    read_text(text, strlen(text), false, said, record);
}

static bool is_nullable(const char *key)
{
    for (size_t i = 0; i < sizeof may_be_null / sizeof *may_be_null; i++)
        if (strcmp(may_be_null[i], key) == 0)
            return true;
    return false;
}

/* Something is said that is not said without the member, or the record is another one. */
static void assert_not_silent(const struct trial *t, const char *key, const char *value,
                              const struct strbuf *said_without, const struct strbuf *record_without)
{
    struct strbuf said = {0}, record = {0};
    read_tree(t->root, &said, &record);
    const bool untimed = strcmp(key, "timestamp_ms") == 0 && strstr(strbuf_text(&said), "clock readings have a gap");
    if (!untimed && strcmp(strbuf_text(&record), strbuf_text(record_without)) == 0 &&
        strcmp(strbuf_text(&said), strbuf_text(said_without)) == 0)
        fail_msg("\"%s\": %s passes without a word", key, value);
    strbuf_done(&said);
    strbuf_done(&record);
}

/* It may mean what a missing one means; a record comes, or an error. */
static void assert_answered(const struct trial *t)
{
    struct strbuf said = {0}, record = {0};
    read_tree(t->root, &said, &record);
    assert_true(record.length != 0 || said.length != 0);
    strbuf_done(&said);
    strbuf_done(&record);
}

static void damage(struct trial *t, json_object *o);

static void damage_member(struct trial *t, json_object *o, const char *key, json_object *value)
{
    if (json_object_is_type(value, json_type_object))
        damage(t, value);
    for (size_t i = 0; json_object_is_type(value, json_type_array) && i < json_object_array_length(value); i++)
        damage(t, json_object_array_get_idx(value, i));
    struct strbuf said = {0}, without = {0};
    json_object_get(value);
    json_object_object_del(o, key);
    read_tree(t->root, &said, &without);
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++, t->n++) {
        if (strcmp(hostile[i], "null") == 0 && is_nullable(key))
            continue;
        json_object_object_add(o, key, json_tokener_parse(hostile[i]));
        assert_not_silent(t, key, hostile[i], &said, &without);
    }
    json_object_object_add(o, key, json_object_new_int(0));
    assert_answered(t);
    json_object_object_add(o, key, value);
    strbuf_done(&said);
    strbuf_done(&without);
}

/* A member that nobody knows is kept, or said to be lost. */
static void add_member(struct trial *t, json_object *o, const char *value)
{
    struct strbuf said = {0}, without = {0};
    read_tree(t->root, &said, &without);
    json_object_object_add(o, "nobody's", json_tokener_parse(value));
    assert_not_silent(t, "nobody's", value, &said, &without);
    json_object_object_del(o, "nobody's");
    strbuf_done(&said);
    strbuf_done(&without);
}

static void damage(struct trial *t, json_object *o)
{
    char *keys[64];
    size_t n = 0;
    if (!json_object_is_type(o, json_type_object))
        return;
    add_member(t, o, "5");
    add_member(t, o, "null");
    json_object_object_foreach(o, name, of)
    {
        (void)of;
        keys[n++] = strdup(name);
    }
    for (size_t i = 0; i < n; i++) {
        damage_member(t, o, keys[i], json_member(o, keys[i]));
        free(keys[i]);
    }
}

TEST(no_value_of_any_member_is_lost_in_silence)
{
    struct trial t = {.root = json_tokener_parse(strbuf_text(&fixture))};
    damage(&t, t.root);
    assert_true(t.n > 2500);
    json_object_put(t.root);
    t = (struct trial){.root = json_tokener_parse(strbuf_text(&blocks))};
    damage(&t, t.root);
    assert_true(t.n > 500);
    json_object_put(t.root);
    t = (struct trial){.root = json_tokener_parse(strbuf_text(&club))};
    damage(&t, t.root);
    assert_true(t.n > 1000);
    json_object_put(t.root);
}

/* All that are known of the format. */
TEST(every_member_is_in_the_files_above)
{
    static const char members[] =
        "match_length player_white player_black white_score black_score result source timestamp crawford jacoby beaver "
        "raccoon cube_limit event site variant score_start completed_at date_precision auto_doubles rules_other "
        "crawford_before_start player_seat event_year stage round table city country event_url platform match_ref "
        "rated "
        "white_profile black_profile user_id rating rating_system kind clock_info video_info annotations analysis_info "
        "analyses_info games _ogxm2_passthrough _unknown_chunks _base_analyses reserve_ms delay_ms increment_ms "
        "start_timestamp flags precision is_live offset_ms url ply eval_level model_id analysis_id luck_eval_level "
        "model_name model_digest engine_build producer complete coverage duration_ms met_id currency cube_efficiency "
        "tables dials sources level preset signature game_index winner points_won is_crawford is_lastgame "
        "first_to_move "
        "plies termination initial_cube_value initial_cube_owner initial_board color action_id d1 d2 moves from pips "
        "set_position settle_value cube_value cube_owner resign_value extras_raw timestamp_ms video_ms wall_ms "
        "behind_live_ms video_hand_anchored analysis analyses win gammon_win bg_win gammon_loss bg_loss equity eval "
        "best_equity played_equity equity_loss decision alternatives luck illegal_move missed_double cube_decision "
        "mwc_frame luck_level luck_producer_ref alternatives_total rollouts_done deep_searched position_tags "
        "source_band "
        "producer_ref move is_played rollout_se cubeless_equity notation diff no_double_equity double_take_equity "
        "double_pass_equity correct_action should_double action played_action resign_error take_resign_error "
        "correct_value checker_ply cube_ply rollout trials truncation_depth move_ply variance_reduction seed budget_ms "
        "match_policy no_rollout value key lang author at drawings ogid_before ogid_after replay_complete "
        "replay_failed_game analysis_index";
    for (struct span rest = span_of(members), word; (word = span_word(&rest)).length > 0;) {
        char quoted[40];
        snprintf(quoted, sizeof quoted, "\"%.*s\"", (int)word.length, word.at);
        if (strstr(strbuf_text(&fixture), quoted) == NULL && strstr(strbuf_text(&blocks), quoted) == NULL)
            fail_msg("%s is in no fixture", quoted);
    }
}

/* ---- what follows from others ---- */

TEST(what_follows_from_the_rest_is_compared_with_it)
{
    static const struct {
        const char *from, *to, *expected;
    } rows[] = {
        {"\"game_index\": 1", "\"game_index\": 7", "found \"game_index\": 7, expected 1"},
        {"\"is_crawford\": false", "\"is_crawford\": true", "found \"is_crawford\": true, expected false"},
        {"\"first_to_move\": 1", "\"first_to_move\": 0", "found \"first_to_move\": 0, expected 1"},
        {"\"initial_board\": [\n    0,", "\"initial_board\": [\n    1,", "expected [0,0,2,0,0,0,-5,0,-3,"},
        {"11ccccchhhjjjjj:66666888dddddoo:N0N", "11ccccchhhjjjjj:66666888ddddddo:N0N",
         "expected 11ccccchhhjjjjj:66666888dddddoo"},
        {"11ccccchhjjjjkk", "11ccccchhhjjjjj", "expected 11ccccchhjjjjkk:66666888dddddoo"},
        {"\"notation\": \"8/5 6/5\"", "\"notation\": \"13/10 6/5\"",
         "found \"notation\": \"13/10 6/5\", expected 8/5 6/5"},
        {"\"notation\": \"24/23 13/10\"", "\"notation\": \"zz\"", "expected 24/23 13/10"},
        {"\"diff\": -0.17", "\"diff\": -0.2", "found \"diff\": -0.2, expected -0.17"},
        {"\"best_equity\": 0.16", "\"best_equity\": 0.19", "found \"best_equity\": 0.19, expected 0.16"},
        {"\"played_equity\": 0.16", "\"played_equity\": 0.1", "found \"played_equity\": 0.1, expected 0.16"},
        {"\"equity_loss\": 0,", "\"equity_loss\": 0.2,", "found \"equity_loss\": 0.2, expected 0"},
        {"\"win\": 0.55", "\"win\": 0.56", "found \"win\": 0.56, expected 0.55"},
        {"\"equity\": 0.605", "\"equity\": 0.5", "found \"equity\": 0.5, expected 0.605"},
        {"\"should_double\": false", "\"should_double\": true", "found \"should_double\": true, expected false"},
        {"\"action\": \"no_double\"", "\"action\": \"too_good\"",
         "found \"correct_action\": \"no_double\", expected too_good"},
        {"\"played_action\": \"double\"", "\"played_action\": \"take\"",
         "found \"played_action\": \"take\", expected double"},
        {"\"no_double_equity\": 0.2,", "\"no_double_equity\": 0.4,", "found \"no_double_equity\": 0.4, expected 0.2"},
        {"\"timestamp\": 1795000000,\n  \"complete\"", "\"timestamp\": \"today\",\n  \"complete\"",
         "found \"timestamp\": \"today\", expected a whole number"},
        {"\"wall_ms\": 1795000754000", "\"wall_ms\": \"now\"", "found \"wall_ms\": \"now\", expected a whole number"},
    };
    assert_null(strstr(strbuf_text(&fixture), "\"zz\""));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct strbuf changed = {0};
        const char *at = strstr(strbuf_text(&fixture), rows[i].from);
        if (at == NULL)
            fail_msg("the fixture has no %s", rows[i].from);
        strbuf_add(&changed, strbuf_text(&fixture), (size_t)(at - strbuf_text(&fixture)));
        strbuf_printf(&changed, "%s%s", rows[i].to, at + strlen(rows[i].from));
        assert_says(strbuf_text(&changed), changed.length, rows[i].expected);
        strbuf_done(&changed);
    }
}

TEST(a_board_with_more_chequers_than_there_are_is_compared_with_nothing)
{
    struct strbuf text = {0}, said = {0}, record = {0};
    strbuf_puts(&text, "{\"match_length\":1,\"player_white\":\"A\",\"player_black\":\"B\",\"games\":[{\"plies\":["
                       "{\"color\":1,\"action_id\":31,\"set_position\":[15");
    for (int i = 1; i < 26; i++)
        strbuf_puts(&text, ",15");
    strbuf_puts(&text, "],\"ogid_after\":\"11:22:N0N\"}]}]}");
    read_text(strbuf_text(&text), text.length, true, &said, &record);
    assert_null(strstr(strbuf_text(&said), "ogid_after"));
    assert_true(said.length > 0);
    strbuf_done(&text);
    strbuf_done(&said);
    strbuf_done(&record);
}

/* Words that one action has no use for, or that belong to a list that is not there. */
TEST(what_has_no_place_is_kept)
{
    static const char text[] =
        "{\"match_length\":1,\"player_white\":\"A\",\"player_black\":\"B\",\"games\":[{\"plies\":["
        "{\"color\":1,\"action_id\":21,\"d1\":3,\"cube_value\":2,\"cube_owner\":0}]}]}";
    struct strbuf said = {0}, record = {0};
    read_text(text, sizeof text - 1, true, &said, &record);
    assert_non_null(strstr(strbuf_text(&record), "x-gva-d1\" \"3\""));
    assert_non_null(strstr(strbuf_text(&record), "x-gva-cube_value\" \"2\""));
    assert_non_null(strstr(strbuf_text(&record), "x-gva-cube_owner\" \"0\""));
    strbuf_done(&said);
    strbuf_done(&record);
}

/* ---- what is said ---- */

TEST(an_alternative_without_a_play_is_not_one_that_cannot_move)
{
    struct strbuf changed = {0};
    const char *text = strbuf_text(&club), *at = strstr(text, "\"move\":"), *end = at != NULL ? strchr(at, ']') : NULL;
    assert_non_null(end);
    strbuf_printf(&changed, "%.*s%s", (int)(at - text), text, end + 2);
    assert_says(strbuf_text(&changed), changed.length, "found no \"move\", expected it here");
    strbuf_done(&changed);
}

TEST(an_alternative_that_leaves_another_board_is_not_the_play)
{
    struct strbuf changed = {0};
    const char *text = strbuf_text(&club), *at = strstr(text, "{\"from\":19");
    assert_non_null(at);
    strbuf_printf(&changed, "%.*s{\"from\":1%s", (int)(at - text), text, at + strlen("{\"from\":19"));
    assert_says(strbuf_text(&changed), changed.length, "found \"is_played\":true, expected false");
    strbuf_done(&changed);
}

/* A match of one play with a value put in. */
static void assert_value_says(const char *from, const char *to, const char *expected)
{
    static const char text[] = "{\"match_length\":7,\n\"player_white\":\"Ann\",\"player_black\":\"Bo\",\n"
                               "\"games\":[{\"plies\":[{\"color\":1,\"action_id\":2,\"d1\":1,\"d2\":3,"
                               "\"moves\":[{\"from\":17,\"pips\":3},{\"from\":19,\"pips\":1}]}]}]}";
    struct strbuf changed = {0};
    const char *at = strstr(text, from);
    assert_non_null(at);
    strbuf_add(&changed, text, (size_t)(at - text));
    strbuf_printf(&changed, "%s%s", to, at + strlen(from));
    assert_says(strbuf_text(&changed), changed.length, expected);
    strbuf_done(&changed);
}

TEST(values_are_refused_or_warned_of_at_their_place)
{
    assert_value_says("7", "-3", "1:2: found \"match_length\":-3, expected a whole number from 0 to 32767");
    assert_value_says("\"Ann\"", "null", "2:1: found \"player_white\":null, expected a value");
    assert_value_says("\"d2\":3", "\"d2\":null", "found \"d2\":null, expected a value");
    assert_value_says("\"pips\":3", "\"pips\":3,\"die\":3", "found \"die\":3, expected from, pips");
    assert_value_says("Ann", "A\\u0000n", "2:1: found \"player_white\":\"A\\u0000n\", expected a text without a zero");
    assert_value_says("\"d1\":1", "\"d1\":9", "found \"d1\":9, expected a whole number from 0 to 6");
    assert_value_says("\"d1\":1", "\"d1\":1.5", "found \"d1\":1.5, expected a whole number from 0 to 6");
    assert_value_says("\"d1\":1", "\"d1\":2", "found \"d1\":2, expected the roll of the action");
    assert_value_says("\"from\":17", "\"from\":26", "found \"from\":26, expected a whole number from 0 to 25");
    assert_value_says("\"color\":1,", "\"color\":1,\"color\":1,", "found \"color\" twice in one object");
    assert_value_says("\"color\":1,", "", "3:20: found no \"color\", expected it here");
    assert_value_says("}]}]}]}", "", "3:108: found the end of the file, expected the rest of its JSON");
    assert_value_says("}]}]}]}", "!", "3:108: found \"!\", expected JSON");
}

int main(void)
{
    return unit_tests_run(load, unload);
}
