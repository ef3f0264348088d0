/* A page for each player of a collection, in the folder `players` beside the reports. Which pages are old is seen from
 * the matches alone, without asking for a single decision. */
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "base/arena.h"
#include "base/by_text.h"
#include "base/call.h"
#include "base/os.h"
#include "base/outputs.h"
#include "pages/costly.h"
#include "pages/pages_private.h"
#include "pages/study_quiz.h"
#include "export/html/page.h"
#include "report/career_page.h"
#include "collection/people.h"
#include "report/study_section.h"
#include "report/errors_page.h"

struct person {
    int64_t id;
    char *name;
    char state[KEY_LENGTH + 1]; /* a key of the analysed matches, as the page shows them; "" = there are none */
    char page[KEY_LENGTH + 1], settings[KEY_LENGTH + 1]; /* keys for its note */
    bool written;
};

struct people {
    struct person *at;
    size_t n, capacity;
};

void pages_player_path(const char *person, struct strbuf *out)
{
    char name[PAGE_NAME_ROOM];
    career_page_name(person, name);
    strbuf_printf(out, PLAYERS_FOLDER "/%s.html", name);
}

/* ---- who, and what of ---- */

static int by_id(const void *a, const void *b)
{
    const struct person *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

static bool add_person(void *context, const struct stored_player *p)
{
    struct people *list = context;
    list->at = grow(list->at, list->n, &list->capacity, sizeof *list->at);
    list->at[list->n++] = (struct person){.id = p->id, .name = xstrdup(p->name)};
    return true;
}

/* Everything that a page says about a match follows from these. */
static void match_words(const struct stored_match *m, struct strbuf *out)
{
    const char *const words[] = {m->record_key, m->fingerprint, m->stem,  m->person[0],
                                 m->person[1],  m->date,        m->guess, m->event};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        strbuf_printf(out, "%s\n", words[i] != NULL ? words[i] : "");
}

static bool add_match(void *context, const struct stored_match *m)
{
    struct people *list = context;
    struct strbuf words = {0};
    if (m->analysis == 0 || list->n == 0)
        return true;
    match_words(m, &words);
    const size_t length = words.length;
    for (int side = 0; side < 2; side++) {
        const struct person key = {.id = m->player[side]};
        struct person *p = bsearch(&key, list->at, list->n, sizeof *list->at, by_id);
        if (p == NULL || (side == 1 && m->player[0] == m->player[1]))
            continue;
        strbuf_puts(&words, p->state);
        text_key((struct span){words.at, words.length}, p->state);
        words.length = length;
    }
    strbuf_done(&words);
    return true;
}

static bool people_of(struct store *s, struct people *list)
{
    const struct match_filter all = MATCH_FILTER_ALL;
    if (!store_players(s, add_person, list))
        return false;
    if (list->n > 0)
        qsort(list->at, list->n, sizeof *list->at, by_id);
    return store_matches(s, &all, add_match, list);
}

/* ---- pages ---- */

struct writing {
    const struct pages *pages;
    struct collection *collection;
    struct field field; /* what players are compared with */
    char key[KEY_LENGTH + 1]; /* of it */
    struct costly_records *records;
};

#define QUIZ_FOLDER "quiz"

enum { QUIZ = 30 };

/* From the page's folder, or the folder's own name before it. */
static void quiz_path(const char *before, const char *person, struct strbuf *out)
{
    char name[PAGE_NAME_ROOM];
    career_page_name(person, name);
    strbuf_printf(out, "%s" QUIZ_FOLDER "/%s.html", before, name);
}

/* ---- what is ours ---- */

#define MARK_BEGINS "<!-- kibitzer "
#define MARK_ENDS " -->\n"
enum { MARK = sizeof MARK_BEGINS - 1 + KEY_LENGTH + sizeof MARK_ENDS - 1, PAGE_MOST = 64 << 20 };

/* A page ends with the key of all before it, so that it is seen later whether anybody has changed it. */
static void put_seal(struct strbuf *page)
{
    char key[KEY_LENGTH + 1];
    text_key((struct span){strbuf_text(page), page->length}, key);
    strbuf_printf(page, MARK_BEGINS "%s" MARK_ENDS, key);
}

static bool is_as_written(const char *path)
{
    struct strbuf page = {0}, again = {0};
    const bool read = file_read(path, PAGE_MOST, &page) && page.length > MARK;
    if (read) {
        strbuf_add(&again, page.at, page.length - MARK);
        put_seal(&again);
    }
    const bool is = read && again.length == page.length && memcmp(again.at, page.at, page.length) == 0;
    strbuf_done(&page);
    strbuf_done(&again);
    return is;
}

struct sweeping {
    const struct by_text *names; /* of pages that there are */
    const char *folder;
};

static void sweep_page(void *context, const char *name)
{
    const struct sweeping *s = context;
    const size_t length = strlen(name), ending = strlen(".html");
    struct strbuf path = {0};
    strbuf_printf(&path, "%s/%s", s->folder, name);
    if (length > ending && strcmp(name + length - ending, ".html") == 0 && by_text_find(s->names, name) == NULL &&
        is_as_written(strbuf_text(&path)))
        (void)file_remove(strbuf_text(&path));
    strbuf_done(&path);
}

/* Pages and quizzes of players whom the collection does not know any more, as long as nobody has changed them. */
static void sweep(const struct pages *p, const struct people *list)
{
    static const char *const folders[] = {PLAYERS_FOLDER, PLAYERS_FOLDER "/" QUIZ_FOLDER};
    struct arena *texts = arena_new();
    struct by_text names = {0};
    for (size_t i = 0; i < list->n; i++) {
        char name[PAGE_NAME_ROOM], file[PAGE_NAME_ROOM + 8];
        career_page_name(list->at[i].name, name);
        snprintf(file, sizeof file, "%s.html", name);
        if (by_text_find(&names, file) == NULL)
            by_text_add(&names, arena_strdup(texts, file), &list->at[i]);
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct strbuf folder = {0};
        strbuf_printf(&folder, "%s/%s", p->where->folder, folders[i]);
        (void)os_each_name(strbuf_text(&folder), sweep_page, &(struct sweeping){&names, strbuf_text(&folder)});
        strbuf_done(&folder);
    }
    by_text_free(&names);
    arena_free(texts);
}

/* ---- one page ---- */

static bool write_text(const struct strbuf *text, const char *path)
{
    struct sink s;
    sink_init(&s);
    strbuf_add(sink_main(&s), strbuf_text(text), text->length);
    put_seal(sink_main(&s));
    const bool ok = output_write(&s, path);
    sink_done(&s);
    return ok;
}

/* Who has no leak has no quiz. */
static bool write_quiz(const struct writing *w, const struct person *who, const struct study *st)
{
    struct strbuf path = {0}, before = {0}, text = {0};
    struct diags d;
    const struct study_quiz q = {.look = &w->pages->reports->export.look,
                                 .person = who->id,
                                 .name = who->name,
                                 .study = st,
                                 .worst = QUIZ,
                                 .form = DOCUMENT_HTML,
                                 .pages = "../.."};
    strbuf_printf(&before, "%s/" PLAYERS_FOLDER "/" QUIZ_FOLDER, w->pages->where->folder);
    bool ok = st->n_leaks == 0 || folder_make(strbuf_text(&before));
    strbuf_clear(&before);
    strbuf_printf(&before, "%s/" PLAYERS_FOLDER "/", w->pages->where->folder);
    quiz_path(strbuf_text(&before), who->name, &path);
    diags_init(&d, strbuf_text(&path));
    if (st->n_leaks == 0)
        (void)file_remove(strbuf_text(&path));
    else
        ok = ok && (study_quiz(w->records, &q, &text, &d) || collection_failed(w->collection, who->name)) &&
             write_text(&text, strbuf_text(&path));
    diags_done(&d);
    strbuf_done(&path);
    strbuf_done(&before);
    strbuf_done(&text);
    return ok;
}

static void build_page(const struct writing *w, const struct career *career, const struct study_examples *e,
                       struct sink *s)
{
    struct html_page page;
    struct strbuf quiz = {0};
    const struct errors_page_options options = {
        .pages = "..", .shown = &w->pages->reports->export, .record = costly_record, .context = w->records};
    struct study_sheet sheet = {.options = &options, .examples = &e->at};
    quiz_path("", career->name, &quiz);
    sheet.quiz = career->study.n_leaks > 0 ? strbuf_text(&quiz) : NULL;
    html_page_begin(&page, &w->pages->reports->export, s);
    career_page(career, "html", &sheet, page.receiver);
    html_page_done(&page);
    put_seal(sink_main(s));
    strbuf_done(&quiz);
}

static bool write_page(const struct writing *w, const struct person *who, const char *path)
{
    struct career career;
    struct study_examples examples = {.n = 0};
    struct sink s;
    struct store *store = w->collection->store;
    bool ok = career_of(store, &MATCH_FILTER_OF(who->id), who->name, &w->field, &career) &&
              study_examples(w->records, who->id, &career.study, &examples);
    ok = ok || collection_failed(w->collection, who->name);
    if (ok) {
        costly_explain_errors(w->records, &career, career.worst, career.n_worst);
        sink_init(&s);
        build_page(w, &career, &examples, &s);
        ok = write_quiz(w, who, &career.study) && output_write(&s, path);
        sink_done(&s);
    }
    study_examples_done(&examples);
    career_done(&career);
    return ok;
}

/* The page as it would be now, and as it is noted when it is there. */
static struct page_written page_of(const struct writing *w, struct person *who, const char *path)
{
    struct strbuf more = {0};
    strbuf_printf(&more, "player %s %s", who->state, w->key);
    pages_settings(w->pages, strbuf_text(&more), who->settings);
    strbuf_done(&more);
    text_key(span_of(path), who->page);
    return (struct page_written){w->collection->folder_key, who->page, who->settings, 0};
}

static bool renew_page(const struct writing *w, struct person *who, const char *path)
{
    struct strbuf whole = {0};
    const struct page_written page = page_of(w, who, path);
    strbuf_printf(&whole, "%s/%s", w->pages->where->folder, path);
    who->written = !os_access(strbuf_text(&whole), F_OK) || !store_page_is(w->collection->store, &page);
    const bool ok = !who->written || write_page(w, who, strbuf_text(&whole));
    strbuf_done(&whole);
    return ok;
}

/* Who has no match any more, or has become an alias, has no page either. */
static bool keep_page(const struct writing *w, struct person *who)
{
    struct strbuf path = {0}, whole = {0};
    bool ok = true;
    pages_player_path(who->name, &path);
    strbuf_printf(&whole, "%s/%s", w->pages->where->folder, strbuf_text(&path));
    if (who->state[0] != '\0')
        ok = renew_page(w, who, strbuf_text(&path));
    else if (file_remove(strbuf_text(&whole))) /* most often it was never there */
        ok = write_quiz(w, who, &(struct study){.n_leaks = 0});
    strbuf_done(&path);
    strbuf_done(&whole);
    return ok;
}

static bool find_field(struct writing *w)
{
    struct strbuf text = {0};
    if (!field_of(w->collection->store, &w->field))
        return collection_failed(w->collection, "the players' pages");
    for (int i = 0; i < class_count(); i++) {
        const struct field_class *f = &w->field.at[i];
        strbuf_printf(&text, "%.2f %.2f %.2f %.0f %d\n", f->at_5, f->at_15, f->spread, f->noise, f->players > 0);
    }
    strbuf_puts(&text, w->field.players > 0 ? "own" : "table");
    text_key(span_of(strbuf_text(&text)), w->key);
    strbuf_done(&text);
    return true;
}

/* All at once: a page that was written and is not noted is written again, no more. */
static bool note_pages(struct collection *c, const struct people *list)
{
    bool ok = true, any = false;
    for (size_t i = 0; i < list->n; i++)
        any = any || list->at[i].written;
    if (!any || store_is_only_read(c->store))
        return true;
    ok = store_begin(c->store);
    for (size_t i = 0; ok && i < list->n; i++) {
        const struct person *who = &list->at[i];
        ok = !who->written ||
             store_page_put(c->store, &(struct page_written){c->folder_key, who->page, who->settings, 0});
    }
    return store_end(c->store, ok);
}

bool pages_players(const struct pages *p, struct collection *c)
{
    struct people list = {.n = 0};
    struct strbuf folder = {0};
    struct costly_records records = {.store = c->store};
    struct writing w = {.pages = p, .collection = c, .records = &records};
    strbuf_printf(&folder, "%s/" PLAYERS_FOLDER, p->where->folder);
    bool ok = people_of(c->store, &list) || collection_failed(c, "the players' pages");
    ok = ok && (list.n == 0 || folder_make(strbuf_text(&folder)));
    ok = ok && (list.n == 0 || find_field(&w));
    for (size_t i = 0; ok && i < list.n && !call_cancelled(); i++)
        ok = keep_page(&w, &list.at[i]);
    if (ok && !call_cancelled())
        sweep(p, &list);
    costly_records_done(&records);
    ok = (note_pages(c, &list) || collection_failed(c, "the players' pages")) && ok;
    for (size_t i = 0; i < list.n; i++)
        xfree(list.at[i].name);
    xfree(list.at);
    strbuf_done(&folder);
    return ok;
}
