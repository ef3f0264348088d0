/* The file of settings; see settings.h. */
#include "base/settings.h"

#include <errno.h>
#include <string.h>

#include "base/language.h"
#include "base/os.h"
#include "base/outputs.h"

enum { FILE_MOST = 1 << 16 };

#define RULED " analyze convert hint eval cube rollout transcribe "
#define BOARDS " board analyze report convert errors study compare " /* commands that draw some */

#define SPOKEN                                                                                                         \
    " analyze db report convert transcribe compare verify info formats levels glossary schema eval hint cube rollout " \
    "duel external bearoff board bench met stats errors study find list "

const struct setting settings[] = {
    {"me", "me", "your names, \"Lasse, LMDN\": at the bottom of boards, first in the index",
     " analyze report convert study stats "},
    {"level", "level", "the level of analyze, hint, eval and cube", " analyze hint eval cube "},
    {"analysis-level", "level", "the level of analyze, where it is another one", " analyze "},
    {"hint-level", "level", "likewise of hint, eval and cube", " hint eval cube "},
    {"rollout-level", "level", "the level that plays in rollouts", " rollout "},
    {"play-level", "level", "the level of external", " external "},
    {"thresholds", "thresholds", "the losses from which errors are marked", " analyze "},
    {"theme", "look", "the colours of boards: colour, print, light, dark, xg", BOARDS},
    {"home", "home", "the side of the home boards: right, left", BOARDS},
    {"colours", "colours", "chequers of player 0 and player 1, RRGGBB,RRGGBB", BOARDS},
    {"jacoby", "jacoby", "Jacoby's rule in money play: yes, no", RULED},
    {"beavers", "beavers", "beavers in money play: yes, no, 1 (no raccoons)", RULED},
    {"crawford", "crawford", "the Crawford rule in matches: yes, no", RULED},
    {"cube-limit", "cube-limit", "the highest value of the cube, or no", RULED},
    {"language", "language", "the language of reports, tables, help and messages: en, de ...", SPOKEN},
    {0},
};
_Static_assert(sizeof settings / sizeof *settings == SETTINGS + 1, "settings.h counts them");

const struct setting *setting_named(struct span name)
{
    for (const struct setting *s = settings; s->name != NULL; s++)
        if (span_equal(name, s->name))
            return s;
    return NULL;
}

bool settings_path(struct strbuf *out)
{
    const bool known = os_folder(OS_CONFIG, out);
    if (known)
        strbuf_puts(out, "/config");
    return known;
}

bool settings_read(struct strbuf *out)
{
    struct strbuf path = {0};
    const bool ok =
        !settings_path(&path) || file_read(strbuf_text(&path), FILE_MOST, out) || errno == ENOENT || errno == ENOTDIR;
    const int why = errno;
    strbuf_done(&path);
    errno = why;
    return ok;
}

static struct span value_in_quotes(struct span value)
{
    const bool opened = value.length != 0 && value.at[0] == '"';
    const bool closed = value.length > (size_t)opened && value.at[value.length - 1] == '"';
    return span_sub(value, opened, value.length - opened - (opened && closed));
}

bool settings_next(const char **at, struct span *name, struct span *value)
{
    while (**at != '\0') {
        const size_t length = strcspn(*at, "\n");
        const struct span line = span_trim((struct span){*at, length});
        *at += length + ((*at)[length] == '\n');
        const char *is = line.length != 0 && line.at[0] != '#' ? memchr(line.at, '=', line.length) : NULL;
        if (is == NULL)
            continue;
        *name = span_trim((struct span){line.at, (size_t)(is - line.at)});
        *value = value_in_quotes(span_trim((struct span){is + 1, line.length - (size_t)(is + 1 - line.at)}));
        return true;
    }
    return false;
}

/* The line that ends before `at`. */
static size_t line_before(const char *text, const char *at)
{
    size_t line = at > text && at[-1] != '\n';
    for (; text < at; text++)
        line += *text == '\n';
    return line;
}

static const char *fault_of(struct span line)
{
    const char *at = line.at, *is = memchr(line.at, '=', line.length);
    struct span name, value;
    if (line.length == 0 || line.at[0] == '#')
        return NULL;
    if (is == NULL || !settings_next(&at, &name, &value))
        return N_("NAME = VALUE, or # before a remark");
    const struct span given = span_trim((struct span){is + 1, line.length - (size_t)(is + 1 - line.at)});
    if (given.length != 0 && given.at[0] == '"' && (given.length == 1 || given.at[given.length - 1] != '"'))
        return N_("a closing quotation mark");
    return setting_named(name) == NULL ? N_("a setting that `kibitzer config` lists") : NULL;
}

void settings_faults(void (*take)(void *context, size_t line, struct span found, const char *expected), void *context)
{
    struct strbuf text = {0};
    (void)settings_read(&text);
    const char *at = strbuf_text(&text);
    for (size_t line = 1; *at != '\0'; line++) {
        const size_t length = strcspn(at, "\n");
        const struct span all = span_trim((struct span){at, length});
        const char *expected = fault_of(all);
        if (expected != NULL)
            take(context, line, all, expected);
        at += length + (at[length] == '\n');
    }
    strbuf_done(&text);
}

/* The last line that sets it counts, as the last option of a name does. Returns which that is, 0 = none. */
static size_t value_of(const struct setting *s, const char *text, struct strbuf *out)
{
    struct span name, value;
    size_t found = 0;
    for (const char *at = text; settings_next(&at, &name, &value);) {
        if (!span_equal(name, s->name))
            continue;
        strbuf_clear(out);
        strbuf_add(out, value.at, value.length);
        found = line_before(text, at);
    }
    return found;
}

bool settings_each(bool (*take)(void *context, const struct setting *s, const char *value, size_t line), void *context)
{
    struct strbuf text = {0}, value = {0};
    bool ok = true;
    (void)settings_read(&text);
    for (const struct setting *s = settings; ok && s->name != NULL; s++) {
        const size_t line = value_of(s, strbuf_text(&text), &value);
        ok = line == 0 || take(context, s, strbuf_text(&value), line);
    }
    strbuf_done(&text);
    strbuf_done(&value);
    return ok;
}
