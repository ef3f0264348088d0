/* Transcripts: what a person types at a board, as short as it can be. Lines of a head, then turns: dice and as much of
 * a play as only one legal play has. Whose turn it is, and what can be played, is known from the replay (guesses.h), so
 * that nothing of it has to be typed. Grammar: docs/formats/transcript.md. */
#include <string.h>

#include "import/builder.h"
#include "import/lines.h"
#include "import/readers.h"
#include "import/transcript/guesses.h"
#include "match/notation.h"
#include "match/posid.h"
#include "match/terse.h"

enum { NEAREST = 6 };

struct transcript {
    struct builder b;
    struct guesses guesses;
    struct match *m;
    struct lines lines;
    struct scan s; /* what is left of the line */
    int named; /* who was said to act next, or NOBODY */
    int score[2]; /* before the next game */
    bool headed; /* there is a head: a match of which no game has begun */
};

static int shown(struct span s)
{
    return (int)(s.length < 60 ? s.length : 60);
}

static struct place here(const struct transcript *t, const char *at)
{
    return lines_place(&t->lines, at);
}

/* ---- comments ---- */

static void add_comment(struct transcript *t, struct span text)
{
    struct game *last = t->m->n_games > 0 ? &t->m->games[t->m->n_games - 1] : NULL;
    if (t->b.g != NULL)
        guesses_comment(&t->guesses, text);
    else if (last != NULL)
        comment_append(t->m, last->n_events > 0 ? &last->events[last->n_events - 1].comment : &last->comment, text);
    else
        comment_append(t->m, &t->m->comment, text);
}

/* What stands behind a #, without the blank that parts it from it. */
static void rest_is_comment(struct transcript *t)
{
    scan_char(&t->s, '#');
    scan_char(&t->s, ' ');
    add_comment(t, scan_rest(&t->s));
    t->s.at = t->s.end;
}

static void not_understood(struct transcript *t, struct span what, const char *expected)
{
    const struct place p = here(t, what.at);
    diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "found \"%.*s\", expected %s: kept as a comment", shown(what),
            what.at, expected);
    add_comment(t, what);
}

/* Text in quotation marks, in which \ stands before a mark or a \, and \n is the end of a line. */
static struct span read_quoted(struct transcript *t)
{
    struct strbuf text = {0};
    scan_char(&t->s, '"');
    for (; t->s.at < t->s.end && *t->s.at != '"'; t->s.at++) {
        const bool escaped = *t->s.at == '\\' && t->s.at + 1 < t->s.end;
        t->s.at += escaped;
        strbuf_putc(&text, escaped && *t->s.at == 'n' ? '\n' : *t->s.at);
    }
    scan_char(&t->s, '"');
    const struct span copy = {arena_strndup(t->m->arena, strbuf_text(&text), text.length), text.length};
    strbuf_done(&text);
    return copy;
}

/* ---- games ---- */

static bool is_open(const struct transcript *t)
{
    return t->b.g != NULL && !guesses_over(&t->guesses, false);
}

static void end_game(struct transcript *t, int winner, int points, const char *at)
{
    if (t->b.g == NULL)
        return;
    guesses_settle(&t->guesses);
    builder_end(&t->b, winner, points, here(t, at));
    match_final_score(t->m, t->score);
}

static void begin_game(struct transcript *t, const char *at)
{
    const int length = t->m->length, *score = t->score;
    end_game(t, NOBODY, 0, at);
    builder_game(&t->b, score[0], score[1], here(t, at));
    builder_crawford(&t->b, length > 1 && t->m->rules.crawford && (score[0] == length - 1) != (score[1] == length - 1));
    replay_begin(&t->b.r, t->m, t->b.g);
    guesses_begin(&t->guesses, &t->b);
}

static void need_game(struct transcript *t, const char *at)
{
    if (!is_open(t))
        begin_game(t, at);
}

/* ---- the head ---- */

/* A text up to `end` or the end of the line, in quotation marks where it needs them. */
static const char *read_text(struct transcript *t, char end)
{
    scan_blanks(&t->s);
    if (t->s.at < t->s.end && *t->s.at == '"')
        return read_quoted(t).at;
    const char *stop = end != '\0' ? memchr(t->s.at, end, (size_t)(t->s.end - t->s.at)) : NULL;
    stop = stop != NULL ? stop : t->s.end;
    const struct span text = span_trim((struct span){t->s.at, (size_t)(stop - t->s.at)});
    t->s.at = stop;
    return arena_span(t->m->arena, text);
}

static void head_names(struct transcript *t)
{
    t->m->player[0].name = read_text(t, ',');
    scan_blanks(&t->s);
    if (scan_char(&t->s, ','))
        t->m->player[1].name = read_text(t, '\0');
    else
        not_understood(t, scan_rest(&t->s), "two names with a comma between them");
}

static void head_length(struct transcript *t)
{
    long n;
    scan_blanks(&t->s);
    if (scan_int(&t->s, &n) && n >= 0 && n <= MATCH_LENGTH_MAX)
        t->m->length = (int)n;
    else
        not_understood(t, scan_rest(&t->s), "the points that are played to, 0 for money");
}

static const struct rule_word {
    const char *word;
    size_t at;
    bool value;
} rule_words[] = {
    {"jacoby", offsetof(struct rules, jacoby), true},       {"no-jacoby", offsetof(struct rules, jacoby), false},
    {"beavers", offsetof(struct rules, beavers), true},     {"no-beavers", offsetof(struct rules, beavers), false},
    {"crawford", offsetof(struct rules, crawford), true},   {"no-crawford", offsetof(struct rules, crawford), false},
    {"automatic", offsetof(struct rules, automatic), true}, {"no-cube", offsetof(struct rules, cube), false},
};

static bool set_rule(struct match *m, struct span word)
{
    for (int i = 0; i < VARIANTS; i++)
        if (span_equal_nocase(word, variant_names[i])) {
            m->rules.variant = (enum variant)i;
            return true;
        }
    for (size_t i = 0; i < sizeof rule_words / sizeof *rule_words; i++)
        if (span_equal_nocase(word, rule_words[i].word)) {
            *(bool *)((char *)&m->rules + rule_words[i].at) = rule_words[i].value;
            m->jacoby_known = m->jacoby_known || rule_words[i].at == offsetof(struct rules, jacoby);
            return true;
        }
    return false;
}

static void head_rules(struct transcript *t)
{
    while (!scan_done(&t->s)) {
        const struct span word = scan_word(&t->s);
        if (!set_rule(t->m, word))
            not_understood(t, word, "jacoby, beavers, automatic, no-crawford, no-cube or a variation of the game");
    }
}

/* ---- lines between games ---- */

static bool read_score(struct transcript *t, int score[2])
{
    long n[2];
    scan_blanks(&t->s);
    for (int i = 0; i < 2; i++) {
        const bool there = t->s.at < t->s.end && *t->s.at >= '0' && *t->s.at <= '9' && scan_int(&t->s, &n[i]);
        if (!there || n[i] > 1000000 || (i == 0 && !scan_char(&t->s, '-')))
            return false;
        score[i] = (int)n[i];
    }
    return true;
}

static void score_word(struct transcript *t)
{
    const struct span word = scan_word(&t->s);
    struct game *g = t->b.g;
    long n = 0;
    scan_blanks(&t->s);
    if (span_equal_nocase(word, "crawford") || span_equal_nocase(word, "post-crawford"))
        g->crawford_game = word.at[0] == 'c' || word.at[0] == 'C';
    else if (span_equal_nocase(word, "game") && scan_int(&t->s, &n) && n > 0)
        g->number = (int)n;
    else if (span_equal_nocase(word, "cube") && scan_int(&t->s, &n) && n > 0 && (n & (n - 1)) == 0 &&
             n <= 1 << CUBE_MAX_LOG2)
        g->automatic_doubles = __builtin_ctzl((unsigned long)n);
    else
        not_understood(t, word, "crawford, post-crawford, game and its number, or cube and where it starts");
}

/* `score 3-2`: a game begins, whatever was before. */
static void line_score(struct transcript *t)
{
    int score[2];
    scan_blanks(&t->s);
    const char *at = t->s.at;
    if (!read_score(t, score)) {
        not_understood(t, (struct span){at, (size_t)(t->s.end - at)}, "a score like 3-2");
        t->s.at = t->s.end;
        return;
    }
    end_game(t, NOBODY, 0, at);
    memcpy(t->score, score, sizeof score);
    begin_game(t, at);
    while (!scan_done(&t->s))
        score_word(t);
    replay_begin(&t->b.r, t->m, t->b.g);
    guesses_begin(&t->guesses, &t->b);
}

/* `= 3-2`: the score after the game. */
static void line_result(struct transcript *t)
{
    int score[2];
    scan_blanks(&t->s);
    const char *at = t->s.at;
    if (!read_score(t, score) || t->b.g == NULL) {
        not_understood(t, (struct span){at, (size_t)(t->s.end - at)}, "the score after a game, like 3-2");
        t->s.at = t->s.end;
        return;
    }
    const int won[2] = {score[0] - t->b.g->score[0], score[1] - t->b.g->score[1]};
    const int winner = won[0] > 0 && won[1] == 0 ? 0 : won[1] > 0 && won[0] == 0 ? 1 : NOBODY;
    const struct place p = here(t, at);
    if (winner == NOBODY)
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column,
                "found the score %d-%d after %d-%d, expected one player to have won points", score[0], score[1],
                t->b.g->score[0], t->b.g->score[1]);
    end_game(t, winner, winner == NOBODY ? 0 : won[winner], at);
}

/* Player a or b; NOBODY = another word. */
static int letter_of(struct span word)
{
    return span_equal_nocase(word, "a") ? 0 : span_equal_nocase(word, "b") ? 1 : NOBODY;
}

/* A player as a word: a or b, or how the name begins. */
static int player_of(const struct transcript *t, struct span word)
{
    int found = NOBODY;
    if (letter_of(word) != NOBODY)
        return letter_of(word);
    for (int i = 0; i < 2 && word.length > 0; i++) {
        char *begin = arena_strndup(t->m->arena, word.at, word.length);
        if (span_starts_nocase(span_of(t->m->player[i].name), begin)) {
            if (found != NOBODY)
                return NOBODY;
            found = i;
        }
    }
    return found;
}

/* What was set up is given to the builder's record directly. */
static struct event *set_up(struct transcript *t, enum event_kind kind, int player, const char *at)
{
    need_game(t, at);
    guesses_settle(&t->guesses);
    struct event *e = game_add_event(t->m, t->b.g, kind, player);
    e->place = here(t, at);
    return e;
}

static void was_set_up(struct transcript *t, const struct event *e)
{
    replay_apply(&t->b.r, e, NULL);
    guesses_begin(&t->guesses, &t->b);
}

/* IDs do not hold the variation: what is not on the board is off. */
static bool read_board(const struct transcript *t, struct span id, struct board *b)
{
    const char *problem;
    size_t fault;
    if (!position_id_read(id, b, &problem, &fault))
        return false;
    const int all = variant_chequers(t->m->rules.variant);
    b->off[0] = (int8_t)(all - board_in_play(b));
    b->off[1] = (int8_t)(all - board_opponent_in_play(b));
    return b->off[0] >= 0 && b->off[1] >= 0;
}

/* `board a 4HPwATDgc/ABMA`: the board as this player, who is on roll, sees it. */
static void line_board(struct transcript *t)
{
    const struct span who = scan_word(&t->s), id = scan_word(&t->s);
    const int player = player_of(t, who);
    struct board b;
    if (player == NOBODY || !read_board(t, id, &b)) {
        not_understood(t, who, "a player (a or b) and a Position ID");
        return;
    }
    struct event *e = set_up(t, EVENT_SET_BOARD, player, who.at);
    event_set_board(t->m, e, &b);
    was_set_up(t, e);
}

/* `cube 2 a`: where the cube stands and whose it is, - for nobody's. */
static void line_cube(struct transcript *t)
{
    long n = 0;
    scan_blanks(&t->s);
    const char *at = t->s.at;
    const bool there = scan_int(&t->s, &n) && n >= 1 && n <= 1 << CUBE_MAX_LOG2;
    const struct span who = scan_word(&t->s);
    const int owner = player_of(t, who);
    if (!there || (owner == NOBODY && !span_equal(who, "-"))) {
        not_understood(t, (struct span){at, (size_t)(t->s.end - at)}, "where the cube stands and whose it is");
        t->s.at = t->s.end;
        return;
    }
    struct event *e = set_up(t, EVENT_SET_CUBE, 0, at);
    e->value = (int)n;
    e->owner = owner == NOBODY ? CUBE_CENTRED : (int8_t)owner;
    was_set_up(t, e);
}

#define FACT(word_, fact_)                                                                                             \
    {                                                                                                                  \
        .word = word_, .fact = offsetof(struct match_info, fact_), .head = true                                        \
    }

static const struct line_word {
    const char *word;
    void (*read)(struct transcript *t); /* NULL: what follows is a fact about the match */
    size_t fact;
    bool head; /* only before the first game */
} line_words[] = {
    {.word = "names", .read = head_names, .head = true},
    {.word = "length", .read = head_length, .head = true},
    {.word = "rules", .read = head_rules, .head = true},
    FACT("date", date),
    FACT("event", event),
    FACT("round", round),
    FACT("place", place),
    FACT("annotator", annotator),
    FACT("site", site),
    FACT("match", match_id),
    FACT("time", time),
    {.word = "score", .read = line_score},
    {.word = "=", .read = line_result},
    {.word = "board", .read = line_board},
    {.word = "cube", .read = line_cube},
};

/* The row of the word that the line begins with, and what is behind it. */
static const struct line_word *line_word(struct span line, struct span *rest)
{
    for (size_t i = 0; i < sizeof line_words / sizeof *line_words; i++) {
        const size_t n = strlen(line_words[i].word);
        const bool ends = line.length == n || (line.length > n && strchr(" \t", line.at[n]) != NULL) || n == 1;
        if (span_starts_nocase(line, line_words[i].word) && ends) {
            *rest = span_sub(line, n, line.length);
            return &line_words[i];
        }
    }
    return NULL;
}

/* ---- what is ahead ---- */

static bool is_die(char c)
{
    return c >= '0' && c <= '6';
}

/* Two dice that are not the beginning of a move. */
static bool at_dice(struct span s)
{
    return s.length >= 2 && is_die(s.at[0]) && is_die(s.at[1]) &&
           (s.length == 2 || strchr("0123456789/*(", s.at[2]) == NULL);
}

/* The first thing that is no comment, in this line or those behind it; empty at the end of the text. */
static struct span ahead(const struct transcript *t)
{
    struct lines lines = t->lines;
    struct span rest = span_trim(scan_rest(&t->s));
    while (rest.length == 0 || rest.at[0] == '#') {
        if (!lines_next(&lines))
            return (struct span){"", 0};
        rest = span_trim(lines.line);
    }
    return rest;
}

static bool game_ends_here(const struct transcript *t)
{
    const struct span next = ahead(t);
    return next.length == 0 || next.at[0] == '=' || span_starts_nocase(next, "score ");
}

static bool turn_follows(const struct transcript *t)
{
    const struct span next = ahead(t);
    return at_dice(next) || span_equal_nocase(next, "d") || span_starts_nocase(next, "d ");
}

/* ---- rolls ---- */

/* Who rolls or doubles now, or answers. A game is begun by who throws the larger die, the first one being player a's.
 */
static int actor(struct transcript *t, enum event_kind kind, const int dice[2], const char *at)
{
    const struct replay *r = guesses_now(&t->guesses);
    const int named = t->named;
    const struct place p = here(t, at);
    t->named = NOBODY;
    if (named != NOBODY)
        return named;
    if (r->started || kind != EVENT_PLAY)
        return replay_actor(r, kind);
    if (dice[0] == dice[1])
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column,
                "a game begins with %d%d: a or b in front says whose roll it is; taken for a's", dice[0], dice[1]);
    return dice[0] < dice[1];
}

struct roll {
    int dice[2], player;
    struct span text; /* of the play, as typed */
    bool words; /* of another source, for what cannot be played */
    char mark; /* . ? ! - or 0 */
    struct span id; /* behind ! : the board that stood there afterwards */
    struct place place;
};

/* A word of digits that could be the next roll, or a letter that could name the next player. */
static bool may_be_next(struct span word)
{
    return (word.length == 2 && at_dice(word)) || span_equal_nocase(word, "b");
}

static bool is_word(char c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') || c == '/' || c == '*' || c == '(' ||
           c == ')' || (unsigned char)c >= 0x80;
}

static struct span word_here(const struct transcript *t)
{
    const char *end = t->s.at;
    while (end < t->s.end && is_word(*end))
        end++;
    return (struct span){t->s.at, (size_t)(end - t->s.at)};
}

static void skip_blanks(struct scan *s)
{
    for (scan_blanks(s); scan_char(s, ',');)
        scan_blanks(s);
}

/* The next word with what was read before it. */
static struct span with_next(struct transcript *t, const struct roll *r, struct span *word)
{
    skip_blanks(&t->s);
    *word = word_here(t);
    const char *from = r->text.length > 0 ? r->text.at : word->at;
    return (struct span){from, (size_t)(word->at + word->length - from)};
}

/* Could the next word belong to the play, alone or with words that follow? */
static bool leads_to_play(const struct transcript *t, const struct roll *r)
{
    struct transcript ahead = *t;
    struct span word;
    for (int n = 0; n < PLAY_STEPS; n++) {
        const struct span text = with_next(&ahead, r, &word);
        if (!terse_is_part(word))
            return false;
        if (guesses_most(&t->guesses, r->player, r->dice, text) > 0)
            return true;
        ahead.s.at += word.length;
    }
    return false;
}

/* The parts of the play, as long as they can be parts. */
static void read_parts(struct transcript *t, struct roll *r)
{
    struct span word;
    for (;;) {
        const struct span text = with_next(t, r, &word);
        if (!terse_is_part(word) || (may_be_next(word) && !leads_to_play(t, r)))
            return;
        r->text = text;
        t->s.at += word.length;
    }
}

/* `31 "Illegal play"!`; without the mark it is a comment. */
static void read_words(struct transcript *t, struct roll *r)
{
    const char *start = t->s.at;
    if (r->text.length > 0 || start == t->s.end || *start != '"')
        return;
    const struct span text = read_quoted(t);
    r->words = t->s.at < t->s.end && *t->s.at == '!';
    if (r->words)
        r->text = text;
    else
        t->s.at = start;
}

static void read_mark(struct transcript *t, struct roll *r)
{
    if (t->s.at < t->s.end && strchr(".?!-", *t->s.at) != NULL)
        r->mark = *t->s.at++;
    if (r->mark == '!' && scan_char(&t->s, '@'))
        r->id = scan_word(&t->s);
}

/* How many of the words fit this play. */
static int words_that_fit(const struct legal_play *play, const struct board *b, const struct roll *r)
{
    struct scan s = scan_of(r->text);
    int n = 0;
    while (!scan_done(&s)) {
        struct legal_play copy = *play;
        struct move_list alone = {.n = 1, .at = &copy, .capacity = 1};
        n += terse_filter(scan_word(&s), b, r->dice[0], r->dice[1], &alone);
    }
    return n;
}

/* The legal plays nearest to what was typed: those that most of its words fit. */
static void put_nearest(struct strbuf *out, const struct board *b, const struct roll *r)
{
    struct move_list legal = {0};
    const int n = moves_list(b, r->dice[0], r->dice[1], &legal);
    int most = 0, named = 0;
    for (int i = 0; i < n; i++) {
        const int fit = words_that_fit(&legal.at[i], b, r);
        most = fit > most ? fit : most;
    }
    for (int i = 0; i < n && named <= NEAREST; i++)
        if (words_that_fit(&legal.at[i], b, r) == most && named++ < NEAREST) {
            strbuf_puts(out, named > 1 ? ", " : "");
            notation_write(out, b, &legal.at[i].play, NOTATION_MERGED);
        }
    strbuf_puts(out, n == 0 ? "nothing can be moved" : named > NEAREST ? " ..." : "");
    moves_free(&legal);
}

/* ---- what does not add up ---- */

enum { DESCRIBED = 100 }; /* faults whose message says what fits */

static void warn_of_play(struct transcript *t, const struct roll *r)
{
    const struct board b = position_board(&guesses_now(&t->guesses)->now, r->player);
    const struct place p = r->text.length > 0 ? here(t, r->text.at) : r->place;
    struct strbuf near = {0};
    if (t->b.d->n_warnings < DESCRIBED)
        put_nearest(&near, &b, r);
    if (r->text.length > 0)
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "found \"%.*s\", which is no play of %d%d%s%s",
                shown(r->text), r->text.at, r->dice[0], r->dice[1], near.length > 0 ? "; nearest: " : "",
                strbuf_text(&near));
    else
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column, "%d%d is not forced%s%s", r->dice[0], r->dice[1],
                near.length > 0 ? "; legal: " : "", strbuf_text(&near));
    strbuf_done(&near);
}

/* Kept as it was typed, whatever the rules say. */
static void play_as_typed(struct transcript *t, const struct roll *r)
{
    struct play play = {0};
    const char *problem;
    struct board board;
    guesses_settle(&t->guesses);
    board = position_board(&t->b.r.now, r->player);
    const bool legal = !r->words && notation_read(r->text, &board, r->dice[0], r->dice[1], &play, &problem, NULL);
    if (r->words || r->text.length == 0 || (!legal && play.n < 0))
        builder_dance(&t->b, r->player, r->dice[0], r->dice[1], r->place);
    else
        builder_play(&t->b, r->player, r->dice[0], r->dice[1], r->text, r->place);
    struct event *e = &t->b.g->events[t->b.g->n_events - 1];
    if (e->text == NULL && r->text.length > 0 && !legal)
        e->text = arena_span(t->m->arena, r->text);
    if (r->id.length > 0 && read_board(t, r->id, &board)) {
        e->flags |= EVENT_AFTER_GIVEN;
        event_set_board(t->m, e, &board);
        t->b.r = t->b.before_roll;
        replay_apply(&t->b.r, e, NULL);
    }
    guesses_begin(&t->guesses, &t->b);
}

/* ---- turns ---- */

static bool play(struct transcript *t, const struct roll *r, enum play_said how)
{
    return guesses_play(&t->guesses, r->player, r->dice, r->text, how, r->place);
}

/* Dice alone: forced, or the last that was seen of the game; else somebody forgot the play. */
static void play_nothing(struct transcript *t, const struct roll *r)
{
    if (play(t, r, PLAY_FORCED))
        return;
    if (!turn_follows(t)) {
        guesses_event(&t->guesses, EVENT_ROLL, r->player, r->dice, 0, r->place);
        return;
    }
    diag_at(t->b.d, SEVERITY_WARNING, r->place.line, r->place.column,
            "found %d%d without a play, which is not forced: taken for lost", r->dice[0], r->dice[1]);
    play(t, r, PLAY_LOST);
}

static void play_roll(struct transcript *t, const struct roll *r)
{
    const bool is_roll = r->dice[0] > 0 && r->dice[1] > 0, alone = r->text.length == 0;
    const enum play_said how = r->mark == '?' ? PLAY_LOST : r->mark == '.' && alone ? PLAY_FORCED : PLAY_TYPED;
    if (r->mark == '-') {
        guesses_event(&t->guesses, EVENT_ROLL, r->player, r->dice, 0, r->place);
    } else if (r->mark == '!' || !is_roll) {
        play_as_typed(t, r);
    } else if (r->mark == '\0' && alone) {
        play_nothing(t, r);
    } else if (!play(t, r, how)) {
        warn_of_play(t, r);
        play_as_typed(t, r);
    }
}

static void read_roll(struct transcript *t)
{
    struct roll r = {.dice = {t->s.at[0] - '0', t->s.at[1] - '0'}, .place = here(t, t->s.at)};
    need_game(t, t->s.at);
    r.player = actor(t, EVENT_PLAY, r.dice, t->s.at);
    t->s.at += 2;
    scan_char(&t->s, ':');
    r.text = (struct span){t->s.at, 0};
    skip_blanks(&t->s);
    if (r.dice[0] > 0 && r.dice[1] > 0)
        read_parts(t, &r);
    read_words(t, &r);
    read_mark(t, &r);
    play_roll(t, &r);
    if (guesses_over(&t->guesses, true) && !guesses_over(&t->guesses, false))
        guesses_keep(&t->guesses, game_ends_here(t));
}

static const struct action {
    const char *word;
    size_t least; /* letters */
    enum event_kind kind;
} actions[] = {
    {"double", 1, EVENT_DOUBLE}, {"take", 1, EVENT_TAKE},       {"pass", 1, EVENT_DROP},
    {"drop", 2, EVENT_DROP},     {"redouble", 3, EVENT_DOUBLE}, {"resign", 1, EVENT_RESIGN},
    {"beaver", 2, EVENT_BEAVER}, {"raccoon", 2, EVENT_RACCOON},
};

static bool is_number_for(enum event_kind kind, int n)
{
    if (kind == EVENT_RESIGN)
        return n <= 3;
    return n > 1 && n <= 1 << CUBE_MAX_LOG2 && (n & (n - 1)) == 0 && kind != EVENT_TAKE && kind != EVENT_DROP;
}

/* The action that the letters of `word` begin, and the number behind them, -1 = none; NULL = none. */
static const struct action *action_of(struct span word, int *number)
{
    size_t letters = 0;
    *number = -1;
    while (letters < word.length && (word.at[letters] < '0' || word.at[letters] > '9'))
        letters++;
    for (size_t i = letters; i < word.length && *number < 100000; i++) {
        if (word.at[i] < '0' || word.at[i] > '9')
            return NULL;
        *number = (*number < 0 ? 0 : 10 * *number) + (word.at[i] - '0');
    }
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
        const struct action *a = &actions[i];
        char begin[16] = "";
        if (letters < a->least || letters > strlen(a->word) || (*number >= 0 && !is_number_for(a->kind, *number)))
            continue;
        memcpy(begin, word.at, letters);
        if (span_starts_nocase(span_of(a->word), begin))
            return a;
    }
    return NULL;
}

/* `r2` is accepted; `r2 n` refused, `r2 -` not answered. */
static void resign(struct transcript *t, int player, int size, struct place place)
{
    static const int no_dice[2] = {0};
    guesses_event(&t->guesses, EVENT_RESIGN, player, no_dice, size < 0 ? 1 : size, place);
    scan_blanks(&t->s);
    const struct span next = word_here(t);
    if (span_equal_nocase(next, "n") || span_equal_nocase(next, "no")) {
        t->s.at += next.length;
        guesses_event(&t->guesses, EVENT_RESIGN_REFUSE, !player, no_dice, 0, place);
    } else if (!scan_char(&t->s, '-')) {
        guesses_event(&t->guesses, EVENT_RESIGN_ACCEPT, !player, no_dice, 0, place);
    }
}

static void act(struct transcript *t, const struct action *a, int number, const char *at)
{
    static const int no_dice[2] = {0};
    need_game(t, at);
    const int player = actor(t, a->kind, no_dice, at);
    if (a->kind == EVENT_RESIGN)
        resign(t, player, number, here(t, at));
    else
        guesses_event(&t->guesses, a->kind, player, no_dice, number > 0 ? number : 0, here(t, at));
}

static void read_word(struct transcript *t)
{
    struct span word = word_here(t);
    int number;
    const struct action *a = action_of(word, &number);
    const char *at = word.at;
    word.length += word.length == 0; /* whatever stands there */
    t->s.at += word.length;
    const bool named = scan_char(&t->s, ':') || (word.length == 1 && a == NULL);
    const int player = named ? player_of(t, word) : NOBODY;
    if (player != NOBODY)
        t->named = player;
    else if (a != NULL)
        act(t, a, number, at);
    else
        not_understood(t, word, "dice, d, t, p, r, or a name with a colon");
}

static void read_turns(struct transcript *t)
{
    for (skip_blanks(&t->s); t->s.at < t->s.end; skip_blanks(&t->s)) {
        if (*t->s.at == '#')
            rest_is_comment(t);
        else if (*t->s.at == '"')
            add_comment(t, read_quoted(t));
        else if (at_dice(scan_rest(&t->s)))
            read_roll(t);
        else if (!scan_char(&t->s, ';'))
            read_word(t);
    }
}

/* ---- the file ---- */

static void read_line(struct transcript *t)
{
    struct span rest;
    const struct line_word *w = line_word(span_trim(t->lines.line), &rest);
    t->s = scan_of(w != NULL ? rest : t->lines.line);
    t->headed = t->headed || (w != NULL && w->head);
    if (w != NULL && w->head && t->m->n_games > 0)
        not_understood(t, span_trim(t->lines.line), "it before the first game");
    else if (w != NULL && w->read == NULL)
        *(const char **)((char *)&t->m->info + w->fact) = read_text(t, '\0');
    else if (w != NULL)
        w->read(t);
    if (w == NULL || !w->head)
        read_turns(t);
}

static bool transcript_read(struct span text, struct receiver *out, struct diags *d)
{
    struct transcript t = {.m = match_new(), .named = NOBODY};
    builder_begin(&t.b, t.m, d);
    t.m->format = "transcript";
    lines_begin(&t.lines, text);
    while (lines_next(&t.lines))
        read_line(&t);
    if (t.b.g != NULL)
        guesses_settle(&t.guesses);
    guesses_done(&t.guesses);
    if (t.headed && t.m->n_games == 0) {
        builder_done(&t.b);
        match_hand_on(t.m, out);
        return true;
    }
    return builder_finish(&t.b, out, t.lines.number, "dice and a play, like 31 8/5 6/5");
}

/* A line of turns: dice, parts of plays, marks, actions. */
static bool is_line_of_turns(struct span line)
{
    struct scan s = scan_of(line);
    bool rolled = false;
    while (!scan_done(&s)) {
        const struct span word = scan_word(&s);
        int number;
        if (word.at[0] == '#' || word.at[0] == '"')
            break;
        if (!at_dice(span_sub(word, 0, 2)) && !terse_is_part(word) && action_of(word, &number) == NULL &&
            letter_of(word) == NOBODY)
            return false;
        rolled = rolled || at_dice(span_sub(word, 0, 2));
    }
    return rolled;
}

/* Two names with a comma, or how long the match is: what says that this is a transcript. */
static bool is_telling(const struct line_word *w, struct span rest)
{
    long n;
    return (w->read == head_names && memchr(rest.at, ',', rest.length) != NULL) ||
           (w->read == head_length && span_int(span_trim(rest), &n));
}

/* Certain where the head says so; without one the first ten lines are turns. */
static int transcript_sniff(struct span head)
{
    struct lines l;
    struct span rest;
    int turns = 0;
    bool known = false;
    for (lines_begin(&l, head); lines_next(&l) && turns < 10;) {
        const struct span line = span_trim(l.line);
        if (line.length == 0 || line.at[0] == '#')
            continue;
        const struct line_word *w = line_word(line, &rest);
        if (w == NULL && !is_line_of_turns(line))
            break;
        known = known || (w != NULL && is_telling(w, rest));
        turns += w == NULL;
    }
    return known ? 80 : turns >= 2 ? 20 : 0;
}

static const char *const extensions[] = {"kbt", NULL};

const struct importer transcript_importer = {
    .name = "transcript",
    .holds = "match",
    .title = "Transcript, as typed at the board",
    .extensions = extensions,
    .sniff = transcript_sniff,
    .read = transcript_read,
};
