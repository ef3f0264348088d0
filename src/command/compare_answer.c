/* What `compare` answers, as rows; see compare.h. */
#include <math.h>

#include "base/xmalloc.h"
#include "command/compare.h"
#include "format/posid.h"

struct view_row {
    const char *best, *level;
    double lost, over;
};

struct settled_row {
    const char *right;
    int trials;
    double difference, standard_error, interval;
};

struct disagreement_row {
    const char *xgid;
    int64_t match;
    int game, move, player;
    const char *kind, *phase, *plan, *played;
    struct view_row view[2];
    bool about_choice;
    double difference;
    const struct settled_row *settled;
    struct settled_row settled_room;
};

struct total_row {
    const char *by, *group;
    long decisions, disagreements, about_choice;
    long right[2], even, open; /* -1: nothing was rolled out */
    double lost[2], a_less_b, a_less_b_interval;
};

struct compare_answer {
    const char *a, *b;
    double above;
    const char *stronger, *rolled_out;
    struct answer_list matches;
    int64_t decisions;
    struct answer_list disagreements, totals;
};

/* ---- rows ---- */

#define EMG(type, field, title, ...)                                                                                   \
    ANSWER(type, field, title, .unit = UNIT_EMG, .decimals = 6, .shown = 3, .missing = ANSWER_NULL, __VA_ARGS__)

#define PR_BY(key, which, words)                                                                                       \
    {                                                                                                                  \
        .name = key, .kind = ANSWER_REAL, .at = offsetof(struct compared_match, pr[which]), .size = sizeof(double),    \
        .n = 2, .unit = UNIT_PR, .decimals = 2, .missing = ANSWER_NULL, .flags = ANSWER_DATA, .help = words            \
    }
static const struct answer_field match_fields[] = {
    ANSWER(struct compared_match, file, "File", .flags = ANSWER_PATH),
    ANSWER(struct compared_match, number, "No.", .help = "of the match in its file, from 1"),
    {.name = "players",
     .title = "Players",
     .kind = ANSWER_STRING,
     .at = offsetof(struct compared_match, player),
     .size = sizeof(char *),
     .n = 2,
     .missing = ANSWER_NULL},
    ANSWER_NAMED("a", struct compared_match, set[0], "A", .help = "who is compared"),
    ANSWER_NAMED("b", struct compared_match, set[1], "B"),
    PR_BY("pr_a", 0, "the players' PR by a; null = no decision that counts"),
    PR_BY("pr_b", 1, "the same by b"),
    {0}};
static const struct answer_rows match_rows = {"ComparedMatch", NULL, sizeof(struct compared_match), match_fields};

static const struct answer_field view_fields[] = {
    ANSWER(struct view_row, best, "best", .example = "8/5 6/5", .missing = ANSWER_NULL, .help = "its choice"),
    ANSWER(struct view_row, level, NULL, .example = "2-ply", .missing = ANSWER_NULL, .flags = ANSWER_DATA,
           .help = "of its best"),
    EMG(struct view_row, lost, NULL, .flags = ANSWER_DATA, .help = "EMG, by what was played"),
    EMG(struct view_row, over, NULL, .flags = ANSWER_DATA,
        .help = "EMG: how much better its choice is than the other's; null = not searched as deeply"),
    {0}};
static const struct answer_rows view_rows = {"View", "What one of the two says.", sizeof(struct view_row), view_fields};

static const struct answer_field settled_fields[] = {
    ANSWER(struct settled_row, right, "Right", .example = "8/5 6/5", .missing = ANSWER_NULL,
           .help = "a, b, even (equally good, or nearly), open (undecided after the last trial) or impossible"),
    ANSWER(struct settled_row, trials, NULL, .flags = ANSWER_DATA, .help = "of each of the two candidates"),
    EMG(struct settled_row, difference, NULL, .flags = ANSWER_DATA,
        .help = "EMG: a's choice less b's; if both choose alike, the loss of the play made"),
    EMG(struct settled_row, standard_error, NULL, .flags = ANSWER_DATA),
    EMG(struct settled_row, interval, NULL, .flags = ANSWER_DATA, .help = "half of the 95% interval, over all looks"),
    {0}};
static const struct answer_rows settled_rows = {"Settled", "What rollouts have said.", sizeof(struct settled_row),
                                                settled_fields};

static const struct answer_field disagreement_fields[] = {
    ANSWER(struct disagreement_row, xgid, "Position", .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
           .flags = ANSWER_WIDE | ANSWER_ID),
    ANSWER_NAMED("match_index", struct disagreement_row, match, NULL, .flags = ANSWER_DATA,
                 .help = "of `matches`, from 0"),
    ANSWER(struct disagreement_row, game, "Game"),
    ANSWER(struct disagreement_row, move, "Move"),
    ANSWER(struct disagreement_row, player, NULL, .flags = ANSWER_DATA, .help = "who decides: 0 or 1"),
    ANSWER(struct disagreement_row, kind, "Decision", .example = "take or pass",
           .help = "play, double, or take or pass"),
    ANSWER(struct disagreement_row, phase, NULL, .example = "middle", .flags = ANSWER_DATA),
    ANSWER(struct disagreement_row, plan, NULL, .example = "holding", .flags = ANSWER_DATA),
    ANSWER(struct disagreement_row, played, "Played", .example = "8/5 6/5", .missing = ANSWER_NULL),
    {.name = "a",
     .title = "A",
     .kind = ANSWER_RECORD,
     ANSWER_PLACE(struct disagreement_row, view[0]),
     .rows = &view_rows,
     .flags = ANSWER_FLAT},
    {.name = "b",
     .title = "B",
     .kind = ANSWER_RECORD,
     ANSWER_PLACE(struct disagreement_row, view[1]),
     .rows = &view_rows,
     .flags = ANSWER_FLAT},
    ANSWER(struct disagreement_row, about_choice, NULL, .flags = ANSWER_DATA,
           .help = "their choices differ, and each finds its own better"),
    EMG(struct disagreement_row, difference, "Difference",
        .help = "EMG, the greater of: the loss that one sees in the other's choice; the difference of their losses"),
    ANSWER_TO(struct disagreement_row, settled, NULL, &settled_rows, .missing = ANSWER_NULL, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows disagreement_rows = {"Disagreement", NULL, sizeof(struct disagreement_row),
                                                     disagreement_fields};

#define ROLLED(key, field, title)                                                                                      \
    ANSWER_NAMED(key, struct total_row, field, title, .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT)
#define PER_HUNDRED(key, field, title, words)                                                                          \
    ANSWER_NAMED(key, struct total_row, field, title, .unit = UNIT_EMG, .decimals = 4, .shown = 3,                     \
                 .missing = ANSWER_NULL, .flags = ANSWER_OMIT, .help = words)
static const struct answer_field total_fields[] = {
    ANSWER(struct total_row, by, NULL, .example = "phase", .flags = ANSWER_DATA,
           .help = "what groups: all, about, kind, level, phase, plan"),
    ANSWER(struct total_row, group, "Group", .example = "middle", .flags = ANSWER_KEY),
    ANSWER(struct total_row, decisions, "Decisions", .help = "compared"),
    ANSWER(struct total_row, disagreements, "Disagree"),
    ANSWER(struct total_row, about_choice, "On choice"),
    ROLLED("a_right", right[0], "A right"),
    ROLLED("b_right", right[1], "B right"),
    ROLLED("even", even, "Even"),
    ROLLED("open", open, "Open"),
    PER_HUNDRED("a_lost", lost[0], "A lost",
                "EMG per 100 disagreements about the choice that were rolled out, by choices that were wrong"),
    PER_HUNDRED("b_lost", lost[1], "B lost", NULL),
    PER_HUNDRED("a_less_b", a_less_b, "A - B", "what a's choices are better by, likewise"),
    PER_HUNDRED("a_less_b_interval", a_less_b_interval, "+-", "half of its 95% interval; null below three"),
    {0}};
static const struct answer_rows total_rows = {"ComparedTotal", NULL, sizeof(struct total_row), total_fields};

static const struct answer_field compare_fields[] = {
    ANSWER(struct compare_answer, a, "A", .missing = ANSWER_NULL, .help = "null: no match was compared"),
    ANSWER(struct compare_answer, b, "B", .missing = ANSWER_NULL),
    ANSWER(struct compare_answer, above, NULL, .unit = UNIT_EMG, .decimals = 6, .flags = ANSWER_DATA,
           .help = "losses that differ by more are a disagreement"),
    ANSWER(struct compare_answer, stronger, "Stronger", .missing = ANSWER_NULL, .flags = ANSWER_OMIT,
           .help = "the stronger player, of a match equity table for unequal players"),
    ANSWER(struct compare_answer, rolled_out, "Rolled out", .missing = ANSWER_NULL,
           .help = "how; null = nothing was settled"),
    ANSWER_LIST(struct compare_answer, matches, NULL, &match_rows, .flags = ANSWER_FLAT | ANSWER_DATA),
    ANSWER(struct compare_answer, decisions, "Decisions", .help = "compared"),
    ANSWER_LIST(struct compare_answer, disagreements, "Disagreements", &disagreement_rows,
                .help = "the greatest first"),
    ANSWER_LIST(struct compare_answer, totals, "Totals", &total_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows compare_rows = {"Comparison", NULL, sizeof(struct compare_answer), compare_fields};

const struct answer_document compare_document = {
    "compare",
    1,
    "Two analyses compared",
    "Where two analyses of the same matches disagree. Equities and losses are those of the player who decides, in EMG; "
    "losses are positive.",
    .rows = &compare_rows,
    .lines = &disagreement_rows};

/* ---- filling them ---- */

static const char *choice_of(struct arena *a, const struct compared_decision *d, const struct compared_choice *choice)
{
    struct strbuf text = {0};
    choice_text(d, choice, &text);
    const char *copy = text.length > 0 ? arena_strdup(a, text.at) : NULL;
    strbuf_done(&text);
    return copy;
}

static struct settled_row settled_of(const struct settled *s)
{
    const bool measured = s->how > SETTLED_IMPOSSIBLE;
    return (struct settled_row){.right = settlement_name(s->how),
                                .trials = s->trials,
                                .difference = measured ? (double)s->difference : (double)NAN,
                                .standard_error = measured ? (double)s->error : (double)NAN,
                                .interval = measured ? (double)s->sure : (double)NAN};
}

static void fill_disagreement(struct disagreement_row *row, const struct compared_decision *d, struct arena *a)
{
    *row = (struct disagreement_row){.xgid = xgid_kept(a, &d->position),
                                     .match = (int64_t)d->match,
                                     .game = d->game,
                                     .move = d->number,
                                     .player = d->side,
                                     .kind = compared_kind_name(d->kind),
                                     .phase = phase_name(d->phase),
                                     .plan = plan_name(d->plan),
                                     .played = choice_of(a, d, &d->played),
                                     .about_choice = d->elsewhere,
                                     .difference = (double)d->difference,
                                     .settled_room = settled_of(&d->settled)};
    for (int i = 0; i < 2; i++) {
        const struct compared_view *v = &d->view[i];
        row->view[i] = (struct view_row){choice_of(a, d, &v->best), v->level, (double)v->lost, (double)v->over};
    }
    row->settled = d->settled.how != SETTLED_NOT_ASKED ? &row->settled_room : NULL;
}

static struct total_row total_of(const struct compared_total *t, bool settled)
{
    struct total_row row = {.by = compared_by_name(t->by),
                            .group = t->group,
                            .decisions = t->decisions,
                            .disagreements = t->listed,
                            .about_choice = t->elsewhere,
                            .even = settled ? t->even : -1,
                            .open = settled ? t->open : -1,
                            .a_less_b = settled ? compared_gain(t) : (double)NAN,
                            .a_less_b_interval = settled ? compared_gain_interval(t) : (double)NAN};
    for (int i = 0; i < 2; i++) {
        row.right[i] = settled ? t->right[i] : -1;
        row.lost[i] = settled && t->chosen > 0 ? 100 * t->lost[i] / (double)t->chosen : (double)NAN;
    }
    return row;
}

static struct answer_list totals_of(const struct comparison *c, struct arena *a)
{
    struct total_row *rows = NULL;
    size_t n = 0, room = 0;
    for (int by = COMPARED_BY_NOTHING; by < COMPARED_BYS; by++) {
        size_t count;
        struct compared_total *list = comparison_totals(c, (enum compared_by)by, &count);
        for (size_t i = 0; i < count; i++) {
            rows = arena_grow(a, rows, n, &room, sizeof *rows);
            rows[n++] = total_of(&list[i], c->settled_by != NULL);
        }
        xfree(list);
    }
    return (struct answer_list){rows, n};
}

int comparison_put(const struct answers_options *o, const struct comparison *c)
{
    size_t n;
    struct arena *a = arena_new();
    const struct compared_decision **list = comparison_disagreements(c, &n);
    struct disagreement_row *rows = arena_alloc(a, (n + 1) * sizeof *rows);
    for (size_t i = 0; i < n; i++)
        fill_disagreement(&rows[i], list[i], a);
    const struct compare_answer answer = {.a = c->set[0],
                                          .b = c->set[1],
                                          .above = (double)c->limit,
                                          .stronger = c->stronger,
                                          .rolled_out = c->settled_by,
                                          .matches = {c->matches, c->n_matches},
                                          .decisions = (int64_t)c->n,
                                          .disagreements = {rows, n},
                                          .totals = totals_of(c, a)};
    struct answers_options to = *o;
    to.list = "disagreements";
    const int ending = answers_put(&to, &compare_document, &answer);
    xfree(list);
    arena_free(a);
    return ending;
}
