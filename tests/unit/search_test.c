/* The search: an extra ply is the average over the 36 throws, and nothing but the question decides the answer. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

#include "engine/plays.h"
#include "engine/search.h"
#include "format/posid.h"
#include "support/engine_things.h"
#include "support/pip_evaluator.h"

/* Positions of our own: opening, a hit, a prime, a race, a bear-off against contact; money and match, cube anywhere. */
static const char *const ids[] = {
    "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",   "-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:7:10",
    "-b---BE-B---dD--ac-d-a--B-:1:1:1:00:0:0:3:0:10",   "-a-BBBBBB-b-----A-b-ddb-A-:0:0:1:00:3:3:0:5:10",
    "-BBBCCC-----------cccbbb--:1:-1:1:00:5:1:0:11:10", "bBBC-CC-----------b-ccd-A-:1:1:-1:00:0:4:0:9:10",
};
enum { N_IDS = sizeof ids / sizeof *ids };

/* Of all tests: one after another, each must do with what the others have left there. */
static struct search_caches shared;

static int open_caches(void **state)
{
    (void)state;
    search_caches_init(&shared);
    return shared.values && shared.replies ? 0 : -1;
}

static int close_caches(void **state)
{
    (void)state;
    search_caches_done(&shared);
    return 0;
}

static struct search search_on(const struct position *p, struct worker *w)
{
    struct search s = {.evaluator = &pip_evaluator, .worker = w, .cubeful = true};
    cube_model_init(&s.model, p, met_default());
    search_ready(&s, 0);
    return s;
}

/* ---- the average over 36 throws, written down plainly ---- */

struct plain {
    const struct cube_model *model;
    struct search_value sum;
};

static struct board best_reply(const struct cube_model *m, const struct board *b, int roller, int die1, int die2)
{
    static struct board boards[MOVES_MAX];
    struct outcome o;
    int n = moves_boards(b, die1, die2, boards), best = 0;
    float most = -10;
    if (n == 0)
        boards[0] = *b, n = 1;
    for (int i = 0; i < n; i++) {
        pip_evaluator.eval(&pip_evaluator, NULL, &boards[i], 1, &o);
        if (cube_cubeless(m, roller, &o) > most)
            most = cube_cubeless(m, roller, &o), best = i;
    }
    return boards[best];
}

static struct search_value plain_value(const struct cube_model *m, const struct board *on_roll, int roller, int plies)
{
    struct search_value v = {{0}, {0}};
    struct board b, over;
    struct outcome ended;
    struct cube_efficiency e;
    board_flip(on_roll, &over);
    if (plies == 0 || outcome_if_over(&over, &ended)) {
        pip_evaluator.eval(&pip_evaluator, NULL, &over, 1, &v.outcome);
        v.outcome = outcome_flip(v.outcome);
        cube_efficiency_of(NULL, on_roll, &e);
        cube_values(m, roller, &v.outcome, &e, ~0u, v.value);
        return v;
    }
    for (int die1 = 1; die1 <= 6; die1++)
        for (int die2 = 1; die2 <= 6; die2++) {
            const struct board after =
                best_reply(m, on_roll, roller, die1 > die2 ? die1 : die2, die1 < die2 ? die1 : die2);
            board_flip(&after, &b);
            const struct search_value theirs = plain_value(m, &b, 1 - roller, plies - 1);
            const struct outcome mine = outcome_flip(theirs.outcome);
            v.outcome.win += mine.win / 36;
            v.outcome.win_gammon += mine.win_gammon / 36;
            v.outcome.lose_gammon += mine.lose_gammon / 36;
            for (int i = 0; i < m->n_states; i++)
                v.value[i] += cube_turned(m, cube_best(m, 1 - roller, i, theirs.value)) / 36;
        }
    return v;
}

static void assert_ply_is_average(int plies, int from, int to)
{
    for (int i = from; i < to; i++) {
        const struct position p = position_of(ids[i]);
        struct worker *w = worker_make(NULL, &shared);
        struct search s = search_on(&p, w);
        struct search_value v;
        search_position(&s, &p.board, p.on_roll, plies, ~0u, &v);
        const struct search_value expected = plain_value(&s.model, &p.board, p.on_roll, plies);
        assert_near(v.outcome.win, expected.outcome.win, 2e-6);
        assert_near(v.outcome.win_gammon, expected.outcome.win_gammon, 2e-6);
        assert_near(v.outcome.lose_gammon, expected.outcome.lose_gammon, 2e-6);
        for (int k = 0; k < s.model.n_states; k++)
            assert_near(v.value[k], expected.value[k], 5e-6);
        worker_free(w);
    }
}

TEST(an_extra_ply_is_the_average_of_the_36_throws)
{
    assert_ply_is_average(1, 0, N_IDS);
}

TEST(two_plies_are_the_average_of_the_average)
{
    assert_ply_is_average(2, 2, 5);
}

TEST(zero_plies_are_the_evaluator_itself)
{
    assert_ply_is_average(0, 0, N_IDS);
}

/* ---- the same from the other side ---- */

TEST(a_play_is_worth_what_it_leaves_the_opponent_turned_round)
{
    for (int i = 0; i < N_IDS; i++) {
        const struct position p = position_of(ids[i]);
        struct worker *w = worker_make(NULL, &shared);
        struct search s = search_on(&p, w);
        struct search_play play;
        struct search_value theirs;
        struct board next;
        search_after(&s, &p.board, p.on_roll, 1, &play);
        board_flip(&p.board, &next);
        search_position(&s, &next, 1 - p.on_roll, 1, ~0u, &theirs);
        const float equity = outcome_equity(play.outcome);
        assert_near(equity, -outcome_equity(theirs.outcome), 1e-6);
        assert_near(play.value, cube_turned(&s.model, cube_best(&s.model, 1 - p.on_roll, 0, theirs.value)), 1e-6);
        worker_free(w);
    }
}

TEST(the_players_numbers_do_not_matter)
{
    for (int i = 0; i < N_IDS; i++) {
        const struct position p = position_of(ids[i]);
        struct position q = p;
        q.on_roll = q.turn = 1 - p.on_roll;
        q.score[0] = p.score[1], q.score[1] = p.score[0];
        q.cube_owner = p.cube_owner == CUBE_CENTRED ? CUBE_CENTRED : 1 - p.cube_owner;
        struct worker *w = worker_make(NULL, &shared);
        struct search s = search_on(&p, w), t = search_on(&q, w);
        struct search_value a, b;
        search_position(&s, &p.board, p.on_roll, 1, 1, &a);
        search_position(&t, &q.board, q.on_roll, 1, 1, &b);
        assert_near(a.value[0], b.value[0], 1e-6);
        worker_free(w);
    }
}

/* ---- ranking ---- */

static struct ranked_plays ranked(const struct position *p, struct worker *w, int die1, int die2, const char *level,
                                  const struct board *must)
{
    struct search s = search_on(p, w);
    struct level l;
    struct ranked_plays r = {0};
    assert_true(level_parse(level, &l));
    plays_rank(&s, &p->board, p->on_roll, (int[2]){die1, die2}, &l, must, must != NULL, &r);
    return r;
}

TEST(plays_come_deeper_first_and_better_first)
{
    for (int i = 0; i < N_IDS; i++) {
        const struct position p = position_of(ids[i]);
        struct worker *w = worker_make(NULL, &shared);
        struct ranked_plays r = ranked(&p, w, 6, 3, "2ply", NULL);
        for (int k = 1; k < r.n; k++) {
            assert_true(r.at[k - 1].plies >= r.at[k].plies);
            if (r.at[k - 1].plies == r.at[k].plies)
                assert_true(r.at[k - 1].cubeful >= r.at[k].cubeful);
        }
        if (r.n > 0)
            assert_int_equal(r.at[0].plies, 2);
        ranked_plays_done(&r);
        worker_free(w);
    }
}

/* The opponent cashes whatever is played: all plays cost one cube, and yet one of them is the best. */
TEST(plays_that_lose_the_cube_alike_come_cubeless_better_first)
{
    struct position p = position_of(ids[0]);
    p.board =
        (struct board){.point = {[24] = 2, [13] = 5, [8] = 3, [6] = 4, [12] = -5, [17] = -3, [19] = -6}, .off = {1, 1}};
    struct worker *w = worker_make(NULL, &shared);
    struct ranked_plays r = ranked(&p, w, 6, 3, "0ply", NULL);
    assert_true(r.n > 3);
    for (int k = 0; k < r.n; k++) {
        assert_near(r.at[k].cubeful, -1, 0);
        if (k > 0)
            assert_true(r.at[k - 1].cubeless >= r.at[k].cubeless);
    }
    assert_true(r.at[0].cubeless > r.at[r.n - 1].cubeless);
    ranked_plays_done(&r);
    worker_free(w);
}

TEST(the_play_that_was_made_is_always_looked_at_fully)
{
    const struct position p = position_of(ids[0]);
    struct worker *w = worker_make(NULL, &shared);
    struct ranked_plays all = ranked(&p, w, 3, 1, "world class", NULL);
    const struct ranked_play worst = all.at[all.n - 1];
    assert_int_equal(worst.plies, 0);
    struct ranked_plays r = ranked(&p, w, 3, 1, "world class", &worst.after);
    int found = 0;
    for (int i = 0; i < r.n; i++)
        if (board_equal(&r.at[i].after, &worst.after))
            found += r.at[i].plies == 2;
    assert_int_equal(found, 1);
    assert_int_equal(r.n, all.n);
    assert_true(board_equal(&r.at[0].after, &all.at[0].after));
    ranked_plays_done(&all);
    ranked_plays_done(&r);
    worker_free(w);
}

TEST(a_dance_has_no_plays)
{
    struct position p = position_of(ids[0]);
    p.board = (struct board){
        .point = {[25] = 1, [24] = -2, [23] = -2, [22] = -2, [21] = -2, [20] = -2, [19] = -2, [6] = 14, [18] = -3},
        .off = {0, 0}};
    struct worker *w = worker_make(NULL, &shared);
    struct ranked_plays r = ranked(&p, w, 5, 2, "1ply", NULL);
    assert_int_equal(r.n, 0);
    ranked_plays_done(&r);
    worker_free(w);
}

/* ---- nothing but the question ---- */

struct answers {
    int n;
    float value[N_IDS * 8];
};

static void add_answers(struct answers *a, struct worker *w, int i)
{
    const struct position p = position_of(ids[i]);
    struct ranked_plays r = ranked(&p, w, 4, 2, "2ply", NULL);
    struct search s = search_on(&p, w);
    struct search_value v;
    search_position(&s, &p.board, p.on_roll, 2, 1, &v);
    for (int k = 0; k < 6; k++)
        a->value[i * 8 + k] = k < r.n ? r.at[k].cubeful : 0;
    a->value[i * 8 + 6] = v.value[0];
    a->value[i * 8 + 7] = v.outcome.win;
    ranked_plays_done(&r);
}

static void answer_all(struct answers *a, const struct search_caches *caches, bool backward)
{
    struct worker *w = worker_make(NULL, caches);
    for (int i = 0; i < N_IDS; i++)
        add_answers(a, w, backward ? N_IDS - 1 - i : i);
    worker_free(w);
}

TEST(caches_do_not_change_a_bit)
{
    struct answers empty = {0}, full = {0}, without = {0};
    struct search_caches caches;
    search_caches_init(&caches);
    answer_all(&empty, &caches, false);
    answer_all(&full, &caches, false);
    answer_all(&without, NULL, false);
    search_caches_done(&caches);
    assert_memory_equal(&empty, &without, sizeof empty);
    assert_memory_equal(&full, &without, sizeof full);
}

TEST(the_order_of_questions_does_not_matter)
{
    struct answers forward = {0}, backward = {0};
    struct search_caches caches[2];
    for (int i = 0; i < 2; i++) {
        search_caches_init(&caches[i]);
        answer_all(i == 0 ? &forward : &backward, &caches[i], i == 1);
        search_caches_done(&caches[i]);
    }
    assert_memory_equal(&forward, &backward, sizeof forward);
}

struct thread {
    pthread_t id;
    const struct search_caches *caches;
    bool backward;
    struct answers answers;
};

static void *answer_in_thread(void *argument)
{
    struct thread *t = argument;
    answer_all(&t->answers, t->caches, t->backward);
    return NULL;
}

TEST(threads_with_one_cache_agree)
{
    enum { THREADS = 4 };
    static struct thread thread[THREADS];
    struct answers alone = {0};
    struct search_caches caches;
    search_caches_init(&caches);
    for (int i = 0; i < THREADS; i++) {
        thread[i] = (struct thread){.caches = &caches, .backward = i % 2 != 0};
        assert_int_equal(pthread_create(&thread[i].id, NULL, answer_in_thread, &thread[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i].id, NULL);
    search_caches_done(&caches);
    answer_all(&alone, NULL, false);
    for (int i = 0; i < THREADS; i++)
        assert_memory_equal(&alone, &thread[i].answers, sizeof alone);
}

/* A ranker that is right leaves the answer as it is. */
static void rank_by_pips(const void *self, const struct board *boards, size_t n, float *equity)
{
    (void)self;
    for (size_t i = 0; i < n; i++) {
        struct outcome o;
        pip_evaluator.eval(&pip_evaluator, NULL, &boards[i], 1, &o);
        equity[i] = outcome_equity(o);
    }
}

TEST(a_good_ranker_changes_nothing)
{
    const struct position p = position_of(ids[0]);
    struct worker *w = worker_make(NULL, &shared);
    struct search all = search_on(&p, w), few = search_on(&p, w);
    struct search_value a, b;
    few.rank = rank_by_pips, few.keep = 2;
    search_ready(&few, 0);
    search_position(&all, &p.board, p.on_roll, 1, 1, &a);
    search_position(&few, &p.board, p.on_roll, 1, 1, &b);
    assert_memory_equal(&a, &b, sizeof a.outcome + sizeof a.value[0]);
    worker_free(w);
}

static size_t n_evaluated;

static void count(const struct evaluator *self, struct worker *w, const struct board *boards, size_t n,
                  struct outcome *out)
{
    (void)self;
    n_evaluated += n;
    pip_evaluator.eval(&pip_evaluator, w, boards, n, out);
}

TEST(best_replies_are_found_once_for_all_states_of_the_cube)
{
    static const struct evaluator counting = {.name = "counting", .eval = count};
    struct search_caches caches;
    search_caches_init(&caches);
    struct worker *w = worker_make(NULL, &caches);
    struct position p = position_of(ids[0]);
    for (int owner = CUBE_CENTRED; owner <= 1; owner++, p.cube *= 2) {
        struct search_value v;
        p.cube_owner = owner;
        struct search s = search_on(&p, w);
        s.evaluator = &counting;
        n_evaluated = 0;
        search_position(&s, &p.board, p.on_roll, 1, ~0u, &v);
        if (owner == CUBE_CENTRED)
            assert_true(n_evaluated > 100);
        else
            assert_int_equal(n_evaluated, 1); /* the position itself */
    }
    worker_free(w);
    search_caches_done(&caches);
}

/* Boards evaluated one ply deep in a race, the ranker choosing there or not. */
static size_t evaluated_in_race(bool rank_races)
{
    static const struct evaluator counting = {"counting", count};
    const struct position p = position_of("-BBBCCC-----------cccbbb--:0:0:1:00:0:0:0:0:10");
    struct worker *w = worker_make(NULL, NULL);
    struct search s = search_on(&p, w);
    struct search_value v;
    s.evaluator = &counting, s.rank = rank_by_pips, s.keep = 2, s.rank_races = rank_races;
    search_ready(&s, 0);
    n_evaluated = 0;
    search_position(&s, &p.board, p.on_roll, 1, 1, &v);
    worker_free(w);
    return n_evaluated;
}

TEST(races_are_ranked_only_where_that_is_wanted)
{
    const size_t all = evaluated_in_race(false), few = evaluated_in_race(true);
    assert_true(few < all / 2);
    assert_in_range(few, WORKER_THROWS, 3 * WORKER_THROWS); /* with equals of the second, and the position itself */
}

TEST_MAIN(open_caches, close_caches)
