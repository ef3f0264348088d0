/* The engine as the command line asks for it: options, loading, one worker per thread. */
#ifndef KIBITZER_THINKING_H
#define KIBITZER_THINKING_H

#include <stdbool.h>

#include "cli/options.h"
#include "engine/engine.h"

/* Rows for the options of commands that evaluate; each takes those that mean something to it. */
/* clang-format off */
#define LEVEL_OPTION \
    {"level", 'l', "LEVEL", "2ply", "how deep: 0ply 1ply 2ply 3ply 4ply, or GNU Backgammon's names\n" \
                                    "(expert, worldclass, supremo, grandmaster ...), or smart: 2ply, and a ply more\n" \
                                    "where it is close; eXtreme Gammon counts one ply more"}
#define ANALYSIS_LEVEL_OPTION \
    {"level", 'l', "LEVEL", "2ply", "how deep: 0ply 1ply 2ply 3ply 4ply, or GNU Backgammon's names\n" \
                                    "(expert, worldclass, supremo, grandmaster ...), or smart: 2ply, and a ply more\n" \
                                    "where it is close, or roller, roller+, roller++: 2ply, and short rollouts\n" \
                                    "of what is close; eXtreme Gammon counts one ply more"}
#define JOBS_OPTION \
    {"jobs", 'j', "N", NULL, "threads; the results are the same for any number [all cores]"}
#define ENGINE_OPTIONS \
    {"net", 0, "FILE", NULL, "a network to use instead of the built-in one"}, \
    {"met", 0, "NAME", NULL, "a match equity table instead of Kazaross XG2: `kibitzer met list`, or an XML file"}, \
    {"bearoff", 0, "FOLDER", NULL, "keep bearoff databases here instead of in the cache folder"}, \
    {"cube-model", 0, "NAME", "janowski", "what a cube is worth: janowski, GNU Backgammon's model, is the only one"}, \
    {"hyper-database", 0, "FILE", NULL, "the database for hypergammon with as many chequers as it is for"}, \
    {"no-cache", 0, NULL, NULL, "make bearoff databases again and keep none"}
#define THINKING_OPTIONS LEVEL_OPTION, JOBS_OPTION, ENGINE_OPTIONS
/* clang-format on */

struct thinking {
    struct level level; /* of LEVEL_OPTION */
    int jobs; /* of JOBS_OPTION, else 1 */
    struct engine *engine;
    struct worker **worker; /* [jobs] */
};

/* Reads those of the options that the command has and opens the engine; true if both went well. Else *result is the
 * exit code, a message was printed. Release with thinking_done() in the good case. */
bool thinking_begin(struct thinking *t, const struct args *a, int *result);
/* The same for a command that reads its levels itself. */
bool thinking_open(struct thinking *t, const struct args *a, int *result);
void thinking_done(struct thinking *t);

/* Is what --met names a table that is compiled in, or can it be a file? Else false, after a message. */
bool met_is_known(const struct args *a);

/* Reads a level given with `option`; false after a message. */
bool level_read(const struct args *a, const char *option, const char *name, struct level *out);

#endif
