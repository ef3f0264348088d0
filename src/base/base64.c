/* RFC 4648; see base64.h. */
#include "base/base64.h"

#include <stdint.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void base64_write(struct span bytes, struct strbuf *out)
{
    for (size_t i = 0; i < bytes.length; i += 3) {
        const size_t n = bytes.length - i < 3 ? bytes.length - i : 3;
        uint32_t three = 0;
        for (size_t k = 0; k < 3; k++)
            three = three << 8 | (k < n ? (unsigned char)bytes.at[i + k] : 0u);
        for (size_t k = 0; k < 4; k++)
            strbuf_putc(out, k <= n ? letters[three >> (18 - 6 * k) & 63] : '=');
    }
}

int base64_letter(char c)
{
    const char *at = memchr(letters, c, 64);
    return at != NULL ? (int)(at - letters) : -1;
}

static size_t padding(struct span text)
{
    size_t n = 0;
    while (n < 2 && n < text.length && text.at[text.length - 1 - n] == '=')
        n++;
    return n;
}

bool base64_read(struct span text, struct strbuf *out)
{
    const size_t padded = padding(text);
    uint32_t four = 0;
    if (text.length % 4 != 0)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        const int value = i < text.length - padded ? base64_letter(text.at[i]) : 0;
        if (value < 0)
            return false;
        four = four << 6 | (uint32_t)value;
        if (i % 4 != 3)
            continue;
        const size_t n = i + 1 == text.length ? 3 - padded : 3;
        for (size_t k = 0; k < n; k++)
            strbuf_putc(out, (char)(four >> (16 - 8 * k) & 255));
    }
    return true;
}
