/* The rows of pictures: a board; and where its decision has an analysis, the card of that decision around it, set as on
 * paper. docs/formats/pictures.md. */
#include <math.h>

#include "base/arena.h"
#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/export.h"
#include "export/print/print.h"
#include "export/record/position.h"
#include "match/loss.h"
#include "report/card.h"

enum { CARD_WIDTH = 316, CARD_MARGIN = 8 }; /* points: a board of 644 pixels has words of 15 */

struct picture_kind {
    bool (*board)(struct strbuf *out, const struct picture *p);
    struct paper *(*open_paper)(const struct picture *p);
};

/* ---- the card ---- */

static void take(struct node_receiver *r, const struct node *block)
{
    struct printer *p = (struct printer *)r;
    p->y += block_put(p, block, (struct area){CARD_MARGIN, p->y, CARD_WIDTH - 2 * CARD_MARGIN});
}

/* A card comes in whole blocks, without a document around them. */
static void pass_over(struct node_receiver *r, const struct node *container)
{
    (void)r, (void)container;
}

static float lay_out(struct printer *p, const struct card *c, const struct export_options *o, bool measuring)
{
    p->receiver = (struct node_receiver){pass_over, take, pass_over};
    p->measuring = measuring;
    p->y = CARD_MARGIN;
    card_build(c, o, &p->receiver);
    return p->y + CARD_MARGIN;
}

static bool write_card(struct paper *paper, const struct picture *pic, const struct card *c,
                       const struct export_options *o, struct strbuf *out, struct diags *d)
{
    char ids[200];
    struct printer p = {.paper = paper,
                        .theme = *picture_theme(pic),
                        .home_left = o->look.home_left,
                        .numbers = o->look.numbers,
                        .wide_board = true,
                        .kept = arena_new()};
    picture_ids(pic, ids, sizeof ids);
    paper_describe(paper, pic->title != NULL ? pic->title : "Backgammon board", ids, NULL);
    paper_page(paper, CARD_WIDTH, ceilf(lay_out(&p, c, o, true)));
    lay_out(&p, c, o, false);
    const bool ok = paper_save(paper, out);
    if (ok)
        print_say_what_is_missing(&p, d);
    arena_free(p.kept);
    xfree(p.targets);
    return ok;
}

/* The decision that is meant, if there is something to say about it. */
static bool has_card(struct card *c, const struct match *m, const struct export_options *o)
{
    if (!o->analysis || (o->place == NULL && o->position == NULL && !match_is_position(m)) || !card_at(c, m, o))
        return false;
    const struct annotation *a = c->decision.note;
    return a != NULL && (c->cube ? a->cube != NULL && !isnan(a->cube->nd) : a->play != NULL && a->play->n > 0);
}

/* ---- the board, and which of the two it becomes ---- */

static bool paint(const struct picture_kind *kind, struct picture p, const struct match *m,
                  const struct export_options *o, struct strbuf *out, struct diags *d)
{
    struct card c;
    if (!has_card(&c, m, o))
        return kind->board(out, &p);
    struct paper *paper = kind->open_paper(&p);
    if (paper == NULL) {
        diag_at(d, SEVERITY_NOTE, 0, 0,
                "lost: the words and figures of the decision: no DejaVu font was found, "
                "KIBITZER_FONTS can name its folder");
        return kind->board(out, &p);
    }
    if (o->position == NULL)
        p.position = &c.decision.before;
    const bool ok = write_card(paper, &p, &c, o, out, d);
    paper_close(paper);
    return ok;
}

static bool write_picture(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d,
                          const struct picture_kind *kind)
{
    struct position at;
    struct theme theme;
    if (!export_position(m, o, &at)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no position to draw: the record has no game");
        return false;
    }
    if (!picture_theme_of(o, &theme)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "no theme \"%s\", expected colour, print, light, dark or xg", o->style);
        return false;
    }
    struct picture p = {.position = &at,
                        .draw = {.bottom = -1, .score = true, .home_left = o->look.home_left},
                        .theme = &theme,
                        .title = o->title};
    draw_numbering(&p.draw, o->look.numbers, -1);
    p.draw.arrows[0] = (struct draw_arrows){o->arrow_played, PAINT_ARROW_PLAYED};
    p.draw.arrows[1] = (struct draw_arrows){o->arrow_best, PAINT_ARROW_BEST};
    if (o->position == NULL && !loss_is_single_position(m))
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one position");
    if (paint(kind, p, m, o, sink_main(sink), d))
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0, "the picture could not be made");
    return false;
}

#define PICTURE(name)                                                                                                  \
    bool name##_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)       \
    {                                                                                                                  \
        return write_picture(m, o, sink, d, &(struct picture_kind){picture_##name, paper_open_##name});                \
    }

PICTURE(svg)
PICTURE(png)
PICTURE(eps)
