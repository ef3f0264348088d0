/* Secrets in URLs; see secrets.h. RFC 3986: scheme://login@host/path?name=value&name=value#fragment. Mistyped ones are
 * none, and are printed by messages that say so: their slashes may be fewer or lean the other way, any of their signs
 * may be escaped, and the scheme may be missing. */
#include "base/secrets.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { NAME_MAX_BYTES = 64, SCHEME_MAX = 16 };

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

static int digit_of(char c)
{
    const char *digits = "0123456789abcdef", *at = c != '\0' ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* How long this sign is at `at`, by itself or escaped; 0 = it is another one. */
static size_t sign(const char *at, const char *signs)
{
    const char *found = *at != '\0' ? strchr(signs, *at) : NULL;
    if (found != NULL)
        return 1;
    const int high = *at == '%' ? digit_of(at[1]) : -1, low = high >= 0 ? digit_of(at[2]) : -1;
    return low >= 0 && high + low != 0 && strchr(signs, 16 * high + low) != NULL ? 3 : 0;
}

/* The @ behind the login, NULL if there is none. A password with a slash that was not escaped counts as one, too. */
static const char *end_of_login(const char *host)
{
    const char *end = host + strcspn(host, "/?#\n"), *at = NULL, *escaped = NULL;
    for (const char *c = host; c < end; c++)
        if (*c == '@')
            at = c;
        else if (sign(c, "@") != 0)
            escaped = c;
    if (at == NULL && escaped == NULL && *end == '/' && has_password(host, end))
        at = strchr(end, '@');
    at = at != NULL ? at : escaped;
    return at != NULL && at > end && has_blank(host, at) ? NULL : at;
}

bool url_has_login(const char *url)
{
    const char *host = strstr(url, "://");
    return host != NULL && end_of_login(host + 3) != NULL;
}

/* ---- parameters ---- */

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
    const char *colon = r->from;
    if (end == NULL)
        return;
    while (colon < end && sign(colon, ":") == 0)
        colon++;
    if (!is_web(scheme)) /* elsewhere a name alone is not a secret */
        keep(r, colon < end ? colon + sign(colon, ":") : end);
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

static bool is_known(const char *scheme)
{
    static const char *const known[] = {"http",     "https",      "ftp",   "ftps",   "s3",
                                        "postgres", "postgresql", "mysql", "mariadb"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(scheme, known[i]) == 0)
            return true;
    return false;
}

/* What follows a scheme of `n` characters and its slashes; NULL where no URL begins. */
static const char *behind_scheme(const char *at, size_t n, const char *scheme)
{
    const char *host = at + n;
    size_t length = sign(host, ":"), slashes = 0;
    if (length == 0)
        return NULL;
    for (host += length; (length = sign(host, "/\\")) != 0; slashes++)
        host += length;
    if (slashes >= 2)
        return host;
    const char *end = slashes == 1 || is_known(scheme) ? end_of_login(host) : NULL;
    return end != NULL && !has_blank(host, end) ? host : NULL;
}

/* Of name:password@host without a scheme. */
static const char *password_behind(const char *at, size_t n, const char *scheme)
{
    const char *password = at + n + sign(at + n, ":"), *end = password + strcspn(password, " \t\n<>`@");
    const bool drive = n == 1 && sign(password, "/\\") != 0; /* of Windows */
    const bool login = !drive && password > at + n && end > password && *end == '@' && isalnum((unsigned char)end[1]);
    return login && strcasecmp(scheme, "mailto") != 0 ? password : NULL;
}

static size_t scheme_at(const char *at, char name[SCHEME_MAX])
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || (at[n] != '\0' && strchr("+-.", at[n]) != NULL))
        n++;
    const size_t kept = n < SCHEME_MAX ? n : SCHEME_MAX - 1;
    memcpy(name, at, kept);
    name[kept] = '\0';
    return n;
}

void secrets_mask(char *text)
{
    struct rewriting r = {text, text};
    char scheme[SCHEME_MAX];
    for (const char *at = text; *at != '\0';) {
        const size_t n = scheme_at(at, scheme);
        const char *host = behind_scheme(at, n, scheme), *password = NULL;
        if (host != NULL) {
            keep(&r, host);
            mask_login(&r, scheme);
        } else if (n > 0 && (password = password_behind(at, n, scheme)) != NULL) {
            keep(&r, password);
            mask(&r, strchr(password, '@'));
        }
        if (host == NULL && *at == '?')
            keep(&r, at);
        if (host != NULL || *at == '?')
            mask_parameters(&r);
        at = r.from > at ? r.from : at + (n > 0 ? n : 1);
    }
    keep(&r, r.from + strlen(r.from) + 1);
}
