/* `kibitzer completion`: what bash, zsh and fish complete after `kibitzer`, written from the tables of commands,
 * options and formats. */
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "engine/engine.h"
#include "export/export.h"
#include "import/import.h"

/* The names of a command, its alias behind `between`. */
static void print_names(const struct command *c, const char *between)
{
    printf("%s%s%s", c->name, c->alias != NULL ? between : "", c->alias != NULL ? c->alias : "");
}

static void print_importers(void)
{
    for (int i = 0; importers[i] != NULL; i++)
        printf("%s%s", i != 0 ? " " : "", importers[i]->name);
}

static void print_exporters(void)
{
    for (int i = 0; exporters[i] != NULL; i++)
        printf("%s%s", i != 0 ? " " : "", exporters[i]->name);
}

/* Blanks count for nothing in a level's name: left out, it is one word. */
static void print_levels(void)
{
    for (const char *const *name = level_names(); *name != NULL; name++) {
        fputs(name != level_names() ? " " : "", stdout);
        for (const char *c = *name; *c != '\0'; c++)
            if (*c != ' ')
                putchar(*c);
    }
}

/* Options whose values are known, with `|` between those that share them. */
static const struct values {
    const char *options;
    void (*print)(void);
} values[] = {{"from", print_importers}, {"to|report", print_exporters}, {"level|cube-level|luck-level", print_levels}};

enum { N_VALUES = sizeof values / sizeof *values };

static const struct values *values_of(const char *option)
{
    const size_t length = strlen(option);
    for (const struct values *v = values; v < values + N_VALUES; v++)
        for (const char *at = v->options; at != NULL; at = strchr(at, '|')) {
            at += *at == '|';
            if (strncmp(at, option, length) == 0 && (at[length] == '|' || at[length] == '\0'))
                return v;
        }
    return NULL;
}

/* Prints a text on one line inside single quotes; `special` characters get a backslash. */
static void print_quoted(const char *text, const char *special, bool backslash_quotes)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            fputs(backslash_quotes ? "\\'" : "'\\''", stdout);
            continue;
        }
        if (strchr(special, *text) != NULL)
            putchar('\\');
        putchar(*text == '\n' ? ' ' : *text);
    }
}

/* ---- bash ---- */

static void bash_command(const struct command *c)
{
    fputs("    ", stdout);
    print_names(c, "|");
    fputs(") words=\"", stdout);
    for (int i = 0; command_option(c, i) != NULL; i++)
        printf("%s--%s", i != 0 ? " " : "", command_option(c, i)->name);
    fputs("\" ;;\n", stdout);
}

static void print_bash(void)
{
    fputs("_kibitzer() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
          "    case ${COMP_WORDS[1]} in\n",
          stdout);
    for (int i = 0; commands[i] != NULL; i++)
        bash_command(commands[i]);
    fputs("    esac\n    case $current in -*) ;; *) words= ;; esac\n    case $before in --*) ;; *) before= ;; esac\n"
          "    case ${before#--} in\n",
          stdout);
    for (const struct values *v = values; v < values + N_VALUES; v++) {
        printf("    %s) words=\"", v->options);
        v->print();
        fputs("\" ;;\n", stdout);
    }
    fputs("    esac\n    [ \"$COMP_CWORD\" -gt 1 ] || words=\"", stdout);
    for (int i = 0; commands[i] != NULL; i++) {
        print_names(commands[i], " ");
        putchar(' ');
    }
    fputs("help version\"\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
          "complete -o default -F _kibitzer kibitzer\n",
          stdout);
}

/* ---- zsh ---- */

static void zsh_values(const struct option_row *o)
{
    const struct values *v = values_of(o->name);
    printf(":%s:%s", o->argument, v != NULL ? "(" : "_files");
    if (v == NULL)
        return;
    v->print();
    putchar(')');
}

static void zsh_command(const struct command *c)
{
    fputs("    ", stdout);
    print_names(c, "|");
    fputs(") _arguments", stdout);
    for (int i = 0; command_option(c, i) != NULL; i++) {
        const struct option_row *o = command_option(c, i);
        printf(" \\\n        '--%s[", o->name);
        print_quoted(o->help, "[]:\\", false);
        putchar(']');
        if (o->argument != NULL)
            zsh_values(o);
        putchar('\'');
    }
    fputs(" \\\n        '*:file:_files' ;;\n", stdout);
}

static void print_zsh(void)
{
    fputs("#compdef kibitzer\n_kibitzer() {\n    local -a names\n    names=(\n", stdout);
    for (int i = 0; commands[i] != NULL; i++) {
        printf("        '%s:", commands[i]->name);
        print_quoted(commands[i]->summary, ":\\", false);
        fputs("'\n", stdout);
    }
    fputs("    )\n    if ((CURRENT == 2)); then\n        _describe command names\n        return\n    fi\n"
          "    local name=$words[2]\n    shift words\n    ((CURRENT--))\n    case $name in\n",
          stdout);
    for (int i = 0; commands[i] != NULL; i++)
        zsh_command(commands[i]);
    fputs("    esac\n}\n_kibitzer \"$@\"\n", stdout);
}

/* ---- fish ---- */

static void fish_option(const struct command *c, const struct option_row *o)
{
    fputs("complete -c kibitzer -n '__fish_seen_subcommand_from ", stdout);
    print_names(c, " ");
    printf("' -l %s", o->name);
    if (o->letter != 0)
        printf(" -s %c", o->letter);
    if (o->argument != NULL)
        fputs(" -r", stdout);
    const struct values *v = values_of(o->name);
    if (v != NULL) {
        fputs(" -f -a '", stdout);
        v->print();
        putchar('\'');
    }
    fputs(" -d '", stdout);
    print_quoted(o->help, "\\", true);
    fputs("'\n", stdout);
}

static void print_fish(void)
{
    for (int i = 0; commands[i] != NULL; i++) {
        const struct command *c = commands[i];
        fputs("complete -c kibitzer -n __fish_use_subcommand -f -a '", stdout);
        print_names(c, " ");
        fputs("' -d '", stdout);
        print_quoted(c->summary, "\\", true);
        fputs("'\n", stdout);
        for (int k = 0; command_option(c, k) != NULL; k++)
            fish_option(c, command_option(c, k));
    }
}

/* ---- the command ---- */

static const struct shell {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

static int run(const struct args *a)
{
    for (size_t i = 0; a->n_operands == 1 && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, a->operand[0]) == 0) {
            shells[i].print();
            return EXIT_CLEAN;
        }
    return usage_error(a->command, "name one shell: bash, zsh or fish");
}

const struct command command_completion = {
    .name = "completion",
    .usage = "bash|zsh|fish",
    .summary = "print what a shell needs to complete commands and options",
    .description = "example:\n  source <(kibitzer completion bash)\n",
    .run = run,
};
