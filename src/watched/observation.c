/* Lines of observations; see observation.h. */
#include "watched/observation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/attempt.h"
#include "base/json_in.h"
#include "match/annotation.h"
#include "match/clock.h"
#include "match/notation.h"
#include "match/record.h"
#include "watched/observed.h"

/* Whatever a machine says about itself, so much of its trust goes to values that it does not name. */
#define DOUBT_CALIBRATED 0.005F
#define DOUBT_OTHERS 0.02F

/* ---- cube, turns, ends ---- */

static int action_of(json_object *o)
{
    static const char *const words[SEEN_ACTIONS] = {"double", "take", "drop", "none"};
    for (int i = 0; i < SEEN_ACTIONS; i++)
        if (json_object_is_type(o, json_type_string) && strcmp(json_object_get_string(o), words[i]) == 0)
            return i;
    return -1;
}

static void only_action(struct seen *s, int action)
{
    for (int i = 0; i < SEEN_ACTIONS; i++)
        s->action[i] = i == action ? 0 : LOG_RULED_OUT;
}

static int cube_at(json_object *entry)
{
    json_object *o = json_object_array_length(entry) > 0 ? json_object_array_get_idx(entry, 0) : NULL;
    const int value = json_is_int(o, 1, 1 << CUBE_MAX_LOG2) ? json_object_get_int(o) : 0;
    return (value & (value - 1)) == 0 ? value : 0;
}

/* The likeliest value of the cube. */
static void read_cube_value(struct line *l, struct seen *s)
{
    json_object *list = line_value(l, "value");
    bool good = !line_has(l, "value") || json_object_is_type(list, json_type_array);
    float best = -1;
    for (size_t i = 0; good && list != NULL && i < json_object_array_length(list); i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        float p = 0;
        bool certain;
        good = json_object_is_type(entry, json_type_array) && cube_at(entry) > 0 && json_share(entry, 1, &p, &certain);
        if (good && p > best)
            s->cube_value = cube_at(entry);
        best = p > best ? p : best;
    }
    if (good)
        return;
    line_leave_out(l, "value", "[[2, 0.9], ...]");
    s->cube_value = 0;
}

static bool read_cube(struct line *l, struct seen *s)
{
    static const char expected[] = "[[\"double\", 0.9], [\"take\", ...], [\"drop\", ...], [\"none\", ...]]";
    float share[SEEN_ACTIONS] = {0}, sum = 0, rest = 0;
    if (s->unseen)
        return true;
    json_object *list = line_candidates(l, "p", expected);
    for (size_t i = 0; list != NULL && i < json_object_array_length(list); i++) {
        json_object *entry = json_object_array_get_idx(list, i);
        const int action = json_object_array_length(entry) > 0 ? action_of(json_object_array_get_idx(entry, 0)) : -1;
        float p;
        bool certain;
        if (action < 0 || !json_share(entry, 1, &p, &certain))
            return line_refuse(l, "p", expected);
        s->certain = s->certain || (certain && json_object_array_length(list) == 1);
        share[action] += p;
        sum += p;
    }
    if (list == NULL || !line_rest(l, "p", sum, &rest))
        return false;
    read_cube_value(l, s);
    for (int i = 0; i < SEEN_ACTIONS; i++)
        s->action[i] = log_of_share((1 - l->doubt) * (share[i] + rest / SEEN_ACTIONS) + l->doubt / SEEN_ACTIONS);
    for (int i = 0; i < SEEN_ACTIONS && s->certain; i++)
        if (share[i] > 0)
            only_action(s, i);
    return true;
}

/* "8/5 6/5", or steps as numbers: [8, 5, 6, 5] or [[8, 5], [6, 5]]. */
static const char *play_text(const struct line *l, json_object *o)
{
    struct strbuf text = {0};
    if (!json_object_is_type(o, json_type_array))
        return line_text(l, o);
    int numbers[16], n = 0;
    for (size_t i = 0; i < json_object_array_length(o); i++) {
        json_object *step = json_object_array_get_idx(o, i);
        const bool pair = json_object_is_type(step, json_type_array);
        for (size_t k = 0; k < (pair ? json_object_array_length(step) : 1); k++) {
            json_object *number = pair ? json_object_array_get_idx(step, k) : step;
            if (n == 8 || !json_is_int(number, 0, BOARD_BAR))
                return NULL;
            numbers[n++] = json_object_get_int(number);
        }
    }
    for (int i = 0; i + 1 < n; i += 2)
        strbuf_printf(&text, "%s%d/%d", i > 0 ? " " : "", numbers[i], numbers[i + 1]);
    const char *kept = n % 2 == 0 ? arena_strdup(l->arena, strbuf_text(&text)) : NULL;
    strbuf_done(&text);
    return kept;
}

/* May it be one, on some board? Else this is said. */
static bool is_play(const struct line *l, const char *key, const char *text)
{
    const char *problem = notation_problem(span_of(text));
    if (problem != NULL)
        diag_at(l->d, SEVERITY_ERROR, l->number, line_column(l, key), "found \"%.*s\": %s; this candidate is left out",
                span_shown(span_of(text)), text, problem);
    return problem == NULL;
}

static bool read_play(struct line *l, json_object *entry, struct seen_play *p, bool *certain)
{
    p->text = json_object_array_length(entry) > 2 ? play_text(l, json_object_array_get_idx(entry, 0)) : NULL;
    return p->text != NULL && json_roll(entry, 1, p->dice) && json_share(entry, 3, &p->likely, certain);
}

/* None of the plays can be read: their dice are seen. */
static bool only_dice(struct line *l, struct seen *s, const float share[ROLLS], float rest)
{
    s->kind = SEEN_DICE;
    seen_spread_rolls(l, s, share, rest);
    for (int i = 0; i < ROLLS && s->certain; i++)
        if (share[i] > 0)
            seen_only_roll(s, i);
    return true;
}

static bool read_turn(struct line *l, struct seen *s)
{
    static const char expected[] = "[[\"8/5 6/5\", 3, 1, 0.9], ...]";
    float share[ROLLS] = {0}, sum = 0, rest = 0, unread = 0;
    if (s->unseen)
        return true;
    json_object *list = line_candidates(l, "plays", expected);
    const size_t n = list != NULL ? json_object_array_length(list) : 0;
    s->plays = arena_alloc(l->arena, (n + 1) * sizeof *s->plays);
    for (size_t i = 0; list != NULL && i < n; i++) {
        struct seen_play p;
        bool certain;
        if (!read_play(l, json_object_array_get_idx(list, i), &p, &certain))
            return line_refuse(l, "plays", expected);
        s->certain = certain && n == 1;
        share[roll_index(p.dice[0], p.dice[1])] += p.likely;
        sum += p.likely;
        if (is_play(l, "plays", p.text))
            s->plays[s->n_plays++] = p;
        else
            unread += p.likely;
    }
    if (list == NULL || !line_rest(l, "plays", sum, &rest))
        return false;
    if (n > 0 && s->n_plays == 0)
        return only_dice(l, s, share, rest);
    for (int i = 0; i < s->n_plays; i++)
        s->plays[i].likely = s->certain ? 0 : log_of_share(s->plays[i].likely * (1 - l->doubt));
    s->plays_rest = s->certain ? LOG_RULED_OUT : log_of_share(rest + unread + l->doubt);
    return true;
}

static bool read_end(struct line *l, struct seen *s)
{
    json_object *winner = line_value(l, "winner"), *points = line_value(l, "points"), *prob = line_value(l, "prob");
    if (!json_is_int(winner, 0, 1))
        return line_refuse(l, "winner", W_("0 or 1"));
    if (line_has(l, "points") && !json_is_int(points, 1, EVENT_VALUE_MAX))
        return line_refuse(l, "points", W_("a number of points"));
    s->winner = json_object_get_int(winner);
    s->points = points != NULL ? json_object_get_int(points) : 0;
    s->certain = !line_has(l, "prob");
    if (!s->certain && !json_is_share(prob))
        return line_refuse(l, "prob", W_("a probability from 0 to 1"));
    const double p = s->certain ? 1 : json_object_get_double(prob);
    s->end_likely = s->certain ? 0 : log_of_share((float)p * (1 - l->doubt));
    s->end_rest = s->certain ? LOG_RULED_OUT : log_of_share((float)(1 - p) + l->doubt);
    return true;
}

/* ---- head and corrections ---- */

static void read_rule(struct line *l, struct seen_head *h, const char *word)
{
    const struct {
        const char *word;
        bool *field, value;
    } rules[] = {{"jacoby", &h->rules.jacoby, true},     {"no-jacoby", &h->rules.jacoby, false},
                 {"beavers", &h->rules.beavers, true},   {"no-beavers", &h->rules.beavers, false},
                 {"crawford", &h->rules.crawford, true}, {"no-crawford", &h->rules.crawford, false},
                 {"no-cube", &h->rules.cube, false},     {"automatic", &h->rules.automatic, true}};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcmp(rules[i].word, word) == 0) {
            *rules[i].field = rules[i].value;
            h->jacoby_known = h->jacoby_known || i < 2;
            return;
        }
    diag_at(l->d, SEVERITY_WARNING, l->number, line_column(l, "rules"),
            "found the rule \"%.*s\", which is not known: it is left out", span_shown(span_of(word)), word);
}

static void read_variant(const struct line *l, struct seen_head *h)
{
    const char *name =
        line_has(l, "variant") ? line_text(l, line_value(l, "variant")) : variant_names[h->rules.variant];
    for (int i = 0; i < VARIANTS && name != NULL; i++)
        if (strcmp(name, variant_names[i]) == 0) {
            h->rules.variant = (enum variant)i;
            return;
        }
    line_leave_out(l, "variant",
                   "\"backgammon\", \"nackgammon\", \"hypergammon1\", \"hypergammon2\", \"hypergammon3\"");
}

static void read_rules(struct line *l, struct seen_head *h)
{
    json_object *rules = line_value(l, "rules");
    const bool list = json_object_is_type(rules, json_type_array);
    bool good = !line_has(l, "rules") || list || json_object_is_type(rules, json_type_string);
    for (size_t i = 0; list && i < json_object_array_length(rules); i++)
        good = good && json_object_is_type(json_object_array_get_idx(rules, i), json_type_string);
    if (!good)
        line_leave_out(l, "rules", W_("a list of words"));
    else if (rules != NULL && !list)
        read_rule(l, h, json_object_get_string(rules));
    for (size_t i = 0; good && list && i < json_object_array_length(rules); i++)
        read_rule(l, h, json_object_get_string(json_object_array_get_idx(rules, i)));
}

static void read_players(struct line *l, struct seen_head *h)
{
    json_object *players = line_value(l, "players");
    const bool two = json_object_is_type(players, json_type_array) && json_object_array_length(players) == 2;
    const char *first = two ? line_text(l, json_object_array_get_idx(players, 0)) : NULL,
               *second = two ? line_text(l, json_object_array_get_idx(players, 1)) : NULL;
    if (first != NULL && second != NULL) {
        h->player[0] = first;
        h->player[1] = second;
    } else if (line_has(l, "players")) {
        line_leave_out(l, "players", W_("two names"));
    }
}

/* A text in an object, or in the first one of a list. */
static const char *read_inner(struct line *l, const char *key, const char *name, const char *expected)
{
    json_object *o = line_value(l, key), *inner = NULL;
    if (json_object_is_type(o, json_type_array) && json_object_array_length(o) > 0)
        o = json_object_array_get_idx(o, 0);
    const bool good = json_object_is_type(o, json_type_object);
    const char *text = good && json_object_object_get_ex(o, name, &inner) ? line_text(l, inner) : NULL;
    if (line_has(l, key) && text == NULL)
        line_leave_out(l, key, expected);
    return text;
}

static bool read_yes(const struct line *l, const char *key)
{
    json_object *o = line_value(l, key);
    if (line_has(l, key) && !json_object_is_type(o, json_type_boolean))
        line_leave_out(l, key, "true, false");
    return json_object_is_type(o, json_type_boolean) && json_object_get_boolean(o);
}

static bool read_head(struct line *l, struct seen_head *h)
{
    json_object *length = line_value(l, "length"), *board = line_value(l, "board");
    if (!json_is_int(line_value(l, "v"), 1, 1))
        return line_refuse(l, "v", W_("1, the version that is known"));
    if (json_is_int(length, 0, MATCH_LENGTH_MAX))
        h->length = json_object_get_int(length);
    else if (line_has(l, "length"))
        line_leave_out(l, "length", W_("the points of the match, 0 for money"));
    if (line_has(l, "board") && (line_text(l, board) == NULL || strcmp(line_text(l, board), "abs") != 0))
        line_leave_out(l, "board", "\"abs\"");
    read_players(l, h);
    read_variant(l, h);
    read_rules(l, h);
    h->calibrated = read_yes(l, "calibrated");
    h->media = read_inner(l, "media", "url", "[{\"url\": \"https://...\"}]");
    h->producer = read_inner(l, "producer", "name", "{\"name\": \"...\"}");
    return h->there = true;
}

static bool read_fix(struct line *l, struct seen *s)
{
    json_object *of = line_value(l, "of"), *dice = line_value(l, "dice"), *play = line_value(l, "play"),
                *cube = line_value(l, "cube"), *score = line_value(l, "score");
    if (!json_is_int(of, 0, l->number - 2))
        return line_refuse(l, "of", W_("the number of an earlier line, from 0"));
    s->of = json_object_get_int(of) + 1;
    if (line_has(l, "dice") && (!json_object_is_type(dice, json_type_array) || json_object_array_length(dice) != 2 ||
                                !json_roll(dice, 0, s->fixed_dice)))
        return line_refuse(l, "dice", "[3, 1]");
    if (line_has(l, "play") &&
        ((s->fixed_play = play_text(l, play)) == NULL || notation_problem(span_of(s->fixed_play)) != NULL))
        return line_refuse(l, "play", W_("a play in the mover's numbering"));
    if (line_has(l, "cube") && (s->fixed_action = action_of(cube)) < 0)
        return line_refuse(l, "cube", "\"double\", \"take\", \"drop\", \"none\"");
    for (size_t i = 0; line_has(l, "score") && i < 2; i++) {
        const bool good = json_object_is_type(score, json_type_array) && json_object_array_length(score) == 2 &&
                          json_is_int(json_object_array_get_idx(score, i), 0, MATCH_LENGTH_MAX);
        if (!good)
            return line_refuse(l, "score", "[2, 0]");
        s->fixed_score[i] = json_object_get_int(json_object_array_get_idx(score, i));
    }
    return dice != NULL || play != NULL || cube != NULL || score != NULL ||
           line_refuse(l, "of", W_("beside it \"dice\", \"play\", \"cube\" or \"score\""));
}

void seen_fix(struct seen *target, const struct seen *fix)
{
    if (fix->fixed_dice[0] != 0) {
        memcpy(target->fixed_dice, fix->fixed_dice, sizeof target->fixed_dice);
        seen_only_roll(target, roll_index(fix->fixed_dice[0], fix->fixed_dice[1]));
    }
    if (fix->fixed_play != NULL)
        target->fixed_play = fix->fixed_play;
    if (fix->fixed_action >= 0) {
        target->fixed_action = fix->fixed_action;
        only_action(target, fix->fixed_action);
    }
    if (fix->fixed_score[0] >= 0)
        memcpy(target->fixed_score, fix->fixed_score, sizeof target->fixed_score);
    target->certain = target->certain || target->kind != SEEN_BOARD;
    target->unseen = target->unseen && target->kind == SEEN_BOARD;
}

bool seen_is_fixed(const struct seen *s)
{
    return s->fixed_play != NULL || s->fixed_dice[0] != 0;
}

/* ---- lines ---- */

/* Milliseconds; -1 = not given. */
static bool time_at(struct line *l, const char *key, int64_t *out)
{
    json_object *t = line_value(l, key);
    const bool good = json_object_is_type(t, json_type_int) && json_object_get_int64(t) >= 0 &&
                      json_object_get_int64(t) <= TIMING_MAX;
    *out = good ? json_object_get_int64(t) : -1;
    return good || !line_has(l, key) || line_refuse(l, key, W_("milliseconds"));
}

static bool read_time(struct line *l, struct seen *s)
{
    json_object *by = line_value(l, "by");
    if (!time_at(l, s->kind == SEEN_TURN ? "t1" : "t", &s->t) || !time_at(l, "t0", &s->from))
        return false;
    s->from = s->from < 0 ? s->t : s->from;
    if (by != NULL && !json_is_int(by, 0, 1) && s->kind != SEEN_FIX)
        return line_refuse(l, "by", W_("0, 1 or null"));
    s->by = json_is_int(by, 0, 1) ? json_object_get_int(by) : NOBODY;
    s->unseen = read_yes(l, "unseen");
    return true;
}

static bool read_kind(struct line *l, struct seen_head *head, struct seen *s)
{
    switch (s->kind) {
    case SEEN_HEAD:
        return head->there || l->number != 1 ? line_refuse(l, "k", W_("one head, in the first line"))
                                             : read_head(l, head);
    case SEEN_DICE:
        return seen_read_dice(l, s);
    case SEEN_BOARD:
        return seen_read_board(l, s);
    case SEEN_CUBE:
        return read_cube(l, s);
    case SEEN_TURN:
        return read_turn(l, s);
    case SEEN_END:
        return read_end(l, s);
    case SEEN_FIX:
        return read_fix(l, s);
    default:
        diag_at(l->d, SEVERITY_NOTE, l->number, line_column(l, "k"), "lines of this kind are not known, and left out");
        return true;
    }
}

/* Is this a key of such lines? */
static bool is_known(enum seen_kind kind, const char *key)
{
    static const char *const known[][11] = {
        {"v", "length", "players", "rules", "variant", "board", "media", "producer", "calibrated"},
        {"t", "by", "unseen", "p"},
        {"t", "by", "unseen", "c", "m"},
        {"t", "by", "unseen", "p", "value"},
        {"t0", "t1", "by", "unseen", "plays"},
        {"t", "by", "unseen", "winner", "points", "prob"},
        {"t", "by", "of", "dice", "play", "cube", "score"}}; /* ORDER seen_kind */
    for (size_t i = 0; known[kind][i] != NULL; i++)
        if (strcmp(known[kind][i], key) == 0)
            return true;
    return strcmp(key, "k") == 0;
}

static void note_unknown_keys(const struct line *l, enum seen_kind kind)
{
    json_object_object_foreach(l->all, key, value)
    {
        (void)value;
        if (!is_known(kind, key))
            diag_at(l->d, SEVERITY_NOTE, l->number, line_column(l, key),
                    "found the key \"%.*s\", which is not known: it is left out", span_shown(span_of(key)), key);
    }
}

static bool read_object(struct line *l, struct seen_head *head, struct seen *s)
{
    static const char *const kinds[] = {"head", "dice", "board", "cube", "turn", "end", "fix"}; /* ORDER seen_kind */
    json_object *k = line_value(l, "k");
    if (!json_object_is_type(l->all, json_type_object) || !json_object_is_type(k, json_type_string))
        return line_refuse(l, "k", W_("an object with the kind of the line"));
    while (s->kind < SEEN_UNKNOWN && strcmp(json_object_get_string(k), kinds[s->kind]) != 0)
        s->kind++;
    l->doubt = head->calibrated ? DOUBT_CALIBRATED : DOUBT_OTHERS;
    if (s->kind != SEEN_UNKNOWN)
        note_unknown_keys(l, s->kind);
    return (s->kind == SEEN_HEAD || read_time(l, s)) && read_kind(l, head, s);
}

static void release_json(void *json)
{
    json_object_put(json);
}

bool seen_read(struct span text, int number, struct arena *a, struct seen_head *head, struct seen *out, struct diags *d)
{
    struct line l = {.text = text, .number = number, .arena = a, .d = d, .ok = true};
    *out =
        (struct seen){.line = number, .t = -1, .from = -1, .by = NOBODY, .fixed_action = -1, .fixed_score = {-1, -1}};
    if (text.length > SEEN_LINE_MAX) {
        diag_at(d, SEVERITY_ERROR, number, SEEN_LINE_MAX + 1, "the line is longer than 64 KiB: it is left out");
        return false;
    }
    json_tokener *t = json_tokener_new();
    if (t == NULL)
        attempt_fail();
    json_tokener_set_flags(t, JSON_TOKENER_STRICT);
    l.all = json_tokener_parse_ex(t, text.at, (int)text.length);
    const enum json_tokener_error problem = json_tokener_get_error(t);
    const int at = (int)json_tokener_get_parse_end(t);
    json_tokener_free(t);
    if (problem != json_tokener_success || l.all == NULL) {
        diag_at(d, SEVERITY_ERROR, number, at + 1,
                "found what is not JSON (%s), expected one object on the line: it is left out",
                problem == json_tokener_continue ? W_("it breaks off") : json_fault_words(problem));
        json_object_put(l.all);
        return false;
    }
    attempt_hold(l.all, release_json);
    const bool ok = read_object(&l, head, out);
    attempt_release(l.all, release_json);
    return ok;
}

int seen_sniff(struct span head)
{
    const char *end = memchr(head.at, '\n', head.length);
    const struct span first = span_sub(head, 0, end != NULL ? (size_t)(end - head.at) : head.length);
    const bool object = first.length > 0 && first.at[0] == '{';
    if (object && (span_has(first, "\"k\":\"head\"") || span_has(first, "\"k\": \"head\"")))
        return 95;
    return 0;
}

/* ---- how likely ---- */

/* Index and sign of the sheet for the point `p` of a board that `player` sees. */
static int sheet_index(int p, int player)
{
    return player == 0 ? BOARD_BAR - p : p;
}

/* Of points that differ from a whole board: each may have been misread. */
static float differing_likely(const struct board *a, const struct board *b)
{
    float sum = 0;
    for (int p = 0; p < BOARD_POINTS; p++)
        if (a->point[p] != b->point[p])
            sum -= 2.5F + 0.7F * (float)(abs(a->point[p] - b->point[p]) - 1);
    return sum;
}

static float whole_likely(const struct seen *s, const struct board *b, int player)
{
    struct board turned = *b;
    float best = LOG_RULED_OUT;
    if (player != 0)
        board_flip(b, &turned);
    for (int i = 0; i < s->n_boards; i++) {
        const float differs = differing_likely(&s->boards[i], &turned);
        float likely = s->board_likely[i];
        if (differs < 0)
            likely = s->certain ? LOG_RULED_OUT : likely + logf(s->board_rest) + differs;
        best = likely > best ? likely : best;
    }
    return best;
}

float seen_board_likely(const struct seen *s, const struct board *b, int player)
{
    float sum = 0;
    if (s->unseen)
        return 0;
    if (s->n_boards > 0)
        return whole_likely(s, b, player);
    for (int p = 0; p < BOARD_POINTS; p++)
        sum += s->count[sheet_index(p, player)][(player == 0 ? b->point[p] : -b->point[p]) + BOARD_CHEQUERS];
    return sum > LOG_RULED_OUT ? sum : LOG_RULED_OUT;
}

/* The likeliest count there of somebody else's chequers, or of none. */
static float others_best(const float *count, int sign)
{
    float best = count[BOARD_CHEQUERS];
    for (int n = 1; n <= BOARD_CHEQUERS; n++)
        best = count[BOARD_CHEQUERS - sign * n] > best ? count[BOARD_CHEQUERS - sign * n] : best;
    return best;
}

float seen_side_likely(const struct seen *s, const struct board *b, int player)
{
    const int sign = player == 0 ? 1 : -1;
    float sum = 0;
    if (s->unseen)
        return 0;
    for (int p = 1; p < BOARD_BAR; p++) {
        const float *count = s->count[sheet_index(p, player)];
        float best = count[0];
        for (int v = 1; v < COUNTS; v++)
            best = count[v] > best ? count[v] : best;
        const int n = b->point[p] > 0 ? b->point[p] : 0;
        const float others = others_best(count, sign);
        float here = n > 0 ? count[BOARD_CHEQUERS + sign * n] : others;
        if (n == 1 && others - 1 > here) /* hit since */
            here = others - 1;
        sum += here - best;
    }
    return sum;
}

bool seen_board_top(const struct seen *s, int player, struct board *out)
{
    int left[2] = {BOARD_CHEQUERS, BOARD_CHEQUERS};
    *out = (struct board){0};
    for (int p = 0; p < BOARD_POINTS; p++) {
        const float *count = s->count[sheet_index(p, player)];
        int best = 0;
        for (int v = 1; v < COUNTS; v++)
            best = count[v] > count[best] ? v : best;
        const int n = (best - BOARD_CHEQUERS) * (player == 0 ? 1 : -1);
        out->point[p] = (int8_t)n;
        left[n < 0] -= abs(n);
    }
    for (int side = 0; side < 2; side++)
        out->off[side] = (int8_t)(left[side] > 0 ? left[side] : 0);
    return !s->unseen && left[0] >= 0 && left[1] >= 0 && board_problem(out, 0) == NULL;
}
