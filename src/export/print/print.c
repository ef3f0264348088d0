/* The report on paper, as PDF and as PostScript: takes the document block by block, finds room for each, and keeps what
 * an outline and links need. From the first section after the overview on a page has two columns. docs/formats/pdf.md,
 * ps.md. */
#include "export/print/document.h"
#include "export/print/print.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/xmalloc.h"
#include "export/brief.h"
#include "export/board/picture.h"
#include "export/export.h"
#include "report/report.h"

enum { MARGIN = 40, TOP = 40, BOTTOM = 24, BOOK_BOTTOM = 17, GAP = 15 };
enum { BOARD_WIDTH = 227 }; /* 8 cm */
enum { ERRORS_ALONE = 4 }; /* pages */
enum { HEAD = 24 }; /* about how high it is */

/* ---- the flow ---- */

static float content_width(const struct printer *p)
{
    return p->page_width - 2 * p->margin;
}

static void new_page(struct printer *p)
{
    static const struct paper_style left = {7.5f, PAPER_PLAIN, SOFT, PAPER_LEFT},
                                    right = {7.5f, PAPER_PLAIN, SOFT, PAPER_RIGHT};
    char number[16];
    paper_page(p->paper, p->page_width, p->page_height);
    p->column = 0;
    p->y = p->top = TOP;
    if (p->paper->n_pages == 1)
        return;
    snprintf(number, sizeof number, "%d", p->paper->n_pages);
    paper_text(p->paper, p->margin, 28, content_width(p) - 30, &left, p->title);
    paper_text(p->paper, p->margin, 28, content_width(p), &right, number);
    paper_rule(p->paper, p->margin, 33, p->margin + content_width(p), 33, 0.5f, HAIR);
}

static float floor_of(const struct printer *p)
{
    return p->page_height - (p->book ? BOOK_BOTTOM : BOTTOM);
}

void print_need(struct printer *p, float height)
{
    if (p->y + height <= floor_of(p))
        return;
    const bool has_room = p->top + height <= floor_of(p) || height > p->column_height; /* else on no page's column */
    if (p->columns && p->column == 0 && has_room) {
        p->column = 1;
        p->y = p->top;
    } else {
        new_page(p);
    }
}

struct area print_area(const struct printer *p)
{
    float width = p->columns ? (content_width(p) - GAP) / 2 : content_width(p);
    return (struct area){p->margin + (float)p->column * (width + GAP), p->y, width};
}

float print_measure(struct printer *p, const struct node *n)
{
    p->measuring = true;
    float height = block_put(p, n, print_area(p));
    p->measuring = false;
    return height;
}

/* ---- outline and links ---- */

static void remember_anchor(struct printer *p, const struct node *n)
{
    if (n->anchor == NULL)
        return;
    p->anchors = grow(p->anchors, p->n_anchors, &p->anchor_capacity, sizeof *p->anchors);
    p->anchors[p->n_anchors++] = (struct anchor){arena_strdup(p->kept, n->anchor), paper_here(p->paper, p->y - 8)};
}

static int outline(struct printer *p, int parent, const struct node *words)
{
    struct strbuf title = {0};
    if (words == NULL)
        return parent;
    if (words->kind != NODE_LINE)
        node_text(words, &typography_paper, &title);
    else
        for (const struct node *c = words->first; c != NULL; c = c->next) {
            strbuf_puts(&title, c != words->first ? " " : "");
            node_text(c, &typography_paper, &title);
        }
    int entry = paper_outline(p->paper, parent, strbuf_text(&title), paper_here(p->paper, p->y - 8));
    strbuf_done(&title);
    return entry;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct anchor *)a)->name, ((const struct anchor *)b)->name);
}

static void link_all(struct printer *p)
{
    if (p->n_anchors == 0)
        return;
    qsort(p->anchors, p->n_anchors, sizeof *p->anchors, by_name);
    for (size_t i = 0; i < p->n_targets; i++) {
        const struct anchor wanted = {.name = p->targets[i].anchor};
        const struct anchor *found = bsearch(&wanted, p->anchors, p->n_anchors, sizeof wanted, by_name);
        if (found != NULL)
            paper_link(p->paper, p->targets[i].page, p->targets[i].area, found->place);
    }
}

/* ---- taking blocks ---- */

/* What is not parted from the block behind it: a line or a heading, and a board from the words about it. */
static bool leads(const struct node *n)
{
    return n->kind == NODE_LINE || n->kind == NODE_HEADING || n->kind == NODE_DIAGRAM;
}

static float measure_all(struct printer *p, const struct node *first)
{
    float height = 0;
    for (const struct node *n = first; n != NULL; n = n->next)
        height += print_measure(p, n);
    return height;
}

static float measure_with_next(struct printer *p, const struct node *n)
{
    float height = print_measure(p, n);
    for (; leads(n) && n->next != NULL; n = n->next)
        height += print_measure(p, n->next);
    return fminf(height, p->column_height);
}

/* What is higher than a page goes on piece by piece, its words line by line. */
static void flow(struct printer *p, const struct node *n)
{
    bool parts = false;
    for (const struct node *c = n->first; c != NULL; c = c->next)
        parts = parts || block_is_block(c);
    if (parts && n->kind != NODE_FACT) {
        for (const struct node *c = n->first; c != NULL; c = c->next) {
            float height = print_measure(p, c);
            if (height > p->column_height) {
                flow(p, c);
                continue;
            }
            print_need(p, measure_with_next(p, c));
            p->y += block_put(p, c, print_area(p));
        }
        return;
    }
    p->flowing = true;
    p->y += block_put(p, n, print_area(p));
    p->flowing = false;
}

void print_part_of(struct table_part *out, const struct node *table, int from, int to)
{
    int i = 0;
    out->table = *table;
    out->table.first = NULL;
    for (const struct node *c = table->first; c != NULL && i < to; c = c->next, i++)
        if (i >= from) {
            out->child[i] = *c;
            out->child[i].next = NULL;
            if (i > from)
                out->child[i - 1].next = &out->child[i];
        }
    out->table.first = &out->child[from];
}

static void place(struct printer *p, const struct node *n);

/* A table of groups goes on in the next column rather than leave this one half empty, or go beyond the page. */
static bool place_groups(struct printer *p, const struct node *table)
{
    struct table_part part;
    int n = 0;
    for (const struct node *c = table->first; c != NULL; c = c->next)
        n += c->kind == NODE_GROUP || c == table->first ? 1 : GROUPS_MAX;
    if (n > GROUPS_MAX || table->kind != NODE_TABLE)
        return false;
    for (int fit = n - 1; fit > 0; fit--) {
        print_part_of(&part, table, 0, fit);
        if (part.child[fit - 1].kind != NODE_GROUP || p->y + print_measure(p, &part.table) > floor_of(p))
            continue;
        p->y += block_put(p, &part.table, print_area(p));
        print_part_of(&part, table, fit, n);
        place(p, &part.table);
        return true;
    }
    return false;
}

/* Nothing is below an error in its block: so much of that may be beyond the page. */
static float blank_below(const struct printer *p, const struct node *n)
{
    enum { AFTER_ERROR = 3 };
    return n->kind == NODE_DECISION && !n->folded && block_board(p, n) != BOARD_NONE ? AFTER_ERROR : 0;
}

static void place(struct printer *p, const struct node *n)
{
    const float height = print_measure(p, n), ink = height - blank_below(p, n);
    const bool runs_over = p->y + ink > floor_of(p);
    if (runs_over && place_groups(p, n))
        return;
    if (height > p->column_height && n->kind == NODE_TABLE) {
        print_need(p, p->column_height);
        if (place_groups(p, n))
            return;
    }
    if (height > p->column_height || (runs_over && n->kind == NODE_FACTS)) { /* a glossary stays with its heading */
        flow(p, n);
        return;
    }
    print_need(p, ink);
    remember_anchor(p, n);
    if (n->kind == NODE_DECISION && !n->folded && n->mark != SKILL_NONE)
        outline(p, p->section, node_child(n, NODE_LINE, ROLE_NONE));
    p->y += block_put(p, n, print_area(p));
}

/* The row of cards at hand is full, or there are no more. */
static void end_cards(struct printer *p)
{
    p->y += p->cards_height;
    p->cards_height = 0;
    p->n_cards = 0;
}

/* The players side by side, costly decisions three in a row. */
static void place_card(struct printer *p, const struct node *n)
{
    const int in_row = n->role == ROLE_PLAYERS ? 2 : 3;
    const float space = n->role == ROLE_PLAYERS ? GAP : 9;
    if (p->n_cards == in_row)
        end_cards(p);
    float width = (content_width(p) - space * (float)(in_row - 1)) / (float)in_row;
    p->measuring = true;
    float height = block_put(p, n, (struct area){p->margin, p->y, width});
    p->measuring = false;
    if (p->n_cards == 0 && in_row == 3)
        print_need(p, height);
    if (height > floor_of(p) - p->y) {
        flow(p, n);
        return;
    }
    block_put(p, n, (struct area){p->margin + (float)p->n_cards++ * (width + space), p->y, width});
    p->cards_height = fmaxf(p->cards_height, height);
}

/* Each error stands with its game; the costliest of the match are cards as well. */
bool print_leaves_out(const struct printer *p, const struct node *n)
{
    return (n->kind == NODE_NAV && !(p->book && n->role == ROLE_CONTENTS)) ||
           (n->kind == NODE_CARD && n->role == ROLE_ERROR);
}

/* Where errors alone are too many, the cheapest are only in the table of all errors, unless somebody wrote about
 * them; that table is not in books. */
static bool is_only_tabled(const struct printer *p, enum board_size board, bool has_notes)
{
    return !p->whole && !p->book && p->with_board != INT_MAX && board == BOARD_NONE && !has_notes;
}

bool print_has_notes(const struct node *decision)
{
    for (const struct node *c = decision->first; c != NULL; c = c->next)
        if (brief_keeps(c))
            return true;
    return false;
}

static bool is_tabled(const struct printer *p, const struct node *n)
{
    return n->kind == NODE_DECISION && is_only_tabled(p, block_board(p, n), print_has_notes(n));
}

static void count(struct printer *p, const struct node *n)
{
    if (n->kind != NODE_DECISION || p->whole || block_board(p, n) != BOARD_NONE)
        return;
    if (!n->folded && !p->book)
        p->lost.tabled++;
    else if (is_tabled(p, n))
        p->lost.left_out++;
    else
        p->lost.named++;
}

static void begin_columns(struct printer *p)
{
    if (p->book)
        return;
    p->columns = true;
    p->column = 0;
    p->top = p->y;
}

static void begin_across(struct printer *p)
{
    if (p->columns)
        new_page(p);
    p->columns = false;
    p->across = p->wide = true;
}

/* What comes stands in columns again: cards and tables of errors had the whole width. */
static void end_across(struct printer *p)
{
    if (!p->across)
        return;
    end_cards(p);
    p->across = p->wide = false;
    begin_columns(p);
}

static void take(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    if (p->hidden > 0 || print_leaves_out(p, n))
        return;
    count(p, n);
    if (is_tabled(p, n))
        return;
    if (n->kind == NODE_DECISION)
        end_across(p);
    else if (n->kind != NODE_CARD)
        end_cards(p);
    if (n->kind == NODE_ROW && p->in_table)
        table_row(p, n);
    else if (n->kind == NODE_CARD && !p->book)
        place_card(p, n);
    else
        place(p, n);
}

/* ---- containers ---- */

bool print_is_left_out(const struct printer *p, const struct node *n)
{
    const bool of_game = n->role == ROLE_STATISTICS && n->folded && p->depth > 0 && !p->whole;
    return n->kind == NODE_SECTION && (of_game || (n->role == ROLE_GLOSSARY && p->errors_alone));
}

static bool is_within(const struct printer *p, int section, int outer)
{
    while (section > outer && p->depths[section] > p->depths[outer])
        section--;
    return section == outer;
}

/* Of that block, if it is printed; else 0. */
static float room_of(const struct printer *p, const struct room *r)
{
    const struct node block = {.folded = r->folded, .mark = r->mark, .rank = r->rank};
    const enum board_size size = r->decision ? block_board(p, &block) : BOARD_LARGE;
    if (r->table && p->errors_alone) /* there may be no gap in these pages */
        return fminf(r->height[BOARD_LARGE], FIRST_ROWS);
    if (r->decision && is_only_tabled(p, size, r->has_notes))
        return 0;
    return r->height[size != BOARD_NONE ? size : BOARD_LARGE];
}

/* Of the first block of the section at hand, which may be in a section inside of it, with the headings of these; 0 if
 * nothing is. */
static float room_wanted(struct printer *p)
{
    while (p->next_room < p->n_rooms && p->rooms[p->next_room].section < p->n_sections)
        p->next_room++;
    for (size_t i = p->next_room; i < p->n_rooms && is_within(p, p->rooms[i].section, p->n_sections); i++) {
        const struct room *r = &p->rooms[i];
        const float height = room_of(p, r);
        if (height > 0)
            return height + HEAD * (float)(p->depths[r->section] - p->depths[p->n_sections]);
    }
    return 0;
}

/* Long rows take the page's width, and plots below a short table: below a long one they share it with what explains
 * them, so that a league stays a sheet. */
static bool is_wide(const struct printer *p, const struct node *n)
{
    if (n->role == ROLE_PROGRESS)
        return p->indexed && p->y < p->page_height / 3;
    return n->role == ROLE_HEAD || n->role == ROLE_MATCHES || (p->indexed && n->role == ROLE_STATISTICS);
}

/* Where a section begins that is not empty: on a new page, in columns, across the page. */
static void begin_section(struct printer *p, const struct node *n)
{
    end_cards(p);
    if (p->book && p->depth == 0 && n->role != ROLE_HEAD)
        new_page(p);
    p->across = p->across || (p->depth == 0 && n->role == ROLE_ERRORS && !p->columns);
    if (n->wide && p->depth == 0)
        begin_across(p);
    const bool wide = is_wide(p, n);
    if (p->depth == 0 && !wide && !p->columns && !p->across) {
        p->y += p->indexed ? 9 : 0; /* clear of what took the page's width */
        begin_columns(p);
    }
    if (n->role == ROLE_ANSWERS && !p->book) /* whoever answers on paper lays it aside */
        new_page(p);
}

static void put_section(struct printer *p, const struct node *n, const struct node *heading, float room)
{
    begin_section(p, n);
    if (p->y > p->top + 1)
        p->y += heading != NULL && heading->level <= 2 ? 9 : 3;
    p->asking = n->role == ROLE_QUESTION;
    if (heading != NULL) /* not parted from what follows */
        print_need(p, fminf(measure_all(p, n->first) + (room > 0 ? room : LISTED), p->column_height));
    remember_anchor(p, n);
    if (heading != NULL)
        p->section = outline(p, p->section, heading);
    for (const struct node *c = n->first; c != NULL; c = c->next)
        place(p, c);
}

static void open_section(struct printer *p, const struct node *n)
{
    const struct node *heading = node_child(n, NODE_HEADING, ROLE_NONE);
    const float room = room_wanted(p);
    const bool empty =
        n->role != ROLE_HEAD && room == 0 && heading != NULL && heading == n->first && heading->next == NULL;
    const int around = p->section;
    if (!empty)
        put_section(p, n, heading, room);
    if (p->depth < (int)(sizeof p->above / sizeof *p->above))
        p->above[p->depth] = around;
    p->depth++;
}

static void open_document(struct printer *p, const struct node *n)
{
    struct strbuf title = {0};
    const struct node *heading = node_child(n, NODE_HEADING, ROLE_NONE);
    if (heading != NULL)
        node_text(heading, &typography_plain, &title);
    p->title = arena_strdup(p->kept, strbuf_text(&title));
    p->whole_match = n->role == ROLE_MATCH;
    p->indexed = n->role == ROLE_INDEX;
    strbuf_done(&title);
    new_page(p);
}

static void open(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    p->n_sections += n->kind == NODE_SECTION;
    if (p->hidden > 0 || print_is_left_out(p, n)) {
        p->lost.statistics += p->hidden == 0 && n->role != ROLE_GLOSSARY;
        p->hidden++;
    } else if (n->kind == NODE_DOCUMENT) {
        open_document(p, n);
    } else if (n->kind == NODE_TABLE) {
        end_cards(p);
        table_open(p, n);
    } else {
        open_section(p, n);
    }
}

static void close(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    if (p->hidden > 0) {
        p->hidden--;
    } else if (n->kind == NODE_TABLE) {
        table_close(p);
    } else if (n->kind == NODE_SECTION) {
        end_cards(p);
        p->depth--;
        if (p->depth == 0)
            end_across(p);
        if (p->depth < (int)(sizeof p->above / sizeof *p->above))
            p->section = p->above[p->depth];
    }
}

/* ---- what is tried before it is printed ---- */

static void build(struct printer *p, const struct printed_document *doc, struct diags *d)
{
    p->receiver = (struct node_receiver){open, take, close};
    p->columns = false;
    p->n_anchors = p->n_targets = p->next_grid = p->next_room = 0;
    p->lost = (struct brief_losses){0};
    p->n_cards = p->n_sections = 0;
    doc->build(doc->context, &p->receiver, d);
}

static int pages_of(struct printer *p, const struct printed_document *doc)
{
    const struct paper_kind *kind = p->paper->kind;
    struct diags unheard;
    diags_init(&unheard, NULL);
    p->paper->kind = &paper_nowhere;
    build(p, doc, &unheard);
    const int pages = p->paper->n_pages;
    p->paper->kind = kind;
    p->paper->n_pages = 0;
    p->paper->n_missing = 0;
    diags_done(&unheard);
    return pages;
}

/* Of more errors as many of the costliest have boards as there is room for, and the others are listed. */
static void choose_boards(struct printer *p, const struct printed_document *doc)
{
    int least = 0, most = (int)p->n_marked;
    while (least < most) {
        p->with_board = (least + most + 1) / 2;
        if (pages_of(p, doc) <= ERRORS_ALONE)
            least = p->with_board;
        else
            most = p->with_board - 1;
    }
    p->with_board = least;
}

enum { BOOK_BOARDS = 60 }; /* of the best match: a board has a page of A5, and a book two hundred */

/* Boards of errors have one size: the largest with which errors alone take four pages, which is tried, and a whole
 * match nineteen, which is guessed; where even the smallest take more, that. Errors alone explain no terms. */
static void choose_size(struct printer *p, const struct printed_document *doc)
{
    p->errors_alone = !p->whole && p->n_listed < p->n_marked; /* plays after missed doubles are listed */
    const float others = p->others + (p->errors_alone ? 0 : p->glossary);
    if (p->book) {
        p->errors_alone = false;
        p->with_board = BOOK_BOARDS;
        p->size = BOARD_LARGE;
        return;
    }
    for (p->size = BOARD_LARGE; p->size < BOARD_SIZES; p->size++) {
        const float pages = (others + p->wanted[p->size]) / (2 * p->column_height);
        if (p->errors_alone ? pages <= ERRORS_ALONE && pages_of(p, doc) <= ERRORS_ALONE : pages <= 0.86f * 19)
            return;
    }
    p->size = BOARD_SMALL;
    if (p->errors_alone)
        choose_boards(p, doc);
}

/* ---- books ---- */

int print_page_of(const struct printer *p, const char *anchor)
{
    const struct anchor wanted = {.name = anchor};
    const struct anchor *found = p->n_known > 0 ? bsearch(&wanted, p->known, p->n_known, sizeof wanted, by_name) : NULL;
    return found != NULL ? found->place.page : 0;
}

/* Where its anchors are. References take the room of the pages' numbers, which are not known the first time. */
static void survey_pages(struct printer *p, const struct printed_document *doc)
{
    enum { TURNS = 2 };
    for (int i = 0; i < TURNS; i++) {
        (void)pages_of(p, doc);
        struct anchor *known = arena_alloc(p->kept, (p->n_anchors + 1) * sizeof *known);
        for (size_t k = 0; k < p->n_anchors; k++)
            known[k] = p->anchors[k];
        if (p->n_anchors > 0)
            qsort(known, p->n_anchors, sizeof *known, by_name);
        p->known = known;
        p->n_known = p->n_anchors;
    }
}

/* Pages are laid out in points that are larger than those of the paper: the smallest letters have 7.5 of them. */
static void size_book(struct printer *p, const struct export_options *o)
{
    enum { BOARD_A5 = 300, LEAST = 253, BOARD_A4 = LEAST }; /* of the paper: from LEAST on 9 points have room */
    p->paper->scale = o->a5 ? 1.2f : 1.35f;
    p->page_width = (o->a5 ? 419.53f : 595.28f) / p->paper->scale;
    p->page_height = (o->a5 ? 595.28f : 841.89f) / p->paper->scale;
    p->margin = o->a5 ? 30 : 45;
    p->beside = !o->a5;
    p->board_width = (float)(o->a5 ? BOARD_A5 : BOARD_A4) / p->paper->scale;
    p->least_board = LEAST / p->paper->scale;
}

/* ---- the exporters ---- */

static bool choose_style(struct printer *p, const struct export_options *o)
{
    p->page_width = o->letter ? 612 : 595;
    p->page_height = o->letter ? 792 : 842;
    p->margin = MARGIN;
    p->board_width = p->least_board = BOARD_WIDTH;
    if (p->book)
        size_book(p, o);
    p->column_height = floor_of(p) - TOP;
    p->home_left = o->look.home_left, p->numbers = o->look.numbers;
    p->whole = o->whole;
    return picture_theme_of(o, &p->theme);
}

static void say_letters(const struct paper *p, struct diags *d)
{
    enum { NAMED = 12 };
    struct strbuf names = {0};
    const size_t n = p->n_missing < NAMED ? p->n_missing : NAMED;
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&names, "%sU+%04X", i > 0 ? ", " : "", (unsigned)p->missing[i]);
    if (p->n_missing > n)
        diag_at(d, SEVERITY_WARNING, 0, 0, "lost: no font has %s and %zu other letters", names.at, p->n_missing - n);
    else if (n > 0)
        diag_at(d, SEVERITY_WARNING, 0, 0, "lost: no font has %s", names.at);
    strbuf_done(&names);
}

void print_say_what_is_missing(const struct printer *p, struct diags *d)
{
    if (!p->paper->unicode)
        diag_at(d, SEVERITY_NOTE, 0, 0, "no DejaVu font was found: letters beyond Latin print as ?");
    say_letters(p->paper, d);
    brief_note(d, &p->lost);
}

static bool print(struct printer *p, const struct printed_document *doc, struct strbuf *out, struct diags *d)
{
    p->kept = arena_new();
    p->with_board = INT_MAX;
    print_survey(p, doc);
    choose_size(p, doc);
    if (p->book)
        survey_pages(p, doc);
    build(p, doc, d);
    paper_describe(p->paper, p->title != NULL ? p->title : "", NULL, doc->date);
    link_all(p);
    bool ok = paper_save(p->paper, out);
    if (ok)
        print_say_what_is_missing(p, d);
    arena_free(p->kept);
    xfree(p->targets);
    xfree(p->anchors);
    xfree(p->grids);
    xfree(p->rooms);
    xfree(p->depths);
    return ok;
}

static bool print_on(struct paper *(*open_paper)(void), const struct printed_document *doc,
                     const struct export_options *o, struct sink *out, struct diags *d)
{
    struct printer p = {.book = doc->book, .paper = open_paper()};
    if (p.paper != NULL && !choose_style(&p, o)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no style \"%s\", expected colour, print, light, dark or xg", o->style);
        paper_close(p.paper);
        return false;
    }
    bool ok = p.paper != NULL && print(&p, doc, sink_main(out), d);
    if (!ok)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the file could not be made (error %lx)",
                p.paper != NULL ? p.paper->error : 0);
    paper_close(p.paper);
    return ok;
}

bool print_pdf(const struct printed_document *doc, const struct export_options *o, struct sink *out, struct diags *d)
{
    return print_on(paper_open_pdf, doc, o, out, d);
}

void printed_report_build(void *report, struct node_receiver *to, struct diags *d)
{
    const struct printed_report *r = report;
    report_build(r->match, r->options, to, d);
}

bool print_write(struct paper *(*open_paper)(void), const struct match *m, const struct export_options *o,
                 struct sink *out, struct diags *d)
{
    struct export_options own = *o;
    struct printed_report r = {m, &own};
    own.fine_apart = true;
    return print_on(open_paper,
                    &(struct printed_document){.build = printed_report_build, .context = &r, .date = m->info.date}, o,
                    out, d);
}

bool pdf_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    return print_write(paper_open_pdf, m, o, out, d);
}

bool ps_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    return print_write(paper_open_ps, m, o, out, d);
}
