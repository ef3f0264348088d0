/* `kibitzer completion`: what bash, zsh and fish complete after `kibitzer`, written from the tables of commands and
 * options. */
#include "cli/completion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cli/client.h"
#include "cli/terminal.h"

/* The names of a command, its alias behind `between`. */
static void print_names(const struct manual *m, const char *between)
{
    terminal_printf(stdout, "%s%s%s", m->name, m->alias != NULL ? between : "", m->alias != NULL ? m->alias : "");
}

/* With a blank between them. Blanks count for nothing in a level's name: left out, it is one word. */
static void print_values(const char *values)
{
    for (const char *c = values; *c != '\0'; c++)
        if (*c == '\n' && c[1] != '\0')
            terminal_printf(stdout, "%c", ' ');
        else if (*c != ' ' && *c != '\n')
            terminal_printf(stdout, "%c", *c);
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
            terminal_printf(stdout, "%c", '\\');
        terminal_printf(stdout, "%c", *text == '\n' ? ' ' : *text);
    }
}

/* Options whose values are players of the collection. */
static const char *const players[] = {"player", "opponent", "bottom", "analyze-player", "stronger", NULL};

static bool names_a_player(const struct client_option *o)
{
    for (const char *const *p = players; *p != NULL; p++)
        if (strcmp(o->name, *p) == 0)
            return o->values == NULL && o->argument != NULL && strncmp(o->argument, "NAME", 4) == 0;
    return false;
}

/* Of the collection that the line names, else of the usual one. */
#define LIST_PLAYERS(place) "kibitzer db players -q " place " 2>/dev/null | tail -n +2 | cut -f 1"

/* ---- bash ---- */

static void bash_word(void *context, const struct client_option *o)
{
    (void)context;
    terminal_printf(stdout, " --%s", o->name);
}

static void bash_values(void *context, const struct client_option *o)
{
    (void)context;
    if (names_a_player(o))
        terminal_printf(stdout, "        --%s) _kibitzer_players; return ;;\n", o->name);
    if (o->values == NULL)
        return;
    terminal_printf(stdout, "        --%s", o->name);
    if (o->letter != 0)
        terminal_printf(stdout, " | -%c", o->letter);
    fputs(") words=\"", stdout);
    print_values(o->values);
    fputs("\" ;;\n", stdout);
}

static void bash_command(const struct manual *m)
{
    fputs("    ", stdout);
    print_names(m, " | ");
    fputs(")\n        case $current in -*) words=\"", stdout);
    client_options(m, bash_word, NULL);
    fputs("\" ;; esac\n        case $before in\n", stdout);
    client_options(m, bash_values, NULL);
    fputs("        esac ;;\n", stdout);
}

static void print_bash(void)
{
    fputs("_kibitzer_players() {\n"
          "    local name i place=()\n    COMPREPLY=()\n"
          "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
          "        case ${COMP_WORDS[i]} in --db | --db-file | --out)\n"
          "            name=${COMP_WORDS[i + 1]}\n"
          "            [ \"$name\" != = ] || name=${COMP_WORDS[i + 2]} # --db=PLACE comes in three words\n"
          "            place+=(\"${COMP_WORDS[i]}\" \"$name\") ;;\n"
          "        esac\n    done\n"
          "    while IFS= read -r name; do\n"
          "        printf -v name %q \"$name\"\n"
          "        case $name in \"${COMP_WORDS[COMP_CWORD]}\"*) COMPREPLY+=(\"$name\") ;; esac\n"
          "    done < <(" LIST_PLAYERS("\"${place[@]}\"") ")\n}\n"
                                                          "_kibitzer() {\n"
                                                          "    local current=${COMP_WORDS[COMP_CWORD]} "
                                                          "before=${COMP_WORDS[COMP_CWORD - 1]} words=\n"
                                                          "    case ${COMP_WORDS[1]} in\n",
          stdout);
    for (const struct manual *m = manuals; m->name != NULL; m++)
        bash_command(m);
    fputs("    esac\n    [ \"$COMP_CWORD\" -gt 1 ] || words=\"", stdout);
    for (const struct manual *m = manuals; m->name != NULL; m++) {
        print_names(m, " ");
        terminal_printf(stdout, "%c", ' ');
    }
    fputs("help version\"\n    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n}\n"
          "complete -o default -F _kibitzer kibitzer\n",
          stdout);
}

/* ---- zsh ---- */

static void zsh_option(void *context, const struct client_option *o)
{
    (void)context;
    terminal_printf(stdout, " \\\n        '--%s[", o->name);
    print_quoted(o->help, "[]:\\", false);
    terminal_printf(stdout, "%c", ']');
    if (o->argument != NULL && o->values != NULL) {
        terminal_printf(stdout, ":%s:(", o->argument);
        print_values(o->values);
        terminal_printf(stdout, "%c", ')');
    } else if (o->argument != NULL) {
        terminal_printf(stdout, ":%s:%s", o->argument, names_a_player(o) ? "_kibitzer_players" : "_files");
    }
    terminal_printf(stdout, "%c", '\'');
}

static void zsh_command(const struct manual *m)
{
    fputs("    ", stdout);
    print_names(m, "|");
    fputs(") _arguments", stdout);
    client_options(m, zsh_option, NULL);
    fputs(" \\\n        '*:file:_files' ;;\n", stdout);
}

static void print_zsh(void)
{
    fputs("#compdef kibitzer\n_kibitzer_players() {\n"
          "    local -a place\n    local i\n"
          "    for ((i = 1; i < CURRENT; i++)); do\n"
          "        case $words[i] in\n"
          "        --db|--db-file|--out) place+=($words[i] ${(Q)words[i+1]}) ;;\n"
          "        --db=*|--db-file=*|--out=*) place+=(${(Q)words[i]}) ;;\n"
          "        esac\n    done\n"
          "    compadd -- ${(f)\"$(" LIST_PLAYERS("$place") ")\"}\n}\n_kibitzer() {\n    local -a names\n    names=(\n",
          stdout);
    for (const struct manual *m = manuals; m->name != NULL; m++) {
        terminal_printf(stdout, "        '%s:", m->name);
        print_quoted(m->summary, ":\\", false);
        fputs("'\n", stdout);
    }
    fputs("    )\n    if ((CURRENT == 2)); then\n        _describe command names\n        return\n    fi\n"
          "    local name=$words[2]\n    shift words\n    ((CURRENT--))\n    case $name in\n",
          stdout);
    for (const struct manual *m = manuals; m->name != NULL; m++)
        zsh_command(m);
    fputs("    esac\n}\n_kibitzer \"$@\"\n", stdout);
}

/* ---- fish ---- */

static void fish_option(void *manual, const struct client_option *o)
{
    fputs("complete -c kibitzer -n '__fish_seen_subcommand_from ", stdout);
    print_names(manual, " ");
    terminal_printf(stdout, "' -l %s", o->name);
    if (o->letter != 0)
        terminal_printf(stdout, " -s %c", o->letter);
    if (o->argument != NULL)
        fputs(" -r", stdout);
    if (o->values != NULL) {
        fputs(" -f -a '", stdout);
        print_values(o->values);
        terminal_printf(stdout, "%c", '\'');
    }
    if (names_a_player(o))
        fputs(" -f -a '(__kibitzer_players)'", stdout);
    fputs(" -d '", stdout);
    print_quoted(o->help, "\\", true);
    fputs("'\n", stdout);
}

static void print_fish(void)
{
    fputs("function __kibitzer_players\n"
          "    set -l place\n    set -l words (commandline -opc)\n"
          "    for i in (seq (count $words))\n"
          "        switch $words[$i]\n"
          "            case --db --db-file --out\n                set -a place $words[$i] $words[(math $i + 1)]\n"
          "            case '--db=*' '--db-file=*' '--out=*'\n                set -a place $words[$i]\n"
          "        end\n    end\n    " LIST_PLAYERS("$place") "\nend\n",
          stdout);
    for (const struct manual *m = manuals; m->name != NULL; m++) {
        fputs("complete -c kibitzer -n __fish_use_subcommand -f -a '", stdout);
        print_names(m, " ");
        fputs("' -d '", stdout);
        print_quoted(m->summary, "\\", true);
        fputs("'\n", stdout);
        client_options(m, fish_option, (void *)m);
    }
}

/* ---- the command ---- */

static const struct shell {
    const char *name;
    void (*print)(void);
} shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};

int completion_print(const char *const *shell, size_t n)
{
    for (size_t i = 0; n == 1 && i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, shell[0]) == 0) {
            shells[i].print();
            return EXIT_CLEAN;
        }
    fputs("kibitzer completion: name one shell: bash, zsh or fish\n", stderr);
    return EXIT_USAGE;
}
