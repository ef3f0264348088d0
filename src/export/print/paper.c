/* What both kinds of paper share: fonts, text, boards; see paper.h. Names need a TrueType font: DejaVu, found in the
 * system's folders; without it Helvetica prints what Windows-1252 has. Lines of simple letters that DejaVu has are set
 * here, letter after letter; others by letters.c, where fonts for them can be found. */
#include "export/print/paper.h"

#include <stdlib.h>
#include <string.h>

#include "base/os.h"
#include "base/shared_file.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "export/print/helvetica.h"

/* ---- fonts ---- */

enum { CACHED = 0x3000 }; /* characters whose widths are kept */

/* The font takes over the path. */
static bool open_font(struct paper *p, int which, struct strbuf *path)
{
    p->letters[which] = os_access(path->at, R_OK) ? truetype_open(path->at) : NULL;
    if (p->letters[which] != NULL)
        p->font_file[which] = path->at;
    else
        strbuf_done(path);
    return p->letters[which] != NULL;
}

/* Of the system, or of kibitzer's own. */
static bool find_font(struct paper *p, int which, const char *file)
{
    static const char *const folders[] = {"/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/TTF",
                                          "/usr/share/fonts/dejavu-sans-fonts", "/usr/local/share/fonts"};
    const char *own = getenv("KIBITZER_FONTS"); /* in place of all these */
    struct strbuf path = {0}, name = {0};
    for (size_t i = 0; i < (own != NULL ? 1 : sizeof folders / sizeof *folders); i++) {
        strbuf_printf(&path, "%s/%s", own != NULL ? own : folders[i], file);
        if (open_font(p, which, &path))
            return true;
    }
    strbuf_printf(&name, "fonts/%s", file);
    const bool found = own == NULL && shared_file_find(name.at, &path);
    strbuf_done(&name);
    return found && open_font(p, which, &path);
}

/* Beyond the two fonts: few texts need it. */
struct paper_more {
    struct fonts *fonts;
    bool tried;
};

struct fonts *paper_fonts(const struct paper *p)
{
    if (!p->more->tried && p->unicode)
        p->more->fonts = fonts_open(p->font_file, PAPER_FONTS);
    p->more->tried = true;
    return p->more->fonts;
}

void paper_init(struct paper *p, const struct paper_kind *kind)
{
    p->kind = kind;
    p->more = xcalloc(1, sizeof *p->more);
    p->unicode = find_font(p, PAPER_PLAIN, "DejaVuSans.ttf") && find_font(p, PAPER_BOLD, "DejaVuSans-Bold.ttf");
    for (int i = 0; i < PAPER_FONTS; i++)
        p->advance[i] = xcalloc(CACHED, sizeof *p->advance[i]);
}

void paper_done(struct paper *p)
{
    for (int i = 0; i < PAPER_FONTS; i++) {
        truetype_close(p->letters[i]);
        xfree(p->font_file[i]);
        xfree(p->advance[i]);
    }
    fonts_close(p->more->fonts);
    xfree(p->more);
    xfree(p->missing);
}

void paper_close(struct paper *p)
{
    if (p != NULL)
        p->kind->close(p);
}

/* ---- text ---- */

uint32_t paper_letter(const struct paper *p, const char *shown, size_t *bytes)
{
    const struct span letter = {shown, p->unicode ? strnlen(shown, 4) : 1};
    *bytes = utf8_length(letter);
    if (*bytes == 0)
        *bytes = 1;
    return utf8_code_point(letter);
}

/* Windows-1252 for the fonts that every reader has: Latin letters and the signs that our own words use. */
static char latin(uint32_t c)
{
    static const struct {
        uint32_t from;
        char to;
    } signs[] = {{0x2212, '-'},    {0x2013, '\x96'}, {0x2014, '\x97'},
                 {0x2026, '\x85'}, {0x2019, '\x92'}, {0x20ac, '\x80'}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (signs[i].from == c)
            return signs[i].to;
    return c < 0x100 && (c < 0x80 || c >= 0xa0) ? (char)c : '?';
}

/* Valid, one line, a sane length. Without a Unicode font it has signs for all letters, "?" for most. */
static void clean_line(const struct paper *p, char out[PAPER_TEXT_MAX + 1], const char *text)
{
    enum { BYTES_MAX = 4 }; /* of a character, which has one on paper at least */
    struct strbuf head = {0}, clean = {0};
    size_t n = 0;
    strbuf_add(&head, text, strnlen(text, BYTES_MAX * PAPER_TEXT_MAX));
    utf8_clean(&clean, strbuf_text(&head));
    strbuf_done(&head);
    for (size_t i = 0, step; i < clean.length && n < PAPER_TEXT_MAX - 3; i += step) {
        const struct span rest = {clean.at + i, clean.length - i};
        const uint32_t c = utf8_code_point(rest);
        step = utf8_length(rest);
        if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
            out[n++] = ' ';
        } else if (!p->unicode) {
            out[n++] = latin(c);
        } else {
            memcpy(out + n, rest.at, step);
            n += step;
        }
    }
    out[n] = '\0';
    strbuf_done(&clean);
}

/* Are there letters that the font cannot show one after the other, and others that may? */
static bool needs_more(const struct paper *p, int font, const char *line)
{
    size_t bytes;
    for (; p->unicode && *line != '\0'; line += bytes) {
        const uint32_t c = paper_letter(p, line, &bytes);
        if (c >= 0x80 && (!letters_simple(c) || truetype_glyph(p->letters[font], c) == 0))
            return paper_fonts(p) != NULL;
    }
    return false;
}

/* Thousandths of the size. */
static unsigned advance_of(const struct paper *p, int font, uint32_t c)
{
    if (!p->unicode)
        return helvetica_advance(font == PAPER_BOLD, (unsigned char)c);
    if (c >= CACHED)
        return truetype_advance(p->letters[font], c);
    if (p->advance[font][c] == 0)
        p->advance[font][c] = (uint16_t)(truetype_advance(p->letters[font], c) + 1);
    return p->advance[font][c] - 1u;
}

static unsigned thousandths(const struct paper *p, int font, const char *shown)
{
    unsigned width = 0;
    size_t bytes;
    for (; *shown != '\0'; shown += bytes)
        width += advance_of(p, font, paper_letter(p, shown, &bytes));
    return width;
}

/* What the own font shows for a part of a line. */
static size_t plain(const struct paper *p, char out[PAPER_TEXT_MAX + 1], const char *text, size_t length)
{
    size_t n = 0;
    for (size_t i = 0, bytes; i < length; i += bytes) {
        const uint32_t c = paper_letter(p, text + i, &bytes);
        if (p->unicode && letters_steer(c))
            continue;
        const bool beyond = bytes == 4; /* libharu knows three bytes at most */
        memcpy(out + n, beyond ? "\xef\xbf\xbd" : text + i, beyond ? 3 : bytes);
        n += beyond ? 3 : bytes;
    }
    out[n] = '\0';
    return n;
}

/* Thousandths of the size, of letters one after the other. */
static unsigned plain_width(const struct paper *p, int font, const char *text, size_t length)
{
    char shown[PAPER_TEXT_MAX + 1];
    plain(p, shown, text, length);
    return thousandths(p, font, shown);
}

static float run_width(const struct paper *p, int font, const char *line, const struct letter_run *r)
{
    return r->font == LETTERS_PLAIN ? (float)plain_width(p, font, line + r->from, r->to - r->from) / 1000 : r->width;
}

static float width_of(const struct paper *p, const struct paper_style *s, const char *line)
{
    if (!needs_more(p, s->font, line))
        return (float)plain_width(p, s->font, line, strlen(line)) * s->size / 1000;
    struct lettering set = {0};
    float width = 0;
    letters_set(paper_fonts(p), s->font, line, &set);
    for (size_t i = 0; i < set.n; i++)
        width += run_width(p, s->font, line, &set.run[i]);
    lettering_done(&set);
    return width * s->size;
}

float paper_width(const struct paper *p, const struct paper_style *s, const char *text)
{
    char line[PAPER_TEXT_MAX + 1];
    clean_line(p, line, text);
    return width_of(p, s, line);
}

/* Cuts whole characters off the end until the text and an ellipsis fit. */
static void shorten(const struct paper *p, const struct paper_style *s, char *shown, float width)
{
    const char *dots = p->unicode ? "\xe2\x80\xa6" : "\x85";
    size_t n = strlen(shown);
    if (width_of(p, s, shown) <= width)
        return;
    do {
        do
            n--;
        while (n > 0 && p->unicode && ((unsigned char)shown[n] & 0xc0) == 0x80);
        memcpy(shown + n, dots, strlen(dots) + 1);
    } while (n > 0 && width_of(p, s, shown) > width);
}

static void note_missing(struct paper *p, uint32_t c)
{
    for (size_t i = 0; i < p->n_missing; i++)
        if (p->missing[i] == c)
            return;
    p->missing = grow(p->missing, p->n_missing, &p->missing_capacity, sizeof *p->missing);
    p->missing[p->n_missing++] = c;
}

static void show_plain(struct paper *p, float x, float y, const struct paper_style *s, const char *text, size_t length)
{
    char shown[PAPER_TEXT_MAX + 1];
    for (size_t i = 0, bytes; p->unicode && i < length; i += bytes) {
        const uint32_t c = paper_letter(p, text + i, &bytes);
        if (!letters_steer(c) && (bytes == 4 || truetype_glyph(p->letters[s->font], c) == 0))
            note_missing(p, c);
    }
    if (plain(p, shown, text, length) > 0)
        p->kind->show(p, x, y, s, shown);
}

static void show_all(struct paper *p, float x, float y, const struct paper_style *s, const char *line)
{
    struct lettering set = {0};
    letters_set(paper_fonts(p), s->font, line, &set);
    for (size_t i = 0; i < set.n; i++) {
        const struct letter_run *r = &set.run[i];
        if (r->font == LETTERS_PLAIN)
            show_plain(p, x, y, s, line + r->from, r->to - r->from);
        else
            p->kind->signs(p, x, y, s, &(struct shown_signs){line, &set, r});
        x += run_width(p, s->font, line, r) * s->size;
    }
    lettering_done(&set);
}

/* What Helvetica lacks. */
static void note_beyond_latin(struct paper *p, const char *text)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, text);
    for (size_t i = 0, step; !p->unicode && i < clean.length; i += step) {
        const struct span rest = {clean.at + i, clean.length - i};
        const uint32_t c = utf8_code_point(rest);
        step = utf8_length(rest);
        if (c != '?' && (c >= 0xa0 || c < 0x7f) && latin(c) == '?')
            note_missing(p, c);
    }
    strbuf_done(&clean);
}

void paper_text(struct paper *p, float x, float y, float width, const struct paper_style *s, const char *text)
{
    char line[PAPER_TEXT_MAX + 1];
    clean_line(p, line, text);
    note_beyond_latin(p, text);
    if (line[0] == '\0' || p->error != 0)
        return;
    if (width > 0)
        shorten(p, s, line, width);
    if (s->align != PAPER_LEFT) {
        float own = width_of(p, s, line);
        x += s->align == PAPER_RIGHT ? width - own : (width - own) / 2;
    }
    if (p->kind->signs == NULL)
        p->kind->show(p, x, y, s, line);
    else if (needs_more(p, s->font, line))
        show_all(p, x, y, s, line);
    else
        show_plain(p, x, y, s, line, strlen(line));
}

size_t paper_break(const struct paper *p, const struct paper_style *s, const char *text, float width)
{
    enum { LETTER_MAX = 4 };
    size_t n = 0;
    unsigned used = 0;
    float more = 0; /* of letters in other fonts */
    while (n < PAPER_TEXT_MAX - 8 && text[n] != '\0') {
        char letter[LETTER_MAX + 1] = "", line[PAPER_TEXT_MAX + 1];
        const size_t step = utf8_length((struct span){text + n, strnlen(text + n, LETTER_MAX)});
        memcpy(letter, text + n, step != 0 ? step : 1);
        clean_line(p, line, letter);
        if (needs_more(p, s->font, line))
            more += width_of(p, s, line);
        else
            used += plain_width(p, s->font, line, strlen(line));
        if (n > 0 && (float)used * s->size / 1000 + more > width)
            break;
        n += step != 0 ? step : 1;
    }
    return n;
}

/* ---- shapes ---- */

void paper_page(struct paper *p, float width, float height)
{
    if (p->error != 0)
        return;
    p->height = height;
    p->n_pages++;
    p->kind->begin_page(p, width, height);
}

void paper_box(struct paper *p, float x, float y, float width, float height, uint32_t colour)
{
    if (p->error == 0)
        p->kind->box(p, (struct paper_area){x, y, width, height}, colour);
}

void paper_rule(struct paper *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    if (p->error == 0)
        p->kind->rule(p, x0, y0, x1, y1, thickness, colour);
}

void paper_dot(struct paper *p, float x, float y, float radius, uint32_t fill, uint32_t edge)
{
    if (p->error == 0)
        p->kind->disc(p, (struct draw_point){x, y}, radius, (struct paper_ink){fill, edge, 0.6f});
}

void paper_polygon(struct paper *p, const struct draw_point *at, size_t n, uint32_t colour)
{
    if (p->error == 0)
        p->kind->polygon(p, at, n, (struct paper_ink){.fill = colour});
}

/* ---- boards ---- */

struct paper_canvas {
    struct canvas canvas;
    struct paper *paper;
    const struct theme *theme;
    float x, y, scale;
};

static struct draw_point on_page(const struct paper_canvas *c, struct draw_point at)
{
    return (struct draw_point){c->x + at.x * c->scale, c->y + at.y * c->scale};
}

static struct paper_ink ink_of(const struct paper_canvas *c, enum paint p)
{
    const struct theme_paint *t = &c->theme->paint[p];
    return (struct paper_ink){t->fill, t->edge, t->edge_width * c->scale};
}

static void paint_polygon(struct canvas *canvas, enum paint p, const struct draw_point *at, size_t n)
{
    const struct paper_canvas *c = (struct paper_canvas *)canvas;
    enum { CORNERS_MAX = 64 };
    struct draw_point here[CORNERS_MAX];
    if (n > CORNERS_MAX)
        n = CORNERS_MAX; /* no shape of draw.c has as many */
    for (size_t i = 0; i < n; i++)
        here[i] = on_page(c, at[i]);
    c->paper->kind->polygon(c->paper, here, n, ink_of(c, p));
}

static void paint_disc(struct canvas *canvas, enum paint p, struct draw_point centre, float radius)
{
    const struct paper_canvas *c = (struct paper_canvas *)canvas;
    c->paper->kind->disc(c->paper, on_page(c, centre), radius * c->scale, ink_of(c, p));
}

static void paint_figures(struct canvas *canvas, enum paint p, struct draw_point middle, float size, const char *text)
{
    const struct paper_canvas *c = (struct paper_canvas *)canvas;
    struct paper_style s = {.size = size * c->scale, .font = PAPER_BOLD, .colour = c->theme->paint[p].fill};
    float width = paper_width(c->paper, &s, text);
    paper_text(c->paper, c->x + middle.x * c->scale - width / 2, c->y + (middle.y + size * 0.36f) * c->scale, 0, &s,
               text);
}

static bool paint_part(struct canvas *canvas, const struct part *part, struct draw_point at)
{
    const struct paper_canvas *c = (struct paper_canvas *)canvas;
    struct draw_point here = on_page(c, at);
    const struct paper_kind *kind = c->paper->kind;
    return kind->part != NULL && kind->part(c->paper, c->theme, part, here.x, here.y, c->scale);
}

static struct paper_canvas canvas_at(struct paper *p, const struct theme *theme, float x, float y, float scale)
{
    return (struct paper_canvas){
        .canvas = {.polygon = paint_polygon, .disc = paint_disc, .text = paint_figures, .part = paint_part},
        .paper = p,
        .theme = theme,
        .x = x,
        .y = y,
        .scale = scale};
}

void paper_board(struct paper *p, float x, float y, float width, const struct position *at,
                 const struct draw_options *o, const struct theme *theme)
{
    struct paper_canvas c = canvas_at(p, theme, x, y, width / DRAW_WIDTH);
    if (p->error == 0 && p->kind->board != NULL)
        p->kind->board(p, x, y, width, at, o, theme);
    else if (p->error == 0)
        draw_board(&c.canvas, at, o);
}

bool part_equal(const struct part *a, const struct part *b)
{
    return a->kind == b->kind && a->player == b->player && a->count == b->count && a->home_left == b->home_left;
}

void paper_part_shapes(struct paper *p, const struct theme *t, const struct part *part)
{
    struct paper_canvas c = canvas_at(p, t, 0, 0, 1);
    c.canvas.part = NULL;
    draw_part(&c.canvas, part, (struct draw_point){0, 0});
}

/* ---- nowhere ---- */

static void no_page(struct paper *p, float width, float height)
{
    (void)p, (void)width, (void)height;
}

static void no_words(struct paper *p, float x, float y, const struct paper_style *s, const char *shown)
{
    (void)p, (void)x, (void)y, (void)s, (void)shown;
}

static void no_signs(struct paper *p, float x, float y, const struct paper_style *s, const struct shown_signs *run)
{
    (void)p, (void)x, (void)y, (void)s, (void)run;
}

static void no_box(struct paper *p, struct paper_area a, uint32_t colour)
{
    (void)p, (void)a, (void)colour;
}

static void no_rule(struct paper *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour)
{
    (void)p, (void)x0, (void)y0, (void)x1, (void)y1, (void)thickness, (void)colour;
}

static void no_polygon(struct paper *p, const struct draw_point *at, size_t n, struct paper_ink ink)
{
    (void)p, (void)at, (void)n, (void)ink;
}

static void no_disc(struct paper *p, struct draw_point centre, float radius, struct paper_ink ink)
{
    (void)p, (void)centre, (void)radius, (void)ink;
}

static bool no_part(struct paper *p, const struct theme *t, const struct part *part, float x, float y, float scale)
{
    (void)p, (void)t, (void)part, (void)x, (void)y, (void)scale;
    return true;
}

static int no_entry(struct paper *p, int parent, const char *title, struct paper_place to)
{
    (void)p, (void)parent, (void)title, (void)to;
    return 0;
}

const struct paper_kind paper_nowhere = {.begin_page = no_page,
                                         .show = no_words,
                                         .signs = no_signs,
                                         .box = no_box,
                                         .rule = no_rule,
                                         .polygon = no_polygon,
                                         .disc = no_disc,
                                         .part = no_part,
                                         .outline = no_entry};

/* ---- the file ---- */

struct paper_place paper_here(const struct paper *p, float y)
{
    return (struct paper_place){p->n_pages, y};
}

int paper_outline(struct paper *p, int parent, const char *title, struct paper_place to)
{
    struct strbuf clean = {0};
    if (p->error != 0)
        return 0;
    utf8_clean(&clean, title);
    int number = p->kind->outline(p, parent, strbuf_text(&clean), to);
    strbuf_done(&clean);
    return number;
}

void paper_link(struct paper *p, int page, struct paper_area a, struct paper_place to)
{
    if (p->error == 0 && to.page > 0)
        p->kind->link(p, page, a, to);
}

/* One clean line, whatever font the pages have. */
static void describe_line(char out[PAPER_TEXT_MAX + 1], const char *text)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, text);
    size_t n = 0;
    for (size_t i = 0, step; i < clean.length; i += step) {
        step = utf8_length((struct span){clean.at + i, clean.length - i});
        if (n + step > PAPER_TEXT_MAX)
            break;
        bool control = step == 1 && ((unsigned char)clean.at[i] < 0x20 || clean.at[i] == 0x7f);
        bool beyond = step == 4; /* libharu knows three bytes at most */
        size_t length = beyond ? 3 : step;
        memcpy(out + n, control ? " " : beyond ? "\xef\xbf\xbd" : clean.at + i, length);
        n += length;
    }
    out[n] = '\0';
    strbuf_done(&clean);
}

void paper_describe(struct paper *p, const char *title, const char *subject, const char *date)
{
    char name[PAPER_TEXT_MAX + 1], theme[PAPER_TEXT_MAX + 1];
    describe_line(name, title);
    describe_line(theme, subject != NULL ? subject : "");
    if (p->error == 0)
        p->kind->describe(p, name, subject != NULL ? theme : NULL, date);
}

bool paper_save(struct paper *p, struct strbuf *out)
{
    return p->error == 0 && p->kind->save(p, out);
}
