/* `met`: the match equity tables, and what they ask of a double at a score. */
#include <stdio.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "engine/cube.h"
#include "engine/met.h"
#include "engine/engine_options.h"

enum { YOU, OPPONENT, SHOWN_AWAY = 15 };

struct met_command {
    const char *table; /* its name, or a file */
    int shown; /* points of the table; 0 = the usual number */
    int away[2]; /* of one score; 0 = none is asked for */
    bool post_crawford;
    double gammons[2]; /* percent of YOUR wins, of the OPPONENT's */
    bool json;
};

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

static void list_text(struct strbuf *out, const struct met *m, size_t i)
{
    strbuf_printf(out, "%-18s %2d  %s%s\n", met_builtin_name(i), met_length(m), met_description(m),
                  i == 0 ? " The default." : "");
}

static void list_json(struct jsonw *j, const struct met *m, size_t i)
{
    jsonw_object(j, NULL);
    jsonw_string(j, "name", met_builtin_name(i));
    jsonw_string(j, "description", met_description(m));
    jsonw_int(j, "length", met_length(m));
    jsonw_bool(j, "default", i == 0);
    jsonw_end(j);
}

static bool list_tables(struct strbuf *out, struct jsonw *j)
{
    for (size_t i = 0; met_builtin_name(i) != NULL; i++) {
        struct met *m = open_table(met_builtin_name(i));
        if (m == NULL)
            return false;
        if (j != NULL)
            list_json(j, m, i);
        else
            list_text(out, m, i);
        met_free(m);
    }
    return true;
}

static bool list(struct strbuf *out, const struct met_command *o)
{
    struct jsonw j;
    if (!o->json)
        return list_tables(out, NULL);
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/met/1");
    jsonw_array(&j, "tables");
    const bool ok = list_tables(out, &j);
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
    return ok;
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

static void header_text(struct strbuf *out, const char *corner, int n)
{
    strbuf_printf(out, "%-9s", corner);
    for (int c = 1; c <= n; c++)
        strbuf_printf(out, "%7d", c);
    strbuf_putc(out, '\n');
}

static void table_text(struct strbuf *out, const struct met *m, int n)
{
    strbuf_printf(out,
                  "%s: %s\n\nChance to win the match in %%, by points still needed: you down, the opponent across.\n"
                  "Row and column 1 are the Crawford game.\n\n",
                  met_name(m), met_description(m));
    header_text(out, "", n);
    for (int r = 1; r <= n; r++) {
        strbuf_printf(out, "%-9d", r);
        for (int c = 1; c <= n; c++)
            strbuf_printf(out, "%7.2f", 100 * pre_crawford(m, r, c));
        strbuf_putc(out, '\n');
    }
    strbuf_printf(out, "\nAfter the Crawford game, the player who trails, by points still needed:\n\n");
    header_text(out, "", n);
    const bool symmetric = is_symmetric(m, n);
    for (int who = YOU; who <= (symmetric ? YOU : OPPONENT); who++) {
        strbuf_printf(out, "%-9s", symmetric ? "" : who == YOU ? "you" : "opponent");
        for (int c = 1; c <= n; c++)
            strbuf_printf(out, "%7.2f", 100 * post_crawford(m, who, c));
        strbuf_putc(out, '\n');
    }
}

static void table_json(struct strbuf *out, const struct met *m, int n)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "name", met_name(m));
    jsonw_string(&j, "description", met_description(m));
    jsonw_int(&j, "length", met_length(m));
    jsonw_array(&j, "pre_crawford");
    for (int r = 1; r <= n; r++) {
        jsonw_array_flat(&j, NULL);
        for (int c = 1; c <= n; c++)
            jsonw_number(&j, NULL, pre_crawford(m, r, c), 8);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_array(&j, "post_crawford");
    for (int who = YOU; who <= OPPONENT; who++) {
        jsonw_array_flat(&j, NULL);
        for (int c = 1; c <= n; c++)
            jsonw_number(&j, NULL, post_crawford(m, who, c), 8);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
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

static const char *game_text(const struct met_score *s)
{
    if (s->away[YOU] != 1 && s->away[OPPONENT] != 1)
        return "";
    return s->crawford_game ? ", Crawford game" : ", after the Crawford game";
}

static void score_text(struct strbuf *out, const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    bool redoubled = false;
    strbuf_printf(out, "%s, %d-away against %d-away%s: %.2f %% for you\n\n", met_name(m), s->at.away[YOU],
                  s->at.away[OPPONENT], game_text(&s->at), 100 * met_before(m, &s->at, YOU));
    strbuf_printf(out, "A gammon with the cube at 1 is worth %.3f to you, %.3f to the opponent (money: 0.500).\n",
                  gammon_value(m, &s->at, YOU, 1), gammon_value(m, &s->at, OPPONENT, 1));
    if (n == 0) {
        strbuf_printf(out, "The cube is not used.\n");
        return;
    }
    strbuf_printf(out, "\n%-9s %8s   %8s   %15s   %15s   %15s\n", "", "", "doubling", "passing above", "take point",
                  "gammon value");
    strbuf_printf(out, "%-9s %8s   %8s   %7s %7s   %7s %7s   %7s %7s\n", "doubler", "cube", "above", "dead", "live",
                  "dead", "live", "doubler", "taker");
    for (int i = 0; i < n; i++) {
        const struct double_row *r = &rows[i];
        const struct cube_window *w = &r->window;
        strbuf_printf(out, "%-9s %2d to %2d   %7.2f%%   %6.2f%% %6.2f%%   %6.2f%% %6.2f%%   %7.3f %7.3f%s\n",
                      r->who == YOU ? "you" : "opponent", r->cube, 2 * r->cube, 100 * w->open, 100 * w->cash_dead,
                      100 * w->cash_live, 100 * (1 - w->cash_dead), 100 * (1 - w->cash_live), r->gammon[0],
                      r->gammon[1], w->redoubled ? " *" : "");
        redoubled = redoubled || w->redoubled;
    }
    strbuf_printf(
        out, "\nChances of the doubler; the take point is the taker's own chance. Dead: the cube is not turned again.\n"
             "Live: it is turned at the best moment. Gammon values are those with the doubled cube.\n");
    if (redoubled)
        strbuf_puts(out, "* The taker redoubles at once, having nothing to lose by it: the points count with that.\n");
}

static void score_json(struct strbuf *out, const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "name", met_name(m));
    jsonw_array_flat(&j, "away");
    jsonw_int(&j, NULL, s->at.away[YOU]);
    jsonw_int(&j, NULL, s->at.away[OPPONENT]);
    jsonw_end(&j);
    jsonw_bool(&j, "crawford_game", s->at.crawford_game);
    jsonw_number(&j, "mwc", met_before(m, &s->at, YOU), 6);
    jsonw_number(&j, "gammon_value", gammon_value(m, &s->at, YOU, 1), 6);
    jsonw_number(&j, "opponent_gammon_value", gammon_value(m, &s->at, OPPONENT, 1), 6);
    jsonw_array(&j, "doubles");
    for (int i = 0; i < n; i++) {
        const struct cube_window *w = &rows[i].window;
        jsonw_object_flat(&j, NULL);
        jsonw_string(&j, "doubler", rows[i].who == YOU ? "you" : "opponent");
        jsonw_int(&j, "cube", rows[i].cube);
        jsonw_number(&j, "double_point", w->open, 6);
        jsonw_number(&j, "cash_point_dead", w->cash_dead, 6);
        jsonw_number(&j, "cash_point_live", w->cash_live, 6);
        jsonw_number(&j, "take_point_dead", 1 - w->cash_dead, 6);
        jsonw_number(&j, "take_point_live", 1 - w->cash_live, 6);
        jsonw_bool(&j, "redoubled_at_once", w->redoubled);
        jsonw_number(&j, "gammon_value_doubler", rows[i].gammon[0], 6);
        jsonw_number(&j, "gammon_value_taker", rows[i].gammon[1], 6);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
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

static void show_score(struct strbuf *out, const struct met_command *o, const struct met *m)
{
    struct score s;
    set_score(&s, o);
    (o->json ? score_json : score_text)(out, m, &s);
}

static void show_table(struct strbuf *out, const struct met_command *o, const struct met *m)
{
    const int usual = met_length(m) < SHOWN_AWAY ? met_length(m) : SHOWN_AWAY;
    (o->json ? table_json : table_text)(out, m, o->shown > 0 ? o->shown : usual);
}

static bool show(struct strbuf *out, const struct met_command *o)
{
    struct met *m = open_table(o->table);
    if (m == NULL)
        return false;
    if (o->away[YOU] > 0)
        show_score(out, o, m);
    else
        show_table(out, o, m);
    met_free(m);
    return true;
}

static int met_run(const void *options, const char *const *input, size_t n)
{
    struct strbuf out = {0};
    const bool listing = n > 0 && strcmp(input[0], "list") == 0;
    if (!listing && (n == 0 || strcmp(input[0], "show") != 0))
        return call_misuse("`list` or `show` is expected");
    if (n != 1)
        return call_misuse(listing ? "`met list` takes no operands"
                                   : "`met show` takes no operands; --met NAME chooses the table");
    const bool ok = (listing ? list : show)(&out, options);
    if (ok)
        call_write(out.at, out.length);
    strbuf_done(&out);
    return ok ? CALL_CLEAN : CALL_NOTHING;
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
    OPTION("json", struct met_command, json, .help = "print JSON"),
    {0},
};

static const struct option_group own_group = {.title = "Match equity tables", .rows = rows};
static const struct option_part parts[] = {{&own_group, 0}, {0}};

const struct command met_command = {{"met", sizeof(struct met_command), parts, NULL}, .run = met_run};
