/* The turns of a transcript: dice and plays, marks, actions, comments. */
#include <string.h>

#include "import/transcript/transcript.h"
#include "format/terse.h"

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
    const struct place p = transcript_place(t, at);
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
static bool leads_to_play(struct transcript *t, const struct roll *r)
{
    struct transcript ahead = *t;
    struct span word;
    for (int n = 0; n < PLAY_STEPS; n++) {
        const struct span text = with_next(&ahead, r, &word);
        if (!terse_is_part(word))
            return false;
        if (guesses_fit(&t->guesses, r->player, r->dice, text))
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
    const struct span text = transcript_quoted(t);
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

/* ---- turns ---- */

static bool play(struct transcript *t, const struct roll *r, enum play_entry how)
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
    const enum play_entry how = r->mark == '?' ? PLAY_LOST : r->mark == '.' && alone ? PLAY_FORCED : PLAY_TYPED;
    if (r->mark == '-') {
        guesses_event(&t->guesses, EVENT_ROLL, r->player, r->dice, 0, r->place);
    } else if (r->mark == '!' || !is_roll) {
        transcript_play_as_typed(t, r);
    } else if (r->mark == '\0' && alone) {
        play_nothing(t, r);
    } else if (!play(t, r, how)) {
        transcript_warn_of_play(t, r);
        transcript_play_as_typed(t, r);
    }
}

static void read_roll(struct transcript *t)
{
    struct roll r = {.dice = {t->s.at[0] - '0', t->s.at[1] - '0'}, .place = transcript_place(t, t->s.at)};
    transcript_need_game(t, t->s.at);
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
    transcript_need_game(t, at);
    const int player = actor(t, a->kind, no_dice, at);
    if (a->kind == EVENT_RESIGN)
        resign(t, player, number, transcript_place(t, at));
    else
        guesses_event(&t->guesses, a->kind, player, no_dice, number > 0 ? number : 0, transcript_place(t, at));
}

/* Nothing has been read that names the players or begins a game. */
static bool is_nameless(const struct transcript *t)
{
    return t->m->n_games == 0 && t->m->length == 0 && t->m->player[0].name[0] == '\0';
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
    const int player = named ? transcript_player(t, word) : NOBODY;
    if (player != NOBODY)
        t->named = player;
    else if (a != NULL)
        act(t, a, number, at);
    else
        transcript_not_understood(t, word,
                                  is_nameless(t) ? W_("two names with a comma between them")
                                                 : W_("dice, d, t, p, r, or a name with a colon"));
}

/* What stands behind a #, without the blank that parts it from it. */
static void rest_is_comment(struct transcript *t)
{
    scan_char(&t->s, '#');
    scan_char(&t->s, ' ');
    transcript_comment(t, scan_rest(&t->s));
    t->s.at = t->s.end;
}

void transcript_turns(struct transcript *t)
{
    for (skip_blanks(&t->s); t->s.at < t->s.end; skip_blanks(&t->s)) {
        if (*t->s.at == '#')
            rest_is_comment(t);
        else if (*t->s.at == '"')
            transcript_comment(t, transcript_quoted(t));
        else if (at_dice(scan_rest(&t->s)))
            read_roll(t);
        else if (!scan_char(&t->s, ';'))
            read_word(t);
    }
}

bool transcript_is_turns(struct span line)
{
    struct scan s = scan_of(line);
    bool rolled = false;
    while (!scan_done(&s)) {
        const struct span word = scan_word(&s);
        int number;
        if (word.at[0] == '#' || word.at[0] == '"')
            break;
        if (!at_dice(span_sub(word, 0, 2)) && !terse_is_part(word) && action_of(word, &number) == NULL &&
            transcript_letter(word) == NOBODY)
            return false;
        rolled = rolled || at_dice(span_sub(word, 0, 2));
    }
    return rolled;
}
