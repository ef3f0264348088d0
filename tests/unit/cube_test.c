/* The cube: worked examples from the literature, figures that GNU Backgammon prints for the same probabilities, and the
 * decisions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

#include "engine/cube.h"
#include "format/posid.h"
#include "support/engine_things.h"

/* The start of a game at a score; player 0 is on roll. */
static struct position at_score(int length, int score_0, int score_1, int cube, int owner)
{
    struct position p;
    const struct rules rules = {.cube = true, .crawford = true};
    const int score[2] = {score_0, score_1};
    position_start(&p, &rules, length, score, false);
    p.cube = cube, p.cube_owner = owner;
    return p;
}

static const struct cube_efficiency usual = {.x = {0.68f, 0.68f, 0.68f}};
static const struct cube_efficiency dead = {.x = {0, 0, 0}}, live = {.x = {1, 1, 1}};

static double value_0(const struct cube_model *m, int roller, const struct outcome *o, const struct cube_efficiency *e)
{
    float value[CUBE_STATES_MAX];
    cube_values(m, roller, o, e, 1, value);
    return value[0];
}

/* ---- worked examples ---- */

/* 60 % wins, half of them gammons; 40 % losses, 10 % gammons. At 1-3 to 5 with the cube on 2 a single win leads to
 * 3-3, 2-away v 2-away (50 %), a gammon wins the match, and every loss loses it: 0.30 x 50 % + 0.30 = 45 %. */
TEST(cubeless_mwc_is_45_percent_at_1_3_to_5)
{
    const struct position p = at_score(5, 1, 3, 2, 0);
    const struct outcome o = {0.60f, 0.30f, 0, 0.10f, 0};
    struct cube_model m;
    cube_model_init(&m, &p, met_default());
    assert_near(value_0(&m, 0, &o, &dead), 0.45, 1e-6);
}

/* The trailer at 3-1 to 5, cube on 2: with Woolsey's table 0 % = -1, 25 % = 0, 50 % = +1, 75 % = +2, 100 % = +3. */
TEST(normalised_equities_at_3_1_to_5)
{
    struct met *woolseys = woolsey();
    const struct position p = at_score(5, 1, 3, 2, 0);
    struct cube_model m;
    cube_model_init(&m, &p, woolseys);
    for (int i = 0; i <= 4; i++) {
        assert_near(cube_equity(&m, 0, 0.25f * (float)i), i - 1, 1e-6);
        assert_near(cube_from_equity(&m, 0, (float)(i - 1)), 0.25 * i, 1e-6);
    }
    met_free(woolseys);
}

/* win .454 wg .103 wbg .001 lg .106 lbg .003. W = 1 + .104/.454 = 1.229. The literature prints L = 1.196 where
 * 1 + .109/.546 is 1.1996, and goes on with 1.196: live -1 + 2 (.454 - TP)/(CP - TP) with TP = (L - .5)/(W + L + .5) =
 * .23796 and CP = (L + 1)/(W + L + .5) = .75077 gives -.157, and .32 x -.097 + .68 x -.157 = -.138. With the L that
 * follows from the probabilities it is -.160 and -.140. */
TEST(money_example_of_janowski)
{
    const struct outcome o = {0.454f, 0.103f, 0.001f, 0.106f, 0.003f};
    const double w = 1 + (0.103 + 0.001) / 0.454, l = 1 + (0.106 + 0.003) / 0.546;
    const struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_model m;
    cube_model_init(&m, &p, met_default());
    assert_near(w, 1.229, 0.0005);
    assert_near(l, 1.1996, 0.00005);
    assert_near(cube_cubeless(&m, 0, &o), -0.097, 0.0005);
    assert_near(cube_money_live(0.454, 1.229, 1.196, CUBE_CENTRED, 0, false), -0.157, 0.0005);
    assert_near(0.32 * -0.097 + 0.68 * cube_money_live(0.454, 1.229, 1.196, CUBE_CENTRED, 0, false), -0.138, 0.0005);
    assert_near(cube_money_live(0.454, w, l, CUBE_CENTRED, 0, false), -0.160, 0.0005);
    assert_near(value_0(&m, 0, &o, &live), -0.160, 0.0005);
    assert_near(value_0(&m, 0, &o, &usual), -0.140, 0.0005);
}

/* The same chances at 3-0 to 7 for the player who has 0, Woolsey's table: live take points of both. */
TEST(match_example_at_3_0_to_7)
{
    static const double take[3][2] = {{0.245, 0.273}, {0.15, 0.385}, {0, 0.41}};
    const struct outcome o = {0.454f, 0.103f, 0.001f, 0.106f, 0.003f};
    const struct position p = at_score(7, 0, 3, 1, CUBE_CENTRED);
    struct met *woolseys = woolsey();
    struct cube_model m;
    cube_model_init(&m, &p, woolseys);
    for (int level = 0; level < 3; level++)
        for (int who = 0; who < 2; who++)
            assert_near(1 - cube_match_cash_point(&m, 0, &o, 1 - who, level), take[level][who], 0.0006);
    assert_near(value_0(&m, 0, &o, &dead), 0.291, 0.0001);
    assert_near(value_0(&m, 0, &o, &live), 0.292, 0.0001);
    assert_near(value_0(&m, 0, &o, &usual), 0.2917, 0.00005);
    met_free(woolseys);
}

/* Market windows that GNU Backgammon 1.07 prints for Kazaross XG2 without gammons: double point, cash point dead, live.
 * At 2-away the taker redoubles at once. */
TEST(market_windows_are_those_of_the_peer)
{
    static const struct {
        int score[2], who;
        double open, dead, live;
        bool redoubled;
    } known[] = {
        {{2, 4}, 0, 0.5786, 0.7908, 0.8239, false}, {{2, 4}, 1, 0.4214, 0.7127, 0.8086, false},
        {{4, 3}, 0, 0.4059, 0.6480, 0.7890, false}, {{4, 3}, 1, 0.5941, 0.7595, 0.8042, false},
        {{5, 0}, 0, 0.6832, 0.7685, 0.7685, true},  {{5, 0}, 1, 0.6243, 0.7823, 0.7823, false},
    };
    const struct outcome even = {.win = 0.5f};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct position p = at_score(7, known[i].score[0], known[i].score[1], 1, CUBE_CENTRED);
        struct cube_model m;
        struct cube_window w;
        cube_model_init(&m, &p, met_default());
        assert_true(cube_window_of(&m, 0, &even, known[i].who, 0, &w));
        assert_near(w.open, known[i].open, 0.00015);
        assert_near(w.cash_dead, known[i].dead, 0.00015);
        assert_near(w.cash_live, known[i].live, 0.00015);
        assert_int_equal(w.redoubled, known[i].redoubled);
    }
}

TEST(a_dead_cube_has_no_window)
{
    const struct outcome even = {.win = 0.5f};
    struct cube_model m;
    struct cube_window w;
    const struct position owned = at_score(5, 3, 0, 2, 0);
    cube_model_init(&m, &owned, met_default());
    assert_false(cube_window_of(&m, 0, &even, 0, 0, &w)); /* 2-away with the cube at 2 */
    assert_false(cube_window_of(&m, 0, &even, 1, 0, &w)); /* the cube is the other player's */
}

/* Doubles from 50 %, passes from 75 % (dead) or 80 %: Janowski, "Take-Points in Money Games"; with 25 % of gammons in
 * the doubler's wins a dead cube is taken with 1/3 (w = 1.25: (w - 0.5) / (w + 1)). */
TEST(money_has_one_window)
{
    const struct outcome even = {.win = 0.5f}, gammons = {.win = 0.5f, .win_gammon = 0.125f};
    const struct position money = at_score(0, 0, 0, 1, CUBE_CENTRED), held = at_score(0, 0, 0, 2, 1);
    struct cube_model m;
    struct cube_window w;
    cube_model_init(&m, &money, met_default());
    assert_true(cube_window_of(&m, 0, &even, 0, 0, &w));
    assert_near(w.open, 0.5, 1e-9);
    assert_near(w.cash_dead, 0.75, 1e-9);
    assert_near(w.cash_live, 0.8, 1e-9);
    assert_true(cube_window_of(&m, 0, &gammons, 0, 0, &w));
    assert_near(1 - w.cash_dead, 0.75 / 2.25, 1e-9);
    assert_true(cube_window_of(&m, 1, &gammons, 0, 0, &w)); /* the wins of the other player: w = 1, l = 1.25 */
    assert_near(1 - w.cash_dead, 0.5 / 2.25, 1e-9);
    assert_false(cube_window_of(&m, 0, &even, 0, 1, &w));
    cube_model_init(&m, &held, met_default());
    assert_false(cube_window_of(&m, 0, &even, 0, 0, &w));
}

/* ---- GNU Backgammon 1.07's own figures ---- */

/* XGID, the five probabilities it printed at 0-ply, and what it made of them: no double, double/take. NAN = none. */
static const struct peer {
    const char *id;
    struct outcome o;
    float nd, dt;
} peers[] = {
    {"---B--CBB-AAAAA-aAbcb-a-f-:2:-1:1:00:2:5:0:11:10",
     {0.239601f, 0.013144f, 0.000000f, 0.080792f, 0.001102f},
     -0.630225f,
     NAN},
    {"-AAAB-AabACAaAAcA-baAbb-a-:0:0:1:00:0:9:0:11:10",
     {0.473740f, 0.194119f, 0.009851f, 0.232344f, 0.012359f},
     0.214999f,
     0.172474f},
    {"-B-A--BEaB-AA-aaa-Aad-bbb-:0:0:1:00:3:2:0:5:10",
     {0.465900f, 0.155899f, 0.004920f, 0.203337f, 0.002324f},
     -0.368027f,
     -0.999608f},
    {"-BAB---CAAAAaABab-cbbaa-b-:2:1:1:00:1:3:0:5:10",
     {0.387244f, 0.018611f, 0.000319f, 0.050936f, 0.001171f},
     -0.225512f,
     NAN},
    {"-C--A-D--AbAA-AAA-bbAabae-:2:-1:1:00:0:0:2:0:10",
     {0.261107f, 0.033209f, 0.000000f, 0.215202f, 0.001420f},
     -0.899287f,
     NAN},
    {"-BA--BAABBAAa-AbcAadbaa---:0:0:1:00:2:4:0:7:10",
     {0.557669f, 0.055923f, 0.000813f, 0.065451f, 0.003882f},
     0.174492f,
     -0.040568f},
    {"-AAA--BBAE-a-A-ca--bAbabc-:2:-1:1:00:5:6:0:9:10",
     {0.267092f, 0.050600f, 0.000851f, 0.256000f, 0.003130f},
     -0.465816f,
     NAN},
    {"-B--B-AACAaAAAAbaa-Abbbac-:2:1:1:00:12:1:0:15:10",
     {0.427399f, 0.137489f, 0.004891f, 0.276630f, 0.007925f},
     -0.865033f,
     NAN},
    {"-A--AA-BAD-A-BAbAaba-b-be-:0:0:1:00:0:1:0:3:10",
     {0.031069f, 0.001613f, 0.000000f, 0.122694f, 0.000000f},
     -1.207267f,
     -2.815878f},
    {"-BA-BAADA--AAabA-bbacaba--:1:1:1:00:0:0:3:0:10",
     {0.600042f, 0.010059f, 0.000000f, 0.015384f, 0.000211f},
     0.398561f,
     0.117122f},
    {"-AAA--AAB-ABABAdcaAca-aaa-:0:0:1:00:4:5:0:7:10",
     {0.276586f, 0.014002f, 0.000000f, 0.095782f, 0.002305f},
     -0.798705f,
     -1.457601f},
    {"-CAABA--BAAAA-Abaa-ad-cab-:1:-1:1:00:1:1:0:3:10",
     {0.205280f, 0.000050f, 0.000000f, 0.000202f, 0.000000f},
     -0.589439f,
     NAN},
    {"-AAA-B--BC-BbAAbA-ea-b--c-:0:0:1:00:8:9:0:11:10",
     {0.218798f, 0.005644f, 0.000000f, 0.032638f, 0.000182f},
     -0.885074f,
     -1.791309f},
    {"-A-AAACaBbAB-BAbaabab-ba--:0:0:1:00:5:5:0:9:10",
     {0.648140f, 0.142733f, 0.004029f, 0.067453f, 0.003127f},
     0.585067f,
     0.580066f},
    {"-ABBAA-BB--ABbbAbbab--aba-:1:1:1:00:3:0:0:9:10",
     {0.696487f, 0.004322f, 0.000000f, 0.006120f, 0.000000f},
     0.563894f,
     0.258124f},
    {"-B--AB-BABA-AAAAcabb-caba-:2:1:1:00:0:6:0:9:10",
     {0.030250f, 0.000050f, 0.000000f, 0.000318f, 0.000000f},
     -0.891453f,
     -0.870910f},
    {"-C----AABDA-AaAbaaaaAaaae-:1:-1:1:00:7:5:0:9:10",
     {0.511647f, 0.224299f, 0.010259f, 0.114706f, 0.001246f},
     -0.714277f,
     NAN},
    {"-B-AABCCAA-A-bbb-aaabaa-b-:2:1:1:00:1:4:0:5:10",
     {0.901255f, 0.000050f, 0.000000f, 0.000050f, 0.000000f},
     0.802509f,
     NAN},
    {"-AAB--BC-ABB-be-aA-b-a--d-:0:0:1:00:0:0:3:0:10",
     {0.666856f, 0.051542f, 0.000156f, 0.023953f, 0.000446f},
     0.509746f,
     0.495484f},
    {"--CAB-BB-BA-AA-a-cac-b-bc-:0:0:1:00:0:0:0:0:10",
     {0.184772f, 0.000050f, 0.000000f, 0.000050f, 0.000000f},
     -0.878053f,
     -1.756107f},
    {"-A-C---DA-BAbAAbA--db-aac-:2:1:1:00:4:0:0:7:10",
     {0.137430f, 0.004097f, 0.000000f, 0.071700f, 0.000200f},
     -0.868540f,
     NAN},
    {"-A-AA-ABE-b-AbbAAaAa--abd-:0:0:1:00:0:0:0:0:10",
     {0.396449f, 0.070863f, 0.001129f, 0.160912f, 0.001435f},
     -0.411823f,
     -1.005327f},
    {"-B-AC--AAAAAa-AAB-bcbaabc-:2:-1:1:00:14:5:0:15:10",
     {0.262079f, 0.023861f, 0.000376f, 0.224519f, 0.003877f},
     -1.543776f,
     NAN},
    {"----B-BAA-FaBababad-A---c-:0:0:1:00:0:2:0:3:10",
     {0.546471f, 0.194697f, 0.014118f, 0.104044f, 0.000691f},
     0.394767f,
     0.518695f},
    {"-Aa-B-C-AC-A-AAcAbc---A-f-:1:1:1:00:8:7:0:15:10",
     {0.635637f, 0.171950f, 0.005972f, 0.083937f, 0.000847f},
     0.520159f,
     0.246336f},
    {"-B---CaAAE-AcAa--A-bcaaba-:0:0:1:00:4:4:0:9:10",
     {0.516840f, 0.125982f, 0.002794f, 0.151958f, 0.002235f},
     0.021093f,
     -0.304767f},
    {"---BC-AAAABB-aA-bccabaaaA-:0:0:1:00:4:5:0:9:10",
     {0.536111f, 0.287572f, 0.022915f, 0.127283f, 0.006880f},
     0.324477f,
     0.184541f},
    {"--BB--AAaBBAABAabbabb-a-c-:0:0:1:00:8:10:0:11:10",
     {0.606815f, 0.084588f, 0.006357f, 0.094806f, 0.007236f},
     0.357228f,
     0.416721f},
    {"-B-A-AABAABAbAbAaacAbaaaa-:0:0:1:00:3:5:0:7:10",
     {0.464615f, 0.114566f, 0.002025f, 0.105689f, 0.002863f},
     0.104203f,
     -0.032524f},
    {"-ABBCAAB---AAcaaaA--bbc-b-:0:0:1:00:0:5:0:9:10",
     {0.696262f, 0.110405f, 0.000905f, 0.047386f, 0.001139f},
     0.712814f,
     0.809911f},
    {"--AABBAA-AD--Ac-Acbb--ad--:0:0:1:00:2:9:0:11:10",
     {0.287271f, 0.001353f, 0.000000f, 0.004276f, 0.000000f},
     -0.649738f,
     -1.306852f},
    {"-AAB-DA--AAACbaaa--abdaaa-:1:-1:1:00:2:4:0:5:10",
     {0.401272f, 0.000050f, 0.000000f, 0.000574f, 0.000000f},
     -0.197355f,
     NAN},
    {"-C-A-CCAAaA-aAcb-Abba-aaa-:2:1:1:00:1:2:0:9:10",
     {0.782747f, 0.394318f, 0.007299f, 0.046612f, 0.002322f},
     1.113550f,
     1.331428f},
    {"-BA-BA-BAa-B-AABbaacaaa-d-:0:0:1:00:1:2:0:9:10",
     {0.500779f, 0.097230f, 0.008751f, 0.125634f, 0.004315f},
     0.016402f,
     -0.278010f},
    {"---AAB-C-BC-Aa-AbcbbA-a-d-:2:1:1:00:7:7:0:15:10",
     {0.325458f, 0.043848f, 0.000446f, 0.129281f, 0.001767f},
     -0.302455f,
     -0.710184f},
    {"----C-BAD-CAAbaab-a---bbd-:1:1:1:00:4:2:0:7:10",
     {0.134500f, 0.000050f, 0.000000f, 0.004274f, 0.000000f},
     -0.701991f,
     -2.291322f},
    {"-A--AAAaC-AaCAaCacaca--ba-:0:0:1:00:0:0:3:0:10",
     {0.488228f, 0.112140f, 0.008663f, 0.187233f, 0.012676f},
     -0.105940f,
     -0.553305f},
    {"-A-A-BAE---ABAbAcaaaabbaa-:0:0:1:00:0:0:3:0:10",
     {0.126796f, 0.000809f, 0.000000f, 0.011749f, 0.000000f},
     -0.918850f,
     -1.851614f},
    {"--CB-A-BB--BBcAbb-aaaa-ac-:1:-1:1:00:0:0:0:3:10",
     {0.521693f, 0.004884f, 0.000000f, 0.006206f, 0.000000f},
     -0.170694f,
     NAN},
    {"-D--ABAABAAA-Aaaaacabb-ab-:0:0:1:00:1:2:0:7:10",
     {0.459241f, 0.000050f, 0.000000f, 0.000050f, 0.000000f},
     -0.082957f,
     -0.481066f},
    {"-CA-B-A-------------cadbb-:0:0:1:00:2:2:0:5:10",
     {0.995756f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.996605f,
     2.495300f},
    {"-A-D-AC-------------aa-c--:0:0:1:00:6:6:0:7:10",
     {0.023682f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.952636f,
     NAN},
    {"---ABE-CA--------------aa-:1:1:1:00:0:0:3:0:10",
     {0.000000f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -1.000000f,
     -2.000000f},
    {"--AABAABA----------b-a----:0:0:1:00:0:0:1:0:10",
     {0.001867f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.998535f,
     -1.997070f},
    {"--A-A------------a-aa-aab-:2:1:1:00:2:2:0:7:10",
     {1.000000f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     1.000000f,
     1.462886f},
    {"----A-A------------aa-----:0:0:1:00:0:0:1:0:10",
     {0.819562f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.706203f,
     1.262562f},
    {"---B-AAA--B----a-bacaaaaa-:0:0:1:00:0:0:0:5:10",
     {0.973480f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.979049f,
     1.792734f},
    {"--A--AA-------------caaac-:1:1:1:00:1:3:0:7:10",
     {0.999737f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.999790f,
     2.125746f},
    {"-A--B--AA--------aa--a----:0:0:1:00:0:2:0:5:10",
     {0.301528f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.549758f,
     -1.256398f},
    {"-AAABABA---------ab----aa-:0:0:1:00:9:2:0:11:10",
     {0.164916f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.868067f,
     -1.662504f},
    {"----AABBA---------a-aa-aa-:0:0:1:00:2:0:0:3:10",
     {0.022807f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.981925f,
     NAN},
    {"----AAA------------a-b-aa-:0:0:1:00:0:4:0:5:10",
     {0.890959f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.825440f,
     0.854455f},
    {"-CAAB-ABB--------a--a--a--:0:0:1:00:1:0:0:3:10",
     {0.000050f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.999961f,
     -2.414475f},
    {"-BAABA---------------aa---:1:-1:1:00:0:4:0:5:10",
     {0.008541f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.982918f,
     NAN},
    {"--A-A--BA--------aa-a-----:1:1:1:00:0:0:1:0:10",
     {0.200188f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.539568f,
     -1.679137f},
    {"--AAA-----------------b---:2:1:1:00:0:0:2:0:10",
     {0.554574f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.147417f,
     0.214694f},
    {"-A--BAA-------------aaaaa-:0:0:1:00:2:0:0:9:10",
     {0.526192f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.052384f,
     -0.205385f},
    {"---BAB--------------aa----:1:1:1:00:9:5:0:15:10",
     {0.111330f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.776210f,
     -1.939065f},
    {"--BBAABA----------ada-bbb-:0:0:1:00:2:1:0:3:10",
     {0.940022f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.808070f,
     NAN},
    {"-AA----------------b-a----:1:1:1:00:3:4:0:5:10",
     {1.000000f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     1.000000f,
     NAN},
    {"--BB--A------------aa-a---:1:-1:1:00:5:4:0:15:10",
     {0.428397f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.293022f,
     NAN},
    {"-A-A-A---AA--a-aa-aa------:1:1:1:00:1:7:0:11:10",
     {0.948349f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     0.958679f,
     1.953073f},
    {"--A-AB--A--------a----aa--:0:0:1:00:2:1:0:5:10",
     {0.146155f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.883076f,
     -1.892432f},
    {"-A-AADB----------------cb-:0:0:1:00:1:4:0:9:10",
     {0.006423f, 0.000000f, 0.000000f, 0.000000f, 0.000000f},
     -0.994861f,
     -1.976592f},
};

/* Either cube may be turned before the next throw: there GNU Backgammon's model waits, ours does not. */
static bool is_turned_at_once(const struct cube_model *m, int roller, const struct outcome *o)
{
    const int doubled = m->state[0].doubled[roller];
    return cube_at_once(m, roller, o, 0) > 0 || (doubled >= 0 && cube_at_once(m, roller, o, doubled) > 0);
}

TEST(equities_are_gnu_backgammons_for_equal_probabilities)
{
    int compared = 0;
    for (size_t i = 0; i < sizeof peers / sizeof *peers; i++) {
        const struct peer *g = &peers[i];
        struct position p = {0};
        const char *problem;
        size_t fault;
        struct cube_model m;
        struct cube_efficiency e;
        struct cube_choice c;
        float value[CUBE_STATES_MAX];
        assert_true(any_id_read(span_of(g->id), &p, &problem, &fault));
        cube_model_init(&m, &p, met_default());
        if (is_turned_at_once(&m, p.on_roll, &g->o))
            continue;
        compared++;
        cube_efficiency_of(*state, &p.board, &e);
        cube_values(&m, p.on_roll, &g->o, &e, cube_states_needed(&m, p.on_roll, 1), value);
        assert_int_equal(cube_decide(&m, p.on_roll, value, true, &c), !isnan(g->dt));
        assert_near(c.nd, g->nd, 0.00002);
        if (!isnan(g->dt))
            assert_near(c.dt, g->dt, 0.00002);
    }
    assert_int_equal(compared, 48);
}

/* ---- properties ---- */

static const struct outcome some[] = {{0.5f, 0.1f, 0, 0.1f, 0},
                                      {0.3f, 0.05f, 0.01f, 0.3f, 0.02f},
                                      {0.8f, 0.4f, 0.05f, 0.01f, 0},
                                      {0.02f, 0, 0, 0.5f, 0.2f},
                                      {1, 0.3f, 0, 0, 0}};
enum { N_SOME = sizeof some / sizeof *some };

static void each_for_score(void (*check)(const struct cube_model *m, const struct outcome *o))
{
    static const int score[][5] = {{0, 0, 0, 1, CUBE_CENTRED}, {0, 0, 0, 2, 0},  {0, 0, 0, 4, 1},
                                   {7, 0, 3, 1, CUBE_CENTRED}, {7, 0, 3, 2, 0},  {7, 4, 6, 1, CUBE_CENTRED},
                                   {5, 3, 3, 1, CUBE_CENTRED}, {9, 8, 2, 2, 0},  {25, 0, 0, 1, CUBE_CENTRED},
                                   {1, 0, 0, 1, CUBE_CENTRED}, {11, 3, 9, 4, 1}, {300, 10, 20, 1, CUBE_CENTRED}};
    for (size_t s = 0; s < sizeof score / sizeof *score; s++) {
        const struct position p = at_score(score[s][0], score[s][1], score[s][2], score[s][3], score[s][4]);
        struct cube_model m;
        cube_model_init(&m, &p, met_default());
        for (int i = 0; i < N_SOME; i++)
            check(&m, &some[i]);
    }
}

/* Dead and live equities do not depend on who is on roll: the same game seen by the other side is the opposite. */
static void check_turning(const struct cube_model *m, const struct outcome *o)
{
    const struct outcome turned = outcome_flip(*o);
    float mine[CUBE_STATES_MAX], theirs[CUBE_STATES_MAX];
    cube_values(m, 0, o, &usual, ~0u, mine);
    cube_values(m, 1, &turned, &usual, ~0u, theirs);
    for (int i = 0; i < m->n_states; i++)
        assert_near(cube_turned(m, theirs[i]), mine[i], 2e-5);
}

TEST(values_turn_with_the_viewer)
{
    each_for_score(check_turning);
}

/* In money play owning the cube is worth at least as much as facing it. (At a score the straight lines can cross by a
 * thousandth where nearly all is lost and gammons abound.) */
static void check_ownership(const struct cube_model *m, const struct outcome *o)
{
    float v[CUBE_STATES_MAX];
    cube_values(m, 0, o, &usual, ~0u, v);
    for (int i = 0; m->money && i < m->n_states; i++)
        for (int j = 0; j < m->n_states; j++)
            if (m->state[i].level == m->state[j].level && m->state[i].owner == 0 && m->state[j].owner == 1)
                assert_true(v[i] >= v[j] - 1e-6f);
}

TEST(owning_the_cube_is_never_worse)
{
    each_for_score(check_ownership);
}

static void check_best(const struct cube_model *m, const struct outcome *o)
{
    float v[CUBE_STATES_MAX];
    struct cube_choice c;
    cube_values(m, 0, o, &usual, ~0u, v);
    if (cube_decide(m, 0, v, true, &c))
        assert_near(cube_equity(m, 0, cube_best(m, 0, 0, v)), c.optimal, 2e-5);
    assert_true(cube_best(m, 0, 0, v) >= v[0]);
}

TEST(the_best_action_is_what_the_decision_says)
{
    each_for_score(check_best);
}

/* ---- rules ---- */

static bool decide(const struct position *p, const struct outcome *o, struct cube_choice *c)
{
    struct cube_model m;
    float v[CUBE_STATES_MAX];
    cube_model_init(&m, p, met_default());
    cube_values(&m, p->on_roll, o, &usual, ~0u, v);
    return cube_decide(&m, p->on_roll, v, o->win_gammon > 0, c);
}

TEST(the_crawford_game_and_dead_cubes_leave_nothing_to_decide)
{
    struct cube_choice c;
    struct position p = at_score(7, 6, 3, 1, CUBE_CENTRED);
    assert_false(decide(&p, &some[0], &c)); /* 1-away, after Crawford: doubling can only hurt */
    p.on_roll = p.turn = 1;
    assert_true(decide(&p, &some[0], &c)); /* the trailer may */
    p.crawford_game = true;
    assert_false(decide(&p, &some[0], &c));
    assert_true(isnan(c.dt) && isnan(c.dp) && !isnan(c.nd));
    p = at_score(7, 3, 3, 4, 0);
    assert_false(decide(&p, &some[0], &c)); /* 4-away, cube on 4 */
    p = at_score(7, 2, 3, 4, 1);
    assert_false(decide(&p, &some[0], &c)); /* the opponent owns it */
}

/* Waiting with a double that costs nothing is worth what the double is worth: it is made before the next throw. */
TEST(a_double_that_costs_nothing_waits_at_no_price)
{
    static const int score[][5] = {{7, 4, 6, 1, CUBE_CENTRED}, /* after Crawford, 3-away */
                                   {7, 1, 6, 2, 0}, /* the same, 6-away, the cube at 2 */
                                   {7, 4, 5, 2, 0}, /* the cube at 2 wins the match for the opponent */
                                   {9, 2, 5, 4, 0}, /* the cube at 4 does */
                                   {5, 3, 3, 1, CUBE_CENTRED}}; /* both 2-away */
    const struct outcome o = {0.45f, 0.12f, 0.01f, 0.13f, 0.01f};
    struct cube_choice c;
    for (size_t i = 0; i < sizeof score / sizeof *score; i++) {
        const struct position p = at_score(score[i][0], score[i][1], score[i][2], score[i][3], score[i][4]);
        assert_true(decide(&p, &o, &c));
        assert_near(c.nd, fminf(c.dt, c.dp), 1e-5);
        assert_int_equal(c.verdict, VERDICT_DOUBLE_TAKE);
    }
    /* Where the double is a pass, waiting costs what a bad roll may take back, and good gammons alone are played for:
     * after Crawford, 2-away. Rollouts put such positions at 0.88 to 0.98 of the pass (make cube-free). */
    const struct outcome favourite = {0.635f, 0.12f, 0.003f, 0.074f, 0.003f}, crushing = {0.9f, 0.6f, 0.1f, 0, 0};
    const struct position two_away = at_score(7, 5, 6, 1, CUBE_CENTRED);
    assert_true(decide(&two_away, &favourite, &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
    assert_in_range((int)(1000 * c.nd), 850, 980); /* of the 1.000 of a pass */
    assert_true(decide(&two_away, &crushing, &c));
    assert_int_equal(c.verdict, VERDICT_TOO_GOOD_PASS);
    /* Who is 2-away and doubles is redoubled at once: 2-away v 4-away the match hangs on the game. */
    const struct position leader = at_score(7, 5, 3, 1, CUBE_CENTRED);
    const struct outcome ahead = {0.6f, 0.12f, 0.01f, 0.13f, 0.01f};
    assert_true(decide(&leader, &ahead, &c));
    struct cube_model m;
    cube_model_init(&m, &leader, met_default());
    assert_near(c.dt, cube_equity(&m, 0, 0.6f), 1e-5);
}

/* Owned at 4 at 15-away v 5-away, a lost game costs 0.04 of the match more with the cube turned and a won one brings
 * the match: it is turned soon, but not for certain. */
TEST(a_cube_that_is_nearly_free_is_nearly_turned_at_once)
{
    const struct {
        int length, first, second, cube;
        double least, most;
    } score[] = {{8, 2, 4, 4, 1, 1}, /* the cube's points win the match for the opponent */
                 {16, 1, 11, 4, 0.3, 0.9},
                 {16, 2, 11, 4, 0.3, 0.9},
                 {15, 0, 0, 2, 0, 0}};
    const struct outcome o = {0.5f, 0.1f, 0.01f, 0.1f, 0.01f};
    for (size_t i = 0; i < sizeof score / sizeof *score; i++) {
        const struct position p = at_score(score[i].length, score[i].first, score[i].second, score[i].cube, 0);
        struct cube_model m;
        cube_model_init(&m, &p, met_default());
        const double sure = cube_at_once(&m, 0, &o, 0);
        assert_true(sure >= score[i].least && sure <= score[i].most);
    }
}

/* With next to nothing at stake a cube is still won at 1 and lost at -1, and gammons have the price of the table. */
TEST(far_apart_values_keep_their_digits)
{
    static const int score[][3] = {{64, 62, 0}, {64, 0, 62}, {100, 90, 10}, {100, 10, 90}, {25, 22, 0}};
    struct cube_model m;
    for (size_t i = 0; i < sizeof score / sizeof *score; i++) {
        const struct position p = at_score(score[i][0], score[i][1], score[i][2], 1, CUBE_CENTRED);
        cube_model_init(&m, &p, met_default());
        cube_model_widen(&m, &p, met_default());
        for (int who = 0; who < 2; who++) {
            const double gammon = 1 + m.price[who][0], lost = 1 + m.price[who][1];
            assert_near(cube_equity(&m, who, cube_final(&m, who, 0, 1)), 1, 1e-6);
            assert_near(cube_equity(&m, who, cube_final(&m, who, 0, -1)), -1, 1e-6);
            assert_near(cube_equity(&m, who, cube_final(&m, who, 0, 2)), gammon, 1e-5 * gammon);
            assert_near(cube_equity(&m, who, cube_final(&m, who, 0, -2)), -lost, 1e-5 * lost);
            assert_near(m.price[who][0], m.price[1 - who][1], 1e-6 * gammon);
            assert_near(cube_from_equity(&m, who, 0), who == 0 ? m.centre[0] : 1 - m.centre[0], 1e-6);
        }
    }
    const struct position over = at_score(100, 98, 0, 1, CUBE_CENTRED);
    cube_model_init(&m, &over, met_default());
    assert_false(cube_has_stake(&m));
}

/* After Crawford, 2-away v 1-away: the trailer doubles at once. A pass makes it 6-6, where both have half the match; a
 * take stakes the match on this game, whoever wins gammons. So the leader passes from even chances on. */
TEST(after_crawford_the_trailer_doubles)
{
    struct position p = at_score(7, 5, 6, 1, CUBE_CENTRED);
    struct cube_choice c;
    assert_true(decide(&p, &some[0], &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
    const struct outcome less = {0.49f, 0.1f, 0, 0.1f, 0};
    assert_true(decide(&p, &less, &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_TAKE);
    const struct outcome ahead = {0.52f, 0, 0, 0, 0};
    assert_true(decide(&p, &ahead, &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
    const struct outcome behind = {0.45f, 0, 0, 0, 0};
    assert_true(decide(&p, &behind, &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_TAKE);
}

TEST(jacoby_makes_gammons_worthless_until_the_cube_is_turned)
{
    struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_choice without, with;
    const struct outcome strong = {0.75f, 0.5f, 0.05f, 0.03f, 0};
    assert_true(decide(&p, &strong, &without));
    p.rules.jacoby = true;
    assert_true(decide(&p, &strong, &with));
    assert_int_equal(without.verdict, VERDICT_TOO_GOOD_PASS);
    assert_int_equal(with.verdict, VERDICT_DOUBLE_PASS);
    assert_near(with.dt, without.dt, 1e-6);
    assert_true(with.nd < 1);
    p.cube = 2, p.cube_owner = 0;
    assert_true(decide(&p, &strong, &with));
    assert_int_equal(with.verdict, VERDICT_TOO_GOOD_PASS);
}

TEST(a_bad_double_is_beavered_where_that_is_allowed)
{
    struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    const struct outcome behind = {0.45f, 0.05f, 0, 0.1f, 0};
    struct cube_choice c;
    assert_true(decide(&p, &behind, &c));
    assert_int_equal(c.verdict, VERDICT_NO_DOUBLE_TAKE);
    p.rules.beavers = true;
    assert_true(decide(&p, &behind, &c));
    assert_int_equal(c.verdict, VERDICT_NO_DOUBLE_BEAVER);
}

/* Kauder's paradox: under Jacoby a double can be right and a beaver as well, when many gammons wait for the cube. */
TEST(a_double_can_be_right_and_beavered)
{
    struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_model m;
    struct cube_choice c;
    const float value[CUBE_STATES_MAX] = {-0.45f, -0.10f, -0.05f};
    p.rules.beavers = p.rules.jacoby = true;
    cube_model_init(&m, &p, met_default());
    assert_true(cube_decide(&m, 0, value, true, &c));
    assert_near(c.dt, 2 * value[m.state[0].doubled[0]], 1e-6);
    assert_int_equal(c.verdict, VERDICT_DOUBLE_BEAVER);
    assert_near(c.optimal, 2 * c.dt, 1e-6);
}

TEST(equal_choices_are_optional)
{
    const struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_model m;
    struct cube_choice c;
    float value[CUBE_STATES_MAX] = {0.5f, 0.25f, 0.25f};
    cube_model_init(&m, &p, met_default());
    assert_true(cube_decide(&m, 0, value, true, &c));
    assert_int_equal(c.verdict, VERDICT_OPTIONAL_TAKE);
    value[0] = 1, value[1] = value[2] = 0.8f;
    assert_true(cube_decide(&m, 0, value, true, &c));
    assert_int_equal(c.verdict, VERDICT_OPTIONAL_PASS);
    assert_true(cube_decide(&m, 0, value, false, &c)); /* nothing to play on for */
    assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
    struct position jacoby = p; /* gammons do not count before the cube is turned */
    jacoby.rules.jacoby = true;
    cube_model_init(&m, &jacoby, met_default());
    assert_true(cube_decide(&m, 0, value, true, &c));
    assert_int_equal(c.verdict, VERDICT_DOUBLE_PASS);
}

TEST(finished_games_count_the_cube_and_the_rules)
{
    struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_model m;
    cube_model_init(&m, &p, met_default());
    assert_near(cube_final(&m, 0, 0, 3), 3, 0);
    assert_near(cube_final(&m, 0, 0, -2), -2, 0);
    p.rules.jacoby = true;
    cube_model_init(&m, &p, met_default());
    assert_near(cube_final(&m, 0, 0, 2), 1, 0);
    p = at_score(7, 5, 3, 1, CUBE_CENTRED);
    cube_model_init(&m, &p, met_default());
    assert_near(cube_final(&m, 0, 0, 2), 1, 0);
    assert_near(cube_final(&m, 1, 0, -2), 0, 0);
}

/* ---- the bearoff tables and the cube ---- */

TEST(small_bearoffs_have_their_exact_money_equities)
{
    struct position p = at_score(0, 0, 0, 1, CUBE_CENTRED);
    struct cube_model m;
    struct cube_efficiency e;
    float exact[BEAROFF_CUBES];
    p.board = (struct board){.point = {[2] = 1, [6] = 2, [20] = -2, [23] = -1}, .off = {12, 12}};
    cube_model_init(&m, &p, met_default());
    cube_efficiency_of(*state, &p.board, &e);
    assert_true(e.exact);
    assert_true(bearoff_two_equities(bearoff_two_sided(*state), &p.board, exact));
    const struct outcome o = {(exact[BEAROFF_CUBELESS] + 1) / 2, 0, 0, 0, 0};
    assert_near(value_0(&m, 0, &o, &e), exact[BEAROFF_CENTRED], 1e-6);
}

TEST(efficiency_grows_with_the_length_of_a_race)
{
    struct cube_efficiency e;
    struct board b = {.point = {[6] = 7, [7] = 8, [19] = -15}};
    cube_efficiency_of(*state, &b, &e);
    assert_near(e.x[CUBE_MIDDLE], 0.55 + 0.00125 * (42 + 56), 1e-6);
    b.point[8] = 8, b.point[7] = 0, b.point[12] = 7, b.point[6] = 0; /* 148 pips */
    cube_efficiency_of(*state, &b, &e);
    assert_near(e.x[CUBE_MINE], 0.7, 1e-6);
    b.point[20] = 1, b.point[8] = 7;
    cube_efficiency_of(*state, &b, &e);
    assert_near(e.x[CUBE_HIS], 0.68, 1e-6);
}

static int make_tables(void **state)
{
    struct diags d;
    diags_init(&d, NULL);
    *state = bearoff_open(&(struct bearoff_options){.cache = kept_tables()}, &d);
    diags_done(&d);
    return 0;
}

static int free_tables(void **state)
{
    bearoff_close(*state);
    return 0;
}

TEST_MAIN(make_tables, free_tables)
