/* Where a writer's bytes go: memory first, so that a file appears whole or not at all.
 * A sink may hold several named parts (a page per game); part 0 always exists and is the main output. */
#ifndef KIBITZER_SINK_H
#define KIBITZER_SINK_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/strbuf.h"

struct sink_part {
    char *suffix; /* "" for the main part, "_002" for the second page; put before the extension */
    struct strbuf text;
};

struct sink {
    struct sink_part *parts;
    size_t n, capacity;
};

void sink_init(struct sink *s);
void sink_done(struct sink *s);
struct strbuf *sink_main(struct sink *s); /* valid until the next sink_add_part() */
struct strbuf *sink_add_part(struct sink *s, const char *suffix); /* begins a new part and returns it */

/* Why a file could not be read or written, from errno: what strerror() says, and what it does not know. */
enum {
    FILE_IS_INPUT = 0x4b49, /* these three: see output_is_input() in outputs.h */
    FILE_IS_COLLECTION,
    FILE_IS_DATABASE,
    FILE_IS_OTHER, /* a database would replace something other than an earlier export */
    FOLDER_IS_MISSING,
    PIPE_IS_ALONE,
    FILE_IS_NONE /* but a device or a pipe */
};
const char *file_problem(int error);

/* Writes bytes to `path` by way of a temporary file beside it (one for each writer), fsync, rename and fsync of the
 * folder: whole or not at all, however this process or the machine may end. False with errno set on failure, nothing
 * left behind. A device or a pipe of that name is written to; it is waited for as file_read() does. */
bool file_write_atomic(const char *path, const char *bytes, size_t length);

/* The same for files too long to be held in memory: bytes are added one after the other, and the file has its name once
 * file_out_end() says so. What goes wrong on the way is remembered until then. */
struct file_out {
    struct strbuf temporary; /* its name; empty for a device or a pipe */
    const char *path; /* the caller's */
    int fd; /* -1 = could not be opened */
    struct file_taken *taken; /* of a temporary one */
    bool is_device; /* or a pipe */
    int problem; /* errno of the first failure, 0 = none */
};
void file_out_begin(struct file_out *f, const char *path);
/* Instead of the former, for what is added to a file as it comes. */
void file_out_append(struct file_out *f, const char *path);
void file_out_add(struct file_out *f, const void *bytes, size_t length);
/* All but the name: for files that are to appear together, each is settled before the first one ends. False with errno
 * set if it cannot appear. */
bool file_out_settle(struct file_out *f);
/* `keep` false: nothing is left of it. False with errno set if the file is not there whole. Once for every begin. */
bool file_out_end(struct file_out *f, bool keep);

/* For the handler of a signal that ends the process: removes the temporary files that are being written.
 * Async-signal-safe. */
void file_write_abandon(void);

/* Removes from `folder` the temporary files of writers that no longer run (killed before they could do so themselves).
 * A folder that cannot be read is left as it is. */
void files_sweep(const char *folder);

/* Removes a file, unless it is an input. */
bool file_remove(const char *path);

/* Some bytes of standard input, as they come; 0 at its end, negative when the call is cancelled. */
ssize_t stdin_read(char *to, size_t room);

/* Reads a whole file ("-" = stdin) of at most `limit` bytes (0 = 256 MiB). False with errno (EFBIG if larger). Pipes
 * and devices are waited for until the call is cancelled (EINTR) or its patience is over (ETIMEDOUT); for somebody to
 * open the other end of a pipe ten seconds at most (PIPE_IS_ALONE). */
bool file_read(const char *path, size_t limit, struct strbuf *out);

/* The first bytes of a file, at most `size`; how many there are, 0 where it cannot be read, or is none. */
size_t file_head(const char *path, char *room, size_t size);

#endif
