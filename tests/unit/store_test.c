/* The collection: what is put in comes out again, once, with the figures that reports print. */
#include "support/assertions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/restate.h"
#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"
#include "match/dice.h"
#include "format/identity.h"
#include "match/same.h"
#include "collection/packed.h"
#include "collection/classes.h"
#include "collection/tables.h"
#include "collection/seal.h"
#include "collection/store.h"
#include "collection/upkeep.h"
#include "support/figures.h"
#include "support/script.h"
#include "support/writing.h"

static const char *const ANNOTATED = "fixtures/demo/league-round-4.sgf";
static char path[64]; /* of a database of this process alone */

static void remove_files(void)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    char name[80];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        unlink(name);
    }
}

static struct store *open_store(void)
{
    struct diags d;
    diags_init(&d, path);
    struct store *s = store_open(path, SQL_CREATE, &d);
    assert_no_diags(&d, SEVERITY_NOTE);
    diags_done(&d);
    assert_non_null(s);
    return s;
}

static int setup(void **state)
{
    remove_files();
    *state = open_store();
    return 0;
}

static int teardown(void **state)
{
    store_close(*state);
    remove_files();
    return 0;
}

/* A match with a complete analysis that its file brought. */
static void read_annotated(struct matches *out)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, ANNOTATED);
    *out = (struct matches){.n = 0};
    assert_true(file_read(ANNOTATED, 0, &bytes));
    assert_true(import_bytes((struct span){bytes.at, bytes.length}, ANNOTATED, NULL, out, &d));
    restate_match(out->at[0], met_default(), NULL);
    strbuf_done(&bytes);
    diags_done(&d);
}

static void put(struct store *s, const struct match *m, int set, const char *hash, struct match_put *out)
{
    char *record = written(m, "dump", NULL);
    struct content c = {.hash = hash, .size = 10, .path = hash, .stem = hash, .n_matches = 1};
    struct match_entry *e = match_entry_new(m, set, KEPT_ALL, span_of(record));
    assert_true(store_content(s, &c));
    assert_true(store_put_match(s, e, &(struct origin){.hash = hash, .path = hash, .number = 1, .stem = hash}, out));
    match_entry_free(e);
    free(record);
}

static int64_t count(struct store *s, const char *query)
{
    const int64_t n = sql_number(store_sql(s), query, SQL_NO_VALUES, -1);
    assert_string_equal(store_error(s), "");
    return n;
}

/* ---- decisions add up to the statistics ---- */

struct sums {
    struct side_statistics side[2];
};

static bool add_up(void *context, const struct stored_decision *d)
{
    struct side_statistics *s = &((struct sums *)context)->side[d->row.side];
    const struct decision_row *r = &d->row;
    const double error = isnan(r->error) ? 0 : r->error, mwc = isnan(r->error_mwc) ? 0 : r->error_mwc;
    if (r->counted != COUNTED_NOT) {
        s->pr_decisions++;
        s->pr_error.emg += error;
    }
    if (r->kind == DECISION_PLAY || r->kind == DECISION_FORCED) {
        assert_int_equal(r->kind == DECISION_PLAY, r->n_legal > 1);
        s->total_moves++;
        s->unforced_moves += r->n_legal > 1;
        s->analysed_moves += !isnan(r->error);
        s->move_error.emg += error, s->move_error.mwc += mwc;
        s->luck_rolls += !isnan(r->luck);
        s->luck_total.emg += isnan(r->luck) ? 0 : r->luck;
        return true;
    }
    s->cube_decisions++;
    s->close_or_actual += r->close == 1;
    s->doubles += r->kind == DECISION_DOUBLE;
    s->takes += r->kind == DECISION_TAKE;
    s->passes += r->kind == DECISION_PASS;
    if (r->cube_error >= 0) {
        s->cube_errors[r->cube_error]++;
        s->cube_error[r->cube_error].emg += error, s->cube_error[r->cube_error].mwc += mwc;
    }
    return true;
}

static void expect_same_sums(const struct side_statistics *a, const struct side_statistics *b)
{
    assert_int_equal(a->total_moves, b->total_moves);
    assert_int_equal(a->unforced_moves, b->unforced_moves);
    assert_int_equal(a->analysed_moves, b->analysed_moves);
    assert_figure(a->move_error.emg, b->move_error.emg, 1e-6);
    assert_figure(a->move_error.mwc, b->move_error.mwc, 1e-6);
    assert_int_equal(a->luck_rolls, b->luck_rolls);
    assert_figure(a->luck_total.emg, b->luck_total.emg, 1e-6);
    assert_int_equal(a->cube_decisions, b->cube_decisions);
    assert_int_equal(a->close_or_actual, b->close_or_actual);
    assert_int_equal(a->doubles, b->doubles);
    assert_int_equal(a->takes, b->takes);
    assert_int_equal(a->passes, b->passes);
    for (int k = 0; k < CUBE_ERRORS; k++) {
        assert_int_equal(a->cube_errors[k], b->cube_errors[k]);
        assert_figure(a->cube_error[k].emg, b->cube_error[k].emg, 1e-6);
    }
    assert_int_equal(a->pr_decisions, b->pr_decisions);
    assert_figure(a->pr_error.emg, b->pr_error.emg, 1e-6);
}

TEST_WITH(decisions_add_up_to_the_statistics_of_reports, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct sums sums = {.side = {{0}, {0}}};
    struct decision_filter filter = {.match = MATCH_FILTER_ALL};
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    assert_true(store_decisions(s, &filter, add_up, &sums));
    assert_true(sums.side[0].pr_decisions > 0);
    for (int who = 0; who < 2; who++)
        expect_same_sums(&sums.side[who], &all.at[0]->statistics[0].side[who]);
    matches_done(&all);
}

static bool compare_sums(void *context, const struct stored_sums *got)
{
    const struct match *m = context;
    const struct side_statistics *s = &m->statistics[0].side[got->side];
    struct amount cube = {0, 0};
    for (int k = 0; k < CUBE_ERRORS; k++)
        cube.emg += s->cube_error[k].emg, cube.mwc += s->cube_error[k].mwc;
    assert_int_equal(got->moves, s->total_moves);
    assert_int_equal(got->unforced, s->unforced_moves);
    assert_int_equal(got->plays, s->analysed_moves);
    assert_figure(got->play_error, s->move_error.emg, 1e-6);
    assert_figure(got->play_error_mwc, s->move_error.mwc, 1e-6);
    assert_int_equal(got->cubes, s->cube_decisions);
    assert_int_equal(got->close, s->close_or_actual);
    assert_figure(got->cube_error, cube.emg, 1e-6);
    assert_int_equal(got->counted_plays + got->counted_cubes, s->pr_decisions);
    assert_figure(got->counted_play_error + got->counted_cube_error, s->pr_error.emg, 1e-6);
    assert_int_equal(got->lucks, s->luck_rolls);
    assert_figure(got->luck_mwc, s->luck_total.mwc, 1e-6);
    assert_figure(got->gain, m->statistics[0].actual[got->side], 1e-6);
    return true;
}

TEST_WITH(sums_are_the_statistics_of_reports, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct match_filter filter = MATCH_FILTER_ALL;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    assert_true(store_sums(s, &filter, false, compare_sums, all.at[0]));
    matches_done(&all);
}

struct walking {
    struct sums_walk *walk;
    const struct stored_sums *at;
    int64_t moves;
    size_t matches, undone; /* undone: matches without a decision */
};

static bool walk_along(void *context, const struct stored_match *m)
{
    struct walking *w = context;
    int side = -1;
    w->matches++;
    for (; w->at != NULL && w->at->match == m->id; w->at = sums_walk_next(w->walk)) {
        assert_true(w->at->side > side);
        side = w->at->side;
        w->moves += w->at->moves;
    }
    w->undone += side < 0;
    return true;
}

/* They are read some matches at a time. */
TEST_WITH(sums_come_in_the_order_of_the_matches, setup, teardown)
{
    struct store *s = *state;
    struct walking w = {.moves = 0};
    struct match_filter all = MATCH_FILTER_ALL;
    for (uint64_t seed = 1; seed <= 230; seed++) {
        struct match_put out;
        char name[16];
        struct match *m = random_match(seed, 1, 0, VARIANT_BACKGAMMON);
        (void)match_add_set(m, &(struct annotation_set){.engine = "nobody"});
        snprintf(name, sizeof name, "m%d", (int)seed);
        put(s, m, 0, name, &out);
        match_free(m);
    }
    w.walk = sums_walk_new(s, &all, false);
    w.at = sums_walk_next(w.walk);
    assert_true(store_matches_alone(s, &all, walk_along, &w));
    assert_null(w.at);
    assert_true(sums_walk_end(w.walk));
    assert_int_equal(w.matches, 230);
    assert_true(w.undone < 10);
    assert_int_equal(w.moves, count(s, "SELECT count(*) FROM assessments WHERE kind IN (1, 6)"));
}

/* ---- identity ---- */

TEST_WITH(one_record_from_two_files_counts_once, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put first, second;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &first);
    put(s, all.at[0], 0, "b", &second);
    assert_int_equal(first.match, second.match);
    assert_true(second.known);
    assert_string_equal(second.stem, "a");
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 1);
    assert_int_equal(count(s, "SELECT count(*) FROM analyses"), 1);
    assert_int_equal(count(s, "SELECT count(*) FROM holds"), 2);
    matches_done(&all);
}

TEST_WITH(bytes_that_are_read_otherwise_leave_nothing_of_what_they_held, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put first, second;
    const struct content empty = {.hash = "a", .size = 10, .path = "a", .stem = "a", .n_matches = 0};
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &first);
    put(s, all.at[0], 0, "b", &first);
    all.at[0]->player[0].name = "Somebody Else";
    put(s, all.at[0], 0, "a", &second);
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 2); /* "b" holds the first one still */
    put(s, all.at[0], 0, "b", &second);
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 1);
    assert_true(store_content(s, &empty));
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 1);
    assert_int_equal(count(s, "SELECT count(*) FROM holds"), 1);
    matches_done(&all);
}

TEST(keys_agree_exactly_where_records_are_equal)
{
    char a[KEY_LENGTH + 1], b[KEY_LENGTH + 1];
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct match *x = random_match(seed, 5, 0, VARIANT_BACKGAMMON);
        struct match *y = random_match(seed + seed % 2, 5, 0, VARIANT_BACKGAMMON);
        match_key(x, a);
        match_key(y, b);
        assert_int_equal(strcmp(a, b) == 0, match_equal(x, y, NULL));
        match_free(x);
        match_free(y);
    }
}

TEST(a_renamed_player_changes_the_record_but_not_the_dice)
{
    char a[2][KEY_LENGTH + 1], b[2][KEY_LENGTH + 1];
    struct match *m = random_match(7, 3, 0, VARIANT_BACKGAMMON);
    match_key(m, a[0]);
    dice_key(m, a[1]);
    m->player[0].name = "Somebody Else";
    match_key(m, b[0]);
    dice_key(m, b[1]);
    assert_string_not_equal(a[0], b[0]);
    assert_string_equal(a[1], b[1]);
    match_free(m);
}

/* ---- analyses side by side ---- */

static bool remember(void *context, const struct stored_match *m)
{
    *(struct stored_match *)context = *m;
    return true;
}

TEST_WITH(a_second_analysis_stands_beside_the_first, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put first, second, again;
    struct stored_match found;
    struct match_filter filter = MATCH_FILTER_ALL;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &first);
    all.at[0]->sets[0].engine = "kibitzer";
    all.at[0]->sets[0].own = true;
    put(s, all.at[0], 0, "a", &second);
    put(s, all.at[0], 0, "a", &again);
    assert_int_equal(count(s, "SELECT count(*) FROM analyses"), 2);
    assert_int_equal(count(s, "SELECT count(*) FROM analyses WHERE chosen = 1"), 1);
    assert_true(store_matches(s, &filter, remember, &found));
    assert_true(found.own);
    matches_done(&all);
}

TEST_WITH(the_record_comes_out_as_it_went_in, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct strbuf text = {0};
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    char *record = written(all.at[0], "dump", NULL);
    assert_true(store_record(s, out.analysis, &text));
    assert_string_equal(strbuf_text(&text), record);
    assert_false(store_record(s, out.analysis + 1, &text));
    strbuf_done(&text);
    free(record);
    matches_done(&all);
}

/* ---- how questions are answered ---- */

TEST_WITH(one_players_decisions_are_found_without_reading_all, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct strbuf plan = {0};
    struct decision_filter filter = {.match = MATCH_FILTER_ALL};
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    filter.match.player = store_person(s, all.at[0]->player[0].name);
    assert_true(store_decisions_plan(s, &filter, &plan));
    assert_non_null(strstr(plan.at, "SEARCH t USING PRIMARY KEY"));
    assert_non_null(strstr(plan.at, "SEARCH j USING PRIMARY KEY"));
    assert_non_null(strstr(plan.at, "matches_player0"));
    assert_non_null(strstr(plan.at, "matches_player1"));
    assert_null(strstr(plan.at, "SCAN"));
    strbuf_clear(&plan);
    filter.brief = true; /* as for the player's page */
    assert_true(store_decisions_plan(s, &filter, &plan));
    assert_non_null(strstr(plan.at, "SEARCH extracts USING INDEX"));
    assert_non_null(strstr(plan.at, "matches_player0"));
    assert_null(strstr(plan.at, "turns"));
    assert_null(strstr(plan.at, "SCAN"));
    strbuf_done(&plan);
    matches_done(&all);
}

TEST_WITH(a_position_is_found_without_reading_all, setup, teardown)
{
    struct store *s = *state;
    struct strbuf plan = {0};
    struct decision_filter filter = {.match = MATCH_FILTER_ALL, .position = "4HPwATDgc/ABMA"};
    assert_true(store_decisions_plan(s, &filter, &plan));
    assert_non_null(strstr(plan.at, "turns_position"));
    assert_null(strstr(plan.at, "SCAN"));
    strbuf_done(&plan);
}

/* ---- rows come out as they went in ---- */

struct expected {
    const struct decision_rows *rows;
    size_t at;
    struct store *store;
    bool brief; /* what is left out is asked for */
    bool migrated; /* from words: the steps of a play may stand in another order */
};

static void expect_words(const char *got, const char *expected)
{
    assert_string_equal(got != NULL ? got : "-", expected != NULL ? expected : "-");
}

/* What a decision has in brief and as a whole. */
static void same_place_and_class(const struct decision_row *x, const struct decision_row *y)
{
    assert_int_equal(y->side, x->side);
    assert_int_equal(y->n, x->n);
    assert_int_equal(y->game, x->game);
    assert_int_equal(y->number, x->number);
    assert_int_equal(y->kind, x->kind);
    assert_int_equal(y->away[0], x->away[0]);
    assert_int_equal(y->away[1], x->away[1]);
    assert_int_equal(y->cube, x->cube);
    assert_int_equal(y->cube_side, x->cube_side);
    assert_int_equal(y->phase, x->phase);
    assert_int_equal(y->plan, x->plan);
    assert_int_equal(y->counted, x->counted);
    assert_int_equal(y->close, x->close);
    assert_int_equal(y->cube_error, x->cube_error);
}

/* What figures need is all there in brief, the play and the position where a game opens. */
static void same_in_brief(const struct expected *e, const struct decision_row *x, const struct decision_row *y)
{
    same_place_and_class(x, y);
    assert_int_equal(isnan(y->error), isnan(x->error));
    if (!isnan(x->error))
        assert_figure(y->error, x->error, 5.1e-10);
    if (x->number == 1 && x->kind == DECISION_PLAY && strcmp(x->position, POSITION_ID_START) == 0) {
        assert_string_equal(y->position, x->position);
        assert_int_equal(y->dice, x->dice);
        assert_true(e->migrated || y->play == x->play);
    }
}

static bool same_row(void *context, const struct stored_decision *d);

static bool same_whole(void *context, const struct stored_decision *whole)
{
    struct expected e = *(struct expected *)context;
    e.brief = false;
    e.at--;
    assert_true(same_row(&e, whole));
    return true;
}

static bool same_row(void *context, const struct stored_decision *d)
{
    struct expected *e = context;
    assert_true(e->at < e->rows->n);
    const struct decision_row *x = &e->rows->at[e->at++], *y = &d->row;
    if (e->brief) {
        same_in_brief(e, x, y);
        assert_true(store_decision(e->store, d, same_whole, e));
        return true;
    }
    expect_words(y->level, x->level);
    same_place_and_class(x, y);
    assert_int_equal(y->dice, x->dice);
    if (!e->migrated) {
        assert_int_equal(y->play, x->play);
        assert_int_equal(y->best_code, x->best_code);
    }
    assert_int_equal(y->n_legal, x->n_legal);
    assert_string_equal(y->position, x->position);
    assert_string_equal(y->state, x->state);
    expect_words(y->action, x->action);
    expect_words(y->best, x->best);
    const double got[] = {y->error, y->error_mwc, y->luck, y->luck_mwc};
    const double had[] = {x->error, x->error_mwc, x->luck, x->luck_mwc};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(isnan(got[i]), isnan(had[i]));
        if (!isnan(had[i]))
            assert_figure(got[i], had[i], 5.1e-10);
    }
    return true;
}

static void expect_rows(struct store *s, const struct match *m, bool migrated, struct match_filter one)
{
    struct decision_rows rows;
    rows_of(m, 0, &rows);
    for (int brief = 0; brief < 2; brief++) {
        struct expected e = {.rows = &rows, .store = s, .brief = brief != 0, .migrated = migrated};
        struct decision_filter f = {.match = one, .brief = e.brief};
        assert_true(store_decisions(s, &f, same_row, &e));
        assert_int_equal(e.at, rows.n);
    }
    rows_done(&rows);
}

TEST_WITH(decisions_come_out_as_they_went_in, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    expect_rows(s, all.at[0], false, MATCH_FILTER_ALL);
    assert_int_equal(count(s, "SELECT count(*) FROM turns WHERE state IS NOT NULL"), 0);
    matches_done(&all);
}

TEST_WITH(matches_of_every_kind_come_out_as_they_went_in, setup, teardown)
{
    struct store *s = *state;
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct match_put out;
        char name[16];
        struct match *m = random_match(seed, (int)(seed % 4) * 3, 0, VARIANT_BACKGAMMON);
        (void)match_add_set(m, &(struct annotation_set){.engine = "nobody"});
        snprintf(name, sizeof name, "m%d", (int)seed);
        put(s, m, 0, name, &out);
        struct match_filter one = MATCH_FILTER_ALL;
        one.id = out.match;
        expect_rows(s, m, false, one);
        match_free(m);
    }
}

/* ---- extracts ---- */

static void hear(void *context, const char *line)
{
    strbuf_puts(context, line);
}

static bool add_error(void *sum, const struct stored_decision *d)
{
    *(double *)sum += d->row.error > 0 ? d->row.error : 0;
    return true;
}

/* Of one player, or of both. */
static double errors_in_brief(struct store *s, int64_t player)
{
    struct decision_filter f = {.match = MATCH_FILTER_ALL, .counted_only = true, .brief = true};
    double sum = 0;
    f.match.player = player;
    assert_true(store_decisions(s, &f, add_error, &sum));
    return sum;
}

TEST_WITH(errors_are_the_same_with_extracts_and_without, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    const int64_t who[] = {0, store_person(s, all.at[0]->player[0].name), store_person(s, all.at[0]->player[1].name)};
    double in_brief[3];
    for (int i = 0; i < 3; i++)
        in_brief[i] = errors_in_brief(s, who[i]);
    assert_int_equal(count(s, "SELECT count(*) FROM extracts"), 2);
    assert_true(in_brief[0] > 0);
    assert_figure(in_brief[1] + in_brief[2], in_brief[0], 1e-12);
    assert_true(sql_script(store_sql(s), "DELETE FROM extracts"));
    for (int i = 0; i < 3; i++)
        assert_figure(errors_in_brief(s, who[i]), in_brief[i], 1e-12);
    matches_done(&all);
}

TEST_WITH(a_damaged_extract_is_an_error_and_is_named, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct strbuf said = {0};
    struct decision_filter f = {.match = MATCH_FILTER_ALL, .brief = true};
    double sum = 0;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    assert_true(sql_script(store_sql(s), "UPDATE extracts SET bytes = substr(bytes, 1, length(bytes) - 1)"));
    assert_false(store_decisions(s, &f, add_error, &sum));
    assert_non_null(strstr(store_error(s), "an extract is damaged"));
    assert_true(store_check(s, hear, &said));
    assert_non_null(strstr(said.at, "the extracts are not those of the decisions of match a"));
    strbuf_done(&said);
    matches_done(&all);
}

/* Whatever the bytes are, what comes out of them can be counted by, and reading ends. */
TEST(any_bytes_are_an_extract_or_damaged)
{
    struct dice dice = dice_of_game(1, 1);
    for (int i = 0; i < 20000; i++) {
        char bytes[64];
        struct brief last = BRIEF_BEGIN;
        struct decision_row d;
        for (size_t k = 0; k < sizeof bytes; k++)
            bytes[k] = (char)dice_below(&dice, i % 2 ? 0x40 : 0x100);
        struct span rest = {bytes, sizeof bytes};
        for (size_t left = sizeof bytes + 1; brief_next(&last, &rest, &d); left = rest.length) {
            assert_true(rest.length < left);
            assert_in_range(d.kind, DECISION_PLAY, DECISION_FORCED);
            assert_true(d.phase < PHASES && d.plan < PLANS && d.cube_error < CUBE_ERRORS);
        }
    }
}

static void no_complaint(void *context, const char *line)
{
    (void)context;
    fail_msg("%s", line);
}

/* ---- phases, plans and themes ---- */

static struct match *read_dump(const struct strbuf *text, const char *name)
{
    struct matches all = {.n = 0};
    struct diags d;
    diags_init(&d, name);
    assert_true(import_bytes((struct span){strbuf_text(text), text->length}, NULL, importer_find("dump"), &all, &d));
    assert_int_equal(all.n, 1);
    diags_done(&d);
    struct match *m = all.at[0];
    all.n = 0;
    matches_done(&all);
    restate_match(m, met_default(), NULL);
    return m;
}

TEST_WITH(classes_of_older_rules_are_made_again, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct strbuf said = {0};
    size_t n;
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    static const char sum_of_themes[] = "SELECT SUM(themes) FROM assessments";
    const int64_t themes = sql_number(store_sql(s), sum_of_themes, SQL_NO_VALUES, 0);
    assert_true(themes > 0);
    assert_true(sql_script(store_sql(s), "UPDATE turns SET phase = 0, plan = 0; UPDATE assessments SET themes = 0;"
                                         "UPDATE matches SET rules_version = 0"));
    assert_true(seal(store_sql(s), SEALED_ANALYSIS, SQL(sql_int(out.analysis))));
    assert_true(store_check(s, hear, &said));
    assert_non_null(strstr(said.at, "phases, plans or themes of 1 match follow other rules"));
    assert_true(store_classify(s, read_dump, &n));
    assert_int_equal(n, 1);
    assert_true(sql_number(store_sql(s), sum_of_themes, SQL_NO_VALUES, 0) == themes);
    expect_rows(s, all.at[0], false, MATCH_FILTER_ALL);
    assert_true(store_check(s, no_complaint, NULL));
    assert_true(store_classify(s, read_dump, &n));
    assert_int_equal(n, 0);
    strbuf_done(&said);
    matches_done(&all);
}

TEST_WITH(sums_that_are_no_sums_are_found, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    struct strbuf said = {0};
    read_annotated(&all);
    put(s, all.at[0], 0, "a", &out);
    assert_true(sql_script(store_sql(s), "UPDATE sums SET bad = bad + 1 WHERE side = 1 AND game = 1"));
    assert_true(store_check(s, hear, &said));
    assert_non_null(strstr(said.at, "the sums are not those of the decisions of match a"));
    strbuf_done(&said);
    matches_done(&all);
}

/* ---- hostile texts ---- */

TEST_WITH(names_are_values_and_never_part_of_a_statement, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    char *long_name = malloc(100001);
    memset(long_name, 'x', 100000);
    long_name[100000] = '\0';
    const char *const names[] = {"Robert'); DROP TABLE matches;--", "a\nb\"c'd\\e", long_name, "%s%n", "?"};
    read_annotated(&all);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char hash[8] = {(char)('a' + i), '\0'};
        all.at[0]->player[1].name = names[i];
        put(s, all.at[0], 0, hash, &out);
        assert_false(out.known);
        assert_true(store_person(s, names[i]) > 0);
    }
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 5);
    assert_int_equal(store_person(s, "nobody"), 0);
    free(long_name);
    matches_done(&all);
}

/* ---- whose database it is ---- */

static void refused(const char *why)
{
    struct diags d;
    diags_init(&d, path);
    assert_null(store_open(path, SQL_CREATE, &d));
    assert_diag(&d, SEVERITY_ERROR, 0, 0, why);
    diags_done(&d);
}

TEST_WITH(a_newer_database_is_refused_by_name, setup, teardown)
{
    assert_true(sql_script(store_sql(*state), "PRAGMA user_version = 999"));
    refused("version 999, made by a newer kibitzer");
}

TEST_WITH(every_version_but_ours_is_refused_by_name, setup, teardown)
{
    assert_true(sql_script(store_sql(*state), "PRAGMA user_version = -3"));
    refused("has version -3, but only versions 9 to 12 are known: analyse the files again into a new collection");
    assert_true(sql_script(store_sql(*state), "PRAGMA user_version = 5"));
    refused("has version 5, but only versions 9 to 12 are known");
}

/* What would do other things than our statements say. */
TEST_WITH(what_is_not_ours_is_refused, setup, teardown)
{
    static const char *const changes[][2] = {
        {"CREATE TRIGGER x AFTER INSERT ON matches BEGIN DELETE FROM turns; END", "holds the trigger \"x\""},
        {"ALTER TABLE sums RENAME TO other; CREATE VIEW sums AS SELECT * FROM other", "holds the view \"sums\""},
        {"DROP INDEX matches_date; CREATE INDEX matches_date ON matches (event)", "\"matches_date\" is not as"},
        {"DROP TABLE pages", "\"pages\" is not as"},
        {"ALTER TABLE pages ADD COLUMN more TEXT", "\"pages\" is not as"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_true(sql_script(store_sql(*state), changes[i][0]));
        refused(changes[i][1]);
        store_close(*state);
        remove_files();
        *state = open_store();
    }
}

TEST_WITH(a_view_beside_ours_is_nobodys_business, setup, teardown)
{
    assert_true(sql_script(store_sql(*state), "CREATE VIEW mine AS SELECT stem FROM matches"));
    store_close(*state);
    *state = open_store();
}

TEST_WITH(a_database_of_another_program_is_refused, setup, teardown)
{
    struct store *s = *state;
    assert_true(sql_script(store_sql(s), "PRAGMA application_id = 7; PRAGMA user_version = 1"));
    refused("another program");
    assert_int_equal(count(s, "SELECT count(*) FROM matches"), 0);
}

TEST_WITH(a_file_that_is_no_database_is_refused, setup, teardown)
{
    store_close(*state);
    remove_files();
    assert_true(file_write_atomic(path, "nothing that SQLite knows, but long enough to be looked at as one\n", 66));
    refused("not an SQLite database");
    remove_files();
    *state = open_store();
}

TEST_WITH(what_was_undone_was_never_there, setup, teardown)
{
    struct store *s = *state;
    struct matches all;
    struct match_put out;
    read_annotated(&all);
    assert_true(store_begin(s));
    put(s, all.at[0], 0, "a", &out);
    assert_false(store_end(s, false));
    for (const char *const *t = schema_tables; *t != NULL; t++) {
        struct strbuf query = {0};
        strbuf_printf(&query, "SELECT count(*) FROM %s", *t);
        assert_int_equal(count(s, strbuf_text(&query)), 0);
        strbuf_done(&query);
    }
    matches_done(&all);
}

/* ---- names of databases ---- */

TEST(passwords_are_never_shown)
{
    static const char *const urls[][2] = {
        {"postgresql://ann:secret@host:5432/games?password=secret", "postgresql://ann@host:5432/games"},
        {"mysql://ann:a@b:secret@host/games", "mysql://ann@host/games"},
        {"postgresql:///games", "postgresql:///games"},
        {"/home/ann:x@y/c.db", "/home/ann:x@y/c.db"},
    };
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        struct strbuf name = {0};
        sql_name(urls[i][0], &name);
        assert_string_equal(strbuf_text(&name), urls[i][1]);
        strbuf_done(&name);
    }
}

int main(void)
{
    snprintf(path, sizeof path, "/tmp/kibitzer-store-test-%ld.db", (long)getpid());
    return unit_tests_run(NULL, NULL);
}
