/* What the user wants every time: a file of "name = value" lines in the folder of settings (XDG). Only this program
 * reads it; the library does not. */
#include "cli/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsonw.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/sink.h"
#include "base/span.h"
#include "base/strbuf.h"
#include "cli/terminal.h"

enum { FILE_MOST = 1 << 16 };

#define BOARDS " board analyze report convert errors study compare " /* commands that draw some */

static const struct setting {
    const char *name, *option, *help;
    const char *commands; /* that take it, each between blanks */
    const char *only; /* the one value that there is; NULL = the option says which */
} settings[] = {
    {"me", "me", "your names, \"Lasse, LMDN\": at the bottom of boards, first in the index",
     " analyze report convert study ", NULL},
    {"level", "level", "how deep `analyze`, `hint`, `eval` and `cube` look", " analyze hint eval cube ", NULL},
    {"thresholds", "thresholds", "from which loss on errors are marked", " analyze ", NULL},
    {"theme", "look", "the colours of boards: colour, print, light, dark, xg", BOARDS, NULL},
    {"home", "home", "where the home boards are: right, left", BOARDS, NULL},
    {"colours", "colours", "chequers of player 0 and player 1, RRGGBB,RRGGBB", BOARDS, NULL},
    {"language", NULL, "of reports and messages", "", "en"},
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static bool is_a_value(const struct setting *s, struct span value)
{
    if (s->only == NULL || value.length == 0 || span_equal(value, s->only))
        return true;
    terminal_printf(stderr, "kibitzer config: %s: found \"%.*s\", expected %s: there is no other\n", s->name,
                    (int)value.length, value.at, s->only);
    return false;
}

static const struct setting *setting_named(struct span name)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (span_equal(name, settings[i].name))
            return &settings[i];
    return NULL;
}

/* ---- the file ---- */

static bool path_of_settings(struct strbuf *out)
{
    const bool known = os_folder(OS_CONFIG, out);
    if (known)
        strbuf_puts(out, "/config");
    return known;
}

/* The next line that sets something; false at the end. Quotes around the value go. */
static bool next_line(const char **at, struct span *name, struct span *value)
{
    while (**at != '\0') {
        const size_t length = strcspn(*at, "\n");
        const struct span line = span_trim((struct span){*at, length});
        *at += length + ((*at)[length] == '\n');
        const char *is = line.length != 0 && line.at[0] != '#' ? memchr(line.at, '=', line.length) : NULL;
        if (is == NULL)
            continue;
        *name = span_trim((struct span){line.at, (size_t)(is - line.at)});
        *value = span_trim((struct span){is + 1, line.length - (size_t)(is + 1 - line.at)});
        if (value->length >= 2 && value->at[0] == '"' && value->at[value->length - 1] == '"')
            *value = span_sub(*value, 1, value->length - 2);
        return true;
    }
    return false;
}

static void read_settings(struct strbuf *out)
{
    struct strbuf path = {0};
    if (path_of_settings(&path))
        (void)file_read(strbuf_text(&path), FILE_MOST, out); /* most have none */
    strbuf_done(&path);
}

bool config_each(const char *command, bool (*take)(void *context, const char *option, const char *value), void *context)
{
    struct strbuf text = {0}, word = {0}, value = {0};
    struct span name, given;
    bool ok = true;
    strbuf_printf(&word, " %s ", command);
    read_settings(&text);
    for (const char *at = strbuf_text(&text); ok && next_line(&at, &name, &given);) {
        const struct setting *s = setting_named(name);
        ok = s == NULL || is_a_value(s, given);
        if (!ok || s == NULL || strstr(s->commands, strbuf_text(&word)) == NULL)
            continue;
        strbuf_clear(&value);
        strbuf_add(&value, given.at, given.length);
        ok = take(context, s->option, strbuf_text(&value));
    }
    strbuf_done(&text);
    strbuf_done(&word);
    strbuf_done(&value);
    return ok;
}

/* ---- the command ---- */

static int print_all(void)
{
    struct strbuf path = {0}, text = {0};
    struct span name, value;
    if (!path_of_settings(&path)) {
        fputs("kibitzer config: neither XDG_CONFIG_HOME nor HOME says where settings are kept\n", stderr);
        return EXIT_NOTHING;
    }
    read_settings(&text);
    terminal_printf(stdout, "# %s\n", strbuf_text(&path));
    for (const char *at = strbuf_text(&text); next_line(&at, &name, &value);)
        terminal_printf(stdout, "%.*s = \"%.*s\"\n", (int)name.length, name.at, (int)value.length, value.at);
    for (size_t i = 0; text.length == 0 && i < SETTINGS; i++)
        terminal_printf(stdout, "# %-10s %s\n", settings[i].name, settings[i].help);
    strbuf_done(&path);
    strbuf_done(&text);
    return EXIT_CLEAN;
}

static int print_one(const struct setting *s)
{
    struct strbuf text = {0};
    struct span name, value;
    bool found = false;
    read_settings(&text);
    for (const char *at = strbuf_text(&text); next_line(&at, &name, &value);)
        if (setting_named(name) == s) {
            terminal_printf(stdout, "%.*s\n", (int)value.length, value.at);
            found = true;
        }
    strbuf_done(&text);
    return found ? EXIT_CLEAN : EXIT_NOTHING;
}

/* All lines but those of the setting stay as they are. */
static void without(const struct setting *s, const char *text, struct strbuf *out)
{
    while (*text != '\0') {
        const char *line = text, *at = text;
        const size_t length = strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
        struct span name, value;
        struct strbuf one = {0};
        strbuf_add(&one, line, length);
        at = strbuf_text(&one);
        if (!next_line(&at, &name, &value) || setting_named(name) != s)
            strbuf_add(out, line, length);
        strbuf_done(&one);
        text += length;
    }
}

static int keep(const struct setting *s, const char *value)
{
    struct strbuf folder = {0}, path = {0}, text = {0}, all = {0};
    int result = EXIT_NOTHING;
    if (!os_folder(OS_CONFIG, &folder) || !folder_ensure(strbuf_text(&folder)) || !path_of_settings(&path)) {
        terminal_printf(stderr, "kibitzer config: the folder of settings cannot be made: %s\n", strerror(errno));
    } else {
        read_settings(&text);
        without(s, strbuf_text(&text), &all);
        if (*value != '\0')
            strbuf_printf(&all, "%s%s = \"%s\"\n", all.length != 0 && all.at[all.length - 1] != '\n' ? "\n" : "",
                          s->name, value);
        if (file_write_atomic(strbuf_text(&path), strbuf_text(&all), all.length))
            result = EXIT_CLEAN;
        else
            terminal_printf(stderr, "kibitzer config: %s: cannot be written: %s\n", strbuf_text(&path),
                            strerror(errno));
    }
    strbuf_done(&folder);
    strbuf_done(&path);
    strbuf_done(&text);
    strbuf_done(&all);
    return result;
}

/* Of several lines the last counts, as for options. */
static void add_json(struct jsonw *j, const struct setting *s, const char *text)
{
    struct strbuf value = {0};
    struct span name, given;
    bool found = false;
    while (next_line(&text, &name, &given))
        if (setting_named(name) == s) {
            found = true;
            strbuf_clear(&value);
            strbuf_add(&value, given.at, given.length);
        }
    jsonw_string(j, s->name, found ? strbuf_text(&value) : NULL);
    strbuf_done(&value);
}

static int print_json(const struct setting *only)
{
    struct strbuf path = {0}, text = {0}, out = {0};
    struct jsonw j;
    const bool known = path_of_settings(&path);
    read_settings(&text);
    jsonw_begin(&j, &out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/config/1");
    jsonw_path(&j, "file", known ? strbuf_text(&path) : NULL);
    jsonw_object(&j, "settings");
    for (size_t i = 0; i < SETTINGS; i++)
        if (only == NULL || only == &settings[i])
            add_json(&j, &settings[i], strbuf_text(&text));
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
    terminal_printf(stdout, "%s", strbuf_text(&out));
    strbuf_done(&path);
    strbuf_done(&text);
    strbuf_done(&out);
    return EXIT_CLEAN;
}

int config_run(const char *const *operand, size_t n, bool json)
{
    const struct setting *s = n > 0 ? setting_named(span_of(operand[0])) : NULL;
    if (n == 0)
        return json ? print_json(NULL) : print_all();
    if (s == NULL || n > 2) {
        fputs("kibitzer config: me, level, thresholds, theme, home, colours or language is expected, and a value (\"\" "
              "= none)\n",
              stderr);
        return EXIT_USAGE;
    }
    if (n == 1)
        return json ? print_json(s) : print_one(s);
    if (strpbrk(operand[1], "\n\"") != NULL) {
        fputs("kibitzer config: a value is one line without quotes\n", stderr);
        return EXIT_USAGE;
    }
    if (!is_a_value(s, span_of(operand[1])))
        return EXIT_USAGE;
    const int kept = keep(s, operand[1]);
    return kept == EXIT_CLEAN && json ? print_json(s) : kept;
}
