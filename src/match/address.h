/* Addresses of decisions, as cards and reports have them: "g2m26" is move 26 of game 2, "g2m26b" the second of that
 * number (a take after a beaver), "g2m26c" not having doubled before it. */
#ifndef KIBITZER_ADDRESS_H
#define KIBITZER_ADDRESS_H

#include "base/diag.h"
#include "base/option.h"
#include "match/record.h"

/* NULL: the match has no such decision. *undoubled: it is that of not doubling before this roll. */
struct event *match_decision_at(const struct match *m, const char *address, bool *undoubled);
struct event *match_event_at(const struct match *m, const char *address); /* where either belongs */

/* ---- a game, or some of its moves ---- */

struct match_part { /* all zero = the whole match */
    int game; /* its number */
    int first, last; /* move numbers; 0 = the whole game */
};

/* "3", "3.14", "3.14-20", "g3m14", "game 3" or "game 3 ply 14". */
bool match_part_read(const char *text, struct match_part *out);
/* "3.14-20"; "game 3, moves 14 to 20". */
void match_part_put(const struct match_part *p, struct strbuf *out);
void match_part_say(const struct match_part *p, struct strbuf *out);
/* Move numbers are those of a walk. */
bool match_part_holds(const struct match_part *p, const struct game *g, int move_number);
/* False, with an error in `d`, if a match has no such game, or the game has fewer moves. */
bool match_has_part(const struct match *m, const struct match_part *p, struct diags *d);
/* Of the settings of an analysis; NULL: of the whole match. What stands before a part there: */
extern const char match_part_words[];
struct match_part match_part_of(const char *settings);

/* Over a struct match_part: --select. */
extern const struct option_group part_group;

#endif
