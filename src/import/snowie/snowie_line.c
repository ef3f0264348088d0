/* Snowie's position line; see snowie_line.h. */
#include "import/snowie/snowie_line.h"

#include <stdlib.h>
#include <string.h>

#include "import/lines.h"
#include "base/format.h"
#include "match/position.h"

enum { FIELDS = 40, F_ON_ROLL = 4, F_NAME = 5, F_SCORE = 8, F_CUBE = 10, F_OWNER = 11, F_BAR_OPP = 12, F_BAR = 37 };

static bool split(struct span text, struct span fields[FIELDS], size_t *fault)
{
    const char *at = text.at, *end = text.at + text.length;
    for (int i = 0; i < FIELDS; i++) {
        const char *stop = at < end ? memchr(at, ';', (size_t)(end - at)) : NULL;
        if (stop == NULL && i < FIELDS - 1) {
            *fault = (size_t)(at - text.at);
            return false;
        }
        fields[i] = span_trim((struct span){at, (size_t)((stop != NULL ? stop : end) - at)});
        at = stop != NULL ? stop + 1 : end;
    }
    return true;
}

/* Both bars by sign: negative = the opponent's, wherever it stands. */
static bool set_board(struct snowie_line *s, const long v[FIELDS], int chequers)
{
    long point[BOARD_POINTS] = {0}, sum[2] = {0, 0};
    for (int i = 0; i < 24; i++)
        point[1 + i] = v[F_BAR_OPP + 1 + i];
    for (int i = F_BAR_OPP; i <= F_BAR; i += F_BAR - F_BAR_OPP)
        point[v[i] < 0 ? BOARD_OPPONENT_BAR : BOARD_BAR] += v[i];
    for (int i = 0; i < BOARD_POINTS; i++) {
        if (labs(point[i]) > BOARD_CHEQUERS)
            return false;
        s->board.point[i] = (int8_t)point[i];
        sum[point[i] < 0] += labs(point[i]);
    }
    if (sum[0] > chequers || sum[1] > chequers)
        return false;
    s->board.off[0] = (int8_t)(chequers - sum[0]);
    s->board.off[1] = (int8_t)(chequers - sum[1]);
    return board_problem(&s->board, chequers) == NULL;
}

static const char *check_values(const struct snowie_line *s, const long v[FIELDS])
{
    if (v[0] < 0 || v[0] > MATCH_LENGTH_MAX)
        return W_("field 1 is not a match length");
    if (v[F_SCORE] < 0 || v[F_SCORE] > MATCH_LENGTH_MAX || v[F_SCORE + 1] < 0 || v[F_SCORE + 1] > MATCH_LENGTH_MAX)
        return W_("fields 9 and 10 are not a score");
    if (s->cube < 1 || s->cube > 1 << CUBE_MAX_LOG2 || (s->cube & (s->cube - 1)) != 0)
        return W_("field 11 is not a cube value");
    if (v[F_OWNER] < -1 || v[F_OWNER] > 1)
        return W_("field 12 is not a cube owner, expected -1, 0 or 1");
    if (v[38] < 0 || v[38] > 6 || v[39] < 0 || v[39] > 6)
        return W_("fields 39 and 40 are not dice");
    return NULL;
}

bool snowie_line_read(struct span text, int chequers, struct snowie_line *s, const char **problem, size_t *fault)
{
    struct span fields[FIELDS];
    long v[FIELDS] = {0};
    *s = (struct snowie_line){0};
    *problem = W_("expected 40 fields separated by ';'");
    *fault = 0;
    if (!split(text, fields, fault))
        return false;
    for (int i = 0; i < FIELDS; i++) {
        *fault = (size_t)(fields[i].at - text.at);
        *problem = W_("expected a number");
        if (i != F_NAME && i != F_NAME + 1 && !span_int(fields[i], &v[i]))
            return false;
    }
    *fault = 0;
    s->length = (int)(v[0] >= 0 && v[0] <= MATCH_LENGTH_MAX ? v[0] : 0);
    s->jacoby = v[1] != 0;
    s->beavers = v[3] != 0;
    s->on_roll = v[F_ON_ROLL] != 0;
    s->crawford_game = v[7] != 0;
    s->cube = (int)v[F_CUBE];
    s->owner = (int)v[F_OWNER];
    for (int i = 0; i < 2; i++) {
        s->name[i] = fields[F_NAME + i];
        s->score[i] = (int)v[F_SCORE + i];
        s->dice[i] = (int)v[38 + i];
    }
    *problem = check_values(s, v);
    if (*problem == NULL && !set_board(s, v, chequers))
        *problem = W_("fields 13 to 38 are not a possible board");
    return *problem == NULL;
}
