/* The cells of a game in a .mat, into the record: what a cell means follows from the position, which the replay knows.
 * So merged moves, left-out takes, beavers and results in the wrong column can be understood. Format:
 * docs/formats/mat.md. */
#include "import/mat/mat_reader.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/builder.h"
#include "import/cells.h"
#include "import/snowie/snowie_line.h"
#include "match/notation.h"

enum { SET_POS_LENGTH = 26 };

static struct event *add(struct mat_reader *r, enum event_kind kind, int player, const struct cell *c)
{
    struct event *e = game_add_event(r->m, r->g, kind, player);
    e->place = mat_place(r, c->column);
    event_set_dice(e, c->dice[0], c->dice[1]);
    return e;
}

static const char *apply(struct mat_reader *r, const struct event *e)
{
    return replay_apply(&r->replay, e, NULL);
}

/* ---- the position a game begins with ---- */

/* XG's "; Set Pos=": 26 characters as in XGID, uppercase = the right column, and the cube's code. */
bool mat_set_pos(struct span text, struct board *b, long *cube)
{
    *b = (struct board){0};
    if (text.length < SET_POS_LENGTH)
        return false;
    int sum[2] = {0, 0};
    for (int i = 0; i < SET_POS_LENGTH; i++) {
        char c = text.at[i];
        bool upper = c >= 'A' && c <= 'O', lower = c >= 'a' && c <= 'o';
        if (!upper && !lower && c != '-')
            return false;
        int n = upper ? c - 'A' + 1 : lower ? -(c - 'a' + 1) : 0;
        b->point[i] = (int8_t)n;
        sum[n < 0] += abs(n);
    }
    struct span rest = span_trim(span_sub(text, SET_POS_LENGTH, text.length));
    *cube = 0;
    if (rest.length > 0 && (rest.at[0] != '/' || !span_int(span_sub(rest, 1, rest.length), cube)))
        return false;
    for (int i = 0; i < 2; i++)
        b->off[i] = (int8_t)(sum[i] <= BOARD_CHEQUERS ? BOARD_CHEQUERS - sum[i] : 0);
    return sum[0] <= BOARD_CHEQUERS && sum[1] <= BOARD_CHEQUERS && abs((int)*cube) <= CUBE_MAX_LOG2 &&
           board_problem(b, 0) == NULL;
}

/* Can the play of `c` be made on `b` (seen by its player)? Cells that are not plays fit everything. */
static bool play_fits(const struct cell *c, const struct board *b)
{
    struct play play;
    const char *problem;
    return c->kind != CELL_PLAY || notation_read(c->text, b, c->dice[0], c->dice[1], &play, &problem, NULL);
}

/* Capitals are the right column's chequers; but a real file has it the other way round, so the first play decides
 * where it fits only one of the two. The board is seen by the player who acts first. */
static void apply_set_pos(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b, flipped;
    long cube;
    struct span text = r->set_pos;
    r->set_pos = (struct span){0};
    mat_set_pos(text, &b, &cube); /* a position: read_comment() has looked */
    board_flip(&b, &flipped);
    int capitals = r->swapped ? 0 : 1;
    if (!play_fits(c, player == capitals ? &b : &flipped) && play_fits(c, player == capitals ? &flipped : &b)) {
        capitals = 1 - capitals;
        diag_at(r->d, SEVERITY_NOTE, r->set_pos_place.line, r->set_pos_place.column,
                "capitals of Set Pos are read as the left column's chequers, since only so the first play is possible");
    }
    struct event *e = game_add_event(r->m, r->g, EVENT_SET_BOARD, player);
    e->place = r->set_pos_place;
    event_set_board(r->m, e, player == capitals ? &b : &flipped);
    apply(r, e);
    if (cube == 0)
        return;
    e = game_add_event(r->m, r->g, EVENT_SET_CUBE, player);
    e->place = r->set_pos_place;
    e->value = 1 << labs(cube);
    e->owner = (signed char)(cube > 0 ? capitals : 1 - capitals);
    apply(r, e);
}

/* ---- rolls and plays ---- */

/* A take that the file leaves out, clear from the roll that follows. */
static void imply_take(struct mat_reader *r, const struct cell *c)
{
    const struct position *p = &r->replay.now;
    if (!position_is_doubled(p))
        return;
    if (p->offer == OFFER_DOUBLE)
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "a roll right after a double, expected Takes or Drops: read as taken");
    struct event *e = game_add_event(r->m, r->g, EVENT_TAKE, p->turn);
    e->place = mat_place(r, c->column);
    e->flags |= EVENT_IMPLIED;
    apply(r, e);
}

static void add_roll(struct mat_reader *r, const struct cell *c, int player)
{
    r->before_roll = r->replay;
    apply(r, add(r, EVENT_ROLL, player, c));
}

/* "dd:" and nothing: a dance; if just one play was possible, that play; else rolled and left. */
static void add_dance(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b = position_board(&r->replay.now, player);
    int n = moves_list(&b, c->dice[0], c->dice[1], &r->moves);
    if (n > 1) {
        add_roll(r, c, player);
        return;
    }
    struct event *e = add(r, EVENT_PLAY, player, c);
    if (n == 1) {
        e->play = r->moves.at[0].play;
        e->flags |= EVENT_IMPLIED;
    }
    apply(r, e);
}

/* A play names points, if only "Bar/Off". */
static bool names_points(struct span text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((text.at[i] >= '0' && text.at[i] <= '9') || text.at[i] == '/')
            return true;
    return false;
}

/* Words where a play should stand: as if there were nothing, and the words are kept. */
static void add_words(struct mat_reader *r, const struct cell *c, int player)
{
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->text_column,
            "\"%.*s\" is not a play, expected moves like 13/7 or Cannot Move: kept as comment", span_shown(c->text),
            c->text.at);
    add_dance(r, c, player);
    mat_add_comment(r, c->text);
}

static void add_play(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b = position_board(&r->replay.now, player);
    struct event *e = add(r, EVENT_PLAY, player, c);
    const char *problem = NULL;
    size_t fault = 0;
    if (!notation_read(c->text, &b, c->dice[0], c->dice[1], &e->play, &problem, &fault)) {
        e->flags |= EVENT_ILLEGAL;
        e->text = arena_span(r->m->arena, c->text);
        if (e->play.n < 0) {
            r->stopped = true;
            diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->text_column + (int)fault,
                    "%.*s cannot be played with %d%d: %s; the rest of game %d is not read", span_shown(c->text),
                    c->text.at, c->dice[0], c->dice[1], problem, r->g->number);
            return;
        }
    }
    apply(r, e);
}

/* "Illegal play (...)": the position after it, seen by the player who rolls next. */
static void add_illegal(struct mat_reader *r, const struct cell *c, int player)
{
    struct snowie_line s;
    struct event *e = add(r, EVENT_PLAY, player, c);
    const char *problem = NULL;
    size_t fault = 0;
    e->flags |= EVENT_ILLEGAL;
    e->text = arena_span(r->m->arena, c->text);
    if (snowie_line_read(c->text, variant_chequers(r->m->rules.variant), &s, &problem, &fault)) {
        board_flip(&s.board, &s.board);
        event_set_board(r->m, e, &s.board);
        e->flags |= EVENT_AFTER_GIVEN;
    } else {
        r->stopped = true;
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->text_column + (int)fault,
                "position after an illegal play: %s; the rest of game %d is not read", problem, r->g->number);
        return;
    }
    apply(r, e);
}

static bool is_roll(const struct cell *c)
{
    return c->dice[0] >= 1 && c->dice[0] <= 6 && c->dice[1] >= 1 && c->dice[1] <= 6;
}

/* Dice that are none: the play is kept as text, and nothing after it can be trusted. */
static void add_impossible(struct mat_reader *r, const struct cell *c, int player)
{
    struct event *e = game_add_event(r->m, r->g, EVENT_PLAY, player);
    size_t length = (size_t)(c->text.at + c->text.length - (r->lines.line.at + c->column - 1));
    e->place = mat_place(r, c->column);
    e->flags |= EVENT_ILLEGAL;
    e->play.n = -1;
    e->text = arena_strndup(r->m->arena, r->lines.line.at + c->column - 1, length);
    r->stopped = true;
}

static void add_dice_cell(struct mat_reader *r, const struct cell *c, int player)
{
    if (!is_roll(c)) {
        if (c->kind == CELL_ROLL || c->kind == CELL_RESIGNS) {
            diag_at(r->d, SEVERITY_NOTE, r->lines.number, c->column,
                    "%d%d is not a roll, expected two dice from 1 to 6: nothing was rolled", c->dice[0], c->dice[1]);
            return;
        }
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "%d%d is not a roll, expected two dice from 1 to 6; the rest of game %d is not read", c->dice[0],
                c->dice[1], r->g->number);
        imply_take(r, c);
        settle_roll(r->g, &r->replay, &r->before_roll, player);
        add_impossible(r, c, player);
        return;
    }
    imply_take(r, c);
    settle_roll(r->g, &r->replay, &r->before_roll, player);
    if (c->kind == CELL_ROLL || c->kind == CELL_RESIGNS)
        add_roll(r, c, player);
    else if (c->kind == CELL_DANCE)
        add_dance(r, c, player);
    else if (c->kind == CELL_ILLEGAL)
        add_illegal(r, c, player);
    else if (!names_points(c->text))
        add_words(r, c, player);
    else
        add_play(r, c, player);
}

/* ---- cube and result ---- */

/* "Doubles => 4" with a cube it does not follow from is kept; without a number it is twice the cube. */
static int cube_value(struct mat_reader *r, const struct cell *c)
{
    int value = r->replay.now.cube * 2;
    if (r->replay.now.offer != OFFER_NONE)
        value *= 2;
    bool sane = c->value >= 2 && c->value <= 1 << CUBE_MAX_LOG2 && (c->value & (c->value - 1)) == 0;
    if (c->value != 0 && !sane)
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column, "cube of %ld, expected %d", c->value, value);
    if (sane)
        value = (int)c->value;
    return value <= 1 << CUBE_MAX_LOG2 ? value : 1 << CUBE_MAX_LOG2;
}

/* A raise by the player who has just been doubled is a beaver, by the one beavered a raccoon, whatever the word. */
static void add_double(struct mat_reader *r, const struct cell *c, int player)
{
    static const enum event_kind kinds[] = {
        [OFFER_NONE] = EVENT_DOUBLE, [OFFER_DOUBLE] = EVENT_BEAVER, [OFFER_BEAVER] = EVENT_RACCOON};
    enum offer pending = r->replay.now.offer;
    enum event_kind kind = EVENT_DOUBLE;
    if (pending <= OFFER_BEAVER && r->replay.now.turn == player)
        kind = kinds[pending];
    else if (c->kind != CELL_DOUBLE)
        kind = c->kind == CELL_BEAVER ? EVENT_BEAVER : EVENT_RACCOON;
    if (kind == EVENT_DOUBLE)
        settle_roll(r->g, &r->replay, &r->before_roll, player);
    int value = cube_value(r, c);
    struct event *e = add(r, kind, player, c);
    e->value = value;
    apply(r, e);
}

/* Some files have absurd numbers: more than the match is long and more than any game with this cube is worth. */
static long sane_points(const struct mat_reader *r, const struct cell *c, int winner)
{
    const int length = r->m->length, needed = length - r->g->score[winner];
    if (length == 0 || c->value <= length || c->value <= 3 * r->replay.now.cube)
        return c->value;
    long points = r->replay.winner == winner && r->replay.points > 0 ? r->replay.points : needed > 0 ? needed : 1;
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column, "%ld points in a match of %d: counted as %ld", c->value,
            length, points);
    return points;
}

/* The word that a result begins with, for a message. */
static int word_shown(struct span text)
{
    int n = 0;
    while ((size_t)n < text.length && isalpha((unsigned char)text.at[n]))
        n++;
    return n;
}

static void state_result(struct mat_reader *r, const struct cell *c, int winner)
{
    struct stated_result *t = &r->stated;
    long points = sane_points(r, c, winner);
    if (c->value == 0 && span_has(c->text, "gammon"))
        points = (span_has(c->text, "backgammon") ? 3L : 2L) * r->replay.now.cube;
    if (points < 1 || points > MATCH_LENGTH_MAX) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column, "no number of points after %.*s",
                word_shown(c->text), c->text.at);
        points = r->replay.winner == winner ? r->replay.points : r->replay.now.cube;
    }
    bool corrected = r->stated_by_loser && c->kind == CELL_WINS && t->points == points;
    if (t->winner != NOBODY && !corrected && (t->winner != winner || t->points != points))
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "another result: %s wins %ld, but line %d says %s wins %d", r->m->player[winner].name, points,
                t->place.line, r->m->player[t->winner].name, t->points);
    else
        *t = (struct stated_result){winner, (int)points, mat_place(r, c->column)};
    r->stated_by_loser = c->kind == CELL_LOSSES;
}

/* The winner by the cell's column; where replay or an earlier word knows better, and the points agree, by that:
 * many writers do not keep to the columns here. "Losses" is not such a word, it strays itself (without a number, after
 * a line that was full, or with the number of a line of its own in the middle of one): "Wins" corrects it. */
static int stated_winner(const struct mat_reader *r, const struct cell *c, int player)
{
    if (c->kind == CELL_LOSSES)
        return 1 - player;
    if (r->stated.winner != NOBODY && r->stated.points == c->value && !r->stated_by_loser)
        return r->stated.winner;
    if (r->replay.winner != NOBODY && r->replay.points == c->value)
        return r->replay.winner;
    return r->resigned_by != NOBODY ? 1 - r->resigned_by : player;
}

/* ---- any cell ---- */

/* And no more than that; "Timed out" and likes say why. */
static bool says_resigns(struct span text)
{
    return span_equal_nocase(text, "resigns") || span_equal_nocase(text, "concedes") ||
           span_equal_nocase(text, "resigned") || span_equal_nocase(text, "resign");
}

static void add_cell(struct mat_reader *r, const struct cell *c)
{
    if (c->kind == CELL_REMARK) {
        mat_add_comment(r, c->text);
        return;
    }
    if (c->kind == CELL_NOTHING) {
        if (memchr(c->text.at, '?', c->text.length) != NULL)
            diag_at(r->d, SEVERITY_NOTE, r->lines.number, c->column, "\"%.*s\": nothing is known of this turn",
                    span_shown(c->text), c->text.at);
        return;
    }
    int player = r->swapped ? 1 - c->player : c->player;
    bool ends = c->kind == CELL_WINS || c->kind == CELL_LOSSES;
    if (r->stopped && !ends) {
        r->skipped_cells++;
        return;
    }
    if (r->set_pos.length > 0 && !ends)
        apply_set_pos(r, c, player);
    if (ends) {
        state_result(r, c, stated_winner(r, c, player));
    } else if (c->kind == CELL_UNKNOWN) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "\"%.*s\", expected dice and a play, Doubles, Takes, Drops or Wins: kept as comment",
                span_shown(c->text), c->text.at);
        mat_add_comment(r, c->text);
    } else if (c->kind == CELL_DOUBLE || c->kind == CELL_BEAVER || c->kind == CELL_RACCOON) {
        add_double(r, c, player);
    } else if (c->kind == CELL_TAKE || c->kind == CELL_DROP) {
        apply(r, add(r, c->kind == CELL_TAKE ? EVENT_TAKE : EVENT_DROP, player, c));
    } else {
        bool resigns = c->kind == CELL_RESIGNS;
        const bool rolled = c->dice[0] != 0 || c->dice[1] != 0;
        if (resigns)
            r->resigned_by = player;
        if (!resigns || rolled) /* else before rolling */
            add_dice_cell(r, c, player);
        if (resigns && !says_resigns(c->text))
            mat_add_comment(r, c->text);
    }
}

/* The result may have any number, and a turn may be two lines, each with a cell. */
static bool goes_on(const struct mat_reader *r, long number, const struct cell *cells, int n)
{
    for (int i = 0; i < n; i++)
        if (cells[i].kind >= CELL_WINS)
            return true;
    return n == 0 || r->stopped || number == r->turn + 1 || (number == r->turn && n == 1 && r->turn_cells == 1);
}

/* Turns are numbered from 1, so that one that is missing or there twice shows, even if its plays can be replayed. */
static void check_number(struct mat_reader *r, const struct cell *cells, int n)
{
    const struct span line = r->lines.line;
    struct span digits = span_trim(line);
    size_t length = 0;
    long number;
    char expected[24];
    while (length < digits.length && isdigit((unsigned char)digits.at[length]))
        length++;
    digits = span_sub(digits, 0, length);
    if (!line_is_numbered(line) || !span_int(digits, &number))
        return;
    snprintf(expected, sizeof expected, "%ld)", r->turn + 1);
    if (!goes_on(r, number, cells, n))
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, (int)(digits.at - line.at) + 1, "found %.*s, expected %s",
                (int)length + 1, digits.at, expected);
    r->turn = number;
    r->turn_cells = n;
}

void mat_read_cells(struct mat_reader *r)
{
    struct cell cells[CELLS_MAX];
    int n = cells_cut(r->lines.line, cells);
    check_number(r, cells, n);
    for (int i = 0; i < n; i++)
        add_cell(r, &cells[i]);
}

bool mat_read_named_end(struct mat_reader *r, struct span words, int player)
{
    struct cell cells[CELLS_MAX];
    struct scan s = scan_of(span_trim(words));
    if (scan_word_nocase(&s, "has"))
        scan_blanks(&s);
    struct cell *c = &cells[0];
    if (cells_cut(scan_rest(&s), cells) != 1 ||
        (c->kind != CELL_WINS && c->kind != CELL_LOSSES && c->kind != CELL_RESIGNS))
        return false;
    c->player = r->swapped ? 1 - player : player;
    c->column = c->text_column = (int)(c->text.at - r->lines.line.at) + 1;
    add_cell(r, c);
    return true;
}
