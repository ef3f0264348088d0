/* What a model of the cube can know of a collected decision, beside what came of it. Two rows for each line: the cube
 * as it stands, and doubled in the opponent's hands. Equities are per cube of the row's own state. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cube_model.h"
#include "engine/question.h"
#include "match/phase.h"
#include "format/posid.h"

enum { FIELDS = 26 };

struct line {
    char id[XGID_MAX];
    long number;
    double field[2][12]; /* by branch: equity, error, then the five chances, each with its error */
};

static bool read_line(char *text, struct line *out)
{
    char *at = text;
    for (int i = 0; i < FIELDS; i++) {
        char *word = strsep(&at, "\t");
        if (!word)
            return false;
        if (i == 0)
            out->number = atol(word);
        else if (i == 1)
            snprintf(out->id, sizeof out->id, "%s", word);
        else
            out->field[(i - 2) / 12][(i - 2) % 12] = atof(word);
    }
    return true;
}

static struct outcome chances_of(const double field[12])
{
    return (struct outcome){(float)field[2], (float)field[4], (float)field[6], (float)field[8], (float)field[10]};
}

/* What a state is worth by the model's ends, in equities normalised to the present cube. */
struct ends {
    double dead, live;
    double won, lost; /* the mean value of a won, a lost game */
    double unit; /* half of what lies between winning and losing the state's own cube */
};

static double value_with(const struct cube_model *m, int who, int state, const struct outcome *o, float x)
{
    const struct cube_efficiency e = {.x = {x, x, x}};
    float value[CUBE_STATES_MAX];
    cube_values(m, who, o, &e, 1u << state, value);
    return (double)cube_equity(m, who, value[state]) * (m->money && state != 0 ? 2 : 1);
}

static struct ends ends_of(const struct cube_model *m, int who, int state, const struct outcome *o)
{
    const float win = fmaxf(o->win, 1e-6f), lose = fmaxf(1 - o->win, 1e-6f);
    const struct outcome won = {1, o->win_gammon / win, o->win_backgammon / win, 0, 0};
    const struct outcome lost = {0, 0, 0, o->lose_gammon / lose, o->lose_backgammon / lose};
    const struct outcome single = {1, 0, 0, 0, 0}, none = {0, 0, 0, 0, 0};
    return (struct ends){
        .dead = value_with(m, who, state, o, 0),
        .live = value_with(m, who, state, o, 1),
        .won = value_with(m, who, state, &won, 0),
        .lost = value_with(m, who, state, &lost, 0),
        .unit = (value_with(m, who, state, &single, 0) - value_with(m, who, state, &none, 0)) / 2,
    };
}

/* How far the equity is thrown about by the next roll: cubeless, played at 0 plies. */
static double volatility(const struct desk *d, const struct position *p)
{
    struct level l;
    struct ranked_plays plays = {0};
    double sum = 0, squares = 0;
    level_parse("0ply", &l);
    for (int i = 0; i < WORKER_THROWS; i++) {
        struct position q = *p;
        q.dice[0] = search_throws[i].high, q.dice[1] = search_throws[i].low;
        q.rules.cube = false;
        double e = NAN;
        if (engine_plays(d->engine, d->worker, &q, &l, NULL, &plays) > 0) {
            e = (double)plays.at[0].cubeless;
        } else {
            struct evaluation v;
            position_pass_turn(&q);
            engine_eval(d->engine, d->worker, &q, &l, &v);
            e = -(double)v.cubeless;
        }
        sum += search_throws[i].weight * e, squares += search_throws[i].weight * e * e;
    }
    ranked_plays_done(&plays);
    return sqrt(fmax(0, squares / 36 - sum / 36 * (sum / 36)));
}

static void print_row(const struct line *l, const struct position *p, int branch, const struct cube_model *m,
                      const struct cube_answer plies[2], double vol)
{
    const int who = p->on_roll, state = branch == 0 ? 0 : m->state[0].doubled[who];
    const int side = branch == 1 ? 2 : p->cube_owner == CUBE_CENTRED ? 1 : 0; /* ORDER cube_side */
    const struct outcome of[3] = {chances_of(l->field[branch]), plies[0].outcome[0], plies[1].outcome[0]};
    struct board turned;
    board_flip(&p->board, &turned);
    printf("%ld %d %d %d %d %d %d %d %d %d", l->number, branch, side, p->length, p->rules.jacoby,
           (int)plan_of(&p->board, VARIANT_BACKGAMMON), (int)plan_of(&turned, VARIANT_BACKGAMMON),
           position_away(p, who), position_away(p, 1 - who), p->cube);
    printf(" %d %d %.5f %.5f", board_pips(&p->board), board_opponent_pips(&p->board), l->field[branch][0],
           l->field[branch][1]);
    for (int i = 0; i < 3; i++) {
        const struct ends e = ends_of(m, who, state, &of[i]);
        printf(" %.5f %.5f %.5f %.5f %.5f %.5f", (double)of[i].win, e.dead, e.live, e.won, e.lost, e.unit);
    }
    for (int i = 0; i < 2; i++)
        printf(" %.5f", (double)(branch == 0 ? plies[i].nd : plies[i].dt));
    printf(" %.5f\n", vol);
}

static void take_line(const struct desk *d, const struct line *l)
{
    struct position p;
    const char *problem;
    size_t fault;
    struct cube_model m;
    struct cube_answer answer[2];
    if (!xgid_read((struct span){l->id, strlen(l->id)}, &p, &problem, &fault))
        return;
    cube_model_init(&m, &p, engine_met(d->engine));
    for (int i = 0; i < 2; i++) {
        struct level level;
        level_parse(i == 0 ? "0ply" : "2ply", &level);
        if (!engine_cube(d->engine, d->worker, &p, &level, &answer[i]))
            return;
    }
    const double vol = volatility(d, &p);
    for (int branch = 0; branch < 2; branch++)
        print_row(l, &p, branch, &m, answer, vol);
}

int features(const struct desk *d, const char *path)
{
    char text[4096];
    FILE *f = fopen(path, "r");
    if (!f) {
        perror(path);
        return 1;
    }
    while (fgets(text, sizeof text, f)) {
        struct line l;
        if (read_line(text, &l))
            take_line(d, &l);
    }
    fclose(f);
    return 0;
}
