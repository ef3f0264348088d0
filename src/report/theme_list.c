/* Themes in documents; see theme_list.h. */
#include "base/language.h"
#include "report/theme_list.h"

void themes_paragraph(struct draft *b, theme_set themes)
{
    const char *between = N_("Themes: ");
    if (themes == 0)
        return;
    node_begin(b, NODE_PARAGRAPH, ROLE_THEMES);
    for (enum decision_theme t = 0; t < THEMES; t++)
        if (themes >> t & 1) {
            put_words(b, between);
            put_words(b, theme_words(t));
            between = ", ";
        }
    node_end(b);
}

void themes_count(struct theme_counts *c, theme_set themes)
{
    for (enum decision_theme t = 0; t < THEMES; t++)
        c->n[t] += themes >> t & 1;
}

theme_set themes_counted(const struct theme_counts *c)
{
    theme_set all = 0;
    for (enum decision_theme t = 0; t < THEMES; t++)
        all |= (theme_set)(c->n[t] > 0) << t;
    return all;
}

static void choice(struct draft *b, enum decision_theme t, long n)
{
    node_begin(b, NODE_SPAN, ROLE_THEMES)->themes = (theme_set)1 << t;
    words_begin(b, "{0} ({1})", NULL, 0);
    put_words(b, theme_words(t));
    put_count(b, n);
    node_end(b);
    node_end(b);
}

void themes_filter(struct draft *b, const struct theme_counts *c)
{
    struct theme_counts left = *c;
    if (themes_counted(c) == 0)
        return;
    node_begin(b, NODE_NAV, ROLE_THEMES);
    for (;;) {
        enum decision_theme most = 0;
        for (enum decision_theme t = 1; t < THEMES; t++)
            most = left.n[t] > left.n[most] ? t : most;
        if (left.n[most] == 0)
            break;
        choice(b, most, left.n[most]);
        left.n[most] = 0;
    }
    node_end(b);
}
