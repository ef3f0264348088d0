/* What reports show, as options, in GNU Backgammon's words: one group for every command that writes them. */
#ifndef KIBITZER_REPORT_OPTIONS_GROUP_H
#define KIBITZER_REPORT_OPTIONS_GROUP_H

#include "base/option.h"
#include "base/span.h"
#include "export/export.h"

struct report_options {
    struct export_options export; /* all but what depends on the match: the set, the player */
    const char *set; /* as given; NULL = the last one */
    const char *only_player; /* as given; NULL = both */
    const char *language; /* its code; NULL = English */
    const char *css; /* file of a style sheet */
    bool live; /* the page has the engine inside */
    bool css_link; /* name it instead of reading it */
    int candidates; /* 0 = as formats have it */
};

extern const struct option_group report_group;

/* How boards look, over a struct board_look: for commands that write pages of decisions. */
extern const struct option_group look_group;
/* "fdfaf3,2b3038", into a struct chequer_colours. */
bool parse_chequer_colours(const struct option_value *v);

/* True if one of the formats `among` (NULL-terminated) knows the style that is asked for; else false with *f filled. */
bool report_style_known(const struct report_options *r, const struct exporter *const *among, struct option_fault *f);

/* A line "name=value" of such a text, in which a value of several lines stays one. option_line_read() takes it apart in
 * place: its value, NULL if it has none. */
void option_line_put(struct strbuf *out, const char *name, const char *value);
char *option_line_read(char *line);

bool css_can_be_inside(const char *css); /* a page: it does not end the element that holds it */

/* The engine that goes into live pages, as it is installed: two lines of base64, which hold nothing that ends a script.
 * False with why. */
bool live_engine_read(struct strbuf *out, const char **why);

/* The options that `shown` of an export_options names, given again; *out is NULL unless it is to the letter what was
 * written there: each of the options that it can name once, in their order. No file is read. Free what comes back with
 * options_free(); *out lives as long. */
struct options *report_options_again(struct span shown, const struct report_options **out);

/* The options for one match; `set` is what is shown if none was asked for (-1 = the last one). False with an error in
 * `d` if the match has no such annotation set. */
bool report_options_for(const struct report_options *r, const struct match *m, int set, struct export_options *out,
                        struct diags *d);

#endif
