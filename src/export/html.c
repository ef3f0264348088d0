/* The HTML report: one self-contained page per match. The one idea: the page is an overview first (summary, curve,
 * worst errors, statistics) and every decision is one line that opens, by itself where an error was made. No file
 * beside it, no script needed to read it. Structure: docs/formats/html.md. */
#include "export/html.h"

#include <string.h>

#include "base/version.h"
#include "export/escape.h"
#include "export/svg.h"

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

static void head(const struct page *p)
{
    struct strbuf title = {0}, about = {0};
    if (p->o->title != NULL)
        strbuf_puts(&title, p->o->title);
    else
        report_title(&title, p->r->match);
    strbuf_puts(&about, "Backgammon: ");
    report_title(&about, p->r->match);
    html_head(p->out, strbuf_text(&title), strbuf_text(&about), true);
    strbuf_done(&title);
    strbuf_done(&about);
}

static bool html_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct report r;
    (void)d;
    report_init(&r, m, o->annotations ? export_set(m, o) : -1);
    struct page p = {.out = sink_main(out), .r = &r, .o = o};
    head(&p);
    html_masthead(&p);
    strbuf_puts(p.out, "<main>\n");
    html_summary(&p);
    html_curve(&p);
    html_errors(&p);
    if (o->statistics)
        html_statistics(&p, NULL);
    for (size_t i = 0; i < m->n_games; i++)
        html_game(&p, &m->games[i]);
    if (o->legend)
        html_legend(&p);
    strbuf_puts(p.out, "</main>\n");
    html_foot(p.out, html_report_script);
    report_done(&r);
    return true;
}

const struct exporter exporter_html = {
    .name = "html",
    .title = "HTML report, one self-contained page",
    .extension = "html",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = true,
    .write = html_write,
};
