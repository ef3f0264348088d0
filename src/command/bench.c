/* `bench`: how fast this machine is at what the analysis does, and a fingerprint that changes only when the
 * evaluator's behaviour does. One thread, processor time; positions come from games the evaluator plays against itself
 * with fixed dice, so every run does the same work. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/call.h"
#include "base/command.h"
#include "base/fnv.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "engine/kernel.h"
#include "engine/net.h"
#include "engine/pool.h"
#include "match/moves.h"

enum { N_ROLLS = 3000, N_DECISIONS = 40, KERNELS = 4 };

struct roll {
    struct board board; /* seen by the player on roll */
    int dice[2];
};

struct bench {
    struct net_evaluator net;
    struct roll *rolls;
    struct board *boards; /* room for one candidate list */
    struct outcome *outcomes;
    double seconds; /* to measure each figure for */
};

struct figures {
    double evaluations, moves, rolls; /* per second */
    double of[KERNELS][NET_CLASSES]; /* evaluations per second, in the order of net_kernels; 0: not on this processor */
    double play_ms[3], cube_ms[3]; /* a decision at 0, 1 and 2 plies */
    uint64_t fingerprint;
};

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- the positions ---- */

/* Steele, Lea and Flood's splitmix64: dice need no more. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int best_of(const struct outcome *o, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (outcome_equity(o[i]) > outcome_equity(o[best]))
            best = i;
    return best;
}

/* Plays the best candidate and turns the board; a finished game begins anew. */
static void advance(struct bench *b, const struct roll *r, struct board *next)
{
    int n = moves_boards(&r->board, r->dice[0], r->dice[1], b->boards);
    if (n == 0) {
        board_flip(&r->board, next);
        return;
    }
    b->net.base.eval(&b->net.base, NULL, b->boards, (size_t)n, b->outcomes);
    struct board after = b->boards[best_of(b->outcomes, n)];
    if (board_won(&after) != 0)
        board_start(next, VARIANT_BACKGAMMON);
    else
        board_flip(&after, next);
}

static void play_games(struct bench *b)
{
    uint64_t seed = 1;
    struct board now;
    board_start(&now, VARIANT_BACKGAMMON);
    for (int i = 0; i < N_ROLLS; i++) {
        struct roll *r = &b->rolls[i];
        r->board = now;
        for (int d = 0; d < 2; d++)
            r->dice[d] = 1 + (int)(next_random(&seed) % 6);
        advance(b, r, &now);
    }
}

static void bench_begin(struct bench *b, double seconds)
{
    *b = (struct bench){.seconds = seconds};
    net_evaluator_init(&b->net, net_builtin());
    b->rolls = xcalloc(N_ROLLS, sizeof *b->rolls);
    b->boards = xcalloc(MOVES_MAX, sizeof *b->boards);
    b->outcomes = xcalloc(MOVES_MAX, sizeof *b->outcomes);
    play_games(b);
}

static void bench_done(struct bench *b)
{
    xfree(b->rolls);
    xfree(b->boards);
    xfree(b->outcomes);
}

/* ---- the figures ---- */

static void measure_moves(struct bench *b, struct figures *f)
{
    double start = cpu_seconds(), spent;
    size_t moves = 0, rolls = 0;
    do {
        attempt_goes_on();
        for (int i = 0; i < N_ROLLS; i++)
            moves += (size_t)moves_boards(&b->rolls[i].board, b->rolls[i].dice[0], b->rolls[i].dice[1], b->boards);
        rolls += N_ROLLS;
    } while ((spent = cpu_seconds() - start) < b->seconds);
    f->moves = (double)moves / spent;
    f->rolls = (double)rolls / spent;
}

/* Every candidate of every roll (of one class, or NET_CLASSES for all), move generation included: what a 0-ply analysis
 * does. */
static size_t evaluate_all(struct bench *b, enum net_class only, uint64_t *hash)
{
    size_t done = 0;
    attempt_goes_on();
    for (int i = 0; i < N_ROLLS; i++) {
        const struct roll *r = &b->rolls[i];
        if (only != NET_CLASSES && net_class_of(&r->board) != only)
            continue;
        size_t n = (size_t)moves_boards(&r->board, r->dice[0], r->dice[1], b->boards);
        b->net.base.eval(&b->net.base, NULL, b->boards, n, b->outcomes);
        if (hash != NULL)
            *hash = fnv(*hash, b->outcomes, n * sizeof *b->outcomes);
        done += n;
    }
    return done;
}

static double evaluations_per_second(struct bench *b, enum net_class only, double seconds)
{
    double start = cpu_seconds(), spent;
    size_t done = 0;
    do
        done += evaluate_all(b, only, NULL);
    while ((spent = cpu_seconds() - start) < seconds);
    return (double)done / spent;
}

static void measure_evaluations(struct bench *b, struct figures *f)
{
    f->fingerprint = FNV_START;
    evaluate_all(b, NET_CLASSES, &f->fingerprint); /* and warms up */
    f->evaluations = evaluations_per_second(b, NET_CLASSES, b->seconds);
}

static void measure_kernels(struct bench *b, struct figures *f)
{
    const struct net_kernel *chosen = b->net.kernel;
    for (int k = 0; k < KERNELS && net_kernels[k] != NULL; k++) {
        if (!net_kernels[k]->runs_here())
            continue;
        b->net.kernel = net_kernels[k];
        for (int c = 0; c < NET_CLASSES; c++)
            f->of[k][c] = evaluations_per_second(b, (enum net_class)c, b->seconds / 3);
    }
    b->net.kernel = chosen;
}

/* Adds the seconds that the cube and the play of a roll take at 0-0 to 7. */
static void time_decision(const struct engine_pool *t, const struct roll *r, const struct level *l, double *play,
                          double *cube)
{
    struct rules rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    struct ranked_plays plays = {0};
    struct cube_answer answer;
    struct position p;
    position_start(&p, &rules, 7, (const int[]){0, 0}, false);
    p.board = r->board;
    double start = cpu_seconds();
    engine_cube(t->engine, t->worker[0], &p, l, &answer);
    *cube += cpu_seconds() - start;
    memcpy(p.dice, r->dice, sizeof p.dice);
    start = cpu_seconds();
    engine_plays(t->engine, t->worker[0], &p, l, NULL, &plays);
    *play += cpu_seconds() - start;
    ranked_plays_done(&plays);
}

/* Has the bearoff databases made or read, so that no time measured contains that. */
static void make_tables(const struct engine_pool *t)
{
    struct race_answer unused;
    const struct board near_home = {.point = {[8] = 2, [25 - 8] = -2}, .off = {13, 13}},
                       home = {.point = {[1] = 2, [25 - 1] = -2}, .off = {13, 13}};
    engine_race(t->engine, &(struct position){.board = near_home}, &unused);
    engine_race(t->engine, &(struct position){.board = home}, &unused);
}

static void measure_decisions(const struct bench *b, const struct engine_pool *t, struct figures *f)
{
    static const char *const names[] = {"0ply", "1ply", "2ply"};
    struct level level;
    make_tables(t);
    for (int ply = 0; ply < 3; ply++) {
        double play = 0, cube = 0;
        level_parse(names[ply], &level);
        for (int i = 0; i < N_DECISIONS; i++)
            time_decision(t, &b->rolls[i * (N_ROLLS / N_DECISIONS)], &level, &play, &cube);
        f->play_ms[ply] = 1e3 * play / N_DECISIONS;
        f->cube_ms[ply] = 1e3 * cube / N_DECISIONS;
    }
}

/* ---- the command ---- */

struct kernel_row {
    const char *name;
    double of[NET_CLASSES];
};

struct bench_answer {
    double evaluations, moves, rolls;
    double play_ms[3], cube_ms[3];
    struct answer_list kernels;
    const char *kernel;
    char fingerprint[24];
};

#define SPEED(key, field, title, ...) ANSWER_NAMED(key, struct bench_answer, field, title, __VA_ARGS__)
#define OF_CLASS(key, class) ANSWER_NAMED(key, struct kernel_row, of[class], key)
static const struct answer_field kernel_fields[] = {ANSWER(struct kernel_row, name, "Kernel"),
                                                    OF_CLASS("contact", NET_CONTACT),
                                                    OF_CLASS("past", NET_PAST),
                                                    OF_CLASS("left_behind", NET_BEHIND),
                                                    OF_CLASS("back", NET_BACK),
                                                    OF_CLASS("race", NET_RACE),
                                                    {0}};
static const struct answer_rows kernel_rows = {"Kernel", "Static evaluations a second, by class of positions.",
                                               sizeof(struct kernel_row), kernel_fields};

static const struct answer_field bench_fields[] = {
    SPEED("static_evaluations_per_second", evaluations, "Static evaluations a second",
          .help = "candidate lists of games, move generation included, one thread"),
    SPEED("moves_generated_per_second", moves, "Moves generated a second", 0),
    SPEED("rolls_generated_per_second", rolls, "Rolls generated a second", 0),
    SPEED("play_0ply_ms", play_ms[0], "A play at 0 plies, ms", .decimals = 4, .shown = 3),
    SPEED("cube_0ply_ms", cube_ms[0], "A cube at 0 plies, ms", .decimals = 4, .shown = 3),
    SPEED("play_1ply_ms", play_ms[1], "A play at 1 ply, ms", .decimals = 4, .shown = 3),
    SPEED("cube_1ply_ms", cube_ms[1], "A cube at 1 ply, ms", .decimals = 4, .shown = 3),
    SPEED("play_2ply_ms", play_ms[2], "A play at 2 plies, ms", .decimals = 4, .shown = 3),
    SPEED("cube_2ply_ms", cube_ms[2], "A cube at 2 plies, ms", .decimals = 4, .shown = 3),
    {.name = "static_evaluations_per_second_of_kernels",
     .title = "Kernels that run here",
     .kind = ANSWER_RECORDS,
     ANSWER_PLACE(struct bench_answer, kernels),
     .rows = &kernel_rows,
     .flags = ANSWER_KEYED},
    SPEED("kernel", kernel, "Kernel in use", 0),
    ANSWER(struct bench_answer, fingerprint, "Fingerprint", .example = "fa6c1c8dfe00c80c",
           .help = "of what was evaluated: the same on every machine"),
    {0}};
static const struct answer_rows bench_rows = {"Bench", NULL, sizeof(struct bench_answer), bench_fields};
static const struct answer_document bench_document = {"bench", 1, "Speed", "How fast this machine is.",
                                                      .rows = &bench_rows};

static int print_answer(const struct answers_options *o, const struct figures *f)
{
    struct kernel_row rows[KERNELS];
    struct bench_answer answer = {
        .evaluations = f->evaluations, .moves = f->moves, .rolls = f->rolls, .kernel = net_kernel_choose()->name};
    size_t n = 0;
    snprintf(answer.fingerprint, sizeof answer.fingerprint, "%016llx", (unsigned long long)f->fingerprint);
    memcpy(answer.play_ms, f->play_ms, sizeof answer.play_ms);
    memcpy(answer.cube_ms, f->cube_ms, sizeof answer.cube_ms);
    for (int k = 0; k < KERNELS && net_kernels[k] != NULL; k++) {
        if (!net_kernels[k]->runs_here())
            continue;
        rows[n].name = net_kernels[k]->name;
        memcpy(rows[n++].of, f->of[k], sizeof rows->of);
    }
    answer.kernels = (struct answer_list){rows, n};
    return answers_put(o, &bench_document, &answer);
}

static void print_text(const struct figures *f)
{
    call_printf("static evaluations   %12.0f /s   (candidate lists of games, move generation included, one thread)\n",
                f->evaluations);
    for (int k = 0; k < KERNELS && net_kernels[k] != NULL; k++)
        if (net_kernels[k]->runs_here())
            call_printf("  %-18s %12.0f /s   in contact, %.0f and %.0f /s with one side past, %.0f /s many back, %.0f "
                        "/s in races\n",
                        net_kernels[k]->name, f->of[k][NET_CONTACT], f->of[k][NET_PAST], f->of[k][NET_BEHIND],
                        f->of[k][NET_BACK], f->of[k][NET_RACE]);
    call_printf("move generation      %12.0f /s   %.0f rolls/s\n", f->moves, f->rolls);
    for (int i = 0; i < 3; i++)
        call_printf("%d-ply decision       %12.3f ms a play, %.3f ms a cube\n", i, f->play_ms[i], f->cube_ms[i]);
    call_printf("kernel               %12s\nfingerprint      %016llx\n", net_kernel_choose()->name,
                (unsigned long long)f->fingerprint);
}

struct bench_options {
    struct answers_options answer;
    int tenths; /* of a second, for each figure */
    struct engine_files files;
};

static int bench_run(const void *options, const char *const *input, size_t n)
{
    const struct bench_options *o = options;
    struct figures f = {0};
    struct engine_pool pool;
    struct bench b;
    if (n != 0)
        return call_misuse("unexpected `%s`: `bench` takes no operands", input[0]);
    if (!engine_pool_open(&pool, &o->files, 1))
        return CALL_NOTHING;
    bench_begin(&b, o->tenths / 10.0);
    measure_moves(&b, &f);
    measure_evaluations(&b, &f);
    measure_kernels(&b, &f);
    measure_decisions(&b, &pool, &f);
    bench_done(&b);
    engine_pool_close(&pool);
    if (o->answer.form != ANSWERS_TEXT)
        return print_answer(&o->answer, &f);
    print_text(&f);
    return CALL_CLEAN;
}

static const struct option_row rows[] = {
    OPTION("tenths", struct bench_options, tenths, .argument = "N", .initial = "10", .least = 1, .most = 600,
           .help = "measure each figure for N tenths of a second"),
    {0},
};

static const struct option_group own_group = {.title = "What is measured", .rows = rows};

static const struct option_part parts[] = {{&own_group, 0},
                                           {&answers_text_group, offsetof(struct bench_options, answer)},
                                           {&engine_group, offsetof(struct bench_options, files)},
                                           {0}};

static const struct answer_document *const answers[] = {&bench_document, NULL};

const struct command bench_command = {
    {"bench", sizeof(struct bench_options), parts, NULL}, .run = bench_run, .answers = answers};
