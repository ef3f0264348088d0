/* Costly decisions as a document: each with its board, the alternatives and its places. */
#include <math.h>
#include <stdio.h>

#include "insight/errors.h"
#include "insight/groups.h"
#include "match/notation.h"
#include "match/phase.h"
#include "report/draft.h"

enum { CHOICES = 5 };

#define HEAD(text)                                                                                                     \
    {                                                                                                                  \
        .kind = NODE_WORDS, .side = NOBODY, .words = { text, NULL, 0 }                                                 \
    }

static const struct node heads[] = {HEAD("Action"), HEAD("Equity"), HEAD("Difference")};
static const struct column columns[] = {
    {&heads[0], UNIT_NONE, ROLE_ACTION, NOBODY, 1, true, false},
    {&heads[1], UNIT_EMG, ROLE_EQUITY, NOBODY, 1, false, true},
    {&heads[2], UNIT_EMG, ROLE_DIFFERENCE, NOBODY, 1, false, true},
};

/* The longer one costs more: as gnubg's marks. */
static enum skill mark_of(double error)
{
    return error > 0.12 ? SKILL_VERY_BAD : error > 0.06 ? SKILL_BAD : SKILL_DOUBTFUL;
}

static void text_of(struct draft *b, void (*say)(const struct costly_question *c, struct strbuf *out),
                    const struct costly_question *c)
{
    struct strbuf text = {0};
    say(c, &text);
    put_text(b, draft_string(b, "%s", strbuf_text(&text)));
    strbuf_done(&text);
}

static void line(struct draft *b, const struct costly_question *c, size_t n)
{
    node_begin(b, NODE_LINE, ROLE_NONE);
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_count(b, (long)n);
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    text_of(b, question_text, c);
    put_words(b, " ");
    put_text(b, c->place[0].action);
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_BADGE)->mark = mark_of(c->worst);
    put_emg(b, -c->worst);
    put_words(b, " ");
    put_mark(b, mark_of(c->worst));
    node_end(b);
    node_end(b);
}

struct plays {
    struct play played, best;
};

static void read_play(const char *text, const struct position *p, struct play *out)
{
    const char *problem;
    if (text == NULL || !notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], out, &problem, NULL))
        *out = (struct play){.n = 0};
}

static void diagram(struct draft *b, const struct costly_question *c, struct plays *plays)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &c->position;
    n->diagram.name[0] = n->diagram.name[1] = "";
    if (c->question == QUESTION_PLAY) {
        read_play(c->place[0].action, &c->position, &plays->played);
        read_play(c->best, &c->position, &plays->best);
        if (plays->played.n > 0)
            n->diagram.arrows[0] = (struct arrows){&plays->played, ROLE_PLAYED};
        if (plays->best.n > 0)
            n->diagram.arrows[1] = (struct arrows){&plays->best, ROLE_BEST};
    }
    node_begin(b, NODE_PARAGRAPH, ROLE_SCORE_LINE);
    text_of(b, question_state, c);
    node_end(b);
    node_end(b);
}

static void alternatives(struct draft *b, const struct costly_question *c)
{
    table_begin(b, ROLE_CANDIDATES, columns, 3);
    for (size_t i = 0; i < c->n_alternatives; i++) {
        const struct alternative *a = &c->alternative[i];
        if (i >= CHOICES && !a->played)
            continue;
        struct node *row = node_begin(b, NODE_ROW, a->played ? ROLE_PLAYED : a->best ? ROLE_BEST : ROLE_NONE);
        row->mark = a->played ? mark_of(c->place[0].error) : SKILL_NONE;
        cell_begin(b, 0);
        put_text(b, a->text);
        node_end(b);
        cell_begin(b, 1);
        put_emg(b, a->equity);
        node_end(b);
        cell_begin(b, 2);
        if (!a->best)
            put_emg(b, a->difference);
        node_end(b);
        node_end(b);
    }
    node_end(b);
}

static void place(struct draft *b, const struct error_place *p)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b, "{0} against {1}, ", NULL, 0);
    put_text(b, p->player);
    put_text(b, p->opponent);
    node_end(b);
    if (p->date != NULL) {
        put_date(b, p->date);
        put_words(b, ", ");
    }
    words_begin(b, "{0}, game {1}, move {2}: {3} ({4})", NULL, 0);
    put_text(b, p->stem);
    put_count(b, p->game);
    put_count(b, p->number);
    put_text(b, p->action);
    put_emg(b, -p->error);
    node_end(b);
    node_end(b);
}

static void question(struct draft *b, const struct costly_question *c, size_t n)
{
    struct plays plays = {{0}, {0}};
    struct node *d = node_begin(b, NODE_DECISION, c->question == QUESTION_PLAY ? ROLE_CHEQUER : ROLE_CUBE);
    d->side = c->side;
    d->mark = mark_of(c->worst);
    d->anchor = draft_string(b, "e%zu", n);
    line(b, c, n);
    diagram(b, c, &plays);
    alternatives(b, c);
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "{0}, {1}; {2}", NULL, 0);
    put_words(b, phase_name((enum phase)c->phase));
    put_words(b, plan_name((enum plan)c->plan));
    put_words(b, error_kind_name(c->kind));
    node_end(b);
    node_end(b);
    for (size_t i = 0; i < c->n_places; i++)
        place(b, &c->place[i]);
    node_end(b);
}

void errors_page(const struct costly_list *list, const char *title, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_open(&b, NODE_DOCUMENT, ROLE_POSITIONS, NULL);
    heading_begin(&b, 1);
    put_text(&b, title);
    node_end(&b);
    draft_ready(&b);
    struct node *head = draft_open(&b, NODE_SECTION, ROLE_HEAD, NULL);
    head->level = 1;
    heading_begin(&b, 1);
    put_text(&b, title);
    node_end(&b);
    draft_ready(&b);
    draft_close(&b);
    draft_section(&b, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    for (size_t i = 0; i < list->n; i++)
        question(&b, &list->at[i], i + 1);
    draft_close(&b);
    draft_close(&b);
    draft_end(&b);
}
