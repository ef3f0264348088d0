/* The net that is compiled in: the file data/kibitzer.net, byte for byte, read at first use. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/embed.h"
#include "engine/net.h"

EMBED(kibitzer_net, "data/kibitzer.net");

static struct net *builtin;
static pthread_once_t builtin_once = PTHREAD_ONCE_INIT;

static void read_builtin(void)
{
    struct diags d;
    diags_init(&d, "the net compiled in");
    builtin = net_read(kibitzer_net_begin, (size_t)(kibitzer_net_end - kibitzer_net_begin), &d);
    if (!builtin) {
        diags_print(&d, SEVERITY_NOTE, stderr);
        abort();
    }
    diags_done(&d);
}

const struct net *net_builtin(void)
{
    pthread_once(&builtin_once, read_builtin);
    return builtin;
}
