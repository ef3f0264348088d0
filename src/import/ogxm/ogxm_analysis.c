/* OGXM: analyses. Each block becomes an annotation set. What the writer would not make of the figures again is kept
 * with them, as it stood. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/ogxm/ogxm.h"
#include "format/ogxm_figures.h"

struct decision {
    uint64_t ply, kind;
    struct span bytes; /* the record, without its length */
    long number; /* where it stands in the section, from 0 */
};

struct block_reader {
    struct ogxm_reader *r;
    struct ogxm_block block;
    struct ogxm_record head;
    struct decision *at;
    size_t n, capacity;
    int set;
    struct anchors *anchors; /* of each game */
};

/* The chance of winning the match for who wins the cube now, by player and cube: what a pass is worth. NAN = the file
 * does not say it. */
struct anchors {
    float win[2][CUBE_MAX_LOG2 + 1];
};

/* ---- the head ---- */

static const char *text_of(const struct block_reader *b, int bit)
{
    return ogxm_has(&b->head, bit) ? arena_span(b->r->m->arena, ogxm_words(b->head.may[bit])) : NULL;
}

static const char *engine_of(const struct block_reader *b)
{
    enum { OTHER = 2, PRODUCERS = 5 };
    static const char *const engines[PRODUCERS] = {"HedgeHog", "eXtreme Gammon", NULL, "BGBlitz", "human"};
    const uint64_t producer = ogxm_has(&b->head, ANAL_PRODUCER) ? ogxm_number(b->head.may[ANAL_PRODUCER]) : 0;
    const char *model = text_of(b, ANAL_MODEL_NAME), *id = text_of(b, ANAL_MODEL_ID);
    if (producer == 1 || producer == 3 || producer == 4)
        return engines[producer];
    if (model != NULL)
        return model;
    if (id != NULL)
        return arena_strndup(b->r->m->arena, id, strcspn(id, "/"));
    return producer < PRODUCERS && engines[producer] != NULL ? engines[producer] : "unknown";
}

static void add_set(struct block_reader *b)
{
    struct annotation_set set = {
        .engine = engine_of(b), .version = text_of(b, ANAL_ENGINE_BUILD), .met = text_of(b, ANAL_MET_ID)};
    b->block = (struct ogxm_block){.currency = CURRENCY_EQUITY, .checker_ply = -1, .cube_ply = -1};
    b->block.doublers = b->r->gammonview;
    if (ogxm_has(&b->head, ANAL_CURRENCY))
        b->block.currency = (int)(ogxm_number(b->head.may[ANAL_CURRENCY]) & 3);
    if (ogxm_has(&b->head, ANAL_LEVEL)) {
        const struct span label = ogxm_label(b->head.may[ANAL_LEVEL]);
        ogxm_block_level(&b->block, b->head.may[ANAL_LEVEL]);
        set.level = label.length > 0 ? arena_span(b->r->m->arena, label) : NULL;
    }
    b->set = match_add_set(b->r->m, &set);
    b->r->ids[b->set] = b->head.must[0];
}

/* With a digest of what it speaks of: an analysis that was changed gets another name. */
static void keep_head(struct block_reader *b, struct span head, struct span decisions, struct span digest)
{
    char name[32], about[OGXM_DIGEST + 1];
    snprintf(name, sizeof name, "analysis %d", b->set + 1);
    ogxm_digest(digest, decisions, about);
    struct property *p = ogxm_keep(b->r, &b->r->m->properties, name, head);
    property_add_value(b->r->m, p, about);
    property_add_value(b->r->m, p, b->r->m->sets[b->set].engine);
}

static void check_digest(const struct block_reader *b, struct span digest)
{
    const struct span stated = b->head.may[ANAL_DIGEST];
    if (ogxm_has(&b->head, ANAL_DIGEST) && memcmp(stated.at, digest.at, digest.length) != 0)
        ogxm_warn(b->r, b->r->offset, "analysis %d: its digest is that of another match", b->set + 1);
}

/* ---- the list ---- */

static bool take_decision(struct block_reader *b, struct ogxm_in *in)
{
    const struct span bytes = bytes_take(&in->b, (size_t)ogxm_varint(in, 32));
    struct ogxm_in inner = ogxm_in(bytes);
    struct decision one = {.bytes = bytes, .number = (long)b->n};
    ogxm_varint(&inner, 64);
    one.ply = ogxm_varint(&inner, 32);
    one.kind = ogxm_varint(&inner, 32);
    if (ogxm_problem(in) != NULL || ogxm_problem(&inner) != NULL) {
        ogxm_warn(b->r, b->r->offset, "analysis %d, decision %ld: %s: the rest is left out", b->set + 1, one.number,
                  ogxm_problem(in) != NULL ? ogxm_problem(in) : ogxm_problem(&inner));
        return false;
    }
    b->at = arena_grow(b->r->m->arena, b->at, b->n, &b->capacity, sizeof *b->at);
    b->at[b->n++] = one;
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct decision *x = a, *y = b;
    if (x->ply != y->ply)
        return x->ply < y->ply ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static void list_decisions(struct block_reader *b, struct span decisions)
{
    struct ogxm_in in = ogxm_in(decisions);
    while (ogxm_more(&in) && take_decision(b, &in))
        continue;
    for (size_t i = 1; i < b->n; i++)
        if (by_place(&b->at[i - 1], &b->at[i]) > 0 ||
            (b->at[i].ply == b->at[i - 1].ply && b->at[i].kind == b->at[i - 1].kind)) {
            ogxm_warn(b->r, b->r->offset, "analysis %d: decisions are not in order of ply and kind, or occur twice",
                      b->set + 1);
            break;
        }
    if (b->n > 1)
        qsort(b->at, b->n, sizeof *b->at, by_place);
}

static void check_coverage(const struct block_reader *b)
{
    if (!ogxm_has(&b->head, ANAL_COVERAGE))
        return;
    struct ogxm_in in = ogxm_in(b->head.may[ANAL_COVERAGE]);
    uint64_t n = ogxm_varint(&in, 32), ply = n > 0 ? ogxm_varint(&in, 32) : 0;
    for (size_t i = 0; i < b->n; i++) {
        while (n > 1 && ply < b->at[i].ply && ogxm_problem(&in) == NULL) {
            ply += ogxm_varint(&in, 32) + 1;
            n--;
        }
        if (n == 0 || ply != b->at[i].ply)
            ogxm_warn(b->r, b->r->offset, "analysis %d: a decision on ply %lu, which it does not cover", b->set + 1,
                      (unsigned long)b->at[i].ply);
    }
}

/* ---- one decision ---- */

static void check_alternatives(const struct block_reader *b, const struct decision *one, const struct play_analysis *p)
{
    const char *fault = NULL;
    for (int i = 1; i < p->n && fault == NULL; i++) {
        const struct candidate *above = &p->candidates[i - 1], *c = &p->candidates[i];
        const bool level = candidate_is_comparable(above, c) && above->level.plies == c->level.plies;
        if (level && c->equity > above->equity)
            fault = W_("equities rise within one level");
        for (int k = 0; k < i; k++)
            if (board_equal(&p->candidates[k].after, &c->after))
                fault = W_("two plays lead to one position");
    }
    if (fault != NULL)
        ogxm_warn(b->r, b->r->offset, "analysis %d, ply %lu: %s", b->set + 1, (unsigned long)one->ply, fault);
}

static void keep_raw(const struct block_reader *b, struct annotation *a, const struct decision *one)
{
    static const char *const names[OGXM_KINDS] = {"checker", "cube", "resign", "luck"};
    struct property *list = (struct property *)(size_t)a->raw; /* ours alone */
    char name[32];
    snprintf(name, sizeof name, "kind %lu", (unsigned long)one->kind);
    ogxm_keep(b->r, &list, one->kind < OGXM_KINDS ? names[one->kind] : name, one->bytes);
    a->raw = list;
}

static bool is_reproduced(const struct ogxm_spot *s, const struct decision *one, const struct annotation *a)
{
    struct strbuf again = {0};
    struct strbuf length = {0};
    ogxm_put_varint(&length, one->bytes.length);
    bool same =
        ogxm_put_decision(&again, s, (int)one->kind, one->ply, a) && again.length == length.length + one->bytes.length;
    same = same && memcmp(again.at + length.length, one->bytes.at, one->bytes.length) == 0;
    strbuf_done(&again);
    strbuf_done(&length);
    return same;
}

static float *anchor_of(const struct block_reader *b, const struct walk *w, const struct position *p, int player)
{
    int log = 0;
    while (log < CUBE_MAX_LOG2 && (1 << log) < p->cube)
        log++;
    return &b->anchors[w->game - b->r->m->games].win[player][log];
}

static void note_anchor(const struct block_reader *b, const struct walk *w, const struct ogxm_record *r,
                        const struct cube_analysis *c)
{
    const struct position p = position_undoubled(&w->before);
    if (isnan(c->nd) && !isnan(c->branch[0].mwc) && ogxm_has(r, CUBE_NO_DOUBLE + 2))
        *anchor_of(b, w, &p, p.on_roll) = ogxm_equity(r->may[CUBE_NO_DOUBLE + 2]);
}

/* From chances of winning the match to equities: by the file's own values of the cube for both players, where it has
 * them. Else it is left to the match equity table of whoever asks. */
static float normalised(const struct block_reader *b, const struct walk *w, const struct position *p, float mwc)
{
    const float win = *anchor_of(b, w, p, p->on_roll), lose = 1 - *anchor_of(b, w, p, !p->on_roll);
    return win - lose > 1e-4f ? (2 * mwc - win - lose) / (win - lose) : NAN; /* also where one is not known */
}

static void normalise(const struct block_reader *b, const struct walk *w, struct annotation *a)
{
    const struct position before = position_undoubled(&w->before);
    for (int i = 0; a->play != NULL && i < a->play->n; i++)
        if (isnan(a->play->candidates[i].equity))
            a->play->candidates[i].equity = normalised(b, w, &w->before, a->play->candidates[i].mwc);
    if (a->cube == NULL || !isnan(a->cube->nd))
        return;
    a->cube->nd = normalised(b, w, &before, a->cube->branch[0].mwc);
    a->cube->dt = normalised(b, w, &before, a->cube->branch[1].mwc);
    a->cube->dp = isnan(a->cube->nd) ? NAN : 1;
}

static void normalise_all(const struct block_reader *b)
{
    struct match *m = b->r->m;
    for (size_t g = 0; m->length > 0 && g < m->n_games; g++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[g]); walk_next(&w);) {
            struct annotation *a = (struct annotation *)(uintptr_t)event_annotation(w.event, b->set);
            if (a != NULL)
                normalise(b, &w, a);
        }
    }
}

static void read_decision(const struct block_reader *b, const struct walk *w, struct event *e,
                          const struct decision *one)
{
    const struct ogxm_layout *layout = ogxm_decision(one->kind);
    const struct ogxm_spot s = {
        .m = b->r->m, .arena = b->r->m->arena, .e = e, .before = &w->before, .block = &b->block};
    struct ogxm_record record;
    const char *problem = NULL;
    if (layout != NULL && !ogxm_record_within(one->bytes, layout, &record, &problem)) {
        ogxm_warn(b->r, b->r->offset, "analysis %d, ply %lu: %s: left out", b->set + 1, (unsigned long)one->ply,
                  problem);
        return;
    }
    struct annotation *a = event_annotate(b->r->m, e, b->set);
    const bool understood = layout != NULL && ogxm_read_decision(&s, (int)one->kind, &record, a);
    if (understood && one->kind == OGXM_CHECKER)
        check_alternatives(b, one, a->play);
    if (!understood || !is_reproduced(&s, one, a))
        keep_raw(b, a, one);
    if (understood && one->kind == OGXM_CUBE)
        note_anchor(b, w, &record, a->cube);
}

static void read_decisions(struct block_reader *b)
{
    const struct ogxm_reader *r = b->r;
    struct walk w;
    size_t game = SIZE_MAX, i = 0;
    for (size_t ply = 0; ply < r->n_plies; ply++) {
        const struct ogxm_place *at = &r->plies[ply];
        for (; i < b->n && b->at[i].ply == ply; i++) {
            if (!at->any) {
                ogxm_warn(b->r, r->offset, "analysis %d: a decision on ply %zu, where nothing is decided: left out",
                          b->set + 1, ply);
                continue;
            }
            if (game != at->game)
                walk_begin(&w, r->m, &r->m->games[game = at->game]);
            while ((w.event == NULL || w.index < at->event) && walk_next(&w))
                continue;
            read_decision(b, &w, &r->m->games[game].events[at->event], &b->at[i]);
        }
    }
    if (i < b->n)
        ogxm_warn(b->r, r->offset, "analysis %d: a decision on ply %lu, but there are %zu: left out", b->set + 1,
                  (unsigned long)b->at[i].ply, r->n_plies);
}

void ogxm_read_analysis(struct ogxm_reader *r, struct span head, struct span decisions, struct span digest)
{
    struct block_reader b = {.r = r};
    struct ogxm_in in = ogxm_in(head);
    if (!ogxm_record(&in, &ogxm_analysis, &b.head)) {
        ogxm_warn(r, r->offset, "an analysis cannot be read: %s: left out", ogxm_problem(&in));
        return;
    }
    add_set(&b);
    check_digest(&b, digest);
    keep_head(&b, head, decisions, digest);
    list_decisions(&b, decisions);
    check_coverage(&b);
    b.anchors = arena_alloc(r->m->arena, r->m->n_games * sizeof *b.anchors);
    for (size_t i = 0; i < r->m->n_games; i++)
        for (int k = 0; k <= CUBE_MAX_LOG2; k++)
            b.anchors[i].win[0][k] = b.anchors[i].win[1][k] = NAN;
    read_decisions(&b);
    normalise_all(&b);
}
