/* CSV: one row per decision, for spreadsheets and data frames. A roll makes up to two rows: the cube decision before it
 * (where it was analysed) and the chequer play. Columns: docs/formats/csv.md. */
#include <math.h>

#include "document/answer.h"
#include "export/export.h"
#include "match/loss.h"
#include "report/decision.h"
#include "report/lessons.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/walk.h"

struct line {
    const char *player[2];
    int length, game, move, who, score, opponent_score, cube, cube_owner, candidates;
    const char *decision, *action, *play, *best, *mark, *hand_mark, *level, *comment, *themes, *why;
    char roll[3], xgid[XGID_MAX], gnubg_id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
    float equity, best_equity, error, error_mwc, error_points, luck, luck_mwc, luck_points;
    struct outcome outcome;
    float no_double, double_take, double_pass;
    bool illegal;
    double seconds, seconds_left, video_seconds;
};

#define NAMED(key, f, ...) ANSWER_NAMED(key, struct line, f, NULL, __VA_ARGS__)
#define TEXT(f) ANSWER(struct line, f, NULL, .missing = ANSWER_ZERO)
#define FIGURE(f) ANSWER(struct line, f, NULL, .decimals = 6)
#define TIME(f) ANSWER(struct line, f, NULL, .decimals = 3)
#define CHANCE(key, f) NAMED(key, outcome.f, .decimals = 6)
static const struct answer_field line_fields[] = {NAMED("player_0", player[0], .missing = ANSWER_ZERO),
                                                  NAMED("player_1", player[1], .missing = ANSWER_ZERO),
                                                  NAMED("length", length),
                                                  NAMED("game", game),
                                                  NAMED("move", move),
                                                  NAMED("player", who),
                                                  NAMED("score", score),
                                                  NAMED("opponent_score", opponent_score),
                                                  NAMED("cube", cube),
                                                  NAMED("cube_owner", cube_owner, .missing = ANSWER_BELOW_ZERO),
                                                  TEXT(decision),
                                                  TEXT(action),
                                                  TEXT(roll),
                                                  TEXT(play),
                                                  TEXT(best),
                                                  NAMED("candidates", candidates, .missing = ANSWER_BELOW_ZERO),
                                                  FIGURE(equity),
                                                  FIGURE(best_equity),
                                                  FIGURE(error),
                                                  FIGURE(error_mwc),
                                                  FIGURE(error_points),
                                                  TEXT(mark),
                                                  FIGURE(luck),
                                                  FIGURE(luck_mwc),
                                                  FIGURE(luck_points),
                                                  CHANCE("win", win),
                                                  CHANCE("win_g", win_gammon),
                                                  CHANCE("win_bg", win_backgammon),
                                                  CHANCE("lose_g", lose_gammon),
                                                  CHANCE("lose_bg", lose_backgammon),
                                                  FIGURE(no_double),
                                                  FIGURE(double_take),
                                                  FIGURE(double_pass),
                                                  TEXT(level),
                                                  NAMED("illegal", illegal),
                                                  TEXT(xgid),
                                                  TEXT(gnubg_id),
                                                  TEXT(comment),
                                                  TEXT(themes),
                                                  TEXT(why),
                                                  TEXT(hand_mark),
                                                  TIME(seconds),
                                                  TIME(seconds_left),
                                                  TIME(video_seconds),
                                                  {0}};
static const struct answer_rows line_rows = {"Line", NULL, sizeof(struct line), line_fields};
static const struct answer_document document = {
    "decisions", 1, NULL, NULL, .rows = &line_rows, .several = ANSWER_SEVERAL};

struct writer {
    struct answer_writer *rows;
    const struct match *m;
    const struct export_options *o;
    int set;
    struct arena *line; /* what it points at */
};

/* ---- what it is filled with ---- */

static const char *kept(const struct writer *w, struct strbuf *text)
{
    const char *copy = arena_strdup(w->line, strbuf_text(text));
    strbuf_done(text);
    return copy;
}

static const char *play_text(const struct writer *w, const struct board *b, const struct play *play)
{
    struct strbuf text = {0};
    if (play->n > 0)
        notation_write(&text, b, play, NOTATION_MERGED);
    return kept(w, &text);
}

static const char *level_text(const struct writer *w, const struct eval_level *l)
{
    struct strbuf name = {0};
    eval_level_name(l, &name);
    return kept(w, &name);
}

/* The same figure as MWC in matches, as points in money play. */
static void set_worth(const struct writer *w, float x, float *mwc, float *points)
{
    *(w->m->length > 0 ? mwc : points) = x;
}

static double seconds(int64_t ms)
{
    return ms >= 0 ? (double)ms / 1000 : (double)NAN;
}

/* `p`: the position that the line is about. */
static struct line line_of(const struct writer *w, const struct walk *walk, const struct decision *d, bool cube,
                           const struct position *p)
{
    const struct event *e = walk->event;
    const struct position *before = &walk->before;
    const bool explained = w->o->analysis && d->note != NULL;
    const struct author_marks marks = event_author_marks(e);
    struct strbuf themes = {0}, why = {0};
    struct line l = {.player = {w->m->player[0].name, w->m->player[1].name},
                     .length = w->m->length,
                     .game = walk->game->number,
                     .move = walk->move_number,
                     .who = e->player,
                     .score = before->score[e->player],
                     .opponent_score = before->score[!e->player],
                     .cube = before->cube,
                     .cube_owner = before->cube_owner,
                     .candidates = -1,
                     .hand_mark = mark_name(cube ? marks.cube : marks.play),
                     .comment = w->o->annotations ? e->comment : NULL,
                     .equity = NAN,
                     .best_equity = NAN,
                     .error = NAN,
                     .error_mwc = NAN,
                     .error_points = NAN,
                     .luck = NAN,
                     .luck_mwc = NAN,
                     .luck_points = NAN,
                     .outcome = {NAN, NAN, NAN, NAN, NAN},
                     .no_double = NAN,
                     .double_take = NAN,
                     .double_pass = NAN,
                     .seconds = seconds(event_timing(e)->taken),
                     .seconds_left = seconds(clock_left(&walk->clock, e, e->player)),
                     .video_seconds = seconds(event_timing(e)->video),
                     .illegal = (e->flags & EVENT_ILLEGAL) != 0};
    xgid(p, l.xgid);
    position_id(&p->board, l.gnubg_id);
    l.gnubg_id[POSITION_ID_LENGTH] = ':';
    match_id(p, l.gnubg_id + POSITION_ID_LENGTH + 1);
    themes_text(explained ? decision_themes(d, cube) : 0, " ", &themes);
    l.themes = kept(w, &themes);
    if (explained)
        lesson_text(d, cube, &why);
    l.why = kept(w, &why);
    return l;
}

static void put_line(struct writer *w, const struct line *l)
{
    answer_row(w->rows, l);
    arena_clear(w->line);
}

static void add_analysis(const struct writer *w, const struct board *b, const struct annotation *a, struct line *l)
{
    const struct play_analysis *p = a->play;
    const struct candidate *best = p != NULL && p->n > 0 ? &p->candidates[0] : NULL;
    const struct candidate *played = best != NULL && p->played >= 0 ? &p->candidates[p->played] : NULL;
    l->mark = skill_name(a->play_skill);
    l->luck = a->luck;
    set_worth(w, a->luck_mwc, &l->luck_mwc, &l->luck_points);
    if (p != NULL) {
        l->candidates = p->n_legal;
        l->error = p->error;
        set_worth(w, p->error_mwc, &l->error_mwc, &l->error_points);
    }
    if (best != NULL) {
        l->best = play_text(w, b, &best->play);
        l->best_equity = best->equity;
    }
    if (played != NULL) {
        l->equity = played->equity;
        l->outcome = played->outcome;
        l->level = level_text(w, &played->level);
    }
}

static void move_row(struct writer *w, const struct walk *walk, const struct decision *d, const struct annotation *a)
{
    const struct event *e = walk->event;
    struct line l = line_of(w, walk, d, false, &walk->before);
    l.decision = e->kind == EVENT_PLAY ? "move" : "roll";
    l.action = event_kind_name(e->kind);
    if (e->dice[0] != 0)
        snprintf(l.roll, sizeof l.roll, "%c%c", '0' + e->dice[0], '0' + e->dice[1]);
    if (e->kind == EVENT_PLAY)
        l.play = play_text(w, &walk->before.board, &e->play);
    if (a != NULL)
        add_analysis(w, &walk->before.board, a, &l);
    put_line(w, &l);
}

/* Of the player who acts: the doubler (or roller), or the answerer; equities are the doubler's. */
static void cube_row(struct writer *w, const struct walk *walk, const struct decision *d, const char *action)
{
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    const struct cube_analysis *c = a != NULL ? a->cube : NULL;
    const struct position before = position_before_roll(&walk->before);
    struct line l = line_of(w, walk, d, true, &before);
    l.decision = "cube";
    l.action = action;
    if (a != NULL)
        l.mark = skill_name(a->cube_skill);
    if (c != NULL) {
        if (c->verdict != VERDICT_NONE)
            l.best = verdict_text(c->verdict, before.cube_owner != CUBE_CENTRED);
        l.error = decision_cube_error(d);
        set_worth(w, decision_cube_error_mwc(d), &l.error_mwc, &l.error_points);
        l.outcome = c->branch[0].outcome;
        l.no_double = c->nd;
        l.double_take = c->dt;
        l.double_pass = c->dp;
        l.level = level_text(w, &c->level);
    }
    put_line(w, &l);
}

static void event_rows(struct writer *w, const struct walk *walk, const struct decision *d)
{
    const struct event *e = walk->event;
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    switch (e->kind) {
    case EVENT_PLAY:
    case EVENT_ROLL:
        if (a != NULL && a->cube != NULL && report_wants_cube(w->o, d))
            cube_row(w, walk, d, "no double");
        if (report_wants_play(w->o, d))
            move_row(w, walk, d, a);
        break;
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_TAKE:
    case EVENT_DROP:
        if (report_wants_cube(w->o, d))
            cube_row(w, walk, d, event_kind_name(e->kind));
        break;
    default:
        break;
    }
}

static bool has_row(enum event_kind kind)
{
    return kind == EVENT_PLAY || kind == EVENT_ROLL || kind == EVENT_DOUBLE || kind == EVENT_BEAVER ||
           kind == EVENT_RACCOON || kind == EVENT_TAKE || kind == EVENT_DROP;
}

/* Comments on what has a row are carried; marks of luck follow from it where it is known. */
static void report_losses(const struct writer *w, struct diags *d)
{
    const uint64_t lost = CARRIES(MATCH_COMMENT) | CARRIES(OTHER_SETS) | CARRIES(REFUSALS) | CARRIES(RESIGNATIONS) |
                          CARRIES(RESULTS) | CARRIES(ENDINGS) | CARRIES(RATINGS) | CARRIES(PLACE) | CARRIES(RULES) |
                          (CARRIES_DETAILS & ~CARRIES(LESSONS)) | CARRIES(PROPERTIES) | CARRIES(SIGNATURES) |
                          CARRIES(CLOCK) | CARRIES(COMMENTS) | CARRIES(MARKS);
    struct losses l;
    loss_count(&l, w->m, NULL);
    l.count[LOSS_COMMENTS] = l.count[LOSS_MARKS] = l.count[LOSS_TIMES] = 0;
    for (size_t g = 0; g < w->m->n_games; g++) {
        const struct game *game = &w->m->games[g];
        l.count[LOSS_COMMENTS] += game->comment != NULL;
        for (size_t i = 0; i < game->n_events; i++) {
            const struct event *e = &game->events[i];
            const struct annotation *a = event_annotation(e, w->set);
            const struct timing *t = event_timing(e);
            l.count[LOSS_COMMENTS] += e->comment != NULL && !has_row(e->kind);
            l.count[LOSS_TIMES] +=
                e->timing != NULL && (!has_row(e->kind) || t->rolled >= 0 || t->left[!e->player] >= 0);
            l.count[LOSS_MARKS] += e->mark != MARK_NONE && !has_row(e->kind);
            l.count[LOSS_MARKS] += e->undoubled_mark != MARK_NONE && (a == NULL || a->cube == NULL);
            l.count[LOSS_MARKS] += a != NULL && a->luck_mark != LUCK_NONE && isnan(a->luck);
        }
    }
    losses_report(&l, CARRIES_EVERYTHING & ~lost, d);
}

bool csv_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct strbuf *out = sink_main(sink);
    const struct answer_form form = {.style = ANSWER_CSV, .safe = o->csv_safe, .goes_on = out->length > 0};
    struct writer w = {answer_begin(&document, NULL, &form, out), m, o, export_set(m, o), arena_new()};
    for (size_t g = 0; g < m->n_games; g++) {
        struct walk walk;
        for (walk_begin(&walk, m, &m->games[g]); walk_next(&walk);) {
            struct decision decision;
            decision_of(&decision, &walk, w.set);
            event_rows(&w, &walk, &decision);
        }
    }
    answer_end(w.rows, NULL);
    arena_free(w.line);
    report_losses(&w, d);
    return true;
}
