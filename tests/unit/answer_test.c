/* Answers: one description, every style. */
#include <math.h>
#include <string.h>

#include "document/answer.h"
#include "base/strbuf.h"
#include "support/assertions.h"

struct range {
    double low, high;
};

struct player {
    const char *name;
    int matches, rank;
    double pr;
    bool me;
    unsigned kind;
    int score[2];
    struct range range;
    const struct range *level;
    struct answer_list themes;
    const char *remark;
};

struct table {
    const char *by;
    struct answer_list players;
    int left_out;
};

static const char *const kinds[] = {"person", NULL, "robot"};

static const struct answer_field range_fields[] = {ANSWER(struct range, low, NULL, .decimals = 2, .shown = 1),
                                                   ANSWER(struct range, high, NULL, .decimals = 2, .shown = 1),
                                                   {0}};
static const struct answer_rows range_rows = {"Range", NULL, sizeof(struct range), range_fields};

static const struct answer_field player_fields[] = {
    ANSWER(struct player, name, "Player", .flags = ANSWER_KEY),
    ANSWER(struct player, matches, "Matches"),
    ANSWER(struct player, rank, "Rank", .missing = ANSWER_BELOW_ZERO),
    ANSWER(struct player, pr, "PR", .unit = UNIT_PR, .decimals = 4, .shown = 2, .missing = ANSWER_NULL),
    ANSWER(struct player, me, NULL, .flags = ANSWER_DATA),
    ANSWER(struct player, kind, "Kind", ANSWER_WORDS(kinds), .missing = ANSWER_NULL),
    ANSWER_ARRAY(struct player, score, "Score"),
    ANSWER_IN(struct player, range, NULL, &range_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct player, level, NULL, &range_rows, .missing = ANSWER_NULL, .flags = ANSWER_FLAT | ANSWER_DATA),
    ANSWER_LIST_OF(const char *, struct player, themes, "Themes", .flags = ANSWER_WIDE),
    ANSWER(struct player, remark, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT | ANSWER_DATA),
    {0}};
static const struct answer_rows player_rows = {"Player", NULL, sizeof(struct player), player_fields};

static const struct answer_field table_fields[] = {
    ANSWER(struct table, by, "By", .missing = ANSWER_NULL),
    ANSWER_LIST(struct table, players, "Players", &player_rows, .flags = ANSWER_STREAM),
    ANSWER(struct table, left_out, "Left out"),
    {0}};
static const struct answer_rows table_rows = {"Table", NULL, sizeof(struct table), table_fields};
static const struct answer_document document = {"test", 3, "Players", "Players.", .rows = &table_rows};

static const char *const themes[] = {"hit", "anchor"};
static const struct range level = {3.25, 4};
static const struct player players[] = {
    {"Ann", 3, 1, 4.25, true, 0, {3, 5}, {1.5, NAN}, &level, {themes, 2}, NULL},
    {"=1+1, \"x\"", 12, -1, NAN, false, 1, {0, 0}, {0, 0}, NULL, {NULL, 0}, "late"},
    {"\xe7\xbe\xbd\xe7\x94\x9f", 7, 2, 10, false, 2, {1, 1}, {8.25, 12.5}, NULL, {NULL, 0}, NULL},
};
static const struct table table = {NULL, {players, 3}, 2};

static void is_written(enum answer_style style, int width, bool safe, const char *expected)
{
    const struct answer_form form = {style, width, safe, NULL, false};
    struct strbuf out = {0};
    answer_print(&document, &table, &form, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_done(&out);
}

TEST(json_has_every_field_but_those_for_people)
{
    is_written(
        ANSWER_JSON, 0, false,
        "{\n \"schema\": \"kibitzer/test/3\",\n \"by\": null,\n \"players\": [\n"
        "  {\n   \"name\": \"Ann\",\n   \"matches\": 3,\n   \"rank\": 1,\n   \"pr\": 4.25,\n   \"me\": true,\n"
        "   \"kind\": \"person\",\n   \"score\": [3, 5],\n   \"range\": {\"low\": 1.5, \"high\": null},\n"
        "   \"level\": {\"low\": 3.25, \"high\": 4},\n   \"themes\": [\"hit\", \"anchor\"]\n  },\n"
        "  {\n   \"name\": \"=1+1, \\\"x\\\"\",\n   \"matches\": 12,\n   \"rank\": null,\n   \"pr\": null,\n"
        "   \"me\": false,\n   \"kind\": null,\n   \"score\": [0, 0],\n   \"range\": {\"low\": 0, \"high\": 0},\n"
        "   \"level\": null,\n   \"themes\": [],\n   \"remark\": \"late\"\n  },\n"
        "  {\n   \"name\": \"\xe7\xbe\xbd\xe7\x94\x9f\",\n   \"matches\": 7,\n   \"rank\": 2,\n   \"pr\": 10,\n"
        "   \"me\": false,\n   \"kind\": \"robot\",\n   \"score\": [1, 1],\n"
        "   \"range\": {\"low\": 8.25, \"high\": 12.5},\n   \"level\": null,\n   \"themes\": []\n  }\n"
        " ],\n \"left_out\": 2\n}\n");
}

TEST(csv_has_a_row_for_each_record_of_the_list)
{
    is_written(ANSWER_CSV, 0, false,
               "name,matches,rank,pr,me,kind,score,range_low,range_high,level_low,level_high,themes,remark\r\n"
               "\"Ann\",3,1,4.2500,true,\"person\",\"3 5\",1.50,,3.25,4.00,\"hit anchor\",\r\n"
               "\"=1+1, \"\"x\"\"\",12,,,false,,\"0 0\",0.00,0.00,,,,\"late\"\r\n"
               "\"\xe7\xbe\xbd\xe7\x94\x9f\",7,2,10.0000,false,\"robot\",\"1 1\",8.25,12.50,,,,\r\n");
}

TEST(names_of_columns_are_written_once)
{
    const struct answer_form form = {.style = ANSWER_CSV, .goes_on = true};
    struct strbuf out = {0};
    answer_print(&document, &table, &form, &out);
    assert_int_equal(strncmp(strbuf_text(&out), "\"Ann\",3,", 8), 0);
    strbuf_done(&out);
}

struct falling { /* figures made one by one */
    double mwc, points;
    signed char known;
    struct answer_series rest;
};
static const struct answer_rows falling_rows;
static const struct answer_field falling_fields[] = {
    ANSWER(struct falling, mwc, NULL, .decimals = 2, .missing = ANSWER_INFINITE),
    ANSWER(struct falling, points, NULL, .decimals = 2, .missing = ANSWER_INFINITE),
    {.name = "known", .kind = ANSWER_BOOL, ANSWER_PLACE(struct falling, known), .missing = ANSWER_BELOW_ZERO},
    ANSWER_ONE_BY_ONE(struct falling, rest, NULL, &falling_rows, .missing = ANSWER_NULL,
                      .flags = ANSWER_OMIT | ANSWER_FLAT),
    {0}};
static const struct answer_rows falling_rows = {"Falling", NULL, sizeof(struct falling), falling_fields};

static const void *next_falling(void *source)
{
    struct falling *f = source;
    if (!(f->points > 1))
        return NULL;
    f->points--;
    return f;
}

TEST(records_made_one_by_one_are_an_array)
{
    struct falling source = {INFINITY, 3, 1, {NULL, NULL}}, first = {NAN, INFINITY, -1, {next_falling, &source}};
    struct strbuf out = {0};
    answer_json(&falling_rows, &first, &out);
    assert_string_equal(strbuf_text(&out), "{\n \"mwc\": null,\n \"known\": null,\n \"rest\": [\n"
                                           "  {\"points\": 2, \"known\": true},\n"
                                           "  {\"points\": 1, \"known\": true}\n ]\n}\n");
    strbuf_done(&out);
}

TEST(spreadsheets_are_protected_where_it_is_asked_for)
{
    const struct answer_form form = {ANSWER_CSV, 0, true, NULL, false};
    struct strbuf out = {0};
    answer_print(&document, &table, &form, &out);
    assert_non_null(strstr(strbuf_text(&out), "\r\n\"'=1+1, "));
    strbuf_done(&out);
}

TEST(ndjson_has_a_record_a_line)
{
    const struct answer_form form = {ANSWER_NDJSON, 0, false, NULL, false};
    struct strbuf out = {0};
    answer_print(&document, &table, &form, &out);
    assert_non_null(strstr(strbuf_text(&out), "\n{\"schema\": \"kibitzer/test/3#players\", \"name\": \"=1+1"));
    const char first[] = "{\"schema\": \"kibitzer/test/3#players\", \"name\": \"Ann\", \"matches\": 3, \"rank\": 1, ";
    assert_int_equal(strncmp(strbuf_text(&out), first, strlen(first)), 0);
    strbuf_done(&out);
}

TEST(a_table_counts_columns_of_the_terminal_not_letters)
{
    is_written(ANSWER_TABLE, 80, false,
               "Left out: 2\n\nPlayers\n"
               "Player     Matches  Rank     PR  Kind    Score  range_low  range_high\n"
               "Ann              3     1   4.25  person  3 5          1.5           -\n"
               "=1+1, \"x\"       12     -      -  -       0 0          0.0         0.0\n"
               "\xe7\xbe\xbd\xe7\x94\x9f             7     2  10.00  robot   1 1          8.3        12.5\n"
               "(not shown: Themes)\n");
}

TEST(a_narrow_table_wraps_cells_then_drops_columns_and_names_them)
{
    const struct answer_form form = {ANSWER_TABLE, 30, false, NULL, false};
    struct strbuf out = {0};
    answer_print(&document, &table, &form, &out);
    for (const char *at = strbuf_text(&out), *end; (end = strchr(at, '\n')) != NULL; at = end + 1)
        if (*at != '(')
            assert_true(end - at <= 32); /* two ideographs have four bytes more than columns */
    assert_non_null(strstr(strbuf_text(&out), "(not shown: "));
    strbuf_done(&out);
}

TEST(rows_one_by_one_give_the_same_bytes)
{
    static const enum answer_style styles[] = {ANSWER_JSON, ANSWER_NDJSON, ANSWER_CSV, ANSWER_TSV};
    for (size_t s = 0; s < sizeof styles / sizeof *styles; s++) {
        const struct answer_form form = {styles[s], 0, false, NULL, false};
        struct strbuf whole = {0}, pieces = {0};
        struct table head = table;
        answer_print(&document, &table, &form, &whole);
        head.players = (struct answer_list){0};
        struct answer_writer *w = answer_begin(&document, &head, &form, &pieces);
        for (size_t i = 0; i < 3; i++)
            answer_row(w, &players[i]);
        answer_end(w, &head);
        assert_string_equal(strbuf_text(&pieces), strbuf_text(&whole));
        strbuf_done(&whole);
        strbuf_done(&pieces);
    }
}

TEST(the_schema_says_what_may_be_null_and_what_is_shared)
{
    struct strbuf out = {0};
    answer_schema(&(const struct answer_document *){&document}, 1, &out);
    const char *text = strbuf_text(&out);
    assert_non_null(strstr(text, "\"const\": \"kibitzer/test/3\""));
    assert_non_null(strstr(text, "\"enum\": [\"person\", \"robot\", null]"));
    assert_non_null(strstr(text, "\"$ref\": \"#/$defs/Range\""));
    assert_non_null(strstr(text, "\"type\": [\"number\", \"null\"]"));
    assert_null(strstr(text, "\"remark\",\n"));
    strbuf_done(&out);
}

struct asked {
    const char *id;
    const struct range *range; /* NULL: left out, with all its fields */
    short map[2][3];
};

static const struct answer_field asked_fields[] = {
    ANSWER(struct asked, id, "ID"),
    ANSWER_TO(struct asked, range, NULL, &range_rows, .missing = ANSWER_ZERO, .flags = ANSWER_INLINE),
    ANSWER_MATRIX(struct asked, map, NULL),
    {0}};
static const struct answer_rows asked_rows = {"Asked", NULL, sizeof(struct asked), asked_fields};
static const struct asked questions[] = {{"a", &level, {{1, 2, 3}, {4, 5, 6}}}, {"b", NULL, {{0}}}};

static void are_written(int several, enum answer_style style, size_t n, const char *expected)
{
    const struct answer_document asked = {"asked", 1, "Asked", NULL, .rows = &asked_rows, .several = several};
    struct strbuf out = {0};
    answer_print(&asked, &(struct answer_list){questions, n}, &(struct answer_form){.style = style}, &out);
    assert_string_equal(strbuf_text(&out), expected);
    strbuf_done(&out);
}

TEST(fields_of_an_inline_record_are_the_outer_ones_and_a_matrix_has_rows)
{
    are_written(ANSWER_SEVERAL, ANSWER_JSON, 1,
                "[\n {\n  \"schema\": \"kibitzer/asked/1\",\n  \"id\": \"a\",\n  \"low\": 3.25,\n  \"high\": 4,\n"
                "  \"map\": [\n   [1, 2, 3],\n   [4, 5, 6]\n  ]\n }\n]\n");
    are_written(ANSWER_SEVERAL, ANSWER_TSV, 2, "id\tlow\thigh\na\t3.25\t4.00\nb\t\t\n");
}

TEST(answers_one_by_one_have_no_line_end_behind_a_bracket)
{
    are_written(ANSWER_LINES, ANSWER_JSON, 2,
                "[{\"schema\": \"kibitzer/asked/1\", \"id\": \"a\", \"low\": 3.25, \"high\": 4, \"map\": [[1, 2, 3], "
                "[4, 5, 6]]},\n {\"schema\": \"kibitzer/asked/1\", \"id\": \"b\", \"map\": [[0, 0, 0], [0, 0, 0]]}]\n");
    are_written(ANSWER_ANSWERED, ANSWER_JSON, 0, "[]\n");
}

TEST(the_schema_has_fields_of_inline_records_and_matrices)
{
    const struct answer_document asked = {"asked", 1, "Asked", NULL, .rows = &asked_rows, .several = ANSWER_LINES};
    struct strbuf out = {0};
    answer_schema(&(const struct answer_document *){&asked}, 1, &out);
    assert_non_null(strstr(strbuf_text(&out), "   \"high\": {\n    \"type\": \"number\"\n   }"));
    assert_non_null(strstr(strbuf_text(&out), "\"required\": [\"schema\", \"id\", \"map\"]"));
    assert_non_null(strstr(strbuf_text(&out), "     \"minItems\": 3,"));
    strbuf_done(&out);
}

/* ---- records that are their only value, documents that may be several things ---- */

struct line {
    struct answer_list numbers;
};

struct matrix {
    struct answer_list lines;
};

static const struct answer_field line_fields[] = {ANSWER_LIST_OF(int, struct line, numbers, NULL), {0}};
static const struct answer_rows line_rows = {"Line", NULL, sizeof(struct line), line_fields};
static const struct answer_field matrix_fields[] = {
    ANSWER_LIST(struct matrix, lines, NULL, &line_rows, .flags = ANSWER_BARE | ANSWER_DATA), {0}};
static const struct answer_rows matrix_rows = {"Matrix", NULL, sizeof(struct matrix), matrix_fields};
static const struct answer_document matrix_document = {"either", 1, "A matrix", "Either.", .rows = &matrix_rows},
                                    line_document = {"either", 1, "A line", "Either.", .rows = &line_rows};

TEST(bare_records_are_their_only_value)
{
    static const int numbers[] = {1, 2, 3};
    const struct line lines[] = {{{numbers, 3}}, {{numbers, 0}}};
    const struct answer_form form = {.style = ANSWER_JSON};
    struct strbuf out = {0};
    answer_print(&matrix_document, &(struct matrix){{lines, 2}}, &form, &out);
    assert_string_equal(strbuf_text(&out),
                        "{\n \"schema\": \"kibitzer/either/1\",\n \"lines\": [\n  [1, 2, 3],\n  []\n ]\n}\n");
    strbuf_done(&out);
}

TEST(documents_of_one_name_are_alternatives_of_one_schema)
{
    const struct answer_document *const all[] = {&matrix_document, &line_document};
    struct strbuf out = {0};
    answer_schema(all, 2, &out);
    const char *first = strstr(strbuf_text(&out), "\"record\": \"Matrix\""),
               *second = strstr(strbuf_text(&out), "\"record\": \"Line\"");
    assert_non_null(strstr(strbuf_text(&out), "\"title\": \"Either.\",\n \"anyOf\": ["));
    assert_true(first != NULL && second > first);
    assert_null(strstr(strbuf_text(&out), "$defs"));
    strbuf_done(&out);
}

TEST_MAIN(NULL, NULL)
