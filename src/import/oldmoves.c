/* Reader of FIBS oldmoves. Points are absolute there, so every play is turned into the mover's numbering first; what
 * a win was worth stands only in the next game's score, so a game is closed when that is known.
 * Format: docs/formats/oldmoves.md. */
#include <string.h>
#include <strings.h>

#include "import/builder.h"
#include "import/lines.h"
#include "import/readers.h"

struct oldmoves {
    struct lines lines;
    struct receiver *out;
    struct strbuf before; /* words before the first match */
    struct diags *d;
    struct match *m; /* the open match, or NULL */
    struct builder b;
    struct strbuf play; /* scratch: a play in our notation */
    long score[2], length; /* of the last "Score is" */
    struct place score_place;
    bool names_due;
    int x; /* who is X in this game */
    int expected[2]; /* score after the game before; -1 = not known */
    int won_by; /* NOBODY, or who said "wins" */
    struct place won_place;
    int resigns; /* NOBODY, or who wants to, until the next record */
    struct place resigns_place;
};

/* ---- ends ---- */

/* `gain` = points that the next score gives to each player, or NULL. */
static void close_game(struct oldmoves *r, const int *gain)
{
    struct game *g = r->b.g;
    if (g == NULL)
        return;
    int winner = r->won_by, points = 0;
    if (winner != NOBODY && r->b.r.winner == winner)
        points = r->b.r.points;
    else if (winner != NOBODY)
        points = gain != NULL && gain[winner] > 0 ? gain[winner] : r->b.r.now.cube;
    builder_end(&r->b, winner, points, r->won_place);
    for (int i = 0; i < 2; i++)
        r->expected[i] = g->winner == NOBODY ? -1 : g->score[i] + (g->winner == i ? g->points : 0);
    r->won_by = r->resigns = NOBODY;
}

static void close_match(struct oldmoves *r)
{
    close_game(r, NULL);
    if (r->m != NULL) {
        builder_done(&r->b);
        match_hand_on(r->m, r->out);
    }
    r->m = NULL;
}

/* ---- the two lines that open a game ---- */

static bool read_score_line(struct span line, long score[2], long *length)
{
    struct scan s = scan_of(line);
    *length = 0;
    if (!span_starts_nocase(line, "score is "))
        return false;
    s.at += strlen("score is ");
    scan_blanks(&s);
    if (!scan_int(&s, &score[0]) || !scan_char(&s, '-') || !scan_int(&s, &score[1]) || score[0] < 0 || score[1] < 0)
        return false;
    scan_blanks(&s);
    if (scan_word_nocase(&s, "in")) {
        scan_blanks(&s);
        if (!scan_word_nocase(&s, "a"))
            scan_word_nocase(&s, "an");
        scan_blanks(&s);
        if (scan_word_nocase(&s, "unlimited"))
            return true;
        return scan_int(&s, length) && *length >= 0 && *length <= MATCH_LENGTH_MAX;
    }
    return true;
}

/* "Alice is X - Bob is O". *first_is_x gives the colours. */
static bool read_names_line(struct span line, struct span names[2], bool *first_is_x)
{
    for (int way = 0; way < 2; way++) {
        const char *middle = way == 0 ? " is X - " : " is O - ", *end = way == 0 ? " is O" : " is X";
        const char *at = memmem(line.at, line.length, middle, strlen(middle));
        size_t tail = strlen(end);
        struct span rest = span_trim(line);
        while (rest.length > 0 && rest.at[rest.length - 1] == '.')
            rest.length--;
        if (at == NULL || rest.length < tail || strncasecmp(rest.at + rest.length - tail, end, tail) != 0)
            continue;
        const char *second = at + strlen(middle);
        if (second > rest.at + rest.length - tail)
            continue;
        names[0] = span_trim((struct span){line.at, (size_t)(at - line.at)});
        names[1] = span_trim((struct span){second, (size_t)(rest.at + rest.length - tail - second)});
        *first_is_x = way == 0;
        return true;
    }
    return false;
}

static bool names_are(const struct match *m, const struct span names[2], int first)
{
    return span_equal(names[0], m->player[first].name) && span_equal(names[1], m->player[1 - first].name);
}

static void open_match(struct oldmoves *r, const struct span names[2])
{
    close_match(r);
    r->m = match_new();
    r->m->format = "oldmoves";
    r->m->rules.variant = r->out->variant;
    r->m->length = (int)r->length;
    r->m->rules.crawford = r->length > 0;
    r->m->rules.jacoby = r->m->jacoby_known = r->length == 0;
    for (int i = 0; i < 2; i++)
        r->m->player[i].name = arena_span(r->m->arena, names[i]);
    if (r->before.length != 0)
        comment_append(r->m, &r->m->comment, (struct span){r->before.at, r->before.length - 1});
    strbuf_clear(&r->before);
    builder_begin(&r->b, r->m, r->d);
    r->expected[0] = r->expected[1] = -1;
}

static bool is_crawford(const struct match *m, const int score[2])
{
    return m->length != 0 && (score[0] == m->length - 1) != (score[1] == m->length - 1);
}

/* The score follows the names' order, but FIBS sometimes forgets to exchange it: then only the other order follows from
 * the game before. */
static void order_score(const struct oldmoves *r, int first, int score[2])
{
    score[first] = (int)r->score[0];
    score[1 - first] = (int)r->score[1];
    bool follows = score[0] == r->expected[0] && score[1] == r->expected[1];
    bool other = score[1] == r->expected[0] && score[0] == r->expected[1];
    if (first == 1 && !follows && other) {
        int swap = score[0];
        score[0] = score[1];
        score[1] = swap;
    }
}

static void begin_game(struct oldmoves *r, const struct span names[2], bool first_is_x)
{
    bool same = r->m != NULL && r->length == r->m->length;
    int first = same && !names_are(r->m, names, 0) && names_are(r->m, names, 1) ? 1 : 0;
    if (!same || !names_are(r->m, names, first))
        open_match(r, names);
    int score[2], gain[2] = {0, 0};
    struct game *last = r->b.g;
    if (last != NULL && r->won_by != NOBODY && r->b.r.winner == NOBODY) { /* a resignation of unknown size */
        int kinds[2] = {last->score[0], last->score[1]};
        for (int i = 0; i < 2; i++)
            gain[i] = (int)r->score[i == first ? 0 : 1] - kinds[i];
    }
    close_game(r, gain);
    order_score(r, first, score);
    builder_game(&r->b, score[0], score[1], r->score_place);
    builder_crawford(&r->b, is_crawford(r->m, score));
    r->x = first_is_x ? first : 1 - first;
    r->names_due = false;
}

/* ---- records ---- */

/* A point of a play: 1..24, 25 = bar, 0 = off; -1 = none of these. */
static int read_point(struct scan *s)
{
    long n;
    if (scan_word_nocase(s, "bar"))
        return BOARD_BAR;
    if (scan_word_nocase(s, "off"))
        return 0;
    return scan_int(s, &n) && n >= 0 && n <= BOARD_BAR ? (int)n : -1;
}

/* Does this side's numbering ascend? A step from the bar or off the board shows it by where its other end lies. */
static bool ascends(int from, int to)
{
    if (from == BOARD_BAR)
        return to <= 6;
    return to == 0 ? from >= 19 : to > from;
}

/* "24-18-14 bar-22" into "24/18/14 bar/22", points turned where they ascend. False: something else stands there. */
static bool translate(struct span text, struct strbuf *out)
{
    struct scan s = scan_of(text);
    bool known = false, turned = false;
    strbuf_clear(out);
    for (scan_blanks(&s); s.at < s.end; scan_blanks(&s)) {
        struct scan word = scan_of(scan_word(&s));
        int from = read_point(&word);
        bool first = true;
        while (from >= 0 && (scan_char(&word, '-') || scan_char(&word, '/'))) {
            int to = read_point(&word);
            if (to < 0)
                return false;
            turned = known ? turned : ascends(from, to);
            known = true;
            int a = turned && from != BOARD_BAR ? BOARD_BAR - from : from, b = turned && to != 0 ? BOARD_BAR - to : to;
            if (first)
                strbuf_printf(out, "%d", a);
            strbuf_printf(out, "/%d", b);
            first = false;
            scan_char(&word, '*');
            from = to;
        }
        if (first || (word.at != word.end && *word.at != '('))
            return false;
        strbuf_add(out, word.at, (size_t)(word.end - word.at)); /* a count */
        strbuf_putc(out, ' ');
    }
    return true;
}

static void not_understood(struct oldmoves *r, struct span text)
{
    diag_at(r->d, SEVERITY_WARNING, r->lines.number, (int)(text.at - r->lines.line.at) + 1,
            "\"%.*s\" is not understood, expected dice and a play, doubles, accepts, rejects or wins: kept as comment",
            span_shown(text), text.at);
    if (r->m != NULL) {
        builder_comment(&r->b, text);
        return;
    }
    strbuf_add(&r->before, text.at, text.length);
    strbuf_putc(&r->before, '\n');
}

static bool read_die(struct scan *s, long *die)
{
    scan_blanks(s);
    const bool good = s->at < s->end && *s->at >= '1' && *s->at <= '6';
    *die = good ? *s->at++ - '0' : 0;
    scan_blanks(s);
    return good;
}

/* "(3 1) 8-5 6-5", also "(31)", "(3-1):", or "(6 6) can't move". */
static void read_roll(struct oldmoves *r, int player, struct span text)
{
    struct scan s = scan_of(text);
    long dice[2];
    scan_char(&s, '(');
    bool good = read_die(&s, &dice[0]);
    if (!scan_char(&s, '-'))
        scan_char(&s, ',');
    good = good && read_die(&s, &dice[1]) && scan_char(&s, ')');
    scan_char(&s, ':');
    struct span rest = span_trim(scan_rest(&s));
    bool dance = span_starts_nocase(rest, "can't move") || span_starts_nocase(rest, "cannot move");
    if (!good || (!dance && !translate(rest, &r->play))) {
        not_understood(r, text);
        return;
    }
    struct span play = {strbuf_text(&r->play), r->play.length};
    if (dance)
        builder_no_play(&r->b, player, (int)dice[0], (int)dice[1], lines_place(&r->lines, text.at));
    else
        builder_play(&r->b, player, (int)dice[0], (int)dice[1], play, lines_place(&r->lines, text.at));
}

/* What people who copied the text wrote instead, too. */
static bool says(struct span text, const char *const *words)
{
    struct scan s = scan_of(text);
    for (; *words != NULL; words++)
        if (scan_word_nocase(&s, *words))
            return true;
    return false;
}

/* The answer to a resignation: if it is accepted, the win follows. */
static bool answers_resignation(struct oldmoves *r, int player, struct place place, bool accepts)
{
    if (r->resigns != 1 - player)
        return false;
    if (!accepts) {
        builder_resign(&r->b, r->resigns, 0, r->resigns_place);
        builder_refuse(&r->b, player, place);
    }
    return true;
}

static void read_record(struct oldmoves *r, int player, struct span text)
{
    static const char *const doubles[] = {"doubles", "redoubles", NULL}, *const takes[] = {"accepts", "takes", NULL},
                             *const drops[] = {"rejects", "drops", "passes", NULL}, *const wins[] = {"wins", NULL};
    struct place place = lines_place(&r->lines, text.at);
    const bool accepts = says(text, takes), rejects = says(text, drops);
    if (span_starts_nocase(text, "wants to resign")) {
        r->resigns = player;
        r->resigns_place = place;
        return;
    }
    if (text.length > 0 && text.at[0] == '(') {
        read_roll(r, player, text);
    } else if (says(text, doubles)) {
        builder_cube(&r->b, EVENT_DOUBLE, player, place);
    } else if (accepts || rejects) {
        if (!answers_resignation(r, player, place, accepts))
            builder_cube(&r->b, accepts ? EVENT_TAKE : EVENT_DROP, player, place);
    } else if (says(text, wins)) {
        r->won_by = player;
        r->won_place = place;
    } else {
        not_understood(r, text);
    }
    r->resigns = NOBODY;
}

static void read_line(struct oldmoves *r)
{
    struct span line = span_trim(r->lines.line), names[2];
    bool first_is_x;
    if (line.length == 0)
        return;
    long score[2], length;
    if (read_score_line(line, score, &length)) {
        memcpy(r->score, score, sizeof score);
        r->length = length;
        r->score_place = lines_place(&r->lines, line.at);
        r->names_due = true;
    } else if (r->names_due && read_names_line(line, names, &first_is_x)) {
        begin_game(r, names, first_is_x);
    } else if (!r->names_due && r->b.g != NULL && line.length > 1 && line.at[1] == ':' && strchr("XO", line.at[0])) {
        read_record(r, line.at[0] == 'X' ? r->x : 1 - r->x, span_trim(span_sub(line, 2, line.length)));
    } else {
        not_understood(r, line);
    }
}

bool oldmoves_read(struct span text, struct receiver *out, struct diags *d)
{
    struct oldmoves r = {.out = out, .d = d, .won_by = NOBODY, .resigns = NOBODY};
    size_t before = out->n;
    lines_begin(&r.lines, text);
    while (lines_next(&r.lines))
        read_line(&r);
    close_match(&r);
    strbuf_done(&r.play);
    strbuf_done(&r.before);
    if (out->n == before)
        diag_at(d, SEVERITY_ERROR, 1, 1, "no game found, expected \"Score is 0-0 ...\" and \"name is X - name is O\"");
    return out->n > before;
}

int oldmoves_sniff(struct span head)
{
    struct lines l;
    struct span names[2];
    bool first_is_x, score_seen = false;
    long score[2], length;
    lines_begin(&l, head);
    while (lines_next(&l)) {
        struct span line = span_trim(l.line);
        if (score_seen && read_names_line(line, names, &first_is_x))
            return 95;
        if (line.length > 0)
            score_seen = read_score_line(line, score, &length);
    }
    return 0;
}
