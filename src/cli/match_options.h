/* What a user says about a match that its file does not: who sits below, when and where it was played. */
#ifndef KIBITZER_MATCH_OPTIONS_H
#define KIBITZER_MATCH_OPTIONS_H

#include "base/diag.h"
#include "cli/options.h"
#include "match/record.h"

/* Rows for the options of every command that reads matches to write them. */
/* clang-format off */
#define MATCH_OPTIONS \
    {"player", 0, "NAMES", NULL, "this player (\"Ann;ann_s\": any of these names) becomes player 1, at the bottom"}, \
    {"date", 0, "TEXT", NULL, "fill in the date where the file has none; likewise:"}, \
    {"event", 0, "TEXT", NULL, "the event"}, \
    {"round", 0, "TEXT", NULL, "the round"}, \
    {"place", 0, "TEXT", NULL, "the place"}, \
    {"annotator", 0, "TEXT", NULL, "the annotator"}
/* clang-format on */

/* Its two halves: what the file does not say is filled in; the players change seats (true if they did). */
void match_options_fill(const struct args *a, struct match *m);
bool match_options_turn(const struct args *a, struct match *m, struct diags *d);

/* Changes the record as the options ask; a player who is not in the match gets a warning with the names
 * that are. */
void match_options_apply(const struct args *a, struct match *m, struct diags *d);

#endif
