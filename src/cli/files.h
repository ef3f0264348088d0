/* Files in and out: which inputs a command line means, how one becomes records, how a writer's parts become files. */
#ifndef KIBITZER_FILES_H
#define KIBITZER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/sink.h"
#include "import/import.h"
#include "match/record.h"

/* ---- the inputs ---- */

struct input {
    char *path;
    const char *shown; /* for reports: the path without the folders that all inputs have in common */
    char *stem; /* for the names of what is made from it: harmless, and unique in the list whatever the case */
    bool found; /* met in a folder rather than named */
    long long size; /* bytes; 0 for stdin */
};

struct inputs {
    struct input *at;
    size_t n, capacity;
    size_t n_failed; /* paths that could not be looked at; reported on stderr */
};

/* Files as named ("-" = stdin), folders with all below them, in an order that does not depend on the file system
 * (by bytes of the path within a folder). Hidden entries are left out, and so is the folder `except` (may be NULL or
 * not exist), where reports go; a file that comes twice counts once. Stems are the last part of the path without its
 * extension; ASCII letters, digits, - and _ are kept, the rest becomes _; equal ones get .2, .3 ... in order. */
void inputs_collect(struct inputs *list, const char *const *paths, int n, const char *except);
void inputs_done(struct inputs *list);

/* From now on output_write() refuses to replace this file; inputs_collect() guards all that it finds. To be called
 * before any thread writes. */
void input_guard(const char *path);

const char *input_name(const char *path); /* as messages show it: "<stdin>" for "-" */

/* True (and a note is printed) if an input that could not be read may be passed over: it was met in a folder and does
 * not claim to be a match by its extension. */
bool input_may_be_skipped(const struct input *in);

/* What became of an input, and of all of them. In part: something in it was refused with an error, the rest was used.
 */
enum fate { FATE_LEFT, FATE_GOOD, FATE_IN_PART, FATE_FAILED, FATE_SKIPPED, FATES };

struct tally {
    size_t n[FATES];
};

/* The fate of an input that was used, given what was said of it. */
enum fate fate_of_used(const struct diags *said);

/* The exit code that says so; where there was nothing to do, a message too. */
int tally_result(const struct tally *t);

/* ---- one input as records ---- */

struct loaded {
    struct strbuf bytes;
    struct matches matches; /* of load() */
    struct diags diags;
};

/* Reads and understands one file; `from` NULL = by content. Its records go to `out` one by one, see import_each().
 * False: nothing usable, the reason is in `diags`. Release with loaded_done() in either case. Nothing is printed. */
bool load_each(struct loaded *l, const char *path, const struct importer *from, struct receiver *out);
/* The same with all records in l->matches. */
bool load(struct loaded *l, const char *path, const struct importer *from);
void loaded_done(struct loaded *l);

/* ---- outputs ---- */

/* Writes the parts of `s` to `path`; further parts stand beside it, their suffix before the extension. "-" = stdout,
 * one part only. Whole files or none; false after a message. */
bool output_write(const struct sink *s, const char *path);

/* `path` with `suffix` before its extension: ("a/b.mat", "_2") -> "a/b_2.mat". Freed by the caller. */
char *path_with_suffix(const char *path, const char *suffix);

/* Makes a folder and its parents; false after a message. */
bool folder_make(const char *path);

#endif
