/* The table of readers, and the choice between them by content. Contract and seam: import.h. */
#include "import/import.h"

#include <string.h>

#include "base/date.h"
#include "base/language.h"
#include "base/utf8.h"
#include "import/decode.h"
#include "import/given.h"
#include "import/quoted.h"
#include "import/readers.h"
#include "import/refused.h"
#include "match/check.h"

enum { HEAD = 64 << 10, HEAD_GROWS = 16 };
enum { BYTES_USUAL = 256 << 20, PLIES_USUAL = 1000000 };

const char *const holds_names[] = {N_("not said"), N_("position"), N_("positions"),
                                   N_("game"),     N_("match"),    N_("matches")};

/* One row a line. */
/* clang-format off */
#define READER(id, holds_, title_, ...)                                                                                \
    &(const struct importer){.name = #id, .title = title_, .holds = holds_, .sniff = id##_sniff, .read = id##_read, __VA_ARGS__}
#define ENDS(...) .extensions = (const char *const[]){__VA_ARGS__, NULL}
const struct importer *const importers[] = {
    READER(dump, HOLDS_MATCHES, "kibitzer dump", ENDS("dump"), .is_unicode = true),
#ifndef ANSWERS_ALONE /* the engine inside a report: mk/web.mk */
    READER(sgf, HOLDS_MATCHES, "Smart Game Format (GNU Backgammon)", ENDS("sgf")),
    READER(xg, HOLDS_MATCH, "eXtreme Gammon match or position", ENDS("xg", "xgp"), .binary = true),
    READER(sgg, HOLDS_MATCH, "GamesGrid or GridGammon match", ENDS("sgg")),
    READER(tmg, HOLDS_MATCH, "TrueMoneyGames match", ENDS("tmg")),
    READER(bgammon, HOLDS_MATCH, "bgammon.org replay", ENDS("match")),
    READER(party, HOLDS_MATCH, "PartyGammon match", ENDS("gam")),
    READER(bgroom, HOLDS_MATCH, "BackGammonRoom match", ENDS("bgf")),
    READER(ogxm, HOLDS_MATCHES, "OGXM (HedgeHog, GammonView)", ENDS("ogxm", "ogxms", "gvab"), .binary = true),
    READER(gva, HOLDS_MATCH, "GammonView match with its analysis, as JSON", ENDS("gva"), .is_unicode = true),
    READER(bgf, HOLDS_MATCH, "BGBlitz match", ENDS("bgf"), .binary = true),
    READER(gnubgtext, HOLDS_MATCHES, "GNU Backgammon text export", ENDS("txt")),
    READER(xgtext, HOLDS_POSITIONS, "Positions as text (eXtreme Gammon, BGBlitz, XGIDs)", ENDS("txt")),
    READER(fibsboard, HOLDS_POSITIONS, "FIBS board lines", ENDS("txt", "log")),
    READER(idlist, HOLDS_POSITIONS, "List of position IDs", ENDS("txt", "ids")),
    READER(pos, HOLDS_POSITION, "Jellyfish position", ENDS("pos"), .binary = true),
    READER(snowiepos, HOLDS_POSITIONS, "Snowie text position", ENDS("txt")),
    READER(oldmoves, HOLDS_MATCHES, "FIBS oldmoves", ENDS("txt", "fibs")),
    READER(mat, HOLDS_MATCHES, "Jellyfish match", ENDS("mat", "txt")),
    READER(gam, HOLDS_GAME, "Jellyfish game; also GammonEmpire and Play65", ENDS("gam", "txt")),
    READER(bgobs, HOLDS_MATCH, "Observations of a machine", ENDS("bgobs", "jsonl"), .is_unicode = true, .infers = true),
    READER(transcript, HOLDS_MATCH, "Transcript, as typed at the board", ENDS("kbt"), .infers = true),
#endif
    NULL,
};
/* clang-format on */

const struct importer *importer_find(const char *name)
{
    for (size_t i = 0; importers[i] != NULL; i++)
        if (strcmp(importers[i]->name, name) == 0)
            return importers[i];
    return NULL;
}

bool importer_holds_positions(const struct importer *im)
{
    return im->holds == HOLDS_POSITION || im->holds == HOLDS_POSITIONS;
}

/* ---- choice ---- */

static bool has_extension(const struct importer *im, const char *path)
{
    const char *dot = path != NULL ? strrchr(path, '.') : NULL;
    if (dot == NULL)
        return false;
    for (size_t i = 0; im->extensions[i] != NULL; i++)
        if (span_equal_nocase(span_of(dot + 1), im->extensions[i]))
            return true;
    return false;
}

/* The highest bid wins; of equal ones that with the file's extension, then the first in the table. */
static const struct importer *choose(struct span head, bool binary, const char *path)
{
    const struct importer *best = NULL;
    int best_bid = 0;
    for (size_t i = 0; importers[i] != NULL; i++) {
        if (importers[i]->binary != binary)
            continue;
        int bid = 2 * importers[i]->sniff(head);
        if (bid > 0 && has_extension(importers[i], path))
            bid++;
        if (bid > best_bid) {
            best = importers[i];
            best_bid = bid;
        }
    }
    return best;
}

/* What a text is written in, if that is sure before it is decoded; `given` by the user comes first. */
static const char *known_encoding(struct span bytes, const struct importer *from, const char *given)
{
    const struct importer *im = from != NULL || given != NULL ? from : choose(span_sub(bytes, 0, HEAD), false, NULL);
    return given == NULL && im != NULL && im->is_unicode && utf8_valid(bytes) ? "UTF-8" : given;
}

/* By the first 64 KiB, and by more where they hold nothing that a format is known by: a comment may be longer. */
static const struct importer *choose_by_text(struct span text, const char *path)
{
    size_t head = HEAD;
    const struct importer *im = choose(span_sub(text, 0, head), false, path);
    while (im == NULL && head < text.length) {
        head = head < text.length / HEAD_GROWS ? head * HEAD_GROWS : text.length; /* sizes may have 32 bits */
        im = choose(span_sub(text, 0, head), false, path);
    }
    const bool positions = im != NULL && importer_holds_positions(im);
    return positions && refused_as(span_sub(text, 0, HEAD)) != NULL ? NULL
                                                                    : im; /* IDs astray on a page are not a list */
}

/* The question of what format the parts of a text have. */
struct asked {
    const struct importer *from; /* given by the user, or NULL */
    const char *path;
    bool page; /* for people: no positions */
    const struct importer *chosen; /* for the last part that is of a format */
};

static bool is_of_a_format(struct span text, void *context)
{
    struct asked *asked = context;
    const struct importer *im = asked->from;
    if (im == NULL)
        im = choose_by_text(text, asked->path);
    else if (im->sniff(text) <= 0)
        im = NULL;
    if (im == NULL || (asked->page && importer_holds_positions(im)) || im->infers) /* which words of mails could be */
        return false;
    asked->chosen = im;
    return true;
}

/* The format of a text, whose record's own lines lose the marks of quotations. */
static const struct importer *choose_unquoted(struct strbuf *text, const struct importer *from, const char *path)
{
    const struct span head = span_sub((struct span){strbuf_text(text), text->length}, 0, HEAD);
    struct asked asked = {.from = from, .path = path, .page = from == NULL && refused_as(head) != NULL};
    if (quoted_undo_record(text, is_of_a_format, &asked))
        return asked.chosen;
    return from != NULL ? from : choose_by_text((struct span){strbuf_text(text), text->length}, path);
}

const struct importer *import_choose(struct span bytes, const char *path)
{
    struct strbuf unpacked = {0}, text = {0};
    struct diags d;
    diags_init(&d, path);
    if (is_gzip(bytes) && gunzip(bytes, BYTES_USUAL, &unpacked, &d))
        bytes = (struct span){strbuf_text(&unpacked), unpacked.length};
    const struct importer *im = choose(span_sub(bytes, 0, HEAD), true, path);
    if (im == NULL && refused_as_bytes(bytes) == NULL) {
        decode_text(bytes, NULL, &text, &d);
        im = choose_unquoted(&text, NULL, path);
    }
    strbuf_done(&unpacked);
    strbuf_done(&text);
    diags_done(&d);
    return im;
}

/* ---- afterwards ---- */

/* GamesGrid and GridGammon name files yyyymmdd-...: the only place where they keep the date. */
static void date_from_path(struct match *m, const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    const char *base = slash != NULL ? slash + 1 : path;
    char day[DAY_ROOM];
    if (base == NULL || m->info.date != NULL || strlen(base) < 9 || base[8] != '-' ||
        date_read((struct span){base, 8}, day, NULL) != DATE_READ || strlen(day) != 10 || strcmp(day, "1970") < 0)
        return;
    m->info.date = arena_strdup(m->arena, day);
}

/* A second time of day that contradicts the first stays beside it. */
static void set_time(struct match *m, struct span time)
{
    const char *text = arena_span(m->arena, time);
    if (m->info.time == NULL)
        m->info.time = text;
    else if (strcmp(m->info.time, text) != 0)
        property_add(m, &m->properties, m->format, "time", text);
}

/* The place of a text that is not a day is found again in the input, if that is a text. */
static void report_date(const char *date, enum date_sense sense, struct span source, struct diags *d)
{
    const char *at = source.length > 0 ? memmem(source.at, source.length, date, strlen(date)) : NULL;
    int line = at != NULL, column = at != NULL;
    for (const char *c = source.at; at != NULL && c < at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    diag_at(d, sense == DATE_IMPOSSIBLE ? SEVERITY_WARNING : SEVERITY_NOTE, line, column,
            "found the date \"%.*s\"%s, expected yyyy-mm-dd: kept as text", span_shown(span_of(date)), date,
            sense == DATE_UNDECIDED    ? W_(", which could be either of two days")
            : sense == DATE_IMPOSSIBLE ? W_(", which the calendar does not have")
                                       : "");
}

/* All readers leave dates as they were found: what can be understood becomes yyyy-mm-dd, with its time of day aside. */
static void settle_date(struct match *m, struct span source, struct diags *d)
{
    char day[DAY_ROOM];
    struct span time;
    if (m->info.date == NULL || date_is_iso(m->info.date))
        return;
    const enum date_sense sense = date_read(span_of(m->info.date), day, &time);
    if (sense != DATE_READ) {
        report_date(m->info.date, sense, source, d);
        return;
    }
    if (time.length > 0)
        set_time(m, time);
    m->info.date = arena_strdup(m->arena, day);
}

/* Stands between a reader and who takes the records, and passes on those that can be used. */
struct checking {
    struct receiver receiver;
    struct receiver *out;
    const char *path;
    struct span text; /* empty: of a binary format */
    size_t plies_max;
    const struct import_options *how;
    bool guesses; /* what is played, from plays */
    struct matches held; /* once plays were impossible: until it is known what was played */
    const struct diags *reported; /* by the reader */
    struct diags found; /* said after what the reader has to say about the whole file */
};

static size_t plies_of(const struct match *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_games; i++)
        n += m->games[i].n_events;
    return n;
}

static bool is_short_enough(const struct match *m, size_t most, struct diags *d)
{
    const size_t plies = plies_of(m);
    if (plies > most)
        diag_at(d, SEVERITY_ERROR, 0, 0, "a match of %zu plies, at most %zu are read (--max-plies)", plies, most);
    return plies <= most;
}

static bool is_of_variant(struct match *m, enum variant variant, struct diags *d)
{
    if (variant == VARIANT_BACKGAMMON)
        return true;
    const struct place at = m->n_games != 0 ? m->games[0].place : (struct place){0};
    if (!match_set_variant(m, variant)) {
        diag_at(d, SEVERITY_ERROR, at.line, at.column, "a side has more chequers than this variation");
        return false;
    }
    if (m->rules.variant == variant)
        return true;
    diag_at(d, SEVERITY_ERROR, at.line, at.column,
            "found %s, given by the source or its format; expected %s (--variation)", variant_names[m->rules.variant],
            variant_names[variant]);
    return false;
}

static void check_and_pass(struct checking *c, struct match *m)
{
    settle_date(m, c->text, &c->found);
    date_from_path(m, c->path);
    if (is_short_enough(m, c->plies_max, &c->found) && is_of_variant(m, c->how->rules.variant, &c->found) &&
        take_given(c->how, m, &c->found) && match_check(m, c->reported, &c->found))
        match_hand_on(m, c->out);
    else
        match_free(m);
}

/* ---- what was played ---- */

struct fit {
    size_t games, impossible_games; /* those with a play that cannot be */
    size_t legal; /* plays */
};

static void add_fit(struct fit *f, const struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        bool impossible = false;
        for (size_t k = 0; k < g->n_events; k++) {
            const struct event *e = &g->events[k];
            const bool illegal = (e->flags & EVENT_ILLEGAL) != 0;
            f->legal += e->kind == EVENT_PLAY && !illegal;
            impossible = impossible || (illegal && e->play.n != 0); /* "no move" is not a play */
        }
        f->impossible_games += impossible;
        f->games++;
    }
}

static struct fit fit_of(const struct matches *list)
{
    struct fit f = {0};
    for (size_t i = 0; i < list->n; i++)
        add_fit(&f, list->at[i]);
    return f;
}

/* A third of the games: more than slips of the pen. Games from a set position tell nothing. */
static bool seems_another_game(const struct match *m)
{
    struct fit f = {0};
    if (m->rules.variant != VARIANT_BACKGAMMON || m->n_games == 0)
        return false;
    for (size_t i = 0; i < m->n_games; i++)
        if (m->games[i].n_events != 0 && m->games[i].events[0].kind >= EVENT_SET_BOARD)
            return false;
    add_fit(&f, m);
    return f.impossible_games != 0 && 3 * f.impossible_games >= f.games;
}

static bool fits_better(struct fit f, struct fit than)
{
    return 4 * f.impossible_games < than.impossible_games && f.legal > than.legal;
}

/* The text read as another variation, of which every record must then be. */
static bool reads_as(const struct importer *im, struct span text, enum variant variant, struct matches *out,
                     struct diags *d)
{
    struct receiver *to = matches_receiver(out);
    to->variant = variant;
    im->read(text, to, d);
    for (size_t i = 0; i < out->n; i++)
        if (out->at[i]->rules.variant != variant)
            return false;
    return out->n != 0;
}

/* The first variation whose start explains the plays takes the place of what was held, and of what was said of it since
 * `before`. */
static void guess_variant(const struct importer *im, struct span text, struct matches *held, const struct diags *before,
                          struct diags *d)
{
    static const enum variant others[] = {VARIANT_NACKGAMMON, VARIANT_HYPERGAMMON_3, VARIANT_HYPERGAMMON_2,
                                          VARIANT_HYPERGAMMON_1};
    const struct fit backgammon_fit = fit_of(held);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct matches other = {.n = 0};
        struct diags other_found = {.limit = d->limit};
        const bool fits =
            reads_as(im, text, others[i], &other, &other_found) && fits_better(fit_of(&other), backgammon_fit);
        if (fits) {
            const struct place at = other.at[0]->games[0].place;
            diag_at(&other_found, SEVERITY_NOTE, at.line, at.column,
                    "read as %s, although the file does not name it: its plays are impossible from backgammon's start",
                    variant_names[others[i]]);
            diags_rewind(d, before);
            diags_append(d, &other_found);
            const struct matches backgammon = *held;
            *held = other;
            other = backgammon;
        }
        matches_done(&other);
        diags_done(&other_found);
        if (fits)
            return;
    }
}

static void take_record(struct receiver *self, struct match *m)
{
    struct checking *c = (struct checking *)self;
    if (c->held.n != 0 || (self->n == 1 && c->guesses && seems_another_game(m)))
        matches_add(&c->held, m);
    else
        check_and_pass(c, m);
}

static bool read_with(const struct importer *im, struct span text, const char *path, const struct import_options *how,
                      struct receiver *out, struct diags *d)
{
    struct checking checking = {.receiver = {.take = take_record, .variant = how->rules.variant},
                                .out = out,
                                .path = path,
                                .text = im->binary ? (struct span){"", 0} : text,
                                .how = how,
                                .guesses = how->rules.variant == VARIANT_BACKGAMMON && !im->infers,
                                .plies_max = how->plies_max != 0 ? how->plies_max : PLIES_USUAL,
                                .reported = d,
                                .found = {.limit = d->limit}};
    const struct diags before_reading = *d;
    const size_t before = out->n;
    im->read(text, &checking.receiver, d);
    if (checking.held.n != 0)
        guess_variant(im, text, &checking.held, &before_reading, d);
    for (size_t i = 0; i < checking.held.n; i++)
        check_and_pass(&checking, checking.held.at[i]);
    checking.held.n = 0;
    matches_done(&checking.held);
    diags_append(d, &checking.found);
    return out->n > before;
}

static bool import_text(struct span bytes, const char *path, const struct import_options *how, struct receiver *out,
                        struct diags *d)
{
    const struct importer *from = how->from;
    const char *refused = from == NULL ? refused_as_bytes(bytes) : NULL;
    if (refused != NULL) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "this is %s", refused);
        return false;
    }
    struct strbuf *text = diags_source(d);
    struct diags decoding = {.limit = d->limit};
    decode_text(bytes, known_encoding(bytes, from, how->encoding), text, &decoding);
    from = choose_unquoted(text, from, path);
    d->source = (struct span){strbuf_text(text), text->length};
    if (from == NULL) {
        refused = refused_as(span_sub(d->source, 0, HEAD));
        diag_at(d, SEVERITY_ERROR, 1, 1, "%s%s", refused != NULL ? W_("this is ") : "",
                refused != NULL        ? refused
                : d->source.length > 0 ? W_("content is of no format known here, see \"kibitzer formats\"")
                                       : W_("file is empty"));
        if (decoding.n_errors > 0) /* what could be another format was left out */
            diags_append(d, &decoding);
        diags_done(&decoding); /* else how bytes were read that are not text says nothing */
        return false;
    }
    diags_append(d, &decoding);
    return read_with(from, d->source, path, how, out, d);
}

bool import_with(struct span bytes, const char *path, const struct import_options *how, struct receiver *out,
                 struct diags *d)
{
    const struct importer *from = how->from;
    struct strbuf unpacked = {0};
    const size_t most = how->bytes_max != 0 ? how->bytes_max : BYTES_USUAL;
    if (bytes.length > most) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "input of %zu bytes, at most %zu MiB are read (--max-input)", bytes.length,
                most >> 20);
        return false;
    }
    bool good = !is_gzip(bytes) || gunzip(bytes, most, &unpacked, d);
    if (unpacked.length > 0)
        bytes = (struct span){unpacked.at, unpacked.length};
    if (good) {
        const struct importer *binary =
            from != NULL ? (from->binary ? from : NULL) : choose(span_sub(bytes, 0, HEAD), true, path);
        good = binary != NULL ? read_with(binary, bytes, path, how, out, d) : import_text(bytes, path, how, out, d);
    }
    strbuf_done(&unpacked);
    return good;
}

bool import_each(struct span bytes, const char *path, const struct importer *from, struct receiver *out,
                 struct diags *d)
{
    return import_with(bytes, path, &(struct import_options){.from = from}, out, d);
}

bool import_bytes(struct span bytes, const char *path, const struct importer *from, struct matches *out,
                  struct diags *d)
{
    return import_each(bytes, path, from, matches_receiver(out), d);
}
