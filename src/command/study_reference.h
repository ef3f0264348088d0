/* The answer of `study --reference`. */
#ifndef KIBITZER_COMMAND_STUDY_REFERENCE_H
#define KIBITZER_COMMAND_STUDY_REFERENCE_H

#include "collection/reference.h"
#include "command/answers.h"
#include "document/answer.h"

extern const struct answer_document reference_document;
int reference_put(const struct answers_options *to, const char *name, const struct costly_list *list,
                  const struct reference *r);
/* "against Bob, 2025-10-07, game 2 move 5" */
void put_error_place(const struct error_place *p, struct strbuf *out);
/* "8/5 6/5, better double, take (0.123)" */
void played_and_better(const struct costly_question *q, struct strbuf *out);
void reference_text(const char *name, const struct costly_list *list, const struct reference *r, struct strbuf *out);

#endif
