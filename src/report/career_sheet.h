/* What the sections of a player's page share. */
#ifndef KIBITZER_CAREER_SHEET_H
#define KIBITZER_CAREER_SHEET_H

#include "collection/career.h"
#include "document/draft.h"
#include "report/study_section.h"

enum { SHEET_PR_SCALE = 500 };

struct sheet {
    struct draft draft;
    const struct career *c;
    const struct figures *all;
    const char *extension; /* of the reports of matches */
    const char *up; /* the way to them: "../", or "" */
    const struct study_sheet *study;
};

double sheet_interval(const struct ratio *r, double scale); /* 0 = not known */
struct number sheet_rate(const struct ratio *r);
const struct ratio *sheet_ratio(const struct sheet *p, enum figure f); /* of all decisions */
/* A section that is a table. */
void sheet_section(struct sheet *p, enum role role, const char *anchor, const char *words, const struct column *columns,
                   int n);
void sheet_section_end(struct sheet *p); /* of the section and its table */
/* Cells. */
void sheet_count(struct draft *b, int column, double n);

void sheet_figures(struct sheet *p); /* the head's */
void sheet_trend(struct sheet *p);
void sheet_legend(struct sheet *p);
void sheet_rates(struct sheet *p);
void sheet_errors(struct sheet *p);
void sheet_newest(struct sheet *p); /* nothing where there are none */
void sheet_luck(struct sheet *p);
void sheet_opponents(struct sheet *p);
void sheet_openings(struct sheet *p);
void sheet_scores(struct sheet *p);
void sheet_matches(struct sheet *p);

#endif
