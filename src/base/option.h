/* Options, described once. A group is a table of rows over the fields of a plain struct; a command is a list of groups,
 * each at its place in the struct of that command. From the tables come the filled struct that travels, the command
 * line with its help, completion and man page, and the options of the library.
 *
 *     static const struct option_row rows[] = {
 *         OPTION("candidates", struct report_options, candidates, .argument = "N", .initial = "5", .least = 1,
 *                .most = 1000, .help = "plays shown for each roll, besides the one made"),
 *         OPTION("annotations", struct report_options, annotations, .initial = "yes", .help = "..."),
 *         {0}};
 *     const struct option_group report_group = {.title = "What reports show", .rows = rows};
 *
 * Rows say what can be had, not what is left out: --no-annotations follows from the switch `annotations`, whose initial
 * value is yes. What several options say together is judged by the group's settle(), when all are known. */
#ifndef KIBITZER_OPTION_H
#define KIBITZER_OPTION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/format.h"
#include "base/strbuf.h"

enum option_kind {
    OPTION_OWN, /* only parse() knows the field */
    OPTION_SWITCH, /* bool; with an argument and words: the word that is yes */
    OPTION_NUMBER, /* int, or with words an enum */
    OPTION_REAL, /* double */
    OPTION_FLOAT, /* float */
    OPTION_TEXT, /* const char *, NULL where it is not given */
    OPTION_TEXTS /* struct option_texts */
};

struct option_texts { /* of an option that may be given several times: each time adds one */
    const char **at;
    size_t n;
};

/* Offset, size and kind, all from the field: they cannot disagree. */
#define OPTION_FIELD(s, field)                                                                                         \
    .at = offsetof(s, field), .size = sizeof(((s *)0)->field), .kind = _Generic(((s *)0)->field, bool: OPTION_SWITCH, int: OPTION_NUMBER,               \
                                               unsigned: OPTION_NUMBER, double: OPTION_REAL, float: OPTION_FLOAT,      \
                                               const char *: OPTION_TEXT, struct option_texts: OPTION_TEXTS, default: OPTION_OWN)

/* A row: what is not as usual stands behind its name and field. */
#define OPTION(name_, s, field, ...)                                                                                   \
    {                                                                                                                  \
        .name = name_, OPTION_FIELD(s, field), __VA_ARGS__                                                             \
    }

struct option_word { /* a value that has a name; a row without text ends them */
    const char *text;
    int value;
};

/* What is wrong, for a message: "--level 9ply: no such level". Begin with {0}. */
struct option_fault {
    const char *option; /* NULL: it is about several */
    struct strbuf value, words;
};
void option_fault_done(struct option_fault *f);

/* A value on its way into its field. */
struct option_value {
    const char *option, *text;
    void *field; /* the row's */
    void *group; /* the struct of the row's group, where one value fills several fields */
    struct arena *arena; /* for what must live as long as the options */
    struct option_fault *fault;
};
/* Both return false. The first: "--option text: words"; the second is about an option or, NULL, about several. */
bool option_wrong(const struct option_value *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool option_refuse(struct option_fault *f, const char *option, const char *value, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

enum option_flag {
    OPTION_READS_FILE = 1, /* the value is the name of a file or folder to be read; a service refuses it */
    OPTION_WRITES_FILE = 2,
    OPTION_HIDDEN = 4, /* works, but is not listed: for the program's own use */
    OPTION_CHANGES_RESULT = 8
};

struct option_row {
    const char *name; /* without dashes; NULL ends the table */
    char letter; /* one-letter form, or 0 */
    const char *argument; /* what it takes, "FILE"; "[=WORD]": it may be left out and is then "yes"; NULL = a switch */
    const char *initial; /* the value when none is given; NULL = none: the field is 0 or NULL */
    const char *help; /* lines end with \n, but for the last */
    const char *alias; /* an older spelling, or NULL */
    enum option_kind kind;
    size_t at, size;
    double least, most; /* of numbers; both 0 = whatever fits */
    const struct option_word *words;
    const char *expected; /* of words and numbers, for the message; NULL = made from the row */
    bool (*parse)(const struct option_value *v); /* its own grammar; false after option_wrong() */
    const char *(*listed)(size_t i); /* values that there are, for completion; NULL behind the last; or NULL */
    const char *needs, *excludes; /* names of other options, or NULL: --css-link needs css */
    unsigned flags;
};

struct options;

struct option_group {
    const char *title;
    const struct option_row *rows;
    void (*defaults)(void *group); /* of fields without an initial value, before any row; or NULL */
    /* What the options say together; may fill fields that no row names. False after option_refuse(). Or NULL. */
    bool (*settle)(const struct options *o, void *group, struct option_fault *f);
};

struct option_part {
    const struct option_group *group; /* NULL ends the list */
    size_t at;
};

struct option_set { /* the options of a command */
    const char *command;
    size_t size; /* of its struct */
    const struct option_part *parts;
    bool (*settle)(const struct options *o, void *all, struct option_fault *f);
};

/* Every field has its row's initial value. */
struct options *options_new(const struct option_set *set);
void options_free(struct options *o);

/* Sets one by name or alias; NULL for switches is "yes". Given again, the last value counts alone, and of a list
 * (OPTION_TEXTS) each adds one. False with *f filled, f->option NULL if there is no such
 * option; what was set before stays. What options_settle() gave is gone. */
bool options_set(struct options *o, const char *name, const char *text, struct option_fault *f);
/* A switch as if it had never been set; nothing if there is none. */
void options_clear_switch(struct options *o, const char *name);
/* Was it set? Asking for an option that there is not is a mistake of ours. */
bool options_given(const struct options *o, const char *name);
/* Likewise, but a switch only if it was set to what it is not by itself; false too where there is no such option. */
bool options_asked(const struct options *o, const char *name);
/* As what? NULL = it was not. */
const char *options_text(const struct options *o, const char *name);
/* The struct of the command with all that follows from the options filled in; NULL with *f filled if they do not go
 * together. It lives as long as `o`, and is made anew by the next call. */
const void *options_settle(struct options *o, struct option_fault *f);
/* The struct of one group in the settled struct; NULL where the command has no such group. */
const void *options_part(const struct options *o, const struct option_group *group);

/* The files that options name as what is read and never written, or as what is written. */
void options_each_input(const struct options *o, void (*take)(void *context, const char *path), void *context);
void options_each_output(const struct options *o, void (*take)(void *context, const char *path), void *context);

/* For texts that settle() makes. */
struct arena *options_arena(const struct options *o);

/* Row by row, through all groups; NULL behind the last. */
const struct option_row *options_row(const struct options *o, size_t index, const struct option_group **group);

#endif
