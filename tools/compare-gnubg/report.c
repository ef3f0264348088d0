/* The table of differences: see report.h. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const item_names[ITEMS] = {"total moves", "unforced moves", "cube decisions", "doubles",
                                       "takes",       "passes",         "points won"};

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
    [READ_BEAVER] = {"beaver",
                     "a game with a beaver: gnubg judges its taking as if the double had been taken, and overlooks "
                     "redoubles that the new owner of the cube misses"},
    [READ_MARKS] = {"stored figures", "GS and annotations of the file disagree"},
    [READ_PRINTED] = {"printed figures", "what it prints is not what follows from its annotations"},
};

enum { SHOWN = 6 }; /* differences of one kind that are printed for a file; the rest is counted */

/* `shown` counts by reading for the file at hand. */
void difference(struct report *r, const char *file, size_t game, const char *what, const char *ours, const char *theirs,
                enum reading why)
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

/* ---- the summary ---- */

void print_summary(const struct report *r)
{
    printf("\n%zu files, %zu read by both programs, %zu games\n\n", r->files, r->compared, r->games);
    printf("%-16s %10s %10s\n", "counted", "compared", "different");
    for (int i = 0; i < ITEMS; i++)
        printf("%-16s %10zu %10zu\n", item_names[i], 2 * r->games, r->by_item[i]);
    printf("%-16s %10zu %10zu   (GNU Backgammon's own analysis restated; those that agree do within %.6f)\n",
           "stored sums", r->sums, r->sums_off, r->worst);
    printf("%-16s %10zu %10zu   (its statistics of whole matches, to the last digit printed)\n\n", "printed figures",
           r->printed, r->printed_off);
    for (int i = 0; i < READINGS; i++)
        if (r->by_reading[i])
            printf("%6zu  %-20s %s\n", r->by_reading[i], readings[i].name, readings[i].text);
}

const char *integers(const char *at, int *out, int n)
{
    for (int i = 0; i < n; i++) {
        char *end;
        out[i] = (int)strtol(at, &end, 10);
        at = end;
    }
    return at;
}
