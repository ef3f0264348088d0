/* `kibitzer info`: what is in a file: format, players, length, score, games, and what its reader had to say. */
#include <stdio.h>
#include <string.h>

#include "base/jsonw.h"
#include "base/utf8.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/terminal.h"

static size_t events_of(const struct match *m)
{
    size_t n = 0;
    for (size_t i = 0; i < m->n_games; i++)
        n += m->games[i].n_events;
    return n;
}

/* ---- text ---- */

static void print_clean(const char *text)
{
    struct strbuf b = {0};
    utf8_clean(&b, text);
    for (char *at = b.at; at != NULL && *at != '\0'; at++)
        putchar((unsigned char)*at < 0x20 || *at == 0x7f ? '?' : *at); /* a file must not steer the terminal */
    strbuf_done(&b);
}

static void print_field(const char *name, const char *value)
{
    if (value == NULL || value[0] == '\0')
        return;
    printf("  %-9s ", name);
    print_clean(value);
    putchar('\n');
}

static void print_players(const struct match *m)
{
    printf("  %-9s ", "players");
    for (int i = 0; i < 2; i++) {
        print_clean(m->player[i].name[0] != '\0' ? m->player[i].name : "(no name)");
        if (m->player[i].rating != NULL) {
            fputs(" (", stdout);
            print_clean(m->player[i].rating);
            putchar(')');
        }
        fputs(i == 0 ? " - " : "\n", stdout);
    }
}

static void print_match(const struct match *m)
{
    int score[2];
    match_final_score(m, score);
    print_players(m);
    if (m->length > 0)
        printf("  length    %d point%s\n", m->length, m->length == 1 ? "" : "s");
    else
        puts("  length    money session");
    printf("  score     %d - %d\n", score[0], score[1]);
    printf("  games     %zu, %zu events\n", m->n_games, events_of(m));
    print_field("date", m->info.date);
    print_field("event", m->info.event);
    print_field("round", m->info.round);
    print_field("place", m->info.place);
    print_field("written by", m->generator);
    for (size_t i = 0; i < m->n_sets; i++)
        print_field("analysed", m->sets[i].engine);
}

static void print_text(const char *path, const struct loaded *l)
{
    print_clean(path);
    printf(": %s", l->matches.at[0]->format);
    if (l->matches.n > 1)
        printf(", %zu matches", l->matches.n);
    putchar('\n');
    for (size_t i = 0; i < l->matches.n; i++)
        print_match(l->matches.at[i]);
    if (l->diags.n_warnings != 0)
        printf("  warnings  %zu\n", l->diags.n_warnings);
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
    jsonw_int(j, "games", (long)m->n_games);
    jsonw_int(j, "events", (long)events_of(m));
    jsonw_string(j, "date", m->info.date);
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

static void file_json(struct jsonw *j, const char *path, const struct loaded *l)
{
    jsonw_object(j, NULL);
    jsonw_string(j, "path", path);
    jsonw_string(j, "format", l->matches.n != 0 ? l->matches.at[0]->format : NULL);
    jsonw_array(j, "matches");
    for (size_t i = 0; i < l->matches.n; i++)
        match_json(j, l->matches.at[i]);
    jsonw_end(j);
    jsonw_int(j, "warnings", (long)l->diags.n_warnings);
    jsonw_int(j, "errors", (long)l->diags.n_errors);
    diags_json(j, &l->diags);
    jsonw_end(j);
}

/* ---- the command ---- */

static enum fate inform(const struct input *in, const struct importer *from, struct jsonw *j)
{
    struct loaded l;
    bool ok = load(&l, in->path, from), skipped = !ok && input_may_be_skipped(in);
    if (j != NULL && !skipped)
        file_json(j, in->path, &l);
    else if (ok)
        print_text(in->path, &l);
    fflush(stdout); /* the file's lines before what is said about it */
    if (!skipped)
        terminal_diags(&l.diags);
    loaded_done(&l);
    return skipped ? FATE_SKIPPED : ok ? FATE_GOOD : FATE_FAILED;
}

static int inform_all(const struct args *a, const struct importer *from)
{
    struct inputs list;
    struct strbuf out = {0};
    struct jsonw json, *j = args_has(a, "json") ? &json : NULL;
    struct tally tally = {0};
    inputs_collect(&list, a->operand, a->n_operands, NULL);
    jsonw_begin(&json, &out);
    jsonw_array(&json, NULL);
    for (size_t i = 0; i < list.n; i++)
        tally.n[inform(&list.at[i], from, j)]++;
    jsonw_end(&json);
    jsonw_finish(&json);
    if (j != NULL)
        fwrite(out.at, 1, out.length, stdout);
    tally.n[FATE_FAILED] += list.n_failed;
    strbuf_done(&out);
    inputs_done(&list);
    return tally_result(&tally);
}

static int run(const struct args *a)
{
    const char *name = args_text(a, "from");
    const struct importer *from = name != NULL ? importer_find(name) : NULL;
    if (a->n_operands == 0)
        return usage_error(a->command, "no file or folder is named");
    if (name != NULL && from == NULL)
        return usage_error(a->command, "--from %s: no such format to read; see `kibitzer formats`", name);
    return inform_all(a, from);
}

static const struct option_row options[] = {
    {"json", 0, NULL, NULL, "one JSON array with an object for each file"},
    {"from", 'f', "FORMAT", NULL, "read as this format instead of looking at the content"},
    {0},
};

const struct command command_info = {
    .name = "info",
    .usage = "[--json] PATH...",
    .summary = "tell what match files hold",
    .description = "PATHs are files, folders that are searched through, or - for standard input.\n",
    .options = options,
    .run = run,
};
