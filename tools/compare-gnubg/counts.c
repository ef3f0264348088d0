/* Counts that need no engine, per game and player: ours from our own reading of the file, gnubg's from the statistics
 * in its SGF (property GS, result RE; found by a plain search, not by our SGF reader). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/stats.h"
#include "base/xmalloc.h"
#include "match/walk.h"
#include "report.h"

/* What one program says of one game. */
struct counts {
    int at[ITEMS][2];
};

/* ---- gnubg's side: statistics stored in its SGF ---- */

static void read_result(const char *root, const char *limit, struct counts *out)
{
    const char *re = strstr(root, "RE[");
    if (!re || re > limit || (re[3] != 'W' && re[3] != 'B'))
        return;
    out->at[POINTS][re[3] == 'B'] = atoi(re + 5);
}

/* `game` is at the root node's "GS[". */
static bool read_statistics(const char *gs, struct counts *out)
{
    const char *m = strstr(gs, "[M:"), *c = strstr(gs, "[C:");
    int moves[4], cube[8];
    if (!m || !c)
        return false;
    integers(m + 3, moves, 4);
    integers(c + 3, cube, 8);
    for (int who = 0; who < 2; who++) {
        out->at[UNFORCED][who] = moves[who];
        out->at[TOTAL][who] = moves[2 + who];
        out->at[DECISIONS][who] = cube[who];
        out->at[DOUBLES][who] = cube[2 + who];
        out->at[TAKES][who] = cube[4 + who];
        out->at[PASSES][who] = cube[6 + who];
    }
    return true;
}

static struct counts *read_gnubg(const char *sgf, size_t *n)
{
    struct counts *games = NULL;
    size_t capacity = 0;
    *n = 0;
    for (const char *root = strstr(sgf, "(;FF[4]GM[6]"); root; root = strstr(root + 1, "(;FF[4]GM[6]")) {
        const char *gs = strstr(root, "]GS[M:");
        struct counts c = {{{0}}};
        if (!gs || !read_statistics(gs + 1, &c))
            continue;
        read_result(root, gs, &c);
        games = grow(games, *n, &capacity, sizeof *games);
        games[(*n)++] = c;
    }
    return games;
}

/* ---- our side ---- */

static struct counts count_game(const struct match *m, const struct game *g)
{
    struct statistics s;
    struct counts c = {{{0}}};
    statistics_of_game(m, g, -1, met_default(), &s);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *p = &s.side[who];
        c.at[TOTAL][who] = p->total_moves;
        c.at[UNFORCED][who] = p->unforced_moves;
        c.at[DECISIONS][who] = p->cube_decisions;
        c.at[DOUBLES][who] = p->doubles;
        c.at[TAKES][who] = p->takes;
        c.at[PASSES][who] = p->passes;
        c.at[POINTS][who] = g->winner == who ? g->points : 0;
    }
    return c;
}

bool has_beaver(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].kind == EVENT_BEAVER)
            return true;
    return false;
}

bool has_illegal_play(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].flags & EVENT_ILLEGAL)
            return true;
    return false;
}

/* ---- the comparison of one file ---- */

/* The points that play and cube alone make of the game for its winner; 0 where they do not decide it. */
static int points_by_play(const struct match *m, const struct game *g, int *cube)
{
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        *cube = w.after.cube;
    return w.winner == g->winner && (w.ending == ENDING_BORNE_OFF || w.ending == ENDING_DROP) ? w.points : 0;
}

static enum reading read_points(const struct match *m, const struct game *g, const struct counts *theirs)
{
    int cube = 1, played = points_by_play(m, g, &cube);
    int gnubg = theirs->at[POINTS][0] + theirs->at[POINTS][1];
    if (gnubg == 0)
        return READ_LOSSES;
    if (g->winner == NOBODY || theirs->at[POINTS][g->winner] == 0)
        return READ_UNEXPLAINED;
    if (m->length == 0 && !m->rules.jacoby)
        return READ_TAGS;
    bool ended_by_word = g->ending == ENDING_RESIGNED || g->ending == ENDING_FORFEIT;
    if (gnubg == played || (ended_by_word && gnubg % cube == 0))
        return READ_FILE_FIGURE;
    return READ_UNEXPLAINED;
}

/* One roll more at gnubg in a game that was given up. */
static bool counts_last_roll_twice(const struct game *g, const struct counts *ours, const struct counts *theirs,
                                   enum item item)
{
    int more = theirs->at[item][0] + theirs->at[item][1] - ours->at[item][0] - ours->at[item][1];
    return (g->ending == ENDING_RESIGNED || g->ending == ENDING_FORFEIT) && item <= UNFORCED && more == 1;
}

static enum reading read_difference(const struct match *m, const struct game *g, const struct counts *ours,
                                    const struct counts *theirs, enum item item)
{
    if (has_illegal_play(g))
        return READ_ILLEGAL;
    if (counts_last_roll_twice(g, ours, theirs, item))
        return READ_LOSSES;
    if (item == POINTS)
        return read_points(m, g, theirs);
    if (item == DECISIONS && !m->rules.cube)
        return READ_TAGS;
    return READ_UNEXPLAINED;
}

static void compare_game(struct report *r, const char *file, const struct match *m, size_t i,
                         const struct counts *theirs)
{
    struct counts ours = count_game(m, &m->games[i]);
    r->games++;
    for (int item = 0; item < ITEMS; item++) {
        for (int who = 0; who < 2; who++) {
            if (ours.at[item][who] == theirs->at[item][who])
                continue;
            char what[64], a[16], b[16];
            snprintf(what, sizeof what, "%s %d", item_names[item], who);
            snprintf(a, sizeof a, "%d", ours.at[item][who]);
            snprintf(b, sizeof b, "%d", theirs->at[item][who]);
            r->by_item[item]++;
            difference(r, file, i + 1, what, a, b, read_difference(m, &m->games[i], &ours, theirs, (enum item)item));
        }
    }
}

void compare_counts(struct report *r, const char *file, const struct match *m, const char *sgf)
{
    size_t n;
    struct counts *theirs = read_gnubg(sgf, &n);
    r->compared++;
    for (size_t i = 0; i < m->n_games && i < n; i++)
        compare_game(r, file, m, i, &theirs[i]);
    if (n != m->n_games) {
        char a[24], b[24];
        snprintf(a, sizeof a, "%zu", m->n_games);
        snprintf(b, sizeof b, "%zu", n);
        difference(r, file, 0, "games", a, b, READ_GAMES);
    }
    free(theirs);
}
