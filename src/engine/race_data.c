/* The net of races that is compiled in: the file data/race.net, byte for byte, read at first use. */
#include "base/attempt.h"
#include "base/embed.h"
#include "engine/race.h"

EMBED(kibitzer_race, "data/race.net");

static struct race_net *builtin;
static struct attempt_once once = ATTEMPT_ONCE_INIT;

static void read_builtin(void *unused)
{
    (void)unused;
    struct diags d;
    diags_init(&d, "the net of races compiled in");
    builtin = race_net_read(kibitzer_race_begin, (size_t)(kibitzer_race_end - kibitzer_race_begin), &d);
    if (!builtin)
        attempt_refuse("the net of races that is compiled in is damaged");
    diags_done(&d);
}

const struct race_net *race_net_builtin(void)
{
    attempt_once(&once, read_builtin, NULL);
    return builtin;
}
