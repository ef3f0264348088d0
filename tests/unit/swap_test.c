/* Exchanging the players of a record, and filling in what a file lacks. */
#include "support/assertions.h"

#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "import/import.h"
#include "match/swap.h"
#include "match/walk.h"
#include "support/annotated.h"
#include "support/script.h"
#include "support/writing.h"

static struct match *from_file(const char *path, struct matches *list)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    assert_true(file_read(path, 0, &bytes));
    assert_true(import_bytes((struct span){bytes.at, bytes.length}, path, NULL, list, &d));
    diags_done(&d);
    strbuf_done(&bytes);
    return list->at[0];
}

static void assert_swapped_twice_is_the_same(struct match *m)
{
    char *before = written(m, "dump", NULL);
    match_swap_players(m);
    char *once = written(m, "dump", NULL);
    match_swap_players(m);
    char *twice = written(m, "dump", NULL);
    assert_string_not_equal(before, once);
    assert_string_equal(before, twice);
    free(before);
    free(once);
    free(twice);
}

TEST(swapping_twice_gives_the_same_record)
{
    static const char *const paths[] = {"fixtures/xg/candlelight.xg",     "fixtures/sgf/everything.sgf",
                                        "fixtures/mat/jellyfish.mat",     "fixtures/tmg/take-and-pass.tmg",
                                        "fixtures/export/annotated.dump", "fixtures/pos/crawford.pos"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct matches list = {0};
        assert_swapped_twice_is_the_same(from_file(paths[i], &list));
        matches_done(&list);
    }
    for (uint64_t seed = 1; seed < 6; seed++) {
        struct match *m = random_match(seed, seed % 2 ? 5 : 0, 2, VARIANT_BACKGAMMON);
        assert_swapped_twice_is_the_same(m);
        match_free(m);
    }
}

/* Every position of the swapped record is the original's seen with the players renamed. */
TEST(replay_finds_the_same_positions)
{
    struct match *m = random_match(3, 5, 0, VARIANT_BACKGAMMON), *s = random_match(3, 5, 0, VARIANT_BACKGAMMON);
    match_swap_players(s);
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk a, b;
        walk_begin(&a, m, &m->games[i]);
        walk_begin(&b, s, &s->games[i]);
        while (walk_next(&a) && walk_next(&b)) {
            assert_null(b.problem);
            assert_int_equal(a.before.on_roll, 1 - b.before.on_roll);
            assert_boards_equal(&a.before.board, &b.before.board);
            assert_int_equal(a.before.score[0], b.before.score[1]);
            assert_int_equal(a.before.cube, b.before.cube);
        }
        assert_int_equal(s->games[i].winner, 1 - m->games[i].winner);
    }
    match_free(m);
    match_free(s);
}

TEST(names_ratings_and_statistics_go_along)
{
    struct match *m = annotated_match(3);
    m->player[0].rating = "1700";
    m->statistics[0].side[0].total_moves = 77;
    m->statistics[0].actual[1] = 0.5;
    const struct annotation *a = m->games[0].events[0].annotations;
    match_swap_players(m);
    assert_string_equal(m->player[1].name, "Ann");
    assert_string_equal(m->player[1].rating, "1700");
    assert_int_equal(m->statistics[0].side[1].total_moves, 77);
    assert_true(m->statistics[0].actual[0] == 0.5);
    assert_ptr_equal(m->games[0].events[0].annotations, a);
    match_free(m);
}

TEST(set_cubes_keep_their_owner_and_the_centre)
{
    struct match *m = match_new();
    struct game *g = match_add_game(m);
    game_add_event(m, g, EVENT_SET_CUBE, 0)->owner = 0;
    game_add_event(m, g, EVENT_SET_CUBE, 0)->owner = CUBE_CENTRED;
    match_swap_players(m);
    assert_int_equal(g->events[0].owner, 1);
    assert_int_equal(g->events[1].owner, CUBE_CENTRED);
    assert_int_equal(g->winner, NOBODY);
    match_free(m);
}

TEST(letters_of_sgf_are_counted_from_the_other_side)
{
    struct match *m = match_new();
    struct event *e = game_add_event(m, match_add_game(m), EVENT_PLAY, 0);
    struct property *raw = NULL;
    m->format = "sgf";
    e->text = "ayzx";
    property_add(m, &raw, "sgf", "A", "0");
    property_add_value(m, raw, "hefe E ver 3");
    match_add_set(m, &(struct annotation_set){.engine = "x"});
    event_annotate(m, e, 0)->raw = raw;
    match_swap_players(m);
    assert_string_equal(e->text, "xyza");
    assert_string_equal(e->annotations->raw->values[0], "0");
    assert_string_equal(e->annotations->raw->values[1], "qtst E ver 3");
    match_free(m);
}

TEST(a_player_called_by_one_of_his_names_goes_below)
{
    struct match *m = match_new();
    m->player[0].name = "Ann Smith";
    m->player[1].name = "Bo";
    assert_true(match_put_below(m, "a.smith; ann smith ;x"));
    assert_string_equal(m->player[1].name, "Ann Smith");
    assert_true(match_put_below(m, "Ann Smith"));
    assert_string_equal(m->player[1].name, "Ann Smith");
    assert_true(match_put_below(m, "Bo;Ann Smith")); /* both: nothing to decide */
    assert_string_equal(m->player[1].name, "Ann Smith");
    assert_false(match_put_below(m, "Cleo;;"));
    assert_false(match_put_below(m, ""));
    match_free(m);
}

TEST(only_what_is_lacking_is_filled_in)
{
    struct match *m = match_new();
    m->info.event = "Open";
    m->info.round = "";
    char date[] = "2026-02-28";
    match_fill_info(m, &(struct match_info){.date = date, .event = "Closed", .round = "Final"});
    date[0] = 'x';
    assert_string_equal(m->info.date, "2026-02-28");
    assert_string_equal(m->info.event, "Open");
    assert_string_equal(m->info.round, "Final");
    assert_null(m->info.place);
    match_free(m);
}

TEST_MAIN(NULL, NULL)
