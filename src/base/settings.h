/* What the user wants every time: a file of "name = value" lines in the folder of settings (XDG). `kibitzer config`
 * shows and changes it, and the command line takes options from it; nothing else reads it. */
#ifndef KIBITZER_SETTINGS_H
#define KIBITZER_SETTINGS_H

#include <stdbool.h>

#include "base/span.h"
#include "base/strbuf.h"

struct setting {
    const char *name, *option, *help;
    const char *commands; /* that take it, each between blanks */
};

extern const struct setting settings[]; /* ends with a nameless one */
enum { SETTINGS = 15 };

/* NULL if no setting has this name. */
const struct setting *setting_named(struct span name);

/* The file's name; false if neither XDG_CONFIG_HOME nor HOME says where it is. */
bool settings_path(struct strbuf *out);
/* Its text: empty if there is none, as with most users. False, errno set, if there is one that cannot be read. */
bool settings_read(struct strbuf *out);
/* What is wrong with lines of the file that set nothing known, one by one: `found` is the line. */
void settings_faults(void (*take)(void *context, size_t line, struct span found, const char *expected), void *context);
/* The next line of the text that sets something; false at the end. Quotes around the value go, also one alone. */
bool settings_next(const char **at, struct span *name, struct span *value);

/* Each known setting of the file with its line, from 1, in the order of settings[], where special ones follow general
 * ones; false as soon as take() is. */
bool settings_each(bool (*take)(void *context, const struct setting *s, const char *value, size_t line), void *context);

#endif
