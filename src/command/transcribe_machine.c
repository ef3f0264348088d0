/* `transcribe --from-machine`: what a machine saw becomes a match, its doubts a page or JSON; live while lines come. */
#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "analyze/analyze.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "command/doubts.h"
#include "command/live_state.h"
#include "command/transcribe.h"
#include "export/board/picture.h"
#include "import/given.h"
#include "match/check.h"
#include "match/walk.h"
#include "source/format_names.h"

enum { CHUNK = 1 << 16, LOOK_MS = 50 };

struct machine {
    const struct machine_options *asked;
    const struct convert_options *convert;
    struct watched *watched;
    struct diags diags; /* of lines */
    size_t shown; /* of these, what was said already */
    struct strbuf typed; /* that has come and was not used */
    struct match *match; /* the last one, checked; or NULL */
    struct engine_pool pool; /* live */
    struct live_state state;
    int64_t size; /* of a file that grows */
    bool ended, failed;
};

/* ---- the engine's word ---- */

/* A share of plays that have nothing to do with what is good, and how much (EMG) others give away: docs/lab/watched.md.
 */
#define PLAYED_ANYHOW 0.02
#define GIVEN_AWAY 0.03

/* At 0 plies, for money and without the cube: it decides between rolls that explain the same board. */
static float judge(void *pool, const struct board *before, const int dice[2], const struct board *after)
{
    const struct engine_pool *with = pool;
    struct position p;
    struct level l;
    struct ranked_plays r = {0};
    double sum = 0, own = 0;
    position_start(&p, &(struct rules){.cube = false}, 0, (int[2]){0, 0}, false);
    p.board = *before;
    p.state = GAME_PLAYING;
    p.dice[0] = dice[0];
    p.dice[1] = dice[1];
    (void)level_parse("0ply", &l);
    l.cubeful = false;
    const int n = engine_plays(with->engine, with->worker[0], &p, &l, NULL, &r);
    for (int i = 0; i < r.n; i++) {
        const double weight = exp((double)(r.at[i].cubeless - r.at[0].cubeless) / GIVEN_AWAY);
        sum += weight;
        own = board_equal(&r.at[i].after, after) ? weight : own;
    }
    ranked_plays_done(&r);
    return n > 1 && sum > 0 ? (float)log(PLAYED_ANYHOW + (1 - PLAYED_ANYHOW) * own / sum * n) : 0;
}

/* ---- the match so far ---- */

static struct live_match so_far(const struct machine *k)
{
    struct live_match live = {.match = k->match, .sure = k->asked->sure};
    live.plies = watched_plies(k->watched, &live.n);
    return live;
}

/* `d`: what is to be said of it. */
static void find_match(struct machine *k, struct diags *d)
{
    match_free(k->match);
    k->match = watched_match(k->watched, k->asked->sure);
    if (k->match == NULL)
        return;
    (void)take_given(&k->convert->input.how, k->match, d);
    if (!match_check(k->match, NULL, d)) {
        match_free(k->match);
        k->match = NULL;
    }
}

/* ---- lines ---- */

/* Whole lines of what has come; at the end the last one too. */
static bool take_lines(struct machine *k)
{
    size_t used = 0;
    const char *end;
    while (used < k->typed.length && (end = memchr(k->typed.at + used, '\n', k->typed.length - used)) != NULL) {
        watched_line(k->watched, (struct span){k->typed.at + used, (size_t)(end - k->typed.at) - used}, &k->diags);
        used = (size_t)(end - k->typed.at) + 1;
    }
    if (k->ended && used < k->typed.length) {
        watched_line(k->watched, (struct span){k->typed.at + used, k->typed.length - used}, &k->diags);
        used = k->typed.length;
    }
    if (used > 0)
        memmove(k->typed.at, k->typed.at + used, k->typed.length -= used);
    return used > 0;
}

static bool is_live(const struct machine *k)
{
    return k->asked->page != NULL || k->asked->state != NULL || k->asked->board != NULL;
}

static void come_from_stdin(struct machine *k)
{
    char chunk[CHUNK];
    const ssize_t n = stdin_read(chunk, sizeof chunk);
    k->ended = n <= 0;
    if (n > 0)
        strbuf_add(&k->typed, chunk, (size_t)n);
}

/* A file, all of it or, live, what was added since the last time. */
static void come_from_file(struct machine *k)
{
    struct strbuf all = {0};
    struct os_facts facts;
    const char *path = k->asked->file;
    if (is_live(k) && os_facts(path, &facts) && facts.kind == OS_FILE && facts.size == k->size && !call_cancelled()) {
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
        return;
    }
    if (call_cancelled() || !file_read(path, 0, &all)) {
        k->failed = !call_cancelled();
        k->ended = true;
        if (k->failed)
            say_error("%s: %s", path, file_problem(errno));
    } else if ((int64_t)all.length > k->size) {
        strbuf_add(&k->typed, all.at + k->size, all.length - (size_t)k->size);
        k->size = (int64_t)all.length;
    }
    k->ended = k->ended || !is_live(k);
    strbuf_done(&all);
}

/* ---- what is written ---- */

static bool put_file(const char *path, struct sink *s, bool ok)
{
    ok = ok && output_write(s, path);
    sink_done(s);
    return ok;
}

static bool write_match(const struct machine *k, const struct exporter *to, const char *path, struct diags *d)
{
    struct export_options o;
    struct sink s;
    sink_init(&s);
    bool ok = report_options_for(&k->convert->report, k->match, -1, &o, d);
    o.file = path_name(path);
    ok = ok && export_write(to, k->match, &o, &s, d);
    return put_file(path, &s, ok);
}

static bool has_suffix(const char *path, const char *suffix)
{
    const char *dot = strrchr(path_name(path), '.');
    return dot != NULL && strcasecmp(dot, suffix) == 0;
}

static bool write_doubts(const struct machine *k)
{
    const struct live_match live = so_far(k);
    const struct doubts doubts = {live.match, live.plies, live.n, live.sure, watched_media(k->watched)};
    struct sink s;
    bool ok = true;
    sink_init(&s);
    if (has_suffix(k->asked->doubts, ".html"))
        ok = doubts_page(&doubts, sink_main(&s));
    else
        doubts_json(&doubts, sink_main(&s));
    return put_file(k->asked->doubts, &s, ok);
}

/* The board over a video, as it stands now. */
static bool write_board(const struct machine *k)
{
    const struct match *m = k->match;
    struct walk w = {0};
    struct theme theme = theme_colour;
    struct sink s;
    for (walk_begin(&w, m, &m->games[m->n_games - 1]); walk_next(&w);)
        ;
    theme_clear(&theme);
    const struct picture p = {.position = &w.replay.now, .theme = &theme, .clear = true, .draw = {.score = true}};
    sink_init(&s);
    const bool ok =
        has_suffix(k->asked->board, ".png") ? picture_png(sink_main(&s), &p) : picture_svg(sink_main(&s), &p);
    return put_file(k->asked->board, &s, ok);
}

/* The state first: it must not wait. */
static bool write_live(struct machine *k)
{
    const struct live_match live = so_far(k);
    bool ok = k->asked->board == NULL || write_board(k);
    if (k->asked->state != NULL) {
        struct sink s;
        sink_init(&s);
        live_state_put(&k->state, &live, &k->pool, sink_main(&s));
        ok = put_file(k->asked->state, &s, true) && ok;
    }
    if (k->asked->page != NULL) {
        struct analysis_options how;
        struct diags unsaid;
        diags_init(&unsaid, NULL);
        match_drop_sets(k->match, 0);
        analysis_defaults(&how);
        (void)analysis_level_named(&how, "0ply");
        (void)analyze_match(k->match, k->pool.engine, k->pool.worker, k->pool.jobs, &how, NULL);
        ok = write_match(k, exporter_find("html"), k->asked->page, &unsaid) && ok;
        diags_done(&unsaid);
    }
    return ok;
}

static void say_new(struct machine *k)
{
    struct diags now = k->diags;
    if (now.at != NULL)
        now.at += k->shown;
    now.n -= k->shown;
    now.n_dropped = 0;
    call_diags(&now);
    k->shown = k->diags.n;
}

static bool update(struct machine *k)
{
    struct diags unsaid;
    diags_init(&unsaid, NULL);
    find_match(k, &unsaid);
    diags_done(&unsaid);
    say_new(k);
    call_flush();
    return k->match == NULL || write_live(k);
}

/* ---- the end ---- */

static const struct exporter *format_for(const struct machine *k, const char *out)
{
    struct strbuf why = {0};
    const struct exporter *to = k->convert->to;
    if (to == NULL && strcmp(out, "-") == 0)
        to = exporter_find("dump");
    if (to == NULL && (to = format_of_output(out, &why)) == NULL)
        (void)call_misuse("%s: %s", out, strbuf_text(&why));
    strbuf_done(&why);
    return to;
}

static int finish(struct machine *k, const struct exporter *to, const char *out)
{
    struct diags d, losses;
    diags_init(&d, k->asked->file);
    diags_init(&losses, k->asked->file);
    find_match(k, &d);
    say_new(k);
    const bool all_used = watched_report(k->watched, &d);
    if (k->match == NULL)
        diag_at(&d, SEVERITY_ERROR, 0, 0, "no ply was seen, expected lines with dice, boards or turns");
    call_diags(&d);
    bool ok = k->match != NULL;
    if (ok && k->asked->doubts != NULL)
        ok = write_doubts(k);
    if (ok && to != NULL)
        ok = write_match(k, to, out, &losses);
    call_losses(&losses);
    diags_done(&d);
    diags_done(&losses);
    return !ok ? CALL_NOTHING : k->diags.n_errors > 0 || !all_used ? CALL_SOME_FAILED : CALL_CLEAN;
}

static void machine_done(struct machine *k)
{
    match_free(k->match);
    watched_free(k->watched);
    diags_done(&k->diags);
    strbuf_done(&k->typed);
    live_state_done(&k->state);
    engine_pool_close(&k->pool);
}

int transcribe_machine(const struct machine_options *o, const struct convert_options *convert, const char *out)
{
    static const struct engine_files files = {.cache = true};
    struct machine k = {.asked = o, .convert = convert};
    const struct exporter *to = NULL;
    bool ok = true;
    if (out != NULL && (to = format_for(&k, out)) == NULL)
        return CALL_MISUSE;
    k.watched = watched_new();
    diags_init(&k.diags, o->file);
    ok = engine_pool_open(&k.pool, &files, 1);
    watched_judge_by(k.watched, judge, &k.pool);
    while (ok && !k.ended) {
        if (strcmp(o->file, "-") == 0)
            come_from_stdin(&k);
        else
            come_from_file(&k);
        if (take_lines(&k) && is_live(&k))
            ok = update(&k);
    }
    int ending = !ok || k.failed ? CALL_NOTHING : finish(&k, to, out);
    if (call_cancelled() && is_live(&k) && ending != CALL_NOTHING)
        call_ended_as_usual(); /* who watches ends it so */
    else if (call_cancelled())
        ending = CALL_CANCELLED;
    machine_done(&k);
    return ending;
}
