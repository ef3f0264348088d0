/* What the command line says, in the reader's language: that of --language, else of the settings, else of the
 * environment. A text of help is translated piece by piece. */
#ifndef KIBITZER_READER_H
#define KIBITZER_READER_H

#include <stdbool.h>
#include <stdio.h>

#include "base/language.h"
#include "base/span.h"
#include "base/strbuf.h"

struct kibitzer_call;

/* Finds the language, given the words of the command line. */
void reader_begin(int argc, char **argv);
void reader_end(void);
/* The last one that it names, where there is no such language, else NULL. */
const char *reader_unknown(int argc, char **argv);
/* Without the words that say it, for what has no such option; returns how many are left. */
int reader_leave_out(int argc, char **argv);
const char *reader_language(void); /* its code, "en" */

/* In the language; itself where there is nothing. Formats stay formats. */
const char *words(const char *english) __attribute__((format_arg(1)));

/* A piece of a text of help: a line alone, or those that make sentences. */
struct piece {
    struct span lines; /* as they are */
    struct span head; /* what stays in front of the words: an example, a name and the blanks behind it; may be empty */
    struct strbuf words; /* in one line; empty: there are none to translate */
    int indent; /* of further lines; 0 = where the words begin */
};
/* False at the end; the piece is done with the next one. */
bool piece_next(const char **at, struct piece *p);
void piece_done(struct piece *p);

/* All of a text. */
void reader_print(FILE *to, const char *text);
/* One after what fills `column` columns, in lines that begin with `indent` blanks; ends no line. */
void reader_wrap(FILE *to, const char *text, int indent, int column);

#endif
