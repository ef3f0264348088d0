/* Heads of mails and of their parts (RFC 5322, 2045, 2046). Nothing here asks for memory of the current attempt. */
#ifndef KIBITZER_MIME_H
#define KIBITZER_MIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/charset.h"
#include "base/mime_body.h"
#include "base/mime_name.h"
#include "base/span.h"

struct mime_head {
    struct span type, subtype; /* "multipart", "mixed"; "" = not said; of the text that was read, as is the boundary */
    struct span boundary; /* without "--"; "" = none */
    enum mime_encoding encoding;
    char charset[CHARSET_NAME_MAX]; /* as it is called there; "" = not said */
    char name[MIME_NAME_MAX]; /* of the file; "" = none */
    bool no_memory; /* for the name */
    int64_t written; /* the date of a mail: seconds since 1970 (UTC); 0 = not known */
};

/* Do these first bytes begin a mail, or several of them? Not where only those lines of a head are there that a mail
 * program shows, which people copy. */
bool mime_begins(struct span head);

/* Does a mail begin here of several in one file? "From ann@example.org Thu Jan  2 10:11:12 2025". */
bool mime_is_mbox(struct span text);

/* Reads a head; returns its length with the empty line behind it. */
size_t mime_head_read(struct span text, struct mime_head *h);

/* What looks like the boundary in a body whose head names none, without "--"; "" = nothing does. */
struct span mime_boundary_of(struct span body);

/* Is it a line with this boundary? *last: behind the last part. */
bool mime_is_boundary(struct span line, struct span boundary, bool *last);

/* The first line without its end; *text goes on behind it. */
struct span mime_line(struct span *text);

#endif
