/* The model of the cube, from rollouts to figures: what it is fitted to and what it is judged by.
 *
 *   cube-model collect SEED FROM TO       cube decisions of self-play, rolled out, a line for each
 *   cube-model read FILE...               the deep cube decisions of analysed matches, in lines of the same kind
 *   cube-model features FILE              what a model may know of the decisions in such lines: fit.py reads it
 *
 * docs/lab/rollouts.md, "The cube, calibrated: what was tried", describes the lines and the fit. */
#include "cube_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: cube-model collect SEED FROM TO\n"
          "       cube-model read FILE...\n"
          "       cube-model features FILE\n",
          stderr);
    return 2;
}

struct desk desk_open(void)
{
    const struct engine_options o = {0};
    struct desk d = {0};
    struct diags diags;
    diags_init(&diags, "cube-model");
    d.engine = engine_open(&o, &diags);
    diags_print(&diags, SEVERITY_NOTE, stderr);
    diags_done(&diags);
    if (d.engine)
        d.worker = worker_new(d.engine);
    return d;
}

void desk_close(struct desk *d)
{
    worker_free(d->worker);
    engine_close(d->engine);
}

static int run(const struct desk *d, int n, char **words)
{
    if (strcmp(words[0], "collect") == 0 && n == 4)
        return collect(d, strtoull(words[1], NULL, 10), atol(words[2]), atol(words[3]));
    if (strcmp(words[0], "read") == 0)
        return read_cubes(d, words + 1);
    if (strcmp(words[0], "features") == 0)
        return features(d, words[1]);
    return usage();
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return usage();
    struct desk d = desk_open();
    if (!d.engine)
        return 1;
    const int result = run(&d, argc - 1, argv + 1);
    desk_close(&d);
    return result;
}
