/* Time in a record: the clock that was played with, how long decisions took, and where a recording shows them. Times
 * are in ms; what a source does not say is -1, never 0. */
#ifndef KIBITZER_CLOCK_H
#define KIBITZER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"

struct match;
struct event;

enum clock_kind { /* ORDER CLOCK: words in clock.c */
                  CLOCK_NONE,
                  CLOCK_DELAY, /* the reserve runs once the delay is over */
                  CLOCK_BRONSTEIN, /* the reserve runs at once, what was used of the delay is given back */
                  CLOCK_FISCHER, /* each decision adds to the reserve */
                  CLOCK_UNSAID, /* `delay` is what there is for a move, but not how it counts */
                  CLOCK_KINDS
};
extern const char *const clock_names[CLOCK_KINDS]; /* for documents */

/* The same for both players. */
struct clock {
    enum clock_kind kind;
    int64_t reserve, delay, increment; /* for the match; for a move */
    int64_t started; /* seconds since 1970; 0 = not known */
    int berserk; /* bit 0 player 0, bit 1 player 1: who gave away half of the reserve */
    const char *name; /* the source's, or NULL */
};

struct video {
    int kind; /* 0 not known, 1 YouTube, 2 Twitch, 3 a file */
    bool live;
    const char *url; /* or NULL */
};
enum { VIDEO_KINDS = 4 };

/* Of one event. */
struct timing {
    int64_t taken; /* from the end of the event before, whoever's, to the end of this one */
    int64_t rolled; /* of these, until the dice fell: thought on the cube */
    int64_t left[2]; /* in the reserve of each player before it */
    int64_t video; /* place in the recording */
};
enum { TIMINGS = 5 };
#define TIMING_MAX INT64_C(1000000000000)
extern const struct timing timing_unknown;

const struct timing *event_timing(const struct event *e); /* all -1 where nothing is known */
/* The event's own, to be filled in. */
struct timing *event_time(struct match *m, struct event *e);

/* As text, in one line, as dumps and SGF hold it, and back; false if it is not that. */
void timing_put(const struct timing *t, struct strbuf *out);
bool timing_of_text(const char *text, struct timing *t);
void clock_put(const struct clock *c, struct strbuf *out);
struct clock *clock_of_text(const char *text, struct arena *arena); /* NULL if it is not that */
void video_put(const struct video *v, struct strbuf *out);
struct video *video_of_text(const char *text, struct arena *arena);

/* The tag of .mat files, "Live8 780/10": a name, seconds for the match, seconds for a move. False: it says less. */
bool clock_tag(const struct clock *c, struct strbuf *out);
struct clock *clock_of_tag(const char *text, struct arena *arena); /* NULL if it says anything else */

/* The address of a recording (or NULL) at so many milliseconds; false where there is none. */
bool video_link_at(const struct video *v, int64_t at, struct strbuf *out);
/* The same at a decision. */
bool video_link(const struct match *m, const struct event *e, struct strbuf *out);

/* The reserve of both players along a match: as the source says, else by the rules of its clock from the times that
 * decisions took; unknown where the record does not begin with the first game. A struct walk has one. */
struct clock_run {
    const struct match *m;
    int64_t left[2]; /* before the next event; -1 = not known */
};
void clock_begin(struct clock_run *r, const struct match *m);
void clock_pass(struct clock_run *r, const struct event *e); /* every event of every game, in order */
/* What is left to a player before an event that is about to pass. */
int64_t clock_left(const struct clock_run *r, const struct event *e, int player);
/* How much of the reserve an event took: no less than 0. -1 = not known. */
int64_t clock_spent(const struct match *m, const struct event *e);

#endif
