/* The options of a report. Most of them are read only by builders of documents (src/report); a writer of records
 * reads those that concern it. */
#ifndef KIBITZER_EXPORT_OPTIONS_H
#define KIBITZER_EXPORT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "match/record.h"

/* From whose side points are numbered: plays are written from the mover's, as most boards are numbered. */
enum board_numbers { NUMBERS_ON_ROLL, NUMBERS_PLAYER_0, NUMBERS_PLAYER_1, NUMBERS_NONE };

/* How boards look, on pages, on paper and in pictures; export/board/draw.h has the themes. */
struct board_look {
    int theme; /* by its number in theme_names; options.style, where it names one, counts before it */
    bool home_left; /* the home boards are on the left */
    int numbers; /* enum board_numbers */
    struct chequer_colours {
        bool given;
        uint32_t of[2]; /* 0xRRGGBB of player 0 and player 1 */
    } colours;
};

/* Same words as GNU Backgammon's export settings; export_defaults() fills them in. */
struct export_options {
    int set; /* annotation set to show; -1 = the last one */
    bool annotations, analysis, statistics, legend, match_information; /* all true */
    int board_every; /* a board on every n-th move and where something is marked; 0 = none, 1 = all */
    bool boards_on_errors; /* only where something is marked */
    bool whole; /* on paper too decisions without an error are there in full, and the statistics of each game */
    int candidates; /* at most this many shown (the played one always) */
    int candidates_fine; /* the same in reports (not CSV and JSON) where no error was made */
    bool probabilities, parameters;
    bool show_move[4]; /* by enum skill: which chequer plays appear */
    bool show_cube[4], show_actual_cube, show_missed_cube, show_close_cube; /* a cube decision appears if any fits it */
    bool fine_apart; /* what was no error stands in a section of its own, the last */
    int only_player; /* decisions of this player alone appear: 0 or 1; -1 = of both */
    float errors_above; /* EMG: only decisions that cost more than this appear; negative = all */
    bool split_games; /* a part per game: export_write() does it for writers that do not themselves */
    bool letter; /* pages as in North America, else A4 */
    bool a5; /* of a book: pages of half the size */
    const char *file; /* name of the main part, for links between parts; NULL = "report.html" */
    const char *player_page[2]; /* pages about the players, as paths from this one's folder; NULL = there are none */
    const char *style; /* format's own variant ("xg" for mat), or NULL */
    struct board_look look;
    const char *css, *css_link; /* HTML: the user's style sheet, its text or its address; NULL = none */
    const char *live; /* HTML of matches and positions: the engine that goes into the page (mk/web.mk); NULL = none */
    const char *index; /* the page over all matches, seen from this one, for a breadcrumb; NULL = there is none */
    const char *title; /* of the document; NULL = from the players */
    const char *place; /* of the decision that formats of one decision write, as an anchor: "g2m14", "g2m14c" the double
        missed before it; NULL = where `position` stands, else the costliest */
    const struct position *position; /* what formats of single positions write; NULL = where the last game stands */
    const struct play *arrow_played, *arrow_best; /* arrows of a picture, plays of the player on roll; NULL = none */
    const struct match *const *more; /* where `m` is a position: those that follow on its page, and how many. Only
                                        for exporters with `positions`; games[0].number numbers them */
    size_t n_more;
    bool turned; /* the players were exchanged after the analysis, which sums need to be made again to the last bit */
    bool certified; /* pages and JSON about an analysis of ours carry a certificate (export/certificate.h) */
    bool csv_safe; /* CSV for spreadsheets: a text that begins like a formula gets an apostrophe in front */
    const char *shown; /* for it: the options given that change what is shown, "name=value" in lines; may be NULL */
    const struct diags *warnings; /* what reading and analysing said: JSON lists it; may be NULL */
};

void export_defaults(struct export_options *o);

/* The annotation set to show: o->set, or the last one; -1 if the record has none. */
int export_set(const struct match *m, const struct export_options *o);

#endif
