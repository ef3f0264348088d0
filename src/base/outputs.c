/* Files that commands write; see outputs.h. */
#include "base/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/os.h"
#include "base/xmalloc.h"

/* ---- what is never replaced ---- */

struct file_identity {
    uint64_t device, number;
    bool is_database;
};

/* Of malloc(): an attempt that named an input may end before the run does. */
static void make_room(struct guarded_files *g)
{
    const size_t capacity = 2 * g->capacity + 16;
    struct file_identity *at = g->n < g->capacity ? g->at : realloc(g->at, capacity * sizeof *at);
    if (at == NULL)
        attempt_fail();
    g->capacity = g->n < g->capacity ? g->capacity : capacity;
    g->at = at;
}

static void guard(const char *path, bool is_database)
{
    struct os_facts f;
    struct call *c = call_current();
    if (c == NULL || !(strcmp(path, "-") == 0 ? os_facts_of_open(STDIN_FILENO, &f) : os_facts(path, &f)) ||
        f.kind != OS_FILE)
        return;
    struct guarded_files *g = &c->guarded;
    make_room(g);
    g->at[g->n++] = (struct file_identity){f.device, f.number, is_database};
}

void input_guard(const char *path)
{
    guard(path, false);
}

void database_guard(const char *path)
{
    guard(path, true);
}

size_t inputs_guarded(void)
{
    return call_current() != NULL ? call_current()->guarded.n : 0;
}

void inputs_unguard(size_t but_for)
{
    struct call *c = call_current();
    if (c != NULL && c->guarded.n > but_for)
        c->guarded.n = but_for;
}

static bool is_guarded(const char *path, bool as_database)
{
    struct os_facts f;
    const struct call *c = call_current();
    if (c == NULL || c->guarded.n == 0 || !os_facts(path, &f))
        return false;
    for (size_t i = 0; i < c->guarded.n; i++) {
        const struct file_identity *g = &c->guarded.at[i];
        if (g->device == f.device && g->number == f.number && !(as_database && g->is_database)) {
            errno = FILE_IS_INPUT;
            return true;
        }
    }
    return false;
}

/* Where the head of an SQLite file has what we look at (https://www.sqlite.org/fileformat2.html). */
enum { COUNT_OF_CHANGES = 24, USER_VERSION = 60, APPLICATION_ID = 68, HEAD = 72 };

/* Why an SQLite file may not be replaced: 0 for an export that nobody has changed; `otherwise` for another file. */
static int database_problem(const char *path, int otherwise)
{
    char head[HEAD];
    if (file_head(path, head, HEAD) != HEAD || memcmp(head, "SQLite format 3", 16) != 0)
        return otherwise;
    if (memcmp(head + APPLICATION_ID, "kibi", 4) == 0)
        return FILE_IS_COLLECTION;
    const bool as_it_was = memcmp(head + COUNT_OF_CHANGES, head + USER_VERSION, 4) == 0;
    return memcmp(head + APPLICATION_ID, "kibx", 4) == 0 && as_it_was ? 0 : FILE_IS_DATABASE;
}

unsigned database_changes(const char *path)
{
    unsigned char head[HEAD] = {0};
    (void)file_head(path, (char *)head, HEAD);
    const unsigned char *n = head + COUNT_OF_CHANGES;
    return (unsigned)n[0] << 24 | (unsigned)n[1] << 16 | (unsigned)n[2] << 8 | n[3];
}

bool database_is_other(const char *path)
{
    struct os_facts f;
    if (!os_facts(path, &f) || (f.kind == OS_FILE && f.size == 0))
        return false;
    const int problem = database_problem(path, f.kind == OS_FOLDER ? EISDIR : FILE_IS_OTHER);
    errno = problem;
    return problem != 0;
}

static bool is_database(const char *path)
{
    const int before = errno, problem = database_problem(path, 0);
    errno = problem != 0 ? problem : before;
    return problem != 0;
}

bool output_is_input(const char *path)
{
    return is_guarded(path, false) || is_database(path);
}

bool database_is_input(const char *path)
{
    return is_guarded(path, true);
}

/* ---- paths ---- */

const char *path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool path_has_folder(const char *path)
{
    struct strbuf folder = {0};
    strbuf_add(&folder, path, (size_t)(path_name(path) - path));
    const bool there = folder.length == 0 || os_access(folder.at, F_OK);
    strbuf_done(&folder);
    return there;
}

size_t path_stem_length(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL && dot != name ? (size_t)(dot - name) : strlen(name);
}

bool stem_is_device(const char *stem)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul"};
    if ((strncasecmp(stem, "com", 3) == 0 || strncasecmp(stem, "lpt", 3) == 0) && stem[3] >= '0' && stem[3] <= '9')
        return stem[4] == '\0';
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (strcasecmp(stem, devices[i]) == 0)
            return true;
    return false;
}

/* ---- writing ---- */

void output_sweep(const char *path)
{
    struct strbuf folder = {0};
    strbuf_add(&folder, path, (size_t)(path_name(path) - path));
    files_sweep(folder.length != 0 ? folder.at : ".");
    strbuf_done(&folder);
}

char *path_with_suffix(const char *path, const char *suffix)
{
    const char *name = path_name(path);
    size_t before = (size_t)(name - path) + path_stem_length(name);
    struct strbuf b = {0};
    strbuf_add(&b, path, before);
    strbuf_puts(&b, suffix);
    strbuf_puts(&b, path + before);
    return b.at;
}

struct output {
    char *path;
    struct file_out file;
};

static bool write_parts(const struct sink *s, const char *path, struct output *out)
{
    bool ok = true;
    for (size_t i = 0; i < s->n; i++) {
        out[i].path = path_with_suffix(path, s->parts[i].suffix);
        file_out_begin(&out[i].file, out[i].path);
        file_out_add(&out[i].file, strbuf_text(&s->parts[i].text), s->parts[i].text.length);
        ok = file_out_settle(&out[i].file) && ok;
    }
    return ok;
}

bool output_write(const struct sink *s, const char *path)
{
    if (strcmp(path, "-") == 0) {
        if (s->n > 1) {
            say_error("%zu pages do not fit standard output; name a file", s->n);
            return false;
        }
        const struct strbuf *text = &s->parts[0].text;
        call_write(strbuf_text(text), text->length);
        return call_output_is_whole();
    }
    struct output *out = xcalloc(s->n, sizeof *out);
    const bool keep = write_parts(s, path, out);
    bool ok = keep;
    for (size_t i = 0; i < s->n; i++) {
        ok = file_out_end(&out[i].file, keep) && ok;
        if (out[i].file.problem != 0)
            say_error("%s: cannot be written: %s", out[i].path, file_problem(out[i].file.problem));
        xfree(out[i].path);
    }
    xfree(out);
    return ok;
}

/* Is there such a folder, after os_make_folder() had its chance? errno where there is none. */
static bool make_one(const char *path)
{
    const int failed = os_make_folder(path) ? 0 : errno;
    const bool ok = failed == 0 || path_is_folder(path);
    errno = failed;
    return ok;
}

/* A folder and its parents; where that fails `at` is cut to the one that cannot be made. */
static bool make_all(struct strbuf *at)
{
    bool ok = at->length != 0 || make_one("");
    for (char *c = at->at + 1; ok && at->length != 0; c++)
        if (*c == '/' || *c == '\0') {
            const char end = *c;
            *c = '\0';
            ok = make_one(at->at);
            if (end == '\0')
                break;
            *c = ok ? end : '\0';
        }
    return ok;
}

bool folder_ensure(const char *path)
{
    struct strbuf b = {0};
    strbuf_puts(&b, path);
    const bool ok = make_all(&b);
    strbuf_done(&b);
    return ok;
}

bool path_is_folder(const char *path)
{
    struct os_facts f;
    return os_facts(path, &f) && f.kind == OS_FOLDER;
}

bool folder_make(const char *path)
{
    struct strbuf b = {0};
    strbuf_puts(&b, path);
    const bool ok = make_all(&b);
    if (ok)
        files_sweep(path);
    else
        say_error("%s: the folder cannot be made: %s", strbuf_text(&b),
                  errno == EEXIST ? W_("a file has that name") : strerror(errno));
    strbuf_done(&b);
    return ok;
}
