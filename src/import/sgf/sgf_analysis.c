/* Analysis in SGF as GNU Backgammon writes it (docs/formats/sgf.md, sections 5 and 6). The idea: numbers become plain
 * annotations; everything that a plain annotation cannot hold (rollouts' parameters, old versions) is kept beside it
 * word for word in `raw`, to be written back. No match equity table is known here: in matches the cubeful cube values
 * stay MWC, and the analysis makes equities of them. */
#include "import/sgf/sgf_analysis.h"

#include <math.h>
#include <string.h>

#include "import/lines.h"
#include "import/sgf/sgf_moves.h"

enum { TOKENS_MAX = 320, CANDIDATES_MAX = 4096, CURRENT_VERSION = 3, DA_NUMBERS = 14 };

bool sgf_is_annotation(const char *name)
{
    static const char *const names[] = {"A", "DA", "MR", "CR", "LU", "GW", "GB", "DO", "BM", "DC", "BC"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* ---- words of a value ---- */

struct tokens {
    struct span at[TOKENS_MAX];
    int n;
};

static void tokenize(struct span text, struct tokens *t)
{
    struct scan s = scan_of(text);
    t->n = 0;
    while (t->n < TOKENS_MAX) {
        while (s.at < s.end && (*s.at == ' ' || *s.at == '\n' || *s.at == '\t'))
            s.at++;
        const char *from = s.at;
        while (s.at < s.end && *s.at != ' ' && *s.at != '\n' && *s.at != '\t')
            s.at++;
        if (s.at == from)
            return;
        t->at[t->n++] = (struct span){from, (size_t)(s.at - from)};
    }
}

static bool floats(const struct tokens *t, int from, int n, float *out)
{
    for (int i = 0; i < n; i++)
        if (from + i >= t->n || !span_float(t->at[from + i], &out[i]))
            return false;
    return true;
}

static int find_word(const struct tokens *t, int from, const char *word)
{
    for (int i = from; i < t->n; i++)
        if (span_equal(t->at[i], word))
            return i;
    return -1;
}

static struct outcome outcome_of(const float f[5])
{
    return (struct outcome){f[0], f[1], f[2], f[3], f[4]};
}

/* "2C": plies and cubeful. */
static bool read_plies(struct span word, struct eval_level *level)
{
    level->kind = EVAL_PLY;
    level->cubeful = word.length > 0 && word.at[word.length - 1] == 'C';
    word.length -= level->cubeful;
    long plies;
    if (!span_int(word, &plies) || plies < 0 || plies > 99)
        return false;
    level->plies = (int)plies;
    return true;
}

/* "ver n" at `*at`; returns the version, 0 if there is none. */
static long read_version(const struct tokens *t, int *at)
{
    long version;
    if (*at + 1 < t->n && span_equal(t->at[*at], "ver") && span_int(t->at[*at + 1], &version)) {
        *at += 2;
        return version;
    }
    return 0;
}

/* Are both players' levels there and the same? "cube0 ver 3 2C 1 0.000000 0" */
static bool same_context(const struct tokens *t, const char *word0, const char *word1)
{
    enum { WORDS = 6 };
    int a = find_word(t, 1, word0), b = find_word(t, 1, word1);
    bool same = a > 0 && b > 0 && a + WORDS <= t->n && b + WORDS <= t->n;
    for (int i = 1; same && i < WORDS; i++)
        same = t->at[a + i].length == t->at[b + i].length &&
               memcmp(t->at[a + i].at, t->at[b + i].at, t->at[a + i].length) == 0;
    return same;
}

/* Ours: all that we write is there, and nothing that a record's settings do not hold. Move filters are the sign of
 * another program's. */
static bool is_plain_rollout(const struct tokens *t)
{
    return find_word(t, 1, "filt0") < 0 && find_word(t, 1, "latefilt0") < 0 && find_word(t, 1, "cheqtrunc") > 0 &&
           same_context(t, "cube0", "cube1") && same_context(t, "cheq0", "cheq1") &&
           same_context(t, "latecube0", "latecube1") && same_context(t, "latecheq0", "latecheq1");
}

static void read_noise(const struct tokens *t, int at, struct eval_level *level)
{
    if (at < t->n)
        (void)span_float(t->at[at], &level->noise);
}

static struct property *raw_of(struct match *m, const char *name, struct span value)
{
    struct property *list = NULL;
    return property_add(m, &list, "sgf", name, arena_span(m->arena, value));
}

/* ---- candidates ---- */

/* letters E [ver n] five probabilities, equity, plies, reduced, deterministic, noise, pruning; what stands behind them
 * (1.08 appends a number) makes no difference. */
static bool read_evaluation(struct match *m, const struct tokens *t, struct span value, struct candidate *c)
{
    int at = 2;
    long version = read_version(t, &at);
    float f[6];
    if (!floats(t, at, 6, f) || at + 6 >= t->n || !read_plies(t->at[at + 6], &c->level))
        return false;
    c->outcome = outcome_of(f);
    c->equity = f[5];
    bool plain = version == CURRENT_VERSION && t->n == at + 11 && span_equal(t->at[at + 7], "0") &&
                 span_equal(t->at[at + 8], "1");
    read_noise(t, at + 9, &c->level);
    if (!plain)
        c->raw = raw_of(m, "A", value);
    return true;
}

/* ---- rollouts ---- */

static bool all_zero(const float *f, int n)
{
    while (n > 0 && f[n - 1] == 0)
        n--;
    return n == 0;
}

/* Standard errors. The last figure is MWC in matches: an equity only for those who have a table. Zeros are what
 * kibitzer itself writes for errors that it does not know. */
static struct rollout_error *errors_of(const struct sgf_notes *n, const float f[7], int cube)
{
    static const struct outcome unknown = {NAN, NAN, NAN, NAN, NAN};
    struct rollout_error *e = arena_alloc(n->m->arena, sizeof *e);
    bool money = n->m->length == 0, partly = n->own && all_zero(f, 6);
    if (n->own && all_zero(f, 7))
        return NULL;
    e->outcome = partly ? unknown : outcome_of(f);
    e->cubeless = partly ? NAN : f[5];
    e->cubeful = money ? f[6] : NAN;
    e->mwc = money ? f[6] * (float)cube : f[6];
    return e;
}

static int count_after(const struct tokens *t, int at)
{
    long n;
    return at > 0 && at + 1 < t->n && span_int(t->at[at + 1], &n) && n > 0 && n <= 1000000000 ? (int)n : 0;
}

static void read_trials(const struct tokens *t, int from, struct eval_level *level)
{
    int rc = find_word(t, from, "RC");
    level->kind = EVAL_ROLLOUT;
    level->trials = count_after(t, find_word(t, from, "Trials"));
    level->cubeful = rc < 0 || (rc + 1 < t->n && span_equal(t->at[rc + 1], "1"));
}

/* A level behind `word` as rollouts' settings have it: [ver n] plies, deterministic, noise, pruning. */
static void read_context(const struct tokens *t, int from, const char *word, struct eval_level *level)
{
    int at = find_word(t, from, word) + 1;
    struct eval_level found = {.kind = EVAL_NONE};
    if (at == 0)
        return;
    read_version(t, &at);
    if (at >= t->n || !read_plies(t->at[at], &found))
        return;
    read_noise(t, at + 2, &found);
    *level = found;
}

/* The generator's name is the only word in quotes, and may hold blanks: found in the text itself. */
static const char *quoted(struct match *m, struct span value)
{
    const char *from = memchr(value.at, '"', value.length);
    size_t left = from != NULL ? value.length - (size_t)(from + 1 - value.at) : 0;
    const char *to = left != 0 ? memchr(from + 1, '"', left) : NULL;
    return to != NULL ? arena_span(m->arena, (struct span){from + 1, (size_t)(to - from - 1)}) : NULL;
}

static int after_quotes(const struct tokens *t, int from)
{
    for (int i = t->n - 1; i > from; i--)
        if (t->at[i].at[t->at[i].length - 1] == '"')
            return i + 1;
    return -1;
}

/* Fields behind RC by their place; -1 = not in this version. ORDER as in docs/formats/sgf.md. */
struct rc_places {
    int variance, opening, rotate, truncates, truncation, two_sided, one_sided, late, trials;
};
static const struct rc_places rc_new = {2, 3, 4, 6, 7, 8, 9, 10, -1}, rc_old = {2, 3, -1, -1, 4, -1, -1, -1, 5};

static long rc_number(const struct tokens *t, int rc, int place)
{
    long n;
    return place > 0 && rc + place < t->n && span_int(t->at[rc + place], &n) && n >= 0 && n <= 1000000000 ? n : 0;
}

/* RC cubeful varredn initial rotate lateevals dotruncate truncate truncbo2 truncboOS late "rng name" seed contexts.
 * Old R blocks: RC cubeful varredn initial truncate trials "rng" seed rotate truncbo2 truncboOS. */
static const struct rollout_settings *read_settings(struct match *m, const struct tokens *t, struct span value,
                                                    bool old)
{
    int rc = find_word(t, 1, "RC"), behind = rc > 0 ? after_quotes(t, rc) : -1;
    if (rc < 0)
        return NULL;
    const struct rc_places *p = old ? &rc_old : &rc_new;
    struct rollout_settings *s = arena_alloc(m->arena, sizeof *s);
    s->variance_reduction = rc_number(t, rc, p->variance) != 0;
    s->opening = rc_number(t, rc, p->opening) != 0;
    s->quasi_random = rc_number(t, old ? behind : rc, old ? 1 : p->rotate) != 0;
    s->stop_two_sided = rc_number(t, old ? behind : rc, old ? 2 : p->two_sided) != 0;
    s->stop_one_sided = rc_number(t, old ? behind : rc, old ? 3 : p->one_sided) != 0;
    if (old || rc_number(t, rc, p->truncates) != 0)
        s->truncation = (int)rc_number(t, rc, p->truncation);
    if (!old && rc_number(t, rc, 5) != 0)
        s->late_from = (int)rc_number(t, rc, p->late);
    s->max_trials = (int)rc_number(t, rc, p->trials);
    s->dice = quoted(m, value);
    double seed;
    if (behind > 0 && behind < t->n && span_double(t->at[behind], &seed) && fabs(seed) < 1e15)
        s->seed = (int64_t)seed;
    read_context(t, rc, "cheq0", &s->early.chequer);
    read_context(t, rc, "cube0", &s->early.cube);
    read_context(t, rc, "latecheq0", &s->late.chequer);
    read_context(t, rc, "latecube0", &s->late.cube);
    read_context(t, rc, "cheqtrunc", &s->last.chequer);
    read_context(t, rc, "cubetrunc", &s->last.cube);
    return s;
}

static bool is_rollout(const struct tokens *t, int at)
{
    return t->n > at && (span_equal(t->at[at], "X") || span_equal(t->at[at], "R"));
}

/* letters X|R [ver n] Score s1 s2 Trials n Output o1..o7 StdDev d1..d7 SK k RC ... */
static bool read_rollout(struct sgf_notes *n, const struct tokens *t, struct span value, int cube, struct candidate *c)
{
    int score = find_word(t, 2, "Score"), output = find_word(t, 2, "Output"), deviation = find_word(t, 2, "StdDev");
    struct match *m = n->m;
    float s[2] = {NAN, NAN}, o[7], sd[7];
    if (score < 0 || output < 0 || !floats(t, score + 1, 1, s) || !floats(t, output + 1, 7, o))
        return false;
    read_trials(t, 2, &c->level);
    c->equity = s[0];
    c->cubeless = floats(t, score + 2, 1, s + 1) ? s[1] : o[5];
    c->outcome = outcome_of(o);
    c->mwc = m->length == 0 ? o[6] * (float)cube : o[6];
    if (deviation > 0 && floats(t, deviation + 1, 7, sd))
        c->stderror = errors_of(n, sd, cube);
    c->rollout = read_settings(m, t, value, span_equal(t->at[1], "R"));
    if (!n->own || !is_plain_rollout(t))
        c->raw = raw_of(m, "A", value);
    return true;
}

static bool read_candidate(struct sgf_notes *s, struct span value, int player, const struct position *before,
                           struct candidate *c)
{
    struct tokens t;
    struct step steps[SGF_STEPS_MAX];
    tokenize(value, &t);
    *c = (struct candidate){.equity = NAN, .cubeless = NAN, .mwc = NAN, .outcome = {NAN, NAN, NAN, NAN, NAN}};
    bool dance = t.n > 0 && (span_equal(t.at[0], "E") || is_rollout(&t, 0));
    int n = dance ? 0 : sgf_steps(t.n > 0 ? t.at[0] : (struct span){"", 0}, player, steps);
    if (n < 0 || n > PLAY_STEPS || t.n == 0)
        return false;
    c->play.n = (int8_t)n;
    memcpy(c->play.step, steps, (size_t)n * sizeof *steps);
    if (!board_play(&before->board, &c->play, &c->after))
        return false;
    if (dance) { /* no letters: shift, so that the kind stands second */
        memmove(t.at + 1, t.at, (size_t)(TOKENS_MAX - 1) * sizeof *t.at);
        t.n += t.n < TOKENS_MAX;
    }
    if (t.n > 1 && span_equal(t.at[1], "E") && read_evaluation(s->m, &t, value, c))
        return true;
    if (is_rollout(&t, 1) && read_rollout(s, &t, value, before->cube, c))
        return true;
    if (t.n > 1) {
        c->level.kind = EVAL_OTHER;
        c->raw = raw_of(s->m, "A", value);
    }
    return true;
}

static bool is_roll(enum event_kind kind)
{
    return kind == EVENT_PLAY || kind == EVENT_ROLL || kind == EVENT_SET_DICE;
}

/* All or nothing: a list with a hole would shift the index of the play that was made. */
static struct play_analysis *read_plays(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_property *p,
                                        const struct event *e, const struct position *before)
{
    long played;
    if (p->n < 2 || p->n > CANDIDATES_MAX || !is_roll(e->kind) || !span_int(span_trim(t->values[p->first]), &played))
        return NULL;
    int n = (int)p->n - 1;
    struct candidate *list = arena_alloc(s->m->arena, (size_t)n * sizeof *list);
    for (int i = 0; i < n; i++)
        if (!read_candidate(s, t->values[p->first + 1 + (size_t)i], e->player, before, &list[i]))
            return NULL;
    struct play_analysis *a = arena_alloc(s->m->arena, sizeof *a);
    *a = (struct play_analysis){.candidates = list, .n = n, .error = NAN, .error_mwc = NAN};
    a->played = played >= 0 && played < n ? (int)played : -1;
    a->n_legal = moves_list(&before->board, e->dice[0], e->dice[1], &s->moves);
    if (a->n_legal < n)
        a->n_legal = n;
    if (a->played >= 0 && !isnan(list[0].equity) && !isnan(list[a->played].equity))
        a->error = list[0].equity - list[a->played].equity;
    if (s->m->length == 0)
        a->error_mwc = a->error * (float)before->cube;
    return a;
}

/* ---- the cube ---- */

static void fill_branch(struct cube_branch *b, const float f[7])
{
    b->outcome = outcome_of(f);
    b->cubeless = f[5];
    b->mwc = f[6];
}

/* Two times seven figures; the last of each is MWC in matches, equity per cube in money play. */
static void fill_cube(struct sgf_notes *s, struct cube_analysis *c, const float f[DA_NUMBERS], int cube)
{
    fill_branch(&c->branch[0], f);
    fill_branch(&c->branch[1], f + 7);
    c->dp = 1;
    if (s->m->length > 0)
        return;
    c->nd = f[6];
    c->dt = f[13];
    c->branch[0].mwc *= (float)cube;
    c->branch[1].mwc *= (float)cube;
}

/* E [ver n] plies [reduced] deterministic noise [pruning], then 14 figures, which are the last in every version. The
 * oldest has four numbers more before the plies; 1.08 has one more behind the pruning. */
static bool read_cube_evaluation(struct sgf_notes *s, const struct tokens *t, struct cube_analysis *c, int cube,
                                 bool *plain)
{
    int at = 1;
    enum { OLDEST_EXTRA = 4, OLDEST_WORDS = 8 };
    long version = read_version(t, &at);
    float f[DA_NUMBERS];
    if (t->n < at + 1 + DA_NUMBERS || !floats(t, t->n - DA_NUMBERS, DA_NUMBERS, f))
        return false;
    const bool oldest = version == 0 && t->n - DA_NUMBERS - at >= OLDEST_WORDS;
    at += oldest ? OLDEST_EXTRA : 0;
    if (!read_plies(t->at[at], &c->level))
        return false;
    *plain = version == CURRENT_VERSION && t->n == at + 4 + DA_NUMBERS && span_equal(t->at[at + 1], "1");
    bool reduced = oldest || (version != CURRENT_VERSION && t->n != at + 4 + DA_NUMBERS); /* an obsolete word */
    read_noise(t, at + (reduced ? 3 : 2), &c->level);
    fill_cube(s, c, f, cube);
    return true;
}

/* X|R [ver n] Eq Trials n, then NoDouble and DoubleTake, each with Output and StdDev, SK k RC ... */
static bool read_cube_rollout(struct sgf_notes *s, const struct tokens *t, struct span value, struct cube_analysis *c,
                              int cube, bool *plain)
{
    static const char *const words[2] = {"NoDouble", "DoubleTake"};
    float f[DA_NUMBERS], sd[7];
    for (int i = 0; i < 2; i++) {
        int at = find_word(t, 1, words[i]);
        int output = at > 0 ? find_word(t, at, "Output") : -1, deviation = at > 0 ? find_word(t, at, "StdDev") : -1;
        if (output < 0 || !floats(t, output + 1, 7, f + (ptrdiff_t)7 * i))
            return false;
        if (deviation > 0 && floats(t, deviation + 1, 7, sd))
            c->branch[i].stderror = errors_of(s, sd, cube);
    }
    read_trials(t, 1, &c->level);
    c->rollout = read_settings(s->m, t, value, span_equal(t->at[0], "R"));
    *plain = s->own && is_plain_rollout(t);
    fill_cube(s, c, f, cube);
    return true;
}

static struct cube_analysis *read_cube(struct sgf_notes *s, struct span value, int cube)
{
    struct tokens t;
    struct cube_analysis *c = arena_alloc(s->m->arena, sizeof *c);
    cube_analysis_begin(c);
    bool plain = false, good = false;
    tokenize(value, &t);
    if (t.n > 1 && span_equal(t.at[0], "E"))
        good = read_cube_evaluation(s, &t, c, cube, &plain);
    else if (is_rollout(&t, 0))
        good = read_cube_rollout(s, &t, value, c, cube, &plain);
    if (good && !plain)
        c->raw = raw_of(s->m, "DA", value);
    return good ? c : NULL;
}

/* ---- marks and the whole node ---- */

static enum skill skill_of(const struct sgf_tree *t, const struct sgf_node *n, const char *doubtful, const char *bad)
{
    if (sgf_find(t, n, bad) != NULL)
        return span_equal(span_trim(sgf_value(t, n, bad)), "2") ? SKILL_VERY_BAD : SKILL_BAD;
    return sgf_find(t, n, doubtful) != NULL ? SKILL_DOUBTFUL : SKILL_NONE;
}

/* TE[1], TE[2] and IT[]; TE[] is TE[1]. */
static enum mark good_mark_of(const struct sgf_tree *t, const struct sgf_property *p)
{
    const struct span value = p->n == 1 ? span_trim(t->values[p->first]) : (struct span){"", 0};
    const bool once = value.length == 0 || span_equal(value, "1");
    if (p->n > 1)
        return MARK_NONE;
    if (strcmp(p->name, "IT") == 0)
        return once ? MARK_INTERESTING : MARK_NONE;
    return strcmp(p->name, "TE") != 0 ? MARK_NONE
           : once                     ? MARK_GOOD
           : span_equal(value, "2")   ? MARK_VERY_GOOD
                                      : MARK_NONE;
}

bool sgf_is_good_mark(const struct sgf_tree *t, const struct sgf_property *p, const struct event *e)
{
    const enum mark mark = good_mark_of(t, p);
    return mark != MARK_NONE && mark == (enum mark)e->mark;
}

/* DO and BM where no figure is behind them, TE and IT: an author's. True if it was `bad`. */
static bool read_mark(const struct sgf_tree *t, const struct sgf_node *n, enum skill bad, struct event *e)
{
    if (!event_can_be_marked(e) || e->mark != MARK_NONE)
        return false;
    if (bad != SKILL_NONE && sgf_find(t, n, is_roll(e->kind) ? "A" : "DA") == NULL)
        e->mark = (int8_t)bad;
    for (size_t i = 0; i < n->n && e->mark == MARK_NONE; i++)
        e->mark = (int8_t)good_mark_of(t, &t->properties[n->first + i]);
    return e->mark != MARK_NONE && e->mark < MARK_INTERESTING;
}

/* GW is good luck for White whoever rolled. */
static enum luck_mark luck_mark_of(const struct sgf_tree *t, const struct sgf_node *n, int player)
{
    for (int colour = 0; colour < 2; colour++) {
        const char *name = colour == 0 ? "GW" : "GB";
        if (sgf_find(t, n, name) == NULL)
            continue;
        int size = span_equal(span_trim(sgf_value(t, n, name)), "2") ? LUCK_VERY_LUCKY : LUCK_LUCKY;
        return (enum luck_mark)(colour == player ? size : -size);
    }
    return LUCK_NONE;
}

static void keep_raw(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_property *p, struct annotation *a)
{
    struct property *list = (struct property *)(uintptr_t)a->raw;
    struct property *kept = property_add(s->m, &list, "sgf", p->name, NULL);
    for (size_t i = 0; i < p->n; i++)
        property_add_value(s->m, kept, arena_span(s->m->arena, t->values[p->first + i]));
    a->raw = list;
}

static void not_understood(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_property *p,
                           struct annotation *a)
{
    diag_at(s->d, SEVERITY_WARNING, p->place.line, p->place.column,
            "analysis %s[...] is not understood, kept unchanged", p->name);
    keep_raw(s, t, p, a);
}

void sgf_set_fact(struct sgf_notes *s, const char *name, const char *value)
{
    struct annotation_set *f = &s->facts;
    const struct {
        const char *name;
        const char **field;
    } fields[] = {{"set-engine", &f->engine},
                  {"set-version", &f->version},
                  {"set-level", &f->level},
                  {"set-settings", &f->settings},
                  {"set-met", &f->met}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (strcmp(name, fields[i].name) == 0)
            *fields[i].field = value;
    if (strcmp(name, "set-own") == 0)
        f->own = true;
    struct scan at = scan_of(span_of(value));
    for (int i = 0; i < 3 && strcmp(name, "set-thresholds") == 0; i++, scan_blanks(&at))
        (void)span_float(scan_word(&at), &f->threshold[i]);
}

static struct annotation *annotation_of(struct sgf_notes *s, struct event *e)
{
    if (s->set < 0) {
        struct annotation_set set = {.engine = s->engine, .version = s->version, .own = s->own};
        s->set = match_add_set(s->m, s->facts.engine != NULL ? &s->facts : &set);
    }
    return event_annotate(s->m, e, s->set);
}

static bool is_empty(const struct sgf_tree *t, const struct sgf_property *p)
{
    return p->n == 0 || (p->n == 1 && span_trim(t->values[p->first]).length == 0);
}

/* The set is named after the first evaluation met, unless the file says who annotated. */
static void name_level(struct sgf_notes *s, const struct eval_level *l)
{
    struct annotation_set *set = &s->m->sets[s->set];
    char text[24];
    if (set->level != NULL || s->facts.engine != NULL)
        return;
    if (l->kind == EVAL_ROLLOUT)
        snprintf(text, sizeof text, "rollout");
    else
        snprintf(text, sizeof text, "%dply", l->plies);
    set->level = arena_strdup(s->m->arena, text);
}

/* False if it is no luck that a roll can have. */
static bool read_luck(struct sgf_notes *s, struct span value, struct annotation *a, int cube)
{
    float luck;
    if (!span_float(span_trim(value), &luck))
        return false;
    a->luck = luck != 0 ? luck : 0; /* not -0 */
    if (s->m->length == 0)
        a->luck_mwc = luck * (float)cube;
    return true;
}

static void read_property(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_property *p, struct event *e,
                          const struct position *before)
{
    struct span value = p->n > 0 ? t->values[p->first] : (struct span){"", 0};
    bool plays = strcmp(p->name, "A") == 0, cube = strcmp(p->name, "DA") == 0;
    bool marks = strcmp(p->name, "MR") == 0 || strcmp(p->name, "CR") == 0;
    double luck;
    if ((marks && is_empty(t, p)) || (strcmp(p->name, "LU") == 0 && !span_double(span_trim(value), &luck)))
        return; /* nothing is said: LU[-inf] = not analysed */
    struct annotation *a = annotation_of(s, e);
    if (plays && a->play == NULL)
        a->play = read_plays(s, t, p, e, before);
    else if (cube && a->cube == NULL)
        a->cube = read_cube(s, value, before->cube);
    else if (strcmp(p->name, "LU") == 0 && !read_luck(s, value, a, before->cube))
        not_understood(s, t, p, a);
    else if (marks)
        keep_raw(s, t, p, a);
    if (a->play != NULL || a->cube != NULL)
        name_level(s, a->play != NULL ? &a->play->candidates[0].level : &a->cube->level);
    if ((plays && a->play == NULL) || (cube && a->cube == NULL))
        not_understood(s, t, p, a);
}

/* Marks that have a value which they do not take: they count as usual. */
static void check_mark_values(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_node *n)
{
    static const struct {
        const char *name;
        bool twice; /* 1 or 2, else nothing */
    } marks[] = {{"BM", true}, {"BC", true}, {"GW", true}, {"GB", true}, {"DO", false}, {"DC", false}};
    for (size_t i = 0; i < n->n; i++) {
        const struct sgf_property *p = &t->properties[n->first + i];
        const struct span value = p->n > 0 ? span_trim(t->values[p->first]) : (struct span){"", 0};
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++) {
            const bool usual =
                value.length == 0 || span_equal(value, "1") || (marks[k].twice && span_equal(value, "2"));
            if (!usual && strcmp(p->name, marks[k].name) == 0)
                diag_at(s->d, SEVERITY_WARNING, p->place.line, p->place.column,
                        "found %s[%.*s], expected %s: read as %s", p->name, span_shown(value), value.at,
                        marks[k].twice ? W_("1 or 2") : W_("no value"), marks[k].twice ? "1" : W_("without"));
        }
    }
}

void sgf_annotate(struct sgf_notes *s, const struct sgf_tree *t, const struct sgf_node *n, struct event *e,
                  const struct position *before)
{
    enum skill first = skill_of(t, n, "DO", "BM"), second = skill_of(t, n, "DC", "BC");
    const enum luck_mark luck = luck_mark_of(t, n, e->player);
    const bool by_hand = read_mark(t, n, first, e);
    if (e->kind == EVENT_PLAY && sgf_find(t, n, "DA") == NULL) {
        e->undoubled_mark = (int8_t)second;
        second = SKILL_NONE;
    }
    check_mark_values(s, t, n);
    for (size_t i = 0; i < n->n; i++) {
        const struct sgf_property *p = &t->properties[n->first + i];
        const bool mark = strcmp(p->name, "DO") == 0 || strcmp(p->name, "BM") == 0;
        if (!p->repeated && sgf_is_annotation(p->name) && !(by_hand && mark))
            read_property(s, t, p, e, before);
    }
    first = by_hand ? SKILL_NONE : first;
    if (first == SKILL_NONE && second == SKILL_NONE && luck == LUCK_NONE)
        return;
    struct annotation *a = annotation_of(s, e);
    a->luck_mark = luck;
    a->play_skill = is_roll(e->kind) ? first : SKILL_NONE;
    a->cube_skill = is_roll(e->kind) ? second : first;
}
