/* xg-fixture IN.dump OUT.xg: an .xg file from a dump, by the writer that the unit tests use (tests/support/xg_file.h).
 * Makes fixtures/xg; kibitzer itself only reads the format. */
#include <stdio.h>

#include "base/sink.h"
#include "import/import.h"
#include "support/xg_file.h"

int main(int argc, char **argv)
{
    struct strbuf text = {0}, xg = {0};
    struct matches read = {0};
    struct diags d;
    if (argc != 3) {
        fputs("usage: xg-fixture IN.dump OUT.xg\n", stderr);
        return 2;
    }
    diags_init(&d, argv[1]);
    bool good = file_read(argv[1], 0, &text) &&
                import_bytes((struct span){text.at, text.length}, argv[1], NULL, &read, &d) && read.n == 1;
    diags_print(&d, SEVERITY_WARNING, stderr);
    if (good) {
        xg_write(read.at[0], &xg);
        good = file_write_atomic(argv[2], xg.at, xg.length);
    }
    if (!good)
        fprintf(stderr, "xg-fixture: %s could not be made from %s\n", argv[2], argv[1]);
    matches_done(&read);
    diags_done(&d);
    strbuf_done(&text);
    strbuf_done(&xg);
    return good ? 0 : 1;
}
