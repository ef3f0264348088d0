/* All about a player; see career.h. Matches, sums and decisions are those that the figures are made of, each in one
 * pass. */
#include "collection/career.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "collection/groups.h"
#include "collection/people.h"

struct gathering {
    struct store *store;
    struct career *out;
    const struct match_filter *of;
    size_t at; /* the match whose rows come */
    struct opening_play { /* the same words may stand for several */
        int dice;
        int64_t play;
        size_t opening;
    } * play;
    size_t n_plays, play_capacity;
    struct player_sums sums;
    struct noted { /* candidates for the newest errors, in brief */
        struct stored_decision decision;
        size_t match;
    } newest[CAREER_NEWEST];
    int n_newest, newest_at;
};

/* ---- matches ---- */

static bool keep_match(void *context, const struct stored_match *m)
{
    struct gathering *g = context;
    struct career *c = g->out;
    const int side = m->player[0] == g->of->player ? 0 : 1;
    if (m->analysis == 0)
        return true;
    c->match = grow(c->match, c->n_matches, &c->match_capacity, sizeof *c->match);
    c->match[c->n_matches++] =
        (struct career_match){.id = m->id,
                              .analysis = m->analysis,
                              .opponent = m->player[1 - side],
                              .stem = arena_strdup(c->arena, m->stem),
                              .opponent_name = arena_strdup(c->arena, m->person[1 - side]),
                              .date = arena_strdup(c->arena, m->date),
                              .day = arena_strdup(c->arena, m->date != NULL ? m->date : m->guess),
                              .event = arena_strdup(c->arena, m->event),
                              .side = side,
                              .length = m->length,
                              .score = {m->score[side], m->score[1 - side]},
                              .won = m->winner == NOBODY ? -1 : m->winner == side};
    return true;
}

/* Rows come in the order of the matches, sums first and decisions from the beginning again. */
static struct career_match *match_of(struct gathering *g, int64_t id)
{
    struct career *c = g->out;
    if (g->at < c->n_matches && c->match[g->at].id == id)
        return &c->match[g->at];
    for (size_t i = 0; i < c->n_matches; i++) {
        const size_t at = (g->at + 1 + i) % c->n_matches;
        if (c->match[at].id == id)
            return &c->match[g->at = at];
    }
    return NULL;
}

static bool add_sums(void *context, const struct stored_sums *s)
{
    struct career_match *m = match_of(context, s->match);
    if (m == NULL)
        return true;
    const bool own = s->side == m->side, lucky = s->lucks > 0 || s->moves == 0;
    struct addend *to = own ? &m->own : &m->theirs;
    to->e += s->counted_play_error + s->counted_cube_error;
    to->n += s->counted_plays + s->counted_cubes;
    m->luck += !lucky || s->given_away ? (double)NAN : own ? s->luck_mwc : -s->luck_mwc;
    if (own) {
        ratio_add(&m->games, s->counted_play_error + s->counted_cube_error, s->counted_plays + s->counted_cubes);
        m->result += s->gain;
        m->hidden = s->hidden, m->ahead = s->ahead;
    }
    return true;
}

/* Results and luck of matches that were left are in no figure. */
static void drop_unfinished(struct career *c)
{
    for (size_t i = 0; i < c->n_matches; i++)
        if (c->match[i].won < 0 && c->match[i].length > 0)
            c->match[i].luck = c->match[i].result = NAN;
}

static void adjust_results(struct career *c)
{
    for (size_t i = 0; i < c->n_matches; i++) {
        struct career_match *m = &c->match[i];
        m->adjusted = adjusted_within(m->result - m->luck - m->hidden, m->length > 0 ? m->ahead : (double)NAN);
    }
}

/* ---- opponents ---- */

static int by_opponent(const void *a, const void *b)
{
    const struct career_match *x = *(struct career_match *const *)a, *y = *(struct career_match *const *)b;
    return (x->opponent > y->opponent) - (x->opponent < y->opponent);
}

static int by_matches(const void *a, const void *b)
{
    const struct career_opponent *x = a, *y = b;
    return x->matches != y->matches ? y->matches - x->matches : strcmp(x->name, y->name);
}

static void add_opponent(struct career_opponent *o, const struct career_match *m)
{
    o->name = m->opponent_name;
    o->matches++;
    o->won += m->won == 1;
    o->lost += m->won == 0;
    ratio_add(&o->own, m->own.e, m->own.n);
    ratio_add(&o->theirs, m->theirs.e, m->theirs.n);
    if (m->length > 0 && !isnan(m->luck)) {
        o->lucky++;
        o->luck += m->luck;
    }
}

static void make_opponents(struct career *c)
{
    struct career_match **sorted = xcalloc(c->n_matches + 1, sizeof(struct career_match *));
    size_t n = 0;
    for (size_t i = 0; i < c->n_matches; i++)
        if (c->match[i].opponent != 0)
            sorted[n++] = &c->match[i];
    c->opponent = xcalloc(n + 1, sizeof *c->opponent);
    if (n > 0)
        qsort(sorted, n, sizeof *sorted, by_opponent);
    for (size_t i = 0; i < n; i++) {
        c->n_opponents += i == 0 || sorted[i]->opponent != sorted[i - 1]->opponent;
        add_opponent(&c->opponent[c->n_opponents - 1], sorted[i]);
    }
    if (c->n_opponents > 0)
        qsort(c->opponent, c->n_opponents, sizeof *c->opponent, by_matches);
    xfree(sorted);
}

/* ---- openings ---- */

static size_t opening_called(struct career *c, int dice, const char *action)
{
    for (size_t i = 0; i < c->n_openings; i++)
        if (c->opening[i].dice == dice && strcmp(c->opening[i].action, action) == 0)
            return i;
    c->opening = grow(c->opening, c->n_openings, &c->opening_capacity, sizeof *c->opening);
    c->opening[c->n_openings] = (struct career_opening){.dice = dice, .action = arena_strdup(c->arena, action)};
    return c->n_openings++;
}

/* A play is asked for as a whole when it is met first. */
static bool name_opening(void *context, const struct stored_decision *whole)
{
    struct gathering *g = context;
    const struct decision_row *d = &whole->row;
    const size_t i = opening_called(g->out, d->dice, d->action);
    struct career_opening *o = &g->out->opening[i];
    if (o->times == 0) {
        o->row = *d;
        o->row.action = o->action;
        o->row.best = arena_strdup(g->out->arena, d->best);
        o->row.level = NULL;
    }
    g->play = grow(g->play, g->n_plays, &g->play_capacity, sizeof *g->play);
    g->play[g->n_plays++] = (struct opening_play){d->dice, d->play, i};
    return true;
}

static bool add_opening(struct gathering *g, const struct stored_decision *d)
{
    size_t i = 0;
    while (i < g->n_plays && (g->play[i].dice != d->row.dice || g->play[i].play != d->row.play))
        i++;
    if (i == g->n_plays && (!store_decision(g->store, d, name_opening, g) || i == g->n_plays))
        return false;
    struct career_opening *o = &g->out->opening[g->play[i].opening];
    o->times++;
    o->lost += d->row.error > 0 ? d->row.error : 0;
    return true;
}

static int by_roll(const void *a, const void *b)
{
    const struct career_opening *x = a, *y = b;
    if (x->dice != y->dice)
        return x->dice - y->dice;
    return x->times != y->times ? y->times - x->times : strcmp(x->action, y->action);
}

/* ---- errors ---- */

static bool is_worse(const struct decision_row *d, size_t match, const struct career_error *than)
{
    if (d->error != than->row.error)
        return d->error > than->row.error;
    return match != than->match ? match < than->match : d->n < than->row.n;
}

/* Its place among the costliest; CAREER_WORST = it has none. */
static int rank_of(const struct gathering *g, const struct decision_row *d)
{
    int i = g->out->n_worst;
    while (i > 0 && is_worse(d, g->at, &g->out->worst[i - 1]))
        i--;
    return i;
}

static bool add_error(void *context, const struct stored_decision *whole)
{
    struct gathering *g = context;
    struct career *c = g->out;
    const struct decision_row *d = &whole->row;
    const int i = rank_of(g, d);
    if (i == CAREER_WORST)
        return true;
    const int last = c->n_worst < CAREER_WORST ? c->n_worst++ : CAREER_WORST - 1;
    memmove(&c->worst[i + 1], &c->worst[i], (size_t)(last - i) * sizeof c->worst[0]);
    c->worst[i] = (struct career_error){.match = g->at, .analysis = whole->analysis, .row = *d};
    c->worst[i].row.action = arena_strdup(c->arena, d->action);
    c->worst[i].row.best = arena_strdup(c->arena, d->best);
    c->worst[i].row.level = NULL;
    return true;
}

/* The list stays in order, the newest first; of one day what comes later is newer. What has no day is not new. */
static void note_newest(struct gathering *g, const struct stored_decision *d)
{
    int i = g->n_newest;
    if (g->out->match[g->at].day == NULL)
        return;
    while (i > 0 && strcmp(g->out->match[g->at].day, g->out->match[g->newest[i - 1].match].day) >= 0)
        i--;
    if (i == CAREER_NEWEST)
        return;
    const int last = g->n_newest < CAREER_NEWEST ? g->n_newest++ : CAREER_NEWEST - 1;
    memmove(&g->newest[i + 1], &g->newest[i], (size_t)(last - i) * sizeof g->newest[0]);
    g->newest[i] = (struct noted){*d, g->at};
    g->newest[i].decision.row.action = g->newest[i].decision.row.best = g->newest[i].decision.row.level = NULL;
}

static bool add_newest(void *context, const struct stored_decision *whole)
{
    struct gathering *g = context;
    struct career *c = g->out;
    struct career_error *e = &c->newest[c->n_newest++];
    *e = (struct career_error){.match = g->newest[g->newest_at].match, .analysis = whole->analysis, .row = whole->row};
    e->row.action = arena_strdup(c->arena, whole->row.action);
    e->row.best = arena_strdup(c->arena, whole->row.best);
    e->row.level = NULL;
    return true;
}

static void add_size(struct career *c, double error)
{
    int i = 0;
    for (double from = 2 * CAREER_SMALLEST; i + 1 < CAREER_SIZES && error >= from; from *= 2)
        i++;
    if (error < CAREER_SMALLEST)
        return;
    c->size[i].n++;
    c->size[i].lost += error;
}

/* Few decisions are shown in words; those alone are asked for as a whole. */
static bool add_decision(void *context, const struct stored_decision *d)
{
    struct gathering *g = context;
    const struct decision_row *row = &d->row;
    if (match_of(g, d->match) == NULL)
        return true;
    if (is_opening_play(row) && !add_opening(g, d))
        return false;
    player_sums_add(&g->sums, d->match, row);
    if (row->counted != COUNTED_NOT)
        add_size(g->out, row->error);
    if (row->counted != COUNTED_NOT && row->error >= CAREER_NOTED)
        note_newest(g, d);
    if (row->counted == COUNTED_NOT || !(row->error > 0) || rank_of(g, row) == CAREER_WORST)
        return true;
    return store_decision(g->store, d, add_error, g);
}

/* ---- the whole ---- */

static bool gather(struct store *s, struct gathering *g)
{
    const struct stats_query q = {.match = *g->of,
                                  .by = BY_PHASE,
                                  .also = 1U << BY_PLAN | 1U << BY_SCORE | 1U << BY_CUBE_ACTION | 1U << BY_OPENING |
                                          1U << BY_ERROR_KIND | 1U << BY_THEME | 1U << BY_TIME,
                                  .each_match = keep_match,
                                  .each_sums = add_sums,
                                  .each = add_decision,
                                  .context = g};
    return stats_of(s, &q, &g->out->stats);
}

bool career_of(struct store *s, const struct match_filter *of, const char *name, const struct field *field,
               struct career *out)
{
    int both[CLASSES_MOST][CLASSES_MOST] = {{0}};
    *out = (struct career){.arena = arena_new(), .field = field};
    out->name = arena_strdup(out->arena, name);
    struct gathering g = {.store = s, .out = out, .of = of, .sums = {.both = both}};
    bool ok = gather(s, &g);
    for (g.newest_at = 0; ok && g.newest_at < g.n_newest; g.newest_at++)
        ok = store_decision(s, &g.newest[g.newest_at].decision, add_newest, &g);
    player_sums_end(&g.sums);
    study_of(&g.sums, field, &out->study);
    xfree(g.play);
    drop_unfinished(out);
    adjust_results(out);
    make_opponents(out);
    if (out->n_openings > 0)
        qsort(out->opening, out->n_openings, sizeof *out->opening, by_roll);
    return ok;
}

void career_done(struct career *c)
{
    if (c->stats.arena != NULL)
        stats_done(&c->stats);
    xfree(c->match);
    xfree(c->opponent);
    xfree(c->opening);
    arena_free(c->arena);
}

/* ---- names of pages ---- */

/* Words of letters with a capital first, a blank between them: no two such names differ by capitals alone. */
static bool is_plain(const char *name)
{
    bool begins = true;
    for (const char *c = name; *c != '\0'; c++) {
        if (begins ? !(*c >= 'A' && *c <= 'Z') : !(*c >= 'a' && *c <= 'z') && *c != ' ')
            return false;
        begins = *c == ' ';
    }
    return !begins && !stem_is_device(name);
}

enum { DIGITS = 8, WORDS_ROOM = PAGE_NAME_ROOM - DIGITS - 2 };

/* A word without accents, its first letter a capital; other scripts than Latin give nothing. */
static void add_word(struct strbuf *out, struct span word)
{
    struct strbuf copy = {0}, fold = {0};
    strbuf_add(&copy, word.at, word.length);
    name_fold(strbuf_text(&copy), &fold);
    const char *c = strbuf_text(&fold);
    bool first = true;
    while (*c != '\0') {
        if (*c == '<') { /* a letter by its number */
            c += strcspn(c, ">") + 1;
            continue;
        }
        if (first && out->length > 0)
            strbuf_putc(out, '-');
        strbuf_putc(out, (char)(first ? toupper((unsigned char)*c) : *c));
        first = false;
        c++;
    }
    strbuf_done(&copy);
    strbuf_done(&fold);
}

void career_page_name(const char *person, char out[PAGE_NAME_ROOM])
{
    struct strbuf words = {0};
    char key[KEY_LENGTH + 1];
    for (const char *at = person; *at != '\0';) {
        const size_t length = strcspn(at, " ");
        add_word(&words, (struct span){at, length});
        at += length + (at[length] == ' ');
    }
    const bool whole = is_plain(person) && words.length < WORDS_ROOM;
    text_key(span_of(person), key);
    snprintf(out, PAGE_NAME_ROOM, "%.*s%s%.*s", WORDS_ROOM, strbuf_text(&words), whole || words.length == 0 ? "" : "-",
             whole ? 0 : DIGITS, key);
    strbuf_done(&words);
}
