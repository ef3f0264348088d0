/* Command-line options by table. A row says everything about an option, so that parsing, --help and the
 * commands can never disagree. Conventions: clig.dev and the GNU coding standards (long options, --, -). */
#include "cli/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "base/xmalloc.h"
#include "cli/command.h"
#include "cli/suggest.h"

enum { HELP_COLUMN = 26 };

static const struct option_row common_options[] = {
    {"quiet", 'q', NULL, NULL, "errors only: no progress, notes or warnings"},
    {"verbose", 'v', NULL, NULL, "notes as well as warnings"},
    {"no-color", 0, NULL, NULL, "no colours (also: the NO_COLOR variable)"},
    {"help", 'h', NULL, NULL, "this text"},
    {0},
};

int usage_error(const struct command *c, const char *format, ...)
{
    va_list args;
    fputs("kibitzer", stderr);
    if (c != NULL)
        fprintf(stderr, " %s", c->name);
    fputs(": ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nTry `kibitzer %s%s--help`.\n", c != NULL ? c->name : "", c != NULL ? " " : "");
    return EXIT_USAGE;
}

/* ---- the two tables of a command, seen as one ---- */

static int table_size(const struct option_row *rows)
{
    int n = 0;
    while (rows != NULL && rows[n].name != NULL)
        n++;
    return n;
}

static const struct option_row *row_at(const struct command *c, int index)
{
    int own = table_size(c->options);
    return index < own ? &c->options[index] : &common_options[index - own];
}

static int rows_of(const struct command *c)
{
    return table_size(c->options) + table_size(common_options);
}

const struct option_row *command_option(const struct command *c, int index)
{
    return index < rows_of(c) ? row_at(c, index) : NULL;
}

static int row_named(const struct command *c, const char *name, size_t length)
{
    for (int i = 0; i < rows_of(c); i++)
        if (strlen(row_at(c, i)->name) == length && strncmp(row_at(c, i)->name, name, length) == 0)
            return i;
    return -1;
}

static int row_lettered(const struct command *c, char letter)
{
    for (int i = 0; i < rows_of(c); i++)
        if (row_at(c, i)->letter == letter)
            return i;
    return -1;
}

/* ---- parsing ---- */

struct parser {
    struct args *args;
    const struct command *command;
    int argc, next;
    char **argv;
};

static bool complain(const struct command *c, const char *what, const char *word)
{
    usage_error(c, "%s: %s", what, word);
    return false;
}

/* `attached` is what stands after = or the letter; NULL = nothing does. */
static bool take_value(struct parser *p, int row, const char *attached, const char *word)
{
    const struct option_row *r = row_at(p->command, row);
    if (r->argument == NULL) {
        if (attached != NULL)
            return complain(p->command, "this option takes no value", word);
        p->args->values[row] = "";
        return true;
    }
    if (attached == NULL && p->next >= p->argc) {
        usage_error(p->command, "%s needs a value: %s", word, r->argument);
        return false;
    }
    p->args->values[row] = attached != NULL ? attached : p->argv[p->next++];
    return true;
}

static bool unknown_option(const struct command *c, const char *word, const char *name, size_t length)
{
    struct strbuf bare = {0};
    strbuf_add(&bare, name, length);
    struct suggestion s = {.word = strbuf_text(&bare)};
    for (int i = 0; i < rows_of(c); i++)
        suggest(&s, row_at(c, i)->name);
    usage_error(c, "unknown option: %s%s", word, suggestion_text(&s, "--"));
    strbuf_done(&bare);
    return false;
}

static bool parse_long(struct parser *p, const char *word)
{
    const char *name = word + 2, *equals = strchr(name, '=');
    size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    int row = row_named(p->command, name, length);
    if (row < 0)
        return unknown_option(p->command, word, name, length);
    return take_value(p, row, equals != NULL ? equals + 1 : NULL, word);
}

static bool parse_letters(struct parser *p, const char *word)
{
    for (const char *at = word + 1; *at != '\0'; at++) {
        int row = row_lettered(p->command, *at);
        if (row < 0)
            return complain(p->command, "unknown option", word);
        if (row_at(p->command, row)->argument != NULL)
            return take_value(p, row, at[1] != '\0' ? at + 1 : NULL, word);
        p->args->values[row] = "";
    }
    return true;
}

/* An XGID without its prefix may begin with a dash: 26 letters of board and a colon are not a bundle of options. */
static bool is_bare_xgid(const char *word)
{
    return strcspn(word, ":") == 26 && word[26] == ':';
}

static bool is_operand(const char *word)
{
    return word[0] != '-' || word[1] == '\0' || is_bare_xgid(word);
}

bool args_parse(struct args *a, const struct command *c, int argc, char **argv)
{
    *a = (struct args){.command = c};
    a->values = xcalloc((size_t)rows_of(c), sizeof *a->values);
    a->operand = xcalloc((size_t)argc + 1, sizeof *a->operand);
    struct parser p = {.args = a, .command = c, .argc = argc, .argv = argv};
    bool options_end = false, ok = true;
    while (ok && p.next < argc) {
        const char *word = argv[p.next++];
        if (options_end || is_operand(word))
            a->operand[a->n_operands++] = word;
        else if (strcmp(word, "--") == 0)
            options_end = true;
        else
            ok = word[1] == '-' ? parse_long(&p, word) : parse_letters(&p, word);
    }
    if (!ok)
        args_done(a);
    return ok;
}

void args_done(struct args *a)
{
    xfree(a->values);
    xfree(a->operand);
    *a = (struct args){0};
}

/* ---- looking up ---- */

static int row_for(const struct args *a, const char *name)
{
    int row = row_named(a->command, name, strlen(name));
    if (row < 0) { /* our own promise: commands ask only for rows of their table */
        fprintf(stderr, "kibitzer: no option --%s in the table of `%s`\n", name, a->command->name);
        abort();
    }
    return row;
}

const char *args_text(const struct args *a, const char *name)
{
    int row = row_for(a, name);
    return a->values[row] != NULL ? a->values[row] : row_at(a->command, row)->initial;
}

bool args_knows(const struct args *a, const char *name)
{
    return row_named(a->command, name, strlen(name)) >= 0;
}

bool args_has(const struct args *a, const char *name)
{
    return a->values[row_for(a, name)] != NULL;
}

bool args_number(const struct args *a, const char *name, int least, int most, int absent, int *out)
{
    const char *text = args_has(a, name) ? args_text(a, name) : NULL;
    char *end;
    *out = absent;
    if (text == NULL)
        return true;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || value < least || value > most) {
        usage_error(a->command, "--%s %s: a whole number from %d to %d is expected", name, text, least, most);
        return false;
    }
    *out = (int)value;
    return true;
}

bool args_real(const struct args *a, const char *name, double least, double most, double absent, double *out)
{
    const char *text = args_has(a, name) ? args_text(a, name) : NULL;
    char *end;
    *out = absent;
    if (text == NULL)
        return true;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= least && value <= most)) {
        usage_error(a->command, "--%s %s: a number from %g to %g is expected", name, text, least, most);
        return false;
    }
    *out = value;
    return true;
}

/* ---- --help ---- */

static void print_row(const struct option_row *r, FILE *to)
{
    char left[80];
    int width = snprintf(left, sizeof left, "  %s%c%s--%s%s%s", r->letter != 0 ? "-" : " ",
                         r->letter != 0 ? r->letter : ' ', r->letter != 0 ? ", " : "  ", r->name,
                         r->argument != NULL ? " " : "", r->argument != NULL ? r->argument : "");
    if (width >= HELP_COLUMN)
        fprintf(to, "%s\n%*s", left, HELP_COLUMN, "");
    else
        fprintf(to, "%-*s", HELP_COLUMN, left);
    for (const char *at = r->help; *at != '\0'; at++) { /* further lines of the text stand under its first */
        fputc(*at, to);
        if (*at == '\n')
            fprintf(to, "%*s", HELP_COLUMN, "");
    }
    if (r->initial != NULL && r->initial[0] != '\0')
        fprintf(to, " [%s]", r->initial);
    fputc('\n', to);
}

void help_print(const struct command *c, FILE *to)
{
    fprintf(to, "usage: kibitzer %s %s\n\n%s.\n\n", c->name, c->usage, c->summary);
    if (c->description != NULL)
        fprintf(to, "%s\n", c->description);
    fputs("options:\n", to);
    for (int i = 0; i < rows_of(c); i++)
        print_row(row_at(c, i), to);
}
