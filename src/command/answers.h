/* How commands print their answers: rows over structs (document/answer.h), in the requested style, to the requested
 * output. */
#ifndef KIBITZER_COMMAND_ANSWERS_H
#define KIBITZER_COMMAND_ANSWERS_H

#include "base/option.h"
#include "document/answer.h"

enum { TERMINAL_PLAIN = 1, TERMINAL_COLOUR };

struct answers_options {
    const char *format; /* NULL = as the file's name ends */
    const char *output; /* "-" = printed */
    const char *language; /* its code; NULL = English. The call has it (base/language.h) */
    bool json; /* the same as --format json */
    bool safe; /* CSV for spreadsheets */
    int width; /* of tables and texts in columns, below 0 = any; 0 = the terminal's: */
    int terminal_width; /* 0 = there is none */
    int terminal; /* 0 = the answer is not shown on one */
    const char *list; /* the command's choice: whose records are the lines of CSV, TSV and NDJSON; NULL = the first */
    int form; /* settled: an enum answer_style, or ANSWER_STYLES + one of the command's own */
    bool is_text; /* settled: that is called "text" */
};

struct own_form { /* that a command writes itself; a table ends with a nameless one */
    const char *name;
    const char *extension; /* of its files, without the dot; NULL = never chosen by it */
};

/* Forms of commands whose answer for people is a document of its own: ORDER DOCUMENT_FORM. */
#define PAGE_FORMS                                                                                                     \
    {"html", "html"}, {"pdf", "pdf"}, {"text", "txt"}, {"markdown", "md"},                                             \
    {                                                                                                                  \
        "latex", "tex"                                                                                                 \
    }
enum { PAGE_HTML = ANSWER_STYLES, PAGE_PDF, PAGE_TEXT, PAGE_MARKDOWN, PAGE_LATEX, PAGE_FORMS_END };

/* --format, --json, --output, --csv-safe, --width; settled without forms of the command's own. */
extern const struct option_group answers_group;
/* The same for a command that has words of its own for people, `text`, which it writes where nothing else is asked for.
 */
extern const struct option_group answers_text_group;
enum { ANSWERS_TEXT = ANSWER_STYLES };
/* The same without --output and --csv-safe: of a command whose -o is the folder that it writes. */
extern const struct option_group answers_printed_group;
/* The same without --format, which is a row of the command's own: it lists what there is. Its settle() calls the
 * function below. */
extern const struct option_group answers_more_group;

/* Fills in `form`. `own` (or NULL) comes before the styles of the same name; `otherwise`: where neither the options nor
 * the name of the output says it. False after option_refuse(). */
bool answers_settle(struct answers_options *o, const struct own_form *own, int otherwise, struct option_fault *f);
/* The same where records are not written, only what the command writes itself. */
bool answers_settle_document(struct answers_options *o, const struct own_form *own, int otherwise,
                             struct option_fault *f);

/* The answer in a style (`form` is below ANSWER_STYLES); an enum call_ending. Of an empty list of records programs get
 * the document, people nothing. */
int answers_put(const struct answers_options *o, const struct answer_document *a, const void *record);
/* JSON, NDJSON, CSV or TSV. Where there is no answer, these have the whole document all the same, with empty lists; all
 * other forms have nothing, as a message says so. Either way the command ends with CALL_NOTHING. */
bool answers_are_data(const struct answers_options *o);
/* Prints the document alone: of commands whose answer is something else. */
void answers_json(const struct answer_document *a, const void *record);
/* What the command has written itself. */
int answers_put_text(const struct answers_options *o, const struct strbuf *text);

/* Room for what it writes, in columns; 0 = any. Lines that are longer are folded when they go out, but for what is
 * drawn: this does it for those who put them out themselves. */
int answers_text_width(const struct answers_options *o);
void answers_fold(const struct answers_options *o, struct strbuf *text, size_t from);
void answers_fold_prose(const struct answers_options *o, struct strbuf *text); /* as wide as a table, in files too */

/* The same piece by piece: JSON and lines go out as they come, so that an answer may be of any length. Tables and pages
 * need all rows first: then what these point at lives until the end. */
bool answers_keep(const struct answers_options *o);
struct answers_stream *answers_begin(const struct answers_options *o, const struct answer_document *a,
                                     const void *record);
void answers_row(struct answers_stream *s, const void *row);
/* Where the command writes itself what goes out next: the form is one of its own. */
struct strbuf *answers_own_text(struct answers_stream *s);
void answers_flush(struct answers_stream *s);
int answers_end(struct answers_stream *s, const void *record); /* frees it; an enum call_ending */

#endif
