/* The decisions of a match, row by row. See kibitzer.h; the rows are those of docs/formats/csv.md. */
#include <math.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/xmalloc.h"
#include "library/library.h"
#include "match/notation.h"
#include "match/posid.h"
#include "report/decision.h"

/* ORDER COLUMN: as kibitzer.h numbers them. */
enum column {
    GAME,
    MOVE,
    PLAYER,
    KIND,
    XGID,
    GNUBG_ID,
    DICE,
    PLAYED,
    BEST,
    ERROR,
    ERROR_MWC,
    LUCK,
    LUCK_MWC,
    MARK,
    SCORE,
    OPPONENT_SCORE,
    CUBE,
    CUBE_OWNER,
    CANDIDATES,
    EQUITY,
    BEST_EQUITY,
    WIN,
    WIN_G,
    WIN_BG,
    LOSE_G,
    LOSE_BG,
    NO_DOUBLE,
    DOUBLE_TAKE,
    DOUBLE_PASS,
    LEVEL,
    ILLEGAL,
    COMMENT,
    COLUMNS
};

static const char *const names[COLUMNS] = {
    "game",   "move",       "player",     "kind",        "xgid",        "gnubg_id", "dice",    "played",
    "best",   "error",      "error_mwc",  "luck",        "luck_mwc",    "mark",     "score",   "opponent_score",
    "cube",   "cube_owner", "candidates", "equity",      "best_equity", "win",      "win_g",   "win_bg",
    "lose_g", "lose_bg",    "no_double",  "double_take", "double_pass", "level",    "illegal", "comment"};

struct decision_cursor {
    struct kibitzer_cursor base;
    struct match *match; /* the cursor's own */
    int set; /* -1 = none */
    struct place_in_match {
        size_t game;
        bool walking; /* through `game` */
        bool play_next; /* of a roll the cube decision was the last row */
        struct walk walk;
        struct decision decision;
    } at, before; /* before: where the call began that is not finished */
    bool unfinished;
    char dice[3], xgid[XGID_MAX], gnubg_id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
    struct strbuf played, best, level;
};

/* ---- values ---- */

static void put(struct decision_cursor *c, enum column column, double number)
{
    c->base.values[column].number = number;
}

static void put_text(struct decision_cursor *c, enum column column, const char *text)
{
    c->base.values[column].text = text != NULL && text[0] != '\0' ? text : NULL;
}

static void put_play(struct decision_cursor *c, enum column column, struct strbuf *room, const struct play *play)
{
    strbuf_clear(room);
    if (play->n > 0)
        notation_write(room, &c->at.walk.before.board, play, NOTATION_MERGED);
    put_text(c, column, strbuf_text(room));
}

static void put_outcome(struct decision_cursor *c, const struct outcome *o)
{
    put(c, WIN, o->win);
    put(c, WIN_G, o->win_gammon);
    put(c, WIN_BG, o->win_backgammon);
    put(c, LOSE_G, o->lose_gammon);
    put(c, LOSE_BG, o->lose_backgammon);
}

static void put_level(struct decision_cursor *c, const struct eval_level *l)
{
    strbuf_clear(&c->level);
    eval_level_name(l, &c->level);
    put_text(c, LEVEL, strbuf_text(&c->level));
}

/* `p`: the position that the row is about. */
static void put_common(struct decision_cursor *c, const char *kind, const struct position *p)
{
    const struct position *before = &c->at.walk.before;
    const struct event *e = c->at.walk.event;
    const int who = e->player;
    for (int i = 0; i < COLUMNS; i++)
        c->base.values[i] = (struct cursor_value){NULL, NAN};
    put(c, GAME, c->at.walk.game->number);
    put(c, MOVE, c->at.walk.move_number);
    put(c, PLAYER, who);
    put_text(c, KIND, kind);
    put(c, SCORE, before->score[who]);
    put(c, OPPONENT_SCORE, before->score[!who]);
    put(c, CUBE, before->cube);
    put(c, CUBE_OWNER, before->cube_owner == CUBE_CENTRED ? (double)NAN : (double)before->cube_owner);
    put(c, ILLEGAL, (e->flags & EVENT_ILLEGAL) != 0);
    put_text(c, COMMENT, e->comment);
    xgid(p, c->xgid);
    position_id(&p->board, c->gnubg_id);
    c->gnubg_id[POSITION_ID_LENGTH] = ':';
    match_id(p, c->gnubg_id + POSITION_ID_LENGTH + 1);
    put_text(c, XGID, c->xgid);
    put_text(c, GNUBG_ID, c->gnubg_id);
}

/* ---- rows ---- */

static void put_candidates(struct decision_cursor *c, const struct play_analysis *p)
{
    const struct candidate *best = p->n > 0 ? &p->candidates[0] : NULL;
    const struct candidate *played = best != NULL && p->played >= 0 ? &p->candidates[p->played] : NULL;
    put(c, CANDIDATES, p->n_legal);
    put(c, ERROR, p->error);
    put(c, ERROR_MWC, p->error_mwc);
    if (best != NULL) {
        put_play(c, BEST, &c->best, &best->play);
        put(c, BEST_EQUITY, best->equity);
    }
    if (played != NULL) {
        put(c, EQUITY, played->equity);
        put_outcome(c, &played->outcome);
        put_level(c, &played->level);
    }
}

static void play_row(struct decision_cursor *c)
{
    const struct event *e = c->at.walk.event;
    const struct annotation *a = c->at.decision.note;
    put_common(c, event_kind_name(e->kind), &c->at.walk.before);
    c->dice[0] = (char)('0' + e->dice[0]);
    c->dice[1] = (char)('0' + e->dice[1]);
    put_text(c, DICE, e->dice[0] != 0 ? c->dice : NULL);
    if (e->kind == EVENT_PLAY)
        put_play(c, PLAYED, &c->played, &e->play);
    if (a == NULL)
        return;
    if (a->play != NULL)
        put_candidates(c, a->play);
    put(c, LUCK, a->luck);
    put(c, LUCK_MWC, a->luck_mwc);
    put_text(c, MARK, skill_name(a->play_skill));
}

static void cube_row(struct decision_cursor *c, const char *kind)
{
    const struct annotation *a = c->at.decision.note;
    const struct cube_analysis *cube = a != NULL ? a->cube : NULL;
    const struct position before = position_before_roll(&c->at.walk.before);
    put_common(c, kind, &before);
    put_text(c, MARK, a != NULL ? skill_name(a->cube_skill) : NULL);
    if (cube == NULL)
        return;
    if (cube->verdict != VERDICT_NONE)
        put_text(c, BEST, verdict_text(cube->verdict, before.cube_owner != CUBE_CENTRED));
    put(c, ERROR, decision_cube_error(&c->at.decision));
    put(c, ERROR_MWC, decision_cube_error_mwc(&c->at.decision));
    put_outcome(c, &cube->branch[0].outcome);
    put(c, NO_DOUBLE, cube->nd);
    put(c, DOUBLE_TAKE, cube->dt);
    put(c, DOUBLE_PASS, cube->dp);
    put_level(c, &cube->level);
}

/* The first row of an event; false if it makes none. */
static bool event_row(struct decision_cursor *c)
{
    const struct event *e = c->at.walk.event;
    decision_of(&c->at.decision, &c->at.walk, c->set);
    if (decision_is_cube_action(&c->at.decision)) {
        cube_row(c, event_kind_name(e->kind));
        return true;
    }
    if (e->kind != EVENT_PLAY && e->kind != EVENT_ROLL)
        return false;
    c->at.play_next = c->at.decision.note != NULL && c->at.decision.note->cube != NULL;
    if (c->at.play_next)
        cube_row(c, "no double");
    else
        play_row(c);
    return true;
}

static int step(struct decision_cursor *c)
{
    if (c->at.play_next) {
        c->at.play_next = false;
        play_row(c);
        return 1;
    }
    for (; c->at.game < c->match->n_games; c->at.game++, c->at.walking = false) {
        if (!c->at.walking)
            walk_begin(&c->at.walk, c->match, &c->match->games[c->at.game]);
        c->at.walking = true;
        while (walk_next(&c->at.walk))
            if (event_row(c))
                return 1;
    }
    return 0;
}

/* Where memory has run out the same row comes again. */
static int next(struct kibitzer_cursor *k)
{
    struct decision_cursor *c = (struct decision_cursor *)k;
    if (c->unfinished)
        c->at = c->before;
    c->before = c->at;
    c->unfinished = true;
    const int found = step(c);
    c->unfinished = false;
    return found;
}

static void done(struct kibitzer_cursor *k)
{
    struct decision_cursor *c = (struct decision_cursor *)k;
    match_free(c->match);
    strbuf_done(&c->played);
    strbuf_done(&c->best);
    strbuf_done(&c->level);
}

/* ---- beginning ---- */

struct beginning {
    const struct kibitzer_file *file;
    size_t match;
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
    struct decision_cursor *c = library_cursor_new(sizeof *c, names, COLUMNS);
    c->base.next = next;
    c->base.done = done;
    c->match = m;
    strbuf_add(&c->played, "", 0); /* from now on the cursor's, in whatever call they grow */
    strbuf_add(&c->best, "", 0);
    strbuf_add(&c->level, "", 0);
    c->set = (int)m->n_sets - 1;
    b->cursor = &c->base;
    return KIBITZER_OK;
}

struct kibitzer_cursor *kibitzer_decisions(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    struct beginning b = {.file = f, .match = match};
    return library_call(c, begin, &b) == KIBITZER_OK ? b.cursor : NULL;
}
