/* Compares what kibitzer and GNU Backgammon (gnubg) make of the same match files.
 *   compare-gnubg PAIRS.tsv
 * PAIRS.tsv (made by run-gnubg.sh): a line for each file, its path, a tab, the SGF that gnubg made of it; beside that
 * its log. Three comparisons: counts.c, sums.c, printed.c. Prints a table of the differences, each with our reading of
 * it, and a summary. Exit 1 if one is unexplained. */
#include <stdio.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/sink.h"
#include "import/import.h"
#include "report.h"

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

/* gnubg's SGF at `path`, and what it said in `log`. */
static void compare_analysis(struct report *r, const char *file, const char *path, const char *sgf, const char *log)
{
    struct matches read = {.n = 0};
    if (read_match(path, &read) && read.at[0]->n_sets > 0) {
        restate_set(read.at[0], 0, met_default(), NULL);
        compare_sums(r, file, read.at[0], sgf);
        compare_printed(r, file, read.at[0], log);
    }
    matches_done(&read);
}

static void read_log(const char *sgf, struct strbuf *log)
{
    char path[4096];
    snprintf(path, sizeof path, "%.*s.log", (int)(strlen(sgf) - strlen(".sgf")), sgf);
    file_read(path, 0, log);
}

static enum reading read_refusal(bool we_read, bool gnubg_read, const char *log)
{
    if (!we_read)
        return gnubg_read ? READ_KIBITZER_REFUSES : READ_BOTH_REFUSE;
    return strstr(log, "terminated") ? READ_GNUBG_CRASHES : READ_GNUBG_REFUSES;
}

static void compare_file(struct report *r, const char *file, const char *path)
{
    struct matches ours = {.n = 0};
    struct strbuf sgf = {.at = NULL}, log = {.at = NULL};
    bool we_read = read_match(file, &ours), gnubg_read = file_read(path, 0, &sgf);
    read_log(path, &log);
    r->files++;
    if (we_read && gnubg_read)
        compare_counts(r, file, ours.at[0], strbuf_text(&sgf));
    else
        difference(r, file, 0, "read at all", we_read ? "yes" : "no", gnubg_read ? "yes" : "no",
                   read_refusal(we_read, gnubg_read, strbuf_text(&log)));
    if (gnubg_read)
        compare_analysis(r, file, path, strbuf_text(&sgf), strbuf_text(&log));
    matches_done(&ours);
    strbuf_done(&sgf);
    strbuf_done(&log);
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
    return r.by_reading[READ_UNEXPLAINED] + r.by_reading[READ_MARKS] + r.by_reading[READ_PRINTED] != 0;
}
