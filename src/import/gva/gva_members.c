/* Members of objects; see gva_members.h. */
#include "import/gva/gva_members.h"

#include <string.h>

#include "import/gva/gva_values.h"

/* clang-format off */
#define READ(name) {name, GVA_READ, GVA_ANYTHING, 0}
#define FOLLOWS(name, type) {name, GVA_FOLLOWS, GVA_##type, 0}
#define KEPT(name, type) {name, GVA_KEPT, GVA_##type, 0}
#define END {NULL, GVA_READ, GVA_ANYTHING, 0}

const struct gva_member gva_of_match[] = {
    READ("match_length"), READ("player_white"), READ("player_black"), READ("white_score"), READ("black_score"),
    READ("result"), READ("source"), READ("timestamp"), READ("crawford"), READ("jacoby"), READ("beaver"),
    READ("raccoon"), READ("cube_limit"), READ("event"), READ("site"), READ("variant"), READ("score_start"),
    READ("completed_at"), READ("date_precision"), READ("auto_doubles"), READ("crawford_before_start"),
    READ("player_seat"), READ("event_year"), READ("stage"), READ("round"), READ("table"), READ("city"),
    READ("country"), READ("event_url"), READ("platform"), READ("match_ref"), READ("rated"), READ("white_profile"),
    READ("black_profile"), READ("clock_info"), READ("video_info"), READ("annotations"), READ("analysis_info"),
    READ("analyses_info"), READ("games"), KEPT("_ogxm2_passthrough", TEXT), KEPT("_unknown_chunks", LIST),
    KEPT("_base_analyses", ANYTHING), KEPT("replay_complete", TRUTH), KEPT("replay_failed_game", WHOLE), END};

const struct gva_member gva_of_profile[] = {READ("user_id"), READ("rating"), READ("rating_system"), READ("country"),
                                            READ("kind"), END};

const struct gva_member gva_of_clock[] = {READ("reserve_ms"), READ("delay_ms"), READ("increment_ms"),
                                          READ("start_timestamp"), READ("flags"), READ("precision"), END};

const struct gva_member gva_of_video[] = {READ("kind"), READ("is_live"), READ("offset_ms"), READ("url"), END};

const struct gva_member gva_of_game[] = {
    READ("winner"), READ("points_won"), READ("is_lastgame"), READ("plies"), READ("termination"),
    READ("initial_cube_value"), READ("initial_cube_owner"), READ("auto_doubles"), READ("annotations"),
    READ("game_index"), READ("is_crawford"), READ("first_to_move"),
    READ("initial_board"), END};

const struct gva_member gva_of_ply[] = {
    READ("color"), READ("action_id"), READ("d1"), READ("d2"), READ("moves"), READ("set_position"),
    READ("settle_value"), READ("cube_value"), READ("cube_owner"), READ("resign_value"), READ("timestamp_ms"),
    READ("video_ms"), READ("behind_live_ms"), READ("video_hand_anchored"), READ("analysis"), READ("analyses"),
    READ("annotations"), KEPT("extras_raw", TEXT), KEPT("wall_ms", WHOLE), READ("ogid_before"),
    READ("ogid_after"), READ("notation"), END};

const struct gva_member gva_of_annotation[] = {READ("value"), READ("key"), READ("lang"), READ("author"), READ("at"),
                                               READ("drawings"), END};

const struct gva_member gva_of_info[] = {
    READ("ply"), READ("eval_level"), READ("complete"), READ("model_id"), READ("model_name"), READ("engine_build"),
    READ("met_id"), KEPT("timestamp", WHOLE), KEPT("analysis_id", TEXT), KEPT("luck_eval_level", TEXT),
    KEPT("model_digest", TEXT), KEPT("producer", ANYTHING), KEPT("coverage", LIST), KEPT("completed_at", WHOLE),
    KEPT("duration_ms", WHOLE), KEPT("currency", ANYTHING), KEPT("cube_efficiency", NUMBER), KEPT("tables", TEXT),
    KEPT("dials", OBJECT), KEPT("sources", LIST), KEPT("level", OBJECT), KEPT("preset", TEXT),
    KEPT("signature", OBJECT), END};

const struct gva_member gva_of_roll[] = {
    READ("eval"), READ("best_equity"), READ("equity_loss"), READ("alternatives"), READ("alternatives_total"),
    READ("luck"), READ("missed_double"), READ("cube_decision"), READ("annotations"), READ("analysis_index"),
    READ("played_equity"), FOLLOWS("decision", TRUTH), FOLLOWS("illegal_move", TRUTH),
    {"ply", GVA_FOLLOWS, GVA_WHOLE, 1000}, KEPT("mwc_frame", LIST), READ("level"), READ("luck_level"),
    READ("luck_producer_ref"), READ("rollouts_done"), READ("deep_searched"),
    READ("position_tags"), READ("source_band"), READ("producer_ref"), END};

const struct gva_member gva_of_resignation[] = {
    READ("eval"), READ("equity_loss"), READ("annotations"), READ("analysis_index"), READ("resign_error"),
    READ("take_resign_error"), READ("correct_value"), READ("level"), READ("producer_ref"), READ("eval_level"),
    FOLLOWS("decision", TRUTH),
    {"ply", GVA_FOLLOWS, GVA_WHOLE, 1000}, END};

const struct gva_member gva_of_alternative[] = {
    READ("move"), READ("equity"), READ("eval"), READ("is_played"), READ("eval_level"), READ("rollout_se"),
    READ("cubeless_equity"), READ("annotations"), READ("diff"), READ("notation"), READ("level"), END};

/* Of doubles and answers, of what was decided before a roll. */
const struct gva_member gva_of_cube[] = {
    READ("no_double_equity"), READ("double_take_equity"), READ("double_pass_equity"), READ("correct_action"),
    READ("action"), READ("should_double"), READ("played_action"), READ("eval"), READ("eval_level"), READ("level"),
    READ("equity_loss"), READ("annotations"), READ("analysis_index"), FOLLOWS("decision", TRUTH),
    {"ply", GVA_FOLLOWS, GVA_WHOLE, 1000}, END};
/* clang-format on */

/* NULL: nobody knows it. */
static const struct gva_member *among(const struct gva_member *list, const char *name)
{
    for (; list->name != NULL; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

static void look_at(json_object *o, const struct gva_member *m)
{
    enum { NUMBER_MAX = 1000000 };
    double number;
    size_t n;
    switch (m->type) {
    case GVA_WHOLE:
        (void)gva_whole(o, m->name, m->most > 0 ? m->most : INT64_MAX - 1, 0);
        break;
    case GVA_NUMBER:
        (void)gva_number(o, m->name, -NUMBER_MAX, NUMBER_MAX, &number);
        break;
    case GVA_TRUTH:
        (void)gva_truth(o, m->name);
        break;
    case GVA_TEXT:
        (void)gva_text(o, m->name);
        break;
    case GVA_LIST:
        (void)gva_list(o, m->name, &n);
        break;
    case GVA_OBJECT:
        (void)gva_object(o, m->name);
        break;
    case GVA_ANYTHING:
        break;
    }
}

/* True: it is kept. */
static bool take_member(json_object *of, const struct gva_member *members, const char *name)
{
    const struct gva_member *m = among(members, name);
    if (m != NULL)
        look_at(of, m);
    return m == NULL || m->use == GVA_KEPT;
}

void gva_keep_members(struct gva_notes *to, const struct gva_subject *subject, json_object *of,
                      const struct gva_member *members)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        struct strbuf name = {0};
        strbuf_printf(&name, "x-gva-%s%s", subject->part, key);
        if (value != NULL && take_member(of, members, key))
            gva_note(to, subject->scope, subject->ref, strbuf_text(&name),
                     json_object_to_json_string_ext(value, JSON_C_TO_STRING_PLAIN));
        strbuf_done(&name);
    }
}

void gva_count_members(struct gva_notes *to, json_object *of, const struct gva_member *members)
{
    if (!json_object_is_type(of, json_type_object))
        return;
    json_object_object_foreach(of, key, value)
    {
        to->words += value != NULL && take_member(of, members, key);
    }
}
