/* Costly decisions, and decisions that were looked for, as rows; see errors_answer.h. */
#include "command/errors_answer.h"

#include <stdio.h>

#include "base/arena.h"
#include "base/language.h"
#include "base/utf8.h"
#include "collection/groups.h"
#include "format/posid.h"
#include "match/phase.h"
#include "report/errors_page.h"

static const char *kind_of_phase(int phase)
{
    return phase >= 0 ? phase_name((enum phase)phase) : NULL;
}

static const char *kind_of_plan(int plan)
{
    return plan >= 0 ? plan_name((enum plan)plan) : NULL;
}

static struct answer_list list_themes(theme_set themes, struct arena *a)
{
    const char **names = arena_alloc(a, THEMES * sizeof *names);
    return (struct answer_list){names, themes_named(themes, names)};
}

/* ---- errors ---- */

struct place_row { /* where a question was met with an error; also a line of CSV, with what is asked there */
    int rank;
    const char *kind, *phase, *plan;
    struct answer_list themes;
    const char *xgid, *match, *page;
    int game, move;
    const char *date, *event, *player, *opponent, *action, *best;
    double error, error_mwc;
};

struct error_row {
    int rank;
    const char *key, *question, *kind, *phase, *plan, *why, *xgid, *played, *best;
    const char *asked, *player, *where; /* for people: the question in a word, the first place */
    int times; /* likewise: how many there are, or 0 */
    struct answer_list themes;
    double error, total_error;
    struct answer_list alternatives, places;
};

struct errors_answer {
    const char *language;
    struct answer_list errors, lines;
    int64_t more;
};

#define PLACE_FIELDS                                                                                                   \
    ANSWER(struct place_row, match, NULL, .example = "ab38302fa7e3aab4049a0f4790fa26af",                               \
           .help = "the match's key in the collection"),                                                               \
        ANSWER(struct place_row, page, NULL, .example = "semi-final", .help = "the name of its pages"),                \
        ANSWER(struct place_row, game, NULL, .help = "from 1"),                                                        \
        ANSWER(struct place_row, move, NULL, .help = "its number in the game"),                                        \
        ANSWER(struct place_row, date, NULL, .example = "2025-10-12", .missing = ANSWER_NULL,                          \
               .help = "yyyy, yyyy-mm or yyyy-mm-dd"),                                                                 \
        ANSWER(struct place_row, event, NULL, .missing = ANSWER_NULL), ANSWER(struct place_row, player, NULL),         \
        ANSWER(struct place_row, opponent, NULL), ANSWER(struct place_row, action, NULL, .help = "what was played")
#define COST_FIELDS                                                                                                    \
    ANSWER(struct place_row, error, NULL, .unit = UNIT_EMG, .decimals = 6),                                            \
        ANSWER(struct place_row, error_mwc, NULL, .unit = UNIT_MWC, .decimals = 6, .missing = ANSWER_NULL,             \
               .help = "match winning chances; points in money play")

static const struct answer_field place_fields[] = {PLACE_FIELDS, COST_FIELDS, {0}};
static const struct answer_rows place_rows = {"Place", "Where it was met, with an error.", sizeof(struct place_row),
                                              place_fields};

static const struct answer_field line_fields[] = {ANSWER(struct place_row, rank, NULL),
                                                  ANSWER(struct place_row, kind, NULL),
                                                  ANSWER(struct place_row, phase, NULL, .missing = ANSWER_NULL),
                                                  ANSWER(struct place_row, plan, NULL, .missing = ANSWER_NULL),
                                                  ANSWER_LIST_OF(const char *, struct place_row, themes, NULL),
                                                  ANSWER(struct place_row, xgid, NULL),
                                                  PLACE_FIELDS,
                                                  ANSWER(struct place_row, best, NULL, .missing = ANSWER_NULL),
                                                  COST_FIELDS,
                                                  {0}};
static const struct answer_rows line_rows = {"Line", NULL, sizeof(struct place_row), line_fields};

static const struct answer_field alternative_fields[] = {
    ANSWER_NAMED("action", struct alternative, text, NULL),
    ANSWER(struct alternative, equity, NULL, .unit = UNIT_EMG, .decimals = 6, .missing = ANSWER_NULL,
           .help = "of the player who decides"),
    ANSWER(struct alternative, difference, NULL, .unit = UNIT_EMG, .decimals = 6, .missing = ANSWER_NULL,
           .help = "compared with the best play: 0 or negative"),
    ANSWER(struct alternative, played, NULL, .help = "at the first place"),
    {0}};
static const struct answer_rows alternative_rows = {"Alternative", NULL, sizeof(struct alternative),
                                                    alternative_fields};

static const struct answer_field error_fields[] = {
    ANSWER(struct error_row, rank, "No.", .flags = ANSWER_KEY | ANSWER_PEOPLE),
    ANSWER(struct error_row, key, NULL, .example = "c38cd55c6c4139439acdcd419313c993", .flags = ANSWER_DATA,
           .help = "of the question: the same in every collection"),
    ANSWER_NAMED("cost", struct error_row, error, "Cost", .shown = 3, .flags = ANSWER_PEOPLE),
    ANSWER(struct error_row, question, NULL, .example = "To play 31", .flags = ANSWER_DATA, .help = "the decision"),
    ANSWER(struct error_row, asked, "Decision", .flags = ANSWER_PEOPLE),
    ANSWER(struct error_row, played, "Played", .flags = ANSWER_PEOPLE),
    ANSWER_NAMED("proper", struct error_row, best, "Best", .flags = ANSWER_PEOPLE, .missing = ANSWER_NULL),
    ANSWER(struct error_row, where, "Where", .flags = ANSWER_PEOPLE | ANSWER_OWN),
    ANSWER(struct error_row, player, "Player", .flags = ANSWER_PEOPLE | ANSWER_OWN),
    ANSWER(struct error_row, times, "Times", .flags = ANSWER_PEOPLE, .missing = ANSWER_ZERO),
    ANSWER(struct error_row, kind, NULL, .example = "wrong take", .flags = ANSWER_DATA,
           .help =
               "chequer play, missed double, missed cash (played on), double too early, double when too good, wrong "
               "take, wrong pass"),
    ANSWER(struct error_row, phase, NULL, .example = "middle", .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER(struct error_row, plan, NULL, .example = "holding", .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER(struct error_row, why, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA,
           .help = "why it was an error at the first place; null = no reason found (docs/lessons.md)"),
    ANSWER_LIST_OF(const char *, struct error_row, themes, NULL, .flags = ANSWER_DATA,
                   .help = "its themes: docs/lessons.md"),
    ANSWER(struct error_row, xgid, NULL, .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
           .flags = ANSWER_DATA),
    ANSWER(struct error_row, best, NULL, .example = "24/23 13/9", .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER(struct error_row, error, NULL, .unit = UNIT_EMG, .decimals = 6, .flags = ANSWER_DATA,
           .help = "the costliest place's"),
    ANSWER(struct error_row, total_error, NULL, .unit = UNIT_EMG, .decimals = 6, .flags = ANSWER_DATA,
           .help = "of all places"),
    ANSWER_LIST(struct error_row, alternatives, NULL, &alternative_rows, .flags = ANSWER_FLAT | ANSWER_DATA,
                .help = "best first"),
    ANSWER_LIST(struct error_row, places, NULL, &place_rows, .flags = ANSWER_FLAT | ANSWER_DATA,
                .help = "the costliest first"),
    {0}};
static const struct answer_rows error_rows = {"CostlyQuestion", NULL, sizeof(struct error_row), error_fields};

static const struct answer_field errors_fields[] = {
    ANSWER_LANGUAGE(struct errors_answer),
    ANSWER_LIST(struct errors_answer, errors, NULL, &error_rows, .help = "the costliest first"),
    ANSWER_LIST(struct errors_answer, lines, NULL, &line_rows, .flags = ANSWER_PEOPLE | ANSWER_DATA),
    ANSWER(struct errors_answer, more, NULL, .flags = ANSWER_DATA, .help = "matching places beyond --worst"),
    {0}};
static const struct answer_rows errors_rows = {"Errors", NULL, sizeof(struct errors_answer), errors_fields};

const struct answer_document errors_document = {
    "errors",
    1,
    "Costly decisions",
    "The costliest decisions of a collection, each question once. Errors in EMG.",
    .rows = &errors_rows,
    .lines = &line_rows};

static struct place_row place_of(int rank, const struct costly_question *c, const struct error_place *p,
                                 const struct error_row *asked)
{
    return (struct place_row){.rank = rank,
                              .kind = asked->kind,
                              .phase = asked->phase,
                              .plan = asked->plan,
                              .themes = asked->themes,
                              .xgid = asked->xgid,
                              .match = p->record_key,
                              .page = p->stem,
                              .game = p->game,
                              .move = p->number,
                              .date = p->date,
                              .event = p->event,
                              .player = p->player,
                              .opponent = p->opponent,
                              .action = p->action,
                              .best = c->best,
                              .error = p->error,
                              .error_mwc = p->error_mwc};
}

/* The roll, "Double?", "Take?": in the words of question_text(), which has room for more of them. */
static const char *asked(const struct costly_question *c, struct arena *a)
{
    char roll[8];
    if (c->asks == ASKS_PLAY) {
        snprintf(roll, sizeof roll, "%d%d", c->position.dice[0], c->position.dice[1]);
        return arena_strdup(a, roll);
    }
    if (c->asks == ASKS_DOUBLE)
        return c->position.cube_owner == CUBE_CENTRED ? tr("Double?") : tr("Redouble?");
    return tr("Take?");
}

/* As addresses of decisions are written: "semi-final g6m19". Of a long name the middle is left out, so that a question
 * keeps to its line. */
static const char *where(const struct error_place *p, struct arena *a)
{
    struct strbuf text = {0};
    utf8_brief(&text, p->stem, 16);
    strbuf_printf(&text, " g%dm%d", p->game, p->number);
    const char *copy = arena_strdup(a, strbuf_text(&text));
    strbuf_done(&text);
    return copy;
}

/* `places`: room for those of the question. */
static void fill_error(struct error_row *row, int rank, const struct costly_question *c, struct place_row *places,
                       struct arena *a)
{
    struct strbuf text = {0};
    question_text(c, &text);
    *row = (struct error_row){.rank = rank,
                              .key = c->key,
                              .question = arena_strdup(a, strbuf_text(&text)),
                              .kind = error_kind_name(c->kind),
                              .phase = kind_of_phase(c->phase),
                              .plan = kind_of_plan(c->plan),
                              .why = c->why,
                              .xgid = xgid_kept(a, &c->position),
                              .played = c->place[0].action,
                              .best = c->best,
                              .asked = asked(c, a),
                              .player = c->place[0].player,
                              .where = where(&c->place[0], a),
                              .times = c->n_places > 1 ? (int)c->n_places : 0,
                              .themes = list_themes(c->themes, a),
                              .error = c->worst,
                              .total_error = c->total,
                              .alternatives = {c->alternative, c->n_alternatives},
                              .places = {places, c->n_places}};
    for (size_t i = 0; i < c->n_places; i++)
        places[i] = place_of(rank, c, &c->place[i], row);
    strbuf_done(&text);
}

int errors_put(const struct answers_options *o, const struct costly_list *list)
{
    struct answers_options to = *o;
    struct arena *a = arena_new();
    size_t n = 0;
    for (size_t i = 0; i < list->n; i++)
        n += list->at[i].n_places;
    struct error_row *rows = arena_alloc(a, (list->n + 1) * sizeof *rows);
    struct place_row *places = arena_alloc(a, (n + 1) * sizeof *places);
    n = 0;
    for (size_t i = 0; i < list->n; i++) {
        fill_error(&rows[i], (int)i + 1, &list->at[i], places + n, a);
        n += list->at[i].n_places;
    }
    to.list = o->form == ANSWER_CSV || o->form == ANSWER_TSV ? "lines" : NULL;
    const struct errors_answer answer = {language_said(), {rows, list->n}, {places, n}, (int64_t)list->n_more};
    const int ending = answers_put(&to, &errors_document, &answer);
    arena_free(a);
    return ending;
}

/* ---- what was looked for ---- */

struct found_row {
    int distance;
    double error;
    const char *position_id, *gnubg_match_id, *kind;
    int dice;
    const char *action, *best, *phase, *plan;
    struct answer_list themes;
    const char *match, *page;
    int game, move;
    const char *date, *player, *opponent;
};

struct found_answer {
    int64_t met, erred;
    double lost;
    struct answer_list decisions;
    const char *summary;
};

static const struct answer_field found_fields[] = {
    ANSWER(struct found_row, distance, "Pips", .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
           .help = "distance from --like; only if it is given"),
    ANSWER(struct found_row, error, "Cost", .unit = UNIT_EMG, .decimals = 6, .shown = 3, .missing = ANSWER_NULL,
           .help = "EMG; null = not judged"),
    ANSWER(struct found_row, kind, "Decision", .help = "play, no double, double, take or pass"),
    ANSWER(struct found_row, dice, "Roll", .missing = ANSWER_ZERO),
    ANSWER(struct found_row, action, "Played", .example = "13/8", .flags = ANSWER_KEY, .help = "what was played"),
    ANSWER(struct found_row, best, "Best", .example = "24/23 13/9", .missing = ANSWER_NULL),
    ANSWER(struct found_row, player, "Player", .flags = ANSWER_OWN, .help = "who decides"),
    ANSWER(struct found_row, opponent, "Against", .flags = ANSWER_OWN),
    ANSWER(struct found_row, date, "Date", .example = "2025-10-12", .missing = ANSWER_NULL, .flags = ANSWER_WIDE,
           .help = "yyyy, yyyy-mm or yyyy-mm-dd"),
    ANSWER(struct found_row, match, NULL, .example = "ab38302fa7e3aab4049a0f4790fa26af", .flags = ANSWER_DATA,
           .help = "the match's key in the collection"),
    ANSWER(struct found_row, page, "Match", .flags = ANSWER_OWN, .example = "semi-final",
           .help = "the name of its pages"),
    ANSWER(struct found_row, game, "Game", .help = "from 1"),
    ANSWER(struct found_row, move, "Move", .help = "its number in the game"),
    ANSWER(struct found_row, position_id, "Position", .example = "4HPwATDgc/ABMA", .flags = ANSWER_WIDE | ANSWER_ID,
           .help = "Position ID, seen by the player on roll"),
    ANSWER(struct found_row, gnubg_match_id, "Match ID", .example = "MAGmAAAAAAAE", .flags = ANSWER_WIDE,
           .help = "GNU Backgammon's: score, cube, dice and whose turn it is"),
    ANSWER(struct found_row, phase, NULL, .example = "opening", .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER(struct found_row, plan, NULL, .example = "holding", .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    ANSWER_LIST_OF(const char *, struct found_row, themes, NULL, .flags = ANSWER_DATA,
                   .help = "its themes: docs/lessons.md"),
    {0}};
static const struct answer_rows found_rows = {"FoundDecision", NULL, sizeof(struct found_row), found_fields};

static const struct answer_field find_fields[] = {
    ANSWER(struct found_answer, summary, "Summary", .flags = ANSWER_PEOPLE),
    ANSWER(struct found_answer, met, NULL, .flags = ANSWER_DATA, .help = "all that fit"),
    ANSWER(struct found_answer, erred, NULL, .flags = ANSWER_DATA, .help = "of them with an error"),
    ANSWER(struct found_answer, lost, NULL, .unit = UNIT_EMG, .decimals = 6, .flags = ANSWER_DATA,
           .help = "EMG, of all"),
    ANSWER_LIST(struct found_answer, decisions, NULL, &found_rows, .flags = ANSWER_FLAT,
                .help = "the first --most, by distance, date and order of play"),
    {0}};
static const struct answer_rows find_rows = {"Found", NULL, sizeof(struct found_answer), find_fields};

const struct answer_document find_document = {
    "find", 1, "Decisions", "Decisions of a collection that fit. Forced plays are none.", .rows = &find_rows};

static struct found_row found_of(const struct found_list *list, const struct found_decision *d, struct arena *a)
{
    return (struct found_row){.distance = list->by_distance ? d->distance : -1,
                              .error = d->error,
                              .position_id = d->position,
                              .gnubg_match_id = d->state,
                              .kind = decision_kind_name(d->kind),
                              .dice = d->dice,
                              .action = d->action,
                              .best = d->best,
                              .phase = kind_of_phase(d->phase),
                              .plan = kind_of_plan(d->plan),
                              .themes = list_themes(d->themes, a),
                              .match = d->record_key,
                              .page = d->stem,
                              .game = d->game,
                              .move = d->number,
                              .date = d->date,
                              .player = d->player,
                              .opponent = d->opponent};
}

int found_put(const struct answers_options *o, const struct found_list *list)
{
    struct arena *a = arena_new();
    struct strbuf summary = {0};
    struct found_row *rows = arena_alloc(a, (list->n + 1) * sizeof *rows);
    for (size_t i = 0; i < list->n; i++)
        rows[i] = found_of(list, &list->at[i], a);
    found_summary(list, &summary);
    const struct found_answer answer = {
        (int64_t)list->met, (int64_t)list->erred, list->lost, {rows, list->n}, strbuf_text(&summary)};
    const int ending = answers_put(o, &find_document, &answer);
    strbuf_done(&summary);
    arena_free(a);
    return ending;
}
