/* Values of the native dump: numbers, names, strings, plays, boards. */
#include "import/dump/dump_values.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool dump_fail(struct dump_reader *r, const char *expected)
{
    if (!r->failed) {
        struct span rest = scan_rest(&r->s);
        int shown = span_shown(rest);
        diag_at(r->d, SEVERITY_ERROR, r->lines.number, (int)(r->s.at - r->lines.line.at) + 1,
                "\"%.*s\" found, expected %s", shown, rest.at, expected);
    }
    r->failed = true;
    return false;
}

bool dump_end_of_line(struct dump_reader *r)
{
    return scan_done(&r->s) || dump_fail(r, W_("the end of the line"));
}

/* Steps over `word` if it comes next. */
bool dump_accept(struct dump_reader *r, const char *word)
{
    struct scan ahead = r->s;
    if (!span_equal(scan_word(&ahead), word))
        return false;
    r->s = ahead;
    return true;
}

bool dump_expect(struct dump_reader *r, const char *word)
{
    if (dump_accept(r, word))
        return true;
    scan_blanks(&r->s);
    return dump_fail(r, word);
}

static bool whole_number(struct span word, int64_t *out)
{
    enum { LENGTH_MAX = 20 }; /* of the least one */
    char copy[LENGTH_MAX + 1] = "", *stop;
    if (word.length == 0 || word.length > LENGTH_MAX)
        return false;
    memcpy(copy, word.at, word.length);
    errno = 0;
    *out = strtoll(copy, &stop, 10);
    return errno == 0 && stop == copy + word.length;
}

static bool read_whole(struct dump_reader *r, int64_t *out, int64_t least, int64_t most)
{
    int64_t value;
    struct scan ahead = r->s;
    if (!whole_number(scan_word(&ahead), &value) || value < least || value > most) {
        scan_blanks(&r->s);
        return dump_fail(r, W_("a number in its range"));
    }
    r->s = ahead;
    *out = value;
    return true;
}

bool dump_read_int(struct dump_reader *r, int *out, int least, int most)
{
    int64_t value;
    if (!read_whole(r, &value, least, most))
        return false;
    *out = (int)value;
    return true;
}

bool dump_read_long(struct dump_reader *r, int64_t *out)
{
    return read_whole(r, out, INT64_MIN, INT64_MAX);
}

bool dump_read_float(struct dump_reader *r, float *out)
{
    float value = NAN;
    struct scan ahead = r->s;
    struct span word = scan_word(&ahead);
    if (!span_equal(word, "-") && !span_float(word, &value)) {
        scan_blanks(&r->s);
        return dump_fail(r, W_("a number or '-'"));
    }
    r->s = ahead;
    *out = value;
    return true;
}

/* One of `names`; *out is its index. */
bool dump_read_name(struct dump_reader *r, const char *const *names, int n, int *out)
{
    *out = 0;
    for (int i = 0; i < n; i++)
        if (dump_accept(r, names[i])) {
            *out = i;
            return true;
        }
    scan_blanks(&r->s);
    return dump_fail(r, W_("a known word"));
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

bool dump_read_string(struct dump_reader *r, const char **out)
{
    scan_blanks(&r->s);
    struct scan s = r->s;
    if (!scan_char(&s, '"'))
        return dump_fail(r, W_("a string in quotes"));
    char *text = arena_alloc(r->m->arena, quoted_length(s) + 1);
    size_t n = 0;
    while (s.at < s.end && *s.at != '"') {
        text[n] = *s.at++;
        if (text[n] == '\\') {
            text[n] = read_escape(&s);
            if (text[n] == '\0') {
                r->s = s;
                return dump_fail(r, W_("an escape: \\\" \\\\ \\n \\t \\r \\xNN"));
            }
        }
        n++;
    }
    r->s = s;
    text[n] = '\0';
    *out = text;
    return scan_char(&r->s, '"') || dump_fail(r, "a closing quote");
}

bool dump_read_dice(struct dump_reader *r, int8_t dice[2])
{
    struct scan ahead = r->s;
    struct span word = scan_word(&ahead);
    if (word.length != 2 || word.at[0] < '0' || word.at[0] > '6' || word.at[1] < '0' || word.at[1] > '6') {
        scan_blanks(&r->s);
        return dump_fail(r, W_("two dice"));
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

bool dump_read_play(struct dump_reader *r, struct play *play)
{
    *play = (struct play){0};
    if (dump_accept(r, "-"))
        return true;
    if (dump_accept(r, "?")) {
        play->n = -1;
        return true;
    }
    for (struct scan ahead = r->s; play->n < PLAY_STEPS && read_step(&ahead, &play->step[play->n]); r->s = ahead)
        play->n++;
    memset(play->step + play->n, 0, (size_t)(PLAY_STEPS - play->n) * sizeof *play->step);
    scan_blanks(&r->s);
    return play->n > 0 || dump_fail(r, W_("steps like 8/5, '-' or '?'"));
}

bool dump_read_board(struct dump_reader *r, struct board *b)
{
    int n;
    *b = (struct board){0};
    for (int i = 0; i < BOARD_POINTS; i++) {
        if (!dump_read_int(r, &n, -BOARD_CHEQUERS, BOARD_CHEQUERS))
            return false;
        b->point[i] = (int8_t)n;
    }
    if (!dump_expect(r, "off"))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!dump_read_int(r, &n, 0, BOARD_CHEQUERS))
            return false;
        b->off[i] = (int8_t)n;
    }
    return true;
}

bool dump_read_outcome(struct dump_reader *r, struct outcome *o)
{
    return dump_expect(r, "win") && dump_read_float(r, &o->win) && dump_read_float(r, &o->win_gammon) &&
           dump_read_float(r, &o->win_backgammon) && dump_expect(r, "lose") && dump_read_float(r, &o->lose_gammon) &&
           dump_read_float(r, &o->lose_backgammon);
}

bool dump_read_level(struct dump_reader *r, struct eval_level *l)
{
    static const char *const kinds[] = {"none", "ply", "rollout", "book", "exact", "other"}; /* ORDER EVAL */
    int kind;
    *l = (struct eval_level){0};
    if (!dump_expect(r, "level") || !dump_read_name(r, kinds, 6, &kind) || !dump_read_int(r, &l->plies, -100, 1000))
        return false;
    l->kind = (enum eval_kind)kind;
    l->cubeful = dump_accept(r, "cubeful");
    if (dump_accept(r, "noise") && !dump_read_float(r, &l->noise))
        return false;
    if (dump_accept(r, "trials") && !dump_read_int(r, &l->trials, 0, INT_MAX))
        return false;
    return !dump_accept(r, "name") || dump_read_string(r, &l->name);
}

/* format (string or '-'), name, values; appended to *list. */
bool dump_read_property(struct dump_reader *r, struct property **list)
{
    const char *format = NULL, *name, *value;
    if ((!dump_accept(r, "-") && !dump_read_string(r, &format)) || !dump_read_string(r, &name))
        return false;
    struct property *p = property_add(r->m, list, format, name, NULL);
    while (!scan_done(&r->s)) {
        if (!dump_read_string(r, &value))
            return false;
        property_add_value(r->m, p, value);
    }
    return true;
}
