/* A transcript while it is read: what the parts of its reader share. The file and its games (transcript.c), lines with
 * a word in front (head.c), turns (turns.c), and plays that the rules do not know (checks.c). */
#ifndef KIBITZER_TRANSCRIPT_H
#define KIBITZER_TRANSCRIPT_H

#include "import/builder.h"
#include "import/lines.h"
#include "import/transcript/guesses.h"

struct transcript {
    struct builder b;
    struct guesses guesses;
    struct match *m;
    struct lines lines;
    struct scan s; /* what is left of the line */
    int named; /* who was said to act next, or NOBODY */
    int score[2]; /* before the next game */
    bool headed; /* there is a head: a match of which no game has begun */
};

struct roll {
    int dice[2], player;
    struct span text; /* of the play, as typed */
    bool words; /* of another source, for what cannot be played */
    char mark; /* . ? ! - or 0 */
    struct span id; /* behind ! : the board that stood there afterwards */
    struct place place;
};

struct place transcript_place(const struct transcript *t, const char *at);

void transcript_comment(struct transcript *t, struct span text); /* on what was read last */
void transcript_not_understood(struct transcript *t, struct span what, const char *expected);

/* Text in quotation marks, in which \ stands before a mark or a \, and \n is the end of a line. */
struct span transcript_quoted(struct transcript *t);

/* Player a or b; NOBODY = another word. */
int transcript_letter(struct span word);
/* A player as a word: a or b, or how the name begins. */
int transcript_player(const struct transcript *t, struct span word);

/* IDs do not hold the variation: what is not on the board is off. */
bool transcript_board(const struct transcript *t, struct span id, struct board *b);

void transcript_begin_game(struct transcript *t, const char *at);
void transcript_need_game(struct transcript *t, const char *at); /* begins one unless one is open */
void transcript_end_game(struct transcript *t, int winner, int points, const char *at);

/* Begins a line: reads what a word of the head, or of where games begin and end, says in front of it. False if no turns
 * may follow. */
bool transcript_head(struct transcript *t);

/* What begins a line: no such word, one, or one that says that this is a transcript (two names with a comma, or how
 * long the match is). */
enum head_word { HEAD_NONE, HEAD_WORD, HEAD_CERTAIN };
enum head_word transcript_head_word(struct span line);

void transcript_turns(struct transcript *t); /* to the end of the line */
bool transcript_is_turns(struct span line); /* dice, parts of plays, marks, actions */

/* Says that a play is none, or not forced, and which legal ones are nearest. */
void transcript_warn_of_play(struct transcript *t, const struct roll *r);
/* Kept as it was typed, whatever the rules say. */
void transcript_play_as_typed(struct transcript *t, const struct roll *r);

#endif
