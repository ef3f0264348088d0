/* The .xg reader against files made here (tests/support/xg_file.h): what a record becomes, and what damage does. */
#include "support/assertions.h"

#include <math.h>
#include <string.h>

#include "import/import.h"
#include "import/readers.h"
#include "import/xg/rtf.h"
#include "support/figures.h"
#include "support/script.h"
#include "support/xg_file.h"

enum { TYPE_GAME = 1, TYPE_CUBE, TYPE_MOVE, TYPE_GAME_END };

struct reading {
    struct matches out;
    struct diags d;
    bool good;
};

static const struct match *read_bytes(struct reading *r, const struct strbuf *bytes)
{
    *r = (struct reading){0};
    diags_init(&r->d, NULL);
    r->good = import_bytes((struct span){bytes->at, bytes->length}, NULL, NULL, &r->out, &r->d);
    return r->good ? r->out.at[0] : NULL;
}

static const struct match *read_match(struct reading *r, const struct match *m)
{
    struct strbuf bytes = {0};
    xg_write(m, &bytes);
    const struct match *read = read_bytes(r, &bytes);
    strbuf_done(&bytes);
    assert_true(r->good);
    return read;
}

static const struct match *read_file(struct reading *r, struct xg_file *x, struct xg_packing how)
{
    struct strbuf bytes = {0};
    xg_pack(x, &how, &bytes);
    const struct match *read = read_bytes(r, &bytes);
    strbuf_done(&bytes);
    xg_done(x);
    return read;
}

static void done(struct reading *r)
{
    matches_done(&r->out);
    diags_done(&r->d);
}

/* A match of Ann and Bo to `length` with one game. */
static struct match *scripted(int length, const char *script)
{
    struct match *m = match_new();
    m->length = length;
    m->rules.jacoby = m->rules.beavers = m->jacoby_known = length == 0;
    m->player[0].name = "Ann";
    m->player[1].name = "Bo";
    script_game(m, script);
    return m;
}

static void result(struct match *m, int winner, int points, enum ending ending)
{
    m->games[0].winner = winner;
    m->games[0].points = points;
    m->games[0].ending = ending;
}

/* ---- what a record becomes ---- */

TEST(matches_by_dice_come_back_equal)
{
    int n = 0;
    for (uint64_t seed = 1; n < 12; seed++) {
        struct reading r;
        struct match *m = random_match(seed, seed % 4 == 0 ? 0 : (int)(2 * seed % 9 + 1), 3, VARIANT_BACKGAMMON);
        xg_keeps(m);
        if (xg_holds(m)) {
            assert_matches_equal(read_match(&r, m), m);
            done(&r);
            n++;
        }
        match_free(m);
    }
}

TEST(nackgammon_and_hypergammon_come_back_equal)
{
    static const enum variant variants[] = {VARIANT_NACKGAMMON, VARIANT_HYPERGAMMON_3};
    for (int i = 0; i < 2; i++) {
        struct reading r;
        struct match *m = random_match(77, 5, 0, variants[i]);
        xg_keeps(m);
        assert_matches_equal(read_match(&r, m), m);
        done(&r);
        match_free(m);
    }
}

TEST(the_header_holds_players_and_occasion)
{
    struct reading r;
    struct match *m = scripted(7, "0 31: 8/5 6/5");
    m->player[0].name = "J\u00f8rgen \u6c5f";
    m->player[0].rating = "1812.50";
    m->player[0].experience = "340";
    m->info.date = "2024-08-18";
    m->info.time = "20:15";
    m->info.match_id = "-755933700";
    m->info.event = "Club \u00dcn";
    m->info.round = "Final";
    m->info.place = "Ulm";
    m->info.annotator = "Cleo";
    m->comment = "played in the garden";
    const struct match *read = read_match(&r, m);
    assert_string_equal(read->player[0].name, m->player[0].name);
    assert_string_equal(read->player[0].rating, "1812.50");
    assert_string_equal(read->player[0].experience, "340");
    assert_string_equal(read->info.date, "2024-08-18");
    assert_non_null(read->info.time);
    assert_string_equal(read->info.time, "20:15");
    assert_non_null(read->info.match_id);
    assert_string_equal(read->info.match_id, "-755933700");
    assert_string_equal(read->info.event, m->info.event);
    assert_string_equal(read->info.round, "Final");
    assert_string_equal(read->info.place, "Ulm");
    assert_string_equal(read->info.annotator, "Cleo");
    assert_string_equal(read->comment, m->comment);
    done(&r);
    match_free(m);
}

TEST(beavers_and_raccoons_are_one_record)
{
    struct reading r;
    struct match *m = scripted(0, "0 31: 8/5 6/5; 1 double 2; 0 beaver 4; 1 raccoon 8; 0 take; 1 52: 13/11 13/8");
    const struct match *read = read_match(&r, m);
    const struct event *e = read->games[0].events;
    assert_int_equal(read->games[0].n_events, 6);
    assert_int_equal(e[1].kind, EVENT_DOUBLE);
    assert_int_equal(e[2].kind, EVENT_BEAVER);
    assert_int_equal(e[2].value, 4);
    assert_int_equal(e[3].kind, EVENT_RACCOON);
    assert_int_equal(e[3].value, 8);
    assert_int_equal(e[4].kind, EVENT_TAKE);
    assert_matches_equal(read, m);
    done(&r);
    match_free(m);
}

TEST(a_drop_ends_the_game)
{
    struct reading r;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 double 2; 0 drop");
    result(m, 1, 1, ENDING_DROP);
    const struct match *read = read_match(&r, m);
    assert_int_equal(read->games[0].n_events, 3);
    assert_int_equal(read->games[0].ending, ENDING_DROP);
    assert_int_equal(read->games[0].winner, 1);
    assert_no_diags(&r.d, SEVERITY_WARNING);
    done(&r);
    match_free(m);
}

TEST(a_roll_that_was_resigned_is_a_roll)
{
    struct reading r;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 roll 66; 1 resign 2; 0 accept");
    result(m, 0, 2, ENDING_RESIGNED);
    const struct match *read = read_match(&r, m);
    assert_int_equal(read->games[0].events[1].kind, EVENT_ROLL);
    assert_int_equal(read->games[0].events[2].kind, EVENT_RESIGN);
    assert_int_equal(read->games[0].events[2].value, 2);
    assert_matches_equal(read, m);
    done(&r);
    match_free(m);
}

TEST(a_roll_that_was_resigned_keeps_its_luck)
{
    struct reading r;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 roll 66; 1 resign 2; 0 accept");
    result(m, 0, 2, ENDING_RESIGNED);
    match_add_set(m, &(struct annotation_set){.engine = "eXtreme Gammon"});
    struct event *roll = &m->games[0].events[1];
    event_annotate(m, roll, 0)->luck = 0.375f;
    roll->comment = "Too late";
    const struct match *read = read_match(&r, m);
    const struct event *e = &read->games[0].events[1];
    assert_int_equal(e->kind, EVENT_ROLL);
    assert_figure(event_annotation(e, 0)->luck, 0.375, 0);
    assert_string_equal(e->comment, "Too late");
    assert_matches_equal(read, m);
    done(&r);
    match_free(m);
}

TEST(a_settled_game_says_so)
{
    struct reading r;
    struct match *m = scripted(0, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    result(m, 0, 1, ENDING_SETTLED);
    assert_int_equal(read_match(&r, m)->games[0].ending, ENDING_SETTLED);
    done(&r);
    match_free(m);
}

TEST(an_unfinished_game_has_no_result)
{
    struct reading r;
    struct match *m = scripted(3, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    const struct match *read = read_match(&r, m);
    assert_int_equal(read->games[0].winner, NOBODY);
    assert_int_equal(read->games[0].n_events, 2);
    done(&r);
    match_free(m);
}

TEST(automatic_doubles_leave_the_cube_alone)
{
    struct reading r;
    struct match *m = scripted(0, "0 31: 8/5 6/5; 1 62: 24/18 13/11; 0 double 4; 1 take; 0 41: 24/23 13/9");
    m->rules.automatic = true;
    m->games[0].automatic_doubles = 1;
    const struct match *read = read_match(&r, m);
    assert_int_equal(read->games[0].automatic_doubles, 1);
    assert_matches_equal(read, m);
    assert_int_equal(r.d.n_warnings, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "breaks off");
    done(&r);
    match_free(m);
}

TEST(another_start_is_set_up)
{
    struct reading r;
    struct match *m = scripted(0, "1 set-board; 1 21: 3/1 2/1");
    script_set_board(m, &m->games[0].events[0], "3:2 2:1 -20:3");
    const struct match *read = read_match(&r, m);
    assert_int_equal(read->games[0].events[0].kind, EVENT_SET_BOARD);
    assert_matches_equal(read, m);
    done(&r);
    match_free(m);
}

TEST(comments_lose_their_rtf)
{
    struct reading r;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 double 2; 0 take");
    m->games[0].comment = "first game";
    m->games[0].events[0].comment = "Sch\u00f6n {gut} \\o/\nsecond line";
    m->games[0].events[1].comment = "why?";
    const struct match *read = read_match(&r, m);
    assert_string_equal(read->games[0].comment, "first game");
    assert_string_equal(read->games[0].events[0].comment, m->games[0].events[0].comment);
    assert_string_equal(read->games[0].events[1].comment, "why?");
    done(&r);
    match_free(m);
}

TEST(an_illegal_play_is_kept_with_the_board_after_it)
{
    struct reading r;
    struct match *m = scripted(5, "0 31: 8/5 6/4; 1 62: 24/18 13/11");
    const struct match *read = read_match(&r, m);
    assert_true(read->games[0].events[0].flags & EVENT_ILLEGAL);
    assert_matches_equal(read, m);
    assert_int_equal(read->games[0].n_events, 2);
    done(&r);
    match_free(m);
}

TEST(a_bear_off_with_overage_goes_off)
{
    struct reading r;
    struct xg_file x;
    struct match *m = scripted(0, "0 set-board; 0 65: 4/0 3/0");
    script_set_board(m, &m->games[0].events[0], "4:1 3:1 1:2 -20:3");
    xg_make(&x, m);
    xg_record(&x, TYPE_MOVE, 0)[9 + 26 + 26 + 3 + 4 + 4] = (char)-3; /* the first step's target */
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    const struct event *e = &read->games[0].events[1];
    assert_int_equal(e->play.n, 2);
    assert_int_equal(e->play.step[0].to, 0);
    assert_int_equal(e->flags & EVENT_ILLEGAL, 0);
    done(&r);
    match_free(m);
}

/* ---- analysis ---- */

static struct match *analysed(void)
{
    struct match *m = scripted(7, "0 31: 8/5 6/5; 1 41: 24/23 13/9; 0 double 2; 1 take; 0 62: 24/18 13/11");
    match_add_set(m, &(struct annotation_set){.engine = "eXtreme Gammon"});
    struct event *e = m->games[0].events;
    struct play_analysis *p = arena_alloc(m->arena, sizeof *p);
    struct candidate *list = arena_alloc(m->arena, 2 * sizeof *list);
    list[0] =
        (struct candidate){.play = {2, {{13, 10}, {24, 23}}}, .level = {.kind = EVAL_PLY, .plies = 2}, .equity = 0.03f};
    list[0].play = (struct play){2, {{24, 23}, {13, 9}}};
    list[1] = (struct candidate){
        .play = {2, {{13, 9}, {6, 5}}}, .level = {.kind = EVAL_OTHER, .name = "XG Roller++"}, .equity = -0.01f};
    list[0].outcome = (struct outcome){0.51f, 0.14f, 0.01f, 0.13f, 0.005f};
    *p = (struct play_analysis){.candidates = list, .n = 2, .n_legal = 2, .error = 0.04f};
    struct annotation *a = event_annotate(m, &e[1], 0);
    a->play = p;
    a->luck = -0.125f;
    struct cube_analysis *c = arena_alloc(m->arena, 2 * sizeof *c);
    c[0] = (struct cube_analysis){.level = {.kind = EVAL_ROLLOUT},
                                  .nd = 0.25f,
                                  .dt = 0.125f,
                                  .dp = 1.0f,
                                  .verdict = VERDICT_NO_DOUBLE_TAKE,
                                  .double_error = 0.125f,
                                  .answer_error = NAN};
    c[0].branch[0].outcome.win = 0.55f;
    c[0].branch[1].outcome.win = 0.5f;
    c[1] = c[0];
    c[1].answer_error = 0.0625f;
    event_annotate(m, &e[2], 0)->cube = &c[0];
    event_annotate(m, &e[3], 0)->cube = &c[1];
    return m;
}

TEST(candidates_come_with_level_figures_and_error)
{
    struct reading r;
    struct match *m = analysed();
    const struct match *read = read_match(&r, m);
    const struct annotation *a = event_annotation(&read->games[0].events[1], 0);
    assert_non_null(a);
    assert_int_equal(a->play->n, 2);
    assert_int_equal(a->play->played, 0);
    assert_figure(a->play->error, 0.04, 1e-6);
    assert_figure(a->luck, -0.125, 0);
    const struct candidate *c = a->play->candidates;
    assert_int_equal(c[0].level.plies, 2);
    assert_string_equal(c[0].level.name, "3-ply");
    assert_string_equal(c[1].level.name, "XG Roller++");
    assert_figure(c[0].outcome.win, 0.51, 1e-6);
    assert_figure(c[0].outcome.lose_gammon, 0.13, 1e-6);
    assert_figure(c[0].equity, 0.03, 1e-6);
    assert_int_equal(c[1].play.step[1].to, 5);
    done(&r);
    match_free(m);
}

TEST(cube_decisions_come_with_errors_of_both)
{
    struct reading r;
    struct match *m = analysed();
    const struct match *read = read_match(&r, m);
    const struct cube_analysis *c = event_annotation(&read->games[0].events[2], 0)->cube;
    assert_int_equal(c->verdict, VERDICT_NO_DOUBLE_TAKE);
    assert_int_equal(c->level.kind, EVAL_ROLLOUT);
    assert_figure(c->nd, 0.25, 0);
    assert_figure(c->dt, 0.125, 0);
    assert_figure(c->dp, 1, 0);
    assert_figure(c->double_error, 0.125, 0);
    assert_true(isnan(c->answer_error));
    assert_figure(c->branch[1].outcome.win, 0.5, 0);
    assert_figure(event_annotation(&read->games[0].events[3], 0)->cube->answer_error, 0.0625, 0);
    done(&r);
    match_free(m);
}

TEST(the_error_of_an_answer_belongs_to_the_beaver)
{
    struct reading r;
    struct match *m = scripted(0, "0 31: 8/5 6/5; 1 41: 24/23 13/9; 0 double 2; 1 beaver 4; 0 take; 0 62: 24/18 13/11");
    m->rules.beavers = true;
    match_add_set(m, &(struct annotation_set){.engine = "eXtreme Gammon"});
    struct event *e = m->games[0].events;
    struct cube_analysis *c = arena_alloc(m->arena, 2 * sizeof *c);
    c[0] = (struct cube_analysis){.level = {.kind = EVAL_PLY, .plies = 2}, .dp = 1, .answer_error = NAN};
    c[1] = c[0];
    c[1].answer_error = 0.0625f;
    event_annotate(m, &e[2], 0)->cube = &c[0];
    event_annotate(m, &e[3], 0)->cube = &c[1];
    const struct match *read = read_match(&r, m);
    const struct event *back = read->games[0].events;
    assert_int_equal(back[3].kind, EVENT_BEAVER);
    assert_figure(event_annotation(&back[3], 0)->cube->answer_error, 0.0625, 0);
    assert_int_equal(back[4].kind, EVENT_TAKE);
    assert_null(event_annotation(&back[4], 0));
    done(&r);
    match_free(m);
}

TEST(what_was_not_analysed_is_unknown_and_not_zero)
{
    struct reading r;
    struct match *m = analysed();
    const struct match *read = read_match(&r, m);
    const struct annotation *second = event_annotation(&read->games[0].events[1], 0);
    assert_null(event_annotation(&read->games[0].events[0], 0));
    assert_null(event_annotation(&read->games[0].events[4], 0));
    assert_null(second->cube);
    assert_true(isnan(second->play->error_mwc));
    assert_true(isnan(event_annotation(&read->games[0].events[3], 0)->luck));
    done(&r);
    match_free(m);
}

TEST(numbers_beyond_any_equity_are_unknown)
{
    struct reading r;
    struct match *m = analysed();
    struct annotation *a = event_annotate(m, &m->games[0].events[1], 0);
    a->luck = INFINITY;
    a->play->error = 1e30f;
    a->play->candidates[0].outcome.win = NAN;
    a->play->candidates[1].equity = -INFINITY;
    const struct annotation *read = event_annotation(&read_match(&r, m)->games[0].events[1], 0);
    assert_true(isnan(read->luck));
    assert_true(isnan(read->play->error));
    assert_true(isnan(read->play->candidates[1].equity));
    assert_figure(read->play->candidates[0].outcome.win, 0, 0);
    done(&r);
    match_free(m);
}

TEST(more_candidates_than_plays_exist_are_no_analysis)
{
    enum { CANDIDATES_AT = 188 };
    struct reading r;
    struct xg_file x;
    struct match *m = analysed();
    const int32_t many = 1866596864;
    xg_make(&x, m);
    memcpy(xg_record(&x, TYPE_MOVE, 1) + CANDIDATES_AT, &many, sizeof many);
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    assert_null(event_annotation(&read->games[0].events[1], 0)->play);
    assert_figure(event_annotation(&read->games[0].events[1], 0)->luck, -0.125, 0);
    done(&r);
    match_free(m);
}

/* ---- the container ---- */

TEST(stored_members_and_thumbnails_change_nothing)
{
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    static const struct xg_packing ways[] = {{.stored = true},
                                             {.plain_registry = true},
                                             {.thumbnail = 3000},
                                             {.stored = true, .plain_registry = true, .thumbnail = 1}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct reading r;
        struct xg_file x;
        xg_make(&x, m);
        assert_matches_equal(read_file(&r, &x, ways[i]), m);
        assert_int_equal(r.d.n_warnings, 1);
        assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "breaks off");
        done(&r);
    }
    match_free(m);
}

TEST(a_wrong_checksum_is_a_warning)
{
    struct reading r;
    struct xg_file x;
    struct match *m = scripted(5, "0 31: 8/5 6/5");
    xg_make(&x, m);
    assert_matches_equal(read_file(&r, &x, (struct xg_packing){.crc_flip = 1}), m);
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "checksum");
    done(&r);
    match_free(m);
}

TEST(sizes_that_do_not_fit_are_refused)
{
    static const struct xg_packing ways[] = {{.size_extra = -2560},
                                             {.size_extra = 1 << 30},
                                             {.start_extra = 1 << 20},
                                             {.start_extra = -1},
                                             {.start_extra = INT32_MAX}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct reading r;
        struct xg_file x;
        struct match *m = scripted(5, "0 31: 8/5 6/5");
        xg_make(&x, m);
        assert_null(read_file(&r, &x, ways[i]));
        assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "temp.xg");
        done(&r);
        match_free(m);
    }
}

TEST(a_file_cut_off_anywhere_is_refused)
{
    struct strbuf bytes = {0};
    struct match *m = scripted(5, "0 31: 8/5 6/5");
    xg_write(m, &bytes);
    for (size_t length = 12; length < bytes.length; length += 7) {
        struct reading r;
        const struct strbuf cut = {bytes.at, length, length};
        assert_null(read_bytes(&r, &cut));
        assert_true(r.d.n_errors > 0);
        done(&r);
    }
    strbuf_done(&bytes);
    match_free(m);
}

TEST(records_that_break_off_are_read_as_far_as_they_go)
{
    struct reading r;
    struct xg_file x;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 62: 24/18 13/11");
    xg_make(&x, m);
    x.records.length = 5 * XG_RECORD + 100;
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    assert_int_equal(read->games[0].n_events, 1);
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "behind the last record");
    done(&r);
    match_free(m);
}

/* ---- rollouts ---- */

static const struct rollout_settings some_settings = {
    .variance_reduction = true,
    .quasi_random = true,
    .stop_two_sided = true,
    .truncation = 11,
    .late_from = 5,
    .min_trials = 324,
    .max_trials = 5184,
    .seed = 271828,
    .early = {{EVAL_PLY, .plies = 2, .cubeful = true, .name = "3-ply"},
              {EVAL_OTHER, .cubeful = true, .name = "XG Roller++"}},
    .late = {{EVAL_PLY, .plies = 1, .cubeful = true, .name = "2-ply"},
             {EVAL_PLY, .plies = 1, .cubeful = true, .name = "2-ply"}},
    .last = {{EVAL_PLY, .plies = 3, .cubeful = true, .name = "4-ply"},
             {EVAL_PLY, .plies = 3, .cubeful = true, .name = "4-ply"}},
};

/* The second play of analysed() and its double, rolled out. */
static struct match *rolled_out(void)
{
    struct match *m = analysed();
    static struct rollout_error errors[3];
    struct candidate *c = &event_annotation(&m->games[0].events[1], 0)->play->candidates[1];
    struct cube_analysis *cube = event_annotation(&m->games[0].events[2], 0)->cube;
    for (int i = 0; i < 3; i++)
        errors[i] = (struct rollout_error){.cubeful = 0.01f * (float)(i + 1), .cubeless = NAN, .mwc = NAN};
    c->level = cube->level = (struct eval_level){.kind = EVAL_ROLLOUT, .cubeful = true, .trials = 1296};
    c->rollout = cube->rollout = &some_settings;
    c->stderror = &errors[0];
    cube->branch[0].stderror = &errors[1], cube->branch[1].stderror = &errors[2];
    return m;
}

TEST(rollouts_come_with_trials_errors_and_settings)
{
    struct reading r;
    struct match *m = rolled_out();
    const struct match *read = read_match(&r, m);
    const struct candidate *c = event_annotation(&read->games[0].events[1], 0)->play->candidates;
    assert_null(c[0].stderror);
    assert_null(c[0].rollout);
    assert_int_equal(c[1].level.kind, EVAL_ROLLOUT);
    assert_int_equal(c[1].level.trials, 1296);
    assert_null(c[1].level.name);
    assert_null(c[1].raw);
    assert_figure(c[1].stderror->cubeful, 0.01, 1e-6);
    assert_true(isnan(c[1].stderror->outcome.win) && isnan(c[1].stderror->cubeless) && isnan(c[1].stderror->mwc));
    const struct rollout_settings *s = c[1].rollout;
    assert_true(s->variance_reduction && s->quasi_random && s->stop_two_sided);
    assert_false(s->opening || s->stop_one_sided);
    assert_int_equal(s->truncation, 11);
    assert_int_equal(s->late_from, 5);
    assert_int_equal(s->min_trials, 324);
    assert_int_equal(s->max_trials, 5184);
    assert_int_equal(s->seed, 271828);
    assert_int_equal(s->early.chequer.plies, 2);
    assert_string_equal(s->early.cube.name, "XG Roller++");
    assert_int_equal(s->late.cube.plies, 1);
    assert_int_equal(s->last.chequer.plies, 3);
    for (size_t i = 2; i <= 3; i++) { /* the double and its answer */
        const struct cube_analysis *cube = event_annotation(&read->games[0].events[i], 0)->cube;
        assert_int_equal(cube->level.trials, 1296);
        assert_figure(cube->branch[0].stderror->cubeful, 0.02, 1e-6);
        assert_figure(cube->branch[1].stderror->cubeful, 0.03, 1e-6);
        assert_int_equal(cube->rollout->truncation, 11);
    }
    assert_diag(&r.d, SEVERITY_NOTE, 0, 0, "figures by first roll of 2 rollouts");
    done(&r);
    match_free(m);
}

TEST(what_settings_have_no_field_for_is_kept_in_words)
{
    enum { LIMITED = 1, LIMIT = 16, CUBELESS = 41, INTERRUPTED = 2168, VERSION = 2170 };
    struct reading r;
    struct xg_file x;
    struct match *m = rolled_out();
    xg_make(&x, m);
    const double limit = 0.005;
    x.rollouts.at[LIMITED] = x.rollouts.at[CUBELESS] = x.rollouts.at[INTERRUPTED] = 1;
    memcpy(x.rollouts.at + LIMIT, &limit, sizeof limit); /* tests run on little-endian machines */
    x.rollouts.at[VERSION] = 2, x.rollouts.at[VERSION + 2] = 10;
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    const struct candidate *c = event_annotation(&read->games[0].events[1], 0)->play->candidates;
    const struct property *words = c[1].raw;
    assert_string_equal(words->format, "xg");
    assert_string_equal(words->name, "rollout");
    assert_int_equal(words->n_values, 3);
    assert_string_equal(words->values[0], "error-limit 0.005");
    assert_string_equal(words->values[1], "interrupted 1");
    assert_string_equal(words->values[2], "version 2.1");
    assert_false(c[1].level.cubeful);
    assert_figure(c[1].stderror->cubeless, 0.01, 1e-6);
    assert_true(isnan(c[1].stderror->cubeful));
    done(&r);
    match_free(m);
}

TEST(a_rollout_that_is_not_there_is_a_warning)
{
    struct reading r;
    struct xg_file x;
    struct match *m = rolled_out();
    xg_make(&x, m);
    x.rollouts.length = XG_ROLLOUT;
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    const struct cube_analysis *cube = event_annotation(&read->games[0].events[2], 0)->cube;
    assert_int_equal(cube->level.kind, EVAL_ROLLOUT);
    assert_int_equal(cube->level.trials, 0);
    assert_null(cube->branch[0].stderror);
    assert_null(cube->rollout);
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "rollout number 1, expected one of 1");
    done(&r);
    match_free(m);
}

TEST(rollouts_that_no_decision_names_are_reported_as_lost)
{
    struct reading r;
    struct xg_file x;
    struct match *m = scripted(5, "0 31: 8/5 6/5");
    xg_make(&x, m);
    strbuf_fill(&x.rollouts, '\0', XG_ROLLOUT + 1);
    assert_non_null(read_file(&r, &x, (struct xg_packing){0}));
    assert_diag(&r.d, SEVERITY_NOTE, 0, 0, "lost: 1 rollouts that no decision names");
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "found 1 bytes behind the last rollout");
    done(&r);
    match_free(m);
}

TEST(absurd_numbers_in_rollouts_are_unknown)
{
    struct reading r;
    struct xg_file x;
    struct match *m = rolled_out();
    xg_make(&x, m);
    memset(x.rollouts.at, 0xff, x.rollouts.length); /* -1 and NAN everywhere */
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    const struct candidate *c = event_annotation(&read->games[0].events[1], 0)->play->candidates;
    assert_int_equal(c[1].level.trials, 0);
    assert_null(c[1].stderror);
    assert_int_equal(c[1].rollout->truncation, 0);
    assert_int_equal(c[1].rollout->early.chequer.kind, EVAL_OTHER);
    done(&r);
    match_free(m);
}

TEST(strange_numbers_are_reported_and_left_out)
{
    struct reading r;
    struct xg_file x;
    struct match *m = scripted(5, "0 31: 8/5 6/5; 1 62: 24/18 13/11; 0 41: 24/23 13/9");
    xg_make(&x, m);
    xg_record(&x, TYPE_MOVE, 1)[100] = 9; /* first die */
    memset(xg_record(&x, TYPE_MOVE, 2) + 9, 100, 26);
    xg_record(&x, TYPE_CUBE, 2)[8] = 42;
    const struct match *read = read_file(&r, &x, (struct xg_packing){0});
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "found the dice 9 2");
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "impossible position");
    assert_diag(&r.d, SEVERITY_WARNING, 0, 0, "type 42");
    assert_int_equal(read->games[0].n_events, 2);
    done(&r);
    match_free(m);
}

TEST(ratings_beyond_any_are_left_out)
{
    static const double ratings[] = {1e300, -1e20, NAN, INFINITY};
    for (size_t i = 0; i < sizeof ratings / sizeof *ratings; i++) {
        struct reading r;
        struct xg_file x;
        struct match *m = scripted(5, "0 31: 8/5 6/5");
        xg_make(&x, m);
        memcpy(x.records.at + 104, &ratings[i],
               sizeof *ratings); /* of player 1: after two names, two numbers, four flags */
        const struct match *read = read_file(&r, &x, (struct xg_packing){0});
        assert_null(read->player[0].rating);
        assert_string_equal(read->player[1].rating, "1600.00");
        done(&r);
        match_free(m);
    }
}

TEST(a_match_of_impossible_length_is_refused)
{
    struct reading r;
    struct match *m = scripted(40000, "0 31: 8/5 6/5");
    struct strbuf bytes = {0};
    xg_write(m, &bytes);
    assert_null(read_bytes(&r, &bytes));
    assert_diag(&r.d, SEVERITY_ERROR, 0, 0, "match length 40000");
    strbuf_done(&bytes);
    done(&r);
    match_free(m);
}

/* ---- RTF ---- */

TEST(rtf_gives_its_text)
{
    static const struct {
        const char *rtf, *text;
    } cases[] = {
        {"plain", "plain"},
        {"{\\rtf1 a\\par b}", "a\nb"},
        {"{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\colortbl;\\red0;}x}", "x"},
        {"{\\rtf1 caf\\'e9 \\u8364?5}", "caf\xc3\xa9 \xe2\x82\xac"
                                        "5"},
        {"{\\rtf1\\uc2 \\u8364 EU5}", "\xe2\x82\xac"
                                      "5"},
        {"{\\rtf1{\\*\\unknown z}\\{\\}\\\\}", "{}\\"},
        {"{\\rtf1 unclosed {\\b bold", "unclosed bold"},
        {"{\\rtf1 \\u-10179?\\u-8704?}", "\xf0\x9f\x98\x80"}, /* a surrogate pair */
        {"{\\rtf1 a\\'e", "ae"},
        {"{\\rtf1 }}}} a}", " a"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf out = {0};
        rtf_to_text(&out, span_of(cases[i].rtf));
        assert_string_equal(strbuf_text(&out), cases[i].text);
        strbuf_done(&out);
    }
}

TEST_MAIN(NULL, NULL)
