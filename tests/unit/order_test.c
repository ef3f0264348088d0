/* Orders that programs give by name: the bytes are the command's, options that touch files are refused, keys tell what
 * differs. */
#include "service/order.h"

#include <json-c/json.h>
#include <string.h>

#include "kibitzer.h"
#include "service/catalogue.h"
#include "support/test.h"

#define ROLL "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
#define MATCH                                                                                                          \
    "; [Player 1 \"Ann\"]\n 3 point match\n\n Game 1\n Ann : 0            Bob : 0\n  1) 31: 8/5 6/5           42: "    \
    "8/4 6/4\n"

static struct order *hint(const char *level, const char *id)
{
    struct order *o = order_new("hint");
    assert_non_null(o);
    assert_true(order_set(o, "json", NULL));
    assert_true(order_ask(o, "level", level));
    order_input(o, id);
    return o;
}

static const char *key_of(struct order *o)
{
    static char key[4][65];
    static int turn;
    char *at = key[turn++ % 4];
    order_key(o, at);
    order_free(o);
    return at;
}

TEST(what_comes_is_the_document_of_the_command)
{
    struct order *o = hint("0ply", ROLL);
    struct kibitzer_options *options = kibitzer_options_new("hint", NULL);
    kibitzer_options_set(options, "level", "0ply", NULL);
    char *expected = kibitzer_document(options, (const char *const[]){ROLL}, 1, NULL, NULL);
    assert_int_equal(order_run(o, 1), KIBITZER_OK);
    assert_string_equal(strbuf_text(order_output(o)), expected);
    kibitzer_free(expected);
    kibitzer_options_free(options);
    order_free(o);
}

TEST(bytes_stand_for_standard_input_as_often_as_they_are_read)
{
    struct order *o = order_new("convert");
    assert_true(order_set(o, "to", "mat"));
    order_bytes(o, MATCH, strlen(MATCH));
    for (int i = 0; i < 2; i++) {
        assert_true(order_run(o, 1) >= 0);
        assert_non_null(strstr(strbuf_text(order_output(o)), "31: 8/5 6/5"));
    }
    order_free(o);
}

TEST(clients_name_no_files_and_decide_nothing_of_the_servers)
{
    static const char *const refused[][2] = {
        {"output", "/tmp/x"}, {"net", "/etc/passwd"}, {"met", "/etc/passwd"}, {"bearoff", "/"}, {"jobs", "64"}};
    struct order *o = order_new("hint");
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        assert_false(order_ask(o, refused[i][0], refused[i][1]));
        assert_int_equal(order_fault(o)->code, KIBITZER_BAD_OPTION);
        assert_string_equal(order_fault(o)->option, refused[i][0]);
    }
    assert_false(order_ask(o, "no-such", "1"));
    assert_int_equal(order_fault(o)->code, KIBITZER_UNKNOWN);
    assert_false(order_ask(o, "level", "9ply"));
    assert_string_equal(order_fault(o)->value, "9ply");
    assert_true(order_ask(o, "met", "g11")); /* a table that it knows by name */
    order_free(o);
}

TEST(options_come_as_json)
{
    struct json_object *options =
        json_tokener_parse("{\"level\": \"1ply\", \"cubeless\": true, \"plays\": [\"8/5 6/5\"]}");
    struct json_object *wrong = json_tokener_parse("{\"level\": {\"ply\": 1}}");
    struct order *o = order_new("hint");
    assert_true(order_ask_json(o, options));
    assert_false(order_ask_json(o, wrong));
    assert_string_equal(order_fault(o)->option, "level");
    json_object_put(options);
    json_object_put(wrong);
    order_free(o);
}

TEST(a_key_tells_what_changes_the_answer_and_nothing_else)
{
    const char *one = key_of(hint("1ply", ROLL)), *two = key_of(hint("2ply", ROLL));
    assert_int_equal(strlen(one), 64);
    assert_string_not_equal(one, two);
    struct order *usual = order_new("hint");
    order_set(usual, "json", NULL);
    order_input(usual, ROLL);
    assert_string_equal(key_of(usual), two); /* 2ply is what it would have been */
    assert_string_not_equal(key_of(hint("2ply", "4HPwATDgc/ABMA")), two);
}

TEST(a_fault_has_its_line)
{
    struct order *o = order_new("convert");
    order_set(o, "to", "mat");
    order_bytes(o, "no match\n", 9);
    assert_true(order_run(o, 1) < 0);
    assert_int_equal(order_fault(o)->line, 1);
    assert_int_equal(order_output(o)->length, 0);
    order_free(o);
}

TEST(schemas_name_what_may_be_asked_for)
{
    struct json_object *schema = catalogue_options_schema("hint"), *properties, *level;
    assert_true(json_object_object_get_ex(schema, "properties", &properties));
    assert_true(json_object_object_get_ex(properties, "level", &level));
    assert_false(json_object_object_get_ex(properties, "net", NULL));
    assert_false(json_object_object_get_ex(properties, "jobs", NULL));
    assert_true(json_object_object_get_ex(properties, "met", NULL));
    json_object_put(schema);
    schema = catalogue_answer_schema("hint");
    assert_true(json_object_object_get_ex(schema, "$schema", NULL));
    json_object_put(schema);
    assert_null(catalogue_options_schema("nothing"));
}

TEST_MAIN(NULL, NULL)
