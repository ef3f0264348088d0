/* GNU Backgammon's text exports: a block for each decision with its position, what was done and the analysis; one game
 * a file (or several behind one another), also a single position. IDs say where the game stands, figures are rounded as
 * they are printed. Format: docs/formats/gnubgtext.md. */
#include <string.h>

#include "import/gnubgtext/gnubgtext.h"
#include "import/readers.h"
#include "format/posid.h"

struct span gnubgtext_behind(struct span line, const char *start)
{
    return span_trim(span_sub(line, strlen(start), line.length));
}

static struct place here(const struct gnubgtext *t)
{
    return (struct place){.line = t->lines.number, .column = 1, .offset = -1};
}

void gnubgtext_warn(const struct gnubgtext *t, struct span at, const char *problem)
{
    diag_at(t->b.d, SEVERITY_WARNING, t->lines.number, lines_place(&t->lines, at.at).column, "found \"%.*s\": %s",
            span_shown(at), at.at, problem);
}

static size_t count_of(struct span text, const char *words)
{
    size_t n = 0;
    for (const char *at; text.length > 0 && (at = memmem(text.at, text.length, words, strlen(words))) != NULL; n++)
        text = span_sub(text, (size_t)(at - text.at) + 1, text.length);
    return n;
}

/* How many lines begin with the words above a board, and have a Match ID below them (which may be cut off with the
 * text). Its first blank may have got lost when it was copied. */
static size_t count_boards(struct span text)
{
    struct lines l;
    size_t n = 0;
    lines_begin(&l, text);
    while (lines_next(&l)) {
        struct lines below = l;
        n += span_starts_nocase(span_trim(l.line), "GNU Backgammon  Position ID:") &&
             (!lines_next(&below) || span_has(below.line, "Match ID") || below.next >= text.length);
    }
    return n;
}

/* Boards that were copied from the terminal, and no other IDs among them, which would be a list. */
static bool is_pasted(struct span head)
{
    return (span_has(head, "-+     O: ") || span_has(head, "-+     X: ")) &&
           count_of(head, "Position ID") == count_boards(head) && !span_has(head, "XGID=");
}

int gnubgtext_sniff(struct span head)
{
    return count_boards(head) != 0 && (span_has(head, "Move number ") || is_pasted(head) ||
                                       span_starts_nocase(span_trim(head), "The score (after "))
               ? 92
               : 0;
}

/* ---- games and matches ---- */

static void finish_roll(struct gnubgtext *t)
{
    if (t->pending && t->b.g != NULL)
        builder_no_play(&t->b, t->position.on_roll, t->position.dice[0], t->position.dice[1], here(t));
    t->pending = false;
}

static void finish_match(struct gnubgtext *t)
{
    if (t->m == NULL)
        return;
    finish_roll(t);
    builder_finish(&t->b, t->out, t->lines.number, "");
    t->m = NULL;
}

static void begin_match(struct gnubgtext *t, const struct span names[2], int length)
{
    struct diags *d = t->b.d;
    finish_match(t);
    t->m = match_new();
    t->m->format = "gnubgtext";
    t->m->generator = "GNU Backgammon";
    t->m->rules.variant = t->out->variant;
    t->m->length = length;
    t->m->rules.crawford = length > 0;
    t->set = -1;
    for (int i = 0; i < 2; i++)
        t->m->player[i].name = arena_span(t->m->arena, names[i]);
    builder_begin(&t->b, t->m, d);
    if (t->before.length > 0)
        comment_append(t->m, &t->m->comment, (struct span){t->before.at, t->before.length});
    strbuf_clear(&t->before);
}

/* Does the game go on where the last one of this match ended? */
static bool continues(const struct gnubgtext *t, const struct span names[2], int length, const int score[2])
{
    int last[2];
    if (t->m == NULL || t->m->n_games == 0 || t->m->length != length || t->b.g != NULL)
        return false;
    match_final_score(t->m, last);
    return span_equal(names[0], t->m->player[0].name) && span_equal(names[1], t->m->player[1].name) &&
           score[0] == last[0] && score[1] == last[1];
}

/* "Ann 0, Bob 2": a comma behind a number parts the players. */
static bool read_scores(struct span text, struct span names[2], int score[2])
{
    for (size_t i = 1; i + 1 < text.length; i++) {
        if (text.at[i] != ',' || text.at[i + 1] != ' ')
            continue;
        const struct span half[2] = {span_sub(text, 0, i), span_sub(text, i + 2, text.length)};
        bool good = true;
        for (int k = 0; k < 2 && good; k++) {
            size_t digits = half[k].length;
            long n;
            while (digits > 0 && half[k].at[digits - 1] != ' ')
                digits--;
            good = digits > 0 && span_int(span_sub(half[k], digits, half[k].length), &n) && n >= 0;
            names[k] = span_trim(span_sub(half[k], 0, digits));
            score[k] = good ? (int)n : 0;
        }
        if (good)
            return true;
    }
    return false;
}

/* "The score (after 2 games) is: Ann 0, Bob 2 (match to 5 points), Crawford game" */
static bool score_line(struct gnubgtext *t, struct span line)
{
    static const char start[] = "The score (after ", is[] = ") is: ", match[] = " (match to ";
    if (!span_starts_nocase(line, start) || !span_has(line, is))
        return false;
    const char *at = memmem(line.at, line.length, is, strlen(is));
    struct span rest = span_sub(line, (size_t)(at - line.at) + strlen(is), line.length), names[2];
    const char *to = NULL;
    for (size_t i = rest.length; i-- > 0 && to == NULL;)
        if (span_starts_nocase(span_sub(rest, i, rest.length), match))
            to = rest.at + i;
    long length = 0;
    int score[2];
    if (to != NULL) {
        struct scan s = {to + strlen(match), rest.at + rest.length};
        scan_blanks(&s);
        (void)scan_int(&s, &length);
    }
    const struct span scores = to != NULL ? (struct span){rest.at, (size_t)(to - rest.at)} : rest;
    if (length < 0 || length > MATCH_LENGTH_MAX || !read_scores(scores, names, score)) {
        gnubgtext_warn(t, line, W_("expected two names, each with its points: left out"));
        return true;
    }
    finish_roll(t);
    if (!continues(t, names, (int)length, score))
        begin_match(t, names, (int)length);
    builder_game(&t->b, score[0], score[1], here(t));
    t->b.g->crawford_game = span_ends(line, "Crawford game");
    replay_begin(&t->b.r, t->m, t->b.g);
    t->section = IN_HEAD;
    return true;
}

static void set_fact(struct gnubgtext *t, const char **fact, struct span value)
{
    if (*fact == NULL)
        *fact = arena_span(t->m->arena, value);
}

/* "Date: ...", "Ann's rating: 1734.50": the same in the file of each game. */
static void fact_line(struct gnubgtext *t, struct span line)
{
    static const char rating[] = "'s rating: ";
    struct match_info *i = &t->m->info;
    const struct {
        const char *start;
        const char **fact;
    } facts[] = {{"Date: ", &i->date},
                 {"Event: ", &i->event},
                 {"Round: ", &i->round},
                 {"Place: ", &i->place},
                 {"Annotator: ", &i->annotator}};
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++)
        if (span_starts_nocase(line, facts[k].start)) {
            set_fact(t, facts[k].fact, gnubgtext_behind(line, facts[k].start));
            return;
        }
    for (int who = 0; who < 2; who++) {
        const size_t n = strlen(t->m->player[who].name);
        if (span_has(line, rating) && span_equal(span_sub(line, 0, n), t->m->player[who].name) &&
            span_starts_nocase(span_sub(line, n, line.length), rating)) {
            set_fact(t, &t->m->player[who].rating, gnubgtext_behind(span_sub(line, n, line.length), rating));
            return;
        }
    }
    if (!span_equal(line, "Match Information:"))
        comment_append(t->m, &t->m->comment, line);
}

static bool head_line(struct gnubgtext *t, struct span line)
{
    static const char comments[] = "Comments: ";
    if (t->section != IN_HEAD && t->section != IN_MATCH_COMMENT)
        return false;
    const bool first = t->m->n_games == 1; /* later games say the same again */
    if (span_starts_nocase(line, comments))
        t->section = IN_MATCH_COMMENT;
    if (line.length == 0 || (t->section == IN_MATCH_COMMENT && !first))
        return true;
    if (t->section == IN_MATCH_COMMENT)
        comment_append(t->m, &t->m->comment,
                       span_starts_nocase(line, comments) ? gnubgtext_behind(line, comments) : line);
    else
        fact_line(t, line);
    return true;
}

/* "Ann wins 2 points" */
static bool result_line(struct gnubgtext *t, struct span line)
{
    if (t->b.g == NULL || !span_has(line, " wins ") || !(span_ends(line, " point") || span_ends(line, " points")))
        return false;
    for (int who = 0; who < 2; who++) {
        const char *name = t->m->player[who].name;
        const size_t n = strlen(name);
        struct scan s = scan_of(span_sub(line, n, line.length));
        long points;
        scan_blanks(&s);
        if (span_equal(span_sub(line, 0, n), name) && scan_word_nocase(&s, "wins") &&
            (scan_blanks(&s), scan_int(&s, &points))) {
            finish_roll(t);
            builder_end(&t->b, who, (int)points, here(t));
            t->section = IN_STATISTICS;
            return true;
        }
    }
    return false;
}

/* ---- blocks ---- */

static bool block_line(struct gnubgtext *t, struct span line)
{
    static const char start[] = "Move number ";
    struct scan s = scan_of(span_sub(line, strlen(start), line.length));
    long number;
    if (!span_starts_nocase(line, start) || !scan_int(&s, &number) || !scan_char(&s, ':'))
        return false;
    finish_roll(t);
    t->section = IN_BLOCK;
    t->pasted = false;
    t->position_id = (struct span){"", 0};
    t->answers = t->placed = false;
    return true;
}

static void set_position(struct gnubgtext *t, const struct position *p, struct place place)
{
    struct event *e = game_add_event(t->m, t->b.g, EVENT_SET_BOARD, p->on_roll);
    event_set_board(t->m, e, &p->board);
    e->place = place;
    replay_apply(&t->b.r, e, NULL);
    if (p->cube == t->b.r.now.cube && p->cube_owner == t->b.r.now.cube_owner)
        return;
    e = game_add_event(t->m, t->b.g, EVENT_SET_CUBE, p->on_roll);
    e->value = p->cube;
    e->owner = (signed char)p->cube_owner;
    e->place = place;
    replay_apply(&t->b.r, e, NULL);
}

struct event *gnubgtext_event(struct gnubgtext *t)
{
    finish_roll(t);
    if (t->b.g->n_events == 0)
        set_position(t, &t->position, here(t));
    return &t->b.g->events[t->b.g->n_events - 1];
}

/* A position alone says its score, but names no game. */
static void begin_game(struct gnubgtext *t, const struct position *p)
{
    static const struct span nobody[2] = {{"", 0}, {"", 0}};
    begin_match(t, nobody, p->length);
    builder_game(&t->b, p->score[0], p->score[1], here(t));
    t->b.g->crawford_game = p->crawford_game;
    replay_begin(&t->b.r, t->m, t->b.g);
}

/* The position of a block: where it is not what the plays have led to, it was set up. */
static void take_position(struct gnubgtext *t, const struct position *p)
{
    if (t->m == NULL || t->b.g == NULL)
        begin_game(t, p);
    if (p->length == 0) {
        t->m->rules.jacoby = p->rules.jacoby;
        t->m->rules.beavers = t->m->jacoby_known = true;
        t->b.r.now.rules = t->m->rules;
    }
    t->position = *p;
    t->placed = true;
    const struct board now = position_board(&t->b.r.now, p->on_roll);
    if (p->offer == OFFER_NONE && !board_equal(&now, &p->board))
        set_position(t, p, here(t));
    t->pending = p->dice[0] != 0;
}

static bool id_line(struct gnubgtext *t, struct span line)
{
    static const char first[] = "GNU Backgammon  Position ID: ", second[] = "Match ID   : ";
    if (span_starts_nocase(line, first)) {
        t->position_id = gnubgtext_behind(line, first);
        return true;
    }
    if (t->position_id.length == 0 || !span_starts_nocase(line, second))
        return false;
    struct strbuf id = {0};
    struct position p;
    const char *problem = NULL;
    size_t fault;
    const struct span match = gnubgtext_behind(line, second);
    strbuf_printf(&id, "%.*s:%.*s", (int)t->position_id.length, t->position_id.at, (int)match.length, match.at);
    if (any_id_read((struct span){id.at, id.length}, &p, &problem, &fault))
        take_position(t, &p);
    else
        gnubgtext_warn(t, match, problem);
    strbuf_done(&id);
    t->position_id = (struct span){"", 0};
    return true;
}

/* Boards for people; a position alone has the names there alone: "+13-14-...-+     O: Ann (Cube: 2)". */
static bool diagram_line(struct gnubgtext *t, struct span line)
{
    static const char *const marks[2] = {"+     O: ", "+     X: "};
    const bool drawn = line.length > 20 && (line.at[0] == '|' || line.at[0] == '+' ||
                                            ((line.at[0] == 'v' || line.at[0] == '^') && line.at[1] == '|'));
    for (int who = 0; drawn && t->m != NULL && who < 2; who++) {
        const char *at = memmem(line.at, line.length, marks[who], strlen(marks[who]));
        if (at == NULL || t->m->player[who].name[0] != '\0')
            continue;
        struct span name = span_trim(span_sub(line, (size_t)(at - line.at) + strlen(marks[who]), line.length));
        const char *cube = memmem(name.at, name.length, " (Cube: ", strlen(" (Cube: "));
        if (cube != NULL)
            name.length = (size_t)(cube - name.at);
        t->m->player[who].name = arena_span(t->m->arena, name);
    }
    return drawn || span_starts_nocase(line, "Pip counts: ");
}

/* "Rolled 53:" below, where a position alone is the one before the roll. */
static void find_roll(struct gnubgtext *t)
{
    struct lines rest = t->lines;
    while (t->position.dice[0] == 0 && lines_next(&rest)) {
        const struct span line = span_trim(rest.line);
        if (span_starts_nocase(line, "Move number ") || (line.length != 0 && line.at[0] == '*'))
            return;
        const struct span dice = gnubgtext_behind(line, "Rolled ");
        if (span_starts_nocase(line, "Rolled ") && dice.length > 2 && dice.at[0] >= '1' && dice.at[0] <= '6' &&
            dice.at[1] >= '1' && dice.at[1] <= '6') {
            t->position.dice[0] = dice.at[0] - '0';
            t->position.dice[1] = dice.at[1] - '0';
        }
    }
}

/* A double by who has just been doubled is a beaver, a third one a raccoon. */
static void raise_cube(struct gnubgtext *t, int player)
{
    const struct position *now = &t->b.r.now;
    const bool raised = now->offer != OFFER_NONE && now->turn == player;
    t->answers = false;
    builder_cube(&t->b,
                 raised && now->offer == OFFER_DOUBLE   ? EVENT_BEAVER
                 : raised && now->offer == OFFER_BEAVER ? EVENT_RACCOON
                                                        : EVENT_DOUBLE,
                 player, here(t));
}

static bool act(struct gnubgtext *t, int player, struct span action)
{
    const struct position *p = &t->position;
    struct scan s = scan_of(action);
    if (span_starts_nocase(action, "moves ") || span_equal(action, "cannot move"))
        find_roll(t);
    if (scan_word_nocase(&s, "moves") && p->dice[0] != 0)
        builder_play(&t->b, player, p->dice[0], p->dice[1], span_trim(scan_rest(&s)), here(t));
    else if (span_equal(action, "cannot move") && p->dice[0] != 0)
        builder_dance(&t->b, player, p->dice[0], p->dice[1], here(t));
    else if (span_equal(action, "doubles") || span_equal(action, "redoubles") || span_equal(action, "beavers"))
        raise_cube(t, player);
    else if (span_equal(action, "accepts"))
        builder_cube(&t->b, EVENT_TAKE, player, here(t)), t->answers = true;
    else if (span_equal(action, "rejects"))
        builder_cube(&t->b, EVENT_DROP, player, here(t)), t->answers = true;
    else
        return false;
    return true;
}

/* "* Ann moves 8/5 6/5" */
static bool action_line(struct gnubgtext *t, struct span line)
{
    if (t->b.g == NULL || t->section != IN_BLOCK || line.length < 2 || line.at[0] != '*')
        return false;
    const struct span text = span_trim(span_sub(line, 1, line.length));
    for (int i = 0; i < 2; i++) {
        const int who = i == 0 ? t->position.turn : !t->position.turn; /* names may be alike */
        const size_t n = strlen(t->m->player[who].name);
        if (span_equal(span_sub(text, 0, n), t->m->player[who].name) &&
            act(t, who, span_trim(span_sub(text, n, text.length)))) {
            t->pending = false;
            return true;
        }
    }
    gnubgtext_warn(t, line, W_("expected a name and what the player did: kept as a comment"));
    builder_comment(&t->b, line);
    return true;
}

/* ---- the file ---- */

/* " by GNU Backgammon 1.07.001 20230103 (Text Export version 1.128)" */
static void version_line(struct gnubgtext *t, struct span line)
{
    static const char start[] = "by GNU Backgammon ";
    if (t->m == NULL || t->set < 0 || !span_starts_nocase(line, start))
        return;
    struct scan s = scan_of(gnubgtext_behind(line, start));
    set_fact(t, &t->m->sets[t->set].version, scan_word(&s));
}

static void comment_line(struct gnubgtext *t, struct span line)
{
    if (t->b.g == NULL)
        return;
    if (t->placed)
        comment_append(t->m, &gnubgtext_event(t)->comment, line);
    else
        builder_comment(&t->b, line);
}

static void block_content(struct gnubgtext *t, struct span line)
{
    if (t->section == IN_COMMENT) {
        if (line.length != 0)
            comment_line(t, line);
        return;
    }
    if (line.length == 0 || id_line(t, line) || diagram_line(t, line) || action_line(t, line) ||
        span_starts_nocase(line, "Cannot analyse"))
        return;
    if (t->b.g != NULL && !(t->placed && gnubgtext_analysis(t, line))) {
        gnubgtext_warn(t, line, W_("expected a line of a board, a play or an analysis: kept as a comment"));
        comment_line(t, line);
    }
}

/* What people wrote around the export. */
static void remark_line(struct gnubgtext *t, struct span line)
{
    static const char *const begins[] = {"Game statistics for ", "Output generated ", "by GNU Backgammon "};
    bool known = line.length == 0 || span_has(line, "  ") || span_ends(line, " statistics"); /* rows have columns */
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        known = known || span_starts_nocase(line, begins[i]);
    if (known && t->m != NULL)
        return;
    if (t->m != NULL) {
        comment_append(t->m, &t->m->comment, line);
    } else if (line.length > 0) {
        strbuf_printf(&t->before, "%s%.*s", t->before.length > 0 ? "\n" : "", (int)line.length, line.at);
    }
}

/* A board alone, or the next one: what comes is its block. */
static void begin_pasted(struct gnubgtext *t, struct span line)
{
    if (!span_starts_nocase(line, "GNU Backgammon  Position ID: ") || (t->section != IN_STATISTICS && !t->pasted))
        return;
    finish_match(t);
    t->section = IN_BLOCK;
    t->pasted = true;
    t->answers = t->placed = false;
}

static void any_line(struct gnubgtext *t, struct span line)
{
    begin_pasted(t, line);
    if (score_line(t, line) || block_line(t, line) || result_line(t, line))
        return;
    if (span_starts_nocase(line, "Game statistics for ") || span_starts_nocase(line, "Output generated "))
        t->section = IN_STATISTICS;
    if (t->section == IN_STATISTICS) {
        version_line(t, line); /* sums follow from the decisions */
        remark_line(t, line);
    } else if (!head_line(t, line))
        block_content(t, line);
}

bool gnubgtext_read(struct span text, struct receiver *out, struct diags *d)
{
    struct gnubgtext t = {.out = out, .set = -1, .section = IN_STATISTICS, .b = {.d = d}};
    const size_t before = out->n;
    lines_begin(&t.lines, text);
    while (lines_next(&t.lines))
        any_line(&t, span_trim(t.lines.line));
    finish_match(&t);
    strbuf_done(&t.before);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, t.lines.number, 1, "found no game, expected \"Move number 1:\" with its position");
    return out->n != before;
}
