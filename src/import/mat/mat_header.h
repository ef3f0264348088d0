/* Recognising the lines of a .mat file that stand outside the games' columns, and what tags mean. */
#ifndef KIBITZER_MAT_HEADER_H
#define KIBITZER_MAT_HEADER_H

#include "base/diag.h"
#include "match/record.h"

struct mat_player { /* one half of the players' line */
    struct span name, rating;
    int score;
};

struct mat_tag { /* ; [Key "value"] */
    struct span key, value;
    struct place place;
};

/* Each true if `line` is such a line. */
/* "5 point match" in any case, "5-pt match", "Match to 5 points", "Match length: 5", "Money session" (0); `tail` =
 * words behind it, "final". */
bool mat_match_line(struct span line, long *length, struct span *tail);
bool mat_game_line(struct span line, long *number); /* "Game 3" */
bool mat_players_line(struct span line, struct mat_player side[2]); /* "name : 0     other : 2" */
bool mat_comment_line(struct span line, struct span *text); /* "; text" or "# text" */
bool mat_tag(struct span text, struct span *key, struct span *value); /* what follows the ';': [Key "value"] */
bool mat_two_names(struct span line, struct span names[2]); /* cut at two blanks, else two single words */

/* Info and rules of a match from tags; what has no field there becomes a property. */
void mat_use_tags(struct match *m, struct mat_tag *tags, size_t n, struct diags *d);

/* Ratings of players who have none, from tags behind the first players' line. */
void mat_rate_players(struct match *m);

/* Names and ratings from the first players' line and the tags. */
void mat_name_players(struct match *m, const struct mat_player side[2]);

#endif
