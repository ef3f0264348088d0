/* GNU Backgammon as a witness for our writers. Two halves, with gnubg running between them:
 *
 *     peer write OUT FOLDER...    reads every match, writes OUT/0001.dump (the record), .sgf, .mat, .snowie.mat and the
 *                                 commands OUT/commands that make gnubg load each of them and export it as .mat again
 *     peer compare OUT            reads gnubg's exports and compares them with the records: plays, cubes, results
 *
 * gnubg cannot know everything: resignations refused, illegal plays, forfeits, games after a fault. Records with such
 * things are counted apart. Exit 1 if one without them came back different. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/export.h"
#include "import/import.h"
#include "match/walk.h"
#include "match/same.h"

static const struct route {
    const char *exporter, *extension, *command;
} routes[] = {
    {"sgf", "sgf", "load match"},
    {"mat", "mat", "import mat"},
    {"snowietxt", "snowie.mat", "import mat"},
};
enum { ROUTES = sizeof routes / sizeof *routes };

static const char *out_dir;
static FILE *commands;
static int number;

/* ---- write ---- */

static void write_file(const struct match *m, const char *exporter, const char *path)
{
    struct sink sink;
    struct diags d;
    struct export_options o;
    export_defaults(&o);
    sink_init(&sink);
    diags_init(&d, NULL);
    exporter_find(exporter)->write(m, &o, &sink, &d);
    if (!file_write_atomic(path, strbuf_text(sink_main(&sink)), sink_main(&sink)->length))
        perror(path);
    sink_done(&sink);
    diags_done(&d);
}

static void write_match(const struct match *m)
{
    char path[4096];
    number++;
    snprintf(path, sizeof path, "%s/%04d.dump", out_dir, number);
    write_file(m, "dump", path);
    for (int i = 0; i < ROUTES; i++) {
        snprintf(path, sizeof path, "%s/%04d.%s", out_dir, number, routes[i].extension);
        write_file(m, routes[i].exporter, path);
        if (m->player[0].name[0] != '\0' && m->player[1].name[0] != '\0') /* gnubg 1.07 crashes on empty names */
            fprintf(commands, "%s %s\nexport match mat %s.back\n", routes[i].command, path, path);
    }
}

static int visit(const char *path, const struct stat *st, int type, struct FTW *where)
{
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    (void)st, (void)where;
    if (type != FTW_F || !file_read(path, 0, &bytes))
        return 0;
    diags_init(&d, path);
    import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &list, &d);
    for (size_t i = 0; i < list.n; i++)
        write_match(list.at[i]);
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return 0;
}

static int write_all(int n, char **folders)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/commands", out_dir);
    commands = fopen(path, "w");
    if (commands == NULL)
        return perror(path), 2;
    fputs(
        "set automatic game off\nset automatic roll off\nset display off\nset confirm new off\nset confirm save off\n",
        commands);
    for (int i = 0; i < n; i++)
        nftw(folders[i], visit, 16, FTW_PHYS);
    fclose(commands);
    printf("%d records written\n", number);
    return number > 0 ? 0 : 1;
}

/* ---- compare ---- */

static struct match *read_one(const char *path)
{
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    struct match *m = NULL;
    diags_init(&d, path);
    if (file_read(path, 0, &bytes) && import_bytes((struct span){bytes.at, bytes.length}, NULL, NULL, &list, &d)) {
        m = list.at[0];
        list.at[0] = list.at[--list.n];
    }
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return m;
}

/* Something that gnubg's record cannot hold; NULL if there is nothing. */
static const char *beyond_gnubg(const struct match *m)
{
    if (m->n_games == 0)
        return "no game";
    if (m->player[0].name[0] == '\0' || m->player[1].name[0] == '\0')
        return "empty name";
    if (m->length > 64)
        return "match length";
    for (size_t g = 0; g < m->n_games; g++) {
        const struct game *game = &m->games[g];
        if (game->ending == ENDING_FORFEIT || game->ending == ENDING_SETTLED)
            return "forfeit";
        if (game->n_events == 0)
            return "game without moves";
        struct walk w;
        for (walk_begin(&w, m, game); walk_next(&w);)
            continue;
        if (w.winner != NOBODY && w.points != 0 && w.points != game->points)
            return "points other than the play gives";
        if (m->rules.jacoby && game->ending == ENDING_BORNE_OFF && w.after.cube_owner == CUBE_CENTRED)
            return "gammon that counts one by Jacoby";
        for (size_t e = 0; e < game->n_events; e++) {
            if (game->events[e].flags & EVENT_ILLEGAL)
                return "illegal play";
            if (game->events[e].kind == EVENT_RESIGN_REFUSE)
                return "refused resignation";
            if (game->events[e].kind == EVENT_SET_BOARD)
                return "set-up";
        }
    }
    return NULL;
}

/* A site counts no more points than the winner needed; our .sgf says what was played, and so does gnubg. */
static void count_as_played(struct match *m)
{
    for (size_t g = 0; g < m->n_games; g++) {
        struct game *game = &m->games[g];
        struct walk w;
        for (walk_begin(&w, m, game); walk_next(&w);)
            continue;
        bool needed = game->winner != NOBODY && game->points == m->length - game->score[game->winner];
        if (needed && w.winner == game->winner && w.points > game->points)
            game->points = w.points;
    }
}

static int compare_all(void)
{
    int tried[ROUTES] = {0}, equal[ROUTES] = {0}, beyond[ROUTES] = {0};
    char path[4096];
    for (number = 1;; number++) {
        snprintf(path, sizeof path, "%s/%04d.dump", out_dir, number);
        struct match *ours = read_one(path);
        if (ours == NULL)
            break;
        struct match *played = read_one(path);
        count_as_played(played);
        for (int i = 0; i < ROUTES; i++) {
            struct match *expected = strcmp(routes[i].exporter, "sgf") == 0 ? played : ours;
            const char *reason = beyond_gnubg(expected);
            struct strbuf why = {0};
            snprintf(path, sizeof path, "%s/%04d.%s.back", out_dir, number, routes[i].extension);
            struct match *theirs = read_one(path);
            if (theirs != NULL) {
                theirs->rules = expected->rules; /* gnubg's .mat does not hold them */
            }
            bool same = theirs != NULL && match_equal(expected, theirs, &why);
            tried[i]++;
            equal[i] += same;
            beyond[i] += !same && reason != NULL;
            if (!same)
                printf("%s: %s%s%s\n", path, theirs == NULL ? "not exported" : strbuf_text(&why),
                       reason != NULL ? "; it has what gnubg cannot hold: " : "", reason != NULL ? reason : "");
            strbuf_done(&why);
            match_free(theirs);
        }
        match_free(ours);
        match_free(played);
    }
    int failed = 0;
    printf("%-12s %8s %8s %22s %8s\n", "through", "records", "equal", "beyond gnubg's record", "differ");
    for (int i = 0; i < ROUTES; i++) {
        int differ = tried[i] - equal[i] - beyond[i];
        printf("%-12s %8d %8d %22d %8d\n", routes[i].exporter, tried[i], equal[i], beyond[i], differ);
        failed += differ;
    }
    return failed > 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return fputs("usage: peer write OUT FOLDER... | peer compare OUT\n", stderr), 2;
    out_dir = argv[2];
    return strcmp(argv[1], "write") == 0 ? write_all(argc - 3, argv + 3) : compare_all();
}
