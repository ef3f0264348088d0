/* Cursors over a match, each over a copy of its own: its games, its events, the plays that were weighed, its decisions.
 * See kibitzer.h. */
#ifndef KIBITZER_LIBRARY_RECORD_H
#define KIBITZER_LIBRARY_RECORD_H

#include "base/strbuf.h"
#include "library/library.h"
#include "format/posid.h"
#include "match/walk.h"
#include "report/decision.h"

enum record_text { TEXT_PLAY, TEXT_BEST, TEXT_LEVEL, TEXT_THEMES, TEXT_WHY, RECORD_TEXTS };

struct record_cursor {
    struct kibitzer_cursor base;
    struct match *match; /* the cursor's own */
    int (*step)(struct record_cursor *c); /* fills the next row: 1, or 0 at the end */
    struct place_in_match {
        size_t game;
        bool walking; /* through `game` */
        struct walk walk;
        int candidate; /* of the event at hand, the next one; 0 = the event is done */
        bool play_next; /* of a roll the cube decision was the last row */
        struct decision decision;
    } at, before; /* before: where the call began that is not finished */
    bool unfinished;
    char dice[3], xgid[XGID_MAX], gnubg_id[POSITION_ID_LENGTH + MATCH_ID_LENGTH + 2];
    struct strbuf text[RECORD_TEXTS];
};

struct record_rows { /* a kind of cursor */
    const char *const *names;
    size_t columns;
    int (*step)(struct record_cursor *c);
};
struct kibitzer_cursor *record_cursor_over(struct kibitzer_file *f, size_t match, const struct record_rows *rows,
                                           struct kibitzer_call *c);

/* The next event of the match; false after the last. */
bool record_walk(struct record_cursor *c);
/* The last annotation set; -1 = there is none. */
int record_set(const struct record_cursor *c);

void record_put(struct record_cursor *c, int column, double number);
void record_put_text(struct record_cursor *c, int column, const char *text);
void record_put_dice(struct record_cursor *c, int column, const struct event *e);
void record_put_play(struct record_cursor *c, int column, enum record_text room, const struct play *play);
void record_put_xgid(struct record_cursor *c, int column, const struct position *p);
void record_put_level(struct record_cursor *c, int column, const struct eval_level *l);
/* Into five columns from `first` on. */
void record_put_outcome(struct record_cursor *c, int first, const struct outcome *o);

#endif
