/* The model of the cube, from rollouts to figures: what it is fitted to and what it is judged by.
 *
 *   cube-model collect SEED FROM TO       cube decisions of self-play, rolled out, a line for each
 *
 * docs/rollouts.md, "The cube, calibrated", describes the lines and the fit. */
#include "cube_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fputs("usage: cube-model collect SEED FROM TO\n", stderr);
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

int main(int argc, char **argv)
{
    if (argc != 5 || strcmp(argv[1], "collect") != 0)
        return usage();
    struct desk d = desk_open();
    if (!d.engine)
        return 1;
    const int result = collect(&d, strtoull(argv[2], NULL, 10), atol(argv[3]), atol(argv[4]));
    desk_close(&d);
    return result;
}
