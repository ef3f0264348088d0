/* BGBlitz .bgf: a line of JSON that says how the rest is packed, then a gzip stream with one SMILE document. What is
 * known of it is read (names, scores, rolls, plays, cube, results); its analysis is not. Layout as far as known, and
 * what is guessed: docs/formats/bgf.md. (BackGammonRoom's text files have the same extension: bgroom.c.) */
#include <string.h>

#include "import/builder.h"
#include "import/decode.h"
#include "import/readers.h"
#include "import/bgf/smile.h"
#include "match/notation.h"

enum { GREEN, RED, PARTS_OF_PLAY = 4, HEADER_MAX = 4096, UNPACKED_MAX = 256 << 20 };

struct bgf {
    struct builder b;
    struct match *m;
    struct diags *d;
    long n_analysed;
};

static struct span header_of(struct span file)
{
    const char *end = memchr(file.at, '\n', file.length < HEADER_MAX ? file.length : HEADER_MAX);
    return (struct span){file.at, end != NULL ? (size_t)(end - file.at) : 0};
}

static int bgf_sniff(struct span head)
{
    if (head.length == 0 || head.at[0] != '{')
        return 0;
    return span_has(header_of(head), "\"compression\"") ? 95 : 0;
}

static struct place nowhere(void)
{
    return (struct place){.offset = -1};
}

/* ---- plays ---- */

static int point_of(const struct smile_node *n)
{
    return n != NULL && n->kind == SMILE_INTEGER && n->integer >= 0 && n->integer <= 25 ? (int)n->integer : -1;
}

/* The pairs of `from` and `to` in words, points counted from the other side if `mirrored`. */
static void write_steps(struct strbuf *out, const struct smile_node *move, bool mirrored)
{
    const struct smile_node *from = smile_member(move, "from"), *to = smile_member(move, "to");
    const struct smile_node *f = from != NULL ? from->first : NULL, *t = to != NULL ? to->first : NULL;
    for (int i = 0; i < PARTS_OF_PLAY && f != NULL && t != NULL; i++, f = f->next, t = t->next) {
        int start = point_of(f), end = point_of(t);
        if (start < 0 || end < 0)
            continue;
        if (mirrored) {
            start = start >= 1 && start <= 24 ? 25 - start : start;
            end = end >= 1 && end <= 24 ? 25 - end : end;
        }
        strbuf_printf(out, "%s%d/%d", out->length != 0 ? " " : "", start, end);
    }
}

static bool fits(const struct bgf *g, int player, int die1, int die2, const struct strbuf *text)
{
    const struct board board = position_board(&g->b.r.now, player);
    struct play play;
    const char *problem;
    return notation_read((struct span){text->at, text->length}, &board, die1, die2, &play, &problem, NULL);
}

static void add_play(struct bgf *g, const struct smile_node *move, int player)
{
    const int64_t die1 = smile_integer(move, "green", 0), die2 = smile_integer(move, "red", 0);
    struct strbuf text = {0}, other = {0};
    if (die1 < 1 || die1 > 6 || die2 < 1 || die2 > 6) {
        diag_offset(g->d, SEVERITY_WARNING, -1, "found the dice %lld %lld, expected 1 to 6: play left out",
                    (long long)die1, (long long)die2);
        return;
    }
    write_steps(&text, move, false);
    write_steps(&other, move, true);
    const bool mirrored = text.length != 0 && !fits(g, player, (int)die1, (int)die2, &text) &&
                          fits(g, player, (int)die1, (int)die2, &other);
    const struct strbuf *chosen = mirrored ? &other : &text;
    builder_play(&g->b, player, (int)die1, (int)die2, (struct span){strbuf_text(chosen), chosen->length}, nowhere());
    strbuf_done(&text);
    strbuf_done(&other);
}

/* The names of cube records are not documented: known by the word in them. */
static bool add_cube_action(struct bgf *g, struct span type, int player)
{
    static const struct {
        const char *word;
        enum event_kind kind;
    } words[] = {{"beaver", EVENT_BEAVER}, {"raccoon", EVENT_RACCOON}, {"double", EVENT_DOUBLE},
                 {"take", EVENT_TAKE},     {"accept", EVENT_TAKE},     {"pass", EVENT_DROP},
                 {"drop", EVENT_DROP},     {"reject", EVENT_DROP}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t at = 0; at < type.length; at++)
            if (span_starts_nocase(span_sub(type, at, type.length), words[i].word)) {
                builder_cube(&g->b, words[i].kind, player, nowhere());
                return true;
            }
    return false;
}

static void add_move(struct bgf *g, const struct smile_node *move)
{
    const char *type = smile_text(move, "type", "");
    const int player = smile_integer(move, "player", 1) < 0 ? RED : GREEN;
    const struct smile_node *analysis = smile_member(move, "moveAnalysis");
    g->n_analysed += analysis != NULL && analysis->first != NULL;
    if (span_equal_nocase(span_of(type), "amove"))
        add_play(g, move, player);
    else if (!add_cube_action(g, span_of(type), player)) {
        diag_offset(g->d, SEVERITY_WARNING, -1,
                    "found a record of type \"%.60s\", expected a play or a cube action: left out", type);
        property_add(g->m, &g->b.g->properties, "bgf", "record", type);
    }
    const char *comment = smile_text(move, "comment", "");
    if (comment[0] != '\0' && g->b.g->n_events != 0)
        comment_append(g->m, &g->b.g->events[g->b.g->n_events - 1].comment, span_of(comment));
}

/* ---- games ---- */

/* A number from 0 to what a match holds; anything else is 0. */
static int number(const struct smile_node *n, const char *name)
{
    const int64_t value = smile_integer(n, name, 0);
    return value > 0 && value <= MATCH_LENGTH_MAX ? (int)value : 0;
}

static void add_game(struct bgf *g, const struct smile_node *game)
{
    const int score[2] = {number(game, "scoreGreen"), number(game, "scoreRed")}, length = g->m->length;
    builder_game(&g->b, score[GREEN], score[RED], nowhere());
    builder_crawford(&g->b,
                     g->m->rules.crawford && length > 1 && (score[GREEN] == length - 1 || score[RED] == length - 1));
    replay_begin(&g->b.r, g->m, g->b.g);
    const struct smile_node *moves = smile_member(game, "moves");
    for (const struct smile_node *move = moves != NULL ? moves->first : NULL; move != NULL; move = move->next)
        if (move->kind == SMILE_OBJECT)
            add_move(g, move);
}

/* What the scores after a game say about it; `after` has them as scoreGreen/scoreRed or finalGreen/finalRed. */
static void end_game(struct bgf *g, const struct smile_node *after, const char *green, const char *red)
{
    int won[2] = {0, 0};
    if (smile_member(after, green) != NULL) {
        won[GREEN] = number(after, green) - g->b.g->score[GREEN];
        won[RED] = number(after, red) - g->b.g->score[RED];
    }
    const int winner = won[GREEN] > 0 && won[RED] == 0 ? GREEN : won[RED] > 0 && won[GREEN] == 0 ? RED : NOBODY;
    builder_end(&g->b, winner, winner == NOBODY ? 0 : won[winner], nowhere());
}

static void add_games(struct bgf *g, const struct smile_node *match, const struct smile_node *games)
{
    for (const struct smile_node *n = games->first; n != NULL; n = n->next) {
        if (n->kind != SMILE_OBJECT)
            continue;
        add_game(g, n);
        if (n->next != NULL)
            end_game(g, n->next, "scoreGreen", "scoreRed");
        else
            end_game(g, match, "finalGreen", "finalRed");
    }
}

/* ---- the match ---- */

static void read_head(struct bgf *g, const struct smile_node *match)
{
    struct match *m = g->m;
    m->format = "bgf";
    m->generator = "BGBlitz";
    m->length = number(match, "matchlen");
    m->player[GREEN].name = smile_text(match, "nameGreen", "");
    m->player[RED].name = smile_text(match, "nameRed", "");
    m->rules.cube = smile_integer(match, "useCube", 1) != 0;
    m->rules.crawford = smile_integer(match, "useCrawford", 1) != 0;
    m->rules.jacoby = m->length == 0 && smile_integer(match, "useJacoby", 0) != 0;
    m->jacoby_known = smile_member(match, "useJacoby") != NULL;
    const char *date = smile_text(match, "date", ""), *event = smile_text(match, "event", "");
    const char *place = smile_text(match, "location", ""), *round = smile_text(match, "round", "");
    m->info.date = date[0] != '\0' ? date : NULL;
    m->info.event = event[0] != '\0' ? event : NULL;
    m->info.place = place[0] != '\0' ? place : NULL;
    m->info.round = round[0] != '\0' ? round : NULL;
}

static bool read_document(struct span bytes, struct receiver *out, struct diags *d)
{
    struct bgf g = {.m = match_new(), .d = d};
    const char *problem;
    size_t fault;
    const struct smile_node *match = smile_read(bytes, g.m->arena, &problem, &fault);
    const struct smile_node *inner = smile_member(match, "match");
    match = inner != NULL ? inner : match;
    const struct smile_node *games = smile_member(match, "games");
    if (match == NULL || games == NULL || games->kind != SMILE_ARRAY || games->first == NULL) {
        diag_offset(d, SEVERITY_ERROR, match == NULL ? (long)fault : -1,
                    "found a BGBlitz file that cannot be read (%s), expected a SMILE document with games",
                    match == NULL ? problem : "no games in it");
        match_free(g.m);
        return false;
    }
    read_head(&g, match);
    builder_begin(&g.b, g.m, d);
    add_games(&g, match, games);
    builder_done(&g.b);
    if (g.n_analysed != 0)
        diag_offset(d, SEVERITY_NOTE, -1, "lost: BGBlitz's analysis of %ld decisions", g.n_analysed);
    match_hand_on(g.m, out);
    return true;
}

static bool bgf_read(struct span file, struct receiver *out, struct diags *d)
{
    struct span header = header_of(file), rest = span_sub(file, header.length + 1, file.length);
    struct strbuf unpacked = {0};
    if (bgf_sniff(file) == 0 || !span_has(header, "smile")) {
        diag_offset(d, SEVERITY_ERROR, 0,
                    "found \"%.*s\", expected a header with \"compression\" and the encoding \"smile\"",
                    (int)(header.length < 80 ? header.length : 80), header.at);
        return false;
    }
    bool good = !is_gzip(rest) || gunzip(rest, UNPACKED_MAX, &unpacked, d);
    good = good && read_document(is_gzip(rest) ? (struct span){strbuf_text(&unpacked), unpacked.length} : rest, out, d);
    strbuf_done(&unpacked);
    return good;
}

static const char *const extensions[] = {"bgf", NULL};

const struct importer bgf_importer = {
    .name = "bgf",
    .holds = "match",
    .title = "BGBlitz match",
    .extensions = extensions,
    .binary = true,
    .sniff = bgf_sniff,
    .read = bgf_read,
};
