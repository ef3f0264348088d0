/* kibitzer's command line: finds the command, parses by its table, runs it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/version.h"
#include "cli/command.h"
#include "cli/match_options.h"
#include "cli/parallel.h"
#include "cli/suggest.h"
#include "cli/terminal.h"

/* A new command is one file and one row here. */
const struct command *const commands[] = {
    &command_analyze, &command_db,         &command_report,
    &command_convert, &command_info,       &command_formats,
    &command_eval,    &command_hint,       &command_cube,
    &command_rollout, &command_duel,       &command_external,
    &command_bearoff, &command_bench,      &command_board,
    &command_met,     &command_stats,      &command_errors,
    &command_find,    &command_completion, NULL,
};

static void print_overview(FILE *to)
{
    fputs("kibitzer reads backgammon matches, analyses them and writes reports.\n\nusage: kibitzer COMMAND ...\n\n",
          to);
    for (int i = 0; commands[i] != NULL; i++)
        fprintf(to, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    fputs("\n`kibitzer COMMAND --help` shows its options; `kibitzer --version` prints the version.\n"
          "Exit status: 0 all done, 1 some inputs failed, 2 usage, 3 nothing usable, 130 interrupted.\n",
          to);
}

static const struct command *command_named(const char *name)
{
    for (int i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0 ||
            (commands[i]->alias != NULL && strcmp(commands[i]->alias, name) == 0))
            return commands[i];
    return NULL;
}

static int unknown_command(const char *name)
{
    struct suggestion s = {.word = name};
    for (int i = 0; commands[i] != NULL; i++)
        suggest(&s, commands[i]->name);
    return usage_error(NULL, "there is no command `%s`%s", name, suggestion_text(&s, ""));
}

static bool is_one_of(const char *word, const char *a, const char *b)
{
    return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

static int run_command(const struct command *c, int argc, char **argv)
{
    struct args a;
    if (!args_parse(&a, c, argc, argv))
        return EXIT_USAGE;
    int result = EXIT_CLEAN;
    if (args_has(&a, "help")) {
        help_print(c, stdout);
    } else {
        terminal_setup(&a);
        interrupts_end(); /* commands with something to finish catch them */
        result = c->run(&a);
        match_options_conclude(&a);
    }
    args_done(&a);
    return result;
}

/* Data that did not reach the disk or the pipe is a failure, however late it shows. */
static int finish(int result)
{
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        fputs("kibitzer: error: standard output could not be written\n", stderr);
        return result == EXIT_CLEAN ? EXIT_NOTHING : result;
    }
    return result;
}

static int help_command(const char *name)
{
    const struct command *c = name != NULL ? command_named(name) : NULL;
    if (name != NULL && c == NULL)
        return unknown_command(name);
    if (c != NULL)
        help_print(c, stdout);
    else
        print_overview(stdout);
    return EXIT_CLEAN;
}

static int run_line(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_USAGE;
    }
    if (is_one_of(argv[1], "--version", "-V") || strcmp(argv[1], "version") == 0) {
        printf("kibitzer %s\n", KIBITZER_VERSION);
        return finish(EXIT_CLEAN);
    }
    if (is_one_of(argv[1], "--help", "-h") || strcmp(argv[1], "help") == 0)
        return finish(help_command(argc > 2 ? argv[2] : NULL));
    const struct command *c = command_named(argv[1]);
    if (c == NULL)
        return unknown_command(argv[1]);
    return finish(run_command(c, argc - 2, argv + 2));
}

struct line {
    int argc;
    char **argv;
    int result;
};

static void run_attempted(void *line)
{
    struct line *l = line;
    l->result = run_line(l->argc, l->argv);
}

int main(int argc, char **argv)
{
    struct line line = {.argc = argc, .argv = argv, .result = EXIT_NOTHING};
    if (!descriptors_hold())
        return EXIT_NOTHING;
    if (!attempt(run_attempted, &line))
        say_error("%s", attempt_why_text());
    return line.result;
}
