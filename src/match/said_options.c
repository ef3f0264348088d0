/* Options about what a record or a position is; see options.h. */
#include "match/said_options.h"

#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "base/span.h"
#include "match/address.h"
#include "match/swap.h"

static const char *variation_listed(size_t i)
{
    return i < VARIANTS ? variant_names[i] : NULL;
}

static bool parse_variation(const struct option_value *v)
{
    const struct span text = span_of(v->text);
    enum variant *out = v->field;
    *out = VARIANT_HYPERGAMMON_3;
    if (span_equal_nocase(text, "hypergammon"))
        return true;
    for (int i = 0; i < VARIANTS; i++)
        if (span_equal_nocase(text, variant_names[i])) {
            *out = (enum variant)i;
            return true;
        }
    return option_wrong(v, "expected backgammon, nackgammon, hypergammon1, hypergammon2 or hypergammon3");
}

/* "no", or a power of two. */
static bool parse_cube_limit(const struct option_value *v)
{
    char *end;
    int *out = v->field;
    *out = -1;
    if (strcmp(v->text, "no") == 0)
        return true;
    const long limit = strtol(v->text, &end, 10);
    if (*end != '\0' || limit < 1 || limit > 1 << CUBE_MAX_LOG2 || (limit & (limit - 1)) != 0)
        return option_wrong(v, "expected no, or a power of two: the highest value of the cube, 1 for none");
    *out = (int)limit;
    return true;
}

/* So many raises of a double in a row: a beaver, a raccoon; nobody raises a raccoon here. */
static bool parse_beavers(const struct option_value *v)
{
    static const enum ruling of[] = {RULING_NO, RULING_ONCE, RULING_YES};
    char *end;
    const long n = strcmp(v->text, "no") == 0 ? 0 : strcmp(v->text, "yes") == 0 ? 2 : strtol(v->text, &end, 10);
    const bool word = strcmp(v->text, "no") == 0 || strcmp(v->text, "yes") == 0;
    if (!word && (end == v->text || *end != '\0' || n < 0))
        return option_wrong(v, "expected yes, no, or how often a double may be raised: 1 for no raccoons");
    *(enum ruling *)v->field = of[n < 2 ? n : 2];
    return true;
}

static const char *beavers_listed(size_t i)
{
    static const char *const listed[] = {"yes", "no", "1"};
    return i < sizeof listed / sizeof *listed ? listed[i] : NULL;
}

static const struct option_word yes_or_no[] = {{"yes", RULING_YES}, {"no", RULING_NO}, {0}};

static void rules_defaults(void *group)
{
    *(struct rules_given *)group = (struct rules_given){0};
}

static const struct option_row rules_rows[] = {
    {.name = "variation",
     .argument = "NAME",
     .initial = "backgammon",
     OPTION_FIELD(struct rules_given, variant),
     .parse = parse_variation,
     .listed = variation_listed,
     .flags = OPTION_CHANGES_RESULT,
     .help = "the variation, if the input does not specify it: backgammon, nackgammon,\n"
             "hypergammon1, hypergammon2 or hypergammon3"},
    OPTION("jacoby", struct rules_given, jacoby, .argument = "yes|no", .words = yes_or_no,
           .flags = OPTION_CHANGES_RESULT,
           .help = "Jacoby's rule in money play, whatever the input says [as the input says, else no]"),
    {.name = "beavers",
     .argument = "yes|no|N",
     .at = offsetof(struct rules_given, beavers),
     .size = sizeof(enum ruling),
     .kind = OPTION_OWN,
     .parse = parse_beavers,
     .listed = beavers_listed,
     .flags = OPTION_CHANGES_RESULT,
     .help = "beavers in money play, whatever the input says; N: so many raises of a double in a row,\n"
             "1: no raccoons (which nobody raises) [as the input says, else yes]"},
    OPTION("crawford", struct rules_given, crawford, .argument = "yes|no", .words = yes_or_no,
           .flags = OPTION_CHANGES_RESULT,
           .help = "the Crawford rule in matches, whatever the input says [as the input says, else yes]"),
    OPTION("cube-limit", struct rules_given, cube_limit, .argument = "N|no", .parse = parse_cube_limit,
           .flags = OPTION_CHANGES_RESULT,
           .help = "the highest value of the cube, 1 for play without it [as the input says, else no limit]"),
    {0},
};

const struct option_group rules_group = {.title = "The game", .rows = rules_rows, .defaults = rules_defaults};

/* ---- what the file does not say ---- */

/* clang-format off */
#define BOTTOM_ROW \
    {.name = "bottom", .argument = "NAMES", OPTION_FIELD(struct match_said, bottom), \
     .help = "this player (\"Ann;ann_s\": any of these names) becomes player 1, at the bottom"}
/* clang-format on */

/* "Lasse, LMDN" as "Lasse; LMDN". */
bool parse_names(const struct option_value *v)
{
    char *names = arena_strdup(v->arena, v->text);
    for (char *at = names; *at != '\0'; at++)
        *at = *at == ',' ? ';' : *at;
    *(const char **)v->field = names;
    return true;
}

static bool parse_date(const struct option_value *v)
{
    char day[DAY_ROOM];
    struct span time;
    const enum date_sense sense = date_read(span_of(v->text), day, &time);
    if (sense == DATE_UNDECIDED)
        return option_wrong(v, "this may be two days; expected yyyy-mm-dd");
    if (sense != DATE_READ)
        return option_wrong(v, "%s; expected a date, as in 2025-03-01, 2025-03 or 2025",
                            sense == DATE_IMPOSSIBLE ? W_("the calendar has no such day") : W_("this is not a date"));
    *(const char **)v->field = arena_strdup(v->arena, time.length == 0 ? day : v->text);
    return true;
}

/* ---- what the file says wrongly ---- */

/* "Ann;Bob", player 0 first; a name that is left out stays. */
static bool parse_two_names(const struct option_value *v)
{
    struct corrections *c = v->group;
    const struct span text = span_of(v->text);
    const char *middle = strchr(v->text, ';');
    if (middle == NULL || strchr(middle + 1, ';') != NULL)
        return option_wrong(v, "expected two names with a semicolon between them, player 0 first");
    const struct span name[2] = {span_trim(span_sub(text, 0, (size_t)(middle - v->text))),
                                 span_trim(span_of(middle + 1))};
    if (name[0].length != 0 && name[0].length == name[1].length && memcmp(name[0].at, name[1].at, name[0].length) == 0)
        return option_wrong(v, "expected two names that differ");
    for (int i = 0; i < 2; i++)
        c->name[i] = name[i].length != 0 ? arena_span(v->arena, name[i]) : NULL;
    return true;
}

static bool parse_length(const struct option_value *v)
{
    char *end;
    int *out = v->field;
    const long length = strtol(v->text, &end, 10);
    if (end == v->text || *end != '\0' || length < 0 || length > MATCH_LENGTH_MAX)
        return option_wrong(v, "expected a number of points, 0 for a money session");
    *out = length == 0 ? -1 : (int)length;
    return true;
}

static void corrections_defaults(void *group)
{
    *(struct corrections *)group = (struct corrections){0};
}

#define CORRECTION(name, field, help_)                                                                                 \
    OPTION(name, struct corrections, field, .argument = "TEXT", .flags = OPTION_CHANGES_RESULT, .help = help_)

static const struct option_row corrections_rows[] = {
    {.name = "names",
     .argument = "NAMES",
     OPTION_FIELD(struct corrections, name),
     .parse = parse_two_names,
     .flags = OPTION_CHANGES_RESULT,
     .help = "the players' names, \"Ann;Bob\", player 0 first, instead of those in the file;\n"
             "one that is left out stays"},
    {.name = "set-date",
     .argument = "TEXT",
     OPTION_FIELD(struct corrections, info.date),
     .parse = parse_date,
     .flags = OPTION_CHANGES_RESULT,
     .help = "the date, instead of the one in the file"},
    CORRECTION("set-event", info.event, "the event, likewise"),
    CORRECTION("set-round", info.round, "the round, likewise"),
    CORRECTION("set-place", info.place, "the place, likewise"),
    CORRECTION("set-annotator", info.annotator, "the annotator, likewise"),
    {.name = "length",
     .argument = "N",
     OPTION_FIELD(struct corrections, length),
     .parse = parse_length,
     .flags = OPTION_CHANGES_RESULT,
     .help = "the length of the match, likewise; 0 is a money session"},
    {0},
};

const struct option_group corrections_group = {
    .title = "What the file says wrongly", .rows = corrections_rows, .defaults = corrections_defaults};

/* clang-format off */
#define ME_ROW \
    {.name = "me", .argument = "NAMES", OPTION_FIELD(struct match_said, me), .parse = parse_names, \
     .help = "your names (\"Lasse, LMDN\"): you are at the bottom of boards unless --bottom is given, and\n" \
             "first in the index; set by `kibitzer config me`"}
/* clang-format on */

/* Of the fields that no row names. */
static void defaults(void *group)
{
    *(struct match_said *)group = (struct match_said){0};
}

static const struct option_row bottom_rows[] = {BOTTOM_ROW, ME_ROW, {0}};

const struct option_group bottom_group = {.title = "Who sits where", .rows = bottom_rows, .defaults = defaults};

static const struct option_row said_rows[] = {
    BOTTOM_ROW,
    ME_ROW,
    {.name = "date",
     .argument = "TEXT",
     OPTION_FIELD(struct match_said, info.date),
     .parse = parse_date,
     .help = "the date, if the file has none"},
    {.name = "event", .argument = "TEXT", OPTION_FIELD(struct match_said, info.event), .help = "the event, likewise"},
    {.name = "round", .argument = "TEXT", OPTION_FIELD(struct match_said, info.round), .help = "the round, likewise"},
    {.name = "place", .argument = "TEXT", OPTION_FIELD(struct match_said, info.place), .help = "the place, likewise"},
    {.name = "annotator",
     .argument = "TEXT",
     OPTION_FIELD(struct match_said, info.annotator),
     .help = "the annotator, likewise"},
    OPTION("comment", struct match_said, comments, .argument = "ADDRESS=TEXT",
           .help = "a comment on a decision: g2m26=TEXT is about move 26 of game 2, as cards and reports\n"
                   "have it; more than once for several. Behind the file's own comment"),
    {0},
};

static bool said_settle(const struct options *o, void *group, struct option_fault *f)
{
    const struct match_said *said = group;
    const char *text;
    for (size_t i = 0; i < said->comments.n; i++)
        if (match_comment_address(said->comments.at[i], options_arena(o), &text) == NULL)
            return option_refuse(f, "comment", said->comments.at[i], "expected ADDRESS=TEXT, as in g2m26=TEXT");
    return true;
}

const struct option_group said_group = {
    .title = "What the file does not say", .rows = said_rows, .defaults = defaults, .settle = said_settle};

const char *match_comment_address(const char *comment, struct arena *a, const char **text)
{
    const char *equals = strchr(comment, '=');
    if (equals == NULL || equals == comment || equals[1] == '\0')
        return NULL;
    *text = equals + 1;
    return arena_strndup(a, comment, (size_t)(equals - comment));
}

bool match_take_comments(const struct match_said *said, struct match *m, bool look, struct diags *d)
{
    for (int add = 0; add < (look ? 1 : 2); add++)
        for (size_t i = 0; i < said->comments.n; i++) {
            const char *text, *address = match_comment_address(said->comments.at[i], m->arena, &text);
            struct event *e = address != NULL ? match_event_at(m, address) : NULL;
            if (e == NULL) {
                diag_at(d, SEVERITY_ERROR, 0, 0,
                        "--comment %s: the match has no such decision; g2m26 is move 26 of game 2",
                        address != NULL ? address : said->comments.at[i]);
                return false;
            }
            if (add)
                comment_append(m, &e->comment, span_of(text));
        }
    return true;
}

void match_fill_said(const struct match_said *said, struct match *m)
{
    match_fill_info(m, &said->info);
}

bool match_says(const struct match_said *said)
{
    const struct match_info *i = &said->info;
    return i->date != NULL || i->event != NULL || i->round != NULL || i->place != NULL || i->annotator != NULL ||
           said->comments.n != 0;
}

bool match_turn_said(const struct match_said *said, struct match *m)
{
    const char *first = m->player[0].name;
    if (said->bottom != NULL || said->me != NULL)
        match_put_below(m, said->bottom != NULL ? said->bottom : said->me);
    return m->player[0].name != first;
}
