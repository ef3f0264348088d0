/* .gva: analyses. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/record/gva_write.h"

/* ---- heads ---- */

void gva_take_analysis(struct gva_writer *w, struct span head)
{
    struct ogxm_in in = ogxm_in(head);
    if (w->n_blocks < GVA_BLOCKS_MAX)
        ogxm_record(&in, &ogxm_analysis, &w->block[w->n_blocks++].head);
}

/* Can the reader take it? */
static bool is_play(const struct ogxm_record *a)
{
    enum { PIPS_AT = 5, FROM = 31, FROM_MAX = 25, PIPS_MAX = 6, STEPS_MAX = 4 };
    struct ogxm_in in = ogxm_in(a->must[0]);
    const size_t n = (size_t)ogxm_varint(&in, 32);
    const struct span steps = bytes_take(&in.b, n);
    bool good = n <= STEPS_MAX;
    for (size_t i = 0; good && i < steps.length; i++) {
        const unsigned char step = (unsigned char)steps.at[i];
        good = (step & FROM) <= FROM_MAX && step >> PIPS_AT >= 1 && step >> PIPS_AT <= PIPS_MAX;
    }
    return good;
}

/* The first alternative that is written. */
static bool first_play(const struct ogxm_record *r, struct ogxm_record *one)
{
    if (!ogxm_has(r, CHECKER_ALTERNATIVES))
        return false;
    struct ogxm_in in = ogxm_in(r->may[CHECKER_ALTERNATIVES]);
    for (uint64_t n = ogxm_varint(&in, 32); n > 0 && ogxm_record(&in, &ogxm_alternative, one); n--)
        if (is_play(one))
            return true;
    return false;
}

/* Without these the reader makes no decision of it. */
static bool is_complete(const struct ogxm_record *r, uint64_t kind)
{
    struct ogxm_record one;
    if (kind == OGXM_CUBE)
        return ogxm_has(r, CUBE_NO_DOUBLE) && ogxm_has(r, CUBE_DOUBLE_TAKE);
    return kind != OGXM_CHECKER || ogxm_has(r, CHECKER_BEST) || first_play(r, &one);
}

static bool read_decision(struct gva_block *b)
{
    const char *problem;
    const struct span bytes = bytes_take(&b->decisions.b, (size_t)ogxm_varint(&b->decisions, 32));
    struct ogxm_in in = ogxm_in(bytes);
    ogxm_varint(&in, 64);
    b->ply = ogxm_varint(&in, 32);
    b->kind = ogxm_varint(&in, 32);
    const struct ogxm_layout *layout = ogxm_decision(b->kind);
    return layout != NULL && ogxm_record_within(bytes, layout, &b->next, &problem) && is_complete(&b->next, b->kind);
}

/* Those that cannot be read are lost. */
static void next_decision(struct gva_writer *w, struct gva_block *b)
{
    while ((b->any = ogxm_more(&b->decisions)) && !read_decision(b))
        w->losses->count[b->kind < OGXM_KINDS ? LOSS_ANALYSIS : LOSS_ANALYSIS_WORDS]++;
}

void gva_take_decisions(struct gva_writer *w, struct span decisions)
{
    if (w->n_blocks == 0)
        return;
    struct gva_block *b = &w->block[w->n_blocks - 1];
    b->decisions = ogxm_in(decisions);
    next_decision(w, b);
}

static struct ogxm_record opened(struct span field, const struct ogxm_layout *layout)
{
    struct ogxm_in in = ogxm_in(field);
    struct ogxm_record r = {.layout = layout};
    (void)ogxm_record(&in, layout, &r);
    return r;
}

static void put_id(struct gva_writer *w, struct span id)
{
    struct strbuf hex = {0};
    char uuid[40];
    ogxm_put_hex(&hex, id);
    snprintf(uuid, sizeof uuid, "%.8s-%.4s-%.4s-%.4s-%.12s", hex.at, hex.at + 8, hex.at + 12, hex.at + 16, hex.at + 20);
    jsonw_string(&w->j, "analysis_id", uuid);
    strbuf_done(&hex);
}

/* Its label and plies are members of their own. */
static void put_head_level(struct gva_writer *w, const struct ogxm_record *level)
{
    const uint64_t own = (uint64_t)1 << LEVEL_PRESET | (uint64_t)1 << LEVEL_CHECKER_PLY;
    struct ogxm_record rest = *level;
    if (ogxm_has(level, LEVEL_CHECKER_PLY))
        jsonw_int(&w->j, "ply", ogxm_small_number(level, LEVEL_CHECKER_PLY, 0));
    if (ogxm_has(level, LEVEL_PRESET))
        jsonw_string(&w->j, "eval_level", gva_string(w, ogxm_words(level->may[LEVEL_PRESET])));
    rest.mask &= ~own;
    if (rest.mask == 0)
        return;
    jsonw_object(&w->j, "level");
    gva_put_members(w, &rest, gva_level_fields);
    jsonw_end(&w->j);
}

static void put_head(struct gva_writer *w, const char *key, const struct ogxm_record *head)
{
    const uint64_t left_out = (uint64_t)1 << ANAL_DIGEST | (uint64_t)1 << ANAL_PRODUCER | (uint64_t)1 << ANAL_LEVEL;
    uint64_t written = left_out;
    jsonw_object_flat(&w->j, key);
    put_id(w, head->must[0]);
    jsonw_int(&w->j, "producer", ogxm_small_number(head, ANAL_PRODUCER, 0));
    if (ogxm_has(head, ANAL_LEVEL)) {
        const struct ogxm_record level = opened(head->may[ANAL_LEVEL], &ogxm_level);
        put_head_level(w, &level);
    }
    gva_put_members(w, head, gva_info_fields);
    jsonw_end(&w->j);
    for (const struct gva_field *f = gva_info_fields; f->key != NULL; f++)
        written |= (uint64_t)1 << f->bit;
    w->losses->count[LOSS_ANALYSIS_WORDS] += (head->mask & ~written) != 0;
}

void gva_put_heads(struct gva_writer *w)
{
    if (w->n_blocks == 1)
        put_head(w, "analysis_info", &w->block[0].head);
    if (w->n_blocks < 2)
        return;
    jsonw_array(&w->j, "analyses_info");
    for (size_t i = 0; i < w->n_blocks; i++)
        put_head(w, NULL, &w->block[i].head);
    jsonw_end(&w->j);
}

/* ---- values ---- */

static float equity_at(const struct ogxm_record *r, int bit)
{
    return ogxm_has(r, bit) ? ogxm_equity(r->may[bit]) : NAN;
}

/* With the decimals that it is written with. */
static float rounded(float value)
{
    const float scale = 1e4f;
    return roundf(value * scale) / scale;
}

static void put_equity(struct gva_writer *w, const char *key, float value)
{
    if (!isnan(value))
        jsonw_number(&w->j, key, (double)rounded(value), GVA_DECIMALS);
}

static void put_field(struct gva_writer *w, const struct ogxm_record *r, const struct gva_field *fields, int bit)
{
    struct ogxm_record one = *r;
    one.mask &= (uint64_t)1 << bit;
    gva_put_members(w, &one, fields);
}

/* Fields that no member is there for are lost. */
static void count_fields(struct gva_writer *w, const struct ogxm_record *r, uint64_t written)
{
    w->losses->count[LOSS_ANALYSIS_WORDS] += (r->mask & ~written) != 0;
}

/* ---- chequer plays ---- */

/* What the decision says of the level holds for an alternative that does not say it itself. */
static void put_alternative_level(struct gva_writer *w, const struct ogxm_record *decision, const struct ogxm_record *a)
{
    const struct ogxm_record none = {.layout = &ogxm_level};
    const struct ogxm_record own =
        ogxm_has(a, ALTERNATIVE_LEVEL) ? opened(a->may[ALTERNATIVE_LEVEL], &ogxm_level) : none;
    const struct ogxm_record whole =
        ogxm_has(decision, CHECKER_LEVEL) ? opened(decision->may[CHECKER_LEVEL], &ogxm_level) : none;
    struct ogxm_out both = {0};
    struct strbuf bytes = {0};
    if (!ogxm_has(a, ALTERNATIVE_LEVEL) && !ogxm_has(decision, CHECKER_LEVEL))
        return;
    ogxm_merge(&both, &own, &whole);
    ogxm_put_record(&bytes, &both);
    struct ogxm_record merged = {.layout = &ogxm_alternative, .mask = (uint64_t)1 << ALTERNATIVE_LEVEL};
    merged.may[ALTERNATIVE_LEVEL] = (struct span){bytes.at, bytes.length};
    put_field(w, &merged, gva_alternative_fields, ALTERNATIVE_LEVEL);
    strbuf_done(&bytes);
}

static void put_alternative(struct gva_writer *w, const struct ogxm_record *decision, const struct ogxm_record *a)
{
    struct ogxm_in in = ogxm_in(a->must[0]);
    const size_t n = (size_t)ogxm_varint(&in, 32);
    struct ogxm_record rest = *a;
    rest.mask &= ~((uint64_t)1 << ALTERNATIVE_LEVEL);
    jsonw_object_flat(&w->j, NULL);
    gva_put_steps(w, "move", (const unsigned char *)bytes_take(&in.b, n).at, n);
    put_equity(w, "equity", ogxm_equity(a->must[1]));
    gva_put_members(w, &rest, gva_alternative_fields);
    put_alternative_level(w, decision, a);
    jsonw_end(&w->j);
    w->losses->count[LOSS_ANALYSIS_WORDS] += a->mask >> a->layout->n_may != 0;
}

struct choice {
    size_t n;
    float best, played;
};

static void put_alternatives(struct gva_writer *w, const struct ogxm_record *r, struct choice *c)
{
    struct ogxm_in in = ogxm_in(r->may[CHECKER_ALTERNATIVES]);
    struct ogxm_record one;
    const size_t n = (size_t)ogxm_varint(&in, 32);
    jsonw_array_flat(&w->j, "alternatives");
    for (size_t i = 0; i < n && ogxm_record(&in, &ogxm_alternative, &one); i++) {
        const float equity = rounded(ogxm_equity(one.must[1]));
        w->losses->count[LOSS_ANALYSIS_WORDS] += !is_play(&one);
        if (!is_play(&one))
            continue;
        if (c->n++ == 0)
            c->best = equity;
        if (ogxm_has(&one, ALTERNATIVE_PLAYED))
            c->played = equity;
        put_alternative(w, r, &one);
    }
    jsonw_end(&w->j);
}

static void put_chequer(struct gva_writer *w, const struct ogxm_record *r)
{
    struct choice c = {0, equity_at(r, CHECKER_BEST), NAN};
    struct ogxm_record rest = *r, first;
    if (first_play(r, &first)) {
        put_field(w, &first, gva_alternative_fields, ALTERNATIVE_PROBS); /* those of the decision */
        put_alternatives(w, r, &c);
        rest.mask &= ~((uint64_t)1 << CHECKER_LEVEL); /* which the alternatives have */
    }
    put_equity(w, "best_equity", c.best);
    put_equity(w, "equity_loss", isnan(c.played) ? equity_at(r, CHECKER_LOSS) : c.best - c.played);
    if (ogxm_has(r, CHECKER_TOTAL))
        jsonw_int(&w->j, "alternatives_total", (int64_t)ogxm_number(r->may[CHECKER_TOTAL]));
    gva_put_members(w, &rest, gva_checker_fields);
    jsonw_bool(&w->j, "decision", c.n > 1);
    count_fields(w, r, ((uint64_t)1 << r->layout->n_may) - 1);
}

/* ---- cube ---- */

enum { NO_DOUBLE, DOUBLE, TAKE, PASS, TOO_GOOD };

/* Does it count? A double that nobody would think of does not, nor an answer that does not matter. In units of the last
 * decimal that is written, so that the same follows from what is read. */
static bool is_decision(const float e[GVA_CUBE_EQUITIES], bool answer)
{
    enum { WHOLE = 10000, CLOSE = 10, FAR = 2000, LOST = -9000 };
    const long nd = lroundf(e[0] * WHOLE), dt = lroundf(e[1] * WHOLE),
               pass = isnan(e[2]) ? WHOLE : lroundf(e[2] * WHOLE), doubled = dt < pass ? dt : pass;
    if (answer)
        return labs(dt - pass) >= CLOSE;
    const bool trivial = labs(nd - doubled) < CLOSE || nd - dt > FAR || nd - pass > FAR || (nd < LOST && dt < LOST);
    return !(trivial && doubled - nd < CLOSE);
}

static void put_cube_members(struct gva_writer *w, const struct ogxm_record *r, bool answer)
{
    static const struct gva_field fields[] = {{"eval", CUBE_PROBS, GVA_CHANCES, 0},
                                              {"equity_loss", CUBE_LOSS, GVA_AN_EQUITY, 0},
                                              {"level", CUBE_LEVEL, GVA_A_LEVEL, 0},
                                              {NULL, 0, GVA_A_TEXT, 0}};
    const uint64_t equities = (1 << GVA_CUBE_EQUITIES) - 1, currency = (uint64_t)1 << CUBE_CURRENCY;
    uint64_t written = equities | currency;
    float e[GVA_CUBE_EQUITIES];
    for (int i = 0; i < GVA_CUBE_EQUITIES; i++) {
        e[i] = equity_at(r, i);
        put_equity(w, gva_cube_equities[i], e[i]);
    }
    gva_put_members(w, r, fields);
    jsonw_bool(&w->j, "decision", is_decision(e, answer));
    for (const struct gva_field *f = fields; f->key != NULL; f++)
        written |= (uint64_t)1 << f->bit;
    count_fields(w, r, written);
}

static void put_cube(struct gva_writer *w, const struct ogxm_record *r, unsigned action)
{
    static const char *const done[] = {[OGXM_DOUBLE] = "double",
                                       [OGXM_TAKE] = "take",
                                       [OGXM_DROP] = "pass",
                                       [OGXM_BEAVER] = "beaver",
                                       [OGXM_RACCOON] = "raccoon"};
    const uint64_t verdict = ogxm_number(r->must[2]);
    const char *word = verdict < GVA_ACTIONS ? gva_actions[verdict] : gva_actions[NO_DOUBLE];
    const bool rolled = action < OGXM_ROLLS, missed = rolled && verdict == DOUBLE && ogxm_has(r, CUBE_LOSS);
    if (rolled)
        jsonw_object_flat(&w->j, missed ? "missed_double" : "cube_decision");
    if (rolled && !missed)
        jsonw_bool(&w->j, "should_double", verdict == DOUBLE);
    jsonw_string(&w->j, rolled && !missed ? "action" : "correct_action", word);
    if (!rolled && action <= OGXM_RACCOON && done[action] != NULL)
        jsonw_string(&w->j, "played_action", done[action]);
    put_cube_members(w, r, !rolled && action != OGXM_DOUBLE);
    if (rolled)
        jsonw_end(&w->j);
}

/* ---- all that is said of a ply ---- */

static void put_decision(struct gva_writer *w, const struct gva_block *b, unsigned action)
{
    const struct ogxm_record *r = &b->next;
    if (b->kind == OGXM_CHECKER)
        put_chequer(w, r);
    else if (b->kind == OGXM_CUBE)
        put_cube(w, r, action);
    else if (b->kind == OGXM_LUCK) {
        put_equity(w, "luck", ogxm_equity(r->must[2]));
        gva_put_members(w, r, gva_luck_fields);
        count_fields(w, r, ((uint64_t)1 << r->layout->n_may) - 1);
    } else {
        gva_put_members(w, r, gva_resignation_fields);
        count_fields(w, r, ((uint64_t)1 << r->layout->n_may) - 1);
    }
}

static bool fits(uint64_t kind, unsigned action)
{
    const bool roll = action < OGXM_ROLLS, resigned = action == OGXM_RESIGN_GAME || action == OGXM_RESIGN_MATCH;
    return roll ? kind != OGXM_RESIGN : kind == (resigned ? OGXM_RESIGN : OGXM_CUBE);
}

/* Those before it that are not of this kind of ply, or of one before, are lost. */
static bool has_decision(struct gva_writer *w, struct gva_block *b, unsigned action)
{
    for (; b->any && (b->ply < w->ply || (b->ply == w->ply && !fits(b->kind, action))); next_decision(w, b))
        w->losses->count[LOSS_ANALYSIS]++;
    return b->any && b->ply == w->ply;
}

static void put_block(struct gva_writer *w, size_t i, unsigned action)
{
    struct gva_block *b = &w->block[i];
    unsigned seen = 0;
    jsonw_object_flat(&w->j, w->n_blocks == 1 ? "analysis" : NULL);
    if (w->n_blocks > 1)
        jsonw_int(&w->j, "analysis_index", (int64_t)i);
    for (; has_decision(w, b, action); next_decision(w, b)) {
        if (seen >> b->kind & 1)
            w->losses->count[LOSS_ANALYSIS]++; /* a second one of its kind */
        else
            put_decision(w, b, action);
        seen |= 1u << b->kind;
    }
    jsonw_end(&w->j);
}

void gva_put_decisions(struct gva_writer *w, unsigned action)
{
    bool open = false;
    for (size_t i = 0; i < w->n_blocks; i++) {
        struct gva_block *b = &w->block[i];
        if (!has_decision(w, b, action))
            continue;
        if (!open && w->n_blocks > 1)
            jsonw_array_flat(&w->j, "analyses");
        open = true;
        put_block(w, i, action);
    }
    if (open && w->n_blocks > 1)
        jsonw_end(&w->j);
}
