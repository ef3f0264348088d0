/* IDs of positions among other words: in lists, chats, forums, addresses, pages. What such places do to an ID is
 * undone: dashes, colons and full-width letters of typography, characters without width, %3A, &#58;, \-. */
#ifndef KIBITZER_ID_TEXT_H
#define KIBITZER_ID_TEXT_H

#include "match/position.h"
#include "format/posid.h"

/* A word is looked at up to more than the longest ID that any program writes; an XGID grows by its label, and by
 * hyphens that were one dash. */
enum { ID_WORD_MAX = 96, ID_TEXT_MAX = ID_WORD_MAX + 5 + BOARD_POINTS };

struct id_found {
    size_t from, to; /* the bytes of the text that it takes, with its label ("XGID=", "[xgid]") */
    bool damaged; /* it means to be an ID, by its label or its letters, and is none: no text, no position */
    bool is_xgid;
    bool is_alone; /* a Position ID, which a Match ID may follow */
    char text[ID_TEXT_MAX]; /* as any_id_read() takes it */
    struct position position;
};

/* The next ID of `text` at or behind `from`, whole or damaged; false if there is none. */
bool id_next(struct span text, size_t from, struct id_found *out);
/* The next whole one. */
bool id_find(struct span text, size_t from, struct id_found *out);

/* A Match ID without a Position ID beside it, behind its label or at the start; "" if there is none. */
struct span id_find_match(struct span text);

/* As any_id_read(), and where `text` is not an ID but contains exactly one in it, that one: "See [XGID=...]." */
bool id_read_in_text(struct span text, struct position *p, const char **problem, size_t *fault);

/* The words before an ID and behind it without what only sets it off: brackets, tags, dots, bullets, the number `place`
 * (0 = any number) of a numbered list. Empty if nothing is left. */
struct span id_words_before(struct span text, long place);
struct span id_words_after(struct span text);

#endif
