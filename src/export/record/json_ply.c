/* JSON of a match: a ply. Viewpoints: docs/formats/json.md. */
#include <math.h>
#include <string.h>

#include "export/record/json_write.h"

enum { PIPS_DECIMALS = 3 };

struct luck_record {
    float equity;
    struct worth worth;
};
static const struct answer_field luck_fields[] = {
    JSON_FIGURE(struct luck_record, equity, "Luck", UNIT_EMG), WORTH(struct luck_record, worth, "", "Luck"), {0}};
static const struct answer_rows luck_rows = {"Luck", "Of the roll, seen by who rolled.", sizeof(struct luck_record),
                                             luck_fields};

/* Of one side: `at` is its first figure of a struct race_count. */
#define PIPS(key, f, title, words)                                                                                     \
    ANSWER_NAMED(key, struct race_count, f[0], title, .unit = UNIT_PIPS, .decimals = PIPS_DECIMALS, .help = words)
#define SIDE(key, title_, which)                                                                                       \
    {                                                                                                                  \
        .name = key, .title = title_, .kind = ANSWER_RECORD, .at = offsetof(struct race_count, epc[which]),            \
        .rows = &side_rows, .flags = ANSWER_FLAT                                                                       \
    }
static const struct answer_field side_fields[] = {
    PIPS("epc", epc, "EPC", "effective pip count"), PIPS("wastage", wastage, "Wastage", "EPC less pips"), {0}};
static const struct answer_rows side_rows = {"MatchRaceSide", NULL, sizeof(struct race_count), side_fields};
static const struct answer_field race_fields[] = {
    SIDE("on_roll", "On roll", 0),
    SIDE("opponent", "Opponent", 1),
    ANSWER(struct race_count, exact, "Exact", .help = "from a bearoff database"),
    {0}};
#undef PIPS
#undef SIDE
static const struct answer_rows race_rows = {"PlyRace", NULL, sizeof(struct race_count), race_fields};

#define SECONDS(f, words)                                                                                              \
    ANSWER(struct time_record, f, NULL, .unit = UNIT_SECONDS, .decimals = 3, .missing = ANSWER_NULL, .help = words)
struct time_record {
    double taken, rolled, left[2], video;
    const char *link;
};
static const struct answer_field time_fields[] = {
    SECONDS(taken, "by the event, from the end of the one before it"),
    SECONDS(rolled, "of these, until the dice were rolled"),
    ANSWER_ARRAY(struct time_record, left, NULL, .unit = UNIT_SECONDS, .decimals = 3, .missing = ANSWER_NULL,
                 .help = "in the reserve of player 0 and player 1, before it"),
    SECONDS(video, "where the recording shows it"),
    JSON_TEXT(struct time_record, link, NULL, .help = "the recording's address, at that second"),
    {0}};
static const struct answer_rows time_rows = {"PlyTime", "In seconds; null = not known.", sizeof(struct time_record),
                                             time_fields};

struct marks_record {
    const char *move, *cube, *luck;
};
static const char *const skill_words[] = {"doubtful", "bad", "very bad"}, *const luck_words[] = {"very lucky", "lucky",
                                                                                                 "unlucky",
                                                                                                 "very unlucky"};
static const char *const hand_words[] = {"doubtful", "bad", "very bad", "interesting", "good", "very good"};
static const struct answer_field hand_fields[] = {
    JSON_TEXT(struct marks_record, move, "Play", ANSWER_WORDS(hand_words)),
    JSON_TEXT(struct marks_record, cube, "Cube action", ANSWER_WORDS(hand_words)),
    JSON_TEXT(struct marks_record, luck, "Roll", ANSWER_WORDS(luck_words)),
    {0}};
static const struct answer_rows hand_rows = {"PlyMarksByHand", NULL, sizeof(struct marks_record), hand_fields};
static const struct answer_field marks_fields[] = {
    JSON_TEXT(struct marks_record, move, "Play", ANSWER_WORDS(skill_words)),
    JSON_TEXT(struct marks_record, cube, "Cube action", ANSWER_WORDS(skill_words)),
    JSON_TEXT(struct marks_record, luck, "Roll", ANSWER_WORDS(luck_words)),
    {0}};
static const struct answer_rows marks_rows = {"PlyMarks", NULL, sizeof(struct marks_record), marks_fields};

struct tag {
    const char *format, *name;
    struct answer_list values;
};
static const struct answer_field tag_fields[] = {
    JSON_TEXT(struct tag, format, "Format", .help = "the program that uses this word; null = all"),
    ANSWER(struct tag, name, "Name"),
    ANSWER_LIST_OF(const char *, struct tag, values, "Values"),
    {0}};
const struct answer_rows json_tag_rows = {"MatchTag", "A word of the source that has no field of its own.",
                                          sizeof(struct tag), tag_fields};

struct ply_record {
    int number, player, value, pips[2];
    unsigned action;
    char roll[3];
    const char *play, *source_text, *comment;
    bool illegal;
    struct ids ids;
    const struct moves_record *moves;
    const struct cube_record *cube;
    const struct replies_record *replies;
    const struct acceptance_record *acceptance;
    const struct luck_record *luck;
    const struct race_count *race;
    const struct time_record *time;
    struct marks_record marks;
    const struct marks_record *author_marks, *owner_marks;
    struct answer_series properties;
};
static const struct answer_field ply_fields[] = {
    ANSWER(struct ply_record, number, "Move", .help = "rolls and cube actions of a game, from 1; 0 = neither"),
    ANSWER(struct ply_record, action, "Action", ANSWER_WORDS(event_kind_names)),
    JSON_PLAYER(struct ply_record, player, "Player", "who acts: 0 or 1"),
    JSON_TEXT(struct ply_record, roll, "Roll", .example = "53", .help = "as rolled"),
    JSON_TEXT(struct ply_record, play, "Play", .example = "8/3 6/3", .help = "null = nothing moved"),
    ANSWER(struct ply_record, value, "Value", .missing = ANSWER_BELOW_ZERO,
           .help = "of the cube offered, or of a resignation: 1 to 3"),
    ANSWER(struct ply_record, illegal, "Illegal", .help = "kept as found"),
    ANSWER(struct ply_record, source_text, "As written", JSON_LEFT_OUT, .help = "the file's words, if they matter"),
    ANSWER_IN(struct ply_record, ids, NULL, &json_ids_rows, .flags = ANSWER_INLINE),
    ANSWER_ARRAY(struct ply_record, pips, "Pips", .unit = UNIT_PIPS, .help = "of player 0 and player 1"),
    ANSWER_TO(struct ply_record, moves, "Chequer play", &json_moves_rows, .missing = ANSWER_NULL,
              .help = "null = not analysed or not requested"),
    ANSWER_TO(struct ply_record, cube, "Cube decision", &json_cube_rows, .missing = ANSWER_NULL, .help = "likewise"),
    ANSWER_TO(struct ply_record, acceptance, "Acceptance", &json_acceptance_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct ply_record, replies, "Replies", &json_replies_rows, JSON_LEFT_OUT,
              .help = "if the position has a pending double"),
    ANSWER_TO(struct ply_record, luck, "Luck", &luck_rows, JSON_FLAT_OR_NULL),
    ANSWER_TO(struct ply_record, race, "Race", &race_rows, JSON_LEFT_OUT),
    ANSWER_TO(struct ply_record, time, "Time", &time_rows, JSON_FLAT_OR_LEFT_OUT,
              .help = "if the file has times, or its recording has places"),
    ANSWER_IN(struct ply_record, marks, "Marks", &marks_rows, .flags = ANSWER_FLAT),
    ANSWER_TO(struct ply_record, author_marks, "The author's marks", &hand_rows, JSON_FLAT_OR_LEFT_OUT,
              .help = "set by hand by the file's author"),
    ANSWER_TO(struct ply_record, owner_marks, "The owner's marks", &hand_rows, JSON_FLAT_OR_LEFT_OUT,
              .help = "likewise, the owner of the collection: in place of the author's"),
    JSON_TEXT(struct ply_record, comment, "Comment"),
    ANSWER_ONE_BY_ONE(struct ply_record, properties, "Properties", &json_tag_rows, .missing = ANSWER_NULL,
                      .flags = ANSWER_OMIT | ANSWER_FLAT),
    {0}};
const struct answer_rows json_ply_rows = {"Ply", "The position is the one before the action, with its dice.",
                                          sizeof(struct ply_record), ply_fields};

/* ---- filling them ---- */

struct tags { /* the rest of a list of properties */
    const struct property *next;
    struct tag tag;
};

static const char *text_or_null(const char *s)
{
    return s != NULL && s[0] != '\0' ? s : NULL;
}

static const void *next_tag(void *source)
{
    struct tags *t = source;
    const struct property *p = t->next;
    if (p == NULL)
        return NULL;
    t->next = p->next;
    t->tag = (struct tag){p->format, p->name, {p->values, p->n_values}};
    return &t->tag;
}

struct answer_series json_tags_of(const struct property *p, struct arena *a)
{
    struct tags *t = arena_alloc(a, sizeof *t);
    t->next = p;
    return (struct answer_series){next_tag, t};
}

static const struct luck_record *luck_of(const struct plies *w, const struct annotation *a)
{
    if (a == NULL || isnan(a->luck))
        return NULL;
    struct luck_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct luck_record){a->luck, worth_of(w->m, (double)a->luck_mwc)};
    return r;
}

static struct marks_record marks_of(enum mark move, enum mark cube, enum luck_mark luck)
{
    return (struct marks_record){text_or_null(mark_name(move)), text_or_null(mark_name(cube)),
                                 text_or_null(luck_name(luck))};
}

static const struct marks_record *by_hand(const struct plies *w, struct author_marks m)
{
    if (m.play == MARK_NONE && m.cube == MARK_NONE && m.luck == LUCK_NONE)
        return NULL;
    struct marks_record *r = arena_alloc(w->arena, sizeof *r);
    *r = marks_of(m.play, m.cube, m.luck);
    return r;
}

static void fill_marks_by_hand(const struct plies *w, const struct event *e, struct ply_record *r)
{
    struct author_marks author = event_author_marks(e), owner = {MARK_NONE, MARK_NONE, LUCK_NONE};
    const bool play = e->kind == EVENT_PLAY;
    if (e->flags & EVENT_MARKED_HERE) {
        *(play ? &owner.play : &owner.cube) = (enum mark)e->mark;
        *(play ? &author.play : &author.cube) = MARK_NONE;
    }
    if (e->flags & EVENT_UNDOUBLED_MARKED_HERE) {
        owner.cube = (enum mark)e->undoubled_mark;
        author.cube = MARK_NONE;
    }
    r->author_marks = by_hand(w, author);
    r->owner_marks = by_hand(w, owner);
}

static double seconds(int64_t ms)
{
    return ms >= 0 ? (double)ms / 1000 : (double)NAN;
}

static const struct time_record *time_of(struct plies *w, const struct event *e)
{
    const struct timing *t = event_timing(e);
    struct strbuf link = {0};
    if (e->timing == NULL)
        return NULL;
    struct time_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct time_record){.taken = seconds(t->taken), .rolled = seconds(t->rolled), .video = seconds(t->video)};
    for (int i = 0; i < 2; i++)
        r->left[i] = seconds(clock_left(&w->walk.clock, e, i));
    if (video_link(w->m, e, &link))
        r->link = arena_strdup(w->arena, link.at);
    strbuf_done(&link);
    return r;
}

static bool has_value(const struct event *e)
{
    return e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON ||
           e->kind == EVENT_SET_CUBE || e->kind == EVENT_RESIGN;
}

static const struct ply_record *ply_of(struct plies *w)
{
    const struct event *e = w->walk.event;
    const struct decision *d = &w->decision;
    const struct annotation *a = w->o->analysis ? d->note : NULL;
    const struct cube_analysis *cube = a != NULL && report_shows_cube(w->o, d) ? a->cube : NULL;
    const int mover = d->before.on_roll == 0 ? 0 : 1;
    struct ply_record *r = arena_alloc(w->arena, sizeof *r);
    *r = (struct ply_record){.number = w->walk.move_number,
                             .action = e->kind,
                             .player = e->player == 0 || e->player == 1 ? e->player : -1,
                             .play = e->kind == EVENT_PLAY ? json_play_text(w, &e->play) : NULL,
                             .value = has_value(e) ? e->value : -1,
                             .illegal = (e->flags & EVENT_ILLEGAL) != 0,
                             .source_text = e->text,
                             .ids = json_ids_of(&d->before),
                             .moves = json_moves_of(w, a != NULL && report_shows_play(w->o, d) ? a->play : NULL),
                             .cube = json_cube_of(w, cube),
                             .replies = json_replies_of(w, cube),
                             .acceptance = json_acceptance_of(w, a),
                             .luck = luck_of(w, a),
                             .race = a != NULL ? a->race : NULL,
                             .time = time_of(w, e),
                             .comment = w->o->annotations ? e->comment : NULL};
    fill_marks_by_hand(w, e, r);
    r->pips[mover] = board_pips(&d->before.board);
    r->pips[1 - mover] = board_opponent_pips(&d->before.board);
    if (e->dice[0] > 0)
        memcpy(r->roll, (const char[]){(char)('0' + e->dice[0]), (char)('0' + e->dice[1])}, 2);
    if (a != NULL)
        r->marks = marks_of((enum mark)a->play_skill, (enum mark)a->cube_skill, a->luck_mark);
    if (e->properties != NULL)
        r->properties = json_tags_of(e->properties, w->arena);
    return r;
}

/* A ply that the options do not ask for is left out; of one that is shown for its play or its cube alone, the other is
 * null. */
static const void *next_ply(void *source)
{
    struct plies *w = source;
    while (walk_next(&w->walk)) {
        decision_of(&w->decision, &w->walk, w->set);
        if (!report_wants(w->o, &w->decision))
            continue;
        arena_clear(w->arena);
        return ply_of(w);
    }
    return NULL;
}

struct answer_series json_plies_of(struct plies *w, const struct game *g)
{
    walk_begin(&w->walk, w->m, g);
    return (struct answer_series){next_ply, w};
}
