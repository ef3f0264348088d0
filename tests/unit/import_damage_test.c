/* Damaged input: every fixture cut off at every byte, and every single bit of the small ones turned over. Whatever
 * comes out, it is a record or an error, and the record can be replayed to its end. */
#include "support/test.h"
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "import/import.h"
#include "match/walk.h"

enum { CUT_MAX = 5000, FLIP_MAX = 900, PATH = 512 };

static void replay_all(const struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        size_t n = 0;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            n++;
        assert_int_equal(n, m->games[i].n_events);
    }
}

static void record_or_error(const char *bytes, size_t length, const struct importer *from)
{
    struct matches out = {0};
    struct diags d;
    diags_init(&d, NULL);
    bool good = import_bytes((struct span){bytes, length}, NULL, from, &out, &d);
    assert_int_equal(good, out.n > 0);
    assert_true(good || d.n_errors > 0);
    for (size_t i = 0; i < out.n; i++)
        replay_all(out.at[i]);
    matches_done(&out);
    diags_done(&d);
}

/* All, or a sample; a smaller one where reading is a search among all plays of every roll. */
static size_t step_of(const struct importer *im)
{
    return strcmp(im->name, "bgobs") == 0 ? 241 : is_light() ? 5 : 1;
}

static void cut_everywhere(struct strbuf *bytes, const struct importer *from)
{
    for (size_t n = 0; n <= bytes->length && bytes->length <= CUT_MAX; n += step_of(from)) {
        char *copy = malloc(n + 1); /* of its own size, so that sanitizers see a read past the end */
        assert_non_null(copy);
        memcpy(copy, bytes->at, n);
        record_or_error(copy, n, from);
        free(copy);
    }
}

static void flip_every_bit(struct strbuf *bytes, const struct importer *from)
{
    for (size_t i = 0; i < 8 * bytes->length && bytes->length <= FLIP_MAX; i += step_of(from)) {
        bytes->at[i / 8] ^= (char)(1 << i % 8);
        record_or_error(bytes->at, bytes->length, from);
        bytes->at[i / 8] ^= (char)(1 << i % 8);
    }
}

static size_t damage_folder(const struct importer *im, void (*damage)(struct strbuf *, const struct importer *))
{
    char path[PATH];
    size_t n = 0;
    snprintf(path, sizeof path, "fixtures/%s", im->name);
    DIR *dir = opendir(path);
    for (struct dirent *e = dir != NULL ? readdir(dir) : NULL; e != NULL; e = readdir(dir)) {
        struct strbuf bytes = {0};
        snprintf(path, sizeof path, "fixtures/%s/%s", im->name, e->d_name);
        if (e->d_name[0] != '.' && strstr(e->d_name, ".err") == NULL && file_read(path, 0, &bytes) &&
            bytes.length > 0) {
            damage(&bytes, im);
            n++;
        }
        strbuf_done(&bytes);
    }
    if (dir != NULL)
        closedir(dir);
    return n;
}

TEST(files_cut_off_anywhere_are_survived)
{
    size_t n = 0;
    for (size_t i = 0; importers[i] != NULL; i++)
        n += damage_folder(importers[i], cut_everywhere);
    assert_true(n > 20);
}

TEST(a_bit_turned_over_is_survived)
{
    size_t n = 0;
    for (size_t i = 0; importers[i] != NULL; i++)
        n += damage_folder(importers[i], flip_every_bit);
    assert_true(n > 20);
}

TEST_MAIN(NULL, NULL)
