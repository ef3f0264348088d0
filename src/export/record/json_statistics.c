/* JSON of a match: what its players did, by match and by game. Formulas: match/rates.h, docs/formats/json.md. */
#include <math.h>

#include "export/record/json_write.h"
#include "match/difficulty.h"
#include "match/range.h"
#include "match/rates.h"

enum { RATE_DECIMALS = 3 };

struct amounts {
    double emg;
    struct worth worth;
};
#define AMOUNTS(s, f, prefix, title)                                                                                   \
    ANSWER_NAMED(prefix "emg", s, f.emg, title, .unit = UNIT_EMG, .decimals = EQUITY_DECIMALS, .missing = ANSWER_NULL, \
                 .help = "in all"),                                                                                    \
        WORTH(s, f.worth, prefix, title)
#define COUNT(s, f, title, ...) ANSWER(s, f, title, .missing = ANSWER_BELOW_ZERO, __VA_ARGS__)
#define RATE(s, f, title, u, ...)                                                                                      \
    ANSWER(s, f, title, .unit = u, .decimals = RATE_DECIMALS, .missing = ANSWER_NULL, __VA_ARGS__)
#define RATING(s)                                                                                                      \
    ANSWER(s, rating, "GNU Backgammon's word", ANSWER_WORDS(rating_names), .missing = ANSWER_NULL,                     \
           .help = "for the error rate, not the PR; \"too few\" for fewer than 20 decisions")

struct by_hand_record {
    int count[MARKS];
};
#define MARKED(key, which, title_) ANSWER_NAMED(key, struct by_hand_record, count[which], title_)
static const struct answer_field by_hand_fields[] = {MARKED("very_good", MARK_VERY_GOOD, "Very good"),
                                                     MARKED("good", MARK_GOOD, "Good"),
                                                     MARKED("interesting", MARK_INTERESTING, "Interesting"),
                                                     MARKED("doubtful", MARK_DOUBTFUL, "Doubtful"),
                                                     MARKED("bad", MARK_BAD, "Bad"),
                                                     MARKED("very_bad", MARK_VERY_BAD, "Very bad"),
                                                     {0}};
#undef MARKED
static const struct answer_rows by_hand_rows = {"MarkedByHand", NULL, sizeof(struct by_hand_record), by_hand_fields};

struct checker_record {
    int total_moves, unforced_moves, doubtful, bad, very_bad;
    struct amounts error;
    double error_rate_memg;
    const char *rating;
    const struct by_hand_record *marked_by_hand;
};
static const struct answer_field checker_fields[] = {
    COUNT(struct checker_record, total_moves, "Moves", .help = "made, including forced ones"),
    COUNT(struct checker_record, unforced_moves, "Unforced moves", .help = "with an alternative"),
    COUNT(struct checker_record, doubtful, "Doubtful"),
    COUNT(struct checker_record, bad, "Bad"),
    COUNT(struct checker_record, very_bad, "Very bad"),
    AMOUNTS(struct checker_record, error, "error_", "Lost"),
    RATE(struct checker_record, error_rate_memg, "Error rate", UNIT_MEMG, .help = "per unforced move analysed"),
    RATING(struct checker_record),
    ANSWER_TO(struct checker_record, marked_by_hand, "Marked by hand", &by_hand_rows, .missing = ANSWER_NULL,
              .flags = ANSWER_OMIT | ANSWER_FLAT, .help = "by the file's author, or the owner of the collection"),
    {0}};
static const struct answer_rows checker_rows = {"PlayerChecker", "Chequer play.", sizeof(struct checker_record),
                                                checker_fields};

struct luck_record {
    int very_lucky, lucky, unlucky, very_unlucky;
    struct amounts luck;
    double luck_rate_memg;
    const char *rating;
};
static const struct answer_field luck_fields[] = {
    COUNT(struct luck_record, very_lucky, "Very lucky"),
    COUNT(struct luck_record, lucky, "Lucky"),
    COUNT(struct luck_record, unlucky, "Unlucky"),
    COUNT(struct luck_record, very_unlucky, "Very unlucky"),
    AMOUNTS(struct luck_record, luck, "luck_", "Luck"),
    RATE(struct luck_record, luck_rate_memg, "Luck rate", UNIT_MEMG, .help = "per move"),
    ANSWER(struct luck_record, rating, "Rating", ANSWER_WORDS(luck_rating_names), .missing = ANSWER_NULL,
           .help = "in words"),
    {0}};
static const struct answer_rows luck_rows = {"PlayerLuck", "Luck of the rolls.", sizeof(struct luck_record),
                                             luck_fields};

struct cube_error_record {
    int count;
    struct amounts error;
};
static const struct answer_field cube_error_fields[] = {
    COUNT(struct cube_error_record, count, "Number"), AMOUNTS(struct cube_error_record, error, "error_", "Lost"), {0}};
static const struct answer_rows cube_error_rows = {"CubeError", "Cube errors of one kind.",
                                                   sizeof(struct cube_error_record), cube_error_fields};

struct cube_record {
    int total_decisions, close_or_actual, doubles, takes, passes;
    struct cube_error_record kind[CUBE_ERRORS];
    struct amounts error;
    double error_rate_memg;
    const char *rating;
    const struct by_hand_record *marked_by_hand;
};
#define KIND(key, which, title_)                                                                                       \
    {                                                                                                                  \
        .name = key, .title = title_, .kind = ANSWER_RECORD, ANSWER_PLACE(struct cube_record, kind[which]),            \
        .rows = &cube_error_rows, .flags = ANSWER_FLAT                                                                 \
    }
static const struct answer_field cube_fields[] = {
    COUNT(struct cube_record, total_decisions, "Decisions"),
    COUNT(struct cube_record, close_or_actual, "Close or actual decisions"),
    COUNT(struct cube_record, doubles, "Doubles"),
    COUNT(struct cube_record, takes, "Takes"),
    COUNT(struct cube_record, passes, "Passes"),
    KIND("missed_double_below_cp", CUBE_MISSED_DOUBLE_BELOW_CP, "Missed doubles below the cash point"),
    KIND("missed_double_above_cp", CUBE_MISSED_DOUBLE_ABOVE_CP, "Missed doubles above the cash point"),
    KIND("wrong_double_below_dp", CUBE_WRONG_DOUBLE_BELOW_DP, "Wrong doubles below the doubling point"),
    KIND("wrong_double_above_tg", CUBE_WRONG_DOUBLE_ABOVE_TG, "Wrong doubles, too good"),
    KIND("wrong_take", CUBE_WRONG_TAKE, "Wrong takes"),
    KIND("wrong_pass", CUBE_WRONG_PASS, "Wrong passes"),
    AMOUNTS(struct cube_record, error, "error_", "Lost"),
    RATE(struct cube_record, error_rate_memg, "Error rate", UNIT_MEMG, .help = "per close or actual decision"),
    RATING(struct cube_record),
    ANSWER_TO(struct cube_record, marked_by_hand, "Marked by hand", &by_hand_rows, .missing = ANSWER_NULL,
              .flags = ANSWER_OMIT | ANSWER_FLAT, .help = "by the file's author, or the owner of the collection"),
    {0}};
#undef KIND
static const struct answer_rows cube_rows = {"PlayerCube", "Cube actions.", sizeof(struct cube_record), cube_fields};

struct overall_record {
    const struct side_rates *rates;
    struct amounts error, given_up;
    double error_rate_memg, snowie_error_rate;
    int decisions, snowie_moves, pr_decisions, unread_plays, abandoned_games;
    const char *rating, *grade;
    double level_pr;
    struct difficulty_range same;
    const char *decisions_were;
};
#define SIDE(f, ...) ANSWER_NAMED(f, struct side_rates, __VA_ARGS__)
static const struct answer_field pr_fields[] = {
    SIDE("pr", pr, "PR", .unit = UNIT_PR, .decimals = RATE_DECIMALS, .missing = ANSWER_NULL,
         .help = "eXtreme Gammon's performance rating: 500 x the cost of the average decision"),
    {0}};
static const struct answer_field result_fields[] = {
    SIDE("actual_result", actual, "Result", .decimals = EQUITY_DECIMALS, .missing = ANSWER_NULL,
         .help = "match winning chances gained; in money play points"),
    SIDE("luck_adjusted_result", luck_adjusted, "Luck-adjusted result", .decimals = EQUITY_DECIMALS,
         .missing = ANSWER_NULL, .help = "likewise, less luck"),
    {0}};
static const struct answer_field match_fields[] = {
    SIDE("mwc_against_current_opponent", mwc_against_opponent, "Chances against this opponent", .unit = UNIT_MWC,
         .decimals = EQUITY_DECIMALS, .missing = ANSWER_NULL,
         .help = "one half, minus own errors, plus the opponent's"),
    SIDE("luck_based_fibs_difference", fibs_difference, "Luck-based FIBS difference", .unit = UNIT_FIBS,
         .decimals = RATE_DECIMALS, .missing = ANSWER_NULL, .help = "how much stronger than the opponent"),
    SIDE("error_based_fibs_rating", fibs_rating, "Error-based FIBS rating", .unit = UNIT_FIBS,
         .decimals = RATE_DECIMALS, .missing = ANSWER_NULL),
    SIDE("checker_rating_loss", fibs_move_loss, "Chequer rating loss", .unit = UNIT_FIBS, .decimals = RATE_DECIMALS,
         .missing = ANSWER_NULL),
    SIDE("cube_rating_loss", fibs_cube_loss, "Cube rating loss", .unit = UNIT_FIBS, .decimals = RATE_DECIMALS,
         .missing = ANSWER_NULL),
    {0}};
#undef SIDE
static const struct answer_rows pr_rows = {"Pr", NULL, sizeof(struct side_rates), pr_fields},
                                result_rows = {"Result", NULL, sizeof(struct side_rates), result_fields},
                                match_rows = {"OfMatches", NULL, sizeof(struct side_rates), match_fields};
#define OF_RATES(rows) ANSWER_TO(struct overall_record, rates, NULL, rows, .flags = ANSWER_INLINE)
#define PR(key, f, title, words)                                                                                       \
    ANSWER_NAMED(key, struct overall_record, f, title, .unit = UNIT_PR, .decimals = RATE_DECIMALS,                     \
                 .missing = ANSWER_NULL, .help = words)
static const struct answer_field overall_fields[] = {
    AMOUNTS(struct overall_record, error, "error_", "Lost"),
    RATE(struct overall_record, error_rate_memg, "Error rate", UNIT_MEMG,
         .help = "per unforced move and close or actual cube decision"),
    COUNT(struct overall_record, decisions, "Decisions of error rate",
          .help = "unforced moves, and close or actual cube decisions; the PR counts `pr_decisions`"),
    RATE(struct overall_record, snowie_error_rate, "Snowie error rate", UNIT_MEMG, .help = "per move of both players"),
    COUNT(struct overall_record, snowie_moves, "Moves of both"),
    OF_RATES(&pr_rows),
    COUNT(struct overall_record, pr_decisions, "Decisions of PR",
          .help =
              "plays with a choice, doubles, takes, passes, and rolls where doubling would have cost less than 0.200"),
    ANSWER(struct overall_record, grade, "Grade", .example = "Master", .missing = ANSWER_NULL,
           .help = "of the PR, of whole matches; \"no grade yet\" where its range is too wide"),
    RATING(struct overall_record),
    OF_RATES(&result_rows),
    PR("level_pr", level_pr, "PR of both", "of both players together: the level of the next figure"),
    PR("same_decisions_pr", same.pr, "Same decisions",
       "the PR that players of that level have in this player's decisions; null if the candidates were not kept"),
    PR("same_decisions_low", same.low, NULL, "of its 95% range"),
    PR("same_decisions_high", same.high, NULL, NULL),
    ANSWER(struct overall_record, decisions_were, "Decisions were", .example = "harder", .missing = ANSWER_NULL,
           .help = "harder or easier than the opponent's; null: the 95% range of the difference includes none"),
    COUNT(struct overall_record, unread_plays, "Plays not read", .help = "illegal or unreadable, and missing turns"),
    COUNT(struct overall_record, abandoned_games, "Abandoned games", .help = "abandoned or resigned although not lost"),
    AMOUNTS(struct overall_record, given_up, "given_up_", "Given up"),
    OF_RATES(&match_rows),
    {0}};
#undef OF_RATES
#undef PR
static const struct answer_rows overall_rows = {"PlayerOverall", "Chequer play and cube together.",
                                                sizeof(struct overall_record), overall_fields};

struct player_record {
    const char *name;
    struct checker_record checker;
    struct luck_record luck;
    struct cube_record cube;
    struct overall_record overall;
};
static const struct answer_field player_fields[] = {
    ANSWER(struct player_record, name, "Player"),
    ANSWER_IN(struct player_record, checker, "Chequer play", &checker_rows),
    ANSWER_IN(struct player_record, luck, "Luck", &luck_rows),
    ANSWER_IN(struct player_record, cube, "Cube", &cube_rows),
    ANSWER_IN(struct player_record, overall, "Overall", &overall_rows),
    {0}};
static const struct answer_rows player_rows = {
    "Player", "Null where nothing was analysed. Errors are positive = lost, luck is positive = lucky.",
    sizeof(struct player_record), player_fields};

struct players_record {
    int number;
    struct rates rates;
    struct player_record players[2];
    struct by_hand_record by_hand[2][2]; /* of plays, of cube decisions */
};
#define PLAYERS                                                                                                        \
    {                                                                                                                  \
        .name = "players", .title = "Players", .kind = ANSWER_RECORD, ANSWER_PLACE(struct players_record, players[0]), \
        .n = 2, .rows = &player_rows                                                                                   \
    }
static const struct answer_field players_fields[] = {PLAYERS, {0}};
static const struct answer_rows players_rows = {NULL, NULL, sizeof(struct players_record), players_fields};
static const struct answer_field game_fields[] = {ANSWER(struct players_record, number, "Game"), PLAYERS, {0}};
#undef PLAYERS
static const struct answer_rows game_rows = {"MatchStatisticsGame", NULL, sizeof(struct players_record), game_fields};

struct statistics_record {
    const struct match *m;
    int set;
    size_t next;
    struct players_record all, one;
    struct answer_series games;
};
static const struct answer_field statistics_fields[] = {
    ANSWER_IN(struct statistics_record, all, NULL, &players_rows, .flags = ANSWER_INLINE),
    ANSWER_ONE_BY_ONE(struct statistics_record, games, "Games", &game_rows),
    {0}};
const struct answer_rows statistics_rows = {"MatchStatistics", NULL, sizeof(struct statistics_record),
                                            statistics_fields};

/* ---- filling them ---- */

struct counting { /* what the figures of one player are taken from */
    const struct match *m;
    const struct side_statistics *side;
    const struct side_rates *rates;
    bool counted, moves, cube, luck; /* engine-free counts; analysed parts */
};

struct worth worth_of(const struct match *m, double x)
{
    const double finite = isfinite(x) ? x : NAN;
    return m->length > 0 ? (struct worth){finite, INFINITY} : (struct worth){INFINITY, finite};
}

static struct amounts amounts_of(const struct counting *c, bool known, struct amount a)
{
    return (struct amounts){known ? a.emg : NAN, worth_of(c->m, known ? a.mwc : NAN)};
}

static int count_if(bool known, int n)
{
    return known ? n : -1;
}

static struct checker_record checker_of(const struct counting *c)
{
    const struct side_statistics *s = c->side;
    return (struct checker_record){count_if(c->counted, s->total_moves),
                                   count_if(c->counted, s->unforced_moves),
                                   count_if(c->moves, s->skill[SKILL_DOUBTFUL]),
                                   count_if(c->moves, s->skill[SKILL_BAD]),
                                   count_if(c->moves, s->skill[SKILL_VERY_BAD]),
                                   amounts_of(c, c->moves, s->move_error),
                                   1000 * c->rates->move_rate.emg,
                                   c->rates->move_rating,
                                   NULL};
}

static struct luck_record luck_of(const struct counting *c)
{
    const struct side_statistics *s = c->side;
    return (struct luck_record){count_if(c->luck, s->luck[LUCK_VERY_LUCKY + 2]),
                                count_if(c->luck, s->luck[LUCK_LUCKY + 2]),
                                count_if(c->luck, s->luck[LUCK_UNLUCKY + 2]),
                                count_if(c->luck, s->luck[LUCK_VERY_UNLUCKY + 2]),
                                amounts_of(c, c->luck, s->luck_total),
                                1000 * c->rates->luck_rate.emg,
                                c->rates->luck_rating};
}

static struct cube_record cube_of(const struct counting *c)
{
    const struct side_statistics *s = c->side;
    struct cube_record r = {.total_decisions = count_if(c->counted, s->cube_decisions),
                            .close_or_actual = count_if(c->cube, s->close_or_actual),
                            .doubles = count_if(c->counted, s->doubles),
                            .takes = count_if(c->counted, s->takes),
                            .passes = count_if(c->counted, s->passes),
                            .error = amounts_of(c, c->cube, c->rates->cube_error),
                            .error_rate_memg = 1000 * c->rates->cube_rate.emg,
                            .rating = c->rates->cube_rating};
    for (int k = 0; k < CUBE_ERRORS; k++)
        r.kind[k] =
            (struct cube_error_record){count_if(c->cube, s->cube_errors[k]), amounts_of(c, c->cube, s->cube_error[k])};
    return r;
}

static void set_difficulty(const struct difficulty_of_both *d, int who, struct overall_record *out)
{
    out->level_pr = d->level;
    out->same = difficulty_range(&d->of[who], d->level);
    out->decisions_were = d->harder == NOBODY ? NULL : d->harder == who ? "harder" : "easier";
}

static struct overall_record overall_of(const struct counting *c)
{
    const struct side_rates *r = c->rates;
    const bool any = c->moves || c->cube;
    return (struct overall_record){.rates = r,
                                   .error = amounts_of(c, true, r->error),
                                   .given_up = amounts_of(c, c->moves, c->side->given_up),
                                   .error_rate_memg = 1000 * r->rate.emg,
                                   .snowie_error_rate = 1000 * r->snowie_rate,
                                   .decisions = count_if(any, r->decisions),
                                   .snowie_moves = count_if(any, r->snowie_moves),
                                   .pr_decisions = count_if(any, r->pr_decisions),
                                   .unread_plays = count_if(c->counted, c->side->unread),
                                   .abandoned_games = count_if(c->moves, c->side->abandoned),
                                   .rating = r->rating};
}

static const struct by_hand_record *by_hand_of(const struct match *m, const struct game *g, int who, bool cube,
                                               struct by_hand_record *out)
{
    bool any = false;
    match_count_marks(m, g, who, cube, out->count);
    for (int i = MARK_NONE + 1; i < MARKS; i++)
        any = any || out->count[i] > 0;
    return any ? out : NULL;
}

/* `g` NULL = of the match; `s` NULL = nothing was counted. */
static void fill_players(const struct match *m, const struct game *g, int set, const struct statistics *s,
                         struct players_record *out)
{
    static const struct statistics none = {.actual = {NAN, NAN}, .finished = true};
    const struct statistics *from = s != NULL ? s : &none;
    struct difficulty_of_both d;
    rates_of(from, m->length, &out->rates);
    difficulty_of_both(m, g, s != NULL ? set : -1, &d);
    for (int who = 0; who < 2; who++) {
        const struct counting c = {m,
                                   &from->side[who],
                                   &out->rates.side[who],
                                   s != NULL,
                                   from->moves_analysed,
                                   from->cube_analysed,
                                   from->luck_analysed};
        out->players[who] =
            (struct player_record){m->player[who].name, checker_of(&c), luck_of(&c), cube_of(&c), overall_of(&c)};
        set_difficulty(&d, who, &out->players[who].overall);
        if (g == NULL && s != NULL)
            out->players[who].overall.grade = grade_of(c.rates->pr, rating_range(m, set, who), c.side->pr_decisions);
        out->players[who].checker.marked_by_hand = by_hand_of(m, g, who, false, &out->by_hand[who][0]);
        out->players[who].cube.marked_by_hand = by_hand_of(m, g, who, true, &out->by_hand[who][1]);
    }
}

static const void *next_game(void *source)
{
    struct statistics_record *r = source;
    if (r->next == r->m->n_games)
        return NULL;
    const struct game *g = &r->m->games[r->next++];
    r->one.number = g->number;
    fill_players(r->m, g, r->set, r->set >= 0 && g->statistics != NULL ? &g->statistics[r->set] : NULL, &r->one);
    return &r->one;
}

const struct statistics_record *statistics_record_of(const struct match *m, int set, struct arena *a)
{
    struct statistics_record *r = arena_alloc(a, sizeof *r);
    r->m = m;
    r->set = set;
    r->games = (struct answer_series){next_game, r};
    fill_players(m, NULL, set, set >= 0 && m->statistics != NULL ? &m->statistics[set] : NULL, &r->all);
    return r;
}
