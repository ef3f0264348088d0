/* The text of a .mat as it was meant; see mat_text.h. */
#include "import/mat/mat_text.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "base/utf8.h"
#include "import/cells.h"
#include "import/lines.h"
#include "import/mat/mat_header.h"

enum { NOT_MEANT = 0, AS_IT_IS = 1 };

/* What a character of three bytes or two means: an ASCII character, NOT_MEANT or AS_IT_IS. */
static char meaning_of(struct span s, size_t n)
{
    const unsigned char *c = (const unsigned char *)s.at;
    if (n == 2 && c[0] == 0xC2)
        return c[1] == 0xA0 ? ' ' : c[1] == 0xAD ? NOT_MEANT : AS_IT_IS;
    if (n != 3)
        return AS_IT_IS;
    const int code = (c[0] & 0x0F) << 12 | (c[1] & 0x3F) << 6 | (c[2] & 0x3F);
    if ((code >= 0x2000 && code <= 0x200A) || code == 0x202F || code == 0x205F || code == 0x3000)
        return ' ';
    if ((code >= 0x200B && code <= 0x200F) || code == 0x2060 || code == 0xFEFF)
        return NOT_MEANT;
    if (code == 0x2044 || code == 0x2215)
        return '/';
    if (code >= 0x2010 && code <= 0x2015)
        return '-';
    return code > 0xFF00 && code < 0xFF5F ? (char)(code - 0xFF00 + 0x20) : AS_IT_IS;
}

/* All of the line as it was meant. */
static void add_meant(struct strbuf *out, struct span line)
{
    for (size_t i = 0, n; i < line.length; i += n) {
        n = (unsigned char)line.at[i] < 0x80 ? 1 : utf8_length(span_sub(line, i, line.length));
        n = n != 0 ? n : 1;
        const char c = meaning_of(span_sub(line, i, n), n);
        if (c == AS_IT_IS)
            strbuf_add(out, line.at + i, n);
        else if (c != NOT_MEANT)
            strbuf_putc(out, c);
    }
}

/* A byte order mark and U+200B, which no name has, are gone; blanks of other kinds between two blanks, or at a colon,
 * are blanks. */
static void add_names(struct strbuf *out, struct span line)
{
    bool after_blank = true;
    for (size_t i = 0, n; i < line.length; i += n) {
        n = (unsigned char)line.at[i] < 0x80 ? 1 : utf8_length(span_sub(line, i, line.length));
        n = n != 0 ? n : 1;
        const struct span one = span_sub(line, i, n), next = span_sub(line, i + n, line.length);
        const char c = meaning_of(one, n);
        const size_t m = utf8_length(next);
        const bool before_blank = m == 0 || next.at[0] == ' ' || next.at[0] == '\t' || next.at[0] == ':' ||
                                  isdigit((unsigned char)next.at[0]) || meaning_of(span_sub(next, 0, m), m) == ' ';
        if (c == NOT_MEANT && (span_equal(one, "\u200B") || span_equal(one, "\uFEFF") || span_equal(one, "\u2060")))
            continue;
        if (c == ' ' && (after_blank || before_blank))
            strbuf_putc(out, ' ');
        else
            strbuf_add(out, one.at, one.length);
        after_blank = n == 1 ? one.at[0] == ' ' || one.at[0] == '\t' || one.at[0] == ':' : c == ' ';
    }
}

/* ---- numbers and dice ---- */

static bool is_die(char c)
{
    return c >= '1' && c <= '6';
}

static size_t blanks_at(struct span s, size_t at)
{
    size_t n = 0;
    while (at + n < s.length && (s.at[at + n] == ' ' || s.at[at + n] == '\t'))
        n++;
    return n;
}

/* Two dice, "31", "3-1", "3, 1", "(31)" ...; how many bytes, 0 = none. */
static size_t dice_at(struct span s, size_t at, char dice[2])
{
    struct scan c = scan_of(span_sub(s, at, s.length));
    const char close = scan_char(&c, '(') ? ')' : scan_char(&c, '[') ? ']' : '\0';
    if (c.at == c.end || !is_die(*c.at))
        return 0;
    dice[0] = *c.at++;
    scan_char(&c, ' ');
    if (c.at < c.end && memchr("-,/+.x", *c.at, 6) != NULL) {
        c.at++;
        scan_char(&c, ' ');
    }
    if (c.at == c.end || !is_die(*c.at))
        return 0;
    dice[1] = *c.at++;
    return close == '\0' || scan_char(&c, close) ? (size_t)(c.at - (s.at + at)) : 0;
}

/* Dice and a colon, but not as "31:"; how many bytes, 0 = none. "6/5 :" is a move. */
static size_t other_dice_with_colon(struct span s, size_t at, char dice[2])
{
    const size_t n = dice_at(s, at, dice), gap = n != 0 ? blanks_at(s, at + n) : 0, end = at + n + gap;
    const bool move = gap != 0 && s.at[at + 1] == '/';
    return n != 0 && !move && end < s.length && s.at[end] == ':' && end - at != 2 ? end + 1 - at : 0;
}

/* Two dice and a blank, then a move, or nothing more of this cell; how many bytes, 0 = none. */
static size_t bare_dice_at(struct span s, size_t at, char dice[2])
{
    const size_t n = dice_at(s, at, dice), end = at + n;
    if (n == 0 || s.at[at + 1] == '/' || (end < s.length && blanks_at(s, end) == 0))
        return 0;
    const size_t gap = blanks_at(s, end), next = end + gap;
    const struct span rest = span_sub(s, next, s.length);
    struct scan scan = scan_of(rest);
    const struct span word = scan_word(&scan);
    const bool cell = rest.length == 0 || gap > 2 || (word.length != 0 && memchr(word.at, '/', word.length) != NULL) ||
                      span_starts_nocase(word, "can");
    return cell ? n : 0;
}

/* The end of "12." or "12:" at the start of a line, before a cell; 0 = there is none. */
static size_t other_number(struct span s)
{
    const size_t from = blanks_at(s, 0);
    size_t at = from;
    while (at < s.length && isdigit((unsigned char)s.at[at]))
        at++;
    if (at == from || at >= s.length || (s.at[at] != '.' && s.at[at] != ':') || (at - from == 2 && s.at[at] == ':'))
        return 0;
    const struct span rest = span_sub(s, at + 1, s.length);
    const size_t gap = blanks_at(rest, 0);
    char dice[2];
    const bool cell = gap != 0 && (line_is_cell(rest) || other_dice_with_colon(rest, gap, dice) != 0 ||
                                   bare_dice_at(rest, gap, dice) != 0);
    return cell ? at : 0;
}

/* The cells of a line: behind its number, and up to its first remark or its end. */
struct cells_of_line {
    struct span line;
    size_t from, remark;
};

static struct cells_of_line cells_behind(struct span line, size_t from)
{
    const char *remark = memchr(line.at + from, ';', line.length - from);
    return (struct cells_of_line){line, from, remark != NULL ? (size_t)(remark - line.at) : line.length};
}

/* Blanks before `at`, a tab being two; many directly behind the line's number. */
static size_t gap_before(const struct cells_of_line *c, size_t at)
{
    size_t gap = 0;
    for (; at > c->from && (c->line.at[at - 1] == ' ' || c->line.at[at - 1] == '\t'); at--)
        gap += c->line.at[at - 1] == '\t' ? 2 : 1;
    return at == c->from ? SIZE_MAX : gap;
}

/* Dice that begin a cell here, but not as "31:"; how many bytes, 0 = none. Behind a remark, and without a colon, they
 * need a gap that a sentence has not. */
static size_t other_dice(const struct cells_of_line *c, size_t at, char dice[2])
{
    const size_t colon = other_dice_with_colon(c->line, at, dice);
    if (colon != 0) /* "8/5 6/5:" is a play */
        return gap_before(c, at) >= (at > c->remark || c->line.at[at + 1] == '/' ? 2 : 1) ? colon : 0;
    const size_t bare = bare_dice_at(c->line, at, dice);
    return bare != 0 && gap_before(c, at) >= 2 ? bare : 0;
}

/* The end of "12)" or "12]" at the start of a line that has one. */
static size_t usual_number(struct span line)
{
    size_t at = blanks_at(line, 0);
    while (isdigit((unsigned char)line.at[at]))
        at++;
    return at + 1;
}

/* A line of a game with its number and its dice as .mat has them. */
static void add_numbered(struct strbuf *out, struct span line)
{
    const size_t number = other_number(line);
    size_t from = 0;
    if (number != 0) {
        strbuf_add(out, line.at, number);
        strbuf_putc(out, ')');
        from = number + 1;
    } else if (line_is_numbered(line)) {
        from = usual_number(line);
        strbuf_add(out, line.at, from);
    }
    const struct cells_of_line cells = cells_behind(line, from);
    char dice[2];
    for (size_t at = from, n; at < line.length; at += n != 0 ? n : 1)
        if ((n = from != 0 ? other_dice(&cells, at, dice) : 0) != 0)
            strbuf_printf(out, "%c%c:", dice[0], dice[1]);
        else
            strbuf_putc(out, line.at[at]);
}

/* ---- the whole ---- */

static bool is_odd(struct span line)
{
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.at[i] >= 0x80)
            return true;
    return false;
}

static void add_line(struct strbuf *out, struct span line)
{
    struct strbuf meant = {0};
    long number;
    struct span tail;
    if (is_odd(line)) {
        add_meant(&meant, line);
        const struct span s = {strbuf_text(&meant), meant.length};
        if (!line_is_numbered(s) && other_number(s) == 0 && !line_is_cell(s) && !mat_match_line(s, &number, &tail) &&
            !mat_game_line(s, &number)) {
            add_names(out, line);
            strbuf_done(&meant);
            return;
        }
        line = s;
    }
    add_numbered(out, line);
    strbuf_done(&meant);
}

static bool has_other_dice(struct span numbered)
{
    const struct cells_of_line cells = cells_behind(numbered, usual_number(numbered));
    size_t at = cells.from;
    char dice[2];
    while (at < numbered.length && other_dice(&cells, at, dice) == 0)
        at++;
    return at < numbered.length;
}

/* Is there anything to do? Lines that begin with a number and something else than ')', other characters. */
static bool is_plain(struct span text)
{
    struct lines l;
    lines_begin(&l, text);
    while (lines_next(&l))
        if (is_odd(l.line) || other_number(l.line) != 0 || (line_is_numbered(l.line) && has_other_dice(l.line)))
            return false;
    return true;
}

struct span mat_text(struct span text, struct strbuf *room)
{
    struct lines l;
    if (is_plain(text))
        return text;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        const struct span trimmed = span_trim(l.line);
        if (trimmed.length != 0 && (trimmed.at[0] == ';' || trimmed.at[0] == '#'))
            strbuf_add(room, l.line.at, l.line.length);
        else
            add_line(room, l.line);
        strbuf_putc(room, '\n');
    }
    return (struct span){strbuf_text(room), room->length};
}
