/* Scripted and random records; see script.h. */
#include "script.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/walk.h"

static void give_up(const char *what, const char *where)
{
    fprintf(stderr, "script: %s at \"%.40s\"\n", what, where);
    abort();
}

/* ---- scripts ---- */

static const char *read_play(struct event *e, const char *at)
{
    int from, to, used;
    e->dice[0] = (int8_t)(at[0] - '0');
    e->dice[1] = (int8_t)(at[1] - '0');
    for (at += 3; sscanf(at, " %d/%d%n", &from, &to, &used) == 2; at += used) {
        if (e->play.n == PLAY_STEPS)
            give_up("more than four steps", at);
        e->play.step[e->play.n++] = (struct step){(int8_t)from, (int8_t)to};
    }
    return at;
}

static enum event_kind kind_of(const char *word)
{
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        if (strcmp(word, event_kind_name((enum event_kind)kind)) == 0)
            return (enum event_kind)kind;
    give_up("an unknown event", word);
    return EVENT_COMMENT;
}

static const char *read_action(struct event *e, const char *at)
{
    char word[16];
    int used, number;
    if (sscanf(at, " %15[a-z-]%n", word, &used) != 1)
        give_up("no event", at);
    e->kind = kind_of(word);
    at += used;
    if (sscanf(at, " %d%n", &number, &used) != 1)
        return at;
    e->value = number;
    if (e->kind == EVENT_ROLL || e->kind == EVENT_SET_DICE) {
        event_set_dice(e, number / 10, number % 10);
        e->value = 0;
    }
    return at + used;
}

static const char *read_event(struct match *m, struct game *g, const char *at)
{
    int player, used;
    if (sscanf(at, " %d %n", &player, &used) != 1)
        give_up("no player's number", at);
    struct event *e = game_add_event(m, g, EVENT_PLAY, player);
    e->place = (struct place){.line = (int)g->n_events, .column = 1, .offset = -1};
    at += used;
    at = at[0] >= '1' && at[0] <= '6' && at[2] == ':' ? read_play(e, at) : read_action(e, at);
    return at + strspn(at, " ");
}

static void set_score(struct match *m, struct game *g)
{
    if (m->n_games < 2)
        return;
    const struct game *last = g - 1;
    for (int i = 0; i < 2; i++)
        g->score[i] = last->score[i] + (last->winner == i ? last->points : 0);
}

struct game *script_game(struct match *m, const char *script)
{
    struct game *g = match_add_game(m);
    set_score(m, g);
    while (*script != '\0') {
        script = read_event(m, g, script);
        if (*script != ';' && *script != '\0')
            give_up("a ';' is missing", script);
        script += *script == ';';
    }
    return g;
}

struct board script_board(const char *chequers)
{
    struct board b = {.off = {BOARD_CHEQUERS, BOARD_CHEQUERS}};
    int point, count, used;
    while (sscanf(chequers, " %d:%d%n", &point, &count, &used) == 2) {
        const bool theirs = chequers[strspn(chequers, " ")] == '-';
        const int p = point < 0 ? -point : point;
        b.point[p] = (int8_t)(theirs ? -count : count);
        b.off[theirs] = (int8_t)(b.off[theirs] - count);
        chequers += used;
    }
    if (chequers[strspn(chequers, " ")] != '\0')
        give_up("no point:count", chequers);
    return b;
}

void script_set_board(struct match *m, struct event *e, const char *chequers)
{
    const struct board b = script_board(chequers);
    event_set_board(m, e, &b);
}

/* ---- random matches ---- */

int random_below(struct random *r, int n)
{
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (int)((r->state >> 33) % (uint64_t)n);
}

struct maker {
    struct random random;
    struct match *match;
    struct game *game;
    struct replay replay;
    struct move_list list;
};

static struct event *happen(struct maker *k, enum event_kind kind, int player)
{
    struct event *e = game_add_event(k->match, k->game, kind, player);
    e->place = (struct place){.offset = -1};
    return e;
}

static void apply(struct maker *k)
{
    const struct event *e = &k->game->events[k->game->n_events - 1];
    const char *problem = replay_apply(&k->replay, e, NULL);
    if (problem != NULL)
        give_up(problem, event_kind_name(e->kind));
}

static void roll_and_play(struct maker *k, int player)
{
    struct board b = k->replay.now.board;
    struct event *e = happen(k, EVENT_PLAY, player);
    do {
        e->dice[0] = (int8_t)(1 + random_below(&k->random, 6));
        e->dice[1] = (int8_t)(1 + random_below(&k->random, 6));
    } while (!k->replay.started && e->dice[0] == e->dice[1]);
    if (moves_list(&b, e->dice[0], e->dice[1], &k->list) > 0)
        e->play = k->list.at[random_below(&k->random, k->list.n)].play;
    apply(k);
}

static void happen_with_value(struct maker *k, enum event_kind kind, int player, int value)
{
    happen(k, kind, player)->value = value;
    apply(k);
}

static void resign(struct maker *k, int player)
{
    happen_with_value(k, EVENT_RESIGN, player, 1 + random_below(&k->random, 3));
    happen_with_value(k, random_below(&k->random, 2) ? EVENT_RESIGN_ACCEPT : EVENT_RESIGN_REFUSE, !player, 0);
}

/* A double and what it leads to: beavers and raccoons in money play, resignations instead of an answer. */
static void double_and_answer(struct maker *k, int player)
{
    int next = EVENT_DOUBLE, value = 2 * k->replay.now.cube;
    while (next == EVENT_DOUBLE || next == EVENT_BEAVER || next == EVENT_RACCOON) {
        happen_with_value(k, (enum event_kind)next, player, value);
        player = !player;
        value = 2 * k->replay.offered;
        if (random_below(&k->random, 12) == 0)
            resign(k, random_below(&k->random, 2));
        if (k->replay.winner != NOBODY)
            return;
        const int die = random_below(&k->random, 8);
        if (die == 0)
            next = EVENT_DROP;
        else if (die > 2 || next == EVENT_RACCOON || !k->match->rules.beavers)
            next = EVENT_TAKE;
        else
            next = next == EVENT_DOUBLE ? EVENT_BEAVER : EVENT_RACCOON;
    }
    happen_with_value(k, (enum event_kind)next, player, 0);
}

static bool may_turn_cube(const struct maker *k, int player)
{
    return k->replay.started && k->replay.now.cube < 64 && position_may_double(&k->replay.now, player);
}

static void make_game(struct maker *k, bool crawford_game)
{
    k->game->crawford_game = crawford_game;
    replay_begin(&k->replay, k->match, k->game);
    int player = random_below(&k->random, 2);
    while (k->replay.winner == NOBODY) {
        const int die = random_below(&k->random, 60);
        if (die == 0)
            resign(k, random_below(&k->random, 2));
        else if (die <= 3 && may_turn_cube(k, player))
            double_and_answer(k, player);
        if (k->replay.winner != NOBODY)
            break;
        roll_and_play(k, k->replay.started ? k->replay.now.on_roll : player);
        player = k->replay.now.on_roll;
    }
    k->game->winner = k->replay.winner;
    k->game->points = k->replay.points;
    k->game->ending = k->replay.ending;
}

static bool one_is_one_away(const struct match *m, const struct game *g)
{
    return (m->length - g->score[0] == 1) != (m->length - g->score[1] == 1);
}

static bool is_decided(const struct match *m)
{
    if (m->n_games == 0 || m->length == 0)
        return false;
    const struct game *g = &m->games[m->n_games - 1];
    return g->score[g->winner] + g->points >= m->length;
}

struct match *random_match(uint64_t seed, int length, int games, enum variant variant)
{
    struct maker k = {.random = {seed}, .match = match_new()};
    struct match *m = k.match;
    bool crawford_seen = false;
    m->length = length;
    m->rules.variant = variant;
    m->rules.jacoby = m->rules.beavers = m->jacoby_known = length == 0;
    m->player[0].name = arena_strdup(m->arena, "Alice");
    m->player[1].name = arena_strdup(m->arena, "Bob Brown");
    while (length > 0 ? !is_decided(m) : (int)m->n_games < games) {
        k.game = match_add_game(m);
        set_score(m, k.game);
        const bool crawford_game = length > 0 && !crawford_seen && one_is_one_away(m, k.game);
        crawford_seen = crawford_seen || crawford_game;
        make_game(&k, crawford_game);
    }
    moves_free(&k.list);
    return m;
}
