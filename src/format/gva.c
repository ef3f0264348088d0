/* Members of .gva; see gva.h. */
#include "format/gva.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 1000 };

const struct gva_field gva_event_fields[] = {{"event", MTCH_EVENT, GVA_A_TEXT, 0},
                                             {"event_year", MTCH_EVENT_YEAR, GVA_A_NUMBER, UINT32_MAX},
                                             {"date_precision", MTCH_DATE_PRECISION, GVA_A_NUMBER, 2},
                                             {"stage", MTCH_STAGE, GVA_A_TEXT, 0},
                                             {"round", MTCH_ROUND, GVA_A_NUMBER, UINT32_MAX},
                                             {"table", MTCH_TABLE, GVA_A_TEXT, 0},
                                             {"city", MTCH_CITY, GVA_A_TEXT, 0},
                                             {"country", MTCH_COUNTRY, GVA_A_TEXT, 0},
                                             {"event_url", MTCH_EVENT_URL, GVA_A_TEXT, 0},
                                             {"platform", MTCH_SITE, GVA_A_TEXT, 0},
                                             {"match_ref", MTCH_MATCH_REF, GVA_A_TEXT, 0},
                                             {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_profile_fields[] = {
    {"user_id", 0, GVA_A_TEXT, 0},         {"rating", 1, GVA_A_NUMBER, 999999}, /* in hundredths, as in OGXM */
    {"rating_system", 2, GVA_A_TEXT, 0},   {"country", 3, GVA_A_TEXT, 0},
    {"kind", 4, GVA_A_NUMBER, UINT32_MAX}, {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_level_fields[] = {{"preset", LEVEL_PRESET, GVA_A_TEXT, 0},
                                             {"checker_ply", LEVEL_CHECKER_PLY, GVA_A_NUMBER, PLIES_MAX},
                                             {"cube_ply", LEVEL_CUBE_PLY, GVA_A_NUMBER, PLIES_MAX},
                                             {"rollout", LEVEL_ROLLOUT, GVA_A_ROLLOUT, 0},
                                             {"no_rollout", LEVEL_NO_ROLLOUT, GVA_A_FLAG, 0},
                                             {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_rollout_fields[] = {{"trials", ROLLOUT_TRIALS, GVA_A_NUMBER, INT32_MAX},
                                               {"truncation_depth", ROLLOUT_TRUNCATION, GVA_A_NUMBER, UINT32_MAX},
                                               {"move_ply", ROLLOUT_MOVE_PLY, GVA_A_NUMBER, PLIES_MAX},
                                               {"variance_reduction", ROLLOUT_VARIANCE, GVA_A_NUMBER, 2},
                                               {"seed", ROLLOUT_SEED, GVA_A_SEED, 0},
                                               {"budget_ms", ROLLOUT_SEED + 1, GVA_A_NUMBER, UINT32_MAX},
                                               {"match_policy", ROLLOUT_SEED + 2, GVA_A_NUMBER, 1},
                                               {NULL, 0, GVA_A_TEXT, 0}};

/* Behind the alternatives, and what is given where there are none. */
const struct gva_field gva_checker_fields[] = {{"level", CHECKER_LEVEL, GVA_A_LEVEL, 0},
                                               {"rollouts_done", CHECKER_LEVEL + 1, GVA_A_NUMBER, UINT32_MAX},
                                               {"deep_searched", CHECKER_LEVEL + 2, GVA_A_NUMBER, UINT32_MAX},
                                               {"position_tags", CHECKER_LEVEL + 3, GVA_A_NUMBER, UINT32_MAX},
                                               {"producer_ref", CHECKER_LEVEL + 4, GVA_A_NUMBER, UINT32_MAX},
                                               {"source_band", CHECKER_LEVEL + 5, GVA_A_NUMBER, UINT32_MAX},
                                               {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_alternative_fields[] = {{"eval", ALTERNATIVE_PROBS, GVA_CHANCES, 0},
                                                   {"level", ALTERNATIVE_LEVEL, GVA_A_LEVEL, 0},
                                                   {"is_played", ALTERNATIVE_PLAYED, GVA_A_FLAG, 0},
                                                   {"rollout_se", ALTERNATIVE_SE, GVA_AN_EQUITY, 0},
                                                   {"cubeless_equity", ALTERNATIVE_CUBELESS, GVA_AN_EQUITY, 0},
                                                   {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_luck_fields[] = {
    {"luck_level", 0, GVA_A_LEVEL, 0}, {"luck_producer_ref", 1, GVA_A_NUMBER, UINT32_MAX}, {NULL, 0, GVA_A_TEXT, 0}};

const struct gva_field gva_resignation_fields[] = {
    {"correct_value", 0, GVA_A_NUMBER, UINT32_MAX}, {"resign_error", 1, GVA_AN_EQUITY, 0},
    {"take_resign_error", 2, GVA_AN_EQUITY, 0},     {"eval", 3, GVA_CHANCES, 0},
    {"equity_loss", 4, GVA_AN_EQUITY, 0},           {"level", 5, GVA_A_LEVEL, 0},
    {"producer_ref", 6, GVA_A_NUMBER, UINT32_MAX},  {NULL, 0, GVA_A_TEXT, 0}};

/* Behind the level. */
const struct gva_field gva_info_fields[] = {{"complete", ANAL_COMPLETE, GVA_A_FLAG, 0},
                                            {"model_id", ANAL_MODEL_ID, GVA_A_TEXT, 0},
                                            {"model_name", ANAL_MODEL_NAME, GVA_A_TEXT, 0},
                                            {"engine_build", ANAL_ENGINE_BUILD, GVA_A_TEXT, 0},
                                            {"currency", ANAL_CURRENCY, GVA_A_CURRENCY, 2},
                                            {"met_id", ANAL_MET_ID, GVA_A_TEXT, 0},
                                            {"tables", ANAL_MET_ID + 1, GVA_A_TEXT, 0},
                                            {"completed_at", ANAL_MET_ID + 4, GVA_A_NUMBER, INT64_MAX - 1},
                                            {"duration_ms", ANAL_MET_ID + 5, GVA_A_NUMBER, UINT32_MAX},
                                            {NULL, 0, GVA_A_TEXT, 0}};

const char *const gva_variants[GVA_VARIANTS] = {"backgammon", "nackgammon", "hypergammon", "longgammon"};
const char *const gva_actions[GVA_ACTIONS] = {"no_double", "double", "take", "pass", "too_good", "beaver", "raccoon"};
const char *const gva_chances[GVA_CHANCES_EACH] = {"win", "gammon_win", "bg_win", "gammon_loss", "bg_loss"};
const char *const gva_cube_equities[GVA_CUBE_EQUITIES] = {"no_double_equity", "double_take_equity",
                                                          "double_pass_equity"};

/* ---- words for levels ---- */

void gva_level_of_word(struct ogxm_out *level, const char *word)
{
    enum { MOST = 20 };
    char *end = NULL;
    const long plies = strtol(word, &end, 10);
    if (word[0] != '\0')
        ogxm_put_string(ogxm_bit(level, LEVEL_PRESET), span_of(word));
    if (end != word && strcmp(end, "ply") == 0 && plies >= 1 && plies <= MOST)
        ogxm_put_varint(ogxm_bit(level, LEVEL_CHECKER_PLY), (uint64_t)plies - 1);
    else if (strcmp(word, "rollout") == 0) {
        struct ogxm_out rollout = {0};
        ogxm_put_record(ogxm_bit(level, LEVEL_ROLLOUT), &rollout);
    }
}

bool gva_word_of_level(const struct ogxm_record *level, struct strbuf *word)
{
    const int bit = ogxm_has(level, LEVEL_CHECKER_PLY) ? LEVEL_CHECKER_PLY : LEVEL_CUBE_PLY;
    if (ogxm_has(level, LEVEL_PRESET)) {
        const struct span label = ogxm_words(level->may[LEVEL_PRESET]);
        strbuf_add(word, label.at, label.length);
    } else if (ogxm_has(level, LEVEL_ROLLOUT))
        strbuf_puts(word, "rollout");
    else if (ogxm_has(level, bit))
        strbuf_printf(word, "%dply", ogxm_small_number(level, bit, 0) + 1);
    return word->length > 0;
}
