/* The costliest decisions; see errors.h. Once through all decisions in brief: the questions are chosen, with room for a
 * few times as many as are wanted. Their places are found by their positions. So memory does not grow with the
 * collection. */
#include "collection/errors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/by_text.h"
#include "base/xmalloc.h"
#include "collection/groups.h"
#include "collection/store_private.h"
#include "collection/times.h"
#include "match/notation.h"

/* ---- questions ---- */

enum asks asks_of(const struct decision_row *d)
{
    return d->kind == DECISION_TAKE || d->kind == DECISION_PASS          ? ASKS_ANSWER
           : d->kind == DECISION_DOUBLE || d->kind == DECISION_NO_DOUBLE ? ASKS_DOUBLE
                                                                         : ASKS_PLAY;
}

bool position_of_row(const struct decision_row *d, struct position *out)
{
    struct strbuf id = {0};
    const char *problem;
    size_t fault;
    strbuf_printf(&id, "%s:%s", d->position, d->state);
    const bool ok = any_id_read(span_of(strbuf_text(&id)), out, &problem, &fault);
    strbuf_done(&id);
    if (ok && d->dice != 0) {
        out->dice[0] = d->dice / 10;
        out->dice[1] = d->dice % 10;
    }
    return ok;
}

/* Seats play no part; the Crawford game, beavers and a limit of the cube do. */
static bool key_of(const struct stored_decision *stored, char out[KEY_LENGTH + 1])
{
    const struct decision_row *d = &stored->row;
    struct position p;
    struct strbuf text = {0};
    if (!position_of_row(d, &p))
        return false;
    strbuf_printf(&text, "%s %d %d %d-%d %d %d %d %d", d->position, (int)asks_of(d), d->dice, d->away[0], d->away[1],
                  d->cube, d->cube_side, p.crawford_game, p.length == 0 && p.rules.jacoby);
    if (stored->given.beavers != (p.length == 0)) /* the usual rules: with beavers, without a limit */
        strbuf_printf(&text, " %d", stored->given.beavers);
    text_key(span_of(text.at), out);
    strbuf_done(&text);
    return true;
}

struct chosen {
    char key[KEY_LENGTH + 1], position[POSITION_ID_LENGTH + 1];
    double error;
};

struct choosing {
    const struct error_query *query;
    struct chosen *at;
    size_t n, capacity;
    double least; /* what costs less cannot be among the worst */
    size_t n_fit;
    struct store *store;
    struct costly_list *out;
    struct by_text questions; /* of `out`, by key */
    struct times times; /* where the query asks for them */
};

/* Where times are asked for, those known and above 0 alone. */
static bool is_slow_enough(const struct choosing *c, const struct stored_decision *d)
{
    enum { A_SECOND = 1000 };
    const int64_t taken = c->query->timed ? time_of(&c->times, d->match, d->row.n) : 0;
    return !c->query->timed || (taken > 0 && (double)taken >= c->query->slower_than * A_SECOND);
}

static bool is_wanted(const struct choosing *c, const struct stored_decision *d)
{
    const struct decision_traits *of = &c->query->of;
    return decision_fits(of, &d->row) && error_kind_meant(of, &d->row) >= 0 && is_slow_enough(c, d);
}

static int by_key_then_error(const void *a, const void *b)
{
    const struct chosen *x = a, *y = b;
    const int keys = strcmp(x->key, y->key);
    return keys != 0 ? keys : (x->error < y->error) - (x->error > y->error);
}

static int by_error(const void *a, const void *b)
{
    const struct chosen *x = a, *y = b;
    return x->error != y->error ? (x->error < y->error ? 1 : -1) : strcmp(x->key, y->key);
}

/* Each question once, the costliest first, no more than are wanted. */
static void cut(struct choosing *c)
{
    if (c->n == 0)
        return;
    size_t kept = 0;
    qsort(c->at, c->n, sizeof *c->at, by_key_then_error);
    for (size_t i = 0; i < c->n; i++)
        if (kept == 0 || strcmp(c->at[i].key, c->at[kept - 1].key) != 0)
            c->at[kept++] = c->at[i];
    qsort(c->at, kept, sizeof *c->at, by_error);
    c->n = kept < (size_t)c->query->worst ? kept : (size_t)c->query->worst;
    if (c->n == (size_t)c->query->worst)
        c->least = c->at[c->n - 1].error;
}

static bool add_chosen(void *context, const struct stored_decision *d)
{
    struct choosing *c = context;
    struct chosen one = {.error = d->row.error};
    if (!key_of(d, one.key))
        return true;
    memcpy(one.position, d->row.position, sizeof one.position);
    c->at = grow(c->at, c->n, &c->capacity, sizeof *c->at);
    c->at[c->n++] = one;
    if (c->n >= 4 * (size_t)c->query->worst + 1000)
        cut(c);
    return true;
}

static bool choose(void *context, const struct stored_decision *d)
{
    struct choosing *c = context;
    if (!is_wanted(c, d))
        return true;
    c->n_fit++;
    return d->row.error < c->least || store_decision(c->store, d, add_chosen, c);
}

/* ---- places ---- */

/* The question that a decision belongs to, if it was chosen. */
static struct costly_question *question_that_fits(const struct choosing *c, const struct stored_decision *d)
{
    char key[KEY_LENGTH + 1];
    return key_of(d, key) ? by_text_find(&c->questions, key) : NULL;
}

static void add_place(struct choosing *c, struct costly_question *q, const struct stored_decision *d)
{
    if (q->n_places == 0 || d->row.error > q->worst) {
        q->asks = asks_of(&d->row);
        q->side = d->row.side;
        q->kind = error_kind_of(&d->row);
        q->phase = d->row.phase;
        q->plan = d->row.plan;
        q->themes = d->row.themes;
        q->best = arena_strdup(c->out->arena, d->row.best);
        q->worst = d->row.error;
        (void)position_of_row(&d->row, &q->position);
    }
    q->place = grow(q->place, q->n_places, &q->capacity, sizeof *q->place);
    q->place[q->n_places++] = (struct error_place){.match = d->match,
                                                   .analysis = d->analysis,
                                                   .side = d->row.side,
                                                   .n = d->row.n,
                                                   .game = d->row.game,
                                                   .number = d->row.number,
                                                   .action = arena_strdup(c->out->arena, d->row.action),
                                                   .error = d->row.error,
                                                   .error_mwc = d->row.error_mwc};
    q->total += d->row.error;
}

static bool collect(void *context, const struct stored_decision *d)
{
    struct choosing *c = context;
    struct costly_question *q = is_wanted(c, d) ? question_that_fits(c, d) : NULL;
    if (q != NULL) {
        add_place(c, q, d);
        c->out->n_more--;
    }
    return true;
}

static int by_position(const void *a, const void *b)
{
    return strcmp(((const struct chosen *)a)->position, ((const struct chosen *)b)->position);
}

/* Each position once: several questions may be asked of it. */
static bool collect_places(struct choosing *c, const struct decision_filter *all)
{
    struct decision_filter d = *all;
    bool ok = true;
    d.brief = false;
    if (c->n > 0)
        qsort(c->at, c->n, sizeof *c->at, by_position);
    for (size_t i = 0; ok && i < c->n; i++) {
        d.position = c->at[i].position;
        if (i == 0 || by_position(&c->at[i - 1], &c->at[i]) != 0)
            ok = store_decisions(c->store, &d, collect, c);
    }
    return ok;
}

static int by_cost(const void *a, const void *b)
{
    const struct error_place *x = a, *y = b;
    if (x->error != y->error)
        return x->error < y->error ? 1 : -1;
    const int stems = strcmp(x->stem, y->stem);
    return stems != 0 ? stems : (x->n > y->n) - (x->n < y->n);
}

struct naming {
    struct arena *arena;
    struct error_place *place;
};

static bool name_place(void *context, const struct stored_match *m)
{
    const struct naming *n = context;
    struct error_place *p = n->place;
    p->record_key = arena_strdup(n->arena, m->record_key);
    p->stem = arena_strdup(n->arena, m->stem);
    p->date = arena_strdup(n->arena, m->date);
    p->event = arena_strdup(n->arena, m->event);
    p->player = arena_strdup(n->arena, m->person[p->side]);
    p->opponent = arena_strdup(n->arena, m->person[1 - p->side]);
    return true;
}

static bool name_places(struct store *s, struct costly_list *l)
{
    for (size_t i = 0; i < l->n; i++) {
        struct costly_question *q = &l->at[i];
        for (size_t k = 0; k < q->n_places; k++) {
            struct naming n = {l->arena, &q->place[k]};
            struct match_filter one = MATCH_FILTER_ALL;
            one.id = q->place[k].match;
            if (!store_matches_alone(s, &one, name_place, &n))
                return false;
            if (q->place[k].stem == NULL)
                q->place[k].stem = q->place[k].record_key = ""; /* removed meanwhile */
        }
        if (q->n_places > 1)
            qsort(q->place, q->n_places, sizeof *q->place, by_cost);
    }
    return true;
}

/* What extracts say and the decisions do not: damaged, or removed meanwhile. */
static void drop_without_places(struct costly_list *l)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->n; i++)
        if (l->at[i].n_places > 0)
            l->at[kept++] = l->at[i];
    l->n = kept;
}

static bool gather(struct choosing *c)
{
    const struct decision_filter d = {.match = c->query->match,
                                      .counted_only = true,
                                      .error_above = c->query->of.above > 0 ? c->query->of.above : 1e-9,
                                      .position = c->query->position,
                                      .brief = true};
    if (!store_decisions(c->store, &d, choose, c))
        return false;
    cut(c);
    c->out->n_more = c->n_fit;
    c->out->at = xcalloc(c->n + 1, sizeof *c->out->at);
    for (size_t i = 0; i < c->n; i++) {
        struct costly_question *q = &c->out->at[c->out->n++];
        memcpy(q->key, c->at[i].key, sizeof q->key);
        by_text_add(&c->questions, q->key, q);
    }
    if (!collect_places(c, &d))
        return false;
    drop_without_places(c->out);
    return name_places(c->store, c->out);
}

int64_t errors_version(struct store *s)
{
    return sql_number(s->db, "SELECT COUNT(*) FROM analyses", SQL_NO_VALUES, 0);
}

bool errors_of(struct store *s, const struct error_query *q, struct costly_list *out)
{
    *out = (struct costly_list){.arena = arena_new()};
    struct choosing c = {.query = q, .store = s, .out = out};
    const bool ok = (!q->timed || times_of(s, &q->match, &c.times)) && gather(&c);
    times_done(&c.times);
    by_text_free(&c.questions);
    xfree(c.at);
    return ok;
}

void errors_done(struct costly_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        xfree(list->at[i].place);
    xfree(list->at);
    arena_free(list->arena);
}

/* ---- alternatives ---- */

static struct alternative *add_alternative(struct costly_list *l, struct costly_question *c, const char *text,
                                           double equity, bool played)
{
    struct alternative *a = &c->alternative[c->n_alternatives++];
    *a = (struct alternative){.text = arena_strdup(l->arena, text), .equity = equity, .played = played};
    return a;
}

static void explain_play(struct costly_list *l, struct costly_question *c, const struct play_analysis *p)
{
    c->alternative = arena_alloc(l->arena, (size_t)(p->n + 1) * sizeof *c->alternative);
    c->best_play = p->n > 0 ? p->candidates[0].play : (struct play){.n = 0};
    for (int i = 0; i < p->n; i++) {
        struct strbuf text = {0};
        notation_write(&text, &c->position.board, &p->candidates[i].play, NOTATION_MERGED);
        if (candidate_is_comparable(&p->candidates[0], &p->candidates[i]) || i == p->played)
            add_alternative(l, c, strbuf_text(&text), (double)p->candidates[i].equity, i == p->played);
        strbuf_done(&text);
    }
}

static void explain_cube(struct costly_list *l, struct costly_question *c, const struct decision_row *d,
                         const struct cube_analysis *a)
{
    const bool answers = c->asks == ASKS_ANSWER, redouble = d->cube_side != 0;
    c->alternative = arena_alloc(l->arena, 2 * sizeof *c->alternative);
    c->cube[0] = (struct alternative){.text = "no double", .equity = (double)a->nd};
    c->cube[1] = (struct alternative){.text = "take", .equity = (double)a->dt};
    c->cube[2] = (struct alternative){.text = "pass", .equity = (double)a->dp};
    c->n_cube = 3;
    if (answers) {
        add_alternative(l, c, "take", -(double)a->dt, d->kind == DECISION_TAKE);
        add_alternative(l, c, "pass", -(double)a->dp, d->kind == DECISION_PASS);
    } else {
        add_alternative(l, c, redouble ? "no redouble" : "no double", (double)a->nd, d->kind == DECISION_NO_DOUBLE);
        add_alternative(l, c, redouble ? "redouble" : "double", fmin((double)a->dt, (double)a->dp),
                        d->kind == DECISION_DOUBLE);
    }
}

static int by_equity(const void *a, const void *b)
{
    const struct alternative *x = a, *y = b;
    return (x->equity < y->equity) - (x->equity > y->equity);
}

static void rank(struct costly_question *c)
{
    if (c->n_alternatives > 1)
        qsort(c->alternative, c->n_alternatives, sizeof *c->alternative, by_equity);
    for (size_t i = 0; i < c->n_alternatives; i++) {
        c->alternative[i].best = i == 0;
        c->alternative[i].difference = c->alternative[i].equity - c->alternative[0].equity;
    }
}

/* Of what nobody has looked at once more, what its figures say. */
static struct lesson lesson_of(const struct decision_row *d)
{
    static const int best[] = {[DECISION_NO_DOUBLE] = WORTH_DOUBLE,
                               [DECISION_DOUBLE] = WORTH_ROLL,
                               [DECISION_TAKE] = WORTH_PASS,
                               [DECISION_PASS] = WORTH_TAKE};
    const bool play = asks_of(d) == ASKS_PLAY;
    const struct lesson *known = play ? d->note->play->lesson : d->note->cube->lesson;
    struct lesson own;
    if (known != NULL)
        return *known;
    if (play)
        reasons_of_chances(d->note->play, &own);
    else
        reasons_of_cube(d->note->cube, best[d->kind], &own);
    return own;
}

/* The set that judged the decision so: the record may hold several. */
static bool explain_by(struct costly_list *l, struct costly_question *c, const struct decision_rows *rows)
{
    const struct error_place *p = &c->place[0];
    const struct decision_row *d = (size_t)p->n < rows->n ? &rows->at[p->n] : NULL;
    if (d == NULL || d->note == NULL || asks_of(d) != c->asks || !(fabs(d->error - p->error) < 1e-5))
        return false;
    c->lesson = lesson_of(d);
    c->marked = (c->asks == ASKS_PLAY ? d->note->play_skill : d->note->cube_skill) != SKILL_NONE;
    c->n_alternatives = 0;
    if (c->asks == ASKS_PLAY)
        explain_play(l, c, d->note->play);
    else
        explain_cube(l, c, d, d->note->cube);
    rank(c);
    return c->n_alternatives > 0;
}

void errors_explain(struct costly_list *list, struct costly_question *const *c, size_t n, const struct match *m)
{
    for (size_t i = 0; i < n; i++)
        c[i]->position.rules = m->rules; /* a Match ID says nothing of beavers and limits */
    size_t n_found = 0;
    for (int set = 0; n_found < n && set < (int)m->n_sets; set++) {
        struct decision_rows rows;
        rows_of(m, set, &rows);
        for (size_t i = 0; i < n; i++)
            if (c[i]->n_alternatives == 0) {
                c[i]->set = set;
                n_found += explain_by(list, c[i], &rows);
            }
        rows_done(&rows);
    }
}
