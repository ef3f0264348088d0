/* The equity after each roll; see hint_temperature.h. */
#include "command/hint_temperature.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/figure.h"
#include "base/language.h"
#include "command/maps.h"
#include "match/notation.h"

struct temperature_record {
    const char *id, *xgid;
    double mean;
    float rolls[6][6];
    const char *stronger, *level;
};

static const struct answer_field temperature_fields[] = {
    POSITION_ID(struct temperature_record),
    POSITION_XGID(struct temperature_record),
    POSITION_EQUITY("mean", struct temperature_record, mean, "Mean", .flags = ANSWER_SIGNED,
                    .help = "over the 36 rolls"),
    ANSWER_MATRIX(struct temperature_record, rolls, NULL, .unit = UNIT_EMG, .decimals = 6, .flags = ANSWER_DATA,
                  .help = "[a - 1][b - 1]: equity after the best play of the roll a, b"),
    POSITION_STRONGER(struct temperature_record),
    {0}};
static const struct answer_rows temperature_rows = {"Temperature", NULL, sizeof(struct temperature_record),
                                                    temperature_fields};

struct roll_line {
    const char *id;
    int roll; /* 64 */
    double equity;
};

static const struct answer_field roll_fields[] = {
    POSITION_ID(struct roll_line),
    ANSWER(struct roll_line, roll, "Roll", .flags = ANSWER_KEY),
    POSITION_EQUITY("equity", struct roll_line, equity, "Equity", .flags = ANSWER_SIGNED),
    {0}};
static const struct answer_rows roll_rows = {"Roll", NULL, sizeof(struct roll_line), roll_fields};
const struct answer_document temperature_document = {
    "temperature",
    1,
    "Equity after each roll",
    "Equities after each roll (hint --temperature), of positions in the order given. Seen by the player on roll; "
    "equities are normalised to the cube.",
    .rows = &temperature_rows,
    .several = ANSWER_ANSWERED,
    .lines = &roll_rows};
const struct answer_document temperature_lines = {.name = "temperature",
                                                  .version = 1,
                                                  .title = "Equity after each roll",
                                                  .rows = &roll_rows,
                                                  .several = ANSWER_SEVERAL};

static const char *measure(const struct answering *a, const struct asked *q, const struct level *l,
                           struct temperature *m)
{
    const char *problem = position_over(&q->position);
    if (problem == NULL)
        temperature_fill(m, a->engine, a->worker, &q->position, l);
    return problem;
}

const char *hint_temperature_fill(const struct answering *a, const struct asked *q, const struct level *l, int stronger,
                                  struct position_answer *out)
{
    struct temperature m;
    const char *problem = measure(a, q, l, &m);
    if (problem != NULL)
        return problem;
    struct temperature_record *r = arena_alloc(a->memory, sizeof *r);
    struct roll_line *lines = arena_alloc(a->memory, ALL_THROWS * sizeof *lines);
    size_t n = 0;
    *r = (struct temperature_record){
        .id = q->id, .xgid = q->xgid, .mean = (double)m.mean, .stronger = stronger_word(stronger), .level = l->name};
    memcpy(r->rolls, m.equity, sizeof r->rolls);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k <= i; k++)
            lines[n++] = (struct roll_line){q->id, 10 * (i + 1) + k + 1, (double)m.equity[i][k]};
    *out = (struct position_answer){r, {lines, n}};
    return NULL;
}

void hint_temperature_text(const void *record, struct strbuf *out)
{
    const struct temperature_record *r = record;
    strbuf_printf(out, "%s  ", r->id);
    tr_add(out, "equity of the player on roll after each roll, played best ({0}), mean {1}", r->level,
           SIGNED(r->mean, 4));
    strbuf_puts(out, "\n  ");
    for (int b = 0; b < 6; b++)
        strbuf_printf(out, "%9d", b + 1);
    strbuf_putc(out, '\n');
    for (int a = 0; a < 6; a++) {
        strbuf_printf(out, "  %d", a + 1);
        for (int b = 0; b < 6; b++)
            strbuf_printf(out, "  %7s", SIGNED(r->rolls[a][b], 4));
        strbuf_putc(out, '\n');
    }
}

static void temperature_cell(struct map_cell *c, const struct asked *q, const struct temperature *m, int a, int b,
                             double most)
{
    struct strbuf play = {0};
    notation_write(&play, &q->position.board, &m->play[a][b], NOTATION_MERGED);
    snprintf(c->text, sizeof c->text, "%s", SIGNED(m->equity[a][b], 3));
    snprintf(c->hint, sizeof c->hint, "%d%d: %s, %s", a + 1, b + 1, strbuf_text(&play), SIGNED(m->equity[a][b], 4));
    c->fill = map_heat((double)(m->equity[a][b] - m->mean) / most);
    strbuf_done(&play);
}

/* Colours by the distance from the mean: the roll that is farthest from it has the strongest. */
const char *hint_temperature_draw(const struct answering *a, const struct asked *q, const struct level *l,
                                  struct map *out)
{
    struct temperature m;
    const char *problem = measure(a, q, l, &m);
    double most = 1e-6;
    if (problem != NULL)
        return problem;
    *out = (struct map){
        .title = N_("Equity after each roll"),
        .across = N_("for the player on roll, at the bottom, played best; red: better than the mean, blue: worse"),
        .down = "",
        .columns = 6,
        .rows = 6};
    for (int i = 0; i < 36; i++)
        most = fmax(most, fabs((double)(m.equity[i / 6][i % 6] - m.mean)));
    for (int i = 0; i < 6; i++) {
        snprintf(out->row[i], MAP_TEXT, "%d", i + 1);
        snprintf(out->column[i], MAP_TEXT, "%d", i + 1);
        for (int k = 0; k < 6; k++)
            temperature_cell(&out->cell[i][k], q, &m, i, k, most);
    }
    struct strbuf note = {0};
    tr_add(&note, "mean {0}", SIGNED(m.mean, 4));
    map_say(out->note[0], &note);
    return NULL;
}
