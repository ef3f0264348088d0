/* Making .xg files; see xg_file.h, the layout in docs/formats/xg.md. A cursor that
 * aligns as Delphi does, so that the code reads like the published list of fields. */
#include "xg_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "assertions.h"
#include "match/walk.h"

enum { HEADER = 8232, ENTRY = 532, WIDE = 129, CANDIDATES = 32, TYPE_AT = 8, CUBE_STRUCT = 132, MOVE_STRUCT = 2184 };

enum record_type { TYPE_MATCH, TYPE_GAME, TYPE_CUBE, TYPE_MOVE, TYPE_GAME_END, TYPE_MATCH_END };

/* ---- fields ---- */

struct fields {
    unsigned char at[XG_RECORD];
    size_t n;
};

static void align(struct fields *f, size_t size)
{
    f->n += (size - f->n % size) % size;
}

static void put(struct fields *f, uint64_t value, size_t size)
{
    align(f, size);
    for (size_t i = 0; i < size; i++)
        f->at[f->n++] = (unsigned char)(value >> 8 * i);
}

static void put_byte(struct fields *f, int value)
{
    put(f, (uint64_t)value, 1);
}

static void put_short(struct fields *f, int value)
{
    put(f, (uint64_t)value, 2);
}

static void put_int(struct fields *f, int value)
{
    put(f, (uint64_t)value, 4);
}

static void put_single(struct fields *f, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, bits, 4);
}

static void put_double(struct fields *f, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(f, bits, 8);
}

static void put_string(struct fields *f, const char *text, size_t room)
{
    const size_t length = text == NULL ? 0 : strlen(text) < room ? strlen(text) : room;
    f->at[f->n] = (unsigned char)length;
    if (length != 0)
        memcpy(f->at + f->n + 1, text, length);
    f->n += room + 1;
}

/* UTF-8 of the basic plane as UTF-16. */
static void put_wide(struct fields *f, const char *text)
{
    align(f, 2);
    const size_t end = f->n + (size_t)2 * WIDE;
    const unsigned char *at = (const unsigned char *)(text != NULL ? text : "");
    while (*at != '\0' && f->n + 2 < end) {
        unsigned code = *at++;
        int more = code >= 0xe0 ? 2 : code >= 0xc0 ? 1 : 0;
        code = more == 2 ? code & 0x0f : more == 1 ? code & 0x1f : code;
        for (; more > 0 && *at != '\0'; more--)
            code = code << 6 | (*at++ & 0x3f);
        put(f, code, 2);
    }
    f->n = end;
}

static void put_board(struct fields *f, const struct board *b)
{
    for (int i = 0; i < BOARD_POINTS; i++)
        put_byte(f, b->point[i]);
}

static void begin(struct fields *f, enum record_type type)
{
    memset(f, 0, sizeof *f);
    f->at[TYPE_AT] = (unsigned char)type;
    f->n = TYPE_AT + 1;
}

static void finish(struct xg_file *x, const struct fields *f)
{
    strbuf_add(&x->records, (const char *)f->at, XG_RECORD);
}

/* ---- comments ---- */

/* As RTF: every letter beyond ASCII as its byte, which fits the Latin-1 that tests use. */
static int put_comment(struct xg_file *x, const char *text)
{
    if (text == NULL)
        return -1;
    strbuf_puts(&x->comments, "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}\\f0\\fs20 ");
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        if (*c == '\n')
            strbuf_puts(&x->comments, "\\par \x01\x02");
        else if (*c == '\\' || *c == '{' || *c == '}')
            strbuf_printf(&x->comments, "\\%c", *c);
        else if (*c >= 0xc2 && *c <= 0xc3) {
            strbuf_printf(&x->comments, "\\'%02x", (*c & 3u) << 6 | (c[1] & 0x3fu));
            c++;
        } else
            strbuf_putc(&x->comments, (char)*c);
    strbuf_puts(&x->comments, "}\r\n");
    return x->n_comments++;
}

/* ---- records ---- */

static double days_of(const char *date)
{
    int year, month, day;
    if (date == NULL || sscanf(date, "%d-%d-%d", &year, &month, &day) != 3)
        return 0;
    long days = 0;
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    for (int y = 1900; y < year; y++)
        days += (y % 4 == 0 && y % 100 != 0) || y % 400 == 0 ? 366 : 365;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return (double)(days + before[month - 1] + (leap && month > 2) + day + 1);
}

/* Of "20:15". */
static double part_of_day(const char *time)
{
    int hour, minute;
    return time != NULL && sscanf(time, "%d:%d", &hour, &minute) == 2 ? (hour * 60 + minute) / (24 * 60.0) : 0;
}

static int variation_of(enum variant v)
{
    return v == VARIANT_NACKGAMMON ? 1 : v == VARIANT_BACKGAMMON ? 0 : 2;
}

static void put_head(struct fields *f, const struct match *m)
{
    put_string(f, m->player[0].name, 40);
    put_string(f, m->player[1].name, 40);
    put_int(f, m->length != 0 ? m->length : 99999);
    put_int(f, variation_of(m->rules.variant));
    put_byte(f, m->rules.crawford);
    put_byte(f, m->rules.jacoby);
    put_byte(f, m->rules.beavers);
    put_byte(f, m->rules.automatic);
    for (int i = 0; i < 2; i++)
        put_double(f, m->player[i].rating != NULL ? strtod(m->player[i].rating, NULL) : 1600);
    for (int i = 0; i < 2; i++)
        put_int(f, m->player[i].experience != NULL ? atoi(m->player[i].experience) : 0);
    put_double(f, days_of(m->info.date) + part_of_day(m->info.time));
    put_string(f, m->info.event, 128);
    put_int(f, m->info.match_id != NULL ? atoi(m->info.match_id) : 0), put_int(f, 0), put_int(f, 0);
    put_byte(f, 0), put_byte(f, 0), put_byte(f, 0);
    put_string(f, m->info.place, 128);
    put_int(f, 0);
    put_byte(f, 0);
    put_string(f, m->info.round, 128);
    put_int(f, 0);
}

/* What the reader keeps of a clock beside its kind and times. */
static int kept_number(const struct match *m, const char *name)
{
    const struct property *p = property_find(m->properties, name);
    return p != NULL && p->n_values == 1 ? atoi(p->values[0]) : 0;
}

static void put_clock(struct fields *f, const struct match *m)
{
    const struct clock *c = m->clock;
    const bool fischer = c != NULL && c->kind == CLOCK_FISCHER,
               any = fischer || (c != NULL && c->kind == CLOCK_BRONSTEIN);
    put_int(f, fischer ? 1 : any ? 2 : 0);
    put_byte(f, kept_number(m, "clock-per-game"));
    put_int(f, any ? (int)(c->reserve / 1000) : 0);
    put_int(f, any ? (int)((fischer ? c->increment : c->delay) / 1000) : 0);
    put_int(f, kept_number(m, "clock-penalty"));
    put_int(f, kept_number(m, "clock-left-1"));
    put_int(f, kept_number(m, "clock-left-2"));
    put_int(f, kept_number(m, "clock-money-penalty"));
    for (int i = 0; i < 4; i++)
        put_int(f, 0);
}

static void put_match(struct xg_file *x, const struct match *m)
{
    struct fields f;
    begin(&f, TYPE_MATCH);
    put_head(&f, m);
    put_int(&f, 32); /* version */
    put_int(&f, 0x494C4D44);
    put_int(&f, 0), put_int(&f, 0), put_int(&f, 0);
    put_byte(&f, 0), put_byte(&f, 0), put_byte(&f, 0);
    put_int(&f, put_comment(x, m->comment));
    put_int(&f, -1);
    put_byte(&f, m->length == 0);
    put_single(&f, 0), put_single(&f, 0);
    put_int(&f, 0);
    put_single(&f, 0), put_single(&f, 0);
    put_int(&f, 0);
    put_int(&f, m->rules.cube ? 10 : 0);
    put_int(&f, 0);
    put_byte(&f, 1);
    put_wide(&f, m->info.event);
    put_wide(&f, m->player[0].name);
    put_wide(&f, m->player[1].name);
    put_wide(&f, m->info.place);
    put_wide(&f, m->info.round);
    put_clock(&f, m);
    put_wide(&f, m->info.annotator);
    finish(x, &f);
}

static struct board by_player_0(const struct position *p)
{
    struct board b = p->board;
    if (p->on_roll != 0)
        board_flip(&b, &b);
    return b;
}

static void put_game(struct xg_file *x, const struct match *m, const struct game *g)
{
    struct fields f;
    struct board start;
    const bool set = g->n_events != 0 && g->events[0].kind == EVENT_SET_BOARD;
    board_start(&start, m->rules.variant);
    if (set && g->events[0].player == 0)
        start = *event_board(&g->events[0]);
    else if (set)
        board_flip(event_board(&g->events[0]), &start);
    begin(&f, TYPE_GAME);
    put_int(&f, g->score[0]);
    put_int(&f, g->score[1]);
    put_byte(&f, g->crawford_game);
    put_board(&f, &start);
    put_int(&f, g->number);
    put_byte(&f, 0);
    put_int(&f, put_comment(x, g->comment));
    put_int(&f, -1);
    put_int(&f, g->automatic_doubles);
    finish(x, &f);
}

static int active(int player)
{
    return player == 0 ? 1 : -1;
}

static double lost(float error)
{
    return isnan(error) ? -1000.0 : -(double)error;
}

static int level_code(const struct eval_level *l)
{
    if (l->name != NULL && strcmp(l->name, "XG Roller++") == 0)
        return 1002;
    return l->kind == EVAL_ROLLOUT ? 100 : l->kind == EVAL_BOOK ? 999 : l->plies;
}

static void put_outcome(struct fields *f, const struct outcome *o, float equity)
{
    put_single(f, o->lose_backgammon), put_single(f, o->lose_gammon), put_single(f, 1 - o->win);
    put_single(f, o->win), put_single(f, o->win_gammon), put_single(f, o->win_backgammon);
    put_single(f, equity);
}

static int verdict_code(enum cube_verdict v)
{
    return v == VERDICT_DOUBLE_TAKE ? 1 : v == VERDICT_DOUBLE_PASS ? 2 : v == VERDICT_NO_DOUBLE_TAKE ? 0 : -1;
}

static void put_cube_struct(struct fields *f, const struct cube_analysis *c, const struct board *seen)
{
    align(f, 4);
    const size_t start = f->n;
    put_board(f, seen);
    put_int(f, c != NULL ? level_code(&c->level) : 0);
    put_int(f, 0), put_int(f, 0), put_int(f, 1), put_int(f, 0);
    put_short(f, 0), put_short(f, 0), put_short(f, 0), put_short(f, 0);
    put_short(f, c != NULL ? verdict_code(c->verdict) : -100);
    if (c != NULL) {
        put_outcome(f, &c->branch[0].outcome, c->nd);
        put_single(f, c->nd), put_single(f, c->dt), put_single(f, c->dp);
        put_short(f, 0), put_short(f, 0);
        put_outcome(f, &c->branch[1].outcome, c->dt);
    }
    f->n = start + CUBE_STRUCT;
}

static const struct cube_analysis *cube_of(const struct event *e)
{
    const struct annotation *a = event_annotation(e, 0);
    return a != NULL ? a->cube : NULL;
}

struct cube_words { /* what one cube record says */
    int doubled, taken, beaver, raccoon;
    const struct event *decision, *answer;
    const int8_t *dice; /* NULL = none */
    const char *comment;
};

static int cube_code(const struct position *p)
{
    int log = 0;
    while (1 << log < p->cube)
        log++;
    return p->cube_owner == CUBE_CENTRED ? 0 : p->cube_owner == 0 ? log : -log;
}

/* ---- rollouts ---- */

static void put_double_zeros(struct fields *f, int n)
{
    for (int i = 0; i < n; i++)
        put_double(f, 0);
}

static float interval(const struct rollout_error *e, bool cubeless)
{
    return e == NULL ? NAN : 1.959964f * (cubeless ? e->cubeless : e->cubeful);
}

static void put_rollout_inputs(struct fields *f, const struct rollout_settings *s, bool cubeless)
{
    put_byte(f, s->truncation > 0), put_byte(f, 0);
    put_int(f, s->truncation), put_int(f, s->min_trials);
    put_double(f, 0);
    put_int(f, s->max_trials);
    put_int(f, level_code(&s->early.chequer)), put_int(f, level_code(&s->late.chequer)), put_int(f, s->late_from);
    put_byte(f, s->variance_reduction), put_byte(f, cubeless), put_byte(f, 0);
    put_int(f, level_code(&s->early.cube)), put_int(f, level_code(&s->late.cube));
    put_int(f, 0);
    put_int(f, s->stop_two_sided ? 1 : 2), put_int(f, 0), put_int(f, (int)s->seed);
    put_byte(f, 0);
    put_single(f, 0);
    put_int(f, 0);
    put_byte(f, s->opening), put_byte(f, 0), put_byte(f, 0);
}

/* Number of the record that it makes, -1 if the analysis is not a rollout with settings. */
static int put_rollout(struct xg_file *x, const struct eval_level *l, const struct rollout_settings *s,
                       const struct rollout_error *one, const struct rollout_error *two)
{
    struct fields f = {.n = 0};
    if (l->kind != EVAL_ROLLOUT || s == NULL)
        return -1;
    put_rollout_inputs(&f, s, !l->cubeful);
    put_int(&f, l->trials), put_byte(&f, 0);
    put_double_zeros(&f, 6 * 37);
    f.n += (size_t)4 * 37;
    put_single(&f, interval(one, !l->cubeful)), put_single(&f, interval(two, !l->cubeful));
    f.n += (size_t)4 * (7 + 7 + 2 + 1 + 9 + 1);
    put_int(&f, level_code(&s->last.chequer)), put_int(&f, l->trials);
    f.n = XG_ROLLOUT;
    strbuf_add(&x->rollouts, (const char *)f.at, XG_ROLLOUT);
    return (int)(x->rollouts.length / XG_ROLLOUT) - 1;
}

static int put_cube_rollout(struct xg_file *x, const struct cube_analysis *c)
{
    return c == NULL ? -1 : put_rollout(x, &c->level, c->rollout, c->branch[0].stderror, c->branch[1].stderror);
}

static void put_cube(struct xg_file *x, const struct position *p, const struct cube_words *w)
{
    struct fields f;
    struct board board = by_player_0(p);
    const struct cube_analysis *c = w->decision != NULL ? cube_of(w->decision) : NULL;
    const struct cube_analysis *answer = w->answer != NULL ? cube_of(w->answer) : NULL;
    begin(&f, TYPE_CUBE);
    put_int(&f, active(p->on_roll));
    put_int(&f, w->doubled), put_int(&f, w->taken), put_int(&f, w->beaver), put_int(&f, w->raccoon);
    put_int(&f, cube_code(p));
    put_board(&f, &board);
    put_cube_struct(&f, c, &p->board);
    put_double(&f, c != NULL ? lost(c->double_error) : -1000.0);
    const char dice[3] = {w->dice != NULL ? (char)('0' + w->dice[0]) : '0',
                          w->dice != NULL ? (char)('0' + w->dice[1]) : '0'};
    put_string(&f, dice, 2);
    put_double(&f, answer != NULL ? lost(answer->answer_error) : -1000.0);
    put_int(&f, put_cube_rollout(x, c)), put_int(&f, 0), put_int(&f, 0);
    put_double(&f, -1000.0), put_double(&f, -1000.0);
    put_int(&f, 0), put_int(&f, 0);
    put_byte(&f, 0), put_byte(&f, 0);
    put_double(&f, 0), put_double(&f, 0);
    put_byte(&f, 0);
    put_int(&f, put_comment(x, w->comment));
    put_byte(&f, 0), put_byte(&f, 0), put_byte(&f, 0);
    put_int(&f, 0);
    for (int i = 0; i < 2; i++) {
        const int64_t left = w->decision != NULL ? event_timing(w->decision)->left[i] : -1;
        put_int(&f, left >= 0 ? (int)(left / 1000) : 0);
    }
    finish(x, &f);
}

static void put_steps(struct fields *f, const struct play *p, size_t size)
{
    for (int i = 0; i < PLAY_STEPS; i++) {
        const bool there = i < p->n;
        put(f, (uint64_t)(there ? p->step[i].from - 1 : -1), size);
        put(f, (uint64_t)(there ? (p->step[i].to == 0 ? -1 : p->step[i].to - 1) : -1), size);
    }
}

static void put_move_struct(struct fields *f, const struct walk *w, const struct play_analysis *p)
{
    static const struct candidate nothing;
    align(f, 4);
    const size_t start = f->n;
    const int n = p != NULL ? p->n : 0;
    put_board(f, &w->before.board);
    put_int(f, w->event->dice[0]), put_int(f, w->event->dice[1]);
    for (int i = 0; i < 7; i++)
        put_int(f, 0);
    put_int(f, n);
    for (int i = 0; i < CANDIDATES; i++) {
        struct board after = {0};
        if (i < n)
            board_play(&w->before.board, &p->candidates[i].play, &after);
        put_board(f, &after);
    }
    for (int i = 0; i < CANDIDATES; i++)
        put_steps(f, i < n ? &p->candidates[i].play : &nothing.play, 1);
    for (int i = 0; i < CANDIDATES; i++) {
        put_short(f, level_code(i < n ? &p->candidates[i].level : &nothing.level));
        put_byte(f, 0), put_byte(f, 0);
    }
    for (int i = 0; i < CANDIDATES; i++)
        put_outcome(f, i < n ? &p->candidates[i].outcome : &nothing.outcome, i < n ? p->candidates[i].equity : 0);
    f->n = start + MOVE_STRUCT;
}

/* A roll that was resigned instead of played has steps that go nowhere. */
static void put_move(struct xg_file *x, const struct walk *w)
{
    static const struct play nowhere = {1, {{6, 6}}};
    const bool played = w->event->kind == EVENT_PLAY;
    struct fields f;
    const struct event *e = w->event;
    const struct annotation *a = event_annotation(e, 0);
    const struct play_analysis *p = a != NULL ? a->play : NULL;
    struct board before = by_player_0(&w->before);
    begin(&f, TYPE_MOVE);
    put_board(&f, &before);
    put_board(&f, played ? &w->played : &w->before.board);
    put_int(&f, active(e->player));
    put_steps(&f, played ? &e->play : &nowhere, 4);
    put_int(&f, e->dice[0]), put_int(&f, e->dice[1]);
    put_int(&f, cube_code(&w->before));
    put_double(&f, 0);
    put_int(&f, p != NULL ? p->n : 0);
    put_move_struct(&f, w, p);
    put_byte(&f, 1);
    put_double(&f, p != NULL ? lost(p->error) : -1000.0);
    put_double(&f, a != NULL && !isnan(a->luck) ? (double)a->luck : -1000.0);
    put_int(&f, 0);
    put_double(&f, 0);
    for (int i = 0; i < CANDIDATES; i++) {
        const struct candidate *c = p != NULL && i < p->n ? &p->candidates[i] : NULL;
        put_int(&f, c != NULL ? put_rollout(x, &c->level, c->rollout, c->stderror, NULL) : -1);
    }
    put_int(&f, -1), put_int(&f, -1), put_int(&f, -1);
    put_board(&f, played ? &w->played : &w->before.board);
    put_byte(&f, 0);
    put_double(&f, 0);
    put_byte(&f, 0);
    put_int(&f, put_comment(x, e->comment));
    finish(x, &f);
}

static void put_game_end(struct xg_file *x, const struct match *m, const struct game *g)
{
    static const int terminations[] = {[ENDING_BORNE_OFF] = 1,
                                       [ENDING_DROP] = 0,
                                       [ENDING_RESIGNED] = 101,
                                       [ENDING_FORFEIT] = 100,
                                       [ENDING_SETTLED] = 1001};
    struct fields f;
    begin(&f, TYPE_GAME_END);
    for (int i = 0; i < 2; i++)
        put_int(&f, g->score[i] + (g->winner == i ? g->points : 0));
    put_byte(&f, 0);
    put_int(&f, active(g->winner));
    put_int(&f, g->points);
    put_int(&f, terminations[g->ending]);
    (void)m;
    finish(x, &f);
}

/* ---- a game ---- */

static bool is_cube_action(enum event_kind kind)
{
    return kind == EVENT_DOUBLE || kind == EVENT_BEAVER || kind == EVENT_RACCOON || kind == EVENT_TAKE ||
           kind == EVENT_DROP;
}

/* The doubling that begins at `w`: takes the events of its answer too. */
static void put_doubling(struct xg_file *x, struct walk *w)
{
    struct cube_words words = {
        .doubled = 1, .taken = -1, .beaver = -1, .raccoon = -1, .decision = w->event, .comment = w->event->comment};
    const struct position before = w->before;
    while (w->index + 1 < w->game->n_events && is_cube_action(w->game->events[w->index + 1].kind) &&
           w->game->events[w->index + 1].kind != EVENT_DOUBLE) {
        walk_next(w);
        const enum event_kind kind = w->event->kind;
        if (words.answer == NULL)
            words.answer = w->event;
        if (kind == EVENT_BEAVER)
            words.taken = 2, words.beaver = 1;
        else if (kind == EVENT_RACCOON)
            words.raccoon = 1;
        else if (words.taken != 2)
            words.taken = kind == EVENT_TAKE;
    }
    put_cube(x, &before, &words);
}

static void put_roll(struct xg_file *x, const struct walk *w)
{
    struct position before = w->before;
    const struct cube_analysis *c = cube_of(w->event);
    const bool possible = c != NULL;
    before.dice[0] = before.dice[1] = 0;
    put_cube(x, &before,
             &(struct cube_words){.doubled = possible ? 0 : -2,
                                  .taken = -1,
                                  .beaver = -1,
                                  .raccoon = -1,
                                  .decision = w->event,
                                  .dice = w->event->dice});
}

static void put_events(struct xg_file *x, const struct match *m, const struct game *g)
{
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);)
        switch (w.event->kind) {
        case EVENT_DOUBLE:
            put_doubling(x, &w);
            break;
        case EVENT_PLAY:
        case EVENT_ROLL:
            put_roll(x, &w);
            if (w.event->kind == EVENT_PLAY || event_annotation(w.event, 0) != NULL)
                put_move(x, &w);
            break;
        default: /* resignations follow from the end of the game */
            break;
        }
}

void xg_make(struct xg_file *x, const struct match *m)
{
    struct fields end;
    *x = (struct xg_file){0};
    put_match(x, m);
    for (size_t i = 0; i < m->n_games; i++) {
        put_game(x, m, &m->games[i]);
        put_events(x, m, &m->games[i]);
        if (m->games[i].winner != NOBODY)
            put_game_end(x, m, &m->games[i]);
    }
    begin(&end, TYPE_MATCH_END);
    finish(x, &end);
}

void xg_done(struct xg_file *x)
{
    strbuf_done(&x->records);
    strbuf_done(&x->comments);
    strbuf_done(&x->rollouts);
}

char *xg_record(struct xg_file *x, int type, int n)
{
    for (size_t at = 0; at < x->records.length; at += XG_RECORD)
        if (x->records.at[at + TYPE_AT] == type && n-- == 0)
            return x->records.at + at;
    fail_msg("no record of type %d", type);
    return NULL;
}

/* ---- the container ---- */

static void le32(struct strbuf *out, uint64_t value)
{
    for (int i = 0; i < 4; i++)
        strbuf_putc(out, (char)(value >> 8 * i & 0xff));
}

static void deflate_to(struct strbuf *out, const struct strbuf *in)
{
    uLongf room = compressBound((uLong)in->length);
    Bytef *packed = malloc(room);
    assert_int_equal(compress2(packed, &room, (const Bytef *)strbuf_text(in), (uLong)in->length, 9), Z_OK);
    strbuf_add(out, (char *)packed, room);
    free(packed);
}

static void put_entry_name(struct strbuf *registry, const char *name)
{
    strbuf_putc(registry, (char)strlen(name));
    strbuf_puts(registry, name);
    strbuf_fill(registry, '\0', 255 - strlen(name));
    strbuf_fill(registry, '\0', 256); /* path */
}

static void pack_member(struct strbuf *data, struct strbuf *registry, const char *name, const struct strbuf *content,
                        const struct xg_packing *how)
{
    const size_t start = data->length;
    if (how->stored)
        strbuf_add(data, strbuf_text(content), content->length);
    else
        deflate_to(data, content);
    const unsigned long crc = crc32(crc32(0, NULL, 0), (const Bytef *)strbuf_text(content), (uInt)content->length);
    put_entry_name(registry, name);
    le32(registry, (unsigned long)((long)content->length + how->size_extra));
    le32(registry, (unsigned long)(data->length - start));
    le32(registry, (unsigned long)((long)start + how->start_extra));
    le32(registry, crc ^ how->crc_flip);
    strbuf_putc(registry, how->stored ? 1 : 0);
    strbuf_putc(registry, 9);
    strbuf_fill(registry, '\0', 2);
}

static void put_header(struct strbuf *out, size_t thumbnail)
{
    strbuf_puts(out, "RGMH");
    le32(out, 1);
    le32(out, HEADER);
    le32(out, 0), le32(out, 0);
    le32(out, thumbnail);
    strbuf_fill(out, '\0', HEADER - out->length);
    strbuf_fill(out, '\xff', thumbnail);
}

void xg_pack(const struct xg_file *x, const struct xg_packing *how, struct strbuf *out)
{
    struct strbuf data = {0}, registry = {0}, packed = {0};
    struct xg_packing plain = {.stored = how->stored};
    pack_member(&data, &registry, "temp.xg", &x->records, how);
    if (x->comments.length != 0)
        pack_member(&data, &registry, "temp.xgc", &x->comments, &plain);
    if (x->rollouts.length != 0)
        pack_member(&data, &registry, "temp.xgr", &x->rollouts, &plain);
    if (how->plain_registry)
        strbuf_add(&packed, registry.at, registry.length);
    else
        deflate_to(&packed, &registry);
    put_header(out, how->thumbnail);
    const size_t from = out->length;
    strbuf_add(out, data.at, data.length);
    strbuf_add(out, packed.at, packed.length);
    const unsigned long crc = crc32(crc32(0, NULL, 0), (const Bytef *)out->at + from, (uInt)(out->length - from));
    le32(out, crc);
    le32(out, registry.length / ENTRY);
    le32(out, 1);
    le32(out, packed.length);
    le32(out, data.length);
    strbuf_putc(out, !how->plain_registry);
    strbuf_fill(out, '\0', 15);
    strbuf_done(&data);
    strbuf_done(&registry);
    strbuf_done(&packed);
}

void xg_write(const struct match *m, struct strbuf *out)
{
    struct xg_file x;
    xg_make(&x, m);
    xg_pack(&x, &(struct xg_packing){0}, out);
    xg_done(&x);
}

/* ---- what cannot be said ---- */

void xg_keeps(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct game *g = &m->games[i];
        size_t kept = 0;
        for (size_t k = 0; k < g->n_events; k++)
            if (k + 1 < g->n_events && g->events[k].kind == EVENT_RESIGN &&
                g->events[k + 1].kind == EVENT_RESIGN_REFUSE)
                k++;
            else
                g->events[kept++] = g->events[k];
        g->n_events = kept;
    }
}

bool xg_holds(const struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++)
        for (size_t k = 0; k < m->games[i].n_events; k++) {
            const enum event_kind before = k > 0 ? m->games[i].events[k - 1].kind : EVENT_DOUBLE;
            if (m->games[i].events[k].kind == EVENT_RESIGN &&
                (before == EVENT_DOUBLE || before == EVENT_BEAVER || before == EVENT_RACCOON))
                return false;
        }
    return true;
}
