/* What a player should study: examples and a quiz, from the records of a collection. */
#ifndef KIBITZER_STUDY_QUIZ_H
#define KIBITZER_STUDY_QUIZ_H

#include "collection/study.h"
#include "pages/costly.h"

struct study_examples {
    struct costly_list list[LEAKS];
    study_boards at; /* the costliest positions of each leak */
    int n;
};

/* False on an error of the database. Release with study_examples_done() in either case. */
bool study_examples(struct costly_records *r, int64_t person, const struct study *st, struct study_examples *out);
void study_examples_done(struct study_examples *e);

struct study_quiz {
    int64_t person;
    const char *name;
    const struct study *study;
    int worst;
    enum document_form form;
    const char *pages; /* as struct errors_page_options */
    const struct board_look *look; /* likewise */
};

/* The costliest positions of all leaks. False on an error of the database, or after a diagnostic. */
bool study_quiz(struct costly_records *r, const struct study_quiz *q, struct strbuf *out, struct diags *d);

#endif
