/* Sums over the assessments of a game. They are the one thing that a collection keeps beside what it follows from, so
 * that questions about ten thousand matches need not add up millions of decisions (docs/collection.md has the figures);
 * they are made by this query alone, and `kibitzer db check` makes them again and compares. */
#include <math.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "collection/codes.h"
#include "collection/store_private.h"

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

/* What a sum is, the field of struct stored_sums that has it, its column, and how it is made. */
/* clang-format off */
#define EACH_SUM(X) \
    X(COUNT, moves, "moves", COUNT_IF("j.kind IN (1, 6)")) \
    X(COUNT, unforced, "unforced", COUNT_IF(PLAY)) \
    X(COUNT, plays, "plays", COUNT_IF(PLAY " AND j.error IS NOT NULL")) \
    X(AMOUNT, play_error, "play_error", SUM_IF(PLAY, "j.error")) \
    X(AMOUNT, play_error_mwc, "play_error_mwc", SUM_IF(PLAY, "j.error_mwc")) \
    X(COUNT, cubes, "cubes", COUNT_IF(CUBE)) \
    X(COUNT, close, "close", COUNT_IF(CUBE " AND j.close = 1")) \
    X(COUNT, judged, "judged", COUNT_IF(CUBE " AND j.error IS NOT NULL")) \
    X(AMOUNT, cube_error, "cube_error", SUM_IF(WRONG_CUBE, "j.error")) \
    X(AMOUNT, cube_error_mwc, "cube_error_mwc", SUM_IF(WRONG_CUBE, "j.error_mwc")) \
    X(COUNT, counted_plays, "counted_plays", COUNT_IF("j.counted = 1")) \
    X(AMOUNT, counted_play_error, "counted_play_error", SUM_IF("j.counted = 1", "j.error")) \
    X(COUNT, counted_cubes, "counted_cubes", COUNT_IF("j.counted = 2")) \
    X(AMOUNT, counted_cube_error, "counted_cube_error", SUM_IF("j.counted = 2", "j.error")) \
    X(AMOUNT, counted_error_mwc, "counted_error_mwc", SUM_IF("j.counted > 0", "j.error_mwc")) \
    X(COUNT, lucks, "lucks", COUNT_IF("j.luck IS NOT NULL")) \
    X(AMOUNT, luck, "luck", SUM_IF("j.luck IS NOT NULL", "j.luck")) \
    X(AMOUNT, luck_mwc, "luck_mwc", SUM_IF("j.luck IS NOT NULL", "j.luck_mwc")) \
    X(COUNT, marked[SKILL_DOUBTFUL], "doubtful", COUNT_IF(MARKED " AND " ABOVE("1") " AND NOT " ABOVE("2"))) \
    X(COUNT, marked[SKILL_BAD], "bad", COUNT_IF(MARKED " AND " ABOVE("2") " AND NOT " ABOVE("3"))) \
    X(COUNT, marked[SKILL_VERY_BAD], "very_bad", COUNT_IF(MARKED " AND " ABOVE("3"))) \
    X(COUNT, bold, "bold", COUNT_IF(WRONG_COUNTED_CUBE " AND " BOLD)) \
    X(COUNT, timid, "timid", COUNT_IF(WRONG_COUNTED_CUBE " AND NOT " BOLD))
/* clang-format on */
#define MADE(kind, field, column, how) ", " how
#define AS_IT_IS(kind, field, column, how) ", q." column
#define ONE_MORE(kind, field, column, how) +1

enum { N_SUMS = 0 EACH_SUM(ONE_MORE) };

/* One row for each game and side; with the costliest error behind the sums. */
#define SUMS_OF_GAMES                                                                                                  \
    "SELECT a.id, t.side, t.game" EACH_SUM(                                                                            \
        MADE) ", MAX(CASE WHEN " MARKED " THEN j.error END) AS worst"                                                  \
              " FROM analyses a JOIN assessments j ON j.analysis_id = a.id"                                            \
              " JOIN turns t ON t.match_id = a.match_id AND t.n = j.turn WHERE a.id = ? GROUP BY a.id, t.side, t.game"

/* Where in a game an error of just that size comes first. Joined, not asked for each game: a file may have thousands.
 */
#define PLACES_OF_ERRORS                                                                                               \
    "SELECT t.side, t.game, j.error, MIN(t.number) AS number FROM analyses a"                                          \
    " JOIN assessments j ON j.analysis_id = a.id JOIN turns t ON t.match_id = a.match_id AND t.n = j.turn"             \
    " WHERE a.id = ? AND j.error IS NOT NULL AND " MARKED " GROUP BY t.side, t.game, j.error"

#define SUMS_AND_PLACES                                                                                                \
    "SELECT s.*, w.number FROM (" SUMS_OF_GAMES ") s LEFT JOIN (" PLACES_OF_ERRORS ") w"                               \
    " ON w.side = s.side AND w.game = s.game AND w.error = s.worst"

static const char *const make = "INSERT INTO sums (" SUMS_COLUMNS ") " SUMS_AND_PLACES;

bool sums_make(struct sql *db, int64_t analysis)
{
    return sql_run(db, make, SQL(sql_int(analysis), sql_int(analysis)));
}

static bool same_row(const struct sql_rows *a, const struct sql_rows *b)
{
    for (int i = 0; i < 3 + N_SUMS + 2; i++)
        if (sql_is_null(a, i) != sql_is_null(b, i) || sql_get_int(a, i) != sql_get_int(b, i))
            return false;
    return true;
}

bool sums_agree(struct sql *db, int64_t analysis, bool *agree)
{
    struct sql_rows *again =
        sql_ask(db, SUMS_AND_PLACES " ORDER BY s.side, s.game", SQL(sql_int(analysis), sql_int(analysis)));
    struct sql_rows *kept = sql_ask(
        db,
        "SELECT q.analysis_id, q.side, q.game" EACH_SUM(AS_IT_IS) ", q.worst, q.worst_number FROM sums q"
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

/* ---- reading ---- */

/* Which matches, in their order, is asked first, then their sums some at a time: so that no long rows are sorted, and a
 * server is not asked for each match. */
enum { PIECE = 100 };
#define TEN "?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
#define TEN_TIMES_TEN TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN ", " TEN

/* A result without a gain: see gain_of() in put.c. */
#define GIVEN_AWAY "CASE WHEN r.game IS NOT NULL AND r.gain IS NULL THEN 1 ELSE 0 END"

static const char *const of_piece = "SELECT q.analysis_id, q.side, q.game" EACH_SUM(
    AS_IT_IS) ", q.worst, q.worst_number, r.gain, " GIVEN_AWAY
              ", CASE WHEN u.game IS NULL THEN 0.0 ELSE u.hidden END, CASE WHEN u.game IS NULL THEN 0.0 ELSE u.ahead "
              "END, COALESCE(f.decisions, 0), COALESCE(f.at_5, 0), COALESCE(f.at_15, 0),"
              " COALESCE(f.squares, 0) FROM sums q"
              " LEFT JOIN results r ON r.analysis_id = q.analysis_id AND r.game = q.game"
              " LEFT JOIN unplayed u ON u.analysis_id = q.analysis_id AND u.game = q.game"
              " LEFT JOIN difficulties f ON f.analysis_id = q.analysis_id AND f.game = q.game AND f.side = q.side"
              " WHERE q.analysis_id IN (" TEN_TIMES_TEN ")";
_Static_assert(PIECE == 100, "ten times ten");

#define MATCHES(n_games)                                                                                               \
    "SELECT m.id, a.id, a.threshold1, " n_games " FROM matches m"                                                      \
    " JOIN analyses a ON a.match_id = m.id AND a.chosen = 1 WHERE 1 = 1"
static const char *const matches = MATCHES("0");
static const char *const matches_with_games = MATCHES("(SELECT COUNT(*) FROM games g WHERE g.match_id = m.id)");

struct sums_row { /* of a game, or added up; amounts as they are kept */
    size_t match; /* index into the walk's */
    int side, game;
    int64_t sum[N_SUMS];
    struct ratio rating;
    bool has_worst;
    int64_t worst;
    int worst_game, worst_number;
    double luck_played;
    double gain, hidden, ahead; /* of player 0 */
    int n_games, given_away;
    struct difficulty difficulty;
};

struct sums_walk {
    struct store *store;
    bool by_game, ok;
    struct match_with_sums {
        int64_t id, analysis;
        double threshold;
        int n_games;
    } * match;
    size_t n, capacity;
    size_t done; /* matches whose rows were asked for */
    struct sums_row *row; /* of the last piece */
    size_t n_rows, row_capacity, next;
    struct stored_sums out;
};

static int by_place(const void *a, const void *b)
{
    const struct sums_row *x = a, *y = b;
    if (x->match != y->match)
        return x->match < y->match ? -1 : 1;
    return x->side != y->side ? x->side - y->side : (x->game > y->game) - (x->game < y->game);
}

static size_t match_of_analysis(const struct sums_walk *w, int64_t analysis)
{
    size_t i = w->done;
    while (i + 1 < w->n && w->match[i].analysis != analysis)
        i++;
    return i;
}

#define IS_AMOUNT(kind, field, column, how) kind == AMOUNT,
enum sum_kind { COUNT, AMOUNT };
static const bool is_amount[] = {EACH_SUM(IS_AMOUNT)};

/* Those of all games of a match can be added up. */
static int64_t sum_at(const struct sql_rows *r, int column)
{
    const int64_t most = (int64_t)1 << 53, sum = sql_get_int(r, column);
    if (sum >= -most && sum <= most)
        return sum;
    sql_damaged(r);
    return 0;
}

static struct difficulty difficulty_at(const struct sql_rows *r, int column)
{
    return (struct difficulty){.decisions = sql_get_within(r, column, 0, ROWS_NUMBER_MOST),
                               .at_5 = (double)sum_at(r, column + 1) / BILLION,
                               .at_15 = (double)sum_at(r, column + 2) / BILLION,
                               .squares = (double)sum_at(r, column + 3) / BILLION};
}

static void read_row(struct sums_walk *w, const struct sql_rows *r)
{
    enum { SUMS = 3, WORST = SUMS + N_SUMS };
    w->row = grow(w->row, w->n_rows, &w->row_capacity, sizeof *w->row);
    struct sums_row *g = &w->row[w->n_rows++];
    *g = (struct sums_row){.match = match_of_analysis(w, sql_get_int(r, 0)),
                           .side = sql_get_within(r, 1, 0, 1),
                           .game = sql_get_within(r, 2, 0, ROWS_NUMBER_MOST),
                           .worst_game = sql_get_within(r, 2, 0, ROWS_NUMBER_MOST),
                           .n_games = 1,
                           .has_worst = !sql_is_null(r, WORST),
                           .worst = sum_at(r, WORST),
                           .worst_number = sql_get_within(r, WORST + 1, 0, ROWS_NUMBER_MOST),
                           .gain = sql_get_real(r, WORST + 2),
                           .given_away = (int)sql_get_int(r, WORST + 3),
                           .hidden = sql_get_real(r, WORST + 4),
                           .ahead = sql_get_real(r, WORST + 5),
                           .difficulty = difficulty_at(r, WORST + 6)};
    for (int i = 0; i < N_SUMS; i++)
        g->sum[i] = is_amount[i] ? sum_at(r, SUMS + i) : sql_get_within(r, SUMS + i, 0, ROWS_NUMBER_MOST);
}

static bool next_piece(struct sums_walk *w)
{
    struct sql_value analysis[PIECE];
    for (size_t i = 0; i < PIECE; i++)
        analysis[i] = w->done + i < w->n ? sql_int(w->match[w->done + i].analysis) : sql_null();
    struct sql_rows *r = sql_ask(w->store->db, of_piece, analysis, PIECE);
    for (w->n_rows = w->next = 0; r != NULL && sql_next(r);)
        read_row(w, r);
    if (w->n_rows > 0)
        qsort(w->row, w->n_rows, sizeof *w->row, by_place);
    w->done = w->n - w->done > PIECE ? w->done + PIECE : w->n;
    return w->ok = sql_done(r);
}

#define TAKE_COUNT(field) s->field = (int)*sum++;
#define TAKE_AMOUNT(field) s->field = (double)*sum++ / BILLION;
#define TAKE(kind, field, column, how) TAKE_##kind(field)

static void take_sums(const int64_t *sum, struct stored_sums *s)
{
    EACH_SUM(TAKE)
}

static void add_rating(struct sums_row *to, const int64_t *game, bool given_away)
{
    struct stored_sums s;
    take_sums(game, &s);
    to->luck_played += given_away ? 0 : s.luck_mwc;
    ratio_add(&to->rating, s.counted_play_error + s.counted_cube_error, s.counted_plays + s.counted_cubes);
}

static void add_game(struct sums_row *to, const struct sums_row *g)
{
    for (int i = 0; i < N_SUMS; i++)
        to->sum[i] += g->sum[i];
    if (g->has_worst && (!to->has_worst || g->worst > to->worst)) {
        to->has_worst = true;
        to->worst = g->worst;
        to->worst_game = g->worst_game;
        to->worst_number = g->worst_number;
    }
    add_rating(to, g->sum, g->given_away != 0);
    to->gain += g->gain;
    to->hidden += g->hidden;
    to->n_games++;
    difficulty_join(&to->difficulty, &g->difficulty);
    to->given_away += g->given_away;
}

/* Of a match in which some game was not finished the gain is not known. */
static void show_row(struct sums_walk *w, const struct sums_row *g)
{
    const struct match_with_sums *m = &w->match[g->match];
    const bool all = w->by_game || g->n_games == m->n_games;
    const double sign = g->side == 0 ? 1 : -1;
    w->out = (struct stored_sums){.match = m->id,
                                  .side = g->side,
                                  .game = w->by_game ? g->game : 0,
                                  .worst = g->has_worst ? (double)g->worst / BILLION : (double)NAN,
                                  .worst_game = g->worst_game,
                                  .worst_number = g->worst_number,
                                  .threshold = m->threshold,
                                  .rating = g->rating,
                                  .luck_played = g->luck_played,
                                  .gain = all ? sign * g->gain : (double)NAN,
                                  .hidden = sign * g->hidden,
                                  .ahead = sign * g->ahead,
                                  .given_away = g->given_away,
                                  .difficulty = g->difficulty};
    take_sums(g->sum, &w->out);
    w->out.difficulty.decisions = w->out.counted_plays + w->out.counted_cubes;
    w->out.difficulty.unknown = w->out.difficulty.decisions - g->difficulty.decisions;
}

static bool find_matches(struct sums_walk *w, const struct match_filter *f)
{
    struct inquiry q = {.n = 0};
    strbuf_puts(&q.text, w->by_game ? matches : matches_with_games);
    inquiry_matches(&q, f);
    strbuf_puts(&q.text, MATCH_ORDER);
    struct sql_rows *r = inquiry_ask(&q, w->store->db, f->id == 0);
    while (r != NULL && sql_next(r)) {
        w->match = grow(w->match, w->n, &w->capacity, sizeof *w->match);
        w->match[w->n++] = (struct match_with_sums){.id = sql_get_int(r, 0),
                                                    .analysis = sql_get_int(r, 1),
                                                    .threshold = sql_get_real(r, 2),
                                                    .n_games = sql_get_within(r, 3, 0, ROWS_NUMBER_MOST)};
    }
    return sql_done(r);
}

struct sums_walk *sums_walk_new(struct store *s, const struct match_filter *f, bool by_game)
{
    struct sums_walk *w = xcalloc(1, sizeof *w);
    *w = (struct sums_walk){.store = s, .by_game = by_game};
    w->ok = find_matches(w, f);
    return w;
}

const struct stored_sums *sums_walk_next(struct sums_walk *w)
{
    while (w->ok && w->next == w->n_rows && w->done < w->n)
        if (!next_piece(w))
            return NULL;
    if (!w->ok || w->next == w->n_rows)
        return NULL;
    struct sums_row *g = &w->row[w->next++];
    add_rating(g, g->sum, g->given_away != 0);
    while (!w->by_game && w->next < w->n_rows && w->row[w->next].match == g->match && w->row[w->next].side == g->side)
        add_game(g, &w->row[w->next++]);
    show_row(w, g);
    return &w->out;
}

bool sums_walk_end(struct sums_walk *w)
{
    const bool ok = w->ok;
    xfree(w->match);
    xfree(w->row);
    xfree(w);
    return ok;
}

bool store_sums(struct store *s, const struct match_filter *f, bool by_game, sums_visitor visit, void *context)
{
    struct sums_walk *w = sums_walk_new(s, f, by_game);
    for (const struct stored_sums *at; (at = sums_walk_next(w)) != NULL;)
        if (!visit(context, at))
            break;
    return sums_walk_end(w);
}
