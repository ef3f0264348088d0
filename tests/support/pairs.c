/* Pairs of formats; see pairs.h. */
#include "pairs.h"

#include <string.h>

#include "export/export.h"
#include "import/import.h"
#include "import/position_record.h"
#include "match/walk.h"
#include "facts.h"

const struct carrier carriers[CARRIERS] = {
    {"dump", "dump", NULL, "dump", PAIR_MATCH, false, 0},
    {"sgf", "sgf", NULL, "sgf", PAIR_MATCH, false, 0},
    {"ogxm", "ogxm", NULL, "ogxm", PAIR_MATCH, false, 0},
    {"gva", "gva", NULL, "gva", PAIR_MATCH, false, 5e-5},
    {"mat", "mat", NULL, "mat", PAIR_MATCH, false, 0},
    {"mat xg", "mat", "xg", "mat", PAIR_MATCH, false, 0},
    {"snowietxt", "snowietxt", NULL, "mat", PAIR_MATCH, false, 0},
    {"bgammon", "bgammon", NULL, "bgammon", PAIR_MATCH, true, 0},
    {"transcript", "transcript", NULL, "transcript", PAIR_MATCH, false, 0},
    {"gam", "gam", NULL, "gam", PAIR_GAME, false, 0},
    {"pos", "pos", NULL, "pos", PAIR_POSITION, false, 0},
    {"snowiepos", "snowiepos", NULL, "snowiepos", PAIR_POSITION, false, 0},
    {"xgid", "xgid", NULL, "xgtext", PAIR_POSITION, false, 0},
    {"ogid", "ogid", NULL, "idlist", PAIR_POSITION, false, 0},
};

/* One record written and read again. */
struct hop {
    struct match *read; /* NULL = was refused */
    bool listed[FACT_KINDS];
    bool position_left; /* all but a position is reported as lost */
    bool stated; /* any loss */
    bool refused; /* by the writer, with an error: the format has no room for such a record */
    struct strbuf unknown; /* words of notes that nobody knows, or the reader's error */
};

static struct match *read_again(const struct carrier *c, struct span text, struct strbuf *why)
{
    struct matches list = {0};
    struct diags d;
    struct match *m = NULL;
    diags_init(&d, c->name);
    import_bytes(text, NULL, importer_find(c->reader), &list, &d);
    if (list.n == 1) {
        m = list.at[0];
        list.n = 0;
    } else {
        strbuf_printf(why, "%zu records are read again%s%s", list.n, d.n > 0 ? ": " : "",
                      d.n > 0 ? d.at[0].message : "");
    }
    matches_done(&list);
    diags_done(&d);
    return m;
}

static void take_hop(struct hop *s, const struct match *m, const struct carrier *c)
{
    struct export_options o;
    struct sink sink;
    struct diags d;
    *s = (struct hop){0};
    export_defaults(&o);
    o.style = c->style;
    sink_init(&sink);
    diags_init(&d, NULL);
    if (exporter_find(c->writer)->write(m, &o, &sink, &d))
        s->read = read_again(c, (struct span){strbuf_text(sink_main(&sink)), sink_main(&sink)->length}, &s->unknown);
    else
        s->refused = d.n_errors > 0;
    s->position_left = facts_listed(&d, s->listed, &s->unknown);
    for (int i = 0; i < FACT_KINDS; i++)
        s->stated = s->stated || s->listed[i] || s->position_left;
    sink_done(&sink);
    diags_done(&d);
}

static void hop_done(struct hop *s)
{
    match_free(s->read);
    strbuf_done(&s->unknown);
}

/* What a game consists of is only known where the positions are that it was played in. */
static bool excused(const bool listed[FACT_KINDS], enum fact_kind k)
{
    bool set_up = listed[FACT_START_POSITIONS] || listed[FACT_SET_UPS] || listed[FACT_ILLEGAL_BOARDS] ||
                  listed[FACT_WORDS] || listed[FACT_AUTOMATIC_DOUBLES];
    bool rests_on_boards = k == FACT_COURSE || k == FACT_ANALYSIS || k == FACT_ENDINGS || k == FACT_RESIGNATIONS ||
                           k == FACT_ILLEGAL_BOARDS || k == FACT_WORDS;
    bool rests_on_length = k == FACT_RULES || k == FACT_CRAWFORD; /* they are others in money play */
    bool rests_on_analysis = k >= FACT_LEVELS && k <= FACT_FIGURES;
    return listed[k] || (set_up && rests_on_boards) || (listed[FACT_LENGTH] && rests_on_length) ||
           (listed[FACT_ANALYSIS] && rests_on_analysis);
}

/* How much of two records can be compared. */
enum extent { ALL, POSITION_ALONE, POSITION_LEFT };

static void gather(struct facts *f, const struct match *m, enum extent extent)
{
    if (extent == ALL)
        facts_of(f, m);
    else
        facts_of_position(f, m, extent == POSITION_ALONE);
}

static enum extent extent_of(int a, int b, bool position_left)
{
    bool positions = carriers[a].scope == PAIR_POSITION || carriers[b].scope == PAIR_POSITION;
    return position_left ? POSITION_LEFT : positions ? POSITION_ALONE : ALL;
}

/* Differences between two records that `listed` does not name; adds a word on each to `why`. */
static int silent(const struct match *a, const struct match *b, const bool listed[FACT_KINDS], enum extent extent,
                  double rounding, bool *whole, struct strbuf *why)
{
    struct facts x, y;
    int differing[FACT_KINDS], n = 0;
    const char *example[FACT_KINDS];
    gather(&x, a, extent);
    gather(&y, b, extent);
    x.rounding = rounding;
    facts_compare(&x, &y, differing, example);
    *whole = true;
    for (int i = 0; i < FACT_KINDS; i++) {
        *whole = *whole && differing[i] == 0;
        if (differing[i] == 0 || excused(listed, (enum fact_kind)i))
            continue;
        strbuf_printf(why, "%s%d %s (%s)", n > 0 ? "; " : "", differing[i], fact_kind_name((enum fact_kind)i),
                      example[i]);
        n++;
    }
    facts_done(&x);
    facts_done(&y);
    return n;
}

static void fault(struct pairs *p, const char *where, const char *way, const char *what)
{
    p->n_faults++;
    strbuf_printf(&p->faults, "%s: %s: %s\n", where, way, what);
}

/* One step with its checks: nothing lost in silence. */
static bool checked_hop(struct pairs *p, struct hop *s, const struct match *m, int to, const char *where,
                        const char *way)
{
    struct strbuf why = {0};
    bool whole = false;
    take_hop(s, m, &carriers[to]);
    bool good = s->read != NULL && s->unknown.length == 0;
    if (s->refused)
        p->refused[to]++;
    else if (!good)
        fault(p, where, way, strbuf_text(&s->unknown));
    else if (silent(m, s->read, s->listed, extent_of(to, to, s->position_left), carriers[to].rounding, &whole, &why) >
             0)
        good = false, fault(p, where, way, why.at);
    if (whole && s->stated && !s->position_left)
        p->in_vain[to]++;
    strbuf_done(&why);
    return good;
}

/* A -> B -> A, from a record that came out of A. */
static void run_pair(struct pairs *p, const struct match *from_a, int a, int b, const char *where)
{
    struct hop there, back = {0};
    char way[64];
    bool whole = false;
    snprintf(way, sizeof way, "%s -> %s", carriers[a].name, carriers[b].name);
    bool good = checked_hop(p, &there, from_a, b, where, way);
    snprintf(way, sizeof way, "%s -> %s -> %s", carriers[a].name, carriers[b].name, carriers[a].name);
    if (good)
        good = checked_hop(p, &back, there.read, a, where, way);
    if (good) {
        struct strbuf why = {0};
        bool listed[FACT_KINDS];
        for (int i = 0; i < FACT_KINDS; i++)
            listed[i] = there.listed[i] || back.listed[i];
        good = silent(from_a, back.read, listed, extent_of(a, b, there.position_left || back.position_left),
                      carriers[b].rounding + carriers[a].rounding, &whole, &why) == 0;
        if (!good)
            fault(p, where, way, why.at);
        if (a == b && there.stated && strcmp(carriers[a].writer, carriers[a].reader) == 0)
            good = false, fault(p, where, way, "a loss is reported of what came from this very format");
        strbuf_done(&why);
    }
    p->tried[a][b] += !there.refused && !back.refused;
    p->equal[a][b] += good;
    p->whole[a][b] += good && whole;
    hop_done(&there);
    hop_done(&back);
}

void pairs_run(struct pairs *p, const struct match *m, enum pair_scope scope, const char *where)
{
    for (int a = 0; a < CARRIERS; a++) {
        struct hop first;
        char way[32];
        if (carriers[a].scope < scope)
            continue;
        snprintf(way, sizeof way, "-> %s", carriers[a].name);
        checked_hop(p, &first, m, a, where, way);
        for (int b = 0; b < CARRIERS && first.read != NULL; b++)
            if (carriers[b].scope >= scope || carriers[b].scope == PAIR_POSITION)
                run_pair(p, first.read, a, b, where);
        hop_done(&first);
    }
}

/* A position in the middle of the game as a record of its own. */
static struct match *middle_of(const struct match *m, const struct game *g)
{
    struct walk w;
    struct position p;
    size_t half = g->n_events / 2;
    walk_begin(&w, m, g);
    if (!walk_next(&w))
        return NULL;
    for (p = w.before; w.index < half && walk_next(&w);)
        p = w.before;
    if (p.state != GAME_PLAYING && p.state != GAME_NOT_STARTED)
        return NULL;
    struct match *made = position_record(&p, (struct place){0});
    for (int i = 0; i < 2; i++)
        made->player[i].name = arena_strdup(made->arena, m->player[i].name);
    return made;
}

void pairs_run_all(struct pairs *p, const struct match *m, const char *where)
{
    char part[512];
    pairs_run(p, m, m->n_games == 1 ? PAIR_GAME : PAIR_MATCH, where);
    for (size_t i = 0; i < m->n_games; i++) {
        const struct match alone = export_game_alone(m, i);
        snprintf(part, sizeof part, "%.400s, game %zu alone", where, i + 1);
        if (m->n_games > 1)
            pairs_run(p, &alone, PAIR_GAME, part);
        snprintf(part, sizeof part, "%.400s, position of game %zu", where, i + 1);
        struct match *position = middle_of(m, &m->games[i]);
        if (position != NULL)
            pairs_run(p, position, PAIR_POSITION, part);
        match_free(position);
    }
}

void pairs_done(struct pairs *p)
{
    strbuf_done(&p->faults);
    *p = (struct pairs){0};
}
