/* The lines of a transcript that begin with a word: the head, which says what match it is, and where games begin and
 * end. */
#include <string.h>

#include "import/transcript/transcript.h"

/* ---- the head ---- */

/* A text up to `end` or the end of the line, in quotation marks where it needs them. */
static const char *read_text(struct transcript *t, char end)
{
    scan_blanks(&t->s);
    if (t->s.at < t->s.end && *t->s.at == '"')
        return transcript_quoted(t).at;
    const char *stop = end != '\0' ? memchr(t->s.at, end, (size_t)(t->s.end - t->s.at)) : NULL;
    stop = stop != NULL ? stop : t->s.end;
    const struct span text = span_trim((struct span){t->s.at, (size_t)(stop - t->s.at)});
    t->s.at = stop;
    return arena_span(t->m->arena, text);
}

static void head_names(struct transcript *t)
{
    const struct span typed = span_trim(scan_rest(&t->s));
    t->m->player[0].name = read_text(t, ',');
    scan_blanks(&t->s);
    if (scan_char(&t->s, ','))
        t->m->player[1].name = read_text(t, '\0');
    else
        transcript_not_understood(t, typed, W_("two names with a comma between them"));
}

static void head_length(struct transcript *t)
{
    long n;
    scan_blanks(&t->s);
    if (scan_int(&t->s, &n) && n >= 0 && n <= MATCH_LENGTH_MAX)
        t->m->length = (int)n;
    else
        transcript_not_understood(t, scan_rest(&t->s), W_("the points that are played to, 0 for money"));
}

static const struct rule_word {
    const char *word;
    size_t at;
    bool value;
} rule_words[] = {
    {"jacoby", offsetof(struct rules, jacoby), true},          {"no-jacoby", offsetof(struct rules, jacoby), false},
    {"beavers", offsetof(struct rules, beavers), true},        {"no-beavers", offsetof(struct rules, beavers), false},
    {"crawford", offsetof(struct rules, crawford), true},      {"no-crawford", offsetof(struct rules, crawford), false},
    {"automatic", offsetof(struct rules, automatic), true},    {"no-cube", offsetof(struct rules, cube), false},
    {"no-raccoons", offsetof(struct rules, one_beaver), true},
};

static bool set_rule(struct match *m, struct span word)
{
    for (int i = 0; i < VARIANTS; i++)
        if (span_equal_nocase(word, variant_names[i])) {
            m->rules.variant = (enum variant)i;
            return true;
        }
    for (size_t i = 0; i < sizeof rule_words / sizeof *rule_words; i++)
        if (span_equal_nocase(word, rule_words[i].word)) {
            *(bool *)((char *)&m->rules + rule_words[i].at) = rule_words[i].value;
            m->jacoby_known = m->jacoby_known || rule_words[i].at == offsetof(struct rules, jacoby);
            return true;
        }
    return false;
}

static void head_rules(struct transcript *t)
{
    while (!scan_done(&t->s)) {
        const struct span word = scan_word(&t->s);
        long limit;
        scan_blanks(&t->s);
        if (span_equal_nocase(word, "cube-limit") && scan_int(&t->s, &limit) && limit > 1)
            rules_set_cube_limit(&t->m->rules, limit);
        else if (!set_rule(t->m, word))
            transcript_not_understood(
                t, word,
                W_("jacoby, beavers, no-raccoons, automatic, no-crawford, no-cube, cube-limit and its "
                   "value or a variation of the game"));
    }
}

/* ---- lines between games ---- */

static bool read_score(struct transcript *t, int score[2])
{
    long n[2];
    scan_blanks(&t->s);
    for (int i = 0; i < 2; i++) {
        const bool there = t->s.at < t->s.end && *t->s.at >= '0' && *t->s.at <= '9' && scan_int(&t->s, &n[i]);
        if (!there || n[i] > 1000000 || (i == 0 && !scan_char(&t->s, '-')))
            return false;
        score[i] = (int)n[i];
    }
    return true;
}

static void score_word(struct transcript *t)
{
    const struct span word = scan_word(&t->s);
    struct game *g = t->b.g;
    long n = 0;
    scan_blanks(&t->s);
    if (span_equal_nocase(word, "crawford") || span_equal_nocase(word, "post-crawford"))
        g->crawford_game = word.at[0] == 'c' || word.at[0] == 'C';
    else if (span_equal_nocase(word, "game") && scan_int(&t->s, &n) && n > 0)
        g->number = (int)n;
    else if (span_equal_nocase(word, "cube") && scan_int(&t->s, &n) && n > 0 && (n & (n - 1)) == 0 &&
             n <= 1 << CUBE_MAX_LOG2)
        g->automatic_doubles = __builtin_ctzl((unsigned long)n);
    else
        transcript_not_understood(t, word,
                                  W_("crawford, post-crawford, game and its number, or cube and where it starts"));
}

/* `score 3-2`: a game begins, whatever was before. */
static void line_score(struct transcript *t)
{
    int score[2];
    scan_blanks(&t->s);
    const char *at = t->s.at;
    if (!read_score(t, score)) {
        transcript_not_understood(t, (struct span){at, (size_t)(t->s.end - at)}, W_("a score like 3-2"));
        t->s.at = t->s.end;
        return;
    }
    transcript_end_game(t, NOBODY, 0, at);
    memcpy(t->score, score, sizeof score);
    transcript_begin_game(t, at);
    while (!scan_done(&t->s))
        score_word(t);
    replay_begin(&t->b.r, t->m, t->b.g);
    guesses_begin(&t->guesses, &t->b);
}

/* `= 3-2`: the score after the game. */
static void line_result(struct transcript *t)
{
    int score[2];
    scan_blanks(&t->s);
    const char *at = t->s.at;
    if (!read_score(t, score) || t->b.g == NULL) {
        transcript_not_understood(t, (struct span){at, (size_t)(t->s.end - at)},
                                  W_("the score after a game, like 3-2"));
        t->s.at = t->s.end;
        return;
    }
    const int won[2] = {score[0] - t->b.g->score[0], score[1] - t->b.g->score[1]};
    const int winner = won[0] > 0 && won[1] == 0 ? 0 : won[1] > 0 && won[0] == 0 ? 1 : NOBODY;
    const struct place p = transcript_place(t, at);
    if (winner == NOBODY)
        diag_at(t->b.d, SEVERITY_WARNING, p.line, p.column,
                "found the score %d-%d after %d-%d, expected one player to have won points", score[0], score[1],
                t->b.g->score[0], t->b.g->score[1]);
    transcript_end_game(t, winner, winner == NOBODY ? 0 : won[winner], at);
}

/* What was set up is given to the builder's record directly. */
static struct event *set_up(struct transcript *t, enum event_kind kind, int player, const char *at)
{
    transcript_need_game(t, at);
    guesses_settle(&t->guesses);
    struct event *e = game_add_event(t->m, t->b.g, kind, player);
    e->place = transcript_place(t, at);
    return e;
}

static void was_set_up(struct transcript *t, const struct event *e)
{
    replay_apply(&t->b.r, e, NULL);
    guesses_begin(&t->guesses, &t->b);
}

/* `board a 4HPwATDgc/ABMA`: the board as this player, who is on roll, sees it. */
static void line_board(struct transcript *t)
{
    const struct span who = scan_word(&t->s), id = scan_word(&t->s);
    const int player = transcript_player(t, who);
    struct board b;
    if (player == NOBODY || !transcript_board(t, id, &b)) {
        transcript_not_understood(t, who, W_("a player (a or b) and a Position ID"));
        return;
    }
    struct event *e = set_up(t, EVENT_SET_BOARD, player, who.at);
    event_set_board(t->m, e, &b);
    was_set_up(t, e);
}

/* `cube 2 a`: the cube's value and owner, - for nobody's. */
static void line_cube(struct transcript *t)
{
    long n = 0;
    scan_blanks(&t->s);
    const char *at = t->s.at;
    const bool there = scan_int(&t->s, &n) && n >= 1 && n <= 1 << CUBE_MAX_LOG2;
    const struct span who = scan_word(&t->s);
    const int owner = transcript_player(t, who);
    if (!there || (owner == NOBODY && !span_equal(who, "-"))) {
        transcript_not_understood(t, (struct span){at, (size_t)(t->s.end - at)}, W_("the cube's value and owner"));
        t->s.at = t->s.end;
        return;
    }
    struct event *e = set_up(t, EVENT_SET_CUBE, 0, at);
    e->value = (int)n;
    e->owner = owner == NOBODY ? CUBE_CENTRED : (int8_t)owner;
    was_set_up(t, e);
}

#define FACT(word_, fact_)                                                                                             \
    {                                                                                                                  \
        .word = word_, .fact = offsetof(struct match_info, fact_), .head = true                                        \
    }

static const struct line_word {
    const char *word;
    void (*read)(struct transcript *t); /* NULL: what follows is a fact about the match */
    size_t fact;
    bool head; /* only before the first game */
} line_words[] = {
    {.word = "names", .read = head_names, .head = true},
    {.word = "length", .read = head_length, .head = true},
    {.word = "rules", .read = head_rules, .head = true},
    FACT("date", date),
    FACT("event", event),
    FACT("round", round),
    FACT("place", place),
    FACT("annotator", annotator),
    FACT("site", site),
    FACT("match", match_id),
    FACT("time", time),
    {.word = "score", .read = line_score},
    {.word = "=", .read = line_result},
    {.word = "board", .read = line_board},
    {.word = "cube", .read = line_cube},
};

/* The row of the word that the line begins with, and what is behind it. */
static const struct line_word *line_word(struct span line, struct span *rest)
{
    for (size_t i = 0; i < sizeof line_words / sizeof *line_words; i++) {
        const size_t n = strlen(line_words[i].word);
        const bool ends = line.length == n || (line.length > n && strchr(" \t", line.at[n]) != NULL) || n == 1;
        if (span_starts_nocase(line, line_words[i].word) && ends) {
            *rest = span_sub(line, n, line.length);
            return &line_words[i];
        }
    }
    return NULL;
}

bool transcript_head(struct transcript *t)
{
    struct span rest;
    const struct line_word *w = line_word(span_trim(t->lines.line), &rest);
    t->s = scan_of(w != NULL ? rest : t->lines.line);
    t->headed = t->headed || (w != NULL && w->head);
    if (w != NULL && w->head && t->m->n_games > 0)
        transcript_not_understood(t, span_trim(t->lines.line), W_("it before the first game"));
    else if (w != NULL && w->read == NULL)
        *(const char **)((char *)&t->m->info + w->fact) = read_text(t, '\0');
    else if (w != NULL)
        w->read(t);
    return w == NULL || !w->head;
}

enum head_word transcript_head_word(struct span line)
{
    struct span rest;
    long n;
    const struct line_word *w = line_word(line, &rest);
    if (w == NULL)
        return HEAD_NONE;
    const bool certain = (w->read == head_names && memchr(rest.at, ',', rest.length) != NULL) ||
                         (w->read == head_length && span_int(span_trim(rest), &n));
    return certain ? HEAD_CERTAIN : HEAD_WORD;
}
