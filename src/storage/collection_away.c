/* A server that goes away in the middle of a run; see collection.h. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/date.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "storage/collection.h"
#include "collection/upkeep.h"

enum { PATIENCE_MAX = 1000000, PAUSE_MAX = 60 }; /* seconds */
enum { FILES_MAX = 100 };

static const struct option_row reconnect_rows[] = {
    OPTION("reconnect", struct reconnect_option, seconds, .argument = "SECONDS", .initial = "300", .most = PATIENCE_MAX,
           .help = "how long to wait at the end for an unreachable server"),
    {0},
};
const struct option_group reconnect_group = {.title = "Servers", .rows = reconnect_rows};

static void server_name(const struct collection *c, struct strbuf *out)
{
    sql_name(c->url, out);
}

/* ---- the file ---- */

#define KEPT_ASIDE "kept-aside-"

bool collection_is_kept_aside(const char *path)
{
    const char *slash = strrchr(path, '/');
    return strncmp(slash != NULL ? slash + 1 : path, KEPT_ASIDE, strlen(KEPT_ASIDE)) == 0;
}

/* Each server has files of its own, so that what is meant for one never comes to another; and so have runs at the same
 * time in one folder. */
static char *kept_aside(const struct collection *c, int number)
{
    struct strbuf name = {0}, path = {0};
    char key[KEY_LENGTH + 1];
    server_name(c, &name);
    text_key((struct span){strbuf_text(&name), name.length}, key);
    strbuf_printf(&path, "%s/" KEPT_ASIDE "%.8s-%d.db", c->folder, key, number);
    strbuf_done(&name);
    return path.at;
}

/* Its descriptor, if no other run has it; else -1. SQLite has locks of another kind. */
static int lock_file(const char *path, bool make)
{
    struct os_facts f;
    const int file = os_open(path, O_RDWR | (make ? O_CREAT : 0));
    if (file >= 0 && os_lock(file) && os_facts_of_open(file, &f) && f.named)
        return file;
    if (file >= 0)
        close(file);
    return -1;
}

/* The first that is free; false if none can be had. */
static bool take_file(struct collection *c)
{
    const bool there = folder_ensure(c->folder); /* nothing else may have needed it */
    for (int n = 1; there && n <= FILES_MAX; n++) {
        char *path = kept_aside(c, n);
        const int lock = lock_file(path, true);
        if (lock >= 0) {
            c->away.file = path;
            c->away.lock = lock;
            return true;
        }
        xfree(path);
    }
    say_error("%s: no file could be created there to save results: %s", c->folder, strerror(errno));
    return false;
}

static void remove_file(const char *path)
{
    static const char *const suffixes[] = {"-wal", "-shm", "-journal", ""};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        struct strbuf name = {0};
        strbuf_printf(&name, "%s%s", path, suffixes[i]);
        (void)os_remove(name.at);
        strbuf_done(&name);
    }
}

/* After the store that is in it was closed: a descriptor that is closed takes SQLite's locks with it. */
static void leave_file(struct collection *c, bool whole)
{
    if (whole)
        remove_file(c->away.file);
    close(c->away.lock);
    xfree(c->away.file);
    c->away.file = NULL;
}

static void remember_why(struct collection *c, const char *why)
{
    xfree(c->away.why);
    c->away.why = xstrdup(why);
}

/* ---- there and back ---- */

/* NULL, and c->away.why says the reason. */
static struct store *connect_again(struct collection *c)
{
    struct diags d;
    diags_init(&d, NULL);
    struct store *s = store_open(c->url, SQL_CREATE, &d);
    if (s == NULL)
        remember_why(c, d.n != 0 ? diag_words(&d.at[0]) : W_("no reason was given"));
    diags_done(&d);
    return s;
}

static void use(struct collection *c, struct store *s)
{
    store_close(c->store);
    c->store = s;
    c->changes++;
}

struct going { /* in an attempt of its own: the store outlives the file at hand */
    struct collection *collection;
    bool ok;
};

static void begin_pauses(struct collection *c)
{
    c->away.since = clock_seconds();
    c->away.pause = 1;
    c->away.next = c->away.since + c->away.pause;
}

static void go_on_in_file(void *going)
{
    struct going *g = going;
    struct collection *c = g->collection;
    if (!take_file(c))
        return;
    struct store *local = collection_open_store(c->away.file, SQL_CREATE);
    if (local == NULL) {
        leave_file(c, false);
        return;
    }
    say_warning("%s: saving results to %s until it is back", store_name(c->store), c->away.file);
    use(c, local);
    begin_pauses(c);
    c->away.is = g->ok = true;
}

static void go_away(void *going)
{
    struct going *g = going;
    struct collection *c = g->collection;
    say_warning("%s: lost connection: %s", store_name(c->store), store_error(c->store));
    struct store *again = c->losses++ == 0 ? connect_again(c) : NULL;
    if (again == NULL) {
        go_on_in_file(going);
        return;
    }
    use(c, again);
    say("%s: connected again", store_name(again));
    g->ok = true;
}

bool collection_go_away(struct collection *c)
{
    struct going g = {.collection = c};
    return attempt_apart(go_away, &g) && g.ok;
}

/* ---- home ---- */

static bool write_home(struct collection *c, struct store *server, struct store *kept)
{
    struct merged m;
    if (store_bring_home(server, kept, &m)) {
        say(tr_counted("%s: %zu match that had been saved aside is written",
                       "%s: %zu matches that had been saved aside are written", (long)m.matches),
            store_name(server), m.matches);
        return true;
    }
    remember_why(c, *store_error(server) != '\0' ? store_error(server) : store_error(kept));
    return false;
}

/* The server is there and takes it all: from now on the store is the server again. */
static void try_home(void *going)
{
    struct going *g = going;
    struct collection *c = g->collection;
    struct store *server = connect_again(c);
    if (server == NULL)
        return;
    g->ok = write_home(c, server, c->store);
    if (!g->ok) {
        store_close(server);
        return;
    }
    use(c, server);
    leave_file(c, true);
    c->away.is = false;
    c->losses = 0;
}

static void look_home(struct collection *c)
{
    struct going g = {.collection = c};
    if (!attempt_apart(try_home, &g)) {
        c->away.why = NULL; /* it may have gone with the attempt */
        store_recover(c->store);
    }
    if (g.ok)
        return;
    c->away.pause = c->away.pause * 2 < PAUSE_MAX ? c->away.pause * 2 : PAUSE_MAX;
    c->away.next = clock_seconds() + c->away.pause;
}

void collection_look_home(struct collection *c)
{
    if (c->away.is && clock_seconds() >= c->away.next)
        look_home(c);
}

static void wait_for_server(struct collection *c)
{
    const double until = c->away.since + c->patience;
    if (clock_seconds() < until) {
        struct strbuf name = {0};
        server_name(c, &name);
        call_progress_end();
        say("%s: lost connection; waiting for it", name.at);
        strbuf_done(&name);
    }
    while (c->away.is && !call_cancelled() && clock_seconds() < until) {
        collection_look_home(c);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    if (c->away.is)
        look_home(c);
}

/* As a shell takes it. A password is left out, and with it what follows the question mark. */
static void print_url(const char *url, struct strbuf *out)
{
    struct strbuf name = {0};
    sql_name(url, &name);
    const char *parameters = strchr(url, '?');
    if (parameters != NULL && strstr(parameters, "password") == NULL)
        strbuf_puts(&name, parameters);
    strbuf_putc(out, '\'');
    for (const char *t = strbuf_text(&name); *t != '\0'; t++)
        if (*t == '\'')
            strbuf_puts(out, "'\\''");
        else
            strbuf_putc(out, *t);
    strbuf_putc(out, '\'');
    strbuf_done(&name);
}

static void say_where_it_lies(const struct collection *c, const char *path)
{
    struct strbuf url = {0}, name = {0};
    server_name(c, &name);
    print_url(c->url, &url);
    say_error("%s cannot be written to: %s", strbuf_text(&name),
              c->away.why != NULL ? c->away.why : W_("out of memory"));
    say_error("results that are meant for it are only in %s; when it is back, bring them in: kibitzer db merge --db %s "
              "%s",
              path, url.at, path);
    strbuf_done(&url);
    strbuf_done(&name);
}

/* A run that was killed, or gave up, may have left it. True unless something is left in it. */
static bool bring_in(struct collection *c, const char *path)
{
    const int lock = lock_file(path, false);
    if (lock < 0)
        return true; /* another run has it, and will */
    struct store *kept = collection_open_store(path, SQL_READ);
    const bool ok = kept != NULL && write_home(c, c->store, kept);
    store_close(kept);
    if (ok)
        remove_file(path);
    else
        say_where_it_lies(c, path);
    close(lock);
    return ok;
}

static bool bring_in_earlier(struct collection *c)
{
    bool ok = true;
    for (int n = 1; n <= FILES_MAX; n++) {
        char *path = kept_aside(c, n);
        if (os_access(path, F_OK))
            ok = bring_in(c, path) && ok;
        xfree(path);
    }
    return ok;
}

bool collection_come_home(struct collection *c)
{
    if (c->url == NULL)
        return true;
    if (c->away.is)
        wait_for_server(c);
    if (!c->away.is)
        return bring_in_earlier(c);
    say_where_it_lies(c, c->away.file);
    return false;
}
