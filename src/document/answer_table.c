/* Answers as tables for a terminal; see answer.h. Of a table that is too wide the IDs stand on lines of their own, then
 * titles of figures are wrapped between words, then its wide columns are dropped, then the cells of its widest columns
 * are wrapped between words, but for short names, then columns from the right are dropped; a line below names what is
 * not shown. No row is broken by the terminal, no word in its middle but one of more than a third of a line, and no ID
 * at all. */
#include <string.h>

#include "base/language.h"
#include "base/utf8.h"
#include "base/width.h"
#include "base/xmalloc.h"
#include "document/answer_private.h"

/* NARROWEST: cells that are wrapped. A name of up to 1 / WHOLE_NAMES of a line stays whole. */
enum { GAP = 2, NARROWEST = 8, WHOLE_NAMES = 5 };

struct column_of {
    const struct answer_field *field;
    struct strbuf title;
    size_t width, longest_word;
    size_t least; /* of figures: what they and the words of the title need */
    bool empty; /* no row has anything there: not a column */
    bool dropped;
    bool own_line; /* its cells stand above their rows: an ID */
};

struct layout {
    struct column_of *columns;
    size_t n_columns, columns_room;
    char **cells; /* row by row */
    size_t n_cells, cells_room;
};

/* ---- what there is ---- */

static size_t longest_word(const char *text)
{
    size_t longest = 0;
    for (size_t length; *text != '\0'; text += length + (text[length] == ' ')) {
        length = strcspn(text, " ");
        const size_t width = width_of(text, length);
        longest = width > longest ? width : longest;
    }
    return longest;
}

static void make_room(struct column_of *c, const char *text)
{
    const size_t width = width_of_text(text), word = longest_word(text);
    c->width = width > c->width ? width : c->width;
    c->longest_word = word > c->longest_word ? word : c->longest_word;
}

static void add_column(void *context, const struct answer_leaf *leaf)
{
    struct layout *l = context;
    l->columns = grow(l->columns, l->n_columns, &l->columns_room, sizeof *l->columns);
    struct column_of *c = &l->columns[l->n_columns++];
    *c = (struct column_of){.field = leaf->field, .empty = true};
    if (leaf->field->title != NULL)
        strbuf_puts(&c->title, tr(leaf->field->title));
    else
        answer_leaf_name(leaf, &c->title);
    make_room(c, strbuf_text(&c->title));
    c->least = c->longest_word;
}

static void add_cell(void *context, const struct answer_leaf *leaf)
{
    struct layout *l = context;
    struct strbuf raw = {0}, clean = {0};
    if (leaf->value != NULL)
        answer_cell(leaf->field, leaf->value, true, &raw);
    utf8_clean(&clean, strbuf_text(&raw));
    utf8_disarm(&clean, 0, ' ', false);
    const bool empty = clean.length == 0;
    if (empty)
        strbuf_puts(&clean, "-");
    l->cells = grow(l->cells, l->n_cells, &l->cells_room, sizeof *l->cells);
    l->cells[l->n_cells] = clean.at;
    struct column_of *c = &l->columns[l->n_cells++ % l->n_columns];
    make_room(c, clean.at);
    const size_t width = width_of_text(clean.at);
    c->least = width > c->least ? width : c->least;
    c->empty &= empty;
    strbuf_done(&raw);
}

/* ---- what has room ---- */

static size_t total_width(const struct layout *l)
{
    size_t total = 0;
    for (size_t i = 0; i < l->n_columns; i++)
        if (!l->columns[i].dropped)
            total += l->columns[i].width + (total > 0 ? GAP : 0);
    return total;
}

/* The last column of those that may go. */
static struct column_of *next_to_drop(const struct layout *l, bool wide)
{
    struct column_of *last = NULL;
    for (size_t i = l->n_columns; i-- > 0;) {
        struct column_of *c = &l->columns[i];
        const unsigned flags = c->field->flags;
        if (c->dropped || flags & ANSWER_KEY || (wide && !(flags & ANSWER_WIDE)))
            continue;
        if (!wide || !(flags & ANSWER_WIDE_LAST))
            return c;
        last = last == NULL ? c : last;
    }
    return last;
}

static void drop(struct layout *l, bool wide, size_t width)
{
    for (struct column_of *c; total_width(l) > width && (c = next_to_drop(l, wide)) != NULL;)
        c->dropped = true;
}

/* Does the column say whose row it is? A group of theirs, beside it, may break. */
static bool names_rows(const struct layout *l, const struct column_of *c)
{
    const unsigned name = ANSWER_KEY | ANSWER_OWN;
    for (size_t i = 0; i < l->n_columns; i++)
        if ((l->columns[i].field->flags & name) == name)
            return c == &l->columns[i];
    return false;
}

/* How narrow the cells of a column may be: names that say whose row it is break only when nothing else helps. */
static size_t least_width(const struct layout *l, const struct column_of *c, size_t width, size_t longest)
{
    size_t least = c->field->flags & ANSWER_ID || c->longest_word < longest ? c->longest_word : longest;
    if (names_rows(l, c) && longest > NARROWEST && least < width / WHOLE_NAMES)
        least = width / WHOLE_NAMES;
    return least < NARROWEST ? NARROWEST : least;
}

/* The widest column of those whose cells can be wrapped: between words, and in those that are longer than `longest`. */
static struct column_of *widest_words(const struct layout *l, size_t width, size_t longest)
{
    struct column_of *widest = NULL;
    for (size_t i = 0; i < l->n_columns; i++) {
        struct column_of *c = &l->columns[i];
        if (!c->dropped && !answer_is_number(c->field) && c->width > least_width(l, c, width, longest) &&
            (widest == NULL || c->width > widest->width))
            widest = c;
    }
    return widest;
}

static void narrow(struct layout *l, size_t width, size_t longest)
{
    for (struct column_of *c; total_width(l) > width && (c = widest_words(l, width, longest)) != NULL;)
        c->width--;
}

/* In the order in which they cost least. */
static void narrow_all(struct layout *l, size_t width)
{
    narrow(l, width, SIZE_MAX);
    narrow(l, width, width / 3);
}

static void drop_empty(struct layout *l)
{
    for (size_t i = 0; i < l->n_columns; i++)
        l->columns[i].dropped = l->columns[i].empty && l->n_cells > 0;
}

static bool repeats(const struct layout *l, size_t column)
{
    for (size_t i = column; i + l->n_columns < l->n_cells; i += l->n_columns)
        if (strcmp(l->cells[i], l->cells[i + l->n_columns]) == 0)
            return true;
    return false;
}

/* An ID that says which record it is, where it takes too much room or stands there again and again. */
static void take_out_ids(struct layout *l, size_t width)
{
    for (size_t i = 0; i < l->n_columns; i++) {
        struct column_of *c = &l->columns[i];
        const unsigned own = ANSWER_ID | ANSWER_KEY;
        if ((c->field->flags & own) == own && (repeats(l, i) || (width > 0 && total_width(l) > width)))
            c->dropped = c->own_line = true;
    }
}

/* Titles of figures take several lines, the last ones first. */
static void wrap_titles(struct layout *l, size_t width)
{
    for (size_t i = l->n_columns; i-- > 0 && total_width(l) > width;)
        if (!l->columns[i].dropped && answer_is_number(l->columns[i].field))
            l->columns[i].width = l->columns[i].least;
}

/* Where other columns went there may be room for them after all. */
static void unwrap_titles(struct layout *l, size_t width)
{
    for (size_t i = 0; i < l->n_columns; i++) {
        struct column_of *c = &l->columns[i];
        const size_t title = width_of_text(strbuf_text(&c->title)), more = title > c->width ? title - c->width : 0;
        if (!c->dropped && answer_is_number(c->field) && total_width(l) + more <= width)
            c->width += more;
    }
}

static void fit(struct layout *l, size_t width)
{
    drop_empty(l);
    take_out_ids(l, width);
    if (width == 0)
        return;
    wrap_titles(l, width);
    drop(l, true, width);
    struct layout before = *l;
    before.columns = xmalloc(l->n_columns * sizeof *l->columns);
    memcpy(before.columns, l->columns, l->n_columns * sizeof *l->columns);
    narrow_all(l, width);
    while (total_width(l) > width) { /* even so: one column less, the others as wide as they were */
        memcpy(l->columns, before.columns, l->n_columns * sizeof *l->columns);
        struct column_of *c = next_to_drop(l, false);
        if (c == NULL)
            break;
        c->dropped = true;
        memcpy(before.columns, l->columns, l->n_columns * sizeof *l->columns);
        narrow_all(l, width);
    }
    narrow(l, width, NARROWEST);
    unwrap_titles(l, width);
    xfree(before.columns);
}

/* ---- lines ---- */

/* How much of `text` stands on one line of `width`: bytes; at least one character, up to a blank or where else a line
 * may break if there is such a place. `whole`: at least one word. */
static size_t line_length(const char *text, size_t width, bool whole)
{
    size_t at = 0, columns = 0, seam = 0, word = 0; /* where a line may break: last, next */
    while (text[at] != '\0') {
        const size_t n = width_character(text + at);
        if (at >= word)
            word = at + (text[at] == ' ' ? 1 : utf8_unbroken((struct span){text + at, strcspn(text + at, " ")}));
        columns += width_of(text + at, n);
        if (columns > width)
            return seam > 0 ? seam : whole ? word : at > 0 ? at : n;
        at += n;
        if (text[at] == ' ' || (at >= word && text[at - 1] != ' '))
            seam = at;
    }
    return at;
}

static void put_cell(const struct column_of *c, const char *text, size_t length, bool last, struct strbuf *out)
{
    const size_t width = width_of(text, length), space = c->width > width ? c->width - width : 0;
    const bool right = answer_is_number(c->field);
    strbuf_fill(out, ' ', right ? space : 0);
    const size_t from = out->length;
    strbuf_add(out, text, length);
    utf8_isolate(out, from);
    strbuf_fill(out, ' ', right || last ? 0 : space);
}

static void trim_line(struct strbuf *out)
{
    while (out->length > 0 && out->at[out->length - 1] == ' ')
        out->at[--out->length] = '\0';
    strbuf_putc(out, '\n');
}

/* A row in as many lines as its longest cell needs; `text` is used up. */
static void put_row(const struct layout *l, const char **text, struct strbuf *out)
{
    for (bool more = true; more;) {
        bool first = true;
        more = false;
        for (size_t i = 0; i < l->n_columns; i++) {
            if (l->columns[i].dropped)
                continue;
            const size_t length = line_length(text[i], l->columns[i].width, false);
            strbuf_fill(out, ' ', first ? 0 : GAP);
            put_cell(&l->columns[i], text[i], length, false, out);
            text[i] += length + (text[i][length] == ' ');
            more |= *text[i] != '\0';
            first = false;
        }
        trim_line(out);
    }
}

/* Words in as many lines as they need; width 0 = one. `whole`: none is cut. */
static void put_words(const char *at, size_t width, bool whole, struct strbuf *out)
{
    while (*at != '\0') {
        const size_t length = width > 0 ? line_length(at, width, whole) : strlen(at);
        strbuf_add(out, at, length);
        strbuf_putc(out, '\n');
        at += length + (at[length] == ' ');
    }
}

static void put_dropped(const struct layout *l, size_t width, struct strbuf *out)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < l->n_columns; i++)
        if (l->columns[i].dropped && !l->columns[i].empty && !l->columns[i].own_line)
            strbuf_printf(&text, "%s%s", tr(text.length > 0 ? N_(", ") : N_("(not shown: ")),
                          strbuf_text(&l->columns[i].title));
    if (text.length > 0)
        strbuf_putc(&text, ')');
    put_words(strbuf_text(&text), width, false, out);
    strbuf_done(&text);
}

/* What stands above the row at `at`, unless it stood above the one before. */
static void put_own_lines(const struct layout *l, size_t at, struct strbuf *out)
{
    for (size_t i = at; i < at + l->n_columns; i++)
        if (l->columns[i - at].own_line && (at == 0 || strcmp(l->cells[i], l->cells[i - l->n_columns]) != 0))
            strbuf_printf(out, "%s\n", l->cells[i]);
}

static void put_layout(const struct layout *l, size_t width, struct strbuf *out)
{
    const char **text = xmalloc(l->n_columns * sizeof *text);
    for (size_t i = 0; i < l->n_columns; i++)
        text[i] = strbuf_text(&l->columns[i].title);
    put_row(l, text, out);
    for (size_t at = 0; at < l->n_cells; at += l->n_columns) {
        put_own_lines(l, at, out);
        for (size_t i = 0; i < l->n_columns; i++)
            text[i] = l->cells[at + i];
        put_row(l, text, out);
    }
    put_dropped(l, width, out);
    xfree(text);
}

static void layout_done(struct layout *l)
{
    for (size_t i = 0; i < l->n_columns; i++)
        strbuf_done(&l->columns[i].title);
    for (size_t i = 0; i < l->n_cells; i++)
        xfree(l->cells[i]);
    xfree(l->columns);
    xfree(l->cells);
}

static void put_list(const struct answer_rows *rows, const struct answer_list *list, int width, struct strbuf *out)
{
    struct layout l = {0};
    answer_leaves(rows, NULL, true, add_column, &l);
    for (size_t i = 0; i < list->n && l.n_columns > 0; i++)
        answer_leaves(rows, (const char *)list->at + i * rows->size, true, add_cell, &l);
    fit(&l, (size_t)width);
    if (l.n_columns > 0)
        put_layout(&l, (size_t)width, out);
    layout_done(&l);
}

/* ---- texts ---- */

/* Where the further lines of a line begin: below what stands in its second column, if it has one, or two to the right
 * of its beginning. 0 = it is drawn: a table of more columns, a board, what is bold. */
static size_t hanging_indent(const char *line, size_t length)
{
    const size_t indent = strspn(line, " ");
    size_t at = indent + 2, gaps = 0;
    for (size_t i = indent; i + 2 < length; i++)
        if (line[i] == ' ' && line[i + 1] == ' ' && line[i + 2] != ' ') {
            gaps++;
            at = i + 2;
        }
    const bool drawn = line[indent] == '+' || memchr(line, '|', length) != NULL || memchr(line, '\033', length) != NULL;
    return gaps > 1 || drawn ? 0 : at;
}

static void put_folded(const char *at, size_t indent, size_t width, struct strbuf *out)
{
    for (size_t begin = strspn(at, " "); *at != '\0'; begin = indent) {
        at += strspn(at, " ");
        strbuf_fill(out, ' ', begin);
        const size_t length = line_length(at, width - begin, true);
        strbuf_add(out, at, length);
        trim_line(out);
        at += length;
    }
}

static void fold_line(const char *line, size_t length, size_t width, struct strbuf *out)
{
    struct strbuf text = {0};
    const size_t hanging = hanging_indent(line, length), indent = hanging < width / 2 ? hanging : 2;
    strbuf_add(&text, line, length);
    if (hanging == 0 || width_of(line, length) <= width || strspn(line, " ") >= width / 2)
        strbuf_printf(out, "%s\n", strbuf_text(&text));
    else
        put_folded(strbuf_text(&text), indent, width, out);
    strbuf_done(&text);
}

void answer_fold(struct strbuf *text, size_t from, int width)
{
    struct strbuf folded = {0};
    if (width == 0 || text->length == from)
        return;
    for (const char *at = text->at + from, *end; *at != '\0'; at = end + (*end == '\n')) {
        end = at + strcspn(at, "\n");
        fold_line(at, (size_t)(end - at), (size_t)width, &folded);
    }
    text->length = from;
    strbuf_add(text, strbuf_text(&folded), folded.length);
    strbuf_done(&folded);
}

/* ---- the document ---- */

struct facts {
    struct strbuf *out;
    size_t width;
};

static void put_fact(void *context, const struct answer_leaf *leaf)
{
    struct facts *facts = context;
    struct strbuf text = {0}, clean = {0};
    if (leaf->value == NULL || answer_value_missing(leaf->field, leaf->value) ||
        (answer_is_array(leaf->field) && answer_items(leaf->field, leaf->value) == 0))
        return;
    if (leaf->field->title != NULL)
        strbuf_puts(&text, tr(leaf->field->title));
    else
        answer_leaf_name(leaf, &text);
    strbuf_puts(&text, ": ");
    utf8_clean(&clean, strbuf_text(&text));
    strbuf_clear(&text);
    const size_t from = clean.length;
    answer_cell(leaf->field, leaf->value, true, &text);
    utf8_clean(&clean, strbuf_text(&text));
    utf8_disarm(&clean, 0, ' ', false);
    utf8_isolate(&clean, from);
    put_words(strbuf_text(&clean), facts->width, leaf->field->flags & ANSWER_ID, facts->out);
    strbuf_done(&text);
    strbuf_done(&clean);
}

static void put_lists(const struct answer_document *a, const void *record, int width, struct strbuf *out)
{
    const struct answer_field *first = answer_list_named(a->rows, NULL);
    for (const struct answer_field *f = a->rows->fields; f->name != NULL; f++) {
        if (!answer_is_list(f) || !answer_seen(f, true))
            continue;
        const struct answer_list list = answer_list_at((const char *)record + f->at);
        if (list.n == 0 && f != first)
            continue;
        if (out->length > 0)
            strbuf_putc(out, '\n');
        if (f->title != NULL)
            strbuf_printf(out, "%s\n", tr(f->title));
        if (list.n == 0)
            strbuf_printf(out, "%s\n", tr("(none)"));
        else
            put_list(f->rows, &list, width, out);
    }
}

void answer_table(const struct answer_document *a, const void *record, const struct answer_form *form,
                  struct strbuf *out)
{
    struct strbuf text = {0};
    if (a->several) {
        put_list(a->rows, record, form->width, &text);
    } else {
        answer_leaves(a->rows, record, true, put_fact, &(struct facts){&text, (size_t)form->width});
        put_lists(a, record, form->width, &text);
    }
    strbuf_add(out, strbuf_text(&text), text.length);
    strbuf_done(&text);
}
