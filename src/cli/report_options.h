/* What reports contain, in GNU Backgammon's words: one table for every command that writes them. */
#ifndef KIBITZER_REPORT_OPTIONS_H
#define KIBITZER_REPORT_OPTIONS_H

#include "cli/options.h"
#include "export/export.h"

/* Rows for the options of every command that writes reports. */
/* clang-format off */
#define REPORT_OPTIONS \
    {"boards", 0, "WHICH", "all", "boards in reports: all, none, errors, or every=N (and where an error is)"}, \
    {"candidates", 0, "N", NULL, "plays shown for each roll, besides the one made [5; pages: 3 where\n" \
                                   "no error was made]"}, \
    {"show-moves", 0, "WORDS", NULL, "only chequer plays marked: very-bad, bad, doubtful, unmarked; with commas"}, \
    {"show-cubes", 0, "WORDS", NULL, "only cube decisions that are one of: very-bad, bad, doubtful, unmarked,\n" \
                                     "actual, missed, close"}, \
    {"only-player", 0, "NAMES", NULL, "only the decisions of this player; names as for --player"}, \
    {"errors-above", 0, "EMG", NULL, "only decisions that cost more than this, for example 0.05"}, \
    {"no-annotations", 0, NULL, NULL, "leave out comments"}, \
    {"no-analysis", 0, NULL, NULL, "leave out errors, luck, candidates, cube tables"}, \
    {"no-statistics", 0, NULL, NULL, "leave out statistics"}, \
    {"no-legend", 0, NULL, NULL, "leave out how to read the report"}, \
    {"no-match-information", 0, NULL, NULL, "leave out event, date, place and the like"}, \
    {"no-probabilities", 0, NULL, NULL, "leave out wins, gammons and backgammons"}, \
    {"parameters", 0, NULL, NULL, "show how each evaluation was made"}, \
    {"set", 0, "N|NAME", NULL, "which analysis of several in a file: its number from 1, or its engine [last]"}, \
    {"split", 0, "games", NULL, "a file for each game: final.html, final_002.html ..."}, \
    {"css", 0, "FILE", NULL, "HTML: a style sheet of your own, put into the page after ours"}, \
    {"css-link", 0, NULL, NULL, "HTML: name the style sheet in the page instead of putting it there"}, \
    {"paper", 0, "SIZE", "a4", "pdf, ps and latex: a4 or letter"}, \
    {"title", 0, "TEXT", NULL, "the report's title, instead of the players"}, \
    {"style", 0, "STYLE", NULL, "the format's variant (mat: jellyfish, xg; pdf, ps and pictures: colour,\n" \
     "print); one that the format does not know is refused"}
/* clang-format on */

struct report_options {
    struct export_options export; /* all but what depends on the match: the set, the player */
    const char *set; /* as given; NULL = the last one */
    const char *only_player; /* as given; NULL = both */
    struct strbuf css; /* a style sheet that was read */
};

/* False after a message about what makes no sense. */
bool report_options_read(struct report_options *r, const struct args *a);
void report_options_done(struct report_options *r);

/* True if one of the formats `among` (NULL-terminated) knows the --style given; false after a message. */
bool style_is_known(const struct args *a, const struct exporter *const *among);

/* The options for one match; `set` is what is shown if none was asked for (-1 = the last one). False with an error in
 * `d` if the match has no such annotation set. */
bool report_options_for(const struct report_options *r, const struct match *m, int set, struct export_options *out,
                        struct diags *d);

#endif
