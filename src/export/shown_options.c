/* What reports show, as options; see options.h. Every word of a list is a row that points at the switch it turns on.
 * The words are those of GNU Backgammon's `set export`. */
#include "export/shown_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/language_option.h"
#include "base/shared_file.h"
#include "base/sink.h"
#include "base/span.h"
#include "match/address.h"
#include "match/swap.h"

enum { ERROR_MAX = 10, CANDIDATES_MAX = 1000 };

/* ---- values ---- */

struct word {
    const char *text;
    bool *turns_on;
};

static const struct word *word_named(const struct word *words, struct span text)
{
    for (; words->text != NULL; words++)
        if (span_equal_nocase(text, words->text))
            return words;
    return NULL;
}

/* "bad, very-bad": only what is named stays on. */
static bool read_words(const struct option_value *v, const struct word *words)
{
    for (const struct word *w = words; w->text != NULL; w++)
        *w->turns_on = false;
    for (const char *at = v->text;;) {
        const size_t length = strcspn(at, ",");
        const struct span text = span_trim((struct span){at, length});
        const struct word *w = word_named(words, text);
        if (w == NULL)
            return option_wrong(v, "no such kind: %.*s; see --help", (int)text.length, text.at);
        *w->turns_on = true;
        if (at[length] == '\0')
            return true;
        at += length + 1;
    }
}

static struct export_options *options_of(const struct option_value *v)
{
    return &((struct report_options *)v->group)->export;
}

static bool parse_moves(const struct option_value *v)
{
    struct export_options *o = options_of(v);
    const struct word words[] = {{"very-bad", &o->show_move[SKILL_VERY_BAD]},
                                 {"bad", &o->show_move[SKILL_BAD]},
                                 {"doubtful", &o->show_move[SKILL_DOUBTFUL]},
                                 {"unmarked", &o->show_move[SKILL_NONE]},
                                 {0}};
    return read_words(v, words);
}

static bool parse_cubes(const struct option_value *v)
{
    struct export_options *o = options_of(v);
    const struct word words[] = {{"very-bad", &o->show_cube[SKILL_VERY_BAD]},
                                 {"bad", &o->show_cube[SKILL_BAD]},
                                 {"doubtful", &o->show_cube[SKILL_DOUBTFUL]},
                                 {"unmarked", &o->show_cube[SKILL_NONE]},
                                 {"actual", &o->show_actual_cube},
                                 {"missed", &o->show_missed_cube},
                                 {"close", &o->show_close_cube},
                                 {0}};
    return read_words(v, words);
}

static bool parse_boards(const struct option_value *v)
{
    struct export_options *o = options_of(v);
    const char *text = v->text, *digits = strncmp(text, "every=", 6) == 0 ? text + 6 : NULL;
    o->boards_on_errors = strcmp(text, "errors") == 0;
    o->board_every = strcmp(text, "none") == 0 ? 0 : 1;
    if (digits != NULL && strspn(digits, "0123456789") == strlen(digits) && strlen(digits) < 6)
        o->board_every = atoi(digits);
    else if (o->board_every != 0 && !o->boards_on_errors && strcmp(text, "all") != 0)
        o->board_every = -1;
    return o->board_every > 0 || strcmp(text, "none") == 0 ||
           option_wrong(v, "all, none, errors or every=N is expected");
}

/* But what only concerns paper, files' names and engines, and what names a file. */
static bool is_said(const struct option_row *r)
{
    static const char *const others[] = {"set", "split", "css-link", "csv-safe", "live", "paper", NULL};
    const char *const *other = others;
    while (*other != NULL && strcmp(*other, r->name) != 0)
        other++;
    return *other == NULL && (r->flags & (OPTION_READS_FILE | OPTION_WRITES_FILE)) == 0;
}

static const struct option_row *row_said(const char *name)
{
    for (const struct option_row *r = report_group.rows; r->name != NULL; r++)
        if (is_said(r) && strcmp(r->name, name) == 0)
            return r;
    return NULL;
}

void option_line_put(struct strbuf *out, const char *name, const char *value)
{
    strbuf_printf(out, "%s=", name);
    for (; *value != '\0'; value++)
        if (*value == '\n' || *value == '\\')
            strbuf_puts(out, *value == '\n' ? "\\n" : "\\\\");
        else
            strbuf_putc(out, *value);
    strbuf_putc(out, '\n');
}

char *option_line_read(char *line)
{
    char *value = strchr(line, '=');
    if (value == NULL)
        return NULL;
    *value++ = '\0';
    char *out = value;
    for (const char *at = value; *at != '\0'; at++)
        if (*at == '\\' && at[1] != '\0')
            *out++ = *++at == 'n' ? '\n' : *at;
        else
            *out++ = *at;
    *out = '\0';
    return value;
}

/* English may be asked for where the environment says otherwise: the report is as if nobody had said it. */
static bool is_as_usual(const struct option_row *r, const char *value)
{
    return strcmp(r->name, "language") == 0 && strcmp(value, "en") == 0;
}

static const char *given_as_text(const struct options *options)
{
    struct strbuf text = {0};
    for (const struct option_row *r = report_group.rows; r->name != NULL; r++)
        if (is_said(r) && options_given(options, r->name) && !is_as_usual(r, options_text(options, r->name)))
            option_line_put(&text, r->name, options_text(options, r->name));
    const char *kept = arena_strdup(options_arena(options), strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static bool say_again(struct options *o, struct span line)
{
    struct option_fault f = {0};
    char *name = arena_strndup(options_arena(o), line.at, line.length), *value = option_line_read(name);
    const bool ok = value != NULL && row_said(name) != NULL && options_set(o, name, value, &f);
    option_fault_done(&f);
    return ok;
}

struct options *report_options_again(struct span shown, const struct report_options **out)
{
    static const struct option_part parts[] = {{&report_group, 0}, {0}};
    static const struct option_set all = {"report", sizeof(struct report_options), parts, NULL};
    struct options *o = options_new(&all);
    struct option_fault f = {0};
    bool ok = true;
    for (struct span rest = shown; ok && rest.length > 0;) {
        const char *end = memchr(rest.at, '\n', rest.length);
        const size_t length = end != NULL ? (size_t)(end - rest.at) : rest.length;
        ok = say_again(o, (struct span){rest.at, length});
        rest = span_sub(rest, length + 1, rest.length);
    }
    *out = ok ? options_settle(o, &f) : NULL;
    if (*out != NULL && !span_equal(shown, (*out)->export.shown))
        *out = NULL;
    option_fault_done(&f);
    return o;
}

static const char live_engine[] = "live-engine.txt";

bool live_engine_read(struct strbuf *out, const char **why)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=\n";
    struct strbuf path = {0};
    const bool there = shared_file_find(live_engine, &path) && file_read(path.at, 0, out);
    const bool ok = there && strspn(strbuf_text(out), letters) == out->length;
    *why = ok      ? NULL
           : there ? "live-engine.txt: two lines of base64 are expected"
                   : "kibitzer/live-engine.txt is not installed; Debian's package kibitzer-web has it, and `make web` "
                     "makes it in build/share, from where `make install` puts it into share";
    strbuf_done(&path);
    return ok;
}

static bool load_engine(const struct options *options, struct report_options *r, struct option_fault *f)
{
    struct strbuf text = {0};
    const char *why;
    const bool ok = live_engine_read(&text, &why);
    if (ok)
        r->export.live = arena_strndup(options_arena(options), strbuf_text(&text), text.length);
    strbuf_done(&text);
    return ok || option_refuse(f, "live", NULL, "%s", why);
}

bool css_can_be_inside(const char *css)
{
    return strstr(css, "</") == NULL;
}

/* A style sheet is read, so that the page stays one file, or only named. */
static bool shown_settle(const struct options *options, void *group, struct option_fault *f)
{
    struct report_options *r = group;
    struct strbuf text = {0};
    r->export.shown = given_as_text(options);
    r->export.whole = options_given(options, "boards") && r->export.board_every > 0 && !r->export.boards_on_errors;
    if (r->candidates != 0)
        r->export.candidates = r->export.candidates_fine = r->candidates;
    if (r->css_link)
        r->export.css_link = r->css;
    if (r->live && !load_engine(options, r, f))
        return false;
    if (r->css == NULL || r->css_link)
        return true;
    const bool there = file_read(r->css, 0, &text);
    const char *why = there ? "" : file_problem(errno);
    const bool ok = there && css_can_be_inside(strbuf_text(&text));
    if (ok)
        r->export.css = arena_strndup(options_arena(options), strbuf_text(&text), text.length);
    strbuf_done(&text);
    return ok || option_refuse(f, "css", r->css, "a style sheet is expected%s%s", there ? "" : ": ", why);
}

static void defaults(void *group)
{
    export_defaults(&((struct report_options *)group)->export);
}

bool parse_chequer_colours(const struct option_value *v)
{
    struct chequer_colours *out = v->field;
    const char *at = v->text;
    for (int i = 0; i < 2; i++) {
        at += *at == '#';
        if (strspn(at, "0123456789abcdefABCDEF") != 6 || at[6] != (i == 0 ? ',' : '\0'))
            return option_wrong(v, "two colours RRGGBB,RRGGBB are expected");
        out->of[i] = (uint32_t)strtoul(at, NULL, 16);
        at += 7;
    }
    return out->given = true;
}

/* ORDER STYLES: theme_names */
static const struct option_word looks[] = {{"colour", 0}, {"print", 1}, {"light", 2}, {"dark", 3}, {"xg", 4}, {0}},
                                homes[] = {{"right", 0}, {"left", 1}, {0}},
                                numberings[] = {{"on-roll", NUMBERS_ON_ROLL},
                                                {"player0", NUMBERS_PLAYER_0},
                                                {"player1", NUMBERS_PLAYER_1},
                                                {"none", NUMBERS_NONE},
                                                {0}};

#define LOOK_ROWS(type, at)                                                                                            \
    OPTION("look", type, at theme, .argument = "THEME", .initial = "colour", .words = looks,                           \
           .help = "colours of boards: colour, print, light, dark, or xg, like eXtreme Gammon's"),                     \
        OPTION("home", type, at home_left, .argument = "SIDE", .initial = "right", .words = homes,                     \
               .help = "where the home boards are: right, left"),                                                      \
        OPTION("numbers", type, at numbers, .argument = "SIDE", .initial = "on-roll", .words = numberings,             \
               .help = "the player from whose side points are numbered: on-roll, player0, player1, none"),             \
        OPTION("colours", type, at colours, .argument = "C0,C1", .parse = parse_chequer_colours,                       \
               .help = "chequers of player 0 and player 1, as RRGGBB")

static const struct option_row look_rows[] = {LOOK_ROWS(struct board_look, ), {0}};

const struct option_group look_group = {.title = "How boards look", .rows = look_rows};

static const struct option_word papers[] = {{"a4", 0}, {"letter", 1}, {0}}, splits[] = {{"games", 1}, {0}};

static const struct option_row rows[] = {
    OPTION("boards", struct report_options, export.board_every, .argument = "WHICH", .initial = "all",
           .parse = parse_boards,
           .help = "boards in reports: all, none, errors, or every=N (and where an error is); pdf, ps\n"
                   "and latex show decisions without an error in full only if all or every=N is given"),
    OPTION("candidates", struct report_options, candidates, .argument = "N", .least = 1, .most = CANDIDATES_MAX,
           .help = "number of plays shown for each roll, besides the one made [5; pages: 3 where\n"
                   "no error was made]"),
    OPTION("show-moves", struct report_options, export.show_move, .argument = "WORDS", .parse = parse_moves,
           .help = "only chequer plays with these marks: very-bad, bad, doubtful, unmarked,\n"
                   "separated by commas"),
    OPTION("show-cubes", struct report_options, export.show_cube, .argument = "WORDS", .parse = parse_cubes,
           .help = "only cube decisions that are one of: very-bad, bad, doubtful, unmarked,\n"
                   "actual, missed, close"),
    OPTION("player", struct report_options, only_player, .alias = "only-player", .argument = "NAMES",
           .help = "only the decisions of this player; names as for --bottom"),
    OPTION("errors-above", struct report_options, export.errors_above, .argument = "EMG", .least = 0, .most = ERROR_MAX,
           .expected = W_("an equity from 0 to 10 is expected, for example 0.05"),
           .help = "only decisions that cost more than this, for example 0.05"),
    OPTION("annotations", struct report_options, export.annotations, .initial = "yes", .help = "leave out comments"),
    OPTION("analysis", struct report_options, export.analysis, .initial = "yes",
           .help = "leave out errors, luck, candidates, cube tables"),
    OPTION("statistics", struct report_options, export.statistics, .initial = "yes", .help = "leave out statistics"),
    OPTION("legend", struct report_options, export.legend, .initial = "yes", .help = "leave out the explanations"),
    OPTION("match-information", struct report_options, export.match_information, .initial = "yes",
           .help = "leave out event, date, place and the like"),
    OPTION("probabilities", struct report_options, export.probabilities, .initial = "yes",
           .help = "leave out wins, gammons and backgammons"),
    OPTION("parameters", struct report_options, export.parameters, .help = "show how each evaluation was made"),
    OPTION("set", struct report_options, set, .argument = "N|NAME",
           .help = "which of several analyses in a file: its number from 1, or its engine [last]"),
    OPTION("split", struct report_options, export.split_games, .argument = "games", .words = splits,
           .help = "a file for each game: final.html, final_002.html ..."),
    OPTION("csv-safe", struct report_options, export.csv_safe,
           .help = "CSV for spreadsheets: a text that begins like a formula gets an apostrophe in front"),
    OPTION("css", struct report_options, css, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "HTML: your own style sheet, included after the built-in one"),
    OPTION("css-link", struct report_options, css_link, .needs = "css",
           .help = "HTML: link to the style sheet instead of including it"),
    OPTION("live", struct report_options, live,
           .help = "HTML: include the engine in pages of matches and positions, so that they answer\n"
                   "questions in the reader's browser"),
    OPTION("paper", struct report_options, export.letter, .argument = "SIZE", .initial = "a4", .words = papers,
           .help = "pdf, ps and latex: a4 or letter"),
    OPTION("title", struct report_options, export.title, .argument = "TEXT",
           .help = "the report's title, instead of the players"),
    LANGUAGE_ROW(struct report_options, language),
    OPTION("style", struct report_options, export.style, .argument = "STYLE",
           .help = "the format's variant (mat: jellyfish, xg; boards of html, pdf, ps,\n"
                   "latex and pictures: colour, print, light, dark, xg); one that the format\n"
                   "does not know is refused"),
    LOOK_ROWS(struct report_options, export.look.),
    {0},
};

const struct option_group report_group = {
    .title = "What reports show", .rows = rows, .defaults = defaults, .settle = shown_settle};

/* ---- the format's variant ---- */

bool report_style_known(const struct report_options *r, const struct exporter *const *among, struct option_fault *f)
{
    const char *style = r->export.style;
    struct strbuf known = {0};
    for (size_t i = 0; among[i] != NULL; i++) {
        if (exporter_has_style(among[i], style))
            return true;
        for (size_t k = 0; among[i]->styles != NULL && among[i]->styles[k] != NULL; k++)
            strbuf_printf(&known, "%s%s", known.length > 0 ? ", " : "", among[i]->styles[k]);
    }
    if (known.length > 0)
        option_refuse(f, "style", style, "no such variant, expected %s", known.at);
    else
        option_refuse(f, "style", style, "%s has no variants; see `kibitzer formats`",
                      among[0] != NULL ? among[0]->name : W_("no format"));
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

/* Of a part of a match there is one document. */
static bool is_of_part(const struct match *m, const struct export_options *o)
{
    const int set = export_set(m, o);
    return set >= 0 && match_part_of(m->sets[set].settings).game != 0;
}

bool report_options_for(const struct report_options *r, const struct match *m, int set, struct export_options *out,
                        struct diags *d)
{
    struct strbuf have = {0};
    *out = r->export;
    out->only_player = r->only_player != NULL ? match_player_named(m, r->only_player) : NOBODY;
    out->set = r->set != NULL ? set_named(m, r->set) : set;
    out->split_games = out->split_games && !is_of_part(m, out);
    if (r->set == NULL || out->set >= 0)
        return true;
    for (size_t i = 0; i < m->n_sets; i++)
        strbuf_printf(&have, "%s%zu (%s)", i != 0 ? ", " : "", i + 1,
                      m->sets[i].engine != NULL ? m->sets[i].engine : "");
    diag_at(d, SEVERITY_ERROR, 0, 0, "no analysis \"%s\", the match has %s", r->set,
            m->n_sets != 0 ? strbuf_text(&have) : W_("none"));
    strbuf_done(&have);
    return false;
}
