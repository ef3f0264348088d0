/* The costliest decisions of a collection as a document, each as a card (card.h) with its places; a quiz asks first. */
#ifndef KIBITZER_ERRORS_PAGE_H
#define KIBITZER_ERRORS_PAGE_H

#include "collection/errors.h"
#include "document/node.h"

struct board_look;
struct draft;
struct export_options;

struct errors_page_options {
    const char *title;
    const char *anchors; /* of questions, with a number behind; NULL = "e" */
    const char *pages; /* folder of the match pages as seen from this one, for links; "" = the same; NULL = no links */
    bool quiz; /* the answers are folded */
    bool answers; /* quiz: with what a script needs that judges answers */
    bool sheet; /* quiz on paper: room for answers, and their key at the end */
    int columns; /* of text; 0 = the usual 80 */
    const struct board_look *look; /* of boards; NULL = the usual one */
    const struct export_options *shown; /* of the figures */
    /* The match that it names, or NULL; it is there until the next call. */
    const struct match *(*record)(void *context, const struct error_place *p);
    void *context;
    /* quiz: the loss of a play for which the question has no figure (pages/quiz_values.h), or NULL */
    bool (*value)(void *values, const struct costly_question *c, const struct position *p, struct strbuf *out);
    void *values;
};

/* "To play 31", "Redouble?", "Doubled to 4: take or pass?" */
void question_text(const struct costly_question *c, struct strbuf *out);
void question_state(const struct costly_question *c, struct strbuf *out); /* score and cube */

void errors_page(const struct costly_list *list, const struct errors_page_options *o, struct node_receiver *to);
/* One of them, as a list shows it, put into another document. */
void errors_example(struct draft *b, const struct costly_question *c, const struct errors_page_options *o, size_t n,
                    bool folded);
/* The two sides of a card: blocks without a document around them. */
void errors_card(const struct costly_question *c, const struct errors_page_options *o, struct node_receiver *question,
                 struct node_receiver *solution);

#endif
