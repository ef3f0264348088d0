/* The two sides of a card as HTML; see cards.h. */
#include "export/cards.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "export/board/picture.h"
#include "export/escape.h"
#include "collection/groups.h"
#include "match/phase.h"

enum { BOARD_WIDTH = 420 };

/* ---- the two sides ---- */

static void board(const struct costly_question *c, struct strbuf *out)
{
    struct strbuf svg = {0}, title = {0};
    question_text(c, &title);
    const struct picture p = {.position = &c->position,
                              .draw = {.bottom = c->side, .numbers = c->side},
                              .width = BOARD_WIDTH,
                              .title = strbuf_text(&title)};
    if (picture_svg(&svg, &p)) {
        const char *at = strstr(strbuf_text(&svg), "<svg");
        strbuf_puts(out, at != NULL ? at : "");
    }
    strbuf_done(&svg);
    strbuf_done(&title);
}

void card_question(const struct costly_question *c, struct strbuf *out)
{
    struct choice choice[CHOICES + 1];
    const size_t n = question_choices(c, choice);
    struct strbuf text = {0};
    board(c, out);
    question_text(c, &text);
    strbuf_printf(out, "<p class=\"ask\"><strong>%s</strong><br>", strbuf_text(&text));
    strbuf_clear(&text);
    question_state(c, &text);
    escape_xml(out, strbuf_text(&text));
    strbuf_puts(out, "</p>\n<ol class=\"choices\" type=\"A\">");
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(out, "<li>");
        escape_xml(out, choice[i].what->text);
        strbuf_puts(out, "</li>");
    }
    strbuf_puts(out, "</ol>\n");
    strbuf_done(&text);
}

static void place_line(const struct error_place *p, struct strbuf *out)
{
    strbuf_puts(out, "<li>");
    escape_xml(out, p->player);
    strbuf_puts(out, " against ");
    escape_xml(out, p->opponent);
    strbuf_printf(out, ", game %d, move %d", p->game, p->number);
    if (p->date != NULL) {
        strbuf_puts(out, ", ");
        escape_xml(out, p->date);
    }
    strbuf_puts(out, ": ");
    escape_xml(out, p->action);
    strbuf_puts(out, ", cost ");
    strbuf_fixed(out, p->error, 3);
    strbuf_puts(out, "</li>");
}

void card_answer(const struct costly_question *c, struct strbuf *out)
{
    struct choice choice[CHOICES + 1];
    const size_t n = question_choices(c, choice);
    strbuf_puts(out, "<table><tr><td></td><th>action</th><th>equity</th><th>difference</th></tr>\n");
    for (size_t i = 0; i < n; i++) {
        const struct alternative *a = choice[i].what;
        strbuf_printf(out, "<tr%s><td>%c</td><td>",
                      a->best     ? " class=\"best\""
                      : a->played ? " class=\"played\""
                                  : "",
                      (char)('A' + i));
        escape_xml(out, a->text);
        strbuf_puts(out, a->best ? " (best)" : a->played ? " (played)" : "");
        strbuf_puts(out, "</td><td>");
        strbuf_fixed(out, a->equity, 3);
        strbuf_puts(out, "</td><td>");
        if (!a->best)
            strbuf_fixed(out, a->difference, 3);
        strbuf_puts(out, "</td></tr>\n");
    }
    strbuf_puts(out, "</table>\n<p>Best: <strong>");
    escape_xml(out, c->best != NULL ? c->best : "");
    strbuf_printf(out, "</strong>. %s, %s", phase_name((enum phase)c->phase), plan_name((enum plan)c->plan));
    strbuf_printf(out, "; error: %s.</p>\n<ul class=\"places\">", error_kind_name(c->kind));
    for (size_t i = 0; i < c->n_places; i++)
        place_line(&c->place[i], out);
    strbuf_puts(out, "</ul>\n");
}
