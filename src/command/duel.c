/* `duel`: two levels, nets or programs against each other, with mirrored dice and the luck taken out. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/columns.h"
#include "base/language.h"
#include "base/command.h"
#include "base/figure.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "engine/met.h"
#include "engine/pool.h"
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

struct duel_series {
    struct duel_options o;
    struct side side[2];
    struct engine *engine; /* measures luck, plays plain levels */
    int jobs;
    size_t n, first; /* games in all; first of the present chunk */
    struct player *(*seat)[2]; /* [jobs] */
    struct worker **worker; /* [jobs] */
    struct duel_result *results;
    const struct answers_options *to;
};

/* "2ply", "net:FILE", "net:FILE@1ply", "external:HOST:PORT". */
static bool read_side(struct side *s, const char *spec, struct engine *builtin)
{
    s->spec = spec;
    s->engine = builtin;
    if (strncmp(spec, "external:", 9) == 0) {
        char host[HOST_MAX];
        const char *port;
        s->address = spec + 9;
        if (external_address(s->address, false, host, sizeof host, &port) && host[0] != '\0')
            return true;
        call_misuse("%s: expected external:HOST:PORT, the port from 1 to 65535", spec);
        return false;
    }
    const bool net = strncmp(spec, "net:", 4) == 0;
    const char *at = net ? strrchr(spec, '@') : NULL;
    if (level_parse(!net ? spec : at != NULL ? at + 1 : "0ply", &s->level))
        return true;
    call_misuse("%s: expected a level, net:FILE[@LEVEL] or external:HOST:PORT", spec);
    return false;
}

/* The net of its own that a side asks for. */
static bool load_net(struct side *s, const struct engine_files *files, int jobs)
{
    struct engine_files own = *files;
    if (strncmp(s->spec, "net:", 4) != 0)
        return true;
    char *file = xstrdup(s->spec + 4), *at = strrchr(file, '@');
    if (at != NULL)
        *at = '\0';
    own.net = file;
    s->engine = engine_of_files(&own, jobs);
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
    call_diags(&d);
    diags_done(&d);
    return p;
}

static bool seat_all(struct duel_series *s)
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

static void leave_all(struct duel_series *s)
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
    struct duel_series *s = context;
    size_t game = s->first + i;
    s->results[game] = duel_play(&s->o, s->seat[worker][0], s->seat[worker][1], s->worker[worker], game);
}

/* Plays in chunks, so that an interrupt leaves a result over whole chunks. Returns the games played. */
static size_t play_all(struct duel_series *s)
{
    size_t done = 0;
    while (done < s->n && !call_cancelled()) {
        size_t n = s->n - done < CHUNK ? s->n - done : CHUNK;
        s->first = done;
        threads_for(s->jobs, n, play_one, s, call_cancel_flag());
        if (call_cancelled())
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
        call_progress((double)done / (double)s->n, text);
    }
    call_progress_end();
    return done;
}

/* One pair of games has no standard error. */
static void print_result(const char *what, double mean, double error, const char *unit)
{
    struct strbuf line = {0};
    strbuf_puts(&line, "  ");
    put_left(&line, tr(what), 15);
    strbuf_printf(&line, "%7s ", SIGNED(mean, 4));
    if (!isnan(error))
        strbuf_printf(&line, "+- %s ", TR_REAL(error, 4));
    call_printf("%s%s\n", strbuf_text(&line), tr(unit));
    strbuf_done(&line);
}

static void print_text(const struct duel_series *s, const struct duel_sum *sum)
{
    const char *unit = s->o.length != 0 ? N_("matches won") : N_("points a game");
    struct strbuf line = {0};
    tr_put(&line,
           tr(s->o.length != 0 ? s->o.cube ? N_("{0} against {1}: {2} matches, with the cube")
                                           : N_("{0} against {1}: {2} matches, cubeless")
              : s->o.cube ? N_("{0} against {1}: {2} games, with the cube")
                               : N_("{0} against {1}: {2} games, cubeless")),
           TR_FILLING(s->side[0].spec, s->side[1].spec, TR_INT(sum->n)));
    call_printf("%s\n", strbuf_text(&line));
    strbuf_done(&line);
    print_result(N_("as played"), sum->mean, sum->error, unit);
    print_result(N_("less luck"), sum->adjusted, sum->adjusted_error, unit);
}

struct duel_answer {
    const char *a, *b;
    int64_t games;
    int match_length;
    double mean_result, mean_result_standard_error, luck_adjusted_result, luck_adjusted_standard_error;
};

#define FIGURE(field, title, ...)                                                                                      \
    ANSWER(struct duel_answer, field, title, .decimals = 6, .shown = 4, .missing = ANSWER_NULL, __VA_ARGS__)
static const struct answer_field duel_fields[] = {
    ANSWER(struct duel_answer, a, "A", .example = "2ply"),
    ANSWER(struct duel_answer, b, "B", .example = "external:127.0.0.1:4321"),
    ANSWER(struct duel_answer, games, "Games", .help = "money games or matches played"),
    ANSWER(struct duel_answer, match_length, "To", .help = "0 = money play"),
    FIGURE(mean_result, "Result", .help = "of a: points a game, or matches won (-1 to 1)", .flags = ANSWER_SIGNED),
    FIGURE(mean_result_standard_error, "+-", .help = "null with a single pair of games"),
    FIGURE(luck_adjusted_result, "Without luck", .help = "the same less luck", .flags = ANSWER_SIGNED),
    FIGURE(luck_adjusted_standard_error, "+-", .help = "null with a single pair of games"),
    {0}};
#undef FIGURE
static const struct answer_rows duel_rows = {"Duel", NULL, sizeof(struct duel_answer), duel_fields};
static const struct answer_document duel_document = {
    "duel", 1, "Duel", "How two levels, nets or programs did against each other, seen from a.", .rows = &duel_rows};

static int print_answer(const struct duel_series *s, const struct duel_sum *sum)
{
    const struct duel_answer answer = {.a = s->side[0].spec,
                                       .b = s->side[1].spec,
                                       .games = (int64_t)sum->n,
                                       .match_length = s->o.length,
                                       .mean_result = sum->mean,
                                       .mean_result_standard_error = sum->error,
                                       .luck_adjusted_result = sum->adjusted,
                                       .luck_adjusted_standard_error = sum->adjusted_error};
    return answers_put(s->to, &duel_document, &answer);
}

static int play_series(struct duel_series *s)
{
    if (!seat_all(s))
        return CALL_NOTHING;
    s->results = xcalloc(s->n, sizeof *s->results);
    size_t done = play_all(s);
    struct duel_sum sum = duel_sum(s->results, done);
    if (done == 0)
        return call_cancelled() ? CALL_CANCELLED : CALL_NOTHING;
    if (s->to->form == ANSWERS_TEXT)
        print_text(s, &sum);
    else if (print_answer(s, &sum) != CALL_CLEAN)
        return CALL_NOTHING;
    return call_cancelled() ? CALL_CANCELLED : done == s->n ? CALL_CLEAN : CALL_SOME_FAILED;
}

struct duel_choice {
    const char *side[2];
    int games, seed;
    bool money, cubeless;
    int match; /* length, 0 = none */
    bool jacoby, beavers;
    struct level luck;
    struct jobs_option jobs;
    struct engine_files files;
    struct answers_options answer;
};

static void read_choice(struct duel_series *s, const struct duel_choice *c)
{
    s->n = (size_t)c->games;
    s->jobs = c->jobs.jobs;
    s->to = &c->answer;
    s->o.seed = (uint64_t)c->seed;
    s->o.length = c->match;
    s->o.cube = !c->cubeless;
    s->o.jacoby = c->jacoby;
    s->o.beavers = c->beavers;
    s->o.luck_level = c->luck;
}

static int duel_run(const void *options, const char *const *input, size_t n)
{
    const struct duel_choice *c = options;
    struct duel_series s = {0};
    if (n != 0)
        return call_misuse("found \"%s\", expected options only", input[0]);
    read_choice(&s, c);
    if ((s.engine = engine_of_files(&c->files, s.jobs)) == NULL)
        return CALL_NOTHING;
    s.o.luck_engine = s.engine;
    int result = CALL_MISUSE;
    if (c->match != 0 && met_players_differ(engine_met(s.engine))) {
        leave_all(&s);
        return call_misuse("%s", stronger_unsaid);
    }
    if (read_side(&s.side[0], c->side[0], s.engine) && read_side(&s.side[1], c->side[1], s.engine))
        result = load_net(&s.side[0], &c->files, s.jobs) && load_net(&s.side[1], &c->files, s.jobs) ? play_series(&s)
                                                                                                    : CALL_NOTHING;
    leave_all(&s);
    return result;
}

static bool duel_settle(const struct options *o, void *group, struct option_fault *f)
{
    const struct duel_choice *c = group;
    (void)o;
    return c->match == 0 || !(c->jacoby || c->beavers) ||
           option_refuse(f, NULL, NULL, "--jacoby and --beavers are rules of money play, found --match %d", c->match);
}

static bool parse_luck(const struct option_value *v)
{
    return level_parse(v->text, v->field) || option_wrong(v, "no such level");
}

static const struct option_row rows[] = {
    OPTION("a", struct duel_choice, side[0], .argument = "SIDE", .initial = "0ply", .flags = OPTION_READS_FILE,
           .help = "a level, net:FILE[@LEVEL], or external:HOST:PORT"),
    OPTION("b", struct duel_choice, side[1], .argument = "SIDE", .initial = "0ply", .flags = OPTION_READS_FILE,
           .help = "likewise"),
    OPTION("games", struct duel_choice, games, .letter = 'n', .argument = "N", .initial = "1000", .least = 1,
           .most = GAMES_MAX, .help = "games of money play, or matches"),
    OPTION("money", struct duel_choice, money, .excludes = "match", .help = "single games for points (the default)"),
    OPTION("match", struct duel_choice, match, .argument = "LENGTH", .least = 1, .most = MATCH_LENGTH_MAX,
           .help = "matches to this many points"),
    OPTION("cubeless", struct duel_choice, cubeless, .help = "without the doubling cube"),
    OPTION("jacoby", struct duel_choice, jacoby, .help = "with the Jacoby rule"),
    OPTION("beavers", struct duel_choice, beavers, .help = "with beavers"),
    OPTION("luck", struct duel_choice, luck, .argument = "LEVEL", .initial = "0ply", .parse = parse_luck,
           .listed = level_option_listed, .help = "level at which luck is measured"),
    OPTION("seed", struct duel_choice, seed, .argument = "N", .initial = "1", .least = 0, .most = GAMES_MAX,
           .help = "the same seed gives the same dice"),
    {0},
};

static const struct option_group own_group = {.title = "Who plays, and for what", .rows = rows, .settle = duel_settle};

static const struct option_part parts[] = {{&own_group, 0},
                                           {&answers_text_group, offsetof(struct duel_choice, answer)},
                                           {&jobs_group, offsetof(struct duel_choice, jobs)},
                                           {&engine_group, offsetof(struct duel_choice, files)},
                                           {0}};

static const struct answer_document *const answers[] = {&duel_document, NULL};

const struct command duel_command = {
    {"duel", sizeof(struct duel_choice), parts, NULL}, .run = duel_run, .answers = answers, .finishes = true};
