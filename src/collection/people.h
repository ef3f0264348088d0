/* Players and their aliases. Matches keep the names they came with; who is counted as whom is a matter of this table
 * alone, resolved in one place and undone at any time. */
#ifndef KIBITZER_PEOPLE_H
#define KIBITZER_PEOPLE_H

#include "collection/store.h"

enum alias_result {
    ALIAS_DONE,
    ALIAS_UNKNOWN /* nobody has that name */,
    ALIAS_SAME /* it is so already */,
    ALIAS_FAILED
};

/* From now on `other`, and everybody counted as `other`, is counted as `name`, which need not be in any match; if
 * `name` was counted as `other`, it is the other way round. */
enum alias_result store_alias(struct store *s, const char *name, const char *other);
/* `name` counts under its own name again. ALIAS_SAME: it did. */
enum alias_result store_unalias(struct store *s, const char *name);

/* Matches in which these two names play each other. */
int64_t store_matches_between(struct store *s, const char *name, const char *other);

struct stored_player {
    int64_t id;
    const char *name, *counted_as; /* "" = under its own name */
    int64_t matches; /* under this name */
};
typedef bool (*player_visitor)(void *context, const struct stored_player *p);
/* Names that occur in a match, or are counted as another or others as them: what a match that is gone had stays known.
 */
#define PLAYER_IS_THERE(p)                                                                                             \
    "(" p ".same_as IS NOT NULL OR EXISTS (SELECT 1 FROM matches n WHERE n.player0 = " p ".id)"                        \
    " OR EXISTS (SELECT 1 FROM matches n WHERE n.player1 = " p ".id)"                                                  \
    " OR EXISTS (SELECT 1 FROM players n WHERE n.same_as = " p ".id))"
/* Those, by person; each before the aliases. */
bool store_players(struct store *s, player_visitor visit, void *context);

/* Appends the name under which `name` is counted: its own where nobody knows it. */
bool store_person_name(struct store *s, const char *name, struct strbuf *out);
bool store_name_of(struct store *s, int64_t person, struct strbuf *out); /* likewise, of a known one */
/* The person behind the first of the names ("Lasse; LMDN") that somebody plays under; *id 0 = nobody does. Appends the
 * name under which that person is counted. */
bool store_first_of(struct store *s, const char *names, int64_t *id, struct strbuf *out);
/* Appends both names under which the players of a match are counted, a line each. */
bool store_persons_of(struct store *s, int64_t match, struct strbuf *out);

enum person_result { PERSON_FOUND, PERSON_UNKNOWN, PERSON_AMBIGUOUS, PERSON_FAILED };

/* The person called `name`, by name or alias, exactly or, where nobody is, whatever the capitals. All names that there
 * are then go to `near`, copied into `names`. *id: as in store_person(), 0 unless it was found. */
struct suggestion;
enum person_result store_person_called(struct store *s, const char *name, int64_t *id, struct suggestion *near,
                                       struct arena *names);

/* Makes the name known. */
bool store_player_add(struct store *s, const char *name, int64_t *id);

/* Appends the name without capitals, accents, blanks and punctuation: names that differ by nothing else are probably
 * one person's. "" for names that hold nothing else. */
void name_fold(const char *name, struct strbuf *out);
typedef bool (*spelling_visitor)(void *context, const char *name, const char *other); /* false stops */
/* Names that are counted apart and differ by nothing else, two by two. */
bool store_spelt_alike(struct store *s, spelling_visitor visit, void *context);
bool store_has_alike(struct store *s); /* is there such a pair? */

#endif
