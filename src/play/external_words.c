/* Words of the external-player protocol; see external_words.h. */
#include "play/external_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/version.h"
#include "engine/cube.h"
#include "engine/met.h"
#include "play/external.h"

enum { PLIES_MAX = 4, NUMBER_ROOM = 16 };

/* NOISE 100 is a standard deviation of 0.01. */
static const double noise_unit = 1e-4;

/* ---- evaluations ---- */

struct asked { /* as it is where nothing else is said */
    double plies, noise;
    bool cubeful;
    struct rules rules;
};

static bool read_on_off(struct span *rest, bool *out)
{
    const struct span word = span_word(rest);
    *out = span_equal_nocase(word, "on");
    return *out || span_equal_nocase(word, "off");
}

static bool read_figure(struct span *rest, double most, double *out)
{
    const struct span word = span_word(rest);
    char text[NUMBER_ROOM] = "", *end;
    if (word.length == 0 || word.length >= sizeof text)
        return false;
    memcpy(text, word.at, word.length);
    *out = strtod(text, &end);
    return *end == '\0' && *out >= 0 && *out <= most;
}

/* One option and its value. */
static bool read_option(struct span word, struct span *rest, struct asked *a)
{
    if (span_equal_nocase(word, "plies"))
        return read_figure(rest, PLIES_MAX, &a->plies) && a->plies == floor(a->plies);
    if (span_equal_nocase(word, "noise"))
        return read_figure(rest, 1 / noise_unit, &a->noise);
    if (span_equal_nocase(word, "cube"))
        return read_on_off(rest, &a->cubeful);
    if (span_equal_nocase(word, "crawfordrule"))
        return read_on_off(rest, &a->rules.crawford);
    if (span_equal_nocase(word, "jacobyrule"))
        return read_on_off(rest, &a->rules.jacoby);
    if (span_equal_nocase(word, "beavers"))
        return read_on_off(rest, &a->rules.beavers);
    if (span_equal_nocase(word, "cubeful") || span_equal_nocase(word, "cubeless")) {
        a->cubeful = word.length == strlen("cubeful");
        return true;
    }
    return span_equal_nocase(word, "prune") || span_equal_nocase(word, "deterministic"); /* they are anyway */
}

/* The position before anything was rolled or offered, with that player on roll. */
static void take_back(struct position *p, int on_roll)
{
    if (p->on_roll != on_roll)
        board_flip(&p->board, &p->board);
    p->offer = OFFER_NONE;
    p->on_roll = p->turn = on_roll;
    p->dice[0] = p->dice[1] = 0;
}

/* In a match the match winning chance. */
static double worth(const struct engine *e, const struct position *p, const struct evaluation *v, bool cubeful)
{
    const double equity = isnan(v->cubeful) ? 0 : (double)(cubeful ? v->cubeful : v->cubeless);
    const struct met_score s = cube_score(p);
    return p->length == 0 ? equity : met_mwc(engine_met(e), &s, p->on_roll, p->cube, equity);
}

static void evaluate(const struct engine *e, struct worker *w, const struct position *p, const struct asked *a,
                     struct strbuf *out)
{
    const char name[] = {(char)('0' + (int)a->plies), 'p', 'l', 'y', '\0'};
    struct evaluation v;
    struct level l;
    (void)level_parse(name, &l);
    l.noise = (float)(a->noise * noise_unit);
    l.cubeful = a->cubeful;
    engine_eval(e, w, p, &l, &v);
    strbuf_printf(out, "%f %f %f %f %f %f", (double)v.outcome.win, (double)v.outcome.win_gammon,
                  (double)v.outcome.win_backgammon, (double)v.outcome.lose_gammon, (double)v.outcome.lose_backgammon,
                  worth(e, p, &v, a->cubeful));
}

static bool answer_evaluation(const struct engine *e, struct worker *w, struct span rest, const struct rules *rules,
                              struct strbuf *out, const char **problem)
{
    struct asked a = {.rules = *rules};
    *problem = W_("expected evaluation fibsboard board:...");
    if (!span_equal_nocase(span_word(&rest), "fibsboard"))
        return false;
    const struct span board = span_word(&rest);
    for (struct span word; (word = span_word(&rest)).length != 0;)
        if (!read_option(word, &rest, &a)) {
            *problem = W_("found an unknown option, or a value that it does not take; PLIES has 0 to 4");
            return false;
        }
    struct position p = {.rules = a.rules};
    if (!external_read(board, &p, problem))
        return false;
    take_back(&p, external_is_yours(board));
    evaluate(e, w, &p, &a, out);
    return true;
}

/* ---- the rest ---- */

/* Nothing is set by it here. */
static bool answer_setting(struct span rest, struct strbuf *out, const char **problem)
{
    static const struct {
        const char *word, *on, *answer;
    } settings[] = {{"debug", "on", "Debug output ON"},
                    {"debug", "off", "Debug output OFF"},
                    {"interface", "new", "New interface ON"},
                    {"interface", "old", "New interface OFF"}};
    const struct span word = span_word(&rest), value = span_word(&rest);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (span_equal_nocase(word, settings[i].word) && span_equal_nocase(value, settings[i].on)) {
            strbuf_puts(out, settings[i].answer);
            return true;
        }
    *problem = W_("expected set debug on|off or set interface new|old");
    return false;
}

bool external_words(const struct engine *e, struct worker *w, struct span request, const struct rules *rules,
                    struct strbuf *out, const char **problem)
{
    const struct span word = span_word(&request);
    if (span_equal_nocase(word, "evaluation"))
        return answer_evaluation(e, w, request, rules, out, problem);
    if (span_equal_nocase(word, "set"))
        return answer_setting(request, out, problem);
    if (span_equal_nocase(word, "version"))
        strbuf_puts(out, "Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: kibitzer " KIBITZER_VERSION);
    else if (span_equal_nocase(word, "help"))
        strbuf_puts(out, "\tboard:..., evaluation fibsboard board:... [PLIES n] [CUBE on|off], version, set, exit");
    else
        *problem = W_("found no board, expected a line that begins with \"board:\"");
    return out->length != 0;
}
