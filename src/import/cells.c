/* Cutting .mat lines; see cells.h. */
#include "import/cells.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "import/lines.h"
#include "match/notation.h"

enum { RIGHT_HALF = 20, SAME_CELL_GAP = 6, TAB = 8 };

/* What programs write; and what people and programs write in other forms and languages, which means an action where
 * nothing but a number is behind it and a gap before it. Words between bars. */
static const struct keyword {
    const char *words;
    enum cell_kind kind;
    bool alone;
} keywords[] = {
    {"|doubles|double|redoubles|redouble|", CELL_DOUBLE, false},
    {"|doubled|redoubled|verdoppelt|doppelt|raddoppia|dobla|redobla|", CELL_DOUBLE, true},
    {"|beavers|beaver|", CELL_BEAVER, false},
    {"|raccoons|raccoon|racoons|racoon|", CELL_RACCOON, false},
    {"|takes|take|accepts|accept|", CELL_TAKE, false},
    {"|accepted|taken|nimmt an|angenommen|annahme|accepte|prend|accetta|prende|acepta|toma|", CELL_TAKE, true},
    {"|drops|drop|passes|pass|rejects|", CELL_DROP, false},
    {"|dropped|passed|reject|rejected|declines|declined|refuses|refused|folds|folded|passt|lehnt ab|abgelehnt|passe|"
     "refuse|passa|rifiuta|pasa|rechaza|",
     CELL_DROP, true},
    {"|wins|win|", CELL_WINS, false},
    {"|won|gewinnt|gagne|vince|gana|", CELL_WINS, true},
    {"|losses|loses|", CELL_LOSSES, false},
    {"|lost|verliert|perd|perde|pierde|", CELL_LOSSES, true},
    {"|resigns|concedes|concede|conceded|resigned|resign|forfeits|forfeit|forfeited|gives up|gave up|give up|"
     "timed out|times out|time out|timeout|out of time|loses on time|lost on time|quits|quit|abandons|abandoned|"
     "disconnects|disconnected|left the game|leaves|",
     CELL_RESIGNS, false},
    {"|given up|gibt auf|aufgegeben|abandonne|abandon|abbandona|abandona|se rinde|connection lost|lost connection|",
     CELL_RESIGNS, true},
};

static bool is_bracket(char c)
{
    return c != '\0' && strchr("([{<*", c) != NULL;
}

/* The word or words of a row at `s`; how many bytes, 0 = none. The longest: "loses", "loses on time". */
static size_t word_at(struct scan s, const char *words)
{
    size_t longest = 0;
    for (const char *word = words + 1; *word != '\0';) {
        const size_t n = strcspn(word, "|");
        const bool here = (size_t)(s.end - s.at) >= n && strncasecmp(s.at, word, n) == 0;
        if (here && (s.at + n == s.end || !isalpha((unsigned char)s.at[n])) && n > longest)
            longest = n;
        word += n + 1;
    }
    return longest;
}

static bool stands_alone(const char *at, const char *end)
{
    const struct span rest = {at, (size_t)(end - at)};
    const struct span word = span_trim(rest);
    return word.length == 0 || !isalpha((unsigned char)word.at[0]) || word.at - rest.at > 2;
}

static const struct keyword *keyword_of_length(const char *at, const char *end, size_t *length)
{
    const struct keyword *found = NULL;
    *length = 0;
    if (at < end && is_bracket(*at)) /* "(timeout)" */
        at++;
    if (at == end || !isalpha((unsigned char)*at))
        return NULL;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const size_t n = word_at((struct scan){at, end}, keywords[i].words);
        if (n > *length && (!keywords[i].alone || stands_alone(at + n, end))) {
            found = &keywords[i];
            *length = n;
        }
    }
    return found;
}

static const struct keyword *keyword_at(const char *at, const char *end)
{
    size_t length;
    return keyword_of_length(at, end, &length);
}

static bool dice_at(const char *at, const char *end)
{
    return end - at >= 3 && at[0] >= '0' && at[0] <= '9' && at[1] >= '0' && at[1] <= '9' && at[2] == ':';
}

/* Digits and ')' or ']': a move number. Returns what follows, or NULL. */
static const char *after_number(const char *at, const char *end)
{
    const char *from = at;
    while (at < end && isdigit((unsigned char)*at))
        at++;
    return at > from && at < end && (*at == ')' || *at == ']') ? at + 1 : NULL;
}

static const char *skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

bool line_is_numbered(struct span line)
{
    const char *end = line.at + line.length;
    return after_number(skip_blanks(line.at, end), end) != NULL;
}

bool line_is_cell(struct span line)
{
    const char *end = line.at + line.length, *at = skip_blanks(line.at, end);
    return at < end && (dice_at(at, end) || keyword_at(at, end) != NULL);
}

/* The column as seen on the screen, from 0, with tabs every 8. */
static int screen_column(struct span line, const char *at)
{
    int column = 0;
    for (const char *p = line.at; p < at && column < 10 * RIGHT_HALF; p++) {
        if (*p == '\t')
            column = (column / TAB + 1) * TAB;
        else if (((unsigned char)*p & 0xc0) != 0x80)
            column++;
    }
    return column;
}

/* "32: Concedes" is one cell; "32:            Concedes" is two. */
static bool belongs_to_dice(const struct keyword *k, const char *dice_end, const char *at)
{
    return k->kind == CELL_RESIGNS && dice_end != NULL && at - dice_end < SAME_CELL_GAP;
}

/* Where a remark that begins at `at` ends: at dice or a word of the other column, behind a gap that a sentence has not.
 */
static const char *end_of_remark(const char *at, const char *end)
{
    int blanks = 0;
    for (const char *p = at; p < end; p++) {
        if ((blanks >= 2 && dice_at(p, end)) || (blanks >= 3 && keyword_at(p, end) != NULL))
            return p;
        blanks = *p == ' ' ? blanks + 1 : 0;
    }
    return end;
}

/* Words, question marks or dashes behind a play and a gap, or words directly behind a move: the other column's, or a
 * remark. Moves begin with a point, bar or off, and counts of them stand in brackets. */
static bool begins_words(const char *at, const char *end, int blanks, bool moved)
{
    const bool bracketed = is_bracket(*at) && at + 1 < end && isalpha((unsigned char)at[1]);
    const bool word = end - at >= 2 && isalpha((unsigned char)at[0]) && isalpha((unsigned char)at[1]);
    struct scan s = {at + bracketed, end};
    return (blanks >= 2 || (moved && (word || bracketed))) && !isdigit((unsigned char)*at) &&
           (bracketed || strchr("(*[/", *at) == NULL) && !scan_word_nocase(&s, "bar") && !scan_word_nocase(&s, "off");
}

/* Where the next cell begins after `at`; `dice_end` is the end of the dice that begin the present one, or NULL. */
static const char *next_cell(const char *at, const char *end, const char *dice_end)
{
    bool only_blanks = true; /* since the dice */
    bool moved = false;
    int blanks = 0;
    for (const char *p = at; p < end; p++) {
        if (*p == ' ' || *p == '\t') {
            blanks += *p == '\t' ? 2 : 1;
            continue;
        }
        bool token = p > at && (p[-1] == ' ' || p[-1] == '\t');
        if (token && (dice_at(p, end) || after_number(p, end) != NULL || *p == ';'))
            return p;
        const struct keyword *k = token && (blanks >= 2 || moved || !is_bracket(*p)) ? keyword_at(p, end) : NULL;
        if (k != NULL && (!k->alone || blanks >= 2) && !(only_blanks && belongs_to_dice(k, dice_end, p)))
            return p;
        if (token && dice_end != NULL && !only_blanks && begins_words(p, end, blanks, moved))
            return p;
        blanks = 0;
        struct scan illegal = {p, end};
        if (token && scan_word_nocase(&illegal, "illegal")) {
            const char *close = memchr(p, ')', (size_t)(end - p));
            p = close != NULL ? close : p;
        }
        only_blanks = only_blanks && dice_end != NULL && p < dice_end;
        while (p + 1 < end && p[1] != ' ' && p[1] != '\t')
            moved = *p++ == '/' || moved;
    }
    return end;
}

static bool is_question(struct span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] != '?')
            return false;
    return text.length > 0;
}

/* Dashes, dots and question marks stand for a turn of which there is nothing to tell. */
static bool says_nothing(struct span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (strchr("-.?_", text.at[i]) == NULL)
            return false;
    return text.length > 0;
}

/* A play without what sets it off from words behind it, "13/7 8/7 - resigns". */
static struct span without_marks(struct span play)
{
    while (play.length > 1 && strchr("-,;:", play.at[play.length - 1]) != NULL && memchr(play.at, '/', play.length))
        play = span_trim(span_sub(play, 0, play.length - 1));
    return play;
}

static void read_dice_cell(struct cell *c, struct span text)
{
    c->dice[0] = text.at[0] - '0';
    c->dice[1] = text.at[1] - '0';
    struct span rest = without_marks(span_trim(span_sub(text, 3, text.length)));
    c->text = rest;
    struct scan s = scan_of(rest);
    if (notation_says_dance(rest) || scan_word_nocase(&s, "cannot") || scan_word_nocase(&s, "can't")) {
        c->kind = CELL_DANCE;
    } else if (is_question(rest)) {
        c->kind = CELL_ROLL;
    } else if (scan_word_nocase(&s, "illegal")) {
        const char *open = memchr(rest.at, '(', rest.length);
        const char *from = open != NULL ? open + 1 : rest.at + rest.length;
        size_t length = (size_t)(rest.at + rest.length - from);
        const char *close = memchr(from, ')', length);
        c->kind = CELL_ILLEGAL;
        if (open != NULL)
            c->text = (struct span){from, close != NULL ? (size_t)(close - from) : length};
    } else if (keyword_at(rest.at, rest.at + rest.length) != NULL) {
        c->kind = CELL_RESIGNS;
    } else {
        c->kind = CELL_PLAY;
    }
}

/* The number behind a word: "Doubles => 4", "Doubles to 4", "Wins (2)". */
static void read_word_cell(struct cell *c, struct span text)
{
    struct scan s = scan_of(text);
    size_t length;
    c->kind = keyword_of_length(s.at, s.end, &length)->kind;
    s.at += length + is_bracket(*text.at);
    scan_blanks(&s);
    scan_word_nocase(&s, "to");
    while (s.at < s.end && strchr(" :=-(", *s.at) != NULL)
        s.at++;
    scan_char(&s, '>');
    scan_blanks(&s);
    if (!scan_int(&s, &c->value))
        c->value = 0;
}

static void read_cell(struct cell *c, struct span text)
{
    const char *end = text.at + text.length;
    const struct keyword *k = keyword_at(text.at, end);
    c->text = text;
    if (text.length > 0 && text.at[0] == ';') {
        c->kind = CELL_REMARK;
        c->text = span_trim(span_sub(text, 1, text.length));
    } else if (dice_at(text.at, end))
        read_dice_cell(c, text);
    else if (k != NULL)
        read_word_cell(c, text);
    else if (says_nothing(text))
        c->kind = CELL_NOTHING;
    else
        c->kind = CELL_UNKNOWN;
}

/* Directly behind a play, words of giving up are its player's. */
static bool goes_with(const struct cell *c, const char *at, const struct cell *before)
{
    if (c->kind != CELL_RESIGNS || before == NULL || before->dice[0] == 0 || at[-1] == '\t')
        return false;
    return at - before->text.at < 3 || at[-2] != ' ' || at[-3] != ' ';
}

int cells_cut(struct span line, struct cell cells[CELLS_MAX])
{
    const char *end = line.at + line.length, *at = skip_blanks(line.at, end);
    int n = 0;
    while (at < end && n < CELLS_MAX) {
        const char *number = after_number(at, end);
        if (number != NULL) {
            at = skip_blanks(number, end);
            continue;
        }
        const char *dice_end = dice_at(at, end) ? at + 3 : NULL;
        const char *stop = n == CELLS_MAX - 1 ? end
                           : *at == ';'       ? end_of_remark(at, end)
                                              : next_cell(at, end, dice_end);
        struct cell *c = &cells[n];
        *c = (struct cell){.column = (int)(at - line.at) + 1};
        read_cell(c, span_trim((struct span){at, (size_t)(stop - at)}));
        c->text_column = (int)(c->text.at - line.at) + 1;
        c->player = n > 0 || screen_column(line, at) >= RIGHT_HALF;
        if (goes_with(c, at, n > 0 ? &cells[n - 1] : NULL))
            c->player = cells[n - 1].player;
        n++;
        at = stop;
    }
    return n;
}
