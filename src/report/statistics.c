/* The statistics: one table of rows, so that every report has the same ones in the same order. Labels are GNU
 * Backgammon 1.07's where it has the figure. Definitions: match/statistics.h and match/rates.h. */
#include <math.h>
#include <stddef.h>

#include "report/match_report.h"

/* How a row's figure stands in the record. */
enum form {
    FORM_HEADING,
    FORM_COUNT, /* int of side_statistics */
    FORM_LOSS, /* struct amount of side_statistics or side_rates: EMG and value, as it cost the player */
    FORM_GAIN, /* the same, as it helped the player */
    FORM_LOSS_RATE, /* mEMG and value */
    FORM_GAIN_RATE,
    FORM_CUBE_ERRORS, /* number, and amount where there are any */
    FORM_WORDS,
    FORM_VALUE, /* double: MWC or points */
    FORM_FIGURE, /* double, as `shown` says */
    FORM_LOST_FIGURE, /* the same, as it cost the player */
    FORM_BY_HAND, /* how many are marked so by hand; `offset` in by_hand[] */
    FORM_OTHER, /* a function of its own */
};

enum needs { NEEDS_NOTHING, NEEDS_MOVES, NEEDS_CUBE, NEEDS_LUCK };

enum only { ONLY_ANYWHERE, ONLY_MATCHES, ONLY_WHOLE_MATCHES, ONLY_SESSIONS, ONLY_ABANDONED, ONLY_UNREAD };

struct stat {
    const char *label, *money; /* money NULL = the same */
    enum form form;
    enum needs needs;
    enum only only;
    bool rates; /* `offset` is in side_rates, else in side_statistics */
    size_t offset; /* FORM_CUBE_ERRORS: enum cube_error */
    void (*put)(struct draft *b, const struct stat_table *t, int who);
    struct number shown;
};

/* ---- rows with a mind of their own ---- */

static void put_gnubg_count(struct draft *b, const struct stat_table *t, int who)
{
    put_count(b, t->s->side[who].unforced_moves + t->s->side[who].close_or_actual);
}

static void put_both_moves(struct draft *b, const struct stat_table *t, int who)
{
    (void)who;
    put_count(b, t->s->side[0].total_moves + t->s->side[1].total_moves);
}

static void put_interval(struct draft *b, double value, double interval)
{
    put_number(b, (struct number){.value = value, .range = interval, .decimals = 3, .unit = UNIT_POINTS, .sign = true});
}

static void put_advantage(struct draft *b, const struct stat_table *t, int who)
{
    struct advantage a;
    session_advantage(t->match, t->set, who, &a);
    put_interval(b, a.actual, a.actual_interval);
}

static void put_adjusted_advantage(struct draft *b, const struct stat_table *t, int who)
{
    struct advantage a;
    session_advantage(t->match, t->set, who, &a);
    put_interval(b, a.adjusted, a.adjusted_interval);
}

/* ---- the rows ---- */

#define OF(field) .offset = offsetof(struct side_statistics, field)
#define RATE(field) .rates = true, .offset = offsetof(struct side_rates, field)
#define SHOWN(decimals_, unit_, sign_) .shown = {.decimals = decimals_, .unit = unit_, .sign = sign_}
#define MARKED(words, field, need)                                                                                     \
    {                                                                                                                  \
        words, NULL, FORM_COUNT, need, OF(field)                                                                       \
    }

#define BY_HAND(words, which)                                                                                          \
    {                                                                                                                  \
        words, NULL, FORM_BY_HAND, .offset = (which)                                                                   \
    }
#define CUBE_BY_HAND(words, which)                                                                                     \
    {                                                                                                                  \
        words, NULL, FORM_BY_HAND, .offset = MARKS + (which)                                                           \
    }

static const struct stat rows[] = {
    {"Chequer play", NULL, .form = FORM_HEADING},
    {"Total moves", NULL, FORM_COUNT, OF(total_moves)},
    {"Unforced moves", NULL, FORM_COUNT, OF(unforced_moves)},
    MARKED("Unmarked moves", skill[SKILL_NONE], NEEDS_MOVES),
    MARKED("Moves marked doubtful", skill[SKILL_DOUBTFUL], NEEDS_MOVES),
    MARKED("Moves marked bad", skill[SKILL_BAD], NEEDS_MOVES),
    MARKED("Moves marked very bad", skill[SKILL_VERY_BAD], NEEDS_MOVES),
    BY_HAND("Moves marked very good by hand", MARK_VERY_GOOD),
    BY_HAND("Moves marked good by hand", MARK_GOOD),
    BY_HAND("Moves marked interesting by hand", MARK_INTERESTING),
    BY_HAND("Moves marked doubtful by hand", MARK_DOUBTFUL),
    BY_HAND("Moves marked bad by hand", MARK_BAD),
    BY_HAND("Moves marked very bad by hand", MARK_VERY_BAD),
    {"Error total, EMG (MWC)", "Error total, EMG (points)", FORM_LOSS, NEEDS_MOVES, OF(move_error)},
    {"Error rate, mEMG (MWC)", "Error rate, mEMG (points)", FORM_LOSS_RATE, NEEDS_MOVES, RATE(move_rate)},
    {"GNU Backgammon's word for this rate", NULL, FORM_WORDS, NEEDS_MOVES, RATE(move_rating)},

    {"Luck", NULL, .form = FORM_HEADING},
    MARKED("Rolls marked very lucky", luck[LUCK_VERY_LUCKY + 2], NEEDS_LUCK),
    MARKED("Rolls marked lucky", luck[LUCK_LUCKY + 2], NEEDS_LUCK),
    MARKED("Rolls unmarked", luck[LUCK_NONE + 2], NEEDS_LUCK),
    MARKED("Rolls marked unlucky", luck[LUCK_UNLUCKY + 2], NEEDS_LUCK),
    MARKED("Rolls marked very unlucky", luck[LUCK_VERY_UNLUCKY + 2], NEEDS_LUCK),
    {"Luck total, EMG (MWC)", "Luck total, EMG (points)", FORM_GAIN, NEEDS_LUCK, OF(luck_total)},
    {"Luck rate, mEMG (MWC)", "Luck rate, mEMG (points)", FORM_GAIN_RATE, NEEDS_LUCK, RATE(luck_rate)},
    {"GNU Backgammon's word for this rate", NULL, FORM_WORDS, NEEDS_LUCK, RATE(luck_rating)},

    {"Cube", NULL, .form = FORM_HEADING},
    MARKED("Total cube decisions", cube_decisions, NEEDS_CUBE),
    MARKED("Close or actual cube decisions", close_or_actual, NEEDS_CUBE),
    {"Doubles", NULL, FORM_COUNT, OF(doubles)},
    {"Takes", NULL, FORM_COUNT, OF(takes)},
    {"Passes", NULL, FORM_COUNT, OF(passes)},
    CUBE_BY_HAND("Cube decisions marked very good by hand", MARK_VERY_GOOD),
    CUBE_BY_HAND("Cube decisions marked good by hand", MARK_GOOD),
    CUBE_BY_HAND("Cube decisions marked interesting by hand", MARK_INTERESTING),
    CUBE_BY_HAND("Cube decisions marked doubtful by hand", MARK_DOUBTFUL),
    CUBE_BY_HAND("Cube decisions marked bad by hand", MARK_BAD),
    CUBE_BY_HAND("Cube decisions marked very bad by hand", MARK_VERY_BAD),
    {"Missed doubles below CP (EMG, MWC)", "Missed doubles below CP (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE,
     .offset = CUBE_MISSED_DOUBLE_BELOW_CP},
    {"Missed doubles above CP (EMG, MWC)", "Missed doubles above CP (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE,
     .offset = CUBE_MISSED_DOUBLE_ABOVE_CP},
    {"Wrong doubles below DP (EMG, MWC)", "Wrong doubles below DP (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE,
     .offset = CUBE_WRONG_DOUBLE_BELOW_DP},
    {"Wrong doubles above TG (EMG, MWC)", "Wrong doubles above TG (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE,
     .offset = CUBE_WRONG_DOUBLE_ABOVE_TG},
    {"Wrong takes (EMG, MWC)", "Wrong takes (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE, .offset = CUBE_WRONG_TAKE},
    {"Wrong passes (EMG, MWC)", "Wrong passes (EMG, points)", FORM_CUBE_ERRORS, NEEDS_CUBE, .offset = CUBE_WRONG_PASS},
    {"Error total, EMG (MWC)", "Error total, EMG (points)", FORM_LOSS, NEEDS_CUBE, RATE(cube_error)},
    {"Error rate, mEMG (MWC)", "Error rate, mEMG (points)", FORM_LOSS_RATE, NEEDS_CUBE, RATE(cube_rate)},
    {"GNU Backgammon's word for this rate", NULL, FORM_WORDS, NEEDS_CUBE, RATE(cube_rating)},

    {"Overall", NULL, .form = FORM_HEADING},
    {"Error total, EMG (MWC)", "Error total, EMG (points)", FORM_LOSS, NEEDS_MOVES, RATE(error)},
    {"Error rate, mEMG (MWC) per decision", "Error rate, mEMG (points) per decision", FORM_LOSS_RATE, NEEDS_MOVES,
     RATE(rate)},
    {"\xe2\x80\xa6 decisions (unforced moves, close or actual cubes)", NULL, FORM_OTHER, NEEDS_CUBE,
     .put = put_gnubg_count},
    {"Snowie error rate, mEMG per move of both", NULL, FORM_LOST_FIGURE, NEEDS_MOVES, RATE(snowie_rate),
     SHOWN(1, UNIT_MEMG, true)},
    {"\xe2\x80\xa6 moves of both players", NULL, FORM_OTHER, NEEDS_MOVES, .put = put_both_moves},
    {"PR (our counting), 500 \xc3\x97 EMG per decision", NULL, FORM_FIGURE, NEEDS_MOVES, RATE(pr),
     SHOWN(2, UNIT_PR, false)},
    {"\xe2\x80\xa6 decisions counted", NULL, FORM_COUNT, NEEDS_MOVES, OF(pr_decisions)},
    {"GNU Backgammon's word for the error rate", NULL, FORM_WORDS, NEEDS_MOVES, RATE(rating)},
    {"Actual result, MWC", "Actual result, points", FORM_VALUE, RATE(actual)},
    {"Result less luck, MWC", "Result less luck, points", FORM_VALUE, NEEDS_LUCK, RATE(luck_adjusted)},
    {"Plays not legal or not in the record", NULL, FORM_COUNT, NEEDS_NOTHING, ONLY_UNREAD, OF(unread)},
    {"Abandoned games", NULL, FORM_COUNT, NEEDS_MOVES, ONLY_ABANDONED, OF(abandoned)},
    {"\xe2\x80\xa6 given up, EMG (MWC)", "\xe2\x80\xa6 given up, EMG (points)", FORM_LOSS, NEEDS_MOVES, ONLY_ABANDONED,
     OF(given_up)},
    {"MWC against current opponent", NULL, FORM_FIGURE, NEEDS_MOVES, ONLY_WHOLE_MATCHES, RATE(mwc_against_opponent),
     SHOWN(2, UNIT_SHARE, false)},
    {"Luck based FIBS rating difference", NULL, FORM_FIGURE, NEEDS_LUCK, ONLY_WHOLE_MATCHES, RATE(fibs_difference),
     SHOWN(2, UNIT_FIBS, true)},
    {"Error based absolute FIBS rating", NULL, FORM_FIGURE, NEEDS_MOVES, ONLY_MATCHES, RATE(fibs_rating),
     SHOWN(1, UNIT_FIBS, false)},
    {"Rating loss by chequer play errors", NULL, FORM_FIGURE, NEEDS_MOVES, ONLY_MATCHES, RATE(fibs_move_loss),
     SHOWN(1, UNIT_FIBS, false)},
    {"Rating loss by cube errors", NULL, FORM_FIGURE, NEEDS_CUBE, ONLY_MATCHES, RATE(fibs_cube_loss),
     SHOWN(1, UNIT_FIBS, false)},
    {"Advantage (actual), points per game", NULL, FORM_OTHER, NEEDS_NOTHING, ONLY_SESSIONS, .put = put_advantage},
    {"Advantage less luck, points per game", NULL, FORM_OTHER, NEEDS_NOTHING, ONLY_SESSIONS,
     .put = put_adjusted_advantage},
};

enum { N_ROWS = sizeof rows / sizeof *rows };

/* ---- cells ---- */

static bool is_known(const struct stat *row, const struct statistics *s)
{
    const bool known[] = {true, s->moves_analysed, s->cube_analysed, s->luck_analysed}; /* by enum needs */
    return known[row->needs];
}

/* "-0.114 (-1.038%)" */
static void put_amount(struct draft *b, double emg, enum unit unit, double value)
{
    words_begin(b, isnan(emg) ? "{0}" : "{0} ({1})", NULL, 0);
    put_number(b, (struct number){.value = emg, .decimals = unit == UNIT_MEMG ? 1 : 3, .unit = unit, .sign = true});
    put_value(b, value, 3);
    node_end(b);
}

static void put_cube_errors(struct draft *b, const struct side_statistics *s, size_t kind)
{
    if (s->cube_errors[kind] == 0) {
        put_count(b, 0);
        return;
    }
    words_begin(b, "{0} ({1}, {2})", NULL, 0);
    put_count(b, s->cube_errors[kind]);
    put_emg(b, -s->cube_error[kind].emg);
    put_value(b, -s->cube_error[kind].mwc, 3);
    node_end(b);
}

static void put_cell(struct draft *b, const struct stat *row, const struct stat_table *t, int who)
{
    const char *base = row->rates ? (const char *)&t->rates.side[who] : (const char *)&t->s->side[who];
    const void *at = base + row->offset;
    const struct amount *a = at;
    struct number n = row->shown;
    switch (row->form) {
    case FORM_HEADING:
        break;
    case FORM_COUNT:
        put_count(b, *(const int *)at);
        break;
    case FORM_LOSS:
        put_amount(b, -a->emg, UNIT_EMG, -a->mwc);
        break;
    case FORM_GAIN:
        put_amount(b, a->emg, UNIT_EMG, a->mwc);
        break;
    case FORM_LOSS_RATE:
        put_amount(b, -a->emg, UNIT_MEMG, -a->mwc);
        break;
    case FORM_GAIN_RATE:
        put_amount(b, a->emg, UNIT_MEMG, a->mwc);
        break;
    case FORM_CUBE_ERRORS:
        put_cube_errors(b, &t->s->side[who], row->offset);
        break;
    case FORM_WORDS:
        put_words(b, *(const char *const *)at != NULL ? *(const char *const *)at : "n/a");
        break;
    case FORM_VALUE:
        put_value(b, *(const double *)at, 2);
        break;
    case FORM_FIGURE:
    case FORM_LOST_FIGURE:
        n.value = row->form == FORM_FIGURE ? *(const double *)at : -*(const double *)at;
        put_number(b, n);
        break;
    case FORM_BY_HAND:
        put_count(b, t->by_hand[who][row->offset]);
        break;
    case FORM_OTHER:
        row->put(b, t, who);
        break;
    }
}

static bool applies(const struct stat *row, const struct stat_table *t)
{
    bool money = t->match->length == 0;
    if (row->form == FORM_BY_HAND)
        return t->by_hand[0][row->offset] + t->by_hand[1][row->offset] > 0;
    struct advantage a;
    switch (row->only) {
    case ONLY_ANYWHERE:
        return true;
    case ONLY_MATCHES:
        return !money;
    case ONLY_WHOLE_MATCHES:
        return !money && t->whole_match;
    case ONLY_ABANDONED:
        return t->s->side[0].abandoned + t->s->side[1].abandoned > 0;
    case ONLY_UNREAD:
        return t->s->side[0].unread + t->s->side[1].unread > 0;
    case ONLY_SESSIONS:
        return money && t->whole_match && session_advantage(t->match, t->set, 0, &a);
    }
    return false;
}

/* ---- the table ---- */

/* How often, of either player. */
static bool is_count_of_none(const struct stat *row, const struct stat_table *t)
{
    int n = 0;
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *s = &t->s->side[who];
        if (row->form == FORM_COUNT && !row->rates)
            n += *(const int *)((const char *)s + row->offset);
        else
            n += row->form == FORM_CUBE_ERRORS ? s->cube_errors[row->offset] : 1;
    }
    return n == 0;
}

/* What never happened in a game stands in the table of the match alone. */
static bool is_listed(const struct stat *row, const struct stat_table *t)
{
    return (t->counted || row->form == FORM_BY_HAND) && is_known(row, t->s) && applies(row, t) &&
           (t->whole_match || !is_count_of_none(row, t));
}

static bool has_rows(size_t heading, const struct stat_table *t)
{
    for (size_t i = heading + 1; i < N_ROWS && rows[i].form != FORM_HEADING; i++)
        if (is_listed(&rows[i], t))
            return true;
    return false;
}

static void put_row(struct draft *b, const struct stat *row, const struct stat_table *t)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_begin(b, 0);
    put_words(b, t->match->length == 0 && row->money != NULL ? row->money : row->label);
    node_end(b);
    for (int who = 0; who < 2; who++) {
        cell_begin(b, 1 + who);
        put_cell(b, row, t, who);
        node_end(b);
    }
    node_end(b);
}

static void put_group(struct draft *b, size_t heading, const struct stat_table *t)
{
    node_begin(b, NODE_GROUP, ROLE_NONE);
    heading_begin(b, 0);
    put_words(b, rows[heading].label);
    node_end(b);
    for (size_t i = heading + 1; i < N_ROWS && rows[i].form != FORM_HEADING; i++)
        if (is_listed(&rows[i], t))
            put_row(b, &rows[i], t);
    node_end(b);
}

static const struct node *name_of(struct draft *b, int who)
{
    struct node *n = arena_alloc(b->arena, sizeof *n);
    *n = (struct node){.kind = NODE_PLAYER, .side = who, .text = draft_player_name(b, who)};
    return n;
}

/* Figures that nobody worked out are not zeros: their rows are left out, and named. */
static void what_is_missing(struct draft *b, const struct statistics *s)
{
    const struct {
        bool known;
        const char *words;
    } parts[] = {{s->moves_analysed, "chequer play"}, {s->cube_analysed, "cube"}, {s->luck_analysed, "luck"}};
    bool any = false;
    if (s->moves_analysed && s->cube_analysed && s->luck_analysed)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_words(b, "Not analysed: ");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!parts[i].known) {
            if (any)
                put_words(b, ", ");
            any = true;
            put_words(b, parts[i].words);
        }
    put_words(b, ".");
    node_end(b);
}

bool stat_table_of(const struct match *m, const struct game *g, int set, struct stat_table *out)
{
    static const struct statistics nothing;
    const struct statistics *all = g != NULL ? g->statistics : m->statistics;
    const bool counted = all != NULL && set >= 0;
    *out = (struct stat_table){
        .s = counted ? &all[set] : &nothing, .match = m, .set = set, .whole_match = g == NULL, .counted = counted};
    rates_of(out->s, m->length, &out->rates);
    bool marked = false;
    for (int who = 0; who < 2; who++) {
        for (int cube = 0; cube < 2; cube++) {
            int *count = out->by_hand[who] + cube * MARKS;
            match_count_marks(m, g, who, cube, count);
            for (int mark = MARK_NONE + 1; mark < MARKS; mark++)
                marked = marked || count[mark] > 0;
        }
    }
    return counted || marked;
}

void statistics_table(struct match_report *r, const struct game *g)
{
    struct draft *b = &r->draft;
    struct stat_table t;
    if (!stat_table_of(r->m, g, r->set, &t))
        return;
    struct column *columns = arena_alloc(b->arena, 3 * sizeof *columns);
    columns[0] = (struct column){NULL, UNIT_NONE, ROLE_NONE, NOBODY, 1, true, false};
    for (int who = 0; who < 2; who++)
        columns[1 + who] = (struct column){name_of(b, who), UNIT_NONE, ROLE_NONE, who, 1, false, true};
    table_begin(b, ROLE_STATISTICS, columns, 3);
    for (size_t i = 0; i < N_ROWS; i++)
        if (rows[i].form == FORM_HEADING && has_rows(i, &t))
            put_group(b, i, &t);
    node_end(b);
    what_is_missing(b, t.s);
}
