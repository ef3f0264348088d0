/* Documents from web servers; see http.h. The multi interface is used, whose waiting ends soon when somebody
 * interrupts. Handles are kept and used again: they hold the connections. */
#include "source/http.h"

#include <curl/curl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/attempt.h"
#include "base/format.h"
#include "base/on_demand.h"
#include "base/span.h"
#include "base/threads.h"
#include "base/version.h"

enum { LOOK_MS = 100 /* for an interrupt */, TRIES = 3, CONNECT_SECONDS_MAX = 30, REFUSAL_BYTES = 64 << 10 };

static const int pause_ms[TRIES] = {500, 2000, 0}; /* after each try */

/* ---- libcurl ---- */

#define CURL_FUNCTIONS(F)                                                                                              \
    F(global_init)                                                                                                     \
    F(easy_init)                                                                                                       \
    F(easy_setopt)                                                                                                     \
    F(easy_getinfo)                                                                                                    \
    F(easy_reset)                                                                                                      \
    F(easy_strerror)                                                                                                   \
    F(multi_init)                                                                                                      \
    F(multi_add_handle)                                                                                                \
    F(multi_remove_handle)                                                                                             \
    F(multi_perform)                                                                                                   \
    F(multi_poll)                                                                                                      \
    F(multi_info_read)                                                                                                 \
    F(slist_append)                                                                                                    \
    F(slist_free_all)

static struct {
#define POINTER(name) __typeof__(curl_##name) *name;
    CURL_FUNCTIONS(POINTER)
} curl;

static const struct on_demand_function functions[] = {
#define ROW(name) {"curl_" #name, &curl.name},
    CURL_FUNCTIONS(ROW){NULL, NULL}};

static const char *const files[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
static struct on_demand library = {.files = files, .functions = functions, .lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- handles ---- */

static struct handle {
    CURL *easy;
    CURLM *multi;
    bool taken;
} handles[THREADS_MAX];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of the handles */
static bool initialised;

static bool is_ready(struct handle *h)
{
    if (!initialised)
        initialised = curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
    if (initialised && h->easy == NULL)
        h->easy = curl.easy_init();
    if (initialised && h->multi == NULL)
        h->multi = curl.multi_init();
    return h->easy != NULL && h->multi != NULL;
}

static void give_handle_back(void *handle)
{
    struct handle *h = handle;
    curl.multi_remove_handle(h->multi, h->easy);
    curl.easy_reset(h->easy);
    pthread_mutex_lock(&lock);
    h->taken = false;
    pthread_mutex_unlock(&lock);
}

/* The attempt holds it. */
static struct handle *take_handle(void)
{
    struct handle *found = NULL;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; found == NULL && i < THREADS_MAX; i++)
        if (!handles[i].taken)
            found = &handles[i];
    const bool ready = found != NULL && is_ready(found);
    if (ready)
        found->taken = true;
    pthread_mutex_unlock(&lock);
    if (!ready)
        attempt_fail();
    attempt_hold(found, give_handle_back);
    return found;
}

/* ---- one request ---- */

struct getting {
    const struct http_limits *limits;
    struct http_reply *out;
    CURL *easy;
    bool too_long, no_memory;
    struct span piece; /* just arrived */
};

static void add_piece(void *getting)
{
    const struct getting *g = getting;
    strbuf_add(&g->out->body, g->piece.at, g->piece.length);
}

/* An attempt may not end in the middle of libcurl: it does so when that has returned. */
static size_t take_piece(char *bytes, size_t size, size_t n, void *getting)
{
    struct getting *g = getting;
    long status = 0;
    curl.easy_getinfo(g->easy, CURLINFO_RESPONSE_CODE, &status);
    const size_t most = status >= 400 && g->limits->bytes > REFUSAL_BYTES ? REFUSAL_BYTES : g->limits->bytes;
    g->piece = (struct span){bytes, size * n};
    if (g->piece.length > most - g->out->body.length) {
        g->too_long = status < 400;
        return 0;
    }
    g->no_memory = !attempt(add_piece, g);
    return g->no_memory ? 0 : g->piece.length;
}

static void free_headers(void *headers)
{
    curl.slist_free_all(headers);
}

/* libcurl before 8 does not send this by itself, stores want it: the hash of no bytes. */
#define NO_PAYLOAD "X-Amz-Content-Sha256: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

/* `to` grows, held by the attempt. */
static struct curl_slist *add_header(struct curl_slist *to, const char *text)
{
    struct curl_slist *longer = curl.slist_append(to, text);
    if (longer == NULL)
        attempt_fail();
    if (to == NULL)
        attempt_hold(longer, free_headers);
    return longer;
}

/* Credentials for an object store; returns headers that the attempt holds. */
static struct curl_slist *sign(CURL *easy, const struct http_signing *s)
{
    struct strbuf text = {0};
    struct curl_slist *headers = add_header(NULL, NO_PAYLOAD);
    if (s->token != NULL) {
        strbuf_printf(&text, "X-Amz-Security-Token: %s", s->token);
        headers = add_header(headers, text.at);
        strbuf_clear(&text);
    }
    strbuf_printf(&text, "aws:amz:%s:s3", s->region);
    curl.easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
    curl.easy_setopt(easy, CURLOPT_AWS_SIGV4, text.at);
    curl.easy_setopt(easy, CURLOPT_USERNAME, s->key);
    curl.easy_setopt(easy, CURLOPT_PASSWORD, s->secret);
    strbuf_done(&text);
    return headers;
}

static void set_up(struct getting *g, const char *url, bool follow)
{
    CURL *easy = g->easy;
    const int seconds = g->limits->seconds;
    const bool secure = strncasecmp(url, "https:", 6) == 0;
    curl.easy_setopt(easy, CURLOPT_URL, url);
    curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl.easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
    curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, follow ? 1L : 0L);
    curl.easy_setopt(easy, CURLOPT_MAXREDIRS, (long)HTTP_REDIRECTS_MAX);
    curl.easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(easy, CURLOPT_USERAGENT, "kibitzer/" KIBITZER_VERSION);
    curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT,
                     (long)(seconds < CONNECT_SECONDS_MAX ? seconds : CONNECT_SECONDS_MAX));
    curl.easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, (long)HTTP_SLOW);
    curl.easy_setopt(easy, CURLOPT_LOW_SPEED_TIME, (long)seconds);
    curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_piece);
    curl.easy_setopt(easy, CURLOPT_WRITEDATA, g);
}

static bool stopped(const struct http_limits *l)
{
    return l->stop != NULL && *l->stop != 0;
}

/* Until it has ended, or somebody interrupts. */
static CURLcode perform(const struct handle *h, const struct http_limits *limits)
{
    int running = 1, left;
    if (curl.multi_add_handle(h->multi, h->easy) != CURLM_OK)
        return CURLE_OUT_OF_MEMORY;
    while (!stopped(limits)) {
        if (curl.multi_perform(h->multi, &running) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        if (running == 0)
            break;
        attempt_goes_on(); /* libcurl has returned: what is open is held */
        curl.multi_poll(h->multi, NULL, 0, LOOK_MS, NULL);
    }
    const CURLMsg *m = curl.multi_info_read(h->multi, &left);
    if (m != NULL && m->msg == CURLMSG_DONE)
        return m->data.result;
    curl.easy_setopt(h->easy, CURLOPT_QUICK_EXIT, 1L); /* nobody waits for an answer about a name */
    return CURLE_ABORTED_BY_CALLBACK;
}

static enum http_found judge(struct getting *g, CURLcode code, const char *message)
{
    struct http_reply *r = g->out;
    curl.easy_getinfo(g->easy, CURLINFO_RESPONSE_CODE, &r->status);
    if (g->no_memory)
        return HTTP_FAILED;
    if (code == CURLE_OK || (code == CURLE_WRITE_ERROR && r->status >= 400))
        return r->status >= 200 && r->status < 300 ? HTTP_READ : HTTP_REFUSED;
    if (g->too_long)
        snprintf(r->why, sizeof r->why, W_("has more bytes than --max-input allows"));
    else if (code == CURLE_OUT_OF_MEMORY) /* libcurl calls both so */
        snprintf(r->why, sizeof r->why, W_("libcurl has no memory for it, or a line of the answer's head is too long"));
    else if (code == CURLE_ABORTED_BY_CALLBACK)
        snprintf(r->why, sizeof r->why, "interrupted");
    else
        snprintf(r->why, sizeof r->why, "%s", message[0] != '\0' ? message : curl.easy_strerror(code));
    return HTTP_FAILED;
}

/* *again: it may be better in a moment. */
static enum http_found get_once(const char *url, const struct http_signing *signing, const struct http_limits *limits,
                                struct http_reply *out, bool *again)
{
    char message[CURL_ERROR_SIZE] = "";
    struct handle *h = take_handle();
    struct getting g = {.limits = limits, .out = out, .easy = h->easy};
    strbuf_clear(&out->body);
    set_up(&g, url, signing == NULL);
    curl.easy_setopt(h->easy, CURLOPT_ERRORBUFFER, message);
    struct curl_slist *headers = signing != NULL ? sign(h->easy, signing) : NULL;
    const CURLcode code = perform(h, limits);
    const enum http_found found = judge(&g, code, message);
    attempt_release(h, give_handle_back);
    if (headers != NULL)
        attempt_release(headers, free_headers);
    if (g.no_memory)
        attempt_end_too();
    *again = found == HTTP_REFUSED
                 ? out->status == 429 || out->status >= 500
                 : code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT || code == CURLE_GOT_NOTHING ||
                       code == CURLE_RECV_ERROR || code == CURLE_SEND_ERROR || code == CURLE_PARTIAL_FILE;
    return found;
}

static void pause_for(int ms, const struct http_limits *limits)
{
    for (; ms > 0 && !stopped(limits); ms -= LOOK_MS)
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
}

enum http_found http_get(const char *url, const struct http_signing *signing, const struct http_limits *limits,
                         struct http_reply *out)
{
    enum http_found found = HTTP_FAILED;
    bool again = true;
    *out = (struct http_reply){.status = 0};
    if (!on_demand_load(&library)) {
        snprintf(out->why, sizeof out->why, "URLs are read by libcurl, which cannot be loaded: %s", library.why);
        return HTTP_FAILED;
    }
    for (int try = 0; try < TRIES && again && !stopped(limits); try++) {
        if (try != 0)
            pause_for(pause_ms[try - 1], limits);
        found = get_once(url, signing, limits, out, &again);
    }
    if (stopped(limits) && found != HTTP_READ)
        snprintf(out->why, sizeof out->why, "interrupted");
    return found;
}
