/* What the owner of a collection says about its matches: `db set`, `db comment`, `db mark`. */
#include <string.h>

#include "base/call.h"
#include "base/xmalloc.h"
#include "command/db.h"
#include "collection/said.h"
#include "match/address.h"

struct said_list {
    struct said_target {
        char record_key[KEY_LENGTH + 1], stem[STEM_ROOM];
        int64_t analysis;
    } * at;
    size_t n, capacity;
};

static bool add_target(void *context, const struct said_match *m)
{
    struct said_list *l = context;
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    struct said_target *t = &l->at[l->n++];
    t->analysis = m->analysis;
    snprintf(t->record_key, sizeof t->record_key, "%s", m->record_key);
    snprintf(t->stem, sizeof t->stem, "%s", m->stem);
    return true;
}

/* The name of the pages in "kibitzer-report/final.html#g2m26"; *place: behind the #, or "". */
static char *stem_of_address(const char *address, const char **place)
{
    const char *slash = strrchr(address, '/'), *name = slash != NULL ? slash + 1 : address, *hash = strchr(name, '#');
    char *stem = xstrdup(name);
    *place = hash != NULL ? hash + 1 : "";
    stem[strcspn(stem, "#")] = '\0';
    char *dot = strrchr(stem, '.');
    if (dot != NULL && strcmp(dot, ".html") == 0)
        *dot = '\0';
    return stem;
}

/* By the place of a file, else by the name of a page. False on an error of the database. */
static bool find_targets(struct store *s, const char *name, struct said_list *l)
{
    const char *place;
    char *path = place_of(name), *stem = stem_of_address(name, &place);
    bool ok = said_matches_at(s, path, add_target, l);
    if (ok && l->n == 0)
        ok = said_matches_called(s, stem, add_target, l);
    xfree(path);
    xfree(stem);
    return ok;
}

static bool say_facts(struct store *s, const struct db_options *o, const char *record_key)
{
    const char *const facts[][2] = {{"date", o->date}, {"event", o->event}, {"place", o->place}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof facts / sizeof *facts; i++)
        if (facts[i][1] != NULL)
            ok = store_say(s, record_key, facts[i][0], facts[i][1]);
    return ok;
}

struct set_row {
    const char *file;
    int64_t matches;
};

struct set_answer {
    struct db_head head;
    struct answer_list files;
};

static const struct answer_field row_fields[] = {
    ANSWER(struct set_row, file, "File", .flags = ANSWER_KEY | ANSWER_PATH, .help = "as given"),
    ANSWER(struct set_row, matches, "Matches", .help = "that were changed"),
    {0}};
static const struct answer_rows row_rows = {"MatchesSet", NULL, sizeof(struct set_row), row_fields};
static const struct answer_field set_fields[] = {
    DB_HEAD(struct set_answer, "set"),
    ANSWER_LIST(struct set_answer, files, NULL, &row_rows, .flags = ANSWER_FLAT),
    {0}};
static const struct answer_rows set_rows = {"DbSet", NULL, sizeof(struct set_answer), set_fields};
const struct answer_document db_set_document = DB_DOCUMENT("What was set", &set_rows);

static int set_one(struct doing *d, const char *file, int64_t *matches)
{
    struct said_list l = {.n = 0};
    bool ok = find_targets(d->store, file, &l) && store_begin(d->store);
    for (size_t i = 0; ok && i < l.n; i++)
        ok = say_facts(d->store, d->options, l.at[i].record_key);
    ok = ok && store_end(d->store, true);
    const size_t n = l.n;
    xfree(l.at);
    if (!ok)
        return db_failed(d->store);
    *matches = (int64_t)n;
    if (n == 0)
        say_error("%s: the collection knows no such file and no such page", file);
    else
        say(tr_counted("%s: %zu match changed", "%s: %zu matches changed", (long)n), file, n);
    return n != 0 ? CALL_CLEAN : CALL_SOME_FAILED;
}

int db_set(struct doing *d)
{
    const struct db_options *o = d->options;
    const char *const texts[] = {o->date, o->event, o->place};
    bool any = false;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i] != NULL && *texts[i] == '\0')
            return call_misuse("set: --date, --event and --place need a text");
        any = any || texts[i] != NULL;
    }
    if (!any)
        return call_misuse("set: --date, --event or --place is expected");
    struct set_row *files = arena_alloc(d->arena, d->n * sizeof *files);
    int result = CALL_CLEAN;
    for (size_t i = 0; i < d->n && result != CALL_NOTHING; i++) {
        files[i].file = d->name[i];
        const int one = set_one(d, d->name[i], &files[i].matches);
        result = one > result ? one : result;
    }
    return db_put(d, &db_set_document, &(struct set_answer){d->head, {files, d->n}}, result);
}

/* ---- comments and marks ---- */

/* What is said of one decision, or of a match. */
struct remark {
    const char *what; /* SAID_COMMENT, SAID_MARK */
    const char *text;
    const char *done, *gone; /* messages, behind the address */
};

/* The file's mark stays if the owner has none; where it has one, none is a word too. */
static void settle_mark(struct remark *r, const struct event *e, bool undoubled)
{
    const struct author_marks m = event_author_marks(e);
    if (mark_named(r->text) == MARK_NONE)
        r->text = (e->kind == EVENT_PLAY && !undoubled ? m.play : m.cube) == MARK_NONE ? "" : mark_words[MARK_NONE];
}

/* False after a message. */
static bool fits(struct store *s, const struct said_target *t, const char *address, const char *place, struct remark *r)
{
    const bool mark = strcmp(r->what, SAID_MARK) == 0;
    if (*place == '\0' && !mark)
        return true;
    struct match *m = db_record(s, t->analysis, t->stem);
    bool undoubled = false;
    const struct event *e = m != NULL ? match_decision_at(m, place, &undoubled) : NULL;
    const bool good = e != NULL && (!mark || undoubled || event_can_be_marked(e));
    if (good && mark)
        settle_mark(r, e, undoubled);
    else if (!good && e != NULL)
        say_error("%s: this roll was not played: there is nothing to mark", address);
    else if (!good && *place == '\0')
        say_error("%s: a mark is of one decision; an address ends as in #g2m26: game 2, move 26", address);
    else if (!good)
        say_error("%s: the match has no decision %s; an address ends as in #g2m26: game 2, move 26", address, place);
    if (m != NULL)
        match_free(m);
    return good;
}

static int remark_on(struct doing *d, const struct said_list *l, const char *address, const char *place,
                     struct remark *r)
{
    struct strbuf what = {0};
    if (l->n != 1) {
        say_error(l->n == 0 ? F_("%s: no page of the collection has this name; an address is that of a card, as in "
                                 "final.html#g2m26")
                            : F_("%s: several matches have this address"),
                  address);
        return CALL_SOME_FAILED;
    }
    if (!fits(d->store, &l->at[0], address, place, r))
        return CALL_SOME_FAILED;
    strbuf_printf(&what, "%s%s", r->what, place);
    const bool ok = store_say(d->store, l->at[0].record_key, strbuf_text(&what), r->text);
    strbuf_done(&what);
    if (!ok)
        return db_failed(d->store);
    say("%s: %s", address, *r->text != '\0' ? r->done : r->gone);
    return CALL_CLEAN;
}

static int remark(struct doing *d, struct remark r)
{
    struct said_list l = {.n = 0};
    const char *place;
    char *stem = stem_of_address(d->name[0], &place);
    const bool ok = said_matches_called(d->store, stem, add_target, &l);
    const int result = ok ? remark_on(d, &l, d->name[0], place, &r) : db_failed(d->store);
    xfree(stem);
    xfree(l.at);
    return result;
}

struct remark_answer {
    struct db_head head;
    const char *address, *mark;
};

#define ADDRESS ANSWER(struct remark_answer, address, "Address", .example = "final.html#g2m26")
static const struct answer_field comment_fields[] = {DB_HEAD(struct remark_answer, "comment"), ADDRESS, {0}};
static const struct answer_rows comment_rows = {"DbComment", NULL, sizeof(struct remark_answer), comment_fields};
const struct answer_document db_comment_document = DB_DOCUMENT("A comment", &comment_rows);

static const struct answer_field mark_fields[] = {
    DB_HEAD(struct remark_answer, "mark"),
    ADDRESS,
    ANSWER(struct remark_answer, mark, "Mark", .words = mark_words, .n_words = MARKS),
    {0}};
#undef ADDRESS
static const struct answer_rows mark_rows = {"DbMark", NULL, sizeof(struct remark_answer), mark_fields};
const struct answer_document db_mark_document = DB_DOCUMENT("A mark", &mark_rows);

int db_comment(struct doing *d)
{
    const int result =
        remark(d, (struct remark){SAID_COMMENT, d->name[1], W_("comment saved"), W_("your comment was removed")});
    return db_put(d, &db_comment_document, &(struct remark_answer){d->head, d->name[0], NULL}, result);
}

int db_mark(struct doing *d)
{
    const char *mark = d->name[1];
    if (mark_named(mark) == MARK_NONE && strcmp(mark, mark_words[MARK_NONE]) != 0)
        return call_misuse("mark: found \"%s\", expected very-bad, bad, doubtful, interesting, good, very-good or none",
                           mark);
    const int result = remark(d, (struct remark){SAID_MARK, mark, W_("mark saved"), W_("your mark was removed")});
    return db_put(d, &db_mark_document, &(struct remark_answer){d->head, d->name[0], mark}, result);
}
