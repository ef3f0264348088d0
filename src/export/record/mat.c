/* Jellyfish .mat and its relatives: two columns of cells, one line per pair, under a head with tags. Layouts:
 * Jellyfish's, as GNU Backgammon writes it; eXtreme Gammon's (style "xg"); Snowie's text, which has no head and no
 * comments but gives the position after an illegal play; and .gam, a single game without scores. Format:
 * docs/formats/mat.md. */
#include "export/record/mat_write.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "export/export.h"
#include "format/posid.h"

static const struct mat_layout jellyfish = {.right = 33, .comments = true, .scores = true, .ratings = true};
static const struct mat_layout extreme = {.right = 39, .line_end = 73, .xg = true, .comments = true, .scores = true};
static const struct mat_layout snowie = {.right = 33, .illegal_lines = true, .scores = true};
static const struct mat_layout single_game = {.right = 33};

/* ---- the start of a game ---- */

static int cube_code(const struct position *p)
{
    int log = 0;
    while (log < CUBE_MAX_LOG2 && (1 << log) < p->cube)
        log++;
    return p->cube_owner == 0 ? -log : p->cube_owner == 1 ? log : 0;
}

/* eXtreme Gammon's line for a game that does not begin at the start; others take it for a comment. */
static void start_position_line(struct strbuf *out, const struct position *p)
{
    char id[XGID_MAX];
    xgid(p, id);
    strbuf_puts(out, "; Set Pos=");
    strbuf_add(out, id + strlen("XGID="), 26);
    strbuf_putc(out, '/');
    strbuf_int(out, cube_code(p));
    strbuf_putc(out, '\n');
}

/* Names of a bare game are separated by two blanks, and must be there. */
static void put_bare_name(struct strbuf *out, const char *name)
{
    size_t start = out->length, end = start;
    mat_put_text(out, name);
    for (size_t i = start; i < out->length; i++)
        if (out->at[i] != ' ' || (end > start && out->at[end - 1] != ' '))
            out->at[end++] = out->at[i];
    if (end < out->length)
        out->at[end] = '\0';
    out->length = end;
    if (end == start)
        strbuf_puts(out, "\"\"");
}

static void put_player(const struct mat_columns *c, const struct match *m, const struct game *g, int who)
{
    if (c->layout->scores)
        mat_put_text(c->out, m->player[who].name);
    else
        put_bare_name(c->out, m->player[who].name);
    if (c->layout->ratings && mat_has_plain_rating(m, who)) {
        strbuf_puts(c->out, ", ");
        mat_put_text(c->out, m->player[who].rating);
    }
    if (c->layout->scores) {
        strbuf_puts(c->out, " : ");
        strbuf_int(c->out, g->score[who]);
    }
}

static void players_line(struct mat_columns *c, const struct match *m, const struct game *g)
{
    c->start = c->out->length;
    strbuf_putc(c->out, ' ');
    put_player(c, m, g, 0);
    strbuf_putc(c->out, ' ');
    mat_pad_to(c, c->layout->xg ? c->layout->right - 1 : c->layout->right - 2);
    strbuf_putc(c->out, ' ');
    put_player(c, m, g, 1);
    strbuf_putc(c->out, '\n');
}

/* ---- games ---- */

static void write_game(struct mat_columns *c, const struct match *m, const struct game *g)
{
    if (c->layout->scores) {
        strbuf_puts(c->out, " Game ");
        strbuf_int(c->out, g->number);
        strbuf_putc(c->out, '\n');
    }
    players_line(c, m, g);
    c->number = 0;
    if (g->comment != NULL && c->layout->comments)
        mat_comment_lines(c->out, g->comment, 0);
    bool begun = false, moved = false;
    struct walk w;
    for (walk_begin(&w, m, g); walk_next(&w);) {
        moved = moved || w.event->kind == EVENT_SET_BOARD || w.event->kind == EVENT_SET_CUBE;
        if (!mat_is_set_up(g, w.event)) {
            if (!begun && moved && c->layout->comments)
                start_position_line(c->out, &w.before);
            begun = true;
            mat_event_cell(c, &w);
        }
        if (w.event->comment != NULL && c->layout->comments) {
            mat_end_line(c);
            mat_comment_lines(c->out, w.event->comment, MAT_COMMENT_COLUMN);
        }
    }
    mat_result_line(c, m, g);
    strbuf_puts(c->out, c->layout->xg ? "\n\n" : "\n");
}

static void match_line(struct strbuf *out, const struct match *m)
{
    strbuf_int(out, m->length);
    strbuf_puts(out, " point match\n\n");
}

static void write_games(struct mat_columns *c, const struct match *m)
{
    for (size_t g = 0; g < m->n_games; g++)
        write_game(c, m, &m->games[g]);
    strbuf_done(&c->cell);
}

/* ---- files ---- */

bool mat_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    bool xg = o->style != NULL && strcasecmp(o->style, "xg") == 0;
    struct mat_columns c = {.out = sink_main(sink), .layout = xg ? &extreme : &jellyfish};
    mat_write_head(c.out, m, xg);
    match_line(c.out, m);
    write_games(&c, m);
    mat_report_losses(c.layout, m, true, d);
    return true;
}

bool snowietxt_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct mat_columns c = {.out = sink_main(sink), .layout = &snowie};
    (void)o;
    strbuf_putc(c.out, ' ');
    match_line(c.out, m);
    write_games(&c, m);
    mat_report_losses(&snowie, m, false, d);
    return true;
}

/* Each game after the first goes to a part of its own. */
bool gam_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct mat_columns c = {.out = sink_main(sink), .layout = &single_game};
    char suffix[32];
    (void)o;
    for (size_t g = 0; g < m->n_games; g++)
        if (!mat_has_cells(&m->games[g])) {
            diag_at(d, SEVERITY_ERROR, 0, 0, "game %d has no roll and no cube action, which .gam cannot express",
                    m->games[g].number);
            return false;
        }
    for (size_t g = 0; g < m->n_games; g++) {
        snprintf(suffix, sizeof suffix, "_%03zu", g + 1);
        c.out = g == 0 ? sink_main(sink) : sink_add_part(sink, suffix);
        write_game(&c, m, &m->games[g]);
    }
    strbuf_done(&c.cell);
    mat_report_losses(&single_game, m, false, d);
    return true;
}

const char *const mat_styles[] = {"jellyfish", "xg", NULL};
