/* IDs among other words; see id_text.h. The text is taken character by character as it was meant; where a word begins,
 * the shape of each kind of ID is tried, and the reader of IDs has the last word. */
#include "format/id_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/utf8.h"
#include "format/ogid.h"

/* The meaning of a character of the text where it is not ASCII itself. A short dash may have been made of one
 * or two hyphens, a long one of up to three. */
enum { NOTHING = 1, SHORT_DASH, LONG_DASH, FOREIGN };
enum {
    PAIR_LENGTH = POSITION_ID_LENGTH + 1 + MATCH_ID_LENGTH,
    OLD_LENGTH = 20,
    SHORT_MOST = 2,
    LONG_MOST = 3,
    XGID_FIELDS = 10
};

/* ---- characters as they were meant ---- */

static const struct meaning {
    const char *written;
    char meant;
} meanings[] = {
    {"\u2010", '-'},
    {"\u2011", '-'},
    {"\u2012", '-'},
    {"\u2212", '-'},
    {"\uFE63", '-'},
    {"\u2043", '-'},
    {"\u2013", SHORT_DASH},
    {"\u2014", LONG_DASH},
    {"\u2015", LONG_DASH},
    {"\u2E3A", LONG_DASH},
    {"\u00AD", NOTHING},
    {"\u180E", NOTHING},
    {"\uFEFF", NOTHING},
    {"\u2236", ':'},
    {"\uA789", ':'},
    {"\uFE55", ':'},
    {"\u2044", '/'},
    {"\u2215", '/'},
    {"\u00A0", ' '},
    {"\u202F", ' '},
    {"\u205F", ' '},
    {"\u3000", ' '},
    {"\u1680", ' '},
    {"&nbsp;", ' '},
    {"&ndash;", SHORT_DASH},
    {"&mdash;", LONG_DASH},
    {"&minus;", '-'},
    {"&hyphen;", '-'},
    {"&dash;", '-'},
    {"&shy;", NOTHING},
    {"&colon;", ':'},
    {"&equals;", '='},
    {"&sol;", '/'},
    {"&plus;", '+'},
    {"&amp;", '&'},
    {"&lt;", '<'},
    {"&gt;", '>'},
    {"&quot;", '"'},
    {"<wbr>", NOTHING},
    {"<wbr/>", NOTHING},
    {"&ZeroWidthSpace;", NOTHING},
};

/* Whole ranges: U+2000 to U+200A are blanks, U+200B to U+200F, U+202A to U+202E and U+2060 to U+2064 have no width,
 * U+FF01 to U+FF5E are ASCII in full width. */
static char meaning_of_three(const unsigned char *c)
{
    if (c[0] == 0xE2 && c[1] == 0x80)
        return c[2] <= 0x8A ? ' ' : c[2] <= 0x8F || (c[2] >= 0xAA && c[2] <= 0xAE) ? NOTHING : FOREIGN;
    if (c[0] == 0xE2 && c[1] == 0x81)
        return c[2] >= 0xA0 && c[2] <= 0xA4 ? NOTHING : FOREIGN;
    if (c[0] == 0xEF && (c[1] == 0xBC || c[1] == 0xBD)) {
        const int code = (c[1] == 0xBD ? 0x40 : 0) + (c[2] & 0x3F) + 0x20;
        return code > 0x20 && code < 0x7F ? (char)code : FOREIGN;
    }
    return FOREIGN;
}

static size_t named_character(struct span s, char *c)
{
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].written[0] == s.at[0] && span_starts_nocase(s, meanings[i].written)) {
            *c = meanings[i].meant;
            return strlen(meanings[i].written);
        }
    return 0;
}

/* "%3A". */
static size_t percent_character(struct span s, char *c)
{
    const int high = s.length >= 3 ? hex_digit(s.at[1]) : -1, low = s.length >= 3 ? hex_digit(s.at[2]) : -1;
    const int code = 16 * high + low;
    if (high < 0 || low < 0 || code < 0x20 || code > 0x7E)
        return 0;
    *c = (char)code;
    return 3;
}

/* "&#58;", "&#x3a;". */
static size_t numbered_character(struct span s, char *c)
{
    const bool hex = s.length > 2 && (s.at[2] == 'x' || s.at[2] == 'X');
    int code = 0;
    size_t i = hex ? 3 : 2;
    for (; i < s.length && i < 9 && hex_digit(s.at[i]) >= 0 && (hex || isdigit((unsigned char)s.at[i])); i++)
        code = code * (hex ? 16 : 10) + hex_digit(s.at[i]);
    if (i >= s.length || s.at[i] != ';' || code < 0x20)
        return 0;
    *c = code < 0x7F                        ? (char)code
         : code == 0x2013                   ? SHORT_DASH
         : code == 0x2014                   ? LONG_DASH
         : code == 0x2011 || code == 0x2212 ? '-'
         : code == 0x200B || code == 0xAD   ? NOTHING
         : code == 0xA0                     ? ' '
                                            : FOREIGN;
    return i + 1;
}

/* Bytes of the character at the start of `s`, which is not empty; *c = what it means. */
static size_t take(struct span s, char *c)
{
    const unsigned char first = (unsigned char)s.at[0];
    size_t n = 0;
    *c = s.at[0];
    if (isalnum(first) || first == '-' || first == ':' || first == ' ')
        return 1;
    if (first == '%')
        n = percent_character(s, c);
    else if (first == '&' && s.length > 1 && s.at[1] == '#')
        n = numbered_character(s, c);
    else if (first == '\\' && s.length > 1 && ispunct((unsigned char)s.at[1])) {
        *c = s.at[1];
        n = 2;
    }
    if (n == 0 && (first >= 0x80 || first == '&' || (first == '<' && s.length > 1 && s.at[1] == 'w')))
        n = named_character(s, c);
    if (n == 0 && first >= 0x80) {
        n = utf8_length(s);
        *c = n == 3 ? meaning_of_three((const unsigned char *)s.at) : FOREIGN;
    }
    if (n == 0) {
        n = 1;
        *c = first < 0x20 ? ' ' : first < 0x80 ? s.at[0] : FOREIGN;
    }
    return n;
}

/* The word at hand, as it was meant. */
struct word {
    char c[ID_WORD_MAX]; /* without NOTHING, terminated */
    size_t end[ID_WORD_MAX]; /* offset in the text behind each of them */
    size_t n;
};

/* Behind a digit, where another ID has ended without a blank. */
static bool is_glued(struct span text, size_t at)
{
    return at > 0 && isdigit((unsigned char)text.at[at - 1]) &&
           span_starts_nocase(span_sub(text, at, text.length), "XGID=");
}

static void take_word(struct span text, size_t at, struct word *w)
{
    w->n = 0;
    while (at < text.length && w->n + 1 < ID_WORD_MAX && !(w->n > 0 && is_glued(text, at))) {
        char c;
        at += take(span_sub(text, at, text.length), &c);
        if (c == ' ')
            break;
        if (c == NOTHING)
            continue;
        w->c[w->n] = c;
        w->end[w->n++] = at;
    }
    w->c[w->n] = '\0';
}

/* ---- shapes: how many characters of the word are an ID of this kind, copied to `id`; 0 = none ---- */

static bool is_64(char c)
{
    return isalnum((unsigned char)c) || c == '+' || c == '/';
}

static bool is_xg_point(char c)
{
    return c == '-' || (c >= 'A' && c <= 'O') || (c >= 'a' && c <= 'o');
}

/* The position of an XGID with `brief` and `wide` hyphens for a dash; `id` gets 26 characters. */
static size_t xg_board(const struct word *w, int brief, int wide, char *id)
{
    int n = 0;
    size_t i = 0;
    for (; i < w->n && w->c[i] != ':'; i++) {
        const char c = w->c[i];
        int times = c == SHORT_DASH ? brief : c == LONG_DASH ? wide : 1;
        const char point = c == SHORT_DASH || c == LONG_DASH ? '-' : c;
        if (!is_xg_point(point) || n + times > BOARD_POINTS)
            return 0;
        while (times-- > 0)
            id[n++] = point;
    }
    id[n] = '\0';
    return n == BOARD_POINTS && i < w->n ? i : 0;
}

static bool is_dash(char c)
{
    return c == '-' || c == SHORT_DASH || c == LONG_DASH;
}

/* The end of a field behind its colon: a number, or the dice; `at` if there is none. */
static size_t xg_field(const struct word *w, size_t at)
{
    enum { DIGITS_MAX = 6 };
    if (w->c[at] != ':')
        return at;
    const size_t digits = at + 1 + is_dash(w->c[at + 1]);
    size_t i = digits;
    while (i < w->n && i < digits + DIGITS_MAX &&
           (isdigit((unsigned char)w->c[i]) || strchr("DBRdbr", w->c[i]) != NULL))
        i++;
    return i > digits ? i : at;
}

static size_t xgid_shape(const struct word *w, char *id)
{
    size_t board = 0, n = strlen(strcpy(id, "XGID="));
    for (int k = 0; k < SHORT_MOST * LONG_MOST && board == 0; k++)
        board = xg_board(w, 1 + k % SHORT_MOST, 1 + k / SHORT_MOST, id + n);
    size_t at = board;
    int fields = board != 0;
    for (size_t end; fields > 0 && fields < XGID_FIELDS && (end = xg_field(w, at)) != at; at = end)
        fields++;
    if (fields < XGID_FIELDS - 1)
        return 0;
    at += fields == XGID_FIELDS - 1 && w->c[at] == ':'; /* a limit that cannot be read: id_note_on() */
    n += BOARD_POINTS;
    for (size_t i = board; i < at; i++)
        id[n++] = is_dash(w->c[i]) ? '-' : w->c[i];
    id[n] = '\0';
    return at;
}

static size_t run_of_64(const struct word *w, size_t at)
{
    size_t i = at;
    while (i < w->n && is_64(w->c[i]))
        i++;
    return i - at;
}

/* A Position ID, alone or with its Match ID, or the other way round. Behind an address another part may follow. */
static size_t gnu_shape(const struct word *w, char *id)
{
    const size_t first = run_of_64(w, 0);
    const size_t second = w->c[first] == ':' ? run_of_64(w, first + 1) : 0;
    size_t n = 0;
    if ((first == POSITION_ID_LENGTH && second >= MATCH_ID_LENGTH) ||
        (first == MATCH_ID_LENGTH && second >= POSITION_ID_LENGTH))
        n = PAIR_LENGTH;
    else if (first >= POSITION_ID_LENGTH && second < MATCH_ID_LENGTH - 3)
        n = first == OLD_LENGTH ? OLD_LENGTH : POSITION_ID_LENGTH;
    if (n == 0 || isalnum((unsigned char)w->c[n]) || w->c[n] == '+')
        return 0;
    memcpy(id, w->c, n);
    id[n] = '\0';
    return n;
}

_Static_assert((int)ID_WORD_MAX <= (int)OGID_MAX, "a word is no longer than an OGID may be");

static size_t ogid_shape(const struct word *w, char *id)
{
    size_t n = 0;
    while (n < w->n && (isalnum((unsigned char)w->c[n]) || w->c[n] == ':' || w->c[n] == '?'))
        n++;
    while (n > 0 && (w->c[n - 1] == ':' || w->c[n - 1] == '?'))
        n--;
    if (n < 5 || memchr(w->c, ':', n) == NULL || !ogid_looks((struct span){w->c, n}))
        return 0;
    memcpy(id, w->c, n);
    id[n] = '\0';
    return n;
}

/* ---- finding ---- */

/* "XGID", "GNUBGID" ... at the start of a word; its length. */
static size_t label_at(const struct word *w)
{
    static const char *const labels[] = {"XGID", "GNUBGID", "GNUID", "OGID"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        const size_t n = strlen(labels[i]);
        if (span_starts_nocase((struct span){w->c, w->n}, labels[i]) && !isalnum((unsigned char)w->c[n]))
            return n;
    }
    return 0;
}

/* An XGID may begin with hyphens, so none begins behind one (`behind_dash`). */
static bool try_shapes(const struct word *w, bool behind_dash, struct id_found *out)
{
    static size_t (*const shapes[])(const struct word *w, char *id) = {xgid_shape, gnu_shape, ogid_shape};
    const char *problem;
    size_t fault;
    for (size_t i = behind_dash; i < sizeof shapes / sizeof *shapes; i++) {
        const size_t n = shapes[i](w, out->text);
        if (n == 0 || (isalnum((unsigned char)w->c[n]) && w->c[n - 1] != ':') ||
            !any_id_read(span_of(out->text), &out->position, &problem, &fault))
            continue;
        out->to = w->end[n - 1];
        out->is_xgid = i == 0;
        out->is_alone = i == 1 && n != PAIR_LENGTH;
        return true;
    }
    return false;
}

/* What may stand between a label and its ID. */
static bool joins_label(char c)
{
    return c == '=' || c == ':' || c == ' ' || c == ']' || c == '>' || c == '"' || c == '\'' || c == '(' || c == '`';
}

static bool is_xg_run(const struct word *w, size_t from)
{
    size_t n = from;
    while (n < w->n && (is_xg_point(w->c[n]) || is_dash(w->c[n])))
        n++;
    return n - from >= BOARD_POINTS - 2 && n - from <= BOARD_POINTS + 2 && w->c[n] == ':';
}

/* Letters of an ID with something among them that words have not. */
static bool is_64_run(const struct word *w)
{
    bool letter = false, digit = false, other = false;
    const size_t first = run_of_64(w, 0);
    const size_t end = w->c[first] == ':' ? first + 1 + run_of_64(w, first + 1) : first;
    for (size_t i = 0; i < end; i++) {
        letter = letter || isalpha((unsigned char)w->c[i]);
        digit = digit || isdigit((unsigned char)w->c[i]);
        other = other || w->c[i] == '/' || w->c[i] == '+';
    }
    return first >= MATCH_ID_LENGTH && first <= POSITION_ID_LENGTH + 1 && (letter ? digit || other : !digit);
}

/* By its label, or by its letters. */
static bool seems_meant(const struct word *w)
{
    const size_t label = label_at(w);
    return (label != 0 && w->c[label] == '=') || (label != 0 && w->c[label] == ':' && w->n > label + 1) ||
           is_xg_run(w, 0) || is_64_run(w) || ogid_looks((struct span){w->c, w->n});
}

/* ---- Match IDs beside Position IDs ---- */

/* "Match ID :" at the start, and what may stand behind it; its length, 0 if there is none. */
static size_t match_label(struct span s)
{
    static const char *const labels[] = {"Match ID", "Match-ID", "MatchID"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        size_t n = strlen(labels[i]);
        if (!span_starts_nocase(s, labels[i]))
            continue;
        while (n < s.length && strchr(" \t:=\"'([{", s.at[n]) != NULL)
            n++;
        return n;
    }
    return 0;
}

/* Whether a Match ID begins `s`; without a label it must not look like a word: capitals behind the first letter. */
static bool match_at(struct span s, bool labelled)
{
    struct position p;
    const char *problem;
    size_t fault;
    const struct span id = span_sub(s, 0, MATCH_ID_LENGTH);
    for (size_t i = 1; i < id.length && !labelled; i++)
        labelled = isupper((unsigned char)id.at[i]);
    return labelled &&
           (s.length == MATCH_ID_LENGTH || (id.length == MATCH_ID_LENGTH && !is_64(s.at[MATCH_ID_LENGTH]))) &&
           match_id_read(id, &p, &problem, &fault);
}

struct span id_find_match(struct span text)
{
    size_t from = 0;
    while (from < text.length && !is_64(text.at[from]))
        from++;
    if (match_at(span_sub(text, from, text.length), false))
        return span_sub(text, from, MATCH_ID_LENGTH);
    for (; from < text.length; from++) {
        const size_t label = (text.at[from] | 0x20) == 'm' ? match_label(span_sub(text, from, text.length)) : 0;
        if (label != 0 && match_at(span_sub(text, from + label, text.length), true))
            return span_sub(text, from + label, MATCH_ID_LENGTH);
    }
    return span_sub(text, 0, 0);
}

/* The Match ID directly behind the Position ID that was found, or the one that a label gave before it. */
static void add_match(struct span text, struct span before, struct id_found *out)
{
    size_t at = out->to;
    while (at < text.length && strchr(" \t,;:|/)]}\"'([{", text.at[at]) != NULL)
        at++;
    const size_t label = match_label(span_sub(text, at, text.length));
    struct span match = span_sub(text, at + label, MATCH_ID_LENGTH);
    const char *problem;
    size_t fault;
    if (at > out->to && match_at(span_sub(text, at + label, text.length), label != 0))
        out->to = at + label + MATCH_ID_LENGTH;
    else
        match = before;
    if (match.length == 0)
        return;
    snprintf(out->text + strlen(out->text), sizeof out->text - strlen(out->text), ":%.*s", (int)match.length, match.at);
    out->is_alone = !any_id_read(span_of(out->text), &out->position, &problem, &fault);
}

/* A word that means to be an ID and has none in it. */
static bool is_damaged(struct span text, size_t at, const struct word *w, struct id_found *out)
{
    struct id_found inside;
    if (!seems_meant(w) || id_find(span_sub(text, 0, w->end[w->n - 1]), w->end[0], &inside))
        return false;
    out->from = at;
    out->to = w->end[w->n - 1];
    out->damaged = true;
    return true;
}

/* An ID, or a label, begins with a letter, a digit, a hyphen, + or /, and not behind its like; an OGID of a side that
 * is home begins with a colon. */
static bool may_begin(char before, char c)
{
    if (isalnum((unsigned char)before) || before == '+')
        return false;
    return isalnum((unsigned char)c) || (c == ':' && before != ':') || (is_dash(c) && !is_dash(before)) ||
           ((c == '+' || c == '/') && before != '/');
}

/* Is it worth a closer look? Most words are too short, and few begin like a label. */
static bool may_be_one(struct span s, char c)
{
    static const char labels[][3] = {"XG", "GN", "OG"};
    bool named = false; /* "&#58;" */
    size_t n = 0;
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (toupper((unsigned char)c) == labels[i][0] && s.length > 1 &&
            toupper((unsigned char)s.at[1]) == labels[i][1])
            return true;
    for (; n < MATCH_ID_LENGTH && n < s.length; n++) {
        named = named || s.at[n] == '&';
        if (!is_64(s.at[n]) && (unsigned char)s.at[n] < 0x80 && strchr("-:?=%&#\\<", s.at[n]) == NULL &&
            !(named && s.at[n] == ';'))
            break;
    }
    return n == MATCH_ID_LENGTH;
}

bool id_next(struct span text, size_t from, struct id_found *out)
{
    const size_t none = text.length + 1;
    size_t label = none, label_end = 0;
    struct span match = span_sub(text, 0, 0);
    char before = ' ', c;
    out->damaged = out->is_xgid = out->is_alone = false;
    for (size_t at = from, step; at < text.length; at += step) {
        struct word w = {.n = 0};
        step = take(span_sub(text, at, text.length), &c);
        if (c == NOTHING)
            continue;
        attempt_goes_on();
        if ((may_begin(before, c) || is_glued(text, at)) && may_be_one(span_sub(text, at, text.length), c))
            take_word(text, at, &w);
        if (w.n >= POSITION_ID_LENGTH && try_shapes(&w, is_dash(before), out)) {
            out->from = label != none ? label : at;
            if (out->is_alone)
                add_match(text, match, out);
            return true;
        }
        const size_t match_end = (c | 0x20) == 'm' ? match_label(span_sub(text, at, text.length)) : 0;
        if (match_end != 0 && match_at(span_sub(text, at + match_end, text.length), true)) {
            match = span_sub(text, at + match_end, MATCH_ID_LENGTH);
            step = match_end + MATCH_ID_LENGTH;
            label = at;
            label_end = text.length;
            before = 'x';
            continue;
        }
        if (w.n != 0 && before == ' ' && is_damaged(text, at, &w, out))
            return true;
        const size_t named = w.n != 0 ? label_at(&w) : 0;
        if (named != 0) {
            label = label == none ? at : label;
            label_end = w.end[named - 1];
        } else if (at >= label_end && !joins_label(c))
            label = none;
        before = c;
    }
    return false;
}

bool id_find(struct span text, size_t from, struct id_found *out)
{
    while (id_next(text, from, out)) {
        if (!out->damaged)
            return true;
        from = out->to;
    }
    return false;
}

bool id_read_in_text(struct span text, struct position *p, const char **problem, size_t *fault)
{
    struct id_found one, other;
    if (any_id_read(text, p, problem, fault))
        return true;
    if (!id_find(text, 0, &one) || (id_find(text, one.to, &other) && strcmp(one.text, other.text) != 0))
        return false; /* none, or two */
    *p = one.position;
    return true;
}

/* ---- what stands around it ---- */

/* The tag that begins here, "<p>", "[/b]", "[url=x]"; its length, 0 if there is none. */
static size_t tag_at(struct span s)
{
    const char open = s.length > 2 ? s.at[0] : '\0', close = open == '<' ? '>' : ']';
    const bool slash = open != '\0' && s.at[1] == '/';
    const char *end = open == '<' || open == '[' ? memchr(s.at, close, s.length) : NULL;
    if (end == NULL || !isalpha((unsigned char)s.at[1 + slash]))
        return 0;
    size_t name = 1 + slash; /* "[a remark]" is none */
    while (isalnum((unsigned char)s.at[name]))
        name++;
    const bool bare =
        s.at + name == end || s.at[name] == '=' || (open == '<' && (s.at[name] == ' ' || s.at[name] == '/'));
    return bare ? (size_t)(end - s.at) + 1 : 0;
}

/* The tag that ends here. */
static size_t tag_before(struct span s)
{
    for (size_t i = s.length; i > 0 && s.length - i < ID_TEXT_MAX; i--)
        if (s.at[i - 1] == '<' || s.at[i - 1] == '[')
            return tag_at(span_sub(s, i - 1, s.length)) == s.length - (i - 1) ? s.length - (i - 1) : 0;
    return 0;
}

/* Bytes at the start of `s` that are one of `c`, a blank of any kind, or a bullet. */
static size_t idle_at(struct span s, const char *among)
{
    char c;
    if (s.length == 0)
        return 0;
    const size_t n = take(s, &c);
    static const char *const bullets[] = {"\u2022", "\u00B7", "\u25CF", "\u25E6", "\u25AA", "\u2023", "\u2192"};
    for (size_t i = 0; c == FOREIGN && i < sizeof bullets / sizeof *bullets; i++)
        if (span_starts_nocase(s, bullets[i]))
            return n;
    return c == ' ' || c == NOTHING || (c != '\0' && strchr(among, c) != NULL) ? n : 0;
}

static struct span without_start(struct span s, const char *among)
{
    for (size_t n; (n = tag_at(s)) != 0 || (n = idle_at(s, among)) != 0;)
        s = span_sub(s, n, s.length);
    return s;
}

static struct span without_end(struct span s, const char *among)
{
    for (size_t n; s.length != 0; s.length -= n) {
        n = tag_before(s);
        size_t back = 1;
        while (back < s.length && back < 4 && ((unsigned char)s.at[s.length - back] & 0xC0) == 0x80)
            back++;
        if (n == 0 && idle_at(span_sub(s, s.length - back, back), among) == back)
            n = back;
        if (n == 0)
            break;
    }
    return s;
}

static bool says_something(struct span s)
{
    for (size_t i = 0; i < s.length; i++)
        if (isalnum((unsigned char)s.at[i]) || ((unsigned char)s.at[i] & 0x80) != 0)
            return true;
    return false;
}

static struct span or_nothing(struct span s)
{
    return says_something(s) ? s : span_sub(s, 0, 0);
}

/* "12.", "12)", "#12", "(12)", "12:", "12 - " at the start: its length, 0 if there is none. "12 points" has none. */
static size_t number_at(struct span s, long *number)
{
    size_t i = 0;
    while (i < s.length && (s.at[i] == '#' || s.at[i] == '(' || s.at[i] == '['))
        i++;
    const size_t digits = i;
    *number = 0;
    for (; i < s.length && isdigit((unsigned char)s.at[i]) && i < digits + 9; i++)
        *number = 10 * *number + (s.at[i] - '0');
    const struct span rest = span_sub(s, i, s.length);
    if (i == digits || (rest.length != 0 && is_64(rest.at[0])))
        return 0;
    const bool marked = rest.length != 0 && strchr(".):]|,;\t", rest.at[0]) != NULL;
    const bool set_off = digits > 0 && rest.length != 0 && rest.at[0] == ' ';
    const bool decimal = marked && rest.length > 1 && isdigit((unsigned char)rest.at[1]);
    return (marked && !decimal) || set_off || !says_something(rest) ? i : 0;
}

/* Without a tag that goes on behind it: <a href="http://x/?id=. */
static struct span without_open_tag(struct span s)
{
    const char *open = s.length != 0 ? memrchr(s.at, '<', s.length) : NULL;
    const size_t at = open != NULL ? (size_t)(open - s.at) : s.length;
    return memchr(s.at + at, '>', s.length - at) == NULL ? span_sub(s, 0, at) : s;
}

struct span id_words_before(struct span text, long place)
{
    text = without_open_tag(text);
    const struct span all = without_end(without_start(text, ">|*-~_`\"'"), "([{<\"'`*_=:-|~?&#");
    struct span s = without_start(text, ">|*-~_`\"'");
    long number;
    const size_t n = number_at(s, &number);
    if (n == 0 || (place != 0 && number != place))
        return or_nothing(all);
    s = without_start(span_sub(s, n, s.length), ".):]-|*_`,;\"'>");
    return or_nothing(without_end(s, "([{<\"'`*_=:-|~?&#"));
}

struct span id_words_after(struct span text)
{
    return or_nothing(without_end(without_start(text, ")]}>\"'`*_,;:.-|~#"), "|*_`([{<"));
}
