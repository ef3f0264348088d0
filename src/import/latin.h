/* Latin letters of old code pages that are not the Western ones of Windows. */
#ifndef KIBITZER_LATIN_H
#define KIBITZER_LATIN_H

#include <stdbool.h>

#include "base/charset.h"
#include "base/span.h"

/* The code page of lines that are not UTF-8, where letters stand in words that make none in Windows-1252: DOS (IBM850),
 * Central Europe, Turkish. False where there is any doubt: what is rightly Windows-1252 is never taken for another. */
bool latin_guess(struct span bytes, char name[CHARSET_NAME_MAX]);

#endif
