/* Files that commands write: whole or not at all, and never in place of an input. Messages go to the current call. */
#ifndef KIBITZER_OUTPUTS_H
#define KIBITZER_OUTPUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/sink.h"

/* From now on nothing in the current call replaces, appends to or removes this file ("-": the one behind standard
 * input): it is an input. Guarded are files
 * that options name (kibitzer_run()), all that inputs_collect() finds until inputs_done(), and collections. To be
 * called while no thread of the call writes. */
void input_guard(const char *path);
void database_guard(const char *path); /* but whoever opens it as a database may change it */
size_t inputs_guarded(void);
void inputs_unguard(size_t but_for); /* the first ones */

/* The one rule for whatever is written, by file_out_begin() or otherwise: is `path` one of these files, by this name or
 * another, by a link of either kind? Then errno is FILE_IS_INPUT. Or is it a collection? Then FILE_IS_COLLECTION.
 * Another SQLite database? FILE_IS_DATABASE, unless it is an export that nobody has changed. */
bool output_is_input(const char *path);
/* A database for other programs has this application ID ("kibx"), and as its user_version the number of its last
 * change: so it is seen later whether anybody has changed it. */
#define DATABASE_EXPORTED "PRAGMA application_id = 1802068600"
unsigned database_changes(const char *path); /* how many there were */
/* For what is exported as a database: is there a file that it may not replace (FILE_IS_OTHER: something other than a
 * database)? */
bool database_is_other(const char *path);
/* The same for a file to be opened as a database. */
bool database_is_input(const char *path);

/* Writes the parts of `s` to `path`; further parts stand beside it, their suffix before the extension. "-" = what the
 * command prints, one part only. Whole files or none; false after a message. */
bool output_write(const struct sink *s, const char *path);

/* Sweeps away what killed writers have left beside `path`, a file that will be written. */
void output_sweep(const char *path);

/* Is the folder there that a file of this path is in? */
bool path_has_folder(const char *path);

/* The last part of a path, and the length of such a name without its extension. */
const char *path_name(const char *path);
size_t path_stem_length(const char *name);
/* "con" and the like: whatever its extension, no file can have it on Windows. */
bool stem_is_device(const char *stem);

/* `path` with `suffix` before its extension: ("a/b.mat", "_2") -> "a/b_2.mat". Freed by the caller. */
char *path_with_suffix(const char *path, const char *suffix);

/* Makes a folder and its parents, and sweeps away what killed writers have left in it; false after a message. */
bool folder_make(const char *path);
bool path_is_folder(const char *path);
/* The same without a message; errno is set. */
bool folder_ensure(const char *path);

#endif
