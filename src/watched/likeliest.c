/* The search; see likeliest.h. Layers and paths are here; courses between two observations are in courses.c. */
#include "watched/courses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"

/* How many states are followed, and after how many of them unseen events are searched for, until so many lists of
 * plays have been made: a match takes some hundred thousand. */
static const struct width {
    size_t work;
    int beam, unseen;
} widths[] = {{1000000, 400, COURSES_UNSEEN}, {1500000, 20, 2}, {SIZE_MAX, 2, 0}};
#define NOTHING_SURE 0.99F /* if it is more certain than this, it is not reported */
#define NEAR_LAYERS 8
#define OTHER_LEAST 0.0005F
#define TALLIED 1e-6 /* edges with a smaller share are not looked at */
#define SAME_PLIES 1e-3
#define FAR_BEHIND 26.0 /* states less likely than the best by more are not followed */

struct edge {
    int from; /* node of the layer before */
    float weight;
    int last; /* the last event; -1 = nothing happened */
    float seen, opinion; /* its weight without the judge's opinion; the opinion, once it has been asked for */
    bool judged, astray; /* astray: the observation shows nothing that happened */
};

struct node {
    struct standing state;
    double alpha, beta; /* all paths to it; from it */
    double seen; /* alpha without opinions, as the layer was made */
    double hits; /* of the best path to it: the sum of how likely its edges are */
    int first, n, best_edge; /* its edges */
};

struct layer {
    const struct seen *at; /* NULL: the beginning */
    struct node *nodes;
    struct edge *edges;
    int n, n_edges;
};

struct likeliest {
    struct arena *arena; /* layers and events */
    struct layer *layers;
    size_t n, capacity;
    struct happened *happened;
    size_t n_happened, happened_capacity;
    struct courses courses;
    int *table; /* of hashes, while a layer is made */
    size_t table_size;
};

static double log_sum(double a, double b)
{
    const double high = a > b ? a : b, low = a > b ? b : a;
    return high - low > 40 ? high : high + log1p(exp(low - high));
}

struct likeliest *search_new(const struct seen_head *head)
{
    struct likeliest *s = xcalloc(1, sizeof *s);
    s->arena = arena_new();
    courses_begin(&s->courses, head);
    s->layers = grow(s->layers, 0, &s->capacity, sizeof *s->layers);
    struct node *first = arena_alloc(s->arena, sizeof *first);
    first->state = courses_start(&s->courses);
    s->layers[s->n++] = (struct layer){.nodes = first, .n = 1};
    return s;
}

void search_free(struct likeliest *s)
{
    if (s == NULL)
        return;
    arena_free(s->arena);
    courses_done(&s->courses);
    xfree(s->layers);
    xfree(s->happened);
    xfree(s->table);
    xfree(s);
}

static const struct width *width_of(const struct likeliest *s)
{
    const struct width *w = widths;
    while (s->courses.work + s->courses.emitted / 8 > w->work)
        w++;
    return w;
}

bool search_was_narrowed(const struct likeliest *s)
{
    return width_of(s) != widths;
}

/* ---- making a layer ---- */

static size_t hash_of(const struct standing *s)
{
    uint64_t h = 1469598103934665603U;
    const unsigned char *at = (const unsigned char *)s;
    for (size_t i = 0; i < sizeof *s; i++)
        h = (h ^ at[i]) * 1099511628211U;
    return (size_t)(h ^ h >> 29);
}

/* The first one found so far with the same state, or -1, and its slot in the table. */
static int same_state(const struct likeliest *s, const struct found *list, const struct standing *state, size_t *slot)
{
    *slot = hash_of(state) & (s->table_size - 1);
    while (s->table[*slot] >= 0 && memcmp(&list[s->table[*slot]].state, state, sizeof *state) != 0)
        *slot = (*slot + 1) & (s->table_size - 1);
    return s->table[*slot];
}

static void clear_table(struct likeliest *s, size_t n)
{
    size_t size = 64;
    while (size < 2 * n + 2)
        size *= 2;
    if (size > s->table_size) {
        xfree(s->table);
        s->table = NULL;
        s->table = xmalloc(size * sizeof *s->table);
        s->table_size = size;
    }
    for (size_t i = 0; i < s->table_size; i++)
        s->table[i] = -1;
}

/* A state that was reached in one or more ways. */
struct reached {
    double alpha;
    int head; /* the first of its ways; `next` has the others */
};

static int by_alpha(const void *a, const void *b)
{
    const struct reached *x = a, *y = b;
    return x->alpha < y->alpha ? 1 : x->alpha > y->alpha ? -1 : x->head < y->head ? -1 : x->head > y->head;
}

/* Links all ways that lead to the same state. */
static size_t gather(struct likeliest *s, const struct layer *before, struct reached *to, int *next, int *tail)
{
    const struct found *list = s->courses.found;
    size_t n = 0;
    clear_table(s, s->courses.n_found);
    int *owner = xmalloc((s->courses.n_found + 1) * sizeof *owner);
    for (size_t i = 0; i < s->courses.n_found; i++) {
        size_t slot;
        const double alpha = before->nodes[list[i].from].alpha + (double)list[i].weight;
        const int first = same_state(s, list, &list[i].state, &slot);
        next[i] = -1;
        if (first < 0) {
            s->table[slot] = (int)i;
            owner[i] = (int)n;
            to[n++] = (struct reached){alpha, (int)i};
            tail[i] = (int)i;
        } else {
            next[tail[first]] = (int)i;
            tail[first] = (int)i;
            to[owner[first]].alpha = log_sum(to[owner[first]].alpha, alpha);
        }
    }
    xfree(owner);
    qsort(to, n, sizeof *to, by_alpha);
    return n;
}

/* Copies a chain of events from the current layer to permanent memory. */
static int keep_happened(struct likeliest *s, int last)
{
    if (last < 0)
        return -1;
    struct happened h = s->courses.happened[last];
    h.earlier = keep_happened(s, h.earlier);
    s->happened = grow(s->happened, s->n_happened, &s->happened_capacity, sizeof *s->happened);
    s->happened[s->n_happened] = h;
    return (int)s->n_happened++;
}

static void keep_node(struct likeliest *s, struct layer *l, const struct layer *before, const struct reached *r,
                      const int *next)
{
    struct node *node = &l->nodes[l->n++];
    *node = (struct node){
        .state = s->courses.found[r->head].state, .alpha = r->alpha, .seen = r->alpha, .first = l->n_edges};
    for (int i = r->head; i >= 0; i = next[i]) {
        const struct found *f = &s->courses.found[i];
        if (before->nodes[f->from].alpha + (double)f->weight < r->alpha - FAR_BEHIND)
            continue;
        l->edges[l->n_edges++] =
            (struct edge){.from = f->from, .weight = f->weight, .seen = f->weight, .last = keep_happened(s, f->last)};
        l->edges[l->n_edges - 1].astray = f->astray || f->weight <= LOG_RULED_OUT;
        node->n++;
    }
}

static void make_layer(struct likeliest *s, const struct seen *o)
{
    const struct layer before = s->layers[s->n - 1];
    const size_t n_found = s->courses.n_found, limit = (size_t)width_of(s)->beam;
    struct reached *reached = xmalloc((n_found + 1) * sizeof *reached);
    int *next = xmalloc(2 * (n_found + 1) * sizeof *next);
    size_t n = gather(s, &before, reached, next, next + n_found), kept = 0, edges = 0;
    while (kept < n && kept < limit && reached[kept].alpha > reached[0].alpha - FAR_BEHIND)
        kept++;
    for (size_t i = 0; i < kept; i++)
        for (int k = reached[i].head; k >= 0; k = next[k])
            edges++;
    struct layer l = {.at = o,
                      .nodes = arena_alloc(s->arena, (kept + 1) * sizeof *l.nodes),
                      .edges = arena_alloc(s->arena, (edges + 1) * sizeof *l.edges)};
    for (size_t i = 0; i < kept; i++)
        keep_node(s, &l, &before, &reached[i], next);
    xfree(reached);
    xfree(next);
    s->layers = grow(s->layers, s->n, &s->capacity, sizeof *s->layers);
    s->layers[s->n++] = l;
}

void search_step(struct likeliest *s, const struct seen *o)
{
    const struct layer *before = &s->layers[s->n - 1];
    courses_layer(&s->courses, o, width_of(s)->unseen, before->nodes[0].alpha);
    for (int i = 0; i < before->n; i++)
        courses_from(&s->courses, i, &before->nodes[i].state, before->nodes[i].alpha);
    if (courses_look_further(&s->courses))
        for (int i = 0; i < before->n && i < COURSES_FURTHER; i++)
            courses_further(&s->courses, i, &before->nodes[i].state, before->nodes[i].alpha);
    make_layer(s, o);
}

/* ---- settling ---- */

static void go_back(struct likeliest *s)
{
    struct layer *last = &s->layers[s->n - 1];
    for (int i = 0; i < last->n; i++)
        last->nodes[i].beta = 0;
    for (size_t k = s->n - 1; k > 0; k--) {
        const struct layer *l = &s->layers[k];
        struct layer *before = &s->layers[k - 1];
        for (int i = 0; i < before->n; i++)
            before->nodes[i].beta = -1e300;
        for (int i = 0; i < l->n; i++)
            for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++) {
                double *beta = &before->nodes[l->edges[e].from].beta;
                *beta = log_sum(*beta, l->nodes[i].beta + (double)l->edges[e].weight);
            }
    }
}

static double likely(const struct layer *l, const struct node *to, const struct edge *e, double all)
{
    return exp(l[-1].nodes[e->from].alpha + (double)e->weight + to->beta - all);
}

/* ---- judging ---- */

/* Is it neither as good as ruled out nor as good as certain? */
static bool is_open(double share)
{
    return share > 5e-4 && share < 0.9995;
}

/* What a machine says of a finished turn is a result, with all that it knows about good plays. */
static bool is_result(const struct layer *l, const struct edge *e, int h)
{
    return l->at->kind == SEEN_TURN && !e->astray && h == e->last;
}

static void judge_edge(struct likeliest *s, const struct layer *l, struct edge *e, play_judge *judge, void *context)
{
    for (int h = e->last; h >= 0 && !e->judged; h = s->happened[h].earlier)
        if (s->happened[h].kind == EVENT_PLAY && !s->happened[h].illegal && !is_result(l, e, h))
            e->opinion += judge(context, &s->happened[h]);
    e->judged = true;
    e->weight = e->seen + e->opinion;
}

void likeliest_forget_opinions(struct likeliest *s)
{
    for (size_t k = 0; k < s->n; k++) {
        for (int i = 0; i < s->layers[k].n; i++)
            s->layers[k].nodes[i].alpha = s->layers[k].nodes[i].seen;
        for (int e = 0; e < s->layers[k].n_edges; e++)
            s->layers[k].edges[e].weight = s->layers[k].edges[e].seen;
    }
}

static void go_forward(struct likeliest *s)
{
    for (size_t k = 1; k < s->n; k++) {
        const struct layer *l = &s->layers[k];
        for (int i = 0; i < l->n; i++) {
            struct node *node = &l->nodes[i];
            node->alpha = -1e300;
            for (int e = node->first; e < node->first + node->n; e++)
                node->alpha = log_sum(node->alpha, l[-1].nodes[l->edges[e].from].alpha + (double)l->edges[e].weight);
        }
    }
}

void likeliest_judge(struct likeliest *s, play_judge *judge, void *context)
{
    go_back(s);
    const double all = s->layers[0].nodes[0].alpha + s->layers[0].nodes[0].beta;
    for (size_t k = 1; k < s->n; k++) {
        const struct layer *l = &s->layers[k];
        for (int i = 0; i < l->n; i++)
            for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++)
                if (l->edges[e].last >= 0 && is_open(likely(l, &l->nodes[i], &l->edges[e], all)))
                    judge_edge(s, l, &l->edges[e], judge, context);
    }
    go_forward(s);
}

static bool is_same(const struct happened *a, const struct happened *b)
{
    const bool dice = (a->dice[0] == b->dice[0] && a->dice[1] == b->dice[1]) ||
                      (a->dice[0] == b->dice[1] && a->dice[1] == b->dice[0]);
    return a->kind == b->kind && a->player == b->player && a->value == b->value && dice && a->unknown == b->unknown &&
           (a->kind != EVENT_PLAY || a->unknown || board_equal(&a->after, &b->after));
}

static int length_of(const struct likeliest *s, int last)
{
    int n = 0;
    for (; last >= 0; last = s->happened[last].earlier)
        n++;
    return n;
}

/* The `index`-th event of the chain that ends with `last`; -1 = it is shorter. */
static int on_chain(const struct likeliest *s, int last, int index)
{
    int back = length_of(s, last) - 1 - index;
    if (back < 0)
        return -1;
    while (back-- > 0)
        last = s->happened[last].earlier;
    return last;
}

struct shares { /* of all events that may have happened at one place */
    struct other at[64];
    int n;
};

static void add_share(struct shares *shares, const struct happened *what, float share)
{
    for (int i = 0; i < shares->n; i++)
        if (is_same(shares->at[i].what, what)) {
            shares->at[i].share += share;
            return;
        }
    if (shares->n < (int)(sizeof shares->at / sizeof *shares->at))
        shares->at[shares->n++] = (struct other){what, share};
}

static int by_share(const void *a, const void *b)
{
    const struct other *x = a, *y = b;
    return x->share < y->share ? 1 : x->share > y->share ? -1 : x->what < y->what ? -1 : x->what > y->what;
}

/* How certain `p->what` is, the `index`-th event on its edge. */
static void weigh(const struct likeliest *s, size_t k, int index, struct reported_ply *p, double all)
{
    const struct layer *l = &s->layers[k];
    struct shares shares = {.n = 0};
    for (int i = 0; i < l->n; i++)
        for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++) {
            const struct edge *edge = &l->edges[e];
            const float share = (float)likely(l, &l->nodes[i], edge, all);
            bool same = false;
            if (share < 1e-7F)
                continue;
            for (int h = edge->last; h >= 0 && !same; h = s->happened[h].earlier)
                same = p->what != NULL && is_same(&s->happened[h], p->what);
            const int there = same ? -1 : on_chain(s, edge->last, index);
            if (same || (p->what == NULL && there < 0))
                p->certainty += share;
            else if (there >= 0)
                add_share(&shares, &s->happened[there], share);
        }
    qsort(shares.at, (size_t)shares.n, sizeof *shares.at, by_share);
    for (; p->n_others < shares.n && p->n_others < OTHERS_MAX && shares.at[p->n_others].share > OTHER_LEAST;
         p->n_others++)
        p->others[p->n_others] = shares.at[p->n_others];
    if (p->certainty > 1)
        p->certainty = 1;
}

static int rolls_of(const struct standing *st)
{
    int n = 0;
    for (int i = 0; i < st->n_queue; i++)
        n += st->queue[i] <= ITEM_UNKNOWN;
    return n;
}

/* What may have happened in a layer, and that nothing did: by the rolls that wait, as a dance shows on no board. */
struct tally {
    struct other *of;
    size_t n, capacity;
    double nothing[QUEUE_ROLLS + 1];
};

/* The share of what is the same; it is added if it is missing. */
static float *share_of(struct tally *t, const struct happened *what)
{
    for (size_t i = 0; i < t->n; i++)
        if (is_same(t->of[i].what, what))
            return &t->of[i].share;
    t->of = grow(t->of, t->n, &t->capacity, sizeof *t->of);
    t->of[t->n] = (struct other){what, 0};
    return &t->of[t->n++].share;
}

/* The shares of all that happened on edges that are not as good as ruled out. */
static void take_tally(const struct likeliest *s, const struct layer *l, double all, struct tally *t)
{
    t->n = 0;
    memset(t->nothing, 0, sizeof t->nothing);
    for (int i = 0; i < l->n; i++)
        for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++) {
            const double share = likely(l, &l->nodes[i], &l->edges[e], all);
            if (l->edges[e].last < 0)
                t->nothing[rolls_of(&l->nodes[i].state)] += share;
            for (int h = l->edges[e].last; h >= 0 && share > TALLIED; h = s->happened[h].earlier)
                *share_of(t, &s->happened[h]) += (float)share;
        }
}

/* How many of the plies on an edge can be expected to be right, as a share. Of two edges with the same plies the
 * likelier one is better. */
static double hits_of(const struct likeliest *s, struct tally *t, const struct node *to, const struct edge *e,
                      double share)
{
    double sum = 0;
    int n = 0;
    if (e->last >= 0 && share <= TALLIED)
        return 0;
    for (int h = e->last; h >= 0; h = s->happened[h].earlier, n++)
        sum += (double)*share_of(t, &s->happened[h]);
    return (n > 0 ? sum / n : t->nothing[rolls_of(&to->state)]) + SAME_PLIES * share;
}

/* The path on which most plies can be expected to be right: even the single likeliest path may be very unlikely. */
static void find_best(struct likeliest *s, double all)
{
    struct tally tally = {0};
    for (size_t k = 1; k < s->n; k++) {
        const struct layer *l = &s->layers[k];
        take_tally(s, l, all, &tally);
        for (int i = 0; i < l->n; i++) {
            struct node *node = &l->nodes[i];
            node->hits = -1;
            for (int e = node->first; e < node->first + node->n; e++) {
                const double share = likely(l, node, &l->edges[e], all),
                             hits = l[-1].nodes[l->edges[e].from].hits + hits_of(s, &tally, node, &l->edges[e], share);
                if (hits > node->hits) {
                    node->hits = hits;
                    node->best_edge = e;
                }
            }
        }
    }
    xfree(tally.of);
}

/* The edges of the best path, by layer. */
static int *best_path(const struct likeliest *s)
{
    int *edge = xmalloc(s->n * sizeof *edge), node = 0;
    const struct layer *last = &s->layers[s->n - 1];
    for (int i = 1; i < last->n; i++)
        node = last->nodes[i].hits > last->nodes[node].hits ? i : node;
    for (size_t k = s->n - 1; k > 0; k--) {
        edge[k] = s->layers[k].nodes[node].best_edge;
        node = s->layers[k].edges[edge[k]].from;
    }
    edge[0] = node;
    return edge;
}

static void begin_game(struct reported_match *out, struct arena *a, size_t *capacity, const struct standing *st)
{
    out->games = arena_grow(a, out->games, out->n_games, capacity, sizeof *out->games);
    out->games[out->n_games++] =
        (struct reported_game){.score = {st->score[0], st->score[1]}, .winner = NOBODY, .crawford = st->crawford};
}

/* The node that edge `e` of layer `k` leads to. */
static const struct node *target(const struct likeliest *s, size_t k, int e)
{
    const struct layer *l = &s->layers[k];
    int i = 0;
    while (e < l->nodes[i].first || e >= l->nodes[i].first + l->nodes[i].n)
        i++;
    return &l->nodes[i];
}

/* The last game ended on the way to `to`. */
static void end_game(struct reported_match *out, const struct standing *to, enum event_kind kind)
{
    struct reported_game *g = &out->games[out->n_games - 1];
    g->winner = to->ended;
    g->points = to->ended_points;
    g->ending = kind == EVENT_DROP ? ENDING_DROP : kind == EVENT_RESIGN_ACCEPT ? ENDING_RESIGNED : ENDING_BORNE_OFF;
}

struct settling {
    struct reported_match *out;
    struct arena *arena;
    size_t plies_capacity, games_capacity;
    double all; /* weight of all paths */
    const int *edge; /* of the best path, by layer */
    const struct seen *thrown[QUEUE_ROLLS]; /* where the rolls of the queue were seen */
    int n_thrown;
};

static struct reported_ply *report_ply(struct settling *t, const struct seen *at, const struct happened *what)
{
    struct reported_match *out = t->out;
    out->plies = arena_grow(t->arena, out->plies, out->n, &t->plies_capacity, sizeof *out->plies);
    struct reported_ply *p = &out->plies[out->n++];
    *p = (struct reported_ply){.what = what, .at = at, .game = out->n_games > 0 ? (int)out->n_games - 1 : 0};
    return p;
}

/* A dance, of which the board shows nothing, may have come between any two boards that are the same. */

/* The next layer on the best path, or the one before; 0 = there is none. */
static size_t beside(const struct likeliest *s, size_t k, int step)
{
    return step < 0 ? k - 1 : k + 1 < s->n ? k + 1 : 0;
}

/* What happened nearest to a layer in which nothing did. NULL = nothing near it. */
static const struct happened *nearest(const struct likeliest *s, const struct settling *t, size_t k, int step)
{
    for (int i = 0; i < NEAR_LAYERS && (k = beside(s, k, step)) != 0; i++) {
        const int last = s->layers[k].edges[t->edge[k]].last;
        if (last >= 0)
            return &s->happened[step > 0 ? on_chain(s, last, 0) : last];
    }
    return NULL;
}

/* A share for what happened elsewhere on the best path is no doubt about what did not happen here. */
static void drop_same(struct reported_ply *p, const struct happened *what)
{
    int n = 0;
    for (int i = 0; i < p->n_others; i++)
        if (what != NULL && is_same(p->others[i].what, what))
            p->certainty += p->others[i].share;
        else
            p->others[n++] = p->others[i];
    p->n_others = n;
}

static float share_in(const struct layer *l, const struct likeliest *s, const struct happened *what, double all)
{
    float sum = 0;
    for (int i = 0; i < l->n; i++)
        for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++) {
            int h = l->edges[e].last;
            while (h >= 0 && !is_same(&s->happened[h], what))
                h = s->happened[h].earlier;
            sum += h >= 0 ? (float)likely(l, &l->nodes[i], &l->edges[e], all) : 0;
        }
    return sum;
}

/* The ply may have happened in a layer nearby where the best path has nothing. */
static void weigh_nearby(const struct likeliest *s, const struct settling *t, size_t k, struct reported_ply *p)
{
    for (int step = -1; step <= 1; step += 2) {
        size_t at = k;
        for (int i = 0; i < NEAR_LAYERS && (at = beside(s, at, step)) != 0; i++) {
            if (s->layers[at].edges[t->edge[at]].last >= 0)
                break;
            p->certainty += share_in(&s->layers[at], s, p->what, t->all);
        }
    }
    p->certainty = p->certainty < 1 ? p->certainty : 1;
}

/* Nothing happened, or so it seems. */
static void settle_nothing(const struct likeliest *s, struct settling *t, size_t k)
{
    struct reported_ply *p = report_ply(t, s->layers[k].at, NULL);
    weigh(s, k, 0, p, t->all);
    drop_same(p, nearest(s, t, k, -1));
    drop_same(p, nearest(s, t, k, 1));
    if (p->certainty > NOTHING_SURE || p->n_others == 0)
        t->out->n--;
}

/* The first roll of the queue has been played: where it was seen, or `k` if on the same edge. */
static const struct seen *take_thrown(struct settling *t, const struct seen *k)
{
    const struct seen *first = t->n_thrown > 0 ? t->thrown[0] : k;
    t->n_thrown -= t->n_thrown > 0;
    memmove(t->thrown, t->thrown + 1, (size_t)t->n_thrown * sizeof *t->thrown);
    return first;
}

/* What is in the queue now, and was not before. */
static void note_thrown(struct settling *t, const struct seen *k, const struct standing *to)
{
    const int n = rolls_of(to);
    t->n_thrown = t->n_thrown < n ? t->n_thrown : n;
    while (t->n_thrown < n)
        t->thrown[t->n_thrown++] = k;
}

/* Reports the events on one edge of the best path, from the state `at` to `to`. */
static void settle_edge(const struct likeliest *s, struct settling *t, size_t k, int last, const struct standing *at,
                        const struct standing *to)
{
    struct reported_match *out = t->out;
    const struct seen *seen = s->layers[k].at;
    enum event_kind kind = EVENT_PLAY;
    if (last < 0)
        settle_nothing(s, t, k);
    for (int i = 0, n = length_of(s, last); i < n; i++) {
        const struct happened *h = &s->happened[on_chain(s, last, i)];
        if (out->n_games == 0)
            begin_game(out, t->arena, &t->games_capacity, at);
        if (h->game >= (int)out->n_games) { /* the one before ended on this edge, or on an earlier one */
            if (out->games[out->n_games - 1].winner == NOBODY)
                end_game(out, to, kind);
            begin_game(out, t->arena, &t->games_capacity, to->game == h->game ? to : at);
        }
        kind = h->kind;
        const struct seen *thrown = h->kind == EVENT_PLAY ? take_thrown(t, seen) : seen;
        if (h->unknown && h->dice[0] == 0)
            continue;
        struct reported_ply *p = report_ply(t, h->unknown ? thrown : seen, h);
        weigh(s, k, i, p, t->all);
        weigh_nearby(s, t, k, p);
    }
    if (to->game > at->game)
        t->n_thrown = 0;
    note_thrown(t, seen, to);
    if (to->game > at->game && out->n_games > 0 && out->games[out->n_games - 1].winner == NOBODY &&
        (int)out->n_games == to->game)
        end_game(out, to, kind);
}

/* How many paths end with the same rolls as this one. */
static double certainty_of_queue(const struct likeliest *s, const struct standing *st, double all)
{
    const struct layer *last = &s->layers[s->n - 1];
    double sum = 0;
    for (int i = 0; i < last->n; i++) {
        const struct standing *other = &last->nodes[i].state;
        if (other->on_roll == st->on_roll && memcmp(other->queue, st->queue, sizeof st->queue) == 0)
            sum += exp(last->nodes[i].alpha - all);
    }
    return sum < 1 ? sum : 1;
}

/* Rolls at the end that no board followed, but for the last one. */
static void settle_queue(struct likeliest *s, struct settling *t, const struct standing *st)
{
    const struct seen *seen = s->layers[s->n - 1].at;
    const float certainty = (float)certainty_of_queue(s, st, t->all);
    const int last = courses_before_pending(&s->courses, st);
    int n = 0;
    for (int h = last; h >= 0; h = s->courses.happened[h].earlier)
        n++;
    struct happened *kept = arena_alloc(t->arena, ((size_t)n + 1) * sizeof *kept);
    for (int h = last, i = n; h >= 0; h = s->courses.happened[h].earlier)
        kept[--i] = s->courses.happened[h];
    if (n > 0 && (int)t->out->n_games <= st->game)
        begin_game(t->out, t->arena, &t->games_capacity, st);
    for (int i = 0; i < n; i++) {
        const struct seen *thrown = kept[i].kind == EVENT_PLAY ? take_thrown(t, seen) : seen;
        if (kept[i].kind != EVENT_PLAY || kept[i].dice[0] != 0)
            report_ply(t, thrown, &kept[i])->certainty = certainty;
    }
}

/* Observations that are more likely to show nothing of what happened than something. */
static void count_unused(const struct likeliest *s, struct settling *t)
{
    for (size_t k = 1; k < s->n; k++) {
        const struct layer *l = &s->layers[k];
        double astray = 0;
        for (int i = 0; i < l->n; i++)
            for (int e = l->nodes[i].first; e < l->nodes[i].first + l->nodes[i].n; e++)
                if (l->edges[e].astray)
                    astray += likely(l, &l->nodes[i], &l->edges[e], t->all);
        if (astray > 0.5 && t->out->n_unused++ == 0)
            t->out->unused = l->at;
    }
}

struct reported_match search_settle(struct likeliest *s, struct arena *a)
{
    struct reported_match out = {0};
    struct settling t = {.out = &out, .arena = a};
    go_back(s);
    t.all = s->layers[0].nodes[0].alpha + s->layers[0].nodes[0].beta;
    find_best(s, t.all);
    int *edge = best_path(s);
    t.edge = edge;
    const struct node *at = &s->layers[0].nodes[0];
    for (size_t k = 1; k < s->n; k++) {
        const struct node *to = target(s, k, edge[k]);
        settle_edge(s, &t, k, s->layers[k].edges[edge[k]].last, &at->state, &to->state);
        at = to;
    }
    xfree(edge);
    settle_queue(s, &t, &at->state);
    count_unused(s, &t);
    courses_pending(&at->state, &out);
    if (out.dice[0] != 0 && (out.n_games == 0 || (int)out.n_games <= at->state.game))
        begin_game(&out, a, &t.games_capacity, &at->state);
    return out;
}
