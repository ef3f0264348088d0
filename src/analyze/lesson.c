/* Why a play was wrong; see lesson.h. Cube decisions: lesson_cube.c. */
#include "analyze/lesson.h"

#include <math.h>
#include <stdlib.h>

#include "analyze/after.h"
#include "analyze/lesson_noise.h"
#include "engine/cube.h"
#include "match/numbers.h"

/* A count is a reason if it differs by so many rolls of 36 and its rolls carry so much of the difference; of what comes
 * after another reason, and of one's own next turn, which is further off, more is asked. */
#define ROLLS_DIFFER 3
#define MORE_ROLLS_DIFFER 6
#define ANY_POINT_DIFFERS 10
#define PART_DIFFERS 5 /* a fifth of them: 23 are as many as 20 */
#define CARRIES_FIRST 0.5f
#define CHANCES_CARRY 0.25f
/* The replies, looked at with the bare net, must find at least so much of the error. */
#define REPLIES_FIND 0.4f
/* Chances differ. */
#define CHANCES_DIFFER 0.015f
#define CHANCES_EQUAL 0.01f
#define BLOTS_DIFFER 2
#define AS_GOOD_AS_LOST 0.2f
#define PIPS_DIFFER 0.2f
/* Equities that a pass leaves, and that it does not. */
#define CASHED -0.98f
#define NOT_CASHED -0.9f
#define CASH_CLEAR 0.05f
/* So few replies of 36 carry so much of the difference, and do the same in so much of that. */
#define FEW_ROLLS 10
#define FEW_CARRY 0.7f
#define FEW_ALIKE 0.8f

/* What the chances find of the error by themselves: where they find less, it is the cube. */
#define CHANCES_FIND (1.0f / 3)

enum { HOME_OF_OPPONENT = 19, THIRD = 12 };

struct inquiry {
    const struct engine *engine;
    struct worker *worker;
    const struct position *p;
    const struct candidate *best, *played;
    float error;
    struct after replies[2], own[2]; /* played, best */
    float replied, rolled; /* what the replies, and one's own next rolls, find of the error */
    struct outcome_parts {
        float wins, won, lost, lost_thrice; /* of the error: what wins, gammons won and lost, backgammons lost carry */
        float all; /* what all chances do: the difference without the cube */
    } parts;
};

/* ---- what carries how much ---- */

static float difference_of(const struct after a[2], int roll)
{
    return (a[1].value[roll] - a[0].value[roll]) * (float)roll_weight(roll) / 36;
}

static float sum_of(const struct after a[2])
{
    float sum = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        sum += difference_of(a, i);
    return sum;
}

static bool has(const struct after *a, int roll, int effect)
{
    return (a->effects[roll] >> effect & 1) != 0;
}

/* The share of the rolls in which the effect comes after one play alone: 0 = the play made, 1 = the best one. */
static float share_of(const struct after a[2], float sum, int effect, int alone)
{
    float carried = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        if (has(&a[alone], i, effect) && !has(&a[1 - alone], i, effect))
            carried += difference_of(a, i);
    return sum > 0 ? carried / sum : 0;
}

static unsigned rolls_alone(const struct after a[2], int effect, int alone)
{
    unsigned rolls = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        if (has(&a[alone], i, effect) && !has(&a[1 - alone], i, effect))
            rolls |= 1U << i;
    return rolls;
}

/* ---- reasons, the one that carries most first ---- */

struct found {
    struct reason what;
    float share;
};

struct found_list {
    struct found at[EFFECTS * 2];
    int n;
};

static void add_found(struct found_list *l, struct reason what, float share)
{
    int at = l->n++;
    for (; at > 0 && l->at[at - 1].share < share; at--)
        l->at[at] = l->at[at - 1];
    l->at[at] = (struct found){what, share};
}

/* An effect that the mover suffers (`alone` 0) or enjoys (1). */
static void look_for(struct found_list *l, const struct after a[2], float sum, int effect, int alone, int differ,
                     enum reason_kind kind)
{
    const int count[2] = {effect_count(&a[0], effect), effect_count(&a[1], effect)};
    const float share = share_of(a, sum, effect, alone);
    const int apart = count[alone] - count[1 - alone];
    if (apart < differ || PART_DIFFERS * apart < count[alone] || share < CARRIES_FIRST)
        return;
    if (effect == EFFECT_ESCAPE && !(a[0].block && a[1].block))
        return;
    add_found(l,
              (struct reason){.kind = kind,
                              .point = effect > EFFECT_POINT ? effect - EFFECT_POINT : 0,
                              .count = {count[0], count[1]},
                              .rolls = rolls_alone(a, effect, alone)},
              share);
}

static void look_at_replies(struct inquiry *q, struct found_list *l)
{
    const struct after *a = q->replies;
    if (q->replied < REPLIES_FIND * q->error)
        return;
    look_for(l, a, q->replied, EFFECT_HIT, 0, ROLLS_DIFFER, REASON_SHOTS);
    look_for(l, a, q->replied, EFFECT_DANCE, 1, ROLLS_DIFFER, REASON_DANCES);
    look_for(l, a, q->replied, EFFECT_ANCHOR, 0, ROLLS_DIFFER, REASON_HIS_ANCHOR);
    look_for(l, a, q->replied, EFFECT_ESCAPE, 0, ROLLS_DIFFER, REASON_HIS_ESCAPE);
    for (int p = 3; p <= 8; p++)
        look_for(l, a, q->replied, EFFECT_POINT + p, 0, ROLLS_DIFFER, REASON_HIS_POINT);
}

static int hits_of(const struct inquiry *q, const struct candidate *c)
{
    return q->p->board.point[BOARD_OPPONENT_BAR] - c->after.point[BOARD_OPPONENT_BAR];
}

/* A game that is as good as lost: gammons and backgammons are saved by other things than points and fewer blots. */
static bool is_to_be_saved(const struct inquiry *q)
{
    return q->best->outcome.win < AS_GOOD_AS_LOST && q->parts.lost + fmaxf(q->parts.lost_thrice, 0) > q->parts.wins;
}

/* Where only one play hits, another turn is another story. */
static void look_at_own_rolls(struct inquiry *q, struct found_list *l)
{
    const struct candidate *c[2] = {q->played, q->best};
    const struct after *a = q->own;
    if (hits_of(q, q->played) != hits_of(q, q->best))
        return;
    for (int i = 0; i < 2; i++)
        after_own_rolls(q->engine, q->worker, q->p, &c[i]->after, &q->own[i]);
    q->rolled = sum_of(q->own);
    if (q->rolled < REPLIES_FIND * q->error)
        return;
    look_for(l, a, q->rolled, EFFECT_HIT, 1, MORE_ROLLS_DIFFER, REASON_MY_HIT);
    look_for(l, a, q->rolled, EFFECT_ANCHOR, 1, MORE_ROLLS_DIFFER, REASON_MY_ANCHOR);
    look_for(l, a, q->rolled, EFFECT_ESCAPE, 1, MORE_ROLLS_DIFFER, REASON_MY_ESCAPE);
    if (board_chequers(&q->p->board, HOME_OF_OPPONENT, BOARD_BAR) == 0) /* what counts is to come home safely */
        look_for(l, a, q->rolled, EFFECT_SHOT, 0, ROLLS_DIFFER, REASON_MY_SHOTS);
    for (int p = 4; p <= 7; p++)
        if (!is_to_be_saved(q) && q->played->after.point[p] < 2)
            look_for(l, a, q->rolled, EFFECT_POINT + p, 1, MORE_ROLLS_DIFFER, REASON_MY_POINT);
    if (l->n == 0 && !is_to_be_saved(q))
        look_for(l, a, q->rolled, EFFECT_BUILD, 1, ANY_POINT_DIFFERS, REASON_MY_POINTS);
}

/* ---- chances ---- */

static struct reason chances_of(const struct inquiry *q, enum reason_kind kind, bool lost)
{
    const struct outcome *o[2] = {&q->played->outcome, &q->best->outcome};
    struct reason f = {.kind = kind};
    for (int i = 0; i < 2; i++) {
        f.figure[i] = o[i]->win;
        f.figure[2 + i] = lost ? o[i]->lose_gammon : o[i]->win_gammon;
    }
    return f;
}

/* Files may hold equities alone. */
static bool has_chances(const struct outcome *o)
{
    const float all = o->win + o->win_gammon + o->lose_gammon;
    return isfinite(all) && all > 0;
}

static void find_parts(struct inquiry *q)
{
    struct cube_model m;
    const struct outcome *a = &q->played->outcome, *b = &q->best->outcome;
    if (!has_chances(a) || !has_chances(b))
        return;
    cube_model_init(&m, q->p, engine_met(q->engine));
    const double *price = m.price[q->p->on_roll];
    q->parts = (struct outcome_parts){.wins = 2 * (b->win - a->win),
                                      .won = (float)price[0] * (b->win_gammon - a->win_gammon),
                                      .lost = (float)price[1] * (a->lose_gammon - b->lose_gammon),
                                      .lost_thrice = (float)price[3] * (a->lose_backgammon - b->lose_backgammon),
                                      .all = cube_cubeless(&m, q->p->on_roll, b) - cube_cubeless(&m, q->p->on_roll, a)};
}

/* Wins and gammons point in different ways, or it is gammons alone. */
static void look_at_gammons(struct inquiry *q, struct found_list *l)
{
    const struct outcome *a = &q->played->outcome, *b = &q->best->outcome;
    const bool lost = fabsf(q->parts.lost) > fabsf(q->parts.won);
    const float gammons = q->parts.won + q->parts.lost, main = lost ? q->parts.lost : q->parts.won;
    const float apart = lost ? a->lose_gammon - b->lose_gammon : b->win_gammon - a->win_gammon;
    const bool trade = q->parts.wins * main < 0 && fabsf(b->win - a->win) >= CHANCES_DIFFER;
    const bool alone = fabsf(b->win - a->win) < CHANCES_EQUAL && main >= REPLIES_FIND * q->error;
    if (fabsf(apart) < CHANCES_DIFFER || main * gammons <= 0 || (!trade && !alone) ||
        q->parts.wins + gammons < REPLIES_FIND * q->error)
        return;
    add_found(l, chances_of(q, lost ? REASON_GAMMONS_LOST : REASON_GAMMONS_WON, lost), 1);
}

/* Gammons lost, or backgammons, carry most of it. */
static void look_at_losses(struct inquiry *q, struct found_list *l)
{
    const struct outcome *a = &q->played->outcome, *b = &q->best->outcome;
    const float other = fmaxf(q->parts.wins, q->parts.won);
    if (q->parts.lost_thrice >= CARRIES_FIRST * q->error && a->lose_backgammon - b->lose_backgammon >= CHANCES_DIFFER)
        add_found(l, (struct reason){.kind = REASON_BACKGAMMONS, .figure = {a->lose_backgammon, b->lose_backgammon}},
                  1);
    else if (q->parts.lost > other && q->parts.lost >= CARRIES_FIRST * q->error &&
             a->lose_gammon - b->lose_gammon >= 2 * CHANCES_DIFFER)
        add_found(l, chances_of(q, REASON_MOSTLY_LOST, true), 1);
    else if (q->parts.won > fmaxf(q->parts.wins, q->parts.lost) && q->parts.won >= CARRIES_FIRST * q->error &&
             b->win_gammon - a->win_gammon >= 2 * CHANCES_DIFFER)
        add_found(l, chances_of(q, REASON_MOSTLY_WON, false), 1);
}

/* Being hit costs wins, or gammons lost: it is no reason where gammons that are not won carry the error. */
static bool is_of_gammons_won(const struct inquiry *q)
{
    return q->parts.won >= CARRIES_FIRST * q->error &&
           q->parts.wins + fmaxf(q->parts.lost, 0) < CHANCES_CARRY * q->error;
}

/* ---- the opponent's cube ---- */

/* How far a double of the opponent's is beyond a take; NAN = there is none. */
static float beyond_take(const struct inquiry *q, const struct candidate *c)
{
    struct level l;
    struct cube_answer answer;
    struct position after = *q->p;
    after.board = c->after;
    level_parse("0ply", &l);
    position_pass_turn(&after);
    if (!engine_cube(q->engine, q->worker, &after, &l, &answer))
        return NAN;
    return answer.nd > answer.dp ? NAN : answer.dt - answer.dp;
}

/* The opponent's next double is a pass after the play made, and no pass after the best one. */
static void look_at_cash(struct inquiry *q, struct found_list *l)
{
    if (q->played->equity > CASHED || q->best->equity < NOT_CASHED)
        return;
    if (beyond_take(q, q->played) > CASH_CLEAR && beyond_take(q, q->best) < -CASH_CLEAR)
        add_found(l, (struct reason){.kind = REASON_CASHED}, 1);
}

/* ---- what stands on the board ---- */

static bool counts_as_point(int p)
{
    return (p >= 3 && p <= 8) || (p >= 18 && p <= 23);
}

/* The highest point that `a` has and the others lack; 0 = none. */
static int point_alone(const struct board *a, const struct board *b, const struct board *c)
{
    for (int p = BOARD_BAR - 1; p > 0; p--)
        if (counts_as_point(p) && a->point[p] >= 2 && b->point[p] < 2 && c->point[p] < 2)
            return p;
    return 0;
}

/* `outside`: also of those from 9 to 17, which are given up for better ones. */
static int points_alone(const struct board *a, const struct board *b, bool outside)
{
    int n = 0;
    for (int p = 1; p < BOARD_BAR; p++)
        n += a->point[p] >= 2 && b->point[p] < 2 && (outside || p < 9 || p > 17);
    return n;
}

/* What the two differ in, with the chances that carry the error. */
static void add_with_chances(const struct inquiry *q, struct found_list *l, enum reason_kind kind, int point, int other)
{
    const struct outcome *a = &q->played->outcome, *b = &q->best->outcome;
    const bool lost = q->parts.lost > q->parts.won;
    const float gammons = lost ? q->parts.lost : q->parts.won;
    const float apart = lost ? a->lose_gammon - b->lose_gammon : b->win_gammon - a->win_gammon;
    const bool by_gammons = gammons > q->parts.wins;
    if ((by_gammons ? apart : b->win - a->win) < CHANCES_DIFFER ||
        (by_gammons ? gammons : q->parts.wins) < CHANCES_CARRY * q->error)
        return;
    struct reason f = chances_of(q, kind, lost);
    f.point = point;
    f.count[0] = lost;
    f.count[1] = other;
    if (!by_gammons)
        f.figure[2] = f.figure[3] = 0;
    add_found(l, f, CARRIES_FIRST);
}

static void look_at_hits(struct inquiry *q, struct found_list *l)
{
    const int hits = hits_of(q, q->played), best_hits = hits_of(q, q->best);
    if (best_hits > hits)
        add_with_chances(q, l, REASON_MISSED_HIT, 0, best_hits);
    else if (hits > best_hits && q->parts.all >= CHANCES_FIND * q->error)
        add_with_chances(q, l, REASON_NEEDLESS_HIT, 0, best_hits);
}

static void look_at_points(struct inquiry *q, struct found_list *l)
{
    const struct board *before = &q->p->board, *a = &q->played->after, *b = &q->best->after;
    const int made = point_alone(b, a, before), broken = point_alone(b, a, a), instead = point_alone(a, b, before);
    if (is_to_be_saved(q) || board_is_home(before))
        return;
    if (made > 0 && points_alone(a, b, false) <= (instead > 0))
        add_with_chances(q, l, REASON_MISSED_POINT, made, instead);
    else if (broken > 0 && points_alone(a, b, true) == 0)
        add_with_chances(q, l, REASON_BROKEN_POINT, broken, 0);
}

/* As many rolls may hit, but there is more for them. */
static void look_at_blots(struct inquiry *q, struct found_list *l)
{
    const int blots = blots_exposed(&q->played->after), best = blots_exposed(&q->best->after);
    float carried = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        carried += has(&q->replies[0], i, EFFECT_HIT) ? difference_of(q->replies, i) : 0;
    if (!is_to_be_saved(q) && !is_of_gammons_won(q) && blots - best >= BLOTS_DIFFER &&
        q->replied >= REPLIES_FIND * q->error && carried >= CARRIES_FIRST * q->replied)
        add_found(l, (struct reason){.kind = REASON_BLOTS, .count = {blots, best}}, 1);
}

/* ---- races ---- */

static bool epc_after(const struct inquiry *q, const struct candidate *c, float *out)
{
    struct race_answer r;
    struct position after = *q->p;
    after.board = c->after;
    position_pass_turn(&after);
    if (!engine_race(q->engine, &after, &r))
        return false;
    *out = (float)r.side[q->p->on_roll].race.epc;
    return true;
}

static void look_at_race(struct inquiry *q, struct found_list *l)
{
    const int off[2] = {q->played->after.off[0], q->best->after.off[0]};
    struct reason f = {.kind = REASON_WASTE};
    if (off[1] > off[0])
        add_found(l,
                  (struct reason){.kind = REASON_BORNE_OFF,
                                  .count = {off[0] - q->p->board.off[0], off[1] - q->p->board.off[0]}},
                  1);
    if (epc_after(q, q->played, &f.figure[0]) && epc_after(q, q->best, &f.figure[1]) &&
        f.figure[0] - f.figure[1] >= PIPS_DIFFER)
        add_found(l, f, 1);
}

/* ---- few rolls ---- */

/* What the rolls after which the best play does better add up to; others take some of it back. */
static float gained(const struct inquiry *q)
{
    float sum = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        sum += fmaxf(0, difference_of(q->replies, i));
    return sum;
}

/* The rolls that differ most, if few carry most of it, also of what is gained where as much is lost; 0 = many do. */
static unsigned few_rolls(const struct inquiry *q)
{
    unsigned chosen = 0;
    float carried = 0;
    int weight = 0;
    while (carried < FEW_CARRY * q->replied) {
        int most = -1;
        for (int i = 0; i < CUBE_MAP_ROLLS; i++)
            if ((chosen >> i & 1) == 0 && (most < 0 || difference_of(q->replies, i) > difference_of(q->replies, most)))
                most = i;
        chosen |= 1U << most;
        weight += roll_weight(most);
        carried += difference_of(q->replies, most);
        if (weight > FEW_ROLLS)
            return 0;
    }
    return carried > CARRIES_FIRST * gained(q) ? chosen : 0;
}

static float carried_by(const struct inquiry *q, unsigned rolls)
{
    float sum = 0;
    for (int i = 0; i < CUBE_MAP_ROLLS; i++)
        sum += (rolls >> i & 1) != 0 ? difference_of(q->replies, i) : 0;
    return sum;
}

/* They do something after the play made that they do not after the best one, or the other way round. */
static void look_at_few_rolls(struct inquiry *q, struct found_list *l)
{
    static const struct {
        int effect, alone;
        enum reason_kind kind;
    } looks[] = {{EFFECT_HIT, 0, REASON_FEW_HIT},
                 {EFFECT_DANCE, 1, REASON_FEW_DANCE},
                 {EFFECT_ANCHOR, 0, REASON_FEW_ANCHOR},
                 {EFFECT_ESCAPE, 0, REASON_FEW_ESCAPE}};
    const unsigned few = q->replied < REPLIES_FIND * q->error || is_of_gammons_won(q) ? 0 : few_rolls(q);
    for (size_t i = 0; few != 0 && i < sizeof looks / sizeof *looks; i++) {
        const unsigned rolls = few & rolls_alone(q->replies, looks[i].effect, looks[i].alone);
        if (carried_by(q, rolls) >= FEW_ALIKE * carried_by(q, few))
            add_found(l, (struct reason){.kind = looks[i].kind, .count = {__builtin_popcount(rolls)}, .rolls = rolls},
                      carried_by(q, rolls));
    }
}

/* ---- what can always be said ---- */

/* The mean of the mover's values over 12 of 36 rolls: the opponent's best ones, or the worst. */
static float third_of(const struct after *a, bool worst)
{
    unsigned taken = 0;
    float sum = 0;
    for (int left = THIRD; left > 0;) {
        int next = -1;
        for (int i = 0; i < CUBE_MAP_ROLLS; i++)
            if ((taken >> i & 1) == 0 && (next < 0 || (a->value[i] > a->value[next]) == worst))
                next = i;
        const int weight = roll_weight(next) < left ? roll_weight(next) : left;
        taken |= 1U << next;
        sum += (float)weight * a->value[next];
        left -= weight;
    }
    return sum / THIRD;
}

/* Which replies make the difference: few of them, or the opponent's best or worst third. */
static void look_at_rolls(const struct inquiry *q, struct lesson *out)
{
    if (out->n == LESSON_MOST || q->replied <= 0 || q->replied < REPLIES_FIND * q->error)
        return;
    const unsigned few = few_rolls(q);
    if (few != 0) {
        out->at[out->n++] = (struct reason){.kind = REASON_FEW_ROLLS, .count = {__builtin_popcount(few)}, .rolls = few};
        return;
    }
    for (int worst = 0; worst < 2; worst++) {
        const float played = third_of(&q->replies[0], worst != 0), best = third_of(&q->replies[1], worst != 0);
        if ((best - played) / 3 < CARRIES_FIRST * q->replied)
            continue;
        out->at[out->n++] = (struct reason){.kind = REASON_THIRD, .count = {worst}, .figure = {played, best}};
        return;
    }
}

/* How wins and gammons move, or that it is the cube. */
static void look_at_chances(const struct inquiry *q, struct lesson *out)
{
    const struct outcome *a = &q->played->outcome, *b = &q->best->outcome;
    const bool lost = q->parts.lost > q->parts.won;
    struct reason f;
    if (out->n == LESSON_MOST || !has_chances(a) || !has_chances(b))
        return;
    f = reason_of_chances(a, b, lost, q->error);
    if (q->parts.all < CHANCES_FIND * q->error)
        f = (struct reason){.kind = REASON_IN_CUBE, .figure = {q->parts.all, q->error}};
    else if (q->parts.lost_thrice > fmaxf(q->parts.wins, fmaxf(q->parts.won, q->parts.lost)))
        f = (struct reason){.kind = REASON_BACKGAMMONS, .figure = {a->lose_backgammon, b->lose_backgammon}};
    out->at[out->n++] = f;
}

/* ---- how sure it is ---- */

static bool is_within_noise(const struct inquiry *q, float *twice)
{
    *twice = 2 * noise_of_level(&q->best->level, q->best->stderror, q->played->stderror);
    return q->error < *twice;
}

/* Would the bare net have chosen so? */
static bool turns_with_depth(const struct inquiry *q)
{
    struct level l;
    struct ranked_plays r = {0};
    float best = 0, played = 0;
    level_parse("0ply", &l);
    engine_plays(q->engine, q->worker, q->p, &l, NULL, &r);
    for (int i = 0; i < r.n; i++) {
        if (board_equal(&r.at[i].after, &q->best->after))
            best = r.at[i].cubeful;
        if (board_equal(&r.at[i].after, &q->played->after))
            played = r.at[i].cubeful;
    }
    ranked_plays_done(&r);
    return played > best;
}

/* ---- the whole ---- */

static void take_first(const struct found_list *l, struct lesson *out)
{
    if (l->n > 0 && out->n < LESSON_MOST)
        out->at[out->n++] = l->at[0].what;
}

static void look_ahead(struct inquiry *q)
{
    const struct candidate *c[2] = {q->played, q->best};
    for (int i = 0; i < 2; i++)
        after_replies(q->engine, q->worker, q->p, &c[i]->after, &q->replies[i]);
    q->replied = sum_of(q->replies);
}

static int rolls_apart(const struct reason *r)
{
    return abs(r->count[0] - r->count[1]);
}

/* What makes the shots fewer. */
static void look_at_duplication(const struct inquiry *q, const struct reason *shots, struct lesson *out)
{
    const int number = duplicated_number(&q->best->after, &q->played->after);
    if (out->n == 1 && out->at[0].kind == REASON_SHOTS && shots->count[1] > 0 && number > 0)
        out->at[out->n++] =
            (struct reason){.kind = REASON_DUPLICATION, .point = number, .count = {shots->count[0], shots->count[1]}};
}

/* A hit that was missed, or needless, is the first reason; what the replies show comes second, if it is much, or is
 * what the hit is good for. */
static void look_at_hit_first(struct inquiry *q, struct lesson *out)
{
    struct found_list hit = {.n = 0}, reply = {.n = 0};
    look_at_hits(q, &hit);
    look_at_replies(q, &reply);
    const bool dances = reply.n > 0 && reply.at[0].what.kind == REASON_DANCES;
    if (hit.n > 0 && !dances)
        take_first(&hit, out);
    if (reply.n == 0)
        return;
    if (dances)
        reply.at[0].what.point = hits_of(q, q->best) > 0 && hits_of(q, q->played) == 0;
    if (out->n == 0 || rolls_apart(&reply.at[0].what) >= MORE_ROLLS_DIFFER)
        take_first(&reply, out);
    look_at_duplication(q, &reply.at[0].what, out);
}

static void look_with_contact(struct inquiry *q, struct lesson *out)
{
    static void (*const looks[])(struct inquiry * q, struct found_list * l) = {
        look_at_few_rolls, look_at_gammons, look_at_points, look_at_blots, look_at_own_rolls, look_at_losses};
    struct found_list cash = {.n = 0};
    look_ahead(q);
    look_at_hit_first(q, out);
    look_at_cash(q, &cash);
    take_first(&cash, out);
    for (size_t i = 0; i < sizeof looks / sizeof *looks && out->n == 0; i++) {
        struct found_list l = {.n = 0};
        looks[i](q, &l);
        take_first(&l, out);
    }
}

/* What saves a gammon or a backgammon may waste pips. */
static void look_without_contact(struct inquiry *q, struct lesson *out)
{
    struct found_list losses = {.n = 0}, race = {.n = 0};
    look_at_losses(q, &losses);
    take_first(&losses, out);
    if (out->n == 0)
        look_at_race(q, &race);
    for (int i = 0; i < race.n; i++)
        out->at[out->n++] = race.at[i].what;
}

static void look(struct inquiry *q, struct lesson *out)
{
    if (board_has_contact(&q->p->board))
        look_with_contact(q, out);
    else
        look_without_contact(q, out);
}

void lesson_of_play(const struct engine *e, struct worker *w, const struct position *p, const struct candidate *best,
                    const struct candidate *played, struct lesson *out)
{
    struct inquiry q = {.engine = e, .worker = w, .p = p, .best = best, .played = played};
    float twice;
    q.error = best->equity - played->equity;
    *out = (struct lesson){.n = 0};
    if (!(q.error > 0) || !candidate_is_comparable(best, played))
        return;
    if (is_within_noise(&q, &twice)) {
        out->at[out->n++] = (struct reason){.kind = REASON_CLOSE, .figure = {twice}};
        return;
    }
    find_parts(&q);
    if (board_won(&best->after) == 0 && board_won(&played->after) == 0)
        look(&q, out);
    if (out->n > 0)
        return;
    if (turns_with_depth(&q))
        out->at[out->n++] = (struct reason){.kind = REASON_DEPTH};
    look_at_chances(&q, out);
    look_at_rolls(&q, out);
}
