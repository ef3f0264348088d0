/* `bearoff make --hyper`: databases of hypergammon, which take minutes and can be interrupted. */
#ifndef KIBITZER_HYPER_MAKE_H
#define KIBITZER_HYPER_MAKE_H

#include "base/option.h"

struct hyper_choice {
    int chequers; /* 0 = not wanted */
    double converge;
    int save; /* seconds */
};

extern const struct option_group hyper_group;

/* Begins the document about a database that was made. */
struct jsonw;
struct strbuf;
void made_json_begin(struct jsonw *j, struct strbuf *out, const char *file, const char *kind, int chequers);

/* Makes the database as `file`, and prints a document about it where `json` says so; an enum call_ending. */
int hyper_make_run(const struct hyper_choice *c, const char *file, int threads, bool json);

#endif
