/* Costly decisions as cards with a question and an answer: a deck that Anki imports. */
#ifndef KIBITZER_CARDS_H
#define KIBITZER_CARDS_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "report/errors_page.h"

struct card_options {
    const char *title; /* of the deck */
    const struct errors_page_options *page; /* where records come from, and what is shown of them */
    int64_t version; /* of the deck: what is higher replaces cards of an earlier export */
};

/* An .apkg file: a zip of an SQLite database. Notes are known again by what is asked, so that a later export updates
 * them and brings no duplicates. False after a diagnostic. */
bool cards_anki(const struct costly_list *list, const struct card_options *o, struct strbuf *out, struct diags *d);

/* The two sides of a card as pieces of HTML. */
void card_sides(const struct costly_question *c, const struct errors_page_options *o, struct strbuf *question,
                struct strbuf *answer);

#endif
