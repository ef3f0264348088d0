/* Do the intervals of rates hold on real matches? Each player's matches of a collection are cut into two halves that
 * should have the same rate: how far apart are they, in their standard errors? docs/analysis.md, "How sure is a rate?".
 * usage: halves COLLECTION MATCHES_A_HALF... */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xmalloc.h"
#include "match/ratio.h"
#include "collection/store.h"

struct unit { /* a match of a player */
    int64_t player;
    size_t place; /* in the order of matches */
    double lost, decisions;
};

struct units {
    struct unit *at;
    size_t n, capacity;
    int64_t match, player[2]; /* at hand */
};

struct result {
    int players, pairs, within; /* with enough matches; halves compared; of which the 95% interval holds 0 */
    double squares; /* of differences in their standard errors */
};

static bool note_players(void *context, const struct stored_match *m)
{
    struct units *u = context;
    u->match = m->id;
    for (int i = 0; i < 2; i++)
        u->player[i] = m->player[i];
    return false;
}

struct reading {
    struct store *store;
    struct units *units;
};

static bool add_match(void *context, const struct stored_sums *s)
{
    struct reading *r = context;
    struct units *u = r->units;
    struct match_filter one = MATCH_FILTER_ALL;
    one.id = s->match;
    if (u->match != s->match && !store_matches_alone(r->store, &one, note_players, u))
        return false;
    u->at = grow(u->at, u->n, &u->capacity, sizeof *u->at);
    const size_t place = u->n++;
    u->at[place] = (struct unit){u->player[s->side], place, s->counted_play_error + s->counted_cube_error,
                                 s->counted_plays + s->counted_cubes};
    return true;
}

/* Matches of a player stay in the order of their dates. */
static int by_player(const void *a, const void *b)
{
    const struct unit *x = a, *y = b;
    return x->player != y->player ? (x->player > y->player) - (x->player < y->player)
                                  : (x->place > y->place) - (x->place < y->place);
}

/* Turn by turn to one half and the other, so that getting better is in both. */
static void compare(struct result *out, const struct unit *u, int a_half)
{
    struct ratio half[2] = {{.units = 0}, {.units = 0}};
    for (int i = 0; i < 2 * a_half; i++)
        ratio_add(&half[i % 2], u[i].lost, u[i].decisions);
    const double error = hypot(ratio_error(&half[0]), ratio_error(&half[1]));
    const double z = (ratio_value(&half[0]) - ratio_value(&half[1])) / error;
    if (!(error > 0))
        return;
    out->pairs++;
    out->squares += z * z;
    out->within += fabs(z) < student_t(half[0].units + half[1].units - 2, 0.95);
}

static void print_halves(const struct units *u, int a_half)
{
    struct result out = {.players = 0};
    for (size_t begin = 0, end; begin < u->n; begin = end) {
        for (end = begin; end < u->n && u->at[end].player == u->at[begin].player; end++)
            continue;
        if (u->at[begin].player == 0)
            continue;
        out.players += end - begin >= 2 * (size_t)a_half;
        for (size_t i = begin; i + 2 * (size_t)a_half <= end; i += 2 * (size_t)a_half)
            compare(&out, &u->at[i], a_half);
    }
    printf("%3d matches a half: %3d players have enough, %3d pairs of halves; s.d. of z %.2f +- %.2f, 95 %% intervals "
           "hold %d (%.0f %%)\n",
           a_half, out.players, out.pairs, sqrt(out.squares / out.pairs), sqrt(0.5 / out.pairs), out.within,
           100.0 * out.within / out.pairs);
}

static bool run(struct store *s, int n, char **a_half)
{
    struct units u = {.n = 0};
    struct reading r = {s, &u};
    const struct match_filter all = MATCH_FILTER_ALL;
    const bool ok = store_sums(s, &all, false, add_match, &r);
    if (ok && u.n != 0)
        qsort(u.at, u.n, sizeof *u.at, by_player);
    for (int i = 0; ok && i < n; i++)
        print_halves(&u, atoi(a_half[i]));
    xfree(u.at);
    return ok;
}

int main(int argc, char **argv)
{
    struct diags d;
    diags_init(&d, NULL);
    struct store *s = argc > 2 ? store_open(argv[1], SQL_READ, &d) : NULL;
    const bool ok = s != NULL && run(s, argc - 2, argv + 2);
    if (!ok)
        fprintf(stderr, "usage: halves COLLECTION MATCHES_A_HALF...\n");
    store_close(s);
    diags_done(&d);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
