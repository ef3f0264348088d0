/* See fuzz_targets.h. */
#include "fuzz_targets.h"
#include "fuzz_files.h"
#include "engine_things.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/restate.h"
#include "assistant/protocol.h"
#include "assistant/trim.h"
#include "base/sink.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "engine/bearoff.h"
#include "engine/engine.h"
#include "engine/met.h"
#include "engine/net.h"
#include "export/html/page.h"
#include "import/import.h"
#include "match/rates.h"
#include "match/walk.h"
#include "play/external.h"
#include "play/ubgi.h"
#include "report/index_page.h"

void must(bool good)
{
    if (!good)
        abort();
}

/* ---- tables ---- */

static void try_met(struct span bytes)
{
    struct diags d;
    diags_init(&d, "fuzz");
    struct met *m = met_read(bytes, &d);
    must(m != NULL || d.n_errors != 0);
    for (int a = 1; m != NULL && a <= MET_MAX_AWAY + 2; a++)
        for (int b = 1; b <= MET_MAX_AWAY + 2; b += 3) {
            const struct met_score s = {.away = {a, b}, .crawford_rule = true, .crawford_game = a == 1 || b == 1};
            double price[4];
            const double mwc = met_before(m, &s, 0);
            must(mwc >= 0 && mwc <= 1 && fabs(mwc + met_before(m, &s, 1) - 1) < 1e-9);
            met_prices(m, &s, 0, 2, price);
            must(isfinite(met_equity(m, &s, 0, 1, met_mwc(m, &s, 0, 1, 0.5))));
        }
    met_free(m);
    diags_done(&d);
}

/* FNV-1a over what stands behind the header, as engine/net.c describes the file. */
static void sign(unsigned char *file, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 52; i < size; i++)
        hash = (hash ^ file[i]) * 0x100000001b3u;
    memcpy(file + 44, &hash, sizeof hash);
}

/* The bytes are changes to a good file: place and value, four bytes each; a right checksum then stands over it. Weights
 * that are accepted give finite values. */
static void try_net(struct span bytes)
{
    static struct strbuf good;
    struct strbuf file = {0};
    struct diags d;
    if (good.length == 0)
        must(file_read("data/kibitzer.net", 0, &good));
    strbuf_add(&file, good.at, good.length);
    for (size_t i = 0; i + 8 <= bytes.length; i += 8) {
        uint32_t at;
        memcpy(&at, bytes.at + i, sizeof at);
        memcpy(file.at + at % (file.length - 4), bytes.at + i + 4, 4);
    }
    sign((unsigned char *)file.at, file.length);
    diags_init(&d, "fuzz");
    struct net *net = net_read(file.at, file.length, &d);
    must(net != NULL || d.n_errors != 0);
    if (net != NULL) {
        struct net_evaluator e;
        struct board b[2];
        struct outcome o[2];
        float equity[2];
        board_start(&b[0], VARIANT_BACKGAMMON);
        board_flip(&b[0], &b[1]);
        net_evaluator_init(&e, net);
        e.base.eval(&e.base, NULL, b, 2, o);
        net_rank(&e, b, 2, equity);
        must(o[0].win >= 0 && o[0].win <= 1 && o[1].win >= 0 && isfinite(equity[0]));
    }
    net_free(net);
    diags_done(&d);
    strbuf_done(&file);
}

static void try_bearoff(struct span bytes)
{
    struct diags d;
    diags_init(&d, "fuzz");
    struct bearoff_one *one = bearoff_one_view(bytes, &d);
    struct bearoff_two *two = bearoff_two_view(bytes, &d);
    must((one != NULL) + (two != NULL) < 2);
    must(one != NULL || two != NULL || d.n_errors != 0);
    for (size_t id = 0; one != NULL && id < one->n; id++) {
        struct bearoff_distribution of;
        bearoff_one_get(one, id, &of);
        must(isfinite(bearoff_race_of(&of).mean));
    }
    bearoff_one_free(one);
    bearoff_two_free(two);
    diags_done(&d);
}

/* ---- questions ---- */

const struct engine *shared_engine(void)
{
    static struct engine *engine;
    struct diags d;
    if (engine != NULL)
        return engine;
    diags_init(&d, "fuzz");
    engine = engine_open(&(struct engine_options){.bearoff.cache = kept_tables()}, &d);
    diags_done(&d);
    must(engine != NULL);
    return engine;
}

struct worker *shared_worker(void)
{
    static struct worker *worker;
    return worker != NULL ? worker : (worker = worker_new(shared_engine()));
}

/* Every line is answered or refused with a reason. */
static void try_external(struct span bytes)
{
    const struct rules rules = {.variant = VARIANT_BACKGAMMON, .cube = true, .crawford = true};
    struct level l;
    must(level_parse("0ply", &l));
    while (bytes.length != 0) {
        const char *stop = memchr(bytes.at, '\n', bytes.length);
        const size_t length = stop != NULL ? (size_t)(stop - bytes.at) : bytes.length;
        struct strbuf out = {0};
        const char *problem = NULL;
        must(
            external_answer(shared_engine(), shared_worker(), &l, span_sub(bytes, 0, length), &rules, &out, &problem) ||
            problem != NULL);
        struct ubgi u = {.level = l, .rules = rules}; /* anew for each line, so that none makes the next ones slow */
        must(ubgi_answer(&u, shared_engine(), shared_worker(), span_of("ubgi"), &out));
        (void)ubgi_answer(&u, shared_engine(), shared_worker(), span_sub(bytes, 0, length), &out);
        must(out.length > 0);
        strbuf_done(&out);
        bytes = span_sub(bytes, length + (stop != NULL), bytes.length);
    }
}

/* ---- matches, once read ---- */

static void each_match(struct span bytes, void (*take)(struct match *m))
{
    struct matches all = {.n = 0};
    struct diags d;
    diags_init(&d, "fuzz");
    import_bytes(bytes, NULL, NULL, &all, &d);
    for (size_t i = 0; i < all.n; i++)
        take(all.at[i]);
    matches_done(&all);
    diags_done(&d);
}

/* A file's own analysis, counted as our own would be. */
static void restate(struct match *m)
{
    restate_match(m, met_default(), NULL);
}

static void try_statistics(struct span bytes)
{
    each_match(bytes, restate);
}

enum { EVENTS_MAX = 12 }; /* each takes a tenth of a second under the sanitizers */

static void analyze_short(struct match *m)
{
    struct analysis_options o;
    struct worker *w = shared_worker();
    size_t events = 0;
    if (m->rules.variant > VARIANT_HYPERGAMMON_1)
        return; /* their databases take minutes to make */
    for (size_t i = 0; i < m->n_games; i++)
        events += m->games[i].n_events;
    analysis_defaults(&o);
    must(level_parse("0ply", &o.level));
    o.cube_level = o.luck_level = o.level;
    if (events <= EVENTS_MAX)
        must(analyze_match(m, shared_engine(), &w, 1, &o, NULL) >= 0);
}

struct match *fuzz_analysed(const char *text, struct matches *all)
{
    struct analysis_options o;
    struct worker *w = shared_worker();
    struct diags d;
    diags_init(&d, "fuzz");
    must(import_bytes((struct span){text, strlen(text)}, "text", NULL, all, &d) && all->n == 1);
    diags_done(&d);
    analysis_defaults(&o);
    must(analysis_level_named(&o, "0ply"));
    must(analyze_match(all->at[0], shared_engine(), &w, 1, &o, NULL) == 0);
    return all->at[0];
}

static void try_analysis(struct span bytes)
{
    each_match(bytes, analyze_short);
}

/* A row whose texts are whatever comes, separated by line feeds. */
static void try_index(struct span bytes)
{
    struct strbuf text = {0};
    struct sink s;
    struct html_page page;
    struct export_options o;
    const char *part[8] = {""};
    strbuf_add(&text, bytes.at, bytes.length);
    char *at = text.at;
    for (int i = 0; i < 8 && at != NULL; i++) {
        part[i] = at;
        at = strchr(at, '\n');
        if (at != NULL)
            *at++ = '\0';
    }
    struct index_row row = {.file = part[0],
                            .report = part[1],
                            .name = {part[2], part[3]},
                            .event = part[4],
                            .date = part[5],
                            .level = part[6],
                            .messages = part[7],
                            .read = bytes.length % 2 != 0,
                            .analysed = bytes.length % 4 > 1,
                            .worst = NAN};
    struct index_page *ix = index_page_new();
    index_page_add(ix, &row);
    index_page_add(ix, &row);
    export_defaults(&o);
    sink_init(&s);
    html_page_begin(&page, &o, &s);
    index_page_build(ix, part[4], page.receiver);
    html_page_done(&page);
    must(strstr(strbuf_text(sink_main(&s)), "</html>") != NULL);
    index_page_free(ix);
    sink_done(&s);
    strbuf_done(&text);
}

/* A line is a request, a notification, or an error with its code; a text is UTF-8 that shows all it has. */
static void try_assistant(struct span bytes)
{
    struct request r;
    json_object *error = protocol_read(bytes, &r), *hello = protocol_hello(r.params);
    must(error == NULL || protocol_member(protocol_member(error, "error"), "code") != NULL);
    must(error != NULL || r.line != NULL);
    json_object_put(hello);
    json_object_put(error);
    protocol_done(&r);
    char *text = xmalloc(bytes.length + 1);
    memcpy(text, bytes.at, bytes.length);
    text[bytes.length] = '\0';
    json_object *clean = trim_text(text, TRIM_NAME, false);
    const struct span s = {json_object_get_string(clean), (size_t)json_object_get_string_len(clean)};
    must(utf8_valid(s) && s.length <= TRIM_NAME + 3 && memchr(s.at, '\n', s.length) == NULL);
    json_object_put(clean);
    xfree(text);
}

const struct fuzz_target fuzz_targets[] = {
    {"met", try_met},
    {"net", try_net},
    {"bearoff", try_bearoff},
    {"external", try_external},
    {"assistant", try_assistant},
    {"statistics", try_statistics},
    {"analysis", try_analysis},
    {"index", try_index},
    {"hyper", try_hyper},
    {"rollout", try_rollout},
    {"collection", try_collection},
    {"schema", try_schema},
    {"archive", try_archive},
    {"mail", try_mail},
    {"ids", try_ids},
    {"plays", try_plays},
    {"lines", try_lines},
    {"certificate", try_certificate},
    {NULL, NULL},
};
