/* Keys by which a collection finds again what it has: of bytes, of texts, of matches, of analyses. All are hexadecimal
 * digits of SHA-256. */
#ifndef KIBITZER_KEYS_H
#define KIBITZER_KEYS_H

#include "base/span.h"
#include "match/record.h"

enum { KEY_LENGTH = 32, HASH_LENGTH = 64 };

/* Of a file: all 64 digits, as sha256sum(1) prints them. */
void bytes_hash(struct span bytes, char out[HASH_LENGTH + 1]);
/* Of anything else: the first 32. */
void text_key(struct span text, char out[KEY_LENGTH + 1]);

void match_key(const struct match *m,
               char out[KEY_LENGTH + 1]); /* the same for records that match_equal() calls equal */
void dice_key(const struct match *m,
              char out[KEY_LENGTH + 1]); /* length and dice, see match_dice(); without dice match_key() */
/* The dice of one game; "" for a game of fewer than OPENING_ROLLS rolls, which say nothing. */
void game_key(const struct game *g, char out[KEY_LENGTH + 1]);
/* The dice of the first rolls of a match: the same for a copy that was cut short. "" if there are fewer. */
void opening_key(const struct match *m, char out[KEY_LENGTH + 1]);

enum { OPENING_ROLLS = 10 };

/* Engine, version, level, settings and match equity table: two analyses of one match with the same fingerprint say the
 * same. Thresholds are not part of it: marks follow from errors. */
void analysis_fingerprint(const struct annotation_set *set, char out[KEY_LENGTH + 1]);

/* The set of a match that is this analysis; the last where none is. */
int set_of_fingerprint(const struct match *m, const char *fingerprint);

#endif
