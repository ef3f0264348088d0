/* Costly decisions as a document: each with its board, the alternatives and its places. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collection/errors.h"
#include "collection/groups.h"
#include "match/notation.h"
#include "match/phase.h"
#include "document/draft.h"

#define HEAD(text)                                                                                                     \
    {                                                                                                                  \
        .kind = NODE_WORDS, .side = NOBODY, .words = { text, NULL, 0 }                                                 \
    }

static const struct node heads[] = {HEAD("Action"), HEAD("Equity"), HEAD("Diff.")};
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
    put_name(b, c->side, c->place[0].player);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    text_of(b, question_text, c);
    put_words(b, c->asks == ASKS_PLAY ? ": " : " ");
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

/* `plays`: for the arrows; NULL = none. */
static void diagram(struct draft *b, const struct costly_question *c, struct plays *plays)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &c->position;
    n->diagram.name[0] = n->diagram.name[1] = "";
    if (c->asks == ASKS_PLAY && plays != NULL) {
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

static void place(struct draft *b, const struct errors_page_options *o, const struct error_place *p)
{
    const char *folder = o->pages != NULL ? o->pages : "";
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b, "{0} against {1}, ", NULL, 0);
    put_text(b, p->player);
    put_text(b, p->opponent);
    node_end(b);
    if (p->date != NULL) {
        put_date(b, p->date);
        put_words(b, ", ");
    }
    if (o->pages != NULL)
        link_begin(b, draft_string(b, "%s%s%s.html", folder, *folder != '\0' ? "/" : "", p->stem),
                   draft_string(b, "g%dm%d", p->game, p->number));
    words_begin(b, "{0}, game {1}, move {2}", NULL, 0);
    put_text(b, p->stem);
    put_count(b, p->game);
    put_count(b, p->number);
    node_end(b);
    if (o->pages != NULL)
        node_end(b);
    words_begin(b, ": {0} ({1})", NULL, 0);
    put_text(b, p->action);
    put_emg(b, -p->error);
    node_end(b);
    node_end(b);
}

/* The table, what kind of decision it was, where it was met. */
static void answer(struct draft *b, const struct errors_page_options *o, const struct costly_question *c)
{
    alternatives(b, c);
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "{0}, {1}; {2}", NULL, 0);
    put_words(b, phase_name((enum phase)c->phase));
    put_words(b, plan_name((enum plan)c->plan));
    put_words(b, error_kind_name(c->kind));
    node_end(b);
    node_end(b);
    for (size_t i = 0; i < c->n_places; i++)
        place(b, o, &c->place[i]);
}

static void decision(struct draft *b, const struct errors_page_options *o, const struct costly_question *c, size_t n)
{
    struct plays plays = {{0}, {0}};
    struct node *d = node_begin(b, NODE_DECISION, c->asks == ASKS_PLAY ? ROLE_CHEQUER : ROLE_CUBE);
    d->side = c->side;
    d->mark = mark_of(c->worst);
    d->anchor = draft_string(b, "e%zu", n);
    line(b, c, n);
    diagram(b, c, &plays);
    answer(b, o, c);
    node_end(b);
}

/* ---- a quiz ---- */

static int by_order(const void *a, const void *b)
{
    return strcmp(((const struct choice *)a)->order, ((const struct choice *)b)->order);
}

size_t question_choices(const struct costly_question *c, struct choice out[CHOICES + 1])
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_alternatives; i++) {
        if (i >= CHOICES && !c->alternative[i].played)
            continue;
        struct strbuf text = {0};
        out[n].what = &c->alternative[i];
        strbuf_printf(&text, "%s %s", c->key, c->alternative[i].text);
        text_key(span_of(text.at), out[n++].order);
        strbuf_done(&text);
    }
    qsort(out, n, sizeof *out, by_order);
    return n;
}

static void choose(struct draft *b, const struct costly_question *c)
{
    static const char *const letters[CHOICES + 1] = {"A", "B", "C", "D", "E", "F"};
    struct choice choice[CHOICES + 1];
    const size_t n = question_choices(c, choice);
    node_begin(b, NODE_FACTS, ROLE_CHOICES);
    for (size_t i = 0; i < n; i++)
        fact_text(b, letters[i], choice[i].what->text);
    node_end(b);
}

static void question(struct draft *b, const struct errors_page_options *o, const struct costly_question *c, size_t n)
{
    draft_open(b, NODE_SECTION, ROLE_QUESTION, draft_string(b, "e%zu", n))->level = 2;
    heading_begin(b, 2);
    words_begin(b, "{0}. {1}", NULL, 0);
    put_count(b, (long)n);
    text_of(b, question_text, c);
    node_end(b);
    node_end(b);
    draft_ready(b);
    diagram(b, c, NULL);
    choose(b, c);
    draft_fold(b, 3, NULL);
    put_words(b, "Answer");
    node_end(b);
    draft_ready(b);
    answer(b, o, c);
    draft_close(b);
    draft_close(b);
}

void errors_page(const struct costly_list *list, const struct errors_page_options *o, struct node_receiver *to)
{
    struct draft b;
    draft_begin(&b, NULL, to);
    draft_titled(&b, ROLE_POSITIONS, o->title);
    draft_close(&b);
    if (!o->quiz)
        draft_section(&b, ROLE_ERRORS, 2, "errors", "Costliest decisions");
    for (size_t i = 0; i < list->n; i++)
        (o->quiz ? question : decision)(&b, o, &list->at[i], i + 1);
    if (!o->quiz)
        draft_close(&b);
    draft_close(&b);
    draft_end(&b);
}
