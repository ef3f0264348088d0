/* Positions as text: eXtreme Gammon's text export, BGBlitz's text positions, lists of XGIDs. All are localised, so
 * nothing is keyed on words: an XGID or a Position ID begins a position, and the analysis that follows is known by the
 * shape of its lines (a rank, numbers, percentages). Formats: docs/formats/xgtext.md. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "import/readers.h"
#include "import/lines.h"
#include "import/position_record.h"
#include "import/xgtext.h"
#include "format/id_text.h"
#include "match/notation.h"
#include "format/posid.h"

enum { MAX_NUMBERS = 8, MAX_CANDIDATES = 64 };

struct text_reader {
    struct lines lines;
    struct diags *d;
    struct receiver *out;
    struct match *m; /* the position being read; NULL before the first */
    struct position position;
    struct board board; /* of the player on roll */
    struct play_analysis *play;
    size_t candidates_capacity; /* of `play` */
    struct cube_analysis *cube;
    int percent_lines; /* after the last candidate, or before the cube table */
    int cube_rows;
    bool shown; /* by names or a diagram */
    bool closed; /* the program's name was read, with which the text of a position ends */
    int ends; /* the line of that name, where it was looked for; 0 = it was not */
    bool refused; /* what follows belongs to an ID that is none */
    int id_line; /* of the last ID that began a position; 0 = there was none */
    char id[ID_TEXT_MAX];
    struct strbuf before; /* words before the first position */
    bool verdict_seen; /* XG's line of words behind the cube table, which says what the table says */
    const char *level;
    struct span names[2]; /* X (on roll), O; of the next or of this position */
    bool o_is_first; /* as GNU Backgammon draws boards; else the first of `names` is on roll */
};

/* ---- the numbers of a line ---- */

struct number {
    double value;
    size_t at, end;
    bool percent, bracketed, signed_; /* followed by '%'; within parentheses; written with a sign */
};

/* A number with a point or a decimal comma between digits. */
static bool number_at(struct span line, size_t at, struct number *n)
{
    char digits[32];
    size_t k = 0, i = at;
    if (line.at[i] == '+' || line.at[i] == '-')
        digits[k++] = line.at[i++];
    size_t first = i;
    bool point = false;
    for (; i < line.length && k + 1 < sizeof digits; i++) {
        bool fraction = (line.at[i] == '.' || line.at[i] == ',') && !point && i > first && i + 1 < line.length &&
                        isdigit((unsigned char)line.at[i + 1]);
        if (!fraction && !isdigit((unsigned char)line.at[i]))
            break;
        point = point || fraction;
        digits[k++] = fraction ? '.' : line.at[i];
    }
    digits[k] = '\0';
    if (i == first || !point)
        return false;
    *n = (struct number){.value = strtod(digits, NULL), .at = at, .end = i, .signed_ = first > at};
    n->percent = i < line.length && line.at[i] == '%';
    return true;
}

/* All numbers with a fraction, left to right. */
static int numbers_of(struct span line, struct number out[MAX_NUMBERS])
{
    int n = 0, depth = 0;
    for (size_t i = 0; i < line.length && n < MAX_NUMBERS; i++) {
        char before = i != 0 ? line.at[i - 1] : ' ';
        depth += line.at[i] == '(' ? 1 : line.at[i] == ')' ? -1 : 0;
        bool start = isdigit((unsigned char)line.at[i]) || line.at[i] == '+' || line.at[i] == '-';
        if (start && !isdigit((unsigned char)before) && before != '.' && number_at(line, i, &out[n])) {
            out[n].bracketed = depth > 0;
            i = out[n++].end - 1;
        }
    }
    return n;
}

static int at_column(const struct text_reader *t, struct span s)
{
    return (int)(s.at - t->lines.line.at) + 1;
}

/* ---- positions ---- */

static void name_players(struct text_reader *t)
{
    int on_roll = t->position.on_roll;
    for (int i = 0; i < 2; i++)
        if (t->names[i].length != 0)
            t->m->player[t->o_is_first ? 1 - i
                         : i == 0      ? on_roll
                                       : 1 - on_roll]
                .name = arena_span(t->m->arena, t->names[i]);
}

static void finish_position(struct text_reader *t)
{
    if (t->m == NULL)
        return;
    if (t->play != NULL && t->play->n == 0)
        t->play = NULL;
    if (t->play != NULL || t->cube != NULL) {
        struct annotation_set set = {.engine = t->m->generator != NULL ? t->m->generator : "unknown"};
        int index = match_add_set(t->m, &set);
        struct annotation *a = event_annotate(t->m, position_record_decision(t->m), index);
        a->play = t->play;
        a->cube = t->cube;
    }
    match_hand_on(t->m, t->out);
    t->m = NULL;
    t->play = NULL;
    t->cube = NULL;
    t->percent_lines = t->cube_rows = 0;
    t->verdict_seen = t->closed = false;
    t->level = NULL;
}

static void begin_position(struct text_reader *t, const struct position *p, struct span id)
{
    size_t at = 0;
    finish_position(t);
    t->position = *p;
    t->board = p->board;
    t->refused = t->shown = false;
    struct place place = {.line = t->lines.number, .column = at_column(t, id), .offset = -1};
    struct id_found found;
    const char *note = id_find(id, 0, &found) ? id_note_on(span_of(found.text), &at) : NULL;
    if (note != NULL)
        diag_at(t->d, SEVERITY_NOTE, place.line, place.column + (int)at, "%s", note);
    t->m = position_record(p, place);
    t->m->format = "xgtext";
    name_players(t);
    if (t->before.length != 0)
        comment_append(t->m, &t->m->comment, (struct span){t->before.at, t->before.length - 1});
    strbuf_clear(&t->before);
}

static void keep_words(struct text_reader *t, struct span words)
{
    if (words.length == 0)
        return;
    if (t->m != NULL) {
        comment_append(t->m, &t->m->comment, words);
    } else if (!t->refused) {
        strbuf_add(&t->before, words.at, words.length);
        strbuf_putc(&t->before, '\n');
    }
}

/* ---- IDs ---- */

static bool is_names_line(struct span line)
{
    return span_starts_nocase(line, "X:") && line.length >= 5 && memmem(line.at, line.length, " O:", 3) != NULL;
}

/* The program's name ends the text of a position; ours is followed by its version. */
static bool is_version_line(struct span line)
{
    static const char name[] = "eXtreme Gammon", own[] = "kibitzer ";
    return (span_starts_nocase(line, name) && (line.length == strlen(name) || line.at[strlen(name)] == ' ')) ||
           (span_starts_nocase(line, own) && line.length > strlen(own) && isdigit((unsigned char)line.at[strlen(own)]));
}

/* " |...|   | ...| ... X: Red 111" and the numbered edges. */
static bool is_diagram(struct span line)
{
    struct span s = line;
    if (s.length != 0 && (s.at[0] == 'v' || s.at[0] == '^'))
        s = span_sub(s, 1, s.length);
    return s.length >= 20 && (s.at[0] == '|' || (s.at[0] == '+' && memmem(s.at, s.length, "--", 2) != NULL));
}

bool xgtext_shows_analysis(struct span line)
{
    struct number n[MAX_NUMBERS];
    if (is_diagram(line) || is_names_line(line))
        return true;
    const int count = numbers_of(line, n);
    if (count != 0 && line.length > 2 && isdigit((unsigned char)line.at[0]) && line.at[1] == '.' && line.at[2] == ' ')
        return true;
    return count >= 3 && n[0].percent && n[1].percent && n[2].percent;
}

/* Also figures by themselves, as an analysis has them: "eq:-0.061", "61.40%". */
static bool is_of_an_analysis(struct span line)
{
    struct number n[MAX_NUMBERS];
    const int count = numbers_of(line, n);
    for (int i = 0; i < count; i++)
        if (n[i].percent || n[i].signed_)
            return true;
    return xgtext_shows_analysis(line);
}

/* At the beginning of a line or behind a label: "3. XGID=...", "Game 2: XGID=...". Within a sentence it is prose. */
static bool is_leading(struct span line, const struct id_found *id)
{
    const struct span words = id_words_before(span_sub(line, 0, id->from), 0);
    const struct span label = span_trim(span_sub(line, 0, id->from));
    return words.length == 0 || (label.length <= 16 && strchr(":.)", label.at[label.length - 1]) != NULL);
}

/* In brackets, or behind words that number nothing: "(XGID=...)", "see: XGID=...". */
static bool is_aside(struct span line, const struct id_found *id)
{
    const struct span words = id_words_before(span_sub(line, 0, id->from), 0);
    for (size_t i = 0; i < words.length; i++)
        if (isdigit((unsigned char)words.at[i]))
            return false;
    return words.length != 0 || (id->from != 0 && line.at[id->from - 1] == '(');
}

/* Does the position that is open go on behind this line? Then its text ends with the program's name, before anything
 * that belongs to another board. */
static bool goes_on(struct text_reader *t)
{
    struct lines ahead = t->lines;
    if (t->lines.number < t->ends)
        return true;
    while (lines_next(&ahead)) {
        const struct span line = span_trim(ahead.line);
        if (is_version_line(line)) {
            t->ends = ahead.number;
            return true;
        }
        if (xgtext_shows_analysis(line))
            return false;
    }
    return false;
}

/* The next figures, before another board, ID or end, are those that the position that is open still lacks. */
static bool figures_go_on(const struct text_reader *t)
{
    struct lines ahead = t->lines;
    struct id_found id;
    while (t->shown && !t->closed && lines_next(&ahead)) {
        const struct span line = span_trim(ahead.line);
        struct scan scan = scan_of(line);
        long rank;
        if (is_names_line(line) || is_diagram(line) || is_version_line(line) || id_find(line, 0, &id))
            return false;
        if (scan_int(&scan, &rank) && scan_char(&scan, '.') && scan_char(&scan, ' '))
            return t->play == NULL || rank == t->play->n + 1;
        if (xgtext_shows_analysis(line)) /* three percentages */
            return t->percent_lines < 2;
        if (is_of_an_analysis(line) && t->position.dice[0] == 0)
            return t->cube_rows < 3;
    }
    return false;
}

/* A position is mentioned where another one's text is open: in a remark, or by itself before that text's end. */
static bool is_mention(struct text_reader *t, struct span line, const struct id_found *id)
{
    if (t->m == NULL)
        return false;
    const bool analysed = (t->play != NULL || t->cube != NULL) && !t->closed;
    return !is_leading(line, id) || (analysed && (is_aside(line, id) || goes_on(t))) || figures_go_on(t);
}

/* An ID that should begin a position, by its label, and is none. */
static bool refuse_id(struct text_reader *t, struct span line)
{
    const char *problem = NULL;
    size_t fault = 0;
    struct position p;
    struct id_found id;
    if (!id_next(line, 0, &id) || !is_leading(line, &id))
        return false;
    const struct span word = span_sub(line, id.from, id.to - id.from);
    if (memchr(word.at, '=', word.length) == NULL || any_id_read(word, &p, &problem, &fault))
        return false;
    diag_at(t->d, SEVERITY_ERROR, t->lines.number, at_column(t, word) + (int)fault,
            "found \"%.*s\": %s, expected an XGID or a Position ID", span_shown(word), word.at, problem);
    finish_position(t); /* what follows does not belong to the position before */
    t->refused = true;
    return true;
}

/* What stands behind the ID: more of them, or a remark. */
static void read_behind(struct text_reader *t, struct span line, struct id_found *id)
{
    struct id_found next;
    while (id_find(line, id->to, &next) && id_words_after(span_sub(line, id->to, next.from - id->to)).length == 0) {
        if (strcmp(next.text, id->text) != 0)
            begin_position(t, &next.position, span_sub(line, next.from, line.length));
        *id = next;
    }
    keep_words(t, id_words_after(span_sub(line, id->to, line.length)));
}

/* BGBlitz writes "Position-ID: ... Match-ID: ..." and the XGID, which says more, below. */
static bool xgid_follows(const struct text_reader *t)
{
    struct lines ahead = t->lines;
    struct id_found id;
    return lines_next(&ahead) && id_find(ahead.line, 0, &id) && id.is_xgid;
}

/* The same position by an ID of another kind, on one of the next two lines: our own reports print three. */
static bool repeats_id(struct text_reader *t, const struct id_found *id)
{
    const struct position *p = &id->position, *other = &t->position;
    const bool follows = t->m != NULL && t->id_line != 0 && t->lines.number <= t->id_line + 2;
    const bool same = follows && board_equal(&p->board, &other->board) &&
                      p->dice[0] + p->dice[1] == other->dice[0] + other->dice[1] &&
                      p->dice[0] * p->dice[1] == other->dice[0] * other->dice[1] && strncmp(id->text, t->id, 5) != 0;
    if (same)
        t->id_line = t->lines.number;
    return same;
}

/* Any ID that begins a line, and an XGID behind a label or in a remark. */
static bool id_line(struct text_reader *t, struct span line)
{
    struct id_found id;
    if (line.length < POSITION_ID_LENGTH && !span_starts_nocase(line, "XGID="))
        return false;
    if (!id_find(line, 0, &id))
        return refuse_id(t, line);
    const struct span before = id_words_before(span_sub(line, 0, id.from), 0);
    if (!id.is_xgid && before.length != 0)
        return xgid_follows(t);
    if (repeats_id(t, &id))
        return true;
    if (is_mention(t, line, &id)) {
        keep_words(t, line);
        return true;
    }
    begin_position(t, &id.position, span_sub(line, id.from, line.length));
    keep_words(t, is_leading(line, &id) ? span_of("") : before);
    read_behind(t, line, &id);
    t->id_line = t->lines.number;
    snprintf(t->id, sizeof t->id, "%s", id.text);
    return true;
}

/* "X:name   O:name" */
static bool names_line(struct text_reader *t, struct span line)
{
    if (!is_names_line(line))
        return false;
    const char *o = memmem(line.at, line.length, " O:", 3);
    t->names[0] = span_trim(span_sub(line, 2, (size_t)(o - line.at) - 2));
    t->names[1] = span_trim(span_sub(line, (size_t)(o - line.at) + 3, line.length));
    t->shown = true;
    if (t->m != NULL)
        name_players(t);
    return true;
}

/* BGBlitz names a player behind the diagram, with his pips: "| X: Red  111"; X is on roll. GNU Backgammon, and our own
 * reports, behind its edges: "+12-11-...-+     O: 007"; O is the first player. */
static void name_beside(struct text_reader *t, struct span line)
{
    static const char *const marks[] = {" X: ", " O: "};
    for (int i = 0; i < 2; i++) {
        const char *at = memmem(line.at, line.length, marks[i], 4);
        if (at == NULL)
            continue;
        struct span name = span_trim((struct span){at + 4, line.length - (size_t)(at + 4 - line.at)});
        t->o_is_first = at > line.at + 4 && memcmp(at - 4, "    ", 4) == 0 && line.at[0] == '+';
        size_t pips = name.length; /* behind a name of BGBlitz */
        while (pips > 0 && isdigit((unsigned char)name.at[pips - 1]))
            pips--;
        const bool counted = !t->o_is_first && pips > 0 && name.at[pips - 1] == ' ';
        t->names[i] = span_trim(span_sub(name, 0, counted ? pips : name.length));
    }
}

static bool diagram_line(struct text_reader *t, struct span line)
{
    if (!is_diagram(line))
        return false;
    t->shown = true;
    name_beside(t, line);
    return true;
}

/* ---- analysis ---- */

static struct play_analysis *plays_of(struct text_reader *t)
{
    if (t->play == NULL) {
        t->play = arena_alloc(t->m->arena, sizeof *t->play);
        t->candidates_capacity = 0;
        t->play->played = -1;
        t->play->error = t->play->error_mwc = NAN;
    }
    return t->play;
}

static struct eval_level level_from(struct text_reader *t, struct span words)
{
    struct eval_level level = {.kind = EVAL_OTHER, .cubeful = true};
    words = span_trim(words);
    if (words.length == 0)
        return level;
    level.name = arena_span(t->m->arena, words);
    if (isdigit((unsigned char)words.at[0]) && words.length >= 2 && words.at[1] == '-') {
        level.kind = EVAL_PLY;
        level.plies = words.at[0] - '1'; /* XG counts from 1 */
    } else if (span_starts_nocase(words, "Rollout"))
        level.kind = EVAL_ROLLOUT;
    else if (span_starts_nocase(words, "Book"))
        level.kind = EVAL_BOOK;
    return level;
}

/* Where the play begins: the first word that holds a '/' or is "bar". */
static size_t play_start(struct span s)
{
    for (size_t i = 0; i < s.length; i++) {
        bool begins = i == 0 || s.at[i - 1] == ' ';
        size_t end = i;
        while (end < s.length && s.at[end] != ' ')
            end++;
        if (begins && end > i && memchr(s.at + i, '/', end - i) != NULL &&
            (isdigit((unsigned char)s.at[i]) || tolower((unsigned char)s.at[i]) == 'b'))
            return i;
    }
    return s.length;
}

static bool add_candidate(struct text_reader *t, struct span level, struct span text, double equity)
{
    struct play_analysis *list = plays_of(t);
    struct candidate c = {.equity = (float)equity, .cubeless = NAN, .mwc = NAN, .level = level_from(t, level)};
    const char *problem = NULL;
    size_t fault = 0;
    if (t->position.dice[0] == 0 ||
        !notation_read(text, &t->board, t->position.dice[0], t->position.dice[1], &c.play, &problem, &fault)) {
        diag_at(t->d, SEVERITY_WARNING, t->lines.number, at_column(t, text) + (int)fault,
                "found \"%.*s\": %s; this candidate is left out", (int)text.length, text.at,
                problem != NULL ? problem : W_("the position has no dice"));
        return true;
    }
    board_play(&t->board, &c.play, &c.after);
    if (list->n < MAX_CANDIDATES) {
        list->candidates =
            arena_grow(t->m->arena, list->candidates, (size_t)list->n, &t->candidates_capacity, sizeof c);
        list->candidates[list->n++] = c;
    }
    t->percent_lines = 0;
    return true;
}

/* "  1. XG Roller+  11/8 11/5   eq:+0.589 (-0.061)" or "  1.  0.124 mwp /  -0.492  (-0.053) 19/18, 14/12" */
static bool candidate_line(struct text_reader *t, struct span line)
{
    struct scan scan = scan_of(line);
    struct number n[MAX_NUMBERS];
    long rank;
    scan_blanks(&scan);
    if (!scan_int(&scan, &rank) || rank < 1 || !scan_char(&scan, '.') || scan_done(&scan))
        return false;
    struct span rest = scan_rest(&scan);
    int count = numbers_of(rest, n);
    size_t play = play_start(rest);
    if (count == 0 || play == rest.length)
        return false;
    if (play > n[0].at) { /* BGBlitz: numbers first */
        int equity = count > 1 && !n[1].bracketed ? 1 : 0;
        t->m->generator = "BGBlitz";
        return add_candidate(t, span_of(""), span_trim(span_sub(rest, play, rest.length)), n[equity].value);
    }
    size_t end = n[0].at; /* back over the label: "eq:", "Equity: " */
    while (end > play && rest.at[end - 1] == ' ')
        end--;
    while (end > play && rest.at[end - 1] != ' ')
        end--;
    return add_candidate(t, span_sub(rest, 0, play), span_trim(span_sub(rest, play, end - play)), n[0].value);
}

static void set_winning(struct outcome *o, const double v[3])
{
    o->win = (float)v[0];
    o->win_gammon = (float)v[1];
    o->win_backgammon = (float)v[2];
}

static void set_losing(struct outcome *o, const double v[3])
{
    o->lose_gammon = (float)v[1];
    o->lose_backgammon = (float)v[2];
}

static struct cube_analysis *cube_of(struct text_reader *t)
{
    if (t->cube == NULL) {
        t->cube = arena_alloc(t->m->arena, sizeof *t->cube);
        struct cube_analysis *c = t->cube;
        cube_analysis_begin(c);
        for (int i = 0; i < 2; i++)
            c->branch[i].mwc = c->branch[i].cubeless = NAN;
    }
    return t->cube;
}

/* Three percentages: win, gammon, backgammon; first of the player on roll, then of the opponent. */
static void three_values(struct text_reader *t, const double v[3])
{
    struct outcome *o;
    if (t->play != NULL && t->play->n != 0)
        o = &t->play->candidates[t->play->n - 1].outcome;
    else
        o = &cube_of(t)->branch[0].outcome;
    if (t->percent_lines == 0)
        set_winning(o, v);
    else if (t->percent_lines == 1)
        set_losing(o, v);
    t->percent_lines++;
    if (t->cube != NULL)
        t->cube->branch[1].outcome = t->cube->branch[0].outcome;
}

/* BGBlitz: "Red  61.0  25.1  0.8" in percent, a row for each player, known by name. */
static bool named_percentages(struct text_reader *t, struct span name, const struct number n[3])
{
    for (int i = 0; i < 2; i++)
        if (name.length != 0 && name.length == t->names[i].length &&
            memcmp(name.at, t->names[i].at, name.length) == 0) {
            t->percent_lines = i;
            three_values(t, (double[]){n[0].value / 100, n[1].value / 100, n[2].value / 100});
            return true;
        }
    return false;
}

static bool probability_line(struct text_reader *t, struct span line)
{
    struct number n[MAX_NUMBERS];
    int count = numbers_of(line, n);
    if (count == 3 && n[0].percent && n[1].percent && n[2].percent &&
        n[1].bracketed) { /* "82.66% (G:26.72% B:0.11%)" */
        three_values(t, (double[]){n[0].value / 100, n[1].value / 100, n[2].value / 100});
        return true;
    }
    if (count == 3 && t->position.dice[0] == 0 && n[0].at != 0 && !n[0].signed_ && !n[1].bracketed)
        return named_percentages(t, span_trim(span_sub(line, 0, n[0].at)), n);
    bool six = count == 6 && t->play != NULL && t->play->n != 0 && !n[0].signed_;
    for (int i = 0; i < count; i++)
        six = six && n[i].value >= 0 && n[i].value <= 1.0;
    if (!six)
        return false;
    struct outcome *o = &t->play->candidates[t->play->n - 1].outcome;
    set_winning(o, (double[]){n[0].value, n[1].value, n[2].value});
    set_losing(o, (double[]){n[3].value, n[4].value, n[5].value});
    return true;
}

/* XG: three rows in the order no double, take, pass. BGBlitz: best first, distinguished by the '/' of the label and by
 * the pass being worth exactly 1. */
static bool cube_line(struct text_reader *t, struct span line)
{
    struct number n[MAX_NUMBERS];
    int count = numbers_of(line, n);
    if (t->position.dice[0] != 0 || count == 0 || n[0].percent || memchr(line.at, '=', line.length) != NULL)
        return false;
    struct span label = span_sub(line, 0, n[0].at);
    bool blitz = count == 4 && n[1].bracketed && n[3].bracketed;
    bool xg =
        (count == 1 || (count == 2 && n[1].bracketed)) && n[0].signed_ && memchr(label.at, ':', label.length) != NULL;
    if (!blitz && !xg)
        return false;
    struct cube_analysis *c = cube_of(t);
    double value = blitz ? n[2].value : n[0].value;
    bool action = memchr(label.at, '/', label.length) != NULL;
    int row = xg ? t->cube_rows : !action ? 0 : value == 1.0 ? 2 : 1; /* only a pass is worth exactly 1 */
    if (row > 2)
        return false;
    if (blitz) {
        t->m->generator = "BGBlitz";
        t->verdict_seen = true; /* there is none */
    }
    *(row == 0 ? &c->nd : row == 1 ? &c->dt : &c->dp) = (float)value;
    if (t->level != NULL)
        c->level = level_from(t, span_of(t->level));
    else
        c->level = (struct eval_level){.kind = EVAL_OTHER, .cubeful = true};
    t->cube_rows++;
    return true;
}

/* "Analyzed in XG Roller++", "... 4-ply": the level begins at the word that names one, in any language. */
static bool level_line(struct text_reader *t, struct span line)
{
    static const char *const marks[] = {"XG Roller", "Rollout", "-pl", NULL};
    const char *at = NULL;
    for (int i = 0; marks[i] != NULL && at == NULL; i++)
        at = memmem(line.at, line.length, marks[i], strlen(marks[i]));
    if (at == NULL || t->position.dice[0] != 0 || memchr(line.at, ':', line.length) != NULL)
        return false;
    while (at > line.at && isdigit((unsigned char)at[-1]))
        at--;
    t->level = arena_span(t->m->arena, span_trim((struct span){at, line.length - (size_t)(at - line.at)}));
    return true;
}

/* "Cubeless Equities: No Double=+0.200, Double=+0.350", in any language */
static bool cubeless_line(struct text_reader *t, struct span line)
{
    struct number n[MAX_NUMBERS];
    if (t->position.dice[0] != 0 || numbers_of(line, n) != 2 || n[0].at == 0 || line.at[n[0].at - 1] != '=' ||
        line.at[n[1].at - 1] != '=')
        return false;
    for (int i = 0; i < 2; i++)
        cube_of(t)->branch[i].cubeless = (float)n[i].value;
    return true;
}

static bool version_line(struct text_reader *t, struct span line)
{
    if (!is_version_line(line))
        return false;
    t->closed = true;
    t->m->generator = arena_span(t->m->arena, line);
    return true;
}

static void position_line(struct text_reader *t, struct span line)
{
    struct number n[MAX_NUMBERS];
    if (t->closed) { /* whatever follows is a remark */
        comment_append(t->m, &t->m->comment, line);
        return;
    }
    if (candidate_line(t, line) || probability_line(t, line) || cube_line(t, line) || level_line(t, line) ||
        cubeless_line(t, line) || version_line(t, line))
        return;
    bool begun = t->play != NULL || t->cube_rows == 3;
    bool verdict = t->cube_rows == 3 && !t->verdict_seen;
    t->verdict_seen = t->verdict_seen || verdict;
    if (numbers_of(line, n) != 0 || (begun && !verdict)) /* figures in no known shape, remarks: keep the words */
        comment_append(t->m, &t->m->comment, line);
}

/* A page of prose may hold an ID too. Of a list or an analysis every fourth line is an ID, a diagram or figures. */
int xgtext_sniff(struct span head)
{
    struct lines l;
    int seen = 0, ids = 0, figures = 0;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        const struct span line = span_trim(l.line);
        struct id_found found;
        const bool id = span_starts_nocase(line, "XGID=") ||
                        (id_find(line, 0, &found) && found.is_xgid && is_leading(line, &found));
        seen += line.length != 0 && line.at[0] != '#';
        ids += id;
        figures += !id && is_of_an_analysis(line);
    }
    return ids != 0 && 4 * (ids + figures) >= seen ? 70 : 0;
}

bool xgtext_read(struct span text, struct receiver *out, struct diags *d)
{
    struct text_reader t = {.d = d, .out = out};
    size_t before = out->n;
    lines_begin(&t.lines, text);
    while (lines_next(&t.lines)) {
        struct span line = span_trim(t.lines.line);
        if (line.length == 0 || id_line(&t, line) || names_line(&t, line) || diagram_line(&t, line))
            continue;
        if (t.m != NULL)
            position_line(&t, line);
        else
            keep_words(&t, line);
    }
    finish_position(&t);
    strbuf_done(&t.before);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, t.lines.number, 1, "found no usable position, expected a line with XGID=...");
    return out->n != before;
}
