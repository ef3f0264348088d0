/* Reports of matches into a folder; see pages.h. The index over them is pages_index.c's. */
#include "pages/pages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/analyze.h"
#include "analyze/described.h"
#include "analyze/restate.h"
#include "base/attempt.h"
#include "base/version.h"
#include "base/xmalloc.h"
#include "pages/error_positions.h"
#include "source/format_names.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "pages/pages_private.h"
#include "match/swap.h"
#include "collection/people.h"
#include "collection/said.h"

/* ---- options ---- */

static bool add_report(const struct option_value *v, struct span name, const struct exporter **report, int *n)
{
    struct strbuf why = {0};
    const char *word = arena_strndup(v->arena, name.at, name.length);
    const struct exporter *e = format_writer(word, &why);
    if (e == NULL)
        option_refuse(v->fault, v->option, word, "%s", strbuf_text(&why));
    strbuf_done(&why);
    for (int i = 0; e != NULL && i < *n; i++)
        if (report[i] == e)
            return true;
    if (e != NULL && *n < REPORTS_MAX)
        report[(*n)++] = e;
    report[*n] = NULL;
    return e != NULL;
}

static bool parse_reports(const struct option_value *v)
{
    const struct exporter **report = v->field;
    int n = 0;
    report[0] = NULL;
    if (strcmp(v->text, "none") == 0)
        return true;
    for (const char *at = v->text; *at != '\0';) {
        const size_t length = strcspn(at, ",");
        if (length != 0 && !add_report(v, span_trim((struct span){at, length}), report, &n))
            return false;
        at += length + (at[length] != '\0');
    }
    return n != 0 || option_wrong(v, "name at least one format");
}

static const char *list_reports(size_t i)
{
    return i == 0 ? "none" : format_to_listed(i - 1);
}

static const struct option_row rows[] = {
    {.name = "out",
     .letter = 'o',
     .argument = "FOLDER",
     .initial = REPORTS_FOLDER,
     OPTION_FIELD(struct pages_options, folder),
     .flags = OPTION_WRITES_FILE,
     .help = "where the reports and index.html go"},
    {.name = "report",
     .letter = 'r',
     .argument = "FORMATS",
     .initial = "html,json",
     OPTION_FIELD(struct pages_options, report),
     .parse = parse_reports,
     .listed = list_reports,
     .help = "the report formats for each match: any of `kibitzer formats`, separated by commas;\n"
             "none = only the collection, no index either"},
    {0},
};

const struct option_group pages_group = {.title = "Where reports go", .rows = rows};

bool pages_know_style(const struct pages_options *p, const struct report_options *r, struct option_fault *f)
{
    return p->report[0] == NULL || report_style_known(r, p->report, f);
}

void pages_given(const struct options *o, const char *const *names, struct strbuf *out)
{
    for (; *names != NULL; names++)
        if (options_given(o, *names))
            strbuf_printf(out, "%s=%s\n", *names, options_text(o, *names));
}

void pages_given_of(const struct options *o, const struct option_group *group, struct strbuf *out)
{
    for (const struct option_row *r = group->rows; r->name != NULL; r++)
        pages_given(o, (const char *const[]){r->name, NULL}, out);
}

bool pages_have_players(const struct pages *p)
{
    for (int i = 0; p->where->report[i] != NULL; i++)
        if (strcmp(p->where->report[i]->name, "html") == 0)
            return true;
    return false;
}

/* ---- one match ---- */

static bool turn(const struct pages *p, struct match *m)
{
    named_look(p->named, m);
    return match_turn_said(p->said, m);
}

void pages_way_up(const char *page, struct strbuf *out)
{
    for (const char *s = page; (s = strchr(s, '/')) != NULL; s++)
        strbuf_puts(out, "../");
}

/* Of a page in the folder. */
static const char *way_to_index(const struct pages *p, const char *path, struct strbuf *out)
{
    pages_way_up(path + strlen(p->where->folder) + 1, out);
    strbuf_puts(out, "index.html");
    return out->at;
}

/* What a page has besides its match; all may be NULL. */
struct company {
    const char *player[2]; /* pages about the players */
    const struct match *const *more; /* positions beside the first, and how many */
    size_t n_more;
    bool turned;
    const struct diags *notes; /* of the file */
};

static bool write_page(const struct pages *p, const struct match *m, const struct exporter *e, const char *path,
                       int set, const struct company *c, struct diags *d)
{
    struct export_options o;
    struct sink s;
    struct strbuf index = {0};
    const char *slash = strrchr(path, '/');
    if (!report_options_for(p->reports, m, set, &o, d))
        return false;
    o.file = slash != NULL ? slash + 1 : path;
    o.certified = p->certify;
    o.turned = c->turned;
    o.player_page[0] = c->player[0];
    o.player_page[1] = c->player[1];
    o.more = c->more, o.n_more = c->n_more;
    o.warnings = c->notes;
    o.statistics = o.statistics && !match_is_position(m);
    o.style = exporter_has_style(e, o.style) ? o.style : NULL; /* one of the reports knows it */
    if (holds_one_position(e))
        return error_positions_write(e, m, &o, path, d);
    if (slash != NULL && p->collection != NULL && strcmp(e->name, "html") == 0)
        o.index = way_to_index(p, path, &index);
    sink_init(&s);
    bool ok = export_write(e, m, &o, &s, d) && output_write(&s, path);
    sink_done(&s);
    strbuf_done(&index);
    return ok;
}

bool page_print(const struct pages *p, const struct match *m, const struct exporter *e, int set,
                const struct diags *notes, struct diags *d)
{
    return write_page(p, m, e, "-", set, &(struct company){.notes = notes}, d);
}

struct naming {
    struct collection *collection;
    const char *name;
    char *path; /* of the page about who is called so; nothing on an error of the database */
};

enum { PATH_ROOM = 128 };

static bool name_person(void *context)
{
    const struct naming *n = context;
    struct strbuf person = {0}, path = {0};
    const bool ok = store_person_name(n->collection->store, n->name, &person);
    if (ok)
        pages_player_path(strbuf_text(&person), &path);
    snprintf(n->path, PATH_ROOM, "%s", strbuf_text(&path));
    strbuf_done(&person);
    strbuf_done(&path);
    return ok;
}

/* The page about a player, as it is called now; nothing where there is none. */
static void player_page(const struct pages *p, const struct match *m, int who, char out[PATH_ROOM])
{
    const char *name = m->player[who].name;
    if (p->collection == NULL || !pages_have_players(p) || name == NULL || *name == '\0')
        return;
    struct naming n = {p->collection, name, out};
    (void)collection_keep(p->collection, name, name_person, &n);
}

/* Whole, or for formats of single positions, which make a file for each, without the extension. */
static void page_path(const struct pages *p, int report, const char *stem, struct strbuf *out)
{
    strbuf_printf(out, "%s/%s", p->where->folder, stem);
    if (!holds_one_position(p->where->report[report]))
        strbuf_printf(out, ".%s", p->where->report[report]->extension);
}

bool pages_write(const struct pages *p, struct match *m, const char *stem, int set, struct diags *d)
{
    bool ok = true;
    const bool below = turn(p, m);
    char page[2][PATH_ROOM] = {"", ""};
    struct company c = {.turned = below};
    for (int who = 0; who < 2; who++) {
        player_page(p, m, who, page[who]);
        c.player[who] = page[who][0] != '\0' ? page[who] : NULL;
    }
    for (int i = 0; ok && p->where->report[i] != NULL; i++) {
        struct strbuf path = {0};
        page_path(p, i, stem, &path);
        ok = write_page(p, m, p->where->report[i], path.at, set, &c, d);
        strbuf_done(&path);
    }
    if (below)
        match_swap_players(m);
    return ok;
}

bool pages_write_part(const struct pages *p, struct match *m, const char *stem, int set, struct diags *d)
{
    struct strbuf name = {0};
    strbuf_printf(&name, "%s.g%d", stem, p->part.game);
    if (p->part.first != 0)
        strbuf_printf(&name, "m%d", p->part.first);
    if (p->part.last != p->part.first)
        strbuf_printf(&name, "-%d", p->part.last);
    const bool ok = pages_write(p, m, strbuf_text(&name), set, d);
    strbuf_done(&name);
    return ok;
}

/* A page each: the second is stem.m2. */
static bool write_apart(const struct pages *p, int report, struct match *const *m, size_t n, const char *stem,
                        struct diags *d)
{
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        char name[STEM_ROOM];
        struct strbuf path = {0};
        pages_stem(stem, (int)i + 1, name);
        page_path(p, report, name, &path);
        ok = write_page(p, m[i], p->where->report[report], path.at, -1, &(struct company){.more = NULL}, d);
        strbuf_done(&path);
    }
    return ok;
}

static bool write_together(const struct pages *p, int report, struct match *const *m, size_t n, const char *stem,
                           struct diags *d)
{
    const struct company c = {.more = (const struct match *const *)m + 1, .n_more = n - 1};
    struct strbuf path = {0};
    for (size_t i = 0; i < n; i++)
        m[i]->games[0].number = (int)i + 1;
    page_path(p, report, stem, &path);
    const bool ok = write_page(p, m[0], p->where->report[report], path.at, -1, &c, d);
    strbuf_done(&path);
    for (size_t i = 0; i < n; i++)
        m[i]->games[0].number = 1;
    return ok;
}

bool pages_write_positions(const struct pages *p, struct match *const *m, size_t n, const char *stem, struct diags *d)
{
    bool ok = true, *below = xcalloc(n, sizeof *below);
    for (size_t i = 0; i < n; i++)
        below[i] = turn(p, m[i]);
    for (int i = 0; ok && p->where->report[i] != NULL; i++)
        ok = p->where->report[i]->positions ? write_together(p, i, m, n, stem, d) : write_apart(p, i, m, n, stem, d);
    for (size_t i = 0; i < n; i++)
        if (below[i])
            match_swap_players(m[i]);
    xfree(below);
    return ok;
}

void pages_remove(const struct pages *p, const char *stem)
{
    for (int i = 0; p->where->report[i] != NULL; i++) {
        struct strbuf path = {0};
        page_path(p, i, stem, &path);
        (void)file_remove(path.at); /* most often it was never there */
        strbuf_done(&path);
    }
}

/* ---- what has been written ---- */

void pages_settings(const struct pages *p, const char *more, char out[KEY_LENGTH + 1])
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%s %s\n", KIBITZER_VERSION, more);
    strbuf_puts(&text, p->given);
    if (p->reports->export.css != NULL)
        strbuf_puts(&text, p->reports->export.css); /* a style sheet is in the page: what it says counts */
    if (p->reports->export.live != NULL)
        strbuf_puts(&text, p->reports->export.live);
    text_key((struct span){text.at, text.length}, out);
    strbuf_done(&text);
}

struct page_keys {
    char name[KEY_LENGTH + 1], settings[KEY_LENGTH + 1];
};

static void keys_of(const struct pages *p, struct store *s, int report, const struct stored_pages *of, size_t n,
                    struct page_keys *out)
{
    struct strbuf name = {0}, more = {0};
    strbuf_printf(&name, "%s.%s", of->stem, p->where->report[report]->extension);
    strbuf_puts(&more, p->where->report[report]->name);
    for (size_t i = 0; i < n; i++) {
        strbuf_printf(&more, " %s%s%s\n", of[i].fingerprint, of[i].kept != KEPT_ALL ? " " : "",
                      of[i].kept != KEPT_ALL ? kept_names[of[i].kept] : "");
        if (n > 1)
            strbuf_printf(&more, "%" PRId64, of[i].match);
        if (p->collection != NULL && pages_have_players(p))
            (void)store_persons_of(s, of[i].match, &more); /* the pages lead to theirs */
        (void)store_said_key(s, of[i].match, &more);
    }
    text_key((struct span){name.at, name.length}, out->name);
    pages_settings(p, more.at, out->settings);
    strbuf_done(&name);
    strbuf_done(&more);
}

bool pages_note(const struct pages *p, struct collection *c, const struct stored_pages *of, size_t n)
{
    for (int i = 0; !store_is_only_read(c->store) && p->where->report[i] != NULL; i++) {
        struct page_keys k;
        keys_of(p, c->store, i, of, n, &k);
        if (!store_page_put(c->store, &(struct page_written){c->folder_key, k.name, k.settings, of->match}))
            return false;
    }
    return true;
}

static bool is_there(const struct pages *p, int report, const char *stem)
{
    struct strbuf path = {0};
    page_path(p, report, stem, &path);
    const bool there = os_access(path.at, F_OK);
    strbuf_done(&path);
    return there;
}

static bool are_there(const struct pages *p, struct collection *c, const struct stored_pages *of, size_t n)
{
    bool there = true;
    for (int i = 0; there && p->where->report[i] != NULL; i++) {
        struct page_keys k;
        char stem[STEM_ROOM];
        keys_of(p, c->store, i, of, n, &k);
        there = store_page_is(c->store, &(struct page_written){c->folder_key, k.name, k.settings, 0});
        const size_t files = holds_one_position(p->where->report[i]) ? 0 : p->where->report[i]->positions ? 1 : n;
        for (size_t f = 0; there && f < files; f++) {
            pages_stem(of->stem, (int)f + 1, stem);
            there = is_there(p, i, stem);
        }
    }
    return there;
}

/* ---- from the collection ---- */

static bool same_thresholds(const float a[3], const float b[3])
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void mark_anew(const struct pages *p, struct match *m, int set)
{
    struct annotation_set *s = &m->sets[set];
    if (p->thresholds == NULL || same_thresholds(s->threshold, p->thresholds))
        return;
    memcpy(s->threshold, p->thresholds, sizeof s->threshold);
    restate_set(m, set, p->met, p->thresholds);
}

struct saying {
    struct collection *collection;
    struct match *match;
};

struct renewal {
    const struct pages *pages;
    struct collection *collection;
    const struct stored_pages *of;
    size_t n; /* on the page */
    struct strbuf *record; /* of each match; empty = the pages are there */
    bool ok;
};

static void read_if_needed(void *renewal)
{
    struct renewal *r = renewal;
    struct store *s = r->collection->store;
    const bool there = r->pages->part.game == 0 && are_there(r->pages, r->collection, r->of, r->n);
    for (size_t i = 0; !there && r->ok && i < r->n; i++) {
        r->ok = store_record(s, r->of[i].analysis, &r->record[i]);
        if (!r->ok)
            say_error("%s: the record of \"%s\" cannot be read: %s", store_name(s), r->of->stem, store_error(s));
    }
}

static void say_again(void *saying)
{
    struct saying *s = saying;
    (void)said_apply_to(s->collection->store, s->match);
}

static void note(void *renewal)
{
    struct renewal *r = renewal;
    r->ok = pages_note(r->pages, r->collection, r->of, r->n) || collection_trouble(r->collection, "the pages");
}

/* Of one match. */
static bool write_part_again(const struct renewal *r, struct match *m, int set, struct diags *d)
{
    const struct pages *p = r->pages;
    if (m == NULL)
        diag_at(d, SEVERITY_ERROR, 0, 0, "--select: a page of positions has neither games nor moves");
    if (m == NULL || !match_has_part(m, &p->part, d))
        return false;
    analysis_leave_part(m, set, &p->part, p->met);
    return pages_write_part(p, m, r->of->stem, set, d);
}

/* Those that are not positions after all, where there are several, are left out. */
static bool write_all_again(const struct renewal *r, struct match **m, size_t *n, struct diags *d)
{
    const struct pages *p = r->pages;
    int set = -1;
    for (size_t i = 0; i < r->n; i++) {
        m[*n] = record_of_text(&r->record[i], p->met, r->of[i].stem);
        if (m[*n] == NULL)
            return false;
        collection_with(r->collection, say_again, &(struct saying){r->collection, m[*n]});
        set = set_of_fingerprint(m[*n], r->of[i].fingerprint);
        mark_anew(p, m[*n], set);
        if (r->n == 1 || match_is_position(m[*n]))
            (*n)++;
        else
            match_free(m[*n]);
    }
    if (p->part.game != 0)
        return write_part_again(r, r->n == 1 ? m[0] : NULL, set, d);
    return r->n == 1 ? pages_write(p, m[0], r->of->stem, set, d)
                     : *n == 0 || pages_write_positions(p, m, *n, r->of->stem, d);
}

static bool write_again(const struct renewal *r)
{
    struct match **m = xcalloc(r->n, sizeof *m);
    struct diags d;
    size_t n = 0;
    diags_init(&d, r->of->stem);
    const bool ok = write_all_again(r, m, &n, &d);
    for (size_t i = 0; i < n; i++)
        match_free(m[i]);
    xfree(m);
    call_diags(&d);
    diags_done(&d);
    return ok;
}

static void renew(void *renewal)
{
    struct renewal *r = renewal;
    r->record = xcalloc(r->n, sizeof *r->record);
    collection_with(r->collection, read_if_needed, r);
    if (r->ok && r->record[0].length != 0 && (r->ok = write_again(r)) && r->pages->part.game == 0)
        collection_with(r->collection, note, r);
    for (size_t i = 0; i < r->n; i++)
        strbuf_done(&r->record[i]);
    xfree(r->record);
}

bool pages_renew(const struct pages *p, struct collection *c, const struct stored_pages *s, size_t n)
{
    struct renewal r = {.pages = p, .collection = c, .of = s, .n = n, .ok = true};
    if (attempt_until_cancelled(renew, &r))
        return r.ok;
    say_why_ended(s->stem);
    return false;
}

/* ---- how they were written ---- */

struct said_how {
    const char *how;
    bool same;
};

static bool is_said_so(void *context, const char *what, const char *text)
{
    struct said_how *h = context;
    h->same = h->same || (strcmp(what, SAID_PAGES) == 0 && strcmp(text, h->how) == 0);
    return true;
}

bool pages_remember(const struct pages *p, struct collection *c)
{
    struct strbuf how = {0};
    if (store_is_only_read(c->store))
        return true;
    strbuf_puts(&how, "out=");
    if (!os_path_real(p->where->folder, &how))
        strbuf_puts(&how, p->where->folder);
    strbuf_puts(&how, "\nreport=");
    for (int i = 0; p->where->report[i] != NULL; i++)
        strbuf_printf(&how, "%s%s", i == 0 ? "" : ",", p->where->report[i]->name);
    strbuf_printf(&how, "\n%s", p->given);
    struct said_how there = {.how = strbuf_text(&how)};
    bool ok = store_said(c->store, c->folder_key, is_said_so, &there);
    if (ok && !there.same)
        ok = store_say(c->store, c->folder_key, SAID_PAGES, strbuf_text(&how));
    strbuf_done(&how);
    return ok;
}
