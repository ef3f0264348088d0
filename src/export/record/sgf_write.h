/* What the files of the SGF writer share: sgf.c (games and nodes), sgf_annotations.c (A, DA, LU and marks),
 * sgf_values.c.
 *
 * VIEWPOINT. Points are the mover's, as everywhere in a record; SGF's letters name fixed places. */
#ifndef KIBITZER_SGF_WRITE_H
#define KIBITZER_SGF_WRITE_H

#include "export/export.h"
#include "match/loss.h"
#include "match/walk.h"

struct sgf_writer {
    struct strbuf *out;
    const struct match *m;
    int set; /* of annotations to write; -1 = none */
    int *plain_rollouts, *cut_rollouts; /* counted: written as evaluations; written without all that was known */
    struct replay replay; /* before the event that is written */
};

/* ---- values ---- */

char sgf_colour(int who);
void sgf_put_text(struct strbuf *out, const char *text); /* between brackets: `\` and `]` are escaped */
void sgf_put_part(struct strbuf *out, const char *text); /* the same before a colon: `:` is escaped as well */
void sgf_text_property(struct strbuf *out, const char *name, const char *text); /* nothing for no text */
void sgf_put_number(struct strbuf *out, double x); /* a blank and six decimals */
void sgf_int_property(struct strbuf *out, const char *name, long value);
char sgf_point_letter(int who, int point); /* fixed places, a = White's ace point */
void sgf_put_steps(struct strbuf *out, int who, const struct play *play);
void sgf_put_dice(struct strbuf *out, const int8_t dice[2]);

/* ---- properties that came along ---- */

void sgf_raw_value(struct strbuf *out,
                   const char *value); /* in brackets, as it stood; nothing in it may end it early */
void sgf_raw_property(struct strbuf *out, const struct property *p);
bool sgf_is_own(const struct property *p); /* read from SGF */
bool sgf_is_variation(const struct property *p); /* a whole sub-tree beside the main line */
/* SGF's own words of a list, but for those named in `left_out`, which ends with NULL. */
void sgf_kept_properties(struct strbuf *out, const struct property *p, const char *const *left_out);
const struct property *sgf_kept(const struct property *p, const char *name);

/* ---- annotations ---- */

void sgf_annotation_properties(const struct sgf_writer *w, const struct event *e);
/* The mark that an author set by hand; false: only KT has a word for it. */
bool sgf_has_mark_word(const struct sgf_writer *w, const struct event *e);
void sgf_mark_property(const struct sgf_writer *w, const struct event *e);
bool sgf_has_undoubled_word(const struct sgf_writer *w, const struct event *e); /* likewise, of not having doubled */
void sgf_undoubled_property(const struct sgf_writer *w, const struct event *e);
/* Adds to `l` what A and DA leave out of the event's annotation. */
void sgf_count_annotation(const struct sgf_writer *w, const struct event *e, struct losses *l);

#endif
