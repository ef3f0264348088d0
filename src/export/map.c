/* Maps as SVG; see map.h. */
#include "export/map.h"

#include <math.h>

#include "base/language.h"
#include "base/width.h"
#include "export/escape.h"
#include "export/html/page.h"
#include "document/draft.h"

enum { CELL_HEIGHT = 26, KEY_HEIGHT = 22, KEY_WIDTH = 46, MARGIN = 8 };

/* A file of its own says everything; in a page words are text beside the grid, which has larger letters for it. */
static const struct look {
    bool words;
    int left, top, letters; /* pixels */
} alone = {true, 56, 62, 11}, in_page = {false, 64, 24, 13};

#define LETTER_WIDTH 5.8 /* on average, of the font's 11 pixels */

static int longer(int length, const char *text)
{
    const int other = (int)width_of_text(text);
    return length > other ? length : other;
}

/* As narrow as its texts allow, so that a phone has room for fifteen columns. */
static int cell_width(const struct map *m, const struct look *l)
{
    enum { SHORTEST = 3, AROUND = 7 };
    int longest = SHORTEST;
    for (int i = 0; i < m->columns; i++) {
        longest = longer(longest, m->column[i]);
        for (int r = 0; r < m->rows; r++)
            longest = longer(longest, m->cell[r][i].text);
    }
    const int letter = longest > SHORTEST && !l->words ? 8 : 7; /* capitals and a stroke have room enough */
    return longest * letter + AROUND;
}

/* Lines of text may be longer than the grid. */
static int width_of_map(const struct map *m, const struct look *l)
{
    const int grid = l->left + m->columns * cell_width(m, l) + MARGIN;
    if (!l->words)
        return grid;
    int key = 0, line = longer(longer(0, tr(m->title)), tr(m->across));
    for (int i = 0; i < MAP_NOTES; i++)
        line = longer(line, m->note[i]);
    for (int i = 0; i < m->keys; i++)
        key = longer(key, m->key[i].hint);
    const int lines = (int)(line * LETTER_WIDTH), keys = KEY_WIDTH + 8 + (int)(key * LETTER_WIDTH),
              text = l->left + (lines > keys ? lines : keys) + MARGIN;
    return grid > text ? grid : text;
}

static int height_of(const struct map *m, const struct look *l)
{
    int lines = l->words ? m->keys : 0;
    for (int i = 0; l->words && i < MAP_NOTES; i++)
        lines += m->note[i][0] != '\0';
    return l->top + m->rows * CELL_HEIGHT + lines * KEY_HEIGHT + 2 * MARGIN;
}

/* Ink that can be read on a colour: by its luminance. */
static const char *ink_on(uint32_t fill)
{
    const double red = fill >> 16 & 255, green = fill >> 8 & 255, blue = fill & 255;
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? "#1b1e22" : "#fff";
}

static void put_word(struct strbuf *out, double x, double y, const char *anchor, const char *ink, const char *text)
{
    strbuf_printf(out, "<text x=\"%g\" y=\"%g\" text-anchor=\"%s\" fill=\"%s\">", x, y, anchor, ink);
    escape_xml(out, text);
    strbuf_puts(out, "</text>\n");
}

static void put_cell(struct strbuf *out, double x, double y, int width, const struct map_cell *c)
{
    strbuf_puts(out, "<g><title>");
    escape_xml(out, c->hint);
    strbuf_printf(out, "</title><rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", x + 0.5,
                  y + 0.5, width - 1, CELL_HEIGHT - 1, (unsigned)c->fill);
    if (c->marked)
        strbuf_printf(out,
                      "<rect x=\"%g\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#000\" "
                      "stroke-width=\"3\"/>\n",
                      x + 2, y + 2, width - 4, CELL_HEIGHT - 4);
    put_word(out, x + width / 2.0, y + CELL_HEIGHT / 2.0 + 4, "middle", ink_on(c->fill), c->text);
    strbuf_puts(out, "</g>\n");
}

static void put_grid(struct strbuf *out, const struct map *m, const struct look *l)
{
    const char *const soft = "#6b6f76";
    const int width = cell_width(m, l), left = l->left, top = l->top;
    if (l->words) {
        put_word(out, left, 20, "start", "#22252a", tr(m->title));
        put_word(out, left, 38, "start", soft, tr(m->across));
    }
    put_word(out, MARGIN, top - 6, "start", soft, tr(m->down));
    for (int i = 0; i < m->columns; i++)
        put_word(out, left + (i + 0.5) * width, top - 6, "middle", soft, m->column[i]);
    for (int r = 0; r < m->rows; r++) {
        put_word(out, left - 8, top + (r + 0.5) * CELL_HEIGHT + 4, "end", soft, m->row[r]);
        for (int i = 0; i < m->columns; i++)
            put_cell(out, left + i * width, top + r * CELL_HEIGHT, width, &m->cell[r][i]);
    }
}

static void put_keys(struct strbuf *out, const struct map *m)
{
    double y = alone.top + m->rows * CELL_HEIGHT + MARGIN;
    for (int i = 0; i < m->keys; i++, y += KEY_HEIGHT) {
        strbuf_printf(out, "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"#%06x\"/>\n", alone.left, y,
                      KEY_WIDTH - 1, KEY_HEIGHT - 3, (unsigned)m->key[i].fill);
        put_word(out, alone.left + KEY_WIDTH / 2.0, y + 14, "middle", ink_on(m->key[i].fill), m->key[i].text);
        put_word(out, alone.left + KEY_WIDTH + 8, y + 14, "start", "#22252a", m->key[i].hint);
    }
    for (int i = 0; i < MAP_NOTES && m->note[i][0] != '\0'; i++, y += KEY_HEIGHT)
        put_word(out, alone.left, y + 14, "start", "#22252a", m->note[i]);
}

static void put_svg(struct strbuf *out, const struct map *m, const struct look *l, const char *attributes)
{
    const int width = width_of_map(m, l), height = height_of(m, l);
    strbuf_printf(out, "<svg %sviewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\" ", attributes, width,
                  height, width, height);
    strbuf_printf(out, "font-family=\"DejaVu Sans,Verdana,Arial,sans-serif\" font-size=\"%d\">\n<title>", l->letters);
    escape_xml(out, tr(m->title));
    strbuf_puts(out, "</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    put_grid(out, m, l);
    if (l->words)
        put_keys(out, m);
    strbuf_puts(out, "</svg>\n");
}

void map_svg(struct strbuf *out, const struct map *m)
{
    strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    put_svg(out, m, &alone, "xmlns=\"http://www.w3.org/2000/svg\" ");
}

static void put_board(struct draft *b, const char *id, const struct position *p)
{
    node_begin(b, NODE_PARAGRAPH, ROLE_BRIEF);
    put_text(b, id);
    node_end(b);
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = p;
    node_end(b);
}

static void put_keys_as_facts(struct draft *b, const struct map *m)
{
    if (m->keys == 0)
        return;
    node_begin(b, NODE_FACTS, ROLE_NONE);
    for (int i = 0; i < m->keys; i++)
        fact_text(b, draft_string(b, "%s", m->key[i].text), m->key[i].hint);
    node_end(b);
}

static void put_line(struct draft *b, const char *text)
{
    if (text[0] == '\0')
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    put_text(b, text);
    node_end(b);
}

void map_html(struct strbuf *out, const char *id, const struct position *p, const struct map *m)
{
    struct export_options o;
    struct html_page page;
    struct draft b;
    struct sink s;
    struct strbuf svg = {0};
    export_defaults(&o);
    sink_init(&s);
    put_svg(&svg, m, &in_page, "style=\"max-width:100%;height:auto\" ");
    html_page_begin(&page, &o, &s);
    draft_begin(&b, NULL, page.receiver);
    draft_titled(&b, ROLE_POSITIONS, m->title);
    draft_close(&b);
    draft_open(&b, NODE_SECTION, ROLE_GAME, "map")->level = 2;
    draft_ready(&b);
    html_page_beside(&page);
    put_board(&b, id, p);
    put_line(&b, tr(m->across));
    html_page_picture(&page, strbuf_text(&svg));
    for (int i = 0; i < MAP_NOTES; i++)
        put_line(&b, m->note[i]);
    put_keys_as_facts(&b, m);
    draft_close(&b);
    draft_close(&b);
    draft_end(&b);
    html_page_done(&page);
    strbuf_puts(out, strbuf_text(sink_main(&s)));
    sink_done(&s);
    strbuf_done(&svg);
}

uint32_t map_heat(double at)
{
    static const double blue[3] = {43, 108, 176}, middle[3] = {247, 244, 236}, red[3] = {192, 57, 43};
    const double *end = at < 0 ? blue : red, share = fmin(1, fabs(at));
    uint32_t colour = 0;
    for (int i = 0; i < 3; i++)
        colour = colour << 8 | (uint32_t)lrint(middle[i] + share * (end[i] - middle[i]));
    return colour;
}
