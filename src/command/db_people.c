/* Who plays in a collection, and under which names. */
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/collate.h"
#include "base/language.h"
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

static const char *const alias_words[] = {"done", "unknown", "already so", "failed"}; /* ORDER ALIAS_RESULT */

struct alias_row {
    const char *name;
    enum alias_result result;
};

struct alias_answer {
    struct db_head head;
    struct answer_list names;
};

static const struct answer_field name_fields[] = {
    ANSWER(struct alias_row, name, "Name", .flags = ANSWER_KEY | ANSWER_OWN),
    ANSWER(struct alias_row, result, "Result", ANSWER_WORDS(alias_words)),
    {0}};
static const struct answer_rows name_rows = {"AliasResult", NULL, sizeof(struct alias_row), name_fields};
static const struct answer_field alias_fields[] = {DB_HEAD(struct alias_answer, "alias"),
                                                   ANSWER_LIST(struct alias_answer, names, NULL, &name_rows,
                                                               .flags = ANSWER_FLAT,
                                                               .help = "of aliases made or removed"),
                                                   {0}};
static const struct answer_rows alias_rows = {"DbAlias", NULL, sizeof(struct alias_answer), alias_fields};
const struct answer_document db_alias_document = DB_DOCUMENT("Aliases", &alias_rows);

/* ---- suggestions ---- */

struct suggested {
    const char *name, *other;
};

struct suggest_answer {
    struct db_head head;
    struct answer_list suggestions;
};

static const struct answer_field suggested_fields[] = {
    ANSWER(struct suggested, name, "Name", .flags = ANSWER_KEY | ANSWER_OWN),
    ANSWER(struct suggested, other, "Other spelling", .flags = ANSWER_KEY | ANSWER_OWN,
           .help = "that differs only by capitals, accents or punctuation"),
    {0}};
static const struct answer_rows suggested_rows = {"SuggestedAlias", NULL, sizeof(struct suggested), suggested_fields};
static const struct answer_field suggest_fields[] = {DB_HEAD(struct suggest_answer, "alias"),
                                                     ANSWER_LIST(struct suggest_answer, suggestions, NULL,
                                                                 &suggested_rows, .flags = ANSWER_FLAT,
                                                                 .help = "of --suggest"),
                                                     {0}};
static const struct answer_rows suggest_rows = {"DbAliasSuggestions", NULL, sizeof(struct suggest_answer),
                                                suggest_fields};
const struct answer_document db_suggest_document = DB_DOCUMENT("Suggested aliases", &suggest_rows);

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

/* "kibitzer db alias", of the collection at hand wherever it is typed. */
static void put_command(struct strbuf *out, const struct collection_options *where)
{
    const char *option = where->db != NULL ? "db" : where->db_file != NULL ? "db-file" : "out";
    const char *value = where->db != NULL ? where->db : where->db_file != NULL ? where->db_file : where->out;
    strbuf_puts(out, "kibitzer db alias ");
    if (strcmp(value, REPORTS_FOLDER) == 0)
        return;
    strbuf_printf(out, "--%s ", option);
    put_word(out, value);
    strbuf_putc(out, ' ');
}

static void print_suggestion(const struct doing *d, const char *name, const char *other)
{
    struct strbuf *line = answers_own_text(d->lines);
    put_command(line, &d->options->where);
    put_word(line, name);
    strbuf_putc(line, ' ');
    put_word(line, other);
    strbuf_putc(line, '\n');
}

struct suggesting {
    struct doing *d;
    struct db_list pairs;
};

static bool suggest(void *context, const char *name, const char *other)
{
    struct suggesting *g = context;
    struct suggested *pair = db_list_add(g->d, &g->pairs, sizeof *pair);
    *pair = (struct suggested){arena_strdup(g->d->arena, name), arena_strdup(g->d->arena, other)};
    if (g->d->lines != NULL)
        print_suggestion(g->d, pair->name, pair->other);
    return true;
}

/* Proposals only, as commands: whether two spellings are one person is for the user to say. */
static int suggest_aliases(struct doing *d)
{
    struct suggesting g = {.d = d};
    if (!store_spelt_alike(d->store, suggest, &g))
        return db_failed(d->store);
    if (d->lines != NULL && g.pairs.n == 0)
        say("%s: no two names differ only by capitals, accents or punctuation", store_name(d->store));
    return db_put(d, &db_suggest_document, &(struct suggest_answer){d->head, {g.pairs.at, g.pairs.n}}, CALL_CLEAN);
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
    say_warning(tr_counted("%lld match of \"%s\" will count as those of \"%s\", who has %lld",
                           "%lld matches of \"%s\" will count as those of \"%s\", who has %lld", (long)n.matches[1]),
                (long long)n.matches[1], other, name, (long long)n.matches[0]);
    if (met > 0)
        say_warning(tr_counted("the two have played %lld match against each other",
                               "the two have played %lld matches against each other", (long)met),
                    (long long)met);
}

static void say_how_to_undo(const struct collection_options *where, const char *other)
{
    struct strbuf command = {0};
    put_command(&command, where);
    strbuf_puts(&command, "--undo ");
    put_word(&command, other);
    say("%s undoes it", strbuf_text(&command));
    strbuf_done(&command);
}

int db_alias(struct doing *d)
{
    struct store *s = d->store;
    const char *const *name = d->name;
    const bool undo = d->options->undo;
    struct db_list done = {0};
    int result = CALL_CLEAN;
    if (d->options->suggest)
        return suggest_aliases(d);
    if (d->n < (undo ? 1 : 2))
        return call_misuse(
            "alias: name a player and the other names of that player, or --undo and a name, or --suggest");
    for (size_t i = undo ? 0 : 1; i < d->n; i++) {
        if (!undo)
            warn_of_strangers(s, name[0], name[i]);
        const enum alias_result r = undo ? store_unalias(s, name[i]) : store_alias(s, name[0], name[i]);
        const int one = report_alias(s, r, name[i], undo ? W_("counts under this name again") : W_("is counted so"));
        if (r == ALIAS_DONE && !undo)
            say_how_to_undo(&d->options->where, name[i]);
        *(struct alias_row *)db_list_add(d, &done, sizeof(struct alias_row)) = (struct alias_row){name[i], r};
        result = one > result ? one : result;
    }
    return db_put(d, &db_alias_document, &(struct alias_answer){d->head, {done.at, done.n}}, result);
}

/* ---- who there is ---- */

struct players_answer {
    struct db_head head;
    struct answer_list players;
};

static const struct answer_field player_fields[] = {
    ANSWER(struct stored_player, name, "Player", .flags = ANSWER_KEY | ANSWER_OWN),
    ANSWER(struct stored_player, counted_as, "Counted as", .missing = ANSWER_ZERO, .flags = ANSWER_OWN,
           .help = "the name that an alias counts as; null = its own"),
    ANSWER(struct stored_player, matches, "Matches", .help = "under this name"),
    {0}};
static const struct answer_rows player_rows = {"StoredPlayer", NULL, sizeof(struct stored_player), player_fields};
static const struct answer_field players_fields[] = {DB_HEAD(struct players_answer, "players"),
                                                     ANSWER_LIST(struct players_answer, players, NULL, &player_rows,
                                                                 .flags = ANSWER_FLAT,
                                                                 .help = "by person, each before the aliases"),
                                                     {0}};
static const struct answer_rows players_rows = {"DbPlayers", NULL, sizeof(struct players_answer), players_fields};
const struct answer_document db_players_document = DB_DOCUMENT("Players", &players_rows);

struct noted_players {
    struct doing *d;
    struct db_list list;
};

static bool note_player(void *context, const struct stored_player *p)
{
    struct noted_players *n = context;
    *(struct stored_player *)db_list_add(n->d, &n->list, sizeof *p) = (struct stored_player){
        p->id, arena_strdup(n->d->arena, p->name), arena_strdup(n->d->arena, p->counted_as), p->matches};
    return true;
}

static int by_reader(const void *a, const void *b)
{
    const struct stored_player *x = a, *y = b;
    const bool alias = *x->counted_as != '\0', other = *y->counted_as != '\0';
    const int order = collate(alias ? x->counted_as : x->name, other ? y->counted_as : y->name);
    return order != 0 ? order : alias != other ? (alias ? 1 : -1) : collate(x->name, y->name);
}

static void print_players(struct strbuf *out, const struct stored_player *p, size_t n)
{
    strbuf_printf(out, "%s\t%s\n", tr(N_("player")), tr(N_("matches")));
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(out, *p[i].counted_as != '\0' ? "  = " : "");
        put_plain(out, p[i].name);
        strbuf_printf(out, "\t%lld\n", (long long)p[i].matches);
    }
}

int db_players(struct doing *d)
{
    struct noted_players all = {.d = d};
    if (!store_players(d->store, note_player, &all))
        return db_failed(d->store);
    if (all.list.n == 0)
        say("%s: no player", store_name(d->store));
    else if (!answers_are_data(&d->options->answer) && language_current()->catalogue != NULL)
        qsort(all.list.at, all.list.n, sizeof(struct stored_player), by_reader);
    if (all.list.n != 0 && d->lines != NULL)
        print_players(answers_own_text(d->lines), all.list.at, all.list.n);
    const struct players_answer answer = {d->head, {all.list.at, all.list.n}};
    return db_put(d, &db_players_document, &answer, CALL_CLEAN);
}
