/* What stands around the content of a page: head, style sheet, filters, symbols of the boards, script. */
#include "export/html/html.h"

#include <sha2.h>
#include <string.h>

#include "base/base64.h"
#include "base/embed.h"
#include "base/language.h"
#include "base/version.h"
#include "export/certificate.h"
#include "export/escape.h"

/* mk/outputs.mk makes this file depend on them. */
EMBED(kibitzer_report_css, "src/export/html/report.css");
EMBED(kibitzer_report_js, "src/export/html/report.js");
EMBED(kibitzer_tables_js, "src/export/html/tables.js");
EMBED(kibitzer_replay_js, "src/export/html/replay.js");
EMBED(kibitzer_quiz_js, "src/export/html/quiz.js");
EMBED(kibitzer_paged_js, "src/export/html/paged.js");
EMBED(kibitzer_board_js, "src/web/board.js");
EMBED(kibitzer_live_js, "src/web/live.js");
EMBED(kibitzer_live_css, "src/web/live.css");
EMBED(kibitzer_paged_css, "src/export/html/paged.css");

/* Words of a script in the reader's language; # is the decimal mark. No catalogue has what would end a tag. */
static void script_words(struct strbuf *out, struct span words)
{
    struct strbuf id = {0};
    strbuf_add(&id, words.at, words.length);
    const char *text = strcmp(strbuf_text(&id), "#") == 0      ? tr(C_("decimal mark", "."))
                       : strcmp(strbuf_text(&id), "{0}%") == 0 ? tr(C_("figure in per cent", "{0}%"))
                                                               : tr(strbuf_text(&id));
    for (; *text != '\0'; text++)
        if (*text == '\'')
            strbuf_puts(out, "\\'");
        else
            strbuf_putc(out, *text);
    strbuf_done(&id);
}

/* Words stand between \xc2\xab and \xc2\xbb. */
static void script_line(struct strbuf *out, struct span line)
{
    static const char open[] = "\xc2\xab", close[] = "\xc2\xbb";
    while (line.length > 0) {
        const char *from = memmem(line.at, line.length, open, 2),
                   *to = from != NULL ? memmem(from, line.length - (size_t)(from - line.at), close, 2) : NULL;
        const size_t plain = to != NULL ? (size_t)(from - line.at) : line.length;
        strbuf_add(out, line.at, plain);
        if (to == NULL)
            return;
        script_words(out, (struct span){from + 2, (size_t)(to - from) - 2});
        line = span_sub(line, (size_t)(to - line.at) + 2, line.length);
    }
}

/* A script without its indents and without lines that are comments, but for those that
 * XML sees. No string of a script reaches over lines. A line that makes sentences of pieces is for English alone,
 * others have one of their own. */
static void lean(struct strbuf *out, const unsigned char *script)
{
    static const char english[] = "/*en*/", others[] = "/*tr*/";
    const char *not_ours = language_current()->catalogue == NULL ? others : english;
    const size_t mark = sizeof english - 1;
    for (const char *at = (const char *)script; *at != '\0';) {
        at += strspn(at, " ");
        const size_t length = strcspn(at, "\n") + (strchr(at, '\n') != NULL);
        const bool comment = strncmp(at, "/* ", 3) == 0 && strncmp(at + length - 3, "*/\n", 3) == 0,
                   chosen = strncmp(at, english, mark) == 0 || strncmp(at, others, mark) == 0;
        if (!comment && strncmp(at, not_ours, mark) != 0)
            script_line(out, span_sub((struct span){at, length}, chosen ? mark : 0, length));
        at += length;
    }
}

/* What the policy admits is made from the script itself. */
static void script_hash(struct strbuf *out, const unsigned char *script)
{
    struct strbuf text = {0};
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX sum;
    lean(&text, script);
    SHA256Init(&sum);
    SHA256Update(&sum, (const uint8_t *)text.at, text.length);
    SHA256Final(digest, &sum);
    strbuf_done(&text);
    strbuf_puts(out, " 'sha256-");
    base64_write((struct span){(const char *)digest, sizeof digest}, out);
    strbuf_puts(out, "'");
}

/* The scripts that ask the engine, and the engine in a worker out of the page itself. */
static void live_policy(struct strbuf *out)
{
    script_hash(out, kibitzer_live_js_begin);
    strbuf_puts(out, " 'wasm-unsafe-eval'; worker-src blob:");
}

/* The page may ask nobody for anything: no address, no other script; but a list in several pages for its rows, which
 * its script alone can load, from a folder or a site ('self' means nothing in a folder). */
static void policy(struct html *w)
{
    strbuf_puts(w->out, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
                        "'unsafe-inline'");
    if (w->o->css_link != NULL)
        strbuf_puts(w->out, " 'self' file: https:");
    strbuf_puts(w->out, "; script-src");
    script_hash(w->out, kibitzer_report_js_begin); /* comforts, without which every page reads as well */
    script_hash(w->out, w->paged ? kibitzer_paged_js_begin : kibitzer_tables_js_begin);
    if (w->paged)
        strbuf_puts(w->out, " 'strict-dynamic'");
    if (w->replay)
        script_hash(w->out, kibitzer_replay_js_begin);
    if (w->positions)
        script_hash(w->out, kibitzer_quiz_js_begin);
    if (w->positions || w->live)
        script_hash(w->out, kibitzer_board_js_begin);
    if (w->live)
        live_policy(w->out);
    strbuf_puts(w->out, "; base-uri 'none'; form-action 'none'\"/>\n");
}

/* Is a document of that kind among those that a comment "only index person" names? */
static bool is_named(const char *comment, const char *end, const char *kind)
{
    const char *at = strstr(comment, kind);
    return at != NULL && at < end;
}

/* What follows a comment: the next rule, or where rules for other kinds of documents end. */
static const char *after_comment(const char *comment, const char *kind)
{
    const char *end = strstr(comment, "*/");
    if (end == NULL)
        return "";
    if (strncmp(comment, "/* only ", 8) == 0 && !is_named(comment, end, kind)) {
        const char *next = strstr(end, "/* only "), *all = strstr(end, "/* all pages */");
        if (all == NULL)
            return "";
        return next != NULL && next < all ? next : all;
    }
    return end + 2 + (end[2] == '\n');
}

/* Without comments, which are for those who write style sheets, and without rules for other kinds of documents. */
static void rules_for(struct strbuf *out, const char *css, const char *kind)
{
    for (const char *comment; (comment = strstr(css, "/*")) != NULL; css = after_comment(comment, kind))
        strbuf_add(out, css, (size_t)(comment - css));
    strbuf_puts(out, css);
}

/* The colours of a theme by the names that the style sheet has for them. */
static void board_variables(struct strbuf *out, const struct theme *t)
{
    static const struct {
        const char *name;
        enum paint paint;
        bool edge;
    } variables[] = {
        {"frame", PAINT_FRAME, false},     {"tray", PAINT_TRAY, false},         {"table", PAINT_TABLE, false},
        {"dark", PAINT_POINT_DARK, false}, {"light", PAINT_POINT_LIGHT, false}, {"num", PAINT_NUMBER, false},
        {"c0", PAINT_CHEQUER_0, false},    {"x0", PAINT_CHEQUER_0, true},       {"r0", PAINT_RING_0, true},
        {"c1", PAINT_CHEQUER_1, false},    {"x1", PAINT_CHEQUER_1, true},       {"r1", PAINT_RING_1, true},
        {"ap", PAINT_ARROW_PLAYED, false}, {"ab", PAINT_ARROW_BEST, false},     {"af", PAINT_ARROW_FINE, false}};
    strbuf_puts(out, ":root{");
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const struct theme_paint *p = &t->paint[variables[i].paint];
        strbuf_printf(out, "--%s:#%06x;", variables[i].name, (unsigned)(variables[i].edge ? p->edge : p->fill));
    }
    strbuf_puts(out, "}\n");
}

/* Boards that are to look otherwise; paper keeps its own. */
static void board_theme(struct html *w)
{
    const struct theme *t = &w->theme;
    if (strcmp(t->name, theme_colour.name) == 0 && !w->o->look.colours.given)
        return;
    strbuf_puts(w->out, "<style>\n@media screen{\n");
    board_variables(w->out, t);
    svg_theme_rules(w->out, t);
    strbuf_puts(w->out, "}\n</style>\n");
}

/* What the filter by theme hides. */
static void theme_rules(struct strbuf *out, theme_set themes)
{
    const char *between = "";
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (themes >> t & 1) {
            strbuf_printf(out,
                          "%s:is(.errors:has([value=t%d]:checked),.errors:has([value=t%d]:checked)~section) "
                          ".t:not(.t%d)",
                          between, (int)t, (int)t, (int)t);
            between = ",\n";
        }
    strbuf_puts(out, *between != '\0' ? "{display:none!important}\n" : "");
}

static void styles(struct html *w, const struct node *document)
{
    strbuf_puts(w->out, "<style>\n");
    board_variables(w->out, &theme_colour);
    rules_for(w->out, (const char *)kibitzer_report_css_begin, role_name(document->role));
    if (w->paged)
        rules_for(w->out, (const char *)kibitzer_paged_css_begin, role_name(document->role));
    if (w->live)
        rules_for(w->out, (const char *)kibitzer_live_css_begin, role_name(document->role));
    theme_rules(w->out, document->themes);
    if (language_current()->catalogue != NULL) /* words of any length */
        strbuf_puts(w->out, ".how{grid-template-columns:max-content 1fr;column-gap:.6rem}\n");
    strbuf_puts(w->out, "</style>\n");
    board_theme(w);
    if (w->o->css != NULL) {
        strbuf_puts(w->out, "<style>\n");
        strbuf_puts(w->out, w->o->css);
        strbuf_puts(w->out, "\n</style>\n");
    }
    if (w->o->css_link != NULL) {
        strbuf_puts(w->out, "<link rel=\"stylesheet\"");
        html_attribute(w->out, "href", w->o->css_link);
        strbuf_puts(w->out, "/>\n");
    }
}

/* "Backgammon: costly decisions" */
static bool names_game(const char *title)
{
    return span_starts_nocase(span_of(title), "backgammon");
}

void html_head(struct html *w, const struct node *document)
{
    struct strbuf *out = w->out, title = {0};
    node_text(node_child(document, NODE_HEADING, ROLE_NONE), &typography_paper, &title);
    strbuf_printf(out,
                  "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"%s\">\n<head>\n"
                  "<meta charset=\"utf-8\"/>\n",
                  language_current()->code);
    policy(w);
    strbuf_puts(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                     "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
                     "<meta name=\"generator\" content=\"kibitzer " KIBITZER_VERSION "\"/>\n"
                     "<meta name=\"description\" content=\"");
    strbuf_puts(out, names_game(strbuf_text(&title)) ? "" : "Backgammon: ");
    escape_xml(out, strbuf_text(&title));
    strbuf_puts(out, "\"/>\n<title>");
    escape_xml(out, strbuf_text(&title));
    strbuf_puts(out, "</title>\n");
    styles(w, document);
    w->head_end = out->length;
    strbuf_printf(out, "</head>\n<body class=\"%s%s\">\n", role_name(document->role),
                  w->o->look.home_left ? " left" : ""); /* scripts that draw on boards ask for it */
    w->start = out->length;
    html_words(out, "<a class=\"skip\" href=\"#content\">", N_("To the content"), "</a>\n");
    strbuf_done(&title);
}

static void script(struct strbuf *out, const unsigned char *text)
{
    strbuf_puts(out, "<script>");
    lean(out, text);
    strbuf_puts(out, "</script>\n");
}

/* The page's own language for its engine. */
static void live_words(struct strbuf *out, const struct language *l)
{
    if (l->catalogue == NULL)
        return;
    strbuf_printf(out, "<script type=\"text/plain\" id=\"words\" data-code=\"%s\">", l->code);
    base64_write((struct span){(const char *)l->catalogue, (size_t)(l->end - l->catalogue)}, out);
    strbuf_puts(out, "</script>\n");
}

/* Before all other scripts: what they add to the page is none of its figures. */
static void live(struct html *w)
{
    script(w->out, kibitzer_live_js_begin);
    strbuf_puts(w->out, "<script type=\"text/plain\" id=\"engine\">");
    strbuf_puts(w->out, w->o->live);
    strbuf_puts(w->out, "</script>\n");
    live_words(w->out, language_current());
}

/* As JSON that no parser of pages takes for anything else. */
static void certificate(struct html *w)
{
    struct strbuf text = {0};
    struct certificate_record c;
    struct arena *a = arena_new();
    certificate_fill(&c, w->certified, w->o, true, a);
    answer_json(&certificate_rows, &c, &text);
    arena_free(a);
    strbuf_puts(w->out, "<script type=\"application/json\" id=\"certificate\">");
    for (size_t i = 0; i < text.length; i++)
        if (strchr("<>&", text.at[i]) != NULL)
            strbuf_printf(w->out, "\\u%04x", (unsigned)(unsigned char)text.at[i]);
        else
            strbuf_putc(w->out, text.at[i]);
    strbuf_puts(w->out, "</script>\n");
    strbuf_done(&text);
}

/* Before the boards: a browser then draws each as it comes, not all of them when the page ends. */
static void symbols(struct html *w)
{
    struct strbuf defined = {0};
    svg_symbols_define(&defined, &w->symbols);
    strbuf_insert(w->out, w->start, defined.at);
    strbuf_done(&defined);
}

void html_foot(struct html *w)
{
    if (w->in_main)
        strbuf_puts(w->out, "</main>\n");
    strbuf_puts(w->out, "<footer class=\"foot\"><p>kibitzer " KIBITZER_VERSION "</p></footer>\n");
    if (w->boards)
        symbols(w);
    if (w->replay && language_current()->catalogue != NULL) /* English is short enough */
        html_say_once(w->out, w->head_end, w->start);
    w->replay = w->replay && w->boards;
    w->boards = false;
    if (w->quiz || w->live)
        script(w->out, kibitzer_board_js_begin);
    if (w->live)
        live(w);
    script(w->out, kibitzer_report_js_begin);
    if (w->replay) {
        strbuf_puts(w->out, "<section class=\"replay\" id=\"replay\" hidden=\"\"></section>\n");
        script(w->out, kibitzer_replay_js_begin);
    }
    if (w->quiz)
        script(w->out, kibitzer_quiz_js_begin);
    if (w->tables)
        script(w->out, w->paged ? kibitzer_paged_js_begin : kibitzer_tables_js_begin);
    if (w->certified != NULL)
        certificate(w);
    strbuf_puts(w->out, "</body>\n</html>\n");
}

/* ---- filters ---- */

void html_words(struct strbuf *out, const char *before, const char *id, const char *after)
{
    strbuf_puts(out, before);
    escape_xml(out, tr(id));
    strbuf_puts(out, after);
}

static void radio(struct strbuf *out, const char *name, const char *id, const char *class, bool checked)
{
    strbuf_printf(out, "<label%s><input type=\"radio\" name=\"%s\" id=\"%s\"%s/><span>", class, name, id,
                  checked ? " checked=\"checked\"" : "");
}

/* Whose errors, and what the games show. */
static void of_players(struct html *w)
{
    struct strbuf *out = w->out;
    html_words(out, "<fieldset><legend>", N_("Errors of"), "</legend>");
    html_words(out, "<label><input type=\"radio\" name=\"w\" id=\"fb\" checked=\"checked\"/>",
               C_("players, of an error filter", "both"), "</label>");
    for (int who = 0; who < 2; who++) {
        radio(out, "w", who == 0 ? "f0" : "f1", who == 0 ? " class=\"p0\"" : " class=\"p1\"", false);
        escape_xml(out, strbuf_text(&w->name[who]));
        strbuf_puts(out, "</span></label>");
    }
    html_words(out, "</fieldset><fieldset><legend>", N_("Games show"), "</legend>");
    html_words(out, "<label><input type=\"radio\" name=\"f\" id=\"fa\" checked=\"checked\"/>", N_("all moves"),
               "</label>");
    html_words(out, "<label><input type=\"radio\" name=\"f\" id=\"fe\"/>", N_("errors"), "</label></fieldset>");
}

static void of_themes(struct html *w, const struct node *themes)
{
    html_words(w->out, "<fieldset><label for=\"ft\">", N_("Theme"), "</label>");
    html_words(w->out, "<select id=\"ft\"><option value=\"\">", C_("themes", "all"), "</option>");
    for (const struct node *t = themes->first; t != NULL; t = t->next) {
        enum decision_theme number = 0;
        while (number < THEMES && (t->themes >> number & 1) == 0)
            number++;
        strbuf_printf(w->out, "<option value=\"t%d\">", (int)number);
        html_inside(w, t);
        strbuf_puts(w->out, "</option>");
    }
    strbuf_puts(w->out, "</select></fieldset>");
}

void html_filters(struct html *w, const struct node *themes)
{
    if (w->filtered)
        return;
    w->filtered = true;
    html_words(w->out, "<form class=\"filter\" aria-label=\"", N_("Filter"), "\">");
    if (w->name[0].length + w->name[1].length > 0) /* where there are two to choose from */
        of_players(w);
    if (themes != NULL)
        of_themes(w, themes);
    strbuf_puts(w->out, "</form>\n");
}

void html_themes(struct strbuf *out, theme_set themes)
{
    strbuf_puts(out, themes != 0 ? " t" : "");
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (themes >> t & 1)
            strbuf_printf(out, " t%d", (int)t);
}

void html_search(struct html *w)
{
    w->tables = true;
    if (w->filtered)
        return;
    w->filtered = true;
    html_words(w->out, "<form class=\"filter\" role=\"search\"><label for=\"search\" class=\"vh\">", N_("Search"),
               "</label>");
    html_words(w->out, "<input type=\"search\" id=\"search\" placeholder=\"", N_("search all words"), "\"/></form>\n");
}
