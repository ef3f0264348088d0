/* eXtreme Gammon: the rollouts of temp.xgr, records of 2184 bytes that plays and cube decisions name by their number.
 * Layout: docs/formats/xg.md, from the vendor's published list of fields. Taken are the number of games, the standard
 * errors and the settings; the results themselves are in the decisions. Not exercised on files of the program: none
 * with rollouts was at hand. */
#include "import/xg/xg.h"

#include <math.h>

enum { FIRST_ROLLS = 37, TABLES = 6, TRIALS_MAX = 1000000000 };

/* XG stores the half width of the interval that holds the truth in 95 of 100 cases. */
static const double per_standard_error = 1.959964;

size_t xg_rollout_count(const struct xg_source *s)
{
    return s->rollouts.length / XG_ROLLOUT_SIZE;
}

static int count_of(int32_t stored)
{
    return stored > 0 && stored <= TRIALS_MAX ? stored : 0;
}

static float error_of(float interval)
{
    const double error = (double)interval / per_standard_error;
    return error >= 0 && error < 1000 ? (float)error : NAN;
}

/* What the settings have no field for goes word for word into a property of the analysis. */
static void keep(struct xg_source *s, struct property *p, const char *name, double value)
{
    struct strbuf text = {0};
    strbuf_printf(&text, "%s %.9g", name, value);
    if (value != 0 && isfinite(value))
        property_add_value(s->m, p, arena_strdup(s->m->arena, strbuf_text(&text)));
    strbuf_done(&text);
}

static void read_inputs(struct xg_source *s, struct bytes *b, struct rollout_settings *r, struct property *words,
                        bool *cubeless)
{
    enum { STOP_IF_DEAD_CUBE, STOP_ALWAYS }; /* 2 = never */
    const bool truncated = bytes_i8(b) != 0, limited = bytes_i8(b) != 0;
    const int truncation = count_of(bytes_i32(b));
    r->truncation = truncated ? truncation : 0;
    r->min_trials = count_of(bytes_i32(b));
    keep(s, words, "error-limit", limited ? bytes_f64(b) : (bytes_f64(b), 0));
    r->max_trials = count_of(bytes_i32(b));
    r->early.chequer = xg_level(bytes_i32(b));
    r->late.chequer = xg_level(bytes_i32(b));
    r->late_from = count_of(bytes_i32(b));
    r->variance_reduction = bytes_i8(b) != 0;
    *cubeless = bytes_i8(b) != 0;
    const bool timed = bytes_i8(b) != 0;
    r->early.cube = xg_level(bytes_i32(b));
    r->late.cube = xg_level(bytes_i32(b));
    const uint32_t minutes = bytes_u32(b);
    keep(s, words, "time-limit", timed ? minutes : 0);
    const int bearoff = bytes_i32(b);
    r->stop_two_sided = bearoff == STOP_ALWAYS;
    keep(s, words, "stop-if-dead-cube", bearoff == STOP_IF_DEAD_CUBE);
    keep(s, words, "seed-used", bytes_i32(b));
    r->seed = bytes_i32(b);
    keep(s, words, "both-lines", bytes_i8(b));
    keep(s, words, "search-interval", (double)bytes_f32(b));
    bytes_i32(b); /* match equity table: unused */
    r->opening = bytes_i8(b) != 0;
    keep(s, words, "double-too", bytes_i8(b));
    keep(s, words, "extended", bytes_i8(b));
}

static void read_outputs(struct xg_source *s, struct bytes *b, struct rollout_settings *r, struct property *words,
                         struct xg_rollout *out)
{
    out->trials[0] = count_of(bytes_i32(b));
    keep(s, words, "doubles-at-once", bytes_i8(b));
    bytes_align(b, 8);
    bytes_skip(b, sizeof(double) * TABLES * FIRST_ROLLS);
    bytes_skip(b, sizeof(int32_t) * FIRST_ROLLS);
    out->error[0] = error_of(bytes_f32(b));
    out->error[1] = error_of(bytes_f32(b));
    bytes_skip(b, sizeof(float) * 2 * 7); /* results: the decision has them */
    bytes_skip(b, sizeof(float) * 2); /* the same as match winning chances */
    bytes_skip(b, sizeof(int32_t) + sizeof(float) * 9); /* the analysis before the rollout */
    keep(s, words, "seconds", (double)bytes_f32(b));
    r->last.chequer = r->last.cube = xg_level(bytes_i32(b));
    out->trials[1] = count_of(bytes_i32(b));
}

static void read_the_end(struct xg_source *s, struct bytes *b, struct rollout_settings *r, struct property *words)
{
    enum { NO_ROTATION_KNOWN = 3 };
    keep(s, words, "multiple-min", bytes_i32(b));
    const bool all = bytes_i8(b) != 0, one = bytes_i8(b) != 0;
    const float stop_all = bytes_f32(b), stop_one = bytes_f32(b);
    keep(s, words, "stop-all", all ? (double)stop_all : 0);
    keep(s, words, "stop-one", one ? (double)stop_one : 0);
    keep(s, words, "as-take", bytes_i8(b));
    const int rotation = bytes_i32(b); /* of the first rolls: 36, 21 (as XG 1 did) or 30 (an opening) */
    r->quasi_random = rotation >= 0 && rotation < NO_ROTATION_KNOWN;
    keep(s, words, "rotation", rotation);
    keep(s, words, "interrupted", bytes_i8(b));
    const int major = bytes_i16(b), minor = bytes_i16(b);
    keep(s, words, "version", major + minor / 100.0);
}

bool xg_rollout(struct xg_source *s, int index, struct xg_rollout *out)
{
    *out = (struct xg_rollout){0};
    if (index < 0 || (size_t)index >= xg_rollout_count(s))
        return false;
    struct bytes b = {.data = span_sub(s->rollouts, (size_t)index * XG_ROLLOUT_SIZE, XG_ROLLOUT_SIZE), .aligned = true};
    struct rollout_settings *settings = arena_alloc(s->m->arena, sizeof *settings);
    struct property *words = NULL;
    property_add(s->m, &words, "xg", "rollout", NULL);
    read_inputs(s, &b, settings, words, &out->cubeless);
    read_outputs(s, &b, settings, words, out);
    read_the_end(s, &b, settings, words);
    out->settings = settings;
    out->words = words->n_values != 0 ? words : NULL;
    s->rollout_used[index] = true;
    return true;
}

void xg_find_rollouts(struct xg_source *s, struct span all)
{
    s->rollouts = all;
    s->rollout_used = arena_alloc(s->m->arena, xg_rollout_count(s) + 1);
}

void xg_report_rollouts(struct xg_source *s)
{
    const size_t n = xg_rollout_count(s);
    size_t used = 0;
    for (size_t i = 0; i < n; i++)
        used += s->rollout_used[i];
    if (used != 0)
        diag_offset(s->d, SEVERITY_NOTE, -1, "lost: the figures by first roll of %zu rollouts", used);
    if (used != n)
        diag_offset(s->d, SEVERITY_NOTE, -1, "lost: %zu rollouts that no decision names", n - used);
    if (s->rollouts.length % XG_ROLLOUT_SIZE != 0)
        diag_offset(s->d, SEVERITY_WARNING, -1, "found %zu bytes behind the last rollout, expected records of %d bytes",
                    s->rollouts.length % XG_ROLLOUT_SIZE, XG_ROLLOUT_SIZE);
}
