/* What the operating system does for us: the same whichever it is. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "support/assertions.h"

static struct strbuf folder; /* of these tests */

static int make_folder(void **state)
{
    (void)state;
    const int fd = os_open_temporary(&folder);
    if (fd < 0 || close(fd) != 0 || !os_remove(folder.at))
        return -1;
    return os_make_folder(folder.at) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    const int failed = rmdir(folder.at);
    strbuf_done(&folder);
    return failed;
}

static struct strbuf path_to(const char *name)
{
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder.at, name);
    return path;
}

static struct strbuf make(const char *name, const char *text)
{
    struct strbuf path = path_to(name);
    const int fd = os_open(path.at, O_WRONLY | O_CREAT | O_EXCL);
    assert_true(fd >= 0);
    assert_true(os_write(fd, text, strlen(text)));
    assert_int_equal(close(fd), 0);
    return path;
}

static void done(struct strbuf *path)
{
    assert_true(os_remove(path->at));
    strbuf_done(path);
}

TEST(a_file_is_itself_under_each_of_its_names)
{
    struct strbuf one = make("one", "1\n2\n"), other = make("other", "12"), again = path_to("./one");
    struct os_facts f, g, h, open;
    assert_true(os_facts(one.at, &f) && os_facts(again.at, &g) && os_facts(other.at, &h));
    assert_true(f.kind == OS_FILE && f.size == 4 && f.named && f.changed > 1600000000);
    assert_true(f.number == g.number && f.device == g.device);
    assert_true(f.number != h.number);
    const int fd = os_open(one.at, O_RDONLY);
    assert_true(os_facts_of_open(fd, &open) && open.number == f.number);
    close(fd);
    assert_true(os_facts(folder.at, &f) && f.kind == OS_FOLDER);
    assert_true(os_facts(os_null_device, &f) && f.kind == OS_DEVICE);
    strbuf_done(&again);
    done(&one), done(&other);
}

TEST(what_is_not_there_has_its_reason)
{
    struct strbuf one = make("one", ""), below = path_to("one/below"), none = path_to("none");
    struct os_facts f;
    assert_false(os_facts(none.at, &f));
    assert_int_equal(errno, ENOENT);
    assert_int_equal(os_open(none.at, O_RDONLY), -1);
    assert_int_equal(errno, ENOENT);
    assert_false(os_facts(below.at, &f));
    assert_int_equal(errno, ENOTDIR);
    assert_false(os_make_folder(folder.at));
    assert_int_equal(errno, EEXIST);
    assert_int_equal(os_open(one.at, O_WRONLY | O_CREAT | O_EXCL), -1);
    assert_int_equal(errno, EEXIST);
    assert_false(os_access(none.at, F_OK));
    assert_true(os_access(one.at, W_OK));
    strbuf_done(&below), strbuf_done(&none);
    done(&one);
}

TEST(bytes_lie_where_they_were_put_and_reading_there_moves_nothing)
{
    struct strbuf path = {0};
    const int fd = os_open_temporary(&path);
    char got[8];
    assert_true(os_write(fd, "0123ab\r\n89", 10));
    assert_int_equal(lseek(fd, 1, SEEK_SET), 1);
    assert_int_equal(os_read_at(fd, got, sizeof got, 3), 7);
    assert_memory_equal(got, "3ab\r\n89", 7);
    assert_int_equal(os_read_at(fd, got, sizeof got, 10), 0);
    assert_int_equal(os_read(fd, got, 2), 2);
    assert_memory_equal(got, "12", 2);
    assert_true(os_force(fd));
    assert_true(os_remove(path.at)); /* though it is open */
    close(fd);
    strbuf_done(&path);
}

/* Where a link was put on the way after the true path was known. */
TEST(a_file_in_a_folder_is_opened_without_links)
{
    struct strbuf inner = path_to("inner"), secret = make("secret", "hidden");
    assert_true(os_make_folder(inner.at));
    struct strbuf file = make("inner/file", "shown");
    char bytes[8] = "";
    const int fd = os_open_below(folder.at, "inner/file");
    assert_true(fd >= 0 && os_read(fd, bytes, sizeof bytes) == 5 && memcmp(bytes, "shown", 5) == 0);
    close(fd);
    assert_int_equal(os_open_below(folder.at, "inner/none"), -1);
    assert_int_equal(errno, ENOENT);
#ifndef _WIN32
    struct strbuf link = path_to("inner/link"), way = path_to("way");
    assert_int_equal(symlink("../secret", link.at), 0);
    assert_int_equal(symlink("inner", way.at), 0);
    assert_int_equal(os_open_below(folder.at, "inner/link"), -1);
    assert_int_equal(errno, ELOOP);
    assert_int_equal(os_open_below(folder.at, "way/file"), -1);
    done(&link);
    done(&way);
#endif
    done(&file);
    done(&secret);
    assert_int_equal(rmdir(inner.at), 0);
    strbuf_done(&inner);
}

TEST(a_lock_keeps_others_away_until_the_file_is_closed)
{
    struct strbuf path = make("locked", "text");
    const int one = os_open(path.at, O_RDWR), other = os_open(path.at, O_RDWR);
    char got[4];
    assert_true(os_lock(one));
    assert_false(os_lock(other));
    assert_int_equal(errno, EWOULDBLOCK);
    assert_int_equal(os_read(other, got, sizeof got), 4); /* reading is nobody's privilege */
    close(one);
    assert_true(os_lock(other));
    close(other);
    done(&path);
}

TEST(a_file_takes_the_place_of_another)
{
    struct strbuf from = make("from", "new"), to = make("to", "old and long");
    struct os_facts f;
    assert_true(os_replace(from.at, to.at));
    assert_true(os_force_folder_of(to.at));
    assert_false(os_facts(from.at, &f));
    assert_true(os_facts(to.at, &f) && f.size == 3);
    assert_false(os_replace(from.at, to.at));
    assert_int_equal(errno, ENOENT);
    strbuf_done(&from);
    done(&to);
}

TEST(what_is_written_into_a_shared_map_is_in_the_file)
{
    enum { SIZE = 100000 };
    struct strbuf path = make("map", "what was there before goes");
    const int fd = os_open(path.at, O_RDWR);
    char got[4];
    assert_true(os_make_room(fd, SIZE));
    char *at = os_map(fd, SIZE, true);
    assert_non_null(at);
    assert_int_equal(at[0], 0);
    memcpy(at + SIZE - 4, "ends", 4);
    os_map_force(at, SIZE, fd);
    os_map_leave(at, SIZE);
    assert_memory_equal(at + SIZE - 4, "ends", 4);
    assert_int_equal(os_read_at(fd, got, 4, SIZE - 4), 4);
    assert_memory_equal(got, "ends", 4);
    os_unmap(at, SIZE);
    const char *view = os_map(fd, SIZE, false);
    assert_memory_equal(view + SIZE - 4, "ends", 4);
    os_unmap((void *)view, SIZE);
    close(fd);
    done(&path);
}

struct names {
    int n, ours;
};

static void count_name(void *names, const char *name)
{
    struct names *l = names;
    l->n++;
    l->ours += strcmp(name, "J\xc3\xb6rg \xe7\x94\xb0\xe4\xb8\xad.mat") == 0;
}

TEST(a_folder_is_listed_with_its_names_in_utf8)
{
    struct strbuf one = make("J\xc3\xb6rg \xe7\x94\xb0\xe4\xb8\xad.mat", ""), none = path_to("none");
    struct names l = {0};
    assert_true(os_each_name(folder.at, count_name, &l));
    assert_int_equal(l.n, 3); /* with the folder itself and the one above */
    assert_int_equal(l.ours, 1);
    assert_false(os_each_name(none.at, count_name, &l));
    assert_int_equal(errno, ENOENT);
    assert_false(os_each_name(one.at, count_name, &l));
    strbuf_done(&none);
    done(&one);
}

TEST(paths_from_the_root_are_known)
{
    struct strbuf real = {0}, detour = path_to("../"), again = {0}, absolute = {0}, program = {0};
    struct os_facts f, g;
    strbuf_puts(&detour, strrchr(folder.at, '/') + 1);
    assert_true(os_path_real(folder.at, &real) && os_path_real(detour.at, &again));
    assert_string_equal(real.at, again.at);
    assert_true(os_path_is_absolute(real.at) && os_path_is_absolute("/") && !os_path_is_absolute("a/b"));
    os_path_absolute("a/b", &absolute);
    assert_true(os_path_is_absolute(absolute.at));
    assert_string_equal(absolute.at + absolute.length - 4, "/a/b");
    assert_true(os_program(&program) && os_facts(program.at, &f) && f.kind == OS_FILE);
    assert_true(os_facts(real.at, &f) && os_facts(folder.at, &g) && f.number == g.number);
    strbuf_done(&real), strbuf_done(&detour), strbuf_done(&again), strbuf_done(&absolute), strbuf_done(&program);
}

TEST(a_process_lives_and_has_a_size)
{
    struct os_cost c;
    assert_true(os_process_lives((long)getpid()));
    assert_false(os_process_lives(999999998));
    assert_true(os_memory_held() > 100000);
    assert_true(os_cost(&c) && c.seconds >= 0 && c.megabytes > 0);
}

TEST_MAIN(make_folder, remove_folder)
