/* State files; see state.h. */
#include "rollout/state.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xmalloc.h"
#include "engine/cache.h"
#include "engine/cube.h"
#include "engine/met.h"
#include "format/posid.h"
#include "rollout/means.h"
#include "rollout/throws.h"

static const char *const title = "kibitzer rollout state 1";
enum { CHECK_LENGTH = 6 + 16 + 1 }; /* "check ", figures, line feed */

/* ---- writing ---- */

static void write_candidate(const struct rollout_candidate *c, struct strbuf *out)
{
    static const char *const kinds[] = {"play", "no-double", "double-take"}; /* ORDER candidate_kind */
    strbuf_printf(out, "candidate %s", kinds[c->kind]);
    for (int i = 0; c->kind == CANDIDATE_PLAY && i < BOARD_POINTS; i++)
        strbuf_printf(out, " %d", c->after.point[i]);
    strbuf_putc(out, '\n');
}

static void write_block(const struct rollout_block *b, struct strbuf *out)
{
    strbuf_printf(out, "block %d", b->n);
    for (int i = 0; i < ROLLOUT_FIGURES; i++)
        strbuf_printf(out, " %a %a", b->sum[i], b->squares[i]);
    strbuf_putc(out, '\n');
}

/* What must be equal for trials to belong together. */
static void write_head(const struct rollout *r, struct strbuf *out)
{
    const struct met *met = engine_met(r->engine);
    strbuf_printf(out, "engine %s, %s", engine_version(r->engine), met_name(met));
    if (met_players_differ(met))
        strbuf_printf(out, ", player %d the stronger", met_first_is_better(met) ? 1 : 2);
    struct cube_model scale;
    rollout_scale(r, &scale);
    if (scale.wide > 0)
        strbuf_puts(out, ", values spread");
    strbuf_puts(out, "\ngames ");
    if (r->position.rules.variant != VARIANT_BACKGAMMON)
        strbuf_printf(out, "%s, ", variant_names[r->position.rules.variant]);
    rollout_describe_games(&r->options, out);
    strbuf_printf(out, "\ncandidates %d\n", r->n);
    for (int i = 0; i < r->n; i++)
        write_candidate(&r->candidates[i], out);
}

/* What a decision is known by. */
static void name_decision(const struct position *p, const int dice[2], char id[XGID_MAX])
{
    struct position asked = *p;
    asked.offer = OFFER_NONE, asked.turn = asked.on_roll;
    asked.state = GAME_PLAYING;
    asked.dice[0] = dice[0], asked.dice[1] = dice[1];
    xgid(&asked, id);
}

static void write_section(const struct rollout *r, struct strbuf *out)
{
    char id[XGID_MAX];
    name_decision(&r->position, r->dice, id);
    strbuf_printf(out, "position %s\n", id);
    write_head(r, out);
    for (size_t k = 0; k < r->n_seeds; k++) {
        strbuf_printf(out, "seed %" PRIu64 " %d\n", r->seeds[k], k == 0 ? r->done : 0);
        for (int i = 0; i < r->n; i++) {
            const struct rollout_series *s = &r->candidates[i].series[k];
            strbuf_printf(out, "series %zu %d\n", s->n, r->candidates[i].dropped);
            for (size_t b = 0; b < s->n; b++)
                write_block(&s->at[b], out);
        }
    }
}

void state_write(const struct rollout *const *list, size_t n, struct strbuf *out)
{
    const size_t begin = out->length;
    strbuf_printf(out, "%s\n", title);
    for (size_t i = 0; i < n; i++)
        write_section(list[i], out);
    strbuf_printf(out, "check %016" PRIx64 "\n", cache_hash(0, out->at + begin, out->length - begin));
}

/* ---- reading ---- */

/* A line without its end; the cursor goes behind it. */
struct cursor {
    const char *at, *end;
    int line;
};

static struct span next_line(struct cursor *c)
{
    const char *begin = c->at, *stop = memchr(begin, '\n', (size_t)(c->end - begin));
    const struct span line = {begin, (size_t)((stop != NULL ? stop : c->end) - begin)};
    c->at = stop != NULL ? stop + 1 : c->end;
    c->line++;
    return line;
}

static bool begins(struct span line, const char *word)
{
    return line.length >= strlen(word) && memcmp(line.at, word, strlen(word)) == 0;
}

static bool is_whole(struct span text)
{
    char check[CHECK_LENGTH + 1];
    if (text.length < CHECK_LENGTH)
        return false;
    const size_t body = text.length - CHECK_LENGTH;
    snprintf(check, sizeof check, "check %016" PRIx64 "\n", cache_hash(0, text.at, body));
    return memcmp(text.at + body, check, CHECK_LENGTH) == 0;
}

static void add_section(struct state *s, struct span line, int number)
{
    const size_t skip = strlen("position ");
    s->sections = grow(s->sections, s->n, &s->capacity, sizeof *s->sections);
    struct state_section *section = &s->sections[s->n++];
    *section = (struct state_section){.position = xcalloc(line.length - skip + 1, 1), .line = number};
    memcpy(section->position, line.at + skip, line.length - skip);
}

bool state_open(struct state *s, struct span text, struct diags *d)
{
    struct cursor c = {text.at, text.at + text.length, 0};
    *s = (struct state){0};
    const struct span first = next_line(&c);
    if (!begins(first, "kibitzer rollout state ")) {
        diag_at(d, SEVERITY_ERROR, 1, 1, "this is not a rollout state, which begins with \"%s\"", title);
        return false;
    }
    if (!span_equal(first, title)) {
        diag_at(d, SEVERITY_ERROR, 1, 1, "a state of another version; expected \"%s\"", title);
        return false;
    }
    if (!is_whole(text)) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "the state is damaged: its checksum does not match");
        return false;
    }
    c.end -= CHECK_LENGTH;
    while (c.at < c.end) {
        const char *begin = c.at;
        const struct span line = next_line(&c);
        if (begins(line, "position "))
            add_section(s, line, c.line);
        if (s->n > 0 && s->sections[s->n - 1].text.at == NULL)
            s->sections[s->n - 1].text.at = begin;
        if (s->n > 0)
            s->sections[s->n - 1].text.length = (size_t)(c.at - s->sections[s->n - 1].text.at);
    }
    return true;
}

void state_close(struct state *s)
{
    for (size_t i = 0; i < s->n; i++)
        xfree(s->sections[i].position);
    xfree(s->sections);
    *s = (struct state){0};
}

long state_find(const struct state *s, const struct position *p)
{
    char id[XGID_MAX];
    name_decision(p, p->dice, id);
    for (size_t i = 0; i < s->n; i++)
        if (strcmp(s->sections[i].position, id) == 0)
            return (long)i;
    return -1;
}

static struct cursor section_cursor(const struct state *s, size_t section)
{
    const struct span text = s->sections[section].text;
    return (struct cursor){text.at, text.at + text.length, s->sections[section].line - 1};
}

size_t state_plays(const struct state *s, size_t section, struct board *out, size_t room)
{
    static const char *const word = "candidate play";
    struct cursor c = section_cursor(s, section);
    size_t n = 0;
    while (c.at < c.end && n < room) {
        const struct span line = next_line(&c);
        if (begins(line, "seed "))
            break;
        if (!begins(line, word))
            continue;
        const char *at = line.at + strlen(word);
        out[n] = (struct board){0};
        for (int i = 0; i < BOARD_POINTS; i++) {
            char *end;
            out[n].point[i] = (int8_t)strtol(at, &end, 10);
            at = end;
        }
        n++;
    }
    return n;
}

struct seed_line {
    uint64_t seed;
    int done;
};

/* Figures alone; moves `at` behind them. False beyond `most`. */
static bool read_count(const char **at, const char *end, int64_t most, int64_t *out)
{
    const char *from = *at;
    for (*out = 0; *at < end && **at >= '0' && **at <= '9' && *out <= most; ++*at)
        *out = *out * 10 + (**at - '0');
    return *at > from && *out <= most;
}

/* "seed 1 1296" */
static bool read_seed_line(struct span line, struct seed_line *out)
{
    const char *at = line.at + strlen("seed "), *end = line.at + line.length;
    int64_t seed, done;
    if (!begins(line, "seed ") || !read_count(&at, end, ROLLOUT_SEED_MAX, &seed) || at == end || *at++ != ' ' ||
        !read_count(&at, end, ROLLOUT_TRIALS_MAX, &done) || at != end)
        return false;
    *out = (struct seed_line){(uint64_t)seed, (int)done};
    return true;
}

uint64_t state_seed(const struct state *s, size_t section)
{
    struct cursor c = section_cursor(s, section);
    while (c.at < c.end) {
        const struct span line = next_line(&c);
        struct seed_line found;
        if (begins(line, "seed "))
            return read_seed_line(line, &found) ? found.seed : 0;
    }
    return 0;
}

/* The lines up to the first seed must be those that `r` would write. */
static bool head_fits(struct cursor *c, const struct rollout *r, struct diags *d)
{
    static const char *const what[] = {"the engine or its tables", "the settings"};
    struct strbuf mine = {0};
    write_head(r, &mine);
    struct cursor m = {strbuf_text(&mine), strbuf_text(&mine) + mine.length, 0};
    bool fits = true;
    next_line(c); /* position */
    for (int i = 0; fits && m.at < m.end; i++) {
        const struct span expected = next_line(&m), found = next_line(c);
        fits = found.length == expected.length && memcmp(found.at, expected.at, found.length) == 0;
        if (!fits)
            diag_at(d, SEVERITY_ERROR, c->line, 1, "%s of this state differ: found \"%.*s\", expected \"%.*s\"",
                    i < 2 ? what[i] : W_("the plays"), (int)found.length, found.at, (int)expected.length, expected.at);
    }
    strbuf_done(&mine);
    return fits;
}

/* A block holds no more than `most` trials. */
static bool read_block(struct span line, int most, struct rollout_block *b)
{
    char *at = NULL;
    if (!begins(line, "block "))
        return false;
    const long n = strtol(line.at + 6, &at, 10);
    bool finite = true;
    *b = (struct rollout_block){.n = n > 0 && n <= most ? (int)n : 0};
    for (int i = 0; i < ROLLOUT_FIGURES; i++) {
        b->sum[i] = strtod(at, &at);
        b->squares[i] = strtod(at, &at);
        finite = finite && isfinite(b->sum[i]) && isfinite(b->squares[i]);
    }
    return b->n > 0 && finite && at == line.at + line.length;
}

/* The trials of all series of a candidate. */
static long long trials_of(const struct rollout_candidate *c, size_t n_series)
{
    long long n = 0;
    for (size_t k = 0; k < n_series; k++)
        for (size_t i = 0; i < c->series[k].n; i++)
            n += c->series[k].at[i].n;
    return n;
}

/* All blocks but the last are full, or trials that are added later would not stand where they belong. */
static bool read_series(struct cursor *c, struct rollout_candidate *to, size_t series, int block, bool merge)
{
    size_t n = 0;
    int dropped = 0;
    const struct span line = next_line(c);
    if (!begins(line, "series ") || sscanf(line.at, "series %zu %d", &n, &dropped) != 2)
        return false;
    struct rollout_series *s = &to->series[series];
    for (size_t i = 0; i < n; i++) {
        s->at = grow(s->at, s->n, &s->capacity, sizeof *s->at);
        if (!read_block(next_line(c), block, &s->at[s->n++]) || (i + 1 < n && s->at[i].n != block))
            return false;
    }
    to->dropped = !merge ? dropped != 0 : to->dropped;
    return trials_of(to, series + 1) <= ROLLOUT_TRIALS_MAX;
}

static bool is_there(const struct rollout *r, uint64_t seed)
{
    for (size_t i = 0; i < r->n_seeds; i++)
        if (r->seeds[i] == seed)
            return true;
    return false;
}

/* Has every candidate the trials that are done, those dropped on the way no more? One at least is not dropped. */
static bool adds_up(const struct rollout *r)
{
    bool remains = false;
    for (int i = 0; i < r->n; i++) {
        const long long n = trials_of(&r->candidates[i], 1);
        if (n > r->done || (n < r->done && !r->candidates[i].dropped))
            return false;
        remains = remains || !r->candidates[i].dropped;
    }
    return remains;
}

/* The next seed and its series. */
static bool read_seed(struct cursor *c, bool own, bool merge, struct rollout *r, struct diags *d)
{
    struct seed_line found;
    const struct span line = next_line(c);
    if (!read_seed_line(line, &found)) {
        diag_at(d, SEVERITY_ERROR, c->line, 1,
                "found \"%.*s\", expected \"seed\", a seed of 0 to %d and 0 to %d trials", span_shown(line), line.at,
                ROLLOUT_SEED_MAX, ROLLOUT_TRIALS_MAX);
        return false;
    }
    const uint64_t seed = found.seed;
    if (own && seed != r->options.seed) {
        diag_at(d, SEVERITY_ERROR, c->line, 1,
                "a state of seed %" PRIu64 ", not %" PRIu64 ": continue it with that seed, or merge it", seed,
                r->options.seed);
        return false;
    }
    if (!own && is_there(r, seed)) {
        diag_at(d, SEVERITY_ERROR, c->line, 1, "the trials of seed %" PRIu64 " are there already", seed);
        return false;
    }
    const size_t series = own ? 0 : rollout_add_seed(r, seed);
    r->done = own ? found.done : r->done;
    for (int i = 0; i < r->n; i++)
        if (!read_series(c, &r->candidates[i], series, throws_block(r->opening), merge)) {
            diag_at(d, SEVERITY_ERROR, c->line, 1, "sums of a block of trials are expected here");
            return false;
        }
    if (own && !adds_up(r)) {
        diag_at(d, SEVERITY_ERROR, c->line, 1, "found series that do not have the %d trials of this seed", found.done);
        return false;
    }
    return true;
}

/* Puts back the series that were there. */
static void undo(struct rollout *r, size_t n_seeds, int done)
{
    for (int i = 0; i < r->n; i++) {
        for (size_t k = n_seeds; k < r->n_seeds; k++)
            xfree(r->candidates[i].series[k].at);
        if (done == 0)
            r->candidates[i].series[0].n = 0;
    }
    r->n_seeds = n_seeds;
    r->done = done;
}

bool state_read(const struct state *s, size_t section, bool merge, struct rollout *r, struct diags *d)
{
    struct cursor c = section_cursor(s, section);
    const size_t n_seeds = r->n_seeds;
    const int done = r->done;
    if (!head_fits(&c, r, d))
        return false;
    bool ok = c.at < c.end;
    if (!ok)
        diag_at(d, SEVERITY_ERROR, c.line, 1, "a seed is expected here");
    for (bool own = !merge; ok && c.at < c.end; own = false)
        ok = read_seed(&c, own, merge, r, d);
    if (!ok)
        undo(r, n_seeds, done);
    sums_estimate(r);
    return ok;
}
