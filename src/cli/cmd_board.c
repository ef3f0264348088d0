/* `kibitzer board`: positions by ID as pictures. All formats but text are painters of the one drawing
 * (export/draw.h), so that every option of the drawing holds for all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "export/board/ascii.h"
#include "export/board/picture.h"
#include "match/notation.h"
#include "match/posid.h"

struct painter {
    const char *name; /* what --format and the extension say */
    bool (*paint)(struct strbuf *out, const struct picture *p); /* NULL = letters */
};

static const struct painter painters[] = {
    {"png", picture_png}, {"svg", picture_svg}, {"pdf", picture_pdf}, {"eps", picture_eps}, {"txt", NULL},
};

enum { N_PAINTERS = sizeof painters / sizeof painters[0] };

struct asked { /* one ID, and where it stood */
    struct span id;
    int line;
    size_t before; /* bytes before it in its line */
};

struct drawing {
    const struct painter *painter;
    const char *out; /* a path or "-" */
    struct picture picture;
    struct theme theme; /* with the colours asked for */
    const char *plays[2]; /* for the arrows: as played, as best; NULL = none */
    struct strbuf input; /* what came from stdin */
    struct asked *asked;
    size_t n, capacity;
    struct diags diags;
};

/* ---- the command line ---- */

static const struct painter *painter_named(const char *name)
{
    for (int i = 0; i < N_PAINTERS; i++)
        if (strcasecmp(painters[i].name, name) == 0)
            return &painters[i];
    return NULL;
}

static bool choose_painter(const struct args *a, struct drawing *d)
{
    const char *name = args_text(a, "format"), *dot = strrchr(d->out, '.');
    if (name == NULL && strcmp(d->out, "-") == 0)
        name = "txt";
    if (name == NULL && dot != NULL && strchr(dot, '/') == NULL)
        name = dot + 1;
    d->painter = name != NULL ? painter_named(name) : NULL;
    if (d->painter == NULL)
        usage_error(a->command, "%s: the format is one of png, svg, pdf, eps, txt", name != NULL ? name : d->out);
    return d->painter != NULL;
}

/* One of several words; its index, or -1 after a message. */
static int choose_word(const struct args *a, const char *option, const char *const *words)
{
    const char *text = args_text(a, option);
    struct strbuf all = {0};
    int i = 0;
    while (words[i] != NULL && strcasecmp(words[i], text) != 0)
        i++;
    if (words[i] != NULL)
        return i;
    for (i = 0; words[i] != NULL; i++)
        strbuf_printf(&all, "%s%s", i != 0 ? ", " : "", words[i]);
    usage_error(a->command, "--%s %s: one of %s is expected", option, text, strbuf_text(&all));
    strbuf_done(&all);
    return -1;
}

/* "fdfaf3,2b3038": the chequers of player 0 and player 1. */
static bool read_colours(const struct args *a, struct drawing *d)
{
    const char *text = args_text(a, "colours"), *at = text;
    uint32_t colour[2];
    for (int i = 0; text != NULL && i < 2; i++) {
        at += *at == '#';
        if (strspn(at, "0123456789abcdefABCDEF") != 6 || at[6] != (i == 0 ? ',' : '\0')) {
            usage_error(a->command, "--colours %s: two colours RRGGBB,RRGGBB are expected", text);
            return false;
        }
        colour[i] = (uint32_t)strtoul(at, NULL, 16);
        at += 7;
    }
    if (text != NULL)
        theme_set_chequers(&d->theme, colour[0], colour[1]);
    return true;
}

static bool read_drawing(const struct args *a, struct drawing *d)
{
    static const char *const themes[] = {"colour", "print", NULL}, *const homes[] = {"right", "left", NULL};
    static const char *const sides[] = {"on-roll", "player0", "player1", "none", NULL};
    static const char *const bottoms[] = {"on-roll", "player0", "player1", NULL};
    struct draw_options *o = &d->picture.draw;
    int theme = choose_word(a, "theme", themes);
    int home = theme >= 0 ? choose_word(a, "home", homes) : -1;
    int bottom = home >= 0 ? choose_word(a, "bottom", bottoms) : -1;
    int numbers = bottom >= 0 ? choose_word(a, "numbers", sides) : -1;
    if (numbers < 0 || !args_number(a, "size", 32, PICTURE_WIDTH_MAX, 0, &d->picture.width))
        return false;
    o->score = true;
    o->home_left = home == 1;
    o->bottom = bottom - 1;
    o->no_numbers = numbers == 3;
    o->numbers = o->no_numbers ? -1 : numbers - 1;
    d->theme = *theme_find(themes[theme]);
    d->picture.theme = &d->theme;
    d->picture.title = args_text(a, "title");
    d->plays[0] = args_text(a, "play");
    d->plays[1] = args_text(a, "best");
    return read_colours(a, d);
}

/* ---- the IDs ---- */

static void ask(struct drawing *d, struct span text, int line)
{
    struct span id = span_trim(line == 1 ? utf8_skip_mark(text) : text);
    if (id.length == 0 || id.at[0] == '#')
        return;
    d->asked = grow(d->asked, d->n, &d->capacity, sizeof *d->asked);
    d->asked[d->n++] = (struct asked){id, line, (size_t)(id.at - text.at)};
}

static bool ask_all(const struct args *a, struct drawing *d)
{
    diags_init(&d->diags, a->n_operands != 0 ? "<arguments>" : "<stdin>");
    for (int i = 0; i < a->n_operands; i++)
        ask(d, span_of(a->operand[i]), i + 1);
    if (a->n_operands == 0 && !file_read("-", 0, &d->input)) {
        diag_at(&d->diags, SEVERITY_ERROR, 0, 0, "cannot be read");
        return false;
    }
    const char *at = strbuf_text(&d->input), *end = at + d->input.length;
    for (int line = 1; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        ask(d, (struct span){at, length}, line);
        at += length + 1;
    }
    if (d->n == 0)
        diag_at(&d->diags, SEVERITY_ERROR, 0, 0, "no position is named");
    return d->n != 0;
}

/* ---- one picture ---- */

/* A play for the roll of the position, or where it has none for any roll that allows it. */
static bool read_play(const struct position *p, const char *text, struct play *play, const char **problem)
{
    if (p->dice[0] != 0)
        return notation_read(span_of(text), &p->board, p->dice[0], p->dice[1], play, problem, NULL);
    for (int die1 = 6; die1 >= 1; die1--)
        for (int die2 = die1; die2 >= 1; die2--)
            if (notation_read(span_of(text), &p->board, die1, die2, play, problem, NULL))
                return true;
    *problem = "no roll allows it";
    return false;
}

static void write_letters(struct strbuf *out, const struct drawing *d, const struct position *p)
{
    static const char *const names[2] = {"Player 0", "Player 1"}, *const labels[2] = {"Play", "Best"};
    ascii_position(out, p, names);
    for (int i = 0; i < 2; i++)
        if (d->picture.draw.arrows[i].play != NULL) {
            strbuf_printf(out, "%s: ", labels[i]);
            notation_write(out, &p->board, d->picture.draw.arrows[i].play, NOTATION_MERGED);
            strbuf_putc(out, '\n');
        }
}

/* What is drawn lives no longer than its turn. */
static void forget_position(struct picture *p)
{
    p->position = NULL;
    p->draw.arrows[0].play = p->draw.arrows[1].play = NULL;
}

/* NULL, or why there is no picture. */
static const char *draw(struct drawing *d, const struct position *p, struct strbuf *out)
{
    static const enum paint paints[2] = {PAINT_ARROW_PLAYED, PAINT_ARROW_BEST};
    struct play play[2];
    const char *problem;
    for (int i = 0; i < 2; i++) {
        if (d->plays[i] != NULL && !read_play(p, d->plays[i], &play[i], &problem))
            return forget_position(&d->picture), problem;
        d->picture.draw.arrows[i] = (struct draw_arrows){d->plays[i] != NULL ? &play[i] : NULL, paints[i]};
    }
    bool made = true;
    d->picture.position = p;
    if (d->painter->paint == NULL)
        write_letters(out, d, p);
    else
        made = d->painter->paint(out, &d->picture);
    forget_position(&d->picture);
    return made ? NULL : "the picture could not be made";
}

static bool write_one(const struct drawing *d, const struct sink *s, size_t index)
{
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%03zu", index + 1);
    if (d->n == 1 || strcmp(d->out, "-") == 0)
        return output_write(s, d->out);
    char *path = path_with_suffix(d->out, suffix);
    bool ok = output_write(s, path);
    xfree(path);
    return ok;
}

static enum fate draw_one(struct drawing *d, size_t index)
{
    const struct asked *q = &d->asked[index];
    struct position p;
    struct sink s;
    size_t fault = 0;
    const char *problem = NULL;
    sink_init(&s);
    if (any_id_read(q->id, &p, &problem, &fault)) {
        fault = 0;
        problem = draw(d, &p, sink_main(&s));
    }
    if (problem != NULL)
        diag_at(&d->diags, SEVERITY_ERROR, q->line, (int)(q->before + fault) + 1, "%s", problem);
    bool ok = problem == NULL && write_one(d, &s, index);
    sink_done(&s);
    return ok ? FATE_GOOD : FATE_FAILED;
}

static int draw_all(const struct args *a, struct drawing *d)
{
    struct tally tally = {0};
    if (!ask_all(a, d)) {
        terminal_diags(&d->diags);
        return EXIT_NOTHING;
    }
    if (d->n > 1 && d->painter->paint != NULL && strcmp(d->out, "-") == 0)
        return usage_error(a->command, "%zu pictures do not fit standard output; name a file with -o", d->n);
    for (size_t i = 0; i < d->n; i++)
        tally.n[draw_one(d, i)]++;
    terminal_diags(&d->diags);
    return tally_result(&tally, NULL);
}

static int run(const struct args *a)
{
    struct drawing d = {.out = args_text(a, "out")};
    if (!choose_painter(a, &d) || !read_drawing(a, &d))
        return EXIT_USAGE;
    int result = draw_all(a, &d);
    diags_done(&d.diags);
    strbuf_done(&d.input);
    xfree(d.asked);
    return result;
}

static const struct option_row options[] = {
    {"out", 'o', "FILE", "-", "where the picture goes; several are numbered FILE_001, FILE_002 ..."},
    {"format", 't', "FORMAT", NULL, "png, svg, pdf, eps or txt; otherwise FILE's extension decides; stdout gets txt"},
    {"theme", 0, "THEME", "colour", "colour, or print in black, white and greys"},
    {"colours", 0, "C0,C1", NULL, "chequers of player 0 and player 1, as RRGGBB"},
    {"bottom", 0, "SIDE", "on-roll", "who sits at the bottom: on-roll, player0, player1"},
    {"numbers", 0, "SIDE", "on-roll", "whose points are numbered: on-roll, player0, player1, none"},
    {"home", 0, "SIDE", "right", "where the home boards are: right, left"},
    {"size", 0, "PIXELS", NULL, "width (points in pdf and eps) [644]"},
    {"play", 0, "PLAY", NULL, "arrows for a play, \"8/5 6/5\""},
    {"best", 0, "PLAY", NULL, "arrows for a second one in another colour"},
    {"title", 0, "TEXT", NULL, "the title kept in the file"},
    {0},
};

const struct command command_board = {
    .name = "board",
    .usage = "[-o FILE] [--theme THEME] [--bottom SIDE] [--size PIXELS] [--play PLAY] [ID...]",
    .summary = "draw positions: png, svg, pdf, eps or letters",
    .description =
        "ID is a pair PositionID:MatchID, an XGID, or a Position ID alone (money play, cube in the middle).\n"
        "Without IDs they are read from standard input, one per line; empty lines and lines with # are skipped.\n"
        "Player 1 is X of a Position ID and the bottom player of an XGID. In letters player 1 is always at the "
        "bottom.\n\n"
        "examples:\n  kibitzer board 4HPwATDgc/ABMA\n"
        "  kibitzer board -o opening.svg --play \"8/5 6/5\" XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10\n",
    .options = options,
    .run = run,
};
