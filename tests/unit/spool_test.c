/* Records go out in order, equal ones as they came, whether they stayed in memory or went through a file. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "collection/spool.h"
#include "support/assertions.h"

struct record {
    int key, number;
    char words[1000];
};

/* List 1 by name, list 2 by day, the latest first. */
static void expect_in_order(int n)
{
    struct spool *s = spool_new();
    unsigned random = 7;
    char name[8];
    for (int i = 0; i < n; i++) {
        struct record r = {.number = i};
        random = random * 1103515245u + 12345u;
        r.key = (int)(random >> 16 & 0x7f);
        memset(r.words, 'a' + r.key % 26, sizeof r.words);
        snprintf(name, sizeof name, "%03d", r.key);
        spool_add(s, 1, "", name, &r, sizeof r);
        spool_add(s, 2, r.key > 0 ? name : "", "the same", &r, sizeof r);
    }
    for (int list = 1; list <= 2; list++) {
        const int direction = list == 1 ? 1 : -1;
        struct record last = {.key = -direction * 1000};
        const struct record *r;
        size_t length;
        int seen = 0;
        for (; (r = spool_next(s, list, &length)) != NULL; seen++) {
            assert_int_equal(length, sizeof *r);
            assert_true(direction * (r->key - last.key) > 0 || (r->key == last.key && r->number > last.number));
            assert_int_equal(r->words[sizeof r->words - 1], 'a' + r->key % 26);
            last.key = r->key, last.number = r->number;
        }
        assert_int_equal(seen, n);
        assert_null(spool_next(s, list, &length));
    }
    assert_null(spool_problem(s));
    spool_free(s);
}

TEST(records_come_out_in_order)
{
    expect_in_order(0);
    expect_in_order(1);
    expect_in_order(1000);
}

TEST(more_than_memory_should_hold_come_out_in_order)
{
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    expect_in_order(50000); /* 100 MB */
    getrusage(RUSAGE_SELF, &after);
    assert_true(after.ru_maxrss - before.ru_maxrss < 40000);
}

TEST(a_file_that_may_not_grow_is_reported)
{
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, before.rlim_max}), 0);
    struct spool *s = spool_new();
    const struct record r = {.key = 1};
    size_t length;
    for (int i = 0; i < 20000; i++)
        spool_add(s, 1, "", "name", &r, sizeof r);
    assert_null(spool_next(s, 1, &length));
    assert_non_null(spool_problem(s));
    spool_free(s);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
}

TEST_MAIN(NULL, NULL)
