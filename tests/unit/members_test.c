/* Single files of an archive, asked for in any order; libarchive writes the archive that is read here. */
#include <archive.h>
#include <archive_entry.h>
#include "support/test.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/threads.h"
#include "source/members.h"

enum { FILES = 60, LARGE = 9 << 20, LARGE_FILES = 24 };

static const struct archive_limits limits = {.members = 1000, .bytes = (size_t)1 << 30, .depth = 2};
static char path[] = "/tmp/kibitzer-members-XXXXXX";

/* The first has no time of its own. */
static long written_at(int number)
{
    return number == 0 ? 0 : 1700000000L + number;
}

/* Files named m0, m1 ... that hold their number and, `large`, much else: too much to keep what is passed over. */
static void pack(bool large)
{
    const size_t length = large ? LARGE : 8;
    char *text = calloc(1, length);
    struct archive *a = archive_write_new();
    archive_write_set_format_ustar(a);
    archive_write_add_filter_gzip(a);
    assert_int_equal(archive_write_open_filename(a, path), ARCHIVE_OK);
    for (int i = 0; i < (large ? LARGE_FILES : FILES); i++) {
        char name[16];
        struct archive_entry *e = archive_entry_new();
        snprintf(name, sizeof name, "m%d", i);
        snprintf(text, 8, "%d", i);
        archive_entry_set_pathname(e, name);
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_perm(e, 0644);
        archive_entry_set_size(e, (la_int64_t)length);
        archive_entry_set_mtime(e, written_at(i), 0);
        archive_write_header(a, e);
        assert_int_equal(archive_write_data(a, text, length), length);
        archive_entry_free(e);
    }
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    free(text);
}

static void has(struct members *m, int number)
{
    char name[16], text[16];
    struct member_found found = {.written = 0};
    const char *why;
    snprintf(name, sizeof name, "a/m%d", number);
    snprintf(text, sizeof text, "%d", number);
    assert_true(members_take(m, (size_t)number, name, &found, &why));
    assert_string_equal(found.bytes.at, text);
    assert_int_equal(found.written, number == 0 ? 0 : written_at(number));
    strbuf_done(&found.bytes);
}

TEST(files_come_in_any_order)
{
    pack(false);
    struct members *m = members_new(path, NULL, "a", &limits);
    for (int i = 0; i < FILES; i += 2)
        has(m, i);
    for (int i = FILES - 1; i > 0; i -= 2)
        has(m, i);
    has(m, 0);
    has(m, 0);
    members_free(m);
}

TEST(what_is_too_far_back_is_unpacked_again)
{
    pack(true);
    struct members *m = members_new(path, NULL, "a", &limits);
    has(m, 20);
    has(m, 0);
    has(m, 19);
    members_free(m);
}

TEST(a_file_is_found_by_its_name)
{
    static const char *const wanted[] = {"a/m7", "a/m3", "a/m59", "a/m7", "a/m0"};
    const char *why;
    pack(false);
    struct members *m = members_new(path, NULL, "a", &limits);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        struct member_found found = {.written = 0};
        assert_true(members_find(m, wanted[i], &found, &why));
        assert_string_equal(found.bytes.at, wanted[i] + strlen("a/m"));
        strbuf_done(&found.bytes);
    }
    struct member_found none = {.written = 0};
    assert_false(members_find(m, "a/m60", &none, &why));
    assert_non_null(strstr(why, "has changed"));
    members_free(m);
}

TEST(an_archive_that_has_changed_is_refused)
{
    struct member_found found = {.written = 0};
    const char *why;
    pack(false);
    struct members *m = members_new(path, NULL, "a", &limits);
    assert_false(members_take(m, 3, "a/other", &found, &why));
    assert_non_null(strstr(why, "has changed"));
    assert_false(members_take(m, FILES, "a/m60", &found, &why));
    assert_non_null(strstr(why, "has changed"));
    has(m, 5);
    members_free(m);
}

/* AddressSanitizer's allocator does not survive a fork() that comes while another thread is in it; malloc() does. */
#ifdef SANITIZED
enum { THREADS = 1 };
#else
enum { THREADS = 8 };
#endif

static void take_one(void *members, int hand, size_t i)
{
    (void)hand;
    struct members **m = members;
    has(m[i % 40], (int)(i / 40));
}

TEST(many_threads_share_many_archives)
{
    struct members *m[40];
    pack(false);
    for (size_t i = 0; i < 40; i++)
        m[i] = members_new(path, NULL, "a", &limits);
    threads_for(THREADS, 40 * 3, take_one, m, NULL);
    for (size_t i = 0; i < 40; i++)
        members_free(m[i]);
}

static int begin(void **state)
{
    (void)state;
    const int fd = mkstemp(path);
    return fd < 0 ? -1 : close(fd);
}

static int end(void **state)
{
    (void)state;
    return unlink(path);
}

TEST_MAIN(begin, end)
