/* OGXM 2. What a reader of ours has kept of a file goes back as it stood, as long as it says what the record says: so a
 * file that is read and written is the same. Format, and what is lost: docs/formats/ogxm.md. */
#include "export/record/ogxm_write.h"

#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "export/export.h"
#include "format/ogxm_head.h"
#include "format/ogxm_times.h"

/* ---- sections ---- */

static const char *const sections[] = {"MTCH", "GAME", "ANAL", "DECS", "SIGN", "CLCK", "VIDO", "ANNO", "MSIG", "CSUM"};

static int count_section(struct ogxm_writer *w, const char *type)
{
    size_t i = 0;
    while (i + 1 < sizeof sections / sizeof *sections && strcmp(sections[i], type) != 0)
        i++;
    return ++w->counted[i];
}

static void put_unknown(struct ogxm_writer *w, const struct property *p)
{
    struct strbuf type = {0}, payload = {0};
    if (ogxm_hex(p->values[0], &type) && type.length == 4 && ogxm_hex(p->values[3], &payload))
        ogxm_put_section(w->out, type.at, atoi(p->values[2]) & 254,
                         (struct span){strbuf_text(&payload), payload.length});
    strbuf_done(&type);
    strbuf_done(&payload);
}

void ogxm_section(struct ogxm_writer *w, const char *type, struct span payload)
{
    const bool critical = strcmp(type, "MTCH") == 0 || strcmp(type, "GAME") == 0 || strcmp(type, "CSUM") == 0;
    char here[24];
    ogxm_put_section(w->out, type, critical, payload);
    snprintf(here, sizeof here, "%s %d", type, count_section(w, type));
    for (const struct property *p = ogxm_kept(w->m->properties, "section"); p != NULL;
         p = ogxm_kept(p->next, "section"))
        if (p->n_values == 4 && strcmp(p->values[1], here) == 0)
            put_unknown(w, p);
}

/* ---- heads ---- */

/* As the date itself has it, where nothing else was kept. */
static int precision_of(const char *date, const char *kept)
{
    const size_t length = strlen(date);
    return kept != NULL ? atoi(kept) & 3 : length == 4 ? 2 : length == 7 ? 1 : 0;
}

/* A time of day that was kept belongs to a date that stands. */
static bool still_holds(const struct match *m, const struct game *g, int bit, const struct property *p)
{
    char date[24];
    if (g != NULL || (bit != MTCH_STARTED_AT && bit != MTCH_DATE_PRECISION))
        return true;
    const char *kept = ogxm_kept_text(m->properties, "started_at");
    const char *precision = ogxm_kept_text(m->properties, "date_precision");
    if (kept != NULL && !ogxm_date_of_time(strtoull(kept, NULL, 10), 0, date)) /* it never was a date here */
        return m->info.date == NULL;
    if (kept == NULL || m->info.date == NULL)
        return bit == MTCH_DATE_PRECISION && (p->n_values == 0 || p->values[0][0] == '\0') && m->info.date == NULL;
    ogxm_date_of_time(strtoull(kept, NULL, 10), precision_of(m->info.date, precision), date);
    return strcmp(date, m->info.date) == 0;
}

static bool put_field(const struct ogxm_writer *w, const struct game *g, int bit, struct strbuf *out)
{
    const struct ogxm_layout *layout = g != NULL ? &ogxm_game : &ogxm_match;
    const struct property *p = ogxm_kept(g != NULL ? g->properties : w->m->properties, layout->may[bit].name);
    if (p != NULL && still_holds(w->m, g, bit, p))
        return p->n_values > 0 && p->values[0][0] != '\0' && ogxm_field_of_text(&layout->may[bit], p->values[0], out);
    return g != NULL ? ogxm_game_field(w->m, g, bit, out) : ogxm_match_field(w->m, bit, out);
}

static void put_unknown_fields(const struct property *list, int known, struct ogxm_out *r)
{
    struct strbuf bytes = {0};
    const char *text = ogxm_kept_text(list, "unknown");
    if (text != NULL && ogxm_hex(text, &bytes)) {
        struct ogxm_in in = ogxm_in((struct span){strbuf_text(&bytes), bytes.length});
        r->mask |= ogxm_varint(&in, 64) << known;
        strbuf_add(&r->may, strbuf_text(&bytes) + in.b.at, bytes.length - in.b.at);
    }
    strbuf_done(&bytes);
}

void ogxm_head_record(const struct ogxm_writer *w, const struct game *g, struct strbuf *out, uint64_t *mask)
{
    static const unsigned char variants[VARIANTS] = {[VARIANT_NACKGAMMON] = 1, [VARIANT_HYPERGAMMON_3] = 2};
    const struct ogxm_layout *layout = g != NULL ? &ogxm_game : &ogxm_match;
    struct ogxm_out r = {0};
    for (int bit = 0; bit < layout->n_may; bit++) {
        struct strbuf field = {0};
        if (put_field(w, g, bit, &field))
            strbuf_add(ogxm_bit(&r, bit), strbuf_text(&field), field.length);
        strbuf_done(&field);
    }
    put_unknown_fields(g != NULL ? g->properties : w->m->properties, layout->n_may, &r);
    if (g == NULL) {
        ogxm_put_varint(&r.must, (uint64_t)w->m->length);
        ogxm_put_varint(&r.must, ogxm_is_longgammon(w->m) ? 3 : variants[w->m->rules.variant]);
    }
    *mask = r.mask;
    ogxm_put_record(out, &r);
}

/* ---- the whole ---- */

static void digest_section(SHA2_CTX *sum, const struct strbuf *payload)
{
    const uint8_t n[4] = {(uint8_t)payload->length, (uint8_t)(payload->length >> 8), (uint8_t)(payload->length >> 16),
                          (uint8_t)(payload->length >> 24)};
    SHA256Update(sum, n, sizeof n);
    SHA256Update(sum, (const uint8_t *)strbuf_text(payload), payload->length);
}

static void put_match(struct ogxm_writer *w, uint64_t *mask)
{
    SHA2_CTX sum;
    struct strbuf payload = {0};
    SHA256Init(&sum);
    ogxm_head_record(w, NULL, &payload, mask);
    digest_section(&sum, &payload);
    ogxm_section(w, "MTCH", (struct span){payload.at, payload.length});
    for (size_t i = 0; i < w->m->n_games; i++) {
        strbuf_clear(&payload);
        ogxm_game_payload(w, i, &payload);
        w->plies_before[i + 1] = w->n_plies;
        digest_section(&sum, &payload);
        ogxm_section(w, "GAME", (struct span){payload.at, payload.length});
    }
    SHA256Final(w->digest, &sum);
    strbuf_done(&payload);
}

/* ---- times ---- */

/* The plies that were written, with the events that they are of. */
static struct ogxm_plies plies_of(const struct ogxm_writer *w)
{
    struct ogxm_plies p = {.n = (size_t)w->n_plies};
    size_t next = 0;
    p.event = arena_alloc(w->arena, (p.n + 1) * sizeof *p.event);
    p.game = arena_alloc(w->arena, (p.n + 1) * sizeof *p.game);
    for (size_t g = 0; g < w->m->n_games; g++) {
        for (size_t i = 0; i < w->m->games[g].n_events; i++)
            if (w->refs[g][i].own && w->refs[g][i].ply < p.n)
                p.event[w->refs[g][i].ply] = &w->m->games[g].events[i];
        for (; next < w->plies_before[g + 1] && next < p.n; next++)
            p.game[next] = g;
    }
    return p;
}

/* Bytes that were kept, of as many plies. */
static bool kept_bytes(const struct ogxm_writer *w, const char *name, struct strbuf *bytes)
{
    const struct property *p = ogxm_kept(w->m->properties, name);
    return p != NULL && p->n_values == 2 && strtoull(p->values[1], NULL, 10) == w->n_plies &&
           ogxm_hex(p->values[0], bytes);
}

/* The time of a ply is written where it has a reading after it. */
static void count_times(struct ogxm_writer *w, const struct ogxm_plies *p, size_t readings)
{
    int *lost = &w->losses->count[LOSS_TIMES];
    const struct clock *c = w->m->clock;
    *lost = 0;
    for (size_t g = 0; g < w->m->n_games; g++)
        for (size_t i = 0; i < w->m->games[g].n_events; i++) {
            const struct event *e = &w->m->games[g].events[i];
            const struct timing *t = event_timing(e);
            const struct ogxm_ref *ref = &w->refs[g][i];
            const bool own = ref->own && ref->ply < p->n && p->event[ref->ply] == e;
            *lost += (t->taken >= 0 && !(own && ref->ply < readings)) || (t->video >= 0 && !own) || t->rolled >= 0 ||
                     t->left[0] >= 0 || t->left[1] >= 0;
        }
    const bool as_read = c == NULL || c->kind == (c->increment > 0 && c->delay == 0 ? CLOCK_FISCHER : CLOCK_DELAY);
    w->losses->count[LOSS_CLOCK] = !as_read || (c != NULL && c->name != NULL);
    w->losses->count[LOSS_CLOCK] +=
        w->m->video != NULL && w->m->video->url != NULL && strlen(w->m->video->url) > OGXM_URL_MAX;
}

static size_t put_clock(struct ogxm_writer *w, const struct ogxm_plies *plies, struct strbuf *payload)
{
    struct ogxm_clock kept, own;
    const bool some = kept_bytes(w, "clock", payload);
    const struct span held = {strbuf_text(payload), payload->length};
    const char *fault = some ? ogxm_read_clock(held, plies->n, w->arena, &kept) : NULL;
    if (some && (fault != NULL ? w->m->clock == NULL : ogxm_clock_agrees(w->m, plies, &kept))) {
        ogxm_section(w, "CLCK", held);
        return fault != NULL ? 0 : kept.n;
    }
    w->losses->count[LOSS_PROPERTIES] += ogxm_kept(w->m->properties, "clock") != NULL;
    strbuf_clear(payload);
    if (!ogxm_clock_of(w->m, plies, w->arena, &own))
        return 0;
    ogxm_put_clock(payload, &own);
    ogxm_section(w, "CLCK", (struct span){payload->at, payload->length});
    return own.n;
}

static void put_video(struct ogxm_writer *w, const struct ogxm_plies *plies)
{
    struct strbuf payload = {0};
    struct ogxm_video kept, own;
    const bool some = kept_bytes(w, "video", &payload);
    const struct span held = {strbuf_text(&payload), payload.length};
    const char *fault = some ? ogxm_read_video(held, w->m->n_games, w->arena, &kept) : NULL;
    if (some && (fault != NULL ? w->m->video == NULL : ogxm_video_agrees(w->m, plies, &kept)))
        ogxm_section(w, "VIDO", held);
    else {
        w->losses->count[LOSS_PROPERTIES] += ogxm_kept(w->m->properties, "video") != NULL;
        strbuf_clear(&payload);
        if (ogxm_video_of(w->m, plies, w->arena, &own)) {
            ogxm_put_video(&payload, &own);
            ogxm_section(w, "VIDO", (struct span){payload.at, payload.length});
        }
    }
    strbuf_done(&payload);
}

static void put_times(struct ogxm_writer *w, struct strbuf *clock)
{
    const struct ogxm_plies plies = plies_of(w);
    const size_t readings = put_clock(w, &plies, clock);
    put_video(w, &plies);
    count_times(w, &plies, readings);
}

/* Only while what it covers is what it was. */
static void put_signatures(struct ogxm_writer *w, const struct strbuf *clock)
{
    char about[OGXM_DIGEST + 1];
    ogxm_digest((struct span){(const char *)w->digest, sizeof w->digest},
                (struct span){strbuf_text(clock), clock->length}, about);
    for (const struct property *p = ogxm_kept(w->m->properties, "signature"); p != NULL;
         p = ogxm_kept(p->next, "signature")) {
        struct strbuf payload = {0};
        if (!w->equities && p->n_values == 2 && strcmp(p->values[1], about) == 0 && ogxm_hex(p->values[0], &payload))
            ogxm_section(w, "MSIG", (struct span){strbuf_text(&payload), payload.length});
        else
            w->losses->count[LOSS_SIGNATURES]++;
        strbuf_done(&payload);
    }
}

static void put_number_at(struct ogxm_writer *w, size_t at, uint64_t value, int n)
{
    for (int i = 0; i < n; i++, value >>= 8)
        w->out->at[w->begin + at + (size_t)i] = (char)value;
}

static void put_end(struct ogxm_writer *w)
{
    enum { SIZE_AT = 12, SUM_SECTION = 9, END = 4 };
    const char *kept = ogxm_kept_text(w->m->properties, "checksum");
    const bool sha = kept != NULL && strcmp(kept, "sha-256") == 0;
    const size_t covered = w->out->length - w->begin, size = sha ? SHA256_DIGEST_LENGTH : 4;
    uint8_t sum[SHA256_DIGEST_LENGTH];
    struct ogxm_out r = {0};
    struct strbuf payload = {0};
    put_number_at(w, SIZE_AT, covered + SUM_SECTION + 4 + size + END, 4);
    ogxm_put_varint(&r.must, sha);
    ogxm_put_varint(&r.must, size);
    if (sha) {
        SHA2_CTX c;
        SHA256Init(&c);
        SHA256Update(&c, (const uint8_t *)w->out->at + w->begin, covered);
        SHA256Final(sum, &c);
        strbuf_add(&r.must, (const char *)sum, sizeof sum);
    } else
        ogxm_put_bytes(&r.must, crc32(crc32(0, NULL, 0), (const Bytef *)w->out->at + w->begin, (uInt)covered), 4);
    ogxm_put_record(&payload, &r);
    ogxm_put_section(w->out, "CSUM", 1, (struct span){payload.at, payload.length});
    strbuf_puts(w->out, "END!");
    strbuf_done(&payload);
}

static void put_versions(struct ogxm_writer *w, uint64_t mask)
{
    const char *kept = ogxm_kept_text(w->m->properties, "version");
    struct ogxm_version v = ogxm_version(w->m, mask);
    int minor = 0, least = 0;
    if (kept != NULL && sscanf(kept, "%d %d", &minor, &least) == 2) {
        v.minor = minor > v.minor ? minor & 0xffff : v.minor;
        v.least_minor = least > v.least_minor ? least & 0xffff : v.least_minor;
    }
    put_number_at(w, 6, (uint64_t)v.minor, 2);
    put_number_at(w, 10, (uint64_t)v.least_minor, 2);
}

/* ---- what is lost ---- */

/* Whoever reads the file adds the scores up, and finds the Crawford game by them. */
static void count_scores(const struct match *m, struct losses *l)
{
    bool seen = ogxm_crawford_is_over(m);
    struct game read = {0};
    l->count[LOSS_SCORES] = l->count[LOSS_CRAWFORD] = 0;
    for (size_t i = 0; i < m->n_games; i++) {
        const struct game *g = &m->games[i];
        bool same = g->number == (int)i + 1;
        for (int who = 0; who < 2; who++) {
            int score = i == 0 ? g->score[who] : read.score[who] + (g[-1].winner == who ? g[-1].points : 0);
            read.score[who] = m->length > 0 && score > m->length ? m->length : score;
            same = same && g->score[who] == read.score[who];
        }
        l->count[LOSS_SCORES] += !same;
        l->count[LOSS_CRAWFORD] += m->length > 0 && g->crawford_game != ogxm_is_crawford(m, &read, &seen);
    }
}

static bool is_cut(const char *text, size_t most)
{
    return text != NULL && (strlen(text) > most || text[0] == '\0');
}

/* As it was in a file of this format, which may have what its rules do not allow. */
static bool is_kept(const struct match *m, const char *name, const char *fact)
{
    const char *kept = ogxm_kept_text(m->properties, name);
    return kept != NULL && strcmp(kept, fact) == 0;
}

static void count_facts(const struct ogxm_writer *w, struct losses *l)
{
    const struct match *m = w->m;
    const struct match_info *i = &m->info;
    uint64_t ms;
    int precision;
    const bool site = ogxm_is_site(i->site);
    l->count[LOSS_PLACE] =
        (i->date != NULL && !ogxm_time_of_date(i->date, &ms, &precision)) + is_cut(i->event, 120) +
        is_cut(i->round, 60) + is_cut(i->place, 80) + (i->annotator != NULL) +
        (i->site != NULL && !site && !is_kept(m, "site", i->site)) +
        (i->match_id != NULL && !(site && ogxm_is_reference(i->match_id)) && !is_kept(m, "match_ref", i->match_id)) +
        (i->time != NULL);
    l->count[LOSS_NAMES] = (strlen(m->player[0].name) > 4096) + (strlen(m->player[1].name) > 4096);
    l->count[LOSS_RATINGS] = 0;
    for (int who = 0; who < 2; who++) {
        const bool rated = ogxm_kept_text(m->properties, who == 0 ? "white_player" : "black_player") != NULL;
        l->count[LOSS_RATINGS] += (m->player[who].rating != NULL && !rated) + (m->player[who].experience != NULL);
    }
    l->count[LOSS_RULES] = m->length == 0 && !m->jacoby_known && !m->rules.jacoby;
}

static void count_settings(const struct match *m, struct losses *l)
{
    l->count[LOSS_POSITIONS] = l->count[LOSS_START_POSITIONS] = l->count[LOSS_WORDS] = l->count[LOSS_COMMENTS] = 0;
    for (size_t i = 0; i < m->n_games; i++) {
        bool dropped = false;
        for (size_t k = 0, begun = 0; k < m->games[i].n_events; k++) {
            const struct event *e = &m->games[i].events[k];
            const enum event_kind kind = e->kind;
            const bool unplayable = kind == EVENT_PLAY && (e->flags & EVENT_ILLEGAL) && e->play.n <= 0;
            dropped = dropped || (kind == EVENT_PLAY && (e->dice[0] == 0 || e->dice[1] == 0));
            l->count[LOSS_COMMENTS] += dropped && e->comment != NULL; /* they move to another place */
            l->count[LOSS_WORDS] += kind == EVENT_PLAY && (e->dice[0] == 0 || e->dice[1] == 0);
            l->count[LOSS_WORDS] += unplayable && e->text != NULL && !(e->flags & EVENT_AFTER_GIVEN);
            begun += kind < EVENT_SET_BOARD;
            l->count[begun > 0 ? LOSS_POSITIONS : LOSS_START_POSITIONS] += kind == EVENT_SET_SCORE;
        }
    }
}

/* ---- all ---- */

static bool is_possible(const struct match *m, struct diags *d)
{
    enum { GAMES_MAX = 1000 };
    if (m->rules.variant == VARIANT_HYPERGAMMON_1 || m->rules.variant == VARIANT_HYPERGAMMON_2) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "OGXM has no hypergammon with %d chequers a side, only with 3",
                variant_chequers(m->rules.variant));
        return false;
    }
    if (m->n_games == 0 || m->n_games > GAMES_MAX) {
        diag_at(d, SEVERITY_ERROR, 0, 0, "%zu games: an OGXM file holds 1 to %d", m->n_games, GAMES_MAX);
        return false;
    }
    return true;
}

static void count_all(const struct ogxm_writer *w)
{
    struct losses *l = w->losses;
    loss_count(l, w->m, "ogxm");
    l->count[LOSS_SIGNATURES] = 0; /* where they would be written */
    l->count[LOSS_MARKS] = 0; /* those by hand are notes, the others are counted with their figures */
    count_scores(w->m, l);
    count_facts(w, l);
    count_settings(w->m, l);
}

bool ogxm_make(const struct match *m, bool equities, struct strbuf *out, struct losses *losses, struct diags *d)
{
    struct arena *arena = arena_new();
    struct ogxm_writer w = {.m = m, .arena = arena, .losses = losses, .out = out, .equities = equities};
    struct strbuf clock = {0};
    uint64_t mask = 0;
    if (!is_possible(m, d)) {
        arena_free(arena);
        return false;
    }
    count_all(&w);
    w.refs = arena_alloc(arena, m->n_games * sizeof *w.refs);
    w.plies_before = arena_alloc(arena, (m->n_games + 1) * sizeof *w.plies_before);
    for (size_t i = 0; i < m->n_games; i++)
        w.refs[i] = arena_alloc(arena, (m->games[i].n_events + 1) * sizeof **w.refs);
    w.begin = w.out->length; /* in a stream */
    strbuf_add(w.out, "OGXM\2\0\0\0\2\0\0\0\0\0\0\0", 16);
    put_match(&w, &mask);
    ogxm_analyses(&w);
    put_times(&w, &clock);
    ogxm_notes(&w);
    put_signatures(&w, &clock);
    put_versions(&w, mask);
    put_end(&w);
    strbuf_done(&clock);
    arena_free(arena);
    return true;
}

bool ogxm_write(const struct match *m, const struct export_options *o, struct sink *out, struct diags *d)
{
    struct losses losses;
    (void)o;
    if (!ogxm_make(m, false, sink_main(out), &losses, d))
        return false;
    losses_report(&losses, OGXM_CARRIES, d);
    return true;
}
