/* Files in and out: which inputs a command line means, how one becomes records, how a writer's parts become files. */
#ifndef KIBITZER_FILES_H
#define KIBITZER_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/sink.h"
#include "cli/format_names.h"
#include "cli/options.h"
#include "import/import.h"
#include "match/record.h"
#include "source/archive.h"

/* ---- the inputs ---- */

struct input {
    char *path;
    const char *shown; /* for reports: the path without the folders that all inputs have in common */
    char *stem; /* for the names of what is made from it: harmless, and unique in the list whatever the case */
    bool found; /* met in a folder rather than named */
    long long size; /* bytes; 0 for stdin */
    bool in_memory; /* `bytes` holds it: a file in an archive, whose path is "archive.zip/name.mat"; stdin */
    struct strbuf bytes;
};

struct inputs {
    struct input *at;
    size_t n, capacity;
    size_t n_failed; /* paths that could not be looked at; reported on stderr */
    size_t n_folders; /* that were searched, archives counted in */
    struct strbuf searched; /* the folders that were given, ", " between them */
};

/* Rows for the options of every command that reads matches. */
/* clang-format off */
#define INPUT_OPTIONS \
    FROM_OPTION, \
    VARIATION_OPTION, \
    {"encoding", 0, "NAME", NULL, "the encoding of text that is not UTF-8 (cp1251, shift-jis ...) [guessed]"}, \
    {"max-input", 0, "MIB", "256", "megabytes that an input may have, unpacked too"}, \
    {"max-plies", 0, "N", "1000000", "plies that a match may have"}, \
    {"max-members", 0, "N", "10000", "files that are read from an archive at most"}, \
    {"max-unpacked", 0, "MIB", "1024", "megabytes that an archive may unpack to"}, \
    {"max-depth", 0, "N", "3", "archives inside archives are opened this deep"}
/* clang-format on */

/* How inputs are found and read. */
struct input_options {
    struct import_options how;
    struct archive_limits archives;
    const char *except; /* a folder that is passed over, where reports go; may be NULL or not exist */
    const char *reserved; /* a stem that no input gets, or NULL */
    void (*on_folder)(void *context, const char *path); /* each that is searched, before it is; or NULL */
    void *context;
};

/* Reads INPUT_OPTIONS; false after a message. */
bool input_options_read(struct input_options *o, const struct args *a);

/* Files as named ("-" = stdin), folders and archives with all below them, in an order that does not depend on the file
 * system (by bytes of the path within a folder, as they stand in an archive). Hidden entries are left out; a file that
 * comes twice counts once. Stems are the last part of the path without its extension; ASCII letters, digits, - and _
 * are kept, the rest becomes _; equal ones get .2, .3 ... in order. */
void inputs_collect(struct inputs *list, const char *const *paths, int n, const struct input_options *o);
void inputs_done(struct inputs *list);

/* From now on output_write() refuses to replace this file; inputs_collect() guards all that it finds, inputs_done()
 * ends that. To be called while no thread writes. */
void input_guard(const char *path);
void inputs_unguard(void);

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

/* The exit code that says so; where there was nothing to do, a message too: what was looked at, if `list` is not NULL.
 */
int tally_result(const struct tally *t, const struct inputs *list);

/* ---- one input as records ---- */

struct loaded {
    struct strbuf bytes;
    struct matches matches; /* of load() */
    struct diags diags;
};

/* Reads and understands one file. Its records go to `out` one by one, see import_with(). False: nothing usable, the
 * reason is in `diags`. Release with loaded_done() in either case. Nothing is printed. */
bool load_each(struct loaded *l, const struct input *in, const struct import_options *how, struct receiver *out);
/* The same with all records in l->matches. */
bool load(struct loaded *l, const struct input *in, const struct import_options *how);
void loaded_done(struct loaded *l);

/* ---- outputs ---- */

/* Writes the parts of `s` to `path`; further parts stand beside it, their suffix before the extension. "-" = stdout,
 * one part only. Whole files or none; false after a message. */
bool output_write(const struct sink *s, const char *path);

/* The same for a long file that `write` hands over piece by piece, in an attempt of its own. */
bool output_flow(const char *path, void (*write)(void *context, struct file_out *to), void *context);

/* Sweeps away what killed writers have left beside `path`, a file that will be written. */
void output_sweep(const char *path);

/* The last part of a path, and the length of such a name without its extension. */
const char *path_name(const char *path);
size_t path_stem_length(const char *name);

/* `path` with `suffix` before its extension: ("a/b.mat", "_2") -> "a/b_2.mat". Freed by the caller. */
char *path_with_suffix(const char *path, const char *suffix);

/* Makes a folder and its parents, and sweeps away what killed writers have left in it; false after a message. */
bool folder_make(const char *path);
/* The same without a message; errno is set. */
bool folder_ensure(const char *path);

#endif
