/* steps WHAT FILE...: does one thing a known number of times and prints that number, for callgrind to count the
 * instructions of the function that bears the thing's name (tools/bench/callgrind.sh). Positions come from the FILEs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "engine/cache.h"
#include "engine/features.h"
#include "engine/kernel.h"
#include "engine/net.h"
#include "match/moves.h"
#include "stock.h"

enum { CACHE_LOG2_SLOTS = 16 };

struct bench {
    struct stock stock;
    struct net_evaluator net;
    struct board *boards; /* room for one list of candidates */
    struct outcome *outcomes;
    struct cache *cache;
    uint64_t sum; /* keeps the compiler from leaving out what nobody uses */
};

static size_t candidates(struct bench *b, const struct position *p)
{
    return (size_t)moves_boards(&p->board, p->dice[0], p->dice[1], b->boards);
}

/* Not inlined, so that callgrind knows them by name. */
#define STEP __attribute__((noinline)) static size_t

STEP generation(struct bench *b) /* of a roll's plays */
{
    for (size_t i = 0; i < b->stock.n_positions; i++)
        b->sum += candidates(b, &b->stock.positions[i]);
    return b->stock.n_positions;
}

STEP generation_of_plays(struct bench *b) /* the same work, counted by plays */
{
    const uint64_t before = b->sum;
    generation(b);
    return (size_t)(b->sum - before);
}

__attribute__((noinline)) static void evaluation(struct bench *b, size_t n)
{
    b->net.base.eval(&b->net.base, NULL, b->boards, n, b->outcomes);
}

STEP evaluations(struct bench *b) /* static, candidate lists as they come; their generation is not counted */
{
    size_t done = 0;
    for (size_t i = 0; i < b->stock.n_positions; i++) {
        const size_t n = candidates(b, &b->stock.positions[i]);
        evaluation(b, n);
        done += n;
    }
    return done;
}

STEP evaluations_plain(struct bench *b)
{
    for (const struct net_kernel *const *k = net_kernels; *k != NULL; k++)
        b->net.kernel = *k;
    return evaluations(b);
}

STEP hashing(struct bench *b)
{
    for (size_t i = 0; i < b->stock.n_positions; i++)
        b->sum += cache_hash(i, &b->stock.positions[i].board, sizeof(struct board));
    return b->stock.n_positions;
}

STEP lookup(struct bench *b)
{
    for (size_t i = 0; i < b->stock.n_positions; i++) {
        const struct cache_key key = {.board = b->stock.positions[i].board, .tag = 1};
        b->sum += cache_find(b->cache, &key, b->outcomes);
    }
    return b->stock.n_positions;
}

static void fill_cache(struct bench *b)
{
    for (size_t i = 0; i < b->stock.n_positions; i += 2) { /* so that half of the questions are answered */
        const struct cache_key key = {.board = b->stock.positions[i].board, .tag = 1};
        cache_put(b->cache, &key, b->outcomes);
    }
}

static const struct {
    const char *name;
    size_t (*run)(struct bench *b);
} steps[] = {{"generation", generation},  {"generation_of_plays", generation_of_plays},
             {"evaluation", evaluations}, {"evaluation_plain", evaluations_plain},
             {"hashing", hashing},        {"lookup", lookup}};

static bool run(const char *name, struct bench *b)
{
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (strcmp(steps[i].name, name) == 0) {
            printf("%zu\n", steps[i].run(b));
            return true;
        }
    fprintf(stderr, "steps: %s is not one of its steps\n", name);
    return false;
}

int main(int argc, char **argv)
{
    struct bench b = {0};
    if (argc < 3 || !stock_open(&b.stock, argv + 2, argc - 2))
        return 2;
    net_evaluator_init(&b.net, net_builtin());
    b.boards = xcalloc(MOVES_MAX, sizeof *b.boards);
    b.outcomes = xcalloc(MOVES_MAX, sizeof *b.outcomes);
    b.cache = cache_new(sizeof(struct outcome), CACHE_LOG2_SLOTS);
    fill_cache(&b);
    input_tables();
    const bool good = run(argv[1], &b);
    fprintf(stderr, "kernel %s, sum %llu\n", net_kernel_choose()->name, (unsigned long long)b.sum);
    cache_free(b.cache);
    free(b.boards);
    free(b.outcomes);
    stock_close(&b.stock);
    return good ? EXIT_SUCCESS : 2;
}
