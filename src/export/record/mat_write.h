/* What the files of the writer of .mat and its relatives share: mat.c (files and games), mat_cells.c (the lines of a
 * game), mat_head.c (tags), mat_losses.c. */
#ifndef KIBITZER_MAT_WRITE_H
#define KIBITZER_MAT_WRITE_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "match/walk.h"

struct mat_layout {
    size_t right; /* index where right cells begin */
    size_t line_end; /* cells in the right column are padded up to here */
    bool xg;
    bool comments; /* lines beginning with a semicolon may stand between the others */
    bool illegal_lines; /* illegal plays are always given by the position after them */
    bool scores; /* in the players' line */
    bool ratings; /* there too */
};

struct mat_columns {
    struct strbuf *out;
    const struct mat_layout *layout;
    int number; /* of the last line begun */
    int state; /* of the line that is open */
    size_t start; /* of the line in `out` */
    struct strbuf cell; /* scratch */
};

/* ---- lines of a game ---- */

void mat_put_text(struct strbuf *out, const char *text); /* made fit for one line: no control characters */
/* A reader gives them to the event before them. Between cells they stand far to the right, MAT_COMMENT_COLUMN: GNU
 * Backgammon passes over them there, but takes one at the beginning of the line for the last play once more. */
enum { MAT_COMMENT_COLUMN = 40 };
void mat_comment_lines(struct strbuf *out, const char *comment, size_t column);
void mat_pad_to(struct mat_columns *c, size_t column);
void mat_end_line(struct mat_columns *c);
void mat_event_cell(struct mat_columns *c, const struct walk *w);
void mat_result_line(struct mat_columns *c, const struct match *m, const struct game *g);

bool mat_is_set_up(const struct game *g, const struct event *e); /* or a comment: nothing for a cell */
bool mat_has_cells(const struct game *g); /* else nothing says that the game was there */
/* Is the play given by the position after it? A reader gives up after a play that it cannot execute. */
bool mat_needs_board(const struct game *g, const struct event *e);
bool mat_has_impossible_dice(const struct event *e);

/* ---- head ---- */

void mat_write_head(struct strbuf *out, const struct match *m, bool xg);
/* Does a property CubeLimit say what the rules do? Else it is not written: readers would believe one of the two. */
bool mat_limit_stands(const struct match *m, const struct property *p);
const struct property *mat_find_tag(const struct match *m, const char *name); /* of the source; NULL = none */
/* Can the rating stand behind the name, "Alice, 1700.12", where GNU Backgammon and others look for it? */
bool mat_has_plain_rating(const struct match *m, int who);
bool mat_has_elo_tag(const struct match *m, int who, bool xg); /* made from the record */

/* ---- what is lost ---- */

/* Every kind of cell file loses these; `tags` = the head with its tags is there. */
void mat_report_losses(const struct mat_layout *l, const struct match *m, bool tags, struct diags *d);

#endif
