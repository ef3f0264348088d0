/* What kibitzer.h promises to programs with threads: an engine is for all of them, a call for one; cancelling stops
 * that call alone; limits end a call and nothing else. */
#include "support/assertions.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kibitzer_position.h"

enum { THREADS = 8, ROUNDS = 2, POSITIONS = 4, VALUES = KIBITZER_EVALUATION + KIBITZER_CUBE };

static const char *const ids[POSITIONS] = {
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", "XGID=-BBBBBB---aa-a---a-bbba---:0:0:1:21:0:0:0:7:10",
    "XGID=-b----E-C---eE---c-e----B-:1:1:1:64:2:3:0:7:10", "XGID=-BCDB-A---------bbcbcb--A-:0:0:1:52:0:0:0:5:10"};

static struct kibitzer_engine *an_engine(void)
{
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    assert_non_null(e);
    return e;
}

/* ---- one engine, many threads ---- */

struct asker {
    struct kibitzer_engine *engine;
    pthread_t thread;
    int number;
    bool right;
    char name[32];
};

static struct answers {
    double value[POSITIONS][VALUES];
    char play[POSITIONS][40];
} expected;

static bool ask(struct kibitzer_engine *e, int i, double value[VALUES], char play[40], struct kibitzer_call *c)
{
    memset(value, 0, VALUES * sizeof *value);
    struct kibitzer_position *p = kibitzer_position_new(ids[i], c);
    struct kibitzer_cursor *k = kibitzer_position_plays(e, p, "1ply", c);
    bool ok = kibitzer_cursor_next(k, c) == 1;
    snprintf(play, 40, "%s", ok ? kibitzer_cursor_text(k, 0) : "");
    kibitzer_cursor_free(k);
    for (int die = KIBITZER_POSITION_DIE_1; die <= KIBITZER_POSITION_DIE_2; die++)
        ok = kibitzer_position_set(p, (enum kibitzer_position_number)die, 0, c) == KIBITZER_OK && ok;
    ok = kibitzer_position_evaluate(e, p, "1ply", value, c) == KIBITZER_OK && ok;
    ok = kibitzer_position_cube(e, p, "1ply", value + KIBITZER_EVALUATION, NULL, c) == KIBITZER_OK && ok;
    kibitzer_position_free(p);
    return ok;
}

/* Each begins elsewhere, and makes an error in between whose words must be its own. */
static void *ask_often(void *asker)
{
    struct asker *a = asker;
    struct kibitzer_call *c = kibitzer_call_new();
    snprintf(a->name, sizeof a->name, "nobody-%d", a->number);
    a->right = true;
    for (int i = 0; i < (is_light() ? 1 : ROUNDS) * POSITIONS; i++) {
        const int which = (i + a->number) % POSITIONS;
        double value[VALUES];
        char play[40];
        a->right = a->right && ask(a->engine, which, value, play, c) &&
                   memcmp(value, expected.value[which], sizeof value) == 0 && strcmp(play, expected.play[which]) == 0;
        a->right = a->right && kibitzer_options_new(a->name, c) == NULL && kibitzer_call_code(c) == KIBITZER_UNKNOWN &&
                   strstr(kibitzer_call_message(c), a->name) != NULL;
    }
    kibitzer_call_free(c);
    return NULL;
}

TEST(threads_that_share_an_engine_get_the_answers_of_one)
{
    struct asker a[THREADS];
    struct kibitzer_engine *e = an_engine();
    for (int i = 0; i < POSITIONS; i++)
        assert_true(ask(e, i, expected.value[i], expected.play[i], NULL));
    assert_string_equal(expected.play[0], "8/5 6/5");
    for (int i = 0; i < THREADS; i++) {
        a[i] = (struct asker){.engine = e, .number = i};
        assert_int_equal(pthread_create(&a[i].thread, NULL, ask_often, &a[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(a[i].thread, NULL);
        assert_true(a[i].right);
    }
    kibitzer_engine_free(e);
}

/* ---- cancelling ---- */

struct runner {
    const char *trials;
    struct kibitzer_call *call;
    pthread_t thread;
    int code;
};

static int roll_out(const char *trials, struct kibitzer_call *c)
{
    struct kibitzer_options *o = kibitzer_options_new("rollout", c);
    assert_int_equal(kibitzer_options_set(o, "trials", trials, c), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set(o, "choice-level", "0ply", c), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set(o, "jobs", "2", c), KIBITZER_OK);
    const int code = kibitzer_run(o, ids, 1, c);
    kibitzer_options_free(o);
    return code;
}

static void *roll_out_in_a_thread(void *runner)
{
    struct runner *r = runner;
    r->code = roll_out(r->trials, r->call);
    return NULL;
}

TEST(cancelling_stops_one_call_and_no_other)
{
    struct runner r[3] = {{.trials = "1000000"}, {.trials = "36"}, {.trials = "1000000"}};
    for (int i = 0; i < 3; i++) {
        r[i].call = kibitzer_call_new();
        assert_int_equal(pthread_create(&r[i].thread, NULL, roll_out_in_a_thread, &r[i]), 0);
    }
    usleep(100000);
    kibitzer_call_cancel(r[0].call);
    pthread_join(r[0].thread, NULL);
    pthread_join(r[1].thread, NULL);
    kibitzer_call_cancel(r[2].call);
    pthread_join(r[2].thread, NULL);
    assert_int_equal(r[0].code, KIBITZER_CANCELLED);
    assert_int_equal(r[1].code, KIBITZER_OK);
    assert_int_equal(r[2].code, KIBITZER_CANCELLED);
    kibitzer_call_reset(r[0].call); /* and it can be used again */
    assert_int_equal(roll_out("36", r[0].call), KIBITZER_OK);
    for (int i = 0; i < 3; i++)
        kibitzer_call_free(r[i].call);
}

static int stop_at_once(void *context, const struct kibitzer_progress *p)
{
    (void)p;
    ++*(int *)context;
    return 1;
}

TEST(a_progress_hook_stops_its_call)
{
    int reports = 0;
    struct kibitzer_call *c = kibitzer_call_new();
    kibitzer_call_on_progress(c, stop_at_once, &reports, 0);
    assert_int_equal(roll_out("1000000", c), KIBITZER_CANCELLED);
    assert_true(reports >= 1);
    kibitzer_call_free(c);
}

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

struct canceller {
    struct kibitzer_call *call;
    double at; /* processor time of the process */
};

/* Once so much processor time has gone by that the call is at work. */
static void *cancel_soon(void *canceller)
{
    struct canceller *c = canceller;
    const double begun = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    while ((c->at = seconds_of(CLOCK_PROCESS_CPUTIME_ID)) - begun < 0.2)
        usleep(1000);
    kibitzer_call_cancel(c->call);
    return NULL;
}

/* In the middle of a decision, which takes many seconds at 4 plies: nothing of it is in the match, and all can be used
 * again. */
TEST(a_cancelled_search_of_4_plies_ends_within_a_second)
{
    struct kibitzer_engine *e = an_engine();
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_file *f = kibitzer_open("fixtures/demo/club-final.mat", NULL, c);
    struct kibitzer_options *o = kibitzer_options_new("analyze", c);
    struct kibitzer_position *p = kibitzer_position_new(ids[0], c);
    double value[KIBITZER_EVALUATION];
    assert_int_equal(kibitzer_options_set(o, "level", "4ply", c), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set(o, "jobs", "2", c), KIBITZER_OK);
    for (int what = 0; what < 2; what++) {
        struct canceller soon = {.call = c};
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &soon), 0);
        assert_int_equal(what == 0 ? kibitzer_analyze(f, 0, e, o, c)
                                   : kibitzer_position_evaluate(e, p, "4ply", value, c),
                         KIBITZER_CANCELLED);
        const double ended = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        pthread_join(thread, NULL);
        assert_true(ended - soon.at < 1);
        kibitzer_call_reset(c);
    }
    assert_int_equal(kibitzer_options_set(o, "level", "0ply", c), KIBITZER_OK);
    assert_int_equal(kibitzer_analyze(f, 0, e, o, c), KIBITZER_OK);
    kibitzer_position_free(p);
    kibitzer_options_free(o);
    kibitzer_close(f);
    kibitzer_call_free(c);
    kibitzer_engine_free(e);
}

/* ---- limits ---- */

TEST(a_call_that_takes_too_long_ends)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_int_equal(kibitzer_call_limit(c, 0, 0.2), KIBITZER_OK);
    assert_int_equal(roll_out("1000000", c), KIBITZER_LIMIT);
    assert_non_null(strstr(kibitzer_call_message(c), "takes longer than kibitzer_call_limit() allows"));
    assert_int_equal(kibitzer_call_limit(c, 0, 0), KIBITZER_OK);
    assert_int_equal(roll_out("36", c), KIBITZER_OK);
    kibitzer_call_free(c);
}

TEST(a_call_that_takes_too_much_memory_ends)
{
    enum { SIZE = 8 << 20 };
    static char large[SIZE];
    struct kibitzer_call *c = kibitzer_call_new();
    memset(large, 'x', SIZE - 1);
    struct kibitzer_options *o = kibitzer_options_new("eval", c);
    assert_int_equal(kibitzer_call_limit(c, 1, 0), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set(o, "net", large, c), KIBITZER_LIMIT);
    assert_non_null(strstr(kibitzer_call_message(c), "takes more memory than kibitzer_call_limit() allows"));
    assert_int_equal(kibitzer_call_limit(c, 0, 0), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set(o, "net", large, c), KIBITZER_OK);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(absurd_limits_are_refused)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_int_equal(kibitzer_call_limit(NULL, 1, 1), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_call_limit(c, 1, -1), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_call_limit(c, 1, NAN), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_call_limit(c, (size_t)-1, 1), KIBITZER_MISUSE);
    kibitzer_call_free(c);
}

TEST_MAIN(NULL, NULL)
