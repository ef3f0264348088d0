/* The facts about a match and its games in OGXM, apart from the plies: the fields derived from a record. Where a
 * file differs, the reader keeps its values as properties of format "ogxm" with the names of the fields; a property
 * without a value means that the field was missing. */
#ifndef KIBITZER_OGXM_HEAD_H
#define KIBITZER_OGXM_HEAD_H

#include "format/ogxm.h"
#include "match/record.h"

/* Appends the field's data as they follow from the record; false: there is no such field. */
bool ogxm_match_field(const struct match *m, int bit, struct strbuf *out);
bool ogxm_game_field(const struct match *m, const struct game *g, int bit, struct strbuf *out);

/* How many events at the start of a game stand in its head. */
size_t ogxm_set_ups(const struct match *m, const struct game *g);
bool ogxm_is_longgammon(const struct match *m);

/* A date of a record in milliseconds, and its precision (0 day, 1 month, 2 year); false if it is none. */
bool ogxm_time_of_date(const char *date, uint64_t *ms, int *precision);
bool ogxm_date_of_time(uint64_t ms, int precision, char out[24]); /* false beyond the year 9999 */

/* The game's mark that follows from rules and scores. `seen`: whether it has been played. */
bool ogxm_is_crawford(const struct match *m, const struct game *g, bool *seen);
bool ogxm_crawford_is_over(const struct match *m); /* before the first game */

/* Can a site's name, a reference to a match be written? */
bool ogxm_is_site(const char *site);
bool ogxm_is_reference(const char *match_id);

/* A property of the reader's, and its first value or NULL. */
const struct property *ogxm_kept(const struct property *list, const char *name);
const char *ogxm_kept_text(const struct property *list, const char *name);

/* The name of the key that a kept signature was made with, which anybody can write; false if it has none. */
bool ogxm_key_of_signature(const struct property *p, struct strbuf *key);

/* The least minor versions that a file needs. */
struct ogxm_version {
    int minor, least_minor;
};
struct ogxm_version ogxm_version(const struct match *m, uint64_t match_mask);

#endif
