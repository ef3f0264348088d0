/* Trains the net of races from the exact distributions of our own 15x10 bearoff table. The file holds the best net so
 * far.
 *
 *   kibitzer-train-race [--steps N] [--seed S] [--batch B] FILE
 *
 * The same options give the same file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "train_race.h"

enum { WEIGHTS = sizeof(struct race_net) / sizeof(float), REPORTS = 30 };

#define PEAK_RATE 6e-4

struct run {
    int batch;
    long steps;
    uint64_t seed;
    struct bearoff_one *table;
    struct adam adam;
    double usual; /* length of a batch's slopes */
};

static struct race_net *net_of(float *weights)
{
    return (struct race_net *)(void *)weights;
}

static double learn_batch(struct run *t, long step)
{
    double loss = 0;
    for (int i = 0; i < t->batch; i++) {
        struct rng r = rng_keyed(t->seed, (uint64_t)step, (uint64_t)i);
        int8_t own[RACE_POINTS];
        struct bearoff_distribution truth;
        race_placing(own, &r);
        bearoff_one_get(t->table, bearoff_id(own, RACE_POINTS), &truth);
        loss += race_learn(net_of(t->adam.value), net_of(t->adam.gradient[0]), own, &truth);
    }
    return loss / t->batch;
}

/* Slopes twice as long as usual are cut: a rare placing must not throw the net away. */
static float scale_of(struct run *t)
{
    double squares = 0;
    for (size_t i = 0; i < WEIGHTS; i++)
        squares += (double)t->adam.gradient[0][i] * t->adam.gradient[0][i];
    const double length = sqrt(squares) / t->batch, most = t->usual > 0 ? 2 * t->usual : length;
    t->usual = t->usual > 0 ? 0.99 * t->usual + 0.01 * fmin(length, most) : length;
    return (float)((length > most ? most / length : 1) / t->batch);
}

/* False if the slopes are no longer numbers: the net has diverged, and the file holds the best one so far. */
static bool is_sound(struct run *t, double loss)
{
    return isfinite(loss) && isfinite(scale_of(t));
}

static float rate_at(const struct run *t, long step)
{
    const double warm = fmin(1, (double)step / 2000), done = (double)step / (double)t->steps;
    return (float)(warm * PEAK_RATE * (0.5 + 0.5 * cos(3.14159265358979 * done)) + 1e-7);
}

static bool save(const struct run *t, const char *file)
{
    struct strbuf bytes = {0};
    race_net_write(net_of(t->adam.average), &bytes);
    const bool ok = file_write_atomic(file, bytes.at, bytes.length);
    strbuf_done(&bytes);
    return ok;
}

static bool train(struct run *t, const char *file)
{
    double loss = 0, best = INFINITY;
    struct rng r = rng_keyed(t->seed, 0, 0);
    race_start(net_of(t->adam.value), &r);
    memcpy(t->adam.average, t->adam.value, WEIGHTS * sizeof(float));
    for (long step = 1; step <= t->steps; step++) {
        const double batch = learn_batch(t, step);
        if (!is_sound(t, batch)) {
            printf("step %ld: the net came apart; the file holds the best one before\n", step);
            return false;
        }
        loss += batch;
        adam_step(&t->adam, 0, WEIGHTS, (uint64_t)step, rate_at(t, step), scale_of(t), 0.999f);
        if (step % (t->steps / REPORTS + 1) != 0 && step != t->steps)
            continue;
        const struct race_error e = race_judge(net_of(t->adam.average), t->table, 4000, 7);
        printf("step %ld loss %.6f | equity %.5f wins %.5f rolls %.5f\n", step, loss / (double)(t->steps / REPORTS + 1),
               e.equity, e.wins, e.mean);
        fflush(stdout);
        loss = 0;
        if (e.equity < best && !save(t, file))
            return false;
        best = fmin(best, e.equity);
    }
    return true;
}

static int usage(void)
{
    fputs("usage: kibitzer-train-race [--steps N] [--seed S] [--batch B] FILE\n", stderr);
    return 2;
}

int main(int argc, char **argv)
{
    struct run t = {.batch = 64, .steps = 500000, .seed = 1};
    int i = 1;
    for (; i + 1 < argc && argv[i][0] == '-'; i += 2) {
        const long value = atol(argv[i + 1]);
        if (strcmp(argv[i], "--steps") == 0)
            t.steps = value;
        else if (strcmp(argv[i], "--seed") == 0)
            t.seed = (uint64_t)value;
        else if (strcmp(argv[i], "--batch") == 0)
            t.batch = (int)value;
        else
            return usage();
    }
    if (i + 1 != argc || t.steps < 100 || t.batch < 4)
        return usage();
    t.table = bearoff_one_make(RACE_POINTS, 2);
    adam_init(&t.adam, WEIGHTS);
    const bool ok = t.table && train(&t, argv[i]);
    adam_free(&t.adam);
    bearoff_one_free(t.table);
    if (!ok)
        fprintf(stderr, "kibitzer-train-race: out of memory, or %s cannot be written\n", argv[i]);
    return ok ? 0 : 1;
}
