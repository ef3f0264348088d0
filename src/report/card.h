/* A decision as a card, wherever it is asked or explained: pages of errors, quizzes, decks, pictures. It says what the
 * block of the same decision says in the report on its match: both are made of the same parts (match_report.h). */
#ifndef KIBITZER_CARD_H
#define KIBITZER_CARD_H

#include "report/decision.h"
#include "document/draft.h"

struct card {
    const struct match *match;
    int set; /* that judges it; -1 = none */
    bool cube; /* the cube decision, else the play */
    struct decision decision; /* stays where it is as long as blocks about it are made */
};

/* The decision of game `game` (its number) and move `number` that is of this kind. False: there is none. */
enum card_kind { CARD_PLAY, CARD_DOUBLE, CARD_ANSWER };
bool card_find(struct card *c, const struct match *m, int set, int game, int number, enum card_kind kind);
/* The decision that o->place or o->position means, the one that a position asks for, else the costliest. */
bool card_at(struct card *c, const struct match *m, const struct export_options *o);
/* The whole card as blocks without a document. */
void card_build(const struct card *c, const struct export_options *o, struct node_receiver *to);

enum skill card_mark(const struct card *c); /* by the thresholds of the analysis that judges it */

/* Pieces and blocks, put into a draft whose match is the card's. */
void card_task(struct draft *b, const struct card *c); /* "Ann to play 31": a piece of a sentence */
void card_seat(struct draft *b, int side); /* " (dark chequers, at the bottom)": another */
void card_line(struct draft *b, const struct card *c, long number); /* what was done and what it cost */
void card_question(struct draft *b, const struct card *c,
                   bool brief); /* the board without an answer in it, score, IDs */
void card_diagram(struct draft *b, const struct card *c); /* the board with what was played and what is best */
void card_picture(struct draft *b, const struct card *c); /* the same without IDs */
void card_answer(struct draft *b, const struct card *c, const struct export_options *o); /* all figures, comments */

#endif
