/* Marks and the price of cube actions: see skill.h. All equities are the doubler's, a cube error is the
 * distance from the proper action, and which category it falls into depends only on which of ND, DT and DP is larger.
 * Formulas: docs/analysis.md, "Cube decisions" (GNU Backgammon's). */
#include "analyze/skill.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct preset {
    const char *name;
    float threshold[3];
} presets[] = {
    {.name = "gnubg", .threshold = {0.03f, 0.06f, 0.12f}},
    {.name = "gnubg-classic", .threshold = {0.04f, 0.08f, 0.16f}},
    {.name = "xg", .threshold = {0.02f, 0.02f, 0.08f}},
};

const char *const *thresholds_names(void)
{
    static const char *const names[] = {"gnubg", "gnubg-classic", "xg", NULL};
    return names;
}

static bool three_numbers(const char *text, float out[3])
{
    float t[3];
    int end = 0;
    if (sscanf(text, "%f,%f,%f%n", &t[0], &t[1], &t[2], &end) != 3 || text[end])
        return false;
    if (!(t[0] > 0 && t[0] <= t[1] && t[1] <= t[2]) || !isfinite(t[2]))
        return false;
    memcpy(out, t, sizeof t);
    return true;
}

bool thresholds_parse(const char *text, float threshold[3])
{
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        if (strcmp(text, presets[i].name) == 0) {
            memcpy(threshold, presets[i].threshold, sizeof presets[i].threshold);
            return true;
        }
    }
    return three_numbers(text, threshold);
}

enum skill skill_of_error(float error, const float threshold[3])
{
    if (error > threshold[2])
        return SKILL_VERY_BAD;
    if (error > threshold[1])
        return SKILL_BAD;
    return error > threshold[0] ? SKILL_DOUBTFUL : SKILL_NONE;
}

static const float EQUAL = 1e-5f; /* equities nearer than this make the choice optional, and no error */

enum answer { ANSWER_TAKE, ANSWER_PASS, ANSWER_BEAVER }; /* ORDER ANSWER */

static bool would_beaver(float dt, struct cube_circumstances how)
{
    return how.beavers && cube_beaver_is_right(dt, &how.raises);
}

static enum answer best_answer(float dt, float dp, struct cube_circumstances how)
{
    if (would_beaver(dt, how))
        return ANSWER_BEAVER;
    return dt >= dp ? ANSWER_PASS : ANSWER_TAKE;
}

/* ORDER ANSWER */
static enum cube_verdict verdict_of(float nd, float dt, float dp, struct cube_circumstances how)
{
    static const enum cube_verdict doubled[] = {VERDICT_DOUBLE_TAKE, VERDICT_DOUBLE_PASS, VERDICT_DOUBLE_BEAVER};
    static const enum cube_verdict optional[] = {VERDICT_OPTIONAL_TAKE, VERDICT_OPTIONAL_PASS, VERDICT_OPTIONAL_BEAVER};
    if (!how.live)
        return VERDICT_NEVER_DOUBLE;
    enum answer answer = best_answer(dt, dp, how);
    float beavered = answer == ANSWER_BEAVER ? cube_beavered(dt, &how.raises) : dt, doubling = fminf(beavered, dp);
    bool certain = answer == ANSWER_PASS && !how.gammons; /* nothing to play on for */
    if (fabsf(nd - doubling) <= EQUAL && !certain)
        return optional[answer];
    if (doubling > nd)
        return doubled[answer];
    if (nd > dp && how.gammons)
        return answer == ANSWER_PASS ? VERDICT_TOO_GOOD_PASS : VERDICT_TOO_GOOD_TAKE;
    if (answer == ANSWER_PASS)
        return VERDICT_DOUBLE_PASS;
    return answer == ANSWER_BEAVER ? VERDICT_NO_DOUBLE_BEAVER : VERDICT_NO_DOUBLE_TAKE;
}

static float lost(float best, float got)
{
    return best - got > EQUAL ? best - got : 0;
}

void cube_judge(float nd, float dt, float dp, struct cube_circumstances how, struct cube_judgement *out)
{
    const float doubling = fminf(dt, dp), beavered = cube_beavered(dt, &how.raises);
    *out = (struct cube_judgement){.verdict = verdict_of(nd, dt, dp, how)};
    bool doubles = doubling >= nd && (!would_beaver(dt, how) || beavered >= nd);
    out->optimal = doubles ? doubling : nd;
    out->roll_error = lost(out->optimal, nd);
    out->double_error = lost(out->optimal, doubling);
    out->take_error = lost(dt, dp);
    out->pass_error = lost(dp, dt);
    out->beaver_error = lost(beavered, fminf(doubling, beavered));
    out->close = out->optimal - doubling < (float)CUBE_CLOSE;
    out->roll_kind = dt > dp ? CUBE_MISSED_DOUBLE_ABOVE_CP : CUBE_MISSED_DOUBLE_BELOW_CP;
    out->double_kind = nd > dp ? CUBE_WRONG_DOUBLE_ABOVE_TG : CUBE_WRONG_DOUBLE_BELOW_DP;
}
