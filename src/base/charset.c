/* Guessing by uchardet; see charset.h. */
#include "base/charset.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <uchardet/uchardet.h>

enum { ENOUGH = 512 };

static bool is_other_script(const char *charset)
{
    static const char *const known[] = {
        "WINDOWS-1251", "KOI8-R",     "ISO-8859-5", "IBM866",  "IBM855",       "MAC-CYRILLIC", "WINDOWS-1253",
        "ISO-8859-7",   "ISO-8859-8", "EUC-JP",     "EUC-KR",  "WINDOWS-1255", "WINDOWS-1256", "ISO-8859-6",
        "SHIFT_JIS",    "UHC",        "TIS-620",    "GB18030", "BIG5",         "ISO-8859-11",  "EUC-TW"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(charset, known[i]) == 0)
            return true;
    return false;
}

/* In Latin script letters beyond ASCII stand alone among others: words that have some are mostly ASCII. */
static bool is_mostly_beyond_ascii(struct span bytes)
{
    size_t high = 0, ascii = 0;
    for (size_t i = 0, end; i < bytes.length; i = end + 1) {
        size_t beyond = 0, letters = 0;
        for (end = i; end < bytes.length && !isspace((unsigned char)bytes.at[end]); end++) {
            beyond += (unsigned char)bytes.at[end] >= 0x80;
            letters += isalnum((unsigned char)bytes.at[end]) && (unsigned char)bytes.at[end] < 0x80;
        }
        high += beyond;
        ascii += beyond != 0 ? letters : 0;
    }
    return high >= 3 && high >= ascii;
}

bool charset_guess(struct span bytes, char name[CHARSET_NAME_MAX])
{
    if (!is_mostly_beyond_ascii(bytes))
        return false;
    uchardet_t u = uchardet_new();
    bool good = true;
    for (size_t fed = 0; good && fed < ENOUGH; fed += bytes.length) /* a few names, again and again, are enough */
        good = uchardet_handle_data(u, bytes.at, bytes.length) == 0;
    uchardet_data_end(u);
    const char *found = good ? uchardet_get_charset(u) : "";
    const bool usable = is_other_script(found) && charset_known(found);
    if (usable)
        snprintf(name, CHARSET_NAME_MAX, "%s", found);
    uchardet_delete(u);
    return usable;
}
