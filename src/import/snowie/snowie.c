/* Reader of Snowie text positions: every line of 40 fields is a record of its own. (Snowie's text matches are .mat.)
 * Format: docs/formats/snowie.md. */
#include "import/lines.h"
#include "import/position_record.h"
#include "import/readers.h"
#include "import/snowie/snowie_line.h"

static bool is_passed_over(struct span line)
{
    return line.length == 0 || line.at[0] == '#' || line.at[0] == ';';
}

/* Everything in the line is seen by the player on roll; a position has it by player number. */
static struct position position_of(const struct snowie_line *s)
{
    int roller = s->on_roll;
    struct position p = {.board = s->board,
                         .on_roll = roller,
                         .turn = roller,
                         .cube = s->cube,
                         .cube_owner = s->owner == 0   ? CUBE_CENTRED
                                       : s->owner == 1 ? roller
                                                       : 1 - roller,
                         .length = s->length,
                         .crawford_game = s->crawford_game && s->length > 0,
                         .state = GAME_PLAYING};
    p.rules = (struct rules){.cube = true,
                             .crawford = s->length > 0,
                             .jacoby = s->jacoby && s->length == 0,
                             .beavers = s->beavers && s->length == 0};
    for (int i = 0; i < 2; i++) {
        p.score[i == 0 ? roller : 1 - roller] = s->score[i];
        p.dice[i] = s->dice[0] != 0 && s->dice[1] != 0 ? s->dice[i] : 0;
    }
    return p;
}

static void add_position(const struct snowie_line *s, struct place place, struct receiver *out)
{
    struct position p = position_of(s);
    struct match *m = position_record(&p, place);
    m->format = "snowiepos";
    for (int i = 0; i < 2; i++)
        m->player[i == 0 ? s->on_roll : 1 - s->on_roll].name = arena_span(m->arena, s->name[i]);
    match_hand_on(m, out);
}

bool snowiepos_read(struct span text, struct receiver *out, struct diags *d)
{
    struct lines l;
    size_t before = out->n;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        struct span line = span_trim(l.line);
        struct snowie_line s;
        const char *problem;
        size_t fault;
        if (is_passed_over(line))
            continue;
        int column = (int)(line.at - l.line.at) + 1;
        if (snowie_line_read(line, BOARD_CHEQUERS, &s, &problem, &fault))
            add_position(&s, (struct place){.line = l.number, .column = column, .offset = -1}, out);
        else
            diag_at(d, SEVERITY_WARNING, l.number, column + (int)fault, "the line is not read: %s", problem);
    }
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, 1, 1, "no position found, expected lines of 40 fields separated by ';'");
    return out->n > before;
}

int snowiepos_sniff(struct span head)
{
    struct lines l;
    struct snowie_line s;
    const char *problem;
    size_t fault;
    lines_begin(&l, head);
    while (lines_next(&l))
        if (!is_passed_over(span_trim(l.line)))
            return snowie_line_read(span_trim(l.line), BOARD_CHEQUERS, &s, &problem, &fault) ? 92 : 0;
    return 0;
}
