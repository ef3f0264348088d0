/* The collection as commands use it: opened by --db or in the folder of reports, shared by threads, records in and out
 * as dumps. What happens when its server goes away in the middle of a run is decided here. */
#ifndef KIBITZER_COLLECTION_H
#define KIBITZER_COLLECTION_H

#include <pthread.h>

#include "cli/options.h"
#include "engine/met.h"
#include "store/store.h"

/* Row for the option of every command that asks the collection. */
/* clang-format off */
#define DB_OPTION \
    {"db", 0, "FILE|URL", NULL, "the collection: a file, or a server's URL\n" \
                                "[collection.db in the folder of reports]"}
/* clang-format on */

struct collection {
    struct store *store;
    char *folder; /* of pages, where the local file lies; NULL = none */
    char folder_key[KEY_LENGTH + 1];
    pthread_mutex_t lock; /* the store belongs to who holds it */
    bool lost; /* the server has gone away; from then on the store is a file in the folder */
};

/* The collection of --db, else collection.db in `folder`. False after a message. */
bool collection_open(struct collection *c, const struct args *a, const char *folder, enum sql_mode mode);
void collection_close(struct collection *c);
/* A store alone; NULL after a message. */
struct store *collection_open_store(const char *where, enum sql_mode mode);

/* Where a file lies, from the root: of one in an archive as of one in a folder; "-" stays. Freed by the caller. */
char *place_of(const char *path);

/* Calls work(context) with the lock held. Where memory runs out in it, what it began in the store is undone, the lock
 * is released, and the attempt around ends. */
void collection_with(struct collection *c, void (*work)(void *context), void *context);

/* Prints why the store's last change failed; if the server is lost, goes on in a file: true = try again. Call with the
 * lock held. */
bool collection_trouble(struct collection *c, const char *what);

/* The match with its annotations as it is stored. */
void record_text(const struct match *m, struct strbuf *out);
/* The stored record of an analysis, restated, with statistics; NULL after a message. Call with the lock held for
 * reading the text only: record_of_text() is for any thread. */
struct match *record_of_text(const struct strbuf *text, const struct met *met, const char *name);
/* Which of the record's sets the analysis is; the last one if none is. */
int set_of_fingerprint(const struct match *m, const char *fingerprint);

#endif
