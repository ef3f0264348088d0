/* Time in a record; see clock.h. */
#include "match/clock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/record.h"

const char *const clock_names[CLOCK_KINDS] = {NULL, "delay", "bronstein", "fischer", "unsaid"};
static const char *const video_words[VIDEO_KINDS] = {"-", "youtube", "twitch", "file"};
const struct timing timing_unknown = {-1, -1, {-1, -1}, -1};

const struct timing *event_timing(const struct event *e)
{
    return e->timing != NULL ? e->timing : &timing_unknown;
}

struct timing *event_time(struct match *m, struct event *e)
{
    struct timing *own = arena_alloc(m->arena, sizeof *own);
    *own = *event_timing(e);
    e->timing = own;
    return own;
}

/* ---- as text ---- */

static void put_number(struct strbuf *out, int64_t n)
{
    if (n < 0)
        strbuf_puts(out, "-");
    else
        strbuf_printf(out, "%" PRId64, n);
}

void timing_put(const struct timing *t, struct strbuf *out)
{
    const int64_t at[TIMINGS] = {t->taken, t->rolled, t->left[0], t->left[1], t->video};
    for (int i = 0; i < TIMINGS; i++) {
        strbuf_puts(out, i > 0 ? " " : "");
        put_number(out, at[i]);
    }
}

/* The next word: a number from 0, or '-' for -1. */
static bool take_number(const char **text, int64_t most, int64_t *n)
{
    const char *at = *text + strspn(*text, " ");
    char *end = NULL;
    *n = at[0] == '-' ? -1 : strtoll(at, &end, 10);
    if (at[0] == '-' ? at[1] != ' ' && at[1] != '\0' : at[0] < '0' || at[0] > '9' || *n > most)
        return false;
    *text = at[0] == '-' ? at + 1 : end;
    return **text == ' ' || **text == '\0';
}

bool timing_of_text(const char *text, struct timing *t)
{
    int64_t at[TIMINGS];
    for (int i = 0; i < TIMINGS; i++)
        if (!take_number(&text, TIMING_MAX, &at[i]))
            return false;
    *t = (struct timing){at[0], at[1], {at[2], at[3]}, at[4]};
    return *text == '\0';
}

/* The place of the first word among `words`, -1 = none of them; the text goes on behind it. */
static int take_word(const char **text, const char *const *words, int n)
{
    const size_t length = strcspn(*text, " ");
    for (int i = 0; i < n; i++)
        if (words[i] != NULL && strlen(words[i]) == length && strncmp(*text, words[i], length) == 0) {
            *text += length;
            return i;
        }
    return -1;
}

void clock_put(const struct clock *c, struct strbuf *out)
{
    strbuf_puts(out, clock_names[c->kind]);
    const int64_t at[] = {c->reserve, c->delay, c->increment, c->started, c->berserk};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        strbuf_putc(out, ' ');
        put_number(out, at[i]);
    }
    if (c->name != NULL)
        strbuf_printf(out, " %s", c->name);
}

struct clock *clock_of_text(const char *text, struct arena *arena)
{
    int64_t at[5];
    const int kind = take_word(&text, clock_names, CLOCK_KINDS);
    if (kind < 0)
        return NULL;
    for (int i = 0; i < 5; i++)
        if (!take_number(&text, TIMING_MAX, &at[i]) || at[i] < 0)
            return NULL;
    struct clock *c = arena_alloc(arena, sizeof *c);
    *c = (struct clock){.kind = (enum clock_kind)kind,
                        .reserve = at[0],
                        .delay = at[1],
                        .increment = at[2],
                        .started = at[3],
                        .berserk = (int)(at[4] & 3),
                        .name = *text != '\0' ? arena_strdup(arena, text + 1) : NULL};
    return c;
}

void video_put(const struct video *v, struct strbuf *out)
{
    strbuf_printf(out, "%s %s%s%s", video_words[v->kind], v->live ? "live" : "recorded", v->url != NULL ? " " : "",
                  v->url != NULL ? v->url : "");
}

struct video *video_of_text(const char *text, struct arena *arena)
{
    static const char *const modes[] = {"recorded", "live"};
    const int kind = take_word(&text, video_words, VIDEO_KINDS);
    text += strspn(text, " ");
    const int mode = kind >= 0 ? take_word(&text, modes, 2) : -1;
    if (mode < 0)
        return NULL;
    struct video *v = arena_alloc(arena, sizeof *v);
    *v = (struct video){kind, mode == 1, *text != '\0' ? arena_strdup(arena, text + 1) : NULL};
    return v;
}

/* ---- the tag of .mat files ---- */

enum { A_SECOND = 1000 };

bool clock_tag(const struct clock *c, struct strbuf *out)
{
    const int64_t move = c->kind == CLOCK_FISCHER ? c->increment : c->delay;
    if (c->kind == CLOCK_NONE || c->reserve <= 0)
        return c->kind == CLOCK_NONE && c->reserve == 0;
    if (c->name != NULL)
        strbuf_printf(out, "%s ", c->name);
    strbuf_printf(out, "%" PRId64 "/%" PRId64, c->reserve / A_SECOND, move / A_SECOND);
    return c->kind == CLOCK_UNSAID && c->increment == 0 && c->started == 0 && c->berserk == 0 &&
           c->reserve % A_SECOND == 0 && move % A_SECOND == 0 && (c->name == NULL || c->name[0] != '\0');
}

struct clock *clock_of_tag(const char *text, struct arena *arena)
{
    const char *blank = strrchr(text, ' '), *numbers = blank != NULL ? blank + 1 : text;
    long reserve = 0, move = 0;
    struct strbuf again = {0};
    if (sscanf(numbers, "%9ld/%9ld", &reserve, &move) != 2 || reserve <= 0 || move < 0)
        return NULL;
    struct clock *c = arena_alloc(arena, sizeof *c);
    *c =
        (struct clock){.kind = CLOCK_UNSAID, .reserve = (int64_t)reserve * A_SECOND, .delay = (int64_t)move * A_SECOND};
    c->name = blank != NULL ? arena_strndup(arena, text, (size_t)(blank - text)) : NULL;
    const bool whole = clock_tag(c, &again) && strcmp(strbuf_text(&again), text) == 0;
    strbuf_done(&again);
    return whole ? c : NULL;
}

/* ---- the recording ---- */

/* Only what a browser may follow: the address came with the file. */
static bool is_address(const char *url)
{
    if (strncmp(url, "https://", 8) != 0 && strncmp(url, "http://", 7) != 0)
        return false;
    for (const char *s = url; *s != '\0'; s++)
        if ((unsigned char)*s <= ' ' || (unsigned char)*s >= 0x7F || strchr("\"<>\\^`{|}", *s) != NULL)
            return false;
    return true;
}

bool video_link_at(const struct video *v, int64_t at, struct strbuf *out)
{
    if (v == NULL || v->url == NULL || at < 0 || !is_address(v->url))
        return false;
    const size_t before_fragment = strcspn(v->url, "#");
    const bool query = memchr(v->url, '?', before_fragment) != NULL;
    strbuf_add(out, v->url, before_fragment);
    if (v->kind == 1 || v->kind == 2) /* of YouTube and Twitch */
        strbuf_printf(out, "%ct=%" PRId64 "s", query ? '&' : '?', at / 1000);
    else /* a fragment of media, as players of files in a browser understand it */
        strbuf_printf(out, "#t=%" PRId64, at / 1000);
    return true;
}

bool video_link(const struct match *m, const struct event *e, struct strbuf *out)
{
    return video_link_at(m->video, event_timing(e)->video, out);
}

/* ---- the reserve ---- */

int64_t clock_spent(const struct match *m, const struct event *e)
{
    const int64_t taken = event_timing(e)->taken;
    const struct clock *c = m->clock;
    if (taken < 0 || c == NULL || c->kind == CLOCK_UNSAID)
        return -1;
    return taken > c->delay ? taken - c->delay : 0;
}

void clock_begin(struct clock_run *r, const struct match *m)
{
    const bool from_start = m->n_games == 0 || m->games[0].number <= 1;
    const bool known = from_start && m->clock != NULL && m->clock->kind != CLOCK_NONE && m->clock->reserve > 0;
    *r = (struct clock_run){.m = m, .left = {-1, -1}};
    for (int i = 0; known && i < 2; i++)
        r->left[i] = m->clock->berserk >> i & 1 ? m->clock->reserve / 2 : m->clock->reserve;
}

int64_t clock_left(const struct clock_run *r, const struct event *e, int player)
{
    const int64_t said = event_timing(e)->left[player];
    return said >= 0 ? said : r->left[player];
}

void clock_pass(struct clock_run *r, const struct event *e)
{
    const int64_t spent = clock_spent(r->m, e);
    const bool acts = e->player == 0 || e->player == 1;
    const bool counts = e->kind < EVENT_SET_BOARD && !(e->flags & EVENT_IMPLIED);
    for (int i = 0; i < 2; i++)
        r->left[i] = clock_left(r, e, i);
    if (!acts || !counts || r->left[e->player] < 0)
        return;
    int64_t *left = &r->left[e->player];
    if (spent < 0) {
        *left = -1;
        return;
    }
    *left = (*left > spent ? *left - spent : 0) + r->m->clock->increment;
}
