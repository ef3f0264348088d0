/* A page for each player of a collection, in the folder `players` beside the reports. Which pages are old is seen from
 * the matches alone, without asking for a single decision. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/xmalloc.h"
#include "base/call.h"
#include "base/outputs.h"
#include "batch/pages_private.h"
#include "export/html/page.h"
#include "collection/career.h"
#include "collection/people.h"

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

static bool write_page(const struct pages *p, struct collection *c, const struct person *who, const char *path)
{
    struct career career;
    struct html_page page;
    struct sink s;
    bool ok = career_of(c->store, who->id, who->name, &career) || collection_failed(c, who->name);
    if (ok) {
        sink_init(&s);
        html_page_begin(&page, &p->reports->export, &s);
        career_page(&career, "html", page.receiver);
        html_page_done(&page);
        ok = output_write(&s, path);
        sink_done(&s);
    }
    career_done(&career);
    return ok;
}

/* The page as it would be now, and as it is noted when it is there. */
static struct page_written page_of(const struct pages *p, const struct collection *c, struct person *who,
                                   const char *path)
{
    struct strbuf more = {0};
    strbuf_printf(&more, "player %s", who->state);
    pages_settings(p, strbuf_text(&more), who->settings);
    strbuf_done(&more);
    text_key(span_of(path), who->page);
    return (struct page_written){c->folder_key, who->page, who->settings, 0};
}

static bool renew_page(const struct pages *p, struct collection *c, struct person *who, const char *path)
{
    struct strbuf whole = {0};
    const struct page_written page = page_of(p, c, who, path);
    strbuf_printf(&whole, "%s/%s", p->where->folder, path);
    who->written = access(strbuf_text(&whole), F_OK) != 0 || !store_page_is(c->store, &page);
    const bool ok = !who->written || write_page(p, c, who, strbuf_text(&whole));
    strbuf_done(&whole);
    return ok;
}

/* Who has no match any more, or has become an alias, has no page either. */
static bool keep_page(const struct pages *p, struct collection *c, struct person *who)
{
    struct strbuf path = {0}, whole = {0};
    bool ok = true;
    pages_player_path(who->name, &path);
    strbuf_printf(&whole, "%s/%s", p->where->folder, strbuf_text(&path));
    if (who->state[0] != '\0')
        ok = renew_page(p, c, who, strbuf_text(&path));
    else
        (void)unlink(strbuf_text(&whole)); /* most often it was never there */
    strbuf_done(&path);
    strbuf_done(&whole);
    return ok;
}

/* All at once: a page that was written and is not noted is written again, no more. */
static bool note_pages(struct collection *c, const struct people *list)
{
    bool ok = true, any = false;
    for (size_t i = 0; i < list->n; i++)
        any = any || list->at[i].written;
    if (!any)
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
    strbuf_printf(&folder, "%s/" PLAYERS_FOLDER, p->where->folder);
    bool ok = people_of(c->store, &list) || collection_failed(c, "the players' pages");
    ok = ok && (list.n == 0 || folder_make(strbuf_text(&folder)));
    for (size_t i = 0; ok && i < list.n && !call_cancelled(); i++)
        ok = keep_page(p, c, &list.at[i]);
    ok = (note_pages(c, &list) || collection_failed(c, "the players' pages")) && ok;
    for (size_t i = 0; i < list.n; i++)
        xfree(list.at[i].name);
    xfree(list.at);
    strbuf_done(&folder);
    return ok;
}
