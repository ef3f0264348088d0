/* Reader of Jellyfish .mat matches in all their dialects, and of bare .gam games. The idea: every line is recognised by
 * what it says, wherever it stands. Format: docs/formats/mat.md. */
#include "import/mat/mat_reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "import/cells.h"
#include "import/mat/mat_length.h"
#include "import/mat/mat_text.h"
#include "import/readers.h"

enum { GAMES_MAX = 100000, LENGTH_USUAL_MAX = 64 };

/* ---- ends ---- */

/* What the next game's score says about this one, or what "Resigns" without "Wins" leaves open. */
static void complete_result(struct mat_reader *r, const int *next_score)
{
    struct stated_result *t = &r->stated;
    int gain[2] = {0, 0};
    for (int i = 0; i < 2 && next_score != NULL; i++)
        gain[i] = next_score[i] - r->g->score[i];
    bool header_says = (gain[0] > 0 && gain[1] == 0) || (gain[1] > 0 && gain[0] == 0);
    int winner = gain[0] > 0 ? 0 : 1;
    if (header_says && t->winner != NOBODY && (t->winner != winner || t->points != gain[winner])) {
        diag_at(r->d, SEVERITY_WARNING, t->place.line, t->place.column,
                "result says that %s wins %d, the next game's score that %s has won %d: the score is believed",
                r->m->player[t->winner].name, t->points, r->m->player[winner].name, gain[winner]);
        *t = (struct stated_result){winner, gain[winner], t->place};
    }
    if (t->winner != NOBODY)
        return;
    bool replay_agrees = r->replay.winner == winner && r->replay.points == gain[winner];
    if (header_says && !replay_agrees) {
        diag_at(r->d, SEVERITY_WARNING, r->g->place.line, r->g->place.column,
                gain[winner] > 1 ? F_("game %d has no result, the next game's score says that %s has won %d points")
                                 : F_("game %d has no result, the next game's score says that %s has won %d point"),
                r->g->number, r->m->player[winner].name, gain[winner]);
        *t = (struct stated_result){winner, gain[winner], r->g->place};
    } else if (r->resigned_by != NOBODY && r->replay.winner == NOBODY) {
        *t = (struct stated_result){1 - r->resigned_by, r->replay.now.cube, r->g->place};
        diag_at(r->d, SEVERITY_WARNING, r->g->place.line, r->g->place.column,
                "a resignation without \"Wins n points\" is counted as a single game");
    }
}

static void close_game(struct mat_reader *r, const int *next_score)
{
    if (r->g == NULL)
        return;
    mat_flush_comment(r);
    complete_result(r, next_score);
    if (r->skipped_cells > 0)
        diag_at(r->d, SEVERITY_NOTE, r->g->place.line, r->g->place.column,
                r->skipped_cells == 1 ? F_("%zu cell of game %d after the play that cannot be executed not read")
                                      : F_("%zu cells of game %d after the play that cannot be executed not read"),
                r->skipped_cells, r->g->number);
    result_close(r->m, r->g, &r->replay, &r->stated);
    r->g = NULL;
}

static void close_match(struct mat_reader *r)
{
    close_game(r, NULL);
    if (r->m != NULL) {
        match_hand_on(r->m, r->out);
        r->m = NULL;
    }
    r->skipping = false;
}

/* ---- beginnings ---- */

/* Those before a match, and those that turn out to stand inside of it, not before the next one. */
static void use_tags(struct mat_reader *r)
{
    if (r->m != NULL && r->n_tags > 0) {
        mat_use_tags(r->m, r->tags, r->n_tags, r->d);
        if (r->m->n_games > 0)
            mat_rate_players(r->m);
    }
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
    m->rules.variant = r->out->variant;
    m->rules.crawford = length > 0;
    m->rules.beavers = length == 0;
    use_tags(r);
    mat_flush_comment(r);
    r->crawford_done = r->skipping = r->players_due = false;
    r->spare.line = 0;
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
    r->stated = (struct stated_result){.winner = NOBODY};
    r->stated_by_loser = false;
    r->resigned_by = NOBODY;
    r->stopped = r->swapped = false;
    r->skipped_cells = 0;
    r->turn = 0;
}

/* Whether these other names of the players were reported before; they count as reported from now on. */
static bool is_reported(struct mat_reader *r, const struct mat_player side[2])
{
    bool stated = r->m->n_games > 1 && r->other_names[0].at != NULL;
    for (int i = 0; i < 2; i++) {
        stated = stated && span_same(side[i].name, r->other_names[i]);
        r->other_names[i] = side[i].name;
    }
    return stated;
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
        diag_at(r->d, SEVERITY_NOTE, r->lines.number, 1, "the players' columns are swapped in this game");
    } else if (side[0].name.length + side[1].name.length > 0 && (first[0] != '\0' || side[0].name.length > 0) &&
               !is_reported(r, side)) {
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "players \"%.*s\" and \"%.*s\", expected \"%s\" and \"%s\"",
                span_shown(side[0].name), side[0].name.at, span_shown(side[1].name), side[1].name.at, first, second);
    }
}

/* There was no match line, but perhaps a comment or a tag that has the length. */
static void open_unstated(struct mat_reader *r)
{
    const struct spare_length spare = r->spare;
    if (spare.line != 0)
        diag_at(r->d, SEVERITY_WARNING, spare.line, 1,
                "no \"n point match\" before the first game; the length is taken from \"%.*s\"", span_shown(spare.text),
                spare.text.at);
    open_match(r, spare.line != 0 ? spare.length : 0);
}

/* The players' line opens the game: only now the score is known. */
static void begin_game(struct mat_reader *r, long number, struct mat_player side[2], int line)
{
    if (r->m == NULL)
        open_unstated(r);
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
    mat_flush_comment(r);
    replay_begin(&r->replay, r->m, r->g);
}

/* ---- lines ---- */

/* The line that could have been the names of a bare game was none: no numbered line followed. */
static void keep_two_names(struct mat_reader *r)
{
    const struct span text = r->two_names;
    r->two_names = (struct span){0};
    if (text.length > 0)
        mat_add_comment(r, text);
}

/* A position that no play follows. */
static void drop_set_pos(struct mat_reader *r)
{
    if (r->set_pos.length > 0)
        diag_at(r->d, SEVERITY_WARNING, r->set_pos_place.line, r->set_pos_place.column,
                "no play follows this position, expected \" 1) 31: 8/5 6/5\": not read");
    r->set_pos = (struct span){0};
}

/* "Set Pos=": the position of the game to come. False: it is a comment. */
static bool read_set_pos(struct mat_reader *r, struct span text)
{
    struct scan s = scan_of(text);
    struct board b;
    long cube;
    if (!scan_word_nocase(&s, "set") || (scan_blanks(&s), !scan_word_nocase(&s, "pos")) || !scan_char(&s, '='))
        return false;
    const struct place place = mat_place(r, (int)(text.at - r->lines.line.at) + 1);
    const struct span value = span_trim(scan_rest(&s));
    if (!mat_set_pos(value, &b, &cube)) {
        diag_at(r->d, SEVERITY_WARNING, place.line, place.column,
                "Set Pos=%.*s is not a position, expected 26 letters and '/' with the cube: kept as comment",
                span_shown(value), value.at);
        return false;
    }
    drop_set_pos(r);
    r->set_pos = value;
    r->set_pos_place = place;
    return true;
}

static void read_comment(struct mat_reader *r, struct span text)
{
    struct span key, value, tail;
    long length;
    if (r->m == NULL && mat_length_in_words(text, &length, &tail) == MAT_LENGTH_CERTAIN)
        r->spare = (struct spare_length){length, text, r->lines.number};
    if (mat_tag(text, &key, &value)) {
        r->tags = grow(r->tags, r->n_tags, &r->tags_capacity, sizeof *r->tags);
        r->tags[r->n_tags++] = (struct mat_tag){key, value, mat_place(r, 1)};
        return;
    }
    if (!read_set_pos(r, text))
        mat_add_comment(r, text);
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
    return line_is_numbered(line) && cells_cut(line, cells) > 0 && cells[0].kind != CELL_UNKNOWN &&
           cells[0].kind != CELL_NOTHING;
}

/* "7 xyz": two words, the first a number that could be the length of the match as well. */
static bool could_be_length(struct span line, struct span name)
{
    long number;
    return span_int(name, &number) && number > 0 && number <= MATCH_LENGTH_MAX &&
           memmem(line.at, line.length, "  ", 2) == NULL && memchr(line.at, '\t', line.length) == NULL;
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
    if (named && !scores && could_be_length(span_trim(r->two_names), names[0]))
        diag_at(r->d, SEVERITY_WARNING, line, 1,
                "found \"%.*s\" above the first line of plays: read as the names of the players; expected \"%.*s point "
                "match\" if it is the length",
                span_shown(r->two_names), r->two_names.at, span_shown(names[0]), names[0].at);
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
    return r->g != NULL && (r->stated.winner != NOBODY || r->replay.winner != NOBODY);
}

static void open_stated(struct mat_reader *r, long length, struct span tail)
{
    open_match(r, length);
    if (tail.length != 0)
        comment_append(r->m, &r->m->comment, tail);
}

/* The length in words, before the first game of a match. */
static bool read_length(struct mat_reader *r, struct span text)
{
    struct span tail;
    long length;
    if (r->players_due || (r->m != NULL && !game_seems_over(r)))
        return false;
    const enum mat_length stated = mat_length_in_words(text, &length, &tail);
    if (stated == MAT_LENGTH_CERTAIN) {
        open_stated(r, length, tail);
    } else if (stated == MAT_LENGTH_UNCERTAIN) {
        diag_at(
            r->d, SEVERITY_WARNING, r->lines.number, 1,
            "\"%.*s\" does not say for certain how long the match is, expected \"n point match\": kept as comment%s",
            span_shown(text), text.at, r->m == NULL ? W_("; a money session unless another line says it") : "");
        mat_add_comment(r, text);
    }
    return stated != MAT_LENGTH_NONE;
}

static void read_other(struct mat_reader *r)
{
    struct span text = span_trim(r->lines.line), names[2];
    keep_two_names(r);
    if (!holds_a_cell(text) && read_length(r, text))
        return;
    if (!r->players_due && !holds_a_cell(text) && (r->g == NULL || game_seems_over(r)) && mat_two_names(text, names)) {
        r->two_names = text;
        r->two_names_line = r->lines.number;
        return;
    }
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1,
            "\"%.*s\" is not a line of a match, expected %s: kept as comment", span_shown(text), text.at,
            r->players_due ? W_("\"name : score   name : score\"")
                           : W_("\"n point match\", \"Game n\" or \" 1) 31: 8/5 6/5\""));
    mat_add_comment(r, text);
}

static void read_action(struct mat_reader *r)
{
    if (r->skipping)
        return;
    if (r->two_names.length > 0 || (r->m == NULL && holds_a_cell(r->lines.line)))
        begin_bare_game(r);
    if (r->g != NULL)
        mat_read_cells(r);
    else
        read_other(r);
}

/* "Ann wins 2 points", "Bo resigns" */
static bool read_named_end(struct mat_reader *r)
{
    const struct span line = span_trim(r->lines.line);
    if (r->g == NULL || r->stated.winner != NOBODY || r->resigned_by != NOBODY)
        return false;
    for (int i = 0; i < 2; i++) {
        const char *name = r->m->player[i].name;
        const size_t n = strlen(name);
        if (n > 0 && line.length > n && span_starts_nocase(line, name) && line.at[n] == ' ' &&
            mat_read_named_end(r, span_sub(line, n, line.length), i))
            return true;
    }
    return false;
}

/* A line that belongs to the match that is open. */
static void read_line_of_match(struct mat_reader *r)
{
    struct mat_player side[2];
    bool none_yet = r->m != NULL && r->m->n_games == 0 && r->g == NULL;
    if ((r->players_due || none_yet || game_seems_over(r)) && mat_players_line(r->lines.line, side)) {
        keep_two_names(r);
        begin_game(r, next_number(r), side, r->lines.number);
        r->players_due = false;
    } else if (r->g != NULL && line_is_cell(r->lines.line)) {
        mat_read_cells(r);
    } else if (!read_named_end(r)) {
        read_other(r);
    }
}

/* A line that is known by what it begins with; false for all others. */
static bool read_known_line(struct mat_reader *r)
{
    struct span line = r->lines.line, text, tail, key, value;
    long number;
    if (line_is_numbered(line)) {
        read_action(r);
    } else if (mat_comment_line(line, &text)) {
        read_comment(r, text);
    } else if (mat_tag(line, &key, &value)) { /* without the semicolon */
        read_comment(r, span_trim(line));
    } else if (mat_match_line(line, &number, &tail)) {
        keep_two_names(r);
        open_stated(r, number, tail);
    } else if (mat_game_line(line, &number)) {
        keep_two_names(r);
        r->header_number = number;
        r->players_due = true;
        r->skipping = false;
    } else {
        return false;
    }
    return true;
}

static void read_line(struct mat_reader *r)
{
    struct mat_player side[2];
    bool players = r->players_due && mat_players_line(r->lines.line, side); /* whatever the first name begins with */
    if (players || (!read_known_line(r) && !r->skipping && span_trim(r->lines.line).length > 0))
        read_line_of_match(r);
}

static void reader_done(struct mat_reader *r)
{
    moves_free(&r->moves);
    strbuf_done(&r->comment);
    xfree(r->tags);
}

bool mat_read(struct span text, struct receiver *out, struct diags *d)
{
    size_t before = out->n;
    struct mat_reader r = {.out = out, .d = d};
    struct strbuf room = {0};
    lines_begin(&r.lines, mat_text(text, &room));
    while (lines_next(&r.lines))
        read_line(&r);
    keep_two_names(&r);
    drop_set_pos(&r);
    use_tags(&r);
    mat_flush_comment(&r);
    close_match(&r);
    reader_done(&r);
    strbuf_done(&room);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1, "no match line and no game found, expected \"n point match\"");
    return out->n > before;
}

/* ---- choice ---- */

static int sniff_mat(struct span head)
{
    struct lines l;
    struct mat_player side[2];
    struct span tail;
    long number;
    bool header = false;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        if (mat_match_line(l.line, &number, &tail))
            return 90;
        if (header && mat_players_line(l.line, side))
            return 80;
        if (span_trim(l.line).length > 0)
            header = mat_game_line(l.line, &number);
    }
    return 0;
}

/* A line of two names (which may be missing, or begin with a number of their own), then a numbered line that holds a
 * cell. */
static int sniff_gam(struct span head)
{
    struct lines l;
    struct span names[2];
    bool two_names = false;
    if (sniff_mat(head) > 0)
        return 0;
    lines_begin(&l, head);
    for (int n = 0; n < 20 && lines_next(&l);) {
        struct span text = span_trim(l.line);
        if (text.length == 0 || text.at[0] == ';' || text.at[0] == '#')
            continue;
        if (holds_a_cell(text))
            return two_names ? 60 : 30;
        two_names = mat_two_names(text, names);
        n++;
    }
    return 0;
}

static int sniff_meant(struct span head, int (*sniff)(struct span head))
{
    struct strbuf room = {0};
    const int bid = sniff(mat_text(head, &room));
    strbuf_done(&room);
    return bid;
}

int mat_sniff(struct span head)
{
    return sniff_meant(head, sniff_mat);
}

int gam_sniff(struct span head)
{
    return sniff_meant(head, sniff_gam);
}
