/* Options: what every row of every command promises, and how rows are read. option.c is part of this file, so that the
 * struct of a handle can be looked at. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>

#include "support/test.h"
#include <json-c/json.h>

#include "base/option.c"

#include "command/commands.h"
#include "command/options_answer.h"

/* ---- every row of every command ---- */

struct each {
    const struct option_set *set;
    const struct option_row *row;
    const struct option_group *group;
    size_t group_at;
};

static void for_each_row(void (*check)(const struct each *e))
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        struct each e = {.set = &commands[i]->options};
        for (const struct option_part *part = e.set->parts; part->group != NULL; part++) {
            e.group = part->group;
            e.group_at = part->at;
            for (e.row = e.group->rows; e.row->name != NULL; e.row++)
                check(&e);
        }
    }
}

#define fail_row(e, ...)                                                                                               \
    do {                                                                                                               \
        print_error("%s --%s: ", (e)->set->command, (e)->row->name);                                                   \
        fail_msg(__VA_ARGS__);                                                                                         \
    } while (0)

static void expect_taken(const struct each *e, const char *text)
{
    struct option_fault f = {0};
    struct options *o = options_new(e->set);
    if (!options_set(o, e->row->name, text, &f))
        fail_row(e, "does not take \"%s\": %s", text != NULL ? text : "nothing", strbuf_text(&f.words));
    assert_true(options_given(o, e->row->name));
    option_fault_done(&f);
    options_free(o);
}

/* The message names option and value, and what was set before stays. */
static void expect_refused(const struct each *e, const char *text)
{
    struct option_fault f = {0};
    struct options *o = options_new(e->set);
    char *before = xmalloc(e->set->size);
    memcpy(before, o->fields, e->set->size);
    if (options_set(o, e->row->name, text, &f))
        fail_row(e, "takes \"%s\"", text);
    assert_string_equal(f.option, e->row->name);
    assert_string_equal(strbuf_text(&f.value), text);
    assert_int_not_equal(f.words.length, 0);
    assert_memory_equal(before, o->fields, e->set->size);
    assert_false(options_given(o, e->row->name));
    xfree(before);
    option_fault_done(&f);
    options_free(o);
}

static void check_initial(const struct each *e)
{
    const struct option_row *r = e->row;
    if (r->initial != NULL)
        expect_taken(e, r->initial);
    if (r->kind == OPTION_OWN && r->parse == NULL)
        fail_row(e, "nothing reads it");
    if (r->size == 0 || e->group_at + r->at + r->size > e->set->size)
        fail_row(e, "its field is not in the struct of the command");
    if (r->argument == NULL && r->kind != OPTION_SWITCH)
        fail_row(e, "takes no value and is no switch");
}

TEST(every_initial_value_is_one_that_its_option_takes)
{
    for_each_row(check_initial);
}

static void check_words(const struct each *e)
{
    const struct option_row *r = e->row;
    for (const struct option_word *w = r->words; w != NULL && w->text != NULL; w++) {
        char capital[64];
        snprintf(capital, sizeof capital, "%s", w->text);
        capital[0] = (char)toupper((unsigned char)capital[0]);
        expect_taken(e, w->text);
        expect_taken(e, capital);
    }
    if (r->words != NULL && r->parse == NULL)
        expect_refused(e, "zzz");
    for (size_t i = 0; r->listed != NULL && r->listed(i) != NULL; i++)
        expect_taken(e, r->listed(i));
}

TEST(every_value_that_is_listed_is_taken)
{
    for_each_row(check_words);
}

static void check_range(const struct each *e)
{
    const struct option_row *r = e->row;
    const bool whole = r->kind == OPTION_NUMBER, is_real = r->kind == OPTION_REAL || r->kind == OPTION_FLOAT;
    char least[32], most[32], below[32], above[32];
    if (r->parse != NULL || r->words != NULL || (!whole && !is_real))
        return;
    expect_refused(e, "");
    expect_refused(e, "x");
    expect_refused(e, "1x");
    if (is_real) {
        expect_refused(e, "nan");
        expect_refused(e, "inf");
    }
    if (r->least >= r->most)
        return;
    snprintf(least, sizeof least, "%.17g", r->least);
    snprintf(most, sizeof most, "%.17g", r->most);
    snprintf(below, sizeof below, "%.17g", r->least - (whole ? 1 : fabs(r->least) / 2 + 1e-9));
    snprintf(above, sizeof above, "%.17g", r->most + (whole ? 1 : fabs(r->most) / 2 + 1e-9));
    expect_taken(e, least);
    expect_taken(e, most);
    expect_refused(e, below);
    expect_refused(e, above);
}

TEST(ranges_begin_and_end_where_their_rows_say)
{
    for_each_row(check_range);
}

static void check_switch(const struct each *e)
{
    const struct option_row *r = e->row;
    if (r->argument != NULL || r->parse != NULL)
        return;
    expect_taken(e, NULL);
    expect_taken(e, "yes");
    expect_taken(e, "no");
    expect_refused(e, "maybe");
    if (strncmp(r->name, "no-", 3) == 0)
        fail_row(e, "says what is left out, expected what can be had");
}

TEST(switches_take_yes_and_no_and_say_what_can_be_had)
{
    for_each_row(check_switch);
}

/* ---- names ---- */

/* Names that the command line has for all commands, and its letters. */
static const char *const commons[] = {"quiet", "verbose", "no-color", "help"};

enum { NAMES_MAX = 1000 };

struct names {
    const char *at[NAMES_MAX];
    size_t n;
};

static void add_name(struct names *names, const struct each *e, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (strcmp(names->at[i], name) == 0)
            fail_row(e, "\"%s\" means something else as well", name);
    assert_true(names->n < NAMES_MAX);
    names->at[names->n++] = name;
}

static void add_names(const struct each *e, const char *command, struct names *names, bool letters[128])
{
    const struct option_row *r = e->row;
    if (strcmp(command, e->set->command) != 0)
        return;
    add_name(names, e, r->name);
    if (r->alias != NULL)
        add_name(names, e, r->alias);
    if (r->letter == 0)
        return;
    if (letters[(int)r->letter])
        fail_row(e, "-%c means something else as well", r->letter);
    letters[(int)r->letter] = true;
}

static struct {
    const char *command;
    struct names names;
    bool letters[128];
} known;

static void check_name(const struct each *e)
{
    if (known.command == NULL || strcmp(known.command, e->set->command) != 0) {
        memset(&known, 0, sizeof known);
        known.command = e->set->command;
        for (size_t i = 0; i < sizeof commons / sizeof *commons; i++)
            add_name(&known.names, e, commons[i]);
        known.letters['q'] = known.letters['v'] = known.letters['h'] = true;
    }
    add_names(e, known.command, &known.names, known.letters);
}

TEST(no_name_or_letter_has_two_meanings_within_a_command)
{
    for_each_row(check_name);
}

static void check_alias(const struct each *e)
{
    struct options *o = options_new(e->set);
    if (e->row->alias != NULL)
        assert_ptr_equal(place_named(o, e->row->alias).row, e->row);
    options_free(o);
}

static void check_others(const struct each *e)
{
    const char *const others[] = {e->row->needs, e->row->excludes};
    struct options *o = options_new(e->set);
    for (int i = 0; i < 2; i++)
        if (others[i] != NULL && place_named(o, others[i]).row == NULL)
            fail_row(e, "speaks of --%s, which the command does not have", others[i]);
    options_free(o);
}

TEST(options_that_rows_speak_of_are_there_and_older_names_are_those_of_their_row)
{
    for_each_row(check_alias);
    for_each_row(check_others);
}

static void check_text(const struct each *e)
{
    const struct option_row *r = e->row;
    const size_t length = r->help != NULL ? strlen(r->help) : 0;
    if (length == 0 || r->help[length - 1] == '\n')
        fail_row(e, "has no help, or one that ends with a line end");
    if (e->group->title == NULL || e->group->title[0] == '\0')
        fail_row(e, "stands in a group without a title");
}

TEST(every_row_has_its_help_and_every_group_its_title)
{
    for_each_row(check_text);
}

/* ---- given twice ---- */

enum { VALUES_MAX = 64 };

/* Of rows with a grammar of their own that list no values: two that they take. */
static const struct {
    const char *name, *value[2];
} samples[] = {{"luck-thresholds", {"0.2,0.5", "0.3,0.6"}},
               {"parts", {"plays", "cube,luck"}},
               {"boards", {"every=3", "all"}},
               {"colours", {"ffffff,000000", "ff0000,00ff00"}},
               {"cube-limit", {"2", "no"}},
               {"date", {"2024-03", "2025"}},
               {"encoding", {"cp1251", "utf-8"}},
               {"event", {"Club*", "Final"}},
               {"gammons", {"27,25", "1,2"}},
               {"language", {"en", "en"}},
               {"length", {"5", "0"}},
               {"listen", {"127.0.0.1:0", "unix:/tmp/socket"}},
               {"like", {"4HPwATDgc/ABMA", "sGfwATDgc/ABMA"}},
               {"me", {"Ann, Bea", "Cy"}},
               {"names", {"Ann;Bea", "Cy;Dan"}},
               {"noise-seed", {"1", "2"}},
               {"name", {"{name}", "{date} {name}"}},
               {"one-sided", {"15x5", "15x6"}},
               {"position", {"4HPwATDgc/ABMA", "sGfwATDgc/ABMA"}},
               {"sample", {"5%", "all"}},
               {"score", {"3-5", "2-1"}},
               {"select", {"g1m2", "g2m3"}},
               {"set-date", {"2024-03-01", "May 2 2025"}},
               {"shard", {"1/3", "2/2"}},
               {"show-cubes", {"bad", "actual"}},
               {"show-moves", {"bad", "very-bad,doubtful"}},
               {"since", {"2024-03", "2025"}},
               {"split", {"games", "games"}},
               {"two-sided", {"10x6", "15x4"}},
               {"until", {"2024-03", "2025"}},
               {"width", {"any", "60"}}};

struct values {
    const char *at[VALUES_MAX];
    char number[2][32];
    int n;
};

static void add_value(struct values *v, const char *text)
{
    if (text != NULL && v->n < VALUES_MAX)
        v->at[v->n++] = text;
}

static void add_plain_values(struct values *v, const struct option_row *r)
{
    const bool any = r->least >= r->most;
    if (r->kind == OPTION_SWITCH || r->kind == OPTION_TEXT) {
        add_value(v, "yes");
        add_value(v, "no");
    } else {
        snprintf(v->number[0], sizeof v->number[0], "%.17g", any ? 1 : r->least);
        snprintf(v->number[1], sizeof v->number[1], "%.17g", any ? 2 : r->most);
        add_value(v, v->number[0]);
        add_value(v, v->number[1]);
    }
}

static void add_values(struct values *v, const struct option_row *r)
{
    const bool plain_switch = r->kind == OPTION_SWITCH && r->parse == NULL && r->words == NULL;
    *v = (struct values){.n = 0};
    add_value(v, r->initial);
    for (const struct option_word *w = r->words; w != NULL && w->text != NULL; w++)
        add_value(v, w->text);
    for (size_t i = 0; r->listed != NULL && r->listed(i) != NULL; i++)
        add_value(v, r->listed(i));
    for (size_t i = 0; !plain_switch && i < sizeof samples / sizeof *samples && v->n < 2; i++)
        for (int k = 0; k < 2 && strcmp(samples[i].name, r->name) == 0; k++)
            add_value(v, samples[i].value[k]);
    if (r->parse == NULL && r->words == NULL)
        add_plain_values(v, r);
}

static struct options *options_after(const struct each *e, const char *first, const char *second)
{
    struct options *o = options_new(e->set);
    struct option_fault f = {0};
    if ((first != NULL && !options_set(o, e->row->name, first, &f)) || !options_set(o, e->row->name, second, &f))
        fail_row(e, "does not take %s, then %s: %s", first != NULL ? first : "nothing", second, strbuf_text(&f.words));
    return o;
}

/* Words of memory that differ although the same was asked for point somewhere. */
static void expect_last(const struct each *e, const char *first, const char *last)
{
    struct options *alone = options_after(e, NULL, last), *again = options_after(e, NULL, last),
                   *both = options_after(e, first, last);
    for (size_t at = 0, n; at < e->set->size; at += n) {
        n = e->set->size - at < sizeof(void *) ? e->set->size - at : sizeof(void *);
        if (memcmp(alone->fields + at, again->fields + at, n) == 0 &&
            memcmp(alone->fields + at, both->fields + at, n) != 0)
            fail_row(e, "%s, then %s is not what %s alone is", first, last, last);
    }
    assert_string_equal(options_text(both, e->row->name), last);
    options_free(alone);
    options_free(again);
    options_free(both);
}

static void check_twice(const struct each *e)
{
    struct values v;
    if (e->row->kind == OPTION_TEXTS)
        return;
    add_values(&v, e->row);
    if (v.n < 2)
        fail_row(e, "has a grammar of its own: two values for `samples` are expected");
    for (int i = 0; i < v.n; i++)
        expect_last(e, v.at[i], v.at[(i + 1) % v.n]);
}

TEST(of_an_option_that_is_no_list_the_last_value_counts_alone)
{
    for_each_row(check_twice);
}

/* ---- fields ---- */

enum { UNTOUCHED = 0xaa, UNTOUCHED_TOO = 0x33 }; /* a byte of a pointer may happen to be one of them */

static bool clear_field(const struct place *p, const void *options)
{
    struct options *o = (struct options *)options;
    memset(o->fields + p->group_at + p->row->at, 0, p->row->size);
    return false;
}

/* Bytes between fields end at a multiple of 2, 4 or 8 and are fewer than that; 16 in what may hold a board. An int that
 * nobody fills looks like them if it stands before a pointer; most others are found. */
static bool is_padding(size_t from, size_t to, size_t size)
{
    const size_t length = to - from;
    for (size_t alignment = 2; alignment <= 8; alignment *= 2)
        if (length < alignment)
            return to % alignment == 0;
    return length < 16 && to % 16 == 0 && size % 16 == 0;
}

/* The first byte of a field that nothing filled, or `size`. */
static size_t unfilled(const unsigned char *fields, size_t size, unsigned char untouched)
{
    for (size_t i = 0, end; i < size; i = end + 1) {
        for (end = i; end < size && fields[end] == untouched; end++)
            ;
        if (end > i && !is_padding(i, end, size))
            return i;
    }
    return size;
}

/* Some commands need an option. */
static bool settles_by_itself(const struct option_set *set)
{
    struct option_fault f = {0};
    struct options *o = options_new(set);
    const bool settles = options_settle(o, &f) != NULL;
    option_fault_done(&f);
    options_free(o);
    return settles;
}

/* The first byte of the struct that nothing filled, by what lay there before; its size if there is none. */
static size_t unfilled_of(const struct option_set *set, unsigned char untouched)
{
    struct option_fault f = {0};
    struct options *o = options_new(set);
    memset(o->fields, untouched, set->size);
    (void)find(set, clear_field, o);
    set_defaults(o, o->fields);
    const void *settled = options_settle(o, &f);
    if ((settled != NULL) != settles_by_itself(set))
        fail_msg("%s: a field that nobody fills is looked at: %s", set->command, strbuf_text(&f.words));
    const size_t found = settled != NULL ? unfilled(settled, set->size, untouched) : set->size;
    option_fault_done(&f);
    options_free(o);
    return found;
}

TEST(defaults_fill_every_field_of_every_command)
{
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct option_set *set = &commands[i]->options;
        const size_t found = unfilled_of(set, UNTOUCHED);
        if (found < set->size && unfilled_of(set, UNTOUCHED_TOO) < set->size)
            fail_msg("%s: no option and no settle() fills what stands at byte %zu of its struct", set->command, found);
    }
}

/* ---- as documents ---- */

static void check_document(const struct option_set *set)
{
    struct strbuf text = {0};
    struct options *o = options_new(set);
    options_json(set->command, o, &text);
    struct json_object *document = json_tokener_parse(strbuf_text(&text));
    size_t listed = 0;
    const struct option_row *r;
    for (size_t i = 0; (r = options_row(o, i, NULL)) != NULL; i++)
        listed += (r->flags & OPTION_HIDDEN) == 0;
    assert_non_null(document);
    assert_int_equal(json_object_array_length(json_object_object_get(document, "options")), listed);
    json_object_put(document);
    strbuf_done(&text);
    options_free(o);
}

TEST(the_options_of_every_command_are_a_document)
{
    for (size_t i = 0; commands[i] != NULL; i++)
        check_document(&commands[i]->options);
}

/* ---- a command for the test ---- */

struct meal {
    bool hot, salt;
    int guests, course;
    double price;
    float weight;
    const char *cook;
    struct option_texts wine;
    int tables; /* filled by settle() */
};

enum { STARTER, MAIN, DESSERT };
static const struct option_word courses[] = {{"starter", STARTER}, {"main", MAIN}, {"dessert", DESSERT}, {0}};

static const struct option_row meal_rows[] = {
    {.name = "hot", .initial = "yes", OPTION_FIELD(struct meal, hot), .help = "hot"},
    {.name = "salt", OPTION_FIELD(struct meal, salt), .excludes = "wine", .help = "salt"},
    {.name = "guests",
     .argument = "N",
     .initial = "4",
     OPTION_FIELD(struct meal, guests),
     .alias = "people",
     .least = 1,
     .most = 12,
     .help = "how many"},
    {.name = "course", .argument = "WHICH", OPTION_FIELD(struct meal, course), .words = courses, .help = "which"},
    {.name = "price", .argument = "X", OPTION_FIELD(struct meal, price), .least = 0.5, .most = 99, .help = "price"},
    {.name = "weight", .argument = "KG", OPTION_FIELD(struct meal, weight), .help = "any"},
    {.name = "cook", .argument = "NAME", OPTION_FIELD(struct meal, cook), .needs = "price", .help = "who cooks"},
    {.name = "wine", .argument = "NAME", OPTION_FIELD(struct meal, wine), .help = "several"},
    {0},
};

static bool seat(const struct options *o, void *group, struct option_fault *f)
{
    struct meal *m = group;
    m->tables = (m->guests + 3) / 4;
    return m->guests != 11 || option_refuse(f, NULL, NULL, options_given(o, "guests") ? "eleven is unlucky" : "why");
}

static const struct option_group meal_group = {.title = "The meal", .rows = meal_rows, .settle = seat};
static const struct option_part meal_parts[] = {{&meal_group, 0}, {0}};
static const struct option_set meal_set = {"meal", sizeof(struct meal), meal_parts, NULL};

static void set(struct options *o, const char *name, const char *text)
{
    struct option_fault f = {0};
    if (!options_set(o, name, text, &f))
        fail_msg("--%s %s: %s", name, text, strbuf_text(&f.words));
    option_fault_done(&f);
}

static const struct meal *settle(struct options *o)
{
    struct option_fault f = {0};
    const struct meal *m = options_settle(o, &f);
    if (m == NULL)
        fail_msg("%s", strbuf_text(&f.words));
    return m;
}

static void expect_fault(struct options *o, const char *words)
{
    struct option_fault f = {0};
    assert_null(options_settle(o, &f));
    assert_null(f.option);
    assert_string_equal(strbuf_text(&f.words), words);
    option_fault_done(&f);
}

TEST(a_struct_is_filled_from_words)
{
    struct options *o = options_new(&meal_set);
    const struct meal *m = settle(o);
    assert_true(m->hot && !m->salt && m->guests == 4 && m->tables == 1 && m->cook == NULL && m->wine.n == 0);
    set(o, "people", "9");
    set(o, "hot", "no");
    set(o, "course", "DESSERT");
    set(o, "price", "12.5");
    set(o, "weight", "-1e3");
    set(o, "cook", "Ann");
    m = settle(o);
    assert_true(!m->hot && m->guests == 9 && m->tables == 3 && m->course == DESSERT);
    assert_true(m->price == 12.5 && m->weight == -1000.0f);
    assert_string_equal(m->cook, "Ann");
    assert_true(options_given(o, "guests") && options_given(o, "people") && !options_given(o, "salt"));
    assert_ptr_equal(options_part(o, &meal_group), m);
    options_free(o);
}

TEST(the_last_value_counts_and_lists_grow)
{
    struct options *o = options_new(&meal_set);
    set(o, "guests", "5");
    set(o, "guests", "6");
    set(o, "wine", "red");
    set(o, "wine", "white, dry");
    const struct meal *m = settle(o);
    assert_int_equal(m->guests, 6);
    assert_int_equal(m->wine.n, 2);
    assert_string_equal(m->wine.at[0], "red");
    assert_string_equal(m->wine.at[1], "white, dry");
    options_free(o);
}

TEST(what_several_say_together_is_judged_at_the_end)
{
    struct options *o = options_new(&meal_set);
    set(o, "cook", "Ann");
    expect_fault(o, "--cook has no effect without --price");
    set(o, "price", "3");
    (void)settle(o);
    set(o, "wine", "red");
    set(o, "salt", "no"); /* asks for nothing */
    (void)settle(o);
    set(o, "salt", NULL);
    expect_fault(o, "--salt or --wine, not both");
    options_free(o);
    o = options_new(&meal_set);
    set(o, "guests", "11");
    expect_fault(o, "eleven is unlucky");
    set(o, "guests", "12");
    assert_int_equal(settle(o)->tables, 3);
    options_free(o);
}

static void expect_words(const char *name, const char *text, const char *option, const char *words)
{
    struct option_fault f = {0};
    struct options *o = options_new(&meal_set);
    assert_false(options_set(o, name, text, &f));
    assert_true(option == NULL ? f.option == NULL : f.option != NULL && strcmp(f.option, option) == 0);
    assert_string_equal(strbuf_text(&f.words), words);
    option_fault_done(&f);
    options_free(o);
}

TEST(faults_say_what_was_expected)
{
    expect_words("guests", "0", "guests", "a whole number from 1 to 12 is expected");
    expect_words("people", "4.5", "people", "a whole number from 1 to 12 is expected");
    expect_words("guests", "99999999999999999999", "guests", "a whole number from 1 to 12 is expected");
    expect_words("course", "cheese", "course", "starter, main or dessert is expected");
    expect_words("price", "0.4", "price", "a number from 0.5 to 99 is expected");
    expect_words("hot", "warm", "hot", "yes or no is expected");
    expect_words("cook", NULL, "cook", "a value is expected: NAME");
    expect_words("bill", "1", NULL, "no option is called \"bill\"");
}

TEST(fields_that_nobody_fills_are_found)
{
    struct sample {
        int number;
        bool yes;
        double real;
        const char *text;
    } s;
    const size_t size = sizeof s;
    const unsigned char *bytes = (const unsigned char *)&s;
    memset(&s, UNTOUCHED, size);
    s.number = 1, s.yes = false, s.real = 2;
    assert_int_equal(unfilled(bytes, size, UNTOUCHED), offsetof(struct sample, text));
    s.text = NULL;
    assert_int_equal(unfilled(bytes, size, UNTOUCHED), size);
    memset(&s.real, UNTOUCHED, sizeof s.real);
    assert_int_equal(unfilled(bytes, size, UNTOUCHED), offsetof(struct sample, yes) + 1);
}

TEST_MAIN(NULL, NULL)
