/* The decisions of a match, row by row. See kibitzer.h; the rows are those of docs/formats/csv.md. */
#include <math.h>

#include "library/record.h"
#include "report/lessons.h"

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
    THEMES_TEXT,
    WHY,
    COLUMNS
};

static const char *const names[COLUMNS] = {
    "game",        "move",           "player",  "kind",       "xgid",       "gnubg_id",  "dice",
    "played",      "best",           "error",   "error_mwc",  "luck",       "luck_mwc",  "mark",
    "score",       "opponent_score", "cube",    "cube_owner", "candidates", "equity",    "best_equity",
    "win",         "win_g",          "win_bg",  "lose_g",     "lose_bg",    "no_double", "double_take",
    "double_pass", "level",          "illegal", "comment",    "themes",     "why"};

/* `p`: the position that the row is about. */
static void put_common(struct record_cursor *c, const char *kind, const struct position *p)
{
    const struct position *before = &c->at.walk.before;
    const struct event *e = c->at.walk.event;
    const int who = e->player;
    record_put(c, GAME, c->at.walk.game->number);
    record_put(c, MOVE, c->at.walk.move_number);
    record_put(c, PLAYER, who);
    record_put_text(c, KIND, kind);
    record_put(c, SCORE, before->score[who]);
    record_put(c, OPPONENT_SCORE, before->score[!who]);
    record_put(c, CUBE, before->cube);
    record_put(c, CUBE_OWNER, before->cube_owner == CUBE_CENTRED ? (double)NAN : (double)before->cube_owner);
    record_put(c, ILLEGAL, (e->flags & EVENT_ILLEGAL) != 0);
    record_put_text(c, COMMENT, e->comment);
    position_id(&p->board, c->gnubg_id);
    c->gnubg_id[POSITION_ID_LENGTH] = ':';
    match_id(p, c->gnubg_id + POSITION_ID_LENGTH + 1);
    record_put_xgid(c, XGID, p);
    record_put_text(c, GNUBG_ID, c->gnubg_id);
}

static void put_lesson(struct record_cursor *c, bool cube)
{
    struct strbuf *themes = &c->text[TEXT_THEMES], *why = &c->text[TEXT_WHY];
    strbuf_clear(themes);
    strbuf_clear(why);
    themes_text(decision_themes(&c->at.decision, cube), " ", themes);
    record_put_text(c, THEMES_TEXT, strbuf_text(themes));
    if (lesson_text(&c->at.decision, cube, why))
        record_put_text(c, WHY, strbuf_text(why));
}

/* ---- rows ---- */

static void put_candidates(struct record_cursor *c, const struct play_analysis *p)
{
    const struct candidate *best = p->n > 0 ? &p->candidates[0] : NULL;
    const struct candidate *played = best != NULL && p->played >= 0 ? &p->candidates[p->played] : NULL;
    record_put(c, CANDIDATES, p->n_legal);
    record_put(c, ERROR, p->error);
    record_put(c, ERROR_MWC, p->error_mwc);
    if (best != NULL) {
        record_put_play(c, BEST, TEXT_BEST, &best->play);
        record_put(c, BEST_EQUITY, best->equity);
    }
    if (played != NULL) {
        record_put(c, EQUITY, played->equity);
        record_put_outcome(c, WIN, &played->outcome);
        record_put_level(c, LEVEL, &played->level);
    }
}

static void play_row(struct record_cursor *c)
{
    const struct event *e = c->at.walk.event;
    const struct annotation *a = c->at.decision.note;
    put_common(c, event_kind_name(e->kind), &c->at.walk.before);
    record_put_dice(c, DICE, e);
    if (e->kind == EVENT_PLAY)
        record_put_play(c, PLAYED, TEXT_PLAY, &e->play);
    if (a == NULL)
        return;
    if (a->play != NULL)
        put_candidates(c, a->play);
    record_put(c, LUCK, a->luck);
    record_put(c, LUCK_MWC, a->luck_mwc);
    record_put_text(c, MARK, skill_name(a->play_skill));
    put_lesson(c, false);
}

static void cube_row(struct record_cursor *c, const char *kind)
{
    const struct annotation *a = c->at.decision.note;
    const struct cube_analysis *cube = a != NULL ? a->cube : NULL;
    const struct position before = position_before_roll(&c->at.walk.before);
    put_common(c, kind, &before);
    record_put_text(c, PLAYED, kind);
    record_put_text(c, MARK, a != NULL ? skill_name(a->cube_skill) : NULL);
    if (cube == NULL)
        return;
    if (cube->verdict != VERDICT_NONE)
        record_put_text(c, BEST, verdict_text(cube->verdict, before.cube_owner != CUBE_CENTRED));
    record_put(c, ERROR, decision_cube_error(&c->at.decision));
    record_put(c, ERROR_MWC, decision_cube_error_mwc(&c->at.decision));
    record_put_outcome(c, WIN, &cube->branch[0].outcome);
    record_put(c, NO_DOUBLE, cube->nd);
    record_put(c, DOUBLE_TAKE, cube->dt);
    record_put(c, DOUBLE_PASS, cube->dp);
    record_put_level(c, LEVEL, &cube->level);
    put_lesson(c, true);
}

/* The first row of an event; false if it makes none. */
static bool event_row(struct record_cursor *c)
{
    const struct event *e = c->at.walk.event;
    decision_of(&c->at.decision, &c->at.walk, record_set(c));
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

static int step(struct record_cursor *c)
{
    if (c->at.play_next) {
        c->at.play_next = false;
        play_row(c);
        return 1;
    }
    while (record_walk(c))
        if (event_row(c))
            return 1;
    return 0;
}

struct kibitzer_cursor *kibitzer_decisions(struct kibitzer_file *f, size_t match, struct kibitzer_call *c)
{
    static const struct record_rows rows = {names, COLUMNS, step};
    return record_cursor_over(f, match, &rows, c);
}
