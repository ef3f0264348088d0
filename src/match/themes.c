/* Themes; see themes.h. Boards are seen by the player who moves, also after the play. */
#include "base/language.h"
#include "match/themes.h"

#include <math.h>
#include <stdlib.h>

#include "base/strbuf.h"
#include "match/numbers.h"
#include "match/phase.h"
#include "match/shots.h"

enum {
    HOME = 6,
    BOLD_SHOTS = 4, /* of 36: so many more or fewer are a choice between safe and bold */
    PRIME = 4,
    STACK = 3,
    MIDPOINT = 13,
    SPARE_PIPS = 16, /* with fewer to play, what is held has to be broken soon */
    LAST_CHEQUERS = 2,
    MORE_BLOTS = 2,
    MORE_BUILDING = 4 /* of 36 */
};

/* Of the doubler's wins; in money play 20 to 25 % are usual. */
#define GAMMONISH 0.30f

/* ORDER THEME */
const char *const decision_theme_names[THEMES] = {"point-making",
                                                  "hit",
                                                  "safe-v-bold",
                                                  "escape",
                                                  "key-point",
                                                  "breaking-point",
                                                  "missed-hit",
                                                  "missed-point",
                                                  "race",
                                                  "bear-off",
                                                  "opening",
                                                  "reply",
                                                  "stacking",
                                                  "anchor",
                                                  "prime",
                                                  "entering",
                                                  "holding",
                                                  "mutual-holding",
                                                  "blitz",
                                                  "prime-v-prime",
                                                  "backgame",
                                                  "ace-point",
                                                  "crunch",
                                                  "timing",
                                                  "needless-hit",
                                                  "loose-hit",
                                                  "double-hit",
                                                  "containment",
                                                  "bear-in-contact",
                                                  "bear-off-contact",
                                                  "crossover",
                                                  "recube",
                                                  "race-cube",
                                                  "last-roll",
                                                  "gammonish",
                                                  "too-good",
                                                  "score-cube",
                                                  "dead-cube",
                                                  "beaver",
                                                  "market-losers",
                                                  "crawford",
                                                  "post-crawford",
                                                  "double-match-point",
                                                  "wastage",
                                                  "diversification",
                                                  "duplication",
                                                  "blot-count",
                                                  "time-trouble"};
static const char *const said[THEMES] = {N_("making a point"),
                                         N_("hitting"),
                                         N_("safe or bold"),
                                         N_("escaping"),
                                         N_("key point"),
                                         N_("breaking a point"),
                                         N_("missed hit"),
                                         N_("missed point"),
                                         N_("race"),
                                         N_("bear-off"),
                                         N_("opening roll"),
                                         N_("reply to the opening"),
                                         N_("stacking"),
                                         N_("anchor"),
                                         N_("prime"),
                                         N_("entering"),
                                         N_("holding game"),
                                         N_("mutual holding game"),
                                         N_("blitz"),
                                         N_("prime against prime"),
                                         N_("back game"),
                                         N_("ace-point game"),
                                         N_("crunch"),
                                         N_("timing"),
                                         N_("needless hit"),
                                         N_("loose hit"),
                                         N_("double hit"),
                                         N_("containment"),
                                         N_("bear-in against contact"),
                                         N_("bear-off against contact"),
                                         N_("crossovers"),
                                         N_("recube"),
                                         N_("cube in a race"),
                                         N_("last roll"),
                                         N_("many gammons"),
                                         N_("too good to double"),
                                         N_("cube at this score"),
                                         N_("dead cube"),
                                         N_("beaver"),
                                         N_("market losers"),
                                         N_("Crawford game"),
                                         N_("after the Crawford game"),
                                         N_("double match point"),
                                         N_("wastage"),
                                         N_("diversification"),
                                         N_("duplication"),
                                         N_("number of blots"),
                                         N_("time trouble")};

const char *theme_name(enum decision_theme t)
{
    return t < THEMES ? decision_theme_names[t] : "";
}

const char *theme_words(enum decision_theme t)
{
    return t < THEMES ? said[t] : "";
}

void themes_text(theme_set themes, const char *between, struct strbuf *out)
{
    bool first = true;
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (themes >> t & 1) {
            strbuf_printf(out, "%s%s", first ? "" : between, decision_theme_names[t]);
            first = false;
        }
}

size_t themes_named(theme_set themes, const char **names)
{
    size_t n = 0;
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (themes >> t & 1)
            names[n++] = decision_theme_names[t];
    return n;
}

static theme_set theme_if(bool holds, enum decision_theme t)
{
    return holds ? (theme_set)1 << t : 0;
}

/* ---- what stands on a board ---- */

static int opposing(const struct board *b, int from, int to)
{
    int n = 0;
    for (int p = from; p <= to; p++)
        n += b->point[p] < 0 ? -b->point[p] : 0;
    return n;
}

static bool is_made(const struct board *b, int point)
{
    return b->point[point] >= 2;
}

/* The longest block with an opposing chequer behind it; *lowest: its lowest point. */
static int longest_prime(const struct board *b, int *lowest)
{
    int longest = 0, run = 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        run = is_made(b, p) ? run + 1 : 0;
        if (run > longest && opposing(b, BOARD_OPPONENT_BAR, p - run) > 0) {
            longest = run;
            *lowest = p - run + 1;
        }
    }
    return longest;
}

static int stacked(const struct board *b)
{
    int n = 0;
    for (int p = 1; p < BOARD_BAR; p++)
        n += b->point[p] > STACK ? b->point[p] - STACK : 0;
    return n;
}

static int hits_made(const struct board *before, const struct board *after)
{
    return before->point[BOARD_OPPONENT_BAR] - after->point[BOARD_OPPONENT_BAR];
}

/* Points worth a name: the player's from the deuce to the 8 point, and anchors with the opponent's bar point. */
static bool counts_as_point(int p)
{
    return (p >= 2 && p <= 8) || (p >= 18 && p <= 23);
}

static bool is_key_point(int p)
{
    return p == 4 || p == 5 || p == 7 || p == 20 || p == 21;
}

static bool is_anchor(int p)
{
    return p >= 19 && p <= 23;
}

static bool makes(const struct board *before, const struct board *after, bool (*which)(int))
{
    for (int p = 1; p < BOARD_BAR; p++)
        if (which(p) && is_made(after, p) && !is_made(before, p))
            return true;
    return false;
}

static bool breaks(const struct board *before, const struct board *after, bool (*which)(int))
{
    return makes(after, before, which);
}

/* ---- chequer play: what one play does ---- */

static bool hits_loosely(const struct board *before, const struct board *after)
{
    for (int p = 1; p <= HOME; p++)
        if (before->point[p] == -1 && after->point[p] == 1)
            return true;
    return false;
}

/* Out of the opponent's home. */
static bool escapes(const struct board *before, const struct board *after)
{
    return board_chequers(after, 19, BOARD_BAR) < board_chequers(before, 19, BOARD_BAR);
}

static bool changes_prime(const struct board *before, const struct board *after)
{
    int low;
    const int was = longest_prime(before, &low), is = longest_prime(after, &low);
    return was != is && (was >= PRIME || is >= PRIME);
}

static theme_set themes_of_one(const struct board *before, const struct board *after)
{
    const int hits = hits_made(before, after);
    return theme_if(hits > 0, THEME_HIT) | theme_if(hits > 1, THEME_DOUBLE_HIT) |
           theme_if(hits_loosely(before, after), THEME_LOOSE_HIT) |
           theme_if(makes(before, after, counts_as_point), THEME_POINT_MAKING) |
           theme_if(makes(before, after, is_key_point) || breaks(before, after, is_key_point), THEME_KEY_POINT) |
           theme_if(breaks(before, after, counts_as_point), THEME_BREAKING_POINT) |
           theme_if(makes(before, after, is_anchor) || breaks(before, after, is_anchor), THEME_ANCHOR) |
           theme_if(escapes(before, after), THEME_ESCAPE) | theme_if(changes_prime(before, after), THEME_PRIME);
}

/* Nobody makes or keeps points while bearing off, against contact or not. */
#define THEMES_OF_POINTS                                                                                               \
    (theme_if(true, THEME_POINT_MAKING) | theme_if(true, THEME_MISSED_POINT) | theme_if(true, THEME_KEY_POINT) |       \
     theme_if(true, THEME_BREAKING_POINT) | theme_if(true, THEME_DIVERSIFICATION))

/* ---- chequer play: what two plays differ in ---- */

/* No more builders, and more rolls for them. */
static bool diversifies(const struct board *played, const struct board *best)
{
    int builders[2];
    const int rolls = rolls_that_build(played, &builders[0]), best_rolls = rolls_that_build(best, &builders[1]);
    return builders[1] <= builders[0] && best_rolls - rolls >= MORE_BUILDING;
}

static theme_set themes_of_two(const struct board *before, const struct board *played, const struct board *best)
{
    struct shots shots[2];
    const int hits = hits_made(before, played), best_hits = hits_made(before, best);
    shots_at(played, &shots[0]);
    shots_at(best, &shots[1]);
    return theme_if(best_hits > 0 && hits == 0, THEME_MISSED_HIT) |
           theme_if(best_hits == 0 && hits > 0, THEME_NEEDLESS_HIT) |
           theme_if(makes(before, best, counts_as_point) && !makes(before, played, counts_as_point),
                    THEME_MISSED_POINT) |
           theme_if(abs(shots[0].rolls - shots[1].rolls) >= BOLD_SHOTS, THEME_SAFE_V_BOLD) |
           theme_if(stacked(played) != stacked(best), THEME_STACKING) |
           theme_if(abs(blots_exposed(played) - blots_exposed(best)) >= MORE_BLOTS, THEME_BLOT_COUNT) |
           theme_if(shots[1].rolls > 0 && shots[1].rolls < shots[0].rolls && duplicated_number(best, played) > 0,
                    THEME_DUPLICATION) |
           theme_if(diversifies(played, best), THEME_DIVERSIFICATION);
}

/* ---- chequer play: what the position is ---- */

static theme_set theme_of_plan(const struct board *b, enum variant variant)
{
    static const theme_set themes[PLANS] = {
        [PLAN_BEAR_IN] = (theme_set)1 << THEME_BEAR_OFF_CONTACT,
        [PLAN_CRUNCH] = (theme_set)1 << THEME_CRUNCH,
        [PLAN_BACKGAME] = (theme_set)1 << THEME_BACKGAME,
        [PLAN_ACE_POINT] = (theme_set)1 << THEME_ACE_POINT,
        [PLAN_BLITZ] = (theme_set)1 << THEME_BLITZ,
        [PLAN_PRIME_PRIME] = (theme_set)1 << THEME_PRIME_V_PRIME,
        [PLAN_MUTUAL_HOLDING] = (theme_set)1 << THEME_MUTUAL_HOLDING,
        [PLAN_HOLDING] = (theme_set)1 << THEME_HOLDING,
    };
    return themes[plan_of(b, variant)];
}

/* Pips that can be played with chequers outside of home, anchors and prime before they are home. */
static int spare_pips(const struct board *b, int prime, int lowest)
{
    int pips = 0;
    for (int p = HOME + 1; p < 18; p++) {
        const int kept = prime >= PRIME && p >= lowest && p < lowest + prime ? 2 : 0;
        pips += b->point[p] > kept ? (b->point[p] - kept) * (p - HOME) : 0;
    }
    return pips;
}

/* A prime or an anchor is held, and little is left to play besides. */
static bool is_short_of_time(const struct board *b)
{
    int lowest = 0;
    const int prime = longest_prime(b, &lowest);
    bool anchor = false;
    for (int p = 18; p < BOARD_BAR; p++)
        anchor = anchor || is_made(b, p);
    return (prime >= PRIME || anchor) && spare_pips(b, prime, lowest) < SPARE_PIPS;
}

/* The opponent bears off already, and somebody of theirs has to come around. */
static bool contains(const struct board *b)
{
    return b->off[1] > 0 && opposing(b, BOARD_OPPONENT_BAR, 18) > 0;
}

static bool bears_in(const struct board *b)
{
    return board_chequers(b, MIDPOINT, BOARD_BAR) == 0 && board_chequers(b, HOME + 1, MIDPOINT - 1) > 0;
}

static theme_set themes_with_contact(const struct board *b, enum variant variant)
{
    return theme_of_plan(b, variant) | theme_if(b->point[BOARD_BAR] > 0, THEME_ENTERING) |
           theme_if(is_short_of_time(b), THEME_TIMING) | theme_if(contains(b), THEME_CONTAINMENT) |
           theme_if(bears_in(b), THEME_BEAR_IN_CONTACT);
}

static bool stands_as_at_start(const struct board *b, const struct board *start)
{
    for (int p = 1; p <= BOARD_BAR; p++)
        if ((b->point[p] > 0 ? b->point[p] : 0) != (start->point[p] > 0 ? start->point[p] : 0))
            return false;
    return true;
}

/* The first play, and the reply to it, with all chequers where they stood at first, or one of them hit. */
static theme_set themes_of_beginning(const struct board *b, enum variant variant)
{
    struct board start, turned;
    board_start(&start, variant);
    board_flip(b, &turned);
    if (board_equal(b, &start))
        return theme_if(true, THEME_OPENING);
    const bool untouched = stands_as_at_start(b, &start);
    struct board entered = *b;
    if (b->point[BOARD_BAR] > 0) {
        entered.point[24] = (int8_t)(entered.point[24] + entered.point[BOARD_BAR]);
        entered.point[BOARD_BAR] = 0;
    }
    return theme_if((untouched || stands_as_at_start(&entered, &start)) && !stands_as_at_start(&turned, &start),
                    THEME_REPLY);
}

static theme_set themes_of_score(const struct position *p)
{
    const int away[2] = {position_away(p, 0), position_away(p, 1)};
    if (p->length == 0)
        return 0;
    if (away[0] == 1 && away[1] == 1)
        return theme_if(true, THEME_DOUBLE_MATCH_POINT);
    return theme_if(p->crawford_game, THEME_CRAWFORD) |
           theme_if(!p->crawford_game && (away[0] == 1 || away[1] == 1), THEME_POST_CRAWFORD);
}

static int crossovers(const struct board *b)
{
    int n = 0;
    for (int p = 1; p <= BOARD_BAR; p++)
        n += b->point[p] > 0 ? b->point[p] * ((p + HOME - 1) / HOME) : 0;
    return n;
}

static theme_set themes_of_race(const struct board *b, const struct board *played, const struct board *best,
                                enum variant variant)
{
    return theme_if(phase_of(b, variant) == PHASE_RACE, THEME_RACE) |
           theme_if(phase_of(b, variant) == PHASE_BEAROFF, THEME_BEAR_OFF) |
           theme_if(best != NULL && crossovers(played) != crossovers(best), THEME_CROSSOVER);
}

theme_set themes_of_play(const struct position *p, const struct board *played, const struct board *best)
{
    const struct board *b = &p->board;
    const enum variant variant = p->rules.variant;
    const bool two = best != NULL && !board_equal(played, best);
    theme_set all = themes_of_score(p);
    if (!board_has_contact(b))
        return all | themes_of_race(b, played, two ? best : NULL, variant);
    all |= themes_of_one(b, played) | (two ? themes_of_one(b, best) | themes_of_two(b, played, best) : 0);
    if (board_is_home(b))
        all &= ~THEMES_OF_POINTS;
    if (variant != VARIANT_BACKGAMMON && variant != VARIANT_NACKGAMMON)
        return all;
    return all | themes_with_contact(b, variant) | themes_of_beginning(b, variant);
}

/* ---- the cube ---- */

static theme_set themes_of_cube_at_score(const struct position *p)
{
    const bool dead = position_double_is_dead(p);
    if (p->length == 0)
        return 0;
    return theme_if(dead, THEME_DEAD_CUBE) |
           theme_if(dead || 2 * p->cube >= position_away(p, p->on_roll), THEME_SCORE_CUBE);
}

static bool is_gammonish(const struct outcome *o)
{
    return o->win > 0 && o->win_gammon >= GAMMONISH * o->win;
}

static theme_set themes_of_equities(const struct cube_analysis *c, bool contact)
{
    const bool beaver = c->verdict == VERDICT_NO_DOUBLE_BEAVER || c->verdict == VERDICT_DOUBLE_BEAVER ||
                        c->verdict == VERDICT_OPTIONAL_BEAVER;
    return theme_if(contact && is_gammonish(&c->branch[0].outcome), THEME_GAMMONISH) |
           theme_if(c->nd > c->dp && c->dt > c->dp, THEME_TOO_GOOD) | theme_if(beaver, THEME_BEAVER) |
           theme_if(c->market >= MARKET_URGENT, THEME_MARKET_LOSERS);
}

theme_set themes_of_cube(const struct position *p, const struct cube_analysis *c)
{
    const struct board *b = &p->board;
    const bool contact = board_has_contact(b);
    const bool last = board_in_play(b) <= LAST_CHEQUERS || board_opponent_in_play(b) <= LAST_CHEQUERS;
    return themes_of_score(p) | themes_of_cube_at_score(p) | theme_if(p->cube_owner != CUBE_CENTRED, THEME_RECUBE) |
           theme_if(!contact, THEME_RACE_CUBE) | theme_if(!contact && last, THEME_LAST_ROLL) |
           (contact ? theme_of_plan(b, p->rules.variant) : 0) |
           (c != NULL && !isnan(c->nd) ? themes_of_equities(c, contact) : 0);
}

/* ---- of an event ---- */

/* Effective pip counts are the engine's: what it found is a reason. */
static bool wastes(const struct lesson *l)
{
    bool any = false;
    for (int i = 0; l != NULL && i < l->n; i++)
        any = any || l->at[i].kind == REASON_WASTE;
    return any;
}

theme_set themes_of_event(const struct annotation *note, const struct position *p, const struct board *played,
                          bool cube)
{
    const struct play_analysis *plays = note != NULL ? note->play : NULL;
    if (cube)
        return themes_of_cube(p, note != NULL ? note->cube : NULL);
    return themes_of_play(p, played, plays != NULL && plays->n > 0 ? &plays->candidates[0].after : NULL) |
           theme_if(plays != NULL && wastes(plays->lesson), THEME_WASTAGE);
}
