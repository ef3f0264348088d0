/* Compares what kibitzer and GNU Backgammon count in the same match files.
 *   compare-gnubg PAIRS.tsv
 * PAIRS.tsv (made by run-gnubg.sh): a line for each file, its path, a tab, the SGF that gnubg made of it.
 * 1. Counts that need no engine, per game and player: ours from our own reading of the file, gnubg's from the
 *    statistics in its SGF (property GS, result RE; found by a plain search, not by our SGF reader).
 * 2. Sums of gnubg's analysis: GS against our statistics after reading its SGF and restating its annotations.
 * Prints a table of the differences, each with our reading of it, and a summary. Exit 1 if one is unexplained. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/restate.h"
#include "analyze/stats.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "import/import.h"
#include "match/walk.h"

enum item { TOTAL, UNFORCED, DECISIONS, DOUBLES, TAKES, PASSES, POINTS, ITEMS };
static const char *const item_names[ITEMS] = {"total moves", "unforced moves", "cube decisions", "doubles",
                                              "takes",       "passes",         "points won"};

/* What one program says of one game. */
struct counts {
    int at[ITEMS][2];
};

/* ---- readings: why the two differ ---- */

enum reading {
    READ_UNEXPLAINED,
    READ_GNUBG_REFUSES,
    READ_GNUBG_CRASHES,
    READ_KIBITZER_REFUSES,
    READ_BOTH_REFUSE,
    READ_ILLEGAL,
    READ_TAGS,
    READ_FILE_FIGURE,
    READ_LOSSES,
    READ_GAMES,
    READ_ROUNDING,
    READ_MARKS,
    READINGS
};

static const struct {
    const char *name, *text;
} readings[READINGS] = {
    [READ_UNEXPLAINED] = {"UNEXPLAINED", "one of the two is wrong: look into it"},
    [READ_GNUBG_REFUSES] = {"refused by gnubg", "kibitzer reads what gnubg calls no valid file"},
    [READ_GNUBG_CRASHES] = {"gnubg crashes", "gnubg is ended by the system while reading (an empty player name)"},
    [READ_KIBITZER_REFUSES] = {"refused by kibitzer", "gnubg makes something of it"},
    [READ_BOTH_REFUSE] = {"refused by both", "neither reads it"},
    [READ_ILLEGAL] = {"illegal play",
                      "the game has an illegal play: gnubg takes it for a play, or stops, without a word; "
                      "kibitzer flags it and counts the legal ones"},
    [READ_TAGS] = {"rules in tags", "the file's tags say no cube, or no Jacoby rule; gnubg does not read them"},
    [READ_FILE_FIGURE] = {"file's own result",
                          "the file says fewer or more points than play and cube make (sites cap a "
                          "result at what the match needs): kibitzer keeps the file's figure and "
                          "warns, gnubg counts the play"},
    [READ_LOSSES] = {"\"Losses\"",
                     "a game that ends with \"Losses\": gnubg does not know the word; it misses the result, or "
                     "counts the last roll twice"},
    [READ_GAMES] = {"number of games", "a game without a move, or one after the end of the match"},
    [READ_ROUNDING] = {"rounding", "errors smaller than the decimals of the file: counted or not, the sums agree"},
    [READ_MARKS] = {"stored figures", "GS and annotations of the file disagree"},
};

struct report {
    size_t files, compared, games, differences;
    size_t by_reading[READINGS];
    size_t by_item[ITEMS]; /* part 1: differences */
    size_t sums, sums_off; /* part 2 */
    bool illegal; /* the game at hand has an illegal play */
    double worst; /* of the sums that agree */
};

/* Stored figures have five or six decimals, and an equity made of an MWC multiplies what they lack. */
#define TOLERANCE 0.0005

enum { SHOWN = 6 }; /* differences of one kind that are printed for a file; the rest is counted */

/* `shown` counts by reading for the file at hand. */
static void difference(struct report *r, const char *file, size_t game, const char *what, const char *ours,
                       const char *theirs, enum reading why)
{
    static char last[512];
    static size_t shown[READINGS];
    const char *slash = strrchr(file, '/');
    char where[32] = "";
    if (strcmp(last, file) != 0) {
        memset(shown, 0, sizeof shown);
        snprintf(last, sizeof last, "%s", file);
    }
    r->differences++;
    r->by_reading[why]++;
    if (++shown[why] > SHOWN)
        return;
    if (game)
        snprintf(where, sizeof where, "%zu", game);
    printf("%-50.50s %4s  %-18s %10s %10s  %s\n", slash ? slash + 1 : file, where, what, ours, theirs,
           shown[why] == SHOWN ? "... and more of the same in this file" : readings[why].name);
}

/* ---- gnubg's side: statistics stored in its SGF ---- */

static const char *integers(const char *at, int *out, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = (int)strtol(at, &end, 10);
        at = end;
    }
    return at;
}

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

static bool has_illegal_play(const struct game *g)
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

static void compare_match(struct report *r, const char *file, const struct match *m, const char *sgf)
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

static bool read_match(const char *path, struct matches *out)
{
    struct strbuf bytes = {.at = NULL};
    struct diags d;
    bool ok = false;
    diags_init(&d, path);
    if (file_read(path, 0, &bytes))
        ok = import_bytes((struct span){bytes.at, bytes.length}, path, NULL, out, &d);
    diags_done(&d);
    strbuf_done(&bytes);
    return ok && out->n > 0;
}

/* ---- part 2: gnubg's own analysis, summed by us ---- */

static void compare_figure(struct report *r, const char *file, size_t game, const char *what, int who, double ours,
                           double theirs, double tolerance, enum reading why)
{
    char name[64], a[32], b[32];
    double off = fabs(ours - theirs);
    r->sums++;
    if (off <= tolerance) {
        r->worst = fmax(r->worst, off);
        return;
    }
    snprintf(name, sizeof name, "%s %d", what, who);
    snprintf(a, sizeof a, "%.8g", ours);
    snprintf(b, sizeof b, "%.8g", theirs);
    r->sums_off++;
    difference(r, file, game, name, a, b, r->illegal ? READ_ILLEGAL : why);
}

static void compare_sum(struct report *r, const char *file, size_t game, const char *what, int who, double ours,
                        double theirs, double tolerance)
{
    compare_figure(r, file, game, what, who, ours, theirs, tolerance, READ_MARKS);
}

static const char *floats(const char *at, double *out, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = strtod(at, &end);
        at = end;
    }
    return at;
}

static void compare_moves(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    int n[12];
    double f[4];
    floats(integers(gs, n, 12), f, 4);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *p = &s->side[who];
        compare_sum(r, file, game, "very bad moves", who, p->skill[SKILL_VERY_BAD], n[4 + who], 0);
        compare_sum(r, file, game, "bad moves", who, p->skill[SKILL_BAD], n[6 + who], 0);
        compare_sum(r, file, game, "doubtful moves", who, p->skill[SKILL_DOUBTFUL], n[8 + who], 0);
        compare_sum(r, file, game, "unmarked moves", who, p->skill[SKILL_NONE], n[10 + who], 0);
        compare_sum(r, file, game, "move error EMG", who, p->move_error.emg, f[2 * who], TOLERANCE);
        compare_sum(r, file, game, "move error MWC", who, p->move_error.mwc, f[2 * who + 1], TOLERANCE);
    }
}

static void compare_cube(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    static const char *const kinds[] = {"missed below CP", "missed above CP", "wrong below DP",
                                        "wrong above TG",  "wrong takes",     "wrong passes"};
    int n[20];
    double f[24];
    floats(integers(gs, n, 20), f, 24);
    for (int who = 0; who < 2; who++) {
        for (int k = 0; k < CUBE_ERRORS; k++) {
            const struct side_statistics *p = &s->side[who];
            bool agree = fabs(p->cube_error[k].emg - f[12 * who + 2 * k]) <= TOLERANCE;
            compare_figure(r, file, game, kinds[k], who, p->cube_errors[k], n[8 + 2 * k + who], 0,
                           agree ? READ_ROUNDING : READ_MARKS);
            compare_sum(r, file, game, "EMG of it", who, p->cube_error[k].emg, f[12 * who + 2 * k], TOLERANCE);
            compare_sum(r, file, game, "MWC of it", who, p->cube_error[k].mwc, f[12 * who + 2 * k + 1], TOLERANCE);
        }
    }
}

static void compare_luck(struct report *r, const char *file, size_t game, const struct statistics *s, const char *gs)
{
    int n[10];
    double f[4];
    floats(integers(gs, n, 10), f, 4);
    for (int who = 0; who < 2; who++) {
        const struct side_statistics *p = &s->side[who];
        for (int i = 0; i < 5; i++)
            compare_sum(r, file, game, "luck marks", who, p->luck[i], n[2 * i + who], 0);
        compare_sum(r, file, game, "luck EMG", who, p->luck_total.emg, f[2 * who], TOLERANCE);
        compare_sum(r, file, game, "luck MWC", who, p->luck_total.mwc, f[2 * who + 1], TOLERANCE);
    }
}

/* `at` moves on to the next GS of the file. */
static void compare_stored(struct report *r, const char *file, size_t game, const struct statistics *s, const char **at)
{
    const char *gs = strstr(*at, "]GS[M:");
    const char *c = gs ? strstr(gs, "[C:") : NULL, *d = gs ? strstr(gs, "[D:") : NULL;
    if (!c || !d)
        return;
    compare_moves(r, file, game, s, gs + 6);
    compare_cube(r, file, game, s, c + 3);
    compare_luck(r, file, game, s, d + 3);
    *at = d;
}

static void compare_sums(struct report *r, const char *file, const char *sgf, const char *text)
{
    struct matches read = {.n = 0};
    if (read_match(sgf, &read) && read.at[0]->n_sets > 0) {
        struct match *m = read.at[0];
        restate_set(m, 0, met_default(), NULL);
        for (size_t i = 0; i < m->n_games; i++) {
            r->illegal = has_illegal_play(&m->games[i]);
            compare_stored(r, file, i + 1, &m->games[i].statistics[0], &text);
        }
    }
    matches_done(&read);
}

static bool crashed(const char *sgf)
{
    char path[4096];
    struct strbuf log = {.at = NULL};
    snprintf(path, sizeof path, "%.*s.log", (int)(strlen(sgf) - strlen(".sgf")), sgf);
    bool found = file_read(path, 0, &log) && strstr(strbuf_text(&log), "terminated");
    strbuf_done(&log);
    return found;
}

static enum reading read_refusal(bool we_read, bool gnubg_read, const char *sgf)
{
    if (!we_read)
        return gnubg_read ? READ_KIBITZER_REFUSES : READ_BOTH_REFUSE;
    return crashed(sgf) ? READ_GNUBG_CRASHES : READ_GNUBG_REFUSES;
}

static void compare_file(struct report *r, const char *file, const char *sgf)
{
    struct matches ours = {.n = 0};
    struct strbuf theirs = {.at = NULL};
    bool we_read = read_match(file, &ours), gnubg_read = file_read(sgf, 0, &theirs);
    r->files++;
    if (we_read && gnubg_read)
        compare_match(r, file, ours.at[0], strbuf_text(&theirs));
    else
        difference(r, file, 0, "read at all", we_read ? "yes" : "no", gnubg_read ? "yes" : "no",
                   read_refusal(we_read, gnubg_read, sgf));
    if (gnubg_read)
        compare_sums(r, file, sgf, strbuf_text(&theirs));
    matches_done(&ours);
    strbuf_done(&theirs);
}

/* ---- the summary ---- */

static void print_summary(const struct report *r)
{
    printf("\n%zu files, %zu read by both programs, %zu games\n\n", r->files, r->compared, r->games);
    printf("%-16s %10s %10s\n", "counted", "compared", "different");
    for (int i = 0; i < ITEMS; i++)
        printf("%-16s %10zu %10zu\n", item_names[i], 2 * r->games, r->by_item[i]);
    printf("%-16s %10zu %10zu   (GNU Backgammon's own analysis restated; those that agree do within %.6f)\n\n",
           "stored sums", r->sums, r->sums_off, r->worst);
    for (int i = 0; i < READINGS; i++)
        if (r->by_reading[i])
            printf("%6zu  %-20s %s\n", r->by_reading[i], readings[i].name, readings[i].text);
}

int main(int argc, char **argv)
{
    struct report r = {.files = 0};
    struct strbuf pairs = {.at = NULL};
    if (argc != 2 || !file_read(argv[1], 0, &pairs)) {
        fprintf(stderr, "usage: compare-gnubg PAIRS.tsv\n");
        return 2;
    }
    for (char *line = strtok(pairs.at, "\n"); line; line = strtok(NULL, "\n")) {
        char *tab = strchr(line, '\t');
        if (!tab)
            continue;
        *tab = '\0';
        compare_file(&r, line, tab + 1);
    }
    print_summary(&r);
    strbuf_done(&pairs);
    return r.by_reading[READ_UNEXPLAINED] != 0;
}
