/* The HTML report: one self-contained page per match. The one idea: the page is an overview first (summary, curve,
 * worst errors, statistics) and every decision is one line that opens, by itself where an error was made. No file
 * beside it, no script needed to read it. Structure: docs/formats/html.md. */
#include "export/html/html.h"

#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "export/escape.h"
#include "match/loss.h"
#include "export/board/svg.h"

void html_text(struct strbuf *out, const char *text)
{
    escape_xml(out, text);
}

/* A hyphen before a figure and after a blank or bracket is a minus sign. */
void html_words(struct strbuf *out, const char *text)
{
    struct strbuf fine = {0};
    for (const char *s = text; *s != '\0'; s++) {
        bool begins = s == text || s[-1] == ' ' || s[-1] == '(';
        if (*s == '-' && begins && s[1] >= '0' && s[1] <= '9')
            strbuf_puts(&fine, "\xe2\x88\x92");
        else
            strbuf_putc(&fine, *s);
    }
    escape_xml(out, strbuf_text(&fine));
    strbuf_done(&fine);
}

void html_signed(struct strbuf *out, double value, int decimals)
{
    struct strbuf text = {0};
    if (value == value)
        report_signed(&text, value, decimals);
    else
        strbuf_puts(&text, "\xe2\x80\x93");
    html_words(out, strbuf_text(&text));
    strbuf_done(&text);
}

void html_name(struct strbuf *out, const struct match *m, int who)
{
    strbuf_printf(out, "<bdi class=\"p%d\">", who);
    escape_xml(out, report_name(m, who));
    strbuf_puts(out, "</bdi>");
}

void html_head(struct strbuf *out, const char *title, const char *description, bool boards)
{
    strbuf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<meta name=\"color-scheme\" content=\"light dark\">\n"
                     "<meta name=\"generator\" content=\"kibitzer " KIBITZER_VERSION "\">\n"
                     "<meta name=\"description\" content=\"");
    escape_xml(out, description);
    strbuf_puts(out, "\">\n<title>");
    escape_xml(out, title);
    strbuf_puts(out, "</title>\n<style>\n");
    strbuf_puts(out, html_style);
    if (boards) {
        svg_css(out, &theme_colour, "");
        strbuf_puts(out, "@media print{\n");
        svg_css(out, &theme_print, "");
        strbuf_puts(out, "}\n");
    }
    strbuf_puts(out, boards ? "</style>\n</head>\n<body>\n" : "</style>\n</head>\n<body class=\"wide\">\n");
    if (boards)
        svg_definitions(out);
}

void html_foot(struct strbuf *out, const char *script)
{
    strbuf_puts(out, "<footer class=\"foot\"><p>kibitzer " KIBITZER_VERSION "</p></footer>\n<script>\n");
    strbuf_puts(out, script);
    strbuf_puts(out, "</script>\n</body>\n</html>\n");
}

/* A path as a URL: everything but unreserved characters and '/' in per cent form; "./" keeps a colon harmless. */
void html_url(struct strbuf *out, const char *path)
{
    if (*path != '/')
        strbuf_puts(out, "./");
    for (const unsigned char *s = (const unsigned char *)path; *s != '\0'; s++) {
        bool plain = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
                     strchr("-._~/", *s) != NULL;
        if (plain)
            strbuf_putc(out, (char)*s);
        else
            strbuf_printf(out, "%%%02X", *s);
    }
}

/* ---- several pages ---- */

/* "final.html" -> "final_002.html" for the second page. */
static void part_url(const struct page *p, size_t part)
{
    const char *file = p->o->file != NULL ? p->o->file : "report.html", *dot = strrchr(file, '.');
    size_t stem = dot != NULL && dot != file ? (size_t)(dot - file) : strlen(file);
    struct strbuf name = {0};
    strbuf_add(&name, file, stem);
    if (part > 0)
        strbuf_printf(&name, "_%03zu", part + 1);
    strbuf_puts(&name, file + stem);
    html_url(p->out, name.at);
    strbuf_done(&name);
}

void html_href(const struct page *p, const struct game *g, const char *anchor)
{
    size_t part = p->n_parts > 1 && g != NULL ? (size_t)(g - p->r->match->games) : 0;
    if (part != p->part)
        part_url(p, part);
    strbuf_printf(p->out, "#%s", anchor);
}

static void part_link(const struct page *p, size_t part, const char *rel, const char *word)
{
    strbuf_puts(p->out, "<a");
    if (rel != NULL)
        strbuf_printf(p->out, " rel=\"%s\"", rel);
    strbuf_puts(p->out, " href=\"");
    part_url(p, part);
    strbuf_printf(p->out, "\">%s</a>\n", word);
}

void html_part_links(const struct page *p)
{
    if (p->n_parts < 2)
        return;
    size_t last = p->n_parts - 1;
    strbuf_puts(p->out, "<nav class=\"games parts\" aria-label=\"Pages\">\n");
    if (p->part > 0) {
        part_link(p, 0, NULL, "First");
        part_link(p, p->part - 1, "prev", "Previous");
    }
    if (p->part < last) {
        part_link(p, p->part + 1, "next", "Next");
        part_link(p, last, NULL, "Last");
    }
    strbuf_puts(p->out, "</nav>\n");
}

static void head(const struct page *p)
{
    struct strbuf title = {0}, about = {0};
    report_title_for(&title, p->r->match, p->o);
    if (p->part > 0)
        strbuf_printf(&title, ", game %d", p->r->match->games[p->part].number);
    strbuf_puts(&about, "Backgammon: ");
    report_title(&about, p->r->match);
    html_head(p->out, strbuf_text(&title), strbuf_text(&about), true);
    strbuf_done(&title);
    strbuf_done(&about);
}

static void overview(const struct page *p)
{
    html_summary(p);
    html_curve(p);
    html_errors(p);
    if (p->o->statistics)
        html_statistics(p, NULL);
}

/* All of it, or one of several pages with a game each; the first has the overview as well. */
static void write_page(const struct page *p)
{
    const struct match *m = p->r->match;
    head(p);
    html_masthead(p);
    html_part_links(p);
    strbuf_puts(p->out, "<main>\n");
    if (p->part == 0)
        overview(p);
    for (size_t i = 0; i < m->n_games; i++)
        if (p->n_parts <= 1 || i == p->part)
            html_game(p, &m->games[i]);
    if (p->o->legend && p->part == 0)
        html_legend(p);
    strbuf_puts(p->out, "</main>\n");
    html_part_links(p);
    html_foot(p->out, html_report_script);
}

static bool html_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct report r;
    struct page p = {.out = sink_main(out), .r = &r, .o = o, .n_parts = o->split_games ? m->n_games : 1};
    char suffix[32];
    report_init_for(&r, m, o);
    write_page(&p);
    for (p.part = 1; p.part < p.n_parts; p.part++) {
        snprintf(suffix, sizeof suffix, "_%03zu", p.part + 1);
        p.out = sink_add_part(out, suffix);
        write_page(&p);
    }
    report_done(&r);
    loss_report(m, CARRIED_BY_REPORTS, NULL, d);
    return true;
}

const struct exporter exporter_html = {
    .name = "html",
    .title = "HTML report, one self-contained page",
    .extension = "html",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = html_write,
    .splits = true,
};
