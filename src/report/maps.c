/* Maps of an error as tables: what would be right at other scores, what each roll leaves. */
#include <math.h>

#include "base/language.h"
#include "match/annotation.h"
#include "match/moves.h"
#include "report/match_report.h"

enum { SIDES = 6 };

#define HEAD(n)                                                                                                        \
    {                                                                                                                  \
        .kind = NODE_NUMBER, .side = NOBODY, .number = {.value = n }                                                   \
    }
static const struct node heads[CUBE_MAP_AWAY] = {HEAD(1),  HEAD(2),  HEAD(3),  HEAD(4),  HEAD(5),
                                                 HEAD(6),  HEAD(7),  HEAD(8),  HEAD(9),  HEAD(10),
                                                 HEAD(11), HEAD(12), HEAD(13), HEAD(14), HEAD(15)};

#define COLUMN(n)                                                                                                      \
    {                                                                                                                  \
        &heads[(n)-1], UNIT_NONE, ROLE_NONE, NOBODY, 1, false, true                                                    \
    }
/* How many of these are used, from the first. */
static const struct column columns[1 + CUBE_MAP_AWAY] = {
    {NULL, UNIT_NONE, ROLE_NONE, NOBODY, 1, true, true},
    COLUMN(1),
    COLUMN(2),
    COLUMN(3),
    COLUMN(4),
    COLUMN(5),
    COLUMN(6),
    COLUMN(7),
    COLUMN(8),
    COLUMN(9),
    COLUMN(10),
    COLUMN(11),
    COLUMN(12),
    COLUMN(13),
    COLUMN(14),
    COLUMN(15),
};

static void row_begin(struct draft *b, int number)
{
    node_begin(b, NODE_ROW, ROLE_NONE);
    cell_count(b, 0, number);
}

/* Is this the score that was on? The maps have no Crawford game. */
static bool is_score(const struct decision *d, int i, int k)
{
    const struct position *p = &d->before;
    return p->length > 0 && !p->crawford_game && p->length - p->score[p->on_roll] == i + 1 &&
           p->length - p->score[!p->on_roll] == k + 1;
}

static void score_cell(struct draft *b, const struct decision *d, int i, int k, enum role role, const char *sign)
{
    const bool here = is_score(d, i, k);
    cell_begin(b, 1 + k);
    b->at->role = role;
    if (here)
        put_words(b, "[");
    put_words(b, sign);
    if (here)
        put_words(b, "]");
    node_end(b);
}

/* How a verdict is shown. ORDER VERDICT */
static const struct {
    const char *sign;
    enum role role;
} signs[VERDICTS] = {
    [VERDICT_NONE] = {"-", ROLE_NONE},
    [VERDICT_NO_DOUBLE_TAKE] = {".", ROLE_NONE},
    [VERDICT_NO_DOUBLE_BEAVER] = {".", ROLE_NONE},
    [VERDICT_DOUBLE_TAKE] = {"T", ROLE_TAKE},
    [VERDICT_DOUBLE_PASS] = {"P", ROLE_PASS},
    [VERDICT_DOUBLE_BEAVER] = {"B", ROLE_TAKE},
    [VERDICT_TOO_GOOD_TAKE] = {"G", ROLE_TOO_GOOD},
    [VERDICT_TOO_GOOD_PASS] = {"G", ROLE_TOO_GOOD},
    [VERDICT_OPTIONAL_TAKE] = {"t", ROLE_TAKE},
    [VERDICT_OPTIONAL_PASS] = {"p", ROLE_PASS},
    [VERDICT_OPTIONAL_BEAVER] = {"b", ROLE_TAKE},
    [VERDICT_NEVER_DOUBLE] = {"-", ROLE_NONE},
    [VERDICT_NOTHING_AT_STAKE] = {"-", ROLE_NONE},
};

static void score_caption(struct draft *b, const struct decision *d, const struct cube_maps *m)
{
    node_begin(b, NODE_HEADING, ROLE_NONE);
    words_begin(
        b,
        N_("The cube at every score: {0} needs (down), {1} needs (across), 1 = after Crawford. T double, take; P "
           "double, pass; B double, beaver; G too good; small letter: doubled or not, the same; . no double; - "
           "no cube; [ ] this score. Money: {2}"),
        NULL, 0);
    put_player(b, d->before.on_roll);
    put_player(b, !d->before.on_roll);
    put_words(b, m->money != VERDICT_NONE
                     ? verdict_text((enum cube_verdict)m->money, d->before.cube_owner != CUBE_CENTRED)
                     : "No double");
    node_end(b);
    node_end(b);
}

static void score_map(struct draft *b, const struct decision *d, const struct cube_maps *m)
{
    table_begin(b, ROLE_SCORE_MAP, columns, 1 + CUBE_MAP_AWAY);
    score_caption(b, d, m);
    for (int i = 0; i < CUBE_MAP_AWAY; i++) {
        row_begin(b, i + 1);
        for (int k = 0; k < CUBE_MAP_AWAY; k++)
            score_cell(b, d, i, k, signs[m->at[i][k]].role, signs[m->at[i][k]].sign);
        node_end(b);
    }
    node_end(b);
}

/* Beyond a standard deviation from the mean, or within a third of one. */
static enum role warmth(double value, double mean, double deviation)
{
    const double off = (value - mean) / fmax(deviation, 1e-6);
    return off > 1          ? ROLE_HOT
           : off > 1 / 3.0  ? ROLE_WARM
           : off < -1       ? ROLE_COLD
           : off < -1 / 3.0 ? ROLE_COOL
                            : ROLE_NONE;
}

static void mean_of_rolls(const struct cube_maps *m, double *mean, double *deviation)
{
    double sum = 0, squares = 0;
    for (int i = 1; i <= SIDES; i++)
        for (int k = 1; k <= SIDES; k++) {
            const double value = (double)m->roll[roll_index(i, k)];
            sum += value;
            squares += value * value;
        }
    *mean = sum / (SIDES * SIDES);
    *deviation = sqrt(fmax(0, squares / (SIDES * SIDES) - *mean * *mean));
}

static void roll_map(struct draft *b, const struct decision *d, const struct cube_maps *m)
{
    double mean, deviation;
    mean_of_rolls(m, &mean, &deviation);
    table_begin(b, ROLE_ROLL_MAP, columns, 1 + SIDES);
    node_begin(b, NODE_HEADING, ROLE_NONE);
    words_begin(b, "Equity of {0} after each roll without a double: mean {1}, standard deviation {2}", NULL, 0);
    put_player(b, d->before.on_roll);
    put_emg(b, mean);
    put_emg(b, deviation)->number.sign = false;
    node_end(b);
    node_end(b);
    for (int i = 1; i <= SIDES; i++) {
        row_begin(b, i);
        for (int k = 1; k <= SIDES; k++) {
            const double value = (double)m->roll[roll_index(i, k)];
            cell_begin(b, k);
            b->at->role = warmth(value, mean, deviation);
            put_emg(b, value);
            node_end(b);
        }
        node_end(b);
    }
    node_end(b);
}

void maps_of_cube(struct match_report *r, const struct decision *d)
{
    const struct cube_maps *m = d->note->cube->maps;
    if (m == NULL)
        return;
    score_map(&r->draft, d, m);
    roll_map(&r->draft, d, m);
}

/* ---- plays ---- */

/* Of plays; the second of each where another is as good. A colour for each, as letters alone
 * are hard to tell apart. */
static const struct {
    const char *sign, *close;
    enum role role;
} plays[SCORE_PLAYS] = {{"A", "A~", ROLE_NONE}, {"B", "B~", ROLE_COLD}, {"C", "C~", ROLE_TOO_GOOD},
                        {"D", "D~", ROLE_COOL}, {"E", "E~", ROLE_NONE}, {"F", "F~", ROLE_NONE},
                        {"G", "G~", ROLE_NONE}, {"H", "H~", ROLE_NONE}, {"I", "I~", ROLE_NONE},
                        {"J", "J~", ROLE_NONE}};

/* Which of the plays a letter means; -1 = none of them. */
static int play_meant(const struct score_plays *s, char letter)
{
    const int i = letter >= 'a' ? letter - 'a' : letter - 'A';
    return i >= 0 && i < s->n && i < SCORE_PLAYS ? i : -1;
}

/* A small letter is a close one. */
static const char *sign_shown(const struct score_plays *s, char letter)
{
    const int i = play_meant(s, letter);
    return letter == '-' ? "-" : i < 0 ? "?" : letter >= 'a' ? plays[i].close : plays[i].sign;
}

/* Its place among the plays of the map, -1 = it is best nowhere. */
static int place_of_played(const struct decision *d, const struct score_plays *s)
{
    const struct play_analysis *a = d->note->play;
    for (int i = 0; a->played >= 0 && i < s->n; i++) {
        struct board after;
        if (board_play(&d->before.board, &s->play[i], &after) && board_equal(&after, &a->candidates[a->played].after))
            return i;
    }
    return -1;
}

static void play_caption(struct draft *b, const struct decision *d, const struct score_plays *s, int played)
{
    node_begin(b, NODE_HEADING, ROLE_NONE);
    words_begin(
        b,
        played >= 0
            ? N_("The best play at every score: {0} needs (down), {1} needs (across), 1 = after Crawford. "
                 "Green: there the play made is the best. ~: another is as good; [ ] this score; - nothing at stake. "
                 "Money: {2}.")
            : N_("The best play at every score: {0} needs (down), {1} needs (across), 1 = after Crawford. "
                 "The play made is the best nowhere. ~: another is as good; [ ] this score; - nothing at stake. "
                 "Money: {2}."),
        NULL, 0);
    put_player(b, d->before.on_roll);
    put_player(b, !d->before.on_roll);
    put_words(b, sign_shown(s, s->money));
    node_end(b);
    for (int i = 0; i < s->n; i++) {
        words_begin(b, " {0}: {1}", NULL, 0);
        put_words(b, plays[i].sign);
        put_play(b, &d->before.board, &s->play[i]);
        node_end(b);
    }
    node_end(b);
}

void map_of_play(struct match_report *r, const struct decision *d)
{
    struct draft *b = &r->draft;
    const struct score_plays *s = d->note->play->scores;
    if (s == NULL)
        return;
    const int played = place_of_played(d, s);
    table_begin(b, ROLE_SCORE_MAP, columns, 1 + PLAY_MAP_AWAY);
    play_caption(b, d, s, played);
    for (int i = 0; i < PLAY_MAP_AWAY; i++) {
        row_begin(b, i + 1);
        for (int k = 0; k < PLAY_MAP_AWAY; k++) {
            const int meant = play_meant(s, s->at[i][k]);
            score_cell(b, d, i, k,
                       meant < 0         ? ROLE_NONE
                       : meant == played ? ROLE_TAKE
                                         : plays[meant].role,
                       sign_shown(s, s->at[i][k]));
        }
        node_end(b);
    }
    node_end(b);
}
