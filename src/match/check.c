/* Invariants of a record. Replay decides what happened, the source decides what counted; where the two
 * differ the record keeps the source's word and the reader's user is given. Crawford and scores follow from the results
 * as docs/formats/mat.md describes ("Ends of games"). */
#include "match/check.h"

#include <string.h>

#include "base/xmalloc.h"
#include "match/notation.h"
#include "match/walk.h"

/* ---- saying where ---- */

struct where {
    const struct game *game;
    int move; /* 0 = the game as a whole */
    struct place place;
};

static struct where in_game(const struct game *g)
{
    return (struct where){.game = g, .place = g->place};
}

static struct where at_event(const struct walk *w)
{
    return (struct where){.game = w->game, .move = w->move_number, .place = w->event->place};
}

/* "game 2, move 5: the cube ..." */
static void put_place(char **text, struct where at, void (*put)(struct strbuf *b, const char *format, ...))
{
    struct strbuf words = {0};
    if (*text == NULL || at.game == NULL)
        return;
    if (at.move > 0)
        put(&words, F_("game %d, move %d: %s"), at.game->number, at.move, *text);
    else
        put(&words, F_("game %d: %s"), at.game->number, *text);
    xfree(*text);
    *text = words.at;
}

/* At its line; where the source has no lines, with the game and move in words. Such messages are alike if they are
 * equal. */
static void say(struct diags *d, enum severity s, struct where at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void say(struct diags *d, enum severity s, struct where at, const char *format, ...)
{
    const size_t before = d->n;
    const bool has_line = at.place.line > 0;
    va_list args;
    va_start(args, format);
    diag_voffset(d, s, !has_line && at.place.offset > 0 ? at.place.offset : -1, format, args);
    va_end(args);
    if (d->n == before)
        return;
    struct diag *g = &d->at[before];
    g->kind = "%s";
    if (has_line) {
        g->line = at.place.line;
        g->column = at.place.column;
    } else {
        put_place(&g->message, at, strbuf_printf);
        put_place(&g->own, at, strbuf_say);
    }
}

/* ---- what cannot be used at all ---- */

/* Settings and remarks need no player. */
static bool is_nobodys(const struct event *e)
{
    return e->player == NOBODY && (e->kind == EVENT_SET_CUBE || e->kind == EVENT_SET_SCORE || e->kind == EVENT_COMMENT);
}

static const char *event_fault(const struct event *e)
{
    if (e->kind >= EVENT_KINDS)
        return W_("an event of an unknown kind");
    if (e->player != 0 && e->player != 1 && !is_nobodys(e))
        return W_("an event of a player who is neither the first nor the second");
    for (int i = 0; i < 2; i++)
        if (e->dice[i] < 0 || e->dice[i] > 6)
            return W_("a die outside 1 to 6");
    if (e->value < 0 || e->value > EVENT_VALUE_MAX)
        return W_("a cube or a resignation outside 0 to 1000000000");
    if (e->play.n < -1 || e->play.n > PLAY_STEPS)
        return W_("a play of more than four steps");
    for (int i = 0; i < e->play.n; i++)
        if (e->play.step[i].from < 1 || e->play.step[i].from > BOARD_BAR || e->play.step[i].to < 0 ||
            e->play.step[i].to >= BOARD_BAR)
            return W_("a step from or to nowhere on the board");
    return NULL;
}

static const char *game_fault(const struct game *g)
{
    if (g->winner < NOBODY || g->winner > 1)
        return W_("a winner who is neither the first nor the second player");
    enum { MOST_POINTS = 1000000 }; /* of a money session; a match is shorter */
    if (g->points < 0 || g->score[0] < 0 || g->score[1] < 0)
        return W_("a score or a result below zero");
    if (g->points > MOST_POINTS || g->score[0] > MOST_POINTS || g->score[1] > MOST_POINTS)
        return W_("a score or a result beyond 1000000");
    return g->automatic_doubles < 0 || g->automatic_doubles > CUBE_MAX_LOG2
               ? W_("more automatic doubles than a cube has")
               : NULL;
}

static const char *match_fault(const struct match *m)
{
    if ((int)m->rules.variant < 0 || m->rules.variant > VARIANT_HYPERGAMMON_3)
        return W_("an unknown variant of the game");
    return m->length < 0 || m->length > MATCH_LENGTH_MAX ? W_("a match length outside 0 to 32767") : NULL;
}

static bool refuse(struct diags *d, struct where at, const char *fault)
{
    say(d, SEVERITY_ERROR, at, "%s", fault);
    return false;
}

static bool is_usable(const struct match *m, struct diags *d)
{
    if (match_fault(m) != NULL)
        return refuse(d, (struct where){0}, match_fault(m));
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        if (game_fault(g) != NULL)
            return refuse(d, in_game(g), game_fault(g));
        for (size_t k = 0; k < g->n_events; k++)
            if (event_fault(&g->events[k]) != NULL)
                return refuse(d, (struct where){g, 0, g->events[k].place}, event_fault(&g->events[k]));
    }
    return true;
}

/* ---- events ---- */

static void describe_play(struct strbuf *out, const struct walk *w)
{
    const struct event *e = w->event;
    strbuf_printf(out, "%d%d: ", e->dice[0], e->dice[1]);
    if (e->text != NULL)
        strbuf_puts(out, e->text);
    else
        notation_write(out, &w->before.board, &e->play, NOTATION_PARTS);
    strbuf_puts(out, e->text != NULL || e->play.n > 0 ? ": " : "");
}

/* Of a play that its reader kept as text: it has said why, at its place or with these words. */
static bool is_reported(const struct event *e, const struct diags *d)
{
    bool said = false;
    if (d == NULL)
        return false;
    for (size_t i = d->n; !said && e->kind == EVENT_PLAY && e->play.n < 0 && e->text != NULL && i-- > 0;)
        said = d->at[i].severity >= SEVERITY_WARNING && d->at[i].line == e->place.line && d->at[i].line > 0 &&
               (d->at[i].column == e->place.column || strstr(d->at[i].message, e->text) != NULL);
    return said;
}

static void report_event(const struct walk *w, const struct diags *reported, struct diags *d)
{
    struct strbuf words = {0};
    if (is_reported(w->event, reported))
        return;
    if (w->event->kind == EVENT_PLAY)
        describe_play(&words, w);
    else
        strbuf_printf(&words, "%s: ", event_kind_name(w->event->kind)); /* the word of a dump */
    say(d, SEVERITY_WARNING, at_event(w), "%s%s", strbuf_text(&words), w->problem);
    strbuf_done(&words);
}

static void check_given_board(const struct match *m, const struct walk *w, struct diags *d)
{
    const char *problem = NULL;
    if (w->event->kind == EVENT_PLAY && (w->event->flags & EVENT_AFTER_GIVEN))
        problem = board_problem(event_board(w->event), variant_chequers(m->rules.variant));
    if (problem != NULL)
        say(d, SEVERITY_WARNING, at_event(w), "%s", problem);
}

static void mark(struct event *e, bool legal)
{
    if (legal)
        e->flags &= (unsigned char)~EVENT_ILLEGAL;
    else
        e->flags |= EVENT_ILLEGAL;
}

/* Each player throws one die, and both again if they are alike: a first ply is missing, or its dice are others. */
static void check_first_throw(const struct game *g, struct diags *d)
{
    size_t i = 0;
    while (i < g->n_events && g->events[i].kind == EVENT_COMMENT)
        i++;
    const struct event *e = i < g->n_events ? &g->events[i] : NULL;
    if (e != NULL && (e->kind == EVENT_PLAY || e->kind == EVENT_ROLL) && e->dice[0] != 0 && e->dice[0] == e->dice[1])
        say(d, SEVERITY_WARNING, (struct where){g, 1, e->place},
            F_("the first throw of a game is not a double: each player throws one die"));
}

/* Walks to the end of the game; what comes after its end is reported once. */
static void check_events(const struct match *m, struct game *g, struct walk *w, const struct diags *reported,
                         struct diags *d)
{
    bool was_over = false;
    check_first_throw(g, d);
    for (walk_begin(w, m, g); walk_next(w);) {
        const bool after_end = was_over && w->event->kind != EVENT_COMMENT;
        if (w->event->kind == EVENT_PLAY && !was_over)
            mark(&g->events[w->index], w->replay.play_legal);
        if (w->problem != NULL)
            report_event(w, reported, d);
        check_given_board(m, w, d);
        if (after_end)
            break;
        was_over = w->winner != NOBODY;
    }
}

/* ---- results ---- */

static bool is_stated_ending(enum ending e)
{
    return e == ENDING_RESIGNED || e == ENDING_FORFEIT || e == ENDING_SETTLED;
}

/* Some sites count no more points than the match needs, or than it is long. */
static bool is_capped(const struct match *m, const struct game *g, int points)
{
    return m->length > 0 && points > g->points &&
           (g->score[g->winner] + g->points == m->length || g->points == m->length);
}

static void fill_in(struct game *g, const struct walk *w)
{
    g->winner = w->winner;
    if (g->points == 0)
        g->points = w->points != 0 ? w->points : w->after.cube;
    if (g->ending == ENDING_NONE)
        g->ending = w->ending;
}

static void compare_results(const struct match *m, const struct game *g, const struct walk *w, struct diags *d)
{
    if (w->winner == NOBODY && !is_stated_ending(g->ending))
        say(d, SEVERITY_WARNING, in_game(g),
            g->points == 1 ? F_("a result is given (%d point) but the game is not over")
                           : F_("a result is given (%d points) but the game is not over"),
            g->points);
    else if (w->winner != NOBODY && w->winner != g->winner)
        say(d, SEVERITY_WARNING, in_game(g), F_("player %d is said to have won, but player %d has"), g->winner + 1,
            w->winner + 1);
    else if (w->winner != NOBODY && w->points != 0 && g->points != 0 && w->points != g->points &&
             !is_capped(m, g, w->points))
        say(d, SEVERITY_WARNING, in_game(g),
            g->points == 1 ? F_("%d point is said to have been won, but the game was worth %d")
                           : F_("%d points are said to have been won, but the game was worth %d"),
            g->points, w->points);
}

/* Where the plays of a game stop; NULL if nothing was played in it, as in the record of a position. */
static const struct event *last_play(const struct game *g)
{
    for (size_t i = g->n_events; i-- > 0;)
        if (g->events[i].kind == EVENT_PLAY)
            return &g->events[g->n_events - 1];
    return NULL;
}

static void check_result(const struct match *m, struct game *g, const struct walk *w, bool last, struct diags *d)
{
    if (g->winner != NOBODY)
        compare_results(m, g, w, d);
    if (w->winner != NOBODY && (g->winner == NOBODY || g->winner == w->winner))
        fill_in(g, w);
    if (g->winner == NOBODY && !last)
        say(d, SEVERITY_WARNING, in_game(g), F_("the game has no result, but another follows"));
    const struct event *end = g->winner == NOBODY && last ? last_play(g) : NULL;
    if (end != NULL)
        say(d, SEVERITY_WARNING, (struct where){.game = g, .place = end->place}, "%s", CHECK_BREAKS_OFF);
}

/* ---- scores and Crawford ---- */

static bool is_decided(const struct match *m, const struct game *g)
{
    return m->length > 0 && (g->score[0] >= m->length || g->score[1] >= m->length);
}

static bool is_one_away(const struct match *m, const struct game *g, int who)
{
    return m->length - g->score[who] == 1;
}

static void check_score(const struct match *m, const struct game *last, const struct walk *w, const struct game *g,
                        struct diags *d)
{
    int expected[2] = {w->after.score[0], w->after.score[1]};
    bool same = true;
    if (last->winner == NOBODY)
        return;
    expected[last->winner] += last->points;
    for (int i = 0; i < 2; i++)
        same = same &&
               (g->score[i] == expected[i] || (m->length > 0 && expected[i] > m->length && g->score[i] == m->length));
    if (!same)
        say(d, SEVERITY_WARNING, in_game(g), F_("the score is %d-%d, but the last game left %d-%d"), g->score[0],
            g->score[1], expected[0], expected[1]);
}

/* The Crawford game is the first in which exactly one player needs one point. A record that begins there may begin
 * after it. */
static void check_crawford(const struct match *m, const struct game *g, bool first, bool *seen, struct diags *d)
{
    const bool one_away = m->length > 0 && is_one_away(m, g, 0) != is_one_away(m, g, 1);
    if (g->crawford_game && !m->rules.crawford)
        say(d, SEVERITY_WARNING, in_game(g), F_("a Crawford game, but the match is played without"));
    else if (g->crawford_game && !one_away)
        say(d, SEVERITY_WARNING, in_game(g), F_("a Crawford game, but not exactly one player needs one point"));
    else if (g->crawford_game && *seen)
        say(d, SEVERITY_WARNING, in_game(g), F_("a Crawford game, but it has been played already"));
    else if (!g->crawford_game && one_away && m->rules.crawford && !*seen && !first)
        say(d, SEVERITY_WARNING, in_game(g), F_("this should be the Crawford game, but is not marked so"));
    *seen = *seen || one_away;
}

/* ---- Jacoby ---- */

/* What a gammon won with the cube in the middle counted: 1 Jacoby's rule, -1 not, 0 no such game. */
static int jacoby_evidence(const struct match *m, const struct game *g)
{
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        ;
    const bool telling = w.ending == ENDING_BORNE_OFF && w.winner == g->winner && w.after.cube_owner == CUBE_CENTRED &&
                         w.points > w.after.cube;
    if (!telling)
        return 0;
    return g->points == w.after.cube ? 1 : g->points == w.points ? -1 : 0;
}

/* Money sessions whose source does not say whether Jacoby's rule was in force. */
static void deduce_jacoby(struct match *m, struct diags *d)
{
    const struct game *telling = NULL;
    if (m->length > 0 || m->jacoby_known || m->rules.jacoby)
        return;
    for (size_t i = 0; i < m->n_games; i++) {
        const int evidence = jacoby_evidence(m, &m->games[i]);
        if (evidence < 0)
            return;
        if (evidence > 0 && telling == NULL)
            telling = &m->games[i];
    }
    if (telling == NULL)
        return;
    m->rules.jacoby = true;
    say(d, SEVERITY_NOTE, in_game(telling), F_("a gammon with the cube in the middle counted once: Jacoby's rule"));
}

/* ---- all ---- */

bool match_check(struct match *m, const struct diags *reported, struct diags *d)
{
    bool crawford_seen = false;
    struct walk w = {0};
    if (!is_usable(m, d))
        return false;
    deduce_jacoby(m, d);
    for (size_t i = 0; i < m->n_games; i++) {
        struct game *g = &m->games[i];
        if (i > 0)
            check_score(m, g - 1, &w, g, d);
        if (is_decided(m, g))
            say(d, SEVERITY_WARNING, in_game(g), F_("a game after the match is decided"));
        check_crawford(m, g, i == 0, &crawford_seen, d);
        check_events(m, g, &w, reported, d);
        check_result(m, g, &w, i + 1 == m->n_games, d);
    }
    return true;
}
