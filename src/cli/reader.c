/* The command line in the reader's language; see reader.h. */
#include "cli/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/settings.h"
#include "base/width.h"
#include "cli/terminal.h"
#include "kibitzer.h"

enum { WIDTH = 100, CODE = 16 };

static struct {
    struct kibitzer_call *call;
    char code[CODE];
} reader = {.code = "en"};

const char *reader_language(void)
{
    return reader.code;
}

const char *words(const char *english)
{
    return kibitzer_call_words(reader.call, english);
}

/* ---- which ---- */

/* True if there is such a language. */
static bool take(const char *code, size_t length)
{
    char found[CODE];
    if (code == NULL || length >= CODE)
        return false;
    snprintf(found, sizeof found, "%.*s", (int)length, code);
    if (kibitzer_call_language(reader.call, found) != KIBITZER_OK)
        return false;
    memcpy(reader.code, found, sizeof found);
    return true;
}

static bool take_setting(void *context, const struct setting *s, const char *value, size_t line)
{
    (void)context, (void)line;
    if (strcmp(s->option, "language") == 0)
        (void)take(value, strlen(value));
    return true;
}

/* "de_AT.UTF-8" means de. The environment only states a wish: a language without a catalogue is English. */
static void take_environment(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    const char *locale = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables && (locale == NULL || *locale == '\0'); i++)
        locale = getenv(variables[i]);
    if (locale != NULL)
        (void)take(locale, strcspn(locale, "_.@"));
}

static bool is_said(int argc, char **argv, const char *word)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], word) == 0)
            return true;
    return false;
}

/* How many words of the command line name a language, the first of them at `at`: 0, 1 or 2; *value is NULL if it is not
 * there. */
static int language_at(char *const *at, const char **value)
{
    static const char option[] = "--language";
    const size_t n = strlen(option);
    if (*at == NULL || strncmp(*at, option, n) != 0 || ((*at)[n] != '=' && (*at)[n] != '\0'))
        return 0;
    *value = (*at)[n] == '=' ? *at + n + 1 : at[1];
    return (*at)[n] == '=' || at[1] == NULL ? 1 : 2;
}

/* The last counts. */
static void take_argument(int argc, char **argv)
{
    const char *value = NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (language_at(argv + i, &value) != 0 && value != NULL)
            (void)take(value, strlen(value));
}

const char *reader_unknown(int argc, char **argv)
{
    const char *value = NULL, *last = NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (language_at(argv + i, &value) != 0)
            last = value != NULL ? value : "";
    return last == NULL || language_named(last) != NULL ? NULL : last;
}

int reader_leave_out(int argc, char **argv)
{
    int kept = 0;
    const char *value;
    for (int i = 0; i < argc;) {
        const int n = language_at(argv + i, &value);
        i += n;
        if (n == 0)
            argv[kept++] = argv[i++];
    }
    argv[kept] = NULL;
    return kept;
}

void reader_begin(int argc, char **argv)
{
    reader.call = kibitzer_call_new();
    take_environment();
    if (!is_said(argc, argv, "--no-config"))
        (void)settings_each(take_setting, NULL);
    take_argument(argc, argv);
}

void reader_end(void)
{
    kibitzer_call_free(reader.call);
    reader.call = NULL;
}

/* ---- lines ---- */

static bool is_one_of(const char *at, size_t n, const char *signs)
{
    for (const char *s = signs; *s != '\0'; s += width_character(s))
        if (width_character(s) == n && memcmp(s, at, n) == 0)
            return true;
    return false;
}

/* May a line end between two characters without a blank? Japanese has none; its marks begin or end no line. */
static bool may_part(const char *at, size_t n, const char *next, size_t m)
{
    const bool wide = width_of(at, n) == 2 || width_of(next, m) == 2;
    return wide && !is_one_of(next, m, "、。，．：；）」』］！？・ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ,.:;)]!?") &&
           !is_one_of(at, n, "（「『［([");
}

/* Bytes that stay together. */
static size_t together(const char *at)
{
    size_t end = width_character(at), last = 0;
    for (size_t n; at[end] != '\0' && at[end] != ' '; last = end, end += n) {
        n = width_character(at + end);
        if (may_part(at + last, end - last, at + end, n))
            break;
    }
    return end;
}

void reader_wrap(FILE *to, const char *text, int indent, int column)
{
    const int own = terminal_columns(), room = to == stdout && terminal_is_stdout() && own < WIDTH ? own : WIDTH;
    bool begun = false;
    for (size_t blank, n; *text != '\0'; text += blank + n, begun = true) {
        blank = strspn(text, " ");
        n = text[blank] != '\0' ? together(text + blank) : 0;
        const int more = (int)(blank + width_of(text + blank, n));
        if (begun && column + more > room) {
            terminal_printf(to, "\n%*s%.*s", indent, "", (int)n, text + blank);
            column = indent + more - (int)blank;
        } else {
            terminal_printf(to, "%.*s", (int)(blank + n), text);
            column += more;
        }
    }
}

static int last_column(struct span s)
{
    size_t from = s.length;
    while (from > 0 && s.at[from - 1] != '\n')
        from--;
    return (int)width_of(s.at + from, s.length - from);
}

void reader_print(FILE *to, const char *text)
{
    struct piece p = {0};
    while (piece_next(&text, &p)) {
        const char *english = strbuf_text(&p.words), *own = words(english);
        if (own == english) {
            terminal_printf(to, "%.*s", (int)p.lines.length, p.lines.at);
            continue;
        }
        const int column = last_column(p.head);
        terminal_printf(to, "%.*s", (int)p.head.length, p.head.at);
        reader_wrap(to, own, p.indent != 0 ? p.indent : column, column);
        terminal_printf(to, "\n");
    }
    piece_done(&p);
}
