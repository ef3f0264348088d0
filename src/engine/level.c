/* Levels of play: one table. GNU Backgammon's names stand for its predefined settings; "2ply" and the like are our own,
 * with filters that were tuned by measurement (docs/engine.md, "Levels"). */
#include <ctype.h>
#include <string.h>

#include "engine/engine.h"

/* `accept` < 0: no look at this depth. ORDER FILTER: index = depth of the values that are filtered. */
#define SKIP                                                                                                           \
    {                                                                                                                  \
        -1, 0, 0                                                                                                       \
    }
#define NORMAL_0                                                                                                       \
    {                                                                                                                  \
        0, 8, 0.16f                                                                                                    \
    }
#define LARGE_0                                                                                                        \
    {                                                                                                                  \
        0, 16, 0.32f                                                                                                   \
    }
#define LARGE_2                                                                                                        \
    {                                                                                                                  \
        0, 4, 0.08f                                                                                                    \
    }
#define OWN_0                                                                                                          \
    {                                                                                                                  \
        0, 16, 0.32f                                                                                                   \
    }
#define OWN_1                                                                                                          \
    {                                                                                                                  \
        0, 5, 0.08f                                                                                                    \
    }

static const struct level levels[] = {
    {"0ply", 0, true, 0, {{0}}},
    {"1ply", 1, true, 0, {OWN_0}},
    {"2ply", 2, true, 0, {OWN_0, OWN_1}},
    {"3ply", 3, true, 0, {OWN_0, OWN_1, LARGE_2}},
    {"4ply", 4, true, 0, {OWN_0, OWN_1, LARGE_2, SKIP}},
    {"beginner", 0, true, 0.060f, {{0}}},
    {"casual play", 0, true, 0.050f, {{0}}},
    {"intermediate", 0, true, 0.040f, {{0}}},
    {"advanced", 0, true, 0.015f, {{0}}},
    {"expert", 0, true, 0, {{0}}},
    {"world class", 2, true, 0, {NORMAL_0, SKIP}},
    {"supremo", 2, true, 0, {LARGE_0, SKIP}},
    {"grandmaster", 3, true, 0, {LARGE_0, SKIP, LARGE_2}},
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
    for (int i = 0; i < N_LEVELS; i++)
        if (same_name(name, levels[i].name)) {
            *out = levels[i];
            return true;
        }
    return false;
}

const char *const *level_names(void)
{
    static const char *const names[] = {"0ply",        "1ply",        "2ply",         "3ply",     "4ply",
                                        "beginner",    "casual play", "intermediate", "advanced", "expert",
                                        "world class", "supremo",     "grandmaster",  NULL};
    return names;
}
