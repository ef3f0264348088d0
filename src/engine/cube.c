/* The cube by Janowski's model. Between a dead cube (never turned again) and a live one (always turned at
 * the perfect moment) equities are straight lines, and real positions lie a fraction x of the way from dead to live.
 * Formulas with worked examples: docs/engine.md, "The cube". */
#include "engine/cube.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "engine/hyper.h"

#define X_OF_CONTACT 0.68f
#define X_OF_BEAROFF 0.6f
#define NEVER_AT_ONCE 0.4

/* ---- the model of a position ---- */

static int add_state(struct cube_model *m, int level, int owner)
{
    for (int i = 0; i < m->n_states; i++)
        if (m->state[i].level == level && m->state[i].owner == owner)
            return i;
    struct cube_state *s = &m->state[m->n_states];
    s->level = level, s->owner = owner, s->freely = NOBODY;
    for (int who = 0; who < 2; who++)
        s->doubled[who] = s->raised[who][0] = s->raised[who][1] = -1;
    return m->n_states++;
}

static bool may_double(const struct cube_model *m, const struct cube_state *s, int who, const int away[2], int turns)
{
    if (!m->in_use || s->owner == 1 - who)
        return false;
    return !m->by_level || (s->level < turns && away[who] > m->cube << s->level);
}

/* How often the cube can still be turned, in a model that counts no further than its levels. */
static int turns_left(const struct position *p)
{
    const int most = p->rules.cube_limit > 0 ? p->rules.cube_limit : INT_MAX;
    int turns = 0;
    while (turns < CUBE_LEVELS && p->cube << turns <= most / 2)
        turns++;
    return turns;
}

/* Adds the states that doubling leads to, one after the other; the list grows while it is walked. */
static void add_doubled_states(struct cube_model *m, const int away[2], int turns)
{
    for (int i = 0; i < m->n_states; i++)
        for (int who = 0; who < 2; who++)
            if (may_double(m, &m->state[i], who, away, turns)) {
                const int next = add_state(m, m->by_level ? m->state[i].level + 1 : 0, 1 - who);
                m->state[i].doubled[who] = next;
            }
}

/* Beavers and raccoons skip levels, and leave the cube with who was doubled. Every state above may then come up; they
 * stand in the order of their levels. */
static void add_raised_states(struct cube_model *m, int turns)
{
    for (int level = 1; level <= turns; level++)
        for (int owner = 0; owner < 2; owner++)
            add_state(m, level, 1 - owner);
}

static void link_raised_states(struct cube_model *m, int turns)
{
    for (int i = 0; i < m->n_states; i++)
        for (int who = 0; who < 2; who++)
            for (int raise = 0; raise < 2 - m->one_beaver && m->state[i].doubled[who] >= 0; raise++)
                if (m->state[i].level + 2 + raise <= turns)
                    m->state[i].raised[who][raise] = add_state(m, m->state[i].level + 2 + raise, 1 - who);
}

struct met_score cube_score(const struct position *p)
{
    return (struct met_score){.away = {position_away(p, 0), position_away(p, 1)},
                              .crawford_game = p->crawford_game,
                              .crawford_rule = p->rules.crawford};
}

static void set_score(struct cube_model *m, const struct met *met, const struct met_score *s)
{
    for (int level = 0; level < CUBE_LEVELS; level++)
        for (int who = 0; who < 2; who++)
            for (int times = 1; times <= 3; times++) {
                const int points = times * (m->cube << level);
                m->win[who][level][times - 1] = met_after(met, s, who, who, points);
                m->lose[who][level][times - 1] = met_after(met, s, who, 1 - who, points);
            }
    for (int who = 0; who < 2; who++) {
        met_prices(met, s, who, m->cube, m->price[who]);
        m->centre[who] = (m->win[who][0][0] + m->lose[who][0][0]) / 2;
    }
    m->half = met_stake(met, s, m->cube) / 2;
}

bool cube_has_stake(const struct cube_model *m)
{
    return m->money || m->half != 0;
}

/* Seen by the trailer, whose small chances keep their digits. */
void cube_model_widen_as(struct cube_model *m, const struct position *p, const struct met *met,
                         const struct cube_model *as)
{
    const int trailer = as->centre[0] < 0.5 ? 0 : 1, leader = 1 - trailer;
    const double centre = as->centre[trailer];
    const struct met_score s = cube_score(p);
    m->wide = as->wide;
    for (int level = 0; m->wide > 0 && level < CUBE_LEVELS; level++)
        for (int i = 0; i < 3; i++) {
            const int points = (i + 1) * (m->cube << level);
            m->win[trailer][level][i] = 0.5 + m->wide * (met_after(met, &s, trailer, trailer, points) - centre);
            m->lose[trailer][level][i] = 0.5 + m->wide * (met_after(met, &s, trailer, leader, points) - centre);
            m->win[leader][level][i] = 1 - m->lose[trailer][level][i];
            m->lose[leader][level][i] = 1 - m->win[trailer][level][i];
        }
}

void cube_model_widen(struct cube_model *m, const struct position *p, const struct met *met)
{
    const double enough = 0.01, spread = 0.125;
    if (m->money || m->half == 0 || m->half >= enough)
        return;
    m->wide = spread / m->half;
    cube_model_widen_as(m, p, met, m);
}

double cube_mwc(const struct cube_model *m, int player, double value)
{
    return m->wide > 0 ? m->centre[player] + (value - 0.5) / m->wide : value;
}

/* What a level of the cube is worth near its limit; under Jacoby nothing but single games before the first double. */
static void set_points(struct cube_model *m)
{
    for (int level = 0; level < CUBE_LEVELS; level++)
        for (int who = 0; who < 2; who++)
            for (int times = 1; times <= 3; times++) {
                const bool flat = m->jacoby && level == 0 && m->state[0].owner == CUBE_CENTRED;
                m->win[who][level][times - 1] = (flat ? 1 : times) << level;
                m->lose[who][level][times - 1] = -m->win[who][level][times - 1];
            }
}

/* Under Jacoby as well: a player who threatens gammons doubles first. */
static void set_money_prices(struct cube_model *m)
{
    for (int who = 0; who < 2; who++)
        for (int i = 0; i < 4; i++)
            m->price[who][i] = 1;
}

/* Whose whole match hangs on the game anyway, after the Crawford game or with a cube that wins it for the opponent,
 * loses nothing by turning the cube. */
static bool doubles_freely(const struct cube_model *m, const struct cube_state *s, int who)
{
    return s->doubled[who] >= 0 && s->doubled[1 - who] < 0 &&
           m->lose[who][s->level][0] <= m->lose[who][s->level + 1][2];
}

static void mark_turned_at_once(struct cube_model *m, const int away[2])
{
    for (int i = 0; i < m->n_states; i++) {
        struct cube_state *s = &m->state[i];
        s->freely = doubles_freely(m, s, 0) ? 0 : doubles_freely(m, s, 1) ? 1 : NOBODY;
        s->at_once = s->freely != NOBODY;
    }
    if (m->state[0].owner == CUBE_CENTRED && away[0] == 2 * m->cube && away[1] == 2 * m->cube)
        m->state[0].at_once = true;
}

void cube_model_init(struct cube_model *m, const struct position *p, const struct met *met)
{
    const int away[2] = {position_away(p, 0), position_away(p, 1)}, turns = turns_left(p);
    const struct met_score score = cube_score(p);
    memset(m, 0, sizeof *m); /* the search hashes it */
    m->money = p->length == 0;
    m->cube = p->cube;
    m->in_use = p->rules.cube && !p->crawford_game && turns > 0;
    m->by_level = !m->money || (p->rules.cube && turns < CUBE_LEVELS);
    m->jacoby = m->money && p->rules.jacoby && m->in_use;
    m->beavers = m->money && p->rules.beavers;
    m->one_beaver = m->beavers && m->by_level && p->rules.one_beaver; /* elsewhere it makes no difference */
    add_state(m, 0, p->cube_owner);
    const bool raises = m->beavers && m->by_level && m->in_use;
    if (raises)
        add_raised_states(m, turns);
    add_doubled_states(m, away, turns < CUBE_LEVELS ? turns : CUBE_LEVELS - 1);
    if (raises)
        link_raised_states(m, turns);
    m->n_levels = m->state[m->n_states - 1].level + 1;
    if (m->money) {
        set_money_prices(m);
        set_points(m);
    } else {
        set_score(m, met, &score);
        mark_turned_at_once(m, away);
    }
}

unsigned cube_states_needed(const struct cube_model *m, int roller, unsigned states)
{
    unsigned needed = states;
    for (int i = 0; i < m->n_states; i++)
        if (states >> i & 1 && m->state[i].doubled[roller] >= 0) {
            needed |= 1u << m->state[i].doubled[roller];
            for (int raise = 0; raise < 2; raise++)
                if (m->state[i].raised[roller][raise] >= 0)
                    needed |= 1u << m->state[i].raised[roller][raise];
        }
    return needed;
}

/* ---- straight lines ---- */

static double between(double p, double p0, double v0, double p1, double v1)
{
    return p1 > p0 ? v0 + (p - p0) / (p1 - p0) * (v1 - v0) : v1;
}

/* A live cube: at `drop` the roller's position is worth `dropped`, at `cash` it is worth `cashed`; below and above the
 * lines lead on to the end of the game. The points that the owner of the cube does not allow are left out. */
struct live {
    double lost, drop, dropped, cash, cashed, won;
};

static double live_value(const struct live *l, double p, bool he_may_double, bool i_may_double)
{
    double p0 = 0, v0 = l->lost, p1 = 1, v1 = l->won;
    if (he_may_double) {
        if (p < l->drop)
            return between(p, 0, l->lost, l->drop, l->dropped);
        p0 = l->drop, v0 = l->dropped;
    }
    if (i_may_double) {
        if (p >= l->cash)
            return between(p, l->cash, l->cashed, 1, l->won);
        p1 = l->cash, v1 = l->cashed;
    }
    return between(p, p0, v0, p1, v1);
}

/* ---- money ---- */

/* Take point and cash point of the roller in money play, with a live cube. */
static double money_take_point(double w, double l)
{
    return (l - 0.5) / (w + l + 0.5);
}

static double money_cash_point(double w, double l)
{
    return (l + 1) / (w + l + 0.5);
}

double cube_money_live(double p, double w, double l, int owner, int roller, bool jacoby)
{
    const bool flat = jacoby && owner == CUBE_CENTRED;
    const struct live points = {.lost = flat ? -1 : -l,
                                .drop = money_take_point(w, l),
                                .dropped = -1,
                                .cash = money_cash_point(w, l),
                                .cashed = 1,
                                .won = flat ? 1 : w};
    return live_value(&points, p, owner != roller, owner == CUBE_CENTRED || owner == roller);
}

/* Mean points of a won game: 1 + gammons + backgammons among the wins. */
static double mean_points(double chance, double gammons, double backgammons)
{
    return chance > 0 ? 1 + (gammons + backgammons) / chance : 1;
}

static enum cube_side side_of(const struct cube_state *s, int roller)
{
    return s->owner == CUBE_CENTRED ? CUBE_MIDDLE : s->owner == roller ? CUBE_MINE : CUBE_HIS;
}

static double money_value(const struct cube_model *m, const struct cube_state *s, int roller, const struct outcome *o,
                          const struct cube_efficiency *e)
{
    const double p = o->win;
    const double w = mean_points(p, o->win_gammon, o->win_backgammon);
    const double l = mean_points(1 - p, o->lose_gammon, o->lose_backgammon);
    const bool flat = m->jacoby && s->owner == CUBE_CENTRED;
    const double dead = flat ? 2 * p - 1 : p * w - (1 - p) * l;
    if (!m->in_use)
        return dead;
    const enum cube_side side = side_of(s, roller);
    if (e->exact)
        return e->equity[side];
    const double x = e->x[side];
    return (1 - x) * dead + x * cube_money_live(p, w, l, s->owner, roller, m->jacoby);
}

/* ---- match, and money near the limit of the cube: one more double is worth less than the one before ---- */

/* Shares of single games, gammons and backgammons among a side's wins. */
struct shares {
    double of[3];
};

static struct shares shares_of(double chance, double gammons, double backgammons)
{
    if (chance <= 0)
        return (struct shares){{1, 0, 0}};
    return (struct shares){{1 - gammons / chance, (gammons - backgammons) / chance, backgammons / chance}};
}

static double mean(const struct shares *s, const double mwc[3])
{
    return s->of[0] * mwc[0] + s->of[1] * mwc[1] + s->of[2] * mwc[2];
}

/* Everything about one outcome at all levels of the cube; [who] is seen by that player. */
struct level_points {
    double won[2][CUBE_LEVELS], lost[2][CUBE_LEVELS]; /* mean value after winning, losing with the cube of the level */
    double cash[2][CUBE_LEVELS]; /* live cash points */
};

/* The winning chance at which `who`, doubling at `level`, gets from a take as much as from a drop. After the take the
 * opponent owns a live cube, whose line runs from the owner's cash point to the end of the game. */
static double cash_point(const struct cube_model *m, const struct level_points *t, int who, int level)
{
    const double cashed = m->win[who][level][0];
    const double from = 1 - t->cash[1 - who][level + 1];
    const double v0 = from > 0 ? m->lose[who][level + 1][0] : t->lost[who][level + 1];
    const double v1 = t->won[who][level + 1];
    if (v1 <= v0)
        return 1;
    return fmin(1, fmax(0, from + (cashed - v0) / (v1 - v0) * (1 - from)));
}

static void level_points_of(const struct cube_model *m, int roller, const struct outcome *o, struct level_points *t)
{
    struct shares s[2];
    s[roller] = shares_of(o->win, o->win_gammon, o->win_backgammon);
    s[1 - roller] = shares_of(1 - (double)o->win, o->lose_gammon, o->lose_backgammon);
    for (int level = m->n_levels - 1; level >= 0; level--)
        for (int who = 0; who < 2; who++) {
            t->won[who][level] = mean(&s[who], m->win[who][level]);
            t->lost[who][level] = mean(&s[1 - who], m->lose[who][level]);
            t->cash[who][level] = level + 1 < m->n_levels ? cash_point(m, t, who, level) : 1;
        }
}

double cube_match_cash_point(const struct cube_model *m, int roller, const struct outcome *o, int who, int level)
{
    struct level_points t;
    level_points_of(m, roller, o, &t);
    return t.cash[who][level];
}

static bool doubles_at(const struct cube_model *m, int who, int level)
{
    for (int i = 0; i < m->n_states; i++)
        if (m->state[i].level == level && m->state[i].doubled[who] >= 0)
            return true;
    return false;
}

/* Where no limit of the cube is near, each double leaves as many as there were. */
static void money_window(const struct cube_model *m, int roller, const struct outcome *seen, int who,
                         struct cube_window *out)
{
    const struct outcome o = who == roller ? *seen : outcome_flip(*seen);
    const bool flat = m->jacoby && m->state[0].owner == CUBE_CENTRED;
    const double w = mean_points(o.win, o.win_gammon, o.win_backgammon);
    const double l = mean_points(1 - (double)o.win, o.lose_gammon, o.lose_backgammon);
    const double gain = 2 * w - (flat ? 1 : w), risk = 2 * l - (flat ? 1 : l);
    *out = (struct cube_window){
        .open = risk / (gain + risk), .cash_dead = (l + 0.5) / (w + l), .cash_live = money_cash_point(w, l)};
}

bool cube_window_of(const struct cube_model *m, int roller, const struct outcome *o, int who, int level,
                    struct cube_window *out)
{
    struct level_points t;
    if (!m->by_level && level == 0 && m->state[0].doubled[who] >= 0) {
        money_window(m, roller, o, who, out);
        return true;
    }
    if (!m->by_level || level + 1 >= m->n_levels || !doubles_at(m, who, level))
        return false;
    level_points_of(m, roller, o, &t);
    out->redoubled = !m->money && m->win[who][level + 1][0] >= 1 && doubles_at(m, 1 - who, level + 1);
    const int after = level + (out->redoubled ? 2 : 1);
    const double won = t.won[who][after], lost = t.lost[who][after], cashed = m->win[who][level][0];
    const double gain = won - t.won[who][level], risk = t.lost[who][level] - lost;
    out->open = gain + risk > 0 ? risk / (gain + risk) : 1;
    out->cash_dead = won > lost ? (cashed - lost) / (won - lost) : 1;
    out->cash_live = t.cash[who][level];
    return true;
}

void cube_stakes_at(const struct position *p, const struct met *met, const struct outcome *o, struct cube_stakes *out)
{
    const int who = p->on_roll;
    struct cube_model m;
    struct cube_window w = {.cash_dead = NAN, .cash_live = NAN};
    cube_model_init(&m, p, met);
    if (!cube_window_of(&m, who, o, who, 0, &w))
        w.cash_dead = w.cash_live = NAN;
    const bool none = m.jacoby && p->cube_owner == CUBE_CENTRED;
    *out = (struct cube_stakes){(double)outcome_equity(*o), none ? 0 : m.price[who][0] / 2,
                                none ? 0 : m.price[1 - who][0] / 2, 1 - w.cash_dead, 1 - w.cash_live};
}

/* How surely the cube is turned before the next throw: 1 where that costs nothing, less the more the last double of the
 * game risks for what it can gain, and 0 from the share of risk NEVER_AT_ONCE on. Fitted: docs/lab/engine.md. */
static double turned_at_once(const struct cube_model *m, const struct level_points *t, const struct cube_state *s)
{
    const int who = s->doubled[0] >= 0 ? 0 : 1, k = s->level;
    if (s->at_once || s->doubled[who] < 0 || s->doubled[1 - who] >= 0 || m->money)
        return s->at_once;
    const struct cube_state *next = &m->state[s->doubled[who]];
    if (next->doubled[0] >= 0 || next->doubled[1] >= 0)
        return 0;
    const double gain = t->won[who][k + 1] - t->won[who][k], risk = t->lost[who][k] - t->lost[who][k + 1];
    const double sure = gain + risk > 0 ? fmax(0, 1 - risk / (gain + risk) / NEVER_AT_ONCE) : 0;
    return sure * sure;
}

/* Who turns the cube at once loses nothing by waiting while the double is a take. Where it is a pass a bad roll may
 * cost it, so that waiting is worth less than the pass by what a turn changes, until playing on as usual is worth more.
 */
static double less_than_a_pass(const struct live *l, double at_once, double as_usual, bool own)
{
    const double near = 0.03; /* of winning chances */
    const double floor = l->cashed - near * (l->cashed - l->lost) / l->cash;
    const double ceiling = l->dropped + near * (l->won - l->dropped) / (1 - l->drop);
    return own ? fmin(at_once, fmax(as_usual, floor)) : fmax(at_once, fmin(as_usual, ceiling));
}

static double level_value(const struct cube_model *m, const struct level_points *t, const struct cube_state *s,
                          int roller, double p, const struct cube_efficiency *e)
{
    const int k = s->level;
    const double dead = p * t->won[roller][k] + (1 - p) * t->lost[roller][k];
    if (!m->in_use || (s->doubled[0] < 0 && s->doubled[1] < 0))
        return dead;
    const double usual = e->x[side_of(s, roller)], most = fmin(1, usual / (double)X_OF_BEAROFF);
    const double x = usual + turned_at_once(m, t, s) * (most - usual);
    const struct live l = {.lost = t->lost[roller][k],
                           .drop = 1 - t->cash[1 - roller][k],
                           .dropped = m->lose[roller][k][0],
                           .cash = t->cash[roller][k],
                           .cashed = m->win[roller][k][0],
                           .won = t->won[roller][k]};
    const double live = live_value(&l, p, s->doubled[1 - roller] >= 0, s->doubled[roller] >= 0);
    const double value = (1 - x) * dead + x * live;
    return s->freely != NOBODY ? less_than_a_pass(&l, value, (1 - usual) * dead + usual * live, s->freely == roller)
                               : value;
}

double cube_at_once(const struct cube_model *m, int roller, const struct outcome *o, int state)
{
    struct level_points t;
    if (!m->by_level)
        return 0;
    level_points_of(m, roller, o, &t);
    return turned_at_once(m, &t, &m->state[state]);
}

/* ---- values ---- */

void cube_values(const struct cube_model *m, int roller, const struct outcome *o, const struct cube_efficiency *e,
                 unsigned wanted, float value[CUBE_STATES_MAX])
{
    struct level_points t;
    if (m->by_level)
        level_points_of(m, roller, o, &t);
    for (int i = 0; i < m->n_states; i++)
        if (wanted >> i & 1)
            value[i] = (float)(m->by_level ? level_value(m, &t, &m->state[i], roller, o->win, e)
                                           : money_value(m, &m->state[i], roller, o, e));
}

/* After double and plain take, in the units of the state before it. */
static float doubled_value(const struct cube_model *m, float after)
{
    return m->by_level ? after : 2 * after;
}

static bool may_beaver(const struct cube_model *m, const struct cube_state *s, int roller)
{
    return m->beavers && (!m->by_level || s->raised[roller][0] >= 0);
}

/* In cubes of the state `s`, from values in those of the model. */
static struct cube_raises raises_of(const struct cube_model *m, const struct cube_state *s, int roller,
                                    const float value[CUBE_STATES_MAX])
{
    const int *raised = s->raised[roller];
    const float unit = (float)(1 << s->level);
    return (struct cube_raises){.limited = m->by_level && raised[0] >= 0,
                                .beaver = raised[0] >= 0 ? value[raised[0]] / unit : (float)NAN,
                                .raccoon = raised[1] >= 0 ? value[raised[1]] / unit : (float)NAN};
}

/* After a double and the best answer but passing. */
static float taken(const struct cube_model *m, const struct cube_state *s, int roller,
                   const float value[CUBE_STATES_MAX])
{
    const float plain = doubled_value(m, value[s->doubled[roller]]), unit = (float)(1 << s->level);
    if (!may_beaver(m, s, roller))
        return plain;
    if (!m->by_level)
        return plain < 0 ? 2 * plain : plain;
    const struct cube_raises r = raises_of(m, s, roller, value);
    return fminf(plain, unit * cube_beavered(plain / unit, &r));
}

static float dropped(const struct cube_model *m, int roller, const struct cube_state *s)
{
    return m->by_level ? (float)m->win[roller][s->level][0] : 1;
}

float cube_best(const struct cube_model *m, int roller, int state, const float value[CUBE_STATES_MAX])
{
    const struct cube_state *s = &m->state[state];
    if (s->doubled[roller] < 0)
        return value[state];
    return fmaxf(value[state], fminf(taken(m, s, roller, value), dropped(m, roller, s)));
}

float cube_turned(const struct cube_model *m, float value)
{
    return m->money ? -value : 1 - value;
}

float cube_final(const struct cube_model *m, int roller, int state, int won)
{
    const struct cube_state *s = &m->state[state];
    const int times = won > 0 ? won : -won;
    if (m->by_level)
        return (float)(won > 0 ? m->win[roller][s->level][times - 1] : m->lose[roller][s->level][times - 1]);
    const bool flat = m->jacoby && s->owner == CUBE_CENTRED;
    return (float)((won > 0 ? 1 : -1) * (flat ? 1 : times));
}

float cube_cubeless(const struct cube_model *m, int roller, const struct outcome *o)
{
    const double *price = m->price[roller];
    return (float)(2 * o->win - 1 + price[0] * o->win_gammon - price[1] * o->lose_gammon +
                   price[2] * o->win_backgammon - price[3] * o->lose_backgammon);
}

/* Values have the precision of a float; so have the ends here, that a cube won or lost is 1 or -1 exactly. */
float cube_equity(const struct cube_model *m, int roller, float value)
{
    const double win = (float)m->win[roller][0][0], lose = (float)m->lose[roller][0][0];
    if (m->money)
        return value;
    return win > lose ? (float)((2 * value - win - lose) / (win - lose)) : 0;
}

float cube_from_equity(const struct cube_model *m, int roller, float equity)
{
    return m->money ? equity : (float)(m->centre[roller] + (double)equity * m->half);
}

/* ---- decisions ---- */

/* ORDER VERDICT: by what the doubler should do and how it would be answered. */
enum answer { ANSWER_TAKE, ANSWER_PASS, ANSWER_BEAVER };

static const enum cube_verdict optional[] = {VERDICT_OPTIONAL_TAKE, VERDICT_OPTIONAL_PASS, VERDICT_OPTIONAL_BEAVER};
static const enum cube_verdict right[] = {VERDICT_DOUBLE_TAKE, VERDICT_DOUBLE_PASS, VERDICT_DOUBLE_BEAVER};
static const enum cube_verdict wrong[] = {VERDICT_NO_DOUBLE_TAKE, VERDICT_DOUBLE_PASS, VERDICT_NO_DOUBLE_BEAVER};
static const enum cube_verdict too_good[] = {VERDICT_TOO_GOOD_TAKE, VERDICT_TOO_GOOD_PASS, VERDICT_TOO_GOOD_TAKE};

static enum cube_verdict verdict_of(const struct cube_choice *c, float doubled, enum answer answer, bool gammons,
                                    bool at_once)
{
    const float same = 1e-5f;
    const bool certain = answer == ANSWER_PASS && !gammons; /* nothing is left to play for: claim it */
    if (fabsf(c->nd - doubled) <= same && !certain)
        return at_once ? right[answer] : optional[answer];
    if (doubled > c->nd)
        return right[answer];
    return c->nd > c->dp && gammons ? too_good[answer] : wrong[answer];
}

bool cube_decide(const struct cube_model *m, int roller, const float value[CUBE_STATES_MAX], bool gammons,
                 struct cube_choice *out)
{
    const int doubled = m->state[0].doubled[roller];
    *out = (struct cube_choice){.nd = cube_equity(m, roller, value[0]), .dt = NAN, .dp = NAN};
    out->optimal = out->nd;
    if (doubled < 0)
        return false;
    out->dt = cube_equity(m, roller, doubled_value(m, value[doubled]));
    out->dp = cube_equity(m, roller, dropped(m, roller, &m->state[0]));
    out->raises = raises_of(m, &m->state[0], roller, value);
    const bool beaver = may_beaver(m, &m->state[0], roller) && cube_beaver_is_right(out->dt, &out->raises);
    const enum answer answer = out->dt >= out->dp ? ANSWER_PASS : beaver ? ANSWER_BEAVER : ANSWER_TAKE;
    const float best_answer = fminf(beaver ? cube_beavered(out->dt, &out->raises) : out->dt, out->dp);
    out->optimal = fmaxf(out->nd, best_answer);
    const bool flat = m->jacoby && m->state[0].owner == CUBE_CENTRED;
    out->verdict = verdict_of(out, best_answer, answer, gammons && !flat, m->state[0].at_once);
    return true;
}

/* ---- efficiency ---- */

static bool all_home(const struct board *b)
{
    for (int p = 7; p <= BOARD_BAR; p++)
        if (b->point[p] > 0 || b->point[25 - p] < 0)
            return false;
    return true;
}

static float x_of_class(const struct board *on_roll)
{
    if (board_has_contact(on_roll))
        return X_OF_CONTACT;
    if (all_home(on_roll))
        return X_OF_BEAROFF;
    return fminf(0.7f, fmaxf(0.6f, 0.55f + 0.00125f * (float)board_pips(on_roll)));
}

/* The x at which the interpolation gives the exact money equity; a match is believed to be no livelier than usual. */
static float x_of_equity(double exact, double dead, double live, double most)
{
    return live == dead ? 0 : (float)fmin(most, fmax(0, (exact - dead) / (live - dead)));
}

static void set_exact(struct cube_efficiency *e, const float equity[BEAROFF_CUBES])
{
    enum { ME = 0, HIM = 1 };
    static const struct {
        enum bearoff_cube column;
        int owner;
    } of[CUBE_SIDES] = {
        [CUBE_MINE] = {BEAROFF_OWNED, ME},
        [CUBE_MIDDLE] = {BEAROFF_CENTRED, CUBE_CENTRED},
        [CUBE_HIS] = {BEAROFF_OPPONENT_OWNS, HIM},
    };
    const double dead = equity[BEAROFF_CUBELESS];
    e->exact = true;
    for (int i = 0; i < CUBE_SIDES; i++) {
        e->equity[i] = equity[of[i].column];
        e->x[i] = x_of_equity(e->equity[i], dead, cube_money_live((dead + 1) / 2, 1, 1, of[i].owner, ME, false),
                              X_OF_BEAROFF);
    }
}

void cube_efficiency_of(const struct bearoff *tables, const struct board *on_roll, struct cube_efficiency *out)
{
    float equity[BEAROFF_CUBES];
    const float x = x_of_class(on_roll);
    *out = (struct cube_efficiency){.x = {x, x, x}};
    const bool small = tables && on_roll->off[0] > 0 && on_roll->off[1] > 0 && all_home(on_roll);
    const struct bearoff_two *two = small ? bearoff_two_sided(tables) : NULL;
    if (two && bearoff_two_equities(two, on_roll, equity))
        set_exact(out, equity);
}

void cube_efficiency_of_hyper(const struct hyper_value *v, bool jacoby, struct cube_efficiency *out)
{
    enum { ME = 0, HIM = 1 };
    static const int owner[CUBE_SIDES] = {[CUBE_MINE] = ME, [CUBE_MIDDLE] = CUBE_CENTRED, [CUBE_HIS] = HIM};
    static const enum hyper_cube column[CUBE_SIDES] = {
        [CUBE_MINE] = HYPER_OWNED, [CUBE_MIDDLE] = HYPER_CENTRED, [CUBE_HIS] = HYPER_OPPONENT_OWNS};
    const struct outcome *o = &v->outcome;
    const double p = o->win, w = mean_points(p, o->win_gammon, o->win_backgammon);
    const double l = mean_points(1 - p, o->lose_gammon, o->lose_backgammon), dead = p * w - (1 - p) * l;
    out->exact = true;
    for (int i = 0; i < CUBE_SIDES; i++) {
        out->equity[i] = v->equity[column[i]];
        out->x[i] = x_of_equity(out->equity[i], dead, cube_money_live(p, w, l, owner[i], ME, false), X_OF_CONTACT);
    }
    if (jacoby)
        out->equity[CUBE_MIDDLE] = v->equity[HYPER_JACOBY];
}
