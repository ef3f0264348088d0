/* The state of a match that is being watched; see live_state.h. */
#include "command/live_state.h"

#include <math.h>
#include <string.h>

#include "analyze/analyze.h"
#include "base/xmalloc.h"
#include "command/positions.h"
#include "format/posid.h"
#include "match/notation.h"
#include "match/walk.h"

struct error_record {
    int game, move, player;
    const char *action, *best;
    double loss;
};

struct state_record {
    const char *player[2];
    int length, score[2], game, move, cube, cube_owner, on_roll, rolled[2], pips[2];
    struct answer_list dice;
    bool crawford, over;
    const char *xgid, *last;
    double time, certainty;
    int plies, doubtful;
    const struct outcome *chances; /* player 0's */
    const struct error_record *error;
};

static const struct answer_field error_fields[] = {
    ANSWER(struct error_record, game, "Game", .help = "from 1"),
    ANSWER(struct error_record, move, "Move", .help = "as in reports"),
    ANSWER(struct error_record, player, "Player", .help = "0 or 1"),
    ANSWER(struct error_record, action, "Action", .example = "63: 24/15", .help = "what was done"),
    ANSWER(struct error_record, best, "Best", .example = "24/18 13/10",
           .help = "instead of it: a play, double, no double, take or drop"),
    ANSWER(struct error_record, loss, "Loss", .unit = UNIT_EMG, .decimals = 4, .shown = 3, .help = "EMG, positive"),
    {0}};
static const struct answer_rows error_rows = {"LastError", NULL, sizeof(struct error_record), error_fields};

static const struct answer_field chance_fields[] = {
    ANSWER(struct outcome, win, "Wins", .unit = UNIT_CHANCE, .decimals = 4, .shown = 1),
    ANSWER(struct outcome, win_gammon, "Gammons won", .unit = UNIT_CHANCE, .decimals = 4, .shown = 1),
    ANSWER(struct outcome, lose_gammon, "Gammons lost", .unit = UNIT_CHANCE, .decimals = 4, .shown = 1),
    {0}};
static const struct answer_rows chance_rows = {"GameChances", "Of the game, with neither player doubling.",
                                               sizeof(struct outcome), chance_fields};

static const struct answer_field state_fields[] = {
    ANSWER_ARRAY(struct state_record, player, "Players", .flags = ANSWER_OWN),
    ANSWER(struct state_record, length, "Length", .help = "of the match; 0: money"),
    ANSWER_ARRAY(struct state_record, score, "Score"),
    ANSWER(struct state_record, crawford, "Crawford game"),
    ANSWER(struct state_record, over, "Match over"),
    ANSWER(struct state_record, game, "Game", .help = "from 1"),
    ANSWER(struct state_record, move, "Move", .help = "the last one, as in reports"),
    ANSWER(struct state_record, cube, "Cube"),
    ANSWER(struct state_record, cube_owner, "Cube owner", .missing = ANSWER_BELOW_ZERO, .help = "null: in the middle"),
    ANSWER(struct state_record, on_roll, "On roll", .help = "0 or 1"),
    ANSWER_LIST_OF(int, struct state_record, dice, "Dice", .missing = ANSWER_ZERO, .help = "null before the roll"),
    ANSWER_ARRAY(struct state_record, pips, "Pips"),
    ANSWER(struct state_record, xgid, NULL, .flags = ANSWER_DATA,
           .example = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"),
    ANSWER(struct state_record, last, "Last ply", .missing = ANSWER_NULL, .example = "63: 24/15"),
    ANSWER(struct state_record, time, "Second", .missing = ANSWER_NULL, .decimals = 3, .shown = 1,
           .help = "of the video, where the last ply was seen"),
    ANSWER(struct state_record, certainty, "Certainty", .missing = ANSWER_NULL, .unit = UNIT_SHARE, .decimals = 4,
           .shown = 1, .help = "of the last ply"),
    ANSWER(struct state_record, plies, "Plies"),
    ANSWER(struct state_record, doubtful, "Doubtful plies"),
    ANSWER_TO(struct state_record, chances, "Chances of player 0", &chance_rows, .missing = ANSWER_NULL,
              .help = "null between games, and where no board has shown how a roll was played"),
    ANSWER_TO(struct state_record, error, "Last error", &error_rows, .missing = ANSWER_NULL,
              .help = "the last decision that is marked as an error"),
    {0}};
static const struct answer_rows state_rows = {"WatchedState", NULL, sizeof(struct state_record), state_fields};
const struct answer_document watched_document = {
    "watched",    1, "A match that is being watched", "Where it stands, for an overlay.", .rows = &state_rows,
    .whole = true};

void live_state_done(struct live_state *s)
{
    xfree(s->plies);
    *s = (struct live_state){0};
}

/* ---- errors ---- */

static uint64_t mix(uint64_t h, const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * 1099511628211U;
    return h;
}

static uint64_t key_of(const struct match *m, const struct watched_ply *p)
{
    const struct event *e = &m->games[p->game].events[p->event];
    const int8_t head[] = {(int8_t)e->kind, e->player, e->dice[0], e->dice[1]};
    uint64_t h = mix(14695981039346656037U, head, sizeof head);
    h = mix(h, m->games[p->game].score, sizeof m->games[p->game].score);
    return mix(mix(h, &p->before, sizeof p->before), &p->after, sizeof p->after);
}

static void judge_event(struct judged_ply *p, const struct event *e, int set)
{
    const struct annotation *a = event_annotation(e, set);
    const float play = a != NULL && a->play != NULL ? a->play->error : NAN;
    const float cube = a == NULL || a->cube == NULL                     ? NAN
                       : e->kind == EVENT_TAKE || e->kind == EVENT_DROP ? a->cube->answer_error
                                                                        : a->cube->double_error;
    p->loss = fmax(isnan(play) ? 0 : (double)play, isnan(cube) ? 0 : (double)cube);
    p->by_cube = e->kind != EVENT_PLAY || (!isnan(cube) && !((double)play >= (double)cube));
}

/* Judges what has changed since the last time. */
static int judge(struct live_state *s, const struct live_match *live, const struct engine_pool *pool)
{
    struct analysis_options how;
    struct event_place *places = xmalloc((live->n + 1) * sizeof *places);
    struct event_list only = {places, 0};
    size_t same = 0, n = 0;
    int set = -1;
    analysis_defaults(&how);
    (void)analysis_level_named(&how, "0ply");
    how.luck = false;
    for (size_t i = 0; i < live->n; i++) {
        if (live->plies[i].event == WATCHED_NOTHING)
            continue;
        const uint64_t key = key_of(live->match, &live->plies[i]);
        if (same == n && n < s->n && s->plies[n].key == key) {
            same++;
        } else {
            if (n == s->n || same == n)
                s->n = n;
            s->plies = grow(s->plies, s->n, &s->capacity, sizeof *s->plies);
            s->plies[s->n++] = (struct judged_ply){.key = key};
            places[only.n++] = (struct event_place){(size_t)live->plies[i].game, live->plies[i].event};
        }
        n++;
    }
    s->n = n;
    if (only.n > 0)
        set = analyze_match(live->match, pool->engine, pool->worker, 1, &how, &(struct analysis_hooks){.only = &only});
    for (size_t i = 0; set >= 0 && i < only.n; i++)
        judge_event(&s->plies[same + i], &live->match->games[places[i].game].events[places[i].event], set);
    xfree(places);
    return set;
}

static const char *action_text(struct arena *a, const struct event *e, const struct board *before)
{
    struct strbuf text = {0};
    if (e->dice[0] != 0)
        strbuf_printf(&text, "%d%d", e->dice[0], e->dice[1]);
    if (e->kind == EVENT_PLAY && (!(e->flags & EVENT_ILLEGAL) || e->play.n > 0)) {
        strbuf_puts(&text, ": ");
        notation_write(&text, before, &e->play, NOTATION_MERGED);
    } else if (e->dice[0] == 0) {
        strbuf_puts(&text, event_kind_name(e->kind));
    }
    const char *kept = arena_strdup(a, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static const char *best_text(struct arena *a, const struct position *p, const struct board *played,
                             const struct engine_pool *pool)
{
    struct ranked_plays r = {0};
    struct strbuf text = {0};
    struct level l;
    const char *kept = NULL;
    (void)level_parse("0ply", &l);
    if (p->dice[0] != 0 && engine_plays(pool->engine, pool->worker[0], p, &l, NULL, &r) > 0 &&
        !board_equal(&r.at[0].after, played)) {
        notation_write(&text, &p->board, &r.at[0].play, NOTATION_MERGED);
        kept = arena_strdup(a, strbuf_text(&text));
    }
    ranked_plays_done(&r);
    strbuf_done(&text);
    return kept;
}

static const char *better_action(const struct live_state *s, size_t n, const struct walk *w, struct arena *a,
                                 const struct engine_pool *pool)
{
    const char *play = s->plies[n].by_cube ? NULL : best_text(a, &w->before, &w->played, pool);
    switch (w->event->kind) {
    case EVENT_DOUBLE:
        return "no double";
    case EVENT_TAKE:
        return "drop";
    case EVENT_DROP:
        return "take";
    default:
        return play != NULL ? play : "double";
    }
}

/* The last ply that cost enough to be marked; NULL = there is none. */
static const struct error_record *last_error(const struct live_state *s, const struct live_match *live, struct arena *a,
                                             const struct engine_pool *pool)
{
    struct analysis_options how;
    size_t n = s->n;
    analysis_defaults(&how);
    for (size_t i = live->n; i-- > 0;) {
        const struct watched_ply *p = &live->plies[i];
        if (p->event == WATCHED_NOTHING || s->plies[--n].loss < (double)how.threshold[0])
            continue;
        struct walk w;
        const struct game *g = &live->match->games[p->game];
        for (walk_begin(&w, live->match, g); walk_next(&w) && w.index < p->event;)
            ;
        struct error_record *e = arena_alloc(a, sizeof *e);
        *e = (struct error_record){.game = p->game + 1,
                                   .move = w.move_number,
                                   .player = w.event->player,
                                   .action = action_text(a, w.event, &w.before.board),
                                   .best = better_action(s, n, &w, a, pool),
                                   .loss = s->plies[n].loss};
        return e;
    }
    return NULL;
}

/* ---- the position ---- */

static void put_last(struct state_record *r, const struct live_match *live, struct arena *a)
{
    for (size_t i = 0; i < live->n; i++)
        r->doubtful += live->plies[i].certainty < live->sure;
    for (size_t i = live->n; i-- > 0 && r->last == NULL;) {
        const struct watched_ply *p = &live->plies[i];
        if (p->event == WATCHED_NOTHING)
            continue;
        r->last = action_text(a, &live->match->games[p->game].events[p->event], &p->before);
        r->time = p->t >= 0 ? (double)p->t / 1000 : NAN;
        r->certainty = p->certainty;
    }
}

/* The score as it is now. At the end of a game it is in the position, too, as far as the match is long. */
static void put_score(struct state_record *r, const struct match *m, struct position *p)
{
    match_final_score(m, r->score);
    for (int i = 0; i < 2; i++)
        if (m->length > 0 && r->score[i] > m->length)
            r->score[i] = m->length;
    r->over = m->length > 0 && (r->score[0] >= m->length || r->score[1] >= m->length);
    p->crawford_game = p->crawford_game && p->state == GAME_PLAYING;
    r->crawford = p->crawford_game;
    memcpy(p->score, r->score, sizeof p->score);
}

static bool has_board_after(const struct event *e)
{
    return (e->flags & EVENT_AFTER_GIVEN) != 0;
}

static void put_position(struct state_record *r, const struct live_match *live, struct arena *a,
                         const struct engine_pool *pool)
{
    const struct match *m = live->match;
    const struct game *g = &m->games[m->n_games - 1];
    struct walk w = {0};
    bool unknown = false;
    for (walk_begin(&w, m, g); walk_next(&w);) {
        r->move = w.move_number;
        if (w.event->kind == EVENT_PLAY)
            unknown = !has_board_after(w.event) && (unknown || !w.replay.play_legal);
    }
    struct position p = w.replay.now;
    put_score(r, m, &p);
    r->cube = p.cube;
    r->cube_owner = p.cube_owner;
    r->on_roll = p.on_roll;
    memcpy(r->rolled, p.dice, sizeof r->rolled);
    r->dice = (struct answer_list){r->rolled, p.dice[0] != 0 ? 2 : 0};
    r->pips[p.on_roll] = board_pips(&p.board);
    r->pips[!p.on_roll] = board_opponent_pips(&p.board);
    r->xgid = xgid_kept(a, &p);
    if (p.state != GAME_PLAYING || unknown)
        return;
    struct position before = position_before_roll(&p);
    struct evaluation worth;
    struct level l;
    (void)level_parse("0ply", &l);
    if (position_is_doubled(&before))
        before = position_undoubled(&before);
    engine_eval(pool->engine, pool->worker[0], &before, &l, &worth);
    struct outcome *chances = arena_alloc(a, sizeof *chances);
    *chances = before.on_roll == 0 ? worth.outcome : outcome_flip(worth.outcome);
    r->chances = chances;
}

void live_state_put(struct live_state *s, const struct live_match *live, const struct engine_pool *pool,
                    struct strbuf *out)
{
    struct arena *a = arena_new();
    struct state_record r = {.player = {live->match->player[0].name, live->match->player[1].name},
                             .length = live->match->length,
                             .game = (int)live->match->n_games,
                             .time = NAN,
                             .certainty = NAN,
                             .plies = (int)live->n};
    put_last(&r, live, a);
    put_position(&r, live, a, pool);
    (void)judge(s, live, pool);
    r.error = last_error(s, live, a, pool);
    answer_print(&watched_document, &r, &(struct answer_form){.style = ANSWER_JSON}, out);
    arena_free(a);
}
