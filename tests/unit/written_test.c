/* What a writer leaves out must be noticed, also where nothing reads the format again: one fact of a record is changed,
 * and either the bytes change too or a "lost: ..." note names the kind of the fact. Every exporter of matches is asked.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "export/export.h"
#include "import/import.h"
#include "support/assertions.h"
#include "support/facts.h"
#include "support/writing.h"

/* ---- facts that can be changed ---- */

/* Changes the n-th such fact (from 0); false if there are not so many. */
typedef bool changer(struct match *m, int n);

static struct event *nth_event(struct match *m, int *n, bool (*is)(const struct match *, const struct event *))
{
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t e = 0; e < m->games[g].n_events; e++)
            if (is(m, &m->games[g].events[e]) && (*n)-- == 0)
                return &m->games[g].events[e];
    return NULL;
}

static struct annotation *shown(const struct match *m, const struct event *e)
{
    return (struct annotation *)event_annotation(e, (int)m->n_sets - 1);
}

static struct game *game_of(struct match *m, const struct event *e)
{
    for (size_t g = 0; g < m->n_games; g++)
        if (e >= m->games[g].events && e < m->games[g].events + m->games[g].n_events)
            return &m->games[g];
    return NULL;
}

static void take_out(struct match *m, struct event *e, size_t n)
{
    struct game *g = game_of(m, e);
    size_t behind = (size_t)(g->events + g->n_events - (e + n));
    memmove(e, e + n, behind * sizeof *e);
    g->n_events -= n;
}

/* `n` counts the games; what `change` does there. */
#define OF_GAME(name, condition, change)                                                                               \
    static bool name(struct match *m, int n)                                                                           \
    {                                                                                                                  \
        for (size_t i = 0; i < m->n_games; i++) {                                                                      \
            struct game *const g = &m->games[i];                                                                       \
            (void)g;                                                                                                   \
            if ((condition) && n-- == 0) {                                                                             \
                change;                                                                                                \
                return true;                                                                                           \
            }                                                                                                          \
        }                                                                                                              \
        return false;                                                                                                  \
    }
#define OF_EVENT(name, condition, change)                                                                              \
    static bool is_##name(const struct match *m, const struct event *e)                                                \
    {                                                                                                                  \
        (void)m;                                                                                                       \
        return condition;                                                                                              \
    }                                                                                                                  \
    static bool name(struct match *m, int n)                                                                           \
    {                                                                                                                  \
        struct event *e = nth_event(m, &n, is_##name);                                                                 \
        if (e != NULL)                                                                                                 \
            change;                                                                                                    \
        return e != NULL;                                                                                              \
    }
#define OF_ANNOTATION(name, condition, change)                                                                         \
    static bool is_##name(const struct match *m, const struct event *e)                                                \
    {                                                                                                                  \
        const struct annotation *a = shown(m, e);                                                                      \
        return a != NULL && (condition);                                                                               \
    }                                                                                                                  \
    static bool name(struct match *m, int n)                                                                           \
    {                                                                                                                  \
        struct event *e = nth_event(m, &n, is_##name);                                                                 \
        struct annotation *a = e != NULL ? shown(m, e) : NULL;                                                         \
        if (a != NULL)                                                                                                 \
            change;                                                                                                    \
        return a != NULL;                                                                                              \
    }
#define OF_MATCH(name, condition, change)                                                                              \
    static bool name(struct match *m, int n)                                                                           \
    {                                                                                                                  \
        if (n > 0 || !(condition))                                                                                     \
            return false;                                                                                              \
        change;                                                                                                        \
        return true;                                                                                                   \
    }

static bool change_property(struct property *p, int *n)
{
    for (; p != NULL; p = p->next)
        if (p->n_values > 0 && (*n)-- == 0) {
            p->values[0] = "other";
            return true;
        }
    return false;
}

static bool match_property(struct match *m, int n)
{
    return change_property(m->properties, &n);
}

static bool event_property(struct match *m, int n)
{
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t e = 0; e < m->games[g].n_events; e++)
            if (change_property(m->games[g].events[e].properties, &n))
                return true;
    return false;
}

/* The course. A double is taken out with its answer; where the game ends with it, the answer alone says how. */
OF_EVENT(doubled,
         e->kind == EVENT_DOUBLE &&
             e + 1 < game_of((struct match *)m, e)->events + game_of((struct match *)m, e)->n_events &&
             e[1].kind == EVENT_TAKE,
         take_out(m, e, 2))
OF_EVENT(dropped, e->kind == EVENT_DROP, take_out(m, e - 1, 2))
OF_EVENT(last_play,
         e->kind == EVENT_PLAY && e->play.n > 0 &&
             e + 1 == game_of((struct match *)m, e)->events + game_of((struct match *)m, e)->n_events,
         take_out(m, e, 1))
OF_GAME(winner, g->ending == ENDING_RESIGNED, g->winner = 1 - g->winner)
OF_GAME(points, g->ending == ENDING_RESIGNED, g->points += 1)
OF_GAME(last_game, i > 0 && i + 1 == m->n_games, m->n_games--)
OF_MATCH(name_0, m->player[0].name[0] != '\0', m->player[0].name = "Zebedee Quux")
OF_MATCH(name_1, m->player[1].name[0] != '\0', m->player[1].name = "Zebedee Quux")
OF_MATCH(match_length, m->length > 0, m->length += 2)
OF_GAME(score, m->length > 0 && i > 0, g->score[0]++)
OF_MATCH(variant, true,
         m->rules.variant = m->rules.variant == VARIANT_BACKGAMMON ? VARIANT_NACKGAMMON : VARIANT_BACKGAMMON)
OF_MATCH(crawford, m->length > 0, m->rules.crawford = !m->rules.crawford)
OF_MATCH(jacoby, m->length == 0, m->rules.jacoby = !m->rules.jacoby)
OF_MATCH(beavers, m->length == 0, m->rules.beavers = !m->rules.beavers)
OF_MATCH(rating, m->player[0].rating != NULL, m->player[0].rating = "1234.50")
OF_MATCH(date, m->info.date != NULL, m->info.date = "1987-06-05")
OF_MATCH(match_event, m->info.event != NULL, m->info.event = "Otherwhere Open")
OF_MATCH(match_round, m->info.round != NULL, m->info.round = "Round 77")
OF_MATCH(match_place, m->info.place != NULL, m->info.place = "Otherwhere")
OF_MATCH(annotator, m->info.annotator != NULL, m->info.annotator = "Quux")
OF_MATCH(site, m->info.site != NULL, m->info.site = "Otherwhere Club")
OF_MATCH(match_time, m->info.time != NULL, m->info.time = "05:06")
OF_MATCH(match_id, m->info.match_id != NULL, m->info.match_id = "987654")
OF_MATCH(match_comment, m->comment != NULL, m->comment = "Something else altogether")
OF_EVENT(comment, e->comment != NULL, e->comment = "Something else altogether")
OF_GAME(game_comment, g->comment != NULL, g->comment = "Something else altogether")
OF_MATCH(other_set, m->n_sets > 1, m->sets[0].engine = "Quux 3")
OF_ANNOTATION(equity, a->play != NULL && a->play->n > 1 && a->play->played != 0, a->play->candidates[0].equity += 0.3f)
OF_ANNOTATION(no_double, a->cube != NULL && e->kind == EVENT_DOUBLE,
              (a->cube->nd -= 0.3f, a->cube->branch[0].mwc -= 0.1f))
OF_ANNOTATION(luck, !isnan(a->luck) && fabsf(a->luck) < 0.5f, (a->luck += 0.7f, a->luck_mwc += 0.2f))
OF_ANNOTATION(luck_mark, a->luck_mark != LUCK_NONE && isnan(a->luck), a->luck_mark = -a->luck_mark)
OF_ANNOTATION(mark_of_skill, a->play_skill == SKILL_VERY_BAD || a->play_skill == SKILL_BAD,
              a->play_skill = SKILL_DOUBTFUL)
OF_EVENT(hand_mark_of_play, e->kind == EVENT_PLAY && e->mark == MARK_NONE, e->mark = MARK_VERY_GOOD)
OF_EVENT(bad_hand_mark_of_play, e->kind == EVENT_PLAY && e->mark == MARK_NONE, e->mark = MARK_BAD)
OF_EVENT(hand_mark_of_double, e->kind == EVENT_DOUBLE && e->mark == MARK_NONE, e->mark = MARK_VERY_BAD)
OF_EVENT(other_hand_mark, e->mark != MARK_NONE, e->mark = e->mark == MARK_INTERESTING ? MARK_GOOD : MARK_INTERESTING)
OF_EVENT(event_taken, e->kind <= EVENT_DOUBLE, event_time(m, e)->taken = 7654321)
OF_EVENT(event_video, e->kind <= EVENT_DOUBLE, event_time(m, e)->video = 7654321)
static const struct clock other_clock = {.kind = CLOCK_FISCHER, .reserve = 654321000, .increment = 11000};
static const struct video other_video = {.kind = 1, .url = "https://other.example/w"};
OF_MATCH(other_settings, true, m->clock = &other_clock)
OF_MATCH(recording, true, m->video = &other_video)
OF_EVENT(start_position, e->kind == EVENT_SET_BOARD && e == game_of((struct match *)m, e)->events, take_out(m, e, 1))
OF_EVENT(set_up, e->kind == EVENT_SET_BOARD && e > game_of((struct match *)m, e)->events + 3, take_out(m, e, 1))
OF_EVENT(refusal, e->kind == EVENT_RESIGN_REFUSE, take_out(m, e - 1, 2))
OF_GAME(automatic, g->automatic_doubles > 0, g->automatic_doubles += 1)
OF_GAME(ending, g->ending == ENDING_SETTLED || g->ending == ENDING_FORFEIT,
        g->ending = g->ending == ENDING_SETTLED ? ENDING_FORFEIT : ENDING_SETTLED)

static const struct {
    const char *name;
    changer *change;
    enum fact_kind kind;
} changes[] = {
    {"a double and its take", doubled, FACT_COURSE},
    {"a double and its drop", dropped, FACT_COURSE},
    {"the last play of a game", last_play, FACT_COURSE},
    {"the winner of a game", winner, FACT_RESULTS},
    {"the points of a game", points, FACT_RESULTS},
    {"the last game", last_game, FACT_COURSE},
    {"the first player's name", name_0, FACT_NAMES},
    {"the second player's name", name_1, FACT_NAMES},
    {"the length of the match", match_length, FACT_LENGTH},
    {"the score before a game", score, FACT_SCORES},
    {"the variation", variant, FACT_RULES},
    {"the Crawford rule", crawford, FACT_RULES},
    {"the Jacoby rule", jacoby, FACT_RULES},
    {"beavers", beavers, FACT_RULES},
    {"a rating", rating, FACT_RATINGS},
    {"the date", date, FACT_MATCH_FACTS},
    {"the event", match_event, FACT_MATCH_FACTS},
    {"the round", match_round, FACT_MATCH_FACTS},
    {"the place", match_place, FACT_MATCH_FACTS},
    {"the annotator", annotator, FACT_MATCH_FACTS},
    {"the site", site, FACT_MATCH_FACTS},
    {"the time", match_time, FACT_MATCH_FACTS},
    {"the ID of the match", match_id, FACT_MATCH_FACTS},
    {"the comment on the match", match_comment, FACT_MATCH_COMMENT},
    {"a comment", comment, FACT_COMMENTS},
    {"a comment on a game", game_comment, FACT_COMMENTS},
    {"a property of the match", match_property, FACT_PROPERTIES},
    {"a property of an event", event_property, FACT_PROPERTIES},
    {"a further annotation set", other_set, FACT_OTHER_SETS},
    {"the equity of a play", equity, FACT_ANALYSIS},
    {"the equity of not doubling", no_double, FACT_ANALYSIS},
    {"luck", luck, FACT_LUCK},
    {"a mark of luck", luck_mark, FACT_MARKS},
    {"a mark of skill", mark_of_skill, FACT_MARKS},
    {"a good mark by hand", hand_mark_of_play, FACT_MARKS},
    {"a bad mark by hand", bad_hand_mark_of_play, FACT_MARKS},
    {"a mark of a double by hand", hand_mark_of_double, FACT_MARKS},
    {"another mark by hand", other_hand_mark, FACT_MARKS},
    {"the time of a decision", event_taken, FACT_TIMES},
    {"the place of a decision in a recording", event_video, FACT_TIMES},
    {"the settings of the clock", other_settings, FACT_CLOCK},
    {"the address of a recording", recording, FACT_CLOCK},
    {"a starting position", start_position, FACT_START_POSITIONS},
    {"a set-up within a game", set_up, FACT_SET_UPS},
    {"a refused resignation", refusal, FACT_REFUSALS},
    {"automatic doubles", automatic, FACT_AUTOMATIC_DOUBLES},
    {"how a game ended", ending, FACT_ENDINGS},
};
enum { CHANGES = sizeof changes / sizeof changes[0] };

/* ---- the judge ---- */

struct written {
    struct strbuf bytes;
    bool listed[FACT_KINDS]; /* what the note says is lost */
    bool refused;
};

static void write_all(struct written *w, const struct exporter *e, const struct match *m)
{
    struct export_options o;
    struct sink sink;
    struct diags d;
    *w = (struct written){0};
    export_defaults(&o);
    sink_init(&sink);
    diags_init(&d, NULL);
    w->refused = !e->write(m, &o, &sink, &d);
    for (size_t i = 0; i < sink.n; i++)
        strbuf_add(&w->bytes, strbuf_text(&sink.parts[i].text), sink.parts[i].text.length);
    if (facts_listed(&d, w->listed, NULL)) /* only a position is left */
        memset(w->listed, true, sizeof w->listed);
    sink_done(&sink);
    diags_done(&d);
}

static bool same_bytes(const struct written *a, const struct written *b)
{
    return a->bytes.length == b->bytes.length &&
           memcmp(strbuf_text(&a->bytes), strbuf_text(&b->bytes), a->bytes.length) == 0;
}

static void read_first(struct matches *list, const char *path)
{
    struct strbuf bytes = {0};
    struct diags d;
    diags_init(&d, path);
    assert_true(file_read(path, 0, &bytes));
    import_bytes((struct span){bytes.at, bytes.length}, path, NULL, list, &d);
    assert_true(list->n > 0);
    strbuf_done(&bytes);
    diags_done(&d);
}

/* Change number `c` of the first record of the file. 1 = noticed, 0 = there is nothing to change, -1 = nothing was
 * reported.
 */
static int try_change(const struct exporter *e, const char *path, const struct written *before, int c, int n)
{
    struct matches list = {0};
    struct written after;
    int found = 0;
    read_first(&list, path);
    if (changes[c].change(list.at[0], n)) {
        write_all(&after, e, list.at[0]);
        found = after.refused || after.listed[changes[c].kind] || !same_bytes(before, &after) ? 1 : -1;
        strbuf_done(&after.bytes);
    }
    matches_done(&list);
    return found;
}

enum { EACH = 3 }; /* places of a kind in a file */

/* Adds a line to `faults` for each kind of fact that the writer drops; returns how many were tried. */
static int judge(const struct exporter *e, const char *path, struct strbuf *faults)
{
    struct matches list = {0};
    struct written before;
    int tried = 0;
    read_first(&list, path);
    write_all(&before, e, list.at[0]);
    const int places = is_light() ? 1 : EACH;
    for (int c = 0; c < CHANGES && !before.refused; c++)
        for (int n = 0; n < places && !before.listed[changes[c].kind]; n++) {
            int found = try_change(e, path, &before, c, n);
            tried += found != 0;
            if (found < 0)
                strbuf_printf(faults, "%s: %s: %s leaves no trace, and no loss is reported\n", e->name, path,
                              changes[c].name);
            if (found <= 0)
                break;
        }
    strbuf_done(&before.bytes);
    matches_done(&list);
    return tried;
}

static const char *const files[] = {"fixtures/dump/every-word.dump", "fixtures/export/annotated.dump",
                                    "fixtures/export/money-hostile.dump", "fixtures/mat/jellyfish.dump", NULL};

TEST(what_a_writer_leaves_out_is_reported)
{
    struct strbuf faults = {0};
    for (const struct exporter *const *e = exporters; *e != NULL; e++) {
        int tried = 0;
        if (!((*e)->scope & (EXPORT_MATCH | EXPORT_GAME)))
            continue;
        for (const char *const *f = files; *f != NULL; f++)
            tried += judge(*e, *f, &faults);
        if (tried < 10)
            strbuf_printf(&faults, "%s: only %d changes tried\n", (*e)->name, tried);
    }
    if (faults.length > 0)
        fputs(faults.at, stderr), fail();
    strbuf_done(&faults);
}

/* ---- the judge is judged: a writer that drops every double, drop and result, as nobody noticed once ---- */

static bool write_plays_alone(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    (void)o, (void)d;
    struct strbuf *text = sink_main(out);
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t e = 0; e < m->games[g].n_events; e++)
            if (m->games[g].events[e].kind == EVENT_PLAY)
                strbuf_printf(text, "%d %d%d %d\n", m->games[g].events[e].player, m->games[g].events[e].dice[0],
                              m->games[g].events[e].dice[1], m->games[g].events[e].play.n);
    diag_at(d, SEVERITY_NOTE, 0, 0, "lost: 2 names, 3 comments");
    return true;
}

TEST(a_writer_that_drops_doubles_and_results_is_found)
{
    static const struct exporter toy = {.name = "toy", .scope = EXPORT_MATCH, .write = write_plays_alone};
    struct strbuf faults = {0};
    for (const char *const *f = files; *f != NULL; f++)
        assert_true(judge(&toy, *f, &faults) > 0);
    const char *text = strbuf_text(&faults);
    for (int c = 0; c < CHANGES; c++) {
        bool expected = strcmp(changes[c].name, "a double and its take") == 0 ||
                        strcmp(changes[c].name, "the winner of a game") == 0 ||
                        strcmp(changes[c].name, "the date") == 0;
        bool reported = changes[c].kind == FACT_NAMES || strcmp(changes[c].name, "a comment") == 0 ||
                        strcmp(changes[c].name, "the last play of a game") == 0;
        if (expected && strstr(text, changes[c].name) == NULL)
            fail_msg("%s was not missed in\n%s", changes[c].name, text);
        if (reported && strstr(text, changes[c].name) != NULL)
            fail_msg("%s was missed in\n%s", changes[c].name, text);
    }
    strbuf_done(&faults);
}

TEST_MAIN(NULL, NULL)
