/* Guessing among pages of Latin letters; see latin.h.
 *
 * What tells them apart are bytes within words: Windows-1252 has signs there (quotes, daggers, superscripts) that stand
 * at the edges of words or nowhere near one, where another page has its letters. One letter of Windows-1252 that the
 * other page has none for ends the matter. */
#include "import/latin.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A byte among its neighbours; 0 at the ends. */
struct spot {
    unsigned char before, at, after;
};

static bool is_high(unsigned char c)
{
    return c >= 0x80;
}

static bool is_small(unsigned char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_letter(unsigned char c)
{
    return isalpha(c) != 0 && !is_high(c);
}

static bool is_any(unsigned char c, const char *of)
{
    return c != 0 && strchr(of, c) != NULL;
}

/* +1: speaks for the page, -1: against it, 0: says nothing. */
typedef int evidence(struct spot s, struct span text, size_t i);

/* ---- DOS ---- */

/* Where a name ends: at no blank that small letters follow, as a low quotation mark is also typed for a comma. */
static bool ends_name(struct spot s, struct span text, size_t i)
{
    const bool blank = s.after == ' ' && i + 2 < text.length;
    return blank ? !is_small((unsigned char)text.at[i + 2]) : !is_letter(s.after) && !isdigit(s.after);
}

/* The letters that both cp437 and cp850 have from 0x80 to 0xA5. 0x92, 0x96, 0x97 ... are apostrophes and dashes of
 * Windows within words; 0x82, 0x84 open quotations there, so behind a letter they are none; 0x81, 0x90 are nothing. */
static int dos(struct spot s, struct span text, size_t i)
{
    const bool inside = is_letter(s.before) && is_small(s.after);
    if (is_any(s.at, "\x81\x90"))
        return (is_letter(s.before) && !is_high(s.after)) || (is_small(s.after) && !is_high(s.before)) ? 1 : 0;
    if (is_any(s.at, "\x82\x84"))
        return inside || (is_letter(s.before) && !is_high(s.after) && ends_name(s, text, i)) ? 1 : 0;
    if (is_any(s.at, "\x86\x87\x88\x89\x8b\x8d\x93\x94\x95\x9b\xa1\xa2\xa3\xa4"))
        return inside ? 1 : 0;
    /* 0xe1 is a sharp s there, 0xff a blank, the others frames: where they stand in words they are letters of Windows.
     */
    return s.at >= 0xc0 && s.at != 0xe1 && s.at != 0xff && (is_letter(s.before) || is_letter(s.after)) ? -1 : 0;
}

/* ---- Windows' page of Central Europe ---- */

#define BESIDE_R "\xe1\xe9\xed\xec\xf9\xfd" /* a, e, i, u, y of Czech with their accents */

/* r with hacek beside an accent: no language has an o with stroke there.
 * Small l with stroke, a with ogonek, z with dot: superscripts and an inverted question mark of Windows, which are in
 * no word. The first ends names, behind a vowel ("m" and a superscript is a unit). */
static int central(struct spot s, struct span text, size_t i)
{
    const bool in_name = i >= 2 && is_letter((unsigned char)text.at[i - 2]) && is_small(s.before);
    if (is_any(s.at, "\xb3\xb9\xbf"))
        return in_name && (is_small(s.after) || (s.at == 0xb3 && is_any(s.before, "aeiouy") && !isdigit(s.after)));
    if (s.at == 0xf8 && (is_any(s.before, BESIDE_R) || is_any(s.after, BESIDE_R)))
        return 1;
    /* letters that Central Europe has not, or seldom */
    return is_any(s.at, "\xc3\xc5\xc6\xd0\xd1\xd5\xd8\xdb\xe3\xe5\xf5\xfb\xff") && is_letter(s.after) ? -1 : 0;
}

/* ---- Windows' Turkish page ---- */

static bool in_word(unsigned char c)
{
    return is_letter(c) || c >= 0xc0;
}

/* Another dotless i (0xFD) before this one in the same word: two y with an accent are in no word of Iceland. */
static bool second_of_word(struct span text, size_t i)
{
    for (size_t k = i; k > 0 && in_word((unsigned char)text.at[k - 1]); k--)
        if (text.at[k - 1] == text.at[i])
            return true;
    return false;
}

/* Six letters of it are those of Iceland and Czech in Windows-1252: s with cedilla (thorn, which begins words), dotless
 * i (y with acute), soft g (eth). Accents that Turkish has not are Icelandic. */
static int turkish(struct spot s, struct span text, size_t i)
{
    if (s.at == 0xfe)
        return in_word(s.before) ? 1 : 0;
    if (s.at == 0xfd)
        return second_of_word(text, i) ? 1 : 0;
    if (s.at == 0xf0)
        return s.before == 'o' && s.after == 'l' && i + 2 < text.length && text.at[i + 2] == 'u' ? 1 : 0;
    const bool beside = in_word(s.before) || in_word(s.after);
    return beside && is_any(s.at, "\xc1\xc6\xc9\xcd\xd3\xda\xe1\xe6\xe9\xed\xf3\xfa\xe3\xf5\xc5\xe5\xd8\xf8") ? -1 : 0;
}

/* ---- all ---- */

static bool speaks_for(evidence *page, struct span bytes)
{
    size_t found = 0;
    for (size_t i = 0; i < bytes.length; i++) {
        const struct spot s = {i > 0 ? (unsigned char)bytes.at[i - 1] : 0, (unsigned char)bytes.at[i],
                               i + 1 < bytes.length ? (unsigned char)bytes.at[i + 1] : 0};
        const int says = is_high(s.at) ? page(s, bytes, i) : 0;
        if (says < 0)
            return false;
        found += (size_t)says;
    }
    return found > 0;
}

bool latin_guess(struct span bytes, char name[CHARSET_NAME_MAX])
{
    static const struct {
        evidence *page;
        const char *name;
    } pages[] = {{dos, "IBM850"}, {central, "WINDOWS-1250"}, {turkish, "WINDOWS-1254"}};
    const char *only = NULL;
    for (size_t k = 0; k < sizeof pages / sizeof *pages; k++) {
        if (!speaks_for(pages[k].page, bytes))
            continue;
        if (only != NULL)
            return false;
        only = pages[k].name;
    }
    if (only == NULL || !charset_known(only))
        return false;
    snprintf(name, CHARSET_NAME_MAX, "%s", only);
    return true;
}
