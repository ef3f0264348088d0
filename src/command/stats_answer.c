/* Figures of players and league tables as rows; see stats_answer.h. */
#include "command/stats_answer.h"

#include <math.h>
#include <string.h>

#include "base/language.h"
#include "base/xmalloc.h"
#include "collection/groups.h"

/* ---- what is in no figure ---- */

static const struct answer_field left_out_fields[] = {
    ANSWER(struct left_out, not_analysed, NULL, .help = "matches"),
    ANSWER(struct left_out, unnamed, NULL, .help = "sides of matches whose player is not named"),
    ANSWER(struct left_out, undated, NULL, .help = "undated matches, if a date was asked for"),
    ANSWER(struct left_out, abandoned, NULL,
           .help = "matches without a winner: left out of results, luck and losses per match"),
    ANSWER(struct left_out, given_away, NULL,
           .help = "games abandoned or resigned although not lost: left out of results and luck"),
    ANSWER(struct left_out, sessions, NULL, .help = "money sessions, of a league: left out of every figure"),
    {0}};
static const struct answer_rows left_out_rows = {"LeftOut", "What is in no figure.", sizeof(struct left_out),
                                                 left_out_fields};

/* ---- figures ---- */

struct stats_row {
    const char *name, *group;
    char shown[GROUP_ROOM]; /* the group */
    int matches, games, decisions, errors, units, guessed;
    double value[FIGURES], error[FIGURES]; /* in the units of the rows below */
    double pr_interval, pr_evaluator_error, share;
    double level[3];
    struct difficulty_range same;
    const char *decisions_were;
    char range[32], time[32], apart[32];
    double seconds[2], difference, difference_interval; /* of groups by time; NAN */
    const char *costs;
};

struct stats_answer {
    const char *by;
    struct answer_list players, groups;
    struct left_out left_out;
};

/* Of struct ratio's value. ORDER FIGURE */
static const double scale[FIGURES] = {500, 500, 500, 1000, 1000, 1, 1, 1, 1, 1, 1, 1};

/* A figure and its standard error. `decimals`: of data. */
#define RATE(key, which, title, decimals_, ...)                                                                        \
    ANSWER_NAMED(key, struct stats_row, value[which], title, .decimals = decimals_, .missing = ANSWER_NULL,            \
                 __VA_ARGS__),                                                                                         \
        ANSWER_NAMED(key "_standard_error", struct stats_row, error[which], NULL, .decimals = decimals_,               \
                     .missing = ANSWER_NULL, .flags = ANSWER_DATA, .help = "null below three units")
#define LEVEL(key, i, title, words)                                                                                    \
    ANSWER_NAMED(key, struct stats_row, level[i], title, .decimals = 2, .shown = 1, .missing = ANSWER_NULL,            \
                 .unit = UNIT_PR, .flags = ANSWER_WIDE, .help = words)

#define NAME                                                                                                           \
    ANSWER(struct stats_row, name, "Player", .flags = ANSWER_KEY | ANSWER_OWN,                                         \
           .help = "of the player; aliases count under one name")
#define COUNTS                                                                                                         \
    ANSWER(struct stats_row, matches, "Matches"), ANSWER(struct stats_row, games, NULL, .flags = ANSWER_DATA),         \
        ANSWER(struct stats_row, decisions, "Decisions", .help = "that count for the performance rating")
#define TIME(key, which, unit_, decimals_, words)                                                                      \
    ANSWER_NAMED(key, struct stats_row, which, NULL, .decimals = decimals_, .missing = ANSWER_NULL, .unit = unit_,     \
                 .flags = ANSWER_OMIT | ANSWER_DATA, .help = words)
#define FIGURES_OF                                                                                                     \
    {                                                                                                                  \
        .name = "figures", .kind = ANSWER_RECORD, .rows = &figures_rows, .flags = ANSWER_INLINE                        \
    }
static const struct answer_field figures_fields[] = {
    ANSWER(struct stats_row, units, NULL, .flags = ANSWER_DATA,
           .help = "matches, or games of a single match: the units of the standard errors"),
    RATE("pr", FIGURE_PR, "PR", 4, .shown = 2, .unit = UNIT_PR,
         .help = "performance rating: 500 times the EMG lost per counted decision"),
    ANSWER(struct stats_row, range, "95%", .missing = ANSWER_ZERO, .flags = ANSWER_PEOPLE),
    /* before what has less to do with it: a table without room drops columns from its end */
    ANSWER(struct stats_row, time, "Seconds", .missing = ANSWER_ZERO, .flags = ANSWER_PEOPLE | ANSWER_KEY),
    ANSWER(struct stats_row, apart, "Difference", .missing = ANSWER_ZERO, .flags = ANSWER_PEOPLE | ANSWER_KEY),
    ANSWER(struct stats_row, pr_interval, NULL, .decimals = 4, .missing = ANSWER_NULL, .flags = ANSWER_DATA,
           .help = "half of the 95% interval"),
    ANSWER(struct stats_row, pr_evaluator_error, "Evaluator", .decimals = 4, .shown = 2, .missing = ANSWER_NULL,
           .flags = ANSWER_WIDE, .help = "how far the rating may be off because of the evaluator"),
    RATE("checker_pr", FIGURE_CHECKER_PR, "Chequer", 4, .shown = 2, .unit = UNIT_PR, .help = "of chequer plays"),
    RATE("cube_pr", FIGURE_CUBE_PR, "Cube", 4, .shown = 2, .unit = UNIT_PR, .help = "of cube decisions"),
    RATE("error_rate", FIGURE_ERROR_RATE, "mEMG", 4, .shown = 2, .flags = ANSWER_WIDE,
         .help = "thousandths of EMG lost per decision"),
    RATE("snowie_rate", FIGURE_SNOWIE_RATE, "Snowie", 4, .shown = 2, .flags = ANSWER_WIDE,
         .help = "the same divided by the moves of both players"),
    RATE("luck", FIGURE_LUCK, "Net luck", 6, .shown = 1, .unit = UNIT_MWC, .flags = ANSWER_SIGNED,
         .help = "own less the opponent's, match winning chances per finished match"),
    RATE("result", FIGURE_RESULT, "Result", 6, .shown = 1, .unit = UNIT_MWC, .flags = ANSWER_SIGNED,
         .help = "match winning chances won per finished match"),
    RATE("result_less_luck", FIGURE_ADJUSTED, NULL, 6, .unit = UNIT_MWC, .flags = ANSWER_DATA),
    RATE("mwc_lost_per_7_points", FIGURE_MWC_LOST, NULL, 6, .unit = UNIT_MWC, .flags = ANSWER_DATA,
         .help = "match winning chances lost per finished match, as if it were to 7 points"),
    RATE("money_luck", FIGURE_MONEY_LUCK, NULL, 6, .unit = UNIT_POINTS, .flags = ANSWER_DATA, .help = "per game"),
    RATE("money_result", FIGURE_MONEY_RESULT, NULL, 6, .unit = UNIT_POINTS, .flags = ANSWER_DATA, .help = "per game"),
    RATE("cube_bias", FIGURE_CUBE_BIAS, NULL, 6, .flags = ANSWER_DATA,
         .help = "errors that were too bold minus those too timid, per cube decision"),
    LEVEL("level_pr", 0, "Level's PR", "of groups of decisions: the PR that players with the player's PR have there"),
    LEVEL("level_checker_pr", 1, "Level's chequer", "chequer PR of players with this PR"),
    LEVEL("level_cube_pr", 2, "Level's cube", "cube PR of players with this PR"),
    ANSWER_NAMED("same_decisions_pr", struct stats_row, same.pr, "Same decisions", .decimals = 4, .shown = 2,
                 .unit = UNIT_PR, .missing = ANSWER_NULL, .flags = ANSWER_WIDE | ANSWER_WIDE_LAST,
                 .help = "the PR that players with the player's PR have in the same decisions; null if the candidates "
                         "were not kept, and for groups of decisions"),
    ANSWER_NAMED("same_decisions_low", struct stats_row, same.low, NULL, .decimals = 4, .unit = UNIT_PR,
                 .missing = ANSWER_NULL, .flags = ANSWER_DATA, .help = "of its 95% range"),
    ANSWER_NAMED("same_decisions_high", struct stats_row, same.high, NULL, .decimals = 4, .unit = UNIT_PR,
                 .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER(struct stats_row, decisions_were, "Decisions were", .example = "harder", .missing = ANSWER_NULL,
           .flags = ANSWER_WIDE | ANSWER_WIDE_LAST,
           .help = "harder or easier than decisions are on average; null: the range includes no difference"),
    ANSWER(struct stats_row, share, "Share", .unit = UNIT_SHARE, .missing = ANSWER_NULL, .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows figures_rows = {"Figures", NULL, sizeof(struct stats_row), figures_fields};

static const struct answer_field
    player_fields[] = {NAME, COUNTS, FIGURES_OF, {0}},
    group_fields[] = {
        NAME,
        ANSWER(struct stats_row, group, "Group", .example = "2025-03", .missing = ANSWER_NULL,
               .flags = ANSWER_OMIT | ANSWER_DATA, .help = "2025-03, race ..."),
        ANSWER(struct stats_row, shown, "Group", .flags = ANSWER_PEOPLE | ANSWER_KEY | ANSWER_OWN),
        COUNTS,
        ANSWER(struct stats_row, errors, "Errors", .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
               .help = "of groups of errors alone: how many there are"),
        FIGURES_OF,
        ANSWER(struct stats_row, guessed, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_OMIT | ANSWER_DATA,
               .help = "of a month or a year: matches that have no date, dated by their files"),
        TIME("seconds_from", seconds[0], UNIT_SECONDS, 3, "of groups by time alone: what the quickest took"),
        TIME("seconds_to", seconds[1], UNIT_SECONDS, 3, "the slowest"),
        TIME("pr_difference", difference, UNIT_PR, 4,
             "the PR here less that of the player's other decisions with a time"),
        TIME("pr_difference_interval", difference_interval, UNIT_PR, 4, "half of its 95% interval"),
        ANSWER(struct stats_row, costs, NULL, .example = "more", .missing = ANSWER_NULL,
               .flags = ANSWER_OMIT | ANSWER_DATA,
               .help = "more or less than the others; left out: the range "
                       "includes no difference"),
        {0}};
const struct answer_rows stats_player_rows = {"PlayerFigures", NULL, sizeof(struct stats_row), player_fields};
static const struct answer_rows group_rows = {"GroupFigures", NULL, sizeof(struct stats_row), group_fields};

static const struct answer_field stats_fields[] = {
    ANSWER(struct stats_answer, by, NULL, .example = "month", .missing = ANSWER_NULL, .flags = ANSWER_DATA,
           .help = "what groups: year, month, opponent, length, event, phase, plan, score, cube, cube-action, opening, "
                   "theme, time or error-kind"),
    ANSWER_LIST(struct stats_answer, players, NULL, &stats_player_rows, .help = "by name"),
    ANSWER_LIST(struct stats_answer, groups, "By player and group", &group_rows, .flags = ANSWER_LINES_TOO,
                .help = "by name of the player, then in their own order"),
    ANSWER_IN(struct stats_answer, left_out, NULL, &left_out_rows, .flags = ANSWER_DATA),
    {0}};
static const struct answer_rows stats_rows = {"Stats", NULL, sizeof(struct stats_answer), stats_fields};

const struct answer_document stats_document = {
    "stats", 1, "Figures of players", "Figures of players over all matches of a collection.", .rows = &stats_rows};

static void fill_range(struct stats_row *row)
{
    const double pr = row->value[FIGURE_PR], half = row->pr_interval;
    if (!isnan(half))
        snprintf(row->range, sizeof row->range, "%s-%s", TR_REAL(fmax(0, pr - half), 1), TR_REAL(pr + half, 1));
}

/* "2.1-5.0", and "+1.2 ±0.8": of groups by time. */
static void fill_time(struct stats_row *row, const struct figures *f)
{
    enum { A_SECOND = 1000 };
    row->seconds[0] = row->seconds[1] = row->difference = row->difference_interval = NAN;
    if (f->by != BY_TIME)
        return;
    row->seconds[0] = (double)f->quickest / A_SECOND;
    row->seconds[1] = (double)f->slowest / A_SECOND;
    row->difference = scale[FIGURE_PR] * contrast_value(&f->apart);
    row->difference_interval = scale[FIGURE_PR] * contrast_interval(&f->apart);
    const char *from = TR_REAL(row->seconds[0], 1), *to = TR_REAL(row->seconds[1], 1);
    const bool same = strcmp(from, to) == 0;
    snprintf(row->time, sizeof row->time, "%s%s%s", from, same ? "" : "-", same ? "" : to);
    const double half = row->difference_interval;
    if (isnan(half))
        return;
    snprintf(row->apart, sizeof row->apart, "%s%s \xc2\xb1%s", row->difference < 0 ? "" : "+",
             TR_REAL(row->difference, 1), TR_REAL(half, 1));
    row->costs = row->difference > half ? "more" : row->difference < -half ? "less" : NULL;
}

static void fill_row(struct stats_row *row, const struct stats *st, const struct figures *f)
{
    const struct tallies *t = &f->tally;
    *row = (struct stats_row){.name = f->name,
                              .group = f->group,
                              .guessed = f->guessed,
                              .matches = t->matches,
                              .games = t->games,
                              .decisions = t->decisions,
                              .errors = f->by == BY_ERROR_KIND ? t->errors : -1,
                              .units = tally_ratio(t, FIGURE_PR)->units,
                              .share = f->by == BY_ERROR_KIND ? share_of_rating(st, f) : (double)NAN};
    for (enum figure i = 0; i < FIGURES; i++) {
        row->value[i] = scale[i] * ratio_value(tally_ratio(t, i));
        row->error[i] = scale[i] * ratio_error(tally_ratio(t, i));
    }
    row->pr_interval = scale[FIGURE_PR] * ratio_interval(tally_ratio(t, FIGURE_PR));
    row->pr_evaluator_error = error_of_judges(f);
    row->same = f->same;
    row->decisions_were = f->same.harder > 0 ? "harder" : f->same.harder < 0 ? "easier" : NULL;
    for (int i = 0; i < 3; i++)
        row->level[i] = f->level[i] > 0 ? f->level[i] : (double)NAN;
    group_shown(f, row->shown);
    fill_range(row);
    fill_time(row, f);
}

static struct answer_list figures_of(const struct stats *st, const struct figures_list *list)
{
    struct stats_row *rows = xcalloc(list->n + 1, sizeof *rows);
    for (size_t i = 0; i < list->n; i++)
        fill_row(&rows[i], st, list->at[i]);
    return (struct answer_list){rows, list->n};
}

struct answer_list stats_players(const struct stats *st)
{
    return figures_of(st, &st->players);
}

int stats_put(const struct answers_options *o, const struct stats *st, enum stats_by by)
{
    struct answers_options to = *o;
    const struct stats_answer answer = {.by = by != BY_NOTHING ? stats_by_name(by) : NULL,
                                        .players = figures_of(st, &st->players),
                                        .groups = figures_of(st, &st->groups),
                                        .left_out = st->left_out};
    to.list = by != BY_NOTHING ? "groups" : "players";
    const int ending = answers_put(&to, &stats_document, &answer);
    xfree((void *)answer.players.at);
    xfree((void *)answer.groups.at);
    return ending;
}

/* ---- league tables ---- */

struct league_answer {
    const char *event;
    const char *sort, *ranked;
    int min_decisions, matches;
    struct answer_list players;
    struct left_out left_out;
};

static const struct answer_field league_row_fields[] = {
    ANSWER(struct league_row, rank, "Rank", .missing = ANSWER_ZERO, .flags = ANSWER_KEY,
           .help = "tied players share a rank; null = too few decisions, or no finished match"),
    ANSWER(struct league_row, name, "Player", .flags = ANSWER_KEY | ANSWER_OWN,
           .help = "of the player; aliases count under one name"),
    ANSWER_NAMED("matches_won", struct league_row, won, "Won"),
    ANSWER_NAMED("matches_lost", struct league_row, lost, "Lost"),
    ANSWER_NAMED("points", struct league_row, points[0], "Points", .unit = UNIT_POINTS,
                 .help = "made in finished matches"),
    ANSWER_NAMED("points_against", struct league_row, points[1], "Against", .unit = UNIT_POINTS, .flags = ANSWER_WIDE),
    ANSWER(struct league_row, balance, "+/-", .flags = ANSWER_PEOPLE | ANSWER_SIGNED),
    ANSWER(struct league_row, pr, "PR", .decimals = 4, .shown = 2, .unit = UNIT_PR, .missing = ANSWER_NULL,
           .help = "performance rating: 500 times the EMG lost per counted decision"),
    ANSWER_NAMED("pr_interval", struct league_row, range, "PR +-", .decimals = 4, .shown = 1, .missing = ANSWER_NULL,
                 .help = "half of the 95% interval; null below three units"),
    ANSWER(struct league_row, decisions, "Decisions", .help = "that count for the performance rating"),
    ANSWER_NAMED("result_less_luck", struct league_row, adjusted, "Result less luck", .decimals = 6, .shown = 1,
                 .unit = UNIT_MWC, .missing = ANSWER_NULL, .flags = ANSWER_SIGNED,
                 .help = "match winning chances won per match, without luck"),
    ANSWER(struct league_row, elo, "Elo", .decimals = 2, .missing = ANSWER_NULL, .flags = ANSWER_WIDE,
           .help = "within these matches; everybody starts at 1500"),
    {0}};
static const struct answer_rows league_row_rows = {"Place", NULL, sizeof(struct league_row), league_row_fields};

static const struct answer_field league_fields[] = {
    ANSWER(struct league_answer, event, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA,
           .help = "as requested; null = all events"),
    ANSWER(struct league_answer, sort, NULL, .flags = ANSWER_DATA,
           .help = "the order: pr, won, points, luck, elo or name"),
    ANSWER(struct league_answer, ranked, "Ranked by", .flags = ANSWER_PEOPLE),
    ANSWER(struct league_answer, min_decisions, NULL, .flags = ANSWER_DATA, .help = "needed for a rank"),
    ANSWER(struct league_answer, matches, NULL, .flags = ANSWER_DATA, .help = "that were finished"),
    ANSWER_LIST(struct league_answer, players, NULL, &league_row_rows, .help = "by rank; unranked players last"),
    ANSWER_IN(struct league_answer, left_out, NULL, &left_out_rows, .flags = ANSWER_DATA),
    {0}};
static const struct answer_rows league_rows = {"League", NULL, sizeof(struct league_answer), league_fields};

const struct answer_document league_document = {
    "league", 1, "League table", "The players of some matches, ranked: stats --sort.", .rows = &league_rows};

int league_put(const struct answers_options *o, const struct league *l)
{
    const struct league_answer answer = {l->title,
                                         league_order_name(l->order),
                                         league_order_words(l->order),
                                         l->least,
                                         l->matches,
                                         {l->at, l->n},
                                         l->stats.left_out};
    return answers_put(o, &league_document, &answer);
}
