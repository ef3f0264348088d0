/* Asking a collection; see ask.h. */
#include "command/ask.h"

#include "base/call.h"
#include "collection/people.h"

int collection_unread(struct store *s)
{
    say_error("%s: the collection cannot be read: %s", store_name(s), store_error(s));
    return CALL_NOTHING;
}

int collection_ask(const struct ask_options *o, const char *const *input, size_t n,
                   int (*answer)(struct store *s, const struct collection_query *q, const void *options),
                   const void *options)
{
    struct collection c;
    struct collection_query q = o->query;
    if (n > 1 || (n == 1 && q.player != NULL))
        return call_misuse("`%s`: %s is about one player, or all; \"Ann;ann_s\" gives two names of one player",
                           input[n - 1], call_current()->about);
    if (n == 1)
        q.player = input[0];
    if (!collection_open(&c, &o->where, NULL, SQL_READ))
        return CALL_NOTHING;
    const int ending = query_people(&q, c.store) ? answer(c.store, &q, options) : CALL_NOTHING;
    collection_close(&c);
    return ending;
}

bool ask_person(struct store *s, const char *named, const char *me, int64_t *person, struct strbuf *name)
{
    struct collection_query q = {.player = named, .match = MATCH_FILTER_ALL};
    if (named != NULL) {
        const bool found = query_people(&q, s);
        *person = q.match.player;
        return found && (store_name_of(s, *person, name) || collection_unread(s) == CALL_CLEAN);
    }
    if (!store_first_of(s, me, person, name))
        return collection_unread(s) == CALL_CLEAN;
    if (*person == 0)
        say_error("%s: the collection has no player of this name; `kibitzer db players` lists them", me);
    return *person != 0;
}
