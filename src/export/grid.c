/* See grid.h. */
#include "export/grid.h"

#include <string.h>

#include "base/width.h"

enum { NARROW = 12, INDENT = 4 }; /* words are not set narrower than this for the sake of a line */

/* ---- cells in several lines ---- */

/* What goes into one line: returns its length in bytes, and moves *at behind it. */
static size_t next_piece(const char **at, size_t width)
{
    const char *start = *at, *end = start;
    size_t taken = 0;
    while (*end != '\0') {
        const size_t blank = end > start || *end == ' ', word = strcspn(end + blank, " ");
        const size_t columns = width_of(end, blank + word);
        if (taken > 0 && taken + columns > width)
            break;
        taken += columns;
        end += blank + word;
    }
    *at = end + (*end == ' ');
    return (size_t)(end - start);
}

size_t grid_height(const char *cell, size_t width)
{
    size_t n = 0;
    if (cell == NULL || width_of_text(cell) <= width)
        return 1;
    for (; *cell != '\0'; n++)
        next_piece(&cell, width);
    return n;
}

void grid_piece(const char *cell, size_t width, size_t i, struct strbuf *out)
{
    if (cell == NULL)
        return;
    if (width_of_text(cell) <= width) {
        strbuf_puts(out, i == 0 ? cell : "");
        return;
    }
    for (; *cell != '\0'; i--) {
        const char *start = cell;
        const size_t length = next_piece(&cell, width);
        if (i == 0) {
            strbuf_add(out, start, length);
            return;
        }
    }
}

/* ---- the layout ---- */

struct measure { /* of a column */
    size_t natural, least;
};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

static size_t longest_word(const char *cell)
{
    size_t longest = 0;
    while (*cell != '\0') {
        const size_t length = strcspn(cell, " ");
        longest = larger(longest, width_of(cell, length));
        cell += length + (cell[length] == ' ');
    }
    return longest;
}

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Figures stay whole; titles are set as narrow as it takes. */
static struct measure measured(const struct column *c, int column, const struct grid_line *lines, size_t n)
{
    struct measure m = {0, 0};
    for (size_t k = 0; k < n; k++) {
        const char *cell = lines[k].cell[column];
        if (cell == NULL || lines[k].group || lines[k].below)
            continue;
        const size_t width = width_of_text(cell);
        m.natural = larger(m.natural, width);
        const size_t narrow = k == 0 ? 0 : c->number ? width : smaller(width, NARROW);
        m.least = larger(m.least, larger(longest_word(cell), narrow));
    }
    return m;
}

/* Takes from the widest, one by one, until all fit; false = they do not. */
static bool squeezed(struct text_grid *g, const struct measure *m, size_t room)
{
    size_t total = 0, shown = 0;
    for (int i = 0; i < g->n; i++)
        if (g->place[i] == GRID_BESIDE) {
            g->width[i] = m[i].natural;
            total += g->width[i] + (shown++ > 0 ? GRID_GAP : 0);
        }
    while (total > room) {
        int widest = -1;
        for (int i = 0; i < g->n; i++)
            if (g->place[i] == GRID_BESIDE && g->width[i] > m[i].least &&
                (widest < 0 || g->width[i] > g->width[widest]))
                widest = i;
        if (widest < 0)
            return false;
        g->width[widest]--;
        total--;
    }
    return true;
}

static size_t lines_taken(const struct text_grid *g, const struct grid_line *lines, size_t n, size_t room)
{
    size_t total = 0;
    for (size_t k = 0; k < n; k++) {
        size_t height = 1, below = 0;
        for (int i = 0; i < g->n && !lines[k].group && !lines[k].below; i++) {
            const char *cell = lines[k].cell[i];
            if (g->place[i] == GRID_BESIDE)
                height = larger(height, grid_height(cell, g->width[i]));
            else if (g->place[i] == GRID_BELOW && k > 0 && cell != NULL && cell[0] != '\0')
                below += width_of_text(cell) + width_of_text(lines[0].cell[i] != NULL ? lines[0].cell[i] : "") + 3;
        }
        total += height + (below + room - INDENT - 1) / (room - INDENT);
    }
    return total;
}

/* Of the columns that may go, the first `kept` stay. */
static void place_columns(struct text_grid *g, const struct node *table, int kept, bool complete)
{
    for (int i = 0; i < g->n; i++) {
        const int priority = table->table.at[i].priority;
        g->place[i] = priority == 1 || complete ? GRID_BESIDE : priority > 2 ? GRID_LEFT_OUT : GRID_BELOW;
        if (g->place[i] == GRID_BELOW && kept-- > 0)
            g->place[i] = GRID_BESIDE;
    }
}

struct text_grid grid_fit(const struct node *table, const struct grid_line *lines, size_t n, size_t room)
{
    struct text_grid best = {.n = table->table.n < GRID_COLUMNS_MAX ? table->table.n : GRID_COLUMNS_MAX};
    struct text_grid g = best;
    struct measure m[GRID_COLUMNS_MAX], whole[GRID_COLUMNS_MAX];
    int later = 0;
    size_t fewest = 0;
    for (int i = 0; i < g.n; i++) {
        m[i] = measured(&table->table.at[i], i, lines, n);
        whole[i] = (struct measure){m[i].natural, m[i].natural};
        later += table->table.at[i].priority == 2;
    }
    place_columns(&g, table, 0, true);
    if (squeezed(&g, whole, room))
        return g;
    place_columns(&best, table, 0, false);
    if (squeezed(&best, m, room))
        fewest = lines_taken(&best, lines, n, room);
    for (int kept = 1; kept <= later; kept++) {
        place_columns(&g, table, kept, false);
        if (!squeezed(&g, m, room))
            break;
        const size_t taken = lines_taken(&g, lines, n, room);
        if (taken < fewest)
            best = g, fewest = taken;
    }
    return best;
}
