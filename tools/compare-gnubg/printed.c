/* Statistics of a whole match as gnubg prints them (`show statistics match` in its log), against our rates from its
 * annotations: to half a unit of the last digit printed, and what the decimals of SGF lack. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/rates.h"
#include "report.h"

/* Where gnubg prints it: the n-th line that begins with the label. `slack`: besides half a digit; what follows from the
 * luck-adjusted result may be off by what RESULT_SLACK makes of it, which is much where the result is near certain. */
#define RESULT_SLACK 0.005 /* percent */
static const struct row {
    const char *label;
    int nth;
    double scale, digit, slack;
    bool of_result;
} rows[] = {
    {.label = "Close or actual cube decisions", .scale = 1, .digit = 0},
    {.label = "Error rate mEMG", .nth = 0, .scale = -1000, .digit = 0.1, .slack = 0.01},
    {.label = "Error rate mEMG", .nth = 1, .scale = -1000, .digit = 0.1, .slack = 0.01},
    {.label = "Error rate mEMG", .nth = 2, .scale = -1000, .digit = 0.1, .slack = 0.01},
    {.label = "Luck rate mEMG", .scale = 1000, .digit = 0.1, .slack = 0.01},
    {.label = "Snowie error rate", .scale = -1000, .digit = 0.1, .slack = 0.01},
    {.label = "Luck adjusted result", .scale = 1, .digit = 0.01, .slack = RESULT_SLACK},
    {.label = "Luck based FIBS rating diff.", .scale = 1, .digit = 0.01, .of_result = true},
    {.label = "Error based abs. FIBS rating", .scale = 1, .digit = 0.1, .slack = 0.1},
    {.label = "Chequerplay errors rating loss", .scale = 1, .digit = 0.1, .slack = 0.1},
    {.label = "Cube errors rating loss", .scale = 1, .digit = 0.1, .slack = 0.1},
};

enum { ROWS = sizeof rows / sizeof *rows, LABEL = 35, RESULT = 6 }; /* RESULT: the luck-adjusted one */

/* ORDER ROWS: ours, as rows[] lists them. */
static void our_figures(const struct statistics *s, int length, int who, double out[ROWS])
{
    struct rates all;
    struct statistics counted = *s;
    for (int i = 0; i < 2; i++) /* gnubg takes what resigning a game that is not lost costs for luck */
        counted.side[i].given_up = (struct amount){0, 0};
    rates_of(&counted, length, &all);
    const struct side_rates *r = &all.side[who];
    const double percent = length ? 100 : 1;
    const double figures[ROWS] = {s->side[who].close_or_actual,
                                  r->move_rate.emg,
                                  r->cube_rate.emg,
                                  r->rate.emg,
                                  r->luck_rate.emg,
                                  r->snowie_rate,
                                  percent * r->luck_adjusted,
                                  who == 0 ? r->fibs_difference : NAN,
                                  r->fibs_rating,
                                  r->fibs_move_loss,
                                  r->fibs_cube_loss};
    for (int i = 0; i < ROWS; i++)
        out[i] = figures[i] * rows[i].scale;
}

static const char *find_row(const char *log, const struct row *row)
{
    int nth = row->nth;
    for (const char *line = log; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, row->label, strlen(row->label)) == 0 && nth-- == 0)
            return line;
    }
    return NULL;
}

/* By how much the rating difference of a player changes where the result, from -50 to 50 percent, does by the slack. */
static double slack_of_difference(double result, int length)
{
    const double won = 0.5 + result / 100;
    return 2000 / sqrt(length) / log(10) / (won * (1 - won)) * RESULT_SLACK / 100;
}

/* The next figure of a line, the one in parentheses behind it passed over; NAN for "n/a" and at the end. */
static double next_figure(const char **at)
{
    char *end;
    const char *s = *at + strspn(*at, " ");
    double x = strtod(s, &end);
    if (end == s) {
        *at = s + strcspn(s, " \n");
        return NAN;
    }
    s = end + strspn(end, "% ");
    *at = *s == '(' ? s + strcspn(s, ")\n") + 1 : s;
    return x;
}

/* gnubg's figure for the player. */
static double their_figure(const char *line, int who)
{
    const char *at = line + LABEL;
    double first = strcspn(line, "\n") > LABEL ? next_figure(&at) : NAN;
    return who == 0 ? first : next_figure(&at);
}

static void compare_row(struct report *r, const char *file, const struct row *row, int who, double ours, double theirs,
                        double slack)
{
    char name[80], a[32], b[32];
    if (isnan(ours) && (isnan(theirs) || theirs == 0))
        return;
    r->printed++;
    if (fabs(ours - theirs) <= row->digit / 2 + slack)
        return;
    snprintf(name, sizeof name, "%.16s %d", row->label, who);
    snprintf(a, sizeof a, "%.3f", ours);
    snprintf(b, sizeof b, "%.3f", theirs);
    r->printed_off++;
    difference(r, file, 0, name, a, b, r->excuse != READ_UNEXPLAINED ? r->excuse : READ_PRINTED);
}

void compare_printed(struct report *r, const char *file, const struct match *restated, const char *log)
{
    for (size_t i = 0; i < restated->n_games; i++) {
        if (has_beaver(&restated->games[i]))
            r->excuse = READ_BEAVER;
        if (has_illegal_play(&restated->games[i]))
            r->excuse = READ_ILLEGAL;
    }
    for (int who = 0; who < 2; who++) {
        double ours[ROWS];
        our_figures(&restated->statistics[0], restated->length, who, ours);
        for (int i = 0; i < ROWS; i++) {
            const char *line = find_row(log, &rows[i]);
            double slack = rows[i].of_result ? slack_of_difference(ours[RESULT], restated->length) : rows[i].slack;
            if (line)
                compare_row(r, file, &rows[i], who, ours[i], their_figure(line, who), slack);
        }
    }
    r->excuse = READ_UNEXPLAINED;
}
