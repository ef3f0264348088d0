/* Analyses; see gva_analysis.h. */
#include "import/gva/gva_analysis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/ogxm_play.h"
#include "import/gva/gva_values.h"

/* Of one ply: where its decisions go, and what they are about. */
struct taking {
    struct gva_notes *notes;
    const struct gva_course *course;
    const struct gva_turn *turn;
    struct strbuf *to;
    size_t ply;
};

/* ---- chequer plays ---- */

static bool put_alternative(struct strbuf *to, const struct taking *t, json_object *a)
{
    unsigned char step[GVA_STEPS_MAX];
    struct gva_turn turn = *t->turn;
    struct ogxm_out r = {0};
    double equity;
    if (!gva_has(a, "equity") || !gva_has(a, "move") ||
        !gva_steps(&(struct gva_steps){"move", GVA_STEPS_MAX, SEVERITY_WARNING}, a, step, &turn.n) ||
        !gva_equity(a, "equity", &equity))
        return false;
    turn.step = step;
    gva_course_notation(t->course, a, &turn);
    ogxm_put_varint(&r.must, turn.n);
    strbuf_add(&r.must, (const char *)step, turn.n);
    ogxm_put_equity(&r.must, (float)equity);
    gva_put_fields(&r, a, gva_alternative_fields);
    ogxm_put_record(to, &r);
    return true;
}

static void begin_decision(struct ogxm_out *r, size_t ply, enum ogxm_decision_kind kind)
{
    ogxm_put_varint(&r->must, ply);
    ogxm_put_varint(&r->must, kind);
}

/* The alternatives that can be read, and what the members beside them follow from. */
struct choice {
    struct strbuf records;
    size_t n;
    bool has_best, has_played, is_played; /* is_played: whether or not it could be read */
    double best, played;
    json_object *eval; /* of the best one */
};

static void take_alternative(const struct taking *t, json_object *one, size_t number, struct choice *c)
{
    const bool good = one != NULL && put_alternative(&c->records, t, one);
    json_object *played = json_member(one, "is_played");
    const bool is_played = good ? json_object_get_int(played) == 1 : gva_truth(one, "is_played");
    const double equity = good ? json_object_get_double(json_member(one, "equity")) : 0;
    double diff;
    c->is_played = c->is_played || is_played;
    c->n += good;
    if (good && is_played && !gva_course_is_played(t->course, one, t->turn))
        gva_warn(one, "is_played", "false");
    if (good && number == 0)
        c->has_best = true, c->best = equity, c->eval = json_member(one, "eval");
    if (good && is_played)
        c->has_played = true, c->played = equity;
    if (good && c->has_best) /* with either sign */
        gva_expect_number(one, "diff",
                          gva_is_number(one, "diff", &diff) && diff < 0 ? equity - c->best : c->best - equity);
    else
        gva_look_at_equity(one, "diff");
    gva_count_members(t->notes, one, gva_of_alternative);
    gva_annotations(t->notes, &(struct gva_target){GVA_OF_ALTERNATIVE, t->ply, OGXM_CHECKER, number}, one);
}

static void take_alternatives(const struct taking *t, json_object *a, struct choice *c)
{
    size_t n;
    json_object *list = gva_list(a, "alternatives", &n);
    for (size_t i = 0; i < n; i++)
        take_alternative(t, gva_item(list, i), i, c);
}

/* Beside alternatives these are not read. */
static void expect_chequer(json_object *a, const struct choice *c)
{
    double loss;
    if (c->has_best) {
        gva_expect_number(a, "best_equity", c->best);
        gva_expect_chances(a, "eval", c->eval);
    }
    if (c->has_best && c->has_played)
        gva_expect_number(a, "equity_loss", c->best - c->played);
    if (c->has_played)
        gva_expect_number(a, "played_equity", c->played);
    else if (c->has_best && gva_is_number(a, "equity_loss", &loss))
        gva_expect_number(a, "played_equity", c->best - loss);
    else
        gva_look_at_equity(a, "played_equity");
}

static void put_chequer(const struct taking *t, json_object *a)
{
    struct ogxm_out r = {0};
    struct choice c = {0};
    double best, loss;
    take_alternatives(t, a, &c);
    expect_chequer(a, &c);
    const bool has_best = c.has_best || gva_equity(a, "best_equity", &best);
    const bool follows = c.has_best && c.has_played, has_loss = !follows && gva_equity(a, "equity_loss", &loss);
    begin_decision(&r, t->ply, OGXM_CHECKER);
    if (c.n > 0) {
        struct strbuf *field = ogxm_bit(&r, CHECKER_ALTERNATIVES);
        ogxm_put_varint(field, c.n);
        strbuf_add(field, c.records.at, c.records.length);
        gva_put_whole(&r, CHECKER_TOTAL, gva_whole(a, "alternatives_total", UINT32_MAX, -1), -1);
    } else if (has_best)
        ogxm_put_equity(ogxm_bit(&r, CHECKER_BEST), (float)best);
    if (!c.is_played && has_loss)
        ogxm_put_equity(ogxm_bit(&r, CHECKER_LOSS), (float)loss);
    gva_put_fields(&r, a, gva_checker_fields);
    if (c.n > 0 || has_best)
        ogxm_put_record(t->to, &r);
    else
        t->notes->words += has_loss;
    t->notes->words += c.n == 0 && json_member(a, "eval") != NULL; /* which is that of the first alternative */
    strbuf_done(&c.records);
    strbuf_done(&r.must);
    strbuf_done(&r.may);
}

/* ---- cube actions ---- */

enum { NO_DOUBLE, DOUBLE, TAKE, PASS, TOO_GOOD, BEAVER, RACCOON };

static int action_of(json_object *a, const char *key)
{
    const char *word = gva_text(a, key);
    for (int i = 0; word != NULL && i < GVA_ACTIONS; i++)
        if (strcmp(gva_actions[i], word) == 0)
            return i;
    if (word != NULL)
        gva_warn(a, key, "no_double, double, take, pass, too_good, beaver, raccoon");
    return -1;
}

static void expect_action(json_object *a, const char *key, int action)
{
    const int stated = action_of(a, key);
    if (stated >= 0 && action >= 0 && stated != action)
        gva_warn(a, key, gva_actions[action]);
}

/* Without both equities there is no record, and what else there is has no place. */
static bool says_more(json_object *a, json_object *loss)
{
    bool says = json_member(loss, "equity_loss") != NULL || json_member(a, "eval") != NULL;
    for (int i = 0; i < 3; i++)
        says = says || json_member(a, gva_cube_equities[i]) != NULL;
    return says;
}

/* What was done follows from the ply, and what is said twice is the same both times. */
static void expect_cube(const struct taking *t, json_object *a, json_object *other, int verdict)
{
    static const signed char done[] = {[OGXM_DOUBLE] = DOUBLE,
                                       [OGXM_TAKE] = TAKE,
                                       [OGXM_DROP] = PASS,
                                       [OGXM_BEAVER] = BEAVER,
                                       [OGXM_RACCOON] = RACCOON};
    const int64_t action = t->turn->action;
    const bool cube = action >= OGXM_DOUBLE && action <= OGXM_RACCOON && done[action] > 0;
    double equity;
    expect_action(a, "played_action", action < OGXM_ROLLS ? NO_DOUBLE : cube ? done[action] : -1);
    if (verdict >= 0)
        gva_expect_truth(a, "should_double", verdict == DOUBLE);
    if (other == a)
        return;
    expect_action(other, "correct_action", verdict);
    expect_action(other, "played_action", NO_DOUBLE);
    gva_expect_chances(other, "eval", json_member(a, "eval"));
    for (int i = 0; i < 3; i++)
        if (gva_is_number(a, gva_cube_equities[i], &equity))
            gva_expect_number(other, gva_cube_equities[i], equity);
        else
            gva_look_at_equity(other, gva_cube_equities[i]);
    if (gva_is_number(other, "equity_loss", &equity))
        gva_expect_number(a, "equity_loss", equity);
    if (json_text(a, "eval_level") != NULL)
        gva_expect_text(other, "eval_level", json_text(a, "eval_level"));
}

/* For a roll, the decision not to double before it: it may be described by two records. */
static void put_cube(const struct taking *t, json_object *a, json_object *loss)
{
    struct ogxm_out r = {0};
    double nd = 0, dt = 0;
    const bool has_nd = gva_equity(a, gva_cube_equities[0], &nd),
               known = gva_equity(a, gva_cube_equities[1], &dt) && has_nd;
    const int correct = action_of(a, "correct_action"), action = action_of(a, "action");
    int verdict = correct >= 0 ? correct : action;
    if (correct >= 0 && action >= 0 && correct != action)
        gva_warn(a, "action", gva_actions[correct]);
    expect_cube(t, a, loss, verdict);
    if (!known) {
        t->notes->words += says_more(a, loss);
        return;
    }
    if (verdict < 0)
        verdict = fmin(dt, 1) > nd ? DOUBLE : nd > 1 ? TOO_GOOD : NO_DOUBLE;
    begin_decision(&r, t->ply, OGXM_CUBE);
    ogxm_put_varint(&r.must, (uint64_t)verdict);
    ogxm_put_equity(ogxm_bit(&r, CUBE_NO_DOUBLE), (float)nd);
    ogxm_put_equity(ogxm_bit(&r, CUBE_DOUBLE_TAKE), (float)dt);
    gva_put_equity(&r, CUBE_DOUBLE_PASS, a, gva_cube_equities[2]);
    gva_put_probabilities(&r, CUBE_PROBS, gva_object(a, "eval"));
    gva_put_equity(&r, CUBE_LOSS, loss, "equity_loss");
    gva_put_level(&r, CUBE_LEVEL, a, "level", gva_text(a, "eval_level"));
    ogxm_put_record(t->to, &r);
}

/* ---- the rest ---- */

static void put_resignation(const struct taking *t, json_object *a)
{
    struct ogxm_out r = {0};
    begin_decision(&r, t->ply, OGXM_RESIGN);
    gva_put_fields(&r, a, gva_resignation_fields);
    ogxm_put_record(t->to, &r);
}

static void put_luck(const struct taking *t, json_object *a)
{
    struct ogxm_out r = {0};
    double luck;
    if (!gva_equity(a, "luck", &luck))
        return;
    begin_decision(&r, t->ply, OGXM_LUCK);
    ogxm_put_equity(&r.must, (float)luck);
    gva_put_fields(&r, a, gva_luck_fields);
    ogxm_put_record(t->to, &r);
}

static void put_rolled(const struct taking *t, json_object *a)
{
    json_object *missed = gva_object(a, "missed_double"), *cube = gva_object(a, "cube_decision");
    gva_count_members(t->notes, a, gva_of_roll);
    gva_count_members(t->notes, missed, gva_of_cube);
    gva_count_members(t->notes, cube, gva_of_cube);
    put_chequer(t, a);
    if (missed != NULL || cube != NULL)
        put_cube(t, cube != NULL ? cube : missed, missed != NULL ? missed : cube);
    put_luck(t, a);
}

static void put_analysis(const struct taking *t, json_object *a)
{
    const int64_t action = t->turn->action;
    if (a == NULL)
        return;
    if (action < OGXM_ROLLS)
        put_rolled(t, a);
    else if (action == OGXM_RESIGN_GAME || action == OGXM_RESIGN_MATCH) {
        gva_count_members(t->notes, a, gva_of_resignation);
        put_resignation(t, a);
    } else {
        gva_count_members(t->notes, a, gva_of_cube);
        put_cube(t, a, a);
    }
    gva_annotations(
        t->notes, &(struct gva_target){GVA_OF_DECISION, t->ply, action < OGXM_ROLLS ? OGXM_CHECKER : OGXM_CUBE, 0}, a);
}

void gva_analysis_begin(struct gva_analysis *a, json_object *root)
{
    a->infos = gva_list(root, "analyses_info", &a->n_infos);
    a->info = gva_object(root, "analysis_info");
    if (a->n_infos > OGXM_BLOCKS_MAX)
        gva_warn(root, "analyses_info", W_("a list of at most 64 analyses"));
}

/* If all blocks are listed, the first also appears a second time, by itself. */
void gva_analysis_take(struct gva_analysis *a, size_t ply, json_object *o, const struct gva_turn *turn)
{
    size_t n;
    json_object *one = gva_object(o, "analysis"), *list = gva_list(o, "analyses", &n);
    struct taking t = {.notes = a->notes, .course = a->course, .turn = turn, .to = &a->decisions[0], .ply = ply};
    const bool listed = a->infos != NULL || (one == NULL && n > 0);
    if (!listed)
        put_analysis(&t, one);
    for (size_t i = 0; listed && i < n; i++) {
        json_object *of = gva_item(list, i);
        const int64_t at = gva_whole(of, "analysis_index", OGXM_BLOCKS_MAX - 1, -1);
        t.to = &a->decisions[at >= 0 ? at : 0];
        if (at >= 0 || json_member(of, "analysis_index") == NULL)
            put_analysis(&t, of);
    }
}

/* ---- blocks ---- */

/* That of the file, a UUID; else the same content has the same ID. */
static void find_id(json_object *info, struct span decisions, size_t block, char id[16])
{
    enum { UUID = 36 };
    char digits[OGXM_DIGEST + 1];
    struct strbuf hex = {0}, bytes = {0};
    const char *text = gva_text(info, "analysis_id");
    for (size_t i = 0; text != NULL && strlen(text) == UUID && i < UUID; i++)
        if (text[i] != '-')
            strbuf_putc(&hex, text[i]);
    const bool given = hex.length == 32 && ogxm_hex(strbuf_text(&hex), &bytes) && bytes.length == 16;
    if (text != NULL && !given)
        gva_warn(info, "analysis_id", "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
    if (!given) {
        strbuf_clear(&bytes);
        ogxm_digest(decisions, (struct span){(const char *)&block, 1}, digits);
        (void)ogxm_hex(digits, &bytes);
    }
    memcpy(id, bytes.at, 16);
    strbuf_done(&hex);
    strbuf_done(&bytes);
}

/* `eval_level` and `ply` are its label and its plies; what `level` has goes before. */
static void put_level(struct ogxm_out *r, json_object *info)
{
    json_object *more = gva_object(info, "level");
    struct ogxm_out level = {0};
    const char *word = gva_text(info, "eval_level"), *preset = json_text(more, "preset");
    const int64_t plies = gva_whole(info, "ply", 1000, -1);
    struct ogxm_out read = {0};
    struct ogxm_record record = {.layout = &ogxm_level};
    struct strbuf bytes = {0};
    gva_put_all_fields(&read, more, gva_level_fields);
    ogxm_put_record(&bytes, &read);
    struct ogxm_in in = ogxm_in((struct span){bytes.at, bytes.length});
    (void)ogxm_record(&in, &ogxm_level, &record);
    gva_put_text(&level, LEVEL_PRESET, preset != NULL ? preset : word);
    if (!ogxm_has(&record, LEVEL_CHECKER_PLY))
        gva_put_whole(&level, LEVEL_CHECKER_PLY, plies, -1);
    for (int bit = LEVEL_CHECKER_PLY; bit <= LEVEL_NO_ROLLOUT; bit++)
        if (ogxm_has(&record, bit))
            strbuf_add(ogxm_bit(&level, bit), record.may[bit].at, record.may[bit].length);
    if (preset != NULL)
        gva_expect_text(info, "eval_level", preset);
    if (ogxm_has(&record, LEVEL_CHECKER_PLY) && json_member(info, "ply") != NULL)
        gva_expect_whole(info, "ply", ogxm_small_number(&record, LEVEL_CHECKER_PLY, 0));
    if (level.mask != 0)
        ogxm_put_record(ogxm_bit(r, ANAL_LEVEL), &level);
    strbuf_done(&bytes);
}

static void put_head(struct ogxm_out *r, json_object *info)
{
    enum { PRODUCERS_MAX = 1000, OTHER = 2 };
    gva_put_whole(r, ANAL_PRODUCER, gva_whole(info, "producer", PRODUCERS_MAX, OTHER), 0);
    put_level(r, info);
    gva_put_fields(r, info, gva_info_fields);
}

static void put_block(struct gva_analysis *a, size_t i, json_object *info, struct strbuf *to)
{
    struct ogxm_out r = {0};
    struct strbuf payload = {0}, part = {0};
    const struct strbuf *decisions = &a->decisions[i];
    const struct span held = {strbuf_text(decisions), decisions->length};
    char id[16];
    find_id(info, held, i, id);
    gva_name_analysis(a->notes, i, id);
    strbuf_add(&r.must, id, sizeof id);
    put_head(&r, info);
    strbuf_printf(&part, a->infos != NULL ? "analyses_info.%zu." : "analysis_info.", i + 1);
    gva_keep_members(a->notes, &(struct gva_subject){GVA_OF_MATCH, 0, strbuf_text(&part)}, info, gva_of_info);
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
