/* Diagnostics: what a reader or a check has to say, with the place it speaks of.
 * Printed as `final.mat:17:24: error: 8/3 does not fit the roll 31`, followed by the line and a caret where the source
 * text is known. Readers keep what they understood and warn; an error means that something was refused. */
#ifndef KIBITZER_DIAG_H
#define KIBITZER_DIAG_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "base/format.h"
#include "base/span.h"
#include "base/strbuf.h"

enum severity { SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR };

struct diag {
    enum severity severity;
    int line, column; /* from 1 (column in bytes); line 0 = the file as a whole */
    int64_t offset; /* byte offset for binary formats, else -1 */
    size_t match; /* it is about this match of the file, from 1; 0 = it does not say so */
    const char *kind; /* the format it was made from: alike are those that share it */
    char *message; /* what was found, what was expected, in English; one line, no final dot */
    char *own; /* the same in the reader's language; NULL = in no other */
};

/* For people. */
const char *diag_words(const struct diag *g);

struct diags {
    char *file; /* as shown to the user; may be NULL */
    struct span source; /* text for the caret; may be empty; not owned */
    struct strbuf text; /* owned room for `source`, see diags_source() */
    struct diag *at;
    size_t n, capacity;
    size_t n_errors, n_warnings;
    size_t n_dropped; /* beyond `limit`: counted above but not kept; printing says so */
    size_t limit; /* 0 = 1000 */
};

void diags_init(struct diags *d, const char *file);
void diags_done(struct diags *d);

/* An empty buffer that lives as long as `d`: for a text made on the way in (decoded, unpacked) that `source` shall
 * show. */
struct strbuf *diags_source(struct diags *d);

void diag_at(struct diags *d, enum severity s, int line, int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
void diag_offset(struct diags *d, enum severity s, int64_t offset, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_voffset(struct diags *d, enum severity s, int64_t offset, const char *format, va_list args)
    __attribute__((format(printf, 4, 0)));

/* Of the file as a whole, with a text in its one %s that is made in English and in the reader's language, as a list is.
 */
void diag_pair(struct diags *d, enum severity s, const char *format, const char *english, const char *own);

/* What was said since `before`, a number of them, is about that match of the file. */
void diags_about_match(struct diags *d, size_t before, size_t match);
/* Puts the numbers of the matches into the words: for files of several. */
void diags_name_matches(struct diags *d);

/* Takes back what was said since `before`, a copy of *d, was made. */
void diags_rewind(struct diags *d, const struct diags *before);

/* Moves all of `from` behind those of `d`, with their counts; `from` is released. */
void diags_append(struct diags *d, struct diags *from);

/* The same where `from` speaks of another file: its name and the places go into the words. */
void diags_quote(struct diags *d, struct diags *from);

/* The "file" of what is on the command line: the n-th input is its n-th line, and printed as "argument n". */
#define ARGUMENTS "<arguments>"

/* Prints all with severity `least` or above, in order; control characters in messages are shown as \xNN. Unless notes
 * are printed as well, only the first five of a kind are; a line says how many more there are. */
void diags_print(const struct diags *d, enum severity least, FILE *to);

/* The same one by one: `shown` is what would be printed, without the last \n. */
void diags_show(const struct diags *d, enum severity least,
                void (*take)(void *context, const struct diag *g, const char *shown), void *context);

/* The same as text, one a line with its place but without the file's name; NULL if there are none. Free it. */
char *diags_text(const struct diags *d, enum severity least);

const char *severity_name(enum severity s); /* "note", "warning", "error" */

#endif
