/* Decisions as rows of CSV; see columns.h. */
#include "collection/columns.h"

#include <zlib.h>

#include "base/attempt.h"
#include "base/xmalloc.h"
#include "collection/csv.h"
#include "collection/upkeep.h"
#include "match/phase.h"

enum { PIECE = 1 << 16, GZIP = 15 + 16, MEMORY = 8, DECIMALS = 9 };

struct writing {
    struct store *store;
    struct file_out *to;
    struct strbuf text; /* not handed on yet */
    bool zipped;
    z_stream zip;
    Bytef *piece; /* that zip fills */
    int64_t match; /* whose words are in `head` and `tail`; 0 = none yet */
    struct strbuf head, tail; /* cells that all decisions of it begin and end with */
    struct strbuf person[2];
    const volatile sig_atomic_t *stop;
    struct columns_written *out;
};

/* ---- bytes ---- */

static voidpf zip_alloc(voidpf context, uInt n, uInt size)
{
    (void)context;
    return xmalloc_or_null((size_t)n * size);
}

static void zip_free(voidpf context, voidpf p)
{
    (void)context;
    xfree(p);
}

static void zip_begin(struct writing *w)
{
    w->zip = (z_stream){.zalloc = zip_alloc, .zfree = zip_free};
    if (deflateInit2(&w->zip, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        attempt_fail();
    w->piece = xmalloc(PIECE);
}

static void zip_text(struct writing *w, int flush)
{
    w->zip.next_in = (Bytef *)w->text.at;
    w->zip.avail_in = (uInt)w->text.length;
    do {
        w->zip.next_out = w->piece;
        w->zip.avail_out = PIECE;
        (void)deflate(&w->zip, flush);
        file_out_add(w->to, w->piece, PIECE - w->zip.avail_out);
    } while (w->zip.avail_out == 0);
}

static void hand_on(struct writing *w, int flush)
{
    if (w->zipped)
        zip_text(w, flush);
    else
        file_out_add(w->to, strbuf_text(&w->text), w->text.length);
    strbuf_clear(&w->text);
}

/* ---- a row ---- */

/* ORDER COLUMNS: as add_head(), add_decision() and add_tail() write them. */
static const char *const names =
    "match,date,event,length,game,move,n,player,opponent,kind,position,match_id,dice,action,"
    "best,legal,away,opponent_away,phase,plan,cube,cube_side,counted,error,error_mwc,luck,"
    "luck_mwc,close,cube_error,themes,level,engine,own\n";

static void number(struct strbuf *out, int64_t n)
{
    strbuf_printf(out, ",%lld", (long long)n);
}

/* `absent`: an empty cell. */
static void number_or_nothing(struct strbuf *out, int64_t n, int64_t absent)
{
    strbuf_putc(out, ',');
    if (n != absent)
        strbuf_printf(out, "%lld", (long long)n);
}

static const char *text_or_null(const char *text)
{
    return text != NULL && *text != '\0' ? text : NULL;
}

static bool find_words(void *context, const struct stored_match *m)
{
    struct writing *w = context;
    csv_text(&w->head, m->record_key);
    csv_cell(&w->head, text_or_null(m->date));
    csv_cell(&w->head, text_or_null(m->event));
    number(&w->head, m->length);
    for (int i = 0; i < 2; i++)
        csv_cell(&w->person[i], text_or_null(m->person[i]));
    csv_cell(&w->tail, text_or_null(m->engine));
    number(&w->tail, m->own);
    return false;
}

static bool begin_match(struct writing *w, int64_t match)
{
    struct match_filter only = MATCH_FILTER_ALL;
    struct strbuf *const words[] = {&w->head, &w->tail, &w->person[0], &w->person[1]};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        strbuf_clear(words[i]);
    only.id = w->match = match;
    return store_matches_alone(w->store, &only, find_words, w);
}

static void add_what_was_done(struct strbuf *out, const struct decision_row *d)
{
    csv_cell(out, decision_kind_name(d->kind));
    csv_cell(out, d->position);
    csv_cell(out, d->state);
    number_or_nothing(out, d->dice, 0);
    csv_cell(out, text_or_null(d->action));
    csv_cell(out, text_or_null(d->best));
    number_or_nothing(out, d->n_legal, -1);
    number(out, d->away[0]);
    number(out, d->away[1]);
    csv_cell(out, d->phase >= 0 ? phase_name((enum phase)d->phase) : NULL);
    csv_cell(out, d->plan >= 0 ? plan_name((enum plan)d->plan) : NULL);
    number(out, d->cube);
    number(out, d->cube_side);
}

static void add_what_it_cost(struct strbuf *out, const struct decision_row *d)
{
    number(out, (int64_t)d->counted);
    csv_figure(out, d->error, DECIMALS);
    csv_figure(out, d->error_mwc, DECIMALS);
    csv_figure(out, d->luck, DECIMALS);
    csv_figure(out, d->luck_mwc, DECIMALS);
    number_or_nothing(out, d->close, -1);
    number_or_nothing(out, d->cube_error, -1);
    strbuf_putc(out, ',');
    themes_text(d->themes, " ", out); /* names without commas and quotes */
    csv_cell(out, text_or_null(d->level));
}

static bool add_decision(void *context, const struct stored_decision *d)
{
    struct writing *w = context;
    const struct decision_row *r = &d->row;
    if (d->match != w->match && !begin_match(w, d->match))
        return false;
    strbuf_add(&w->text, strbuf_text(&w->head), w->head.length);
    number(&w->text, r->game);
    number(&w->text, r->number);
    number(&w->text, r->n);
    for (int i = 0; i < 2; i++) {
        const struct strbuf *person = &w->person[i == 0 ? r->side : 1 - r->side];
        strbuf_add(&w->text, strbuf_text(person), person->length);
    }
    add_what_was_done(&w->text, r);
    add_what_it_cost(&w->text, r);
    strbuf_add(&w->text, strbuf_text(&w->tail), w->tail.length);
    strbuf_putc(&w->text, '\n');
    w->out->decisions++;
    if (w->text.length >= PIECE)
        hand_on(w, Z_NO_FLUSH);
    return (w->stop == NULL || *w->stop == 0) && w->to->problem == 0;
}

bool columns_write(struct store *s, struct file_out *to, bool zipped, const volatile sig_atomic_t *stop,
                   struct columns_written *out)
{
    const struct decision_filter all = {.match = MATCH_FILTER_ALL};
    struct writing w = {.store = s, .to = to, .zipped = zipped, .stop = stop, .out = out};
    *out = (struct columns_written){0};
    if (zipped)
        zip_begin(&w);
    strbuf_puts(&w.text, names);
    out->matches = (uint64_t)store_count_matches(s);
    const bool ok = store_decisions(s, &all, add_decision, &w) && *store_error(s) == '\0';
    hand_on(&w, Z_FINISH);
    if (zipped)
        (void)deflateEnd(&w.zip);
    xfree(w.piece);
    strbuf_done(&w.text);
    strbuf_done(&w.head);
    strbuf_done(&w.tail);
    strbuf_done(&w.person[0]);
    strbuf_done(&w.person[1]);
    return ok && (stop == NULL || *stop == 0);
}
