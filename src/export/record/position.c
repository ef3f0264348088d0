/* The writers of single positions: Jellyfish .pos (binary), Snowie's line, the IDs. Formats: docs/formats/pos.md,
 * docs/formats/snowie.md, docs/formats/ids.md. */
#include "export/record/position.h"

#include <string.h>

#include "base/utf8.h"
#include "match/loss.h"
#include "export/record/snowie.h"
#include "format/ogid.h"
#include "format/posid.h"
#include "match/walk.h"

bool export_position(const struct match *m, const struct export_options *o, struct position *out)
{
    if (o->position != NULL) {
        *out = *o->position;
        return true;
    }
    if (m->n_games == 0)
        return false;
    const struct game *g = &m->games[m->n_games - 1];
    struct replay r;
    replay_begin(&r, m, g);
    for (size_t i = 0; i < g->n_events; i++)
        replay_apply(&r, &g->events[i], NULL);
    *out = r.now;
    return true;
}

static bool choose(const struct match *m, const struct export_options *o, struct position *p, struct diags *d)
{
    if (export_position(m, o, p))
        return true;
    diag_at(d, SEVERITY_ERROR, 0, 0, "the record holds no position");
    return false;
}

/* What a format of positions has room for. */
struct room {
    bool names[2];
    bool offer, resignation, crawford;
    struct rules rules; /* what is read again */
};

static size_t count_events(const struct match *m)
{
    size_t events = 0;
    for (size_t g = 0; g < m->n_games; g++)
        for (size_t i = 0; i < m->games[g].n_events; i++)
            events += m->games[g].events[i].kind < EVENT_SET_BOARD;
    return events;
}

/* Everything but the position is left behind; of a record of one position only what surrounds it. */
static void report_losses(const struct match *m, const struct export_options *o, const struct position *p,
                          const struct room *room, struct diags *d)
{
    bool alone = o->position == NULL && loss_is_single_position(m);
    const uint64_t of_events = CARRIES(COMMENTS) | CARRIES(ANALYSIS) | CARRIES_DETAILS | CARRIES(LUCK) |
                               CARRIES(MARKS) | CARRIES(OTHER_SETS) | CARRIES(PROPERTIES) | CARRIES(SIGNATURES) |
                               CARRIES(TIMES) | CARRIES(CLOCK);
    const uint64_t stated = CARRIES(NAMES) | CARRIES(RULES) | CARRIES(OFFERS) | CARRIES(CRAWFORD) | CARRIES(RATINGS) |
                            CARRIES(PLACE) | CARRIES(MATCH_COMMENT) | (alone ? of_events : 0);
    struct losses l;
    loss_count(&l, m, NULL);
    l.count[LOSS_NAMES] = 0;
    for (int who = 0; who < 2; who++)
        l.count[LOSS_NAMES] += m->player[who].name[0] != '\0' && !room->names[who];
    l.count[LOSS_RULES] = loss_of_rules(m, &room->rules);
    l.count[LOSS_OFFERS] = (p->offer != OFFER_NONE && p->offer != OFFER_RESIGNATION && !room->offer) +
                           (p->resigned != 0 && !room->resignation);
    l.count[LOSS_CRAWFORD] = !room->crawford;
    if (!alone)
        diag_at(d, SEVERITY_NOTE, 0, 0, "lost: all but one position (%zu events)", count_events(m));
    losses_report(&l, CARRIES_EVERYTHING & ~stated, d);
}

/* ---- Jellyfish .pos, version 126: 16-bit little-endian numbers, names with a length byte ---- */

enum { POS_VERSION = 126, POS_LEVEL = 7, POS_BIAS = 20, NAME_MAX_BYTES = 255 };

static void put_number(struct strbuf *out, int n)
{
    strbuf_putc(out, (char)(n & 0xFF));
    strbuf_putc(out, (char)(n >> 8 & 0xFF));
}

static void put_name(struct strbuf *out, const char *name)
{
    struct strbuf clean = {0};
    utf8_clean(&clean, name);
    size_t n = clean.length < NAME_MAX_BYTES ? clean.length : NAME_MAX_BYTES;
    while (n > 0 && n < clean.length && ((unsigned char)clean.at[n] & 0xC0) == 0x80)
        n--; /* not within a character */
    strbuf_putc(out, (char)n);
    strbuf_add(out, strbuf_text(&clean), n);
    strbuf_done(&clean);
}

static bool fits_pos(const char *name)
{
    return strlen(name) <= NAME_MAX_BYTES;
}

static int crawford_state(const struct position *p)
{
    bool one_away = p->length > 0 && (position_away(p, 0) == 1 || position_away(p, 1) == 1);
    return p->crawford_game ? 2 : one_away ? 3 : 1;
}

/* Index 0 = player 1's bar (ours 1), 25 = player 0's; between, player 0's own points; player 0 is negative. */
static void put_board(struct strbuf *out, const struct position *p)
{
    const struct board b = position_board(p, 0);
    for (int i = BOARD_OPPONENT_BAR; i <= BOARD_BAR; i++) {
        put_number(out, POS_BIAS - b.point[i]);
        put_number(out, POS_BIAS - b.point[i]);
    }
}

bool pos_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct position p;
    if (!choose(m, o, &p, d))
        return false;
    bool rolled = p.dice[0] != 0;
    if (p.cube >= 1 << 15) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "a cube of %d does not fit a .pos file, at most %d", p.cube, 1 << 14);
        return false;
    }
    const int head[] = {POS_VERSION,
                        0,
                        0,
                        p.rules.cube,
                        p.rules.jacoby,
                        p.rules.beavers,
                        p.cube,
                        p.cube_owner == CUBE_CENTRED ? 0 : p.cube_owner + 1,
                        p.on_roll + (rolled ? 1 : 3),
                        0,
                        0,
                        0,
                        p.length > 0 ? 1 : 3,
                        1,
                        POS_LEVEL,
                        p.length,
                        p.score[0],
                        p.score[1]};
    struct strbuf *out = sink_main(sink);
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        put_number(out, head[i]);
    put_name(out, m->player[0].name);
    put_name(out, m->player[1].name);
    put_number(out, 0);
    put_number(out, crawford_state(&p));
    put_number(out, 0);
    put_name(out, "");
    put_number(out, p.dice[0]);
    put_number(out, p.dice[1]);
    put_board(out, &p);
    struct rules rules = {.cube = p.rules.cube, .crawford = true, .jacoby = p.rules.jacoby, .beavers = p.rules.beavers};
    const struct room room = {
        {fits_pos(m->player[0].name), fits_pos(m->player[1].name)}, .crawford = true, .rules = rules};
    report_losses(m, o, &p, &room, d);
    return true;
}

/* ---- lines ---- */

static bool fits_line(const char *name)
{
    return strchr(name, ';') == NULL && utf8_fits_line(name);
}

bool snowiepos_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct position p;
    if (!choose(m, o, &p, d))
        return false;
    snowie_line(sink_main(sink), m, &p, p.on_roll);
    strbuf_putc(sink_main(sink), '\n');
    struct rules rules = {.cube = true, .crawford = true, .jacoby = p.rules.jacoby, .beavers = p.rules.beavers};
    const struct room room = {
        {fits_line(m->player[0].name), fits_line(m->player[1].name)}, .crawford = true, .rules = rules};
    report_losses(m, o, &p, &room, d);
    return true;
}

/* A turned cube in the Crawford game cannot be: the cube matters more than the mark, which is left out. */
static bool unmark_crawford(struct position *p)
{
    const bool turned = p->crawford_game && p->cube != 1;
    if (turned)
        p->crawford_game = false;
    return turned;
}

bool xgid_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct position p;
    char id[XGID_MAX];
    if (!choose(m, o, &p, d))
        return false;
    const bool turned = unmark_crawford(&p);
    xgid(&p, id);
    strbuf_puts(sink_main(sink), id);
    strbuf_putc(sink_main(sink), '\n');
    struct rules rules = p.rules;
    rules.cube = true, rules.crawford = true, rules.variant = VARIANT_BACKGAMMON, rules.automatic = false;
    report_losses(m, o, &p, &(struct room){.offer = true, .crawford = !turned, .rules = rules}, d);
    return true;
}

bool ogid_write(const struct match *m, const struct export_options *o, struct sink *sink, struct diags *d)
{
    struct position p;
    char id[OGID_MAX];
    if (!choose(m, o, &p, d))
        return false;
    const bool turned = unmark_crawford(&p);
    ogid(&p, id);
    strbuf_puts(sink_main(sink), id);
    strbuf_putc(sink_main(sink), '\n');
    struct rules rules = {.cube = p.rules.cube, .crawford = true};
    const bool doubled = p.offer == OFFER_DOUBLE;
    report_losses(m, o, &p, &(struct room){.offer = doubled, .crawford = !turned, .rules = rules}, d);
    return true;
}
