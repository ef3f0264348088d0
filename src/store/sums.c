/* Sums over the judgements of a game. They are the one thing that a collection keeps beside what they follow from, so
 * that questions about ten thousand matches need not add up three million decisions; they are made by this query alone,
 * and `kibitzer db check` makes them again and compares. */
#include <math.h>
#include <string.h>

#include "store/store_private.h"

#define SUM_IF(condition, what) "COALESCE(SUM(CASE WHEN " condition " THEN " what " END), 0)"
#define COUNT_IF(condition) SUM_IF(condition, "1")
/* ORDER DECISION_KIND: 1 play, 2 no double ... 5 pass, 6 forced */
#define PLAY "j.kind = 1"
#define CUBE "j.kind BETWEEN 2 AND 5"
#define WRONG_CUBE "j.cube_error IS NOT NULL"
#define MARKED "(j.kind = 1 OR j.cube_error IS NOT NULL)"

static const char
    *const make =
        "INSERT INTO sums (analysis_id, side, game, moves, unforced, plays, play_error, play_error_mwc, cubes, close,"
        " judged, cube_error, cube_error_mwc, counted_plays, counted_play_error, counted_cubes, counted_cube_error,"
        " counted_error_mwc, lucks, luck, luck_mwc, doubtful, bad, very_bad, worst)"
        " SELECT a.id, j.side, d.game, " COUNT_IF("j.kind IN (1, 6)") ", " COUNT_IF(PLAY) ", " COUNT_IF(
            PLAY
            " AND j.error IS NOT NULL") ", " SUM_IF(PLAY, "j.error") ", " SUM_IF(PLAY, "j.error_mwc") ", " COUNT_IF(CUBE) ", " COUNT_IF(CUBE
                                                                                                                                        " AND j.close = 1") ", " COUNT_IF(CUBE " AND j.error IS NOT NULL") ", " SUM_IF(WRONG_CUBE, "j.error") ", " SUM_IF(WRONG_CUBE, "j.error_mwc") ", " COUNT_IF("j.counted = 1") ", " SUM_IF("j.counted = 1", "j.error") ", " COUNT_IF("j.counted = 2") ", " SUM_IF("j.counted = 2", "j.error") ", " SUM_IF("j.counted > 0", "j.error_mwc") ", " COUNT_IF("j.luck IS NOT NULL") ", " SUM_IF("j.luck IS NOT NULL", "j.luck") ", " SUM_IF("j.luck IS NOT NULL",
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                           "j.luck_mwc") ", " COUNT_IF(MARKED
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                       " AND j.error > a.threshold1 AND j.error <= a.threshold2") ", " COUNT_IF(MARKED " AND j.error > a.threshold2 AND j.error <= a.threshold3") ", " COUNT_IF(MARKED
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                " AND j.error > a.threshold3") ", MAX(CASE WHEN " MARKED
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               " THEN j.error END)"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               " FROM analyses a JOIN judgements j ON j.analysis_id = a.id"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               " JOIN decisions d ON d.match_id = a.match_id AND d.side = j.side AND d.kind = j.kind AND d.n = j.n"
                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                                               " WHERE a.id = ? GROUP BY a.id, j.side, d.game";

static const char *const find_worst =
    "UPDATE sums SET worst_number = (SELECT MIN(d.number) FROM judgements j JOIN analyses a ON a.id = j.analysis_id"
    " JOIN decisions d ON d.match_id = a.match_id AND d.side = j.side AND d.kind = j.kind AND d.n = j.n"
    " WHERE j.analysis_id = sums.analysis_id AND j.side = sums.side AND d.game = sums.game AND j.error = sums.worst"
    " AND " MARKED ") WHERE analysis_id = ?";

bool sums_make(struct store *s, int64_t analysis)
{
    return sql_run(s->db, make, SQL(sql_int(analysis))) && sql_run(s->db, find_worst, SQL(sql_int(analysis)));
}

#define EACH_SUM(X)                                                                                                                                                                                                 \
    X("moves")                                                                                                                                                                                                      \
    ", " X("unforced") ", " X("plays") ", " X("play_error") ", " X("play_error_mwc") ", " X("cubes") ", " X("close") ", " X("judged") ", " X("cube_error") ", " X("cube_error_mwc") ", " X("counted_plays") ", " X( \
        "counted_play_error") ", " X("counted_cubes") ", " X("counted_cube_error") ", " X("co"                                                                                                                      \
                                                                                          "un"                                                                                                                      \
                                                                                          "te"                                                                                                                      \
                                                                                          "d_"                                                                                                                      \
                                                                                          "er"                                                                                                                      \
                                                                                          "ro"                                                                                                                      \
                                                                                          "r_"                                                                                                                      \
                                                                                          "mw"                                                                                                                      \
                                                                                          "c") ", " X("lucks") ", " X("luck") ", " X("luck_mwc") ", " X("doubtful") ", " X("bad") ", " X("very_bad")
#define AS_IT_IS(column) "q." column
#define ADDED_UP(column) "SUM(q." column ")"

#define FROM_SUMS                                                                                                      \
    " FROM matches m JOIN analyses a ON a.match_id = m.id AND a.chosen = 1 JOIN sums q ON q.analysis_id = a.id"        \
    " LEFT JOIN results r ON r.analysis_id = a.id AND r.game = q.game WHERE 1 = 1"

/* A result without a gain: see gain_of() in put.c. */
#define GIVEN_AWAY "CASE WHEN r.game IS NOT NULL AND r.gain IS NULL THEN 1 ELSE 0 END"

/* The place of the costliest error of a match: in the first game that has it. */
#define WORST_PLACE(column)                                                                                            \
    "(SELECT w." column " FROM sums w WHERE w.analysis_id = a.id AND w.side = q.side AND w.worst IS NOT NULL"          \
    " ORDER BY w.worst DESC, w.game LIMIT 1)"

static const char *const of_games = "SELECT m.id, q.side, q.game, " EACH_SUM(
    AS_IT_IS) ", q.worst, q.game, q.worst_number, a.threshold1, r.gain, 1, 1, " GIVEN_AWAY FROM_SUMS;

static const char *const of_matches =
    "SELECT m.id, q.side, 0, " EACH_SUM(ADDED_UP) ", MAX(q.worst), " WORST_PLACE("game") ", " WORST_PLACE(
        "worst_number") ", a.threshold1, SUM(r.gain),"
                        " COUNT(r.gain), (SELECT COUNT(*) FROM games g WHERE g.match_id = m.id), SUM(" GIVEN_AWAY ")" FROM_SUMS;

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
                          &s->marked[3]};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (whole[i] != NULL)
            *whole[i] = (int)sql_get_int(r, 3 + (int)i);
}

static void read_amounts(const struct sql_rows *r, struct stored_sums *s)
{
    s->play_error = sql_get_real(r, 6);
    s->play_error_mwc = sql_get_real(r, 7);
    s->cube_error = sql_get_real(r, 11);
    s->cube_error_mwc = sql_get_real(r, 12);
    s->counted_play_error = sql_get_real(r, 14);
    s->counted_cube_error = sql_get_real(r, 16);
    s->counted_error_mwc = sql_get_real(r, 17);
    s->luck = sql_get_real(r, 19);
    s->luck_mwc = sql_get_real(r, 20);
    s->worst = sql_get_real(r, 24);
    s->worst_game = (int)sql_get_int(r, 25);
    s->worst_number = (int)sql_get_int(r, 26);
    s->threshold = sql_get_real(r, 27);
    s->given_away = (int)sql_get_int(r, 31);
    s->gain = sql_get_int(r, 29) == sql_get_int(r, 30) ? sql_get_real(r, 28) * (s->side == 0 ? 1 : -1) : (double)NAN;
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
    struct sql_rows *r = query_ask(&q, s);
    for (bool more = true; r != NULL && more && sql_next(r);) {
        struct stored_sums sums = {
            .match = sql_get_int(r, 0), .side = (int)sql_get_int(r, 1), .game = (int)sql_get_int(r, 2)};
        read_counts(r, &sums);
        read_amounts(r, &sums);
        more = visit(context, &sums);
    }
    return sql_done(r);
}
