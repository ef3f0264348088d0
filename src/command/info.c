/* `info`: what is in a file: format, players, length, score, games, and what its reader had to say. */
#include "base/attempt.h"
#include "base/call.h"
#include "base/command.h"
#include "base/date.h"
#include "base/jsonw.h"
#include "base/utf8.h"
#include "base/xmalloc.h"
#include "source/input_options.h"

struct info_options {
    struct input_options input;
    bool json;
};

static size_t events_of(const struct match *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_games; i++)
        n += m->games[i].n_events;
    return n;
}

/* ---- text ---- */

static void put_clean(struct strbuf *out, const char *text)
{
    const size_t from = out->length;
    utf8_clean(out, text);
    utf8_disarm(out, from, '?', false); /* a file must not steer the terminal */
}

static void put_field(struct strbuf *out, const char *name, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    strbuf_printf(out, "  %-9s ", name);
    put_clean(out, value);
    strbuf_putc(out, '\n');
}

static void put_players(struct strbuf *out, const struct match *m)
{
    strbuf_printf(out, "  %-9s ", "players");
    for (int i = 0; i < 2; i++) {
        put_clean(out, m->player[i].name[0] != '\0' ? m->player[i].name : "(no name)");
        if (m->player[i].rating != NULL) {
            strbuf_puts(out, " (");
            put_clean(out, m->player[i].rating);
            strbuf_putc(out, ')');
        }
        strbuf_puts(out, i == 0 ? " - " : "\n");
    }
}

static void put_match(struct strbuf *out, const struct match *m)
{
    int score[2];
    match_final_score(m, score);
    put_players(out, m);
    if (m->length > 0)
        strbuf_printf(out, "  length    %d point%s\n", m->length, m->length == 1 ? "" : "s");
    else
        strbuf_puts(out, "  length    money session\n");
    strbuf_printf(out, "  score     %d - %d\n", score[0], score[1]);
    strbuf_printf(out, "  games     %zu, %zu events\n", m->n_games, events_of(m));
    put_field(out, "date", m->info.date);
    put_field(out, "event", m->info.event);
    put_field(out, "round", m->info.round);
    put_field(out, "place", m->info.place);
    put_field(out, "written by", m->generator);
    for (size_t i = 0; i < m->n_sets; i++)
        put_field(out, "analysed", m->sets[i].engine);
}

/* ---- JSON ---- */

static void match_json(struct jsonw *j, const struct match *m)
{
    int score[2];
    match_final_score(m, score);
    jsonw_object(j, NULL);
    jsonw_array_flat(j, "players");
    for (int i = 0; i < 2; i++)
        jsonw_string(j, NULL, m->player[i].name);
    jsonw_end(j);
    jsonw_int(j, "length", m->length);
    jsonw_array_flat(j, "score");
    for (int i = 0; i < 2; i++)
        jsonw_int(j, NULL, score[i]);
    jsonw_end(j);
    jsonw_int(j, "games", (int64_t)m->n_games);
    jsonw_int(j, "events", (int64_t)events_of(m));
    const bool dated = m->info.date != NULL && date_is_iso(m->info.date);
    jsonw_string(j, "date", dated ? m->info.date : NULL);
    jsonw_string(j, "date_text", dated ? NULL : m->info.date);
    jsonw_string(j, "event", m->info.event);
    jsonw_string(j, "round", m->info.round);
    jsonw_string(j, "place", m->info.place);
    jsonw_string(j, "generator", m->generator);
    jsonw_array(j, "analyses");
    for (size_t i = 0; i < m->n_sets; i++) {
        jsonw_object_flat(j, NULL);
        jsonw_string(j, "engine", m->sets[i].engine);
        jsonw_string(j, "version", m->sets[i].version);
        jsonw_string(j, "level", m->sets[i].level);
        jsonw_end(j);
    }
    jsonw_end(j);
    jsonw_end(j);
}

static void diags_json(struct jsonw *j, const struct diags *d)
{
    jsonw_array(j, "diagnostics");
    for (size_t i = 0; i < d->n; i++) {
        jsonw_object_flat(j, NULL);
        jsonw_string(j, "severity", severity_name(d->at[i].severity));
        jsonw_int(j, "line", d->at[i].line);
        jsonw_int(j, "column", d->at[i].column);
        if (d->at[i].offset >= 0)
            jsonw_int(j, "offset", d->at[i].offset);
        jsonw_string(j, "message", d->at[i].message);
        jsonw_end(j);
    }
    jsonw_end(j);
}

/* ---- one file ---- */

/* What is printed about a file, match by match as they are read. */
struct printing {
    struct receiver receiver;
    const char *path;
    char *format; /* of the first match */
    struct strbuf matches; /* as text, until their number is known */
    struct jsonw *json; /* instead of text; or NULL */
};

static void begin_json(struct printing *t)
{
    jsonw_object(t->json, NULL);
    jsonw_path(t->json, "path", t->path);
    jsonw_string(t->json, "format", t->format);
    jsonw_array(t->json, "matches");
}

static void end_json(struct printing *t, const struct diags *d)
{
    if (t->receiver.n == 0)
        begin_json(t);
    jsonw_end(t->json);
    jsonw_int(t->json, "warnings", (int64_t)d->n_warnings);
    jsonw_int(t->json, "errors", (int64_t)d->n_errors);
    diags_json(t->json, d);
    jsonw_end(t->json);
}

static void print_text(const struct printing *t, const struct diags *d)
{
    struct strbuf head = {0};
    put_clean(&head, t->path);
    strbuf_printf(&head, ": %s", t->format);
    if (t->receiver.n > 1)
        strbuf_printf(&head, ", %zu matches", t->receiver.n);
    strbuf_putc(&head, '\n');
    strbuf_add(&head, strbuf_text(&t->matches), t->matches.length);
    if (d->n_warnings != 0)
        strbuf_printf(&head, "  warnings  %zu\n", d->n_warnings);
    call_write(head.at, head.length);
    call_flush(); /* the file's lines before what is said about it */
    strbuf_done(&head);
}

static void print_match(struct receiver *self, struct match *m)
{
    struct printing *t = (struct printing *)self;
    if (t->receiver.n == 1)
        t->format = xstrdup(m->format);
    if (t->receiver.n == 1 && t->json != NULL)
        begin_json(t);
    if (t->json != NULL)
        match_json(t->json, m);
    else
        put_match(&t->matches, m);
    match_free(m);
}

static enum fate inform_of(const struct input *in, const struct import_options *how, struct jsonw *j)
{
    struct loaded l;
    struct printing t = {.receiver = {.take = print_match}, .path = in->path, .json = j};
    bool ok = load_each(&l, in, how, &t.receiver), skipped = !ok && input_may_be_skipped(in, &l);
    if (j != NULL && !skipped)
        end_json(&t, &l.diags);
    else if (ok)
        print_text(&t, &l.diags);
    if (!skipped)
        call_diags(&l.diags);
    const enum fate fate = skipped ? FATE_SKIPPED : ok ? fate_of_used(&l.diags) : FATE_FAILED;
    xfree(t.format);
    strbuf_done(&t.matches);
    loaded_done(&l);
    return fate;
}

struct file_at_work {
    const struct input *in;
    const struct import_options *how;
    struct jsonw *json;
    enum fate fate;
};

static void inform_attempted(void *file)
{
    struct file_at_work *f = file;
    f->fate = inform_of(f->in, f->how, f->json);
}

/* A file that takes more than there is, or than it may, leaves nothing behind in the document. */
static enum fate inform(const struct input *in, const struct input_options *o, struct jsonw *j)
{
    struct file_at_work f = {in, &o->how, j, FATE_FAILED};
    const struct jsonw before = j != NULL ? *j : (struct jsonw){0};
    const size_t length = j != NULL ? j->out->length : 0;
    if (!attempt_within(&o->work, inform_attempted, &f)) {
        say_why_ended(in->path);
        if (j != NULL) {
            *j = before;
            j->out->length = length;
        }
    }
    return f.fate;
}

/* ---- the command ---- */

static int inform_all(const struct info_options *o, const char *const *input, size_t n)
{
    struct inputs list;
    struct strbuf out = {0};
    struct jsonw json, *j = o->json ? &json : NULL;
    struct fates fates = {0};
    inputs_collect(&list, input, n, &o->input);
    jsonw_begin(&json, &out);
    jsonw_array(&json, NULL);
    for (size_t i = 0; i < list.n; i++)
        fates.n[inform(&list.at[i], &o->input, j)]++;
    jsonw_end(&json);
    jsonw_finish(&json);
    if (j != NULL)
        call_write(out.at, out.length);
    fates.n[FATE_FAILED] += list.n_failed;
    strbuf_done(&out);
    const int result = fates_ending(&fates, &list);
    inputs_done(&list);
    return result;
}

static int run(const void *options, const char *const *input, size_t n)
{
    const struct info_options *o = options;
    return inputs_make_sense(&o->input, input, n) ? inform_all(o, input, n) : CALL_MISUSE;
}

static const struct option_row rows[] = {
    OPTION("json", struct info_options, json, .help = "one JSON array with an object for each file"),
    {0},
};

static const struct option_group own_group = {.title = "The answer", .rows = rows};

static const struct option_part parts[] = {
    {&own_group, 0},
    {&files_group, offsetof(struct info_options, input)},
    READING_PARTS(struct info_options, input),
    {0},
};

const struct command info_command = {{"info", sizeof(struct info_options), parts, NULL}, .run = run};
