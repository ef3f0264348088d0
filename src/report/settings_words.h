/* Settings of an analysis or a rollout for the reader. Records keep them in English (analyze/described.h,
 * rollout/rollout.h), as programs read them there. */
#ifndef KIBITZER_SETTINGS_WORDS_H
#define KIBITZER_SETTINGS_WORDS_H

#include "document/draft.h"

/* In the current language; parts that are not ours stay as they are. */
void settings_words(const char *settings, struct strbuf *out);
const char *settings_of_draft(struct draft *b, const char *settings); /* NULL: NULL */

#endif
