/* Lines to observations, observations to a record; see watched.h. */
#include "watched/watched.h"

#include <stdio.h>
#include <string.h>

#include "base/language.h"
#include "base/xmalloc.h"
#include "match/clock.h"
#include "match/notation.h"
#include "match/walk.h"
#include "match/annotation.h"
#include "watched/likeliest.h"

struct watched {
    struct arena *arena; /* of observations */
    struct arena *asked; /* of the last answer */
    struct seen_head head;
    struct seen **seen; /* by line; NULL if there is nothing to use */
    size_t n, capacity;
    struct likeliest *search;
    size_t n_searched; /* lines that the search has */
    struct watched_ply *plies;
    size_t n_plies;
    size_t n_unused; /* observations that the last answer leaves out */
    int first_unused; /* line */
    int64_t t; /* of the last line that has one */
    size_t n_backwards; /* lines earlier than the one before */
    int first_backwards;
    watched_judge *judge; /* NULL = there is none */
    void *context;
};

struct watched *watched_new(void)
{
    struct watched *w = xcalloc(1, sizeof *w);
    w->arena = arena_new();
    w->asked = arena_new();
    w->head.rules = (struct rules){.cube = true, .crawford = true, .beavers = true};
    return w;
}

void watched_judge_by(struct watched *w, watched_judge *judge, void *context)
{
    w->judge = judge;
    w->context = context;
}

void watched_free(struct watched *w)
{
    if (w == NULL)
        return;
    search_free(w->search);
    xfree(w->seen);
    arena_free(w->asked);
    arena_free(w->arena);
    xfree(w);
}

int watched_sniff(struct span head)
{
    return seen_sniff(head);
}

const char *watched_media(const struct watched *w)
{
    return w->head.media;
}

/* ---- lines ---- */

static struct seen *of_line(const struct watched *w, size_t index)
{
    return index < w->n ? w->seen[index] : NULL;
}

static bool is_roll_of_the_other(const struct seen *s, int by)
{
    return s->kind == SEEN_DICE && by != NOBODY && s->by == !by;
}

/* The first line from `index` on that shows the play of a roll seen there by `by`; NULL = none does. */
static struct seen *where_played(const struct watched *w, size_t index, int by)
{
    for (; index < w->n; index++) {
        struct seen *s = w->seen[index];
        if (s != NULL && is_roll_of_the_other(s, by))
            return NULL;
        if (s != NULL && (s->kind == SEEN_BOARD || s->kind == SEEN_TURN))
            return s;
    }
    return NULL;
}

/* Dice whose play no line shows become a turn with that play, by each roll that they may have been. */
static void make_turn(struct watched *w, struct seen *dice, const char *play)
{
    dice->kind = SEEN_TURN;
    dice->plays = arena_alloc(w->arena, ROLLS * sizeof *dice->plays);
    dice->n_plays = ROLLS;
    dice->plays_rest = LOG_RULED_OUT;
    for (int i = 0; i < ROLLS; i++) {
        dice->plays[i] = (struct seen_play){.text = play, .likely = dice->roll[i]};
        roll_dice(i, dice->plays[i].dice);
    }
}

/* If the line is about something else, the cube action becomes an observation of its own before it. */
static void fix_cube(struct watched *w, struct seen *target, const struct seen *fix)
{
    struct seen *cube = target;
    if (target->kind != SEEN_CUBE) {
        cube = arena_alloc(w->arena, sizeof *cube);
        *cube = (struct seen){.kind = SEEN_CUBE,
                              .line = target->line,
                              .t = target->t,
                              .from = target->from,
                              .by = NOBODY,
                              .fixed_action = -1,
                              .fixed_score = {-1, -1}};
        cube->then = target->before;
        target->before = cube;
    }
    seen_fix(cube, fix);
}

static void fix(struct watched *w, const struct seen *f, struct diags *d)
{
    struct seen *target = of_line(w, (size_t)f->of - 1);
    struct seen rest = *f;
    if (target == NULL || target->kind == SEEN_FIX || target->kind == SEEN_UNKNOWN) {
        diag_at(d, SEVERITY_ERROR, f->line, 1,
                "line %d, counted from 0, shows nothing that can be corrected: the line is left out", f->of - 1);
        return;
    }
    struct seen *played = target->kind == SEEN_DICE ? where_played(w, (size_t)f->of, target->by) : NULL;
    if (target->kind == SEEN_DICE && f->fixed_play != NULL && played == NULL) {
        make_turn(w, target, f->fixed_play);
    } else if (played != NULL && f->fixed_play != NULL) {
        struct seen play = *f;
        play.fixed_action = play.fixed_score[0] = -1;
        seen_fix(played, &play);
        rest.fixed_play = NULL;
    }
    if (f->fixed_action >= 0)
        fix_cube(w, target, &(struct seen){.fixed_action = f->fixed_action, .fixed_score = {-1, -1}});
    rest.fixed_action = -1;
    seen_fix(target, &rest);
    search_free(w->search); /* the search starts again */
    w->search = NULL;
    w->n_searched = 0;
}

static void note_time(struct watched *w, const struct seen *s)
{
    if (s->t < 0)
        return;
    if (s->t < w->t && w->n_backwards++ == 0)
        w->first_backwards = s->line;
    w->t = s->t;
}

void watched_line(struct watched *w, struct span line, struct diags *d)
{
    struct seen *s = arena_alloc(w->arena, sizeof *s);
    const int number = (int)w->n + 1;
    const bool blank = span_trim(line).length == 0, ok = !blank && seen_read(line, number, w->arena, &w->head, s, d);
    if (ok && !w->head.there && number == 1)
        diag_at(d, SEVERITY_WARNING, 1, 1,
                "there is no head, expected {\"k\":\"head\", ...}: a money session is supposed");
    w->seen = grow(w->seen, w->n, &w->capacity, sizeof *w->seen);
    w->seen[w->n++] = ok && s->kind != SEEN_HEAD ? s : NULL;
    if (ok)
        note_time(w, s);
    if (ok && s->kind == SEEN_FIX)
        fix(w, s, d);
}

static void search_on(struct watched *w)
{
    if (w->search == NULL)
        w->search = search_new(&w->head);
    for (; w->n_searched < w->n; w->n_searched++) {
        struct seen *s = w->seen[w->n_searched];
        if (s == NULL || s->kind == SEEN_FIX || s->kind == SEEN_UNKNOWN)
            continue;
        for (const struct seen *first = s->before; first != NULL; first = first->then)
            search_step(w->search, first);
        search_step(w->search, s);
    }
}

static float judge_play(void *watched, const struct happened *h)
{
    const struct watched *w = watched;
    return w->judge(w->context, &h->before, (const int[2]){h->dice[0], h->dice[1]}, &h->after);
}

/* ---- the record ---- */

static void put_property(struct match *m, struct event *e, const char *name, const char *format, double value)
{
    char text[32];
    snprintf(text, sizeof text, format, value);
    (void)property_add(m, &e->properties, WATCHED_FORMAT, name, text);
}

static struct board other_board(const struct happened *h)
{
    return h->kind == EVENT_PLAY ? h->after : h->before;
}

static const char *action_words(enum event_kind kind)
{
    return kind == EVENT_DOUBLE          ? N_("double")
           : kind == EVENT_TAKE          ? N_("take")
           : kind == EVENT_DROP          ? N_("pass")
           : kind == EVENT_RESIGN_ACCEPT ? N_("accept")
                                         : event_kind_name(kind);
}

static void put_words_of(struct strbuf *out, const struct watched_other *o)
{
    if (o->kind == EVENT_PLAY && !o->unknown && o->play.n == 0)
        strbuf_puts(out, tr("cannot move"));
    else if (o->kind == EVENT_PLAY && !o->unknown)
        notation_write(out, &o->before, &o->play, NOTATION_MERGED);
    else if (o->kind != EVENT_PLAY)
        strbuf_puts(out, tr(action_words(o->kind)));
}

static struct watched_other other_of(const struct happened *h, double share)
{
    return (struct watched_other){.kind = h->kind,
                                  .dice = {h->dice[0], h->dice[1]},
                                  .unknown = h->illegal && h->play.n == 0,
                                  .play = h->play,
                                  .before = h->before,
                                  .after = other_board(h),
                                  .share = share};
}

/* For people who read it: on boards that differ a play may be the same. */
static bool looks_same(const struct watched_other *a, const struct watched_other *b)
{
    struct strbuf one = {0}, other = {0};
    const bool dice = (a->dice[0] == b->dice[0] && a->dice[1] == b->dice[1]) ||
                      (a->dice[0] == b->dice[1] && a->dice[1] == b->dice[0]);
    if (!dice || a->kind != b->kind || a->unknown != b->unknown)
        return false;
    put_words_of(&one, a);
    put_words_of(&other, b);
    const bool same = strcmp(strbuf_text(&one), strbuf_text(&other)) == 0;
    strbuf_done(&one);
    strbuf_done(&other);
    return same;
}

/* None twice, and not what is thought to have happened. */
static void note_other(struct watched_ply *out, const struct reported_ply *p, const struct happened *h, double share)
{
    const struct watched_other o = other_of(h, share);
    if (p->what != NULL && h->player == p->what->player) {
        const struct watched_other own = other_of(p->what, 0);
        if (looks_same(&o, &own))
            return;
    }
    for (int i = 0; i < out->n_others; i++)
        if (looks_same(&out->other[i], &o)) {
            out->other[i].share += share;
            return;
        }
    if (out->n_others < WATCHED_OTHERS)
        out->other[out->n_others++] = o;
}

static void note_ply(struct watched *w, const struct reported_ply *p, size_t event, size_t next)
{
    struct watched_ply *out = &w->plies[w->n_plies++];
    *out = (struct watched_ply){.game = p->game,
                                .event = event,
                                .next = next,
                                .t = p->at->t,
                                .line = p->at->line - 1,
                                .certainty = (double)p->certainty};
    if (p->what != NULL) {
        out->before = p->what->before;
        out->after = other_board(p->what);
    }
    for (int i = 0; i < p->n_others; i++)
        note_other(out, p, p->others[i].what, (double)p->others[i].share);
    for (int i = 1; i < out->n_others; i++) /* whose shares were added up may have become likelier */
        for (int k = i; k > 0 && out->other[k].share > out->other[k - 1].share; k--) {
            const struct watched_other swapped = out->other[k];
            out->other[k] = out->other[k - 1];
            out->other[k - 1] = swapped;
        }
}

static void put_other(struct strbuf *out, const struct watched_other *o, const struct event *e)
{
    const bool same_roll = o->dice[0] == e->dice[0] && o->dice[1] == e->dice[1];
    if (o->dice[0] != 0 && (o->unknown || !same_roll))
        strbuf_printf(out, o->unknown ? "%d%d" : "%d%d: ", o->dice[0], o->dice[1]);
    put_words_of(out, o);
    strbuf_puts(out, ", ");
    strbuf_puts(out, TR_SHARE(o->share, 1));
}

/* For who reads the record, in the language of the run; programs have the properties. */
static void remark(struct match *m, struct event *e, const struct watched_ply *p)
{
    struct strbuf text = {0}, next = {0};
    for (int i = 0; i < p->n_others; i++) {
        strbuf_puts(&next, i == 0 ? "" : "; ");
        put_other(&next, &p->other[i], e);
    }
    tr_add(&text,
           next.length == 0 ? N_("read by a machine: {0} sure.")
           : p->other[0].share > p->certainty
               ? N_("read by a machine: {0} sure. Likelier, but at odds with the plies around it: {1}")
               : N_("read by a machine: {0} sure. Next: {1}"),
           TR_SHARE(p->certainty, 1), strbuf_text(&next));
    comment_append(m, &e->comment, (struct span){text.at, text.length});
    strbuf_done(&text);
    strbuf_done(&next);
}

static void add_ply(struct watched *w, struct match *m, struct game *g, struct replay *r, const struct reported_ply *p,
                    double sure)
{
    const struct happened *h = p->what;
    if (h == NULL) {
        note_ply(w, p, WATCHED_NOTHING, g->n_events);
        return;
    }
    struct event *e = game_add_event(m, g, h->kind, h->player);
    event_set_dice(e, h->dice[0], h->dice[1]);
    e->play = h->play;
    e->value = h->kind == EVENT_DOUBLE ? 2 * r->now.cube : h->value;
    if (h->unknown) {
        e->flags |= EVENT_ILLEGAL;
    } else if (h->illegal) {
        e->flags |= EVENT_ILLEGAL | EVENT_AFTER_GIVEN;
        event_set_board(m, e, &h->after);
    }
    e->place = (struct place){p->at->line, 1, -1};
    if (h->kind == EVENT_RESIGN_ACCEPT) { /* seen with the resignation */
        (void)replay_apply(r, e, NULL);
        note_ply(w, p, g->n_events - 1, g->n_events);
        return;
    }
    put_property(m, e, WATCHED_CERTAINTY, "%.4f", (double)p->certainty);
    if (p->at->t >= 0 && p->at->t <= TIMING_MAX)
        event_time(m, e)->video = p->at->t;
    if (p->at->kind == SEEN_TURN && p->at->from >= 0 && p->at->t >= p->at->from && p->at->t <= TIMING_MAX)
        event_time(m, e)->taken = p->at->t - p->at->from;
    put_property(m, e, WATCHED_LINE, "%.0f", (double)(p->at->line - 1));
    (void)replay_apply(r, e, NULL);
    note_ply(w, p, g->n_events - 1, g->n_events);
    if (w->plies[w->n_plies - 1].certainty < sure)
        remark(m, e, &w->plies[w->n_plies - 1]);
}

static void begin_match(const struct watched *w, struct match *m)
{
    m->format = WATCHED_FORMAT;
    m->length = w->head.length;
    m->rules = w->head.rules;
    m->jacoby_known = w->head.jacoby_known || w->head.length > 0;
    for (int i = 0; i < 2; i++)
        if (w->head.player[i] != NULL)
            m->player[i].name = arena_strdup(m->arena, w->head.player[i]);
    if (w->head.producer != NULL)
        m->generator = arena_strdup(m->arena, w->head.producer);
    if (w->head.media != NULL) {
        struct video *v = arena_alloc(m->arena, sizeof *v);
        v->url = arena_strdup(m->arena, w->head.media);
        m->video = v;
    }
}

static struct game *add_game(struct match *m, const struct reported_game *from, struct replay *r)
{
    struct game *g = match_add_game(m);
    memcpy(g->score, from->score, sizeof g->score);
    g->crawford_game = from->crawford;
    g->winner = from->winner;
    g->points = from->points;
    g->ending = from->ending;
    replay_begin(r, m, g);
    return g;
}

/* The last line that shows dice. */
static int last_dice(const struct watched *w)
{
    size_t i = w->n;
    while (i > 1 && (w->seen[i - 1] == NULL || w->seen[i - 1]->kind != SEEN_DICE))
        i--;
    return (int)i;
}

/* Thrown at the end, and not played so far. */
static void add_roll(struct watched *w, struct match *m, struct game *g, const struct reported_match *all)
{
    struct event *e = game_add_event(m, g, EVENT_ROLL, all->on_roll);
    event_set_dice(e, all->dice[0], all->dice[1]);
    e->place = (struct place){last_dice(w), 1, -1};
}

struct match *watched_match(struct watched *w, double sure)
{
    struct match *m = match_new();
    struct replay r = {0};
    size_t next = 0;
    search_on(w);
    if (w->judge != NULL)
        likeliest_judge(w->search, judge_play, w);
    arena_clear(w->asked);
    const struct reported_match all = search_settle(w->search, w->asked);
    if (w->judge != NULL)
        likeliest_forget_opinions(w->search);
    w->plies = arena_alloc(w->asked, (all.n + 1) * sizeof *w->plies);
    w->n_plies = 0;
    w->n_unused = all.n_unused;
    w->first_unused = all.unused != NULL ? all.unused->line : 0;
    begin_match(w, m);
    for (size_t i = 0; i < all.n_games; i++) {
        struct game *g = add_game(m, &all.games[i], &r);
        for (; next < all.n && all.plies[next].game == (int)i; next++)
            add_ply(w, m, g, &r, &all.plies[next], sure);
        if (i + 1 == all.n_games && all.dice[0] != 0)
            add_roll(w, m, g, &all);
    }
    if (m->n_games > 0)
        return m;
    match_free(m);
    return NULL;
}

const struct watched_ply *watched_plies(const struct watched *w, size_t *n)
{
    *n = w->n_plies;
    return w->plies;
}

bool watched_report(const struct watched *w, struct diags *d)
{
    if (w->search != NULL && search_was_narrowed(w->search))
        diag_at(d, SEVERITY_WARNING, (int)w->n, 1,
                "the file is very long: towards its end only the likeliest courses were followed");
    if (w->n_backwards > 0)
        diag_at(d, SEVERITY_WARNING, w->first_backwards, 1,
                w->n_backwards == 1 ? F_("%zu line is earlier than the one before it: this one")
                                    : F_("%zu lines are earlier than the ones before them, first this one"),
                w->n_backwards);
    if (w->n_unused > 0)
        diag_at(d, SEVERITY_WARNING, w->first_unused, 1,
                w->n_unused == 1 ? F_("%zu observation fits no ply and is left out: this one")
                                 : F_("%zu observations fit no ply and are left out, first this one"),
                w->n_unused);
    return w->n_unused == 0;
}
