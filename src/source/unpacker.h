/* libarchive in a process of its own, which may crash or run out of memory or time without harm to ours. It gets the
 * bytes of one archive and sends pieces of its content through a pipe, as fast as they are read. It can allocate,
 * compute and write to that pipe, but not open files or connections or start programs (seccomp).
 *
 * Nothing in here belongs to an attempt (base/attempt.h): an unpacker may outlive the one that began it. */
#ifndef KIBITZER_UNPACKER_H
#define KIBITZER_UNPACKER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

enum piece_kind {
    PIECE_ARCHIVE, /* comes first: the bytes are an archive */
    PIECE_NONE, /* comes first and alone: they are not */
    PIECE_MEMBER, /* a file begins, `text` is its path, "" where the whole is one compressed file */
    PIECE_DATA, /* some of its bytes */
    PIECE_WHOLE, /* it is complete */
    PIECE_REFUSED, /* it cannot be read, `text` says why; others may follow */
    PIECE_PASSED, /* something else was passed over */
    PIECE_END, /* comes last */
    PIECE_BROKEN, /* comes last, too: nothing more can be read, `text` says why */
    PIECE_STOPPED, /* *stop was set */
    PIECE_NO_MEMORY /* of a mail */
};

enum { PIECE_MAX = 64 << 10 };

struct piece {
    enum piece_kind kind;
    struct span text; /* until the next piece; of messages a terminated string */
    int64_t written; /* of PIECE_MEMBER: when the file was last written, seconds since 1970 (UTC); 0 = not known */
    uint64_t produced; /* bytes that were unpacked so far, also those of what is passed over */
    const char *charset; /* of PIECE_MEMBER of a mail (mail.h): what its head says; NULL elsewhere */
    bool is_part, is_alternative; /* as struct archive_member */
};

struct unpacker;

/* Begins with the bytes of the file `fd`, or, where that is -1, with `bytes`. `sure`: they begin as an archive does, so
 * that damage is worth a word. `memory`: bytes that unpacking may take. NULL with errno set. */
struct unpacker *unpacker_begin(int fd, struct span bytes, bool sure, size_t memory);

/* Waits for the next piece, `seconds` at most (0 = as long as it takes) and no longer than *stop is zero. */
struct piece unpacker_next(struct unpacker *u, double seconds, const volatile sig_atomic_t *stop);

void unpacker_end(struct unpacker *u); /* wherever it is */

#endif
