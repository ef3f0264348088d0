/* Reader of the native dump, format in docs/formats/dump.md. The idea: each line is a keyword with a handler from a
 * table, and each handler knows at which level of the record it may stand. Strict, for the file is ours: the first
 * fault refuses the match it stands in. */
#include <math.h>
#include <string.h>

#include "import/import.h"
#include "import/lines.h"
#include "import/readers.h"
#include "match/walk.h"

enum { VERSION = 1, SETS_MAX = 64 };

enum level { AT_FILE, AT_MATCH, AT_GAME, AT_EVENT, AT_NOTE, AT_PLAYS, AT_CUBE };

struct dump_reader {
    struct lines lines;
    struct scan s; /* the rest of the current line */
    struct matches *out;
    struct diags *d;
    struct match *m; /* the open match, or NULL */
    struct game *g; /* the open game: none before the first and after `result` */
    struct event *e;
    struct annotation *a;
    size_t candidates_capacity;
    const struct property **raw; /* where `raw` goes */
    struct rollout_error **stderror; /* where `stderror` goes, or NULL */
    const struct rollout_settings **rollout; /* where `rollout` goes */
    struct property **list, **tail; /* list last appended to, and its end */
    enum level level;
    bool failed; /* this match is refused: lines up to the next `match` are passed over */
};

/* ---- values ---- */

static bool fail(struct dump_reader *r, const char *expected)
{
    if (!r->failed) {
        struct span rest = scan_rest(&r->s);
        int shown = (int)(rest.length < 40 ? rest.length : 40);
        diag_at(r->d, SEVERITY_ERROR, r->lines.number, (int)(r->s.at - r->lines.line.at) + 1,
                "\"%.*s\" found, expected %s", shown, rest.at, expected);
    }
    r->failed = true;
    return false;
}

static bool end_of_line(struct dump_reader *r)
{
    return scan_done(&r->s) || fail(r, "the end of the line");
}

/* Steps over `word` if it comes next. */
static bool accept(struct dump_reader *r, const char *word)
{
    struct scan ahead = r->s;
    if (!span_equal(scan_word(&ahead), word))
        return false;
    r->s = ahead;
    return true;
}

static bool expect(struct dump_reader *r, const char *word)
{
    if (accept(r, word))
        return true;
    scan_blanks(&r->s);
    return fail(r, word);
}

static bool read_int(struct dump_reader *r, int *out, long least, long most)
{
    long value;
    struct scan ahead = r->s;
    if (!span_int(scan_word(&ahead), &value) || value < least || value > most) {
        scan_blanks(&r->s);
        return fail(r, "a number in its range");
    }
    r->s = ahead;
    *out = (int)value;
    return true;
}

/* A whole number of up to 15 digits. */
static bool read_long(struct dump_reader *r, long *out)
{
    double value;
    struct scan ahead = r->s;
    if (!span_double(scan_word(&ahead), &value) || !(fabs(value) < 1e15)) {
        scan_blanks(&r->s);
        return fail(r, "a number");
    }
    r->s = ahead;
    *out = (long)value;
    return true;
}

static bool read_float(struct dump_reader *r, float *out)
{
    double value = NAN;
    struct scan ahead = r->s;
    struct span word = scan_word(&ahead);
    if (!span_equal(word, "-") && !span_double(word, &value)) {
        scan_blanks(&r->s);
        return fail(r, "a number or '-'");
    }
    r->s = ahead;
    *out = (float)value;
    return true;
}

/* One of `names`; *out is its index. */
static bool read_name(struct dump_reader *r, const char *const *names, int n, int *out)
{
    *out = 0;
    for (int i = 0; i < n; i++)
        if (accept(r, names[i])) {
            *out = i;
            return true;
        }
    scan_blanks(&r->s);
    return fail(r, "a known word");
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* After a backslash; 0 = no such escape (a string never holds a NUL). */
static char read_escape(struct scan *s)
{
    char c = s->at < s->end ? *s->at++ : '\0';
    switch (c) {
    case '"':
    case '\\':
        return c;
    case 'n':
        return '\n';
    case 't':
        return '\t';
    case 'r':
        return '\r';
    case 'x': {
        int high = s->end - s->at >= 2 ? hex_digit(s->at[0]) : -1, low = high >= 0 ? hex_digit(s->at[1]) : -1;
        s->at += low >= 0 ? 2 : 0;
        return low >= 0 ? (char)(high * 16 + low) : '\0';
    }
    default:
        return '\0';
    }
}

/* Bytes up to the closing quote: no string that is read is longer. */
static size_t quoted_length(struct scan s)
{
    const char *from = s.at;
    for (; s.at < s.end && *s.at != '"'; s.at++)
        if (*s.at == '\\' && s.at + 1 < s.end)
            s.at++;
    return (size_t)(s.at - from);
}

static bool read_string(struct dump_reader *r, const char **out)
{
    scan_blanks(&r->s);
    struct scan s = r->s;
    if (!scan_char(&s, '"'))
        return fail(r, "a string in quotes");
    char *text = arena_alloc(r->m->arena, quoted_length(s) + 1);
    size_t n = 0;
    while (s.at < s.end && *s.at != '"') {
        text[n] = *s.at++;
        if (text[n] == '\\') {
            text[n] = read_escape(&s);
            if (text[n] == '\0') {
                r->s = s;
                return fail(r, "an escape: \\\" \\\\ \\n \\t \\r \\xNN");
            }
        }
        n++;
    }
    r->s = s;
    text[n] = '\0';
    *out = text;
    return scan_char(&r->s, '"') || fail(r, "a closing quote");
}

static bool read_dice(struct dump_reader *r, int8_t dice[2])
{
    struct scan ahead = r->s;
    struct span word = scan_word(&ahead);
    if (word.length != 2 || word.at[0] < '0' || word.at[0] > '6' || word.at[1] < '0' || word.at[1] > '6') {
        scan_blanks(&r->s);
        return fail(r, "two dice");
    }
    r->s = ahead;
    dice[0] = (int8_t)(word.at[0] - '0');
    dice[1] = (int8_t)(word.at[1] - '0');
    return true;
}

static bool read_step(struct scan *s, struct step *out)
{
    long from, to;
    struct scan word = scan_of(scan_word(s));
    if (!scan_int(&word, &from) || !scan_char(&word, '/') || !scan_int(&word, &to) || word.at != word.end)
        return false;
    *out = (struct step){(int8_t)from, (int8_t)to};
    return from >= 1 && from <= BOARD_BAR && to >= 0 && to < BOARD_BAR;
}

static bool read_play(struct dump_reader *r, struct play *play)
{
    *play = (struct play){0};
    if (accept(r, "-"))
        return true;
    if (accept(r, "?")) {
        play->n = -1;
        return true;
    }
    for (struct scan ahead = r->s; play->n < PLAY_STEPS && read_step(&ahead, &play->step[play->n]); r->s = ahead)
        play->n++;
    memset(play->step + play->n, 0, (size_t)(PLAY_STEPS - play->n) * sizeof *play->step);
    scan_blanks(&r->s);
    return play->n > 0 || fail(r, "steps like 8/5, '-' or '?'");
}

static bool read_board(struct dump_reader *r, struct board *b)
{
    int n;
    *b = (struct board){0};
    for (int i = 0; i < BOARD_POINTS; i++) {
        if (!read_int(r, &n, -BOARD_CHEQUERS, BOARD_CHEQUERS))
            return false;
        b->point[i] = (int8_t)n;
    }
    if (!expect(r, "off"))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!read_int(r, &n, 0, BOARD_CHEQUERS))
            return false;
        b->off[i] = (int8_t)n;
    }
    return true;
}

static bool read_outcome(struct dump_reader *r, struct outcome *o)
{
    return expect(r, "win") && read_float(r, &o->win) && read_float(r, &o->win_gammon) &&
           read_float(r, &o->win_backgammon) && expect(r, "lose") && read_float(r, &o->lose_gammon) &&
           read_float(r, &o->lose_backgammon);
}

static bool read_level(struct dump_reader *r, struct eval_level *l)
{
    static const char *const kinds[] = {"none", "ply", "rollout", "book", "exact", "other"}; /* ORDER EVAL */
    int kind;
    *l = (struct eval_level){0};
    if (!expect(r, "level") || !read_name(r, kinds, 6, &kind) || !read_int(r, &l->plies, -100, 1000))
        return false;
    l->kind = (enum eval_kind)kind;
    l->cubeful = accept(r, "cubeful");
    if (accept(r, "noise") && !read_float(r, &l->noise))
        return false;
    if (accept(r, "trials") && !read_int(r, &l->trials, 0, 1000000000))
        return false;
    return !accept(r, "name") || read_string(r, &l->name);
}

/* format (string or '-'), name, values; appended to *list. */
static bool read_property(struct dump_reader *r, struct property **list)
{
    const char *format = NULL, *name, *value;
    if ((!accept(r, "-") && !read_string(r, &format)) || !read_string(r, &name))
        return false;
    if (r->list != list) {
        r->list = r->tail = list;
        while (*r->tail != NULL)
            r->tail = &(*r->tail)->next;
    }
    struct property *p = property_add(r->m, r->tail, format, name, NULL);
    r->tail = &p->next;
    while (!scan_done(&r->s)) {
        if (!read_string(r, &value))
            return false;
        property_add_value(r->m, p, value);
    }
    return true;
}

/* ---- lines of the match ---- */

static bool on_format(struct dump_reader *r)
{
    return read_string(r, &r->m->format);
}

static bool on_generator(struct dump_reader *r)
{
    return read_string(r, &r->m->generator);
}

static bool on_length(struct dump_reader *r)
{
    return read_int(r, &r->m->length, 0, MATCH_LENGTH_MAX);
}

static bool on_variant(struct dump_reader *r)
{
    static const char *const names[] = {"backgammon", "nackgammon", "hypergammon1", "hypergammon2", "hypergammon3"};
    int variant;
    if (!read_name(r, names, 5, &variant))
        return false;
    r->m->rules.variant = (enum variant)variant;
    return true;
}

static bool on_rules(struct dump_reader *r)
{
    struct rules *rules = &r->m->rules;
    rules->cube = accept(r, "cube");
    rules->crawford = accept(r, "crawford");
    rules->jacoby = accept(r, "jacoby");
    rules->beavers = accept(r, "beavers");
    rules->automatic = accept(r, "automatic");
    r->m->jacoby_known = accept(r, "jacoby-known");
    accept(r, "-");
    return true;
}

static bool read_player(struct dump_reader *r, int *player)
{
    return read_int(r, player, 0, 1);
}

static bool on_player(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && read_string(r, &r->m->player[i].name);
}

static bool on_rating(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && read_string(r, &r->m->player[i].rating);
}

static bool on_experience(struct dump_reader *r)
{
    int i;
    return read_player(r, &i) && read_string(r, &r->m->player[i].experience);
}

#define INFO_LINE(field)                                                                                               \
    static bool on_##field(struct dump_reader *r)                                                                      \
    {                                                                                                                  \
        return read_string(r, &r->m->info.field);                                                                      \
    }
INFO_LINE(date)
INFO_LINE(event)
INFO_LINE(round)
INFO_LINE(place)
INFO_LINE(annotator)
INFO_LINE(site)
INFO_LINE(match_id)
INFO_LINE(time)

static bool on_set(struct dump_reader *r)
{
    struct annotation_set set = {0};
    if (r->m->n_games > 0)
        return fail(r, "sets before the first game");
    if (r->m->n_sets >= SETS_MAX)
        return fail(r, "at most 64 sets");
    if (!read_string(r, &set.engine))
        return false;
    const struct {
        const char *word;
        const char **field;
    } fields[] = {{"version", &set.version}, {"level", &set.level}, {"settings", &set.settings}, {"met", &set.met}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (accept(r, fields[i].word) && !read_string(r, fields[i].field))
            return false;
    set.own = accept(r, "own");
    if (!expect(r, "thresholds"))
        return false;
    for (int i = 0; i < 3; i++)
        if (!read_float(r, &set.threshold[i]))
            return false;
    match_add_set(r->m, &set);
    return true;
}

/* ---- lines of a game ---- */

static bool on_game(struct dump_reader *r)
{
    if (r->g != NULL)
        return fail(r, "the result of the game before");
    r->g = match_add_game(r->m);
    r->g->place = (struct place){.line = r->lines.number, .column = 1, .offset = -1};
    r->e = NULL;
    r->a = NULL;
    r->level = AT_GAME;
    return read_int(r, &r->g->number, 0, 1000000000);
}

static bool on_score(struct dump_reader *r)
{
    return read_int(r, &r->g->score[0], 0, 1000000) && read_int(r, &r->g->score[1], 0, 1000000);
}

static bool on_crawford_game(struct dump_reader *r)
{
    return r->g->crawford_game = true;
}

static bool on_automatic_doubles(struct dump_reader *r)
{
    return read_int(r, &r->g->automatic_doubles, 0, CUBE_MAX_LOG2);
}

static bool on_result(struct dump_reader *r)
{
    static const char *const endings[] = {"none", "borne-off", "drop", "resigned", "forfeit", "settled"};
    int ending;
    struct game *g = r->g;
    g->winner = NOBODY;
    if (!accept(r, "-") && !read_player(r, &g->winner))
        return false;
    if (!read_int(r, &g->points, 0, 1000000) || !read_name(r, endings, 6, &ending))
        return false;
    g->ending = (enum ending)ending;
    r->g = NULL;
    r->e = NULL;
    r->a = NULL;
    r->level = AT_MATCH;
    return true;
}

/* ---- events ---- */

static bool read_event_board(struct dump_reader *r, struct event *e)
{
    struct board b;
    bool good = read_board(r, &b);
    if (good)
        event_set_board(r->m, e, &b);
    return good;
}

static bool read_owner(struct dump_reader *r, struct event *e)
{
    int owner = CUBE_CENTRED;
    bool good = accept(r, "-") || read_player(r, &owner);
    e->owner = (signed char)owner;
    return good;
}

static bool read_event_values(struct dump_reader *r, struct event *e)
{
    enum { CUBE_MAX = 1 << 30 }; /* illegal ones too */
    switch (e->kind) {
    case EVENT_PLAY:
        return read_dice(r, e->dice) && read_play(r, &e->play);
    case EVENT_ROLL:
    case EVENT_SET_DICE:
        return read_dice(r, e->dice);
    case EVENT_DOUBLE:
    case EVENT_BEAVER:
    case EVENT_RACCOON:
    case EVENT_RESIGN:
        return read_int(r, &e->value, 0, CUBE_MAX);
    case EVENT_SET_BOARD:
        return read_event_board(r, e);
    case EVENT_SET_CUBE:
        return read_int(r, &e->value, 0, CUBE_MAX) && read_owner(r, e);
    case EVENT_SET_SCORE:
        return read_int(r, &e->score[0], 0, 1000000) && read_int(r, &e->score[1], 0, 1000000);
    default:
        return true;
    }
}

static bool on_event_line(struct dump_reader *r)
{
    int player, kind = 0;
    if (!read_player(r, &player))
        return false;
    while (kind < EVENT_KINDS && !accept(r, event_kind_name((enum event_kind)kind)))
        kind++;
    scan_blanks(&r->s);
    if (kind == EVENT_KINDS)
        return fail(r, "a kind of event");
    r->e = game_add_event(r->m, r->g, (enum event_kind)kind, player);
    r->e->place = (struct place){.line = r->lines.number, .column = 1, .offset = -1};
    r->a = NULL;
    r->level = AT_EVENT;
    if (!read_event_values(r, r->e))
        return false;
    if (accept(r, "illegal"))
        r->e->flags |= EVENT_ILLEGAL;
    if (accept(r, "implied"))
        r->e->flags |= EVENT_IMPLIED;
    return true;
}

static bool on_after(struct dump_reader *r)
{
    r->e->flags |= EVENT_AFTER_GIVEN;
    return read_event_board(r, r->e);
}

static bool on_text(struct dump_reader *r)
{
    return read_string(r, &r->e->text);
}

static bool on_comment(struct dump_reader *r)
{
    if (r->e != NULL)
        return read_string(r, &r->e->comment);
    return read_string(r, r->g != NULL ? &r->g->comment : &r->m->comment);
}

static bool on_property(struct dump_reader *r)
{
    if (r->e != NULL)
        return read_property(r, &r->e->properties);
    return read_property(r, r->g != NULL ? &r->g->properties : &r->m->properties);
}

/* ---- annotations ---- */

static bool on_note(struct dump_reader *r)
{
    int set;
    if (!read_int(r, &set, 0, (long)r->m->n_sets - 1))
        return false;
    r->a = event_annotate(r->m, r->e, set);
    r->raw = &r->a->raw;
    r->stderror = NULL;
    r->rollout = NULL;
    r->level = AT_NOTE;
    return true;
}

static bool on_raw(struct dump_reader *r)
{
    return read_property(r, (struct property **)(uintptr_t)r->raw);
}

static bool on_luck(struct dump_reader *r)
{
    static const char *const marks[] = {"very-unlucky", "unlucky", "-", "lucky", "very-lucky"};
    int mark;
    if (!read_float(r, &r->a->luck) || !read_float(r, &r->a->luck_mwc) || !read_name(r, marks, 5, &mark))
        return false;
    r->a->luck_mark = (enum luck_mark)(mark + LUCK_VERY_UNLUCKY);
    return true;
}

static bool on_skill(struct dump_reader *r)
{
    static const char *const skills[] = {"-", "doubtful", "bad", "very-bad"};
    int play, cube;
    if (!read_name(r, skills, 4, &play) || !read_name(r, skills, 4, &cube))
        return false;
    r->a->play_skill = (enum skill)play;
    r->a->cube_skill = (enum skill)cube;
    return true;
}

static bool on_plays(struct dump_reader *r)
{
    struct play_analysis *p = r->a->play = arena_alloc(r->m->arena, sizeof *p);
    p->played = -1;
    r->candidates_capacity = 0;
    r->level = AT_PLAYS;
    return read_int(r, &p->n_legal, 0, 1000000) && (accept(r, "-") || read_int(r, &p->played, 0, 1000000)) &&
           read_float(r, &p->error) && read_float(r, &p->error_mwc);
}

static bool on_candidate(struct dump_reader *r)
{
    struct play_analysis *p = r->a->play;
    p->candidates =
        arena_grow(r->m->arena, p->candidates, (size_t)p->n, &r->candidates_capacity, sizeof *p->candidates);
    struct candidate *c = &p->candidates[p->n++];
    *c = (struct candidate){.mwc = NAN};
    r->raw = &c->raw;
    r->stderror = &c->stderror;
    r->rollout = &c->rollout;
    return read_play(r, &c->play) && read_outcome(r, &c->outcome) && expect(r, "equity") && read_float(r, &c->equity) &&
           expect(r, "cubeless") && read_float(r, &c->cubeless) && (!accept(r, "value") || read_float(r, &c->mwc)) &&
           read_level(r, &c->level);
}

static bool on_stderror(struct dump_reader *r)
{
    if (r->stderror == NULL)
        return fail(r, "a candidate or branch before it");
    struct rollout_error *e = *r->stderror = arena_alloc(r->m->arena, sizeof *e);
    e->mwc = NAN;
    return read_outcome(r, &e->outcome) && expect(r, "equity") && read_float(r, &e->cubeful) && expect(r, "cubeless") &&
           read_float(r, &e->cubeless) && (!accept(r, "value") || read_float(r, &e->mwc));
}

static bool read_players(struct dump_reader *r, const char *when, struct rollout_players *p)
{
    return !accept(r, when) || (read_level(r, &p->chequer) && read_level(r, &p->cube));
}

static bool read_rollout_numbers(struct dump_reader *r, struct rollout_settings *s)
{
    enum { MOST = 1000000000 };
    return (!accept(r, "truncation") || read_int(r, &s->truncation, 0, MOST)) &&
           (!accept(r, "late-from") || read_int(r, &s->late_from, 0, MOST)) &&
           (!accept(r, "min") || read_int(r, &s->min_trials, 0, MOST)) &&
           (!accept(r, "max") || read_int(r, &s->max_trials, 0, MOST)) &&
           (!accept(r, "seed") || read_long(r, &s->seed));
}

static bool on_rollout(struct dump_reader *r)
{
    struct rollout_settings *s = arena_alloc(r->m->arena, sizeof *s);
    if (r->rollout == NULL)
        return fail(r, "a candidate or cube before it");
    *r->rollout = s;
    s->variance_reduction = accept(r, "variance-reduction");
    s->quasi_random = accept(r, "quasi-random");
    s->opening = accept(r, "opening");
    s->stop_two_sided = accept(r, "stop-two-sided");
    s->stop_one_sided = accept(r, "stop-one-sided");
    return read_rollout_numbers(r, s) && (!accept(r, "dice") || read_string(r, &s->dice)) &&
           read_players(r, "early", &s->early) && read_players(r, "late", &s->late) &&
           read_players(r, "last", &s->last);
}

static bool on_cube(struct dump_reader *r)
{
    static const char *const verdicts[VERDICTS] = {
        /* ORDER VERDICT */
        "none",          "no-double-take", "no-double-beaver", "double-take",   "double-pass",     "double-beaver",
        "too-good-take", "too-good-pass",  "optional-take",    "optional-pass", "optional-beaver", "never-double"};
    int verdict;
    struct cube_analysis *c = r->a->cube = arena_alloc(r->m->arena, sizeof *c);
    *c = (struct cube_analysis){
        .double_error = NAN, .double_error_mwc = NAN, .answer_error = NAN, .answer_error_mwc = NAN};
    r->raw = &c->raw;
    r->stderror = NULL;
    r->rollout = &c->rollout;
    r->level = AT_CUBE;
    if (!read_float(r, &c->nd) || !read_float(r, &c->dt) || !read_float(r, &c->dp) ||
        !read_name(r, verdicts, VERDICTS, &verdict))
        return false;
    c->verdict = (enum cube_verdict)verdict;
    return read_level(r, &c->level);
}

static bool on_errors(struct dump_reader *r)
{
    struct cube_analysis *c = r->a->cube;
    return read_float(r, &c->double_error) && read_float(r, &c->double_error_mwc) && read_float(r, &c->answer_error) &&
           read_float(r, &c->answer_error_mwc);
}

static bool on_branch(struct dump_reader *r)
{
    static const char *const names[] = {"no-double", "double-take"};
    int which;
    if (!read_name(r, names, 2, &which))
        return false;
    struct cube_branch *b = &r->a->cube->branch[which];
    r->stderror = &b->stderror;
    return read_outcome(r, &b->outcome) && expect(r, "cubeless") && read_float(r, &b->cubeless) && expect(r, "value") &&
           read_float(r, &b->mwc);
}

/* ---- the table ---- */

static const struct keyword {
    const char *word;
    enum level from, to; /* levels at which it may stand */
    bool (*read)(struct dump_reader *r);
} keywords[] = {
    {"candidate", AT_PLAYS, AT_PLAYS, on_candidate},
    {"note", AT_EVENT, AT_CUBE, on_note},
    {"luck", AT_NOTE, AT_NOTE, on_luck},
    {"skill", AT_NOTE, AT_NOTE, on_skill},
    {"plays", AT_NOTE, AT_NOTE, on_plays},
    {"cube", AT_NOTE, AT_PLAYS, on_cube},
    {"branch", AT_CUBE, AT_CUBE, on_branch},
    {"errors", AT_CUBE, AT_CUBE, on_errors},
    {"stderror", AT_PLAYS, AT_CUBE, on_stderror},
    {"rollout", AT_PLAYS, AT_CUBE, on_rollout},
    {"raw", AT_NOTE, AT_CUBE, on_raw},
    {"comment", AT_MATCH, AT_EVENT, on_comment},
    {"property", AT_MATCH, AT_EVENT, on_property},
    {"text", AT_EVENT, AT_EVENT, on_text},
    {"after", AT_EVENT, AT_EVENT, on_after},
    {"result", AT_GAME, AT_CUBE, on_result},
    {"game", AT_MATCH, AT_MATCH, on_game},
    {"score", AT_GAME, AT_GAME, on_score},
    {"crawford-game", AT_GAME, AT_GAME, on_crawford_game},
    {"automatic-doubles", AT_GAME, AT_GAME, on_automatic_doubles},
    {"format", AT_MATCH, AT_MATCH, on_format},
    {"generator", AT_MATCH, AT_MATCH, on_generator},
    {"length", AT_MATCH, AT_MATCH, on_length},
    {"variant", AT_MATCH, AT_MATCH, on_variant},
    {"rules", AT_MATCH, AT_MATCH, on_rules},
    {"player", AT_MATCH, AT_MATCH, on_player},
    {"rating", AT_MATCH, AT_MATCH, on_rating},
    {"experience", AT_MATCH, AT_MATCH, on_experience},
    {"date", AT_MATCH, AT_MATCH, on_date},
    {"event", AT_MATCH, AT_MATCH, on_event},
    {"round", AT_MATCH, AT_MATCH, on_round},
    {"place", AT_MATCH, AT_MATCH, on_place},
    {"annotator", AT_MATCH, AT_MATCH, on_annotator},
    {"site", AT_MATCH, AT_MATCH, on_site},
    {"match-id", AT_MATCH, AT_MATCH, on_match_id},
    {"time", AT_MATCH, AT_MATCH, on_time},
    {"set", AT_MATCH, AT_MATCH, on_set},
};

/* The boards that candidates lead to are not written: replay gives the board they start from. */
static void place_candidates(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[i]); walk_next(&w);)
            for (const struct annotation *a = w.event->annotations; a != NULL; a = a->next)
                for (int k = 0; a->play != NULL && k < a->play->n; k++) {
                    struct candidate *c = &a->play->candidates[k];
                    c->after = w.before.board;
                    board_play(&w.before.board, &c->play, &c->after);
                }
    }
}

static void check_played(struct match *m)
{
    for (size_t i = 0; i < m->n_games; i++)
        for (size_t k = 0; k < m->games[i].n_events; k++)
            for (const struct annotation *a = m->games[i].events[k].annotations; a != NULL; a = a->next)
                if (a->play != NULL && a->play->played >= a->play->n)
                    a->play->played = -1;
}

static void close_match(struct dump_reader *r)
{
    struct match *m = r->m;
    r->m = NULL;
    r->g = NULL;
    r->e = NULL;
    r->a = NULL;
    r->list = NULL;
    r->level = AT_FILE;
    if (m == NULL)
        return;
    if (r->failed) {
        match_free(m);
        return;
    }
    check_played(m);
    place_candidates(m);
    matches_add(r->out, m);
}

static void open_match(struct dump_reader *r)
{
    if (r->m != NULL && !r->failed)
        diag_at(r->d, SEVERITY_WARNING, r->lines.number, 1, "a new match, expected \"end\" of the one before");
    close_match(r);
    r->failed = false;
    r->m = match_new();
    r->level = AT_MATCH;
}

static bool read_keyword(struct dump_reader *r)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        const struct keyword *k = &keywords[i];
        struct scan before = r->s;
        if (!accept(r, k->word))
            continue;
        if (r->level >= k->from && r->level <= k->to)
            return k->read(r) && end_of_line(r);
        r->s = before;
        scan_blanks(&r->s);
        return fail(r, "a line that may stand here");
    }
    scan_blanks(&r->s);
    return fail(r, "a keyword of this format");
}

static bool read_version(struct dump_reader *r)
{
    int version;
    if (!expect(r, "kibitzer-dump") || !read_int(r, &version, VERSION, VERSION))
        return false;
    return end_of_line(r);
}

static void read_line(struct dump_reader *r)
{
    r->s = scan_of(r->lines.line);
    scan_blanks(&r->s);
    if (r->s.at == r->s.end || *r->s.at == '#')
        return;
    if (r->m == NULL && !r->failed && span_starts_nocase(scan_rest(&r->s), "kibitzer-dump ")) {
        read_version(r); /* dumps put one after the other */
        return;
    }
    bool event = *r->s.at == '0' || *r->s.at == '1';
    if (accept(r, "match")) {
        open_match(r);
        end_of_line(r);
    } else if (r->failed) {
        return;
    } else if (r->m == NULL) {
        fail(r, "\"match\"");
    } else if (accept(r, "end")) {
        if (r->g != NULL)
            fail(r, "the result of the game before");
        end_of_line(r);
        close_match(r);
    } else if (event && r->level >= AT_GAME) {
        if (on_event_line(r))
            end_of_line(r);
    } else {
        read_keyword(r);
    }
}

static bool dump_read(struct span text, struct matches *out, struct diags *d)
{
    struct dump_reader r = {.out = out, .d = d};
    size_t before = out->n;
    lines_begin(&r.lines, text);
    lines_next(&r.lines);
    r.s = scan_of(r.lines.line);
    if (!read_version(&r))
        return false;
    while (lines_next(&r.lines))
        read_line(&r);
    if (r.m != NULL && !r.failed)
        diag_at(d, SEVERITY_WARNING, r.lines.number, 1, "the file ends here, expected \"end\": it was truncated");
    close_match(&r);
    if (out->n == before && d->n_errors == 0)
        diag_at(d, SEVERITY_ERROR, r.lines.number, 1, "no match in this dump, expected \"match\"");
    return out->n > before;
}

static int dump_sniff(struct span head)
{
    return span_starts_nocase(head, "kibitzer-dump ") ? 100 : 0;
}

static const char *const extensions[] = {"dump", NULL};
const struct importer dump_importer = {.name = "dump",
                                       .holds = "matches",
                                       .title = "kibitzer dump",
                                       .extensions = extensions,
                                       .sniff = dump_sniff,
                                       .read = dump_read};
