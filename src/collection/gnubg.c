/* Writing GNU Backgammon's record keeping; see gnubg.h. What each column holds was found by letting that program
 * fill a database of its own and comparing (docs/collection.md). */
#include "collection/gnubg.h"

#include <math.h>
#include <string.h>

#include "match/rates.h"

/* ---- the schema ---- */

#define STATISTICS                                                                                                     \
    "total_moves INTEGER NOT NULL, unforced_moves INTEGER NOT NULL, unmarked_moves INTEGER NOT NULL,"                  \
    " good_moves INTEGER NOT NULL, doubtful_moves INTEGER NOT NULL, bad_moves INTEGER NOT NULL,"                       \
    " very_bad_moves INTEGER NOT NULL, chequer_error_total_normalised FLOAT NOT NULL,"                                 \
    " chequer_error_total FLOAT NOT NULL, chequer_error_per_move_normalised FLOAT NOT NULL,"                           \
    " chequer_error_per_move FLOAT NOT NULL, chequer_rating INTEGER NOT NULL, very_lucky_rolls INTEGER NOT NULL,"      \
    " lucky_rolls INTEGER NOT NULL, unmarked_rolls INTEGER NOT NULL, unlucky_rolls INTEGER NOT NULL,"                  \
    " very_unlucky_rolls INTEGER NOT NULL, luck_total_normalised FLOAT NOT NULL, luck_total FLOAT NOT NULL,"           \
    " luck_per_move_normalised FLOAT NOT NULL, luck_per_move FLOAT NOT NULL, luck_rating INTEGER NOT NULL,"            \
    " total_cube_decisions INTEGER NOT NULL, close_cube_decisions INTEGER NOT NULL, doubles INTEGER NOT NULL,"         \
    " takes INTEGER NOT NULL, passes INTEGER NOT NULL, missed_doubles_below_cp INTEGER NOT NULL,"                      \
    " missed_doubles_above_cp INTEGER NOT NULL, wrong_doubles_below_dp INTEGER NOT NULL,"                              \
    " wrong_doubles_above_tg INTEGER NOT NULL, wrong_takes INTEGER NOT NULL, wrong_passes INTEGER NOT NULL,"           \
    " error_missed_doubles_below_cp_normalised FLOAT NOT NULL,"                                                        \
    " error_missed_doubles_above_cp_normalised FLOAT NOT NULL,"                                                        \
    " error_wrong_doubles_below_dp_normalised FLOAT NOT NULL,"                                                         \
    " error_wrong_doubles_above_tg_normalised FLOAT NOT NULL, error_wrong_takes_normalised FLOAT NOT NULL,"            \
    " error_wrong_passes_normalised FLOAT NOT NULL, error_missed_doubles_below_cp FLOAT NOT NULL,"                     \
    " error_missed_doubles_above_cp FLOAT NOT NULL, error_wrong_doubles_below_dp FLOAT NOT NULL,"                      \
    " error_wrong_doubles_above_tg FLOAT NOT NULL, error_wrong_takes FLOAT NOT NULL,"                                  \
    " error_wrong_passes FLOAT NOT NULL, cube_error_total_normalised FLOAT NOT NULL,"                                  \
    " cube_error_total FLOAT NOT NULL, cube_error_per_move_normalised FLOAT NOT NULL,"                                 \
    " cube_error_per_move FLOAT NOT NULL, cube_rating INTEGER NOT NULL,"                                               \
    " overall_error_total_normalised FLOAT NOT NULL, overall_error_total FLOAT NOT NULL,"                              \
    " overall_error_per_move_normalised FLOAT NOT NULL, overall_error_per_move FLOAT NOT NULL,"                        \
    " overall_rating INTEGER NOT NULL, actual_result FLOAT NOT NULL, luck_adjusted_result FLOAT NOT NULL,"             \
    " snowie_moves INTEGER NOT NULL, snowie_error_rate_per_move FLOAT NOT NULL, luck_based_fibs_rating_diff FLOAT,"    \
    " error_based_fibs_rating FLOAT, chequer_rating_loss FLOAT, cube_rating_loss FLOAT, actual_advantage FLOAT,"       \
    " actual_advantage_ci FLOAT, luck_adjusted_advantage FLOAT, luck_adjusted_advantage_ci FLOAT,"                     \
    " time_penalties INTEGER NOT NULL, time_penalty_loss_normalised FLOAT NOT NULL, time_penalty_loss FLOAT NOT NULL"

#define PLAYER_KEY(column) "FOREIGN KEY (" column ") REFERENCES player (player_id) ON DELETE RESTRICT"
#define SESSION_KEY "FOREIGN KEY (session_id) REFERENCES session (session_id) ON DELETE CASCADE"

static const char *const schema =
    "CREATE TABLE control (tablename CHAR(80) NOT NULL, next_id INTEGER NOT NULL, PRIMARY KEY (tablename));"
    "CREATE UNIQUE INDEX icontrol ON control (tablename);"
    "CREATE TABLE player (player_id INTEGER NOT NULL, name CHAR(80) NOT NULL, notes VARCHAR(1000) NOT NULL,"
    " PRIMARY KEY (player_id));"
    "CREATE UNIQUE INDEX iplayer ON player (player_id);"
    "CREATE TABLE session (session_id INTEGER NOT NULL, checksum CHAR(33) NOT NULL, player_id0 INTEGER NOT NULL,"
    " player_id1 INTEGER NOT NULL, result INTEGER NOT NULL, length INTEGER NOT NULL, added TIMESTAMP NOT NULL,"
    " rating0 CHAR(80) NOT NULL, rating1 CHAR(80) NOT NULL, event CHAR(80) NOT NULL, round CHAR(80) NOT NULL,"
    " place CHAR(80) NOT NULL, annotator CHAR(80) NOT NULL, comment CHAR(80) NOT NULL, date DATE,"
    " PRIMARY KEY (session_id), " PLAYER_KEY("player_id0") ", " PLAYER_KEY(
        "player_id1") ");"
                      "CREATE UNIQUE INDEX isession ON session (session_id);"
                      "CREATE TABLE matchstat (matchstat_id INTEGER NOT NULL, session_id INTEGER NOT NULL, player_id "
                      "INTEGER NOT NULL, " STATISTICS ", PRIMARY KEY (matchstat_id), " PLAYER_KEY(
                          "player_id") ", " SESSION_KEY ");"
                                       "CREATE UNIQUE INDEX ismatchstat ON matchstat (matchstat_id);"
                                       "CREATE TABLE game (game_id INTEGER NOT NULL, session_id INTEGER NOT NULL, "
                                       "player_id0 INTEGER NOT NULL,"
                                       " player_id1 INTEGER NOT NULL, score_0 INTEGER NOT NULL, score_1 INTEGER NOT "
                                       "NULL, result INTEGER NOT NULL,"
                                       " added TIMESTAMP NOT NULL, game_number INTEGER NOT NULL, crawford INTEGER NOT "
                                       "NULL, PRIMARY KEY (game_id), " SESSION_KEY
                                       ", " PLAYER_KEY("player_id0") ", " PLAYER_KEY(
                                           "player_id1") ");"
                                                         "CREATE UNIQUE INDEX igame ON game (game_id);"
                                                         "CREATE TABLE gamestat (gamestat_id INTEGER NOT NULL, game_id "
                                                         "INTEGER NOT NULL, player_id INTEGER NOT NULL, " STATISTICS
                                                         ", PRIMARY KEY (gamestat_id), " PLAYER_KEY(
                                                             "player_id") ", FOREIGN KEY (game_id) REFERENCES game "
                                                                          "(game_id) ON DELETE CASCADE);"
                                                                          "CREATE UNIQUE INDEX isgamestat ON gamestat "
                                                                          "(gamestat_id);";

/* ---- statistics ---- */

enum { COLUMNS = 73 };
#define TEN_MARKS "?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
#define QUESTION_MARKS                                                                                                 \
    TEN_MARKS ", " TEN_MARKS ", " TEN_MARKS ", " TEN_MARKS ", " TEN_MARKS ", " TEN_MARKS ", " TEN_MARKS ", ?, ?, ?"

struct columns {
    struct sql_value at[COLUMNS];
    int n;
};

static void whole(struct columns *c, int n)
{
    c->at[c->n++] = sql_int(n);
}

/* What is not known is 0 there, where NULL is not allowed. */
static void real(struct columns *c, double x)
{
    c->at[c->n++] = sql_real(isnan(x) ? 0 : x);
}

static void real_or_null(struct columns *c, double x)
{
    c->at[c->n++] = sql_real(x);
}

static void total_and_rate(struct columns *c, struct amount total, struct amount rate)
{
    real(c, total.emg);
    real(c, total.mwc);
    real(c, rate.emg);
    real(c, rate.mwc);
}

/* Its numbers of ratings: 0 "Awful!" ... 7 "Supernatural", also of a rate of nothing. */
static int rating_number(double rate)
{
    static const char *const names[] = {"Awful!",   "Beginner", "Casual player", "Intermediate",
                                        "Advanced", "Expert",   "World class",   "Supernatural"};
    const char *name = rating_of(isnan(rate) ? 0 : rate, RATING_LEAST);
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return 0;
}

/* 0 "Go to bed" ... 4 "Go to Las Vegas". */
static int luck_number(double rate)
{
    static const char *const names[] = {"Go to bed", "Bad dice, man!", "None", "Good dice, man!", "Go to Las Vegas"};
    const char *name = luck_rating_name(isnan(rate) ? 0 : rate);
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return 2;
}

/* `good`: marked so by hand, as its own program counts them. */
static void chequer_columns(struct columns *c, const struct side_statistics *s, const struct side_rates *r, int good)
{
    whole(c, s->total_moves);
    whole(c, s->unforced_moves);
    whole(c, s->total_moves - s->skill[1] - s->skill[2] - s->skill[3]);
    whole(c, good);
    for (int mark = 1; mark <= 3; mark++)
        whole(c, s->skill[mark]);
    total_and_rate(c, s->move_error, r->move_rate);
    whole(c, rating_number(r->move_rate.emg));
}

static void luck_columns(struct columns *c, const struct side_statistics *s, const struct side_rates *r)
{
    for (int mark = 4; mark >= 0; mark--)
        whole(c, s->luck[mark]);
    total_and_rate(c, s->luck_total, r->luck_rate);
    whole(c, luck_number(r->luck_rate.emg));
}

static void cube_columns(struct columns *c, const struct side_statistics *s, const struct side_rates *r)
{
    whole(c, s->cube_decisions);
    whole(c, s->close_or_actual);
    whole(c, s->doubles);
    whole(c, s->takes);
    whole(c, s->passes);
    for (int k = 0; k < CUBE_ERRORS; k++)
        whole(c, s->cube_errors[k]);
    for (int k = 0; k < CUBE_ERRORS; k++)
        real(c, s->cube_error[k].emg);
    for (int k = 0; k < CUBE_ERRORS; k++)
        real(c, s->cube_error[k].mwc);
    total_and_rate(c, r->cube_error, r->cube_rate);
    whole(c, rating_number(r->cube_rate.emg));
}

static void overall_columns(struct columns *c, const struct side_rates *r, const struct advantage *a)
{
    total_and_rate(c, r->error, r->rate);
    whole(c, rating_number(r->rate.emg));
    real(c, r->actual);
    real(c, r->luck_adjusted);
    whole(c, r->snowie_moves);
    real(c, r->snowie_rate);
    real_or_null(c, r->fibs_difference);
    real_or_null(c, r->fibs_rating);
    real_or_null(c, r->fibs_move_loss);
    real_or_null(c, r->fibs_cube_loss);
    real_or_null(c, a->actual);
    real_or_null(c, a->actual_interval);
    real_or_null(c, a->adjusted);
    real_or_null(c, a->adjusted_interval);
    whole(c, 0); /* penalties for time are not kept */
    real(c, 0);
    real(c, 0);
}

static const struct advantage no_advantage = {
    .actual = NAN, .actual_interval = NAN, .adjusted = NAN, .adjusted_interval = NAN};

static int good_plays(const struct match *m, const struct game *g, int player)
{
    int marked[MARKS];
    match_count_marks(m, g, player, false, marked);
    return marked[MARK_GOOD] + marked[MARK_VERY_GOOD];
}

static bool put_statistics(struct gnubg_file *g, const char *insert, int64_t id, int64_t of, int64_t player,
                           const struct side_statistics *s, const struct side_rates *r, const struct advantage *a,
                           int good)
{
    struct columns c = {.n = 3, .at = {sql_int(id), sql_int(of), sql_int(player)}};
    chequer_columns(&c, s, r, good);
    luck_columns(&c, s, r);
    cube_columns(&c, s, r);
    overall_columns(&c, r, a);
    return sql_run(g->db, insert, c.at, c.n);
}

/* ---- games and sessions ---- */

/* A field that is not known holds these letters. */
static struct sql_value text_or_word(const char *text)
{
    return sql_text(text != NULL && *text != '\0' ? text : "NULL");
}

/* When it was added: there is no clock in what we write, so the day of the match, or the first one. */
static struct sql_value added(const struct gnubg_match *f, struct strbuf *scratch)
{
    strbuf_clear(scratch);
    strbuf_printf(scratch, "%s 00:00:00", f->date != NULL ? f->date : "1970-01-01");
    return sql_text(strbuf_text(scratch));
}

static bool put_game(struct gnubg_file *g, const struct match *m, const struct game *game, int set,
                     const struct gnubg_match *f)
{
    struct strbuf when = {0};
    struct rates rates;
    const int64_t id = ++g->games;
    const int result = game->winner == NOBODY ? 0 : game->winner == 0 ? game->points : -game->points;
    bool ok = sql_run(g->db, "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                      SQL(sql_int(id), sql_int(f->id), sql_int(f->player[0]), sql_int(f->player[1]),
                          sql_int(game->score[0]), sql_int(game->score[1]), sql_int(result), added(f, &when),
                          sql_int(game->number), sql_int(game->crawford_game)));
    strbuf_done(&when);
    if (game->statistics == NULL)
        return ok;
    rates_of(&game->statistics[set], m->length, &rates);
    for (int i = 0; ok && i < 2; i++)
        ok = put_statistics(g, "INSERT INTO gamestat VALUES (" QUESTION_MARKS ")", ++g->gamestats, id, f->player[i],
                            &game->statistics[set].side[i], &rates.side[i], &no_advantage, good_plays(m, game, i));
    return ok;
}

/* 1 where player 1 has won the match, -1 player 0; 0 for sessions and where nobody has. */
static int result_of(const struct match *m)
{
    int score[2];
    match_final_score(m, score);
    return m->length == 0 ? 0 : score[0] >= m->length ? -1 : score[1] >= m->length;
}

static bool put_session(struct gnubg_file *g, const struct match *m, const struct gnubg_match *f)
{
    struct strbuf when = {0};
    const bool ok = sql_run(g->db, "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                            SQL(sql_int(f->id), sql_text(f->checksum), sql_int(f->player[0]), sql_int(f->player[1]),
                                sql_int(result_of(m)), sql_int(m->length), added(f, &when),
                                text_or_word(m->player[0].rating), text_or_word(m->player[1].rating),
                                text_or_word(m->info.event), text_or_word(m->info.round), text_or_word(m->info.place),
                                text_or_word(m->info.annotator), text_or_word(NULL), sql_text(f->date)));
    strbuf_done(&when);
    return ok;
}

bool gnubg_add(struct gnubg_file *g, const struct match *m, int set, const struct gnubg_match *f)
{
    struct rates rates;
    struct advantage advantage;
    bool ok = put_session(g, m, f);
    if (m->statistics == NULL)
        return ok;
    rates_of(&m->statistics[set], m->length, &rates);
    for (int i = 0; ok && i < 2; i++) {
        if (m->length > 0 || !session_advantage(m, set, i, &advantage))
            advantage = no_advantage;
        ok =
            put_statistics(g, "INSERT INTO matchstat VALUES (" QUESTION_MARKS ")", ++g->matchstats, f->id, f->player[i],
                           &m->statistics[set].side[i], &rates.side[i], &advantage, good_plays(m, NULL, i));
    }
    for (size_t i = 0; ok && i < m->n_games; i++)
        ok = put_game(g, m, &m->games[i], set, f);
    return ok;
}

bool gnubg_player(struct gnubg_file *g, int64_t id, const char *name)
{
    return sql_number(g->db, "SELECT COUNT(*) FROM player WHERE player_id = ?", SQL(sql_int(id)), 0) == 1 ||
           sql_run(g->db, "INSERT INTO player VALUES (?, ?, '')", SQL(sql_int(id), sql_text(name)));
}

/* ---- the file ---- */

bool gnubg_begin(struct gnubg_file *g, const char *path, struct diags *d)
{
    *g = (struct gnubg_file){.db = NULL};
    if (!database_file_begin(&g->file, path, schema, d))
        return false;
    g->db = g->file.db;
    return true;
}

static bool put_control(struct gnubg_file *g)
{
    const struct {
        const char *table;
        int64_t highest;
    } rows[] = {{"version", 1},
                {"session", sql_number(g->db, "SELECT MAX(session_id) FROM session", SQL_NO_VALUES, 0)},
                {"player", sql_number(g->db, "SELECT MAX(player_id) FROM player", SQL_NO_VALUES, 0)},
                {"matchstat", g->matchstats},
                {"game", g->games},
                {"gamestat", g->gamestats}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; i++)
        ok =
            sql_run(g->db, "INSERT INTO control VALUES (?, ?)", SQL(sql_text(rows[i].table), sql_int(rows[i].highest)));
    return ok;
}

bool gnubg_end(struct gnubg_file *g, bool keep, struct diags *d)
{
    return database_file_end(&g->file, keep && put_control(g), d);
}
