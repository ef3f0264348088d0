/* `config`: the user's settings (base/settings.h), shown and changed. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/command.h"
#include "base/language.h"
#include "base/os.h"
#include "base/outputs.h"
#include "base/settings.h"
#include "base/xmalloc.h"
#include "command/answers.h"
#include "command/commands.h"

struct setting_row {
    const char *name;
    char *value; /* NULL = not set */
    const char *help;
};

struct config {
    const char *file;
    struct answer_list settings;
};

static const struct answer_field setting_fields[] = {
    ANSWER(struct setting_row, name, "Setting", .flags = ANSWER_KEY),
    ANSWER(struct setting_row, value, "Value", .missing = ANSWER_NULL, .help = "null: not set"),
    ANSWER(struct setting_row, help, "What it is", .flags = ANSWER_PEOPLE),
    {0}};
static const struct answer_rows setting_rows = {"Setting", NULL, sizeof(struct setting_row), setting_fields};

static const struct answer_field config_fields[] = {
    ANSWER(struct config, file, "File", .missing = ANSWER_NULL, .flags = ANSWER_PATH,
           .example = "/home/ann/.config/kibitzer/config",
           .help = "where the settings are; null: neither XDG_CONFIG_HOME nor HOME is set"),
    ANSWER_LIST(struct config, settings, NULL, &setting_rows, .flags = ANSWER_KEYED | ANSWER_BARE,
                .help = "all of them, or the one that was named; null: not set"),
    {0}};
static const struct answer_rows config_rows = {"Config", NULL, sizeof(struct config), config_fields};
static const struct answer_document config_answer = {"config", 1, "Settings", "What the user wants every time.",
                                                     .rows = &config_rows};

/* ---- reading ---- */

static bool take_value(void *rows, const struct setting *s, const char *value, size_t line)
{
    (void)line;
    struct setting_row *row = (struct setting_row *)rows + (s - settings);
    xfree(row->value);
    row->value = xstrdup(value);
    return true;
}

static void show_text(const struct config *c, struct strbuf *out)
{
    const struct setting_row *row = c->settings.at;
    bool any = false;
    strbuf_printf(out, "# %s\n", c->file);
    for (size_t i = 0; i < c->settings.n; i++)
        if (row[i].value != NULL) {
            strbuf_printf(out, "%s = \"%s\"\n", row[i].name, row[i].value);
            any = true;
        }
    for (size_t i = 0; !any && i < c->settings.n; i++)
        strbuf_printf(out, "# %-14s %s\n", row[i].name, tr(row[i].help));
}

static void say_homeless(void)
{
    say_error("there is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set");
}

static int put_text(const struct answers_options *o, const struct config *c, const struct setting_row *one)
{
    struct strbuf out = {0};
    int ending = CALL_NOTHING;
    if (one != NULL && one->value == NULL)
        say("%s: not set", one->name);
    else if (one == NULL && c->file == NULL)
        say_homeless();
    else if (one != NULL)
        strbuf_printf(&out, "%s\n", one->value);
    else
        show_text(c, &out);
    if (out.length != 0)
        ending = answers_put_text(o, &out);
    strbuf_done(&out);
    return ending;
}

static bool settings_are_read(const char *path, struct strbuf *text)
{
    const bool ok = settings_read(text);
    if (!ok)
        say_error("%s: cannot be read: %s", path, strerror(errno));
    return ok;
}

/* All settings, or one, which `must` be set. */
static int show(const struct answers_options *o, const struct setting *only, bool must)
{
    struct strbuf path = {0};
    struct setting_row rows[SETTINGS] = {{0}};
    struct setting_row *one = only != NULL ? &rows[only - settings] : NULL;
    const struct config c = {settings_path(&path) ? strbuf_text(&path) : NULL,
                             {one != NULL ? one : rows, one != NULL ? 1 : SETTINGS}};
    struct strbuf text = {0};
    int ending;
    const bool readable = c.file == NULL || settings_are_read(c.file, &text);
    strbuf_done(&text);
    if (!readable) {
        strbuf_done(&path);
        return CALL_NOTHING;
    }
    if (c.file != NULL)
        input_guard(c.file);
    for (size_t i = 0; i < SETTINGS; i++)
        rows[i] = (struct setting_row){settings[i].name, NULL, settings[i].help};
    (void)settings_each(take_value, rows);
    ending = o->form == ANSWERS_TEXT ? put_text(o, &c, one) : answers_put(o, &config_answer, &c);
    if (ending == CALL_CLEAN && must && one->value == NULL)
        ending = CALL_NOTHING;
    for (size_t i = 0; i < SETTINGS; i++)
        xfree(rows[i].value);
    strbuf_done(&path);
    return ending;
}

/* ---- changing ---- */

/* All lines but those of the setting stay as they are. */
static void without(const struct setting *s, const char *text, struct strbuf *out)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n") + (text[strcspn(text, "\n")] == '\n');
        struct span name, value;
        struct strbuf one = {0};
        strbuf_add(&one, text, length);
        const char *at = strbuf_text(&one);
        if (!settings_next(&at, &name, &value) || setting_named(name) != s)
            strbuf_add(out, text, length);
        strbuf_done(&one);
        text += length;
    }
}

/* `path`: where a link leads, so that the link stays. */
static bool write_file(const char *path, const struct setting *s, const char *value)
{
    struct strbuf text = {0}, all = {0};
    if (!settings_are_read(path, &text)) {
        strbuf_done(&text);
        return false;
    }
    without(s, strbuf_text(&text), &all);
    if (*value != '\0')
        strbuf_printf(&all, "%s%s = \"%s\"\n", all.length != 0 && all.at[all.length - 1] != '\n' ? "\n" : "", s->name,
                      value);
    const bool ok = file_write_atomic(path, strbuf_text(&all), all.length);
    if (!ok)
        say_error("%s: cannot be written: %s", path, strerror(errno));
    strbuf_done(&text);
    strbuf_done(&all);
    return ok;
}

static bool keep(const struct setting *s, const char *value)
{
    struct strbuf folder = {0}, path = {0};
    const bool known = os_folder(OS_CONFIG, &folder) && settings_path(&path);
    const bool there = known && folder_ensure(strbuf_text(&folder));
    if (!known)
        say_homeless();
    else if (!there)
        say_error("the folder of settings cannot be made: %s", strerror(errno));
    struct strbuf where = {0};
    const bool real = there && os_path_real(strbuf_text(&path), &where);
    const bool ok = there && write_file(strbuf_text(real ? &where : &path), s, value);
    strbuf_done(&where);
    strbuf_done(&folder);
    strbuf_done(&path);
    return ok;
}

/* Would the first of the commands that take it take this value? Else after a message. */
static bool option_takes(const struct setting *s, const char *value)
{
    struct option_fault f = {0};
    const size_t length = strcspn(s->commands + (*s->commands == ' '), " ");
    bool ok = true;
    for (size_t i = 0; s->option != NULL && *value != '\0' && commands[i] != NULL; i++) {
        const struct option_set *set = &commands[i]->options;
        if (strncmp(set->command, s->commands + 1, length) != 0 || set->command[length] != '\0')
            continue;
        struct options *o = options_new(set);
        ok = options_set(o, s->option, value, &f) && options_settle(o, &f) != NULL;
        options_free(o);
    }
    if (!ok)
        (void)call_misuse("%s: \"%s\": %s", s->name, value, strbuf_text(&f.words));
    option_fault_done(&f);
    return ok;
}

static int misuse(void)
{
    struct strbuf names = {0};
    for (int i = 0; i < SETTINGS; i++)
        strbuf_printf(&names, "%s%s", i == 0 ? "" : i + 1 == SETTINGS ? tr(" or ") : ", ", settings[i].name);
    const int ending = call_misuse("%s is expected, and a value (\"\" = none)", strbuf_text(&names));
    strbuf_done(&names);
    return ending;
}

static int config_run(const void *options, const char *const *input, size_t n)
{
    const struct answers_options *o = options;
    const struct setting *s = n > 0 ? setting_named(span_of(input[0])) : NULL;
    if (n > 0 && (s == NULL || n > 2))
        return misuse();
    if (n < 2)
        return show(o, s, n == 1);
    if (strpbrk(input[1], "\n\"") != NULL)
        return call_misuse("a value is one line without quotes");
    if (!option_takes(s, input[1]))
        return CALL_MISUSE;
    if (!keep(s, input[1]))
        return CALL_NOTHING;
    return o->form == ANSWERS_TEXT ? CALL_CLEAN : show(o, s, false);
}

static const struct option_part parts[] = {{&answers_text_group, 0}, {0}};
static const struct answer_document *const answers[] = {&config_answer, NULL};

const struct command config_command = {
    {"config", sizeof(struct answers_options), parts, NULL}, .run = config_run, .answers = answers};
