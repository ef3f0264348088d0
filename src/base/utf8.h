/* UTF-8: checking it, and making any bytes valid. The only place that knows the rules of the encoding (RFC 3629: no
 * overlong forms, no surrogates, nothing above U+10FFFF). */
#ifndef KIBITZER_UTF8_H
#define KIBITZER_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "base/strbuf.h"

/* Length in bytes (1..4) of the valid character at the start of `s`; 0 if there is none. */
size_t utf8_length(struct span s);

/* The valid character at the start of `s`; a byte that begins none is what it is. */
uint32_t utf8_code_point(struct span s);

/* True if all of `s` is valid. */
bool utf8_valid(struct span s);

/* `s` without a byte order mark at its start. */
struct span utf8_skip_mark(struct span s);

/* Appends `s` (NULL = nothing), each byte that belongs to no valid character replaced by U+FFFD. */
void utf8_clean(struct strbuf *out, const char *s);

/* Length of the character at the start of `s` if it steers a terminal or turns the direction of text, 0 otherwise:
 * control characters (C0, DEL, C1), and what embeds, overrides or isolates a direction (U+202A to U+202E, U+2066 to
 * U+2069). */
size_t utf8_steers(struct span s);

/* Puts `by` in the place of each such character behind `from`, line feeds excepted where they are to stay. */
void utf8_disarm(struct strbuf *text, size_t from, char by, bool keep_lines);

/* Length of U+2068 or U+2069 at the start of `s`, 0 otherwise: between these a text keeps its direction to itself. */
size_t utf8_isolates(struct span s);

/* The same as utf8_disarm(), but for isolates (U+2068, U+2069): of text where those are ours. */
void utf8_disarm_isolated(struct strbuf *text, size_t from, char by, bool keep_lines);

/* Are there letters that go from right to left, those of Hebrew, Arabic and their relatives? */
bool utf8_goes_left(struct span s);

/* Puts the end of `text` behind `from` into an isolate (U+2068 ... U+2069) if utf8_goes_left(), so that figures and
 * signs beside it stay where they are. */
void utf8_isolate(struct strbuf *text, size_t from);

/* True if `s` comes back whole out of a line that is trimmed when it is read, where control characters stand as blanks:
 * it has no line feed, and no blank or control character at its ends. */
bool utf8_fits_line(const char *s);

/* Appends `s` in small letters: ASCII, Latin with its accents, Greek, Cyrillic; the rest as it is. */
void utf8_lower(struct strbuf *out, const char *s);

/* Moves *s over its next character, and over accents that stand for themselves before it, and returns that as a small
 * letter, Latin ones without their marks; 0 at the end. */
unsigned utf8_next_bare(const char **s);

/* Length of the letter beyond ASCII at the start of `s`, 0 if there is none: signs, blanks, what steers a terminal,
 * full-width forms of ASCII signs and characters for private use are no letters. */
size_t utf8_letter(struct span s);

/* How much of `s` stands on one line at least: up to its end, or to where a line may break without a blank, which is
 * beside Han letters and kana, but not before what closes nor behind what opens. */
size_t utf8_unbroken(struct span s);

/* How much of `s` fits into `most` bytes without cutting a character. */
size_t utf8_fitting(struct span s, size_t most);

/* Appends `s`; of more than `most` characters, 3 at least, as many with an ellipsis in place of the middle. */
void utf8_brief(struct strbuf *out, const char *s, size_t most);

/* Number of characters in a terminated string; a stray byte counts as one. */
size_t utf8_count(const char *s);

#endif
