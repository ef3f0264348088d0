/* Maps of a position; see maps.h. */
#include "analyze/maps.h"

#include "analyze/one_roll.h"

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
