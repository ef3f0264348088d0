/* Resignations; see resignation.h. */
#include "analyze/resignation.h"

#include "analyze/double.h"
#include "analyze/units.h"
#include "base/language.h"
#include "engine/met.h"
#include "match/replies.h"

bool resignation_is_right(double accept, double refuse)
{
    return resigned_is_accepted(&(struct resigned_analysis){(float)accept, (float)refuse});
}

float resignation_gives(const struct engine *e, const struct position *p)
{
    if (p->length == 0)
        return (float)p->resigned;
    const struct met *met = engine_met(e);
    const struct met_score s = units_score(p);
    return (float)units_equity(met, p, p->turn, met_after(met, &s, p->turn, p->turn, p->resigned * p->cube));
}

/* A value and whose it is. */
struct worth {
    float equity;
    int player;
    struct outcome outcome;
    int plies;
};

static struct worth before_roll(const struct engine *e, struct worker *w, const struct position *p,
                                const struct level *l)
{
    struct cube_answer c;
    const struct level cube = level_of_cube(l);
    const bool live = engine_cube(e, w, p, &cube, &c);
    return (struct worth){live ? c.optimal : c.nd, p->on_roll, c.outcome[0], c.plies};
}

static struct worth after_double(const struct engine *e, struct worker *w, const struct position *p,
                                 const struct level *l)
{
    const struct position undoubled = position_undoubled(p);
    const struct level cube = level_of_cube(l);
    const int who = position_answerer(p);
    struct cube_answer c;
    struct replies r;
    double_value(e, w, &undoubled, &cube, &c);
    replies_to(p, c.dt, c.dp, &c.raises, &r);
    const struct outcome o = who == p->on_roll ? c.outcome[0] : outcome_flip(c.outcome[0]);
    const float cubes = (float)undoubled.cube / (float)p->cube;
    return (struct worth){r.equity[r.best] * cubes, who, o, c.plies};
}

static struct worth after_roll(const struct engine *e, struct worker *w, const struct position *p,
                               const struct level *l)
{
    struct ranked_plays r = {0};
    struct worth worth;
    if (engine_plays(e, w, p, l, NULL, &r) > 0) {
        worth = (struct worth){r.at[0].cubeful, p->on_roll, r.at[0].outcome, r.at[0].plies};
    } else {
        struct position next = *p;
        position_pass_turn(&next);
        worth = before_roll(e, w, &next, l);
    }
    ranked_plays_done(&r);
    return worth;
}

void resignation_judge(const struct engine *e, struct worker *w, const struct position *p, const struct level *l,
                       struct resignation *out)
{
    const struct position on = position_refused(p);
    const struct worth worth = position_is_doubled(&on) ? after_double(e, w, &on, l)
                               : on.dice[0] != 0        ? after_roll(e, w, &on, l)
                                                        : before_roll(e, w, &on, l);
    const bool mine = worth.player == p->turn;
    *out = (struct resignation){.accept = resignation_gives(e, p),
                                .refuse = mine ? worth.equity : -worth.equity,
                                .outcome = mine ? worth.outcome : outcome_flip(worth.outcome),
                                .plies = worth.plies};
    out->right = resignation_is_right(out->accept, out->refuse);
}

void resignation_question(struct strbuf *out, int cubes, bool doubled)
{
    static const char *const games[] = {"", N_("a single game"), N_("a gammon"), N_("a backgammon")};
    tr_put(out,
           tr(doubled ? N_("{0} resigned, a double waits: accept or refuse?") : N_("{0} resigned: accept or refuse?")),
           TR_FILLING(tr(games[cubes & 3])));
}
