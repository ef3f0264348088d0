/* The head of a .mat: tags made from the record, tags of the source as they stood, the comment on the match. Format:
 * docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

static void tag(struct strbuf *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    strbuf_puts(out, "; [");
    mat_put_text(out, name);
    strbuf_puts(out, " \"");
    mat_put_text(out, value);
    strbuf_puts(out, "\"]\n");
}

/* Where tags go, and what they are taken from. */
struct head {
    struct strbuf *out;
    const struct match *m;
    bool xg;
};

/* A tag made from the record, unless the file it came from had one of that name: that one is written as it stood. */
static void fact_tag(const struct head *h, const char *name, const char *value)
{
    if (mat_find_tag(h->m, name) == NULL)
        tag(h->out, name, value);
}

static void date_tag(const struct head *h, const char *date)
{
    if (date == NULL)
        return;
    struct strbuf dotted = {0};
    strbuf_puts(&dotted, date);
    bool iso = dotted.length == 10 && date[4] == '-' && date[7] == '-';
    if (iso)
        dotted.at[4] = dotted.at[7] = '.';
    fact_tag(h, "EventDate", strbuf_text(&dotted));
    strbuf_done(&dotted);
}

static void elo_tag(const struct head *h, int who)
{
    const struct player_info *p = &h->m->player[who];
    if ((p->rating == NULL && p->experience == NULL) || (!h->xg && mat_has_plain_rating(h->m, who)))
        return;
    struct strbuf value = {0};
    strbuf_puts(&value, p->rating != NULL ? p->rating : "");
    if (p->experience != NULL) {
        strbuf_putc(&value, '/');
        strbuf_puts(&value, p->experience);
    }
    if (!h->xg)
        fact_tag(h, who == 0 ? "Player 1" : "Player 2", p->name);
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
    fact_tag(h, "Variation", variation(m, h->xg));
    if (!money && (h->xg || !r->crawford))
        fact_tag(h, "Crawford", r->crawford ? "On" : "Off");
    if (money && (m->jacoby_known || r->jacoby))
        fact_tag(h, "Jacoby", r->jacoby ? "On" : "Off");
    if (money && (!r->beavers || h->xg))
        fact_tag(h, "Beaver", r->beavers ? "On" : "Off");
    if (!r->cube)
        fact_tag(h, "CubeLimit", "1");
}

static void property_tags(struct strbuf *out, const struct match *m)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (is_tag(p))
            tag(out, p->name, p->n_values > 0 ? p->values[0] : "");
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
        fact_tag(&h, who == 0 ? "Player 1" : "Player 2", m->player[who].name[0] != '\0' ? m->player[who].name : NULL);
    elo_tag(&h, 0);
    elo_tag(&h, 1);
    date_tag(&h, i->date);
    fact_tag(&h, "EventTime", i->time);
    rule_tags(&h);
    fact_tag(&h, "Transcriber", i->annotator);
    property_tags(out, m);
    if (m->comment != NULL) {
        strbuf_putc(out, '\n');
        mat_comment_lines(out, m->comment, 0);
    }
    strbuf_puts(out, xg ? "\n" : "\n ");
}
