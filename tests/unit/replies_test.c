/* Replies to doubles, beavers and raccoons. */
#include "support/assertions.h"
#include "support/figures.h"

#include <math.h>

#include "format/posid.h"
#include "match/replies.h"

static struct position position_of(const char *id)
{
    struct position p;
    const char *problem = NULL;
    size_t fault = 0;
    assert_true(any_id_read(span_of(id), &p, &problem, &fault));
    return p;
}

static struct replies replies(const char *id, float dt)
{
    const struct position p = position_of(id);
    struct replies r;
    replies_to(&p, dt, 1, NULL, &r);
    return r;
}

#define BOARD "XGID=aa--BBCBA-B--aA---bcbc-b-A"

TEST(a_double_is_taken_passed_or_beavered)
{
    struct replies r = replies(BOARD ":0:0:1:D:0:0:3:0:10", 0.5f);
    assert_int_equal(r.best, REPLY_TAKE);
    assert_true(r.may_raise);
    assert_figure(r.equity[REPLY_TAKE], -0.5, 1e-6);
    assert_figure(r.cost[REPLY_PASS], 0.5, 1e-6);
    assert_figure(r.cost[REPLY_RAISE], 0.5, 1e-6);
    r = replies(BOARD ":0:0:1:D:0:0:3:0:10", 1.25f);
    assert_int_equal(r.best, REPLY_PASS);
    assert_figure(r.cost[REPLY_TAKE], 0.25, 1e-6);
    r = replies(BOARD ":0:0:1:D:0:0:3:0:10", -0.25f);
    assert_int_equal(r.best, REPLY_RAISE);
    assert_figure(r.equity[REPLY_RAISE], 0.5, 1e-6);
    assert_figure(r.cost[REPLY_TAKE], 0.25, 1e-6);
}

TEST(without_beavers_there_are_two_replies)
{
    static const char *const ids[] = {BOARD ":0:0:1:D:0:0:1:0:10", BOARD ":0:0:1:D:3:2:0:7:10"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const struct position p = position_of(ids[i]);
        const struct replies r = replies(ids[i], -0.25f);
        assert_false(r.may_raise);
        assert_int_equal(r.best, REPLY_TAKE);
        assert_true(isnan(r.equity[REPLY_RAISE]) && isnan(r.cost[REPLY_RAISE]));
        assert_string_equal(reply_choice(&p), "take or pass?");
    }
}

TEST(the_doubler_answers_a_beaver_and_may_raccoon)
{
    const char *const id = BOARD ":1:-1:1:B:0:0:3:0:10";
    const struct position p = position_of(id);
    assert_string_equal(reply_name(&p, REPLY_RAISE), "raccoon");
    assert_string_equal(offer_made(&p), "beavered");
    assert_int_equal(p.turn, p.on_roll);
    struct replies r = replies(id, 0.1f);
    assert_int_equal(r.best, REPLY_RAISE);
    assert_figure(r.equity[REPLY_RAISE], 0.4, 1e-6);
    r = replies(id, -0.3f);
    assert_int_equal(r.best, REPLY_TAKE);
    assert_figure(r.equity[REPLY_TAKE], -0.6, 1e-6);
    assert_figure(r.cost[REPLY_PASS], 1.4, 1e-6); /* two cubes for the pass */
}

TEST(where_raccoons_are_not_allowed_a_beaver_is_not_raised)
{
    struct position p = position_of(BOARD ":1:-1:1:B:0:0:3:0:10");
    struct replies r;
    p.rules.one_beaver = true;
    replies_to(&p, 0.1f, 1, &(struct cube_raises){false, NAN, NAN}, &r);
    assert_false(r.may_raise);
    assert_int_equal(r.best, REPLY_TAKE);
}

TEST(a_raccoon_is_answered_by_the_beaverer_and_not_raised)
{
    const struct replies r = replies(BOARD ":2:-1:1:R:0:0:3:0:10", -0.3f);
    assert_false(r.may_raise);
    assert_int_equal(r.best, REPLY_TAKE);
    assert_figure(r.equity[REPLY_TAKE], 1.2, 1e-6);
    assert_figure(r.equity[REPLY_PASS], -4, 1e-6);
}

/* The raises to the limit of the cube have equities of their own, and which is right follows from them. */
TEST(near_the_limit_a_raise_is_worth_what_it_is_said_to_be)
{
    const struct position doubled = position_of(BOARD ":0:0:1:D:0:0:3:0:3"),
                          beavered = position_of(BOARD ":1:-1:1:B:0:0:3:0:3"),
                          raccooned = position_of(BOARD ":2:-1:1:R:0:0:3:0:3");
    const struct cube_raises raccoon = {true, -0.7f, 0.4f}, beaver = {true, -0.7f, NAN}, lost = {true, -2.5f, -4.5f};
    struct replies r;
    replies_to(&doubled, -0.25f, 1, &raccoon, &r);
    assert_int_equal(r.best, REPLY_TAKE);
    assert_figure(r.equity[REPLY_RAISE], -0.4, 1e-6);
    assert_figure(r.cost[REPLY_RAISE], 0.65, 1e-6);
    replies_to(&doubled, -0.25f, 1, &beaver, &r);
    assert_int_equal(r.best, REPLY_RAISE);
    assert_figure(r.equity[REPLY_RAISE], 0.7, 1e-6);
    replies_to(&doubled, -1, 1, &lost, &r); /* the doubler passes */
    assert_figure(r.equity[REPLY_RAISE], 2, 1e-6);
    replies_to(&beavered, -0.25f, 1, &raccoon, &r);
    assert_int_equal(r.best, REPLY_RAISE);
    assert_figure(r.equity[REPLY_TAKE], -0.7, 1e-6);
    assert_figure(r.equity[REPLY_RAISE], 0.4, 1e-6);
    replies_to(&raccooned, -0.25f, 1, &raccoon, &r);
    assert_int_equal(r.best, REPLY_TAKE);
    assert_figure(r.equity[REPLY_TAKE], -0.4, 1e-6);
}

TEST(the_cube_before_the_double_is_found_again)
{
    struct position p = position_of(BOARD ":2:-1:1:R:0:0:3:0:10");
    p = position_undoubled(&p);
    assert_int_equal(p.cube, 1);
    assert_int_equal(p.cube_owner, CUBE_CENTRED);
    assert_int_equal(p.offer, OFFER_NONE);
    p = position_of(BOARD ":2:-1:1:B:0:0:3:0:10");
    p = position_undoubled(&p);
    assert_int_equal(p.cube, 2);
    assert_int_equal(p.cube_owner, p.on_roll);
    p = position_of(BOARD ":1:1:1:D:3:2:0:7:10");
    p = position_undoubled(&p);
    assert_int_equal(p.cube, 2);
    assert_int_equal(p.cube_owner, p.on_roll);
    assert_int_equal(p.turn, p.on_roll);
}

TEST_MAIN(NULL, NULL)
