/* The inputs of fixtures/fuzz/NAME/ go once more into the target of that name: what fuzzing kept because it reaches
 * something, and what it once found. Under `make asan-replay` the sanitizers look on. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "support/assertions.h"
#include "support/fuzz_targets.h"

#include "base/sink.h"

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

static void every_kept_input_is_survived(void **state)
{
    (void)state;
    for (const struct fuzz_target *t = fuzz_targets; t->name != NULL; t++)
        if (replay(t) < 3)
            fail_msg("found fewer than 3 inputs in fixtures/fuzz/%s", t->name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_kept_input_is_survived)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
