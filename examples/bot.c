/* A bot's brain: reads positions, a line each (XGID, or PositionID:MatchID), and answers each with a line: the play
 * where dice have been rolled, else what to do with the cube.
 *
 *     cc bot.c -o bot $(pkg-config --cflags --libs kibitzer)
 *     echo 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10' | ./bot 1ply */
#include <stdio.h>
#include <string.h>

#include <kibitzer_position.h>

/* The best play; "" where there is none, as none is legal. */
static int answer_play(struct kibitzer_engine *e, struct kibitzer_position *p, const char *level,
                       struct kibitzer_call *call)
{
    struct kibitzer_cursor *plays = kibitzer_position_plays(e, p, level, call);
    if (plays == NULL)
        return kibitzer_call_code(call);
    const int found = kibitzer_cursor_next(plays, call);
    if (found >= 0)
        puts(found == 1 ? kibitzer_cursor_text(plays, 0) : "");
    kibitzer_cursor_free(plays);
    return found < 0 ? found : KIBITZER_OK;
}

static int answer_cube(struct kibitzer_engine *e, struct kibitzer_position *p, const char *level,
                       struct kibitzer_call *call)
{
    double equity[KIBITZER_CUBE];
    const char *verdict = NULL;
    const int code = kibitzer_position_cube(e, p, level, equity, &verdict, call);
    if (code == KIBITZER_OK)
        puts(verdict != NULL ? verdict : "no double");
    return code;
}

static int answer(struct kibitzer_engine *e, const char *id, const char *level, struct kibitzer_call *call)
{
    struct kibitzer_position *p = kibitzer_position_new(id, call);
    if (p == NULL)
        return kibitzer_call_code(call);
    const int rolled = kibitzer_position_number(p, KIBITZER_POSITION_DIE_1) != 0;
    const int code = rolled ? answer_play(e, p, level, call) : answer_cube(e, p, level, call);
    kibitzer_position_free(p);
    return code;
}

int main(int argc, char **argv)
{
    char line[512];
    int failed = 0;
    const char *level = argc > 1 ? argv[1] : "2ply";
    struct kibitzer_call *call = kibitzer_call_new();
    struct kibitzer_engine *engine = kibitzer_engine_new(NULL, NULL); /* once: it takes the longest */
    while (engine != NULL && fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0' && answer(engine, line, level, call) != KIBITZER_OK) {
            printf("? %s\n", kibitzer_call_message(call));
            failed = 1;
        }
        fflush(stdout);
    }
    if (engine == NULL)
        fprintf(stderr, "%s\n", kibitzer_call_message(call));
    failed = failed || engine == NULL;
    kibitzer_engine_free(engine);
    kibitzer_call_free(call);
    return failed;
}
