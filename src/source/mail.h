/* A mail, or several in one file (mbox), as an archive: parts become members, in the pieces that unpacker.h has. Their
 * names are those of attached files, or, where they have none, of the mail: "final-2.html". Mails in mails are members;
 * parts that hold others are walked here. Nothing belongs to an attempt. */
#ifndef KIBITZER_MAIL_H
#define KIBITZER_MAIL_H

#include "base/span.h"
#include "source/unpacker.h"

struct mail;

/* `bytes`, which mime_begins(), and `name` (of the mail, with folders) stay as long as it does. NULL without memory. */
struct mail *mail_begin(struct span bytes, const char *name);

/* The next piece; its text lives until the one after it. */
struct piece mail_next(struct mail *m);

void mail_end(struct mail *m);

#endif
