/* `board`: positions by ID as pictures. All formats but text are painters of the one drawing (export/draw.h), so that
 * every option of the drawing holds for all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/answers.h"
#include "command/ids.h"
#include "command/positions.h"
#include "base/call.h"
#include "base/command.h"
#include "base/language_option.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "export/board/ascii.h"
#include "export/board/picture.h"
#include "export/shown_options.h"
#include "match/notation.h"
#include "format/id_text.h"

struct painter {
    const char *name; /* what --to and the extension say */
    bool (*paint)(struct strbuf *out, const struct picture *p); /* NULL = letters */
    bool is_binary;
};

static const struct painter painters[] = {
    {.name = "png", .paint = picture_png, .is_binary = true},
    {.name = "svg", .paint = picture_svg},
    {.name = "pdf", .paint = picture_pdf, .is_binary = true},
    {.name = "eps", .paint = picture_eps},
    {.name = "txt"},
};

enum { N_PAINTERS = sizeof painters / sizeof painters[0], ON_ROLL = -1, NO_SIDE = 2 };

struct board_options {
    const char *file; /* "-": the pictures are what the command prints */
    const struct painter *painter; /* once settled */
    int theme; /* of theme_names */
    struct chequer_colours colours;
    int bottom, numbers; /* 0, 1, ON_ROLL; numbers also NO_SIDE */
    bool home_left;
    int size; /* 0 = the usual one */
    const char *plays[2]; /* for the arrows: as played, as best; NULL = none */
    const char *title;
    bool json, overlay;
    const char *language;
};

struct picture_record { /* what does not apply is NULL */
    const char *id, *xgid, *format, *file, *text, *base64;
};

struct board_record {
    struct answer_list pictures;
};

static const char *const picture_formats[] = {"png", "svg", "pdf", "eps", "txt"};

#define HELD(field, words, ...)                                                                                        \
    ANSWER(struct picture_record, field, NULL, .missing = ANSWER_NULL, .help = words, .flags = ANSWER_OMIT __VA_ARGS__)
static const struct answer_field picture_fields[] = {
    ANSWER(struct picture_record, id, "Position", .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10",
           .help = "as given"),
    POSITION_XGID(struct picture_record),
    ANSWER(struct picture_record, format, "Format", ANSWER_WORDS(picture_formats)),
    HELD(file, "where it is, with --output", | ANSWER_PATH),
    HELD(text, "the picture, where it is text and there is no --output"),
    HELD(base64, "the same of png and pdf"),
    {0}};
#undef HELD
static const struct answer_rows picture_rows = {"Picture", NULL, sizeof(struct picture_record), picture_fields};
static const struct answer_field board_fields[] = {ANSWER_LIST(struct board_record, pictures, NULL, &picture_rows),
                                                   {0}};
static const struct answer_rows board_rows = {"Pictures", NULL, sizeof(struct board_record), board_fields};
static const struct answer_document board_document = {
    "board", 1, "Pictures", "Pictures of positions, in the order of the IDs.", .rows = &board_rows, .whole = true};

struct drawing {
    const struct board_options *asked;
    struct picture picture;
    struct theme theme; /* with the colours asked for */
    struct id_list ids;
    struct picture_record *made; /* for --json, [ids.n] */
    size_t n_made;
    struct arena *memory; /* of what they hold */
    size_t n_failed;
};

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
    *problem = W_("no roll allows it");
    return false;
}

static void write_letters(struct strbuf *out, const struct drawing *d, const struct position *p)
{
    static const char *const labels[2] = {N_("Play"), N_("Best")};
    const char *const names[2] = {tr("Player 0"), tr("Player 1")};
    ascii_position(out, p, d->picture.draw.bottom >= 0 ? d->picture.draw.bottom : p->turn, names);
    for (int i = 0; i < 2; i++)
        if (d->picture.draw.arrows[i].play != NULL) {
            strbuf_printf(out, "%s: ", tr(labels[i]));
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
        if (d->asked->plays[i] != NULL && !read_play(p, d->asked->plays[i], &play[i], &problem))
            return forget_position(&d->picture), problem;
        d->picture.draw.arrows[i] = (struct draw_arrows){d->asked->plays[i] != NULL ? &play[i] : NULL, paints[i]};
    }
    bool made = true;
    d->picture.position = p;
    if (d->asked->painter->paint == NULL)
        write_letters(out, d, p);
    else
        made = d->asked->painter->paint(out, &d->picture);
    forget_position(&d->picture);
    return made ? NULL : "the picture could not be made";
}

static bool is_printed(const struct drawing *d)
{
    return strcmp(d->asked->file, "-") == 0;
}

/* The file of a picture; freed by the caller. */
static char *path_of(const struct drawing *d, size_t index)
{
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%03zu", index + 1);
    return d->ids.n == 1 || is_printed(d) ? xstrdup(d->asked->file) : path_with_suffix(d->asked->file, suffix);
}

static void put_base64(struct strbuf *out, const unsigned char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < length; i += 3) {
        const size_t n = length - i < 3 ? length - i : 3;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < n ? bytes[i + k] : 0);
        for (size_t k = 0; k < 4; k++)
            strbuf_putc(out, k <= n ? letters[bits >> (18 - 6 * k) & 63] : '=');
    }
}

/* A picture for the document: its bytes, or the file that they are in. */
static void keep_picture(struct drawing *d, const char *id, const struct position *p, const char *path,
                         const struct strbuf *bytes)
{
    struct picture_record *r = &d->made[d->n_made++];
    *r = (struct picture_record){
        .id = arena_strdup(d->memory, id), .xgid = xgid_kept(d->memory, p), .format = d->asked->painter->name};
    if (!is_printed(d)) {
        r->file = arena_strdup(d->memory, path);
    } else if (d->asked->painter->is_binary) {
        struct strbuf text = {0};
        put_base64(&text, (const unsigned char *)bytes->at, bytes->length);
        r->base64 = arena_strdup(d->memory, strbuf_text(&text));
        strbuf_done(&text);
    } else {
        r->text = arena_strdup(d->memory, strbuf_text(bytes));
    }
}

static bool put_picture(struct drawing *d, const struct position *p, const struct sink *s, size_t index)
{
    char *path = path_of(d, index), *id = id_text(&d->ids.at[index]);
    const bool ok = (d->asked->json && is_printed(d)) || output_write(s, path);
    if (ok && d->asked->json)
        keep_picture(d, id, p, path, &s->parts[0].text);
    xfree(path);
    xfree(id);
    return ok;
}

static bool draw_one(struct drawing *d, size_t index)
{
    const struct id_line *id = &d->ids.at[index];
    struct position p;
    struct sink s;
    size_t fault = 0;
    const char *problem = NULL;
    sink_init(&s);
    if (id_read_in_text(id->id, &p, &problem, &fault)) {
        fault = 0;
        problem = draw(d, &p, sink_main(&s));
        id_note(&d->ids.diags, id);
    }
    if (problem != NULL)
        id_refuse(&d->ids.diags, id, fault, problem);
    const bool ok = problem == NULL && put_picture(d, &p, &s, index);
    sink_done(&s);
    return ok;
}

static void draw_all(struct drawing *d)
{
    d->memory = arena_new();
    d->made = xcalloc(d->ids.n + 1, sizeof *d->made);
    for (size_t i = 0; i < d->ids.n && !call_cancelled(); i++)
        d->n_failed += !draw_one(d, i);
    if (d->asked->json)
        answers_json(&board_document, &(struct board_record){{d->made, d->n_made}});
    arena_free(d->memory);
    xfree(d->made);
}

/* ---- the command ---- */

static void prepare(struct drawing *d, const struct board_options *o)
{
    struct draw_options *draw = &d->picture.draw;
    *d = (struct drawing){.asked = o, .theme = *theme_find(theme_names[o->theme])};
    if (o->colours.given)
        theme_set_chequers(&d->theme, o->colours.of[0], o->colours.of[1]);
    if (o->overlay)
        theme_clear(&d->theme);
    d->picture.clear = o->overlay;
    d->picture.theme = &d->theme;
    d->picture.title = o->title;
    d->picture.width = o->size;
    draw->score = true;
    draw->home_left = o->home_left;
    draw->bottom = o->bottom;
    draw->no_numbers = o->numbers == NO_SIDE;
    draw->numbers = draw->no_numbers ? ON_ROLL : o->numbers;
}

static bool fits(const struct drawing *d)
{
    return d->ids.n <= 1 || d->asked->painter->paint == NULL || d->asked->json || !is_printed(d);
}

static int answer(struct drawing *d, const char *const *input, size_t n)
{
    const bool read = id_list_read(&d->ids, input, n);
    if (read && d->ids.n == 0)
        diag_at(&d->ids.diags, SEVERITY_ERROR, 0, 0, "no position is named");
    if (!fits(d))
        return call_misuse("%zu pictures do not fit standard output; name a file with --output", d->ids.n);
    if (d->ids.n != 0 || d->asked->json)
        draw_all(d);
    call_diags(&d->ids.diags);
    if (call_cancelled())
        return CALL_CANCELLED;
    return d->n_failed == d->ids.n ? CALL_NOTHING : d->n_failed != 0 ? CALL_SOME_FAILED : CALL_CLEAN;
}

static int board_run(const void *options, const char *const *input, size_t n)
{
    struct drawing d;
    prepare(&d, options);
    const int ending = answer(&d, input, n);
    id_list_done(&d.ids);
    return ending;
}

/* ---- options ---- */

static const struct painter *painter_named(const char *name)
{
    for (int i = 0; i < N_PAINTERS; i++)
        if (strcasecmp(painters[i].name, name) == 0)
            return &painters[i];
    return NULL;
}

static const char *listed_painter(size_t i)
{
    return i < N_PAINTERS ? painters[i].name : NULL;
}

#define KNOWN "the format is one of png, svg, pdf, eps, txt"

static bool parse_painter(const struct option_value *v)
{
    const struct painter *found = painter_named(v->text);
    *(const struct painter **)v->field = found;
    return found != NULL || option_wrong(v, KNOWN);
}

/* Where no format is named, the file's extension is one. */
static bool board_settle(const struct options *given, void *all, struct option_fault *f)
{
    struct board_options *o = all;
    const char *dot = strrchr(path_name(o->file), '.');
    (void)given;
    if (o->painter == NULL)
        o->painter = painter_named(strcmp(o->file, "-") == 0 ? "txt" : dot != NULL ? dot + 1 : "");
    if (o->painter == NULL)
        return option_refuse(f, "output", o->file, KNOWN);
    return !o->overlay || o->painter->paint == picture_png || o->painter->paint == picture_svg ||
           option_refuse(f, "overlay", o->painter->name, "png and svg alone can be transparent");
}

/* ORDER THEME: theme_names */
static const struct option_word themes[] = {{"colour", 0}, {"print", 1}, {"light", 2}, {"dark", 3}, {"xg", 4}, {0}},
                                homes[] = {{"right", 0}, {"left", 1}, {0}};
static const struct option_word bottoms[] = {{"on-roll", ON_ROLL}, {"player0", 0}, {"player1", 1}, {0}};
static const struct option_word sides[] = {
    {"on-roll", ON_ROLL}, {"player0", 0}, {"player1", 1}, {"none", NO_SIDE}, {0}};

#define FIELD(field) OPTION_FIELD(struct board_options, field)

static const struct option_row rows[] = {
    {.name = "output",
     .letter = 'o',
     .argument = "FILE",
     .initial = "-",
     FIELD(file),
     .alias = "out",
     .flags = OPTION_WRITES_FILE,
     .help = "the picture file; several pictures are numbered FILE_001, FILE_002 ..."},
    {.name = "to",
     .letter = 't',
     .argument = "FORMAT",
     FIELD(painter),
     .alias = "format",
     .parse = parse_painter,
     .listed = listed_painter,
     .help = "png, svg, pdf, eps or txt; otherwise FILE's extension decides; stdout gets txt"},
    {.name = "theme",
     .argument = "THEME",
     .initial = "colour",
     FIELD(theme),
     .alias = "look",
     .words = themes,
     .help = "colour; print in black, white and greys; light; dark; or xg, like eXtreme Gammon's"},
    {.name = "colours",
     .argument = "C0,C1",
     FIELD(colours),
     .parse = parse_chequer_colours,
     .help = "chequers of player 0 and player 1, as RRGGBB"},
    {.name = "bottom",
     .argument = "SIDE",
     .initial = "on-roll",
     FIELD(bottom),
     .words = bottoms,
     .help = "who sits at the bottom: on-roll (who decides: after a double the player asked),\nplayer0, player1"},
    {.name = "numbers",
     .argument = "SIDE",
     .initial = "on-roll",
     FIELD(numbers),
     .words = sides,
     .help = "the player from whose side points are numbered: on-roll, player0, player1, none"},
    {.name = "home",
     .argument = "SIDE",
     .initial = "right",
     FIELD(home_left),
     .words = homes,
     .help = "where the home boards are: right, left"},
    {.name = "size",
     .argument = "PIXELS",
     FIELD(size),
     .least = 32,
     .most = PICTURE_WIDTH_MAX,
     .help = "width (points in pdf and eps) [644]"},
    {.name = "play", .argument = "PLAY", FIELD(plays[0]), .help = "arrows for a play, \"8/5 6/5\""},
    {.name = "best", .argument = "PLAY", FIELD(plays[1]), .help = "arrows for a second one in another colour"},
    {.name = "overlay", FIELD(overlay), .help = "png and svg: a board to lay over a video, whose table is transparent"},
    {.name = "title", .argument = "TEXT", FIELD(title), .help = "the title kept in the file"},
    {.name = "json",
     FIELD(json),
     .help = "one JSON document with pictures[]: the files, or without --output the pictures"},
    LANGUAGE_ROW(struct board_options, language),
    {0},
};

static const struct option_group own_group = {.title = "Pictures", .rows = rows};
static const struct option_part parts[] = {{&own_group, 0}, {0}};

static const struct answer_document *const answers[] = {&board_document, NULL};

const struct command board_command = {
    {"board", sizeof(struct board_options), parts, board_settle}, .run = board_run, .answers = answers};
