/* `mcp`: tools for assistants, over standard input and output. */
#include <stddef.h>

#include "assistant/assistant.h"
#include "base/call.h"
#include "base/command.h"
#include "base/os.h"
#include "base/threads.h"

struct mcp_options {
    struct assistant_options server;
};

static const struct option_row rows[] = {
    OPTION("root", struct mcp_options, server.root, .argument = "FOLDER", .flags = OPTION_READS_FILE,
           .help = "the folder with match files; assistants can read what is in it and nothing else"),
    OPTION("db", struct mcp_options, server.db, .argument = "PLACE", .flags = OPTION_READS_FILE,
           .help = "the collection that assistants can ask: a file, a folder with a collection.db, or a server's URL"),
    OPTION("jobs", struct mcp_options, server.jobs, .letter = 'j', .argument = "N", .least = 1, .most = THREADS_MAX,
           .expected = "a number of threads", .help = "number of threads; the results do not depend on it [all cores]"),
    OPTION("max-seconds", struct mcp_options, server.seconds, .argument = "S", .initial = "300", .least = 1,
           .most = 86400, .help = "maximum time for one answer, in seconds"),
    {0},
};

static const struct option_group own_group = {.title = "What assistants can use", .rows = rows};
static const struct option_part parts[] = {{&own_group, 0}, {0}};

static int mcp_run(const void *options, const char *const *input, size_t n)
{
    struct assistant_options o = ((const struct mcp_options *)options)->server;
    struct strbuf root = {0};
    struct os_facts facts;
    if (n != 0)
        return call_misuse("found \"%s\", expected options only", input[0]);
    if (o.root != NULL &&
        (!os_path_real(o.root, &root) || !os_facts(strbuf_text(&root), &facts) || facts.kind != OS_FOLDER))
        return call_misuse("--%s %s: expected a folder that exists", "root", o.root);
    o.root = o.root != NULL ? strbuf_text(&root) : NULL;
    o.jobs = o.jobs > 0 ? o.jobs : threads_available();
    const bool served = assistant_serve(&o);
    strbuf_done(&root);
    if (!served)
        say_error("no thread could be created");
    return !served ? CALL_NOTHING : call_cancelled() ? CALL_CANCELLED : CALL_CLEAN;
}

const struct command mcp_command = {{"mcp", sizeof(struct mcp_options), parts, NULL}, .run = mcp_run, .finishes = true};
