/* JSON: the document of `kibitzer analyze --json`: match, games with their plies, statistics. Records are made as they
 * are written, a ply after the other. Viewpoints: docs/formats/json.md. */
#include "base/date.h"
#include "base/language.h"
#include "export/certificate.h"
#include "export/record/json_write.h"
#include "format/keys.h"
#include "match/loss.h"

/* ---- games ---- */

struct game_record {
    const struct game *game;
    const char *comment;
    struct answer_series plies;
};
static const struct answer_field played_fields[] = {
    ANSWER(struct game, number, "Game", .help = "from 1"),
    ANSWER_ARRAY(struct game, score, "Score", .help = "of player 0 and player 1, before the game"),
    ANSWER(struct game, crawford_game, "Crawford game"),
    ANSWER(struct game, automatic_doubles, "Automatic doubles"),
    JSON_PLAYER(struct game, winner, "Winner", "0 or 1; null = the game was not finished"),
    ANSWER(struct game, points, "Points", .unit = UNIT_POINTS, .help = "won, cube included"),
    ANSWER(struct game, ending, "Ending", ANSWER_WORDS(ending_names), .missing = ANSWER_NULL),
    {0}};
static const struct answer_rows played_rows = {"Played", NULL, sizeof(struct game), played_fields};
static const struct answer_field game_fields[] = {
    ANSWER_TO(struct game_record, game, NULL, &played_rows, .flags = ANSWER_INLINE),
    JSON_TEXT(struct game_record, comment, "Comment"),
    ANSWER_ONE_BY_ONE(struct game_record, plies, "Plies", &json_ply_rows,
                      .help = "events in order, set-ups and comments too"),
    {0}};
static const struct answer_rows game_rows = {"Game", NULL, sizeof(struct game_record), game_fields};

/* ---- the match ---- */

static const struct answer_field player_fields[] = {
    ANSWER(struct player_info, name, "Name"),
    JSON_TEXT(struct player_info, rating, "Rating", .example = "1700.10", .help = "as in the file"),
    JSON_TEXT(struct player_info, experience, "Experience", .help = "likewise"),
    {0}};
static const struct answer_rows player_rows = {"MatchPlayer", NULL, sizeof(struct player_info), player_fields};

struct rules_record {
    unsigned variant;
    bool cube, crawford, beavers, automatic_doubles;
    signed char jacoby, raccoons;
    int cube_limit;
};
static const struct answer_field rules_fields[] = {
    ANSWER(struct rules_record, variant, "Variant", ANSWER_WORDS(variant_names)),
    ANSWER(struct rules_record, cube, "Cube", .help = "is in use"),
    ANSWER(struct rules_record, cube_limit, "Cube limit", .missing = ANSWER_ZERO, .flags = ANSWER_OMIT,
           .help = "its highest value; absent: no limit"),
    ANSWER(struct rules_record, crawford, "Crawford rule"),
    {.name = "jacoby",
     .title = "Jacoby rule",
     .kind = ANSWER_BOOL,
     ANSWER_PLACE(struct rules_record, jacoby),
     .missing = ANSWER_BELOW_ZERO,
     .help = "null = not given in the source"},
    ANSWER(struct rules_record, beavers, "Beavers"),
    {.name = "raccoons",
     .title = "Raccoons",
     .kind = ANSWER_BOOL,
     ANSWER_PLACE(struct rules_record, raccoons),
     .missing = ANSWER_BELOW_ZERO,
     .flags = ANSWER_OMIT,
     .help = "false: a beaver may not be raised; absent: as beavers"},
    ANSWER(struct rules_record, automatic_doubles, "Automatic doubles"),
    {0}};
static const struct answer_rows rules_rows = {"MatchRules", NULL, sizeof(struct rules_record), rules_fields};

#define INFO(f, title, ...) JSON_TEXT(struct match_info, f, title, __VA_ARGS__)
static const struct answer_field info_fields[] = {
    INFO(time, "Time"),           INFO(event, "Event"),
    INFO(round, "Round"),         INFO(place, "Place"),
    INFO(site, "Site"),           INFO(match_id, "Match ID", .help = "of the site where it was played"),
    INFO(annotator, "Annotator"), {0}};
#undef INFO
static const struct answer_rows info_rows = {"Info", NULL, sizeof(struct match_info), info_fields};

#define SET(f, title, ...) JSON_TEXT(struct annotation_set, f, title, __VA_ARGS__)
static const struct answer_field set_fields[] = {SET(engine, "Engine"),
                                                 SET(version, "Version"),
                                                 SET(level, "Level", .example = "2ply"),
                                                 SET(settings, "Settings", .help = "everything needed to repeat it"),
                                                 SET(met, "Match equity table"),
                                                 {.name = "thresholds",
                                                  .title = "Thresholds",
                                                  .kind = ANSWER_REAL,
                                                  .at = offsetof(struct annotation_set, threshold),
                                                  .size = sizeof(float),
                                                  .n = 3,
                                                  .unit = UNIT_EMG,
                                                  .decimals = EQUITY_DECIMALS,
                                                  .missing = ANSWER_NULL,
                                                  .help = "of doubtful, bad, very bad"},
                                                 {0}};
#undef SET
static const struct answer_rows set_rows = {"MatchAnalysis", "Who made it, and how.", sizeof(struct annotation_set),
                                            set_fields};

static const char *const severities[] = {NULL, "warning", "error"}; /* ORDER SEVERITY */
static const struct answer_field warning_fields[] = {
    ANSWER(struct diag, severity, "Severity", ANSWER_WORDS(severities)),
    ANSWER(struct diag, line, "Line", .help = "from 1; 0 = not known"),
    ANSWER(struct diag, column, "Column", .help = "likewise"),
    ANSWER(struct diag, message, "Message"),
    {0}};
static const struct answer_rows warning_rows = {"MatchWarning", NULL, sizeof(struct diag), warning_fields};

struct clock_record {
    const char *kind, *name;
    double reserve, delay, increment;
};
#define CLOCK(f, words)                                                                                                \
    ANSWER(struct clock_record, f, NULL, .unit = UNIT_SECONDS, .decimals = 3, .missing = ANSWER_NULL, .help = words)
static const struct answer_field clock_fields[] = {
    ANSWER(struct clock_record, kind, NULL, .missing = ANSWER_NULL, .example = "delay",
           .help =
               "delay, bronstein or fischer; unsaid: `delay` is the time for a move, but the file does not say how it "
               "counts"),
    CLOCK(reserve, "of each player, for the match"),
    CLOCK(delay, "of a move, before the reserve runs"),
    CLOCK(increment, "to the reserve, with every move"),
    JSON_TEXT(struct clock_record, name, NULL, .help = "as the source calls it"),
    {0}};
#undef CLOCK
static const struct answer_rows clock_rows = {"MatchClock", "In seconds.", sizeof(struct clock_record), clock_fields};
static const struct answer_field video_fields[] = {
    JSON_TEXT(struct video, url, NULL, .help = "address"),
    ANSWER(struct video, live, NULL, .help = "it is broadcast while it is played"),
    {0}};
static const struct answer_rows video_rows = {"MatchVideo", NULL, sizeof(struct video), video_fields};

struct match_record {
    const char *key, *format, *generator, *date, *date_text, *comment;
    const struct player_info *players;
    int length;
    int64_t games;
    struct rules_record rules;
    const struct match_info *info;
    const struct annotation_set *analysis;
    const struct clock_record *clock;
    const struct video *video;
    struct answer_series tags, warnings;
    struct player_info player[2];
};
static const struct answer_field match_fields[] = {
    JSON_TEXT(
        struct match_record, key, "Key",
        .help =
            "of players, rules, dice and plays, with player 0 as here: what `match` is in other documents; null for "
            "positions"),
    ANSWER(struct match_record, format, "Format", .missing = ANSWER_ZERO, .example = "mat"),
    JSON_TEXT(struct match_record, generator, "Written by", .help = "the program that wrote the file"),
    {.name = "players",
     .title = "Players",
     .kind = ANSWER_RECORD,
     ANSWER_PLACE(struct match_record, player[0]),
     .n = 2,
     .rows = &player_rows,
     .flags = ANSWER_FLAT,
     .help = "player 0 and player 1, in the file's order"},
    ANSWER(struct match_record, length, "Length", .help = "points; 0 = money session"),
    ANSWER(struct match_record, games, "Games"),
    ANSWER_IN(struct match_record, rules, "Rules", &rules_rows, .flags = ANSWER_FLAT),
    JSON_TEXT(struct match_record, date, "Date", .example = "2025-03-01", .help = "yyyy, yyyy-mm or yyyy-mm-dd"),
    JSON_TEXT(struct match_record, date_text, "Date as written", .example = "03/04/2009",
              .help = "the file's text if it is not a date, or is ambiguous"),
    ANSWER_TO(struct match_record, info, NULL, &info_rows, .flags = ANSWER_INLINE),
    JSON_TEXT(struct match_record, comment, "Comment"),
    ANSWER_TO(struct match_record, clock, "Clock", &clock_rows, JSON_FLAT_OR_LEFT_OUT),
    ANSWER_TO(struct match_record, video, "Recording", &video_rows, JSON_FLAT_OR_LEFT_OUT),
    ANSWER_ONE_BY_ONE(struct match_record, tags, "Tags", &json_tag_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct match_record, analysis, "Analysis", &set_rows, .missing = ANSWER_NULL,
              .help = "the one shown; null = none"),
    ANSWER_ONE_BY_ONE(struct match_record, warnings, "Warnings", &warning_rows, .flags = ANSWER_FLAT,
                      .help = "warnings and notes about the file"),
    {0}};
static const struct answer_rows match_rows = {"Match", NULL, sizeof(struct match_record), match_fields};

struct document {
    const char *language;
    struct match_record match;
    struct answer_series games;
    const struct statistics_record *statistics;
    const struct certificate_record *certificate;
};
static const struct answer_field document_fields[] = {
    ANSWER_LANGUAGE(struct document),
    ANSWER_IN(struct document, match, "Match", &match_rows),
    ANSWER_ONE_BY_ONE(struct document, games, "Games", &game_rows),
    ANSWER_TO(struct document, statistics, "Statistics", &statistics_rows),
    ANSWER_TO(struct document, certificate, "Certificate", &certificate_rows, .missing = ANSWER_NULL,
              .help =
                  "used by `kibitzer verify` to recompute the analysis (docs/verify.md); null if it is not kibitzer's"),
    {0}};
static const struct answer_rows document_rows = {"MatchRecord", NULL, sizeof(struct document), document_fields};
const struct answer_document match_document = {
    "match",
    1,
    "Match",
    "A match with its plies, their analysis and statistics: docs/formats/json.md.",
    .rows = &document_rows,
    .whole = true};

/* ---- filling them ---- */

struct writer {
    struct plies plies; /* of the game that is written */
    struct arena *arena;
    size_t next_game, next_warning;
    struct game_record game;
};

static const void *next_game(void *source)
{
    struct writer *w = source;
    const struct match *m = w->plies.m;
    if (w->next_game == m->n_games)
        return NULL;
    const struct game *g = &m->games[w->next_game++];
    w->game = (struct game_record){g, w->plies.o->annotations ? g->comment : NULL, json_plies_of(&w->plies, g)};
    return &w->game;
}

static const void *next_warning(void *source)
{
    struct writer *w = source;
    const struct diags *d = w->plies.o->warnings;
    while (d != NULL && w->next_warning < d->n)
        if (d->at[w->next_warning++].severity != SEVERITY_NOTE)
            return &d->at[w->next_warning - 1];
    return NULL;
}

static struct rules_record rules_of(const struct match *m)
{
    const struct rules *r = &m->rules;
    return (struct rules_record){.variant = r->variant,
                                 .cube = r->cube,
                                 .cube_limit = r->cube_limit > 0 ? r->cube_limit : 0,
                                 .crawford = r->crawford && m->length > 0,
                                 .jacoby = m->length == 0 && !m->jacoby_known ? -1 : r->jacoby,
                                 .beavers = r->beavers,
                                 .raccoons = r->one_beaver ? 0 : -1,
                                 .automatic_doubles = r->automatic};
}

static const char *key_of(const struct match *m, struct arena *a)
{
    char key[KEY_LENGTH + 1];
    if (match_is_position(m))
        return NULL;
    match_key(m, key);
    return arena_strdup(a, key);
}

static const struct clock_record *clock_of(const struct clock *c, struct arena *a)
{
    const double ms = 1000;
    if (c == NULL)
        return NULL;
    struct clock_record *r = arena_alloc(a, sizeof *r);
    *r = (struct clock_record){clock_names[c->kind], c->name, (double)c->reserve / ms, (double)c->delay / ms,
                               (double)c->increment / ms};
    return r;
}

static struct match_record match_of(struct writer *w)
{
    const struct match *m = w->plies.m;
    const char *date = m->info.date;
    const bool dated = date != NULL && date_is_iso(date);
    return (struct match_record){.key = key_of(m, w->arena),
                                 .format = m->format,
                                 .generator = m->generator,
                                 .player = {m->player[0], m->player[1]},
                                 .length = m->length,
                                 .games = (int64_t)m->n_games,
                                 .rules = rules_of(m),
                                 .date = dated ? date : NULL,
                                 .date_text = dated ? NULL : date,
                                 .info = &m->info,
                                 .comment = m->comment,
                                 .clock = clock_of(m->clock, w->arena),
                                 .video = m->video,
                                 .tags = json_tags_of(m->properties, w->arena),
                                 .analysis = w->plies.set >= 0 ? &m->sets[w->plies.set] : NULL,
                                 .warnings = {next_warning, w}};
}

/* ---- the document ---- */

static bool put_document(const struct match *m, const struct export_options *o, bool line, struct sink *sink,
                         struct diags *d)
{
    struct writer w = {.plies = {.m = m, .o = o, .set = export_set(m, o), .arena = arena_new()}, .arena = arena_new()};
    struct certificate_record certificate;
    struct document document = {
        language_said(), match_of(&w), {next_game, &w}, statistics_record_of(m, w.plies.set, w.arena), NULL};
    if (certificate_fits(m, o)) {
        certificate_fill(&certificate, m, o, false, w.arena);
        document.certificate = &certificate;
    }
    struct answer_document as = match_document;
    as.several = line;
    struct answer_list all = {&document, 1};
    answer_print(&as, line ? (const void *)&all : &document,
                 &(struct answer_form){.style = line ? ANSWER_NDJSON : ANSWER_JSON}, sink_main(sink));
    strbuf_done(&w.plies.text);
    arena_free(w.plies.arena);
    arena_free(w.arena);
    loss_report(m, CARRIES_EVERYTHING & ~CARRIES(OTHER_SETS), NULL, d);
    return true;
}

bool json_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return put_document(m, o, false, sink, d);
}

bool ndjson_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    return put_document(m, o, true, sink, d);
}
