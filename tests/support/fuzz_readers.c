/* Any bytes into the readers, and what they read into the writers: see fuzz_readers.h. match_check() runs inside
 * import_each(). Every 8th input is also dumped; the dump must come back byte for byte. */
#include "fuzz_readers.h"
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"
#include "import/xg/xg.h"
#include "match/check.h"
#include "match/walk.h"

static unsigned turn; /* from the input's bytes, so that what was found happens again */

static void write_with(const struct match *m, const struct exporter *ex, struct strbuf *copy)
{
    struct export_options options;
    struct sink sink;
    struct diags d;
    export_defaults(&options);
    options.split_games = turn % 3 == 0;
    sink_init(&sink);
    diags_init(&d, NULL);
    ex->write(m, &options, &sink, &d);
    if (copy != NULL)
        strbuf_add(copy, strbuf_text(sink_main(&sink)), sink_main(&sink)->length);
    diags_done(&d);
    sink_done(&sink);
}

static void dump_comes_back(const struct match *m)
{
    struct strbuf first = {0}, second = {0};
    struct matches again = {0};
    struct diags d;
    write_with(m, exporter_find("dump"), &first);
    diags_init(&d, NULL);
    import_bytes((struct span){first.at, first.length}, NULL, importer_find("dump"), &again, &d);
    if (again.n != 1)
        abort();
    write_with(again.at[0], exporter_find("dump"), &second);
    if (first.length != second.length || memcmp(first.at, second.at, first.length) != 0)
        abort();
    diags_done(&d);
    matches_done(&again);
    strbuf_done(&first);
    strbuf_done(&second);
}

static size_t n_exporters(void)
{
    size_t n = 0;
    while (exporters[n] != NULL)
        n++;
    return n;
}

/* Pictures, PDF and PostScript take a hundred times as long as text: a sample of them. */
static bool has_its_turn(const struct exporter *ex)
{
    const bool png = strcmp(ex->name, "png") == 0;
    const bool paper = strcmp(ex->name, "pdf") == 0 || strcmp(ex->name, "ps") == 0;
    return png ? turn % 128 == 0 : !paper || turn % 32 == (ex->name[1] == 's');
}

/* Every record is gone before the next one is read: a reader that looks back is found. */
struct trying {
    struct receiver receiver;
    size_t n_writers;
};

static void write_and_forget(struct receiver *self, struct match *m)
{
    const size_t n_writers = ((struct trying *)self)->n_writers;
    for (size_t k = 0; k < n_writers; k++)
        if (has_its_turn(exporters[(turn + k) % n_exporters()]))
            write_with(m, exporters[(turn + k) % n_exporters()], NULL);
    if (turn % 8 == 0)
        dump_comes_back(m);
    match_free(m);
}

static void try_reader(struct span bytes, const struct importer *from, size_t n_writers)
{
    struct trying out = {.receiver = {.take = write_and_forget}, .n_writers = n_writers};
    struct diags d;
    diags_init(&d, "fuzz");
    const bool good = import_each(bytes, "20240102-fuzz.txt", from, &out.receiver, &d);
    if (good != (out.receiver.n != 0) || (!good && d.n_errors == 0))
        abort();
    diags_done(&d);
}

static void try_xg_records(struct span bytes)
{
    struct trying out = {.receiver = {.take = write_and_forget}, .n_writers = 1};
    struct diags d;
    diags_init(&d, "fuzz");
    struct match *m = xg_records(&(struct xg_members){.records = bytes, .comments = bytes, .rollouts = bytes}, &d);
    if (m != NULL && match_check(m, NULL, &d))
        match_hand_on(m, &out.receiver);
    else
        match_free(m);
    diags_done(&d);
}

bool try_matches(const char *reader, struct span bytes)
{
    size_t n = 0;
    while (importers[n] != NULL)
        n++;
    turn = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < bytes.length; i++)
        turn = (turn ^ (unsigned char)bytes.at[i]) * 16777619u;
    turn >>= 8;
    if (strcmp(reader, "any") == 0) {
        try_reader(bytes, NULL, 2);
        try_reader(bytes, importers[turn % n], 2);
    } else if (strcmp(reader, "writers") == 0)
        try_reader(bytes, NULL, n_exporters());
    else if (strcmp(reader, "xg-records") == 0)
        try_xg_records(bytes);
    else if (importer_find(reader) != NULL)
        try_reader(bytes, importer_find(reader), 0);
    else
        return false;
    return true;
}
