/* `kibitzer met`: the match equity tables, and what they ask of a double at a score. */
#include <stdio.h>
#include <string.h>

#include "base/jsonw.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/thinking.h"
#include "engine/cube.h"
#include "engine/met.h"

enum { YOU, OPPONENT, SHOWN_AWAY = 15 };

static struct met *open_table(const char *name)
{
    struct diags d;
    diags_init(&d, name);
    struct met *m = met_open(name, &d);
    terminal_diags(&d);
    diags_done(&d);
    return m;
}

/* Ends a JSON document, prints it and gives its bytes back. */
static void print_document(struct jsonw *j)
{
    jsonw_finish(j);
    fwrite(j->out->at, 1, j->out->length, stdout);
    strbuf_done(j->out);
}

/* ---- list ---- */

static int list(const struct args *a)
{
    if (a->n_operands != 1)
        return usage_error(a->command, "`met list` takes no operands");
    for (size_t i = 0; met_builtin_name(i) != NULL; i++) {
        struct met *m = open_table(met_builtin_name(i));
        if (m == NULL)
            return EXIT_NOTHING;
        printf("%-18s %2d  %s%s\n", met_builtin_name(i), met_length(m), met_description(m),
               i == 0 ? " The default." : "");
        met_free(m);
    }
    return EXIT_CLEAN;
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

static void print_header(const char *corner, int n)
{
    printf("%-9s", corner);
    for (int c = 1; c <= n; c++)
        printf("%7d", c);
    putchar('\n');
}

static void print_table(const struct met *m, int n)
{
    printf("%s: %s\n\nChance to win the match in %%, by points still needed: you down, the opponent across.\n"
           "Row and column 1 are the Crawford game.\n\n",
           met_name(m), met_description(m));
    print_header("", n);
    for (int r = 1; r <= n; r++) {
        printf("%-9d", r);
        for (int c = 1; c <= n; c++)
            printf("%7.2f", 100 * pre_crawford(m, r, c));
        putchar('\n');
    }
    printf("\nAfter the Crawford game, the player who trails, by points still needed:\n\n");
    print_header("", n);
    const bool symmetric = is_symmetric(m, n);
    for (int who = YOU; who <= (symmetric ? YOU : OPPONENT); who++) {
        printf("%-9s", symmetric ? "" : who == YOU ? "you" : "opponent");
        for (int c = 1; c <= n; c++)
            printf("%7.2f", 100 * post_crawford(m, who, c));
        putchar('\n');
    }
}

static void table_json(const struct met *m, int n)
{
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
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
    print_document(&j);
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

static void print_score(const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    bool redoubled = false;
    printf("%s, %d-away against %d-away%s: %.2f %% for you\n\n", met_name(m), s->at.away[YOU], s->at.away[OPPONENT],
           game_text(&s->at), 100 * met_before(m, &s->at, YOU));
    printf("A gammon with the cube at 1 is worth %.3f to you, %.3f to the opponent (money: 0.500).\n",
           gammon_value(m, &s->at, YOU, 1), gammon_value(m, &s->at, OPPONENT, 1));
    if (n == 0) {
        printf("The cube is not used.\n");
        return;
    }
    printf("\n%-9s %8s   %8s   %15s   %15s   %15s\n", "", "", "doubling", "passing above", "take point",
           "gammon value");
    printf("%-9s %8s   %8s   %7s %7s   %7s %7s   %7s %7s\n", "doubler", "cube", "above", "dead", "live", "dead", "live",
           "doubler", "taker");
    for (int i = 0; i < n; i++) {
        const struct double_row *r = &rows[i];
        const struct cube_window *w = &r->window;
        printf("%-9s %2d to %2d   %7.2f%%   %6.2f%% %6.2f%%   %6.2f%% %6.2f%%   %7.3f %7.3f%s\n",
               r->who == YOU ? "you" : "opponent", r->cube, 2 * r->cube, 100 * w->open, 100 * w->cash_dead,
               100 * w->cash_live, 100 * (1 - w->cash_dead), 100 * (1 - w->cash_live), r->gammon[0], r->gammon[1],
               w->redoubled ? " *" : "");
        redoubled = redoubled || w->redoubled;
    }
    printf("\nChances of the doubler; the take point is the taker's own chance. Dead: the cube is not turned again.\n"
           "Live: it is turned at the best moment. Gammon values are those with the doubled cube.\n");
    if (redoubled)
        puts("* The taker redoubles at once, having nothing to lose by it: the points count with that.");
}

static void score_json(const struct met *m, const struct score *s)
{
    struct double_row rows[2 * CUBE_LEVELS];
    const int n = doubles_of(m, s, rows);
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
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
    print_document(&j);
}

/* ---- the command ---- */

/* "24,18": percent of your wins, of the opponent's wins that are gammons. */
static bool parse_gammons(const struct args *a, struct outcome *o)
{
    double mine = 0, theirs = 0;
    int used = 0;
    const char *text = args_text(a, "gammons");
    if (text != NULL && (sscanf(text, "%lf,%lf%n", &mine, &theirs, &used) != 2 || text[used] != '\0' || mine < 0 ||
                         mine > 100 || theirs < 0 || theirs > 100)) {
        usage_error(a->command, "--gammons %s: two percentages are expected, as in 27,25", text);
        return false;
    }
    *o = (struct outcome){.win = 0.5f, .win_gammon = (float)(mine / 200), .lose_gammon = (float)(theirs / 200)};
    return true;
}

static bool parse_score(const struct args *a, struct score *s)
{
    int you = 0, opponent = 0, used = 0;
    const char *text = args_text(a, "score");
    if (sscanf(text, "%2d-%2d%n", &you, &opponent, &used) != 2 || text[used] != '\0' || you < 1 || opponent < 1 ||
        you > MET_MAX_AWAY || opponent > MET_MAX_AWAY) {
        usage_error(a->command, "--score %s: the points that you and the opponent still need are expected, as in 3-5",
                    text);
        return false;
    }
    const int length = you > opponent ? you : opponent;
    const bool crawford = (you == 1) != (opponent == 1) && !args_has(a, "post-crawford");
    const struct rules rules = {.cube = true, .crawford = true};
    s->at = (struct met_score){{you, opponent}, .crawford_game = crawford, .crawford_rule = true};
    position_start(&s->position, &rules, length, (int[2]){length - you, length - opponent}, crawford);
    return parse_gammons(a, &s->chances);
}

static int show(const struct args *a)
{
    struct score s;
    int n;
    const bool of_score = args_has(a, "score"), json = args_has(a, "json");
    if (a->n_operands != 1)
        return usage_error(a->command, "`met show` takes no operands; --met NAME chooses the table");
    if (!of_score && (args_has(a, "gammons") || args_has(a, "post-crawford")))
        return usage_error(a->command, "--gammons and --post-crawford need --score");
    if (of_score && args_has(a, "away"))
        return usage_error(a->command, "--away is for the table, --score for one score: give one of them");
    if (!args_number(a, "away", 1, MET_MAX_AWAY, 0, &n) || (of_score && !parse_score(a, &s)) || !met_is_known(a))
        return EXIT_USAGE;
    struct met *m = open_table(args_text(a, "met"));
    if (m == NULL)
        return EXIT_NOTHING;
    if (n == 0)
        n = met_length(m) < SHOWN_AWAY ? met_length(m) : SHOWN_AWAY;
    if (of_score)
        (json ? score_json : print_score)(m, &s);
    else
        (json ? table_json : print_table)(m, n);
    met_free(m);
    return EXIT_CLEAN;
}

static int run(const struct args *a)
{
    if (a->n_operands > 0 && strcmp(a->operand[0], "list") == 0)
        return list(a);
    if (a->n_operands > 0 && strcmp(a->operand[0], "show") == 0)
        return show(a);
    return usage_error(a->command, "`list` or `show` is expected");
}

static const struct option_row options[] = {
    {"met", 0, "NAME", "kazaross-xg2", "a table that `met list` names, or an XML file"},
    {"away", 0, "N", NULL, "show the table for the last N points [15, or its length]"},
    {"score", 0, "A-B", NULL, "one score: you need A points, the opponent B"},
    {"post-crawford", 0, NULL, NULL, "with --score: the Crawford game has been played"},
    {"gammons", 0, "YOU,OPP", NULL, "with --score: percent of wins that are gammons [0,0]"},
    {"json", 0, NULL, NULL, "print JSON"},
    {0},
};

const struct command command_met = {
    .name = "met",
    .usage = "list | show [--met NAME|FILE] [--score A-B]",
    .summary = "show match equity tables, take points and gammon values",
    .description = "`list` names the tables that are built in; `show` prints one, or with --score what doubling and\n"
                   "taking need at a score, for each value of the cube. Scores are points still needed.\n\n"
                   "examples:\n  kibitzer met show --met woolsey\n"
                   "  kibitzer met show --score 3-5 --gammons 27,25\n",
    .options = options,
    .run = run,
};
