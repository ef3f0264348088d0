/* Why a decision was wrong, as reasons: what was counted or computed, with its figures. Sentences are made of them in
 * src/report; conditions: docs/lessons.md.
 * VIEWPOINT. Of the player who decided. "Played" and "best": after the play made, after the best one. */
#ifndef KIBITZER_LESSON_H
#define KIBITZER_LESSON_H

#include <stdbool.h>

/* What counts and figures mean stands with each kind. Points are numbered by the player whose point it is. */
enum reason_kind { /* ORDER REASON: words in lesson.c, which stand in dumps and never change */
                   /* rolls of 36, count[0] played, count[1] best: */
                   REASON_SHOTS, /* of the opponent that hit; rolls: that do only after the play made */
                   REASON_DANCES, /* with which the opponent does not enter; point 1: only the best play hits */
                   REASON_HIS_ANCHOR, /* with which the opponent makes an anchor */
                   REASON_HIS_POINT, /* with which the opponent makes `point` */
                   REASON_HIS_ESCAPE, /* with which a chequer of the opponent's escapes */
                   REASON_MY_POINT, /* of one's own, next turn, that make `point` */
                   REASON_MY_ANCHOR,
                   REASON_MY_ESCAPE,
                   REASON_MY_HIT,
                   REASON_MY_SHOTS, /* of one's own, next turn, that leave a shot */
                   REASON_MY_POINTS, /* of one's own, next turn, that make one of the points 4 to 7 */
                   REASON_DUPLICATION, /* that hit; point: the number that serves the opponent twice after the best */
                   /* rolls: of the opponent, that make the difference and after the play made alone: */
                   REASON_FEW_HIT, /* hit */
                   REASON_FEW_ANCHOR, /* make an anchor */
                   REASON_FEW_ESCAPE, /* bring a chequer past the block */
                   REASON_FEW_DANCE, /* dance, after the best play alone */
                   REASON_BLOTS, /* count: blots that may be hit, played, best */
                   /* figure: chance of winning played, best; of gammons played, best: */
                   REASON_GAMMONS_WON,
                   REASON_GAMMONS_LOST,
                   REASON_MOSTLY_LOST, /* most of it are gammons lost */
                   REASON_MOSTLY_WON, /* most of it are gammons won */
                   REASON_BACKGAMMONS, /* figure: chance of losing a backgammon played, best */
                   REASON_CASHED, /* the opponent's next double would be a pass */
                   /* the same figures as of gammons, the gammons being lost where count[0] is 1: */
                   REASON_MISSED_POINT, /* only the best play makes `point`; count[1]: the play made makes this */
                   REASON_BROKEN_POINT, /* only the play made gives up `point` */
                   REASON_MISSED_HIT, /* only the best play hits, or it hits more: count[1] */
                   REASON_NEEDLESS_HIT, /* the play made hits more than the best: count[1] */
                   /* races */
                   REASON_WASTE, /* figure: effective pip count played, best */
                   REASON_BORNE_OFF, /* count: chequers borne off, played, best */
                   /* the cube */
                   REASON_MARKET, /* figure: share of the next two rolls that lose the market, by how much (EMG) */
                   REASON_EARLY, /* the same, of a double that was too early */
                   REASON_CASH, /* figure: what playing on is worth, what the pass is worth */
                   REASON_TOO_GOOD, /* the same; share of gammons won */
                   REASON_TAKE, /* figure: winning chance needed for a take, that there is, chance of losing a gammon;
                                   count[0]: 1 = the cube is dead once taken */
                   REASON_PASS, /* the same */
                   REASON_SCORE, /* right for money; count: points needed by the player and the opponent */
                   REASON_LAST_ROLL, /* count[0]: rolls of 36 that win */
                   /* either */
                   REASON_CLOSE, /* figure: twice the noise of the evaluation (EMG) */
                   REASON_DEPTH, /* the bare net would have played so too */
                   /* what can always be said, where nothing above holds: */
                   REASON_CHANCES, /* figures as of gammons, lost where count[0] is 1; 0 where they do not differ;
                                      count[1]: what the wins cost is not to be named, as other things take much of it
                                      back */
                   REASON_IN_CUBE, /* figure: difference without the cube, with it */
                   REASON_FEW_ROLLS, /* rolls: of the opponent, that make most of the difference */
                   REASON_THIRD, /* figure: equity after the opponent's best third of rolls, played, best; after the
                                    worst third where count[0] is 1 */
                   REASON_WORTH, /* of the cube: figure: chance of winning (0 = not known) and of gammons, won by the
                                    doubler, what the best action is worth more; count[0]: the best action, as below */
                   REASON_BEAVER, /* figure: what beavering, taking and passing are worth to the player who answers */
                   REASONS
};

enum { REASON_FIGURES = 4 };

/* What the best cube action is, of REASON_WORTH. */
enum { WORTH_DOUBLE, WORTH_ROLL, WORTH_PASS, WORTH_TAKE };

struct reason {
    enum reason_kind kind;
    int point; /* 0 = none */
    int count[2];
    float figure[REASON_FIGURES];
    unsigned rolls; /* a bit 1 << roll_index() for each */
};

/* Of the next two rolls: so many that lose the market make a double urgent. */
#define MARKET_URGENT 0.15f

enum { LESSON_MOST = 2 };

struct lesson {
    int n;
    struct reason at[LESSON_MOST];
};

/* What the figures of an analysis say by themselves, whoever made it; empty where there is no error, or they say
 * nothing. Of a play: chances, where they explain the error in their sum. Of the cube: `best` is the best action
 * (WORTH_...), of which what was done is the other. */
struct play_analysis;
struct cube_analysis;
struct outcome;
struct reason reason_of_chances(const struct outcome *played, const struct outcome *best, bool lost, float error);
void reasons_of_chances(const struct play_analysis *p, struct lesson *out);
void reasons_of_cube(const struct cube_analysis *c, int best, struct lesson *out);
void reasons_of_beaver(const struct cube_analysis *c, struct lesson *out);

extern const char *const reason_words[REASONS]; /* "his-anchor" */

#endif
