/* What a player should study, as a section of a page and as a page of its own. */
#ifndef KIBITZER_STUDY_SECTION_H
#define KIBITZER_STUDY_SECTION_H

#include "collection/study.h"
#include "document/draft.h"
#include "report/errors_page.h"

struct study_sheet {
    const char *name; /* of the player */
    const struct study *study;
    const study_boards *examples; /* or NULL: none */
    const struct errors_page_options *options; /* of examples */
    bool folds; /* of each leak's boards the first is open, the others on demand */
    const char *quiz; /* page of a quiz of such positions, or NULL */
};

void study_section(struct draft *b, const struct study_sheet *s);
void study_page(const struct study_sheet *s, struct node_receiver *to);

/* What the leak is worth, as indented lines: its rate beside the level's, and what is left of the difference beyond
 * chance. */
void study_sentences(const struct leak *l, struct strbuf *out);

#endif
