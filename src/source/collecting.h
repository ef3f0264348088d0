/* What the files of inputs share: from what is named, at the command line or in a list, to inputs. */
#ifndef KIBITZER_COLLECTING_H
#define KIBITZER_COLLECTING_H

#include <stdint.h>

#include "source/inputs.h"

struct folder { /* the way down to here, so that a link cannot lead in circles */
    uint64_t device, number;
    const struct folder *up;
};

struct collecting {
    struct inputs *list;
    const struct input_options *options;
    struct archive_limits archives; /* with the flag of the call that stops them */
    struct archive_spent spent; /* by all archives */
};

/* An input at the end of the list, from now on its own. What is secret in the path is masked. */
struct input *inputs_add(struct inputs *list, const char *path, bool found);
void inputs_own_archive(struct inputs *list, struct members *m); /* freed with the list */

/* Whatever the path means: a URL, a folder with all below it, an archive, a file. `found`: below something else that
 * was named; `way`: the folders on the way to it. */
void collect_path(struct collecting *c, const char *path, bool found, const struct folder *way);
/* What can be read only once is kept. `path`: "-" for standard input, a pipe, a device. */
void collect_stream(struct collecting *c, const char *path, size_t limit);
/* The input that these are, or what an archive holds. `bytes` is moved away. */
void collect_bytes(struct collecting *c, const char *path, struct strbuf *bytes);

/* Read here what must be there before it is known which inputs there are: a file, and an archive behind a URL. False
 * after a message, and it counts as failed. */
bool collect_whole(struct collecting *c, const char *path, size_t limit, struct strbuf *bytes);
bool collect_fetched(struct collecting *c, const char *url, struct strbuf *bytes);

#endif
