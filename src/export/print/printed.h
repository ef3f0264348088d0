/* What the files of the printed report share: printed.c (pages and games), printed_overview.c (the tables in front of
 * the games), printed_decision.c (blocks). Lengths are points, y grows downwards. */
#ifndef KIBITZER_PRINTED_H
#define KIBITZER_PRINTED_H

#include "export/print/paper.h"
#include "export/export.h"
#include "report/decision.h"

enum {
    PAGE_WIDTH = 595,
    PAGE_HEIGHT = 842, /* A4 */
    MARGIN = 40,
    CONTENT = PAGE_WIDTH - 2 * MARGIN,
    COLUMN = 250,
    GAP = CONTENT - 2 * COLUMN,
    TOP = 54,
    FLOOR = PAGE_HEIGHT - 36
};

enum { INK = 0x22252a, SOFT = 0x6b6f76, HAIR = 0xd9d4ca, LINK = 0x1d5f8a };

struct target { /* an error in the list, waiting for the page of its decision */
    int page;
    struct paper_area area;
    const struct decision *decision;
};

struct document {
    struct paper *paper;
    const struct report *r;
    const struct export_options *o;
    struct strbuf title;
    int column; /* 0, 1 */
    float y; /* next free line of the column */
    int n_pages;
    struct paper_place *places; /* of each decision */
    struct target *targets;
    size_t n_targets, target_capacity;
    int games;
};

extern const struct paper_style printed_text, printed_soft;
extern const uint32_t printed_skill_colour[4]; /* by enum skill */

void printed_new_page(struct document *d);
void printed_need(struct document *d, float height); /* makes sure that it is free in the column at hand */
void printed_need_wide(struct document *d, float height); /* the same over the whole width */
float printed_column_x(const struct document *d);
void printed_disc(struct document *d, int who, float x, float y, float radius);

void printed_overview(struct document *d);
void printed_statistics(struct document *d);
void printed_decision(struct document *d, const struct decision *at, size_t nth); /* the n-th shown one of its game */
void printed_comment(struct document *d, const char *text);

#endif
