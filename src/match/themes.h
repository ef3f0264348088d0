/* Themes: what a decision is about. Several may hold; each is a rule over the board before it, the play made and the
 * best one, over the cube's equities and the score, or over what was counted to explain an error, none a guess.
 * docs/lessons.md has the rules in words.
 *
 * Collections store the numbers and names: they never change; a new theme goes to the end. A change of a rule raises
 * THEME_RULES. */
#ifndef KIBITZER_THEMES_H
#define KIBITZER_THEMES_H

#include <stddef.h>
#include <stdint.h>

#include "match/annotation.h"
#include "match/position.h"

enum { THEME_RULES = 2 };

enum decision_theme { /* ORDER THEME: names in themes.c; what is met often comes first: it is stored in fewer bytes */
                      THEME_POINT_MAKING,
                      THEME_HIT,
                      THEME_SAFE_V_BOLD,
                      THEME_ESCAPE,
                      THEME_KEY_POINT,
                      THEME_BREAKING_POINT,
                      THEME_MISSED_HIT,
                      THEME_MISSED_POINT,
                      THEME_RACE,
                      THEME_BEAR_OFF,
                      THEME_OPENING,
                      THEME_REPLY,
                      THEME_STACKING,
                      THEME_ANCHOR,
                      THEME_PRIME,
                      THEME_ENTERING,
                      THEME_HOLDING,
                      THEME_MUTUAL_HOLDING,
                      THEME_BLITZ,
                      THEME_PRIME_V_PRIME,
                      THEME_BACKGAME,
                      THEME_ACE_POINT,
                      THEME_CRUNCH,
                      THEME_TIMING,
                      THEME_NEEDLESS_HIT,
                      THEME_LOOSE_HIT,
                      THEME_DOUBLE_HIT,
                      THEME_CONTAINMENT,
                      THEME_BEAR_IN_CONTACT,
                      THEME_BEAR_OFF_CONTACT,
                      THEME_CROSSOVER,
                      THEME_RECUBE,
                      THEME_RACE_CUBE,
                      THEME_LAST_ROLL,
                      THEME_GAMMONISH,
                      THEME_TOO_GOOD,
                      THEME_SCORE_CUBE,
                      THEME_DEAD_CUBE,
                      THEME_BEAVER,
                      THEME_MARKET_LOSERS,
                      THEME_CRAWFORD,
                      THEME_POST_CRAWFORD,
                      THEME_DOUBLE_MATCH_POINT,
                      THEME_WASTAGE,
                      THEME_DIVERSIFICATION,
                      THEME_DUPLICATION,
                      THEME_BLOT_COUNT,
                      THEME_TIME_TROUBLE, /* of the clock, not of the board: no themes_of_...() gives it, see pace.h */
                      THEMES
};

typedef uint64_t theme_set; /* a bit 1 << enum decision_theme for each */

/* `p`: with its mover on roll. `played` and `best`: the boards after these plays, seen by the mover; `best` may be NULL
 * or the same. */
theme_set themes_of_play(const struct position *p, const struct board *played, const struct board *best);

/* Of doubling or not, taking or passing; `p`: with the doubler on roll, the cube as it stood before. `c` may be NULL.
 */
theme_set themes_of_cube(const struct position *p, const struct cube_analysis *c);

/* The same of an event that an annotation set may have judged; `note` NULL = not. `played` is not read of the cube. */
theme_set themes_of_event(const struct annotation *note, const struct position *p, const struct board *played,
                          bool cube);

extern const char *const decision_theme_names[THEMES]; /* ORDER THEME: "safe-v-bold" */
const char *theme_name(enum decision_theme t);
const char *theme_words(enum decision_theme t); /* as readers say it: "safe or bold" */
/* Their names in the order of the enum, with `between` between them. */
struct strbuf;
void themes_text(theme_set themes, const char *between, struct strbuf *out);
size_t themes_named(theme_set themes, const char **names); /* the same one by one; how many */

#endif
