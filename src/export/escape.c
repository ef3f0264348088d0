/* Text made safe for a format's syntax; see escape.h. XML 1.0 section 2.2, HTML5 section 13.1.4. */
#include "export/escape.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"

static const char *reference(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

/* Control characters (C0, DEL, C1) and the code points that Unicode keeps for no use. `at` is valid UTF-8. */
static bool is_forbidden(const char *at, size_t length)
{
    const unsigned char *b = (const unsigned char *)at;
    if (length == 1)
        return (b[0] < 0x20 && b[0] != '\t' && b[0] != '\n') || b[0] == 0x7f;
    if (length == 2)
        return b[0] == 0xc2 && b[1] < 0xa0;
    if (length == 3)
        return b[0] == 0xef && ((b[1] == 0xb7 && b[2] >= 0x90 && b[2] <= 0xaf) || (b[1] == 0xbf && b[2] >= 0xbe));
    return (b[1] & 0x0f) == 0x0f && b[2] == 0xbf && b[3] >= 0xbe;
}

static void escape(struct strbuf *out, const char *text, bool quotes)
{
    static const char replacement[] = "\xef\xbf\xbd";
    struct span rest = {text, text != NULL ? strlen(text) : 0};
    while (rest.length != 0) {
        size_t n = utf8_length(rest);
        const char *known = quotes || strchr("\"'", *rest.at) == NULL ? reference(*rest.at) : NULL;
        if (known != NULL)
            strbuf_puts(out, known);
        else if (n == 0 || is_forbidden(rest.at, n))
            strbuf_puts(out, replacement);
        else
            strbuf_add(out, rest.at, n);
        n = n != 0 ? n : 1;
        rest = (struct span){rest.at + n, rest.length - n};
    }
}

void escape_xml(struct strbuf *out, const char *text)
{
    escape(out, text, true);
}

void escape_xml_text(struct strbuf *out, const char *text)
{
    escape(out, text, false);
}
