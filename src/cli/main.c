/* kibitzer's command line: finds the command, and has it run. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/os.h"
#include "base/suggest.h"
#include "cli/client.h"
#include "cli/dropped.h"
#include "cli/interrupts.h"
#include "cli/terminal.h"
#include "kibitzer.h"

static void print_overview(FILE *to)
{
    fputs("kibitzer reads backgammon matches, analyses them and writes reports.\n\nusage: kibitzer COMMAND ...\n\n",
          to);
    for (const struct manual *m = manuals; m->name != NULL; m++)
        terminal_printf(to, "  %-10s %s\n", m->name, m->summary);
    fputs("\n`kibitzer COMMAND --help` shows its options; `kibitzer --version` prints the version.\n"
          "Exit status: 0 all done, 1 some inputs failed, 2 usage, 3 nothing usable, 130 interrupted.\n",
          to);
}

static const struct manual *manual_named(const char *name)
{
    for (const struct manual *m = manuals; m->name != NULL; m++)
        if (strcmp(m->name, name) == 0 || (m->alias != NULL && strcmp(m->alias, name) == 0))
            return m;
    return NULL;
}

static int unknown_command(const char *name)
{
    struct suggestion s = {.word = name};
    for (const struct manual *m = manuals; m->name != NULL; m++)
        suggest(&s, m->name);
    terminal_printf(stderr, "kibitzer: there is no command `%s`%s\nTry `kibitzer --help`.\n", name,
                    suggestion_text(&s, ""));
    return EXIT_USAGE;
}

static bool is_one_of(const char *word, const char *a, const char *b, const char *c)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, c) == 0;
}

/* False with the reason in errno. What failed before left none: it fails again. */
static bool is_written(FILE *f)
{
    const bool failed = ferror(f) != 0;
    clearerr(f);
    if (fflush(f) != 0)
        return false;
    return !failed || (fputc('\n', f) != EOF && fflush(f) == 0);
}

/* Data that did not reach the disk or the pipe is a failure, however late it shows. */
static int finish(int result)
{
    terminal_end();
    if (is_written(stdout))
        return result;
    terminal_printf(stderr, "kibitzer: error: standard output could not be written: %s\n", strerror(errno));
    return result == EXIT_CLEAN ? EXIT_NOTHING : result;
}

static int help_on(const char *name)
{
    const struct manual *m = name != NULL ? manual_named(name) : NULL;
    if (m != NULL)
        return client_help(m, stdout) ? EXIT_CLEAN : EXIT_NOTHING;
    if (name != NULL)
        return unknown_command(name);
    print_overview(stdout);
    return EXIT_CLEAN;
}

static int run_line(int argc, char **argv)
{
    const struct manual *m = manual_named(argv[1]);
    if (m != NULL)
        return client_run(m, argc - 2, argv + 2);
    if (is_one_of(argv[1], "--help", "-h", "help"))
        return help_on(argc > 2 ? argv[2] : NULL);
    if (dropped_are(argc - 1, argv + 1))
        return dropped_run(manual_named("analyze"), argc - 1, argv + 1);
    if (!is_one_of(argv[1], "--version", "-V", "version"))
        return unknown_command(argv[1]);
    terminal_printf(stdout, "kibitzer %s\n", kibitzer_version());
    return EXIT_CLEAN;
}

int main(int argc, char **argv)
{
    os_begin();
    for (int i = 1; i < argc; i++)
        os_path_tidy(argv[i]);
    if (!descriptors_hold())
        return EXIT_NOTHING;
    interrupts_are_for(NULL);
    if (argc >= 2)
        return finish(run_line(argc, argv));
    print_overview(stderr);
    dropped_wait();
    return EXIT_USAGE;
}
