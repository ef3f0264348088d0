/* Who may send requests; see access.h. */
#include "service/access.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/call.h"
#include "base/sink.h"
#include "base/xmalloc.h"

enum { SECRET_LEAST = 16, TOKENS_FILE_MAX = 1 << 20 };

/* ---- tokens ---- */

static bool take_line(struct access *a, size_t *room, const char *path, char *line, int number)
{
    char *name = line + strspn(line, " \t"), *end = name + strcspn(name, " \t");
    if (*name == '\0' || *name == '#')
        return true;
    char *secret = end + strspn(end, " \t");
    *end = '\0';
    secret[strcspn(secret, " \t")] = '\0';
    if (strlen(secret) < SECRET_LEAST) {
        say_error("%s:%d: a name and a token of at least %d characters are expected", path, number, SECRET_LEAST);
        return false;
    }
    a->tokens = grow(a->tokens, a->n_tokens, room, sizeof *a->tokens);
    a->tokens[a->n_tokens++] = (struct token){name, secret};
    return true;
}

static bool read_tokens(struct access *a, const char *path)
{
    struct strbuf text = {0};
    size_t room = 0;
    int number = 0;
    if (!file_read(path, TOKENS_FILE_MAX, &text)) {
        say_error("%s: cannot be read: %s", path, file_problem(errno));
        return false;
    }
    strbuf_putc(&text, '\n');
    a->text = text.at;
    for (char *line = a->text, *end; (end = strpbrk(line, "\r\n")) != NULL; line = end + 1) {
        *end = '\0';
        if (!take_line(a, &room, path, line, ++number))
            return false;
    }
    if (a->n_tokens == 0)
        say_error("%s: has no token", path);
    return a->n_tokens != 0;
}

bool access_begin(struct access *a, const char *tokens, const struct option_texts *hosts,
                  const struct option_texts *origins)
{
    *a = (struct access){.hosts = hosts, .origins = origins};
    return tokens == NULL || read_tokens(a, tokens);
}

void access_end(struct access *a)
{
    xfree(a->tokens);
    xfree(a->text);
}

/* In a time that does not depend on where they differ. */
static bool is_secret(const char *given, const char *secret)
{
    const size_t n = strlen(given), length = strlen(secret);
    unsigned char differs = n != length;
    for (size_t i = 0; i < n; i++)
        differs |= (unsigned char)(given[i] ^ secret[i % length]);
    return differs == 0;
}

const char *access_token(const struct access *a, struct MHD_Connection *c)
{
    static const char scheme[] = "Bearer ";
    const char *given = http.lookup_connection_value(c, MHD_HEADER_KIND, "Authorization"), *name = NULL;
    if (given == NULL || strncasecmp(given, scheme, sizeof scheme - 1) != 0)
        return NULL;
    for (size_t i = 0; i < a->n_tokens; i++)
        if (is_secret(given + sizeof scheme - 1, a->tokens[i].secret))
            name = a->tokens[i].name;
    return name;
}

/* ---- heads ---- */

struct head {
    const char *host, *origin, *coding, *length;
    int hosts, origins, codings, lengths;
    bool torn; /* a value with a NUL in it */
};

static enum MHD_Result look(void *head, enum MHD_ValueKind kind, const char *key, size_t key_size, const char *value,
                            size_t value_size)
{
    struct head *h = head;
    const struct {
        const char *name, **value;
        int *n;
    } known[] = {{"Host", &h->host, &h->hosts},
                 {"Origin", &h->origin, &h->origins},
                 {"Transfer-Encoding", &h->coding, &h->codings},
                 {"Content-Length", &h->length, &h->lengths}};
    (void)kind;
    h->torn = h->torn || strlen(key) != key_size || (value != NULL && strlen(value) != value_size);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcasecmp(key, known[i].name) == 0) {
            *known[i].value = value != NULL ? value : "";
            ++*known[i].n;
        }
    return MHD_YES;
}

/* Without its port. */
static bool names(const char *host, const char *name)
{
    const size_t n = strlen(name);
    return strncasecmp(host, name, n) == 0 &&
           (host[n] == '\0' || (host[n] == ':' && host[n + 1 + strspn(host + n + 1, "0123456789")] == '\0'));
}

static bool is_ours(const struct access *a, const char *host)
{
    static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (names(host, own[i]))
            return true;
    for (size_t i = 0; i < a->hosts->n; i++)
        if (names(host, a->hosts->at[i]))
            return true;
    return false;
}

/* A page of our own, or of an allowed origin (*named). */
static bool may_come_from(const struct access *a, const char *origin, const char *host, bool *named)
{
    const char *after = strstr(origin, "://");
    for (size_t i = 0; i < a->origins->n && !*named; i++)
        *named = strcasecmp(origin, a->origins->at[i]) == 0;
    return *named || (after != NULL && strcasecmp(after + 3, host) == 0);
}

static bool read_length(const char *text, long long *length)
{
    const size_t digits = strspn(text, "0123456789");
    *length = strtoll(text, NULL, 10);
    return digits > 0 && digits < 18 && text[digits] == '\0';
}

enum access_fault access_check(const struct access *a, struct MHD_Connection *c, const char **origin, long long *length)
{
    struct head h = {.torn = false};
    bool named = false;
    *origin = NULL;
    *length = 0;
    http.get_connection_values_n(c, MHD_HEADER_KIND, look, &h);
    if (h.torn || h.hosts != 1 || h.origins > 1 || h.lengths > 1 || h.codings > 1 || (h.lengths != 0 && h.codings != 0))
        return ACCESS_FRAMING;
    if (h.length != NULL && !read_length(h.length, length))
        return ACCESS_FRAMING;
    if (h.coding != NULL && strcasecmp(h.coding, "chunked") != 0)
        return ACCESS_CODING;
    if (h.coding != NULL)
        *length = -1;
    if (!is_ours(a, h.host))
        return ACCESS_HOST;
    if (h.origin != NULL && !may_come_from(a, h.origin, h.host, &named))
        return ACCESS_ORIGIN;
    *origin = named ? h.origin : NULL;
    return ACCESS_FINE;
}
