/* The match record: where all modules meet. Readers build it, analysis annotates it, writers read it.
 * Plain data in one arena: match_free() is the only release; everything a record points to lives in its arena.
 *
 * PLAYERS are numbers: 0 = the first-named in the file (gnubg's O, top; SGF White), 1 = the second (X, bottom; Black).
 * Plays are in the mover's own numbering, boards in events are seen by the event's player. */
#ifndef KIBITZER_RECORD_H
#define KIBITZER_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "match/annotation.h"
#include "match/clock.h"
#include "match/moves.h"
#include "match/position.h"
#include "match/statistics.h"

/* ---- text that came along: never dropped, written back where the format allows ---- */

/* A named value: a .mat tag, an SGF property, a BGF key. `format` says whose word it is ("sgf", "mat", ...; NULL =
 * everybody's). Several values: SGF properties have lists. */
struct property {
    const char *format, *name;
    const char **values;
    size_t n_values;
    struct property *next;
};

/* Where in the source file a thing was read; line 0 = unknown. The offset counts bytes of binary formats, else -1. */
struct place {
    int line, column, offset;
};

/* ---- events ---- */

enum event_kind { /* ORDER EVENT: names in record.c */
                  EVENT_PLAY, /* dice and play (play.n = 0: dance) */
                  EVENT_ROLL, /* dice rolled, no play known: resignation, unfinished game, set dice */
                  EVENT_DOUBLE, /* double or redouble; value = the cube after it */
                  EVENT_BEAVER, /* value = the cube after it */
                  EVENT_RACCOON,
                  EVENT_TAKE,
                  EVENT_DROP,
                  EVENT_RESIGN, /* player offers to resign `value` cubes (1..3); value 0 = size not given */
                  EVENT_RESIGN_ACCEPT, /* by the opponent */
                  EVENT_RESIGN_REFUSE,
                  EVENT_SET_BOARD, /* board seen by `player`, who is on roll afterwards */
                  EVENT_SET_DICE,
                  EVENT_SET_CUBE, /* value, owner */
                  EVENT_SET_SCORE, /* score */
                  EVENT_COMMENT, /* text between moves that belongs to no event */
                  EVENT_KINDS
};

enum event_flag {
    EVENT_ILLEGAL = 1, /* the play is not legal; kept as found */
    EVENT_AFTER_GIVEN = 2, /* `board` is what stood after the play, seen by the player (illegal plays) */
    EVENT_IMPLIED = 4, /* not in the file but clear from it (a forced play left out, a take after a beaver) */
    EVENT_MARKED_HERE = 8, /* `mark` is the word of the collection's owner, not of the file: dumps alone hold this */
    EVENT_UNDOUBLED_MARKED_HERE = 16 /* likewise `undoubled_mark` */
};

enum { EVENT_VALUE_MAX = 1000000000 }; /* of any event, illegal ones too */

/* There is one for every few bytes of a file: small types, and a board only where there is one. */
struct event {
    enum event_kind kind : 8;
    signed int player : 8; /* who acts: 0 or 1 */
    unsigned flags : 8; /* enum event_flag */
    signed int owner : 8; /* EVENT_SET_CUBE */
    int8_t dice[2]; /* as rolled, in the file's order; 0 0 where there are none */
    int8_t mark; /* enum mark: by hand, of the play or the cube action; see event_can_be_marked() */
    int8_t undoubled_mark; /* likewise, of a roll: of not having doubled before it */
    struct play play;
    int value; /* cube value, resignation size */
    int score[2]; /* EVENT_SET_SCORE */
    struct place place;
    const struct board *board; /* EVENT_SET_BOARD, EVENT_AFTER_GIVEN; see event_set_board() */
    const char *text; /* the play as the source wrote it where that matters (illegal plays); or NULL */
    const char *comment;
    const struct timing *timing; /* NULL = nothing is known of its time */
    struct property *properties; /* unknown words of the source, in order */
    struct annotation *annotations; /* one per annotation set that speaks of this event; see annotation.h */
};

/* ---- games ---- */

enum ending { ENDING_NONE, ENDING_BORNE_OFF, ENDING_DROP, ENDING_RESIGNED, ENDING_FORFEIT, ENDING_SETTLED };
enum { ENDINGS = ENDING_SETTLED + 1 };
extern const char *const ending_names[ENDINGS]; /* ORDER ENDING: for documents; NULL = none */

struct game {
    int number; /* from 1 */
    int score[2]; /* before the game */
    bool crawford_game;
    int automatic_doubles; /* cube starts at 2^this */
    struct event *events;
    size_t n_events, capacity;
    int winner; /* NOBODY while unfinished */
    int points; /* won, cube included */
    enum ending ending;
    const char *comment;
    struct property *properties;
    struct statistics *statistics; /* one per annotation set: [match->n_sets], or NULL; filled by the analysis */
    struct place place;
};

/* ---- the match ---- */

struct player_info {
    const char *name; /* UTF-8; "" = not given */
    const char *rating; /* as text: "1700.10", "5,00/0"; NULL = not given */
    const char *experience; /* likewise */
};

struct match_info { /* NULL = not given */
    const char *date; /* "yyyy-mm-dd" where it could be understood, else as found */
    const char *event, *round, *place, *annotator, *site, *match_id, *time;
};

/* What a user corrects in a record. Zeros: nothing. */
struct corrections {
    const char *name[2];
    struct match_info info;
    int length; /* 0 = as it is, -1 = a money session */
};

struct match {
    struct arena *arena;
    const char *format; /* importer's name, "" if made by hand */
    const char *generator; /* program that wrote the source, or NULL */
    struct player_info player[2];
    struct match_info info;
    int length; /* 0 = money session */
    struct rules rules;
    bool jacoby_known; /* the source says whether Jacoby is in force */
    const struct clock *clock; /* NULL = not known, or none */
    const struct video *video; /* a recording; NULL = none is known */
    const char *comment;
    struct property *properties; /* tags and words not understood, in order */
    struct game *games;
    size_t n_games, capacity;
    struct annotation_set *sets; /* sources of annotations; index = annotation.set */
    size_t n_sets;
    struct statistics *statistics; /* [n_sets], or NULL: sums over the games */
    struct { /* private: what grows at the end of the record, so that long things grow cheaply and waste nothing */
        char *comment; /* the last one */
        size_t length, capacity;
        struct property **list, *head, *tail; /* where the last property list ends */
        struct event *events; /* room for those of the last game, which move into the arena when the game is complete */
        size_t events_capacity;
    } growing;
};

/* Takes records over one by one, as they are read; embed it first. */
struct receiver {
    void (*take)(struct receiver *self, struct match *m); /* m belongs to it from now on */
    size_t n; /* how many it was handed */
    enum variant variant; /* what matches are played as whose source does not say it */
};

/* A list of matches from one file. */
struct matches {
    struct receiver receiver; /* private */
    struct match **at;
    size_t n, capacity;
};

/* A position rather than a match: one game that sets it up, in which nothing but a double (a beaver, a raccoon) has
 * happened. */
bool match_is_position(const struct match *m);
/* In a game that sets up a position a resignation waits, and nothing but offers has happened before it. */
bool game_asks_acceptance(const struct game *g);
/* Makes a position whose format names no game one of `variant`: what a side has not on the board is off. Other records,
 * and those that say their game, stay as they are. False if a side has more chequers than `variant` on the board. */
bool match_set_variant(struct match *m, enum variant variant);
/* A game that sets a position up and ends with a double, beaver or raccoon: what to reply is the question. */
bool game_asks_reply(const struct game *g);

struct match *match_new(void); /* money, backgammon, cube in use, Crawford rule on, names "" */
void match_free(struct match *m);
struct game *match_add_game(struct match *m); /* winner NOBODY, number set, scores 0 */
/* The events of a game move when one is added: no pointer to another event is good afterwards. */
struct event *game_add_event(struct match *m, struct game *g, enum event_kind kind, int player);
/* Any numbers: match_check() refuses those that are not dice. */
void event_set_dice(struct event *e, int die1, int die2);
void event_set_board(struct match *m, struct event *e, const struct board *board); /* keeps a copy */
const struct board *event_board(const struct event *e); /* an empty board where the event has none */
struct property *property_add(struct match *m, struct property **list, const char *format, const char *name,
                              const char *value); /* appended; value may be NULL (no values) */
void property_add_value(struct match *m, struct property *p, const char *value);
void property_remove(struct match *m, struct property **list, const char *name); /* the first, in any case */
/* A word of an SGF file that can be written back as it stands: of format "sgf", its name capital letters. */
bool property_is_sgf_word(const struct property *p);
/* The signature of an OGXM file or of an analysis in it: nobody who changes what it covers can keep it. */
bool property_is_signature(const struct property *p);
/* Two texts of a record; NULL is one without letters. */
bool same_text(const char *a, const char *b);
const struct property *property_find(const struct property *list, const char *name);
void comment_append(struct match *m, const char **comment, struct span text); /* newline between pieces */
extern const char *const event_kind_names[EVENT_KINDS]; /* ORDER EVENT: "play", "double", ... the words of the dump */
const char *event_kind_name(enum event_kind kind);

/* The points both players have after the last game: its score before, and its result if it has one. */
void match_final_score(const struct match *m, int score[2]);

void match_hand_on(struct match *m, struct receiver *to); /* a complete record, no longer the caller's */
void matches_add(struct matches *list, struct match *m); /* takes ownership of a complete record */
struct receiver *matches_receiver(struct matches *list); /* adds what it is handed */
void matches_done(struct matches *list);

/* A new annotation set; returns its index. Statistics arrays are reallocated to fit. */
int match_add_set(struct match *m, const struct annotation_set *set);
/* Takes annotation sets away again until `n` are left. */
void match_drop_sets(struct match *m, size_t n);
struct annotation *event_annotate(struct match *m, struct event *e, int set); /* finds or adds */
const struct annotation *event_annotation(const struct event *e, int set); /* or NULL */

/* Plays and cube actions: `mark` is of these. */
bool event_can_be_marked(const struct event *e);

/* Marks that an author set by hand: the event's own, and those in whatever set without a figure behind them. None:
 * MARK_NONE, LUCK_NONE. On plays, `cube` is of not having doubled. */
struct author_marks {
    enum mark play, cube;
    enum luck_mark luck;
};
struct author_marks event_author_marks(const struct event *e);
/* How many chequer plays, or cube decisions, of `player` are marked by hand, by enum mark; `g` NULL = in all games. */
void match_count_marks(const struct match *m, const struct game *g, int player, bool cube, int count[MARKS]);
/* The owner's word; of a cube action, `undoubled` is false. */
void event_mark_here(struct event *e, bool undoubled, enum mark mark);

#endif
