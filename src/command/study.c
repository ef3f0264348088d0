/* `study`: what costs a player more than it costs others of the same level, and a quiz of it. */
#include "report/study_section.h"

#include <math.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/language.h"
#include "base/utf8.h"
#include "command/ask.h"
#include "command/study_reference.h"
#include "command/study_review.h"
#include "pages/costly.h"
#include "pages/study_quiz.h"
#include "collection/people.h"
#include "collection/helped.h"
#include "export/export.h"
#include "export/shown_options.h"
#include "match/said_options.h"
#include "report/errors_page.h"
#include "report/helped_page.h"
#include "report/reference_page.h"
#include "report/review_page.h"

struct study_options {
    struct collection_options where;
    struct answers_options answer;
    const char *quiz;
    int worst;
    const char *pages;
    bool boards;
    const char *me; /* who is meant where nobody is named; or NULL */
    const char *since; /* a day, month or year; or NULL */
    struct match_filter of; /* its event alone; or NULL */
    bool reference, plan;
    struct board_look look;
    int quiz_form; /* enum document_form */
};

static const char since_plan[] = "plan";

static const struct own_form own_forms[] = {PAGE_FORMS, {0}};

/* ---- the answer ---- */

struct leak_row {
    const char *name, *kind;
    const char *certainty;
    double cost_pr, low, high, rate_pr, rate_low, rate_high, expected_rate;
    int decisions;
    double lost_pr, expected_pr;
};

struct study_answer {
    const char *player;
    double pr;
    int matches, decisions, field_players;
    struct answer_list leaks;
    int more_decisions;
};

#define SHARE(field, title, ...)                                                                                       \
    ANSWER(struct leak_row, field, title, .unit = UNIT_PR, .decimals = 4, .shown = 2, .help = __VA_ARGS__)
static const struct answer_field leak_fields[] = {
    ANSWER(struct leak_row, name, "Leak", .example = "bear-off", .flags = ANSWER_KEY,
           .help = "of the phase, plan, cube action or theme"),
    ANSWER(struct leak_row, kind, "Kind", .example = "phase",
           .help = "phase, plan, cube action or theme; all: chequer play, the cube"),
    ANSWER(struct leak_row, certainty, "How sure", .example = "likely",
           .help = "sure: the 95% range of cost_pr lies above 0; likely: its 80% range does; weak: neither does"),
    SHARE(cost_pr, "Cost", "its cost in excess of what is usual at that PR, as a share of the player's PR"),
    SHARE(low, "From", "of the 95% range of cost_pr"),
    SHARE(high, "To", NULL),
    SHARE(rate_pr, "Rate",
          "PR in these decisions alone; of a theme that depends on what was played, over all decisions"),
    SHARE(rate_low, "From", "of the 95% range of rate_pr; null below three matches", .missing = ANSWER_NULL,
          .flags = ANSWER_WIDE),
    SHARE(rate_high, "To", NULL, .missing = ANSWER_NULL, .flags = ANSWER_WIDE),
    SHARE(expected_rate, "Same level", "the rate of players of that PR"),
    ANSWER(struct leak_row, decisions, "Decisions", .help = "of that kind"),
    SHARE(lost_pr, "Lost", "what they cost the player, over all decisions", .flags = ANSWER_WIDE),
    SHARE(expected_pr, "Expected", "what they cost players of that PR", .flags = ANSWER_WIDE),
    {0}};
#undef SHARE
static const struct answer_rows leak_rows = {"Leak", NULL, sizeof(struct leak_row), leak_fields};

static const struct answer_field study_fields[] = {
    ANSWER(struct study_answer, player, "Player", .flags = ANSWER_OWN),
    ANSWER(struct study_answer, pr, "PR", .unit = UNIT_PR, .decimals = 4, .shown = 2, .missing = ANSWER_NULL),
    ANSWER(struct study_answer, matches, "Matches"),
    ANSWER(struct study_answer, decisions, "Decisions", .help = "that count for the performance rating"),
    ANSWER(struct study_answer, field_players, NULL, .flags = ANSWER_DATA,
           .help = "players of the collection behind the expected figures; 0 = the built-in table"),
    ANSWER_LIST(struct study_answer, leaks, NULL, &leak_rows, .flags = ANSWER_FLAT,
                .help = "three at most, the surest first, of the same certainty the costliest"),
    ANSWER(struct study_answer, more_decisions, NULL, .flags = ANSWER_DATA,
           .help = "needed to find a leak of 0.5 PR in half of the classes; 0 = enough"),
    {0}};
static const struct answer_rows study_rows = {"Study", NULL, sizeof(struct study_answer), study_fields};
static const struct answer_document study_document = {
    "study", 1, "What to study", "What a player should study (docs/analysis.md, What to study). Figures in PR.",
    .rows = &study_rows};

static int study_put(const struct answers_options *to, const char *name, const struct study *st)
{
    struct leak_row rows[LEAKS];
    for (int i = 0; i < st->n_leaks; i++) {
        const struct leak *l = &st->leak[i];
        rows[i] = (struct leak_row){.name = l->what.name,
                                    .kind = study_class_kind(&l->what),
                                    .certainty = certainty_word(l->certainty),
                                    .cost_pr = l->cost,
                                    .low = l->low,
                                    .high = l->high,
                                    .rate_pr = l->rate,
                                    .rate_low = l->rate_low,
                                    .rate_high = l->rate_high,
                                    .expected_rate = l->expected_rate,
                                    .decisions = l->decisions,
                                    .lost_pr = l->lost,
                                    .expected_pr = l->expected};
    }
    const struct study_answer answer = {
        name, st->pr, st->matches, st->decisions, st->players, {rows, (size_t)st->n_leaks}, st->more};
    return answers_put(to, &study_document, &answer);
}

/* ---- did it help? ---- */

struct helped_row {
    const char *name, *kind;
    double before_rate, expected_rate;
    int before_decisions, decisions;
    double rate_pr, rate_low, rate_high, change, low, high;
    const char *helped;
    bool of_whole;
};

struct helped_answer {
    const char *player, *since;
    double before_pr, rest_before, rest_after;
    int before_matches, undated_matches;
    struct answer_list leaks;
};

#define RATE(field, title, ...)                                                                                        \
    ANSWER(struct helped_row, field, title, .unit = UNIT_PR, .decimals = 4, .shown = 2, .missing = ANSWER_NULL,        \
           .help = __VA_ARGS__)
static const struct answer_field helped_fields[] = {
    ANSWER(struct helped_row, name, "Leak", .example = "bear-off", .flags = ANSWER_KEY,
           .help = "of the phase, plan, cube action or theme, as found in the matches before"),
    ANSWER(struct helped_row, kind, "Kind", .example = "phase", .flags = ANSWER_WIDE,
           .help = "phase, plan, cube action or theme; all: chequer play, the cube"),
    RATE(before_rate, "Before", "PR in these decisions before"),
    ANSWER(struct helped_row, before_decisions, "Decisions", .flags = ANSWER_WIDE, .help = "of that kind, before"),
    RATE(expected_rate, "Expected",
         "PR to be expected since if nothing was learnt: less what was chance when it became a "
         "leak, and changed by as much as what was not studied"),
    RATE(rate_pr, "Since", "PR in these decisions since"),
    RATE(rate_low, "From", "of the 95% range of rate_pr; null below three matches", .flags = ANSWER_WIDE),
    RATE(rate_high, "To", NULL, .flags = ANSWER_WIDE),
    ANSWER(struct helped_row, decisions, "Decisions", .help = "of that kind, since"),
    RATE(change, "Change", "rate_pr less expected_rate; negative is better; null below 30 decisions before or since"),
    RATE(low, "From", "of the 95% range of change"),
    RATE(high, "To", NULL),
    ANSWER(struct helped_row, helped, "Helped", .example = "open",
           .help = "better or worse: the 95% range of change is below or above 0; open: it holds 0; too few: "
                   "decisions or matches"),
    ANSWER(struct helped_row, of_whole, "Of the whole PR", .flags = ANSWER_WIDE,
           .help = "the rates are shares of the whole PR, as the theme depends on the play made: what such decisions "
                   "lost, over all decisions; else over these decisions alone"),
    {0}};
#undef RATE
static const struct answer_rows helped_rows = {"Leak", NULL, sizeof(struct helped_row), helped_fields};

#define WHOLE(field, title, ...)                                                                                       \
    ANSWER(struct helped_answer, field, title, .unit = UNIT_PR, .decimals = 4, .shown = 2, .missing = ANSWER_NULL,     \
           .help = __VA_ARGS__)
static const struct answer_field helped_answer_fields[] = {
    ANSWER(struct helped_answer, player, "Player", .flags = ANSWER_OWN),
    ANSWER(struct helped_answer, since, "Since", .example = "2026-03", .help = "the day, month or year given"),
    WHOLE(before_pr, "PR before", "of all decisions"),
    ANSWER(struct helped_answer, before_matches, "Matches before"),
    ANSWER(struct helped_answer, undated_matches, "Undated",
           .help = "matches that are in neither, as they have no date, or one too vague to tell"),
    WHOLE(rest_before, "Not studied, before", "PR of decisions in none of the leaks"),
    WHOLE(rest_after, "Not studied, since", NULL),
    ANSWER_LIST(struct helped_answer, leaks, NULL, &helped_rows, .flags = ANSWER_FLAT,
                .help = "those that study would have named before that day; of --since plan those that the plan "
                        "showed"),
    {0}};
#undef WHOLE
static const struct answer_rows helped_answer_rows = {"Progress", NULL, sizeof(struct helped_answer),
                                                      helped_answer_fields};
static const struct answer_document helped_document = {
    "progress", 1, "Did it help?",
    "Leaks before a day and since (docs/analysis.md, Did it help?). Matches without a date are in neither.",
    .rows = &helped_answer_rows};

static int helped_put(const struct answers_options *to, const char *name, const char *since, const struct progress *p)
{
    struct helped_row rows[LEAKS];
    for (int i = 0; i < p->n; i++) {
        const struct progress_leak *l = &p->at[i];
        rows[i] = (struct helped_row){.name = l->before.what.name,
                                      .kind = study_class_kind(&l->before.what),
                                      .before_rate = l->before.rate,
                                      .before_decisions = l->before.decisions,
                                      .expected_rate = l->expected,
                                      .rate_pr = l->rate,
                                      .rate_low = l->rate_low,
                                      .rate_high = l->rate_high,
                                      .decisions = l->decisions,
                                      .change = l->change,
                                      .low = l->low,
                                      .high = l->high,
                                      .helped = helped_word(l->helped),
                                      .of_whole = class_is_of_choice(l->before.class)};
    }
    const struct helped_answer answer = {name,
                                         since,
                                         p->before.pr,
                                         500 * ratio_value(&p->rest[0]),
                                         500 * ratio_value(&p->rest[1]),
                                         p->before.matches,
                                         p->undated,
                                         {rows, (size_t)p->n}};
    return answers_put(to, &helped_document, &answer);
}

static void helped_before(const struct leak *l, bool of_whole, struct strbuf *out)
{
    const char *n = TR_INT(l->decisions), *rate = TR_REAL(l->rate, 2);
    if (l->decisions == 0)
        strbuf_puts(out, tr("No such decision before."));
    else if (of_whole)
        tr_add_counted(out, "{0} such decision before lost {1} of the whole PR.",
                       "{0} such decisions before lost {1} of the whole PR.", l->decisions, n, rate);
    else
        tr_add_counted(out, "PR {1} in {0} such decision before.", "PR {1} in {0} such decisions before.", l->decisions,
                       n, rate);
}

static void helped_since(const struct progress_leak *l, bool of_whole, struct strbuf *out)
{
    const char *rate = TR_REAL(l->rate, 2), *n = TR_INT(l->decisions);
    strbuf_puts(out, of_whole ? "\n  " : " ");
    if (l->decisions == 0)
        strbuf_puts(out, tr("None since."));
    else if (isnan(l->rate_low))
        tr_add(out, of_whole ? N_("Since: {1} lost {0}.") : N_("Since: {0} in {1}."), rate, n);
    else
        tr_add(out, of_whole ? N_("Since: {1} lost {0} ({2} to {3}).") : N_("Since: {0} in {1} ({2} to {3})."), rate, n,
               TR_REAL(l->rate_low, 2), TR_REAL(l->rate_high, 2));
}

static void helped_leak(const struct progress_leak *l, struct strbuf *out)
{
    const bool of_whole = class_is_of_choice(l->before.class);
    strbuf_putc(out, '\n');
    tr_add(out, "{0} ({1}): {2}", tr(study_class_words(&l->before.what)), tr(study_class_kind(&l->before.what)),
           tr(helped_word(l->helped)));
    strbuf_puts(out, "\n  ");
    helped_before(&l->before, of_whole, out);
    helped_since(l, of_whole, out);
    strbuf_putc(out, '\n');
    if (l->decisions == 0)
        return;
    if (!isnan(l->expected)) {
        strbuf_puts(out, "  ");
        tr_add(out, "{0} was to be expected if nothing was learnt.", TR_REAL(l->expected, 2));
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "  ");
    if (isnan(l->change))
        tr_add(out, "Too few: it takes {0} decisions in three matches, before and since.", TR_INT(PROGRESS_DECISIONS));
    else
        tr_add(out, "The difference is {0}, with 95% certainty {1} to {2}.", TR_FORMAT("%+.2f", l->change),
               TR_FORMAT("%+.2f", l->low), TR_FORMAT("%+.2f", l->high));
    strbuf_putc(out, '\n');
}

static const char how_to_read[] =
    N_("To be expected: the figure before, less what was chance when it became a leak,\n"
       "and changed by as much as that of decisions that were not studied. Better or\n"
       "worse: the range of the difference is below or above 0; open: it holds 0, so it\n"
       "may be chance. \"Of the whole PR\": what such decisions lost, over all decisions.");

static void helped_text(const char *name, const char *since, const struct progress *p, struct strbuf *out)
{
    struct strbuf date = {0};
    tr_date(&date, since);
    tr_add(out, "{0}: did it help? Before {1} and since", name, strbuf_text(&date));
    strbuf_done(&date);
    utf8_disarm(out, 0, '?', false);
    strbuf_putc(out, '\n');
    if (p->undated > 0) {
        tr_add_counted(out, "In neither: {0} match whose date is missing or too vague (`kibitzer db set --date`).",
                       "In neither: {0} matches whose date is missing or too vague (`kibitzer db set --date`).",
                       p->undated, TR_INT(p->undated));
        strbuf_putc(out, '\n');
    }
    if (p->n == 0)
        strbuf_printf(out, "%s\n", tr("There is no leak in the matches before."));
    for (int i = 0; i < p->n; i++)
        helped_leak(&p->at[i], out);
    if (p->n > 0)
        strbuf_printf(out, "\n%s\n", tr(how_to_read));
    if (p->n > 0 && p->rest[0].units > 0 && p->rest[1].units > 0) {
        strbuf_putc(out, '\n');
        tr_add(out, "Not studied: PR {0} before, {1} since.", TR_REAL(500 * ratio_value(&p->rest[0]), 2),
               TR_REAL(500 * ratio_value(&p->rest[1]), 2));
        strbuf_putc(out, '\n');
    }
}

static void text_example(const struct costly_question *q, struct strbuf *out)
{
    const size_t from = out->length;
    const struct error_place *p = &q->place[0];
    strbuf_puts(out, "  ");
    put_error_place(p, out);
    utf8_disarm(out, from, '?', false);
    strbuf_puts(out, ":\n    ");
    played_and_better(q, out);
    strbuf_putc(out, '\n');
    if (q->why != NULL)
        strbuf_printf(out, "    %s\n", q->why);
}

static void text_leak(const struct leak *l, const struct costly_question *const examples[LEAK_BOARDS],
                      struct strbuf *out)
{
    strbuf_putc(out, '\n');
    tr_add(out, "{0} ({1}), {2}: {3} PR", tr(study_class_words(&l->what)), tr(study_class_kind(&l->what)),
           tr(certainty_word(l->certainty)), TR_REAL(l->cost, 2));
    strbuf_putc(out, '\n');
    study_sentences(l, out);
    for (int i = 0; i < LEAK_BOARDS && examples[i] != NULL; i++)
        text_example(examples[i], out);
}

static void study_text(const char *name, const struct study *st, const struct study_examples *e, struct strbuf *out)
{
    if (st->decisions > 0)
        tr_add(out, "{0}: PR {1} over {2} decisions", name, TR_REAL(st->pr, 2), TR_INT(st->decisions));
    else
        strbuf_puts(out, name);
    utf8_disarm(out, 0, '?', false);
    strbuf_putc(out, '\n');
    if (st->n_sure == 0) {
        study_nothing(st, out);
        strbuf_putc(out, '\n');
    }
    for (int i = 0; i < st->n_leaks; i++)
        text_leak(&st->leak[i], e->at[i], out);
}

static void build_study(void *sheet, const struct errors_page_options *page, struct node_receiver *to)
{
    struct study_sheet *s = sheet;
    s->options = page;
    study_page(s, to);
}

static void build_review(void *sheet, const struct errors_page_options *page, struct node_receiver *to)
{
    struct review_sheet *s = sheet;
    s->options = page;
    review_page(s, to);
}

static void build_reference(void *sheet, const struct errors_page_options *page, struct node_receiver *to)
{
    struct reference_sheet *s = sheet;
    s->options = page;
    reference_page(s, to);
}

static void build_helped(void *sheet, const struct errors_page_options *page, struct node_receiver *to)
{
    (void)page;
    helped_page(sheet, to);
}

struct building {
    void (*build)(void *sheet, const struct errors_page_options *page, struct node_receiver *to);
    void *sheet;
    const struct errors_page_options *page;
};

static void build(void *building, struct node_receiver *to, struct diags *d)
{
    const struct building *b = building;
    (void)d;
    b->build(b->sheet, b->page, to);
}

struct asked {
    const struct study_options *o;
    struct costly_records records; /* of the collection */
    int64_t person;
    const char *name;
    struct study study;
    struct study_examples examples;
};

static bool write_document(struct asked *a, struct building *b, struct strbuf *out, struct diags *d)
{
    struct export_options shown;
    const struct errors_page_options page =
        costly_page(&a->records,
                    &(struct errors_page_options){.pages = a->o->answer.form == PAGE_HTML ? a->o->pages : NULL,
                                                  .look = &a->o->look},
                    &shown);
    struct building with_page = *b;
    with_page.page = &page;
    return document_write(&(struct printed_document){.build = build, .context = &with_page},
                          (enum document_form)(a->o->answer.form - PAGE_HTML), &shown, out, d);
}

/* As text without boards it is `text` already. */
static int put_document(struct asked *a, struct building *b, struct strbuf *text)
{
    struct diags d;
    diags_init(&d, a->o->answer.output);
    const bool ok = text->length > 0 || write_document(a, b, text, &d);
    answers_fold_prose(&a->o->answer, text);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answers_put_text(&a->o->answer, text) : CALL_NOTHING;
    strbuf_done(text);
    return ending;
}

static bool is_brief(const struct asked *a)
{
    return a->o->answer.form == PAGE_TEXT && !a->o->boards;
}

static int write_answer(struct asked *a)
{
    struct strbuf text = {0};
    struct study_sheet sheet = {.name = a->name, .study = &a->study, .examples = &a->examples.at, .quiz = a->o->quiz};
    if (a->o->answer.form < ANSWER_STYLES)
        return study_put(&a->o->answer, a->name, &a->study);
    if (is_brief(a))
        study_text(a->name, &a->study, &a->examples, &text);
    return put_document(a, &(struct building){build_study, &sheet, NULL}, &text);
}

static int write_quiz(struct asked *a)
{
    struct strbuf text = {0};
    struct diags d;
    const struct answers_options to = {.output = a->o->quiz};
    const struct study_quiz q = {.person = a->person,
                                 .look = &a->o->look,
                                 .name = a->name,
                                 .study = &a->study,
                                 .worst = a->o->worst,
                                 .form = (enum document_form)a->o->quiz_form,
                                 .pages = a->o->quiz_form == DOCUMENT_HTML ? a->o->pages : NULL};
    if (a->study.n_leaks == 0) {
        say("%s: no quiz was written: there are no errors to ask about", a->o->quiz);
        return CALL_CLEAN;
    }
    diags_init(&d, a->o->quiz);
    const bool ok = study_quiz(&a->records, &q, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answers_put_text(&to, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

/* The day that is meant by --since, and the plan (zeros = none); false after a message. */
static bool since_day(struct asked *a, char day[PROGRESS_DAY], struct study_plan *plan)
{
    *plan = (struct study_plan){.n = 0};
    snprintf(day, PROGRESS_DAY, "%s", a->o->since);
    if (strcmp(a->o->since, since_plan) != 0)
        return true;
    if (!plan_last(a->records.store, a->name, plan))
        return collection_unread(a->records.store) == CALL_CLEAN;
    if (*plan->day == '\0') {
        say_error("%s: no plan is remembered; `kibitzer study --plan` makes one", a->name);
        return false;
    }
    day_after(plan->day, day);
    return true;
}

static int answer_helped(struct asked *a, const struct field *field)
{
    struct progress p;
    struct study_plan plan;
    struct strbuf text = {0};
    char day[PROGRESS_DAY];
    struct helped_sheet sheet = {.name = a->name, .since = day, .progress = &p};
    if (!since_day(a, day, &plan))
        return CALL_NOTHING;
    if (!progress_person(a->records.store, a->person, field, day, &plan, &p))
        return collection_unread(a->records.store);
    if (a->o->answer.form < ANSWER_STYLES)
        return helped_put(&a->o->answer, a->name, day, &p);
    if (is_brief(a))
        helped_text(a->name, day, &p, &text);
    return put_document(a, &(struct building){build_helped, &sheet, NULL}, &text);
}

/* A plan was made: from matches up to which day, for --since plan. */
static int remember(struct asked *a)
{
    struct study_plan plan;
    if (!plan_remember(a->records.store, a->person, a->name, &a->study, &plan))
        return collection_unread(a->records.store);
    if (*plan.day == '\0')
        say("%s: the plan is not remembered: no match has a date", a->name);
    else
        say("%s: remembered: a plan from matches up to %s; later ones are compared by --since plan", a->name, plan.day);
    return CALL_CLEAN;
}

/* ---- a tournament ---- */

enum { REVIEW_BOARDS = 6 };

static int put_review(struct asked *a, const struct review *r, const struct match_filter *match)
{
    struct strbuf text = {0};
    struct costly_list worst = {.n = 0};
    struct review_sheet sheet = {.name = a->name, .event = match->event, .review = r, .worst = &worst};
    if (a->o->answer.form < ANSWER_STYLES)
        return review_put(&a->o->answer, a->name, match->event, r);
    if (!errors_of(a->records.store, &(struct error_query){.match = *match, .worst = REVIEW_BOARDS}, &worst)) {
        errors_done(&worst);
        return collection_unread(a->records.store);
    }
    costly_explain(&a->records, &worst);
    if (is_brief(a))
        review_text(a->name, match->event, r, &text);
    if (is_brief(a) && worst.n > 0)
        strbuf_printf(&text, "\n%s\n", tr("Costliest decisions"));
    for (size_t i = 0; is_brief(a) && i < worst.n; i++)
        text_example(&worst.at[i], &text);
    const int ending = put_document(a, &(struct building){build_review, &sheet, NULL}, &text);
    if (worst.arena != NULL)
        errors_done(&worst);
    return ending;
}

static int answer_review(struct asked *a)
{
    struct match_filter match = MATCH_FILTER_ALL;
    struct review r;
    match.player = a->person;
    match.event = a->o->of.event;
    match.event_like = a->o->of.event_like;
    int ending = CALL_NOTHING;
    if (!review_person(a->records.store, &match, &r))
        ending = collection_unread(a->records.store);
    else if (r.matches == 0)
        say_error("%s: no match of %s has this event; `kibitzer stats --by event` lists them", match.event, a->name);
    else
        ending = put_review(a, &r, &match);
    review_done(&r);
    return ending;
}

/* ---- reference positions ---- */

static int quiz_of(struct asked *a, const struct costly_list *list, const char *title)
{
    struct strbuf text = {0};
    struct diags d;
    const struct answers_options to = {.output = a->o->quiz};
    const struct errors_page_options page = {.title = title,
                                             .pages = a->o->quiz_form == DOCUMENT_HTML ? a->o->pages : NULL,
                                             .quiz = true,
                                             .look = &a->o->look};
    diags_init(&d, a->o->quiz);
    const bool ok = costly_write(&a->records, list, &page, (enum document_form)a->o->quiz_form, &text, &d);
    call_diags(&d);
    diags_done(&d);
    const int ending = ok ? answers_put_text(&to, &text) : CALL_NOTHING;
    strbuf_done(&text);
    return ending;
}

static int put_reference(struct asked *a, const struct costly_list *list, const struct reference *r)
{
    struct strbuf text = {0};
    struct reference_sheet sheet = {.name = a->name, .reference = r, .list = list, .quiz = a->o->quiz};
    if (a->o->answer.form < ANSWER_STYLES)
        return reference_put(&a->o->answer, a->name, list, r);
    if (is_brief(a))
        reference_text(a->name, list, r, &text);
    return put_document(a, &(struct building){build_reference, &sheet, NULL}, &text);
}

static int answer_reference(struct asked *a)
{
    struct error_query q = {.match = MATCH_FILTER_ALL, .of.above = REFERENCE_ABOVE, .worst = REFERENCE_ERRORS};
    struct costly_list list;
    struct reference r;
    struct strbuf title = {0};
    q.match.player = a->person;
    if (!errors_of(a->records.store, &q, &list)) {
        errors_done(&list);
        return collection_unread(a->records.store);
    }
    reference_choose(&list, REFERENCES, &r);
    const size_t all = list.n;
    list.n = (size_t)r.n;
    costly_explain(&a->records, &list);
    tr_add(&title, "Positions that stand for {0}'s errors", a->name);
    int ending = put_reference(a, &list, &r);
    if (ending == CALL_CLEAN && a->o->quiz != NULL && r.n > 0)
        ending = quiz_of(a, &list, strbuf_text(&title));
    strbuf_done(&title);
    list.n = all;
    errors_done(&list);
    return ending;
}

static int answer(struct asked *a)
{
    struct field field;
    if (a->o->reference)
        return answer_reference(a);
    if (a->o->of.event != NULL)
        return answer_review(a);
    if (a->o->since != NULL)
        return field_of(a->records.store, &field) ? answer_helped(a, &field) : collection_unread(a->records.store);
    if (!field_of(a->records.store, &field) || !study_person(a->records.store, a->person, &field, &a->study))
        return collection_unread(a->records.store);
    const bool ok = study_examples(&a->records, a->person, &a->study, &a->examples);
    int ending = ok ? write_answer(a) : collection_unread(a->records.store);
    if (ending == CALL_CLEAN && a->o->quiz != NULL)
        ending = write_quiz(a);
    if (ending == CALL_CLEAN && a->o->plan)
        ending = remember(a);
    study_examples_done(&a->examples);
    return ending;
}

static int study_run(const void *options, const char *const *input, size_t n)
{
    struct asked a = {.o = options};
    struct strbuf name = {0};
    struct collection c;
    if (n > 1)
        return call_misuse("`%s`: %s is about one player; \"Ann;ann_s\" gives two names of one player", input[n - 1],
                           call_current()->about);
    if (n == 1 ? input[0][0] == '\0' : a.o->me == NULL)
        return call_misuse(
            "expected the name of a player, or `kibitzer config me NAME` once; `kibitzer db players` lists "
            "them");
    if (!collection_open(&c, &a.o->where, NULL, a.o->plan ? SQL_WRITE : SQL_READ))
        return CALL_NOTHING;
    a.records.store = c.store;
    const bool found = ask_person(a.records.store, n != 0 ? input[0] : NULL, a.o->me, &a.person, &name);
    a.name = strbuf_text(&name);
    const int ending = found ? answer(&a) : CALL_NOTHING;
    costly_records_done(&a.records);
    strbuf_done(&name);
    collection_close(&c);
    return ending;
}

/* ---- options ---- */

static bool parse_since(const struct option_value *v)
{
    if (strcmp(v->text, since_plan) != 0)
        return parse_day(v);
    *(const char **)v->field = since_plan;
    return true;
}

static const struct option_row rows[] = {
    {.name = "quiz",
     .argument = "FILE",
     OPTION_FIELD(struct study_options, quiz),
     .flags = OPTION_WRITES_FILE,
     .help = "a quiz of the positions in which the leaks cost most: .html, or .pdf, .txt or\n"
             ".md to be written on, with the answers at the end"},
    {.name = "worst",
     .argument = "N",
     .initial = "30",
     OPTION_FIELD(struct study_options, worst),
     .least = 1,
     .most = 100000,
     .help = "number of positions in the quiz"},
    {.name = "format",
     .letter = 't',
     .argument = "FORMAT",
     OPTION_FIELD(struct study_options, answer.format),
     .alias = "to",
     .help =
         "text, table, json, ndjson, csv, tsv; the page as html, pdf, markdown or latex\n[as FILE ends; else text]"},
    {.name = "pages",
     .argument = "FOLDER",
     .initial = "",
     OPTION_FIELD(struct study_options, pages),
     .help = "html: the folder of the match pages, relative to this page [the same folder]"},
    {.name = "since",
     .argument = "DATE",
     OPTION_FIELD(struct study_options, since),
     .parse = parse_since,
     .help = "did it help? The leaks of the matches before this day, month or year, and the same\nleaks since; plan: "
             "those of the plan that --plan has remembered"},
    {.name = "plan",
     OPTION_FIELD(struct study_options, plan),
     .flags = OPTION_WRITES_FILE, /* into the collection */
     .help = "remember that this plan was made, from matches up to the player's last one"},
    {.name = "event",
     .argument = "EVENT",
     OPTION_FIELD(struct study_options, of.event),
     .parse = parse_event,
     .help =
         "a tournament's review: the matches of this event against the player's usual level;\n* matches any text, ? "
         "any character"},
    {.name = "reference",
     OPTION_FIELD(struct study_options, reference),
     .help = "twelve positions that stand for most of the player's errors; with --quiz a quiz of them"},
    {.name = "boards", OPTION_FIELD(struct study_options, boards), .help = "text: with its boards"},
    {.name = "me",
     .argument = "NAMES",
     OPTION_FIELD(struct study_options, me),
     .parse = parse_names,
     .help = "your names (\"Lasse, LMDN\"), used if no player is given; set by `kibitzer config\nme`"},
    {0},
};

static const struct option_group group = {.title = "Study", .rows = rows};

static const struct option_part parts[] = {{&group, 0},
                                           {&look_group, offsetof(struct study_options, look)},
                                           {&reports_group, offsetof(struct study_options, where)},
                                           {&answers_more_group, offsetof(struct study_options, answer)},
                                           {0}};

static bool study_settle(const struct options *all, void *options, struct option_fault *f)
{
    struct study_options *o = options;
    (void)all;
    o->quiz_form = DOCUMENT_HTML;
    struct match_filter of = MATCH_FILTER_ALL;
    of.event = o->of.event;
    of.event_like = of.event != NULL ? o->of.event_like : NULL;
    o->of = of;
    if (o->quiz != NULL) {
        struct answers_options quiz = {.output = o->quiz};
        if (!answers_settle(&quiz, own_forms, PAGE_HTML, f))
            return false;
        if (quiz.form < ANSWER_STYLES)
            return option_refuse(f, "quiz", o->quiz, "expected a file that ends in .html, .pdf, .txt, .md or .tex");
        o->quiz_form = quiz.form - PAGE_HTML;
    }
    if (!answers_settle(&o->answer, own_forms, PAGE_TEXT, f))
        return false;
    if (o->reference && (o->of.event != NULL || o->since != NULL))
        return option_refuse(f, NULL, NULL, "--reference, --event and --since are three answers: one of them");
    if (o->of.event != NULL && (o->quiz != NULL || o->since != NULL))
        return option_refuse(f, "event", o->of.event,
                             "expected neither --since nor --quiz (`kibitzer errors --event EVENT --quiz` makes one)");
    if (o->since != NULL && o->quiz != NULL)
        return option_refuse(f, "since", o->since, "expected no --quiz: it asks nothing");
    if (o->plan && (o->since != NULL || o->reference || o->of.event != NULL))
        return option_refuse(f, NULL, NULL,
                             "--plan remembers the plan that `study` shows without --since, --event and "
                             "--reference");
    return true;
}

static const struct answer_document *const answers[] = {&study_document, &helped_document, &review_document,
                                                        &reference_document, NULL};

const struct command study_command = {
    {"study", sizeof(struct study_options), parts, study_settle}, .run = study_run, .answers = answers};
