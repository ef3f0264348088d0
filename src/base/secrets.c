/* Secrets in URLs; see secrets.h. RFC 3986: scheme://login@host/path?name=value&name=value#fragment. */
#include "base/secrets.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_BYTES = 64 };

static const char stars[] = "***";

/* ---- who logs in ---- */

static bool has_blank(const char *at, const char *end)
{
    for (; at < end; at++)
        if (isspace((unsigned char)*at))
            return true;
    return false;
}

/* Does a colon stand there with something else than a port behind it? */
static bool has_password(const char *at, const char *end)
{
    const char *colon = memchr(at, ':', (size_t)(end - at));
    return colon != NULL && colon + 1 + strspn(colon + 1, "0123456789") < end;
}

/* The @ behind the login, NULL if there is none. A password with a slash that was not escaped counts as one, too. */
static const char *end_of_login(const char *host)
{
    const char *end = host + strcspn(host, "/?#\n"), *at = NULL;
    for (const char *c = host; c < end; c++)
        if (*c == '@')
            at = c;
    if (at == NULL && *end == '/' && has_password(host, end))
        at = strchr(end, '@');
    return at != NULL && at > end && has_blank(host, at) ? NULL : at;
}

bool url_has_login(const char *url)
{
    const char *host = strstr(url, "://");
    return host != NULL && end_of_login(host + 3) != NULL;
}

/* ---- parameters ---- */

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef", *at = c != '\0' ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Its letters may be escaped. */
static bool is_secret_name(const char *at, const char *end)
{
    static const char *const words[] = {"token", "sig",  "secret", "pass",    "pwd",  "key",
                                        "auth",  "cred", "jwt",    "session", "hmac", "policy"};
    char name[NAME_MAX_BYTES];
    size_t n = 0;
    for (; at < end && n < sizeof name - 1; at++) {
        const bool escaped = *at == '%' && end - at > 2 && digit_of(at[1]) >= 0 && digit_of(at[2]) >= 0;
        name[n++] = (char)(escaped ? 16 * digit_of(at[1]) + digit_of(at[2]) : *at);
        at += escaped ? 2 : 0;
    }
    name[n] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasestr(name, words[i]) != NULL)
            return true;
    return false;
}

/* ---- masking ---- */

struct rewriting { /* in place: what is written never overtakes what is read */
    const char *from;
    char *to;
};

static void keep(struct rewriting *r, const char *until)
{
    const size_t n = (size_t)(until - r->from);
    memmove(r->to, r->from, n);
    r->to += n;
    r->from = until;
}

static void mask(struct rewriting *r, const char *until)
{
    const size_t n = (size_t)(until - r->from), room = n < strlen(stars) ? n : strlen(stars);
    memcpy(r->to, stars, room);
    r->to += room;
    r->from = until;
}

static bool is_web(const char *scheme)
{
    return strncasecmp(scheme, "http", 4) == 0 || strcasecmp(scheme, "s3") == 0;
}

static void mask_login(struct rewriting *r, const char *scheme)
{
    const char *end = end_of_login(r->from);
    const char *colon = end != NULL ? memchr(r->from, ':', (size_t)(end - r->from)) : NULL;
    if (end == NULL)
        return;
    if (!is_web(scheme)) /* elsewhere a name alone is not a secret */
        keep(r, colon != NULL ? colon + 1 : end);
    mask(r, end);
}

/* Where a value ends in running text; a colon before a blank belongs to the text. */
static const char *end_of_value(const char *at)
{
    const char *end = at + strcspn(at, "&;# \t\n\"'<>`");
    return end > at && end[-1] == ':' && (*end == ' ' || *end == '\0') ? end - 1 : end;
}

static void mask_parameters(struct rewriting *r)
{
    const char *end = r->from + strcspn(r->from, " \t\n\"'<>`"), *at = r->from + strcspn(r->from, "?#");
    while (at < end) {
        const char *name = at + 1, *is = name + strcspn(name, "=&;#");
        if (is < end && *is == '=' && is_secret_name(name, is)) {
            keep(r, is + 1);
            mask(r, end_of_value(is + 1));
            at = r->from;
        } else {
            at = is;
        }
        at += strcspn(at, "&;#");
    }
}

void secrets_mask(char *text)
{
    struct rewriting r = {text, text};
    for (const char *host; (host = strstr(r.from, "://")) != NULL;) {
        const char *scheme = host;
        while (scheme > r.from && (isalnum((unsigned char)scheme[-1]) || strchr("+-.", scheme[-1]) != NULL))
            scheme--;
        char name[8] = "";
        memcpy(name, scheme, (size_t)(host - scheme) < sizeof name ? (size_t)(host - scheme) : sizeof name - 1);
        keep(&r, host + 3);
        mask_login(&r, name);
        mask_parameters(&r);
    }
    keep(&r, r.from + strlen(r.from) + 1);
}
