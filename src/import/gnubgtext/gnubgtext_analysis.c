/* The analysis in a text export of GNU Backgammon: cube decisions, luck, candidates, marks. All figures are rounded as
 * they are printed; errors and verdicts follow from them. Format: docs/formats/gnubgtext.md. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "import/gnubgtext/gnubgtext.h"
#include "match/notation.h"

enum { CANDIDATES_MAX = 4096, FIGURES = 6 };

/* ---- figures ---- */

/* The number at the end of `text`: " Eq.: -0.012", " 50.13%"; percent in hundredths. */
static bool read_figure(struct span text, float *out)
{
    double value;
    text = span_trim(text);
    const bool percent = span_ends(text, "%");
    text.length -= percent;
    if (!span_double(text, &value))
        return false;
    *out = (float)(percent ? value / 100 : value);
    return true;
}

/* "0.551 0.170 0.008 - 0.449 0.117 0.005", as numbers or in percent. */
static bool read_outcome(struct span line, struct outcome *o)
{
    struct scan s = scan_of(line);
    double f[FIGURES];
    for (int i = 0; i < FIGURES; i++) {
        struct span word = scan_word(&s);
        if (i == 3 && span_equal(word, "-"))
            word = scan_word(&s);
        if (!span_double(word, &f[i]))
            return false;
    }
    const double unit = f[0] + f[3] > 2 ? 100 : 1;
    *o = (struct outcome){(float)(f[0] / unit), (float)(f[1] / unit), (float)(f[2] / unit), (float)(f[4] / unit),
                          (float)(f[5] / unit)};
    return scan_done(&s);
}

/* "Cubeful 2-ply 8/5 6/5", "2-ply cubeless ...": steps over the level. */
static struct eval_level read_level(struct scan *s)
{
    struct eval_level level = {.kind = EVAL_OTHER, .cubeful = true};
    struct scan at = *s;
    struct span word = scan_word(&at);
    if (span_equal(word, "Cubeful") || span_equal(word, "Cubeless")) {
        level.cubeful = span_equal(word, "Cubeful");
        word = scan_word(&at);
    }
    long plies;
    if (span_equal(word, "Rollout"))
        level.kind = EVAL_ROLLOUT;
    else if (span_ends(word, "-ply") && span_int(span_sub(word, 0, word.length - 4), &plies) && plies >= 0 &&
             plies < 100)
        level = (struct eval_level){.kind = EVAL_PLY, .plies = (int)plies, .cubeful = level.cubeful};
    else
        return level;
    *s = at;
    return level;
}

/* ---- annotations ---- */

static struct annotation *annotation_of(struct gnubgtext *t)
{
    struct event *e = gnubgtext_event(t);
    if (t->set < 0) {
        const struct annotation_set set = {.engine = "GNU Backgammon"};
        t->set = match_add_set(t->m, &set);
    }
    return event_annotate(t->m, e, t->set);
}

static void name_level(struct gnubgtext *t, const struct eval_level *l)
{
    struct annotation_set *set = &t->m->sets[t->set];
    struct strbuf text = {0};
    if (set->level != NULL)
        return;
    if (l->kind == EVAL_ROLLOUT)
        strbuf_puts(&text, "rollout");
    else
        strbuf_printf(&text, "%dply", l->plies);
    set->level = arena_strdup(t->m->arena, text.at);
    strbuf_done(&text);
}

/* "Alert: doubtful move ( -0.044)", "Alert: very lucky roll! ( +0.449)", "Alert: missed double (-0.010)!" */
static bool alert_line(struct gnubgtext *t, struct span line)
{
    static const struct {
        const char *words;
        enum skill skill;
        enum luck_mark luck;
    } alerts[] = {{"very bad move", SKILL_VERY_BAD, LUCK_NONE},
                  {"bad move", SKILL_BAD, LUCK_NONE},
                  {"doubtful move", SKILL_DOUBTFUL, LUCK_NONE},
                  {"very lucky", SKILL_NONE, LUCK_VERY_LUCKY},
                  {"very unlucky", SKILL_NONE, LUCK_VERY_UNLUCKY},
                  {"lucky", SKILL_NONE, LUCK_LUCKY},
                  {"unlucky", SKILL_NONE, LUCK_UNLUCKY}};
    if (!span_starts_nocase(line, "Alert: "))
        return false;
    const struct span words = gnubgtext_behind(line, "Alert: ");
    for (size_t i = 0; i < sizeof alerts / sizeof *alerts; i++)
        if (span_starts_nocase(words, alerts[i].words)) {
            struct annotation *a = annotation_of(t);
            if (alerts[i].skill != SKILL_NONE)
                a->play_skill = alerts[i].skill;
            else
                a->luck_mark = alerts[i].luck;
            return true;
        }
    return true; /* of the cube: its mark stands in a line of its own */
}

static bool cube_mark_line(struct gnubgtext *t, struct span line)
{
    static const struct {
        const char *words;
        enum skill skill;
    } marks[] = {{"[doubtful]", SKILL_DOUBTFUL}, {"[bad]", SKILL_BAD}, {"[very bad]", SKILL_VERY_BAD}};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (span_equal(line, marks[i].words)) {
            struct annotation *a = annotation_of(t);
            a->cube_skill = marks[i].skill;
            return true;
        }
    return false;
}

static struct cube_analysis *new_cube(struct gnubgtext *t)
{
    struct cube_analysis *c = arena_alloc(t->m->arena, sizeof *c);
    const struct outcome unknown = {NAN, NAN, NAN, NAN, NAN};
    cube_analysis_begin(c);
    c->dp = 1;
    for (int i = 0; i < 2; i++)
        c->branch[i] = (struct cube_branch){.outcome = unknown, .cubeless = NAN, .mwc = NAN};
    return c;
}

/* "2-ply cubeless equity +0.003 (Money: +0.002)", "0-ply cubeless MWC  50.12% (Money: +0.019)" */
static bool cubeless_line(struct gnubgtext *t, struct span line)
{
    struct scan s = scan_of(line);
    const struct eval_level level = read_level(&s);
    const struct span words = scan_word(&s), unit = scan_word(&s), figure = scan_word(&s);
    float value;
    if (!span_equal(words, "cubeless") || !read_figure(figure, &value))
        return false;
    struct annotation *a = annotation_of(t);
    if (a->cube == NULL)
        a->cube = new_cube(t);
    a->cube->level = level;
    name_level(t, &level);
    for (int i = 0; i < 2 && span_equal(unit, "equity"); i++)
        a->cube->branch[i].cubeless = value;
    return true;
}

/* "2. Double, pass        +1.000  (+0.993)"; in MWC mode in percent. What a pass is worth follows from the score. */
static bool cube_row(struct cube_analysis *c, struct span line)
{
    struct scan s = scan_of(line);
    long rank;
    float value;
    if (!scan_int(&s, &rank) || !scan_char(&s, '.'))
        return false;
    const struct span rest = span_trim(scan_rest(&s));
    const char *open = memchr(rest.at, '(', rest.length);
    struct span head = span_trim(open != NULL ? (struct span){rest.at, (size_t)(open - rest.at)} : rest);
    size_t from = head.length;
    while (from > 0 && head.at[from - 1] != ' ')
        from--;
    const struct span figure = span_sub(head, from, head.length);
    if (!read_figure(figure, &value))
        return false;
    const int branch = span_starts_nocase(head, "No ") ? 0 : span_has(head, ", pass") ? -1 : 1;
    if (branch >= 0 && span_ends(figure, "%"))
        c->branch[branch].mwc = value;
    else if (branch >= 0)
        *(branch == 0 ? &c->nd : &c->dt) = value;
    return true;
}

static bool cube_section_line(struct gnubgtext *t, struct span line)
{
    struct outcome o;
    if (t->answers || cubeless_line(t, line) || span_equal(line, "Cubeful equities:") ||
        span_starts_nocase(line, "Proper cube action: "))
        return true;
    struct annotation *a = annotation_of(t);
    if (a->cube == NULL)
        return false;
    if (!read_outcome(line, &o))
        return cube_row(a->cube, line);
    for (int i = 0; i < 2; i++)
        a->cube->branch[i].outcome = o;
    return true;
}

/* "Rolled 22 (+0.070):", also in percent of MWC; without the amount nothing is known of the luck. */
static bool roll_line(struct gnubgtext *t, struct span line)
{
    float luck;
    if (!span_starts_nocase(line, "Rolled ") || !span_ends(line, ":"))
        return false;
    t->section = IN_PLAYS;
    const char *open = memchr(line.at, '(', line.length), *close = memchr(line.at, ')', line.length);
    if (open == NULL || close == NULL || close < open)
        return true;
    const struct span figure = span_trim((struct span){open + 1, (size_t)(close - open - 1)});
    struct annotation *a = annotation_of(t);
    if (read_figure(figure, &luck)) {
        luck = luck != 0 ? luck : 0; /* not -0 */
        *(span_ends(figure, "%") ? &a->luck_mwc : &a->luck) = luck;
    }
    return true;
}

static bool add_candidate(struct gnubgtext *t, struct span play, const struct candidate *made, bool played)
{
    struct annotation *a = annotation_of(t);
    const struct position *p = &t->position;
    struct candidate c = *made;
    const char *problem = NULL;
    if (!span_starts_nocase(play, "Cannot move") &&
        !notation_read(play, &p->board, p->dice[0], p->dice[1], &c.play, &problem, NULL)) {
        gnubgtext_warn(t, play, problem);
        return true;
    }
    if (a->play == NULL) {
        a->play = arena_alloc(t->m->arena, sizeof *a->play);
        *a->play = (struct play_analysis){.played = -1, .error = NAN, .error_mwc = NAN};
        t->capacity = 0;
    }
    struct play_analysis *list = a->play;
    board_play(&p->board, &c.play, &c.after);
    if (list->n == CANDIDATES_MAX)
        return true;
    list->candidates = arena_grow(t->m->arena, list->candidates, (size_t)list->n, &t->capacity, sizeof c);
    list->candidates[list->n] = c;
    list->n_legal = ++list->n;
    if (played)
        list->played = list->n - 1;
    name_level(t, &c.level);
    return true;
}

/* "*    2. Cubeful 2-ply    16/14 13/11 6/4(2)           Eq.: +0.891 (-0.029)"; "*    Cannot move". */
static bool candidate_line(struct gnubgtext *t, struct span line)
{
    struct scan s = scan_of(line);
    struct candidate c = {.equity = NAN, .cubeless = NAN, .mwc = NAN, .outcome = {NAN, NAN, NAN, NAN, NAN}};
    long rank;
    const bool played = scan_char(&s, '*');
    if (played && !span_has(line, "Eq.:") && !span_has(line, "MWC:"))
        return true; /* nothing was evaluated: the play once more, or that there is none */
    scan_blanks(&s);
    const bool ranked = scan_int(&s, &rank) && scan_char(&s, '.');
    if (!ranked && !(played && span_equal(scan_word(&s), "??"))) /* a play that was not found among those evaluated */
        return false;
    c.level = read_level(&s);
    const struct span rest = span_trim(scan_rest(&s));
    const char *eq = memmem(rest.at, rest.length, "Eq.:", 4), *mwc = memmem(rest.at, rest.length, "MWC:", 4);
    const char *at = eq != NULL ? eq : mwc;
    if (at == NULL)
        return false;
    struct span figure = {at + 4, rest.length - (size_t)(at + 4 - rest.at)};
    const char *open = memchr(figure.at, '(', figure.length);
    if (open != NULL)
        figure.length = (size_t)(open - figure.at);
    if (!read_figure(figure, eq != NULL ? &c.equity : &c.mwc))
        return false;
    return add_candidate(t, span_trim((struct span){rest.at, (size_t)(at - rest.at)}), &c, played);
}

static bool plays_section_line(struct gnubgtext *t, struct span line)
{
    struct outcome o;
    if (candidate_line(t, line))
        return true;
    struct annotation *a = annotation_of(t);
    if (a->play == NULL || !read_outcome(line, &o))
        return false;
    a->play->candidates[a->play->n - 1].outcome = o;
    return true;
}

/* Settings of evaluations and rollouts, standard errors: kept unchanged beside what they are about. */
static bool keep_words(struct gnubgtext *t, struct span line)
{
    struct annotation *a = annotation_of(t);
    const struct property **raw = NULL;
    if (t->section == IN_PLAYS && a->play != NULL)
        raw = &a->play->candidates[a->play->n - 1].raw;
    else if (t->section == IN_CUBE && a->cube != NULL)
        raw = &a->cube->raw;
    if (raw == NULL)
        return false;
    struct property *list = (struct property *)(uintptr_t)*raw;
    property_add(t->m, &list, "gnubgtext", "settings", arena_span(t->m->arena, line));
    *raw = list;
    return true;
}

static bool begins_section(struct gnubgtext *t, struct span line)
{
    if (span_equal(line, "Annotation:"))
        t->section = IN_COMMENT;
    else if (span_equal(line, "Cube analysis"))
        t->section = IN_CUBE;
    else
        return roll_line(t, line) || alert_line(t, line) || cube_mark_line(t, line);
    return true;
}

bool gnubgtext_analysis(struct gnubgtext *t, struct span line)
{
    return begins_section(t, line) || (t->section == IN_CUBE && cube_section_line(t, line)) ||
           (t->section == IN_PLAYS && plays_section_line(t, line)) || (t->section != IN_BLOCK && keep_words(t, line));
}
