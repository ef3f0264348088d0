/* eXtreme Gammon's codes for how deep an analysis went. */
#include "import/xg/xg.h"

/* ORDER as in docs/formats/xg.md. */
struct eval_level xg_level(int code)
{
    static const struct {
        int code;
        struct eval_level level;
    } table[] = {
        {0, {.kind = EVAL_PLY, .plies = 0, .name = "1-ply"}}, {1, {.kind = EVAL_PLY, .plies = 1, .name = "2-ply"}},
        {2, {.kind = EVAL_PLY, .plies = 2, .name = "3-ply"}}, {12, {.kind = EVAL_PLY, .plies = 2, .name = "3-ply red"}},
        {3, {.kind = EVAL_PLY, .plies = 3, .name = "4-ply"}}, {4, {.kind = EVAL_PLY, .plies = 4, .name = "5-ply"}},
        {5, {.kind = EVAL_PLY, .plies = 5, .name = "6-ply"}}, {6, {.kind = EVAL_PLY, .plies = 6, .name = "7-ply"}},
        {100, {.kind = EVAL_ROLLOUT, .name = "Rollout"}},     {998, {.kind = EVAL_BOOK, .name = "Opening book"}},
        {999, {.kind = EVAL_BOOK, .name = "Opening book"}},   {1000, {.kind = EVAL_OTHER, .name = "XG Roller"}},
        {1001, {.kind = EVAL_OTHER, .name = "XG Roller+"}},   {1002, {.kind = EVAL_OTHER, .name = "XG Roller++"}},
    };
    struct eval_level found = {.kind = EVAL_OTHER, .name = "unknown"};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].code == code)
            found = table[i].level;
    found.cubeful = true;
    return found;
}
