/* Options of reports. Every word of a list is a row that points at the switch it turns on. The words are
 * those of GNU Backgammon's `set export`. */
#include "cli/report_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/sink.h"
#include "base/span.h"
#include "cli/command.h"
#include "match/swap.h"

struct word {
    const char *text;
    bool *turns_on;
};

enum { WORDS_MAX = 8, ERROR_MAX = 10 };

static const struct word *word_named(const struct word *words, struct span text)
{
    for (; words->text != NULL; words++)
        if (span_equal_nocase(text, words->text))
            return words;
    return NULL;
}

/* "bad, very-bad": only what is named stays on. False after a message. */
static bool read_words(const struct args *a, const char *option, const struct word *words)
{
    const char *at = args_text(a, option);
    if (at == NULL)
        return true;
    for (const struct word *w = words; w->text != NULL; w++)
        *w->turns_on = false;
    for (;;) {
        size_t length = strcspn(at, ",");
        struct span text = span_trim((struct span){at, length});
        const struct word *w = word_named(words, text);
        if (w == NULL) {
            usage_error(a->command, "--%s %.*s: no such kind; see --help", option, (int)text.length, text.at);
            return false;
        }
        *w->turns_on = true;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

static bool read_filters(struct export_options *o, const struct args *a)
{
    const struct word moves[WORDS_MAX] = {{"very-bad", &o->show_move[SKILL_VERY_BAD]},
                                          {"bad", &o->show_move[SKILL_BAD]},
                                          {"doubtful", &o->show_move[SKILL_DOUBTFUL]},
                                          {"unmarked", &o->show_move[SKILL_NONE]}};
    const struct word cubes[WORDS_MAX] = {{"very-bad", &o->show_cube[SKILL_VERY_BAD]},
                                          {"bad", &o->show_cube[SKILL_BAD]},
                                          {"doubtful", &o->show_cube[SKILL_DOUBTFUL]},
                                          {"unmarked", &o->show_cube[SKILL_NONE]},
                                          {"actual", &o->show_actual_cube},
                                          {"missed", &o->show_missed_cube},
                                          {"close", &o->show_close_cube}};
    return read_words(a, "show-moves", moves) && read_words(a, "show-cubes", cubes);
}

static bool read_boards(struct export_options *o, const struct args *a)
{
    const char *text = args_text(a, "boards"), *digits = strncmp(text, "every=", 6) == 0 ? text + 6 : NULL;
    o->boards_on_errors = strcmp(text, "errors") == 0;
    o->board_every = strcmp(text, "none") == 0 ? 0 : 1;
    if (digits != NULL && strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 6)
        o->board_every = atoi(digits);
    else if (o->board_every != 0 && !o->boards_on_errors && strcmp(text, "all") != 0)
        o->board_every = -1;
    if (o->board_every > 0 || strcmp(text, "none") == 0)
        return true;
    usage_error(a->command, "--boards %s: all, none, errors or every=N is expected", text);
    return false;
}

static bool read_paper(struct export_options *o, const struct args *a)
{
    const char *text = args_text(a, "paper");
    o->letter = strcmp(text, "letter") == 0;
    if (o->letter || strcmp(text, "a4") == 0)
        return true;
    usage_error(a->command, "--paper %s: a4 or letter is expected", text);
    return false;
}

static bool read_split(struct export_options *o, const struct args *a)
{
    const char *text = args_text(a, "split");
    o->split_games = text != NULL;
    if (text == NULL || strcmp(text, "games") == 0)
        return true;
    usage_error(a->command, "--split %s: games is expected", text);
    return false;
}

static bool read_errors_above(struct export_options *o, const struct args *a)
{
    const char *text = args_text(a, "errors-above");
    char *end;
    if (text == NULL)
        return true;
    o->errors_above = strtof(text, &end);
    if (end != text && *end == '\0' && o->errors_above >= 0 && o->errors_above <= ERROR_MAX)
        return true;
    usage_error(a->command, "--errors-above %s: an equity from 0 to %d is expected, for example 0.05", text, ERROR_MAX);
    return false;
}

/* A style sheet is read, so that the page stays one file, or only named. */
static bool read_css(struct report_options *r, const struct args *a)
{
    const char *path = args_text(a, "css");
    if (path == NULL) {
        if (args_has(a, "css-link"))
            usage_error(a->command, "--css-link: --css names the style sheet");
        return !args_has(a, "css-link");
    }
    if (args_has(a, "css-link")) {
        r->export.css_link = path;
        return true;
    }
    if (!file_read(path, 0, &r->css) || strstr(strbuf_text(&r->css), "</") != NULL) {
        usage_error(a->command, "--css %s: a style sheet is expected", path);
        return false;
    }
    r->export.css = strbuf_text(&r->css);
    return true;
}

void report_options_done(struct report_options *r)
{
    strbuf_done(&r->css);
}

bool report_options_read(struct report_options *r, const struct args *a)
{
    struct export_options *o = &r->export;
    export_defaults(o);
    r->set = args_text(a, "set");
    r->only_player = args_text(a, "only-player");
    o->annotations = !args_has(a, "no-annotations");
    o->analysis = !args_has(a, "no-analysis");
    o->statistics = !args_has(a, "no-statistics");
    o->legend = !args_has(a, "no-legend");
    o->match_information = !args_has(a, "no-match-information");
    o->probabilities = !args_has(a, "no-probabilities");
    o->parameters = args_has(a, "parameters");
    o->title = args_text(a, "title");
    o->style = args_text(a, "style");
    if (!args_number(a, "candidates", 1, 1000, o->candidates, &o->candidates))
        return false;
    if (args_has(a, "candidates"))
        o->candidates_fine = o->candidates;
    return read_filters(o, a) && read_errors_above(o, a) && read_boards(o, a) && read_split(o, a) && read_paper(o, a) &&
           read_css(r, a);
}

bool style_is_known(const struct args *a, const struct exporter *const *among)
{
    const char *style = args_text(a, "style");
    struct strbuf known = {0};
    for (size_t i = 0; among[i] != NULL; i++) {
        if (exporter_has_style(among[i], style))
            return true;
        for (size_t k = 0; among[i]->styles != NULL && among[i]->styles[k] != NULL; k++)
            strbuf_printf(&known, "%s%s", known.length > 0 ? ", " : "", among[i]->styles[k]);
    }
    if (known.length > 0)
        usage_error(a->command, "--style %s: no such variant, expected %s", style, known.at);
    else
        usage_error(a->command, "--style %s: %s has no variants; see `kibitzer formats`", style,
                    among[0] != NULL ? among[0]->name : "no format");
    strbuf_done(&known);
    return false;
}

/* ---- the annotation set ---- */

static int set_named(const struct match *m, const char *name)
{
    char *end;
    long number = strtol(name, &end, 10);
    if (end != name && *end == '\0')
        return number >= 1 && (unsigned long)number <= m->n_sets ? (int)number - 1 : -1;
    for (size_t i = m->n_sets; i-- > 0;)
        if (m->sets[i].engine != NULL && strcasecmp(m->sets[i].engine, name) == 0)
            return (int)i;
    return -1;
}

bool report_options_for(const struct report_options *r, const struct match *m, int set, struct export_options *out,
                        struct diags *d)
{
    struct strbuf have = {0};
    *out = r->export;
    out->only_player = r->only_player != NULL ? match_player_named(m, r->only_player) : NOBODY;
    out->set = r->set != NULL ? set_named(m, r->set) : set;
    if (r->set == NULL || out->set >= 0)
        return true;
    for (size_t i = 0; i < m->n_sets; i++)
        strbuf_printf(&have, "%s%zu (%s)", i != 0 ? ", " : "", i + 1,
                      m->sets[i].engine != NULL ? m->sets[i].engine : "");
    diag_at(d, SEVERITY_ERROR, 0, 0, "no analysis \"%s\", the match has %s", r->set,
            m->n_sets != 0 ? strbuf_text(&have) : "none");
    strbuf_done(&have);
    return false;
}
