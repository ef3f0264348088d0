/* What is asked of a collection; see query.h. */
#include "collection/query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/call.h"
#include "base/date.h"
#include "base/language.h"
#include "base/outputs.h"
#include "base/suggest.h"
#include "collection/field.h"
#include "collection/groups.h"
#include "collection/people.h"
#include "match/phase.h"

/* ---- which decisions ---- */

bool decision_fits(const struct decision_traits *t, const struct decision_row *d)
{
    if ((t->phase != 0 && d->phase != t->phase - 1) || (t->plan != 0 && d->plan != t->plan - 1))
        return false;
    if (t->theme != 0 && (d->themes >> (t->theme - 1) & 1) == 0)
        return false;
    if (t->classes != 0 && (t->classes & classes_of(d)) == 0)
        return false;
    if (t->away[0] == AWAY_MONEY)
        return d->away[0] == 0;
    return t->away[0] == 0 || (d->away[0] == t->away[0] && d->away[1] == t->away[1]);
}

bool traits_choose_errors(const struct decision_traits *t)
{
    return t->some_kinds || t->above > 0;
}

bool traits_are_any(const struct decision_traits *t)
{
    return t->phase == 0 && t->plan == 0 && t->theme == 0 && t->classes == 0 && t->away[0] == 0 &&
           !traits_choose_errors(t);
}

int error_kind_meant(const struct decision_traits *t, const struct decision_row *d)
{
    const int kind = error_kind_of(d);
    return kind >= 0 && (!t->some_kinds || t->kind[kind]) && d->error > t->above ? kind : -1;
}

/* ---- people ---- */

static bool find_person(struct store *s, const char *name, int64_t *id)
{
    struct suggestion near = {.word = name};
    struct arena *names = arena_new();
    *id = 0;
    switch (name != NULL ? store_person_called(s, name, id, &near, names) : PERSON_FOUND) {
    case PERSON_FOUND:
        break;
    case PERSON_UNKNOWN:
        say_error("%s: no player called `%s` in this collection%s%s", store_name(s), name, suggestion_text(&near, ""),
                  path_is_folder(name) ? W_("; `--out FOLDER` names a folder of reports") : "");
        break;
    case PERSON_AMBIGUOUS:
        say_error(
            "%s: several players are called `%s` with different capitals; write the name as `kibitzer db players` "
            "lists it",
            store_name(s), name);
        break;
    case PERSON_FAILED:
        say_error("%s: the collection cannot be read: %s", store_name(s), store_error(s));
        break;
    }
    arena_free(names);
    return name == NULL || *id != 0;
}

bool query_people(struct collection_query *q, struct store *s)
{
    return find_person(s, q->player, &q->match.player) && find_person(s, q->opponent, &q->match.opponent);
}

/* ---- options ---- */

/* * and ? as SQL has them. */
bool parse_event(const struct option_value *v)
{
    struct match_filter *m = (struct match_filter *)((char *)v->field - offsetof(struct match_filter, event));
    struct strbuf like = {0};
    m->event = arena_strdup(v->arena, v->text);
    m->event_like = NULL;
    if (strpbrk(v->text, "*?") == NULL)
        return true;
    for (const char *c = v->text; *c != '\0'; c++) {
        if (strchr("%_!", *c) != NULL)
            strbuf_putc(&like, '!');
        strbuf_putc(&like, *c);
        if (*c == '*' || *c == '?')
            like.at[like.length - 1] = *c == '*' ? '%' : '_';
    }
    m->event_like = arena_strdup(v->arena, strbuf_text(&like));
    strbuf_done(&like);
    return true;
}

bool parse_day(const struct option_value *v)
{
    char day[DAY_ROOM];
    struct span time;
    if (date_read(span_of(v->text), day, &time) != DATE_READ || time.length > 0)
        return option_wrong(v, "a date is expected, as in 2025-03-01, 2025-03 or 2025");
    *(const char **)v->field = arena_strdup(v->arena, day);
    return true;
}

/* A number from `least` up to the end of the text or `end`. */
static const char *read_points(const char *text, int least, char end, int *out)
{
    char *stop;
    if (!isdigit((unsigned char)*text))
        return NULL;
    const long n = strtol(text, &stop, 10);
    *out = (int)n;
    return *stop == end && n >= least && n <= MATCH_LENGTH_MAX ? stop : NULL;
}

static bool parse_length(const struct option_value *v)
{
    int *out = v->field;
    *out = 0;
    return strcmp(v->text, "money") == 0 || read_points(v->text, 0, '\0', out) != NULL ||
           option_wrong(v, "a whole number from 0 to %d is expected", MATCH_LENGTH_MAX);
}

static bool parse_score(const struct option_value *v)
{
    int *away = v->field;
    const char *dash = read_points(v->text, 1, '-', &away[0]);
    if (dash != NULL && read_points(dash + 1, 1, '\0', &away[1]) != NULL)
        return true;
    away[0] = AWAY_MONEY;
    return strcmp(v->text, "money") == 0 ||
           option_wrong(v, "the points that both need are expected, the player's first, as in 3-5; or money");
}

static const struct kind_word {
    const char *name;
    int first, last;
} kind_words[] = {{"any", 0, CUBE_ERRORS}, {"chequer", 0, 0},    {"cube", 1, CUBE_ERRORS}, {"missed-double", 1, 2},
                  {"wrong-double", 3, 4},  {"wrong-take", 5, 5}, {"wrong-pass", 6, 6}};

enum { KIND_WORDS = sizeof kind_words / sizeof *kind_words };

static const char *kind_listed(size_t i)
{
    return i < KIND_WORDS ? kind_words[i].name : NULL;
}

static const char *phase_listed(size_t i)
{
    return i < PHASES ? phase_name((enum phase)i) : NULL;
}

static const char *plan_listed(size_t i)
{
    return i < PLANS ? plan_name((enum plan)i) : NULL;
}

static const char *theme_listed(size_t i)
{
    return i < THEMES ? theme_name((enum decision_theme)i) : NULL;
}

/* Its number; -1 after option_wrong(): none of those that are listed. */
static int one_of(const struct option_value *v, const char *(*listed)(size_t i))
{
    struct strbuf known = {0};
    for (size_t i = 0; listed(i) != NULL; i++) {
        if (strcmp(v->text, listed(i)) == 0) {
            strbuf_done(&known);
            return (int)i;
        }
        strbuf_printf(&known, "%s%s", i == 0 ? "" : listed(i + 1) == NULL ? tr(" or ") : ", ", listed(i));
    }
    (void)option_wrong(v, "%s is expected", strbuf_text(&known));
    strbuf_done(&known);
    return -1;
}

static bool parse_kind(const struct option_value *v)
{
    struct decision_traits *t = &((struct collection_query *)v->group)->of;
    const int word = one_of(v, kind_listed);
    if (word < 0)
        return false;
    t->some_kinds = word != 0;
    for (int k = 0; k < ERROR_KINDS; k++)
        t->kind[k] = k >= kind_words[word].first && k <= kind_words[word].last;
    return true;
}

static bool parse_phase(const struct option_value *v)
{
    const int word = one_of(v, phase_listed);
    *(int *)v->field = 1 + word;
    return word >= 0;
}

static bool parse_plan(const struct option_value *v)
{
    const int word = one_of(v, plan_listed);
    *(int *)v->field = 1 + word;
    return word >= 0;
}

static bool parse_theme(const struct option_value *v)
{
    const int word = one_of(v, theme_listed);
    *(int *)v->field = 1 + word;
    return word >= 0;
}

static void any_match(void *group)
{
    struct collection_query *q = group;
    q->match = MATCH_FILTER_ALL;
    q->of.classes = 0; /* no option chooses them */
}

static const struct option_row rows[] = {
    {.name = "player",
     .argument = "NAME",
     OPTION_FIELD(struct collection_query, player),
     .help = "only this player's decisions, by name or alias"},
    {.name = "opponent",
     .argument = "NAME",
     OPTION_FIELD(struct collection_query, opponent),
     .help = "matches against this player"},
    {.name = "since",
     .argument = "DATE",
     OPTION_FIELD(struct collection_query, match.since),
     .parse = parse_day,
     .help = "matches from this day, month or year (inclusive) on (2025-03-01, 2025-03, 2025)"},
    {.name = "until",
     .argument = "DATE",
     OPTION_FIELD(struct collection_query, match.until),
     .parse = parse_day,
     .help = "matches up to this day, month or year (inclusive)"},
    {.name = "length",
     .argument = "N",
     OPTION_FIELD(struct collection_query, match.length),
     .parse = parse_length,
     .help = "matches to N points; 0 or money = money sessions"},
    {.name = "event",
     .argument = "NAME",
     OPTION_FIELD(struct collection_query, match.event),
     .parse = parse_event,
     .help = "matches of this event; * matches any text, ? any character"},
    {.name = "phase",
     .argument = "PHASE",
     OPTION_FIELD(struct collection_query, of.phase),
     .parse = parse_phase,
     .listed = phase_listed,
     .help = "decisions of this phase: opening, middle, race or bear-off"},
    {.name = "plan",
     .argument = "PLAN",
     OPTION_FIELD(struct collection_query, of.plan),
     .parse = parse_plan,
     .listed = plan_listed,
     .help = "decisions of this plan: blitz, holding, backgame ... (docs/analysis.md)"},
    {.name = "theme",
     .argument = "THEME",
     OPTION_FIELD(struct collection_query, of.theme),
     .parse = parse_theme,
     .listed = theme_listed,
     .help = "decisions with this theme: hit, anchor, safe-v-bold, score-cube ... (docs/lessons.md)"},
    {.name = "score",
     .argument = "N-N",
     OPTION_FIELD(struct collection_query, of.away),
     .parse = parse_score,
     .help = "decisions at this score: the points that the player and the opponent need,\n"
             "as in 3-5; or money"},
    {.name = "kind",
     .argument = "KIND",
     .initial = "any",
     OPTION_FIELD(struct collection_query, of.kind),
     .parse = parse_kind,
     .listed = kind_listed,
     .help = "errors of this kind: chequer, cube, missed-double, wrong-double, wrong-take or\nwrong-pass"},
    {.name = "errors-above",
     .argument = "EMG",
     OPTION_FIELD(struct collection_query, of.above),
     .alias = "error-above",
     .most = 10,
     .help = "errors that cost more than this"},
    {0},
};

const struct option_group query_group = {.title = "What is asked for", .rows = rows, .defaults = any_match};
