/* Doubtful plies; see doubts.h. */
#include "command/doubts.h"

#include <math.h>

#include "base/call.h"
#include "command/positions.h"
#include "document/draft.h"
#include "export/documents.h"
#include "format/posid.h"
#include "match/clock.h"
#include "match/notation.h"
#include "match/walk.h"

struct other_record {
    const char *action, *play, *xgid;
    struct answer_list dice;
    double share;
};

struct doubt_record {
    int game, move, line, player;
    double time, certainty;
    const char *action, *play, *xgid;
    struct answer_list dice, others;
};

struct doubts_record {
    const char *player[2], *media;
    int plies;
    double sure;
    struct answer_list doubts;
};

#define DICE(s)                                                                                                        \
    ANSWER_LIST_OF(int, s, dice, "Dice", .missing = ANSWER_ZERO, .flags = ANSWER_DATA,                                 \
                   .help = "null where no dice belong to it")
#define PLAY(s)                                                                                                        \
    ANSWER(s, action, "Action", .example = "play", .help = "play, double, take, drop, resign ..., nothing"), DICE(s),  \
        ANSWER(s, play, "Play", .example = "8/5 6/5", .missing = ANSWER_NULL, .help = "of plays")

static const struct answer_field other_fields[] = {
    PLAY(struct other_record),
    ANSWER(struct other_record, share, "Probability", .unit = UNIT_SHARE, .decimals = 4, .shown = 1),
    ANSWER(struct other_record, xgid, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA, .help = "before it"),
    {0}};
static const struct answer_rows other_rows = {"DoubtAlternative", NULL, sizeof(struct other_record), other_fields};

static const struct answer_field doubt_fields[] = {
    ANSWER(struct doubt_record, game, "Game", .help = "from 1"),
    ANSWER(struct doubt_record, move, "Move", .help = "as in reports"),
    ANSWER(struct doubt_record, player, "Player", .missing = ANSWER_BELOW_ZERO, .help = "0 or 1"),
    PLAY(struct doubt_record),
    ANSWER(struct doubt_record, certainty, "Certainty", .unit = UNIT_SHARE, .decimals = 4, .shown = 1),
    ANSWER(struct doubt_record, time, "Second", .missing = ANSWER_NULL, .decimals = 3, .shown = 1,
           .help = "of the video"),
    ANSWER(struct doubt_record, line, "Line", .help = "of the observation, from 0: what a correction names in \"of\""),
    ANSWER(struct doubt_record, xgid, NULL, .missing = ANSWER_NULL, .flags = ANSWER_DATA, .help = "before it"),
    ANSWER_LIST(struct doubt_record, others, "Alternatives", &other_rows,
                .help = "the likeliest ones, with their probabilities"),
    {0}};
static const struct answer_rows doubt_rows = {"Doubt", NULL, sizeof(struct doubt_record), doubt_fields};

static const struct answer_field doubts_fields[] = {
    ANSWER_ARRAY(struct doubts_record, player, "Players", .flags = ANSWER_OWN),
    ANSWER(struct doubts_record, media, "Video", .missing = ANSWER_NULL, .help = "its address"),
    ANSWER(struct doubts_record, plies, "Plies", .help = "of the match"),
    ANSWER(struct doubts_record, sure, "Asked below", .unit = UNIT_SHARE, .decimals = 4, .shown = 1),
    ANSWER_LIST(struct doubts_record, doubts, "Doubtful plies", &doubt_rows, .help = "in the order of the match"),
    {0}};
static const struct answer_rows doubts_rows = {"Doubts", NULL, sizeof(struct doubts_record), doubts_fields};
const struct answer_document doubts_document = {"doubts",
                                                1,
                                                "Doubtful plies",
                                                "Plies of a match that a machine has read and is not sure of.",
                                                .rows = &doubts_rows,
                                                .whole = true};

/* ---- where they are ---- */

struct found_ply {
    const struct watched_ply *ply;
    const struct event *event; /* NULL: nothing happened */
    struct position before;
    int number; /* of the move */
};

static bool is_doubtful(const struct doubts *d, const struct watched_ply *p)
{
    return p->certainty < d->sure;
}

size_t doubts_count(const struct doubts *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->n; i++)
        n += is_doubtful(d, &d->plies[i]);
    return n;
}

/* Each doubtful ply in turn, with the position that it stands in. */
static void each(const struct doubts *d, void (*take)(void *context, const struct found_ply *f), void *context)
{
    size_t next = 0;
    for (size_t g = 0; g < d->match->n_games; g++) {
        struct walk w;
        walk_begin(&w, d->match, &d->match->games[g]);
        bool more = walk_next(&w);
        for (; next < d->n && d->plies[next].game == (int)g; next++) {
            const struct watched_ply *p = &d->plies[next];
            const size_t index = p->event == WATCHED_NOTHING ? p->next : p->event;
            while (more && w.index < index)
                more = walk_next(&w);
            struct found_ply f = {.ply = p, .before = more ? w.before : w.replay.now, .number = w.move_number};
            f.event = p->event == WATCHED_NOTHING || !more ? NULL : w.event;
            if (f.event == NULL)
                f.before.dice[0] = f.before.dice[1] = 0;
            if (is_doubtful(d, p))
                take(context, &f);
        }
    }
}

/* The same position with what another course has there. */
static struct position other_position(const struct found_ply *f, const struct watched_other *o)
{
    struct position p = f->before;
    if (o->kind == EVENT_PLAY)
        p.board = o->before;
    p.dice[0] = o->dice[0];
    p.dice[1] = o->dice[1];
    return p;
}

static const char *play_words(struct arena *a, const struct board *b, const struct play *play)
{
    struct strbuf text = {0};
    notation_write(&text, b, play, NOTATION_MERGED);
    const char *kept = arena_strdup(a, strbuf_text(&text));
    strbuf_done(&text);
    return kept;
}

/* An illegal one may be known by its board alone, and one that was not seen not at all. */
static bool has_play(const struct event *e)
{
    return e != NULL && e->kind == EVENT_PLAY && (!(e->flags & EVENT_ILLEGAL) || e->play.n > 0);
}

/* ---- JSON ---- */

struct listing {
    struct arena *arena;
    struct doubt_record *at;
    size_t n;
};

static struct answer_list dice_listed(struct arena *a, int die1, int die2)
{
    int *dice = arena_alloc(a, 2 * sizeof *dice);
    dice[0] = die1;
    dice[1] = die2;
    return (struct answer_list){dice, die1 != 0 ? 2 : 0};
}

static void list_other(struct listing *l, const struct found_ply *f, const struct watched_other *o,
                       struct other_record *out)
{
    const struct position p = other_position(f, o);
    *out = (struct other_record){
        .action = event_kind_name(o->kind),
        .play = o->kind == EVENT_PLAY && !o->unknown ? play_words(l->arena, &o->before, &o->play) : NULL,
        .dice = dice_listed(l->arena, o->dice[0], o->dice[1]),
        .share = o->share,
        .xgid = xgid_kept(l->arena, &p)};
}

static void list_doubt(void *listing, const struct found_ply *f)
{
    struct listing *l = listing;
    const struct event *e = f->event;
    struct other_record *others = arena_alloc(l->arena, WATCHED_OTHERS * sizeof *others);
    for (int i = 0; i < f->ply->n_others; i++)
        list_other(l, f, &f->ply->other[i], &others[i]);
    l->at[l->n++] =
        (struct doubt_record){.game = f->ply->game + 1,
                              .move = f->number,
                              .line = f->ply->line,
                              .player = e != NULL ? e->player : NOBODY,
                              .time = f->ply->t >= 0 ? (double)f->ply->t / 1000 : NAN,
                              .certainty = f->ply->certainty,
                              .action = e != NULL ? event_kind_name(e->kind) : "nothing",
                              .play = has_play(e) ? play_words(l->arena, &f->before.board, &e->play) : NULL,
                              .xgid = xgid_kept(l->arena, &f->before),
                              .dice = dice_listed(l->arena, e != NULL ? e->dice[0] : 0, e != NULL ? e->dice[1] : 0),
                              .others = {others, (size_t)f->ply->n_others}};
}

void doubts_json(const struct doubts *d, struct strbuf *out)
{
    struct listing l = {.arena = arena_new()};
    l.at = arena_alloc(l.arena, (d->n + 1) * sizeof *l.at);
    each(d, list_doubt, &l);
    const struct doubts_record record = {.player = {d->match->player[0].name, d->match->player[1].name},
                                         .media = d->media,
                                         .plies = (int)d->n,
                                         .sure = d->sure,
                                         .doubts = {l.at, l.n}};
    answer_print(&doubts_document, &record, &(struct answer_form){.style = ANSWER_JSON}, out);
    arena_free(l.arena);
}

/* ---- the page ---- */

struct page {
    const struct doubts *doubts;
    struct draft *draft;
    size_t n;
};

static void put_action(struct draft *b, enum event_kind kind, const struct board *before, const struct play *play)
{ /* `play`: NULL = not known */
    static const char *const words[EVENT_KINDS] = {
        [EVENT_ROLL] = N_("Roll"),          [EVENT_DOUBLE] = N_("Double"),
        [EVENT_TAKE] = N_("Take"),          [EVENT_DROP] = N_("Pass"),
        [EVENT_RESIGN] = N_("Resignation"), [EVENT_RESIGN_ACCEPT] = N_("Resignation accepted"),
    };
    if (kind == EVENT_PLAY && play != NULL)
        put_play(b, before, play);
    else if (words[kind] != NULL)
        put_words(b, words[kind]);
}

static void put_share(struct draft *b, double share)
{
    put_number(b, (struct number){.value = share, .decimals = 1, .unit = UNIT_SHARE});
}

static void diagram(struct draft *b, const struct position *p, const struct play *play, enum role role)
{
    struct position *kept = arena_alloc(b->arena, sizeof *kept);
    *kept = *p;
    struct node *n = node_begin(b, NODE_DIAGRAM, ROLE_NONE);
    n->diagram.position = kept;
    for (int who = 0; who < 2; who++)
        n->diagram.name[who] = draft_player_name(b, who);
    if (play != NULL && play->n > 0)
        n->diagram.arrows[0] = (struct arrows){play, role};
    node_end(b);
}

/* Where the video can be opened there, as the way to it. */
static void put_second(struct draft *b, const struct video *video, int64_t t)
{
    struct strbuf address = {0};
    const bool linked = video_link_at(video, t, &address);
    if (linked)
        link_begin(b, draft_string(b, "%s", address.at), NULL);
    words_begin(b, "second {0} of the video", NULL, 0);
    put_number(b, (struct number){.value = (double)t / 1000, .decimals = 1});
    node_end(b);
    if (linked)
        node_end(b);
    put_text(b, "; ");
    strbuf_done(&address);
}

static void put_place(struct draft *b, const struct page *page, const struct found_ply *f)
{
    const struct watched_ply *p = f->ply;
    node_begin(b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(b, "game {0}, move {1}", NULL, 0);
    put_count(b, p->game + 1);
    put_count(b, f->number);
    node_end(b);
    put_text(b, "; ");
    if (p->t >= 0)
        put_second(b, page->doubts->match->video, p->t);
    words_begin(b, "line {0} of the observations", NULL, 0);
    put_count(b, p->line);
    node_end(b);
    node_end(b);
}

static void put_other(struct draft *b, const struct found_ply *f, const struct watched_other *o, bool board)
{
    const struct position p = other_position(f, o);
    node_begin(b, NODE_PARAGRAPH, ROLE_VERDICT);
    words_begin(b, "Or {0}, {1}", NULL, 0);
    node_begin(b, NODE_SPAN, ROLE_STRONG);
    if (o->dice[0] != 0) {
        put_roll(b, (const int8_t[2]){(int8_t)o->dice[0], (int8_t)o->dice[1]});
        put_text(b, o->kind != EVENT_PLAY ? " " : !o->unknown ? ": " : "");
    }
    put_action(b, o->kind, &o->before, o->unknown ? NULL : &o->play);
    node_end(b);
    put_share(b, o->share);
    node_end(b);
    node_end(b);
    if (board)
        diagram(b, &p, o->kind == EVENT_PLAY ? &o->play : NULL, ROLE_BEST);
}

/* As reports have it: who, the roll, the play. */
static void put_line(struct draft *b, const struct event *e, const struct board *before)
{
    if (e == NULL) {
        node_begin(b, NODE_SPAN, ROLE_ACTION);
        put_words(b, "nothing happened");
        node_end(b);
        return;
    }
    put_player(b, e->player);
    if (e->dice[0] != 0)
        put_roll(b, e->dice);
    node_begin(b, NODE_SPAN, ROLE_ACTION);
    put_action(b, e->kind, before, has_play(e) ? &e->play : NULL);
    node_end(b);
}

static void put_doubt(void *page, const struct found_ply *f)
{
    struct page *g = page;
    struct draft *b = g->draft;
    const struct event *e = f->event;
    struct node *n = node_begin(b, NODE_DECISION, e != NULL && e->kind != EVENT_PLAY ? ROLE_CUBE : ROLE_CHEQUER);
    n->side = e != NULL ? e->player : NOBODY;
    n->anchor = draft_string(b, "d%zu", ++g->n);
    node_begin(b, NODE_LINE, ROLE_NONE);
    node_begin(b, NODE_SPAN, ROLE_COUNT);
    put_count(b, (long)g->n);
    node_end(b);
    put_line(b, e, &f->before.board);
    node_begin(b, NODE_SPAN, ROLE_BADGE);
    put_share(b, f->ply->certainty);
    node_end(b);
    node_end(b);
    diagram(b, &f->before, e != NULL && e->kind == EVENT_PLAY ? &e->play : NULL, ROLE_PLAYED);
    for (int i = 0; i < f->ply->n_others; i++)
        put_other(b, f, &f->ply->other[i], i == 0);
    put_place(b, g, f);
    node_end(b);
}

static void build(void *doubts, struct node_receiver *to, struct diags *diags)
{
    const struct doubts *d = doubts;
    struct draft b;
    struct page page = {.doubts = d, .draft = &b};
    const size_t n = doubts_count(d);
    (void)diags;
    draft_begin(&b, d->match, to);
    b.unexplained = true; /* plies are half-moves here, and "sure" is not of leaks */
    draft_titled(&b, ROLE_POSITIONS, "Doubtful plies");
    draft_close(&b);
    draft_section(&b, ROLE_GAME, 2, "doubts", "What a machine is not sure of");
    node_begin(&b, NODE_PARAGRAPH, ROLE_NOTE);
    words_begin(&b, "Plies less than {2} sure: {0} of {1}.", NULL, 0);
    put_count(&b, (long)n);
    put_count(&b, (long)d->n);
    put_share(&b, d->sure);
    node_end(&b);
    put_text(&b, " ");
    words_begin(&b, "To correct line 12, add {0} to the observations.", NULL, 0);
    put_text(&b, "{\"k\":\"fix\",\"of\":12,\"dice\":[6,2]}");
    node_end(&b);
    node_end(&b);
    each(d, put_doubt, &page);
    draft_close(&b);
    draft_close(&b);
    draft_end(&b);
}

bool doubts_page(const struct doubts *d, struct strbuf *out)
{
    struct export_options shown;
    struct diags messages;
    struct doubts own = *d;
    export_defaults(&shown);
    diags_init(&messages, NULL);
    const bool ok = document_write(&(struct printed_document){.build = build, .context = &own}, DOCUMENT_HTML, &shown,
                                   out, &messages);
    call_diags(&messages);
    diags_done(&messages);
    return ok;
}
