/* `kibitzer find`: decisions of a collection that fit, and how often they went wrong. */
#include <string.h>

#include "cli/asking.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "insight/find.h"
#include "match/phase.h"

static const struct {
    const char *name;
    void (*write)(const struct found_list *list, struct strbuf *out);
} forms[] = {{"table", found_table}, {"csv", found_csv}, {"json", found_json}};

enum { FORMS = sizeof forms / sizeof *forms };

static bool read_form(const struct args *a, int *out)
{
    for (*out = 0; *out < FORMS; (*out)++)
        if (strcmp(args_text(a, "format"), forms[*out].name) == 0)
            return true;
    usage_error(a->command, "--format %s: table, csv or json is expected", args_text(a, "format"));
    return false;
}

static const char *phase_word(int i)
{
    return phase_name((enum phase)i);
}

static const char *plan_word(int i)
{
    return plan_name((enum plan)i);
}

/* One of n words; -1 = the option is not given. */
static bool read_word(const struct args *a, const char *option, const char *(*word)(int i), int n, int *out)
{
    const char *text = args_text(a, option);
    struct strbuf words = {0};
    *out = -1;
    for (int i = 0; text != NULL && i < n; i++) {
        if (strcmp(text, word(i)) == 0)
            *out = i;
        strbuf_printf(&words, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", word(i));
    }
    const bool ok = text == NULL || *out >= 0;
    if (!ok)
        usage_error(a->command, "--%s %s: %s is expected", option, text, strbuf_text(&words));
    strbuf_done(&words);
    return ok;
}

/* Any ID; the collection has the board as the player on roll sees it. */
static bool read_position(const struct args *a, char out[POSITION_ID_LENGTH + 1])
{
    const char *text = args_text(a, "position"), *problem;
    struct position p;
    size_t fault;
    if (text == NULL)
        return true;
    if (!any_id_read(span_of(text), &p, &problem, &fault)) {
        usage_error(a->command, "--position %s: %s", text, problem);
        return false;
    }
    position_id(&p.board, out);
    return true;
}

/* Any ID; one without Match ID leaves the cube open. */
static bool read_like(const struct args *a, struct find_query *q, struct position *p)
{
    const char *text = args_text(a, "like"), *problem;
    size_t fault;
    if (text == NULL)
        return true;
    if (!any_id_read(span_of(text), p, &problem, &fault)) {
        usage_error(a->command, "--like %s: %s", text, problem);
        return false;
    }
    q->like = &p->board;
    q->cube_side = strchr(text, ':') == NULL       ? CUBE_ANYWHERE
                   : p->cube_owner == CUBE_CENTRED ? 0
                   : p->cube_owner == p->on_roll   ? 1
                                                   : -1;
    return args_number(a, "within", 0, 1000, 6, &q->within);
}

static bool read_query(const struct args *a, struct find_query *q, char id[POSITION_ID_LENGTH + 1], struct position *p)
{
    *q = (struct find_query){.position = args_has(a, "position") ? id : NULL};
    return read_like(a, q, p) && read_position(a, id) && read_word(a, "phase", phase_word, PHASES, &q->phase) &&
           read_word(a, "plan", plan_word, PLANS, &q->plan) && args_real(a, "error-above", 0, 10, 0, &q->above) &&
           args_number(a, "most", 1, 1000000, 100, &q->most);
}

struct request {
    struct find_query query;
    int form;
};

static int answer(struct asking *k, const struct args *a, void *wanted)
{
    struct find_query *q = &((struct request *)wanted)->query;
    const int form = ((struct request *)wanted)->form;
    struct found_list list;
    struct strbuf text = {0};
    int result = EXIT_NOTHING;
    q->match = k->filter;
    if (!find_decisions(k->collection.store, q, &list)) {
        result = asking_failed(k);
    } else if (list.n == 0) {
        say_error("%s: no decision fits", store_name(k->collection.store));
    } else {
        forms[form].write(&list, &text);
        result = answer_write(a, &text);
        if (list.met > list.n)
            say("%zu more decisions fit; --most shows more than %d", list.met - list.n, q->most);
    }
    strbuf_done(&text);
    found_done(&list);
    return result;
}

static int run(const struct args *a)
{
    struct request w;
    struct position like;
    char id[POSITION_ID_LENGTH + 1];
    if (!read_form(a, &w.form) || !read_query(a, &w.query, id, &like))
        return EXIT_USAGE;
    if (args_has(a, "like") && args_has(a, "position"))
        return usage_error(a->command, "--like and --position: one position is enough");
    if (args_has(a, "within") && !args_has(a, "like"))
        return usage_error(a->command, "--within: says how far from --like");
    return asking_run(a, answer, &w);
}

static const struct option_row options[] = {
    {"position", 0, "ID", NULL, "this board, whatever the score: a Position ID, with or without Match ID, or an XGID"},
    {"like", 0, "ID", NULL,
     "boards like this one, the nearest first; an ID with a Match ID asks for the same cube too"},
    {"within", 0, "PIPS", "6", "like: at most this many pips away, both sides' chequers together"},
    {"phase", 0, "PHASE", NULL, "opening, middle, race or bear-off"},
    {"plan", 0, "PLAN", NULL, "blitz, holding, backgame ... (docs/analysis.md)"},
    {"error-above", 0, "EMG", NULL, "decisions that cost more than this"},
    {"most", 0, "N", "100", "this many are listed; all are counted"},
    {"format", 'f', "FORMAT", "table", "table, csv or json"},
    ASK_OPTIONS,
    {0},
};

const struct command command_find = {
    .name = "find",
    .usage = "[--position ID|--like ID] [--phase PHASE] [--error-above EMG]",
    .summary = "find decisions in a collection: where a position was met, and what it cost",
    .description = "examples:\n  kibitzer find --player Ann --position 4HPwATDgc/ABMA\n"
                   "  kibitzer find --like 4HPwATDgc/ABMA --within 4\n"
                   "  kibitzer find --player Ann --plan blitz --error-above 0.1 --format csv\n",
    .options = options,
    .run = run,
};
