/* The dialogue of `transcribe`. The session is the text of the transcript, a list of lines with a cursor: what stands
 * on the board is read from the lines before it, every time, so that going back, inserting and taking back are only
 * changes of text. Nothing is asked of the terminal but that lines come in and go out. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/call.h"
#include "base/columns.h"
#include "base/language.h"
#include "base/outputs.h"
#include "base/xmalloc.h"
#include "command/hint_terminal.h"
#include "command/transcribe.h"
#include "document/answer.h"
#include "export/board/ascii.h"
#include "import/import.h"
#include "match/check.h"
#include "match/notation.h"
#include "match/walk.h"

enum { LINE_MAX_BYTES = 4096, PLAYS_LISTED = 12, LINES_LISTED = 20, COLUMNS = 78 };

struct text { /* lines and where the next one goes */
    char **line;
    size_t n, capacity, cursor;
};

struct session {
    const char *path;
    const struct convert_options *convert;
    struct text text;
    struct text *before; /* what undo goes back to */
    size_t n_before, before_capacity;
    struct strbuf dice; /* typed, without a play so far */
    struct strbuf typed; /* what has come from stdin and was not used */
    struct engine_pool pool; /* opened when the first hint is asked for */
    bool ended, quit;
};

/* What the lines before the cursor come to. */
struct reading {
    struct matches matches;
    struct diags messages;
    struct position at; /* where the next turn is played; dice only where they were rolled and not played */
    bool game_begins, match_over;
    const char *name[2];
};

/* ---- text ---- */

static void text_insert(struct text *t, const char *line)
{
    t->line = grow(t->line, t->n, &t->capacity, sizeof *t->line);
    memmove(t->line + t->cursor + 1, t->line + t->cursor, (t->n - t->cursor) * sizeof *t->line);
    t->line[t->cursor++] = xstrdup(line);
    t->n++;
}

static void text_delete(struct text *t)
{
    xfree(t->line[--t->cursor]);
    t->n--;
    memmove(t->line + t->cursor, t->line + t->cursor + 1, (t->n - t->cursor) * sizeof *t->line);
}

static void text_done(struct text *t)
{
    for (size_t i = 0; i < t->n; i++)
        xfree(t->line[i]);
    xfree(t->line);
    *t = (struct text){0};
}

static struct text text_copy(const struct text *t)
{
    struct text copy = {0};
    for (size_t i = 0; i < t->n; i++)
        text_insert(&copy, t->line[i]);
    copy.cursor = t->cursor;
    return copy;
}

static void put_lines(const struct text *t, size_t n, struct strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(out, t->line[i]);
        strbuf_putc(out, '\n');
    }
}

/* Of what stands in the file; there need not be one. */
static bool text_read(struct text *t, const char *path)
{
    struct strbuf bytes = {0};
    if (!file_read(path, 0, &bytes) && errno != ENOENT) {
        say_error("%s: %s", path, file_problem(errno));
        strbuf_done(&bytes);
        return false;
    }
    struct span rest = {strbuf_text(&bytes), bytes.length};
    while (rest.length > 0) {
        const char *end = memchr(rest.at, '\n', rest.length);
        const size_t length = end != NULL ? (size_t)(end - rest.at) : rest.length;
        char *line = xstrndup(rest.at, length > 0 && rest.at[length - 1] == '\r' ? length - 1 : length);
        text_insert(t, line);
        xfree(line);
        rest = span_sub(rest, length + (end != NULL), rest.length);
    }
    strbuf_done(&bytes);
    return true;
}

static bool save(struct session *s)
{
    struct sink out;
    sink_init(&out);
    put_lines(&s->text, s->text.n, sink_main(&out));
    const bool ok = output_write(&out, s->path);
    sink_done(&out);
    return ok;
}

static void remember(struct session *s)
{
    s->before = grow(s->before, s->n_before, &s->before_capacity, sizeof *s->before);
    s->before[s->n_before++] = text_copy(&s->text);
}

/* ---- reading ---- */

/* Where a game that goes on stands; else where the next one begins. */
static void find_position(struct reading *r, const struct match *m)
{
    const struct game *g = m->n_games > 0 ? &m->games[m->n_games - 1] : NULL;
    struct walk w = {0};
    int score[2];
    match_final_score(m, score);
    if (g != NULL)
        for (walk_begin(&w, m, g); walk_next(&w);)
            ;
    r->game_begins = g == NULL || w.replay.winner != NOBODY || g->winner != NOBODY;
    if (r->game_begins)
        position_start(&r->at, &m->rules, m->length, score, false);
    else
        r->at = w.replay.now;
    r->match_over = m->length > 0 && (score[0] >= m->length || score[1] >= m->length);
    r->game_begins = r->game_begins || !w.replay.started;
}

/* The lines before the cursor, and `more` behind them. False: nothing in them is understood. */
static bool read_session(const struct session *s, const char *more, struct reading *r)
{
    struct strbuf text = {0};
    *r = (struct reading){.name = {tr("Player a"), tr("Player b")}};
    put_lines(&s->text, s->text.cursor, &text);
    strbuf_puts(&text, more);
    diags_init(&r->messages, s->path);
    strbuf_add(diags_source(&r->messages), strbuf_text(&text), text.length);
    const bool ok = import_bytes((struct span){strbuf_text(&text), text.length}, s->path, importer_find("transcript"),
                                 &r->matches, &r->messages);
    strbuf_done(&text);
    const struct match *m = ok ? r->matches.at[0] : NULL;
    for (int i = 0; i < 2 && ok; i++)
        if (m->player[i].name[0] != '\0')
            r->name[i] = m->player[i].name;
    if (ok)
        find_position(r, m);
    else
        position_start(&r->at, &(struct rules){.cube = true, .crawford = true, .beavers = true}, 0, (int[2]){0, 0},
                       false);
    r->game_begins = r->game_begins || !ok;
    return ok;
}

static void reading_done(struct reading *r)
{
    matches_done(&r->matches);
    diags_done(&r->messages);
}

/* The first fault in that line; NULL = none. */
static const struct diag *fault_in(const struct reading *r, size_t line)
{
    for (size_t i = 0; i < r->messages.n; i++) {
        const struct diag *d = &r->messages.at[i];
        if (d->line == (int)line && d->severity != SEVERITY_NOTE && strcmp(d->message, CHECK_BREAKS_OFF) != 0)
            return d;
    }
    return NULL;
}

/* Does the reading end with dice that were not played? */
static bool waits_for_play(const struct reading *r)
{
    return r->at.dice[0] != 0 && r->at.state == GAME_PLAYING;
}

/* ---- what the user sees ---- */

static void put_line(const char *id)
{
    call_printf("%s\n", tr(id));
}

static void show_board(const struct session *s)
{
    struct reading r;
    struct strbuf out = {0};
    read_session(s, strbuf_text(&s->dice), &r);
    ascii_board(&out, &r.at, -1, r.name);
    call_write(out.at, out.length);
    strbuf_done(&out);
    reading_done(&r);
}

static void list_plays(const struct position *p)
{
    struct move_list list = {0};
    struct strbuf out = {0};
    const int n = moves_list(&p->board, p->dice[0], p->dice[1], &list);
    tr_add_counted(&out, "{0} play:", "{0} plays:", n, TR_INT(n));
    strbuf_putc(&out, ' ');
    size_t line = 0;
    for (int i = 0; i < n && i < PLAYS_LISTED; i++) {
        const size_t before = out.length;
        notation_write(&out, &p->board, &list.at[i].play, NOTATION_MERGED);
        strbuf_puts(&out, i + 1 < n ? ", " : "");
        if (out.length - line > COLUMNS) {
            strbuf_insert(&out, before - 1, "\n   ");
            line = before;
        }
    }
    strbuf_puts(&out, n > PLAYS_LISTED ? "...\n" : "\n");
    call_write(out.at, out.length);
    strbuf_done(&out);
    moves_free(&list);
}

static void show_prompt(const struct session *s)
{
    struct reading r;
    struct strbuf out = {0};
    read_session(s, strbuf_text(&s->dice), &r);
    const char *who = r.name[r.at.turn == 1];
    const char *score[] = {TR_INT(r.at.score[0]), TR_INT(r.at.score[1])};
    if (s->text.cursor < s->text.n) {
        tr_add(&out, "[before line {0} of {1}]", TR_INT(s->text.cursor + 1), TR_INT(s->text.n));
        strbuf_putc(&out, ' ');
    }
    if (s->dice.length > 0)
        strbuf_printf(&out, "%s %d%d", who, r.at.dice[0], r.at.dice[1]);
    else if (r.match_over)
        tr_put(&out, tr("the match is over, {0}-{1}"), score, 2);
    else if (r.game_begins)
        tr_put(&out, tr("{0}-{1}, a game begins"), score, 2);
    else if (position_is_doubled(&r.at))
        tr_add(&out, "{0}, take or pass", who);
    else
        strbuf_puts(&out, who);
    call_printf("%s> ", strbuf_text(&out));
    strbuf_done(&out);
    call_flush();
    reading_done(&r);
}

/* How many lines do not add up, and which are the first. */
static void show_faults(const struct session *s)
{
    struct session all = *s;
    struct reading r;
    struct strbuf lines = {0};
    size_t n = 0;
    all.text.cursor = all.text.n;
    read_session(&all, "", &r);
    for (size_t line = 1; line <= s->text.n; line++)
        if (fault_in(&r, line) != NULL)
            strbuf_printf(&lines, "%s%zu", n++ == 0 ? "" : ", ", line);
    if (n > 0)
        call_printf("%s %s\n", tr("Lines that do not add up:"), strbuf_text(&lines));
    strbuf_done(&lines);
    reading_done(&r);
}

/* ---- a line of the transcript ---- */

static void take_line(struct session *s, const char *line)
{
    remember(s);
    text_insert(&s->text, line);
    strbuf_clear(&s->dice);
    (void)save(s);
    if (s->text.cursor < s->text.n)
        show_faults(s);
}

/* The fault without what a reader of files does about it: "found ..., expected ...: kept as a comment". */
static void say_fault(const struct diag *fault)
{
    static const char kept[] = "expected %s: kept as a comment";
    const char *words = diag_words(fault), *end = words + strlen(words);
    const size_t n = fault->kind != NULL ? strlen(fault->kind) : 0, m = sizeof kept - 1;
    if (n >= m && strcmp(fault->kind + n - m, kept) == 0) {
        const char *format = fault->own != NULL ? tr(fault->kind) : fault->kind, *last = format;
        for (const char *p = format; (p = strstr(p, "%s")) != NULL;)
            last = p += 2;
        end -= strlen(last);
    }
    struct strbuf text = {0};
    strbuf_add(&text, words, (size_t)(end - words));
    strbuf_putc(&text, '\n');
    answer_fold(&text, 0, COLUMNS + 1);
    call_write(text.at, text.length);
    strbuf_done(&text);
}

static void introduce(void)
{
    put_line(N_("A new transcript: names Ann, Bob and length 7 come first; help shows the rest."));
}

static bool is_kept_anyway(const char *line)
{
    return strpbrk(line, "!?") != NULL;
}

static bool is_die(char c)
{
    return c >= '1' && c <= '6';
}

static bool begins_with_dice(struct span text)
{
    return text.length >= 2 && is_die(text.at[0]) && is_die(text.at[1]) &&
           (text.length == 2 || strchr("0123456789/*(", text.at[2]) == NULL);
}

/* The dice that wait, without what stands before them: `d t 52` waits with 52. */
static size_t before_dice(const struct strbuf *dice)
{
    const size_t n = dice->length;
    return n >= 2 && is_die(dice->at[n - 1]) && is_die(dice->at[n - 2]) ? n - 2 : n;
}

/* A line as it is read: behind the dice that wait, or, where that does not add up and it begins with dice, in their
 * place. */
static bool read_typed(const struct session *s, struct span text, struct strbuf *line, struct reading *r)
{
    strbuf_puts(line, strbuf_text(&s->dice));
    strbuf_puts(line, s->dice.length > 0 ? " " : "");
    strbuf_add(line, text.at, text.length);
    bool understood = read_session(s, line->at, r);
    const size_t kept = before_dice(&s->dice);
    if (kept < s->dice.length && begins_with_dice(text) && fault_in(r, s->text.cursor + 1) != NULL) {
        reading_done(r);
        strbuf_clear(line);
        strbuf_add(line, strbuf_text(&s->dice), kept);
        strbuf_add(line, text.at, text.length);
        understood = read_session(s, line->at, r);
    }
    return understood;
}

static void say_result(const struct session *s, const struct reading *now)
{
    struct reading before;
    struct strbuf text = {0};
    (void)read_session(s, "", &before);
    for (int i = 0; i < 2 && !before.game_begins && now->game_begins; i++) {
        const int points = now->at.score[i] - before.at.score[i];
        if (points > 0)
            tr_add_counted(&text, "{0} wins {1} point", "{0} wins {1} points", points, now->name[i], TR_INT(points));
    }
    if (text.length > 0)
        call_printf("%s\n", strbuf_text(&text));
    strbuf_done(&text);
    reading_done(&before);
}

/* A turn, or a line of the head: taken where it adds up; dice without a play wait for it. */
static void typed_line(struct session *s, struct span text)
{
    struct strbuf line = {0};
    struct reading r;
    const bool understood = read_typed(s, text, &line, &r);
    const struct diag *fault = fault_in(&r, s->text.cursor + 1);
    if (fault != NULL)
        say_fault(fault);
    if ((fault != NULL || !understood) && !is_kept_anyway(line.at)) {
        if (!understood && s->text.n == 0)
            introduce();
        else
            put_line(understood ? N_("Not taken; ! behind it keeps it as it is.")
                                : N_("Not taken; help shows what is."));
    } else if (understood && waits_for_play(&r) && strchr(line.at, '-') == NULL) {
        strbuf_clear(&s->dice);
        strbuf_puts(&s->dice, line.at);
        list_plays(&r.at);
    } else {
        if (understood)
            say_result(s, &r);
        take_line(s, line.at);
        if (understood && r.matches.at[0]->n_games > 0)
            show_board(s);
    }
    reading_done(&r);
    strbuf_done(&line);
}

/* ---- commands ---- */

/* Nothing is changed by going elsewhere. */
static void go_to(struct session *s, size_t line)
{
    strbuf_clear(&s->dice);
    s->text.cursor = line < s->text.n ? line : s->text.n;
    show_board(s);
}

static size_t number_of(struct span argument, size_t otherwise)
{
    char digits[16] = "";
    if (argument.length == 0 || argument.length >= sizeof digits)
        return otherwise;
    memcpy(digits, argument.at, argument.length);
    const long n = strtol(digits, NULL, 10);
    return n > 0 ? (size_t)n : otherwise;
}

static void do_undo(struct session *s, struct span argument)
{
    (void)argument;
    if (s->dice.length > 0) {
        strbuf_clear(&s->dice);
        return;
    }
    if (s->n_before == 0) {
        put_line(N_("Nothing was changed."));
        return;
    }
    text_done(&s->text);
    s->text = s->before[--s->n_before];
    (void)save(s);
    show_board(s);
}

static void do_back(struct session *s, struct span argument)
{
    const size_t n = number_of(argument, 1);
    go_to(s, s->text.cursor > n ? s->text.cursor - n : 0);
}

static void do_forward(struct session *s, struct span argument)
{
    go_to(s, s->text.cursor + number_of(argument, 1));
}

static void do_go(struct session *s, struct span argument)
{
    go_to(s, number_of(argument, s->text.n));
}

static void do_end(struct session *s, struct span argument)
{
    (void)argument;
    go_to(s, s->text.n);
}

static void do_delete(struct session *s, struct span argument)
{
    (void)argument;
    if (s->text.cursor == 0) {
        put_line(N_("No line is before this place."));
        return;
    }
    remember(s);
    text_delete(&s->text);
    strbuf_clear(&s->dice);
    (void)save(s);
    show_faults(s);
    show_board(s);
}

static void do_list(struct session *s, struct span argument)
{
    const size_t around = number_of(argument, LINES_LISTED), at = s->text.cursor;
    for (size_t i = at > around ? at - around : 0; i < s->text.n && i < at + around; i++)
        call_printf("%c%4zu  %s\n", i + 1 == at ? '>' : ' ', i + 1, s->text.line[i]);
    show_faults(s);
}

static void do_board(struct session *s, struct span argument)
{
    (void)argument;
    show_board(s);
}

/* Nothing, or two dice. */
static bool is_dice_or_nothing(struct span s)
{
    return s.length == 0 || (s.length == 2 && is_die(s.at[0]) && is_die(s.at[1]));
}

/* As `kibitzer hint` at 2 plies: of dice that were typed, or of the cube. */
static void do_hint(struct session *s, struct span argument)
{
    static const struct engine_files files = {.cache = true};
    struct reading r;
    struct strbuf out = {0}, dice = {0};
    strbuf_puts(&dice, argument.length == 0 ? strbuf_text(&s->dice) : "");
    strbuf_add(&dice, argument.at, argument.length);
    (void)read_session(s, "", &r);
    const bool opens = r.game_begins;
    reading_done(&r);
    (void)read_session(s, strbuf_text(&dice), &r);
    if (!is_dice_or_nothing(argument))
        put_line(N_("A hint takes two dice, as in hint 31, or nothing."));
    else if (r.match_over)
        put_line(N_("The match is over."));
    else if (r.game_begins && r.at.dice[0] == 0)
        put_line(N_("There is nothing to decide before the first roll; hint 31 says how to play it."));
    else if (opens && r.at.dice[0] == r.at.dice[1])
        put_line(N_("A double opens no game: both players throw again."));
    else if (s->pool.engine == NULL && !engine_pool_open(&s->pool, &files, 1))
        put_line(N_("The engine cannot be opened."));
    else
        hint_show(s->pool.engine, s->pool.worker[0], &r.at, &out);
    answer_fold(&out, 0, COLUMNS + 1);
    call_write(strbuf_text(&out), out.length);
    strbuf_done(&out);
    strbuf_done(&dice);
    reading_done(&r);
}

static void say_written(const char *file)
{
    struct strbuf line = {0};
    tr_add(&line, "{0} is written.", file);
    call_printf("%s\n", strbuf_text(&line));
    strbuf_done(&line);
}

static void do_write(struct session *s, struct span argument)
{
    struct convert_options o = *s->convert;
    if (argument.length == 0 || !save(s)) {
        put_line(N_("write FILE, whose extension says the format, as in write final.mat"));
        return;
    }
    char *out = xstrndup(argument.at, argument.length);
    o.to = NULL;
    if (convert_run(&o, (const char *const[2]){s->path, out}, 2) == CALL_CLEAN)
        say_written(out);
    xfree(out);
}

static void do_quit(struct session *s, struct span argument)
{
    (void)argument;
    s->quit = true;
}

static void do_help(struct session *s, struct span argument);

static const struct dialogue_command {
    const char *word, *letter; /* letter: the same, shorter; or NULL */
    void (*run)(struct session *s, struct span argument);
    const char *form, *help;
} commands[] = {
    {"undo", "u", do_undo, "undo, u", N_("take the last change back")},
    {"back", NULL, do_back, "back N", N_("go back N lines: what is typed is inserted there")},
    {"forward", "f", do_forward, "forward N, f", N_("the other way")},
    {"go", NULL, do_go, "go N", N_("go behind line N")},
    {"end", NULL, do_end, "end", N_("go to the end")},
    {"delete", NULL, do_delete, "delete", N_("delete the line before this place")},
    {"list", "l", do_list, "list, l", N_("the lines around this place, and those that do not add up")},
    {"show", "s", do_board, "show, s", N_("draw the board again")},
    {"hint", "?", do_hint, "hint, ?",
     N_("how the dice that were typed are played best, or what the cube wants; hint 31")},
    {"write", "w", do_write, "write FILE, w",
     N_("write the match in another format: final.mat, final.sgf, final.html")},
    {"help", "h", do_help, "help, h", N_("this")},
    {"quit", "q", do_quit, "quit, q", N_("leave; every line was saved when it was taken")},
};

static const struct {
    const char *form, *help;
} lines[] = {
    {"names Ann, Bob   length 7   date 2026-11-23", N_("the head, before the first roll")},
    {"31 8 6", N_("dice and as much of the play as is needed; the first roll says who begins")},
    {"31 8/5 6/5", N_("the same; 64 24/14; 52. forced, or nothing can be moved")},
    {"d t p r r2", N_("double, take, pass, resign a single game, a gammon")},
    {"52?", N_("a play that was lost")},
    {"31 8/4 6/5!", N_("an illegal one, kept")},
    {"# ...", N_("a remark")},
};

static void put_help(struct strbuf *out, const char *form, const char *help)
{
    put_left(out, form, 15);
    strbuf_printf(out, "  %s\n", tr(help));
}

static void do_help(struct session *s, struct span argument)
{
    struct strbuf out = {0};
    (void)s, (void)argument;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put_help(&out, lines[i].form, lines[i].help);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        put_help(&out, commands[i].form, commands[i].help);
    answer_fold(&out, 0, COLUMNS + 1);
    call_write(out.at, out.length);
    strbuf_done(&out);
}

static const struct dialogue_command *command_of(struct span word)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (span_equal_nocase(word, commands[i].word) ||
            (commands[i].letter != NULL && span_equal_nocase(word, commands[i].letter)))
            return &commands[i];
    return NULL;
}

static void obey(struct session *s, struct span line)
{
    size_t n = line.length > 0 && line.at[0] == '?'; /* "?64" is "? 64" */
    while (n < line.length && line.at[0] != '?' && line.at[n] != ' ' && line.at[n] != '\t')
        n++;
    const struct dialogue_command *c = command_of(span_sub(line, 0, n));
    if (c != NULL)
        c->run(s, span_trim(span_sub(line, n, line.length)));
    else if (line.length > 0)
        typed_line(s, line);
}

/* ---- the dialogue ---- */

/* The next line of standard input, which stays in s->typed until the next call; false at its end. */
static bool next_line(struct session *s, size_t *used, struct span *line)
{
    char chunk[LINE_MAX_BYTES];
    if (*used > 0)
        memmove(s->typed.at, s->typed.at + *used, s->typed.length -= *used);
    const char *end = NULL;
    while ((end = s->typed.length > 0 ? memchr(s->typed.at, '\n', s->typed.length) : NULL) == NULL && !s->ended) {
        const ssize_t n = stdin_read(chunk, sizeof chunk);
        s->ended = n <= 0;
        if (n > 0)
            strbuf_add(&s->typed, chunk, (size_t)n);
    }
    *line = (struct span){s->typed.at, end != NULL ? (size_t)(end - s->typed.at) : s->typed.length};
    *used = line->length + (end != NULL);
    return *used > 0 && !call_cancelled();
}

static void session_done(struct session *s)
{
    text_done(&s->text);
    for (size_t i = 0; i < s->n_before; i++)
        text_done(&s->before[i]);
    xfree(s->before);
    strbuf_done(&s->dice);
    strbuf_done(&s->typed);
    engine_pool_close(&s->pool);
}

int transcribe_dialogue(const char *path, const struct convert_options *convert)
{
    struct session s = {.path = path, .convert = convert};
    struct span line;
    size_t used = 0;
    if (!text_read(&s.text, path))
        return CALL_NOTHING;
    s.text.cursor = s.text.n;
    if (s.text.n == 0)
        introduce();
    show_faults(&s);
    if (s.text.n > 0)
        show_board(&s);
    while (!s.quit) {
        show_prompt(&s);
        if (!next_line(&s, &used, &line))
            break;
        if (isatty(STDIN_FILENO) == 0) /* a terminal has shown it already */
            call_printf("%.*s\n", (int)line.length, line.at);
        obey(&s, span_trim(line));
    }
    if (!s.quit)
        call_puts("\n");
    const bool saved = s.n_before == 0 || save(&s);
    session_done(&s);
    return call_cancelled() ? CALL_CANCELLED : saved ? CALL_CLEAN : CALL_NOTHING;
}
