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

static bool put_alternative(struct strbuf *to, json_object *a, bool played)
{
    unsigned char step[GVA_STEPS_MAX];
    struct ogxm_out r = {0};
    double equity;
    size_t n;
    if (!gva_has(a, "equity") ||
        !gva_steps(&(struct gva_steps){"move", GVA_STEPS_MAX, SEVERITY_WARNING}, a, step, &n) ||
        !gva_equity(a, "equity", &equity))
        return false;
    ogxm_put_varint(&r.must, n);
    strbuf_add(&r.must, (const char *)step, n);
    ogxm_put_equity(&r.must, (float)equity);
    gva_put_probabilities(&r, ALTERNATIVE_PROBS, gva_object(a, "eval"));
    put_level(&r, ALTERNATIVE_LEVEL, gva_text(a, "eval_level"));
    gva_put_flag(&r, ALTERNATIVE_PLAYED, played);
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
    double best, loss;
    bool played = false;
    const bool has_best = gva_equity(a, "best_equity", &best), has_loss = gva_equity(a, "equity_loss", &loss);
    for (size_t i = 0; i < n; i++) {
        json_object *one = gva_item(list, i);
        const bool is_played = gva_truth(one, "is_played");
        n_taken += one != NULL && put_alternative(&alternatives, one, is_played);
        gva_count_unknown(notes, one, analysis_known);
        played = played || is_played;
        gva_annotations(notes, GVA_OF_ALTERNATIVE, ply, OGXM_CHECKER, one);
    }
    begin_decision(&r, ply, OGXM_CHECKER);
    if (n_taken > 0) {
        struct strbuf *field = ogxm_bit(&r, CHECKER_ALTERNATIVES);
        ogxm_put_varint(field, n_taken);
        strbuf_add(field, alternatives.at, alternatives.length);
        gva_put_whole(&r, CHECKER_TOTAL, gva_whole(a, "alternatives_total", UINT32_MAX, -1), -1);
    } else if (has_best)
        ogxm_put_equity(ogxm_bit(&r, CHECKER_BEST), (float)best);
    if (!played && has_loss)
        ogxm_put_equity(ogxm_bit(&r, CHECKER_LOSS), (float)loss);
    if (n_taken > 0 || has_best)
        ogxm_put_record(to, &r);
    else
        notes->words += has_loss;
    notes->words += n_taken == 0 && json_member(a, "eval") != NULL; /* which is that of the first alternative */
    strbuf_done(&alternatives);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

static int verdict_of(json_object *a, const char *key)
{
    enum { WORDS = 7 };
    static const char *const words[WORDS] = {"no_double", "double", "take", "pass", "too_good", "beaver", "raccoon"};
    const char *word = gva_text(a, key);
    for (int i = 0; word != NULL && i < WORDS; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    if (word != NULL)
        gva_warn(a, key, "no_double, double, take, pass, too_good, beaver, raccoon");
    return -1;
}

/* Without both equities there is no record, and what else there is has no place. */
static bool says_more(json_object *a, json_object *loss)
{
    static const char *const keys[] = {"no_double_equity", "double_take_equity", "double_pass_equity", "eval"};
    bool says = json_member(loss, "equity_loss") != NULL;
    for (int i = 0; i < 4; i++)
        says = says || json_member(a, keys[i]) != NULL;
    return says;
}

/* For a roll, the decision not to double before it: it may be described by two records. */
static void put_cube(struct gva_notes *notes, struct strbuf *to, size_t ply, json_object *a, json_object *loss)
{
    static const char *const keys[] = {"no_double_equity", "double_take_equity", "double_pass_equity"};
    struct ogxm_out r = {0};
    double nd = 0, dt = 0;
    const bool has_nd = gva_equity(a, keys[0], &nd), known = gva_equity(a, keys[1], &dt) && has_nd;
    int verdict = verdict_of(a, "correct_action");
    if (verdict < 0)
        verdict = verdict_of(a, "action");
    if (!known) {
        notes->words += says_more(a, loss);
        return;
    }
    if (verdict < 0)
        verdict = known && fmin(dt, 1) > nd ? 1 : known && nd > 1 ? 4 : 0;
    begin_decision(&r, ply, OGXM_CUBE);
    ogxm_put_varint(&r.must, (uint64_t)verdict);
    ogxm_put_equity(ogxm_bit(&r, CUBE_NO_DOUBLE), (float)nd);
    ogxm_put_equity(ogxm_bit(&r, CUBE_DOUBLE_TAKE), (float)dt);
    gva_put_equity(&r, CUBE_DOUBLE_PASS, a, keys[2]);
    gva_put_probabilities(&r, CUBE_PROBS, gva_object(a, "eval"));
    gva_put_equity(&r, CUBE_LOSS, loss, "equity_loss");
    put_level(&r, CUBE_LEVEL, gva_text(a, "eval_level"));
    ogxm_put_record(to, &r);
}

static void put_resignation(struct strbuf *to, size_t ply, json_object *a)
{
    enum { CORRECT, RESIGN_ERROR, TAKE_ERROR, PROBS, LOSS };
    struct ogxm_out r = {0};
    begin_decision(&r, ply, OGXM_RESIGN);
    gva_put_whole(&r, CORRECT, gva_whole(a, "correct_value", UINT32_MAX, -1), -1);
    gva_put_equity(&r, RESIGN_ERROR, a, "resign_error");
    gva_put_equity(&r, TAKE_ERROR, a, "take_resign_error");
    gva_put_probabilities(&r, PROBS, gva_object(a, "eval"));
    gva_put_equity(&r, LOSS, a, "equity_loss");
    ogxm_put_record(to, &r);
}

static void put_luck(struct strbuf *to, size_t ply, json_object *a)
{
    struct ogxm_out r = {0};
    double luck;
    if (!gva_equity(a, "luck", &luck))
        return;
    begin_decision(&r, ply, OGXM_LUCK);
    ogxm_put_equity(&r.must, (float)luck);
    ogxm_put_record(to, &r);
}

static void put_analysis(struct gva_notes *notes, struct strbuf *to, size_t ply, json_object *o, json_object *a)
{
    const int64_t action = gva_whole(o, "action_id", 63, 63);
    if (a == NULL)
        return;
    json_object *missed = gva_object(a, "missed_double"), *cube = gva_object(a, "cube_decision");
    gva_count_unknown(notes, a, analysis_known);
    gva_count_unknown(notes, missed, analysis_known);
    gva_count_unknown(notes, cube, analysis_known);
    if (action < OGXM_ROLLS) {
        put_chequer(notes, to, ply, a);
        if (missed != NULL || cube != NULL)
            put_cube(notes, to, ply, cube != NULL ? cube : missed, missed != NULL ? missed : cube);
        put_luck(to, ply, a);
    } else if (action == OGXM_RESIGN_GAME || action == OGXM_RESIGN_MATCH)
        put_resignation(to, ply, a);
    else
        put_cube(notes, to, ply, a, a);
    gva_annotations(notes, GVA_OF_DECISION, ply, action < OGXM_ROLLS ? OGXM_CHECKER : OGXM_CUBE, a);
}

void gva_analysis_begin(struct gva_analysis *a, json_object *root)
{
    a->infos = gva_list(root, "analyses_info", &a->n_infos);
    a->info = gva_object(root, "analysis_info");
    if (a->n_infos > OGXM_BLOCKS_MAX)
        gva_warn(root, "analyses_info", W_("a list of at most 64 analyses"));
}

/* If all blocks are listed, the first also appears a second time, by itself. */
void gva_analysis_take(struct gva_analysis *a, size_t ply, json_object *o)
{
    size_t n;
    json_object *one = gva_object(o, "analysis"), *list = gva_list(o, "analyses", &n);
    if (a->infos == NULL)
        put_analysis(a->notes, &a->decisions[0], ply, o, one);
    for (size_t i = 0; a->infos != NULL && i < n; i++) {
        json_object *of = gva_item(list, i);
        const int64_t at = gva_whole(of, "analysis_index", OGXM_BLOCKS_MAX - 1, -1);
        if (at >= 0 || json_member(of, "analysis_index") == NULL)
            put_analysis(a->notes, &a->decisions[at >= 0 ? at : 0], ply, o, of);
    }
}

/* ---- blocks ---- */

static const char *const info_known[] = {"ply",        "eval_level",   "complete", "model_id",
                                         "model_name", "engine_build", "met_id",   NULL};

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
    struct strbuf payload = {0}, part = {0};
    const struct strbuf *decisions = &a->decisions[i];
    const struct span held = {strbuf_text(decisions), decisions->length};
    put_id(&r, held, i);
    gva_put_text(&level, LEVEL_PRESET, gva_text(info, "eval_level"));
    gva_put_whole(&level, LEVEL_CHECKER_PLY, gva_whole(info, "ply", 1000, -1), -1);
    gva_put_whole(&r, ANAL_PRODUCER, 2, -1);
    ogxm_put_record(ogxm_bit(&r, ANAL_LEVEL), &level);
    gva_put_flag(&r, ANAL_COMPLETE, gva_truth(info, "complete"));
    gva_put_text(&r, ANAL_MODEL_ID, gva_text(info, "model_id"));
    gva_put_text(&r, ANAL_MODEL_NAME, gva_text(info, "model_name"));
    gva_put_text(&r, ANAL_ENGINE_BUILD, gva_text(info, "engine_build"));
    gva_put_text(&r, ANAL_MET_ID, gva_text(info, "met_id"));
    strbuf_printf(&part, a->infos != NULL ? "analyses_info.%zu." : "analysis_info.", i + 1);
    gva_keep_unknown(a->notes, &(struct gva_subject){GVA_OF_MATCH, 0, strbuf_text(&part)}, info, info_known);
    strbuf_done(&part);
    ogxm_put_record(&payload, &r);
    ogxm_put_section(to, "ANAL", 0, (struct span){payload.at, payload.length});
    ogxm_put_section(to, "DECS", 0, held);
    strbuf_done(&payload);
}

void gva_analysis_put(struct gva_analysis *a, struct strbuf *to)
{
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++) {
        json_object *info = i < a->n_infos ? gva_item(a->infos, i) : a->infos == NULL && i == 0 ? a->info : NULL;
        if (a->decisions[i].length > 0 || info != NULL)
            put_block(a, i, info, to);
    }
}

void gva_analysis_done(struct gva_analysis *a)
{
    for (size_t i = 0; i < OGXM_BLOCKS_MAX; i++)
        strbuf_done(&a->decisions[i]);
}
