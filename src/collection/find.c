/* Finding decisions; see find.h. */
#include "collection/find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/arena.h"
#include "base/xmalloc.h"
#include "base/utf8.h"
#include "collection/query.h"
#include "collection/like.h"
#include "match/phase.h"
#include "format/posid.h"

struct finding {
    const struct find_query *query;
    struct found_list *out;
    size_t at; /* the first one whose match is not named yet */
    int distance; /* of the position that is asked for now */
    struct near *near;
    size_t n_near, capacity;
};

struct near { /* a position like the one that was asked for */
    int distance;
    char position[POSITION_ID_LENGTH + 1];
};

/* The cube as the player on roll has it: a double is answered by the other one. */
static bool fits_cube(const struct find_query *q, const struct decision_row *d)
{
    const bool answers = d->kind == DECISION_TAKE || d->kind == DECISION_PASS;
    return q->like == NULL || q->cube_side == CUBE_ANYWHERE || q->cube_side == (answers ? -1 : 1) * d->cube_side;
}

static bool fits(const struct find_query *q, const struct decision_row *d)
{
    return fits_cube(q, d) && d->kind != DECISION_FORCED && decision_fits(&q->of, d) &&
           (!q->of.some_kinds || error_kind_meant(&q->of, d) >= 0);
}

static bool take(void *context, const struct stored_decision *d)
{
    struct finding *f = context;
    struct found_list *l = f->out;
    const struct decision_row *r = &d->row;
    if (!fits(f->query, r))
        return true;
    l->met++;
    if (f->query->position != NULL && l->what == NULL)
        l->what = r->phase == PHASE_OPENING ? "opening" : "position";
    l->erred += r->error > 0;
    l->lost += r->error > 0 ? r->error : 0;
    if (l->n >= (size_t)f->query->most)
        return true;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    l->at[l->n++] = (struct found_decision){.match = d->match,
                                            .side = r->side,
                                            .n = r->n,
                                            .game = r->game,
                                            .number = r->number,
                                            .kind = r->kind,
                                            .phase = r->phase,
                                            .plan = r->plan,
                                            .themes = r->themes,
                                            .position = arena_strdup(l->arena, r->position),
                                            .state = arena_strdup(l->arena, r->state),
                                            .action = arena_strdup(l->arena, r->action),
                                            .best = arena_strdup(l->arena, r->best),
                                            .dice = r->dice,
                                            .error = r->error,
                                            .distance = f->distance,
                                            .record_key = "",
                                            .stem = "",
                                            .player = "",
                                            .opponent = ""};
    return true;
}

/* Matches come in the order of the decisions. */
static bool name(void *context, const struct stored_match *m)
{
    struct finding *f = context;
    struct found_list *l = f->out;
    for (; f->at < l->n && l->at[f->at].match == m->id; f->at++) {
        struct found_decision *d = &l->at[f->at];
        d->record_key = arena_strdup(l->arena, m->record_key);
        d->stem = arena_strdup(l->arena, m->stem);
        d->date = arena_strdup(l->arena, m->date);
        d->player = arena_strdup(l->arena, m->person[d->side]);
        d->opponent = arena_strdup(l->arena, m->person[1 - d->side]);
    }
    return f->at < l->n;
}

/* ---- positions like it ---- */

static bool is_near(void *context, const char *id)
{
    struct finding *f = context;
    struct board b;
    const char *problem;
    size_t fault;
    if (!position_id_read(span_of(id), &b, &problem, &fault))
        return true;
    const int distance = board_distance(&b, f->query->like);
    if (distance > f->query->within)
        return true;
    f->near = grow(f->near, f->n_near, &f->capacity, sizeof *f->near);
    struct near *n = &f->near[f->n_near++];
    n->distance = distance;
    snprintf(n->position, sizeof n->position, "%s", id);
    return true;
}

static int by_distance(const void *a, const void *b)
{
    const struct near *x = a, *y = b;
    return x->distance != y->distance ? x->distance - y->distance : strcmp(x->position, y->position);
}

/* Of one match: the names of the decision at hand. */
static bool name_one(void *context, const struct stored_match *m)
{
    struct finding *f = context;
    f->at = f->out->n - 1;
    (void)name(f, m);
    return false;
}

static bool name_last(struct store *s, struct finding *f, size_t from)
{
    const size_t n = f->out->n;
    for (size_t i = from; i < n; i++) {
        struct match_filter one = MATCH_FILTER_ALL;
        one.id = f->out->at[i].match;
        f->out->n = i + 1;
        if (!store_matches(s, &one, name_one, f))
            return false;
    }
    f->out->n = n;
    return true;
}

static bool find_like(struct store *s, struct finding *f)
{
    struct decision_filter d = {.match = f->query->match, .error_above = f->query->of.above};
    bool ok = store_positions(s, is_near, f);
    if (f->n_near > 0)
        qsort(f->near, f->n_near, sizeof *f->near, by_distance);
    for (size_t i = 0; ok && i < f->n_near; i++) {
        const size_t from = f->out->n;
        d.position = f->near[i].position;
        f->distance = f->near[i].distance;
        ok = store_decisions(s, &d, take, f) && name_last(s, f, from);
    }
    xfree(f->near);
    return ok;
}

static bool keep_name(void *context, const struct stored_match *m)
{
    struct finding *f = context;
    const int64_t who = f->query->match.player;
    f->out->who = arena_strdup(f->out->arena, m->person[m->player[0] == who ? 0 : 1]);
    return false;
}

bool find_decisions(struct store *s, const struct find_query *q, struct found_list *out)
{
    *out = (struct found_list){.arena = arena_new(), .by_distance = q->like != NULL};
    struct finding f = {.query = q, .out = out};
    const struct decision_filter d = {.match = q->match, .error_above = q->of.above, .position = q->position};
    if (q->match.player != 0 && !store_matches(s, &q->match, keep_name, &f))
        return false;
    if (q->like != NULL)
        return find_like(s, &f);
    return store_decisions(s, &d, take, &f) && (out->n == 0 || store_matches(s, &q->match, name, &f));
}

void found_done(struct found_list *list)
{
    xfree(list->at);
    arena_free(list->arena);
}

/* ---- as text ---- */

/* Names may hold anything: what would break the line becomes a question mark. */
static void plain(struct strbuf *out, const char *text)
{
    const size_t from = out->length;
    strbuf_puts(out, text);
    utf8_disarm(out, from, '?', false);
    utf8_isolate(out, from);
}

/* ORDER: of matches, a position, an opening; then with the name of a player. */
static const char *summary_of(const struct found_list *list)
{
    static const char *const words[][2] = {
        {NN_("met {1} time, {2} with an error, {3} lost in all", "met {1} times, {2} with an error, {3} lost in all")},
        {NN_("position met {1} time, {2} with an error, {3} lost in all",
             "position met {1} times, {2} with an error, {3} lost in all")},
        {NN_("opening met {1} time, {2} with an error, {3} lost in all",
             "opening met {1} times, {2} with an error, {3} lost in all")},
        {NN_("{0} has had this position {1} time and erred in {2}, {3} lost in all",
             "{0} has had this position {1} times and erred in {2}, {3} lost in all")},
        {NN_("{0} has had this opening {1} time and erred in {2}, {3} lost in all",
             "{0} has had this opening {1} times and erred in {2}, {3} lost in all")},
    };
    const int which =
        list->what == NULL ? 0 : (strcmp(list->what, "opening") == 0 ? 2 : 1) + (list->who != NULL ? 2 : 0);
    return tr_counted(words[which][0], words[which][1], (long)list->met);
}

void found_summary(const struct found_list *list, struct strbuf *out)
{
    struct strbuf who = {0};
    plain(&who, list->who != NULL ? list->who : "");
    tr_put(out, summary_of(list),
           TR_FILLING(strbuf_text(&who), TR_INT(list->met), TR_INT(list->erred), TR_REAL(list->lost, 3)));
    strbuf_done(&who);
}
