/* Commands through the public library, as a program uses them: only kibitzer.h. */
#include "kibitzer.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

#define ROLL "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
#define AT_SCORE "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:5:0:7:10"
#define RACE "XGID=---ABCDBBA-----aabbdcaa---:0:0:1:00:0:0:0:0:10"

static struct kibitzer_options *options_for(const char *command, struct kibitzer_call *c)
{
    struct kibitzer_options *o = kibitzer_options_new(command, c);
    assert_non_null(o);
    return o;
}

static void set(struct kibitzer_options *o, const char *name, const char *text)
{
    assert_int_equal(kibitzer_options_set(o, name, text, NULL), KIBITZER_OK);
}

static const char *program(void)
{
    return getenv("PROGRAM") != NULL ? getenv("PROGRAM") : "build/release/kibitzer";
}

/* What the program prints; kept until the next one. */
static const char *printed(const char *arguments)
{
    static char text[1 << 18];
    char line[1024];
    snprintf(line, sizeof line, "'%s' %s", program(), arguments);
    FILE *from = popen(line, "r");
    assert_non_null(from);
    const size_t length = fread(text, 1, sizeof text - 1, from);
    text[length] = '\0';
    assert_int_equal(pclose(from), 0);
    return text;
}

struct heard {
    char output[1 << 18];
    size_t length;
    char message[1024], file[64];
    int severity, line, column, messages;
    int progress, stop_at; /* reports; the one that stops, 0 = none */
    double furthest;
};

static int on_output(void *context, const void *bytes, size_t length)
{
    struct heard *h = context;
    assert_true(h->length + length < sizeof h->output);
    memcpy(h->output + h->length, bytes, length);
    h->length += length;
    return 0;
}

static int refuse_output(void *context, const void *bytes, size_t length)
{
    (void)context, (void)bytes, (void)length;
    return 1;
}

static void on_message(void *context, const struct kibitzer_message *m)
{
    struct heard *h = context;
    const char *file = kibitzer_message_file(m);
    snprintf(h->message, sizeof h->message, "%s", kibitzer_message_text(m));
    snprintf(h->file, sizeof h->file, "%s", file != NULL ? file : "");
    h->severity = kibitzer_message_severity(m);
    h->line = kibitzer_message_line(m);
    h->column = kibitzer_message_column(m);
    h->messages++;
}

static int on_progress(void *context, const struct kibitzer_progress *p)
{
    struct heard *h = context;
    h->furthest = kibitzer_progress_fraction(p);
    return ++h->progress == h->stop_at;
}

static struct kibitzer_call *call_with(struct heard *h)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_non_null(c);
    *h = (struct heard){.length = 0};
    kibitzer_call_on_output(c, on_output, h);
    kibitzer_call_on_message(c, on_message, h);
    kibitzer_call_on_progress(c, on_progress, h, 0);
    return c;
}

/* ---- documents ---- */

static void expect_document(const char *command, const char *level, const char *input, const char *arguments)
{
    struct kibitzer_options *o = options_for(command, NULL);
    size_t length = 1;
    if (level != NULL)
        set(o, "level", level);
    char *document = kibitzer_document(o, &input, 1, &length, NULL);
    assert_non_null(document);
    assert_string_equal(document, printed(arguments));
    assert_int_equal(length, strlen(document));
    kibitzer_free(document);
    kibitzer_options_free(o);
}

TEST(a_document_is_what_the_program_prints_with_json)
{
    expect_document("hint", "0ply", ROLL, "hint --level 0ply --json '" ROLL "'");
    expect_document("hint", "0ply", RACE, "hint --level 0ply --json '" RACE "'");
    expect_document("eval", "1ply", RACE, "eval --level 1ply --json '" RACE "'");
    expect_document("cube", "0ply", RACE, "cube --level 0ply --json '" RACE "'");
    expect_document("met", NULL, "list", "met list --json");
    expect_document("board", NULL, ROLL, "board --json '" ROLL "'");
}

TEST(a_document_goes_to_its_caller_and_leaves_the_options_as_they_were)
{
    static struct heard h;
    struct kibitzer_call *c = call_with(&h);
    struct kibitzer_options *o = options_for("hint", c);
    const char *input[] = {ROLL};
    set(o, "level", "0ply");
    char *document = kibitzer_document(o, input, 1, NULL, c);
    assert_non_null(document);
    assert_int_equal(document[0], '[');
    assert_int_equal(h.length, 0);
    set(o, "tsv", NULL);
    assert_int_equal(kibitzer_run(o, input, 1, c), KIBITZER_OK);
    assert_string_equal(h.output, printed("hint --level 0ply --tsv '" ROLL "'"));
    kibitzer_free(document);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(options_serve_again_with_the_same_bytes)
{
    struct kibitzer_options *o = options_for("rollout", NULL);
    const char *input[] = {RACE};
    set(o, "trials", "36");
    char *first = kibitzer_document(o, input, 1, NULL, NULL);
    set(o, "jobs", "3");
    char *again = kibitzer_document(o, input, 1, NULL, NULL);
    assert_non_null(first);
    assert_string_equal(first, again);
    kibitzer_free(first);
    kibitzer_free(again);
    kibitzer_options_free(o);
}

/* ---- runs ---- */

TEST(a_run_prints_to_the_hook_and_reports_what_failed_with_its_place)
{
    static struct heard h;
    struct kibitzer_call *c = call_with(&h);
    struct kibitzer_options *o = options_for("eval", c);
    const char *input[] = {RACE, "  nonsense"};
    set(o, "level", "0ply");
    assert_int_equal(kibitzer_run(o, input, 2, c), KIBITZER_SOME_FAILED);
    assert_int_equal(kibitzer_call_code(c), KIBITZER_SOME_FAILED);
    assert_string_equal(h.output, printed("eval --level 0ply '" RACE "'"));
    assert_int_equal(h.messages, 1);
    assert_int_equal(h.severity, KIBITZER_ERROR);
    assert_string_equal(h.file, "<arguments>");
    assert_true(h.line == 2 && h.column >= 3);
    assert_non_null(strstr(kibitzer_call_message(c), h.message));
    assert_int_equal(kibitzer_run(o, input + 1, 1, c), KIBITZER_FAILED);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(messages_are_kept_where_nobody_listens)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = options_for("eval", c);
    const char *input[] = {"nonsense"};
    assert_int_equal(kibitzer_run(o, input, 1, c), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_messages(c), "argument 1: error: "));
    kibitzer_call_reset(c);
    assert_string_equal(kibitzer_call_messages(c), "");
    assert_string_equal(kibitzer_call_message(c), "");
    assert_int_equal(kibitzer_call_code(c), KIBITZER_OK);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(output_that_cannot_be_written_is_a_failure)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = options_for("eval", c);
    const char *input[] = {RACE};
    set(o, "level", "0ply");
    kibitzer_call_on_output(c, refuse_output, NULL);
    assert_int_equal(kibitzer_run(o, input, 1, c), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_message(c), "could not be written"));
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

/* ---- stopping ---- */

TEST(a_progress_hook_stops_a_rollout_and_what_is_known_is_printed)
{
    static struct heard h;
    struct kibitzer_call *c = call_with(&h);
    struct kibitzer_options *o = options_for("rollout", c);
    const char *input[] = {RACE};
    h.stop_at = 300;
    set(o, "trials", "10000000");
    set(o, "jobs", "2");
    assert_int_equal(kibitzer_run(o, input, 1, c), KIBITZER_CANCELLED);
    assert_true(h.progress >= 300 && h.furthest < 1.01);
    assert_non_null(strstr(h.output, " trials"));
    assert_non_null(strstr(h.message, "interrupted: "));
    kibitzer_call_reset(c); /* now it may run again */
    h = (struct heard){.length = 0};
    set(o, "trials", "36");
    assert_int_equal(kibitzer_run(o, input, 1, c), KIBITZER_OK);
    assert_non_null(strstr(h.output, "36 trials"));
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(a_call_that_was_cancelled_before_stops_at_once)
{
    static struct heard h;
    struct kibitzer_call *c = call_with(&h);
    struct kibitzer_options *o = options_for("eval", c);
    const char *input[] = {RACE, ROLL};
    kibitzer_call_cancel(c);
    assert_int_equal(kibitzer_run(o, input, 2, c), KIBITZER_CANCELLED);
    assert_int_equal(h.length, 0);
    assert_null(kibitzer_document(o, input, 2, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_CANCELLED);
    assert_non_null(strstr(kibitzer_call_message(c), "cancelled before this request"));
    kibitzer_call_reset(c);
    assert_int_equal(kibitzer_run(o, input, 2, c), KIBITZER_OK);
    assert_string_equal(kibitzer_call_message(c), "");
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

/* ---- an engine that is lent ---- */

static char *hint_document(struct kibitzer_call *c, const char *level, const char *met)
{
    struct kibitzer_options *o = options_for("hint", c);
    const char *input[] = {AT_SCORE};
    set(o, "level", level);
    if (met != NULL)
        set(o, "met", met);
    char *document = kibitzer_document(o, input, 1, NULL, c);
    kibitzer_options_free(o);
    assert_non_null(document);
    return document;
}

TEST(a_document_of_an_engine_that_is_lent_is_the_same)
{
    struct kibitzer_call *own = kibitzer_call_new(), *lent = kibitzer_call_new();
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL);
    assert_int_equal(kibitzer_call_engine(lent, e), KIBITZER_OK);
    for (int i = 0; i < 3; i++) {
        char *a = hint_document(own, i == 0 ? "0ply" : "1ply", NULL),
             *b = hint_document(lent, i == 0 ? "0ply" : "1ply", NULL);
        assert_string_equal(a, b);
        kibitzer_free(a);
        kibitzer_free(b);
        kibitzer_call_reset(lent); /* keeps the engine */
    }
    assert_int_equal(kibitzer_call_engine(lent, NULL), KIBITZER_OK);
    kibitzer_engine_free(e);
    kibitzer_free(hint_document(lent, "0ply", NULL));
    assert_int_equal(kibitzer_call_engine(NULL, NULL), KIBITZER_MISUSE);
    kibitzer_call_free(own);
    kibitzer_call_free(lent);
}

TEST(options_that_name_an_engine_get_another_than_the_one_that_is_lent)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *woolsey = options_for("analyze", c);
    set(woolsey, "met", "woolsey");
    struct kibitzer_engine *e = kibitzer_engine_new(woolsey, NULL);
    kibitzer_call_engine(c, e);
    char *lent = hint_document(c, "0ply", NULL), *named = hint_document(c, "0ply", "kazaross-xg2");
    kibitzer_call_engine(c, NULL);
    char *by_woolsey = hint_document(c, "0ply", "woolsey"), *usual = hint_document(c, "0ply", NULL);
    assert_string_equal(lent, by_woolsey);
    assert_string_equal(named, usual);
    assert_string_not_equal(lent, named);
    kibitzer_free(lent);
    kibitzer_free(named);
    kibitzer_free(by_woolsey);
    kibitzer_free(usual);
    kibitzer_options_free(woolsey);
    kibitzer_call_free(c);
    kibitzer_engine_free(e);
}

/* ---- what is refused ---- */

static void expect_bad_option(const char *command, const char *name, const char *text, const char *option)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = options_for(command, c);
    assert_int_equal(kibitzer_options_set(o, name, text, c), KIBITZER_BAD_OPTION);
    assert_int_equal(kibitzer_call_code(c), KIBITZER_BAD_OPTION);
    assert_string_equal(kibitzer_call_option(c), option);
    assert_string_equal(kibitzer_call_value(c), text);
    assert_non_null(strstr(kibitzer_call_message(c), option));
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(a_bad_value_is_named_with_its_option)
{
    expect_bad_option("hint", "level", "9ply", "level");
    expect_bad_option("hint", "jobs", "0", "jobs");
    expect_bad_option("hint", "json", "maybe", "json");
    expect_bad_option("rollout", "stop-jsd", "2", "stop-jsd");
    expect_bad_option("rollout", "like", "rollers", "like");
    expect_bad_option("board", "colours", "red,blue", "colours");
    expect_bad_option("met", "score", "5", "score");
}

TEST(numbers_are_set_as_numbers)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = options_for("rollout", c);
    assert_int_equal(kibitzer_options_set_number(o, "trials", 36, c), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set_number(o, "within", 0.25, c), KIBITZER_OK);
    assert_int_equal(kibitzer_options_set_number(o, "trials", 36.5, c), KIBITZER_BAD_OPTION);
    assert_string_equal(kibitzer_call_option(c), "trials");
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

static void expect_misuse(struct kibitzer_options *o, const char *const *input, size_t n, const char *words)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_int_equal(kibitzer_run(o, input, n, c), KIBITZER_MISUSE);
    assert_non_null(strstr(kibitzer_call_message(c), words));
    assert_null(kibitzer_call_option(c));
    assert_null(kibitzer_document(o, input, n, NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_MISUSE);
    kibitzer_call_free(c);
}

TEST(what_does_not_go_together_is_refused_when_it_is_used)
{
    const char *input[] = {RACE, ROLL};
    struct kibitzer_options *o = options_for("hint", NULL);
    set(o, "tsv", NULL);
    set(o, "format", "csv");
    expect_misuse(o, input, 1, "--tsv or --format csv, not both");
    kibitzer_options_free(o);
    o = options_for("rollout", NULL);
    set(o, "late-level", "1ply");
    expect_misuse(o, input, 1, "--late-level has no effect without --late-from");
    kibitzer_options_free(o);
}

TEST(switches_that_are_off_forbid_nothing)
{
    const char *input[] = {RACE};
    struct kibitzer_options *o = options_for("eval", NULL);
    set(o, "level", "0ply");
    set(o, "json", "no");
    set(o, "tsv", "yes");
    assert_int_equal(kibitzer_run(o, input, 1, NULL), KIBITZER_OK);
    set(o, "json", "yes");
    assert_int_equal(kibitzer_run(o, input, 1, NULL), KIBITZER_MISUSE);
    kibitzer_options_free(o);
}

TEST(unknown_names_are_refused)
{
    struct kibitzer_call *c = kibitzer_call_new();
    assert_null(kibitzer_options_new("frobnicate", c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNKNOWN);
    assert_non_null(strstr(kibitzer_call_message(c), "frobnicate"));
    struct kibitzer_options *o = options_for("eval", c);
    assert_int_equal(kibitzer_options_set(o, "trials", "3", c), KIBITZER_UNKNOWN);
    assert_int_equal(kibitzer_options_set(o, "no-cache", NULL, c), KIBITZER_UNKNOWN);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
}

TEST(null_is_refused_everywhere)
{
    struct kibitzer_call *c = kibitzer_call_new();
    struct kibitzer_options *o = options_for("eval", c);
    const char *input[] = {RACE, NULL};
    expect_misuse(NULL, input, 1, "NULL");
    expect_misuse(o, NULL, 1, "NULL");
    expect_misuse(o, input, 2, "NULL");
    expect_misuse(o, NULL, 0, "no position is given");
    assert_int_equal(kibitzer_run(NULL, NULL, 0, NULL), KIBITZER_MISUSE);
    assert_null(kibitzer_document(NULL, NULL, 0, NULL, NULL));
    assert_null(kibitzer_options_new(NULL, c));
    assert_int_equal(kibitzer_call_code(c), KIBITZER_UNKNOWN);
    assert_int_equal(kibitzer_options_set(NULL, "level", "1ply", c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_options_set(o, NULL, "1ply", c), KIBITZER_MISUSE);
    assert_int_equal(kibitzer_options_set(o, "level", NULL, c), KIBITZER_BAD_OPTION);
    assert_null(kibitzer_options_text(NULL, 0, KIBITZER_OPTION_NAME));
    assert_int_equal(kibitzer_options_count(NULL), 0);
    assert_null(kibitzer_options_json(NULL, c));
    kibitzer_options_free(NULL);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
    kibitzer_call_free(NULL);
    kibitzer_call_cancel(NULL);
    assert_int_equal(kibitzer_call_code(NULL), KIBITZER_MISUSE);
}

/* ---- several at a time ---- */

static void write_file(const char *path, const char *text, size_t length)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, length, f), length);
    assert_int_equal(fclose(f), 0);
}

static size_t read_file(const char *path, char *out, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t length = fread(out, 1, room, f);
    assert_int_equal(fclose(f), 0);
    return length;
}

static void run_another(void *context, const struct kibitzer_message *m)
{
    const char *input = "fixtures/demo/semi-final.mat";
    int *runs = context;
    (void)m;
    struct kibitzer_options *o = options_for("info", NULL);
    assert_int_equal(kibitzer_run(o, &input, 1, NULL), KIBITZER_OK);
    kibitzer_options_free(o);
    ++*runs;
}

TEST(an_input_is_never_replaced_whatever_another_call_does)
{
    static char before[1 << 18], after[1 << 16];
    char folder[] = "/tmp/kibitzer-run-XXXXXX", bad[64], good[64];
    int runs = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(bad, sizeof bad, "%s/a.mat", folder);
    snprintf(good, sizeof good, "%s/b.mat", folder);
    const size_t length = read_file("fixtures/demo/semi-final.mat", before, sizeof before);
    write_file(bad, "nonsense\n", 9);
    write_file(good, before, length);
    const char *input[] = {bad, good};
    struct kibitzer_call *c = kibitzer_call_new();
    kibitzer_call_on_message(c, run_another, &runs);
    struct kibitzer_options *o = options_for("convert", NULL);
    set(o, "to", "mat");
    set(o, "out", folder);
    assert_int_equal(kibitzer_run(o, input, 2, c), KIBITZER_FAILED);
    assert_true(runs >= 2);
    assert_int_equal(read_file(good, after, sizeof after), length);
    assert_memory_equal(before, after, length);
    kibitzer_options_free(o);
    kibitzer_call_free(c);
    remove(bad);
    remove(good);
    remove(folder);
}

struct analysis {
    pthread_t thread;
    char folder[64], page[96];
    int code;
};

static void *analyze_there(void *analysis)
{
    struct analysis *a = analysis;
    const char *input = "fixtures/demo";
    struct kibitzer_options *o = kibitzer_options_new("analyze", NULL);
    (void)kibitzer_options_set(o, "level", "0ply", NULL);
    (void)kibitzer_options_set(o, "report", "csv", NULL);
    (void)kibitzer_options_set(o, "jobs", "2", NULL);
    (void)kibitzer_options_set(o, "out", a->folder, NULL);
    a->code = kibitzer_run(o, &input, 1, NULL);
    kibitzer_options_free(o);
    return NULL;
}

TEST(analyses_run_beside_each_other)
{
    enum { AT_A_TIME = 3 };
    static char first[1 << 18], other[1 << 18];
    struct analysis a[AT_A_TIME];
    char clean[128];
    size_t length = 0;
    for (int i = 0; i < AT_A_TIME; i++) {
        snprintf(a[i].folder, sizeof a[i].folder, "/tmp/kibitzer-run-XXXXXX");
        assert_non_null(mkdtemp(a[i].folder));
        assert_int_equal(pthread_create(&a[i].thread, NULL, analyze_there, &a[i]), 0);
    }
    for (int i = 0; i < AT_A_TIME; i++)
        assert_int_equal(pthread_join(a[i].thread, NULL), 0);
    for (int i = 0; i < AT_A_TIME; i++) {
        assert_int_equal(a[i].code, KIBITZER_OK);
        snprintf(a[i].page, sizeof a[i].page, "%s/club-final.csv", a[i].folder);
        const size_t n = read_file(a[i].page, i == 0 ? first : other, sizeof first);
        length = i == 0 ? n : length;
        assert_int_equal(n, length);
        assert_true(n > 1000);
        assert_true(i == 0 || memcmp(first, other, n) == 0);
        snprintf(clean, sizeof clean, "rm -r '%s'", a[i].folder);
        assert_int_equal(system(clean), 0);
    }
}

TEST_MAIN(NULL, NULL)
