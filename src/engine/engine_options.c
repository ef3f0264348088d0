/* Options of those who ask the engine; see options.h. */
#include "engine/engine_options.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/call.h"
#include "base/os.h"
#include "base/suggest.h"
#include "base/threads.h"
#include "engine/met.h"

/* ---- levels ---- */

enum { SEED_MOST = 0x7fffffff };

const char *level_option_listed(size_t i)
{
    const char *const *names = level_names();
    for (size_t k = 0; k < i && names[k] != NULL; k++)
        if (names[k + 1] == NULL)
            return NULL;
    return names[i];
}

bool level_option_parse(const struct option_value *v)
{
    if (level_parse(v->text, v->field))
        return true;
    struct strbuf known = {0};
    for (const char *const *at = level_names(); *at != NULL; at++)
        strbuf_printf(&known, "%s%s", known.length > 0 ? ", " : "", *at);
    if (strncasecmp(v->text, "roller", 6) == 0)
        strbuf_puts(&known, "; that one is for `analyze`, and for `rollout --like`");
    option_wrong(v, "no such level; expected one of %s", strbuf_text(&known));
    strbuf_done(&known);
    return false;
}

/* A seed that is drawn is announced: with it the same errors can be had again. */
bool noise_seed_option_parse(const struct option_value *v)
{
    char *end;
    unsigned *seed = v->field;
    if (strcmp(v->text, "random") == 0) {
        if (getentropy(seed, sizeof *seed) != 0)
            return option_wrong(v, "the system has no random numbers");
        *seed &= SEED_MOST;
        say("noise seed %u", *seed);
        return true;
    }
    const unsigned long number = strtoul(v->text, &end, 10);
    *seed = (unsigned)number;
    return (v->text[0] >= '0' && v->text[0] <= '9' && *end == '\0' && number <= SEED_MOST) ||
           option_wrong(v, "expected a number from 0 to %d, or random", SEED_MOST);
}

void level_change_noise(struct level *l, const struct level_changes *c)
{
    if (c->noise > 0)
        l->noise = (float)c->noise;
    if (l->noise > 0)
        l->noise_seed = c->noise_seed;
}

bool level_change(struct level *l, const struct level_changes *c, struct option_fault *f)
{
    level_change_noise(l, c);
    l->cubeful = l->cubeful && !c->cubeless;
    return c->filter == NULL || level_set_filters(l, c->filter) ||
           option_refuse(f, "filter", c->filter,
                         "expected tiny, narrow, normal, large, huge, or EXTRA,THRESHOLD or "
                         "ACCEPT,EXTRA,THRESHOLD for each depth, \"/\" between them, for "
                         "at most the %d depths before the last of %s",
                         l->plies, l->name);
}

bool level_seed_has_noise(const struct options *o, bool noise, struct option_fault *f)
{
    return noise || !options_given(o, "noise-seed") ||
           option_refuse(f, NULL, NULL, "--noise-seed has no effect without --noise or a level that has some");
}

static bool settle_level(const struct options *o, void *group, struct option_fault *f)
{
    struct level_option *l = group;
    return level_change(&l->level, &l->changes, f) && level_seed_has_noise(o, l->level.noise > 0, f);
}

static const struct option_row level_rows[] = {
    OPTION("level", struct level_option, level, .letter = 'l', .argument = "LEVEL", .initial = "2ply",
           .parse = level_option_parse, .listed = level_option_listed, .flags = OPTION_CHANGES_RESULT,
           .help = "how deep: 0ply 1ply 2ply 3ply 4ply, or GNU Backgammon's names\n"
                   "(expert, worldclass, supremo, grandmaster ...), or smart: 2ply, and a ply more\n"
                   "where it is close; eXtreme Gammon counts one ply more"),
    LEVEL_FILTER_ROW(struct level_option, changes),
    LEVEL_NOISE_ROWS(struct level_option, changes),
    LEVEL_CUBELESS_ROW(struct level_option, changes),
    {0},
};

const struct option_group level_group = {.title = "How deep", .rows = level_rows, .settle = settle_level};

/* ---- threads ---- */

static bool settle_jobs(const struct options *o, void *group, struct option_fault *f)
{
    struct jobs_option *j = group;
    (void)o, (void)f;
    if (j->jobs == 0)
        j->jobs = threads_available();
    return true;
}

static const struct option_row jobs_rows[] = {
    OPTION("jobs", struct jobs_option, jobs, .letter = 'j', .argument = "N", .least = 1, .most = THREADS_MAX,
           .help = "number of threads; the results do not depend on it [all cores]"),
    {0},
};

const struct option_group jobs_group = {.title = "Threads", .rows = jobs_rows, .settle = settle_jobs};

/* ---- net and tables ---- */

/* A word that is no table and no file was meant as the name of a table; what looks like a path is left to those who
 * open it. */
bool met_option_parse(const struct option_value *v)
{
    const char *name = v->text;
    if (met_builtin(name).length > 0 || strpbrk(name, "/.") != NULL || os_access(name, F_OK)) {
        *(const char **)v->field = arena_strdup(v->arena, name);
        return true;
    }
    struct suggestion s = {.word = name};
    for (size_t i = 0; met_builtin_name(i) != NULL; i++)
        suggest(&s, met_builtin_name(i));
    return option_wrong(v, "neither a match equity table nor a file%s (`kibitzer met list` lists the tables)",
                        suggestion_text(&s, ""));
}

static const struct option_row engine_rows[] = {
    OPTION("net", struct engine_files, net, .argument = "FILE", .flags = OPTION_READS_FILE | OPTION_CHANGES_RESULT,
           .help = "a network to use instead of the built-in one"),
    OPTION("met", struct engine_files, met, .argument = "NAME", .parse = met_option_parse, .listed = met_builtin_name,
           .flags = OPTION_READS_FILE | OPTION_CHANGES_RESULT,
           .help = "a match equity table instead of Kazaross XG2: `kibitzer met list`, or an XML file"),
    OPTION("bearoff", struct engine_files, bearoff, .argument = "FOLDER|no", .flags = OPTION_READS_FILE,
           .help = "store bearoff databases here instead of in the cache folder; no (or --no-bearoff):\n"
                   "use none, the net evaluates bear-offs too"),
    OPTION("hyper-database", struct engine_files, hyper, .argument = "FILE", .flags = OPTION_READS_FILE,
           .help = "the hypergammon database; it is used for games with its number of chequers.\n"
                   "hyper3.bd and hyper3-limit4.bd in its folder are found, too"),
    OPTION("cache", struct engine_files, cache, .initial = "yes",
           .help = "rebuild bearoff databases and do not store them"),
    {0},
};

const struct option_group engine_group = {.title = "Net and tables", .rows = engine_rows};

/* ---- players of unlike strength ---- */

const char stronger_alike[] = "--stronger: the match equity table is for players of like strength";
const char stronger_unsaid[] =
    "--met: this table is for players of unlike strength, and here nothing says who is the better one";

static const struct option_word seats[] = {
    {"on-roll", STRONGER_ON_ROLL}, {"opponent", STRONGER_OPPONENT}, {"X", STRONGER_X}, {"O", STRONGER_O}, {0}};

const char *stronger_word(int stronger)
{
    for (const struct option_word *w = seats; w->text != NULL; w++)
        if (w->value == stronger)
            return w->text;
    return NULL;
}

int stronger_of_word(const char *word)
{
    for (const struct option_word *w = seats; w->text != NULL; w++)
        if (strcasecmp(w->text, word) == 0)
            return w->value;
    return STRONGER_UNSAID;
}

const struct engine *engine_of_stronger(const struct engine *e, int stronger, const struct position *p,
                                        const char **problem)
{
    const int who[] = {[STRONGER_UNSAID] = NOBODY,
                       [STRONGER_ON_ROLL] = p->on_roll,
                       [STRONGER_OPPONENT] = 1 - p->on_roll,
                       [STRONGER_X] = 1,
                       [STRONGER_O] = 0};
    if (!met_players_differ(engine_met(e)))
        *problem = stronger != STRONGER_UNSAID ? stronger_alike : NULL;
    else
        *problem = p->length > 0 && stronger == STRONGER_UNSAID
                       ? "the match equity table is for players of unlike strength: --stronger says who is the better "
                         "one (on-roll, opponent, X or O)"
                       : NULL;
    return *problem == NULL ? engine_with_stronger(e, who[stronger]) : NULL;
}

static const struct option_row stronger_rows[] = {
    OPTION("stronger", struct stronger_option, stronger, .argument = "WHO", .words = seats,
           .flags = OPTION_CHANGES_RESULT,
           .help = "the stronger player, if --met is a table for unequal players: on-roll, opponent,\n"
                   "X (at the bottom of an XGID) or O"),
    {0},
};

const struct option_group stronger_group = {.title = "Who is better", .rows = stronger_rows};
