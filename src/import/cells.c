/* Cutting .mat lines; see cells.h. */
#include "import/cells.h"

#include <ctype.h>
#include <string.h>

#include "import/lines.h"
#include "match/notation.h"

enum { RIGHT_HALF = 20, SAME_CELL_GAP = 6, TAB = 8 };

static const struct keyword {
    const char *word;
    enum cell_kind kind;
} keywords[] = {
    {"doubles", CELL_DOUBLE},
    {"double", CELL_DOUBLE},
    {"redoubles", CELL_DOUBLE},
    {"redouble", CELL_DOUBLE},
    {"beavers", CELL_BEAVER},
    {"beaver", CELL_BEAVER},
    {"raccoons", CELL_RACCOON},
    {"raccoon", CELL_RACCOON},
    {"racoons", CELL_RACCOON},
    {"racoon", CELL_RACCOON},
    {"takes", CELL_TAKE},
    {"take", CELL_TAKE},
    {"accepts", CELL_TAKE},
    {"accept", CELL_TAKE},
    {"drops", CELL_DROP},
    {"drop", CELL_DROP},
    {"passes", CELL_DROP},
    {"pass", CELL_DROP},
    {"rejects", CELL_DROP},
    {"wins", CELL_WINS},
    {"win", CELL_WINS},
    {"losses", CELL_LOSSES},
    {"loses", CELL_LOSSES},
    {"resigns", CELL_RESIGNS},
    {"concedes", CELL_RESIGNS},
    {"concede", CELL_RESIGNS},
    {"conceded", CELL_RESIGNS},
    {"resigned", CELL_RESIGNS},
    {"resign", CELL_RESIGNS},
    {"forfeits", CELL_RESIGNS},
    {"forfeit", CELL_RESIGNS},
    {"forfeited", CELL_RESIGNS},
    {"gives up", CELL_RESIGNS},
    {"gave up", CELL_RESIGNS},
    {"give up", CELL_RESIGNS},
    {"timed out", CELL_RESIGNS},
    {"times out", CELL_RESIGNS},
    {"time out", CELL_RESIGNS},
    {"timeout", CELL_RESIGNS},
    {"out of time", CELL_RESIGNS},
    {"loses on time", CELL_RESIGNS},
    {"lost on time", CELL_RESIGNS},
    {"quits", CELL_RESIGNS},
    {"quit", CELL_RESIGNS},
    {"abandons", CELL_RESIGNS},
    {"abandoned", CELL_RESIGNS},
    {"disconnects", CELL_RESIGNS},
    {"disconnected", CELL_RESIGNS},
    {"left the game", CELL_RESIGNS},
    {"leaves", CELL_RESIGNS},
};

static bool is_bracket(char c)
{
    return c == '(' || c == '[';
}

static const struct keyword *keyword_at(const char *at, const char *end)
{
    const struct keyword *longest = NULL; /* "loses", "loses on time" */
    if (at < end && is_bracket(*at)) /* "(timeout)" */
        at++;
    if (at == end || !isalpha((unsigned char)*at))
        return NULL;
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        struct scan s = {at, end};
        if (scan_word_nocase(&s, keywords[i].word) &&
            (longest == NULL || strlen(keywords[i].word) > strlen(longest->word)))
            longest = &keywords[i];
    }
    return longest;
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

/* Words, question marks or dashes behind a play and a gap: the other column's. Moves begin with a point, bar or off,
 * and counts of them stand in brackets. */
static bool begins_words(const char *at, const char *end, int blanks)
{
    const bool bracketed = is_bracket(*at) && at + 1 < end && isalpha((unsigned char)at[1]);
    struct scan s = {at + bracketed, end};
    return blanks >= 2 && !isdigit((unsigned char)*at) && (bracketed || strchr("(*[/", *at) == NULL) &&
           !scan_word_nocase(&s, "bar") && !scan_word_nocase(&s, "off");
}

/* Where the next cell begins after `at`; `dice_end` is the end of the dice that begin the present one, or NULL. */
static const char *next_cell(const char *at, const char *end, const char *dice_end)
{
    bool only_blanks = true; /* since the dice */
    int blanks = 0;
    for (const char *p = at; p < end; p++) {
        if (*p == ' ' || *p == '\t') {
            blanks += *p == '\t' ? 2 : 1;
            continue;
        }
        bool token = p > at && (p[-1] == ' ' || p[-1] == '\t');
        if (token && (dice_at(p, end) || after_number(p, end) != NULL || *p == ';'))
            return p;
        const struct keyword *k = token && (blanks >= 2 || !is_bracket(*p)) ? keyword_at(p, end) : NULL;
        if (k != NULL && !(only_blanks && belongs_to_dice(k, dice_end, p)))
            return p;
        if (token && dice_end != NULL && !only_blanks && begins_words(p, end, blanks))
            return p;
        blanks = 0;
        struct scan illegal = {p, end};
        if (token && scan_word_nocase(&illegal, "illegal")) {
            const char *close = memchr(p, ')', (size_t)(end - p));
            p = close != NULL ? close : p;
        }
        only_blanks = only_blanks && dice_end != NULL && p < dice_end;
        while (p + 1 < end && p[1] != ' ' && p[1] != '\t')
            p++;
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

static void read_dice_cell(struct cell *c, struct span text)
{
    c->dice[0] = text.at[0] - '0';
    c->dice[1] = text.at[1] - '0';
    struct span rest = span_trim(span_sub(text, 3, text.length));
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

static void read_word_cell(struct cell *c, const struct keyword *k, struct span text)
{
    c->kind = k->kind;
    struct scan s = scan_of(text);
    if (is_bracket(*text.at))
        s.at++;
    scan_word_nocase(&s, k->word);
    scan_blanks(&s);
    while (scan_char(&s, '='))
        ;
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
        read_word_cell(c, k, text);
    else if (says_nothing(text))
        c->kind = CELL_NOTHING;
    else
        c->kind = CELL_UNKNOWN;
}

/* Directly behind a play, words of giving up are its player's. */
static bool goes_with(const struct cell *c, const char *at, const struct cell *before)
{
    return c->kind == CELL_RESIGNS && before != NULL && before->dice[0] != 0 && at[-1] != '\t' &&
           at - (before->text.at + before->text.length) < 3;
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
