/* formats FOLDER FILE...: how fast and how lean the readers and the writers are, one row each, against what is wanted.
 * Records come from the FILEs (matches with and without analysis), long texts are made of them and laid into FOLDER.
 * Processor time, the best of several rounds; memory is the peak of a process of its own that does nothing but read. */
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/sink.h"
#include "export/export.h"
#include "export/board/picture.h"
#include "import/import.h"
#include "stock.h"

enum { TEXT_LENGTH = 4000000, ROUNDS = 7, PICTURE_WIDTH = 1200 };
static const double ROUND_SECONDS = 0.05, MEMORY_WANTED = 10, WRITING_WANTED = 100;

static int n_missed;

static const char *judge(bool reached)
{
    n_missed += !reached;
    return reached ? "ok" : "MISSED";
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- reading ---- */

static void drop(struct receiver *self, struct match *m)
{
    (void)self;
    match_free(m);
}

/* Each record is dropped before the next one comes, as `convert` does, or all are kept until the end. False if a record
 * was refused or something was warned of: then the bench's text is wrong. */
static bool read_text(struct span text, bool keep)
{
    struct receiver dropping = {.take = drop};
    struct matches kept = {0};
    struct diags d;
    diags_init(&d, NULL);
    bool good = keep ? import_bytes(text, NULL, NULL, &kept, &d) : import_each(text, NULL, NULL, &dropping, &d);
    good = good && d.n_errors + d.n_warnings == 0;
    if (!good)
        fprintf(stderr, "%d:%d: %s\n", d.n > 0 ? d.at[0].line : 0, d.n > 0 ? d.at[0].column : 0,
                d.n > 0 ? d.at[0].message : "nothing was read");
    matches_done(&kept);
    diags_done(&d);
    return good;
}

static double reading_rate(struct span text)
{
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = cpu_seconds();
        if (!read_text(text, false))
            exit(EXIT_FAILURE);
        const double rate = (double)text.length / (cpu_seconds() - start) / 1e6;
        best = rate > best ? rate : best;
    }
    return best;
}

/* The peak of this process's memory since it began to run this program, in bytes (getrusage() counts the parent's). */
static double peak_memory(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[128];
    double kilobytes = 0;
    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (strncmp(line, "VmHWM:", 6) == 0)
            kilobytes = strtod(line + 6, NULL);
    if (status != NULL)
        fclose(status);
    return kilobytes * 1024;
}

static int only_read(const char *path, bool keep)
{
    struct strbuf bytes = {0};
    const bool good = file_read(path, 0, &bytes) && read_text((struct span){bytes.at, bytes.length}, keep);
    printf("%.0f\n", peak_memory());
    strbuf_done(&bytes);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* This program again, which only reads. */
static double reading_peak(const char *program, const char *how, const char *path)
{
    struct strbuf command = {0};
    char answer[64] = "";
    strbuf_printf(&command, "'%s' %s '%s'", program, how, path);
    FILE *child = popen(command.at, "r");
    const bool heard = child != NULL && fgets(answer, sizeof answer, child) != NULL;
    if (child == NULL || pclose(child) != 0 || !heard) {
        fprintf(stderr, "%s: cannot be read in a process of its own\n", path);
        exit(EXIT_FAILURE);
    }
    strbuf_done(&command);
    return strtod(answer, NULL);
}

static void read_row(const char *program, const char *folder, const struct telling_row *row, const struct stock *s)
{
    struct strbuf text = {0}, path = {0};
    row->put(&text, s, TEXT_LENGTH);
    strbuf_printf(&path, "%s/input", folder);
    if (!file_write_atomic(path.at, text.at, text.length)) {
        perror(path.at);
        exit(EXIT_FAILURE);
    }
    const double rate = reading_rate((struct span){text.at, text.length});
    const double times = reading_peak(program, "--read", path.at) / (double)text.length;
    const double kept = reading_peak(program, "--keep", path.at) / (double)text.length;
    printf("%-20s %8.1f %8.0f  %-8s %6.1f %6.0f  %-8s %6.1f\n", row->title, rate, row->wanted,
           judge(rate >= row->wanted), times, MEMORY_WANTED, judge(times < MEMORY_WANTED), kept);
    strbuf_done(&text);
    strbuf_done(&path);
}

/* ---- writing ---- */

struct writing_row {
    const struct exporter *exporter;
    const char *title, *style;
    bool analysed, positions, no_boards;
};

/* Writes the stock once; returns the bytes. */
static size_t write_stock(const struct writing_row *row, const struct stock *s)
{
    const struct matches *list = row->positions ? &s->single : row->analysed ? &s->analysed : &s->plain;
    struct export_options o;
    size_t bytes = 0;
    export_defaults(&o);
    o.style = row->style;
    o.board_every = !row->no_boards;
    for (size_t i = 0; i < list->n; i++) {
        struct sink sink;
        struct diags d;
        sink_init(&sink);
        diags_init(&d, NULL);
        row->exporter->write(list->at[i], &o, &sink, &d);
        for (size_t k = 0; k < sink.n; k++)
            bytes += sink.parts[k].text.length;
        diags_done(&d);
        sink_done(&sink);
    }
    return bytes;
}

static double writing_rate(const struct writing_row *row, const struct stock *s)
{
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = cpu_seconds();
        double spent, bytes = 0;
        do
            bytes += (double)write_stock(row, s);
        while ((spent = cpu_seconds() - start) < ROUND_SECONDS);
        best = bytes / spent / 1e6 > best ? bytes / spent / 1e6 : best;
    }
    return best;
}

static void write_rows(const struct stock *s)
{
    const struct writing_row rows[] = {
        {exporter_find("mat"), "mat", NULL, false, false, false},
        {exporter_find("mat"), "mat, XG's style", "xg", false, false, false},
        {exporter_find("gam"), "gam", NULL, false, false, false},
        {exporter_find("snowietxt"), "snowietxt", NULL, false, false, false},
        {exporter_find("sgf"), "sgf", NULL, false, false, false},
        {exporter_find("sgf"), "sgf, analysed", NULL, true, false, false},
        {exporter_find("dump"), "dump", NULL, false, false, false},
        {exporter_find("dump"), "dump, analysed", NULL, true, false, false},
        {exporter_find("json"), "json, analysed", NULL, true, false, false},
        {exporter_find("csv"), "csv, analysed", NULL, true, false, false},
        {exporter_find("text"), "text, analysed", NULL, true, false, false},
        {exporter_find("html"), "html without boards", NULL, true, false, true},
        {exporter_find("latex"), "latex without boards", NULL, true, false, true},
        {exporter_find("snowiepos"), "snowiepos", NULL, false, true, false},
        {exporter_find("pos"), "pos", NULL, false, true, false},
        {exporter_find("xgid"), "xgid", NULL, false, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double rate = writing_rate(&rows[i], s);
        printf("%-20s %8.1f %8.0f  %s\n", rows[i].title, rate, WRITING_WANTED, judge(rate >= WRITING_WANTED));
    }
}

/* ---- pictures ---- */

static void paint_board(const struct stock *s)
{
    const struct picture p = {
        .position = &s->positions[s->n_positions / 2], .draw = {.bottom = -1, .numbers = -1}, .width = PICTURE_WIDTH};
    struct strbuf out = {0};
    if (!picture_png(&out, &p))
        exit(EXIT_FAILURE);
    strbuf_done(&out);
}

static void print_pdf(const struct stock *s)
{
    const struct writing_row row = {exporter_find("pdf"), "pdf", NULL, true, false, false};
    if (write_stock(&row, s) == 0)
        exit(EXIT_FAILURE);
}

static void time_row(const char *title, void (*work)(const struct stock *s), const struct stock *s, double wanted)
{
    double best = 1e9;
    for (int i = 0; i < ROUNDS; i++) {
        const double start = cpu_seconds();
        work(s);
        const double ms = 1e3 * (cpu_seconds() - start);
        best = ms < best ? ms : best;
    }
    printf("%-20s %8.1f %8.0f  %s\n", title, best, wanted, judge(best < wanted));
}

/* Else a row would pay for memory, or not, by what those before it have left. */
static void keep_freed_memory(void)
{
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
}

int main(int argc, char **argv)
{
    struct stock s;
    if (argc == 3 && (strcmp(argv[1], "--read") == 0 || strcmp(argv[1], "--keep") == 0))
        return only_read(argv[2], strcmp(argv[1], "--keep") == 0);
    keep_freed_memory();
    if (argc < 3 || !stock_open(&s, argv + 2, argc - 2))
        return 2;
    printf("%-20s %8s %8s  %-8s %6s %6s  %-8s %6s\n", "reading", "MB/s", "wanted", "", "memory", "below", "", "kept");
    for (const struct telling_row *row = telling_rows; row->title != NULL; row++)
        read_row(argv[0], argv[1], row, &s);
    printf("\n%-20s %8s %8s\n", "writing", "MB/s", "wanted");
    write_rows(&s);
    printf("\n%-20s %8s %8s\n", "pictures", "ms", "below");
    time_row("png, 1200 pixels", paint_board, &s, 25);
    time_row("pdf, 7-point match", print_pdf, &s, 300);
    stock_close(&s);
    printf("\n%s", n_missed == 0 ? "all reached\n" : "");
    if (n_missed > 0)
        printf("%d missed\n", n_missed);
    return EXIT_SUCCESS;
}
