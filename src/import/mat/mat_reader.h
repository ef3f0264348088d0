/* What the files of the .mat reader share: mat.c (matches, games, lines), mat_cells.c (the cells of a game). */
#ifndef KIBITZER_MAT_READER_H
#define KIBITZER_MAT_READER_H

#include "import/import.h"
#include "import/lines.h"
#include "import/mat/mat_header.h"
#include "import/result.h"
#include "match/moves.h"

/* A length given in a comment or a tag before the first game. */
struct spare_length {
    long length;
    struct span text;
    int line; /* 0 = there is none */
};

struct mat_reader {
    struct lines lines;
    struct receiver *out;
    struct diags *d;
    struct match *m; /* the open match, or NULL */
    struct game *g; /* the open game, or NULL */
    struct replay replay, before_roll;
    struct stated_result stated;
    bool stated_by_loser; /* it is what a "Losses" cell says */
    int resigned_by; /* NOBODY, or who said "Resigns" */
    bool players_due; /* a game header was read, the players' line is next */
    long header_number; /* of that header */
    bool skipping; /* the match is decided: games that follow are passed over */
    bool stopped; /* a play could not be executed: the rest of the game cannot be replayed */
    bool swapped; /* this game's columns are the other way round than the first game's */
    bool crawford_done;
    struct spare_length spare; /* of the match to come */
    struct span other_names[2]; /* than the first game's, that a warning was given of */
    size_t skipped_cells;
    long turn; /* the number of the last line of the open game that has one */
    int turn_cells; /* in that line */
    struct mat_tag *tags; /* of the match to come */
    size_t n_tags, tags_capacity;
    struct strbuf comment; /* comment lines not yet attached */
    size_t comment_owner; /* number of events before them: they belong to the last of these, or to the game */
    struct span set_pos; /* "; Set Pos=" of the game to come: a position */
    struct place set_pos_place;
    struct span two_names; /* the last line that nobody understood: names of a .gam, perhaps */
    int two_names_line;
    bool bare; /* the game that begins has no line with scores (.gam): what was won adds up */
    struct move_list moves;
};

struct place mat_place(const struct mat_reader *r, int column); /* in the line at hand */
/* Comment lines gather until they are flushed onto the event, the game or the match that they stand behind. */
void mat_add_comment(struct mat_reader *r, struct span text);
void mat_flush_comment(struct mat_reader *r);

/* Adds what the cells of the line at hand say to the open game. */
void mat_read_cells(struct mat_reader *r);

/* Adds how the open game ended, if that is what the words behind the name of `player` say: "Ann wins 2 points". */
bool mat_read_named_end(struct mat_reader *r, struct span words, int player);

/* XG's "; Set Pos=": false unless `text` is a position, seen by the column of its capitals, and a cube. */
bool mat_set_pos(struct span text, struct board *b, long *cube);

#endif
