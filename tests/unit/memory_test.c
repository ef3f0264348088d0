/* Memory runs out: the allocations of reading, analysing and writing fail in turn. What was asked for then fails with a
 * code and leaves nothing behind, and the next call does its work. mk/memory.mk links this program so that the
 * library's calls of malloc() and the like come here first. */
#include <limits.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlmemory.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"
#include "support/failing.h"

#include "base/attempt.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "kibitzer.h"
#include "kibitzer_position.h"

/* libxml2 takes its memory through these. */
static bool xml_failed; /* it does not always know why it does not understand a document */

static bool xml_fails(void)
{
    const bool now = failing_now();
    xml_failed = xml_failed || now;
    return now;
}

static void *xml_malloc(size_t size)
{
    return xml_fails() ? NULL : malloc_for_real(size);
}

static void *xml_realloc(void *p, size_t size)
{
    return xml_fails() ? NULL : realloc_for_real(p, size);
}

static char *xml_strdup(const char *s)
{
    char *copy = xml_malloc(strlen(s) + 1);
    return copy != NULL ? strcpy(copy, s) : NULL;
}

/* It says on stderr what it has no memory for. */
static void xml_say_nothing(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

#ifdef SANITIZED
/* What zlib has in hand for libharu is lost where the attempt ends in the middle of a compression (paper_pdf.c).
 * Neither has frame pointers, so that the stack does not show for whom it was. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:deflateInit2_\nleak:libfontconfig\n"; /* the second as src/export/print/fonts.c has it */
}
#endif

/* ---- the walk ---- */

static struct kibitzer_file *file; /* what is analysed and written */
static struct kibitzer_engine *engine;
static struct kibitzer_call *call;
static struct kibitzer_options *analysis; /* at 0ply, with two threads */
static const char *name; /* of a file, a format: what `act` is about */

/* From the `from`-th allocation on only every `step`-th fails: an analysis and the fonts of PDF take thousands, from a
 * few dozen places each. The steps are prime, so that they do not fall in with anything that repeats. */
static long from = LONG_MAX, step = 1;

/* Calls `act` with the first allocation failing, the second, ... until none fails any more. It may succeed without
 * the memory, but not fail without saying that it was missing. Returns how many allocations there were. */
static long walk(bool (*act)(void), bool only, bool leaves_nothing)
{
    for (long n = 1;; n += is_light() && n > 10 ? 3 * step : n < from ? 1 : step) {
        kibitzer_call_reset(call); /* no messages are kept when it begins, nor when it is over */
        const long before = failing_live();
        xml_failed = false;
        failing_from(n, only);
        const bool good = act();
        const int code = kibitzer_call_code(call);
        kibitzer_call_reset(call);
        if (failing_stop() == 0) {
            assert_true(good);
            return n - 1;
        }
        if (!good && code != KIBITZER_NO_MEMORY && !xml_failed)
            fail_msg("allocation %ld of %s: error %d", n, name, code);
        if (leaves_nothing && failing_live() != before)
            fail_msg("allocation %ld of %s: %ld pieces of memory are left", n, name, failing_live() - before);
    }
}

static struct kibitzer_file *short_match(void)
{
    static const char text[] = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n"
                               "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
                               "  2)  Doubles => 2                Drops\n"
                               "      Wins 1 point\n";
    return kibitzer_read(text, strlen(text), "short.mat", NULL, call);
}

static bool open_and_close(void)
{
    struct kibitzer_file *f = kibitzer_open(name, NULL, call);
    kibitzer_close(f);
    return f != NULL;
}

TEST(reading_survives_every_allocation_that_fails)
{
    static const char *const files[] = {
        "fixtures/mat/illegal-play.mat", "fixtures/mat/gzipped.mat.gz", "fixtures/mat/ratings-latin1-cr.mat",
        "fixtures/sgf/gnubg-match.sgf",  "fixtures/mat/truncated.dump", "fixtures/archive/round.zip",
        "fixtures/mail/two.eml"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        name = files[i];
        assert_true(open_and_close());
        assert_true(walk(open_and_close, true, true) > 10);
        walk(open_and_close, false, true);
    }
}

static struct kibitzer_options *engine_options;

static bool open_engine(void)
{
    struct kibitzer_engine *e = kibitzer_engine_new(engine_options, call);
    kibitzer_engine_free(e);
    return e != NULL;
}

static void opening_an_engine_survives_every_allocation_that_fails(void **state)
{
    (void)state;
    name = NULL;
    assert_true(walk(open_engine, true, false) > 5);
    name = "data/met/zadeh.xml";
    engine_options = kibitzer_options_new("eval", call);
    kibitzer_options_set(engine_options, "met", name, call);
    assert_int_equal(kibitzer_options_set(engine_options, "cache", "no", call), KIBITZER_OK);
    walk(open_engine, true, true);
    walk(open_engine, false, true);
    kibitzer_options_free(engine_options);
}

static bool analyze(void)
{
    return kibitzer_analyze(file, 0, engine, analysis, call) == KIBITZER_OK;
}

TEST(analysing_survives_every_allocation_that_fails)
{
    name = "0ply";
    from = 300, step = 7;
    assert_true(walk(analyze, true, false) > 30); /* the engine remembers what came before the one that failed */
    walk(analyze, false, false);
    from = LONG_MAX;
    char *first = kibitzer_write(file, 0, "dump", NULL, NULL, call);
    assert_non_null(first);
    struct kibitzer_file *fresh = short_match();
    for (int i = 0; i < kibitzer_match_number(file, 0, KIBITZER_MATCH_SETS); i++)
        assert_int_equal(kibitzer_analyze(fresh, 0, engine, analysis, call), KIBITZER_OK);
    char *again = kibitzer_write(fresh, 0, "dump", NULL, NULL, call);
    assert_string_equal(first, again);
    kibitzer_free(first);
    kibitzer_free(again);
    kibitzer_close(fresh);
}

static bool go_over_decisions(void)
{
    struct kibitzer_cursor *k = kibitzer_decisions(file, 0, call);
    int found = k != NULL ? 1 : -1;
    while (found == 1)
        found = kibitzer_cursor_next(k, call);
    kibitzer_cursor_free(k);
    return found == 0;
}

/* How many rows there are when the n-th allocation fails, and the row that it was for is requested again. */
static int rows_without(struct kibitzer_cursor *k, long n)
{
    int rows = 0, found;
    failing_from(n, true);
    while ((found = kibitzer_cursor_next(k, call)) != 0) {
        assert_true(found == 1 || kibitzer_cursor_text(k, 0) == NULL);
        rows += found == 1;
    }
    kibitzer_cursor_free(k);
    return rows;
}

TEST(decisions_survive_every_allocation_that_fails)
{
    name = "decisions";
    assert_int_equal(kibitzer_analyze(file, 0, engine, analysis, call), KIBITZER_OK);
    assert_true(walk(go_over_decisions, true, true) > 3);
    walk(go_over_decisions, false, true);
    for (long n = 1, failed = 1; failed != 0; n++) {
        assert_int_equal(rows_without(kibitzer_decisions(file, 0, call), n),
                         5); /* two rolls, one of them with its cube decision, a double and a drop */
        failed = failing_stop();
    }
}

TEST(no_row_is_skipped_when_memory_runs_out)
{
    assert_int_equal(kibitzer_analyze(file, 0, engine, analysis, call), KIBITZER_OK);
    struct kibitzer_position *p = kibitzer_position_new("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10", call);
    const int candidates = rows_without(kibitzer_candidates(file, 0, call), 0);
    failing_stop();
    assert_true(candidates > 5);
    for (long n = 1, failed = 1; failed != 0; n++) {
        assert_int_equal(rows_without(kibitzer_position_plays(engine, p, "0ply", call), n), 16);
        failed = failing_stop();
        assert_int_equal(rows_without(kibitzer_candidates(file, 0, call), n), candidates);
        failed += failing_stop();
    }
    kibitzer_position_free(p);
}

static bool write_it(void)
{
    char *text = kibitzer_write(file, 0, name, NULL, NULL, call);
    kibitzer_free(text);
    return text != NULL;
}

TEST(writing_survives_every_allocation_that_fails)
{
    static const char *const formats[] = {"dump", "mat",   "sgf", "json", "csv", "text",
                                          "html", "latex", "md",  "pdf",  "eps"};
    assert_int_equal(kibitzer_analyze(file, 0, engine, analysis, call), KIBITZER_OK);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        name = formats[i];
        from = strcmp(name, "pdf") == 0 ? 100 : LONG_MAX, step = 397;
        assert_true(write_it());
        assert_true(walk(write_it, true, true) > 3);
        walk(write_it, false, true);
    }
}

/* ---- attempts ---- */

static void run_out(void)
{
    failing_from(1, true);
    xfree(xmalloc(1));
}

static void take_too_much(void *context)
{
    *(char **)context = xstrdup("lost with the attempt");
    run_out();
}

TEST(an_attempt_that_runs_out_of_memory_gives_back_what_it_took)
{
    char *text;
    const long before = failing_live();
    assert_false(attempt(take_too_much, &text));
    assert_int_equal(failing_live(), before);
}

static void attempt_inside(void *context)
{
    char *kept = xstrdup("kept");
    assert_false(attempt(take_too_much, context));
    assert_string_equal(kept, "kept");
    *(char **)context = kept;
}

TEST(an_attempt_inside_another_ends_alone)
{
    char *text = NULL;
    assert_true(attempt(attempt_inside, &text));
    assert_string_equal(text, "kept");
    xfree(text);
}

static void work_in_one_hand(void *context, int hand, size_t i)
{
    (void)context, (void)hand;
    xfree(xmalloc(100));
    if (i == 50)
        run_out();
}

static void loop(void *context)
{
    threads_for(4, 100, work_in_one_hand, context, NULL);
}

TEST(memory_that_runs_out_in_a_thread_ends_the_attempt_of_the_loop)
{
    const long before = failing_live();
    assert_false(attempt(loop, NULL));
    assert_int_equal(failing_live(), before);
}

static void replace(void *context)
{
    char **text = context;
    *text = xrealloc(*text, 10000);
    run_out();
}

static void grow_inside(void *context)
{
    char **text = context;
    *text = xstrdup("grows");
    assert_false(attempt(replace, text));
    assert_string_equal(*text, "grows");
}

TEST(what_grows_in_an_attempt_that_ends_stays_with_its_owner)
{
    char *text = NULL;
    assert_true(attempt(grow_inside, &text));
    assert_string_equal(text, "grows");
    xfree(text);
}

static int set_up(void **state)
{
    (void)state;
    analysis = kibitzer_options_new("analyze", call);
    kibitzer_options_set(analysis, "level", "0ply", call);
    kibitzer_options_set(analysis, "jobs", "2", call);
    file = short_match();
    engine = kibitzer_engine_new(NULL, call);
    return file != NULL && engine != NULL ? 0 : -1;
}

static int clean_up(void **state)
{
    (void)state;
    kibitzer_close(file);
    kibitzer_engine_free(engine);
    kibitzer_options_free(analysis);
    return 0;
}

int main(void)
{
    call = kibitzer_call_new();
    const struct CMUnitTest cold[] = {
        cmocka_unit_test(opening_an_engine_survives_every_allocation_that_fails),
    };
    xmlMemSetup(free_for_real, xml_malloc, xml_realloc, xml_strdup);
    xmlSetGenericErrorFunc(NULL, xml_say_nothing);
    int bad = cmocka_run_group_tests(cold, NULL, NULL);
    return bad + unit_tests_run(set_up, clean_up);
}
