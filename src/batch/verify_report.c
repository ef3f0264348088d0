/* One report verified: its analysis made again from the certificate, its decisions and what it shows of them compared.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/repeat.h"
#include "base/arena.h"
#include "base/call.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "batch/verify_page.h"
#include "batch/verify_report.h"
#include "collection/keys.h"
#include "engine/met.h"
#include "export/certificate.h"
#include "export/options.h"
#include "import/import.h"
#include "match/kept.h"
#include "match/same.h"
#include "match/swap.h"
#include "report/decision.h"

struct checking {
    const struct verify_setting *setting;
    struct verified *out;
    struct span report;
    struct certificate certificate;
    struct matches read;
    struct match *match;
    struct annotation_set set; /* as the report has it */
    struct analysis_options how;
    struct event_list only;
    bool cancelled;
};

static bool impossible(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool impossible(struct checking *c, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    c->out->verdict = VERDICT_IMPOSSIBLE;
    c->out->why = xstrdup(text);
    return false;
}

static bool read_record(struct checking *c)
{
    struct diags d;
    diags_init(&d, NULL);
    (void)import_bytes(c->certificate.record, NULL, importer_find("dump"), &c->read, &d);
    diags_done(&d);
    c->match = c->read.n == 1 ? c->read.at[0] : NULL;
    return c->match != NULL || impossible(c, "a damaged certificate: its record cannot be read");
}

static bool is_given(const struct checking *c)
{
    for (size_t i = 0; i < c->setting->given.n; i++) {
        struct match *m = c->setting->given.at[i];
        if (match_equal(m, c->match, NULL))
            return true;
        match_swap_players(m);
        const bool same = match_equal(m, c->match, NULL);
        match_swap_players(m);
        if (same)
            return true;
    }
    return c->setting->given.n == 0 && !c->setting->given_lost;
}

static const char *fact(const struct checking *c, enum certified_fact which)
{
    const struct span s = c->certificate.fact[which];
    return arena_strndup(c->match->arena, s.at, s.length);
}

/* The engine and the settings that made the report. */
static bool find_settings(struct checking *c)
{
    const struct engine *e = c->setting->pool.engine;
    c->set = (struct annotation_set){.version = fact(c, CERTIFIED_VERSION),
                                     .level = fact(c, CERTIFIED_LEVEL),
                                     .settings = fact(c, CERTIFIED_SETTINGS),
                                     .met = fact(c, CERTIFIED_MET)};
    memcpy(c->set.threshold, c->certificate.threshold, sizeof c->set.threshold);
    if (strcmp(c->set.version, engine_version(e)) != 0)
        return impossible(c, "analysed by %s; this is %s (--net reads another network)", c->set.version,
                          engine_version(e));
    if (strcmp(c->set.met, met_name(engine_met(e))) != 0)
        return impossible(c, "analysed with the match equity table %s; this is %s (--met reads another)", c->set.met,
                          met_name(engine_met(e)));
    return analysis_repeat(e, &c->set, &c->how) ||
           impossible(c, "analysed with settings that this version does not know: %s", c->set.settings);
}

/* ---- which decisions ---- */

static void list_places(struct checking *c)
{
    const struct match *m = c->match;
    size_t n = 0, at = 0;
    for (size_t g = 0; g < m->n_games; g++)
        n += m->games[g].n_events;
    c->out->place = xcalloc(n + 1, sizeof *c->out->place);
    c->out->n_places = n;
    for (size_t g = 0; g < m->n_games; at += m->games[g++].n_events) {
        struct report_walk walk;
        struct decision d;
        for (report_walk_begin(&walk, m, &m->games[g], -1, NULL); report_walk_next(&walk, &d);)
            snprintf(c->out->place[at + (size_t)(d.event - m->games[g].events)].anchor, ANCHOR_ROOM, "%s", d.anchor);
    }
}

static bool digest_is_there(struct span digests, size_t i)
{
    return digests.at[i * CERTIFIED_DIGITS] != '-';
}

/* 64 bits that the seed, the match and the event decide. */
static uint64_t throw_of(uint64_t seed, const char *key, size_t event)
{
    char text[96], digest[HASH_LENGTH + 1];
    snprintf(text, sizeof text, "%" PRIu64 " %s %zu", seed, key, event);
    bytes_hash((struct span){text, strlen(text)}, digest);
    digest[16] = '\0';
    return strtoull(digest, NULL, 16);
}

static bool is_answer(const struct event *e)
{
    return e->kind == EVENT_TAKE || e->kind == EVENT_DROP || e->kind == EVENT_BEAVER;
}

/* An answer is judged by the analysis of the double before it. */
static void draw_sample(struct checking *c)
{
    const struct match *m = c->match;
    const double sample = c->setting->sample;
    char key[KEY_LENGTH + 1];
    size_t at = 0;
    c->only = (struct event_list){xcalloc(2 * c->out->n_places + 1, sizeof *c->only.at), 0};
    match_key(m, key);
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++, at++) {
            if (!c->out->place[at].analysed || ldexp((double)throw_of(c->setting->seed, key, at), -64) >= sample)
                continue;
            if (i > 0 && is_answer(&m->games[g].events[i]))
                c->only.at[c->only.n++] = (struct event_place){g, i - 1};
            c->only.at[c->only.n++] = (struct event_place){g, i};
        }
}

static bool find_places(struct checking *c)
{
    const struct span digests = c->certificate.digests;
    list_places(c);
    if (digests.length != c->out->n_places * CERTIFIED_DIGITS)
        return impossible(c, "a damaged certificate: %zu digests, expected one for each of %zu events",
                          digests.length / CERTIFIED_DIGITS, c->out->n_places);
    for (size_t i = 0; i < c->out->n_places; i++)
        c->out->decisions += c->out->place[i].analysed = digest_is_there(digests, i);
    if (c->setting->sample < 1)
        draw_sample(c);
    return true;
}

/* ---- comparing ---- */

static bool is_whole(const struct checking *c)
{
    return c->setting->sample >= 1;
}

/* Fills in what was checked and what differs; how many do. */
static size_t compare_digests(struct checking *c, const struct strbuf *made)
{
    struct verified *v = c->out;
    v->checked = v->differing = 0;
    for (size_t i = 0; i < v->n_places; i++) {
        struct certified_event *p = &v->place[i];
        const size_t at = i * CERTIFIED_DIGITS;
        p->checked = made->at[at] != '-' || (is_whole(c) && p->analysed);
        p->differs = p->checked && memcmp(made->at + at, c->certificate.digests.at + at, CERTIFIED_DIGITS) != 0;
        v->checked += p->checked;
        v->differing += p->differs;
    }
    return v->differing;
}

/* Pages may keep fewer plays than were looked at: of the three choices the one that fits, or fits best. */
static void compare_decisions(struct checking *c, int set)
{
    struct verified *v = c->out, best = {.differing = SIZE_MAX};
    struct certified_event *place = xcalloc(v->n_places + 1, sizeof *place);
    for (int kept = KEPT_ALL; kept >= 0; kept--) {
        struct strbuf made = {0};
        match_keep(c->match, (enum kept)kept);
        certificate_digests(c->match, set, &made);
        const size_t differing = compare_digests(c, &made);
        strbuf_done(&made);
        if (differing >= best.differing)
            continue;
        best = *v;
        memcpy(place, v->place, v->n_places * sizeof *place);
        if (differing == 0)
            break;
    }
    v->checked = best.checked;
    v->differing = best.differing;
    memcpy(v->place, place, v->n_places * sizeof *place);
    xfree(place);
}

/* What the report must look like, with the options that it names. */
static bool write_again(struct checking *c, int set, struct strbuf *out)
{
    const struct report_options *o;
    struct options *given = report_options_again(c->certificate.shown, &o);
    struct export_options how;
    struct diags d;
    struct sink s;
    diags_init(&d, NULL);
    sink_init(&s);
    bool ok = o != NULL && report_options_for(o, c->match, set, &how, &d);
    if (ok) {
        how.certified = is_whole(c);
        how.live = page_is_live(c->report) ? "" : NULL; /* the engine inside is not compared */
        const struct exporter *e = exporter_find(c->certificate.page ? "html" : "json");
        how.style = exporter_has_style(e, how.style) ? how.style : NULL;
        ok = export_write(e, c->match, &how, &s, &d);
        strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    }
    sink_done(&s);
    diags_done(&d);
    options_free(given);
    return ok || impossible(c, "a damaged certificate: its options make no report");
}

/* ---- the page ---- */

static void page_differs(struct checking *c, struct page_difference at)
{
    char text[256];
    c->out->verdict = VERDICT_DIFFERS;
    snprintf(text, sizeof text, "%zu:%zu: the report is not what its analysis comes to%s%s", at.line, at.column,
             at.near[0] != '\0' ? ", near " : "", at.near);
    c->out->why = xstrdup(text);
}

static void compare_page(struct checking *c, struct span made)
{
    struct page_difference at;
    if (is_whole(c)) {
        if (!page_same(c->report, made, c->certificate.page, &at))
            page_differs(c, at);
        return;
    }
    for (size_t i = 0; i < c->out->n_places && c->certificate.page; i++)
        if (c->out->place[i].checked && c->out->place[i].anchor[0] != '\0' &&
            !page_card_same(c->report, made, c->out->place[i].anchor, &at)) {
            page_differs(c, at);
            return;
        }
}

static void keep_made(struct checking *c, const struct strbuf *made)
{
    const char *path = c->setting->made;
    if (path == NULL || file_write_atomic(path, strbuf_text(made), made->length))
        return;
    xfree(c->out->why);
    impossible(c, "%s cannot be written: %s", path, file_problem(errno));
}

static void check(struct checking *c)
{
    const struct analysis_hooks hooks = {.cancel = call_cancel_flag(), .only = c->only.at != NULL ? &c->only : NULL};
    const struct engine_pool *pool = &c->setting->pool;
    struct strbuf made = {0};
    const int set = analyze_match(c->match, pool->engine, pool->worker, pool->jobs, &c->how, &hooks);
    c->cancelled = set < 0;
    if (c->cancelled)
        return;
    c->out->verdict = VERDICT_EQUAL;
    compare_decisions(c, set);
    if (c->out->differing > 0) {
        c->out->verdict = VERDICT_DIFFERS;
    } else if (write_again(c, set, &made)) {
        compare_page(c, (struct span){strbuf_text(&made), made.length});
        keep_made(c, &made);
    }
    strbuf_done(&made);
}

static bool find_all(struct checking *c)
{
    if (!read_record(c))
        return false;
    if (!is_given(c))
        return impossible(c, "about another match than the one that was given");
    return find_settings(c) && find_places(c);
}

bool verify_report(const struct verify_setting *setting, struct span report, struct verified *out)
{
    struct checking c = {.setting = setting, .out = out, .report = report};
    if (!certificate_read(report, &c.certificate))
        impossible(&c, "a damaged certificate");
    else if (find_all(&c))
        check(&c);
    certificate_done(&c.certificate);
    xfree(c.only.at);
    matches_done(&c.read);
    return !c.cancelled;
}
