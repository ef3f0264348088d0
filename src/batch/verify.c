/* `verify`: the analyses of reports made again from their certificates (export/certificate.h), and compared. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analyze/repeat.h"
#include "base/arena.h"
#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/jsonw.h"
#include "base/sink.h"
#include "base/xmalloc.h"
#include "batch/ask.h"
#include "batch/options.h"
#include "batch/verify_page.h"
#include "collection/keys.h"
#include "engine/pool.h"
#include "export/certificate.h"
#include "export/options.h"
#include "import/import.h"
#include "match/same.h"
#include "match/kept.h"
#include "match/swap.h"
#include "report/decision.h"

struct verify_options {
    double sample; /* of the decisions, 0..1 */
    int seed; /* 0 = drawn by the system */
    const char *made; /* file for the report as it was written again; NULL = none */
    struct answer_options answer;
    int form;
    struct input_options input;
    struct jobs_option jobs;
    struct engine_files files;
};

enum verdict { VERDICT_EQUAL, VERDICT_DIFFERS, VERDICT_IMPOSSIBLE };
static const char *const verdict_names[] = {"equal", "differs", "impossible"};

enum { ANCHOR_ROOM = 32 };

struct certified_event { /* of an event of the match */
    char anchor[ANCHOR_ROOM]; /* of its card in reports; empty = it has none */
    bool analysed, checked, differs;
};

struct verified {
    const char *file;
    enum verdict verdict;
    char *why; /* why it is impossible, or what is wrong with the page; NULL = nothing */
    struct certified_event *place;
    size_t n_places, decisions, checked, differing;
};

struct session {
    const struct verify_options *options;
    struct engine_pool pool;
    uint64_t seed;
    struct matches given; /* of files that are no reports: what the reports must be about */
    bool given_lost; /* one of these files could not be read */
    struct verified *at;
    size_t n, capacity;
};

/* ---- one report ---- */

struct checking {
    struct session *session;
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
    for (size_t i = 0; i < c->session->given.n; i++) {
        struct match *m = c->session->given.at[i];
        if (match_equal(m, c->match, NULL))
            return true;
        match_swap_players(m);
        const bool same = match_equal(m, c->match, NULL);
        match_swap_players(m);
        if (same)
            return true;
    }
    return c->session->given.n == 0 && !c->session->given_lost;
}

static const char *fact(const struct checking *c, enum certified_fact which)
{
    const struct span s = c->certificate.fact[which];
    return arena_strndup(c->match->arena, s.at, s.length);
}

/* The engine and the settings that made the report. */
static bool find_settings(struct checking *c)
{
    const struct engine *e = c->session->pool.engine;
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
    const double sample = c->session->options->sample;
    char key[KEY_LENGTH + 1];
    size_t at = 0;
    c->only = (struct event_list){xcalloc(2 * c->out->n_places + 1, sizeof *c->only.at), 0};
    match_key(m, key);
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++, at++) {
            if (!c->out->place[at].analysed || ldexp((double)throw_of(c->session->seed, key, at), -64) >= sample)
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
    if (c->session->options->sample < 1)
        draw_sample(c);
    return true;
}

/* ---- comparing ---- */

static bool is_whole(const struct checking *c)
{
    return c->session->options->sample >= 1;
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
    static const struct option_part parts[] = {{&report_group, 0}, {0}};
    static const struct option_set all = {"verify", sizeof(struct report_options), parts, NULL};
    struct options *given = options_new(&all);
    struct option_fault f = {0};
    struct span rest = c->certificate.shown;
    bool ok = true;
    while (ok && rest.length > 0) {
        const char *end = memchr(rest.at, '\n', rest.length);
        const size_t length = end != NULL ? (size_t)(end - rest.at) : rest.length;
        char *line = arena_strndup(c->match->arena, rest.at, length), *value = strchr(line, '=');
        if (value != NULL)
            *value++ = '\0';
        ok = value != NULL && options_set(given, line, value, &f);
        rest = span_sub(rest, length + 1, rest.length);
    }
    const struct report_options *o = ok ? options_settle(given, &f) : NULL;
    struct export_options how;
    struct diags d;
    struct sink s;
    diags_init(&d, NULL);
    sink_init(&s);
    ok = o != NULL && report_options_for(o, c->match, set, &how, &d);
    if (ok) {
        how.certified = is_whole(c);
        how.live = page_is_live(c->report) ? "" : NULL; /* the engine inside is not compared */
        ok = export_write(exporter_find(c->certificate.page ? "html" : "json"), c->match, &how, &s, &d);
        strbuf_add(out, strbuf_text(sink_main(&s)), sink_main(&s)->length);
    }
    sink_done(&s);
    diags_done(&d);
    option_fault_done(&f);
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
    const char *path = c->session->options->made;
    if (path == NULL || file_write_atomic(path, strbuf_text(made), made->length))
        return;
    xfree(c->out->why);
    impossible(c, "%s cannot be written: %s", path, strerror(errno));
}

static void check(struct checking *c)
{
    const struct analysis_hooks hooks = {.cancel = call_cancel_flag(), .only = c->only.at != NULL ? &c->only : NULL};
    const struct engine_pool *pool = &c->session->pool;
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

static struct verified *add_verified(struct session *s, const char *file)
{
    s->at = grow(s->at, s->n, &s->capacity, sizeof *s->at);
    s->at[s->n] = (struct verified){.file = file, .verdict = VERDICT_IMPOSSIBLE};
    return &s->at[s->n++];
}

static bool find_all(struct checking *c)
{
    if (!read_record(c))
        return false;
    if (!is_given(c))
        return impossible(c, "about another match than the one that was given");
    return find_settings(c) && find_places(c);
}

/* ---- the inputs ---- */

struct file_at_work {
    struct session *session;
    const struct input *in;
    bool is_report;
    enum fate fate;
};

static bool file_bytes(const struct input *in, struct member_found *room, struct span *bytes)
{
    struct diags d;
    diags_init(&d, input_name(in->path));
    const bool ok = input_bytes(in, 0, room, bytes, &d);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

static void keep_matches(struct session *s, struct matches *found)
{
    for (size_t i = 0; i < found->n; i++) {
        s->given.at = grow(s->given.at, s->given.n, &s->given.capacity, sizeof *s->given.at);
        s->given.at[s->given.n++] = found->at[i];
    }
    found->n = 0;
}

/* A match that reports must be about. */
static void read_match(void *file)
{
    struct file_at_work *f = file;
    struct loaded l;
    const bool ok = load(&l, f->in, &f->session->options->input.how);
    const bool skipped = !ok && input_may_be_skipped(f->in, &l);
    if (ok)
        keep_matches(f->session, &l.matches);
    if (!skipped)
        call_diags(&l.diags);
    f->fate = skipped ? FATE_SKIPPED : ok ? fate_of_used(&l.diags) : FATE_FAILED;
    loaded_done(&l);
}

static void look_at(void *file)
{
    struct file_at_work *f = file;
    struct member_found room = {.written = 0};
    struct span bytes;
    f->fate = FATE_FAILED;
    if (file_bytes(f->in, &room, &bytes)) {
        f->is_report = certificate_stands_in(bytes);
        f->fate = FATE_GOOD;
        if (!f->is_report)
            read_match(file);
    }
    strbuf_done(&room.bytes);
}

static void verify_report(void *file)
{
    struct file_at_work *f = file;
    struct checking c = {.session = f->session, .out = &f->session->at[f->session->n - 1]};
    struct member_found room = {.written = 0};
    f->fate = FATE_FAILED;
    if (file_bytes(f->in, &room, &c.report)) {
        if (!certificate_read(c.report, &c.certificate))
            impossible(&c, "a damaged certificate");
        else if (find_all(&c))
            check(&c);
        f->fate = c.cancelled ? FATE_LEFT : c.out->verdict == VERDICT_EQUAL ? FATE_GOOD : FATE_FAILED;
        certificate_done(&c.certificate);
    }
    xfree(c.only.at);
    matches_done(&c.read);
    strbuf_done(&room.bytes);
}

/* A file that takes more than there is, or than it may, ends alone. */
static bool within_limits(struct file_at_work *f, void (*work)(void *))
{
    if (attempt_within(&f->session->options->input.work, work, f))
        return true;
    say_error("%s: %s", f->in->path, attempt_why_text());
    f->fate = FATE_FAILED;
    return false;
}

/* What reports must be about is not known in part. */
static void look_within_limits(struct file_at_work *f)
{
    struct session *s = f->session;
    if (!within_limits(f, look_at))
        s->given = (struct matches){.n = 0}; /* it may have gone with the attempt */
    s->given_lost = s->given_lost || (!f->is_report && f->fate == FATE_FAILED);
}

/* What an attempt that ends has noted is gone with it. */
static void verify_within_limits(struct file_at_work *f)
{
    struct verified *v = add_verified(f->session, input_name(f->in->path));
    if (!within_limits(f, verify_report))
        *v = (struct verified){.file = v->file, .verdict = VERDICT_IMPOSSIBLE};
}

/* ---- the answer ---- */

static double chance_to_find(double sample, int changed)
{
    return 1 - pow(1 - sample, changed);
}

static void put_text(const struct session *s, const struct verified *v, struct strbuf *out)
{
    strbuf_printf(out, "%s: ", v->file);
    if (v->verdict == VERDICT_IMPOSSIBLE) {
        strbuf_printf(out, "cannot be verified: %s\n",
                      v->why != NULL ? v->why : "it could not be read within its limits");
        return;
    }
    strbuf_printf(out, "%zu of %zu decisions made again, ", v->checked, v->decisions);
    if (v->differing > 0) {
        strbuf_printf(out, "%zu differ:", v->differing);
        for (size_t i = 0; i < v->n_places; i++)
            if (v->place[i].differs)
                strbuf_printf(out, " %s", v->place[i].anchor[0] != '\0' ? v->place[i].anchor : "?");
    } else {
        strbuf_puts(out, "all equal");
    }
    if (v->why != NULL)
        strbuf_printf(out, "\n%s:%s", v->file, v->why);
    else if (v->differing == 0 && s->options->sample >= 1)
        strbuf_puts(out, "; the report shows them as they are");
    strbuf_putc(out, '\n');
}

static void put_sample_text(const struct session *s, struct strbuf *out)
{
    if (s->options->sample >= 1)
        return;
    strbuf_printf(out,
                  "A sample of %g %%, seed %" PRIu64
                  ": of one changed decision it finds %.1f %%, of ten at least one with %.1f %%; "
                  "totals were not looked at.\n",
                  100 * s->options->sample, s->seed, 100 * chance_to_find(s->options->sample, 1),
                  100 * chance_to_find(s->options->sample, 10));
}

static void put_json(const struct session *s, struct strbuf *out)
{
    struct jsonw j;
    jsonw_begin(&j, out);
    jsonw_object(&j, NULL);
    jsonw_string(&j, "schema", "kibitzer/verify/1");
    jsonw_number(&j, "sample", s->options->sample, 9);
    if (s->options->sample < 1)
        jsonw_int(&j, "seed", (long)s->seed);
    else
        jsonw_null(&j, "seed");
    jsonw_number(&j, "finds_one", chance_to_find(s->options->sample, 1), 9);
    jsonw_array(&j, "reports");
    for (size_t i = 0; i < s->n; i++) {
        const struct verified *v = &s->at[i];
        jsonw_object(&j, NULL);
        jsonw_string(&j, "file", v->file);
        jsonw_string(&j, "verdict", verdict_names[v->verdict]);
        jsonw_int(&j, "decisions", (long)v->decisions);
        jsonw_int(&j, "checked", (long)v->checked);
        jsonw_array_flat(&j, "differ");
        for (size_t k = 0; k < v->n_places; k++)
            if (v->place[k].differs)
                jsonw_string(&j, NULL, v->place[k].anchor);
        jsonw_end(&j);
        jsonw_string(&j, "why", v->why);
        jsonw_end(&j);
    }
    jsonw_end(&j);
    jsonw_end(&j);
    jsonw_finish(&j);
}

enum { FORM_TEXT, FORM_JSON };
static const struct form forms[] = {{"text", "txt"}, {"json", "json"}, {0}}; /* ORDER FORM */

static int answer(const struct session *s)
{
    struct strbuf text = {0};
    if (s->options->form == FORM_JSON) {
        put_json(s, &text);
    } else {
        for (size_t i = 0; i < s->n; i++)
            put_text(s, &s->at[i], &text);
        put_sample_text(s, &text);
    }
    const int ending = answer_write(&s->options->answer, &text);
    strbuf_done(&text);
    return ending;
}

/* ---- the command ---- */

/* Matches first: reports are compared with them. */
static int verify_all(struct session *s, const struct inputs *list)
{
    struct file_at_work *f = xcalloc(list->n + 1, sizeof *f);
    struct fates fates = {0};
    for (size_t i = 0; i < list->n; i++) {
        f[i] = (struct file_at_work){.session = s, .in = &list->at[i]};
        look_within_limits(&f[i]);
    }
    for (size_t i = 0; i < list->n && !call_cancelled(); i++) {
        if (f[i].is_report)
            verify_within_limits(&f[i]);
        call_progress((double)(i + 1) / (double)list->n, f[i].in->shown);
        fates.n[f[i].fate]++;
    }
    call_progress_end();
    xfree(f);
    fates.n[FATE_FAILED] += list->n_failed;
    if (call_cancelled())
        return CALL_CANCELLED;
    if (s->n == 0) {
        say_error("no report with a certificate: expected a page or a JSON document of `kibitzer analyze`");
        return CALL_NOTHING;
    }
    const int written = answer(s);
    return written == CALL_CLEAN ? fates.n[FATE_FAILED] > 0 ? CALL_SOME_FAILED : CALL_CLEAN : written;
}

static void session_done(struct session *s)
{
    for (size_t i = 0; i < s->n; i++) {
        xfree(s->at[i].why);
        xfree(s->at[i].place);
    }
    xfree(s->at);
    matches_done(&s->given);
    engine_pool_close(&s->pool);
}

/* A sample that is known beforehand can be got round. */
static uint64_t seed_of(const struct verify_options *o)
{
    uint32_t drawn = (uint32_t)o->seed;
    while (drawn == 0)
        if (getentropy(&drawn, sizeof drawn) != 0 || (drawn &= 0x7fffffff) == 0)
            drawn = 0;
    return drawn;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct verify_options *o = options;
    struct session s = {.options = o, .seed = seed_of(o)};
    struct inputs list;
    if (!inputs_make_sense(&o->input, input, n))
        return CALL_MISUSE;
    if (!engine_pool_open(&s.pool, &o->files, o->jobs.jobs))
        return CALL_NOTHING;
    inputs_collect(&list, input, n, &o->input);
    const int result = verify_all(&s, &list);
    inputs_done(&list);
    session_done(&s);
    return result;
}

/* ---- options ---- */

static bool parse_sample(const struct option_value *v)
{
    char *end;
    const double percent = strtod(v->text, &end);
    if (strcmp(v->text, "all") == 0)
        *(double *)v->field = 1;
    else if (end == v->text || (strcmp(end, "%") != 0 && *end != '\0') || !(percent > 0) || percent > 100)
        return option_wrong(v, "expected all or a share, for example 5%%");
    else
        *(double *)v->field = percent / 100;
    return true;
}

static const struct option_row rows[] = {
    OPTION("sample", struct verify_options, sample, .argument = "SHARE", .initial = "all", .parse = parse_sample,
           .flags = OPTION_CHANGES_RESULT,
           .help = "make so many of the decisions again, drawn at random, for example 5%"),
    OPTION("seed", struct verify_options, seed, .letter = 's', .argument = "N", .least = 1, .most = 2147483647,
           .needs = "sample", .flags = OPTION_CHANGES_RESULT, .help = "of the sample, to draw it again [drawn anew]"),
    OPTION("made", struct verify_options, made, .argument = "FILE", .flags = OPTION_WRITES_FILE,
           .help = "keep the report as it was written again (of several, the last one's)"),
    OPTION("format", struct verify_options, answer.format, .letter = 't', .argument = "FORMAT", .alias = "to",
           .help = "text or json [as FILE ends; else text]"),
    {0},
};

static const struct option_group own_group = {.title = "What is verified", .rows = rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&answer_group, offsetof(struct verify_options, answer)},
    {&files_group, offsetof(struct verify_options, input)},
    READING_PARTS(struct verify_options, input),
    {&jobs_group, offsetof(struct verify_options, jobs)},
    {&engine_group, offsetof(struct verify_options, files)},
    {0},
};

static bool settle(const struct options *all, void *options, struct option_fault *f)
{
    struct verify_options *o = options;
    (void)all;
    return answer_form_settle(&o->answer, forms, FORM_TEXT, &o->form, f);
}

const struct command verify_command = {{"verify", sizeof(struct verify_options), parts, settle}, run};
