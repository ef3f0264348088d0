/* Asking a collection; see asking.h. */
#include "cli/asking.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/sink.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/suggest.h"
#include "cli/terminal.h"

/* ---- the filter ---- */

/* yyyy, yyyy-mm or yyyy-mm-dd. */
static bool is_date(const char *text)
{
    static const char form[] = "dddd-dd-dd";
    const size_t length = strlen(text);
    if (length != 4 && length != 7 && length != 10)
        return false;
    for (size_t i = 0; i < length; i++)
        if (form[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != '-')
            return false;
    return (length < 7 || (atoi(text + 5) >= 1 && atoi(text + 5) <= 12)) &&
           (length < 10 || (atoi(text + 8) >= 1 && atoi(text + 8) <= 31));
}

static bool read_date(const struct args *a, const char *name, const char **out)
{
    *out = args_text(a, name);
    if (*out == NULL || is_date(*out))
        return true;
    usage_error(a->command, "--%s %s: a date is expected, as in 2025-03-01, 2025-03 or 2025", name, *out);
    return false;
}

static bool read_length(const struct args *a, int *out)
{
    const char *text = args_text(a, "length");
    *out = text != NULL && strcmp(text, "money") == 0 ? 0 : STORE_ANY;
    return *out == 0 || args_number(a, "length", 0, MATCH_LENGTH_MAX, STORE_ANY, out);
}

struct looking {
    struct suggestion suggestion;
    struct arena *arena; /* of names */
};

static bool look_at(void *context, const struct stored_match *m)
{
    struct looking *l = context;
    for (int i = 0; i < 2; i++)
        suggest(&l->suggestion, arena_strdup(l->arena, m->name[i]));
    return true;
}

static bool read_person(struct asking *k, const struct args *a, const char *name, int64_t *out)
{
    const char *who = args_text(a, name);
    if (who == NULL)
        return true;
    *out = store_person(k->collection.store, who);
    if (*out != 0)
        return true;
    struct looking l = {.suggestion = {.word = who}, .arena = arena_new()};
    (void)store_matches(k->collection.store, &MATCH_FILTER_ALL, look_at, &l);
    say_error("%s: nobody called `%s` plays in this collection%s", store_name(k->collection.store), who,
              suggestion_text(&l.suggestion, ""));
    arena_free(l.arena);
    return false;
}

int asking_run(const struct args *a, int (*answer)(struct asking *k, const struct args *a, void *query), void *query)
{
    struct asking k = {.filter = MATCH_FILTER_ALL};
    if (a->n_operands > 0)
        return usage_error(a->command, "`%s`: %s takes no operands; --db names the collection", a->operand[0],
                           a->command->name);
    k.filter.event = args_text(a, "event");
    if (!read_date(a, "since", &k.filter.since) || !read_date(a, "until", &k.filter.until) ||
        !read_length(a, &k.filter.length))
        return EXIT_USAGE;
    if (!collection_open(&k.collection, a, ANALYZE_FOLDER, SQL_READ))
        return EXIT_NOTHING;
    const bool known =
        read_person(&k, a, "player", &k.filter.player) && read_person(&k, a, "opponent", &k.filter.opponent);
    const int result = known ? answer(&k, a, query) : EXIT_NOTHING;
    collection_close(&k.collection);
    return result;
}

int asking_failed(struct asking *k)
{
    say_error("%s: the collection cannot be read: %s", store_name(k->collection.store),
              store_error(k->collection.store));
    return EXIT_NOTHING;
}

int answer_write(const struct args *a, const struct strbuf *text)
{
    struct sink s;
    sink_init(&s);
    strbuf_add(sink_main(&s), strbuf_text(text), text->length);
    const bool ok = output_write(&s, args_text(a, "output"));
    sink_done(&s);
    return ok ? EXIT_CLEAN : EXIT_NOTHING;
}
