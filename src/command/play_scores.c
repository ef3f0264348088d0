/* The best play at every score; see play_scores.h. Plays have signs: the best one in the position itself is a point,
 * the others are letters by the number of cells in which they are best. */
#include "command/play_scores.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/columns.h"
#include "base/figure.h"
#include "base/language.h"
#include "command/maps.h"
#include "match/notation.h"

enum { CELLS = PLAY_MAP_OWNERS * (1 + PLAY_MAP_AWAY * PLAY_MAP_AWAY), LETTERS = 26 };

static const char *const owner_words[] = {"centred", "on roll", "opponent"}; /* ORDER PLAY_MAP_OWNER */

struct play_score {
    const char *id;
    int away, opponent_away; /* 0 = money */
    const char *cube_owner;
    int cube;
    const char *play;
    double equity, lead, loss;
    int letter; /* of listed plays, from 0 */
    bool at_stake;
};

struct listed_play {
    const char *play;
    struct board after;
    int cells;
};

struct play_scores {
    const char *id, *xgid;
    int dice[2];
    const char *level;
    struct answer_list plays, scores;
    const char *settings, *stronger;
    int own[2]; /* how many points both need, 0 = none of the map's */
    int own_owner; /* enum play_map_owner */
};

#define CELL                                                                                                           \
    ANSWER(struct play_score, away, "Away", .flags = ANSWER_KEY,                                                       \
           .help = "points that the player on roll needs; 1 = after the Crawford game, 0 = money"),                    \
        ANSWER(struct play_score, opponent_away, "Opponent", .flags = ANSWER_KEY),                                     \
        ANSWER(struct play_score, cube_owner, "Cube", ANSWER_WORDS(owner_words), .flags = ANSWER_KEY,                  \
               .help = "whose it is"),                                                                                 \
        ANSWER(struct play_score, cube, "Value", .help = "of the cube: the position's, or 2 where an owner is new"),   \
        ANSWER(struct play_score, play, "Best", .example = "24/18 13/11"),                                             \
        POSITION_EQUITY("equity", struct play_score, equity, "Equity", .missing = ANSWER_NULL, .flags = ANSWER_SIGNED, \
                        .help = "with the cube; null where nothing is at stake"),                                      \
        POSITION_EQUITY("lead", struct play_score, lead, "Lead", .missing = ANSWER_NULL,                               \
                        .help = "over the next play; a guess where that was looked at less deeply"),                   \
        POSITION_EQUITY("loss", struct play_score, loss, "Loss", .missing = ANSWER_NULL,                               \
                        .help = "of the play that is best in the position itself")
static const struct answer_field cell_fields[] = {CELL, {0}},
                                 line_fields[] = {POSITION_ID(struct play_score), CELL, {0}};
#undef CELL
static const struct answer_rows cell_rows = {"PlayAtScore", NULL, sizeof(struct play_score), cell_fields},
                                line_rows = {"PlayAtScore", NULL, sizeof(struct play_score), line_fields};

static const struct answer_field listed_fields[] = {
    ANSWER(struct listed_play, play, "Play", .flags = ANSWER_KEY),
    ANSWER(struct listed_play, cells, "Scores", .help = "at how many it is best, with each owner of the cube"),
    {0}};
static const struct answer_rows listed_rows = {"ListedPlay", NULL, sizeof(struct listed_play), listed_fields};

static const struct answer_field scores_fields[] = {
    POSITION_ID(struct play_scores),
    POSITION_XGID(struct play_scores),
    ANSWER_ARRAY(struct play_scores, dice, "Dice"),
    ANSWER(struct play_scores, level, "Level", .example = "2ply"),
    ANSWER_LIST(struct play_scores, plays, NULL, &listed_rows, .flags = ANSWER_FLAT,
                .help = "that are best somewhere; first the best one in the position itself"),
    ANSWER_LIST(struct play_scores, scores, NULL, &cell_rows, .flags = ANSWER_FLAT,
                .help = "money, then every score from 1 to 7 away, for each owner of the cube"),
    POSITION_SETTINGS(struct play_scores),
    POSITION_STRONGER(struct play_scores),
    {0}};
static const struct answer_rows scores_rows = {"PlaysAtScores", NULL, sizeof(struct play_scores), scores_fields};

#define TITLE N_("The play at every score")
const struct answer_document play_scores_document = {
    "scores",
    1,
    TITLE,
    "The best play of a roll at every score and with each owner of the cube (hint --scores), of positions in the order "
    "given. Seen by the player on roll; equities are normalised to the cube.",
    .rows = &scores_rows,
    .several = ANSWER_ANSWERED,
    .lines = &line_rows};
const struct answer_document play_scores_lines = {
    .name = "scores", .version = 1, .title = TITLE, .rows = &line_rows, .several = ANSWER_SEVERAL};

/* ---- filling it ---- */

static const char *measure(const struct answering *a, const struct asked *q, const struct level *l, struct play_map *m)
{
    const struct position *p = &q->position;
    const char *problem = position_over(p);
    if (problem != NULL)
        return problem;
    if (p->dice[0] == 0 || p->offer == OFFER_RESIGNATION)
        return W_("--scores is for a position in which a roll is to be played");
    return play_map_fill(m, a->engine, a->worker, p, l) ? NULL : W_("no play is legal");
}

static const char *text_of(const struct answering *a, const struct asked *q, const struct play *play)
{
    struct strbuf text = {0};
    notation_write(&text, &q->position.board, play, NOTATION_MERGED);
    const char *kept = arena_strdup(a->memory, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

static int letter_of(struct listed_play *plays, size_t *n, const struct board *after)
{
    size_t i = 0;
    while (i < *n && !board_equal(&plays[i].after, after))
        i++;
    if (i == *n)
        plays[(*n)++] = (struct listed_play){.after = *after};
    return (int)i;
}

/* Behind the first those that are best most often; letters follow. */
static void sort_plays(struct listed_play *plays, size_t n, struct play_score *cells)
{
    for (size_t i = 2; i < n; i++)
        for (size_t k = i; k > 1 && plays[k].cells > plays[k - 1].cells; k--) {
            const struct listed_play moved = plays[k];
            plays[k] = plays[k - 1], plays[k - 1] = moved;
            for (int c = 0; c < CELLS; c++)
                if (cells[c].letter == (int)k || cells[c].letter == (int)k - 1)
                    cells[c].letter = 2 * (int)k - 1 - cells[c].letter;
        }
}

struct gathering {
    const struct answering *answering;
    const struct asked *asked;
    struct listed_play *plays;
    size_t n;
    struct play_score *next;
};

static void add_cell(struct gathering *g, const struct play_map_cell *c, int owner, int away, int other)
{
    const int letter = letter_of(g->plays, &g->n, &c->after);
    struct listed_play *l = &g->plays[letter];
    if (l->play == NULL)
        l->play = text_of(g->answering, g->asked, &c->play);
    l->cells += c->at_stake;
    *g->next++ = (struct play_score){
        g->asked->id,    away,   other,      owner_words[owner], c->cube, l->play, (double)c->equity, (double)c->lead,
        (double)c->loss, letter, c->at_stake};
}

static struct play_scores *gather(const struct answering *a, const struct asked *q, const struct play_map *m)
{
    struct play_score *cells = arena_alloc(a->memory, CELLS * sizeof *cells);
    struct gathering g = {a, q, arena_alloc(a->memory, (CELLS + 1) * sizeof *g.plays), 0, cells};
    (void)letter_of(g.plays, &g.n, &m->usual);
    for (int owner = 0; owner < PLAY_MAP_OWNERS; owner++) {
        add_cell(&g, &m->money[owner], owner, 0, 0);
        for (int i = 0; i < PLAY_MAP_AWAY; i++)
            for (int k = 0; k < PLAY_MAP_AWAY; k++)
                add_cell(&g, &m->at[owner][i][k], owner, i + 1, k + 1);
    }
    sort_plays(g.plays, g.n, cells);
    struct play_scores *r = arena_alloc(a->memory, sizeof *r);
    const struct position *p = &q->position;
    *r = (struct play_scores){.id = q->id,
                              .xgid = q->xgid,
                              .dice = {p->dice[0], p->dice[1]},
                              .plays = {g.plays, g.n},
                              .scores = {cells, CELLS},
                              .own_owner = play_map_owner(p)};
    if (!map_has_score(p, PLAY_MAP_AWAY, r->own))
        r->own[0] = r->own[1] = 0;
    return r;
}

/* A play that is best in the position itself and nowhere on the map has no text yet. */
static const char *usual_text(const struct answering *a, const struct asked *q, const struct level *l,
                              const struct board *usual)
{
    struct ranked_plays r = {0};
    const char *text = "";
    engine_plays(a->engine, a->worker, &q->position, l, usual, &r);
    for (int i = 0; i < r.n; i++)
        if (board_equal(&r.at[i].after, usual))
            text = text_of(a, q, &r.at[i].play);
    ranked_plays_done(&r);
    return text;
}

static const char *make(const struct answering *a, const struct asked *q, const struct level *l,
                        struct play_scores **out)
{
    struct play_map m;
    const char *problem = measure(a, q, l, &m);
    if (problem != NULL)
        return problem;
    *out = gather(a, q, &m);
    (*out)->level = l->name;
    struct listed_play *first = (struct listed_play *)(uintptr_t)(*out)->plays.at;
    if (first->play == NULL)
        first->play = usual_text(a, q, l, &m.usual);
    return NULL;
}

const char *play_scores_fill(const struct answering *a, const struct asked *q, const struct level *l, int stronger,
                             struct position_answer *out)
{
    struct play_scores *r;
    const char *problem = make(a, q, l, &r);
    if (problem != NULL)
        return problem;
    r->settings = settings_of(a, l, false);
    r->stronger = stronger_word(stronger);
    *out = (struct position_answer){r, r->scores};
    return NULL;
}

/* ---- for people ---- */

/* The play that is best in the position itself is a point, so that the scores at which another one is better are seen
 * at once. */
static char sign_of(int letter)
{
    return letter == 0 ? '.' : (char)(letter < LETTERS ? 'A' + letter : '?');
}

static char sign_shown(const struct play_score *c)
{
    return c->at_stake ? sign_of(c->letter) : '-';
}

static bool is_close(const struct play_score *c)
{
    return c->at_stake && c->lead < PLAY_MAP_CLOSE;
}

static const struct play_score *cell_at(const struct play_scores *r, int owner, int away, int other)
{
    const struct play_score *cells = r->scores.at;
    const int at = away == 0 ? 0 : 1 + (away - 1) * PLAY_MAP_AWAY + other - 1;
    return &cells[owner * (1 + PLAY_MAP_AWAY * PLAY_MAP_AWAY) + at];
}

static bool is_own(const struct play_scores *r, int owner, int away, int other)
{
    return owner == r->own_owner && away == r->own[0] && other == r->own[1];
}

enum { MAP_WIDTH = 3 * PLAY_MAP_AWAY, MAP_APART = 4 };

/* A row of the three maps; the position's own score is in brackets. */
static void put_row(struct strbuf *out, const struct play_scores *r, int away)
{
    strbuf_printf(out, "  %d ", away);
    for (int owner = 0; owner < PLAY_MAP_OWNERS; owner++) {
        strbuf_fill(out, ' ', owner > 0 ? MAP_APART : 0);
        for (int k = 1; k <= PLAY_MAP_AWAY; k++) {
            const struct play_score *c = cell_at(r, owner, away, k);
            const char *around = is_own(r, owner, away, k) ? is_close(c) ? "()" : "[]" : is_close(c) ? " ~" : "  ";
            strbuf_printf(out, "%c%c%c", around[0], sign_shown(c), around[1]);
        }
    }
    strbuf_putc(out, '\n');
}

/* Words above or below each of the maps. */
static void put_words_of_maps(struct strbuf *out, const struct play_scores *r,
                              void (*words)(struct strbuf *out, const struct play_scores *r, int owner))
{
    struct strbuf text = {0};
    strbuf_puts(out, "    ");
    for (int owner = 0; owner < PLAY_MAP_OWNERS; owner++) {
        strbuf_clear(&text);
        strbuf_putc(&text, ' ');
        words(&text, r, owner);
        put_left(out, strbuf_text(&text), owner + 1 < PLAY_MAP_OWNERS ? MAP_WIDTH + MAP_APART : 0);
    }
    strbuf_putc(out, '\n');
    strbuf_done(&text);
}

static void cube_words(struct strbuf *out, const struct play_scores *r, int owner)
{
    if (owner == PLAY_MAP_OWN || owner == PLAY_MAP_OPPONENTS)
        tr_put(out,
               tr(owner == PLAY_MAP_OWN ? C_("at most 23 letters", "own cube at {0}")
                                        : C_("at most 23 letters", "opponent's at {0}")),
               TR_FILLING(TR_INT(cell_at(r, owner, 0, 0)->cube)));
    else
        strbuf_puts(out, tr(C_("at most 23 letters", "cube centred")));
}

static void away_words(struct strbuf *out, const struct play_scores *r, int owner)
{
    (void)r;
    (void)owner;
    strbuf_puts(out, "1  2  3  4  5  6  7");
}

static void money_words(struct strbuf *out, const struct play_scores *r, int owner)
{
    const struct play_score *c = cell_at(r, owner, 0, 0);
    const char sign[] = {sign_shown(c), is_close(c) ? '~' : '\0', '\0'};
    tr_add(out, "money: {0}", sign);
}

void play_scores_text(const void *record, struct strbuf *out)
{
    const struct play_scores *r = record;
    const struct listed_play *plays = r->plays.at;
    strbuf_printf(out, "%s  ", r->id);
    tr_add(out, "plays of {0} at every score ({1})", TR_INT(10 * r->dice[0] + r->dice[1]), r->level);
    strbuf_puts(out, "\n\n");
    put_words_of_maps(out, r, cube_words);
    put_words_of_maps(out, r, away_words);
    for (int i = 1; i <= PLAY_MAP_AWAY; i++)
        put_row(out, r, i);
    put_words_of_maps(out, r, money_words);
    strbuf_printf(out, "\n  %s\n\n", tr(map_axes));
    for (size_t i = 0; i < r->plays.n; i++) {
        strbuf_printf(out, "  %c  %-24s ", sign_of((int)i), plays[i].play);
        tr_add(out, "best at {0} of {1}", TR_INT(plays[i].cells), TR_INT(CELLS));
        strbuf_putc(out, '\n');
    }
    strbuf_puts(out, "  ~  ");
    tr_add(out, "the next play is within {0}; -  nothing is at stake", TR_REAL(PLAY_MAP_CLOSE, 2));
    strbuf_putc(out, '\n');
    if (r->own[0] > 0)
        strbuf_printf(out, "  [ ]  %s\n", tr("this score, ( ) if the next play is as close there"));
    settings_text(out, r->settings);
}

/* ---- a picture ---- */

static const uint32_t colours[] = {0xf5f1e8, 0x7fb77e, 0x5b8fc4, 0xe0a458, 0x8a5fb0, 0xcf5c4e, 0x6ec1c2, 0xb9bdc3};
enum { COLOURS = sizeof colours / sizeof *colours };

static uint32_t colour_of(int letter)
{
    return colours[letter < COLOURS ? letter : COLOURS - 1];
}

/* ORDER PLAY_MAP_OWNER */
static const char *const cubes_at[] = {N_("{0}, centred cube at {1}: {2} {3}, {4} loses {5}"),
                                       N_("{0}, own cube at {1}: {2} {3}, {4} loses {5}"),
                                       N_("{0}, opponent's cube at {1}: {2} {3}, {4} loses {5}")};

static void set_cell(struct map_cell *out, const struct play_scores *r, int owner, int away, int other)
{
    const struct play_score *c = cell_at(r, owner, away, other);
    struct strbuf where = {0}, hint = {0};
    if (away > 0)
        tr_add(&where, "{0}-away, {1}-away", TR_INT(away), TR_INT(other));
    else
        strbuf_puts(&where, tr("money"));
    snprintf(out->text, sizeof out->text, "%c%s", sign_shown(c), is_close(c) ? "~" : "");
    out->fill = c->at_stake ? colour_of(c->letter) : 0xd9dbde;
    out->marked = is_own(r, owner, away, other) && away > 0;
    if (c->at_stake)
        tr_put(&hint, tr(cubes_at[owner]),
               TR_FILLING(strbuf_text(&where), TR_INT(c->cube), c->play, SIGNED(c->equity, 3),
                          ((const struct listed_play *)r->plays.at)->play, TR_REAL(c->loss, 3)));
    else
        tr_add(&hint, "{0}: nothing is at stake", strbuf_text(&where));
    map_say(out->hint, &hint);
    strbuf_done(&where);
}

static void set_rows(struct map *m, const struct play_scores *r, int owner)
{
    static const char *const names[] = {C_("the cube", "centred"), C_("the cube", "own"), C_("the cube", "opp.")};
    for (int i = 0; i <= PLAY_MAP_AWAY; i++) {
        const int row = owner * (PLAY_MAP_AWAY + 1) + i;
        if (i == 0)
            snprintf(m->row[row], MAP_TEXT, "%s", tr(names[owner]));
        else
            snprintf(m->row[row], MAP_TEXT, "%d", i);
        for (int k = 0; k <= PLAY_MAP_AWAY; k++)
            if ((i == 0) == (k == 0))
                set_cell(&m->cell[row][k], r, owner, i, k);
            else
                m->cell[row][k].fill = 0xffffff;
    }
}

const char *play_scores_draw(const struct answering *a, const struct asked *q, const struct level *l, struct map *out)
{
    struct play_scores *r;
    const char *problem = make(a, q, l, &r);
    if (problem != NULL)
        return problem;
    const struct listed_play *plays = r->plays.at;
    *out = (struct map){.title = TITLE,
                        .across = N_("across: what the opponent needs; 1 = post-Crawford"),
                        .down = N_("cube"),
                        .columns = PLAY_MAP_AWAY + 1,
                        .rows = PLAY_MAP_OWNERS * (PLAY_MAP_AWAY + 1),
                        .keys = (int)r->plays.n < MAP_KEYS ? (int)r->plays.n : MAP_KEYS};
    for (int i = 0; i <= PLAY_MAP_AWAY; i++)
        snprintf(out->column[i], MAP_TEXT, "%s", i == 0 ? tr("money") : TR_INT(i));
    for (int owner = 0; owner < PLAY_MAP_OWNERS; owner++)
        set_rows(out, r, owner);
    for (int i = 0; i < out->keys; i++) {
        out->key[i].fill = colour_of(i);
        snprintf(out->key[i].text, MAP_TEXT, "%c", sign_of(i));
        struct strbuf words = {0};
        strbuf_printf(&words, "%s: ", plays[i].play);
        tr_add(&words, "best at {0} of {1}", TR_INT(plays[i].cells), TR_INT(CELLS));
        map_say(out->key[i].hint, &words);
        strbuf_done(&words);
    }
    struct strbuf note = {0};
    tr_add(&note, "~: the next play is within {0}", TR_REAL(PLAY_MAP_CLOSE, 2));
    map_say(out->note[0], &note);
    return NULL;
}
