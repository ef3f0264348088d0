/* How records were read, in words: analysis settings name them, verification compares them. */
#ifndef KIBITZER_COMMAND_READING_H
#define KIBITZER_COMMAND_READING_H

#include "base/option.h"

/* "jacoby yes, encoding cp1251": the options that say what a file holds, of those that are given; NULL = none is. Lives
 * as long as `given`. */
const char *reading_words(const struct options *given);

/* Two such texts, the first of settings, where a semicolon may end it: do they say the same? If not, the options that
 * the second lacks or has too much are appended to `needed`, as they are typed. */
bool reading_same(const char *theirs, const char *ours, struct strbuf *needed);

#endif
