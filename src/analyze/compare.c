/* Two annotation sets of a record; see compare.h. What is compared, and what counts as a disagreement:
 * docs/analysis.md, "Two analyses side by side". */
#include "analyze/compare.h"

#include <math.h>

#include "analyze/decisions.h"
#include "analyze/skill.h"

static const char *level_text(const struct comparison *c, const struct eval_level *l)
{
    struct strbuf text = {0};
    eval_level_name(l, &text);
    const char *kept = text.length > 0 ? arena_strdup(c->arena, strbuf_text(&text)) : "?";
    strbuf_done(&text);
    return kept;
}

/* ---- plays ---- */

static struct compared_choice choice_of(const struct candidate *c)
{
    return (struct compared_choice){.action = ACTION_PLAY, .play = c->play, .after = c->after};
}

/* The candidate that is this choice; NULL where it was not looked at as the best one was. */
static const struct candidate *candidate_of(const struct play_analysis *p, const struct compared_choice *choice)
{
    for (int i = 0; i < p->n && choice->action == ACTION_PLAY; i++)
        if (board_equal(&p->candidates[i].after, &choice->after))
            return i == 0 || candidate_is_comparable(&p->candidates[0], &p->candidates[i]) ? &p->candidates[i] : NULL;
    return NULL;
}

/* How much worse than the best this choice is; NAN where it was not looked at alike. */
static float behind(const struct play_analysis *p, const struct compared_choice *choice)
{
    const struct candidate *c = candidate_of(p, choice);
    return c != NULL ? p->candidates[0].equity - c->equity : NAN;
}

/* The chances that one of the two sees, and what they say of the other's choice, or of what was played. */
static void compare_chances(struct compared_decision *d, const struct play_analysis *p, int which)
{
    struct compared_view *v = &d->view[which];
    const struct compared_choice *choices[COMPARED_CHANCES] = {&v->best, &d->view[!which].best, &d->played};
    const bool alike = choices_are_equal(choices[COMPARED_OWN], choices[COMPARED_OTHERS]);
    const struct candidate *worse = candidate_of(p, choices[alike ? COMPARED_PLAYED : COMPARED_OTHERS]);
    for (int i = 0; i < COMPARED_CHANCES; i++) {
        const struct candidate *c = candidate_of(p, choices[i]);
        v->chances[i] = c != NULL ? c->outcome : (struct outcome){.win = 0};
    }
    if (worse == NULL || worse == p->candidates)
        return;
    struct candidate two[2] = {p->candidates[0], *worse};
    const struct play_analysis pair = {.n = 2, .candidates = two, .played = 1, .error = two[0].equity - two[1].equity};
    reasons_of_chances(&pair, &v->why);
}

static bool compare_plays(struct compared_decision *d, const struct comparison *c, const struct annotation *note[2])
{
    for (int i = 0; i < 2; i++)
        if (note[i]->play == NULL || note[i]->play->n == 0 || note[i]->play->n_legal < 2)
            return false;
    for (int i = 0; i < 2; i++) {
        const struct play_analysis *p = note[i]->play;
        d->view[i].best = choice_of(&p->candidates[0]);
        d->view[i].level = level_text(c, &p->candidates[0].level);
        d->view[i].lost = p->played >= 0 ? p->error : NAN;
    }
    for (int i = 0; i < 2; i++) {
        d->view[i].over = behind(note[i]->play, &d->view[!i].best);
        compare_chances(d, note[i]->play, i);
    }
    return true;
}

/* ---- cubes ---- */

static float cost_of(const struct cube_judgement *j, enum compared_action action)
{
    switch (action) {
    case ACTION_NO_DOUBLE:
        return j->roll_error;
    case ACTION_DOUBLE:
        return j->double_error;
    case ACTION_TAKE:
        return j->take_error;
    case ACTION_PASS:
        return j->pass_error;
    case ACTION_BEAVER:
        return j->beaver_error;
    default:
        return NAN;
    }
}

static enum compared_action best_action(const struct cube_judgement *j, enum compared_kind kind, bool beavers)
{
    if (kind == COMPARED_DOUBLE)
        return j->roll_error > 0 ? ACTION_DOUBLE : ACTION_NO_DOUBLE;
    if (j->take_error > 0)
        return beavers && !(j->beaver_error > 0) ? ACTION_BEAVER : ACTION_PASS;
    return ACTION_TAKE;
}

/* Why the best action is better than the other. */
static void explain_cube(const struct cube_analysis *cube, struct compared_view *v)
{
    static const int worth[] = {[ACTION_NO_DOUBLE] = WORTH_ROLL,
                                [ACTION_DOUBLE] = WORTH_DOUBLE,
                                [ACTION_TAKE] = WORTH_TAKE,
                                [ACTION_PASS] = WORTH_PASS};
    if (v->best.action == ACTION_BEAVER)
        reasons_of_beaver(cube, &v->why);
    else
        reasons_of_cube(cube, worth[v->best.action], &v->why);
}

static bool compare_cubes(struct compared_decision *d, const struct comparison *c, const struct annotation *note[2],
                          const struct position *undoubled)
{
    struct cube_judgement j[2];
    struct cube_circumstances how = {.live = position_cube_is_live(undoubled, undoubled->on_roll),
                                     .beavers = position_may_raise(undoubled),
                                     .gammons = true};
    if (!cube_has_equities(note[0]->cube) || !cube_has_equities(note[1]->cube))
        return false;
    for (int i = 0; i < 2; i++) {
        const struct cube_analysis *cube = note[i]->cube;
        how.raises = cube->raises;
        cube_judge(cube->nd, cube->dt, cube->dp, how, &j[i]);
        d->view[i].best.action = best_action(&j[i], d->kind, how.beavers);
        d->view[i].level = level_text(c, &cube->level);
        d->view[i].lost = cost_of(&j[i], d->played.action);
        explain_cube(cube, &d->view[i]);
        const struct outcome *o = &cube->branch[0].outcome;
        for (int k = 0; k < COMPARED_CHANCES; k++)
            d->view[i].chances[k] = d->kind == COMPARED_ANSWER && o->win > 0 ? outcome_flip(*o) : *o;
    }
    for (int i = 0; i < 2; i++)
        d->view[i].over = cost_of(&j[i], d->view[!i].best.action);
    return true;
}

/* ---- what they differ in ---- */

static void measure(struct compared_decision *d, float limit)
{
    const struct compared_view *a = &d->view[0], *b = &d->view[1];
    const float about_loss = fabsf(a->lost - b->lost); /* NAN where nobody has decided */
    d->elsewhere = !choices_are_equal(&a->best, &b->best) && !(a->over <= 0) && !(b->over <= 0);
    d->listed = d->elsewhere || about_loss > limit;
    d->difference = d->elsewhere ? fmaxf(fmaxf(a->over, b->over), about_loss) : about_loss;
}

static void classify(struct compared_decision *d, const struct position *undoubled)
{
    const struct board board = position_board(undoubled, d->side);
    d->phase = phase_of(&board, undoubled->rules.variant);
    d->plan = plan_of(&board, undoubled->rules.variant);
}

static enum compared_action answer_made(enum event_kind kind)
{
    return kind == EVENT_TAKE ? ACTION_TAKE : kind == EVENT_DROP ? ACTION_PASS : ACTION_BEAVER;
}

/* `made`: what was done; the play itself where there is one. */
static void add(struct comparison *c, const struct decisions *d, enum compared_kind kind, enum compared_action made)
{
    const struct event *e = d->walk.event;
    const struct annotation *note[2] = {event_annotation(e, c->matches[c->n_matches - 1].index[0]),
                                        event_annotation(e, c->matches[c->n_matches - 1].index[1])};
    struct compared_decision *out;
    bool known;
    if (note[0] == NULL || note[1] == NULL)
        return;
    out = comparison_add(c);
    out->game = d->walk.game->number, out->number = d->walk.move_number;
    out->kind = kind;
    out->position = kind == COMPARED_DOUBLE ? d->undoubled : d->before;
    out->side = kind == COMPARED_ANSWER ? 1 - d->undoubled.on_roll : d->undoubled.on_roll;
    out->played.action = made;
    if (made == ACTION_PLAY)
        out->played.play = e->play, out->played.after = d->walk.played;
    known = kind == COMPARED_PLAY ? compare_plays(out, c, note) : compare_cubes(out, c, note, &d->undoubled);
    if (known) {
        classify(out, &d->undoubled);
        measure(out, c->limit);
    } else {
        c->n--;
    }
}

static void compare_event(struct comparison *c, const struct decisions *d)
{
    const enum event_kind kind = d->walk.event->kind;
    if (d->asks && d->before.dice[0] == 0)
        add(c, d, COMPARED_DOUBLE, ACTION_NONE);
    else if (d->may_double || d->doubles)
        add(c, d, COMPARED_DOUBLE, d->doubles ? ACTION_DOUBLE : ACTION_NO_DOUBLE);
    if (d->asks && d->before.dice[0] != 0)
        add(c, d, COMPARED_PLAY, ACTION_NONE);
    else if (d->roll && kind == EVENT_PLAY && d->legal)
        add(c, d, COMPARED_PLAY, ACTION_PLAY);
    if (d->answers_double)
        add(c, d, COMPARED_ANSWER, answer_made(kind));
}

void compare_sets(struct comparison *c, const struct match *m, int first, int second)
{
    struct compared_match *at = &c->matches[c->n_matches - 1];
    at->index[0] = first, at->index[1] = second;
    for (size_t g = 0; g < m->n_games; g++) {
        struct decisions d;
        for (decisions_begin(&d, m, &m->games[g]); decisions_next(&d);)
            compare_event(c, &d);
    }
}
