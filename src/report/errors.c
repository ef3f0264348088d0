/* The player's first question: what cost most. Cards with boards for the costliest decisions, a table of all. */
#include <math.h>

#include "base/strbuf.h"
#include "base/language.h"
#include "document/columns.h"
#include "report/lessons.h"
#include "report/match_report.h"
#include "report/report.h"

enum { TOP = 6 };

/* ---- cards ---- */

static void where(struct match_report *r, const struct costly_decision *c)
{
    struct draft *b = &r->draft;
    link_begin(b, page_of_game(r, c->game), c->anchor);
    words_begin(b, "Game {0}, move {1}", NULL, 0);
    put_count(b, r->m->games[c->game].number);
    put_count(b, c->number);
    node_end(b);
    node_end(b);
}

static void cost_badge(struct draft *b, const struct costly_decision *c)
{
    node_begin(b, NODE_SPAN, ROLE_COST)->mark = c->skill;
    words_begin(b, " {0} {1}", NULL, 0);
    put_emg(b, -(double)c->error);
    put_mark(b, c->skill);
    node_end(b);
    node_end(b);
}

static void done(struct draft *b, const struct costly_decision *c, const struct decision *d)
{
    if (c->cube && !decision_is_cube_action(d))
        put_words(b, "no double");
    else
        phrase_action(b, d);
}

static void done_and_better(struct draft *b, const struct costly_decision *c, const struct decision *d)
{
    node_begin(b, NODE_FACTS, ROLE_ACTION);
    node_begin(b, NODE_FACT, ROLE_PLAYED);
    put_words(b, "played");
    done(b, c, d);
    node_end(b);
    node_begin(b, NODE_FACT, ROLE_BEST);
    put_words(b, "better");
    phrase_better(b, d, c->cube);
    node_end(b);
    node_end(b);
}

static void severity(struct draft *b, const struct costly_decision *c)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_words(b, skill_name(c->skill));
    if (!isnan(c->error_mwc)) {
        words_begin(b, b->match->length > 0 ? N_(", costs {0} of the winning chances") : N_(", costs {0} points"), NULL,
                    0);
        put_value(b, (double)c->error_mwc, 2)->number.sign = false;
        node_end(b);
    }
    if (c->raises)
        put_words(b, ", in no rate or count");
    node_end(b);
}

static void card(struct match_report *r, const struct costly_decision *c, bool top)
{
    struct draft *b = &r->draft;
    struct decision d;
    if (!survey_find(r, c, &d))
        return;
    struct node *n = node_begin(b, NODE_CARD, top ? ROLE_TOP : ROLE_ERROR);
    n->side = c->side;
    n->mark = c->skill;
    n->themes = c->themes;
    heading_begin(b, 3);
    where(r, c);
    cost_badge(b, c);
    node_end(b);
    node_begin(b, NODE_PARAGRAPH, ROLE_ACTION);
    phrase_task(b, &d, c->cube);
    node_end(b);
    if (r->o->boards_on_errors || r->o->board_every > 0) {
        decision_picture(b, &d, c->cube);
        node_end(b);
    }
    done_and_better(b, c, &d);
    lesson_paragraph(b, &d, c->cube);
    severity(b, c);
    themes_paragraph(b, c->themes);
    node_end(b);
}

/* Six of the match, and of each player as many. */
static void cards(struct match_report *r)
{
    int of[2] = {0, 0};
    for (size_t i = 0; i < r->n_costly; i++) {
        const struct costly_decision *c = &r->costly[i];
        if (i < TOP || of[(int)c->side] < TOP)
            card(r, c, i < TOP);
        of[(int)c->side]++;
    }
}

/* ---- the table ---- */

static const struct column columns[] = {
    ROW_HEAD("Where"), COLUMN("Player"), COLUMN("Roll"),
    COLUMN("Played"),  COLUMN("Better"), {COLUMN_WORDS("Cost"), UNIT_EMG, ROLE_NONE, NOBODY, 1, false, true},
};

static void row(struct match_report *r, const struct costly_decision *c)
{
    struct draft *b = &r->draft;
    struct decision d;
    if (!survey_find(r, c, &d))
        return;
    struct node *n = node_begin(b, NODE_ROW, ROLE_ERROR);
    n->side = c->side;
    n->mark = c->skill;
    n->themes = c->themes;
    cell_begin(b, 0);
    where(r, c);
    node_end(b);
    cell_begin(b, 1);
    put_player(b, c->side);
    node_end(b);
    cell_begin(b, 2);
    if (c->cube)
        put_words(b, "cube");
    else
        put_roll(b, d.event->dice);
    node_end(b);
    cell_begin(b, 3);
    done(b, c, &d);
    node_end(b);
    cell_begin(b, 4);
    phrase_better(b, &d, c->cube);
    node_end(b);
    cell_begin(b, 5);
    put_emg(b, -(double)c->error);
    put_words(b, " ");
    put_mark(b, c->skill);
    node_end(b);
    node_end(b);
}

static void table(struct match_report *r)
{
    struct draft *b = &r->draft;
    draft_fold(b, 3, "all-errors");
    put_counted(b, "The only marked decision", "All {0} marked decisions", (long)r->n_costly);
    node_end(b);
    draft_ready(b);
    draft_table(b, ROLE_ERRORS, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < r->n_costly; i++)
        row(r, &r->costly[i]);
    draft_close(b);
    draft_close(b);
}

void errors_section(struct match_report *r)
{
    struct draft *b = &r->draft;
    if (r->set < 0 || !r->o->analysis)
        return;
    draft_section(b, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    if (r->n_costly == 0) {
        note(b, ROLE_NOTE, "No decision is marked as an error.");
    } else {
        themes_filter(b, &r->themes);
        cards(r);
        table(r);
    }
    draft_close(b);
}

/* ---- one by one ---- */

struct title {
    struct node_receiver receiver;
    struct strbuf text;
};

static void take_title(struct node_receiver *r, const struct node *n)
{
    struct title *t = (struct title *)r;
    strbuf_clear(&t->text);
    node_text(n, &typography_plain, &t->text);
}

static void title(struct draft *b, const struct costly_decision *c, const struct decision *d)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_ERROR);
    phrase_task(b, d, c->cube);
    put_words(b, ": ");
    done(b, c, d);
    put_words(b, ", better ");
    phrase_better(b, d, c->cube);
    words_begin(b, " ({0})", NULL, 0);
    put_emg(b, -(double)c->error);
    node_end(b);
    node_end(b);
}

bool report_each_error(const struct match *m, const struct export_options *o, struct error_receiver *to)
{
    struct match_report r = {.m = m, .o = o, .set = export_set(m, o)};
    struct title t = {.receiver = {.take = take_title}};
    bool ok = true;
    draft_begin(&r.draft, m, &t.receiver);
    survey(&r);
    for (size_t i = 0; ok && i < r.n_costly; i++) {
        struct decision d;
        if (!survey_find(&r, &r.costly[i], &d))
            continue;
        title(&r.draft, &r.costly[i], &d);
        ok = to->take(to, &(struct reported_error){&d, r.costly[i].cube, strbuf_text(&t.text)});
    }
    survey_done(&r);
    draft_end(&r.draft);
    strbuf_done(&t.text);
    return ok;
}
