/* Clock readings and video marks of OGXM: the sections CLCK and VIDO. Layouts: docs/formats/ogxm.md. */
#ifndef KIBITZER_OGXM_TIMES_H
#define KIBITZER_OGXM_TIMES_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"
#include "base/strbuf.h"
#include "match/record.h"

/* A reading is the time since the match began, in ms, taken before a ply; that before the first one is 0 and is not
 * among them. They may end before the plies do. */
struct ogxm_clock {
    uint32_t reserve, delay, increment; /* ms */
    uint32_t start; /* seconds since 1970 */
    unsigned berserk; /* bit 0 White, bit 1 Black */
    uint32_t unit; /* ms that readings are multiples of */
    uint64_t *reading; /* of the plies 1, 2 ... */
    size_t n;
};
enum { OGXM_CLOCK_UNIT = 10 };

/* NULL, or what is wrong with it; readings are the arena's. */
const char *ogxm_read_clock(struct span payload, size_t n_plies, struct arena *arena, struct ogxm_clock *out);
void ogxm_put_clock(struct strbuf *to, const struct ogxm_clock *clock); /* readings must not go back */

#define OGXM_WALL_UNKNOWN UINT32_MAX
enum { OGXM_LAG_NONE = 0xffff, OGXM_URL_MAX = 512 };

struct ogxm_mark {
    unsigned game, ply; /* numbers of the game, and of the ply in it, from 0 */
    unsigned by_hand;
    uint32_t video, wall; /* ms */
    unsigned lag; /* s */
};

struct ogxm_video {
    unsigned kind, flags; /* 0 not known, 1 YouTube, 2 Twitch, 3 a file; 1 = live */
    int32_t offset; /* ms, added to the place of each mark */
    uint64_t wall; /* ms since 1970 */
    struct span url;
    struct ogxm_mark *mark;
    size_t n;
};

const char *ogxm_read_video(struct span payload, size_t n_games, struct arena *arena, struct ogxm_video *out);
void ogxm_put_video(struct strbuf *to, const struct ogxm_video *video);

/* ---- and records ---- */

/* The plies of a match: the event of each, NULL of markers and the like, and the game that it is in. */
struct ogxm_plies {
    const struct event **event;
    size_t *game;
    size_t n;
};

/* What a record says, in sections; false: nothing that belongs there. `plies` of events that only the record has are
 * not asked about. Readings go as far as the times of all plies before are known. */
bool ogxm_clock_of(const struct match *m, const struct ogxm_plies *plies, struct arena *arena, struct ogxm_clock *out);
bool ogxm_video_of(const struct match *m, const struct ogxm_plies *plies, struct arena *arena, struct ogxm_video *out);

/* The other way round: adds to the record. */
void ogxm_take_clock(struct match *m, const struct ogxm_plies *plies, const struct ogxm_clock *clock);
void ogxm_take_video(struct match *m, const struct ogxm_plies *plies, const struct ogxm_video *video);

/* Do sections that were kept still say what the record says? */
bool ogxm_clock_agrees(const struct match *m, const struct ogxm_plies *plies, const struct ogxm_clock *kept);
bool ogxm_video_agrees(const struct match *m, const struct ogxm_plies *plies, const struct ogxm_video *kept);

#endif
