/* OGXM version 1: older files of GammonView and HedgeHog. Read only. Values are ten-thousandths. */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "import/ogxm/ogxm.h"
#include "import/result.h"
#include "format/ogxm_head.h"
#include "format/ogxm_play.h"

enum {
    HEADER = 20,
    END = 8,
    CRITICAL = 1,
    LEAST_MINOR = 3,
    GAMES_MAX = 255,
    PLIES_MAX = 1500,
    OPENING = 0xffff,
    WHITE_BIT = 32,
    ACTION = 31,
    DICE_BIT = 64
};

struct evaluation {
    unsigned game, ply;
    struct event *event; /* NULL = there is none */
    struct position before;
};

struct v1_reader {
    struct ogxm_reader r;
    size_t ply_of_game[GAMES_MAX]; /* number of its first ply */
    struct evaluation *checker; /* of EVAL, as ALTS goes on from it */
    unsigned *alternatives;
    size_t n_checker, n_cube;
    bool skipped; /* something was */
    bool analysed;
};

static const char *text_or_null(struct ogxm_reader *r, struct bytes *b)
{
    if (b->at >= b->data.length)
        return NULL;
    const struct span s = bytes_take(b, bytes_u8(b));
    struct strbuf clean = {0};
    const char *copy = arena_span(r->m->arena, s);
    utf8_clean(&clean, copy);
    copy = clean.length > 0 ? arena_strdup(r->m->arena, clean.at) : NULL;
    strbuf_done(&clean);
    return copy;
}

/* ---- the match ---- */

static bool read_head(struct v1_reader *v, struct span payload)
{
    enum { CRAWFORD = 1, JACOBY = 2, BEAVER = 4, RACCOON = 8 };
    struct match *m = v->r.m;
    struct bytes b = {.data = payload};
    char date[24];
    m->length = bytes_u16(&b);
    bytes_u8(&b); /* games */
    const unsigned rules = bytes_u8(&b);
    bytes_skip(&b, 4 + 1 + 1); /* final score, result, source */
    const uint32_t time = bytes_u32(&b);
    bytes_u16(&b); /* plies */
    const unsigned limit = bytes_u16(&b);
    bytes_skip(&b, 6);
    if (b.overrun || m->length > MATCH_LENGTH_MAX)
        return ogxm_refuse(&v->r, v->r.offset, "a match head of %zu bytes that cannot be read", payload.length);
    m->rules.crawford = rules & CRAWFORD;
    m->rules.jacoby = m->length == 0 && (rules & JACOBY);
    m->rules.beavers = rules & BEAVER;
    m->rules.one_beaver = (rules & BEAVER) && !(rules & RACCOON);
    rules_set_cube_limit(&m->rules, (long)limit);
    m->jacoby_known = true;
    if (time != 0) {
        ogxm_date_of_time((uint64_t)time * 1000, 0, date);
        m->info.date = arena_strdup(m->arena, date);
        const unsigned second = time % (24 * 60 * 60);
        snprintf(date, sizeof date, "%02u:%02u:%02u", second / 3600, second / 60 % 60, second % 60);
        m->info.time = second != 0 ? arena_strdup(m->arena, date) : NULL;
    }
    for (int who = 0; who < 2; who++) {
        const char *name = text_or_null(&v->r, &b);
        m->player[who].name = name != NULL ? name : "";
    }
    m->info.event = text_or_null(&v->r, &b);
    m->info.site = text_or_null(&v->r, &b);
    return true;
}

/* ---- games ---- */

struct game_v1 {
    struct v1_reader *v;
    struct game *g;
    struct replay now;
};

static void add(struct game_v1 *c, const struct event *e)
{
    struct event *added = game_add_event(c->v->r.m, c->g, e->kind, e->player);
    const struct board *board = e->board;
    *added = *e;
    added->board = NULL;
    added->place = c->g->place;
    if (board != NULL)
        event_set_board(c->v->r.m, added, board);
    replay_apply(&c->now, added, NULL);
}

static void note_ply(struct game_v1 *c, size_t event, bool any)
{
    struct ogxm_reader *r = &c->v->r;
    r->plies = arena_grow(r->m->arena, r->plies, r->n_plies, &r->capacity, sizeof *r->plies);
    r->plies[r->n_plies++] = (struct ogxm_place){.game = r->m->n_games - 1, .event = event, .any = any};
}

/* As in version 2, but for the bits of the first byte and what follows a set position. */
static bool read_ply(struct game_v1 *c, struct ogxm_in *in, struct ogxm_ply *p)
{
    const unsigned byte = bytes_u8(&in->b), action = byte & ACTION;
    const int seat = byte & WHITE_BIT ? 0 : 1;
    if (action != OGXM_SET) {
        struct strbuf as_v2 = {0};
        const size_t from = in->b.at;
        strbuf_putc(&as_v2, (char)(action | (seat != 0 ? 64U : 0)));
        strbuf_add(&as_v2, in->b.data.at + from, in->b.data.length - from < 4 ? in->b.data.length - from : 4);
        struct ogxm_in one = ogxm_in((struct span){as_v2.at, as_v2.length});
        const bool good = ogxm_read_ply(&one, p);
        if (!good)
            in->problem = one.problem != NULL ? one.problem : W_("it runs over its end");
        bytes_skip(&in->b, one.b.at - 1);
        strbuf_done(&as_v2);
        return good && ogxm_problem(in) == NULL;
    }
    const struct span board = bytes_take(&in->b, BOARD_POINTS);
    const unsigned roll = byte & DICE_BIT ? bytes_u8(&in->b) & ACTION : OGXM_ROLLS;
    *p = (struct ogxm_ply){.action = OGXM_SET, .seat = seat};
    if (ogxm_problem(in) != NULL)
        return false;
    const struct board b = ogxm_board(board, seat, c->v->r.m->rules.variant);
    note_ply(c, c->g->n_events, true);
    add(c, &(struct event){.kind = EVENT_SET_BOARD, .player = (signed char)seat, .board = &b});
    if (roll < OGXM_ROLLS) {
        const char alone[2] = {(char)roll, 0};
        struct ogxm_ply rolled;
        struct ogxm_in one = ogxm_in((struct span){alone, sizeof alone});
        if (ogxm_read_ply(&one, &rolled)) {
            struct event e = {.kind = EVENT_SET_DICE, .player = (signed char)seat};
            event_set_dice(&e, rolled.dice[0], rolled.dice[1]);
            add(c, &e);
        }
    }
    return true;
}

static void add_turn(struct game_v1 *c, const struct ogxm_ply *p, bool last)
{
    struct ogxm_turn t;
    ogxm_turn(p, c->v->r.m, &c->now, &t);
    const size_t first = c->g->n_events;
    if (c->now.winner != NOBODY)
        t.n = 0;
    if (t.n > 0 && t.event[0].kind == EVENT_PLAY && p->n_steps == 0 && last)
        t.event[0].kind = EVENT_ROLL;
    for (int i = 0; i < t.n; i++)
        add(c, &t.event[i]);
    note_ply(c, first, t.n > 0);
}

static bool read_plies(struct game_v1 *c, struct span plies)
{
    struct ogxm_in in = ogxm_in(plies);
    struct ogxm_ply p;
    for (int n = 0; ogxm_more(&in); n++) {
        if (n == PLIES_MAX || !read_ply(c, &in, &p))
            return ogxm_refuse(&c->v->r, c->v->r.offset, "game %zu, ply %d: %s", c->v->r.m->n_games, n,
                               n == PLIES_MAX ? W_("there are more than 1500") : ogxm_problem(&in));
        if (p.action == OGXM_SET)
            continue;
        const bool resigns = ogxm_more(&in) && ((unsigned char)in.b.data.at[in.b.at] & ACTION) == OGXM_RESIGN_GAME;
        add_turn(c, &p, resigns);
    }
    return true;
}

static void set_score(struct ogxm_reader *r, struct game *g, bool crawford)
{
    const struct game *last = r->m->n_games > 1 ? g - 1 : NULL;
    for (int i = 0; last != NULL && i < 2; i++) {
        g->score[i] = last->score[i] + (last->winner == i ? last->points : 0);
        if (r->m->length > 0 && g->score[i] > r->m->length)
            g->score[i] = r->m->length;
    }
    g->crawford_game = crawford && r->m->length > 0;
}

static bool read_game(struct v1_reader *v, struct span payload)
{
    enum { CRAWFORD = 1, NONE = 255 };
    struct ogxm_reader *r = &v->r;
    struct bytes b = {.data = payload};
    if (r->m->n_games == GAMES_MAX)
        return ogxm_refuse(r, r->offset, "more than %d games", GAMES_MAX);
    bytes_u8(&b);
    bytes_u16(&b);
    const unsigned winner = bytes_u8(&b), points = bytes_u8(&b), flags = bytes_u8(&b), starts = bytes_u8(&b);
    bytes_u8(&b);
    struct game_v1 c = {.v = v, .g = match_add_game(r->m)};
    v->ply_of_game[r->m->n_games - 1] = r->n_plies;
    c.g->place = (struct place){.offset = (int)r->offset};
    set_score(r, c.g, flags & CRAWFORD);
    replay_begin(&c.now, r->m, c.g);
    const size_t at = b.at;
    if (bytes_u16(&b) != OPENING) {
        b.at = at;
        const struct board board = ogxm_board(bytes_take(&b, BOARD_POINTS), starts == 1, r->m->rules.variant);
        bytes_u8(&b);
        add(&c, &(struct event){.kind = EVENT_SET_BOARD, .player = starts == 1, .board = &board});
    }
    if (b.overrun)
        return ogxm_refuse(r, r->offset, "game %zu runs over its end", r->m->n_games);
    if (!read_plies(&c, span_sub(payload, b.at, payload.length)))
        return false;
    const struct stated_result result = {
        .winner = winner <= 1 ? (int)winner : NOBODY, .points = (int)points, .place = c.g->place};
    const size_t n = c.g->n_events;
    result_close(r->m, c.g, &c.now, &result);
    for (size_t i = n; i < c.g->n_events; i++)
        c.g->events[i].flags |= EVENT_IMPLIED;
    return true;
}

/* ---- analysis ---- */

static struct evaluation find(const struct v1_reader *v, unsigned game, unsigned ply)
{
    const struct ogxm_reader *r = &v->r;
    struct evaluation e = {.game = game, .ply = ply};
    if (game >= r->m->n_games || v->ply_of_game[game] + ply >= r->n_plies)
        return e;
    const struct ogxm_place *at = &r->plies[v->ply_of_game[game] + ply];
    struct walk w;
    if (at->game != game || !at->any)
        return e;
    for (walk_begin(&w, r->m, &r->m->games[game]); walk_next(&w) && w.index < at->event;)
        continue;
    e.before = w.before;
    e.event = &r->m->games[game].events[at->event];
    return e;
}

static float value_of(struct bytes *b)
{
    return (float)bytes_i16(b) / 10000.0f;
}

static struct outcome chances_of(struct bytes *b)
{
    float n[5];
    for (int i = 0; i < 5; i++)
        n[i] = (float)bytes_u16(b) / 10000.0f;
    return (struct outcome){n[0], n[1], n[2], n[3], n[4]};
}

static void begin_set(struct v1_reader *v, struct span payload)
{
    enum { FIXED = 24 };
    struct bytes b = {.data = payload, .at = FIXED};
    struct annotation_set set = {.engine = "HedgeHog"};
    if (payload.length > FIXED)
        set.version = text_or_null(&v->r, &b);
    match_add_set(v->r.m, &set);
}

static struct eval_level level_of(unsigned plies)
{
    return (struct eval_level){.kind = EVAL_PLY, .plies = (int)plies, .cubeful = true};
}

/* 20 bytes each. */
static void read_evaluations(struct v1_reader *v, struct span payload)
{
    enum { SIZE = 20 };
    struct bytes b = {.data = payload};
    const size_t n = payload.length / SIZE;
    v->checker = arena_alloc(v->r.m->arena, (n + 1) * sizeof *v->checker);
    v->alternatives = arena_alloc(v->r.m->arena, (n + 1) * sizeof *v->alternatives);
    v->n_checker = n;
    for (size_t i = 0; i < n; i++) {
        const unsigned game = bytes_u8(&b), ply = bytes_u16(&b);
        v->checker[i] = find(v, game, ply);
        bytes_skip(&b, 10 + 2);
        const float loss = (float)bytes_u16(&b) / 10000.0f;
        v->alternatives[i] = bytes_u8(&b);
        const unsigned plies = bytes_u8(&b);
        bytes_u8(&b);
        struct event *e = v->checker[i].event;
        if (e == NULL || e->kind != EVENT_PLAY)
            continue;
        struct play_analysis *p = arena_alloc(v->r.m->arena, sizeof *p);
        *p = (struct play_analysis){.played = -1, .error = loss, .error_mwc = NAN};
        p->candidates = arena_alloc(v->r.m->arena, (v->alternatives[i] + 1) * sizeof *p->candidates);
        p->candidates[0].level = level_of(plies);
        event_annotate(v->r.m, e, 0)->play = p;
    }
}

static int take_steps(struct bytes *b, unsigned char step[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned char byte = bytes_u8(b);
        if (byte != 0 && n == i)
            step[n++] = byte;
    }
    return n;
}

/* 17 bytes each, in the order of the evaluations. */
static void read_alternatives(struct v1_reader *v, struct span payload)
{
    struct bytes b = {.data = payload};
    for (size_t i = 0; i < v->n_checker; i++) {
        struct event *e = v->checker[i].event;
        struct play_analysis *p = e != NULL && e->kind == EVENT_PLAY ? event_annotate(v->r.m, e, 0)->play : NULL;
        const struct eval_level level = p != NULL ? p->candidates[0].level : level_of(0);
        for (unsigned k = 0; k < v->alternatives[i] && !b.overrun; k++) {
            unsigned char step[4];
            const int n = take_steps(&b, step);
            struct candidate c = {.cubeless = NAN, .mwc = NAN, .level = level, .equity = value_of(&b)};
            c.outcome = chances_of(&b);
            const bool played = bytes_u8(&b) & 1;
            if (p == NULL || b.overrun)
                continue;
            c.play = ogxm_play(step, n, e->player);
            if (!board_play(&v->checker[i].before.board, &c.play, &c.after))
                continue;
            if (played)
                p->played = p->n;
            p->candidates[p->n++] = c;
            p->n_legal = p->n;
        }
        if (p != NULL && p->n == 0 && p->error == 0)
            event_annotate(v->r.m, e, 0)->play = NULL;
    }
    if (b.overrun)
        ogxm_warn(&v->r, v->r.offset, "ALTS: it runs over its end: the rest is left out");
}

/* 28 bytes each. In matches older files have winning chances: pass is then not worth 1. */
static void read_cubes(struct v1_reader *v, struct span payload)
{
    enum { SIZE = 28, ANSWER = 1 };
    struct bytes b = {.data = payload};
    for (size_t i = 0; i < payload.length / SIZE; i++) {
        const unsigned game = bytes_u8(&b), ply = bytes_u16(&b), type = bytes_u8(&b);
        float value[3];
        for (int k = 0; k < 3; k++)
            value[k] = value_of(&b);
        const struct outcome o = chances_of(&b);
        const float loss = (float)bytes_u16(&b) / 10000.0f;
        bytes_skip(&b, 2);
        const unsigned plies = bytes_u8(&b);
        bytes_skip(&b, 3);
        const struct evaluation at = find(v, game, ply);
        if (at.event == NULL || at.event->kind > EVENT_DROP)
            continue;
        struct cube_analysis *c = arena_alloc(v->r.m->arena, sizeof *c);
        const bool mwc = v->r.m->length > 0 && fabsf(value[2] - 1) > 0.005f;
        *c = (struct cube_analysis){.nd = mwc ? NAN : value[0],
                                    .dt = mwc ? NAN : value[1],
                                    .dp = mwc ? NAN : value[2],
                                    .level = level_of(plies),
                                    .double_error = NAN,
                                    .double_error_mwc = NAN,
                                    .answer_error = NAN,
                                    .answer_error_mwc = NAN};
        for (int k = 0; k < 2; k++)
            c->branch[k] =
                (struct cube_branch){.outcome = o, .cubeless = outcome_equity(o), .mwc = mwc ? value[k] : NAN};
        if (!mwc)
            *(type == ANSWER ? &c->answer_error : &c->double_error) = loss;
        event_annotate(v->r.m, at.event, 0)->cube = c;
    }
}

/* ---- the file ---- */

struct chunk {
    char type[5];
    struct span payload;
};

static bool take_chunk(struct v1_reader *v, const struct chunk *c, bool critical)
{
    struct ogxm_reader *r = &v->r;
    const bool analysis = strcmp(c->type, "ANAL") == 0;
    if (strcmp(c->type, "MHDR") == 0)
        return read_head(v, c->payload);
    if (strcmp(c->type, "GAME") == 0)
        return read_game(v, c->payload);
    if (analysis && !v->analysed) {
        v->analysed = true;
        begin_set(v, c->payload);
    } else if (v->analysed && strcmp(c->type, "EVAL") == 0 && v->checker == NULL)
        read_evaluations(v, c->payload);
    else if (v->analysed && strcmp(c->type, "ALTS") == 0 && v->alternatives != NULL) {
        read_alternatives(v, c->payload);
        v->alternatives = NULL;
        v->n_checker = 0;
    } else if (v->analysed && strcmp(c->type, "CUBE") == 0)
        read_cubes(v, c->payload);
    else if (critical && !analysis && strcmp(c->type, "CSUM") != 0)
        return ogxm_refuse(r, r->offset,
                           "found the chunk \"%.4s\", which no reader may skip, expected one of version 1", c->type);
    else
        ogxm_remark(r, r->offset, "lost: the chunk %.4s of version 1", c->type);
    return true;
}

static bool take_chunks(struct v1_reader *v, struct span file)
{
    struct bytes b = {.data = span_sub(file, 0, file.length - END), .at = HEADER};
    while (b.at < b.data.length) {
        struct chunk c = {.type = ""};
        v->r.offset = (long)b.at;
        const struct span type = bytes_take(&b, 4);
        const uint32_t n = bytes_u32(&b);
        const bool critical = bytes_u16(&b) & CRITICAL;
        bytes_u16(&b);
        c.payload = bytes_take(&b, n);
        if (b.overrun)
            return ogxm_refuse(&v->r, v->r.offset, "a chunk of %u bytes, expected no more than the file holds", n);
        memcpy(c.type, type.at, 4);
        if (!take_chunk(v, &c, critical))
            return false;
    }
    return true;
}

static bool read_all(struct v1_reader *v, struct span file)
{
    struct bytes b = {.data = file, .at = 8};
    const unsigned least = bytes_u16(&b), least_minor = bytes_u16(&b), size = bytes_u32(&b);
    if (file.length < HEADER + END || size != file.length || memcmp(file.at + file.length - END, "END!", 4) != 0)
        return ogxm_refuse(&v->r, 12, "a file of %zu bytes that says it has %u and should end with END! (cut off?)",
                           file.length, size);
    if (least != 1 || least_minor > LEAST_MINOR)
        return ogxm_refuse(&v->r, 8, "the file asks for a reader of version %u.%u, expected 1.3 or less", least,
                           least_minor);
    if (!take_chunks(v, file))
        return false;
    return v->r.m->n_games > 0 || ogxm_refuse(&v->r, HEADER, "found no game, expected a match with its games");
}

bool ogxm_read_v1(struct span file, long base, struct receiver *out, struct diags *d)
{
    struct v1_reader v = {.r = {.m = match_new(), .d = d, .base = base}};
    v.r.m->format = "ogxm";
    if (!read_all(&v, file)) {
        match_free(v.r.m);
        return false;
    }
    match_hand_on(v.r.m, out);
    return true;
}
