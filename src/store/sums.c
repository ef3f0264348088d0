/* Sums over the assessments of a game. They are the one thing that a collection keeps beside what it follows from, so
 * that questions about ten thousand matches need not add up millions of decisions (docs/collection.md has the figures);
 * they are made by this query alone, and `kibitzer db check` makes them again and compares. */
#include <math.h>
#include <string.h>

#include "store/codes.h"
#include "store/store_private.h"

#define SUM_IF(condition, what) "COALESCE(SUM(CASE WHEN " condition " THEN " what " END), 0)"
#define COUNT_IF(condition) SUM_IF(condition, "1")
/* ORDER DECISION_KIND: 1 play, 2 no double ... 5 pass, 6 forced */
#define PLAY "j.kind = 1"
#define CUBE "j.kind BETWEEN 2 AND 5"
#define WRONG_CUBE "j.cube_error IS NOT NULL"
#define WRONG_COUNTED_CUBE "j.counted = 2 AND j.cube_error IS NOT NULL"
#define BOLD "j.cube_error IN (1, 2, 4)" /* is_bold() */
_Static_assert(CUBE_MISSED_DOUBLE_ABOVE_CP == 1 && CUBE_WRONG_DOUBLE_BELOW_DP == 2 && CUBE_WRONG_TAKE == 4,
               "numbers of errors that were too bold");
#define MARKED "(j.kind = 1 OR j.cube_error IS NOT NULL)"
/* Above the n-th threshold of marks, which is EMG. */
#define ABOVE(n) "j.error > ROUND(a.threshold" n " * 1000000000)"

/* ORDER SUMS: columns and what they hold, as read_counts() and read_amounts() take them. */
/* clang-format off */
#define EACH_SUM(X)                                                                                                    \
    X("moves", COUNT_IF("j.kind IN (1, 6)"))                                                                           \
    X("unforced", COUNT_IF(PLAY))                                                                                      \
    X("plays", COUNT_IF(PLAY " AND j.error IS NOT NULL"))                                                              \
    X("play_error", SUM_IF(PLAY, "j.error"))                                                                           \
    X("play_error_mwc", SUM_IF(PLAY, "j.error_mwc"))                                                                   \
    X("cubes", COUNT_IF(CUBE))                                                                                         \
    X("close", COUNT_IF(CUBE " AND j.close = 1"))                                                                      \
    X("judged", COUNT_IF(CUBE " AND j.error IS NOT NULL"))                                                             \
    X("cube_error", SUM_IF(WRONG_CUBE, "j.error"))                                                                     \
    X("cube_error_mwc", SUM_IF(WRONG_CUBE, "j.error_mwc"))                                                             \
    X("counted_plays", COUNT_IF("j.counted = 1"))                                                                      \
    X("counted_play_error", SUM_IF("j.counted = 1", "j.error"))                                                        \
    X("counted_cubes", COUNT_IF("j.counted = 2"))                                                                      \
    X("counted_cube_error", SUM_IF("j.counted = 2", "j.error"))                                                        \
    X("counted_error_mwc", SUM_IF("j.counted > 0", "j.error_mwc"))                                                     \
    X("lucks", COUNT_IF("j.luck IS NOT NULL"))                                                                         \
    X("luck", SUM_IF("j.luck IS NOT NULL", "j.luck"))                                                                  \
    X("luck_mwc", SUM_IF("j.luck IS NOT NULL", "j.luck_mwc"))                                                          \
    X("doubtful", COUNT_IF(MARKED " AND " ABOVE("1") " AND NOT " ABOVE("2")))                                          \
    X("bad", COUNT_IF(MARKED " AND " ABOVE("2") " AND NOT " ABOVE("3")))                                               \
    X("very_bad", COUNT_IF(MARKED " AND " ABOVE("3")))                                                                 \
    X("bold", COUNT_IF(WRONG_COUNTED_CUBE " AND " BOLD))                                                               \
    X("timid", COUNT_IF(WRONG_COUNTED_CUBE " AND NOT " BOLD))
/* clang-format on */
#define NAME(column, what) ", " column
#define WHAT(column, what) ", " what
#define AS_IT_IS(column, what) ", q." column
#define ADDED_UP(column, what) ", SUM(q." column ")"

enum { N_SUMS = 23 };

/* One row for each game and side; with the costliest error behind the sums. */
#define SUMS_OF_GAMES                                                                                                  \
    "SELECT a.id, t.side, t.game" EACH_SUM(                                                                            \
        WHAT) ", MAX(CASE WHEN " MARKED " THEN j.error END)"                                                           \
              " FROM analyses a JOIN assessments j ON j.analysis_id = a.id"                                            \
              " JOIN turns t ON t.match_id = a.match_id AND t.n = j.turn WHERE a.id = ? GROUP BY a.id, t.side, t.game"

static const char *const make = "INSERT INTO sums (analysis_id, side, game" EACH_SUM(NAME) ", worst) " SUMS_OF_GAMES;

static const char *const find_worst =
    "UPDATE sums SET worst_number = (SELECT MIN(t.number) FROM assessments j JOIN analyses a ON a.id = j.analysis_id"
    " JOIN turns t ON t.match_id = a.match_id AND t.n = j.turn"
    " WHERE j.analysis_id = sums.analysis_id AND t.side = sums.side AND t.game = sums.game AND j.error = sums.worst"
    " AND " MARKED ") WHERE analysis_id = ?";

bool sums_make(struct sql *db, int64_t analysis)
{
    return sql_run(db, make, SQL(sql_int(analysis))) && sql_run(db, find_worst, SQL(sql_int(analysis)));
}

static bool same_row(const struct sql_rows *a, const struct sql_rows *b)
{
    for (int i = 0; i < 3 + N_SUMS + 1; i++)
        if (sql_is_null(a, i) != sql_is_null(b, i) || sql_get_int(a, i) != sql_get_int(b, i))
            return false;
    return true;
}

bool sums_agree(struct sql *db, int64_t analysis, bool *agree)
{
    struct sql_rows *again = sql_ask(db, SUMS_OF_GAMES " ORDER BY t.side, t.game", SQL(sql_int(analysis)));
    struct sql_rows *kept = sql_ask(
        db,
        "SELECT q.analysis_id, q.side, q.game" EACH_SUM(AS_IT_IS) ", q.worst FROM sums q"
                                                                  " WHERE q.analysis_id = ? ORDER BY q.side, q.game",
        SQL(sql_int(analysis)));
    bool more = again != NULL && kept != NULL;
    for (*agree = true; more && *agree;) {
        const bool another = sql_next(kept);
        more = sql_next(again);
        *agree = more == another && (!more || same_row(again, kept));
    }
    const bool ok = sql_done(again);
    return sql_done(kept) && ok;
}

#define FROM_SUMS                                                                                                      \
    " FROM matches m JOIN analyses a ON a.match_id = m.id AND a.chosen = 1 JOIN sums q ON q.analysis_id = a.id"        \
    " LEFT JOIN results r ON r.analysis_id = a.id AND r.game = q.game WHERE 1 = 1"

/* A result without a gain: see gain_of() in put.c. */
#define GIVEN_AWAY "CASE WHEN r.game IS NOT NULL AND r.gain IS NULL THEN 1 ELSE 0 END"

/* The place of the costliest error of a match: in the first game that has it. */
#define WORST_PLACE(column)                                                                                            \
    "(SELECT w." column " FROM sums w WHERE w.analysis_id = a.id AND w.side = q.side AND w.worst IS NOT NULL"          \
    " ORDER BY w.worst DESC, w.game LIMIT 1)"

static const char *const of_games = "SELECT m.id, q.side, q.game" EACH_SUM(
    AS_IT_IS) ", q.worst, q.game, q.worst_number, a.threshold1, r.gain, 1, 1, " GIVEN_AWAY FROM_SUMS;

static const char *const of_matches =
    "SELECT m.id, q.side, 0" EACH_SUM(ADDED_UP) ", MAX(q.worst), " WORST_PLACE("game") ", " WORST_PLACE(
        "worst_number") ", a.threshold1, SUM(r.gain),"
                        " COUNT(r.gain), (SELECT COUNT(*) FROM games g WHERE g.match_id = m.id), SUM(" GIVEN_AWAY
                        ")" FROM_SUMS;

static void read_counts(const struct sql_rows *r, struct stored_sums *s)
{
    int *const whole[] = {&s->moves,
                          &s->unforced,
                          &s->plays,
                          NULL,
                          NULL,
                          &s->cubes,
                          &s->close,
                          &s->judged,
                          NULL,
                          NULL,
                          &s->counted_plays,
                          NULL,
                          &s->counted_cubes,
                          NULL,
                          NULL,
                          &s->lucks,
                          NULL,
                          NULL,
                          &s->marked[1],
                          &s->marked[2],
                          &s->marked[3],
                          &s->bold,
                          &s->timid};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i] != NULL)
            *whole[i] = (int)sql_get_int(r, 3 + (int)i);
}

static void read_amounts(const struct sql_rows *r, struct stored_sums *s)
{
    s->play_error = sql_get_amount(r, 6);
    s->play_error_mwc = sql_get_amount(r, 7);
    s->cube_error = sql_get_amount(r, 11);
    s->cube_error_mwc = sql_get_amount(r, 12);
    s->counted_play_error = sql_get_amount(r, 14);
    s->counted_cube_error = sql_get_amount(r, 16);
    s->counted_error_mwc = sql_get_amount(r, 17);
    s->luck = sql_get_amount(r, 19);
    s->luck_mwc = sql_get_amount(r, 20);
    s->worst = sql_get_amount(r, 26);
    s->worst_game = (int)sql_get_int(r, 27);
    s->worst_number = (int)sql_get_int(r, 28);
    s->threshold = sql_get_real(r, 29);
    s->given_away = (int)sql_get_int(r, 33);
    s->gain = sql_get_int(r, 31) == sql_get_int(r, 32) ? sql_get_real(r, 30) * (s->side == 0 ? 1 : -1) : (double)NAN;
}

bool store_sums(struct store *s, const struct match_filter *f, bool by_game, sums_visitor visit, void *context)
{
    struct query q = {.n = 0};
    strbuf_puts(&q.text, by_game ? of_games : of_matches);
    query_matches(&q, f);
    if (!by_game)
        strbuf_puts(&q.text, " GROUP BY m.id, m.date, m.record_key, a.id, a.threshold1, q.side");
    strbuf_puts(&q.text, MATCH_ORDER ", q.side");
    strbuf_puts(&q.text, by_game ? ", q.game" : "");
    struct sql_rows *r = query_ask(&q, s, f->id == 0);
    for (bool more = true; r != NULL && more && sql_next(r);) {
        struct stored_sums sums = {
            .match = sql_get_int(r, 0), .side = (int)sql_get_int(r, 1), .game = (int)sql_get_int(r, 2)};
        read_counts(r, &sums);
        read_amounts(r, &sums);
        more = visit(context, &sums);
    }
    return sql_done(r);
}
