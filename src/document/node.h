/* The document tree: what a report says, without a format. Builders (src/report) know backgammon and make nodes;
 * writers (src/export/html, print, ...) know a format and no backgammon. docs/architecture.md says how a writer works.
 *
 * A document arrives piece by piece: containers are opened and closed, and between these every block (a heading, a
 * paragraph, a table, a card, a decision) is a complete subtree that is gone after it was taken. So twenty thousand
 * plies need no more memory than one.
 *
 * VIEWPOINT. `side` is the player a node is about: 0 or 1, else NOBODY. Figures are that side's: errors as they cost it
 * (negative), luck as it helped it. Diagrams show the position from whoever decides. */
#ifndef KIBITZER_NODE_H
#define KIBITZER_NODE_H

#include <stdbool.h>

#include "base/span.h"
#include "match/annotation.h"
#include "match/position.h"
#include "match/themes.h"

enum node_kind { /* ORDER NODE: names in node.c */
                 /* containers: opened, filled block by block, closed */
                 NODE_DOCUMENT, /* children when it is opened: its title (HEADING), then facts about it (FACTS) */
                 NODE_SECTION, /* child when it is opened: its HEADING */
                 /* blocks */
                 NODE_HEADING,
                 NODE_PARAGRAPH,
                 NODE_QUOTE, /* somebody's comment: may hold line feeds */
                 NODE_NAV, /* LINKs */
                 NODE_FACTS, /* FACTs */
                 NODE_FACT, /* first child: what it is; the others: its value */
                 NODE_CARD, /* HEADING and other blocks, framed */
                 NODE_DECISION, /* a LINE, then the blocks behind it */
                 NODE_LINE, /* a decision in one line: number, player, roll, action, badges */
                 NODE_TABLE, /* a HEADING as caption (may lack), then ROWs or GROUPs */
                 NODE_GROUP, /* a HEADING, then ROWs */
                 NODE_ROW, /* a CELL for each column */
                 NODE_CELL,
                 NODE_DIAGRAM, /* children: what stands below it (PARAGRAPH, FACTS) */
                 NODE_PLOT, /* children: captions (PARAGRAPH), of a series by its role */
                 /* inline */
                 NODE_SPAN, /* a stretch with a role */
                 NODE_LINK,
                 /* leaves; WORDS may have children that fill its holes */
                 NODE_WORDS, /* ours: "{0} wins {1}" */
                 NODE_TEXT, /* the record's own: never translated, may hold anything */
                 NODE_NUMBER,
                 NODE_PLAYER,
                 NODE_ROLL,
                 NODE_PLAY,
                 NODE_SCORE,
                 NODE_DATE,
                 NODE_MARK, /* "??" */
                 NODE_ID, /* of a position: XGID, GNU Backgammon's */
                 NODE_KINDS
};

/* What a node is for: a class in HTML, a bookmark on paper, a word in the tree's own text. The names (node.c) are
 * documented in docs/formats/html.md and do not change. */
enum role { /* ORDER ROLE: names in node.c */
            ROLE_NONE,
            /* documents */
            ROLE_MATCH,
            ROLE_POSITIONS,
            ROLE_INDEX,
            ROLE_PERSON, /* all about a player */
            ROLE_BOOK, /* chapters; leads to no page beside it */
            /* sections */
            ROLE_HEAD,
            ROLE_CHAPTER, /* of a book */
            ROLE_ERRORS,
            ROLE_MORE,
            ROLE_PROGRESS, /* the course of a match, or of a player's matches */
            ROLE_GAMES,
            ROLE_MATCHES, /* of an index: the reader sorts and searches them */
            ROLE_GAME,
            ROLE_QUESTION, /* of a quiz */
            ROLE_STATISTICS,
            ROLE_STUDY, /* what costs more than it should */
            ROLE_BARS, /* figures to be compared with each other: section and table */
            ROLE_ABOUT, /* all facts */
            ROLE_LEGEND,
            ROLE_GLOSSARY, /* terms and what they mean: section and facts */
            /* navigation */
            ROLE_TRAIL, /* breadcrumb */
            ROLE_NEIGHBOURS, /* previous, next */
            ROLE_PAGES, /* of a list in several pages; the anchor names the list */
            ROLE_CONTENTS, /* sections and games */
            /* cards */
            ROLE_PLAYERS, /* a player: score, rates, marks */
            ROLE_ERROR, /* a costly decision */
            /* decisions */
            ROLE_CHEQUER,
            ROLE_CUBE,
            ROLE_RESIGNATION,
            ROLE_ASIDE, /* comments and set-ups between the moves */
            /* tables and groups */
            ROLE_CANDIDATES,
            ROLE_SHALLOW, /* a group of candidates looked at less deeply */
            ROLE_CUBE_ACTIONS,
            ROLE_SCORE_MAP, /* the verdict at every score */
            ROLE_ROLL_MAP, /* the equity after every roll */
            /* rows and spans: who did what */
            ROLE_PLAYED,
            ROLE_BEST,
            ROLE_FINE, /* played, and no error */
            ROLE_TOP, /* among the costliest of the match */
            /* paragraphs, facts */
            ROLE_BRIEF, /* a line of facts under a title */
            ROLE_SCORE_LINE, /* score, length, cube, pips under a diagram */
            ROLE_RESULT,
            ROLE_VERDICT, /* the proper cube action */
            ROLE_COST,
            ROLE_WHY, /* why it was an error */
            ROLE_THEMES, /* what it is about; navigation: what errors can be filtered by */
            ROLE_CHANCES, /* wins, gammons, backgammons - losses, gammons, backgammons */
            ROLE_RACE, /* effective pip counts */
            ROLE_LUCK,
            ROLE_NOTE,
            ROLE_FIGURES, /* few and large */
            ROLE_MARKS, /* how many of each */
            ROLE_IDS,
            ROLE_CHOICES, /* letters and what to choose from */
            ROLE_ANSWERS, /* facts: for a script that judges answers, nobody reads them; a section: their key on paper
                           */
            ROLE_KEPT, /* words of the source that have no place of their own */
            ROLE_SETUP,
            /* spans */
            ROLE_COUNT, /* the number of a move */
            ROLE_ACTION,
            ROLE_BADGE,
            ROLE_LUCKY,
            ROLE_UNLUCKY,
            ROLE_ILLEGAL,
            ROLE_STRONG,
            ROLE_SMALL,
            ROLE_FAINT, /* a figure of too few decisions */
            ROLE_LEVEL,
            ROLE_POINTS, /* a player's score, set large */
            /* columns */
            ROLE_EQUITY,
            ROLE_DIFFERENCE,
            ROLE_LENGTH,
            ROLE_DATE,
            ROLE_EVENT,
            /* cells of maps: verdicts, and how much better or worse than the mean */
            ROLE_TAKE,
            ROLE_PASS,
            ROLE_TOO_GOOD,
            ROLE_HOT,
            ROLE_WARM,
            ROLE_COOL,
            ROLE_COLD,
            ROLES
};

enum unit { /* ORDER UNIT: names in node.c */
            UNIT_NONE,
            UNIT_EMG,
            UNIT_MEMG, /* the value is in EMG, printed 1000 times */
            UNIT_MWC, /* 0..1 or a difference, printed as per cent with its sign */
            UNIT_POINTS,
            UNIT_CHANCE, /* 0..1, printed as per cent without the sign */
            UNIT_SHARE, /* 0..1, printed as per cent with the sign */
            UNIT_PR,
            UNIT_FIBS,
            UNIT_PIPS,
            UNIT_SECONDS,
            UNITS
};

enum absence { /* ORDER ABSENCE: words in leaf.c */
               ABSENT_NOT, /* the value is there */
               ABSENT_NOT_ANALYSED,
               ABSENT_NO_DECISIONS,
               ABSENT_UNKNOWN,
               ABSENT_NOTHING, /* nothing to say: an empty cell */
               ABSENCES
};

struct node;

struct number {
    double value, range; /* range > 0: value and range */
    bool faint; /* of too few decisions to say anything */
    bool apart; /* the range stands in words of its own, see put_ranged() */
    int decimals;
    enum unit unit;
    bool sign; /* plus signs too */
    enum absence why;
    int width; /* padded with blanks to this many characters */
    double full; /* > 0: where the format can, a bar is drawn beside it, of so much */
};

struct column {
    const struct node *title; /* a leaf, or NULL */
    enum unit unit; /* UNIT_NONE: words, set left */
    enum role role;
    int side; /* of pairs of columns: whose */
    int priority; /* 1 = always; where space is short 2 moves below its row, 3 is left out of text */
    bool head; /* the row's head; the first that is one */
    bool number; /* set right */
};

/* Of pairs of columns: whose, where the title does not say it; else NOBODY. In text " (O)" or " (X)", as boards have
 * it, or "". */
int column_side(const struct column *c);
const char *column_letter(const struct column *c);

struct arrows {
    const struct play *play; /* of the player on roll, NULL = none */
    enum role role; /* ROLE_PLAYED, ROLE_BEST, ROLE_FINE */
};

enum { NODE_ARROWS = 2 };

enum bar_tone { TONE_FULL, TONE_LIGHT, TONE_HOLLOW };

/* A line or bars over x = 0..n-1. */
struct series {
    enum role role; /* ROLE_PROGRESS, ROLE_COST, ROLE_LUCK, ROLE_BARS: captions have the same */
    enum unit unit;
    int side; /* whose values they are */
    bool bars;
    const enum bar_tone *tones; /* of each bar; NULL = full */
    bool over; /* drawn over the series before it, on its axis; else it has a panel of its own below */
    double low, high, step; /* the axis, in whole steps */
    const float *at; /* NAN = not known: the line breaks */
    const float *from, *to; /* a band around it, NAN = none there; or NULL */
};

struct plot_dot { /* a value of its own beside the line, on the first panel: a match */
    int x;
    float at, from, to; /* with its range; NAN = not known */
    bool hollow;
    const char *page, *label; /* where it leads, NULL = nowhere; what it is */
};

struct plot_tick { /* a word below the first panel */
    int x;
    const char *label;
};

struct plot_mark { /* an error on the first line */
    int x;
    int side;
    enum skill mark;
    const char *to; /* anchor of the decision; NULL = it stands on another page */
};

struct plot_part { /* a game */
    int from; /* its first x */
    int number;
    const char *page, *to; /* as of a link */
};

struct node {
    enum node_kind kind;
    enum role role;
    int side;
    enum skill mark; /* of the error it is about; SKILL_NONE */
    theme_set themes; /* of that error; DOCUMENT: those that its errors can be filtered by */
    bool folded; /* shown on demand where the format can: sections, decisions */
    bool wide; /* a section that has the whole width of paper with two columns */
    const char *anchor; /* unique in the document, the same whatever the options; or NULL. Of a table in several pages
                           it is the name of the list */
    int pages; /* DOCUMENT, TABLE: how many hold the whole; 0 and 1 = the whole is here */
    struct node *first, *last, *next, *parent;
    union {
        int level; /* SECTION, HEADING: 1 = the document's own */
        struct { /* DECISION */
            int rank; /* among the errors, 1 = the costliest; 0 = it is none */
            float value; /* before it: the first player's chance of winning the match, points of a session; NAN */
            enum unit value_unit; /* UNIT_CHANCE, UNIT_POINTS */
        };
        struct {
            const char *id, *plural; /* with holes {0}..{9}; plural NULL = the same */
            long count; /* chooses between the two */
        } words;
        const char *text; /* TEXT, PLAYER (the name), DATE, ID */
        struct number number;
        struct {
            const struct column *at;
            int n;
        } table;
        const struct column *column; /* CELL */
        struct {
            const struct position *position;
            struct arrows arrows[NODE_ARROWS];
            const char *name[2]; /* of the players */
        } diagram;
        struct {
            const struct series *series;
            int n_series, n; /* how many points each has */
            const struct plot_mark *marks;
            int n_marks;
            const struct plot_part *parts;
            int n_parts;
            const struct plot_dot *dots;
            int n_dots;
            const struct plot_tick *ticks;
            int n_ticks;
            const char *table; /* anchor of the table with the same figures, NULL = none */
        } plot;
        struct {
            const char *page; /* path of another page, '/' between folders, not encoded; NULL = this one; or an address,
                               * https://... */
            const char *anchor; /* NULL = the page as such */
        } link;
        struct {
            const struct board *before; /* seen by the mover */
            const struct play *play;
        } play;
        int pair[2]; /* ROLL: the dice. SCORE: both players' points */
    };
};

const char *node_name(enum node_kind kind);
const char *role_name(enum role role); /* "" for ROLE_NONE */
const char *unit_name(enum unit unit);
bool node_is_leaf(const struct node *n);
/* The first child of that kind (and role, ROLE_NONE = any), or NULL. */
const struct node *node_child(const struct node *n, enum node_kind kind, enum role role);

/* A mark beside a line: of an error, of luck, of what is against the rules. */
bool node_is_badge(const struct node *n);

/* Does a blank stand between it and the node before? The parts of a line have none of their own, nor have spans in
 * facts and cells. */
bool node_is_apart(const struct node *n);
/* What an inline node is a part of, on its own or below others: a child of a line, a fact, a cell or a paragraph. Its
 * text arrives in pieces. */
const struct node *node_whole(const struct node *n);

/* ---- taking a document ---- */

struct node_receiver { /* embed it first */
    void (*open)(struct node_receiver *self, const struct node *container);
    void (*take)(struct node_receiver *self, const struct node *block);
    void (*close)(struct node_receiver *self, const struct node *container);
};

/* How a writer sets signs. */
struct typography {
    const char *minus;
    bool isolates; /* around what of the record goes from right to left, which then holds nothing else that steers */
};

extern const struct typography typography_plain, typography_fine; /* a hyphen, for copying; as books print it */
extern const struct typography typography_terminal, typography_paper; /* the same for writers without marks of theirs */

/* All that a format supplies. `text` is the only place that escapes. Leaves are not entered: their text arrives, in
 * pieces where words have holes that other leaves fill. */
struct node_writer {
    const struct typography *signs;
    void (*enter)(void *self, const struct node *n);
    void (*leave)(void *self, const struct node *n);
    void (*text)(void *self, const struct node *leaf, struct span utf8);
};

void node_walk(const struct node *n, const struct node_writer *w, void *self);
/* The children alone. */
void node_walk_inside(const struct node *n, const struct node_writer *w, void *self);

/* A receiver that walks everything in the order of the document: enter, leave and text are one stream. */
struct node_stream {
    struct node_receiver receiver;
    const struct node_writer *writer;
    void *self;
};

struct node_stream node_stream_of(const struct node_writer *w, void *self);

/* ---- leaves as text ---- */

struct strbuf;

/* The leaf as plain UTF-8, holes filled. */
void leaf_text(const struct node *leaf, const struct typography *t, struct strbuf *out);
/* Everything below a node as plain UTF-8, for titles and labels. */
void node_text(const struct node *n, const struct typography *t, struct strbuf *out);

#endif
