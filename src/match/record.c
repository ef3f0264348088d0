/* The record: building it. Everything hangs in the match's arena, so nothing
 * here is ever freed singly. See record.h and annotation.h. */
#include "base/language.h"
#include "match/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/xmalloc.h"

/* ---- building ---- */

struct match *match_new(void)
{
    struct arena *arena = arena_new();
    struct match *m = arena_alloc(arena, sizeof *m);
    *m = (struct match){
        .arena = arena,
        .format = "",
        .player = {{.name = ""}, {.name = ""}},
        .rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true},
    };
    return m;
}

void match_free(struct match *m)
{
    if (m == NULL)
        return;
    xfree(m->growing.events);
    arena_free(m->arena);
}

static bool is_growing(const struct match *m, const struct game *g)
{
    return m->growing.events != NULL && g->events == m->growing.events;
}

/* The last game is complete: its events move into the arena, no larger than they are. */
static void record_settle(struct match *m)
{
    struct game *g = m->n_games != 0 ? &m->games[m->n_games - 1] : NULL;
    if (g == NULL || !is_growing(m, g))
        return;
    g->capacity = g->n_events;
    g->events = arena_alloc(m->arena, g->n_events * sizeof *g->events);
    memcpy(g->events, m->growing.events, g->n_events * sizeof *g->events);
}

struct game *match_add_game(struct match *m)
{
    record_settle(m);
    m->games = arena_grow(m->arena, m->games, m->n_games, &m->capacity, sizeof *m->games);
    struct game *g = &m->games[m->n_games++];
    *g = (struct game){.number = (int)m->n_games, .winner = NOBODY};
    if (m->n_sets != 0)
        g->statistics = arena_alloc(m->arena, m->n_sets * sizeof *g->statistics);
    return g;
}

struct event *game_add_event(struct match *m, struct game *g, enum event_kind kind, int player)
{
    const bool begins = g->n_events == 0 && g == &m->games[m->n_games - 1];
    if (begins || is_growing(m, g)) {
        m->growing.events =
            grow(m->growing.events, g->n_events, &m->growing.events_capacity, sizeof *m->growing.events);
        g->events = m->growing.events;
    } else
        g->events = arena_grow(m->arena, g->events, g->n_events, &g->capacity, sizeof *g->events);
    struct event *e = &g->events[g->n_events++];
    *e = (struct event){.kind = kind, .player = (signed char)player};
    return e;
}

static int8_t small(int n)
{
    return (int8_t)(n < INT8_MIN ? INT8_MIN : n > INT8_MAX ? INT8_MAX : n);
}

void event_set_dice(struct event *e, int die1, int die2)
{
    e->dice[0] = small(die1);
    e->dice[1] = small(die2);
}

void event_set_board(struct match *m, struct event *e, const struct board *board)
{
    struct board *copy = arena_alloc(m->arena, sizeof *copy);
    *copy = *board;
    e->board = copy;
}

const struct board *event_board(const struct event *e)
{
    static const struct board none;
    return e->board != NULL ? e->board : &none;
}

/* The link that ends the list; the list of the last call is entered at its end. */
static struct property **end_of(struct match *m, struct property **list)
{
    struct property **at = list;
    if (list == m->growing.list && *list != NULL && *list == m->growing.head)
        at = &m->growing.tail->next;
    while (*at != NULL)
        at = &(*at)->next;
    return at;
}

struct property *property_add(struct match *m, struct property **list, const char *format, const char *name,
                              const char *value)
{
    struct property *p = arena_alloc(m->arena, sizeof *p);
    p->format = arena_strdup(m->arena, format);
    p->name = arena_strdup(m->arena, name);
    *end_of(m, list) = p;
    m->growing.list = list;
    m->growing.head = *list;
    m->growing.tail = p;
    if (value != NULL)
        property_add_value(m, p, value);
    return p;
}

bool property_is_signature(const struct property *p)
{
    return p->format != NULL && strcmp(p->format, "ogxm") == 0 && strncmp(p->name, "signature", 9) == 0;
}

bool property_is_sgf_word(const struct property *p)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    return p->format != NULL && strcmp(p->format, "sgf") == 0 && p->name[0] != '\0' &&
           p->name[strspn(p->name, capitals)] == '\0';
}

static bool is_power_of_two(size_t n)
{
    return (n & (n - 1)) == 0;
}

/* The values' capacity is not kept: it is 1, 2, 4 ... so the array is full when the count is a power of two. */
void property_add_value(struct match *m, struct property *p, const char *value)
{
    if (is_power_of_two(p->n_values)) {
        const size_t capacity = p->n_values != 0 ? 2 * p->n_values : 1;
        const char **bigger = arena_alloc(m->arena, capacity * sizeof *bigger);
        if (p->n_values != 0)
            memcpy(bigger, p->values, p->n_values * sizeof *bigger);
        p->values = bigger;
    }
    p->values[p->n_values++] = arena_strdup(m->arena, value);
}

void property_remove(struct match *m, struct property **list, const char *name)
{
    m->growing.list = NULL; /* its end may go */
    while (*list != NULL && strcasecmp((*list)->name, name) != 0)
        list = &(*list)->next;
    if (*list != NULL)
        *list = (*list)->next;
}

const struct property *property_find(const struct property *list, const char *name)
{
    while (list != NULL && strcmp(list->name, name) != 0)
        list = list->next;
    return list;
}

/* Makes *comment the growing one, with room for `more` bytes and the terminator. */
static char *room_in_comment(struct match *m, const char **comment, size_t more)
{
    const bool growing = *comment != NULL && *comment == m->growing.comment;
    const size_t length = growing ? m->growing.length : *comment != NULL ? strlen(*comment) : 0;
    if (!growing || length + more + 1 > m->growing.capacity) {
        const size_t capacity = 2 * (length + more + 1);
        char *bigger = arena_alloc(m->arena, capacity);
        if (length != 0)
            memcpy(bigger, *comment, length);
        *comment = m->growing.comment = bigger;
        m->growing.capacity = capacity;
    }
    m->growing.length = length + more;
    return m->growing.comment + length;
}

void comment_append(struct match *m, const char **comment, struct span text)
{
    if (*comment == NULL) {
        *comment = arena_span(m->arena, text);
        return;
    }
    char *end = room_in_comment(m, comment, 1 + text.length);
    *end++ = '\n';
    if (text.length != 0)
        memcpy(end, text.at, text.length);
    end[text.length] = '\0';
}

void match_final_score(const struct match *m, int score[2])
{
    const struct game *last = m->n_games != 0 ? &m->games[m->n_games - 1] : NULL;
    for (int i = 0; i < 2; i++)
        score[i] = last != NULL ? last->score[i] + (last->winner == i ? last->points : 0) : 0;
}

/* Nothing is added to it any more. */
static void complete(struct match *m)
{
    record_settle(m);
    xfree(m->growing.events);
    m->growing.events = NULL;
    m->growing.events_capacity = 0;
}

void match_hand_on(struct match *m, struct receiver *to)
{
    complete(m);
    to->n++;
    to->take(to, m);
}

void matches_add(struct matches *list, struct match *m)
{
    complete(m);
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] = m;
}

static void add_to_list(struct receiver *self, struct match *m)
{
    matches_add((struct matches *)self, m);
}

struct receiver *matches_receiver(struct matches *list)
{
    list->receiver.take = add_to_list;
    return &list->receiver;
}

void matches_done(struct matches *list)
{
    for (size_t i = 0; i < list->n; i++)
        match_free(list->at[i]);
    xfree(list->at);
    *list = (struct matches){0};
}

/* ---- annotations ---- */

static struct statistics *one_more(struct match *m, const struct statistics *old, size_t n)
{
    struct statistics *bigger = arena_alloc(m->arena, (n + 1) * sizeof *bigger);
    if (old != NULL && n != 0)
        memcpy(bigger, old, n * sizeof *bigger);
    return bigger;
}

void cube_analysis_begin(struct cube_analysis *c)
{
    *c = (struct cube_analysis){.nd = NAN, .dt = NAN, .dp = NAN, .double_error = NAN, .double_error_mwc = NAN};
    c->answer_error = c->answer_error_mwc = NAN;
}

bool cube_stakes_of(const struct cube_analysis *c, struct cube_stakes *out)
{
    if (c->stakes == NULL)
        return false;
    *out = *c->stakes;
    out->cubeless_money = (double)outcome_equity(c->branch[0].outcome);
    return true;
}

bool cube_has_equities(const struct cube_analysis *c)
{
    return c != NULL && !isnan(c->nd) && !isnan(c->dt) && !isnan(c->dp);
}

int match_add_set(struct match *m, const struct annotation_set *set)
{
    struct annotation_set *sets = arena_alloc(m->arena, (m->n_sets + 1) * sizeof *sets);
    if (m->n_sets != 0)
        memcpy(sets, m->sets, m->n_sets * sizeof *sets);
    sets[m->n_sets] = *set;
    m->sets = sets;
    m->statistics = one_more(m, m->statistics, m->n_sets);
    for (size_t i = 0; i < m->n_games; i++)
        m->games[i].statistics = one_more(m, m->games[i].statistics, m->n_sets);
    return (int)m->n_sets++;
}

/* What was begun for a set that was never completed goes too. */
void match_drop_sets(struct match *m, size_t n)
{
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++)
            for (struct annotation **at = &m->games[g].events[i].annotations; *at != NULL;)
                if ((*at)->set >= (int)n)
                    *at = (*at)->next;
                else
                    at = &(*at)->next;
    m->n_sets = m->n_sets < n ? m->n_sets : n;
}

struct annotation *event_annotate(struct match *m, struct event *e, int set)
{
    struct annotation **at = &e->annotations;
    while (*at != NULL && (*at)->set != set)
        at = &(*at)->next;
    if (*at == NULL) {
        *at = arena_alloc(m->arena, sizeof **at);
        **at = (struct annotation){.set = set, .luck = NAN, .luck_mwc = NAN};
    }
    return *at;
}

const struct annotation *event_annotation(const struct event *e, int set)
{
    const struct annotation *a = e->annotations;
    while (a != NULL && a->set != set)
        a = a->next;
    return a;
}

struct author_marks event_author_marks(const struct event *e)
{
    const bool roll = e->kind == EVENT_PLAY || e->kind == EVENT_ROLL;
    struct author_marks m = {MARK_NONE, MARK_NONE, LUCK_NONE};
    for (const struct annotation *a = e->annotations; a != NULL; a = a->next) {
        if (a->play == NULL && a->play_skill != SKILL_NONE)
            m.play = (enum mark)a->play_skill;
        if (a->cube == NULL && a->cube_skill != SKILL_NONE)
            m.cube = (enum mark)a->cube_skill;
        if (isnan(a->luck) && a->luck_mark != LUCK_NONE)
            m.luck = a->luck_mark;
    }
    if (e->mark != MARK_NONE || (e->flags & EVENT_MARKED_HERE))
        *(roll ? &m.play : &m.cube) = (enum mark)e->mark;
    if (e->undoubled_mark != MARK_NONE || (e->flags & EVENT_UNDOUBLED_MARKED_HERE))
        m.cube = (enum mark)e->undoubled_mark;
    return m;
}

bool event_can_be_marked(const struct event *e)
{
    return e->kind <= EVENT_DROP && e->kind != EVENT_ROLL;
}

void event_mark_here(struct event *e, bool undoubled, enum mark mark)
{
    *(undoubled ? &e->undoubled_mark : &e->mark) = (int8_t)mark;
    e->flags |= undoubled ? EVENT_UNDOUBLED_MARKED_HERE : EVENT_MARKED_HERE;
}

void match_count_marks(const struct match *m, const struct game *g, int player, bool cube, int count[MARKS])
{
    const struct game *first = g != NULL ? g : m->games;
    const size_t n = g != NULL ? 1 : m->n_games;
    memset(count, 0, MARKS * sizeof *count);
    for (size_t i = 0; i < n; i++) {
        g = &first[i];
        for (size_t k = 0; k < g->n_events; k++)
            if (g->events[k].player == player) {
                const struct author_marks marks = event_author_marks(&g->events[k]);
                count[cube ? marks.cube : marks.play]++;
            }
    }
}

/* ---- words ---- */

/* Set-ups from the first event on; 0 where the game does not begin with one. */
static size_t count_set_ups(const struct game *g)
{
    size_t n = 0;
    if (g->n_events == 0 || g->events[0].kind != EVENT_SET_BOARD)
        return 0;
    while (n < g->n_events && g->events[n].kind >= EVENT_SET_BOARD)
        n++;
    return n;
}

static bool are_offers(const struct game *g, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (g->events[i].kind < EVENT_DOUBLE || g->events[i].kind > EVENT_RACCOON)
            return false;
    return true;
}

bool game_asks_acceptance(const struct game *g)
{
    const size_t set_ups = count_set_ups(g), n = g->n_events;
    return set_ups > 0 && n > set_ups && g->events[n - 1].kind == EVENT_RESIGN && are_offers(g, set_ups, n - 1);
}

bool match_is_position(const struct match *m)
{
    const struct game *g = m->n_games == 1 ? &m->games[0] : NULL;
    const size_t set_ups = g != NULL ? count_set_ups(g) : 0;
    return set_ups > 0 && (are_offers(g, set_ups, g->n_events) || game_asks_acceptance(g));
}

static void set_off(struct board *b, int chequers)
{
    b->off[0] = (int8_t)(chequers - board_in_play(b));
    b->off[1] = (int8_t)(chequers - board_opponent_in_play(b));
}

static void set_off_after(struct annotation *list, int chequers)
{
    for (struct annotation *a = list; a != NULL; a = a->next)
        for (int i = 0; a->play != NULL && i < a->play->n; i++)
            set_off(&a->play->candidates[i].after, chequers);
}

bool match_set_variant(struct match *m, enum variant variant)
{
    const int chequers = variant_chequers(variant);
    if (m->rules.variant != VARIANT_BACKGAMMON || !match_is_position(m))
        return true;
    m->rules.variant = variant;
    for (size_t i = 0; i < m->games[0].n_events; i++) {
        struct event *e = &m->games[0].events[i];
        set_off_after(e->annotations, chequers);
        if (e->kind != EVENT_SET_BOARD)
            continue;
        struct board b = *event_board(e);
        set_off(&b, chequers);
        if (b.off[0] < 0 || b.off[1] < 0)
            return false;
        event_set_board(m, e, &b);
    }
    return true;
}

bool game_asks_reply(const struct game *g)
{
    const size_t set_ups = count_set_ups(g);
    return set_ups > 0 && set_ups < g->n_events && are_offers(g, set_ups, g->n_events);
}

bool resigned_is_accepted(const struct resigned_analysis *r)
{
    const float same = 1e-5f;
    return r->accept >= r->refuse - same;
}

const char *const event_kind_names[EVENT_KINDS] = {/* ORDER EVENT */
                                                   [EVENT_PLAY] = "play",
                                                   [EVENT_ROLL] = "roll",
                                                   [EVENT_DOUBLE] = "double",
                                                   [EVENT_BEAVER] = "beaver",
                                                   [EVENT_RACCOON] = "raccoon",
                                                   [EVENT_TAKE] = "take",
                                                   [EVENT_DROP] = "drop",
                                                   [EVENT_RESIGN] = "resign",
                                                   [EVENT_RESIGN_ACCEPT] = "accept",
                                                   [EVENT_RESIGN_REFUSE] = "refuse",
                                                   [EVENT_SET_BOARD] = "set-board",
                                                   [EVENT_SET_DICE] = "set-dice",
                                                   [EVENT_SET_CUBE] = "set-cube",
                                                   [EVENT_SET_SCORE] = "set-score",
                                                   [EVENT_COMMENT] = "comment"};

const char *event_kind_name(enum event_kind kind)
{
    return kind < EVENT_KINDS ? event_kind_names[kind] : "?";
}

const char *const verdict_dump_names[VERDICTS] = {/* ORDER VERDICT */
                                                  "none",
                                                  "no-double-take",
                                                  "no-double-beaver",
                                                  "double-take",
                                                  "double-pass",
                                                  "double-beaver",
                                                  "too-good-take",
                                                  "too-good-pass",
                                                  "optional-take",
                                                  "optional-pass",
                                                  "optional-beaver",
                                                  "never-double",
                                                  "nothing-at-stake"};

const char verdict_letters[] = "-.nTPBgGtpbx0"; /* ORDER VERDICT */

void eval_level_name(const struct eval_level *l, struct strbuf *out)
{
    static const char *const kinds[] = {"", "-ply", "rollout", "book", "exact", "other"}; /* by enum eval_kind */
    if (l->name == NULL && l->kind == EVAL_PLY)
        strbuf_int(out, l->plies);
    strbuf_puts(out, l->name != NULL ? l->name : kinds[l->kind]);
}

int roll_index(int a, int b)
{
    return a >= b ? a * (a - 1) / 2 + b - 1 : roll_index(b, a);
}

void roll_dice(int index, int dice[2])
{
    int high = 1;
    while (high * (high + 1) / 2 <= index)
        high++;
    dice[0] = high;
    dice[1] = index - high * (high - 1) / 2 + 1;
}

const char *const ending_names[ENDINGS] = {NULL, "borne off", "drop", "resigned", "forfeit", "settled"};

const char *verdict_text(enum cube_verdict v, bool redouble)
{
    static const char *const texts[VERDICTS][2] = {
        /* ORDER VERDICT: as a double, as a redouble */
        [VERDICT_NONE] = {"", ""},
        [VERDICT_NO_DOUBLE_TAKE] = {N_("No double, take"), N_("No redouble, take")},
        [VERDICT_NO_DOUBLE_BEAVER] = {N_("No double, beaver"), N_("No redouble, beaver")},
        [VERDICT_DOUBLE_TAKE] = {N_("Double, take"), N_("Redouble, take")},
        [VERDICT_DOUBLE_PASS] = {N_("Double, pass"), N_("Redouble, pass")},
        [VERDICT_DOUBLE_BEAVER] = {N_("Double, beaver"), N_("Redouble, beaver")},
        [VERDICT_TOO_GOOD_TAKE] = {N_("Too good to double, take"), N_("Too good to redouble, take")},
        [VERDICT_TOO_GOOD_PASS] = {N_("Too good to double, pass"), N_("Too good to redouble, pass")},
        [VERDICT_OPTIONAL_TAKE] = {N_("Optional double, take"), N_("Optional redouble, take")},
        [VERDICT_OPTIONAL_PASS] = {N_("Optional double, pass"), N_("Optional redouble, pass")},
        [VERDICT_OPTIONAL_BEAVER] = {N_("Optional double, beaver"), N_("Optional redouble, beaver")},
        [VERDICT_NEVER_DOUBLE] = {N_("Never double, take (dead cube)"), N_("Never redouble, take (dead cube)")},
        [VERDICT_NOTHING_AT_STAKE] = {N_("No double, nothing at stake"), N_("No redouble, nothing at stake")},
    };
    return v < VERDICTS ? texts[v][redouble] : "";
}

const char *const mark_words[MARKS + 1] = {"none",        "doubtful", "bad",       "very-bad",
                                           "interesting", "good",     "very-good", NULL};

const char *mark_name(enum mark m)
{
    static const char *const names[MARKS] = {"",         N_("doubtful"), N_("bad"), N_("very bad"), N_("interesting"),
                                             N_("good"), N_("very good")};
    return m < MARKS ? names[m] : "";
}

enum mark mark_named(const char *word)
{
    enum mark m = MARKS;
    while (--m > MARK_NONE && strcmp(word, mark_words[m]) != 0)
        continue;
    return m;
}

const char *skill_name(enum skill s)
{
    return s <= SKILL_VERY_BAD ? mark_name((enum mark)s) : "";
}

const char *skill_mark(enum skill s)
{
    static const char *const marks[] = {"", "?!", "?", "??"};
    return s <= SKILL_VERY_BAD ? marks[s] : "";
}

const char *luck_name(enum luck_mark l)
{
    static const char *const names[] = {N_("very unlucky"), N_("unlucky"), "", "lucky", "very lucky"};
    return l >= LUCK_VERY_UNLUCKY && l <= LUCK_VERY_LUCKY ? names[l - LUCK_VERY_UNLUCKY] : "";
}

/* ---- comparing ---- */

bool same_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "") == 0;
}

bool candidate_is_comparable(const struct candidate *a, const struct candidate *b)
{
    const struct eval_level *l = &a->level, *m = &b->level;
    if (l->kind == EVAL_ROLLOUT && m->kind == EVAL_ROLLOUT)
        return l->cubeful == m->cubeful;
    return l->kind == m->kind && l->plies == m->plies && l->cubeful == m->cubeful && same_text(l->name, m->name);
}
