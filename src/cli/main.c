/* kibitzer's command line: finds the command, and has it run. */
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/language_option.h"
#include "base/os.h"
#include "base/suggest.h"
#include "cli/client.h"
#include "cli/dropped.h"
#include "cli/interrupts.h"
#include "cli/terminal.h"
#include "cli/reader.h"
#include "kibitzer.h"

static void print_overview(FILE *to)
{
    terminal_printf(to, "%s\n\n", words("kibitzer reads backgammon matches, analyses them and writes reports."));
    terminal_printf(to, "%s kibitzer COMMAND ...\n\n", words("usage:"));
    for (const struct manual *m = manuals; m->name != NULL; m++)
        terminal_printf(to, "  %-10s %s\n", m->name, words(m->summary));
    reader_print(to, overview_end);
}

/* For somebody who types the name alone. */
static void print_beginnings(FILE *to)
{
    reader_print(to, beginnings);
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
                    suggestion_in(&s, words(SUGGESTION), ""));
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
    if (terminal_is_heard(is_written(stdout)))
        return result;
    terminal_printf(stderr, "kibitzer: error: standard output could not be written: %s\n", strerror(errno));
    return result == EXIT_CLEAN ? EXIT_NOTHING : result;
}

/* Commands, or terms. */
static int help_on(int n, char **word)
{
    int n_commands = 0, result = EXIT_CLEAN;
    for (int i = 0; i < n; i++)
        n_commands += manual_named(word[i]) != NULL;
    if (n == 0)
        print_overview(stdout);
    else if (n_commands < n)
        result = client_run(manual_named("glossary"), n, word);
    for (int i = 0; i < n && n_commands == n && result == EXIT_CLEAN; i++)
        result = client_help(manual_named(word[i]), stdout) ? EXIT_CLEAN : EXIT_NOTHING;
    return result;
}

/* What people type for a command with an option. */
static const struct nickname {
    const char *name, *command;
    const char *options[3]; /* the second unless -o or -t is there */
} nicknames[] = {{"quiz", "errors", {"--quiz", "--format=text"}}, {"league", "stats", {"--sort=points"}}};

static bool says_form(int argc, char **argv)
{
    for (int i = 0; i < argc; i++)
        if (strncmp(argv[i], "-o", 2) == 0 || strncmp(argv[i], "-t", 2) == 0 || strncmp(argv[i], "--output", 8) == 0 ||
            strncmp(argv[i], "--format", 8) == 0 || strcmp(argv[i], "--help") == 0)
            return true;
    return false;
}

static int run_nickname(const struct nickname *n, int argc, char **argv)
{
    char **line = malloc(((size_t)argc + 3) * sizeof *line);
    int count = 0;
    if (line == NULL) {
        terminal_printf(stderr, "kibitzer: error: there is not enough memory\n");
        return EXIT_NOTHING;
    }
    for (int i = 0; n->options[i] != NULL && (i == 0 || !says_form(argc, argv)); i++)
        line[count++] = (char *)(uintptr_t)n->options[i];
    memcpy(line + count, argv, (size_t)argc * sizeof *line);
    const int result = client_run(manual_named(n->command), count + argc, line);
    free(line);
    return result;
}

static int run_line(int argc, char **argv)
{
    const struct manual *m = manual_named(argv[1]);
    for (size_t i = 0; i < sizeof nicknames / sizeof *nicknames; i++)
        if (strcmp(argv[1], nicknames[i].name) == 0)
            return run_nickname(&nicknames[i], argc - 2, argv + 2);
    if (m != NULL)
        return client_run(m, argc - 2, argv + 2);
    if (is_one_of(argv[1], "--help", "-h", "help"))
        return help_on(argc - 2, argv + 2);
    if (dropped_are(argc - 1, argv + 1))
        return dropped_run(manual_named("analyze"), argc - 1, argv + 1);
    if (!is_one_of(argv[1], "--version", "-V", "version"))
        return unknown_command(argv[1]);
    terminal_printf(stdout, "kibitzer %s\n", kibitzer_version());
    return EXIT_CLEAN;
}

/* As an option of its own, that is, or of what its name stands for. */
static bool has_language(const char *command)
{
    const struct manual *m = manual_named(command);
    for (size_t i = 0; i < sizeof nicknames / sizeof *nicknames; i++)
        if (strcmp(command, nicknames[i].name) == 0)
            return true;
    return m != NULL && m->own == NULL;
}

static int unknown_language(const char *code)
{
    struct strbuf known = {0};
    if (code[0] == '\0') {
        terminal_printf(stderr, "kibitzer: %s needs a value: %s\nTry `kibitzer --help`.\n", "--language", "LANG");
        return EXIT_USAGE;
    }
    languages_list(&known, words(" or "));
    terminal_printf(stderr, "kibitzer: --language %s: no such language, expected %s\nTry `kibitzer --help`.\n", code,
                    strbuf_text(&known));
    strbuf_done(&known);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    os_begin();
    for (int i = 1; i < argc; i++)
        os_path_tidy(argv[i]);
    if (!descriptors_hold())
        return EXIT_NOTHING;
    interrupts_are_for(NULL);
    reader_begin(argc, argv);
    int result = EXIT_USAGE;
    const char *unknown = argc >= 2 && !has_language(argv[1]) ? reader_unknown(argc, argv) : NULL;
    if (argc >= 2 && !has_language(argv[1]))
        argc = reader_leave_out(argc, argv);
    if (unknown != NULL) {
        result = unknown_language(unknown);
    } else if (argc >= 2) {
        result = finish(run_line(argc, argv));
    } else {
        print_beginnings(stderr);
        dropped_wait();
    }
    reader_end();
    return result;
}
