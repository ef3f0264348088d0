/* Values of .gva files that are not what they should be: each is kept, or said with its place. */
#include "support/assertions.h"

#include <stdlib.h>
#include <string.h>

#include "base/json_in.h"
#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"

static struct strbuf fixture;

static int load(void **state)
{
    (void)state;
    return file_read("fixtures/gva/every-member.gva", 0, &fixture) ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    strbuf_done(&fixture);
    return 0;
}

static void dump(const struct matches *list, struct strbuf *to, struct diags *d)
{
    struct sink sink;
    struct export_options o;
    export_defaults(&o);
    sink_init(&sink);
    for (size_t i = 0; i < list->n; i++)
        assert_true(exporter_find("dump")->write(list->at[i], &o, &sink, d));
    strbuf_puts(to, strbuf_text(sink_main(&sink)));
    sink_done(&sink);
}

/* All that the reader says, and the record that it made. */
static void read_text(const char *text, size_t length, struct strbuf *said, struct strbuf *record)
{
    struct matches out = {0};
    struct diags d, other;
    diags_init(&d, "x.gva");
    diags_init(&other, NULL);
    const bool good = import_bytes((struct span){text, length}, NULL, importer_find("gva"), &out, &d);
    if (good != (d.n_errors == 0))
        fail_msg("read: %d, with %zu errors: %s\n%.900s", good, d.n_errors, d.n > 0 ? d.at[d.n - 1].message : "", text);
    for (size_t i = 0; i < d.n; i++)
        strbuf_printf(said, "%d:%d: %s\n", d.at[i].line, d.at[i].column, d.at[i].message);
    dump(&out, record, &other);
    matches_done(&out);
    diags_done(&d);
    diags_done(&other);
}

static void assert_says(const char *text, size_t length, const char *expected)
{
    struct strbuf said = {0}, record = {0};
    read_text(text, length, &said, &record);
    if (strstr(strbuf_text(&said), expected) == NULL)
        fail_msg("found \"%s\", expected \"%s\"", strbuf_text(&said), expected);
    strbuf_done(&said);
    strbuf_done(&record);
}

/* ---- one value after another ---- */

/* What follows from the rest, or is not read at all: docs/formats/gva.md. */
static bool is_ignored(const char *key)
{
    static const char *const keys[] = {"game_index", "is_crawford",   "first_to_move", "initial_board", "ogid_before",
                                       "ogid_after", "notation",      "diff",          "drawings",      "played_equity",
                                       "decision",   "played_action", "should_double"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static const char *const hostile[] = {"-3",         "1000000000000", "1.25",  "1e999", "\"a\\u0000b\"",
                                      "{\"zz\":5}", "[\"zz\"]",      "\"zz\""};

static bool follows(const char *key) /* from the alternatives */
{
    return strcmp(key, "eval") == 0 || strcmp(key, "best_equity") == 0 || strcmp(key, "equity_loss") == 0;
}

struct trial {
    json_object *root;
    struct strbuf before; /* what is said of the file as it is */
    int n;
};

static void read_tree(json_object *root, struct strbuf *said, struct strbuf *record)
{
    const char *text = json_object_to_json_string_ext(root, JSON_C_TO_STRING_PLAIN);
    read_text(text, strlen(text), said, record);
}

/* Something is said, or the record is another one than without the member. */
static void assert_not_silent(const struct trial *t, const char *key, size_t i, const struct strbuf *without)
{
    struct strbuf said = {0}, record = {0};
    read_tree(t->root, &said, &record);
    const bool kept = strcmp(strbuf_text(&record), strbuf_text(without)) != 0;
    if (!kept && strcmp(strbuf_text(&said), strbuf_text(&t->before)) == 0)
        fail_msg("\"%s\": %s is lost in silence", key, hostile[i]);
    strbuf_done(&said);
    strbuf_done(&record);
}

/* It may mean what a missing one means; a record comes, or an error. */
static void assert_answered(const struct trial *t)
{
    struct strbuf said = {0}, record = {0};
    read_tree(t->root, &said, &record);
    assert_true(record.length != 0 || said.length != 0);
    strbuf_done(&said);
    strbuf_done(&record);
}

static void damage(struct trial *t, json_object *o);

static void damage_member(struct trial *t, json_object *o, const char *key, json_object *value)
{
    const bool of_eval = strcmp(key, "equity") == 0 && json_member(o, "win") != NULL;
    if (json_member(o, "alternatives") != NULL && follows(key))
        return;
    if (json_object_is_type(value, json_type_object))
        damage(t, value);
    for (size_t i = 0; json_object_is_type(value, json_type_array) && i < json_object_array_length(value); i++)
        damage(t, json_object_array_get_idx(value, i));
    struct strbuf said = {0}, without = {0};
    json_object_get(value);
    json_object_object_add(o, key, NULL);
    read_tree(t->root, &said, &without);
    for (size_t i = 0; !is_ignored(key) && !of_eval && i < sizeof hostile / sizeof *hostile; i++, t->n++) {
        json_object_object_add(o, key, json_tokener_parse(hostile[i]));
        assert_not_silent(t, key, i, &without);
    }
    json_object_object_add(o, key, json_object_new_int(0));
    assert_answered(t);
    json_object_object_add(o, key, value);
    strbuf_done(&said);
    strbuf_done(&without);
}

static void damage(struct trial *t, json_object *o)
{
    char *keys[64];
    size_t n = 0;
    if (!json_object_is_type(o, json_type_object))
        return;
    json_object_object_foreach(o, name, of)
    {
        (void)of;
        keys[n++] = strdup(name);
    }
    for (size_t i = 0; i < n; i++) {
        damage_member(t, o, keys[i], json_member(o, keys[i]));
        free(keys[i]);
    }
}

TEST(no_value_of_any_member_is_lost_in_silence)
{
    struct trial t = {.root = json_tokener_parse(strbuf_text(&fixture))};
    struct strbuf record = {0};
    read_tree(t.root, &t.before, &record);
    damage(&t, t.root);
    assert_true(t.n > 1000);
    json_object_put(t.root);
    strbuf_done(&t.before);
    strbuf_done(&record);
}

/* ---- what is said ---- */

/* A match of one play with a value put in. */
static void assert_value_says(const char *from, const char *to, const char *expected)
{
    static const char text[] = "{\"match_length\":7,\n\"player_white\":\"Ann\",\"player_black\":\"Bo\",\n"
                               "\"games\":[{\"plies\":[{\"color\":1,\"action_id\":2,\"d1\":1,\"d2\":3,"
                               "\"moves\":[{\"from\":17,\"pips\":3},{\"from\":19,\"pips\":1}]}]}]}";
    struct strbuf changed = {0};
    const char *at = strstr(text, from);
    assert_non_null(at);
    strbuf_add(&changed, text, (size_t)(at - text));
    strbuf_printf(&changed, "%s%s", to, at + strlen(from));
    assert_says(strbuf_text(&changed), changed.length, expected);
    strbuf_done(&changed);
}

TEST(values_are_refused_or_warned_of_at_their_place)
{
    assert_value_says("7", "-3", "1:2: found \"match_length\":-3, expected a whole number from 0 to 32767");
    assert_value_says("\"Ann\"", "null", "2:1: found \"player_white\":null, expected a value");
    assert_value_says("Ann", "A\\u0000n", "2:1: found \"player_white\":\"A\\u0000n\", expected a text without a zero");
    assert_value_says("\"d1\":1", "\"d1\":9", "found \"d1\":9, expected a whole number from 0 to 6");
    assert_value_says("\"d1\":1", "\"d1\":1.5", "found \"d1\":1.5, expected a whole number from 0 to 6");
    assert_value_says("\"d1\":1", "\"d1\":2", "found \"d1\":2, expected the roll of the action");
    assert_value_says("\"from\":17", "\"from\":26", "found \"from\":26, expected a whole number from 0 to 25");
    assert_value_says("\"color\":1,", "\"color\":1,\"color\":1,", "found \"color\" twice in one object");
    assert_value_says("\"color\":1,", "", "3:20: found no \"color\", expected it here");
    assert_value_says("}]}]}]}", "", "3:108: found the end of the file, expected the rest of its JSON");
    assert_value_says("}]}]}]}", "!", "3:108: found \"!\", expected JSON");
}

int main(void)
{
    return unit_tests_run(load, unload);
}
