/* The report on one match, in parts: private to the modules that build it. Each part appends blocks to the draft; what
 * it leaves out of the record it counts in `left`. */
#ifndef KIBITZER_MATCH_REPORT_H
#define KIBITZER_MATCH_REPORT_H

#include "match/address.h"
#include "match/loss.h"
#include "match/rates.h"
#include "report/decision.h"
#include "document/draft.h"
#include "report/theme_list.h"

#define VISIBLE_ERROR 0.0005f /* EMG: what three decimals can show */

struct costly_decision { /* what stays known of every marked decision */
    size_t game;
    float error, error_mwc; /* positive */
    int number; /* of the move */
    theme_set themes;
    signed char side;
    bool cube, raises; /* raises: see decision_is_raise() */
    enum skill skill;
    char anchor[24]; /* of its block */
    char place[24]; /* of the event it belongs to: "g5m46" for the missed double "g5m46c" */
};

struct course { /* at a decision */
    float value; /* player 0's chances, or points; NAN */
    float lost[2], luck[2]; /* of both so far, MWC or points */
};

struct match_report {
    struct draft draft;
    const struct match *m;
    const struct export_options *o;
    int set; /* -1 = none is shown */
    struct losses left;
    struct costly_decision *costly; /* the worst first */
    size_t n_costly, capacity;
    struct theme_counts themes; /* of these */
    struct course *course; /* by decision */
    int *first; /* of each game, and one beyond: its first decision */
    size_t n_decisions, points_capacity;
    bool luck_known;
    struct match_part only; /* of which there is an analysis */
    bool position; /* of a position alone: no overview */
    bool card; /* of decisions, each by itself */
    enum { BLOCKS_ALL, BLOCKS_MARKED, BLOCKS_FINE } blocks; /* that decision_blocks() makes */
    size_t part, n_parts; /* which document of how many: games may have one each */
};

/* The page that a game stands on, NULL = this one. */
const char *page_of_game(struct match_report *r, size_t game);

/* Is anything of this game shown? */
bool report_has_game(const struct match_report *r, const struct game *g);

/* survey.c: goes through the match once. */
void survey(struct match_report *r);
void survey_done(struct match_report *r);
/* Marked decisions of a game and a side, those that figures count; `side` NOBODY: of both. */
int survey_count(const struct match_report *r, const struct game *g, int side, enum skill skill);
/* Among the errors, 1 = the costliest; 0 = the block is not one of them. */
int survey_rank(const struct match_report *r, const char *anchor);
/* The decision at a place of survey()'s, walked to again. */
bool survey_find(const struct match_report *r, const struct costly_decision *c, struct decision *d);

/* head.c */
void head_trail(struct match_report *r); /* the way from the page over all matches */
void head_title(struct match_report *r); /* "A vs B, 7-point match, game 2" */
void head_section(struct match_report *r);
void about_section(struct match_report *r);

/* errors.c */
void errors_section(struct match_report *r);

/* progress.c */
bool progress_is_known(const struct match_report *r);
void progress_section(struct match_report *r);
void games_section(struct match_report *r);

/* Of a plot over the decisions: its points, errors and games; a caption that names both players, `first` in the first
 * hole. */
void progress_plot(struct match_report *r, struct node *plot);
void progress_caption(struct match_report *r, enum role role, int first, const char *words);

/* pace_section.c: nothing where there are no times */
bool time_is_known(struct match_report *r);
void pace_section(struct match_report *r);

/* time_plot.c */
struct time_course {
    struct moment { /* a decision; NAN = not known */
        float seconds, left[2]; /* left: minutes, of both before it */
        signed char side;
    } * at; /* as the curve has them */
    bool seconds_known, left_known; /* of a decision; of a reserve that is used */
};
void time_course_of(struct match_report *r, struct time_course *out);
void time_course_done(struct time_course *c);
void time_plot(struct match_report *r, const struct time_course *c);
void time_games(struct match_report *r, const struct time_course *c); /* a section: the same in figures */

/* decision_block.c */
void decision_blocks(struct match_report *r, const struct decision *d, int nth); /* two if a double was missed */
bool decision_is_two(const struct decision *d); /* the double missed before the play has a block of its own */
/* The parts of such a block, which cards of decisions have too. `cube`: of the cube decision, before the roll, else of
 * the play. */
void decision_line(struct draft *b, const struct decision *d, bool cube, long number); /* 0 = no number */
void decision_diagram(struct draft *b, const struct decision *d, bool cube,
                      bool board); /* without a board: score, IDs */
void decision_question(struct draft *b, const struct decision *d, bool cube, bool brief);
/* brief: one ID */ /* the diagram without an answer in it */
/* Marks set by hand, in a paragraph of their own; nothing where there are none. */
void decision_marks(struct draft *b, const struct decision *d, bool cube);
void decision_comments(struct match_report *r, const struct decision *d, bool cube); /* the file's comment on it */
void decision_figures(struct match_report *r, const struct decision *d, bool cube); /* plays, cube, race, luck */
/* Of a diagram: score, cube, pips. Whoever decides comes first, as at the bottom of the board. */
void score_line(struct draft *b, const struct position *p);
/* The diagram with the score below it, begun; node_end() ends it. */
void decision_picture(struct draft *b, const struct decision *d, bool cube);
void whole_diagram(struct draft *b, const struct position *p); /* a position with its score and IDs */

/* evaluation.c: nothing where nothing was evaluated, or the options do not ask for it */
void evaluation_of_play(struct match_report *r, const struct decision *d);
void evaluation_of_cube(struct match_report *r, const struct decision *d);

/* maps.c: nothing where there are none */
void maps_of_cube(struct match_report *r, const struct decision *d);
void map_of_play(struct match_report *r, const struct decision *d); /* which has an analysis */

/* statistics.c */
void statistics_table(struct match_report *r, const struct game *g); /* NULL = of the match */

/* legend.c */
void legend_section(struct match_report *r);

/* phrases.c: pieces of sentences, appended to what was begun last. */
void phrase_length(struct draft *d); /* "7-point match" */
void phrase_score(struct draft *d, const struct game *g); /* "A 2, B 4 to 7, Crawford game" */
void phrase_result(struct draft *d, const struct game *g); /* "A wins 2 points (gammon)" */
void phrase_action(struct draft *d, const struct decision *at); /* "8/5 6/5", "doubles to 4" */
void phrase_better(struct draft *d, const struct decision *at, bool cube);
void phrase_level(struct draft *d, const struct eval_level *level, const struct export_options *o);
void phrase_rollout(struct draft *d, const struct rollout_settings *s);
void phrase_chances(struct draft *d, struct outcome o); /* "75.0 25.0 0.0 - 25.0 12.5 0.0" */
void phrase_standard_errors(struct draft *d, const struct rollout_error *e);
/* A block of what was kept of the match (`game` 0) or of a game; nothing where only programs would read it. */
void kept_facts(struct draft *d, const struct property *list, int game);
void comment(struct match_report *r, const char *text, enum loss kind); /* a block; NULL = nothing */
void phrase_task(struct draft *d, const struct decision *at, bool cube); /* "{A} to play 31" */

#endif
