/* Plays as people write them; dialects are described in docs/formats/mat.md. For reading, the notation is
 * a list of parts (a chequer from here to there), and a small search spends the dice on them step by step. Where every
 * part is one die the first way found is the only one; a merged part can go over different points, so there all ways
 * are weighed: the legal ones first, then those whose hits are the marked ones. */
#include "base/format.h"
#include "base/language.h"
#include "match/notation.h"

#include <string.h>

#include "match/legal.h"

enum { PARTS_MAX = 8 };

/* ---- parsing ---- */

struct part {
    int from, to;
    size_t offset;
};

struct parsed {
    struct part part[PARTS_MAX];
    int n;
    uint32_t marked; /* points with a star, as a mask */
    const char *problem;
    size_t fault;
};

struct cursor {
    const char *start, *at, *end;
};

static bool at_char(const struct cursor *c, char wanted)
{
    return c->at < c->end && *c->at == wanted;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool skip_word(struct cursor *c, const char *word)
{
    const struct span rest = {c->at, (size_t)(c->end - c->at)};
    if (!span_starts_nocase(rest, word))
        return false;
    c->at += strlen(word);
    return true;
}

/* A point: its number, the bar as 25, off as 0; -1 = none of these. */
static int read_point(struct cursor *c)
{
    if (c->at < c->end && is_digit(*c->at)) {
        int point = *c->at++ - '0';
        while (c->at < c->end && is_digit(*c->at) && point < 100)
            point = 10 * point + (*c->at++ - '0');
        return point <= BOARD_BAR ? point : -1;
    }
    if (skip_word(c, "bar") || skip_word(c, "b"))
        return BOARD_BAR;
    return skip_word(c, "off") || skip_word(c, "o") || skip_word(c, "-") ? 0 : -1;
}

static bool fail(struct parsed *p, const struct cursor *c, const char *problem)
{
    p->problem = problem;
    p->fault = (size_t)(c->at - c->start);
    return false;
}

/* What goes nowhere is not part of a play; some writers put such a thing, or 0/0, for a die that nothing could move
 * with. */
static bool add_part(struct parsed *p, const struct cursor *c, struct part part)
{
    if (part.from == part.to)
        return true;
    if (p->n == PARTS_MAX)
        return fail(p, c, W_("more chequers are moved than a roll allows"));
    p->part[p->n++] = part;
    return true;
}

static bool repeat(struct parsed *p, const struct cursor *c, int first, int count)
{
    const int last = p->n;
    for (int i = 1; i < count; i++)
        for (int k = first; k < last; k++)
            if (!add_part(p, c, p->part[k]))
                return false;
    return true;
}

/* "(2)" after a move, perhaps behind a blank; also stars, which some writers put behind it. */
static bool read_count(struct parsed *p, struct cursor *c, int first)
{
    int count = 0;
    const char *at = c->at;
    while (at < c->end && *at == ' ')
        at++;
    if (at == c->end || *at != '(' || (at > c->at && (at + 1 == c->end || !is_digit(at[1]))))
        return true;
    c->at = at;
    for (c->at++; c->at < c->end && is_digit(*c->at) && count < 100; c->at++)
        count = 10 * count + (*c->at - '0');
    if (count < 1 || !at_char(c, ')'))
        return fail(p, c, W_("a count like (2) was expected"));
    c->at++;
    return repeat(p, c, first, count);
}

static void read_star(struct parsed *p, struct cursor *c, int point)
{
    for (; at_char(c, '*'); c->at++)
        p->marked |= 1u << point;
}

/* from/to{/to} with stars and a count. */
static bool read_move(struct parsed *p, struct cursor *c)
{
    const int first = p->n;
    const size_t offset = (size_t)(c->at - c->start);
    int from = read_point(c), to = -1;
    if (from < 1 || !(at_char(c, '/') || at_char(c, '*')))
        return fail(p, c, W_("a move like 13/7 was expected"));
    while (at_char(c, '*'))
        c->at++;
    while (at_char(c, '/')) {
        c->at++;
        to = read_point(c);
        if (to < 0 || to == BOARD_BAR)
            return fail(p, c, W_("a point from 1 to 24 or off was expected"));
        if (!add_part(p, c, (struct part){from, to, offset}))
            return false;
        read_star(p, c, to);
        from = to;
    }
    if (to < 0)
        return fail(p, c, W_("a move like 13/7 was expected"));
    if (!read_count(p, c, first))
        return false;
    read_star(p, c, to);
    return true;
}

static bool is_separator(char ch)
{
    return ch == ' ' || ch == '\t' || ch == ',';
}

static bool only_dashes(struct span text)
{
    size_t n = 0;
    while (n < text.length && text.at[n] == '-')
        n++;
    return n == text.length;
}

bool notation_says_dance(struct span text)
{
    static const char *const words[] = {"cannot move", "can't move", "no move", "no play", "no legal move",
                                        "dances",      "dance",      "fans",    "fan",     "o-o"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_equal_nocase(text, words[i]))
            return true;
    return only_dashes(text);
}

static bool parse(struct span text, struct parsed *p)
{
    struct cursor c = {text.at, text.at, text.at + text.length};
    p->n = 0;
    p->marked = 0;
    if (notation_says_dance(span_trim(text)))
        return true;
    for (;;) {
        while (c.at < c.end && is_separator(*c.at))
            c.at++;
        if (c.at == c.end)
            return true;
        if (!skip_word(&c, "0/0") && !read_move(p, &c))
            return false;
        if (c.at < c.end && !is_separator(*c.at))
            return fail(p, &c, W_("a blank between two moves was expected"));
    }
}

/* ---- spending the dice ---- */

struct way {
    struct play play;
    struct board after;
    uint32_t hits; /* points hit, as a mask */
    int wrong_marks; /* hits without star and stars without hit */
    bool legal;
};

struct search {
    const struct board *board;
    const struct parsed *parsed;
    int die1, die2;
    bool only_way; /* every part is a single die: all ways come to the same */
    bool found;
    struct way best;
};

struct state {
    struct way way;
    int dice[PLAY_STEPS], n_dice;
    int at[PARTS_MAX]; /* where the chequer of each part has come to; -1 = it has arrived */
    int missing; /* parts not arrived */
};

static bool is_better(const struct way *a, const struct way *b)
{
    return a->legal != b->legal ? a->legal : a->wrong_marks < b->wrong_marks;
}

static void weigh(struct search *s, struct way *way)
{
    const int full = s->die1 == s->die2 ? PLAY_STEPS : 2;
    way->legal = way->play.n == full || moves_is_legal(s->board, s->die1, s->die2, &way->after);
    way->wrong_marks = __builtin_popcount(way->hits ^ s->parsed->marked);
    if (!s->found || is_better(way, &s->best))
        s->best = *way;
    s->found = true;
}

static void spend(struct search *s, struct state *state);

/* Moves the chequer of part i by `die` if the rules let it and it does not pass its goal; the caller spends the rest.
 */
static bool advance(const struct search *s, struct state *state, int i, int die)
{
    const int from = state->at[i], goal = s->parsed->part[i].to;
    const int to = from > die ? from - die : 0;
    bool hit;
    if (from < 0 || to < goal || !step_is_legal(&state->way.after, from, die))
        return false;
    step_execute(&state->way.after, from, die, &hit);
    state->way.hits |= hit ? 1u << to : 0;
    state->way.play.step[state->way.play.n++] = (struct step){(int8_t)from, (int8_t)to};
    state->at[i] = to == goal ? -1 : to;
    state->missing -= to == goal;
    return true;
}

/* Tries die number `d` of those left on every part, in the order written. */
static void spend_die(struct search *s, struct state *state, int d)
{
    for (int i = 0; i < s->parsed->n; i++) {
        struct state next = *state;
        if (!advance(s, &next, i, state->dice[d]))
            continue;
        next.n_dice--;
        next.dice[d] = next.dice[next.n_dice];
        spend(s, &next);
        if (s->found && s->only_way)
            return;
    }
}

static void spend(struct search *s, struct state *state)
{
    if (state->missing == 0) {
        weigh(s, &state->way);
        return;
    }
    for (int d = 0; d < state->n_dice; d++) {
        if (d > 0 && state->dice[d] == state->dice[0])
            return;
        spend_die(s, state, d);
        if (s->found && s->only_way)
            return;
    }
}

/* Part by part as written, a die for each: what nearly all writers give, found without any search. */
static bool spend_directly(struct search *s)
{
    struct way *way = &s->best;
    const int full = s->die1 == s->die2 ? PLAY_STEPS : 2;
    const struct part *part = s->parsed->part;
    if (s->parsed->n != full)
        return false;
    int die = part[0].from - part[0].to == s->die2 ? s->die2 : s->die1;
    *way = (struct way){.after = *s->board, .legal = true};
    for (int i = 0; i < full; i++, die = s->die1 + s->die2 - die) {
        bool hit;
        if (!step_is_legal(&way->after, part[i].from, die) ||
            step_execute(&way->after, part[i].from, die, &hit) != part[i].to)
            return false;
        way->play.step[way->play.n++] = (struct step){(int8_t)part[i].from, (int8_t)part[i].to};
    }
    return s->found = true;
}

static void find_ways(struct search *s)
{
    const bool doubles = s->die1 == s->die2;
    struct state state = {.way.after = *s->board, .dice = {s->die1, s->die2, s->die1, s->die2}};
    if (spend_directly(s))
        return;
    state.n_dice = doubles ? PLAY_STEPS : 2;
    state.missing = s->parsed->n;
    for (int i = 0; i < s->parsed->n; i++)
        state.at[i] = s->parsed->part[i].from;
    s->only_way = doubles || s->parsed->n == state.n_dice;
    if (s->parsed->n <= state.n_dice)
        spend(s, &state);
}

/* ---- what the rules do not allow ---- */

/* The parts as they stand, each a step whatever its length. */
static bool execute_as_written(const struct parsed *p, const struct board *b, struct play *play, size_t *fault)
{
    struct board at = *b;
    *play = (struct play){0};
    for (int i = 0; i < p->n; i++) {
        const struct step step = {(int8_t)p->part[i].from, (int8_t)p->part[i].to};
        *fault = p->part[i].offset;
        if (play->n == PLAY_STEPS || !board_step(&at, step)) {
            play->n = -1;
            return false;
        }
        play->step[play->n++] = step;
    }
    *fault = p->n > 0 ? p->part[0].offset : 0;
    return true;
}

/* The larger die is to be played where either can, but not both. */
static bool is_the_smaller(const struct search *s)
{
    struct board after;
    const int larger = s->die1 > s->die2 ? s->die1 : s->die2;
    const struct step *step = s->best.play.step;
    if (s->die1 == s->die2 || s->best.play.n != 1 || step->from - step->to == larger)
        return false;
    struct move_list all = {0};
    moves_list(s->board, s->die1, s->die2, &all);
    const bool one = all.n > 0 && all.at[0].play.n == 1;
    after = s->best.after;
    moves_free(&all);
    return one && !moves_is_legal(s->board, s->die1, s->die2, &after);
}

static const char *misfit(const struct search *s)
{
    const struct parsed *p = s->parsed;
    struct board left = *s->board; /* without the chequers that are moved */
    bool enters = left.point[BOARD_BAR] == 0, bears_off = false;
    int rearmost = BOARD_BAR;
    for (int i = 0; i < p->n; i++) {
        enters = enters || p->part[i].from == BOARD_BAR;
        bears_off = bears_off || p->part[i].to == 0;
        left.point[p->part[i].from]--;
    }
    while (rearmost > 1 && left.point[rearmost] <= 0)
        rearmost--;
    if (!enters)
        return W_("the play does not fit the roll: a chequer on the bar has to enter first");
    if (bears_off && rearmost > 6)
        return W_("the play does not fit the roll: nothing is borne off before all chequers are home");
    return W_("the play does not fit the roll");
}

static const char *keep_illegal(const struct search *s, struct play *play, size_t *fault)
{
    if (s->found) {
        *play = s->best.play;
        *fault = 0;
        return is_the_smaller(s) ? W_("the play leaves out the larger die, which can be played")
                                 : W_("the play leaves out a die that can be played");
    }
    if (!execute_as_written(s->parsed, s->board, play, fault))
        return W_("the play cannot be made: no chequer there, or the point is held");
    return misfit(s);
}

static const char *read_play(const struct parsed *p, const struct board *b, int die1, int die2, struct play *play,
                             size_t *fault)
{
    struct search s = {.board = b, .parsed = p, .die1 = die1, .die2 = die2};
    const bool rolled = die1 >= 1 && die1 <= 6 && die2 >= 1 && die2 <= 6;
    *fault = 0;
    *play = (struct play){0};
    if (rolled && p->n == 0)
        return roll_is_a_dance(b, die1, die2) ? NULL : "no play is given, but the roll can be played";
    if (rolled)
        find_ways(&s);
    if (!s.found || !s.best.legal)
        return keep_illegal(&s, play, fault);
    *play = s.best.play;
    return NULL;
}

bool notation_read(struct span text, const struct board *b, int die1, int die2, struct play *play, const char **problem,
                   size_t *fault)
{
    struct parsed p;
    size_t at = 0;
    if (parse(text, &p))
        *problem = read_play(&p, b, die1, die2, play, &at);
    else {
        *problem = p.problem;
        at = p.fault;
        *play = (struct play){.n = -1};
    }
    if (fault != NULL)
        *fault = at;
    return *problem == NULL;
}

const char *notation_problem(struct span text)
{
    struct parsed p;
    return parse(text, &p) ? NULL : p.problem;
}

/* ---- writing ---- */

/* A chequer's way: the points it touches, from first to last. */
struct path {
    int point[PLAY_STEPS + 1];
    bool hit[PLAY_STEPS + 1];
    int n;
    int count; /* chequers that go this way */
};

struct paths {
    struct path at[PLAY_STEPS];
    int n;
};

/* Steps one by one, with what they hit. A step that cannot be executed hits nothing. */
static void follow(const struct board *b, const struct play *play, bool hit[PLAY_STEPS])
{
    struct board at = *b;
    for (int i = 0; i < play->n; i++) {
        const int8_t before = at.point[BOARD_OPPONENT_BAR];
        board_step(&at, play->step[i]);
        hit[i] = at.point[BOARD_OPPONENT_BAR] != before;
    }
}

static struct path *path_ending_at(struct paths *p, int point)
{
    for (int i = 0; i < p->n; i++)
        if (p->at[i].point[p->at[i].n - 1] == point && point != 0)
            return &p->at[i];
    return NULL;
}

/* Steps from the highest point down: one chequer's steps follow each other then, though another may have made the later
 * one first (5/3 6/5 is 6/3). An illegal play that goes upwards stays as it is. */
static struct play from_the_top(const struct play *play, bool hit[PLAY_STEPS])
{
    struct play p = *play;
    for (int i = 0; i < p.n; i++)
        if (p.step[i].from <= p.step[i].to)
            return p;
    for (int i = 1; i < p.n; i++)
        for (int k = i; k > 0 && p.step[k].from > p.step[k - 1].from; k--) {
            const struct step step = p.step[k];
            const bool hits = hit[k];
            p.step[k] = p.step[k - 1], hit[k] = hit[k - 1];
            p.step[k - 1] = step, hit[k - 1] = hits;
        }
    return p;
}

/* Each step goes on with a chequer that has come to where it starts, or begins with a new one. */
static void join_steps(const struct board *b, const struct play *played, struct paths *p)
{
    bool hit[PLAY_STEPS] = {false};
    follow(b, played, hit);
    const struct play sorted = from_the_top(played, hit), *play = &sorted;
    p->n = 0;
    for (int i = 0; i < play->n; i++) {
        struct path *path = path_ending_at(p, play->step[i].from);
        if (path == NULL) {
            path = &p->at[p->n++];
            *path = (struct path){.point = {play->step[i].from}, .n = 1, .count = 1};
        }
        path->point[path->n] = play->step[i].to;
        path->hit[path->n++] = hit[i];
    }
}

/* Points passed without a hit are not named. */
static void leave_out_quiet_points(struct path *p)
{
    int n = 1;
    for (int i = 1; i < p->n; i++)
        if (i == p->n - 1 || p->hit[i]) {
            p->point[n] = p->point[i];
            p->hit[n++] = p->hit[i];
        }
    p->n = n;
}

static int last_point(const struct path *p)
{
    return p->point[p->n - 1];
}

static bool goes_before(const struct path *a, const struct path *b)
{
    if (a->point[0] != b->point[0])
        return a->point[0] > b->point[0];
    return last_point(a) != last_point(b) ? last_point(a) > last_point(b) : a->n > b->n;
}

static void sort_paths(struct paths *p)
{
    for (int i = 1; i < p->n; i++)
        for (int k = i; k > 0 && goes_before(&p->at[k], &p->at[k - 1]); k--) {
            const struct path swap = p->at[k];
            p->at[k] = p->at[k - 1];
            p->at[k - 1] = swap;
        }
}

/* Chequers from the same point to the same point become one with a count; the first of them shows the hits. */
static void count_paths(struct paths *p)
{
    int n = 0;
    for (int i = 0; i < p->n; i++) {
        struct path *last = n > 0 ? &p->at[n - 1] : NULL;
        const struct path *path = &p->at[i];
        if (last == NULL || last->point[0] != path->point[0] || last_point(last) != last_point(path)) {
            p->at[n++] = *path;
            continue;
        }
        last->count++;
        last->hit[last->n - 1] = last->hit[last->n - 1] || path->hit[path->n - 1];
    }
    p->n = n;
}

static void write_point(struct strbuf *out, int point, enum notation_style style)
{
    static const char *const bar[] = {"bar", "25", "Bar"}, *const off[] = {"off", "0", "Off"};
    if (point == BOARD_BAR || point == 0) {
        strbuf_puts(out, (point == 0 ? off : bar)[style]);
        return;
    }
    if (point >= 10)
        strbuf_putc(out, (char)('0' + point / 10));
    strbuf_putc(out, (char)('0' + point % 10));
}

static void write_path(struct strbuf *out, const struct path *p, enum notation_style style)
{
    for (int i = 0; i < p->n; i++) {
        if (i > 0)
            strbuf_putc(out, '/');
        write_point(out, p->point[i], style);
        if (p->hit[i])
            strbuf_putc(out, '*');
    }
    if (p->count > 1) {
        strbuf_putc(out, '(');
        strbuf_putc(out, (char)('0' + p->count));
        strbuf_putc(out, ')');
    }
}

static void write_parts(struct strbuf *out, const struct board *b, const struct play *play)
{
    bool hit[PLAY_STEPS] = {false};
    follow(b, play, hit);
    for (int i = 0; i < play->n; i++) {
        const struct path step = {.point = {play->step[i].from, play->step[i].to}, .hit = {false, hit[i]}, .n = 2};
        if (i > 0)
            strbuf_putc(out, ' ');
        write_path(out, &step, NOTATION_PARTS);
    }
}

void notation_write(struct strbuf *out, const struct board *b, const struct play *play, enum notation_style style)
{
    struct paths paths;
    if (style == NOTATION_PARTS) {
        write_parts(out, b, play);
        return;
    }
    if (play->n <= 0) {
        strbuf_puts(out, style == NOTATION_MERGED ? N_("cannot move") : "");
        return;
    }
    join_steps(b, play, &paths);
    for (int i = 0; i < paths.n; i++)
        leave_out_quiet_points(&paths.at[i]);
    sort_paths(&paths);
    count_paths(&paths);
    for (int i = 0; i < paths.n; i++) {
        if (i > 0)
            strbuf_putc(out, ' ');
        write_path(out, &paths.at[i], style);
    }
}
