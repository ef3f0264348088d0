/* Positions from games the evaluator plays against itself, and what every measurement asks of one. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "engine/bearoff.h"
#include "measure.h"
#include "match/dice.h"

const char *const kind_names[KINDS] = {"contact", "race", "back", "databases"};

struct position money(const struct board *on_roll)
{
    const struct rules rules = {.variant = VARIANT_BACKGAMMON};
    struct position p;
    position_start(&p, &rules, 0, (const int[]){0, 0}, false);
    p.board = *on_roll;
    return p;
}

double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

struct outcome outcome_of(const struct desk *d, const struct board *on_roll, const struct level *l)
{
    const struct position p = money(on_roll);
    struct evaluation e;
    engine_eval(d->engine, d->worker, &p, l, &e);
    return e.outcome;
}

double equity_of(const struct desk *d, const struct board *on_roll, const struct level *l)
{
    return (double)outcome_equity(outcome_of(d, on_roll, l));
}

enum net_class seen_by_net(const struct board *on_roll, struct board *after)
{
    board_flip(on_roll, after);
    return net_class_of(after);
}

static bool all_home(const struct board *b)
{
    for (int p = 7; p <= BOARD_BAR; p++)
        if (b->point[p] > 0)
            return false;
    return true;
}

enum kind kind_of(const struct board *on_roll)
{
    struct board other;
    board_flip(on_roll, &other);
    if (board_has_contact(on_roll))
        return net_class_of(on_roll) == NET_BACK ? KIND_BACK : KIND_CONTACT;
    return all_home(on_roll) && all_home(&other) ? KIND_TABLES : KIND_RACE;
}

static void play_game(const struct desk *d, struct dice dice, void (*take)(void *, const struct board *), void *context)
{
    struct ranked_plays plays = {0};
    struct level level;
    struct board now;
    level_parse("0ply", &level);
    board_start(&now, VARIANT_BACKGAMMON);
    for (;;) {
        struct position p = money(&now);
        dice_roll(&dice, p.dice);
        take(context, &now);
        engine_plays(d->engine, d->worker, &p, &level, NULL, &plays);
        const struct board after = plays.n > 0 ? plays.at[0].after : now;
        if (board_won(&after) != 0)
            break;
        board_flip(&after, &now);
    }
    ranked_plays_done(&plays);
}

void self_play(const struct desk *d, int games, void (*take)(void *context, const struct board *on_roll), void *context)
{
    for (int i = 0; i < games; i++)
        play_game(d, dice_of_game(2026, (uint64_t)i), take, context);
}

void sum_add(struct sum *s, double x)
{
    s->n++;
    s->of += x;
    s->squares += x * x;
    s->absolute += fabs(x);
}

double sum_absolute(const struct sum *s)
{
    return s->n > 0 ? s->absolute / s->n : 0;
}

double sum_mean(const struct sum *s)
{
    return s->n > 0 ? s->of / s->n : 0;
}

double sum_rms(const struct sum *s)
{
    return s->n > 0 ? sqrt(s->squares / s->n) : 0;
}

double sum_error(const struct sum *s)
{
    const double mean = sum_mean(s);
    return s->n > 1 ? sqrt(fmax(0, s->squares / s->n - mean * mean) / (s->n - 1)) : 0;
}
