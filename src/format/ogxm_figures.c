/* Figures of decisions; see ogxm_figures.h. Units and levels: docs/formats/ogxm.md. */
#include "format/ogxm_figures.h"

#include <math.h>
#include <string.h>

#include "format/ogxm_play.h"

/* ---- levels: three tiers, of which the nearer one replaces the fields that it has ---- */

struct tiers {
    struct span label; /* of the decision or the alternative */
    int checker_ply, cube_ply;
    struct ogxm_record rollout;
};

static int ply_of(const struct ogxm_record *r, int bit, int otherwise)
{
    enum { MOST = 1000 };
    if (!ogxm_has(r, bit))
        return otherwise;
    const uint64_t n = ogxm_number(r->may[bit]);
    return n < MOST ? (int)n : MOST;
}

static bool open_record(struct span field, const struct ogxm_layout *layout, struct ogxm_record *out)
{
    struct ogxm_in in = ogxm_in(field);
    return ogxm_record(&in, layout, out);
}

static void nearer(struct tiers *t, struct span level)
{
    struct ogxm_record r;
    if (level.length == 0 || !open_record(level, &ogxm_level, &r))
        return;
    if (ogxm_has(&r, LEVEL_PRESET))
        t->label = ogxm_words(r.may[LEVEL_PRESET]);
    t->checker_ply = ply_of(&r, LEVEL_CHECKER_PLY, t->checker_ply);
    t->cube_ply = ply_of(&r, LEVEL_CUBE_PLY, t->cube_ply);
    if (ogxm_has(&r, LEVEL_NO_ROLLOUT))
        t->rollout.layout = NULL;
    if (ogxm_has(&r, LEVEL_ROLLOUT))
        open_record(r.may[LEVEL_ROLLOUT], &ogxm_rollout, &t->rollout);
}

struct span ogxm_label(struct span level)
{
    struct tiers t = {.label = {"", 0}};
    nearer(&t, level);
    return t.label;
}

void ogxm_block_level(struct ogxm_block *b, struct span level)
{
    struct tiers t = {.checker_ply = -1, .cube_ply = -1};
    nearer(&t, level);
    b->checker_ply = t.checker_ply;
    b->cube_ply = t.cube_ply;
    b->rollout = t.rollout;
}

static struct tiers tiers_of(const struct ogxm_block *b, struct span decision, struct span alternative)
{
    struct tiers t = {.label = {"", 0}, .checker_ply = b->checker_ply, .cube_ply = b->cube_ply, .rollout = b->rollout};
    nearer(&t, decision);
    nearer(&t, alternative);
    return t;
}

static bool holds(struct span s, const char *word)
{
    for (size_t i = 0; i < s.length; i++)
        if (span_starts_nocase(span_sub(s, i, s.length), word))
            return true;
    return false;
}

static enum eval_kind kind_of_label(struct span label)
{
    return label.length == 0       ? EVAL_NONE
           : holds(label, "book")  ? EVAL_BOOK
           : holds(label, "exact") ? EVAL_EXACT
                                   : EVAL_OTHER;
}

/* The number of plies of a cube decision is that of the plays where it is not given. */
static struct eval_level level_of(struct arena *arena, const struct tiers *t, bool cube, int currency)
{
    const int plies = cube && t->cube_ply >= 0 ? t->cube_ply : t->checker_ply;
    struct eval_level l = {.plies = plies > 0 ? plies : 0, .cubeful = currency != CURRENCY_CUBELESS};
    l.kind = t->rollout.layout != NULL ? EVAL_ROLLOUT : plies >= 0 ? EVAL_PLY : kind_of_label(t->label);
    if (t->label.length > 0)
        l.name = arena_span(arena, t->label);
    if (t->rollout.layout != NULL)
        l.trials =
            ogxm_has(&t->rollout, ROLLOUT_TRIALS) ? (int)(ogxm_number(t->rollout.may[ROLLOUT_TRIALS]) & INT32_MAX) : 0;
    return l;
}

static const struct rollout_settings *settings_of(struct arena *arena, const struct tiers *t)
{
    const struct ogxm_record *r = &t->rollout;
    if (r->layout == NULL || (r->mask & ~((uint64_t)1 << ROLLOUT_TRIALS)) == 0)
        return NULL;
    struct rollout_settings *s = arena_alloc(arena, sizeof *s);
    s->variance_reduction = ogxm_has(r, ROLLOUT_VARIANCE) && ogxm_number(r->may[ROLLOUT_VARIANCE]) > 0;
    s->truncation = ply_of(r, ROLLOUT_TRUNCATION, 0);
    if (ogxm_has(r, ROLLOUT_MOVE_PLY))
        s->early.chequer = (struct eval_level){.kind = EVAL_PLY, .plies = ply_of(r, ROLLOUT_MOVE_PLY, 0)};
    if (ogxm_has(r, ROLLOUT_SEED)) {
        struct bytes b = {.data = r->may[ROLLOUT_SEED]};
        s->seed = (int64_t)bytes_u64(&b);
    }
    return s;
}

static void put_rollout(struct strbuf *to, const struct eval_level *l, const struct rollout_settings *s)
{
    struct ogxm_out r = {0};
    if (l->trials > 0)
        ogxm_put_varint(ogxm_bit(&r, ROLLOUT_TRIALS), (uint64_t)l->trials);
    if (s != NULL && s->truncation > 0)
        ogxm_put_varint(ogxm_bit(&r, ROLLOUT_TRUNCATION), (uint64_t)s->truncation);
    if (s != NULL && s->early.chequer.kind == EVAL_PLY)
        ogxm_put_varint(ogxm_bit(&r, ROLLOUT_MOVE_PLY), (uint64_t)s->early.chequer.plies);
    if (s != NULL && s->variance_reduction)
        ogxm_put_varint(ogxm_bit(&r, ROLLOUT_VARIANCE), 1);
    if (s != NULL && s->seed != 0)
        ogxm_put_bytes(ogxm_bit(&r, ROLLOUT_SEED), (uint64_t)s->seed, 8);
    ogxm_put_record(to, &r);
}

/* A level as a record, or nothing where the block says it all. */
static void put_level(struct strbuf *to, const struct ogxm_block *b, bool cube, const struct eval_level *l,
                      const struct rollout_settings *s)
{
    struct ogxm_out r = {0};
    const int usual = cube && b->cube_ply >= 0 ? b->cube_ply : b->checker_ply;
    const bool counts = l->kind == EVAL_PLY || (l->plies > 0 && l->kind == EVAL_ROLLOUT);
    if (l->name != NULL && l->name[0] != '\0')
        ogxm_put_string(ogxm_bit(&r, LEVEL_PRESET), span_of(l->name));
    else if (l->kind == EVAL_BOOK || l->kind == EVAL_EXACT)
        ogxm_put_string(ogxm_bit(&r, LEVEL_PRESET), span_of(l->kind == EVAL_BOOK ? "book" : "exact"));
    if (counts && l->plies != usual)
        ogxm_put_varint(ogxm_bit(&r, cube ? LEVEL_CUBE_PLY : LEVEL_CHECKER_PLY), (uint64_t)l->plies);
    if (l->kind == EVAL_ROLLOUT)
        put_rollout(ogxm_bit(&r, LEVEL_ROLLOUT), l, s);
    else if (b->rollout.layout != NULL)
        ogxm_bit(&r, LEVEL_NO_ROLLOUT);
    if (r.mask != 0)
        ogxm_put_record(to, &r);
}

/* ---- chances ---- */

static const struct outcome not_given = {NAN, NAN, NAN, NAN, NAN};

static struct outcome chances_of(struct span field)
{
    struct bytes b = {.data = field};
    float n[5];
    for (int i = 0; i < 5; i++)
        n[i] = (float)bytes_u16(&b) / 10000.0f;
    return (struct outcome){n[0], n[1], n[2], n[3], n[4]};
}

static uint64_t rounded(float chance)
{
    return chance > 0 ? (uint64_t)lroundf(fminf(chance, 1) * 10000) : 0;
}

/* Each holds the next rarer one: what a program gives otherwise is cut. */
static void in_ten_thousandths(const struct outcome *o, uint64_t n[5])
{
    const float given[5] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    enum { ALL = 10000 };
    for (int i = 0; i < 5; i++) {
        const uint64_t most = i == 0 ? ALL : i == 3 ? ALL - n[0] : n[i - 1];
        n[i] = rounded(given[i]) < most ? rounded(given[i]) : most;
    }
}

static void put_chances(struct strbuf *to, const struct outcome *o)
{
    uint64_t n[5];
    in_ten_thousandths(o, n);
    for (int i = 0; i < 5; i++)
        ogxm_put_bytes(to, n[i], 2);
}

static bool is_exact(const struct outcome *o)
{
    const float given[5] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    uint64_t n[5];
    in_ten_thousandths(o, n);
    for (int i = 0; i < 5; i++)
        if (isnan(given[i]) ? !isnan(o->win) : fabsf(given[i] - (float)n[i] / 10000.0f) > 1e-6f)
            return false;
    return true;
}

/* ---- chequer plays ---- */

static bool read_alternative(const struct ogxm_spot *s, const struct ogxm_record *r, struct span decision,
                             struct candidate *c)
{
    struct ogxm_in in = ogxm_in(r->must[0]);
    const int n = (int)ogxm_varint(&in, 32);
    const struct tiers t =
        tiers_of(s->block, decision, ogxm_has(r, ALTERNATIVE_LEVEL) ? r->may[ALTERNATIVE_LEVEL] : (struct span){"", 0});
    const float value = ogxm_equity(r->must[1]);
    if (n < 0 || n > PLAY_STEPS)
        return false;
    const struct span steps = bytes_take(&in.b, (size_t)n);
    *c = (struct candidate){.equity = NAN, .cubeless = NAN, .mwc = NAN, .outcome = not_given};
    c->play = ogxm_play((const unsigned char *)steps.at, n, s->e->player);
    if (!board_play(&s->before->board, &c->play, &c->after))
        return false;
    *(s->block->currency == CURRENCY_MWC ? &c->mwc : &c->equity) = value;
    c->level = level_of(s->arena, &t, false, s->block->currency);
    c->rollout = settings_of(s->arena, &t);
    if (ogxm_has(r, ALTERNATIVE_PROBS))
        c->outcome = chances_of(r->may[ALTERNATIVE_PROBS]);
    if (ogxm_has(r, ALTERNATIVE_CUBELESS))
        c->cubeless = ogxm_equity(r->may[ALTERNATIVE_CUBELESS]);
    if (ogxm_has(r, ALTERNATIVE_SE)) {
        c->stderror = arena_alloc(s->arena, sizeof *c->stderror);
        *c->stderror = (struct rollout_error){
            .outcome = not_given, .cubeless = NAN, .cubeful = ogxm_equity(r->may[ALTERNATIVE_SE]), .mwc = NAN};
    }
    return true;
}

static void read_alternatives(const struct ogxm_spot *s, const struct ogxm_record *r, struct play_analysis *p)
{
    struct ogxm_in in = ogxm_in(r->may[CHECKER_ALTERNATIVES]);
    const struct span level = ogxm_has(r, CHECKER_LEVEL) ? r->may[CHECKER_LEVEL] : (struct span){"", 0};
    struct ogxm_record one;
    const size_t n = (size_t)ogxm_varint(&in, 32);
    if (n > r->may[CHECKER_ALTERNATIVES].length)
        return;
    p->candidates = arena_alloc(s->arena, (n + 1) * sizeof *p->candidates);
    for (size_t i = 0; i < n && ogxm_record(&in, &ogxm_alternative, &one); i++)
        if (read_alternative(s, &one, level, &p->candidates[p->n])) {
            if (ogxm_has(&one, ALTERNATIVE_PLAYED))
                p->played = p->n;
            p->n++;
        }
}

static float loss_of(struct span field)
{
    struct bytes b = {.data = field};
    return (float)((double)bytes_u32(&b) / 1e6);
}

static bool read_checker(const struct ogxm_spot *s, const struct ogxm_record *r, struct annotation *a)
{
    struct play_analysis *p = arena_alloc(s->arena, sizeof *p);
    p->played = -1;
    p->error = p->error_mwc = NAN;
    if (ogxm_has(r, CHECKER_ALTERNATIVES))
        read_alternatives(s, r, p);
    if (ogxm_has(r, CHECKER_LOSS))
        *(s->block->currency == CURRENCY_MWC ? &p->error_mwc : &p->error) = loss_of(r->may[CHECKER_LOSS]);
    p->n_legal = p->n;
    if (p->n == 0 && isnan(p->error))
        return false;
    a->play = p;
    return true;
}

static void put_loss(struct strbuf *to, float loss)
{
    ogxm_put_bytes(to, (uint64_t)lround(fmin(4000, fmax(0, (double)loss)) * 1e6), 4);
}

static bool put_alternative(struct strbuf *to, const struct ogxm_spot *s, const struct play_analysis *p, int i,
                            bool with_level)
{
    const struct candidate *c = &p->candidates[i];
    const float value = s->block->currency == CURRENCY_MWC ? c->mwc : c->equity;
    struct ogxm_out r = {0};
    struct strbuf level = {0};
    const int8_t dice[2] = {s->e->dice[0], s->e->dice[1]};
    if (isnan(value) || !ogxm_put_steps(&r.must, &s->before->board, dice, s->e->player, &c->play, &c->after, true)) {
        strbuf_done(&r.must);
        return false;
    }
    ogxm_put_equity(&r.must, value);
    if (!isnan(c->outcome.win))
        put_chances(ogxm_bit(&r, ALTERNATIVE_PROBS), &c->outcome);
    put_level(&level, s->block, false, &c->level, c->rollout);
    if (with_level && level.length > 0)
        strbuf_add(ogxm_bit(&r, ALTERNATIVE_LEVEL), level.at, level.length);
    strbuf_done(&level);
    if (i == p->played)
        ogxm_bit(&r, ALTERNATIVE_PLAYED);
    if (c->stderror != NULL && !isnan(c->stderror->cubeful))
        ogxm_put_equity(ogxm_bit(&r, ALTERNATIVE_SE), c->stderror->cubeful);
    if (!isnan(c->cubeless))
        ogxm_put_equity(ogxm_bit(&r, ALTERNATIVE_CUBELESS), c->cubeless);
    ogxm_put_record(to, &r);
    return true;
}

/* The level of all alternatives in `level`; false if they have several. */
static bool common_level(const struct ogxm_spot *s, const struct play_analysis *p, struct strbuf *level)
{
    bool same = true;
    for (int i = 0; i < p->n && same; i++) {
        struct strbuf one = {0};
        put_level(i == 0 ? level : &one, s->block, false, &p->candidates[i].level, p->candidates[i].rollout);
        same =
            i == 0 || (one.length == level->length && memcmp(strbuf_text(&one), strbuf_text(level), one.length) == 0);
        strbuf_done(&one);
    }
    if (!same)
        strbuf_clear(level);
    return same;
}

static void put_checker(struct ogxm_out *r, const struct ogxm_spot *s, const struct play_analysis *p)
{
    enum { MOST = 1024 };
    struct strbuf list = {0}, level = {0};
    const bool common = common_level(s, p, &level);
    const float loss = s->block->currency == CURRENCY_MWC ? p->error_mwc : p->error;
    uint64_t n = 0;
    for (int i = 0; i < p->n && n < MOST; i++)
        n += put_alternative(&list, s, p, i, !common);
    if (n > 0) {
        ogxm_put_varint(ogxm_bit(r, CHECKER_ALTERNATIVES), n);
        strbuf_add(&r->may, list.at, list.length);
    }
    if (p->played < 0 && !isnan(loss))
        put_loss(ogxm_bit(r, CHECKER_LOSS), loss);
    if (n > 0 && common && level.length > 0)
        strbuf_add(ogxm_bit(r, CHECKER_LEVEL), level.at, level.length);
    strbuf_done(&list);
    strbuf_done(&level);
}

/* ---- cube decisions ---- */

static bool is_answer(const struct event *e)
{
    return e->kind == EVENT_TAKE || e->kind == EVENT_DROP || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON;
}

/* Three ways of writing are about: see docs/formats/ogxm.md. Pass is worth 1 in equities; in winning chances only to
 * somebody whom the cube wins the match. */
static bool is_mwc(const struct ogxm_spot *s, const struct ogxm_record *r, const float v[3])
{
    if (s->m->length == 0)
        return false;
    const bool stated =
        (ogxm_has(r, CUBE_CURRENCY) ? (int)ogxm_number(r->may[CUBE_CURRENCY]) : s->block->currency) == CURRENCY_MWC;
    if (isnan(v[2]))
        return stated;
    if (fabsf(v[2] - 1) < 0.005f)
        return stated && !(v[0] < 0) && !(v[1] < 0) && !(v[0] > 1) && !(v[1] > 1);
    return v[2] >= 0 && v[2] <= 1;
}

enum { NO_DOUBLE, DOUBLE, TAKE, PASS, TOO_GOOD, BEAVER };

/* The file's word, and what the three values say of the other player's part in it. */
static enum cube_verdict verdict_named(uint64_t verdict, const float v[3], bool mwc)
{
    const float pass = isnan(v[2]) && !mwc ? 1 : v[2];
    const bool drops = v[1] > pass, doubles = (drops ? pass : v[1]) > v[0];
    switch (verdict) {
    case NO_DOUBLE:
        return VERDICT_NO_DOUBLE_TAKE;
    case DOUBLE:
        return drops ? VERDICT_DOUBLE_PASS : VERDICT_DOUBLE_TAKE;
    case TAKE:
        return doubles ? VERDICT_DOUBLE_TAKE : VERDICT_NO_DOUBLE_TAKE;
    case PASS:
        return doubles ? VERDICT_DOUBLE_PASS : VERDICT_TOO_GOOD_PASS;
    case TOO_GOOD:
        return drops ? VERDICT_TOO_GOOD_PASS : VERDICT_TOO_GOOD_TAKE;
    case BEAVER:
        return doubles ? VERDICT_DOUBLE_BEAVER : VERDICT_NO_DOUBLE_BEAVER;
    default:
        return VERDICT_NONE;
    }
}

static bool read_cube(const struct ogxm_spot *s, const struct ogxm_record *r, struct annotation *a)
{
    const struct span none = {"", 0};
    const struct tiers t = tiers_of(s->block, ogxm_has(r, CUBE_LEVEL) ? r->may[CUBE_LEVEL] : none, none);
    struct cube_analysis *c = arena_alloc(s->arena, sizeof *c);
    float v[3] = {NAN, NAN, NAN};
    for (int i = 0; i < 3; i++)
        if (ogxm_has(r, CUBE_NO_DOUBLE + i))
            v[i] = ogxm_equity(r->may[CUBE_NO_DOUBLE + i]);
    struct outcome o = ogxm_has(r, CUBE_PROBS) ? chances_of(r->may[CUBE_PROBS]) : not_given;
    if (is_answer(s->e) && !s->block->doublers)
        o = outcome_flip(o);
    cube_analysis_begin(c);
    for (int i = 0; i < 2; i++)
        c->branch[i] = (struct cube_branch){.outcome = o, .cubeless = outcome_equity(o), .mwc = NAN};
    const bool mwc = is_mwc(s, r, v);
    c->verdict = verdict_named(ogxm_number(r->must[2]), v, mwc);
    if (mwc)
        c->branch[0].mwc = v[0], c->branch[1].mwc = v[1];
    else
        c->nd = v[0], c->dt = v[1], c->dp = v[2];
    float *loss = is_answer(s->e) ? mwc ? &c->answer_error_mwc : &c->answer_error
                  : mwc           ? &c->double_error_mwc
                                  : &c->double_error;
    if (ogxm_has(r, CUBE_LOSS))
        *loss = loss_of(r->may[CUBE_LOSS]);
    c->level = level_of(s->arena, &t, true, ogxm_has(r, CUBE_CURRENCY) ? CURRENCY_EQUITY : s->block->currency);
    c->rollout = settings_of(s->arena, &t);
    a->cube = c;
    return true;
}

struct triple {
    float v[3]; /* no double; double, take; double, pass */
    bool mwc;
};

/* In match play what is known in winning chances is written so. What a pass is worth then lies on the line through the
 * other two. */
static struct triple triple_of(const struct ogxm_spot *s, const struct cube_analysis *c)
{
    struct triple t = {{c->nd, c->dt, c->dp}, false};
    const float m0 = c->branch[0].mwc, m1 = c->branch[1].mwc;
    if (s->m->length == 0 || s->block->equities || isnan(m0) || isnan(m1))
        return t;
    const float apart = c->dt - c->nd;
    const bool known = !isnan(apart) && fabsf(apart) > 1e-3f;
    t = (struct triple){{m0, m1, known ? m0 + (1 - c->nd) * (m1 - m0) / apart : NAN}, true};
    t.v[2] = fmaxf(0, fminf(1, t.v[2]));
    if (!known)
        t.v[2] = NAN;
    return t;
}

/* The best action: of the doubler, or of who answers. */
static uint64_t verdict_of(const struct cube_analysis *c, const struct triple *t, bool answer)
{
    static const unsigned char doubler[VERDICTS] = {
        [VERDICT_DOUBLE_TAKE] = DOUBLE,     [VERDICT_DOUBLE_PASS] = DOUBLE,     [VERDICT_DOUBLE_BEAVER] = DOUBLE,
        [VERDICT_TOO_GOOD_TAKE] = TOO_GOOD, [VERDICT_TOO_GOOD_PASS] = TOO_GOOD, [VERDICT_OPTIONAL_TAKE] = DOUBLE,
        [VERDICT_OPTIONAL_PASS] = DOUBLE,   [VERDICT_OPTIONAL_BEAVER] = DOUBLE};
    const float pass = isnan(t->v[2]) && !t->mwc ? 1 : t->v[2];
    const bool drops = t->v[1] > pass;
    const enum cube_verdict v = c->verdict;
    if (answer && (v == VERDICT_NO_DOUBLE_BEAVER || v == VERDICT_DOUBLE_BEAVER || v == VERDICT_OPTIONAL_BEAVER))
        return BEAVER;
    if (answer)
        return v == VERDICT_DOUBLE_PASS || v == VERDICT_TOO_GOOD_PASS || v == VERDICT_OPTIONAL_PASS ||
                       (v == VERDICT_NONE && drops)
                   ? PASS
                   : TAKE;
    if (v != VERDICT_NONE)
        return doubler[v];
    const float doubled = drops ? pass : t->v[1];
    return doubled > t->v[0] ? DOUBLE : drops ? TOO_GOOD : NO_DOUBLE;
}

static void put_cube(struct ogxm_out *r, const struct ogxm_spot *s, const struct cube_analysis *c)
{
    const struct triple t = triple_of(s, c);
    const bool answer = is_answer(s->e);
    const float loss = answer  ? t.mwc ? c->answer_error_mwc : c->answer_error
                       : t.mwc ? c->double_error_mwc
                               : c->double_error;
    struct outcome o = c->branch[0].outcome;
    struct strbuf level = {0};
    ogxm_put_varint(&r->must, verdict_of(c, &t, answer));
    for (int i = 0; i < 3; i++)
        if (!isnan(t.v[i]))
            ogxm_put_equity(ogxm_bit(r, CUBE_NO_DOUBLE + i), t.v[i]);
    if (answer && !s->block->doublers)
        o = outcome_flip(o);
    if (!isnan(o.win))
        put_chances(ogxm_bit(r, CUBE_PROBS), &o);
    if (!isnan(loss) && loss > 0)
        put_loss(ogxm_bit(r, CUBE_LOSS), loss);
    put_level(&level, s->block, true, &c->level, c->rollout);
    if (level.length > 0)
        strbuf_add(ogxm_bit(r, CUBE_LEVEL), level.at, level.length);
    strbuf_done(&level);
    if (t.mwc && s->block->currency != CURRENCY_MWC)
        ogxm_put_varint(ogxm_bit(r, CUBE_CURRENCY), CURRENCY_MWC);
}

/* ---- all kinds ---- */

bool ogxm_read_decision(const struct ogxm_spot *s, int kind, const struct ogxm_record *r, struct annotation *a)
{
    const bool rolled = s->e->kind == EVENT_PLAY || s->e->kind == EVENT_ROLL;
    if (kind == OGXM_CHECKER)
        return rolled && read_checker(s, r, a);
    if (kind == OGXM_CUBE)
        return (rolled || s->e->kind == EVENT_DOUBLE || is_answer(s->e)) && read_cube(s, r, a);
    if (kind == OGXM_LUCK && rolled) {
        *(s->block->currency == CURRENCY_MWC ? &a->luck_mwc : &a->luck) = ogxm_equity(r->must[2]);
        return true;
    }
    return false;
}

bool ogxm_put_decision(struct strbuf *to, const struct ogxm_spot *s, int kind, uint64_t ref, const struct annotation *a)
{
    const float luck = s->block->currency == CURRENCY_MWC ? a->luck_mwc : a->luck;
    const bool any = kind == OGXM_CHECKER ? a->play != NULL : kind == OGXM_CUBE ? a->cube != NULL : !isnan(luck);
    struct ogxm_out r = {0};
    if (!any || kind == OGXM_RESIGN)
        return false;
    ogxm_put_varint(&r.must, ref);
    ogxm_put_varint(&r.must, (uint64_t)kind);
    if (kind == OGXM_CHECKER)
        put_checker(&r, s, a->play);
    else if (kind == OGXM_CUBE)
        put_cube(&r, s, a->cube);
    else
        ogxm_put_equity(&r.must, luck);
    const bool good = kind != OGXM_CHECKER || r.mask != 0;
    struct strbuf record = {0};
    ogxm_put_record(&record, &r);
    if (good)
        strbuf_add(to, record.at, record.length);
    strbuf_done(&record);
    return good;
}

/* ---- comparing ---- */

/* What was not known may have been worked out since. */
static bool same(float kept, float now)
{
    return isnan(kept) || fabsf(kept - now) <= 1e-6f * (1 + fabsf(kept));
}

static bool same_chances(const struct outcome *kept, const struct outcome *now)
{
    return same(kept->win, now->win) && same(kept->win_gammon, now->win_gammon) &&
           same(kept->win_backgammon, now->win_backgammon) && same(kept->lose_gammon, now->lose_gammon) &&
           same(kept->lose_backgammon, now->lose_backgammon);
}

static bool same_level(const struct eval_level *a, const struct eval_level *b)
{
    return a->kind == b->kind && a->plies == b->plies && a->trials == b->trials &&
           strcmp(a->name != NULL ? a->name : "", b->name != NULL ? b->name : "") == 0;
}

static bool same_plays(const struct play_analysis *kept, const struct play_analysis *now)
{
    if (now == NULL || kept->n != now->n || kept->played != now->played)
        return false;
    for (int i = 0; i < kept->n; i++) {
        const struct candidate *a = &kept->candidates[i], *b = &now->candidates[i];
        if (!board_equal(&a->after, &b->after) || !same(a->equity, b->equity) || !same(a->mwc, b->mwc) ||
            !same_chances(&a->outcome, &b->outcome) || !same_level(&a->level, &b->level))
            return false;
    }
    return true;
}

static bool same_cube(const struct cube_analysis *kept, const struct cube_analysis *now)
{
    return now != NULL && same(kept->nd, now->nd) && same(kept->dt, now->dt) && same(kept->dp, now->dp) &&
           same(kept->branch[0].mwc, now->branch[0].mwc) && same(kept->branch[1].mwc, now->branch[1].mwc) &&
           same_chances(&kept->branch[0].outcome, &now->branch[0].outcome) && same_level(&kept->level, &now->level);
}

bool ogxm_agrees(int kind, const struct annotation *kept, const struct annotation *a)
{
    if (kind == OGXM_CHECKER)
        return kept->play == NULL || same_plays(kept->play, a->play);
    if (kind == OGXM_CUBE)
        return kept->cube == NULL || same_cube(kept->cube, a->cube);
    return same(kept->luck, a->luck) && same(kept->luck_mwc, a->luck_mwc);
}

bool ogxm_is_gammonview(const struct match *m)
{
    static const char begin[] = "x-gammonview-";
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (p->format != NULL && strcmp(p->format, "ogxm") == 0 && strncmp(p->name, begin, strlen(begin)) == 0)
            return true;
    return false;
}

/* ---- what is lost ---- */

static bool is_plain(const struct eval_level *l)
{
    return (l->kind == EVAL_NONE || (l->kind == EVAL_PLY && !l->cubeful && l->noise == 0 && l->name == NULL)) &&
           l->trials == 0;
}

static bool settings_lost(const struct rollout_settings *s)
{
    const struct eval_level none = {0};
    return s != NULL &&
           (s->quasi_random || s->opening || s->stop_two_sided || s->stop_one_sided || s->late_from != 0 ||
            s->min_trials != 0 || s->max_trials != 0 || s->dice != NULL || !is_plain(&s->early.chequer) ||
            !same_level(&s->early.cube, &none) || s->early.cube.cubeful || s->early.cube.noise != 0 ||
            !same_level(&s->late.chequer, &none) || !same_level(&s->late.cube, &none) ||
            !same_level(&s->last.chequer, &none) || !same_level(&s->last.cube, &none) || s->truncation > 1000);
}

static bool errors_lost(const struct rollout_error *e)
{
    return e != NULL && !(isnan(e->outcome.win) && isnan(e->cubeless) && isnan(e->mwc) && !isnan(e->cubeful));
}

static void level_lost(const struct ogxm_block *b, const struct eval_level *l, const struct rollout_settings *s,
                       struct ogxm_lost *lost)
{
    const struct span label = l->name != NULL ? span_of(l->name) : (struct span){"", 0};
    const bool counts = l->kind == EVAL_PLY || l->kind == EVAL_ROLLOUT;
    const bool cubeful = b->currency != CURRENCY_CUBELESS;
    lost->levels =
        lost->levels || l->noise != 0 || l->cubeful != cubeful || (l->kind == EVAL_NONE && l->name != NULL) ||
        (!counts && (kind_of_label(label) != l->kind || l->plies != 0)) ||
        (l->kind == EVAL_ROLLOUT && l->plies == 0 && b->checker_ply > 0) || (l->name != NULL && l->name[0] == '\0');
    lost->rollouts = lost->rollouts || settings_lost(s) || (s != NULL && l->kind != EVAL_ROLLOUT) ||
                     (l->trials != 0 && l->kind != EVAL_ROLLOUT);
}

/* A cubeless value that does not follow from the chances. */
static bool is_its_own(const struct cube_branch *b)
{
    return isnan(b->cubeless) != isnan(b->outcome.win) || fabsf(b->cubeless - outcome_equity(b->outcome)) > 5e-6f;
}

static bool branches_lost(const struct cube_analysis *c)
{
    const struct cube_branch *b = c->branch;
    return is_its_own(&b[0]) || is_its_own(&b[1]) || !is_exact(&b[0].outcome) || !is_exact(&b[1].outcome) ||
           isnan(b[0].outcome.win) != isnan(b[1].outcome.win) ||
           (!isnan(b[0].outcome.win) && !same_chances(&b[0].outcome, &b[1].outcome));
}

void ogxm_count_lost(const struct ogxm_spot *s, const struct annotation *a, struct ogxm_lost *lost)
{
    for (int i = 0; a->play != NULL && i < a->play->n; i++) {
        const struct candidate *c = &a->play->candidates[i];
        level_lost(s->block, &c->level, c->rollout, lost);
        lost->rollouts = lost->rollouts || errors_lost(c->stderror);
        lost->figures = lost->figures || !is_exact(&c->outcome);
        lost->analysis = lost->analysis || isnan(s->block->currency == CURRENCY_MWC ? c->mwc : c->equity);
    }
    if (a->cube != NULL) {
        level_lost(s->block, &a->cube->level, a->cube->rollout, lost);
        lost->rollouts = lost->rollouts || a->cube->branch[0].stderror != NULL || a->cube->branch[1].stderror != NULL;
        lost->figures = lost->figures || branches_lost(a->cube);
    }
}
