/* Sinks and whole-file reading and writing; see sink.h. */
#include "base/sink.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/attempt.h"
#include "base/call.h"
#include "base/date.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/xmalloc.h"

enum { DEFAULT_LIMIT = 256 << 20, CHUNK = 64 << 10 };

const char *file_problem(int error)
{
    switch (error) {
    case FILE_IS_INPUT:
        return W_("it is an input, and inputs are never replaced");
    case FILE_IS_COLLECTION:
        return W_("it is a collection, and collections are never replaced");
    case FILE_IS_DATABASE:
        return W_("it is a database that kibitzer did not write, or that has been changed since; such a file is never "
                  "replaced");
    case FILE_IS_OTHER:
        return W_("there is something of that name that is not a database that kibitzer exported");
    case FOLDER_IS_MISSING:
        return W_("its folder does not exist");
    case PIPE_IS_ALONE:
        return W_("it is a pipe, and no program opens its other end");
    case FILE_IS_NONE:
        return W_("it is a device or a pipe, expected a file");
    case EINTR:
        return "interrupted";
    case ETIMEDOUT:
        return W_("takes longer than --max-seconds allows");
    default:
        return strerror(error);
    }
}

struct strbuf *sink_add_part(struct sink *s, const char *suffix)
{
    s->parts = grow(s->parts, s->n, &s->capacity, sizeof *s->parts);
    s->parts[s->n] = (struct sink_part){.suffix = xstrdup(suffix)};
    return &s->parts[s->n++].text;
}

void sink_init(struct sink *s)
{
    *s = (struct sink){0};
    sink_add_part(s, "");
}

void sink_done(struct sink *s)
{
    for (size_t i = 0; i < s->n; i++) {
        xfree(s->parts[i].suffix);
        strbuf_done(&s->parts[i].text);
    }
    xfree(s->parts);
    *s = (struct sink){0};
}

struct strbuf *sink_main(struct sink *s)
{
    return &s->parts[0].text;
}

/* ---- pipes and devices ---- */

enum { LOOKS_UP_MS = 200, ALONE_SECONDS = 10 };

/* For a pipe or a device, which may have nothing for now, or for ever. */
struct waiting {
    double until, /* seconds; 0 = without end */
        alone_until; /* of a pipe that nobody has opened at its other end */
};

static struct waiting waiting_begin(void)
{
    const double patience = call_current() != NULL ? call_current()->patience : 0, from = clock_seconds();
    return (struct waiting){patience > 0 ? from + patience : 0, from + ALONE_SECONDS};
}

/* False, with errno set, once the time allowed has passed. */
static bool waits_on(const struct waiting *w, bool alone)
{
    const double at = clock_seconds();
    errno = call_cancelled()                ? EINTR
            : w->until > 0 && at > w->until ? ETIMEDOUT
            : alone && at > w->alone_until  ? PIPE_IS_ALONE
                                            : 0;
    return errno == 0;
}

/* The descriptor, or -1 with errno set. */
static int open_device(const char *path)
{
    const struct waiting w = waiting_begin();
    int fd;
    while ((fd = os_open_to_write(path)) < 0 && errno == ENXIO && waits_on(&w, true))
        nanosleep(&(struct timespec){.tv_nsec = LOOKS_UP_MS / 4 * 1000000L}, NULL);
    return fd;
}

static bool write_device(int fd, const void *bytes, size_t length)
{
    const char *at = bytes;
    const struct waiting w = waiting_begin();
    while (length != 0) {
        if (!waits_on(&w, false))
            return false;
        if (!os_output_waits(fd, LOOKS_UP_MS))
            continue;
        const ssize_t n = os_write_some(fd, at, length);
        if (n < 0 && errno != EINTR && errno != EAGAIN)
            return false;
        at += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

/* ---- temporary files ---- */

#define TEMPORARY_MARK ".kibitzer-"
#define TEMPORARY_END ".tmp"
enum { WRITERS_MAX = 1024 };

/* The names of the temporary files that writers have in hand; one beyond them is swept by a later run. */
static _Atomic(const char *) in_hand[WRITERS_MAX];

/* A temporary file in hand. Of malloc(), as it is needed while all that the attempt holds is released. */
struct file_taken {
    _Atomic(const char *) *place; /* in in_hand; or NULL */
    int fd;
    char name[];
};

static void let_go(struct file_taken *t)
{
    if (t->place != NULL)
        atomic_store(t->place, NULL);
    free(t);
}

/* The attempt of the writer ends before the file does. */
static void drop_taken(void *taken)
{
    struct file_taken *t = taken;
    close(t->fd);
    os_remove(t->name);
    let_go(t);
}

static struct file_taken *take_in_hand(const char *temporary)
{
    struct file_taken *t = malloc(sizeof *t + strlen(temporary) + 1);
    if (t == NULL)
        attempt_fail();
    *t = (struct file_taken){.fd = -1};
    strcpy(t->name, temporary);
    for (size_t i = 0; i < WRITERS_MAX && t->place == NULL; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&in_hand[i], &none, t->name))
            t->place = &in_hand[i];
    }
    return t;
}

static atomic_bool abandoned;

void file_write_abandon(void)
{
    atomic_store(&abandoned, true);
    for (size_t i = 0; i < WRITERS_MAX; i++) {
        const char *temporary = atomic_load(&in_hand[i]);
        if (temporary != NULL)
            os_remove(temporary);
    }
}

/* In hand before it is there; who comes too late for file_write_abandon() takes it away and waits for the end of the
 * process. O_CREAT with 0666 lets the umask decide, as mkstemp would not. NULL with errno set on failure. */
static struct file_taken *create_beside(struct strbuf *name, const char *path)
{
    for (unsigned i = 0; i < WRITERS_MAX; i++) {
        strbuf_clear(name);
        strbuf_printf(name, "%s" TEMPORARY_MARK "%ld-%u" TEMPORARY_END, path, (long)getpid(), i);
        struct file_taken *t = take_in_hand(name->at);
        t->fd = os_open(name->at, O_WRONLY | O_CREAT | O_EXCL);
        if (t->fd >= 0) {
            (void)os_lock(t->fd); /* says to other machines' sweeps that somebody is at work */
            while (atomic_load(&abandoned)) {
                os_remove(name->at);
                sleep(1);
            }
            attempt_hold(t, drop_taken);
            return t;
        }
        const int problem = errno;
        let_go(t);
        errno = problem;
        if (problem != EEXIST)
            return NULL;
    }
    return NULL;
}

/* The process in the name of a temporary file, or 0 if `name` is none of ours. */
static long writer_of(const char *name)
{
    const size_t length = strlen(name), end = strlen(TEMPORARY_END);
    const char *mark = strstr(name, TEMPORARY_MARK);
    if (mark == NULL || length < end || strcmp(name + length - end, TEMPORARY_END) != 0)
        return 0;
    for (const char *next; (next = strstr(mark + 1, TEMPORARY_MARK)) != NULL;)
        mark = next;
    long process = 0;
    unsigned number = 0;
    int used = 0;
    const int n = sscanf(mark + strlen(TEMPORARY_MARK), "%9ld-%9u%n", &process, &number, &used);
    return n == 2 && strcmp(mark + strlen(TEMPORARY_MARK) + used, TEMPORARY_END) == 0 ? process : 0;
}

/* Nobody is writing to it; links are none of ours. */
static bool is_abandoned(const char *path)
{
    struct os_facts f;
    if (!os_facts_of_link(path, &f) || f.kind != OS_FILE || output_is_input(path))
        return false;
    int fd = os_open(path, O_RDONLY);
    const bool free_to_go = fd >= 0 && (os_lock(fd) || errno != EWOULDBLOCK);
    if (fd >= 0)
        close(fd);
    return free_to_go;
}

static void sweep(void *folder, const char *name)
{
    const long process = writer_of(name);
    struct strbuf path = {0};
    if (process <= 0 || os_process_lives(process))
        return;
    strbuf_printf(&path, "%s/%s", (const char *)folder, name);
    if (is_abandoned(path.at))
        (void)os_remove(path.at);
    strbuf_done(&path);
}

void files_sweep(const char *folder)
{
    (void)os_each_name(folder, sweep, (void *)folder);
}

/* ---- writing ---- */

/* A device or a pipe is written to, never replaced by a file of its name. */
static void begin(struct file_out *f, const char *path, bool append)
{
    struct os_facts facts;
    const bool there = os_facts(path, &facts);
    *f = (struct file_out){.path = path, .fd = -1, .is_device = there && facts.kind == OS_DEVICE};
    if (there && facts.kind == OS_FOLDER) {
        errno = EISDIR;
    } else if (f->is_device) {
        f->fd = open_device(path);
    } else if (!output_is_input(path) && append) {
        f->fd = os_open(path, O_WRONLY | O_CREAT | O_APPEND);
    } else if (!output_is_input(path)) {
        f->taken = create_beside(&f->temporary, path);
        f->fd = f->taken != NULL ? f->taken->fd : -1;
    }
    f->problem = f->fd >= 0 ? 0 : errno;
    if (f->problem == ENOENT && !path_has_folder(path))
        f->problem = FOLDER_IS_MISSING;
}

void file_out_begin(struct file_out *f, const char *path)
{
    begin(f, path, false);
}

void file_out_append(struct file_out *f, const char *path)
{
    begin(f, path, true);
}

void file_out_add(struct file_out *f, const void *bytes, size_t length)
{
    if (f->problem == 0 && !(f->is_device ? write_device : os_write)(f->fd, bytes, length))
        f->problem = errno;
}

bool file_out_settle(struct file_out *f)
{
    if (f->taken != NULL && f->problem == 0 && !os_force(f->fd))
        f->problem = errno;
    errno = f->problem;
    return f->problem == 0;
}

bool file_out_end(struct file_out *f, bool keep)
{
    const bool temporary = f->temporary.length > 0;
    if (f->taken != NULL)
        attempt_forget(f->taken);
    if (keep)
        (void)file_out_settle(f);
    if (f->fd >= 0 && close(f->fd) != 0 && f->problem == 0)
        f->problem = errno;
    if (keep && temporary && f->problem == 0 && !os_replace(f->temporary.at, f->path))
        f->problem = errno;
    if (temporary && f->fd >= 0 && (!keep || f->problem != 0))
        os_remove(f->temporary.at);
    if (f->taken != NULL)
        let_go(f->taken);
    if (keep && temporary && f->problem == 0 && !os_force_folder_of(f->path))
        f->problem = errno;
    strbuf_done(&f->temporary);
    errno = f->problem;
    return keep && f->problem == 0;
}

bool file_write_atomic(const char *path, const char *bytes, size_t length)
{
    struct file_out f;
    file_out_begin(&f, path);
    file_out_add(&f, bytes, length);
    return file_out_end(&f, true);
}

bool file_remove(const char *path)
{
    return !output_is_input(path) && os_remove(path);
}

/* ---- reading ---- */

/* It looks up now and then: a signal that comes just before the wait does not end it. `pipe` is one that was opened by
 * its name, where a read that does not wait says whether the other end is open; `alone`: it never was. */
static ssize_t wait_and_read(int fd, const struct waiting *w, bool pipe, bool *alone, char *to, size_t room)
{
    while (waits_on(w, *alone)) {
        attempt_goes_on();
        const bool waits = os_input_waits(fd, LOOKS_UP_MS);
        if (!waits && !pipe)
            continue;
        const ssize_t n = os_read(fd, to, room);
        *alone = *alone && !waits && n == 0;
        if (!*alone && (n >= 0 || (errno != EINTR && errno != EAGAIN)))
            return n;
    }
    return -1;
}

/* What the call has in the place of standard input; NULL = nothing. */
static struct call_input *input_of_call(void)
{
    return call_current() != NULL ? call_current()->input : NULL;
}

ssize_t stdin_read(char *to, size_t room)
{
    bool alone = false;
    struct call_input *given = input_of_call();
    if (given != NULL) {
        const size_t left = given->length - given->used, n = left < room ? left : room;
        memcpy(to, given->at + given->used, n);
        given->used += n;
        return (ssize_t)n;
    }
    return wait_and_read(STDIN_FILENO, &(struct waiting){0}, false, &alone, to, room);
}

static ssize_t read_file(int fd, char *to, size_t room)
{
    ssize_t n;
    do
        n = os_read(fd, to, room);
    while (n < 0 && errno == EINTR);
    return n;
}

static bool is_file(int fd)
{
    struct os_facts f;
    return os_facts_of_open(fd, &f) && f.kind != OS_DEVICE; /* reading a folder fails at once */
}

static void close_file(void *fd_and_one)
{
    close((int)(intptr_t)fd_and_one - 1);
}

static bool read_all(int fd, size_t limit, struct strbuf *out)
{
    const bool waits = !is_file(fd);
    const struct waiting w = waiting_begin();
    const bool pipe = fd != STDIN_FILENO && os_is_pipe(fd);
    bool alone = pipe;
    char *chunk = xmalloc(CHUNK);
    ssize_t n;
    while ((n = waits ? wait_and_read(fd, &w, pipe, &alone, chunk, CHUNK) : read_file(fd, chunk, CHUNK)) > 0) {
        strbuf_add(out, chunk, (size_t)n);
        if (out->length > limit) {
            errno = EFBIG;
            n = -1;
            break;
        }
    }
    const int saved = errno;
    xfree(chunk);
    errno = saved;
    return n == 0;
}

static bool read_given(struct call_input *given, size_t limit, struct strbuf *out)
{
    const size_t left = given->length - given->used;
    errno = EFBIG;
    if (left > limit)
        return false;
    strbuf_add(out, given->at + given->used, left);
    given->used = given->length;
    return true;
}

bool file_read(const char *path, size_t limit, struct strbuf *out)
{
    limit = limit != 0 ? limit : DEFAULT_LIMIT;
    if (strcmp(path, "-") == 0 && input_of_call() != NULL)
        return read_given(input_of_call(), limit, out);
    if (strcmp(path, "-") == 0)
        return read_all(STDIN_FILENO, limit, out);
    const int fd = os_open_to_read(path);
    if (fd < 0)
        return false;
    void *held = (void *)(intptr_t)(fd + 1);
    attempt_hold(held, close_file);
    const bool ok = read_all(fd, limit, out);
    const int saved = errno;
    attempt_release(held, close_file);
    errno = saved;
    return ok;
}

size_t file_head(const char *path, char *room, size_t size)
{
    const int fd = os_open_to_read(path);
    const ssize_t n = fd >= 0 && is_file(fd) ? os_read_at(fd, room, size, 0) : 0;
    if (fd >= 0)
        close(fd);
    return n > 0 ? (size_t)n : 0;
}
