/* Two analyses side by side, as rows. */
#ifndef KIBITZER_COMMAND_COMPARE_H
#define KIBITZER_COMMAND_COMPARE_H

#include "command/answers.h"
#include "match/compared.h"

extern const struct answer_document compare_document;

/* An enum call_ending. */
int comparison_put(const struct answers_options *o, const struct comparison *c);

#endif
