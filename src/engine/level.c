/* Levels of play: one table. GNU Backgammon's names stand for its predefined settings; "2ply" and the like are our own,
 * with filters that were tuned by measurement (docs/lab/engine.md, "Levels"). */
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>

#include "engine/engine.h"

/* Filters {accept, extra, threshold} by the depth of the values they look at; accept < 0: no look at this depth. */
static const struct level levels[] = {
    {.name = "0ply", .plies = 0, .cubeful = true},
    {.name = "1ply", .plies = 1, .cubeful = true, .filter = {{0, 12, 0.24f}}},
    {.name = "2ply", .plies = 2, .cubeful = true, .filter = {{0, 12, 0.24f}, {0, 5, 0.06f}}},
    {.name = "3ply", .plies = 3, .cubeful = true, .filter = {{0, 12, 0.24f}, {0, 5, 0.06f}, {0, 3, 0.04f}}},
    {.name = "4ply", .plies = 4, .cubeful = true, .filter = {{0, 12, 0.24f}, {0, 5, 0.06f}, {0, 3, 0.04f}, {-1, 0, 0}}},
    {.name = "smart",
     .plies = 3,
     .cubeful = true,
     .filter = {{0, 12, 0.24f}, {0, 5, 0.06f}, {0, 3, 0.02f}},
     .close = 0.03f},
    {.name = "beginner", .plies = 0, .cubeful = true, .noise = 0.060f},
    {.name = "casual", .plies = 0, .cubeful = true, .noise = 0.050f},
    {.name = "intermediate", .plies = 0, .cubeful = true, .noise = 0.040f},
    {.name = "advanced", .plies = 0, .cubeful = true, .noise = 0.015f},
    {.name = "expert", .plies = 0, .cubeful = true},
    {.name = "worldclass", .plies = 2, .cubeful = true, .filter = {{0, 8, 0.16f}, {-1, 0, 0}}},
    {.name = "supremo", .plies = 2, .cubeful = true, .filter = {{0, 16, 0.32f}, {-1, 0, 0}}},
    {.name = "grandmaster", .plies = 3, .cubeful = true, .filter = {{0, 16, 0.32f}, {-1, 0, 0}, {0, 4, 0.08f}}},
};
enum { N_LEVELS = sizeof levels / sizeof *levels };

/* Letters and digits alone decide. */
static const char *next_letter(const char *s)
{
    while (*s != '\0' && !isalnum((unsigned char)*s))
        s++;
    return s;
}

static bool same_name(const char *a, const char *b)
{
    for (;; a++, b++) {
        a = next_letter(a), b = next_letter(b);
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

bool level_parse(const char *name, struct level *out)
{
    if (same_name(name, "casual play")) /* GNU Backgammon's name */
        name = "casual";
    for (int i = 0; i < N_LEVELS; i++)
        if (same_name(name, levels[i].name)) {
            *out = levels[i];
            return true;
        }
    return false;
}

int level_sure_plies(const struct level *l)
{
    return l->close > 0 ? l->plies - 1 : l->plies;
}

struct level level_of_cube(const struct level *l)
{
    struct level two;
    if (l->plies != 1)
        return *l;
    level_parse("2ply", &two);
    two.cubeful = l->cubeful, two.noise = l->noise, two.noise_seed = l->noise_seed;
    return two;
}

/* One filter; the number of characters that were understood, 0 = none. */
static int read_filter(const char *text, struct move_filter *f)
{
    const struct move_filter none = {-1, 0, 0};
    int length = 0;
    *f = none;
    if (text[0] == '-')
        return 1;
    if (sscanf(text, "%d,%d,%f%n", &f->accept, &f->extra, &f->threshold, &length) != 3) {
        length = f->accept = 0;
        if (sscanf(text, "%d,%f%n", &f->extra, &f->threshold, &length) != 2)
            return 0;
    }
    const bool good = f->accept >= 0 && f->extra >= 0 && f->threshold >= 0 && f->threshold <= 100;
    return good ? length : 0;
}

/* GNU Backgammon's predefined filters, as the program itself holds them: of values at 0 and at 2 plies. */
static const struct {
    const char *name;
    struct move_filter at_0, at_2;
} named_filters[] = {
    {"tiny", {0, 5, 0.08f}, {0, 2, 0.02f}},   {"narrow", {0, 8, 0.12f}, {0, 2, 0.03f}},
    {"normal", {0, 8, 0.16f}, {0, 2, 0.04f}}, {"large", {0, 16, 0.32f}, {0, 4, 0.08f}},
    {"huge", {0, 20, 0.44f}, {0, 6, 0.11f}},
};

static bool set_named_filters(struct level *l, const char *name)
{
    for (size_t i = 0; i < sizeof named_filters / sizeof *named_filters; i++) {
        if (!same_name(name, named_filters[i].name))
            continue;
        for (int depth = 0; depth < l->plies; depth++)
            l->filter[depth] = depth == 0   ? named_filters[i].at_0
                               : depth == 2 ? named_filters[i].at_2
                                            : (struct move_filter){-1, 0, 0};
        return l->plies > 0;
    }
    return false;
}

bool level_set_filters(struct level *l, const char *text)
{
    struct level new = *l;
    if (set_named_filters(l, text))
        return true;
    for (int depth = 0; depth < l->plies; depth++) {
        const int length = read_filter(text, &new.filter[depth]);
        text += length;
        if (length == 0 || (*text != '/' && *text != '\0') || (depth == 0 && new.filter[0].accept < 0))
            return false;
        if (*text == '\0') {
            *l = new;
            return true;
        }
        text++;
    }
    return false;
}

void level_describe_noise(const struct level *l, struct strbuf *out)
{
    if (l->noise > 0)
        strbuf_printf(out, " noise %g", (double)l->noise);
    if (l->noise > 0 && l->noise_seed != 0)
        strbuf_printf(out, " seed %u", l->noise_seed);
}

void level_describe_filters(const struct level *l, struct strbuf *out)
{
    for (int i = 0; i < l->plies && i < LEVEL_MAX_PLIES; i++)
        strbuf_printf(out, " filter %d/%d/%g", l->filter[i].accept, l->filter[i].extra, (double)l->filter[i].threshold);
}

static bool same_filters(const struct level *a, const struct level *b)
{
    for (int i = 0; i < a->plies; i++)
        if (a->filter[i].accept != b->filter[i].accept || a->filter[i].extra != b->filter[i].extra ||
            a->filter[i].threshold != b->filter[i].threshold)
            return false;
    return true;
}

void level_describe(const struct level *l, struct strbuf *out)
{
    struct level named;
    strbuf_puts(out, l->name);
    if (!level_parse(l->name, &named))
        return;
    if (named.noise != l->noise || named.noise_seed != l->noise_seed)
        level_describe_noise(l, out);
    if (!same_filters(l, &named))
        level_describe_filters(l, out);
}

static void unusual(struct strbuf *out, const char *words)
{
    strbuf_printf(out, "%s%s", out->length != 0 ? ", " : "", words);
}

void level_describe_unusual(const struct level *l, bool cube, struct strbuf *out)
{
    struct level named;
    struct strbuf part = {0};
    level_describe_noise(l, &part);
    if (part.length != 0)
        unusual(out, part.at + 1);
    if (!l->cubeful)
        unusual(out, cube ? "with the cube, as --cubeless is of plays alone" : "plays without the cube");
    strbuf_clear(&part);
    if (!cube && level_parse(l->name, &named) && !same_filters(l, &named))
        level_describe_filters(l, &part);
    if (part.length != 0)
        unusual(out, part.at + 1);
    strbuf_done(&part);
}

static const char *names[N_LEVELS + 1]; /* written once */
static pthread_once_t named = PTHREAD_ONCE_INIT;

static void collect_names(void)
{
    for (int i = 0; i < N_LEVELS; i++)
        names[i] = levels[i].name;
}

const char *const *level_names(void)
{
    pthread_once(&named, collect_names);
    return names;
}
