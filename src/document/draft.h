/* Making documents: nodes are appended to the one that was begun last, blocks are handed on when they end.
 *
 *     draft_section(b, ROLE_GAMES, 2, "games", "Games");   opened: its blocks follow one by one
 *     node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
 *     put_words(b, "No decision is marked as an error.");
 *     node_end(b);                                           complete: the receiver takes it, its memory is used again
 *     draft_close(b);
 *
 * Sentences that hold figures are words with holes, so that a figure keeps its type:
 *
 *     words_begin(b, "{0} wins {1} point", "{0} wins {1} points", points);
 *     put_player(b, who);
 *     put_count(b, points);
 *     node_end(b);
 *
 * What a builder leaves out of the record it says with draft_lost(): the note about it comes from there alone. */
#ifndef KIBITZER_DRAFT_H
#define KIBITZER_DRAFT_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/language.h"
#include "match/record.h"
#include "document/glossary.h"
#include "document/node.h"

enum { DRAFT_DEPTH = 8 };

struct draft {
    struct arena *arena; /* of the block that is being built */
    struct node_receiver *to;
    const struct match *match; /* whose players are meant */
    theme_set themes; /* of documents that are opened */
    struct node opened[DRAFT_DEPTH]; /* containers */
    int n_opened;
    struct node *at; /* gets the next node; NULL = between blocks */
    struct glossary_used used; /* terms in the words of the document; it ends with a section that explains them, but: */
    bool unexplained;
    struct glossary_index terms;
};

void draft_begin(struct draft *b, const struct match *m, struct node_receiver *to);
void draft_end(struct draft *b);

/* ---- containers ---- */

/* What is put until draft_ready() stands at its head. */
struct node *draft_open(struct draft *b, enum node_kind kind, enum role role, const char *anchor);
void draft_ready(struct draft *b);
void draft_close(struct draft *b);
/* A section with a heading of plain words, ready. */
void draft_section(struct draft *b, enum role role, int level, const char *anchor, const char *heading);

/* What of a document that another builder makes becomes part of this one, between two blocks: sections one level
 * deeper; no head, navigation or glossary of its own, whose terms are explained with the others. */
struct draft_part {
    struct node_receiver receiver; /* takes the document */
    struct draft *into;
    enum role only, without; /* sections of its top level: those alone, those not; ROLE_NONE = all */
    int depth, hidden; /* private */
};
struct draft_part draft_part(struct draft *b);

/* A section that is folded where the format can, its heading begun: node_end() and draft_ready() follow. */
struct node *draft_fold(struct draft *b, int level, const char *anchor);
/* A document with its title, and its head with the same: opened, ready for what else belongs there. */
void draft_titled(struct draft *b, enum role role, const char *title);

/* The same for one of several pages that hold the whole. */
void draft_page(struct draft *b, enum role role, const char *title, int pages);

/* A long table, ready: its rows follow as blocks of their own. */
void draft_table(struct draft *b, enum role role, const struct column *columns, int n);

/* The same for the rows on one of several pages of the list so called. */
void draft_list(struct draft *b, enum role role, const struct column *columns, int n, const char *list, int pages);

/* ---- nodes ---- */

struct node *node_begin(struct draft *b, enum node_kind kind, enum role role);
void node_end(struct draft *b);
struct node *heading_begin(struct draft *b, int level);
struct node *words_begin(struct draft *b, const char *one, const char *many, long count);
struct node *link_begin(struct draft *b, const char *page, const char *anchor);
struct node *table_begin(struct draft *b, enum role role, const struct column *columns, int n);
void cell_begin(struct draft *b, int column); /* of the table that is being built */
void fact_begin(struct draft *b, const char *name);
/* Cells of one leaf, see below. */
void cell_text(struct draft *b, int column, const char *text);
void cell_count(struct draft *b, int column, int64_t n);
void cell_score(struct draft *b, int column, const int score[2]);
void cell_ranged(struct draft *b, int column, struct number n);
const char *draft_player_name(const struct draft *b, int who); /* "Player 1" where the record has none */
/* Words with holes, filled with texts: draft_fill(b, "Before {0} and since", day). */
#define draft_fill(b, id, ...) draft_filled(b, id, TR_FILLING(__VA_ARGS__))
const char *draft_filled(struct draft *b, const char *id, const char *const *filling, size_t n);
const char *draft_string(struct draft *b, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- leaves ---- */

struct node *put_words(struct draft *b, const char *text); /* static text without holes */
struct node *put_text(struct draft *b, const char *text); /* the record's; NULL = nothing */
struct node *put_player(struct draft *b, int who);
struct node *put_name(struct draft *b, int side, const char *name); /* somebody else's; `side` may be NOBODY */
struct node *put_number(struct draft *b, struct number n);
/* A figure with its range small behind it: "9.85 (4.8-14.9)", never below zero; with a sign "+3.2 +- 1.4". */
struct node *put_ranged(struct draft *b, struct number n);
struct node *put_count(struct draft *b, int64_t n);
void put_counted(struct draft *b, const char *one, const char *many, int64_t n); /* words with that count as {0} */
struct node *put_emg(struct draft *b, double equity); /* with its sign, three decimals */
struct node *put_value(struct draft *b, double mwc, int decimals); /* MWC, points in money play, signed */
struct node *put_roll(struct draft *b, const int8_t dice[2]);
struct node *put_play(struct draft *b, const struct board *before, const struct play *play); /* both are kept */
struct node *put_score(struct draft *b, const int score[2]);
struct node *put_date(struct draft *b, const char *date);
struct node *put_mark(struct draft *b, enum skill mark);

/* ---- blocks of plain content ---- */

void fact_text(struct draft *b, const char *name, const char *text); /* nothing for NULL and "" */
void fact_words(struct draft *b, const char *name, const char *words);
void fact_id(struct draft *b, const char *name, const char *id);
void quote(struct draft *b, const char *text); /* nothing for NULL */
void note(struct draft *b, enum role role, const char *words); /* a paragraph of plain words */

#endif
