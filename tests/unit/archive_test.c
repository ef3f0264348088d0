/* Archives as folders inside a file; libarchive writes those that are read here. */
#include <archive.h>
#include <archive_entry.h>
#include "support/test.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/assertions.h"
#include "source/archive.h"

enum { ROOM = 1 << 20 };

struct file {
    const char *name;
    struct span bytes;
};

/* One of "zip", "7zip", "tar"; `filter` NULL or "gzip" ...; `options` NULL or as libarchive has them. */
static struct span pack(char room[ROOM], const char *format, const char *filter, const char *options,
                        const struct file *files, size_t n)
{
    struct archive *a = archive_write_new();
    size_t used = 0;
    assert_int_equal(archive_write_set_format_by_name(a, strcmp(format, "tar") == 0 ? "ustar" : format), ARCHIVE_OK);
    if (filter != NULL)
        assert_int_equal(archive_write_add_filter_by_name(a, filter), ARCHIVE_OK);
    if (options != NULL)
        assert_int_equal(archive_write_set_options(a, options), ARCHIVE_OK);
    if (options != NULL && strstr(options, "encryption") != NULL)
        assert_int_equal(archive_write_set_passphrase(a, "secret"), ARCHIVE_OK);
    assert_int_equal(archive_write_open_memory(a, room, ROOM, &used), ARCHIVE_OK);
    for (size_t i = 0; i < n; i++) {
        struct archive_entry *e = archive_entry_new();
        archive_entry_set_pathname(e, files[i].name);
        archive_entry_set_filetype(e, AE_IFREG);
        archive_entry_set_perm(e, 0644);
        archive_entry_set_size(e, (la_int64_t)files[i].bytes.length);
        assert_int_equal(archive_write_header(a, e), ARCHIVE_OK);
        assert_int_equal(archive_write_data(a, files[i].bytes.at, files[i].bytes.length), files[i].bytes.length);
        archive_entry_free(e);
    }
    assert_int_equal(archive_write_close(a), ARCHIVE_OK);
    archive_write_free(a);
    return (struct span){room, used};
}

/* ---- reading ---- */

struct noting {
    struct archive_taker taker;
    struct strbuf seen; /* "name=bytes " of each member */
};

static void note(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes)
{
    struct noting *n = (struct noting *)self;
    strbuf_printf(&n->seen, "%s=%.20s ", m->name, strbuf_text(bytes));
}

static const struct archive_limits wide = {.members = 100, .bytes = 1 << 20, .depth = 3};

/* `error`: part of the only error, or NULL. */
static void reads_as(struct span bytes, const struct archive_limits *limits, enum archive_found found, const char *seen,
                     const char *error)
{
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    assert_int_equal(archive_each(&(struct archive_source){NULL, bytes}, "a", limits, NULL, &n.taker, &d), found);
    assert_string_equal(strbuf_text(&n.seen), seen);
    assert_int_equal(d.n_errors, error != NULL);
    if (error != NULL && strstr(d.at[0].message, error) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", d.at[0].message, error);
    strbuf_done(&n.seen);
    diags_done(&d);
}

static const struct file two[] = {{"one.mat", {"first", 5}}, {"sub/two.sgf", {"second", 6}}};
static char room[ROOM], outer[ROOM];

TEST(every_kind_of_archive_gives_its_files_with_their_names)
{
    static const char *const kinds[][3] = {{"zip", NULL, "compression=store"},
                                           {"zip", NULL, "compression=deflate"},
                                           {"7zip", NULL, NULL},
                                           {"tar", NULL, NULL},
                                           {"tar", "gzip", NULL},
                                           {"tar", "bzip2", NULL},
                                           {"tar", "xz", NULL},
                                           {"tar", "lzma", NULL},
                                           {"tar", "zstd", NULL},
                                           {"tar", "lz4", NULL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct span a = pack(room, kinds[i][0], kinds[i][1], kinds[i][2], two, 2);
        assert_true(archive_begins(span_sub(a, 0, ARCHIVE_HEAD)));
        reads_as(a, &wide, ARCHIVE_READ, "a/one.mat=first a/sub/two.sgf=second ", NULL);
    }
}

TEST(what_is_no_archive_is_left_alone)
{
    static const char gzipped[] = "\x1f\x8b\x08\0\0\0\0\0\0\3\xf3\0\0\xb7\xef\xdc\x83\1\0\0\0";
    reads_as(span_of(" 7 point match\n"), &wide, ARCHIVE_NONE, "", NULL);
    reads_as((struct span){"", 0}, &wide, ARCHIVE_NONE, "", NULL);
    reads_as((struct span){gzipped, sizeof gzipped - 1}, &wide, ARCHIVE_NONE, "", NULL);
}

TEST(hidden_files_are_left_out)
{
    static const struct file files[] = {
        {".secret", {"x", 1}}, {"__MACOSX/._one.mat", {"x", 1}}, {"a/.git/b.mat", {"x", 1}}, {"./c.mat", {"y", 1}}};
    reads_as(pack(room, "tar", NULL, NULL, files, 4), &wide, ARCHIVE_READ, "a/./c.mat=y ", NULL);
}

TEST(an_archive_in_an_archive_is_opened_down_to_the_depth)
{
    const struct file inner = {"in.zip", pack(room, "zip", NULL, NULL, two, 2)};
    const struct span a = pack(outer, "tar", "gzip", NULL, &inner, 1);
    reads_as(a, &wide, ARCHIVE_READ, "a/in.zip/one.mat=first a/in.zip/sub/two.sgf=second ", NULL);
    reads_as(a, &(struct archive_limits){.members = 100, .bytes = 1 << 20, .depth = 1}, ARCHIVE_IN_PART, "",
             "a/in.zip: archives are nested more deeply");
}

/* Packs one file again and again, `times` in all. */
static struct span compressed(int times)
{
    struct span a = pack(room, "tar", "gzip", NULL, two, 2);
    for (int i = 1; i < times; i++) {
        struct archive *w = archive_write_new();
        size_t used = 0;
        memcpy(outer, a.at, a.length);
        archive_write_set_format_raw(w);
        archive_write_add_filter_gzip(w);
        assert_int_equal(archive_write_open_memory(w, room, ROOM, &used), ARCHIVE_OK);
        struct archive_entry *e = archive_entry_new();
        archive_entry_set_filetype(e, AE_IFREG);
        archive_write_header(w, e);
        assert_int_equal(archive_write_data(w, outer, a.length), a.length);
        archive_entry_free(e);
        archive_write_close(w);
        archive_write_free(w);
        a = (struct span){room, used};
    }
    return a;
}

TEST(an_archive_is_compressed_twice_at_most)
{
    reads_as(compressed(2), &wide, ARCHIVE_READ, "a/one.mat=first a/sub/two.sgf=second ", NULL);
    reads_as(compressed(3), &wide, ARCHIVE_IN_PART, "", "a: is compressed more than twice");
}

TEST(more_files_or_bytes_than_allowed_are_refused_by_name)
{
    const struct span a = pack(room, "zip", NULL, NULL, two, 2);
    reads_as(a, &(struct archive_limits){.members = 1, .bytes = 1 << 20, .depth = 3}, ARCHIVE_IN_PART,
             "a/one.mat=first ", "a/sub/two.sgf: the archive");
    reads_as(a, &(struct archive_limits){.members = 9, .bytes = 10, .depth = 3}, ARCHIVE_IN_PART, "a/one.mat=first ",
             "a/sub/two.sgf: the archive");
    reads_as(a, &(struct archive_limits){.members = 2, .bytes = 11, .depth = 1}, ARCHIVE_READ,
             "a/one.mat=first a/sub/two.sgf=second ", NULL);
}

/* What nobody sees costs as much time as what is read. */
TEST(what_is_passed_over_counts)
{
    static char zeros[700 << 10];
    static const struct file files[] = {{".hidden", {zeros, sizeof zeros}}, {"one.mat", {"first", 5}}};
    const struct archive_limits narrow = {.members = 9, .bytes = 600 << 10, .depth = 1};
    const struct span a = pack(room, "tar", "gzip", NULL, files, 2);
    reads_as(a, &wide, ARCHIVE_READ, "a/one.mat=first ", NULL);
    reads_as(a, &narrow, ARCHIVE_IN_PART, "", "a: the archive unpacks to more than --max-unpacked");
    reads_as(pack(room, "zip", NULL, NULL, files, 2), &narrow, ARCHIVE_IN_PART, "", "a: the archive unpacks to more");
}

TEST(limits_hold_for_all_archives_that_share_them)
{
    const struct archive_source a = {NULL, pack(room, "zip", NULL, NULL, two, 2)};
    const struct archive_limits limits = {.members = 3, .bytes = 1 << 20, .depth = 1};
    struct archive_spent spent = {0};
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    assert_int_equal(archive_each(&a, "a", &limits, &spent, &n.taker, &d), ARCHIVE_READ);
    assert_int_equal(spent.members, 2);
    assert_int_equal(spent.bytes, 11);
    assert_int_equal(archive_each(&a, "b", &limits, &spent, &n.taker, &d), ARCHIVE_IN_PART);
    assert_string_equal(strbuf_text(&n.seen), "a/one.mat=first a/sub/two.sgf=second b/one.mat=first ");
    strbuf_done(&n.seen);
    diags_done(&d);
}

TEST(a_file_that_is_too_large_is_left_out_alone)
{
    const struct archive_limits narrow = {.members = 9, .bytes = 1 << 20, .depth = 1, .input = 5};
    reads_as(pack(room, "tar", NULL, NULL, two, 2), &narrow, ARCHIVE_IN_PART, "a/one.mat=first ",
             "a/sub/two.sgf: is larger than --max-input");
}

TEST(a_signal_ends_unpacking)
{
    static const volatile sig_atomic_t stop = 1;
    const struct archive_limits stopped = {.members = 9, .bytes = 1 << 20, .depth = 1, .stop = &stop};
    reads_as(pack(room, "tar", NULL, NULL, two, 2), &stopped, ARCHIVE_IN_PART, "", NULL);
}

/* xz asks for a dictionary as large as the file says: here 64 MiB. */
TEST(memory_that_runs_out_is_an_error)
{
    struct archive_limits narrow = wide;
    const struct span a = pack(room, "tar", "xz", "xz:compression-level=9", two, 2);
    reads_as(a, &wide, ARCHIVE_READ, "a/one.mat=first a/sub/two.sgf=second ", NULL);
    narrow.memory = 4 << 20;
    reads_as(a, &narrow, ARCHIVE_IN_PART, "", "a: ");
}

/* Is this process without the system calls that open and start things? */
static void is_locked_up(int process)
{
    char path[64], line[256];
    bool filtered = false;
    snprintf(path, sizeof path, "/proc/%d/status", process);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) != NULL)
        filtered = filtered || strncmp(line, "Seccomp:\t2", strlen("Seccomp:\t2")) == 0;
    fclose(f);
    assert_true(filtered);
}

/* Ends the processes that this one has started as a crash does. */
static void crash_children(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes)
{
    char path[64];
    int process, n = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)gettid());
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    for (; fscanf(f, "%d", &process) == 1; n++) {
        is_locked_up(process);
        assert_int_equal(kill(process, SIGSEGV), 0);
    }
    fclose(f);
    assert_int_equal(n, 1);
    note(self, m, bytes);
}

TEST(a_crash_while_unpacking_is_an_error)
{
    static char zeros[900 << 10]; /* more than a pipe holds */
    static const struct file files[] = {{"one.mat", {"first", 5}}, {"two.mat", {zeros, sizeof zeros}}};
    const struct archive_source a = {NULL, pack(room, "tar", NULL, NULL, files, 2)};
    struct noting n = {.taker = {.take = crash_children}};
    struct diags d;
    diags_init(&d, NULL);
    assert_int_equal(archive_each(&a, "a", &wide, NULL, &n.taker, &d), ARCHIVE_IN_PART);
    assert_string_equal(strbuf_text(&n.seen), "a/one.mat=first ");
    assert_int_equal(d.n_errors, 1);
    assert_non_null(strstr(d.at[0].message, ": cannot be unpacked, libarchive gave up"));
    strbuf_done(&n.seen);
    diags_done(&d);
}

TEST(an_encrypted_file_is_refused_by_name)
{
    reads_as(pack(room, "zip", NULL, "zip:encryption=zipcrypt", two, 1), &wide, ARCHIVE_IN_PART, "",
             "a/one.mat: is encrypted");
}

/* Cut anywhere, or with a bit turned over: an error, or other bytes; never a fault. */
TEST(damage_is_an_error_and_no_fault)
{
    static char copy[ROOM];
    static const char *const formats[] = {"zip", "7zip", "tar"};
    for (size_t f = 0; f < 3; f++) {
        const struct span a = pack(room, formats[f], NULL, NULL, two, 2);
        for (size_t i = 0; i < a.length; i += 1 + a.length / (is_light() ? 100 : 400)) {
            struct noting n = {.taker = {.take = note}};
            struct diags d;
            diags_init(&d, NULL);
            memcpy(copy, a.at, a.length);
            copy[i] ^= 0x10;
            enum archive_found found =
                archive_each(&(struct archive_source){NULL, {copy, a.length}}, "a", &wide, NULL, &n.taker, &d);
            assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != 0);
            const size_t before = d.n_errors;
            found = archive_each(&(struct archive_source){NULL, {a.at, i}}, "a", &wide, NULL, &n.taker, &d);
            assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != before);
            strbuf_done(&n.seen);
            diags_done(&d);
        }
    }
}

TEST_MAIN(NULL, NULL)
