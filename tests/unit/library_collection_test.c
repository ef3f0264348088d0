/* Collections through the public library (kibitzer_collection.h), as a program that links it asks them. */
#include "kibitzer_collection.h"

#include "document/arrow.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/test.h"

static char folder[] = "/tmp/kibitzer-collection-XXXXXX";

static struct kibitzer_options *options_of(const char *command)
{
    struct kibitzer_options *o = kibitzer_options_new(command, NULL);
    assert_non_null(o);
    return o;
}

static void set(struct kibitzer_options *o, const char *name, const char *text)
{
    assert_int_equal(kibitzer_options_set(o, name, text, NULL), KIBITZER_OK);
}

/* Two matches, analysed once for all tests. */
static int make_collection(void **state)
{
    const char *const input[] = {"fixtures/demo/club-final.mat", "fixtures/demo/semi-final.mat"};
    (void)state;
    assert_non_null(mkdtemp(folder));
    struct kibitzer_options *o = options_of("analyze");
    set(o, "level", "0ply");
    set(o, "report", "none");
    set(o, "out", folder);
    assert_int_equal(kibitzer_run(o, input, 2, NULL), KIBITZER_OK);
    kibitzer_options_free(o);
    return 0;
}

static int remove_collection(void **state)
{
    char line[128];
    (void)state;
    snprintf(line, sizeof line, "rm -r '%s'", folder);
    return system(line);
}

static struct kibitzer_collection *opened(void)
{
    struct kibitzer_collection *k = kibitzer_collection_open(folder, NULL, NULL);
    assert_non_null(k);
    return k;
}

struct sums {
    int rows, erred;
    double lost;
};

static struct sums sums_of(struct kibitzer_cursor *d)
{
    struct sums s = {0};
    assert_non_null(d);
    while (kibitzer_cursor_next(d, NULL) == 1) {
        const double error = kibitzer_cursor_number(d, KIBITZER_DECISION_ERROR);
        s.rows++;
        s.erred += error > 0;
        s.lost += error > 0 ? error : 0;
        assert_non_null(kibitzer_cursor_text(d, KIBITZER_DECISION_PLAYER));
        assert_int_equal(strlen(kibitzer_cursor_text(d, KIBITZER_DECISION_POSITION)), 14);
        assert_int_equal(strlen(kibitzer_cursor_text(d, KIBITZER_DECISION_MATCH_ID)), 12);
    }
    kibitzer_cursor_free(d);
    return s;
}

/* The number behind a key of the document, the first time it stands there. */
static double number_of(const char *document, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(document, quoted);
    assert_non_null(at);
    return strtod(at + strlen(quoted), NULL);
}

TEST(decisions_are_those_of_the_document)
{
    static const char *const filters[][2] = {
        {NULL, NULL},     {"phase", "middle"},      {"kind", "wrong-take"}, {"player", "zoë & MAX"},
        {"score", "5-5"}, {"errors-above", "0.05"}, {"until", "1999"}};
    struct kibitzer_collection *k = opened();
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        struct kibitzer_options *o = options_of("find");
        set(o, "db", folder);
        set(o, "most", "1");
        if (filters[i][0] != NULL)
            set(o, filters[i][0], filters[i][1]);
        const struct sums s = sums_of(kibitzer_collection_decisions(k, o, NULL));
        char *document = kibitzer_document(o, NULL, 0, NULL, NULL);
        assert_int_equal(document != NULL, s.rows > 0);
        if (document != NULL) {
            assert_int_equal(s.rows, (int)number_of(document, "met"));
            assert_int_equal(s.erred, (int)number_of(document, "erred"));
            assert_true(fabs(s.lost - number_of(document, "lost")) < 1e-5);
        }
        assert_true(s.rows > 300 || i != 0);
        kibitzer_free(document);
        kibitzer_options_free(o);
    }
    kibitzer_collection_close(k);
}

TEST(every_decision_belongs_to_a_match_that_the_other_cursor_has)
{
    struct kibitzer_collection *k = opened();
    struct kibitzer_cursor *m = kibitzer_collection_matches(k, NULL, NULL), *d;
    double ids[2], lengths[2];
    int n = 0;
    for (; kibitzer_cursor_next(m, NULL) == 1; n++) {
        assert_in_range(n, 0, 1);
        ids[n] = kibitzer_cursor_number(m, KIBITZER_MATCH_ROW_ID);
        lengths[n] = kibitzer_cursor_number(m, KIBITZER_MATCH_ROW_LENGTH);
        assert_true(kibitzer_cursor_number(m, KIBITZER_MATCH_ROW_GAMES) >= 1);
        assert_non_null(strstr(kibitzer_cursor_text(m, KIBITZER_MATCH_ROW_FILE), "fixtures/demo/"));
        assert_string_equal(kibitzer_cursor_text(m, KIBITZER_MATCH_ROW_LEVEL), "0ply");
        assert_true(isnan(kibitzer_cursor_number(m, KIBITZER_MATCH_ROW_LEVEL)));
    }
    assert_int_equal(n, 2);
    d = kibitzer_collection_decisions(k, NULL, NULL);
    kibitzer_collection_close(k); /* the cursors keep it open */
    int seen = 0;
    for (; kibitzer_cursor_next(d, NULL) == 1; seen++) {
        const double id = kibitzer_cursor_number(d, KIBITZER_DECISION_MATCH);
        assert_true(id == ids[0] || id == ids[1]);
        assert_true(kibitzer_cursor_number(d, KIBITZER_DECISION_LENGTH) == lengths[id == ids[1]]);
        assert_string_equal(kibitzer_cursor_text(d, KIBITZER_DECISION_ENGINE), "kibitzer");
        assert_true(isnan(kibitzer_cursor_number(d, KIBITZER_DECISION_CLOSE)) ==
                    (strcmp(kibitzer_cursor_text(d, KIBITZER_DECISION_KIND), "play") == 0));
    }
    assert_true(seen > 300);
    assert_int_equal(kibitzer_cursor_next(m, NULL), 0);
    kibitzer_cursor_free(d);
    kibitzer_cursor_free(m);
}

TEST(columns_have_names_of_their_own)
{
    struct kibitzer_collection *k = opened();
    struct kibitzer_cursor *c[] = {kibitzer_collection_matches(k, NULL, NULL),
                                   kibitzer_collection_decisions(k, NULL, NULL), kibitzer_collection_players(k, NULL)};
    const size_t columns[] = {KIBITZER_MATCH_COLUMNS, KIBITZER_DECISION_COLUMNS, KIBITZER_PLAYER_COLUMNS};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(kibitzer_cursor_columns(c[i]), columns[i]);
        for (size_t n = 0; n < columns[i]; n++)
            for (size_t other = 0; other < n; other++)
                assert_string_not_equal(kibitzer_cursor_name(c[i], n), kibitzer_cursor_name(c[i], other));
        kibitzer_cursor_free(c[i]);
    }
    assert_string_equal(strrchr(kibitzer_collection_name(k), '/'), "/collection.db");
    kibitzer_collection_close(k);
}

/* Who is counted as `name`, NULL = nobody. */
static const char *counted_as(struct kibitzer_collection *k, const char *name)
{
    static char found[64];
    struct kibitzer_cursor *p = kibitzer_collection_players(k, NULL);
    bool there = false;
    while (kibitzer_cursor_next(p, NULL) == 1)
        if (strcmp(kibitzer_cursor_text(p, KIBITZER_PLAYER_NAME), name) == 0) {
            const char *as = kibitzer_cursor_text(p, KIBITZER_PLAYER_COUNTED_AS);
            snprintf(found, sizeof found, "%s", as != NULL ? as : name);
            there = true;
        }
    kibitzer_cursor_free(p);
    return there ? found : NULL;
}

static void do_to_collection(const char *const *words, size_t n, const char *undo)
{
    struct kibitzer_options *o = options_of("db");
    set(o, "out", folder);
    if (undo != NULL)
        set(o, undo, NULL);
    assert_int_equal(kibitzer_run(o, words, n, NULL), KIBITZER_OK);
    kibitzer_options_free(o);
}

TEST(aliases_are_made_and_undone)
{
    const char *const together[] = {"alias", "Zoë & Max", "O'Hara"}, *const apart[] = {"alias", "O'Hara"};
    do_to_collection(together, 3, NULL);
    struct kibitzer_collection *k = opened();
    assert_string_equal(counted_as(k, "O'Hara"), "Zoë & Max");
    struct kibitzer_options *o = options_of("stats");
    set(o, "player", "o'hara");
    struct kibitzer_cursor *m = kibitzer_collection_matches(k, o, NULL);
    assert_int_equal(kibitzer_cursor_next(m, NULL), 1);
    assert_int_equal(kibitzer_cursor_next(m, NULL), 1);
    kibitzer_cursor_free(m);
    kibitzer_options_free(o);
    kibitzer_collection_close(k);
    do_to_collection(apart, 2, "undo");
    k = opened();
    assert_string_equal(counted_as(k, "O'Hara"), "O'Hara");
    assert_null(counted_as(k, "Nobody"));
    kibitzer_collection_close(k);
}

TEST(what_makes_no_sense_is_refused_with_words)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_collection *k = opened();
    assert_null(kibitzer_collection_open("/tmp/no such folder", NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNREADABLE);
    assert_non_null(strstr(kibitzer_call_message(c), "no collection here yet: run `kibitzer analyze FOLDER`"));

    struct kibitzer_options *eval = options_of("eval"), *find = options_of("find");
    assert_null(kibitzer_collection_open(NULL, eval, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_collection_decisions(k, eval, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    set(find, "player", "Nobody at all");
    assert_null(kibitzer_collection_matches(k, find, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_message(c), "no player called `Nobody at all`"));
    set(find, "position", "4HPwATDgc/ABMA");
    assert_null(kibitzer_collection_decisions(k, find, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_collection_matches(NULL, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    assert_null(kibitzer_collection_decisions(NULL, NULL, NULL));
    assert_null(kibitzer_collection_players(NULL, NULL));
    assert_null(kibitzer_collection_name(NULL));
    kibitzer_collection_close(NULL);

    kibitzer_options_free(find);
    kibitzer_options_free(eval);
    kibitzer_collection_close(k);
    kibitzer_call_free(c);
}

TEST(options_name_the_collection_where_the_call_does_not)
{
    struct kibitzer_options *o = options_of("stats");
    set(o, "out", folder);
    struct kibitzer_collection *k = kibitzer_collection_open(NULL, o, NULL);
    assert_non_null(k);
    kibitzer_options_free(o);
    assert_true(sums_of(kibitzer_collection_decisions(k, NULL, NULL)).rows > 300);
    kibitzer_collection_close(k);
}

/* ---- Arrow streams ---- */

static int column_of(const struct ArrowSchema *s, const char *name)
{
    for (int i = 0; i < s->n_children; i++)
        if (strcmp(s->children[i]->name, name) == 0)
            return i;
    fail_msg("no column %s", name);
    return -1;
}

/* Rows of a table, and the sum of a column of figures; the collection is closed before they are taken. */
static struct sums streamed(const char *table, const char *column)
{
    struct kibitzer_collection *k = opened();
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray a;
    struct sums sums = {0};
    assert_int_equal(kibitzer_collection_arrow(k, table, &stream, NULL), KIBITZER_OK);
    kibitzer_collection_close(k);
    assert_int_equal(stream.get_schema(&stream, &schema), 0);
    const int at = column != NULL ? column_of(&schema, column) : -1;
    while (assert_int_equal(stream.get_next(&stream, &a), 0), a.release != NULL) {
        const double *value = at >= 0 ? a.children[at]->buffers[1] : NULL;
        const unsigned char *valid = at >= 0 ? a.children[at]->buffers[0] : NULL;
        assert_int_equal(a.n_children, schema.n_children);
        sums.rows += (int)a.length;
        for (int i = 0; value != NULL && i < a.length; i++)
            sums.lost += valid == NULL || valid[i / 8] >> i % 8 & 1 ? value[i] : 0;
        a.release(&a);
    }
    assert_int_equal(stream.get_next(&stream, &a), 0); /* the end is the end */
    assert_null(a.release);
    schema.release(&schema);
    stream.release(&stream);
    assert_null(stream.release);
    return sums;
}

TEST(a_stream_has_the_rows_of_the_cursor)
{
    struct kibitzer_collection *k = opened();
    const struct sums cursor = sums_of(kibitzer_collection_decisions(k, NULL, NULL)),
                      all = sums_of(kibitzer_collection_every_decision(k, NULL, NULL)),
                      stream = streamed("decisions", "error");
    kibitzer_collection_close(k);
    assert_true(stream.rows > cursor.rows); /* forced plays are rows too */
    assert_int_equal(all.rows, stream.rows);
    assert_true(fabs(stream.lost - cursor.lost) < 1e-9);
    assert_int_equal(streamed("matches", NULL).rows, 2);
    assert_true(streamed("games", NULL).rows > 2);
    assert_true(streamed("players", "pr").lost > 0);
    assert_true(streamed("candidates", NULL).rows > stream.rows);
}

TEST(a_stream_that_nobody_read_is_released)
{
    struct kibitzer_collection *k = opened();
    struct ArrowArrayStream stream;
    assert_int_equal(kibitzer_collection_arrow(k, "games", &stream, NULL), KIBITZER_OK);
    stream.release(&stream);
    kibitzer_collection_close(k);
}

TEST(a_table_that_is_none_is_refused_with_words)
{
    struct kibitzer_collection *k = opened();
    struct kibitzer_call *c = kibitzer_call_new();
    struct ArrowArrayStream stream;
    assert_int_equal(kibitzer_collection_arrow(k, "errors", &stream, c), KIBITZER_UNKNOWN);
    assert_string_equal(kibitzer_call_message(c),
                        "found \"errors\", expected matches, games, players, decisions or candidates");
    assert_int_equal(kibitzer_collection_arrow(NULL, "games", &stream, c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_collection_arrow(k, NULL, &stream, c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_collection_arrow(k, "games", NULL, c), KIBITZER_MISUSE);
    kibitzer_call_free(c);
    kibitzer_collection_close(k);
}

TEST_MAIN(make_collection, remove_collection)
