/* Paper for the reports that are printed: pages, text, boards, outline and links, for one layout (print.c) and the
 * kinds of file: PDF (paper_pdf.c), PostScript (paper_ps.c), and pictures of one page (paper_picture.c). Coordinates in
 * points from the top left corner.
 *
 * What a text looks like (font, width, where it is cut or broken) is settled here, so that all files have the same
 * pages; a kind only knows how to put shapes and finished words on a page. Fonts are DejaVu Sans where it is installed,
 * and those of the system for letters that it lacks (letters.h), else Helvetica with Latin letters only. After an error
 * nothing is done any more. */
#ifndef KIBITZER_PAPER_H
#define KIBITZER_PAPER_H

#include "base/strbuf.h"
#include "export/board/draw.h"
#include "export/print/letters.h"
#include "export/print/truetype.h"

enum { PAPER_PLAIN, PAPER_BOLD, PAPER_FONTS };
enum paper_align { PAPER_LEFT, PAPER_RIGHT, PAPER_CENTRE };

struct paper_style {
    float size;
    int font;
    uint32_t colour; /* 0xRRGGBB */
    enum paper_align align;
};

struct paper_area {
    float x, y, width, height;
};

/* A line of a page, for outline and links; page 0 = nowhere. */
struct paper_place {
    int page;
    float y;
};

/* How a shape is filled and edged. */
struct paper_ink {
    uint32_t fill, edge;
    float edge_width; /* 0 = no edge */
};

struct paper;

struct shown_signs {
    const char *text; /* of the whole line */
    const struct lettering *line;
    const struct letter_run *run;
};

/* What a kind of file provides. Text comes clean and finished: UTF-8, or Windows-1252 without a Unicode font. */
struct paper_kind {
    void (*begin_page)(struct paper *p, float width, float height);
    void (*show)(struct paper *p, float x, float y, const struct paper_style *s, const char *shown);
    /* A run of signs that `show` does not know; NULL: `show` gets all text, whatever is in it. */
    void (*signs)(struct paper *p, float x, float y, const struct paper_style *s, const struct shown_signs *run);
    /* A whole board; NULL: part by part and shape by shape. */
    void (*board)(struct paper *p, float x, float y, float width, const struct position *at,
                  const struct draw_options *o, const struct theme *theme);
    void (*box)(struct paper *p, struct paper_area a, uint32_t colour);
    void (*rule)(struct paper *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour);
    void (*polygon)(struct paper *p, const struct draw_point *at, size_t n, struct paper_ink ink);
    void (*disc)(struct paper *p, struct draw_point centre, float radius, struct paper_ink ink);
    /* A part of a board that comes again and again; NULL or false: its shapes are drawn each time. */
    bool (*part)(struct paper *p, const struct theme *t, const struct part *part, float x, float y, float scale);
    int (*outline)(struct paper *p, int parent, const char *title, struct paper_place to);
    void (*link)(struct paper *p, int page, struct paper_area a, struct paper_place to);
    void (*describe)(struct paper *p, const char *title, const char *subject, const char *date);
    bool (*save)(struct paper *p, struct strbuf *out);
    void (*close)(struct paper *p); /* all of its own; what is in struct paper is not */
};

struct paper {
    const struct paper_kind *kind;
    struct truetype *letters[PAPER_FONTS]; /* of the Unicode fonts, else NULL */
    char *font_file[PAPER_FONTS];
    uint16_t *advance[PAPER_FONTS]; /* widths of characters that were asked for, one more; 0 = not yet */
    unsigned long error; /* of the kind, 0 = none */
    float height; /* of the page at hand */
    float scale; /* PDF: a point of ours is so many of the file's; 0 = one */
    int n_pages;
    uint32_t *missing; /* letters shown that no font has, each once */
    size_t n_missing, missing_capacity;
    struct paper_more *more;
    bool unicode;
};

/* Puts nothing anywhere: to learn how many pages there will be, and to begin a kind of one's own with. No file. */
extern const struct paper_kind paper_nowhere;

/* NULL: the library could not start. */
struct paper *paper_open_pdf(void);
struct paper *paper_open_ps(void);
/* One page as a picture, as wide as `picture` says, with its title and IDs. NULL: there is no font to set words in. */
struct picture;
struct paper *paper_open_svg(const struct picture *picture);
struct paper *paper_open_png(const struct picture *picture);
struct paper *paper_open_eps(const struct picture *picture); /* never NULL, and as wide as its page */
void paper_close(struct paper *p);

/* Title and subject for the file's own description; `date` yyyy-mm-dd or NULL. No clock is asked. */
void paper_describe(struct paper *p, const char *title, const char *subject, const char *date);
bool paper_save(struct paper *p, struct strbuf *out); /* appends the file */

void paper_page(struct paper *p, float width, float height);

/* Text on the base line `y`, shortened with an ellipsis to `width` (0 = as long as it is). */
void paper_text(struct paper *p, float x, float y, float width, const struct paper_style *s, const char *text);
float paper_width(const struct paper *p, const struct paper_style *s, const char *text);
/* Bytes of a word that fit into `width`; at least one character. */
size_t paper_break(const struct paper *p, const struct paper_style *s, const char *text, float width);

void paper_box(struct paper *p, float x, float y, float width, float height, uint32_t colour);
void paper_rule(struct paper *p, float x0, float y0, float x1, float y1, float thickness, uint32_t colour);
void paper_dot(struct paper *p, float x, float y, float radius, uint32_t fill, uint32_t edge);
void paper_polygon(struct paper *p, const struct draw_point *at, size_t n, uint32_t colour);
void paper_board(struct paper *p, float x, float y, float width, const struct position *at,
                 const struct draw_options *o, const struct theme *theme);

struct paper_place paper_here(const struct paper *p, float y); /* of the page at hand */
int paper_outline(struct paper *p, int parent, const char *title,
                  struct paper_place to); /* its number; parent 0 = top. What is below it is folded. */
void paper_link(struct paper *p, int page, struct paper_area a, struct paper_place to);

/* ---- for the kinds ---- */

enum { PAPER_TEXT_MAX = 600 };

void paper_init(struct paper *p, const struct paper_kind *kind); /* finds the fonts */
void paper_done(struct paper *p);

struct fonts *paper_fonts(const struct paper *p); /* opened at the first call; NULL: only the paper's own */

bool part_equal(const struct part *a, const struct part *b);

/* The shapes of a part at the origin, one point to a unit. */
void paper_part_shapes(struct paper *p, const struct theme *t, const struct part *part);

/* The first character of a text that is finished, and how many bytes it has. */
uint32_t paper_letter(const struct paper *p, const char *shown, size_t *bytes);

#endif
