/* Boards as picture files: what the four formats share. */
#include "export/board/picture.h"

#include <stdio.h>

#include "format/posid.h"
#include "report/report_options.h"

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

void picture_ids(const struct picture *p, char *out, size_t size)
{
    char id[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1], xg[XGID_MAX];
    position_id(&p->position->board, id);
    match_id(p->position, match);
    xgid(p->position, xg);
    snprintf(out, size, "%s:%s %s", id, match, xg);
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
