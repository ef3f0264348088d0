/* Requests and answers of the external-player protocol; see external.h. */
#include "play/external.h"

#include <stdlib.h>
#include <string.h>

#include "play/external_words.h"
#include "play/player.h"

/* ORDER of the fields behind the word `board`. */
enum field {
    FIELD_ME,
    FIELD_YOU,
    FIELD_LENGTH,
    FIELD_MY_SCORE,
    FIELD_YOUR_SCORE,
    FIELD_BOARD,
    FIELD_TURN = FIELD_BOARD + BOARD_POINTS,
    FIELD_MY_DICE,
    FIELD_YOUR_DICE = FIELD_MY_DICE + 2,
    FIELD_CUBE = FIELD_YOUR_DICE + 2,
    FIELD_I_MAY_DOUBLE,
    FIELD_YOU_MAY_DOUBLE,
    FIELD_DOUBLED,
    FIELD_COLOUR,
    FIELD_DIRECTION,
    FIELD_HOME,
    FIELD_BAR,
    FIELD_MY_OFF,
    FIELD_YOUR_OFF,
    FIELD_MY_BAR,
    FIELD_YOUR_BAR,
    FIELD_MOVABLE,
    FIELD_FORCED,
    FIELD_CRAWFORD,
    FIELD_REDOUBLES,
    FIELDS,
    FIELDS_NEEDED = FIELD_YOUR_OFF + 1
};

enum { UNLIMITED = 9999, NUMBER_MAX = 99999 };

/* A whole number, nothing else in the field. */
static bool read_number(struct span field, long *out)
{
    char text[16] = "", *end;
    field = span_trim(field);
    if (field.length == 0 || field.length >= sizeof text)
        return false;
    memcpy(text, field.at, field.length);
    *out = strtol(text, &end, 10);
    return *end == '\0' && *out >= -NUMBER_MAX && *out <= NUMBER_MAX;
}

/* The numbers of a line; the two names are skipped from the left, so they may hold anything but a colon. Returns the
 * fields there are; *problem if one is not a number. */
static int cut(struct span line, long value[FIELDS], const char **problem)
{
    int n = 0;
    line = span_trim(line);
    if (!span_starts_nocase(line, "board:"))
        return 0;
    line = span_sub(line, 6, line.length);
    for (; n < FIELDS && line.length != 0; n++) {
        const char *colon = memchr(line.at, ':', line.length);
        size_t length = colon != NULL ? (size_t)(colon - line.at) : line.length;
        if (n >= FIELD_LENGTH && !read_number(span_sub(line, 0, length), &value[n]))
            *problem = W_("found a field that is not a whole number");
        line = span_sub(line, length + 1, line.length);
    }
    return n;
}

static bool is_power_of_two(long n)
{
    return n > 0 && n <= 1L << CUBE_MAX_LOG2 && (n & (n - 1)) == 0;
}

static void read_board(const long *v, struct board *b)
{
    memset(b, 0, sizeof *b);
    for (int i = 0; i < BOARD_POINTS; i++)
        b->point[i] = (int8_t)v[FIELD_BOARD + i];
    b->point[BOARD_OPPONENT_BAR] = (int8_t)-abs(b->point[BOARD_OPPONENT_BAR]);
    b->off[0] = (int8_t)(BOARD_CHEQUERS - board_in_play(b));
    b->off[1] = (int8_t)(BOARD_CHEQUERS - board_opponent_in_play(b));
}

static void read_cube(const long *v, struct position *p)
{
    bool mine = v[FIELD_I_MAY_DOUBLE] != 0, yours = v[FIELD_YOU_MAY_DOUBLE] != 0;
    p->cube = (int)v[FIELD_CUBE];
    p->cube_owner = mine == yours ? CUBE_CENTRED : mine ? 0 : 1;
    p->rules.cube = mine || yours || v[FIELD_DOUBLED] != 0 || p->crawford_game;
}

static void read_turn(const long *v, struct position *p)
{
    p->on_roll = p->turn = 0;
    if (v[FIELD_DOUBLED] != 0) { /* the other one is on roll and waits for my answer */
        p->offer = OFFER_DOUBLE;
        p->on_roll = 1;
        board_flip(&p->board, &p->board);
        return;
    }
    int dice = v[FIELD_MY_DICE] != 0 ? FIELD_MY_DICE : FIELD_YOUR_DICE;
    p->dice[0] = (int)v[dice];
    p->dice[1] = (int)v[dice + 1];
}

/* Why the numbers make no request, or NULL. */
static const char *request_problem(const long *v)
{
    const long length = v[FIELD_LENGTH];
    const int dice = v[FIELD_MY_DICE] != 0 || v[FIELD_MY_DICE + 1] != 0 ? FIELD_MY_DICE : FIELD_YOUR_DICE;
    if (length < 0 || length > MATCH_LENGTH_MAX) /* UNLIMITED is among them */
        return W_("found a match length that is not 0 to 32767");
    for (int i = 0; i < 2; i++) {
        if (v[FIELD_MY_SCORE + i] < 0 || (length != 0 && v[FIELD_MY_SCORE + i] >= length))
            return W_("found an impossible score");
        if (v[dice + i] < 0 || v[dice + i] > 6 || (v[dice + i] == 0) != (v[dice + !i] == 0))
            return W_("found dice that are not two numbers from 1 to 6, or 0 and 0");
    }
    if (!is_power_of_two(v[FIELD_CUBE]))
        return W_("found a cube value that is not a power of two");
    if (v[FIELD_COLOUR] != 1 || v[FIELD_DIRECTION] != -1)
        return W_("found another colour or direction, expected 1 and -1");
    for (int i = 0; i < BOARD_POINTS; i++)
        if (labs(v[FIELD_BOARD + i]) > BOARD_CHEQUERS)
            return W_("found more than fifteen chequers on a point");
    return NULL;
}

static const char *board_and_game_problem(const struct position *p)
{
    const char *problem = board_problem(&p->board, BOARD_CHEQUERS);
    if (problem == NULL && (board_won(&p->board) != 0 || board_lost(&p->board) != 0))
        return W_("found a game that is over");
    return problem;
}

bool external_read(struct span line, struct position *p, const char **problem)
{
    long v[FIELDS] = {0};
    *problem = NULL;
    int n = cut(line, v, problem);
    if (n < FIELDS_NEEDED)
        *problem = n == 0 ? "found no board, expected a line that begins with \"board:\""
                          : "found too few fields, expected at least 46";
    if (*problem == NULL)
        *problem = request_problem(v);
    if (*problem != NULL)
        return false;
    struct rules rules = p->rules;
    *p = (struct position){.rules = rules, .state = GAME_PLAYING};
    p->length = v[FIELD_LENGTH] == UNLIMITED ? 0 : (int)v[FIELD_LENGTH];
    for (int i = 0; i < 2; i++)
        p->score[i] = (int)v[FIELD_MY_SCORE + i];
    p->crawford_game = n > FIELD_CRAWFORD && v[FIELD_CRAWFORD] != 0 && p->length != 0;
    read_board(v, &p->board);
    read_cube(v, p);
    read_turn(v, p);
    *problem = board_and_game_problem(p);
    return *problem == NULL;
}

bool external_is_yours(struct span line)
{
    long v[FIELDS] = {0};
    const char *problem;
    return cut(line, v, &problem) > FIELD_TURN && v[FIELD_TURN] < 0;
}

void external_write(struct strbuf *out, const struct position *p, int me)
{
    const struct board b = position_board(p, me);
    /* Without a cube both "may double": GNU Backgammon takes a line in which nobody may for an offered double. */
    bool mine = p->cube_owner == CUBE_CENTRED || p->cube_owner == me;
    bool yours = p->cube_owner == CUBE_CENTRED || p->cube_owner != me;
    bool doubled = p->offer != OFFER_NONE;
    strbuf_printf(out, "board:kibitzer:opponent:%d:%d:%d", p->length, p->score[me], p->score[1 - me]);
    for (int i = 0; i < BOARD_POINTS; i++)
        strbuf_printf(out, ":%d", b.point[i]);
    strbuf_printf(out, ":%d:%d:%d:%d:%d:%d:%d:%d:%d", p->on_roll == me ? 1 : -1, p->dice[0], p->dice[1], p->dice[0],
                  p->dice[1], p->cube, mine, yours, doubled ? (p->on_roll == me ? 1 : -1) : 0);
    strbuf_printf(out, ":1:-1:0:25:%d:%d:0:0:0:0:%d:0", b.off[0], b.off[1], p->crawford_game);
}

static void put_point(struct strbuf *out, int point, const char *name, bool numbers)
{
    if (name != NULL && !numbers)
        strbuf_puts(out, name);
    else
        strbuf_printf(out, "%d", point);
}

void external_play(struct strbuf *out, const struct play *play, const struct board *hits, bool numbers)
{
    struct board b = hits != NULL ? *hits : (struct board){.point = {0}};
    for (int i = 0; i < play->n; i++) {
        const struct step *s = &play->step[i];
        strbuf_puts(out, i != 0 ? " " : "");
        put_point(out, s->from, s->from == BOARD_BAR ? "bar" : NULL, numbers);
        strbuf_putc(out, '/');
        put_point(out, s->to, s->to == 0 ? "off" : NULL, numbers);
        if (hits != NULL && s->to != 0 && b.point[s->to] == -1)
            strbuf_putc(out, '*');
        if (hits != NULL)
            (void)board_step(&b, *s);
    }
}

static void answer_play(const struct engine *e, struct worker *w, const struct level *l, const struct position *p,
                        bool hits, struct strbuf *out)
{
    struct ranked_plays plays = {0};
    engine_plays(e, w, p, l, NULL, &plays);
    if (plays.n != 0)
        external_play(out, &plays.at[0].play, hits ? &p->board : NULL, true);
    ranked_plays_done(&plays);
}

static void answer_cube(const struct engine *e, struct worker *w, const struct level *l, const struct position *p,
                        struct strbuf *out)
{
    struct cube_answer c;
    bool yes = engine_cube(e, w, p, l, &c) && judged_to_double(&c);
    strbuf_puts(out, yes ? "double" : "roll");
}

static void answer_double(const struct engine *e, struct worker *w, const struct level *l, const struct position *p,
                          struct strbuf *out)
{
    static const char *const words[] = {[ANSWER_TAKE] = "take", [ANSWER_DROP] = "drop", [ANSWER_BEAVER] = "beaver"};
    struct cube_answer c;
    struct position before = *p;
    before.offer = OFFER_NONE;
    before.turn = before.on_roll;
    bool live = engine_cube(e, w, &before, l, &c);
    strbuf_puts(out, words[judged_answer(&c, live, p)]);
}

void external_decide(const struct engine *e, struct worker *w, const struct level *l, const struct position *p,
                     bool hits, struct strbuf *out)
{
    if (p->offer != OFFER_NONE)
        answer_double(e, w, l, p, out);
    else if (p->dice[0] == 0)
        answer_cube(e, w, l, p, out);
    else
        answer_play(e, w, l, p, hits, out);
}

bool external_answer(const struct engine *e, struct worker *w, const struct level *l, struct span request,
                     const struct rules *rules, struct strbuf *out, const char **problem)
{
    struct position p = {.rules = *rules};
    if (!span_starts_nocase(span_trim(request), "board:"))
        return external_words(e, w, request, rules, out, problem);
    if (!external_read(request, &p, problem))
        return false;
    external_decide(e, w, l, &p, true, out);
    return true;
}

bool external_address(const char *address, bool any_port, char *host, size_t room, const char **port)
{
    const char *colon = strrchr(address, ':');
    long number;
    if (colon == NULL || (size_t)(colon - address) >= room || !read_number(span_of(colon + 1), &number))
        return false;
    memcpy(host, address, (size_t)(colon - address));
    host[colon - address] = '\0';
    *port = colon + 1;
    return number >= (any_port ? 0 : 1) && number <= 65535;
}
