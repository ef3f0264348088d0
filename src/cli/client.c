/* The command line as a client of the library; see client.h. Nothing here knows what a command does. */
#include "cli/client.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "base/suggest.h"
#include "base/width.h"
#include "cli/interrupts.h"
#include "cli/terminal.h"
#include "cli/reader.h"
#include "kibitzer.h"

enum { HELP_COLUMN = 26, NAME_ROOM = 128 };

/* Options of every command that the library has nothing to do with. */
static const struct common {
    const char *name;
    char letter;
    const char *help;
} commons[] = {
    {"quiet", 'q', N_("show errors only: no progress, notes or warnings")},
    {"verbose", 'v', N_("also show notes")},
    {"no-color", 0, N_("no colours (also: the NO_COLOR variable)")},
    {"no-config", 0, N_("without your settings (`kibitzer config`)")},
    {"help", 'h', N_("this text")},
};

enum { COMMONS = sizeof commons / sizeof *commons, QUIET = 0, VERBOSE, NO_COLOR, NO_CONFIG, HELP };

struct client {
    const struct manual *manual;
    struct kibitzer_options *options;
    struct kibitzer_call *call;
    bool common[COMMONS]; /* which were given */
    const char **operand;
    size_t n_operands;
    int argc, next;
    char **argv;
    bool *given; /* which options have a value from the command line */
    struct misfit {
        int option; /* -1: none says it */
        size_t line;
        struct strbuf said; /* "" = none */
    } misfit[SETTINGS]; /* what was wrong with each setting */
};

/* NULL if memory ran out, or for what the command line does itself. */
static struct kibitzer_options *options_of(const struct manual *m, struct kibitzer_call *call)
{
    return m->own == NULL ? kibitzer_options_new(m->name, call) : NULL;
}

/* ---- words ---- */

static bool refuse(const struct client *c, const char *what, const char *word)
{
    terminal_printf(stderr, "kibitzer %s: %s: %s\n", c->manual->name, words(what), word);
    return false;
}

static bool is_same(const char *name, size_t length, const char *other)
{
    return name != NULL && other != NULL && strlen(other) == length && strncmp(name, other, length) == 0;
}

static bool is_on_switch(struct kibitzer_options *o, size_t i)
{
    const char *initial = kibitzer_options_text(o, i, KIBITZER_OPTION_DEFAULT);
    return kibitzer_options_text(o, i, KIBITZER_OPTION_ARGUMENT) == NULL && initial != NULL &&
           strcmp(initial, "yes") == 0;
}

/* Does it take "no" for an answer: "N|no"? */
static bool takes_no(struct kibitzer_options *o, size_t i)
{
    const char *argument = kibitzer_options_text(o, i, KIBITZER_OPTION_ARGUMENT);
    const size_t length = argument != NULL ? strlen(argument) : 0;
    return length > 3 && strcmp(argument + length - 3, "|no") == 0;
}

/* The option with this name, or -1; *off where the name is that of a switch, or of an option that takes no, with
 * "no-" before it. */
static int option_named(struct kibitzer_options *o, const char *name, size_t length, bool *off)
{
    const size_t n = kibitzer_options_count(o);
    for (size_t i = 0; i < n; i++) {
        const char *own = kibitzer_options_text(o, i, KIBITZER_OPTION_NAME);
        *off = length > 3 && strncmp(name, "no-", 3) == 0 && is_same(name + 3, length - 3, own) &&
               (is_on_switch(o, i) || takes_no(o, i));
        if (*off || is_same(name, length, own) ||
            is_same(name, length, kibitzer_options_text(o, i, KIBITZER_OPTION_ALIAS)))
            return (int)i;
    }
    return -1;
}

static int option_lettered(struct kibitzer_options *o, char letter)
{
    const size_t n = kibitzer_options_count(o);
    for (size_t i = 0; i < n; i++) {
        const char *own = kibitzer_options_text(o, i, KIBITZER_OPTION_LETTER);
        if (own != NULL && own[0] == letter)
            return (int)i;
    }
    return -1;
}

/* By the name that `word` has, which messages repeat. */
static bool set(struct client *c, size_t option, const char *value, const char *word)
{
    const char *alias = kibitzer_options_text(c->options, option, KIBITZER_OPTION_ALIAS);
    const bool by_alias = strncmp(word, "--", 2) == 0 && is_same(word + 2, strcspn(word + 2, "="), alias);
    const char *name = by_alias ? alias : kibitzer_options_text(c->options, option, KIBITZER_OPTION_NAME);
    c->given[option] |= *word != '\0';
    return kibitzer_options_set(c->options, name, value, c->call) == KIBITZER_OK;
}

/* "[=WORD]": the option alone is as good as with "yes". */
static bool may_be_alone(const char *argument)
{
    return argument != NULL && argument[0] == '[';
}

static bool is_common(const char *name, size_t length, char letter)
{
    for (size_t i = 0; i < COMMONS; i++)
        if (letter != 0 ? commons[i].letter == letter : is_same(name, length, commons[i].name))
            return true;
    return false;
}

/* Is the word an option of this command? If so, it is not the value of the option before it. */
static bool is_own_option(const struct client *c, const char *word)
{
    bool off;
    if (word[0] != '-' || word[1] == '\0')
        return false;
    if (word[1] != '-')
        return word[2] == '\0' && (option_lettered(c->options, word[1]) >= 0 || is_common(NULL, 0, word[1]));
    const size_t length = strcspn(word + 2, "=");
    return option_named(c->options, word + 2, length, &off) >= 0 || is_common(word + 2, length, 0);
}

/* `attached` is what stands after = or the letter; NULL = nothing does. */
static bool take(struct client *c, size_t option, bool off, const char *attached, const char *word)
{
    const char *argument = kibitzer_options_text(c->options, option, KIBITZER_OPTION_ARGUMENT);
    if (attached == NULL && may_be_alone(argument))
        return set(c, option, "yes", word);
    if (argument == NULL || off)
        return attached == NULL ? set(c, option, off ? "no" : "yes", word)
                                : refuse(c, N_("this option takes no value"), word);
    if (attached == NULL && c->next >= c->argc) {
        terminal_printf(stderr, "kibitzer %s: %s needs a value: %s\n", c->manual->name, word, argument);
        return false;
    }
    if (attached == NULL && is_own_option(c, c->argv[c->next])) {
        terminal_printf(stderr, "kibitzer %s: %s needs a value: %s; found the option %s\n", c->manual->name, word,
                        argument, c->argv[c->next]);
        return false;
    }
    return set(c, option, attached != NULL ? attached : c->argv[c->next++], word);
}

static bool take_common(struct client *c, const char *name, size_t length, char letter)
{
    for (size_t i = 0; i < COMMONS; i++)
        if (letter != 0 ? commons[i].letter == letter : is_same(name, length, commons[i].name))
            return c->common[i] = true;
    return false;
}

/* Calls visit() with the spelling of each option that is listed, and with its place. */
static void each_spelling(struct kibitzer_options *o, void (*visit)(void *context, size_t option, const char *name),
                          void *context)
{
    const size_t n = kibitzer_options_count(o);
    char off[NAME_ROOM];
    for (size_t i = 0; i < n; i++) {
        const char *name = kibitzer_options_text(o, i, KIBITZER_OPTION_NAME);
        if (kibitzer_options_text(o, i, KIBITZER_OPTION_HELP) == NULL)
            continue;
        snprintf(off, sizeof off, "no-%s", name);
        visit(context, i, is_on_switch(o, i) ? off : name);
    }
}

struct nearest {
    struct suggestion suggestion;
    char best[NAME_ROOM];
};

static void consider(void *nearest, size_t option, const char *name)
{
    (void)option;
    struct nearest *n = nearest;
    const char *before = n->suggestion.nearest;
    suggest(&n->suggestion, name);
    if (n->suggestion.nearest == before)
        return;
    snprintf(n->best, sizeof n->best, "%s", name); /* the spelling is gone with the next one */
    n->suggestion.nearest = n->best;
}

/* What an option is called elsewhere, where the command has it. */
static const char *our_name(const struct client *c, const char *name)
{
    static const char *const others[][2] = {{"plies", "level"}, {"ply", "level"}, {"depth", "level"}};
    bool off;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i][0]) == 0 && option_named(c->options, others[i][1], strlen(others[i][1]), &off) >= 0)
            return others[i][1];
    return name;
}

static bool unknown(const struct client *c, const char *word, const char *name, size_t length)
{
    char bare[NAME_ROOM];
    snprintf(bare, sizeof bare, "%.*s", (int)length, name);
    struct nearest n = {.suggestion = {.word = our_name(c, bare)}};
    each_spelling(c->options, consider, &n);
    for (size_t i = 0; i < COMMONS; i++)
        suggest(&n.suggestion, commons[i].name);
    terminal_printf(stderr, "kibitzer %s: unknown option: %s%s\n", c->manual->name, word,
                    suggestion_in(&n.suggestion, words(SUGGESTION), "--"));
    return false;
}

static bool take_long(struct client *c, const char *word)
{
    const char *name = word + 2, *equals = strchr(name, '=');
    const size_t length = equals != NULL ? (size_t)(equals - name) : strlen(name);
    bool off = false;
    const int option = option_named(c->options, name, length, &off);
    if (option >= 0)
        return take(c, (size_t)option, off, equals != NULL ? equals + 1 : NULL, word);
    if (!take_common(c, name, length, 0))
        return unknown(c, word, name, length);
    return equals == NULL || refuse(c, N_("this option takes no value"), word);
}

static bool take_letters(struct client *c, const char *word)
{
    for (const char *at = word + 1; *at != '\0'; at++) {
        const int option = option_lettered(c->options, *at);
        if (option < 0 && !take_common(c, NULL, 0, *at))
            return refuse(c, N_("unknown option"), word);
        if (option >= 0 && kibitzer_options_text(c->options, (size_t)option, KIBITZER_OPTION_ARGUMENT) != NULL)
            return take(c, (size_t)option, false, at[1] != '\0' ? at + 1 : NULL, word);
        if (option >= 0 && !take(c, (size_t)option, false, NULL, word))
            return false;
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
    const bool number = isdigit((unsigned char)word[1]) || word[1] == '.'; /* options are letters */
    return word[0] != '-' || word[1] == '\0' || number || is_bare_xgid(word);
}

static bool take_words(struct client *c)
{
    bool options_end = false, ok = true;
    while (ok && c->next < c->argc) {
        const char *word = c->argv[c->next++];
        if (options_end || is_operand(word))
            c->operand[c->n_operands++] = word;
        else if (strcmp(word, "--") == 0)
            options_end = true;
        else
            ok = word[1] == '-' ? take_long(c, word) : take_letters(c, word);
    }
    return ok;
}

/* ---- --help ---- */

/* As the table has it, or in one line in another language. */
static void print_words(FILE *to, const char *help, const char *initial, int column)
{
    struct strbuf line = {0};
    strbuf_puts(&line, help);
    for (char *at = line.at; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    const char *own = words(strbuf_text(&line));
    for (const char *at = own == line.at ? help : ""; *at != '\0'; at++) { /* each line stands under the first */
        terminal_printf(to, "%c", *at);
        if (*at == '\n')
            terminal_printf(to, "%*s", column, "");
    }
    if (own != line.at)
        reader_wrap(to, own, column, column);
    if (initial != NULL && initial[0] != '\0')
        terminal_printf(to, " [%s]", initial);
    terminal_printf(to, "%c", '\n');
    strbuf_done(&line);
}

static void print_option(FILE *to, char letter, const char *name, const char *argument, const char *help,
                         const char *initial)
{
    char left[NAME_ROOM];
    const int width =
        snprintf(left, sizeof left, "  %s%c%s--%s%s%s", letter != 0 ? "-" : " ", letter != 0 ? letter : ' ',
                 letter != 0 ? ", " : "  ", name, argument != NULL && !may_be_alone(argument) ? " " : "",
                 argument != NULL ? argument : "");
    if (width >= HELP_COLUMN)
        terminal_printf(to, "%s\n%*s", left, HELP_COLUMN, "");
    else
        terminal_printf(to, "%-*s", HELP_COLUMN, left);
    print_words(to, help, initial, HELP_COLUMN);
}

struct helping {
    struct kibitzer_options *options;
    FILE *to;
};

static void help_on(void *helping, size_t i, const char *name)
{
    const struct helping *h = helping;
    const char *letter = kibitzer_options_text(h->options, i, KIBITZER_OPTION_LETTER);
    const char *argument = kibitzer_options_text(h->options, i, KIBITZER_OPTION_ARGUMENT);
    const char first = letter != NULL ? letter[0] : '\0';
    print_option(h->to, first, name, argument, kibitzer_options_text(h->options, i, KIBITZER_OPTION_HELP),
                 argument != NULL ? kibitzer_options_text(h->options, i, KIBITZER_OPTION_DEFAULT) : NULL);
}

/* Further ways of use stand under the first. */
static void print_usage(FILE *to, const struct manual *m)
{
    const char *usage = words("usage:"), *line = m->usage;
    terminal_printf(to, "%s kibitzer %s ", usage, m->name);
    for (const char *end; (end = strchr(line, '\n')) != NULL; line = end + 1 + strspn(end + 1, " "))
        terminal_printf(to, "%.*s\n%*s ", (int)(end - line), line, (int)width_of_text(usage), "");
    terminal_printf(to, "%s\n\n", line);
}

bool client_help(const struct manual *m, FILE *to)
{
    struct helping h = {options_of(m, NULL), to};
    if (h.options == NULL && m->own == NULL)
        return false;
    print_usage(to, m);
    terminal_printf(to, C_("a summary as a sentence", "%s.\n\n"), words(m->summary));
    if (m->description != NULL) {
        reader_print(to, m->description);
        terminal_printf(to, "\n");
    }
    terminal_printf(to, "options:\n");
    each_spelling(h.options, help_on, &h);
    for (size_t i = 0; i < COMMONS; i++)
        print_option(to, commons[i].letter, commons[i].name, NULL, commons[i].help, NULL);
    kibitzer_options_free(h.options);
    return true;
}

/* ---- running ---- */

static int exit_code_of(int code)
{
    switch (code) {
    case KIBITZER_OK:
        return EXIT_CLEAN;
    case KIBITZER_SOME_FAILED:
        return EXIT_SOME_FAILED;
    case KIBITZER_MISUSE:
    case KIBITZER_BAD_OPTION:
    case KIBITZER_UNKNOWN:
        return EXIT_USAGE;
    case KIBITZER_CANCELLED:
        return EXIT_INTERRUPTED;
    default:
        return EXIT_NOTHING;
    }
}

static bool has_option(struct kibitzer_options *o, const char *name)
{
    bool off;
    return option_named(o, name, strlen(name), &off) >= 0;
}

static int run_client(struct client *c)
{
    if (c->manual->own != NULL)
        return c->manual->own(c->operand, c->n_operands);
    static const char *const from_stdin[] = {"-"};
    const bool from_operands = c->n_operands != 0 || !c->manual->reads_stdin;
    terminal_begin(c->call, c->common[QUIET], c->common[VERBOSE], c->common[NO_COLOR]);
    if (terminal_is_stdout() && has_option(c->options, "for-terminal"))
        (void)kibitzer_options_set(c->options, "for-terminal", terminal_may_colour_stdout() ? "colour" : "plain", NULL);
    if (c->manual->bold && terminal_may_colour_stdout())
        terminal_bold_is_ours();
    if (terminal_is_stdout() && has_option(c->options, "terminal-width"))
        (void)kibitzer_options_set_number(c->options, "terminal-width", terminal_columns(), NULL);
    if (!from_operands)
        terminal_say_what_is_read();
    interrupts_are_for(c->call);
    const int code =
        kibitzer_run(c->options, from_operands ? c->operand : from_stdin, from_operands ? c->n_operands : 1, c->call);
    interrupts_are_for(NULL);
    return exit_code_of(code);
}

static void hear(void *said, const struct kibitzer_message *m)
{
    strbuf_clear(said);
    strbuf_puts(said, kibitzer_message_text(m));
}

/* What the user has set and the command takes: as if it stood before all words. What is wrong with it counts once it is
 * known that no word says otherwise. */
static bool take_setting(void *client, const struct setting *s, const char *value, size_t line)
{
    struct client *c = client;
    struct misfit *wrong = &c->misfit[s - settings];
    char word[NAME_ROOM];
    bool off;
    snprintf(word, sizeof word, " %s ", c->manual->name);
    const int i = strstr(s->commands, word) == NULL ? -1 : option_named(c->options, s->option, strlen(s->option), &off);
    strbuf_clear(&wrong->said);
    wrong->option = i;
    wrong->line = line;
    kibitzer_call_on_message(c->call, hear, &wrong->said);
    if (i < 0 || set(c, (size_t)i, value, ""))
        strbuf_clear(&wrong->said);
    terminal_begin(c->call, false, false, false);
    return true;
}

/* As if it stood before all words. */
static void take_language(struct client *c)
{
    if (has_option(c->options, "language") && strcmp(reader_language(), "en") != 0)
        (void)kibitzer_options_set(c->options, "language", reader_language(), c->call);
}

/* False if a setting is wrong and the command line does not say what holds instead. */
static bool settings_fit(struct client *c)
{
    struct strbuf path = {0};
    bool fit = true;
    (void)settings_path(&path);
    for (size_t i = 0; i < SETTINGS; i++) {
        const struct misfit *wrong = &c->misfit[i];
        if (wrong->said.length == 0)
            continue;
        const bool settled = wrong->option >= 0 && c->given[wrong->option];
        terminal_printf(stderr, "kibitzer: %s: %s:%zu: %s\n", words(settled ? N_("warning") : N_("error")),
                        strbuf_text(&path), wrong->line, strbuf_text(&wrong->said));
        fit &= settled;
    }
    if (!fit)
        terminal_printf(stderr,
                        "kibitzer: this comes from your settings: see `kibitzer config`, or run with --no-config\n");
    strbuf_done(&path);
    return fit;
}

/* Settings count before all words, so that this must be known before them. */
static bool wants_settings(const struct client *c)
{
    for (int i = c->next; i < c->argc && strcmp(c->argv[i], "--") != 0; i++)
        if (strcmp(c->argv[i], "--no-config") == 0)
            return false;
    return c->manual->own == NULL && !c->manual->mends_settings;
}

static void warn_of_line(void *path, size_t line, struct span found, const char *expected)
{
    terminal_printf(stderr, "kibitzer: warning: %s:%zu: found \"%.*s\", expected %s\n", strbuf_text(path), line,
                    (int)(found.length < 60 ? found.length : 60), found.at, words(expected));
}

/* Says so where there are some that cannot be read. */
static void look_for_settings(void)
{
    struct strbuf text = {0}, path = {0};
    if (!settings_read(&text)) {
        const int why = errno;
        (void)settings_path(&path);
        terminal_printf(stderr, "kibitzer: warning: %s: cannot be read: %s; run without your settings\n",
                        strbuf_text(&path), strerror(why));
    }
    strbuf_done(&text);
    strbuf_done(&path);
}

static void warn_of_lines(void)
{
    struct strbuf path = {0};
    if (settings_path(&path))
        settings_faults(warn_of_line, &path);
    strbuf_done(&path);
}

static int help_or_run(struct client *c)
{
    if (wants_settings(c) || c->manual->mends_settings)
        warn_of_lines();
    if (wants_settings(c))
        look_for_settings();
    if (c->manual->own == NULL)
        take_language(c);
    if (wants_settings(c))
        (void)settings_each(take_setting, c);
    if (!take_words(c))
        return EXIT_USAGE;
    if (c->common[HELP])
        return client_help(c->manual, stdout) ? EXIT_CLEAN : EXIT_NOTHING;
    return settings_fit(c) ? run_client(c) : EXIT_USAGE;
}

int client_run(const struct manual *m, int argc, char **argv)
{
    struct client c = {.manual = m, .argc = argc, .argv = argv, .call = kibitzer_call_new()};
    int result = EXIT_NOTHING;
    (void)kibitzer_call_language(c.call, reader_language());
    terminal_begin(c.call, false, false, false); /* messages about options come before those are known */
    c.options = options_of(m, c.call);
    c.operand = calloc((size_t)argc + 1, sizeof *c.operand);
    c.given = calloc((c.options != NULL ? kibitzer_options_count(c.options) : 0) + 1, sizeof *c.given);
    const bool memory = c.operand != NULL && c.given != NULL;
    if ((c.options != NULL || m->own != NULL) && memory)
        result = help_or_run(&c);
    else if (!memory)
        terminal_printf(stderr, "kibitzer: error: out of memory\n");
    if (result == EXIT_USAGE)
        terminal_printf(stderr, "Try `kibitzer %s --help`.\n", m->name);
    for (size_t i = 0; i < SETTINGS; i++)
        strbuf_done(&c.misfit[i].said);
    free(c.given);
    free(c.operand);
    kibitzer_options_free(c.options);
    kibitzer_call_free(c.call);
    return result;
}

/* ---- for completion ---- */

struct visiting {
    struct kibitzer_options *options;
    client_visitor *visit;
    void *context;
};

static void visit_row(void *visiting, size_t i, const char *name)
{
    const struct visiting *v = visiting;
    const char *argument = kibitzer_options_text(v->options, i, KIBITZER_OPTION_ARGUMENT);
    const char *letter = kibitzer_options_text(v->options, i, KIBITZER_OPTION_LETTER);
    v->visit(v->context,
             &(struct client_option){.name = name,
                                     .letter = letter != NULL ? letter[0] : '\0',
                                     .argument = may_be_alone(argument) ? NULL : argument,
                                     .help = kibitzer_options_text(v->options, i, KIBITZER_OPTION_HELP),
                                     .values = kibitzer_options_text(v->options, i, KIBITZER_OPTION_VALUES)});
}

void client_options(const struct manual *m, client_visitor *visit, void *context)
{
    struct visiting v = {options_of(m, NULL), visit, context};
    each_spelling(v.options, visit_row, &v);
    for (size_t i = 0; i < COMMONS; i++)
        visit(context,
              &(struct client_option){.name = commons[i].name, .letter = commons[i].letter, .help = commons[i].help});
    kibitzer_options_free(v.options);
}
