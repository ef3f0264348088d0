/* The base: arena, spans, strings, diagnostics, sinks and whole files. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/assertions.h"

#include "base/arena.h"
#include "base/base64.h"
#include "base/by_text.h"
#include "base/figure.h"
#include "base/secrets.h"
#include "base/sink.h"
#include "base/threads.h"
#include "base/xmalloc.h"
#include "match/board.h"

/* ---- things by their texts ---- */

TEST(things_are_found_by_their_texts_however_many_there_are)
{
    enum { MANY = 10000 };
    static char text[MANY][8];
    struct by_text t = {.slot = NULL};
    assert_null(by_text_find(&t, "0"));
    for (int i = 0; i < MANY; i++) {
        snprintf(text[i], sizeof text[i], "%d", i);
        assert_null(by_text_find(&t, text[i]));
        by_text_add(&t, text[i], &text[i]);
    }
    for (int i = 0; i < MANY; i++) {
        char again[8];
        snprintf(again, sizeof again, "%d", i);
        assert_ptr_equal(by_text_find(&t, again), &text[i]);
    }
    assert_null(by_text_find(&t, ""));
    assert_null(by_text_find(&t, "10000"));
    by_text_free(&t);
    assert_null(by_text_find(&t, "1"));
}

/* ---- arena ---- */

TEST(an_arena_gives_zeroed_aligned_memory_of_any_size)
{
    static const unsigned char zeros[200000];
    struct arena *a = arena_new();
    for (size_t size = 1; size < 200000; size = size * 3 + 1) {
        unsigned char *p = arena_alloc(a, size);
        assert_memory_equal(p, zeros, size);
        assert_int_equal((uintptr_t)p % (size >= sizeof(struct board) ? _Alignof(max_align_t) : 8), 0);
        memset(p, 0xff, size);
    }
    arena_free(a);
    arena_free(NULL);
}

TEST(an_arena_copies_text)
{
    struct arena *a = arena_new();
    assert_string_equal(arena_strdup(a, "double"), "double");
    assert_string_equal(arena_strndup(a, "double", 3), "dou");
    assert_string_equal(arena_span(a, (struct span){NULL, 0}), "");
    arena_free(a);
}

/* A large thing lies in a block behind the first one, which the arena itself is in. */
TEST(an_arena_that_was_cleared_is_as_new_whatever_was_in_it)
{
    struct arena *a = arena_new();
    for (size_t large = 100; large < 5000000; large = large * 7 / 3)
        for (int round = 0; round < 3; round++) {
            unsigned char *p = arena_alloc(a, large), *q = arena_alloc(a, 300);
            memset(p, 1, large);
            memset(q, 2, 300);
            for (int i = 0; i < 300; i++)
                assert_int_equal(*(unsigned char *)arena_alloc(a, 24), 0);
            assert_int_equal(p[large - 1], 1);
            assert_int_equal(q[299], 2);
            arena_clear(a);
        }
    arena_free(a);
}

TEST(an_array_in_an_arena_grows_and_keeps_its_elements)
{
    struct arena *a = arena_new();
    int *numbers = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 1000; i++) {
        numbers = arena_grow(a, numbers, i, &capacity, sizeof *numbers);
        numbers[i] = (int)i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers[i], i);
    arena_free(a);
}

TEST(an_array_that_is_the_last_thing_in_an_arena_grows_where_it_lies)
{
    struct arena *a = arena_new();
    size_t capacity = 0;
    int *first = arena_grow(a, NULL, 0, &capacity, sizeof *first);
    const size_t before = capacity;
    first[before - 1] = 7;
    assert_ptr_equal(arena_grow(a, first, before, &capacity, sizeof *first), first);
    assert_int_equal(capacity, 2 * before);
    assert_int_equal(first[before], 0);
    arena_strdup(a, "something behind it");
    int *moved = arena_grow(a, first, capacity, &capacity, sizeof *first);
    assert_ptr_not_equal(moved, first);
    assert_int_equal(moved[before - 1], 7);
    arena_free(a);
}

TEST(small_things_go_on_behind_a_large_one)
{
    struct arena *a = arena_new();
    const char *before = arena_strdup(a, "one");
    memset(arena_alloc(a, 100000), 0xff, 100000);
    const char *after = arena_strdup(a, "two");
    assert_ptr_equal(after, before + 4); /* the block in use stayed in use */
    assert_string_equal(before, "one");
    arena_free(a);
}

TEST(an_array_on_the_heap_grows_too)
{
    int *numbers = NULL;
    size_t capacity = 0;
    for (size_t i = 0; i < 100; i++) {
        numbers = grow(numbers, i, &capacity, sizeof *numbers);
        numbers[i] = (int)i;
    }
    assert_int_equal(numbers[99], 99);
    assert_int_equal(capacity, 128);
    free(numbers);
    free(xcalloc(0, 8));
}

/* ---- spans ---- */

TEST(a_part_of_a_span_stays_inside_it)
{
    const struct span s = span_of("beaver");
    assert_true(span_equal(span_sub(s, 2, 3), "ave"));
    assert_true(span_equal(span_sub(s, 4, 99), "er"));
    assert_int_equal(span_sub(s, 99, 1).length, 0);
    assert_int_equal(span_sub(s, 3, SIZE_MAX).length, 3);
}

TEST(spans_are_trimmed_and_compared)
{
    assert_true(span_equal(span_trim(span_of(" \t take\r\n")), "take"));
    assert_int_equal(span_trim(span_of(" \n ")).length, 0);
    assert_true(span_equal_nocase(span_of("TaKe"), "tAkE"));
    assert_false(span_equal_nocase(span_of("take"), "takes"));
    assert_false(span_equal(span_of("Take"), "take"));
    assert_true(span_starts_nocase(span_of("Takes it"), "take"));
    assert_false(span_starts_nocase(span_of("ta"), "take"));
}

/* ---- strings ---- */

TEST(a_string_grows_by_every_way_of_adding)
{
    struct strbuf b = {0};
    assert_string_equal(strbuf_text(&b), "");
    strbuf_puts(&b, "2");
    strbuf_putc(&b, '/');
    strbuf_add(&b, "18xx", 2);
    strbuf_insert(&b, 1, "4");
    strbuf_fill(&b, ' ', 2);
    strbuf_printf(&b, "%s %d", "cube", 64);
    assert_string_equal(strbuf_text(&b), "24/18  cube 64");
    assert_int_equal(b.length, strlen("24/18  cube 64"));
    strbuf_clear(&b);
    assert_string_equal(strbuf_text(&b), "");
    assert_int_equal(b.length, 0);
    strbuf_done(&b);
}

TEST(long_formatted_text_is_complete)
{
    struct strbuf b = {0};
    for (int i = 0; i < 200; i++)
        strbuf_printf(&b, "%*d|", 50, i);
    assert_int_equal(b.length, 200 * 51);
    assert_string_equal(b.at + 199 * 51, "                                               199|");
    strbuf_done(&b);
}

/* ---- diagnostics ---- */

/* What diags_print writes, in `out`. */
static void print_to(const struct diags *d, enum severity least, char *out, size_t size)
{
    FILE *f = tmpfile();
    assert_non_null(f);
    diags_print(d, least, f);
    rewind(f);
    out[fread(out, 1, size - 1, f)] = '\0';
    fclose(f);
}

TEST(a_diagnostic_names_its_place_and_shows_it)
{
    struct diags d;
    char out[500];
    diags_init(&d, "final.mat");
    d.source = span_of(" Game 1\r\n  1) 31: 8/3\n");
    diag_at(&d, SEVERITY_ERROR, 2, 10, "%s does not fit the roll %d", "8/3", 31);
    print_to(&d, SEVERITY_NOTE, out, sizeof out);
    assert_string_equal(out, "final.mat:2:10: error: 8/3 does not fit the roll 31\n      1) 31: 8/3\n             ^\n");
    assert_int_equal(d.n_errors, 1);
    diags_done(&d);
}

TEST(places_may_be_offsets_or_the_whole_file)
{
    struct diags d;
    char out[500];
    diags_init(&d, "a.pos");
    diag_offset(&d, SEVERITY_WARNING, 12, "version 99");
    diag_at(&d, SEVERITY_NOTE, 0, 0, "short");
    print_to(&d, SEVERITY_NOTE, out, sizeof out);
    assert_string_equal(out, "a.pos:+12: warning: version 99\na.pos: note: short\n");
    print_to(&d, SEVERITY_WARNING, out, sizeof out);
    assert_string_equal(out, "a.pos:+12: warning: version 99\n");
    assert_int_equal(d.n_warnings, 1);
    diags_done(&d);
}

TEST(control_characters_are_not_printed_as_such)
{
    struct diags d;
    char out[500];
    diags_init(&d, NULL);
    diag_at(&d, SEVERITY_NOTE, 1, 1, "name \"\x1b[31mred\"");
    print_to(&d, SEVERITY_NOTE, out, sizeof out);
    assert_string_equal(out, "-:1:1: note: name \"\\x1b[31mred\"\n");
    diags_done(&d);
}

TEST(only_so_many_diagnostics_are_kept_but_all_are_counted)
{
    struct diags d;
    char out[500];
    diags_init(&d, "x");
    d.limit = 2;
    for (int i = 0; i < 5; i++)
        diag_at(&d, SEVERITY_WARNING, i + 1, 1, "again");
    assert_int_equal(d.n, 2);
    assert_int_equal(d.n_dropped, 3);
    assert_int_equal(d.n_warnings, 5);
    print_to(&d, SEVERITY_NOTE, out, sizeof out);
    assert_non_null(strstr(out, "3 more diagnostics"));
    diags_done(&d);
}

TEST(diagnostics_of_two_come_one_after_the_other)
{
    struct diags d, after = {0};
    char out[500];
    diags_init(&d, "x");
    d.limit = 2;
    diag_at(&d, SEVERITY_NOTE, 9, 1, "first");
    for (int i = 0; i < 3; i++)
        diag_at(&after, SEVERITY_WARNING, i + 1, 1, "then");
    diag_at(&after, SEVERITY_ERROR, 1, 1, "wrong");
    diags_append(&d, &after);
    print_to(&d, SEVERITY_NOTE, out, sizeof out);
    assert_string_equal(out, "x:9:1: note: first\nx:1:1: warning: then\nx: note: 3 more diagnostics are not shown\n");
    assert_int_equal(d.n_warnings, 3);
    assert_int_equal(d.n_errors, 1);
    assert_int_equal(after.n, 0);
    diags_done(&d);
}

/* ---- sinks and files ---- */

TEST(a_sink_keeps_its_parts_apart)
{
    struct sink s;
    sink_init(&s);
    strbuf_puts(sink_main(&s), "index");
    for (int i = 0; i < 20; i++)
        strbuf_printf(sink_add_part(&s, "_page"), "page %d", i);
    assert_int_equal(s.n, 21);
    assert_string_equal(strbuf_text(sink_main(&s)), "index");
    assert_string_equal(s.parts[0].suffix, "");
    assert_string_equal(s.parts[20].suffix, "_page");
    assert_string_equal(strbuf_text(&s.parts[20].text), "page 19");
    sink_done(&s);
}

TEST(files_are_written_whole_and_read_back)
{
    char folder[] = "/tmp/base_test_XXXXXX", path[64], beside[64];
    struct strbuf back = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.mat", folder);
    snprintf(beside, sizeof beside, "%s/none/out.mat", folder);
    assert_true(file_write_atomic(path, "first", 5));
    assert_true(file_write_atomic(path, "se\0cond", 7));
    assert_true(file_read(path, 0, &back));
    assert_int_equal(back.length, 7);
    assert_memory_equal(back.at, "se\0cond", 7);
    strbuf_clear(&back);
    assert_false(file_read(path, 6, &back));
    assert_int_equal(errno, EFBIG);
    assert_false(file_write_atomic(beside, "x", 1));
    assert_int_equal(errno, FOLDER_IS_MISSING);
    assert_false(file_read(beside, 0, &back));
    strbuf_done(&back);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing was left beside it */
}

static void stop_writing(int number)
{
    (void)number;
    file_write_abandon();
    _exit(130);
}

/* The child's file may grow to 64 KiB only: the signal comes in the middle of the writing. */
TEST(a_process_that_is_stopped_leaves_no_half_file)
{
    static const char bytes[1 << 20];
    char folder[] = "/tmp/base_test_XXXXXX", path[64];
    int status = 0;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/out.mat", folder);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit small = {64 << 10, 64 << 10};
        if (setrlimit(RLIMIT_FSIZE, &small) == 0 && signal(SIGXFSZ, stop_writing) != SIG_ERR)
            file_write_atomic(path, bytes, sizeof bytes);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WEXITSTATUS(status), 130);
    assert_int_equal(rmdir(folder), 0);
}

/* ---- threads ---- */

enum { TURNS = 500 };

struct turns {
    int taken[TURNS];
    atomic_bool odd_hand; /* one that is not among those asked for */
    int threads;
    atomic_int others; /* turns that the caller has not taken itself */
    volatile sig_atomic_t stop;
};

static void take_turn(void *context, int hand, size_t i)
{
    struct turns *t = context;
    t->taken[i]++;
    if (hand < 0 || hand >= t->threads)
        t->odd_hand = true;
    t->others += hand != 0;
}

TEST(a_loop_over_threads_takes_every_turn_once)
{
    static const int threads[] = {-1, 0, 1, 2, 7, 1000000000};
    for (size_t k = 0; k < sizeof threads / sizeof *threads; k++) {
        struct turns t = {.threads = threads[k] < 1 ? 1 : threads[k]};
        threads_for(threads[k], TURNS, take_turn, &t, NULL);
        for (int i = 0; i < TURNS; i++)
            assert_int_equal(t.taken[i], 1);
        assert_false(t.odd_hand);
    }
    threads_for(3, 0, take_turn, NULL, NULL);
}

TEST(a_figure_that_rounds_to_zero_has_no_sign)
{
    assert_string_equal(SIGNED(-0.0004, 3), "0.000");
    assert_string_equal(SIGNED(0.0004, 3), "0.000");
    assert_string_equal(SIGNED(-0.0, 4), "0.0000");
    assert_string_equal(SIGNED(-0.4, 0), "0");
    assert_string_equal(SIGNED(-0.0006, 3), "-0.001");
    assert_string_equal(SIGNED(10.25, 2), "+10.25");
}

/* Without room for their stacks no threads can be created. */
TEST(a_loop_is_done_by_its_caller_where_no_thread_can_be_created)
{
    struct turns t = {.threads = 4};
    pthread_attr_t before, huge;
    assert_int_equal(pthread_getattr_default_np(&before), 0);
    pthread_attr_init(&huge);
    assert_int_equal(pthread_attr_setstacksize(&huge, (size_t)1 << 47), 0);
    assert_int_equal(pthread_setattr_default_np(&huge), 0);
    threads_for(4, TURNS, take_turn, &t, NULL);
    pthread_setattr_default_np(&before);
    assert_int_equal(t.others, 0);
    for (int i = 0; i < TURNS; i++)
        assert_int_equal(t.taken[i], 1);
}

static void take_turn_and_stop(void *context, int hand, size_t i)
{
    struct turns *t = context;
    take_turn(context, hand, i);
    t->stop = i == 10;
}

TEST(a_loop_over_threads_stops_when_asked)
{
    struct turns t = {.threads = 1};
    threads_for(1, TURNS, take_turn_and_stop, &t, &t.stop);
    assert_int_equal(t.taken[10], 1);
    assert_int_equal(t.taken[11], 0);
}

/* RFC 4648, section 10, and every byte. */
TEST(base64_comes_back_and_damage_is_seen)
{
    static const char *const pairs[][2] = {
        {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct strbuf out = {0}, back = {0};
        base64_write(span_of(pairs[i][0]), &out);
        assert_string_equal(strbuf_text(&out), pairs[i][1]);
        assert_true(base64_read(span_of(pairs[i][1]), &back));
        assert_string_equal(strbuf_text(&back), pairs[i][0]);
        strbuf_done(&out);
        strbuf_done(&back);
    }
    char bytes[256];
    struct strbuf out = {0}, back = {0};
    for (int i = 0; i < 256; i++)
        bytes[i] = (char)i;
    base64_write((struct span){bytes, sizeof bytes}, &out);
    assert_true(base64_read((struct span){out.at, out.length}, &back));
    assert_memory_equal(back.at, bytes, sizeof bytes);
    assert_false(base64_read(span_of("Zm9"), &back));
    assert_false(base64_read(span_of("Zm 9"), &back));
    assert_false(base64_read(span_of("Z=9v"), &back));
    strbuf_done(&out);
    strbuf_done(&back);
}

/* ---- secrets ---- */

TEST(a_password_is_masked_however_its_url_is_spelled)
{
    static const char *const rows[][2] = {
        {"http://ann:S3@h/x", "http://***@h/x"},
        {"found http:/ann:S3@h/x, expected", "found http:/***@h/x, expected"},
        {"HTTP:\\\\ann:S3\\x@h", "HTTP:\\\\***@h"},
        {"https:ann:S3@h", "https:***@h"},
        {"'ann:S3CRET@h/x': no", "'ann:***@h/x': no"},
        {"//ann:S3CRET@h", "//ann:***@h"},
        {"http%3A%2f%2Fann%3AS3%40h%2Fx", "http%3A%2f%2F***%40h%2Fx"},
        {"mysql:/ann%3aS3CRET@h", "mysql:/ann%3a***@h"},
        {"h/m.mat?id=3&token=S3CRET: error", "h/m.mat?id=3&token=***: error"},
        {"final.mat:17:24: error: a@b", "final.mat:17:24: error: a@b"},
        {"C:\\Users\\ann@h\\x.mat: error", "C:\\Users\\ann@h\\x.mat: error"},
        {"C:/Users/ann@h/x.mat", "C:/Users/ann@h/x.mat"},
        {"mailto:ann@club.org", "mailto:ann@club.org"},
        {"http: error: ann@club.org", "http: error: ann@club.org"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[64];
        snprintf(text, sizeof text, "%s", rows[i][0]);
        secrets_mask(text);
        assert_string_equal(text, rows[i][1]);
    }
}

TEST_MAIN(NULL, NULL)
