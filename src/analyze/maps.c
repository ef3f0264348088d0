/* Maps of a position; see maps.h. */
#include "analyze/maps.h"

#include <math.h>
#include <string.h>

#include "analyze/one_roll.h"
#include "analyze/units.h"

static void ask_cube(struct cube_map_cell *c, const struct engine *e, struct worker *w, const struct position *p,
                     const struct level *l)
{
    c->live = engine_cube(e, w, p, l, &c->answer);
}

struct position cube_map_position(const struct position *p, int away, int opponent_away)
{
    struct position q = *p;
    q.dice[0] = q.dice[1] = 0;
    q.offer = OFFER_NONE;
    q.turn = q.on_roll;
    q.rules.cube = true;
    q.crawford_game = false;
    q.length = q.score[0] = q.score[1] = 0;
    if (away == 0)
        return q;
    q.length = CUBE_MAP_AWAY;
    q.score[p->on_roll] = CUBE_MAP_AWAY - away;
    q.score[1 - p->on_roll] = CUBE_MAP_AWAY - opponent_away;
    q.rules.crawford = true;
    q.rules.jacoby = q.rules.beavers = false;
    return q;
}

void cube_map_fill(struct cube_map *m, const struct engine *e, struct worker *w, const struct position *p,
                   const struct level *l)
{
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++) {
            const struct position here = cube_map_position(p, i + 1, k + 1);
            ask_cube(&m->at[i][k], e, w, &here, l);
        }
    const struct position money = cube_map_position(p, 0, 0);
    ask_cube(&m->money, e, w, &money, l);
}

void temperature_fill(struct temperature *t, const struct engine *e, struct worker *w, const struct position *p,
                      const struct level *l)
{
    struct position q = *p;
    double sum = 0;
    q.offer = OFFER_NONE;
    q.turn = q.on_roll;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b <= a; b++) {
            q.dice[0] = a + 1, q.dice[1] = b + 1;
            struct one_roll r;
            one_roll_of(e, w, &q, l, &r);
            t->equity[a][b] = t->equity[b][a] = r.equity;
            t->play[a][b] = t->play[b][a] = r.play;
            sum += (a == b ? 1 : 2) * (double)t->equity[a][b];
        }
    t->mean = (float)(sum / 36);
}

/* ---- plays ---- */

static struct position play_map_position(const struct position *p, enum play_map_owner owner, int away, int other)
{
    struct position q = cube_map_position(p, away, other);
    memcpy(q.dice, p->dice, sizeof q.dice);
    q.cube_owner = owner == PLAY_MAP_CENTRED ? CUBE_CENTRED : owner == PLAY_MAP_OWN ? p->on_roll : 1 - p->on_roll;
    if ((owner == PLAY_MAP_CENTRED) != (p->cube_owner == CUBE_CENTRED))
        q.cube = owner == PLAY_MAP_CENTRED ? 1 : 2;
    return q;
}

static float equity_of(const struct ranked_plays *r, const struct board *after)
{
    for (int i = 0; i < r->n; i++)
        if (board_equal(&r->at[i].after, after))
            return r->at[i].cubeful;
    return NAN;
}

static void ask_play(struct play_map_cell *c, const struct engine *e, struct worker *w, const struct position *p,
                     const struct level *l, const struct board *usual)
{
    struct ranked_plays r = {0};
    const struct met_score score = units_score(p);
    *c = (struct play_map_cell){.cube = p->cube, .equity = NAN, .lead = NAN, .loss = NAN};
    c->at_stake = p->length == 0 || met_stake(engine_met(e), &score, p->cube) != 0;
    engine_plays(e, w, p, l, usual, &r);
    c->play = r.at[0].play;
    c->after = r.at[0].after;
    if (c->at_stake) {
        c->equity = r.at[0].cubeful;
        c->loss = fmaxf(0, c->equity - equity_of(&r, usual));
        for (int i = 1; i < r.n; i++)
            c->lead = fminf(c->lead, fmaxf(0, c->equity - r.at[i].cubeful)); /* NAN gives way */
    }
    ranked_plays_done(&r);
}

/* False: no play is legal. */
static bool find_usual(struct play_map *m, const struct engine *e, struct worker *w, const struct position *p,
                       const struct level *l)
{
    struct ranked_plays r = {0};
    const bool any = engine_plays(e, w, p, l, NULL, &r) > 0;
    if (any)
        m->usual = r.at[0].after;
    ranked_plays_done(&r);
    return any;
}

static void fill_owner(struct play_map *m, enum play_map_owner owner, const struct engine *e, struct worker *w,
                       const struct position *p, const struct level *l)
{
    struct position here = play_map_position(p, owner, 0, 0);
    ask_play(&m->money[owner], e, w, &here, l, &m->usual);
    for (int i = 0; i < PLAY_MAP_AWAY; i++)
        for (int k = 0; k < PLAY_MAP_AWAY; k++) {
            here = play_map_position(p, owner, i + 1, k + 1);
            ask_play(&m->at[owner][i][k], e, w, &here, l, &m->usual);
        }
}

bool play_map_fill(struct play_map *m, const struct engine *e, struct worker *w, const struct position *p,
                   const struct level *l)
{
    const bool any = find_usual(m, e, w, p, l);
    for (int owner = 0; any && owner < PLAY_MAP_OWNERS; owner++)
        fill_owner(m, (enum play_map_owner)owner, e, w, p, l);
    return any;
}

enum play_map_owner play_map_owner(const struct position *p)
{
    return p->cube_owner == CUBE_CENTRED ? PLAY_MAP_CENTRED
           : p->cube_owner == p->on_roll ? PLAY_MAP_OWN
                                         : PLAY_MAP_OPPONENTS;
}

/* ---- as the record keeps them ---- */

static unsigned char verdict_of(const struct cube_map_cell *c)
{
    return (unsigned char)(c->live ? c->answer.verdict : VERDICT_NONE);
}

void maps_fill(struct cube_maps *out, const struct engine *e, struct worker *w, const struct position *p,
               const struct level *cube, const struct level *plays)
{
    struct cube_map scores;
    struct temperature rolls;
    cube_map_fill(&scores, e, w, p, cube);
    out->money = verdict_of(&scores.money);
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            out->at[i][k] = verdict_of(&scores.at[i][k]);
    temperature_fill(&rolls, e, w, p, plays);
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++)
            out->roll[roll_index(a, b)] = rolls.equity[a - 1][b - 1];
}

/* The letter of a cell; a play that is new gets the next one. */
static char letter_of(struct score_plays *out, struct board after[SCORE_PLAYS], const struct play_map_cell *c)
{
    int i = 0;
    if (!c->at_stake)
        return '-';
    while (i < out->n && !board_equal(&after[i], &c->after))
        i++;
    if (i == SCORE_PLAYS)
        return '?';
    if (i == out->n)
        after[out->n++] = c->after;
    out->play[i] = c->play;
    return (char)((c->lead < PLAY_MAP_CLOSE ? 'a' : 'A') + i);
}

bool score_plays_fill(struct score_plays *out, const struct engine *e, struct worker *w, const struct position *p,
                      const struct level *l)
{
    struct play_map m;
    struct board after[SCORE_PLAYS];
    const enum play_map_owner owner = play_map_owner(p);
    *out = (struct score_plays){.n = 0};
    if (!find_usual(&m, e, w, p, l))
        return false;
    fill_owner(&m, owner, e, w, p, l);
    out->money = letter_of(out, after, &m.money[owner]);
    for (int i = 0; i < PLAY_MAP_AWAY; i++)
        for (int k = 0; k < PLAY_MAP_AWAY; k++)
            out->at[i][k] = letter_of(out, after, &m.at[owner][i][k]);
    return true;
}
