/* The listing of an assistant's folder ends when its time is over, and says that it is not whole. */
#include "assistant/files.h"

#include <string.h>

#include "base/os.h"
#include "support/assertions.h"

static struct strbuf folder;

static int make_folder(void **state)
{
    (void)state;
    struct strbuf made = {0};
    const int fd = os_open_temporary(&made);
    if (fd < 0 || close(fd) != 0 || !os_remove(made.at) || !os_make_folder(made.at))
        return -1;
    const bool there = os_path_real(made.at, &folder);
    strbuf_done(&made);
    return there ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    const int failed = rmdir(folder.at);
    strbuf_done(&folder);
    return failed;
}

/* How many files are listed in so many seconds; and whether it is said that there are more. */
static size_t listed_in(int seconds, bool *cut)
{
    const struct assistant_options options = {.root = folder.at, .seconds = seconds};
    struct errand t = {.options = &options};
    json_object *files = json_object_new_array();
    errand_begin(&t);
    files_list(&t, files);
    const size_t n = json_object_array_length(files);
    *cut = json_object_array_length(t.messages) != 0;
    json_object_put(files);
    errand_done(&t);
    return n;
}

TEST(a_listing_ends_when_its_time_is_over)
{
    struct strbuf path = {0};
    bool cut;
    strbuf_printf(&path, "%s/match.mat", folder.at);
    const int fd = os_open(path.at, O_WRONLY | O_CREAT | O_EXCL);
    assert_true(fd >= 0);
    assert_int_equal(close(fd), 0);
    assert_int_equal(listed_in(60, &cut), 1);
    assert_false(cut);
    assert_int_equal(listed_in(0, &cut), 0);
    assert_true(cut);
    assert_true(os_remove(path.at));
    strbuf_done(&path);
}

TEST_MAIN(make_folder, remove_folder)
