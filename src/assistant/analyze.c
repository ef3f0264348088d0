/* The tool `analyze`: a match, its costliest decisions, and the details of one. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assistant/files.h"
#include "assistant/tools.h"
#include "assistant/trim.h"
#include "base/fnv.h"
#include "base/xmalloc.h"
#include "document/answer.h"

enum { PLACE_ROOM = 24 };

/* ---- the costliest decisions, as rows ---- */

struct worst_row {
    char decision[PLACE_ROOM];
    int player;
    const char *kind, *xgid, *roll, *played, *best, *mark, *why;
    double error, error_mwc;
    int order; /* in the match */
};

static const char *const kinds[] = {"play", "double", "answer"};

static const struct answer_field worst_fields[] = {
    ANSWER(struct worst_row, decision, NULL, .help = "GAME.MOVE, for `decision`"),
    ANSWER(struct worst_row, player, NULL, .help = "0 or 1, as in `match`"),
    ANSWER(struct worst_row, kind, NULL, ANSWER_WORDS(kinds),
           .help = "double: to double or not; answer: to take or pass"),
    ANSWER(struct worst_row, xgid, NULL, .help = "for hint, cube, rollout, board"),
    ANSWER(struct worst_row, roll, NULL, .missing = ANSWER_NULL, .flags = ANSWER_OMIT),
    ANSWER(struct worst_row, played, NULL, .missing = ANSWER_NULL),
    ANSWER(struct worst_row, best, NULL, .missing = ANSWER_NULL),
    ANSWER(struct worst_row, error, NULL, .decimals = 4, .help = "EMG: points of a normalised cube"),
    ANSWER(struct worst_row, error_mwc, NULL, .decimals = 4, .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "the same as match winning chance"),
    ANSWER(struct worst_row, mark, NULL, .missing = ANSWER_NULL, .help = "doubtful, bad or very bad"),
    ANSWER(struct worst_row, why, NULL, .missing = ANSWER_NULL, .help = "why it was an error"),
    {0}};
static const struct answer_rows worst_rows = {"Worst", NULL, sizeof(struct worst_row), worst_fields};
struct worst {
    struct answer_list worst;
};
static const struct answer_field lists[] = {
    ANSWER_LIST(struct worst, worst, NULL, &worst_rows, .help = "the costliest decisions, the worst first"), {0}};
static const struct answer_rows worst_answer = {"WorstDecisions", NULL, sizeof(struct worst), lists};
static const struct answer_document worst_document = {"worst", 1, "Costliest decisions", "Of a match.",
                                                      .rows = &worst_answer};

void analyze_schema_of_more(json_object *properties)
{
    static const struct answer_document *const documents[] = {&worst_document};
    struct strbuf text = {0};
    json_object *list;
    answer_schema(documents, 1, &text);
    json_object *schema = json_tokener_parse(strbuf_text(&text));
    if (json_object_object_get_ex(schema, "properties", &list) && json_object_object_get_ex(list, "worst", &list))
        json_object_object_add(properties, "worst", trim_schema(list, schema, NULL));
    json_object_put(schema);
    strbuf_done(&text);
}

/* ---- from the document ---- */

struct found {
    struct worst_row *at;
    size_t n, room;
};

static json_object *member(json_object *o, const char *name)
{
    json_object *value;
    return json_object_object_get_ex(o, name, &value) ? value : NULL;
}

static const char *text_in(json_object *o, const char *name)
{
    json_object *value = member(o, name);
    return value != NULL ? json_object_get_string(value) : NULL;
}

static double number_in(json_object *o, const char *name)
{
    json_object *value = member(o, name);
    return value != NULL ? json_object_get_double(value) : (double)NAN;
}

static struct worst_row *add_row(struct found *f, const char *place, json_object *ply)
{
    f->at = grow(f->at, f->n, &f->room, sizeof *f->at);
    struct worst_row *r = &f->at[f->n];
    *r = (struct worst_row){.order = (int)f->n, .player = json_object_get_int(member(ply, "player"))};
    snprintf(r->decision, sizeof r->decision, "%s", place);
    f->n++;
    return r;
}

static void look_at_play(struct found *f, const char *place, json_object *ply)
{
    json_object *moves = member(ply, "moves");
    const double error = number_in(moves, "error");
    if (!(error > 0))
        return;
    struct worst_row *r = add_row(f, place, ply);
    r->kind = kinds[0];
    r->xgid = text_in(ply, "xgid");
    r->roll = text_in(ply, "roll");
    r->played = text_in(ply, "play");
    r->best = text_in(json_object_array_get_idx(member(moves, "candidates"), 0), "play");
    r->error = error;
    r->error_mwc = number_in(moves, "error_mwc");
    r->mark = text_in(member(ply, "marks"), "move");
    r->why = text_in(moves, "why");
}

static void look_at_cube(struct found *f, const char *place, json_object *ply)
{
    json_object *cube = member(ply, "cube");
    const char *action = text_in(ply, "action");
    const bool doubles = number_in(cube, "double_error") > 0, answers = number_in(cube, "answer_error") > 0;
    if (!doubles && !answers)
        return;
    struct worst_row *r = add_row(f, place, ply);
    r->kind = kinds[answers ? 2 : 1];
    r->xgid = text_in(cube, "xgid");
    r->played = strcmp(action, "play") == 0 || strcmp(action, "roll") == 0 ? "no double" : action;
    r->best = text_in(cube, "verdict");
    r->error = number_in(cube, answers ? "answer_error" : "double_error");
    r->error_mwc = number_in(cube, answers ? "answer_error_mwc" : "double_error_mwc");
    r->mark = text_in(member(ply, "marks"), "cube");
    r->why = text_in(cube, "why");
}

static int by_cost(const void *a, const void *b)
{
    const struct worst_row *x = a, *y = b;
    return x->error != y->error ? (x->error < y->error) - (x->error > y->error) : x->order - y->order;
}

static void find_worst(json_object *document, struct found *f)
{
    json_object *games = member(document, "games");
    for (size_t g = 0; games != NULL && g < json_object_array_length(games); g++) {
        json_object *game = json_object_array_get_idx(games, g), *plies = member(game, "plies");
        for (size_t i = 0; plies != NULL && i < json_object_array_length(plies); i++) {
            json_object *ply = json_object_array_get_idx(plies, i);
            char place[PLACE_ROOM];
            snprintf(place, sizeof place, "%d.%d", json_object_get_int(member(game, "number")),
                     json_object_get_int(member(ply, "number")));
            look_at_cube(f, place, ply);
            look_at_play(f, place, ply);
        }
    }
    if (f->n > 0)
        qsort(f->at, f->n, sizeof *f->at, by_cost);
}

/* The list `worst` instead of the games. */
static void put_worst(json_object *document)
{
    struct found f = {0};
    struct strbuf text = {0};
    find_worst(document, &f);
    answer_json(&worst_answer, &(struct worst){{f.at, f.n}}, &text);
    json_object *rows = json_tokener_parse(strbuf_text(&text));
    json_object_object_add(document, "worst", json_object_get(member(rows, "worst")));
    json_object_object_del(document, "games");
    json_object_put(rows);
    strbuf_done(&text);
    xfree(f.at);
}

/* ---- one decision ---- */

/* The decisions with this number. */
static json_object *numbered(json_object *list, int number)
{
    json_object *out = json_object_new_array();
    for (size_t i = 0; list != NULL && i < json_object_array_length(list); i++) {
        json_object *one = json_object_array_get_idx(list, i);
        if (json_object_get_int(member(one, "number")) == number)
            json_object_array_add(out, json_object_get(one));
    }
    return out;
}

static bool leave_decision(struct errand *t, json_object *document)
{
    int game = 0, move = 0;
    if (sscanf(errand_text(t, "decision"), "%d.%d", &game, &move) != 2)
        return errand_fail(t, "`decision`: expected GAME.MOVE, such as 2.14");
    json_object *games = numbered(member(document, "games"), game), *plies = NULL;
    if (json_object_array_length(games) > 0) {
        plies = numbered(member(json_object_array_get_idx(games, 0), "plies"), move);
        json_object_object_add(json_object_array_get_idx(games, 0), "plies", plies);
    }
    json_object_object_add(document, "games", games);
    json_object_object_del(document, "statistics");
    return (plies != NULL && json_object_array_length(plies) > 0) ||
           errand_fail(t, "there is no decision %d.%d in this match", game, move);
}

/* ---- the tool ---- */

static bool list_files(struct errand *t, const struct tool *tool)
{
    json_object *out = json_object_new_array(), *page = json_object_new_object();
    int more;
    if (t->options->root == NULL)
        (void)errand_fail(t, "this server was started without --root: give the match as `text`");
    else
        files_list(t, out);
    json_object_object_add(page, "files", out);
    tool_page(t, &(struct tool){.lists = "files", .limit = 20}, page, &more);
    if (t->problem.length == 0)
        tool_answer(t, &(struct tool){.keep = "files", .limit = 20}, page, more);
    json_object_put(page);
    (void)tool;
    return t->problem.length == 0;
}

static json_object *analysed(struct errand *t, const struct tool *tool)
{
    const char *id = errand_text(t, "id");
    json_object *document;
    if (id != NULL) {
        document = shelf_get(t->shelf, id);
        if (document == NULL)
            (void)errand_fail(t, "the analysis of this id is no longer kept: analyse the match again");
        return document;
    }
    struct order *o = errand_order(t, tool->command);
    (void)(errand_reads(t, o) && errand_ask(t, o, tool->asks));
    return errand_document(t, o);
}

/* The key of the match; positions have none, and use their text. */
static void put_id(struct errand *t, json_object *document)
{
    const char *key = text_in(member(document, "match"), "key"), *given = errand_text(t, "id");
    char made[17];
    const char *text = key == NULL ? json_object_to_json_string(document) : "";
    snprintf(made, sizeof made, "%016llx", (unsigned long long)fnv(FNV_START, text, strlen(text)));
    const char *id = given != NULL ? given : key != NULL ? key : made;
    if (given == NULL)
        shelf_put(t->shelf, id, document);
    json_object_object_add(t->answer, "id", json_object_new_string(id));
}

static void put_rows(struct errand *t, json_object *document)
{
    json_object *rows = trim_document(document, "worst", false);
    json_object_object_add(t->answer, "worst", json_object_get(member(rows, "worst")));
    json_object_put(rows);
}

bool tool_analyze(struct errand *t, const struct tool *tool)
{
    const bool one = errand_text(t, "decision") != NULL;
    int more = 0;
    if (!one && errand_text(t, "file") == NULL && errand_text(t, "text") == NULL && errand_text(t, "id") == NULL)
        return list_files(t, tool);
    json_object *document = analysed(t, tool);
    if (document == NULL)
        return false;
    put_id(t, document);
    if (one) {
        (void)leave_decision(t, document);
    } else {
        put_worst(document);
        tool_page(t, tool, document, &more);
        put_rows(t, document);
    }
    tool_answer(t, tool, document, more);
    json_object_put(document);
    return t->problem.length == 0;
}
