/* One report verified: its analysis made again from the certificate, its decisions and what it shows of them compared.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "analyze/described.h"
#include "analyze/repeat.h"
#include "analyze/stats.h"
#include "base/call.h"
#include "base/format.h"
#include "base/language.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "command/reading.h"
#include "command/verify_given.h"
#include "command/verify_page.h"
#include "command/verify_report.h"
#include "format/keys.h"
#include "engine/met.h"
#include "export/certificate.h"
#include "export/shown_options.h"
#include "export/record/dump.h"
#include "import/import.h"
#include "match/kept.h"
#include "match/swap.h"
#include "report/decision.h"

struct checking {
    const struct verify_setting *setting;
    struct verified *out;
    struct span report;
    struct certificate certificate;
    struct matches read, bare;
    struct match *match; /* as the report has it, with its analysis */
    struct match *again; /* without it at first */
    int set; /* of the analysis, in both */
    struct analysis_options how;
    struct event_list only;
    struct export_options shown;
    const struct language *language, *reader; /* of the report; of who reads what is found */
    struct options *options; /* which `shown` points into */
    struct strbuf engine; /* of a live page */
    struct strbuf other_words; /* where its record says something else than the file that was given */
    bool cancelled;
};

static void find(struct checking *c, enum verdict verdict, const char *format, va_list list)
{
    struct strbuf text = {0};
    const struct language *there = language_enter(c->reader);
    strbuf_vsay(&text, format, list);
    (void)language_enter(there);
    c->out->verdict = verdict;
    c->out->why = text.at;
}

static bool impossible(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool impossible(struct checking *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    find(c, VERDICT_IMPOSSIBLE, format, list);
    va_end(list);
    return false;
}

static void found_other(struct checking *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void found_other(struct checking *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    find(c, VERDICT_DIFFERS, format, list);
    va_end(list);
}

static struct match *read_dump(struct span text, struct matches *into)
{
    struct diags d;
    diags_init(&d, NULL);
    (void)import_bytes(text, NULL, importer_find("dump"), into, &d);
    diags_done(&d);
    return into->n == 1 ? into->at[0] : NULL;
}

static bool have_same_events(const struct match *a, const struct match *b)
{
    bool same = a->n_games == b->n_games;
    for (size_t g = 0; same && g < a->n_games; g++)
        same = a->games[g].n_events == b->games[g].n_events;
    return same;
}

static bool read_record(struct checking *c)
{
    struct strbuf bare = {0};
    c->match = read_dump(c->certificate.record, &c->read);
    if (c->match == NULL || c->match->n_sets == 0 || !c->match->sets[c->match->n_sets - 1].own)
        return impossible(c, "a damaged certificate: its record cannot be read");
    c->set = (int)c->match->n_sets - 1;
    dump_bare(c->match, (size_t)c->set, &bare);
    c->again = read_dump((struct span){strbuf_text(&bare), bare.length}, &c->bare);
    strbuf_done(&bare);
    return (c->again != NULL && have_same_events(c->match, c->again)) ||
           impossible(c, "a damaged certificate: its record does not stay the same when it is read again");
}

/* What is given must have been read as the match of the report was. */
static bool is_read_alike(struct checking *c)
{
    const char *settings = c->match->sets[c->set].settings;
    const char *at = settings != NULL ? strstr(settings, read_with_words) : NULL;
    const char *theirs = at != NULL ? at + strlen(read_with_words) : "";
    const char *ours = c->setting->read_with != NULL ? c->setting->read_with : "";
    struct strbuf needed = {0};
    const bool same = reading_same(theirs, ours, &needed) ||
                      impossible(c, "its match was read otherwise: give verify %s", strbuf_text(&needed));
    strbuf_done(&needed);
    return same;
}

/* The play must be that of a match that was given; comments and facts too, where its file can vouch for them. */
static bool compare_given(struct checking *c)
{
    const struct verify_setting *s = c->setting;
    const bool any = s->given.n > 0 || s->given_lost;
    if (any && !is_read_alike(c))
        return false;
    const enum given is = any ? verify_given(&s->given, c->match, &c->other_words) : GIVEN_PLAYED;
    c->out->unproven[UNPROVEN_FACTS] = is != GIVEN_WHOLE;
    return is != GIVEN_ANOTHER || impossible(c, "about another match than the one that was given");
}

/* As the players stood when the match was analysed, and back. */
static void turn(const struct checking *c, struct match *m)
{
    if (c->certificate.own.turned)
        match_swap_players(m);
}

static bool says_rule(const char *words, const char *rule, bool is)
{
    const char *at = strstr(words, rule);
    return at == NULL || (strncmp(at + strlen(rule), " no", 3) != 0 && strncmp(at + strlen(rule), " 0", 2) != 0) == is;
}

/* Rules that the settings give are those of the record. */
static bool read_as_it_says(const struct checking *c)
{
    const char *words = c->how.read_with != NULL ? c->how.read_with : "", *limit = strstr(words, "cube-limit ");
    const char *variation = strstr(words, "variation ");
    const struct rules *r = &c->match->rules;
    struct rules limited = *r;
    if (limit != NULL)
        rules_set_cube_limit(&limited, limit[11] == 'n' ? 0 : strtol(limit + 11, NULL, 10));
    const bool money = c->match->length == 0;
    const char *beavers = money ? strstr(words, "beavers ") : NULL;
    if (beavers != NULL && (strtol(beavers + strlen("beavers "), NULL, 10) == 1) != r->one_beaver)
        return false;
    return (!money || (says_rule(words, "jacoby", r->jacoby) && says_rule(words, "beavers", r->beavers))) &&
           (money || says_rule(words, "crawford", r->crawford)) && limited.cube == r->cube &&
           limited.cube_limit == r->cube_limit &&
           (variation == NULL || strncasecmp(variation + 10, "backgammon", 10) == 0 ||
            strncasecmp(variation + 10, variant_names[r->variant], strcspn(variation + 10, ",;")) == 0);
}

static const char *remedy(const char *theirs, const char *ours)
{
    static const char without[] = ", no bearoff databases";
    const char *a = theirs != NULL ? strstr(theirs, without) : NULL, *b = strstr(ours, without);
    const size_t n = theirs == NULL ? 0 : a != NULL ? (size_t)(a - theirs) : strlen(theirs);
    if ((a != NULL) != (b != NULL) && n == (b != NULL ? (size_t)(b - ours) : strlen(ours)) &&
        strncmp(theirs, ours, n) == 0)
        return a != NULL ? W_(": give verify --no-bearoff") : W_(": give verify its databases, not --no-bearoff");
    return W_(" (--net reads another network)");
}

/* The engine and the settings that made the report. */
static bool find_settings(struct checking *c)
{
    const struct engine *e = c->setting->pool.engine;
    const struct annotation_set *set = &c->match->sets[c->set];
    if (set->version == NULL || strcmp(set->version, engine_version(e)) != 0)
        return impossible(c, "analysed by %s; this is %s%s", set->version, engine_version(e),
                          remedy(set->version, engine_version(e)));
    if (set->met == NULL || strcmp(set->met, met_name(engine_met(e))) != 0)
        return impossible(c, "analysed with the match equity table %s; this is %s (--met reads another)", set->met,
                          met_name(engine_met(e)));
    if (!analysis_repeat(e, set, &c->how) || !read_as_it_says(c))
        return impossible(c, "analysed with settings that this version does not know: %s", set->settings);
    turn(c, c->match);
    const char *problem;
    const struct engine *used = analysis_engine(e, c->match, &c->how, &problem);
    if (used != NULL)
        statistics_fill(c->match, c->set, engine_met(used));
    turn(c, c->match);
    return used != NULL || impossible(c, "%s", problem);
}

/* Names that browsers show as pages, whatever is in them. */
static bool is_named_as_page(const char *file)
{
    static const char *const pages[] = {"html", "htm", "xhtml", "xht", "shtml", "mhtml", "mht", "xml", "svg", NULL};
    const char *dot = strrchr(file, '.');
    for (const char *const *p = pages; dot != NULL && *p != NULL; p++)
        if (span_equal_nocase(span_of(dot + 1), *p))
            return true;
    return false;
}

/* How the report was written. */
static bool find_options(struct checking *c)
{
    const struct export_options *own = &c->certificate.own;
    const struct report_options *o;
    struct diags d;
    const char *why;
    c->options = report_options_again(c->certificate.shown, &o);
    diags_init(&d, NULL);
    const bool ok = o != NULL && report_options_for(o, c->match, c->set, &c->shown, &d);
    diags_done(&d);
    if (!ok)
        return impossible(c, "a damaged certificate: its options make no report");
    if (!c->certificate.page && is_named_as_page(c->out->file))
        return impossible(c, "a JSON document with the name of a page");
    if (c->certificate.live && !live_engine_read(&c->engine, &why))
        return impossible(c, "the page has an engine inside, and there is none to compare it with: %s", why);
    c->language = language_named(o->language != NULL ? o->language : "en");
    c->shown.certified = true;
    c->shown.turned = own->turned;
    c->shown.live = c->certificate.live ? strbuf_text(&c->engine) : NULL;
    c->shown.css = own->css, c->shown.css_link = own->css_link;
    c->shown.index = own->index, c->shown.warnings = own->warnings;
    memcpy(c->shown.player_page, own->player_page, sizeof c->shown.player_page);
    c->out->unproven[UNPROVEN_TITLE] = c->shown.title != NULL;
    c->out->unproven[UNPROVEN_STYLE] = own->css != NULL || own->css_link != NULL;
    c->out->unproven[UNPROVEN_WARNINGS] = own->warnings->n > 0;
    return true;
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

static bool is_offer(const struct event *e)
{
    return e->kind == EVENT_DOUBLE || e->kind == EVENT_BEAVER || e->kind == EVENT_RACCOON;
}

/* An answer is judged by the analysis of the double before it, whatever stands between them. */
static void draw_offers(const struct game *g, struct certified_event *place)
{
    bool answered = false;
    for (size_t i = g->n_events; i-- > 0;) {
        place[i].drawn = place[i].drawn || (answered && is_offer(&g->events[i]));
        answered = is_answer(&g->events[i]) ? place[i].drawn : answered && !is_offer(&g->events[i]);
    }
}

/* Of all events, as figures may have been taken away; at least the first thrown of those that have some. */
static void draw_sample(struct checking *c)
{
    const struct match *m = c->match;
    struct certified_event *place = c->out->place;
    char key[KEY_LENGTH + 1];
    uint64_t *thrown = xcalloc(c->out->n_places + 1, sizeof *thrown), least = UINT64_MAX;
    match_key(m, key);
    for (size_t i = 0; i < c->out->n_places; i++) {
        thrown[i] = throw_of(c->setting->seed, key, i);
        least = place[i].analysed && thrown[i] < least ? thrown[i] : least;
    }
    for (size_t i = 0; i < c->out->n_places; i++)
        place[i].drawn =
            ldexp((double)thrown[i], -64) < c->setting->sample || (place[i].analysed && thrown[i] == least);
    xfree(thrown);
    c->only = (struct event_list){xcalloc(c->out->n_places + 1, sizeof *c->only.at), 0};
    for (size_t g = 0; g < m->n_games; place += m->games[g++].n_events) {
        draw_offers(&m->games[g], place);
        for (size_t i = 0; i < m->games[g].n_events; i++)
            if (place[i].drawn)
                c->only.at[c->only.n++] = (struct event_place){g, i};
    }
}

static bool is_whole(const struct checking *c)
{
    return c->setting->sample >= 1;
}

static void find_places(struct checking *c)
{
    const struct match *m = c->match;
    size_t at = 0;
    list_places(c);
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++, at++) {
            struct certified_event *p = &c->out->place[at];
            p->analysed = event_annotation(&m->games[g].events[i], c->set) != NULL;
            p->drawn = is_whole(c);
            c->out->decisions += p->analysed;
        }
    if (!is_whole(c))
        draw_sample(c);
}

/* ---- comparing ---- */

static bool same_note(const struct annotation *a, const struct annotation *b)
{
    struct strbuf text[2] = {{0}, {0}};
    if (a == NULL || b == NULL)
        return a == b;
    dump_note(a, &text[0]);
    dump_note(b, &text[1]);
    const bool same = strcmp(text[0].at, text[1].at) == 0;
    strbuf_done(&text[0]);
    strbuf_done(&text[1]);
    return same;
}

/* Fills in what was checked and what differs; how many do. */
static size_t compare_notes(struct checking *c)
{
    struct verified *v = c->out;
    size_t at = 0;
    v->checked = v->differing = 0;
    for (size_t g = 0; g < c->match->n_games; g++)
        for (size_t i = 0; i < c->match->games[g].n_events; i++, at++) {
            struct certified_event *p = &v->place[at];
            const struct annotation *a = event_annotation(&c->match->games[g].events[i], c->set),
                                    *b = event_annotation(&c->again->games[g].events[i], c->set);
            p->checked = p->drawn && (a != NULL || b != NULL);
            p->differs = p->checked && !same_note(a, b);
            v->checked += p->checked;
            v->differing += p->differs;
        }
    return v->differing;
}

/* Reports may keep fewer plays than were looked at: of the three choices the one that fits, or fits best. */
static void compare_decisions(struct checking *c)
{
    struct verified *v = c->out, best = {.differing = SIZE_MAX};
    struct certified_event *place = xcalloc(v->n_places + 1, sizeof *place);
    for (int kept = KEPT_ALL; kept >= 0; kept--) {
        match_keep(c->again, (enum kept)kept);
        if (compare_notes(c) >= best.differing)
            continue;
        best = *v;
        memcpy(place, v->place, v->n_places * sizeof *place);
        if (best.differing == 0)
            break;
    }
    v->checked = best.checked;
    v->differing = best.differing;
    memcpy(v->place, place, v->n_places * sizeof *place);
    xfree(place);
}

/* ---- the report ---- */

/* As its data makes it; in whole it is made of the new analysis, with which the data must agree. */
static bool write_again(struct checking *c, struct strbuf *out)
{
    const struct exporter *e = exporter_find(c->certificate.page ? "html" : "json");
    struct diags d;
    struct sink s;
    diags_init(&d, NULL);
    sink_init(&s);
    c->shown.style = exporter_has_style(e, c->shown.style) ? c->shown.style : NULL;
    const bool ok = export_write(e, is_whole(c) ? c->again : c->match, &c->shown, &s, &d);
    strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    sink_done(&s);
    diags_done(&d);
    return ok || impossible(c, "a damaged certificate: it makes no report");
}

/* Is this place of a live page in the engine itself? */
static bool is_in_engine(const struct checking *c, struct span made, size_t at)
{
    const struct strbuf *e = &c->engine;
    const char *there = e->length > 0 ? memmem(made.at, made.length, e->at, e->length) : NULL;
    return there != NULL && at >= (size_t)(there - made.at) && at - (size_t)(there - made.at) < e->length;
}

/* The set says what the engine says of itself: a sample's report is made of what the data says. */
static void compare_set(struct checking *c)
{
    struct strbuf text[2] = {{0}, {0}};
    dump_set(&c->match->sets[c->set], &text[0]);
    dump_set(&c->again->sets[c->set], &text[1]);
    if (strcmp(text[0].at, text[1].at) != 0 && c->out->why == NULL)
        found_other(c, "1:1: the report names another analysis than was made");
    strbuf_done(&text[0]);
    strbuf_done(&text[1]);
}

static void compare_words(struct checking *c)
{
    if (c->other_words.length > 0 && c->out->why == NULL)
        found_other(c, "1:1: the report says another thing than the match that was given: %s", c->other_words.at);
}

static void compare_page(struct checking *c, struct span made)
{
    struct page_difference at;
    if (page_same(c->report, made, c->certificate.page, &at))
        return;
    if (is_in_engine(c, made, at.made))
        found_other(c,
                    "%zu:%zu: the report was changed here: its analysis makes another one; the engine inside is not "
                    "the one that is "
                    "installed here",
                    at.line, at.column);
    else if (at.near[0] != '\0')
        found_other(c, "%zu:%zu: the report was changed here: its analysis makes another one, near %s", at.line,
                    at.column, at.near);
    else
        found_other(c, "%zu:%zu: the report was changed here: its analysis makes another one", at.line, at.column);
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
    const struct analysis_hooks hooks = {.cancel = call_cancel_flag(), .only = is_whole(c) ? NULL : &c->only};
    const struct engine_pool *pool = &c->setting->pool;
    struct strbuf made = {0};
    turn(c, c->again);
    const char *unheard;
    const struct engine *e = analysis_engine(pool->engine, c->again, &c->how, &unheard);
    c->cancelled = analyze_match(c->again, e, pool->worker, pool->jobs, &c->how, &hooks) < 0;
    if (c->cancelled)
        return;
    turn(c, c->again);
    compare_decisions(c);
    c->out->verdict = c->out->differing > 0 ? VERDICT_DIFFERS : VERDICT_EQUAL;
    const struct language *ours = language_enter(c->language); /* of the report */
    if (write_again(c, &made)) {
        compare_page(c, (struct span){strbuf_text(&made), made.length});
        compare_set(c);
        compare_words(c);
        if (c->out->checked == 0 && c->out->verdict == VERDICT_EQUAL)
            impossible(c, "it has no decision that could be made again");
        keep_made(c, &made);
    }
    (void)language_enter(ours);
    strbuf_done(&made);
}

static bool find_all(struct checking *c)
{
    if (!certificate_read(c->report, &c->certificate))
        return impossible(c, "%s", strbuf_text(&c->certificate.why));
    if (!read_record(c))
        return false;
    return compare_given(c) && find_options(c) && find_settings(c);
}

bool verify_report(const struct verify_setting *setting, struct span report, struct verified *out)
{
    struct checking c = {.setting = setting, .out = out, .report = report, .reader = language_current()};
    if (find_all(&c)) {
        find_places(&c);
        check(&c);
    }
    certificate_done(&c.certificate);
    options_free(c.options);
    strbuf_done(&c.engine);
    strbuf_done(&c.other_words);
    xfree(c.only.at);
    matches_done(&c.read);
    matches_done(&c.bare);
    return !c.cancelled;
}
