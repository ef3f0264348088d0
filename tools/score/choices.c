/* Which of a play and a near rival nets would take: JUDGE plays GAMES games with itself, and every such pair (both of
 * one class) is compared one ply ahead. Taking the worse one by its static values loses a net the difference. The
 * cheapest judge of play between nets that all come from JUDGE. JUDGE itself has made the choices that it is asked
 * about, so it does worse here than it is. choices JUDGE GAMES SEED NET... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "train.h"

#include "base/threads.h"

enum { GAMES_PER_TASK = 32, NETS = 8 };

/* Sums over pairs. The others are compared with the first net. */
struct sums {
    double pairs, lost[NETS], square[NETS]; /* equity lost; squared errors of the difference */
    double more[NETS], more_square[NETS]; /* lost by this net less lost by the first one */
};

struct study {
    struct net_evaluator judge, asked[NETS];
    int n;
    uint64_t seed;
    struct sums (*task)[NET_CLASSES]; /* of each task, so that threads do not matter */
};

static void add_pair(const struct study *s, const struct sample pair[2], struct sums *sums)
{
    const struct board boards[2] = {pair[0].board, pair[1].board};
    const double truth = (double)(sample_equity(&pair[0]) - sample_equity(&pair[1]));
    double first = 0.0;
    sums->pairs++;
    for (int i = 0; i < s->n; i++) {
        const struct net_evaluator *e = &s->asked[i];
        struct outcome o[2];
        e->base.eval(&e->base, NULL, boards, 2, o);
        const double found = (double)(outcome_equity(o[0]) - outcome_equity(o[1]));
        const double lost = (found > 0.0) != (truth > 0.0) ? fabs(truth) : 0.0;
        first = i == 0 ? lost : first;
        sums->lost[i] += lost;
        sums->square[i] += (found - truth) * (found - truth);
        sums->more[i] += lost - first;
        sums->more_square[i] += (lost - first) * (lost - first);
    }
}

static void play_task(void *context, int hand, size_t i)
{
    struct study *s = context;
    struct rng rng = rng_keyed(s->seed, i, 97);
    struct played played = {0};
    const struct play_plan plan = {.method = METHOD_EXPECTED,
                                   .games = GAMES_PER_TASK,
                                   .explore = 0.04f,
                                   .siblings = 1.0f,
                                   .learns = (1u << NET_CLASSES) - 1 - (1u << NET_RACE)};
    (void)hand;
    play_games(&s->judge, &plan, &rng, &played);
    for (int c = 0; c < NET_CLASSES; c++)
        for (size_t k = 0; k + 1 < played.of[c].n; k++) {
            const struct sample *pair = &played.of[c].at[k];
            if (pair->has_rival && (int)net_class_of(&pair->board) == c) /* not what a net only hears of */
                add_pair(s, pair, &s->task[i][c]);
        }
    played_free(&played);
}

static void add_sums(struct sums *to, const struct sums *from)
{
    to->pairs += from->pairs;
    for (int i = 0; i < NETS; i++) {
        to->lost[i] += from->lost[i];
        to->square[i] += from->square[i];
        to->more[i] += from->more[i];
        to->more_square[i] += from->more_square[i];
    }
}

enum { ALL = NET_CLASSES, PARTS };

/* By class, and all together. */
static void add_up(const struct study *s, size_t tasks, struct sums of[PARTS])
{
    for (size_t t = 0; t < tasks; t++)
        for (int c = 0; c < NET_CLASSES; c++) {
            add_sums(&of[c], &s->task[t][c]);
            add_sums(&of[ALL], &s->task[t][c]);
        }
}

static void print_part(const struct sums *sums, const char *name, char **nets, int n)
{
    printf("%s, %.0f pairs\n", name, sums->pairs);
    for (int i = 0; i < n; i++) {
        const double mean = sums->more[i] / sums->pairs, variance = sums->more_square[i] / sums->pairs - mean * mean;
        printf("    lost x 1000 %.4f, more than the first %+.4f +- %.4f, RMS of differences %.5f  %s\n",
               1e3 * sums->lost[i] / sums->pairs, 1e3 * mean, 1e3 * sqrt(fmax(0.0, variance) / sums->pairs),
               sqrt(sums->square[i] / sums->pairs), nets[i]);
    }
}

static const struct net *load(const char *path)
{
    struct diags d;
    diags_init(&d, path);
    const struct net *net = net_load(path, &d);
    diags_print(&d, SEVERITY_NOTE, stderr);
    diags_done(&d);
    if (!net)
        exit(1);
    return net;
}

int main(int argc, char **argv)
{
    static struct study s;
    static struct sums all[PARTS];
    const int games = argc > 2 ? atoi(argv[2]) : 0;
    if (argc < 5 || argc > 4 + NETS || games < 1) {
        fputs("usage: choices JUDGE GAMES SEED NET..., of up to eight nets\n", stderr);
        return 2;
    }
    const size_t tasks = ((size_t)games + GAMES_PER_TASK - 1) / GAMES_PER_TASK;
    s.n = argc - 4;
    s.seed = strtoull(argv[3], NULL, 10);
    s.task = calloc(tasks, sizeof *s.task);
    if (!s.task)
        return 1;
    net_evaluator_init(&s.judge, load(argv[1]));
    for (int i = 0; i < s.n; i++)
        net_evaluator_init(&s.asked[i], load(argv[4 + i]));
    table_init();
    threads_for(threads_available(), tasks, play_task, &s, NULL);
    add_up(&s, tasks, all);
    for (int c = 0; c < PARTS; c++)
        if (all[c].pairs > 0.0)
            print_part(&all[c], c == ALL ? "all" : net_class_names[c], argv + 4, s.n);
    table_done();
    free(s.task);
    return 0;
}
