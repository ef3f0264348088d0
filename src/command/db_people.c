/* Who plays in a collection, and under which names. */
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "command/db.h"
#include "collection/people.h"

/* ---- people ---- */

static int report_alias(const struct store *s, enum alias_result r, const char *name, const char *same)
{
    switch (r) {
    case ALIAS_DONE:
        return CALL_CLEAN;
    case ALIAS_UNKNOWN:
        say_error("no player of the collection is called \"%s\"; see `kibitzer db players`", name);
        return CALL_SOME_FAILED;
    case ALIAS_SAME:
        say("\"%s\" %s already", name, same);
        return CALL_CLEAN;
    case ALIAS_FAILED:
        break;
    }
    return db_failed(s);
}

static void alias_json(struct jsonw *j, const char *name, enum alias_result r)
{
    static const char *const words[] = {"done", "unknown", "already so", "failed"}; /* ORDER ALIAS_RESULT */
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "name", name);
    jsonw_string(j, "result", words[r]);
    jsonw_end(j);
}

struct spelling {
    char *fold, *name;
};

struct spellings {
    struct spelling *at;
    size_t n, capacity;
};

static bool add_spelling(void *context, const struct stored_player *p)
{
    struct spellings *l = context;
    struct strbuf fold = {0};
    if (*p->counted_as != '\0')
        return true;
    name_fold(p->name, &fold);
    if (fold.length != 0) {
        l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
        l->at[l->n++] = (struct spelling){xstrdup(fold.at), xstrdup(p->name)};
    }
    strbuf_done(&fold);
    return true;
}

static int by_fold(const void *a, const void *b)
{
    const struct spelling *x = a, *y = b;
    const int order = strcmp(x->fold, y->fold);
    return order != 0 ? order : strcmp(x->name, y->name);
}

/* A word for a shell, whatever it contains. */
static void put_word(struct strbuf *out, const char *text)
{
    strbuf_putc(out, '\'');
    for (; *text != '\0'; text++)
        if (*text == '\'')
            strbuf_puts(out, "'\\''");
        else
            strbuf_putc(out, *text);
    strbuf_putc(out, '\'');
}

static void print_suggestion(struct jsonw *j, const char *name, const char *other)
{
    struct strbuf line = {0};
    if (j != NULL) {
        jsonw_array_flat(j, NULL);
        jsonw_string(j, NULL, name);
        jsonw_string(j, NULL, other);
        jsonw_end(j);
        return;
    }
    strbuf_puts(&line, "kibitzer db alias ");
    put_word(&line, name);
    strbuf_putc(&line, ' ');
    put_word(&line, other);
    strbuf_putc(&line, '\n');
    call_puts(strbuf_text(&line));
    strbuf_done(&line);
}

/* Proposals only, as commands: whether two spellings are one person is for the user to say. */
static int suggest_aliases(struct doing *d)
{
    struct spellings l = {.n = 0};
    size_t n = 0;
    const bool ok = store_players(d->store, add_spelling, &l);
    if (l.n > 0)
        qsort(l.at, l.n, sizeof *l.at, by_fold);
    if (d->json != NULL)
        jsonw_array(d->json, "suggestions");
    for (size_t i = 1; i < l.n; i++)
        if (strcmp(l.at[i].fold, l.at[i - 1].fold) == 0) {
            print_suggestion(d->json, l.at[i - 1].name, l.at[i].name);
            n++;
        }
    if (d->json != NULL)
        jsonw_end(d->json);
    else if (ok && n == 0)
        say("%s: no two names differ only by capitals, accents or punctuation", store_name(d->store));
    for (size_t i = 0; i < l.n; i++) {
        xfree(l.at[i].fold);
        xfree(l.at[i].name);
    }
    xfree(l.at);
    return ok ? CALL_CLEAN : db_failed(d->store);
}

/* ---- before names are counted as one ---- */

struct counted_names {
    const char *name[2];
    int64_t matches[2];
};

static bool count_name(void *context, const struct stored_player *p)
{
    struct counted_names *n = context;
    for (int i = 0; i < 2; i++)
        if (strcmp(p->name, n->name[i]) == 0)
            n->matches[i] += p->matches;
    return true;
}

static bool spelt_alike(const char *name, const char *other)
{
    struct strbuf a = {0}, b = {0};
    name_fold(name, &a);
    name_fold(other, &b);
    const bool alike = strcmp(strbuf_text(&a), strbuf_text(&b)) == 0;
    strbuf_done(&a);
    strbuf_done(&b);
    return alike;
}

/* Two spellings of a name are usually one person's, two names may be two people's, and who has played another is
 * another. */
static void warn_of_strangers(struct store *s, const char *name, const char *other)
{
    struct counted_names n = {.name = {name, other}};
    (void)store_players(s, count_name, &n);
    const int64_t met = store_matches_between(s, name, other);
    if (n.matches[1] == 0 || strcmp(name, other) == 0 || (met == 0 && spelt_alike(name, other)))
        return;
    say_warning("%lld match%s of \"%s\" will count as those of \"%s\", who has %lld", (long long)n.matches[1],
                n.matches[1] == 1 ? "" : "es", other, name, (long long)n.matches[0]);
    if (met > 0)
        say_warning("the two have played %lld match%s against each other", (long long)met, met == 1 ? "" : "es");
}

static void say_how_to_undo(const char *other)
{
    struct strbuf word = {0};
    put_word(&word, other);
    say("kibitzer db alias --undo %s undoes it", strbuf_text(&word));
    strbuf_done(&word);
}

int db_alias(struct doing *d)
{
    struct store *s = d->store;
    const char *const *name = d->name;
    const bool undo = d->options->undo;
    int result = CALL_CLEAN;
    if (d->options->suggest)
        return suggest_aliases(d);
    if (d->n < (undo ? 1 : 2))
        return call_misuse(
            "alias: name a player and the other names of that player, or --undo and a name, or --suggest");
    if (d->json != NULL)
        jsonw_array(d->json, "names");
    for (size_t i = undo ? 0 : 1; i < d->n; i++) {
        if (!undo)
            warn_of_strangers(s, name[0], name[i]);
        const enum alias_result r = undo ? store_unalias(s, name[i]) : store_alias(s, name[0], name[i]);
        const int one = report_alias(s, r, name[i], undo ? "counts under this name again" : "is counted so");
        if (r == ALIAS_DONE && !undo)
            say_how_to_undo(name[i]);
        if (d->json != NULL)
            alias_json(d->json, name[i], r);
        result = one > result ? one : result;
    }
    if (d->json != NULL)
        jsonw_end(d->json);
    return result;
}

static bool print_player(void *context, const struct stored_player *p)
{
    (void)context;
    call_puts(*p->counted_as != '\0' ? "  = " : "");
    print_plain(p->name);
    call_printf("\t%lld\n", (long long)p->matches);
    return true;
}

static bool player_json(void *writer, const struct stored_player *p)
{
    struct jsonw *j = writer;
    jsonw_object_flat(j, NULL);
    jsonw_string(j, "name", p->name);
    jsonw_string(j, "counted_as", *p->counted_as != '\0' ? p->counted_as : NULL);
    jsonw_int(j, "matches", (int64_t)p->matches);
    jsonw_end(j);
    return true;
}

int db_players(struct doing *d)
{
    if (d->json != NULL)
        jsonw_array(d->json, "players");
    else
        call_puts("player\tmatches\n");
    const bool ok = store_players(d->store, d->json != NULL ? player_json : print_player, d->json);
    if (d->json != NULL)
        jsonw_end(d->json);
    return ok ? CALL_CLEAN : db_failed(d->store);
}
