/* Options; see option.h. A handle holds two structs of the command: what was set, and, after options_settle(), a copy
 * in which all that follows from it is filled in. */
#include "base/option.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/attempt.h"
#include "base/format.h"
#include "base/xmalloc.h"

struct options {
    const struct option_set *set;
    struct arena *arena; /* of texts */
    char *fields, *settled; /* of the command's struct */
    const char **given; /* by row: the last text; NULL = not given */
    size_t *turn, turns; /* by row: which of all that were given it was */
};

/* ---- faults ---- */

void option_fault_done(struct option_fault *f)
{
    strbuf_done(&f->value);
    strbuf_done(&f->words);
    *f = (struct option_fault){0};
}

static bool refuse(struct option_fault *f, const char *option, const char *value, const char *format, va_list args)
{
    f->option = option;
    strbuf_clear(&f->value);
    strbuf_clear(&f->words);
    if (value != NULL)
        strbuf_puts(&f->value, value);
    strbuf_vsay(&f->words, format, args);
    return false;
}

bool option_refuse(struct option_fault *f, const char *option, const char *value, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)refuse(f, option, value, format, args);
    va_end(args);
    return false;
}

bool option_wrong(const struct option_value *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)refuse(v->fault, v->option, v->text, format, args);
    va_end(args);
    return false;
}

/* ---- rows ---- */

struct place { /* of a row */
    const struct option_row *row;
    const struct option_group *group;
    size_t group_at, index; /* in the command's struct, among all rows */
};

/* The row for which fits() holds first; row NULL if there is none. */
static struct place find(const struct option_set *set, bool (*fits)(const struct place *p, const void *wanted),
                         const void *wanted)
{
    struct place p = {0};
    for (const struct option_part *part = set->parts; part->group != NULL; part++) {
        p.group = part->group;
        p.group_at = part->at;
        for (p.row = part->group->rows; p.row->name != NULL; p.row++, p.index++)
            if (fits(&p, wanted))
                return p;
    }
    return (struct place){.index = p.index};
}

static bool is_at(const struct place *p, const void *index)
{
    return p->index == *(const size_t *)index;
}

static bool is_named(const struct place *p, const void *name)
{
    return strcmp(p->row->name, name) == 0 || (p->row->alias != NULL && strcmp(p->row->alias, name) == 0);
}

static bool never(const struct place *p, const void *nothing)
{
    (void)p, (void)nothing;
    return false;
}

static struct place place_named(const struct options *o, const char *name)
{
    return find(o->set, is_named, name);
}

const struct option_row *options_row(const struct options *o, size_t index, const struct option_group **group)
{
    const struct place p = find(o->set, is_at, &index);
    if (group != NULL)
        *group = p.group;
    return p.row;
}

/* ---- values ---- */

static bool read_switch(const struct option_value *v, bool *out)
{
    static const struct option_word words[] = {{"yes", 1}, {"no", 0}, {"true", 1}, {"false", 0},
                                               {"1", 1},   {"0", 0},  {0}};
    for (const struct option_word *w = words; w->text != NULL; w++)
        if (strcasecmp(v->text, w->text) == 0) {
            *out = w->value != 0;
            return true;
        }
    return option_wrong(v, "yes or no is expected");
}

static bool wrong_word(const struct option_value *v, const struct option_row *r)
{
    struct strbuf known = {0};
    for (const struct option_word *w = r->words; w->text != NULL; w++)
        strbuf_printf(&known, "%s%s", w == r->words ? "" : w[1].text != NULL ? ", " : tr(" or "), w->text);
    if (r->expected != NULL)
        option_wrong(v, "%s", r->expected);
    else
        option_wrong(v, "%s is expected", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

static bool read_word(const struct option_value *v, const struct option_row *r, int *out)
{
    for (const struct option_word *w = r->words; w->text != NULL; w++)
        if (strcasecmp(v->text, w->text) == 0) {
            *out = w->value;
            return true;
        }
    return wrong_word(v, r);
}

static bool read_switch_word(const struct option_value *v, const struct option_row *r, bool *out)
{
    int value = 0;
    if (!read_word(v, r, &value))
        return false;
    *out = value != 0;
    return true;
}

static bool read_number(const struct option_value *v, const struct option_row *r, int *out)
{
    const int least = r->least < r->most ? (int)r->least : INT_MIN, most = r->least < r->most ? (int)r->most : INT_MAX;
    char *end;
    errno = 0;
    const long value = strtol(v->text, &end, 10);
    if (errno != 0 || end == v->text || *end != '\0' || value < least || value > most)
        return option_wrong(v, "a whole number from %d to %d is expected", least, most);
    *out = (int)value;
    return true;
}

static bool read_real(const struct option_value *v, const struct option_row *r, double *out)
{
    char *end;
    const bool any = r->least >= r->most;
    *out = strtod(v->text, &end);
    if (end != v->text && *end == '\0' && (any ? *out - *out == 0 : *out >= r->least && *out <= r->most))
        return true;
    return r->expected != NULL ? option_wrong(v, "%s", r->expected)
                               : option_wrong(v, "a number from %g to %g is expected", r->least, r->most);
}

static bool read_float(const struct option_value *v, const struct option_row *r, float *out)
{
    double value;
    if (!read_real(v, r, &value))
        return false;
    *out = (float)value;
    return true;
}

static bool read_text(const struct option_value *v, const char **out)
{
    *out = arena_strdup(v->arena, v->text);
    return true;
}

static bool add_text(const struct option_value *v, struct option_texts *list)
{
    const char **more = arena_alloc(v->arena, (list->n + 1) * sizeof *more);
    for (size_t i = 0; i < list->n; i++)
        more[i] = list->at[i];
    more[list->n] = arena_strdup(v->arena, v->text);
    *list = (struct option_texts){more, list->n + 1};
    return true;
}

static bool read_value(const struct option_value *v, const struct option_row *r)
{
    if (r->parse != NULL)
        return r->parse(v);
    switch (r->kind) {
    case OPTION_SWITCH:
        return r->words != NULL ? read_switch_word(v, r, v->field) : read_switch(v, v->field);
    case OPTION_NUMBER:
        return r->words != NULL ? read_word(v, r, v->field) : read_number(v, r, v->field);
    case OPTION_REAL:
        return read_real(v, r, v->field);
    case OPTION_FLOAT:
        return read_float(v, r, v->field);
    case OPTION_TEXT:
        return read_text(v, v->field);
    case OPTION_TEXTS:
        return add_text(v, v->field);
    case OPTION_OWN:
        break;
    }
    return option_refuse(v->fault, r->name, v->text, "nothing reads this option"); /* a test finds such rows */
}

/* Into `fields`, a struct of the command. */
static bool set_at(struct options *o, char *fields, const struct place *p, const char *text, struct option_fault *f)
{
    const struct option_value v = {.option = p->row->name,
                                   .text = text,
                                   .field = fields + p->group_at + p->row->at,
                                   .group = fields + p->group_at,
                                   .arena = o->arena,
                                   .fault = f};
    return read_value(&v, p->row);
}

/* ---- handles ---- */

struct filling {
    struct options *options;
    char *fields;
    size_t turn, without; /* of what is set again; whose row is left out */
};

static bool set_initial(const struct place *p, const void *filling)
{
    const struct filling *to = filling;
    struct option_fault f = {0};
    if (p->row->initial != NULL && !set_at(to->options, to->fields, p, p->row->initial, &f))
        attempt_refuse("an option has an initial value that it does not take");
    option_fault_done(&f);
    return false;
}

static void set_defaults(struct options *o, char *fields)
{
    for (const struct option_part *part = o->set->parts; part->group != NULL; part++)
        if (part->group->defaults != NULL)
            part->group->defaults(fields + part->at);
    (void)find(o->set, set_initial, &(struct filling){.options = o, .fields = fields});
}

static bool set_again(const struct place *p, const void *filling)
{
    const struct filling *to = filling;
    const size_t at = p->group_at + p->row->at;
    struct option_fault f = {0};
    if (to->options->given[p->index] == NULL || to->options->turn[p->index] != to->turn || p->index == to->without)
        return false;
    if (p->row->kind == OPTION_TEXTS)
        memcpy(to->fields + at, to->options->fields + at, p->row->size);
    else
        (void)set_at(to->options, to->fields, p, to->options->given[p->index], &f);
    option_fault_done(&f);
    return true;
}

/* As if that row had never been given, whatever fields its value has filled. */
static void fill_without(struct options *o, size_t row, char *fields)
{
    memset(fields, 0, o->set->size);
    set_defaults(o, fields);
    for (size_t turn = 1; turn <= o->turns; turn++)
        (void)find(o->set, set_again, &(struct filling){o, fields, turn, row});
}

/* Aligned for anything, boards too. */
static char *zeroed(size_t size)
{
    char *fields = xaligned(size + 1);
    memset(fields, 0, size + 1);
    return fields;
}

struct options *options_new(const struct option_set *set)
{
    struct options *o = xcalloc(1, sizeof *o);
    o->set = set;
    o->arena = arena_new();
    o->fields = zeroed(set->size);
    o->settled = zeroed(set->size);
    o->given = xcalloc(find(set, never, NULL).index + 1, sizeof *o->given);
    o->turn = xcalloc(find(set, never, NULL).index + 1, sizeof *o->turn);
    set_defaults(o, o->fields);
    return o;
}

void options_free(struct options *o)
{
    if (o == NULL)
        return;
    xaligned_free(o->fields);
    xaligned_free(o->settled);
    xfree(o->given);
    xfree(o->turn);
    arena_free(o->arena);
    xfree(o);
}

struct arena *options_arena(const struct options *o)
{
    return o->arena;
}

static bool is_on_without(const struct option_row *switch_row)
{
    return switch_row->initial != NULL && strcmp(switch_row->initial, "yes") == 0;
}

bool options_set(struct options *o, const char *name, const char *text, struct option_fault *f)
{
    const struct place p = place_named(o, name);
    if (p.row == NULL)
        return option_refuse(f, NULL, NULL, "no option is called \"%s\"", name);
    if (text == NULL && p.row->argument != NULL)
        return option_refuse(f, p.row->name, NULL, "a value is expected: %s", p.row->argument);
    if (o->given[p.index] != NULL && p.row->kind != OPTION_TEXTS)
        fill_without(o, p.index, o->settled);
    else
        memcpy(o->settled, o->fields, o->set->size);
    if (!set_at(o, o->settled, &p, text != NULL ? text : "yes", f)) {
        if (f->option == p.row->name && strcmp(name, p.row->name) != 0)
            f->option = p.row->alias;
        return false;
    }
    memcpy(o->fields, o->settled, o->set->size);
    o->given[p.index] = arena_strdup(o->arena, text != NULL ? text : "yes");
    o->turn[p.index] = ++o->turns;
    return true;
}

void options_clear_switch(struct options *o, const char *name)
{
    const struct place p = place_named(o, name);
    if (p.row == NULL || p.row->kind != OPTION_SWITCH)
        return;
    *(bool *)(o->fields + p.group_at + p.row->at) = is_on_without(p.row);
    o->given[p.index] = NULL;
}

const char *options_text(const struct options *o, const char *name)
{
    const struct place p = place_named(o, name);
    if (p.row == NULL)
        attempt_refuse("an option was asked for that its command does not have");
    return o->given[p.index];
}

bool options_given(const struct options *o, const char *name)
{
    return options_text(o, name) != NULL;
}

/* ---- what they say together ---- */

struct judging {
    const struct options *options;
    struct option_fault *fault;
};

static bool is_asked_for(const struct options *o, const struct place *p)
{
    const struct option_row *r = p->row;
    if (o->given[p->index] == NULL)
        return false;
    return r->kind != OPTION_SWITCH || r->argument != NULL ||
           *(const bool *)(o->fields + p->group_at + r->at) != is_on_without(r);
}

bool options_asked(const struct options *o, const char *name)
{
    const struct place p = place_named(o, name);
    return p.row != NULL && is_asked_for(o, &p);
}

/* True where the option was given without one that it needs, or with one that it excludes. */
static bool does_not_go(const struct place *p, const void *judging)
{
    const struct judging *j = judging;
    const struct option_row *r = p->row;
    if (!is_asked_for(j->options, p))
        return false;
    if (r->needs != NULL && !options_asked(j->options, r->needs))
        return !option_refuse(j->fault, NULL, NULL, "--%s has no effect without --%s", r->name, r->needs);
    if (r->excludes != NULL && options_asked(j->options, r->excludes))
        return !option_refuse(j->fault, NULL, NULL, "--%s or --%s, not both", r->name, r->excludes);
    return false;
}

const void *options_settle(struct options *o, struct option_fault *f)
{
    const struct judging j = {o, f};
    memcpy(o->settled, o->fields, o->set->size);
    if (find(o->set, does_not_go, &j).row != NULL)
        return NULL;
    for (const struct option_part *part = o->set->parts; part->group != NULL; part++)
        if (part->group->settle != NULL && !part->group->settle(o, o->settled + part->at, f))
            return NULL;
    return o->set->settle == NULL || o->set->settle(o, o->settled, f) ? o->settled : NULL;
}

const void *options_part(const struct options *o, const struct option_group *group)
{
    for (const struct option_part *part = o->set->parts; part->group != NULL; part++)
        if (part->group == group)
            return o->settled + part->at;
    return NULL;
}

struct taking {
    const struct options *options;
    bool written;
    void (*take)(void *context, const char *path);
    void *context;
};

static bool take_file(const struct place *p, const void *taking)
{
    const struct taking *t = taking;
    const char *text = t->options->given[p->index];
    const bool written = p->row->flags & OPTION_WRITES_FILE;
    if (!(p->row->flags & (OPTION_READS_FILE | OPTION_WRITES_FILE)) || written != t->written || text == NULL)
        return false;
    const struct option_texts one = {&text, 1}, *all = (const void *)(t->options->fields + p->group_at + p->row->at);
    const struct option_texts *list = p->row->kind == OPTION_TEXTS ? all : &one;
    for (size_t i = 0; i < list->n; i++)
        t->take(t->context, list->at[i]);
    return false;
}

void options_each_input(const struct options *o, void (*take)(void *context, const char *path), void *context)
{
    (void)find(o->set, take_file, &(struct taking){o, false, take, context});
}

void options_each_output(const struct options *o, void (*take)(void *context, const char *path), void *context)
{
    (void)find(o->set, take_file, &(struct taking){o, true, take, context});
}
