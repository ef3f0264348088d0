/* A hypergammon database of ours beside one of GNU Backgammon's makehyper, value by value.
 * usage: check OURS THEIRS CHEQUERS
 *
 * First each file by itself: every value must be the mean of the best replies to the 21 throws, by the generator of
 * plays that matches are checked with. makehyper's files are so but for throws that leave no play: it then takes the
 * opponent's equities as if the cube changed hands with the turn, and forgets that the opponent may double. With that
 * rule for such throws its files must agree with themselves. Then one with the other: cubeless equities must be the
 * same; where plays are equally good the chances may be those of another one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/bearoff.h"
#include "engine/hyper.h"
#include "engine/search.h"
#include "match/moves.h"

enum { CUBELESS = HYPER_CUBES, COLUMNS };

struct file {
    const char *path;
    struct hyper *h;
    double off; /* largest difference to the mean of the best replies */
    double off_otherwise; /* the same with makehyper's rule */
    long far; /* positions where a value is off by more than FAR */
};
#define FAR 1e-4

static void columns_of(const struct hyper *h, const struct board *b, double value[COLUMNS], struct outcome *o)
{
    struct hyper_value v;
    if (!hyper_value(h, b, &v))
        abort();
    for (int c = 0; c < HYPER_CUBES; c++)
        value[c] = v.equity[c];
    value[CUBELESS] = outcome_equity(v.outcome);
    *o = v.outcome;
}

/* What is left to the mover where the opponent has `theirs`. */
static void leave(const double theirs[COLUMNS], bool as_it_stands, double left[COLUMNS])
{
    const double taken = fmin(1, 2 * theirs[HYPER_OPPONENT_OWNS]);
    for (int c = 0; c < COLUMNS; c++)
        left[c] = -theirs[c];
    if (as_it_stands)
        return;
    left[HYPER_OWNED] = -theirs[HYPER_OPPONENT_OWNS];
    left[HYPER_CENTRED] = -fmax(theirs[HYPER_CENTRED], taken);
    left[HYPER_JACOBY] = -fmax(theirs[HYPER_JACOBY], taken);
    left[HYPER_OPPONENT_OWNS] = -fmax(theirs[HYPER_OWNED], taken);
}

static void add_throw(const struct hyper *h, const struct board *b, const struct search_throw *t, bool their_rule,
                      double sum[COLUMNS])
{
    static struct board after[MOVES_MAX];
    const int n = moves_boards(b, t->high, t->low, after);
    double best[COLUMNS] = {-9, -9, -9, -9, -9};
    if (n == 0)
        after[0] = *b;
    for (int i = 0; i < (n > 0 ? n : 1); i++) {
        double theirs[COLUMNS], left[COLUMNS];
        struct outcome unused;
        struct board next;
        board_flip(&after[i], &next);
        columns_of(h, &next, theirs, &unused);
        leave(theirs, their_rule && n == 0, left);
        for (int c = 0; c < COLUMNS; c++)
            best[c] = fmax(best[c], left[c]);
    }
    for (int c = 0; c < COLUMNS; c++)
        sum[c] += t->weight * best[c] / 36;
}

static double off_by(const struct hyper *h, const struct board *b, bool their_rule)
{
    double sum[COLUMNS] = {0}, value[COLUMNS], worst = 0;
    struct outcome unused;
    for (int t = 0; t < WORKER_THROWS; t++)
        add_throw(h, b, &search_throws[t], their_rule, sum);
    columns_of(h, b, value, &unused);
    for (int c = 0; c < COLUMNS; c++)
        worst = fmax(worst, fabs(sum[c] - value[c]));
    return worst;
}

static void look_at(struct file *f, const struct board *b)
{
    const double off = off_by(f->h, b, false);
    f->off = fmax(f->off, off);
    f->far += off > FAR;
    f->off_otherwise = fmax(f->off_otherwise, off_by(f->h, b, true));
}

/* ---- positions ---- */

static bool side(struct board *b, int viewer, size_t id, int chequers)
{
    int8_t own[BEAROFF_WHOLE_BOARD];
    int left = chequers;
    bearoff_placing(id, chequers, BEAROFF_WHOLE_BOARD, own);
    for (int p = 1; p <= BEAROFF_WHOLE_BOARD; left -= own[p - 1], p++) {
        const int at = viewer ? p : 25 - p;
        if (own[p - 1] > 0 && b->point[at] != 0)
            return false;
        if (own[p - 1] > 0)
            b->point[at] = (int8_t)(viewer ? own[p - 1] : -own[p - 1]);
    }
    b->off[viewer ? 0 : 1] = (int8_t)left;
    return true;
}

struct comparison {
    double equity, money; /* largest differences: cubeless, with a cube */
    long n, ties,
        money_far; /* positions; equally good plays with other chances; equities with a cube that are far off */
};

static void compare(const struct file f[2], const struct board *b, struct comparison *c)
{
    double value[2][COLUMNS];
    struct outcome o[2];
    double money = 0;
    for (int i = 0; i < 2; i++)
        columns_of(f[i].h, b, value[i], &o[i]);
    const double equity = fabs(value[0][CUBELESS] - value[1][CUBELESS]);
    for (int k = 0; k < HYPER_CUBES; k++)
        money = fmax(money, fabs(value[0][k] - value[1][k]));
    c->n++;
    c->equity = fmax(c->equity, equity);
    c->money = fmax(c->money, money);
    c->money_far += money > FAR;
    c->ties += equity < FAR && (fabs(o[0].win - o[1].win) > FAR || fabs(o[0].win_gammon - o[1].win_gammon) > FAR);
}

static bool check(const char *what, double found, double most)
{
    printf("  %-62s %10.2e  %s\n", what, found, found <= most ? "ok" : "MISSED");
    return found <= most;
}

int main(int argc, char **argv)
{
    const int chequers = argc == 4 ? atoi(argv[3]) : 0;
    struct diags d;
    struct comparison c = {0};
    diags_init(&d, "databases");
    struct file f[2] = {{.path = argv[1]}, {.path = argv[2]}};
    for (int i = 0; chequers > 0 && i < 2; i++)
        f[i].h = hyper_open(f[i].path, chequers, &d);
    if (f[0].h == NULL || f[1].h == NULL) {
        fprintf(stderr, "usage: check OURS THEIRS CHEQUERS: %s\n", d.n > 0 ? d.at[0].message : "");
        return 2;
    }
    const size_t n = bearoff_positions(chequers, BEAROFF_WHOLE_BOARD);
    const size_t step = n > 100 ? 17 : 1; /* of two chequers a sample looks ahead: that takes its time */
    for (size_t i = n; i < n * n; i++) {
        struct board b = {0};
        if (i % n == 0 || !side(&b, 1, i / n, chequers) || !side(&b, 0, i % n, chequers))
            continue;
        for (int k = 0; i % step == 0 && k < 2; k++)
            look_at(&f[k], &b);
        compare(f, &b, &c);
    }
    printf("%d chequer%s, %ld positions\n", chequers, chequers == 1 ? "" : "s", c.n);
    bool ok = check("ours: largest difference to the mean of the best replies", f[0].off, 3e-6);
    ok &= check("makehyper's, with its rule for throws without a play", f[1].off_otherwise, 3e-5);
    ok &= check("cubeless equities, ours and makehyper's", c.equity, 1e-4);
    printf(
        "  by the rules makehyper's differ from the mean of the best replies by up to %.4f, at %ld positions by more\n"
        "  than %.0e; so equities with the cube differ from ours by up to %.4f, at %ld positions by more than that.\n"
        "  Chances of equally good plays that are not the same: %ld positions.\n",
        f[1].off, f[1].far, FAR, c.money, c.money_far, c.ties);
    hyper_close(f[0].h), hyper_close(f[1].h);
    diags_done(&d);
    return ok ? 0 : 1;
}
