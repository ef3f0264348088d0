/* Collections of the public library: cursors that read match by match. See kibitzer_collection.h. */
#include "kibitzer_collection.h"

#include <math.h>
#include <string.h>

#include "base/xmalloc.h"
#include "storage/collection.h"
#include "collection/people.h"
#include "collection/query.h"
#include "library/library.h"
#include "match/phase.h"

struct kibitzer_collection {
    struct collection collection;
    int holders; /* the handle and its cursors */
    bool disturbed; /* memory ran out while it was asked */
};

void library_let_go(struct kibitzer_collection *k)
{
    if (--k->holders > 0)
        return;
    collection_close(&k->collection);
    xfree(k);
}

void library_hold(struct kibitzer_collection *k)
{
    k->holders++;
}

/* ---- opening ---- */

struct opening {
    const char *where;
    struct kibitzer_options *options;
    struct kibitzer_call *call;
    struct kibitzer_collection *opened;
};

static int find_options(const struct opening *o, struct collection_options *out)
{
    int code = KIBITZER_OK;
    *out = (struct collection_options){.db = o->where, .out = REPORTS_FOLDER};
    if (o->where != NULL || o->options == NULL)
        return code;
    if (library_settle(o->call, o->options, &code) == NULL)
        return code;
    const struct collection_options *given = options_part(o->options->options, &reports_group);
    if (given == NULL)
        return library_refuse(KIBITZER_MISUSE,
                              "found options of \"%s\", expected those of a command that asks a collection",
                              o->options->command->options.command);
    *out = *given;
    return code;
}

static int open_collection(void *opening)
{
    struct opening *o = opening;
    struct collection_options options;
    const int code = find_options(o, &options);
    if (code < 0)
        return code;
    struct kibitzer_collection *k = xcalloc(1, sizeof *k);
    if (!collection_open(&k->collection, &options, NULL, SQL_READ)) {
        xfree(k);
        return KIBITZER_UNREADABLE;
    }
    k->holders = 1;
    o->opened = k;
    return KIBITZER_OK;
}

struct kibitzer_collection *kibitzer_collection_open(const char *where, struct kibitzer_options *o,
                                                     struct kibitzer_call *c)
{
    struct opening opening = {where, o, c, NULL};
    return library_call(c, open_collection, &opening) == KIBITZER_OK ? opening.opened : NULL;
}

void kibitzer_collection_close(struct kibitzer_collection *k)
{
    if (k != NULL)
        library_let_go(k);
}

const char *kibitzer_collection_name(const struct kibitzer_collection *k)
{
    return k != NULL ? store_name(k->collection.store) : NULL;
}

/* ---- cursors: the rows of a match, or all ---- */

struct rows {
    struct arena *arena; /* of texts */
    struct cursor_value *at; /* the values of all rows one after the other */
    size_t n, capacity; /* values */
};

struct collection_cursor {
    struct kibitzer_cursor base;
    struct kibitzer_collection *of;
    struct collection_query query;
    struct arena *texts; /* of the query */
    int64_t *match; /* whose rows come */
    size_t n_matches, capacity, next_match;
    bool with_forced; /* plays, of decisions */
    struct rows rows; /* of the one at hand */
    size_t next_value;
    /* Adds the rows of a match; false on an error of the database. */
    bool (*fill)(const struct collection_cursor *c, int64_t match, struct rows *out);
};

static struct cursor_value *add_row(struct rows *r, size_t columns)
{
    for (size_t i = 0; i < columns; i++) {
        r->at = grow(r->at, r->n, &r->capacity, sizeof *r->at);
        r->at[r->n++] = (struct cursor_value){NULL, (double)NAN};
    }
    return &r->at[r->n - columns];
}

static void put_text(struct rows *r, struct cursor_value *v, const char *text)
{
    v->text = text != NULL && *text != '\0' ? arena_strdup(r->arena, text) : NULL;
}

static void rows_free(struct rows *r)
{
    arena_free(r->arena);
    xfree(r->at);
}

int library_unread(struct kibitzer_collection *k)
{
    struct store *s = k->collection.store;
    return library_refuse(KIBITZER_UNREADABLE, "%s: the collection cannot be read: %s", store_name(s), store_error(s));
}

struct store *library_enter(struct kibitzer_collection *k)
{
    if (k->disturbed)
        store_recover(k->collection.store);
    k->disturbed = true;
    return k->collection.store;
}

bool library_leave(struct kibitzer_collection *k, bool ok)
{
    k->disturbed = false;
    return ok;
}

/* The rows of the next match that has any take the place of those at hand, in the last step: if memory runs out the
 * cursor is what it was. 1, 0 or a code. */
static int read_more(struct collection_cursor *c)
{
    for (; c->next_match < c->n_matches; c->next_match++) {
        struct rows rows = {.arena = arena_new()};
        (void)library_enter(c->of);
        const bool ok = library_leave(c->of, c->fill(c, c->match[c->next_match], &rows));
        if (!ok || rows.n == 0) {
            rows_free(&rows);
            if (!ok)
                return library_unread(c->of);
            continue;
        }
        rows_free(&c->rows);
        c->rows = rows;
        c->next_value = 0;
        c->next_match++;
        return 1;
    }
    return 0;
}

static int next_row(struct kibitzer_cursor *k)
{
    struct collection_cursor *c = (struct collection_cursor *)k;
    if (call_cancelled())
        return KIBITZER_CANCELLED;
    const int found = c->next_value < c->rows.n ? 1 : read_more(c);
    if (found != 1)
        return found;
    memcpy(k->values, &c->rows.at[c->next_value], k->columns * sizeof *k->values);
    c->next_value += k->columns;
    return 1;
}

static void cursor_done(struct kibitzer_cursor *k)
{
    struct collection_cursor *c = (struct collection_cursor *)k;
    rows_free(&c->rows);
    arena_free(c->texts);
    xfree(c->match);
    library_let_go(c->of);
}

/* ---- making one ---- */

struct cursor_request {
    struct kibitzer_collection *of;
    struct kibitzer_options *options;
    struct kibitzer_call *call;
    struct collection_cursor *made;
    bool with_forced;
};

static bool one_position_is_asked(const struct kibitzer_options *o)
{
    return strcmp(o->command->options.command, "find") == 0 &&
           (options_given(o->options, "position") || options_given(o->options, "like"));
}

/* What the options ask for, with texts of its own. */
static int read_query(const struct cursor_request *a, struct arena *texts, struct collection_query *out)
{
    int code = KIBITZER_OK;
    *out = (struct collection_query){.match = MATCH_FILTER_ALL};
    if (a->options == NULL)
        return code;
    if (library_settle(a->call, a->options, &code) == NULL)
        return code;
    const struct collection_query *q = options_part(a->options->options, &query_group);
    if (q == NULL || one_position_is_asked(a->options))
        return library_refuse(KIBITZER_MISUSE, "%s",
                              q == NULL ? "these options ask nothing of a collection"
                                        : "a cursor goes over all positions, not over one");
    *out = *q;
    out->match.since = arena_strdup(texts, q->match.since);
    out->match.until = arena_strdup(texts, q->match.until);
    out->match.event = arena_strdup(texts, q->match.event);
    out->player = arena_strdup(texts, q->player);
    out->opponent = arena_strdup(texts, q->opponent);
    return code;
}

static bool note_match(void *cursor, const struct stored_match *m)
{
    struct collection_cursor *c = cursor;
    c->match = grow(c->match, c->n_matches, &c->capacity, sizeof *c->match);
    c->match[c->n_matches++] = m->id;
    return true;
}

/* Those that the query means. */
static int note_matches(struct collection_cursor *c)
{
    struct store *s = library_enter(c->of);
    if (!query_people(&c->query, s)) {
        library_leave(c->of, false);
        return KIBITZER_FAILED;
    }
    return library_leave(c->of, store_matches_alone(s, &c->query.match, note_match, c)) ? KIBITZER_OK
                                                                                        : library_unread(c->of);
}

/* A cursor that nobody holds yet; *code says why there is none. */
static struct collection_cursor *cursor_of(const struct cursor_request *a, const char *const *names, size_t columns,
                                           int *code)
{
    if (a->of == NULL) {
        *code = library_refuse(KIBITZER_MISUSE, "found NULL, expected a collection");
        return NULL;
    }
    struct arena *texts = arena_new();
    struct collection_query query;
    *code = read_query(a, texts, &query);
    if (*code < 0) {
        arena_free(texts);
        return NULL;
    }
    struct collection_cursor *c = library_cursor_new(sizeof *c, names, columns);
    c->base.next = next_row;
    c->base.done = cursor_done;
    c->of = a->of;
    c->texts = texts;
    c->query = query;
    c->with_forced = a->with_forced;
    return c;
}

/* The last step: from here on the collection is held. */
static int hand_over(struct cursor_request *a, struct collection_cursor *c, int code)
{
    c->of->holders++;
    if (code < 0)
        kibitzer_cursor_free(&c->base);
    else
        a->made = c;
    return code;
}

/* One that goes over matches. */
static int make_over_matches(struct cursor_request *a, const char *const *names, size_t columns,
                             bool (*fill)(const struct collection_cursor *c, int64_t match, struct rows *out))
{
    int code;
    struct collection_cursor *c = cursor_of(a, names, columns, &code);
    if (c == NULL)
        return code;
    c->fill = fill;
    return hand_over(a, c, note_matches(c));
}

static struct kibitzer_cursor *make_cursor(int (*make)(void *request), struct kibitzer_collection *k,
                                           struct kibitzer_options *o, struct kibitzer_call *c)
{
    struct cursor_request a = {.of = k, .options = o, .call = c};
    return library_call(c, make, &a) == KIBITZER_OK ? &a.made->base : NULL;
}

/* ---- matches ---- */

static bool add_match(void *rows, const struct stored_match *m)
{
    struct rows *r = rows;
    struct cursor_value *v = add_row(r, KIBITZER_MATCH_COLUMNS);
    v[KIBITZER_MATCH_ROW_ID].number = (double)m->id;
    put_text(r, &v[KIBITZER_MATCH_ROW_DATE], m->date);
    put_text(r, &v[KIBITZER_MATCH_ROW_PLAYER_0], m->person[0]);
    put_text(r, &v[KIBITZER_MATCH_ROW_PLAYER_1], m->person[1]);
    v[KIBITZER_MATCH_ROW_SCORE_0].number = m->score[0];
    v[KIBITZER_MATCH_ROW_SCORE_1].number = m->score[1];
    v[KIBITZER_MATCH_ROW_LENGTH].number = m->length;
    v[KIBITZER_MATCH_ROW_WINNER].number = m->winner == NOBODY ? -1 : m->winner;
    v[KIBITZER_MATCH_ROW_GAMES].number = m->n_games;
    put_text(r, &v[KIBITZER_MATCH_ROW_EVENT], m->event);
    put_text(r, &v[KIBITZER_MATCH_ROW_ROUND], m->round);
    put_text(r, &v[KIBITZER_MATCH_ROW_PLACE], m->place);
    put_text(r, &v[KIBITZER_MATCH_ROW_ENGINE], m->engine);
    put_text(r, &v[KIBITZER_MATCH_ROW_LEVEL], m->level);
    put_text(r, &v[KIBITZER_MATCH_ROW_PAGE], m->stem);
    put_text(r, &v[KIBITZER_MATCH_ROW_FILE], m->path);
    return true;
}

static bool fill_match(const struct collection_cursor *c, int64_t match, struct rows *out)
{
    struct match_filter one = MATCH_FILTER_ALL;
    one.id = match;
    return store_matches(c->of->collection.store, &one, add_match, out);
}

static int make_matches(void *request)
{
    static const char *const names[KIBITZER_MATCH_COLUMNS] = {
        "id",    "date",  "player_0", "player_1", "score_0", "score_1", "length", "winner",
        "games", "event", "round",    "place",    "engine",  "level",   "page",   "file"};
    return make_over_matches(request, names, KIBITZER_MATCH_COLUMNS, fill_match);
}

struct kibitzer_cursor *kibitzer_collection_matches(struct kibitzer_collection *k, struct kibitzer_options *o,
                                                    struct kibitzer_call *c)
{
    return make_cursor(make_matches, k, o, c);
}

/* ---- decisions ---- */

struct filling {
    const struct collection_cursor *cursor;
    struct rows *rows;
    const char *person[2], *date, *event, *engine; /* of the match */
    int length;
};

static bool fits(const struct collection_cursor *c, const struct decision_row *d)
{
    const struct decision_traits *t = &c->query.of;
    return (c->with_forced || d->kind != DECISION_FORCED) && decision_fits(t, d) &&
           (!t->some_kinds || error_kind_meant(t, d) >= 0);
}

static void put_numbers(struct cursor_value *v, const struct stored_decision *d)
{
    const struct decision_row *row = &d->row;
    v[KIBITZER_DECISION_MATCH].number = (double)d->match;
    v[KIBITZER_DECISION_GAME].number = row->game;
    v[KIBITZER_DECISION_MOVE].number = row->number;
    v[KIBITZER_DECISION_SIDE].number = row->side;
    v[KIBITZER_DECISION_DICE].number = row->dice;
    v[KIBITZER_DECISION_ERROR].number = row->error;
    v[KIBITZER_DECISION_ERROR_MWC].number = row->error_mwc;
    v[KIBITZER_DECISION_LUCK].number = row->luck;
    v[KIBITZER_DECISION_LUCK_MWC].number = row->luck_mwc;
    v[KIBITZER_DECISION_COUNTED].number = row->counted != COUNTED_NOT;
    v[KIBITZER_DECISION_AWAY].number = row->away[0];
    v[KIBITZER_DECISION_AWAY_OPPONENT].number = row->away[1];
    v[KIBITZER_DECISION_CUBE].number = row->cube;
    v[KIBITZER_DECISION_CUBE_SIDE].number = row->cube_side;
    if (row->close >= 0)
        v[KIBITZER_DECISION_CLOSE].number = row->close;
}

static void put_themes(struct rows *r, struct cursor_value *v, theme_set themes)
{
    struct strbuf text = {0};
    themes_text(themes, " ", &text);
    put_text(r, v, themes != 0 ? strbuf_text(&text) : NULL);
    strbuf_done(&text);
}

static bool add_decision(void *filling, const struct stored_decision *d)
{
    const struct filling *f = filling;
    const struct decision_row *row = &d->row;
    struct rows *r = f->rows;
    if (!fits(f->cursor, row))
        return true;
    struct cursor_value *v = add_row(r, KIBITZER_DECISION_COLUMNS);
    put_numbers(v, d);
    v[KIBITZER_DECISION_PLAYER].text = f->person[row->side];
    v[KIBITZER_DECISION_OPPONENT].text = f->person[1 - row->side];
    put_text(r, &v[KIBITZER_DECISION_KIND], decision_kind_name(row->kind));
    put_text(r, &v[KIBITZER_DECISION_POSITION], row->position);
    put_text(r, &v[KIBITZER_DECISION_MATCH_ID], row->state);
    put_text(r, &v[KIBITZER_DECISION_ACTION], row->action);
    put_text(r, &v[KIBITZER_DECISION_BEST], row->best);
    put_text(r, &v[KIBITZER_DECISION_PHASE], row->phase >= 0 ? phase_name((enum phase)row->phase) : NULL);
    put_text(r, &v[KIBITZER_DECISION_PLAN], row->plan >= 0 ? plan_name((enum plan)row->plan) : NULL);
    put_text(r, &v[KIBITZER_DECISION_LEVEL], row->level);
    put_themes(r, &v[KIBITZER_DECISION_THEMES], row->themes);
    v[KIBITZER_DECISION_DATE].text = f->date;
    v[KIBITZER_DECISION_EVENT].text = f->event;
    v[KIBITZER_DECISION_LENGTH].number = f->length;
    v[KIBITZER_DECISION_ENGINE].text = f->engine;
    return true;
}

static const char *kept(const struct filling *f, const char *text)
{
    return text != NULL && *text != '\0' ? arena_strdup(f->rows->arena, text) : NULL;
}

static bool keep_match(void *filling, const struct stored_match *m)
{
    struct filling *f = filling;
    for (int i = 0; i < 2; i++)
        f->person[i] = kept(f, m->person[i]);
    f->date = kept(f, m->date);
    f->event = kept(f, m->event);
    f->engine = kept(f, m->engine);
    f->length = m->length;
    return true;
}

static bool fill_decisions(const struct collection_cursor *c, int64_t match, struct rows *out)
{
    struct store *s = c->of->collection.store;
    struct filling f = {.cursor = c, .rows = out};
    struct decision_filter d = {.match = MATCH_FILTER_ALL, .error_above = c->query.of.above};
    d.match.id = match;
    d.match.player = c->query.match.player;
    return store_matches_alone(s, &d.match, keep_match, &f) && store_decisions(s, &d, add_decision, &f);
}

static int make_decisions(void *request)
{
    static const char *const names[KIBITZER_DECISION_COLUMNS] = {
        "match",          "game",  "move",   "side",   "player",        "opponent",  "kind",      "position_id",
        "gnubg_match_id", "dice",  "action", "best",   "error",         "error_mwc", "luck",      "luck_mwc",
        "counted",        "phase", "plan",   "away",   "opponent_away", "cube",      "cube_side", "level",
        "themes",         "date",  "event",  "length", "close",         "engine"};
    return make_over_matches(request, names, KIBITZER_DECISION_COLUMNS, fill_decisions);
}

struct kibitzer_cursor *kibitzer_collection_decisions(struct kibitzer_collection *k, struct kibitzer_options *o,
                                                      struct kibitzer_call *c)
{
    return make_cursor(make_decisions, k, o, c);
}

static int make_decisions_and_forced(void *request)
{
    ((struct cursor_request *)request)->with_forced = true;
    return make_decisions(request);
}

struct kibitzer_cursor *kibitzer_collection_every_decision(struct kibitzer_collection *k, struct kibitzer_options *o,
                                                           struct kibitzer_call *c)
{
    return make_cursor(make_decisions_and_forced, k, o, c);
}

/* ---- players ---- */

static bool add_player(void *rows, const struct stored_player *p)
{
    struct rows *r = rows;
    struct cursor_value *v = add_row(r, KIBITZER_PLAYER_COLUMNS);
    put_text(r, &v[KIBITZER_PLAYER_NAME], p->name);
    put_text(r, &v[KIBITZER_PLAYER_COUNTED_AS], p->counted_as);
    v[KIBITZER_PLAYER_MATCHES].number = (double)p->matches;
    return true;
}

static bool fill_players(const struct collection_cursor *c, int64_t match, struct rows *out)
{
    (void)match;
    return store_players(c->of->collection.store, add_player, out);
}

static int make_players(void *request)
{
    static const char *const names[KIBITZER_PLAYER_COLUMNS] = {"name", "counted_as", "matches"};
    int code;
    struct collection_cursor *c = cursor_of(request, names, KIBITZER_PLAYER_COLUMNS, &code);
    if (c == NULL)
        return code;
    c->fill = fill_players;
    c->match = xcalloc(1, sizeof *c->match); /* all at once, as if of one match */
    c->n_matches = c->capacity = 1;
    return hand_over(request, c, KIBITZER_OK);
}

struct kibitzer_cursor *kibitzer_collection_players(struct kibitzer_collection *k, struct kibitzer_call *c)
{
    return make_cursor(make_players, k, NULL, c);
}
