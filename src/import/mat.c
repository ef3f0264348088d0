/* Reader of Jellyfish .mat matches in all their dialects, and of bare .gam games. The idea: every line is recognised by
 * what it says; the cells of a game go straight into the record and into a replay that knows the position, so that
 * merged moves, left-out takes and resignations can be understood. Format: docs/formats/mat.md. */
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "import/cells.h"
#include "import/import.h"
#include "import/lines.h"
#include "import/mat_header.h"
#include "import/result.h"
#include "import/snowie_line.h"
#include "match/notation.h"

enum { GAMES_MAX = 100000, LENGTH_USUAL_MAX = 64, SET_POS_LENGTH = 26, SHOWN = 60 };

struct mat_reader {
    struct lines lines;
    struct matches *out;
    struct diags *d;
    struct match *m; /* the open match, or NULL */
    struct game *g; /* the open game, or NULL */
    struct replay replay, before_roll;
    struct told_result told;
    bool told_by_loser; /* told is what a "Losses" cell says */
    int resigned_by; /* NOBODY, or who said "Resigns" */
    bool players_due; /* a game header was read, the players' line is next */
    long header_number; /* of that header */
    bool skipping; /* the match is decided: games that follow are passed over */
    bool stopped; /* a play could not be executed: the rest of the game cannot be replayed */
    bool swapped; /* this game's columns are the other way round than the first game's */
    bool crawford_done;
    size_t skipped_cells;
    struct mat_tag *tags; /* of the match to come */
    size_t n_tags, tags_capacity;
    struct strbuf comment; /* comment lines not yet attached */
    size_t comment_owner; /* number of events before them: they belong to the last of these, or to the game */
    struct span set_pos; /* "; Set Pos=" of the game to come */
    struct place set_pos_place;
    struct span two_names; /* the last line that nobody understood: names of a .gam, perhaps */
    int two_names_line;
    bool bare; /* the game that begins has no line with scores (.gam): what was won adds up */
    struct move_list moves;
};

static struct place place_of(const struct mat_reader *r, int column)
{
    return (struct place){.line = r->lines.number, .column = column, .offset = -1};
}

static int shown(struct span s)
{
    return (int)(s.length < SHOWN ? s.length : SHOWN);
}

/* ---- ends ---- */

static void flush_comment(struct mat_reader *r)
{
    if (r->comment.length == 0)
        return;
    struct span text = {r->comment.at, r->comment.length - 1}; /* without the last newline */
    if (r->m != NULL && r->g != NULL) {
        bool inside = r->comment_owner > 0;
        comment_append(r->m, inside ? &r->g->events[r->comment_owner - 1].comment : &r->g->comment, text);
    } else if (r->m != NULL) {
        comment_append(r->m, &r->m->comment, text);
    } else {
        return; /* belongs to the match to come */
    }
    strbuf_clear(&r->comment);
}

/* Gathers lines as long as they belong to the same event: joining them one by one would be quadratic. */
static void add_comment(struct mat_reader *r, struct span text)
{
    size_t owner = r->g != NULL ? r->g->n_events : 0;
    if (r->g != NULL && owner != r->comment_owner)
        flush_comment(r);
    r->comment_owner = owner;
    strbuf_add(&r->comment, text.at, text.length);
    strbuf_putc(&r->comment, '\n');
}

/* What the next game's score says about this one, or what "Resigns" without "Wins" leaves open. */
static void complete_result(struct mat_reader *r, const int *next_score)
{
    struct told_result *t = &r->told;
    int gain[2] = {0, 0};
    for (int i = 0; i < 2 && next_score != NULL; i++)
        gain[i] = next_score[i] - r->g->score[i];
    bool header_tells = (gain[0] > 0 && gain[1] == 0) || (gain[1] > 0 && gain[0] == 0);
    int winner = gain[0] > 0 ? 0 : 1;
    if (header_tells && t->winner != NOBODY && (t->winner != winner || t->points != gain[winner])) {
        diag_at(r->d, SEVERITY_WARNING, t->place.line, t->place.column,
                "result says that %s wins %d, the next game's score that %s has won %d: the score is believed",
                r->m->player[t->winner].name, t->points, r->m->player[winner].name, gain[winner]);
        *t = (struct told_result){winner, gain[winner], t->place};
    }
    if (t->winner != NOBODY)
        return;
    bool replay_agrees = r->replay.winner == winner && r->replay.points == gain[winner];
    if (header_tells && !replay_agrees) {
        diag_at(r->d, SEVERITY_WARNING, r->g->place.line, r->g->place.column,
                "game %d has no result, the next game's score says that %s has won %d point%s", r->g->number,
                r->m->player[winner].name, gain[winner], gain[winner] > 1 ? "s" : "");
        *t = (struct told_result){winner, gain[winner], r->g->place};
    } else if (r->resigned_by != NOBODY && r->replay.winner == NOBODY) {
        *t = (struct told_result){1 - r->resigned_by, r->replay.now.cube, r->g->place};
        diag_at(r->d, SEVERITY_WARNING, r->g->place.line, r->g->place.column,
                "a resignation without \"Wins n points\" is counted as a single game");
    }
}

static void close_game(struct mat_reader *r, const int *next_score)
{
    if (r->g == NULL)
        return;
    flush_comment(r);
    complete_result(r, next_score);
    if (r->skipped_cells > 0)
        diag_at(r->d, SEVERITY_WARNING, r->g->place.line, r->g->place.column,
                "%zu cell%s of game %d after the play that cannot be executed not read", r->skipped_cells,
                r->skipped_cells == 1 ? "" : "s", r->g->number);
    result_close(r->m, r->g, &r->replay, &r->told);
    r->g = NULL;
}

static void close_match(struct mat_reader *r)
{
    close_game(r, NULL);
    if (r->m != NULL) {
        matches_add(r->out, r->m);
        r->m = NULL;
    }
    r->skipping = false;
}

/* ---- beginnings ---- */

/* Those before a match, and those that turn out to stand inside of it, not before the next one. */
static void use_tags(struct mat_reader *r)
{
    if (r->m != NULL)
        mat_use_tags(r->m, r->tags, r->n_tags, r->d);
    r->n_tags = 0;
}

static void open_match(struct mat_reader *r, long length)
{
    if (r->m != NULL)
        close_match(r);
    struct match *m = r->m = match_new();
    m->format = "mat";
    if (length < 0 || length > MATCH_LENGTH_MAX) {
        diag_at(r->d, SEVERITY_ERROR, r->lines.number, 1, "match length %ld, expected 0 (money) to %d: read as money",
                length, MATCH_LENGTH_MAX);
        length = 0;
    } else if (length > LENGTH_USUAL_MAX) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "match length %ld is more than %d", length,
                LENGTH_USUAL_MAX);
    }
    m->length = (int)length;
    m->rules.crawford = length > 0;
    m->rules.beavers = length == 0;
    use_tags(r);
    flush_comment(r);
    r->crawford_done = r->skipping = r->players_due = false;
}

static bool match_is_decided(const struct match *m, const int score[2])
{
    return m->length > 0 && (score[0] >= m->length || score[1] >= m->length);
}

static bool is_crawford(const struct match *m, const int score[2])
{
    return m->rules.crawford && m->length > 0 && (score[0] == m->length - 1) != (score[1] == m->length - 1);
}

static void open_game(struct mat_reader *r, long number, int line)
{
    r->g = match_add_game(r->m);
    r->g->number = (int)number;
    r->g->place = (struct place){.line = line, .column = 1, .offset = -1};
    r->comment_owner = 0;
    r->told = (struct told_result){.winner = NOBODY};
    r->told_by_loser = false;
    r->resigned_by = NOBODY;
    r->stopped = r->swapped = false;
    r->skipped_cells = 0;
}

/* The same two names the other way round: the columns were exchanged. */
static void compare_names(struct mat_reader *r, struct mat_player side[2])
{
    const char *first = r->m->player[0].name, *second = r->m->player[1].name;
    if (span_equal(side[0].name, first) && span_equal(side[1].name, second))
        return;
    if (span_equal(side[0].name, second) && span_equal(side[1].name, first)) {
        r->swapped = true;
        struct mat_player other = side[0];
        side[0] = side[1];
        side[1] = other;
        diag_at(r->d, SEVERITY_NOTE, r->lines.number, 1, "players stand in each other's column in this game");
    } else if (side[0].name.length + side[1].name.length > 0 && (first[0] != '\0' || side[0].name.length > 0)) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "players \"%.*s\" and \"%.*s\", expected \"%s\" and \"%s\"",
                shown(side[0].name), side[0].name.at, shown(side[1].name), side[1].name.at, first, second);
    }
}

/* The players' line opens the game: only now the score is known. */
static void begin_game(struct mat_reader *r, long number, struct mat_player side[2], int line)
{
    if (r->m == NULL)
        open_match(r, 0);
    use_tags(r);
    bool first = r->m->n_games == 0;
    if (first)
        mat_name_players(r->m, side);
    bool swapped = false;
    if (!first) {
        r->swapped = false;
        compare_names(r, side);
        swapped = r->swapped;
    }
    int score[2] = {side[0].score, side[1].score};
    close_game(r, r->bare ? NULL : score);
    if (r->bare && !first)
        match_final_score(r->m, score);
    if (match_is_decided(r->m, score)) {
        diag_at(r->d, SEVERITY_WARNING, line, 1, "game %ld begins when the match is over (%d - %d), not read", number,
                score[0], score[1]);
        r->skipping = true;
        return;
    }
    open_game(r, number, line);
    r->swapped = swapped;
    r->g->score[0] = score[0];
    r->g->score[1] = score[1];
    r->g->crawford_game = !r->crawford_done && is_crawford(r->m, score);
    r->crawford_done = r->crawford_done || r->g->crawford_game;
    flush_comment(r);
    replay_begin(&r->replay, r->m, r->g);
}

/* ---- cells ---- */

static struct event *add(struct mat_reader *r, enum event_kind kind, int player, const struct cell *c)
{
    struct event *e = game_add_event(r->m, r->g, kind, player);
    e->place = place_of(r, c->column);
    event_set_dice(e, c->dice[0], c->dice[1]);
    return e;
}

static const char *apply(struct mat_reader *r, const struct event *e)
{
    return replay_apply(&r->replay, e, NULL);
}

/* XG's "; Set Pos=": 26 characters as in XGID, uppercase = the right column, and the cube's code. */
static bool read_set_pos(struct span text, struct board *b, long *cube)
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

/* Can the play of `c` be made on `b` (seen by its player)? Cells that are no play fit everything. */
static bool play_fits(const struct cell *c, const struct board *b)
{
    struct play play;
    const char *problem;
    return c->kind != CELL_PLAY || notation_read(c->text, b, c->dice[0], c->dice[1], &play, &problem, NULL);
}

static void keep_bad_set_pos(struct mat_reader *r, struct span text)
{
    size_t word = strlen("Set Pos=");
    diag_at(r->d, SEVERITY_WARNING, r->set_pos_place.line, r->set_pos_place.column,
            "Set Pos=%.*s is not a position, expected 26 letters and '/' with the cube: kept as comment", shown(text),
            text.at);
    comment_append(r->m, &r->g->comment, (struct span){text.at - word, text.length + word});
}

/* Capitals are the right column's chequers; but a real file has it the other way round, so the first play decides
 * where it fits only one of the two. The board is seen by the player who acts first. */
static void apply_set_pos(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b, flipped;
    long cube;
    struct span text = r->set_pos;
    r->set_pos = (struct span){0};
    if (!read_set_pos(text, &b, &cube)) {
        keep_bad_set_pos(r, text);
        return;
    }
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

/* The board seen by `player`, whoever the replay thinks is on roll. */
static struct board board_of(const struct mat_reader *r, int player)
{
    struct board b = r->replay.now.board;
    if (r->replay.now.on_roll != player)
        board_flip(&b, &b);
    return b;
}

/* A take that the file leaves out, clear from the roll that follows. */
static void imply_take(struct mat_reader *r, const struct cell *c)
{
    const struct position *p = &r->replay.now;
    if (p->offer != OFFER_DOUBLE && p->offer != OFFER_BEAVER && p->offer != OFFER_RACCOON)
        return;
    if (p->offer == OFFER_DOUBLE)
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "a roll right after a double, expected Takes or Drops: read as taken");
    struct event *e = game_add_event(r->m, r->g, EVENT_TAKE, p->turn);
    e->place = place_of(r, c->column);
    e->flags |= EVENT_IMPLIED;
    apply(r, e);
}

/* A roll without a play after which the other player goes on was passed although it could be played. */
static void settle_roll(struct mat_reader *r, int player)
{
    struct event *last = r->g->n_events > 0 ? &r->g->events[r->g->n_events - 1] : NULL;
    if (last == NULL || last->kind != EVENT_ROLL || last->player == player)
        return;
    last->kind = EVENT_PLAY;
    last->flags |= EVENT_ILLEGAL;
    r->replay = r->before_roll;
    apply(r, last);
}

static void add_roll(struct mat_reader *r, const struct cell *c, int player)
{
    r->before_roll = r->replay;
    apply(r, add(r, EVENT_ROLL, player, c));
}

/* "dd:" and nothing: a dance; if just one play was possible, that play; else rolled and left. */
static void add_dance(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b = board_of(r, player);
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

static bool has_digit(struct span text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] >= '0' && text.at[i] <= '9')
            return true;
    return false;
}

/* Words where a play should stand: as if there were nothing, and the words are kept. */
static void add_words(struct mat_reader *r, const struct cell *c, int player)
{
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->text_column,
            "\"%.*s\" is no play, expected moves like 13/7 or Cannot Move: kept as comment", shown(c->text),
            c->text.at);
    add_dance(r, c, player);
    add_comment(r, c->text);
}

static void add_play(struct mat_reader *r, const struct cell *c, int player)
{
    struct board b = board_of(r, player);
    struct event *e = add(r, EVENT_PLAY, player, c);
    const char *problem = NULL;
    size_t fault = 0;
    if (!notation_read(c->text, &b, c->dice[0], c->dice[1], &e->play, &problem, &fault)) {
        e->flags |= EVENT_ILLEGAL;
        e->text = arena_span(r->m->arena, c->text);
        if (e->play.n < 0) {
            r->stopped = true;
            diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->text_column + (int)fault,
                    "%.*s cannot be played with %d%d: %s; the rest of game %d is not read", shown(c->text), c->text.at,
                    c->dice[0], c->dice[1], problem, r->g->number);
            return;
        }
    }
    apply(r, e);
}

/* "Illegal play (...)": the position after it, told for the player who rolls next. */
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
    e->place = place_of(r, c->column);
    e->flags |= EVENT_ILLEGAL;
    e->play.n = -1;
    e->text = arena_strndup(r->m->arena, r->lines.line.at + c->column - 1, length);
    r->stopped = true;
}

static void add_dice_cell(struct mat_reader *r, const struct cell *c, int player)
{
    if (!is_roll(c)) {
        bool nothing = c->kind == CELL_ROLL || c->kind == CELL_RESIGNS;
        diag_at(r->d, nothing ? SEVERITY_NOTE : SEVERITY_WARNING, r->lines.number, c->column,
                "%d%d is not a roll, expected two dice from 1 to 6%s", c->dice[0], c->dice[1],
                nothing ? ": nothing was rolled" : "");
        if (nothing)
            return;
        imply_take(r, c);
        settle_roll(r, player);
        add_impossible(r, c, player);
        return;
    }
    imply_take(r, c);
    settle_roll(r, player);
    if (c->kind == CELL_ROLL || c->kind == CELL_RESIGNS)
        add_roll(r, c, player);
    else if (c->kind == CELL_DANCE)
        add_dance(r, c, player);
    else if (c->kind == CELL_ILLEGAL)
        add_illegal(r, c, player);
    else if (!has_digit(c->text))
        add_words(r, c, player);
    else
        add_play(r, c, player);
}

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
        settle_roll(r, player);
    int value = cube_value(r, c);
    struct event *e = add(r, kind, player, c);
    e->value = value;
    apply(r, e);
}

static void tell_result(struct mat_reader *r, const struct cell *c, int winner)
{
    struct told_result *t = &r->told;
    long points = c->value;
    if (points < 1 || points > MATCH_LENGTH_MAX) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column, "no number of points after %.*s",
                c->kind == CELL_WINS ? 4 : 6, c->text.at);
        points = r->replay.winner == winner ? r->replay.points : r->replay.now.cube;
    }
    bool corrected = r->told_by_loser && c->kind == CELL_WINS && t->points == points;
    if (t->winner != NOBODY && !corrected && (t->winner != winner || t->points != points))
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "another result: %s wins %ld, but line %d says %s wins %d", r->m->player[winner].name, points,
                t->place.line, r->m->player[t->winner].name, t->points);
    else
        *t = (struct told_result){winner, (int)points, place_of(r, c->column)};
    r->told_by_loser = c->kind == CELL_LOSSES;
}

/* The winner by the cell's column; where replay or an earlier word knows better, and the points agree, by that:
 * many writers do not keep to the columns here. "Losses" is no such word, it strays itself (without a number, after
 * a line that was full, or with the number of a line of its own in the middle of one): "Wins" corrects it. */
static int told_winner(const struct mat_reader *r, const struct cell *c, int player)
{
    if (c->kind == CELL_LOSSES)
        return 1 - player;
    if (r->told.winner != NOBODY && r->told.points == c->value && !r->told_by_loser)
        return r->told.winner;
    if (r->replay.winner != NOBODY && r->replay.points == c->value)
        return r->replay.winner;
    return r->resigned_by != NOBODY ? 1 - r->resigned_by : player;
}

static void add_answer(struct mat_reader *r, const struct cell *c, int player)
{
    apply(r, add(r, c->kind == CELL_TAKE ? EVENT_TAKE : EVENT_DROP, player, c));
}

static void add_cell(struct mat_reader *r, const struct cell *c)
{
    int player = r->swapped ? 1 - c->player : c->player;
    bool ends = c->kind == CELL_WINS || c->kind == CELL_LOSSES;
    if (r->stopped && !ends) {
        r->skipped_cells++;
        return;
    }
    if (r->set_pos.length > 0 && !ends)
        apply_set_pos(r, c, player);
    if (ends) {
        tell_result(r, c, told_winner(r, c, player));
    } else if (c->kind == CELL_UNKNOWN) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, c->column,
                "\"%.*s\", expected dice and a play, Doubles, Takes, Drops or Wins: kept as comment", shown(c->text),
                c->text.at);
        add_comment(r, c->text);
    } else if (c->kind == CELL_DOUBLE || c->kind == CELL_BEAVER || c->kind == CELL_RACCOON) {
        add_double(r, c, player);
    } else if (c->kind == CELL_TAKE || c->kind == CELL_DROP) {
        add_answer(r, c, player);
    } else {
        bool resigns = c->kind == CELL_RESIGNS;
        if (resigns)
            r->resigned_by = player;
        if (resigns && c->dice[0] == 0 && c->dice[1] == 0) /* before rolling */
            return;
        add_dice_cell(r, c, player);
    }
}

static void read_cells(struct mat_reader *r)
{
    struct cell cells[CELLS_MAX];
    int n = cells_cut(r->lines.line, cells);
    for (int i = 0; i < n; i++)
        add_cell(r, &cells[i]);
}

/* ---- lines ---- */

static void read_comment(struct mat_reader *r, struct span text)
{
    struct span key, value;
    struct scan s = scan_of(text);
    if (mat_tag(text, &key, &value)) {
        r->tags = grow(r->tags, r->n_tags, &r->tags_capacity, sizeof *r->tags);
        r->tags[r->n_tags++] = (struct mat_tag){key, value, place_of(r, 1)};
        return;
    }
    if (scan_word_nocase(&s, "set") && (scan_blanks(&s), scan_word_nocase(&s, "pos")) && scan_char(&s, '=')) {
        r->set_pos = span_trim(scan_rest(&s));
        r->set_pos_place = place_of(r, (int)(text.at - r->lines.line.at) + 1);
        return;
    }
    add_comment(r, text);
}

/* The header's number where it goes on from the game before, else the next one. */
static long next_number(const struct mat_reader *r)
{
    long least = r->m != NULL && r->m->n_games > 0 ? r->m->games[r->m->n_games - 1].number + 1L : 1;
    bool usable = r->players_due && r->header_number >= least && r->header_number < GAMES_MAX;
    return usable ? r->header_number : least;
}

/* A numbered line that says something of a game. */
static bool holds_a_cell(struct span line)
{
    struct cell cells[CELLS_MAX];
    return line_is_numbered(line) && cells_cut(line, cells) > 0 && cells[0].kind != CELL_UNKNOWN;
}

/* A numbered line with no game open: the line before it may have been the names of a bare game (.gam). */
static bool begin_bare_game(struct mat_reader *r)
{
    const struct span none = span_of("");
    struct span names[2] = {none, none};
    struct mat_player side[2] = {{.name = none}, {.name = none}};
    bool named = r->two_names.length > 0, scores = named && mat_players_line(r->two_names, side);
    if (named && !scores && !mat_two_names(r->two_names, names))
        return false;
    for (int i = 0; i < 2 && !scores; i++)
        if (!span_equal(names[i], "\"\"")) /* how we write that there is none */
            side[i].name = names[i];
    int line = named ? r->two_names_line : r->lines.number;
    r->two_names = (struct span){0};
    if (r->m != NULL && r->m->length > 0)
        open_match(r, 0);
    r->bare = !scores;
    begin_game(r, next_number(r), side, line);
    r->bare = false;
    r->m->format = r->m->n_games == 1 ? "gam" : r->m->format;
    return true;
}

static bool game_seems_over(const struct mat_reader *r)
{
    return r->g != NULL && (r->told.winner != NOBODY || r->replay.winner != NOBODY);
}

static void read_other(struct mat_reader *r)
{
    struct span text = span_trim(r->lines.line), names[2];
    bool numbered = line_is_numbered(text);
    if (!r->players_due && !numbered && (r->g == NULL || game_seems_over(r)) && mat_two_names(text, names)) {
        r->two_names = text;
        r->two_names_line = r->lines.number;
        return;
    }
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "\"%.*s\" is no line of a match, expected %s: kept as comment",
            shown(text), text.at,
            r->players_due ? "\"name : score   name : score\""
                           : "\"n point match\", \"Game n\" or \" 1) 31: 8/5 6/5\"");
    add_comment(r, text);
}

static void read_action(struct mat_reader *r)
{
    if (r->skipping)
        return;
    if (r->two_names.length > 0 || (r->m == NULL && holds_a_cell(r->lines.line)))
        begin_bare_game(r);
    if (r->g != NULL)
        read_cells(r);
    else
        read_other(r);
}

/* A line that belongs to the match that is open. */
static void read_line_of_match(struct mat_reader *r)
{
    struct mat_player side[2];
    bool none_yet = r->m != NULL && r->m->n_games == 0 && r->g == NULL;
    if ((r->players_due || none_yet || game_seems_over(r)) && mat_players_line(r->lines.line, side)) {
        begin_game(r, next_number(r), side, r->lines.number);
        r->players_due = false;
    } else if (r->g != NULL && line_is_cell(r->lines.line)) {
        read_cells(r);
    } else {
        read_other(r);
    }
}

static void read_line(struct mat_reader *r)
{
    struct span line = r->lines.line, text;
    long number;
    if (line_is_numbered(line)) {
        read_action(r);
    } else if (mat_comment_line(line, &text)) {
        read_comment(r, text);
    } else if (mat_match_line(line, &number)) {
        open_match(r, number);
    } else if (mat_game_line(line, &number)) {
        r->header_number = number;
        r->players_due = true;
        r->skipping = false;
    } else if (!r->skipping && span_trim(line).length > 0) {
        read_line_of_match(r);
    }
}

static void reader_done(struct mat_reader *r)
{
    moves_free(&r->moves);
    strbuf_done(&r->comment);
    free(r->tags);
}

static bool mat_read(struct span text, struct matches *out, struct diags *d)
{
    size_t before = out->n;
    struct mat_reader r = {.out = out, .d = d};
    lines_begin(&r.lines, text);
    while (lines_next(&r.lines))
        read_line(&r);
    use_tags(&r);
    flush_comment(&r);
    close_match(&r);
    reader_done(&r);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1, "no match line and no game found, expected \"n point match\"");
    return out->n > before;
}

/* ---- choice ---- */

static int mat_sniff(struct span head)
{
    struct lines l;
    struct mat_player side[2];
    long number;
    bool header = false;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        if (mat_match_line(l.line, &number))
            return 90;
        if (header && mat_players_line(l.line, side))
            return 80;
        if (span_trim(l.line).length > 0)
            header = mat_game_line(l.line, &number);
    }
    return 0;
}

/* A line of two names (which may be missing), then a numbered line that holds a cell. */
static int gam_sniff(struct span head)
{
    struct lines l;
    struct span names[2];
    bool two_names = false;
    if (mat_sniff(head) > 0)
        return 0;
    lines_begin(&l, head);
    for (int n = 0; n < 20 && lines_next(&l);) {
        struct span text = span_trim(l.line);
        if (text.length == 0 || text.at[0] == ';' || text.at[0] == '#')
            continue;
        if (line_is_numbered(text))
            return !holds_a_cell(text) ? 0 : two_names ? 60 : 30;
        two_names = mat_two_names(text, names);
        n++;
    }
    return 0;
}

static const char *const mat_extensions[] = {"mat", "txt", NULL};
static const char *const gam_extensions[] = {"gam", "txt", NULL};

const struct importer mat_importer = {.name = "mat",
                                      .holds = "matches",
                                      .title = "Jellyfish match",
                                      .extensions = mat_extensions,
                                      .sniff = mat_sniff,
                                      .read = mat_read};
const struct importer gam_importer = {.name = "gam",
                                      .holds = "game",
                                      .title = "Jellyfish game",
                                      .extensions = gam_extensions,
                                      .sniff = gam_sniff,
                                      .read = mat_read};
