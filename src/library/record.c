/* Cursors over what a match is made of: its games, its events, and the plays that were weighed. See kibitzer.h. Each
 * goes over a copy of its own. */
#include <math.h>

#include "analyze/restate.h"
#include "engine/met.h"
#include "library/library.h"
#include "match/notation.h"
#include "match/posid.h"
#include "match/walk.h"

enum { COLUMNS_MAX = 16 };

struct record_cursor {
    struct kibitzer_cursor base;
    struct match *match;
    size_t game;
    bool walking; /* through `game` */
    struct walk walk;
    int candidate; /* of the event at hand, the next one; 0 = the event is done */
    char dice[3], xgid[XGID_MAX];
    struct strbuf play, level;
};

static void put(struct record_cursor *c, int column, double number)
{
    c->base.values[column].number = number;
}

static void put_text(struct record_cursor *c, int column, const char *text)
{
    c->base.values[column].text = text != NULL && text[0] != '\0' ? text : NULL;
}

static void clear_row(struct record_cursor *c)
{
    for (size_t i = 0; i < c->base.columns; i++)
        c->base.values[i] = (struct cursor_value){NULL, NAN};
}

static void put_dice(struct record_cursor *c, int column, const struct event *e)
{
    c->dice[0] = (char)('0' + e->dice[0]);
    c->dice[1] = (char)('0' + e->dice[1]);
    put_text(c, column, e->dice[0] != 0 ? c->dice : NULL);
}

static void put_play(struct record_cursor *c, int column, const struct play *play)
{
    strbuf_clear(&c->play);
    if (play->n > 0)
        notation_write(&c->play, &c->walk.before.board, play, NOTATION_MERGED);
    put_text(c, column, strbuf_text(&c->play));
}

/* ---- games ---- */

static const char *const game_columns[] = {"game",   "score_0", "score_1", "crawford", "winner",
                                           "points", "ending",  "events",  "comment"};

static int next_game(struct kibitzer_cursor *k)
{
    static const char *const endings[] = {NULL,       "borne off", "drop",
                                          "resigned", "forfeit",   "settled"}; /* ORDER ENDING */
    struct record_cursor *c = (struct record_cursor *)k;
    if (c->game >= c->match->n_games)
        return 0;
    const struct game *g = &c->match->games[c->game++];
    clear_row(c);
    put(c, 0, g->number);
    put(c, 1, g->score[0]);
    put(c, 2, g->score[1]);
    put(c, 3, g->crawford_game);
    put(c, 4, g->winner == NOBODY ? (double)NAN : (double)g->winner);
    put(c, 5, g->winner == NOBODY ? (double)NAN : (double)g->points);
    put_text(c, 6, endings[g->ending]);
    put(c, 7, (double)g->n_events);
    put_text(c, 8, g->comment);
    return 1;
}

/* ---- events ---- */

/* The next event of the match; false behind the last. */
static bool step(struct record_cursor *c)
{
    for (; c->game < c->match->n_games; c->game++, c->walking = false) {
        if (!c->walking)
            walk_begin(&c->walk, c->match, &c->match->games[c->game]);
        c->walking = true;
        if (walk_next(&c->walk))
            return true;
    }
    return false;
}

static const char *const event_columns[] = {"game",  "move",    "kind",    "player",  "dice", "play",
                                            "value", "illegal", "implied", "comment", "xgid", "line"};

static int next_event(struct kibitzer_cursor *k)
{
    struct record_cursor *c = (struct record_cursor *)k;
    if (!step(c))
        return 0;
    const struct event *e = c->walk.event;
    clear_row(c);
    put(c, 0, c->walk.game->number);
    put(c, 1, c->walk.move_number);
    put_text(c, 2, event_kind_name(e->kind));
    put(c, 3, e->player);
    put_dice(c, 4, e);
    if (e->kind == EVENT_PLAY)
        put_play(c, 5, &e->play);
    put(c, 6, e->value != 0 ? (double)e->value : (double)NAN);
    put(c, 7, (e->flags & EVENT_ILLEGAL) != 0);
    put(c, 8, (e->flags & EVENT_IMPLIED) != 0);
    put_text(c, 9, e->comment);
    xgid(&c->walk.before, c->xgid);
    put_text(c, 10, c->xgid);
    put(c, 11, e->place.line > 0 ? (double)e->place.line : (double)NAN);
    return 1;
}

/* ---- candidates ---- */

static const char *const candidate_columns[] = {"game", "move",  "player", "rank",   "play",    "equity", "behind",
                                                "win",  "win_g", "win_bg", "lose_g", "lose_bg", "level",  "played"};

/* What the last analysis weighed for the roll at hand; NULL if it did not. */
static const struct play_analysis *weighed(const struct record_cursor *c)
{
    const struct annotation *a =
        c->match->n_sets > 0 ? event_annotation(c->walk.event, (int)c->match->n_sets - 1) : NULL;
    return a != NULL ? a->play : NULL;
}

static void candidate_row(struct record_cursor *c, const struct play_analysis *p, int rank)
{
    const struct candidate *of = &p->candidates[rank];
    const double chances[] = {of->outcome.win, of->outcome.win_gammon, of->outcome.win_backgammon,
                              of->outcome.lose_gammon, of->outcome.lose_backgammon};
    clear_row(c);
    put(c, 0, c->walk.game->number);
    put(c, 1, c->walk.move_number);
    put(c, 2, c->walk.event->player);
    put(c, 3, rank + 1);
    put_play(c, 4, &of->play);
    put(c, 5, of->equity);
    put(c, 6, p->candidates[0].equity - of->equity);
    for (int i = 0; i < 5; i++)
        put(c, 7 + i, chances[i]);
    strbuf_clear(&c->level);
    eval_level_name(&of->level, &c->level);
    put_text(c, 12, strbuf_text(&c->level));
    put(c, 13, rank == p->played);
}

static int next_candidate(struct kibitzer_cursor *k)
{
    struct record_cursor *c = (struct record_cursor *)k;
    const struct play_analysis *p = c->candidate > 0 ? weighed(c) : NULL;
    while (p == NULL || c->candidate >= p->n) {
        c->candidate = 0;
        if (!step(c))
            return 0;
        p = weighed(c);
    }
    candidate_row(c, p, c->candidate++);
    return 1;
}

/* ---- beginning ---- */

static void done(struct kibitzer_cursor *k)
{
    struct record_cursor *c = (struct record_cursor *)k;
    match_free(c->match);
    strbuf_done(&c->play);
    strbuf_done(&c->level);
}

struct beginning {
    const struct kibitzer_file *file;
    size_t match, columns;
    const char *const *names;
    int (*next)(struct kibitzer_cursor *k);
    struct kibitzer_cursor *cursor;
};

static int begin(void *beginning)
{
    struct beginning *b = beginning;
    int code = KIBITZER_OK;
    struct match *m = library_match(b->file, b->match, &code);
    if (m == NULL)
        return code;
    restate_match(m, met_default(), NULL);
    struct record_cursor *c = library_cursor_new(sizeof *c, b->names, b->columns);
    c->base.next = b->next;
    c->base.done = done;
    c->match = m;
    strbuf_add(&c->play, "", 0); /* from now on the cursor's, in whatever call they grow */
    strbuf_add(&c->level, "", 0);
    b->cursor = &c->base;
    return KIBITZER_OK;
}

#define COUNT(names) (sizeof(names) / sizeof *(names))
_Static_assert(COUNT(candidate_columns) <= COLUMNS_MAX && COUNT(event_columns) <= COLUMNS_MAX, "rows are short");

static struct kibitzer_cursor *cursor_over(struct beginning *b, struct kibitzer_call *c)
{
    return library_call(c, begin, b) == KIBITZER_OK ? b->cursor : NULL;
}

struct kibitzer_cursor *kibitzer_games(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return cursor_over(&(struct beginning){f, match, COUNT(game_columns), game_columns, next_game, NULL}, c);
}

struct kibitzer_cursor *kibitzer_events(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return cursor_over(&(struct beginning){f, match, COUNT(event_columns), event_columns, next_event, NULL}, c);
}

struct kibitzer_cursor *kibitzer_candidates(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return cursor_over(&(struct beginning){f, match, COUNT(candidate_columns), candidate_columns, next_candidate, NULL},
                       c);
}
