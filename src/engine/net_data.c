/* The net that is compiled in: the file data/kibitzer.net, byte for byte, read at first use. */
#include <stdlib.h>

#include "base/attempt.h"
#include "base/embed.h"
#include "engine/net.h"

EMBED(kibitzer_net, "data/kibitzer.net");

/* Every start of the engine names it, and takes longer to compute it than to read the net. net_test compares. */
const uint64_t net_builtin_checksum = 0x1a50af28cddccb92;

static struct net *builtin;
static struct attempt_once once = ATTEMPT_ONCE_INIT;

static void read_builtin(void *context)
{
    (void)context;
    struct diags d;
    diags_init(&d, "the net compiled in");
    builtin = net_read_known(kibitzer_net_begin, (size_t)(kibitzer_net_end - kibitzer_net_begin), &d);
    if (!builtin)
        attempt_refuse("the net that is compiled in is damaged");
    diags_done(&d);
}

const struct net *net_builtin(void)
{
    attempt_once(&once, read_builtin, NULL);
    return builtin;
}
