/* same-match FILE FILE...: the files hold the same match; says where a record differs from the first one's. Names are
 * not compared, since programs shorten and respell them. The exit status counts the files that differ. */
#include <stdio.h>

#include "base/sink.h"
#include "import/import.h"
#include "match/same.h"

static bool read_file(const char *path, struct matches *out)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    bool good = file_read(path, 0, &bytes);
    if (!good)
        perror(path);
    good = good && import_bytes((struct span){bytes.at, bytes.length}, path, NULL, out, &d);
    diags_print(&d, SEVERITY_WARNING, stderr);
    diags_done(&d);
    strbuf_done(&bytes);
    return good;
}

static bool same(const struct matches *first, const struct matches *other, struct strbuf *why)
{
    bool equal = first->n == other->n;
    if (!equal)
        strbuf_printf(why, "%zu matches instead of %zu", other->n, first->n);
    for (size_t i = 0; equal && i < first->n; i++) {
        for (int k = 0; k < 2; k++)
            other->at[i]->player[k].name = first->at[i]->player[k].name;
        equal = match_equal(first->at[i], other->at[i], why);
    }
    return equal;
}

int main(int argc, char **argv)
{
    struct matches first = {0};
    int differing = 0;
    if (argc < 3 || !read_file(argv[1], &first)) {
        fputs("same-match: expected two files or more that can be read\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct matches other = {0};
        struct strbuf why = {0};
        const bool equal = read_file(argv[i], &other) && same(&first, &other, &why);
        printf("%s: %s%s\n", argv[i], equal ? "equal" : "DIFFERS: ", strbuf_text(&why));
        differing += !equal;
        strbuf_done(&why);
        matches_done(&other);
    }
    matches_done(&first);
    return differing;
}
