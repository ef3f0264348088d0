/* `info`: what is in a file: format, players, length, score, games, and what its reader had to say. */
#include <string.h>

#include "base/arena.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/columns.h"
#include "base/date.h"
#include "base/language.h"
#include "base/utf8.h"
#include "base/width.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "format/keys.h"
#include "format/ogxm_head.h"
#include "source/input_options.h"

struct info_options {
    struct input_options input;
    struct answers_options answer;
};

/* ---- the answer ---- */

struct held_analysis {
    const char *engine, *version, *level;
};

struct held_signature {
    const char *of, *key;
};

struct held_match {
    char match[KEY_LENGTH + 1];
    const char *players[2], *ratings[2];
    int length, score[2];
    int64_t games, events; /* below 0 = there is no match */
    const char *date, *date_text, *event, *round, *place, *generator;
    struct answer_list analyses, signatures;
};

struct read_file {
    const char *path, *format;
    struct answer_list matches, diagnostics;
    int64_t warnings, errors;
};

static const struct answer_field analysis_fields[] = {
    ANSWER(struct held_analysis, engine, NULL, .missing = ANSWER_NULL),
    ANSWER(struct held_analysis, version, NULL, .missing = ANSWER_NULL),
    ANSWER(struct held_analysis, level, NULL, .missing = ANSWER_NULL),
    {0}};
static const struct answer_rows analysis_rows = {"HeldAnalysis", NULL, sizeof(struct held_analysis), analysis_fields};

static const struct answer_field signature_fields[] = {
    ANSWER(struct held_signature, of, NULL, .example = "match", .help = "what is signed: match or analysis"),
    ANSWER(struct held_signature, key, NULL, .missing = ANSWER_NULL, .example = "hedgehog-prod-2026",
           .help = "the name that the file gives the key"),
    {0}};
static const struct answer_rows signature_rows = {"HeldSignature", NULL, sizeof(struct held_signature),
                                                  signature_fields};

/* Of a match: by itself, and as the line of a table. */
#define MATCH_KEY(s, f)                                                                                                \
    ANSWER_NAMED("match", s, f, NULL, .missing = ANSWER_ZERO, .flags = ANSWER_DATA,                                    \
                 .example = "2d711642b726b04401627ca9fbac32f5",                                                        \
                 .help = "the match's key in collections; null: a position")
#define LENGTH_FIELD(s, m, missing_)                                                                                   \
    ANSWER_NAMED("length", s, m length, "Points", .missing = missing_, .help = "points; 0 = money session")
#define MATCH_FIELDS(s, m, missing_)                                                                                   \
    ANSWER_NAMED("games", s, m games, "Games", .missing = missing_, .flags = ANSWER_WIDE),                             \
        ANSWER_NAMED("events", s, m events, NULL, .missing = missing_, .flags = ANSWER_DATA,                           \
                     .help = "plays, rolls, cube actions and other recorded events"),                                  \
        ANSWER_NAMED("date", s, m date, "Date", .missing = ANSWER_NULL, .example = "2025-03-01",                       \
                     .help = "yyyy, yyyy-mm or yyyy-mm-dd"),                                                           \
        ANSWER_NAMED("date_text", s, m date_text, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA,                  \
                     .example = "03/04/2009",                                                                          \
                     .help = "the file's text if it is not a date, or is ambiguous: 03/04/2009"),                      \
        ANSWER_NAMED("event", s, m event, "Event", .missing = ANSWER_NULL, .flags = ANSWER_WIDE),                      \
        ANSWER_NAMED("round", s, m round, "Round", .missing = ANSWER_NULL, .flags = ANSWER_WIDE),                      \
        ANSWER_NAMED("place", s, m place, "Place", .missing = ANSWER_NULL, .flags = ANSWER_WIDE),                      \
        ANSWER_NAMED("generator", s, m generator, "Written by", .missing = ANSWER_NULL, .flags = ANSWER_WIDE,          \
                     .help = "the program that wrote the file")

#define ITSELF
static const struct answer_field match_fields[] = {
    MATCH_KEY(struct held_match, match),
    ANSWER_ARRAY(struct held_match, players, NULL, .help = "names; player 0 first"),
    LENGTH_FIELD(struct held_match, ITSELF, ANSWER_THERE),
    ANSWER_ARRAY(struct held_match, score, NULL, .help = "final score, in the order of the players"),
    MATCH_FIELDS(struct held_match, ITSELF, ANSWER_THERE),
    ANSWER_LIST(struct held_match, analyses, NULL, &analysis_rows, .flags = ANSWER_FLAT, .help = "that the file holds"),
    ANSWER_LIST(struct held_match, signatures, NULL, &signature_rows, .flags = ANSWER_FLAT,
                .help = "of OGXM files; they are kept, but not checked"),
    {0}};
static const struct answer_rows match_rows = {"HeldMatch", NULL, sizeof(struct held_match), match_fields};

static const char *const severities[] = {"note", "warning", "error"}; /* ORDER SEVERITY */

static const struct answer_field diagnostic_fields[] = {
    ANSWER(struct diag, severity, NULL, ANSWER_WORDS(severities)),
    ANSWER(struct diag, line, NULL, .help = "from 1; 0 = not known"),
    ANSWER(struct diag, column, NULL, .help = "from 1; 0 = not known"),
    ANSWER(struct diag, offset, NULL, .missing = ANSWER_BELOW_ZERO, .flags = ANSWER_OMIT,
           .help = "in bytes, of files that are not text"),
    ANSWER(struct diag, message, NULL),
    {0}};
static const struct answer_rows diagnostic_rows = {"Diagnostic", NULL, sizeof(struct diag), diagnostic_fields};

static const struct answer_field file_fields[] = {
    ANSWER(struct read_file, path, NULL, .flags = ANSWER_KEY | ANSWER_PATH,
           .help = "of a member of an archive: archive.zip/name"),
    ANSWER(struct read_file, format, NULL, .missing = ANSWER_NULL, .help = "null where nothing could be read"),
    ANSWER_LIST(struct read_file, matches, NULL, &match_rows),
    ANSWER(struct read_file, warnings, NULL),
    ANSWER(struct read_file, errors, NULL, .help = "what was refused"),
    ANSWER_LIST(struct read_file, diagnostics, NULL, &diagnostic_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows file_rows = {"ReadFile", NULL, sizeof(struct read_file), file_fields};

/* Tables have a line for each match, and for each file without one. */
struct match_line {
    const char *path, *format;
    struct held_match m;
    int64_t warnings, errors;
};

static const struct answer_field line_fields[] = {
    ANSWER(struct match_line, path, "File", .flags = ANSWER_KEY),
    ANSWER(struct match_line, format, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA),
    MATCH_KEY(struct match_line, m.match),
    ANSWER_NAMED("player_0", struct match_line, m.players[0], "Player 1", .missing = ANSWER_NULL),
    ANSWER_NAMED("player_1", struct match_line, m.players[1], "Player 2", .missing = ANSWER_NULL),
    LENGTH_FIELD(struct match_line, m., ANSWER_BELOW_ZERO),
    ANSWER_NAMED("score_0", struct match_line, m.score[0], "Score 1", .missing = ANSWER_BELOW_ZERO),
    ANSWER_NAMED("score_1", struct match_line, m.score[1], "Score 2", .missing = ANSWER_BELOW_ZERO),
    MATCH_FIELDS(struct match_line, m., ANSWER_BELOW_ZERO),
    ANSWER(struct match_line, warnings, "Warnings", .flags = ANSWER_WIDE),
    ANSWER(struct match_line, errors, "Errors", .flags = ANSWER_WIDE),
    {0}};
static const struct answer_rows line_rows = {"MatchLine", NULL, sizeof(struct match_line), line_fields};
static const struct answer_document info_document = {"info",
                                                     1,
                                                     "Files",
                                                     "What is in match files, in the order in which they are found.",
                                                     .rows = &file_rows,
                                                     .several = true,
                                                     .lines = &line_rows};
static const struct answer_document lines_document = {"info", 1, "Files", NULL, .rows = &line_rows, .several = true};

static bool is_by_file(const struct answers_options *o)
{
    return o->form == ANSWER_JSON || o->form == ANSWER_NDJSON;
}

static void put_lines(struct answers_stream *to, const struct read_file *f)
{
    const struct held_match none = {.length = -1, .score = {-1, -1}, .games = -1, .events = -1}, *m = f->matches.at;
    for (size_t i = 0; i < f->matches.n || i == 0; i++)
        answers_row(to,
                    &(struct match_line){f->path, f->format, f->matches.n > 0 ? m[i] : none, f->warnings, f->errors});
}

/* ---- as text ---- */

static void put_clean(struct strbuf *out, const char *text)
{
    const size_t from = out->length;
    utf8_clean(out, text);
    utf8_disarm(out, from, '?', false); /* a file must not steer the terminal */
    utf8_isolate(out, from);
}

/* ORDER HEAD */
enum head {
    HEAD_PLAYERS,
    HEAD_LENGTH,
    HEAD_SCORE,
    HEAD_GAMES,
    HEAD_DATE,
    HEAD_EVENT,
    HEAD_ROUND,
    HEAD_PLACE,
    HEAD_WRITTEN_BY,
    HEAD_ANALYSED,
    HEAD_SIGNED,
    HEAD_WARNINGS,
    HEADS
};
static const char *const heads[HEADS] = {N_("players"),    N_("length"),   N_("score"),  N_("games"),
                                         N_("date"),       N_("event"),    N_("round"),  N_("place"),
                                         N_("written by"), N_("analysed"), N_("signed"), N_("warnings")};

static void put_head(struct strbuf *out, enum head h)
{
    size_t width = 10;
    for (int i = 0; i < HEADS; i++)
        if (width_of_text(tr(heads[i])) >= width)
            width = width_of_text(tr(heads[i])) + 1;
    strbuf_puts(out, "  ");
    put_left(out, tr(heads[h]), width);
}

static void put_field(struct strbuf *out, enum head h, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    put_head(out, h);
    put_clean(out, value);
    strbuf_putc(out, '\n');
}

static void put_players(struct strbuf *out, const struct held_match *m)
{
    put_head(out, HEAD_PLAYERS);
    for (int i = 0; i < 2; i++) {
        put_clean(out, m->players[i][0] != '\0' ? m->players[i] : tr("(no name)"));
        if (m->ratings[i] != NULL) {
            strbuf_puts(out, " (");
            put_clean(out, m->ratings[i]);
            strbuf_putc(out, ')');
        }
        strbuf_puts(out, i == 0 ? " - " : "\n");
    }
}

/* Nobody has published what exactly is signed, so that a signature can be shown, but not checked. */
static void put_signature(struct strbuf *out, const struct held_signature *s)
{
    struct strbuf key = {0};
    put_head(out, HEAD_SIGNED);
    put_clean(&key, s->key != NULL ? s->key : tr("without the name of a key"));
    tr_add(out, "{0}, not checked", strbuf_text(&key));
    strbuf_putc(out, '\n');
    strbuf_done(&key);
}

static void put_match(struct strbuf *out, const struct held_match *m)
{
    const struct held_signature *signatures = m->signatures.at;
    const struct held_analysis *a = m->analyses.at;
    put_players(out, m);
    put_head(out, HEAD_LENGTH);
    if (m->length > 0)
        tr_add_counted(out, "{0} point", "{0} points", m->length, TR_INT(m->length));
    else
        strbuf_puts(out, tr("money session"));
    strbuf_putc(out, '\n');
    put_head(out, HEAD_SCORE);
    strbuf_printf(out, "%d - %d\n", m->score[0], m->score[1]);
    put_head(out, HEAD_GAMES);
    tr_add(out, "{0}, {1} events", TR_INT(m->games), TR_INT(m->events));
    strbuf_putc(out, '\n');
    put_field(out, HEAD_DATE, m->date != NULL ? m->date : m->date_text);
    put_field(out, HEAD_EVENT, m->event);
    put_field(out, HEAD_ROUND, m->round);
    put_field(out, HEAD_PLACE, m->place);
    put_field(out, HEAD_WRITTEN_BY, m->generator);
    for (size_t i = 0; i < m->analyses.n; i++)
        put_field(out, HEAD_ANALYSED, a[i].engine);
    for (size_t i = 0; i < m->signatures.n; i++)
        put_signature(out, &signatures[i]);
}

static void put_file(struct strbuf *out, const struct read_file *f)
{
    put_clean(out, f->path);
    strbuf_printf(out, ": %s", f->format);
    if (f->matches.n > 1) {
        strbuf_puts(out, ", ");
        tr_add_counted(out, "{0} match", "{0} matches", (long)f->matches.n, TR_INT(f->matches.n));
    }
    strbuf_putc(out, '\n');
    for (size_t i = 0; i < f->matches.n; i++)
        put_match(out, (const struct held_match *)f->matches.at + i);
    if (f->warnings != 0)
        put_field(out, HEAD_WARNINGS, TR_INT(f->warnings));
}

/* ---- one file ---- */

/* Its matches are noted as they are read. */
struct reading {
    struct receiver receiver;
    const struct input *in;
    const struct import_options *how;
    struct arena *arena;
    char *format; /* of the first match */
    struct held_match *at;
    size_t n, room;
    struct loaded loaded;
    bool ok, skipped;
};

static struct answer_list analyses_of(struct arena *a, const struct match *m)
{
    struct held_analysis *held = arena_alloc(a, m->n_sets * sizeof *held);
    for (size_t i = 0; i < m->n_sets; i++)
        held[i] = (struct held_analysis){arena_strdup(a, m->sets[i].engine), arena_strdup(a, m->sets[i].version),
                                         arena_strdup(a, m->sets[i].level)};
    return (struct answer_list){held, m->n_sets};
}

static struct answer_list signatures_of(struct arena *a, const struct match *m)
{
    struct held_signature *held = NULL;
    size_t n = 0, room = 0;
    for (const struct property *p = m->properties; p != NULL; p = p->next) {
        struct strbuf key = {0};
        if (!property_is_signature(p))
            continue;
        held = arena_grow(a, held, n, &room, sizeof *held);
        held[n++] = (struct held_signature){p->name[strlen("signature")] == '\0' ? "match" : "analysis",
                                            ogxm_key_of_signature(p, &key) ? arena_strdup(a, key.at) : NULL};
        strbuf_done(&key);
    }
    return (struct answer_list){held, n};
}

static int64_t events_of(const struct match *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_games; i++)
        n += m->games[i].n_events;
    return (int64_t)n;
}

static void note_match(struct receiver *self, struct match *m)
{
    struct reading *r = (struct reading *)self;
    const bool dated = m->info.date != NULL && date_is_iso(m->info.date);
    r->at = arena_grow(r->arena, r->at, r->n, &r->room, sizeof *r->at);
    struct held_match *h = &r->at[r->n++];
    *h = (struct held_match){.length = m->length,
                             .games = (int64_t)m->n_games,
                             .events = events_of(m),
                             .date = dated ? arena_strdup(r->arena, m->info.date) : NULL,
                             .date_text = dated ? NULL : arena_strdup(r->arena, m->info.date),
                             .event = arena_strdup(r->arena, m->info.event),
                             .round = arena_strdup(r->arena, m->info.round),
                             .place = arena_strdup(r->arena, m->info.place),
                             .generator = arena_strdup(r->arena, m->generator),
                             .analyses = analyses_of(r->arena, m),
                             .signatures = signatures_of(r->arena, m)};
    match_final_score(m, h->score);
    if (!match_is_position(m))
        match_key(m, h->match);
    for (int i = 0; i < 2; i++) {
        h->players[i] = arena_strdup(r->arena, m->player[i].name);
        h->ratings[i] = arena_strdup(r->arena, m->player[i].rating);
    }
    if (r->format == NULL)
        r->format = arena_strdup(r->arena, m->format);
    match_free(m);
}

static void read_attempted(void *reading)
{
    struct reading *r = reading;
    r->arena = arena_new();
    r->ok = load_each(&r->loaded, r->in, r->how, &r->receiver);
    r->skipped = !r->ok && input_may_be_skipped(r->in, &r->loaded);
}

struct informing {
    const struct info_options *options;
    struct answers_stream *to;
    struct arena **kept; /* what the rows of a table point at */
    size_t n, room;
};

static void put_reading(struct informing *all, const struct reading *r)
{
    const struct diags *d = &r->loaded.diags;
    const struct read_file f = {r->in->path,         r->format, {r->at, r->n}, {d->at, d->n}, (int64_t)d->n_warnings,
                                (int64_t)d->n_errors};
    if (is_by_file(&all->options->answer))
        answers_row(all->to, &f);
    else if (all->options->answer.form != ANSWERS_TEXT)
        put_lines(all->to, &f);
    else if (r->ok)
        put_file(answers_own_text(all->to), &f);
    if (all->options->answer.form == ANSWERS_TEXT)
        answers_flush(all->to); /* the file's lines before what is said about it */
}

static void let_go(struct informing *all, struct reading *r)
{
    if (answers_keep(&all->options->answer)) {
        all->kept = grow(all->kept, all->n, &all->room, sizeof *all->kept);
        all->kept[all->n++] = r->arena;
    } else {
        arena_free(r->arena);
    }
    loaded_done(&r->loaded);
}

/* A file that takes more than there is, or than it may, leaves nothing behind in the document. */
static enum fate inform(struct informing *all, const struct input *in)
{
    const struct input_options *o = &all->options->input;
    struct reading r = {.receiver = {.take = note_match}, .in = in, .how = &o->how};
    if (!attempt_within(&o->work, read_attempted, &r)) {
        say_why_ended(in->path);
        return FATE_FAILED;
    }
    if (!r.skipped) {
        put_reading(all, &r);
        call_diags(&r.loaded.diags);
    }
    const enum fate fate = r.skipped ? FATE_SKIPPED : r.ok ? fate_of_used(&r.loaded.diags) : FATE_FAILED;
    let_go(all, &r);
    return fate;
}

/* ---- the command ---- */

static int info_run(const void *options, const char *const *input, size_t n)
{
    const struct info_options *o = options;
    struct informing all = {.options = o};
    struct inputs list;
    struct fates fates = {0};
    if (!inputs_make_sense(&o->input, input, n))
        return CALL_MISUSE;
    inputs_collect(&list, input, n, &o->input);
    all.to = answers_begin(&o->answer, is_by_file(&o->answer) ? &info_document : &lines_document, NULL);
    for (size_t i = 0; i < list.n; i++)
        fates.n[inform(&all, &list.at[i])]++;
    fates.n[FATE_FAILED] += list.n_failed;
    const int written = answers_end(all.to, NULL), read = fates_ending(&fates, &list);
    for (size_t i = 0; i < all.n; i++)
        arena_free(all.kept[i]);
    xfree(all.kept);
    inputs_done(&list);
    return written == CALL_CLEAN ? read : written;
}

static const struct option_part parts[] = {
    {&answers_text_group, offsetof(struct info_options, answer)},
    {&files_group, offsetof(struct info_options, input)},
    READING_PARTS(struct info_options, input),
    {0},
};

static const struct answer_document *const answers[] = {&info_document, NULL};

const struct command info_command = {
    {"info", sizeof(struct info_options), parts, NULL}, .run = info_run, .answers = answers};
