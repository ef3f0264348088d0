/* What the search is worth, beyond the scores: how its values move from ply to ply and from net to net, on positions of
 * self-play; and what levels and filters of any make lose on the yardsticks.
 *
 *   measure [--net FILE] [--every N] bias GAMES                values from ply to ply
 *   measure [--every N] balance GAMES FROM TO                  a net without the swing between plies
 *   measure [--every N] couple GAMES FROM TO                   the same net, its units in a quicker order
 *   measure [--every N] coarse GAMES FROM TO                   a net whose file packs smaller
 *   measure [--net FILE] [--every N] borders GAMES             values across the borders between nets and databases
 *   measure [--net FILE] [--every N] filters GAMES LEVEL...    lost against three plies with wide filters, milliseconds
 *   measure [--net FILE] [--every N] luck LEVEL LEVEL FILE...   do luck and errors add up to results? (2nd: of luck)
 *   measure [--every N] [--first N] against LEVEL... -- FILE... lost by the values that files brought, PR beside theirs
 *   measure [--net FILE] [--every N] [--exact FILE] [--folder FOLDER] races LEVEL...
 *                                                           equity RMS against exact distributions: 15x9, or FILE's;
 *                                                           FOLDER: the engine's databases
 *   measure [--every N] ends LEVEL...                          the last six chequers at a score, against the truth
 *   measure [--net FILE] [--every N] positions FILE LEVEL...   equity RMS, mean error, milliseconds
 *   measure [--net FILE] [--every N] decisions FILE LEVEL...   equity lost, off-list plays, milliseconds
 *
 * LEVEL is a name, or PLIES:EXTRA,THRESHOLD/EXTRA,THRESHOLD.. with a filter for each depth, "-" for no look;
 * an "s" before it: the last ply only where plays are close. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "measure.h"

static int usage(void)
{
    fputs("usage: measure [--net FILE] [--every N] bias|borders GAMES\n"
          "       measure [--every N] balance|couple|coarse GAMES FROM TO\n"
          "       measure [--net FILE] [--every N] filters GAMES LEVEL...\n"
          "       measure [--net FILE] [--every N] luck LEVEL LEVEL FILE...\n"
          "       measure [--every N] [--first N] against LEVEL... -- FILE...\n"
          "       measure [--net FILE] [--every N] [--exact FILE] [--folder FOLDER] races LEVEL...\n"
          "       measure [--every N] ends LEVEL...\n"
          "       measure [--net FILE] [--every N] positions|decisions FILE LEVEL...\n",
          stderr);
    return 2;
}

static bool read_filter(char **at, struct move_filter *f)
{
    int length = 0;
    if (**at == '-') {
        *f = (struct move_filter){-1, 0, 0};
        length = 1;
    } else if (sscanf(*at, "%d,%f%n", &f->extra, &f->threshold, &length) != 2) {
        return false;
    }
    *at += length;
    if (**at == '/')
        (*at)++;
    return true;
}

static bool read_level(char *text, struct level *l)
{
    int length = 0;
    if (level_parse(text, l))
        return true;
    *l = (struct level){.name = text, .cubeful = true};
    const bool close = text[0] == 's';
    if (sscanf(text + close, "%d:%n", &l->plies, &length) != 1 || length == 0 || l->plies > LEVEL_MAX_PLIES)
        return false;
    l->close = close ? 0.03f : 0;
    char *at = text + close + length;
    for (int i = 0; i < l->plies; i++)
        if (!read_filter(&at, &l->filter[i]))
            return false;
    return *at == '\0';
}

enum { LEVELS_MAX = 64 };

/* As many levels as there are words; -1 with a message. */
static int read_levels(char **words, struct level levels[LEVELS_MAX])
{
    int n = 0;
    for (; words[n] != NULL && n < LEVELS_MAX; n++)
        if (!read_level(words[n], &levels[n])) {
            fprintf(stderr, "measure: %s: expected a level, or PLIES:EXTRA,THRESHOLD/...\n", words[n]);
            return -1;
        }
    return n;
}

static int on_yardstick(const struct desk *d, int (*measure)(const struct desk *, const char *, const struct level *),
                        const char *file, const struct level *levels, int n)
{
    struct baseline first = {NULL, 0, 0};
    int result = 0;
    for (int i = 0; i < n && result == 0; i++) {
        struct desk fresh = desk_open(d->net, NULL, d->every); /* with empty caches: the times shall be comparable */
        fresh.baseline = &first;
        result = measure(&fresh, file, &levels[i]);
        desk_close(&fresh);
    }
    xfree(first.lost);
    return result;
}

/* LEVEL... -- FILE... */
static int measure_all_against(const struct desk *d, char **words)
{
    char **files = words;
    struct level levels[LEVELS_MAX];
    while (*files && strcmp(*files, "--") != 0)
        files++;
    if (!*files)
        return usage();
    *files++ = NULL;
    const int n = read_levels(words, levels);
    for (int i = 0; i < n; i++) {
        struct desk fresh = desk_open(d->net, NULL, d->every);
        fresh.first = d->first;
        measure_against(&fresh, &levels[i], files);
        desk_close(&fresh);
    }
    return n > 0 ? 0 : 2;
}

/* GAMES FROM TO */
static const struct {
    const char *name;
    int (*run)(const struct desk *d, int games, const char *from, const char *to);
} remakes[] = {{"balance", measure_balance}, {"coarse", measure_coarse}, {"couple", measure_couple}};

static int run(const struct desk *d, char **words)
{
    const char *what = words[0];
    struct level levels[LEVELS_MAX];
    for (size_t i = 0; i < sizeof remakes / sizeof *remakes; i++)
        if (strcmp(what, remakes[i].name) == 0)
            return words[2] && words[3] ? remakes[i].run(d, atoi(words[1]), words[2], words[3]) : usage();
    if (strcmp(what, "luck") == 0) {
        if (!words[2] || !words[3] || !read_level(words[1], &levels[0]) || !read_level(words[2], &levels[1]))
            return usage();
        return measure_luck(d, &levels[0], &levels[1], words + 3);
    }
    if (strcmp(what, "against") == 0)
        return words[2] ? measure_all_against(d, words + 1) : usage();
    const bool of_races = strcmp(what, "races") == 0, of_ends = strcmp(what, "ends") == 0;
    const int n = words[1] ? read_levels(words + (of_races || of_ends ? 1 : 2), levels) : -1;
    if (n < 0)
        return 2;
    if (of_races || of_ends)
        return of_races ? measure_races(d, levels, n) : measure_ends(d, levels, n);
    if (strcmp(what, "bias") == 0)
        return measure_bias(d, atoi(words[1]));
    if (strcmp(what, "borders") == 0)
        return measure_borders(d, atoi(words[1]));
    if (strcmp(what, "filters") == 0)
        return measure_filters(d, atoi(words[1]), levels, n);
    if (strcmp(what, "positions") == 0)
        return on_yardstick(d, measure_positions, words[1], levels, n);
    if (strcmp(what, "decisions") == 0)
        return on_yardstick(d, measure_decisions, words[1], levels, n);
    return usage();
}

int main(int argc, char **argv)
{
    const char *net = NULL, *exact = NULL, *folder = NULL;
    int every = 1, first = 0;
    char **at = argv + 1, **end = argv + argc;
    for (; end - at > 2 && strncmp(*at, "--", 2) == 0; at += 2) {
        if (strcmp(*at, "--net") == 0)
            net = at[1];
        else if (strcmp(*at, "--exact") == 0)
            exact = at[1];
        else if (strcmp(*at, "--folder") == 0)
            folder = at[1];
        else if (strcmp(*at, "--every") == 0)
            every = atoi(at[1]);
        else if (strcmp(*at, "--first") == 0)
            first = atoi(at[1]);
        else
            return usage();
    }
    if (end - at < 2 || every < 1)
        return usage();
    struct desk d = desk_open(net, folder, every);
    d.first = first;
    d.exact = exact;
    const int result = d.engine ? run(&d, at) : 1;
    desk_close(&d);
    return result;
}
