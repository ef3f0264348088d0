/* The JSON writer: its output is read back by json-c. */
#include "support/test.h"
#include <json-c/json.h>
#include <math.h>

#include "document/jsonw.h"

TEST(numbers_are_short_and_never_minus_zero)
{
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
    jsonw_array_flat(&j, NULL);
    const double numbers[] = {0.5, -0.0, -0.0000001, 12, 0.1234567, -1.25, 1e-6, NAN, INFINITY};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        jsonw_number(&j, NULL, numbers[i], 6);
    jsonw_end(&j);
    jsonw_finish(&j);
    assert_string_equal(out.at, "[0.5, 0, 0, 12, 0.123457, -1.25, 0.000001, null, null]\n");
    strbuf_done(&out);
}

TEST(strings_come_back_through_json_c)
{
    const char *nasty = "a\"b\\c\n\t\x01\x7f </script> \xC3\xA9";
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "text", nasty);
    jsonw_string(&j, "none", NULL);
    jsonw_object(&j, "empty");
    jsonw_end(&j);
    jsonw_array(&j, "list");
    jsonw_int(&j, NULL, -7);
    jsonw_bool(&j, NULL, true);
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
    struct json_object *o = json_tokener_parse(out.at), *value = NULL;
    assert_non_null(o);
    assert_true(json_object_object_get_ex(o, "text", &value));
    assert_string_equal(json_object_get_string(value), nasty);
    assert_true(json_object_object_get_ex(o, "none", &value));
    assert_null(value);
    assert_true(json_object_object_get_ex(o, "list", &value));
    assert_int_equal(json_object_get_int(json_object_array_get_idx(value, 0)), -7);
    json_object_put(o);
    strbuf_done(&out);
}

TEST(stray_bytes_become_replacement_characters)
{
    struct strbuf out = {0};
    struct jsonw j;
    jsonw_begin(&j, &out);
    jsonw_string(&j, NULL, "J\xE9r\xF4me");
    jsonw_finish(&j);
    assert_string_equal(out.at, "\"J\xEF\xBF\xBDr\xEF\xBF\xBDme\"\n");
    strbuf_done(&out);
}

TEST_MAIN(NULL, NULL)
