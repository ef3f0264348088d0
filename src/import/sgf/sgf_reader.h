/* What the files of the SGF reader share: sgf_root.c (match and game), sgf.c (the nodes). Colours: W = player 0, B =
 * player 1. */
#ifndef KIBITZER_SGF_READER_H
#define KIBITZER_SGF_READER_H

#include "import/import.h"
#include "import/sgf/sgf_analysis.h"
#include "import/sgf/sgf_tree.h"
#include "match/walk.h"

struct sgf_reader {
    struct receiver *out;
    struct diags *d;
    struct sgf_tree tree;
    struct strbuf outside; /* words between the trees, not yet in a record */
    struct match *m; /* the open match, or NULL */
    struct game *g;
    struct replay replay, before_play; /* now; before the last play */
    struct sgf_notes notes;
    struct property **tail; /* of the list that unknown properties of this node go to */
    const char *ending; /* our own word for it (KT), or NULL */
    int points; /* what the source counted of the result, where that is less than RE (KT); 0 = all */
    bool last_was_play; /* the node before made the last event, a play */
    bool after_follows; /* the last node said (KT) that the next one shows the board after its play */
};

struct span sgf_value_of(const struct sgf_reader *r, const struct sgf_node *n, const char *name);
void sgf_warn(const struct sgf_reader *r, struct place p, const char *what, struct span value);
void sgf_keep_property(struct sgf_reader *r, const struct sgf_property *p);
/* For properties that are read, of which only the first of its name and its first value count: what more there is. */
void sgf_keep_repeated(struct sgf_reader *r, const struct sgf_property *p);
void sgf_keep_surplus(struct sgf_reader *r, const struct sgf_property *p);
/* All texts of that name in a node, one below the other; NULL if there is none. */
const char *sgf_joined_text(const struct sgf_reader *r, const struct sgf_node *n, const char *name);
bool sgf_is_any(const char *name, const char *const *names);
void sgf_close_match(struct sgf_reader *r);
/* Words of other formats, "@mat" a game's; "+" is a further value of the property before. */
struct property *sgf_keep_foreign(struct sgf_reader *r, struct property **list, const struct sgf_own_word *word,
                                  struct property *last);
void sgf_begin_game(struct sgf_reader *r, const struct sgf_node *root);

#endif
