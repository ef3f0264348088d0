/* Settings as an annotation set describes them; see described.h. */
#include "analyze/described.h"

#include <string.h>

#include "analyze/luck.h"
#include "analyze/rolled.h"
#include "analyze/stats.h"
#include "base/arena.h"
#include "engine/engine_options.h"
#include "match/walk.h"

const char corrected_words[] = "corrections";
const char read_with_words[] = "; read with ";
const char *const read_with_names[] = {"from",     "encoding",   "variation",     "jacoby", "beavers",
                                       "crawford", "cube-limit", corrected_words, NULL};
const char stronger_words[] = "; stronger by the equity table: ";

static void describe_level(struct strbuf *out, const char *what, bool wanted_at_all, const struct level *l)
{
    if (!wanted_at_all) {
        strbuf_printf(out, "%s not analysed; ", what);
        return;
    }
    strbuf_printf(out, "%s %d-ply %s", what, l->plies, l->cubeful ? "cubeful" : "cubeless");
    level_describe_noise(l, out);
    if (strcmp(what, "chequer play") == 0)
        level_describe_filters(l, out);
    strbuf_puts(out, "; ");
}

static void describe_part(struct strbuf *out, const struct match_part *part)
{
    if (part->game == 0)
        return;
    strbuf_puts(out, match_part_words);
    match_part_put(part, out);
}

static void describe_rollouts(struct strbuf *out, const struct analysis_options *o)
{
    if (o->rolled_like != NULL)
        strbuf_printf(out, "; %s, plays within %g: ", o->rolled_like, o->rollout_close);
    else if (o->rollout_errors > 0)
        strbuf_printf(out, "; errors of %g or more rolled out with plays within %g: ", o->rollout_errors,
                      o->rollout_close);
    else
        return;
    rolled_describe(&o->rollout, out);
}

bool luck_looks_deeper(const struct analysis_options *o)
{
    return o->moves && o->luck && o->level.plies >= 2 && level_sure_plies(&o->luck_level) == 2 && o->level.cubeful &&
           o->level.noise == 0 && o->luck_level.noise == 0;
}

void analysis_describe(const struct engine *e, const struct analysis_options *o, struct arena *arena,
                       struct annotation_set *out)
{
    struct strbuf settings = {.at = NULL};
    describe_level(&settings, "chequer play", o->moves, &o->level);
    describe_level(&settings, "cube", o->cube, &o->cube_level);
    describe_level(&settings, "luck", o->luck, &o->luck_level);
    if (luck_looks_deeper(o))
        strbuf_puts(&settings, "half of what 2-ply plays find added to luck; ");
    for (int who = 0; who < 2; who++)
        if (o->leave_out[who])
            strbuf_printf(&settings, "decisions of player %d not analysed; ", who + 1);
    strbuf_printf(&settings, "%d candidates", o->candidates);
    describe_part(&settings, &o->part);
    if (o->cube_maps)
        strbuf_puts(&settings, "; maps of cube errors");
    if (o->play_maps)
        strbuf_puts(&settings, "; maps of errors of play");
    if (memcmp(o->luck_threshold, luck_limits, sizeof luck_limits) != 0)
        strbuf_printf(&settings, "; luck marked from %g and %g", (double)o->luck_threshold[0],
                      (double)o->luck_threshold[1]);
    describe_rollouts(&settings, o);
    if (o->read_with != NULL)
        strbuf_printf(&settings, "%s%.*s", read_with_words, (int)strcspn(o->read_with, ";"), o->read_with);
    if (o->stronger != NULL)
        strbuf_printf(&settings, "%s%s", stronger_words, o->stronger);
    *out = (struct annotation_set){
        .engine = "kibitzer",
        .version = arena_strdup(arena, engine_version(e)),
        .level = arena_strdup(arena, o->rolled_like != NULL ? o->rolled_like
                                     : o->moves             ? o->level.name
                                                            : o->cube_level.name),
        .settings = arena_strdup(arena, strbuf_text(&settings)),
        .met = arena_strdup(arena, met_name(engine_met(e))),
        .own = true,
        .threshold = {o->threshold[0], o->threshold[1], o->threshold[2]},
    };
    strbuf_done(&settings);
}

static void leave_annotations(struct match *m, int set, const struct match_part *part)
{
    for (size_t g = 0; g < m->n_games; g++) {
        struct walk w;
        for (walk_begin(&w, m, &m->games[g]); walk_next(&w);) {
            struct annotation **a = &m->games[g].events[w.index].annotations;
            while (*a != NULL && (*a)->set != set)
                a = &(*a)->next;
            if (*a != NULL && !match_part_holds(part, w.game, w.move_number))
                *a = (*a)->next;
        }
    }
}

void analysis_leave_part(struct match *m, int set, const struct match_part *part, const struct met *met)
{
    struct strbuf settings = {0};
    const char *own = m->sets[set].settings != NULL ? m->sets[set].settings : "";
    const char *candidates = strstr(own, " candidates"); /* where analysis_describe() has it */
    const size_t before = candidates != NULL ? (size_t)(candidates - own) + strlen(" candidates") : strlen(own);
    const char *behind = own + before;
    leave_annotations(m, set, part);
    strbuf_add(&settings, own, before);
    describe_part(&settings, part);
    if (strncmp(behind, match_part_words, strlen(match_part_words)) == 0) /* a part of a part */
        behind += 1 + strcspn(behind + 1, ";");
    strbuf_puts(&settings, behind);
    m->sets[set].settings = arena_strdup(m->arena, strbuf_text(&settings));
    statistics_fill(m, set, met);
    strbuf_done(&settings);
}
