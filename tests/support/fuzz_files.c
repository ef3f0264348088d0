/* See fuzz_files.h. Files that carry a check sum get a right one: what is looked for lies behind it.
 */
#include "fuzz_files.h"
#include "engine_things.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/sink.h"
#include "engine/cache.h"
#include "engine/hyper.h"
#include "engine/hyper_maker.h"
#include "rollout/state.h"

/* ---- files ---- */

/* A name for this process alone; `end` is put behind it. */
const char *fuzz_scratch(const char *end)
{
    static char name[8][200];
    static int at;
    const char *folder = getenv("TMPDIR");
    at = (at + 1) % 8;
    snprintf(name[at], sizeof *name, "%s/kibitzer-fuzz-%d%s", folder != NULL ? folder : "/tmp", (int)getpid(), end);
    return name[at];
}

void fuzz_put(const char *path, const char *bytes, size_t length)
{
    FILE *f = fopen(path, "wb");
    must(f != NULL && fwrite(bytes, 1, length, f) == length && fclose(f) == 0);
}

void fuzz_get(const char *path, struct strbuf *out)
{
    must(file_read(path, 0, out));
}

void fuzz_damage(struct span bytes, struct strbuf *file)
{
    for (; bytes.length >= 8; bytes = span_sub(bytes, 8, bytes.length)) {
        uint32_t at;
        memcpy(&at, bytes.at, sizeof at);
        memcpy(file->at + at % (file->length - 3), bytes.at + 4, 4);
    }
}

/* ---- hypergammon ---- */

enum { HYPER_STATE_HASH = sizeof(uint64_t) };

/* Stopped after `sweeps`, of which there is a state; 0 = to the end. */
static enum hyper_end make_hyper(const char *path, int sweeps, struct hyper_made *made)
{
    volatile sig_atomic_t stop = sweeps > 0;
    const struct hyper_order o = {
        .chequers = 1, .threads = 1, .converge = 1e-4, .file = path, .save_every = sweeps > 0 ? 0 : -1, .stop = &stop};
    struct diags d;
    diags_init(&d, path);
    const enum hyper_end end = hyper_make(&o, made, &d);
    diags_done(&d);
    return end;
}

static void try_hyper_database(struct span bytes)
{
    static struct strbuf good;
    const char *path = fuzz_scratch(".bd");
    struct hyper_made made;
    if (good.length == 0) {
        must(make_hyper(path, 0, &made) == HYPER_DONE);
        fuzz_get(path, &good);
    }
    struct strbuf file = {0};
    strbuf_add(&file, good.at, good.length);
    fuzz_damage(bytes, &file);
    fuzz_put(path, file.at, file.length - bytes.length % 8 % 2);
    struct diags d;
    diags_init(&d, path);
    struct hyper *h = hyper_open(path, 0, &d);
    must((h != NULL) == (d.n_errors == 0));
    struct hyper_value v;
    struct board b = {.off = {0, 0}};
    for (int us = 1; h != NULL && us <= BOARD_POINTS - 2; us++)
        for (int them = 1; them <= BOARD_POINTS - 2; them++) {
            memset(&b, 0, sizeof b);
            b.point[us] = 1, b.point[25 - them] = (int8_t)(us == 25 - them ? 1 : -1);
            must(!hyper_value(h, &b, &v) || (isfinite(v.outcome.win) && isfinite(v.equity[HYPER_OWNED])));
        }
    hyper_close(h);
    diags_done(&d);
    unlink(path);
    strbuf_done(&file);
}

/* As hyper_state.c keeps it while the equities are on the way. */
static void sign_hyper_state(struct strbuf *file)
{
    const size_t n = 26, row = n * LEFT_USED * sizeof(float), head = file->length - HYPER_STATE_HASH - n * row;
    uint64_t hash = cache_hash(1, file->at, head);
    for (size_t i = 0; i < n; i++)
        hash = cache_hash(hash, file->at + head + i * row, row);
    memcpy(file->at + head + n * row, &hash, sizeof hash);
}

/* Whatever a state says, the run that goes on from it comes to an end, and to a database if it is let. */
static void try_hyper_state(struct span bytes)
{
    static struct strbuf good;
    const char *path = fuzz_scratch(".bd"), *state = fuzz_scratch(".bd.state");
    struct hyper_made made;
    if (good.length == 0) {
        must(make_hyper(path, 1, &made) == HYPER_STOPPED);
        fuzz_get(state, &good);
    }
    struct strbuf file = {0};
    strbuf_add(&file, good.at, good.length);
    fuzz_damage(bytes, &file);
    sign_hyper_state(&file);
    fuzz_put(state, file.at, file.length);
    const enum hyper_end end = make_hyper(path, 1, &made);
    must(end == HYPER_STOPPED || end == HYPER_DONE);
    must(made.continued_from >= 0);
    unlink(state), unlink(path);
    strbuf_done(&file);
}

void try_hyper(struct span bytes)
{
    if (bytes.length > 0)
        (bytes.at[0] & 1 ? try_hyper_state : try_hyper_database)(span_sub(bytes, 1, bytes.length));
}

/* ---- states of rollouts ---- */

#define ENDING "XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10"

static void begin_rollout(struct rollout *r)
{
    const struct position p = position_of(ENDING);
    struct rollout_options o;
    rollout_defaults(&o);
    rollout_begin(r, shared_engine(), &p, &o);
}

/* The head of a state that fits, then the bytes, then a right check sum. */
static void compose_state(struct span bytes, struct strbuf *text)
{
    struct rollout none;
    const struct rollout *list[] = {&none};
    begin_rollout(&none);
    state_write(list, 1, text);
    rollout_end(&none);
    text->length = (size_t)(strstr(text->at, "seed ") - text->at);
    strbuf_add(text, bytes.at, bytes.length);
    strbuf_printf(text, "\n");
    strbuf_printf(text, "check %016llx\n", (unsigned long long)cache_hash(0, text->at, text->length));
}

static bool read_state(struct span text, bool merge, struct rollout *r)
{
    struct state s;
    struct diags d;
    diags_init(&d, "fuzz");
    bool ok = state_open(&s, text, &d);
    must(ok || d.n_errors != 0);
    const long section = ok ? state_find(&s, &r->position) : -1;
    ok = section >= 0 && state_read(&s, (size_t)section, merge, r, &d);
    must(ok || section < 0 || d.n_errors != 0);
    state_close(&s);
    diags_done(&d);
    return ok;
}

/* What was accepted can be used, and written and read again. */
static void use_rollout(struct rollout *r, bool merged)
{
    struct strbuf text = {0}, again = {0};
    const struct rollout *list[] = {r};
    struct rollout second;
    struct cube_answer c;
    must(r->done >= 0 && r->done <= ROLLOUT_TRIALS_MAX);
    for (int i = 0; i < r->n; i++)
        must(r->candidates[i].now.trials >= 0 &&
             (merged || r->n_seeds > 1 || r->candidates[i].dropped || r->candidates[i].now.trials == r->done));
    must(rollout_best(r) >= 0 && rollout_best(r) < r->n);
    (void)rollout_is_done(r);
    (void)rollout_cube(r, &c);
    state_write(list, 1, &text);
    begin_rollout(&second);
    must(merged || read_state((struct span){text.at, text.length}, false, &second));
    list[0] = &second;
    state_write(list, 1, &again);
    must(merged || strcmp(text.at, again.at) == 0);
    rollout_end(&second);
    strbuf_done(&text), strbuf_done(&again);
}

void try_rollout(struct span bytes)
{
    struct strbuf text = {0};
    struct rollout r;
    const bool merge = bytes.length % 2 != 0;
    compose_state(bytes, &text);
    begin_rollout(&r);
    if (read_state((struct span){text.at, text.length}, merge, &r))
        use_rollout(&r, merge);
    rollout_end(&r);
    strbuf_done(&text);
}
