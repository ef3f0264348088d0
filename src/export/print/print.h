/* The report on paper: what the files of the print writer share. print.c has the pages and takes the document, rooms.c
 * surveys it before, block.c knows how each kind of block looks, table.c and plot.c the larger ones, words.c sets
 * lines.
 *
 * A block is measured before it is placed, by the same functions that draw it: while `measuring`, nothing reaches the
 * paper. Lengths are points, y grows downwards. */
#ifndef KIBITZER_PRINT_H
#define KIBITZER_PRINT_H

#include "export/brief.h"
#include "export/export.h"
#include "export/print/paper.h"
#include "document/node.h"

enum { INK = 0x22252a, SOFT = 0x5d6168, HAIR = 0xd9d4ca, LINK = 0x1d5f8a, GROUND = 0xf7f4ee };

extern const uint32_t print_mark_colour[4], print_mark_ground[4]; /* by enum skill */

struct area {
    float x, y, width;
};

struct target { /* a link, waiting for the place it leads to */
    int page;
    struct paper_area area;
    const char *anchor; /* in `kept` */
};

struct anchor {
    const char *name; /* in `kept` */
    struct paper_place place;
};

enum { COLUMNS_MAX = 16 };

struct grid { /* widths of columns; 0 = below the row */
    float width[COLUMNS_MAX];
    float least[COLUMNS_MAX]; /* of figures: as wide as the widest word or figure */
    float parted[COLUMNS_MAX]; /* the same where the disc of a title may be above it */
    int rows; /* of a long table */
};

enum board_size { BOARD_LARGE, BOARD_MEDIUM, BOARD_SMALL, BOARD_SIZES, BOARD_NONE };

struct room { /* that a block wants which may be the first of its section */
    int section; /* in the order of the document */
    bool decision, folded, table, has_notes;
    enum skill mark;
    int rank;
    float height[BOARD_SIZES];
};

struct printer {
    struct node_receiver receiver;
    struct paper *paper;
    struct theme theme;
    bool home_left;
    int numbers; /* enum board_numbers */
    struct arena *kept; /* lives as long as the document */
    float page_width, page_height, margin;
    float board_width, least_board; /* of large boards; of those in cards and questions, which are to share a page */
    bool beside; /* words are beside large boards */
    bool book; /* as in struct printed_document */
    const struct anchor *known; /* of a book: where anchors were when it was measured, by name */
    size_t n_known;
    char *title; /* of the document: stands on each page but the first */
    bool measuring;
    bool flowing; /* each line looks for its own place: what is higher than a page */
    bool columns; /* two of them, from `top` on; else the whole width */
    bool across; /* cards of the costliest decisions come, across both */
    bool wide; /* because a section asks for it */
    bool asking; /* in a question, which stays whole */
    bool whole_match; /* it is the report on one */
    bool indexed; /* it is an index: of many matches or players */
    bool whole; /* as in struct export_options */
    bool analysed; /* decisions are marked: those that are not are listed */
    bool brief; /* the decision at hand is listed */
    bool wide_board; /* as wide as the area */
    int column;
    float top, y; /* of the columns; the next free line */
    int section, above[8], depth; /* outline entries: of the section at hand, of those around it */
    int hidden; /* sections inside of one that is left out */
    int n_cards; /* so far, of a group */
    float cards_height;
    struct grid *grids; /* of opened tables, as the survey found them: how wide their columns want to be */
    struct room *rooms;
    int *depths; /* of sections, from the first on, which has 1 */
    float column_height;
    enum board_size size; /* of the boards of marked decisions */
    int with_board; /* how many of the costliest errors get one; INT_MAX = all */
    float wanted[BOARD_SIZES], others; /* how high all of them are at each size; how high the rest is */
    float glossary; /* how high that is */
    struct {
        const struct node *of;
        float room, width;
    } labels; /* of the facts at hand */
    struct {
        float until, by; /* how far down; how much wider lines are below. 0 = no picture */
    } around; /* the picture that words are beside */
    int n_rows; /* of the table that is being surveyed */
    bool leads; /* it is the first block of its section */
    bool explaining, errors_alone; /* it is open; errors are all that there is */
    size_t n_grids, grid_capacity, n_rooms, room_capacity, depth_capacity, next_grid, next_room;
    int n_sections;
    struct node table; /* the opened one */
    bool in_table, table_begun, first_block;
    int rows_put; /* of the table */
    struct target *targets;
    struct anchor *anchors;
    size_t n_targets, target_capacity, n_anchors, anchor_capacity;
    size_t n_marked, n_listed; /* decisions that the survey found */
    struct brief_losses lost;
};

/* ---- print.c ---- */

/* The report on a match on such a paper: what the exporters do, and tests with a paper of their own. */
bool print_write(struct paper *(*open_paper)(void), const struct match *m, const struct export_options *o,
                 struct sink *out, struct diags *d);

void print_need(struct printer *p, float height); /* makes sure that it is free where the next block goes */
struct area print_area(const struct printer *p); /* the column, from the next free line on */

int print_page_of(const struct printer *p, const char *anchor); /* of a book; 0 = not known */

float print_measure(struct printer *p, const struct node *n); /* how high it is in the column */
bool print_is_left_out(const struct printer *p, const struct node *n); /* a section */
bool print_leaves_out(const struct printer *p, const struct node *n); /* a block */
bool print_has_notes(const struct node *decision);

enum { GROUPS_MAX = 12 };
struct table_part { /* of a table: some of its groups */
    struct node table, child[GROUPS_MAX];
};

/* The groups of a table from one to another, with its head. */
void print_part_of(struct table_part *out, const struct node *table, int from, int to);

/* What the font had no sign for, and what was left out. */
void print_say_what_is_missing(const struct printer *p, struct diags *d);

/* ---- rooms.c ---- */

enum { LISTED = 10, FIRST_ROWS = 42 }; /* about how high a listed decision is, and the head of a table with two rows */
struct printed_document;
void print_survey(struct printer *p,
                  const struct printed_document *doc); /* fills in `grids`, `rooms` and the heights */

/* ---- words.c ---- */

struct line_style {
    struct paper_style font;
    float leading;
    bool discs; /* a disc stands for a player's name */
};

extern const struct line_style style_small, style_title, style_section, style_head;

/* Sets what a node contains, wrapped into the area's width; returns its height. */
float words_put(struct printer *p, const struct node *n, struct area at, const struct line_style *s);
/* The same for plain text, line feeds are kept. */
float words_put_text(struct printer *p, const char *text, struct area at, const struct line_style *s);
float words_width(struct printer *p, const struct node *n, const struct line_style *s); /* on one line */
float words_widest(struct printer *p, const struct node *n, const struct line_style *s); /* of those between blanks */

/* ---- block.c ---- */

/* Of the board of a decision; BOARD_NONE: it is listed. */
enum board_size block_board(const struct printer *p, const struct node *decision);
float block_put(struct printer *p, const struct node *n, struct area at);
bool block_is_block(const struct node *n);

/* ---- table.c ---- */

float table_put(struct printer *p, const struct node *table, struct area at);
/* Long tables come row by row, with the widths that a survey found. */
void table_survey(struct printer *p, const struct node *table, struct grid *g, const struct node *row); /* NULL: head */
/* About how high it is in the columns of the page, when all of its rows were surveyed. */
float table_height(const struct printer *p, const struct node *table, const struct grid *g, int rows);
void table_open(struct printer *p, const struct node *table);
void table_row(struct printer *p, const struct node *row);
void table_close(struct printer *p);
/* ---- plot.c ---- */

float plot_put(struct printer *p, const struct node *plot, struct area at);
void plot_under(struct printer *p, const struct number *n, struct area at); /* the bar of a figure in a table */

#endif
