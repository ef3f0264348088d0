/* FIBS boards, lists of IDs and BGBlitz's .bgf with the SMILE decoder under it; one trait a test. */
#include <math.h>
#include "support/reading.h"

#include <string.h>

#include "base/sink.h"
#include "import/bgf/smile.h"
#include "support/figures.h"

/* ---- FIBS ---- */

#define START "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0"
#define DOWN "1:-1:0:25:0:0:0:0:2:0:0:0\n"

TEST(a_fibs_board_holds_names_score_dice_and_points)
{
    struct reading r;
    const struct match *m = read_text(&r, "board:Me:You:5:1:2:" START ":1:6:2:0:0:1:1:1:0:" DOWN);
    struct board start;
    board_start(&start, VARIANT_BACKGAMMON);
    assert_string_equal(m->player[0].name, "Me");
    assert_int_equal(m->length, 5);
    assert_int_equal(m->games[0].score[1], 2);
    assert_boards_equal(event_board(&m->games[0].events[0]), &start);
    assert_int_equal(last_event(m)->kind, EVENT_SET_DICE);
    assert_int_equal(last_event(m)->dice[0], 6);
    reading_done(&r);
}

TEST(going_up_as_x_turns_the_fibs_board)
{
    struct reading r; /* X moves from 1 up to 24: the 5 chequers on 12 stand on X's 13-point */
    const struct match *m = read_text(&r, "board:Me:You:0:0:0:0:0:0:0:0:0:0:0:0:0:0:0:-5:0:0:0:0:0:0:-4:0:0:0:0:0:1:"
                                          "-1:0:0:0:0:1:1:1:0:-1:1:25:0:6:14:0:0:0:0:0:0\n");
    const struct board *b = event_board(&m->games[0].events[0]);
    assert_int_equal(m->games[0].events[0].player, 0);
    assert_int_equal(b->point[13], 5);
    assert_int_equal(b->point[6], 4);
    assert_int_equal(b->point[0], -1); /* O on the bar at 25 */
    assert_int_equal(b->off[0], 6);
    reading_done(&r);
}

TEST(who_may_double_holds_whose_fibs_cube_it_is)
{
    static const struct {
        const char *may;
        int owner;
    } cases[] = {{"2:1:0", 0}, {"2:0:1", 1}, {"4:1:1", CUBE_CENTRED}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[400];
        struct reading r;
        snprintf(line, sizeof line, "board:Me:You:9999:0:0:%s:1:0:0:0:0:%s:0:%s", START, cases[i].may, DOWN);
        const struct match *m = read_text(&r, line);
        assert_int_equal(m->length, 0);
        assert_int_equal(last_event(m)->kind, EVENT_SET_CUBE);
        assert_int_equal(last_event(m)->owner, cases[i].owner);
        reading_done(&r);
    }
}

TEST(a_fibs_double_waits_for_its_answer)
{
    struct reading r;
    const struct match *m = read_text(&r, "board:Me:You:7:0:0:" START ":-1:0:0:0:0:1:1:1:1:" DOWN);
    assert_int_equal(last_event(m)->kind, EVENT_DOUBLE);
    assert_int_equal(last_event(m)->player, 1);
    reading_done(&r);
}

TEST(the_fibs_crawford_game_is_the_one_without_doubles)
{
    struct reading r;
    assert_true(read_text(&r, "board:Me:You:3:2:0:" START ":1:0:0:0:0:1:0:0:0:" DOWN)->games[0].crawford_game);
    reading_done(&r);
    assert_false(read_text(&r, "board:Me:You:3:2:0:" START ":1:0:0:0:0:1:0:1:0:" DOWN)->games[0].crawford_game);
    reading_done(&r);
}

TEST(bad_fibs_boards_are_named_and_the_others_read)
{
    struct reading r;
    read_text(&r, "hello\nboard:Me:You:5:x\nboard:Me:You:5:1:2:" START ":1:9:2:0:0:1:1:1:0:" DOWN
                  "board:Me:You:5:1:2:" START ":1:6:2:0:0:3:1:1:0:" DOWN "board:Me:You:5:1:2:" START
                  ":1:6:2:0:0:1:1:1:0:" DOWN);
    assert_int_equal(r.out.n, 1);
    assert_diag(&r.d, SEVERITY_ERROR, 2, 16, "field 4");
    assert_diag(&r.d, SEVERITY_ERROR, 3, 0, "\"9\" as field 33");
    assert_diag(&r.d, SEVERITY_ERROR, 4, 0, "\"3\" as field 37");
    reading_done(&r);
}

/* ---- IDs ---- */

TEST(ids_of_every_kind_may_stand_in_a_list)
{
    struct reading r;
    read_text(
        &r,
        "# mine\n4HPwATDgc/ABMA\n5naDAFDYbhkCIA:UQnuACAAGAAE words\n-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10\n"
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10\n");
    assert_int_equal(r.out.n, 4);
    assert_int_equal(r.out.at[1]->length, 7);
    assert_int_equal(last_event(r.out.at[2])->dice[0], 5);
    assert_no_diags(&r.d, SEVERITY_WARNING);
    reading_done(&r);
}

TEST(ids_may_follow_an_xgid)
{
    struct reading r;
    read_text(&r, "XGID=-b----E-C---eE---c-e----B-:0:0:1:52:3:2:0:7:10\n4HPwATDgc/ABMA\n");
    assert_int_equal(r.out.n, 2);
    reading_done(&r);
}

TEST(what_gnubg_prints_above_its_board_is_a_position)
{
    struct reading r;
    read_text(&r, " GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cInqACAAGAAE\n "
                  "+13-14-15---+\n | X  |\n"
                  " GNU Backgammon  Position ID: 5naDAFDYbhkCIA\n");
    assert_int_equal(r.out.n, 2);
    assert_int_equal(r.out.at[0]->length, 7);
    assert_int_equal(r.out.at[1]->length, 0);
    reading_done(&r);
}

TEST(a_damaged_id_is_an_error_at_its_place)
{
    struct reading r;
    read_text(&r, "4HPwATDgc/ABMA\n  4HPwATDgc/ABM\n4HPwATDgc/ABMA\n  nothing\n");
    assert_int_equal(r.out.n, 2);
    assert_diag(&r.d, SEVERITY_ERROR, 2, 3, "4HPwATDgc/ABM");
    assert_int_equal(r.d.n_errors, 1);
    assert_string_equal(r.out.at[1]->comment, "nothing");
    reading_done(&r);
}

/* ---- SMILE ---- */

static const struct smile_node *smile(struct arena *a, const char *bytes, size_t length, const char **problem)
{
    size_t fault;
    return smile_read((struct span){bytes, length}, a, problem, &fault);
}

#define SMILE(a, bytes, problem) smile((a), bytes, sizeof(bytes) - 1, (problem))

TEST(smile_values_of_every_kind_are_decoded)
{
    struct arena *a = arena_new();
    const char *problem;
    const struct smile_node *n =
        SMILE(a,
              ":)\n\x03\xf8\x21\x23\xc3\x24\x01\xa4\x41hi\x20\x81\xc3\xa4"
              "b\xe4long\xc3\xa4\xfc\x29\x00\x3f\x78\x00\x00\x00\x00\x00\x00\x00\x28\x03\x7c\x00\x00\x00\xfa\x80"
              "a\xc2\x40\xc4\xfb\x01\xf9",
              &problem);
    assert_non_null(n);
    n = n->first;
    assert_int_equal(n->kind, SMILE_NULL);
    assert_int_equal((n = n->next)->kind, SMILE_BOOL);
    assert_int_equal((n = n->next)->integer, -2);
    assert_int_equal((n = n->next)->integer, 50); /* 1 * 64 + 36 = 100, zigzag */
    assert_string_equal((n = n->next)->text, "hi");
    assert_string_equal((n = n->next)->text, "");
    assert_string_equal((n = n->next)->text, "\xc3\xa4"
                                             "b");
    assert_string_equal((n = n->next)->text, "long\xc3\xa4");
    assert_figure((n = n->next)->real, 1.0, 0);
    assert_figure((n = n->next)->real, 1.0, 0);
    n = n->next;
    assert_int_equal(smile_integer(n, "a", 0), 1); /* the first of that name; the second was named by number */
    assert_string_equal(n->first->next->name, "a");
    assert_string_equal(n->next->text, "hi");
    arena_free(a);
}

TEST(damaged_smile_is_refused_with_a_reason)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *problem;
    } cases[] = {
        {"no", 2, "no SMILE header"},
        {":)\n\x03", 4, "the document breaks off"},
        {":)\n\x03\xf8\xc1", 6, "the document breaks off"},
        {":)\n\x03\x05", 5, "a reference to a text that was not met before"},
        {":)\n\x03\xfa\x45", 6, "a reference to a text that was not met before"},
        {":)\n\x03\x43"
         "ab",
         7, "the document breaks off"},
        {":)\n\x03\xe0"
         "ab",
         7, "a text without its end"},
        {":)\n\x03\x30", 5, "a byte that begins no value"},
        {":)\n\x03\xfa\x10", 6, "a byte that begins no name"},
        {":)\n\x03\x24\1\1\1\1\1\1\1\1\1\1\1\1\x81", 18, "a number that is too long"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *a = arena_new();
        const char *problem;
        assert_null(smile(a, cases[i].bytes, cases[i].length, &problem));
        assert_string_equal(problem, cases[i].problem);
        arena_free(a);
    }
}

TEST(smile_nested_beyond_any_use_is_refused)
{
    char bytes[5000] = ":)\n\x03";
    const char *problem;
    struct arena *a = arena_new();
    memset(bytes + 4, '\xf8', sizeof bytes - 4);
    assert_null(smile(a, bytes, sizeof bytes, &problem));
    assert_string_equal(problem, "values within values beyond any use");
    arena_free(a);
}

/* ---- one by one ---- */

struct one_by_one {
    struct receiver receiver;
    const struct diags *d;
    int lines[3];
    size_t n_diags; /* when the first one came */
};

static void note_and_forget(struct receiver *self, struct match *m)
{
    struct one_by_one *seen = (struct one_by_one *)self;
    seen->lines[(self->n - 1) % 3] = m->games[0].place.line;
    if (self->n == 1)
        seen->n_diags = seen->d->n;
    match_free(m);
}

TEST(each_position_is_handed_on_before_the_line_after_the_next_is_read)
{
    struct diags d;
    struct one_by_one seen = {.receiver = {.take = note_and_forget}, .d = &d};
    diags_init(&d, NULL);
    assert_true(import_each(span_of("4HPwATDgc/ABMA\n4HPwATDgc/ABMA:cAkAAAAAAAAA\n4HPw/nonsense9\n"), NULL, NULL,
                            &seen.receiver, &d));
    assert_int_equal(seen.receiver.n, 2);
    assert_int_equal(seen.lines[0], 1);
    assert_int_equal(seen.lines[1], 2);
    assert_int_equal(seen.n_diags, 0); /* the third line had not been read */
    assert_diag(&d, SEVERITY_ERROR, 3, 0, "nonsense");
    diags_done(&d);
}

TEST(what_checks_say_of_a_record_follows_what_its_reader_says_of_the_file)
{
    static const char text[] = "kibitzer-dump 1\nmatch\n  game 1\n    score 0 0\n    0 play 31 8/5 6/5\n"
                               "    result - 0 none\nend\nmatch\n  colour \"red\"\nend\n";
    struct diags d;
    struct one_by_one seen = {.receiver = {.take = note_and_forget}, .d = &d};
    diags_init(&d, NULL);
    assert_true(import_each(span_of(text), NULL, NULL, &seen.receiver, &d));
    assert_int_equal(seen.receiver.n, 1);
    assert_int_equal(d.n, 2);
    assert_int_equal(d.at[0].line, 9);
    assert_int_equal(d.at[1].line, 5);
    diags_done(&d);
}

/* ---- BGBlitz ---- */

TEST(a_bgf_match_is_read_with_cube_and_results)
{
    struct reading r;
    struct strbuf bytes = {0};
    assert_true(file_read("fixtures/bgf/club.bgf", 0, &bytes));
    const struct match *m = read_bytes(&r, (struct span){bytes.at, bytes.length});
    assert_string_equal(m->format, "bgf");
    assert_string_equal(m->player[1].name, "Bo Bj\xc3\xb6rk");
    assert_int_equal(m->n_games, 2);
    assert_int_equal(m->games[0].events[2].kind, EVENT_DOUBLE);
    assert_int_equal(m->games[0].winner, 0);
    assert_int_equal(m->games[0].points, 2);
    assert_true(m->games[1].crawford_game);
    assert_diag(&r.d, SEVERITY_NOTE, 0, 0, "analysis of 4 plays and 2 cube decisions, luck of 6 rolls");
    assert_no_diags(&r.d, SEVERITY_WARNING);
    strbuf_done(&bytes);
    reading_done(&r);
}

/* The file has the play that was made first, and that of the second player from the other's side. */
TEST(candidates_of_a_bgf_match_stand_best_first)
{
    struct reading r;
    struct strbuf bytes = {0};
    assert_true(file_read("fixtures/bgf/club.bgf", 0, &bytes));
    const struct match *m = read_bytes(&r, (struct span){bytes.at, bytes.length});
    assert_int_equal(m->n_sets, 1);
    assert_string_equal(m->sets[0].engine, "BGBlitz");
    const struct play_analysis *first = event_annotation(&m->games[0].events[0], 0)->play;
    const struct play_analysis *second = event_annotation(&m->games[0].events[1], 0)->play;
    assert_int_equal(first->played, 0);
    assert_int_equal(second->n, 2);
    assert_int_equal(second->played, 1);
    assert_float_equal(second->candidates[0].mwc, 0.48, 1e-6);
    assert_true(isnan(second->candidates[0].equity));
    assert_float_equal(second->candidates[0].outcome.lose_gammon, 0.15, 1e-6);
    assert_int_equal(second->candidates[0].play.step[0].from, 24);
    assert_null(event_annotation(&m->games[0].events[4], 0));
    strbuf_done(&bytes);
    reading_done(&r);
}

TEST(another_encoding_than_smile_is_refused_clearly)
{
    struct reading r;
    assert_null(read_text(&r, "{\"version\":\"1.0\",\"compression\":\"gzip\",\"encoding\":\"json\"}\n{}\n"));
    assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "expected a header with");
    reading_done(&r);
}

TEST_MAIN(NULL, NULL)
