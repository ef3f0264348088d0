/* Analyses; see gva_analysis.h. */
#include "import/gva/gva_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/ogxm_play.h"
#include "import/gva/gva_values.h"

static void put_level(struct ogxm_out *r, int bit, const char *name)
{
    struct ogxm_out level = {0};
    char *end = NULL;
    if (name == NULL)
        return;
    const long plies = strtol(name, &end, 10);
    gva_put_text(&level, LEVEL_PRESET, name);
    if (end != name && strcmp(end, "ply") == 0 && plies >= 1 && plies <= 20) /* "1ply" searches nothing */
        ogxm_put_varint(ogxm_bit(&level, LEVEL_CHECKER_PLY), (uint64_t)plies - 1);
    else if (strcmp(name, "rollout") == 0) {
        struct ogxm_out rollout = {0};
        ogxm_put_record(ogxm_bit(&level, LEVEL_ROLLOUT), &rollout);
    }
    ogxm_put_record(ogxm_bit(r, bit), &level);
}

/* Members of an analysis that are read, or follow from others. */
static const char *const analysis_known[] = {"eval",
                                             "best_equity",
                                             "played_equity",
                                             "equity_loss",
                                             "decision",
                                             "alternatives",
                                             "luck",
                                             "missed_double",
                                             "cube_decision",
                                             "alternatives_total",
                                             "annotations",
                                             "no_double_equity",
                                             "double_take_equity",
                                             "double_pass_equity",
                                             "correct_action",
                                             "played_action",
                                             "should_double",
                                             "action",
                                             "eval_level",
                                             "ply",
                                             "resign_error",
                                             "take_resign_error",
                                             "correct_value",
                                             "illegal_move",
                                             "analysis_index",
                                             "move",
                                             "equity",
                                             "is_played",
                                             "rollout_se",
                                             "cubeless_equity",
                                             "notation",
                                             "diff",
                                             NULL};

static bool put_alternative(struct strbuf *to, json_object *a)
{
    unsigned char step[GVA_STEPS_MAX];
    const size_t n = gva_steps(a, "move", step);
    struct ogxm_out r = {0};
    double equity;
    if (!gva_number(a, "equity", &equity))
        return false;
    ogxm_put_varint(&r.must, n);
    strbuf_add(&r.must, (const char *)step, n);
    ogxm_put_equity(&r.must, (float)equity);
    gva_put_probabilities(&r, ALTERNATIVE_PROBS, json_member(a, "eval"));
    put_level(&r, ALTERNATIVE_LEVEL, json_text(a, "eval_level"));
    gva_put_flag(&r, ALTERNATIVE_PLAYED, gva_truth(a, "is_played"));
    gva_put_equity(&r, ALTERNATIVE_SE, a, "rollout_se");
    gva_put_equity(&r, ALTERNATIVE_CUBELESS, a, "cubeless_equity");
    ogxm_put_record(to, &r);
    return true;
}

static void begin_decision(struct ogxm_out *r, size_t ply, enum ogxm_decision_kind kind)
{
    ogxm_put_varint(&r->must, ply);
    ogxm_put_varint(&r->must, kind);
}

static void put_chequer(struct gva_notes *notes, struct strbuf *to, size_t ply, json_object *a)
{
    struct ogxm_out r = {0};
    struct strbuf alternatives = {0};
    size_t n, n_taken = 0;
    json_object *list = gva_list(a, "alternatives", &n);
    double best;
    bool played = false;
    for (size_t i = 0; i < n; i++) {
        n_taken += put_alternative(&alternatives, gva_item(list, i));
        gva_count_unknown(notes, gva_item(list, i), analysis_known);
        played = played || gva_truth(gva_item(list, i), "is_played");
        gva_annotations(notes, GVA_OF_ALTERNATIVE, ply, OGXM_CHECKER, gva_item(list, i));
    }
    begin_decision(&r, ply, OGXM_CHECKER);
    if (n_taken > 0) {
        struct strbuf *field = ogxm_bit(&r, CHECKER_ALTERNATIVES);
        ogxm_put_varint(field, n_taken);
        strbuf_add(field, alternatives.at, alternatives.length);
        gva_put_whole(&r, CHECKER_TOTAL, gva_whole(a, "alternatives_total", UINT32_MAX, -1), -1);
    } else if (gva_number(a, "best_equity", &best))
        gva_put_equity(&r, CHECKER_BEST, a, "best_equity");
    if (!played)
        gva_put_equity(&r, CHECKER_LOSS, a, "equity_loss");
    if (n_taken > 0 || (r.mask & (UINT64_C(1) << CHECKER_BEST)))
        ogxm_put_record(to, &r);
    strbuf_done(&alternatives);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

static int verdict_named(const char *word)
{
    enum { WORDS = 7 };
    static const char *const words[WORDS] = {"no_double", "double", "take", "pass", "too_good", "beaver", "raccoon"};
    for (int i = 0; word != NULL && i < WORDS; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

/* For a roll, the decision not to double before it: it may be described by two records. */
static void put_cube(struct strbuf *to, size_t ply, json_object *a, json_object *loss)
{
    static const char *const keys[] = {"no_double_equity", "double_take_equity", "double_pass_equity"};
    struct ogxm_out r = {0};
    double nd = 0, dt = 0;
    const bool known = gva_number(a, keys[0], &nd) && gva_number(a, keys[1], &dt);
    int verdict = verdict_named(json_text(a, "correct_action"));
    if (verdict < 0)
        verdict = verdict_named(json_text(a, "action"));
    if (verdict < 0)
        verdict = known && fmin(dt, 1) > nd ? 1 : known && nd > 1 ? 4 : 0;
    begin_decision(&r, ply, OGXM_CUBE);
    ogxm_put_varint(&r.must, (uint64_t)verdict);
    for (int i = 0; i < 3; i++)
        gva_put_equity(&r, CUBE_NO_DOUBLE + i, a, keys[i]);
    gva_put_probabilities(&r, CUBE_PROBS, json_member(a, "eval"));
    gva_put_equity(&r, CUBE_LOSS, loss, "equity_loss");
    put_level(&r, CUBE_LEVEL, json_text(a, "eval_level"));
    if (known)
        ogxm_put_record(to, &r);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

static void put_resignation(struct strbuf *to, size_t ply, json_object *a)
{
    enum { CORRECT, RESIGN_ERROR, TAKE_ERROR, PROBS, LOSS };
    struct ogxm_out r = {0};
    begin_decision(&r, ply, OGXM_RESIGN);
    gva_put_whole(&r, CORRECT, gva_whole(a, "correct_value", UINT32_MAX, -1), -1);
    gva_put_equity(&r, RESIGN_ERROR, a, "resign_error");
    gva_put_equity(&r, TAKE_ERROR, a, "take_resign_error");
    gva_put_probabilities(&r, PROBS, json_member(a, "eval"));
    gva_put_equity(&r, LOSS, a, "equity_loss");
    ogxm_put_record(to, &r);
}

static void put_luck(struct strbuf *to, size_t ply, json_object *a)
{
    struct ogxm_out r = {0};
    double luck;
    if (!gva_number(a, "luck", &luck))
        return;
    begin_decision(&r, ply, OGXM_LUCK);
    ogxm_put_equity(&r.must, (float)luck);
    ogxm_put_record(to, &r);
}

static void put_analysis(struct gva_notes *notes, struct strbuf *to, size_t ply, json_object *o, json_object *a)
{
    const int64_t action = gva_whole(o, "action_id", 63, 63);
    json_object *missed = json_member(a, "missed_double"), *cube = json_member(a, "cube_decision");
    if (!json_object_is_type(a, json_type_object))
        return;
    gva_count_unknown(notes, a, analysis_known);
    gva_count_unknown(notes, missed, analysis_known);
    gva_count_unknown(notes, cube, analysis_known);
    if (action < OGXM_ROLLS) {
        put_chequer(notes, to, ply, a);
        if (missed != NULL || cube != NULL)
            put_cube(to, ply, cube != NULL ? cube : missed, missed != NULL ? missed : cube);
        put_luck(to, ply, a);
    } else if (action == OGXM_RESIGN_GAME || action == OGXM_RESIGN_MATCH)
        put_resignation(to, ply, a);
    else
        put_cube(to, ply, a, a);
    gva_annotations(notes, GVA_OF_DECISION, ply, action < OGXM_ROLLS ? OGXM_CHECKER : OGXM_CUBE, a);
}

/* If all blocks are listed, the first also appears a second time, by itself. */
void gva_analysis_take(struct gva_analysis *a, size_t ply, json_object *o)
{
    size_t n_blocks, n;
    json_object *blocks = gva_list(a->root, "analyses_info", &n_blocks), *list = gva_list(o, "analyses", &n);
    if (blocks == NULL)
        put_analysis(a->notes, &a->decisions[0], ply, o, json_member(o, "analysis"));
    for (size_t i = 0; blocks != NULL && i < n; i++) {
        const int64_t at = gva_whole(gva_item(list, i), "analysis_index", OGXM_BLOCKS_MAX - 1, 0);
        put_analysis(a->notes, &a->decisions[at], ply, o, gva_item(list, i));
    }
}

/* ---- blocks ---- */

static const char *const info_known[] = {"ply",          "eval_level", "complete",  "model_id", "model_name",
                                         "engine_build", "met_id",     "timestamp", "preset",   NULL};

/* The same content has the same ID. */
static void put_id(struct ogxm_out *r, struct span decisions, size_t block)
{
    char digest[OGXM_DIGEST + 1];
    ogxm_digest(decisions, (struct span){(const char *)&block, 1}, digest);
    for (int k = 0; k < 16; k++)
        ogxm_put_bytes(&r->must, (uint64_t)(hex_digit(digest[2 * k]) << 4 | hex_digit(digest[2 * k + 1])), 1);
}

static void put_block(struct gva_analysis *a, size_t i, json_object *info, struct strbuf *to)
{
    struct ogxm_out r = {0}, level = {0};
    struct strbuf payload = {0};
    const struct strbuf *decisions = &a->decisions[i];
    const struct span held = {strbuf_text(decisions), decisions->length};
    put_id(&r, held, i);
    gva_put_text(&level, LEVEL_PRESET, json_text(info, "eval_level"));
    gva_put_whole(&level, LEVEL_CHECKER_PLY, gva_whole(info, "ply", 1000, -1), -1);
    gva_put_whole(&r, ANAL_PRODUCER, 2, -1);
    ogxm_put_record(ogxm_bit(&r, ANAL_LEVEL), &level);
    gva_put_flag(&r, ANAL_COMPLETE, gva_truth(info, "complete"));
    gva_put_text(&r, ANAL_MODEL_ID, json_text(info, "model_id"));
    gva_put_text(&r, ANAL_MODEL_NAME, json_text(info, "model_name"));
    gva_put_text(&r, ANAL_ENGINE_BUILD, json_text(info, "engine_build"));
    gva_put_text(&r, ANAL_MET_ID, json_text(info, "met_id"));
    gva_count_unknown(a->notes, info, info_known);
    ogxm_put_record(&payload, &r);
    ogxm_put_section(to, "ANAL", 0, (struct span){payload.at, payload.length});
    ogxm_put_section(to, "DECS", 0, held);
    strbuf_done(&payload);
}

void gva_analysis_put(struct gva_analysis *a, struct strbuf *to)
{
    size_t n;
    json_object *infos = gva_list(a->root, "analyses_info", &n);
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++) {
        json_object *info = infos != NULL ? gva_item(infos, i) : i == 0 ? json_member(a->root, "analysis_info") : NULL;
        if (a->decisions[i].length > 0 || info != NULL)
            put_block(a, i, info, to);
    }
}

void gva_analysis_done(struct gva_analysis *a)
{
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++)
        strbuf_done(&a->decisions[i]);
}
