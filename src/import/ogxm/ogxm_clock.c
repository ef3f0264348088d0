/* OGXM: clock readings and video marks become times of events. Where the writer would not make the bytes of the file
 * again, these are kept beside them. */
#include <stdio.h>
#include <string.h>

#include "format/ogxm_times.h"
#include "import/ogxm/ogxm.h"

/* With how many plies there are: a match that was changed has other ones. */
static void keep(struct ogxm_reader *r, const char *name, struct span payload)
{
    char plies[24];
    snprintf(plies, sizeof plies, "%zu", r->n_plies);
    property_add_value(r->m, ogxm_keep(r, &r->m->properties, name, payload), plies);
}

static bool is_made_again(const struct strbuf *again, struct span payload)
{
    return again->length == payload.length && memcmp(strbuf_text(again), payload.at, payload.length) == 0;
}

static void read_clock(struct ogxm_reader *r, const struct ogxm_plies *plies, struct span payload)
{
    struct ogxm_clock clock, own;
    struct strbuf again = {0};
    const char *fault = ogxm_read_clock(payload, r->n_plies, r->m->arena, &clock);
    if (fault != NULL) {
        ogxm_warn(r, r->offset, "clock: %s; it is kept as it is", fault);
        keep(r, "clock", payload);
        return;
    }
    ogxm_take_clock(r->m, plies, &clock);
    if (ogxm_clock_of(r->m, plies, r->m->arena, &own))
        ogxm_put_clock(&again, &own);
    if (!is_made_again(&again, payload))
        keep(r, "clock", payload);
    strbuf_done(&again);
}

static void read_video(struct ogxm_reader *r, const struct ogxm_plies *plies, struct span payload)
{
    struct ogxm_video video, own;
    struct strbuf again = {0};
    const char *fault = ogxm_read_video(payload, r->m->n_games, r->m->arena, &video);
    if (fault != NULL) {
        ogxm_warn(r, r->offset, "video: %s; it is kept as it is", fault);
        keep(r, "video", payload);
        return;
    }
    ogxm_take_video(r->m, plies, &video);
    if (ogxm_video_of(r->m, plies, r->m->arena, &own))
        ogxm_put_video(&again, &own);
    if (!is_made_again(&again, payload))
        keep(r, "video", payload);
    strbuf_done(&again);
}

void ogxm_read_times(struct ogxm_reader *r, struct span clock, struct span video)
{
    struct ogxm_plies plies = {.n = r->n_plies};
    if (clock.length == 0 && video.length == 0)
        return;
    plies.event = arena_alloc(r->m->arena, (r->n_plies + 1) * sizeof *plies.event);
    plies.game = arena_alloc(r->m->arena, (r->n_plies + 1) * sizeof *plies.game);
    for (size_t i = 0; i < r->n_plies; i++) {
        const struct ogxm_place *at = &r->plies[i];
        plies.game[i] = at->game;
        plies.event[i] = at->any ? &r->m->games[at->game].events[at->event] : NULL;
    }
    if (clock.length > 0)
        read_clock(r, &plies, clock);
    if (video.length > 0)
        read_video(r, &plies, video);
}
