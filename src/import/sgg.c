/* GamesGrid and GridGammon .sgg. A header of `Key: value` lines, then records of number, tab, [tab], text: one tab =
 * the first player. Each roll stands twice, alone and with its play; only the second says something new.
 * Format: docs/formats/sgg.md. */
#include <string.h>

#include "base/date.h"
#include "import/builder.h"
#include "import/readers.h"
#include "import/lines.h"

struct sgg {
    struct builder b;
    struct lines lines;
    struct match *m;
    struct span names[2];
    int last_player; /* of the last roll without a play that is still to be written */
    int pending[2]; /* dice of a roll seen alone; 0 0 = none */
    struct place pending_place;
    struct {
        long number;
        struct span text;
    } seen[2]; /* each player's last record: the program that wrote them repeats them */
    struct span last_line; /* for those without a player */
    int resigned_by; /* NOBODY, or who resigned; the result line gives the size */
    int automatic; /* automatic doubles announced before the game's first roll */
};

static bool split_names(struct span line, struct span names[2])
{
    const char *vs = memmem(line.at, line.length, " vs. ", 5);
    if (vs == NULL)
        return false;
    names[0] = span_trim((struct span){line.at, (size_t)(vs - line.at)});
    names[1] = span_trim(span_sub(line, (size_t)(vs - line.at) + 5, line.length));
    return true;
}

/* The line of the names, soon behind which there is one that no other format has; 0 = there is none. People may have
 * written something above. */
static int line_of_names(struct span text)
{
    enum { LOOKED_AT = 200, HEADER = 40 };
    struct lines l;
    struct span names[2];
    int found = 0;
    lines_begin(&l, text);
    while (lines_next(&l) && l.number <= LOOKED_AT) {
        const struct span line = span_trim(l.line);
        if (split_names(line, names))
            found = l.number;
        else if (found != 0 && l.number <= found + HEADER &&
                 (span_starts_nocase(line, "ELO:") || span_starts_nocase(line, "GamesGrid") ||
                  span_starts_nocase(line, "GridGammon") || span_starts_nocase(line, "Match Length:")))
            return found;
    }
    return 0;
}

int sgg_sniff(struct span head)
{
    return line_of_names(head) != 0 ? 95 : 0;
}

/* ---- header ---- */

static void read_ratings(struct sgg *s, struct span value)
{
    struct scan scan = scan_of(value);
    for (int i = 0; i < 2; i++) {
        struct span rating = scan_word(&scan), experience = scan_word(&scan);
        if (rating.length != 0)
            s->m->player[i].rating = arena_span(s->m->arena, rating);
        if (experience.length != 0)
            s->m->player[i].experience = arena_span(s->m->arena, experience);
    }
}

static void read_length(struct sgg *s, struct span value, const char *at)
{
    long length = 0;
    if (span_int(value, &length) && length >= 0 && length <= MATCH_LENGTH_MAX)
        s->m->length = (int)length;
    else
        diag_at(s->b.d, SEVERITY_WARNING, s->lines.number, lines_place(&s->lines, at).column,
                "found match length \"%.*s\", expected 0 to %d", (int)value.length, value.at, MATCH_LENGTH_MAX);
}

static void read_variant(struct sgg *s, struct span value)
{
    if (span_equal_nocase(value, "nackgammon"))
        s->m->rules.variant = VARIANT_NACKGAMMON;
    else if (span_equal_nocase(value, "hypergammon"))
        s->m->rules.variant = VARIANT_HYPERGAMMON_3;
    else if (!span_equal_nocase(value, "backgammon"))
        diag_at(s->b.d, SEVERITY_WARNING, s->lines.number, 1,
                "found variant \"%.*s\", expected Backgammon, Nackgammon or HyperGammon", (int)value.length, value.at);
}

static void keep_line(struct sgg *s, struct span key, struct span value)
{
    char *name = arena_span(s->m->arena, key), *text = arena_span(s->m->arena, value);
    property_add(s->m, &s->m->properties, "sgg", name, text);
}

/* "Saturday, March 4, 2006" */
static bool date_line(struct sgg *s, struct span line)
{
    char day[DAY_ROOM];
    if (date_read(line, day, NULL) == DATE_NONE)
        return false;
    s->m->info.date = arena_span(s->m->arena, line);
    return true;
}

/* A rule that is on or off; false if `key` is none. */
static bool rule_line(struct sgg *s, struct span key, struct span value)
{
    struct rules *rules = &s->m->rules;
    const struct {
        const char *key;
        bool *rule;
    } switches[] = {{"Jacoby", &rules->jacoby},
                    {"Automatic Doubles", &rules->automatic},
                    {"Crawford", &rules->crawford},
                    {"Beavers", &rules->beavers},
                    {"Doubling Cube", &rules->cube}};
    for (size_t i = 0; i < sizeof switches / sizeof *switches; i++) {
        if (!span_equal_nocase(key, switches[i].key))
            continue;
        const bool known = span_switch(value, switches[i].rule);
        s->m->jacoby_known = s->m->jacoby_known || (known && i == 0);
        if (!known) {
            diag_at(s->b.d, SEVERITY_WARNING, s->lines.number, lines_place(&s->lines, value.at).column,
                    "found %s \"%.*s\", expected Yes or No: kept as it is", switches[i].key, span_shown(value),
                    value.at);
            keep_line(s, key, value);
        }
        return true;
    }
    return false;
}

static void header_line(struct sgg *s, struct span line)
{
    const char *colon = memchr(line.at, ':', line.length);
    if (colon == NULL) {
        if (span_equal_nocase(line, "GamesGrid") || span_equal_nocase(line, "GridGammon"))
            s->m->info.site = arena_span(s->m->arena, line);
        else if (!date_line(s, line))
            keep_line(s, span_of("header"), line);
        return;
    }
    struct span key = span_trim((struct span){line.at, (size_t)(colon - line.at)});
    struct span value = span_trim(span_sub(line, (size_t)(colon - line.at) + 1, line.length));
    if (span_equal_nocase(key, "ELO"))
        read_ratings(s, value);
    else if (span_equal_nocase(key, "Match Length"))
        read_length(s, value, value.at);
    else if (span_equal_nocase(key, "Variant"))
        read_variant(s, value);
    else if (!rule_line(s, key, value))
        keep_line(s, key, value);
}

/* ---- games ---- */

static void flush_roll(struct sgg *s)
{
    if (s->pending[0] != 0)
        builder_roll(&s->b, s->last_player, s->pending[0], s->pending[1], s->pending_place);
    s->pending[0] = 0;
}

/* A game without a result line: the next score (NULL at the end) shows who won it, else a resignation does. */
static void close_open_game(struct sgg *s, const long *score)
{
    const struct game *g = s->b.g;
    if (g == NULL)
        return;
    flush_roll(s);
    if (s->b.r.winner != NOBODY)
        return;
    long gain[2] = {score != NULL ? score[0] - g->score[0] : 0, score != NULL ? score[1] - g->score[1] : 0};
    int winner = gain[0] > 0 && gain[1] == 0 ? 0 : gain[1] > 0 && gain[0] == 0 ? 1 : NOBODY;
    long points = winner != NOBODY ? gain[winner] : s->b.r.now.cube;
    if (winner == NOBODY && s->resigned_by != NOBODY)
        winner = 1 - s->resigned_by;
    if (winner == NOBODY || points > MATCH_LENGTH_MAX)
        return;
    diag_at(s->b.d, SEVERITY_WARNING, g->place.line, g->place.column,
            points > 1 ? F_("game %d has no result, %s that %s has won %ld points")
                       : F_("game %d has no result, %s that %s has won %ld point"),
            g->number, score != NULL && gain[winner] > 0 ? W_("the next score says") : W_("a resignation says"),
            s->m->player[winner].name, points);
    builder_end(&s->b, winner, (int)points, g->place);
}

/* "Game 2. 2*-0/3": a star marks the player whose point makes it the Crawford game. */
static bool game_line(struct sgg *s, struct span line)
{
    struct scan scan = scan_of(line);
    long number, score[2] = {0, 0}, length = 0;
    if (!scan_word_nocase(&scan, "Game") || !(scan_blanks(&scan), scan_int(&scan, &number)) || !scan_char(&scan, '.'))
        return false;
    scan_blanks(&scan);
    bool crawford = false, stated = scan_int(&scan, &score[0]);
    crawford = scan_char(&scan, '*');
    stated = stated && scan_char(&scan, '-') && scan_int(&scan, &score[1]);
    crawford = scan_char(&scan, '*') || crawford;
    if (stated && scan_char(&scan, '/') && scan_int(&scan, &length) && s->m->n_games == 0 && s->m->length == 0 &&
        length > 0 && length <= MATCH_LENGTH_MAX)
        s->m->length = (int)length;
    close_open_game(s, stated ? score : NULL);
    builder_game(&s->b, (int)score[0], (int)score[1], lines_place(&s->lines, line.at));
    s->b.g->crawford_game = crawford;
    replay_begin(&s->b.r, s->m, s->b.g);
    s->pending[0] = s->automatic = 0;
    memset(s->seen, 0, sizeof s->seen);
    s->last_line = (struct span){NULL, 0};
    s->resigned_by = NOBODY;
    return true;
}

/* "Alice  wins 2 points." */
static bool result_line(struct sgg *s, struct span line)
{
    const char *wins = memmem(line.at, line.length, " wins ", 6);
    if (wins == NULL)
        return false;
    struct span name = span_trim((struct span){line.at, (size_t)(wins - line.at)});
    struct scan scan = scan_of(span_sub(line, (size_t)(wins - line.at) + 6, line.length));
    long points;
    int winner = span_equal(name, s->m->player[0].name) ? 0 : span_equal(name, s->m->player[1].name) ? 1 : NOBODY;
    if (winner == NOBODY || !scan_int(&scan, &points) || points <= 0 || points > MATCH_LENGTH_MAX)
        return false;
    flush_roll(s);
    s->resigned_by = NOBODY;
    builder_end(&s->b, winner, (int)points, lines_place(&s->lines, line.at));
    return true;
}

static bool cube_word(struct sgg *s, int player, struct span text)
{
    static const struct {
        const char *word;
        enum event_kind kind;
    } words[] = {{"Double", EVENT_DOUBLE},   {"Redouble", EVENT_DOUBLE}, {"Beaver", EVENT_BEAVER},
                 {"Raccoon", EVENT_RACCOON}, {"Accept", EVENT_TAKE},     {"Pass", EVENT_DROP}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_starts_nocase(text, words[i].word)) {
            builder_cube(&s->b, words[i].kind, player, lines_place(&s->lines, text.at));
            return true;
        }
    return false;
}

/* "31: 8/5, 6/5"; false if there are no dice. */
static bool roll_record(struct sgg *s, int player, struct span text)
{
    bool closed_out = text.length >= 1 && text.at[0] == '-';
    bool dice = text.length >= 3 && text.at[0] >= '1' && text.at[0] <= '6' && text.at[1] >= '1' && text.at[1] <= '6' &&
                text.at[2] == ':';
    if (!dice && !closed_out)
        return false;
    int die1 = dice ? text.at[0] - '0' : 6, die2 = dice ? text.at[1] - '0' : 6;
    struct place place = lines_place(&s->lines, text.at);
    if (closed_out) {
        diag_at(s->b.d, SEVERITY_WARNING, place.line, place.column,
                "found no dice (closed out), expected a roll: read as 66, cannot move");
        flush_roll(s);
        builder_dance(&s->b, player, die1, die2, place);
        return true;
    }
    struct span play = span_trim(span_sub(text, 3, text.length));
    if (play.length == 0) {
        flush_roll(s);
        s->last_player = player;
        s->pending[0] = die1;
        s->pending[1] = die2;
        s->pending_place = place;
        return true;
    }
    s->pending[0] = 0;
    if (span_starts_nocase(play, "Resign")) {
        s->resigned_by = player;
        builder_roll(&s->b, player, die1, die2, place);
    } else if (span_equal_nocase(play, "O-O")) {
        builder_no_play(&s->b, player, die1, die2, place);
    } else {
        builder_play(&s->b, player, die1, die2, play, place);
    }
    return true;
}

/* The same record again, or the roll alone after it stood with its play. */
static bool is_repeated(struct sgg *s, int player, long number, struct span text)
{
    struct span last = s->seen[player].text;
    bool same = s->seen[player].number == number && text.length > 0 && text.length <= last.length &&
                memcmp(text.at, last.at, text.length) == 0;
    if (!same) {
        s->seen[player].number = number;
        s->seen[player].text = text;
    }
    return same;
}

/* The game goes on after a resignation: it was not accepted. */
static void settle_resignation(struct sgg *s, struct place place)
{
    if (s->resigned_by == NOBODY || s->b.r.winner != NOBODY)
        return;
    int player = s->resigned_by;
    s->resigned_by = NOBODY;
    flush_roll(s);
    builder_resign(&s->b, player, 0, place);
    builder_refuse(&s->b, 1 - player, place);
}

/* Number, tab, [tab], text. False: a comment. */
static bool record_line(struct sgg *s, struct span line)
{
    struct scan scan = scan_of(line);
    long number;
    if (!scan_int(&scan, &number) || s->b.g == NULL)
        return false;
    if (memmem(line.at, line.length, "Automatic double", 16) != NULL) {
        builder_automatic_double(&s->b);
        return true;
    }
    if (!scan_char(&scan, '\t'))
        return false;
    int player = scan_char(&scan, '\t') ? 1 : 0;
    struct span text = span_trim(scan_rest(&scan));
    if (is_repeated(s, player, number, text))
        return true;
    if (!span_starts_nocase(text, "Resign"))
        settle_resignation(s, lines_place(&s->lines, text.at));
    if (roll_record(s, player, text))
        return true;
    flush_roll(s);
    if (span_starts_nocase(text, "Resign")) {
        s->resigned_by = player;
        return true;
    }
    return cube_word(s, player, text);
}

static void game_text(struct sgg *s, struct span line)
{
    if (line.length == s->last_line.length && line.length != 0 && memcmp(line.at, s->last_line.at, line.length) == 0 &&
        strchr("0123456789", line.at[0]) != NULL)
        return;
    s->last_line = line;
    if (game_line(s, line) || record_line(s, line) || result_line(s, line))
        return;
    if (line.length != 0 && line.at[0] >= '0' && line.at[0] <= '9')
        diag_at(s->b.d, SEVERITY_WARNING, s->lines.number, 1,
                "found \"%.*s\", expected a roll, a cube action or a result: kept as a comment", span_shown(line),
                line.at);
    if (line.length != 0)
        builder_comment(&s->b, line);
}

bool sgg_read(struct span text, struct receiver *out, struct diags *d)
{
    struct sgg s = {.m = match_new(), .resigned_by = NOBODY};
    builder_begin(&s.b, s.m, d);
    lines_begin(&s.lines, text);
    s.m->format = "sgg";
    const int names = line_of_names(text);
    bool named = false, playing = false;
    while (lines_next(&s.lines)) {
        struct span line = span_trim(s.lines.line);
        if (line.length == 0)
            continue;
        if (s.lines.number < names) {
            comment_append(s.m, &s.m->comment, line);
            continue;
        }
        playing = playing || span_starts_nocase(line, "Game ");
        if (playing)
            game_text(&s, line);
        else if (!named && split_names(line, s.names)) {
            named = true;
            for (int i = 0; i < 2; i++)
                s.m->player[i].name = arena_span(s.m->arena, s.names[i]);
        } else
            header_line(&s, line);
    }
    close_open_game(&s, NULL);
    return builder_finish(&s.b, out, s.lines.number, "a line \"Game 1. 0-0\"");
}
