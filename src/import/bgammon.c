/* Replays of bgammon.org (.match). An index of byte offsets, then for each game a line `i start Ann Bob length score1
 * score2 winner points variant` and its events: `1 r 5-3 13/8 24/21`, `1 d 2 1`, `1 t`. All plays are seen by player 1.
 * The scores of a game are those before it or after it, depending on how it ended: they are added up here.
 * Format: docs/formats/bgammon.md. */
#include "import/builder.h"
#include "import/lines.h"
#include "import/readers.h"

#include <string.h>
#include <time.h>

enum { WORDS_MAX = 10, WORDS_LEAST = 9, INDEX_LINE = 24, SCORE_MOST = 1000000 };

struct head { /* the first line of a game */
    struct span name[2];
    long start, length, score[2], winner, points;
    struct place place;
};

struct bgammon {
    struct builder b;
    struct lines lines;
    struct match *m;
    struct head head; /* of the game at hand */
    long start; /* of the first: the record's date and time */
    int score[2]; /* added up */
    size_t n_index, first_offset;
};

static bool is_index_line(struct span line)
{
    return span_starts_nocase(line, "bgammon-replay ");
}

/* ---- the first line of a game ---- */

static size_t words_of(struct span line, struct span out[WORDS_MAX + 1])
{
    struct scan s = scan_of(line);
    size_t n = 0;
    while (n <= WORDS_MAX && !scan_done(&s))
        out[n++] = scan_word(&s);
    return n;
}

static bool in_range(struct span word, long least, long most, long *out)
{
    return span_int(word, out) && *out >= least && *out <= most;
}

/* Seconds since 1970, beyond what span_int() reads. */
static bool read_start(struct span word, long *out)
{
    enum { DIGITS = 11 };
    *out = 0;
    if (word.length == 0 || word.length > DIGITS)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return false;
        *out = 10 * *out + (word.at[i] - '0');
    }
    return true;
}

/* Older files do not say when a game began. */
static bool read_head(struct span line, struct head *h, struct span *variant)
{
    struct span w[WORDS_MAX + 1];
    const size_t n = words_of(line, w);
    if (n < WORDS_LEAST || n > WORDS_MAX || !span_equal(w[0], "i"))
        return false;
    const size_t first = n - 8;
    *h = (struct head){.name = {w[first], w[first + 1]}};
    *variant = w[first + 7];
    return (first == 1 || read_start(w[1], &h->start)) && in_range(w[first + 2], 1, MATCH_LENGTH_MAX, &h->length) &&
           in_range(w[first + 3], 0, SCORE_MOST, &h->score[0]) && in_range(w[first + 4], 0, SCORE_MOST, &h->score[1]) &&
           in_range(w[first + 5], 1, 2, &h->winner) && in_range(w[first + 6], 0, 1 << CUBE_MAX_LOG2, &h->points);
}

int bgammon_sniff(struct span head)
{
    struct lines l;
    struct head h;
    struct span variant;
    lines_begin(&l, head);
    while (lines_next(&l) && l.number <= 20) {
        const struct span line = span_trim(l.line);
        if (line.length == 0)
            continue;
        return is_index_line(line) ? 95 : read_head(line, &h, &variant) ? 90 : 0;
    }
    return 0;
}

/* ---- games ---- */

static void warn(struct bgammon *g, struct span at, const char *problem)
{
    diag_at(g->b.d, SEVERITY_WARNING, g->lines.number, lines_place(&g->lines, at.at).column, "found \"%.*s\", %s",
            span_shown(at), at.at, problem);
}

enum early { PLAYED_OUT, PASSED, GIVEN_UP }; /* the score of the latter two is the one after the game */

static enum early end_of(const struct bgammon *g)
{
    struct lines rest = g->lines;
    enum early end = PLAYED_OUT;
    while (lines_next(&rest)) {
        struct span w[WORDS_MAX + 1];
        const size_t n = words_of(rest.line, w);
        if (n > 0 && span_equal(w[0], "i"))
            break;
        if (n >= 2)
            end = span_equal(w[1], "t")                                      ? GIVEN_UP
                  : n == 4 && span_equal(w[1], "d") && span_equal(w[3], "0") ? PASSED
                                                                             : PLAYED_OUT;
    }
    return end;
}

static void set_date(struct bgammon *g, long start)
{
    const time_t seconds = (time_t)start;
    struct tm utc;
    char text[32];
    if (start == 0 || gmtime_r(&seconds, &utc) == NULL)
        return;
    if (strftime(text, sizeof text, "%Y-%m-%d", &utc) != 0)
        g->m->info.date = arena_strdup(g->m->arena, text);
    if (start % (24 * 60 * 60) != 0 && strftime(text, sizeof text, "%H:%M:%S", &utc) != 0)
        g->m->info.time = arena_strdup(g->m->arena, text);
}

/* What a game counted for a winner who had `before` points: one that was given up one to three times the cube, or what
 * was needed, as the score after it says; the cube where that cannot be. */
static int points_of(const struct head *h, enum early end, long before)
{
    if (end != GIVEN_UP)
        return (int)h->points;
    const long gained = h->score[h->winner - 1] - before, cube = h->points;
    const bool needed = gained > 0 && gained < 3 * cube && before + gained == h->length;
    return (int)(needed || gained == 2 * cube || gained == 3 * cube ? gained : cube);
}

/* What the first game of a file began with. An index says that the match is there from its start. */
static void begin_score(struct bgammon *g)
{
    const struct head *h = &g->head;
    const int winner = (int)h->winner - 1;
    const long after = h->score[winner], cube = h->points;
    const enum early end = end_of(g);
    const bool whole = g->n_index != 0 && h->score[!winner] == 0;
    const bool from_start = whole && after == points_of(h, end, 0);
    g->score[!winner] = (int)h->score[!winner];
    g->score[winner] = (int)(end == PLAYED_OUT ? after : from_start || after < cube ? 0 : after - cube);
}

static void begin_match(struct bgammon *g)
{
    const struct head *h = &g->head;
    begin_score(g);
    for (int i = 0; i < 2; i++)
        g->m->player[i].name = arena_span(g->m->arena, h->name[i]);
    g->m->length = (int)h->length;
    g->m->info.site = "bgammon.org";
    g->start = h->start;
    set_date(g, h->start);
}

/* When a later game began, where the line says it. */
static void keep_start(struct bgammon *g)
{
    char text[16];
    if (g->head.start == 0 || g->head.start == g->start)
        return;
    snprintf(text, sizeof text, "%ld", g->head.start);
    property_add(g->m, &g->b.g->properties, "bgammon", "start", text);
}

/* Names, length and score against what is known already. */
static void compare_head(struct bgammon *g, struct span line)
{
    const struct head *h = &g->head;
    const enum early end = end_of(g);
    const int points = end == PLAYED_OUT ? 0 : points_of(h, end, g->score[h->winner - 1]);
    for (int i = 0; i < 2; i++)
        if (!span_equal(h->name[i], g->m->player[i].name))
            warn(g, h->name[i], W_("expected the name of the game before; that one is kept"));
    if (h->length != g->m->length)
        warn(g, line, W_("expected the match length of the game before; that one is kept"));
    for (int i = 0; i < 2; i++)
        if (h->score[i] != g->score[i] + (h->winner == i + 1 ? points : 0)) {
            warn(g, line, W_("expected the score that the games before add up to; that one is kept"));
            return;
        }
}

/* The game that was going on, as the replay says, else by its first line. Gammons are not in the points of that line,
 * but in the score. */
static void end_game(struct bgammon *g)
{
    if (g->b.g == NULL)
        return;
    struct game *game = g->b.g;
    const bool over = g->b.r.now.state == GAME_OVER || g->b.r.now.state == GAME_DROPPED;
    const int winner = (int)g->head.winner - 1, points = points_of(&g->head, GIVEN_UP, g->score[winner]);
    builder_end(&g->b, over ? NOBODY : winner, over ? 0 : points, g->head.place);
    if (game->winner != NOBODY && game->winner != winner)
        diag_at(g->b.d, SEVERITY_WARNING, g->head.place.line, 1,
                "found player %d as the winner, expected %d by the plays", winner + 1, game->winner + 1);
    if (game->winner != NOBODY)
        g->score[game->winner] += game->points;
}

static bool head_line(struct bgammon *g, struct span line, bool *refused)
{
    struct span variant;
    struct head h;
    if (!read_head(line, &h, &variant))
        return false;
    end_game(g);
    if (!span_equal(variant, "0")) {
        diag_at(g->b.d, SEVERITY_ERROR, g->lines.number, lines_place(&g->lines, variant.at).column,
                "found variant \"%.*s\", expected 0, backgammon", (int)variant.length, variant.at);
        *refused = true;
        return true;
    }
    h.place = lines_place(&g->lines, line.at);
    g->head = h;
    if (g->m->n_games == 0)
        begin_match(g);
    else
        compare_head(g, line);
    builder_game(&g->b, g->score[0], g->score[1], h.place);
    keep_start(g);
    builder_crawford(&g->b, (g->score[0] == g->m->length - 1) != (g->score[1] == g->m->length - 1));
    return true;
}

/* ---- events ---- */

/* "12/17 bar/3" of player 2 as that player counts; commas are blanks. */
static void turn_play(struct span text, bool turn, struct strbuf *out)
{
    for (size_t i = 0; i < text.length;) {
        long point = 0;
        size_t digits = 0;
        while (i + digits < text.length && digits < 2 && text.at[i + digits] >= '0' && text.at[i + digits] <= '9')
            point = 10 * point + (text.at[i + digits++] - '0');
        if (digits != 0)
            strbuf_printf(out, "%ld", turn ? 25 - point : point);
        else
            strbuf_putc(out, text.at[i] == ',' ? ' ' : text.at[i]);
        i += digits != 0 ? digits : 1;
    }
}

static bool read_dice(struct span word, int dice[2])
{
    const char *at = word.at;
    if (word.length != 3 || at[1] != '-' || at[0] < '1' || at[0] > '6' || at[2] < '1' || at[2] > '6')
        return false;
    dice[0] = at[0] - '0';
    dice[1] = at[2] - '0';
    return true;
}

/* Does the player give up right behind this line? Then the roll was not a dance: that would have ended the turn. */
static bool gives_up_next(const struct bgammon *g, int player)
{
    struct lines rest = g->lines;
    struct span w[WORDS_MAX + 1];
    while (lines_next(&rest))
        if (span_trim(rest.line).length != 0)
            return words_of(rest.line, w) == 2 && span_equal(w[0], player == 0 ? "1" : "2") && span_equal(w[1], "t");
    return false;
}

static void roll(struct bgammon *g, int player, struct scan *s)
{
    const struct span word = scan_word(s), rest = span_trim(scan_rest(s));
    const struct place place = lines_place(&g->lines, word.at);
    int dice[2];
    struct strbuf play = {0};
    if (!read_dice(word, dice)) {
        warn(g, word, W_("expected two dice, as in 5-3: left out"));
        return;
    }
    turn_play(rest, player == 1, &play);
    if (rest.length == 0 && gives_up_next(g, player))
        builder_roll(&g->b, player, dice[0], dice[1], place);
    else if (rest.length == 0)
        builder_no_play(&g->b, player, dice[0], dice[1], place);
    else
        builder_play(&g->b, player, dice[0], dice[1], (struct span){strbuf_text(&play), play.length}, place);
    strbuf_done(&play);
}

static void double_cube(struct bgammon *g, int player, struct scan *s)
{
    const struct span cube = scan_word(s), answer = scan_word(s);
    const struct place place = lines_place(&g->lines, g->lines.line.at);
    const bool taken = span_equal(answer, "1");
    long value;
    if (!taken && !span_equal(answer, "0"))
        warn(g, g->lines.line, W_("expected the cube and 1 for a take, 0 for a pass: read as a pass"));
    if (span_int(cube, &value) && value != 2 * g->b.r.now.cube)
        warn(g, cube, W_("expected twice the cube that was there before"));
    builder_cube(&g->b, EVENT_DOUBLE, player, place);
    builder_cube(&g->b, taken ? EVENT_TAKE : EVENT_DROP, 1 - player, place);
}

static bool event_line(struct bgammon *g, struct span line)
{
    struct scan s = scan_of(line);
    const struct span who = scan_word(&s), what = scan_word(&s);
    const int player = span_equal(who, "1") ? 0 : span_equal(who, "2") ? 1 : NOBODY;
    if (g->b.g == NULL || player == NOBODY)
        return false;
    if (span_equal(what, "r"))
        roll(g, player, &s);
    else if (span_equal(what, "d"))
        double_cube(g, player, &s);
    else
        return span_equal(what, "t"); /* resigned or left: what the game's first line says ends it */
    return true;
}

/* ---- the file ---- */

static bool index_line(struct bgammon *g, struct span line)
{
    long offset;
    if (!is_index_line(line))
        return false;
    if (span_int(span_trim(span_sub(line, strlen("bgammon-replay "), line.length)), &offset) && g->n_index++ == 0)
        g->first_offset = (size_t)offset;
    return true;
}

/* The index is made anew by whoever needs it; one that cannot be right is worth a word. */
static void judge_index(struct bgammon *g)
{
    if (g->n_index == 0)
        return;
    if (g->n_index != g->m->n_games)
        diag_at(g->b.d, SEVERITY_WARNING, 1, 1, "found an index of %zu games, expected one of %zu", g->n_index,
                g->m->n_games);
    else if (g->first_offset != INDEX_LINE * g->n_index)
        diag_at(g->b.d, SEVERITY_WARNING, 1, 1, "found %zu as the place of the first game, expected %zu",
                g->first_offset, INDEX_LINE * g->n_index);
}

static void unknown_line(struct bgammon *g, struct span line)
{
    warn(g, line, W_("expected \"i ...\", or 1 or 2 with r, d or t: kept as a comment"));
    if (g->b.g != NULL)
        builder_comment(&g->b, line);
    else
        comment_append(g->m, &g->m->comment, line);
}

bool bgammon_read(struct span text, struct receiver *out, struct diags *d)
{
    struct bgammon g = {.m = match_new()};
    bool refused = false;
    builder_begin(&g.b, g.m, d);
    lines_begin(&g.lines, text);
    g.m->format = "bgammon";
    g.m->rules.variant = out->variant;
    g.m->rules.crawford = true;
    while (!refused && lines_next(&g.lines)) {
        const struct span line = span_trim(g.lines.line);
        if (line.length != 0 && !index_line(&g, line) && !head_line(&g, line, &refused) && !event_line(&g, line))
            unknown_line(&g, line);
    }
    if (refused) {
        builder_done(&g.b);
        match_free(g.m);
        return false;
    }
    end_game(&g);
    judge_index(&g);
    return builder_finish(&g.b, out, g.lines.number, "a line \"i start Ann Bob 7 0 0 1 1 0\"");
}
