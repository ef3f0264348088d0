/* Why a decision was wrong, in sentences: reasons of the record (match/reasons.h) in words. */
#ifndef KIBITZER_LESSONS_H
#define KIBITZER_LESSONS_H

#include "report/decision.h"

struct draft;

/* A paragraph; nothing where nothing was found. `cube`: of the cube action, else of the play. */
void lesson_paragraph(struct draft *b, const struct decision *d, bool cube);
bool lesson_is_known(const struct decision *d, bool cube); /* would it be one? */

/* The same as plain text; false where nothing was found. */
bool lesson_text(const struct decision *d, bool cube, struct strbuf *out);
/* The same of a lesson by itself; `before` and `best` are read of plays alone. */
bool lesson_words(const struct lesson *l, const struct board *before, const struct play *best, struct strbuf *out);

#endif
