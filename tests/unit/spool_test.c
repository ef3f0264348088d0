/* Records go out in order, equal ones as they came, whether they stayed in memory or went through the file. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/spool.h"
#include "support/assertions.h"

struct record {
    int key, number;
    char words[200]; /* as many as `key` says */
};

static int by_key(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void expect_in_order(int n)
{
    struct spool *s = spool_new(by_key);
    unsigned random = 7;
    for (int i = 0; i < n; i++) {
        struct record r = {.number = i};
        random = random * 1103515245u + 12345u;
        r.key = (int)(random >> 16 & 0x7f);
        memset(r.words, 'a' + r.key % 26, (size_t)r.key);
        spool_add(s, &r, offsetof(struct record, words) + (size_t)r.key);
    }
    assert_int_equal(spool_count(s), n);
    spool_sort(s);
    struct record last = {.key = -1, .number = -1};
    const struct record *r;
    size_t length;
    int seen = 0;
    for (; (r = spool_next(s, &length)) != NULL; seen++) {
        assert_int_equal(length, offsetof(struct record, words) + (size_t)r->key);
        assert_true(r->key > last.key || (r->key == last.key && r->number > last.number));
        for (int k = 0; k < r->key; k++)
            assert_int_equal(r->words[k], 'a' + r->key % 26);
        last.key = r->key, last.number = r->number;
    }
    assert_int_equal(seen, n);
    assert_true(spool_ok(s));
    assert_null(spool_next(s, &length));
    spool_free(s);
}

static void records_come_out_in_order(void **state)
{
    (void)state;
    expect_in_order(0);
    expect_in_order(1);
    expect_in_order(1000);
}

static void more_than_memory_should_hold_come_out_in_order(void **state)
{
    (void)state;
    expect_in_order(200000); /* 20 MB, five runs */
}

static void a_folder_that_is_not_there_is_reported(void **state)
{
    (void)state;
    char *before = getenv("TMPDIR") != NULL ? strdup(getenv("TMPDIR")) : NULL;
    setenv("TMPDIR", "/nowhere/at/all", 1);
    struct spool *s = spool_new(by_key);
    const struct record r = {.key = 1};
    for (int i = 0; i < 50000; i++)
        spool_add(s, &r, sizeof r);
    spool_sort(s);
    size_t length;
    assert_null(spool_next(s, &length));
    assert_false(spool_ok(s));
    spool_free(s);
    if (before != NULL)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_come_out_in_order),
        cmocka_unit_test(more_than_memory_should_hold_come_out_in_order),
        cmocka_unit_test(a_folder_that_is_not_there_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
