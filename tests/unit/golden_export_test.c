/* Golden files of the writers: fixtures/export/CASE.dump and fixtures/dump/CASE.dump written in every format for which
 * a CASE.* stands beside it. With ACCEPT=1 in the environment the expected files are written anew: review the
 * difference, then commit. */
#include "support/assertions.h"
#include "support/reading.h"
#include "support/writing.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

static const struct golden {
    const char *extension, *exporter, *style;
} goldens[] = {
    {".mat", "mat", NULL},
    {".xg.mat", "mat", "xg"},
    {".sgf", "sgf", NULL},
    {".txt", "text", NULL},
    {".csv", "csv", NULL},
    {".json", "json", NULL},
    {".snowie.txt", "snowietxt", NULL},
    {".tex", "latex", NULL},
    {".tree", "tree", NULL},
    {".md", "md", NULL},
    {".gva", "gva", NULL},
};

/* Number of golden files compared. */
static int compare(const char *dump, const struct match *m)
{
    int compared = 0;
    for (size_t i = 0; i < sizeof goldens / sizeof *goldens; i++) {
        struct strbuf path = {0}, expected = {0};
        const char *name = strrchr(dump, '/') + 1;
        strbuf_printf(&path, "fixtures/export/%.*s", (int)(strlen(name) - strlen(".dump")), name);
        strbuf_puts(&path, goldens[i].extension);
        if (file_read(path.at, 0, &expected)) {
            char *text = written(m, goldens[i].exporter, goldens[i].style);
            if (getenv("ACCEPT") != NULL)
                assert_true(file_write_atomic(path.at, text, strlen(text)));
            else if (strcmp(text, strbuf_text(&expected)) != 0)
                fail_msg("%s is no longer what is written; see the difference with: ACCEPT=1 make unit && git diff",
                         path.at);
            free(text);
            compared++;
        }
        strbuf_done(&path);
        strbuf_done(&expected);
    }
    return compared;
}

static int compare_all(const char *pattern)
{
    glob_t found;
    int compared = 0;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct match *m = read_file(found.gl_pathv[i]);
        compared += compare(found.gl_pathv[i], m);
        match_free(m);
    }
    globfree(&found);
    return compared;
}

TEST(fixtures_are_written_as_before)
{
    assert_true(compare_all("fixtures/export/*.dump") + compare_all("fixtures/dump/*.dump") >= 9);
}

TEST_MAIN(NULL, NULL)
