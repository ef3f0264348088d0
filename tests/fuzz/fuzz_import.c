/* Any bytes into the readers: FUZZ_READER says which, as for try_matches(); nothing = any. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "import/decode.h"
#include "oracle.h"
#include "support/fuzz_readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *reader;

static void try_input(struct span bytes)
{
    if (!try_matches(reader, bytes))
        abort();
}

/* Of what is read, unpacked where it is compressed. */
static size_t size_unpacked(struct span bytes)
{
    struct strbuf out = {0};
    struct diags d;
    if (!is_gzip(bytes))
        return bytes.length;
    diags_init(&d, "fuzz");
    (void)gunzip(bytes, 0, &out, &d);
    const size_t size = bytes.length + out.length;
    diags_done(&d);
    strbuf_done(&out);
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct allowance reading = {0.2, 50, 16, 4000}, writing = {5, 500, 128, 10000},
                                  searching = {2, 4000, 64, 20000}; /* among all plays of every roll */
    const char *wanted = getenv("FUZZ_READER");
    reader = wanted != NULL && wanted[0] != '\0' ? wanted : "any";
    const bool writes =
        strcmp(reader, "any") == 0 || strcmp(reader, "writers") == 0 || strcmp(reader, "xg-records") == 0;
    const struct span bytes = {(const char *)data, size};
    oracle_run(try_input, bytes, size_unpacked(bytes),
               writes                         ? &writing
               : strcmp(reader, "bgobs") == 0 ? &searching
                                              : &reading);
    return 0;
}
