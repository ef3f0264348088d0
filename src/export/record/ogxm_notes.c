/* OGXM: comments, and what stood beside them, in the order that the format asks for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xmalloc.h"
#include "export/record/ogxm_write.h"
#include "format/ogxm_head.h"

enum { SCOPE_MATCH, SCOPE_GAME, SCOPE_PLY, TEXT_MAX = 256 << 10, NOTES_MAX = 4096 };

/* What they are sorted by. */
struct note {
    uint64_t scope, ref;
    bool of_set, of_kind, of_alternative, keyed;
    char id[16];
    uint64_t kind, alternative;
    const char *key, *lang; /* of keyed ones */
    size_t number;
    struct strbuf value; /* of prose that may go on */
    struct strbuf bytes; /* the record; empty: made of `value` */
};

struct notes {
    struct ogxm_writer *w;
    struct note *at;
    size_t n, capacity;
};

struct target {
    uint64_t scope, ref;
};

static struct note *add(struct notes *l, struct target t)
{
    l->at = grow(l->at, l->n, &l->capacity, sizeof *l->at);
    struct note *one = &l->at[l->n];
    *one = (struct note){.scope = t.scope, .ref = t.ref, .number = l->n};
    l->n++;
    return one;
}

/* ---- plain words ---- */

/* Comments at one place become one. */
static void add_prose(struct notes *l, struct target t, const char *text)
{
    struct note *last = l->n > 0 ? &l->at[l->n - 1] : NULL;
    const bool goes_on = last != NULL && last->value.at != NULL && last->scope == t.scope && last->ref == t.ref;
    struct note *one = goes_on ? last : add(l, t);
    strbuf_puts(&one->value, goes_on ? "\n" : "");
    utf8_clean(&one->value, text);
}

static void add_keyed(struct notes *l, struct target t, const char *key, const char *value, const char *id)
{
    struct note *one = add(l, t);
    struct ogxm_out r = {0};
    struct strbuf clean = {0};
    one->keyed = true;
    one->key = arena_strdup(l->w->arena, key);
    utf8_clean(&clean, value);
    ogxm_put_varint(&r.must, t.scope);
    ogxm_put_varint(&r.must, t.ref);
    ogxm_put_string(&r.must, (struct span){strbuf_text(&clean), clean.length});
    ogxm_put_string(ogxm_bit(&r, NOTE_KEY), span_of(key));
    if (id != NULL) {
        one->of_set = true;
        memcpy(one->id, id, sizeof one->id);
        strbuf_add(ogxm_bit(&r, NOTE_SET), id, sizeof one->id);
    }
    ogxm_put_record(&one->bytes, &r);
    strbuf_done(&clean);
}

/* ---- kept as they were ---- */

static const char *new_id(const struct ogxm_writer *w, const char *old)
{
    for (size_t i = 0; i < w->m->n_sets && i < OGXM_SETS_MAX; i++)
        if (memcmp(w->old_ids[i], old, sizeof w->old_ids[i]) == 0)
            return w->ids[i];
    return NULL;
}

static uint64_t number_of(const struct ogxm_record *r, int bit)
{
    return ogxm_has(r, bit) ? ogxm_number(r->may[bit]) : 0;
}

static const char *words_of(const struct notes *l, const struct ogxm_record *r, int bit)
{
    const struct span s = ogxm_has(r, bit) ? ogxm_words(r->may[bit]) : (struct span){"", 0};
    return arena_span(l->w->arena, s);
}

/* False: it speaks of an analysis that is gone. */
static bool add_kept(struct notes *l, uint64_t ref, const char *text)
{
    struct strbuf bytes = {0}, body = {0};
    struct ogxm_record r;
    const char *problem, *id = NULL;
    bool good = ogxm_hex(text, &bytes) &&
                ogxm_record_within((struct span){strbuf_text(&bytes), bytes.length}, &ogxm_note, &r, &problem);
    if (good && ogxm_has(&r, NOTE_SET)) {
        id = new_id(l->w, r.may[NOTE_SET].at);
        good = id != NULL;
    }
    if (good) {
        struct note *one = add(l, (struct target){ogxm_number(r.must[NOTE_SCOPE]), ref});
        if (id != NULL)
            memcpy(bytes.at + (r.may[NOTE_SET].at - bytes.at), id, sizeof one->id);
        one->of_set = id != NULL;
        if (id != NULL)
            memcpy(one->id, id, sizeof one->id);
        one->of_kind = ogxm_has(&r, NOTE_KIND);
        one->kind = number_of(&r, NOTE_KIND);
        one->of_alternative = ogxm_has(&r, NOTE_ALTERNATIVE);
        one->alternative = number_of(&r, NOTE_ALTERNATIVE);
        one->keyed = ogxm_has(&r, NOTE_KEY);
        one->key = words_of(l, &r, NOTE_KEY);
        one->lang = words_of(l, &r, NOTE_LANG);
        ogxm_put_varint(&body, r.mask);
        ogxm_put_varint(&body, one->scope);
        ogxm_put_varint(&body, ref);
        const char *rest = r.must[NOTE_VALUE].at;
        strbuf_add(&body, rest, bytes.length - (size_t)(rest - bytes.at));
        ogxm_put_varint(&one->bytes, body.length);
        strbuf_add(&one->bytes, body.at, body.length);
    }
    strbuf_done(&bytes);
    strbuf_done(&body);
    return good;
}

/* Of an analysis that is there, or of none. */
static bool is_of_kept_set(const struct ogxm_writer *w, const struct ogxm_record *r)
{
    return !ogxm_has(r, NOTE_SET) || new_id(w, r->may[NOTE_SET].at) != NULL;
}

/* The words of the comments that were kept, as the reader joined them; returns how many there are. */
static size_t join_kept(const struct ogxm_writer *w, const struct property *list, struct strbuf *out)
{
    enum { ALTERNATIVE = 4 };
    size_t n = 0;
    for (const struct property *p = ogxm_kept(list, "annotation"); p != NULL; p = ogxm_kept(p->next, "annotation")) {
        struct strbuf bytes = {0};
        struct ogxm_record r;
        const char *problem;
        if (p->n_values == 1 && ogxm_hex(p->values[0], &bytes) &&
            ogxm_record_within((struct span){strbuf_text(&bytes), bytes.length}, &ogxm_note, &r, &problem) &&
            !ogxm_has(&r, NOTE_KEY) && ogxm_number(r.must[NOTE_SCOPE]) != ALTERNATIVE && is_of_kept_set(w, &r)) {
            const struct span words = ogxm_words(r.must[NOTE_VALUE]);
            strbuf_puts(out, words.length > 0 && out->length > 0 ? "\n" : "");
            strbuf_add(out, words.at, words.length);
            n++;
        }
        strbuf_done(&bytes);
    }
    return n;
}

static bool is_prose(const char *text)
{
    struct strbuf bytes = {0};
    struct ogxm_record r;
    const char *problem;
    const bool prose = ogxm_hex(text, &bytes) &&
                       ogxm_record_within((struct span){strbuf_text(&bytes), bytes.length}, &ogxm_note, &r, &problem) &&
                       !ogxm_has(&r, NOTE_KEY);
    strbuf_done(&bytes);
    return prose;
}

/* Everything that is said at one place: `comment`, and what the reader kept. */
static void add_all(struct notes *l, struct target t, const char *comment, const struct property *list)
{
    struct strbuf joined = {0};
    const size_t kept = join_kept(l->w, list, &joined);
    const bool same = kept > 0 && strcmp(strbuf_text(&joined), comment != NULL ? comment : "") == 0;
    if (!same && comment != NULL && comment[0] != '\0')
        add_prose(l, t, comment);
    for (const struct property *p = list; p != NULL; p = p->next) {
        if (p->format == NULL || strcmp(p->format, "ogxm") != 0 || p->n_values == 0)
            continue;
        if (strncmp(p->name, "x-", 2) == 0)
            add_keyed(l, t, p->name, p->values[0], NULL);
        else if (strcmp(p->name, "annotation") == 0)
            l->w->losses->count[LOSS_PROPERTIES] +=
                (!same && is_prose(p->values[0])) || !add_kept(l, t.ref, p->values[0]);
    }
    strbuf_done(&joined);
}

/* ---- what only a record knows ---- */

static void add_set(struct notes *l, int set)
{
    const struct annotation_set *s = &l->w->m->sets[set];
    const struct target match = {SCOPE_MATCH, 0};
    char thresholds[64];
    snprintf(thresholds, sizeof thresholds, "%.9g %.9g %.9g", (double)s->threshold[0], (double)s->threshold[1],
             (double)s->threshold[2]);
    if (s->own)
        add_keyed(l, match, "x-kibitzer-own", "1", l->w->ids[set]);
    if (s->settings != NULL)
        add_keyed(l, match, "x-kibitzer-settings", s->settings, l->w->ids[set]);
    if (s->threshold[0] > 0 || s->threshold[1] > 0 || s->threshold[2] > 0)
        add_keyed(l, match, "x-kibitzer-thresholds", thresholds, l->w->ids[set]);
}

/* The file has the points of a game whole; a record those that counted. */
static void add_points(struct notes *l, size_t game)
{
    const struct game *g = &l->w->m->games[game];
    struct strbuf field = {0};
    char points[16];
    if (g->winner == NOBODY || !ogxm_game_field(l->w->m, g, GAME_POINTS_WON, &field))
        return;
    snprintf(points, sizeof points, "%d", g->points);
    if (ogxm_number((struct span){field.at, field.length}) != (uint64_t)g->points &&
        ogxm_kept(g->properties, "points_won") == NULL)
        add_keyed(l, (struct target){SCOPE_GAME, game}, "x-kibitzer-points", points, NULL);
    strbuf_done(&field);
}

/* No ply is a resignation that was refused or left open: it hangs on the one before it. */
static void add_resignation(struct notes *l, struct target t, const struct game *g, size_t i)
{
    const enum event_kind answer = i + 1 < g->n_events ? g->events[i + 1].kind : EVENT_KINDS;
    char words[48];
    if (g->events[i].kind != EVENT_RESIGN || answer == EVENT_RESIGN_ACCEPT)
        return;
    snprintf(words, sizeof words, "%d %d %s", g->events[i].player, g->events[i].value,
             answer == EVENT_RESIGN_REFUSE ? "refused" : "open");
    add_keyed(l, t, "x-kibitzer-resigned", words, NULL);
}

/* A take behind a beaver is not there to be marked when the file is read. */
static void add_mark(struct notes *l, struct target t, const struct game *g, size_t i)
{
    const struct event *e = &g->events[i];
    const bool after_beaver =
        e->kind == EVENT_TAKE && i > 0 && (e[-1].kind == EVENT_BEAVER || e[-1].kind == EVENT_RACCOON);
    if (e->mark != MARK_NONE && t.scope == SCOPE_PLY && !after_beaver)
        add_keyed(l, t, "x-kibitzer-mark", mark_words[e->mark], NULL);
    else
        l->w->losses->count[LOSS_MARKS] += e->mark != MARK_NONE;
    if (e->undoubled_mark != MARK_NONE && t.scope == SCOPE_PLY)
        add_keyed(l, t, "x-kibitzer-undoubled-mark", mark_words[e->undoubled_mark], NULL);
    else
        l->w->losses->count[LOSS_MARKS] += e->undoubled_mark != MARK_NONE;
}

static void add_game(struct notes *l, size_t game)
{
    const struct game *g = &l->w->m->games[game];
    const struct target whole = {SCOPE_GAME, game};
    add_all(l, whole, g->comment, g->properties);
    add_points(l, game);
    for (size_t i = 0; i < g->n_events; i++) {
        const struct ogxm_ref *ref = &l->w->refs[game][i];
        const struct target t = ref->any ? (struct target){SCOPE_PLY, ref->ply} : whole;
        add_all(l, t, g->events[i].comment, g->events[i].properties);
        add_resignation(l, t, g, i);
        add_mark(l, t, g, i);
    }
}

/* ---- order ---- */

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_text(const char *a, const char *b)
{
    return strcmp(a != NULL ? a : "", b != NULL ? b : "");
}

static int by_place(const void *x, const void *y)
{
    const struct note *a = x, *b = y;
    const int orders[] = {compare(a->scope, b->scope),
                          compare(a->ref, b->ref),
                          compare(a->of_set, b->of_set),
                          memcmp(a->id, b->id, sizeof a->id),
                          compare(a->of_kind, b->of_kind),
                          compare(a->kind, b->kind),
                          compare(a->of_alternative, b->of_alternative),
                          compare(a->alternative, b->alternative),
                          compare(!a->keyed, !b->keyed),
                          a->keyed ? compare_text(a->key, b->key) : 0,
                          a->keyed ? compare_text(a->lang, b->lang) : 0,
                          compare(a->number, b->number)};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (orders[i] != 0)
            return orders[i];
    return 0;
}

static void put_note(struct strbuf *out, struct note *one)
{
    if (one->bytes.length == 0) {
        struct ogxm_out r = {0};
        ogxm_put_varint(&r.must, one->scope);
        ogxm_put_varint(&r.must, one->ref);
        ogxm_put_string(&r.must, (struct span){strbuf_text(&one->value), one->value.length});
        ogxm_put_record(out, &r);
    } else
        strbuf_add(out, one->bytes.at, one->bytes.length);
}

void ogxm_notes(struct ogxm_writer *w)
{
    struct notes l = {.w = w};
    struct strbuf payload = {0};
    add_all(&l, (struct target){SCOPE_MATCH, 0}, w->m->comment, w->m->properties);
    for (int set = 0; set < (int)w->m->n_sets && set < OGXM_SETS_MAX; set++)
        add_set(&l, set);
    for (size_t i = 0; i < w->m->n_games; i++)
        add_game(&l, i);
    if (l.n > 1)
        qsort(l.at, l.n, sizeof *l.at, by_place);
    for (size_t i = 0; i < l.n; i++) {
        put_note(&payload, &l.at[i]);
        strbuf_done(&l.at[i].value);
        strbuf_done(&l.at[i].bytes);
    }
    if (l.n > 0)
        ogxm_section(w, "ANNO", (struct span){payload.at, payload.length});
    strbuf_done(&payload);
    xfree(l.at);
}
