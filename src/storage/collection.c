/* The collection as commands use it; see collection.h. */
#include "storage/collection.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/option.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "collection/people.h"
#include "export/export.h"
#include "import/import.h"
#include "source/url.h"

enum { LINE_MOST = 1 << 16 };

/* ---- where it is ---- */

static char *file_in(const char *folder)
{
    const size_t length = strlen(folder);
    struct strbuf path = {0};
    strbuf_printf(&path, "%s%scollection.db", folder, length != 0 && folder[length - 1] == '/' ? "" : "/");
    return path.at;
}

static bool is_file(const char *path)
{
    struct os_facts f;
    return os_facts(path, &f) && f.kind != OS_FOLDER;
}

static bool is_missing(const char *where)
{
    return !sql_is_server(where) && !os_access(where, F_OK) && errno == ENOENT;
}

struct store *collection_open_store(const char *where, enum sql_mode mode)
{
    struct diags d;
    struct strbuf name = {0};
    struct store *s = NULL;
    char *file = !sql_is_server(where) && path_is_folder(where) ? file_in(where) : xstrdup(where);
    sql_name(file, &name);
    diags_init(&d, strbuf_text(&name));
    if (mode != SQL_READ && !sql_is_server(file) && database_is_input(file))
        say_error("%s: %s", file, file_problem(errno));
    else if (mode != SQL_CREATE && is_missing(file))
        say_error("%s: no collection here yet: run `kibitzer analyze FOLDER`", where);
    else
        s = store_open(file, mode, &d);
    call_diags(&d);
    diags_done(&d);
    strbuf_done(&name);
    xfree(file);
    return s;
}

static void key_of_folder(const char *folder, char out[KEY_LENGTH + 1])
{
    struct strbuf real = {0};
    text_key(span_of(os_path_real(folder, &real) ? real.at : folder), out);
    strbuf_done(&real);
}

static char *first_line_of(const char *path)
{
    struct strbuf text = {0};
    if (!file_read(path, LINE_MOST, &text)) {
        say_error("%s: cannot be read: %s", path, file_problem(errno));
        strbuf_done(&text);
        return NULL;
    }
    char *line = xstrdup(strbuf_text(&text));
    strbuf_done(&text);
    line[strcspn(line, "\r\n")] = '\0';
    if (*line != '\0')
        return line;
    say_error("%s: the first line is empty, a file or a server's URL was expected", path);
    xfree(line);
    return NULL;
}

/* What is named; NULL after a message. Freed by the caller. */
static char *place_of_collection(const struct collection_options *o, const char *folder)
{
    if (o->db != NULL)
        return xstrdup(o->db);
    if (o->db_file != NULL)
        return first_line_of(o->db_file);
    if (folder == NULL && (sql_is_server(o->out) || is_file(o->out)))
        return xstrdup(o->out);
    return file_in(folder != NULL ? folder : o->out);
}

static const char *folder_of(const struct collection_options *o, const char *folder)
{
    if (folder != NULL)
        return folder;
    return o->out != NULL && !sql_is_server(o->out) && path_is_folder(o->out) ? o->out : NULL;
}

/* SQLite writes beside the file too. */
static bool may_be_written(const char *where)
{
    if (sql_is_server(where))
        return true;
    char *file = path_is_folder(where) ? file_in(where) : xstrdup(where);
    struct strbuf folder = {0};
    strbuf_add(&folder, file, (size_t)(path_name(file) - file));
    const bool may = !os_access(file, F_OK) ||
                     (os_access(file, W_OK) && os_access(folder.length > 0 ? strbuf_text(&folder) : ".", W_OK));
    strbuf_done(&folder);
    xfree(file);
    return may;
}

/* What the collection was made from is an input of whatever asks it, as far as it could be written. */
static void guard_source(void *store, const char *path)
{
    struct strbuf place = {0};
    os_path_absolute(path, &place);
    if (strcmp(path, "-") != 0 && store_place_holds(store, strbuf_text(&place)) > 0)
        input_guard(path);
    strbuf_done(&place);
}

/* `where` is used up. */
static bool open_at(struct collection *c, const struct collection_options *o, const char *folder, char *where,
                    enum sql_mode mode)
{
    *c = (struct collection){.lock = PTHREAD_MUTEX_INITIALIZER};
    if (where == NULL)
        return false;
    folder = folder_of(o, folder);
    c->store = collection_open_store(where, mode);
    if (c->store != NULL)
        database_guard(store_name(c->store));
    if (c->store != NULL && call_current() != NULL && call_current()->options != NULL)
        options_each_output(call_current()->options, guard_source, c->store);
    if (c->store != NULL && folder != NULL && mode == SQL_CREATE && sql_is_server(where))
        c->url = xstrdup(where);
    xfree(where);
    if (c->store != NULL && folder != NULL) {
        c->folder = xstrdup(folder);
        key_of_folder(folder, c->folder_key);
    }
    return c->store != NULL;
}

bool collection_open(struct collection *c, const struct collection_options *o, const char *folder, enum sql_mode mode)
{
    return open_at(c, o, folder, place_of_collection(o, folder), mode);
}

bool collection_open_to_note(struct collection *c, const struct collection_options *o, const char *folder)
{
    char *where = place_of_collection(o, folder);
    return open_at(c, o, folder, where, where == NULL || may_be_written(where) ? SQL_WRITE : SQL_READ);
}

void collection_close(struct collection *c)
{
    store_close(c->store);
    xfree(c->folder);
    xfree(c->url);
    xfree(c->away.why);
    if (c->away.is)
        close(c->away.lock);
    xfree(c->away.file);
}

void collection_with(struct collection *c, void (*work)(void *context), void *context)
{
    pthread_mutex_lock(&c->lock);
    collection_look_home(c);
    const bool good = attempt(work, context);
    if (!good)
        store_recover(c->store);
    pthread_mutex_unlock(&c->lock);
    if (!good)
        attempt_end_too();
}

bool collection_trouble(struct collection *c, const char *what)
{
    if (store_is_lost(c->store) && c->url != NULL)
        return collection_go_away(c);
    if (!sql_given_up(store_sql(c->store)))
        say_error("%s: %s: %s", store_name(c->store), what, store_error(c->store));
    return false;
}

bool collection_failed(struct collection *c, const char *what)
{
    (void)collection_trouble(c, what);
    return false;
}

bool collection_insist(struct collection *c, const char *what, bool (*work)(void *context), void *context)
{
    while (!work(context))
        if (!collection_trouble(c, what))
            return false;
    c->losses = 0;
    return true;
}

struct keeping {
    struct collection *collection;
    const char *what;
    bool (*work)(void *context);
    void *context;
    bool ok;
};

static void keep(void *keeping)
{
    struct keeping *k = keeping;
    k->ok = collection_insist(k->collection, k->what, k->work, k->context);
}

bool collection_keep(struct collection *c, const char *what, bool (*work)(void *context), void *context)
{
    struct keeping k = {c, what, work, context, false};
    collection_with(c, keep, &k);
    return k.ok;
}

char *place_of(const char *path)
{
    struct strbuf place = {0};
    if (strcmp(path, "-") == 0 || url_is_one(path))
        return xstrdup(path);
    if (!os_path_real(path, &place))
        os_path_absolute(path, &place);
    return place.at;
}

void collection_say_kept(const struct collection *c, enum kept wanted, const char *what)
{
    const long long n = store_keep_less(c->store, wanted);
    if (n != 0)
        say(tr_counted("%s: %lld match keeps fewer plays than %s; `kibitzer analyze --fresh --keep-candidates %s` "
                       "analyses again",
                       "%s: %lld matches keep fewer plays than %s; `kibitzer analyze --fresh --keep-candidates %s` "
                       "analyses again",
                       (long)n),
            store_name(c->store), n, what, kept_names[wanted]);
}

void collection_say_alike(struct store *s)
{
    if (store_has_alike(s))
        say("some names differ only by capitals, accents or punctuation: `kibitzer db alias --suggest` lists them");
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
    if (all.n == 1 && all.at[0]->n_sets > 0) { /* what is stored was analysed */
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

/* ---- options ---- */

static void defaults(void *group)
{
    *(struct collection_options *)group = (struct collection_options){0};
}

static bool settle_one(const struct options *all, void *group, struct option_fault *f)
{
    const struct collection_options *o = group;
    (void)all;
    return o->db == NULL || o->db_file == NULL ||
           option_refuse(f, NULL, NULL, "--db and --db-file both name the collection");
}

/* clang-format off */
#define DB_ROWS \
    {.name = "db", .argument = "PLACE", OPTION_FIELD(struct collection_options, db), \
     .help = "the collection: a file, a folder with a collection.db, or a server's URL\n" \
             "[collection.db in the folder of reports]"}, \
    {.name = "db-file", .argument = "FILE", OPTION_FIELD(struct collection_options, db_file), \
     .flags = OPTION_READS_FILE, \
     .help = "the same, read from the first line of this file, so that a password in\n" \
             "a URL does not appear in process lists"}
/* clang-format on */

static const struct option_row collection_rows[] = {DB_ROWS, {0}};
const struct option_group collection_group = {
    .title = "The collection", .rows = collection_rows, .defaults = defaults, .settle = settle_one};

static const struct option_row reports_rows[] = {DB_ROWS,
                                                 {.name = "out",
                                                  .argument = "FOLDER",
                                                  .initial = REPORTS_FOLDER,
                                                  OPTION_FIELD(struct collection_options, out),
                                                  .help = "the folder of reports with the collection.db to use"},
                                                 {0}};
const struct option_group reports_group = {.title = "The collection", .rows = reports_rows, .settle = settle_one};
