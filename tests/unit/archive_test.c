/* Archives as folders inside a file; libarchive writes those that are read here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <archive.h>
#include <archive_entry.h>
#include <cmocka.h>
#include <string.h>

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

static void note(struct archive_taker *self, const char *name, struct strbuf *bytes)
{
    struct noting *n = (struct noting *)self;
    strbuf_printf(&n->seen, "%s=%.20s ", name, strbuf_text(bytes));
}

static const struct archive_limits wide = {100, 1 << 20, 3};

/* `error`: part of the only error, or NULL. */
static void reads_as(struct span bytes, const struct archive_limits *limits, enum archive_found found, const char *seen,
                     const char *error)
{
    struct noting n = {.taker = {.take = note}};
    struct diags d;
    diags_init(&d, NULL);
    assert_int_equal(archive_each(bytes, "a", limits, &n.taker, &d), found);
    assert_string_equal(strbuf_text(&n.seen), seen);
    assert_int_equal(d.n_errors, error != NULL);
    if (error != NULL && strstr(d.at[0].message, error) == NULL)
        fail_msg("\"%s\" lacks \"%s\"", d.at[0].message, error);
    strbuf_done(&n.seen);
    diags_done(&d);
}

static const struct file two[] = {{"one.mat", {"first", 5}}, {"sub/two.sgf", {"second", 6}}};
static char room[ROOM], outer[ROOM];

static void every_kind_of_archive_gives_its_files_with_their_names(void **state)
{
    (void)state;
    static const char *const kinds[][3] = {{"zip", NULL, "compression=store"},
                                           {"zip", NULL, "compression=deflate"},
                                           {"7zip", NULL, NULL},
                                           {"tar", NULL, NULL},
                                           {"tar", "gzip", NULL},
                                           {"tar", "bzip2", NULL},
                                           {"tar", "xz", NULL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct span a = pack(room, kinds[i][0], kinds[i][1], kinds[i][2], two, 2);
        assert_true(archive_begins(span_sub(a, 0, ARCHIVE_HEAD)));
        reads_as(a, &wide, ARCHIVE_READ, "a/one.mat=first a/sub/two.sgf=second ", NULL);
    }
}

static void what_is_no_archive_is_left_alone(void **state)
{
    (void)state;
    static const char gzipped[] = "\x1f\x8b\x08\0\0\0\0\0\0\3\xf3\0\0\xb7\xef\xdc\x83\1\0\0\0";
    reads_as(span_of(" 7 point match\n"), &wide, ARCHIVE_NONE, "", NULL);
    reads_as((struct span){"", 0}, &wide, ARCHIVE_NONE, "", NULL);
    reads_as((struct span){gzipped, sizeof gzipped - 1}, &wide, ARCHIVE_NONE, "", NULL);
}

static void hidden_files_are_left_out(void **state)
{
    (void)state;
    static const struct file files[] = {
        {".secret", {"x", 1}}, {"__MACOSX/._one.mat", {"x", 1}}, {"a/.git/b.mat", {"x", 1}}, {"./c.mat", {"y", 1}}};
    reads_as(pack(room, "tar", NULL, NULL, files, 4), &wide, ARCHIVE_READ, "a/./c.mat=y ", NULL);
}

static void an_archive_in_an_archive_is_opened_down_to_the_depth(void **state)
{
    (void)state;
    const struct file inner = {"in.zip", pack(room, "zip", NULL, NULL, two, 2)};
    const struct span a = pack(outer, "tar", "gzip", NULL, &inner, 1);
    reads_as(a, &wide, ARCHIVE_READ, "a/in.zip/one.mat=first a/in.zip/sub/two.sgf=second ", NULL);
    reads_as(a, &(struct archive_limits){100, 1 << 20, 1}, ARCHIVE_IN_PART, "", "a/in.zip: archives lie deeper");
}

static void more_files_or_bytes_than_allowed_are_refused_by_name(void **state)
{
    (void)state;
    const struct span a = pack(room, "zip", NULL, NULL, two, 2);
    reads_as(a, &(struct archive_limits){1, 1 << 20, 3}, ARCHIVE_IN_PART, "a/one.mat=first ",
             "a/sub/two.sgf: the archive");
    reads_as(a, &(struct archive_limits){9, 10, 3}, ARCHIVE_IN_PART, "a/one.mat=first ", "a/sub/two.sgf: the archive");
    reads_as(a, &(struct archive_limits){2, 11, 1}, ARCHIVE_READ, "a/one.mat=first a/sub/two.sgf=second ", NULL);
}

static void an_encrypted_file_is_refused_by_name(void **state)
{
    (void)state;
    reads_as(pack(room, "zip", NULL, "zip:encryption=zipcrypt", two, 1), &wide, ARCHIVE_IN_PART, "",
             "a/one.mat: is encrypted");
}

/* Cut anywhere, or with a bit turned over: an error, or other bytes; never a fault. */
static void damage_is_an_error_and_no_fault(void **state)
{
    (void)state;
    static char copy[ROOM];
    static const char *const formats[] = {"zip", "7zip", "tar"};
    for (size_t f = 0; f < 3; f++) {
        const struct span a = pack(room, formats[f], NULL, NULL, two, 2);
        for (size_t i = 0; i < a.length; i += 1 + a.length / 400) {
            struct noting n = {.taker = {.take = note}};
            struct diags d;
            diags_init(&d, NULL);
            memcpy(copy, a.at, a.length);
            copy[i] ^= 0x10;
            enum archive_found found = archive_each((struct span){copy, a.length}, "a", &wide, &n.taker, &d);
            assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != 0);
            const size_t before = d.n_errors;
            found = archive_each((struct span){a.at, i}, "a", &wide, &n.taker, &d);
            assert_int_equal(found == ARCHIVE_IN_PART, d.n_errors != before);
            strbuf_done(&n.seen);
            diags_done(&d);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_archive_gives_its_files_with_their_names),
        cmocka_unit_test(what_is_no_archive_is_left_alone),
        cmocka_unit_test(hidden_files_are_left_out),
        cmocka_unit_test(an_archive_in_an_archive_is_opened_down_to_the_depth),
        cmocka_unit_test(more_files_or_bytes_than_allowed_are_refused_by_name),
        cmocka_unit_test(an_encrypted_file_is_refused_by_name),
        cmocka_unit_test(damage_is_an_error_and_no_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
