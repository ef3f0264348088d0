/* Options about what a record or a position is. */
#ifndef KIBITZER_MATCH_OPTIONS_H
#define KIBITZER_MATCH_OPTIONS_H

#include "base/diag.h"
#include "base/option.h"
#include "match/record.h"

/* What a user says about a match that its file does not: who sits below, when and where it was played. */
struct match_said {
    const char
        *bottom; /* becomes player 1, at the bottom: "Ann;ann_s", any of these names; NULL = as the file has it */
    const char *me; /* the user's own names, likewise, where `bottom` is not given; nobody is missed */
    struct match_info info; /* fills in what the file lacks */
    struct option_texts comments; /* "g2m26=text" each */
};

/* rules_group: of struct rules_given; corrections_group: of struct corrections; bottom_group: of struct match_said
 * `bottom` alone. */
extern const struct option_group rules_group, corrections_group, said_group, bottom_group;

/* For rows of options that take names: "Lasse, LMDN" becomes "Lasse; LMDN". */
bool parse_names(const struct option_value *v);

/* Its two halves: what the file does not say is filled in; the players change seats (true if they did). */
void match_fill_said(const struct match_said *said, struct match *m);
/* Adds the comments behind the file's own; `look`: only asks whether they fit. False with an error in `d`, and nothing
 * added, if the match has no decision of one of the addresses. */
bool match_take_comments(const struct match_said *said, struct match *m, bool look, struct diags *d);
/* The address of a comment, in the arena, and *text behind it; NULL if there is none. */
const char *match_comment_address(const char *comment, struct arena *a, const char **text);
/* Is there anything to fill in? */
bool match_says(const struct match_said *said);
bool match_turn_said(const struct match_said *said, struct match *m);

#endif
