/* `find`: decisions of a collection that fit, and how often they went wrong. */
#include "collection/find.h"

#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "command/ask.h"
#include "format/id_text.h"
#include "command/errors_answer.h"
#include "format/posid.h"

struct find_options {
    struct ask_options ask;
    bool some_position, some_like;
    char position[POSITION_ID_LENGTH + 1];
    struct position like;
    int cube_side; /* of `like`, as struct find_query */
    int within, most;
};

static int answer_nothing(const struct store *s, const struct find_options *o, const struct found_list *list)
{
    say_error("%s: no decision fits", store_name(s));
    if (answers_are_data(&o->ask.answer))
        (void)found_put(&o->ask.answer, list);
    return CALL_NOTHING;
}

static int answer_found(const struct store *s, const struct find_options *o, const struct found_list *list)
{
    const int ending = list->n > 0 ? found_put(&o->ask.answer, list) : answer_nothing(s, o, list);
    if (list->met > list->n)
        say("%zu more decisions fit; --most shows more than %d", list->met - list->n, o->most);
    return ending;
}

static int answer(struct store *s, const struct collection_query *q, const void *options)
{
    const struct find_options *o = options;
    const struct find_query query = {.match = q->match,
                                     .of = q->of,
                                     .position = o->some_position ? o->position : NULL,
                                     .like = o->some_like ? &o->like.board : NULL,
                                     .cube_side = o->cube_side,
                                     .within = o->within,
                                     .most = o->most};
    struct found_list list;
    const int ending = find_decisions(s, &query, &list) ? answer_found(s, o, &list) : collection_unread(s);
    found_done(&list);
    return ending;
}

/* An operand that is an ID is the position. */
static int find_run(const void *options, const char *const *input, size_t n)
{
    struct find_options o = *(const struct find_options *)options;
    struct position p;
    const char *problem;
    size_t fault;
    if (n > 0 && !o.some_position && !o.some_like && id_read_in_text(span_of(input[0]), &p, &problem, &fault)) {
        position_id(&p.board, o.position);
        o.some_position = true;
        input++, n--;
    }
    return collection_ask(&o.ask, input, n, answer, &o);
}

/* ---- options ---- */

static bool read_id(const struct option_value *v, struct position *p)
{
    const char *problem;
    size_t fault;
    return id_read_in_text(span_of(v->text), p, &problem, &fault) || option_wrong(v, "%s", problem);
}

/* Any ID; the collection has the board as the player on roll sees it. */
static bool parse_position(const struct option_value *v)
{
    struct find_options *o = v->group;
    struct position p;
    if (!read_id(v, &p))
        return false;
    position_id(&p.board, o->position);
    return o->some_position = true;
}

/* Any ID; one without Match ID leaves the cube open. */
static bool parse_like(const struct option_value *v)
{
    struct find_options *o = v->group;
    struct position *p = &o->like;
    if (!read_id(v, p))
        return false;
    o->cube_side = strchr(v->text, ':') == NULL    ? CUBE_ANYWHERE
                   : p->cube_owner == CUBE_CENTRED ? 0
                   : p->cube_owner == p->on_roll   ? 1
                                                   : -1;
    return o->some_like = true;
}

static const struct option_row rows[] = {
    OPTION("position", struct find_options, position, .argument = "ID", .parse = parse_position,
           .help = "this board, whatever the score: a Position ID, with or without Match ID, or an XGID"),
    OPTION("like", struct find_options, like, .argument = "ID", .parse = parse_like,
           .help = "boards similar to this one, nearest first; with a Match ID the cube must be the same too"),
    OPTION("within", struct find_options, within, .argument = "PIPS", .initial = "6", .most = 1000,
           .help = "for --like: at most this many pips away, both sides' chequers together"),
    OPTION("most", struct find_options, most, .argument = "N", .initial = "100", .least = 1, .most = 1000000,
           .help = "maximum number to list; all are counted"),
    OPTION("format", struct find_options, ask.answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "table, json, ndjson, csv, tsv, markdown, html or latex [as FILE ends; else table]"),
    {0},
};

/* Of the fields that come with the two positions. */
static void defaults(void *options)
{
    struct find_options *o = options;
    o->some_position = o->some_like = false;
    o->cube_side = 0;
}

static const struct option_group group = {.title = "Positions", .rows = rows, .defaults = defaults};

static const struct option_part parts[] = {{&group, 0}, ASK_PARTS(struct find_options), {0}};

static bool find_settle(const struct options *all, void *options, struct option_fault *f)
{
    struct find_options *o = options;
    if (o->some_like && o->some_position)
        return option_refuse(f, NULL, NULL, "--like and --position: one position is enough");
    if (options_given(all, "within") && !o->some_like)
        return option_refuse(f, NULL, NULL, "--within: says how far from --like");
    return answers_settle(&o->ask.answer, NULL, ANSWER_TABLE, f);
}

static const struct answer_document *const answers[] = {&find_document, NULL};

const struct command find_command = {
    {"find", sizeof(struct find_options), parts, find_settle}, .run = find_run, .answers = answers};
