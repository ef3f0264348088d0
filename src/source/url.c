/* Inputs that are named by URLs; see url.h. */
#include "source/url.h"

#include <libxml/parser.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/secrets.h"

enum { WORDS_MAX = 200 };

/* ---- names ---- */

static bool is_s3(const char *name)
{
    return strncmp(name, "s3://", 5) == 0;
}

bool url_is_one(const char *name)
{
    return is_s3(name) || strncmp(name, "http://", 7) == 0 || strncmp(name, "https://", 8) == 0;
}

static bool span_ends_nocase(struct span s, const char *end)
{
    const size_t n = strlen(end);
    return s.length > n && span_equal_nocase(span_sub(s, s.length - n, n), end);
}

/* "bucket" and "key" of s3://bucket/key. */
struct object {
    struct span bucket, key;
};

static struct object object_of(const char *url)
{
    const struct span rest = span_of(url + 5);
    const char *slash = memchr(rest.at, '/', rest.length);
    const size_t n = slash != NULL ? (size_t)(slash - rest.at) : rest.length;
    return (struct object){span_sub(rest, 0, n), span_sub(rest, n + 1, rest.length)};
}

bool url_is_folder(const char *url)
{
    const struct span key = is_s3(url) ? object_of(url).key : (struct span){"", 0};
    return is_s3(url) && (key.length == 0 || key.at[key.length - 1] == '/');
}

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || strchr("-_.~", c) != NULL;
}

/* As the signature wants it: all but letters, digits and -_.~ escaped, and slashes where they separate. */
static void put_escaped(struct strbuf *out, struct span text, bool slashes_too)
{
    for (size_t i = 0; i < text.length; i++) {
        const char c = text.at[i];
        if ((c != '\0' && is_plain(c)) || (c == '/' && !slashes_too))
            strbuf_putc(out, c);
        else
            strbuf_printf(out, "%%%02X", (unsigned)(unsigned char)c);
    }
}

/* Keys in listings are escaped, so that XML can hold each of them. */
static void put_unescaped(struct strbuf *out, const char *text)
{
    for (; *text != '\0'; text++)
        if (*text == '%' && hex_digit(text[1]) >= 0 && hex_digit(text[2]) >= 0) {
            strbuf_putc(out, (char)(16 * hex_digit(text[1]) + hex_digit(text[2])));
            text += 2;
        } else {
            strbuf_putc(out, *text == '+' ? ' ' : *text);
        }
}

size_t url_archive(const char *url)
{
    static const char *const ends[] = {".zip", ".7z",   ".rar", ".tar", ".tgz", ".tar.gz", ".bz2",
                                       ".xz",  ".lzma", ".zst", ".lz4", ".eml", ".mbox"};
    for (size_t at = strcspn(url, ":") + 3; at < strlen(url); at++) {
        at += strcspn(url + at, is_s3(url) ? "/" : "/?#");
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
            if (span_ends_nocase((struct span){url, at}, ends[i]))
                return at;
        if (url[at] != '/')
            break;
    }
    return 0;
}

/* ---- the store ---- */

static const char *variable(const char *name, const char *other)
{
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : other;
}

/* Where a bucket is, without a slash at the end: Amazon gives each a host of its own, but its certificates do not fit
 * names with dots; other stores have buckets as folders. */
static void put_bucket(struct strbuf *out, struct span bucket, const char *region)
{
    const char *endpoint = variable("AWS_ENDPOINT_URL_S3", variable("AWS_ENDPOINT_URL", NULL));
    if (endpoint != NULL) {
        size_t n = strlen(endpoint);
        while (n != 0 && endpoint[n - 1] == '/')
            n--;
        strbuf_add(out, endpoint, n);
    } else if (memchr(bucket.at, '.', bucket.length) == NULL) {
        strbuf_printf(out, "https://%.*s.s3.%s.amazonaws.com", (int)bucket.length, bucket.at, region);
        return;
    } else {
        strbuf_printf(out, "https://s3.%s.amazonaws.com", region);
    }
    strbuf_putc(out, '/');
    put_escaped(out, bucket, true);
}

struct store_access {
    struct http_signing signing;
    bool is_signed;
};

static struct store_access store_access(void)
{
    struct store_access a = {.signing = {
                                 .region = variable("AWS_REGION", variable("AWS_DEFAULT_REGION", "us-east-1")),
                                 .key = variable("AWS_ACCESS_KEY_ID", NULL),
                                 .secret = variable("AWS_SECRET_ACCESS_KEY", NULL),
                                 .token = variable("AWS_SESSION_TOKEN", NULL),
                             }};
    a.is_signed = a.signing.key != NULL && a.signing.secret != NULL;
    return a;
}

/* ---- answers of the store ---- */

static void free_doc(void *doc)
{
    xmlFreeDoc(doc);
}

static void free_context(void *context)
{
    xmlFreeParserCtxt(context);
}

/* The attempt holds it; NULL if it is no XML. */
static xmlDoc *parse(const struct strbuf *xml)
{
    const int quiet = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_COMPACT;
    if (xml->length == 0 || xml->length > INT_MAX)
        return NULL;
    xmlParserCtxt *context = xmlNewParserCtxt();
    if (context == NULL)
        attempt_fail();
    attempt_hold(context, free_context);
    xmlDoc *doc = xmlCtxtReadMemory(context, xml->at, (int)xml->length, NULL, NULL, quiet);
    const xmlError *e = xmlCtxtGetLastError(context);
    if (doc != NULL)
        attempt_hold(doc, free_doc);
    else if (e == NULL || e->code == XML_ERR_NO_MEMORY)
        attempt_fail();
    attempt_release(context, free_context);
    return doc;
}

static const xmlNode *child(const xmlNode *of, const char *name)
{
    const xmlNode *n = of != NULL ? of->children : NULL;
    while (n != NULL && (n->type != XML_ELEMENT_NODE || strcmp((const char *)n->name, name) != 0))
        n = n->next;
    return n;
}

/* The text of a child, appended. */
static void put_child(struct strbuf *out, const xmlNode *of, const char *name)
{
    const xmlNode *n = child(of, name);
    for (n = n != NULL ? n->children : NULL; n != NULL; n = n->next)
        if ((n->type == XML_TEXT_NODE || n->type == XML_CDATA_SECTION_NODE) && n->content != NULL)
            strbuf_puts(out, (const char *)n->content);
}

/* "NoSuchKey: The specified key does not exist."; nothing if the server said it in another way. */
static void put_refusal(struct strbuf *out, const struct strbuf *body)
{
    xmlDoc *doc = parse(body);
    const xmlNode *root = doc != NULL ? xmlDocGetRootElement(doc) : NULL;
    if (root != NULL && strcmp((const char *)root->name, "Error") == 0) {
        strbuf_puts(out, ", ");
        put_child(out, root, "Code");
        strbuf_puts(out, ": ");
        put_child(out, root, "Message");
        if (out->length > WORDS_MAX)
            out->at[out->length = WORDS_MAX] = '\0';
    }
    if (doc != NULL)
        attempt_release(doc, free_doc);
}

static const char *meaning_of(long status, bool s3)
{
    static const struct {
        long status;
        const char *web, *store;
    } meanings[] = {
        {301, W_("moved too often"), W_("the bucket is in another region: set AWS_REGION")},
        {307, "moved", W_("the bucket is in another region: set AWS_REGION")},
        {401, W_("needs a login"), W_("the credentials are not accepted")},
        {403, W_("may not be read"), W_("may not be read with these credentials")},
        {404, W_("is not there"), W_("is not there")},
        {429, W_("the server wants fewer requests"), W_("the store wants fewer requests")},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (meanings[i].status == status)
            return s3 ? meanings[i].store : meanings[i].web;
    return status >= 500 ? W_("the server is in trouble") : W_("the server refuses");
}

static void refuse(struct diags *d, const struct http_reply *r, enum http_found found, bool s3)
{
    struct strbuf words = {0};
    if (found == HTTP_REFUSED && s3)
        put_refusal(&words, &r->body);
    if (found == HTTP_REFUSED)
        diag_at(d, SEVERITY_ERROR, 0, 0, "%s (HTTP status %ld%s)", meaning_of(r->status, s3), r->status,
                strbuf_text(&words));
    else
        diag_at(d, SEVERITY_ERROR, 0, 0, "cannot be read: %s", r->why);
    strbuf_done(&words);
}

#ifdef WITH_curl
static enum http_found get(const char *url, bool s3, const struct http_limits *limits, struct http_reply *r)
{
    const struct store_access a = store_access();
    return http_get(url, s3 && a.is_signed ? &a.signing : NULL, limits, r);
}
#else
static enum http_found get(const char *url, bool s3, const struct http_limits *limits, struct http_reply *r)
{
    (void)url, (void)s3, (void)limits;
    *r = (struct http_reply){.why =
                                 W_("URLs are read by libcurl, whose headers were not there when kibitzer was built")};
    return HTTP_FAILED;
}
#endif

/* ---- reading ---- */

static bool is_refused(const char *url, struct diags *d)
{
    if (!url_has_login(url))
        return false;
    diag_at(d, SEVERITY_ERROR, 0, 0, "the URL has a password, which reports would show");
    return true;
}

bool url_read(const char *url, const struct http_limits *limits, struct strbuf *out, struct diags *d)
{
    struct strbuf address = {0};
    struct http_reply r;
    const bool s3 = is_s3(url);
    if (is_refused(url, d))
        return false;
    if (s3) {
        const struct object o = object_of(url);
        put_bucket(&address, o.bucket, store_access().signing.region);
        strbuf_putc(&address, '/');
        put_escaped(&address, o.key, false);
    } else {
        strbuf_puts(&address, url);
    }
    const enum http_found found = get(address.at, s3, limits, &r);
    strbuf_done(&address);
    if (found == HTTP_READ) {
        *out = r.body;
        return true;
    }
    refuse(d, &r, found, s3);
    strbuf_done(&r.body);
    return false;
}

/* ---- listing ---- */

struct listing {
    const struct http_limits *limits;
    struct url_taker *out;
    struct diags *d;
    struct object prefix;
    struct strbuf next; /* where the next page begins; empty = there is none */
    bool escaped; /* keys of this page; not every store does so when asked */
};

static bool is_hidden(const char *key)
{
    return key[0] == '.' || strstr(key, "/.") != NULL;
}

static void take_object(const struct listing *l, const xmlNode *contents)
{
    struct strbuf key = {0}, size = {0}, url = {0};
    put_child(&key, contents, "Key");
    put_child(&size, contents, "Size");
    strbuf_printf(&url, "s3://%.*s/", (int)l->prefix.bucket.length, l->prefix.bucket.at);
    const size_t at = url.length;
    if (l->escaped)
        put_unescaped(&url, strbuf_text(&key));
    else
        strbuf_puts(&url, strbuf_text(&key));
    if (url.length > at && !url_is_folder(url.at) && !is_hidden(url.at + at + l->prefix.key.length))
        l->out->take(l->out, url.at, strtoll(strbuf_text(&size), NULL, 10));
    strbuf_done(&url);
    strbuf_done(&size);
    strbuf_done(&key);
}

/* Where the next page begins, which is another place than this one. */
static bool note_next(struct listing *l, const xmlNode *root)
{
    struct strbuf next = {0};
    put_child(&next, root, "NextContinuationToken");
    const bool same = next.length != 0 && strcmp(strbuf_text(&next), strbuf_text(&l->next)) == 0;
    strbuf_done(&l->next);
    l->next = next;
    if (same)
        diag_at(l->d, SEVERITY_ERROR, 0, 0, "the store keeps sending pages of its list of objects; stopped");
    return !same;
}

static bool take_page(struct listing *l, const struct strbuf *xml)
{
    xmlDoc *doc = parse(xml);
    const xmlNode *root = doc != NULL ? xmlDocGetRootElement(doc) : NULL;
    bool good = root != NULL && strcmp((const char *)root->name, "ListBucketResult") == 0;
    if (!good)
        diag_at(l->d, SEVERITY_ERROR, 0, 0, "the store's answer is not a list of objects");
    l->escaped = child(root, "EncodingType") != NULL;
    for (const xmlNode *n = good ? root->children : NULL; n != NULL; n = n->next)
        if (n->type == XML_ELEMENT_NODE && strcmp((const char *)n->name, "Contents") == 0)
            take_object(l, n);
    good = good && note_next(l, root);
    if (doc != NULL)
        attempt_release(doc, free_doc);
    return good;
}

/* Parameters in the order of their names, as the signature wants them. */
static void put_query(struct strbuf *out, const struct listing *l)
{
    strbuf_putc(out, '/');
    strbuf_putc(out, '?');
    if (l->next.length != 0) {
        strbuf_puts(out, "continuation-token=");
        put_escaped(out, (struct span){l->next.at, l->next.length}, true);
        strbuf_putc(out, '&');
    }
    strbuf_puts(out, "encoding-type=url&list-type=2&prefix=");
    put_escaped(out, l->prefix.key, true);
}

static bool read_page(struct listing *l)
{
    struct strbuf address = {0};
    struct http_reply r;
    put_bucket(&address, l->prefix.bucket, store_access().signing.region);
    put_query(&address, l);
    const enum http_found found = get(address.at, true, l->limits, &r);
    const bool good = found == HTTP_READ && take_page(l, &r.body);
    if (found != HTTP_READ)
        refuse(l->d, &r, found, true);
    strbuf_done(&address);
    strbuf_done(&r.body);
    return good;
}

bool url_each(const char *url, const struct http_limits *limits, struct url_taker *out, struct diags *d)
{
    struct listing l = {.limits = limits, .out = out, .d = d, .prefix = object_of(url)};
    bool good;
    if (is_refused(url, d))
        return false;
    do
        good = read_page(&l);
    while (good && l.next.length != 0);
    strbuf_done(&l.next);
    return good;
}
