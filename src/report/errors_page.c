/* Costly decisions as a document: each with its board, the alternatives and its places. */
#include <stdlib.h>
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "report/errors_page.h"
#include "base/strbuf.h"
#include "collection/groups.h"
#include "match/phase.h"
#include "format/posid.h"
#include "document/draft.h"
#include "report/card.h"
#include "report/lessons.h"
#include "report/theme_list.h"

void question_text(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    if (c->asks == ASKS_PLAY)
        tr_add(out, "To play {0}{1}", TR_INT(p->dice[0]), TR_INT(p->dice[1]));
    else if (c->asks == ASKS_DOUBLE)
        strbuf_puts(out, p->cube_owner == CUBE_CENTRED ? tr("Double?") : tr("Redouble?"));
    else
        tr_add(out, "Doubled to {0}: take or pass?", TR_INT(2 * p->cube));
}

static void away_text(struct strbuf *out, const struct position *p, int side)
{
    if (p->length == 0) {
        strbuf_puts(out, tr("money"));
        return;
    }
    tr_add(out, "{0}-away against {1}-away", TR_INT(p->length - p->score[side]),
           TR_INT(p->length - p->score[1 - side]));
    strbuf_puts(out, p->crawford_game ? tr(", Crawford game") : "");
}

void question_state(const struct costly_question *c, struct strbuf *out)
{
    const struct position *p = &c->position;
    away_text(out, p, c->side);
    tr_add(out,
           p->cube_owner == CUBE_CENTRED ? N_(", cube {0}")
           : p->cube_owner == c->side    ? N_(", cube {0} own")
                                         : N_(", cube {0} opponent's"),
           TR_INT(p->cube));
}

static void text_of(struct draft *b, void (*say)(const struct costly_question *c, struct strbuf *out),
                    const struct costly_question *c)
{
    struct strbuf text = {0};
    say(c, &text);
    put_text(b, draft_string(b, "%s", strbuf_text(&text)));
    strbuf_done(&text);
}

/* ---- a question and its card ---- */

struct errors_list {
    struct draft *draft;
    const struct errors_page_options *options;
    const struct match *match; /* of the question at hand */
    struct card card;
    bool found; /* the card: else the record of the match is gone, and the question stands alone */
    bool folds; /* decisions are shown on demand */
};

static const char *anchor_of(struct errors_list *l, size_t n)
{
    return draft_string(l->draft, "%s%zu", l->options->anchors != NULL ? l->options->anchors : "e", n);
}

static void recall(struct errors_list *l, const struct costly_question *c)
{
    static const enum card_kind kinds[] = {CARD_PLAY, CARD_DOUBLE, CARD_ANSWER}; /* ORDER ASKS */
    const struct error_place *p = &c->place[0];
    l->match = l->options->record(l->options->context, p);
    l->found = l->match != NULL && card_find(&l->card, l->match, c->set, p->game, p->number, kinds[c->asks]);
    l->draft->match = l->match;
}

static void forget(struct errors_list *l)
{
    l->match = NULL;
    l->draft->match = NULL;
}

static void task(struct errors_list *l, const struct costly_question *c)
{
    if (l->found)
        card_task(l->draft, &l->card);
    else
        text_of(l->draft, question_text, c);
}

/* What the collection says of a decision whose record is gone. */
static void bare_line(struct draft *b, const struct costly_question *c, size_t n)
{
    node_begin(b, NODE_LINE, ROLE_NONE);
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_count(b, (long)n);
    node_end(b);
    put_name(b, c->side, c->place[0].player);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    text_of(b, question_text, c);
    put_words(b, c->asks == ASKS_PLAY ? ": " : " ");
    put_text(b, tr(c->place[0].action));
    node_end(b);
    node_begin(b, NODE_SPAN, ROLE_BADGE);
    put_emg(b, -c->worst);
    node_end(b);
    node_end(b);
}

static void bare_diagram(struct draft *b, const struct costly_question *c)
{
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = &c->position;
    n->diagram.name[0] = n->diagram.name[1] = "";
    node_begin(b, NODE_PARAGRAPH, ROLE_SCORE_LINE);
    text_of(b, question_state, c);
    node_end(b);
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
    struct strbuf stem = {0};
    utf8_brief(&stem, p->stem, 40); /* names of downloads are longer than a line */
    words_begin(b, "{0}, game {1}, move {2}", NULL, 0);
    put_text(b, draft_string(b, "%s", strbuf_text(&stem)));
    strbuf_done(&stem);
    put_count(b, p->game);
    put_count(b, p->number);
    node_end(b);
    if (o->pages != NULL)
        node_end(b);
    words_begin(b, ": {0} ({1})", NULL, 0);
    put_text(b, tr(p->action));
    put_emg(b, -p->error);
    node_end(b);
    node_end(b);
}

/* All that the report on the match says, what kind of decision it was, where it was met. */
static void answer(struct errors_list *l, const struct costly_question *c)
{
    struct draft *b = l->draft;
    if (l->found)
        card_answer(b, &l->card, l->options->shown);
    else
        note(b, ROLE_NOTE, "The collection has no analysis of this decision.");
    if (l->found && !lesson_is_known(&l->card.decision, l->card.cube))
        note(b, ROLE_NOTE,
             l->card.decision.marked ? N_("No single reason was found.")
                                     : N_("Too small to be marked: no reason was looked for."));
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "{0}, {1}; {2}", NULL, 0);
    put_words(b, phase_name((enum phase)c->phase));
    put_words(b, plan_name((enum plan)c->plan));
    put_words(b, error_kind_name(c->kind));
    node_end(b);
    node_end(b);
    themes_paragraph(b, c->themes);
    for (size_t i = 0; i < c->n_places; i++)
        place(b, l->options, &c->place[i]);
}

static void decision(struct errors_list *l, const struct costly_question *c, size_t n)
{
    struct draft *b = l->draft;
    struct node *d = node_begin(b, NODE_DECISION, c->asks == ASKS_PLAY ? ROLE_CHEQUER : ROLE_CUBE);
    d->side = c->side;
    d->mark = l->found ? card_mark(&l->card) : SKILL_NONE; /* the thresholds went with the record */
    d->folded = l->folds && d->mark != SKILL_NONE; /* else there is a line without a board */
    d->themes = c->themes;
    d->anchor = anchor_of(l, n);
    if (l->found) {
        card_line(b, &l->card, (long)n);
        card_diagram(b, &l->card);
    } else {
        bare_line(b, c, n);
        bare_diagram(b, c);
    }
    answer(l, c);
    node_end(b);
}

/* ---- a quiz ---- */

enum { CHOICES = 5 };
static const double AS_GOOD = 0.02; /* who chooses a play that loses no more has answered rightly */

static bool is_as_good(const struct alternative *a)
{
    return a->best || a->difference >= -AS_GOOD;
}

struct choice {
    const struct alternative *what;
    char order[KEY_LENGTH + 1];
};

static int by_order(const void *a, const void *b)
{
    return strcmp(((const struct choice *)a)->order, ((const struct choice *)b)->order);
}

/* The best alternatives and the one played, CHOICES + 1 at most, for whoever has to choose: in an order that follows
 * from the question alone, so that the best has no fixed place. One beside the best may be as good: with more of them
 * there would be little to choose. */
static size_t question_choices(const struct costly_question *c, struct choice out[CHOICES + 1])
{
    size_t n = 0, good = 0;
    for (size_t i = 0; i < c->n_alternatives; i++) {
        const struct alternative *a = &c->alternative[i];
        if (!a->played && (n >= CHOICES || (is_as_good(a) && ++good > 2)))
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

static const char *const letters[CHOICES + 1] = {"A", "B", "C", "D", "E", "F"};

/* On paper three questions are to fit one above the other: all choices in a paragraph, none broken by a line's end. */
static void choose_in_line(struct draft *b, const struct choice *choice, size_t n)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < n; i++) {
        strbuf_printf(&text, "%s%s\xc2\xa0", i > 0 ? " \xc2\xb7 " : "", letters[i]);
        for (const char *c = tr(choice[i].what->text); *c != '\0'; c++)
            if (*c == ' ')
                strbuf_puts(&text, "\xc2\xa0");
            else
                strbuf_putc(&text, *c);
    }
    node_begin(b, NODE_PARAGRAPH, ROLE_NONE);
    put_text(b, draft_string(b, "%s", strbuf_text(&text)));
    node_end(b);
    strbuf_done(&text);
}

static void choose(struct draft *b, const struct costly_question *c, bool in_line)
{
    struct choice choice[CHOICES + 1];
    const size_t n = question_choices(c, choice);
    if (in_line) {
        choose_in_line(b, choice, n);
        return;
    }
    node_begin(b, NODE_FACTS, ROLE_CHOICES);
    for (size_t i = 0; i < n; i++)
        fact_text(b, letters[i], tr(choice[i].what->text));
    node_end(b);
}

/* What a script needs that judges an answer: which question it is, the position, and what every play or cube action
 * that the record has loses, what all others do; of doubling what the opponent's answer is worth. */
static void values(struct errors_list *l, const struct costly_question *c)
{
    struct strbuf text = {0};
    if (l->options->value == NULL || !l->found || c->asks != ASKS_PLAY)
        return;
    const bool about = l->options->value(l->options->values, c, &l->card.decision.before, &text);
    fact_text(l->draft, about ? "about" : "others", draft_string(l->draft, "%s", strbuf_text(&text)));
    strbuf_done(&text);
}

static void answers(struct errors_list *l, const struct costly_question *c)
{
    struct draft *b = l->draft;
    char id[XGID_MAX];
    xgid(&c->position, id);
    node_begin(b, NODE_FACTS, ROLE_ANSWERS);
    fact_text(b, "key", c->key);
    fact_text(b, "position", id);
    fact_text(b, "side", c->side == 0 ? "0" : "1");
    for (size_t i = 0; i < c->n_cube; i++)
        fact_text(b, c->cube[i].text, draft_string(b, "%.4f", c->cube[i].equity));
    for (size_t i = 0; c->n_cube == 0 && i < c->n_alternatives; i++)
        fact_text(b, c->alternative[i].text, draft_string(b, "%.4f", c->alternative[i].difference));
    values(l, c);
    node_end(b);
}

static void asked(struct errors_list *l, const struct costly_question *c, size_t n)
{
    struct draft *b = l->draft;
    draft_open(b, NODE_SECTION, ROLE_QUESTION, anchor_of(l, n))->level = 2;
    heading_begin(b, 2);
    put_counted(b, "{0}. ", NULL, (long)n);
    task(l, c);
    node_end(b);
    draft_ready(b);
    (l->found ? card_question(b, &l->card, l->options->sheet) : bare_diagram(b, c));
    if (l->options->sheet) {
        node_begin(b, NODE_PARAGRAPH, ROLE_ACTION);
        put_words(b, "Your answer: ________________________");
        node_end(b);
    }
    choose(b, c, l->options->sheet);
}

/* Of a play: the board again, with arrows for the best play and for the one made. */
static void picture(struct errors_list *l)
{
    if (l->found && !l->card.cube)
        card_picture(l->draft, &l->card);
}

static void question(struct errors_list *l, const struct costly_question *c, size_t n)
{
    struct draft *b = l->draft;
    asked(l, c, n);
    if (l->options->answers)
        answers(l, c);
    draft_fold(b, 3, NULL);
    put_words(b, "Answer");
    node_end(b);
    draft_ready(b);
    picture(l);
    answer(l, c);
    draft_close(b);
    draft_close(b);
}

/* ---- a sheet to write on ---- */

static void blank(struct errors_list *l, const struct costly_question *c, size_t n)
{
    asked(l, c, n);
    draft_close(l->draft);
}

/* NULL: it was not among the choices. */
static const char *letter_of(const struct costly_question *c, const struct alternative *a)
{
    struct choice choice[CHOICES + 1];
    const size_t n = question_choices(c, choice);
    for (size_t i = 0; i < n; i++)
        if (choice[i].what == a)
            return letters[i];
    return NULL;
}

static void key_alternative(struct draft *b, const char *letter, const struct alternative *a)
{
    words_begin(b, "{0} {1}", NULL, 0);
    put_text(b, letter);
    put_text(b, tr(a->text));
    node_end(b);
    if (a->best)
        return;
    put_words(b, is_as_good(a) ? " as good (" : " ");
    put_emg(b, a->difference);
    put_words(b, is_as_good(a) ? ")" : "");
}

/* Why what was played was an error; nothing where no reason is known. */
static void key_reason(struct draft *b, const struct costly_question *c)
{
    struct strbuf words = {0};
    if (c->lesson.n > 0 && lesson_words(&c->lesson, &c->position.board, &c->best_play, &words)) {
        put_words(b, ". ");
        put_text(b, draft_string(b, "%s", strbuf_text(&words)));
    }
    strbuf_done(&words);
}

/* One line: "1. C 8/5 6/5; B 13/10 6/5 -0.034; played A ..." */
static void key_line(struct errors_list *l, const struct costly_question *c, size_t n)
{
    struct draft *b = l->draft;
    bool first = true;
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    link_begin(b, NULL, anchor_of(l, n))->role = ROLE_PAGES;
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    put_counted(b, "{0}.", NULL, (long)n);
    node_end(b);
    node_end(b);
    put_words(b, " ");
    for (size_t i = 0; i < c->n_alternatives; i++) {
        const struct alternative *a = &c->alternative[i];
        const char *letter = letter_of(c, a);
        if (letter == NULL)
            continue;
        put_words(b, first ? "" : "; ");
        key_alternative(b, letter, a);
        if (a->played)
            put_words(b, " (played)");
        first = false;
    }
    key_reason(b, c);
    node_end(b);
}

/* ---- documents ---- */

static void each(struct errors_list *l, const struct costly_list *list,
                 void (*put)(struct errors_list *l, const struct costly_question *c, size_t n))
{
    for (size_t i = 0; i < list->n; i++) {
        recall(l, &list->at[i]);
        put(l, &list->at[i], i + 1);
        forget(l);
    }
}

static void sheet(struct errors_list *l, const struct costly_list *list)
{
    each(l, list, blank);
    draft_section(l->draft, ROLE_ANSWERS, 2, "answers", "Answers");
    note(l->draft, ROLE_NOTE, "The best first, then what each of the others loses, and why.");
    for (size_t i = 0; i < list->n; i++)
        key_line(l, &list->at[i], i + 1);
    draft_close(l->draft);
}

void errors_page(const struct costly_list *list, const struct errors_page_options *o, struct node_receiver *to)
{
    struct draft draft;
    struct errors_list l = {.draft = &draft, .options = o};
    struct theme_counts themes = {{0}};
    const bool filtered = !o->sheet && !o->quiz;
    for (size_t i = 0; filtered && i < list->n; i++)
        themes_count(&themes, list->at[i].themes);
    draft_begin(&draft, NULL, to);
    draft.themes = themes_counted(&themes);
    draft_titled(&draft, ROLE_POSITIONS, o->title);
    draft_close(&draft);
    if (o->sheet) {
        sheet(&l, list);
    } else if (o->quiz) {
        each(&l, list, question);
    } else {
        draft_section(&draft, ROLE_ERRORS, 2, "errors", "Costliest decisions");
        themes_filter(&draft, &themes);
        each(&l, list, decision);
        draft_close(&draft);
    }
    draft_close(&draft);
    draft_end(&draft);
}

void errors_example(struct draft *b, const struct costly_question *c, const struct errors_page_options *o, size_t n,
                    bool folded)
{
    const struct match *around = b->match;
    struct errors_list l = {.draft = b, .options = o, .folds = folded};
    recall(&l, c);
    decision(&l, c, n);
    forget(&l);
    b->match = around;
}

/* ---- a deck ---- */

void errors_card(const struct costly_question *c, const struct errors_page_options *o, struct node_receiver *question,
                 struct node_receiver *solution)
{
    struct draft draft, *b = &draft;
    struct errors_list l = {.draft = b, .options = o};
    draft_begin(b, NULL, question);
    recall(&l, c);
    node_begin(b, NODE_PARAGRAPH, ROLE_ACTION);
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    task(&l, c);
    node_end(b);
    card_seat(b, c->side);
    node_end(b);
    (l.found ? card_question(b, &l.card, false) : bare_diagram(b, c));
    choose(b, c, false);
    b->to = solution;
    picture(&l);
    answer(&l, c);
    forget(&l);
    draft_end(b);
}
