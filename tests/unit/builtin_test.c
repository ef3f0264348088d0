/* What is compiled in may be damaged with the program: the library says so and goes on living. mk/memory.mk links this
 * program so that the readers of nets and tables come here first. */
#include "support/assertions.h"

#include <string.h>

#include "engine/met.h"
#include "engine/net.h"
#include "engine/race.h"
#include "kibitzer.h"

static bool net_is_damaged, race_net_is_damaged, met_is_damaged;

struct net *__real_net_read_known(const void *bytes, size_t length, struct diags *d);
struct race_net *__real_race_net_read(const unsigned char *bytes, size_t length, struct diags *d);
struct race_net *__wrap_race_net_read(const unsigned char *bytes, size_t length, struct diags *d);
struct met *__real_met_read(struct span xml, struct diags *d);
struct net *__wrap_net_read_known(const void *bytes, size_t length, struct diags *d);
struct met *__wrap_met_read(struct span xml, struct diags *d);

struct net *__wrap_net_read_known(const void *bytes, size_t length, struct diags *d)
{
    return __real_net_read_known(bytes, net_is_damaged ? length / 2 : length, d);
}

struct race_net *__wrap_race_net_read(const unsigned char *bytes, size_t length, struct diags *d)
{
    return __real_race_net_read(bytes, race_net_is_damaged ? length / 2 : length, d);
}

struct met *__wrap_met_read(struct span xml, struct diags *d)
{
    return __real_met_read(met_is_damaged ? span_sub(xml, 0, xml.length / 2) : xml, d);
}

static struct kibitzer_call *call;

static void expect_refused(const void *result, const char *why)
{
    assert_null(result);
    assert_int_equal(kibitzer_call_code(call), KIBITZER_FAILED);
    assert_non_null(strstr(kibitzer_call_message(call), why));
}

TEST(a_damaged_net_is_an_error_and_no_end)
{
    net_is_damaged = true;
    expect_refused(kibitzer_engine_new(NULL, call), "the net that is compiled in is damaged");
    net_is_damaged = false;
}

TEST(a_damaged_match_equity_table_is_an_error_and_no_end)
{
    struct kibitzer_file *f = kibitzer_open("fixtures/demo/league-round-4.sgf", NULL, call);
    assert_non_null(f);
    met_is_damaged = true;
    expect_refused(kibitzer_engine_new(NULL, call), "the match equity table that is compiled in is damaged");
    expect_refused(kibitzer_write(f, 0, "json", NULL, NULL, call),
                   "the match equity table that is compiled in is damaged");
    met_is_damaged = false;
    char *text = kibitzer_write(f, 0, "json", NULL, NULL, call);
    assert_non_null(text);
    kibitzer_free(text);
    kibitzer_close(f);
}

TEST(a_damaged_net_of_races_is_an_error_and_no_end)
{
    race_net_is_damaged = true;
    expect_refused(kibitzer_engine_new(NULL, call), "the net of races that is compiled in is damaged");
    race_net_is_damaged = false;
}

TEST(what_is_whole_the_next_time_is_used)
{
    struct kibitzer_engine *e = kibitzer_engine_new(NULL, call);
    assert_non_null(e);
    kibitzer_engine_free(e);
}

int main(void)
{
    call = kibitzer_call_new();
    const int failed = unit_tests_run(NULL, NULL);
    kibitzer_call_free(call);
    return failed;
}
