/* Text in other character sets, through iconv or Windows' code pages. */
#ifndef KIBITZER_CHARSET_H
#define KIBITZER_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "base/strbuf.h"

#define CHARSET_REPLACEMENT "\xEF\xBF\xBD" /* U+FFFD */

/* Appends `bytes` of `charset` ("UTF-16LE", "WINDOWS-1252" ...) to `out` as UTF-8. What cannot be read becomes U+FFFD,
 * one for each `unit` bytes (1; 2 for UTF-16); nothing is dropped. Returns how many did: all, if no charset is called
 * so. */
size_t charset_to_utf8(struct strbuf *out, struct span bytes, const char *charset, size_t unit);

/* True if text of this charset can be read; any spelling that iconv knows (on Windows, those of
 * docs/windows.md). */
bool charset_known(const char *charset);

/* Between these two no thread is inside of iconv_open(), whose locks a process that is forked there would never get. */
void charset_hold(void);
void charset_let_go(void);

enum { CHARSET_NAME_MAX = 40 };

/* What text of one code page seems to be written in, guessed from how often letters follow each other: only scripts
 * other than Latin are distinguished, as a few accents fit too many code pages to choose by. False where nothing fits.
 */
bool charset_guess(struct span bytes, char name[CHARSET_NAME_MAX]);

#endif
