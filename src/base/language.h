/* The reader's language: words of ours in it, by catalogues that are compiled in (po/, docs/translating.md) or, in a
 * browser, brought by the page. It belongs to the current call (call.h); without a call, and in English, words are
 * what the sources have.
 *
 * Words are translated where they become text: document/leaf.c for all that a document says, tr() for the little
 * that writers add. N_() marks words that get there by way of a table. C_() tells apart what is one word in English:
 *
 *     static const char *const names[] = {N_("won"), C_("of a question", "open")}; */
#ifndef KIBITZER_LANGUAGE_H
#define KIBITZER_LANGUAGE_H

#include <stdbool.h>

#include "base/strbuf.h"

#define LANGUAGE_CONTEXT "\004" /* between a context and its words, as msgfmt has it */
#define N_(text) text
#define NN_(one, many) one, many /* a pair, of which a number chooses */
#define C_(context, text) context LANGUAGE_CONTEXT text

struct language {
    const char *code; /* "de" */
    const unsigned char *catalogue, *end; /* as tools/po/words.sh makes it; NULL = English */
    const unsigned char *rest, *rest_end; /* what help and messages alone say; NULL = nothing */
};

/* NULL = there is none. */
const struct language *language_named(const char *code);
const char *language_code(size_t i); /* English first, then in the order of their codes; NULL behind the last */

/* A language with catalogues that this program does not have itself, from then on; they stay where they are. Before
 * any call. False: no memory. */
bool language_install(const struct language *l);

/* Of the current call; never NULL. */
const struct language *language_current(void);
/* Its code where documents say so: NULL in English. */
const char *language_said(void);
/* Of the current call, if there is one, until something else is said; gives back what it was. Not while threads work
 * for it. */
const struct language *language_enter(const struct language *l);

/* In that language, in the current one; in English without the context. Static text. */
const char *language_words(const struct language *l, const char *id);
const char *language_counted(const struct language *l, const char *one, const char *many, long n)
    __attribute__((format_arg(2), format_arg(3)));
const char *tr(const char *id);
const char *tr_counted(const char *one, const char *many, long n) __attribute__((format_arg(1), format_arg(2)));
/* What stands for the words in that catalogue, for n things (n < 0: of no number); NULL = nothing. */
const char *catalogue_words(const struct language *l, const char *id, long n);

/* Words with holes {0} to {9}, filled: printf()'s %s in an order that the language chooses. */
void tr_put(struct strbuf *out, const char *text, const char *const *filling, size_t n);

/* The same of an id, which is translated first: tr_add(out, "{0} of {1}", TR_INT(n), TR_INT(of)). */
#define TR_FILLING(...) (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)
#define tr_add(out, id, ...) tr_put(out, tr(id), TR_FILLING(__VA_ARGS__))
#define tr_add_counted(out, one, many, n, ...) tr_put(out, tr_counted(one, many, n), TR_FILLING(__VA_ARGS__))

/* Figures for them, good until the block ends: a whole number, one with decimals, a share in per cent. */
struct tr_figure {
    char text[48];
};
#define TR_INT(n) tr_int(&(struct tr_figure){""}, (long)(n))
#define TR_REAL(value, decimals) tr_real(&(struct tr_figure){""}, value, decimals)
#define TR_PERCENT(share) tr_share(&(struct tr_figure){""}, share, 0)
#define TR_SHARE(share, decimals) tr_share(&(struct tr_figure){""}, share, decimals)
#define TR_FORMAT(...) tr_format(&(struct tr_figure){""}, __VA_ARGS__) /* as printf() makes it: "%6.2f" */
const char *tr_int(struct tr_figure *f, long n);
const char *tr_real(struct tr_figure *f, double value, int decimals);
const char *tr_share(struct tr_figure *f, double share, int decimals);
const char *tr_format(struct tr_figure *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* A figure as the language writes it: the end of `out` from `from` on, where it has a point; with the sign of per cent;
 * a date that is one ("2025-03-01", "2025-03"), any other text as it is. */
void tr_mark(struct strbuf *out, size_t from);
void tr_percent(struct strbuf *out, size_t from);
void tr_date(struct strbuf *out, const char *date);

#endif
