/* Cursors over what a match is made of; see record.h. */
#include "library/record.h"

#include <math.h>

#include "analyze/restate.h"
#include "engine/met.h"
#include "match/notation.h"

/* ---- values ---- */

void record_put(struct record_cursor *c, int column, double number)
{
    c->base.values[column].number = number;
}

void record_put_text(struct record_cursor *c, int column, const char *text)
{
    c->base.values[column].text = text != NULL && text[0] != '\0' ? text : NULL;
}

/* What is not put is not known. */
static void record_clear(struct record_cursor *c)
{
    for (size_t i = 0; i < c->base.columns; i++)
        c->base.values[i] = (struct cursor_value){NULL, NAN};
}

void record_put_dice(struct record_cursor *c, int column, const struct event *e)
{
    c->dice[0] = (char)('0' + e->dice[0]);
    c->dice[1] = (char)('0' + e->dice[1]);
    record_put_text(c, column, e->dice[0] != 0 ? c->dice : NULL);
}

void record_put_play(struct record_cursor *c, int column, enum record_text room, const struct play *play)
{
    strbuf_clear(&c->text[room]);
    if (play->n > 0)
        notation_write(&c->text[room], &c->at.walk.before.board, play, NOTATION_MERGED);
    record_put_text(c, column, strbuf_text(&c->text[room]));
}

void record_put_xgid(struct record_cursor *c, int column, const struct position *p)
{
    xgid(p, c->xgid);
    record_put_text(c, column, c->xgid);
}

void record_put_level(struct record_cursor *c, int column, const struct eval_level *l)
{
    strbuf_clear(&c->text[TEXT_LEVEL]);
    eval_level_name(l, &c->text[TEXT_LEVEL]);
    record_put_text(c, column, strbuf_text(&c->text[TEXT_LEVEL]));
}

void record_put_outcome(struct record_cursor *c, int first, const struct outcome *o)
{
    const double chances[] = {o->win, o->win_gammon, o->win_backgammon, o->lose_gammon, o->lose_backgammon};
    for (int i = 0; i < 5; i++)
        record_put(c, first + i, chances[i]);
}

/* ---- going through the match ---- */

bool record_walk(struct record_cursor *c)
{
    struct place_in_match *at = &c->at;
    for (; at->game < c->match->n_games; at->game++, at->walking = false) {
        if (!at->walking)
            walk_begin(&at->walk, c->match, &c->match->games[at->game]);
        at->walking = true;
        if (walk_next(&at->walk))
            return true;
    }
    return false;
}

int record_set(const struct record_cursor *c)
{
    return (int)c->match->n_sets - 1;
}

/* Where memory ran out the same row comes again. */
static int next(struct kibitzer_cursor *k)
{
    struct record_cursor *c = (struct record_cursor *)k;
    if (c->unfinished)
        c->at = c->before;
    c->before = c->at;
    c->unfinished = true;
    record_clear(c);
    const int found = c->step(c);
    c->unfinished = false;
    return found;
}

static void done(struct kibitzer_cursor *k)
{
    struct record_cursor *c = (struct record_cursor *)k;
    match_free(c->match);
    for (int i = 0; i < RECORD_TEXTS; i++)
        strbuf_done(&c->text[i]);
}

struct beginning {
    const struct kibitzer_file *file;
    size_t match;
    const struct record_rows *rows;
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
    struct record_cursor *c = library_cursor_new(sizeof *c, b->rows->names, b->rows->columns);
    c->base.next = next;
    c->base.done = done;
    c->match = m;
    c->step = b->rows->step;
    for (int i = 0; i < RECORD_TEXTS; i++)
        strbuf_add(&c->text[i], "", 0); /* belong to the cursor, whichever call they grow in */
    b->cursor = &c->base;
    return KIBITZER_OK;
}

struct kibitzer_cursor *record_cursor_over(struct kibitzer_file *f, size_t match, const struct record_rows *rows,
                                           struct kibitzer_call *c)
{
    struct beginning b = {f, match, rows, NULL};
    return library_call(c, begin, &b) == KIBITZER_OK ? b.cursor : NULL;
}

/* ---- games ---- */

static const char *const game_columns[] = {"game",   "score_0", "score_1", "crawford", "winner",
                                           "points", "ending",  "events",  "comment"};

static int next_game(struct record_cursor *c)
{
    static const char *const endings[] = {NULL,       "borne off", "drop",
                                          "resigned", "forfeit",   "settled"}; /* ORDER ENDING */
    if (c->at.game >= c->match->n_games)
        return 0;
    const struct game *g = &c->match->games[c->at.game++];
    record_put(c, 0, g->number);
    record_put(c, 1, g->score[0]);
    record_put(c, 2, g->score[1]);
    record_put(c, 3, g->crawford_game);
    record_put(c, 4, g->winner == NOBODY ? (double)NAN : (double)g->winner);
    record_put(c, 5, g->winner == NOBODY ? (double)NAN : (double)g->points);
    record_put_text(c, 6, endings[g->ending]);
    record_put(c, 7, (double)g->n_events);
    record_put_text(c, 8, g->comment);
    return 1;
}

/* ---- events ---- */

static const char *const event_columns[] = {"game",  "move",    "kind",    "player",  "dice", "play",
                                            "value", "illegal", "implied", "comment", "xgid", "line"};

static int next_event(struct record_cursor *c)
{
    if (!record_walk(c))
        return 0;
    const struct event *e = c->at.walk.event;
    record_put(c, 0, c->at.walk.game->number);
    record_put(c, 1, c->at.walk.move_number);
    record_put_text(c, 2, event_kind_name(e->kind));
    record_put(c, 3, e->player);
    record_put_dice(c, 4, e);
    if (e->kind == EVENT_PLAY)
        record_put_play(c, 5, TEXT_PLAY, &e->play);
    record_put(c, 6, e->value != 0 ? (double)e->value : (double)NAN);
    record_put(c, 7, (e->flags & EVENT_ILLEGAL) != 0);
    record_put(c, 8, (e->flags & EVENT_IMPLIED) != 0);
    record_put_text(c, 9, e->comment);
    record_put_xgid(c, 10, &c->at.walk.before);
    record_put(c, 11, e->place.line > 0 ? (double)e->place.line : (double)NAN);
    return 1;
}

/* ---- candidates ---- */

static const char *const candidate_columns[] = {"game", "move",  "player", "rank",   "play",    "equity", "behind",
                                                "win",  "win_g", "win_bg", "lose_g", "lose_bg", "level",  "played"};

/* What the last analysis weighed for the roll at hand; NULL if it did not. */
static const struct play_analysis *weighed(const struct record_cursor *c)
{
    const struct annotation *a = record_set(c) >= 0 ? event_annotation(c->at.walk.event, record_set(c)) : NULL;
    return a != NULL ? a->play : NULL;
}

static void candidate_row(struct record_cursor *c, const struct play_analysis *p, int rank)
{
    const struct candidate *of = &p->candidates[rank];
    record_put(c, 0, c->at.walk.game->number);
    record_put(c, 1, c->at.walk.move_number);
    record_put(c, 2, c->at.walk.event->player);
    record_put(c, 3, rank + 1);
    record_put_play(c, 4, TEXT_PLAY, &of->play);
    record_put(c, 5, of->equity);
    record_put(c, 6, p->candidates[0].equity - of->equity);
    record_put_outcome(c, 7, &of->outcome);
    record_put_level(c, 12, &of->level);
    record_put(c, 13, rank == p->played);
}

static int next_candidate(struct record_cursor *c)
{
    const struct play_analysis *p = c->at.candidate > 0 ? weighed(c) : NULL;
    while (p == NULL || c->at.candidate >= p->n) {
        c->at.candidate = 0;
        if (!record_walk(c))
            return 0;
        p = weighed(c);
    }
    candidate_row(c, p, c->at.candidate++);
    return 1;
}

/* ---- the public functions ---- */

#define RECORD_ROWS(names, step) (&(const struct record_rows){names, sizeof(names) / sizeof *(names), step})

struct kibitzer_cursor *kibitzer_games(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return record_cursor_over(f, match, RECORD_ROWS(game_columns, next_game), c);
}

struct kibitzer_cursor *kibitzer_events(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return record_cursor_over(f, match, RECORD_ROWS(event_columns, next_event), c);
}

struct kibitzer_cursor *kibitzer_candidates(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    return record_cursor_over(f, match, RECORD_ROWS(candidate_columns, next_candidate), c);
}
