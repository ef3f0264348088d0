/* Archives (.zip, .tar, .7z, also compressed as .tar.gz and the like) as folders inside a file. Everything happens in
 * memory: nothing is ever written to a name that an archive gives. */
#ifndef KIBITZER_ARCHIVE_H
#define KIBITZER_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"

struct archive_limits {
    size_t members; /* files in an archive, those of archives inside of it counted in */
    size_t bytes; /* that all of them unpack to */
    int depth; /* archives inside archives: 1 = none */
};

/* Where nobody says otherwise. */
enum { ARCHIVE_MEMBERS_USUAL = 10000, ARCHIVE_MEBIBYTES_USUAL = 1024, ARCHIVE_DEPTH_USUAL = 3 };

/* Enough of a file's first bytes for archive_begins(). */
enum { ARCHIVE_HEAD = 512 };

/* Do these first bytes begin an archive, or something compressed that may hold one? */
bool archive_begins(struct span head);

/* What becomes of the members. */
struct archive_taker {
    /* `name` is "archive.zip/folder/name.mat"; `bytes` may be moved away. */
    void (*take)(struct archive_taker *self, const char *name, struct strbuf *bytes);
};

enum archive_found {
    ARCHIVE_NONE, /* not an archive: the bytes are a file of their own; nothing was said */
    ARCHIVE_READ, /* all members were taken */
    ARCHIVE_IN_PART /* damaged, encrypted or over a limit: an error says which member, those before it were taken */
};

/* Unpacks `bytes`, the archive called `name`, and hands its files on in their order. Folders, links and hidden files
 * are left out. Errors go to `d`. */
enum archive_found archive_each(struct span bytes, const char *name, const struct archive_limits *limits,
                                struct archive_taker *out, struct diags *d);

#endif
