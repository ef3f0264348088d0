/* Replays of bgammon.org: an index of byte offsets, then the games, all plays seen by player 1. What a replay has no
 * words for is refused; what it leaves out is reported as lost. Format: docs/formats/bgammon.md. */
#define _DEFAULT_SOURCE /* timegm */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"
#include "export/export.h"
#include "match/loss.h"
#include "match/walk.h"

enum { INDEX_LINE = 24, OFFSET_MOST = 99999999 };

/* ---- what cannot be written ---- */

static bool refuse(struct diags *d, const struct game *g, const char *why)
{
    diag_at(d, SEVERITY_ERROR, 0, 0, "game %d %s, which a bgammon.org replay cannot express", g->number, why);
    return false;
}

/* The next event that a replay has a line for: not remarks, refused resignations, the end; EVENT_KINDS if none has. */
static enum event_kind next_of(const struct walk *w)
{
    for (size_t i = w->index + 1; i < w->game->n_events; i++) {
        const enum event_kind kind = w->game->events[i].kind;
        if (kind < EVENT_RESIGN || kind == EVENT_SET_DICE)
            return kind;
    }
    return EVENT_KINDS;
}

/* A turn without a play, and the player's resignation right behind it: read as a roll that was not played. */
static bool gives_up_out_of_turn(const struct walk *w)
{
    const struct event *e = w->event;
    return e->kind == EVENT_PLAY && e->play.n <= 0 && next_of(w) == EVENT_KINDS && w->game->winner == !e->player &&
           w->winner == NOBODY;
}

static const char *event_fault(const struct walk *w)
{
    const struct event *e = w->event;
    const enum event_kind kind = e->kind;
    if (kind == EVENT_SET_BOARD || kind == EVENT_SET_CUBE || kind == EVENT_SET_SCORE)
        return W_("has a position that was set up");
    if (kind == EVENT_BEAVER || kind == EVENT_RACCOON)
        return W_("has a beaver");
    if (kind == EVENT_PLAY && (e->dice[0] == 0 || e->dice[1] == 0))
        return W_("has a play without dice");
    if (gives_up_out_of_turn(w))
        return W_("has a resignation out of turn");
    if (kind != EVENT_DOUBLE)
        return NULL;
    if (next_of(w) == EVENT_KINDS)
        return W_("has a double without an answer");
    return e->value != 2 * w->before.cube ? "has a cube that was not turned to twice its value" : NULL;
}

/* Played out or passed; else the record alone says who won how much. */
static bool is_over(const struct walk *w)
{
    return w->winner != NOBODY && w->ending != ENDING_RESIGNED;
}

/* A replay gives the score after a game that was given up: single, gammon or backgammon, or all that was needed. */
static bool can_be_given_up(const struct walk *w, const struct game *g)
{
    for (int size = 1; size <= 3; size++)
        if (g->points == size * w->after.cube ||
            (g->points < size * w->after.cube && g->points == position_away(&w->after, g->winner)))
            return true;
    return false;
}

/* A first game that was given up shows only the score after it, which is taken for that of a match from its start. */
static bool start_is_plain(const struct walk *w, const struct game *g)
{
    const int won = g->score[g->winner], lost = g->score[!g->winner], cube = w->after.cube;
    const bool needed = won + cube == w->after.length && won < 2 * cube;
    if (won == 0 && lost == 0)
        return true;
    return g->points == cube && (lost != 0 || (!needed && won != cube && won != 2 * cube));
}

/* Some sites count no more points than the match needs; a replay has those of the last game by its plays. */
static bool is_capped(const struct walk *w, const struct game *g)
{
    return is_over(w) && g->winner == w->winner && g->points < w->points &&
           position_away(&w->after, g->winner) == g->points;
}

static const char *result_fault(const struct walk *w, const struct game *g, bool first)
{
    if (g->winner == NOBODY)
        return W_("has no result");
    if (is_over(w) && !is_capped(w, g))
        return g->winner != w->winner || g->points != w->points ? "has a result other than its plays give" : NULL;
    if (!is_over(w) && !can_be_given_up(w, g))
        return W_("was won with points that no resignation gives");
    return first && !is_over(w) && !start_is_plain(w, g) ? "begins within the match and was given up" : NULL;
}

static bool can_write_game(const struct match *m, const struct game *g, const int score[2], struct diags *d)
{
    struct walk w;
    if (g->score[0] != score[0] || g->score[1] != score[1])
        return refuse(d, g, "does not begin with the score that the games before add up to");
    for (walk_begin(&w, m, g); walk_next(&w);)
        if (event_fault(&w) != NULL)
            return refuse(d, g, event_fault(&w));
    const char *fault = result_fault(&w, g, g == m->games);
    return fault == NULL || refuse(d, g, fault);
}

static bool can_write(const struct match *m, struct diags *d)
{
    int score[2] = {0, 0};
    if (m->length == 0 || m->rules.variant != VARIANT_BACKGAMMON || m->n_games == 0) {
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "found %s, expected games of backgammon in a match: others cannot be written "
                "as a bgammon.org replay",
                m->n_games == 0  ? W_("no game")
                : m->length == 0 ? W_("a money session")
                                 : W_("another variant"));
        return false;
    }
    memcpy(score, m->games[0].score, sizeof score);
    for (size_t i = 0; i < m->n_games; i++) {
        if (!can_write_game(m, &m->games[i], score, d))
            return false;
        score[m->games[i].winner] += m->games[i].points;
    }
    return true;
}

/* ---- the first line of a game ---- */

/* Seconds since 1970, 0 where the date is not known or cannot be given so. `whole`: date and time come back as they
 * are; a date without time is midnight. */
static long long start_of(const struct match_info *i, bool *whole)
{
    const char *date = i->date != NULL ? i->date : "", *clock = i->time != NULL ? i->time : "00:00:00";
    struct tm utc = {0};
    char back[32];
    int end = 0;
    *whole = i->date == NULL && i->time == NULL;
    if (sscanf(date, "%4d-%2d-%2d%n", &utc.tm_year, &utc.tm_mon, &utc.tm_mday, &end) != 3 || date[end] != '\0')
        return 0;
    if (sscanf(clock, "%2d:%2d:%2d%n", &utc.tm_hour, &utc.tm_min, &utc.tm_sec, &end) != 3 || clock[end] != '\0')
        utc.tm_hour = utc.tm_min = utc.tm_sec = 0;
    utc.tm_year -= 1900;
    utc.tm_mon--;
    const time_t start = timegm(&utc);
    if (start <= 0 || strftime(back, sizeof back, "%Y-%m-%d", &utc) == 0 || strcmp(back, date) != 0)
        return 0;
    strftime(back, sizeof back, "%H:%M:%S", &utc);
    *whole = strcmp(back, clock) == 0 && (i->time == NULL || strcmp(clock, "00:00:00") != 0);
    return start;
}

/* When a game behind the first began, where that is kept and is not what the match has: seconds since 1970; else 0. */
static long long own_start(const struct match *m, const struct game *g)
{
    enum { DIGITS = 11 };
    bool whole;
    const struct property *p = g != m->games ? property_find(g->properties, "start") : NULL;
    const char *text = p != NULL && p->n_values == 1 && same_text(p->format, "bgammon") ? p->values[0] : "";
    const size_t digits = strspn(text, "0123456789");
    const long long start = digits <= DIGITS && text[digits] == '\0' && text[0] != '0' ? atoll(text) : 0;
    return start != start_of(&m->info, &whole) ? start : 0;
}

/* One word: blanks and control characters become underlines; no name is one, too. */
static void put_name(struct strbuf *out, const char *name)
{
    const size_t from = out->length;
    utf8_clean(out, name);
    for (size_t i = from; i < out->length; i++)
        if ((unsigned char)out->at[i] <= ' ' || out->at[i] == 0x7F)
            out->at[i] = '_';
    if (out->length == from)
        strbuf_putc(out, '_');
}

static bool name_survives(const char *name)
{
    struct strbuf word = {0};
    put_name(&word, name);
    const bool same = strcmp(word.at, name) == 0;
    strbuf_done(&word);
    return same;
}

/* The score stands as it is after a game that was not played out. */
static void put_head(struct strbuf *out, const struct match *m, const struct game *g, const struct walk *end)
{
    bool whole;
    const long long own = own_start(m, g), start = own != 0 ? own : start_of(&m->info, &whole);
    const bool after = end->winner == NOBODY || end->ending != ENDING_BORNE_OFF;
    strbuf_puts(out, "i ");
    if (start != 0)
        strbuf_printf(out, "%lld ", start);
    for (int i = 0; i < 2; i++) {
        put_name(out, m->player[i].name);
        strbuf_putc(out, ' ');
    }
    strbuf_printf(out, "%d %d %d %d %d 0\n", m->length, g->score[0] + (after && g->winner == 0 ? g->points : 0),
                  g->score[1] + (after && g->winner == 1 ? g->points : 0), g->winner + 1, end->after.cube);
}

/* ---- events ---- */

static void put_point(struct strbuf *out, int player, int point)
{
    if (point == 0 || point == BOARD_BAR)
        strbuf_puts(out, point == 0 ? "off" : "bar");
    else
        strbuf_int(out, player == 0 ? point : 25 - point);
}

static void put_roll(struct strbuf *out, const struct event *e)
{
    const int high = e->dice[0] > e->dice[1] ? e->dice[0] : e->dice[1], low = e->dice[0] + e->dice[1] - high;
    strbuf_printf(out, "%d r %d-%d", e->player + 1, high, low);
    for (int i = 0; e->kind == EVENT_PLAY && i < e->play.n; i++) {
        strbuf_putc(out, ' ');
        put_point(out, e->player, e->play.step[i].from);
        strbuf_putc(out, '/');
        put_point(out, e->player, e->play.step[i].to);
    }
    strbuf_putc(out, '\n');
}

static bool is_rolled(const struct walk *w)
{
    const struct event *e = w->event, *next = w->index + 1 < w->game->n_events ? e + 1 : NULL;
    const bool last_dice = e->kind == EVENT_SET_DICE && next == NULL;
    const bool played_next = next != NULL && next->kind == EVENT_PLAY && next->player == e->player;
    return e->kind == EVENT_PLAY || last_dice || (e->kind == EVENT_ROLL && !played_next);
}

static void put_event(struct strbuf *out, const struct walk *w)
{
    const struct event *e = w->event;
    if (is_rolled(w))
        put_roll(out, e);
    else if (e->kind == EVENT_DOUBLE)
        strbuf_printf(out, "%d d %d %d\n", e->player + 1, e->value, next_of(w) != EVENT_DROP);
}

static void put_game(struct strbuf *out, const struct match *m, const struct game *g)
{
    struct strbuf events = {0};
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        put_event(&events, &w);
    if (!is_over(&w))
        strbuf_printf(&events, "%d t\n", 2 - g->winner);
    put_head(out, m, g, &w);
    strbuf_add(out, strbuf_text(&events), events.length);
    strbuf_done(&events);
}

/* ---- losses ---- */

static int lost_facts(const struct match_info *i)
{
    bool whole;
    const long long start = start_of(i, &whole);
    const int dated = start == 0 ? (i->date != NULL) + (i->time != NULL) : !whole;
    return dated + (i->site == NULL || strcmp(i->site, "bgammon.org") != 0) + (i->event != NULL) + (i->round != NULL) +
           (i->place != NULL) + (i->annotator != NULL) + (i->match_id != NULL);
}

/* Nothing is left of a play that cannot be executed but its roll; who does not play it has not moved, where the game
 * goes on. */
static int lost_words(const struct match *m)
{
    struct walk w;
    int n = 0;
    for (size_t g = 0; g < m->n_games; g++)
        for (walk_begin(&w, m, &m->games[g]); walk_next(&w);) {
            const struct event *e = w.event;
            const bool unplayed = e->kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0;
            n += unplayed && (e->text != NULL || next_of(&w) == EVENT_KINDS);
        }
    return n;
}

/* A game that does not follow the one before in number, or counted less than it was worth. */
static int lost_scores(const struct match *m)
{
    int n = 0;
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            ;
        n += m->games[i].number != (int)i + 1 || is_capped(&w, &m->games[i]);
    }
    return n;
}

static void report_losses(const struct match *m, struct diags *d)
{
    struct losses l;
    loss_count(&l, m, "");
    for (size_t i = 0; i < m->n_games; i++)
        l.count[LOSS_PROPERTIES] -= own_start(m, &m->games[i]) != 0;
    l.count[LOSS_NAMES] = !name_survives(m->player[0].name) + !name_survives(m->player[1].name);
    l.count[LOSS_PLACE] = lost_facts(&m->info);
    l.count[LOSS_CRAWFORD] = loss_of_crawford(m, true);
    l.count[LOSS_ENDINGS] = loss_of_endings(m, true);
    l.count[LOSS_WORDS] = lost_words(m);
    l.count[LOSS_SCORES] = lost_scores(m);
    losses_report(&l, CARRIES(LENGTH) | CARRIES(RESULTS), d);
}

bool bgammon_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct strbuf games = {0}, *out = sink_main(sink);
    (void)o;
    if (!can_write(m, d))
        return false;
    for (size_t i = 0; i < m->n_games; i++) {
        strbuf_printf(out, "bgammon-replay %08zu\n", INDEX_LINE * m->n_games + games.length);
        put_game(&games, m, &m->games[i]);
    }
    const bool fits = INDEX_LINE * m->n_games + games.length <= OFFSET_MOST;
    if (fits)
        strbuf_add(out, strbuf_text(&games), games.length);
    else
        diag_at(d, SEVERITY_ERROR, 0, 0,
                "found more than %d bytes of games, expected less: an index of a bgammon.org "
                "replay has eight digits",
                OFFSET_MOST);
    strbuf_done(&games);
    if (fits)
        report_losses(m, d);
    return fits;
}
