/* `kibitzer duel`: two levels, nets or programs against each other, with mirrored dice and the luck taken out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/figure.h"
#include "base/jsonw.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/parallel.h"
#include "cli/terminal.h"
#include "play/duel.h"
#include "play/external.h"

enum { GAMES_MAX = 10000000, CHUNK = 64, HOST_MAX = 256 };

/* One side: an engine at a level, or the address of a program. */
struct side {
    const char *spec;
    const char *address; /* behind external: */
    struct engine *engine;
    bool owns_engine;
    struct level level;
};

struct series {
    struct duel_options o;
    struct side side[2];
    struct engine *engine; /* the built-in one: measures luck, plays plain levels */
    int jobs;
    size_t n, first; /* games in all; first of the present chunk */
    struct player *(*seat)[2]; /* [jobs] */
    struct worker **worker; /* [jobs] */
    struct duel_result *results;
    bool json;
};

static struct engine *open_engine(const char *net)
{
    struct engine_options o = {.net = net};
    struct diags d;
    diags_init(&d, net != NULL ? net : "kibitzer");
    struct engine *e = engine_open(&o, &d);
    terminal_diags(&d);
    diags_done(&d);
    return e;
}

/* "2ply", "net:FILE", "net:FILE@1ply", "external:HOST:PORT". */
static bool read_side(struct side *s, const char *spec, struct engine *builtin, const struct command *c)
{
    s->spec = spec;
    s->engine = builtin;
    if (strncmp(spec, "external:", 9) == 0) {
        char host[HOST_MAX];
        const char *port;
        s->address = spec + 9;
        if (external_address(s->address, host, sizeof host, &port) && host[0] != '\0')
            return true;
        usage_error(c, "%s: expected external:HOST:PORT, the port from 1 to 65535", spec);
        return false;
    }
    const bool net = strncmp(spec, "net:", 4) == 0;
    const char *at = net ? strrchr(spec, '@') : NULL;
    if (level_parse(!net ? spec : at != NULL ? at + 1 : "0ply", &s->level))
        return true;
    usage_error(c, "%s: expected a level, net:FILE[@LEVEL] or external:HOST:PORT", spec);
    return false;
}

/* The net of its own that a side asks for. */
static bool load_net(struct side *s)
{
    if (strncmp(s->spec, "net:", 4) != 0)
        return true;
    char *file = xstrdup(s->spec + 4), *at = strrchr(file, '@');
    if (at != NULL)
        *at = '\0';
    s->engine = open_engine(file);
    s->owns_engine = true;
    xfree(file);
    return s->engine != NULL;
}

static struct player *seat_player(const struct side *s)
{
    if (s->address == NULL)
        return player_engine(s->engine, &s->level);
    struct diags d;
    diags_init(&d, "kibitzer");
    struct player *p = player_external(s->address, &d);
    terminal_diags(&d);
    diags_done(&d);
    return p;
}

static bool seat_all(struct series *s)
{
    s->seat = xcalloc((size_t)s->jobs, sizeof *s->seat);
    s->worker = xcalloc((size_t)s->jobs, sizeof *s->worker);
    for (int i = 0; i < s->jobs; i++) {
        s->worker[i] = worker_new(s->engine);
        for (int k = 0; k < 2; k++)
            if ((s->seat[i][k] = seat_player(&s->side[k])) == NULL)
                return false;
    }
    return true;
}

static void leave_all(struct series *s)
{
    for (int i = 0; i < s->jobs && s->worker != NULL; i++) {
        worker_free(s->worker[i]);
        for (int k = 0; k < 2; k++)
            player_free(s->seat[i][k]);
    }
    xfree(s->worker);
    xfree(s->seat);
    xfree(s->results);
    for (int k = 0; k < 2; k++)
        if (s->side[k].owns_engine)
            engine_close(s->side[k].engine);
    engine_close(s->engine);
}

static void play_one(void *context, int worker, size_t i)
{
    struct series *s = context;
    size_t game = s->first + i;
    s->results[game] = duel_play(&s->o, s->seat[worker][0], s->seat[worker][1], s->worker[worker], game);
}

/* Plays in chunks, so that an interrupt leaves a result over whole chunks. Returns the games played. */
static size_t play_all(struct series *s)
{
    size_t done = 0;
    while (done < s->n && !interrupted()) {
        size_t n = s->n - done < CHUNK ? s->n - done : CHUNK;
        s->first = done;
        threads_for(s->jobs, n, play_one, s, interrupt_flag());
        if (interrupted())
            break;
        for (size_t i = 0; i < n; i++)
            if (s->results[done + i].failed) {
                say_error("game %zu: %s", done + i + 1, s->results[done + i].problem);
                return done;
            }
        done += n;
        struct duel_sum sum = duel_sum(s->results, done);
        char text[80];
        snprintf(text, sizeof text, "%zu of %zu, %s +- %.4f", done, s->n, SIGNED(sum.adjusted, 4), sum.adjusted_error);
        progress_show((double)done / (double)s->n, text);
    }
    progress_clear();
    return done;
}

/* One pair of games has no standard error. */
static void print_result(const char *what, double mean, double error, const char *unit)
{
    printf("  %-14s %7s ", what, SIGNED(mean, 4));
    if (!isnan(error))
        printf("+- %.4f ", error);
    puts(unit);
}

static void print_text(const struct series *s, const struct duel_sum *sum)
{
    const char *unit = s->o.length != 0 ? "matches won" : "points a game";
    printf("%s against %s: %zu %s, %s\n", s->side[0].spec, s->side[1].spec, sum->n,
           s->o.length != 0 ? "matches" : "games", s->o.cube ? "with the cube" : "cubeless");
    print_result("as played", sum->mean, sum->error, unit);
    print_result("luck adjusted", sum->adjusted, sum->adjusted_error, unit);
}

static void print_json(const struct series *s, const struct duel_sum *sum)
{
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "a", s->side[0].spec);
    jsonw_string(&j, "b", s->side[1].spec);
    jsonw_int(&j, "games", (long)sum->n);
    jsonw_int(&j, "match_length", s->o.length);
    jsonw_number(&j, "result", sum->mean, 6);
    jsonw_number(&j, "standard_error", sum->error, 6);
    jsonw_number(&j, "luck_adjusted_result", sum->adjusted, 6);
    jsonw_number(&j, "luck_adjusted_standard_error", sum->adjusted_error, 6);
    jsonw_end(&j);
    jsonw_finish(&j);
    fputs(strbuf_text(&out), stdout);
    strbuf_done(&out);
}

static int play_series(struct series *s)
{
    if (!seat_all(s))
        return EXIT_NOTHING;
    s->results = xcalloc(s->n, sizeof *s->results);
    interrupts_catch();
    size_t done = play_all(s);
    struct duel_sum sum = duel_sum(s->results, done);
    if (done == 0)
        return interrupted() ? EXIT_INTERRUPTED : EXIT_NOTHING;
    if (s->json)
        print_json(s, &sum);
    else
        print_text(s, &sum);
    return interrupted() ? EXIT_INTERRUPTED : done == s->n ? EXIT_CLEAN : EXIT_SOME_FAILED;
}

static bool read_options(struct series *s, const struct args *a)
{
    int games, seed;
    if (!args_number(a, "match", 1, MATCH_LENGTH_MAX, 0, &s->o.length) ||
        !args_number(a, "games", 1, GAMES_MAX, 1000, &games) || !args_number(a, "seed", 0, GAMES_MAX, 1, &seed) ||
        !args_number(a, "jobs", 1, JOBS_MAX, jobs_available(), &s->jobs))
        return false;
    if (a->n_operands != 0) {
        usage_error(a->command, "found \"%s\", expected options only", a->operand[0]);
        return false;
    }
    if (args_has(a, "money") && s->o.length != 0) {
        usage_error(a->command, "--money or --match, one of them");
        return false;
    }
    if (s->o.length != 0 && (args_has(a, "jacoby") || args_has(a, "beavers"))) {
        usage_error(a->command, "--jacoby and --beavers are rules of money play, found --match %d", s->o.length);
        return false;
    }
    s->n = (size_t)games;
    s->o.seed = (uint64_t)seed;
    s->o.cube = !args_has(a, "cubeless");
    s->o.jacoby = args_has(a, "jacoby");
    s->o.beavers = args_has(a, "beavers");
    s->json = args_has(a, "json");
    return true;
}

static int run(const struct args *a)
{
    struct series s = {0};
    if (!read_options(&s, a))
        return EXIT_USAGE;
    if ((s.engine = open_engine(NULL)) == NULL)
        return EXIT_NOTHING;
    s.o.luck_engine = s.engine;
    int result = EXIT_USAGE;
    bool ready = level_parse(args_text(a, "luck"), &s.o.luck_level);
    if (!ready)
        usage_error(a->command, "--luck %s: no such level", args_text(a, "luck"));
    ready = ready && read_side(&s.side[0], args_text(a, "a"), s.engine, a->command) &&
            read_side(&s.side[1], args_text(a, "b"), s.engine, a->command);
    if (ready)
        result = load_net(&s.side[0]) && load_net(&s.side[1]) ? play_series(&s) : EXIT_NOTHING;
    leave_all(&s);
    return result;
}

static const struct option_row options[] = {
    {"a", 0, "SIDE", "0ply", "a level, net:FILE[@LEVEL], or external:HOST:PORT"},
    {"b", 0, "SIDE", "0ply", "likewise"},
    {"games", 'n', "N", "1000", "games of money play, or matches"},
    {"money", 0, NULL, NULL, "single games for points (the default)"},
    {"match", 0, "LENGTH", NULL, "matches to this many points"},
    {"cubeless", 0, NULL, NULL, "without the doubling cube"},
    {"jacoby", 0, NULL, NULL, "with the Jacoby rule"},
    {"beavers", 0, NULL, NULL, "with beavers"},
    {"luck", 0, "LEVEL", "0ply", "level at which luck is measured"},
    {"seed", 0, "N", "1", "the same seed gives the same dice"},
    {"jobs", 'j', "N", NULL, "threads; the result is the same for any number [all cores]"},
    {"json", 0, NULL, NULL, "print a JSON object"},
    {0},
};

const struct command command_duel = {
    .name = "duel",
    .usage = "--a SIDE --b SIDE [--games N] [--money|--match LENGTH]",
    .summary = "let two levels, nets or programs play each other",
    .description =
        "Games come in pairs with the same dice, each side sitting once on either chair. Results are those of\n"
        "side a, as played and with the luck of the dice taken out, with their standard errors.\n\n"
        "example:\n  kibitzer duel --a 1ply --b 0ply --games 2000 --cubeless\n",
    .options = options,
    .run = run,
};
