/* The rows of the statistics, in one table, so that every report prints the same ones in the same order. Labels are
 * GNU Backgammon 1.07's where it has the figure. Definitions: match/statistics.h and match/rates.h. */
#include <math.h>

#include "report/decision.h"

#define NOT_ANALYSED "not analysed"

static const struct side_statistics *side(const struct stat_table *t, int who)
{
    return &t->s->side[who];
}

static bool is_money(const struct stat_table *t)
{
    return t->match->length == 0;
}

/* MWC as a percentage, points in money play. */
static void put_mwc(struct strbuf *out, const struct stat_table *t, double mwc, int decimals)
{
    if (is_money(t))
        report_signed(out, mwc, decimals);
    else
        report_percent(out, mwc, decimals);
}

/* "-0.114 (-1.038%)" */
static void put_pair(struct strbuf *out, const struct stat_table *t, double equity, int decimals, double mwc)
{
    report_signed(out, equity, decimals);
    if (isnan(equity))
        return;
    strbuf_puts(out, " (");
    put_mwc(out, t, mwc, 3);
    strbuf_putc(out, ')');
}

/* `sign` -1 for errors, which are printed negative. */
static void put_amount(struct strbuf *out, const struct stat_table *t, struct amount a, int sign)
{
    put_pair(out, t, sign * a.emg, 3, sign * a.mwc);
}

static void put_rate(struct strbuf *out, const struct stat_table *t, struct amount a, int sign)
{
    put_pair(out, t, sign * 1000 * a.emg, 1, sign * a.mwc);
}

static void put_words(struct strbuf *out, const char *words)
{
    strbuf_puts(out, words != NULL ? words : "n/a");
}

/* ---- chequer play ---- */

#define COUNT(name, field)                                                                                             \
    static void name(struct strbuf *out, const struct stat_table *t, int who)                                          \
    {                                                                                                                  \
        strbuf_int(out, side(t, who)->field);                                                                          \
    }

/* A figure that means nothing before the analysis. */
#define ANALYSED(name, flag, body)                                                                                     \
    static void name(struct strbuf *out, const struct stat_table *t, int who)                                          \
    {                                                                                                                  \
        if (!t->s->flag)                                                                                               \
            strbuf_puts(out, NOT_ANALYSED);                                                                            \
        else                                                                                                           \
            body;                                                                                                      \
    }

COUNT(total_moves, total_moves)
COUNT(unforced_moves, unforced_moves)
ANALYSED(unmarked_moves, moves_analysed, strbuf_int(out, side(t, who)->skill[SKILL_NONE]))
ANALYSED(doubtful_moves, moves_analysed, strbuf_int(out, side(t, who)->skill[SKILL_DOUBTFUL]))
ANALYSED(bad_moves, moves_analysed, strbuf_int(out, side(t, who)->skill[SKILL_BAD]))
ANALYSED(very_bad_moves, moves_analysed, strbuf_int(out, side(t, who)->skill[SKILL_VERY_BAD]))
ANALYSED(move_error, moves_analysed, put_amount(out, t, side(t, who)->move_error, -1))
ANALYSED(move_rate, moves_analysed, put_rate(out, t, t->rates.side[who].move_rate, -1))
ANALYSED(move_rating, moves_analysed, put_words(out, t->rates.side[who].move_rating))

/* ---- luck ---- */

#define LUCK(name, mark) ANALYSED(name, luck_analysed, strbuf_int(out, side(t, who)->luck[mark + 2]))

LUCK(very_lucky, LUCK_VERY_LUCKY)
LUCK(lucky, LUCK_LUCKY)
LUCK(no_luck, LUCK_NONE)
LUCK(unlucky, LUCK_UNLUCKY)
LUCK(very_unlucky, LUCK_VERY_UNLUCKY)
ANALYSED(luck_total, luck_analysed, put_amount(out, t, side(t, who)->luck_total, +1))
ANALYSED(luck_rate, luck_analysed, put_rate(out, t, t->rates.side[who].luck_rate, +1))
ANALYSED(luck_rating, luck_analysed, put_words(out, t->rates.side[who].luck_rating))

/* ---- cube ---- */

COUNT(doubles, doubles)
COUNT(takes, takes)
COUNT(passes, passes)
ANALYSED(cube_decisions, cube_analysed, strbuf_int(out, side(t, who)->cube_decisions))
ANALYSED(close_or_actual, cube_analysed, strbuf_int(out, side(t, who)->close_or_actual))

static void put_cube_error(struct strbuf *out, const struct stat_table *t, int who, enum cube_error kind)
{
    strbuf_int(out, side(t, who)->cube_errors[kind]);
    if (side(t, who)->cube_errors[kind] > 0) {
        strbuf_puts(out, " (");
        report_signed(out, -side(t, who)->cube_error[kind].emg, 3);
        strbuf_puts(out, ", ");
        put_mwc(out, t, -side(t, who)->cube_error[kind].mwc, 3);
        strbuf_putc(out, ')');
    }
}

#define CUBE(name, kind) ANALYSED(name, cube_analysed, put_cube_error(out, t, who, kind))

CUBE(missed_below_cp, CUBE_MISSED_DOUBLE_BELOW_CP)
CUBE(missed_above_cp, CUBE_MISSED_DOUBLE_ABOVE_CP)
CUBE(wrong_below_dp, CUBE_WRONG_DOUBLE_BELOW_DP)
CUBE(wrong_above_tg, CUBE_WRONG_DOUBLE_ABOVE_TG)
CUBE(wrong_takes, CUBE_WRONG_TAKE)
CUBE(wrong_passes, CUBE_WRONG_PASS)
ANALYSED(cube_error, cube_analysed, put_amount(out, t, t->rates.side[who].cube_error, -1))
ANALYSED(cube_rate, cube_analysed, put_rate(out, t, t->rates.side[who].cube_rate, -1))
ANALYSED(cube_rating, cube_analysed, put_words(out, t->rates.side[who].cube_rating))

/* ---- overall ---- */

ANALYSED(error_total, moves_analysed, put_amount(out, t, t->rates.side[who].error, -1))
ANALYSED(error_rate, moves_analysed, put_rate(out, t, t->rates.side[who].rate, -1))
ANALYSED(overall_rating, moves_analysed, put_words(out, t->rates.side[who].rating))

/* The three rates in use divide by three different counts: print what each was divided by. */
static void gnubg_decisions(struct strbuf *out, const struct stat_table *t, int who)
{
    strbuf_int(out, side(t, who)->unforced_moves + side(t, who)->close_or_actual);
}

static void both_moves(struct strbuf *out, const struct stat_table *t, int who)
{
    (void)who;
    strbuf_int(out, side(t, 0)->total_moves + side(t, 1)->total_moves);
}

ANALYSED(gnubg_count, cube_analysed, gnubg_decisions(out, t, who))
ANALYSED(snowie_rate, moves_analysed, report_signed(out, -1000 * t->rates.side[who].snowie_rate, 1))
ANALYSED(snowie_count, moves_analysed, both_moves(out, t, who))
ANALYSED(pr, moves_analysed, report_plain(out, t->rates.side[who].pr, 2))
ANALYSED(pr_count, moves_analysed, strbuf_int(out, side(t, who)->pr_decisions))

static void actual(struct strbuf *out, const struct stat_table *t, int who)
{
    put_mwc(out, t, t->rates.side[who].actual, is_money(t) ? 3 : 2);
}

COUNT(abandoned, abandoned)
ANALYSED(given_up, moves_analysed, put_amount(out, t, side(t, who)->given_up, -1))
ANALYSED(luck_adjusted, luck_analysed, put_mwc(out, t, t->rates.side[who].luck_adjusted, is_money(t) ? 3 : 2))

static void put_share(struct strbuf *out, double mwc)
{
    report_plain(out, 100 * mwc, 2);
    if (!isnan(mwc))
        strbuf_putc(out, '%');
}

ANALYSED(against_opponent, moves_analysed, put_share(out, t->rates.side[who].mwc_against_opponent))
ANALYSED(fibs_difference, luck_analysed, report_signed(out, t->rates.side[who].fibs_difference, 2))
ANALYSED(fibs_rating, moves_analysed, report_plain(out, t->rates.side[who].fibs_rating, 1))
ANALYSED(fibs_move_loss, moves_analysed, report_plain(out, t->rates.side[who].fibs_move_loss, 1))
ANALYSED(fibs_cube_loss, cube_analysed, report_plain(out, t->rates.side[who].fibs_cube_loss, 1))

static void put_interval(struct strbuf *out, double value, double interval)
{
    report_signed(out, value, 3);
    if (isnan(value))
        return;
    strbuf_puts(out, " \xc2\xb1 ");
    report_plain(out, interval, 3);
}

static void advantage_actual(struct strbuf *out, const struct stat_table *t, int who)
{
    struct advantage a;
    session_advantage(t->match, t->set, who, &a);
    put_interval(out, a.actual, a.actual_interval);
}

static void advantage_adjusted(struct strbuf *out, const struct stat_table *t, int who)
{
    struct advantage a;
    session_advantage(t->match, t->set, who, &a);
    put_interval(out, a.adjusted, a.adjusted_interval);
}

static bool in_matches(const struct stat_table *t)
{
    return !is_money(t);
}

static bool over_a_match(const struct stat_table *t)
{
    return !is_money(t) && t->whole_match;
}

static bool where_abandoned(const struct stat_table *t)
{
    return side(t, 0)->abandoned + side(t, 1)->abandoned > 0;
}

static bool over_a_session(const struct stat_table *t)
{
    struct advantage a;
    return is_money(t) && t->whole_match && session_advantage(t->match, t->set, 0, &a);
}

const struct stat_row report_stat_rows[] = {
    {"Chequer play", NULL, NULL, NULL},
    {"Total moves", NULL, total_moves, NULL},
    {"Unforced moves", NULL, unforced_moves, NULL},
    {"Unmarked moves", NULL, unmarked_moves, NULL},
    {"Moves marked doubtful", NULL, doubtful_moves, NULL},
    {"Moves marked bad", NULL, bad_moves, NULL},
    {"Moves marked very bad", NULL, very_bad_moves, NULL},
    {"Error total, EMG (MWC)", "Error total, EMG (points)", move_error, NULL},
    {"Error rate, mEMG (MWC)", "Error rate, mEMG (points)", move_rate, NULL},
    {"Chequer play rating", NULL, move_rating, NULL},

    {"Luck", NULL, NULL, NULL},
    {"Rolls marked very lucky", NULL, very_lucky, NULL},
    {"Rolls marked lucky", NULL, lucky, NULL},
    {"Rolls unmarked", NULL, no_luck, NULL},
    {"Rolls marked unlucky", NULL, unlucky, NULL},
    {"Rolls marked very unlucky", NULL, very_unlucky, NULL},
    {"Luck total, EMG (MWC)", "Luck total, EMG (points)", luck_total, NULL},
    {"Luck rate, mEMG (MWC)", "Luck rate, mEMG (points)", luck_rate, NULL},
    {"Luck rating", NULL, luck_rating, NULL},

    {"Cube", NULL, NULL, NULL},
    {"Total cube decisions", NULL, cube_decisions, NULL},
    {"Close or actual cube decisions", NULL, close_or_actual, NULL},
    {"Doubles", NULL, doubles, NULL},
    {"Takes", NULL, takes, NULL},
    {"Passes", NULL, passes, NULL},
    {"Missed doubles below CP (EMG, MWC)", "Missed doubles below CP (EMG, points)", missed_below_cp, NULL},
    {"Missed doubles above CP (EMG, MWC)", "Missed doubles above CP (EMG, points)", missed_above_cp, NULL},
    {"Wrong doubles below DP (EMG, MWC)", "Wrong doubles below DP (EMG, points)", wrong_below_dp, NULL},
    {"Wrong doubles above TG (EMG, MWC)", "Wrong doubles above TG (EMG, points)", wrong_above_tg, NULL},
    {"Wrong takes (EMG, MWC)", "Wrong takes (EMG, points)", wrong_takes, NULL},
    {"Wrong passes (EMG, MWC)", "Wrong passes (EMG, points)", wrong_passes, NULL},
    {"Error total, EMG (MWC)", "Error total, EMG (points)", cube_error, NULL},
    {"Error rate, mEMG (MWC)", "Error rate, mEMG (points)", cube_rate, NULL},
    {"Cube decision rating", NULL, cube_rating, NULL},

    {"Overall", NULL, NULL, NULL},
    {"Error total, EMG (MWC)", "Error total, EMG (points)", error_total, NULL},
    {"Error rate, mEMG (MWC) per decision", "Error rate, mEMG (points) per decision", error_rate, NULL},
    {"\xe2\x80\xa6 decisions (unforced moves, close or actual cubes)", NULL, gnubg_count, NULL},
    {"Snowie error rate, mEMG per move of both", NULL, snowie_rate, NULL},
    {"\xe2\x80\xa6 moves of both players", NULL, snowie_count, NULL},
    {"PR, 500 \xc3\x97 EMG per decision", NULL, pr, NULL},
    {"\xe2\x80\xa6 decisions counted", NULL, pr_count, NULL},
    {"Overall rating", NULL, overall_rating, NULL},
    {"Actual result, MWC", "Actual result, points", actual, NULL},
    {"Luck adjusted result, MWC", "Luck adjusted result, points", luck_adjusted, NULL},
    {"Abandoned games", NULL, abandoned, where_abandoned},
    {"\xe2\x80\xa6 given up, EMG (MWC)", "\xe2\x80\xa6 given up, EMG (points)", given_up, where_abandoned},
    {"MWC against current opponent", NULL, against_opponent, over_a_match},
    {"Luck based FIBS rating difference", NULL, fibs_difference, over_a_match},
    {"Error based absolute FIBS rating", NULL, fibs_rating, in_matches},
    {"Rating loss by chequer play errors", NULL, fibs_move_loss, in_matches},
    {"Rating loss by cube errors", NULL, fibs_cube_loss, in_matches},
    {"Advantage (actual), points per game", NULL, advantage_actual, over_a_session},
    {"Advantage (luck adjusted), points per game", NULL, advantage_adjusted, over_a_session},
    {NULL, NULL, NULL, NULL},
};

bool stat_table_of(const struct match *m, const struct game *g, int set, struct stat_table *out)
{
    const struct statistics *all = g != NULL ? g->statistics : m->statistics;
    if (all == NULL || set < 0)
        return false;
    *out = (struct stat_table){.s = &all[set], .match = m, .set = set, .whole_match = g == NULL};
    rates_of(out->s, m->length, &out->rates);
    return true;
}

const char *stat_label(const struct stat_row *row, const struct stat_table *t)
{
    return is_money(t) && row->label_money != NULL ? row->label_money : row->label;
}
