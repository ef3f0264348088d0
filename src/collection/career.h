/* Everything that a collection knows about one player, for the player's page: figures by phase, plan, cube action and
 * score, matches, opponents and openings, and the decisions that cost most. */
#ifndef KIBITZER_CAREER_H
#define KIBITZER_CAREER_H

#include "collection/stats.h"
#include "collection/study.h"

/* One of the player's matches that is analysed. Figures of errors are EMG and decisions that count for the
 * performance rating; luck and result in match winning chances (points in money play), of the player less of the
 * opponent. */
struct career_match {
    int64_t id, analysis, opponent; /* opponent: the person, 0 = not named */
    const char *stem, *opponent_name; /* of its pages; "" = not named */
    const char *date, *event; /* or NULL */
    const char *day; /* the date, or else a guess: see struct date_guess; or NULL */
    int side, length; /* which side of the match; length 0 = money */
    int score[2]; /* the player's, the opponent's */
    int won; /* 1, 0; -1 = not finished, or money */
    struct addend own, theirs;
    struct ratio games; /* the player's, for the interval */
    double luck, result; /* NAN = not known */
    double hidden, ahead; /* as in struct stored_sums */
    double
        adjusted; /* result less luck, and less that of rolls which nobody played; from losing to winning the match */
};

struct career_opponent {
    const char *name;
    int matches, won, lost, lucky; /* lucky: matches whose luck is known */
    struct ratio own, theirs; /* over matches */
    double luck; /* sum over `lucky` */
};

struct career_opening { /* what was played with a roll at the start of a game */
    int dice;
    const char *action;
    int times;
    double lost; /* EMG, in all */
    struct decision_row row; /* the first that was met, with the best play */
};

enum { CAREER_WORST = 6, CAREER_NEWEST = 3 };
enum { CAREER_SIZES = 6 }; /* of errors: from 0.02 EMG on, each from twice as much on as the one before */
#define CAREER_SMALLEST 0.02
#define CAREER_NOTED 0.08 /* EMG: errors from here on are among the newest */

struct career_error {
    size_t match; /* index into matches */
    int64_t analysis;
    struct decision_row row;
    const char *why; /* for whoever has the words; or NULL */
};

struct career {
    const char *name;
    struct stats stats; /* players.at[0] = all decisions; groups by phase, plan, score, cube action, opening, error
                           kind, theme, time */
    struct career_match *match; /* in the order of store_matches() */
    size_t n_matches, match_capacity;
    struct career_opponent *opponent; /* the one met most often first */
    size_t n_opponents;
    struct career_opening *opening; /* by roll, what was played most often first */
    size_t n_openings, opening_capacity;
    struct career_error worst[CAREER_WORST]; /* the costliest first */
    int n_worst;
    struct career_error newest[CAREER_NEWEST]; /* of the last days, the last one first */
    int n_newest;
    struct career_size {
        int n;
        double lost; /* EMG */
    } size[CAREER_SIZES];
    const struct field *field; /* what is expected of players of that PR */
    struct study study;
    struct arena *arena; /* private: of texts */
};

/* In the matches of a filter, whose player is the person. False on an error of the database. Release with career_done()
 * in either case. A person without an analysed match has no matches and stats.players.n == 0. */
bool career_of(struct store *s, const struct match_filter *of, const char *name, const struct field *field,
               struct career *out);
void career_done(struct career *c);

/* The name of a player's page without folder and extension: letters, digits and hyphens, of one case-insensitive name
 * for one name alone. Names that are not plain words carry some digits of their hash. */
enum { PAGE_NAME_ROOM = 64 };
void career_page_name(const char *person, char out[PAGE_NAME_ROOM]);

#endif
