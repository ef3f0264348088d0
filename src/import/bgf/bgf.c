/* BGBlitz .bgf: a line of JSON that says how the rest is packed, then a gzip stream with one SMILE document. What is
 * known of it is read (names, scores, rolls, plays, cube, results, the analysis of plays). Layout as far as known, and
 * what is guessed: docs/formats/bgf.md. (BackGammonRoom's text files have the same extension: bgroom.c.) */
#include <math.h>
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
    long n_unread, n_cubes, n_luck; /* analysis that is left out: of plays, of the cube; luck */
};

struct roll {
    int player, dice[2];
};

static struct span header_of(struct span file)
{
    const char *end = memchr(file.at, '\n', file.length < HEADER_MAX ? file.length : HEADER_MAX);
    return (struct span){file.at, end != NULL ? (size_t)(end - file.at) : 0};
}

int bgf_sniff(struct span head)
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

/* Is the play legal, its points counted from this side? `words` gets it. */
static bool fits(const struct bgf *g, const struct roll *r, const struct smile_node *move, bool mirrored,
                 struct play *play, struct strbuf *words)
{
    const struct board board = position_board(&g->b.r.now, r->player);
    const char *problem;
    strbuf_clear(words);
    write_steps(words, move, mirrored);
    return words->length != 0 &&
           notation_read((struct span){words->at, words->length}, &board, r->dice[0], r->dice[1], play, &problem, NULL);
}

/* From whichever side it is legal; else `words` has it from the mover's. */
static bool read_play(const struct bgf *g, const struct roll *r, const struct smile_node *move, struct play *play,
                      struct strbuf *words)
{
    const bool good = fits(g, r, move, false, play, words) || fits(g, r, move, true, play, words);
    if (!good)
        (void)fits(g, r, move, false, play, words);
    return good;
}

/* ---- analysis ---- */

static float real_of(const struct smile_node *n, const char *name)
{
    const struct smile_node *x = smile_member(n, name);
    const double value = x == NULL                  ? NAN
                         : x->kind == SMILE_REAL    ? x->real
                         : x->kind == SMILE_INTEGER ? (double)x->integer
                                                    : NAN;
    return isfinite(value) && fabs(value) < 1e6 ? (float)value : NAN;
}

/* Chances of winning the match in a match, points per cube in money play: what decides there. */
static bool read_candidate(const struct bgf *g, const struct roll *r, const struct smile_node *entry,
                           struct candidate *c)
{
    const struct smile_node *eq = smile_member(entry, "eq");
    const struct board board = position_board(&g->b.r.now, r->player);
    const int64_t plies = smile_integer(entry, "ply", -1);
    struct strbuf words = {0};
    *c = (struct candidate){.equity = NAN, .cubeless = NAN, .mwc = NAN, .level = {.kind = EVAL_OTHER, .cubeful = true}};
    bool good = read_play(g, r, smile_member(entry, "move"), &c->play, &words);
    strbuf_done(&words);
    *(g->m->length > 0 ? &c->mwc : &c->equity) = real_of(eq, g->m->length > 0 ? "matchEquity" : "equity");
    c->outcome = (struct outcome){real_of(eq, "myWins"), real_of(eq, "myGammon"), real_of(eq, "myBackGammon"),
                                  real_of(eq, "oppGammon"), real_of(eq, "oppBackGammon")};
    good = good && board_play(&board, &c->play, &c->after) && !(isnan(c->mwc) && isnan(c->equity));
    if (good && plies >= 0 && plies <= 99) {
        struct strbuf name = {0};
        strbuf_printf(&name, "%d-ply", (int)plies);
        c->level.name = arena_strdup(g->m->arena, name.at);
        strbuf_done(&name);
    }
    return good;
}

static float value_of(const struct candidate *c)
{
    return isnan(c->mwc) ? c->equity : c->mwc;
}

/* Best first, wherever the play that was made stands in the file. */
static void insert(struct play_analysis *p, const struct candidate *c, bool played)
{
    int at = p->n++;
    for (; at > 0 && value_of(c) > value_of(&p->candidates[at - 1]); at--)
        p->candidates[at] = p->candidates[at - 1];
    p->candidates[at] = *c;
    p->played = played ? at : p->played >= at ? p->played + 1 : p->played;
}

/* NULL where nothing of it can be used. */
static struct play_analysis *read_analysis(struct bgf *g, const struct roll *r, const struct smile_node *list)
{
    enum { ENTRIES_MAX = 4096 };
    size_t n = 0;
    for (const struct smile_node *e = list != NULL ? list->first : NULL; e != NULL; e = e->next)
        n++;
    if (n == 0 || n > ENTRIES_MAX)
        return NULL;
    struct play_analysis *p = arena_alloc(g->m->arena, sizeof *p);
    *p = (struct play_analysis){.played = -1, .error = NAN, .error_mwc = NAN};
    p->candidates = arena_alloc(g->m->arena, n * sizeof *p->candidates);
    for (const struct smile_node *e = list->first; e != NULL; e = e->next) {
        struct candidate c;
        if (read_candidate(g, r, e, &c))
            insert(p, &c, smile_integer(e, "played", 0) != 0);
    }
    p->n_legal = p->n;
    return p->n > 0 ? p : NULL;
}

static void annotate(struct bgf *g, struct play_analysis *p)
{
    static const struct annotation_set set = {.engine = "BGBlitz"};
    if (g->m->n_sets == 0)
        (void)match_add_set(g->m, &set);
    event_annotate(g->m, &g->b.g->events[g->b.g->n_events - 1], 0)->play = p;
}

static void add_play(struct bgf *g, const struct smile_node *move, int player)
{
    const int64_t die1 = smile_integer(move, "green", 0), die2 = smile_integer(move, "red", 0);
    struct strbuf text = {0};
    struct play play;
    if (die1 < 1 || die1 > 6 || die2 < 1 || die2 > 6) {
        diag_offset(g->d, SEVERITY_WARNING, -1, "found the dice %lld %lld, expected 1 to 6: play left out",
                    (long long)die1, (long long)die2);
        return;
    }
    const struct roll r = {player, {(int)die1, (int)die2}};
    const struct smile_node *list = smile_member(move, "moveAnalysis");
    struct play_analysis *analysis = read_analysis(g, &r, list);
    (void)read_play(g, &r, move, &play, &text);
    builder_play(&g->b, player, r.dice[0], r.dice[1], (struct span){strbuf_text(&text), text.length}, nowhere());
    strbuf_done(&text);
    if (analysis != NULL)
        annotate(g, analysis);
    else
        g->n_unread += list != NULL && list->first != NULL;
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
    g->n_cubes += smile_member(smile_member(move, "equity"), "cubeDecision") != NULL;
    g->n_luck += smile_member(move, "luck") != NULL;
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
                    match == NULL ? problem : W_("no games in it"));
        match_free(g.m);
        return false;
    }
    read_head(&g, match);
    builder_begin(&g.b, g.m, d);
    add_games(&g, match, games);
    builder_done(&g.b);
    if (g.n_unread + g.n_cubes + g.n_luck != 0)
        diag_offset(d, SEVERITY_NOTE, -1,
                    "lost: BGBlitz's analysis of %ld plays and %ld cube decisions, luck of %ld rolls", g.n_unread,
                    g.n_cubes, g.n_luck);
    match_hand_on(g.m, out);
    return true;
}

bool bgf_read(struct span file, struct receiver *out, struct diags *d)
{
    struct span header = header_of(file), rest = span_sub(file, header.length + 1, file.length);
    struct strbuf unpacked = {0};
    if (bgf_sniff(file) == 0 || !span_has(header, "smile")) {
        diag_offset(d, SEVERITY_ERROR, 0,
                    "found \"%.*s\", expected a header with \"compression\" and the encoding \"smile\"",
                    span_shown(header), header.at);
        return false;
    }
    bool good = !is_gzip(rest) || gunzip(rest, UNPACKED_MAX, &unpacked, d);
    good = good && read_document(is_gzip(rest) ? (struct span){strbuf_text(&unpacked), unpacked.length} : rest, out, d);
    strbuf_done(&unpacked);
    return good;
}
