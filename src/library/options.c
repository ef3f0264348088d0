/* Options of the public library: the tables of the commands, through a handle. See kibitzer.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "command/options_answer.h"
#include "command/commands.h"
#include "library/library.h"

static const struct command *command_named(const char *name)
{
    for (size_t i = 0; name != NULL && commands[i] != NULL; i++)
        if (strcmp(commands[i]->options.command, name) == 0)
            return commands[i];
    return NULL;
}

const char *kibitzer_command_name(size_t index)
{
    for (size_t i = 0; commands[i] != NULL; i++)
        if (i == index)
            return commands[i]->options.command;
    return NULL;
}

int library_refuse_option(struct kibitzer_call *c, const struct option_fault *f)
{
    const char *value = strbuf_text(&f->value);
    if (f->option == NULL)
        (void)call_misuse("%s", strbuf_text(&f->words));
    else
        (void)call_misuse("--%s%s%s: %s", f->option, value[0] != '\0' ? " " : "", value, strbuf_text(&f->words));
    if (c != NULL && f->option != NULL) {
        c->option = strdup(f->option);
        c->value = strdup(value);
    }
    return f->option != NULL ? KIBITZER_BAD_OPTION : KIBITZER_MISUSE;
}

/* ---- making ---- */

struct making {
    const char *command;
    struct kibitzer_options *made;
};

static int make(void *making)
{
    struct making *m = making;
    const struct command *command = command_named(m->command);
    if (command == NULL)
        return library_refuse(KIBITZER_UNKNOWN, "no command is called \"%s\"", m->command != NULL ? m->command : "");
    struct kibitzer_options *o = xcalloc(1, sizeof *o);
    o->command = command;
    o->options = options_new(&command->options);
    m->made = o;
    return KIBITZER_OK;
}

struct kibitzer_options *kibitzer_options_new(const char *command, struct kibitzer_call *c)
{
    struct making m = {.command = command};
    return library_call(c, make, &m) == KIBITZER_OK ? m.made : NULL;
}

void kibitzer_options_free(struct kibitzer_options *o)
{
    if (o == NULL)
        return;
    options_free(o->options);
    xfree(o->text);
    xfree(o);
}

/* ---- setting ---- */

struct setting {
    struct kibitzer_call *call;
    struct kibitzer_options *options;
    const char *name, *text;
};

static int set(void *setting)
{
    const struct setting *s = setting;
    struct option_fault f = {0};
    if (s->options == NULL || s->name == NULL)
        return library_refuse(KIBITZER_MISUSE, "found NULL, expected options and the name of one");
    if (s->call != NULL)
        s->call->call.about = s->options->command->options.command;
    int code = KIBITZER_OK;
    if (!options_set(s->options->options, s->name, s->text, &f))
        code = library_refuse_option(s->call, &f);
    option_fault_done(&f);
    return code == KIBITZER_MISUSE ? KIBITZER_UNKNOWN : code; /* it is about no option: there is none */
}

int kibitzer_options_set(struct kibitzer_options *o, const char *name, const char *text, struct kibitzer_call *c)
{
    struct setting s = {c, o, name, text};
    return library_call(c, set, &s);
}

int kibitzer_options_set_number(struct kibitzer_options *o, const char *name, double value, struct kibitzer_call *c)
{
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    return kibitzer_options_set(o, name, text, c);
}

/* ---- looking ---- */

size_t kibitzer_options_count(const struct kibitzer_options *o)
{
    size_t n = 0;
    while (o != NULL && options_row(o->options, n, NULL) != NULL)
        n++;
    return n;
}

/* The values of a row, a line each; NULL where there are none. Kept in the handle until the next one is asked for. */
static const char *values_of(struct kibitzer_options *o, const struct option_row *r)
{
    struct strbuf values = {0};
    for (const struct option_word *w = r->words; w != NULL && w->text != NULL; w++)
        strbuf_printf(&values, "%s\n", w->text);
    for (size_t i = 0; r->listed != NULL && r->listed(i) != NULL; i++)
        strbuf_printf(&values, "%s\n", r->listed(i));
    xfree(o->text);
    return o->text = values.at;
}

struct looking {
    struct kibitzer_options *options;
    const struct option_row *row;
    const struct option_group *group;
    enum kibitzer_option_text which;
    const char *found;
};

static int look(void *looking)
{
    struct looking *l = looking;
    const struct option_row *r = l->row;
    switch (l->which) {
    case KIBITZER_OPTION_NAME:
        l->found = r->name;
        break;
    case KIBITZER_OPTION_LETTER:
        l->options->letter[0] = r->letter;
        l->found = r->letter != 0 ? l->options->letter : NULL;
        break;
    case KIBITZER_OPTION_ARGUMENT:
        l->found = r->argument;
        break;
    case KIBITZER_OPTION_DEFAULT:
        l->found = r->initial;
        break;
    case KIBITZER_OPTION_HELP:
        l->found = r->flags & OPTION_HIDDEN ? NULL : r->help;
        break;
    case KIBITZER_OPTION_GROUP:
        l->found = l->group->title;
        break;
    case KIBITZER_OPTION_VALUES:
        l->found = values_of(l->options, r);
        break;
    case KIBITZER_OPTION_ALIAS:
        l->found = r->alias;
        break;
    }
    return KIBITZER_OK;
}

const char *kibitzer_options_text(struct kibitzer_options *o, size_t index, enum kibitzer_option_text which)
{
    struct looking l = {.options = o, .which = which};
    l.row = o != NULL ? options_row(o->options, index, &l.group) : NULL;
    return l.row != NULL && library_call(NULL, look, &l) == KIBITZER_OK ? l.found : NULL;
}

struct listing {
    const char *command;
    struct strbuf text;
};

static int list(void *listing)
{
    struct listing *l = listing;
    struct making m = {.command = l->command};
    const int code = make(&m);
    if (m.made == NULL)
        return code;
    options_json(l->command, m.made->options, &l->text);
    kibitzer_options_free(m.made);
    return KIBITZER_OK;
}

char *kibitzer_options_json(const char *command, struct kibitzer_call *c)
{
    struct listing l = {.command = command};
    return library_call(c, list, &l) == KIBITZER_OK ? l.text.at : NULL;
}
