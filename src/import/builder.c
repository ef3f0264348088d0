/* A record built while it is replayed; see builder.h. */
#include "import/builder.h"

#include "import/result.h"
#include "match/legal.h"
#include "match/notation.h"

void builder_begin(struct builder *b, struct match *m, struct diags *d)
{
    *b = (struct builder){.m = m, .d = d};
}

static void hang_comment(struct builder *b, const char **on)
{
    if (b->pending_comment.length == 0)
        return;
    comment_append(b->m, on, (struct span){b->pending_comment.at, b->pending_comment.length});
    strbuf_clear(&b->pending_comment);
}

void builder_game(struct builder *b, int score0, int score1, struct place place)
{
    if (b->g != NULL)
        builder_end(b, NOBODY, 0, place);
    b->g = match_add_game(b->m);
    b->g->place = place;
    b->g->score[0] = score0;
    b->g->score[1] = score1;
    replay_begin(&b->r, b->m, b->g);
}

void builder_crawford(struct builder *b, bool fits)
{
    b->g->crawford_game = fits && !b->crawford_done;
    b->crawford_done = b->crawford_done || fits;
    replay_begin(&b->r, b->m, b->g);
}

void builder_automatic_double(struct builder *b)
{
    if (b->g->n_events > 0 || b->g->automatic_doubles >= CUBE_MAX_LOG2 - 1)
        return;
    b->g->automatic_doubles++;
    replay_begin(&b->r, b->m, b->g);
}

void builder_end(struct builder *b, int winner, int points, struct place place)
{
    if (b->g == NULL)
        return;
    if (b->g->n_events != 0)
        hang_comment(b, &b->g->events[b->g->n_events - 1].comment);
    else
        hang_comment(b, &b->g->comment);
    struct stated_result stated = {.winner = winner, .points = points, .place = place};
    result_close(b->m, b->g, &b->r, &stated);
    b->g = NULL;
}

static struct event *add(struct builder *b, enum event_kind kind, int player, struct place place)
{
    struct event *e = game_add_event(b->m, b->g, kind, player);
    e->place = place;
    hang_comment(b, &e->comment);
    return e;
}

static void apply(struct builder *b, const struct event *e)
{
    replay_apply(&b->r, e, NULL); /* what is wrong with it, match_check() reports */
}

static void imply_take(struct builder *b, struct place place)
{
    if (position_is_doubled(&b->r.now)) {
        struct event *e = add(b, EVENT_TAKE, b->r.now.turn, place);
        e->flags |= EVENT_IMPLIED;
        apply(b, e);
    }
}

void settle_roll(struct game *g, struct replay *r, const struct replay *before_roll, int player)
{
    struct event *last = g->n_events > 0 ? &g->events[g->n_events - 1] : NULL;
    if (last == NULL || last->kind != EVENT_ROLL || last->player == player)
        return;
    last->kind = EVENT_PLAY;
    last->flags |= EVENT_ILLEGAL;
    *r = *before_roll;
    replay_apply(r, last, NULL);
}

/* What nothing after the dice means: fills in a forced play, or finds that the roll was never played. */
static enum event_kind unsaid(struct event *e, const struct board *board)
{
    struct move_list list = {0};
    int n = moves_list(board, e->dice[0], e->dice[1], &list);
    if (n == 1) {
        e->play = list.at[0].play;
        e->flags |= EVENT_IMPLIED;
    }
    moves_free(&list);
    return n <= 1 ? EVENT_PLAY : EVENT_ROLL;
}

void builder_no_play(struct builder *b, int player, int die1, int die2, struct place place)
{
    imply_take(b, place);
    settle_roll(b->g, &b->r, &b->before_roll, player);
    b->before_roll = b->r;
    struct board board = position_board(&b->r.now, player);
    struct event *e = add(b, roll_is_a_dance(&board, die1, die2) ? EVENT_PLAY : EVENT_ROLL, player, place);
    event_set_dice(e, die1, die2);
    apply(b, e);
}

void builder_dance(struct builder *b, int player, int die1, int die2, struct place place)
{
    imply_take(b, place);
    settle_roll(b->g, &b->r, &b->before_roll, player);
    b->before_roll = b->r;
    struct event *e = add(b, EVENT_PLAY, player, place);
    event_set_dice(e, die1, die2);
    apply(b, e);
}

static void keep_text(struct builder *b, struct event *e, struct span text, const char *problem, size_t fault)
{
    e->flags |= EVENT_ILLEGAL;
    e->text = arena_span(b->m->arena, text);
    if (e->play.n >= 0)
        return; /* executable: match_check() names the fault */
    e->play.n = 0;
    diag_at(b->d, SEVERITY_WARNING, e->place.line, e->place.column + (int)fault,
            "found \"%.*s\" for the roll %d%d: %s; kept as an illegal play", (int)text.length, text.at, e->dice[0],
            e->dice[1], problem);
}

void builder_play(struct builder *b, int player, int die1, int die2, struct span text, struct place place)
{
    imply_take(b, place);
    settle_roll(b->g, &b->r, &b->before_roll, player);
    b->before_roll = b->r;
    struct board board = position_board(&b->r.now, player);
    struct event *e = add(b, EVENT_PLAY, player, place);
    event_set_dice(e, die1, die2);
    text = span_trim(text);
    const char *problem = NULL;
    size_t fault = 0;
    if (text.length == 0)
        e->kind = unsaid(e, &board);
    else if (!notation_read(text, &board, die1, die2, &e->play, &problem, &fault))
        keep_text(b, e, text, problem, fault);
    apply(b, e);
}

void builder_roll(struct builder *b, int player, int die1, int die2, struct place place)
{
    imply_take(b, place);
    settle_roll(b->g, &b->r, &b->before_roll, player);
    b->before_roll = b->r;
    struct event *e = add(b, EVENT_ROLL, player, place);
    event_set_dice(e, die1, die2);
    apply(b, e);
}

void builder_cube_to(struct builder *b, enum event_kind kind, int player, int value, struct place place)
{
    if (kind == EVENT_DOUBLE) {
        imply_take(b, place);
        settle_roll(b->g, &b->r, &b->before_roll, player);
    }
    struct event *e = add(b, kind, player, place);
    bool raise = kind == EVENT_DOUBLE || kind == EVENT_BEAVER || kind == EVENT_RACCOON;
    e->value = raise ? value : 0;
    if (raise && value == 0)
        e->value = 2 * (b->r.now.offer == OFFER_NONE ? b->r.now.cube : b->r.offered);
    if (e->value > 1 << CUBE_MAX_LOG2)
        e->value = 1 << CUBE_MAX_LOG2;
    apply(b, e);
}

void builder_cube(struct builder *b, enum event_kind kind, int player, struct place place)
{
    builder_cube_to(b, kind, player, 0, place);
}

void builder_resign(struct builder *b, int player, int size, struct place place)
{
    struct event *e = add(b, EVENT_RESIGN, player, place);
    e->value = size;
    apply(b, e);
}

void builder_refuse(struct builder *b, int player, struct place place)
{
    apply(b, add(b, EVENT_RESIGN_REFUSE, player, place));
}

void builder_comment(struct builder *b, struct span text)
{
    if (b->pending_comment.length != 0)
        strbuf_putc(&b->pending_comment, '\n');
    strbuf_add(&b->pending_comment, text.at, text.length);
}

void builder_done(struct builder *b)
{
    strbuf_done(&b->pending_comment);
}

/* What is said behind the last result belongs to what it speaks of. */
static void hang_rest(struct builder *b)
{
    struct game *g = b->m->n_games > 0 ? &b->m->games[b->m->n_games - 1] : NULL;
    if (g != NULL)
        hang_comment(b, g->n_events > 0 ? &g->events[g->n_events - 1].comment : &g->comment);
}

bool builder_finish(struct builder *b, struct receiver *out, int line, const char *expected)
{
    builder_end(b, NOBODY, 0, (struct place){.line = line, .column = 1, .offset = -1});
    hang_rest(b);
    builder_done(b);
    bool usable = b->m->n_games != 0;
    if (usable)
        match_hand_on(b->m, out);
    else {
        diag_at(b->d, SEVERITY_ERROR, line, 1, "found no game, expected %s", expected);
        match_free(b->m);
    }
    return usable;
}
