/* Names of files in mails; see mime_name.h. */
#include "base/mime_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/attempt.h"
#include "base/mime_body.h"
#include "base/utf8.h"

static struct span skip(struct span s, size_t n)
{
    return span_sub(s, n, s.length);
}

/* ---- parameters ---- */

/* How much comes before one of these characters; text in quotation marks is passed over. */
static size_t length_until(struct span s, const char *these)
{
    bool quoted = false;
    size_t n = 0;
    for (; n < s.length && (quoted || s.at[n] == '\0' || strchr(these, s.at[n]) == NULL); n++)
        if (quoted && s.at[n] == '\\' && n + 1 < s.length)
            n++;
        else
            quoted ^= s.at[n] == '"';
    return n;
}

static struct span unquoted(struct span value)
{
    if (value.length == 0 || value.at[0] != '"')
        return value;
    const bool closed = value.length > 1 && value.at[value.length - 1] == '"';
    return span_sub(value, 1, value.length - 1 - closed);
}

/* The next "; name=value"; false at the end. */
static bool next_parameter(struct span *rest, struct span *name, struct span *value)
{
    *rest = skip(*rest, length_until(*rest, ";"));
    if (rest->length == 0)
        return false;
    *rest = span_trim(skip(*rest, 1));
    const size_t equals = length_until(*rest, "=;");
    *name = span_trim(span_sub(*rest, 0, equals));
    *rest = skip(*rest, equals);
    if (rest->length != 0 && rest->at[0] == '=')
        *rest = span_trim(skip(*rest, 1));
    *value = unquoted(span_trim(span_sub(*rest, 0, length_until(*rest, ";"))));
    return true;
}

static bool find_parameter(struct span field, const char *wanted, struct span *value)
{
    enum { FIELD_MAX = 1 << 14 };
    struct span name;
    field = span_sub(field, 0, FIELD_MAX);
    while (next_parameter(&field, &name, value))
        if (span_equal_nocase(name, wanted))
            return true;
    *value = (struct span){"", 0};
    return false;
}

struct span mime_parameter(struct span field, const char *name)
{
    struct span value;
    (void)find_parameter(field, name, &value);
    return value;
}

void mime_charset(struct span name, char to[CHARSET_NAME_MAX])
{
    to[0] = '\0';
    if (name.length >= CHARSET_NAME_MAX)
        return;
    for (size_t i = 0; i < name.length; i++)
        if (!isalnum((unsigned char)name.at[i]) && (name.at[i] == '\0' || strchr("-_.:", name.at[i]) == NULL))
            return;
    snprintf(to, CHARSET_NAME_MAX, "%.*s", (int)name.length, name.at);
}

/* ---- texts ---- */

struct text {
    char at[2 * MIME_NAME_MAX];
    size_t length;
    bool no_memory; /* for all of it */
};

static void put(struct text *t, char c)
{
    if (t->length < sizeof t->at && c != '\r' && c != '\n') /* a value goes on in the next line */
        t->at[t->length++] = c;
}

static struct span all_of(const struct text *t)
{
    return (struct span){t->at, t->length};
}

struct recoding {
    struct span from;
    const char *charset;
    struct text *to;
};

static void recode(void *context)
{
    const struct recoding *r = context;
    struct strbuf utf8 = {0};
    (void)charset_to_utf8(&utf8, r->from, r->charset, 1);
    for (size_t i = 0; i < utf8.length; i++)
        put(r->to, utf8.at[i]);
    strbuf_done(&utf8);
}

static bool is_seven_bit(const char *charset)
{
    return strncasecmp(charset, "iso-2022", 8) == 0 || strncasecmp(charset, "utf-7", 5) == 0 ||
           strncasecmp(charset, "hz", 2) == 0;
}

/* As UTF-8. */
static void put_recoded(struct text *to, struct span from, const char *charset)
{
    struct recoding r = {from, charset[0] != '\0' ? charset : "WINDOWS-1252", to};
    if (!utf8_valid(from) || is_seven_bit(charset))
        to->no_memory = !attempt_apart(recode, &r) || to->no_memory;
    else
        for (size_t i = 0; i < from.length; i++)
            put(to, from.at[i]);
}

/* Bytes written as "=C3" or "%C3". */
static void put_escaped(struct text *to, struct span from, char escape)
{
    for (size_t i = 0; i < from.length; i++) {
        const int high = from.at[i] == escape && i + 2 < from.length ? hex_digit(from.at[i + 1]) : -1;
        const int low = high >= 0 ? hex_digit(from.at[i + 2]) : -1;
        put(to, low >= 0 ? (char)(16 * high + low) : from.at[i]);
        i += low >= 0 ? 2 : 0;
    }
}

/* ---- "=?utf-8?q?Zo=C3=AB?=" (RFC 2047) ---- */

/* What comes before the mark; *rest goes on behind it, and is NULL where there is none. */
static struct span take_until(struct span *rest, const char *mark)
{
    const char *at = rest->length != 0 ? memmem(rest->at, rest->length, mark, strlen(mark)) : NULL;
    if (at == NULL) {
        *rest = (struct span){NULL, 0};
        return (struct span){"", 0};
    }
    const struct span part = span_sub(*rest, 0, (size_t)(at - rest->at));
    *rest = skip(*rest, part.length + strlen(mark));
    return part;
}

static void put_blanks_for(struct text *to, struct span from)
{
    for (size_t i = 0; i < from.length; i++)
        put(to, from.at[i] == '_' ? ' ' : from.at[i]);
}

/* One at the start of *rest, which goes on behind it; false where there is none. */
static bool take_word(struct span *rest, struct text *to)
{
    struct text bytes = {.length = 0}, blanks = {.length = 0};
    char charset[CHARSET_NAME_MAX];
    if (rest->length < 2 || memcmp(rest->at, "=?", 2) != 0)
        return false;
    struct span s = skip(*rest, 2);
    const struct span charset_name = take_until(&s, "?"), kind = take_until(&s, "?"), word = take_until(&s, "?=");
    if (s.at == NULL || kind.length != 1)
        return false;
    mime_charset(span_sub(charset_name, 0, length_until(charset_name, "*")), charset);
    if (*kind.at == 'b' || *kind.at == 'B') {
        struct mime_decoder d = {.encoding = MIME_BASE64, .rest = word};
        bytes.length = mime_decode(&d, bytes.at, sizeof bytes.at);
    } else {
        put_blanks_for(&blanks, word);
        put_escaped(&bytes, all_of(&blanks), '=');
    }
    put_recoded(to, all_of(&bytes), charset);
    *rest = s;
    return true;
}

/* Blanks between two of them belong to neither. */
static void put_words(struct text *to, struct span value)
{
    struct text rest = {.length = 0};
    bool word = false;
    value = span_sub(value, 0, sizeof rest.at);
    while (value.length != 0) {
        struct span after = span_trim(value);
        if (word && after.length != 0 && take_word(&after, to)) {
            value = after;
            continue;
        }
        word = take_word(&value, to);
        if (word || value.length == 0)
            continue;
        put(&rest, value.at[0]);
        value = skip(value, 1);
        if (value.length == 0 || value.at[0] == '=') {
            put_recoded(to, all_of(&rest), "");
            rest.length = 0;
        }
    }
}

/* ---- "filename*0*=utf-8''Zo%C3%AB; filename*1=.mat" (RFC 2231) ---- */

/* Appends the piece of that ending ("*0"), escaped ("*0*") or not; false where there is none. */
static bool put_piece(struct text *to, struct span field, const char *name, const char *ending,
                      char charset[CHARSET_NAME_MAX])
{
    char wanted[40];
    struct span value;
    snprintf(wanted, sizeof wanted, "%s%s*", name, ending);
    if (!find_parameter(field, wanted, &value)) {
        snprintf(wanted, sizeof wanted, "%s%s", name, ending);
        const bool found = find_parameter(field, wanted, &value);
        for (size_t i = 0; i < value.length; i++)
            put(to, value.at[i]);
        return found;
    }
    struct span text = value;
    const struct span said = take_until(&text, "'");
    (void)take_until(&text, "'"); /* the language */
    if (text.at != NULL && to->length == 0) {
        mime_charset(said, charset);
        value = text;
    }
    put_escaped(to, value, '%');
    return true;
}

static bool put_pieces(struct text *to, struct span field, const char *name)
{
    enum { PIECES = 100 };
    struct text bytes = {.length = 0};
    char charset[CHARSET_NAME_MAX] = "", ending[16] = "";
    int n = 0;
    do
        snprintf(ending, sizeof ending, "*%d", n);
    while (n < PIECES && put_piece(&bytes, field, name, ending, charset) && ++n);
    char whole[40];
    struct span value;
    snprintf(whole, sizeof whole, "%s*", name);
    if (n == 0 && (!find_parameter(field, whole, &value) || !put_piece(&bytes, field, name, "", charset)))
        return false;
    put_recoded(to, all_of(&bytes), charset);
    return true;
}

/* ---- names of files ---- */

/* Folders that a name has are those of who sent it. */
static struct span own_name(struct span path)
{
    for (size_t i = path.length; i > 0; i--)
        if (path.at[i - 1] == '/' || path.at[i - 1] == '\\')
            return skip(path, i);
    return path;
}

bool mime_file_name(struct span field, const char *name, char to[MIME_NAME_MAX])
{
    struct text text = {.length = 0};
    if (!put_pieces(&text, field, name))
        put_words(&text, mime_parameter(field, name));
    struct span own = span_trim(own_name(all_of(&text)));
    own.length = utf8_fitting(own, MIME_NAME_MAX - 1);
    while (!utf8_valid(own)) /* cut off by our own room */
        own.length--;
    if (span_equal(own, ".") || span_equal(own, ".."))
        own.length = 0;
    for (size_t i = 0; i < own.length; i++)
        to[i] = (unsigned char)own.at[i] < ' ' || own.at[i] == 127 ? '_' : own.at[i];
    to[own.length] = '\0';
    return !text.no_memory;
}
