/* What the owner of a collection enters about its matches: date, event, place ... and comments. It is stored
 * separately, by record, so that another run, file or analysis of the same match leaves it unchanged. */
#ifndef KIBITZER_SAID_H
#define KIBITZER_SAID_H

#include "collection/store.h"

/* What can be said: a name of said_facts[], or COMMENT followed by the address of a decision in its report, "g2m26";
 * followed by nothing: on the match. MARK likewise, of a decision: one of mark_words[]. */
#define SAID_COMMENT "comment "
#define SAID_MARK "mark "
#define SAID_PAGES "pages" /* of a folder, in place of a match: how its pages are written */
extern const char *const said_facts[]; /* "date", "event" ...; NULL-terminated */

/* Replaces what was said before; "" = nothing any more, of comments alone. In one transaction. */
bool store_say(struct store *s, const char *record_key, const char *what, const char *text);

/* A match that is about to take the place of another one in these bytes, as they are read in another way now: what was
 * said of that one is said of this one. */
bool said_follow(struct store *s, const char *hash, int number, const char *record_key);

/* Of what is said in `said`, all that the file (`own`) does not say itself; *stays grows by 1 if that is another fact.
 */
bool said_fill(struct store *s, const char *record_key, const struct match_info *own, const struct match_info *said,
               size_t *stays);

/* The same for the matches in known bytes. */
bool said_fill_known(struct store *s, const char *hash, const struct match_info *said, size_t *stays);

/* Matches that were read from a place (see content.path), or whose pages have this name. */
struct said_match {
    const char *record_key, *stem;
    int64_t analysis; /* the one that counts; 0 = none */
};
typedef bool (*said_match_visitor)(void *context, const struct said_match *m);
bool said_matches_at(struct store *s, const char *path, said_match_visitor visit, void *context);
bool said_matches_called(struct store *s, const char *stem, said_match_visitor visit, void *context);

typedef bool (*said_visitor)(void *context, const char *what, const char *text); /* false stops */
bool store_said(struct store *s, const char *record_key, said_visitor visit, void *context);

/* Puts all of it into the record, comments behind the file's own, marks in place of these. What has no place there any
 * more is left out. */
bool said_apply(struct store *s, const char *record_key, struct match *m);
bool said_apply_to(struct store *s, struct match *m); /* by the key of the record itself */

/* Appends words that change with it: what a page of the match shows. */
bool store_said_key(struct store *s, int64_t match, struct strbuf *out);
/* Bytes that a version of the program could not use as a match; *is: they are remembered. */
bool said_refused(struct store *s, const char *hash, bool *is);
bool said_refuse(struct store *s, const char *hash);
/* How the pages of all folders are written. */
bool said_of_pages(struct store *s, said_visitor visit, void *context);
/* Makes the rows of matches say it, where they come from elsewhere. */
bool said_settle(struct store *s);

#endif
