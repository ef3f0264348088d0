/* The index over all that a collection holds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "pages/costly.h"
#include "pages/pages_private.h"
#include "collection/career.h"
#include "collection/people.h"
#include "export/html/page.h"
#include "report/index_page.h"

struct listing {
    const struct pages *pages;
    struct index_page *page;
    const char *extension; /* of the report that the index leads to; NULL = none is written */
    bool reaches; /* a page shows all decisions, so that a link to one leads somewhere */
    struct sums_walk *walk; /* sums come in the order of the matches */
    const struct stored_sums *next; /* the first that has not been used; NULL = there is none */
    struct page_list places; /* of positions, by match */
    size_t common; /* letters that all paths begin with */
    char *first; /* a path, to compare the others with */
};

/* ---- paths: reports shall not show where on whose machine the files lay ---- */

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

static bool shorten(void *context, const char *path)
{
    struct listing *l = context;
    if (l->first == NULL) {
        l->first = xstrdup(path);
        l->common = folder_length(path);
    }
    while (l->common != 0 && strncmp(path, l->first, l->common) != 0)
        do
            l->common--;
        while (l->common != 0 && l->first[l->common - 1] != '/');
    return true;
}

/* ---- rows ---- */

/* Of both players; false if there are none of this match. */
static bool take_sums(struct listing *l, int64_t match, struct stored_sums out[2])
{
    memset(out, 0, 2 * sizeof *out);
    if (l->next == NULL || l->next->match != match)
        return false;
    for (; l->next != NULL && l->next->match == match; l->next = sums_walk_next(l->walk))
        out[l->next->side] = *l->next;
    return true;
}

static void side_of(const struct stored_sums *s, struct side_statistics *out)
{
    *out = (struct side_statistics){.total_moves = s->moves,
                                    .unforced_moves = s->unforced,
                                    .analysed_moves = s->plays,
                                    .move_error = {s->play_error, s->play_error_mwc},
                                    .luck_total = {s->luck, s->luck_mwc},
                                    .luck_rolls = s->lucks,
                                    .cube_decisions = s->cubes,
                                    .close_or_actual = s->close,
                                    .cube_error = {{s->cube_error, s->cube_error_mwc}},
                                    .pr_decisions = s->counted_plays + s->counted_cubes,
                                    .pr_error = {s->counted_play_error + s->counted_cube_error, s->counted_error_mwc}};
}

static void add_statistics(struct index_row *row, const struct stored_sums sums[2])
{
    struct statistics *st = &row->statistics;
    const int unforced = sums[0].unforced + sums[1].unforced, moves = sums[0].moves + sums[1].moves;
    for (int who = 0; who < 2; who++) {
        side_of(&sums[who], &st->side[who]);
        row->rating[who] = sums[who].rating;
        memcpy(row->skills[who], sums[who].marked, sizeof row->skills[who]);
    }
    st->games = row->n_games;
    st->moves_analysed = sums[0].plays + sums[1].plays > 0 || (unforced == 0 && moves > 0);
    st->cube_analysed = sums[0].judged + sums[1].judged > 0 || sums[0].cubes + sums[1].cubes == 0;
    st->luck_analysed = sums[0].lucks + sums[1].lucks > 0;
    row->analysed = st->moves_analysed;
}

/* As figures of players have it (groups.c). */
static void add_luck(struct index_row *row, const struct stored_sums sums[2])
{
    const bool finished = row->length > 0 && row->winner != NOBODY;
    bool known = finished;
    for (int who = 0; who < 2; who++)
        known = known && (sums[who].lucks > 0 || sums[who].moves == 0);
    for (int who = 0; who < 2; who++)
        row->net_luck[who] = known ? sums[who].luck_played - sums[!who].luck_played : (double)NAN;
}

static void add_worst(struct index_row *row, const struct stored_sums sums[2], bool reaches, struct strbuf *anchor)
{
    for (int who = 0; who < 2; who++)
        if (sums[who].worst > sums[who].threshold && !(row->worst >= sums[who].worst)) {
            row->worst = sums[who].worst;
            strbuf_clear(anchor);
            strbuf_printf(anchor, "g%dm%d", sums[who].worst_game, sums[who].worst_number);
        }
    row->worst_anchor = reaches && !isnan(row->worst) ? strbuf_text(anchor) : "";
}

static const char *player_page(const struct listing *l, const struct stored_match *m, int who, struct strbuf *out)
{
    if (l->extension == NULL || m->analysis == 0 || m->player[who] == 0)
        return NULL;
    pages_player_path(m->person[who], out);
    return strbuf_text(out);
}

/* ---- positions: which one on its page ---- */

static bool add_place(void *context, const struct match_held *h)
{
    struct listing *l = context;
    if (h->bare)
        page_list_add(&l->places, h);
    return true;
}

static int by_match(const void *a, const void *b)
{
    const struct stored_pages *x = a, *y = b;
    return x->match != y->match ? (x->match > y->match) - (x->match < y->match) : strcmp(x->stem, y->stem);
}

static int by_match_and_number(const void *a, const void *b)
{
    const int matches = by_match(a, b);
    return matches != 0 ? matches : ((const struct stored_pages *)a)->number - ((const struct stored_pages *)b)->number;
}

/* Numbers the positions of each page from 1; 0 = alone there. */
static bool find_places(struct listing *l, struct collection *c)
{
    struct page_list *p = &l->places;
    const bool ok = store_matches_held(c->store, NULL, NULL, add_place, l);
    page_list_group(p);
    for (size_t page = 0; page < p->n_pages; page++) {
        const size_t from = p->first[page], n = p->first[page + 1] - from;
        for (size_t i = 0; i < n; i++)
            p->at[from + i].number = n > 1 ? (int)i + 1 : 0;
    }
    if (p->n != 0)
        qsort(p->at, p->n, sizeof *p->at, by_match_and_number);
    return ok;
}

static int by_match_alone(const void *a, const void *b)
{
    const struct stored_pages *x = a, *y = b;
    return (x->match > y->match) - (x->match < y->match);
}

static bool is_position(const struct listing *l, const struct stored_match *m)
{
    const struct stored_pages key = {.match = m->id};
    const struct page_list *p = &l->places;
    return p->n != 0 && bsearch(&key, p->at, p->n, sizeof *p->at, by_match_alone) != NULL;
}

static const char *place_on_page(const struct listing *l, const struct stored_match *m, struct strbuf *out)
{
    struct stored_pages key = {.match = m->id};
    snprintf(key.stem, sizeof key.stem, "%s", m->stem);
    const struct page_list *p = &l->places;
    const struct stored_pages *s = p->n != 0 ? bsearch(&key, p->at, p->n, sizeof *p->at, by_match) : NULL;
    if (s == NULL || s->number == 0)
        return NULL;
    while (s > p->at && by_match(s - 1, &key) == 0)
        s--; /* the first of several places */
    strbuf_printf(out, "g%d", s->number);
    return out->at;
}

/* ---- a row ---- */

static const char *shown_path(const struct listing *l, const char *path, const char *stem)
{
    if (path == NULL)
        return stem != NULL ? stem : "";
    return strlen(path) > l->common ? path + l->common : path;
}

static bool add_row(void *context, const struct stored_match *m)
{
    struct listing *l = context;
    struct strbuf report = {0}, place = {0}, anchor = {0}, page[2] = {{0}, {0}};
    struct stored_sums sums[2];
    struct index_row row = {.file = shown_path(l, m->path, m->stem),
                            .name = {m->name[0], m->name[1]},
                            .person = {m->person[0], m->person[1]},
                            .page = {player_page(l, m, 0, &page[0]), player_page(l, m, 1, &page[1])},
                            .event = m->event,
                            .date = m->date != NULL ? m->date : m->date_text,
                            .day = m->date != NULL ? m->date : m->guess,
                            .guessed = m->date == NULL && m->guess != NULL,
                            .winner = m->winner,
                            .position = is_position(l, m),
                            .level = m->level,
                            .messages = m->messages,
                            .read = true,
                            .length = m->length,
                            .n_games = m->n_games,
                            .score = {m->score[0], m->score[1]},
                            .worst = NAN,
                            .worst_anchor = "",
                            .n_warnings = m->n_warnings};
    if (l->extension != NULL) {
        strbuf_printf(&report, "%s.%s", m->stem, l->extension);
        row.report = strbuf_text(&report);
        row.anchor = place_on_page(l, m, &place);
    }
    if (take_sums(l, m->id, sums)) {
        add_statistics(&row, sums);
        add_luck(&row, sums);
        add_worst(&row, sums, l->reaches, &anchor);
    }
    index_page_add(l->page, &row);
    strbuf_done(&report);
    strbuf_done(&place);
    strbuf_done(&anchor);
    strbuf_done(&page[0]);
    strbuf_done(&page[1]);
    return true;
}

/* A copy that was cut short. */
static bool add_cut(void *context, const struct stored_match *m)
{
    struct listing *l = context;
    struct strbuf report = {0}, whole = {0};
    struct index_row row = {.file = shown_path(l, m->path, m->stem), .whole = shown_path(l, m->whole, m->whole_stem)};
    if (l->extension != NULL) {
        strbuf_printf(&report, "%s.%s", m->stem, l->extension);
        strbuf_printf(&whole, "%s.%s", m->whole_stem, l->extension);
        row.report = strbuf_text(&report);
        row.whole_report = strbuf_text(&whole);
    }
    index_page_add(l->page, &row);
    strbuf_done(&report);
    strbuf_done(&whole);
    return true;
}

/* ---- the page ---- */

static bool reaches_all(const struct report_options *r)
{
    const struct export_options *o = &r->export;
    bool all = r->only_player == NULL && o->analysis && o->show_actual_cube && o->show_missed_cube &&
               o->show_close_cube && !(o->errors_above > 0);
    for (int i = 0; i < 4; i++)
        all = all && o->show_move[i] && o->show_cube[i];
    return all;
}

static bool fill(struct listing *l, struct collection *c)
{
    struct match_filter all = MATCH_FILTER_ALL;
    all.positions = true;
    if (pages_have_players(l->pages))
        l->extension = "html";
    l->reaches = reaches_all(l->pages->reports);
    if (!store_paths(c->store, shorten, l) || !find_places(l, c))
        return false;
    l->walk = sums_walk_new(c->store, &all, false);
    l->next = sums_walk_next(l->walk);
    const bool ok = store_matches(c->store, &all, add_row, l);
    all.cut_short = true;
    return sums_walk_end(l->walk) && ok && store_matches(c->store, &all, add_cut, l);
}

/* Writes what has changed. */
static bool write_changed(const struct sink *s, const char *path)
{
    const struct strbuf *text = &s->parts[0].text;
    struct strbuf there = {0};
    const bool same = os_access(path, F_OK) && file_read(path, 0, &there) && there.length == text->length &&
                      memcmp(strbuf_text(&there), strbuf_text(text), text->length) == 0;
    strbuf_done(&there);
    return same || output_write(s, path);
}

static void index_path(const struct pages *p, int page, struct strbuf *out)
{
    strbuf_clear(out);
    strbuf_printf(out, page > 1 ? "%s/index-%d.html" : "%s/index.html", p->where->folder, page);
}

static void rows_path(const struct pages *p, enum index_list list, int page, struct strbuf *out)
{
    strbuf_clear(out);
    strbuf_printf(out, "%s/index-%s-%d.js", p->where->folder, index_list_name(list), page);
}

/* For the search over all pages. */
static bool write_rows(const struct listing *l, enum index_list list, int number)
{
    struct html_page page;
    struct strbuf path = {0};
    struct sink s;
    sink_init(&s);
    html_page_begin(&page, &l->pages->reports->export, &s);
    html_rows(&page, index_list_name(list), number);
    index_list_build(l->page, list, page.receiver);
    html_page_done(&page);
    rows_path(l->pages, list, number, &path);
    const bool ok = write_changed(&s, path.at);
    strbuf_done(&path);
    sink_done(&s);
    return ok;
}

static bool write_page(const struct listing *l, int number)
{
    struct html_page page;
    struct strbuf path = {0};
    struct sink s;
    sink_init(&s);
    html_page_begin(&page, &l->pages->reports->export, &s);
    index_page_build(l->page, NULL, page.receiver);
    html_page_done(&page);
    index_path(l->pages, number, &path);
    const char *problem = index_page_problem(l->page);
    bool ok = problem == NULL;
    if (!ok)
        say_error("%s: its rows cannot be kept in a temporary file: %s", path.at, problem);
    for (int i = 0; ok && i < INDEX_LISTS; i++) {
        const int pages = index_list_pages(l->page, (enum index_list)i);
        if (pages > 1 && number <= pages)
            ok = write_rows(l, (enum index_list)i, number);
    }
    ok = ok && write_changed(&s, path.at);
    strbuf_done(&path);
    sink_done(&s);
    return ok;
}

/* ---- pages of an index that was longer ---- */

static void path_of(const struct pages *p, int family, int page, struct strbuf *out)
{
    if (family < INDEX_LISTS)
        rows_path(p, (enum index_list)family, page, out);
    else
        index_path(p, page, out);
}

/* The last first, so that one that is interrupted leaves no gap that the next would stop at. */
static void remove_beyond(const struct pages *p, int family, int last)
{
    struct strbuf path = {0};
    int there = last;
    for (path_of(p, family, there + 1, &path); os_access(path.at, F_OK); path_of(p, family, there + 1, &path))
        there++;
    for (; there > last; there--) {
        path_of(p, family, there, &path);
        (void)file_remove(path.at);
    }
    strbuf_done(&path);
}

static void remove_others(const struct listing *l)
{
    for (int i = 0; i < INDEX_LISTS; i++) {
        const int pages = index_list_pages(l->page, (enum index_list)i);
        remove_beyond(l->pages, i, pages > 1 ? pages : 0);
    }
    remove_beyond(l->pages, INDEX_LISTS, index_page_count(l->page));
}

static void settings_of(const struct pages *p, struct collection *c, char out[KEY_LENGTH + 1])
{
    struct strbuf state = {0};
    strbuf_puts(&state, "index ");
    (void)store_state(c->store, &state);
    for (int i = 0; p->where->report[i] != NULL; i++)
        strbuf_printf(&state, " %s", p->where->report[i]->name);
    pages_settings(p, strbuf_text(&state), out);
    strbuf_done(&state);
}

/* *found: somebody plays under one of the user's names. False on an error of the database. */
static bool find_user(struct store *s, const char *names, struct career *out, bool *found)
{
    struct strbuf person = {0};
    int64_t id;
    bool ok = store_first_of(s, names, &id, &person);
    *found = ok && id != 0;
    ok = ok && (id == 0 || career_of(s, &MATCH_FILTER_OF(id), strbuf_text(&person), &field_table, out));
    strbuf_done(&person);
    return ok;
}

/* *pages: how many it has. */
static bool make_index(struct listing *l, struct collection *c, const struct refusal *refused, size_t n, int *pages)
{
    l->page = index_page_new();
    struct career you;
    struct costly_records records = {.store = c->store};
    bool found = false, ok = true;
    const char *me = l->pages->said != NULL && pages_have_players(l->pages) ? l->pages->said->me : NULL;
    if (me != NULL)
        ok = find_user(c->store, me, &you, &found) || collection_failed(c, "the index");
    if (found && ok)
        costly_explain_errors(&records, &you, you.newest, you.n_newest);
    costly_records_done(&records);
    if (found)
        index_page_about(l->page, &you, "html");
    ok = ok && (fill(l, c) || collection_failed(c, "the index"));
    for (size_t i = 0; i < n; i++) {
        char *messages = diags_text(refused[i].why, SEVERITY_WARNING);
        index_page_add(l->page, &(struct index_row){.file = refused[i].file, .messages = messages, .worst = NAN});
        xfree(messages);
    }
    *pages = index_page_count(l->page);
    for (int i = 1; ok && i <= *pages; i++)
        ok = write_page(l, i);
    if (ok)
        remove_others(l);
    if (found)
        career_done(&you);
    index_page_free(l->page);
    xfree(l->first);
    page_list_done(&l->places);
    return ok;
}

struct indexing {
    const struct pages *pages;
    struct collection *collection;
    const struct refusal *refused;
    size_t n;
    bool ok;
};

/* The key under which the page is remembered. */
static void name_of(int page, char out[KEY_LENGTH + 1])
{
    char name[32];
    snprintf(name, sizeof name, page > 1 ? "index-%d.html" : "index.html", page);
    text_key(span_of(name), out);
}

static bool is_remembered(struct collection *c, int page, const char *settings)
{
    char name[KEY_LENGTH + 1];
    name_of(page, name);
    return store_page_is(c->store, &(struct page_written){c->folder_key, name, settings, 0});
}

/* All its pages are there as they would be now. */
static bool is_current(const struct pages *p, struct collection *c, const char *settings)
{
    struct strbuf path = {0};
    bool there = is_remembered(c, 1, settings);
    for (int i = 1; there && (i == 1 || is_remembered(c, i, settings)); i++) {
        index_path(p, i, &path);
        there = os_access(path.at, F_OK);
    }
    strbuf_done(&path);
    return there;
}

static bool remember(struct collection *c, int pages, const char *settings)
{
    char name[KEY_LENGTH + 1];
    for (int i = store_is_only_read(c->store) ? 0 : pages; i > 0;
         i--) { /* the first, which says that all are there, last */
        name_of(i, name);
        if (!store_page_put(c->store, &(struct page_written){c->folder_key, name, settings, 0}))
            return collection_failed(c, "the index");
    }
    return true;
}

static void index_if_needed(void *indexing)
{
    struct indexing *x = indexing;
    struct collection *c = x->collection;
    struct listing l = {.pages = x->pages};
    char settings[KEY_LENGTH + 1];
    int pages = 0;
    settings_of(x->pages, c, settings);
    const bool players = !pages_have_players(x->pages) || pages_players(x->pages, c);
    x->ok = players && x->n == 0 && is_current(x->pages, c, settings);
    if (!x->ok && players)
        x->ok = make_index(&l, c, x->refused, x->n, &pages) && (x->n > 0 || remember(c, pages, settings));
    x->ok = x->ok && pages_link(x->pages, c) &&
            (pages_remember(x->pages, c) || collection_failed(c, "how pages are written"));
}

bool pages_index(const struct pages *p, struct collection *c, const struct refusal *refused, size_t n)
{
    struct indexing x = {.pages = p, .collection = c, .refused = refused, .n = n};
    if (p->where->report[0] == NULL)
        return true;
    collection_with(c, index_if_needed, &x);
    return x.ok;
}
