/* Themes of decisions in documents: a line below a decision, and what a list of errors can be filtered by. */
#ifndef KIBITZER_THEME_LIST_H
#define KIBITZER_THEME_LIST_H

#include "document/draft.h"
#include "match/themes.h"

/* A paragraph, "Themes: safe or bold, key point"; nothing for none. */
void themes_paragraph(struct draft *b, theme_set themes);

/* How many errors have each theme. */
struct theme_counts {
    long n[THEMES];
};

void themes_count(struct theme_counts *c, theme_set themes);
theme_set themes_counted(const struct theme_counts *c);
/* Navigation, the theme of most errors first: each is a span of one theme. Nothing where there is nothing to choose. */
void themes_filter(struct draft *b, const struct theme_counts *c);

#endif
