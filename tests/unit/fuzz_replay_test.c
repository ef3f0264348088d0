/* The inputs of fixtures/fuzz/NAME/, of readers those of NAME.tar.gz, go once more into the target of that name: what
 * fuzzing kept because it reaches something, and what it once found. Under `make asan-replay` the sanitizers look on.
 */
#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "support/assertions.h"
#include "support/fuzz_readers.h"
#include "support/fuzz_targets.h"

#include "base/sink.h"
#include "base/xmalloc.h"
#include "import/import.h"

static size_t replay(const struct fuzz_target *t)
{
    char folder[200], path[600];
    size_t n = 0;
    snprintf(folder, sizeof folder, "fixtures/fuzz/%s", t->name);
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (const struct dirent *e; (e = readdir(d)) != NULL;) {
        struct strbuf bytes = {0};
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        assert_true(file_read(path, 0, &bytes));
        t->try((struct span){strbuf_text(&bytes), bytes.length});
        strbuf_done(&bytes);
        n++;
    }
    closedir(d);
    return n;
}

TEST(every_kept_input_is_survived)
{
    for (const struct fuzz_target *t = fuzz_targets; t->name != NULL; t++)
        if (replay(t) < 3)
            fail_msg("found fewer than 3 inputs in fixtures/fuzz/%s", t->name);
}

/* Those of a reader are many and small. */
static size_t replay_archive(const char *reader)
{
    static char bytes[1 << 20];
    char path[200];
    struct archive_entry *entry;
    size_t n = 0;
    int status;
    struct archive *a = archive_read_new();
    snprintf(path, sizeof path, "fixtures/fuzz/%s.tar.gz", reader);
    assert_int_equal(archive_read_support_filter_gzip(a), ARCHIVE_OK);
    assert_int_equal(archive_read_support_format_tar(a), ARCHIVE_OK);
    if (archive_read_open_filename(a, path, 1 << 16) != ARCHIVE_OK)
        fail_msg("%s is missing; see \"make fuzz-keep FUZZ_READER=%s\"", path, reader);
    while ((status = archive_read_next_header(a, &entry)) == ARCHIVE_OK) {
        if (archive_entry_filetype(entry) != AE_IFREG)
            continue;
        const la_ssize_t length = archive_read_data(a, bytes, sizeof bytes);
        assert_true(length >= 0 && length < (la_ssize_t)sizeof bytes);
        char *alone = xcalloc((size_t)length + 1, 1); /* so that its end is guarded */
        memcpy(alone, bytes, (size_t)length);
        assert_true(try_matches(reader, (struct span){alone, (size_t)length}));
        xfree(alone);
        n++;
    }
    assert_int_equal(status, ARCHIVE_EOF);
    archive_read_free(a);
    return n;
}

TEST(so_is_every_one_of_readers)
{
    for (size_t i = 0; importers[i] != NULL; i++)
        if (replay_archive(importers[i]->name) < 10)
            fail_msg("found fewer than 10 inputs for %s", importers[i]->name);
}

TEST_MAIN(NULL, NULL)
