/* Texts that hold positions or matches but are not read: pages for people. They are refused by name. */
#ifndef KIBITZER_REFUSED_H
#define KIBITZER_REFUSED_H

#include "base/span.h"

/* What the text that begins with `head` is, "a Markdown page", or NULL: nothing that is known here. */
const char *refused_as(struct span head);
/* The same of what is not text at all. */
const char *refused_as_bytes(struct span head);

#endif
