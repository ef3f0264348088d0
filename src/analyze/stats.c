/* Statistics: see stats.h. One walk over the game, each event adding to the side that decided; whatever
 * needs no engine is counted from the walk alone, the rest from the event's annotation. Definitions:
 * docs/analysis.md, "Overall". */
#include "analyze/stats.h"

#include <math.h>

#include "analyze/abandoned.h"
#include "analyze/decisions.h"
#include "analyze/skill.h"
#include "match/address.h"
#include "match/moves.h"
#include "match/rates.h"

struct counting {
    struct statistics *out;
    int n_available; /* decisions not to double that could have been analysed */
    int n_rolls, n_cubes, n_lucks; /* annotations found: plays, cube decisions, luck figures */
};

static void amount_add(struct amount *sum, double emg, double mwc)
{
    sum->emg += emg;
    sum->mwc += isnan(mwc) ? 0 : mwc;
}

/* ---- chequer play ---- */

static void count_error(struct side_statistics *s, const struct annotation *a)
{
    const struct play_analysis *p = a->play;
    s->analysed_moves++;
    s->skill[a->play_skill]++;
    amount_add(&s->move_error, p->error, p->error_mwc);
}

static void count_luck(struct counting *t, struct side_statistics *s, const struct annotation *a)
{
    t->n_lucks++;
    s->luck_rolls++;
    s->luck[a->luck_mark + 2]++;
    amount_add(&s->luck_total, a->luck, a->luck_mwc);
}

static bool is_choice(const struct decisions *d, struct move_list *scratch)
{
    return d->roll && moves_list(&d->before.board, d->before.dice[0], d->before.dice[1], scratch) > 1;
}

static void count_move(struct counting *t, const struct decisions *d, const struct annotation *a, bool choice)
{
    struct side_statistics *s = &t->out->side[d->walk.event->player];
    s->total_moves++;
    s->unforced_moves += choice;
    t->n_rolls += a && a->play;
    if (a && a->play && choice && !isnan(a->play->error))
        count_error(s, a);
    else
        s->skill[SKILL_NONE]++;
    if (a && !isnan(a->luck))
        count_luck(t, s, a);
    else
        s->luck[LUCK_NONE + 2]++;
}

/* ---- cube ---- */

static void count_cube_error(struct side_statistics *s, enum cube_error kind, float error, float mwc)
{
    if (!(error > 0))
        return;
    s->cube_errors[kind]++;
    amount_add(&s->cube_error[kind], error, mwc);
}

static struct cube_judgement judged(const struct cube_analysis *c)
{
    struct cube_judgement j;
    cube_judge(c->nd, c->dt, c->dp, (struct cube_circumstances){.live = true}, &j);
    return j;
}

static void count_no_double(struct counting *t, const struct decisions *d, const struct cube_analysis *c)
{
    struct side_statistics *s = &t->out->side[d->walk.event->player];
    t->n_available++;
    s->cube_decisions++;
    if (!cube_has_equities(c))
        return;
    t->n_cubes++;
    struct cube_judgement j = judged(c);
    if (!j.close)
        return;
    s->close_or_actual++;
    count_cube_error(s, j.roll_kind, c->double_error, c->double_error_mwc);
}

static void count_double(struct counting *t, const struct decisions *d, const struct cube_analysis *c)
{
    struct side_statistics *s = &t->out->side[d->walk.event->player];
    s->cube_decisions++, s->close_or_actual++, s->doubles++;
    if (!cube_has_equities(c))
        return;
    t->n_cubes++;
    count_cube_error(s, judged(c).double_kind, c->double_error, c->double_error_mwc);
}

static void count_answer(struct counting *t, const struct decisions *d, const struct cube_analysis *c)
{
    bool take = d->walk.event->kind == EVENT_TAKE;
    struct side_statistics *s = &t->out->side[d->walk.event->player];
    s->cube_decisions++, s->close_or_actual++;
    *(take ? &s->takes : &s->passes) += 1;
    if (!cube_has_equities(c) || !d->answers_double)
        return;
    t->n_cubes++;
    count_cube_error(s, take ? CUBE_WRONG_TAKE : CUBE_WRONG_PASS, c->answer_error, c->answer_error_mwc);
}

/* ---- the performance rating ---- */

/* Of sound decisions: `cube` says whether the event holds one about the cube. */
static void count_pr(struct counting *t, const struct decisions *d, const struct annotation *a, bool cube)
{
    const struct event *e = d->walk.event;
    struct side_statistics *s = &t->out->side[e->player];
    struct amount lost;
    if (a != NULL && pr_counts_play(e, a->play)) {
        s->pr_decisions++;
        amount_add(&s->pr_error, a->play->error, a->play->error_mwc);
    }
    if (a != NULL && cube && pr_counts_cube(e, a->cube, &lost)) {
        s->pr_decisions++;
        amount_add(&s->pr_error, lost.emg, lost.mwc);
    }
}

/* ---- a game ---- */

static void count_event(struct counting *t, const struct decisions *d, int set, struct move_list *scratch)
{
    const struct annotation *a = set >= 0 ? event_annotation(d->walk.event, set) : NULL;
    const struct cube_analysis *c = a ? a->cube : NULL;
    switch (d->walk.event->kind) {
    case EVENT_PLAY: /* a roll that was not played, or not legally, enters no sum */
        if (!d->legal)
            break;
        count_move(t, d, a, is_choice(d, scratch));
        if (d->may_double)
            count_no_double(t, d, c);
        count_pr(t, d, a, d->may_double);
        break;
    case EVENT_DOUBLE:
        if (d->doubles)
            count_double(t, d, c);
        count_pr(t, d, a, d->doubles);
        break;
    case EVENT_TAKE:
    case EVENT_DROP:
        count_answer(t, d, c);
        count_pr(t, d, a, d->answers_double);
        break;
    default:
        break;
    }
}

/* What the result was worth: points, or the change of the match winning chances. */
static void count_result(const struct match *m, const struct game *g, const struct met *met, struct statistics *out)
{
    out->games = 1;
    out->finished = g->winner != NOBODY;
    const struct met_score s = {.away = {m->length - g->score[0], m->length - g->score[1]},
                                .crawford_game = g->crawford_game,
                                .crawford_rule = m->rules.crawford};
    const bool match = m->length > 0 && s.away[0] > 0 && s.away[1] > 0;
    for (int who = 0; who < 2; who++) {
        const double before = match ? met_before(met, &s, who) : 0.5;
        out->ahead[who] = before - 0.5;
        if (!out->finished)
            continue;
        if (m->length == 0)
            out->actual[who] = who == g->winner ? g->points : -g->points;
        else if (match)
            out->actual[who] = met_after(met, &s, who, g->winner, g->points) - before;
    }
}

static void count_untold(const struct match *m, const struct game *g, int set, const struct met *met,
                         struct statistics *out)
{
    struct untold u;
    untold_of_game(m, g, set, met, &u);
    for (int who = 0; who < 2; who++)
        out->side[who].unread = u.gaps[who];
    if (u.abandoned) {
        out->side[!g->winner].abandoned = 1;
        out->side[!g->winner].given_up = u.given_up;
    }
    const struct side_statistics *s = out->side;
    out->hidden[0] = out->finished ? u.unread : s[1].luck_total.mwc - s[0].luck_total.mwc;
    out->hidden[1] = -out->hidden[0];
}

/* A game where there was nothing to analyse of a kind counts as analysed if its other parts are. */
static void set_flags(const struct counting *t)
{
    struct statistics *s = t->out;
    int unforced = s->side[0].unforced_moves + s->side[1].unforced_moves;
    int analysed = s->side[0].analysed_moves + s->side[1].analysed_moves;
    s->moves_analysed = analysed > 0 || (unforced == 0 && t->n_rolls > 0);
    s->cube_analysed = t->n_cubes > 0 || (t->n_available == 0 && t->n_rolls > 0);
    s->luck_analysed = t->n_lucks > 0;
}

void statistics_of_game(const struct match *m, const struct game *g, int set, const struct met *met,
                        struct statistics *out)
{
    struct move_list scratch = {.n = 0};
    struct counting t = {.out = out};
    struct decisions d;
    const struct match_part part = match_part_of(set >= 0 ? m->sets[set].settings : NULL);
    *out = (struct statistics){.part = part.game != 0};
    for (decisions_begin(&d, m, g); decisions_next(&d);)
        if (match_part_holds(&part, g, d.walk.move_number))
            count_event(&t, &d, set, &scratch);
    count_result(m, g, met, out);
    if (!out->part)
        count_untold(m, g, set, met, out);
    set_flags(&t);
    moves_free(&scratch);
}

/* ---- a match ---- */

static void amount_sum(struct amount *sum, const struct amount *a)
{
    sum->emg += a->emg;
    sum->mwc += a->mwc;
}

static void side_add_moves(struct side_statistics *to, const struct side_statistics *s)
{
    to->total_moves += s->total_moves;
    to->unforced_moves += s->unforced_moves;
    to->analysed_moves += s->analysed_moves;
    for (int i = 0; i < 4; i++)
        to->skill[i] += s->skill[i];
    amount_sum(&to->move_error, &s->move_error);
    to->luck_rolls += s->luck_rolls;
    for (int i = 0; i < 5; i++)
        to->luck[i] += s->luck[i];
    amount_sum(&to->luck_total, &s->luck_total);
    to->pr_decisions += s->pr_decisions;
    amount_sum(&to->pr_error, &s->pr_error);
}

static void side_add_cube(struct side_statistics *to, const struct side_statistics *s)
{
    to->cube_decisions += s->cube_decisions;
    to->close_or_actual += s->close_or_actual;
    to->doubles += s->doubles;
    to->takes += s->takes;
    to->passes += s->passes;
    for (int i = 0; i < CUBE_ERRORS; i++) {
        to->cube_errors[i] += s->cube_errors[i];
        amount_sum(&to->cube_error[i], &s->cube_error[i]);
    }
}

/* Adds the figures of a game to those of a match (sums; flags: analysed if any game was, finished if all are). */
static void statistics_add(struct statistics *total, const struct statistics *game)
{
    total->finished = game->finished && (total->games == 0 || total->finished);
    for (int who = 0; who < 2 && total->games == 0; who++)
        total->ahead[who] = game->ahead[who];
    total->part = game->part;
    total->games += game->games;
    total->moves_analysed |= game->moves_analysed;
    total->cube_analysed |= game->cube_analysed;
    total->luck_analysed |= game->luck_analysed;
    for (int who = 0; who < 2; who++) {
        side_add_moves(&total->side[who], &game->side[who]);
        side_add_cube(&total->side[who], &game->side[who]);
        total->side[who].unread += game->side[who].unread;
        total->side[who].abandoned += game->side[who].abandoned;
        amount_sum(&total->side[who].given_up, &game->side[who].given_up);
        total->actual[who] += game->actual[who];
        total->hidden[who] += game->hidden[who];
    }
}

void statistics_fill(struct match *m, int set, const struct met *met)
{
    m->statistics[set] = (struct statistics){.games = 0};
    for (size_t i = 0; i < m->n_games; i++) {
        statistics_of_game(m, &m->games[i], set, met, &m->games[i].statistics[set]);
        statistics_add(&m->statistics[set], &m->games[i].statistics[set]);
    }
}
