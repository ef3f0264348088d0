/* Members of objects; see gva_members.h. */
#include "format/gva_members.h"

#include <string.h>

/* clang-format off */
#define READ(name) {name, GVA_READ, GVA_ANYTHING, 0}
#define NULLABLE(name) {name, GVA_READ, GVA_NULLABLE, 0}
#define FOLLOWS(name, type) {name, GVA_FOLLOWS, GVA_##type, 0}
#define KEPT(name, type) {name, GVA_KEPT, GVA_##type, 0}
#define END {NULL, GVA_READ, GVA_ANYTHING, 0}

const struct gva_member gva_of_match[] = {
    READ("match_length"), READ("player_white"), READ("player_black"), READ("white_score"), READ("black_score"),
    READ("result"), READ("source"), READ("timestamp"), READ("crawford"), READ("jacoby"), READ("beaver"),
    READ("raccoon"), READ("cube_limit"), NULLABLE("event"), NULLABLE("site"), READ("variant"), READ("score_start"),
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

const struct gva_member gva_of_video[] = {READ("kind"), READ("is_live"), READ("offset_ms"), READ("url"), READ("wall_ms"), END};

const struct gva_member gva_of_game[] = {
    READ("winner"), READ("points_won"), READ("is_lastgame"), READ("plies"), READ("termination"),
    READ("initial_cube_value"), READ("initial_cube_owner"), READ("auto_doubles"), READ("annotations"),
    READ("game_index"), READ("is_crawford"), READ("first_to_move"),
    READ("initial_board"), END};

const struct gva_member gva_of_ply[] = {
    READ("color"), READ("action_id"), READ("d1"), READ("d2"), READ("moves"), READ("set_position"),
    READ("settle_value"), READ("cube_value"), READ("cube_owner"), READ("resign_value"), READ("timestamp_ms"),
    READ("video_ms"), READ("behind_live_ms"), READ("video_hand_anchored"), READ("analysis"), READ("analyses"),
    READ("annotations"), READ("extras_raw"), READ("wall_ms"), READ("ogid_before"),
    READ("ogid_after"), READ("notation"), END};

const struct gva_member gva_of_annotation[] = {READ("value"), READ("key"), READ("lang"), READ("author"), READ("at"), READ("drawings"),
    READ("kind"), READ("alternative"), READ("analysis_index"), END};

const struct gva_member gva_of_info[] = {
    READ("ply"), READ("eval_level"), READ("complete"), READ("model_id"), READ("model_name"), READ("engine_build"),
    READ("met_id"), KEPT("timestamp", WHOLE), READ("analysis_id"), KEPT("luck_eval_level", TEXT),
    KEPT("model_digest", TEXT), READ("producer"), KEPT("coverage", LIST), READ("completed_at"),
    READ("duration_ms"), READ("currency"), KEPT("cube_efficiency", NUMBER), READ("tables"),
    KEPT("dials", OBJECT), KEPT("sources", LIST), READ("level"), KEPT("preset", TEXT),
    KEPT("signature", OBJECT), END};

const struct gva_member gva_of_roll[] = {
    READ("eval"), READ("best_equity"), READ("equity_loss"), READ("alternatives"), READ("alternatives_total"),
    READ("luck"), READ("missed_double"), READ("cube_decision"), READ("annotations"), READ("analysis_index"),
    READ("played_equity"), READ("eval_level"), FOLLOWS("decision", TRUTH), FOLLOWS("illegal_move", TRUTH),
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

const struct gva_member *gva_member_named(const struct gva_member *list, const char *name)
{
    for (; list->name != NULL; list++)
        if (strcmp(list->name, name) == 0)
            return list;
    return NULL;
}
