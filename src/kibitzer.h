/* kibitzer as a library: match files in, analysis and any other format out. The only header a program includes and the
 * only functions the shared library shows. Handles are opaque; nothing here reads argv, prints or exits.
 *
 *     struct kibitzer_file *f = kibitzer_open("final.mat", NULL, &messages);
 *     struct kibitzer_engine *e = kibitzer_engine_new(NULL, NULL, NULL, &messages);
 *     if (f != NULL && e != NULL && kibitzer_analyze(f, 0, e, "2ply", 4, &messages) == KIBITZER_OK)
 *         json = kibitzer_write(f, 0, "json", &length, &messages);
 *
 * MESSAGES. Where a function takes `char **messages` it may be NULL; otherwise it is set to NULL or to the diagnostics,
 * one per line ("final.mat:17:24: warning: ..."), to be freed with kibitzer_free(). Messages also come with success.
 * ERRORS. No function here ends the process, whatever it is given: NULL and absurd numbers are refused. A function that
 * failed returns NULL or a negative code; kibitzer_error() and kibitzer_error_message() give code and words of the last
 * call in this thread.
 * THREADS. A file belongs to one thread at a time; an engine may be shared by all. */
#ifndef KIBITZER_H
#define KIBITZER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define KIBITZER_API __attribute__((visibility("default")))

enum {
    KIBITZER_OK = 0,
    KIBITZER_FAILED = -1, /* nothing usable was found, or the format cannot carry it: the messages say which */
    KIBITZER_NO_MEMORY = -2, /* nothing has changed; the same call may succeed later */
    KIBITZER_MISUSE = -3, /* NULL, or a number out of range, where something else is required */
    KIBITZER_UNKNOWN = -4, /* no such format, level or match number */
    KIBITZER_UNREADABLE = -5 /* the file cannot be opened or read */
};

struct kibitzer_file; /* the matches of one file */
struct kibitzer_engine; /* network and tables, loaded once */

/* "0.1.0" */
KIBITZER_API const char *kibitzer_version(void);

/* Frees what a function here has returned as text or bytes. NULL is fine. */
KIBITZER_API void kibitzer_free(void *p);

/* Code and message ("final.mat: cannot be read: ...", one line) of this thread's last call of a function that can fail:
 * KIBITZER_OK and "" if it did not. The text lives until the next call. */
KIBITZER_API int kibitzer_error(void);
KIBITZER_API const char *kibitzer_error_message(void);

/* Reads a file, or bytes in memory (`name` is for messages and may be NULL). `format` as `kibitzer formats` lists them,
 * NULL = seen by the content. Of an archive (.zip, .7z, .tar, also compressed) all match files are read, one after the
 * other; at most 10,000 files of 1 GiB in all. NULL if nothing usable was found. */
KIBITZER_API struct kibitzer_file *kibitzer_open(const char *path, const char *format, char **messages);
KIBITZER_API struct kibitzer_file *kibitzer_read(const void *bytes, size_t length, const char *name, const char *format,
                                                 char **messages);
KIBITZER_API void kibitzer_close(struct kibitzer_file *f);

/* How many matches there are; their numbers below begin with 0. */
KIBITZER_API size_t kibitzer_matches(const struct kibitzer_file *f);

struct kibitzer_info {
    const char *format; /* "mat"; all strings live as long as the file */
    const char *player[2]; /* UTF-8 as the file has it; "" = not given */
    const char *date, *event; /* NULL = not given */
    int length; /* points; 0 = money session */
    int score[2]; /* after the last game that has a result */
    size_t games;
    size_t annotation_sets; /* analyses it carries, those made by kibitzer_analyze() included */
};

KIBITZER_API int kibitzer_info(const struct kibitzer_file *f, size_t match, struct kibitzer_info *out);

/* All NULL: the network and the match equity table that are built in, bearoff databases made in memory. */
KIBITZER_API struct kibitzer_engine *kibitzer_engine_new(const char *net, const char *met, const char *bearoff_folder,
                                                         char **messages);
KIBITZER_API void kibitzer_engine_free(struct kibitzer_engine *e);

/* Analyses a match and adds the result to it as one more annotation set; `level` as on the command line (NULL: the
 * default, 2ply), `threads` >= 1. The result does not depend on the number of threads. */
KIBITZER_API int kibitzer_analyze(struct kibitzer_file *f, size_t match, const struct kibitzer_engine *e,
                                  const char *level, int threads, char **messages);

/* The match in another format, with its last analysis where the format can carry it. The bytes end with a NUL that
 * *length does not count; `length` may be NULL. NULL on failure. */
KIBITZER_API char *kibitzer_write(const struct kibitzer_file *f, size_t match, const char *format, size_t *length,
                                  char **messages);

#ifdef __cplusplus
}
#endif

#endif
