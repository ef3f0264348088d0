/* `met`: the match equity tables, and what they ask of a double at a score. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/arena.h"
#include "base/columns.h"
#include "base/language.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "engine/cube.h"
#include "engine/met.h"
#include "engine/engine_options.h"

enum { YOU, OPPONENT, SHOWN_AWAY = 15 };
enum { SCORE_COLUMNS = 80 }; /* of the text about a score; where there is less room, its table stands */

struct met_command {
    const char *table; /* its name, or a file */
    int shown; /* points of the table; 0 = the usual number */
    int away[2]; /* of one score; 0 = none is asked for */
    bool post_crawford;
    double gammons[2]; /* percent of YOUR wins, of the OPPONENT's */
    bool emg, mwc; /* which one is converted */
    int cube;
    struct answers_options answer;
};

#define MET_DOCUMENT(title_, rows_)                                                                                    \
    {                                                                                                                  \
        "met", 1, title_, "Match equity tables, and what they ask of a double.", .rows = rows_                         \
    }

static struct met *open_table(const char *name)
{
    struct diags d;
    diags_init(&d, name);
    struct met *m = met_open(name, &d);
    call_diags(&d);
    diags_done(&d);
    return m;
}

/* ---- list ---- */

struct listed_table {
    const char *name, *description;
    int length;
    bool is_default;
};

struct list_answer {
    struct answer_list tables;
};

static const struct answer_field listed_fields[] = {
    ANSWER(struct listed_table, name, "Name", .example = "kazaross-xg2", .flags = ANSWER_KEY,
           .help = "what --met takes"),
    ANSWER(struct listed_table, description, "Description"),
    ANSWER(struct listed_table, length, "Points", .help = "points it goes to"),
    ANSWER_NAMED("default", struct listed_table, is_default, "Default"),
    {0}};
static const struct answer_rows listed_rows = {"ListedTable", NULL, sizeof(struct listed_table), listed_fields};
static const struct answer_field list_fields[] = {ANSWER_LIST(struct list_answer, tables, NULL, &listed_rows), {0}};
static const struct answer_rows list_rows = {"MetList", "Of `met list`.", sizeof(struct list_answer), list_fields};
static const struct answer_document list_document = MET_DOCUMENT("Match equity tables", &list_rows);

static void list_text(const struct listed_table *t, size_t n, struct strbuf *out)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%-18s %2d  %s%s%s\n", t[i].name, t[i].length, t[i].description, t[i].is_default ? " " : "",
                      t[i].is_default ? tr("The default.") : "");
}

static int list(const struct met_command *o)
{
    struct arena *texts = arena_new();
    struct listed_table *at = NULL;
    struct strbuf out = {0};
    size_t n = 0, room = 0;
    for (; met_builtin_name(n) != NULL; n++) {
        struct met *m = open_table(met_builtin_name(n));
        if (m == NULL)
            break;
        at = arena_grow(texts, at, n, &room, sizeof *at);
        at[n] =
            (struct listed_table){met_builtin_name(n), arena_strdup(texts, met_description(m)), met_length(m), n == 0};
        met_free(m);
    }
    if (o->answer.form == ANSWERS_TEXT)
        list_text(at, n, &out);
    const int ending = met_builtin_name(n) != NULL ? CALL_NOTHING
                       : o->answer.form == ANSWERS_TEXT
                           ? answers_put_text(&o->answer, &out)
                           : answers_put(&o->answer, &list_document, &(struct list_answer){{at, n}});
    strbuf_done(&out);
    arena_free(texts);
    return ending;
}

/* ---- the table ---- */

static double pre_crawford(const struct met *m, int you, int opponent)
{
    const struct met_score s = {{you, opponent}, .crawford_game = true, .crawford_rule = true};
    return met_before(m, &s, YOU);
}

/* The chance of the trailing player `who`, the opponent 1-away, after the Crawford game. */
static double post_crawford(const struct met *m, int who, int away)
{
    const struct met_score s = {{who == YOU ? away : 1, who == YOU ? 1 : away}, .crawford_rule = true};
    return met_before(m, &s, who);
}

static bool is_symmetric(const struct met *m, int n)
{
    for (int away = 1; away <= n; away++)
        if (post_crawford(m, YOU, away) != post_crawford(m, OPPONENT, away))
            return false;
    return true;
}

enum { HEAD_ROOM = 9, CHANCE_ROOM = 7 };

static const char *const seats[] = {C_("at most 8 letters", "you"), C_("at most 8 letters", "opponent")};

static void header_text(struct strbuf *out, int from, int to)
{
    strbuf_printf(out, "\n%-*s", HEAD_ROOM, "");
    for (int c = from; c <= to; c++)
        strbuf_printf(out, "%*d", CHANCE_ROOM, c);
    strbuf_putc(out, '\n');
}

static void pre_crawford_text(struct strbuf *out, const struct met *m, int n, int from, int to)
{
    header_text(out, from, to);
    for (int r = 1; r <= n; r++) {
        strbuf_printf(out, "%-*d", HEAD_ROOM, r);
        for (int c = from; c <= to; c++)
            put_right(out, TR_REAL(100 * pre_crawford(m, r, c), 2), CHANCE_ROOM);
        strbuf_putc(out, '\n');
    }
}

static void post_crawford_text(struct strbuf *out, const struct met *m, bool symmetric, int from, int to)
{
    header_text(out, from, to);
    for (int who = YOU; who <= (symmetric ? YOU : OPPONENT); who++) {
        put_left(out, symmetric ? "" : tr(seats[who]), HEAD_ROOM);
        for (int c = from; c <= to; c++)
            put_right(out, TR_REAL(100 * post_crawford(m, who, c), 2), CHANCE_ROOM);
        strbuf_putc(out, '\n');
    }
}

/* As many columns beside each other as `width` has room for; 0 = all. */
static void table_text(struct strbuf *out, const struct met *m, int n, int width)
{
    const bool symmetric = is_symmetric(m, n);
    const int room = (width - HEAD_ROOM) / CHANCE_ROOM, step = width == 0 || room > n ? n : room > 0 ? room : 1;
    strbuf_printf(out, "%s: %s\n\n%s\n%s\n", met_name(m), met_description(m),
                  tr("Chance to win the match in %, by points still needed: you down, the opponent across."),
                  tr("Row and column 1 are the Crawford game."));
    for (int c = 1; c <= n; c += step)
        pre_crawford_text(out, m, n, c, c + step > n ? n : c + step - 1);
    strbuf_printf(out, "\n%s\n", tr("After the Crawford game, the player who trails, by points still needed:"));
    for (int c = 1; c <= n; c += step)
        post_crawford_text(out, m, symmetric, c, c + step > n ? n : c + step - 1);
}

struct chances_row {
    struct answer_list chances;
};

struct chance_line { /* of tables */
    int away[2];
    bool crawford_game;
    double mwc;
};

struct table_answer {
    const char *name, *description;
    int length;
    struct answer_list pre_crawford, post_crawford, lines;
};

static const struct answer_field chances_fields[] = {
    ANSWER_LIST_OF(double, struct chances_row, chances, NULL, .decimals = 8), {0}};
static const struct answer_rows chances_rows = {"Chances", NULL, sizeof(struct chances_row), chances_fields};
static const struct answer_field line_fields[] = {
    ANSWER_NAMED("away", struct chance_line, away[YOU], "You need", .flags = ANSWER_KEY),
    ANSWER_NAMED("opponent_away", struct chance_line, away[OPPONENT], "Opponent needs", .flags = ANSWER_KEY),
    ANSWER(struct chance_line, crawford_game, "Crawford game"),
    ANSWER(struct chance_line, mwc, "Chance", .unit = UNIT_MWC, .decimals = 8, .shown = 2),
    {0}};
static const struct answer_rows line_rows = {"Chance", NULL, sizeof(struct chance_line), line_fields};
static const struct answer_field table_fields[] = {
    ANSWER(struct table_answer, name, "Table"),
    ANSWER(struct table_answer, description, "Description"),
    ANSWER(struct table_answer, length, "Points", .help = "points it goes to"),
    ANSWER_LIST(struct table_answer, pre_crawford, NULL, &chances_rows, .flags = ANSWER_BARE | ANSWER_DATA,
                .help = "[points you need - 1][points the opponent needs - 1]: your chance to win the match; 1 = the "
                        "Crawford game"),
    ANSWER_LIST(struct table_answer, post_crawford, NULL, &chances_rows, .flags = ANSWER_BARE | ANSWER_DATA,
                .help = "[you, the opponent][points the one who trails needs - 1]: chance of the one who trails, after "
                        "the Crawford game"),
    ANSWER_LIST(struct table_answer, lines, NULL, &line_rows, .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows table_rows = {"MetTable", "Of `met show`.", sizeof(struct table_answer), table_fields};
static const struct answer_document table_document = MET_DOCUMENT("A match equity table", &table_rows);

static struct chances_row *chances_new(struct arena *a, int rows, int n)
{
    struct chances_row *r = arena_alloc(a, (size_t)rows * sizeof *r);
    for (int i = 0; i < rows; i++)
        r[i].chances = (struct answer_list){arena_alloc(a, (size_t)n * sizeof(double)), (size_t)n};
    return r;
}

static double *chance_at(const struct chances_row *r, int i, int k)
{
    return &((double *)(uintptr_t)r[i].chances.at)[k];
}

static int put_table(const struct met_command *o, const struct met *m, int n)
{
    struct arena *room = arena_new();
    struct chances_row *pre = chances_new(room, n, n), *post = chances_new(room, 2, n);
    struct chance_line *lines = arena_alloc(room, (size_t)(n * n + 2 * n) * sizeof *lines);
    size_t k = 0;
    for (int r = 1; r <= n; r++)
        for (int c = 1; c <= n; c++) {
            *chance_at(pre, r - 1, c - 1) = pre_crawford(m, r, c);
            lines[k++] = (struct chance_line){{r, c}, r == 1 || c == 1, pre_crawford(m, r, c)};
        }
    for (int who = YOU; who <= OPPONENT; who++)
        for (int c = 1; c <= n; c++) {
            const double chance = *chance_at(post, who, c - 1) = post_crawford(m, who, c);
            lines[k++] =
                (struct chance_line){{who == YOU ? c : 1, who == YOU ? 1 : c}, false, who == YOU ? chance : 1 - chance};
        }
    const struct table_answer answer = {met_name(m),      met_description(m), met_length(m),
                                        {pre, (size_t)n}, {post, 2},          {lines, k}};
    const int ending = answers_put(&o->answer, &table_document, &answer);
    arena_free(room);
    return ending;
}

/* ---- a score ---- */

struct score {
    struct met_score at;
    struct position position; /* the game about to begin, you on roll */
    struct outcome chances; /* shares of gammons, at even chances */
};

/* A double by `who` from `cube` to twice that. */
struct double_row {
    int who, cube;
    struct cube_window window;
    double gammon[2]; /* at the doubled cube: what a gammon of `who`, of the other one is worth (money: 0.5) */
};

static double gammon_value(const struct met *m, const struct met_score *s, int who, int cube)
{
    double price[4];
    met_prices(m, s, who, cube, price);
    return price[0] / 2;
}

/* All doubles that can be of use, by doubler and cube; returns their number. */
static int doubles_of(const struct met *m, const struct score *s, struct double_row rows[2 * CUBE_LEVELS])
{
    struct cube_model model;
    int n = 0;
    cube_model_init(&model, &s->position, m);
    for (int who = YOU; who <= OPPONENT; who++)
        for (int level = 0; level < CUBE_LEVELS; level++) {
            struct double_row *r = &rows[n];
            *r = (struct double_row){.who = who, .cube = 1 << level};
            if (!cube_window_of(&model, YOU, &s->chances, who, level, &r->window))
                continue;
            r->gammon[0] = gammon_value(m, &s->at, who, 2 * r->cube);
            r->gammon[1] = gammon_value(m, &s->at, 1 - who, 2 * r->cube);
            n++;
        }
    return n;
}

/* "kazaross-xg2, 3-away against 5-away" */
static void put_score_at(struct strbuf *out, const struct met *m, const struct met_score *s)
{
    const bool plain = (s->away[YOU] == 1) == (s->away[OPPONENT] == 1);
    tr_put(out,
           tr(plain              ? N_("{0}, {1}-away against {2}-away")
              : s->crawford_game ? N_("{0}, {1}-away against {2}-away, Crawford game")
                                 : N_("{0}, {1}-away against {2}-away, after the Crawford game")),
           TR_FILLING(met_name(m), TR_INT(s->away[YOU]), TR_INT(s->away[OPPONENT])));
}

static void put_doubles(struct strbuf *out, const struct double_row *r)
{
    const struct cube_window *w = &r->window;
    put_left(out, tr(seats[r->who]), 9);
    strbuf_printf(out, "%2d \xe2\x86\x92 %2d ", r->cube, 2 * r->cube);
    put_right(out, TR_SHARE(w->open, 2), 10);
    put_right(out, TR_SHARE(w->cash_dead, 2), 9);
    put_right(out, TR_SHARE(w->cash_live, 2), 8);
    put_right(out, TR_SHARE(1 - w->cash_dead, 2), 9);
    put_right(out, TR_SHARE(1 - w->cash_live, 2), 8);
    put_right(out, TR_REAL(r->gammon[0], 3), 9);
    put_right(out, TR_REAL(r->gammon[1], 3), 8);
    strbuf_puts(out, w->redoubled ? " *\n" : "\n");
}

static void doubles_heading(struct strbuf *out)
{
    static const struct {
        const char *words;
        size_t width;
    } heads[] = {{C_("at most 8 letters", "cube"), 8},    {C_("at most 8 letters", "above"), 10},
                 {C_("at most 7 letters", "dead"), 9},    {C_("at most 7 letters", "live"), 8},
                 {C_("at most 7 letters", "dead"), 9},    {C_("at most 7 letters", "live"), 8},
                 {C_("at most 7 letters", "doubler"), 9}, {C_("at most 7 letters", "taker"), 8}};
    strbuf_putc(out, '\n');
    put_right(out, tr(C_("at most 14 letters", "doubling")), 27);
    put_right(out, tr(C_("at most 15 letters", "passing above")), 17);
    put_right(out, tr(C_("at most 15 letters", "take point")), 17);
    put_right(out, tr(C_("at most 15 letters", "gammon value")), 17);
    strbuf_putc(out, '\n');
    put_left(out, tr(C_("at most 8 letters", "doubler")), 9);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        put_right(out, tr(heads[i].words), heads[i].width);
    strbuf_putc(out, '\n');
}

static void score_text(struct strbuf *out, const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    bool redoubled = false;
    put_score_at(out, m, &s->at);
    strbuf_puts(out, ": ");
    tr_add(out, "{0}% for you", TR_REAL(100 * met_before(m, &s->at, YOU), 2));
    strbuf_puts(out, "\n\n");
    tr_add(out, "A gammon with the cube at 1 is worth {0} to you, {1} to the opponent (money: {2}).",
           TR_REAL(gammon_value(m, &s->at, YOU, 1), 3), TR_REAL(gammon_value(m, &s->at, OPPONENT, 1), 3),
           TR_REAL(0.5, 3));
    strbuf_putc(out, '\n');
    if (n == 0) {
        strbuf_printf(out, "%s\n", tr("The cube is not used."));
        return;
    }
    doubles_heading(out);
    for (int i = 0; i < n; i++) {
        put_doubles(out, &rows[i]);
        redoubled = redoubled || rows[i].window.redoubled;
    }
    strbuf_printf(
        out, "\n%s\n%s\n",
        tr("Chances of the doubler; the take point is the taker's own chance. Dead: the cube is not turned again."),
        tr("Live: it is turned at the best moment. Gammon values are those with the doubled cube."));
    if (redoubled)
        strbuf_printf(out, "* %s\n",
                      tr("The taker redoubles at once, having nothing to lose by it: the points count with that."));
}

static const char *const doublers[] = {"you", "opponent"};

struct double_answer {
    int doubler, cube;
    double open, cash_dead, cash_live, take_dead, take_live, gammon[2];
    bool redoubled;
};

struct score_answer {
    const char *name;
    int away[2];
    bool crawford_game;
    double mwc, gammon[2];
    struct answer_list doubles;
};

#define CHANCE(key, field, title, words)                                                                               \
    ANSWER_NAMED(key, struct double_answer, field, title, .unit = UNIT_MWC, .decimals = 6, .shown = 2,                 \
                 .missing = ANSWER_NULL, .help = words)
static const struct answer_field double_fields[] = {
    ANSWER(struct double_answer, doubler, "Doubler", ANSWER_WORDS(doublers), .flags = ANSWER_KEY),
    ANSWER(struct double_answer, cube, "Cube", .flags = ANSWER_KEY, .help = "before the double"),
    CHANCE("double_point", open, "Double above", "chance above which a double gains"),
    CHANCE("cash_point_dead", cash_dead, "Cash, dead", "chance above which the taker passes a dead cube"),
    CHANCE("cash_point_live", cash_live, "Cash, live", "the same of a live cube"),
    CHANCE("take_point_dead", take_dead, "Take, dead", "the taker's own chance"),
    CHANCE("take_point_live", take_live, "Take, live", "the taker's own chance"),
    ANSWER_NAMED("redoubled_at_once", struct double_answer, redoubled, "Redoubled", .flags = ANSWER_WIDE,
                 .help = "the taker redoubles at once, having nothing to lose by it"),
    ANSWER_NAMED("gammon_value_doubler", struct double_answer, gammon[0], "Gammon", .decimals = 6, .shown = 3,
                 .flags = ANSWER_WIDE, .help = "with the doubled cube"),
    ANSWER_NAMED("gammon_value_taker", struct double_answer, gammon[1], "Taker's gammon", .decimals = 6, .shown = 3,
                 .flags = ANSWER_WIDE, .help = "with the doubled cube"),
    {0}};
static const struct answer_rows double_rows = {"Double", NULL, sizeof(struct double_answer), double_fields};
static const struct answer_field score_fields[] = {
    ANSWER(struct score_answer, name, "Table"),
    ANSWER_ARRAY(struct score_answer, away, "Points needed", .help = "points that you and the opponent need"),
    ANSWER(struct score_answer, crawford_game, "Crawford game"),
    ANSWER(struct score_answer, mwc, "Chance", .unit = UNIT_MWC, .decimals = 6, .shown = 2,
           .help = "your chance to win the match"),
    ANSWER_NAMED("gammon_value", struct score_answer, gammon[YOU], "Gammon value", .decimals = 6, .shown = 3,
                 .help = "of your gammons with the cube at 1; money: 0.5"),
    ANSWER_NAMED("opponent_gammon_value", struct score_answer, gammon[OPPONENT], "Opponent's gammon value",
                 .decimals = 6, .shown = 3, .help = "of the opponent's"),
    ANSWER_LIST(struct score_answer, doubles, NULL, &double_rows, .flags = ANSWER_FLAT, .help = "that can be of use"),
    {0}};
static const struct answer_rows score_rows = {"MetScore", "Of `met show --score`.", sizeof(struct score_answer),
                                              score_fields};
static const struct answer_document score_document = MET_DOCUMENT("A score", &score_rows);

static int put_score(const struct met_command *o, const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    struct double_answer doubles[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    for (int i = 0; i < n; i++) {
        const struct cube_window *w = &rows[i].window;
        doubles[i] = (struct double_answer){.doubler = rows[i].who,
                                            .cube = rows[i].cube,
                                            .open = w->open,
                                            .cash_dead = w->cash_dead,
                                            .cash_live = w->cash_live,
                                            .take_dead = 1 - w->cash_dead,
                                            .take_live = 1 - w->cash_live,
                                            .gammon = {rows[i].gammon[0], rows[i].gammon[1]},
                                            .redoubled = w->redoubled};
    }
    const struct score_answer answer = {
        .name = met_name(m),
        .away = {s->at.away[YOU], s->at.away[OPPONENT]},
        .crawford_game = s->at.crawford_game,
        .mwc = met_before(m, &s->at, YOU),
        .gammon = {gammon_value(m, &s->at, YOU, 1), gammon_value(m, &s->at, OPPONENT, 1)},
        .doubles = {doubles, (size_t)n}};
    return answers_put(&o->answer, &score_document, &answer);
}

/* ---- the command ---- */

static void set_score(struct score *s, const struct met_command *o)
{
    const int you = o->away[YOU], opponent = o->away[OPPONENT], length = you > opponent ? you : opponent;
    const bool crawford = (you == 1) != (opponent == 1) && !o->post_crawford;
    const struct rules rules = {.cube = true, .crawford = true};
    s->at = (struct met_score){{you, opponent}, .crawford_game = crawford, .crawford_rule = true};
    position_start(&s->position, &rules, length, (int[2]){length - you, length - opponent}, crawford);
    s->chances = (struct outcome){
        .win = 0.5f, .win_gammon = (float)(o->gammons[YOU] / 200), .lose_gammon = (float)(o->gammons[OPPONENT] / 200)};
}

static int show_text(const struct met_command *o, const struct met *m, const struct score *s, int n)
{
    struct strbuf out = {0};
    if (s != NULL)
        score_text(&out, m, s);
    else
        table_text(&out, m, n, answers_text_width(&o->answer));
    const int ending = answers_put_text(&o->answer, &out);
    strbuf_done(&out);
    return ending;
}

static int show(const struct met_command *o)
{
    struct met *m = open_table(o->table);
    struct score s;
    const int width = answers_text_width(&o->answer);
    struct answers_options narrow = o->answer;
    int ending;
    narrow.form = ANSWER_TABLE;
    if (m == NULL)
        return CALL_NOTHING;
    const bool of_score = o->away[YOU] > 0;
    const int usual = met_length(m) < SHOWN_AWAY ? met_length(m) : SHOWN_AWAY, n = o->shown > 0 ? o->shown : usual;
    if (of_score)
        set_score(&s, o);
    if (of_score && o->answer.form == ANSWERS_TEXT && width != 0 && width < SCORE_COLUMNS)
        ending = put_score(&(struct met_command){.answer = narrow}, m, &s);
    else if (o->answer.form == ANSWERS_TEXT)
        ending = show_text(o, m, of_score ? &s : NULL, n);
    else
        ending = of_score ? put_score(o, m, &s) : put_table(o, m, n);
    met_free(m);
    return ending;
}

/* ---- equities and chances ---- */

struct converted_row {
    double equity, mwc;
};

struct convert_answer {
    const char *name;
    int away[2], cube;
    bool crawford_game;
    double stake;
    struct answer_list values;
};

static const struct answer_field converted_fields[] = {
    ANSWER(struct converted_row, equity, "Equity", .unit = UNIT_EMG, .decimals = 6, .shown = 4, .flags = ANSWER_KEY,
           .help = "yours, with the cube at that value"),
    ANSWER(struct converted_row, mwc, "Chance", .unit = UNIT_MWC, .decimals = 8, .shown = 3, .flags = ANSWER_KEY,
           .help = "yours to win the match"),
    {0}};
static const struct answer_rows converted_rows = {"Converted", NULL, sizeof(struct converted_row), converted_fields};
static const struct answer_field convert_fields[] = {
    ANSWER(struct convert_answer, name, "Table", .flags = ANSWER_DATA),
    ANSWER_ARRAY(struct convert_answer, away, "Points needed", .flags = ANSWER_DATA,
                 .help = "points that you and the opponent need"),
    ANSWER(struct convert_answer, crawford_game, "Crawford game", .flags = ANSWER_DATA),
    ANSWER(struct convert_answer, cube, "Cube", .flags = ANSWER_DATA, .help = "the value that equities are for"),
    ANSWER(struct convert_answer, stake, "Stake", .unit = UNIT_MWC, .decimals = 8, .flags = ANSWER_DATA,
           .help = "the chance after winning a game of that value less the chance after losing it: an equity of 2"),
    ANSWER_LIST(struct convert_answer, values, NULL, &converted_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows convert_rows = {"MetConvert", "Of `met convert`.", sizeof(struct convert_answer),
                                                convert_fields};
static const struct answer_document convert_document = MET_DOCUMENT("Equities and chances at a score", &convert_rows);

/* "0.25", "+1", "52.5%". */
static bool read_value(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    const bool percent = end != text && *end == '%';
    *out /= percent ? 100 : 1;
    return end != text && end[percent] == '\0' && isfinite(*out);
}

static void convert_text(const struct convert_answer *a, const struct met *m, const struct met_score *at,
                         struct strbuf *out)
{
    const struct converted_row *r = a->values.at;
    put_score_at(out, m, at);
    tr_add(out, ", cube {0}", TR_INT(a->cube));
    strbuf_putc(out, '\n');
    for (size_t i = 0; i < a->values.n; i++) {
        tr_add(out, "{0} EMG = {1}% MWC", TR_FORMAT("%+.4f", r[i].equity), TR_REAL(100 * r[i].mwc, 3));
        strbuf_putc(out, '\n');
    }
}

static int put_converted(const struct met_command *o, const struct met *m, const struct score *s,
                         struct converted_row *r, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (o->emg)
            r[i].mwc = met_mwc(m, &s->at, YOU, o->cube, r[i].equity);
        else
            r[i].equity = met_equity(m, &s->at, YOU, o->cube, r[i].mwc);
    const struct convert_answer a = {.name = met_name(m),
                                     .away = {s->at.away[YOU], s->at.away[OPPONENT]},
                                     .cube = o->cube,
                                     .crawford_game = s->at.crawford_game,
                                     .stake = met_stake(m, &s->at, o->cube),
                                     .values = {r, n}};
    struct strbuf out = {0};
    for (size_t i = 0; a.stake > 0 && i < n; i++)
        if (!(r[i].mwc >= 0 && r[i].mwc <= 1))
            return call_misuse("%g %s: a chance from 0 to 1 (0%% to 100%%) is expected, or the equity of one",
                               o->emg ? r[i].equity : r[i].mwc, o->emg ? "EMG" : "MWC");
    if (!(a.stake > 0))
        return say_error("nothing is at stake at this score and cube, so equities mean nothing"), CALL_NOTHING;
    if (o->answer.form != ANSWERS_TEXT)
        return answers_put(&o->answer, &convert_document, &a);
    convert_text(&a, m, &s->at, &out);
    const int ending = answers_put_text(&o->answer, &out);
    strbuf_done(&out);
    return ending;
}

static int convert(const struct met_command *o, const char *const *value, size_t n)
{
    if ((o->cube & (o->cube - 1)) != 0)
        return call_misuse("--cube %d: a power of two is expected", o->cube);
    if (o->emg == o->mwc || n == 0 || o->away[YOU] == 0)
        return call_misuse("`met convert` needs values, one of --emg and --mwc, and --score");
    struct met *m = open_table(o->table);
    struct converted_row *r = xcalloc(n, sizeof *r);
    struct score s;
    int ending = m != NULL ? CALL_CLEAN : CALL_NOTHING;
    set_score(&s, o);
    for (size_t i = 0; ending == CALL_CLEAN && i < n; i++)
        if (!read_value(value[i], o->emg ? &r[i].equity : &r[i].mwc))
            ending = call_misuse("%s: a number is expected", value[i]);
    if (ending == CALL_CLEAN)
        ending = put_converted(o, m, &s, r, n);
    xfree(r);
    met_free(m);
    return ending;
}

static int met_run(const void *options, const char *const *input, size_t n)
{
    const bool listing = n > 0 && strcmp(input[0], "list") == 0;
    if (n > 0 && strcmp(input[0], "convert") == 0)
        return convert(options, input + 1, n - 1);
    if (!listing && (n == 0 || strcmp(input[0], "show") != 0))
        return call_misuse("`list`, `show` or `convert` is expected");
    if (n != 1)
        return call_misuse(listing ? "`met list` takes no operands"
                                   : "`met show` takes no operands; --met NAME chooses the table");
    return (listing ? list : show)(options);
}

/* ---- options ---- */

/* "24,18": percent of your wins, of the opponent's wins that are gammons. */
static bool parse_gammons(const struct option_value *v)
{
    double *out = v->field;
    int used = 0;
    return (sscanf(v->text, "%lf,%lf%n", &out[YOU], &out[OPPONENT], &used) == 2 && v->text[used] == '\0' &&
            out[YOU] >= 0 && out[YOU] <= 100 && out[OPPONENT] >= 0 && out[OPPONENT] <= 100) ||
           option_wrong(v, "two percentages are expected, as in 27,25");
}

static bool parse_score(const struct option_value *v)
{
    int *out = v->field, used = 0;
    return (sscanf(v->text, "%2d-%2d%n", &out[YOU], &out[OPPONENT], &used) == 2 && v->text[used] == '\0' &&
            out[YOU] >= 1 && out[OPPONENT] >= 1 && out[YOU] <= MET_MAX_AWAY && out[OPPONENT] <= MET_MAX_AWAY) ||
           option_wrong(v, "the points that you and the opponent still need are expected, as in 3-5");
}

static const struct option_row rows[] = {
    OPTION("met", struct met_command, table, .argument = "NAME", .initial = "kazaross-xg2", .parse = met_option_parse,
           .listed = met_builtin_name, .flags = OPTION_READS_FILE,
           .help = "a table that `met list` names, or an XML file"),
    OPTION("away", struct met_command, shown, .argument = "N", .least = 1, .most = MET_MAX_AWAY, .excludes = "score",
           .help = "show the table for the last N points [15, or its length]"),
    OPTION("score", struct met_command, away, .argument = "A-B", .parse = parse_score,
           .help = "one score: you need A points, the opponent B"),
    OPTION("post-crawford", struct met_command, post_crawford, .needs = "score",
           .help = "with --score: the Crawford game has been played"),
    OPTION("gammons", struct met_command, gammons, .argument = "YOU,OPP", .parse = parse_gammons, .needs = "score",
           .help = "with --score: percent of wins that are gammons [0,0]"),
    OPTION("emg", struct met_command, emg, .excludes = "mwc", .help = "`met convert`: the values are equities (EMG)"),
    OPTION("mwc", struct met_command, mwc,
           .help = "`met convert`: the values are chances to win the match (0.525 or 52.5%)"),
    OPTION("cube", struct met_command, cube, .argument = "N", .initial = "1", .least = 1, .most = 1 << CUBE_MAX_LOG2,
           .help = "`met convert`: the value of the cube that equities are for"),
    {0},
};

static const struct option_group own_group = {.title = "Match equity tables", .rows = rows};
static const struct option_part parts[] = {
    {&own_group, 0}, {&answers_text_group, offsetof(struct met_command, answer)}, {0}};
static const struct answer_document *const answers[] = {&list_document, &table_document, &score_document,
                                                        &convert_document, NULL};

const struct command met_command = {
    {"met", sizeof(struct met_command), parts, NULL}, .run = met_run, .answers = answers};
