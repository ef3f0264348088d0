/* Readers in tests: text in, a record and its diagnostics out. */
#ifndef KIBITZER_TEST_READING_H
#define KIBITZER_TEST_READING_H

#include "import/import.h"
#include "assertions.h"

struct reading {
    struct matches out;
    struct diags d;
    bool good;
};

/* Through the whole door, so that the choice by content is tested too. The first record, NULL if none came out. */
const struct match *read_bytes(struct reading *r, struct span bytes);
const struct match *read_text(struct reading *r, const char *text);

/* By one reader alone, which must succeed: its first record. */
const struct match *read_by(struct reading *r, const struct importer *from, const char *text);

/* The one record of a file, which is the caller's. */
struct match *read_file(const char *path);

void reading_done(struct reading *r);

/* The last event of the last game. */
const struct event *last_event(const struct match *m);

#endif
