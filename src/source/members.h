/* Single files of an archive that has been walked before (archive.h), unpacked on request. Requests in roughly the
 * order of the archive, from any number of threads, unpack it once: files that were passed over are kept for a while,
 * and only a request further back starts the archive again. */
#ifndef KIBITZER_MEMBERS_H
#define KIBITZER_MEMBERS_H

#include "source/archive.h"

struct members;

/* The file `path`; or, where that is NULL, `bytes`, which are moved away. `name` is the archive's. Nothing is opened
 * yet. Belongs to the current attempt. */
struct members *members_new(const char *path, struct strbuf *bytes, const char *name,
                            const struct archive_limits *limits);
void members_free(struct members *m);

struct member_found {
    struct strbuf bytes;
    int64_t written; /* seconds since 1970 (UTC); 0 = not known */
    char charset[CHARSET_NAME_MAX]; /* as struct archive_member */
};

/* The `number`-th file of a walk, from 0, whose name is `name`. False with *why (constant). Thread-safe. */
bool members_take(struct members *m, size_t number, const char *name, struct member_found *out, const char **why);

/* The same by name alone: the next file of that name, or the first. */
bool members_find(struct members *m, const char *name, struct member_found *out, const char **why);

#endif
