/* The answer of `study --event`. */
#ifndef KIBITZER_COMMAND_STUDY_REVIEW_H
#define KIBITZER_COMMAND_STUDY_REVIEW_H

#include "collection/review.h"
#include "document/answer.h"
#include "command/answers.h"

extern const struct answer_document review_document;
int review_put(const struct answers_options *to, const char *name, const char *event, const struct review *r);
void review_text(const char *name, const char *event, const struct review *r, struct strbuf *out);

#endif
