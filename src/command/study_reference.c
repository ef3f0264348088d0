/* Reference positions as rows and as text; see study_reference.h. */
#include "command/study_reference.h"

#include <ctype.h>

#include "base/language.h"
#include "base/utf8.h"
#include "format/posid.h"
#include "match/phase.h"
#include "report/reference_page.h"

struct reference_row {
    int rank;
    const char *question, *plan, *xgid, *played, *best, *why;
    struct answer_list themes;
    int64_t errors;
    double error, lost, share;
};

struct reference_answer {
    const char *language, *player;
    int64_t errors;
    double lost, share;
    struct answer_list positions;
};

#define FIELD(...) ANSWER(struct reference_row, __VA_ARGS__)
static const struct answer_field reference_fields[] = {
    FIELD(rank, "Rank", .flags = ANSWER_KEY, .help = "from 1: what stands for most comes first"),
    FIELD(question, "Question", .example = "To play 31", .flags = ANSWER_KEY),
    FIELD(xgid, "XGID", .flags = ANSWER_WIDE),
    FIELD(plan, "Plan", .missing = ANSWER_NULL),
    ANSWER_LIST_OF(const char *, struct reference_row, themes, NULL, .flags = ANSWER_DATA,
                   .help = "its themes: docs/lessons.md"),
    FIELD(played, "Played"),
    FIELD(best, "Best", .missing = ANSWER_NULL),
    FIELD(error, "Cost", .unit = UNIT_EMG, .decimals = 6, .shown = 3, .help = "EMG: the greatest at one place"),
    ANSWER_NAMED("stands_for", struct reference_row, errors, "Stands for",
                 .help = "errors that none before it stands for, itself too"),
    FIELD(share, "Share", .unit = UNIT_SHARE, .decimals = 6, .shown = 1,
          .help = "of what the player's errors lost, from 0.02 EMG on"),
    FIELD(why, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    {0}};
#undef FIELD
static const struct answer_rows reference_rows = {"Reference", NULL, sizeof(struct reference_row), reference_fields};

static const struct answer_field answer_fields[] = {
    ANSWER_LANGUAGE(struct reference_answer),
    ANSWER(struct reference_answer, player, "Player", .flags = ANSWER_OWN),
    ANSWER(struct reference_answer, errors, "Errors", .help = "of 0.02 EMG or more; the 2,000 costliest at most"),
    ANSWER(struct reference_answer, share, "Share", .unit = UNIT_SHARE, .decimals = 6, .shown = 1,
           .help = "of what they lost: what the positions stand for"),
    ANSWER_LIST(struct reference_answer, positions, NULL, &reference_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows answer_rows = {"References", NULL, sizeof(struct reference_answer), answer_fields};
const struct answer_document reference_document = {
    "reference", 1, "Reference positions",
    "Twelve positions that stand for most of a player's errors (docs/analysis.md, Reference positions).",
    .rows = &answer_rows};

int reference_put(const struct answers_options *to, const char *name, const struct costly_list *list,
                  const struct reference *r)
{
    struct reference_row rows[REFERENCES];
    const char *themes[REFERENCES][THEMES] = {{NULL}};
    struct strbuf question[REFERENCES] = {{0}};
    char ids[REFERENCES][XGID_MAX];
    for (int i = 0; i < r->n; i++) {
        const struct costly_question *c = &list->at[i];
        question_text(c, &question[i]);
        xgid(&c->position, ids[i]);
        rows[i] = (struct reference_row){.rank = i + 1,
                                         .question = strbuf_text(&question[i]),
                                         .plan = c->plan >= 0 ? plan_name((enum plan)c->plan) : NULL,
                                         .xgid = ids[i],
                                         .played = c->place[0].action,
                                         .best = c->best,
                                         .why = c->why,
                                         .themes = {themes[i], themes_named(c->themes, themes[i])},
                                         .errors = (int64_t)r->at[i].errors,
                                         .error = c->worst,
                                         .share = r->at[i].share};
    }
    const struct reference_answer answer = {language_said(), name,     (int64_t)r->of,
                                            r->lost,         r->share, {rows, (size_t)r->n}};
    const int ending = answers_put(to, &reference_document, &answer);
    for (int i = 0; i < r->n; i++)
        strbuf_done(&question[i]);
    return ending;
}

void put_error_place(const struct error_place *p, struct strbuf *out)
{
    struct strbuf date = {0};
    tr_date(&date, p->date != NULL ? p->date : "");
    if (p->date != NULL)
        tr_add(out, "against {0}, {1}, game {2} move {3}", p->opponent, strbuf_text(&date), TR_INT(p->game),
               TR_INT(p->number));
    else
        tr_add(out, "against {0}, game {1} move {2}", p->opponent, TR_INT(p->game), TR_INT(p->number));
    strbuf_done(&date);
}

void played_and_better(const struct costly_question *q, struct strbuf *out)
{
    struct strbuf best = {0};
    strbuf_puts(&best, q->best != NULL ? tr(q->best) : "-");
    if (language_current()->catalogue == NULL && best.length > 0)
        best.at[0] = (char)tolower((unsigned char)best.at[0]);
    tr_add(out, "{0}, better {1} ({2})", tr(q->place[0].action), strbuf_text(&best), TR_REAL(q->worst, 3));
    strbuf_done(&best);
}

static void position_text(const struct reference *r, int i, const struct costly_question *c, struct strbuf *out)
{
    const size_t from = out->length;
    const struct error_place *p = &c->place[0];
    char id[XGID_MAX];
    xgid(&c->position, id);
    strbuf_printf(out, "\n%d. ", i + 1);
    question_text(c, out);
    strbuf_puts(out, ", ");
    put_error_place(p, out);
    utf8_disarm(out, from + 1, '?', false);
    strbuf_printf(out, "\n   %s\n   ", id);
    played_and_better(c, out);
    strbuf_puts(out, "\n   ");
    reference_stands(r, i, c, out);
    if (c->why != NULL)
        strbuf_printf(out, "\n   %s", c->why);
    strbuf_putc(out, '\n');
}

void reference_text(const char *name, const struct costly_list *list, const struct reference *r, struct strbuf *out)
{
    strbuf_puts(out, name);
    utf8_disarm(out, 0, '?', false);
    strbuf_puts(out, ": ");
    reference_words(r, out);
    strbuf_putc(out, '\n');
    for (int i = 0; i < r->n; i++)
        position_text(r, i, &list->at[i], out);
}
