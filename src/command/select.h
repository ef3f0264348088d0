/* One game or one position of a match, as the user names it. */
#ifndef KIBITZER_SELECT_H
#define KIBITZER_SELECT_H

#include "base/diag.h"
#include "base/option.h"
#include "match/record.h"

struct selection { /* private; all zero = nothing is selected */
    const char *text; /* as given */
    int game, ply; /* 0 = not given */
    bool several; /* plies: more than can be written */
    bool by_address; /* "g2m14" names them */
    bool by_id, board_only; /* board_only: the ID holds no more */
    struct position position;
};

/* Over a struct selection: --select "2", "2.5", "g2m14", "game 2 ply 5", "ply 37" or an ID. Plies are the move numbers
 * of reports: within the game that is named, else over all games one after another. */
extern const struct option_group select_group;

struct selected {
    size_t game; /* index */
    bool has_position;
    char place[32]; /* the address of the decision, "" = not known */
    struct position position; /* before the ply, its roll known; for an ID the first place where it occurs */
};

/* False with an error in `d` if the match has no such place. */
bool selection_find(const struct selection *s, const struct match *m, struct selected *out, struct diags *d);

#endif
