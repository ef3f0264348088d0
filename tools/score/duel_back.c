/* Two nets against each other at LEVEL, in cubeless money games that begin with many chequers back: positions by
 * template (tools/train/seeds.c), two games with the same dice from each, either net once on either side. In games from
 * the start such positions are too rare to judge by. duel-back A B GAMES SEED LEVEL */
#include <stdio.h>
#include <stdlib.h>

#include "train.h"

#include "play/duel.h"

static struct engine *open_engine(const char *net)
{
    const struct engine_options o = {.net = net};
    struct diags d;
    diags_init(&d, net);
    struct engine *e = engine_open(&o, &d);
    diags_print(&d, SEVERITY_NOTE, stderr);
    diags_done(&d);
    return e;
}

static void find_start(struct board *b, uint64_t seed, uint64_t pair)
{
    struct rng r = rng_keyed(seed, pair, 81);
    do
        seed_position(b, &r);
    while (net_class_of(b) != NET_BACK);
}

static void play(struct engine *const e[2], size_t games, uint64_t seed, const struct level *level)
{
    struct duel_options o = {.seed = seed, .luck_engine = e[1]};
    struct worker *w = worker_new(e[1]);
    struct duel_result *results = calloc(games, sizeof *results);
    struct player *p[2];
    level_parse("0ply", &o.luck_level);
    for (int i = 0; i < 2; i++)
        p[i] = player_engine(e[i], level);
    for (size_t i = 0; i < games; i++) {
        struct board start;
        find_start(&start, seed, i / 2);
        o.start = &start;
        results[i] = duel_play(&o, p[0], p[1], w, i);
    }
    const struct duel_sum s = duel_sum(results, games);
    printf("%zu games: as played %+.4f +- %.4f, luck taken out %+.4f +- %.4f points a game\n", games, s.mean, s.error,
           s.adjusted, s.adjusted_error);
    for (int i = 0; i < 2; i++)
        player_free(p[i]);
    worker_free(w);
    free(results);
}

int main(int argc, char **argv)
{
    struct level level;
    if (argc != 6 || !level_parse(argv[5], &level)) {
        fputs("usage: duel-back NET NET GAMES SEED LEVEL\n", stderr);
        return 2;
    }
    struct engine *const e[2] = {open_engine(argv[1]), open_engine(argv[2])};
    const bool good = e[0] && e[1];
    table_init();
    if (good)
        play(e, strtoull(argv[3], NULL, 10), strtoull(argv[4], NULL, 10), &level);
    table_done();
    for (int i = 0; i < 2; i++)
        engine_close(e[i]);
    return good ? 0 : 1;
}
