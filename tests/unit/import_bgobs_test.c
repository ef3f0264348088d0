/* Lines of a machine with values that are not what they should be: each is said with its line, and what else the line
 * holds is used. */
#include "support/assertions.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_in.h"
#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"

static const char *const lines[] = {
    "{\"k\":\"head\",\"v\":1,\"length\":3,\"players\":[\"Iris\",\"Jade\"],\"rules\":[\"no-crawford\"],"
    "\"variant\":\"nackgammon\",\"board\":\"abs\",\"media\":[{\"url\":\"https://example.org/v/abc\"}],"
    "\"producer\":{\"name\":\"eyes\"},\"calibrated\":true}",
    "{\"k\":\"dice\",\"t\":1000,\"by\":0,\"p\":[[1,3,0.9],[1,2,0.06]]}",
    "{\"k\":\"turn\",\"t0\":1000,\"t1\":5000,\"by\":0,\"plays\":[[\"8/5 6/5\",1,3]]}",
    "{\"k\":\"dice\",\"t\":6000,\"by\":1,\"unseen\":true}",
    "{\"k\":\"turn\",\"t0\":6000,\"t1\":9000,\"by\":1,\"plays\":[[[[24,18],[13,9]],4,6]]}",
    "{\"k\":\"cube\",\"t\":10000,\"by\":0,\"p\":[[\"double\",0.9]],\"value\":[[2,0.9]]}",
    "{\"k\":\"cube\",\"t\":11000,\"by\":1,\"p\":[[\"take\",0.9],[\"drop\",0.1]]}",
    "{\"k\":\"fix\",\"of\":3,\"by\":\"human\",\"dice\":[4,6],\"play\":\"24/18 13/9\"}",
    "{\"k\":\"fix\",\"of\":6,\"by\":\"human\",\"cube\":\"take\",\"score\":[0,0]}",
    "{\"k\":\"end\",\"t\":20000,\"winner\":1,\"points\":2,\"prob\":0.9}",
};

enum { LINES = sizeof lines / sizeof *lines };

/* All that is said of these lines, but for the one `changed` (-1: none) that is another, and the record of them. */
static void read_lines(int changed, const char *other, struct strbuf *said, struct strbuf *record)
{
    struct strbuf text = {0};
    struct matches out = {0};
    struct diags d;
    struct sink sink;
    struct export_options o;
    for (int i = 0; i < LINES; i++)
        strbuf_printf(&text, "%s\n", i == changed ? other : lines[i]);
    diags_init(&d, "x.bgobs");
    (void)import_bytes((struct span){text.at, text.length}, NULL, importer_find("bgobs"), &out, &d);
    export_defaults(&o);
    sink_init(&sink);
    for (size_t i = 0; i < d.n; i++)
        strbuf_printf(said, "%d:%d: %s\n", d.at[i].line, d.at[i].column, d.at[i].message);
    for (size_t i = 0; i < out.n; i++)
        assert_true(exporter_find("dump")->write(out.at[i], &o, &sink, &d));
    strbuf_puts(record, strbuf_text(sink_main(&sink)));
    sink_done(&sink);
    matches_done(&out);
    diags_done(&d);
    strbuf_done(&text);
}

static const char *const hostile[] = {"-3",         "1000000000000", "1.25",  "1e999", "\"a\\u0000b\"",
                                      "{\"zz\":5}", "[\"zz\"]",      "\"zz\""};

/* Whoever made a correction is not asked; a time in the far future is one. */
static bool may_be_so(int line, const char *key, const char *value)
{
    return (strcmp(key, "by") == 0 && strstr(lines[line], "\"fix\"") != NULL) ||
           (key[0] == 't' && strcmp(value, "1000000000000") == 0);
}

/* The member is said, at its line. */
static void assert_said(int line, const char *key, const char *value, const char *text)
{
    struct strbuf said = {0}, record = {0}, place = {0};
    read_lines(line, text, &said, &record);
    strbuf_printf(&place, "%d:", line + 1);
    bool there = strncmp(strbuf_text(&said), place.at, place.length) == 0;
    strbuf_clear(&place);
    strbuf_printf(&place, "\n%d:", line + 1);
    there = there || strstr(strbuf_text(&said), place.at) != NULL;
    if (!there && !may_be_so(line, key, value))
        fail_msg("line %d, \"%s\": %s is lost in silence; said: %s", line, key, value, strbuf_text(&said));
    strbuf_done(&said);
    strbuf_done(&record);
    strbuf_done(&place);
}

static int damage(int line, const char *key)
{
    int n = 0;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++, n++) {
        json_object *o = json_tokener_parse(lines[line]);
        json_object_object_add(o, key, json_tokener_parse(hostile[i]));
        assert_said(line, key, hostile[i], json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN));
        json_object_put(o);
    }
    return n;
}

TEST(no_value_of_any_member_is_lost_in_silence)
{
    struct strbuf said = {0}, record = {0};
    int n = 0;
    read_lines(-1, NULL, &said, &record);
    assert_null(strstr(strbuf_text(&said), "expected"));
    assert_non_null(strstr(strbuf_text(&record), "play 64 24/18 13/9"));
    for (int line = 0; line < LINES; line++) {
        json_object *o = json_tokener_parse(lines[line]);
        json_object_object_foreach(o, key, value)
        {
            (void)value;
            n += damage(line, key);
        }
        json_object_put(o);
    }
    assert_true(n > 300);
    strbuf_done(&said);
    strbuf_done(&record);
}

static void assert_line_says(int line, const char *from, const char *to, const char *expected)
{
    struct strbuf text = {0}, said = {0}, record = {0};
    const char *at = strstr(lines[line], from);
    assert_non_null(at);
    strbuf_add(&text, lines[line], (size_t)(at - lines[line]));
    strbuf_printf(&text, "%s%s", to, at + strlen(from));
    read_lines(line, text.at, &said, &record);
    if (strstr(strbuf_text(&said), expected) == NULL)
        fail_msg("found \"%s\", expected \"%s\"", strbuf_text(&said), expected);
    strbuf_done(&text);
    strbuf_done(&said);
    strbuf_done(&record);
}

TEST(entries_are_as_long_as_they_should_be)
{
    assert_line_says(1, "[1,3,0.9]", "[1,3,0.9,5]", "2:29: found \"p\": [[1,3,0.9,5],[1,2,0.06]], expected");
    assert_line_says(1, "[1,3,0.9]", "[1,3,null]", "2:29: found \"p\": [[1,3,null],[1,2,0.06]], expected");
    assert_line_says(7, "[4,6]", "[4,6,1]", "8:32: found \"dice\": [4,6,1], expected [3, 1]: the line is left out");
    assert_line_says(9, "0.9", "null", "10:44: found \"prob\": null, expected a probability from 0 to 1");
    assert_line_says(5, "[2,0.9]", "[7,0.9]",
                     "6:51: found \"value\": [[7,0.9]], expected [[2, 0.9], ...]: it is left out");
    assert_line_says(7, "24/18 13/9", "99/1",
                     "8:45: found \"play\": \"99/1\", expected a play in the mover's numbering");
    assert_line_says(9, "\"winner\"", "\"value\":[],\"winner\"", "10:22: found the key \"value\", which is not known");
}

TEST(a_head_loses_the_member_that_is_wrong_and_keeps_the_others)
{
    static const struct {
        const char *key, *lost;
    } members[] = {{"length", "length 3"}, {"players", "\"Iris\""}, {"variant", "nackgammon"}, {"producer", "eyes"}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        struct strbuf said = {0}, record = {0};
        json_object *o = json_tokener_parse(lines[0]);
        json_object_object_add(o, members[i].key, json_object_new_int(-1));
        read_lines(0, json_object_to_json_string_ext(o, JSON_C_TO_STRING_PLAIN), &said, &record);
        for (size_t k = 0; k < sizeof members / sizeof *members; k++)
            if ((strstr(strbuf_text(&record), members[k].lost) != NULL) != (k != i))
                fail_msg("%s is -1, and \"%s\": %s", members[i].key, members[k].lost, strbuf_text(&record));
        assert_non_null(strstr(strbuf_text(&said), ": it is left out"));
        assert_null(strstr(strbuf_text(&said), "the line is left out"));
        json_object_put(o);
        strbuf_done(&said);
        strbuf_done(&record);
    }
}

TEST_MAIN(NULL, NULL)
