/* Heads of matches and games; see ogxm_head.h. */
#include "format/ogxm_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "format/ogxm_play.h"
#include "match/walk.h"

/* ---- kept ---- */

const struct property *ogxm_kept(const struct property *list, const char *name)
{
    for (; list != NULL; list = list->next)
        if (list->format != NULL && strcmp(list->format, "ogxm") == 0 && strcmp(list->name, name) == 0)
            return list;
    return NULL;
}

const char *ogxm_kept_text(const struct property *list, const char *name)
{
    const struct property *p = ogxm_kept(list, name);
    return p != NULL && p->n_values > 0 ? p->values[0] : NULL;
}

bool ogxm_key_of_signature(const struct property *p, struct strbuf *key)
{
    enum { KEY_ID = 0 };
    struct strbuf bytes = {0};
    struct ogxm_record r;
    bool named = p->n_values > 0 && ogxm_hex(p->values[0], &bytes);
    if (named) {
        struct ogxm_in in = ogxm_in((struct span){strbuf_text(&bytes), bytes.length});
        const bool match = strcmp(p->name, "signature") == 0;
        named = ogxm_record(&in, match ? &ogxm_match_signature : &ogxm_signature, &r) && ogxm_has(&r, KEY_ID);
    }
    const struct span text = named ? ogxm_words(r.may[KEY_ID]) : (struct span){"", 0};
    strbuf_add(key, text.at, text.length);
    strbuf_done(&bytes);
    return text.length > 0;
}

bool ogxm_is_longgammon(const struct match *m)
{
    const char *variant = ogxm_kept_text(m->properties, "variant");
    return variant != NULL && strcmp(variant, "longgammon") == 0 && m->rules.variant == VARIANT_BACKGAMMON;
}

/* ---- dates ---- */

/* Days from 1970-01-01 of a date of the Gregorian calendar, and back. */
static long days_of(int y, int m, int d)
{
    const long year = m <= 2 ? y - 1 : y, era = (year >= 0 ? year : year - 399) / 400;
    const long of_era = year - era * 400, of_year = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static void date_of(long days, int *y, int *m, int *d)
{
    days += 719468;
    const long era = (days >= 0 ? days : days - 146096) / 146097, left = days - era * 146097;
    const long year = (left - left / 1460 + left / 36524 - left / 146096) / 365;
    const long of_year = left - (365 * year + year / 4 - year / 100), month = (5 * of_year + 2) / 153;
    *d = (int)(of_year - (153 * month + 2) / 5 + 1);
    *m = (int)(month < 10 ? month + 3 : month - 9);
    *y = (int)(year + era * 400 + (*m <= 2));
}

enum { MS_A_DAY = 86400000 };

bool ogxm_time_of_date(const char *date, uint64_t *ms, int *precision)
{
    int y = 0, m = 1, d = 1, ends = 0;
    const int n = date != NULL ? sscanf(date, "%4d-%2d-%2d%n", &y, &m, &d, &ends) : 0;
    char again[24];
    if (n < 1 || y < 1970 || y > 9999 || m < 1 || m > 12 || d < 1 || d > 31)
        return false;
    *ms = (uint64_t)days_of(y, m, d) * MS_A_DAY;
    *precision = 3 - n;
    ogxm_date_of_time(*ms, *precision, again);
    return strcmp(again, date) == 0;
}

bool ogxm_date_of_time(uint64_t ms, int precision, char out[24])
{
    int y, m, d;
    if (ms / MS_A_DAY > (uint64_t)days_of(9999, 12, 31))
        return false;
    date_of((long)(ms / MS_A_DAY), &y, &m, &d);
    if (precision == 2)
        snprintf(out, 24, "%04d", y);
    else if (precision == 1)
        snprintf(out, 24, "%04d-%02d", y, m);
    else
        snprintf(out, 24, "%04d-%02d-%02d", y, m, d);
    return true;
}

/* ---- the match ---- */

static bool consists_of(const char *text, size_t most, const char *more, bool capitals)
{
    size_t n = 0;
    for (; text[n] != '\0'; n++) {
        const char c = text[n];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (capitals && c >= 'A' && c <= 'Z');
        if (!letter && strchr(more, c) == NULL)
            return false;
    }
    return n > 0 && n <= most;
}

bool ogxm_is_site(const char *site)
{
    return site != NULL && consists_of(site, 253, ".-", false);
}

bool ogxm_is_reference(const char *match_id)
{
    return match_id != NULL && consists_of(match_id, 64, "._-", true) && strcmp(match_id, ".") != 0 &&
           strcmp(match_id, "..") != 0;
}

/* A number: else it is the name of a stage. */
static bool ogxm_is_round(const char *round)
{
    return round != NULL && consists_of(round, 2, "", false) && round[strspn(round, "0123456789")] == '\0' &&
           round[0] != '0';
}

static bool put_text(const char *text, size_t most, struct strbuf *out)
{
    struct strbuf clean = {0};
    size_t length = 0;
    if (text == NULL || text[0] == '\0')
        return false;
    utf8_clean(&clean, text);
    while (length < clean.length) {
        const size_t one = utf8_length(span_sub((struct span){clean.at, clean.length}, length, clean.length));
        if (length + one > most)
            break;
        length += one > 0 ? one : 1;
    }
    ogxm_put_string(out, (struct span){strbuf_text(&clean), length});
    strbuf_done(&clean);
    return true;
}

static bool put_number(uint64_t n, uint64_t usual, struct strbuf *out)
{
    if (n != usual)
        ogxm_put_varint(out, n);
    return n != usual;
}

static uint64_t rules_of(const struct match *m)
{
    const struct rules *r = &m->rules;
    return (r->crawford ? 1U : 0) | (r->jacoby && m->length == 0 ? 2U : 0) | (r->beavers ? 4U : 0) |
           (r->beavers && !r->one_beaver ? 8U : 0) | (r->automatic ? 16U : 0);
}

static uint64_t source_of(const struct match *m)
{
    static const struct {
        const char *format;
        unsigned source;
    } rows[] = {{"mat", 1}, {"gam", 1}, {"xg", 2}, {"bgf", 4}, {"sgf", 5}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(m->format, rows[i].format) == 0)
            return rows[i].source;
    return 0;
}

static bool put_score_at_start(const struct match *m, struct strbuf *out)
{
    if (m->n_games == 0 || (m->games[0].score[0] == 0 && m->games[0].score[1] == 0))
        return false;
    for (int i = 0; i < 2; i++)
        ogxm_put_varint(out, (uint64_t)m->games[0].score[i]);
    return true;
}

static bool put_date(const struct match *m, bool precision, struct strbuf *out)
{
    uint64_t ms;
    int of;
    if (!ogxm_time_of_date(m->info.date, &ms, &of))
        return false;
    ogxm_put_varint(out, precision ? (uint64_t)of : ms);
    return true;
}

static bool one_away(const struct match *m, const struct game *g)
{
    const int a = m->length - g->score[0], b = m->length - g->score[1];
    return m->length > 0 && (a == 1) != (b == 1) && a > 0 && b > 0;
}

bool ogxm_crawford_is_over(const struct match *m)
{
    return m->rules.crawford && m->n_games > 0 && one_away(m, &m->games[0]) && !m->games[0].crawford_game;
}

bool ogxm_is_crawford(const struct match *m, const struct game *g, bool *seen)
{
    const bool crawford = m->rules.crawford && !*seen && one_away(m, g);
    *seen = *seen || crawford;
    return crawford;
}

bool ogxm_match_field(const struct match *m, int bit, struct strbuf *out)
{
    const struct match_info *i = &m->info;
    enum { NAME = 4096, EVENT = 120, STAGE = 60, CITY = 80, SITE = 253, REFERENCE = 64 };
    switch (bit) {
    case MTCH_WHITE_NAME:
    case MTCH_BLACK_NAME:
        return put_text(m->player[bit - MTCH_WHITE_NAME].name, NAME, out);
    case MTCH_RULES:
        return put_number(rules_of(m), 0, out);
    case MTCH_CUBE_LIMIT:
        return put_number(m->rules.cube ? (uint64_t)m->rules.cube_limit : 1, 0, out);
    case MTCH_SCORE_START:
        return put_score_at_start(m, out);
    case MTCH_SOURCE:
        return put_number(source_of(m), 0, out);
    case MTCH_STARTED_AT:
    case MTCH_DATE_PRECISION:
        return put_date(m, bit == MTCH_DATE_PRECISION, out);
    case MTCH_CRAWFORD_BEFORE_START:
        return ogxm_crawford_is_over(m);
    case MTCH_EVENT:
        return put_text(i->event, EVENT, out);
    case MTCH_STAGE:
        return !ogxm_is_round(i->round) && put_text(i->round, STAGE, out);
    case MTCH_ROUND:
        return ogxm_is_round(i->round) && put_number((uint64_t)atoi(i->round), 0, out);
    case MTCH_CITY:
        return put_text(i->place, CITY, out);
    case MTCH_SITE:
        return ogxm_is_site(i->site) && put_text(i->site, SITE, out);
    case MTCH_MATCH_REF:
        return ogxm_is_site(i->site) && ogxm_is_reference(i->match_id) && put_text(i->match_id, REFERENCE, out);
    default:
        return false;
    }
}

/* Was a double still to be answered when the game was given up? */
static bool ends_doubled(const struct match *m, const struct game *g)
{
    struct walk w;
    bool doubled = false;
    if (g->ending != ENDING_RESIGNED && g->ending != ENDING_FORFEIT)
        return false;
    for (walk_begin(&w, m, g); walk_next(&w);) {
        const bool resigned = w.event->kind == EVENT_RESIGN || w.event->kind == EVENT_RESIGN_ACCEPT;
        doubled = resigned ? doubled : position_is_doubled(&w.after);
    }
    return doubled;
}

struct ogxm_version ogxm_version(const struct match *m, uint64_t match_mask)
{
    struct ogxm_version v = {match_mask >> MTCH_EVENT != 0, 0};
    for (size_t i = 0; i < m->n_games; i++)
        if (ends_doubled(m, &m->games[i]))
            v = (struct ogxm_version){2, 2};
    return v;
}

/* ---- games ---- */

static bool is_kept_ply(const struct event *e)
{
    return ogxm_kept(e->properties, "ply") != NULL;
}

static bool acts(const struct event *e, int player)
{
    const bool rolls = e->kind == EVENT_PLAY || e->kind == EVENT_ROLL || e->kind == EVENT_SET_DICE;
    return e->player == player && (rolls ? e->dice[0] > 0 && e->dice[1] > 0 : e->kind == EVENT_DOUBLE);
}

static bool fits_head(const struct game *g, const struct event *e)
{
    const int doubled = 1 << g->automatic_doubles;
    if (e->kind == EVENT_SET_SCORE || e->kind == EVENT_COMMENT)
        return true;
    return !is_kept_ply(e) && (e->kind == EVENT_SET_BOARD ||
                               (e->kind == EVENT_SET_CUBE && e->value >= doubled && e->value % doubled == 0));
}

/* Who is on roll follows from the first ply: there has to be one. */
size_t ogxm_set_ups(const struct match *m, const struct game *g)
{
    size_t n = 0;
    int on_roll = NOBODY, boards = 0, cubes = 0;
    (void)m;
    while (n < g->n_events && fits_head(g, &g->events[n])) {
        boards += g->events[n].kind == EVENT_SET_BOARD;
        cubes += g->events[n].kind == EVENT_SET_CUBE;
        if (cubes > 1)
            break; /* the first one is in the head */
        if (g->events[n].kind == EVENT_SET_BOARD)
            on_roll = g->events[n].player;
        n++;
    }
    if (boards > 1)
        return 0;
    return on_roll == NOBODY || (n < g->n_events && acts(&g->events[n], on_roll)) ? n : 0;
}

static bool put_initial_board(const struct match *m, const struct game *g, struct strbuf *out)
{
    struct board opening;
    ogxm_opening(&opening, ogxm_is_longgammon(m), m->rules.variant);
    for (size_t i = 0; i < ogxm_set_ups(m, g); i++)
        if (g->events[i].kind == EVENT_SET_BOARD && !board_equal(event_board(&g->events[i]), &opening)) {
            ogxm_put_board(out, event_board(&g->events[i]), g->events[i].player);
            return true;
        }
    return false;
}

static bool put_initial_cube(const struct match *m, const struct game *g, bool owner, struct strbuf *out)
{
    for (size_t i = 0; i < ogxm_set_ups(m, g); i++)
        if (g->events[i].kind == EVENT_SET_CUBE) {
            const struct event *e = &g->events[i];
            if (owner)
                return put_number(e->owner == CUBE_CENTRED ? 2 : (uint64_t)e->owner, 2, out);
            return put_number((uint64_t)e->value >> g->automatic_doubles, 1, out);
        }
    return false;
}

/* Not capped by the length of the match, as a record's may be. */
static uint64_t points_of(const struct match *m, const struct game *g)
{
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        continue;
    const bool capped = m->length > 0 && g->score[g->winner] + g->points == m->length;
    return (uint64_t)(capped && w.winner == g->winner && w.points > g->points ? w.points : g->points);
}

bool ogxm_game_field(const struct match *m, const struct game *g, int bit, struct strbuf *out)
{
    static const unsigned char terminations[] = {
        [ENDING_DROP] = 1, [ENDING_RESIGNED] = 2, [ENDING_SETTLED] = 3, [ENDING_FORFEIT] = 4};
    const bool won = g->winner != NOBODY;
    switch (bit) {
    case GAME_WINNER:
        return won && put_number((uint64_t)g->winner, 3, out);
    case GAME_POINTS_WON:
        return won && put_number(points_of(m, g), UINT64_MAX, out);
    case GAME_INITIAL_BOARD:
        return put_initial_board(m, g, out);
    case GAME_INITIAL_CUBE:
    case GAME_INITIAL_OWNER:
        return put_initial_cube(m, g, bit == GAME_INITIAL_OWNER, out);
    case GAME_AUTO_DOUBLES:
        return put_number((uint64_t)g->automatic_doubles, 0, out);
    case GAME_TERMINATION:
        return won && put_number(terminations[g->ending], 0, out);
    default:
        return false;
    }
}
