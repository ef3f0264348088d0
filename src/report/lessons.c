/* Sentences; see lessons.h. One table of templates: for each kind of reason its patterns and what fills their holes,
 * in this order. Which pattern of a kind is used follows from the figures alone. */
#include "report/lessons.h"

#include "document/draft.h"

#include <math.h>

enum { HOLES_MOST = 6, ROLLS_NAMED = 3, FACES = 6 };

/* What fills a hole. */
enum hole {
    HOLE_NONE,
    HOLE_PLAYED, /* counts */
    HOLE_BEST,
    HOLE_POINT,
    HOLE_OTHER_POINT, /* count[1] as a point */
    HOLE_PLAY, /* the best play */
    HOLE_ROLLS,
    HOLE_CHANCE_0, /* figures as chances */
    HOLE_CHANCE_1,
    HOLE_CHANCE_2,
    HOLE_CHANCE_3,
    HOLE_EQUITY_0,
    HOLE_EQUITY_1,
    HOLE_PIPS_0,
    HOLE_PIPS_1,
    HOLE_WASTED
};

struct sentence {
    const char *one, *many; /* by the first count; many NULL = the same */
    enum hole hole[HOLES_MOST];
};

/* ORDER SENTENCE */
enum sentence_number {
    SAY_SHOT_TO,
    SAY_SHOTS_NONE,
    SAY_SHOTS,
    SAY_HITS_AND_DANCES,
    SAY_DANCES_NEVER,
    SAY_DANCES,
    SAY_HIS_ANCHOR_NONE,
    SAY_HIS_ANCHOR,
    SAY_HIS_POINT_NONE,
    SAY_HIS_POINT,
    SAY_HIS_ESCAPE_NONE,
    SAY_HIS_ESCAPE,
    SAY_MY_POINT_NONE,
    SAY_MY_POINT,
    SAY_MY_ANCHOR_NONE,
    SAY_MY_ANCHOR,
    SAY_MY_ESCAPE_NONE,
    SAY_MY_ESCAPE,
    SAY_MY_HIT_NONE,
    SAY_MY_HIT,
    SAY_MY_SHOTS_NONE,
    SAY_MY_SHOTS,
    SAY_MY_POINTS_NONE,
    SAY_MY_POINTS,
    SAY_DUPLICATION,
    SAY_BLOTS_NONE,
    SAY_BLOTS,
    SAY_FEW_HIT,
    SAY_FEW_ANCHOR,
    SAY_FEW_ESCAPE,
    SAY_FEW_DANCE,
    SAY_MORE_WINS_FEWER_GAMMONS,
    SAY_MORE_GAMMONS_FEWER_WINS,
    SAY_FEWER_GAMMONS,
    SAY_MORE_WINS_MORE_LOST,
    SAY_FEWER_LOST_FEWER_WINS,
    SAY_MORE_LOST,
    SAY_MOSTLY_LOST,
    SAY_MOSTLY_WON,
    SAY_BACKGAMMONS,
    SAY_CASHED,
    SAY_MISSED_POINT_WINS,
    SAY_MISSED_POINT_WON,
    SAY_MISSED_POINT_LOST,
    SAY_OTHER_POINT_WINS,
    SAY_OTHER_POINT_WON,
    SAY_OTHER_POINT_LOST,
    SAY_BROKEN_POINT_WINS,
    SAY_BROKEN_POINT_WON,
    SAY_BROKEN_POINT_LOST,
    SAY_MISSED_HIT_WINS,
    SAY_MISSED_HIT_WON,
    SAY_MISSED_HIT_LOST,
    SAY_DOUBLE_HIT_WINS,
    SAY_DOUBLE_HIT_WON,
    SAY_DOUBLE_HIT_LOST,
    SAY_NEEDLESS_HIT_WINS,
    SAY_NEEDLESS_HIT_WON,
    SAY_NEEDLESS_HIT_LOST,
    SAY_WASTE,
    SAY_BORNE_OFF_NONE,
    SAY_BORNE_OFF,
    SAY_MARKET,
    SAY_EARLY_NONE,
    SAY_EARLY,
    SAY_CASH,
    SAY_TOO_GOOD,
    SAY_TAKE,
    SAY_PASS,
    SAY_SCORE,
    SAY_LAST_ROLL,
    SAY_CLOSE,
    SAY_DEPTH,
    SENTENCES
};

static const struct sentence sentences[SENTENCES] = {
    [SAY_SHOT_TO] = {"Leaves a shot to {0}; {1} leaves none.", NULL, {HOLE_ROLLS, HOLE_PLAY}},
    [SAY_SHOTS_NONE] = {"Leaves {0} shot; {1} leaves none.",
                        "Leaves {0} shots; {1} leaves none.",
                        {HOLE_PLAYED, HOLE_PLAY}},
    [SAY_SHOTS] = {"Leaves {0} shots; {1} leaves {2}.", NULL, {HOLE_PLAYED, HOLE_PLAY, HOLE_BEST}},
    [SAY_HITS_AND_DANCES] = {"{0} hits, and {1} rolls dance.", NULL, {HOLE_PLAY, HOLE_BEST}},
    [SAY_DANCES_NEVER] = {"The opponent always enters; after {1} {0} rolls dance.", NULL, {HOLE_BEST, HOLE_PLAY}},
    [SAY_DANCES] = {"The opponent dances with {0} rolls, with {1} after {2}.",
                    NULL,
                    {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_HIS_ANCHOR_NONE] = {"The opponent makes an anchor with {0} rolls, with none after {1}.",
                             NULL,
                             {HOLE_PLAYED, HOLE_PLAY}},
    [SAY_HIS_ANCHOR] = {"The opponent makes an anchor with {0} rolls, with {1} after {2}.",
                        NULL,
                        {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_HIS_POINT_NONE] = {"The opponent makes the {0} point with {1} rolls, with none after {2}.",
                            NULL,
                            {HOLE_POINT, HOLE_PLAYED, HOLE_PLAY}},
    [SAY_HIS_POINT] = {"The opponent makes the {0} point with {1} rolls, with {2} after {3}.",
                       NULL,
                       {HOLE_POINT, HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_HIS_ESCAPE_NONE] = {"The opponent escapes with {0} rolls, with none after {1}.",
                             NULL,
                             {HOLE_PLAYED, HOLE_PLAY}},
    [SAY_HIS_ESCAPE] = {"The opponent escapes with {0} rolls, with {1} after {2}.",
                        NULL,
                        {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_POINT_NONE] = {"After {0} {1} rolls make the {2} point next turn; now none does.",
                           NULL,
                           {HOLE_PLAY, HOLE_BEST, HOLE_POINT}},
    [SAY_MY_POINT] = {"Next turn {0} roll makes the {1} point; {2} after {3}.",
                      "Next turn {0} rolls make the {1} point; {2} after {3}.",
                      {HOLE_PLAYED, HOLE_POINT, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_ANCHOR_NONE] = {"After {0} {1} rolls make an anchor next turn; now none does.",
                            NULL,
                            {HOLE_PLAY, HOLE_BEST}},
    [SAY_MY_ANCHOR] = {"Next turn {0} roll makes an anchor; {1} after {2}.",
                       "Next turn {0} rolls make an anchor; {1} after {2}.",
                       {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_ESCAPE_NONE] = {"After {0} {1} rolls escape next turn; now none does.", NULL, {HOLE_PLAY, HOLE_BEST}},
    [SAY_MY_ESCAPE] = {"Next turn {0} roll escapes; {1} after {2}.",
                       "Next turn {0} rolls escape; {1} after {2}.",
                       {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_HIT_NONE] = {"After {0} {1} rolls hit next turn; now none does.", NULL, {HOLE_PLAY, HOLE_BEST}},
    [SAY_MY_HIT] = {"Next turn {0} roll hits; {1} after {2}.",
                    "Next turn {0} rolls hit; {1} after {2}.",
                    {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_SHOTS_NONE] = {"Next turn {0} rolls leave a shot; none after {1}.", NULL, {HOLE_PLAYED, HOLE_PLAY}},
    [SAY_MY_SHOTS] = {"Next turn {0} rolls leave a shot; {1} after {2}.", NULL, {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_MY_POINTS_NONE] = {"After {0} {1} rolls make a point from 4 to 7 next turn; now none does.",
                            NULL,
                            {HOLE_PLAY, HOLE_BEST}},
    [SAY_MY_POINTS] = {"Next turn {0} roll makes a point from 4 to 7; {1} after {2}.",
                       "Next turn {0} rolls make a point from 4 to 7; {1} after {2}.",
                       {HOLE_PLAYED, HOLE_BEST, HOLE_PLAY}},
    [SAY_DUPLICATION] = {"{0} duplicates {1}s: the opponent has two uses for them.", NULL, {HOLE_PLAY, HOLE_POINT}},
    [SAY_BLOTS_NONE] = {"Leaves {0} blots that may be hit; {1} leaves none.", NULL, {HOLE_PLAYED, HOLE_PLAY}},
    [SAY_BLOTS] = {"Leaves {0} blots that may be hit; {1} leaves {2}.", NULL, {HOLE_PLAYED, HOLE_PLAY, HOLE_BEST}},
    [SAY_FEW_HIT] = {"The difference is in {0}, which hits; after {1} it does not.",
                     "The difference is in {0}, which hit; after {1} they do not.",
                     {HOLE_ROLLS, HOLE_PLAY}},
    [SAY_FEW_ANCHOR] = {"The difference is in {0}, which makes an anchor; after {1} it does not.",
                        "The difference is in {0}, which make an anchor; after {1} they do not.",
                        {HOLE_ROLLS, HOLE_PLAY}},
    [SAY_FEW_ESCAPE] = {"The difference is in {0}, which escapes; after {1} it does not.",
                        "The difference is in {0}, which escape; after {1} they do not.",
                        {HOLE_ROLLS, HOLE_PLAY}},
    [SAY_FEW_DANCE] = {"The difference is in {0}, which dances after {1}, but not now.",
                       "The difference is in {0}, which dance after {1}, but not now.",
                       {HOLE_ROLLS, HOLE_PLAY}},
    [SAY_MORE_WINS_FEWER_GAMMONS] = {"Wins more games ({0} against {1}), but fewer gammons ({2} against {3}).",
                                     NULL,
                                     {HOLE_CHANCE_0, HOLE_CHANCE_1, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MORE_GAMMONS_FEWER_WINS] = {"Wins more gammons ({2} against {3}), but fewer games ({0} against {1}).",
                                     NULL,
                                     {HOLE_CHANCE_0, HOLE_CHANCE_1, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_FEWER_GAMMONS] = {"Wins as many games, but fewer gammons ({0} against {1}).",
                           NULL,
                           {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MORE_WINS_MORE_LOST] = {"Wins more games ({0} against {1}), but loses more gammons ({2} against {3}).",
                                 NULL,
                                 {HOLE_CHANCE_0, HOLE_CHANCE_1, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_FEWER_LOST_FEWER_WINS] = {"Loses fewer gammons ({2} against {3}), but wins fewer games ({0} against {1}).",
                                   NULL,
                                   {HOLE_CHANCE_0, HOLE_CHANCE_1, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MORE_LOST] = {"Wins as many games, but loses more gammons ({0} against {1}).",
                       NULL,
                       {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MOSTLY_LOST] = {"Most of it is gammons: {0} lost instead of {1}.", NULL, {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MOSTLY_WON] = {"Most of it is gammons: {0} won instead of {1}.", NULL, {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_BACKGAMMONS] = {"Loses a backgammon in {0} of the games instead of {1}.",
                         NULL,
                         {HOLE_CHANCE_0, HOLE_CHANCE_1}},
    [SAY_CASHED] = {"The opponent can double, and it would be a pass; not so after {0}.", NULL, {HOLE_PLAY}},
    [SAY_MISSED_POINT_WINS] = {"{0} makes the {1} point: {2} wins instead of {3}.",
                               NULL,
                               {HOLE_PLAY, HOLE_POINT, HOLE_CHANCE_1, HOLE_CHANCE_0}},
    [SAY_MISSED_POINT_WON] = {"{0} makes the {1} point: wins {2} gammons instead of {3}.",
                              NULL,
                              {HOLE_PLAY, HOLE_POINT, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_MISSED_POINT_LOST] = {"{0} makes the {1} point: loses {2} gammons instead of {3}.",
                               NULL,
                               {HOLE_PLAY, HOLE_POINT, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_OTHER_POINT_WINS] = {"The {0} point is worth more than the {1} point: {2} wins instead of {3}.",
                              NULL,
                              {HOLE_POINT, HOLE_OTHER_POINT, HOLE_CHANCE_1, HOLE_CHANCE_0}},
    [SAY_OTHER_POINT_WON] = {"The {0} point is worth more than the {1} point: {2} gammons won instead of {3}.",
                             NULL,
                             {HOLE_POINT, HOLE_OTHER_POINT, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_OTHER_POINT_LOST] = {"The {0} point is worth more than the {1} point: {2} gammons lost instead of {3}.",
                              NULL,
                              {HOLE_POINT, HOLE_OTHER_POINT, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_BROKEN_POINT_WINS] = {"Gives up the {0} point: {1} wins instead of {2}.",
                               NULL,
                               {HOLE_POINT, HOLE_CHANCE_0, HOLE_CHANCE_1}},
    [SAY_BROKEN_POINT_WON] = {"Gives up the {0} point: {1} gammons won instead of {2}.",
                              NULL,
                              {HOLE_POINT, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_BROKEN_POINT_LOST] = {"Gives up the {0} point: {1} gammons lost instead of {2}.",
                               NULL,
                               {HOLE_POINT, HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_MISSED_HIT_WINS] = {"{0} hits: {1} wins instead of {2}.", NULL, {HOLE_PLAY, HOLE_CHANCE_1, HOLE_CHANCE_0}},
    [SAY_MISSED_HIT_WON] = {"{0} hits: {1} gammons won instead of {2}.",
                            NULL,
                            {HOLE_PLAY, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_MISSED_HIT_LOST] = {"{0} hits: {1} gammons lost instead of {2}.",
                             NULL,
                             {HOLE_PLAY, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_DOUBLE_HIT_WINS] = {"{0} hits two: {1} wins instead of {2}.", NULL, {HOLE_PLAY, HOLE_CHANCE_1, HOLE_CHANCE_0}},
    [SAY_DOUBLE_HIT_WON] = {"{0} hits two: {1} gammons won instead of {2}.",
                            NULL,
                            {HOLE_PLAY, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_DOUBLE_HIT_LOST] = {"{0} hits two: {1} gammons lost instead of {2}.",
                             NULL,
                             {HOLE_PLAY, HOLE_CHANCE_3, HOLE_CHANCE_2}},
    [SAY_NEEDLESS_HIT_WINS] = {"The hit does not pay: {0} wins, {1} without it.", NULL, {HOLE_CHANCE_0, HOLE_CHANCE_1}},
    [SAY_NEEDLESS_HIT_WON] = {"The hit does not pay: {0} gammons won, {1} without it.",
                              NULL,
                              {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_NEEDLESS_HIT_LOST] = {"The hit does not pay: {0} gammons lost, {1} without it.",
                               NULL,
                               {HOLE_CHANCE_2, HOLE_CHANCE_3}},
    [SAY_WASTE] = {"Wastes {0} pips: effective pip count {1}, {2} after {3}.",
                   NULL,
                   {HOLE_WASTED, HOLE_PIPS_0, HOLE_PIPS_1, HOLE_PLAY}},
    [SAY_BORNE_OFF_NONE] = {"Bears off nothing; {0} bears off {1}.", NULL, {HOLE_PLAY, HOLE_BEST}},
    [SAY_BORNE_OFF] = {"Bears off {0}; {1} bears off {2}.", NULL, {HOLE_PLAYED, HOLE_PLAY, HOLE_BEST}},
    [SAY_MARKET] = {"{0} of the next exchanges lose the market, by {1} on average.",
                    NULL,
                    {HOLE_CHANCE_0, HOLE_EQUITY_1}},
    [SAY_EARLY_NONE] = {"Too early: no exchange of rolls loses the market.", NULL, {HOLE_NONE}},
    [SAY_EARLY] = {"Too early: only {0} of the next exchanges lose the market.", NULL, {HOLE_CHANCE_0}},
    [SAY_CASH] = {"The opponent would have to pass: cashing is worth {0}, playing on {1}.",
                  NULL,
                  {HOLE_EQUITY_1, HOLE_EQUITY_0}},
    [SAY_TOO_GOOD] = {"Too good to double: playing on is worth {0}, a pass {1}; {2} of the games are gammons.",
                      NULL,
                      {HOLE_EQUITY_0, HOLE_EQUITY_1, HOLE_CHANCE_2}},
    [SAY_TAKE] = {"A take needs {0} wins and has {1}, with {2} gammons lost.",
                  NULL,
                  {HOLE_CHANCE_0, HOLE_CHANCE_1, HOLE_CHANCE_2}},
    [SAY_PASS] = {"A take needs {0} wins and has {1}.", NULL, {HOLE_CHANCE_0, HOLE_CHANCE_1}},
    [SAY_SCORE] = {"For money this would be right; at {0}-away {1}-away it is not.", NULL, {HOLE_PLAYED, HOLE_BEST}},
    [SAY_LAST_ROLL] = {"The last roll: {0} of 36 win.", NULL, {HOLE_PLAYED}},
    [SAY_CLOSE] = {"Close: the difference is within twice the noise of the evaluation; a rollout would show.",
                   NULL,
                   {HOLE_NONE}},
    [SAY_DEPTH] = {"A matter of depth: at first sight it looks best.", NULL, {HOLE_NONE}},
};

/* ---- which sentence ---- */

static int rolls_in(unsigned set)
{
    int n = 0;
    for (; set != 0; set &= set - 1)
        n++;
    return n;
}

/* `none`: where the smaller count is 0. */
static enum sentence_number either(int count, enum sentence_number none)
{
    return count == 0 ? none : none + 1;
}

/* Of three in a row: wins, gammons won, gammons lost. */
static enum sentence_number by_chances(const struct reason *f, enum sentence_number wins)
{
    return f->figure[3] == 0 ? wins : f->count[0] == 0 ? wins + 1 : wins + 2;
}

static enum sentence_number of_gammons(const struct reason *f)
{
    const float wins = f->figure[0] - f->figure[1], gammons = f->figure[2] - f->figure[3];
    if (f->kind == REASON_GAMMONS_WON)
        return gammons > 0    ? SAY_MORE_GAMMONS_FEWER_WINS
               : wins > 0.01f ? SAY_MORE_WINS_FEWER_GAMMONS
                              : SAY_FEWER_GAMMONS;
    return gammons < 0 ? SAY_FEWER_LOST_FEWER_WINS : wins > 0.01f ? SAY_MORE_WINS_MORE_LOST : SAY_MORE_LOST;
}

static enum sentence_number number_of(const struct reason *f)
{
    switch (f->kind) {
    case REASON_SHOTS:
        return f->count[1] > 0 ? SAY_SHOTS : rolls_in(f->rolls) <= ROLLS_NAMED ? SAY_SHOT_TO : SAY_SHOTS_NONE;
    case REASON_DANCES:
        return f->point > 0 ? SAY_HITS_AND_DANCES : either(f->count[0], SAY_DANCES_NEVER);
    case REASON_HIS_ANCHOR:
        return either(f->count[1], SAY_HIS_ANCHOR_NONE);
    case REASON_HIS_POINT:
        return either(f->count[1], SAY_HIS_POINT_NONE);
    case REASON_HIS_ESCAPE:
        return either(f->count[1], SAY_HIS_ESCAPE_NONE);
    case REASON_MY_POINT:
        return either(f->count[0], SAY_MY_POINT_NONE);
    case REASON_MY_ANCHOR:
        return either(f->count[0], SAY_MY_ANCHOR_NONE);
    case REASON_MY_ESCAPE:
        return either(f->count[0], SAY_MY_ESCAPE_NONE);
    case REASON_MY_HIT:
        return either(f->count[0], SAY_MY_HIT_NONE);
    case REASON_MY_SHOTS:
        return either(f->count[1], SAY_MY_SHOTS_NONE);
    case REASON_MY_POINTS:
        return either(f->count[0], SAY_MY_POINTS_NONE);
    case REASON_DUPLICATION:
        return SAY_DUPLICATION;
    case REASON_BLOTS:
        return either(f->count[1], SAY_BLOTS_NONE);
    case REASON_FEW_HIT:
        return SAY_FEW_HIT;
    case REASON_FEW_ANCHOR:
        return SAY_FEW_ANCHOR;
    case REASON_FEW_ESCAPE:
        return SAY_FEW_ESCAPE;
    case REASON_FEW_DANCE:
        return SAY_FEW_DANCE;
    case REASON_GAMMONS_WON:
    case REASON_GAMMONS_LOST:
        return of_gammons(f);
    case REASON_MOSTLY_LOST:
        return SAY_MOSTLY_LOST;
    case REASON_MOSTLY_WON:
        return SAY_MOSTLY_WON;
    case REASON_BACKGAMMONS:
        return SAY_BACKGAMMONS;
    case REASON_CASHED:
        return SAY_CASHED;
    case REASON_MISSED_POINT:
        return by_chances(f, f->count[1] > 0 ? SAY_OTHER_POINT_WINS : SAY_MISSED_POINT_WINS);
    case REASON_BROKEN_POINT:
        return by_chances(f, SAY_BROKEN_POINT_WINS);
    case REASON_MISSED_HIT:
        return by_chances(f, f->count[1] > 1 ? SAY_DOUBLE_HIT_WINS : SAY_MISSED_HIT_WINS);
    case REASON_NEEDLESS_HIT:
        return by_chances(f, SAY_NEEDLESS_HIT_WINS);
    case REASON_WASTE:
        return SAY_WASTE;
    case REASON_BORNE_OFF:
        return either(f->count[0], SAY_BORNE_OFF_NONE);
    case REASON_MARKET:
        return SAY_MARKET;
    case REASON_EARLY:
        return f->figure[0] < 0.0005f ? SAY_EARLY_NONE : SAY_EARLY;
    case REASON_CASH:
        return SAY_CASH;
    case REASON_TOO_GOOD:
        return SAY_TOO_GOOD;
    case REASON_TAKE:
        return SAY_TAKE;
    case REASON_PASS:
        return SAY_PASS;
    case REASON_SCORE:
        return SAY_SCORE;
    case REASON_LAST_ROLL:
        return SAY_LAST_ROLL;
    case REASON_CLOSE:
        return SAY_CLOSE;
    case REASON_DEPTH:
        return SAY_DEPTH;
    case REASONS:
        break;
    }
    return SENTENCES;
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
    int left = rolls_in(set);
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

static void put_hole(struct draft *b, const struct about *d, const struct reason *f, enum hole hole)
{
    switch (hole) {
    case HOLE_NONE:
        break;
    case HOLE_PLAYED:
        put_count(b, f->count[0]);
        break;
    case HOLE_BEST:
    case HOLE_OTHER_POINT:
        put_count(b, f->count[1]);
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
    case HOLE_CHANCE_0:
    case HOLE_CHANCE_1:
    case HOLE_CHANCE_2:
    case HOLE_CHANCE_3:
        put_share(b, f->figure[hole - HOLE_CHANCE_0]);
        break;
    case HOLE_EQUITY_0:
    case HOLE_EQUITY_1:
        put_figure(b, f->figure[hole - HOLE_EQUITY_0], 3, UNIT_NONE);
        break;
    case HOLE_PIPS_0:
    case HOLE_PIPS_1:
        put_figure(b, f->figure[hole - HOLE_PIPS_0], 1, UNIT_PIPS);
        break;
    case HOLE_WASTED:
        put_figure(b, f->figure[0] - f->figure[1], 1, UNIT_PIPS);
        break;
    }
}

static void put_sentence(struct draft *b, const struct about *d, const struct reason *f)
{
    const enum sentence_number n = number_of(f);
    if (n == SENTENCES)
        return;
    const struct sentence *s = &sentences[n];
    words_begin(b, s->one, s->many, f->count[0]);
    for (int i = 0; i < HOLES_MOST && s->hole[i] != HOLE_NONE; i++)
        put_hole(b, d, f, s->hole[i]);
    node_end(b);
}

/* ---- the paragraph ---- */

static const struct lesson *lesson_of(const struct decision *d, bool cube)
{
    const struct annotation *a = d->note;
    const struct lesson *l = a == NULL                           ? NULL
                             : cube                              ? a->cube != NULL ? a->cube->lesson : NULL
                             : a->play != NULL && a->play->n > 0 ? a->play->lesson
                                                                 : NULL;
    return l != NULL && l->n > 0 ? l : NULL;
}

/* `before` and `best` are kept. */
static void lesson_sentences(struct draft *b, const struct lesson *l, const struct board *before,
                             const struct play *best)
{
    const struct about about = {before, best};
    if (l == NULL || l->n == 0)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_WHY);
    for (int i = 0; i < l->n; i++) {
        if (i > 0)
            put_words(b, " ");
        put_sentence(b, &about, &l->at[i]);
    }
    node_end(b);
}

static const struct play *best_of(const struct decision *d)
{
    const struct play_analysis *p = d->note != NULL ? d->note->play : NULL;
    return p != NULL && p->n > 0 ? &p->candidates[0].play : NULL;
}

void lesson_paragraph(struct draft *b, const struct decision *d, bool cube)
{
    lesson_sentences(b, lesson_of(d, cube), &d->before.board, best_of(d));
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
    lesson_sentences(&b, l, before, best);
    draft_end(&b);
    return true;
}

bool lesson_text(const struct decision *d, bool cube, struct strbuf *out)
{
    return lesson_words(lesson_of(d, cube), &d->before.board, best_of(d), out);
}
