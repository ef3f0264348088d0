/* Sentences; see lessons.h. One table of templates: for each kind of reason its patterns, when they are used, and
 * what fills their holes, in this order. */
#include "report/lessons.h"

#include <math.h>
#include <string.h>

#include "base/language.h"
#include "document/draft.h"

enum { HOLES_MOST = 6, CONDITIONS_MOST = 2, ROLLS_NAMED = 3, FACES = 6 };

/* What fills a hole: of counts and figures, which. */
struct hole {
    enum {
        HOLE_NONE,
        HOLE_COUNT,
        HOLE_POINT,
        HOLE_PLAY, /* the best */
        HOLE_ROLLS,
        HOLE_CHANCE,
        HOLE_EQUITY,
        HOLE_PIPS,
        HOLE_WASTED,
        HOLE_LOST_WINS /* what the wins carry */
    } what;
    int of;
};
/* clang-format off */
#define PLAYED {HOLE_COUNT, 0}
#define BEST {HOLE_COUNT, 1}
#define POINT {HOLE_POINT, 0}
#define PLAY {HOLE_PLAY, 0}
#define ROLLS {HOLE_ROLLS, 0}
#define CHANCE(i) {HOLE_CHANCE, i}
#define EQUITY(i) {HOLE_EQUITY, i}
#define PIPS(i) {HOLE_PIPS, i}
#define WASTED {HOLE_WASTED, 0}
#define LOST_WINS {HOLE_LOST_WINS, 0}
#define NOTHING {HOLE_NONE, 0}
/* clang-format on */

struct sentence { /* the first of its kind of reason whose conditions hold */
    enum reason_kind kind;
    const char *one, *many; /* by the first count; NULL = the same */
    struct hole hole[HOLES_MOST];
    bool (*when[CONDITIONS_MOST])(const struct reason *f);
};

/* ---- conditions ---- */

static bool is_none_played(const struct reason *f)
{
    return f->count[0] == 0;
}

static bool is_none_after_best(const struct reason *f)
{
    return f->count[1] == 0;
}

static bool is_some_after_best(const struct reason *f)
{
    return f->count[1] > 0;
}

static bool are_few_rolls(const struct reason *f)
{
    return __builtin_popcount(f->rolls) <= ROLLS_NAMED;
}

static bool has_point(const struct reason *f)
{
    return f->point > 0;
}

static bool are_wins_more(const struct reason *f)
{
    return f->figure[0] - f->figure[1] > 0.01f;
}

static bool are_gammons_more(const struct reason *f)
{
    return f->figure[2] > f->figure[3];
}

static bool are_gammons_fewer(const struct reason *f)
{
    return f->figure[2] < f->figure[3];
}

/* The difference is in wins; else in gammons won; else lost. */
static bool is_in_wins(const struct reason *f)
{
    return f->figure[3] == 0;
}

static bool is_in_gammons_won(const struct reason *f)
{
    return f->count[0] == 0;
}

static bool is_other_point(const struct reason *f)
{
    return f->count[1] > 0;
}

static bool is_part_beyond(const struct reason *f) /* the whole error: its cost is not named */
{
    return f->count[1] > 0;
}

static bool are_two_hit(const struct reason *f)
{
    return f->count[1] > 1;
}

static bool is_no_market(const struct reason *f)
{
    return f->figure[0] < 0.0005f;
}

static bool are_gammons_alike(const struct reason *f)
{
    return f->figure[2] == f->figure[3];
}

static bool are_wins_alike(const struct reason *f)
{
    return fabsf(f->figure[0] - f->figure[1]) < 0.005f;
}

static bool are_wins_any_more(const struct reason *f)
{
    return f->figure[0] > f->figure[1];
}

static bool is_first(const struct reason *f) /* of what count[0] tells apart */
{
    return f->count[0] == 0;
}

static bool is_pass_best(const struct reason *f)
{
    return f->count[0] == WORTH_PASS;
}

static bool is_take_best(const struct reason *f)
{
    return f->count[0] == WORTH_TAKE;
}

static bool has_no_chances(const struct reason *f)
{
    return f->figure[0] == 0;
}

static const struct sentence sentences[] = {
    {REASON_SHOTS, "Leaves {0} shots; {1} leaves {2}.", .hole = {PLAYED, PLAY, BEST}, .when = {is_some_after_best}},
    {REASON_SHOTS, "Leaves a shot to {0}; {1} leaves none.", .hole = {ROLLS, PLAY}, .when = {are_few_rolls}},
    {REASON_SHOTS, NN_("Leaves {0} shot; {1} leaves none.", "Leaves {0} shots; {1} leaves none."),
     .hole = {PLAYED, PLAY}},
    {REASON_DANCES, "{0} hits, and {1} rolls dance.", .hole = {PLAY, BEST}, .when = {has_point}},
    {REASON_DANCES, "The opponent always enters; after {1} {0} rolls dance.", .hole = {BEST, PLAY},
     .when = {is_none_played}},
    {REASON_DANCES, "The opponent dances with {0} rolls, with {1} after {2}.", .hole = {PLAYED, BEST, PLAY}},
    {REASON_HIS_ANCHOR, "The opponent makes an anchor with {0} rolls, with none after {1}.", .hole = {PLAYED, PLAY},
     .when = {is_none_after_best}},
    {REASON_HIS_ANCHOR, "The opponent makes an anchor with {0} rolls, with {1} after {2}.",
     .hole = {PLAYED, BEST, PLAY}},
    {REASON_HIS_POINT, "The opponent makes the {0} point with {1} rolls, with none after {2}.",
     .hole = {POINT, PLAYED, PLAY}, .when = {is_none_after_best}},
    {REASON_HIS_POINT, "The opponent makes the {0} point with {1} rolls, with {2} after {3}.",
     .hole = {POINT, PLAYED, BEST, PLAY}},
    {REASON_HIS_ESCAPE, "The opponent escapes with {0} rolls, with none after {1}.", .hole = {PLAYED, PLAY},
     .when = {is_none_after_best}},
    {REASON_HIS_ESCAPE, "The opponent escapes with {0} rolls, with {1} after {2}.", .hole = {PLAYED, BEST, PLAY}},
    {REASON_MY_POINT, "After {0} {1} rolls make the {2} point next turn; now none does.", .hole = {PLAY, BEST, POINT},
     .when = {is_none_played}},
    {REASON_MY_POINT,
     NN_("Next turn {0} roll makes the {1} point; {2} after {3}.",
         "Next turn {0} rolls make the {1} point; {2} after {3}."),
     .hole = {PLAYED, POINT, BEST, PLAY}},
    {REASON_MY_ANCHOR, "After {0} {1} rolls make an anchor next turn; now none does.", .hole = {PLAY, BEST},
     .when = {is_none_played}},
    {REASON_MY_ANCHOR,
     NN_("Next turn {0} roll makes an anchor; {1} after {2}.", "Next turn {0} rolls make an anchor; {1} after {2}."),
     .hole = {PLAYED, BEST, PLAY}},
    {REASON_MY_ESCAPE, "After {0} {1} rolls escape next turn; now none does.", .hole = {PLAY, BEST},
     .when = {is_none_played}},
    {REASON_MY_ESCAPE, NN_("Next turn {0} roll escapes; {1} after {2}.", "Next turn {0} rolls escape; {1} after {2}."),
     .hole = {PLAYED, BEST, PLAY}},
    {REASON_MY_HIT, "After {0} {1} rolls hit next turn; now none does.", .hole = {PLAY, BEST},
     .when = {is_none_played}},
    {REASON_MY_HIT, NN_("Next turn {0} roll hits; {1} after {2}.", "Next turn {0} rolls hit; {1} after {2}."),
     .hole = {PLAYED, BEST, PLAY}},
    {REASON_MY_SHOTS, "Next turn {0} rolls leave a shot; none after {1}.", .hole = {PLAYED, PLAY},
     .when = {is_none_after_best}},
    {REASON_MY_SHOTS, "Next turn {0} rolls leave a shot; {1} after {2}.", .hole = {PLAYED, BEST, PLAY}},
    {REASON_MY_POINTS, "After {0} {1} rolls make a point from 4 to 7 next turn; now none does.", .hole = {PLAY, BEST},
     .when = {is_none_played}},
    {REASON_MY_POINTS,
     NN_("Next turn {0} roll makes a point from 4 to 7; {1} after {2}.",
         "Next turn {0} rolls make a point from 4 to 7; {1} after {2}."),
     .hole = {PLAYED, BEST, PLAY}},
    {REASON_DUPLICATION, "{0} duplicates {1}s: the opponent has two uses for them.", .hole = {PLAY, POINT}},
    {REASON_BLOTS, "Leaves {0} blots that may be hit; {1} leaves none.", .hole = {PLAYED, PLAY},
     .when = {is_none_after_best}},
    {REASON_BLOTS, "Leaves {0} blots that may be hit; {1} leaves {2}.", .hole = {PLAYED, PLAY, BEST}},
    {REASON_FEW_HIT,
     NN_("The difference is in {0}, which hits; after {1} it does not.",
         "The difference is in {0}, which hit; after {1} they do not."),
     .hole = {ROLLS, PLAY}},
    {REASON_FEW_ANCHOR,
     NN_("The difference is in {0}, which makes an anchor; after {1} it does not.",
         "The difference is in {0}, which make an anchor; after {1} they do not."),
     .hole = {ROLLS, PLAY}},
    {REASON_FEW_ESCAPE,
     NN_("The difference is in {0}, which escapes; after {1} it does not.",
         "The difference is in {0}, which escape; after {1} they do not."),
     .hole = {ROLLS, PLAY}},
    {REASON_FEW_DANCE,
     NN_("The difference is in {0}, which dances after {1}, but not now.",
         "The difference is in {0}, which dance after {1}, but not now."),
     .hole = {ROLLS, PLAY}},
    {REASON_GAMMONS_WON, "Wins more gammons ({2} against {3}), but fewer games ({0} against {1}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_gammons_more}},
    {REASON_GAMMONS_WON, "Wins more games ({0} against {1}), but fewer gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_wins_more}},
    {REASON_GAMMONS_WON, "Wins as many games, but fewer gammons ({0} against {1}).", .hole = {CHANCE(2), CHANCE(3)}},
    {REASON_GAMMONS_LOST, "Loses fewer gammons ({2} against {3}), but wins fewer games ({0} against {1}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_gammons_fewer}},
    {REASON_GAMMONS_LOST, "Wins more games ({0} against {1}), but loses more gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_wins_more}},
    {REASON_GAMMONS_LOST, "Wins as many games, but loses more gammons ({0} against {1}).",
     .hole = {CHANCE(2), CHANCE(3)}},
    {REASON_MOSTLY_LOST, "Most of it is gammons: {0} lost instead of {1}.", .hole = {CHANCE(2), CHANCE(3)}},
    {REASON_MOSTLY_WON, "Most of it is gammons: {0} won instead of {1}.", .hole = {CHANCE(2), CHANCE(3)}},
    {REASON_BACKGAMMONS, "Loses a backgammon in {0} of the games instead of {1}.", .hole = {CHANCE(0), CHANCE(1)}},
    {REASON_CASHED, "The opponent can double, and it would be a pass; not so after {0}.", .hole = {PLAY}},
    {REASON_MISSED_POINT, "The {0} point is worth more than the {1} point: {2} wins instead of {3}.",
     .hole = {POINT, BEST, CHANCE(1), CHANCE(0)}, .when = {is_other_point, is_in_wins}},
    {REASON_MISSED_POINT, "The {0} point is worth more than the {1} point: {2} gammons won instead of {3}.",
     .hole = {POINT, BEST, CHANCE(3), CHANCE(2)}, .when = {is_other_point, is_in_gammons_won}},
    {REASON_MISSED_POINT, "The {0} point is worth more than the {1} point: {2} gammons lost instead of {3}.",
     .hole = {POINT, BEST, CHANCE(3), CHANCE(2)}, .when = {is_other_point}},
    {REASON_MISSED_POINT, "{0} makes the {1} point: {2} wins instead of {3}.",
     .hole = {PLAY, POINT, CHANCE(1), CHANCE(0)}, .when = {is_in_wins}},
    {REASON_MISSED_POINT, "{0} makes the {1} point: wins {2} gammons instead of {3}.",
     .hole = {PLAY, POINT, CHANCE(3), CHANCE(2)}, .when = {is_in_gammons_won}},
    {REASON_MISSED_POINT, "{0} makes the {1} point: loses {2} gammons instead of {3}.",
     .hole = {PLAY, POINT, CHANCE(3), CHANCE(2)}},
    {REASON_BROKEN_POINT, "Gives up the {0} point: {1} wins instead of {2}.", .hole = {POINT, CHANCE(0), CHANCE(1)},
     .when = {is_in_wins}},
    {REASON_BROKEN_POINT, "Gives up the {0} point: {1} gammons won instead of {2}.",
     .hole = {POINT, CHANCE(2), CHANCE(3)}, .when = {is_in_gammons_won}},
    {REASON_BROKEN_POINT, "Gives up the {0} point: {1} gammons lost instead of {2}.",
     .hole = {POINT, CHANCE(2), CHANCE(3)}},
    {REASON_MISSED_HIT, "{0} hits two: {1} wins instead of {2}.", .hole = {PLAY, CHANCE(1), CHANCE(0)},
     .when = {are_two_hit, is_in_wins}},
    {REASON_MISSED_HIT, "{0} hits two: {1} gammons won instead of {2}.", .hole = {PLAY, CHANCE(3), CHANCE(2)},
     .when = {are_two_hit, is_in_gammons_won}},
    {REASON_MISSED_HIT, "{0} hits two: {1} gammons lost instead of {2}.", .hole = {PLAY, CHANCE(3), CHANCE(2)},
     .when = {are_two_hit}},
    {REASON_MISSED_HIT, "{0} hits: {1} wins instead of {2}.", .hole = {PLAY, CHANCE(1), CHANCE(0)},
     .when = {is_in_wins}},
    {REASON_MISSED_HIT, "{0} hits: {1} gammons won instead of {2}.", .hole = {PLAY, CHANCE(3), CHANCE(2)},
     .when = {is_in_gammons_won}},
    {REASON_MISSED_HIT, "{0} hits: {1} gammons lost instead of {2}.", .hole = {PLAY, CHANCE(3), CHANCE(2)}},
    {REASON_NEEDLESS_HIT, "The second hit does not pay: {0} wins, {1} without it.", .hole = {CHANCE(0), CHANCE(1)},
     .when = {is_some_after_best, is_in_wins}},
    {REASON_NEEDLESS_HIT, "The second hit does not pay: {0} gammons won, {1} without it.",
     .hole = {CHANCE(2), CHANCE(3)}, .when = {is_some_after_best, is_in_gammons_won}},
    {REASON_NEEDLESS_HIT, "The second hit does not pay: {0} gammons lost, {1} without it.",
     .hole = {CHANCE(2), CHANCE(3)}, .when = {is_some_after_best}},
    {REASON_NEEDLESS_HIT, "The hit does not pay: {0} wins, {1} without it.", .hole = {CHANCE(0), CHANCE(1)},
     .when = {is_in_wins}},
    {REASON_NEEDLESS_HIT, "The hit does not pay: {0} gammons won, {1} without it.", .hole = {CHANCE(2), CHANCE(3)},
     .when = {is_in_gammons_won}},
    {REASON_NEEDLESS_HIT, "The hit does not pay: {0} gammons lost, {1} without it.", .hole = {CHANCE(2), CHANCE(3)}},
    {REASON_WASTE, "Wastes {0} pips: effective pip count {1}, {2} after {3}.",
     .hole = {WASTED, PIPS(0), PIPS(1), PLAY}},
    {REASON_BORNE_OFF, "Bears off nothing; {0} bears off {1}.", .hole = {PLAY, BEST}, .when = {is_none_played}},
    {REASON_BORNE_OFF, "Bears off {0}; {1} bears off {2}.", .hole = {PLAYED, PLAY, BEST}},
    {REASON_MARKET, "{0} of the next exchanges lose the market, by {1} on average.", .hole = {CHANCE(0), EQUITY(1)}},
    {REASON_EARLY, "Too early: no exchange of rolls loses the market.", .hole = {NOTHING}, .when = {is_no_market}},
    {REASON_EARLY, "Too early: only {0} of the next exchanges lose the market.", .hole = {CHANCE(0)}},
    {REASON_CASH, "The opponent would have to pass: cashing is worth {0}, playing on {1}.",
     .hole = {EQUITY(1), EQUITY(0)}},
    {REASON_TOO_GOOD, "Too good to double: playing on is worth {0}, a pass {1}; {2} of the games are gammons.",
     .hole = {EQUITY(0), EQUITY(1), CHANCE(2)}},
    {REASON_TAKE, "A take needs {0} wins with a cube this live, and has {1}, with {2} gammons lost.",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2)}, .when = {is_first}},
    {REASON_TAKE, "A take needs {0} wins with a dead cube, and has {1}, with {2} gammons lost.",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2)}},
    {REASON_PASS, "A take needs {0} wins with a cube this live, and has {1}.", .hole = {CHANCE(0), CHANCE(1)},
     .when = {is_first}},
    {REASON_PASS, "A take needs {0} wins with a dead cube, and has {1}.", .hole = {CHANCE(0), CHANCE(1)}},
    {REASON_SCORE, "For money this would be right; at {0}-away {1}-away it is not.", .hole = {PLAYED, BEST}},
    {REASON_LAST_ROLL, "The last roll: {0} of 36 win.", .hole = {PLAYED}},
    {REASON_CLOSE, "Close: the difference is within twice the noise of the evaluation; a rollout would show.",
     .hole = {NOTHING}},
    {REASON_CHANCES, "Wins {0} of the games instead of {1}.", .hole = {CHANCE(0), CHANCE(1)},
     .when = {are_gammons_alike, is_part_beyond}},
    {REASON_CHANCES, "Wins {0} of the games instead of {1}, which costs {2}.",
     .hole = {CHANCE(0), CHANCE(1), LOST_WINS}, .when = {are_gammons_alike}},
    {REASON_CHANCES, "Wins as many games, but {0} gammons instead of {1}.", .hole = {CHANCE(2), CHANCE(3)},
     .when = {are_wins_alike, is_in_gammons_won}},
    {REASON_CHANCES, "Wins as many games, but loses {0} gammons instead of {1}.", .hole = {CHANCE(2), CHANCE(3)},
     .when = {are_wins_alike}},
    {REASON_CHANCES, "Wins more games ({0} against {1}), but fewer gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_wins_any_more, is_in_gammons_won}},
    {REASON_CHANCES, "Wins more games ({0} against {1}), but loses more gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_wins_any_more}},
    {REASON_CHANCES, "Wins fewer games ({0} against {1}), though more gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {is_in_gammons_won, are_gammons_more}},
    {REASON_CHANCES, "Wins {0} of the games instead of {1}, and {2} gammons instead of {3}.",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {is_in_gammons_won}},
    {REASON_CHANCES, "Wins fewer games ({0} against {1}), though it loses fewer gammons ({2} against {3}).",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}, .when = {are_gammons_fewer}},
    {REASON_CHANCES, "Wins {0} of the games instead of {1}, and loses {2} gammons instead of {3}.",
     .hole = {CHANCE(0), CHANCE(1), CHANCE(2), CHANCE(3)}},
    {REASON_IN_CUBE, "The difference is mostly in the cube: {0} without it, {1} with it.",
     .hole = {EQUITY(0), EQUITY(1)}},
    {REASON_FEW_ROLLS, "Most of the difference is in {0}.", .hole = {ROLLS}},
    {REASON_THIRD, "The opponent's best third of rolls leaves {0}, {1} after {2}.",
     .hole = {EQUITY(0), EQUITY(1), PLAY}, .when = {is_first}},
    {REASON_THIRD, "The opponent's worst third of rolls leaves {0}, {1} after {2}.",
     .hole = {EQUITY(0), EQUITY(1), PLAY}},
    {REASON_WORTH, "A pass is worth {0} more.", .hole = {EQUITY(2)}, .when = {has_no_chances, is_pass_best}},
    {REASON_WORTH, "A take is worth {0} more.", .hole = {EQUITY(2)}, .when = {has_no_chances, is_take_best}},
    {REASON_WORTH, "Doubling is worth {0} more.", .hole = {EQUITY(2)}, .when = {has_no_chances, is_first}},
    {REASON_WORTH, "Not doubling is worth {0} more.", .hole = {EQUITY(2)}, .when = {has_no_chances}},
    {REASON_WORTH, "With {0} wins, {1} gammons lost, a pass is worth {2} more.",
     .hole = {CHANCE(0), CHANCE(1), EQUITY(2)}, .when = {is_pass_best}},
    {REASON_WORTH, "With {0} wins, {1} gammons lost, a take is worth {2} more.",
     .hole = {CHANCE(0), CHANCE(1), EQUITY(2)}, .when = {is_take_best}},
    {REASON_WORTH, "With {0} wins, {1} gammons, doubling is worth {2} more.", .hole = {CHANCE(0), CHANCE(1), EQUITY(2)},
     .when = {is_first}},
    {REASON_WORTH, "With {0} wins, {1} gammons, not doubling is worth {2} more.",
     .hole = {CHANCE(0), CHANCE(1), EQUITY(2)}},
    {REASON_BEAVER, "A beaver is worth {0}, a take {1}, a pass {2}.", .hole = {EQUITY(0), EQUITY(1), EQUITY(2)}},
    {REASON_DEPTH, "A matter of depth: at first sight it looks best.", .hole = {NOTHING}},
};

static const struct sentence *sentence_of(const struct reason *f)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++) {
        const struct sentence *s = &sentences[i];
        bool holds = s->kind == f->kind;
        for (int k = 0; k < CONDITIONS_MOST && s->when[k] != NULL; k++)
            holds = holds && s->when[k](f);
        if (holds)
            return s;
    }
    return NULL;
}

/* ---- what fills the holes ---- */

struct about {
    const struct board *before;
    const struct play *best;
};

static void put_one_roll(struct draft *b, int high, int low)
{
    words_begin(b, "{0}-{1}", NULL, 0);
    put_count(b, high);
    put_count(b, low);
    node_end(b);
}

/* The highest first: "6-4, 6-1 and 3-3". */
static void put_rolls(struct draft *b, unsigned set)
{
    int left = __builtin_popcount(set);
    node_begin(b, NODE_SPAN, ROLE_NONE);
    for (int high = FACES; high > 0; high--)
        for (int low = high; low > 0; low--)
            if ((set >> roll_index(high, low) & 1) != 0) {
                put_one_roll(b, high, low);
                left--;
                if (left > 0)
                    put_words(b, left > 1 ? ", " : " and ");
            }
    node_end(b);
}

static void put_share(struct draft *b, float chance)
{
    put_number(b, (struct number){.value = (double)chance, .decimals = 1, .unit = UNIT_SHARE});
}

static void put_figure(struct draft *b, float figure, int decimals, enum unit unit)
{
    put_number(b, (struct number){.value = (double)figure, .decimals = decimals, .unit = unit});
}

static void put_hole(struct draft *b, const struct about *d, const struct reason *f, struct hole hole)
{
    switch (hole.what) {
    case HOLE_NONE:
        break;
    case HOLE_COUNT:
        put_count(b, f->count[hole.of]);
        break;
    case HOLE_POINT:
        put_count(b, f->point);
        break;
    case HOLE_PLAY:
        put_play(b, d->before, d->best);
        break;
    case HOLE_ROLLS:
        put_rolls(b, f->rolls);
        break;
    case HOLE_CHANCE:
        put_share(b, f->figure[hole.of]);
        break;
    case HOLE_EQUITY:
        put_figure(b, f->figure[hole.of], 3, UNIT_NONE);
        break;
    case HOLE_PIPS:
        put_figure(b, f->figure[hole.of], 1, UNIT_PIPS);
        break;
    case HOLE_WASTED:
        put_figure(b, f->figure[0] - f->figure[1], 1, UNIT_PIPS);
        break;
    case HOLE_LOST_WINS:
        put_figure(b, 2 * (f->figure[1] - f->figure[0]), 3, UNIT_NONE);
        break;
    }
}

static void put_sentence(struct draft *b, const struct about *d, const struct reason *f)
{
    const struct sentence *s = sentence_of(f);
    if (s == NULL)
        return;
    words_begin(b, s->one, s->many, f->count[0]);
    for (int i = 0; i < HOLES_MOST && s->hole[i].what != HOLE_NONE; i++)
        put_hole(b, d, f, s->hole[i]);
    node_end(b);
}

/* ---- the paragraph ---- */

/* What was done is the other of the best action. Figures that come with a raccoon may be of any cube. */
static void cube_figures(const struct decision *d, struct lesson *out)
{
    const struct cube_analysis *c = d->note->cube;
    switch (d->event->kind) {
    case EVENT_TAKE:
        reasons_of_cube(c, WORTH_PASS, out);
        break;
    case EVENT_DROP:
        reasons_of_cube(c, WORTH_TAKE, out);
        break;
    case EVENT_DOUBLE:
        reasons_of_cube(c, WORTH_ROLL, out);
        break;
    case EVENT_BEAVER:
        reasons_of_beaver(c, out);
        break;
    case EVENT_RACCOON:
        break;
    default:
        reasons_of_cube(c, WORTH_DOUBLE, out);
        break;
    }
}

/* Of errors that nobody has looked at once more, what their figures say, in `own`. */
static const struct lesson *lesson_of(const struct decision *d, bool cube, struct lesson *own)
{
    const struct annotation *a = d->note;
    const struct lesson *l = NULL;
    *own = (struct lesson){.n = 0};
    if (a != NULL && cube && a->cube != NULL) {
        l = a->cube->lesson;
        if (l == NULL && a->cube_skill != SKILL_NONE && !decision_asks_reply(d))
            cube_figures(d, own);
    } else if (a != NULL && !cube && a->play != NULL && a->play->n > 0) {
        l = a->play->lesson;
        if (l == NULL && a->play_skill != SKILL_NONE)
            reasons_of_chances(a->play, own);
    }
    l = l != NULL ? l : own;
    return l->n > 0 ? l : NULL;
}

/* `before` and `best` are kept. */
static void lesson_sentences(struct draft *b, const struct lesson *l, const struct board *before,
                             const struct play *best)
{
    const struct about about = {before, best};
    for (int i = 0; i < l->n; i++) {
        if (i > 0)
            put_words(b, " ");
        put_sentence(b, &about, &l->at[i]);
    }
}

static const struct play *best_of(const struct decision *d)
{
    const struct play_analysis *p = d->note != NULL ? d->note->play : NULL;
    return p != NULL && p->n > 0 ? &p->candidates[0].play : NULL;
}

/* ---- what other analyses of the record say ---- */

static void put_agreement(struct draft *b, const struct annotation_set *by, const char *words, double error,
                          const struct board *before, const struct play *best)
{
    put_words(b, " ");
    words_begin(b, words, NULL, 0);
    put_text(b, by->engine);
    put_figure(b, (float)error, 3, UNIT_NONE);
    if (best != NULL)
        put_play(b, before, best);
    node_end(b);
}

/* The same is right: how much the error costs there. */
static void put_other_cost(struct draft *b, const struct annotation_set *by, float ours, float theirs)
{
    const char *words = theirs <= 0                         ? "{0} finds no error."
                        : (double)theirs < (double)ours / 2 ? "{0} finds a smaller error: {1}."
                                                            : "{0} agrees: it costs {1}.";
    put_agreement(b, by, words, (double)theirs, NULL, NULL);
}

static void other_of_play(struct draft *b, const struct decision *d, const struct annotation_set *by,
                          const struct play_analysis *p)
{
    const struct candidate *best = p->n > 0 ? &p->candidates[0] : NULL;
    if (best == NULL || isnan(p->error) || p->played < 0)
        return;
    if (board_equal(&best->after, &d->note->play->candidates[0].after))
        put_other_cost(b, by, d->note->play->error, p->error);
    else if (p->played == 0)
        put_agreement(b, by, "{0} finds no error.", 0, NULL, NULL);
    else
        put_agreement(b, by, "{0} finds {2} best, {1} better than what was played.", (double)p->error, &d->before.board,
                      &best->play);
}

static void other_of_cube(struct draft *b, const struct decision *d, const struct annotation_set *by,
                          const struct annotation *a)
{
    struct decision judged = *d;
    judged.note = a;
    const float error = cube_has_equities(a->cube) ? decision_cube_error(&judged) : NAN;
    if (isnan(error))
        return;
    put_other_cost(b, by, decision_cube_error(d), error);
}

/* Of an error in a file's own analysis: what others say, ours among them. Reports of ours can be made again from what
 * they carry (`verify`), and that is our analysis alone. */
static void other_analyses(struct draft *b, const struct decision *d, bool cube)
{
    const struct match *m = b->match;
    if (m == NULL || d->event == NULL || m->sets[d->note->set].own ||
        (cube ? d->note->cube_skill : d->note->play_skill) == SKILL_NONE)
        return;
    for (int i = 0; i < (int)m->n_sets; i++) {
        const struct annotation *a = event_annotation(d->event, i);
        const char *ours = m->sets[d->note->set].engine, *theirs = m->sets[i].engine;
        if (a == NULL || ours == NULL || theirs == NULL || strcmp(ours, theirs) == 0)
            continue;
        if (cube && a->cube != NULL)
            other_of_cube(b, d, &m->sets[i], a);
        else if (!cube && a->play != NULL && d->note->play != NULL && d->note->play->n > 0)
            other_of_play(b, d, &m->sets[i], a->play);
    }
}

bool lesson_is_known(const struct decision *d, bool cube)
{
    struct lesson own;
    return lesson_of(d, cube, &own) != NULL;
}

void lesson_paragraph(struct draft *b, const struct decision *d, bool cube)
{
    struct lesson own;
    const struct lesson *l = lesson_of(d, cube, &own);
    if (l == NULL)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_WHY);
    lesson_sentences(b, l, &d->before.board, best_of(d));
    other_analyses(b, d, cube);
    node_end(b);
}

/* ---- as text ---- */

struct listening {
    struct node_receiver receiver;
    struct strbuf *out;
};

static void take(struct node_receiver *self, const struct node *block)
{
    node_text(block, &typography_plain, ((struct listening *)self)->out);
}

bool lesson_words(const struct lesson *l, const struct board *before, const struct play *best, struct strbuf *out)
{
    struct listening to = {.receiver = {.take = take}, .out = out};
    struct draft b;
    if (l == NULL || l->n == 0)
        return false;
    draft_begin(&b, NULL, &to.receiver);
    node_begin(&b, NODE_PARAGRAPH, ROLE_WHY);
    lesson_sentences(&b, l, before, best);
    node_end(&b);
    draft_end(&b);
    return true;
}

bool lesson_text(const struct decision *d, bool cube, struct strbuf *out)
{
    struct lesson own;
    return lesson_words(lesson_of(d, cube, &own), &d->before.board, best_of(d), out);
}
