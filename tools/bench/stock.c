/* The bench's inputs; see stock.h. The idea: what kibitzer can write it writes itself, the other
 * formats are written by dialects.c; either is repeated until the text is long enough. */
#include "stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "base/xmalloc.h"
#include "dialects.h"
#include "export/export.h"
#include "import/import.h"
#include "match/notation.h"
#include "format/posid.h"
#include "match/walk.h"

enum { SESSION_GAMES = 4000 };

/* ---- records ---- */

static bool read_one(struct stock *s, const char *path)
{
    struct strbuf bytes = {0};
    struct matches read = {0};
    struct diags d;
    diags_init(&d, path);
    const bool good =
        file_read(path, 0, &bytes) && import_bytes((struct span){bytes.at, bytes.length}, path, NULL, &read, &d);
    for (size_t i = 0; i < read.n; i++)
        matches_add(read.at[i]->n_sets > 0 ? &s->analysed : &s->plain, read.at[i]);
    if (!good)
        fprintf(stderr, "%s: cannot be read\n", path);
    free(read.at);
    strbuf_done(&bytes);
    diags_done(&d);
    return good;
}

static void add_positions(struct stock *s, const struct match *m)
{
    struct walk w;
    for (size_t g = 0; g < m->n_games; g++)
        for (walk_begin(&w, m, &m->games[g]); walk_next(&w);)
            if (w.event->kind == EVENT_PLAY) {
                s->positions = grow(s->positions, s->n_positions, &s->positions_capacity, sizeof *s->positions);
                s->positions[s->n_positions++] = w.before;
            }
}

/* Beavers and resignations are not given in every format. */
static bool is_plain(const struct game *g)
{
    for (size_t i = 0; i < g->n_events; i++)
        if (g->events[i].kind != EVENT_PLAY && g->events[i].kind != EVENT_DOUBLE && g->events[i].kind != EVENT_TAKE &&
            g->events[i].kind != EVENT_DROP)
            return false;
    return g->winner != NOBODY;
}

static void add_to_session(struct match *session, const struct game *g, int score[2])
{
    struct game *copy = &session->games[session->n_games++];
    *copy = *g;
    copy->number = (int)session->n_games;
    copy->crawford_game = false;
    memcpy(copy->score, score, sizeof copy->score);
    score[g->winner] += g->points;
}

static void make_session(struct stock *s)
{
    int score[2] = {0, 0};
    s->session = *s->plain.at[0];
    s->session.length = 0;
    s->session.games = xcalloc(SESSION_GAMES, sizeof *s->session.games);
    s->session.n_games = 0;
    while (s->session.n_games < SESSION_GAMES)
        for (size_t i = 0; i < s->plain.n; i++)
            for (size_t g = 0; g < s->plain.at[i]->n_games && s->session.n_games < SESSION_GAMES; g++)
                if (is_plain(&s->plain.at[i]->games[g]))
                    add_to_session(&s->session, &s->plain.at[i]->games[g], score);
}

/* Through a list of their IDs, as a user would have them. */
static bool make_single(struct stock *s)
{
    struct strbuf ids = {0};
    struct diags d;
    for (size_t i = 0; i < s->n_positions; i++) {
        char id[XGID_MAX];
        xgid(&s->positions[i], id);
        strbuf_printf(&ids, "%s\n", id);
    }
    diags_init(&d, NULL);
    const bool good = import_bytes((struct span){ids.at, ids.length}, NULL, NULL, &s->single, &d);
    diags_done(&d);
    strbuf_done(&ids);
    return good;
}

bool stock_open(struct stock *s, char *const *paths, int n)
{
    *s = (struct stock){0};
    for (int i = 0; i < n; i++)
        if (!read_one(s, paths[i]))
            return false;
    if (s->plain.n == 0 || s->analysed.n == 0) {
        fprintf(stderr, "the bench needs matches with and without analysis\n");
        return false;
    }
    for (size_t i = 0; i < s->plain.n; i++)
        add_positions(s, s->plain.at[i]);
    make_session(s);
    return make_single(s);
}

void stock_close(struct stock *s)
{
    matches_done(&s->plain);
    matches_done(&s->analysed);
    matches_done(&s->single);
    free(s->session.games);
    free(s->positions);
}

/* ---- what kibitzer writes ---- */

static void write_one(struct strbuf *out, const struct match *m, const struct exporter *e, const char *style)
{
    struct export_options o;
    struct sink sink;
    struct diags d;
    export_defaults(&o);
    o.style = style;
    sink_init(&sink);
    diags_init(&d, NULL);
    e->write(m, &o, &sink, &d);
    strbuf_add(out, strbuf_text(sink_main(&sink)), sink_main(&sink)->length);
    diags_done(&d);
    sink_done(&sink);
}

static void write_all(struct strbuf *out, const struct matches *list, const struct exporter *e, const char *style,
                      size_t length)
{
    for (size_t i = 0; out->length < length; i = (i + 1) % list->n)
        write_one(out, list->at[i], e, style);
}

static void tell_mat(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->plain, exporter_find("mat"), NULL, length);
}

static void tell_mat_xg(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->plain, exporter_find("mat"), "xg", length);
}

static void tell_gam(struct strbuf *out, const struct stock *s, size_t length)
{
    for (size_t i = 0; out->length < length; i++) {
        const struct match alone = export_game_alone(&s->session, i % s->session.n_games);
        write_one(out, &alone, exporter_find("gam"), NULL);
    }
}

static void tell_sgf(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->plain, exporter_find("sgf"), NULL, length);
}

static void tell_sgf_analysed(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->analysed, exporter_find("sgf"), NULL, length);
}

static void tell_dump(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->plain, exporter_find("dump"), NULL, length);
}

static void tell_dump_analysed(struct strbuf *out, const struct stock *s, size_t length)
{
    write_all(out, &s->analysed, exporter_find("dump"), NULL, length);
}

/* ---- what others write ---- */

/* As much of the session as fills `length`. */
static void tell_session(struct strbuf *out, const struct stock *s, size_t length,
                         void (*put)(struct strbuf *out, const struct match *m))
{
    struct match part = s->session;
    struct strbuf sample = {0};
    part.n_games = 100;
    put(&sample, &part);
    part.n_games = 100 * (length / sample.length + 1);
    part.n_games = part.n_games < s->session.n_games ? part.n_games : s->session.n_games;
    put(out, &part);
    strbuf_done(&sample);
}

static void sgg(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_session(out, s, length, tell_sgg);
}

static void tmg(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_session(out, s, length, tell_tmg);
}

static void party(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_session(out, s, length, tell_party);
}

static void bgroom(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_session(out, s, length, tell_bgroom);
}

static void oldmoves(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_session(out, s, length, tell_oldmoves);
}

/* ---- positions ---- */

static void tell_positions(struct strbuf *out, const struct stock *s, size_t length, const struct exporter *e)
{
    struct export_options o;
    struct sink sink;
    struct diags d;
    export_defaults(&o);
    diags_init(&d, NULL);
    for (size_t i = 0; out->length < length; i++) {
        sink_init(&sink);
        e->write(s->single.at[i % s->single.n], &o, &sink, &d);
        strbuf_add(out, strbuf_text(sink_main(&sink)), sink_main(&sink)->length);
        sink_done(&sink);
    }
    diags_done(&d);
}

static void tell_snowie(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_positions(out, s, length, exporter_find("snowiepos"));
}

static void tell_xgids(struct strbuf *out, const struct stock *s, size_t length)
{
    tell_positions(out, s, length, exporter_find("xgid"));
}

static void tell_ids(struct strbuf *out, const struct stock *s, size_t length)
{
    for (size_t i = 0; out->length < length; i++) {
        const struct position *p = &s->positions[i % s->n_positions];
        char board[POSITION_ID_LENGTH + 1], match[MATCH_ID_LENGTH + 1];
        position_id(&p->board, board);
        match_id(p, match);
        strbuf_printf(out, "%s:%s\n", board, match);
    }
}

static void fibsboard(struct strbuf *out, const struct stock *s, size_t length)
{
    for (size_t i = 0; out->length < length; i++)
        tell_fibsboard(out, s->plain.at[0], &s->positions[i % s->n_positions]);
}

static void tell_candidates(struct strbuf *out, const struct position *p)
{
    struct move_list plays = {0};
    moves_list(&p->board, p->dice[0], p->dice[1], &plays);
    for (int i = 0; i < plays.n && i < 5; i++) {
        struct strbuf play = {0};
        notation_write(&play, &p->board, &plays.at[i].play, NOTATION_XG);
        strbuf_printf(out, "    %d. 4-ply       %-28s eq:+0.1%d0 (-0.0%d0)\n", i + 1, strbuf_text(&play), 6 - i, i);
        strbuf_puts(out, "      Player:   55.00% (G:17.00% B:0.80%)\n      Opponent: 45.00% (G:12.00% B:0.50%)\n\n");
        strbuf_done(&play);
    }
    moves_free(&plays);
}

/* eXtreme Gammon's text of a position: the ID, a board, five plays with their chances. */
static void tell_xgtext(struct strbuf *out, const struct stock *s, size_t length)
{
    for (size_t i = 0; out->length < length; i++) {
        const struct position *p = &s->positions[i % s->n_positions];
        char id[XGID_MAX];
        xgid(p, id);
        strbuf_printf(out, "%s\n\nX:Ann   O:Bo\nScore is X:0 O:0 7 pt.(s) match.\n", id);
        strbuf_puts(out, " +13-14-15-16-17-18------19-20-21-22-23-24-+\n");
        for (int line = 0; line < 11; line++)
            strbuf_puts(out, " | X           O    |   | O              X |\n");
        strbuf_printf(out, " +12-11-10--9--8--7-------6--5--4--3--2--1-+\nCube: 1\nX to play %d%d\n\n", p->dice[0],
                      p->dice[1]);
        tell_candidates(out, p);
        strbuf_puts(out, "\neXtreme Gammon Version: 2.10, MET: Kazaross XG2\n\n");
    }
}

/* Matches are replayed as they are read; of positions only the board is set. */
const struct telling_row telling_rows[] = {
    {"mat", tell_mat, 20},
    {"mat, XG's style", tell_mat_xg, 20},
    {"gam", tell_gam, 20},
    {"sgf", tell_sgf, 20},
    {"sgf, analysed", tell_sgf_analysed, 20},
    {"dump", tell_dump, 20},
    {"dump, analysed", tell_dump_analysed, 20},
    {"sgg", sgg, 20},
    {"tmg", tmg, 20},
    {"party", party, 20},
    {"bgroom", bgroom, 20},
    {"oldmoves", oldmoves, 20},
    {"snowiepos", tell_snowie, 50},
    {"idlist", tell_ids, 50},
    {"fibsboard", fibsboard, 50},
    {"xgtext, XGIDs", tell_xgids, 50},
    {"xgtext, analysed", tell_xgtext, 50},
    {0},
};
