/* The collection as commands use it: opened by --db or in the folder of reports, shared by threads, with records as
 * dumps. It also handles a server that becomes unreachable during a run (collection_away.c): the run reconnects at
 * once; if that fails, results are stored in a file in the folder of reports while further attempts are made, less
 * and less often. When the server answers, they are written to it and the file is removed. */
#ifndef KIBITZER_BATCH_COLLECTION_H
#define KIBITZER_BATCH_COLLECTION_H

#include <pthread.h>
#include <stdatomic.h>

#include "base/option.h"
#include "collection/store.h"
#include "engine/met.h"

/* Which collection is meant. Each names a file, a folder with a collection.db in it, or a server's URL. */
struct collection_options {
    const char *db, *db_file; /* db_file: a file whose first line says it; at most one of the two */
    const char *out; /* the folder of reports, where neither is given; only of commands that ask */
};

/* The first has --db and --db-file, the second --out too. */
extern const struct option_group collection_group, reports_group;

/* Where analyze keeps reports and its collection unless it is asked otherwise. */
#define REPORTS_FOLDER "./kibitzer-report"

struct collection {
    struct store *store;
    char *folder; /* of pages, where the local file lies; NULL = none */
    char folder_key[KEY_LENGTH + 1];
    pthread_mutex_t lock; /* guards the store */
    char *url; /* of a server, with its password; NULL = the store is a file anyway */
    int patience; /* seconds that a run waits at its end for a server that has gone away */
    struct away {
        atomic_bool is; /* the server has gone away: the store is the file of what is kept aside */
        char *file;
        int lock; /* descriptor of the file, locked: no other run brings it in and removes it */
        double since, next, pause; /* when it went, when it is tried again, seconds between attempts */
        char *why; /* what the last attempt said */
    } away;
    int losses; /* of the connection since something succeeded */
    unsigned changes; /* of the store: what was read from an earlier one is out of date */
};

/* The collection of --db or --db-file, else collection.db in `folder`, else (`folder` NULL) that of --out. Where there
 * is none, and none shall be made, a message says so. False after a message. */
bool collection_open(struct collection *c, const struct collection_options *o, const char *folder, enum sql_mode mode);
/* Likewise, for a reader who notes which pages there are, for the next time: where nothing may be written nothing is
 * noted (store_is_only_read()), and all pages are written each time. */
bool collection_open_to_note(struct collection *c, const struct collection_options *o, const char *folder);
void collection_close(struct collection *c);
/* A store alone: a file, a folder with a collection.db, a URL. NULL after a message. */
struct store *collection_open_store(const char *where, enum sql_mode mode);

/* Where a file lies, from the root: of one in an archive as of one in a folder; "-" stays. Freed by the caller. */
char *place_of(const char *path);

/* Calls work(context) with the lock held. Where memory runs out in it, what it began in the store is undone, the lock
 * is released, and the attempt around ends. */
void collection_with(struct collection *c, void (*work)(void *context), void *context);

/* Prints why the store's last change failed; if the server is lost, connects again or goes on in a file: true = try
 * again. Call with the lock held. */
bool collection_trouble(struct collection *c, const char *what);
/* The same for what cannot be tried again at this place. False, for `return`. */
bool collection_failed(struct collection *c, const char *what);
/* Calls work(context) until it gives true; false after a message. Call with the lock held. */
bool collection_insist(struct collection *c, const char *what, bool (*work)(void *context), void *context);
/* The same, with the lock taken for it as by collection_with(). */
bool collection_keep(struct collection *c, const char *what, bool (*work)(void *context), void *context);

/* ---- a server that goes away ---- */

struct reconnect_option {
    int seconds; /* that a run waits at its end */
};
extern const struct option_group reconnect_group;

/* Connects again, or goes on in the file; false after a message if neither can be done. */
bool collection_go_away(struct collection *c);
/* Tries the server again if it is time to; with the lock held. */
void collection_look_home(struct collection *c);
/* Waits for the server as long as `patience` allows, and brings home what was kept aside, by this run or by one before
 * it. Without the lock, and without threads. False after a message that says what lies where and how to bring it in. */
bool collection_come_home(struct collection *c);
/* Does its name say that a run kept results in it while its server was away? */
bool collection_is_kept_aside(const char *path);

/* The match with its annotations as it is stored. */
void record_text(const struct match *m, struct strbuf *out);
/* The stored record of an analysis, restated, with statistics; NULL after a message. Call with the lock held for
 * reading the text only: record_of_text() is for any thread. */
struct match *record_of_text(const struct strbuf *text, const struct met *met, const char *name);
/* Which of the record's sets the analysis is; the last one if none is. */
/* Says how many matches keep fewer plays than `wanted`, so that no more of theirs can be shown; nothing if none does.
 */
void collection_say_kept(const struct collection *c, enum kept wanted, const char *what);
/* That names are counted apart which are probably one player's, where there are such. */
void collection_say_alike(struct store *s);

#endif
