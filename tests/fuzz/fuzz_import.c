/* Any bytes: the reader that content chooses and another one by turns, then match_check (inside import_bytes) and one
 * of the writers, by turns too. With -DFUZZ_READER="sgf" only that reader is tried, so that its grammar gets all the
 * time. What a dump carries must come back from it byte for byte. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"
#include "match/walk.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const writers[] = {"sgf", "mat", "text", "json", "sgf", "mat", "html"};

static void write_with(const struct match *m, const char *name, struct strbuf *copy)
{
    const struct exporter *ex = exporter_find(name);
    struct export_options options;
    struct sink sink;
    struct diags d;
    if (ex == NULL)
        return;
    export_defaults(&options);
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
    write_with(m, "dump", &first);
    if (first.length == 0)
        return;
    diags_init(&d, NULL);
    import_bytes((struct span){first.at, first.length}, NULL, importer_find("dump"), &again, &d);
    if (again.n != 1)
        abort();
    write_with(again.at[0], "dump", &second);
    if (first.length != second.length || memcmp(first.at, second.at, first.length) != 0)
        abort();
    diags_done(&d);
    matches_done(&again);
    strbuf_done(&first);
    strbuf_done(&second);
}

static void try_reader(struct span bytes, const struct importer *from)
{
    struct matches out = {0};
    struct diags d;
    diags_init(&d, "fuzz");
    import_bytes(bytes, "20240102-fuzz.txt", from, &out, &d);
    for (size_t i = 0; i < out.n; i++) {
        size_t turn = bytes.length + i;
        if (turn % 2 == 0)
            dump_comes_back(out.at[i]);
        else
            write_with(out.at[i], writers[turn / 2 % (sizeof writers / sizeof *writers)], NULL);
    }
    matches_done(&out);
    diags_done(&d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span bytes = {(const char *)data, size};
#ifdef FUZZ_READER
    try_reader(bytes, importer_find(FUZZ_READER));
#else
    size_t n = 0;
    while (importers[n] != NULL)
        n++;
    try_reader(bytes, NULL);
    try_reader(bytes, importers[size % n]);
#endif
    return 0;
}
