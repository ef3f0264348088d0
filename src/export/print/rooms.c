/* The document is made twice: the first time to learn how wide the columns of long tables are, and how much room the
 * head of a section needs so that it is not parted from what follows. */
#include <math.h>

#include "base/xmalloc.h"
#include "export/print/document.h"
#include "export/print/print.h"

enum { ROW = 10, SHORT = 160 }; /* about how high a row is; what is not parted */

static struct room *new_room(struct printer *p)
{
    p->rooms = grow(p->rooms, p->n_rooms, &p->room_capacity, sizeof *p->rooms);
    return &p->rooms[p->n_rooms++];
}

static void survey_open(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    if (n->kind == NODE_DOCUMENT)
        p->whole_match = n->role == ROLE_MATCH;
    if (n->kind == NODE_SECTION) {
        p->n_sections++;
        p->depths = grow(p->depths, (size_t)p->n_sections, &p->depth_capacity, sizeof *p->depths);
        p->depths[p->n_sections] = p->depth;
    }
    if (p->hidden > 0 || print_is_left_out(p, n)) {
        p->hidden++;
    } else if (n->kind == NODE_TABLE) {
        p->grids = grow(p->grids, p->n_grids, &p->grid_capacity, sizeof *p->grids);
        table_survey(p, n, &p->grids[p->n_grids++], NULL);
        table_open(p, n);
        p->leads = p->first_block;
        p->n_rows = 0;
        p->first_block = false;
    } else if (n->kind == NODE_SECTION) {
        p->analysed = p->analysed || n->role == ROLE_ERRORS;
        p->asking = n->role == ROLE_QUESTION;
        p->explaining = n->role == ROLE_GLOSSARY;
        p->first_block = true;
        p->depth++;
    }
}

static void survey_decision(struct printer *p, const struct node *n)
{
    struct room *room = new_room(p);
    *room = (struct room){.section = p->n_sections,
                          .decision = true,
                          .folded = n->folded,
                          .has_notes = print_has_notes(n),
                          .mark = n->mark,
                          .rank = n->rank};
    for (enum board_size i = BOARD_LARGE; i < BOARD_SIZES; i++) {
        p->size = i;
        room->height[i] = print_measure(p, n);
        p->wanted[i] += room->height[i];
    }
    p->n_marked++;
}

/* As much of it as is not parted from the heading before it: long facts and tables of groups go on in the next column.
 */
static float head_height(struct printer *p, const struct node *n, float height)
{
    struct table_part part;
    if (height <= SHORT)
        return height;
    if (n->kind == NODE_FACTS)
        return fmaxf(FIRST_ROWS, print_measure(p, n->first));
    if (n->kind != NODE_TABLE || n->first == NULL || n->first->kind != NODE_GROUP)
        return height;
    print_part_of(&part, n, 0, 1);
    return print_measure(p, &part.table);
}

static void survey_block(struct printer *p, const struct node *n)
{
    const bool listed = n->kind == NODE_DECISION && n->folded && p->analysed && !p->whole;
    const float height = listed ? LISTED : p->in_table ? ROW : print_measure(p, n);
    const float wanted = !p->first_block ? 0 : listed ? 2 * LISTED : head_height(p, n, height); /* two of a list */
    if (p->first_block)
        *new_room(p) = (struct room){.section = p->n_sections,
                                     .decision = listed,
                                     .folded = listed,
                                     .has_notes = listed && print_has_notes(n),
                                     .mark = SKILL_NONE,
                                     .height = {wanted, wanted, wanted}};
    for (int i = 0; p->asking && !p->first_block && i < BOARD_SIZES; i++)
        p->rooms[p->n_rooms - 1].height[i] += height;
    p->first_block = p->first_block && (listed || height == 0);
    if (n->kind == NODE_CARD && n->role == ROLE_TOP) /* they are in the table of all errors as well */
        return;
    *(p->explaining ? &p->glossary : &p->others) += height;
    p->n_listed += listed;
}

static void survey_take(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    if (p->hidden > 0 || print_leaves_out(p, n))
        return;
    p->n_rows++;
    if (p->in_table)
        table_survey(p, &p->table, &p->grids[p->n_grids - 1], n);
    if (n->kind == NODE_DECISION && !n->folded)
        survey_decision(p, n); /* it may be in the table alone, so that the next block is the first */
    else
        survey_block(p, n);
}

/* A short table is not parted, nor from its heading; of a long one the first rows stay with that. */
static void survey_table(struct printer *p, const struct node *table)
{
    const float whole = table_height(p, table, &p->grids[p->n_grids - 1], p->n_rows);
    const float wanted = whole <= SHORT ? whole : FIRST_ROWS;
    if (p->leads)
        *new_room(p) = (struct room){.section = p->n_sections, .table = true, .height = {wanted, wanted, wanted}};
    p->in_table = false;
}

static void survey_close(struct node_receiver *r, const struct node *n)
{
    struct printer *p = (struct printer *)r;
    if (p->hidden > 0)
        p->hidden--;
    else if (n->kind == NODE_TABLE)
        survey_table(p, n);
    else if (n->kind == NODE_SECTION)
        p->depth--;
}

void print_survey(struct printer *p, const struct printed_document *doc)
{
    struct diags unheard;
    diags_init(&unheard, NULL);
    p->receiver = (struct node_receiver){survey_open, survey_take, survey_close};
    p->columns = !p->book;
    doc->build(doc->context, &p->receiver, &unheard);
    p->columns = false;
    diags_done(&unheard);
}
