/* Jellyfish .mat and its relatives: two columns of cells, one line per pair. The one idea: events become cells, and
 * `struct columns` lays cells out, beginning a new numbered line whenever the wanted column is taken. Layouts:
 * Jellyfish's, as GNU Backgammon writes it; eXtreme Gammon's (style "xg"); Snowie's text, which has no head and no
 * comments but tells the position after an illegal play; and .gam, a single game without scores. Format:
 * docs/formats/mat.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "export/export.h"
#include "export/loss.h"
#include "export/snowie.h"
#include "match/notation.h"
#include "match/posid.h"
#include "match/walk.h"

struct layout {
    size_t right; /* index where right cells begin */
    size_t line_end; /* cells in the right column are padded up to here */
    bool xg;
    bool comments; /* lines beginning with a semicolon may stand between the others */
    bool illegal_lines; /* illegal plays are always told by the position after them */
    bool scores; /* in the players' line */
    bool ratings; /* there too */
};

static const struct layout jellyfish = {.right = 33, .comments = true, .scores = true, .ratings = true};
static const struct layout extreme = {.right = 39, .line_end = 73, .xg = true, .comments = true, .scores = true};
static const struct layout snowie = {.right = 33, .illegal_lines = true, .scores = true};
static const struct layout single_game = {.right = 33};

enum { NO_LINE, LINE_EMPTY, LINE_LEFT, LINE_FULL };

struct columns {
    struct strbuf *out;
    const struct layout *layout;
    int number; /* of the last line begun */
    int state; /* of the line that is open */
    size_t start; /* of the line in `out` */
    struct strbuf cell; /* scratch */
};

/* ---- columns ---- */

static void pad_to(struct columns *c, size_t column)
{
    size_t length = c->out->length - c->start;
    if (length < column)
        strbuf_fill(c->out, ' ', column - length);
}

static void end_line(struct columns *c)
{
    if (c->state == NO_LINE)
        return;
    if (c->state == LINE_FULL)
        pad_to(c, c->layout->line_end);
    strbuf_putc(c->out, '\n');
    c->state = NO_LINE;
}

static void begin_line(struct columns *c)
{
    c->start = c->out->length;
    c->number++;
    strbuf_fill(c->out, ' ', c->number < 10 ? 2 : c->number < 100 ? 1 : 0);
    strbuf_int(c->out, c->number);
    strbuf_puts(c->out, ") ");
    c->state = LINE_EMPTY;
}

/* Puts what stands in c->cell into the column of player `who` and empties it. */
static void place_cell(struct columns *c, int who)
{
    if (c->state == LINE_FULL || (who == 0 && c->state != LINE_EMPTY))
        end_line(c);
    if (c->state == NO_LINE)
        begin_line(c);
    if (who == 1) {
        pad_to(c, c->layout->right - 1);
        strbuf_putc(c->out, ' ');
    }
    strbuf_add(c->out, strbuf_text(&c->cell), c->cell.length);
    strbuf_clear(&c->cell);
    c->state = who == 0 ? LINE_LEFT : LINE_FULL;
}

static void place_word(struct columns *c, int who, const char *word)
{
    strbuf_putc(&c->cell, ' ');
    strbuf_puts(&c->cell, word);
    place_cell(c, who);
}

/* ---- tags of the source ---- */

static bool is_tag(const struct property *p)
{
    return p->format == NULL || strcmp(p->format, "mat") == 0;
}

static const struct property *find_tag(const struct match *m, const char *name)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (is_tag(p) && strcasecmp(p->name, name) == 0)
            return p;
    return NULL;
}

/* ---- text ---- */

/* Appends text made fit for one line: valid UTF-8, no control characters. */
static void put_text(struct strbuf *out, const char *text)
{
    size_t start = out->length;
    utf8_clean(out, text);
    for (size_t i = start; i < out->length; i++)
        if ((unsigned char)out->at[i] < 0x20 || out->at[i] == 0x7F)
            out->at[i] = ' ';
}

/* Comment lines; a reader gives them to the event before them. */
static void comment_lines(struct strbuf *out, const char *comment)
{
    struct span rest = span_of(comment);
    struct strbuf line = {0};
    for (const char *end = rest.at; end != NULL;) {
        end = rest.length != 0 ? memchr(rest.at, '\n', rest.length) : NULL;
        size_t length = end != NULL ? (size_t)(end - rest.at) : rest.length;
        strbuf_clear(&line);
        strbuf_add(&line, rest.at, length);
        strbuf_puts(out, "; ");
        put_text(out, line.at);
        strbuf_putc(out, '\n');
        rest = (struct span){rest.at + length + 1, end != NULL ? rest.length - length - 1 : 0};
    }
    strbuf_done(&line);
}

/* ---- cells ---- */

static void put_dice(struct columns *c, const int8_t dice[2])
{
    strbuf_int(&c->cell, dice[0]);
    strbuf_int(&c->cell, dice[1]);
    strbuf_putc(&c->cell, ':');
}

/* The position that the opponent met after a play that cannot be executed, with his roll if that came next. */
static void put_illegal(struct columns *c, const struct walk *w)
{
    const char *words = w->event->text;
    if (words != NULL && strchr(words, ';') != NULL) {
        strbuf_puts(&c->cell, "Illegal play (");
        put_text(&c->cell, words);
        strbuf_putc(&c->cell, ')');
        return;
    }
    struct position p = w->after;
    const struct event *next = w->index + 1 < w->game->n_events ? w->event + 1 : NULL;
    if (next != NULL && (next->kind == EVENT_PLAY || next->kind == EVENT_ROLL)) {
        p.dice[0] = next->dice[0];
        p.dice[1] = next->dice[1];
    }
    strbuf_puts(&c->cell, "Illegal play (");
    size_t start = c->cell.length;
    snowie_line(&c->cell, w->match, &p, w->event->player);
    for (size_t i = start; i < c->cell.length; i++)
        if (c->cell.at[i] == '(' || c->cell.at[i] == ')') /* of names: the first one ends the cell */
            c->cell.at[i] = ' ';
    strbuf_putc(&c->cell, ')');
}

static void put_parts(struct columns *c, const struct walk *w)
{
    size_t before = c->cell.length;
    notation_write(&c->cell, &w->before.board, &w->event->play, NOTATION_PARTS);
    if (c->cell.length != before && w->event->play.n < PLAY_STEPS)
        strbuf_putc(&c->cell, ' ');
}

/* Words with dice in them would be read as another cell. */
static bool holds_dice(const char *words)
{
    for (const char *colon = strchr(words, ':'); colon != NULL; colon = strchr(colon + 1, ':'))
        if (colon - words >= 2 && colon[-1] >= '0' && colon[-1] <= '9' && colon[-2] >= '0' && colon[-2] <= '9')
            return true;
    return false;
}

/* After a play that cannot be executed a reader gives up, unless he is told the position. */
static bool needs_board(const struct game *g, const struct event *e)
{
    bool unplayable = e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0 && e->text != NULL;
    if (unplayable && holds_dice(e->text))
        return true;
    for (const struct event *next = e + 1; unplayable && next < g->events + g->n_events; next++)
        if (next->kind <= EVENT_DROP)
            return true;
    return false;
}

/* Words of the source are kept where the play is not legal, for they are all there is to it. */
static bool keeps_words(const struct walk *w)
{
    const struct event *e = w->event;
    bool mat = w->match->format != NULL && strcmp(w->match->format, "mat") == 0;
    return (e->flags & EVENT_ILLEGAL) && e->text != NULL && (mat || e->play.n <= 0);
}

static bool has_impossible_dice(const struct event *e)
{
    return e->kind == EVENT_PLAY && e->text != NULL && (e->dice[0] == 0 || e->dice[1] == 0);
}

static void play_cell(struct columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    if (has_impossible_dice(e)) { /* its words are the whole cell */
        put_text(&c->cell, e->text);
        place_cell(c, e->player);
        return;
    }
    put_dice(c, e->dice);
    strbuf_putc(&c->cell, ' ');
    bool given = (e->flags & EVENT_AFTER_GIVEN) != 0;
    if (given || (c->layout->illegal_lines && (e->flags & EVENT_ILLEGAL)) || needs_board(w->game, e))
        put_illegal(c, w);
    else if (keeps_words(w))
        put_text(&c->cell, e->text);
    else if (e->play.n <= 0)
        strbuf_puts(&c->cell, c->layout->xg ? "Cannot Move" : "");
    else if (c->layout->xg)
        notation_write(&c->cell, &w->before.board, &e->play, NOTATION_XG);
    else
        put_parts(c, w);
    place_cell(c, e->player);
}

/* Dice without a play. A bare `31:` would be read as a dance, or as the only legal play where there is just one. */
static void roll_cell(struct columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    struct move_list list = {0};
    put_dice(c, e->dice);
    if (c->layout->xg || moves_list(&w->before.board, e->dice[0], e->dice[1], &list) < 2)
        strbuf_puts(&c->cell, " ????");
    moves_free(&list);
    place_cell(c, e->player);
}

static void raise_cell(struct columns *c, const struct event *e, const char *word)
{
    strbuf_putc(&c->cell, ' ');
    strbuf_puts(&c->cell, word);
    strbuf_puts(&c->cell, " => ");
    strbuf_int(&c->cell, e->value);
    place_cell(c, e->player);
}

/* After a beaver or raccoon nobody writes the take: the next roll implies it. */
static bool is_silent_take(const struct walk *w)
{
    return w->index > 0 && (w->event[-1].kind == EVENT_BEAVER || w->event[-1].kind == EVENT_RACCOON);
}

static void event_cell(struct columns *c, const struct walk *w)
{
    const struct event *e = w->event;
    switch (e->kind) {
    case EVENT_PLAY:
        play_cell(c, w);
        break;
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        roll_cell(c, w);
        break;
    case EVENT_DOUBLE:
        raise_cell(c, e, "Doubles");
        break;
    case EVENT_BEAVER:
    case EVENT_RACCOON:
        raise_cell(c, e, "Beavers");
        break;
    case EVENT_TAKE:
        if (!is_silent_take(w))
            place_word(c, e->player, "Takes");
        break;
    case EVENT_DROP:
        place_word(c, e->player, "Drops");
        break;
    default:
        break;
    }
}

/* ---- the start of a game ---- */

/* Dice at the end are what was rolled, however they came there. */
static bool is_set_up(const struct game *g, const struct event *e)
{
    return e->kind == EVENT_SET_BOARD || e->kind == EVENT_SET_CUBE || e->kind == EVENT_SET_SCORE ||
           (e->kind == EVENT_SET_DICE && e != &g->events[g->n_events - 1]) || e->kind == EVENT_COMMENT;
}

static int cube_code(const struct position *p)
{
    int log = 0;
    while (log < CUBE_MAX_LOG2 && (1 << log) < p->cube)
        log++;
    return p->cube_owner == 0 ? -log : p->cube_owner == 1 ? log : 0;
}

/* eXtreme Gammon's line for a game that does not begin at the start; others take it for a comment. */
static void start_position_line(struct strbuf *out, const struct position *p)
{
    char id[XGID_MAX];
    xgid(p, id);
    strbuf_puts(out, "; Set Pos=");
    strbuf_add(out, id + strlen("XGID="), 26);
    strbuf_putc(out, '/');
    strbuf_int(out, cube_code(p));
    strbuf_putc(out, '\n');
}

/* A rating that can stand behind the name, "Alice, 1700.12", where GNU Backgammon and others look for it: a positive
 * number. */
static bool has_plain_rating(const struct match *m, int who)
{
    const struct player_info *p = &m->player[who];
    const char *rating = p->rating;
    if (rating == NULL || p->experience != NULL || strspn(rating, "0123456789.") != strlen(rating) || atof(rating) <= 0)
        return false;
    return true;
}

/* Names of a bare game are told apart by two blanks between them, and must be there. */
static void put_bare_name(struct strbuf *out, const char *name)
{
    size_t start = out->length, end = start;
    put_text(out, name);
    for (size_t i = start; i < out->length; i++)
        if (out->at[i] != ' ' || (end > start && out->at[end - 1] != ' '))
            out->at[end++] = out->at[i];
    if (end < out->length)
        out->at[end] = '\0';
    out->length = end;
    if (end == start)
        strbuf_puts(out, "\"\"");
}

static void put_player(const struct columns *c, const struct match *m, const struct game *g, int who)
{
    if (c->layout->scores)
        put_text(c->out, m->player[who].name);
    else
        put_bare_name(c->out, m->player[who].name);
    if (c->layout->ratings && has_plain_rating(m, who)) {
        strbuf_puts(c->out, ", ");
        put_text(c->out, m->player[who].rating);
    }
    if (c->layout->scores) {
        strbuf_puts(c->out, " : ");
        strbuf_int(c->out, g->score[who]);
    }
}

static void players_line(struct columns *c, const struct match *m, const struct game *g)
{
    c->start = c->out->length;
    strbuf_putc(c->out, ' ');
    put_player(c, m, g, 0);
    strbuf_putc(c->out, ' ');
    pad_to(c, c->layout->xg ? c->layout->right - 1 : c->layout->right - 2);
    strbuf_putc(c->out, ' ');
    put_player(c, m, g, 1);
    strbuf_putc(c->out, '\n');
}

/* ---- the end of a game ---- */

static void put_wins(struct columns *c, const struct match *m, const struct game *g)
{
    bool last = c->layout->scores && m->length > 0 && g->score[g->winner] + g->points >= m->length;
    strbuf_puts(&c->cell, " Wins ");
    strbuf_int(&c->cell, g->points);
    strbuf_puts(&c->cell, g->points == 1 || c->layout->xg ? " point" : " points");
    strbuf_puts(&c->cell, last ? " and the match" : "");
}

/* The result stands beside a drop in the left column, else on a line of its own without number. */
static void result_line(struct columns *c, const struct match *m, const struct game *g)
{
    if (g->winner == NOBODY) {
        end_line(c);
        return;
    }
    bool beside = c->state == LINE_LEFT && g->winner == 1 && g->ending == ENDING_DROP;
    if (!beside) {
        end_line(c);
        c->start = c->out->length;
        strbuf_fill(c->out, ' ', 5);
        c->state = LINE_EMPTY;
    }
    put_wins(c, m, g);
    place_cell(c, g->winner);
    end_line(c);
}

static void write_game(struct columns *c, const struct match *m, const struct game *g)
{
    if (c->layout->scores) {
        strbuf_puts(c->out, " Game ");
        strbuf_int(c->out, g->number);
        strbuf_putc(c->out, '\n');
    }
    players_line(c, m, g);
    c->number = 0;
    if (g->comment != NULL && c->layout->comments)
        comment_lines(c->out, g->comment);
    bool begun = false, moved = false;
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);) {
        moved = moved || w.event->kind == EVENT_SET_BOARD || w.event->kind == EVENT_SET_CUBE;
        if (!is_set_up(g, w.event)) {
            if (!begun && moved && c->layout->comments)
                start_position_line(c->out, &w.before);
            begun = true;
            event_cell(c, &w);
        }
        if (w.event->comment != NULL && c->layout->comments) {
            end_line(c);
            comment_lines(c->out, w.event->comment);
        }
    }
    result_line(c, m, g);
    strbuf_puts(c->out, c->layout->xg ? "\n\n" : "\n");
}

/* ---- the head of the file ---- */

static void tag(struct strbuf *out, const char *name, const char *value)
{
    if (value == NULL)
        return;
    strbuf_puts(out, "; [");
    put_text(out, name);
    strbuf_puts(out, " \"");
    put_text(out, value);
    strbuf_puts(out, "\"]\n");
}

/* Where tags go, and what they are taken from. */
struct head {
    struct strbuf *out;
    const struct match *m;
    bool xg;
};

/* A tag made from the record, unless the file it came from had one of that name: that one is written as it stood. */
static void fact_tag(const struct head *h, const char *name, const char *value)
{
    if (find_tag(h->m, name) == NULL)
        tag(h->out, name, value);
}

static void date_tag(const struct head *h, const char *date)
{
    if (date == NULL)
        return;
    struct strbuf dotted = {0};
    strbuf_puts(&dotted, date);
    bool iso = dotted.length == 10 && date[4] == '-' && date[7] == '-';
    if (iso)
        dotted.at[4] = dotted.at[7] = '.';
    fact_tag(h, "EventDate", strbuf_text(&dotted));
    strbuf_done(&dotted);
}

static void elo_tag(const struct head *h, int who)
{
    const struct player_info *p = &h->m->player[who];
    if ((p->rating == NULL && p->experience == NULL) || (!h->xg && has_plain_rating(h->m, who)))
        return;
    struct strbuf value = {0};
    strbuf_puts(&value, p->rating != NULL ? p->rating : "");
    if (p->experience != NULL) {
        strbuf_putc(&value, '/');
        strbuf_puts(&value, p->experience);
    }
    if (!h->xg)
        fact_tag(h, who == 0 ? "Player 1" : "Player 2", p->name);
    fact_tag(h, who == 0 ? "Player 1 Elo" : "Player 2 Elo", strbuf_text(&value));
    strbuf_done(&value);
}

static const char *variation(const struct match *m, bool xg)
{
    switch (m->rules.variant) {
    case VARIANT_NACKGAMMON:
        return "NackGammon";
    case VARIANT_HYPERGAMMON_1:
        return "HyperGammon (1)";
    case VARIANT_HYPERGAMMON_2:
        return "HyperGammon (2)";
    case VARIANT_HYPERGAMMON_3:
        return xg ? "HyperGammon" : "HyperGammon (3)";
    default:
        return xg ? "Backgammon" : NULL;
    }
}

/* Rules are told only where they differ from what a reader assumes; XG's style tells them always. */
static void rule_tags(const struct head *h)
{
    const struct match *m = h->m;
    const struct rules *r = &m->rules;
    bool money = m->length == 0;
    fact_tag(h, "Variation", variation(m, h->xg));
    if (!money && (h->xg || !r->crawford))
        fact_tag(h, "Crawford", r->crawford ? "On" : "Off");
    if (money && (m->jacoby_known || r->jacoby))
        fact_tag(h, "Jacoby", r->jacoby ? "On" : "Off");
    if (money && (!r->beavers || h->xg))
        fact_tag(h, "Beaver", r->beavers ? "On" : "Off");
    if (!r->cube)
        fact_tag(h, "CubeLimit", "1");
}

static void property_tags(struct strbuf *out, const struct match *m)
{
    for (const struct property *p = m->properties; p != NULL; p = p->next)
        if (is_tag(p))
            tag(out, p->name, p->n_values > 0 ? p->values[0] : "");
}

static void write_head(struct strbuf *out, const struct match *m, bool xg)
{
    const struct match_info *i = &m->info;
    const struct head h = {out, m, xg};
    fact_tag(&h, "Site", i->site != NULL ? i->site : i->place); /* others look for the place there */
    fact_tag(&h, "Place", i->place);
    fact_tag(&h, "Event", i->event);
    fact_tag(&h, "Round", i->round);
    fact_tag(&h, "Match ID", i->match_id);
    for (int who = 0; who < 2 && xg; who++)
        fact_tag(&h, who == 0 ? "Player 1" : "Player 2", m->player[who].name[0] != '\0' ? m->player[who].name : NULL);
    elo_tag(&h, 0);
    elo_tag(&h, 1);
    date_tag(&h, i->date);
    fact_tag(&h, "EventTime", i->time);
    rule_tags(&h);
    fact_tag(&h, "Transcriber", i->annotator);
    property_tags(out, m);
    if (m->comment != NULL) {
        strbuf_putc(out, '\n');
        comment_lines(out, m->comment);
    }
    strbuf_puts(out, xg ? "\n" : "\n ");
}

static void match_line(struct strbuf *out, const struct match *m)
{
    strbuf_int(out, m->length);
    strbuf_puts(out, " point match\n\n");
}

static void write_games(struct columns *c, const struct match *m)
{
    for (size_t g = 0; g < m->n_games; g++)
        write_game(c, m, &m->games[g]);
    strbuf_done(&c->cell);
}

/* ---- what is lost ---- */

static bool has_cells(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].kind <= EVENT_DROP || (g->events[i].kind == EVENT_SET_DICE && i + 1 == g->n_events))
            return true;
    return false;
}

/* A position is told by the line before the first cell: the board, and a cube that somebody owns. */
static int lost_start_positions(const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++) {
        const struct game *game = &m->games[g];
        for (size_t i = 0; i < game->n_events && is_set_up(game, &game->events[i]); i++) {
            const struct event *e = &game->events[i];
            bool centred = e->kind == EVENT_SET_CUBE && e->owner == CUBE_CENTRED && e->value != 1;
            bool set = e->kind == EVENT_SET_BOARD || e->kind == EVENT_SET_CUBE || e->kind == EVENT_SET_SCORE;
            n += set && (!has_cells(game) || centred || e->kind == EVENT_SET_SCORE);
        }
    }
    return n;
}

/* Readers find out how a game ended from its result. */
static enum ending ending_by_result(const struct layout *l, const struct match *m, const struct game *g)
{
    struct replay r;
    bool rolled = false, match = l->scores && m->length > 0;
    replay_begin(&r, m, g);
    for (size_t i = 0; i < g->n_events; i++) {
        enum event_kind kind = g->events[i].kind;
        rolled = rolled || g->events[i].dice[0] != 0;
        if (kind != EVENT_RESIGN && kind != EVENT_RESIGN_ACCEPT && kind != EVENT_RESIGN_REFUSE)
            replay_apply(&r, &g->events[i], NULL);
    }
    if (r.winner != NOBODY)
        return r.winner == g->winner ? r.ending : ENDING_SETTLED;
    bool offered = r.now.offer >= OFFER_DOUBLE && r.now.offer <= OFFER_RACCOON;
    if (offered && r.now.turn != g->winner && g->points == r.now.cube)
        return ENDING_DROP;
    for (int size = 1; size <= 3 && rolled; size++)
        if (g->points == size * r.now.cube ||
            (match && g->points < size * r.now.cube && g->points == position_away(&r.now, g->winner)))
            return ENDING_RESIGNED;
    return ENDING_FORFEIT;
}

static int lost_endings(const struct layout *l, const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        n += m->games[g].winner != NOBODY && m->games[g].ending != ending_by_result(l, m, &m->games[g]);
    return n;
}

/* Without tags a game of another variant is taken for backgammon, which begins elsewhere. */
static int lost_variants(const struct match *m)
{
    return m->rules.variant != VARIANT_BACKGAMMON ? (int)m->n_games : 0;
}

static int lost_words(const struct layout *l, const struct match *m)
{
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++) {
            const struct event *e = &m->games[g].events[i];
            bool unplayable = e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0 && e->text != NULL;
            n += unplayable && !(e->flags & EVENT_AFTER_GIVEN) && !has_impossible_dice(e) &&
                 (l->illegal_lines || needs_board(&m->games[g], e));
        }
    return n;
}

/* A rating and an experience share a tag, parted by a slash. */
static int lost_ratings(const struct layout *l, const struct match *m)
{
    int n = 0;
    for (int who = 0; who < 2; who++) {
        const struct player_info *p = &m->player[who];
        bool in_line = l->ratings && has_plain_rating(m, who);
        bool tag_taken = find_tag(m, who == 0 ? "Player 1 Elo" : "Player 2 Elo") != NULL;
        bool slash = p->rating != NULL && strchr(p->rating, '/') != NULL;
        if (!in_line && (slash || tag_taken))
            n += (p->rating != NULL) + (p->experience != NULL);
    }
    return n;
}

/* Would the players' line be read as it stands? */
static bool name_survives(const struct layout *l, const char *name)
{
    size_t length = strlen(name);
    const char *comma = strrchr(name, ',');
    bool trimmed = length > 0 && (strchr(" \t\n\r", name[0]) != NULL || strchr(" \t\n\r", name[length - 1]) != NULL);
    if (trimmed || (l->scores && comma != NULL && atof(comma + 1) > 0))
        return false;
    if (!l->scores)
        return strstr(name, "  ") == NULL && strchr(name, '\t') == NULL && name[0] != ';' && name[0] != '#';
    for (const char *colon = strchr(name, ':'); colon != NULL; colon = strchr(colon + 1, ':')) {
        const char *digits = colon + 1 + strspn(colon + 1, " ");
        size_t n = strspn(digits, "0123456789");
        if (n > 0 && (digits[n] == ' ' || digits[n] == '\t'))
            return false;
    }
    return true;
}

static int lost_names(const struct layout *l, const struct match *m)
{
    return !name_survives(l, m->player[0].name) + !name_survives(l, m->player[1].name);
}

/* Without tags. That Jacoby's rule is not in force is news too; where it was found out by the results, it is again. */
static int lost_rules(const struct match *m)
{
    bool deduced = m->rules.jacoby && !m->jacoby_known, money = m->length == 0;
    const struct rules usual = {.cube = true, .crawford = true, .beavers = true, .jacoby = deduced};
    return loss_of_rules(m, &usual) + (money && m->jacoby_known && !m->rules.jacoby);
}

/* Every kind of cell file loses these; `tags` = the head with its tags is there. */
static void tell_losses(const struct layout *l, const struct match *m, bool tags, struct diags *d)
{
    struct losses lost;
    unsigned carried = CARRIES(ILLEGAL_BOARDS) | CARRIES(OFFERS);
    loss_count(&lost, m, tags ? "mat" : NULL);
    lost.count[LOSS_NAMES] = lost_names(l, m);
    lost.count[LOSS_RULES] = tags ? m->rules.automatic && m->length == 0 : lost_rules(m);
    lost.count[LOSS_ENDINGS] = lost_endings(l, m);
    lost.count[LOSS_WORDS] = lost_words(l, m);
    if (tags)
        lost.count[LOSS_RATINGS] = lost_ratings(l, m);
    else
        lost.count[LOSS_CRAWFORD] = loss_of_crawford(m, true);
    if (l->comments)
        lost.count[LOSS_START_POSITIONS] = lost_start_positions(m);
    if (!tags)
        lost.count[LOSS_START_POSITIONS] += lost_variants(m);
    carried |= l->comments ? CARRIES(COMMENTS) : 0;
    carried |= tags ? CARRIES(MATCH_COMMENT) | CARRIES(PLACE) : 0;
    carried |= l->scores ? CARRIES(LENGTH) | CARRIES(SCORES) : 0;
    loss_tell(&lost, carried, d);
}

static bool write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    bool xg = o->style != NULL && strcasecmp(o->style, "xg") == 0;
    struct columns c = {.out = sink_main(sink), .layout = xg ? &extreme : &jellyfish};
    write_head(c.out, m, xg);
    match_line(c.out, m);
    write_games(&c, m);
    tell_losses(c.layout, m, true, d);
    return true;
}

static bool write_snowie(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct columns c = {.out = sink_main(sink), .layout = &snowie};
    (void)o;
    strbuf_putc(c.out, ' ');
    match_line(c.out, m);
    write_games(&c, m);
    tell_losses(&snowie, m, false, d);
    return true;
}

/* Each game after the first goes to a part of its own. */
static bool write_single_games(const struct match *m, const struct export_options *o, struct sink *sink,
                               struct diags *d)
{
    struct columns c = {.out = sink_main(sink), .layout = &single_game};
    char suffix[32];
    (void)o;
    for (size_t g = 0; g < m->n_games; g++)
        if (!has_cells(&m->games[g])) {
            diag_at(d, SEVERITY_ERROR, 0, 0, "game %d has no roll and no cube action, which .gam cannot tell",
                    m->games[g].number);
            return false;
        }
    for (size_t g = 0; g < m->n_games; g++) {
        snprintf(suffix, sizeof suffix, "_%03zu", g + 1);
        c.out = g == 0 ? sink_main(sink) : sink_add_part(sink, suffix);
        write_game(&c, m, &m->games[g]);
    }
    strbuf_done(&c.cell);
    tell_losses(&single_game, m, false, d);
    return true;
}

static const char *const styles[] = {"jellyfish", "xg", NULL};

const struct exporter exporter_mat = {
    .name = "mat",
    .title = "Jellyfish match",
    .extension = "mat",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = false,
    .write = write,
    .styles = styles,
};

const struct exporter exporter_gam = {
    .name = "gam",
    .title = "Jellyfish single game",
    .extension = "gam",
    .scope = EXPORT_GAME,
    .annotations = false,
    .write = write_single_games,
    .splits = true,
};

const struct exporter exporter_snowie = {
    .name = "snowietxt",
    .title = "Snowie text match (read as mat)",
    .extension = "snowie.txt",
    .scope = EXPORT_GAME | EXPORT_MATCH,
    .annotations = false,
    .write = write_snowie,
};
