/* The collection of the command line; see collection.h. */
#include "cli/collection.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/xmalloc.h"
#include "cli/files.h"
#include "cli/terminal.h"
#include "export/export.h"
#include "import/import.h"

static char *file_in(const char *folder)
{
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/collection.db", folder);
    return path.at;
}

struct store *collection_open_store(const char *where, enum sql_mode mode)
{
    struct diags d;
    struct strbuf name = {0};
    sql_name(where, &name);
    diags_init(&d, strbuf_text(&name));
    struct store *s = store_open(where, mode, &d);
    terminal_diags(&d);
    diags_done(&d);
    strbuf_done(&name);
    return s;
}

static void key_of_folder(const char *folder, char out[KEY_LENGTH + 1])
{
    char real[PATH_MAX];
    text_key(span_of(realpath(folder, real) != NULL ? real : folder), out);
}

bool collection_open(struct collection *c, const struct args *a, const char *folder, enum sql_mode mode)
{
    const char *db = args_text(a, "db");
    *c = (struct collection){.lock = PTHREAD_MUTEX_INITIALIZER};
    char *where = db != NULL ? xstrdup(db) : file_in(folder);
    c->store = collection_open_store(where, mode);
    xfree(where);
    if (c->store != NULL && folder != NULL) {
        c->folder = xstrdup(folder);
        key_of_folder(folder, c->folder_key);
    }
    return c->store != NULL;
}

void collection_close(struct collection *c)
{
    store_close(c->store);
    xfree(c->folder);
}

void collection_with(struct collection *c, void (*work)(void *context), void *context)
{
    pthread_mutex_lock(&c->lock);
    const bool good = attempt(work, context);
    if (!good)
        store_recover(c->store);
    pthread_mutex_unlock(&c->lock);
    if (!good)
        attempt_end_too();
}

/* What a run has worked out shall not be lost with a server. */
static void go_on_locally(void *collection)
{
    struct collection *c = collection;
    char *path = file_in(c->folder);
    struct store *local = collection_open_store(path, SQL_CREATE);
    if (local != NULL) {
        say_error("%s has gone away: results are kept in %s; when it is back, `kibitzer db merge --db URL %s` brings "
                  "them in",
                  store_name(c->store), path, path);
        store_close(c->store);
        c->store = local;
        c->lost = true;
    }
    xfree(path);
}

bool collection_trouble(struct collection *c, const char *what)
{
    if (store_is_lost(c->store) && !c->lost && c->folder != NULL)
        return attempt_apart(go_on_locally, c) && c->lost; /* apart: the store outlives the file at hand */
    say_error("%s: %s: %s", store_name(c->store), what, store_error(c->store));
    return false;
}

char *place_of(const char *path)
{
    char real[PATH_MAX], here[PATH_MAX];
    struct strbuf place = {0};
    if (strcmp(path, "-") == 0)
        return xstrdup(path);
    if (realpath(path, real) != NULL)
        return xstrdup(real);
    if (path[0] != '/' && getcwd(here, sizeof here) != NULL)
        strbuf_printf(&place, "%s/", here);
    strbuf_puts(&place, path);
    return place.at;
}

/* ---- records ---- */

void record_text(const struct match *m, struct strbuf *out)
{
    struct export_options o;
    struct sink s;
    struct diags d;
    export_defaults(&o);
    diags_init(&d, NULL);
    sink_init(&s);
    (void)export_write(exporter_find("dump"), m, &o, &s, &d); /* carries everything, cannot fail */
    strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    sink_done(&s);
    diags_done(&d);
}

struct match *record_of_text(const struct strbuf *text, const struct met *met, const char *name)
{
    struct matches all = {.n = 0};
    struct diags d;
    struct match *m = NULL;
    diags_init(&d, name);
    (void)import_bytes((struct span){strbuf_text(text), text->length}, NULL, importer_find("dump"), &all, &d);
    if (all.n == 1) {
        m = all.at[0];
        all.n = 0;
        restate_match(m, met, NULL);
    } else {
        say_error("%s: the collection's record of this match is damaged", name);
    }
    matches_done(&all);
    diags_done(&d);
    return m;
}

int set_of_fingerprint(const struct match *m, const char *fingerprint)
{
    for (size_t i = m->n_sets; i-- > 0;) {
        char key[KEY_LENGTH + 1];
        analysis_fingerprint(&m->sets[i], key);
        if (strcmp(key, fingerprint) == 0)
            return (int)i;
    }
    return (int)m->n_sets - 1;
}
