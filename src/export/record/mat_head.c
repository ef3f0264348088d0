/* The head of a .mat: tags made from the record, tags of the source as they stood, the comment on the match. Format:
 * docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/date.h"

static bool is_tag(const struct property *p)
{
    return p->format == NULL || strcmp(p->format, "mat") == 0;
}

const struct property *mat_find_tag(const struct match *m, const char *name)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (is_tag(p) && strcasecmp(p->name, name) == 0)
            return p;
    return NULL;
}

/* A rating that can stand behind the name, "Alice, 1700.12", where GNU Backgammon and others look for it: a positive
 * number. */
bool mat_has_plain_rating(const struct match *m, int who)
{
    const struct player_info *p = &m->player[who];
    const char *rating = p->rating;
    return rating != NULL && p->experience == NULL && strspn(rating, "0123456789.") == strlen(rating) &&
           atof(rating) > 0;
}

/* Readers drop the backslash before a quotation mark: one that belongs there gets another. */
static void put_quoted(struct strbuf *out, const char *value)
{
    struct strbuf text = {0};
    for (const char *s = value; *s != '\0'; s++) {
        if (s[0] == '\\' && s[1] == '"')
            strbuf_putc(&text, '\\');
        strbuf_putc(&text, *s);
    }
    mat_put_text(out, strbuf_text(&text));
    strbuf_done(&text);
}

static void tag(struct strbuf *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    strbuf_puts(out, "; [");
    mat_put_text(out, name);
    strbuf_puts(out, " \"");
    put_quoted(out, value);
    strbuf_puts(out, "\"]\n");
}

/* Where tags go, and what they are taken from. */
struct head {
    struct strbuf *out;
    const struct match *m;
    bool xg;
};

/* A tag made from the record. Where the file it came from has left one of that name behind, as a second one does, this
 * is the first: readers take the first for the fact. */
static void fact_tag(const struct head *h, const char *name, const char *value)
{
    if (value != NULL && value[0] != '\0')
        tag(h->out, name, value);
}

/* The source may have a fuller name; that one is written as it stood. */
static void player_tag(const struct head *h, int who)
{
    const char *name = who == 0 ? "Player 1" : "Player 2";
    const struct property *fuller = mat_find_tag(h->m, name);
    if (fuller == NULL || fuller->n_values == 0 || strcmp(fuller->values[0], h->m->player[who].name) == 0)
        fact_tag(h, name, h->m->player[who].name);
}

/* What the source says where it differs from the usual is written as it stood. */
static void usual_tag(const struct head *h, const char *name, bool usual, const char *value)
{
    if (!usual || mat_find_tag(h->m, name) == NULL)
        fact_tag(h, name, value);
}

/* eXtreme Gammon and GNU Backgammon expect yyyy.mm.dd; anything but a whole day has a word of its own. */
static void date_tag(const struct head *h, const char *date)
{
    char dotted[] = "yyyy.mm.dd";
    if (date == NULL)
        return;
    const bool whole = date_is_iso(date) && strlen(date) == strlen(dotted);
    for (size_t i = 0; whole && dotted[i] != '\0'; i++)
        dotted[i] = date[i] == '-' ? '.' : date[i];
    fact_tag(h, whole ? "EventDate" : "DateText", whole ? dotted : date);
}

bool mat_has_elo_tag(const struct match *m, int who, bool xg)
{
    const struct player_info *p = &m->player[who];
    const bool other = mat_find_tag(m, who == 0 ? "Player 1 Elo" : "Player 2 Elo") != NULL; /* would be believed */
    return (p->rating != NULL || p->experience != NULL) && (xg || other || !mat_has_plain_rating(m, who));
}

static void elo_tag(const struct head *h, int who)
{
    const struct player_info *p = &h->m->player[who];
    if (!mat_has_elo_tag(h->m, who, h->xg))
        return;
    struct strbuf value = {0};
    strbuf_puts(&value, p->rating != NULL ? p->rating : "");
    if (p->experience != NULL) {
        strbuf_putc(&value, '/');
        strbuf_puts(&value, p->experience);
    }
    if (!h->xg)
        player_tag(h, who);
    fact_tag(h, who == 0 ? "Player 1 Elo" : "Player 2 Elo", strbuf_text(&value));
    strbuf_done(&value);
}

static const char *variation(const struct match *m, bool xg)
{
    switch (m->rules.variant) {
    case VARIANT_NACKGAMMON:
        return "NackGammon";
    case VARIANT_HYPERGAMMON_1:
        return "HyperGammon (1)";
    case VARIANT_HYPERGAMMON_2:
        return "HyperGammon (2)";
    case VARIANT_HYPERGAMMON_3:
        return xg ? "HyperGammon" : "HyperGammon (3)";
    default:
        return xg ? "Backgammon" : NULL;
    }
}

/* Rules are written only where they differ from what a reader assumes; in XG's style always. */
static void rule_tags(const struct head *h)
{
    const struct match *m = h->m;
    const struct rules *r = &m->rules;
    bool money = m->length == 0;
    usual_tag(h, "Variation", m->rules.variant == VARIANT_BACKGAMMON, variation(m, h->xg));
    if (!money && (h->xg || !r->crawford))
        fact_tag(h, "Crawford", r->crawford ? "On" : "Off");
    if (money && (m->jacoby_known || r->jacoby))
        fact_tag(h, "Jacoby", r->jacoby ? "On" : "Off");
    if (money && (!r->beavers || h->xg))
        fact_tag(h, "Beaver", r->beavers ? "On" : "Off");
}

bool mat_limit_stands(const struct match *m, const struct property *p)
{
    struct rules r;
    rules_set_cube_limit(&r, p->n_values > 0 ? atol(p->values[0]) : 0);
    return r.cube == m->rules.cube && r.cube_limit == m->rules.cube_limit;
}

static void property_tags(struct strbuf *out, const struct match *m)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (is_tag(p) && (strcasecmp(p->name, "CubeLimit") != 0 || mat_limit_stands(m, p)))
            tag(out, p->name, p->n_values > 0 ? p->values[0] : "");
}

/* One tag: what the source says, where that means the same. */
static void limit_tag(const struct head *h)
{
    const struct rules *r = &h->m->rules;
    const struct property *said = mat_find_tag(h->m, "CubeLimit");
    char limit[12];
    snprintf(limit, sizeof limit, "%d", r->cube ? r->cube_limit : 1);
    if ((!r->cube || r->cube_limit > 0) && (said == NULL || !mat_limit_stands(h->m, said)))
        fact_tag(h, "CubeLimit", limit);
}

static void clock_tag_line(const struct head *h)
{
    struct strbuf text = {0};
    if (h->m->clock != NULL) {
        (void)clock_tag(h->m->clock, &text);
        fact_tag(h, "ClockType", strbuf_text(&text));
    }
    strbuf_done(&text);
}

void mat_write_head(struct strbuf *out, const struct match *m, bool xg)
{
    const struct match_info *i = &m->info;
    const struct head h = {out, m, xg};
    fact_tag(&h, "Site", i->site != NULL ? i->site : i->place); /* others look for the place there */
    fact_tag(&h, "Place", i->place);
    fact_tag(&h, "Event", i->event);
    fact_tag(&h, "Round", i->round);
    fact_tag(&h, "Match ID", i->match_id);
    for (int who = 0; who < 2 && xg; who++)
        player_tag(&h, who);
    elo_tag(&h, 0);
    elo_tag(&h, 1);
    date_tag(&h, i->date);
    fact_tag(&h, "EventTime", i->time);
    rule_tags(&h);
    clock_tag_line(&h);
    fact_tag(&h, "Transcriber", i->annotator);
    property_tags(out, m);
    limit_tag(&h);
    if (m->comment != NULL) {
        strbuf_putc(out, '\n');
        mat_comment_lines(out, m->comment, 0);
    }
    strbuf_puts(out, xg ? "\n" : "\n ");
}
