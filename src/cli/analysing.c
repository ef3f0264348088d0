/* Reads what is to be analysed from the command line: see analysing.h. */
#include "cli/analysing.h"

#include <string.h>

#include "analyze/luck.h"
#include "analyze/skill.h"
#include "base/strbuf.h"
#include "cli/command.h"
#include "cli/thinking.h"
#include "match/swap.h"

static bool is_word(struct span word, const char *expected)
{
    return word.length == strlen(expected) && memcmp(word.at, expected, word.length) == 0;
}

static bool *part_named(struct analysis_options *o, struct span word)
{
    return is_word(word, "plays")  ? &o->moves
           : is_word(word, "cube") ? &o->cube
           : is_word(word, "luck") ? &o->luck
                                   : NULL;
}

static bool read_parts(struct analysis_options *o, const struct args *a)
{
    const char *text = args_text(a, "parts");
    o->moves = o->cube = o->luck = false;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        bool *part = part_named(o, span_trim((struct span){at, length}));
        if (part == NULL) {
            usage_error(a->command, "--parts %s: expected some of plays, cube and luck, separated by commas", text);
            return false;
        }
        *part = true;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* A level of its own for a part; not given: `out` is left as it is. */
static bool read_own_level(const struct args *a, const char *option, struct level *out)
{
    const char *name = args_text(a, option);
    if (name == NULL || level_parse(name, out))
        return true;
    usage_error(a->command, "--%s %s: no such level; --level lists them", option, name);
    return false;
}

static bool read_levels(struct analysis_options *o, const struct args *a)
{
    const char *name = args_text(a, "level"), *filter = args_text(a, "filter");
    struct level unused;
    if (!analysis_level_named(o, name))
        return level_read(a, "level", name, &unused); /* says so */
    if (!read_own_level(a, "cube-level", &o->cube_level))
        return false;
    o->luck_level = o->cube_level;
    if (!read_own_level(a, "luck-level", &o->luck_level))
        return false;
    if (filter != NULL && !level_set_filters(&o->level, filter)) {
        usage_error(a->command,
                    "--filter %s: expected tiny, narrow, normal, large, huge, or EXTRA,THRESHOLD or "
                    "ACCEPT,EXTRA,THRESHOLD for each depth, \"/\" between them, for "
                    "at most the %d depths before the last of %s",
                    filter, o->level.plies, o->level.name);
        return false;
    }
    return true;
}

bool analysing_read(struct analysis_options *o, const struct args *a)
{
    const char *thresholds = args_text(a, "thresholds"), *luck = args_text(a, "luck-thresholds");
    analysis_defaults(o);
    if (!thresholds_parse(thresholds, o->threshold)) {
        usage_error(a->command, "--thresholds %s: gnubg, gnubg-classic, xg or three rising numbers a,b,c", thresholds);
        return false;
    }
    if (!luck_limits_parse(luck, o->luck_threshold)) {
        usage_error(a->command, "--luck-thresholds %s: expected two rising numbers a,b above 0", luck);
        return false;
    }
    return read_parts(o, a) && read_levels(o, a);
}

void analysing_only(struct analysis_options *o, int who)
{
    o->leave_out[0] = who != 0, o->leave_out[1] = who != 1;
}

struct analysis_options analysing_for(const struct analysis_options *o, const struct args *a, const struct match *m)
{
    struct analysis_options mine = *o;
    const char *name = args_text(a, "analyze-player");
    if (name == NULL)
        return mine;
    const int who = match_player_named(m, name);
    analysing_only(&mine, who);
    return mine;
}
