/* EPUB 3; see epub.h. The document is made twice: the first time to learn which section an anchor is in, and what the
 * table of contents lists. */
#include "export/epub/epub.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/date.h"
#include "base/embed.h"
#include "base/language.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "export/board/picture.h"
#include "export/board/svg.h"
#include "export/epub/zip.h"
#include "export/escape.h"
#include "export/html/page.h"
#include "format/keys.h"

EMBED(kibitzer_epub_css, "src/export/epub/epub.css"); /* mk/outputs.mk makes this file depend on it */

struct entry { /* of the table of contents */
    const char *words, *anchor;
    int chapter, depth;
};

struct epub_anchor {
    const char *name;
    int chapter;
};

struct epub {
    struct node_receiver receiver;
    const struct export_options *options;
    struct arena *kept;
    int depth, n_chapters; /* n_chapters: begun so far */
    const char *title;
    struct entry *entry;
    struct epub_anchor *anchor;
    size_t n_entries, entry_capacity, n_anchors, anchor_capacity;
    struct html_page page; /* the second time: of the chapter at hand */
    struct sink sink;
    struct zip zip;
    struct strbuf key; /* of what was written so far */
    bool *drawn; /* by chapter: it holds SVG */
    bool failed;
};

/* ---- the first time ---- */

static const char *words_of(struct epub *e, const struct node *heading)
{
    struct strbuf text = {0};
    if (heading != NULL)
        node_text(heading, &typography_fine, &text);
    const char *kept = arena_strdup(e->kept, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static void note_anchors(struct epub *e, const struct node *n)
{
    if (n->anchor != NULL) {
        e->anchor = grow(e->anchor, e->n_anchors, &e->anchor_capacity, sizeof *e->anchor);
        e->anchor[e->n_anchors++] = (struct epub_anchor){arena_strdup(e->kept, n->anchor), e->n_chapters - 1};
    }
    for (const struct node *c = n->first; c != NULL; c = c->next)
        note_anchors(e, c);
}

static void note_section(struct epub *e, const struct node *n)
{
    const struct node *heading = node_child(n, NODE_HEADING, ROLE_NONE);
    if (heading == NULL || e->depth > 1 || (e->depth == 1 && n->anchor == NULL))
        return;
    e->entry = grow(e->entry, e->n_entries, &e->entry_capacity, sizeof *e->entry);
    e->entry[e->n_entries++] = (struct entry){.words = words_of(e, heading),
                                              .anchor = n->anchor != NULL ? arena_strdup(e->kept, n->anchor) : NULL,
                                              .chapter = e->n_chapters - 1,
                                              .depth = e->depth};
}

static void survey_open(struct node_receiver *r, const struct node *n)
{
    struct epub *e = (struct epub *)r;
    if (n->kind == NODE_DOCUMENT) {
        e->title = words_of(e, node_child(n, NODE_HEADING, ROLE_NONE));
        return;
    }
    e->n_chapters += e->depth == 0;
    note_anchors(e, n);
    if (n->kind == NODE_SECTION)
        note_section(e, n);
    e->depth++;
}

static void survey_take(struct node_receiver *r, const struct node *n)
{
    note_anchors((struct epub *)r, n);
}

static void survey_close(struct node_receiver *r, const struct node *n)
{
    ((struct epub *)r)->depth -= n->kind != NODE_DOCUMENT;
}

/* ---- files ---- */

enum { NAME_ROOM = HTML_PAGE_ROOM };

static const char *chapter_name(int chapter, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "part%02d.xhtml", chapter + 1);
    return out;
}

static void add(struct epub *e, const char *name, struct strbuf *bytes, bool stored)
{
    char key[KEY_LENGTH + 1];
    strbuf_add(&e->key, strbuf_text(bytes), bytes->length);
    text_key((struct span){strbuf_text(&e->key), e->key.length}, key);
    strbuf_clear(&e->key);
    strbuf_puts(&e->key, key);
    e->failed = !zip_add(&e->zip, name, bytes, stored) || e->failed;
    strbuf_done(bytes);
}

static void xhtml_begin(struct strbuf *out, const char *title)
{
    strbuf_printf(out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE html>\n"
                  "<html xmlns=\"http://www.w3.org/1999/xhtml\" xmlns:epub=\"http://www.idpf.org/2007/ops\" "
                  "lang=\"%s\" xml:lang=\"%s\">\n<head>\n<title>",
                  language_current()->code, language_current()->code);
    escape_xml_text(out, title);
    strbuf_puts(out, "</title>\n<link rel=\"stylesheet\" type=\"text/css\" href=\"style.css\"/>\n</head>\n<body>\n");
}

/* ---- the second time: a chapter for each section ---- */

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct epub_anchor *)a)->name, ((const struct epub_anchor *)b)->name);
}

/* The file that an anchor is in, NULL = the one at hand. */
static const char *page_of(void *context, const char *anchor, char out[HTML_PAGE_ROOM])
{
    const struct epub *e = context;
    const struct epub_anchor wanted = {.name = anchor};
    const struct epub_anchor *found =
        e->n_anchors > 0 ? bsearch(&wanted, e->anchor, e->n_anchors, sizeof wanted, by_name) : NULL;
    return found != NULL && found->chapter != e->n_chapters - 1 ? chapter_name(found->chapter, out) : NULL;
}

static const char *title_of(const struct epub *e, int chapter)
{
    for (size_t i = 0; i < e->n_entries; i++)
        if (e->entry[i].chapter == chapter && e->entry[i].depth == 0)
            return e->entry[i].words;
    return e->title;
}

static void open(struct node_receiver *r, const struct node *n)
{
    struct epub *e = (struct epub *)r;
    if (n->kind == NODE_DOCUMENT)
        return;
    if (e->depth++ == 0) {
        e->n_chapters++;
        sink_init(&e->sink);
        xhtml_begin(sink_main(&e->sink), title_of(e, e->n_chapters - 1));
        html_page_begin(&e->page, e->options, &e->sink);
        html_bound(&e->page, page_of, e);
    }
    e->page.receiver->open(e->page.receiver, n);
}

static void take(struct node_receiver *r, const struct node *n)
{
    struct epub *e = (struct epub *)r;
    if (e->depth > 0 && n->kind != NODE_NAV) /* readers have their own */
        e->page.receiver->take(e->page.receiver, n);
}

static void close(struct node_receiver *r, const struct node *n)
{
    struct epub *e = (struct epub *)r;
    char name[NAME_ROOM];
    struct strbuf path = {0};
    if (n->kind == NODE_DOCUMENT)
        return;
    e->page.receiver->close(e->page.receiver, n);
    if (--e->depth > 0)
        return;
    html_page_done(&e->page);
    e->drawn[e->n_chapters - 1] = strstr(strbuf_text(sink_main(&e->sink)), "<svg") != NULL;
    strbuf_puts(sink_main(&e->sink), "</body>\n</html>\n");
    strbuf_printf(&path, "OEBPS/%s", chapter_name(e->n_chapters - 1, name));
    add(e, strbuf_text(&path), sink_main(&e->sink), false);
    sink_done(&e->sink);
    strbuf_done(&path);
}

/* ---- what stands around ---- */

static void add_text(struct epub *e, const char *name, const char *text, bool stored)
{
    struct strbuf bytes = {0};
    strbuf_puts(&bytes, text);
    add(e, name, &bytes, stored);
}

static void add_style(struct epub *e)
{
    struct strbuf css = {0};
    struct theme theme;
    if (!picture_theme_of(e->options, &theme))
        theme = theme_colour;
    svg_theme_rules(&css, &theme);
    strbuf_puts(&css, (const char *)kibitzer_epub_css_begin);
    add(e, "OEBPS/style.css", &css, false);
}

static void add_contents(struct epub *e)
{
    struct strbuf out = {0};
    char name[NAME_ROOM];
    int depth = 0;
    xhtml_begin(&out, tr("Contents"));
    strbuf_puts(&out, "<nav epub:type=\"toc\" id=\"toc\">\n<h1>");
    escape_xml_text(&out, tr("Contents"));
    strbuf_puts(&out, "</h1>\n<ol>\n");
    for (size_t i = 0; i < e->n_entries; i++) {
        const struct entry *n = &e->entry[i];
        strbuf_puts(&out, i == 0             ? ""
                          : n->depth > depth ? "\n<ol>\n"
                          : n->depth < depth ? "</li>\n</ol>\n</li>\n"
                                             : "</li>\n");
        depth = n->depth;
        strbuf_printf(&out, "<li><a href=\"%s%s%s\">", chapter_name(n->chapter, name), depth > 0 ? "#" : "",
                      depth > 0 ? n->anchor : "");
        escape_xml_text(&out, n->words);
        strbuf_puts(&out, "</a>");
    }
    strbuf_puts(&out, depth > 0 ? "</li>\n</ol>\n</li>\n</ol>\n</nav>\n</body>\n</html>\n"
                                : "</li>\n</ol>\n</nav>\n</body>\n</html>\n");
    add(e, "OEBPS/nav.xhtml", &out, false);
}

/* EPUB asks when a book was last changed: the day that it tells of, never a clock. */
static void modified(struct strbuf *out, const char *date)
{
    static const char first[] = "1970-01-01";
    const size_t length = date != NULL && date_is_iso(date) ? strlen(date) : 0;
    strbuf_printf(out, "%.*s%sT00:00:00Z", (int)length, date != NULL ? date : "",
                  length < sizeof first ? first + length : "");
}

static void add_package(struct epub *e, const char *date)
{
    struct strbuf out = {0};
    char name[NAME_ROOM];
    strbuf_printf(&out,
                  "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" "
                  "version=\"3.0\" unique-identifier=\"id\" xml:lang=\"%s\">\n"
                  "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n"
                  "<dc:identifier id=\"id\">urn:kibitzer:%s</dc:identifier>\n<dc:title>",
                  language_current()->code, strbuf_text(&e->key));
    escape_xml_text(&out, e->title);
    strbuf_printf(&out,
                  "</dc:title>\n<dc:language>%s</dc:language>\n<dc:creator>kibitzer " KIBITZER_VERSION
                  "</dc:creator>\n<meta property=\"dcterms:modified\">",
                  language_current()->code);
    modified(&out, date);
    strbuf_puts(&out, "</meta>\n</metadata>\n<manifest>\n"
                      "<item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\n"
                      "<item id=\"style\" href=\"style.css\" media-type=\"text/css\"/>\n");
    for (int i = 0; i < e->n_chapters; i++)
        strbuf_printf(&out, "<item id=\"part%d\" href=\"%s\" media-type=\"application/xhtml+xml\"%s/>\n", i + 1,
                      chapter_name(i, name), e->drawn[i] ? " properties=\"svg\"" : "");
    strbuf_puts(&out, "</manifest>\n<spine>\n");
    for (int i = 0; i < e->n_chapters; i++)
        strbuf_printf(&out, "<itemref idref=\"part%d\"/>\n%s", i + 1, i == 0 ? "<itemref idref=\"nav\"/>\n" : "");
    strbuf_puts(&out, "</spine>\n</package>\n");
    add(e, "OEBPS/package.opf", &out, false);
}

static const char container[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<container version=\"1.0\" xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\">\n<rootfiles>\n"
    "<rootfile full-path=\"OEBPS/package.opf\" media-type=\"application/oebps-package+xml\"/>\n"
    "</rootfiles>\n</container>\n";

bool epub_document(const struct printed_document *doc, const struct export_options *o, struct sink *out,
                   struct diags *d)
{
    struct diags unheard;
    struct epub e = {.receiver = {survey_open, survey_take, survey_close},
                     .options = o,
                     .kept = arena_new(),
                     .zip = {.out = sink_main(out)}};
    diags_init(&unheard, NULL);
    doc->build(doc->context, &e.receiver, &unheard);
    diags_done(&unheard);
    if (e.n_anchors > 0)
        qsort(e.anchor, e.n_anchors, sizeof *e.anchor, by_name);
    add_text(&e, "mimetype", "application/epub+zip", true);
    add_text(&e, "META-INF/container.xml", container, false);
    e.drawn = arena_alloc(e.kept, (size_t)e.n_chapters + 1);
    e.receiver = (struct node_receiver){open, take, close};
    e.n_chapters = 0;
    doc->build(doc->context, &e.receiver, d);
    add_style(&e);
    add_contents(&e);
    add_package(&e, doc->date);
    zip_end(&e.zip);
    if (e.failed)
        diag_at(d, SEVERITY_ERROR, 0, 0, "the book cannot be packed");
    strbuf_done(&e.key);
    xfree(e.entry);
    xfree(e.anchor);
    arena_free(e.kept);
    return !e.failed;
}
