/* A small annotated record; see annotated.h. */
#include "annotated.h"

#include <math.h>

#include "script.h"

static const struct eval_level two_plies = {.kind = EVAL_PLY, .plies = 2, .cubeful = true};

static struct candidate candidate(struct play play, float equity)
{
    return (struct candidate){
        .play = play,
        .level = two_plies,
        .outcome = {0.5f, 0.125f, 0.0625f, 0.25f, 0.03125f},
        .equity = equity,
        .cubeless = equity / 2,
    };
}

static void annotate_play(struct match *m, struct event *e, float error)
{
    struct annotation *a = event_annotate(m, e, 0);
    struct play_analysis *p = a->play = arena_alloc(m->arena, sizeof *p);
    p->candidates = arena_alloc(m->arena, 2 * sizeof *p->candidates);
    p->n = 2, p->n_legal = 16, p->played = error > 0;
    p->candidates[p->played] = candidate(e->play, 0.25f - error);
    p->candidates[!p->played] = candidate((struct play){2, {{24, 23}, {24, 20}}}, p->played ? 0.25f : 0.125f);
    p->error = error;
    p->error_mwc = error / 10;
    a->luck = 0.5f, a->luck_mwc = 0.0625f;
    a->luck_mark = LUCK_LUCKY;
    a->play_skill = error > 0 ? SKILL_DOUBTFUL : SKILL_NONE;
}

static void annotate_cube(struct match *m, struct event *e)
{
    struct annotation *a = event_annotate(m, e, 0);
    struct cube_analysis *c = a->cube = arena_alloc(m->arena, sizeof *c);
    const struct outcome o = {0.75f, 0.25f, 0, 0.125f, 0};
    c->level = two_plies;
    c->branch[0] = (struct cube_branch){o, 0.625f, 0.5625f, NULL};
    c->branch[1] = (struct cube_branch){o, 0.625f, 0.5f, NULL};
    c->nd = 0.5f, c->dt = 0.4f, c->dp = 1;
    c->verdict = VERDICT_NO_DOUBLE_TAKE;
    c->double_error = 0.1f, c->double_error_mwc = 0.01f;
    c->answer_error = e->kind == EVENT_DROP ? 0.6f : NAN;
    c->answer_error_mwc = e->kind == EVENT_DROP ? 0.06f : NAN;
    a->luck = a->luck_mwc = NAN;
    a->cube_skill = e->kind == EVENT_DROP ? SKILL_VERY_BAD : SKILL_BAD;
}

static void fill_statistics(struct statistics *s, int length)
{
    *s = (struct statistics){.moves_analysed = true, .cube_analysed = true, .luck_analysed = true, .finished = true};
    s->games = 1;
    for (int who = 0; who < 2; who++) {
        struct side_statistics *side = &s->side[who];
        side->total_moves = side->unforced_moves = side->analysed_moves = 1;
        side->cube_decisions = side->close_or_actual = 1;
        side->luck[LUCK_LUCKY + 2] = 1;
        side->luck_total = (struct amount){0.5, 0.0625};
        s->actual[who] = who == 0 ? 1 : -1;
        if (length > 0)
            s->actual[who] *= 0.125;
    }
    s->side[0].doubles = s->side[1].passes = 1;
    s->side[0].skill[SKILL_NONE] = s->side[1].skill[SKILL_DOUBTFUL] = 1;
    s->side[1].move_error = (struct amount){0.05, 0.005};
    s->side[0].cube_errors[CUBE_WRONG_DOUBLE_BELOW_DP] = s->side[1].cube_errors[CUBE_WRONG_PASS] = 1;
    s->side[0].cube_error[CUBE_WRONG_DOUBLE_BELOW_DP] = (struct amount){0.1, 0.01};
    s->side[1].cube_error[CUBE_WRONG_PASS] = (struct amount){0.6, 0.06};
}

struct match *annotated_match(int length)
{
    struct match *m = match_new();
    const struct annotation_set set = {.engine = "kibitzer", .version = "test", .level = "2ply", .own = true};
    m->player[0].name = "Ann";
    m->player[1].name = "Bo";
    m->length = length;
    struct game *g = script_game(m, "0 31: 8/5 6/5; 1 41: 24/23 13/9; 0 double 2; 1 drop");
    g->winner = 0, g->points = 1, g->ending = ENDING_DROP;
    g->events[1].comment = "why not <24/20>?";
    match_add_set(m, &set);
    annotate_play(m, &g->events[0], 0);
    annotate_play(m, &g->events[1], 0.05f);
    annotate_cube(m, &g->events[2]);
    annotate_cube(m, &g->events[3]);
    m->statistics = arena_alloc(m->arena, sizeof *m->statistics);
    g->statistics = arena_alloc(m->arena, sizeof *g->statistics);
    fill_statistics(m->statistics, length);
    fill_statistics(g->statistics, length);
    return m;
}
