/* Reader of backgammon SGF (FF[4] GM[6]): one game tree is one game, trees that continue each other are one match. The
 * idea: a node becomes an event which is replayed at once, so that beavers, set-up nodes and resignations can be
 * understood; every property that is not understood goes into the record as it stands. Format: docs/formats/sgf.md.
 * Colours: W = player 0, B = player 1. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "import/lines.h"
#include "import/readers.h"
#include "import/result.h"
#include "import/sgf/sgf_moves.h"
#include "import/sgf/sgf_reader.h"

/* ---- the result ---- */

/* "W+2", "B+4R"; anything else (Draw, Void, ?) is not a result. */
static bool read_result(struct span text, struct stated_result *stated)
{
    struct scan s = scan_of(text);
    long points;
    *stated = (struct stated_result){.winner = NOBODY};
    if (text.length < 3 || text.at[1] != '+' || strchr("WB", toupper((unsigned char)text.at[0])) == NULL)
        return false;
    s.at += 2;
    if (!scan_int(&s, &points) || points < 1 || points > MATCH_LENGTH_MAX)
        return false;
    stated->winner = toupper((unsigned char)text.at[0]) == 'B';
    stated->points = (int)points;
    return true;
}

static void end_of_list(struct sgf_reader *r, struct property **list)
{
    r->tail = list;
    while (*r->tail != NULL)
        r->tail = &(*r->tail)->next;
}

static void end_game(struct sgf_reader *r, const struct sgf_node *root)
{
    struct stated_result stated;
    struct span text = sgf_value_of(r, root, "RE");
    bool known = read_result(text, &stated);
    const struct sgf_property *p = sgf_find(&r->tree, root, "RE");
    end_of_list(r, &r->g->properties);
    if (!known && text.length > 0 && !span_equal(text, "0") && !span_equal(text, "?")) {
        sgf_warn(r, p->place, W_("expected W+n or B+n as the result"), text);
        sgf_keep_property(r, p);
    } else if (p != NULL) {
        sgf_keep_surplus(r, p);
    }
    if (p != NULL)
        stated.place = p->place;
    const bool settled = r->ending != NULL && strcmp(r->ending, "settled") == 0;
    const bool forfeit = r->ending != NULL && strcmp(r->ending, "forfeit") == 0;
    if (known && r->replay.winner == NOBODY && (settled || forfeit)) {
        r->g->winner = stated.winner;
        r->g->points = stated.points;
        r->g->ending = settled ? ENDING_SETTLED : ENDING_FORFEIT;
        return;
    }
    result_close(r->m, r->g, &r->replay, &stated);
    if (known && r->points > 0 && r->points < stated.points)
        r->g->points = r->points;
}

/* ---- nodes ---- */

static struct event *add(struct sgf_reader *r, const struct sgf_node *n, enum event_kind kind, int player)
{
    struct event *e = game_add_event(r->m, r->g, kind, player);
    e->place = n->place;
    return e;
}

/* The position in which `player` acts: turned to that side, without what is offered. */
static struct position acting(const struct sgf_reader *r, int player)
{
    struct position p = r->replay.now;
    if (p.on_roll != player) {
        board_flip(&p.board, &p.board);
        p.on_roll = player;
    }
    return p;
}

static void apply(struct sgf_reader *r, const struct event *e)
{
    replay_apply(&r->replay, e, NULL);
}

static bool read_dice(struct span text, int dice[2])
{
    if (text.length < 2 || text.at[0] < '1' || text.at[0] > '6' || text.at[1] < '1' || text.at[1] > '6')
        return false;
    dice[0] = text.at[0] - '0';
    dice[1] = text.at[1] - '0';
    return true;
}

/* "31hefe". Returns NULL if there are no dice. */
static struct event *add_play(struct sgf_reader *r, const struct sgf_node *n, int player, struct span text,
                              struct position *before)
{
    int dice[2];
    if (!read_dice(text, dice))
        return NULL;
    struct position now = r->replay.now;
    if (now.offer != OFFER_NONE && now.offer != OFFER_RESIGNATION) /* the take is left out */
        event_append(r->m, r->g, &r->replay, EVENT_TAKE, now.turn, n->place)->flags |= EVENT_IMPLIED;
    struct event *e = add(r, n, EVENT_PLAY, player);
    struct span letters = span_trim(span_sub(text, 2, text.length));
    event_set_dice(e, dice[0], dice[1]);
    *before = acting(r, player);
    if (letters.length > 0 && !sgf_play(letters, player, &before->board, dice, &e->play)) {
        e->flags |= EVENT_ILLEGAL;
        e->text = arena_span(r->m->arena, text); /* check.c reports it */
    }
    r->before_play = r->replay;
    apply(r, e);
    return e;
}

/* Our own KT[:cube:n] where a double goes elsewhere than to twice the cube. */
static int stated_cube(const struct sgf_reader *r, const struct sgf_node *n, int usual)
{
    const struct sgf_property *p = sgf_find(&r->tree, n, "KT");
    long value;
    for (size_t i = 0; p != NULL && i < p->n; i++) {
        struct span text = r->tree.values[p->first + i];
        size_t key = strlen(":cube:");
        if (span_starts_nocase(text, ":cube:") && span_int(span_sub(text, key, text.length), &value) && value >= 2 &&
            value <= 1L << CUBE_MAX_LOG2 && (value & (value - 1)) == 0)
            return (int)value;
    }
    return usual;
}

/* A double by the one who has just been doubled is a beaver, a third one a raccoon. */
static struct event *add_double(struct sgf_reader *r, const struct sgf_node *n, int player, struct position *before)
{
    const struct position *p = &r->replay.now;
    bool raised = p->offer != OFFER_NONE && p->turn == player;
    enum event_kind kind = EVENT_DOUBLE;
    if (raised && p->offer == OFFER_DOUBLE)
        kind = EVENT_BEAVER;
    else if (raised && p->offer == OFFER_BEAVER)
        kind = EVENT_RACCOON;
    int value = p->cube * (p->offer == OFFER_NONE ? 2 : 4);
    *before = acting(r, player);
    struct event *e = add(r, n, kind, player);
    value = stated_cube(r, n, value);
    e->value = value <= 1 << CUBE_MAX_LOG2 ? value : 1 << CUBE_MAX_LOG2;
    apply(r, e);
    return e;
}

static struct event *add_move(struct sgf_reader *r, const struct sgf_node *n, int player, struct span text,
                              struct position *before)
{
    *before = acting(r, player);
    if (span_equal_nocase(text, "double") || span_equal_nocase(text, "redouble") || span_equal_nocase(text, "beaver") ||
        span_equal_nocase(text, "raccoon"))
        return add_double(r, n, player, before);
    bool take = span_equal_nocase(text, "take");
    if (!take && !span_equal_nocase(text, "drop") && !span_equal_nocase(text, "pass"))
        return add_play(r, n, player, text, before);
    struct event *e = add(r, n, take ? EVENT_TAKE : EVENT_DROP, player);
    apply(r, e);
    return e;
}

/* ---- set-up nodes ---- */

/* "a" or "a:y": clears points; all given from White's side. */
static void clear_points(struct board *white, struct span range)
{
    int from = range.length > 0 ? sgf_point(range.at[0], 0) : -1, to = from;
    if (range.length == 3 && range.at[1] == ':')
        to = sgf_point(range.at[2], 0);
    if (from < 1 || to < from)
        return;
    for (int p = from; p <= to && p <= 24; p++)
        white->point[p] = 0;
    if (to == BOARD_BAR)
        white->point[BOARD_BAR] = white->point[BOARD_OPPONENT_BAR] = 0;
}

static bool place_chequer(struct board *white, char letter, int player)
{
    int point = sgf_point(letter, player);
    if (point < 1)
        return false;
    int8_t *stack = &white->point[player == 0 ? point : BOARD_BAR - point];
    if ((player == 0 ? *stack : -*stack) < 0 || abs(*stack) >= BOARD_CHEQUERS)
        return false;
    *stack = (int8_t)(*stack + (player == 0 ? 1 : -1));
    return true;
}

/* "a" or "a:c": one chequer on each. */
static bool place_chequers(struct sgf_reader *r, const struct sgf_property *p, int player, struct board *white)
{
    for (size_t i = 0; p != NULL && i < p->n; i++) {
        struct span v = span_trim(r->tree.values[p->first + i]);
        bool range = v.length == 3 && v.at[1] == ':' && v.at[0] <= v.at[2];
        if (v.length != 1 && !range)
            return false;
        for (int letter = v.at[0]; letter <= (range ? v.at[2] : v.at[0]); letter++)
            if (!place_chequer(white, (char)letter, player))
                return false;
    }
    return true;
}

/* The board that a node sets up, seen by White. */
static bool read_board(struct sgf_reader *r, const struct sgf_node *n, struct board *white)
{
    const struct sgf_property *clear = sgf_find(&r->tree, n, "AE");
    int chequers = variant_chequers(r->m->rules.variant);
    *white = acting(r, 0).board;
    for (size_t i = 0; clear != NULL && i < clear->n; i++)
        clear_points(white, span_trim(r->tree.values[clear->first + i]));
    if (!place_chequers(r, sgf_find(&r->tree, n, "AW"), 0, white) ||
        !place_chequers(r, sgf_find(&r->tree, n, "AB"), 1, white))
        return false;
    white->off[0] = white->off[1] = 0;
    int own = chequers - board_in_play(white), other = chequers - board_opponent_in_play(white);
    white->off[0] = (int8_t)(own > 0 ? own : 0);
    white->off[1] = (int8_t)(other > 0 ? other : 0);
    return board_problem(white, 0) == NULL;
}

/* PL, or whoever is on roll. */
static int player_of(const struct sgf_reader *r, const struct sgf_node *n)
{
    struct span pl = sgf_value_of(r, n, "PL");
    if (pl.length == 0)
        return r->replay.now.on_roll;
    return toupper((unsigned char)pl.at[0]) == 'B';
}

/* Seen by the event's player. */
static void set_board(struct sgf_reader *r, struct event *e, const struct board *white)
{
    struct board seen = *white;
    if (e->player == 1)
        board_flip(&seen, &seen);
    event_set_board(r->m, e, &seen);
}

/* A board directly after a play that was not legal shows what stood after it ("edited move"). */
static bool complete_play(struct sgf_reader *r, int player, const struct board *white)
{
    struct event *last = r->last_was_play ? &r->g->events[r->g->n_events - 1] : NULL;
    if (last == NULL || last->kind != EVENT_PLAY || last->player == player ||
        (r->replay.play_legal && !r->after_follows))
        return false;
    last->flags |= EVENT_ILLEGAL | EVENT_AFTER_GIVEN;
    set_board(r, last, white);
    r->replay = r->before_play;
    apply(r, last);
    return true;
}

static struct event *set_up_board(struct sgf_reader *r, const struct sgf_node *n)
{
    struct board white;
    int player = player_of(r, n);
    if (sgf_find(&r->tree, n, "AE") == NULL && sgf_find(&r->tree, n, "AW") == NULL &&
        sgf_find(&r->tree, n, "AB") == NULL)
        return NULL;
    if (!read_board(r, n, &white)) {
        diag_at(r->d, SEVERITY_WARNING, n->place.line, n->place.column,
                "impossible board, expected one chequer for each AW and AB, at most %d a side: kept unchanged",
                variant_chequers(r->m->rules.variant));
        return NULL;
    }
    if (complete_play(r, player, &white))
        return &r->g->events[r->g->n_events - 1];
    struct event *e = add(r, n, EVENT_SET_BOARD, player);
    set_board(r, e, &white);
    apply(r, e);
    return e;
}

/* CO[n]: there is no cube. That is a rule of the match; later it would be a change of rules, which no record has. */
static void take_cube_away(struct sgf_reader *r, const struct sgf_node *n)
{
    bool begun = r->m->n_games > 1;
    for (size_t i = 0; i < r->g->n_events; i++)
        begun = begun || r->g->events[i].kind < EVENT_SET_BOARD;
    if (begun)
        diag_at(r->d, SEVERITY_WARNING, n->place.line, n->place.column,
                "found the cube removed here, expected at the beginning only: it is kept");
    else
        r->m->rules.cube = r->replay.now.rules.cube = false;
}

static struct event *set_up_cube(struct sgf_reader *r, const struct sgf_node *n)
{
    long value = r->replay.now.cube;
    struct span owner = sgf_value_of(r, n, sgf_find(&r->tree, n, "CP") != NULL ? "CP" : "CO");
    bool has_value = span_int(sgf_value_of(r, n, "CV"), &value);
    if ((span_equal_nocase(owner, "n") || span_equal_nocase(owner, "none")) && !has_value) {
        take_cube_away(r, n);
        return NULL;
    }
    if (!has_value && owner.length == 0)
        return NULL;
    struct event *last = r->g->n_events > 0 ? &r->g->events[r->g->n_events - 1] : NULL;
    const bool goes_on = last != NULL && last->kind == EVENT_SET_CUBE && !has_value;
    struct event *e = goes_on ? last : add(r, n, EVENT_SET_CUBE, r->replay.now.on_roll);
    if (value >= 1 && value <= 1L << CUBE_MAX_LOG2 && (value & (value - 1)) == 0)
        e->value = (int)value;
    else
        e->value = r->replay.now.cube;
    if (!goes_on)
        e->owner = (signed char)r->replay.now.cube_owner;
    if (owner.length > 0) {
        int c = tolower((unsigned char)owner.at[0]);
        e->owner = c == 'w' ? 0 : c == 'b' ? 1 : CUBE_CENTRED;
        if (memchr("wbcn", c, 4) == NULL)
            diag_at(r->d, SEVERITY_WARNING, n->place.line, n->place.column,
                    "found \"%.*s\" as the owner of the cube, expected w, b, c or n: it is in the middle",
                    span_shown(owner), owner.at);
    }
    apply(r, e);
    return e;
}

static struct event *set_dice(struct sgf_reader *r, const struct sgf_node *n, struct position *before)
{
    int dice[2];
    if (!read_dice(sgf_value_of(r, n, "DI"), dice))
        return NULL;
    int player = player_of(r, n);
    struct event *e = add(r, n, EVENT_SET_DICE, player);
    event_set_dice(e, dice[0], dice[1]);
    *before = acting(r, player);
    apply(r, e);
    return e;
}

/* ---- one node ---- */

static bool is_understood(const char *name, bool move, bool board, bool cube, bool dice)
{
    static const char *const setup[] = {"AE", "AW", "AB", NULL}, *const cubes[] = {"CV", "CP", "CO", NULL};
    if (strcmp(name, "C") == 0)
        return true;
    if (strcmp(name, "PL") == 0)
        return board || cube || dice;
    return (move && (strcmp(name, "W") == 0 || strcmp(name, "B") == 0)) || (board && sgf_is_any(name, setup)) ||
           (cube && sgf_is_any(name, cubes)) || (dice && strcmp(name, "DI") == 0);
}

/* The first W or B decides; a second one is kept as a property. */
static const struct sgf_property *move_property(const struct sgf_reader *r, const struct sgf_node *n)
{
    for (size_t i = 0; i < n->n; i++) {
        const struct sgf_property *p = &r->tree.properties[n->first + i];
        if ((strcmp(p->name, "W") == 0 || strcmp(p->name, "B") == 0) && p->n > 0)
            return p;
    }
    return NULL;
}

static void add_node_comment(struct sgf_reader *r, const struct sgf_node *n, struct event *e)
{
    const char *text = sgf_joined_text(r, n, "C");
    if (text != NULL)
        comment_append(r->m, &e->comment, span_of(text));
}

/* "B[43]" at the end, directly after PL[B]DI[43]: rolled, not yet moved. The placeholder says nothing more. */
static bool is_placeholder(const struct sgf_reader *r, const struct sgf_node *n, const struct sgf_property *move)
{
    int dice[2];
    const struct event *last = r->g->n_events > 0 ? &r->g->events[r->g->n_events - 1] : NULL;
    struct span text = span_trim(r->tree.values[move->first]);
    return n == &r->tree.nodes[r->tree.n_nodes - 1] && n->n == 1 && text.length == 2 && read_dice(text, dice) &&
           last != NULL && last->kind == EVENT_SET_DICE && last->player == (move->name[0] == 'B') &&
           dice[0] == last->dice[0] && dice[1] == last->dice[1];
}

/* "W00": a play whose dice are none. */
static void add_impossible(struct sgf_reader *r, const struct sgf_node *n, const char *value)
{
    struct event *e = add(r, n, EVENT_PLAY, value[0] == 'B');
    e->flags |= EVENT_ILLEGAL;
    for (int i = 0; i < 2; i++)
        e->dice[i] = (int8_t)(value[1 + i] >= '0' && value[1 + i] <= '6' ? value[1 + i] - '0' : 0);
    apply(r, e);
}

/* KT of an event, as the writer of SGF has it. ORDER FACT: the first speak of the node's event, the next add one. */
enum fact {
    FACT_TEXT,
    FACT_IMPLIED,
    FACT_MARK,
    FACT_TOOK,
    FACT_UNPLAYABLE,
    FACT_UNDOUBLED,
    FACT_DICE,
    FACT_RESIGN,
    FACT_REFUSE,
    FACT_AFTER,
    FACT_CUBE,
    FACTS
};

/* What a word says; FACTS = not ours. */
static enum fact fact_of(const struct sgf_own_word *word, bool has_event)
{
    static const char *const names[FACTS] = {"text", "implied", "mark",   "took",  "unplayable", "undoubled-mark",
                                             "dice", "resign",  "refuse", "after", "cube"};
    enum fact f = 0;
    while (f < FACTS && strcmp(word->name, names[f]) != 0)
        f++;
    const bool of_player = word->value[0] == 'W' || word->value[0] == 'B';
    if ((f == FACT_MARK || f == FACT_UNDOUBLED) && mark_named(word->value) == MARK_NONE)
        return FACTS;
    struct timing time;
    if (f == FACT_TOOK && !timing_of_text(word->value, &time))
        return FACTS;
    if (f <= FACT_UNDOUBLED)
        return has_event ? f : FACTS;
    if (f == FACT_DICE)
        return of_player && strlen(word->value) == 3 ? f : FACTS;
    return of_player || f >= FACT_AFTER ? f : FACTS;
}

static void apply_fact(struct sgf_reader *r, const struct sgf_node *n, enum fact f, const char *value, size_t own)
{
    struct event *e = own < r->g->n_events ? &r->g->events[own] : NULL;
    if (f <= FACT_UNDOUBLED && e == NULL)
        return;
    if (f == FACT_TEXT)
        e->text = value;
    else if (f == FACT_IMPLIED)
        e->flags |= EVENT_IMPLIED;
    else if (f == FACT_MARK)
        e->mark = (int8_t)mark_named(value);
    else if (f == FACT_TOOK)
        (void)timing_of_text(value, event_time(r->m, e));
    else if (f == FACT_UNDOUBLED)
        e->undoubled_mark = (int8_t)mark_named(value);
    else if (f == FACT_UNPLAYABLE)
        e->play.n = -1, e->flags |= EVENT_ILLEGAL;
    else if (f == FACT_DICE)
        add_impossible(r, n, value);
    else if (f == FACT_RESIGN || f == FACT_REFUSE) {
        struct event *offer = add(r, n, f == FACT_RESIGN ? EVENT_RESIGN : EVENT_RESIGN_REFUSE, value[0] == 'B');
        offer->value = f == FACT_RESIGN && value[1] >= '0' && value[1] <= '3' ? value[1] - '0' : 0;
        apply(r, offer);
    } else if (f == FACT_AFTER) {
        r->after_follows = true;
    }
}

/* Whether all values of this node's KT are understood: ours, or words of other formats. */
static bool knows_facts(struct sgf_reader *r, const struct sgf_property *p, bool has_event)
{
    for (size_t i = 0; i < p->n; i++) {
        struct sgf_own_word word;
        if (!sgf_own_word(r->m->arena, r->tree.values[p->first + i], &word))
            return false;
        const enum fact f = word.format[0] == '\0' ? fact_of(&word, has_event) : FACT_CUBE;
        if (f == FACTS)
            return false;
        has_event = has_event || (f >= FACT_DICE && f <= FACT_REFUSE);
    }
    return p->n > 0;
}

/* True if this node's KT was understood, as a whole; else nothing of it is believed. The node's event is number `own`,
 * if there is one yet. */
static bool read_event_facts(struct sgf_reader *r, const struct sgf_node *n, size_t own)
{
    const struct sgf_property *p = sgf_find(&r->tree, n, "KT");
    if (p == NULL || !knows_facts(r, p, own < r->g->n_events))
        return false;
    for (size_t i = 0; i < p->n; i++) {
        struct sgf_own_word word;
        if (sgf_own_word(r->m->arena, r->tree.values[p->first + i], &word) && word.format[0] == '\0')
            apply_fact(r, n, fact_of(&word, own < r->g->n_events), word.value, own);
    }
    return true;
}

static void keep_foreign_words(struct sgf_reader *r, const struct sgf_node *n, struct event *e)
{
    const struct sgf_property *p = sgf_find(&r->tree, n, "KT");
    struct property *last = NULL;
    for (size_t i = 0; i < p->n; i++) {
        struct sgf_own_word word;
        if (sgf_own_word(r->m->arena, r->tree.values[p->first + i], &word) && word.format[0] != '\0')
            last = sgf_keep_foreign(r, &e->properties, &word, last);
    }
}

static void keep_node_property(struct sgf_reader *r, const struct sgf_property *p, bool used)
{
    if (p->repeated && (strcmp(p->name, "W") == 0 || strcmp(p->name, "B") == 0))
        diag_at(r->d, SEVERITY_WARNING, p->place.line, p->place.column,
                "found a second move of the same player in a node, expected one: kept as a property");
    static const char *const single[] = {"W", "B", "PL", "CV", "CP", "CO", "DI", "LU", NULL};
    if (!used)
        sgf_keep_property(r, p);
    else if (p->repeated && strcmp(p->name, "C") != 0)
        sgf_keep_repeated(r, p);
    else if (sgf_is_any(p->name, single))
        sgf_keep_surplus(r, p);
}

static void read_node(struct sgf_reader *r, const struct sgf_node *n)
{
    struct position before = r->replay.now;
    const struct sgf_property *move = move_property(r, n);
    if (move != NULL && is_placeholder(r, n, move))
        return;
    struct event *board = set_up_board(r, n), *cube = set_up_cube(r, n), *dice = set_dice(r, n, &before),
                 *played = NULL;
    if (move != NULL) {
        struct span text = span_trim(r->tree.values[move->first]);
        played = add_move(r, n, move->name[0] == 'B', text, &before);
        if (played == NULL)
            sgf_warn(r, n->place, W_("expected two dice and letters, double, take or drop: kept unchanged"), text);
    }
    r->after_follows = false;
    const bool rolled = played != NULL || dice != NULL, is_play = played != NULL && played->kind == EVENT_PLAY;
    struct event *e = played != NULL ? played : dice != NULL ? dice : cube != NULL ? cube : board;
    const size_t own = e != NULL ? (size_t)(e - r->g->events) : r->g->n_events;
    bool facts = read_event_facts(r, n, own); /* may add events */
    if (own == r->g->n_events && n->n == 0)
        return;
    e = own < r->g->n_events ? &r->g->events[own] : add(r, n, EVENT_COMMENT, r->replay.now.on_roll);
    r->last_was_play = is_play;
    if (facts)
        keep_foreign_words(r, n, e);
    add_node_comment(r, n, e);
    if (rolled)
        sgf_annotate(&r->notes, &r->tree, n, e, &before);
    end_of_list(r, &e->properties);
    for (size_t i = 0; i < n->n; i++) {
        const struct sgf_property *p = &r->tree.properties[n->first + i];
        if (facts && strcmp(p->name, "KT") == 0 && !p->repeated)
            continue;
        bool used = p == move ? played != NULL
                              : is_understood(p->name, false, board != NULL, cube != NULL, dice != NULL) ||
                                    (strcmp(p->name, "CO") == 0 && !r->m->rules.cube);
        keep_node_property(r, p, used || (rolled && (sgf_is_annotation(p->name) || sgf_is_good_mark(&r->tree, p, e))));
    }
}

/* Dice with nothing after them were rolled before a resignation, or are where the game stands; dice before a play are
 * only set by hand. */
static void settle_dice(struct game *g)
{
    size_t n = g->n_events;
    while (n > 0 && g->events[n - 1].kind == EVENT_COMMENT)
        n--;
    if (n > 0 && g->events[n - 1].kind == EVENT_SET_DICE)
        g->events[n - 1].kind = EVENT_ROLL;
}

/* The format of a property that holds a whole sub-tree. */
#define VARIATION "sgf-variation"

/* As it stands; what the end of the file left open is closed, so that something can stand behind it again. */
static const char *closed_variation(struct arena *a, const struct sgf_variation *v)
{
    struct strbuf text = {0};
    size_t escapes = 0;
    strbuf_add(&text, v->raw.at, v->raw.length);
    while (escapes < v->raw.length && v->raw.at[v->raw.length - 1 - escapes] == '\\')
        escapes++;
    if (v->open_value)
        strbuf_puts(&text, escapes % 2 != 0 ? "\\]" : "]");
    strbuf_fill(&text, ')', v->open);
    const char *copy = arena_strdup(a, strbuf_text(&text));
    strbuf_done(&text);
    return copy;
}

static void keep_variations(struct sgf_reader *r, size_t node, size_t *next)
{
    end_of_list(r, r->g->n_events > 0 ? &r->g->events[r->g->n_events - 1].properties : &r->g->properties);
    for (; *next < r->tree.n_variations && r->tree.variations[*next].node == node; ++*next) {
        const char *raw = closed_variation(r->m->arena, &r->tree.variations[*next]);
        r->tail = &property_add(r->m, r->tail, VARIATION, "(", raw)->next;
    }
}

/* The order in which the writer can put them down: words for KT, SGF's own, variations. */
static int rank_of(const struct property *p)
{
    const bool variation = p->format != NULL && strcmp(p->format, VARIATION) == 0;
    return variation ? 2 : property_is_sgf_word(p) ? 1 : 0;
}

/* Whatever stood in a file in whatever order comes out of it as it comes out of the file written from it. */
static void settle_order(struct property **list)
{
    struct property *first[3] = {NULL}, **end[3] = {&first[0], &first[1], &first[2]};
    for (struct property *p = *list; p != NULL; p = p->next) {
        const int rank = rank_of(p);
        *end[rank] = p;
        end[rank] = &p->next;
    }
    *end[2] = NULL;
    *end[1] = first[2];
    *end[0] = first[1];
    *list = first[0];
}

static void settle_properties(struct game *g)
{
    settle_order(&g->properties);
    for (size_t i = 0; i < g->n_events; i++)
        settle_order(&g->events[i].properties);
}

static bool is_move(const struct sgf_reader *r, const struct sgf_property *p)
{
    static const char *const words[] = {"double", "redouble", "beaver", "raccoon", "take", "drop", "pass"};
    int dice[2];
    if ((strcmp(p->name, "W") != 0 && strcmp(p->name, "B") != 0) || p->n == 0)
        return false;
    const struct span text = span_trim(r->tree.values[p->first]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (span_equal_nocase(text, words[i]))
            return true;
    return read_dice(text, dice);
}

/* Some put a move of each player into one node, which may have one: where the second begins a node of its own. */
static size_t second_move(const struct sgf_reader *r, const struct sgf_node *n)
{
    const struct sgf_property *first = move_property(r, n);
    for (size_t i = 0; first != NULL && is_move(r, first) && i < n->n; i++) {
        const struct sgf_property *p = &r->tree.properties[n->first + i];
        if (is_move(r, p) && p->name[0] != first->name[0])
            return i;
    }
    return n->n;
}

/* Which names a node of its own has before. */
static void mark_repeated(struct sgf_tree *t, const struct sgf_node *n)
{
    for (size_t i = 0; i < n->n; i++) {
        struct sgf_property *p = &t->properties[n->first + i];
        p->repeated = p->repeated && sgf_find(t, n, p->name) != p;
    }
}

static void read_moves_of_node(struct sgf_reader *r, const struct sgf_node *n)
{
    struct sgf_node rest = *n;
    for (size_t second; (second = second_move(r, &rest)) < rest.n;) {
        struct sgf_node first = rest;
        first.n = second;
        rest.first += second, rest.n -= second;
        rest.place = r->tree.properties[rest.first].place;
        mark_repeated(&r->tree, &rest);
        diag_at(r->d, SEVERITY_WARNING, rest.place.line, rest.place.column,
                "found a second move in a node, expected one: read as a node of its own");
        read_node(r, &first);
    }
    read_node(r, second_move(r, n) < n->n ? &rest : n);
}

/* What stands between trees is the next match's, behind the last one that one's. */
static void keep_outside(struct sgf_reader *r)
{
    if (r->m != NULL && r->outside.length > 0)
        comment_append(r->m, &r->m->comment, (struct span){r->outside.at, r->outside.length});
    if (r->m != NULL)
        strbuf_clear(&r->outside);
}

static void add_outside(struct sgf_reader *r, struct span words)
{
    if (words.length > 0 && r->outside.length > 0)
        strbuf_putc(&r->outside, '\n');
    strbuf_add(&r->outside, words.at, words.length);
}

static void read_tree(struct sgf_reader *r)
{
    const struct sgf_tree *t = &r->tree;
    if (t->n_nodes == 0 || !span_equal(sgf_value_of(r, &t->nodes[0], "GM"), "6")) {
        struct place p = t->n_nodes > 0 ? t->nodes[0].place : (struct place){0};
        diag_at(r->d, SEVERITY_WARNING, p.line, p.column, "game tree without GM[6] is not backgammon: not read");
        return;
    }
    size_t variation = 0;
    sgf_begin_game(r, &t->nodes[0]);
    keep_outside(r);
    keep_variations(r, 0, &variation);
    for (size_t i = 1; i < t->n_nodes; i++) {
        read_moves_of_node(r, &t->nodes[i]);
        keep_variations(r, i, &variation);
    }
    settle_dice(r->g);
    end_game(r, &t->nodes[0]);
    settle_properties(r->g);
}

bool sgf_read(struct span text, struct receiver *out, struct diags *d)
{
    struct sgf_reader r = {.out = out, .d = d};
    struct sgf_source source;
    size_t before = out->n;
    sgf_open(&source, text, d);
    while (sgf_next_tree(&source, &r.tree)) {
        add_outside(&r, source.before);
        read_tree(&r);
    }
    add_outside(&r, source.before);
    keep_outside(&r);
    strbuf_done(&r.outside);
    sgf_close_match(&r);
    sgf_tree_done(&r.tree);
    moves_free(&r.notes.moves);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, 1, 1, "no backgammon game in this SGF file, expected \"(;FF[4]GM[6]\"");
    return out->n > before;
}

/* How sure a text that starts with a tree is: GM[6] is soon after. */
static int bid_on_tree(struct span s)
{
    const char *gm = memmem(s.at, s.length < 4096 ? s.length : 4096, "GM[", 3);
    if (gm == NULL)
        return 20;
    struct span value = span_trim((struct span){gm + 3, (size_t)(s.at + s.length - gm - 3)});
    return value.length > 1 && value.at[0] == '6' ? 100 : 10;
}

/* "(" and ";"; behind other words GM[6] must follow, in a tree that starts a line or not even that. */
int sgf_sniff(struct span head)
{
    const struct span s = span_trim(head);
    const char *at = s.at, *end = s.at + s.length;
    int best = 0;
    for (; best == 0 && at < end && (at = memchr(at, '(', (size_t)(end - at))) != NULL; at++) {
        const struct span rest = {at, (size_t)(end - at)}, behind = span_trim(span_sub(rest, 1, rest.length));
        if (at == s.at && behind.length > 0 && behind.at[0] == ';')
            return bid_on_tree(rest);
        if (sgf_starts_tree(rest) && bid_on_tree(rest) == 100)
            best = at == s.at ? 100 : at[-1] == '\n' ? 60 : 30;
    }
    return best;
}
