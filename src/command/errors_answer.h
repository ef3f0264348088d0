/* What `errors` and `find` answer, as rows. */
#ifndef KIBITZER_ERRORS_ANSWER_H
#define KIBITZER_ERRORS_ANSWER_H

#include "collection/errors.h"
#include "collection/find.h"
#include "command/answers.h"

extern const struct answer_document errors_document, find_document;

/* Either returns an enum call_ending. */
int errors_put(const struct answers_options *o, const struct costly_list *list);
int found_put(const struct answers_options *o, const struct found_list *list);

#endif
