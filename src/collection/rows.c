/* Rows of decisions; see rows.h. */
#include "collection/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/decisions.h"
#include "analyze/skill.h"
#include "base/xmalloc.h"
#include "match/pace.h"
#include "match/rates.h"
#include "match/notation.h"
#include "collection/codes.h"

const char *decision_kind_name(enum decision_kind kind)
{
    static const char *const names[] = {"", "play", "no double", "double", "take", "pass", "forced"};
    return kind <= DECISION_FORCED ? names[kind] : "";
}

struct flattening {
    struct decision_rows *out;
    const struct match *match;
    const struct game *game;
    const struct annotation *note; /* of the event; NULL = none */
    struct move_list scratch;
    int set;
};

static const char *keep(struct flattening *f, struct strbuf *text)
{
    const char *kept = arena_strdup(f->out->arena, strbuf_text(text));
    strbuf_done(text);
    return kept;
}

/* ---- a row without judgement ---- */

static struct decision_row *add_row(struct flattening *f, const struct decisions *d, enum decision_kind kind,
                                    const struct position *p)
{
    struct decision_rows *out = f->out;
    out->at = grow(out->at, out->n, &out->capacity, sizeof *out->at);
    struct decision_row *r = &out->at[out->n];
    const int side = d->walk.event->player;
    *r = (struct decision_row){.side = side,
                               .n = (int)out->n++,
                               .game = f->game->number,
                               .number = d->walk.move_number,
                               .kind = kind,
                               .note = f->note,
                               .best_code = BEST_UNKNOWN,
                               .n_legal = -1,
                               .taken = event_timing(d->walk.event)->taken,
                               .remaining = clock_left(&d->walk.clock, d->walk.event, side),
                               .video = event_timing(d->walk.event)->video,
                               .cube = p->cube,
                               .cube_side = p->cube_owner == CUBE_CENTRED ? 0
                                            : p->cube_owner == side       ? 1
                                                                          : -1,
                               .error = NAN,
                               .error_mwc = NAN,
                               .luck = NAN,
                               .luck_mwc = NAN,
                               .close = -1,
                               .cube_error = -1};
    const struct board seen = position_board(p, side);
    r->phase = (int)phase_of(&seen, p->rules.variant);
    r->plan = (int)plan_of(&seen, p->rules.variant);
    for (int i = 0; i < 2; i++)
        r->away[i] = p->length > 0 ? p->length - p->score[i == 0 ? side : 1 - side] : 0;
    position_id(&p->board, r->position);
    match_id(p, r->state);
    return r;
}

/* ---- judgements ---- */

static const char *level_text(struct flattening *f, const struct eval_level *l)
{
    struct strbuf text = {0};
    const int plies = l->kind == EVAL_ROLLOUT ? 100 : l->kind == EVAL_PLY && l->name == NULL ? l->plies : -1;
    if (l->name == NULL && l->kind == EVAL_NONE)
        return NULL;
    eval_level_name(l, &text);
    if (l->name == NULL && l->kind == EVAL_ROLLOUT)
        strbuf_printf(&text, " %d", l->trials);
    if (plies > f->out->plies)
        f->out->plies = plies;
    return keep(f, &text);
}

static const char *play_text(struct flattening *f, const struct board *b, const struct play *play)
{
    struct strbuf text = {0};
    notation_write(&text, b, play, NOTATION_MERGED);
    return keep(f, &text);
}

static void judge_play(struct flattening *f, const struct decisions *d, struct decision_row *r)
{
    const struct play_analysis *p = f->note != NULL ? f->note->play : NULL;
    if (f->note != NULL) {
        r->luck = f->note->luck;
        r->luck_mwc = f->note->luck_mwc;
    }
    if (p == NULL)
        return;
    if (p->n > 0) {
        const struct play *best = &p->candidates[0].play;
        r->best = play_text(f, &d->before.board, best);
        r->best_code = strcmp(r->best, r->action) == 0 ? BEST_AS_PLAYED : play_pack(best);
        r->level = level_text(f, &p->candidates[p->played >= 0 ? p->played : 0].level);
    }
    if (r->n_legal < 2 || isnan(p->error))
        return;
    r->error = p->error;
    r->error_mwc = p->error_mwc;
    r->counted = pr_counts_play(d->walk.event, p) ? COUNTED_PLAY : COUNTED_NOT;
}

static void judge_cube_error(struct decision_row *r, float error, float mwc, enum cube_error kind)
{
    r->error = error;
    r->error_mwc = mwc;
    if (error > 0 && r->close == 1)
        r->cube_error = (int)kind;
}

static void judge_cube(struct flattening *f, const struct decisions *d, struct decision_row *r)
{
    const struct cube_analysis *c = f->note != NULL ? f->note->cube : NULL;
    struct cube_judgement j;
    if (r->kind != DECISION_NO_DOUBLE)
        r->close = 1;
    if (!cube_has_equities(c))
        return;
    cube_judge(c->nd, c->dt, c->dp, (struct cube_circumstances){.live = true}, &j);
    r->level = level_text(f, &c->level);
    r->counted = pr_counts_cube(d->walk.event, c, NULL) ? COUNTED_CUBE : COUNTED_NOT;
    if (r->kind == DECISION_NO_DOUBLE || r->kind == DECISION_DOUBLE) {
        if (r->kind == DECISION_NO_DOUBLE)
            r->close = j.close;
        if (c->verdict != VERDICT_NONE)
            r->best_code = (int64_t)c->verdict;
        judge_cube_error(r, c->double_error, c->double_error_mwc,
                         r->kind == DECISION_DOUBLE ? j.double_kind : j.roll_kind);
    } else if (d->answers_double) {
        r->best_code = c->dt <= c->dp ? DECISION_TAKE : DECISION_PASS;
        judge_cube_error(r, c->answer_error, c->answer_error_mwc,
                         r->kind == DECISION_TAKE ? CUBE_WRONG_TAKE : CUBE_WRONG_PASS);
    }
}

/* ---- events ---- */

static theme_set themes_of_clock(const struct decisions *d)
{
    return pace_is_trouble(&d->walk.clock, d->walk.event) ? (theme_set)1 << THEME_TIME_TROUBLE : 0;
}

static void add_cube(struct flattening *f, const struct decisions *d, enum decision_kind kind, const struct position *p)
{
    struct decision_row *r = add_row(f, d, kind, p);
    r->action = action_words(kind, r->cube_side);
    judge_cube(f, d, r);
    r->themes = themes_of_event(f->note, p, NULL, true) | themes_of_clock(d);
    r->best = best_words(r, r->action, NULL);
}

static void add_play(struct flattening *f, const struct decisions *d)
{
    const struct event *e = d->walk.event;
    struct decision_row *r = add_row(f, d, DECISION_PLAY, &d->before);
    const int a = e->dice[0], b = e->dice[1];
    r->dice = a > b ? 10 * a + b : 10 * b + a;
    r->n_legal = moves_list(&d->before.board, a, b, &f->scratch);
    r->kind = r->n_legal > 1 ? DECISION_PLAY : DECISION_FORCED;
    r->action = play_text(f, &d->before.board, &e->play);
    r->play = play_pack(&e->play);
    judge_play(f, d, r);
    if (r->kind == DECISION_PLAY)
        r->themes = themes_of_event(f->note, &d->before, &d->walk.played, false) | themes_of_clock(d);
}

static void add_event(struct flattening *f, const struct decisions *d)
{
    const struct event *e = d->walk.event;
    f->note = f->set >= 0 ? event_annotation(e, f->set) : NULL;
    switch (e->kind) {
    case EVENT_PLAY: /* what was not played legally enters no sum */
        if (!d->legal)
            break;
        if (d->may_double)
            add_cube(f, d, DECISION_NO_DOUBLE, &d->undoubled);
        add_play(f, d);
        break;
    case EVENT_DOUBLE:
        if (d->doubles)
            add_cube(f, d, DECISION_DOUBLE, &d->undoubled);
        break;
    case EVENT_TAKE:
    case EVENT_DROP:
        add_cube(f, d, e->kind == EVENT_TAKE ? DECISION_TAKE : DECISION_PASS, &d->before);
        break;
    default:
        break;
    }
}

void rows_of(const struct match *m, int set, struct decision_rows *out)
{
    *out = (struct decision_rows){.plies = -1, .arena = arena_new()};
    struct flattening f = {.out = out, .match = m, .set = set};
    for (size_t i = 0; i < m->n_games; i++) {
        struct decisions d;
        f.game = &m->games[i];
        for (decisions_begin(&d, m, f.game); decisions_next(&d);)
            add_event(&f, &d);
    }
    moves_free(&f.scratch);
}

static bool within(int n, int least, int most)
{
    return n >= least && n <= most;
}

static bool are_dice(int both)
{
    const int a = both / 10, b = both % 10;
    return both == 0 || (within(a, 1, 6) && within(b, 1, a));
}

bool row_is_sound(const struct decision_row *r)
{
    return within(r->side, 0, 1) && within(r->n, 0, ROWS_NUMBER_MOST) && within(r->game, 0, ROWS_NUMBER_MOST) &&
           within(r->number, 0, ROWS_NUMBER_MOST) && within((int)r->kind, DECISION_PLAY, DECISION_FORCED) &&
           within((int)r->counted, COUNTED_NOT, COUNTED_CUBE) && are_dice(r->dice) &&
           within(r->n_legal, -1, ROWS_NUMBER_MOST) && within(r->away[0], -ROWS_AWAY_MOST, ROWS_AWAY_MOST) &&
           within(r->away[1], -ROWS_AWAY_MOST, ROWS_AWAY_MOST) && within(r->phase, -1, PHASES - 1) &&
           within(r->plan, -1, PLANS - 1) && r->themes >> THEMES == 0 && within(r->cube, 1, ROWS_POINTS_MOST) &&
           within(r->cube_side, -1, 1) && within(r->close, -1, 1) && within(r->cube_error, -1, CUBE_ERRORS - 1);
}

void rows_done(struct decision_rows *r)
{
    xfree(r->at);
    arena_free(r->arena);
}
