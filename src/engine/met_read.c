/* Reading match equity tables from GNU Backgammon's XML layout. libxml2 builds the tree, without network,
 * DTD or entities, and every figure is checked with the line it stands on. Layout: docs/engine.md. */
#include <math.h>
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/xmalloc.h"
#include "engine/met_table.h"

enum { TEXT_MAX = 64, DESCRIPTION_MAX = 512 };

struct reader {
    struct diags *d;
    struct met *met;
    int length; /* 0 = parametric */
    bool ok;
    int given; /* post-Crawford figures of the table that is read; those beyond follow from them */
    int given_to[2]; /* to each player */
};

static void refuse(struct reader *r, const xmlNode *at, const char *found, const char *expected)
{
    diag_at(r->d, SEVERITY_ERROR, at ? (int)xmlGetLineNo(at) : 0, 0, "match equity table: found %s, expected %s", found,
            expected);
    r->ok = false;
}

/* ---- small things about nodes ---- */

static bool is_element(const xmlNode *n, const char *name)
{
    return n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, name) == 0;
}

static const xmlNode *next_element(const xmlNode *n, const char *name)
{
    while (n && !is_element(n, name))
        n = n->next;
    return n;
}

static const xmlNode *child(const xmlNode *n, const char *name)
{
    return n ? next_element(n->children, name) : NULL;
}

/* The text inside an element, trimmed; "" if there is none or too much. */
static const char *text_of(const xmlNode *n, char *buffer, size_t size)
{
    xmlChar *content = n ? xmlNodeGetContent(n) : NULL;
    const struct span s = span_trim(span_of(content ? (const char *)content : ""));
    buffer[0] = '\0';
    if (s.length < size) {
        memcpy(buffer, s.at, s.length);
        buffer[s.length] = '\0';
    }
    xmlFree(content);
    return buffer;
}

/* An attribute's value, or `missing`. */
static const char *attribute(const xmlNode *n, const char *name, const char *missing, char buffer[TEXT_MAX])
{
    xmlChar *value = xmlGetProp(n, (const xmlChar *)name);
    snprintf(buffer, TEXT_MAX, "%s", value ? (const char *)value : missing);
    xmlFree(value);
    return buffer;
}

/* A decimal fraction with a point, whatever the locale; false if that is not all there is. */
static bool parse_decimal(const char *s, double *out)
{
    const bool negative = *s == '-';
    double value = 0, place = 1;
    int digits = 0;
    if (*s == '-' || *s == '+')
        s++;
    for (; *s >= '0' && *s <= '9'; s++, digits++)
        value = 10 * value + (*s - '0');
    if (*s == '.')
        for (s++; *s >= '0' && *s <= '9'; s++, digits++)
            value += (*s - '0') * (place /= 10);
    *out = negative ? -value : value;
    return digits > 0 && *s == '\0';
}

/* ---- explicit tables ---- */

static double read_chance(struct reader *r, const xmlNode *me)
{
    char text[TEXT_MAX];
    double value = 0;
    if (!parse_decimal(text_of(me, text, sizeof text), &value) || value <= 0 || value >= 1)
        refuse(r, me, text[0] ? text : "no number", "a chance above 0 and below 1 in <me>");
    return value;
}

/* The figures of a <row>; between `least` and `most` of them. Returns their number. */
static int read_row(struct reader *r, const xmlNode *row, int least, int most, double *out)
{
    int n = 0;
    for (const xmlNode *me = child(row, "me"); me && r->ok; me = next_element(me->next, "me")) {
        if (n == most) {
            refuse(r, me, "another <me>", "the end of the row");
            return n;
        }
        out[n++] = read_chance(r, me);
    }
    if (r->ok && n < least)
        refuse(r, row, "too few <me> in a row", "as many as the table is long");
    return n;
}

static void read_explicit_pre(struct reader *r, const xmlNode *table)
{
    int n = 0;
    for (const xmlNode *row = child(table, "row"); row && r->ok; row = next_element(row->next, "row")) {
        if (n == r->length) {
            refuse(r, row, "another <row>", "the end of the table");
            return;
        }
        read_row(r, row, r->length, r->length, r->met->pre[n++]);
    }
    if (r->ok && n < r->length)
        refuse(r, table, "too few <row>s", "as many as the table is long");
    met_extend_pre(r->met, r->length);
}

static void read_explicit_post(struct reader *r, const xmlNode *table, double post[MET_MAX_AWAY])
{
    const xmlNode *row = child(table, "row");
    if (!row) {
        refuse(r, table, "no <row>", "one row of <me>");
        return;
    }
    r->given = read_row(r, row, 1, MET_MAX_AWAY, post);
    met_extend_post(post, r->given);
}

/* ---- parametric tables ---- */

/* The value of <parameter name="...">, or the default. */
static double parameter(struct reader *r, const xmlNode *table, const char *name, double missing)
{
    char text[TEXT_MAX];
    const xmlNode *p = child(child(table, "parameters"), "parameter");
    for (; p; p = next_element(p->next, "parameter")) {
        double value = missing;
        if (strcmp(attribute(p, "name", "", text), name) != 0)
            continue;
        if (!parse_decimal(text_of(p, text, sizeof text), &value) || value < 0 || value > 1)
            refuse(r, p, text[0] ? text : "no number", "a parameter between 0 and 1");
        return value;
    }
    return missing;
}

static void read_zadeh_post(struct reader *r, const xmlNode *t, double post[MET_MAX_AWAY])
{
    const struct met_zadeh_post p = {.gammon_rate_trailer = parameter(r, t, "gammon-rate-trailer", 0.25),
                                     .free_drop_2_away = parameter(r, t, "free-drop-2-away", 0.015),
                                     .free_drop_4_away = parameter(r, t, "free-drop-4-away", 0.004)};
    met_zadeh_post(&p, post);
}

static void read_mec_post(struct reader *r, const xmlNode *t, double post[MET_MAX_AWAY])
{
    const struct met_mec_post p = {.gammon_rate = parameter(r, t, "gammon-rate", 0.26),
                                   .win_rate = parameter(r, t, "win-rate", 0.5),
                                   .free_drop_2_away = parameter(r, t, "free-drop-2-away", 0.015),
                                   .free_drop_4_away = parameter(r, t, "free-drop-4-away", 0.004)};
    met_mec_post(&p, post);
}

static void read_zadeh_pre(struct reader *r, const xmlNode *t)
{
    const struct met_zadeh p = {.gammon_rate_leader = parameter(r, t, "gammon-rate-leader", 0.25),
                                .gammon_rate_trailer = parameter(r, t, "gammon-rate-trailer", 0.15),
                                .delta = parameter(r, t, "delta", 0.08),
                                .delta_bar = parameter(r, t, "delta-bar", 0.06)};
    met_zadeh_pre(&p, r->met);
}

static void read_mec_pre(struct reader *r, const xmlNode *t)
{
    const struct met_mec p = {.gammon_rate = parameter(r, t, "gammon-rate", 0.26),
                              .win_rate = parameter(r, t, "win-rate", 0.5)};
    met_mec_pre(&p, r->met);
}

/* ---- the document ---- */

static const struct table_type {
    const char *name;
    void (*pre)(struct reader *r, const xmlNode *table);
    void (*post)(struct reader *r, const xmlNode *table, double post[MET_MAX_AWAY]);
} types[] = {{"explicit", read_explicit_pre, read_explicit_post},
             {"zadeh", read_zadeh_pre, read_zadeh_post},
             {"mec", read_mec_pre, read_mec_post}};

static const struct table_type *type_of(struct reader *r, const xmlNode *table)
{
    char name[TEXT_MAX];
    attribute(table, "type", "explicit", name);
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    refuse(r, table, name, "a type of table: explicit, zadeh or mec");
    return NULL;
}

/* One post-Crawford table; `seen`: bit 0 and 1 = there is one for that player. */
static void read_post(struct reader *r, const xmlNode *table, unsigned *seen)
{
    char player[TEXT_MAX];
    double post[MET_MAX_AWAY] = {0};
    const struct table_type *type = type_of(r, table);
    if (!type)
        return;
    r->given = MET_MAX_AWAY;
    type->post(r, table, post);
    attribute(table, "player", "both", player);
    const bool both = strcmp(player, "both") == 0;
    if (!both && strcmp(player, "0") != 0 && strcmp(player, "1") != 0) {
        refuse(r, table, player, "a player: both, 0 or 1");
        return;
    }
    for (int who = 0; who < 2; who++)
        if (both || player[0] == '0' + who) {
            memcpy(r->met->post[who], post, sizeof post);
            r->given_to[who] = r->given;
            *seen |= 1u << who;
        }
}

/* Post-Crawford first: the parametric models build on it. */
static void read_tables(struct reader *r, const xmlNode *root)
{
    unsigned seen = 0;
    const xmlNode *pre = child(root, "pre-crawford-table"), *post = child(root, "post-crawford-table");
    for (; post && r->ok; post = next_element(post->next, "post-crawford-table"))
        read_post(r, post, &seen);
    if (r->ok && seen != 3)
        refuse(r, root, "no post-Crawford table for a player", "<post-crawford-table>");
    if (r->ok && !pre)
        refuse(r, root, "no pre-Crawford table", "<pre-crawford-table>");
    const struct table_type *type = r->ok ? type_of(r, pre) : NULL;
    if (!type)
        return;
    if (type->pre == read_explicit_pre && r->length == 0)
        refuse(r, pre, "an explicit table without a length", "<length> between 1 and 64");
    else
        type->pre(r, pre);
}

#define FREE_DROP 0.02

/* Who needs more points has less of a chance, and more against somebody who needs more. Figures may stand still where
 * they are printed with few places, so only those that go the wrong way are refused. After the Crawford game the free
 * drop may make an even score worth a little more than the odd one before it. */
static void check_order(struct reader *r, const xmlNode *root)
{
    const struct met *m = r->met;
    char where[TEXT_MAX];
    for (int who = 0; who < 2; who++)
        for (int a = 2; r->ok && a < r->given_to[who]; a++)
            if (m->post[who][a] > m->post[who][a - 1] + FREE_DROP || m->post[who][a] > m->post[who][a - 2] ||
                m->post[who][a] < 0) {
                snprintf(where, sizeof where, "%.6f at %d-away after the Crawford game", m->post[who][a], a + 1);
                refuse(r, root, where, "less of a chance for who needs more");
            }
    for (int a = 0; r->ok && a < m->length; a++)
        for (int b = 0; r->ok && b < m->length; b++) {
            const bool falls = a == 0 || m->pre[a][b] <= m->pre[a - 1][b];
            const bool rises = b == 0 || m->pre[a][b] >= m->pre[a][b - 1];
            if (falls && rises)
                continue;
            snprintf(where, sizeof where, "%.6f at %d-away, %d-away", m->pre[a][b], a + 1, b + 1);
            refuse(r, root, where,
                   falls ? "more of a chance against somebody who needs more" : "less of a chance for who needs more");
        }
}

/* Of equals one wins: what either has at a score adds up to 1. Printed figures are rounded, and tables for players of
 * unlike strength give neither a half at even scores. */
static void check_sums(const struct reader *r, const xmlNode *root)
{
    const double rounding = 0.015;
    const struct met *m = r->met;
    for (int a = 0; a < m->length; a++)
        if (fabs(m->pre[a][a] - 0.5) > rounding)
            return;
    for (int a = 0; a < m->length; a++)
        for (int b = a + 1; b < m->length; b++)
            if (fabs(m->pre[a][b] + m->pre[b][a] - 1) > rounding)
                diag_at(
                    r->d, SEVERITY_WARNING, (int)xmlGetLineNo(root), 0,
                    "match equity table: %.4f at %d-away, %d-away and %.4f at %d-away, %d-away add up to %.4f, not 1",
                    m->pre[a][b], a + 1, b + 1, m->pre[b][a], b + 1, a + 1, m->pre[a][b] + m->pre[b][a]);
}

static void read_info(struct reader *r, const xmlNode *root)
{
    char text[TEXT_MAX];
    const xmlNode *info = child(root, "info"), *length = child(info, "length");
    double value = -1;
    char words[DESCRIPTION_MAX];
    r->met->name = xstrdup(text_of(child(info, "name"), text, sizeof text));
    r->met->description = xstrdup(text_of(child(info, "description"), words, sizeof words));
    if (length && !parse_decimal(text_of(length, text, sizeof text), &value))
        value = 0;
    if (value == -1)
        r->length = 0;
    else if (value >= 1 && value <= MET_MAX_AWAY)
        r->length = (int)value;
    else
        refuse(r, length, text, "a length between 1 and 64, or -1");
    r->met->length = r->length > 0 ? r->length : MET_MAX_AWAY;
}

static bool has_entities(const xmlDoc *doc)
{
    return doc->intSubset && doc->intSubset->entities;
}

static void free_doc(void *doc)
{
    xmlFreeDoc(doc);
}

static void free_context(void *context)
{
    xmlFreeParserCtxt(context);
}

static xmlDoc *parse(struct span xml, struct reader *r)
{
    const int quiet = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT;
    if (xml.length > MET_FILE_LIMIT) {
        refuse(r, NULL, "more than 1 MiB", "a match equity table");
        return NULL;
    }
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (context == NULL)
        attempt_fail();
    attempt_hold(context, free_context);
    xmlDoc *doc = xmlCtxtReadMemory(context, xml.length > 0 ? xml.at : "", (int)xml.length, NULL, NULL, quiet);
    const xmlError *e = xmlCtxtGetLastError(context);
    if (doc)
        attempt_hold(doc, free_doc);
    else if (!e || e->code == XML_ERR_NO_MEMORY) /* it has no words for not even beginning */
        attempt_fail();
    else
        diag_at(r->d, SEVERITY_ERROR, e->line, 0, "match equity table: not well-formed XML: %.*s",
                e->message ? (int)strcspn(e->message, "\n") : 0, e->message ? e->message : "");
    r->ok = doc != NULL;
    attempt_release(context, free_context);
    return doc;
}

struct met *met_read(struct span xml, struct diags *d)
{
    struct reader r = {.d = d, .ok = true, .met = xcalloc(1, sizeof *r.met)};
    xmlDoc *doc = parse(xml, &r);
    const xmlNode *root = doc ? xmlDocGetRootElement(doc) : NULL;
    if (doc && has_entities(doc))
        refuse(&r, NULL, "entity declarations", "plain figures");
    else if (doc && !(root && is_element(root, "met")))
        refuse(&r, root, root ? (const char *)root->name : "nothing", "<met>");
    if (r.ok)
        read_info(&r, root);
    if (r.ok)
        read_tables(&r, root);
    if (r.ok)
        check_order(&r, root);
    if (r.ok)
        check_sums(&r, root);
    if (doc)
        attempt_release(doc, free_doc);
    if (r.ok)
        return r.met;
    met_free(r.met);
    return NULL;
}

void met_free(struct met *m)
{
    if (!m)
        return;
    xfree(m->name);
    xfree(m->description);
    xfree(m);
}
