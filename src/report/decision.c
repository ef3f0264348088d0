/* The decisions of a match; see decision.h. */
#include "report/decision.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "document/draft.h"
#include "match/address.h"
#include "match/pace.h"

/* ---- collecting ---- */

static const struct annotation *note_of(const struct event *e, int set)
{
    return set >= 0 ? event_annotation(e, set) : NULL;
}

/* The worse one of play and cube. */
static enum skill skill_of(const struct decision *d)
{
    if (d->note == NULL)
        return SKILL_NONE;
    return d->note->play_skill > d->note->cube_skill ? d->note->play_skill : d->note->cube_skill;
}

static bool is_in_part(const struct walk *w, int set)
{
    const struct match_part part = match_part_of(w->match->sets[set].settings);
    return match_part_holds(&part, w->game, w->move_number);
}

void decision_of(struct decision *d, const struct walk *w, int set)
{
    *d = (struct decision){
        .game = w->game,
        .event = w->event,
        .note = note_of(w->event, set),
        .before = w->before,
        .after = w->after,
        .played = w->played,
        .problem = w->problem != NULL ? format_words(w->problem) : NULL,
        .left_out = set >= 0 && !is_in_part(w, set),
        .number = w->event->kind <= EVENT_DROP ? w->move_number : 0,
        .shown = true,
        .hurried = pace_is_trouble(&w->clock, w->event),
    };
    d->marked = d->problem != NULL || skill_of(d) != SKILL_NONE;
    if (decision_is_position(d) || decision_asks_reply(d) || decision_asks_acceptance(d)) {
        d->before = w->after;
        for (int i = 0; i < 2 && w->event->kind == EVENT_SET_DICE; i++)
            d->before.dice[i] = w->event->dice[i];
    }
}

/* A roll recorded apart from its play is one decision: the play's, unless the roll carries notes of its own. */
static bool is_half_a_roll(const struct game *g, size_t index, int set)
{
    const struct event *e = &g->events[index];
    return roll_has_its_play(g, index) && note_of(e, set) == NULL && e->comment == NULL;
}

/* Where GNU Backgammon counts two as one (a take after a beaver), the second has a letter. */
static void set_anchor(struct report_walk *ds, struct decision *d)
{
    const char *again = ds->last_number == d->number ? "b" : "";
    if (d->number > 0 && d->event->kind <= EVENT_DROP)
        snprintf(d->anchor, sizeof d->anchor, "g%dm%d%s", d->game->number, d->number, again);
    else
        snprintf(d->anchor, sizeof d->anchor, "g%de%zu", d->game->number, ds->walk.index + 1);
    ds->last_number = d->number;
}

void report_walk_begin(struct report_walk *ds, const struct match *m, const struct game *g, int set,
                       const struct export_options *o)
{
    *ds = (struct report_walk){.match = m, .options = o, .set = set, .last_number = -1};
    walk_begin(&ds->walk, m, g);
}

bool report_walk_next(struct report_walk *ds, struct decision *d)
{
    const struct walk *w = &ds->walk;
    do {
        if (!walk_next(&ds->walk))
            return false;
    } while (is_half_a_roll(w->game, w->index, ds->set));
    decision_of(d, w, ds->set);
    if (ds->options != NULL) {
        d->shown = report_wants(ds->options, d);
        d->note = ds->options->analysis ? d->note : NULL;
    }
    set_anchor(ds, d);
    return true;
}

/* `error` NAN = not analysed. */
bool report_counts_error(const struct export_options *o, float error)
{
    return o->errors_above < 0 || error > o->errors_above;
}

/* ---- the curve ---- */

static double money_value(const struct decision *d, double equity, int who)
{
    double points = equity * d->before.cube;
    return d->game->score[0] - d->game->score[1] + (who == 0 ? points : -points);
}

/* What the player who decides may expect from the best choice. */
static float best_equity(const struct annotation *a)
{
    if (a->cube != NULL && !isnan(a->cube->nd)) {
        const struct cube_analysis *c = a->cube;
        float doubled = c->dt < c->dp ? c->dt : c->dp;
        return doubled > c->nd ? doubled : c->nd;
    }
    if (a->play != NULL && a->play->n > 0)
        return a->play->candidates[0].equity;
    return NAN;
}

double decision_value(const struct match *m, const struct decision *d)
{
    if (d->note == NULL)
        return NAN;
    int who = d->before.on_roll;
    if (m->length == 0)
        return money_value(d, best_equity(d->note), who);
    double mwc = d->note->cube != NULL ? d->note->cube->branch[0].mwc : 0;
    if (!(mwc > 0 && mwc <= 1) && d->note->play != NULL)
        mwc = d->note->play->mwc;
    if (!(mwc > 0 && mwc <= 1))
        return NAN;
    return who == 0 ? mwc : 1 - mwc;
}

/* ---- what it is ---- */

bool decision_is_position(const struct decision *d)
{
    return (d->event->kind >= EVENT_SET_BOARD || decision_asks_reply(d) || decision_asks_acceptance(d)) &&
           d->note != NULL && (d->note->play != NULL || d->note->cube != NULL || d->note->resigned != NULL);
}

bool decision_asks_reply(const struct decision *d)
{
    return game_asks_reply(d->game) && d->event == &d->game->events[d->game->n_events - 1];
}

bool decision_asks_acceptance(const struct decision *d)
{
    return game_asks_acceptance(d->game) && d->event == &d->game->events[d->game->n_events - 1];
}

bool decision_stands_at(const struct decision *d, const struct position *p)
{
    const struct position *at = &d->before;
    return board_equal(&at->board, &p->board) && at->on_roll == p->on_roll && at->turn == p->turn &&
           at->dice[0] == p->dice[0] && at->dice[1] == p->dice[1] && at->cube == p->cube;
}

int decision_player(const struct decision *d)
{
    return decision_asks_reply(d) || decision_asks_acceptance(d) ? d->before.turn : d->event->player;
}

bool decision_is_cube_action(const struct decision *d)
{
    return d->event->kind >= EVENT_DOUBLE && d->event->kind <= EVENT_DROP;
}

bool decision_is_answer(const struct decision *d)
{
    return d->event->kind >= EVENT_BEAVER && d->event->kind <= EVENT_DROP;
}

bool decision_is_raise(const struct decision *d)
{
    return d->event->kind == EVENT_BEAVER || d->event->kind == EVENT_RACCOON;
}

float decision_cube_error(const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    if (c == NULL)
        return NAN;
    return decision_is_answer(d) ? c->answer_error : c->double_error;
}

float decision_cube_error_mwc(const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    if (c == NULL)
        return NAN;
    return decision_is_answer(d) ? c->answer_error_mwc : c->double_error_mwc;
}

theme_set decision_themes(const struct decision *d, bool cube)
{
    const struct play_analysis *p = d->note != NULL ? d->note->play : NULL;
    const struct board *played = &d->played;
    const theme_set clock = d->hurried ? (theme_set)1 << THEME_TIME_TROUBLE : 0;
    if (cube)
        return themes_of_event(d->note, &d->before, NULL, true) | clock;
    if (p != NULL && p->n > 0 && (d->event->kind != EVENT_PLAY || p->played < 0))
        played = &p->candidates[0].after;
    return p != NULL && p->n_legal > 1 ? themes_of_event(d->note, &d->before, played, false) | clock : 0;
}

/* ---- what the options ask for ---- */

bool cube_is_close(const struct cube_analysis *c)
{
    const float window = 0.16f; /* as GNU Backgammon counts close decisions */
    float doubled = fminf(c->dt, c->dp);
    return fmaxf(c->nd, doubled) - doubled < window;
}

static bool is_chosen(const struct export_options *o, const struct decision *d)
{
    return !d->left_out && (o->only_player < 0 || d->event->player == o->only_player);
}

bool report_wants_cube(const struct export_options *o, const struct decision *d)
{
    const struct cube_analysis *c = d->note != NULL ? d->note->cube : NULL;
    bool actual = decision_is_cube_action(d);
    if (!is_chosen(o, d) || !report_counts_error(o, decision_cube_error(d)))
        return false;
    if (actual && o->show_actual_cube)
        return true;
    if (c == NULL)
        return actual && o->show_cube[SKILL_NONE];
    return o->show_cube[d->note->cube_skill] || (o->show_missed_cube && !actual && c->double_error > 0) ||
           (o->show_close_cube && cube_is_close(c));
}

bool report_wants_play(const struct export_options *o, const struct decision *d)
{
    const struct play_analysis *p = d->note != NULL ? d->note->play : NULL;
    if (!is_chosen(o, d))
        return false;
    if (d->problem != NULL)
        return true;
    return report_counts_error(o, p != NULL ? p->error : NAN) &&
           o->show_move[d->note != NULL ? d->note->play_skill : SKILL_NONE];
}

bool report_wants(const struct export_options *o, const struct decision *d)
{
    if (d->event->kind >= EVENT_RESIGN && d->event->kind <= EVENT_RESIGN_REFUSE)
        return is_chosen(o, d) && (d->event->comment != NULL || (o->errors_above < 0 && o->show_move[SKILL_NONE]));
    if (d->event->kind > EVENT_DROP)
        return !d->left_out;
    if (d->problem != NULL)
        return is_chosen(o, d);
    if (decision_is_cube_action(d))
        return report_wants_cube(o, d);
    bool cube = d->note != NULL && d->note->cube != NULL && d->note->cube->verdict != VERDICT_NONE;
    return report_wants_play(o, d) || (cube && report_wants_cube(o, d));
}

bool report_shows_play(const struct export_options *o, const struct decision *d)
{
    return o->analysis && d->note != NULL && d->note->play != NULL && report_wants_play(o, d);
}

bool report_shows_cube(const struct export_options *o, const struct decision *d)
{
    return o->analysis && d->note != NULL && d->note->cube != NULL && report_wants_cube(o, d);
}

int report_candidates(const struct play_analysis *p, int most, int *index)
{
    int n = 0;
    for (int alike = 1; alike >= 0; alike--)
        for (int i = 0; i < p->n; i++)
            if ((i < most || i == p->played) && candidate_is_comparable(&p->candidates[i], &p->candidates[0]) == alike)
                index[n++] = i;
    return n;
}

bool report_rule_above(const struct play_analysis *p, const int *index, int row)
{
    const struct candidate *best = &p->candidates[0];
    return row > 0 && !candidate_is_comparable(&p->candidates[index[row]], best) &&
           candidate_is_comparable(&p->candidates[index[row - 1]], best);
}

float report_difference(const struct play_analysis *p, int i)
{
    const struct candidate *c = &p->candidates[i], *best = &p->candidates[0];
    return i > 0 && candidate_is_comparable(c, best) ? c->equity - best->equity : NAN;
}

bool report_shows_board(const struct export_options *o, const struct decision *d, int nth)
{
    if (o->boards_on_errors)
        return d->marked;
    return o->board_every > 0 && (d->marked || nth % o->board_every == 0);
}

const char *verdict_in_line(struct draft *d, const char *verdict)
{
    const char *small = draft_string(d, "%c%s", tolower((unsigned char)verdict[0]), verdict + 1), *own = tr(small);
    return own != small || tr(verdict) == verdict ? own : tr(verdict);
}
