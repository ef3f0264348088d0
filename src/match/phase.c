/* Phases and plans; see phase.h. */
#include "base/language.h"
#include "match/phase.h"

enum { HOME = 6, FEW_MOVED = 4, FAR_BEHIND = 20, BLITZ_POINTS = 3, PRIME = 4, CRUNCHED = 6 };

/* ORDER PHASE */
const char *phase_name(enum phase p)
{
    static const char *const names[PHASES] = {N_("opening"), N_("middle"), N_("race"), N_("bear-off")};
    return p < PHASES ? names[p] : "";
}

/* ORDER PLAN */
const char *plan_name(enum plan p)
{
    static const char *const names[PLANS] = {
        N_("contact"),  N_("race"),           N_("bear-in"), N_("crunch"),
        N_("backgame"), N_("ace-point"),      N_("blitz"),   N_("prime against prime"),
        N_("prime"),    N_("mutual holding"), N_("holding")};
    return p < PLANS ? names[p] : "";
}

/* ---- phases ---- */

/* How many chequers have left the points on which they stood at first. */
static int moved(const struct board *b, const struct board *start)
{
    int n = 0;
    for (int p = 1; p < BOARD_BAR; p++)
        if (start->point[p] > 0 && b->point[p] < start->point[p])
            n += start->point[p] - (b->point[p] > 0 ? b->point[p] : 0);
    return n;
}

static bool is_opening(const struct board *b, enum variant variant)
{
    struct board start, turned;
    board_start(&start, variant);
    board_flip(b, &turned);
    return b->point[BOARD_BAR] == 0 && b->point[BOARD_OPPONENT_BAR] == 0 && b->off[0] == 0 && b->off[1] == 0 &&
           moved(b, &start) <= FEW_MOVED && moved(&turned, &start) <= FEW_MOVED;
}

enum phase phase_of(const struct board *b, enum variant variant)
{
    if (!board_has_contact(b))
        return board_is_home(b) ? PHASE_BEAROFF : PHASE_RACE;
    return is_opening(b, variant) ? PHASE_OPENING : PHASE_MIDDLE;
}

/* ---- plans ---- */

static int made(const struct board *b, int from, int to)
{
    int n = 0;
    for (int p = from; p <= to; p++)
        n += b->point[p] >= 2;
    return n;
}

/* Opposing chequers on lower points than `below`, the bar included. */
static int trapped(const struct board *b, int below)
{
    int n = -b->point[BOARD_OPPONENT_BAR];
    for (int p = 1; p < below; p++)
        n += b->point[p] < 0 ? -b->point[p] : 0;
    return n;
}

/* Four points or more in a row with an opposing chequer behind them. */
static bool has_prime(const struct board *b)
{
    int run = 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        run = b->point[p] >= 2 ? run + 1 : 0;
        if (run >= PRIME && trapped(b, p - run + 1) > 0)
            return true;
    }
    return false;
}

static bool is_crunched(const struct board *b)
{
    return board_chequers(b, 3, BOARD_BAR) <= CRUNCHED;
}

/* Somebody to attack, who has no place to stand. */
static bool is_blitz(const struct board *b)
{
    bool target = b->point[BOARD_OPPONENT_BAR] < 0, anchor = false;
    for (int p = 1; p <= HOME; p++) {
        target = target || b->point[p] == -1;
        anchor = anchor || b->point[p] < -1;
    }
    return target && !anchor && made(b, 1, HOME) >= BLITZ_POINTS;
}

/* Nothing behind the ace-point anchor, and the opponent's own chequers are out of one's home. */
static bool is_ace_point(const struct board *b)
{
    return b->point[24] >= 2 && board_chequers(b, 19, 23) == 0 && b->point[BOARD_BAR] == 0 && trapped(b, HOME + 1) == 0;
}

static bool has_anchor(const struct board *b)
{
    return made(b, 18, 21) > 0;
}

static enum plan defensive_plan(const struct board *b)
{
    if (board_pips(b) - board_opponent_pips(b) < FAR_BEHIND)
        return PLAN_CONTACT;
    return made(b, 19, 24) >= 2 ? PLAN_BACKGAME : is_ace_point(b) ? PLAN_ACE_POINT : PLAN_CONTACT;
}

enum plan plan_of(const struct board *b, enum variant variant)
{
    struct board turned;
    if (!board_has_contact(b))
        return PLAN_RACE;
    if (variant != VARIANT_BACKGAMMON && variant != VARIANT_NACKGAMMON)
        return PLAN_CONTACT; /* three chequers make no plan of these */
    if (board_is_home(b))
        return PLAN_BEAR_IN;
    if (is_crunched(b))
        return PLAN_CRUNCH;
    if (defensive_plan(b) != PLAN_CONTACT)
        return defensive_plan(b);
    board_flip(b, &turned);
    if (has_prime(b))
        return has_prime(&turned) ? PLAN_PRIME_PRIME : PLAN_PRIME;
    if (is_blitz(b))
        return PLAN_BLITZ;
    if (!has_anchor(b))
        return PLAN_CONTACT;
    return has_anchor(&turned) ? PLAN_MUTUAL_HOLDING : PLAN_HOLDING;
}
