/* Records as Arrow columns, as another program takes them. */
#include <math.h>
#include <string.h>

#include "base/threads.h"
#include "document/arrow.h"
#include "support/assertions.h"

struct row {
    const char *name;
    int n;
    double pr;
    bool own;
};

static const struct answer_field fields[] = {ANSWER(struct row, name, "Name", .missing = ANSWER_NULL),
                                             ANSWER(struct row, n, NULL, .missing = ANSWER_BELOW_ZERO),
                                             ANSWER(struct row, pr, NULL, .missing = ANSWER_NULL),
                                             ANSWER(struct row, own, NULL),
                                             {0}};
static const struct answer_rows rows = {"Row", NULL, sizeof(struct row), fields};

static void gathered(const struct row *r, size_t n, struct ArrowArray *out)
{
    struct arrow_batch *b = arrow_batch_new(&rows);
    for (size_t i = 0; i < n; i++)
        arrow_batch_add(b, &r[i]);
    assert_int_equal(arrow_batch_rows(b), n);
    arrow_batch_take(b, out);
}

static bool is_null(const struct ArrowArray *column, int row)
{
    const unsigned char *valid = column->buffers[0];
    return valid != NULL && !(valid[row / 8] >> row % 8 & 1);
}

static void text_is(const struct ArrowArray *column, int row, const char *text)
{
    const int32_t *end = column->buffers[1];
    assert_int_equal(end[row + 1] - end[row], strlen(text));
    assert_memory_equal((const char *)column->buffers[2] + end[row], text, strlen(text));
}

TEST(the_schema_names_columns_and_their_kinds)
{
    static const char *const names[] = {"name", "n", "pr", "own"}, *const formats[] = {"u", "l", "g", "b"};
    struct ArrowSchema s;
    arrow_schema(&rows, &s);
    assert_string_equal(s.format, "+s");
    assert_int_equal(s.n_children, 4);
    for (int i = 0; i < 4; i++) {
        assert_string_equal(s.children[i]->name, names[i]);
        assert_string_equal(s.children[i]->format, formats[i]);
        assert_int_equal(s.children[i]->flags, ARROW_FLAG_NULLABLE);
    }
    s.release(&s);
    assert_null(s.release);
}

TEST(values_are_in_columns_and_what_is_missing_is_null)
{
    const struct row r[] = {{"J\xc3\xb6rg", 7, 5.25, true}, {NULL, -1, (double)NAN, false}, {"", 0, 0, true}};
    struct ArrowArray a;
    gathered(r, 3, &a);
    assert_int_equal(a.length, 3);
    assert_int_equal(a.n_buffers, 1);
    assert_int_equal(a.n_children, 4);
    struct ArrowArray *const *c = a.children;
    assert_int_equal(c[0]->n_buffers, 3);
    assert_int_equal(c[1]->n_buffers, 2);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(c[i]->length, 3);
        assert_int_equal(c[i]->null_count, 1);
        assert_false(is_null(c[i], 0));
        assert_true(is_null(c[i], 1));
        assert_false(is_null(c[i], 2));
    }
    text_is(c[0], 0, "J\xc3\xb6rg");
    text_is(c[0], 2, "");
    assert_int_equal(((const int64_t *)c[1]->buffers[1])[0], 7);
    assert_true(((const double *)c[2]->buffers[1])[0] == 5.25);
    assert_int_equal(c[3]->null_count, 0);
    assert_null(c[3]->buffers[0]); /* none is null */
    assert_int_equal(((const unsigned char *)c[3]->buffers[1])[0], 1 | 4);
    a.release(&a);
    assert_null(a.release);
}

TEST(bytes_that_are_no_utf8_are_replaced)
{
    const struct row r = {"caf\xe9.mat", 0, 0, false};
    struct ArrowArray a;
    gathered(&r, 1, &a);
    text_is(a.children[0], 0, "caf\xef\xbf\xbd.mat");
    a.release(&a);
}

TEST(bits_go_on_from_byte_to_byte)
{
    struct row r[19];
    struct ArrowArray a;
    for (int i = 0; i < 19; i++)
        r[i] = (struct row){i % 3 == 0 ? NULL : "x", i, i, i % 2 == 1};
    gathered(r, 19, &a);
    assert_int_equal(a.children[0]->null_count, 7);
    for (int i = 0; i < 19; i++) {
        assert_int_equal(is_null(a.children[0], i), i % 3 == 0);
        assert_int_equal(((const unsigned char *)a.children[3]->buffers[1])[i / 8] >> i % 8 & 1, i % 2);
    }
    a.release(&a);
}

static void release_moved(void *column, int hand, size_t i)
{
    struct ArrowArray *c = column;
    (void)hand, (void)i;
    c->release(c);
}

TEST(a_column_that_was_moved_out_lives_on_and_is_released_elsewhere)
{
    const struct row r = {"kept", 1, 2, true};
    struct ArrowArray a, moved;
    gathered(&r, 1, &a);
    moved = *a.children[0];
    a.children[0]->release = NULL;
    a.release(&a);
    text_is(&moved, 0, "kept");
    threads_for(2, 1, release_moved, &moved, NULL);
    assert_null(moved.release);
}

TEST(a_batch_without_rows_is_freed)
{
    struct arrow_batch *b = arrow_batch_new(&rows);
    assert_false(arrow_batch_is_full(b));
    arrow_batch_free(b);
}

TEST(a_batch_is_full_after_enough_rows)
{
    const struct row r = {"x", 1, 2, true};
    struct arrow_batch *b = arrow_batch_new(&rows);
    for (int i = 0; i < 65535; i++)
        arrow_batch_add(b, &r);
    assert_false(arrow_batch_is_full(b));
    arrow_batch_add(b, &r);
    assert_true(arrow_batch_is_full(b));
    arrow_batch_free(b);
}

TEST_MAIN(NULL, NULL)
