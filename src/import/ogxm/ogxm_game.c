/* OGXM: the match's head, and games with their plies. */
#include <string.h>

#include "import/ogxm/ogxm.h"
#include "import/result.h"
#include "format/ogxm_head.h"
#include "format/ogxm_play.h"

enum { PLIES_MAX = 100000, GAME_PLIES_MAX = 1500, CRAWFORD = 1, JACOBY = 2, BEAVER = 4, RACCOON = 8, AUTOMATIC = 16 };

/* ---- the match ---- */

static const char *text_of(struct ogxm_reader *r, const struct ogxm_record *head, int bit)
{
    return ogxm_has(head, bit) ? arena_span(r->m->arena, ogxm_words(head->may[bit])) : NULL;
}

static bool read_variant(struct ogxm_reader *r, uint64_t variant)
{
    static const enum variant variants[] = {VARIANT_BACKGAMMON, VARIANT_NACKGAMMON, VARIANT_HYPERGAMMON_3,
                                            VARIANT_BACKGAMMON};
    enum { LONGGAMMON = 3 };
    if (variant > LONGGAMMON)
        return ogxm_refuse(r, r->offset, "variant %lu of the game, expected 0 to 3", (unsigned long)variant);
    r->m->rules.variant = variants[variant];
    if (variant == LONGGAMMON)
        property_add(r->m, &r->m->properties, "ogxm", "variant", "longgammon");
    return true;
}

static void read_rules(struct match *m, const struct ogxm_record *head)
{
    const uint64_t rules = ogxm_has(head, MTCH_RULES) ? ogxm_number(head->may[MTCH_RULES]) : 0;
    m->rules.crawford = rules & CRAWFORD;
    m->rules.jacoby = m->length == 0 && (rules & JACOBY);
    m->rules.beavers = rules & BEAVER;
    m->rules.one_beaver = (rules & BEAVER) && !(rules & RACCOON);
    m->rules.automatic = rules & AUTOMATIC;
    if (ogxm_has(head, MTCH_CUBE_LIMIT))
        rules_set_cube_limit(&m->rules, (long)(ogxm_number(head->may[MTCH_CUBE_LIMIT]) & INT32_MAX));
    m->jacoby_known = true;
}

static void read_info(struct ogxm_reader *r, const struct ogxm_record *head)
{
    struct match_info *i = &r->m->info;
    char text[24];
    i->event = text_of(r, head, MTCH_EVENT);
    i->place = text_of(r, head, MTCH_CITY);
    i->site = text_of(r, head, MTCH_SITE);
    i->match_id = text_of(r, head, MTCH_MATCH_REF);
    if (ogxm_has(head, MTCH_ROUND)) {
        struct strbuf round = {0};
        ogxm_field_text(&ogxm_match.may[MTCH_ROUND], head->may[MTCH_ROUND], &round);
        i->round = arena_strdup(r->m->arena, strbuf_text(&round));
        strbuf_done(&round);
    } else
        i->round = text_of(r, head, MTCH_STAGE);
    if (ogxm_has(head, MTCH_STARTED_AT)) {
        const uint64_t precision =
            ogxm_has(head, MTCH_DATE_PRECISION) ? ogxm_number(head->may[MTCH_DATE_PRECISION]) : 0;
        const uint64_t start = ogxm_number(head->may[MTCH_STARTED_AT]);
        if (ogxm_date_of_time(start, (int)(precision & 3), text))
            i->date = arena_strdup(r->m->arena, text);
        else
            ogxm_warn(r, r->offset,
                      "found a start %llu ms after 1970, expected a year up to 9999: no date, kept as it is",
                      (unsigned long long)start);
    }
}

/* A rating is one of its system: both are written or neither. */
static void read_player(struct ogxm_reader *r, const struct ogxm_record *head, int who)
{
    enum { RATING = 1 };
    const int bit = MTCH_WHITE_PLAYER + who;
    const char *name = text_of(r, head, MTCH_WHITE_NAME + who);
    struct ogxm_record p;
    if (name != NULL)
        r->m->player[who].name = name;
    if (!ogxm_has(head, bit))
        return;
    struct ogxm_in in = ogxm_in(head->may[bit]);
    if (!ogxm_record(&in, ogxm_match.may[bit].of, &p) || !ogxm_has(&p, RATING))
        return;
    const unsigned long rating = (unsigned long)ogxm_number(p.may[RATING]);
    struct strbuf text = {0};
    strbuf_printf(&text, "%lu.%02lu", rating / 100, rating % 100);
    r->m->player[who].rating = arena_strdup(r->m->arena, strbuf_text(&text));
    strbuf_done(&text);
}

bool ogxm_read_match(struct ogxm_reader *r, struct span payload)
{
    struct ogxm_in in = ogxm_in(payload);
    struct ogxm_record head;
    if (!ogxm_record(&in, &ogxm_match, &head))
        return ogxm_refuse(r, r->offset, "the match cannot be read: %s", ogxm_problem(&in));
    const uint64_t length = ogxm_number(head.must[0]);
    if (length > MATCH_LENGTH_MAX)
        return ogxm_refuse(r, r->offset, "a match to %lu points, expected at most %d", (unsigned long)length,
                           MATCH_LENGTH_MAX);
    r->m->length = (int)length;
    if (!read_variant(r, ogxm_number(head.must[1])))
        return false;
    read_rules(r->m, &head);
    read_info(r, &head);
    for (int who = 0; who < 2; who++)
        read_player(r, &head, who);
    r->crawford_seen = ogxm_has(&head, MTCH_CRAWFORD_BEFORE_START);
    if (ogxm_has(&head, MTCH_SCORE_START)) {
        struct ogxm_in pair = ogxm_in(head.may[MTCH_SCORE_START]);
        for (int i = 0; i < 2; i++)
            r->score[i] = (int)(ogxm_varint(&pair, 32) & MATCH_LENGTH_MAX);
    }
    return true;
}

/* ---- set-up ---- */

struct game_reader {
    struct ogxm_reader *r;
    struct game *g;
    struct replay now;
    struct ogxm_record head;
    enum ending ending;
};

static struct event *add(struct game_reader *c, const struct event *e)
{
    struct event *added = game_add_event(c->r->m, c->g, e->kind, e->player);
    const struct board *board = e->board;
    *added = *e;
    added->board = NULL;
    added->place = c->g->place;
    if (board != NULL)
        event_set_board(c->r->m, added, board);
    replay_apply(&c->now, added, NULL);
    return added;
}

static void set_up(struct game_reader *c, int starts)
{
    struct match *m = c->r->m;
    struct board b;
    const bool given = ogxm_has(&c->head, GAME_INITIAL_BOARD);
    ogxm_opening(&b, ogxm_is_longgammon(m), m->rules.variant);
    if (given)
        b = ogxm_board(c->head.may[GAME_INITIAL_BOARD], starts, m->rules.variant);
    if (given || ogxm_is_longgammon(m))
        add(c, &(struct event){.kind = EVENT_SET_BOARD, .player = (signed char)starts, .board = &b});
    const int value = ogxm_small_number(&c->head, GAME_INITIAL_CUBE, 0), doubles = c->g->automatic_doubles;
    if (value == 0 && !ogxm_has(&c->head, GAME_INITIAL_OWNER)) /* no cube has a value of 0: a property keeps it */
        return;
    const int owner = ogxm_small_number(&c->head, GAME_INITIAL_OWNER, 2);
    add(c, &(struct event){.kind = EVENT_SET_CUBE,
                           .player = (signed char)starts,
                           .value = value > OGXM_SMALL >> doubles ? OGXM_SMALL : (value > 0 ? value : 1) << doubles,
                           .owner = (signed char)(owner < 2 ? owner : CUBE_CENTRED)});
}

/* Whose ply is the first that has a seat. */
static int starter(struct span plies)
{
    struct ogxm_in in = ogxm_in(plies);
    struct ogxm_ply p;
    while (ogxm_more(&in) && ogxm_read_ply(&in, &p))
        if (p.action <= OGXM_DROP || p.action == OGXM_SET)
            return p.extras.layout != NULL && ogxm_has(&p.extras, EXTRA_ILLEGAL) ? !p.seat : p.seat;
    return 0;
}

/* ---- plies ---- */

static void note_place(struct game_reader *c, size_t event, bool any, struct span bytes)
{
    struct ogxm_reader *r = c->r;
    r->plies = arena_grow(r->m->arena, r->plies, r->n_plies, &r->capacity, sizeof *r->plies);
    r->plies[r->n_plies++] = (struct ogxm_place){r->m->n_games - 1, event, any, bytes};
}

/* What has no event stays where it was: behind the event before it, or at the start of the game. */
static void keep_behind(struct game_reader *c, struct span bytes)
{
    struct game *g = c->g;
    struct property **list = g->n_events > 0 ? &g->events[g->n_events - 1].properties : &g->properties;
    ogxm_keep(c->r, list, "plies", bytes);
}

/* Where the bytes that the writer would make of an event are not those of the file, these are kept. */
static void keep_bytes(struct game_reader *c, const struct replay *before, const struct ogxm_place *ply)
{
    struct strbuf again = {0};
    const struct span bytes = ply->bytes;
    ogxm_put_turn(&again, before, c->g, ply->event);
    const bool in_head = ply->event < ogxm_set_ups(c->r->m, c->g); /* where the writer would put it */
    if (in_head || again.length != bytes.length || memcmp(strbuf_text(&again), bytes.at, bytes.length) != 0)
        ogxm_keep(c->r, &c->g->events[ply->event].properties, "ply", bytes);
    strbuf_done(&again);
}

static void keep_all_bytes(struct game_reader *c, size_t first_ply)
{
    struct replay now;
    size_t event = 0;
    replay_begin(&now, c->r->m, c->g);
    for (size_t ply = first_ply; ply < c->r->n_plies; ply++) {
        const struct ogxm_place *at = &c->r->plies[ply];
        for (; at->any && event < at->event; event++)
            replay_apply(&now, &c->g->events[event], NULL);
        if (at->any)
            keep_bytes(c, &now, at);
    }
}

/* OGXM_EXTENDED at the end. */
static struct ogxm_ply next_ply(const struct ogxm_in *rest)
{
    struct ogxm_in in = *rest;
    struct ogxm_ply next;
    return ogxm_more(&in) && ogxm_read_ply(&in, &next) ? next : (struct ogxm_ply){.action = OGXM_EXTENDED};
}

/* A roll without steps is a dance; one that is followed by a resignation was not played. Extras may say otherwise. */
static bool is_unplayed(const struct ogxm_ply *p, const struct ogxm_in *rest)
{
    const struct ogxm_ply next = next_ply(rest);
    if (p->action >= OGXM_ROLLS || p->n_steps > 0)
        return false;
    if (p->extras.layout != NULL && (p->extras.mask == 0 || ogxm_has(&p->extras, EXTRA_STEPS)))
        return p->extras.mask == 0;
    return next.seat == p->seat &&
           (next.action == OGXM_RESIGN_GAME || next.action == OGXM_RESIGN_MATCH || next.action == OGXM_FORFEIT);
}

static void add_turn(struct game_reader *c, const struct ogxm_ply *p, struct ogxm_turn *t, const struct ogxm_in *rest)
{
    const size_t first = c->g->n_events;
    if (t->event[0].kind == EVENT_PLAY && is_unplayed(p, rest))
        t->event[0].kind = EVENT_ROLL;
    if (t->event[0].kind == EVENT_RESIGN && t->event[0].value == 0 && p->action == OGXM_RESIGN_GAME &&
        ogxm_has(&c->head, GAME_POINTS_WON)) {
        const uint64_t size = ogxm_number(c->head.may[GAME_POINTS_WON]) / (uint64_t)c->now.now.cube;
        t->event[0].value = size >= 1 && size <= 3 ? (int)size : 0;
    }
    for (int i = 0; i < t->n; i++)
        add(c, &t->event[i]);
    note_place(c, first, true, p->bytes);
}

/* The cube is said to be somebody's, or nobody's any more. */
static bool cube_is_said(const struct ogxm_in *rest)
{
    const unsigned action = next_ply(rest).action;
    return action == OGXM_SET_CUBE || action == OGXM_DROP;
}

/* Does it give the cube back to who beavered, right behind a raccoon? The record says so without it. */
static bool is_beavered_cube(const struct game_reader *c, const struct ogxm_ply *p, const struct ogxm_in *rest)
{
    const struct ogxm_place *last = c->r->n_plies > 0 ? &c->r->plies[c->r->n_plies - 1] : NULL;
    const size_t n = c->g->n_events;
    struct strbuf own = {0};
    if (p->action != OGXM_SET_CUBE || last == NULL || !last->any || last->event + 1 != n || cube_is_said(rest))
        return false;
    const bool same = ogxm_put_beavered_cube(&own, &c->now, c->g, n - 1) && own.length == p->bytes.length &&
                      memcmp(own.at, p->bytes.at, own.length) == 0;
    strbuf_done(&own);
    return same;
}

static void read_ply(struct game_reader *c, const struct ogxm_ply *p, const struct ogxm_in *rest)
{
    struct ogxm_turn t;
    if (is_beavered_cube(c, p, rest)) {
        note_place(c, c->g->n_events, false, p->bytes);
        return;
    }
    ogxm_turn(p, c->r->m, &c->now, &t);
    if (p->action == OGXM_RACCOON && cube_is_said(rest))
        t.n = 1;
    if (c->now.winner != NOBODY)
        t.n = 0; /* after the end of the game */
    if (t.n > 0) {
        add_turn(c, p, &t, rest);
        return;
    }
    if (t.ending != ENDING_NONE)
        c->ending = t.ending;
    note_place(c, c->g->n_events, false, p->bytes);
    keep_behind(c, p->bytes);
}

static bool read_plies(struct game_reader *c, struct span plies)
{
    struct ogxm_in in = ogxm_in(plies);
    struct ogxm_ply p;
    for (size_t n = 0; ogxm_more(&in); n++) {
        const size_t at = in.b.at;
        if (n == GAME_PLIES_MAX || c->r->n_plies == PLIES_MAX)
            return ogxm_refuse(c->r, c->r->offset, "a game of more than %d plies, or a match of more than %d",
                               GAME_PLIES_MAX, PLIES_MAX);
        if (!ogxm_read_ply(&in, &p))
            return ogxm_refuse(c->r, c->r->offset, "game %zu, ply %zu, byte %zu: %s", c->r->m->n_games, n, at,
                               ogxm_problem(&in));
        read_ply(c, &p, &in);
    }
    return true;
}

/* ---- games ---- */

static void close_game(struct game_reader *c)
{
    struct stated_result result = {.winner = NOBODY, .place = c->g->place};
    const size_t n = c->g->n_events;
    static const enum ending endings[] = {ENDING_BORNE_OFF, ENDING_DROP, ENDING_RESIGNED, ENDING_SETTLED,
                                          ENDING_FORFEIT};
    const uint64_t termination =
        ogxm_has(&c->head, GAME_TERMINATION) ? ogxm_number(c->head.may[GAME_TERMINATION]) : UINT64_MAX;
    if (ogxm_has(&c->head, GAME_WINNER) && ogxm_has(&c->head, GAME_POINTS_WON)) {
        const uint64_t winner = ogxm_number(c->head.may[GAME_WINNER]),
                       points = ogxm_number(c->head.may[GAME_POINTS_WON]);
        result.winner = winner <= 1 ? (int)winner : NOBODY;
        result.points = points < 1000000 ? (int)points : 1000000;
    }
    const enum ending stated = termination < sizeof endings / sizeof *endings ? endings[termination] : c->ending;
    if (stated == ENDING_FORFEIT || stated == ENDING_SETTLED) {
        c->g->winner = result.winner;
        c->g->points = result.points;
        c->g->ending = result.winner != NOBODY ? stated : ENDING_NONE;
        return;
    }
    result_close(c->r->m, c->g, &c->now, &result);
    for (size_t i = n; i < c->g->n_events; i++)
        c->g->events[i].flags |= EVENT_IMPLIED;
}

static void begin_score(struct ogxm_reader *r, struct game *g)
{
    const struct game *last = r->m->n_games > 1 ? g - 1 : NULL;
    for (int i = 0; i < 2; i++) {
        g->score[i] = last == NULL ? r->score[i] : last->score[i] + (last->winner == i ? last->points : 0);
        if (r->m->length > 0 && g->score[i] > r->m->length)
            g->score[i] = r->m->length;
    }
    g->crawford_game = ogxm_is_crawford(r->m, g, &r->crawford_seen);
}

bool ogxm_read_game(struct ogxm_reader *r, struct span payload)
{
    struct game_reader c = {.r = r, .ending = ENDING_NONE};
    const size_t first_ply = r->n_plies;
    struct ogxm_in in = ogxm_in(payload);
    if (!ogxm_record(&in, &ogxm_game, &c.head))
        return ogxm_refuse(r, r->offset, "game %zu cannot be read: %s", r->m->n_games + 1, ogxm_problem(&in));
    c.g = match_add_game(r->m);
    c.g->place = (struct place){.offset = r->base == OGXM_NOWHERE ? -1 : (int)(r->base + r->offset)};
    if (ogxm_has(&c.head, GAME_AUTO_DOUBLES)) {
        const uint64_t n = ogxm_number(c.head.may[GAME_AUTO_DOUBLES]);
        c.g->automatic_doubles = n < CUBE_MAX_LOG2 ? (int)n : CUBE_MAX_LOG2;
    }
    begin_score(r, c.g);
    replay_begin(&c.now, r->m, c.g);
    const struct span plies = span_sub(payload, in.b.at, payload.length);
    set_up(&c, starter(plies));
    if (!read_plies(&c, plies))
        return false;
    close_game(&c);
    keep_all_bytes(&c, first_ply);
    return true;
}

/* ---- what does not follow ---- */

struct head_of {
    struct ogxm_reader *r;
    const struct game *g; /* NULL = of the match */
    struct property **list;
};

static bool follows(const struct head_of *h, int bit, struct strbuf *out)
{
    return h->g != NULL ? ogxm_game_field(h->r->m, h->g, bit, out) : ogxm_match_field(h->r->m, bit, out);
}

/* A property for each field that is other than the record says: without a value where the file has none. */
static void keep_fields(const struct head_of *h, struct span payload, const struct ogxm_layout *layout)
{
    struct ogxm_in in = ogxm_in(payload);
    struct ogxm_record head;
    ogxm_record(&in, layout, &head);
    for (int bit = 0; bit < layout->n_may; bit++) {
        struct strbuf own = {0}, text = {0};
        const bool has = ogxm_has(&head, bit), expected = follows(h, bit, &own);
        const struct span field = head.may[bit];
        const bool same =
            has == expected &&
            (!has || (field.length == own.length && memcmp(field.at, strbuf_text(&own), own.length) == 0));
        if (has && !same)
            ogxm_field_text(&layout->may[bit], field, &text);
        if (!same)
            property_add(h->r->m, h->list, "ogxm", layout->may[bit].name, has ? strbuf_text(&text) : NULL);
        strbuf_done(&own);
        strbuf_done(&text);
    }
    if (head.mask >> layout->n_may != 0) {
        struct strbuf unknown = {0};
        ogxm_put_varint(&unknown, head.mask >> layout->n_may);
        strbuf_add(&unknown, head.rest.at, head.rest.length);
        ogxm_keep(h->r, h->list, "unknown", (struct span){unknown.at, unknown.length});
        strbuf_done(&unknown);
    }
}

static void check_final_score(struct ogxm_reader *r, struct span payload)
{
    struct ogxm_in in = ogxm_in(payload);
    struct ogxm_record head;
    int score[2];
    if (!ogxm_record(&in, &ogxm_match, &head) || !ogxm_has(&head, MTCH_SCORE_FINAL))
        return;
    match_final_score(r->m, score);
    struct ogxm_in pair = ogxm_in(head.may[MTCH_SCORE_FINAL]);
    for (int i = 0; i < 2; i++) {
        const uint64_t stated = ogxm_varint(&pair, 32);
        const int capped = r->m->length > 0 && score[i] > r->m->length ? r->m->length : score[i];
        if (stated != (uint64_t)capped)
            ogxm_warn(r, r->offset, "the final score gives player %d %lu points, but the games give %d", i + 1,
                      (unsigned long)stated, capped);
    }
}

void ogxm_keep_heads(struct ogxm_reader *r, struct span match, const struct span *games)
{
    keep_fields(&(struct head_of){r, NULL, &r->m->properties}, match, &ogxm_match);
    for (size_t i = 0; i < r->m->n_games; i++)
        keep_fields(&(struct head_of){r, &r->m->games[i], &r->m->games[i].properties}, games[i], &ogxm_game);
    check_final_score(r, match);
}
