/* OGXM: annotation sets as analyses. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export/record/ogxm_write.h"
#include "format/ogxm_figures.h"
#include "format/ogxm_head.h"
#include "format/ogxm_play.h"
#include "match/walk.h"

struct set_writer {
    struct ogxm_writer *w;
    int set;
    struct ogxm_block block;
    const struct property *kept; /* head as it was read, or NULL */
    bool in_chances; /* was kept in chances of winning the match */
    struct strbuf head, decisions; /* the kept head; what is written */
    struct losses lost; /* of this set */
};

/* ---- levels that hold for all ---- */

/* The number of plies that all have, else -1: -2 = none seen yet. */
static void common(int *all, const struct eval_level *l)
{
    const int plies = l->kind == EVAL_PLY ? l->plies : -1;
    *all = *all == -2 || *all == plies ? plies : -1;
}

static void find_levels(struct set_writer *s, bool *cubeful)
{
    int checker = -2, cube = -2;
    const struct match *m = s->w->m;
    *cubeful = false;
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct annotation *a = event_annotation(&m->games[g].events[i], s->set);
            for (int k = 0; a != NULL && a->play != NULL && k < a->play->n; k++) {
                common(&checker, &a->play->candidates[k].level);
                *cubeful = *cubeful || a->play->candidates[k].level.cubeful;
            }
            if (a != NULL && a->cube != NULL) {
                common(&cube, &a->cube->level);
                *cubeful = *cubeful || a->cube->level.cubeful;
            }
        }
    s->block.checker_ply = checker >= 0 ? checker : -1;
    s->block.cube_ply = cube >= 0 && cube != checker ? cube : -1;
    if (checker >= 0 && cube == -1) /* cubes would have the level of plays */
        s->block.checker_ply = -1;
}

static void open_set(struct set_writer *s)
{
    char name[32];
    struct ogxm_record head;
    bool cubeful;
    snprintf(name, sizeof name, "analysis %d", s->set + 1);
    s->kept = ogxm_kept(s->w->m->properties, name);
    s->block = (struct ogxm_block){.currency = CURRENCY_EQUITY, .checker_ply = -1, .cube_ply = -1};
    s->block.doublers = s->w->equities || ogxm_is_gammonview(s->w->m);
    s->block.equities = s->w->equities;
    struct ogxm_in in = ogxm_in((struct span){"", 0});
    const char *engine = s->w->m->sets[s->set].engine;
    const bool own = s->kept != NULL && s->kept->n_values == 3 && engine != NULL &&
                     strcmp(s->kept->values[2], engine) == 0; /* other formats carry one set of several */
    if (own && ogxm_hex(s->kept->values[0], &s->head))
        in = ogxm_in((struct span){strbuf_text(&s->head), s->head.length});
    const bool read = ogxm_record(&in, &ogxm_analysis, &head);
    s->in_chances = read && ogxm_has(&head, ANAL_CURRENCY) && ogxm_number(head.may[ANAL_CURRENCY]) == CURRENCY_MWC;
    if (!read || (s->w->equities && s->in_chances)) {
        s->kept = NULL;
        find_levels(s, &cubeful);
        s->block.currency = cubeful ? CURRENCY_EQUITY : CURRENCY_CUBELESS;
        return;
    }
    memcpy(s->w->old_ids[s->set], head.must[0].at, sizeof s->w->old_ids[0]);
    if (ogxm_has(&head, ANAL_CURRENCY))
        s->block.currency = (int)(ogxm_number(head.may[ANAL_CURRENCY]) & 3);
    if (ogxm_has(&head, ANAL_LEVEL))
        ogxm_block_level(&s->block, head.may[ANAL_LEVEL]);
}

/* ---- decisions ---- */

static void put_raw(struct strbuf *out, struct span record, uint64_t ply)
{
    struct ogxm_in in = ogxm_in(record);
    struct strbuf head = {0};
    ogxm_put_varint(&head, ogxm_varint(&in, 64));
    ogxm_put_varint(&head, ply);
    ogxm_varint(&in, 32);
    ogxm_put_varint(out, head.length + record.length - in.b.at);
    strbuf_add(out, head.at, head.length);
    strbuf_add(out, record.at + in.b.at, record.length - in.b.at);
    strbuf_done(&head);
}

/* A record that was kept, if the annotation still says it. */
static bool put_kept(struct set_writer *s, const struct ogxm_spot *spot, int kind, const char *name, uint64_t ply,
                     const struct annotation *a)
{
    const char *text = ogxm_kept_text(a->raw, name);
    const struct ogxm_layout *layout = ogxm_decision((uint64_t)kind);
    struct strbuf bytes = {0};
    struct ogxm_record record;
    struct annotation read = {.luck = NAN, .luck_mwc = NAN};
    const char *problem;
    bool good = text != NULL && !(s->w->equities && s->in_chances) && ogxm_hex(text, &bytes);
    const struct span raw = {strbuf_text(&bytes), bytes.length};
    if (good && layout != NULL) {
        good = ogxm_record_within(raw, layout, &record, &problem);
        if (good && ogxm_read_decision(spot, kind, &record, &read))
            good = ogxm_agrees(kind, &read, a) &&
                   !(s->w->equities && read.cube != NULL && (isnan(read.cube->nd) || isnan(read.cube->dt)));
    }
    if (good)
        put_raw(&s->decisions, raw, ply);
    strbuf_done(&bytes);
    return good;
}

static bool is_possible(const struct set_writer *s, int kind, const struct event *e, const struct annotation *a,
                        unsigned action)
{
    if (s->w->equities && kind == OGXM_CUBE && a->cube != NULL && (isnan(a->cube->nd) || isnan(a->cube->dt)))
        return false;
    const bool rolled = e->kind == EVENT_PLAY && action < OGXM_ROLLS;
    const bool cube = action == OGXM_DOUBLE || action == OGXM_TAKE || action == OGXM_DROP || action == OGXM_BEAVER ||
                      action == OGXM_RACCOON;
    return rolled || (kind == OGXM_CUBE && cube);
}

static void count_lost(struct set_writer *s, const struct ogxm_spot *spot, const struct annotation *a)
{
    struct ogxm_lost lost = {0};
    ogxm_count_lost(spot, a, &lost);
    s->lost.count[LOSS_LEVELS] += lost.levels;
    s->lost.count[LOSS_ROLLOUTS] += lost.rollouts;
    s->lost.count[LOSS_FIGURES] += lost.figures;
    s->lost.count[LOSS_ANALYSIS] += lost.analysis;
}

static void put_decisions(struct set_writer *s, const struct ogxm_spot *spot, const struct ogxm_ref *ref,
                          const struct annotation *a)
{
    static const char *const names[OGXM_KINDS] = {"checker", "cube", "resign", "luck"};
    bool put[OGXM_KINDS] = {false}, all_kept = true;
    for (int kind = 0; kind < OGXM_KINDS && ref->own; kind++) {
        const bool kept = put_kept(s, spot, kind, names[kind], ref->ply, a);
        put[kind] = kept || (is_possible(s, kind, spot->e, a, ref->action) &&
                             ogxm_put_decision(&s->decisions, spot, kind, ref->ply, a));
        all_kept = all_kept && (kept || !put[kind]);
    }
    for (const struct property *p = a->raw; p != NULL && ref->own; p = p->next)
        if (p->format != NULL && strcmp(p->format, "ogxm") == 0 && strncmp(p->name, "kind ", 5) == 0)
            put_kept(s, spot, OGXM_KINDS, p->name, ref->ply, a);
    s->lost.count[LOSS_ANALYSIS] += (a->play != NULL && !put[OGXM_CHECKER]) || (a->cube != NULL && !put[OGXM_CUBE]);
    s->lost.count[LOSS_LUCK] += !isnan(a->luck) && !put[OGXM_LUCK];
    s->lost.count[LOSS_ANALYSIS_WORDS] +=
        s->w->equities && ogxm_kept_text(a->raw, names[OGXM_RESIGN]) != NULL && !put[OGXM_RESIGN];
    if (!all_kept)
        count_lost(s, spot, a);
}

static int count_words(const struct property *p)
{
    int n = 0;
    for (; p != NULL; p = p->next)
        n += p->format == NULL || strcmp(p->format, "ogxm") != 0;
    return n > 0;
}

static void count_other(struct set_writer *s, const struct annotation *a)
{
    int *count = s->lost.count;
    count[LOSS_ANALYSIS] += a->resigned != NULL;
    count[LOSS_MARKS] += (a->luck_mark != LUCK_NONE) + (a->play_skill != SKILL_NONE) + (a->cube_skill != SKILL_NONE);
    count[LOSS_ANALYSIS_WORDS] += count_words(a->raw);
    for (int i = 0; a->play != NULL && i < a->play->n; i++)
        count[LOSS_ANALYSIS_WORDS] += a->play->candidates[i].raw != NULL;
    count[LOSS_ANALYSIS_WORDS] += a->cube != NULL && a->cube->raw != NULL;
    count[LOSS_MAPS] += (a->cube != NULL && a->cube->maps != NULL) + (a->play != NULL && a->play->scores != NULL);
    count[LOSS_LESSONS] += (a->cube != NULL && a->cube->lesson != NULL) + (a->play != NULL && a->play->lesson != NULL);
}

static void put_game(struct set_writer *s, size_t game)
{
    const struct match *m = s->w->m;
    struct walk w;
    for (walk_begin(&w, m, &m->games[game]); walk_next(&w);) {
        const struct annotation *a = event_annotation(w.event, s->set);
        const struct ogxm_spot spot = {
            .m = m, .arena = s->w->arena, .e = w.event, .before = &w.before, .block = &s->block};
        if (a == NULL)
            continue;
        put_decisions(s, &spot, &s->w->refs[game][w.index], a);
        count_other(s, a);
    }
}

/* ---- the head ---- */

static void put_level(struct strbuf *to, const struct set_writer *s, const struct annotation_set *set)
{
    struct ogxm_out r = {0};
    if (set->level != NULL && set->level[0] != '\0')
        ogxm_put_string(ogxm_bit(&r, LEVEL_PRESET), span_of(set->level));
    if (s->block.checker_ply >= 0)
        ogxm_put_varint(ogxm_bit(&r, LEVEL_CHECKER_PLY), (uint64_t)s->block.checker_ply);
    if (s->block.cube_ply >= 0)
        ogxm_put_varint(ogxm_bit(&r, LEVEL_CUBE_PLY), (uint64_t)s->block.cube_ply);
    if (r.mask != 0)
        ogxm_put_record(to, &r);
}

static unsigned producer_of(const char *engine)
{
    enum { OTHER = 2 };
    static const struct {
        const char *engine;
        unsigned producer;
    } rows[] = {{"HedgeHog", 0}, {"eXtreme Gammon", 1}, {"BGBlitz", 3}, {"human", 4}};
    for (size_t i = 0; engine != NULL && i < sizeof rows / sizeof *rows; i++)
        if (strcmp(engine, rows[i].engine) == 0)
            return rows[i].producer;
    return OTHER;
}

static void put_text(struct ogxm_out *r, int bit, const char *text)
{
    if (text != NULL && text[0] != '\0')
        ogxm_put_string(ogxm_bit(r, bit), span_of(text));
}

static void fill_head(const struct set_writer *s, struct ogxm_out *r)
{
    const struct annotation_set *set = &s->w->m->sets[s->set];
    const unsigned producer = producer_of(set->engine);
    struct strbuf level = {0};
    strbuf_add(ogxm_bit(r, ANAL_DIGEST), (const char *)s->w->digest, sizeof s->w->digest);
    if (producer != 0)
        ogxm_put_varint(ogxm_bit(r, ANAL_PRODUCER), producer);
    put_level(&level, s, set);
    if (level.length > 0)
        strbuf_add(ogxm_bit(r, ANAL_LEVEL), level.at, level.length);
    strbuf_done(&level);
    if (producer == 2)
        put_text(r, ANAL_MODEL_NAME, set->engine);
    put_text(r, ANAL_ENGINE_BUILD, set->version);
    ogxm_put_varint(ogxm_bit(r, ANAL_CURRENCY), (uint64_t)s->block.currency);
    put_text(r, ANAL_MET_ID, set->met);
}

/* What was kept, but for what no longer holds. */
static void refill_head(const struct set_writer *s, struct ogxm_out *r)
{
    struct ogxm_in in = ogxm_in((struct span){strbuf_text(&s->head), s->head.length});
    struct ogxm_record head;
    ogxm_record(&in, &ogxm_analysis, &head);
    for (int bit = 0; bit < ogxm_analysis.n_may; bit++)
        if (!ogxm_has(&head, bit) || bit == ANAL_COMPLETE || bit == ANAL_COVERAGE)
            continue;
        else if (bit == ANAL_DIGEST)
            strbuf_add(ogxm_bit(r, bit), (const char *)s->w->digest, sizeof s->w->digest);
        else
            strbuf_add(ogxm_bit(r, bit), head.may[bit].at, head.may[bit].length);
    r->mask |= head.mask >> ogxm_analysis.n_may << ogxm_analysis.n_may;
    strbuf_add(&r->may, head.rest.at, head.rest.length);
}

/* The name of an analysis follows from what it says: the same match is written the same way. */
static void name_it(struct set_writer *s, const struct ogxm_out *r)
{
    char digits[OGXM_DIGEST + 1], number[8];
    struct strbuf bytes = {0}, about = {0};
    snprintf(number, sizeof number, "%d", s->set);
    strbuf_puts(&about, number);
    strbuf_add(&about, strbuf_text(&r->may), r->may.length);
    ogxm_digest((struct span){about.at, about.length}, (struct span){strbuf_text(&s->decisions), s->decisions.length},
                digits);
    ogxm_hex(digits, &bytes);
    memcpy(s->w->ids[s->set], bytes.at, sizeof s->w->ids[0]);
    strbuf_done(&about);
    strbuf_done(&bytes);
}

static bool is_unchanged(const struct set_writer *s)
{
    char about[OGXM_DIGEST + 1];
    ogxm_digest((struct span){(const char *)s->w->digest, sizeof s->w->digest},
                (struct span){strbuf_text(&s->decisions), s->decisions.length}, about);
    return s->kept != NULL && strcmp(about, s->kept->values[1]) == 0;
}

static void put_sign(struct set_writer *s, bool unchanged)
{
    char name[32];
    struct strbuf bytes = {0};
    snprintf(name, sizeof name, "signature %d", s->set + 1);
    const char *text = ogxm_kept_text(s->w->m->properties, name);
    if (unchanged && !s->w->equities && text != NULL && ogxm_hex(text, &bytes))
        ogxm_section(s->w, "SIGN", (struct span){strbuf_text(&bytes), bytes.length});
    else if (text != NULL)
        s->w->losses->count[LOSS_SIGNATURES]++;
    strbuf_done(&bytes);
}

static void put_set(struct set_writer *s)
{
    const bool unchanged = is_unchanged(s);
    struct strbuf payload = {0};
    if (unchanged) {
        memcpy(s->w->ids[s->set], s->w->old_ids[s->set], sizeof s->w->ids[0]);
        strbuf_add(&payload, s->head.at, s->head.length);
    } else {
        struct ogxm_out r = {0};
        if (s->kept != NULL)
            refill_head(s, &r);
        else
            fill_head(s, &r);
        name_it(s, &r);
        strbuf_add(&r.must, s->w->ids[s->set], sizeof s->w->ids[0]);
        ogxm_put_record(&payload, &r);
    }
    ogxm_section(s->w, "ANAL", (struct span){payload.at, payload.length});
    ogxm_section(s->w, "DECS", (struct span){strbuf_text(&s->decisions), s->decisions.length});
    put_sign(s, unchanged);
    strbuf_done(&payload);
}

/* Losses of a set that is not the last are those of a further set. */
static void add_losses(struct ogxm_writer *w, const struct losses *lost, bool last)
{
    static const enum loss kinds[] = {LOSS_ANALYSIS, LOSS_LEVELS,         LOSS_ROLLOUTS, LOSS_MAPS,   LOSS_FIGURES,
                                      LOSS_LUCK,     LOSS_ANALYSIS_WORDS, LOSS_MARKS,    LOSS_LESSONS};
    int any = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        any = any || lost->count[kinds[i]] > 0;
        if (last)
            w->losses->count[kinds[i]] = lost->count[kinds[i]];
    }
    if (!last)
        w->losses->count[LOSS_OTHER_SETS] += any;
}

void ogxm_analyses(struct ogxm_writer *w)
{
    w->losses->count[LOSS_OTHER_SETS] = 0;
    for (int set = 0; set < (int)w->m->n_sets; set++) {
        struct set_writer s = {.w = w, .set = set};
        if (set >= OGXM_SETS_MAX) {
            w->losses->count[LOSS_OTHER_SETS]++;
            continue;
        }
        open_set(&s);
        for (size_t i = 0; i < w->m->n_games; i++)
            put_game(&s, i);
        put_set(&s);
        add_losses(w, &s.lost, set + 1 == (int)w->m->n_sets);
        strbuf_done(&s.head);
        strbuf_done(&s.decisions);
    }
}
