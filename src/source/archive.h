/* Archives (.zip, .tar, .7z, .rar, compressed by gzip, bzip2, xz, lzma, zstd or lz4, twice at most) and mails (mail.h)
 * as folders inside a file. Nothing is written to names given by an archive, no helper programs are started, and
 * unpacking runs in a process of its own (unpacker.h), which may fail without harm.
 *
 * A walk goes over the members in their order and has one of them in memory. archive_each() is a walk to its end;
 * members.h gives single members of an archive that was walked over before. */
#ifndef KIBITZER_ARCHIVE_H
#define KIBITZER_ARCHIVE_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/charset.h"
#include "base/diag.h"
#include "base/span.h"
#include "base/strbuf.h"

struct archive_limits {
    size_t members; /* files in archives, those of archives inside of them counted in */
    size_t bytes; /* that they unpack to, what is passed over counted in */
    int depth; /* archives inside archives: 1 = none */
    size_t input; /* bytes of a single file; 0 = 256 MiB */
    size_t memory; /* bytes that unpacking may take; 0 = 512 MiB */
    double seconds; /* for a file; 0 = as long as it takes */
    const volatile sig_atomic_t *stop; /* unpacking ends soon after this becomes non-zero; or NULL */
};

/* The defaults. */
enum { ARCHIVE_MEMBERS_USUAL = 100000, ARCHIVE_MEBIBYTES_USUAL = 4096, ARCHIVE_DEPTH_USUAL = 6 };

/* How much of `members` and `bytes` is used up, by all archives that share it. */
struct archive_spent {
    size_t members, bytes;
};

/* An archive: a regular file, or, where `path` is NULL, bytes in memory, which must stay. */
struct archive_source {
    const char *path;
    struct span bytes;
};

/* Enough of a file's first bytes for archive_begins(). */
enum { ARCHIVE_HEAD = 16 << 10 };

/* Do these first bytes begin an archive, a mail, or something compressed that may hold one? */
bool archive_begins(struct span head);

/* What a compressed file is called when it is unpacked: "final.mat" of "matches/final.mat.xz". */
struct span archive_name_inside(struct span archive);

/* ---- a walk ---- */

struct archive_walk;

enum archive_step {
    ARCHIVE_STEP_MEMBER, /* `name` and `bytes` are those of a file */
    ARCHIVE_STEP_REFUSED, /* `name` is a file, or an archive in the archive, that is left out: `why`; there may be more
                           */
    ARCHIVE_STEP_END, /* all was seen, or all that is allowed */
    ARCHIVE_STEP_NOT_ONE, /* not an archive: the bytes are a file of their own */
    ARCHIVE_STEP_STOPPED, /* limits->stop */
    ARCHIVE_STEP_NO_MEMORY
};

struct archive_member {
    char *name; /* "archive.zip/folder/name.mat" */
    char *bytes; /* terminated; NULL where there is none */
    size_t length;
    int64_t written; /* seconds since 1970 (UTC); 0 = not known */
    bool is_part; /* of a mail: perhaps words that go with an attached file */
    bool is_alternative; /* says the same as the member before it, as HTML beside a text does */
    char charset[CHARSET_NAME_MAX]; /* of a text, as a mail says; "" = not said */
    const char *why; /* until the next step */
};

/* `name` is the archive's. NULL with errno set. A walk and its members belong to no attempt: free() them, or let
 * archive_adopt() give them to one. */
struct archive_walk *archive_walk_begin(const struct archive_source *from, const char *name,
                                        const struct archive_limits *limits, struct archive_spent *spent);
/* Folders, links and hidden files are passed over. Afterwards m->name and m->bytes are the caller's. */
enum archive_step archive_walk_next(struct archive_walk *w, struct archive_member *m);
void archive_walk_end(struct archive_walk *w);

/* The bytes of a member in a buffer of the current attempt; m->bytes is NULL afterwards. */
void archive_adopt(struct archive_member *m, struct strbuf *to);
void archive_member_done(struct archive_member *m);

/* ---- all of them ---- */

/* What becomes of the members. */
struct archive_taker {
    /* `m` without its bytes, which are `bytes` and may be moved away. */
    void (*take)(struct archive_taker *self, const struct archive_member *m, struct strbuf *bytes);
};

enum archive_found {
    ARCHIVE_NONE, /* not an archive: the bytes are a file of their own; nothing was said */
    ARCHIVE_READ, /* all members were taken */
    ARCHIVE_IN_PART /* damaged, encrypted, over a limit or stopped: errors say which members are missing */
};

/* Unpacks an archive and hands its files on in their order. Errors go to `d`. `spent` may be NULL. */
enum archive_found archive_each(const struct archive_source *from, const char *name,
                                const struct archive_limits *limits, struct archive_spent *spent,
                                struct archive_taker *out, struct diags *d);

#endif
