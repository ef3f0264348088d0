/* Boards as picture files: what the four formats share, and their rows in the table of writers. */
#include "export/board/picture.h"

#include "export/export.h"
#include "export/record/position.h"
#include "match/loss.h"

bool picture_size(const struct picture *p, int *width, int *height)
{
    *width = p->width > 0 ? p->width : DRAW_WIDTH;
    *height = (int)((long)*width * DRAW_HEIGHT / DRAW_WIDTH);
    return *width >= 32 && *width <= PICTURE_WIDTH_MAX;
}

const struct theme *picture_theme(const struct picture *p)
{
    return p->theme != NULL ? p->theme : &theme_colour;
}

bool picture_svg(struct strbuf *out, const struct picture *p)
{
    int width, height;
    if (!picture_size(p, &width, &height))
        return false;
    svg_board(out, p->position, &p->draw, picture_theme(p), width, p->title);
    return true;
}

bool picture_theme_of(const struct export_options *o, struct theme *out)
{
    const struct theme *named = theme_find(o->style != NULL ? o->style : theme_names[o->look.theme]);
    if (named == NULL)
        return false;
    *out = *named;
    if (o->look.colours.given)
        theme_set_chequers(out, o->look.colours.of[0], o->look.colours.of[1]);
    return true;
}

/* ---- rows: the position that the options name, or where the last game stands ---- */

static bool write_picture(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d,
                          bool (*paint)(struct strbuf *, const struct picture *))
{
    struct position at;
    if (!export_position(m, o, &at)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no position to draw: the record has no game");
        return false;
    }
    struct theme theme;
    if (!picture_theme_of(o, &theme)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no theme \"%s\", expected colour, print, light, dark or xg", o->style);
        return false;
    }
    struct picture p = {
        .position = &at,
        .draw = {.bottom = -1, .numbers = -1, .score = true, .home_left = o->look.home_left},
        .theme = &theme,
        .title = o->title};
    p.draw.arrows[0] = (struct draw_arrows){o->arrow_played, PAINT_ARROW_PLAYED};
    p.draw.arrows[1] = (struct draw_arrows){o->arrow_best, PAINT_ARROW_BEST};
    if (o->position == NULL && !loss_is_single_position(m))
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one position");
    if (paint(sink_main(sink), &p))
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0, "the picture could not be made");
    return false;
}

static bool write_svg(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return write_picture(m, o, sink, d, picture_svg);
}

static bool write_png(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return write_picture(m, o, sink, d, picture_png);
}

static bool write_eps(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return write_picture(m, o, sink, d, picture_eps);
}

const struct exporter exporter_svg = {.name = "svg",
                                      .title = "SVG picture of a board",
                                      .extension = "svg",
                                      .scope = EXPORT_POSITION,
                                      .styles = theme_names,
                                      .write = write_svg};

const struct exporter exporter_png = {.name = "png",
                                      .title = "PNG picture of a board",
                                      .extension = "png",
                                      .scope = EXPORT_POSITION,
                                      .styles = theme_names,
                                      .write = write_png};

const struct exporter exporter_eps = {.name = "eps",
                                      .title = "Encapsulated PostScript picture of a board",
                                      .extension = "eps",
                                      .scope = EXPORT_POSITION,
                                      .styles = theme_names,
                                      .write = write_eps};
