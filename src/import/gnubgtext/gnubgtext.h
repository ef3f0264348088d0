/* What the files of the reader of GNU Backgammon's text exports share: gnubgtext.c (games, blocks, what was done),
 * gnubgtext_analysis.c (the lines below it). */
#ifndef KIBITZER_GNUBGTEXT_H
#define KIBITZER_GNUBGTEXT_H

#include "import/builder.h"
#include "import/lines.h"

enum gnubgtext_section { /* what the lines of a block belong to */
                         IN_HEAD, /* of a game: facts about the match */
                         IN_MATCH_COMMENT,
                         IN_BLOCK,
                         IN_CUBE,
                         IN_PLAYS,
                         IN_COMMENT,
                         IN_STATISTICS
};

struct gnubgtext {
    struct builder b;
    struct lines lines;
    struct receiver *out;
    struct match *m; /* NULL before the first line that belongs to one */
    int set; /* of annotations; -1 = none yet */
    enum gnubgtext_section section;
    struct span position_id; /* of the block, until its Match ID is there */
    struct position position;
    bool placed; /* the block has one */
    bool pasted; /* it is a board that was copied from a terminal, without the block's first line */
    struct strbuf before; /* what stands before the first match */
    bool pending; /* a roll whose play has not been met */
    bool answers; /* a take or a pass: its analysis is the doubler's again */
    size_t capacity; /* of the candidates */
};

struct span gnubgtext_behind(struct span line, const char *start); /* trimmed */
void gnubgtext_warn(const struct gnubgtext *t, struct span at, const char *problem);

/* The event that a block is about: the roll that was not played, where nothing was done; the position where there is
 * nothing else. Needs a game. */
struct event *gnubgtext_event(struct gnubgtext *t);

/* A line of an analysis, or one that begins such a section. False if it is neither. */
bool gnubgtext_analysis(struct gnubgtext *t, struct span line);

#endif
