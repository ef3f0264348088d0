/* What `verify` answers. */
#ifndef KIBITZER_VERIFY_ANSWER_H
#define KIBITZER_VERIFY_ANSWER_H

#include "command/answers.h"
#include "command/verify_report.h"

struct verify_found {
    const struct verify_setting *setting;
    const struct verified *at;
    size_t n;
    const char *const *bare; /* files of reports without a certificate */
    size_t n_bare;
};

extern const struct answer_document *const verify_answers[];

int verify_answer(const struct answers_options *to, const struct verify_found *f);

#endif
