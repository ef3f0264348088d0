/* OGXM: annotations. */
#include <stdlib.h>
#include <string.h>

#include "import/ogxm/ogxm.h"

enum { SCOPE_MATCH, SCOPE_GAME, SCOPE_PLY, SCOPE_DECISION, SCOPE_ALTERNATIVE, SCOPES, NOTES_MAX = 4096 };

struct note {
    struct ogxm_record record;
    struct span bytes;
    uint64_t scope, ref;
    struct property **list; /* of what it speaks of */
    const char **comment;
    struct event *event; /* or NULL */
    bool in_place; /* it speaks of an event, not of what stands behind it */
};

static bool is_prose(const struct note *n)
{
    return !ogxm_has(&n->record, NOTE_KEY);
}

/* False: there is nothing that it could speak of. */
static bool find_target(struct ogxm_reader *r, struct note *n)
{
    struct match *m = r->m;
    n->in_place = true;
    if (n->scope == SCOPE_MATCH) {
        n->list = &m->properties;
        n->comment = &m->comment;
        return n->ref == 0;
    }
    if (n->scope >= SCOPES || n->ref >= (n->scope == SCOPE_GAME ? m->n_games : r->n_plies))
        return false;
    struct game *g = &m->games[n->scope == SCOPE_GAME ? n->ref : r->plies[n->ref].game];
    n->list = &g->properties;
    n->comment = &g->comment;
    if (n->scope == SCOPE_GAME)
        return true;
    const struct ogxm_place *at = &r->plies[n->ref];
    n->in_place = at->any;
    if (at->any || at->event > 0) {
        struct event *e = &g->events[at->any ? at->event : at->event - 1];
        n->event = e;
        n->list = &e->properties;
        n->comment = &e->comment;
    }
    return true;
}

/* ---- our own keys: what a record holds and the format has no field for ---- */

static const char own_key[] = "x-kibitzer-";

static void take_thresholds(struct annotation_set *set, const char *text)
{
    for (int i = 0; i < 3; i++) {
        char *end;
        set->threshold[i] = strtof(text, &end);
        if (!(set->threshold[i] >= 0 && set->threshold[i] < 100))
            set->threshold[i] = 0;
        text = end;
    }
}

static bool take_of_set(struct ogxm_reader *r, const struct note *n, struct span word, const char *text)
{
    if (n->scope != SCOPE_MATCH || !ogxm_has(&n->record, NOTE_SET))
        return false;
    for (size_t i = 0; i < r->m->n_sets && i < OGXM_BLOCKS_MAX; i++) {
        struct annotation_set *set = &r->m->sets[i];
        if (memcmp(r->ids[i].at, n->record.may[NOTE_SET].at, n->record.may[NOTE_SET].length) != 0)
            continue;
        if (span_equal(word, "settings"))
            set->settings = text;
        else if (span_equal(word, "thresholds"))
            take_thresholds(set, text);
        else if (span_equal(word, "own"))
            set->own = true;
        else
            return false;
        return true;
    }
    return false;
}

/* Where the events behind a ply of `game` begin that come with the next one; behind no ply: those of the first. */
static size_t next_event(const struct ogxm_reader *r, size_t game, size_t ply)
{
    for (; ply < r->n_plies && r->plies[ply].game <= game; ply++)
        if (r->plies[ply].game == game)
            return r->plies[ply].event;
    return r->m->games[game].n_events;
}

static void insert_event(struct match *m, struct game *g, size_t at, enum event_kind kind, int player, int value)
{
    (void)game_add_event(m, g, kind, player);
    const struct event last = g->events[g->n_events - 1];
    memmove(&g->events[at + 1], &g->events[at], (g->n_events - 1 - at) * sizeof last);
    g->events[at] = last;
    g->events[at].value = value;
}

/* "0 2 refused": by whom, for how much, and what became of it. Notes are gone through from the last one, so that all
 * plies before it have their events where they were. */
static void take_resignation(struct ogxm_reader *r, const struct note *n)
{
    const struct span words = ogxm_words(n->record.must[NOTE_VALUE]);
    const bool of_game = n->scope == SCOPE_GAME;
    const size_t ref = (size_t)n->ref, game = of_game ? ref : r->plies[ref].game;
    if (words.length < 5 || (words.at[0] != '0' && words.at[0] != '1') || words.at[2] < '0' || words.at[2] > '3')
        return;
    const int player = words.at[0] - '0', size = words.at[2] - '0';
    struct game *g = &r->m->games[game];
    const size_t at = next_event(r, game, of_game ? 0 : ref + 1);
    if (span_ends(words, "refused"))
        insert_event(r->m, g, at, EVENT_RESIGN_REFUSE, !player, 0);
    insert_event(r->m, g, at, EVENT_RESIGN, player, size);
}

static bool is_resignation(const struct note *n)
{
    const bool keyed = n->record.mask == (uint64_t)1 << NOTE_KEY;
    return keyed && (n->scope == SCOPE_GAME || n->scope == SCOPE_PLY) &&
           span_equal(ogxm_words(n->record.may[NOTE_KEY]), "x-kibitzer-resigned");
}

/* False: not one of ours. */
static bool take_own(struct ogxm_reader *r, const struct note *n, struct span key, struct span value)
{
    const size_t length = sizeof own_key - 1;
    const struct span word = span_sub(key, length, key.length);
    const char *text = arena_span(r->m->arena, value);
    if (!span_equal(span_sub(key, 0, length), own_key))
        return false;
    if (n->scope == SCOPE_GAME && span_equal(word, "points")) {
        struct game *g = &r->m->games[n->ref];
        const int points = atoi(text);
        if (g->winner != NOBODY && points > 0 && points < g->points)
            g->points = points;
        return true;
    }
    if (n->event != NULL && n->in_place && span_equal(word, "mark") && mark_named(text) != MARK_NONE) {
        n->event->mark = (int8_t)mark_named(text);
        return true;
    }
    if (n->event != NULL && n->in_place && span_equal(word, "undoubled-mark") && n->event->kind <= EVENT_ROLL &&
        mark_named(text) != MARK_NONE) {
        n->event->undoubled_mark = (int8_t)mark_named(text);
        return true;
    }
    return take_of_set(r, n, word, text);
}

static void keep(struct ogxm_reader *r, const struct note *n)
{
    ogxm_keep(r, n->list, "annotation", n->bytes);
}

/* Of several comments at one place, or of those with more than words, the words are joined and all is kept. */
static bool is_plain(const struct note *list, size_t n, size_t i)
{
    if (list[i].record.mask != 0 || !list[i].in_place || list[i].scope > SCOPE_PLY ||
        ogxm_words(list[i].record.must[NOTE_VALUE]).length == 0)
        return false;
    for (size_t k = 0; k < n; k++)
        if (k != i && list[k].comment == list[i].comment && is_prose(&list[k]))
            return false;
    return true;
}

static void take_note(struct ogxm_reader *r, const struct note *list, size_t n, size_t i)
{
    const struct note *one = &list[i];
    const struct span value = ogxm_words(one->record.must[NOTE_VALUE]);
    const bool bare = one->record.mask == (uint64_t)1 << NOTE_KEY && one->scope <= SCOPE_PLY && one->in_place;
    if (is_prose(one)) {
        if (value.length > 0 && one->scope != SCOPE_ALTERNATIVE)
            comment_append(r->m, one->comment, value);
        if (!is_plain(list, n, i))
            keep(r, one);
        return;
    }
    const struct span key = ogxm_words(one->record.may[NOTE_KEY]);
    if (take_own(r, one, key, value))
        return;
    if (!bare || !span_equal(span_sub(key, 0, 2), "x-")) {
        keep(r, one);
        return;
    }
    char *name = arena_span(r->m->arena, key), *text = arena_span(r->m->arena, value);
    property_add(r->m, one->list, "ogxm", name, text);
}

static size_t list_notes(struct ogxm_reader *r, struct span payload, struct note *list)
{
    struct ogxm_in in = ogxm_in(payload);
    size_t n = 0;
    while (ogxm_more(&in) && n < NOTES_MAX) {
        struct note *one = &list[n];
        struct ogxm_in ahead = in;
        const size_t length = (size_t)ogxm_varint(&ahead, 32);
        *one = (struct note){.bytes = bytes_take(&ahead.b, length)};
        if (!ogxm_record(&in, &ogxm_note, &one->record)) {
            ogxm_warn(r, r->offset, "annotation %zu: %s: the rest is left out", n, ogxm_problem(&in));
            return n;
        }
        one->scope = ogxm_number(one->record.must[NOTE_SCOPE]);
        one->ref = ogxm_number(one->record.must[NOTE_REF]);
        if (find_target(r, one))
            n++;
        else
            ogxm_warn(r, r->offset, "an annotation of scope %lu on number %lu, which is not there: left out",
                      (unsigned long)one->scope, (unsigned long)one->ref);
    }
    if (ogxm_more(&in))
        ogxm_warn(r, r->offset, "more than %d annotations: the rest is left out", NOTES_MAX);
    return n;
}

/* Its answers show the doubler's chances. */
bool ogxm_notes_of_gammonview(struct span payload)
{
    struct ogxm_in in = ogxm_in(payload);
    struct ogxm_record note;
    while (ogxm_more(&in) && ogxm_record(&in, &ogxm_note, &note)) {
        const struct span key = ogxm_has(&note, NOTE_KEY) ? ogxm_words(note.may[NOTE_KEY]) : (struct span){"", 0};
        if (ogxm_number(note.must[NOTE_SCOPE]) == SCOPE_MATCH && note.mask == (uint64_t)1 << NOTE_KEY &&
            span_equal(span_sub(key, 0, 13), "x-gammonview-"))
            return true;
    }
    return false;
}

void ogxm_read_notes(struct ogxm_reader *r, struct span payload)
{
    struct note *list = arena_alloc(r->m->arena, NOTES_MAX * sizeof *list);
    const size_t n = list_notes(r, payload, list);
    for (size_t i = 0; i < n; i++)
        if (!is_resignation(&list[i]))
            take_note(r, list, n, i);
    for (size_t i = n; i-- > 0;)
        if (is_resignation(&list[i]))
            take_resignation(r, &list[i]);
}
