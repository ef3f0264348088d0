/* Cards as HTML; see cards.h. */
#include "export/cards.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "export/board/picture.h"
#include "export/escape.h"
#include "insight/groups.h"
#include "match/phase.h"

enum { CHOICES = 5, BOARD_WIDTH = 420 };

/* ---- choices ---- */

struct choice {
    const struct alternative *what;
    char order[KEY_LENGTH + 1];
};

static int by_order(const void *a, const void *b)
{
    return strcmp(((const struct choice *)a)->order, ((const struct choice *)b)->order);
}

/* The best ones and what was played; plays in an order of their own, cube actions as they are usually said. */
static size_t choices_of(const struct costly_question *c, struct choice out[CHOICES + 1])
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_alternatives; i++) {
        if (i >= CHOICES && !c->alternative[i].played)
            continue;
        struct strbuf text = {0};
        out[n].what = &c->alternative[i];
        strbuf_printf(&text, "%s %s", c->key, c->alternative[i].text);
        text_key(span_of(text.at), out[n++].order);
        strbuf_done(&text);
    }
    qsort(out, n, sizeof *out, by_order);
    return n;
}

static char letter_of(size_t i)
{
    return (char)('A' + i);
}

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
    const size_t n = choices_of(c, choice);
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

static void place_line(const struct error_place *p, const struct card_options *o, struct strbuf *out)
{
    strbuf_puts(out, "<li>");
    if (o->pages != NULL) {
        strbuf_puts(out, "<a href=\"");
        escape_xml(out, o->pages);
        strbuf_puts(out, *o->pages != '\0' ? "/" : "");
        escape_xml(out, p->stem); /* letters, digits, - and _ alone */
        strbuf_printf(out, ".html#g%dm%d\">", p->game, p->number);
    }
    escape_xml(out, p->player);
    strbuf_puts(out, " against ");
    escape_xml(out, p->opponent);
    strbuf_printf(out, ", game %d, move %d", p->game, p->number);
    strbuf_puts(out, o->pages != NULL ? "</a>" : "");
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

void card_answer(const struct costly_question *c, const struct card_options *o, struct strbuf *out)
{
    struct choice choice[CHOICES + 1];
    const size_t n = choices_of(c, choice);
    strbuf_puts(out, "<table><tr><td></td><th>action</th><th>equity</th><th>difference</th></tr>\n");
    for (size_t i = 0; i < n; i++) {
        const struct alternative *a = choice[i].what;
        strbuf_printf(out, "<tr%s><td>%c</td><td>",
                      a->best     ? " class=\"best\""
                      : a->played ? " class=\"played\""
                                  : "",
                      letter_of(i));
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
        place_line(&c->place[i], o, out);
    strbuf_puts(out, "</ul>\n");
}

/* ---- a page ---- */

static const char style[] =
    ":root{color-scheme:light dark;--bg:#f7f5f1;--pa:#fff;--ink:#1d2126;--link:#0f5680}"
    "@media (prefers-color-scheme:dark){:root{--bg:#14171a;--pa:#1c2024;--ink:#e8e6e1;--link:#86c1ea}}"
    "a{color:var(--link)}body{background:var(--bg);color:var(--ink);font:16px/1.45 "
    "system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}"
    ".card{background:var(--pa);border:1px solid #8888;border-radius:.5rem;padding:1rem;margin:1rem "
    "0;break-inside:avoid}"
    ".card svg{max-width:100%;height:auto}table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:right}"
    "td:nth-child(2),th:nth-child(2){text-align:left}.best{font-weight:600}.played td{text-decoration:underline}"
    "summary{cursor:pointer;padding:.3rem 0}.cost{float:right}";

static void page_card(const struct costly_question *c, const struct card_options *o, size_t n, struct strbuf *out)
{
    strbuf_printf(out, "<section class=\"card\" id=\"e%zu\"><h2>%zu.", n, n);
    if (!o->quiz) {
        strbuf_puts(out, " <span class=\"cost\">cost ");
        strbuf_fixed(out, c->worst, 3);
        strbuf_puts(out, "</span>");
    }
    strbuf_puts(out, "</h2>\n");
    card_question(c, out);
    strbuf_puts(out, o->quiz ? "<details><summary>Answer</summary>\n" : "<div>\n");
    card_answer(c, o, out);
    strbuf_puts(out, o->quiz ? "</details>" : "</div>");
    strbuf_puts(out, "</section>\n");
}

void cards_html(const struct costly_list *list, const struct card_options *o, struct strbuf *out)
{
    strbuf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>");
    escape_xml(out, o->title);
    strbuf_printf(out, "</title><style>%s</style></head><body><main>\n<h1>", style);
    escape_xml(out, o->title);
    strbuf_puts(out, "</h1>\n");
    for (size_t i = 0; i < list->n; i++)
        page_card(&list->at[i], o, i + 1, out);
    strbuf_puts(out, "</main></body></html>\n");
}
