/* What a user says about a match that its file does not: who sits below, when and where it was played. */
#ifndef KIBITZER_MATCH_OPTIONS_H
#define KIBITZER_MATCH_OPTIONS_H

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
bool match_options_turn(const struct args *a, struct match *m);

/* Changes the record as the options ask. */
void match_options_apply(const struct args *a, struct match *m);

/* Looks whether the players that options name are in the match: match_options_turn() has done so. For any thread. */
void match_options_look(const struct args *a, const struct match *m);
/* At the end of a run: warns of a player whom no match had, with names that there are. */
void match_options_conclude(const struct args *a);

#endif
