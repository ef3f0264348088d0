/* Levels on the yardsticks: positions with rolled-out probabilities, decisions with rolled-out candidates. The forms of
 * the files are described in their scorers; boards there are 26 numbers, the mover's view. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "measure.h"

/* Reads 26 numbers; what a side lacks to 15 chequers is off. NULL if there are none. */
static char *read_board(char *text, struct board *b)
{
    int stands[2] = {0, 0};
    memset(b, 0, sizeof *b);
    for (int p = 0; p < BOARD_POINTS; p++) {
        char *end;
        const int n = (int)strtol(text, &end, 10);
        if (end == text)
            return NULL;
        text = end;
        b->point[p] = (int8_t)(p == BOARD_OPPONENT_BAR ? -abs(n) : p == BOARD_BAR ? abs(n) : n);
        stands[b->point[p] < 0] += abs(n);
    }
    for (int side = 0; side < 2; side++)
        b->off[side] = (int8_t)(BOARD_CHEQUERS - stands[side]);
    return text;
}

/* Calls `take` with the fields of every d->every-th line that is not a comment. */
static int for_lines(const struct desk *d, const char *file, void (*take)(void *context, char **field), void *context)
{
    FILE *f = fopen(file, "r");
    char *line = NULL;
    size_t room = 0;
    if (!f) {
        perror(file);
        return 1;
    }
    for (int n = 0; getline(&line, &room, f) > 0;) {
        char *field[12] = {line};
        if (line[0] == '#' || n++ % d->every != 0)
            continue;
        for (int i = 1; i < 12 && field[i - 1]; i++) {
            field[i] = strchr(field[i - 1], '\t');
            if (field[i])
                *field[i]++ = '\0';
        }
        take(context, field);
    }
    free(line);
    fclose(f);
    return 0;
}

/* ---- positions: id, class, -, board after a play, five probabilities ---- */

struct errors {
    const struct desk *desk;
    const struct level *level;
    struct sum error, chance[5]; /* of the mover: win, gammons and backgammons won and lost */
};

static void take_position(void *context, char **field)
{
    struct errors *e = context;
    struct board after, next;
    double p[5];
    if (!field[8] || !read_board(field[3], &after))
        return;
    for (int i = 0; i < 5; i++)
        p[i] = strtod(field[4 + i], NULL);
    board_flip(&after, &next);
    const struct outcome o = outcome_of(e->desk, &next, e->level);
    const double ours[5] = {1 - (double)o.win, (double)o.lose_gammon, (double)o.lose_backgammon, (double)o.win_gammon,
                            (double)o.win_backgammon};
    sum_add(&e->error, -(double)outcome_equity(o) - (2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4]));
    for (int i = 0; i < 5; i++)
        sum_add(&e->chance[i], ours[i] - p[i]);
}

/* Over- and undervalued chances, for the player who has just moved, in thousandths. */
static void print_chances(const struct sum chance[5])
{
    static const char *const names[5] = {"win", "gammons won", "backgammons", "gammons lost", "backgammons"};
    printf("%28s mean error x 1000:", "");
    for (int i = 0; i < 5; i++)
        printf("%s %s %+.1f +- %.1f", i > 0 ? "," : "", names[i], 1e3 * sum_mean(&chance[i]),
               1e3 * sum_error(&chance[i]));
    printf("\n");
}

int measure_positions(const struct desk *d, const char *file, const struct level *l)
{
    struct errors e = {.desk = d, .level = l};
    const double start = cpu_ms();
    const int result = for_lines(d, file, take_position, &e);
    printf("%-28s n %5.0f  equity RMS %.4f  mean error %+.4f +- %.4f  %8.3f ms each\n", l->name, e.error.n,
           sum_rms(&e.error), sum_mean(&e.error), sum_error(&e.error), (cpu_ms() - start) / fmax(1, e.error.n));
    print_chances(e.chance);
    return result;
}

/* ---- decisions: id, class, dice, board on roll, candidates "board=equity=error" joined with ';' ---- */

struct losses {
    const struct desk *desk;
    const struct level *level;
    struct ranked_plays plays;
    struct sum listed, charged, gained; /* gained: against the first level */
    bool is_first;
    int best, off_list;
    double ms;
};

struct judged {
    double best, worst, chosen;
    bool listed;
};

static struct judged judge(char *candidates, const struct board *chosen)
{
    struct judged j = {-9, 9, 0, false};
    for (char *c = strtok(candidates, ";"); c; c = strtok(NULL, ";")) {
        struct board b;
        char *end = read_board(c, &b);
        if (!end || *end != '=')
            continue;
        const double equity = strtod(end + 1, NULL);
        j.best = fmax(j.best, equity);
        j.worst = fmin(j.worst, equity);
        if (board_equal(&b, chosen))
            j.chosen = equity, j.listed = true;
    }
    return j;
}

/* Decisions are much alike to all levels: their difference is known better than either. */
static void compare(struct losses *s, double lost)
{
    struct baseline *b = s->desk->baseline;
    if (s->is_first) {
        b->lost = grow(b->lost, b->n, &b->capacity, sizeof *b->lost);
        b->lost[b->n++] = lost;
    } else {
        sum_add(&s->gained, b->lost[(size_t)s->charged.n] - lost);
    }
}

static void take_decision(void *context, char **field)
{
    struct losses *s = context;
    struct board on_roll;
    if (!field[4] || !read_board(field[3], &on_roll))
        return;
    struct position p = money(&on_roll);
    p.dice[0] = field[2][0] - '0', p.dice[1] = field[2][1] - '0';
    const double start = cpu_ms();
    engine_plays(s->desk->engine, s->desk->worker, &p, s->level, NULL, &s->plays);
    s->ms += cpu_ms() - start;
    const struct judged j = judge(field[4], &s->plays.at[0].after);
    const double lost = j.best - (j.listed ? j.chosen : j.worst);
    compare(s, lost);
    sum_add(&s->charged, lost);
    if (j.listed)
        sum_add(&s->listed, j.best - j.chosen);
    s->off_list += !j.listed;
    s->best += j.listed && !(j.chosen < j.best);
}

int measure_decisions(const struct desk *d, const char *file, const struct level *l)
{
    struct losses s = {.desk = d, .level = l, .is_first = d->baseline->n == 0};
    const int result = for_lines(d, file, take_decision, &s);
    const double n = fmax(1, s.charged.n);
    printf("%-28s n %5.0f  lost x 1000: listed %.2f, charged %.2f +- %.2f  off-list %d  best play %.1f %%  %8.3f ms "
           "each\n",
           l->name, s.charged.n, 1e3 * sum_mean(&s.listed), 1e3 * sum_mean(&s.charged), 1e3 * sum_error(&s.charged),
           s.off_list, 100 * s.best / n, s.ms / n);
    if (!s.is_first)
        printf("%28s gained x 1000 on the first level: %.3f +- %.3f\n", "", 1e3 * sum_mean(&s.gained),
               1e3 * sum_error(&s.gained));
    ranked_plays_done(&s.plays);
    return result;
}
