/* The table of doors, and the functions that make orders from requests; see doors.h. */
#include "service/doors.h"

#include <json-c/json.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kibitzer.h"

enum { SHORT_POSITIONS = 8, TYPE_ROOM = 128 };

/* ---- the table ---- */

#define JSON_FORM                                                                                                      \
    {                                                                                                                  \
        "application/json", "json"                                                                                     \
    }
#define LINES_FORM                                                                                                     \
    {                                                                                                                  \
        "application/x-ndjson", "ndjson"                                                                               \
    }
#define TABLE_FORMS                                                                                                    \
    {"text/csv", "csv"}, {"text/tab-separated-values", "tsv"},                                                         \
    {                                                                                                                  \
        "text/markdown", "markdown"                                                                                    \
    }
#define TEXT_FORM                                                                                                      \
    {                                                                                                                  \
        "text/plain", "text"                                                                                           \
    }
#define HTML_FORM                                                                                                      \
    {                                                                                                                  \
        "text/html", "html"                                                                                            \
    }
#define PDF_FORM                                                                                                       \
    {                                                                                                                  \
        "application/pdf", "pdf"                                                                                       \
    }

static const struct door_form position_forms[] = {JSON_FORM, LINES_FORM, HTML_FORM, TEXT_FORM, TABLE_FORMS, {0}};
static const struct door_form cube_forms[] = {
    JSON_FORM, LINES_FORM, HTML_FORM, TEXT_FORM, TABLE_FORMS, {"image/svg+xml", "svg"}, {0}};
static const struct door_form picture_forms[] = {{"image/svg+xml", "svg"},
                                                 {"image/png", "png"},
                                                 PDF_FORM,
                                                 {"text/plain", "txt"},
                                                 {"application/postscript", "eps"},
                                                 {0}};
static const struct door_form map_forms[] = {JSON_FORM, {"image/svg+xml", "svg"}, HTML_FORM, LINES_FORM, TEXT_FORM,
                                             {0}};
/* Of records: the names are those of `kibitzer formats`. */
#define MATCH_FORMS                                                                                                    \
    JSON_FORM, LINES_FORM, HTML_FORM, PDF_FORM, {"application/x-go-sgf", "sgf"},                                       \
        {"application/x-jellyfish-mat", "mat"}, {"application/x-kibitzer-dump", "dump"},                               \
        {"application/x-ogxm", "ogxm"}, {"text/csv", "csv"}, {"text/plain", "text"}, {"text/markdown", "md"},          \
    {                                                                                                                  \
        "application/x-latex", "latex"                                                                                 \
    }

static const struct door_form match_forms[] = {MATCH_FORMS, {0}};
static const struct door_form analysis_forms[] = {MATCH_FORMS, {"application/x-kibitzer-shares", "shares"}, {0}};
static const struct door_form page_forms[] = {JSON_FORM, LINES_FORM, HTML_FORM, PDF_FORM, TABLE_FORMS, {0}};
static const struct door_form list_forms[] = {JSON_FORM, LINES_FORM, TABLE_FORMS, {0}};

#define ASKS(path, command, forms, always, document, summary)                                                          \
    {                                                                                                                  \
        path, command, DOOR_ASKS, false, "format", forms, always, "position", document, summary                        \
    }
#define READS(path, command, is_long, form, forms, document, summary)                                                  \
    {                                                                                                                  \
        path, command, DOOR_READS, is_long, form, forms, NULL, NULL, document, summary                                 \
    }
#define LOOKS(path, command, forms, operand, document, summary)                                                        \
    {                                                                                                                  \
        path, command, DOOR_LOOKS, false, "format", forms, NULL, operand, document, summary                            \
    }

const struct door doors[] = {
    ASKS("/v1/hint", "hint", position_forms, NULL, "hint", "What to do in positions"),
    ASKS("/v1/cube", "cube", cube_forms, NULL, "cube", "Cube decisions at every score"),
    ASKS("/v1/evaluate", "eval", position_forms, NULL, "eval", "What positions are worth"),
    {"/v1/board", "board", DOOR_ASKS, false, "to", picture_forms, NULL, "position", NULL, "A picture of a position"},
    ASKS("/v1/maps/scores", "hint", map_forms, "scores", "scores", "The best play of a roll at every score"),
    ASKS("/v1/maps/rolls", "hint", map_forms, "temperature", "temperature", "The equity after each of the 21 rolls"),
    {"/v1/rollout", "rollout", DOOR_ASKS, true, "format", position_forms, NULL, "position", "rollout",
     "Positions played out"},
    READS("/v1/matches", "analyze", true, "to", analysis_forms, "match",
          "The analysis of a match, from a file of any format that is read"),
    READS("/v1/convert", "convert", true, "to", match_forms, "match", "A match in another format, as it came"),
    READS("/v1/compare", "compare", true, "format", page_forms, "compare", "Where two analyses of a match disagree"),
    READS("/v1/info", "info", false, "format", list_forms, "info", "What is in a file"),
    LOOKS("/v1/stats", "stats", page_forms, NULL, "stats\nleague", "Figures of the players of the collection"),
    LOOKS("/v1/errors", "errors", page_forms, NULL, "errors", "The costliest decisions of the collection"),
    LOOKS("/v1/find", "find", list_forms, NULL, "find", "Decisions of the collection that fit"),
    LOOKS("/v1/study", "study", page_forms, "player", "study\nprogress\nreview\nreference",
          "What a player should study"),
    {0}};

const struct door *door_named(const char *path)
{
    for (const struct door *d = doors; d->path != NULL; d++)
        if (strcmp(d->path, path) == 0)
            return d;
    return NULL;
}

static const struct door ready[] = {LOOKS("/readyz", "levels", list_forms, NULL, NULL, "Does the service work?"),
                                    LOOKS("/readyz", "find", list_forms, NULL, NULL, "Does the service work?")};

const struct door *door_ready(bool has_collection)
{
    return &ready[has_collection];
}

bool door_is_ready(const struct door *d)
{
    return d >= ready && d < ready + 2;
}

/* ---- Accept ---- */

/* How well a range of media fits a type: 0 = not, 3 = it is the type. */
static int fit(const char *range, const char *type)
{
    const char *slash = strchr(type, '/');
    if (strcmp(range, "*/*") == 0)
        return 1;
    if (strncasecmp(range, type, (size_t)(slash - type) + 1) == 0 && strcmp(range + (slash - type) + 1, "*") == 0)
        return 2;
    return strcasecmp(range, type) == 0 ? 3 : 0;
}

/* The next range of the header with its quality; NULL behind the last. */
static const char *next_range(const char *at, char range[TYPE_ROOM], double *quality)
{
    size_t n = 0;
    at += strspn(at, " \t,");
    if (*at == '\0')
        return NULL;
    for (; *at != '\0' && strchr(" \t,;", *at) == NULL; at++)
        if (n + 1 < TYPE_ROOM)
            range[n++] = *at;
    range[n] = '\0';
    *quality = 1;
    for (; *at != '\0' && *at != ','; at++)
        if (strncasecmp(at, "q=", 2) == 0)
            *quality = atof(at + 2);
    return at;
}

static double quality_of(const char *accept, const char *type)
{
    char range[TYPE_ROOM];
    double quality, found = 0;
    int best = 0;
    for (const char *at = accept; (at = next_range(at, range, &quality)) != NULL;) {
        const int n = fit(range, type);
        if (n > best) {
            best = n;
            found = quality;
        }
    }
    return found;
}

const struct door_form *door_form_for(const struct door *d, const char *accept)
{
    const struct door_form *best = NULL;
    double most = 0;
    if (accept == NULL || accept[strspn(accept, " \t")] == '\0')
        return d->forms;
    for (const struct door_form *f = d->forms; f->type != NULL; f++) {
        const double quality = quality_of(accept, f->type);
        if (quality > most) {
            most = quality;
            best = f;
        }
    }
    return best;
}

/* ---- orders ---- */

struct making {
    struct door_order *out;
    const struct door *door;
    size_t inputs;
    bool deep, good;
};

static bool refuse(struct making *m, const char *words)
{
    snprintf(m->out->words, sizeof m->out->words, "%s", words);
    return m->good = false;
}

/* Levels that take long whatever they are asked about. */
static bool is_deep(const char *level)
{
    static const char *const quick[] = {"0ply", "1ply", "2ply", NULL};
    for (const char *const *q = quick; *q != NULL; q++)
        if (strcasecmp(level, *q) == 0)
            return false;
    return true;
}

static bool refuse_input(struct making *m, const char *words)
{
    m->out->input = (int)m->inputs;
    return refuse(m, words);
}

static bool add_input(struct making *m, const char *text)
{
    if (++m->inputs > DOOR_INPUTS_MAX)
        return refuse(m, "more than are answered at a time");
    if (strcmp(text, "-") == 0 || strpbrk(text, "\r\n") != NULL)
        return refuse_input(m, m->door->body == DOOR_ASKS
                                   ? "found a position that is none, expected an ID: XGID=..., or Position ID:Match ID"
                                   : "found several lines, expected a name");
    order_input(m->out->order, text);
    return true;
}

/* How long is the server's affair in the end; that it is a time is not. */
static bool take_wait(struct making *m, const char *value)
{
    char *end;
    m->out->wait = strtod(value, &end);
    if (end != value && *end == '\0' && m->out->wait >= 0)
        return true;
    return order_refuse(m->out->order, KIBITZER_BAD_OPTION, "wait", value, "expected a number of seconds, 0 or more");
}

/* What is not a list is given once. */
static bool is_given_twice(const struct making *m, const char *name)
{
    return strcmp(name, "wait") == 0 ? m->out->wait >= 0 : order_has_one(m->out->order, name);
}

static bool take_member(void *making, const char *name, const char *value, bool torn)
{
    struct making *m = making;
    if (torn || is_given_twice(m, name))
        return m->good = order_refuse(m->out->order, KIBITZER_BAD_OPTION, name, value,
                                      torn ? "found a NUL in a text" : "found twice, expected once");
    if (strcmp(name, "wait") == 0)
        return m->good = take_wait(m, value != NULL ? value : "");
    if (m->door->operand != NULL && strcmp(name, m->door->operand) == 0)
        return add_input(m, value != NULL ? value : "");
    if (strcmp(name, "level") == 0 && value != NULL)
        m->deep = m->deep || is_deep(value);
    return m->good = order_ask(m->out->order, name, value != NULL && value[0] != '\0' ? value : NULL) && m->good;
}

static bool take_position(struct making *m, struct json_object *id)
{
    if (!json_object_is_type(id, json_type_string) ||
        strlen(json_object_get_string(id)) != (size_t)json_object_get_string_len(id)) {
        m->inputs++;
        return refuse_input(m, "found a position that is not text, expected an ID");
    }
    return add_input(m, json_object_get_string(id));
}

static bool take_positions(struct making *m, struct json_object *body)
{
    struct json_object *one, *several;
    const bool has_one = json_object_object_get_ex(body, "position", &one);
    const bool has_several = json_object_object_get_ex(body, "positions", &several);
    if (has_one && has_several)
        return refuse(m, "found `position` and `positions`, expected one of them");
    if (has_one)
        return take_position(m, one);
    if (has_several && !json_object_is_type(several, json_type_array))
        return refuse(m, "`positions`: an array of IDs is expected");
    for (size_t i = 0; has_several && i < json_object_array_length(several); i++)
        if (!take_position(m, json_object_array_get_idx(several, i)))
            return false;
    return true;
}

static void take_object(struct making *m, struct json_object *body)
{
    struct json_object *level;
    if (!json_object_is_type(body, json_type_object)) {
        refuse(m, "found JSON that is not an object, expected one of options, with `position` or `positions`");
        return;
    }
    if (!take_positions(m, body))
        return;
    if (json_object_object_get_ex(body, "level", &level) && json_object_is_type(level, json_type_string))
        m->deep = m->deep || is_deep(json_object_get_string(level));
    json_object_object_del(body, "position");
    json_object_object_del(body, "positions");
    m->good = order_ask_json(m->out->order, body);
}

/* The JSON of a body, with nothing after it; NULL if it is not JSON, and *end is where it ends to be. */
static struct json_object *read_json(const struct strbuf *body, size_t *end)
{
    struct json_tokener *t = json_tokener_new_ex(16);
    *end = 0;
    if (t == NULL)
        return NULL;
    json_tokener_set_flags(t, JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
    struct json_object *read = json_tokener_parse_ex(t, strbuf_text(body), (int)body->length + 1);
    *end = json_tokener_get_parse_end(t);
    if (json_tokener_get_error(t) != json_tokener_success || *end < body->length) {
        json_object_put(read);
        read = NULL;
    }
    json_tokener_free(t);
    return read;
}

static void note_place(struct door_order *out, const char *text, size_t end)
{
    out->line = out->column = 1;
    for (size_t i = 0; i < end; i++) {
        out->column = text[i] == '\n' ? 1 : out->column + 1;
        out->line += text[i] == '\n';
    }
}

static void take_body(struct making *m, const struct strbuf *body)
{
    size_t end;
    if (body->length == 0)
        return;
    struct json_object *read = read_json(body, &end);
    if (read != NULL) {
        take_object(m, read);
    } else {
        refuse(m, "found a body that is not JSON, expected an object of options");
        note_place(m->out, strbuf_text(body), end < body->length ? end : body->length);
    }
    json_object_put(read);
}

static bool set_form(const struct door_request *r, struct order *o)
{
    if (strcmp(r->form->value, "shares") != 0)
        return order_set(o, r->door->form, r->form->value);
    order_share(o);
    return order_set(o, r->door->form, "ndjson"); /* several matches, too */
}

static bool set_own(const struct door_request *r, struct order *o)
{
    return set_form(r, o) && (r->door->always == NULL || order_set(o, r->door->always, "yes")) &&
           (r->door->body != DOOR_LOOKS || r->collection == NULL ||
            order_collection(o, r->collection, r->collection_name));
}

static bool set_language(struct order *o, char *code)
{
    if (order_language(o, code))
        return true;
    code[strcspn(code, "-")] = '\0';
    return order_language(o, code);
}

/* The language of the highest quality that we have; of equal ones the first. */
static void choose_language(struct order *o, const char *header)
{
    char code[TYPE_ROOM], best[TYPE_ROOM] = "";
    double quality, most = 0;
    for (const char *at = header; at != NULL && (at = next_range(at, code, &quality)) != NULL;)
        if (quality > most && set_language(o, code)) {
            most = quality;
            memcpy(best, code, sizeof best);
        }
    if (best[0] != '\0')
        (void)order_language(o, best);
}

bool door_make_order(const struct door_request *r, struct door_order *out)
{
    struct making m = {.out = out, .door = r->door, .good = true};
    *out = (struct door_order){.order = order_new(r->door->command), .wait = -1};
    if (out->order == NULL)
        return false;
    choose_language(out->order, r->languages);
    r->each(r->query, take_member, &m);
    if (m.good && r->door->body == DOOR_ASKS)
        take_body(&m, r->body);
    if (m.good && r->door->body == DOOR_ASKS && m.inputs == 0)
        refuse(&m, "no position is given, expected `position` or `positions`");
    if (r->door->body == DOOR_READS)
        order_bytes(out->order, strbuf_text(r->body), r->body->length);
    out->is_long = r->door->is_long || m.deep || m.inputs > SHORT_POSITIONS;
    return m.good && set_own(r, out->order);
}
