/* All commands, in the order of `kibitzer --help`: a new one is a row here. */
#include "command/commands.h"

#ifdef WITHOUT_SERVERS /* a target without sockets and without a user's folders: mk/web.mk */
#define SERVERS(X)
#define SETTINGS(X)
#else
#ifdef WITH_microhttpd
#define SERVERS(X) X(external) X(mcp) X(serve)
#else
#define SERVERS(X) X(external) X(mcp)
#endif
#define SETTINGS(X) X(config)
#endif

/* clang-format off */
#ifdef ANSWERS_ALONE /* the engine inside a report: mk/web.mk */
#define COMMANDS(X) X(verify) X(levels) X(eval) X(hint) X(cube) X(rollout)
#else
#define COMMANDS(X) \
    X(analyze) \
    X(db) \
    X(report) \
    X(convert) \
    X(transcribe) \
    X(compare) \
    X(verify) \
    X(info) \
    X(formats) \
    X(levels) \
    X(glossary) \
    X(schema) \
    X(eval) \
    X(hint) \
    X(cube) \
    X(rollout) \
    X(duel) \
    SERVERS(X) \
    X(bearoff) \
    X(bench) \
    X(board) \
    X(met) \
    X(stats) \
    X(errors) \
    X(study) \
    X(book) \
    X(find) \
    X(list) \
    SETTINGS(X)
#endif
/* clang-format on */

#define DECLARED(name) extern const struct command name##_command;
COMMANDS(DECLARED)

#define LISTED(name) &name##_command,
const struct command *const commands[] = {COMMANDS(LISTED) NULL};
