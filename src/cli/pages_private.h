/* What pages.c and pages_index.c share. */
#ifndef KIBITZER_PAGES_PRIVATE_H
#define KIBITZER_PAGES_PRIVATE_H

#include "cli/pages.h"

/* A key of the options given that change pages, of the program's version, and of `more`. */
void pages_settings(const struct pages *p, const char *more, char out[KEY_LENGTH + 1]);

#endif
