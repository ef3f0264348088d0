/* A small match with every kind of annotation; see reported.h. */
#include "reported.h"

#include <math.h>
#include <string.h>

#include "match/moves.h"
#include "match/walk.h"

struct maker {
    struct match *m;
    struct game *g;
    struct replay replay;
    int set;
};

static void apply(struct maker *k, const struct event *e)
{
    struct board played;
    replay_apply(&k->replay, e, &played);
}

static struct cube_analysis *add_cube(struct maker *k, struct event *e, float nd, float dt, enum cube_verdict verdict)
{
    struct cube_analysis *c = arena_alloc(k->m->arena, sizeof *c);
    *c = (struct cube_analysis){
        .level = {.kind = EVAL_PLY, .plies = 2, .cubeful = true},
        .nd = nd,
        .dt = dt,
        .dp = 1,
        .verdict = verdict,
        .double_error = NAN,
        .double_error_mwc = NAN,
        .answer_error = NAN,
        .answer_error_mwc = NAN,
    };
    for (int i = 0; i < 2; i++)
        c->branch[i] = (struct cube_branch){
            .outcome = {0.6f + nd / 10, 0.2f, 0.01f, 0.1f, 0.005f},
            .cubeless = nd * 0.8f,
            .mwc = 0.5f + 0.2f * (i == 0 ? nd : dt),
        };
    event_annotate(k->m, e, k->set)->cube = c;
    return c;
}

static void fill_candidate(struct candidate *c, const struct legal_play *legal, int rank)
{
    *c = (struct candidate){
        .play = legal->play,
        .after = legal->after,
        .level = {.kind = EVAL_PLY, .plies = rank < 3 ? 2 : 0, .cubeful = true},
        .outcome = {0.52f - 0.02f * (float)rank, 0.14f, 0.006f, 0.13f, 0.005f},
        .equity = 0.1f - 0.07f * (float)rank,
        .cubeless = 0.08f - 0.06f * (float)rank,
    };
}

/* The player on roll throws and makes the `rank`-th best play. */
static struct event *play(struct maker *k, int die1, int die2, int rank, enum skill skill, float luck)
{
    struct event *e = game_add_event(k->m, k->g, EVENT_PLAY, k->replay.now.on_roll);
    struct move_list list = {0};
    int n = moves_list(&k->replay.now.board, die1, die2, &list);
    event_set_dice(e, die1, die2);
    struct play_analysis *p = arena_alloc(k->m->arena, sizeof *p);
    p->n_legal = n;
    p->n = n < 7 ? n : 7;
    p->played = n > rank ? rank : n - 1;
    p->candidates = arena_alloc(k->m->arena, 7 * sizeof *p->candidates);
    for (int i = 0; i < p->n; i++)
        fill_candidate(&p->candidates[i], &list.at[i], i);
    if (n > 0) {
        e->play = list.at[p->played].play;
        p->error = p->candidates[0].equity - p->candidates[p->played].equity;
        p->error_mwc = p->error / 5;
        p->mwc = 0.5f + 0.01f * (float)k->g->n_events;
    }
    moves_free(&list);
    struct annotation *a = event_annotate(k->m, e, k->set);
    a->play = p;
    a->play_skill = skill;
    a->luck = luck;
    a->luck_mwc = luck / 5;
    a->luck_mark = luck > 0.6f    ? LUCK_VERY_LUCKY
                   : luck > 0.3f  ? LUCK_LUCKY
                   : luck < -0.6f ? LUCK_VERY_UNLUCKY
                   : luck < -0.3f ? LUCK_UNLUCKY
                                  : LUCK_NONE;
    apply(k, e);
    return e;
}

static struct event *act(struct maker *k, enum event_kind kind, int player, int value)
{
    struct event *e = game_add_event(k->m, k->g, kind, player);
    e->value = value;
    apply(k, e);
    return e;
}

static void first_game(struct maker *k)
{
    play(k, 3, 1, 0, SKILL_NONE, 0.1f)->comment = "A note with <b>markup</b> & \"quotes\"";
    play(k, 6, 4, 1, SKILL_BAD, -0.35f);
    struct event *missed = play(k, 5, 5, 3, SKILL_VERY_BAD, 0.71f);
    add_cube(k, missed, 0.6f, 0.75f, VERDICT_DOUBLE_TAKE)->double_error = 0.15f;
    event_annotation(missed, k->set)->cube->double_error_mwc = 0.03f;
    event_annotate(k->m, missed, k->set)->cube_skill = SKILL_VERY_BAD;
    play(k, 2, 1, 0, SKILL_NONE, -0.02f);
    struct event *e = act(k, EVENT_DOUBLE, k->replay.now.on_roll, 2);
    struct cube_analysis *c = add_cube(k, e, 0.5f, 0.45f, VERDICT_NO_DOUBLE_TAKE);
    c->double_error = 0.05f;
    c->double_error_mwc = 0.01f;
    event_annotate(k->m, e, k->set)->cube_skill = SKILL_DOUBTFUL;
    e = act(k, EVENT_TAKE, k->replay.now.turn, 2);
    c = add_cube(k, e, 0.5f, 0.45f, VERDICT_NO_DOUBLE_TAKE);
    c->answer_error = c->answer_error_mwc = 0;
    play(k, 6, 1, 1, SKILL_BAD, 0);
    e = game_add_event(k->m, k->g, EVENT_PLAY, k->replay.now.on_roll);
    *e = (struct event){.kind = EVENT_PLAY,
                        .player = (signed char)k->replay.now.on_roll,
                        .flags = EVENT_ILLEGAL,
                        .dice = {3, 2},
                        .play = {.n = 1, .step = {{13, 4}}},
                        .text = "13/4<"};
    apply(k, e);
    act(k, EVENT_RESIGN, k->replay.now.on_roll, 1);
    act(k, EVENT_RESIGN_ACCEPT, 1 - k->replay.now.on_roll, 0);
}

static void finish(struct maker *k, int winner, int points, enum ending ending)
{
    k->g->winner = winner;
    k->g->points = points;
    k->g->ending = ending;
}

static void begin(struct maker *k, int score0, int score1)
{
    k->g = match_add_game(k->m);
    k->g->score[0] = score0;
    k->g->score[1] = score1;
    replay_begin(&k->replay, k->m, k->g);
}

static void fill_statistics(struct statistics *s)
{
    *s = (struct statistics){.moves_analysed = true, .cube_analysed = true, .luck_analysed = true, .games = 1};
    for (int who = 0; who < 2; who++)
        s->side[who] = (struct side_statistics){
            .total_moves = 10 + who,
            .unforced_moves = 9 + who,
            .skill = {7, 1, 1, 1},
            .move_error = {0.314 + who, 0.0628},
            .analysed_moves = 9 + who,
            .luck = {1, 1, 6, 1, 1},
            .luck_total = {who == 0 ? 0.5 : -0.5, who == 0 ? 0.1 : -0.1},
            .luck_rolls = 10,
            .cube_decisions = 6,
            .close_or_actual = 3,
            .doubles = 1 + who,
            .takes = 1,
            .cube_errors = {1, 0, 0, 0, 0, 0},
            .cube_error = {{0.15, 0.03}},
            .pr_decisions = 11,
            .pr_error = {0.4, 0.08},
        };
    s->actual[0] = 0.12;
    s->actual[1] = -0.12;
    s->finished = true;
}

struct match *reported_match(int length, const char *name0, const char *name1)
{
    struct maker k = {.m = match_new()};
    k.m->length = length;
    k.m->player[0].name = arena_strdup(k.m->arena, name0);
    k.m->player[1].name = arena_strdup(k.m->arena, name1);
    k.m->info.event = "Club evening";
    k.m->info.date = "2024-05-01";
    k.set = match_add_set(
        k.m,
        &(struct annotation_set){
            .engine = "kibitzer", .version = "0.0", .level = "2ply", .own = true, .threshold = {0.03f, 0.06f, 0.12f}});
    begin(&k, 0, 0);
    first_game(&k);
    finish(&k, 0, 2, ENDING_RESIGNED);
    begin(&k, 2, 0);
    play(&k, 4, 2, 0, SKILL_NONE, 0.05f);
    struct event *e = act(&k, EVENT_DOUBLE, k.replay.now.on_roll, 2);
    add_cube(&k, e, 0.9f, 1.1f, VERDICT_DOUBLE_PASS)->double_error = 0;
    e = act(&k, EVENT_DROP, 1 - k.replay.now.on_roll, 0);
    add_cube(&k, e, 0.9f, 1.1f, VERDICT_DOUBLE_PASS)->answer_error = 0;
    finish(&k, 1, 1, ENDING_DROP);
    k.m->statistics = arena_alloc(k.m->arena, k.m->n_sets * sizeof *k.m->statistics);
    fill_statistics(&k.m->statistics[k.set]);
    for (size_t i = 0; i < k.m->n_games; i++) {
        k.m->games[i].statistics = arena_alloc(k.m->arena, k.m->n_sets * sizeof *k.m->statistics);
        fill_statistics(&k.m->games[i].statistics[k.set]);
    }
    return k.m;
}
