/* JSON: the document of `kibitzer analyze --json`: match, games with their plies, statistics. Records are made as they
 * are written, a ply after the other. Viewpoints: docs/formats/json.md. */
#include <math.h>
#include <string.h>

#include "base/date.h"
#include "export/certificate.h"
#include "export/export.h"
#include "export/record/json_write.h"
#include "format/keys.h"
#include "match/loss.h"
#include "report/decision.h"
#include "report/lessons.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/replies.h"
#include "match/themes.h"
#include "match/walk.h"

#define FIGURE(s, f, title, u, ...)                                                                                    \
    ANSWER(s, f, title, .unit = u, .decimals = EQUITY_DECIMALS, .missing = ANSWER_NULL, __VA_ARGS__)
#define TEXT(s, f, title, ...) ANSWER(s, f, title, .missing = ANSWER_NULL, __VA_ARGS__)
#define PLAYER(s, f, title, words) ANSWER(s, f, title, .missing = ANSWER_BELOW_ZERO, .help = words)
#define LEFT_OUT .missing = ANSWER_NULL, .flags = ANSWER_OMIT
#define FLAT_OR_LEFT_OUT .missing = ANSWER_NULL, .flags = ANSWER_OMIT | ANSWER_FLAT
#define FLAT_OR_NULL .missing = ANSWER_NULL, .flags = ANSWER_FLAT
enum { PIPS_DECIMALS = 3 };

/* ---- what was analysed ---- */

static const char *const level_kinds[] = {"none", "ply", "rollout", "book", "exact", "other"}; /* ORDER EVAL_KIND */

struct level_record {
    unsigned kind;
    int plies, xg_plies, trials;
    bool cubeful;
    const char *name;
};
static const struct answer_field level_fields[] = {
    ANSWER(struct level_record, kind, "Kind", ANSWER_WORDS(level_kinds)),
    ANSWER(struct level_record, plies, "Plies", .help = "as GNU Backgammon counts: 0 = the bare net"),
    ANSWER(struct level_record, xg_plies, "XG's plies", .help = "as eXtreme Gammon counts: one more"),
    ANSWER(struct level_record, cubeful, "Cubeful"),
    ANSWER(struct level_record, trials, "Trials", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT, .help = "of rollouts"),
    ANSWER(struct level_record, name, "Name", LEFT_OUT, .example = "XG Roller++", .help = "as the source calls it"),
    {0}};
static const struct answer_rows level_rows = {"MatchLevel", "How it was evaluated.", sizeof(struct level_record),
                                              level_fields};

struct six_chances {
    double win, win_g, win_bg, lose, lose_g, lose_bg;
};
#define CHANCE(f, title, ...)                                                                                          \
    ANSWER(struct six_chances, f, title, .unit = UNIT_CHANCE, .decimals = EQUITY_DECIMALS, __VA_ARGS__)
static const struct answer_field chances_fields[] = {CHANCE(win, "Win"),
                                                     CHANCE(win_g, "Win gammon", .help = "or backgammon"),
                                                     CHANCE(win_bg, "Win backgammon"),
                                                     CHANCE(lose, "Lose"),
                                                     CHANCE(lose_g, "Lose gammon", .help = "or backgammon"),
                                                     CHANCE(lose_bg, "Lose backgammon"),
                                                     {0}};
#undef CHANCE
static const struct answer_rows chances_rows = {"Probabilities", "Cubeless probabilities, or their standard errors.",
                                                sizeof(struct six_chances), chances_fields};

struct error_record {
    const struct six_chances *probabilities;
    float equity, cubeless_equity;
};
static const struct answer_field error_fields[] = {
    ANSWER_TO(struct error_record, probabilities, "Of the probabilities", &chances_rows, FLAT_OR_NULL),
    FIGURE(struct error_record, equity, "Of the equity", UNIT_EMG),
    FIGURE(struct error_record, cubeless_equity, "Of the cubeless equity", UNIT_EMG),
    {0}};
static const struct answer_rows error_rows = {"StandardError", NULL, sizeof(struct error_record), error_fields};

struct decider {
    struct level_record level;
};
struct deciders {
    struct decider chequer, cube;
};
struct rollout_record {
    const struct rollout_settings *settings;
    const struct deciders *early, *late, *last;
};
static const struct answer_field decider_fields[] = {ANSWER_IN(struct decider, level, "Level", &level_rows), {0}};
static const struct answer_rows decider_rows = {"Decider", NULL, sizeof(struct decider), decider_fields};
static const struct answer_field deciders_fields[] = {ANSWER_IN(struct deciders, chequer, "Plays", &decider_rows),
                                                      ANSWER_IN(struct deciders, cube, "Cube actions", &decider_rows),
                                                      {0}};
static const struct answer_rows deciders_rows = {"RolloutPlayers", "Who decides.", sizeof(struct deciders),
                                                 deciders_fields};

#define SETTING(f, title, ...) ANSWER(struct rollout_settings, f, title, __VA_ARGS__)
static const struct answer_field settings_fields[] = {
    SETTING(variance_reduction, "Variance reduction"),
    SETTING(quasi_random, "Quasi-random dice", .help = "first rolls in equal numbers"),
    SETTING(opening, "From the opening", .help = "no doublet at first"),
    SETTING(stop_two_sided, "Stop at two-sided races", .help = "where a database knows the cube too"),
    SETTING(stop_one_sided, "Stop at one-sided races"),
    SETTING(truncation, "Truncation", .help = "half-rolls; 0 = games are played out"),
    SETTING(late_from, "Late from", .help = "half-roll from which `late` decides; 0 = never"),
    SETTING(min_trials, "At least", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT),
    SETTING(max_trials, "At most", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT),
    SETTING(seed, "Seed"),
    SETTING(dice, "Dice", LEFT_OUT, .help = "their generator, as the source calls it"),
    {0}};
static const struct answer_rows settings_rows = {"Settings", NULL, sizeof(struct rollout_settings), settings_fields};
static const struct answer_field rollout_fields[] = {
    ANSWER_TO(struct rollout_record, settings, NULL, &settings_rows, .flags = ANSWER_INLINE),
    ANSWER_TO(struct rollout_record, early, "Early", &deciders_rows, LEFT_OUT),
    ANSWER_TO(struct rollout_record, late, "Late", &deciders_rows, LEFT_OUT),
    ANSWER_TO(struct rollout_record, last, "At the truncation", &deciders_rows, LEFT_OUT),
    {0}};
static const struct answer_rows rollout_rows = {"Rollout", NULL, sizeof(struct rollout_record), rollout_fields};

/* ---- plays ---- */

struct candidate_record {
    int rank;
    const char *play;
    bool played;
    float equity, difference, cubeless_equity;
    const struct six_chances *probabilities;
    struct level_record level;
    const struct error_record *standard_error;
    const struct rollout_record *rollout;
};
static const struct answer_field candidate_fields[] = {
    ANSWER(struct candidate_record, rank, "Rank", .help = "from 1"),
    TEXT(struct candidate_record, play, "Play", .example = "24/18 13/11", .help = "null = nothing is moved"),
    ANSWER(struct candidate_record, played, "Played"),
    FIGURE(struct candidate_record, equity, "Equity", UNIT_EMG),
    FIGURE(struct candidate_record, difference, "Difference", UNIT_EMG,
           .help = "to the best, 0 or below; null where it was evaluated less deeply"),
    FIGURE(struct candidate_record, cubeless_equity, "Cubeless", UNIT_EMG),
    ANSWER_TO(struct candidate_record, probabilities, "Probabilities", &chances_rows, FLAT_OR_NULL),
    ANSWER_IN(struct candidate_record, level, "Level", &level_rows),
    ANSWER_TO(struct candidate_record, standard_error, "Standard errors", &error_rows, LEFT_OUT),
    ANSWER_TO(struct candidate_record, rollout, "Rollout", &rollout_rows, LEFT_OUT),
    {0}};
static const struct answer_rows candidate_rows = {"Candidate", NULL, sizeof(struct candidate_record), candidate_fields};

struct reasons { /* what a decision is about */
    const char *why;
    struct answer_list themes;
};
static const struct answer_field reasons_fields[] = {
    TEXT(struct reasons, why, "Why",
         .help =
             "why it was an error, in a sentence or two; null = nothing was found, or it was none (docs/lessons.md)"),
    ANSWER_LIST_OF(const char *, struct reasons, themes, "Themes", ANSWER_WORDS(decision_theme_names),
                   .help = "what it is about (docs/lessons.md)"),
    {0}};
static const struct answer_rows reasons_rows = {"Reasons", NULL, sizeof(struct reasons), reasons_fields};

struct moves_record {
    int legal, played, candidates_total;
    float error;
    struct worth worth;
    struct reasons reasons;
    struct answer_series candidates;
};
static const struct answer_field moves_fields[] = {
    ANSWER(struct moves_record, legal, "Legal plays"),
    ANSWER(struct moves_record, played, "Played", .missing = ANSWER_ZERO,
           .help = "its rank, from 1; null = it was not evaluated"),
    FIGURE(struct moves_record, error, "Lost", UNIT_EMG, .help = "0 or more"),
    WORTH(struct moves_record, worth, "error_", "Lost"),
    ANSWER_IN(struct moves_record, reasons, NULL, &reasons_rows, .flags = ANSWER_INLINE),
    ANSWER(struct moves_record, candidates_total, "Evaluated plays",
           .help = "that were kept: `candidates` has the best of them and the one played"),
    ANSWER_ONE_BY_ONE(struct moves_record, candidates, "Candidates", &candidate_rows, .flags = ANSWER_FLAT,
                      .help = "best first"),
    {0}};
static const struct answer_rows moves_rows = {"Moves", "Seen by the player who moves.", sizeof(struct moves_record),
                                              moves_fields};

/* ---- the cube ---- */

struct ids {
    char xgid[XGID_MAX], gnubg_id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
};
static const struct answer_field ids_fields[] = {
    ANSWER(struct ids, xgid, "XGID", .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"),
    ANSWER(struct ids, gnubg_id, "GNU Backgammon's ID", .example = "4HPwATDgc/ABMA:cAkAAAAAAAAA",
           .help = "Position ID:Match ID"),
    {0}};
static const struct answer_rows ids_rows = {"Ids", NULL, sizeof(struct ids), ids_fields};

struct branch_record {
    float cubeless_equity;
    struct worth worth;
    const struct six_chances *probabilities;
    const struct error_record *standard_error;
};
static const struct answer_field branch_fields[] = {
    FIGURE(struct branch_record, cubeless_equity, "Cubeless", UNIT_EMG),
    WORTH(struct branch_record, worth, "", "Worth"),
    ANSWER_TO(struct branch_record, probabilities, "Probabilities", &chances_rows, FLAT_OR_NULL),
    ANSWER_TO(struct branch_record, standard_error, "Standard errors", &error_rows, LEFT_OUT),
    {0}};
static const struct answer_rows branch_rows = {"Branch", NULL, sizeof(struct branch_record), branch_fields};

struct by_score {
    char money[2], away[CUBE_MAP_AWAY][CUBE_MAP_AWAY + 1];
};
struct maps_record {
    struct by_score by_score;
    float by_roll[6][6];
};
static const struct answer_field by_score_fields[] = {
    ANSWER(struct by_score, money, "For money", .help = "a letter, as below"),
    ANSWER_ARRAY(struct by_score, away, "In matches", .flags = ANSWER_TALL,
                 .help = "a text for each number of points that the player on roll needs, from 1, with a letter for "
                         "each that the opponent needs (docs/formats/dump.md)"),
    {0}};
static const struct answer_rows by_score_rows = {"CubeByScore", NULL, sizeof(struct by_score), by_score_fields};
static const struct answer_field maps_fields[] = {
    ANSWER_IN(struct maps_record, by_score, "Verdict at each score", &by_score_rows),
    ANSWER_MATRIX(struct maps_record, by_roll, "Equity after each roll", .unit = UNIT_EMG, .decimals = EQUITY_DECIMALS,
                  .missing = ANSWER_NULL, .help = "without a double"),
    {0}};
static const struct answer_rows maps_rows = {"Maps", NULL, sizeof(struct maps_record), maps_fields};

struct cube_record {
    struct ids ids;
    float no_double, double_take, double_pass, double_error, answer_error;
    const char *verdict;
    struct worth double_worth, answer_worth;
    struct reasons reasons;
    struct branch_record no_double_evaluation, double_take_evaluation;
    struct level_record level;
    const struct rollout_record *rollout;
    const struct maps_record *maps;
};
static const struct answer_field cube_fields[] = {
    ANSWER_IN(struct cube_record, ids, NULL, &ids_rows, .flags = ANSWER_INLINE),
    FIGURE(struct cube_record, no_double, "No double", UNIT_EMG),
    FIGURE(struct cube_record, double_take, "Double, take", UNIT_EMG),
    FIGURE(struct cube_record, double_pass, "Double, pass", UNIT_EMG),
    TEXT(struct cube_record, verdict, "Verdict", .example = "Double, take", .help = "the proper cube action"),
    FIGURE(struct cube_record, double_error, "Lost by the doubler", UNIT_EMG, .help = "by doubling or not"),
    WORTH(struct cube_record, double_worth, "double_error_", "Lost by the doubler"),
    FIGURE(struct cube_record, answer_error, "Lost by the answerer", UNIT_EMG),
    WORTH(struct cube_record, answer_worth, "answer_error_", "Lost by the answerer"),
    ANSWER_IN(struct cube_record, reasons, NULL, &reasons_rows, .flags = ANSWER_INLINE),
    ANSWER_IN(struct cube_record, no_double_evaluation, "Without a double", &branch_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct cube_record, double_take_evaluation, "After a take", &branch_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct cube_record, level, "Level", &level_rows),
    ANSWER_TO(struct cube_record, rollout, "Rollout", &rollout_rows, LEFT_OUT),
    ANSWER_TO(struct cube_record, maps, NULL, &maps_rows, .missing = ANSWER_NULL, .flags = ANSWER_INLINE),
    {0}};
static const struct answer_rows cube_rows = {
    "Cube", "Before the roll: IDs without dice. Seen by the player on roll, but for errors of the answerer.",
    sizeof(struct cube_record), cube_fields};

struct reply_record {
    float equity, cost;
};
struct replies_record {
    int player;
    const char *best;
    struct reply_record take, pass;
    const struct reply_record *beaver, *raccoon;
};
static const struct answer_field reply_fields[] = {
    FIGURE(struct reply_record, equity, "Equity", UNIT_EMG, .help = "per cube before any double"),
    FIGURE(struct reply_record, cost, "Cost", UNIT_EMG, .help = "against the best reply"),
    {0}};
static const struct answer_rows reply_rows = {"MatchReply", NULL, sizeof(struct reply_record), reply_fields};
static const struct answer_field replies_fields[] = {
    PLAYER(struct replies_record, player, "Player", "who replies: 0 or 1"),
    ANSWER(struct replies_record, best, "Best reply", .example = "take"),
    ANSWER_IN(struct replies_record, take, "Take", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct replies_record, pass, "Pass", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct replies_record, beaver, "Beaver", &reply_rows, FLAT_OR_LEFT_OUT),
    ANSWER_TO(struct replies_record, raccoon, "Raccoon", &reply_rows, FLAT_OR_LEFT_OUT),
    {0}};
struct acceptance_record {
    int player;
    const char *best;
    struct reply_record accept, refuse; /* at the cube as it stands */
};

static const struct answer_field acceptance_fields[] = {
    PLAYER(struct acceptance_record, player, "Player", "who answers: 0 or 1"),
    ANSWER(struct acceptance_record, best, "Best answer", .example = "accept"),
    ANSWER_IN(struct acceptance_record, accept, "Accept", &reply_rows, .flags = ANSWER_FLAT),
    ANSWER_IN(struct acceptance_record, refuse, "Refuse", &reply_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows acceptance_rows = {
    "Acceptance", "Of the resignation that waits, seen by who answers, at the cube as it stands.",
    sizeof(struct acceptance_record), acceptance_fields};

static const struct answer_rows replies_rows = {"Replies",
                                                "To the double, beaver or raccoon that waits, seen by who replies.",
                                                sizeof(struct replies_record), replies_fields};

/* ---- a ply ---- */

struct luck_record {
    float equity;
    struct worth worth;
};
static const struct answer_field luck_fields[] = {
    FIGURE(struct luck_record, equity, "Luck", UNIT_EMG), WORTH(struct luck_record, worth, "", "Luck"), {0}};
static const struct answer_rows luck_rows = {"Luck", "Of the roll, seen by who rolled.", sizeof(struct luck_record),
                                             luck_fields};

/* Of one side: `at` is its first figure of a struct race_count. */
#define PIPS(key, f, title, words)                                                                                     \
    ANSWER_NAMED(key, struct race_count, f[0], title, .unit = UNIT_PIPS, .decimals = PIPS_DECIMALS, .help = words)
#define SIDE(key, title_, which)                                                                                       \
    {                                                                                                                  \
        .name = key, .title = title_, .kind = ANSWER_RECORD, .at = offsetof(struct race_count, epc[which]),            \
        .rows = &side_rows, .flags = ANSWER_FLAT                                                                       \
    }
static const struct answer_field side_fields[] = {
    PIPS("epc", epc, "EPC", "effective pip count"), PIPS("wastage", wastage, "Wastage", "EPC less pips"), {0}};
static const struct answer_rows side_rows = {"MatchRaceSide", NULL, sizeof(struct race_count), side_fields};
static const struct answer_field race_fields[] = {
    SIDE("on_roll", "On roll", 0),
    SIDE("opponent", "Opponent", 1),
    ANSWER(struct race_count, exact, "Exact", .help = "from a bearoff database"),
    {0}};
#undef PIPS
#undef SIDE
static const struct answer_rows race_rows = {"PlyRace", NULL, sizeof(struct race_count), race_fields};

struct marks_record {
    const char *move, *cube, *luck;
};
static const char *const skill_words[] = {"doubtful", "bad", "very bad"}, *const luck_words[] = {"very lucky", "lucky",
                                                                                                 "unlucky",
                                                                                                 "very unlucky"};
static const struct answer_field marks_fields[] = {
    TEXT(struct marks_record, move, "Play", ANSWER_WORDS(skill_words)),
    TEXT(struct marks_record, cube, "Cube action", ANSWER_WORDS(skill_words)),
    TEXT(struct marks_record, luck, "Roll", ANSWER_WORDS(luck_words)),
    {0}};
static const struct answer_rows marks_rows = {"PlyMarks", NULL, sizeof(struct marks_record), marks_fields};

struct tag {
    const char *format, *name;
    struct answer_list values;
};
static const struct answer_field tag_fields[] = {
    TEXT(struct tag, format, "Format", .help = "whose word it is; null = everybody's"),
    ANSWER(struct tag, name, "Name"),
    ANSWER_LIST_OF(const char *, struct tag, values, "Values"),
    {0}};
static const struct answer_rows tag_rows = {"MatchTag", "A word of the source that has no field of its own.",
                                            sizeof(struct tag), tag_fields};

struct ply_record {
    int number, player, value, pips[2];
    unsigned action;
    char roll[3];
    const char *play, *source_text, *comment;
    bool illegal;
    struct ids ids;
    const struct moves_record *moves;
    const struct cube_record *cube;
    const struct replies_record *replies;
    const struct acceptance_record *acceptance;
    const struct luck_record *luck;
    const struct race_count *race;
    struct marks_record marks;
    const struct marks_record *author_marks;
    struct answer_series properties;
};
static const struct answer_field ply_fields[] = {
    ANSWER(struct ply_record, number, "Move", .help = "rolls and cube actions of a game, from 1; 0 = neither"),
    ANSWER(struct ply_record, action, "Action", ANSWER_WORDS(event_kind_names)),
    PLAYER(struct ply_record, player, "Player", "who acts: 0 or 1"),
    TEXT(struct ply_record, roll, "Roll", .example = "53", .help = "as rolled"),
    TEXT(struct ply_record, play, "Play", .example = "8/3 6/3", .help = "null = nothing moved"),
    ANSWER(struct ply_record, value, "Value", .missing = ANSWER_BELOW_ZERO,
           .help = "of the cube offered, or of a resignation: 1 to 3"),
    ANSWER(struct ply_record, illegal, "Illegal", .help = "kept as found"),
    ANSWER(struct ply_record, source_text, "As written", LEFT_OUT, .help = "the file's words, where they matter"),
    ANSWER_IN(struct ply_record, ids, NULL, &ids_rows, .flags = ANSWER_INLINE),
    ANSWER_ARRAY(struct ply_record, pips, "Pips", .unit = UNIT_PIPS, .help = "of player 0 and player 1"),
    ANSWER_TO(struct ply_record, moves, "Chequer play", &moves_rows, .missing = ANSWER_NULL,
              .help = "null = not analysed, or not asked for"),
    ANSWER_TO(struct ply_record, cube, "Cube decision", &cube_rows, .missing = ANSWER_NULL, .help = "likewise"),
    ANSWER_TO(struct ply_record, acceptance, "Acceptance", &acceptance_rows, LEFT_OUT),
    ANSWER_TO(struct ply_record, replies, "Replies", &replies_rows, LEFT_OUT,
              .help = "where a position ends with a double that waits"),
    ANSWER_TO(struct ply_record, luck, "Luck", &luck_rows, FLAT_OR_NULL),
    ANSWER_TO(struct ply_record, race, "Race", &race_rows, LEFT_OUT),
    ANSWER_IN(struct ply_record, marks, "Marks", &marks_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct ply_record, author_marks, "The author's marks", &marks_rows, FLAT_OR_LEFT_OUT,
              .help = "that the file's author set by hand"),
    TEXT(struct ply_record, comment, "Comment"),
    ANSWER_ONE_BY_ONE(struct ply_record, properties, "Properties", &tag_rows, .missing = ANSWER_NULL,
                      .flags = ANSWER_OMIT | ANSWER_FLAT),
    {0}};
static const struct answer_rows ply_rows = {"Ply", "The position is the one before the action, with its dice.",
                                            sizeof(struct ply_record), ply_fields};

/* ---- games ---- */

struct game_record {
    const struct game *game;
    const char *comment;
    struct answer_series plies;
};
static const struct answer_field played_fields[] = {
    ANSWER(struct game, number, "Game", .help = "from 1"),
    ANSWER_ARRAY(struct game, score, "Score", .help = "of player 0 and player 1, before the game"),
    ANSWER(struct game, crawford_game, "Crawford game"),
    ANSWER(struct game, automatic_doubles, "Automatic doubles"),
    PLAYER(struct game, winner, "Winner", "0 or 1; null = the game was not finished"),
    ANSWER(struct game, points, "Points", .unit = UNIT_POINTS, .help = "won, cube included"),
    ANSWER(struct game, ending, "Ending", ANSWER_WORDS(ending_names), .missing = ANSWER_NULL),
    {0}};
static const struct answer_rows played_rows = {"Played", NULL, sizeof(struct game), played_fields};
static const struct answer_field game_fields[] = {
    ANSWER_TO(struct game_record, game, NULL, &played_rows, .flags = ANSWER_INLINE),
    TEXT(struct game_record, comment, "Comment"),
    ANSWER_ONE_BY_ONE(struct game_record, plies, "Plies", &ply_rows,
                      .help = "events in order, set-ups and comments too"),
    {0}};
static const struct answer_rows game_rows = {"Game", NULL, sizeof(struct game_record), game_fields};

/* ---- the match ---- */

static const struct answer_field player_fields[] = {
    ANSWER(struct player_info, name, "Name"),
    TEXT(struct player_info, rating, "Rating", .example = "1700.10", .help = "as the file has it"),
    TEXT(struct player_info, experience, "Experience", .help = "likewise"),
    {0}};
static const struct answer_rows player_rows = {"MatchPlayer", NULL, sizeof(struct player_info), player_fields};

struct rules_record {
    unsigned variant;
    bool cube, crawford, beavers, automatic_doubles;
    signed char jacoby;
    int cube_limit;
};
static const struct answer_field rules_fields[] = {
    ANSWER(struct rules_record, variant, "Variant", ANSWER_WORDS(variant_names)),
    ANSWER(struct rules_record, cube, "Cube", .help = "is in use"),
    ANSWER(struct rules_record, cube_limit, "Cube limit", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
           .help = "its highest value; absent: no limit"),
    ANSWER(struct rules_record, crawford, "Crawford rule"),
    {.name = "jacoby",
     .title = "Jacoby rule",
     .kind = ANSWER_BOOL,
     ANSWER_PLACE(struct rules_record, jacoby),
     .missing = ANSWER_BELOW_ZERO,
     .help = "null = the source does not say"},
    ANSWER(struct rules_record, beavers, "Beavers"),
    ANSWER(struct rules_record, automatic_doubles, "Automatic doubles"),
    {0}};
static const struct answer_rows rules_rows = {"MatchRules", NULL, sizeof(struct rules_record), rules_fields};

#define INFO(f, title, ...) TEXT(struct match_info, f, title, __VA_ARGS__)
static const struct answer_field info_fields[] = {
    INFO(time, "Time"),           INFO(event, "Event"),
    INFO(round, "Round"),         INFO(place, "Place"),
    INFO(site, "Site"),           INFO(match_id, "Match ID", .help = "of the site where it was played"),
    INFO(annotator, "Annotator"), {0}};
#undef INFO
static const struct answer_rows info_rows = {"Info", NULL, sizeof(struct match_info), info_fields};

#define SET(f, title, ...) TEXT(struct annotation_set, f, title, __VA_ARGS__)
static const struct answer_field set_fields[] = {SET(engine, "Engine"),
                                                 SET(version, "Version"),
                                                 SET(level, "Level", .example = "2ply"),
                                                 SET(settings, "Settings", .help = "enough to repeat it"),
                                                 SET(met, "Match equity table"),
                                                 {.name = "thresholds",
                                                  .title = "Thresholds",
                                                  .kind = ANSWER_REAL,
                                                  .at = offsetof(struct annotation_set, threshold),
                                                  .size = sizeof(float),
                                                  .n = 3,
                                                  .unit = UNIT_EMG,
                                                  .decimals = EQUITY_DECIMALS,
                                                  .missing = ANSWER_NULL,
                                                  .help = "of doubtful, bad, very bad"},
                                                 {0}};
#undef SET
static const struct answer_rows set_rows = {"MatchAnalysis", "Who made it, and how.", sizeof(struct annotation_set),
                                            set_fields};

static const char *const severities[] = {NULL, "warning", "error"}; /* ORDER SEVERITY */
static const struct answer_field warning_fields[] = {
    ANSWER(struct diag, severity, "Severity", ANSWER_WORDS(severities)),
    ANSWER(struct diag, line, "Line", .help = "from 1; 0 = not known"),
    ANSWER(struct diag, column, "Column", .help = "likewise"),
    ANSWER(struct diag, message, "Message"),
    {0}};
static const struct answer_rows warning_rows = {"MatchWarning", NULL, sizeof(struct diag), warning_fields};

struct match_record {
    const char *key, *format, *generator, *date, *date_text, *comment;
    const struct player_info *players;
    int length;
    int64_t games;
    struct rules_record rules;
    const struct match_info *info;
    const struct annotation_set *analysis;
    struct answer_series tags, warnings;
    struct player_info player[2];
};
static const struct answer_field match_fields[] = {
    TEXT(struct match_record, key, "Key",
         .help =
             "of players, rules, dice and plays, with player 0 as here: what `match` is in other documents; null for "
             "positions"),
    ANSWER(struct match_record, format, "Format", .missing = ANSWER_ZERO, .example = "mat"),
    TEXT(struct match_record, generator, "Written by", .help = "the program that wrote the file"),
    {.name = "players",
     .title = "Players",
     .kind = ANSWER_RECORD,
     ANSWER_PLACE(struct match_record, player[0]),
     .n = 2,
     .rows = &player_rows,
     .flags = ANSWER_FLAT,
     .help = "player 0 and player 1, in the file's order"},
    ANSWER(struct match_record, length, "Length", .help = "points; 0 = money session"),
    ANSWER(struct match_record, games, "Games"),
    ANSWER_IN(struct match_record, rules, "Rules", &rules_rows, .flags = ANSWER_FLAT),
    TEXT(struct match_record, date, "Date", .example = "2025-03-01", .help = "yyyy, yyyy-mm or yyyy-mm-dd"),
    TEXT(struct match_record, date_text, "Date as written", .example = "03/04/2009",
         .help = "the file's text where it is not a date, or may be two"),
    ANSWER_TO(struct match_record, info, NULL, &info_rows, .flags = ANSWER_INLINE),
    TEXT(struct match_record, comment, "Comment"),
    ANSWER_ONE_BY_ONE(struct match_record, tags, "Tags", &tag_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct match_record, analysis, "Analysis", &set_rows, .missing = ANSWER_NULL,
              .help = "the one shown; null = there is none"),
    ANSWER_ONE_BY_ONE(struct match_record, warnings, "Warnings", &warning_rows, .flags = ANSWER_FLAT,
                      .help = "what was said when the file was read"),
    {0}};
static const struct answer_rows match_rows = {"Match", NULL, sizeof(struct match_record), match_fields};

struct document {
    struct match_record match;
    struct answer_series games;
    const struct statistics_record *statistics;
    const struct certificate_record *certificate;
};
static const struct answer_field document_fields[] = {
    ANSWER_IN(struct document, match, "Match", &match_rows),
    ANSWER_ONE_BY_ONE(struct document, games, "Games", &game_rows),
    ANSWER_TO(struct document, statistics, "Statistics", &statistics_rows),
    ANSWER_TO(struct document, certificate, "Certificate", &certificate_rows, .missing = ANSWER_NULL,
              .help =
                  "by which `kibitzer verify` makes the analysis again (docs/verify.md); null where it is not ours"),
    {0}};
static const struct answer_rows document_rows = {"MatchRecord", NULL, sizeof(struct document), document_fields};
const struct answer_document match_document = {
    "match",        1, "Match", "A match with its plies, their analysis and statistics: docs/formats/json.md.",
    &document_rows, 0};

/* ---- filling them ---- */

struct tags { /* the rest of a list of properties */
    const struct property *next;
    struct tag tag;
};

struct candidates {
    struct writer *w;
    const struct play_analysis *analysis;
    int next;
    struct candidate_record record;
};

struct writer {
    const struct match *m;
    const struct export_options *o;
    int set; /* -1 = none */
    struct arena *arena, *of_ply; /* of the match; of the ply that is written */
    struct strbuf text;
    size_t next_game, next_warning;
    struct walk walk;
    struct decision decision; /* of that ply */
    struct game_record game;
    struct ply_record ply;
    struct candidates candidates;
};

static const char *text_or_null(const char *s)
{
    return s != NULL && s[0] != '\0' ? s : NULL;
}

static const void *next_tag(void *source)
{
    struct tags *t = source;
    const struct property *p = t->next;
    if (p == NULL)
        return NULL;
    t->next = p->next;
    t->tag = (struct tag){p->format, p->name, {p->values, p->n_values}};
    return &t->tag;
}

static struct answer_series tags_of(const struct property *p, struct arena *a)
{
    struct tags *t = arena_alloc(a, sizeof *t);
    t->next = p;
    return (struct answer_series){next_tag, t};
}

static struct level_record level_of(const struct eval_level *l)
{
    return (struct level_record){l->kind, l->plies, l->plies + 1, l->trials > 0 ? l->trials : 0, l->cubeful, l->name};
}

/* Losing is as uncertain as winning. */
static const struct six_chances *chances_of(const struct writer *w, const struct outcome *o, bool errors)
{
    if (isnan(o->win))
        return NULL;
    const double win = (double)o->win;
    struct six_chances *c = arena_alloc(w->of_ply, sizeof *c);
    *c = (struct six_chances){win,
                              (double)o->win_gammon,
                              (double)o->win_backgammon,
                              errors ? win : 1 - win,
                              (double)o->lose_gammon,
                              (double)o->lose_backgammon};
    return c;
}

static const struct error_record *errors_of(const struct writer *w, const struct rollout_error *e)
{
    if (e == NULL)
        return NULL;
    struct error_record *r = arena_alloc(w->of_ply, sizeof *r);
    *r = (struct error_record){chances_of(w, &e->outcome, true), e->cubeful, e->cubeless};
    return r;
}

static const struct deciders *deciders_of(const struct writer *w, const struct rollout_players *p)
{
    if (p->chequer.kind == EVAL_NONE && p->cube.kind == EVAL_NONE)
        return NULL;
    struct deciders *d = arena_alloc(w->of_ply, sizeof *d);
    *d = (struct deciders){{level_of(&p->chequer)}, {level_of(&p->cube)}};
    return d;
}

static const struct rollout_record *rollout_of(const struct writer *w, const struct rollout_settings *s)
{
    if (s == NULL)
        return NULL;
    struct rollout_record *r = arena_alloc(w->of_ply, sizeof *r);
    *r = (struct rollout_record){s, deciders_of(w, &s->early), deciders_of(w, &s->late), deciders_of(w, &s->last)};
    return r;
}

static const char *play_text(struct writer *w, const struct play *p)
{
    if (p->n <= 0)
        return NULL;
    strbuf_clear(&w->text);
    notation_write(&w->text, &w->decision.before.board, p, NOTATION_MERGED);
    return arena_strdup(w->of_ply, strbuf_text(&w->text));
}

static const void *next_candidate(void *source)
{
    struct candidates *all = source;
    const struct play_analysis *p = all->analysis;
    while (all->next < p->n && all->next >= all->w->o->candidates && all->next != p->played)
        all->next++;
    if (all->next >= p->n)
        return NULL;
    const int i = all->next++;
    const struct candidate *c = &p->candidates[i];
    const bool comparable = candidate_is_comparable(c, &p->candidates[0]);
    all->record = (struct candidate_record){i + 1,
                                            play_text(all->w, &c->play),
                                            i == p->played,
                                            c->equity,
                                            comparable ? c->equity - p->candidates[0].equity : NAN,
                                            c->cubeless,
                                            chances_of(all->w, &c->outcome, false),
                                            level_of(&c->level),
                                            errors_of(all->w, c->stderror),
                                            rollout_of(all->w, c->rollout)};
    return &all->record;
}

static struct reasons reasons_of(struct writer *w, bool cube)
{
    const char **names = arena_alloc(w->of_ply, THEMES * sizeof *names);
    const size_t n = themes_named(decision_themes(&w->decision, cube), names);
    strbuf_clear(&w->text);
    const bool found = lesson_text(&w->decision, cube, &w->text);
    return (struct reasons){found ? arena_strdup(w->of_ply, strbuf_text(&w->text)) : NULL, {names, n}};
}

static const struct moves_record *moves_of(struct writer *w, const struct play_analysis *p)
{
    if (p == NULL)
        return NULL;
    struct moves_record *r = arena_alloc(w->of_ply, sizeof *r);
    w->candidates = (struct candidates){.w = w, .analysis = p};
    *r = (struct moves_record){
        p->n_legal,           p->played >= 0 ? p->played + 1 : 0, p->n, p->error, worth_of(w->m, (double)p->error_mwc),
        reasons_of(w, false), {next_candidate, &w->candidates}};
    return r;
}

static struct branch_record branch_of(const struct writer *w, const struct cube_branch *b)
{
    return (struct branch_record){b->cubeless, worth_of(w->m, (double)b->mwc), chances_of(w, &b->outcome, false),
                                  errors_of(w, b->stderror)};
}

static struct ids ids_of(const struct position *p)
{
    struct ids ids;
    xgid(p, ids.xgid);
    position_id(&p->board, ids.gnubg_id);
    ids.gnubg_id[POSITION_ID_LENGTH] = ':';
    match_id(p, ids.gnubg_id + POSITION_ID_LENGTH + 1);
    return ids;
}

static const struct maps_record *maps_of(const struct writer *w, const struct cube_maps *m)
{
    if (m == NULL)
        return NULL;
    struct maps_record *r = arena_alloc(w->of_ply, sizeof *r);
    r->by_score.money[0] = verdict_letters[m->money];
    for (int i = 0; i < CUBE_MAP_AWAY; i++)
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            r->by_score.away[i][k] = verdict_letters[m->at[i][k]];
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            r->by_roll[a][b] = m->roll[roll_index(a + 1, b + 1)];
    return r;
}

static const struct cube_record *cube_of(struct writer *w, const struct cube_analysis *c)
{
    if (c == NULL)
        return NULL;
    const struct position before = position_before_roll(&w->decision.before);
    const bool redouble = before.cube_owner != CUBE_CENTRED;
    struct cube_record *r = arena_alloc(w->of_ply, sizeof *r);
    *r = (struct cube_record){.ids = ids_of(&before),
                              .no_double = c->nd,
                              .double_take = c->dt,
                              .double_pass = c->dp,
                              .verdict = c->verdict != VERDICT_NONE ? verdict_text(c->verdict, redouble) : NULL,
                              .double_error = c->double_error,
                              .double_worth = worth_of(w->m, (double)c->double_error_mwc),
                              .answer_error = c->answer_error,
                              .answer_worth = worth_of(w->m, (double)c->answer_error_mwc),
                              .reasons = reasons_of(w, true),
                              .no_double_evaluation = branch_of(w, &c->branch[0]),
                              .double_take_evaluation = branch_of(w, &c->branch[1]),
                              .level = level_of(&c->level),
                              .rollout = rollout_of(w, c->rollout),
                              .maps = maps_of(w, c->maps)};
    return r;
}

static const struct replies_record *replies_of(const struct writer *w, const struct cube_analysis *c)
{
    const struct position *p = &w->decision.before;
    struct replies a;
    if (c == NULL || !decision_asks_reply(&w->decision))
        return NULL;
    replies_to(p, c->dt, c->dp, &a);
    struct replies_record *r = arena_alloc(w->of_ply, sizeof *r);
    struct reply_record *raise = arena_alloc(w->of_ply, sizeof *raise);
    const bool raccoon = strcmp(reply_name(p, REPLY_RAISE), "raccoon") == 0;
    *raise = (struct reply_record){a.equity[REPLY_RAISE], a.cost[REPLY_RAISE]};
    *r = (struct replies_record){p->turn,
                                 reply_name(p, a.best),
                                 {a.equity[REPLY_TAKE], a.cost[REPLY_TAKE]},
                                 {a.equity[REPLY_PASS], a.cost[REPLY_PASS]},
                                 a.may_raise && !raccoon ? raise : NULL,
                                 a.may_raise && raccoon ? raise : NULL};
    return r;
}

static const struct acceptance_record *acceptance_of(const struct writer *w, const struct annotation *a)
{
    if (a == NULL || a->resigned == NULL)
        return NULL;
    struct acceptance_record *r = arena_alloc(w->of_ply, sizeof *r);
    const float accept = a->resigned->accept, refuse = a->resigned->refuse;
    *r = (struct acceptance_record){w->decision.before.turn,
                                    resigned_is_accepted(a->resigned) ? "accept" : "refuse",
                                    {accept, fmaxf(0, refuse - accept)},
                                    {refuse, fmaxf(0, accept - refuse)}};
    return r;
}

static const struct luck_record *luck_of(const struct writer *w, const struct annotation *a)
{
    if (a == NULL || isnan(a->luck))
        return NULL;
    struct luck_record *r = arena_alloc(w->of_ply, sizeof *r);
    *r = (struct luck_record){a->luck, worth_of(w->m, (double)a->luck_mwc)};
    return r;
}

static struct marks_record marks_of(enum skill move, enum skill cube, enum luck_mark luck)
{
    return (struct marks_record){text_or_null(skill_name(move)), text_or_null(skill_name(cube)),
                                 text_or_null(luck_name(luck))};
}

static const struct marks_record *author_marks_of(const struct writer *w, const struct event *e)
{
    const struct author_marks m = event_author_marks(e);
    if (m.play == SKILL_NONE && m.cube == SKILL_NONE && m.luck == LUCK_NONE)
        return NULL;
    struct marks_record *r = arena_alloc(w->of_ply, sizeof *r);
    *r = marks_of(m.play, m.cube, m.luck);
    return r;
}

static bool has_value(const struct event *e)
{
    return e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON ||
           e->kind == EVENT_SET_CUBE || e->kind == EVENT_RESIGN;
}

static void fill_ply(struct writer *w)
{
    const struct event *e = w->walk.event;
    const struct decision *d = &w->decision;
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    const struct cube_analysis *cube = a != NULL && report_shows_cube(w->o, d) ? a->cube : NULL;
    const int mover = d->before.on_roll == 0 ? 0 : 1;
    struct ply_record *r = &w->ply;
    *r = (struct ply_record){.number = w->walk.move_number,
                             .action = e->kind,
                             .player = e->player == 0 || e->player == 1 ? e->player : -1,
                             .play = e->kind == EVENT_PLAY ? play_text(w, &e->play) : NULL,
                             .value = has_value(e) ? e->value : -1,
                             .illegal = (e->flags & EVENT_ILLEGAL) != 0,
                             .source_text = e->text,
                             .ids = ids_of(&d->before),
                             .moves = moves_of(w, a != NULL && report_shows_play(w->o, d) ? a->play : NULL),
                             .cube = cube_of(w, cube),
                             .replies = replies_of(w, cube),
                             .acceptance = acceptance_of(w, a),
                             .luck = luck_of(w, a),
                             .race = a != NULL ? a->race : NULL,
                             .author_marks = author_marks_of(w, e),
                             .comment = w->o->annotations ? e->comment : NULL};
    r->pips[mover] = board_pips(&d->before.board);
    r->pips[1 - mover] = board_opponent_pips(&d->before.board);
    if (e->dice[0] > 0)
        memcpy(r->roll, (const char[]){(char)('0' + e->dice[0]), (char)('0' + e->dice[1])}, 2);
    if (a != NULL)
        r->marks = marks_of(a->play_skill, a->cube_skill, a->luck_mark);
    if (e->properties != NULL)
        r->properties = tags_of(e->properties, w->of_ply);
}

/* A ply that the options do not ask for is left out; of one that is shown for its play or its cube alone, the other is
 * null. */
static const void *next_ply(void *source)
{
    struct writer *w = source;
    while (walk_next(&w->walk)) {
        decision_of(&w->decision, &w->walk, w->set);
        if (!report_wants(w->o, &w->decision))
            continue;
        arena_clear(w->of_ply);
        fill_ply(w);
        return &w->ply;
    }
    return NULL;
}

static const void *next_game(void *source)
{
    struct writer *w = source;
    if (w->next_game == w->m->n_games)
        return NULL;
    const struct game *g = &w->m->games[w->next_game++];
    w->game = (struct game_record){g, w->o->annotations ? g->comment : NULL, {next_ply, w}};
    walk_begin(&w->walk, w->m, g);
    return &w->game;
}

static const void *next_warning(void *source)
{
    struct writer *w = source;
    const struct diags *d = w->o->warnings;
    while (d != NULL && w->next_warning < d->n)
        if (d->at[w->next_warning++].severity != SEVERITY_NOTE)
            return &d->at[w->next_warning - 1];
    return NULL;
}

static struct rules_record rules_of(const struct match *m)
{
    const struct rules *r = &m->rules;
    return (struct rules_record){.variant = r->variant,
                                 .cube = r->cube,
                                 .cube_limit = r->cube_limit > 0 ? r->cube_limit : 0,
                                 .crawford = r->crawford && m->length > 0,
                                 .jacoby = m->length == 0 && !m->jacoby_known ? -1 : r->jacoby,
                                 .beavers = r->beavers,
                                 .automatic_doubles = r->automatic};
}

static const char *key_of(const struct match *m, struct arena *a)
{
    char key[KEY_LENGTH + 1];
    if (match_is_position(m))
        return NULL;
    match_key(m, key);
    return arena_strdup(a, key);
}

static struct match_record match_of(struct writer *w)
{
    const struct match *m = w->m;
    const char *date = m->info.date;
    const bool dated = date != NULL && date_is_iso(date);
    return (struct match_record){.key = key_of(m, w->arena),
                                 .format = m->format,
                                 .generator = m->generator,
                                 .player = {m->player[0], m->player[1]},
                                 .length = m->length,
                                 .games = (int64_t)m->n_games,
                                 .rules = rules_of(m),
                                 .date = dated ? date : NULL,
                                 .date_text = dated ? NULL : date,
                                 .info = &m->info,
                                 .comment = m->comment,
                                 .tags = tags_of(m->properties, w->arena),
                                 .analysis = w->set >= 0 ? &m->sets[w->set] : NULL,
                                 .warnings = {next_warning, w}};
}

/* ---- the document ---- */

static bool put_document(const struct match *m, const struct export_options *o, bool line, struct sink *sink,
                         struct diags *d)
{
    struct writer w = {.m = m, .o = o, .set = export_set(m, o), .arena = arena_new(), .of_ply = arena_new()};
    struct certificate_record certificate;
    struct document document = {match_of(&w), {next_game, &w}, statistics_record_of(m, w.set, w.arena), NULL};
    if (certificate_fits(m, o)) {
        certificate_fill(&certificate, m, o, false, w.arena);
        document.certificate = &certificate;
    }
    struct answer_document as = match_document;
    as.several = line;
    struct answer_list all = {&document, 1};
    answer_print(&as, line ? (const void *)&all : &document,
                 &(struct answer_form){.style = line ? ANSWER_NDJSON : ANSWER_JSON}, sink_main(sink));
    strbuf_done(&w.text);
    arena_free(w.of_ply);
    arena_free(w.arena);
    loss_report(m, CARRIES_EVERYTHING & ~CARRIES(OTHER_SETS), NULL, d);
    return true;
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return put_document(m, o, false, sink, d);
}

static bool write_line(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return put_document(m, o, true, sink, d);
}

const struct exporter exporter_json = {
    .name = "json",
    .title = "JSON: match, plies, analysis and statistics",
    .extension = "json",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = write,
};

const struct exporter exporter_ndjson = {
    .name = "ndjson",
    .title = "NDJSON: the JSON of each match on a line",
    .extension = "ndjson",
    .scope = EXPORT_GAME | EXPORT_MATCH | EXPORT_MATCHES,
    .annotations = true,
    .follow = true,
    .write = write_line,
};
