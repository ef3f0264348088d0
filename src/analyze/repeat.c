/* Settings from their description, the reverse of analysis_describe(); see repeat.h. What is read here is described
 * again and compared, so that nothing is taken for what it is not. */
#include "analyze/repeat.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/described.h"
#include "base/arena.h"

/* "2-ply cubeful noise 0.01 seed 7 filter 0/12/0.24 filter 0/5/0.06", behind the name of the part. */
static void read_level(const char *text, const char *end, struct level *l)
{
    int plies = 0, filter = 0;
    if (sscanf(text, "%d-ply", &plies) != 1 || plies < 0 || plies > LEVEL_MAX_PLIES)
        return;
    l->plies = plies;
    const char *less = strstr(text, "cubeless");
    l->cubeful = less == NULL || less > end;
    for (const char *at = strchr(text, ' '); at != NULL && at < end; at = strchr(at + 1, ' ')) {
        struct move_filter f = {0};
        if (sscanf(at, " noise %f", &l->noise) != 1 && sscanf(at, " seed %u", &l->noise_seed) != 1 && filter < plies &&
            sscanf(at, " filter %d/%d/%f", &f.accept, &f.extra, &f.threshold) == 3)
            l->filter[filter++] = f;
    }
}

/* What follows `name` in the description; NULL if it is not there. */
static const char *behind(const char *text, const char *name)
{
    const char *at = strstr(text, name);
    return at != NULL ? at + strlen(name) : NULL;
}

static void read_part(const char *text, const char *name, bool *wanted, struct level *l)
{
    const char *at = behind(text, name), *end = at != NULL ? strchr(at, ';') : NULL;
    if (end == NULL)
        return;
    *wanted = strncmp(at, "not analysed", 12) != 0;
    if (*wanted)
        read_level(at, end, l);
}

static bool describes(const struct engine *e, const struct analysis_options *o, const struct annotation_set *set)
{
    struct arena *arena = arena_new();
    struct annotation_set made;
    analysis_describe(e, o, arena, &made);
    const bool same = strcmp(made.settings, set->settings) == 0 && strcmp(made.level, set->level) == 0;
    arena_free(arena);
    return same;
}

/* Errors that were rolled out: by players of some level, which the description names last. */
static bool read_rollouts(const struct engine *e, const struct annotation_set *set, struct analysis_options *o)
{
    static const char *const players[] = {"0ply", "1ply", "2ply", "3ply", "4ply"};
    int trials = 0;
    uint64_t seed = 0;
    const char *at = strstr(set->settings, "errors of ");
    if (at == NULL || sscanf(at, "errors of %lf or more rolled out with plays within %lf: %d trials, seed %" SCNu64,
                             &o->rollout_errors, &o->rollout_close, &trials, &seed) != 4)
        return describes(e, o, set);
    for (size_t i = 0; i < sizeof players / sizeof *players; i++) {
        struct level l;
        if (!level_parse(players[i], &l))
            continue;
        rollout_defaults(&o->rollout);
        rollout_level(&o->rollout, &l, &l);
        o->rollout.trials = trials, o->rollout.seed = seed;
        if (describes(e, o, set))
            return true;
    }
    return false;
}

static const char value_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:_+-";

/* "encoding cp1251, jacoby yes": one word for each name, in the order of names. */
static bool is_read_with(const char *text)
{
    size_t i = 0;
    for (const char *at = text;; at += 2, i++) {
        while (read_with_names[i] != NULL && strncmp(at, read_with_names[i], strlen(read_with_names[i])) != 0)
            i++;
        if (read_with_names[i] == NULL)
            return false;
        at += strlen(read_with_names[i]);
        const size_t word = *at == ' ' ? strspn(at + 1, value_letters) : 0;
        at += 1 + word;
        if (word == 0 || strncmp(at, ", ", 2) != 0)
            return word != 0 && (*at == '\0' || *at == ';');
    }
}

bool analysis_repeat(const struct engine *e, const struct annotation_set *set, struct analysis_options *out)
{
    const char *text = set->settings, *at;
    analysis_defaults(out);
    if (text == NULL || set->level == NULL || !analysis_level_named(out, set->level))
        return false;
    read_part(text, "chequer play ", &out->moves, &out->level);
    read_part(text, "; cube ", &out->cube, &out->cube_level);
    read_part(text, "; luck ", &out->luck, &out->luck_level);
    for (int who = 0; who < 2; who++)
        out->leave_out[who] = strstr(text, who == 0 ? "of player 1 not" : "of player 2 not") != NULL;
    for (at = text; (at = strstr(at, "; ")) != NULL; at += 2)
        (void)sscanf(at, "; %d candidates", &out->candidates);
    out->part = match_part_of(text);
    out->cube_maps = strstr(text, "; maps of cube errors") != NULL;
    out->play_maps = strstr(text, "; maps of errors of play") != NULL;
    if ((at = strstr(text, "; luck marked from ")) != NULL)
        (void)sscanf(at, "; luck marked from %f and %f", &out->luck_threshold[0], &out->luck_threshold[1]);
    if ((at = strstr(text, read_with_words)) != NULL)
        out->read_with = at + strlen(read_with_words);
    if (out->read_with != NULL && !is_read_with(out->read_with))
        return false;
    if ((at = strstr(text, stronger_words)) != NULL)
        out->stronger = at + strlen(stronger_words);
    memcpy(out->threshold, set->threshold, sizeof out->threshold);
    return read_rollouts(e, set, out);
}
