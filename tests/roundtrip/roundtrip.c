/* Round trips over folders of match files: whatever is read goes through every pair of formats that can carry it, as a
 * match, game by game and as positions (tests/support/pairs.h).
 *
 *     roundtrip [-v] FOLDER_OR_FILE...
 *
 * Prints what differed without having been reported as lost, how often each pair held, and a table format by format:
 * files tried, read and refused, records, round trips. Folders named "bad" hold files that are to be refused. Exit 1 if
 * a round trip failed. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "base/sink.h"
#include "import/import.h"
#include "support/pairs.h"

enum { FORMATS_MAX = 32, SHOWN = 40 };

static struct row {
    const char *name;
    int files, read, refused, records, trips, failed;
} rows[FORMATS_MAX + 1];
static struct pairs pairs;
static bool verbose;

/* The row of a reader; the last one is for what no reader takes. */
static struct row *row_of(const char *name)
{
    struct row *r = rows;
    while (r->name != NULL && strcmp(r->name, name) != 0)
        r++;
    r->name = name;
    return r;
}

static int total(int n[CARRIERS][CARRIERS])
{
    int sum = 0;
    for (int a = 0; a < CARRIERS; a++)
        for (int b = 0; b < CARRIERS; b++)
            sum += n[a][b];
    return sum;
}

static void run_record(struct row *r, const struct match *m, const char *path, size_t index)
{
    char where[512];
    size_t before = pairs.n_faults;
    int tried = total(pairs.tried);
    snprintf(where, sizeof where, "%.450s, record %zu", path, index + 1);
    pairs_run_all(&pairs, m, where);
    r->records++;
    r->trips += total(pairs.tried) - tried;
    r->failed += (int)(pairs.n_faults - before);
    if (pairs.n_faults <= SHOWN || verbose)
        fputs(strbuf_text(&pairs.faults), stdout);
    strbuf_clear(&pairs.faults);
}

static int visit(const char *path, const struct stat *st, int type, struct FTW *where)
{
    static const char *const not_ours[] = {".err", ".md", ".html", ".json", ".csv", ".tex"};
    struct matches list = {0};
    struct strbuf bytes = {0};
    struct diags d;
    (void)st, (void)where;
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof not_ours / sizeof *not_ours; i++)
        if (strcmp(dot, not_ours[i]) == 0)
            return 0;
    if (type != FTW_F || !file_read(path, 0, &bytes))
        return 0;
    diags_init(&d, path);
    const struct importer *im = import_choose((struct span){strbuf_text(&bytes), bytes.length}, path);
    struct row *r = row_of(im != NULL ? im->name : "(none)");
    bool good = import_bytes((struct span){strbuf_text(&bytes), bytes.length}, path, NULL, &list, &d);
    r->files++;
    r->read += good;
    r->refused += !good;
    for (size_t i = 0; i < list.n; i++)
        run_record(r, list.at[i], path, i);
    matches_done(&list);
    strbuf_done(&bytes);
    diags_done(&d);
    return 0;
}

static void print_pairs(void)
{
    printf("\nround trips A -> B -> A without unspoken loss, of those tried (A down, B across)\n%-10s", "");
    for (int b = 0; b < CARRIERS; b++)
        printf(" %12s", carriers[b].name);
    printf(" %12s\n", "refused");
    for (int a = 0; a < CARRIERS; a++) {
        printf("%-10s", carriers[a].name);
        for (int b = 0; b < CARRIERS; b++) {
            char cell[32];
            snprintf(cell, sizeof cell, "%d/%d", pairs.equal[a][b], pairs.tried[a][b]);
            printf(" %12s", pairs.tried[a][b] > 0 ? cell : "-");
        }
        printf(" %12d\n", pairs.refused[a]);
    }
}

static void print_formats(void)
{
    struct row sum = {.name = "all"};
    printf("\n| %-10s | %6s | %6s | %7s | %7s | %11s | %6s |\n|%s\n", "read as", "files", "read", "refused", "records",
           "round trips", "failed", "------------|--------|--------|---------|---------|-------------|--------|");
    for (size_t i = 0;; i++) {
        const struct row *r = rows[i].name != NULL ? &rows[i] : &sum;
        printf("| %-10s | %6d | %6d | %7d | %7d | %11d | %6d |\n", r->name, r->files, r->read, r->refused, r->records,
               r->trips, r->failed);
        if (r == &sum)
            return;
        sum.files += r->files;
        sum.read += r->read;
        sum.refused += r->refused;
        sum.records += r->records;
        sum.trips += r->trips;
        sum.failed += r->failed;
    }
}

int main(int argc, char **argv)
{
    for (int i = 0; importers[i] != NULL && i < FORMATS_MAX - 1; i++)
        rows[i].name = importers[i]->name;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else
            nftw(argv[i], visit, 16, FTW_PHYS);
    print_pairs();
    print_formats();
    if (pairs.n_faults > SHOWN && !verbose)
        printf("%zu faults, the first %d are shown (-v shows all)\n", pairs.n_faults, SHOWN);
    bool good = pairs.n_faults == 0 && total(pairs.tried) > 0;
    pairs_done(&pairs);
    return good ? 0 : 1;
}
